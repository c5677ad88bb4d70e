"""Scenes as plain text: the map of a terminal, the view of a program, what a screen reader reads.

Everything here draws a `Scene` and knows no rules. Sides are told apart by letter and by the shape of their brackets
(`(G5)` a disc, `[H?]` a square, `<D2>` a triangle, `{E?}` a hexagon), and only then by colour.
"""

from __future__ import annotations

import re
import textwrap
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from banneret.kernel.scene import (
        Clash,
        Figure,
        Item,
        News,
        Odds,
        OptionView,
        Piece,
        Place,
        Question,
        Scene,
        Tray,
    )

SHAPES = ("()", "[]", "<>", "{}")
NEUTRAL = "··"
GROUNDS = {
    "plains": ".",
    "forest": "&",
    "mountain": "^",
    "swamp": '"',
    "jungle": "%",
    "desert": ":",
    "waste": ";",
    "sea": "~",
    "water": "~",
    "deep water": "~",
    "shallow water": "~",
    "open": ".",
    "hills": "n",
    "road": "=",
}
SIDE_COLOURS = ("36", "33", "35", "32")
_ANSI = re.compile(r"\x1b\[[0-9;]*m")
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff]")


def clean(text: str) -> str:
    """The text without control characters, so that no name or note can steer a terminal."""
    return _CONTROL.sub(" ", text)


class Ink:
    """Colour for terminals, or none: `Ink(False)` leaves every text as it is.

    >>> Ink(False).side(0, "(G5)")
    '(G5)'
    """

    def __init__(self, colour: bool = False) -> None:
        self.colour = colour

    def paint(self, code: str, text: str) -> str:
        """The text in a colour of the terminal."""
        return f"\x1b[{code}m{text}\x1b[0m" if self.colour and text else text

    def side(self, side: int, text: str) -> str:
        """In a side's colour."""
        return self.paint(SIDE_COLOURS[side % len(SIDE_COLOURS)], text) if side >= 0 else text

    def strong(self, text: str) -> str:
        """Bold: titles, totals, the question."""
        return self.paint("1", text)

    def faint(self, text: str) -> str:
        """Second text: rule ids, ground."""
        return self.paint("2", text)

    def here(self, text: str) -> str:
        """Where it happens now."""
        return self.paint("1;4", text)


PLAIN = Ink(False)


def visible(text: str) -> int:
    """How many columns a text takes, colours aside."""
    return len(_ANSI.sub("", text))


def wrap(text: str, width: int, first: str = "", then: str | None = None) -> list[str]:
    """The text in lines of at most `width`; `first` begins the first line, `then` (or as many spaces) the others."""
    follow = " " * len(first) if then is None else then
    lines = textwrap.wrap(
        clean(text),
        max(width, 20),
        initial_indent=first,
        subsequent_indent=follow,
        break_on_hyphens=False,
    )
    return lines or [first.rstrip()]


# ---------------------------------------------------------------- names


def side_name(scene: Scene, side: int) -> str:
    """What a side is called; nobody's things are nobody's."""
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
    owed = {question.side for question in scene.questions}
    return owed.pop() if len(owed) == 1 else -1


def token(scene: Scene, side: int, text: str = "") -> str:
    """A side's sign: its letter in the brackets of its shape, with a number or `?` behind the letter.

    A disc for the first side, a square for the second, a triangle and a hexagon for the others.
    """
    shape = SHAPES[side % len(SHAPES)] if side >= 0 else NEUTRAL
    return f"{shape[0]}{letter(scene, side)}{text}{shape[1]}"


def piece_mark(piece: Piece) -> str:
    """What stands beside the letter of a banner: its label, else how many it holds, else nothing."""
    if piece.label:
        return clean(piece.label)[:3]
    if piece.inside:
        return str(len(piece.inside))
    return ""


def is_banner(piece: Piece) -> bool:
    """Whether a piece is drawn as a banner on the board."""
    return piece.form in ("banner", "stack", "army", "company")


def figures_text(figures: Iterable[Figure]) -> str:
    """Figures in a row: `roll 9, move 2`."""
    return ", ".join(clean(f"{figure.name} {figure.value}".strip()) for figure in figures)


