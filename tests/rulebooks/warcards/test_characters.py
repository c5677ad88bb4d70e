"""Single characters who change units in the reserve."""

from __future__ import annotations

import pytest
from rulebooks.warcards.cards_top import field, step, with_heroes

from banneret.kernel.order import Order
from banneret.rulebooks.warcards import stages
from banneret.rulebooks.warcards.movement.moves import MoveDecision
from banneret.rulebooks.warcards.ratings.leadership import lead
from banneret.rulebooks.warcards.state import State


def changes(state: State) -> list[Order]:
    return [order for order in MoveDecision(state, 0).orders() if order[0] == "person"]


@pytest.mark.rule("warcards:lead.general-place", "warcards:lead.bonus")
def test_a_character_in_the_reserve_may_change_units_once_a_round() -> None:
    anna = {"general": {"name": "Anna", "lead": 10, "with": "infantry#1"}}
    state = field("RA infantry, RA knights, A1 archers", "B5 infantry", A=anna)
    assert changes(state) == [("person", 0, "RA"), ("person", 0, "with", 1)]
    step(state, [], [("person", 0, "with", 1)])
    assert [lead(state, unit) for unit in state.units[:2]] == [0, 2]
    assert changes(state) == []
    step(state, [], [("move", 1, "A3")])
    assert state.figures[0].host == 1
    state.stage = stages.INITIATIVE
    step(state, [12, 10])
    assert changes(state) == []  # on the field he stays with his unit
    state = field("RA infantry, RA knights, A1 archers", "B5 infantry", A=anna)
    script = step(state, [], [("person", 0, "RA")])
    assert [event.text for event in script.events] == ["Anna stays in the reserve."]
    state.stage = stages.INITIATIVE
    step(state, [12, 10])
    assert changes(state) == [("person", 0, "with", 0), ("person", 0, "with", 1)]


@pytest.mark.rule("warcards:lead.general-place", "warcards:rout.move-home")
def test_who_may_not_change_units() -> None:
    state = with_heroes("RA infantry, RA knights", "B5 infantry", "infantry#1")
    assert changes(state) == [
        ("person", 2, "with", 0),
        ("person", 2, "with", 1),
    ]  # the general; no hero of a unit
    assert not MoveDecision(state, 1).people
    state = field("RA infantry, N3 knights, A5 archers", "B5 infantry")
    state.units[1].routed = True
    assert changes(state) == []  # first the routed go home
    state = field("A3 infantry", "B5 infantry")
    assert changes(state) == []  # nobody is there


@pytest.mark.rule("warcards:lead.general-place", "warcards:setup.embark")
def test_at_sea_a_character_may_change_to_whoever_is_aboard_in_the_reserve() -> None:
    ship = {"ship": "drakkar", "aboard": ["infantry", "irregulars"]}
    anna = {"general": {"name": "Anna", "with": "drakkar#1/infantry#1"}}
    state = field(
        "RA ship, N3 ship", "B5 cog", kind="sea", special={"ship": ship, "cog": {"ship": "cog"}}, A=anna
    )
    assert changes(state) == [("person", 0, "RA"), ("person", 0, "with", 0), ("person", 0, "with", 2)]
