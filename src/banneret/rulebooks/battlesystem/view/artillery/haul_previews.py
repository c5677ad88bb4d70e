"""Previews of a field piece that is moved: its way, where it ends, and the cost. Rules: 10.9, battlesystem:10.9k, 11.8p."""

from __future__ import annotations

from banneret.geometry.rectangles import Rectangle, placed
from banneret.kernel.decision import Refusal
from banneret.kernel.order import Order
from banneret.kernel.scene import Preview, Shape, refused
from banneret.rulebooks.battlesystem.engines import crews, hauling
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.unit import Unit


def haul_preview(state: State, unit: Unit, order: Order, refusal: Refusal | None) -> Preview:
    """The preview of an order to haul or turn a field piece. Rules: battlesystem:10.9, battlesystem:10.9k, battlesystem:11.8p."""
    piece = hauling.read(state, unit.side, order)
    if refusal is not None or isinstance(piece, Refusal):
        return refused(refusal)
    found = hauling.plan(state, piece, list(order[3:]))
    engine = crews.engine_of(state, piece)
    base = placed(found.x, found.y, engine.width, engine.depth, found.heading)
    crew = placed(found.crew_x, found.crew_y, unit.width, unit.depth, found.heading)
    shapes = [Shape("body", _around(base), facing=found.heading), Shape("body", _around(crew))]
    if (found.x, found.y) != (piece.x, piece.y):
        shapes.insert(0, Shape("line", ((piece.x, piece.y), (found.x, found.y))))
    what = crews.title(state, piece)
    text = f"{what} looks to {found.heading:g}° then, and does not shoot this round."
    if found.halt:
        text = f"{what}: {found.halt}. {text}"
    return Preview(
        text,
        cost=round(found.spent, 3),
        most=round(hauling.left_of(state, piece), 3),
        shapes=tuple(shapes),
        rule="battlesystem:10.9k",
    )


def _around(base: Rectangle) -> tuple[tuple[float, float], ...]:
    return tuple([(round(x, 3), round(y, 3)) for x, y in base.corners()])
