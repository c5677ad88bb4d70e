"""Where battles are kept: records line by line, seats, and which requests have been answered.

The record is the only truth: a battle is its header, its seed and its entries. Everything is written in one thread; what has
been asked for while a transaction was being committed goes into the next one together, so that many tables share one flush of the
disk. A write that has returned is on disk.

One process at a time keeps the battles of a database: they live in its memory, and it would not hear of what another one does.
"""

from __future__ import annotations

import asyncio
import queue
import threading
import time
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import sqlalchemy as sa
from sqlalchemy.sql.compiler import SQLCompiler

from banneret import __version__
from banneret.kernel.errors import BadInput
from banneret.service.claim import claim

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

T = TypeVar("T")

metadata = sa.MetaData()

battles = sa.Table(
    "battles",
    metadata,
    sa.Column("id", sa.String(40), primary_key=True),
    sa.Column("rulebook", sa.String(60), nullable=False),
    sa.Column("head", sa.Text, nullable=False),
    sa.Column("seed", sa.String(200), nullable=False, default=""),
    sa.Column("private", sa.Boolean, nullable=False, default=False),
    sa.Column("over", sa.Boolean, nullable=False, default=False),
    sa.Column("paused", sa.Text, nullable=False, default=""),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("updated", sa.Float, nullable=False),
)

