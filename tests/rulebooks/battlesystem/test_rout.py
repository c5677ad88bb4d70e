"""Routs: which way, how far, whom they carry along, what stops them."""

from __future__ import annotations

import math
from typing import Any

import pytest
from rulebooks.battlesystem.regiments import area, battle, crowd, men, skirmishers

from banneret.geometry.plane import forward
from banneret.geometry.rectangles import distance, overlap, placed
from banneret.geometry.sweeps import ground_way
from banneret.rulebooks.battlesystem.blocks.block import Block
from banneret.rulebooks.battlesystem.blocks.block_moves import turned
from banneret.rulebooks.battlesystem.command import in_command
from banneret.rulebooks.battlesystem.morale import checks_and_routs
from banneret.rulebooks.battlesystem.morale.causes import LOSSES, Cause
from banneret.rulebooks.battlesystem.morale.checks_and_routs import check
from banneret.rulebooks.battlesystem.morale.rout import stragglers
from banneret.rulebooks.battlesystem.morale.rout.captives import Capture
from banneret.rulebooks.battlesystem.space import standing
from banneret.rulebooks.battlesystem.stages import INTERMEDIATE
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.tables.edges import EAST, NORTH, SOUTH, WEST
from banneret.rulebooks.battlesystem.tables.rosters import REGULAR
from banneret.rulebooks.battlesystem.unit import CAPTURED, FIELD, FLED, NOBODY, OPEN, SLAIN
from banneret.rulebooks.battlesystem.view.pieces import fate
from banneret.rulebooks.battlesystem.view.questions import question
from banneret.testing import Script


def at(state: State, number: int = 0) -> tuple[float, float]:
    x, y = standing.centre(state.units[number])
    return round(x, 2), round(y, 2)


def heading(state: State, number: int = 0) -> float:
    block = state.units[number].block
    assert block is not None
    return block.heading


def overlaps(state: State) -> list[tuple[int, int]]:
    units = [unit for unit in state.units.values() if unit.status == FIELD]
    return [
        (one.id, two.id)
        for one in units
        for two in units
        if one.id < two.id and any(overlap(a, b) for a in standing.ground(one) for b in standing.ground(two))
    ]


def centred(name: str, x: float, y: float, facing: float = 0.0, **changes: Any) -> Any:
    """Twelve men in open formation, 7 in by 2 in, with their middle there."""
    east, north = forward(facing)
    return men(name, 12, 6, x + east, y + north, facing, formation=OPEN, **changes)


# ---------------------------------------------------------------- direction


@pytest.mark.rule("battlesystem:7.15a")
@pytest.mark.parametrize(
    ("cause", "word", "end"),
    [
        ((30, 24), None, (30, 42)),  # away is home
        ((36, 36), None, (18, 30)),  # away 225, home 0: 270 is 45 from away and nearest to home
        ((30, 36), 135, (38.49, 21.51)),  # home exactly behind: the owner chooses
        ((30, 36), 225, (21.51, 21.51)),
        ((24, 30), None, (38.49, 38.49)),  # away 90: 45
    ],
)
def test_away_from_the_cause_and_toward_home(
    cause: tuple[float, float], word: int | None, end: tuple[float, float]
) -> None:
    state = battle(centred("Reds", 30, 30), homes=[NORTH, SOUTH])
    table = Script(orders=[("rout", 0, word)] if word is not None else [])
    checks_and_routs.rout(state, table, state.units[0], Cause(LOSSES, NOBODY, *cause))
    table.finish()
    assert at(state) == pytest.approx(end, abs=0.011)
    assert state.units[0].rout_heading == heading(state)
    assert table.kinds == ([] if word is None else ["rout"])


@pytest.mark.rule("battlesystem:7.15a")
def test_without_a_place_the_cause_is_that_unit_else_the_nearest_enemy_else_home_it_goes() -> None:
    blues = men("Blues", 12, 6, 30, 33, 180, side=1)  # middle at (30, 33.75)
    greens = men("Far", 12, 6, 41, 27, 270, side=1)
    for enemy, expected in ((2, 225.0), (NOBODY, 180.0)):
        state = battle(centred("Reds", 30, 30), blues, greens)
        checks_and_routs.rout(state, Script(), state.units[0], Cause(LOSSES, enemy))
        assert state.units[0].rout_heading == (expected if enemy == NOBODY else pytest.approx(225, abs=45))
    state = battle(centred("Reds", 30, 30), homes=[EAST, NORTH])
    checks_and_routs.rout(state, Script(), state.units[0], Cause(LOSSES))
    assert at(state) == (42, 30)


@pytest.mark.rule("battlesystem:7.15", "battlesystem:4.5c", "battlesystem:7.6")
def test_a_rout_turns_the_back_keeps_formation_and_costs_command_debts_and_orders() -> None:
    reds = centred("Reds", 30, 30, debt=3, rash=True, quarry=1, movement=6.0)
    state = battle(reds, men("Blues", 12, 6, 30, 31, 180, side=1))
    checks_and_routs.rout(state, Script(), state.units[0], Cause(LOSSES, 1))
    unit = state.units[0]
    assert (at(state), heading(state)) == ((30, 22), 180)
    assert (unit.routed, unit.in_command, unit.formation, unit.debt) == (True, False, OPEN, 0)
    assert (unit.rash, unit.quarry, unit.finished, unit.acted) == (False, NOBODY, True, True)
    assert unit.block is not None
    assert unit.block.files == 6
    assert unit.leader_at in range(6)


