"""The parts of a scene in words: sides, pieces, cards, trays, sums, options, the moment of the battle."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.kernel.apart import common
from banneret.render.ink import clean
from banneret.render.looks import look_of

if TYPE_CHECKING:
    from collections.abc import Container, Iterable

    from banneret.kernel.scene import Clash, Figure, Item, News, OptionView, Piece, Scene, Tray


# Around the letters of the sides: disc, square, triangle, hexagon.
SHAPES = ("()", "[]", "<>", "{}")
NEUTRAL = "··"  # around the letter of what is nobody's


def side_name(scene: Scene, side: int) -> str:
    """The name of a side; "nobody" where there is none."""
    return scene.sides[side].name if 0 <= side < len(scene.sides) else "nobody"


def letter(scene: Scene, side: int) -> str:
    """The letter on a side's banners."""
    return scene.sides[side].letter if 0 <= side < len(scene.sides) else "-"


def own_side(scene: Scene) -> int:
    """The side this seat plays, -1 for those who watch."""
    for index, side in enumerate(scene.sides):
        if side.id == scene.seat:
            return index
    if scene.seat in ("referee", "spectator"):
        return -1
    deciding = {question.side for question in scene.questions}
    return deciding.pop() if len(deciding) == 1 else -1


def token(scene: Scene, side: int, text: str = "") -> str:
    """A side's sign: its letter in the brackets of its shape, with a number or `?` behind the letter.

    A disc for the first side, a square for the second, a triangle and a hexagon for the others.
    """
    shape = SHAPES[side % len(SHAPES)] if side >= 0 else NEUTRAL
    return f"{shape[0]}{letter(scene, side)}{text}{shape[1]}"


def piece_mark(piece: Piece) -> str:
    """The text beside the letter of a banner: its label, else the number of pieces in it, else nothing."""
    if piece.label:
        return clean(piece.label)[:3]
    if piece.inside:
        return str(len(piece.inside))
    return ""


def is_banner(piece: Piece) -> bool:
    """True if a piece is drawn as a banner on the board."""
    return piece.kind == "banner"


def figures_text(figures: Iterable[Figure]) -> str:
    """Figures in a row: `roll 9, move 2`."""
    return ", ".join(clean(f"{figure.name} {figure.value}".strip()) for figure in figures)


def states_text(piece: Piece, known: Container[str] = ()) -> str:
    """The states of a piece in a row, but for those that are `known` anyway."""
    return clean(", ".join([str(state) for state in piece.states if state.kind not in known]))


def piece_text(piece: Piece, known: Container[str] = ()) -> str:
    """One piece in words: name, its number, what it does, its states (but for those that are `known` anyway).

    >>> from banneret.kernel.scene import Figure, Piece
    >>> elves = Piece("u1", 0, "C3", "unit", "Elves", label="+4", detail="Archer +3", figures=(Figure("BRM", "+4"),))
    >>> piece_text(elves)
    'Elves +4, Archer +3'
    """
    label = piece.label if piece.label not in piece.name and not is_banner(piece) else ""
    parts = [f"{piece.name} {label}".strip()]
    parts += [piece.detail.rstrip(".")] if piece.detail else []
    figures = [figure for figure in piece.figures if figure.value != label]
    parts += [figures_text(figures)] if figures else []
    parts += [tag.text for tag in piece.tags if tag.text]
    text = clean(", ".join(parts))
    states = states_text(piece, known)
    return f"{text} ({states})" if states else text


def counted(pieces: Iterable[Piece]) -> str:
    """Pieces in a row, equal ones counted: `2 × Elves +4 (Archer 3), Ents +8`."""
    texts: dict[str, int] = {}
    for piece in pieces:
        text = common(piece_text(piece))
        texts[text] = texts.get(text, 0) + 1
    return "; ".join(f"{count} × {text}" if count > 1 else text for text, count in texts.items())


def board_piece(piece: Piece) -> str:
    """A piece on the board in words: a banner with what is known under it, or the piece itself."""
    if not piece.inside:
        return piece_text(piece)
    known = counted(piece.inside)
    states = f" ({states_text(piece)})" if piece.states else ""
    detail = f", {clean(piece.detail)}" if piece.detail else ""
    return f"{clean(piece.name)}{detail}{states}: {known}"


