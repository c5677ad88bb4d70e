"""The board of a scene and what stands on it: places, pieces, trays and tracks."""

from __future__ import annotations

from typing import Literal

import msgspec

BoardKind = Literal["hexes", "areas", "squares", "plane", "sheet"]
FigureKind = Literal["plain", "bonus", "none"]
BaseSign = Literal["o", "w", "c", "cw", "r", "x", "e"]
WorkKind = Literal["shields", "spears"]
ShapeKind = Literal["body", "line", "circle", "area", "arc", "edge", "turn", "seam"]
PieceKind = Literal["banner", "card", "body", "chit"]
Pip = Literal["o", "x", "s"]
TrackKind = Literal["goal", "turn", "round", "measure"]


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
    """The field. `unit` names the measure of a plane; `roads` are the pairs of places that are joined, on a sheet.

    On a plane x runs to the east, y to the north, headings clockwise from north. `measured`: whether people may measure as
    they like; else the table measures only what the rules let them know.
    """

    kind: BoardKind
    width: float
    height: float
    places: tuple[Place, ...] = ()
    unit: str = ""
    measured: bool = True
    roads: tuple[tuple[str, str], ...] = ()

    def title(self, place: Place) -> str:
        """A place as people read it, with its coordinates where the board has any: "The Ford (C3)", "B2".

        >>> board = Board("hexes", 5, 5)
        >>> board.title(Place("C3", "The Ford", (2, 2))), board.title(Place("B2", "B2", (1, 1)))
        ('The Ford (C3)', 'B2')
        """
        named = place.name and place.name != place.id
        if named and place.span == 1 and self.kind in ("hexes", "areas", "squares"):
            return f"{place.name} ({place.id})"
        return place.name or place.id


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

    `sign`: `o` sound, `w` wounded, `c` a commander, `cw` both, `r` routed; `x`, a gap where one stood; `e`, an engine on wheels. `word`: what orders call it, where
    it may be given orders alone.
    """

    x: float
    y: float
    heading: float
    sign: BaseSign = "o"
    word: str = ""


class Shape(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A figure of geometry on the plane, with words at it.

    `kind`: `body` (an outline whose first edge is its front), `line`, `circle` (of `radius` around its one point), `area`, `arc` (a bound of an arc of fire),
    `edge` (a side of a body, with what it is called; without points the next side of its piece's own outline), `turn` (the arc around the corner that comes first), `seam` (where two meet).
    `side` lends its colour; a shape of a piece has that of its piece.
    """

    kind: ShapeKind
    points: tuple[tuple[float, float], ...]
    text: str = ""
    radius: float = 0.0
    side: int = -1
    facing: float | None = None


class Work(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """Shields or spears on sides of a body: 0 its front, 1 its right, 2 its rear, 3 its left."""

    kind: WorkKind
    sides: tuple[int, ...]


class Piece(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """Something that lies on the board or in a tray.

    `kind` tells how it lies there: a `banner` over what it holds, a `card`, a `body` of figures on a plane, or a `chit`. `form` is
    what its rulebook calls it, `symbol` names the picture, `states` are what has become of it: how they are drawn, the look of the
    rulebook says. `inside` are the pieces it holds (who is under a banner, with a card or aboard); `uncounted`: this seat does not know how many. `pips` is a sign for each hit it can take: `o` sound, `x` lost, `s` stunned. `under` is the id of the
    piece whose orders it follows. `sort` is the sort of card it is, written over its picture.
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
    sort: str = ""
    works: tuple[Work, ...] = ()


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
