"""Wheels where rules and options meet: shots on the way, prices of ground, lines; each sum written out before it was played."""

from __future__ import annotations

import math

import pytest
from rulebooks.battlesystem.regiments import area, battle, line, men
from rulebooks.battlesystem.test_fire_on_the_move_by_hand import given, stops

from banneret.rulebooks.battlesystem import stages
from banneret.rulebooks.battlesystem.drill import walking
from banneret.rulebooks.battlesystem.drill.legs import Walk
from banneret.rulebooks.battlesystem.drill.steps import Step
from banneret.rulebooks.battlesystem.movement.movement_orders import MoveDecision
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.tables.grounds import Feature
from banneret.rulebooks.battlesystem.tables.missiles import missile_of
from banneret.rulebooks.battlesystem.unit import CLOSED, OPEN
from banneret.rulebooks.battlesystem.view.previews import preview

ARC = math.hypot(2.625, 0.75)
"""Inches from the right front corner of file 3 of six closed men to the front of the last man of the second rank on the left."""
WIDE = math.hypot(4.125, 1.25)
"""The same in open formation: files are 1.25 inches apart."""


def field(version: int, *ground: Feature, formation: int = CLOSED, **options: object) -> State:
    """Twelve men in two ranks, their front at (30, 10), who look north; archers far ahead who hit nobody."""
    return battle(
        men("Axes", 12, 6, 30, 10, formation=formation),
        men("Bows", 8, 8, 30, 28, 180, side=1, missile=missile_of("long-bow"), attack_rating=60),
        terrain=list(ground),
        tier=stages.INTERMEDIATE,
        options={"version": version, "premeasure": True, **options},
    )


def walk(state: State, *steps: Step) -> Walk:
    return walking.plan(state, state.units[0], list(steps))


@pytest.mark.rule("battlesystem:10.6a", "battlesystem:7.9b")
@pytest.mark.parametrize(
    ("version", "expected"), [(14, [0.0]), (15, [0.0, 1.0, 2.0, 60 * ARC * math.pi / 180])]
)
def test_a_wheel_about_an_inner_figure_is_shot_at_after_each_inch(
    version: int, expected: list[float]
) -> None:
    # 2.73 inches from the pivot, 60 degrees are 2.86 inches: the archers may shoot after 1 and 2.
    table = given(field(version, wheel_pivot_any=True), ("move", 0, ("wheel", "right", 60, 3)), ("hold",))
    assert stops(table) == pytest.approx(expected, abs=0.001)


@pytest.mark.rule("battlesystem:10.6c", "battlesystem:7.9b")
def test_a_wheel_about_an_inner_figure_goes_on_about_it_after_a_shot() -> None:
    state = field(15, wheel_pivot_any=True)
    orders = ("move", 0, ("wheel", "right", 60, 3)), ("shoot", 1, 0, 1)
    given(state, *orders, dice=[1, 1])
    block = state.units[0].block
    assert block is not None
    assert block.heading == pytest.approx(60.0, abs=0.01)
    assert state.units[0].spent == pytest.approx(60 * ARC * math.pi / 180, abs=0.01)
    # the corner of file 3, which was at (30.75, 10), has not moved: 0.75 inches from the middle of the front
    x, y = block.point(0.75, 0.0)
    assert (x, y) == pytest.approx((30.75, 10.0), abs=0.01)


@pytest.mark.rule("battlesystem:11.8n", "battlesystem:7.9b")
@pytest.mark.parametrize("version", [14, 15])
def test_the_ground_under_the_arc_prices_a_wheel_about_an_inner_figure(version: int) -> None:
    # The outermost man goes from (26.9, 8.8) to (27.9, 12.9), all of it in the wood: half as much again.
    # About the corner he would have left it.
    state = field(version, area("woods", 26, 8, 28.5, 13.5), formation=OPEN, wheel_pivot_any=True)
    found = walk(state, ("wheel", "right", 60, 3))
    assert found.refusal is None
    arc = 60 * WIDE * math.pi / 180
    assert (found.cost == pytest.approx(1.5 * arc, abs=0.01)) == (version == 15)


