"""The order of small steps where several things happen at once, worked out by hand from the rulebook."""

from __future__ import annotations

import pytest
from rulebooks.battlesystem.individuals import belongs
from rulebooks.battlesystem.regiments import battle, captain, hero, men, skirmishers
from rulebooks.battlesystem.test_heroes_and_spears_by_hand import Loaded

from banneret.rulebooks.battlesystem import rounds, stages
from banneret.rulebooks.battlesystem.movement import compelled_moves
from banneret.rulebooks.battlesystem.movement.charges import charging
from banneret.rulebooks.battlesystem.space import standing
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.tables.missiles import missile_of
from banneret.rulebooks.battlesystem.unit import CLOSED, OPEN
from banneret.testing import Script

# ---------------------------------------------------------------- put to flight in the Initial Missile Phase


def under_fire(version: int, loose: bool = False) -> State:
    """Twenty archers look north at Blues in open order, or skirmishing, 8 inches off, who will run north.

    20 - 6 + 1 (open) + 2 (medium range) + 8 is 25: 20 hit dice, five figures of 4 hit dice, or two of 10.
    """
    bow = missile_of("long-bow")
    blues = men("Blues", 12, 6, 30, 28, 180, side=1, formation=OPEN, figure=40, morale=8)
    if loose:
        spots = [(27.0 + 2.0 * number, 28.375) for number in range(4)]
        blues = skirmishers("Blues", spots, 180, side=1, morale=8)
    return battle(
        men("Archers", 20, 10, 30, 20, 0, missile=bow, volleys=bow.volleys),
        blues,
        leaders=[captain("Aldo", 30, 40, side=1, radius=24)],
        tier=stages.INTERMEDIATE,
        stage=stages.INITIAL_MISSILES,
        options={"version": version},
        depth=96.0,
    )


def played(state: State, table: Loaded, until: int) -> Loaded:
    """Steps until a stage begins."""
    while state.stage != until:
        rounds.play_step(state, table)
    return table


FAILING = {(6, 0): 4, (6, 1): 4, (10, 1): 10, (10, 0): 1}
"""No check of the Blues is passed, nor any attempt to rally them."""


@pytest.mark.rule("battlesystem:6.4", "battlesystem:7.15g", "battlesystem:1.2")
@pytest.mark.parametrize("loose", [False, True])
@pytest.mark.parametrize(("version", "more"), [(14, 0.0), (15, 9.0)])
def test_who_runs_from_the_first_arrows_runs_on_in_the_same_round(
    version: int, more: float, loose: bool
) -> None:
    """12 inches at once, and since nobody rallies them in the Rally Phase that follows, 9 inches in the Movement Phase after it."""
    state = under_fire(version, loose)
    table = Loaded(FAILING, [("shoot", 0, 1)])
    played(state, table, stages.RALLY)
    blues = state.units[1]
    assert blues.routed
    y = standing.centre(blues)[1]
    played(state, table, stages.MISSILES)
    assert standing.centre(blues)[1] == pytest.approx(y + more)


@pytest.mark.rule("battlesystem:6.3", "battlesystem:1.2")
@pytest.mark.parametrize(("version", "closes"), [(14, False), (15, True)])
def test_who_is_rallied_after_the_first_arrows_may_reform_in_the_same_round(
    version: int, closes: bool
) -> None:
    """The check fails, the rally succeeds: in the Movement Phase that follows they may change formation, and no more."""
    state = under_fire(version)
    table = Loaded(dict(FAILING), [("shoot", 0, 1)])
    played(state, table, stages.RALLY)
    table.falls[10, 1] = 1
    table.orders = [("rally", 1, 0), ("face", 1, "about"), ("move", 1, ("formation", "closed"))]
    played(state, table, stages.MISSILES)
    blues = state.units[1]
    assert (blues.routed, blues.rallied) == (False, True)
    assert (blues.formation == CLOSED) is closes


@pytest.mark.rule("battlesystem:9.0a", "battlesystem:7.15g")
@pytest.mark.parametrize(("version", "asked"), [(14, False), (15, True)])
def test_a_member_may_leave_before_troops_run_on_from_the_first_arrows(version: int, asked: bool) -> None:
    """Changes of role are declared when the Movement Phase opens: the run in the phase of missiles was before it, the next is still to come."""
    state = under_fire(version)
    sheet, one = hero("Hal", 30, 30, side=1)
    one.id = 1
    state.setting.sheets[1], state.individuals[1] = sheet, one
    belongs(state, 1, 1)
    table = Loaded(FAILING, [("shoot", 0, 1), ("role", 1, "hero")])
    played(state, table, stages.MISSILES)
    assert any(decision.kind == "role" for decision in table.asked) is asked
    assert state.individuals[1].on_table is asked
    if asked:  # beside the unit where it stood when the phase began
        assert standing.centre(state.units[1])[1] - state.individuals[1].y > 7.0


# ---------------------------------------------------------------- attacked before its own run


@pytest.mark.rule("battlesystem:6.4", "battlesystem:6.4a", "battlesystem:7.15g")
@pytest.mark.parametrize(("version", "more"), [(14, 0.0), (15, 9.0)])
def test_who_was_ridden_down_before_its_own_part_still_runs_on_in_it(version: int, more: float) -> None:
    """The run of an attacked unit is an exception to one move in a round: 9 inches at once, and 9 in the part of its side, unrallied."""
    state = battle(
        men("Axes", 4, 2, 30, 13.6, attack_rating=0),
        men("Runners", 12, 4, 30, 30, side=1, formation=OPEN, routed=True, in_command=False, armour_class=10),
        depth=96.0,
        movers=(0, 1),
        options={"version": version},
    )
    charging.charge(state, Script(dice=[]), state.units[0], state.units[1], [("slide", 0)])
    block = state.units[1].block
    assert block is not None
    assert block.y == pytest.approx(39.0, abs=0.01)
    state.stage, state.part = stages.COMPELLED, 1
    compelled_moves.compelled_step(state, Script())
    block = state.units[1].block
    assert block is not None
    assert block.y == pytest.approx(39.0 + more, abs=0.01)
    compelled_moves.run_on(state, Script(), state.units[1])  # once
    assert state.units[1].block == block


@pytest.mark.rule("battlesystem:6.4a", "battlesystem:10.6a", "battlesystem:2.9d")
@pytest.mark.parametrize(("version", "gone"), [(14, 9.0), (15, 18.0)])
def test_routed_skirmishers_shot_at_before_they_run_on_still_run_on(version: int, gone: float) -> None:
    """As a unit in a block does: 9 inches from the arrows, though they hit nobody, and then 9 inches of their own."""
    bow = missile_of("long-bow")
    spots = [(28.0, 30.0), (32.0, 30.0)]
    runners = skirmishers("Runners", spots, 0, side=1, armour_class=0, routed=True)
    for single in runners.unit.singles or ():
        single.routed = True
    state = battle(
        men("Archers", 8, 8, 30, 20, 0, missile=bow, volleys=bow.volleys),
        runners,
        tier=stages.INTERMEDIATE,
        stage=stages.COMPELLED,
        depth=96.0,
        movers=(1, 0),
        options={"version": version},
    )
    table = Loaded({(6, 0): 6}, [("shoot", 0, 1, 0)])
    compelled_moves.compelled_step(state, table)
    assert table.orders == []
    singles = state.units[1].singles
    assert singles is not None
    assert [single.y for single in singles] == pytest.approx([30.0 + gone] * 2)
