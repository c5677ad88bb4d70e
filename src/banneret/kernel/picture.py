"""Scenes as pictures: one piece of HTML with an inline drawing, for notebooks and printed pages. No scripts, no links out.

Colours, shapes and glyphs follow the look of the table: paper, ink and painted banners. Sides are told apart by the shape
of their banner and by its letter before any colour.
"""

from __future__ import annotations

import math
from html import escape
from typing import TYPE_CHECKING

from banneret.kernel.textview import (
    board_piece,
    card_text,
    clean,
    counted,
    fighter_text,
    is_banner,
    letter,
    news_line,
    option_text,
    own_side,
    parts_text,
    piece_mark,
    piece_text,
    place_hash,
    side_name,
    tray_text,
)

if TYPE_CHECKING:
    from banneret.kernel.scene import Piece, Place, Scene

RADIUS = 56.0
SANS = "'Source Sans 3',system-ui,sans-serif"
INK, INK_2, LINE, PAPER, PANEL = "#211d17", "#595144", "#d8d0c0", "#f5efdf", "#fcfaf5"
GOLD, POLE, HEX_LINE, MAP_INK = "#a86f00", "#2c2417", "#a99e86", "#4a4234"
GROUNDS = {
    "plains": ("#f0e8cd", "grass", "#b3a67c"),
    "forest": ("#d5e0c3", "tree", "#5d7a4c"),
    "mountain": ("#ddd4c6", "peak", "#7d705f"),
    "swamp": ("#cfdfda", "reed", "#4f7d78"),
    "jungle": ("#c6dcb4", "tree", "#3f6b3a"),
    "desert": ("#f1e2b8", "dune", "#b08d4a"),
    "waste": ("#dcd3cf", "stone", "#80726b"),
    "sea": ("#cfe0ec", "wave", "#5f87a6"),
}
GLYPHS = {
    "tree": "M0-15C5-15 9-10 9-4 11-2 11 4 6 5 4 7 1 7 0 6-1 7-4 7-6 5-11 4-11-2-9-4-9-10-5-15 0-15ZM0 6V13M-3-2 0 1 4-5",
    "peak": "M-21 11C-14 2-10-6-4-18-1-20 1-18 3-14L7-8 9-11C14-4 16 3 22 11M1-15C0-8 5-4 2 3M-4-18-7-8",
    "reed": "M-15 7H15M-8 10H6M-3 7C-4 0-7-4-9-6M0 7V-9M3 7C4 1 6-2 9-5",
    "grass": "M-6 4C-5 1-6-1-7-3M-2 4V-4M2 4C2 1 3-1 5-3",
    "dune": "M-14 4C-8-6 0-6 4 2M0-2C5-7 10-4 14 3",
    "stone": "M-9 5L-5-3 2-5 8 0 9 5ZM-2-4L0 2",
    "wave": "M-14 0C-10-5-6-5-3 0 0 5 4 5 7 0 9-3 12-4 14-2",
}
# field, border, charge: heraldic counterchange, so that grey and print work by themselves
BANNERS = (
    ("#1f4e8c", "#1f4e8c", "#fdf8ec"),
    ("#fbf1dc", "#a5380f", "#8c2c08"),
    ("#17150f", "#fdf8ec", "#fdf8ec"),
    ("#79b59b", "#0c2f26", "#0c2f26"),
)
SHAPES = (
    "M-19-46H19V-2L0-12-19-2Z",  # swallowtail
    "M-17-44H17V-6H-17Z",  # square
    "M-20-46H20L0 2Z",  # pennon
    "M-18-46H18V-16C18-6 10-2 0-2-10-2-18-6-18-16Z",  # rounded foot
)


def _number(value: float) -> str:
    return f"{value:.1f}".rstrip("0").rstrip(".")


def _centre(place: Place) -> tuple[float, float]:
    column, row = place.at
    width = RADIUS * math.sqrt(3)
    return width * (column + 0.5 + (0.5 if int(row) % 2 else 0.0)) + 8, RADIUS * (1.5 * row + 1) + 8


def _hexagon(x: float, y: float, radius: float) -> str:
    corners = ((math.sin(math.pi * k / 3), math.cos(math.pi * k / 3)) for k in range(6))
    return " ".join(f"{_number(x + radius * dx)},{_number(y - radius * dy)}" for dx, dy in corners)


