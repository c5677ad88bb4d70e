"""Guests: the sides of battles that are left to them, the invitations to these, and who has come."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import sqlalchemy as sa

from banneret.service.storage.schema import (
    answered,
    battles,
    invitations,
    notices,
    places,
    seats,
    summaries,
    undo_requests,
)
from banneret.service.storage.statements import among
from banneret.service.storage.writer import Work

# In place of `Place.since`: the battle has begun with the guest's army.
SETTLED = -1
MOST_VOID = 50  # invitations of a battle that are known as void; older ones open nothing, like any other text


class Place(NamedTuple):
    """A side that is left to a guest, as it is stored."""

    side: str
    opened: bool = False
    claim: str = ""  # the digest of the guest's own secret
    since: int = 0  # how many entries there were when the guest came, or SETTLED


class Invitation(NamedTuple):
    """An invitation as it is stored; an empty `side`: to any that is free."""

    digest: str
    battle: str
    side: str
    swap: bool = False
    void: bool = False


class Guests:
    """The places and invitations of all battles. Its methods make works for the writing thread."""

    def add(
        self, connection: sa.Connection, battle: str, new: Iterable[Invitation], known: Iterable[Invitation]
    ) -> None:
        """Enter the sides that are left to guests, each with its first invitation, within the transaction of a new battle.

        `known`: links of the battle before that lead their owners to the seats they have here.
        """
        for one in new:
            connection.execute(places.insert().values(battle=battle, side=one.side))
            _enter(connection, one)
        for one in known:
            _enter(connection, one)

    def find(self, digest: str) -> Work[Invitation | None]:
        """The invitation of a token, by its digest."""

        def work(connection: sa.Connection) -> Invitation | None:
            row = connection.execute(invitations.select().where(invitations.c.digest == digest)).first()
            return None if row is None else Invitation(row.digest, row.battle, row.side, row.swap, row.void)

        return work

    def is_followed(self, battle: str) -> Work[bool]:
        """True if the link of any seat of a battle leads to a next one."""

        def work(connection: sa.Connection) -> bool:
            links = sa.select(seats.c.digest).where(seats.c.battle == battle)
            found = sa.select(invitations.c.digest).where(invitations.c.digest.in_(links)).limit(1)
            return connection.execute(found).first() is not None

        return work

    def invite(self, new: Invitation) -> Work[None]:
        """A new invitation; those that lead to the same seat are void."""

        def work(connection: sa.Connection) -> None:
            _void(connection, new.battle, [new.side, ""] if new.side else None)
            _enter(connection, new)

        return work

    def name(self, battle: str, seat: str, person: str) -> Work[None]:
        """The player of a seat goes by another name."""

        def work(connection: sa.Connection) -> None:
            here = sa.and_(seats.c.battle == battle, seats.c.name == seat)
            connection.execute(seats.update().where(here).values(person=person))
            _changed(connection, battle)

        return work

    def open(self, battle: str, sides: Sequence[str]) -> Work[None]:
        """Somebody has opened an invitation to these sides."""

        def work(connection: sa.Connection) -> None:
            here = sa.and_(places.c.battle == battle, among(places.c.side, sides))
            connection.execute(places.update().where(here).values(opened=True))
            _changed(connection, battle)

        return work

    def claim(self, battle: str, place: Place, digest: str, person: str) -> Work[None]:
        """A guest sits down: on a free side, or once more on their own with a new token, which then leads where the old one led."""
        now = time.time()

        def work(connection: sa.Connection) -> None:
            seat = sa.and_(seats.c.battle == battle, seats.c.name == place.side)
            old = sa.select(seats.c.digest).where(seat).scalar_subquery()
            connection.execute(invitations.update().where(invitations.c.digest == old).values(digest=digest))
            connection.execute(seats.delete().where(seat))
            row = {"name": place.side, "side": place.side, "digest": digest, "mine": False, "seen": now}
            connection.execute(seats.insert().values(battle=battle, person=person, **row))
            here = sa.and_(places.c.battle == battle, places.c.side == place.side)
            values = {"opened": True, "claim": place.claim, "since": place.since}
            connection.execute(places.update().where(here).values(**values))
            _changed(connection, battle)

        return work

    def unseat(self, battle: str, side: str) -> Work[None]:
        """The side is free again: its seat, and every invitation to it, open nothing any more."""

        def work(connection: sa.Connection) -> None:
            connection.execute(seats.delete().where(seats.c.battle == battle, seats.c.name == side))
            connection.execute(notices.delete().where(notices.c.battle == battle, notices.c.seat == side))
            _reset(connection, battle)
            here = sa.and_(places.c.battle == battle, places.c.side == side)
            connection.execute(places.update().where(here).values(opened=False, claim="", since=0))
            _void(connection, battle, [side, ""])

        return work

    def swap(self, battle: str, mine: str, free: str, keep: str = "") -> Work[None]:
        """The player of `mine` plays `free` from now on, and `mine` is free; all invitations are void but the one with the digest `keep`."""

        def work(connection: sa.Connection) -> None:
            seat = sa.and_(seats.c.battle == battle, seats.c.name == mine)
            origin = sa.case((seats.c.origin == "", mine), else_=seats.c.origin)
            connection.execute(seats.update().where(seat).values(name=free, side=free, origin=origin))
            theirs = sa.and_(notices.c.battle == battle, notices.c.seat == mine)
            connection.execute(notices.update().where(theirs).values(seat=free))
            _reset(connection, battle)
            here = sa.and_(places.c.battle == battle, places.c.side == free)
            values = {"side": mine, "opened": False, "claim": "", "since": 0}
            connection.execute(places.update().where(here).values(**values))
            _void(connection, battle, None, keep)

        return work

    def settle(self, battle: str, sides: Sequence[str]) -> Work[None]:
        """The battle has begun with the armies of the guests on these sides: their seats cannot be asked back."""

        def work(connection: sa.Connection) -> None:
            here = sa.and_(places.c.battle == battle, among(places.c.side, sides))
            connection.execute(places.update().where(here).values(since=SETTLED))

        return work


def places_of(connection: sa.Connection, battle: str) -> tuple[Place, ...]:
    """The sides of a battle that are left to guests."""
    rows = connection.execute(places.select().where(places.c.battle == battle).order_by(places.c.side))
    return tuple(Place(row.side, row.opened, row.claim, row.since) for row in rows)


def _enter(connection: sa.Connection, new: Invitation) -> None:
    row: dict[str, Any] = {**new._asdict(), "made": time.time()}
    connection.execute(invitations.insert().values(**row))
    void = sa.select(invitations.c.digest).where(invitations.c.battle == new.battle, invitations.c.void)
    old = connection.execute(void.order_by(invitations.c.made.desc()).offset(MOST_VOID)).scalars().all()
    if old:
        connection.execute(invitations.delete().where(among(invitations.c.digest, old)))


def _void(connection: sa.Connection, battle: str, sides: Sequence[str] | None, keep: str = "") -> None:
    """Invitations to these sides (None: all) open nothing any more, but for one."""
    which = sa.and_(invitations.c.battle == battle, invitations.c.digest != keep)
    if sides is not None:
        which = sa.and_(which, among(invitations.c.side, sides))
    connection.execute(invitations.update().where(which).values(void=True))


def _reset(connection: sa.Connection, battle: str) -> None:
    """The seats have changed: nothing that was answered to them, or shown of them in lists, holds any more."""
    for table in (answered, summaries, undo_requests):
        connection.execute(table.delete().where(table.c.battle == battle))
    connection.execute(places.update().where(places.c.battle == battle, places.c.since > 0).values(since=0))
    _changed(connection, battle)


def _changed(connection: sa.Connection, battle: str) -> None:
    """Lists show the battle as it is now."""
    connection.execute(battles.update().where(battles.c.id == battle).values(updated=time.time()))
