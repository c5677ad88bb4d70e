"""The look of a rulebook: the ground, works, marks, states and pictures of its scenes, by the words that the scenes use.

A rulebook's folder has a `look.toml`, and in `icons/` drawings of its own. Clients know a small vocabulary of ways to draw, and no
rulebook; the look says which word of a scene is drawn in which of them. What the look does not name is drawn plainly.
"""

from __future__ import annotations

import hashlib
import re
import tomllib
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal, TypeVar

import msgspec
from msgspec import Meta

from banneret.kernel.errors import BadInput
from banneret.kernel.files import read_bytes

if TYPE_CHECKING:
    from collections.abc import Iterable
    from xml.etree.ElementTree import Element

T = TypeVar("T")

MOST_BYTES: Final = 200_000  # of a look, and of one drawing
MOST_SPRITE: Final = 2_000_000
PALETTE: Final = Path(__file__).parent.parent / "look" / "palette.toml"
SET: Final = "set.svg"  # in icons/: the pictures from the icon set, written when the package is built
SVG: Final = "http://www.w3.org/2000/svg"
DRAWN: Final = ("path", "g", "circle", "ellipse", "rect", "line", "polygon", "polyline")

Colour = Annotated[str, Meta(pattern="^#[0-9a-f]{6}$")]
Two = tuple[Colour, Colour]
"""A colour on a light table, and on a dark one."""
Spot = tuple[float, float]
Drawing = Annotated[str, Meta(pattern="^[-MLCVHZ0-9. ]+$", max_length=2000)]
Name = Annotated[str, Meta(pattern="^[a-z0-9][a-z0-9-]*$", max_length=60)]
Sign = Annotated[str, Meta(max_length=1)]
Short = Annotated[str, Meta(max_length=40)]
Pose = Literal["tilted", "turned", "hatched", "dimmed", "dashed", "pale", "locked", "fighting"]