def piece_text(piece: Piece, known: str = "") -> str:
    """One piece in words: name, its number, what it does, its states (but for one that is `known` anyway).

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
    states = [state for state in piece.states if state != known]
    return f"{text} ({clean(', '.join(states))})" if states else text


def counted(pieces: Iterable[Piece]) -> str:
    """Pieces in a row, equal ones counted: `2 × Elves +4 (Archer 3), Ents +8`."""
    texts: dict[str, int] = {}
    for piece in pieces:
        text = piece_text(piece)
        texts[text] = texts.get(text, 0) + 1
    return "; ".join(f"{count} × {text}" if count > 1 else text for text, count in texts.items())


# ---------------------------------------------------------------- the board


def ground_sign(ground: str) -> str:
    """The sign of a ground on the text map: a known one, else its first letter."""
    return GROUNDS.get(ground.lower(), ground[:1].lower() or " ")


def _tokens(scene: Scene, pieces: list[Piece], room: int) -> tuple[str, list[tuple[int, int, int]]]:
    """The banners of a hex in a row, and which stretch of it belongs to which side."""
    signs = [token(scene, piece.side, piece_mark(piece)) for piece in pieces]
    joined = "".join(signs)
    if len(joined) > room:  # too narrow for the shapes: letters alone, crossed
        signs = [f"{letter(scene, piece.side)}{piece_mark(piece)}" for piece in pieces]
        joined = "x".join(signs)
        if len(joined) > room:
            signs = [letter(scene, piece.side) for piece in pieces]
            joined = "x".join(signs)
    gap = 1 if joined.count("x") and "x".join(signs) == joined else 0
    left = max((room - len(joined)) // 2, 0)
    stretches = []
    at = left
    for sign, piece in zip(signs, pieces, strict=True):
        stretches.append((at, at + len(sign), piece.side))
        at += len(sign) + gap
    return (" " * left + joined).ljust(room)[:room], stretches


def _ground_row(sign: str, room: int, shift: int) -> str:
    return "".join(
        sign if (column + shift) % 3 == 0 and 0 < column < room - 1 else " " for column in range(room)
    )


def _dress(text: str, stretches: list[tuple[int, int, int]], ink: Ink) -> str:
    """A cell's text with its banners in their colours, the rest faint."""
    out = []
    at = 0
    for begin, end, side in stretches:
        out.append(ink.faint(text[at:begin]) if text[at:begin].strip() else text[at:begin])
        out.append(
            ink.paint("1;" + SIDE_COLOURS[side % len(SIDE_COLOURS)], text[begin:end]) if side >= 0 else text
        )
        at = end
    rest = text[at:]
    return "".join(out) + (ink.faint(rest) if rest.strip() else rest)