@pytest.mark.rule("battlesystem:7.15", "battlesystem:7.6")
def test_the_order_of_figures_does_not_hold_a_rout_up() -> None:
    # one file has gone on alone: the unit routs from where its block stands
    reds = men("Reds", 2, 2, 30, 30, 0, formation=OPEN)
    reds.unit.stand(reds.unit.block, ((29.375, 29.625, 0.0), (30.625, 31.0, 0.0)))
    state = battle(reds)
    checks_and_routs.rout(state, Script(), state.units[0], Cause(LOSSES, NOBODY, 30, 36))
    assert state.units[0].loose is None
    assert at(state)[0] == 30


# ---------------------------------------------------------------- friends


@pytest.mark.rule("battlesystem:7.15b")
def test_a_steady_friend_is_broken_around_and_the_way_measured_straight_through() -> None:
    # the router's front, turned south, is at y 35; the friend begins 4 in on and is 1.5 in deep
    state = battle(centred("Reds", 30, 36), men("Guards", 12, 6, 30, 31))
    table = Script(dice=[4, 4])
    checks_and_routs.rout(state, table, state.units[0], Cause(LOSSES, NOBODY, 30, 40))
    table.finish()
    assert at(state) == (30, 24)
    assert [unit.routed for unit in state.units.values()] == [True, False]
    assert "Reds run into Guards" in table.news
    assert overlaps(state) == []


@pytest.mark.rule("battlesystem:7.15b")
def test_who_would_end_on_a_friend_is_pushed_on_until_clear() -> None:
    # after 12 in it would stand at y 23 to 25; the friend stands at 23.5 to 25
    state = battle(centred("Reds", 30, 36), men("Guards", 12, 6, 30, 25))
    checks_and_routs.rout(state, Script(dice=[4, 4]), state.units[0], Cause(LOSSES, NOBODY, 30, 40))
    assert at(state) == (30, 22.49)  # its rear at 23.49, the tolerance off
    assert overlaps(state) == []


@pytest.mark.rule("battlesystem:7.15b")
def test_friends_met_while_it_is_pushed_on_check_as_well() -> None:
    # its 12 in end on the guards, y 23.5 to 25; pushed on past them it stands on the others, y 21.5 to 23, and again past these
    others = men("Others", 12, 6, 30, 23)
    state = battle(centred("Reds", 30, 36), men("Guards", 12, 6, 30, 25), others)
    table = Script(dice=[4, 4, 4, 4])
    checks_and_routs.rout(state, table, state.units[0], Cause(LOSSES, NOBODY, 30, 40))
    table.finish()
    assert [event.data["target"] for event in table.events if event.kind == "panic"] == ["u1", "u2"]
    assert at(state) == (30, 20.49)


@pytest.mark.rule("battlesystem:7.15b", "battlesystem:4.5b")
def test_a_closed_friend_that_fails_only_opens_and_is_broken_around() -> None:
    state = battle(centred("Reds", 30, 36), men("Guards", 12, 6, 30, 31))
    checks_and_routs.rout(state, Script(dice=[10, 10]), state.units[0], Cause(LOSSES, NOBODY, 30, 40))
    assert [unit.routed for unit in state.units.values()] == [True, False]
    assert state.units[1].formation == OPEN
    assert at(state) == (30, 24)


@pytest.mark.rule("battlesystem:7.15b")
def test_an_open_friend_that_fails_runs_ahead_and_carries_others_along() -> None:
    # both friends are open; each fails; the last stands beyond the first one's end
    first, second = centred("First", 30, 30), centred("Second", 30, 21)
    state = battle(centred("Reds", 30, 36), first, second, width=60)
    table = Script(dice=[10, 10, 10, 10])
    checks_and_routs.rout(state, table, state.units[0], Cause(LOSSES, NOBODY, 30, 40))
    table.finish()
    assert [unit.routed for unit in state.units.values()] == [True, True, True]
    # Second runs from First's middle at contact, 12 in south: to y 9; First to 18; Reds to 24
    assert [at(state, number) for number in range(3)] == [(30, 24), (30, 18), (30, 9)]
    assert overlaps(state) == []


@pytest.mark.rule("battlesystem:7.15b")
def test_each_friend_checks_once_and_routed_friends_are_passed() -> None:
    guards = men("Guards", 12, 6, 30, 31)
    gone = centred("Gone", 30, 27, routed=True)
    state = battle(centred("Reds", 30, 36), guards, gone)
    table = Script(dice=[1, 1])
    checks_and_routs.rout(state, table, state.units[0], Cause(LOSSES, NOBODY, 30, 40))
    table.finish()


