"""Where figures stand, what ground units hold, who touches whom."""

from __future__ import annotations

import math

import pytest
from rulebooks.battlesystem.regiments import battle, crowd, men, skirmishers

from banneret.geometry.rectangles import FRONT, LEFT, REAR, RIGHT
from banneret.rulebooks.battlesystem.blocks.block import Block
from banneret.rulebooks.battlesystem.blocks.clearance import slide_way
from banneret.rulebooks.battlesystem.movement import compelled_moves
from banneret.rulebooks.battlesystem.space import contacts, distances, dressing, obstacles, standing
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.unit import FLED, NOBODY, OPEN, SLAIN
from banneret.testing import Script


def touching(state: State, one: int, other: int) -> list[tuple[int, int, int, int]]:
    found = contacts.touches(state, state.units[one], state.units[other])
    return [(touch.figure, touch.other, touch.side, touch.other_side) for touch in found]


# ---------------------------------------------------------------- bases


@pytest.mark.rule("battlesystem:7.1a", "battlesystem:7.1b", "battlesystem:7.1c")
def test_figures_stand_where_block_poses_and_singles_say() -> None:
    state = battle(
        men("A", 14, 5, 30, 24, 0),
        men("B", 4, 4, 10, 10, 90, loose=((9.0, 10.0, 90.0),) * 4),
        skirmishers("C", [(40, 10), (43, 10), (46, 10)], heading=225),
    )
    bases = standing.bases(state.units[0])
    assert (bases[0].x, bases[0].y) == (28.5, 23.625)
    assert (bases[9].x, bases[9].y) == (31.5, 22.875)
    assert standing.bases(state.units[1])[3].forward_x == 1.0
    corner = standing.base_of(state.units[2], 1)
    assert (corner.x, corner.y, corner.half_width) == (43, 10, 0.375)
    assert (corner.forward_x, corner.forward_y) == pytest.approx((-math.sqrt(0.5), -math.sqrt(0.5)))


def test_skirmishers_that_are_gone_have_no_base_among_the_others() -> None:
    state = battle(skirmishers("C", [(40, 10), (43, 10), (46, 10)]))
    unit = state.units[0]
    assert unit.singles is not None
    unit.take_off(1, SLAIN)
    assert [base.x for base in standing.bases(unit)] == [40, 46]
    assert standing.base_of(unit, 2).x == 46
    assert standing.centre(unit) == (43.0, 10.0)


def test_what_is_remembered_follows_the_state() -> None:
    state = battle(
        men("A", 12, 6, 30, 24, 0, loose=tuple((25.0 + n, 20.0, 0.0) for n in range(12))),
        skirmishers("C", [(40, 10)]),
    )
    unit, single = state.units.values()
    assert standing.bases(unit)[0].x == 25.0
    unit.stand(unit.block, tuple((26.0 + n, 20.0, 0.0) for n in range(12)))
    assert standing.bases(unit)[0].x == 26.0
    unit.stand(unit.block)
    assert standing.bases(unit)[0].x == 28.125
    assert single.singles is not None
    single.place(0, 41.0, 10.0, 0.0)
    assert standing.bases(single)[0].x == 41.0
    other = state.copy()
    assert other.units[1].singles is not None
    other.units[1].place(0, 50.0, 10.0, 0.0)
    assert standing.bases(single)[0].x == 41.0


# ---------------------------------------------------------------- ground


@pytest.mark.rule("battlesystem:7.1e")
def test_the_gaps_of_open_formation_are_barred() -> None:
    state = battle(men("A", 12, 6, 30, 24, 0, formation=OPEN), skirmishers("C", [(30, 30)]))
    area = standing.ground(state.units[0])
    assert len(area) == 1
    assert area[0].half_width == 3.5  # 7 in wide, gaps and all
    scout = Block(30, 30, 180, 1, 1, 0.4, 0.4, 0.0)  # as wide as nothing: 0.4 in against gaps of 0.5
    assert slide_way(scout, 180, 20, area) == pytest.approx(6.0)
    assert [len(standing.ground(unit)) for unit in state.units.values()] == [1, 1]


