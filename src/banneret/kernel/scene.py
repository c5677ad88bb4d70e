"""Scenes: what one seat may see, ready to be drawn.

A scene is plain data: a board, pieces, trays, tracks, the news, and the questions the seat must decide, with their options tied to
pieces and places. Browser, terminal and notebook draw scenes and know no rules. Nothing hidden is ever in a scene.

Parts are made before the whole and never change, so no scene can hold itself: the collector of cycles is told to pass them by
(`gc=False`). Looking through all scenes of many tables would hold up everybody for longer than an order takes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import msgspec

BoardKind = Literal["hexes", "areas", "squares", "plane", "sheet"]
FigureKind = Literal["plain", "bonus", "none"]
BaseSign = Literal["o", "w", "c", "r", "x"]
ShapeKind = Literal["body", "line", "circle", "area", "edge", "turn", "seam"]
PieceKind = Literal["banner", "card", "body", "chit"]
Pip = Literal["o", "x", "s"]
TrackKind = Literal["goal", "turn", "round", "measure"]
LinkKind = Literal["fight", "settled"]
Result = Literal["win", "tie", "lose"]
Hand = Literal["press", "drag", "turn", "stretch", "bearing", "point", "post"]
FormKind = Literal["subset", "path", "plan", "amounts", "slots", "number", "text"]
Asks = Literal["order", "dice"]


class Tag(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A small label on a place or piece: what it says, of which side (-1: nobody's), a class for the drawing, and a picture.

    How a `kind` is drawn, as a mark or as works on the edges towards ground of another side, the look of the rulebook says.
    """

    kind: str
    text: str
    side: int = -1
    symbol: str = ""