def _glyphs(place: Place, x: float, y: float, quiet: bool) -> str:
    """Drawn signs of the ground; few and at the rim where something stands in the middle."""
    _tint, kind, colour = GROUNDS.get(place.ground.lower(), ("", "", ""))
    if not kind:
        return ""
    big = kind in ("tree", "peak", "reed", "wave", "dune", "stone")
    ring = 0.62 * RADIUS
    marks = []
    seed = place_hash(place.id + place.ground)
    count = 3 if quiet else 5
    for index in range(count):
        seed = (seed * 75 + 74) % 65537
        angle = (index + (seed % 100) / 160) * 2 * math.pi / count
        away = ring * (1.0 if quiet else 0.55 + (seed % 45) / 100)
        gx, gy = x + away * math.sin(angle), y - away * math.cos(angle) * 0.86
        if gy > y + 0.5 * RADIUS:
            gy -= 14
        scale = 0.62 if quiet or not big else 0.8
        marks.append(f'<path d="{GLYPHS[kind]}" transform="translate({gx:.1f} {gy:.1f}) scale({scale})"/>')
    return (
        f'<g fill="none" stroke="{colour}" stroke-width="1.7" stroke-linecap="round" stroke-linejoin="round"'
        f' opacity=".8">{"".join(marks)}</g>'
    )


def _banner(scene: Scene, piece: Piece, x: float, y: float, scale: float) -> str:
    """A banner on its pole: letter, below it how many, `?` where that is not known."""
    side = piece.side
    field, border, charge = BANNERS[side % len(BANNERS)] if side >= 0 else ("#b9b4a8", "#595144", INK)
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
        stacks = here.get(place.id, [])
        tint = GROUNDS.get(place.ground.lower(), ("#ece5d4", "", ""))[0]
        title = escape(
            clean(", ".join([place.name or place.id, place.ground.lower(), *(t.text for t in place.tags)]))
        )
        ground.append(
            f'<g><title>{title}</title><polygon points="{_hexagon(x, y, RADIUS)}" fill="{tint}" stroke="{HEX_LINE}"/>'
            f"{_glyphs(place, x, y, bool(stacks))}</g>"
        )
        ground += [_ring(tag.side, x, y) for tag in place.tags if tag.side >= 0 and tag.kind == "capital"]
        ground += [_flag(scene, tag.side, x, y) for tag in place.tags if tag.side >= 0 and tag.kind == "flag"]
        if place.id in now:
            ground.append(
                f'<polygon points="{_hexagon(x, y, RADIUS - 4)}" fill="none" stroke="{INK}" stroke-width="6"/>'
                f'<polygon points="{_hexagon(x, y, RADIUS - 4)}" fill="none" stroke="#ffcf5a" stroke-width="3"/>'
            )
        names.append(
            f'<text x="{x:.1f}" y="{y + 0.8 * RADIUS:.1f}">{escape(clean(place.name or place.id))}</text>'
        )
        spread = 0.42 * RADIUS if len(stacks) > 1 else 0.0
        scale = 0.95 if len(stacks) < 2 else 0.78 if len(stacks) == 2 else 0.58
        for index, piece in enumerate(stacks):
            dx = (
                spread
                * (2 * index - len(stacks) + 1)
                / max(len(stacks) - 1, 1)
                * (1.0 if len(stacks) < 3 else 1.25)
            )
            banners.append(_banner(scene, piece, x + dx, y + 12 * scale, scale))
    label = escape(clean(f"Map of {scene.title}: " + "; ".join(_spoken(scene))))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {right + 8:.0f} {bottom + 8:.0f}" role="img"'
        f' aria-label="{label}" style="width:100%;max-width:{right + 8:.0f}px;height:auto;background:{PAPER};'
        f'border:1px solid #8b8272;border-radius:3px">{"".join(ground)}'
        f'<g fill="{MAP_INK}" text-anchor="middle" font-size="12" font-family="{SANS}" stroke="{PAPER}"'
        ' stroke-width="3" paint-order="stroke" stroke-linejoin="round">'
        f"{''.join(names)}</g>{''.join(banners)}</svg>"
    )


# ---------------------------------------------------------------- areas

CELL, ROW, SHELF, GAP = 148.0, 112.0, 96.0, 6.0
PIPS = {"o": "sound", "x": "lost", "s": "stunned"}