@pytest.mark.rule("battlesystem:7.15b", "battlesystem:4.1h")
def test_friends_that_never_check_are_broken_around_without_a_roll() -> None:
    state = battle(centred("Reds", 30, 36), men("Zombies", 12, 6, 30, 31, never_checks=True))
    checks_and_routs.rout(state, Script(), state.units[0], Cause(LOSSES, NOBODY, 30, 40))
    assert at(state) == (30, 24)


@pytest.mark.rule("battlesystem:7.15b", "battlesystem:2.9b")
def test_skirmishers_in_the_way_are_passed_through_and_check_once() -> None:
    # the nearer ones see the rout (9 in and less), the farther one, 10 in on, is run through
    scouts = skirmishers("Scouts", [(30, 30), (28, 24.25)], movement=9.0)
    state = battle(centred("Reds", 30, 36), scouts)
    assert distance(standing.base_of(state.units[1], 1), standing.ground(state.units[0])[0]) > 9
    table = Script(dice=[1, 1, 1, 1])
    checks_and_routs.rout(state, table, state.units[0], Cause(LOSSES, NOBODY, 30, 40))
    table.finish()
    assert overlaps(state) == []


# ---------------------------------------------------------------- skirmishers


@pytest.mark.rule("battlesystem:2.9b", "battlesystem:4.4")
def test_skirmishers_check_singly_when_friends_rout_within_their_movement() -> None:
    # the router reaches from x 26.5 to 33.5; base edges 11.9 and 12.5 in away from its side
    scouts = skirmishers("Scouts", [(33.5 + 11.9 + 0.375, 30), (33.5 + 12.5 + 0.375, 30)], movement=12.0)
    state = battle(centred("Reds", 30, 30), scouts)
    table = Script(dice=[10, 10])
    checks_and_routs.rout(state, table, state.units[0], Cause(LOSSES, NOBODY, 30, 36))
    table.finish()
    singles = state.units[1].singles
    assert singles is not None
    assert [single.routed for single in singles] == [True, False]
    assert not state.units[1].routed
    # away from the friend's middle, which was 15.8 in west: east, and 45 degrees toward home
    assert singles[0].heading == 135
    assert (round(singles[0].x - 45.775, 2), round(singles[0].y - 30, 2)) == (11.31, -11.31)


@pytest.mark.rule("battlesystem:2.9b")
def test_a_lone_runner_shakes_figures_of_other_units_and_their_runners_his_fellows() -> None:
    mine = skirmishers("Mine", [(20, 30), (24, 30)], movement=9.0)
    other = skirmishers("Other", [(16, 30)], movement=9.0)
    state = battle(mine, other, men("Blues", 12, 6, 20, 45, 180, side=1))
    table = Script(dice=[10, 10, 10, 10])
    checks_and_routs.rout_single(state, table, state.units[0], 0, Cause(LOSSES, 2), 12.0)
    table.finish()
    assert [event.data["unit"] for event in table.events if event.kind == "morale"] == ["u1", "u0"]
    assert [unit.routed for unit in state.units.values()] == [True, True, False]


@pytest.mark.rule("battlesystem:2.9b")
def test_he_shakes_his_own_fellows_only_under_the_option() -> None:
    for chain, rolled in ((False, 0), (True, 2)):
        scouts = skirmishers("Mine", [(20, 30), (24, 30)], movement=9.0)
        state = battle(scouts, options={"skirmish_chain": chain})
        table = Script(dice=[1, 1])
        checks_and_routs.rout_single(state, table, state.units[0], 0, Cause(LOSSES, NOBODY, 20, 40), 12.0)
        assert len(table.rolled_for) == rolled


@pytest.mark.rule("battlesystem:4.5c", "battlesystem:7.15", "battlesystem:2.9d")
def test_a_skirmish_unit_that_fails_runs_figure_by_figure() -> None:
    scouts = skirmishers("Scouts", [(20, 30), (30, 30)], movement=6.0)
    enemy = men("Blues", 4, 4, 25, 34, 180, side=1)
    state = battle(scouts, enemy)
    assert not check(state, Script(dice=[10, 10]), state.units[0], Cause(LOSSES, 1))
    unit = state.units[0]
    assert unit.singles is not None
    assert unit.routed
    one, two = unit.singles
    # the enemy's middle is (25, 34.375): away is 48.81 degrees off home, to either side
    assert (one.rout_heading, two.rout_heading) == (183.81, 176.19)
    assert one.done
    assert two.done


@pytest.mark.rule("battlesystem:7.4", "battlesystem:7.15")
def test_routed_skirmishers_end_an_inch_from_their_fellows_and_on_nobody() -> None:
    scouts = skirmishers("Scouts", [(30, 30), (30, 21.9), (30.2, 14.7)], movement=6.0)
    state = battle(scouts, men("Guards", 4, 4, 30, 20))
    checks_and_routs.rout_single(state, Script(), state.units[0], 0, Cause(LOSSES, NOBODY, 30, 40), 8.0)
    unit = state.units[0]
    bases = [standing.base_of(unit, figure) for figure in range(3)]
    assert distance(bases[0], bases[1]) >= 1.0 - 0.011
    assert distance(bases[0], bases[2]) >= 1.0 - 0.011
    assert overlaps(state) == []
    assert unit.singles is not None
    assert unit.singles[0].y < 19  # pushed on past fellow and guards
    assert not state.units[1].routed  # a single runner shakes no unit


