"""Live tables: a battle that people sit at, its seats, and who listens.

Everything that changes a battle goes through `Table.change`: one change at a time, carried out in memory, stored, and only then
shown to anybody. Where storing fails the battle is taken up again from the store, and the seat is told that nothing has happened.
Where it cannot be taken up either, its table is lost: its lines are told goodbye, and whoever comes back has it taken up anew.

An error of ours in one battle pauses that battle alone. Battles that nobody looks at leave memory, and come back from the store.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections import OrderedDict
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol

import msgspec

from banneret import api
from banneret.kernel.battle import NO_ONE_PLAYS
from banneret.kernel.decision import IllegalOrder, Refusal
from banneret.kernel.errors import BadInput
from banneret.kernel.muster import ArmyList, check_army
from banneret.kernel.order import read_order
from banneret.service import messages as m
from banneret.service import report
from banneret.service.actions import REFEREE as REFEREE
from banneret.service.actions import action
from banneret.service.gathering import Gathering, begin, closed, gather
from banneret.service.levels import level_of
from banneret.service.lookback import LookBack
from banneret.service.storage import Answered, Kept, Place, Storage, StorageError
from banneret.service.thinkers import Asked, choose
from banneret.service.tokens import digest, new_battle_id, new_token
from banneret.service.wishes import Wish, wished

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable, Iterator

    from banneret.kernel.battle import Battle
    from banneret.kernel.scene import Board, Scene
    from banneret.service.thinkers import Thinkers

log = logging.getLogger("banneret")

SPECTATOR = "spectator"
MOST_TABLES = 1000
MOST_LINES = 200  # that may be open to one seat; spectators share one
MOST_WORDS = 200
MOST_ANSWERED = 256  # requests of a table that are remembered; older ones are looked up
IDLE = 60.0  # seconds after which a battle that nobody looks at leaves memory
SWEEP = 15.0
MOST_LOOKS = 2  # battles that are looked back on at once: it takes processor time that those who play want
QUIET = 1.0  # seconds without an order after which a short pause is noticed by nobody
RETRY = 5.0  # seconds after which a computer player whose order could not be stored is asked again
LOST = "The store cannot be read just now. Nothing that was acknowledged is lost: come back in a moment."
DELETED = "The battle was deleted."
CLOSING = "The table is being closed; nothing was lost."


class Unreadable(RuntimeError):
    """A stored battle cannot be taken up: its rules are another version's, or an error of ours. The others do not notice."""


class Gone(LookupError):
    """The battle was deleted."""


class Listener(Protocol):
    """Somebody who looks at a table: gets views as ready bytes."""

    place: Place

    def send(self, data: bytes) -> None:
        """Hand on a message; must not wait."""


