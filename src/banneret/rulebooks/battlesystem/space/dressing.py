"""Dressing ranks: making a unit stand as a block, with every figure in its place.

Rules: battlesystem:7.1c, battlesystem:4.7.
"""

from __future__ import annotations

from typing import Final

from banneret.geometry.plane import TOLERANCE, forward, length, turn_between
from banneret.kernel.event import Event
from banneret.kernel.table import Table
from banneret.rulebooks.battlesystem.blocks.block import Block
from banneret.rulebooks.battlesystem.blocks.seats import turned_apart
from banneret.rulebooks.battlesystem.space import field
from banneret.rulebooks.battlesystem.space.obstacles import is_free
from banneret.rulebooks.battlesystem.space.standing import base_of
from banneret.rulebooks.battlesystem.state import State, is_mended
from banneret.rulebooks.battlesystem.text.sentences import says
from banneret.rulebooks.battlesystem.unit import CLOSED, Pose, Unit

PUSH: Final = 0.25  # inches between the places tried when a unit must make room
PUSHES: Final = 48  # the places tried in each direction


def stand(unit: Unit, block: Block, seats: list[int] | None = None) -> None:
    """Make a unit stand as a block, in order; if its figures change places, its commander goes to the nearest place in the front rank.

    `seats` as in `Unit.stand`. Rules: battlesystem:7.1c, battlesystem:4.7.
    """
    old = unit.block
    leader = unit.leader_at
    if leader >= 0 and old is not None and (old.files != block.files or turned_apart(old, block)):
        x, y = base_of(unit, leader).x, base_of(unit, leader).y
        unit.leader_at = front_figure(block, x, y)
    elif leader >= block.figures:
        unit.leader_at = (block.files - 1) // 2
    unit.stand(block, seats=seats)
    if unit.mount == 1:
        unit.figures = block.figures


def front_figure(block: Block, x: float, y: float) -> int:
    """The figure of the front rank nearest to a point, the left one of two. Rule: battlesystem:4.7."""
    best, nearest = 0, 1e300
    for file in range(block.files):
        to_x, to_y = block.centre(0, file)
        away = (to_x - x) * (to_x - x) + (to_y - y) * (to_y - y)
        if away < nearest - 1e-6:
            best, nearest = file, away
    return best


def put_in_order(state: State, table: Table, unit: Unit) -> None:
    """`tidy` a unit, and tell if it had to make room for others who stand in its way; by versions 1 to 19 of the rules that was not told. Rule: 7.1c."""
    before = unit.block
    tidy(state, unit)
    after = unit.block
    if before is None or after is None or not table.telling or not is_mended(state, 20):
        return
    inches = length(after.x - before.x, after.y - before.y)
    if inches > TOLERANCE and after.heading == before.heading:
        text = says(state, unit, "makes|make room as it|they forms|form up: {} in.", f"{inches:.4g}")
        data: dict[str, object] = {"unit": f"u{unit.id}", "inches": inches}
        table.tell(Event("formation", text, "battlesystem:7.1c", side=unit.side, data=data))


def tidy(state: State, unit: Unit) -> None:
    """Put a unit in order: every figure in its place in the block, wings back in line. Rule: battlesystem:7.1c.

    Figures that were turned go on looking that way (7.9g). If another unit stands in the way now, the block moves as little as will do;
    if that does not help, the unit stays as it is.
    """
    block, loose = unit.block, unit.loose
    if block is None or loose is None:
        return
    left, right = unit.wings
    spots = block.bases()
    poses: list[Pose] = []
    turned = False
    for figure, pose in enumerate(loose):
        heading = block.heading
        winged = figure < left or block.files - right <= figure < block.files
        turn = turn_between(heading, pose[2])
        if turn in (90.0, -90.0, 180.0) and not winged:
            heading, turned = pose[2], True
        poses.append((spots[figure].x, spots[figure].y, heading))
    room = _with_room(state, unit, block)
    if room is None:
        return
    stand_turned = turned and room is block
    stand(unit, room)
    if stand_turned:
        unit.stand(block, tuple(poses))


def _with_room(state: State, unit: Unit, block: Block) -> Block | None:
    """The block, or the block at the nearest free place behind, beside or before it; None if there is none."""
    if is_free(state, unit, block.area()):
        return block
    for push in range(1, PUSHES + 1):
        for turn in (180.0, 90.0, -90.0, 0.0):
            east, north = forward(block.heading + turn)
            moved = Block(
                block.x + east * PUSH * push,
                block.y + north * PUSH * push,
                block.heading,
                block.figures,
                block.files,
                block.width,
                block.depth,
                block.spacing,
            )
            if is_free(state, unit, moved.area()) and not _is_shut(state, unit, moved):
                return moved
    return None


def _is_shut(state: State, unit: Unit, block: Block) -> bool:
    """True if a closed unit would stand as that block where nobody is closed; by versions 1 to 12 of the rules it did. Rule: battlesystem:11.8c."""
    return unit.formation == CLOSED and is_mended(state, 13) and field.ban(state, unit, block) is not None
