"""Battles: records line by line, and what stands beside a record until it is settled.

The record is the only truth: a battle is its header, its seed and its entries.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import sqlalchemy as sa

from banneret.kernel.record.record import Record
from banneret.service.errors import StorageError
from banneret.service.storage.guests import Guests, Invitation, Place, places_of
from banneret.service.storage.holds import holder_of
from banneret.service.storage.receipts import Receipt, Receipts
from banneret.service.storage.schema import (
    PARTS,
    battles,
    entries,
    gatherings,
    later_seeds,
    seats,
    summaries,
    undo_requests,
    words,
)
from banneret.service.storage.seats import NewSeat, Seats, people_of
from banneret.service.storage.statements import ForRows, Prepared
from banneret.service.storage.writer import Batched, Work

HEAD_LINES = 8  # of a record
VIEWS = 1_000_000  # numbers of views that a battle may use before it leaves memory
MOST_PAUSE = 4000  # characters of why a battle is paused

_ENTER = "INSERT INTO entries (battle, number, line) VALUES ROWS"
_MARK = "UPDATE battles SET updated = ?, over = ? WHERE id IN (VALUES ROWS)"
# Of how many battles an entry is the last one stored; an empty one: none is.
_LAST = """
    WITH given (battle, line) AS (VALUES ROWS) SELECT count(*) FROM given WHERE given.line =
        coalesce((SELECT line FROM entries WHERE battle = given.battle ORDER BY number DESC LIMIT 1), '')
"""
_SEATS_OF = seats.select().where(seats.c.battle.in_(sa.bindparam("battles", expanding=True)))


@dataclass(frozen=True, slots=True)
class Kept:
    """A battle as it is stored."""

    id: str
    text: str
    private: bool
    paused: str
    created: float
    updated: float
    words: tuple[tuple[int, str, str], ...]
    first_view: int
    gathering: str = ""
    undo_request: str = ""
    places: tuple[Place, ...] = ()  # the sides that are left to guests
    people: tuple[tuple[str, str], ...] = ()  # the seats of people, and what each goes by
    holder: str = ""  # the process that has it out of the store, as far as is known


class Growth(NamedTuple):
    """The changes of a record since it was last stored: the first `keep` entries stay, `lines` follow.

    `cut` may be False where no more than `keep` entries are stored: every order comes through here, and most only add.
    `seeds` are those after the first, where they have changed. `last` is the entry that ought to be the last one stored
    (empty: there is none): where it is not, another process has written here, and nothing is written over that. `shown`: the seats
    that were shown something by it.
    """

    keep: int
    lines: list[str]
    over: bool
    cut: bool = True
    seeds: list[str] | None = None
    last: str | None = None
    shown: tuple[str, ...] = ()

    @classmethod
    def since(
        cls,
        record: Record,
        stored: int,
        last: str | None,
        *,
        over: bool,
        shown: Iterable[str],
        rewrite: bool = False,
        seeds: list[str] | None = None,
    ) -> Growth:
        """The changes of a record of which `stored` entries are stored, the latest of them `last`; `rewrite`: the head changed too."""
        keep = min(record.unchanged, stored)
        lines = [record.line(number) for number in range(keep + 1, record.count + 1)]
        return cls(
            keep,
            lines,
            over,
            keep < stored or rewrite,
            list(seeds) if seeds else seeds,
            None if rewrite else last,
            tuple(shown),
        )


class Extension(NamedTuple):
    """A change to be stored: of which battle, and with which receipt."""

    battle: str
    growth: Growth
    receipt: Receipt | None


@dataclass(frozen=True, slots=True)
class Hosted:
    """A battle of the host: the digests of its seats' tokens, and which seats the host kept."""

    id: str
    updated: float
    over: bool
    digests: dict[str, str]
    mine: list[str]
    # Of seats that have changed sides: the names under which their tokens were made.
    origins: dict[str, str] = field(default_factory=dict)


