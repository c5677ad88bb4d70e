"""Blocks of figures in ranks and files."""

from __future__ import annotations

import math

import pytest
from geometry.bodies import few
from hypothesis import given
from rulebooks.battlesystem.shapes import blocks

from banneret.rulebooks.battlesystem.blocks.block import (
    Block,
    first_file,
    mob_files,
)


def men(figures: int = 12, files: int = 6, spacing: float = 0.0, x: float = 30, y: float = 20) -> Block:
    return Block(x, y, 0, figures, files, 0.75, 0.75, spacing)


@pytest.mark.rule("battlesystem:7.1c", "battlesystem:7.2", "battlesystem:7.3", "battlesystem:2.3")
def test_breadth_and_length_of_the_catalogue() -> None:
    assert (men().breadth, men().length) == (4.5, 1.5)
    assert (men(spacing=0.5).breadth, men(spacing=0.5).length) == (7.0, 2.0)
    ogres = Block(0, 0, 0, 8, 4, 1.0, 1.0, 0.0)
    assert (ogres.breadth, ogres.length) == (4.0, 2.0)
    with pytest.raises(ValueError, match="3 figures cannot stand 4 abreast"):
        Block(0, 0, 0, 3, 4, 1.0, 1.0, 0.0)


@pytest.mark.rule("battlesystem:7.1d")
def test_a_short_rank_fills_from_the_middle_the_left_one_first() -> None:
    for files in range(1, 13):
        order = sorted(range(files), key=lambda file: (abs(file - (files - 1) / 2), file))
        for figures in range(1, files + 1):
            first = first_file(files, figures)
            assert sorted(order[:figures]) == list(range(first, first + figures))


@pytest.mark.rule("battlesystem:2.10c")
def test_mobs_are_as_wide_as_deep() -> None:
    assert [mob_files(figures, 0.75, 0.75) for figures in (12, 16, 17, 20, 25)] == [4, 4, 5, 5, 5]
    assert mob_files(16, 1.0, 2.0) == 6


@few
@given(blocks())
def test_numbers_ranks_and_files_agree_and_the_ground_covers_exactly_the_figures(block: Block) -> None:
    places = [block.place(figure) for figure in range(block.figures)]
    assert [block.figure(*place) for place in places] == list(range(block.figures))
    assert all(block.holds(*place) for place in places)
    held = sum(block.holds(r, f) for r in range(-1, block.ranks + 1) for f in range(-1, block.files + 1))
    assert held == block.figures
    area = block.area()
    for base in block.bases():
        assert any(part.distance_to(x, y) < 1e-9 for part in area for x, y in [(base.x, base.y)])
        assert min(max(part.distance_to(*corner) for corner in base.corners()) for part in area) < 1e-9
    whole = sum(4 * part.half_width * part.half_depth for part in area)
    if block.spacing == 0.0:
        assert math.isclose(whole, block.figures * block.width * block.depth)


@few
@given(blocks())
def test_only_the_rim_can_be_reached_from_outside(block: Block) -> None:
    rim = set(block.rim())
    for figure in range(block.figures):
        rank, file = block.place(figure)
        around = [(rank + 1, file), (rank - 1, file), (rank, file + 1), (rank, file - 1)]
        assert (figure in rim) == (not all(block.holds(*place) for place in around))
