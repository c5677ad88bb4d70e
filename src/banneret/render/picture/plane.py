"""A plane as one drawing: ground, every figure on its base, fronts, plates. For notebooks and printed pages."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from banneret.render.ink import clean
from banneret.render.looks import ground_of, has_pose, look_of
from banneret.render.picture.paints import INK, MAP_INK, PAPER, SANS, colours
from banneret.render.text.plane import field_text
from banneret.render.words import letter, side_name

if TYPE_CHECKING:
    from banneret.kernel.scene import Piece, Place, Scene

INCH = 16.0  # drawing units to the inch
Point = tuple[float, float]


def plane_svg(scene: Scene) -> str:
    """The field with its ground and everybody on it as one `<svg>`, north at the top."""
    board = scene.board
    if board.width <= 0 or board.height <= 0:
        return ""
    turf = look_of(scene).field.tint[0]
    wide, high = board.width * INCH, board.height * INCH
    ground = "".join([_ground(scene, place) for place in board.places if place.shape])
    names = "".join([_name(scene, place) for place in board.places if place.shape and not place.zone])
    pieces = [piece for piece in scene.pieces if piece.at is not None]
    bodies = "".join([_body(scene, piece) for piece in pieces])
    plates = "".join([_plate(scene, piece) for piece in pieces])
    label = escape(
        clean(f"Field of {scene.title}: " + "; ".join([_spoken(scene, piece) for piece in pieces]))
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-4 -4 {wide + 8:.0f} {high + 8:.0f}" role="img"'
        f' aria-label="{label}" style="width:100%;max-width:{wide + 8:.0f}px;height:auto;background:{PAPER};'
        f'border:1px solid #8b8272;border-radius:3px" font-family="{SANS}">'
        f'<rect width="{wide:.0f}" height="{high:.0f}" fill="{turf}" stroke="#a99e86"/>{ground}'
        f'<g fill="{MAP_INK}" font-size="15" font-weight="700" font-family="Alegreya,Georgia,serif" text-anchor="middle"'
        f' stroke="{turf}" stroke-width="3" paint-order="stroke">{names}</g>{bodies}{plates}</svg>'
    )


def _spoken(scene: Scene, piece: Piece) -> str:
    return f"{side_name(scene, piece.side)}, {field_text(scene, piece)}"


def _at(scene: Scene, point: Point) -> Point:
    """The point of the drawing for a point of the field."""
    return point[0] * INCH, (scene.board.height - point[1]) * INCH


def _path(scene: Scene, points: tuple[Point, ...] | list[Point], closed: bool = True) -> str:
    spots = [_at(scene, point) for point in points]
    return "M" + "L".join([f"{x:.1f} {y:.1f}" for x, y in spots]) + ("Z" if closed else "")


def _ground(scene: Scene, place: Place) -> str:
    title = escape(clean(place.name))
    look = ground_of(scene, place)
    if place.breadth:
        line = _path(scene, place.shape, closed=False)
        wide = place.breadth * INCH
        return (
            f'<g fill="none"><title>{title}</title><path d="{line}" stroke="{look.ink[0]}" stroke-width="{wide + 2:.1f}"/>'
            f'<path d="{line}" stroke="{look.tint[0]}" stroke-width="{wide:.1f}"/></g>'
        )
    if place.zone:
        colour = colours(place.side)[1]
        return (
            f'<path d="{_path(scene, place.shape)}" fill="{colour}" fill-opacity=".08" stroke="{colour}"'
            f' stroke-width="2" stroke-dasharray="8 6"><title>{title}</title></path>'
        )
    return (
        f'<path d="{_path(scene, place.shape)}" fill="{look.tint[0]}" stroke="{look.ink[0]}" stroke-width="2">'
        f"<title>{title}</title></path>"
    )


def _name(scene: Scene, place: Place) -> str:
    x, y = _at(scene, place.at)
    return f'<text x="{x:.1f}" y="{y + 5:.1f}">{escape(clean(place.name))}</text>'


def _body(scene: Scene, piece: Piece) -> str:
    """The figures of a piece on their bases, and the front of a formed body; the front of a routed one is broken."""
    side = piece.side
    field, border, charge = colours(side)
    wide, deep = piece.base or (0.75, 0.75)
    signs = []
    for base in piece.bases:
        x, y = _at(scene, (base.x, base.y))
        w, h = wide * INCH * 0.86, deep * INCH * 0.86
        box = f'<rect x="{-w / 2:.1f}" y="{-h / 2:.1f}" width="{w:.1f}" height="{h:.1f}" rx="1"'
        if base.sign == "x":
            inner = f'{box} fill="none" stroke="{MAP_INK}" stroke-dasharray="2 2"/>'
        else:
            nose = f'<path d="M{-w / 4:.1f} {h / 10:.1f}L0 {-h / 4:.1f} {w / 4:.1f} {h / 10:.1f}" fill="none" stroke="{charge}" stroke-width="1.5"/>'
            if base.sign in ("c", "cw"):
                nose = f'<circle r="{w / 4:.1f}" fill="{charge}"/>'
            elif base.sign == "e":
                beam = f"M{-w * 0.4:.1f} 0H{w * 0.4:.1f}M0 {h * 0.4:.1f}V{-h * 0.4:.1f}"
                wheels = "".join(
                    [f"M{side_x:.1f} {-h / 6:.1f}V{h / 3:.1f}" for side_x in (-w * 0.4, w * 0.4)]
                )
                nose = f'<path d="{beam}{wheels}" fill="none" stroke="{charge}" stroke-width="1.5"/>'
            stroke = f'<path d="M{-w / 2:.1f} {-h / 2:.1f}L{w / 2:.1f} {h / 2:.1f}" stroke="{charge}" stroke-width="2"/>'
            inner = (
                f'{box} fill="{field}" stroke="{border}"/>{nose}{stroke if base.sign in ("w", "cw") else ""}'
            )
        signs.append(f'<g transform="translate({x:.1f} {y:.1f}) rotate({base.heading:g})">{inner}</g>')
    front = ""
    if len(piece.shape) > 1:
        dash = ' stroke-dasharray="5 4"' if has_pose(scene, piece, "dashed") else ""
        front = f'<path d="{_path(scene, piece.shape[:2], closed=False)}" stroke="{border}" stroke-width="4"{dash}/>'
    return f"<g><title>{escape(_spoken(scene, piece))}</title>{''.join(signs)}{front}</g>"


def _plate(scene: Scene, piece: Piece) -> str:
    """Letter, name and number of a piece, below it on the drawing."""
    side = piece.side
    _field, border, _charge = colours(side)
    points = [(base.x, base.y) for base in piece.bases] or ([piece.at] if piece.at else [])
    spots = [_at(scene, point) for point in points]
    x = sum([spot[0] for spot in spots]) / len(spots)
    y = max([spot[1] for spot in spots]) + 13
    text = clean(f"{letter(scene, side)} {piece.name} {piece.label}".strip())
    half = len(text) * 3.3 + 6
    return (
        f'<g><rect x="{x - half:.1f}" y="{y:.1f}" width="{2 * half:.1f}" height="17" rx="{8 if side % 2 == 0 else 0}"'
        f' fill="#fcfaf5" stroke="{border}" stroke-width="1.5"/><text x="{x:.1f}" y="{y + 12.5:.1f}" text-anchor="middle"'
        f' font-size="12" font-weight="600" fill="{INK}">{escape(text)}</text></g>'
    )
