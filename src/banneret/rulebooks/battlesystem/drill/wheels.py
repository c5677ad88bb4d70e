"""Wheels. Rules: battlesystem:7.9b, battlesystem:7.9c, battlesystem:7.9d, battlesystem:3.5."""

from __future__ import annotations

from banneret.geometry.plane import TOLERANCE, radians, snap
from banneret.rulebooks.battlesystem.blocks.block import Block
from banneret.rulebooks.battlesystem.blocks.block_moves import (
    WHEEL,
    inner_pivot,
    pivot,
    swing_radius,
    swung,
    wheel_radius,
)
from banneret.rulebooks.battlesystem.blocks.clearance import swing_way
from banneret.rulebooks.battlesystem.drill.legs import Walk, borders, is_turned, pays, stands
from banneret.rulebooks.battlesystem.drill.steps import SIDES, Step
from banneret.rulebooks.battlesystem.state import State


def make_wheel(state: State, walk: Walk, step: Step) -> None:
    """A wheel, lost when it cannot be paid, ended by what is in the way. Rules: 7.9b, 7.9c, 7.9d, battlesystem:3.5."""
    if is_turned(walk, "wheels"):
        return
    unit = walk.unit
    block = unit.block
    assert block is not None
    side, degrees = SIDES[step[1]], float(step[2])
    if not 0.0 < degrees <= WHEEL:
        reason = f"A wheel is more than 0 and at most 90 degrees, not {degrees:g}."
        walk.refuse(reason, "battlesystem:7.9b", False)
        return
    x, y, radius = _pivot(state, walk, step, block, side)
    if walk.refusal is not None:
        return
    cost = radians(degrees) * radius
    if not pays(walk, cost, f"A wheel of {degrees:g} degrees", "battlesystem:7.9c"):
        return
    way = degrees
    wide, deep, far = state.setting.width, state.setting.depth, 2.0 * block.girth  # no base is farther off
    if not (far < x < wide - far and far < y < deep - far):
        way = swing_way(block, side, way, x, y, borders(wide, deep))
    free = way = swing_way(block, side, way, x, y, walk.bars)
    if walk.grounds:
        way = swing_way(block, side, free, x, y, walk.grounds)
        if way < free and walk.short > 0.0:
            way = max(0.0, snap(way - walk.short / (radius * radians(1.0))))
    after = swung(block, side, way, x, y) if way > 0.0 else block
    walk.go(step, after, radians(way) * radius, "battlesystem:7.9c")
    walk.legs[-1].unhindered = radians(free) * radius
    walk.stopped = way < degrees - TOLERANCE
    stands(state, walk, after)
    if walk.short > 0.0:
        walk.contacts = []


def _pivot(state: State, walk: Walk, step: Step, block: Block, side: int) -> tuple[float, float, float]:
    """The point of a wheel and how far from it the outermost figure goes; within the line by an option only. Rule: 7.9b."""
    if len(step) < 4:
        x, y = pivot(block, side)
        return x, y, wheel_radius(block, side)
    file = int(step[3])
    if not state.setting.flags.wheel_pivot_any:
        reason = "A unit wheels about the outer figure of its front rank."
        walk.refuse(reason, "battlesystem:7.9b", False)
    elif not 0 <= file < block.files:
        reason = f"There is no file {file}: they count from 0 at the left to {block.files - 1}."
        walk.refuse(reason, "battlesystem:7.9b", False)
    else:
        x, y = inner_pivot(block, side, file)
        return x, y, swing_radius(block, x, y)
    return 0.0, 0.0, 0.0