# ---------------------------------------------------------------- obstacles


@pytest.mark.rule("battlesystem:7.15c")
def test_the_least_turn_that_lets_it_go_all_the_way() -> None:
    # a bog 3 in ahead, and wide; the least turn clears its corner for the whole 12 in
    bog = [(20.0, 20.0), (31.0, 20.0), (31.0, 26.0), (20.0, 26.0)]
    state = battle(men("Reds", 2, 1, 30, 30, 0, formation=OPEN), ground=[bog])
    checks_and_routs.rout(state, Script(), state.units[0], Cause(LOSSES, NOBODY, 30, 40))
    end = at(state)
    taken = heading(state)
    assert state.units[0].rout_heading == taken < 180
    start = (30.0, 29.0)
    assert ((end[0] - start[0]) ** 2 + (end[1] - start[1]) ** 2) ** 0.5 == pytest.approx(12, abs=0.01)
    assert not any(state.setting.ground[0].meets(part) for part in standing.ground(state.units[0]))
    # no smaller turn, to either side, would have let it go so far
    column = Block(30, 30, 0, 2, 1, 0.75, 0.75, 0.5)
    for degrees in range(0, int(180 - taken), 5):
        for tried in (180 - degrees, 180 + degrees):
            assert ground_way(turned(column, tried).area(), tried, 12, state.setting.walls) < 12


@pytest.mark.rule("battlesystem:7.15c", "battlesystem:7.15g")
def test_enemies_are_run_around_and_the_new_direction_is_kept() -> None:
    reds = men("Reds", 4, 2, 30, 30, 0, formation=OPEN, movement=6.0)  # 2 in wide
    behind = men("Blues", 4, 4, 31, 26, 90, side=1)
    state = battle(reds, behind)
    checks_and_routs.rout(state, Script(), state.units[0], Cause(LOSSES, NOBODY, 30, 40))
    taken = state.units[0].rout_heading
    assert 180 < taken <= 270  # most of the enemy stands to the east
    assert overlaps(state) == []
    before = at(state)
    state.units[0].finished = False
    checks_and_routs.rout_on(state, Script(), state.units[0])
    after = at(state)
    assert state.units[0].rout_heading == taken
    assert ((after[0] - before[0]) ** 2 + (after[1] - before[1]) ** 2) ** 0.5 == pytest.approx(6, abs=0.02)


@pytest.mark.rule("battlesystem:7.15c")
def test_what_the_turn_overlaps_does_not_hold_it() -> None:
    # an enemy in front: turned by 90 degrees the block, 7 in wide, overlaps it, and runs out of it all the same
    reds = centred("Reds", 30, 30)
    state = battle(reds, men("Blues", 4, 4, 30, 31, 180, side=1), homes=[EAST, NORTH])
    checks_and_routs.rout(state, Script(), state.units[0], Cause(LOSSES, NOBODY, 20, 30))
    assert at(state) == (42, 30)
    assert overlaps(state) == []


@pytest.mark.rule("battlesystem:7.15c")
def test_nobody_runs_on_inside_what_the_turn_overlaps() -> None:
    # its back to a pond that begins at x 32: about (31, 24), turned south, it would lie from x 27.5 to 34.5 and stay in it all the
    # way. Turned by a it is 3.5 cos a + sin a to either side and comes 12 sin a west: 10 degrees bring its end to x 32.54, 15 to 31.53
    pond = [(32.0, 2.0), (40.0, 2.0), (40.0, 40.0), (32.0, 40.0)]
    state = battle(centred("Reds", 31, 24, 270), ground=[pond])
    checks_and_routs.rout(state, Script(), state.units[0], Cause(LOSSES, NOBODY, 31, 35))
    assert heading(state) == 195
    assert at(state) == pytest.approx(
        (31 - 12 * math.sin(math.radians(15)), 24 - 12 * math.cos(math.radians(15))), abs=0.01
    )


@pytest.mark.rule("battlesystem:7.15c", "battlesystem:7.15b")
def test_nobody_runs_on_along_an_enemy_and_is_pushed_past_him() -> None:
    # east, away from the flanker and toward home, the block would lie 2.5 in deep in the line that it faces, to x 45, and be pushed
    # past its end. After 12 in, turned by a, its lowest corner is at y 25 + 12 sin a - 3.5 cos a - sin a: 23.46 at 10, 24.47 at 15
    state = battle(
        men("Reds", 12, 6, 30, 24, 180, formation=OPEN),
        men("Line", 48, 24, 36, 24, 0, side=1),
        men("Flankers", 12, 6, 26.5, 25, 90, side=1),
        homes=[EAST, NORTH],
    )
    checks_and_routs.rout(state, Script(), state.units[0], Cause(LOSSES, 2, 25.75, 25))
    assert heading(state) == 75
    assert at(state) == pytest.approx(
        (30 + 12 * math.cos(math.radians(15)), 25 + 12 * math.sin(math.radians(15))), abs=0.01
    )
    assert overlaps(state) == []


