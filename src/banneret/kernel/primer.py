"""The primer of a rulebook, "How it works" on one page: four pictures of its heart, a piece, the turn, what beginners miss."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

import msgspec
from msgspec import Meta

from banneret.kernel.errors import BadInput
from banneret.kernel.files import read_toml
from banneret.kernel.scene import Piece

if TYPE_CHECKING:
    from pathlib import Path

Title = Annotated[str, Meta(min_length=1, max_length=60)]
Text = Annotated[str, Meta(min_length=1, max_length=240)]
RuleId = Annotated[str, Meta(max_length=60)]
MarkKind = Literal["banner", "token", "body", "die", "number", "word", "sign", "line", "arrow", "ground"]


class Mark(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Something drawn in a picture of 300 by 146, with its middle `at`.

    `banner`: of a side, with `text` and `value` as letter and number; `token`: a side's token with a `symbol`;
    `body`: a unit on the plane, `files` by `ranks`, looking along `heading`; `die`: what it shows is `value`, of `faces`; `number`: large;
    `word`: small; `sign`: a symbol on a dark disc; `line` and `arrow` lead `to` another point; `ground`: a field of `to` broad and
    high, as the look draws that ground. `side` lends its colour; what is `faded` is on its way out, what is `struck` is gone.
    """

    kind: MarkKind
    at: tuple[float, float]
    to: tuple[float, float] = (0.0, 0.0)
    side: int = -1
    text: str = ""
    value: str = ""
    symbol: str = ""
    ground: str = ""
    size: float = 1.0
    faces: int = 6
    files: int = 1
    ranks: int = 1
    heading: float = 0.0
    faded: bool = False
    struck: bool = False


class Saying(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A sentence with the rule that says so; `term` is what it is about."""

    text: Text
    rule: RuleId
    term: str = ""


class Picture(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A picture with its title and what it shows."""

    title: Title
    text: Text
    rule: RuleId
    marks: tuple[Mark, ...]


class Phase(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A phase of the turn in a few words; `seldom`: the first battle does without."""

    name: Title
    text: Text
    seldom: bool = False


class Primer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The page: a sentence; `heart`, what the pictures show, and when that happens; what a piece says; how one wins; the turn; traps."""

    sentence: Text
    heart: Title
    when: Text
    pictures: tuple[Picture, ...]
    piece_title: Title
    piece: Piece
    says: tuple[Saying, ...]
    win: Saying
    turn_title: Title
    turn: tuple[Phase, ...]
    missed: tuple[Saying, ...]


def read_primer(folder: Path) -> Primer | None:
    """The primer of the rulebook in that folder, None where it has none; raises `BadInput` naming the file and what is wrong."""
    path = folder / "primer.toml"
    if not path.exists():
        return None
    try:
        return msgspec.convert(read_toml(path), Primer)
    except msgspec.ValidationError as error:
        raise BadInput(str(error), where=str(path)) from None