@pytest.mark.rule("battlesystem:11.8n", "battlesystem:7.9b")
@pytest.mark.parametrize(("version", "price"), [(14, 1.0), (15, 1.5)])
def test_who_swings_back_into_a_wood_makes_all_of_the_move_dearer(version: int, price: float) -> None:
    # Two options: the leader of the right file, 2.125 inches right of the pivot at (31, 10), swings back to (32.1, 8.2), into the wood.
    wood = area("woods", 31.5, 7, 34, 8.9)
    state = field(version, wood, formation=OPEN, wheel_pivot_any=True, flat_ground=True)
    found = walk(state, ("wheel", "right", 60, 3))
    assert found.cost == pytest.approx(price * 60 * WIDE * math.pi / 180, abs=0.01)
    assert found.unit.slowed == price


@pytest.mark.rule("battlesystem:11.8n", "battlesystem:11.8e")
@pytest.mark.parametrize(("version", "toll"), [(14, 3.0), (15, 4.5)])
def test_a_line_costs_its_third_of_the_cut_rate_in_a_wheel_too(version: int, toll: float) -> None:
    # The wood that the left end enters cuts the rate of 9 to 6, so that an inch costs 1.5; the hedge takes 3 of the 6: 4.5. The left leader goes from (26.9, 10) by 20 degrees over (27.3, 12.3).
    ground = [area("woods", 20, 11.5, 27.6, 20), line("hedge", (20, 11), (28, 11))]
    found = walk(field(version, *ground, formation=OPEN, flat_ground=True), ("wheel", "right", 20))
    assert found.refusal is None
    arc = 20 * math.pi / 180 * math.hypot(6.625, 1.25)
    assert found.cost == pytest.approx(1.5 * arc + toll, abs=0.01)


@pytest.mark.rule("battlesystem:11.8f", "battlesystem:7.9c")
@pytest.mark.parametrize(("version", "heading", "legs"), [(14, 14.67, 2), (15, 45.0, 4)])
def test_a_unit_that_opens_on_a_line_wheels_on(version: int, heading: float, legs: int) -> None:
    # The hedge is an inch ahead. The left leader, 4.125 inches from the corner, crosses it after 14.0 degrees; seen degree by degree,
    # 15 of 46 parts of 45: 14.67. That arc and 3 for the hedge, then 30.33 degrees in open order, 6.74 inches from its corner, and an inch.
    state = field(version, line("hedge", (0, 11), (60, 11)))
    found = walk(state, ("wheel", "right", 45), ("slide", 0, 1))
    assert found.unit.formation == OPEN
    assert found.unit.block is not None
    assert found.unit.block.heading == pytest.approx(heading, abs=0.02)
    assert len(found.legs) == legs
    # By version 14 the hedge was free: 14.67 degrees fall short of where it was crossed, 14.674.
    closed = 14.67 * math.pi / 180 * math.hypot(4.125, 0.75) + (3 if version == 15 else 0)
    opened = 30.33 * math.pi / 180 * math.hypot(6.625, 1.25) + 1
    assert found.cost == pytest.approx(closed + (opened if version == 15 else 0.0), abs=0.01)


@pytest.mark.rule("battlesystem:11.8f", "battlesystem:10.6c")
def test_a_shot_where_a_wheel_opens_a_unit_changes_nothing_of_its_way() -> None:
    order = ("move", 0, ("wheel", "right", 45), ("slide", 0, 1))
    ends = []
    for shot in (("hold",), ("shoot", 1, 0, 2)):
        state = field(15, line("hedge", (0, 11), (60, 11)))
        given(state, order, shot, dice=[1, 1] if shot[0] == "shoot" else [])
        block = state.units[0].block
        assert block is not None
        ends.append((block.x, block.y, block.heading, state.units[0].spent))
    assert ends[0] == pytest.approx(ends[1], abs=0.05)


@pytest.mark.rule("battlesystem:7.9b")
def test_the_preview_shows_the_arc_of_a_wheel_about_an_inner_figure() -> None:
    state = field(15, wheel_pivot_any=True)
    shown = preview(state, MoveDecision(state, 0), ("move", 0, ("wheel", "right", 60, 3)))
    assert shown is not None
    turn = next(one for one in shown.shapes if one.kind == "turn")
    assert turn.points[0] == pytest.approx((30.75, 10.0), abs=0.01)
    assert turn.points[1] == pytest.approx((28.125, 9.25), abs=0.01)
    assert turn.points[2] == pytest.approx((28.788, 11.898), abs=0.01)
