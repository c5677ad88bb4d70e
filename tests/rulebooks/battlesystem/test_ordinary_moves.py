"""Moves of units in blocks: what they cost, where they end, what stops them, what is refused and what is lost."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as hyp
from rulebooks.battlesystem.regiments import battle, captain, crowd, men, skirmishers
from rulebooks.battlesystem.test_formations import free, give, refused, where

from banneret.geometry.rectangles import RIGHT, overlap
from banneret.geometry.sweeps import inside_board
from banneret.kernel.dice import Chance
from banneret.kernel.order import Order, read_order, write_order
from banneret.rulebooks.battlesystem import stages
from banneret.rulebooks.battlesystem.blocks.block_moves import wheel_radius
from banneret.rulebooks.battlesystem.drill import walking
from banneret.rulebooks.battlesystem.march import mover
from banneret.rulebooks.battlesystem.movement import movement_orders, movement_phase
from banneret.rulebooks.battlesystem.space import contacts, obstacles, standing
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.unit import CLOSED, NOBODY, OPEN
from banneret.testing import Script


def alone(**changes: Any) -> State:
    """Twelve closed men, six abreast, at (30, 20), who look north; the enemy is far away."""
    options = changes.pop("options", {})
    return battle(men("A", 12, 6, 30, 20, **changes), men("Far", 4, 4, 55, 47, 180, side=1), options=options)


# ---------------------------------------------------------------- steps and their cost


@pytest.mark.rule("battlesystem:7.0", "battlesystem:1.4")
def test_a_move_is_a_list_of_steps_in_any_order() -> None:
    state = alone(movement=12.0, formation=OPEN)
    unit = state.units[0]
    give(
        state, ("move", 0, ("slide", 0, 2), ("formation", "closed"), ("slide", 90 / 2, 1), ("face", "right"))
    )
    assert free(unit, state) == pytest.approx(12 - 2 - 4 - 1 - 4)
    assert unit.formation == CLOSED
    assert unit.moved
    assert not unit.finished
    give(state, ("move", 0, ("slide", 0, 1)))
    assert unit.finished  # nothing is left


@pytest.mark.rule("battlesystem:7.0")
def test_a_change_of_formation_leaves_the_rest_of_the_rate() -> None:
    state = alone(formation=OPEN)
    give(state, ("move", 0, ("formation", "closed")))
    assert free(state.units[0], state) == 6.0


@pytest.mark.rule("battlesystem:7.0", "battlesystem:1.4")
def test_a_unit_moves_once_and_its_move_ends_when_another_moves() -> None:
    state = battle(men("A", x=10), men("B", x=30), men("Far", x=50, y=45, side=1, heading=180))
    give(state, ("move", 0, ("slide", 0, 2)))
    assert state.mover == 0
    give(state, ("move", 0, ("slide", 0, 2)), ("move", 1, ("slide", 0, 2)))
    assert state.units[0].finished
    assert refused(state, "move", 0, ("slide", 0, 1)).rule == "battlesystem:1.4"
    give(state, ("done",))
    assert (state.stage, state.part, state.mover) == (stages.COMPELLED, 1, NOBODY)


@pytest.mark.rule("battlesystem:7.7", "battlesystem:7.9a")
def test_straight_and_oblique_moves() -> None:
    state = alone()
    give(state, ("move", 0, ("slide", 30, 5)))
    assert where(state.units[0]) == (32.5, 24.33, 0, 12, 6)
    assert free(state.units[0], state) == pytest.approx(4.0)
    give(state, ("move", 0, ("slide", -45, 1), ("slide", 0, 2)))
    assert where(state.units[0])[:3] == (31.793, 27.037, 0)
    bases = standing.bases(alone().units[0])
    moved = standing.bases(state.units[0])
    assert {(round(b.x - a.x, 6), round(b.y - a.y, 6)) for a, b in zip(bases, moved, strict=True)} == {
        (1.793, 7.037)
    }


@pytest.mark.rule("battlesystem:7.9a")
def test_more_than_45_degrees_aside_is_refused() -> None:
    state = alone()
    found = refused(state, "move", 0, ("slide", 46, 5))
    assert found.rule == "battlesystem:7.9a"
    assert found.nearest == ("move", 0, ("slide", 45, 5))
    found = refused(state, "move", 0, ("slide", 0, 3), ("slide", -120, 5))
    assert found.nearest == ("move", 0, ("slide", 0, 3), ("slide", -45, 5))


@pytest.mark.rule("battlesystem:7.9a")
def test_with_oblique_turns_a_unit_looks_where_it_went() -> None:
    state = alone(options={"oblique_turns": True})
    give(state, ("move", 0, ("slide", 0, 2)))
    assert where(state.units[0])[2] == 0
    give(state, ("move", 0, ("slide", 30, 5)))
    unit = state.units[0]
    assert where(unit)[2] == 30
    assert free(unit, state) == pytest.approx(2.0)
    block = unit.block
    assert block is not None
    # its middle went 5 in at 30 degrees from (30, 21.25)
    assert (block.middle_x, block.middle_y) == pytest.approx((32.5, 21.25 + 5 * math.sqrt(0.75)), abs=2e-3)


@pytest.mark.rule("battlesystem:7.7b", "battlesystem:3.5")
def test_a_plain_move_longer_than_allowed_is_cut() -> None:
    """Straight on until contact with the orcs, 6.4 in away, with a rate of 6: they are not touched."""
    state = battle(men("A", 12, 6, 30, 20, movement=6.0), men("Orcs", 12, 6, 30, 26.4, 180, side=1))
    give(state, ("move", 0, ("slide", 0, 40)))
    assert where(state.units[0])[:2] == (30, 26)
    assert not contacts.is_engaged(state, state.units[0])


@pytest.mark.rule("battlesystem:5.0a")
def test_roads_change_nothing() -> None:
    state = alone()
    state.setting.scenery.append(("road", "North road", ((30.0, 0.0), (30.0, 48.0)), 2.0))
    give(state, ("move", 0, ("slide", 0, 9)))
    assert where(state.units[0])[:2] == (30, 29)


@pytest.mark.rule("battlesystem:7.1e", "battlesystem:5.0a")
def test_forbidden_ground_friends_and_the_edge_of_the_table_stop_a_unit() -> None:
    bog = [(20.0, 24.2), (40.0, 24.2), (40.0, 30.0), (20.0, 30.0)]
    state = battle(men("A", 12, 6, 30, 20), men("Far", 4, 4, 55, 47, 180, side=1), ground=[bog])
    give(state, ("move", 0, ("slide", 0, 9)))
    assert where(state.units[0])[1] == pytest.approx(24.2, abs=0.011)
    assert free(state.units[0], state) == pytest.approx(9 - 4.2, abs=0.011)
    state = battle(men("A", 12, 6, 30, 20), men("B", 4, 4, 30, 26, 0, formation=OPEN))
    give(state, ("move", 0, ("slide", 0, 9)))
    assert where(state.units[0])[1] == pytest.approx(25.25, abs=0.011)
    state = battle(men("A", 12, 6, 30, 45))
    give(state, ("move", 0, ("slide", 0, 9)))
    assert where(state.units[0])[1] == pytest.approx(48, abs=0.011)
    assert refused(state, "move", 0, ("slide", 0, 9)).rule == "battlesystem:7.1e"


@pytest.mark.rule("battlesystem:7.1e")
def test_narrow_men_do_not_march_through_the_gaps_of_open_friends() -> None:
    """Goblins 0.5 in wide in a column of one, straight before a gap of half an inch."""
    state = battle(
        men("Goblins", 4, 1, 30, 20, width=0.5, depth=0.5), men("Open", 4, 4, 30, 24, 180, formation=OPEN)
    )
    give(state, ("move", 0, ("slide", 0, 9)))
    assert where(state.units[0])[1] == pytest.approx(24, abs=0.011)


# ---------------------------------------------------------------- wheels


@pytest.mark.rule("battlesystem:7.9b", "battlesystem:7.9c")
@pytest.mark.parametrize(
    ("figures", "files", "formation", "side", "degrees", "after", "cost"),
    [
        (12, 6, CLOSED, "right", 45, (30.659, 21.591, 45), 3.2929),
        (12, 6, CLOSED, "left", 45, (29.341, 21.591, 315), 3.2929),
        (12, 6, CLOSED, "right", 90, (32.25, 22.25, 90), 6.5858),
        (12, 12, CLOSED, "right", 45, (31.318, 23.182, 45), 6.7741),
        (12, 6, OPEN, "right", 45, (31.025, 22.475, 45), 5.2951),
        (10, 1, CLOSED, "right", 90, (30.375, 20.375, 90), 10.6192),
    ],
)
def test_wheels_of_the_catalogue(
    figures: int,
    files: int,
    formation: int,
    side: str,
    degrees: int,
    after: tuple[float, float, float],
    cost: float,
) -> None:
    state = battle(men("A", figures, files, 30, 20, formation=formation, movement=12.0))
    give(state, ("move", 0, ("wheel", side, degrees)))
    assert where(state.units[0])[:3] == after
    assert free(state.units[0], state) == pytest.approx(12 - cost, abs=1e-4)


@pytest.mark.rule("battlesystem:7.9b")
def test_wheels_of_more_than_90_degrees_and_about_inner_figures_are_refused() -> None:
    state = alone()
    assert refused(state, "move", 0, ("wheel", "left", 91)).nearest == ("move", 0, ("wheel", "left", 90))
    assert refused(state, "move", 0, ("wheel", "left", 0)).rule == "battlesystem:7.9b"
    assert refused(state, "move", 0, ("wheel", "left", 30, 3)).rule == "battlesystem:7.9b"


@pytest.mark.rule("battlesystem:7.9b")
def test_with_the_option_a_wheel_goes_about_any_figure_of_the_front() -> None:
    """About the right front corner of file 2 at (30, 20), the farthest front middle is that of the left man: 1.875 in back 0.75."""
    state = alone(options={"wheel_pivot_any": True})
    give(state, ("move", 0, ("wheel", "right", 90, 2)))
    unit = state.units[0]
    assert where(unit)[:3] == (30, 20, 90)
    radius = math.hypot(1.875, 0.75)
    assert free(unit, state) == pytest.approx(9 - math.pi / 2 * radius)
    whole = wheel_radius(alone().units[0].block, RIGHT)
    assert radius < whole / 2
    assert refused(state, "move", 0, ("wheel", "right", 5, 6)).rule == "battlesystem:7.9b"


@pytest.mark.rule("battlesystem:3.5", "battlesystem:7.9c", "battlesystem:7.7b")
def test_a_wheel_that_cannot_be_paid_is_lost() -> None:
    """With a rate of 4 a wheel of 60 degrees (4.39 in) cannot be made: the unit does not move in this phase."""
    state = alone(movement=4.0)
    told = give(state, ("move", 0, ("wheel", "right", 60))).news
    unit = state.units[0]
    assert where(unit) == (30, 20, 0, 12, 6)
    assert "stands still" in told
    assert (unit.finished, unit.spent, unit.moved) == (True, 0.0, False)
    assert refused(state, "move", 0, ("slide", 0, 1)).rule == "battlesystem:1.4"


@pytest.mark.rule("battlesystem:3.5", "battlesystem:7.9c")
def test_where_one_may_measure_it_is_refused_with_the_angle_that_can_be_paid() -> None:
    state = alone(movement=4.0, options={"premeasure": True})
    found = refused(state, "move", 0, ("wheel", "right", 60))
    assert found.rule == "battlesystem:7.9c"
    assert found.nearest is not None
    degrees = found.nearest[2][2]
    assert 4.0 - 0.01 <= math.radians(degrees) * 4.19262 <= 4.0 + 0.01


@pytest.mark.rule("battlesystem:7.9d", "battlesystem:7.8")
def test_a_wheel_ends_where_an_enemy_is_touched_and_pays_for_the_part() -> None:
    state = battle(men("A", 12, 6, 30, 20, movement=12.0), men("E", 4, 4, 29.5, 24.0, 180, side=1))
    unit = state.units[0]
    give(state, ("move", 0, ("wheel", "right", 90), ("slide", 0, 2)))
    heading = where(unit)[2]
    assert 10 < heading < 80
    assert contacts.enemies_touching(state, unit) == [1]
    assert free(unit, state) == pytest.approx(12 - math.radians(heading) * 4.19262, abs=1e-3)
    assert unit.finished
    assert unit.loose is None  # nobody goes on singly in a wheel


@pytest.mark.rule("battlesystem:7.9d", "battlesystem:7.1e")
def test_a_wheel_ends_at_friends_forbidden_ground_and_the_edge() -> None:
    friend = battle(men("A", 12, 6, 30, 20, movement=12.0), men("F", 4, 4, 29.5, 24.0, 180))
    bog = [(20.0, 22.0), (30.0, 22.0), (30.0, 30.0), (20.0, 30.0)]
    ground = battle(men("A", 12, 6, 30, 20, movement=12.0), ground=[bog])
    edge = battle(men("A", 12, 6, 30, 46, movement=12.0))
    for state in (friend, ground, edge):
        unit = state.units[0]
        give(state, ("move", 0, ("wheel", "right", 90)))
        heading = where(unit)[2]
        assert 5 < heading < 85
        assert free(unit, state) == pytest.approx(12 - math.radians(heading) * 4.19262, abs=1e-3)
        assert not unit.finished
        setting = state.setting
        assert inside_board(standing.ground(unit), setting.width, setting.depth)
        for bar in obstacles.obstacles(state, unit, False):
            assert not any(overlap(part, bar) for part in standing.ground(unit))


# ---------------------------------------------------------------- contact


@pytest.mark.rule("battlesystem:7.8", "battlesystem:7.8c")
def test_an_ordinary_move_into_contact_ends_there() -> None:
    state = battle(men("A", 12, 6, 30, 20), men("E", 12, 6, 30, 24, 180, side=1))
    unit = state.units[0]
    told = give(state, ("move", 0, ("slide", 0, 4), ("face", "left"))).news
    assert where(unit) == (30, 24, 0, 12, 6)
    assert contacts.enemies_touching(state, unit) == [1]
    assert (unit.finished, unit.charged) == (True, NOBODY)
    assert "into contact with E" in told
    assert refused(state, "move", 0, ("slide", 45, 1)).rule == "battlesystem:1.4"


@pytest.mark.rule("battlesystem:7.8", "battlesystem:7.8b")
def test_those_who_touch_nobody_go_on_straight() -> None:
    """Right end against an enemy after 3 in; another line stands 1.5 in farther before the left: three files reach it."""
    state = battle(
        men("A", 6, 6, 30, 20, movement=6.0),
        men("E", 2, 2, 31.5, 23, 180, side=1),
        men("G", 4, 3, 28.875, 24.5, 180, side=1),
    )
    unit = state.units[0]
    state.units[0].formation = OPEN  # files of a closed unit would hold together
    give(state, ("move", 0, ("slide", 0, 6)))
    assert where(unit)[:2] == (30, 23)
    assert unit.loose is not None
    assert [pose[1] for pose in unit.loose] == [24.125, 24.125, 24.125, 22.625, 22.625, 22.625]
    assert contacts.enemies_touching(state, unit) == [1, 2]
    assert free(unit, state) == pytest.approx(1.5)


@pytest.mark.rule("battlesystem:7.8b")
def test_four_men_against_a_line_turned_by_10_degrees() -> None:
    """Each file needs 0.75 x tan 10 = 0.132 in more than the one before."""
    turn = math.radians(10)
    # the enemy's front edge runs through (28.5, 24), the left corner of the left man after 4 in, and recedes to the right
    across, back = math.cos(turn), math.sin(turn)
    x, y = 28.5 + 5 * across - 0.0, 24 + 5 * back
    state = battle(men("A", 4, 4, 30, 20), men("E", 16, 16, x, y, 170, side=1))
    unit = state.units[0]
    give(state, ("move", 0, ("slide", 0, 9)))
    assert where(unit)[1] == pytest.approx(24, abs=2e-3)
    assert unit.loose is not None
    gone = [pose[1] - unit.loose[0][1] for pose in unit.loose]
    assert gone == pytest.approx([0, 0.132, 0.264, 0.397], abs=3e-3)
    assert {touch.figure for touch in contacts.touches(state, unit, state.units[1])} == {0, 1, 2, 3}
    assert free(unit, state) == pytest.approx(9 - 4 - 0.397, abs=5e-3)


@pytest.mark.rule("battlesystem:7.8b")
def test_with_too_little_left_only_the_files_that_reach_go_on() -> None:
    turn = math.radians(10)
    x, y = 28.5 + 5 * math.cos(turn), 24 + 5 * math.sin(turn)
    state = battle(men("A", 4, 4, 30, 20, movement=4.2), men("E", 16, 16, x, y, 170, side=1))
    unit = state.units[0]
    give(state, ("move", 0, ("slide", 0, 9)))
    assert unit.loose is not None
    gone = [pose[1] - unit.loose[0][1] for pose in unit.loose]
    assert gone == pytest.approx([0, 0.132, 0, 0], abs=3e-3)


@pytest.mark.rule("battlesystem:7.1e", "battlesystem:7.8b")
def test_who_meets_a_gap_first_sends_on_a_file_that_reaches_a_figure() -> None:
    """Their corner points into a gap of the open line: the body stops at the gap, and the files beside it go on."""
    line = men("E", 4, 4, 30, 24, 180, side=1, formation=OPEN)  # gaps of 0.5 in, the middle one about x = 30
    turn = math.radians(30)
    # its left front corner, 1.5 in from the middle, comes upon x = 30
    y = 20 + 1.5 * math.sin(turn)
    x = 30 - (24 - y) * math.tan(turn) + 1.5 * math.cos(turn)
    state = battle(men("A", 4, 4, x, 20, 30), line)
    give(state, ("move", 0, ("slide", 0, 9)))
    unit = state.units[0]
    assert unit.loose is not None
    assert contacts.enemies_touching(state, unit) == [1]
    assert not any(
        overlap(one, bar) for one in standing.ground(unit) for bar in standing.ground(state.units[1])
    )


@pytest.mark.rule("battlesystem:7.8b")
def test_the_owner_may_say_which_files_go_on() -> None:
    turn = math.radians(10)
    x, y = 28.5 + 5 * math.cos(turn), 24 + 5 * math.sin(turn)
    for files, far in (((1,), [0, 0.132, 0, 0]), ((), [0, 0, 0, 0])):
        state = battle(men("A", 4, 4, 30, 20), men("E", 16, 16, x, y, 170, side=1))
        unit = state.units[0]
        give(state, ("move", 0, ("slide", 0, 9, files)))
        gone = [base.y - standing.bases(unit)[0].y for base in standing.bases(unit)]
        assert gone == pytest.approx(far, abs=3e-3)


@pytest.mark.rule("battlesystem:7.8", "battlesystem:7.8b")
@pytest.mark.parametrize(
    ("formation", "inches", "gone"),
    [
        (OPEN, 6, [3, 3, 3, 0]),  # of 6 in 3 are left when the right man has touched
        (OPEN, 5, [2, 2, 2, 0]),
        (CLOSED, 6, [2.22, 1.48, 0.74, 0]),  # closed neighbours stay base to base
    ],
)
def test_files_that_are_named_go_on_past_whom_they_do_not_touch(
    formation: int, inches: int, gone: list[float]
) -> None:
    x = 32.625 if formation == OPEN else 31.875  # the enemies' left edge meets the right man's middle
    state = battle(
        men("A", 8, 4, 30, 20, movement=6.0, formation=formation), men("E", 4, 2, x, 23, 180, side=1)
    )
    unit = state.units[0]
    give(state, ("move", 0, ("slide", 0, inches, (0, 1, 2, 3))))
    assert where(unit)[1] == 23
    assert unit.loose is not None
    assert [pose[1] - 22.625 for pose in unit.loose[:4]] == pytest.approx(gone)
    assert free(unit, state) == pytest.approx(6 - 3 - gone[0])
    assert {touch.figure for touch in contacts.touches(state, unit, state.units[1])} == {3}


@pytest.mark.rule("battlesystem:7.8", "battlesystem:7.8b")
def test_a_named_file_stops_where_it_comes_to_rub_along_an_enemy() -> None:
    # the third of the open men, x 30.25 to 31, would pass along the enemies, who begin at x 31
    state = battle(men("A", 4, 4, 30, 20, formation=OPEN), men("E", 4, 2, 31.75, 23, 180, side=1))
    unit = state.units[0]
    give(state, ("move", 0, ("slide", 0, 9, (1, 2))))
    assert unit.loose is not None
    assert [pose[1] - 22.625 for pose in unit.loose] == pytest.approx([0, 6, 0.02, 0])
    assert {touch.figure for touch in contacts.touches(state, unit, state.units[1])} == {2, 3}


@pytest.mark.rule("battlesystem:7.8b")
def test_closed_files_stay_base_to_base_and_open_ones_need_not() -> None:
    """An enemy at once before file 0, another 2 in farther before file 3: base depth less the tolerance is 0.74 in."""
    for formation, reached in ((CLOSED, False), (OPEN, True)):
        pitch = 0.75 if formation == CLOSED else 1.25
        left, right = 30 - 1.5 * pitch, 30 + 1.5 * pitch
        state = battle(
            men("A", 4, 4, 30, 20, formation=formation),
            men("E", 1, 1, left, 22, 180, side=1),
            men("G", 1, 1, right, 24, 180, side=1),
        )
        unit = state.units[0]
        give(state, ("move", 0, ("slide", 0, 9)))
        assert (contacts.enemies_touching(state, unit) == [1, 2]) is reached
        spots = standing.bases(unit)
        if not reached:
            assert max(abs(a.y - b.y) for a, b in pairwise(spots)) <= 0.741


@pytest.mark.rule("battlesystem:7.8b")
def test_files_that_go_on_aslant_do_not_run_into_their_neighbours() -> None:
    """Aslant to the right only the right file is free to go on; the others would shoulder it, unless it goes first."""
    state = battle(
        men("A", 4, 4, 30, 20),
        men("E", 1, 1, 33.1, 22.5, 180, side=1),  # stops the right man first
        men("G", 8, 8, 30, 24.0, 180, side=1),
    )
    unit = state.units[0]
    give(state, ("move", 0, ("slide", 40, 9)))
    bases = standing.bases(unit)
    for number, base in enumerate(bases):
        assert not any(overlap(base, other) for other in bases[:number])


@pytest.mark.rule("battlesystem:7.8b")
def test_squaring_up_turns_the_unit_along_the_side_it_touched() -> None:
    turn = math.radians(10)
    x, y = 28.5 + 5 * math.cos(turn), 24 + 5 * math.sin(turn)
    state = battle(men("A", 4, 4, 30, 20), men("E", 16, 16, x, y, 170, side=1), options={"square_up": True})
    unit = state.units[0]
    give(state, ("move", 0, ("slide", 0, 9)))
    assert unit.loose is None
    assert where(unit)[2] == 350
    assert {touch.figure for touch in contacts.touches(state, unit, state.units[1])} == {0, 1, 2, 3}
    assert free(unit, state) == pytest.approx(5.0, abs=5e-3)  # the turn is free
    assert not any(
        overlap(mine, theirs) for mine in standing.ground(unit) for theirs in standing.ground(state.units[1])
    )


# ---------------------------------------------------------------- bound, caught


@pytest.mark.rule("battlesystem:7.8d", "battlesystem:7.8g")
def test_a_unit_that_begins_in_contact_makes_no_ordinary_move() -> None:
    """Two of eight touch: the whole block is bound. It may stay, wrap around, withdraw or flee."""
    state = battle(men("A", 8, 8, 30, 24, engaged=True), men("E", 2, 2, 32.25, 24, 180, side=1))
    for step in (
        ("slide", 0, 1),
        ("wheel", "left", 5),
        ("face", "left"),
        ("formation", "open"),
        ("frontage", 0, -1),
    ):
        assert refused(state, "move", 0, step).rule == "battlesystem:7.8d"
    words = {order[0] for order in movement_orders.MoveDecision(state, 0).orders()}
    assert {"withdraw", "flee", "done"} <= words
    assert "move" not in words


@pytest.mark.rule("battlesystem:7.8f", "battlesystem:7.8d")
def test_who_is_caught_before_it_moved_may_stay_withdraw_or_flee() -> None:
    state = battle(men("Goblins", 12, 6, 30, 20), men("Dwarves", 12, 6, 30, 24, 180, side=1), part=0)
    give(state, ("move", 0, ("slide", 0, 4)))
    dwarves = state.units[1]
    assert dwarves.caught
    state.part = 1
    dwarves.engaged = True
    decision = movement_orders.MoveDecision(state, 1)
    words = {order[0] for order in decision.orders()}
    assert words == {"done", "withdraw", "flee"}
    assert refused(state, "wrap", 1, ("left", 0)).rule == "battlesystem:7.8f"
    assert refused(state, "move", 1, ("formation", "open")).rule == "battlesystem:7.8d"


@pytest.mark.rule("battlesystem:7.8f")
def test_a_side_that_has_moved_already_is_not_caught() -> None:
    state = battle(men("Dwarves", 12, 6, 30, 24, 0), men("Goblins", 12, 6, 30, 28, 180, side=1), part=1)
    give(state, ("move", 1, ("slide", 0, 4)))
    assert contacts.is_engaged(state, state.units[0])
    assert not state.units[0].caught


@pytest.mark.rule("battlesystem:7.8f")
def test_who_was_caught_and_left_again_still_changes_nothing_this_round() -> None:
    state = battle(men("A", 12, 6, 30, 20, caught=True), men("Far", 4, 4, 55, 47, 180, side=1))
    for step in (("formation", "open"), ("face", "left"), ("about",), ("frontage", 1, 1)):
        assert refused(state, "move", 0, step).rule == "battlesystem:7.8f"
    give(state, ("move", 0, ("slide", 0, 3), ("wheel", "left", 20)))


# ---------------------------------------------------------------- who may move at all


@pytest.mark.rule("battlesystem:4.7a")
def test_closed_and_out_of_command_a_unit_cannot_move() -> None:
    state = battle(men("A", in_command=False), men("B", x=40, formation=OPEN, in_command=False))
    assert refused(state, "move", 0, ("slide", 0, 3)).rule == "battlesystem:4.7a"
    give(state, ("move", 1, ("slide", 0, 3)))


@pytest.mark.rule("battlesystem:6.3", "battlesystem:7.6")
def test_a_rallied_unit_may_only_change_formation() -> None:
    state = battle(men("A", formation=OPEN, rallied=True))
    assert refused(state, "move", 0, ("slide", 0, 3)).rule == "battlesystem:6.3"
    assert refused(state, "move", 0, ("formation", "closed"), ("slide", 0, 1)).rule == "battlesystem:6.3"
    give(state, ("move", 0, ("formation", "closed")))
    assert state.units[0].formation == CLOSED


@pytest.mark.rule("battlesystem:7.3d")
def test_whose_gaps_ate_its_rate_does_not_move() -> None:
    state = battle(men("A", movement=6.0, spent=6.0))
    assert refused(state, "move", 0, ("slide", 0, 1)).rule == "battlesystem:7.0"
    state = battle(men("A", movement=6.0, spent=4.0))
    give(state, ("move", 0, ("slide", 0, 6)))
    assert where(state.units[0])[1] == 26


@pytest.mark.rule("battlesystem:7.15f")
def test_guards_of_captives_move_at_half_their_rate() -> None:
    state = battle(men("A", guards=2))
    give(state, ("move", 0, ("slide", 0, 9)))
    assert where(state.units[0])[1] == 28.5


@pytest.mark.rule("battlesystem:7.7a")
def test_a_mob_moves_as_far_as_its_measuring_figure() -> None:
    """Twenty men five abreast: the figure in the middle of the front goes 6 in, and so does each; a wheel by the outermost."""
    state = battle(crowd("Mob", 20, 30, 20, movement=6.0))
    mob = state.units[0]
    before = standing.bases(mob)[2]
    mover.walk(state, Script(), mob, [("slide", 0, 6)], 6.0)
    after = standing.bases(mob)[2]
    assert (after.x - before.x, after.y - before.y) == (0, 6)
    state = battle(crowd("Mob", 20, 30, 20, movement=6.0))
    walk = walking.plan(state, state.units[0], [("wheel", "right", 45)])
    assert walk.cost == pytest.approx(math.pi / 4 * math.hypot(3.375, 3 * 0.75))


# ---------------------------------------------------------------- questions


@pytest.mark.rule("battlesystem:3.5", "battlesystem:7.7b")
def test_a_plan_changes_nothing_and_betrays_no_enemy() -> None:
    """Whatever stands ahead, what is shown before the declaration is the same."""
    steps = [("wheel", "right", 30), ("slide", 0, 5)]
    plans = []
    for enemy_y in (22.0, 47.0):
        state = battle(men("A", 12, 6, 30, 20), men("E", 12, 6, 33, enemy_y, 200, side=1))
        before = state.units[0].copy()
        walk = walking.plan(state, state.units[0], steps)
        assert state.units[0] == before
        plans.append(
            (walk.cost, where(walk.unit), walk.contacts, walk.refusal, [leg.cost for leg in walk.legs])
        )
    assert plans[0] == plans[1]
    assert plans[0][0] == pytest.approx(math.pi / 6 * 4.19262 + 5)


@pytest.mark.rule("battlesystem:3.5")
def test_where_measuring_is_free_a_plan_tells_the_contact() -> None:
    state = battle(men("A", 12, 6, 30, 20), men("E", 12, 6, 30, 23, 180, side=1))
    walk = walking.plan(state, state.units[0], [("slide", 0, 5)], enemies=True)
    assert (walk.contacts, walk.cost) == ([1], 3.0)
    assert [leg.rule for leg in walk.legs] == ["battlesystem:7.9a"]
    short = walking.plan(state, state.units[0], [("slide", 0, 5)], enemies=True, short=0.1)
    assert (short.contacts, short.cost) == ([], pytest.approx(2.9))


def test_nonsense_is_refused_with_a_better_order() -> None:
    state = alone()
    for order in (
        ("move",),
        ("move", 0),
        ("move", "0", ("slide", 0, 3)),
        ("move", -1, ("slide", 0, 3)),
        ("move", 99, ("slide", 0, 3)),
        ("move", 1, ("slide", 0, 3)),
        ("move", 0, "slide"),
        ("move", 0, ()),
        ("move", 0, ("slide",)),
        ("move", 0, ("slide", "left", 3)),
        ("move", 0, ("slide", 0, -3)),
        ("move", 0, ("slide", 0, 0)),
        ("move", 0, ("slide", 0, 3, (1, 1))),
        ("move", 0, ("wheel", "up", 3)),
        ("move", 0, ("wheel", "left", "3")),
        ("move", 0, ("wheel", "left", 3, 0.5)),
        ("move", 0, ("formation", "square")),
        ("move", 0, ("frontage", 0.5, 1)),
        ("move", 0, ("frontage", 0, 0)),
        ("move", 0, ("jump", 3)),
        ("move", 0, *[("slide", 0, 0.1)] * 17),
        ("lead", 0, (3, 3)),
        ("skirmish", 0, ("all", 0, 3)),
        ("dance", 0),
        ("done", 1),
        ((), 3),
        (7,),
    ):
        assert refused(state, *order)


words = hyp.one_of(
    hyp.sampled_from(
        ["move", "slide", "wheel", "face", "about", "left", "formation", "open", "all", "done", "lead"]
    ),
    hyp.integers(-3, 400),
    hyp.floats(-1e6, 1e6, allow_nan=False),
)
groups = hyp.recursive(words, lambda inner: hyp.lists(inner, max_size=4).map(tuple), max_leaves=8)


@pytest.mark.long
@settings(max_examples=150, deadline=None)
@given(
    hyp.sampled_from(sorted([*movement_orders.VERBS, "lead", "done"])),
    hyp.integers(0, 4),
    hyp.lists(groups, max_size=4).map(tuple),
)
def test_no_order_trips_the_question(verb: str, unit: int, rest: tuple[Any, ...]) -> None:
    state = battle(
        men("A", 12, 6, 30, 20),
        skirmishers("S", [(10, 10), (13, 10)]),
        crowd("M", x=50),
        men("E", 12, 6, 30, 24, 180, side=1),
        leaders=[captain("Duke", 20, 20)],
    )
    decision = movement_orders.MoveDecision(state, 0)
    found = decision.check((verb, unit, *rest))
    if found is not None:
        assert found.reason.endswith((".", "?"))
        assert found.rule.startswith("battlesystem:")
        if found.nearest is not None:
            assert decision.check(found.nearest) is None


def test_orders_default_and_samples_are_all_legal() -> None:
    for premeasure in (False, True):
        state = battle(
            men("A", 12, 6, 30, 20),
            men("B", 13, 5, 10, 20, 90, formation=OPEN),
            men("C", 8, 8, 45, 20, engaged=True),
            skirmishers("S", [(10, 10), (13, 10), (16, 10)]),
            crowd("M", x=50, y=8),
            men("E", 8, 8, 45, 20, 180, side=1),
            men("F", 8, 4, 20, 40, 180, side=1),
            leaders=[captain("Duke", 20, 12)],
            options={"premeasure": premeasure},
        )
        decision = movement_orders.MoveDecision(state, 0)
        orders = decision.orders()
        assert decision.default() == ("done",)
        assert decision.default() in orders
        assert len(orders) == len(set(orders)) > 20
        for order in orders:
            assert decision.check(order) is None, order
            assert read_order(write_order(order)) == order
        chance = Chance(5)
        drawn: set[str] = set()
        for _ in range(300):
            order = decision.sample(chance)
            assert decision.check(order) is None, order
            drawn.add(order[0] if order[0] != "move" else order[2][0])
        assert {"slide", "wheel", "face", "formation", "frontage", "skirmish", "lead", "done"} <= drawn


def test_with_nothing_to_order_the_part_ends_unasked() -> None:
    state = battle(
        crowd("Mob"), men("R", x=10, routed=True, formation=OPEN), men("E", y=45, side=1, heading=180)
    )
    table = give(state)
    movement_phase.move_step(state, table)
    assert table.asked == []
    assert (state.stage, state.part) == (stages.COMPELLED, 1)


def test_news_say_what_a_unit_did() -> None:
    state = alone(movement=12.0)
    told = give(state, ("move", 0, ("slide", 0, 2), ("wheel", "left", 30), ("about",))).news
    assert "A moves 2 in ahead, then wheels 30 degrees to the left, then faces about." in told


@settings(max_examples=60, deadline=None)
@given(hyp.integers(0, 2**32))
def test_random_moves_keep_everybody_on_the_table_and_out_of_each_other(seed: int) -> None:
    chance = Chance(seed)
    state = battle(
        men("A", 12, 6, 30, 20),
        men("B", 13, 5, 14, 20, 80, formation=OPEN),
        men("C", 8, 4, 45, 20, 330),
        skirmishers("S", [(30, 23), (33, 23), (36, 23)]),
        men("E", 14, 7, 30, 27, 180, side=1),
        men("F", 8, 4, 20, 28, 170, side=1, formation=OPEN),
        skirmishers("T", [(38, 26), (40, 26), (42, 26)], side=1),
        ground=[[(24, 21), (26, 21), (25, 25)]],
    )
    table = Sampling(chance)
    for _ in range(12):
        if state.stage != stages.MOVEMENT:
            break
        movement_phase.move_step(state, table)
        for number, unit in state.units.items():
            area = standing.ground(unit)
            assert inside_board(area, 60, 48)
            for other in list(state.units.values())[:number]:
                if unit.singles is not None and other.singles is not None and unit.side == other.side:
                    continue
                for theirs in standing.ground(other):
                    assert not any(overlap(mine, theirs) for mine in area)
            assert unit.spent <= (
                13.511 if unit.marched or unit.charged >= 0 or unit.failed_charge else 9.011
            )
            bases = standing.bases(unit)
            for place, base in enumerate(bases):
                assert not any(overlap(base, other_base) for other_base in bases[:place])


class Sampling(Script):
    """Answers at random."""

    def __init__(self, chance: Chance) -> None:
        super().__init__(telling=False)
        self.chance = chance

    def ask(self, decision: Any) -> Order:
        order: Order = decision.sample(self.chance)
        refusal = decision.check(order)
        assert refusal is None, f"{order}: {refusal}"
        return order

    def die(self, faces: int, why: str, side: int = -1, to: int = -1) -> int:
        return self.chance.die(faces)


def test_numbers_beyond_all_measure_are_refused() -> None:
    """Whole numbers that no float holds, from whoever plays by the programming interface."""
    huge = 10**400
    state = battle(men("A"), skirmishers("S", [(10, 10)]), leaders=[captain("Chief", 20, 20)])
    for order in (
        ("move", 0, ("slide", huge, 5)),
        ("move", 0, ("wheel", "left", huge)),
        ("charge", 0, 1, ("slide", huge)),
        ("flee", 0, huge),
        ("skirmish", 1, (0, huge, 5)),
        ("skirmish", 1, (0, 90, huge)),
        ("lead", 0, (huge, 0)),
    ):
        assert movement_orders.MoveDecision(state, 0).check(order) is not None
