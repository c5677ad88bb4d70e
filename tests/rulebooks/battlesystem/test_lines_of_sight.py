"""Whom units see, and what stands between."""

from __future__ import annotations

import pytest

from banneret.geometry.plane import all_within
from banneret.geometry.rectangles import Rectangle, placed
from banneret.geometry.sight import UNSEEN, is_free, seen_distance
from banneret.rulebooks.battlesystem.blocks.block import Block
from banneret.rulebooks.battlesystem.space.lines_of_sight import strip_between


def man(x: float, y: float, heading: float) -> Rectangle:
    return placed(x, y, 0.75, 0.75, heading)


@pytest.mark.rule("battlesystem:4.6i")
def test_units_are_seen_ahead_and_not_behind_or_through_friends() -> None:
    goblins = [man(x, 10, 0) for x in (9, 10, 11)]
    ahead = [man(x, 20, 180) for x in (9, 10, 11)]
    assert seen_distance(goblins, ahead, [], [], 9.5) == pytest.approx(9.25)
    assert seen_distance(goblins, ahead, [], [], 9.23) == UNSEEN
    assert seen_distance(goblins, [man(10, 2, 0)], [], [], 20) == UNSEEN
    friend = Block(10, 15, 0, 12, 6, 0.75, 0.75, 0.0)
    assert seen_distance(goblins, ahead, friend.area(), [], 20) == UNSEEN
    aside = Block(12.6, 15, 0, 12, 6, 0.75, 0.75, 0.0)  # covers x from 10.35: the left files see past it
    assert seen_distance(goblins, ahead, aside.area(), [], 20) == pytest.approx(9.25)


@pytest.mark.rule("battlesystem:10.1d")
def test_skirmishers_that_are_close_block_the_line_between_them() -> None:
    gap_closed = strip_between(man(-0.6, 5, 0), man(0.8, 5, 0), 1.0)
    assert gap_closed is not None
    assert not is_free(0, 0, 0, 10, [gap_closed], [])
    assert strip_between(man(-1, 5, 0), man(0.8, 5, 0), 1.0) is None


@pytest.mark.rule("battlesystem:4.7", "battlesystem:7.1a")
def test_a_command_radius_holds_its_edge() -> None:
    places = [(0.0, float(y)) for y in range(5)]
    assert all_within(0, 0, 4, places)
    assert not all_within(0, 0, 4, [*places, (0, 4.3)])
    assert all_within(0, 0, 4, [(0, 4.01)])
    assert not all_within(0, 0, 4, [(0, 4.0101)])
