"""Seats: who may sit down at a battle, found by the digest of a token; and what lists show of the battle to each."""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

import sqlalchemy as sa

from banneret import __version__
from banneret.service.storage.schema import battles, seats, summaries
from banneret.service.storage.statements import ForRows, Prepared
from banneret.service.storage.writer import Work

# By their digests, which are indexed: for pairs of values SQLite would read the whole table.
_SHOW = """
    UPDATE seats SET seen = ? WHERE digest IN (
        WITH given (battle, name) AS (VALUES ROWS)
        SELECT one.digest FROM given JOIN seats AS one ON one.battle = given.battle AND one.name = given.name)
"""
_FIND = sa.select(seats.c.battle, seats.c.name, seats.c.side, seats.c.mine, seats.c.origin).where(
    seats.c.digest == sa.bindparam("token")
)
_LISTED = (
    sa.select(seats, battles.c.updated, battles.c.created, summaries.c.stamp, summaries.c.text)
    .join(battles, battles.c.id == seats.c.battle)
    .outerjoin(summaries, sa.and_(summaries.c.battle == seats.c.battle, summaries.c.seat == seats.c.name))
    .where(seats.c.digest.in_(sa.bindparam("digests", expanding=True)))
)


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat as it is stored: of which battle, its name, its side ("referee", "spectator"), and whether its maker kept it."""

    battle: str
    name: str
    side: str
    mine: bool
    updated: float = 0.0  # when the battle last changed: nobody's business
    seen: float = 0.0  # when the seat was last shown something
    summary: str = ""  # what a list showed of the battle; `fresh`: nothing has changed since
    fresh: bool = False
    origin: str = ""  # the name under which its token was made, where it has changed sides since


class NewSeat(NamedTuple):
    """A seat to be stored, by the digest of its token; `person`: what its player goes by."""

    name: str
    side: str
    digest: str
    mine: bool
    person: str = ""


class Summarized(NamedTuple):
    """The summary of a battle for a seat, and the time of the battle's last change before it."""

    battle: str
    seat: str
    updated: float
    text: str


class Seats:
    """The seats of all battles. Its methods make works for the writing thread."""

    def __init__(self, dialect: sa.Dialect) -> None:
        self._add = Prepared(seats.insert(), dialect)
        self._show = ForRows(_SHOW, dialect)
        self._find = Prepared(_FIND, dialect)

    def add(self, connection: sa.Connection, battle: str, new: list[NewSeat]) -> None:
        """Enter the seats of a new battle, within its transaction."""
        now = time.time()
        self._add.run(
            connection, [{"battle": battle, "seen": now, "origin": "", **seat._asdict()} for seat in new]
        )

    def show(self, connection: sa.Connection, shown: Iterable[tuple[str, Iterable[str]]], now: float) -> None:
        """These seats of these battles are shown something now, within the transaction of what it is."""
        self._show.run(connection, [(battle, name) for battle, names in shown for name in names], [now])

    def find(self, digest: str) -> Work[Seat | None]:
        """The seat of a token, by its digest."""

        def work(connection: sa.Connection) -> Seat | None:
            row = self._find.row(connection, {"token": digest})
            if row is None:
                return None
            battle, name, side, mine, origin = row
            return Seat(battle, name, side, bool(mine), origin=origin)

        return work

    def find_many(self, digests: list[str]) -> Work[dict[str, Seat]]:
        """The seats of many tokens, by their digests, with when each battle last changed, and what a list last showed of it."""

        def work(connection: sa.Connection) -> dict[str, Seat]:
            rows = connection.execute(_LISTED, {"digests": digests})
            return {row.digest: _listed(row) for row in rows}

        return work

    def of_battle(self, battle: str) -> Work[list[Seat]]:
        """All seats of a battle that a link was made for."""

        def work(connection: sa.Connection) -> list[Seat]:
            rows = connection.execute(seats.select().where(seats.c.battle == battle))
            return [Seat(row.battle, row.name, row.side, row.mine) for row in rows]

        return work

    def digests(self, battle: str) -> Work[dict[str, str]]:
        """The digests of the tokens of all seats of a battle, by the name of the seat."""

        def work(connection: sa.Connection) -> dict[str, str]:
            rows = connection.execute(sa.select(seats.c.name, seats.c.digest).where(seats.c.battle == battle))
            return {row.name: row.digest for row in rows}

        return work

    def summarize(self, made: list[Summarized]) -> Work[None]:
        """Store the summaries of battles for lists."""

        def work(connection: sa.Connection) -> None:
            keep_summaries(connection, made)

        return work


def people_of(connection: sa.Connection, battle: str) -> tuple[tuple[str, str], ...]:
    """The seats of a battle that a link was made for, and what each player goes by."""
    rows = connection.execute(sa.select(seats.c.name, seats.c.person).where(seats.c.battle == battle))
    return tuple((name, person) for name, person in rows)


def keep_summaries(connection: sa.Connection, made: list[Summarized]) -> None:
    """Store what lists show of battles that there still are."""
    for battle, seat, updated, text in made:
        known = connection.execute(sa.select(battles.c.id).where(battles.c.id == battle)).first()
        here = sa.and_(summaries.c.battle == battle, summaries.c.seat == seat)
        connection.execute(summaries.delete().where(here))
        if known is not None:
            row = {"battle": battle, "seat": seat, "stamp": _stamp(updated), "text": text}
            connection.execute(summaries.insert().values(row))


def _stamp(updated: float) -> str:
    """The state of a battle that a summary shows, and the version that made it."""
    return f"{updated!r} {__version__}"


def _listed(row: Any) -> Seat:
    """The seat of a row; a damaged time counts as none, for with it no list could be put in order."""
    fresh = row.stamp == _stamp(row.updated)
    seen = next((one for one in (row.seen, row.created) if isinstance(one, float) and one), 0.0)
    return Seat(row.battle, row.name, row.side, row.mine, row.updated, seen, row.text or "", fresh)
