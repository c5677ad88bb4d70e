"""Routs by hand: surrounded troops, their commanders, and friends into whom a rout goes on; mended in rules version 18.

Each case was worked out before it was played.
"""

from __future__ import annotations

from typing import Any

import pytest
from rulebooks.battlesystem.individuals import leads, officer
from rulebooks.battlesystem.regiments import Troop, battle, hero, men, skirmishers
from rulebooks.battlesystem.test_heroes_and_spears_by_hand import Loaded, dice

from banneret.rulebooks.battlesystem import stages
from banneret.rulebooks.battlesystem.combat.champions import at_backs, parting
from banneret.rulebooks.battlesystem.command import in_command
from banneret.rulebooks.battlesystem.individuals import footprints
from banneret.rulebooks.battlesystem.morale import bereaved, checks_and_routs
from banneret.rulebooks.battlesystem.morale.causes import LOSSES, Cause
from banneret.rulebooks.battlesystem.movement import forced_marches
from banneret.rulebooks.battlesystem.movement.disengaging import disengaging_orders
from banneret.rulebooks.battlesystem.space import casualties
from banneret.rulebooks.battlesystem.space.casualties import count_skirmishers
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.tables.rosters import REGULAR
from banneret.rulebooks.battlesystem.unit import CAPTURED, FLED, OPEN, SLAIN, STUNNED, WAITING
from banneret.rulebooks.battlesystem.view.forecasts.champions import champion_forecast
from banneret.testing import Script

TENS = dice({10: 10, 6: 1}, {10: 1, 6: 1})


def ring(x: float, y: float) -> list[Troop]:
    """Four blocks of Blues around a figure of Reds at (x, y), each half an inch or less from it."""
    return [
        men("North", 12, 12, x, y + 1.0, 180, side=1),
        men("South", 12, 12, x, y - 1.0, 0, side=1),
        men("East", 4, 4, x + 1.0, y, 270, side=1),
        men("West", 4, 4, x - 1.0, y, 90, side=1),
    ]


def shut_in(version: int) -> State:
    """Four men in open order with their Chief, surrounded, and a slinger of their side six inches south of the ring."""
    state = battle(
        men("Men", 4, 2, 30, 24.5, 0, formation=OPEN),
        men("North", 12, 12, 30, 25.2, 180, side=1),
        men("South", 12, 12, 30, 22.2, 0, side=1),
        men("East", 8, 4, 32.5, 23.7, 270, side=1),
        men("West", 8, 4, 27.5, 23.7, 90, side=1),
        skirmishers("Slings", [(30, 16)], 0),
        leaders=[officer("Chief", 0, 0)],
        tier=stages.INTERMEDIATE,
        options={"version": version},
    )
    leads(state, 0, 0)
    in_command.review(state, Script())
    return state


@pytest.mark.rule("battlesystem:2.9b", "battlesystem:7.15d")
@pytest.mark.parametrize(("version", "checks"), [(17, 1), (18, 0)])
def test_nobody_checks_for_a_friend_who_is_destroyed_in_place_of_a_rout(version: int, checks: int) -> None:
    # The slinger is 7 inches from the men, within his 9; they are destroyed, and do not rout.
    state = shut_in(version)
    table = Loaded(TENS)
    checks_and_routs.rout(state, table, state.units[0], Cause(LOSSES, 1))
    assert state.units[0].status == SLAIN
    assert len(table.of("morale")) == checks
    assert state.units[5].routed is bool(checks)


@pytest.mark.rule("battlesystem:9.2i", "battlesystem:9.2e", "battlesystem:7.15d")
@pytest.mark.parametrize(("version", "asked", "fate"), [(17, ["stays"], WAITING), (18, [], STUNNED)])
def test_a_commander_does_not_stay_behind_where_nobody_runs(
    version: int, asked: list[str], fate: int
) -> None:
    # His unit is destroyed to the last figure: a 10 on Table 11 leaves him unconscious.
    state = shut_in(version)
    table = Loaded(TENS, [("stays", 0)])
    checks_and_routs.rout(state, table, state.units[0], Cause(LOSSES, 1))
    in_command.review(state, table)
    chief = state.individuals[0]
    assert [one.kind for one in table.asked] == asked
    assert (chief.on_table, chief.fate) == (version == 17, fate)