@pytest.mark.rule("battlesystem:7.15c", "battlesystem:7.15h")
def test_nobody_leaves_the_table_through_a_bog() -> None:
    # home is west, 8 in on; turned that way it would lie from y 27.6 to 34.6, and the bog reaches up to y 30
    bog = [(0.0, 20.0), (14.0, 20.0), (14.0, 30.0), (0.0, 30.0)]
    state = battle(centred("Reds", 8, 31.1), ground=[bog], homes=[WEST, SOUTH])
    checks_and_routs.rout(state, Script(), state.units[0], Cause(LOSSES, NOBODY, 20, 31.1))
    assert state.units[0].status == FLED
    # turned by a it reaches cos a + 3.5 sin a ahead; at the edge it has come (8 - that) tan a up, and its lowest corner is
    # 3.5 cos a + sin a below its middle: at y 29.60 with 20 degrees, at 30.12 with 25
    assert state.units[0].rout_heading == 295


# ---------------------------------------------------------------- surrounded


def ring(gap: float, **facts: Any) -> list[Any]:
    """Four enemies around a closed-up unit of 4 open men (2 in square) at (30, 30), 0.7 in gaps but one of `gap`.

    The south and the north one are 4 in wide; the west one touches, the east one leaves the gap to the south one.
    """
    far = {"side": 1, "width": 1.0, "depth": 1.0, **facts}
    north = men("North", 4, 4, 30, 31, 180, **far)  # x 28 to 32, y 31 to 32
    south = men("South", 4, 4, 30, 29, 0, **far)  # x 28 to 32, y 28 to 29
    west = men("West", 2, 2, 29, 30, 90, **far)  # x 28 to 29, y 29 to 31
    east = men("East", 2, 2, 31, 30, 270, **far)
    # from y 29 + gap up, 2 in long, facing west
    east.unit.stand(Block(31.0, 30.0 + gap, 270, 2, 2, 1.0, 1.0, 0.0))
    north.unit.stand(Block(30.0, 31.0 + gap, 180, 4, 4, 1.0, 1.0, 0.0))
    return [north, south, west, east]


def caught(**changes: Any) -> Any:
    return men("Reds", 4, 2, 30, 31, 0, formation=OPEN, **changes)  # x 29 to 31, y 29 to 31


@pytest.mark.rule("battlesystem:7.15d")
def test_who_is_surrounded_is_destroyed_who_has_a_gap_of_an_inch_escapes() -> None:
    for gap, expected in ((0.0, SLAIN), (0.7, SLAIN), (1.2, FIELD)):
        state = battle(caught(), *ring(gap))
        checks_and_routs.rout(state, Script(), state.units[0], Cause(LOSSES, 1))
        assert state.units[0].status == expected, gap
        if expected == SLAIN:
            assert (state.units[0].figures, state.units[0].block) == (0, None)


@pytest.mark.rule("battlesystem:7.15d")
def test_a_single_rank_between_two_enemies_runs_out_at_its_open_flanks() -> None:
    # four open men, 4.5 in by 0.75 in, as wide as the enemies before and behind them; home is west
    state = battle(
        men("Reds", 4, 4, 30, 24, 0, formation=OPEN, starting=8),
        men("Front", 12, 6, 30, 24, 180, side=1),
        men("Rear", 12, 6, 30, 23.25, 0, side=1),
        homes=[WEST, NORTH],
    )
    checks_and_routs.rout(state, Script(), state.units[0], Cause(LOSSES, NOBODY, 34, 23.625))
    assert (at(state), heading(state)) == ((18, 23.62), 270)


@pytest.mark.rule("battlesystem:7.15d")
def test_skirmishers_and_friends_do_not_shut_anybody_in_mobs_and_bogs_do() -> None:
    def fate(east: Any, **setup: Any) -> int:
        north, south, west, _ = ring(0.0)
        state = battle(caught(), north, south, west, *east, **setup)
        checks_and_routs.rout(state, Script(dice=[1, 1] * 9), state.units[0], Cause(LOSSES, 1))
        return state.units[0].status

    block = ring(0.0)[3]
    assert fate([block]) == SLAIN
    assert fate([]) == FIELD
    assert fate([skirmishers("Loose", [(31.5, 29.5), (31.5, 30.5)], side=1)]) == FIELD
    assert fate([men("Friend", 2, 2, 31, 30, 270)]) == FIELD
    mob = crowd("Mob", 4, 31, 30, 270, side=1, width=1.0, depth=1.0)
    assert fate([mob]) == SLAIN
    bog = [(31.0, 28.0), (33.0, 28.0), (33.0, 32.0), (31.0, 32.0)]
    assert fate([], ground=[bog]) == SLAIN


