"""The referee's hand: every change that is offered can be made, and nonsense changes nothing."""

from __future__ import annotations

import pytest
from rulebooks.companies.musters import battle, plain

from banneret.kernel.decision import IllegalOrder
from banneret.kernel.order import Order
from banneret.rulebooks.companies import stages
from banneret.rulebooks.companies.codec import CODEC
from banneret.rulebooks.companies.invariants import faults
from banneret.rulebooks.companies.rulebook import RULEBOOK
from banneret.rulebooks.companies.state import State

REFEREE = RULEBOOK.referee


def ready() -> State:
    state = battle(plain(), plain(), holds=(True, False), values={"west-bank": 3}, works={"west-bank": 1})
    state.stage = stages.SCRIPT
    return state


@pytest.mark.parametrize(
    ("order", "found"),
    [
        (("disposition", "a", 9), lambda state: state.companies[0].basic == 9),
        (("place", "a", "island"), lambda state: not state.companies[0].holds),
        (("hold", "b"), lambda state: state.companies[1].bonus == 1),
        (("scouted", "a", "no"), lambda state: state.scouted == [False, False, True, False]),
        (("value", "west-bank", 2), lambda state: state.companies[0].bonus == 2),
        (("works", "island", 3), lambda state: state.works[state.nodes.index("island")] == 3),
        (("scenes", "b", 4), lambda state: state.tokens == [1, 4]),
    ],
)
def test_changes(order: Order, found: object) -> None:
    state = ready()
    assert str(order[0]) in [change.verb for change in REFEREE.changes(state)]
    REFEREE.change(state, order)
    assert callable(found)
    assert found(state)
    assert faults(state) == []


@pytest.mark.parametrize(
    "order",
    [
        ("disposition", "c", 2),
        ("disposition", "a", 0),
        ("place", "a", "moon"),
        ("works", "west-camp", 1),
        ("value", "west-camp", 1),
        ("scouted", "a", "maybe"),
        ("hold", "a", 1),
        ("scenes", "a", "x"),
        ("fly",),
    ],
)
def test_nonsense_changes_nothing(order: Order) -> None:
    state = ready()
    before = CODEC.dump(state)
    with pytest.raises(IllegalOrder):
        REFEREE.change(state, order)
    assert CODEC.dump(state) == before


def test_nothing_is_changed_before_the_first_script() -> None:
    state = ready()
    state.stage = stages.CONTACT
    assert REFEREE.changes(state) == []
    with pytest.raises(IllegalOrder):
        REFEREE.change(state, ("disposition", "a", 3))
