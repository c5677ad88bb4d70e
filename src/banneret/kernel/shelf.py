"""The shelf of a rulebook: how its battles stand on the front page, from its `shelf.toml`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import msgspec
from msgspec import Meta

from banneret.kernel.errors import BadInput
from banneret.kernel.files import read_toml

if TYPE_CHECKING:
    from pathlib import Path

Line = Annotated[str, Meta(max_length=160)]


class Uphill(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A side that has the harder part of a battle, and how many of 100 battles it wins between computer players of one level."""

    side: Annotated[str, Meta(min_length=1, max_length=60)]
    wins: Annotated[int, Meta(ge=0, le=49)]


class Standing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A battle on the shelf: how much of the rules it needs (1 to 3), and how many minutes it takes; 0: nobody has said.

    `uphill` is there where a side wins fewer than 40 of 100 such battles (`python -m bench.sides`).
    """

    difficulty: Annotated[int, Meta(ge=0, le=3)] = 0
    minutes: Annotated[int, Meta(ge=0, le=10_000)] = 0
    uphill: Uphill | None = None


class Shelf(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The battles of a rulebook in the order in which they are shown.

    `sentence` says what the rulebook is about, in fewer words than its summary; `first` what its first battle is about; `more` is what
    the battles at the end of the list are called. Minutes are counted by `banneret lengths`.
    """

    sentence: Line = ""
    first: Line = ""
    more: Annotated[str, Meta(max_length=40)] = "battles"
    battle: dict[str, Standing] = {}


def read_shelf(folder: Path) -> Shelf:
    """The shelf of the rulebook in that folder, empty where it has none; raises `BadInput` naming the file and what is wrong."""
    path = folder / "shelf.toml"
    if not path.exists():
        return Shelf()
    try:
        return msgspec.convert(read_toml(path), Shelf)
    except msgspec.ValidationError as error:
        raise BadInput(str(error), where=str(path)) from None