@pytest.mark.rule("battlesystem:7.1e", "battlesystem:7.8b")
def test_files_that_went_on_hold_the_ground_between_them_only_side_by_side() -> None:
    """Two files of two open figures, the right one 0.6 in ahead: side by side for 2.0 - 0.6 in."""
    poses = ((10.0, 20.0, 0.0), (11.25, 20.6, 0.0), (10.0, 18.75, 0.0), (11.25, 19.35, 0.0))
    state = battle(men("A", 4, 2, 10.625, 20.375, 0, formation=OPEN, loose=poses))
    parts = standing.ground(state.units[0])
    columns = [part for part in parts if part.half_width == 0.375]
    strips = [part for part in parts if part.half_width == 0.25]
    assert sorted(round(part.y, 3) for part in columns) == [19.375, 19.975]
    assert [2.0 * part.half_depth for part in columns] == pytest.approx([2.0, 2.0])
    assert [2.0 * part.half_depth for part in strips] == pytest.approx([1.4])
    assert strips[0].x == pytest.approx(10.625)


@pytest.mark.rule("battlesystem:7.1e", "battlesystem:7.4a")
def test_obstacles_are_everybody_else_and_forbidden_ground() -> None:
    state = battle(
        men("A", x=10),
        men("B", x=20),
        men("C", x=30, side=1, heading=180),
        men("Gone", x=40, status=FLED),
        skirmishers("S", [(50, 10), (53, 10)]),
        skirmishers("T", [(50, 20)]),
        ground=[[(0, 0), (5, 0), (5, 5)]],
    )
    units = state.units
    assert len(obstacles.obstacles(state, units[0], False)) == 3 + 1 + 1 + 2 + 1
    assert len(obstacles.obstacles(state, units[0], True)) == 3 + 1 + 2 + 1
    assert len(obstacles.obstacles(state, units[4], True)) == 3 + 2  # passes friendly skirmishers


@pytest.mark.rule("battlesystem:7.1e")
def test_free_ground_is_on_the_table_on_nobody_and_nothing_forbidden() -> None:
    state = battle(
        men("A", x=10, y=10), men("B", x=20, y=10), ground=[[(30, 0), (50, 0), (50, 20), (30, 20)]]
    )
    unit = state.units[0]

    def free(x: float, y: float) -> bool:
        return obstacles.is_free(state, unit, Block(x, y, 0, 12, 6, 0.75, 0.75, 0.0).area())

    assert free(10, 10)  # its own place is no hindrance
    assert not free(16, 10)
    assert free(15.5, 10)  # 4.5 in wide each: shoulder to shoulder
    assert not free(2.2, 10)
    assert not free(40, 10)  # wholly inside
    assert not free(29, 10)


# ---------------------------------------------------------------- contact


@pytest.mark.rule("battlesystem:7.8a")
def test_contact_of_parallel_edges_takes_more_than_a_corner() -> None:
    for aside, number in ((0.375, 1), (0.745, 0), (0.75, 0), (0.735, 1)):
        state = battle(men("A", 1, 1, 30, 20, 0), men("B", 1, 1, 30 + aside, 20, 180, side=1), options={})
        assert len(touching(state, 0, 1)) == number, aside
    apart = battle(men("A", 1, 1, 30, 20, 0), men("B", 1, 1, 30, 20.011, 180, side=1))
    near = battle(men("A", 1, 1, 30, 20, 0), men("B", 1, 1, 30, 20.009, 180, side=1))
    assert (len(touching(apart, 0, 1)), len(touching(near, 0, 1))) == (0, 1)


@pytest.mark.rule("battlesystem:7.8a")
def test_contact_of_a_turned_base_is_a_corner_on_an_edge() -> None:
    """A base turned by 30 degrees reaches 0.375 x (sin 30 + cos 30) = 0.512 in ahead with its corner."""
    reach = 0.375 * (0.5 + math.sqrt(0.75))
    for gap, number in ((0.0, 1), (0.009, 1), (0.02, 0)):
        enemy = skirmishers("B", [(30.1, 20 + reach + gap)], heading=30, side=1)
        state = battle(men("A", 1, 1, 30, 20, 0), enemy)
        assert len(touching(state, 0, 1)) == number, gap