def slings(version: int, **options: bool) -> State:
    """Two slingers, of whom the one with their Chief is surrounded; the other stands far off."""
    state = battle(
        skirmishers("Slings", [(30, 24), (30, 12)], 0, commander="Chief", radius=10.0),
        *ring(30, 24),
        leaders=[officer("Chief", 0, 0)],
        tier=stages.INTERMEDIATE,
        options={"version": version, **options},
    )
    leads(state, 0, 0)
    in_command.review(state, Script())
    return state


@pytest.mark.rule("battlesystem:9.2e", "battlesystem:9.2i", "battlesystem:4.7")
@pytest.mark.parametrize(
    ("version", "capture", "fate", "at"),
    [(17, False, FLED, -1), (18, False, WAITING, 1), (17, True, FLED, -1), (18, True, CAPTURED, -1)],
)
def test_a_commander_lives_while_a_figure_is_left_also_where_his_own_is_shut_in(
    version: int, capture: bool, fate: int, at: int
) -> None:
    state = slings(version, capture=capture)
    table = Loaded(TENS, [])
    unit, chief = state.units[0], state.individuals[0]
    checks_and_routs.rout_single(state, table, unit, 0, Cause(LOSSES, 1), 12.0)
    in_command.review(state, table)
    assert (unit.figures, unit.leader_at, chief.fate) == (1, at, fate)
    assert (chief.unit == 0) is (at == 1)


@pytest.mark.rule("battlesystem:9.2i", "battlesystem:2.9d")
@pytest.mark.parametrize(("version", "asked"), [(17, ["stays"]), (18, [])])
def test_a_commander_who_has_fled_with_one_skirmisher_is_not_asked_for_the_others(
    version: int, asked: list[str]
) -> None:
    state = battle(
        skirmishers("Slings", [(30, 24), (34, 24), (38, 24)], 0, commander="Chief", radius=10.0),
        men("North", 12, 12, 30, 40, 180, side=1),
        leaders=[officer("Chief", 0, 0)],
        tier=stages.INTERMEDIATE,
        options={"version": version},
    )
    leads(state, 0, 0)
    singles = state.units[0].singles
    assert singles is not None
    singles[0].routed = True
    table = Loaded(TENS)
    checks_and_routs.rout(state, table, state.units[0], Cause(LOSSES, 1))
    assert [one.kind for one in table.asked] == asked
    assert state.units[0].leader_at == 0


@pytest.mark.rule("battlesystem:7.15b", "battlesystem:7.15g")
@pytest.mark.parametrize(("version", "steady", "checks"), [(17, False, 0), (18, False, 1), (18, True, 0)])
def test_skirmishers_who_run_on_into_friends_shake_them(version: int, steady: bool, checks: int) -> None:
    # Two of three slingers run 9 inches south, both through the Axes, who check once; where a third stands fast it is no unit that routs.
    places = [(29, 30), (31, 30), (50, 30)][: 3 if steady else 2]
    state = battle(
        skirmishers("Slings", places, 180),
        men("Axes", 12, 6, 30, 26, 0),
        men("North", 12, 12, 30, 46, 180, side=1),
        tier=stages.INTERMEDIATE,
        options={"version": version},
    )
    slings = state.units[0]
    assert slings.singles is not None
    for single in slings.singles[:2]:
        single.routed, single.rout_heading = True, 180.0
    count_skirmishers(slings)
    in_command.review(state, Script())
    table = Loaded(dice({10: 1}, {10: 1}))
    checks_and_routs.rout_on(state, table, slings)
    assert [event.data["unit"] for event in table.of("morale")] == ["u1"] * checks
    assert {single.y for single in slings.singles[:2]} == {21.0}