class Place(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A spot of the board. `at`: column and row on hexes, squares and areas, x and y on the plane.

    Areas lie as this seat looks at the table, row 0 at the far end; `span` is how many columns one takes up. What belongs to
    a side (its line, its reserve, where it is set up on the plane) names it in `side`. On the plane `shape` is an outline,
    or with a `breadth` the middle line of a way of that breadth. How `ground` is drawn, the look of the rulebook says; a
    `zone` is no ground, but where its side may set up.
    """

    id: str
    name: str
    at: tuple[float, float]
    ground: str = ""
    tags: tuple[Tag, ...] = ()
    shape: tuple[tuple[float, float], ...] = ()
    side: int = -1
    span: int = 1
    breadth: float = 0.0
    zone: bool = False


class Board(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """The field. `unit` names the measure of a plane.

    On a plane x runs to the east, y to the north, headings clockwise from north. `measured`: whether people may measure as
    they like; else the table measures only what the rules let them know.
    """

    kind: BoardKind
    width: float
    height: float
    places: tuple[Place, ...] = ()
    unit: str = ""
    measured: bool = True


class Figure(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A number on a piece or track, with the parts it is made of (amount, cause, rule id).

    `short` is its name where there is room for three letters: a card shows the figures that have one. `kind`: a `bonus` is added
    to something and has a sign, `none` stands where there is no such number. `die` is the part that a die was thrown for, by its
    place among them (-1: none).
    """

    name: str
    value: str
    parts: tuple[tuple[int, str, str], ...] = ()
    rule: str = ""
    short: str = ""
    kind: FigureKind = "plain"
    die: int = -1


class Condition(msgspec.Struct, frozen=True, omit_defaults=True, gc=False, array_like=True):
    """A state of a piece: the word by which looks draw it, and the text for people where that says more."""

    kind: str
    text: str = ""

    def __str__(self) -> str:
        """As people read it."""
        return self.text or self.kind


class Base(msgspec.Struct, frozen=True, omit_defaults=True, gc=False, array_like=True):
    """One figure of a piece on the plane: the middle of its base, the way it looks, and what is to be seen of it.

    `sign`: `o` sound, `w` wounded, `c` a commander, `r` routed; `x`, a gap where one stood. `word`: what orders call it, where
    it may be given orders alone.
    """

    x: float
    y: float
    heading: float
    sign: BaseSign = "o"
    word: str = ""


class Shape(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A figure of geometry on the plane, with words at it.

    `kind`: `body` (an outline whose first edge is its front), `line`, `circle` (of `radius` around its one point), `area`,
    `edge` (a side of a body, with what it is called; without points the next side of its piece's own outline), `turn` (the arc around the corner that comes first), `seam` (where two meet).
    `side` lends its colour; a shape of a piece has that of its piece.
    """

    kind: ShapeKind
    points: tuple[tuple[float, float], ...]
    text: str = ""
    radius: float = 0.0
    side: int = -1
    facing: float | None = None


class Piece(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """Something that lies on the board or in a tray.

    `kind` tells how it lies there: a `banner` over what it holds, a `card`, a `body` of figures on a plane, or a `chit`. `form` is
    what its rulebook calls it, `symbol` names the picture, `states` are what has become of it: how they are drawn, the look of the
    rulebook says. `inside` are the pieces it holds (who is under a banner, with a card or aboard); `uncounted`: this seat does not know how many. `pips` is a sign for each hit it can take: `o` sound, `x` lost, `s` stunned. `under` is the id of the
    piece whose orders it follows.
    """

    id: str
    side: int
    place: str
    form: str
    name: str
    symbol: str = ""
    label: str = ""
    detail: str = ""
    figures: tuple[Figure, ...] = ()
    states: tuple[Condition, ...] = ()
    tags: tuple[Tag, ...] = ()
    inside: tuple[Piece, ...] = ()
    facing: float | None = None
    shape: tuple[tuple[float, float], ...] = ()
    rule: str = ""
    pips: tuple[Pip, ...] = ()
    at: tuple[float, float] | None = None
    bases: tuple[Base, ...] = ()
    base: tuple[float, float] | None = None
    zones: tuple[Shape, ...] = ()
    under: str = ""
    kind: PieceKind = "chit"
    uncounted: bool = False


class Tray(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """Pieces off the board: a hand, a reserve, the fallen. `count` may be known where the pieces are not.

    Where it lies the look of the rulebook says, by its `kind`. `name` is its title without its side.
    """

    id: str
    title: str
    side: int
    pieces: tuple[Piece, ...] = ()
    count: int = 0
    kind: str = ""
    name: str = ""


class Track(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A measure of the whole battle: what it is about (`goal`), which turn and which round is played, or whatever else is counted."""

    name: str
    value: str
    side: int = -1
    figures: tuple[Figure, ...] = ()
    rule: str = ""
    kind: TrackKind = "measure"


class Clash(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A meeting of pieces right now: the pieces facing each other, their sums, where, and what may come of it (as a link has it)."""

    title: str
    place: str
    pieces: tuple[Piece, ...]
    sums: tuple[Figure, ...] = ()
    support: tuple[Piece, ...] = ()
    lines: tuple[str, ...] = ()
    odds: Odds | None = None


class Link(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """Two pieces that have to do with each other, by id: who fights whom, or has fought it out, and where they touch.

    `sums` are of the first, then of the second, `dice` what is thrown on top of each sum.
    `odds` says what may come of it, as it looks to whichever of the two this seat plays, to the first when it plays neither.
    """

    kind: LinkKind
    pieces: tuple[str, str]
    at: tuple[float, float] | None = None
    text: str = ""
    sums: tuple[Figure, ...] = ()
    now: bool = False
    odds: Odds | None = None
    dice: str = ""


class Throw(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A throw of dice that is ahead: whose it is, the sums that decide it, what must be thrown, how likely that is.

    `figures` are what is added to the dice and what must be reached, each with its parts; `needs` says what the dice must
    show, `chance` is in percent.
    """

    title: str
    side: int
    figures: tuple[Figure, ...]
    needs: str
    chance: float
    rule: str = ""


class Spread(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """The chances of something that is counted, for a side: each count (0, 1, 2, "5 or more") with its chance in percent.

    `besides` are chances of what is not counted.
    """

    title: str
    side: int
    shares: tuple[tuple[str, float], ...]
    besides: tuple[tuple[str, float], ...] = ()


class Chance(msgspec.Struct, frozen=True, omit_defaults=True, gc=False, array_like=True):
    """An event that may happen, with its chance in percent; `suffered`: it befalls the one who is asked."""

    name: str
    share: float
    suffered: bool = False


class Odds(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A forecast: chances, the assumption they rest on, a text that says it all.

    `more` is what the text says and the chances do not. `rolls` counts the throws that are equally likely, by their results.
    `throws` are the dice that the chances come from, in the order in which they fall; `spreads` what may be counted afterwards.
    """

    text: str
    assumption: str = ""
    chances: tuple[Chance, ...] = ()
    more: str = ""
    rolls: tuple[tuple[Result, int], ...] = ()
    throws: tuple[Throw, ...] = ()
    spreads: tuple[Spread, ...] = ()


class OptionView(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """One possible order: its text, its name in words, what it would do, and the pieces and places it touches."""

    order: str
    label: str
    consequence: str = ""
    pieces: tuple[str, ...] = ()
    places: tuple[str, ...] = ()
    odds: Odds | None = None
    group: str = ""


class Item(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """Something that may be ticked in a form; items of one `slot` exclude each other, `needs` names items that must go first.

    So do items of one `spot`, what only one can take up. On a plane `at` is where it stands, if it is one figure of its piece. `word` is what the order says for it, of several words where it stands for several things; no two items have the same.
    Of an item that takes an amount, `least` and `most` bound it (0: no bound of its own), and `price` is what each one costs.
    """

    word: str
    label: str
    consequence: str = ""
    piece: str = ""
    place: str = ""
    slot: str = ""
    needs: tuple[str, ...] = ()
    spot: str = ""
    odds: Odds | None = None
    at: tuple[float, float] | None = None
    least: int = 0
    most: int = 0
    price: int = 1


class Step(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """One kind of step that an order made of steps may take, as a group of its words: `(wheel left 45)`.

    `hand` is how it is made on the plane, which tells the numbers that follow `word`: `press`, none; `drag`, the degrees to
    the right of where the body looks, between `least` and `most`, and how far; `turn`, left or right and the degrees, at most
    `most`, around a front corner; `stretch`, how many files more at the left and right end; `bearing`, degrees from north and how far, again and again (`word` is
    `all`, or what a single figure is called); `point`, x and y of a place; `post`, one of `choices`, files between `least` and
    `most`, x and y of the middle of its front, and where it looks.
    """

    word: str
    label: str
    hand: Hand = "press"
    least: float = 0.0
    most: float = 0.0
    help: str = ""
    rule: str = ""
    choices: tuple[str, ...] = ()


class Plan(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """The plan of a piece in steps: the order is `verb`, `word`, and the steps: `move 3 (slide 0 5) (wheel left 30)`.

    `most` is how much it may spend (in the measure of the board), `start` the steps it begins with; `to` is the piece that
    it is aimed at, `act` what it is called with all those of its piece that are aimed at others. `bare`: whether it is an order without any step. A plan of no piece is for all: every step of its `start`
    stays, and is changed. `way` is the place in the form's `ways` of the steps, help and rule that it shares with others.
    """

    verb: str
    word: str
    label: str
    piece: str
    steps: tuple[Step, ...] = ()
    most: float = 0.0
    start: str = ""
    to: str = ""
    bare: bool = False
    help: str = ""
    rule: str = ""
    way: int = -1
    act: str = ""


class Way(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """The common part of many plans of a form: the kinds of step they may take, their help and their rule."""

    steps: tuple[Step, ...] = ()
    help: str = ""
    rule: str = ""


class Blank(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A blank in an order: one of `choices` (words and how people read them), else a number `least` to `most`.

    A choice whose word is the id of a place or a piece may be pointed at on the board.
    """

    title: str
    choices: tuple[tuple[str, str], ...] = ()
    least: int = 0
    most: int = 0


class Move(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """One thing that a slot may be filled with: `word` in the order, and a word for each of its `parameters`."""

    word: str
    label: str
    help: str = ""
    rule: str = ""
    consequence: str = ""
    parameters: tuple[Blank, ...] = ()


class Slot(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """One of the slots of an order, to be filled with one of `choices`."""

    title: str
    choices: tuple[Move, ...]


class Form(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """The way to put an order together where there are too many to list.

    `kind` is subset (verb and any of the items: `support 3 4`), path (verb, pieces, places: `move (3 4) (12 13)`), plan (one of
    `plans`, with its steps), amounts (verb and, for every item whose amount is not 0, its word and the amount, in the order of the
    items: `spend (gate 3) (tower 2)`), slots (verb and, for every slot, the word of what fills it and its parameters:
    `write (charge a3) (hold)`), number or text. Where it is a plan, the options besides are orders of pieces too.
    Amounts may be bounded by a `budget` (0: none), counted in `measure`; `least` is how much of it has to be spent.
    `paths` tells for the items of a path, by their words, the places that each can reach by itself. `posts`: the places of
    the items of a subset are where their pieces come to stand, so that the board can show them there.
    """

    kind: FormKind
    verb: str
    items: tuple[Item, ...] = ()
    places: tuple[str, ...] = ()
    paths: tuple[tuple[str, tuple[str, ...]], ...] = ()
    least: int = 0
    most: int = 0
    help: str = ""
    posts: bool = False
    plans: tuple[Plan, ...] = ()
    ways: tuple[Way, ...] = ()
    budget: int = 0
    measure: str = ""
    slots: tuple[Slot, ...] = ()


class Paid(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A step of a planned order: what it is, what it costs, by which rule."""

    label: str
    cost: float = 0.0
    detail: str = ""
    rule: str = ""


class Preview(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """The effect of a draft order, as far as its side may know.

    `cost` of `most` in the measure of the board; `shapes` are the bodies as they would stand after each step, the ways they
    take and what they would meet. `refusal` says why it could not be, and `order` is then what could be given instead.
    """

    sentence: str = ""
    steps: tuple[Paid, ...] = ()
    cost: float = 0.0
    most: float = 0.0
    shapes: tuple[Shape, ...] = ()
    refusal: str = ""
    rule: str = ""
    order: str = ""


class Question(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A decision as people read it. `options` is complete unless there is a `form`; `default` is the order of the dark button.

    `sealed`: others are asked at the same time, and no answer is shown before all are in. `asks`: for an order, or for what real
    `dice` show. `kind` is what its rulebook calls it.
    """

    kind: str
    side: int
    text: str
    rule: str
    options: tuple[OptionView, ...]
    default: str
    form: Form | None = None
    hint: str = ""
    place: str = ""
    trivial: bool = False
    sealed: bool = False
    asks: Asks = "order"


class Change(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """Something a referee may change: its order is the verb and one word for each blank."""

    verb: str
    title: str
    blanks: tuple[Blank, ...] = ()
    help: str = ""


class Sum(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A sum behind a line of news: its parts (amount, cause, rule id), whose it is (-1: nobody's), which part is a die (-1: none)."""

    label: str
    total: int
    parts: tuple[tuple[int, str, str], ...]
    side: int = -1
    die: int = -1


class News(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """One line of the log, with its sums, its rule and its dice: for each the side (-1: nobody's), its faces, what it shows.

    `heading` names the turn or round that is under way with it; `bare`: the line says no more than that. `path` is the way over
    places that something went with it, from where it stood. `data` is whatever else its rulebook tells programs.
    """

    number: int
    kind: str
    text: str
    rule: str
    side: int = -1
    tallies: tuple[Sum, ...] = ()
    data: dict[str, object] = {}
    dice: tuple[tuple[int, int, int], ...] = ()
    heading: str = ""
    bare: bool = False
    path: tuple[str, ...] = ()


class SideView(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A side as everybody sees it: id, name, letter on its banners, public counts."""

    id: str
    name: str
    letter: str
    counts: tuple[tuple[str, int], ...] = ()
    active: bool = False


class Luck(msgspec.Struct, frozen=True, gc=False):
    """A side's dice over the whole battle, as far as the seat knows them: how many, their sum, and what it should have been."""

    side: int
    count: int
    sum: int
    expected: float


class Ending(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """The outcome: the winning sides by id (none: a draw), why, by which rule."""

    winners: tuple[str, ...]
    reason: str
    rule: str


class Clock(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """The clock of the battle: the unit (turns, rounds), the number of the present one, and their total (0: not counted, no end).

    >>> str(Clock("Turn", 3, 8)), str(Clock("Round", 2)), str(Clock("Before the battle"))
    ('Turn 3 of 8', 'Round 2', 'Before the battle')
    """

    name: str
    now: int = 0
    last: int = 0

    def __str__(self) -> str:
        """As people read it."""
        return f"{self.name}{f' {self.now}' if self.now else ''}{f' of {self.last}' if self.last else ''}"


class Stage(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """The stage of a battle within a turn: its phase, the segment of that, the step of that; each has a `mark` where it is numbered.

    `title` is the phase in full, where there is more to it.

    >>> stage = Stage("Battle", "tactical options", "retreat", "Battle Phase", "II", "T1")
    >>> stage.phase_text, stage.segment_text
    ('Battle Phase', 'II tactical options: T1 retreat')
    """

    phase: str
    segment: str = ""
    step: str = ""
    title: str = ""
    segment_mark: str = ""
    step_mark: str = ""

    @property
    def phase_text(self) -> str:
        """The phase as people read it by itself."""
        return self.title or self.phase

    @property
    def segment_text(self) -> str:
        """Segment and step as people read them, with their marks."""
        pairs = ((self.segment_mark, self.segment), (self.step_mark, self.step))
        return ": ".join([f"{mark} {name}".strip() for mark, name in pairs if name])


class Scene(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """All that one seat may see at one moment."""

    rulebook: str
    scenario: str
    title: str
    seat: str
    sides: tuple[SideView, ...]
    board: Board
    clock: Clock | None = None
    stage: Stage | None = None
    pieces: tuple[Piece, ...] = ()
    trays: tuple[Tray, ...] = ()
    tracks: tuple[Track, ...] = ()
    clash: Clash | None = None
    links: tuple[Link, ...] = ()
    news: tuple[News, ...] = ()
    questions: tuple[Question, ...] = ()
    waiting: tuple[str, ...] = ()
    ending: Ending | None = None
    number: int = 0
    luck: tuple[Luck, ...] = ()

    @property
    def turn(self) -> str:
        """The turn or round that is played, as people read it."""
        return str(self.clock) if self.clock else ""

    @property
    def phase(self) -> str:
        """The phase, as people read it."""
        return self.stage.phase_text if self.stage else ""

    @property
    def segment(self) -> str:
        """The segment and step of the phase, as people read them."""
        return self.stage.segment_text if self.stage else ""

    def __str__(self) -> str:
        """The scene as plain text, where a renderer was set (`render_with`)."""
        return _RENDERERS["text"](self) if "text" in _RENDERERS else repr(self)

    def _repr_html_(self) -> str:
        """The scene as a picture, for notebooks, where a renderer was set (`render_with`)."""
        return _RENDERERS["html"](self) if "html" in _RENDERERS else ""


Renderer = Callable[[Scene], str]
_RENDERERS: dict[str, Renderer] = {}


def render_with(text: Renderer, html: Renderer) -> None:
    """Set what draws scenes that are printed or shown in notebooks: the kernel itself draws nothing."""
    _RENDERERS["text"] = text
    _RENDERERS["html"] = html


def encode(thing: object) -> bytes:
    """Canonical JSON bytes of a scene or of any part of it."""
    return msgspec.json.encode(thing)


def letters(names: list[str]) -> list[str]:
    """One letter a side: the first of its name that no earlier side has.

    >>> letters(["groves", "halls", "harpers", "greens"])
    ['G', 'H', 'A', 'R']
    """
    taken: list[str] = []
    for name in names:
        free = [c for c in name.upper() if c.isalnum() and c not in taken]
        taken.append(
            free[0] if free else next(c for c in "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789" if c not in taken)
        )
    return taken