@pytest.mark.rule("battlesystem:7.8a")
def test_friends_touch_without_effect() -> None:
    state = battle(men("A", x=30, y=20), men("B", x=30, y=21.5), men("C", x=30, y=21.5, heading=180, side=1))
    assert contacts.enemies_touching(state, state.units[0]) == []
    assert contacts.is_engaged(state, state.units[0]) is False
    assert len(touching(state, 0, 1)) > 0


@pytest.mark.rule("battlesystem:7.8a", "battlesystem:7.8b")
def test_contact_is_the_same_seen_from_either_side_in_order_or_not() -> None:
    poses = tuple((28.125 + 0.75 * n, 23.625 + 0.1 * n, 0.0) for n in range(6))
    state = battle(
        men("A", 6, 6, 30, 24, 0, loose=poses),
        men("B", 12, 6, 30, 24.5, 180, side=1),
        skirmishers("S", [(27.375, 23.625)], side=1),
    )
    here, there = touching(state, 0, 1), touching(state, 1, 0)
    assert sorted(here) == sorted((b, a, d, c) for a, b, c, d in there)
    assert [figure for figure, *_ in here] == [5, 5] or [figure for figure, *_ in here] == [5]
    assert touching(state, 0, 2) == [(0, 0, LEFT, RIGHT)]
    assert contacts.enemies_touching(state, state.units[0]) == [1, 2]


@pytest.mark.rule("battlesystem:7.8e")
def test_sides_touched_and_the_aspect_of_the_attack() -> None:
    dwarves = men("Dwarves", 12, 6, 30, 24, 0)
    cases = [
        (men("G", 12, 6, 30, 24, 180, side=1), FRONT, {FRONT}),
        (men("G", 12, 6, 30, 22.5, 0, side=1), REAR, {REAR}),
        (men("G", 12, 6, 32.25, 23.25, 270, side=1), RIGHT, {RIGHT}),
        (men("G", 12, 6, 27.75, 23.25, 90, side=1), RIGHT, {LEFT}),
    ]
    for goblins, aspect, sides in cases:
        state = battle(dwarves, goblins)
        assert contacts.aspect(state, state.units[1], state.units[0]) == aspect
        assert contacts.touched_sides(state, state.units[0]) == sides
        assert contacts.rear_touched(state, state.units[0]) is (aspect == REAR)


@pytest.mark.rule("battlesystem:7.8e")
def test_on_a_tie_the_aspect_is_the_worse_for_the_attacker() -> None:
    """Two figures out of order: one against a man's front, one against his neighbour's right side."""
    front, flank = (30.0, 24.375, 180.0), (31.125, 23.625, 270.0)
    goblins = men("G", 2, 2, 30, 30, 180, side=1, loose=(front, flank))
    state = battle(men("Dwarves", 2, 2, 30.375, 24, 0), goblins)
    assert contacts.touched_sides(state, state.units[0]) == {FRONT, RIGHT}
    assert contacts.aspect(state, state.units[1], state.units[0]) == FRONT


