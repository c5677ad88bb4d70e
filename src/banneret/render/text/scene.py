"""A whole scene as text: heading, board, pieces, trays, clash, news, questions, how it ended."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.render.ink import PLAIN, Ink, clean, wrap
from banneret.render.text.board import board_lines, standing_lines
from banneret.render.text.questions import question_lines
from banneret.render.words import (
    fighter_text,
    moment,
    news_line,
    rule_words,
    sum_text,
    token,
    track_texts,
    tray_text,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from banneret.kernel.scene import Clash, News, Scene, Tray


def tray_lines(scene: Scene, width: int = 80, ink: Ink = PLAIN) -> list[str]:
    """Hands, reserves, the fallen: what is off the board."""
    lines = []
    heights = []
    for tray in scene.trays:
        if tray.pieces or (tray.count and tray.side >= 0):
            lines += _tray(tray, width, ink)
        elif tray.count:
            heights.append(f"{tray.title} {tray.count}")
    return lines + (wrap("; ".join(heights), width) if heights else [])


def _tray(tray: Tray, width: int, ink: Ink) -> list[str]:
    lines = wrap(tray_text(tray), width, f"{clean(tray.title)}: ", "    ")
    lines[0] = lines[0].replace(clean(tray.title), ink.strong(clean(tray.title)), 1)
    return lines


def title_lines(scene: Scene, width: int = 80, ink: Ink = PLAIN) -> list[str]:
    """The scene's heading: scenario, turn, whose it is, phase, measures."""
    lines = [ink.strong(clean(scene.title))]
    now = " · ".join(part for part in (moment(scene), clean(scene.segment)) if part)
    tracks = "; ".join(track_texts(scene))
    return lines + (wrap(now, width) if now else []) + (wrap(tracks, width) if tracks else [])


def clash_lines(clash: Clash, scene: Scene, width: int = 80, ink: Ink = PLAIN) -> list[str]:
    """The meetings of pieces: the pieces, those behind them, their sums."""
    lines = [ink.strong(clean(clash.title))]
    for index, piece in enumerate(clash.pieces):
        total = clash.sums[index] if index < len(clash.sums) else None
        head = f"  {token(scene, piece.side)} "
        lines += wrap(f"{fighter_text(scene, piece, clash)}{sum_text(scene, piece, total)}", width, head)
    for line in clash.lines:
        lines += wrap(line, width, "  ")
    return lines


def news_lines(news: Sequence[News], width: int = 80, last: int = 0) -> list[str]:
    """The news, oldest first; only the last few when `last` is given."""
    lines = []
    for item in news[-last:] if last else news:
        lines += wrap(news_line(item), width, "- ")
    return lines


def tally_lines(news: News, width: int = 80, ink: Ink = PLAIN) -> list[str]:
    """Every sum behind a piece of news: cause by cause, with the rule each comes from."""
    lines = wrap(news.text, width)
    for one in news.tallies:
        lines.append(ink.strong(f"  {clean(one.label)}"))
        rows = [(amount, clean(cause), rule) for amount, cause, rule in one.parts]
        room = max((len(cause) for _amount, cause, _rule in rows), default=0)
        room = min(max(room, len("total")), max(width - 36, 16))
        for amount, cause, rule in rows:
            lines.append(f"    {cause[:room]:<{room}} {amount:>+4}  {ink.faint(rule)}".rstrip())
        lines.append(ink.strong(f"    {'total':<{room}} {one.total:>4}"))
    if news.rule:
        lines.append(ink.faint(f"  rule {news.rule}"))
    return lines


def ending_lines(scene: Scene, width: int = 80, ink: Ink = PLAIN) -> list[str]:
    """The outcome."""
    ending = scene.ending
    if ending is None:
        return []
    names = {side.id: side.name for side in scene.sides}
    winners = " and ".join(names.get(winner, winner) for winner in ending.winners)
    head = f"{winners} won." if winners else "A draw."
    rule = f" ({rule_words(ending.title, ending.rule)})" if ending.rule else ""
    lines = wrap(f"{head} {ending.reason[:1].upper()}{ending.reason[1:]}{rule}", width)
    lines[0] = lines[0].replace(head, ink.strong(head), 1)
    return lines


def scene_text(scene: Scene, width: int = 80, colour: bool = False, board: bool = True, news: int = 8) -> str:
    """The whole scene as text: heading, board, pieces, trays, who meets whom, the news, the questions, how it ended."""
    ink = Ink(colour)
    blocks = [title_lines(scene, width, ink)]
    if board and (scene.board.kind != "sheet" or scene.board.roads):
        blocks.append(board_lines(scene, width, ink))
    blocks.append(standing_lines(scene, width, ink))
    blocks.append(tray_lines(scene, width, ink))
    if scene.clash is not None:
        blocks.append(clash_lines(scene.clash, scene, width, ink))
    if news:
        blocks.append(news_lines(scene.news, width, news))
    blocks += [question_lines(question, width, ink) for question in scene.questions]
    if scene.waiting and not scene.questions:
        names = {side.id: side.name for side in scene.sides}
        waiting = ", ".join([names.get(side, side) for side in scene.waiting])
        blocks.append(wrap(f"Waiting for {waiting}", width))
    blocks.append(ending_lines(scene, width, ink))
    return "\n\n".join("\n".join(block) for block in blocks if block)
