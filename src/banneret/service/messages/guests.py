"""The messages about guests: invitations to the sides that are left to them, and the seats that they take."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from banneret.kernel.scene import Scene
from banneret.service.clock import ClockView
from banneret.service.messages.answers import SeatView
from banneret.service.messages.basics import Links, Name, Person, Struct, Token


class Invite(Links):
    """A new link for a side that waits for a guest; earlier links that open the same seat are void.

    `side`: empty for any that is free, the guest chooses. `swap`: the inviter's side may be chosen too; the inviter then plays
    the free one.
    """

    side: Annotated[str, Meta(max_length=80)] = ""
    swap: bool = False


class Invited(msgspec.Struct, frozen=True):
    """The token of an invitation."""

    invitation: str


class Naming(Struct):
    """The name that the player of a seat goes by; an empty text: none."""

    person: Person


class GuestSide(Links, kw_only=True):
    """A side that is for a guest: to be played by one from now on, or to be had back from one."""

    side: Name


class Claim(Struct):
    """A guest sits down: on `side` (may be left out where only one is free), going by `person`.

    `id` is a secret of the guest's own choosing, as hard to guess as a token: sent again with it, the claim is not refused but answered
    with a new token for the seat, so that nobody loses a seat with a connection.
    """

    id: Token
    side: Annotated[str, Meta(max_length=80)] = ""
    person: Person = ""


class Door(msgspec.Struct, frozen=True, omit_defaults=True):
    """The battle as an invitation shows it: what everybody may see, and the sides that may be chosen.

    `sides` is empty where the seat is taken. `host`: the name that the inviter goes by. `army`: sides whose guest brings an army.
    """

    battle: str
    rulebook: str
    scenario: str
    title: str
    summary: str
    scene: Scene
    sides: tuple[str, ...] = ()
    seats: tuple[SeatView, ...] = ()
    host: str = ""
    army: tuple[str, ...] = ()
    over: bool = False
    clock: ClockView | None = None