@pytest.mark.rule("battlesystem:7.9g", "battlesystem:7.8e")
def test_a_rank_turned_about_takes_the_enemy_behind_on_its_front() -> None:
    poses = tuple(
        (28.125 + 0.75 * (n % 6), 23.625 - 0.75 * (n // 6), 180.0 if n > 5 else 0.0) for n in range(12)
    )
    turned = men("A", 12, 6, 30, 24, 0, loose=poses)
    behind = men("B", 12, 6, 30, 22.5, 0, side=1)
    state = battle(turned, behind)
    assert {side for _, _, side, _ in touching(state, 0, 1)} == {FRONT}
    assert not contacts.rear_touched(state, state.units[0])
    assert contacts.aspect(state, state.units[1], state.units[0]) == FRONT
    assert contacts.touched_sides(state, state.units[0]) == {REAR}  # where its enemies are from, as it stands
    state = battle(men("A", 12, 6, 30, 24, 0), behind)
    assert contacts.rear_touched(state, state.units[0])


def test_units_off_the_table_touch_nobody() -> None:
    state = battle(men("A"), men("B", heading=180, side=1, status=SLAIN))
    assert touching(state, 0, 1) == []
    assert contacts.enemies_touching(state, state.units[0]) == []


# ---------------------------------------------------------------- rows, distances


@pytest.mark.rule("battlesystem:8.1a", "battlesystem:7.11c")
def test_wings_are_straight_sides_of_their_own() -> None:
    state = battle(men("A", 10, 5, wings=(1, 2)))
    sides = contacts.straight_sides(state.units[0])
    assert sides[0] == [1, 2]
    assert sides[1] == [9]
    assert sides[3] == [5]
    assert sides[4:] == [[0], [3, 4]]
    assert contacts.straight_sides(battle(men("A", 10, 5)).units[0])[0] == [0, 1, 2, 3, 4]


def test_distances_go_from_base_to_base() -> None:
    state = battle(
        men("A", 12, 6, 30, 20, 0, formation=OPEN),
        men("B", 12, 6, 30, 26.4, 180, side=1),
        skirmishers("S", [(30, 21.375)], side=1),
        skirmishers("T", [(20, 20)]),
    )
    units = state.units
    assert distances.distance(units[0], units[1]) == pytest.approx(6.4)
    assert distances.distance(units[1], units[0]) == pytest.approx(6.4)
    # 0.75 in wide before a gap of half an inch: 0.125 in of it before a base on either side
    assert distances.distance(units[0], units[2]) == pytest.approx(1.0)
    assert distances.distance(units[2], units[3]) == pytest.approx(math.hypot(10 - 0.75, 1.375 - 0.75))


def test_a_point_before_a_gap_is_farther_from_the_bases_than_from_the_ground() -> None:
    """Open men, a goblin's corner 0.2 in before the middle of a gap; his side is (0.25 + 0.2) / sqrt 2 from a man's corner."""
    reach = 0.25 * math.sqrt(2.0)
    enemy = skirmishers("S", [(30, 20.2 + reach)], heading=45, side=1, width=0.5, depth=0.5)
    state = battle(men("A", 4, 4, 30, 20, 0, formation=OPEN), enemy)
    assert distances.distance(state.units[0], state.units[1]) == pytest.approx(0.45 / math.sqrt(2.0))


def test_circles_hold_every_figure() -> None:
    poses = tuple((20.0 + n, 20.0 + n % 3, 40.0 * n) for n in range(8))
    state = battle(men("A", 14, 5), men("L", 8, 4, loose=poses), skirmishers("S", [(1, 1), (9, 4)]))
    for unit in state.units.values():
        x, y, reach = standing.circle(unit)
        for base in standing.bases(unit):
            assert all(math.dist((x, y), corner) <= reach + 1e-9 for corner in base.corners())
    assert distances.may_meet(state.units[0], state.units[2], 40.0)
    assert not distances.may_meet(state.units[0], state.units[2], 5.0)


# ---------------------------------------------------------------- taking a stand


@pytest.mark.rule("battlesystem:7.1c")
def test_a_unit_out_of_order_is_put_in_order_where_its_block_stands() -> None:
    poses = tuple((28.0 + n, 30.0 - n, 0.0) for n in range(12))
    state = battle(men("A", 12, 6, 30, 24, 0, loose=poses, wings=(1, 0)))
    unit = state.units[0]
    dressing.tidy(state, unit)
    assert unit.loose is None
    assert unit.wings == (0, 0)
    assert (unit.block.x, unit.block.y, unit.block.heading, unit.block.files) == (30, 24, 0, 6)


@pytest.mark.rule("battlesystem:7.9g", "battlesystem:7.1c")
def test_turned_figures_stay_turned_when_the_unit_is_put_in_order() -> None:
    poses = tuple((28.5 + 0.75 * n, 24.0, 180.0 if n == 5 else 0.0) for n in range(6))
    state = battle(men("A", 6, 6, 30, 24, 0, loose=poses))
    unit = state.units[0]
    dressing.tidy(state, unit)
    assert unit.loose is not None
    assert [pose[2] for pose in unit.loose] == [0.0] * 5 + [180.0]
    assert unit.loose[0][:2] == (28.125, 23.625)


def test_a_unit_put_in_order_makes_room_for_who_stands_there() -> None:
    """Its rear rank had gone on; a friend came to stand where it belongs: the unit steps aside by the least that will do."""
    poses = tuple((28.125 + 0.75 * (n % 6), 25.0 - 0.75 * (n // 6), 0.0) for n in range(12))
    state = battle(men("A", 12, 6, 30, 24, 0, loose=poses), men("B", 4, 4, 30, 23.25, 0))
    unit = state.units[0]
    dressing.tidy(state, unit)
    assert unit.loose is None
    assert unit.block is not None
    assert (unit.block.x, unit.block.y) == (30, 24.75)
    assert obstacles.is_free(state, unit, unit.block.area())


@pytest.mark.rule("battlesystem:7.1c")
@pytest.mark.parametrize(("version", "told"), [(19, []), (20, ["A makes room as it forms up: 0.75 in."])])
def test_who_makes_room_as_it_forms_up_is_told(version: int, told: list[str]) -> None:
    poses = tuple((28.125 + 0.75 * (n % 6), 25.0 - 0.75 * (n // 6), 0.0) for n in range(12))
    units = men("A", 12, 6, 30, 24, 0, loose=poses), men("B", 4, 4, 30, 23.25, 0)
    state, table = battle(*units, options={"version": version}), Script()
    compelled_moves.begin(state, table, 0)
    assert [event.text for event in table.events] == told


def test_the_commander_keeps_to_the_front_rank() -> None:
    state = battle(men("A", 12, 6, 30, 24, 0, leader_at=1), crowd("M"))
    unit = state.units[0]
    block = unit.block
    assert block is not None
    dressing.stand(unit, Block(30, 30, 0, 12, 6, 0.75, 0.75, 0.0))
    assert unit.leader_at == 1  # marched on
    dressing.stand(unit, Block(30.75, 30, 0, 12, 8, 0.75, 0.75, 0.0))
    assert unit.leader_at == 1  # two files more on the right
    dressing.stand(unit, Block(30.75, 30, 0, 12, 4, 0.75, 0.75, 0.0))
    assert unit.leader_at == 0  # his file was taken back: the nearest one in front
    mob = state.units[1]
    dressing.stand(mob, mob.block)
    assert mob.leader_at == NOBODY


@pytest.mark.rule("battlesystem:7.8a")
def test_at_the_edge_of_the_tolerance_both_units_see_the_same() -> None:
    """Bodies a hundredth of an inch apart, in odd places, as rounding has it."""
    for step in range(200):
        x, y = 30.0 + step * 0.137, 20.0 + step * 0.0613
        gap = 0.0099 + 0.00001 * (step % 21)
        first = men("A", 4, 4, x, y, 7 * step % 360, width=0.5, depth=0.5)
        block = first.unit.block
        assert block is not None
        ahead_x, ahead_y = x + block.forward_x * gap, y + block.forward_y * gap
        poses = tuple(
            (
                ahead_x + block.forward_x * 0.25 + n * block.forward_y,
                ahead_y + block.forward_y * 0.25 - n * block.forward_x,
                block.heading,
            )
            for n in range(2)
        )
        second = men("B", 2, 2, x, y, 0, side=1, width=0.5, depth=0.5, loose=poses)
        state = battle(first, second, width=200, depth=200)
        here, there = touching(state, 0, 1), touching(state, 1, 0)
        assert sorted(here) == sorted((b, a, d, c) for a, b, c, d in there)
        assert there == sorted(there)


@pytest.mark.rule("battlesystem:7.1e", "battlesystem:7.11a")
def test_a_turned_figure_that_stands_where_its_file_would_holds_the_ground_of_its_turned_base() -> None:
    """A wing that stopped short of a right angle: its outer figure stands in line with its file, and looks aside."""
    poses = ((29.5, 23.75, 0.0), (30.5, 23.25, 45.0))
    state = battle(men("A", 2, 2, 30, 24, 0, formation=OPEN, width=0.5, depth=0.5, loose=poses))
    reach = max(y for part in standing.ground(state.units[0]) if part.x == 30.5 for _, y in part.corners())
    assert reach == pytest.approx(23.25 + math.sqrt(0.125))
