"""Whether enemies and forbidden ground leave a gap to get out."""

from __future__ import annotations

import math

import pytest
from geometry.bodies import few, headings, turned
from hypothesis import given
from hypothesis import strategies as st

from banneret.geometry.polygons import Polygon
from banneret.geometry.rectangles import Rectangle, between, distance, placed
from banneret.rulebooks.battlesystem.blocks.block import Block
from banneret.rulebooks.battlesystem.morale.rout.enclosure import is_surrounded


def ring(corner: float, side: float) -> list[Rectangle]:
    """Four enemies against the sides of a square about (30, 24), with gaps of `corner` at its corners."""
    far = side / 2 + 0.5
    long = side - math.sqrt(2) * corner  # so far apart are the nearest corners of two of them
    return [
        placed(30, 24 + far, long, 1, 0),
        placed(30 + far, 24, long, 1, 90),
        placed(30, 24 - far, long, 1, 180),
        placed(30 - far, 24, long, 1, 270),
    ]


def gaps(bodies: list[Rectangle]) -> float:
    return min(distance(bodies[i], bodies[(i + 1) % 4]) for i in range(4))


UNIT = [placed(30, 24, 4.5, 4.5, 0)]


@few
@given(headings)
@pytest.mark.rule("battlesystem:7.15d")
def test_a_ring_with_narrow_corners_holds_and_one_wide_gap_lets_out(turn: float) -> None:
    shut = [turned(body, turn) for body in ring(0.1, 4.5)]
    unit = [turned(body, turn) for body in UNIT]
    assert is_surrounded(unit, shut)
    assert not is_surrounded(unit, shut[:3])


@few
@given(headings, st.integers(0, 1000))
@pytest.mark.rule("battlesystem:7.15d")
def test_the_width_of_the_gap_decides_wherever_it_lies(turn: float, off: int) -> None:
    unit = [placed(0, 0, 0.75, 0.75, 0)]

    def fence(width: float) -> list[Rectangle]:
        shift = off / 1000
        walls = [
            between(-6, -6, 6, -6),
            between(6, -6, 6, 6),
            between(-6, 6, -6, -6),
            between(-6, 6, shift, 6),
            between(shift + width, 6, 6, 6),
        ]
        return [turned(wall, turn) for wall in walls]

    bodies = [turned(body, turn) for body in unit]
    assert is_surrounded(bodies, fence(0.7))
    assert is_surrounded(bodies, fence(0.98))
    assert not is_surrounded(bodies, fence(1.0))
    assert not is_surrounded(bodies, fence(1.2))


@pytest.mark.rule("battlesystem:7.15d")
def test_corner_gaps_of_the_catalogue() -> None:
    unit = [placed(30, 24, 3, 3, 0)]
    shut = ring(0.7, side=3)
    assert gaps(shut) == pytest.approx(0.7)
    assert is_surrounded(unit, shut)
    open_corner = [shut[0].moved(-0.5, 0), *shut[1:]]
    assert 1.0 < distance(open_corner[0], open_corner[1]) < 1.25
    assert not is_surrounded(unit, open_corner)


@pytest.mark.rule("battlesystem:7.15d")
def test_a_thin_unit_walks_out_at_an_open_end_but_nobody_begins_beyond_a_narrow_corner() -> None:
    # a rank of six men, x 27.75 to 32.25 and y 23.25 to 24, an enemy as wide along its front, one along its rear. A disc beside
    # its east end, about (32.75, 23.625), touches it and is 0.625 in from the enemies' corners
    rank = [placed(30, 23.625, 4.5, 0.75, 0)]
    pressed = [placed(30, 24.75, 4.5, 1.5, 180), placed(30, 22.5, 4.5, 1.5, 0)]
    assert not is_surrounded(rank, pressed)
    west, east = placed(27, 23.625, 1.5, 2, 90), placed(33, 23.625, 1.5, 2, 270)
    assert not is_surrounded(rank, [*pressed, west])
    assert is_surrounded(rank, [*pressed, west, east])
    # enemies that reach half an inch beyond its ends make passages 0.75 in wide of them
    assert is_surrounded(rank, [placed(30, 24.75, 5.5, 1.5, 180), placed(30, 22.5, 5.5, 1.5, 0)])
    # nobody is put down beside a square: 0.7 in of its north side are open, next to the enemy along all of its east side
    square = [placed(30, 24, 3, 3, 0)]
    shut = [
        placed(29.65, 26, 2.3, 1, 180),
        placed(32, 24, 3, 1, 270),
        placed(30, 22, 3, 1, 0),
        placed(28, 24, 3, 1, 90),
    ]
    assert is_surrounded(square, shut)


def test_fences_of_ground_and_enemies_join_and_a_fence_beside_is_none() -> None:
    pond = Polygon([(20, 20), (26, 20), (26, 28), (20, 28)])
    unit = [placed(28, 24, 2, 2, 0)]
    row = [placed(28, 26.5, 4, 1, 0), placed(30, 24, 1, 6, 0), placed(28, 21.5, 4, 1, 0)]
    assert is_surrounded(unit, [*pond.walls, *row])
    assert not is_surrounded(unit, [*pond.walls, *row[:2]])
    assert not is_surrounded([placed(40, 24, 2, 2, 0)], [*pond.walls, *row])


def test_a_block_in_the_open_is_not_surrounded() -> None:
    assert not is_surrounded(Block(30, 24, 45, 14, 5, 0.75, 0.75, 0.0).area(), [])
