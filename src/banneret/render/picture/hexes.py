"""A board of hexes as a drawing."""

from __future__ import annotations

import math
from html import escape
from typing import TYPE_CHECKING

from banneret.render.ink import clean
from banneret.render.looks import ground_of, is_shown, sign
from banneret.render.picture.paints import (
    HEX_LINE,
    INK,
    MAP_INK,
    PAPER,
    POLE,
    SANS,
    SHAPES,
    colours,
    flag,
    number,
)
from banneret.render.text.ground import place_hash
from banneret.render.words import board_piece, is_banner, letter, piece_mark, side_name

if TYPE_CHECKING:
    from banneret.kernel.look import GroundLook
    from banneret.kernel.scene import Piece, Place, Scene


RADIUS = 56.0


def _centre(place: Place) -> tuple[float, float]:
    column, row = place.at
    width = RADIUS * math.sqrt(3)
    return width * (column + 0.5 + (0.5 if int(row) % 2 else 0.0)) + 8, RADIUS * (1.5 * row + 1) + 8


def _hexagon(x: float, y: float, radius: float) -> str:
    corners = ((math.sin(math.pi * k / 3), math.cos(math.pi * k / 3)) for k in range(6))
    return " ".join(f"{number(x + radius * dx)},{number(y - radius * dy)}" for dx, dy in corners)


def _banner(scene: Scene, piece: Piece, x: float, y: float, scale: float) -> str:
    """A banner on its pole: letter, below it how many, `?` where that is not known."""
    side = piece.side
    field, border, charge = colours(side)
    shape = SHAPES[side % len(SHAPES)] if side >= 0 else SHAPES[1]
    words = escape(clean(f"{side_name(scene, side)}, {piece.place}: {board_piece(piece)}"))
    wide = "3" if side == 1 else "1.5"
    fringe = ""
    if side == 1:
        fringe = f'<path d="M-15-5v5M-9-5v5M-3-5v5M3-5v5M9-5v5M15-5v5" stroke="{border}" stroke-width="1.6"/>'
    return (
        f'<g transform="translate({x:.1f} {y:.1f}) scale({scale:g})"><title>{words}</title>'
        f'<path d="M0-54V22" stroke="{POLE}" stroke-width="4" stroke-linecap="round"/>'
        f'<path d="M-23-47H23" stroke="{POLE}" stroke-width="3" stroke-linecap="round"/>'
        f'<circle cx="0" cy="-55" r="4" fill="#c48a1c" stroke="{POLE}"/>'
        f'<path d="{shape}" fill="{field}" stroke="{border}" stroke-width="{wide}"/>{fringe}'
        f'<g fill="{charge}" text-anchor="middle" font-family="Alegreya,Georgia,serif" font-weight="800">'
        f'<text x="0" y="-27" font-size="19">{escape(letter(scene, side))}</text>'
        f'<text x="0" y="-13" font-size="13">{escape(piece_mark(piece))}</text></g></g>'
    )


def hexes_svg(scene: Scene) -> str:
    """The hexes with their ground, names and banners as one `<svg>`."""
    places = scene.board.places
    if not places:
        return ""
    here: dict[str, list[Piece]] = {}
    for piece in scene.pieces:
        if is_banner(piece):
            here.setdefault(piece.place, []).append(piece)
    now = {question.place for question in scene.questions} | {scene.clash.place if scene.clash else ""}
    ground, names, banners = [], [], []
    right = bottom = 0.0
    for place in places:
        x, y = _centre(place)
        right, bottom = max(right, x + RADIUS), max(bottom, y + RADIUS)
        pieces = here.get(place.id, [])
        ground += _ground(scene, place, x, y, bool(pieces), place.id in now)
        names.append(f'<text x="{x:.1f}" y="{y + 0.8 * RADIUS:.1f}">{escape(clean(place.id))}</text>')
        banners += _banners(scene, pieces, x, y)
    label = escape(clean(f"Map of {scene.title}: " + "; ".join(_spoken(scene))))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {right + 8:.0f} {bottom + 8:.0f}" role="img"'
        f' aria-label="{label}" style="width:100%;max-width:{right + 8:.0f}px;height:auto;background:{PAPER};'
        f'border:1px solid #8b8272;border-radius:3px">{"".join(ground)}'
        f'<g fill="{MAP_INK}" text-anchor="middle" font-size="12" font-family="{SANS}" stroke="{PAPER}"'
        ' stroke-width="3" paint-order="stroke" stroke-linejoin="round">'
        f"{''.join(names)}</g>{''.join(banners)}</svg>"
    )


