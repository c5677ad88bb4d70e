"""Field Dressing where the healer is wounded or the patient recovers, worked out from the rules before it was played, and as versions 1 to 6 had it."""

from __future__ import annotations

import pytest
from rulebooks.companies.musters import battle, hits, officer, plain, volley

from banneret.kernel.order import Order
from banneret.rulebooks.companies.exchange.buying.purchases import dress
from banneret.rulebooks.companies.exchange.effort import Effort
from banneret.rulebooks.companies.pools.wounds import wound
from banneret.rulebooks.companies.state import State
from banneret.testing import Script

HILL = {"places": ("alder-hill", "east-bank"), "holds": (True, False)}


def by(version: int, state: State) -> State:
    """The battle by a version of the rules."""
    state.setting.flags.version = version
    return state


# ---------------------------------------------------------------- healers who treat themselves


@pytest.mark.rule("companies:spec.field-dressing", "companies:core.wounds")
@pytest.mark.parametrize(
    ("version", "dice", "rest"),
    [
        # Song of Soothing 5, a Midi and a Light wound: two dice against Ob 1, then without the Midi four against Ob 2.
        (7, [*hits(1, 2), *hits(2, 4)], []),
        (7, [*hits(1, 2), *hits(1, 4)], [2]),
        (7, [*hits(0, 2), *hits(2, 2)], [3]),  # the Midi stays, and two dice are left for the Light wound
        (6, [*hits(1, 2), *hits(2, 2)], []),
        (6, [*hits(1, 2), *hits(1, 2)], [2]),
    ],
)
def test_a_healer_tests_without_the_wound_that_was_just_dressed(
    version: int, dice: list[int], rest: list[int]
) -> None:
    singer = ((0, officer({"Song of Soothing": 5}, id="singer")),)
    state = by(version, battle(plain(), plain(), seconds=singer))
    wound(state, 2, 3)
    wound(state, 2, 2)
    table = Script(dice)
    dress(state, table, Effort(0, foe=1), 2, 2)
    table.finish()
    assert state.people[2].wounds == rest


# ---------------------------------------------------------------- patients who come back


@pytest.mark.rule(
    "companies:spec.field-dressing", "companies:spec.reinforce", "companies:volley.resolve-order"
)
@pytest.mark.parametrize(
    ("version", "dice", "works"),
    [
        # A mason of 6 is out by two Midi wounds (lowest stat 4); the sergeant dresses one and Reinforces with a Mason of 2 himself: Ob 2.
        (7, [*hits(2, 4), *hits(2, 2)], 1),
        (7, [*hits(2, 4), *hits(1, 2)], 0),
        (6, [*hits(2, 4), *hits(2, 4)], 1),  # the mason works at once, with 6 less 2
    ],
)
def test_who_is_no_longer_out_works_from_the_next_volley_on(
    version: int, dice: list[int], works: int
) -> None:
    seconds = (
        (0, officer({"Field Dressing": 4, "Mason": 2}, id="sergeant")),
        (0, officer({"Mason": 6}, id="mason")),
    )
    state = by(version, battle(plain(), plain(), seconds=seconds, **HILL))
    wound(state, 3, 3)
    wound(state, 3, 3)
    assert state.people[3].out
    bought: Order = ("spend", ("dress-mason", 1), ("reinforce-1", 1))
    volley(state, "rally", "hold", [*hits(3, 4), *dice], {("spend", 0): bought})  # a Rally of 3 at Ob 1
    assert state.works[state.nodes.index("alder-hill")] == works
    assert not state.people[3].out
