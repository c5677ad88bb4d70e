"""Slides, straight on or oblique: as far as a unit can go, files that go on alone, and squaring up to the enemy.

Rules: battlesystem:7.7, battlesystem:7.8, battlesystem:7.8b, battlesystem:7.9a, battlesystem:3.5.
"""

from __future__ import annotations

from typing import Final

from banneret.geometry.plane import TOLERANCE, heading_of, snap_heading, swing, turn_between
from banneret.geometry.rectangles import FRONT, Rectangle
from banneret.rulebooks.battlesystem.blocks.block import Block
from banneret.rulebooks.battlesystem.blocks.block_moves import OBLIQUE, slide, turned
from banneret.rulebooks.battlesystem.blocks.clearance import border_way, contact_way, slide_way
from banneret.rulebooks.battlesystem.blocks.file_advance import advanced, file_ways, hold_files
from banneret.rulebooks.battlesystem.drill import legs
from banneret.rulebooks.battlesystem.drill.legs import LEAST, Walk, is_turned, meet, stands
from banneret.rulebooks.battlesystem.drill.steps import Step, inches_of
from banneret.rulebooks.battlesystem.space import contacts, dressing, formations, standing
from banneret.rulebooks.battlesystem.state import CLOSED, MOB, State, is_mended

SQUARE: Final = 60.0  # degrees that a unit turns at most to stand along the side it touched


def make_slide(state: State, walk: Walk, step: Step) -> None:
    """Straight or oblique, cut at the allowance, stopped by what is in the way.

    Rules: battlesystem:7.7, battlesystem:7.8, battlesystem:7.8b, battlesystem:7.9a, battlesystem:3.5.
    """
    if is_turned(walk, "moves"):
        return
    unit, setting = walk.unit, state.setting
    block = unit.block
    assert block is not None
    turn = float(step[1])
    if abs(turn) > OBLIQUE:
        reason = f"A unit moves at most 45 degrees to either side of its front, not {turn:g}."
        walk.refuse(reason, "battlesystem:7.9a", False)
        return
    wanted = min(walk.left, inches_of(step))
    heading = snap_heading(block.heading + turn)
    way = border_way(block, heading, wanted, setting.width, setting.depth)
    way = slide_way(block, heading, way, walk.bars)
    free = way
    if walk.short > 0.0:
        near = contact_way(block, heading, way + walk.short, walk.grounds)
        way = max(0.0, min(way, near - walk.short))
    elif walk.grounds:
        way = contact_way(block, heading, way, walk.grounds)
    after = slide(block, heading, way)
    walk.go(step, after, way, "battlesystem:7.9a")
    walk.legs[-1].unhindered = free
    walk.stopped = way < wanted - TOLERANCE
    stands(state, walk, after)
    if walk.contacts and walk.short > 0.0:
        walk.contacts = []  # a hair's breadth: it has not moved into contact
    elif walk.contacts:
        if not (setting.flags.square_up and _square_up(state, walk)):
            _files_go_on(state, walk, heading, step)
    elif way < free and walk.short == 0.0:
        _files_go_on(
            state, walk, heading, step
        )  # a gap was met and no figure yet (7.1e): some file may reach one
    elif setting.flags.oblique_turns and turn != 0.0 and not walk.stopped:
        _look_along(state, walk, heading)


def _files_go_on(state: State, walk: Walk, heading: float, step: Step) -> None:
    """Files that can touch an enemy by it go on singly. The owner may name who goes on, and these go the inches of the step.

    Rule: battlesystem:7.8b.
    """
    unit = walk.unit
    block = unit.block
    assert block is not None
    left = walk.left
    if left <= LEAST or block.files == 1:
        return
    bases = [base for foe in walk.foes for base in standing.bases(foe)]
    borders = legs.borders(state.setting.width, state.setting.depth)
    bars = [*walk.bars, *walk.grounds, *borders]
    closed = unit.formation in (CLOSED, MOB)
    past = not is_mended(state)
    named = step[-1] if len(step) > 2 and isinstance(step[-1], tuple) else None
    if named is None:
        ways = file_ways(block, heading, left, bases, bars, closed, past=past)
    else:
        freely = min(left, inches_of(step) - walk.legs[-1].cost) if walk.contacts else 0.0
        ways = file_ways(block, heading, left, bases, bars, closed, named, freely, past)
        ways = [way if file in named else 0.0 for file, way in enumerate(ways)]
        hold_files(block, heading, ways, closed)
    farthest = max(ways)
    if farthest <= 0.0:
        return
    unit.stand(block, tuple(advanced(block, heading, ways)), unit.wings)
    if not walk.contacts and standing.stands_in(unit, walk.grounds):
        # abreast they would take an enemy between them: one of them alone, the one with the shortest way
        farthest, file = min([(way, file) for file, way in enumerate(ways) if way > 0.0])
        ways = [farthest if at == file else 0.0 for at in range(block.files)]
        unit.stand(block, tuple(advanced(block, heading, ways)), unit.wings)
        if standing.stands_in(unit, walk.grounds):
            unit.stand(block, None, unit.wings)
            return
    unit.spent += farthest
    walk.cost += farthest
    walk.legs[-1].cost += farthest
    meet(state, walk)


def _square_up(state: State, walk: Walk) -> bool:
    """The unit turns about the point of contact, free, until its front lies along the side it touches; whether it did.

    Only where its front touches, and there is room for all of the turn. Option contact = square-up. Rule: battlesystem:7.8b.
    """
    unit = walk.unit
    block = unit.block
    assert block is not None
    for foe_id in walk.contacts:
        foe = state.units[foe_id]
        for touch in contacts.touches(state, unit, foe):
            if touch.side != FRONT:
                continue
            mine, theirs = standing.base_of(unit, touch.figure), standing.base_of(foe, touch.other)
            outward = heading_of(theirs.forward_x, theirs.forward_y) + 90.0 * touch.other_side
            turn = turn_between(block.heading, snap_heading(outward + 180.0))
            if abs(turn) <= TOLERANCE or abs(turn) > SQUARE:
                continue
            x, y = swing(block.x, block.y, *_meeting_point(mine, theirs), turn)
            after = Block(
                x,
                y,
                block.heading + turn,
                block.figures,
                block.files,
                block.width,
                block.depth,
                block.spacing,
            )
            if formations.has_room(state, unit, after):
                walk.legs[-1].after = after
                stands(state, walk, after)
                return True
    return False


def _meeting_point(mine: Rectangle, theirs: Rectangle) -> tuple[float, float]:
    """The point where two bases meet: the corner of one that is nearest to the other."""
    nearest = 1e300
    place = (mine.x, mine.y)
    for body, other in ((mine, theirs), (theirs, mine)):
        for x, y in body.corners():
            away = other.distance_to(x, y)
            if away < nearest:
                nearest, place = away, (x, y)
    return place


def _look_along(state: State, walk: Walk, heading: float) -> None:
    """After an oblique move the unit turns to where it went, if there is room. Option oblique_turns. Rule: battlesystem:7.9a."""
    block = walk.unit.block
    assert block is not None
    after = turned(block, heading)
    if formations.has_room(state, walk.unit, after, walk.enemies) and (
        not walk.foes or formations.new_contact(state, walk.unit, after) is None
    ):
        walk.legs[-1].after = after
        dressing.stand(walk.unit, after)