@pytest.mark.rule("battlesystem:7.15e", "battlesystem:7.15c")
def test_through_a_gap_the_unit_goes_its_inches_along_the_way_home() -> None:
    # the gap between the east and the south enemy, x 31 to 32 and y 29 to 30.2, leads out to the east
    state = battle(caught(movement=6.0), *ring(1.2))
    checks_and_routs.rout(state, Script(), state.units[0], Cause(LOSSES, 1))
    unit = state.units[0]
    assert unit.routed
    assert unit.block is not None
    # from (30, 30) to (32.5, 29.25) it is 2.61 in; 5.39 are left to go south
    assert (unit.block.x, unit.block.y) == pytest.approx(
        (32.5, 29.25 - (8 - math.hypot(2.5, 0.75))), abs=0.01
    )
    assert (unit.block.heading, unit.block.files, unit.loose) == (180, 2, None)
    assert unit.rout_heading == 180
    assert overlaps(state) == []


@pytest.mark.rule("battlesystem:7.15e", "battlesystem:11.8n")
@pytest.mark.parametrize(("version", "rough"), [(11, 1.695), (10, 3.39)])
def test_who_runs_through_a_gap_pays_for_the_ground_beyond(version: int, rough: float) -> None:
    """As before 5.39 inches are left to go south; rough ground begins after two of them, and takes two for each."""
    moor = area("rough", 0, 0, 60, 27.25)
    state = battle(
        caught(movement=6.0), *ring(1.2), terrain=[moor], tier=INTERMEDIATE, options={"version": version}
    )
    checks_and_routs.rout(state, Script(), state.units[0], Cause(LOSSES, 1))
    assert at(state)[0] == pytest.approx(32.5, abs=0.01)
    block = state.units[0].block
    assert block is not None
    assert block.y == pytest.approx(27.25 - rough, abs=0.02)


@pytest.mark.rule("battlesystem:7.15b", "battlesystem:7.15e", "battlesystem:2.9b")
def test_friends_on_the_way_through_a_gap_check_too() -> None:
    # its way leads through (32.5, 29.25) and 9.39 in south: past regulars between y 24.5 and 26, or a skirmisher at y 26
    for friend in (
        men("Friends", 12, 6, 32.5, 26),
        skirmishers("Scouts", [(32.5, 26.0)], movement=1.0),
    ):
        state = battle(caught(movement=9.0), *ring(1.2), friend)
        table = Script(dice=[4, 4])
        checks_and_routs.rout(state, table, state.units[0], Cause(LOSSES, 1))
        table.finish()
        assert [event.data["target"] for event in table.events if event.kind == "panic"] == ["u5"]
        assert at(state) == pytest.approx((32.5, 29.25 - 9.39 + 1), abs=0.01)


@pytest.mark.rule("battlesystem:7.15e")
def test_who_would_have_to_go_farther_straggles() -> None:
    # the gap is in the far corner, and beyond it there is only room for a column
    large = {"side": 1, "width": 1.0, "depth": 1.0}
    state = battle(
        men("Reds", 6, 2, 30, 31, 0, formation=OPEN, movement=6.0),  # x 29 to 31, y 27.75 to 31
        men("North", 3, 3, 30.5, 32.2, 180, **large),
        men("South", 4, 4, 30, 27.75, 0, **large),
        men("West", 4, 4, 29, 30.2, 90, **large),
        men("East", 3, 3, 31, 29.25, 270, **large),  # x 31 to 32, y 27.75 to 30.75
    )
    before = [(base.x, base.y) for base in standing.bases(state.units[0])]
    checks_and_routs.rout(state, Script(), state.units[0], Cause(LOSSES, 1))
    unit = state.units[0]
    assert unit.block is not None
    # its way: (30, 29.375), (30.75, 31.25), (32.25, 31.25), (32.5, 30.5), and south
    way = math.hypot(0.75, 1.875) + 1.5 + math.hypot(0.25, 0.75)
    assert (unit.block.x, unit.block.y, unit.block.files) == (
        32.5,
        pytest.approx(30.5 - (8 - way), abs=0.01),
        1,
    )
    assert unit.loose is not None
    straggler = unit.loose[5]
    assert straggler[:2] != unit.block.centre(5, 0)
    x, y = max(before, key=lambda place: math.hypot(place[0] - 30.75, place[1] - 31.25))
    walked = math.hypot(30.75 - x, 31.25 - y) + straggler[0] - 30.75
    assert straggler[1] == 31.25  # on the second leg of the way, where he finds room behind the others
    assert walked <= 8.01
    assert overlaps(state) == []
    # the next move puts the unit in order
    unit.finished = False
    checks_and_routs.rout_on(state, Script(), unit)
    assert unit.loose is None
    assert overlaps(state) == []


# ---------------------------------------------------------------- captives


