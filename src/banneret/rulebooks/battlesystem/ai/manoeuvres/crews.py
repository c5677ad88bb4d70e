"""Orders to crews: to stay at a piece that can shoot, to turn it where it has nobody before it, to go back to it, to take one over."""

from __future__ import annotations

from typing import Final

from banneret.geometry.plane import heading_of, length, snap, turn_between
from banneret.geometry.sight import ARC
from banneret.kernel.order import Order
from banneret.rulebooks.battlesystem.ai.front import Front
from banneret.rulebooks.battlesystem.ai.worth import worth
from banneret.rulebooks.battlesystem.drill.order_checks import plain
from banneret.rulebooks.battlesystem.drill.skirmish_walks import able
from banneret.rulebooks.battlesystem.engines import crews, hauling
from banneret.rulebooks.battlesystem.field_piece import FieldPiece
from banneret.rulebooks.battlesystem.movement import skirmish_moves
from banneret.rulebooks.battlesystem.space import standing
from banneret.rulebooks.battlesystem.state import Unit
from banneret.rulebooks.battlesystem.tables.missiles import LONG, MEDIUM
from banneret.rulebooks.battlesystem.worth.allowance import rate

TURNING: Final = 0.5  # mark of a piece turned to the enemy
TAKING: Final = 1.2  # mark of a way to a piece that nobody works
FAR: Final = 14.0  # inches from which nobody goes for one
SAFE: Final = 9.0  # inches that formed enemies are away from it at least


def crew(front: Front, unit: Unit, found: list[tuple[float, Order]]) -> bool:
    """Thoughts about pieces; true if the unit has one to care for, and nothing else is on its mind."""
    state = front.state
    own = crews.pieces_of(state, unit)
    if not own:
        return _toward_one(front, unit, found)
    found.extend([(1.0, order) for order in skirmish_moves.must_leave(state, unit)[:1]])
    if found:
        return True
    for piece in own:
        if crews.why_not_move(state, piece) is None:
            order = _turned(front, unit, piece)
            if order is not None and hauling.refusal(state, unit.side, order) is None:
                found.append((TURNING, order))
    return True


def _turned(front: Front, unit: Unit, piece: FieldPiece) -> Order | None:
    """The piece turned to the enemy most worth a shot; nearer, where all are out of reach; None where it has one before it."""
    engine = crews.engine_of(front.state, piece)
    top, best, near, ahead = 0.0, None, 1e9, 0.0
    for foe in front.foes:
        x, y, girth = standing.circle(foe)
        far = length(x - piece.x, y - piece.y)
        bearing = heading_of(x - piece.x, y - piece.y)
        if far < near:
            near, ahead = far, bearing
        if far - girth > engine.ranges[LONG] or far - girth < engine.least:
            continue
        if abs(turn_between(piece.heading, bearing)) <= ARC:
            return None
        value = worth(front.state, foe) * (1.0 if far <= engine.ranges[MEDIUM] else 0.6)
        if value > top:
            top, best = value, bearing
    if best is not None:
        return (hauling.VERB, unit.id, piece.id, (hauling.GO, round(best) % 360, 0))
    inches = min(hauling.left_of(front.state, piece), near - engine.ranges[MEDIUM])
    if inches < 1.0 or near > 1e8:
        return None
    return (hauling.VERB, unit.id, piece.id, (hauling.GO, round(ahead) % 360, plain(snap(inches))))


def _toward_one(front: Front, unit: Unit, found: list[tuple[float, Order]]) -> bool:
    """The way of a figure to a piece that nobody works, with no formed enemy near it; its own first crew goes back to it."""
    state = front.state
    if not crews.may_serve(unit):
        return False
    figures = able(state, unit)
    if not figures or unit.singles is None:
        return False
    for piece in state.pieces:
        if not piece.on_table or crews.crew_of(state, piece) is not None:
            continue
        if any(foe.singles is None and not foe.routed and _away(foe, piece) < SAFE for foe in front.foes):
            continue
        near = min(figures, key=lambda figure: length(*_to(unit, figure, piece)))
        east, north = _to(unit, near, piece)
        far = length(east, north)
        if far > FAR:
            continue
        reach = (crews.engine_of(state, piece).width + unit.depth) / 2.0
        inches = min(rate(state, unit), far - reach)
        if inches < hauling.LEAST:
            continue
        order = ("skirmish", unit.id, (near, round(heading_of(east, north)) % 360, plain(snap(inches))))
        if skirmish_moves.refused_steps(state, unit, order, rate(state, unit)) is None:
            found.append((TAKING, order))
            return True
    return False


def _to(unit: Unit, figure: int, piece: FieldPiece) -> tuple[float, float]:
    assert unit.singles is not None
    single = unit.singles[figure]
    return piece.x - single.x, piece.y - single.y


def _away(foe: Unit, piece: FieldPiece) -> float:
    x, y, girth = standing.circle(foe)
    return length(x - piece.x, y - piece.y) - girth