class Battles:
    """All battles. Its methods make works for the writing thread."""

    def __init__(self, dialect: sa.Dialect, seats: Seats, receipts: Receipts, guests: Guests) -> None:
        self._seats = seats
        self._guests = guests
        self._receipts = receipts
        self._add = Prepared(battles.insert(), dialect)
        self._enter = ForRows(_ENTER, dialect)
        self._mark = ForRows(_MARK, dialect)
        self._last = ForRows(_LAST, dialect)

    # ------------------------------------------------------------------ records

    def create(
        self,
        battle: str,
        text: str,
        seats: list[NewSeat],
        private: bool,
        gathering: str = "",
        invitations: Sequence[Invitation] = (),
        hosted: bool = False,
        sitting: Sequence[Invitation] = (),
    ) -> Work[None]:
        """A new battle with its whole record and its seats; `hosted`: the host of the table, or its terminal, began it.

        `gathering` tells what it waits for before it begins. `invitations` lead to the sides that are left to guests. `sitting` are links
        of the battle before that lead their owners to the seats they have here.
        """
        head, lines, known = split(text)
        seed, *later = known.split("\n")
        rulebook = head.split("\n")[1].split(" ")[1]
        now = time.time()

        def work(connection: sa.Connection) -> None:
            row = {
                "id": battle,
                "rulebook": rulebook,
                "head": head,
                "seed": seed,
                "private": private,
                "over": False,
                "paused": "",
                "created": now,
                "updated": now,
                "views": int(now * 1000) + VIEWS,
                "hosted": hosted,
            }
            self._add.run(connection, [row])
            self._enter.run(connection, _rows(battle, 1, lines))
            if later:
                _keep_seeds(connection, battle, later)
            self._seats.add(connection, battle, seats)
            self._guests.add(connection, battle, invitations, sitting)
            if gathering:
                _keep_text(connection, gatherings, battle, gathering)

        return work

    def begin(self, battle: str, text: str) -> Work[None]:
        """A battle waits no more, or begins again: it has this record and is not paused, and its seats stay."""
        head, lines, known = split(text)
        seed, *later = known.split("\n")
        now = time.time()

        def work(connection: sa.Connection) -> None:
            row = {"head": head, "seed": seed, "updated": now, "over": False, "paused": ""}
            connection.execute(battles.update().where(battles.c.id == battle).values(row))
            connection.execute(entries.delete().where(entries.c.battle == battle))
            self._enter.run(connection, _rows(battle, 1, lines))
            _keep_seeds(connection, battle, later)
            _keep_text(connection, gatherings, battle, "")
            names = connection.execute(sa.select(seats.c.name).where(seats.c.battle == battle)).scalars()
            self._seats.show(connection, [(battle, list(names))], now)

        return work

    def extend(self, battle: str, growth: Growth, receipt: Receipt | None = None) -> Work[None]:
        """Store what has changed in a record, and that a seat's request has been answered by it."""
        return Batched(self._extend_all, Extension(battle, growth, receipt))

    def _extend_all(self, connection: sa.Connection, extensions: list[Extension]) -> None:
        """Extend many records at once. Two of one battle are refused, and then done one by one."""
        last = [(one.battle, one.growth.last) for one in extensions if one.growth.last is not None]
        if self._last.count(connection, last) != len(last):
            raise StorageError("another process has written this battle meanwhile")
        rows: list[tuple[str, int, str]] = []
        for battle, growth, _ in extensions:
            if growth.cut:
                keep = growth.keep
                connection.execute(
                    entries.delete().where(sa.and_(entries.c.battle == battle, entries.c.number > keep))
                )
            rows += _rows(battle, growth.keep + 1, growth.lines)
        self._enter.run(connection, rows)
        for battle, growth, _ in extensions:
            if growth.seeds is not None:
                _keep_seeds(connection, battle, growth.seeds)
        now = time.time()
        for over in (False, True):
            marked = [(one.battle,) for one in extensions if one.growth.over is over]
            self._mark.run(connection, marked, [now, over])
        self._seats.show(connection, [(one.battle, one.growth.shown) for one in extensions], now)
        self._receipts.add(connection, [(one.battle, one.receipt) for one in extensions])

    def head(self, battle: str, text: str) -> Work[None]:
        """The head of a battle's record: that of a damaged branch changes when it begins with less than it did."""
        head = split(text)[0]

        def work(connection: sa.Connection) -> None:
            connection.execute(battles.update().where(battles.c.id == battle).values(head=head))

        return work

    def load(self, battle: str) -> Work[Kept | None]:
        """A battle with its whole record."""

        def work(connection: sa.Connection) -> Kept | None:
            row = connection.execute(battles.select().where(battles.c.id == battle)).first()
            if row is None:
                return None
            lines = connection.execute(
                sa.select(entries.c.line).where(entries.c.battle == battle).order_by(entries.c.number)
            ).scalars()
            more = sa.select(later_seeds.c.seed).where(later_seeds.c.battle == battle)
            later = connection.execute(more.order_by(later_seeds.c.number)).scalars()
            seeds = "".join(f"seed {one}\n" for one in (row.seed, *later) if one)
            text = row.head + seeds + "".join(line + "\n" for line in lines)
            said = connection.execute(
                sa.select(words.c.number, words.c.seat, words.c.text)
                .where(words.c.battle == battle)
                .order_by(words.c.number)
            ).all()
            return Kept(
                row.id,
                text,
                row.private,
                row.paused,
                row.created,
                row.updated,
                tuple((number, seat, word) for number, seat, word in said),
                max(row.views, int(time.time() * 1000)),
                _text(connection, gatherings, battle),
                _text(connection, undo_requests, battle),
                places_of(connection, battle),
                people_of(connection, battle),
                holder_of(battle)(connection),
            )

        return work

    def hosted(self, most: int) -> Work[list[Hosted]]:
        """The battles of the host, the latest first: their seats with the digests of the tokens that open them now."""

        def work(connection: sa.Connection) -> list[Hosted]:
            rows = connection.execute(
                sa.select(battles.c.id, battles.c.updated, battles.c.over)
                .where(battles.c.hosted)
                .order_by(battles.c.updated.desc())
                .limit(most)
            ).all()
            found = {row.id: Hosted(row.id, row.updated, row.over, {}, []) for row in rows}
            for seat in connection.execute(_SEATS_OF, {"battles": list(found)}):
                found[seat.battle].digests[seat.name] = seat.digest
                if seat.mine:
                    found[seat.battle].mine.append(seat.name)
                if seat.origin:
                    found[seat.battle].origins[seat.name] = seat.origin
            return list(found.values())

        return work

    def reserve_views(self, battle: str, first: int) -> Work[None]:
        """A battle that has come into memory numbers its views from `first`, and the next time from beyond them.

        So no number falls, also when the clock of the machine goes back.
        """

        def work(connection: sa.Connection) -> None:
            connection.execute(battles.update().where(battles.c.id == battle).values(views=first + VIEWS))

        return work

    def delete(self, battle: str) -> Work[None]:
        """Forget a battle."""

        def work(connection: sa.Connection) -> None:
            for table in PARTS:
                connection.execute(table.delete().where(table.c.battle == battle))
            connection.execute(battles.delete().where(battles.c.id == battle))

        return work

    # ------------------------------------------------------------------ what stands beside a record

    def gather(self, battle: str, gathering: str) -> Work[None]:
        """Store the armies that a battle waits for, after a change."""

        def work(connection: sa.Connection) -> None:
            connection.execute(summaries.delete().where(summaries.c.battle == battle))
            _keep_text(connection, gatherings, battle, gathering)

        return work

    def ask_undo(self, battle: str, undo_request: str) -> Work[None]:
        """The undo request that stands now; an empty text: none."""

        def work(connection: sa.Connection) -> None:
            _keep_text(connection, undo_requests, battle, undo_request)

        return work

    def pause(self, battle: str, pause: str) -> Work[None]:
        """Store the reason why a battle is paused; an empty text: it goes on."""

        def work(connection: sa.Connection) -> None:
            connection.execute(
                battles.update().where(battles.c.id == battle).values(paused=pause[:MOST_PAUSE])
            )

        return work

    def say(
        self, battle: str, number: int, seat: str, text: str, receipt: Receipt | None = None
    ) -> Work[None]:
        """A word said at a table, and that the seat's request has been answered by it."""

        def work(connection: sa.Connection) -> None:
            connection.execute(words.insert().values(battle=battle, number=number, seat=seat, text=text))
            self._receipts.add(connection, [(battle, receipt)])

        return work