def areas_svg(scene: Scene) -> str:
    """The areas with their ground, walls and cards as one `<svg>`: a row for each line, a shelf for each reserve."""
    places = scene.board.places
    if not places:
        return ""
    shelves = {place.at[1] for place in places if place.span > 1}
    tops, y = {}, 0.0
    for row in range(int(scene.board.height)):
        y += GAP if row and row in shelves else 0
        tops[row] = y
        y += SHELF + (0 if row else GAP) if row in shelves else ROW
    width = scene.board.width * CELL
    here: dict[str, list[Piece]] = {}
    for piece in scene.pieces:
        here.setdefault(piece.place, []).append(piece)
    ground, cards = [], []
    for place in places:
        x, top = place.at[0] * CELL, tops[int(place.at[1])]
        high = SHELF if place.span > 1 else ROW
        ground.append(_area(scene, place, x, top, place.span * CELL, high))
        left = x + 130 if place.span > 1 else x
        cards.append(_cards(scene, here.get(place.id, []), left, top, x + place.span * CELL - left, high))
    walls = [_works(place, other, tops) for place in places for other in places if _faces(place, other)]
    label = escape(clean(f"Table of {scene.title}: " + "; ".join(_lying(scene))))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-4 -4 {width + 8:.0f} {y + 8:.0f}" role="img"'
        f' aria-label="{label}" style="width:100%;max-width:{width + 8:.0f}px;height:auto;background:{PAPER};'
        f'border:1px solid #8b8272;border-radius:3px" font-family="{SANS}">'
        f"{''.join(ground)}{''.join(walls)}{''.join(cards)}</svg>"
    )


def _area(scene: Scene, place: Place, x: float, y: float, wide: float, high: float) -> str:
    """The ground of an area, or a shelf with the name of its side."""
    title = escape(clean(", ".join([place.name or place.id, place.ground, *(t.text for t in place.tags)])))
    if place.span > 1:
        words = place.name.split(" of ", 1)
        rows = [f"{words[0]} of" if len(words) > 1 else words[0], *words[1:]]
        texts = "".join(
            f'<text x="{x + 12:.0f}" y="{y + 40 + 17 * index:.0f}">{escape(clean(row))}</text>'
            for index, row in enumerate(rows)
        )
        return (
            f'<g font-size="14" font-weight="600" fill="{INK}"><title>{title}</title><rect x="{x + 1:.0f}" y="{y + 1:.0f}"'
            f' width="{wide - 2:.0f}" height="{high - 2:.0f}" rx="7" fill="#ece5d6" stroke="#8b8272" stroke-dasharray="4 3"/>'
            f"{texts}</g>"
        )
    walled = any(tag.kind in ("walls", "palisade") for tag in place.tags)
    tint = "#e4dccb" if walled else GROUNDS.get(_kind(place.ground), ("#ece5d4", "", ""))[0]
    return (
        f'<g><title>{title}</title><rect x="{x:.0f}" y="{y:.0f}" width="{wide:.0f}" height="{high:.0f}" fill="{tint}"'
        f' stroke="{HEX_LINE}" stroke-dasharray="2 4"/>'
        f'<text x="{x + 7:.0f}" y="{y + 20:.0f}" font-size="12" font-weight="600" fill="{MAP_INK}">{escape(clean(place.id))}</text></g>'
    )


def _kind(ground: str) -> str:
    """The known ground that a name means."""
    word = ground.lower()
    known = {"open": "plains", "hills": "mountain"}.get(word, word)
    return "sea" if "water" in known else known


def _faces(place: Place, other: Place) -> bool:
    """Whether the works of a place stand on its edge to another, above or below it."""
    works = any(tag.kind in ("walls", "palisade") for tag in place.tags)
    near = place.at[0] == other.at[0] and abs(place.at[1] - other.at[1]) == 1
    return works and near and place.span == other.span == 1 and place.side != other.side


def _works(place: Place, other: Place, tops: dict[int, float]) -> str:
    """A stretch of wall or palisade between two areas."""
    x, y = place.at[0] * CELL, tops[int(max(place.at[1], other.at[1]))]
    wall = any(tag.kind == "walls" for tag in place.tags)
    step = CELL / 8
    teeth = "".join(
        f"v-6h{step / 2:.2f}v6h{step / 2:.2f}" if wall else f"l{step / 2:.2f}-8 {step / 2:.2f} 8"
        for _ in range(8)
    )
    fill, line = ("#d0c6b2", "#9a8e77") if wall else ("#c9ac7c", "#7d6239")
    return f'<path d="M{x:.1f} {y:.1f}{teeth}v8h-{CELL:.1f}Z" fill="{fill}" stroke="{line}"/>'


def _cards(scene: Scene, pieces: list[Piece], x: float, y: float, wide: float, high: float) -> str:
    """Cards side by side in the middle of their place, the smaller the more there are."""
    if not pieces:
        return ""
    step = min(70.0, (wide - 8) / len(pieces))
    scale = min(1.0, (step - 4) / 64)
    left = x + (wide - step * len(pieces)) / 2 + step / 2
    middle = y + high / 2 + 4
    return "".join(_card(scene, piece, left + step * i, middle, scale) for i, piece in enumerate(pieces))


