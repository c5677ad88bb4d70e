"""The messages about letters: where a seat wants to be written to, and what a table can do. No answer ever has an address in it."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from banneret.service.clock import Lapse
from banneret.service.letters.addresses import MOST_ADDRESS, Kind
from banneret.service.messages.basics import Links, Struct

MOST_HOURS = 24 * 30


class Post(msgspec.Struct, frozen=True):
    """The ways on which this table sends letters; `services`: the words with which addresses of services begin."""

    kinds: list[Kind]
    services: list[str]


class Leave(Struct):
    """A seat leaves an address; an empty one: what was left of this kind is deleted. `hours`: after which it is reminded (0: never)."""

    kind: Kind
    address: Annotated[str, Meta(max_length=MOST_ADDRESS)] = ""
    hours: Annotated[int, Meta(ge=0, le=MOST_HOURS)] = 0


class NoticeLine(msgspec.Struct, frozen=True):
    """An address that the seat has left, without the address: a mail address is written to once it is `confirmed`."""

    kind: Kind
    confirmed: bool
    hours: int


class NoticeView(msgspec.Struct, frozen=True):
    """A notice as its own link shows it: of which battle, and whether letters go there."""

    battle: str
    title: str
    kind: Kind
    confirmed: bool


class SetClock(Links):
    """So many hours for each turn (0: no clock), and what follows: the computer plays on, or the battle is adjourned."""

    hours: Annotated[int, Meta(ge=0, le=MOST_HOURS)] = 0
    lapse: Lapse = "computer"


class Confirm(Struct):
    """Letters may go there (`on`), or are to stop, which deletes the address."""

    on: bool
