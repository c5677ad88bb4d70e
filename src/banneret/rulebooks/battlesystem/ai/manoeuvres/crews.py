"""Orders to crews of artillery: to stay at a piece that can shoot, turn or move one that cannot, go back to it, or take one over."""

from __future__ import annotations

from typing import Final

from banneret.geometry.plane import heading_of, length, snap, turn_between
from banneret.geometry.sight import ARC
from banneret.kernel.decision import Choice
from banneret.kernel.order import Order
from banneret.rulebooks.battlesystem.ai.front import Front
from banneret.rulebooks.battlesystem.ai.worth import worth
from banneret.rulebooks.battlesystem.drill.order_checks import plain
from banneret.rulebooks.battlesystem.drill.skirmish_walks import able
from banneret.rulebooks.battlesystem.engines import crews, hauling
from banneret.rulebooks.battlesystem.field_piece import FieldPiece
from banneret.rulebooks.battlesystem.movement import skirmish_moves
from banneret.rulebooks.battlesystem.space import standing
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.tables.missiles import LONG, MEDIUM
from banneret.rulebooks.battlesystem.unit import FIELD, Unit
from banneret.rulebooks.battlesystem.worth.allowance import rate

TURNING: Final = 0.5  # mark of turning a piece to the enemy
TAKING: Final = 1.2  # mark of going to a piece without a crew
FAR: Final = 14.0  # inches beyond which nobody goes to one
SAFE: Final = 9.0  # the least inches from it to formed enemies


def crew(front: Front, unit: Unit, found: list[tuple[float, Order]]) -> bool:
    """Add the orders of a crew, or of a unit that may become one; True if it is to get no others."""
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
    """The order to turn a piece to the enemy most worth a shot, or to bring it nearer if all are out of range; None if it has a target."""
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
    """Add the order to a figure to go to a piece without a crew that no formed enemy is near; True if there is one."""
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


def serving(state: State, decision: Choice) -> Order:
    """Take over a piece that nobody works, unless formed enemies are near it, or no enemy is left within its range and a move."""
    piece = state.pieces[decision.options[-1][1]]
    foes = [foe for foe in state.units.values() if foe.side != decision.side and foe.status == FIELD]
    if any(foe.singles is None and not foe.routed and _away(foe, piece) < SAFE for foe in foes):
        return decision.options[-1]
    reach = crews.engine_of(state, piece).ranges[LONG] + FAR
    return decision.options[0] if any(_away(foe, piece) <= reach for foe in foes) else decision.options[-1]


def _to(unit: Unit, figure: int, piece: FieldPiece) -> tuple[float, float]:
    """The inches east and north from a skirmisher to a piece."""
    assert unit.singles is not None
    single = unit.singles[figure]
    return piece.x - single.x, piece.y - single.y


def _away(foe: Unit, piece: FieldPiece) -> float:
    """Inches from a piece to an enemy, about."""
    x, y, girth = standing.circle(foe)
    return length(x - piece.x, y - piece.y) - girth
