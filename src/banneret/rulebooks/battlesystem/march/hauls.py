"""Crews that haul a piece: they are shot at on their way, as other troops are, and go on with the piece if they can.

Rules: battlesystem:10.6, battlesystem:10.6a, battlesystem:10.6c, battlesystem:10.9.
"""

from __future__ import annotations

from typing import Any

from banneret.geometry.plane import TOLERANCE
from banneret.kernel.order import Order
from banneret.kernel.table import Table
from banneret.rulebooks.battlesystem.engines import crews, hauling
from banneret.rulebooks.battlesystem.engines.hauling import Haul
from banneret.rulebooks.battlesystem.field_piece import FieldPiece
from banneret.rulebooks.battlesystem.march import mover
from banneret.rulebooks.battlesystem.march.passing_shots import asked
from banneret.rulebooks.battlesystem.march.ways import Stop, Way
from banneret.rulebooks.battlesystem.state import State, is_mended


def carry_out(state: State, table: Table, side: int, order: Order) -> None:
    """Carry out a "haul", halted by shots at the crew and then gone on with; a wounded crew goes no farther.

    By versions 1 to 8 of the rules nobody could shoot until the side's part was over. Rules: battlesystem:10.6a, battlesystem:10.10c.
    """
    if not is_mended(state, 9) or not mover.is_watched(state):
        hauling.carry_out(state, table, side, order)
        return
    piece = hauling.read(state, side, order)
    assert isinstance(piece, FieldPiece), "the order was checked before"
    unit, legs = state.units[piece.crew], list(order[3:])
    footing = hauling.plan(state, piece, legs).footing
    while legs:
        way = _way(state, piece, legs, footing)
        shot = asked(state, table, unit, way)
        if shot is None:
            hauling.haul(state, table, piece, legs, footing)
            return
        stop = way.stops[shot[3]]
        before, legs = _cut(legs, stop.inches, way.is_end(stop))
        if before:
            hauling.haul(state, table, piece, before, footing)
        if not mover.under_fire(state, table, unit, shot):
            return
        if not legs:
            mover.stands_in_sight(state, table, unit)
        elif crews.why_not_move(state, piece) is not None:
            return


def _way(state: State, piece: FieldPiece, legs: list[Any], footing: int) -> Way:
    """The way of the crew with its stops: at the start, after each inch, at the end. Rule: battlesystem:10.6a."""
    unit = state.units[piece.crew]
    found = Way(unit, [], False)
    whole = hauling.plan(state, piece, legs, footing)
    inches = 1.0
    while True:
        there = hauling.plan(state, piece, _cut(legs, inches, False)[0], footing)
        if there.way > whole.way - TOLERANCE:
            break
        found.stops.append(_stop(found, piece, there, inches))
        inches += 1.0
    found.stops.append(_stop(found, piece, whole, inches))
    return found


def _stop(way: Way, piece: FieldPiece, there: Haul, inches: float) -> Stop:
    """The stop after n inches, with the crew behind its piece."""
    place = piece.figure, there.crew_x, there.crew_y, there.heading
    return Stop(len(way.stops), 0.0, inches, None, way.stops[0].formation, [place])


def _cut(legs: list[Any], inches: float, is_end: bool) -> tuple[list[Any], list[Any]]:
    """The legs of an order within its first n inches, and those that are left; with `is_end`, all legs and none."""
    if is_end:
        return legs, []
    before: list[Any] = []
    left = inches
    for place, leg in enumerate(legs):
        if left <= TOLERANCE:
            return before, legs[place:]
        wanted = float(leg[2])
        if wanted > left + TOLERANCE:
            before.append((leg[0], leg[1], left))
            return before, [(leg[0], leg[1], wanted - left), *legs[place + 1 :]]
        before.append(leg)
        left -= wanted
    return before, []