entries = sa.Table(
    "entries",
    metadata,
    sa.Column("battle", sa.String(40), sa.ForeignKey("battles.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("line", sa.Text, nullable=False),
)

seats = sa.Table(
    "seats",
    metadata,
    sa.Column("battle", sa.String(40), sa.ForeignKey("battles.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("name", sa.String(80), primary_key=True),
    sa.Column("side", sa.String(80), nullable=False),
    sa.Column("digest", sa.String(64), nullable=False, unique=True),
    sa.Column("mine", sa.Boolean, nullable=False, default=False),
)

answered = sa.Table(
    "answered",
    metadata,
    sa.Column("battle", sa.String(40), sa.ForeignKey("battles.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("seat", sa.String(80), primary_key=True),
    sa.Column("request", sa.String(64), primary_key=True),
    sa.Column("at", sa.BigInteger, nullable=False),
    sa.Column("what", sa.String(16), nullable=False, server_default=""),
)

# The seeds of a battle after its first: when it was ended, and taken up again.
later_seeds = sa.Table(
    "seeds",
    metadata,
    sa.Column("battle", sa.String(40), sa.ForeignKey("battles.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("seed", sa.String(200), nullable=False),
)

# Battles that wait for armies, and what is settled so far: gone when the battle begins.
gatherings = sa.Table(
    "gatherings",
    metadata,
    sa.Column("battle", sa.String(40), sa.ForeignKey("battles.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("text", sa.Text, nullable=False),
)

# Wishes to go back that wait for an answer.
wishes = sa.Table(
    "wishes",
    metadata,
    sa.Column("battle", sa.String(40), sa.ForeignKey("battles.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("text", sa.Text, nullable=False),
)

# What a list shows of a battle to a seat, as it stood when it was made: `stamp` tells when that was.
summaries = sa.Table(
    "summaries",
    metadata,
    sa.Column("battle", sa.String(40), sa.ForeignKey("battles.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("seat", sa.String(80), primary_key=True),
    sa.Column("stamp", sa.String(80), nullable=False),
    sa.Column("text", sa.Text, nullable=False),
)

words = sa.Table(
    "words",
    metadata,
    sa.Column("battle", sa.String(40), sa.ForeignKey("battles.id", ondelete="CASCADE"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("seat", sa.String(80), nullable=False),
    sa.Column("text", sa.String(300), nullable=False),
)


_MARK = (
    battles.update()
    .where(battles.c.id == sa.bindparam("which"))
    .values(updated=sa.bindparam("now"), over=sa.bindparam("over"))
)


_LAST = sa.text("SELECT line FROM entries WHERE battle = :which ORDER BY number DESC LIMIT 1")


class StorageError(RuntimeError):
    """The store could not be written or read: nothing has been acknowledged."""


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
    gathering: str = ""
    wish: str = ""


class Answered(NamedTuple):
    """A request that was answered: with which view, and what it said (empty where that is not known)."""

    at: int
    what: str = ""


@dataclass(frozen=True, slots=True)
class Place:
    """A seat as it is stored: of which battle, its name, its side ("referee", "spectator"), and whether its maker kept it."""

    battle: str
    name: str
    side: str
    mine: bool
    updated: float = 0.0
    summary: str = ""  # what a list showed of the battle; `fresh`: nothing has changed since
    fresh: bool = False


class Storage:
    """A database by URL: `sqlite:///file` or `postgresql+psycopg://…`. Call `close` at the end.

    Raises `BadInput` where another process keeps its battles there.
    """

    def __init__(self, url: str) -> None:
        self.engine = _engine(url)
        self._claim = claim(self.engine, _shown(url))
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._closed = False
        self._add_entries = Prepared(entries.insert(), self.engine.dialect)
        self._add_answer = Prepared(answered.insert(), self.engine.dialect)
        self._mark = Prepared(_MARK, self.engine.dialect)
        self._last = Prepared(_LAST, self.engine.dialect)
        try:
            metadata.create_all(self.engine)
            _add_columns(self.engine)
        except sa.exc.SQLAlchemyError as error:
            self.engine.dispose()
            self._claim.close()
            raise BadInput(f"the database cannot be opened: {_cause(error)}", where=_shown(url)) from None
        self._writer = threading.Thread(target=self._write_all, name="banneret-storage", daemon=True)
        self._writer.start()

    # ------------------------------------------------------------------ the writing thread

    async def run(self, work: Callable[[sa.Connection], T]) -> T:
        """Do `work` in the writing thread; returns when it is committed. Raises `StorageError`, and then it has not happened.

        `work` may be done again when its first transaction fails, so it has no effects but on the database.
        """
        loop = asyncio.get_running_loop()
        future: asyncio.Future[T] = loop.create_future()

        def tell(result: Any, error: Exception | None) -> None:
            loop.call_soon_threadsafe(_settle, future, result, error)

        self._put(_Job(work, tell))
        return await future

    def submit(self, work: Callable[[sa.Connection], T]) -> Future[T]:
        """Like `run`, for callers outside the event loop."""
        future: Future[T] = Future()
        self._put(_Job(work, partial(_settle, future)))
        return future

    def _put(self, job: _Job) -> None:
        if self._closed:
            job.fail(StorageError("the store is closed"))
        else:
            self._jobs.put(job)

    def _write_all(self) -> None:
        while True:
            job = self._jobs.get()
            if job is None:
                return
            group = [job]
            while len(group) < 64 and not self._jobs.empty():
                following = self._jobs.get()
                if following is None:
                    self._jobs.put(None)
                    break
                group.append(following)
            self._commit(group)

    def _commit(self, group: list[_Job]) -> None:
        """Do the jobs of a group in one transaction and answer after the commit; where one fails, each in a transaction of its own.

        No savepoints: a full disk makes some databases take back the whole transaction, what other jobs did in it included.
        """
        try:
            with self.engine.begin() as connection:
                results = [job.work(connection) for job in group]
        except Exception as error:
            if len(group) == 1:
                group[0].fail(error)
                return
            for job in group:
                self._commit([job])
            return
        for job, result in zip(group, results, strict=True):
            job.succeed(result)

    def close(self) -> None:
        """Write what is waiting, then close."""
        if not self._closed:
            self._closed = True
            self._jobs.put(None)
            self._writer.join()
            self.engine.dispose()
            self._claim.close()

    # ------------------------------------------------------------------ what is written

    def create(
        self,
        battle: str,
        text: str,
        places: Iterable[tuple[str, str, str, bool]],
        private: bool,
        gathering: str = "",
        listed: Mapping[str, str] | None = None,
    ) -> Callable[[sa.Connection], None]:
        """A new battle with its whole record, and its seats: name, side, digest of the token, kept by its maker.

        `gathering` tells what it waits for before it begins, `listed` what lists show of it, by seat.
        """
        head, lines, known = split(text)
        seed, *later = known.split("\n")
        first = head.split("\n")
        rulebook = first[1].split(" ")[1]
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
            }
            connection.execute(battles.insert().values(row))
            self._add_entries.run(connection, _rows(battle, 1, lines))
            _keep_seeds(connection, battle, later)
            rows = [
                {"battle": battle, "name": name, "side": side, "digest": digest, "mine": mine}
                for name, side, digest, mine in places
            ]
            connection.execute(seats.insert(), rows)
            _keep_gathering(connection, battle, gathering)
            _keep_summaries(connection, [(battle, seat, now, text) for seat, text in (listed or {}).items()])

        return work

    def gather(self, battle: str, gathering: str) -> Callable[[sa.Connection], None]:
        """What a battle waits for has changed."""

        def work(connection: sa.Connection) -> None:
            connection.execute(summaries.delete().where(summaries.c.battle == battle))
            _keep_gathering(connection, battle, gathering)

        return work

    def begin(self, battle: str, text: str) -> Callable[[sa.Connection], None]:
        """A battle waits no more: its record is begun anew, and its seats stay."""
        head, lines, known = split(text)
        seed, *later = known.split("\n")
        now = time.time()

        def work(connection: sa.Connection) -> None:
            row = {"head": head, "seed": seed, "updated": now, "over": False}
            connection.execute(battles.update().where(battles.c.id == battle).values(row))
            connection.execute(entries.delete().where(entries.c.battle == battle))
            self._add_entries.run(connection, _rows(battle, 1, lines))
            _keep_seeds(connection, battle, later)
            _keep_gathering(connection, battle, "")

        return work

    def extend(
        self,
        battle: str,
        keep: int,
        lines: list[str],
        over: bool,
        seat: str = "",
        request: str = "",
        at: int = 0,
        cut: bool = True,
        later: list[str] | None = None,
        last: str | None = None,
        what: str = "",
    ) -> Callable[[sa.Connection], None]:
        """Keep the first `keep` entries, add `lines`, and note that a seat's request has been answered.

        `cut` may be False where no more than `keep` entries are stored: every order comes through here, and most only add.
        `later` are the seeds after the first, where they have changed. `last` is the entry that ought to be the last one stored
        (empty: there is none): where it is not, somebody else has written here, and nothing is written over that.
        """
        rows = _rows(battle, keep + 1, lines)
        mark = [{"which": battle, "now": time.time(), "over": over}]
        later = None if later is None else list(later)
        answer = _answer(battle, seat, request, at, what)

        def work(connection: sa.Connection) -> None:
            if last is not None and self._last.first(connection, {"which": battle}) != last:
                raise StorageError("somebody else has written this battle meanwhile")
            if cut:
                connection.execute(
                    entries.delete().where(entries.c.battle == battle, entries.c.number > keep)
                )
            self._add_entries.run(connection, rows)
            if later is not None:
                _keep_seeds(connection, battle, later)
            self._mark.run(connection, mark)
            self._add_answer.run(connection, answer)

        return work

    def head(self, battle: str, text: str) -> Callable[[sa.Connection], None]:
        """The head of a battle's record, which a damaged branch has anew when it begins with less than it did."""
        head = split(text)[0]

        def work(connection: sa.Connection) -> None:
            connection.execute(battles.update().where(battles.c.id == battle).values(head=head))

        return work

    def together(self, *works: Callable[[sa.Connection], Any]) -> Callable[[sa.Connection], None]:
        """Several works in one transaction: all of them are done, or none."""

        def work(connection: sa.Connection) -> None:
            for one in works:
                one(connection)

        return work

    def wish(self, battle: str, wish: str) -> Callable[[sa.Connection], None]:
        """The wish to go back that stands now; an empty text: none."""

        def work(connection: sa.Connection) -> None:
            connection.execute(wishes.delete().where(wishes.c.battle == battle))
            if wish:
                connection.execute(wishes.insert().values(battle=battle, text=wish))

        return work

    def pause(self, battle: str, report: str) -> Callable[[sa.Connection], None]:
        """Note why a battle stands still; an empty text: it goes on."""

        def work(connection: sa.Connection) -> None:
            connection.execute(battles.update().where(battles.c.id == battle).values(paused=report[:4000]))

        return work

    def say(
        self, battle: str, number: int, seat: str, text: str, request: str = "", at: int = 0, what: str = ""
    ) -> Callable[[sa.Connection], None]:
        """A word said at a table, and the request of the seat that has been answered by it, with which view number."""
        answer = _answer(battle, seat, request, at, what)

        def work(connection: sa.Connection) -> None:
            connection.execute(words.insert().values(battle=battle, number=number, seat=seat, text=text))
            self._add_answer.run(connection, answer)

        return work

    def delete(self, battle: str) -> Callable[[sa.Connection], None]:
        """Forget a battle."""

        def work(connection: sa.Connection) -> None:
            for table in (answered, words, entries, later_seeds, gatherings, wishes, summaries, seats):
                connection.execute(table.delete().where(table.c.battle == battle))
            connection.execute(battles.delete().where(battles.c.id == battle))

        return work

    # ------------------------------------------------------------------ what is read

    def find_seat(self, digest: str) -> Callable[[sa.Connection], Place | None]:
        """The seat of a token, by its digest."""

        def work(connection: sa.Connection) -> Place | None:
            row = connection.execute(seats.select().where(seats.c.digest == digest)).first()
            return None if row is None else Place(row.battle, row.name, row.side, row.mine)

        return work

    def find_seats(self, digests: list[str]) -> Callable[[sa.Connection], dict[str, Place]]:
        """The seats of many tokens, by their digests, with when each battle last changed, and what a list last showed of it."""

        def work(connection: sa.Connection) -> dict[str, Place]:
            rows = connection.execute(
                sa.select(seats, battles.c.updated, summaries.c.stamp, summaries.c.text)
                .join(battles, battles.c.id == seats.c.battle)
                .outerjoin(
                    summaries,
                    (summaries.c.battle == seats.c.battle) & (summaries.c.seat == seats.c.name),
                )
                .where(seats.c.digest.in_(digests))
            )
            return {row.digest: _listed_place(row) for row in rows}

        return work

    def summarize(self, made: list[tuple[str, str, float, str]]) -> Callable[[sa.Connection], None]:
        """What lists show of battles: battle, seat, when it had last changed, and what."""

        def work(connection: sa.Connection) -> None:
            _keep_summaries(connection, made)

        return work

    def seats_of(self, battle: str) -> Callable[[sa.Connection], list[Place]]:
        """All seats of a battle that a link was made for."""

        def work(connection: sa.Connection) -> list[Place]:
            rows = connection.execute(seats.select().where(seats.c.battle == battle))
            return [Place(row.battle, row.name, row.side, row.mine) for row in rows]

        return work

    def load(self, battle: str) -> Callable[[sa.Connection], Kept | None]:
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
            seed = "".join(f"seed {one}\n" for one in (row.seed, *later) if one)
            text = row.head + seed + "".join(line + "\n" for line in lines)
            said = connection.execute(
                sa.select(words.c.number, words.c.seat, words.c.text)
                .where(words.c.battle == battle)
                .order_by(words.c.number)
            ).all()
            kept = tuple((number, seat, word) for number, seat, word in said)
            waits = sa.select(gatherings.c.text).where(gatherings.c.battle == battle)
            gathering = connection.execute(waits).scalar() or ""
            wished = sa.select(wishes.c.text).where(wishes.c.battle == battle)
            wish = connection.execute(wished).scalar() or ""
            return Kept(
                row.id, text, row.private, row.paused, row.created, row.updated, kept, gathering, wish
            )

        return work

    def was_answered(
        self, battle: str, seat: str, request: str
    ) -> Callable[[sa.Connection], Answered | None]:
        """How a request was answered before, None if it was not."""

        def work(connection: sa.Connection) -> Answered | None:
            query = sa.select(answered.c.at, answered.c.what).where(
                answered.c.battle == battle, answered.c.seat == seat, answered.c.request == request
            )
            row = connection.execute(query).first()
            return None if row is None else Answered(row.at, row.what)

        return work

    def answered_lately(
        self, battle: str, most: int
    ) -> Callable[[sa.Connection], list[tuple[str, str, Answered]]]:
        """The latest requests of a battle that were answered, oldest first: seat, request, how."""

        def work(connection: sa.Connection) -> list[tuple[str, str, Answered]]:
            query = (
                sa.select(answered.c.seat, answered.c.request, answered.c.at, answered.c.what)
                .where(answered.c.battle == battle)
                .order_by(answered.c.at.desc())
                .limit(most)
            )
            rows = connection.execute(query)
            return [(seat, request, Answered(at, what)) for seat, request, at, what in rows][::-1]

        return work


class Prepared:
    """A statement that every order needs: put into the words of the database once, then handed straight to its driver.

    The library's own way to the driver would take twice the processor time that the database takes for the work itself.
    """

    def __init__(self, statement: sa.Insert | sa.Update | sa.TextClause, dialect: sa.Dialect) -> None:
        compiled = statement.compile(dialect=dialect)
        assert isinstance(compiled, SQLCompiler)
        self._words = compiled.string
        self._order = compiled.positiontup  # of the values, for drivers that know them by place alone

    def run(self, connection: sa.Connection, rows: list[dict[str, Any]]) -> None:
        """Execute it once for each row of named values."""
        if not rows:
            return
        cursor = connection.connection.cursor()
        cursor.executemany(self._words, [self._values(row) for row in rows])
        cursor.close()

    def first(self, connection: sa.Connection, row: dict[str, Any]) -> Any:
        """What it finds with these values in its first line and column; an empty text where it finds nothing."""
        cursor = connection.connection.cursor()
        cursor.execute(self._words, self._values(row))
        found = cursor.fetchone()
        cursor.close()
        return "" if found is None else found[0]

    def _values(self, row: dict[str, Any]) -> Any:
        return row if self._order is None else tuple([row[name] for name in self._order])


class _Job:
    """A piece of work for the writing thread, and how who waits for it is told of its result, or of an error."""

    __slots__ = ("tell", "work")

    def __init__(
        self, work: Callable[[sa.Connection], Any], tell: Callable[[Any, Exception | None], Any]
    ) -> None:
        self.work = work
        self.tell = tell

    def succeed(self, result: Any) -> None:
        with suppress(RuntimeError):  # the event loop of who waited has ended
            self.tell(result, None)

    def fail(self, error: Exception) -> None:
        wrapped = error if isinstance(error, BadInput | StorageError) else StorageError(_cause(error))
        with suppress(RuntimeError):
            self.tell(None, wrapped)


def _settle(future: Future[Any] | asyncio.Future[Any], result: Any, error: Exception | None) -> None:
    if future.done():  # nobody waits any more
        return
    if error is None:
        future.set_result(result)
    else:
        future.set_exception(error)


def split(text: str) -> tuple[str, list[str], str]:
    """A record's text as head (with its newline), lines of entries, and seed (seeds: one a line)."""
    lines = text.split("\n")
    head = "\n".join(lines[:8]) + "\n"
    body = lines[8:-1]
    seeds: list[str] = []
    while body and body[0].startswith("seed "):
        seeds.append(body.pop(0)[5:])
    return head, body, "\n".join(seeds)


def _keep_seeds(connection: sa.Connection, battle: str, later: list[str]) -> None:
    """These are the seeds of a battle after its first."""
    connection.execute(later_seeds.delete().where(later_seeds.c.battle == battle))
    if later:
        rows = [{"battle": battle, "number": number, "seed": seed} for number, seed in enumerate(later, 1)]
        connection.execute(later_seeds.insert(), rows)


def _keep_gathering(connection: sa.Connection, battle: str, gathering: str) -> None:
    """This is what a battle waits for; an empty text: nothing."""
    connection.execute(gatherings.delete().where(gatherings.c.battle == battle))
    if gathering:
        connection.execute(gatherings.insert().values(battle=battle, text=gathering))


def _answer(battle: str, seat: str, request: str, at: int, what: str) -> list[dict[str, Any]]:
    """The row of a request that is answered; none without one."""
    if not request:
        return []
    return [{"battle": battle, "seat": seat, "request": request, "at": at, "what": what}]


def _add_columns(engine: sa.Engine) -> None:
    """Columns that have come since a database was made: each has a default."""
    known = {name: {one["name"] for one in sa.inspect(engine).get_columns(name)} for name in metadata.tables}
    for table in metadata.sorted_tables:
        for column in table.columns:
            if column.name not in known[table.name]:
                words = sa.schema.CreateColumn(column).compile(dialect=engine.dialect)
                with engine.begin() as connection:
                    connection.execute(sa.text(f"ALTER TABLE {table.name} ADD COLUMN {words}"))


def _stamp(updated: float) -> str:
    """Of what lists show: of which state of the battle it is, and who made it."""
    return f"{updated!r} {__version__}"


def _keep_summaries(connection: sa.Connection, made: list[tuple[str, str, float, str]]) -> None:
    for battle, seat, updated, text in made:
        known = connection.execute(sa.select(battles.c.id).where(battles.c.id == battle)).first()
        here = (summaries.c.battle == battle) & (summaries.c.seat == seat)
        connection.execute(summaries.delete().where(here))
        if known is not None:
            row = {"battle": battle, "seat": seat, "stamp": _stamp(updated), "text": text}
            connection.execute(summaries.insert().values(row))


def _listed_place(row: Any) -> Place:
    fresh = row.stamp == _stamp(row.updated)
    return Place(row.battle, row.name, row.side, row.mine, row.updated, row.text or "", fresh)


def _rows(battle: str, first: int, lines: list[str]) -> list[dict[str, Any]]:
    return [{"battle": battle, "number": first + index, "line": line} for index, line in enumerate(lines)]


def _engine(url: str) -> sa.Engine:
    """An engine; SQLite with a write-ahead log and a full flush at every commit."""
    try:
        engine = sa.create_engine(url, pool_pre_ping=not url.startswith("sqlite"))
    except (sa.exc.ArgumentError, ImportError) as error:
        hint = "sqlite:///file or postgresql+psycopg://user@host/name"
        raise BadInput(f"no database can be reached by this URL: {error}", hint=hint) from None
    if engine.dialect.name == "sqlite":

        @sa.event.listens_for(engine, "connect")
        def _settings(connection: Any, _record: Any) -> None:
            connection.isolation_level = None  # we begin transactions ourselves, savepoints included
            cursor = connection.cursor()
            for setting in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000"):
                cursor.execute(f"PRAGMA {setting}")
            cursor.close()

        @sa.event.listens_for(engine, "begin")
        def _begin(connection: sa.Connection) -> None:
            connection.connection.cursor().execute("BEGIN IMMEDIATE")

    return engine


def _cause(error: BaseException) -> str:
    cause = getattr(error, "orig", None) or error
    return f"{type(cause).__name__}: {cause}".split("\n")[0][:200]


def _shown(url: str) -> str:
    """The URL without a password."""
    try:
        return sa.make_url(url).render_as_string(hide_password=True)
    except sa.exc.ArgumentError:
        return "database"