def _ground(scene: Scene, place: Place, x: float, y: float, taken: bool, now: bool) -> list[str]:
    """A hex with its glyphs, rings, flags and signs; `taken`: banners stand in it, `now`: it is asked about, or fought for."""
    look = ground_of(scene, place)
    about = [scene.board.title(place), place.ground.lower(), *(tag.text for tag in place.tags)]
    title = escape(clean(", ".join(about)))
    floor = f'<polygon points="{_hexagon(x, y, RADIUS)}" fill="{look.tint[0]}" stroke="{HEX_LINE}"/>'
    found = [f"<g><title>{title}</title>{floor}{_glyphs(look, place, x, y, taken)}</g>"]
    owned = [tag for tag in place.tags if tag.side >= 0]
    found += [ring(tag.side, x, y) for tag in owned if is_shown(scene, tag, "ring")]
    found += [flag(scene, tag.side, x, y) for tag in owned if is_shown(scene, tag, "flag")]
    found += _signs(scene, place, x, y, taken)
    if now:
        found.append(
            f'<polygon points="{_hexagon(x, y, RADIUS - 4)}" fill="none" stroke="{INK}" stroke-width="6"/>'
            f'<polygon points="{_hexagon(x, y, RADIUS - 4)}" fill="none" stroke="#ffcf5a" stroke-width="3"/>'
        )
    return found


def _signs(scene: Scene, place: Place, x: float, y: float, taken: bool) -> list[str]:
    """The pictures of the tags of a hex, side by side; small and one above the other at the rim where banners stand."""
    signs = [tag for tag in place.tags if is_shown(scene, tag, "sign")]
    small = taken or len(signs) > 1
    found = []
    for index, tag in enumerate(signs):
        aside = 0.55 if taken else 0.45 * (2 * index - len(signs) + 1)
        down = (0.4 * index - 0.3) * RADIUS if taken else 0.0
        found.append(sign(scene, tag, x + aside * RADIUS * small, y + down, 22.0 if small else 40.0))
    return found


def _banners(scene: Scene, pieces: list[Piece], x: float, y: float) -> list[str]:
    """The banners in a hex, side by side; the more there are, the smaller."""
    count = len(pieces)
    spread = 0.42 * RADIUS if count > 1 else 0.0
    scale = 0.95 if count < 2 else 0.78 if count == 2 else 0.58
    found = []
    for index, piece in enumerate(pieces):
        aside = spread * (2 * index - count + 1) / max(count - 1, 1) * (1.0 if count < 3 else 1.25)
        found.append(_banner(scene, piece, x + aside, y + 12 * scale, scale))
    return found


def ring(side: int, x: float, y: float) -> str:
    """The ring inside a side's own hex: whole for the first side, dashed for the others."""
    colour = colours(side)[1] if side != 2 else INK
    dash = "" if side == 0 else ' stroke-dasharray="9 6"' if side == 1 else ' stroke-dasharray="2 5"'
    return f'<polygon points="{_hexagon(x, y, RADIUS - 9)}" fill="none" stroke="{colour}" stroke-width="2.5"{dash}/>'


def _spoken(scene: Scene) -> list[str]:
    return [f"{side_name(scene, piece.side)} at {piece.place}" for piece in scene.pieces if is_banner(piece)]


def _glyphs(look: GroundLook, place: Place, x: float, y: float, quiet: bool) -> str:
    """Drawn signs of the ground; few and at the rim where something stands in the middle."""
    if not look.glyphs:
        return ""
    fills = "".join(f'<path d="{one.path}" stroke="none"/>' for one in look.glyphs if one.filled)
    lines = "".join(f'<path d="{one.path}" fill="none"/>' for one in look.glyphs)
    ring = 0.62 * RADIUS
    marks = []
    seed = place_hash(place.id + place.ground)
    count = 3 if quiet else 4 if look.strewn.wide else 5
    for index in range(count):
        seed = (seed * 75 + 74) % 65537
        angle = (index + (seed % 100) / 160) * 2 * math.pi / count
        away = ring * (1.0 if quiet else 0.55 + (seed % 45) / 100)
        gx, gy = x + away * math.sin(angle), y - away * math.cos(angle) * 0.86
        if gy > y + 0.5 * RADIUS:
            gy -= 14
        scale = look.strewn.size * (0.62 if quiet or look.strewn.wide else 0.8)
        marks.append(f'<g transform="translate({gx:.1f} {gy:.1f}) scale({scale:.2f})">{fills}{lines}</g>')
    return (
        f'<g fill="{look.ink[0]}" fill-opacity="{look.strewn.shade:g}" stroke="{look.ink[0]}" stroke-width="1.7"'
        f' stroke-linecap="round" stroke-linejoin="round" opacity=".8">{"".join(marks)}</g>'
    )