class Table:
    """One battle in memory. `battle` is its present state; `version` grows with every change."""

    def __init__(self, number: str, battle: Battle, kept: Kept | None = None) -> None:
        self.id = number
        self.battle = battle
        self.lock = asyncio.Lock()
        self.lost = False  # it has left memory: whoever still holds it has the battle taken up anew
        self.version = int(time.time() * 1000)  # beyond all views of an earlier run of the server
        self.since = (
            self.version
        )  # from this view on the battle stands as it does: later ones tell of words and people
        self.listeners: list[Listener] = []
        self.pause = report.Pause.read(kept.paused) if kept else None
        self.gathering = Gathering.read(kept.gathering) if kept else None  # the armies it still waits for
        self.used = time.monotonic()
        self.past = LookBack()
        self.branch = 0  # grows when entries are taken out of the record
        self.answered: OrderedDict[tuple[str, str], Answered] = OrderedDict()
        self.private = kept.private if kept else False
        self.words: list[m.Said] = [m.Said(*word) for word in kept.words] if kept else []
        self.thinking: Asked | None = None  # what a computer player is asked
        self.wish = Wish.read(kept.wish) if kept else None
        self.beside = (self.pause, self.wish)  # as they are stored
        self._take_as_stored()
        self._views: dict[
            str, tuple[int, bytes]
        ] = {}  # by seat: the version it was made for, and the message
        self._board: tuple[Board, msgspec.Raw] | None = None  # the latest map that was shown, and its JSON

    def _take_as_stored(self) -> None:
        record = self.battle.record
        self.rewrite = bool(self.battle.damage)  # a damaged record is written anew
        self.stored = 0 if self.rewrite else record.count
        self.last = record.line(self.stored) if self.stored else ""  # the last entry that is stored
        self.seeds = len(record.later)
        record.unchanged = self.stored

    def moved(self) -> None:
        """The battle does not stand any more as it did: a view of before is too old to order from."""
        self.version += 1
        self.since = self.version

    @property
    def is_idle(self) -> bool:
        """Whether nobody looks at it and nothing happens here."""
        return not self.listeners and not self.lock.locked() and time.monotonic() - self.used > IDLE

    def remember(self, seat: str, request: str, what: str) -> None:
        """A seat's request has been answered with the present version."""
        self.answered[seat, request] = Answered(self.version, what)
        if len(self.answered) > MOST_ANSWERED:
            self.answered.popitem(last=False)

    def go_on_from(self, battle: Battle, kept: Kept | None = None) -> None:
        """Put a battle, taken up from the store, in the place of one that cannot be used any more."""
        self.battle = battle
        self.moved()
        self.pause = report.Pause.read(kept.paused) if kept else None
        self.wish = Wish.read(kept.wish) if kept else None
        self.beside = (self.pause, self.wish)
        self.branch += 1
        self._take_as_stored()

    # ------------------------------------------------------------------ what is shown

    def view(self, place: Place) -> bytes:
        """The view of a seat as a message; equal for all who look from that seat."""
        found = self._views.get(place.name)
        if found is None or found[0] != self.version:
            found = (self.version, self._encoded(self._view(place)))
            self._views[place.name] = found
        return found[1]

    def _encoded(self, view: m.View) -> bytes:
        """A view as bytes. The map and the news, half of it and mostly as they were, are not encoded anew each time."""
        scene = view.scene
        if self._board is None or self._board[0] is not scene.board:
            self._board = (scene.board, msgspec.Raw(msgspec.json.encode(scene.board)))
        ready: dict[str, msgspec.Raw] = {"board": self._board[1]}
        if scene.news:
            ready["news"] = msgspec.Raw(self.battle.news_json(view.side))
        scene = msgspec.structs.replace(scene, **ready)
        return msgspec.json.encode(msgspec.structs.replace(view, scene=scene))

    def _view(self, place: Place) -> m.View:
        battle = self.battle
        over = battle.is_over
        player = place.side in battle.sides
        waits = self.gathering
        why = battle.why_not_undo(place.side) if player else None
        if waits is not None:
            why = Refusal(waits.sentence(), "table:armies")
        return m.View(
            at=self.version,
            scene=self.scene(place.side),
            seats=self._seats(),
            seat=place.name,
            side=place.side,
            battle=self.id,
            dice=battle.record.header.dice,
            commitment="" if waits else battle.commitment,
            seals=tuple(m.Seal(*one) for one in battle.seals),
            can_undo=player and why is None,
            why_not_undo=why.reason if why else "",
            wish=self.wish.sentence(battle) if self.wish else "",
            said=tuple(self.words[-50:]),
            paused=self.pause.sentence if self.pause else "",
            seed=battle.record.seeds[-1] if over and battle.record.seed else "",
            armies=waits.views() if waits else (),
        )

    def scene(self, side: str) -> Scene:
        """What a seat of a side may see now."""
        return self.battle.scene(side) if self.gathering is None else self.gathering.scene(side)

    def summary(self, place: Place) -> str:
        """What a list shows of the battle to a seat, as JSON; whose token it is, and of when, is added when it is shown."""
        battle, waits = self.battle, self.gathering is not None
        scene = msgspec.structs.replace(self.scene(place.side), news=(), questions=(), trays=())
        found = m.Summary(
            self.id,
            "",
            place.name,
            place.side,
            battle.rulebook.id,
            battle.scenario.id,
            battle.scenario.title,
            scene,
            battle.players,
            0.0,
            0 if waits else battle.record.count,
            battle.is_over and not waits,
            place.mine,
        )
        return msgspec.json.encode(found).decode()

    def _seats(self) -> tuple[m.SeatView, ...]:
        here = {listener.place.name for listener in self.listeners}
        players = self.battle.players
        return tuple(
            m.SeatView(side, side, side in here, players.get(side, ""), players.get(side, ""))
            for side in self.battle.sides
        )

    def do(self, act: Callable[[], Any]) -> None:
        """Change the battle, and make the views of all who look: what cannot be shown is noticed before anything is stored."""
        act()
        self.moved()
        for place in {listener.place.name: listener.place for listener in self.listeners}.values():
            self.view(place)

    def carry_out(self, place: Place, wanted: m.Deed) -> None:
        """Let a seat do what it asks for, and what follows for the pause and for a wish to go back."""
        battle, record = self.battle, self.battle.record
        count = record.count
        if isinstance(wanted, m.Agree) or (
            isinstance(wanted, m.Undo) and wanted.to is not None and place.side != REFEREE
        ):
            self.wish = wished(battle, place.side, wanted, self.wish)
        else:
            action(place.side, wanted)(battle)
        if self.wish is not None and (battle.is_over or record.unchanged < self.wish.to):
            self.wish = None  # there is nothing to go back to any more
        if isinstance(wanted, m.Halt):
            self.pause = report.Pause(wanted.reason or "no reason given") if wanted.on else None
        elif isinstance(wanted, m.Undo | m.Agree) and record.count != count:
            self.pause = None  # it goes on from where it went back to

    def tell_all(self, but: Listener | None = None) -> None:
        """Show everybody the present view. A view that cannot be made is left out; it has been reported."""
        for listener in list(self.listeners):
            if listener is but:
                continue
            try:
                data = self.view(listener.place)
            except Exception:
                log.exception("battle %s cannot be shown to %s", self.id, listener.place.name)
                continue
            listener.send(data)


