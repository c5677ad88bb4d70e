"""The cost of wheels of a block on ground where an inch costs more than an inch."""

from __future__ import annotations

import math

import pytest

from banneret.geometry.polygons import Polygon
from banneret.geometry.rectangles import RIGHT
from banneret.rulebooks.battlesystem.blocks.block import Block
from banneret.rulebooks.battlesystem.blocks.block_moves import outermost, wheel_cost
from banneret.rulebooks.battlesystem.blocks.ground_costs import wheel_price


@pytest.mark.rule("battlesystem:7.9c", "battlesystem:11.8n")
def test_the_arc_of_the_outermost_figure_sets_the_cost_of_a_wheel() -> None:
    block = Block(20, 5, 0, 12, 6, 0.75, 0.75, 0.0)
    everywhere = Polygon([(0, 0), (60, 0), (60, 48), (0, 48)])
    far = wheel_cost(block, RIGHT, 60)
    assert wheel_price([], [], block, RIGHT, 60) == pytest.approx(far)
    assert wheel_price([everywhere], [2.0], block, RIGHT, 60) == pytest.approx(2 * far)
    pivot_x = 22.25
    left_half = Polygon([(0, 0), (20, 0), (20, 48), (0, 48)])  # the wheeling end leaves it on its way
    x, y = outermost(block, RIGHT)
    radius = math.dist((x, y), (pivot_x, 5))
    begin, leave = math.asin((5 - y) / radius), math.acos((pivot_x - 20) / radius)
    priced = wheel_price([left_half], [2.0], block, RIGHT, 80)
    assert priced == pytest.approx(wheel_cost(block, RIGHT, 80) + radius * (begin + leave), abs=0.01)


def test_ground_that_a_wheel_does_not_come_near_changes_nothing_to_the_last_bit() -> None:
    block = Block(20, 5, 0, 12, 6, 0.75, 0.75, 0.0)
    wood = Polygon([(17, 5), (20, 5), (20, 9), (17, 9)])
    far = Polygon(
        [(40, 0), (60, 0), (60, 48), (40, 48)]
    )  # the outermost figure stays within 4.5 in of (22.25, 5)
    here = wheel_price([wood], [1.5], block, RIGHT, 70)
    assert here > wheel_price([], [], block, RIGHT, 70)
    assert wheel_price([far, wood], [3.0, 1.5], block, RIGHT, 70) == here
    assert wheel_price([far], [3.0], block, RIGHT, 70) == wheel_price([], [], block, RIGHT, 70)
