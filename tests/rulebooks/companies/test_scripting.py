"""How the computer writes its scripts and saves its dice."""

from __future__ import annotations

import pytest
from rulebooks.companies.musters import battle, force, officer, plain

from banneret.kernel.order import Order
from banneret.rulebooks.companies.ai.scripting import add_saved_dice, foresee, saved
from banneret.rulebooks.companies.ai.shopping import buy, charging
from banneret.rulebooks.companies.exchange.buying.spending import Good, Spend
from banneret.rulebooks.companies.odds.prospects import OWN, Prospects, solve
from banneret.rulebooks.companies.state import UNWRITTEN, State
from banneret.rulebooks.companies.tables.actions import CHARGE, HOLD, RALLY, SCOUT

SPEAKER = {"Command": 8, "Oratory": 9, "Tactics": 2, "Orienteering": 2}
NEAR = ("west-bank", "west-bank")
SURE = [float(action == SCOUT) for action in range(8)]
"""The mix of an enemy who is sure to Scout."""


def meeting() -> State:
    """A commander who speaks and charges well, in the open beside a weaker enemy, with no ground worth an Advance."""
    forces = [force(0, dice=3), force(1, dice=1)]
    return battle(officer(SPEAKER), officer({"Orienteering": 2}, steel=3), forces=forces, places=NEAR)


def test_dice_that_a_rally_saves_are_foreseen() -> None:
    """A Rally of nine dice at Ob 1 saves three in almost every case; a Hold saves none."""
    state = meeting()
    prospects = Prospects(state, 0, 1, OWN)
    assert saved(prospects, RALLY, SURE) == 3
    world = state.copy()
    foresee(world, prospects, RALLY, SURE)
    assert world.companies[0].weapon_dice == 3
    foresee(world, prospects, HOLD, SURE)
    assert world.companies[0].weapon_dice == 0


def test_a_rally_is_worth_more_before_a_charge() -> None:
    """With three dice more for each strike the Charge after it is the best action, and the Rally has its share in that."""
    state = meeting()
    prospects = Prospects(state, 0, 1, OWN)
    matrix = prospects.matrix()
    before = [row[:] for row in matrix]
    assert add_saved_dice(state, prospects, OWN, matrix, SURE)
    assert matrix[RALLY][SCOUT] > before[RALLY][SCOUT]
    assert [matrix[action] == before[action] for action in (CHARGE, HOLD, SCOUT)] == [True, True, True]
    assert solve(matrix)[2] >= solve(before)[2]


def test_dice_are_saved_only_for_a_charge_that_is_written() -> None:
    state = meeting()
    company = state.companies[0]
    company.written = [RALLY, CHARGE, UNWRITTEN]
    worth = charging(state, 0, 1, "weapon-die", 0, OWN)
    company.written = [RALLY, HOLD, UNWRITTEN]
    assert worth > 0.0 == charging(state, 0, 1, "weapon-die", 0, OWN)


@pytest.mark.rule("companies:rally.weapon-dice")
def test_dice_that_serve_once_are_worth_one_strike_each() -> None:
    """Of two strikes that a Charge is expected to buy, each die improves both, or by the option one of them; a third die then serves no more."""
    worths = []
    for value in ("every-strike", "pool"):
        state = battle(plain(), plain(), places=NEAR, options={"rally-weapon-dice": value})
        state.companies[0].written = [RALLY, CHARGE, UNWRITTEN]
        worths.append([charging(state, 0, 1, "weapon-die", had, OWN) for had in range(3)])
    each = worths[1][0]
    assert each > 0.0
    assert worths == [[2 * each] * 3, [each, each, 0.0]]


@pytest.mark.rule("companies:rally.weapon-dice", "companies:charge.strikes")
@pytest.mark.parametrize(
    ("value", "order"),
    [("every-strike", ("spend", ("strike", 3))), ("pool", ("spend", ("strike", 1), ("strike-die", 1)))],
)
def test_strikes_are_bought_as_long_as_saved_dice_serve_them(value: str, order: Order) -> None:
    """One die against one, and one that a Rally saved: 7/8 less 1/2 is worth 0.375, with another 0.25 more, and without any nothing."""
    forces = [force(0, weapon=1), force(1, weapon=1)]
    state = battle(plain(), plain(), forces=forces, places=NEAR, options={"rally-weapon-dice": value})
    state.companies[0].weapon_dice = 1
    assert buy(state, Spend(0, 3, [Good("strike", 1, 0), Good("strike-die", 1, 0)], 0, 1), OWN) == order
