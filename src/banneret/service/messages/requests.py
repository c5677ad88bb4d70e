"""Requests: what a client sends over the socket."""

from __future__ import annotations

from hashlib import blake2b
from typing import Annotated

import msgspec
from msgspec import Meta

from banneret.service.messages.basics import (
    Count,
    Id,
    Name,
    Struct,
    Text,
    Token,
    ViewNumber,
)


class Sit(Struct, tag="sit"):
    """The first message: whose seat this is, and the number of the view already seen (0: none).

    `updates`: after the first view only what is different is sent (`update`), and `done` with it.
    """

    token: Token
    have: ViewNumber = 0
    updates: bool = False


class Order(Struct, tag="order"):
    """An order in the text form of the record, for the side of the seat (or, for a referee, of `side`, with a reason)."""

    id: Id
    at: ViewNumber
    order: Annotated[str, Meta(min_length=1, max_length=4000)]
    side: Name | None = None
    reason: Text = ""


class Foresee(Struct, tag="foresee"):
    """Show what an order would do, while it is being made. Nothing changes, and nothing is stored."""

    id: Id
    order: Annotated[str, Meta(min_length=1, max_length=4000)]


class RollIs(Struct, tag="roll"):
    """The value of the die that was wanted."""

    id: Id
    at: ViewNumber
    value: Annotated[int, Meta(ge=1, le=1_000_000)]


class Undo(Struct, tag="undo"):
    """Take the last order back; with `to`, ask all to agree to go back to that moment.

    A referee need not ask, and goes back to after that entry.
    """

    id: Id
    at: ViewNumber
    to: Count | None = None
    reason: Text = ""


class Agree(Struct, tag="agree"):
    """Answer an undo request; with `at`, the one that was seen in that view."""

    id: Id
    yes: bool
    at: ViewNumber | None = None


class HandOver(Struct, tag="player"):
    """Let the computer play the seat's side (`level`), or take it back (`level` null).

    A referee may name any side, the player who began the battle one that waits for a guest.
    """

    id: Id
    level: Annotated[str, Meta(min_length=1, max_length=40)] | None = None
    side: Name | None = None
    reason: Text = ""


class Finish(Struct, tag="end"):
    """The referee ends the battle for these sides (none: a draw); a player gives up by naming nobody."""

    id: Id
    winners: Annotated[list[Name], Meta(max_length=8)] = []
    reason: Text = ""


class Alter(Struct, tag="change"):
    """The referee changes something on the table: verb and words, as `/api/battle/referee` lists them."""

    id: Id
    at: ViewNumber
    change: Annotated[str, Meta(min_length=1, max_length=400)]
    reason: Text = ""


class Halt(Struct, tag="pause"):
    """The referee pauses the battle, or lets it go on."""

    id: Id
    on: bool = True
    reason: Text = ""


class SetAsked(Struct, tag="asked"):
    """Set what the seat wants to be asked (a word of `Scene.asked`), at any time, from the next question on. No one else is shown it."""

    id: Id
    asked: Annotated[str, Meta(min_length=1, max_length=40)]


class Say(Struct, tag="say"):
    """A word to the whole table."""

    id: Id
    text: Annotated[str, Meta(min_length=1, max_length=300)]


class Ping(Struct, tag="ping"):
    """Are you there?"""


Deed = Order | RollIs | Undo | Agree | HandOver | Finish | Alter | Halt | SetAsked
Request = Order | Foresee | RollIs | Undo | Agree | HandOver | Finish | Alter | Halt | SetAsked | Say | Ping


def fingerprint(wanted: Deed | Say) -> str:
    """By which a request is known again: all that it says, but for the view it was made from."""
    if not isinstance(wanted, HandOver | Finish | Halt | SetAsked | Say):
        wanted = msgspec.structs.replace(wanted, at=0)
    return blake2b(msgspec.json.encode(wanted), digest_size=8).hexdigest()
