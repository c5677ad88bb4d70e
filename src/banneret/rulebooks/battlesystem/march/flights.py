"""Straight moves of troops in a block that run, flee or withdraw: enemies may shoot at them after each inch, as at all who move.

By versions 1 to 10 of the rules they were shot at only before and after the move. Rules: battlesystem:10.6, battlesystem:10.6a.
"""

from __future__ import annotations

from banneret.geometry.plane import TOLERANCE
from banneret.kernel.order import Order
from banneret.kernel.table import Table
from banneret.rulebooks.battlesystem.blocks.block import Block
from banneret.rulebooks.battlesystem.blocks.block_moves import slide
from banneret.rulebooks.battlesystem.engines import shots
from banneret.rulebooks.battlesystem.march import mover
from banneret.rulebooks.battlesystem.march.passing_shots import asked, shooters_of
from banneret.rulebooks.battlesystem.march.ways import Stop, Way
from banneret.rulebooks.battlesystem.missiles import by_champions
from banneret.rulebooks.battlesystem.space import obstacles
from banneret.rulebooks.battlesystem.state import State, is_mended
from banneret.rulebooks.battlesystem.unit import Unit


class Halt:
    """A shot at troops that run, with the inches that they have gone by then, and their block there."""

    __slots__ = ("block", "inches", "shot")

    def __init__(self, shot: Order, inches: float, block: Block) -> None:
        self.shot: Order = shot
        self.inches: float = inches
        self.block: Block = block


def is_in_sight(state: State, unit: Unit) -> bool:
    """True if any enemy has a shot left for troops that run, in range or not. Rule: battlesystem:10.6."""
    if not mover.is_watched(state) or not is_mended(state, 11):
        return False
    for side in state.ranking:
        if side != unit.side and (
            shooters_of(state, side)
            or by_champions.ready_to_pass(state, side)
            or (state.pieces and shots.ready(state, side))
        ):
            return True
    return False


def halted(
    state: State, table: Table, unit: Unit, start: Block, heading: float, inches: float
) -> Halt | None:
    """The first shot at a unit on n inches straight on, between start and end; None if all hold. Rule: battlesystem:10.6a.

    It is not halted where it runs through others, since it could not stand there.
    """
    if not is_in_sight(state, unit):
        return None
    way = Way(unit, [], False)
    way.stops.clear()
    way.ends = False  # the callers ask about its start and its end
    gone = 1.0
    while gone < inches - TOLERANCE:
        block = slide(start, heading, gone)
        if obstacles.is_free(state, unit, block.area()):
            way.stops.append(Stop(0, 0.0, gone, block, unit.formation))
        gone += 1.0
    if not way.stops:
        return None
    shot = asked(state, table, unit, way)
    if shot is None:
        return None
    stop = way.stops[shot[3]]
    assert stop.block is not None, "each of these stops has a block"
    return Halt(shot, stop.inches, stop.block)