class Tables:
    """All battles: the live ones in memory, the others in the store."""

    def __init__(self, storage: Storage, thinkers: Thinkers | None = None) -> None:
        self.storage = storage
        self.thinkers = thinkers
        self.live: OrderedDict[str, Table] = OrderedDict()
        self._opening: dict[str, asyncio.Lock] = {}
        self._past = asyncio.Semaphore(MOST_LOOKS)
        self._stale: dict[tuple[str, str], Place] = {}  # whose lists are to be made ready
        self._refreshing: asyncio.Task[None] | None = None
        self._thinking: dict[Table, asyncio.Task[None]] = {}
        self.closing = False
        self.used = 0.0  # when somebody last asked for something
        self._sweeping: asyncio.TimerHandle | None = None

    # ------------------------------------------------------------------ beginning

    async def create(self, wanted: m.NewBattle) -> m.Tokens:
        """Begin a battle. Raises `BadInput`."""
        armies = {side: check_army(army, f"army of {side}") for side, army in wanted.armies.items()}
        wanted = msgspec.structs.replace(wanted, armies=armies)
        gathering = gather(wanted)
        battle = begin(wanted, armies)
        mine = [side for side in battle.sides if wanted.sides.get(side, m.SideChoice()).by == "me"]
        return await self.keep(battle, mine, referee=wanted.referee, gathering=gathering)

    async def again(self, table: Table, place: Place) -> m.Tokens:
        """The battle once more: its scenario with the armies of all sides, its options, computer players and dice.

        Who asks for it plays the sides he had, and hands out the other links. Raises `IllegalOrder` before it is over.
        """
        battle, header = table.battle, table.battle.record.header
        if not battle.is_over:
            raise IllegalOrder(Refusal("A rematch begins when the battle is over.", "table:again"))
        if place.side not in (*battle.sides, REFEREE):
            raise IllegalOrder(Refusal("A rematch is for those who played.", "table:again"))
        seats = await self.storage.run(self.storage.seats_of(table.id))
        mine = [place.side] if place.side in battle.sides else []
        if place.mine:
            mine = [one.side for one in seats if one.mine and one.side in battle.sides]
        players = {
            side: level_of(battle.rulebook, spec)
            for side, spec in header.players.items()
            if side not in mine and spec != NO_ONE_PLAYS
        }
        dice = "typed" if header.dice == "typed" else "seeded"
        anew = api.start(
            battle.rulebook,
            battle.scenario,
            options=header.options,
            players=players,
            dice=dice,
            plug_ins=False,
        )
        judged = (place.mine or place.side == REFEREE) and any(one.side == REFEREE for one in seats)
        return await self.keep(anew, mine, referee=judged)

    async def keep(
        self,
        battle: Battle,
        mine: list[str],
        private: bool = False,
        referee: bool = False,
        gathering: Gathering | None = None,
    ) -> m.Tokens:
        """Store a battle and give out the tokens of its seats; `gathering`: what it waits for before it begins.

        What could show more than a seat of the maker's may know is not given out: no token for a side that the computer plays,
        none for a referee, unless a referee was asked for or the maker plays no side. A private branch is its maker's alone.
        """
        number = new_battle_id()
        judged = referee or not mine
        names = [
            side
            for side in battle.sides
            if side in mine or (not private and (judged or side not in battle.players))
        ]
        names += [] if private else [SPECTATOR]
        names += [REFEREE] if judged else []
        mine = mine or [REFEREE]
        tokens = {name: new_token() for name in names}
        places = [(name, name, digest(token), name in mine) for name, token in tokens.items()]
        waits = gathering.write() if gathering else ""
        table = Table(number, battle)
        table.private = private
        table.gathering = gathering
        listed = {name: table.summary(Place(number, name, name, name in mine)) for name in names}
        text = battle.private_text
        await self.storage.run(self.storage.create(number, text, places, private, waits, listed))
        self._enter(table)
        self.think(table)
        return m.Tokens(number, tokens, mine)

    def is_quiet(self) -> bool:
        """Whether nobody has asked for anything for a moment."""
        return time.monotonic() - self.used > QUIET

    async def place(self, token: str) -> Place | None:
        """The seat a token opens."""
        if not 20 <= len(token) <= 64:
            return None
        return await self.storage.run(self.storage.find_seat(digest(token)))

    async def open(self, number: str) -> Table | None:
        """The table of a battle, taken up from the store if it is not live; None where there is none. Raises `Unreadable`."""
        table = self.live.get(number)
        if table is not None:
            self.live.move_to_end(number)
            table.used = time.monotonic()
            if table not in self._thinking:  # it may have stopped at an error
                self.think(table)
            return table
        lock = self._opening.setdefault(number, asyncio.Lock())
        async with lock:
            if number not in self.live:
                kept = await self.storage.run(self.storage.load(number))
                if kept is None:
                    self._opening.pop(number, None)
                    return None
                try:
                    table = Table(number, await asyncio.to_thread(taken_up, kept.text), kept)
                except Exception as error:
                    self._opening.pop(number, None)
                    log.exception("battle %s cannot be taken up", number)
                    reason = error.message if isinstance(error, BadInput) else "an error of ours"
                    raise Unreadable(f"This battle cannot be taken up: {reason}.") from error
                lately = self.storage.answered_lately(number, MOST_ANSWERED)
                for seat, request, answer in await self.storage.run(lately):
                    table.answered[seat, request] = answer
                self._enter(table)
        self._opening.pop(number, None)
        table = self.live[number]
        self.think(table)
        return table

    def refresh(self, place: Place) -> None:
        """Make ready what a list shows of a battle to a seat, while nobody waits for it: one after another."""
        self._stale[place.battle, place.name] = place
        if self._refreshing is None or self._refreshing.done():
            self._refreshing = asyncio.create_task(self._refresh())

    async def _refresh(self) -> None:
        while self._stale and not self.closing:
            _, place = self._stale.popitem()
            with contextlib.suppress(Gone, Unreadable, StorageError):
                async with self.holding(await self.at(place.battle)) as table:
                    text = table.summary(place)
                made = [(place.battle, place.name, place.updated, text)]
                await self.storage.run(self.storage.summarize(made))

    async def at(self, number: str) -> Table:
        """The table of a battle. Raises `Gone` where there is none, `Unreadable` where it cannot be taken up."""
        table = await self.open(number)
        if table is None:
            raise Gone(DELETED)
        return table

    @contextlib.asynccontextmanager
    async def looking_back(self, table: Table, number: int) -> AsyncIterator[Battle]:
        """The battle as it stood after an entry, for as long as the block lasts: one at a time for each battle."""
        async with table.past.lock, self._past:
            async with self.holding(table) as now:
                count = now.battle.record.count
                if number > count:
                    raise BadInput(f"the record has {count} entries")
                move = table.past.moving(now.battle, (now, now.branch), number)
            yield await asyncio.to_thread(move)

    @contextlib.asynccontextmanager
    async def holding(self, table: Table) -> AsyncIterator[Table]:
        """The table under its lock, as it stands in the store; one that has left memory meanwhile is taken up again first.

        Raises `Gone` for a battle that was deleted, `StorageError` where the store cannot be read.
        """
        while True:
            async with table.lock:
                if not table.lost:
                    yield table
                    return
            table = await self.at(table.id)

    def forget(self, table: Table, reason: str = "") -> None:
        """Let a table leave memory; who still looks on is told why, and that the line is closed."""
        table.lost = True
        if self.live.get(table.id) is table:
            del self.live[table.id]
        if table in self._thinking and self.thinkers is not None:
            self.thinkers.call_off(table.id)
        data = msgspec.json.encode(m.Goodbye(reason))
        for listener in table.listeners:
            listener.send(data)
        table.listeners.clear()

    async def delete(self, number: str) -> None:
        """Forget a battle for ever: in the store, and then at its table."""
        async with self._opening.setdefault(number, asyncio.Lock()):
            table = self.live.get(number)
            async with table.lock if table is not None else contextlib.nullcontext():
                await self.storage.run(self.storage.delete(number))
                if table is not None:
                    self.forget(table, DELETED)
        self._opening.pop(number, None)

    def _enter(self, table: Table) -> None:
        self.live[table.id] = table
        if self._sweeping is None:
            self._sweeping = asyncio.get_running_loop().call_later(SWEEP, self.sweep)
        while len(self.live) > MOST_TABLES:
            idle = next((t for t in self.live.values() if not t.listeners and not t.lock.locked()), None)
            if idle is None:
                return
            self.forget(idle)

    def sweep(self) -> None:
        """Let battles that nobody looks at leave memory, and come again later."""
        self._sweeping = None
        for table in list(self.live.values()):
            if table.is_idle and table not in self._thinking:
                self.forget(table)
        if self.live and not self.closing:
            self._sweeping = asyncio.get_running_loop().call_later(SWEEP, self.sweep)

    # ------------------------------------------------------------------ changing

    async def change(self, table: Table, place: Place, wanted: m.Deed) -> m.Done | m.Refused | m.Behind:
        """Let a seat change its battle: at most once a request, never from an old view, and stored before anybody hears of it."""
        request = wanted.id
        at: int | None = getattr(wanted, "at", None)
        async with self.holding(table) as table:
            table.used = self.used = time.monotonic()
            before = await self._answered(table, place, wanted, at)
            if before is not None:
                return before
            if self.closing:
                return m.Refused(request, CLOSING)
            closed = self._closed(table, place, wanted)
            if closed:
                return m.Refused(request, closed)
            if at is not None and not table.since <= at <= table.version:
                return m.Behind(request, table.version)
            refused = await self._carry_out(table, place, wanted)
            if refused is not None:
                return refused
            done = m.Done(request, table.version)
            table.tell_all()
        self.think(table)
        return done

    @staticmethod
    def _closed(table: Table, place: Place, wanted: m.Deed) -> str:
        """Why a seat may not do anything while the battle is paused; after an error its maker may go on or take back.

        Others may then agree to go back. Before all armies are there nobody may do anything.
        """
        if table.gathering is not None:
            return table.gathering.sentence()
        pause, going_on = table.pause, isinstance(wanted, m.Halt | m.Undo)
        if place.side == REFEREE or (pause is None and not isinstance(wanted, m.Halt)):
            return ""
        if pause is None:
            return "That is for the referee."
        allowed = isinstance(wanted, m.Agree) or (place.mine and going_on)
        return "" if pause.error and allowed else pause.sentence

    async def _answered(
        self, table: Table, place: Place, wanted: m.Deed | m.Say, at: int | None
    ) -> m.Done | m.Refused | None:
        """The answer to a request that was answered before; None to one that is new.

        One made from how the battle stands now is new if it is not remembered. An id that was used for something else is refused: nothing
        would be carried out, and the seat would be told that it was.
        """
        before = table.answered.get((place.name, wanted.id))
        if before is None and at is not None and table.since <= at <= table.version:
            return None
        if before is None:
            work = self.storage.was_answered(table.id, place.name, wanted.id)
            before = await self.storage.run(work)
        if before is None:
            return None
        if before.what not in ("", m.fingerprint(wanted)):
            return m.Refused(
                wanted.id, "This id was used for another request; a new one wants an id of its own."
            )
        return m.Done(wanted.id, before.at)

    async def _carry_out(self, table: Table, place: Place, wanted: m.Deed) -> m.Done | m.Refused | None:
        """Change a battle and store it; what goes wrong pauses this battle alone, as it stood before."""
        request = wanted.id
        try:
            table.do(lambda: table.carry_out(place, wanted))
        except IllegalOrder as error:
            return refusal_message(request, error.refusal)
        except BadInput as error:
            return m.Refused(request, str(error))
        except Exception as error:
            await self.break_off(table, report.broken(error, place.name, place.side, wanted))
            return m.Refused(request, table.pause.sentence if table.pause else "")
        try:
            await self._store(table, place.name, wanted)
        except StorageError as error:
            await self._fall_back(table)
            with contextlib.suppress(StorageError):
                before = await self._answered(table, place, wanted, None)
                if before is not None:  # so long ago that it was not remembered
                    return before
            return m.Refused(request, f"It could not be stored ({error}); nothing has changed.")
        return None

    async def break_off(self, table: Table, pause: report.Pause) -> None:
        """Pause a battle because of an error of ours, as it stood before; its seats are told, the others notice nothing."""
        log.error("battle %s is paused: %s\n%s", table.id, pause.error.split(":")[0], pause.trace)
        await self._fall_back(table, pause)
        try:
            await self.storage.run(self.storage.pause(table.id, pause.write()))
        except StorageError:
            log.exception("that battle %s is paused could not be stored", table.id)

    async def _store(self, table: Table, seat: str = "", wanted: m.Deed | None = None) -> None:
        """Write what has changed since the last time, all of it or nothing.

        That is entries that are new, those behind one that was taken out, whether the battle stands still, and a wish to go back.
        """
        request, what = (wanted.id, m.fingerprint(wanted)) if wanted is not None else ("", "")
        record = table.battle.record
        keep = min(record.unchanged, table.stored)
        lines = [record.line(number) for number in range(keep + 1, record.count + 1)]
        cut = keep < table.stored or table.rewrite
        if keep < table.stored:
            table.branch += 1
        over = table.battle.is_over
        seeds = record.later if table.rewrite or table.seeds != len(record.later) else None
        last = None if table.rewrite else table.last
        work = self.storage.extend(
            table.id, keep, lines, over, seat, request, table.version, cut, seeds, last, what
        )
        if table.rewrite:
            work = self.storage.together(work, self.storage.head(table.id, record.text))
        beside = (table.pause, table.wish)
        if beside != table.beside:
            work = self.storage.together(work, *self._beside(table))
        await self.storage.run(work)
        table.beside = beside
        table.seeds = len(record.later)
        table.stored = record.unchanged = record.count
        table.last = record.line(table.stored) if table.stored else ""
        table.rewrite = False
        if request:
            table.remember(seat, request, what)

    def _beside(self, table: Table) -> Iterator[Callable[[Any], None]]:
        """What is stored of a battle beside its record, as it is now."""
        yield self.storage.pause(table.id, table.pause.write() if table.pause else "")
        yield self.storage.wish(table.id, table.wish.write() if table.wish else "")

    async def _fall_back(self, table: Table, pause: report.Pause | None = None) -> None:
        """Forget what could not be stored, or went wrong."""
        table.pause = pause or table.pause
        try:
            kept = await self.storage.run(self.storage.load(table.id))
            battle = None if kept is None else await asyncio.to_thread(taken_up, kept.text)
        except Exception:
            log.exception("battle %s cannot be taken up from the store", table.id)
            self.forget(table, pause.sentence if pause else LOST)
            return
        if kept is None or battle is None:
            self.forget(table, DELETED)
            return
        table.go_on_from(battle, kept)
        table.pause = pause or table.pause
        table.tell_all()

    # ------------------------------------------------------------------ what seats may ask for

    async def say(self, table: Table, place: Place, wanted: m.Say) -> m.Done | m.Refused:
        """A word to the whole table; sent again after a lost line it is said once."""
        async with self.holding(table) as table:
            before = await self._answered(table, place, wanted, None)
            if before is not None:
                return before
            number = len(table.words) + 1
            if number > MOST_WORDS:
                return m.Refused(
                    wanted.id, f"{MOST_WORDS} words have been said at this table; that is enough."
                )
            text = "".join(c if c.isprintable() else " " for c in wanted.text)
            at = table.version + 1
            what = m.fingerprint(wanted)
            work = self.storage.say(table.id, number, place.name, text, wanted.id, at, what)
            await self.storage.run(work)
            table.words.append(m.Said(number, place.name, text))
            table.version = at
            table.remember(place.name, wanted.id, what)
            table.tell_all()
            return m.Done(wanted.id, at)

    async def bring(self, table: Table, place: Place, army: ArmyList | None) -> None:
        """A seat settles the army of its side (None: the scenario's); with the last one the battle begins.

        Until then it may bring another. Where the armies do not go together (both have what there is one of), everybody is told
        what it is, and all bring theirs once more: nobody answers the other's army alone. Raises `BadInput` for an army that may not fight here, `IllegalOrder` for a seat that
        brings none, or too late.
        """
        async with self.holding(table) as table:
            table.used = self.used = time.monotonic()
            waits = table.gathering
            if self.closing:
                raise closed(CLOSING)
            if waits is None:
                raise closed("The battle has begun: its armies are settled.")
            if place.side not in waits.wanted.open:
                raise closed("This seat brings no army.")
            waits = await asyncio.to_thread(waits.with_army, place.side, army)
            text = f"The army of {waits.title(place.side)} is settled."
            battle = None
            if not waits.missing:
                try:
                    battle = await asyncio.to_thread(waits.begin)
                except BadInput as error:
                    text = f"The armies cannot fight each other: {error}. So all of them are to be brought once more."
                    waits = waits.anew()
            if battle is None:
                await self.storage.run(self.storage.gather(table.id, waits.write()))
                table.gathering = waits
            else:
                await self.storage.run(self.storage.begin(table.id, battle.private_text))
                table.gathering = None
                table.go_on_from(battle)
            table.moved()
            await self._announce(table, text)
            table.tell_all()
        self.think(table)

    async def _announce(self, table: Table, text: str) -> None:
        """Tell everybody how it stands with the armies. What cannot be stored is not told; it stands so all the same."""
        text = text[:300]
        number = len(table.words) + 1
        if number > MOST_WORDS:
            return
        with contextlib.suppress(StorageError):
            await self.storage.run(self.storage.say(table.id, number, "table", text))
            table.words.append(m.Said(number, "table", text))

    async def sit(self, table: Table, listener: Listener) -> Table:
        """Somebody looks on from now: he gets the present view, and with the first of a side everybody sees that it is here.

        Returns the table as it is live.
        """
        place = listener.place
        async with self.holding(table) as table:
            if sum(one.place.name == place.name for one in table.listeners) >= MOST_LINES:
                raise closed(f"{MOST_LINES} lines are open to this seat already.")
            comes = self._is_seen(table, place)
            table.listeners.append(listener)
            table.version += comes
            try:
                listener.send(table.view(place))
            except Exception:
                table.listeners.remove(listener)
                raise
            if comes:
                table.tell_all(but=listener)
        return table

    async def leave(self, table: Table, listener: Listener) -> None:
        """Somebody looks on no more; with the last of a side everybody sees that it is gone."""
        if listener not in table.listeners:
            return
        table.listeners.remove(listener)
        if self.closing or not self._is_seen(table, listener.place):
            return
        async with table.lock:
            if not table.lost:
                table.version += 1
                table.tell_all()

    @staticmethod
    def _is_seen(table: Table, place: Place) -> bool:
        """Whether a seat has a place where people see who is here, and nobody looks from it now."""
        return place.side in table.battle.sides and all(
            one.place.name != place.name for one in table.listeners
        )

    async def foresee(self, table: Table, place: Place, wanted: m.Foresee) -> m.Foreseen | m.Refused:
        """What an order would do. An error of ours here shows nothing, and pauses no battle: nothing has happened."""
        async with self.holding(table) as table:
            try:
                return m.Foreseen(wanted.id, table.version, table.battle.preview(place.side, wanted.order))
            except Exception:
                log.exception("battle %s cannot show what %.200r would do", table.id, wanted.order)
                return m.Refused(
                    wanted.id, "What that order would do cannot be shown; it may be given all the same."
                )

    # ------------------------------------------------------------------ computer players

    def think(self, table: Table) -> None:
        """Let the computer answer what it owes, without holding anybody up; or let it stop, where nobody waits for it."""
        waiting = self._waiting_for(table)
        if table in self._thinking:
            if waiting != table.thinking and self.thinkers is not None:
                self.thinkers.call_off(table.id)
            return
        if waiting is None or self.closing:
            return
        task = asyncio.create_task(self._think(table))
        self._thinking[table] = task
        task.add_done_callback(partial(self._thought, table))

    def _thought(self, table: Table, task: asyncio.Task[None]) -> None:
        """A task that thinks for a table has ended."""
        self._thinking.pop(table, None)
        error = None if task.cancelled() else task.exception()
        if error is not None:
            log.error("thinking for battle %s has ended", table.id, exc_info=error)

    def _waiting_for(self, table: Table) -> Asked | None:
        """The question that a computer player is to answer now, if there is one. Dice are for people."""
        battle = table.battle
        if table.lost or battle.is_over or battle.locked or table.pause or battle.roll_wanted is not None:
            return None
        if table.gathering is not None:
            return None
        side = next((side for side in battle.owing if side in battle.players), None)
        if side is None:
            return None
        return Asked(table.id, table.branch, side, level_of(battle.rulebook, battle.players[side]))

    async def _think(self, table: Table) -> None:
        """Answer until no computer player is waited for. What could not be stored is answered once more after a pause."""
        while not self.closing:
            async with table.lock:
                asked = table.thinking = self._waiting_for(table)
                if asked is None:
                    return
                count = table.battle.record.count
            order, trouble = await self._ask_thinker(table, asked)
            async with table.lock:
                if self._waiting_for(table) != asked:
                    continue
                if order is None and not trouble:
                    continue
                fresh = table.battle.record.count == count
                try:
                    table.do(partial(self._answer, table, asked, order, trouble, fresh))
                except Exception as error:
                    await self.break_off(table, report.broken(error, "", "", None))
                    return
                stored = True
                try:
                    await self._store(table)
                    table.tell_all()
                except StorageError:
                    stored = False
                    await self._fall_back(table)
            if not stored:
                await asyncio.sleep(RETRY)

    def _answer(self, table: Table, asked: Asked, order: str | None, trouble: str, fresh: bool) -> None:
        """Give what a computer player ordered; one that failed is replaced, and the record says so."""
        battle = table.battle
        if order is not None:
            try:
                battle.give(asked.side, read_order(order))
                return
            except (IllegalOrder, BadInput):
                if not fresh:  # something had changed meanwhile: it is asked again
                    return
                trouble = "gave an illegal order"
        log.warning("the computer player of battle %s is replaced: %s", table.id, trouble)
        level = "greedy" if asked.spec != "greedy" else "default"
        battle.set_player(asked.side, level, f"{asked.spec} {trouble}")

    async def _ask_thinker(self, table: Table, asked: Asked) -> tuple[str | None, str]:
        if self.thinkers is not None:
            return await self.thinkers.answer(asked, table.battle)
        battle = await asyncio.to_thread(taken_up, table.battle.record.open_text)
        return await asyncio.to_thread(choose, battle, asked.side, asked.spec), ""


def taken_up(text: str) -> Battle:
    """A battle from its record, whoever wrote it: no computer players but our own will play in it. Raises `BadInput`."""
    return api.loads(text, plug_ins=False)


def refusal_message(request: str, refusal: Refusal) -> m.Refused:
    """A refusal of the rules as a message."""
    from banneret.kernel.order import write_order

    nearest = write_order(refusal.nearest) if refusal.nearest is not None else ""
    return m.Refused(request, refusal.reason, refusal.rule, nearest)
