"""Answers: what the table sends over the socket."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

import msgspec

from banneret.kernel.scene import Preview, Scene
from banneret.service.clock import ClockView
from banneret.service.codes import Code


class SeatView(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat as everybody sees it.

    `here`: a player is connected to it. `computer` and `level` both name the computer player that plays the side now (empty: people do).
    `guest`: it was left to a guest; `free` until one sits there, `opened` when an invitation to it was opened. `person`: what the player
    goes by.
    """

    name: str
    side: str
    here: bool = False
    computer: str = ""
    level: str = ""
    guest: bool = False
    free: bool = False
    opened: bool = False
    person: str = ""


class Said(msgspec.Struct, frozen=True):
    """A word that was said at the table."""

    number: int
    seat: str
    text: str


class Seal(msgspec.Struct, frozen=True):
    """The commitment to a secret order: it fits the order that the record shows when the battle is over."""

    side: str
    hash: str


class ArmyView(msgspec.Struct, frozen=True, omit_defaults=True):
    """An army that a side is to bring before the battle begins; `most`: what it may cost (0: nothing was agreed upon)."""

    side: str
    settled: bool = False
    most: int = 0


class View(msgspec.Struct, frozen=True, omit_defaults=True, tag="view"):
    """All that the seat sees now.

    `at` is the number of the view, this seat's own: it only grows, also when the server was restarted, and only when the seat is shown
    something else than before.

    `seats` are those of all sides; `seat` is the name of this one and `side` the id of the side it plays, "referee" or
    "spectator". `dice` is the kind of dice, `commitment` the published hash of their seed, `seed` that seed, once the battle is over;
    `seals` are the commitments to the latest secret orders. `can_undo`: the seat may take its last order back; else `why_not_undo` says
    why not. `wish` is the undo request that waits for answers, as a sentence, `said` the latest words at the table, `paused` why the
    battle is paused (empty: it is not).

    `armies`: those that were left open, until the last of them is settled and the battle begins. `branch`: it goes on from a moment of
    another battle. `locked`: the reason why it can be looked at and not played on, in a sentence. `protocol`: the version of what goes over
    the WebSocket; a client of another version should ask people to load it again.
    """

    at: int
    scene: Scene
    seats: tuple[SeatView, ...]
    seat: str
    side: str
    battle: str
    dice: str
    commitment: str = ""
    seals: tuple[Seal, ...] = ()
    can_undo: bool = False
    why_not_undo: str = ""
    wish: str = ""
    said: tuple[Said, ...] = ()
    paused: str = ""
    seed: str = ""
    armies: tuple[ArmyView, ...] = ()
    clock: ClockView | None = None
    branch: bool = False
    locked: str = ""
    protocol: int = 0


class Done(msgspec.Struct, frozen=True, tag="done"):
    """The request was carried out and is stored."""

    id: str
    at: int


class Update(msgspec.Struct, frozen=True, omit_defaults=True, tag="update"):
    """The differences that make the view of the number `since` the view `at`, for clients that asked for it as they sat down (`updates`).

    `view` and `scene` have the fields that are other than before, null for those that are left out now. A name with `~` behind it tells how
    the field comes of what was there: by the fields of it that are other, or row by row. `done`: the request of this seat that led to it.
    """

    at: int
    since: int
    view: dict[str, Any] = {}
    scene: dict[str, Any] = {}
    done: Done | None = None


class Refused(msgspec.Struct, frozen=True, tag="refused", omit_defaults=True):
    """The request was not carried out; nothing has changed. `nearest` is a legal order close to the one that was given."""

    id: str
    code: Code
    reason: str
    rule: str = ""
    nearest: str = ""


class Foreseen(msgspec.Struct, frozen=True, tag="foreseen"):
    """The effect of the order as things stood at the view `at`; null where the rulebook has nothing to show."""

    id: str
    at: int
    preview: Preview | None


class Behind(msgspec.Struct, frozen=True, tag="behind"):
    """The request was made from an older view; the present one follows."""

    id: str
    at: int


class Goodbye(msgspec.Struct, frozen=True, tag="goodbye"):
    """The table closes the connection, and says why."""

    code: Code
    reason: str


class Pong(msgspec.Struct, frozen=True, tag="pong"):
    """I am here."""


Answer = View | Update | Done | Refused | Foreseen | Behind | Goodbye | Pong


class Frame(NamedTuple):
    """A message on its way to a client: its type, by which the way is chosen, and its bytes."""

    kind: Literal["view", "update", "done", "refused", "foreseen", "behind", "goodbye", "pong"]
    data: bytes


def framed(message: Answer) -> Frame:
    """A message ready to be sent."""
    kind: Any = message.__struct_config__.tag
    return Frame(kind, msgspec.json.encode(message))
