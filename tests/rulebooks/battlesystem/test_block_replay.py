"""The same moves end in the same bytes everywhere: one long march, written down once."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256

import pytest

from banneret.geometry.plane import heading_of
from banneret.geometry.rectangles import LEFT, REAR, RIGHT, distance
from banneret.rulebooks.battlesystem.blocks.block import Block
from banneret.rulebooks.battlesystem.blocks.block_contact import touches
from banneret.rulebooks.battlesystem.blocks.block_moves import face, slide, wheel
from banneret.rulebooks.battlesystem.blocks.clearance import border_way, slide_way, wheel_way
from banneret.rulebooks.battlesystem.blocks.file_advance import file_ways

# Of everything below, unrounded results included, on x86-64; any other machine must come to the same.
DIGESTS = {
    False: "3c675eae1589d27a5cf50aa6a4c7ee480509f5c081d7eb7e60190851afc80bd8",
    True: "7f05c039a5cfe9a3514dcdcc87a7eea7efa899cd44308fb38df688aef778af1e",
}


def numbers(seed: int) -> Iterator[int]:
    """Whole numbers without end, from a counter's hash: no generator whose version could change."""
    count = 0
    while True:
        count += 1
        yield int.from_bytes(sha256(f"{seed} {count}".encode()).digest()[:4], "big")


def march(seed: int, steps: int, past: bool = False) -> list[str]:
    """Two lines of blocks that slide, wheel and turn about among each other; every number as written."""
    draw = numbers(seed)
    blocks = [
        Block(6 + 6 * i, 40 if i % 2 else 8, 180 if i % 2 else 0, 9 + i, 3 + i % 4, 0.75, 0.75, i % 3 / 4)
        for i in range(8)
    ]
    lines: list[str] = []
    for step in range(steps):
        mine = step % len(blocks)
        block = blocks[mine]
        ground = [area for other in blocks if other is not block for area in other.area()]
        choice = next(draw) % 8
        amount = next(draw)
        result: list[float] = []
        if choice < 4:
            direction = block.heading + (amount % 9001 - 4500) / 100
            way = slide_way(block, direction, amount % 7919 / 1000, ground)
            way = border_way(block, direction, way, 60, 48)
            moved = slide(block, direction, way)
            bases = [base for other in blocks if other is not block for base in other.bases()]
            result = [way, *file_ways(moved, direction, 1.5, bases, ground, closed=True, past=past)]
        elif choice < 7:
            side = RIGHT if amount % 2 else LEFT
            way = wheel_way(block, side, amount % 9001 / 100, ground)
            moved = wheel(block, side, way)
            result = [way]
        else:
            moved = face(block, REAR)
        near = min(distance(area, other) for area in moved.area() for other in ground)
        result += [near, heading_of(moved.x - 30, moved.y - 24)]
        for other in blocks:
            if other is not block:
                result += [10.0 * touch.figure + touch.side for touch in touches(moved, other)]
        blocks[mine] = moved
        lines.append(repr((moved.facts(), result)))
    return lines


@pytest.mark.rule("battlesystem:7.1a")
@pytest.mark.parametrize("past", [False, True])  # the version of now, and version 1
def test_a_long_march_ends_in_the_same_bytes_on_every_machine(past: bool) -> None:
    lines = march(1985, 160, past)
    assert len({line.partition(")")[0] for line in lines}) > 120  # most steps get somewhere
    assert sha256("\n".join(lines).encode()).hexdigest() == DIGESTS[past]