def split(text: str) -> tuple[str, list[str], str]:
    """A record's text as head (with its newline), lines of entries, and seed (seeds: one a line)."""
    lines = text.split("\n")
    head = "\n".join(lines[:HEAD_LINES]) + "\n"
    body = lines[HEAD_LINES:-1]
    seeds: list[str] = []
    while body and body[0].startswith("seed "):
        seeds.append(body.pop(0)[5:])
    return head, body, "\n".join(seeds)


def _rows(battle: str, first: int, lines: list[str]) -> list[tuple[str, int, str]]:
    """The entries of a battle as rows: which battle, which number, which line."""
    return [(battle, number, line) for number, line in enumerate(lines, first)]


def _keep_seeds(connection: sa.Connection, battle: str, later: list[str]) -> None:
    """These are the seeds of a battle after its first."""
    connection.execute(later_seeds.delete().where(later_seeds.c.battle == battle))
    if later:
        rows = [{"battle": battle, "number": number, "seed": seed} for number, seed in enumerate(later, 1)]
        connection.execute(later_seeds.insert(), rows)


def _keep_text(connection: sa.Connection, table: sa.Table, battle: str, text: str) -> None:
    """The one text of a battle in a table; an empty text: none."""
    connection.execute(table.delete().where(table.c.battle == battle))
    if text:
        connection.execute(table.insert().values(battle=battle, text=text))


def _text(connection: sa.Connection, table: sa.Table, battle: str) -> str:
    found: str | None = connection.execute(sa.select(table.c.text).where(table.c.battle == battle)).scalar()
    return found or ""