@pytest.mark.rule("battlesystem:7.15b", "battlesystem:7.15g", "battlesystem:2.9b")
@pytest.mark.parametrize(
    ("version", "fresh", "checks"), [(17, False, 0), (18, False, 1), (17, True, 1), (18, True, 1)]
)
def test_skirmishers_through_whom_a_rout_goes_on_check(version: int, fresh: bool, checks: int) -> None:
    # The Axes, 6 inches north of a slinger, run 9 inches south through him: put to flight now, or in the round before.
    state = battle(
        men("Axes", 12, 6, 30, 30, 180, formation=OPEN, routed=not fresh, rout_heading=180.0),
        skirmishers("Slings", [(30, 24)], 0),
        men("North", 12, 12, 30, 46, 180, side=1),
        tier=stages.INTERMEDIATE,
        options={"version": version},
    )
    in_command.review(state, Script())
    table = Loaded(dice({10: 1}, {10: 1}))
    if fresh:
        checks_and_routs.rout(state, table, state.units[0], Cause(LOSSES, 2))
    else:
        checks_and_routs.rout_on(state, table, state.units[0])
    assert len(table.of("morale")) == checks


@pytest.mark.rule("battlesystem:8.8d", "battlesystem:9.4a.hero-attacks", "battlesystem:8.7e")
@pytest.mark.parametrize(("version", "asked", "fallen"), [(17, [], 0), (18, ["strike"], 1)])
def test_a_hero_chooses_whom_of_the_fleeing_he_strikes(version: int, asked: list[str], fallen: int) -> None:
    # Anna, between two slingers, of whom the eastern one is wounded: 23 - 2 - 6 + 2 = 17: 5 hit dice twice, enough for a wound. At him it
    # is the second; at the other, whom she struck before, it fells that one ([8.7]: two wounds in a unit) and heals him.
    state = battle(
        skirmishers("Slings", [(29.0, 20), (31.0, 20)], 0, engaged=True),
        men("Orcs", 4, 4, 30, 20.375, 180, side=1, shots=1),
        leaders=[hero("Anna", 30, 20, 1, footprint=1.25)],
        tier=stages.INTERMEDIATE,
        options={"version": version},
    )
    slings, anna = state.units[0], state.individuals[0]
    touched = at_backs.entitled(state, slings, (0, 1))
    assert touched == {0: [0, 1]}
    casualties.wound(state, slings, 1)
    table = Loaded(dice({6: 1, 10: 1}, {6: 1, 10: 1}), [("strike", 0, 0, 1)])
    at_backs.strike(state, table, anna, slings, touched[0])
    assert [one.kind for one in table.asked if one.kind == "strike"] == asked
    singles = slings.singles
    assert singles is not None
    assert [figure for figure, single in enumerate(singles) if single.gone == SLAIN] == [fallen]
    assert not slings.wounded


@pytest.mark.rule("battlesystem:8.8d", "battlesystem:9.4a.figure-attacks")
@pytest.mark.parametrize(("version", "asked", "hurt"), [(17, [], 8), (18, ["beset"], 16)])
def test_of_several_units_their_player_says_which_strikes_at_the_back_of_a_hero(
    version: int, asked: list[str], hurt: int
) -> None:
    # Orcs before Anna and ogres at her side, of whom one figure may strike: 20 - 1 - 2 - 0 + 6 = 23: 2 hit dice in D6, 8 hit points;
    # ogres 15 - 1 - 2 - 0 + 6 = 18: 4 hit dice in D6, 16.
    state = battle(
        men("Orcs", 4, 4, 30, 20.25, 180, side=1),
        men("Ogres", 4, 4, 30.25, 20, 270, side=1, attack_rating=15),
        leaders=[hero("Anna", 30, 20)],
        tier=stages.INTERMEDIATE,
        options={"version": version},
    )
    in_command.review(state, Script())
    assert sorted(footprints.touched(state, state.individuals[0])) == [0, 1]
    # 17 + 2d6 in D6 from 19 to 29: 4 3 3 2 2 2 1 1 0.5 0.5 0.2 hit dice, four points each: 243 of 36 throws
    foreseen = champion_forecast(state, ("beset", 0, (0, 1)))
    assert foreseen is not None
    assert foreseen.text == "costs him 6.8 hit points on average"
    table = Loaded(dice({6: 3}, {6: 3}), [("beset", 0, (1, 1))])
    parting.strike_at(state, table, state.individuals[0])
    assert [one.kind for one in table.asked] == asked
    assert state.individuals[0].hurt == hurt