def card_text(piece: Piece) -> str:
    """A card in words: its ratings, the heroes with it, its marks.

    >>> from banneret.kernel.scene import Figure, Piece
    >>> card_text(Piece("u1", 0, "A1", "card", "Archers", figures=(Figure("melee", "+2"), Figure("charge", "-", kind="none"))))
    'Archers, melee +2'
    """
    figures = figures_text(figure for figure in piece.figures if figure.kind != "none")
    parts = [piece.name, *([figures] if figures else []), *(tag.text for tag in piece.tags)]
    inside = f", with {', '.join(one.name for one in piece.inside)}" if piece.inside else ""
    states = f" ({states_text(piece)})" if piece.states else ""
    return clean(f"{', '.join(parts)}{inside}{states}")


def closed_text(piece: Piece) -> str:
    """A banner under which nothing is known, or a piece that holds nothing."""
    if is_banner(piece) and not piece.detail:
        return "not known"
    return clean(piece.detail) if is_banner(piece) else piece_text(piece)


def tray_text(tray: Tray) -> str:
    """The contents of a tray: the pieces that are known, and the number of others (of a pile only its height)."""
    unknown = tray.count - len(tray.pieces)
    parts = [counted(tray.pieces)] if tray.pieces else []
    if unknown > 0:
        parts.append(f"{unknown} not known" if tray.side >= 0 or parts else str(unknown))
    return "; ".join(parts)


def moment(scene: Scene) -> str:
    """Turn, whose it is, phase."""
    now = [part for part in (scene.turn, scene.phase) if part]
    active = [side.name for side in scene.sides if side.active]
    if active and not any(name in part for name in active for part in now):
        now.insert(1 if scene.turn else 0, " and ".join(active))
    return clean(" · ".join(now))


def track_texts(scene: Scene) -> list[str]:
    """The tracks of the battle: goal, flags, what is left (but not the turn, which is in the heading)."""
    return [
        clean(f"{side_name(scene, track.side) + ' ' if track.side >= 0 else ''}{track.name}: {track.value}")
        for track in scene.tracks
        if track.kind not in ("turn", "round") or f"{track.name} {track.value}".lower() != scene.turn.lower()
    ]


def fighter_text(scene: Scene, piece: Piece, clash: Clash) -> str:
    """A piece of a clash in words, with who stands behind it."""
    fights = {kind for kind, look in look_of(scene).state.items() if "fighting" in look.poses}
    text = piece_text(piece, fights)
    behind = [clean(one.name) for one in clash.support if one.side == piece.side]
    return f"{text}; with {', '.join(behind)}" if behind else text


def sum_text(scene: Scene, piece: Piece, total: Figure | None) -> str:
    """The contribution of a piece to a clash, each part with its rule: `: 9 = 5 Dwarves [roll.brm] + 1 General [general]`."""
    if total is None or not total.value:
        return ""
    name = "" if total.name == side_name(scene, piece.side) else f"{clean(total.name)} "
    return f": {name}{clean(total.value)}{parts_text(total, rules=True) if len(total.parts) > 1 else ''}"


def parts_text(figure: Figure, rules: bool = False) -> str:
    """The sum behind a figure: ` = 4 Elves + 3 Archer`; with `rules` each part has the id of the rule that it comes from.

    >>> from banneret.kernel.scene import Figure
    >>> parts_text(Figure("morale", "12", ((11, "printed", "x:3.1"), (1, "closed", "x:7.1"))), rules=True)
    ' = 11 printed [3.1] + 1 closed [7.1]'
    """
    text = ""
    for position, (amount, cause, rule) in enumerate(figure.parts):
        by = f" [{rule.rpartition(':')[2]}]" if rules and rule else ""
        if position == 0:
            text = f" = {amount} {cause}{by}"
        else:
            text += f" {'+' if amount >= 0 else '-'} {abs(amount)} {cause}{by}"
    return clean(text)


def news_line(news: News) -> str:
    """One line of news; a number in brackets where a sum can be opened."""
    return f"{clean(news.text)} [{news.number}]" if news.tallies else clean(news.text)


def rule_words(title: str, rule: str) -> str:
    """A rule by its title, with the id by which it is looked up: "Winning by the capital: stacks:win.capital"."""
    return f"{clean(title)}: {rule}" if title else rule


def option_text(option: OptionView | Item) -> str:
    """An option, or an item of a form, and what it would do, in a row."""
    says = [option.consequence] if option.consequence else []
    if option.odds is not None and option.odds.text and option.odds.text not in says:
        says.append(option.odds.text)
    if option.vain:
        says.append(f"achieves nothing: {option.vain.rstrip('.')}")
    return clean("; ".join(says))