class Glyph(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A drawing around 0, 0 that is strewn over ground, in absolute commands; a `filled` one is painted before the others."""

    path: Drawing
    filled: bool = False


class Strewn(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """The density of glyphs on a place: `most` of them at most, `apart` from one another, of this `size`; `wide` ones keep off the rim.

    Distances are those of a hex of 84 to the corner. On a plane there is one glyph to so many `inches` each way. `shade` is
    how dense the filled ones are painted.
    """

    most: Annotated[int, Meta(ge=0, le=60)] = 6
    apart: Annotated[float, Meta(ge=4, le=200)] = 30.0
    size: Annotated[float, Meta(ge=0.1, le=5)] = 0.9
    wide: bool = False
    inches: Annotated[float, Meta(ge=0.5, le=60)] = 2.4
    shade: Annotated[float, Meta(ge=0, le=1)] = 0.3


Edge = Literal["", "beads", "rails", "stones", "slope", "banks", "walls"]


class GroundLook(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A kind of ground: what people call it, its tint, what is drawn on it in which ink. Glyphs lie as on what it is `like`.

    `sign` is what stands for it on a map of text; without one its first letter does. `edge` is how a plane draws its rim or, of what
    runs along a line, the line itself: a row of beads, rails on posts, stones, strokes that point uphill, broken banks, walls with
    openings.
    """

    tint: Two
    ink: Two
    edge: Edge = ""
    name: Short = ""
    like: Short = ""
    glyphs: Annotated[tuple[Glyph, ...], Meta(max_length=6)] = ()
    strewn: Strewn = Strewn()
    sign: Sign = ""


class WorkLook(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """Works on the edges of a place, drawn along the edge piece by piece; `floor` is the ground behind them.

    `rim` is the upper outline of a piece and `joints` the lines on it, across from 0 to 1, upwards in shares of the depth. `sign`
    is what the edge is made of on a map of text.
    """

    tint: Two
    ink: Two
    floor: Two
    rim: Annotated[tuple[Spot, ...], Meta(min_length=2, max_length=40)]
    joints: Annotated[tuple[tuple[Spot, Spot], ...], Meta(max_length=40)] = ()
    sign: Sign = "#"


class MarkLook(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """The look of a tag of a place: a `ring` in it, a `flag`, a `fight`, a `sign`, a `note` beside it, or a `label` with its text.

    A sign is the picture of the tag, in the colour of its side, or in the `tint` of the mark; hexes have it, other boards a label.
    `own` is the text where the place is one's own. A note on a shelf tints it.
    """

    shown: Literal["label", "ring", "flag", "fight", "sign", "note"] = "label"
    own: Short = ""
    tint: Two | None = None


class StateLook(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """The look of a piece in a state, and the word for the state; where there is room for one only, the state of the least `rank` is shown.

    `poses`: `tilted`, `turned` by a quarter, `hatched`, `dimmed`, its front `dashed`, its figures `pale`, its front `locked` to an
    enemy's, `fighting` now. A state of rank 0 is not written on the piece. `sign` is written where there is no room for a word.
    """

    poses: tuple[Pose, ...] = ()
    rank: Annotated[int, Meta(ge=0, le=99)] = 0
    sign: Annotated[str, Meta(max_length=2)] = ""


class FormLook(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """The word for pieces of a form, and whether they lie beside the board as a `counter` in the colours of their side, or a `slip`.

    `covers`: other sides do not see what such a piece holds.
    """

    name: Short = ""
    beside: Literal["slip", "counter"] = "slip"
    covers: bool = False


class TrayLook(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """The place of trays of a kind: by `rank`, the viewer's `own` before those of others; `spent` ones paler and last."""

    rank: Annotated[int, Meta(ge=0, le=99)] = 2
    own: bool = False
    spent: bool = False


class ZoneLook(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """The name of a kind of shape around pieces: on the button that shows it, and in full."""

    name: Short
    title: Annotated[str, Meta(max_length=80)] = ""


class Look(msgspec.Struct, frozen=True, gc=False):
    """The look of a rulebook. `field` is the ground where a scene names none, or one that is not here.

    Ground goes by the words of places, works and marks by the kinds of their tags, states, forms, trays and zones by
    their kinds. `icons` are the pictures that there are, in the sprite of that name.
    """

    field: GroundLook
    ground: dict[str, GroundLook] = {}
    work: dict[str, WorkLook] = {}
    mark: dict[str, MarkLook] = {}
    state: dict[str, StateLook] = {}
    form: dict[str, FormLook] = {}
    tray: dict[str, TrayLook] = {}
    zone: dict[str, ZoneLook] = {}
    icons: tuple[str, ...] = ()
    sprite: str = ""


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A `look.toml` as it is written; ground and works may be like those of the palette."""

    field: Short = "other"
    icons: Annotated[tuple[Name, ...], Meta(max_length=400)] = ()
    ground: dict[Short, dict[str, Any]] = {}
    work: dict[Short, dict[str, Any]] = {}
    mark: dict[Short, MarkLook] = {}
    state: dict[Short, StateLook] = {}
    form: dict[Short, FormLook] = {}
    tray: dict[Short, TrayLook] = {}
    zone: dict[Short, ZoneLook] = {}


def read_look(folder: Path) -> Look:
    """The look of the rulebook in that folder, plain where it has none; raises `BadInput` naming the file and what is wrong."""
    path = folder / "look.toml"
    file = _converted(_toml(path), _File, path) if path.exists() else _File()
    ground = {name: _ground(row, name, path) for name, row in file.ground.items()}
    work = {name: _merged(row, "work", WorkLook, f"work {name}", path) for name, row in file.work.items()}
    field = ground.get(file.field) or _ground({"like": file.field}, file.field, path)
    pictures = icons(folder)
    sprite = hashlib.sha256(sprite_of(folder).encode()).hexdigest()[:12] if pictures else ""
    return Look(
        field,
        ground,
        work,
        file.mark,
        file.state,
        file.form,
        file.tray,
        file.zone,
        tuple(sorted(pictures)),
        sprite,
    )


def _ground(row: dict[str, Any], name: str, path: Path) -> GroundLook:
    return _merged(row, "ground", GroundLook, f"ground {name}", path)


def _merged(row: dict[str, Any], part: str, kind: type[T], where: str, path: Path) -> T:
    """A table of the look, with the fields of what it is `like` in the palette where it has none of its own."""
    like = row.get("like", "")
    base = _palette()[part].get(like, {})
    if like and not base:
        raise BadInput(f"the palette has no {part} {like!r}", where=f"{path}: {where}")
    own = row if part == "ground" else {key: value for key, value in row.items() if key != "like"}
    return _converted({**base, **own}, kind, path, f": {where}")


@cache
def _palette() -> dict[str, Any]:
    return _toml(PALETTE)


def _toml(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(read_bytes(path, MOST_BYTES).decode())
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadInput(f"is not valid TOML: {error}", where=str(path)) from None


def _converted(data: Any, kind: type[T], path: Path, more: str = "") -> T:
    try:
        return msgspec.convert(data, kind)
    except msgspec.ValidationError as error:
        raise BadInput(str(error), where=f"{path}{more}") from None


# ---------------------------------------------------------------- pictures


def icons(folder: Path) -> dict[str, str]:
    """The pictures of the rulebook in that folder, each as a symbol of a sprite: its own drawings, and those of the icon set."""
    found: dict[str, str] = {}
    ready = folder / "icons" / SET
    if ready.exists():
        text = read_bytes(ready, MOST_SPRITE).decode()
        found = {match[1]: match[0] for match in re.finditer(r'<symbol id="([^"]+)".*?</symbol>', text)}
    for path in sorted((folder / "icons").glob("*.svg")):
        if path.name != SET:
            found[path.stem] = symbol(path)
    return found


def sprite_of(folder: Path) -> str:
    """All pictures of the rulebook in that folder as one SVG sprite."""
    return sprite(icons(folder).values())


def sprite(symbols: Iterable[str]) -> str:
    """Symbols as one SVG file."""
    return f'<svg xmlns="{SVG}">{"".join(symbols)}</svg>\n'


def symbol(path: Path) -> str:
    """A drawing as a symbol; raises `BadInput` for what is more than shapes.

    It needs a `viewBox`, and is best painted in `currentColor`, so that it takes the colours of the piece that bears it.
    """
    from xml.etree import ElementTree  # seldom wanted, and slow to import

    try:
        root = ElementTree.fromstring(read_bytes(path, MOST_BYTES).decode())
    except (ElementTree.ParseError, UnicodeDecodeError) as error:
        raise BadInput(f"is not valid SVG: {error}", where=str(path)) from None
    box = root.get("viewBox", "")
    if root.tag != f"{{{SVG}}}svg" or not re.fullmatch(r"-?[\d.]+( -?[\d.]+){3}", box):
        raise BadInput("a drawing is an <svg> with a viewBox of four numbers", where=str(path))
    if not re.fullmatch(r"[a-z0-9][a-z0-9-]*", path.stem):
        raise BadInput(
            "a picture is called by small letters, digits and hyphens",
            where=str(path),
            hint=path.stem.lower(),
        )
    return f'<symbol id="{path.stem}" viewBox="{box}">{"".join(_shape(one, path) for one in root)}</symbol>'


def _shape(element: Element, path: Path) -> str:
    """A shape without anything that could act or lead elsewhere."""
    tag = str(element.tag).removeprefix(f"{{{SVG}}}")
    if tag in ("title", "desc", "metadata"):
        return ""
    if tag not in DRAWN:
        raise BadInput(
            f"a drawing may not have <{tag}>", where=str(path), hint="shapes only: " + ", ".join(DRAWN)
        )
    for name, value in element.items():
        if not re.fullmatch(r"[a-z0-9-]+", name) or name.startswith("on") or name in ("style", "class", "id"):
            raise BadInput(f"<{tag}> may not have {name}", where=str(path))
        if not re.fullmatch(r"[-\w.,#%() +]*", value) or "url" in value:
            raise BadInput(f"{name} of <{tag}> is not plain", where=str(path))
    words = "".join(f' {name}="{value}"' for name, value in element.items())
    inside = "".join(_shape(one, path) for one in element)
    return f"<{tag}{words}>{inside}</{tag}>" if inside else f"<{tag}{words}/>"
