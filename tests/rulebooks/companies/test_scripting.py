"""How the computer writes its scripts and saves its dice."""

from __future__ import annotations

from rulebooks.companies.musters import battle, force, officer

from banneret.rulebooks.companies.ai.scripting import foresee, opened, saved
from banneret.rulebooks.companies.ai.shopping import charging
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
    assert opened(state, prospects, OWN, matrix, SURE)
    assert matrix[RALLY][SCOUT] > before[RALLY][SCOUT]
    assert [matrix[action] == before[action] for action in (CHARGE, HOLD, SCOUT)] == [True, True, True]
    assert solve(matrix)[2] >= solve(before)[2]


def test_dice_are_saved_only_for_a_charge_that_is_written() -> None:
    state = meeting()
    company = state.companies[0]
    company.written = [RALLY, CHARGE, UNWRITTEN]
    worth = charging(state, 0, 1, "weapon-die", OWN)
    company.written = [RALLY, HOLD, UNWRITTEN]
    assert worth > 0.0 == charging(state, 0, 1, "weapon-die", OWN)