@pytest.mark.rule("battlesystem:7.15f")
def test_captives_need_a_guard_for_every_four() -> None:
    def taken(order: Any, figures: int = 10) -> State:
        reds = men("Reds", figures, figures // 2, 30, 31, 0, formation=OPEN, width=0.25, depth=0.25)
        walls = [
            men("North", 12, 12, 30, 31, 180, side=1),
            men("South", 12, 12, 30, 30, 0, side=1),
            men("West", 1, 1, 28, 30.5, 90, side=1),
            men("East", 1, 1, 32, 30.5, 270, side=1),
        ]
        state = battle(reds, *walls, options={"capture": True})
        table = Script(orders=[order])
        checks_and_routs.rout(state, table, state.units[0], Cause(LOSSES, 1))
        assert table.kinds == ["capture"]
        assert table.asked[0].side == 1
        return state

    state = taken(None)  # three guards of the largest unit hold ten
    assert (state.units[0].status, state.units[0].captured, state.units[1].guards) == (CAPTURED, 10, 3)
    state = taken(("capture", 0, (1, 2)))
    unit = state.units[0]
    assert (unit.status, unit.captured, unit.figures, unit.routed) == (FIELD, 8, 2, True)
    assert overlaps(state) == []
    state = taken(("capture", 0, (1, 2), (3, 1)))
    assert [unit.guards for unit in state.units.values()] == [0, 2, 0, 1, 0]
    state = taken(("destroy", 0))
    assert (state.units[0].status, state.units[0].captured) == (SLAIN, 0)


@pytest.mark.rule("battlesystem:7.15f")
def test_guards_are_laid_as_amounts_and_the_fate_of_the_taken_is_counted() -> None:
    reds = men("Reds", 10, 5, 30, 31, 0)
    state = battle(reds, men("North", 12, 12, 30, 31, 180, side=1), men("East", 2, 2, 32, 30, 270, side=1))
    asked = question(state, Capture(1, 0, 10, [(1, 12), (2, 2)]))
    assert asked.text == "Reds are surrounded, 10 figures. Take prisoners, or destroy them?"
    form = asked.form
    assert form is not None
    assert (form.kind, form.verb, form.least, form.budget) == ("amounts", "capture 0", 1, 3)
    assert [(one.word, one.label, one.most) for one in form.items] == [("1", "North", 3), ("2", "East", 2)]
    assert "3 guards hold them all" in form.help
    assert asked.default == "capture 0 (1 3)"
    unit = state.units[0]
    for figures, captured, status, text in (
        (0, 10, CAPTURED, "10 captured"),
        (0, 2, CAPTURED, "2 captured, 8 lost"),
        (3, 4, FLED, "3 fled, 4 captured, 3 lost"),
        (0, 0, SLAIN, "all 10 lost"),
    ):
        unit.figures, unit.captured = figures, captured
        unit.become(status)
        assert fate(state, unit) == text


@pytest.mark.rule("battlesystem:7.15f")
def test_what_is_no_capture_is_refused() -> None:
    question = Capture(1, 0, 10, [(1, 12), (3, 2)])
    assert question.check(question.default()) is None
    for order in question.orders():
        assert question.check(order) is None
    for wrong in (
        ("capture", 0),
        ("capture", 2, (1, 1)),
        ("capture", 0, (1, 0)),
        ("capture", 0, (3, 3)),
        ("capture", 0, (1, 4)),
        ("capture", 0, (1, 2), (3, 2)),
        ("capture", 0, (1, 1), (1, 1)),
        ("capture", 0, (2, 1)),
        ("capture", 0, 3),
        ("spare", 0),
    ):
        refusal = question.check(wrong)
        assert refusal is not None, wrong
        assert refusal.nearest == ("capture", 0, (1, 3))


# ---------------------------------------------------------------- on and off


@pytest.mark.rule("battlesystem:7.15g", "battlesystem:6.4")
def test_a_rout_goes_on_its_movement_rate_the_same_way() -> None:
    state = battle(centred("Orcs", 40, 30, 270, routed=True, rout_heading=270), homes=[NORTH, SOUTH])
    checks_and_routs.rout_on(state, Script(), state.units[0])
    assert (at(state), heading(state)) == ((31, 30), 270)
    assert state.units[0].finished


@pytest.mark.rule("battlesystem:7.15g", "battlesystem:6.4")
def test_of_skirmishers_only_those_go_on_that_are_routed() -> None:
    state = battle(skirmishers("Scouts", [(20, 30), (30, 30)]))
    singles = state.units[0].singles
    assert singles is not None
    singles[1].routed, singles[1].rout_heading = True, 90.0
    checks_and_routs.rout_on(state, Script(), state.units[0])
    assert [(single.x, single.y) for single in singles] == [(20, 30), (39, 30)]
    checks_and_routs.rout_on(state, Script(), state.units[0])  # once a round
    assert singles[1].x == 39


@pytest.mark.rule("battlesystem:6.4a")
def test_attacked_again_a_routed_unit_runs_its_rate_from_the_attackers() -> None:
    state = battle(
        centred("Reds", 30, 30, routed=True, rout_heading=90, movement=12.0),
        men("Blues", 12, 6, 30, 31, 180, side=1),
    )
    checks_and_routs.rout_again(state, Script(), state.units[0], Cause(LOSSES, 1))
    assert at(state) == (30, 18)
    assert state.units[0].rout_heading == 180


@pytest.mark.rule("battlesystem:6.4b", "battlesystem:7.15h")
def test_over_the_edge_the_whole_unit_is_gone() -> None:
    state = battle(centred("Reds", 30, 6))
    table = Script()
    checks_and_routs.rout_on(state, table, state.units[0])  # nobody routed it: heading 0, north
    assert state.units[0].status == FIELD
    state = battle(centred("Reds", 30, 6, routed=True, rout_heading=180))
    checks_and_routs.rout_on(state, table, state.units[0])  # 5 in to the edge, 9 in to go
    unit = state.units[0]
    assert (unit.status, unit.block, unit.figures) == (FLED, None, 12)
    assert "run off the table and are out" in table.news


@pytest.mark.rule("battlesystem:6.4b")
def test_just_short_of_the_edge_it_stays() -> None:
    state = battle(centred("Reds", 30, 10, routed=True, rout_heading=180))
    checks_and_routs.rout_on(state, Script(), state.units[0])  # 9 in to the edge
    assert (state.units[0].status, at(state)) == (FIELD, (30, 1))


@pytest.mark.rule("battlesystem:6.4b", "battlesystem:7.15h")
def test_skirmishers_leave_one_by_one_and_the_last_takes_the_unit_along() -> None:
    state = battle(skirmishers("Scouts", [(20, 4), (30, 14)], commander="Sly"))
    singles = state.units[0].singles
    assert singles is not None
    for single in singles:
        single.routed, single.rout_heading = True, 180.0
    checks_and_routs.rout_on(state, Script(), state.units[0])
    unit = state.units[0]
    assert (unit.status, unit.figures, unit.leader_at) == (FIELD, 1, NOBODY)
    singles[1].done = False
    checks_and_routs.rout_on(state, Script(), state.units[0])
    assert (unit.status, unit.figures) == (FLED, 0)


@pytest.mark.rule("battlesystem:7.15")
def test_fast_tables_get_no_news_and_the_same_end() -> None:
    ends = []
    for telling in (True, False):
        state = battle(centred("Reds", 30, 36), men("Guards", 12, 6, 30, 31))
        table = Script(dice=[4, 4], telling=telling)
        checks_and_routs.rout(state, table, state.units[0], Cause(LOSSES, NOBODY, 30, 40))
        ends.append(at(state))
        assert bool(table.events) is telling
    assert ends[0] == ends[1]


@pytest.mark.rule("battlesystem:7.15e", "battlesystem:7.15c")
def test_stragglers_stay_off_forbidden_ground() -> None:
    above = [(0.0, 22.5), (10.0, 23.5), (14.0, 23.0), (14.0, 25.5), (9.0, 26.0), (0.0, 25.5)]
    below = [(48.0, 22.5), (39.0, 22.0), (34.0, 23.0), (34.0, 25.5), (40.0, 25.0), (48.0, 25.5)]
    small = {"width": 0.5, "depth": 0.5, "movement": 6.0, "formation": OPEN}
    line = men("Runners", 7, 7, 33.946, 23.04, 36.21, routed=True, rout_heading=36.21, **small)
    state = battle(line, ground=[above, below], width=48, depth=48, homes=[NORTH, SOUTH])
    checks_and_routs.rout_on(state, Script(), state.units[0])
    unit = state.units[0]
    assert unit.loose is not None
    for base in standing.bases(unit):
        assert not any(area.meets(base) for area in state.setting.ground)
    assert standing.centre(unit)[1] > 25


@pytest.mark.rule("battlesystem:2.11", "battlesystem:4.5c")
def test_elite_troops_in_skirmish_formation_check_as_one_unit_and_run_singly() -> None:
    elite = skirmishers(
        "Elite", [(20, 30), (24, 30)], kind=REGULAR, special="elite", commander="Ara", radius=9, movement=6.0
    )
    state = battle(elite, centred("Reds", 30, 30), men("Blues", 12, 6, 22, 36, 180, side=1))
    unit = state.units[0]
    # a friend near by routs: they are regulars, and nobody asks them
    table = Script()
    checks_and_routs.rout(state, table, state.units[1], Cause(LOSSES, NOBODY, 30, 36))
    assert table.rolled_for == []
    # their own check is one roll; in command as they are, with nothing against them
    table = Script(dice=[7, 6])
    assert not check(state, table, unit, Cause(LOSSES, 2))
    table.finish()
    assert unit.singles is not None
    assert [single.routed for single in unit.singles] == [True, True]
    in_command.review(state, Script())
    assert not unit.in_command


@pytest.mark.rule("battlesystem:7.15e")
def test_a_straggler_leaves_the_place_of_one_who_finds_no_room_to_be_late() -> None:
    # three men of 3/4 in: the first is late, and his inches end on the place of the second, who is late too and finds no room on his way.
    # So the second gets his place, and the first stops 3/4 in behind it
    state = battle(men("Axes", 3, 3, 30, 20), men("Goblins", 2, 2, 30, 40, heading=180.0, side=1))
    block = state.units[0].block
    assert block is not None
    centres = [block.centre(0, file) for file in range(3)]
    assert centres[1] == (30.0, 19.625)
    places = [(x, y, 0.0) for x, y in centres]
    bodies = [placed(20.0, 20.0, 2.0, 2.0, 0.0), placed(*centres[2], 0.75, 0.75, 0.0)]
    late = [(0, [(30.0, 10.0), centres[1]]), (1, [(20.0, 20.0), (20.2, 20.0)])]
    found = stragglers._stragglers(state, block, late, 9.625, bodies, places)
    assert found == {0: (30.0, 18.875, 0.0)}