def hex_lines(scene: Scene, width: int = 80, ink: Ink = PLAIN) -> list[str]:
    """The hexes as a drawing: rows with pointed tops, odd rows pushed half a hex to the right."""
    board = scene.board
    columns, rows = int(board.width), int(board.height)
    if columns < 1 or rows < 1:
        return []
    step = next((w for w in (10, 8, 6) if 2 + w * columns + w // 2 + 1 <= width), 0)
    if not step:
        return []
    places = {(int(place.at[0]), int(place.at[1])): place for place in board.places}
    banners: dict[str, list[Piece]] = {}
    others: dict[str, list[Piece]] = {}
    for piece in scene.pieces:
        (banners if is_banner(piece) else others).setdefault(piece.place, []).append(piece)
    now = _places_in_question(scene)
    half, room = step // 2, step - 1
    down = " '" + "-" * (half - 3) + "."
    up = " ," + "-" * (half - 3) + "'"
    lines = [" " * 2 + (up + down) * columns]
    for row in range(rows):
        indent = " " * (2 + (half if row % 2 else 0))
        first, second = indent, indent
        for column in range(columns):
            place = places.get((column, row))
            if place is None:
                first, second = first + " " * step, second + " " * step
                continue
            top, bottom = _cell(
                scene, place, banners.get(place.id, []), others.get(place.id, []), room, ink, now
            )
            first, second = f"{first}|{top}", f"{second}|{bottom}"
        lines += [f"{first}|", f"{second}|"]
        last = row == rows - 1
        if row % 2 == 0:
            lines.append(" " * 2 + (down + up) * columns + ("" if last else down))
        else:
            lines.append(
                " " * (2 + half if last else 2)
                + (down + up if last else up + down) * columns
                + ("" if last else up)
            )
    return [line.rstrip() for line in lines]


def _cell(
    scene: Scene, place: Place, banners: list[Piece], others: list[Piece], room: int, ink: Ink, now: set[str]
) -> tuple[str, str]:
    """The two lines inside a hex: its name with the ground, and who is there."""
    sign = ground_sign(place.ground)
    mark = "*" if place.tags else ""
    name = clean(place.name or place.id)[: room - 1]
    ground = _ground_row(sign, room, place_hash(place.id) % 3)
    label = f"{name}{mark}"
    tail = ground[len(label) + 1 :]
    head = ink.here(name) + mark if place.id in now else ink.strong(name) + mark if banners else name + mark
    top = f"{head} {ink.faint(tail) if tail.strip() else tail}" if len(label) < room else head
    if banners:
        text, stretches = _tokens(scene, banners, room)
        return top, _dress(text, stretches, ink)
    if others:
        text = "".join(f"{letter(scene, piece.side)}:{piece.name} " for piece in others)[: room - 1]
        return top, clean(f" {text}").ljust(room)
    bottom = _ground_row(sign, room, place_hash(place.id) % 3 + 1)
    return top, ink.faint(bottom) if bottom.strip() else bottom


def area_lines(scene: Scene, width: int = 80, ink: Ink = PLAIN) -> list[str]:
    """Areas as a table: a row of boxes for each line, `#` for walls, a list for what spans a whole row.

    A card is its sign, its name and a mark for each hit (`o` sound, `x` lost, `s` stunned); `!` stands before who is routed.
    """
    columns = int(scene.board.width)
    room = min((width - 1) // max(columns, 1) - 1, 22)
    if room < 11:
        return []
    here: dict[str, list[Piece]] = {}
    for piece in scene.pieces:
        here.setdefault(piece.place, []).append(piece)
    rows: dict[int, list[Place]] = {}
    for place in scene.board.places:
        rows.setdefault(int(place.at[1]), []).append(place)
    now = _places_in_question(scene)
    lines: list[str] = []
    above: list[Place] = []
    for number in sorted(rows):
        row = sorted(rows[number], key=lambda place: place.at[0])
        boxes = [place for place in row if place.span == 1]
        if above or boxes:
            lines.append(_edge(above, boxes, columns, room))
        for place in row:
            if place.span > 1:
                cards = ", ".join(_card_text(scene, piece) for piece in here.get(place.id, [])) or "nobody"
                lines += wrap(f"{place.name or place.id}: {cards}", width, " ", "     ")
        if boxes:
            lines += _boxes(scene, boxes, here, room, ink, now)
        above = boxes
    if above:
        lines.append(_edge(above, [], columns, room))
    return lines


def _boxes(
    scene: Scene, row: list[Place], here: dict[str, list[Piece]], room: int, ink: Ink, now: set[str]
) -> list[str]:
    """A row of areas: their names over the cards in them."""
    heads = []
    for place in row:
        sign = ground_sign(place.ground)
        name = clean(place.id)[: room - 1]
        shown = ink.here(name) if place.id in now else ink.strong(name)
        turf = _ground_row(sign, room - len(name) - 1, place_hash(place.id) % 3)
        heads.append(f"{shown} {ink.faint(turf) if turf.strip() else turf}")
    lines = ["|" + "|".join(heads) + "|"]
    for index in range(max(2, *(len(here.get(place.id, [])) for place in row))):
        cells = []
        for place in row:
            cards = here.get(place.id, [])
            piece = cards[index] if index < len(cards) else None
            text = _card_text(scene, piece, room) if piece else ""
            cells.append(ink.side(piece.side, text.ljust(room)) if piece else " " * room)
        lines.append("|" + "|".join(cells) + "|")
    return lines


def _card_text(scene: Scene, piece: Piece, room: int = 0) -> str:
    """A card in few letters: `(A2)Archers ox`; its name is cut where there is no more `room`."""
    sign = ("!" if "routed" in piece.states else "") + token(scene, piece.side, piece_mark(piece))
    pips = f" {piece.pips}" if piece.pips else ""
    name = clean(piece.name)
    return sign + (name[: max(0, room - len(sign) - len(pips))] if room else name) + pips


def _edge(above: list[Place], below: list[Place], columns: int, room: int) -> str:
    """The line between two rows of areas; of `#` or `^` where works stand between ground of different sides."""
    upper = {int(place.at[0]): place for place in above}
    lower = {int(place.at[0]): place for place in below}
    parts = []
    for column in range(columns):
        one, other = upper.get(column), lower.get(column)
        sign = "-"
        if one is not None and other is not None and one.side != other.side:
            works = {tag.kind for place in (one, other) for tag in place.tags}
            sign = "#" if "walls" in works else "^" if "palisade" in works else "-"
        parts.append(sign * room)
    return "+" + "+".join(parts) + "+"


def place_hash(name: str) -> int:
    """A small number from a name, so that a map always looks the same."""
    number = 7
    for character in name:
        number = (number * 31 + ord(character)) % 65521
    return number


def _places_in_question(scene: Scene) -> set[str]:
    found = {question.place for question in scene.questions if question.place}
    if scene.clash is not None and scene.clash.place:
        found.add(scene.clash.place)
    return found


def legend_lines(scene: Scene, width: int = 80) -> list[str]:
    """What the signs on the map mean."""
    grounds = {place.ground for place in scene.board.places if place.ground}
    signs = "  ".join(f"{ground_sign(ground)} {ground.lower()}" for ground in sorted(grounds))
    sides = "  ".join(f"{token(scene, index)} {side.name}" for index, side in enumerate(scene.sides))
    if scene.board.kind == "plane":
        board = scene.board
        names = ", ".join([place.name for place in board.places if place.ground != "zone"])
        return wrap(
            f"{board.width:g} by {board.height:g} {board.unit}, north at the top; {names}", width, "  "
        )
    if scene.board.kind == "areas":
        return wrap(f"{sides}   {signs}   o sound  x lost  ! routed", width, "  ") + _tag_lines(scene, width)
    lines = wrap(f"{sides}   ? not known   {signs}", width, "  ")
    tagged = [
        f"{place.name or place.id} {', '.join(tag.text for tag in place.tags if tag.text)}"
        for place in scene.board.places
        if any(tag.text for tag in place.tags)
    ]
    return lines + (wrap("; ".join(tagged), width, "  * ") if tagged else [])


def _tag_lines(scene: Scene, width: int) -> list[str]:
    """What is said of places, each thing once: `* castle 3: B1, B2`; a note stands by itself."""
    told: dict[str, list[str]] = {}
    for place in scene.board.places:
        for tag in place.tags:
            told.setdefault(tag.text, []).extend([place.id] if tag.kind != "note" else [])
    return [
        line
        for text, names in told.items()
        for line in wrap(f"{text}: {', '.join(names)}" if names else text, width, "  * ")
    ]


def place_lines(scene: Scene, width: int = 80, everything: bool = False) -> list[str]:
    """The board as a list: every place where something is (or all of them), with its ground and its pieces."""
    by_place: dict[str, list[Piece]] = {}
    for piece in scene.pieces:
        by_place.setdefault(piece.place, []).append(piece)
    lines = []
    for place in scene.board.places:
        here = by_place.get(place.id, [])
        if not here and not everything:
            continue
        about = [place.ground.lower()] if place.ground else []
        about += [tag.text for tag in place.tags if tag.text]
        title = f"{place.name or place.id}" + (f" ({clean(', '.join(about))})" if about else "")
        things = "; ".join(
            f"{token(scene, piece.side, piece_mark(piece))} {board_piece(piece)}" for piece in here
        )
        lines += wrap(f"{title}: {things or 'nobody'}", width, "  ", "      ")
    return lines


def board_piece(piece: Piece) -> str:
    """A piece on the board in words: a banner with what is known under it, or the piece itself."""
    if not piece.inside:
        return piece_text(piece)
    known = counted(piece.inside)
    states = f" ({clean(', '.join(piece.states))})" if piece.states else ""
    detail = f", {clean(piece.detail)}" if piece.detail else ""
    return f"{clean(piece.name)}{detail}{states}: {known}"


def board_lines(scene: Scene, width: int = 80, ink: Ink = PLAIN, legend: bool = True) -> list[str]:
    """The board: a drawing for hexes and areas, a list for every other kind and where there is no room to draw."""
    if scene.board.kind == "plane":
        from banneret.kernel.planeview import plane_lines

        field = plane_lines(scene, width, ink)
        return field + (legend_lines(scene, width) if legend and field else [])
    draw = {"hexes": hex_lines, "areas": area_lines}.get(scene.board.kind)
    if draw is not None and len(scene.board.places) > 1:
        drawing = draw(scene, width, ink)
        if drawing:
            return drawing + legend_lines(scene, width) if legend else drawing
    return place_lines(scene, width, everything=len(scene.board.places) <= 12)


def stack_lines(scene: Scene, width: int = 80, ink: Ink = PLAIN) -> list[str]:
    """What stands on the board, by side: own pieces first, then what is known of the others."""
    mine = own_side(scene)
    order = sorted(range(len(scene.sides)), key=lambda side: (side != mine, side))
    if scene.board.kind == "plane":
        from banneret.kernel.planeview import field_lines

        return field_lines(scene, [*order, -1], mine, width, ink)
    short = scene.board.kind == "areas"
    names = {place.id: place.id if short else place.name or place.id for place in scene.board.places}
    lines = []
    for side in [*order, -1]:
        pieces = [piece for piece in scene.pieces if piece.side == side]
        if not pieces:
            continue
        heading = "Nobody's" if side < 0 else f"{side_name(scene, side)}{', yours' if side == mine else ''}"
        lines.append(ink.strong(heading))
        for piece in pieces:
            where = names.get(piece.place, piece.place)
            head = f"  {where} {token(scene, side, piece_mark(piece))} "
            words = card_text(piece) if piece.form == "card" else counted(piece.inside) or _closed(piece)
            text = wrap(words, width, head)
            text[0] = (
                text[0].replace(head.strip(), ink.side(side, head.strip()), 1) if ink.colour else text[0]
            )
            lines += text
    return lines


def card_text(piece: Piece) -> str:
    """A card in words: what it can do of what it could, who is with it, what holds it.

    >>> from banneret.kernel.scene import Figure, Piece
    >>> card_text(Piece("u1", 0, "A1", "card", "Archers", figures=(Figure("melee", "+2"), Figure("charge", "-"))))
    'Archers, melee +2'
    """
    figures = figures_text(figure for figure in piece.figures if figure.value != "-")
    parts = [piece.name, *([figures] if figures else []), *(tag.text for tag in piece.tags)]
    inside = f", with {', '.join(one.name for one in piece.inside)}" if piece.inside else ""
    states = f" ({', '.join(piece.states)})" if piece.states else ""
    return clean(f"{', '.join(parts)}{inside}{states}")


def _closed(piece: Piece) -> str:
    """A banner under which nothing is known, or a piece that holds nothing."""
    if is_banner(piece) and not piece.detail:
        return "not known"
    return clean(piece.detail) if is_banner(piece) else piece_text(piece)


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


def tray_text(tray: Tray) -> str:
    """What lies in a tray: the pieces that are known, and how many are not (of a pile only how high it is)."""
    unknown = tray.count - len(tray.pieces)
    parts = [counted(tray.pieces)] if tray.pieces else []
    if unknown > 0:
        parts.append(f"{unknown} not known" if tray.side >= 0 or parts else str(unknown))
    return "; ".join(parts)


def _tray(tray: Tray, width: int, ink: Ink) -> list[str]:
    lines = wrap(tray_text(tray), width, f"{clean(tray.title)}: ", "    ")
    lines[0] = lines[0].replace(clean(tray.title), ink.strong(clean(tray.title)), 1)
    return lines


# ---------------------------------------------------------------- what goes on


def moment(scene: Scene) -> str:
    """Turn, whose it is, phase."""
    now = [part for part in (scene.turn, scene.phase) if part]
    active = [side.name for side in scene.sides if side.active]
    if active and not any(name in part for name in active for part in now):
        now.insert(1 if scene.turn else 0, " and ".join(active))
    return clean(" · ".join(now))


def track_texts(scene: Scene) -> list[str]:
    """The measures of the battle: goal, flags, what is left (but not the turn, which the heading tells)."""
    return [
        clean(f"{side_name(scene, track.side) + ' ' if track.side >= 0 else ''}{track.name}: {track.value}")
        for track in scene.tracks
        if f"{track.name} {track.value}".lower() not in scene.turn.lower()
    ]


def title_lines(scene: Scene, width: int = 80, ink: Ink = PLAIN) -> list[str]:
    """The scene's heading: scenario, turn, whose it is, phase, measures."""
    lines = [ink.strong(clean(scene.title))]
    now = " · ".join(part for part in (moment(scene), clean(scene.segment)) if part)
    tracks = "; ".join(track_texts(scene))
    return lines + (wrap(now, width) if now else []) + (wrap(tracks, width) if tracks else [])


def clash_lines(clash: Clash, scene: Scene, width: int = 80, ink: Ink = PLAIN) -> list[str]:
    """Who meets whom: the pieces, what stands behind them, their sums."""
    lines = [ink.strong(clean(clash.title))]
    for index, piece in enumerate(clash.pieces):
        total = clash.sums[index] if index < len(clash.sums) else None
        head = f"  {token(scene, piece.side)} "
        lines += wrap(f"{fighter_text(piece, clash)}{sum_text(scene, piece, total)}", width, head)
    for line in clash.lines:
        lines += wrap(line, width, "  ")
    return lines


def fighter_text(piece: Piece, clash: Clash) -> str:
    """A piece of a clash in words, with who stands behind it."""
    text = piece_text(piece, "fights now")
    behind = [clean(one.name) for one in clash.support if one.side == piece.side]
    return f"{text}; with {', '.join(behind)}" if behind else text


def sum_text(scene: Scene, piece: Piece, total: Figure | None) -> str:
    """What a piece of a clash brings: `: 9 = 5 Dwarves + 1 General`."""
    if total is None or not total.value:
        return ""
    name = "" if total.name == side_name(scene, piece.side) else f"{clean(total.name)} "
    return f": {name}{clean(total.value)}{parts_text(total) if len(total.parts) > 1 else ''}"


def parts_text(figure: Figure) -> str:
    """The sum behind a figure: ` = 4 Elves + 3 Archer`."""
    text = ""
    for position, (amount, cause, _rule) in enumerate(figure.parts):
        if position == 0:
            text = f" = {amount} {cause}"
        else:
            text += f" {'+' if amount >= 0 else '-'} {abs(amount)} {cause}"
    return clean(text)


def news_line(news: News) -> str:
    """One line of news; a number in brackets where a sum can be opened."""
    return f"{clean(news.text)} [{news.number}]" if news.tallies else clean(news.text)


def news_lines(news: Sequence[News], width: int = 80, last: int = 0) -> list[str]:
    """The news, oldest first; only the last few when `last` is given."""
    lines = []
    for item in news[-last:] if last else news:
        lines += wrap(news_line(item), width, "- ")
    return lines


def tally_lines(news: News, width: int = 80, ink: Ink = PLAIN) -> list[str]:
    """Every sum behind a piece of news: cause by cause, with the rule each comes from."""
    lines = wrap(news.text, width)
    for label, total, parts in news.tallies:
        lines.append(ink.strong(f"  {clean(label)}"))
        rows = [(amount, clean(cause), rule) for amount, cause, rule in parts]
        room = max((len(cause) for _amount, cause, _rule in rows), default=0)
        room = min(max(room, len("total")), max(width - 36, 16))
        for amount, cause, rule in rows:
            lines.append(f"    {cause[:room]:<{room}} {amount:>+4}  {ink.faint(rule)}".rstrip())
        lines.append(ink.strong(f"    {'total':<{room}} {total:>4}"))
    if news.rule:
        lines.append(ink.faint(f"  rule {news.rule}"))
    return lines


def option_text(option: OptionView | Item) -> str:
    """What an option, or an item of a form, is and what it would do, in a row."""
    says = [option.consequence] if option.consequence else []
    if option.odds is not None and option.odds.text and option.odds.text not in says:
        says.append(option.odds.text)
    return clean("; ".join(says))


def throw_lines(odds: Odds, width: int = 80, ink: Ink = PLAIN) -> list[str]:
    """The throws that an option hangs on: every modifier with its rule, the sums, what must be rolled and how likely that is."""
    lines: list[str] = []
    for throw in odds.throws:
        lines += [ink.strong(line) for line in wrap(throw.title, width)]
        causes = [clean(cause) for figure in throw.figures for _, cause, _ in figure.parts]
        names = [clean(figure.name) for figure in throw.figures]
        room = min(max(map(len, causes + names), default=0), max(width - 36, 16))
        for figure in throw.figures:
            for place, (amount, cause, rule) in enumerate(figure.parts):
                value = f"{amount:+d}" if place or figure.value[:1] in "+-" else str(amount)
                lines.append(f"    {clean(cause)[:room]:<{room}} {value:>4}  {ink.faint(rule)}".rstrip())
            if len(figure.parts) != 1:  # a sum of one part is that part
                lines.append(f"    {clean(figure.name):<{room}} {figure.value:>4}")
        lines.append(ink.strong(f"    must roll {clean(throw.needs)}: {throw.chance:.0f} %"))
    return lines


def group_heads(groups: Sequence[str]) -> dict[int, str]:
    """Before which of these, by index, the name of a group stands: only where several of a group come together."""
    heads: dict[int, str] = {}
    for index, group in enumerate(groups):
        begins = group and (index == 0 or groups[index - 1] != group)
        if begins and index + 1 < len(groups) and groups[index + 1] == group:
            heads[index] = clean(group)
    return heads


def option_lines(number: str, label: str, says: str, width: int, room: int, ink: Ink = PLAIN) -> list[str]:
    """A numbered line: the label, then what it would do where that fits, else below."""
    head = f"{number:>4}  "
    label = clean(label)
    if not says:
        return wrap(label, width, head)
    if len(label) <= room and len(head) + room + 2 + len(says) <= width:
        return [f"{head}{label:<{room}}  {ink.faint(says)}"]
    return wrap(f"{label}: {says}", width, head)


def question_lines(question: Question, width: int = 80, ink: Ink = PLAIN) -> list[str]:
    """The question in words with its options numbered, the default marked.

    An option's number is its place in `question.options`, from 1; a form's items are numbered after the options.
    """
    lines = [ink.strong(line) for line in wrap(question.text, width)]
    if question.hint:
        lines += wrap(question.hint, width, "  ")
    room = min(max((len(option.label) for option in question.options), default=0), width // 2)
    heads = group_heads([option.group for option in question.options])
    for number, option in enumerate(question.options, 1):
        if number - 1 in heads:
            lines.append(f"  {heads[number - 1]}")
        mark = f"{number}." if option.order != question.default else f"*{number}."
        lines += option_lines(mark, option.label, option_text(option), width, room, ink)
    return lines


def ending_lines(scene: Scene, width: int = 80, ink: Ink = PLAIN) -> list[str]:
    """How it ended."""
    ending = scene.ending
    if ending is None:
        return []
    names = {side.id: side.name for side in scene.sides}
    winners = " and ".join(names.get(winner, winner) for winner in ending.winners)
    head = (
        f"{winners} {'win' if len(ending.winners) > 1 or winners.endswith('s') else 'wins'}."
        if winners
        else "A draw."
    )
    rule = f" ({ending.rule})" if ending.rule else ""
    lines = wrap(f"{head} {ending.reason[:1].upper()}{ending.reason[1:]}{rule}", width)
    lines[0] = lines[0].replace(head, ink.strong(head), 1)
    return lines


def scene_text(scene: Scene, width: int = 80, colour: bool = False, board: bool = True, news: int = 8) -> str:
    """The whole scene as text: heading, board, stacks, trays, who meets whom, the news, the questions, how it ended."""
    ink = Ink(colour)
    blocks = [title_lines(scene, width, ink)]
    if board and scene.board.kind != "sheet":
        blocks.append(board_lines(scene, width, ink))
    blocks.append(stack_lines(scene, width, ink))
    blocks.append(tray_lines(scene, width, ink))
    if scene.clash is not None:
        blocks.append(clash_lines(scene.clash, scene, width, ink))
    if news:
        blocks.append(news_lines(scene.news, width, news))
    blocks += [question_lines(question, width, ink) for question in scene.questions]
    if scene.waiting and not scene.questions:
        blocks.append(wrap("Waiting for " + ", ".join(scene.waiting), width))
    blocks.append(ending_lines(scene, width, ink))
    return "\n\n".join("\n".join(block) for block in blocks if block)