def _card(scene: Scene, piece: Piece, x: float, y: float, scale: float) -> str:
    """A card: its sign, its name, its short figures, a pip for each hit."""
    side = piece.side
    field, border, charge = BANNERS[side % len(BANNERS)] if side >= 0 else ("#b9b4a8", "#595144", INK)
    turn = " rotate(8)" if "routed" in piece.states else ""
    round_, wide = ("9", "1") if side % 2 == 0 else ("2", "3.5")
    name = clean(piece.name).split(" ", 1)
    rows = "".join(
        f'<text y="{-16 + 12 * i}" font-size="{11 if len(row) < 10 else 9}">{escape(row)}</text>'
        for i, row in enumerate(name)
    )
    figures = [escape(clean(f.value.lstrip("+"))) for f in piece.figures if f.short][:4]
    numbers = "".join(
        f'<text x="{-22.5 + 15 * i}" y="15" font-size="10.5">{f}</text>' for i, f in enumerate(figures)
    )
    start = -5.0 * (len(piece.pips) - 1)
    pips = "".join(
        f'<circle cx="{start + 10 * i:.0f}" cy="27" r="3.6" fill="{charge if pip == "o" else "none"}" stroke="{charge}">'
        f"<title>{PIPS.get(pip, pip)}</title></circle>"
        for i, pip in enumerate(piece.pips)
    )
    words = escape(clean(f"{side_name(scene, side)}, {piece.place}: {board_piece(piece)}"))
    return (
        f'<g transform="translate({x:.1f} {y:.1f}){turn} scale({scale:.3g})" fill="{charge}" text-anchor="middle" font-weight="700">'
        f'<title>{words}</title><rect x="-32" y="-42" width="64" height="80" rx="{round_}" fill="{field}" stroke="{border}"'
        f' stroke-width="{wide}"/><text y="-28" font-size="10">{escape(letter(scene, side) + piece_mark(piece))}</text>'
        f"{rows}{numbers}{pips}</g>"
    )


def _lying(scene: Scene) -> list[str]:
    return [f"{side_name(scene, piece.side)}, {clean(piece.name)} at {piece.place}" for piece in scene.pieces]


def _ring(side: int, x: float, y: float) -> str:
    """The ring inside a side's own hex: whole for the first side, dashed for the others."""
    colour = BANNERS[side % len(BANNERS)][1] if side != 2 else INK
    dash = "" if side == 0 else ' stroke-dasharray="9 6"' if side == 1 else ' stroke-dasharray="2 5"'
    return f'<polygon points="{_hexagon(x, y, RADIUS - 9)}" fill="none" stroke="{colour}" stroke-width="2.5"{dash}/>'


def _flag(scene: Scene, side: int, x: float, y: float) -> str:
    """The small flag of who holds a place."""
    field, border, charge = BANNERS[side % len(BANNERS)]
    return (
        f'<g transform="translate({x - 30:.1f} {y + 27:.1f})"><title>{escape(side_name(scene, side))} hold it</title>'
        f'<path d="M0-14V4" stroke="{POLE}" stroke-width="2" stroke-linecap="round"/>'
        f'<path d="M1-14H15L11-8.5 15-3H1Z" fill="{field}" stroke="{border}"/>'
        f'<text x="6" y="-5" font-size="8" font-weight="800" text-anchor="middle" fill="{charge}">'
        f"{escape(letter(scene, side))}</text></g>"
    )


def _spoken(scene: Scene) -> list[str]:
    return [f"{side_name(scene, piece.side)} at {piece.place}" for piece in scene.pieces if is_banner(piece)]


def _sign(scene: Scene, side: int) -> str:
    """A side's small sign in running text."""
    field, border, charge = BANNERS[side % len(BANNERS)] if side >= 0 else ("#b9b4a8", "#595144", INK)
    round_ = ("50%", "2px", "2px", "6px")[side % 4] if side >= 0 else "2px"
    return (
        f'<span style="display:inline-block;min-width:1.35em;padding:0 .15em;text-align:center;border-radius:{round_};'
        f'border:2px solid {border};background:{field};color:{charge};font-weight:800">{escape(letter(scene, side))}</span>'
    )


