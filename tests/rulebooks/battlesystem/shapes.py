"""Where hypothesis gets its blocks from."""

from __future__ import annotations

from geometry.bodies import headings
from hypothesis import strategies as st

from banneret.geometry.rectangles import overlap
from banneret.rulebooks.battlesystem.blocks.block import Block

sizes = st.sampled_from([(0.5, 0.5), (0.75, 0.75), (1.0, 1.0), (0.75, 1.5), (1.0, 2.0)])


@st.composite
def blocks(draw: st.DrawFn, most: int = 48, spread: int = 30_000) -> Block:
    figures = draw(st.integers(1, most))
    files = draw(st.integers(1, min(figures, 12)))
    width, depth = draw(sizes)
    place = st.integers(-spread, spread)
    return Block(
        draw(place) / 1000,
        draw(place) / 1000,
        draw(headings),
        figures,
        files,
        width,
        depth,
        draw(st.sampled_from([0.0, 0.5])),
    )


def overlapping(first: Block, second: Block) -> bool:
    """True if two blocks stand on each other's ground."""
    return any(overlap(mine, theirs) for mine in first.area() for theirs in second.area())
