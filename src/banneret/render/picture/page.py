"""A whole scene as one piece of HTML: the board drawn, the pieces, the clash, the questions, the news."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Final

from banneret.render.ink import clean
from banneret.render.picture.areas import areas_svg
from banneret.render.picture.hexes import hexes_svg
from banneret.render.picture.paints import INK, INK_2, LINE, PANEL, SANS, side_sign
from banneret.render.picture.plane import plane_svg
from banneret.render.picture.sheet import sheet_svg
from banneret.render.picture.squares import squares_svg
from banneret.render.text.plane import field_text
from banneret.render.words import (
    card_text,
    counted,
    fighter_text,
    news_line,
    option_text,
    own_side,
    parts_text,
    piece_text,
    tray_text,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from banneret.kernel.scene import Piece, Scene
    from banneret.kernel.scene.board import BoardKind

DRAWINGS: Final[dict[BoardKind, Callable[[Scene], str]]] = {
    "hexes": hexes_svg,
    "areas": areas_svg,
    "squares": squares_svg,
    "sheet": sheet_svg,
    "plane": plane_svg,
}


def _standing_html(scene: Scene) -> str:
    mine = own_side(scene)
    places = {place.id: scene.board.title(place) for place in scene.board.places}
    rows = []
    for side in sorted(range(-1, len(scene.sides)), key=lambda s: (s != mine, s < 0, s)):
        for piece in scene.pieces:
            if piece.side == side and scene.board.kind == "plane":
                rows.append(f"<div>{side_sign(scene, side)} {escape(field_text(scene, piece))}</div>")
            elif piece.side == side:
                where = places.get(piece.place, piece.place)
                rows.append(
                    f"<div>{side_sign(scene, side)} <b>{escape(clean(where))}</b> {escape(_standing(piece))}</div>"
                )
    rows += [
        f"<div><b>{escape(clean(tray.title))}</b> {escape(tray_text(tray))}</div>"
        for tray in scene.trays
        if tray.pieces or tray.count
    ]
    return "".join(rows)


def _standing(piece: Piece) -> str:
    """A piece of the board in words: a card with its ratings, a banner with what is under it; where it is more than that, itself too."""
    if piece.kind == "card":
        return card_text(piece)
    inside = counted(piece.inside)
    if not inside or piece.figures:
        itself = piece_text(piece)
        return f"{itself}: {inside}" if inside else itself
    return inside


def _clash_html(scene: Scene) -> str:
    clash = scene.clash
    if clash is None:
        return ""
    rows = []
    for index, piece in enumerate(clash.pieces):
        total = clash.sums[index] if index < len(clash.sums) else None
        text = fighter_text(scene, piece, clash)
        value = (
            f" <b>{escape(clean(total.value))}</b>{escape(parts_text(total))}" if total is not None else ""
        )
        rows.append(f"<div>{side_sign(scene, piece.side)} {escape(clean(text))}{value}</div>")
    rows += [f"<div>{escape(clean(line))}</div>" for line in clash.lines]
    return f"{_heading(clash.title)}{''.join(rows)}"


def _heading(text: str) -> str:
    return f'<div style="font:700 18px/1.2 Alegreya,Georgia,serif;margin:.7em 0 .2em;color:{INK}">{escape(clean(text))}</div>'


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:].removesuffix('.')}."


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
    """A scene for a notebook: the board drawn, the pieces, who meets whom, the question, the news."""
    now = " · ".join(part for part in (scene.turn, scene.phase, scene.segment) if part)
    head = (
        f'<div style="font:800 22px/1.2 Alegreya,Georgia,serif;color:{INK}">{escape(clean(scene.title))}'
        f' <span style="font:400 14px {SANS};color:{INK_2}">{escape(clean(now))}</span></div>'
    )
    draw = DRAWINGS[scene.board.kind]
    board = draw(scene) if scene.board.kind == "plane" or len(scene.board.places) > 1 else ""
    told = "".join(
        f'<div style="border-top:1px solid {LINE};padding:.15em 0">{escape(news_line(item))}</div>'
        for item in reversed(scene.news[-news:])
    )
    ending = ""
    if scene.ending is not None:
        names = {side.id: side.name for side in scene.sides}
        won = " and ".join(names.get(winner, winner) for winner in scene.ending.winners)
        ending = (
            _heading(f"{won} won" if won else "A draw")
            + f"<div>{escape(clean(_sentence(scene.ending.reason)))}</div>"
        )
    side = f"{ending}{_clash_html(scene)}{_questions_html(scene)}{_heading('News') + told if told else ''}"
    field = f'<div style="flex:3 1 380px;min-width:0">{board}<div style="margin-top:.5em">{_standing_html(scene)}</div></div>'
    return (
        f'<div style="background:{PANEL};color:{INK};padding:12px 16px;border:1px solid {LINE};border-radius:6px;'
        f'font:400 15px/1.4 {SANS};max-width:1100px">{head}'
        f'<div style="display:flex;flex-wrap:wrap;gap:18px;margin-top:8px">{field}'
        f'<div style="flex:2 1 300px;min-width:0">{side}</div></div></div>'
    )