def _stacks_html(scene: Scene) -> str:
    mine = own_side(scene)
    rows = []
    for side in sorted(range(-1, len(scene.sides)), key=lambda s: (s != mine, s < 0, s)):
        for piece in scene.pieces:
            if piece.side == side and scene.board.kind == "plane":
                from banneret.kernel.planeview import field_text

                rows.append(f"<div>{_sign(scene, side)} {escape(field_text(scene, piece))}</div>")
            elif piece.side == side:
                what = (
                    card_text(piece) if piece.form == "card" else counted(piece.inside) or piece_text(piece)
                )
                rows.append(
                    f"<div>{_sign(scene, side)} <b>{escape(clean(piece.place))}</b> {escape(what)}</div>"
                )
    rows += [
        f"<div><b>{escape(clean(tray.title))}</b> {escape(tray_text(tray))}</div>"
        for tray in scene.trays
        if tray.pieces or tray.count
    ]
    return "".join(rows)


def _clash_html(scene: Scene) -> str:
    clash = scene.clash
    if clash is None:
        return ""
    rows = []
    for index, piece in enumerate(clash.pieces):
        total = clash.sums[index] if index < len(clash.sums) else None
        text = fighter_text(piece, clash)
        value = (
            f" <b>{escape(clean(total.value))}</b>{escape(parts_text(total))}" if total is not None else ""
        )
        rows.append(f"<div>{_sign(scene, piece.side)} {escape(clean(text))}{value}</div>")
    rows += [f"<div>{escape(clean(line))}</div>" for line in clash.lines]
    return f"{_heading(clash.title)}{''.join(rows)}"


def _heading(text: str) -> str:
    return f'<div style="font:700 18px/1.2 Alegreya,Georgia,serif;margin:.7em 0 .2em;color:{INK}">{escape(clean(text))}</div>'


def _questions_html(scene: Scene) -> str:
    parts = []
    for question in scene.questions:
        rows = []
        for option in question.options[:40]:
            says = option_text(option)
            mark = " (default)" if option.order == question.default else ""
            rows.append(
                f"<li><b>{escape(clean(option.label))}</b>{escape(mark)} {escape(says)}"
                f' <code style="color:{INK_2};background:none">{escape(clean(option.order))}</code></li>'
            )
        more = len(question.options) - 40
        rows += [f"<li>and {more} more</li>"] if more > 0 else []
        hint = f"<div>{escape(clean(question.hint))}</div>" if question.hint else ""
        parts.append(
            f'{_heading(question.text)}{hint}<ol style="margin:.2em 0;padding-left:1.6em">{"".join(rows)}</ol>'
        )
    return "".join(parts)


def scene_html(scene: Scene, news: int = 8) -> str:
    """A scene for a notebook: the board drawn, the stacks, who meets whom, the question, the news."""
    now = " · ".join(part for part in (scene.turn, scene.phase, scene.segment) if part)
    head = (
        f'<div style="font:800 22px/1.2 Alegreya,Georgia,serif;color:{INK}">{escape(clean(scene.title))}'
        f' <span style="font:400 14px {SANS};color:{INK_2}">{escape(clean(now))}</span></div>'
    )
    draw = {"hexes": hexes_svg, "areas": areas_svg}.get(scene.board.kind)
    board = draw(scene) if draw is not None and len(scene.board.places) > 1 else ""
    if scene.board.kind == "plane":
        from banneret.kernel.planepicture import plane_svg

        board = plane_svg(scene)
    told = "".join(
        f'<div style="border-top:1px solid {LINE};padding:.15em 0">{escape(news_line(item))}</div>'
        for item in reversed(scene.news[-news:])
    )
    ending = ""
    if scene.ending is not None:
        names = {side.id: side.name for side in scene.sides}
        won = " and ".join(names.get(winner, winner) for winner in scene.ending.winners)
        ending = (
            _heading(f"{won} won" if won else "A draw") + f"<div>{escape(clean(scene.ending.reason))}</div>"
        )
    side = f"{ending}{_clash_html(scene)}{_questions_html(scene)}{_heading('News') + told if told else ''}"
    field = f'<div style="flex:3 1 380px;min-width:0">{board}<div style="margin-top:.5em">{_stacks_html(scene)}</div></div>'
    return (
        f'<div style="background:{PANEL};color:{INK};padding:12px 16px;border:1px solid {LINE};border-radius:6px;'
        f'font:400 15px/1.4 {SANS};max-width:1100px">{head}'
        f'<div style="display:flex;flex-wrap:wrap;gap:18px;margin-top:8px">{field}'
        f'<div style="flex:2 1 300px;min-width:0">{side}</div></div></div>'
    )