@pytest.mark.rule("battlesystem:7.15b", "battlesystem:2.11")
@pytest.mark.parametrize(("version", "checks"), [(17, 0), (18, 1)])
def test_elites_who_have_dispersed_check_when_a_rout_runs_through_them(version: int, checks: int) -> None:
    # The Axes rout from y 30 through one of three of the Guard, 6 inches south of them; the others stand aside.
    state = battle(
        men("Axes", 12, 6, 30, 30, 180, formation=OPEN),
        skirmishers("Guard", [(30, 24), (50, 24), (52, 24)], 0, kind=REGULAR, special="elite"),
        men("North", 12, 12, 30, 46, 180, side=1),
        tier=stages.INTERMEDIATE,
        options={"version": version},
    )
    in_command.review(state, Script())
    table = Loaded(dice({10: 1}, {10: 1}))
    checks_and_routs.rout(state, table, state.units[0], Cause(LOSSES, 2))
    assert len(table.of("morale")) == checks


def caught_guard(version: int) -> State:
    """Two of an elite unit, dispersed and out of command, one of whom Orcs touch from the north."""
    state = battle(
        skirmishers("Guard", [(30, 20), (34, 20)], 0, kind=REGULAR, special="elite"),
        men("Orcs", 6, 6, 30, 20.375, 180, side=1),
        tier=stages.INTERMEDIATE,
        options={"version": version},
    )
    in_command.review(state, Script())
    assert not state.units[0].in_command
    return state


@pytest.mark.rule("battlesystem:4.7a", "battlesystem:7.12", "battlesystem:2.11")
@pytest.mark.parametrize(("version", "may"), [(17, True), (18, False)])
def test_elites_who_have_dispersed_withdraw_and_march_only_in_command(version: int, may: bool) -> None:
    # They act as a regular unit ([2.11]), and a regular unit must be in command for both ([4.7], [7.13]); any unit may flee.
    state = caught_guard(version)
    assert (disengaging_orders.refusal(state, 0, ("withdraw", 0, (0,))) is None) is may
    assert disengaging_orders.refusal(state, 0, ("flee", 0, 0, (0,))) is None
    state.units[0].in_command = True
    assert disengaging_orders.refusal(state, 0, ("withdraw", 0, (0,))) is None
    assert forced_marches.is_led(state, state.units[0]) is (version == 18)


@pytest.mark.rule("battlesystem:6.4a", "battlesystem:4.4", "battlesystem:4.2d")
@pytest.mark.parametrize(
    ("version", "stage", "die", "rolled", "y"),
    [
        (17, stages.MISSILES, 1, 0, 21.0),
        (18, stages.MISSILES, 1, 1, 30.0),
        (18, stages.MISSILES, 10, 1, 21.0),
        (18, stages.DUELS, 1, 0, 21.0),
    ],
)
def test_routed_troops_whose_commander_is_shot_elsewhere_check(
    version: int, stage: int, die: int, rolled: int, y: float
) -> None:
    # [6.4] lets the routed run again without a roll when they are attacked, or have to check in the Melee Phase. Here nobody attacks
    # the Axes, and their Chief falls in the Missile Phase: 12 - 2 - 1 = 9 or less holds.
    fled: dict[str, Any] = {"formation": OPEN, "routed": True, "in_command": False, "rout_heading": 180.0}
    state = battle(
        men("Axes", 12, 6, 30, 30, 180, **fled),
        men("North", 12, 12, 30, 46, 180, side=1),
        leaders=[officer("Chief", 0, 0)],
        tier=stages.INTERMEDIATE,
        stage=stage,
        options={"version": version},
    )
    leads(state, 0, 0)
    state.units[0].leader_at, chief = -1, state.individuals[0]
    chief.unit, chief.fate = -1, SLAIN
    table = Loaded(dice({10: die}, {10: die}))
    bereaved.check_after(state, table, chief, enemy=1)
    block = state.units[0].block
    assert block is not None
    assert (len(table.of("morale")), block.y) == (rolled, y)
