"""Live tables: a battle that people sit at, its seats, and who listens.

Everything that changes a battle goes through `Table.change`: one change at a time, carried out in memory, stored, and only then
shown to anybody. Where storing fails the battle is taken up again from the store, and the seat is told that nothing has happened.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections import OrderedDict
from typing import TYPE_CHECKING, Any, Protocol

import msgspec

from banneret import api, rulebooks
from banneret.kernel.decision import IllegalOrder, Refusal
from banneret.kernel.errors import BadInput, BrokenRules
from banneret.kernel.order import read_order
from banneret.service import messages as m
from banneret.service.storage import Kept, Place, Storage, StorageError
from banneret.service.tokens import digest, new_battle_id, new_token

if TYPE_CHECKING:
    from collections.abc import Callable

    from banneret.kernel.battle import Battle
    from banneret.service.thinkers import Thinkers

log = logging.getLogger("banneret")

REFEREE = "referee"
SPECTATOR = "spectator"
MOST_TABLES = 1000
MOST_WORDS = 200


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
        self.version = int(time.time() * 16)  # beyond all views of an earlier run of the server
        self.listeners: list[Listener] = []
        self.paused = kept.paused if kept else ""
        self.private = kept.private if kept else False
        self.words: list[m.Said] = [m.Said(*word) for word in kept.words] if kept else []
        self.wish: tuple[str, int, set[str]] | None = (
            None  # who wishes to go back to which entry, and who agrees
        )
        self.stored = battle.record.count
        self.stored_hash = battle.record.hash
        self._views: dict[
            str, tuple[int, bytes]
        ] = {}  # by seat: the version it was made for, and the message

    # ------------------------------------------------------------------ what is shown

    def view(self, place: Place) -> bytes:
        """The view of a seat as a message; equal for all who look from that seat."""
        found = self._views.get(place.name)
        if found is None or found[0] != self.version:
            found = (self.version, msgspec.json.encode(self._view(place)))
            self._views[place.name] = found
        return found[1]

    def _view(self, place: Place) -> m.View:
        battle = self.battle
        over = battle.is_over
        player = place.side in battle.sides
        why = battle.why_not_undo(place.side) if player else None
        return m.View(
            at=self.version,
            scene=battle.scene(place.side),
            seats=self._seats(),
            seat=place.name,
            side=place.side,
            battle=self.id,
            dice=battle.record.header.dice,
            commitment=battle.commitment,
            can_undo=player and why is None,
            why_not_undo=why.reason if why else "",
            wish=self._wish_text(),
            said=tuple(self.words[-50:]),
            paused=self.paused,
            seed=battle.record.seed if over else "",
        )

    def _seats(self) -> tuple[m.SeatView, ...]:
        here = {listener.place.name for listener in self.listeners}
        players = self.battle.players
        return tuple(
            m.SeatView(side, side, side in here, players.get(side, ""), players.get(side, ""))
            for side in self.battle.sides
        )

    def _wish_text(self) -> str:
        if self.wish is None:
            return ""
        seat, to, _ = self.wish
        return f"{seat} would like to go back to after entry {to}"

    def tell_all(self) -> None:
        """Show everybody the present view."""
        for listener in list(self.listeners):
            listener.send(self.view(listener.place))


class Tables:
    """All battles: the live ones in memory, the others in the store."""

    def __init__(self, storage: Storage, thinkers: Thinkers | None = None) -> None:
        self.storage = storage
        self.thinkers = thinkers
        self.live: OrderedDict[str, Table] = OrderedDict()
        self._opening: dict[str, asyncio.Lock] = {}
        self._thinking: dict[str, asyncio.Task[None]] = {}
        self.closing = False

    # ------------------------------------------------------------------ beginning

    async def create(self, wanted: m.NewBattle) -> m.Tokens:
        """Begin a battle. Raises `BadInput`."""
        rulebook = rulebooks.get(wanted.rulebook)
        scenario = rulebook.scenario(wanted.scenario)
        for side in wanted.sides:
            if side not in scenario.sides:
                hint = "one of " + ", ".join(scenario.sides)
                raise BadInput(f"there is no side {side!r}", where="sides", hint=hint)
        players = {side: choice.level for side, choice in wanted.sides.items() if choice.by == "computer"}
        levels = {spec.name for spec in rulebook.players}
        for side, level in players.items():
            if level not in levels:
                raise BadInput(f"there is no level {level!r}", where=side, hint="one of " + ", ".join(levels))
        battle = api.start(rulebook, scenario, options=wanted.options, players=players, dice=wanted.dice)
        mine = [side for side in scenario.sides if wanted.sides.get(side, m.SideChoice()).by == "me"]
        return await self.keep(battle, mine, referee=wanted.referee)

    async def keep(
        self, battle: Battle, mine: list[str], private: bool = False, referee: bool = False
    ) -> m.Tokens:
        """Store a battle and give out the tokens of its seats.

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
        await self.storage.run(self.storage.create(number, battle.private_text, places, private))
        table = Table(number, battle)
        table.private = private
        self._enter(table)
        self.think(table)
        return m.Tokens(number, tokens, mine)

    async def place(self, token: str) -> Place | None:
        """The seat a token opens."""
        if not 20 <= len(token) <= 64:
            return None
        return await self.storage.run(self.storage.find_seat(digest(token)))

    async def open(self, number: str) -> Table | None:
        """The table of a battle, taken up from the store if it is not live."""
        table = self.live.get(number)
        if table is not None:
            self.live.move_to_end(number)
            return table
        lock = self._opening.setdefault(number, asyncio.Lock())
        async with lock:
            if number not in self.live:
                kept = await self.storage.run(self.storage.load(number))
                if kept is None:
                    self._opening.pop(number, None)
                    return None
                battle = await asyncio.to_thread(api.loads, kept.text)
                self._enter(Table(number, battle, kept))
        self._opening.pop(number, None)
        table = self.live[number]
        self.think(table)
        return table

    def _enter(self, table: Table) -> None:
        self.live[table.id] = table
        while len(self.live) > MOST_TABLES:
            idle = next((t for t in self.live.values() if not t.listeners and not t.lock.locked()), None)
            if idle is None:
                return
            del self.live[idle.id]

    # ------------------------------------------------------------------ changing

    async def change(
        self, table: Table, place: Place, request: str, at: int | None, act: Callable[[Battle], Any]
    ) -> m.Done | m.Refused | m.Behind:
        """Let a seat change its battle: at most once a request, never from an old view, and stored before anybody hears of it."""
        async with table.lock:
            before = await self.storage.run(self.storage.was_answered(table.id, place.name, request))
            if before is not None:
                return m.Done(request, before)
            if self.closing:
                return m.Refused(request, "The table is being closed; nothing was lost.")
            if table.paused:
                return m.Refused(
                    request, "This battle is paused because of an error of ours; its record is safe."
                )
            if at is not None and at != table.version:
                return m.Behind(request, table.version)
            refused = self._carry_out(table, request, act)
            if refused is not None:
                await self._keep_pause(table)
                return refused
            try:
                await self._store(table, place.name, request)
            except StorageError as error:
                await self._fall_back(table)
                return m.Refused(request, f"It could not be stored ({error}); nothing has changed.")
            done = m.Done(request, table.version)
            table.tell_all()
        self.think(table)
        return done

    def _carry_out(self, table: Table, request: str, act: Callable[[Battle], Any]) -> m.Refused | None:
        try:
            act(table.battle)
        except IllegalOrder as error:
            return refusal_message(request, error.refusal)
        except BadInput as error:
            return m.Refused(request, str(error))
        except BrokenRules as error:
            log.exception("battle %s is paused", table.id)
            table.paused = str(error)
            return m.Refused(
                request, "Something is wrong with the rules here; the battle is paused, its record is safe."
            )
        return None

    async def _keep_pause(self, table: Table) -> None:
        """If a change broke the battle: store that it is paused, and tell everybody."""
        if table.paused:
            await self.storage.run(self.storage.pause(table.id, table.paused))
            table.version += 1
            table.tell_all()

    async def _store(self, table: Table, seat: str = "", request: str = "") -> None:
        """Write what has changed since the last time."""
        record = table.battle.record
        keep = self._common(table)
        lines = [record.line(number) for number in range(keep + 1, record.count + 1)]
        table.version += 1
        work = self.storage.extend(table.id, keep, lines, table.battle.is_over, seat, request, table.version)
        await self.storage.run(work)
        table.stored = record.count
        table.stored_hash = record.hash

    def _common(self, table: Table) -> int:
        """How many of the stored entries still stand: all, unless an order was taken back."""
        record = table.battle.record
        if record.count >= table.stored and record.beginning(table.stored).hash == table.stored_hash:
            return table.stored
        return max(0, min(record.count, table.stored) - 8)

    async def _fall_back(self, table: Table) -> None:
        """Forget what could not be stored."""
        table.version += 1
        self.live.pop(table.id, None)
        try:
            kept = await self.storage.run(self.storage.load(table.id))
        except StorageError:
            return
        if kept is not None:
            table.battle = await asyncio.to_thread(api.loads, kept.text)
            table.stored, table.stored_hash = table.battle.record.count, table.battle.record.hash
            self.live[table.id] = table
            table.tell_all()

    # ------------------------------------------------------------------ what seats may ask for

    def action(self, place: Place, wanted: m.Request) -> Callable[[Battle], Any]:
        """What a request does to a battle. The referee's doings carry a reason, which stands in the record."""
        referee = place.side == REFEREE
        reason = getattr(wanted, "reason", "") or "no reason given"

        def act(battle: Battle) -> None:
            if isinstance(wanted, m.Order):
                if referee:
                    battle.force(wanted.side or "", wanted.order, reason)
                else:
                    battle.give(place.side, wanted.order)
            elif isinstance(wanted, m.RollIs):
                battle.give_roll(wanted.value)
            elif isinstance(wanted, m.Undo):
                if referee:
                    battle.undo_agreed(wanted.to or 0, [REFEREE])
                else:
                    battle.undo(place.side)
            elif isinstance(wanted, m.HandOver):
                side = (wanted.side or "") if referee else place.side
                battle.set_player(side, wanted.level or "none", reason if referee else "")
            elif isinstance(wanted, m.Finish):
                winners = wanted.winners if referee else [s for s in battle.sides if s != place.side]
                battle.end(winners, reason if referee else f"{place.side} gave up.")

        return act

    async def say(self, table: Table, place: Place, wanted: m.Say) -> m.Done | m.Refused:
        """A word to the whole table."""
        async with table.lock:
            number = len(table.words) + 1
            if number > MOST_WORDS:
                return m.Refused(
                    wanted.id, f"{MOST_WORDS} words have been said at this table; that is enough."
                )
            text = "".join(c if c.isprintable() else " " for c in wanted.text)
            await self.storage.run(self.storage.say(table.id, number, place.name, text))
            table.words.append(m.Said(number, place.name, text))
            table.version += 1
            table.tell_all()
            return m.Done(wanted.id, table.version)

    async def wish_back(self, table: Table, place: Place, wanted: m.Undo) -> m.Done | m.Refused:
        """A player wishes to go back; all sides that people play must agree."""
        to = wanted.to or 0
        async with table.lock:
            if not 0 <= to < table.battle.record.count:
                return m.Refused(wanted.id, f"There is no entry {to} to go back to.", "table:undo")
            table.wish = (place.side, to, {place.side})
            table.version += 1
            table.tell_all()
        return await self._go_back_if_agreed(table, place, wanted.id)

    async def agree(self, table: Table, place: Place, wanted: m.Agree) -> m.Done | m.Refused:
        """An answer to a wish to go back."""
        async with table.lock:
            if table.wish is None:
                return m.Refused(wanted.id, "Nobody wishes to go back.", "table:undo")
            if wanted.yes:
                table.wish[2].add(place.side)
            else:
                table.wish = None
            table.version += 1
            table.tell_all()
        if not wanted.yes:
            return m.Done(wanted.id, table.version)
        return await self._go_back_if_agreed(table, place, wanted.id)

    async def _go_back_if_agreed(self, table: Table, place: Place, request: str) -> m.Done | m.Refused:
        wish = table.wish
        people = {side for side in table.battle.sides if side not in table.battle.players}
        if wish is None or not people <= wish[2]:
            return m.Done(request, table.version)
        table.wish = None
        done = await self.change(
            table, place, request, None, lambda battle: battle.undo_agreed(wish[1], sorted(wish[2]))
        )
        assert not isinstance(done, m.Behind)
        return done

    # ------------------------------------------------------------------ computer players

    def think(self, table: Table) -> None:
        """Let the computer answer what it owes, without holding anybody up."""
        if table.id in self._thinking or self.closing or table.paused:
            return
        battle = table.battle
        if battle.is_over or not any(side in battle.players for side in battle.owing):
            return
        task = asyncio.create_task(self._think(table))
        self._thinking[table.id] = task
        task.add_done_callback(lambda _: self._thinking.pop(table.id, None))

    async def _think(self, table: Table) -> None:
        while not self.closing and not table.paused:
            async with table.lock:
                battle = table.battle
                side = next((side for side in battle.owing if side in battle.players), None)
                if side is None or battle.is_over:
                    return
                spec, version, text = battle.players[side], table.version, battle.private_text
            order = await self._ask_thinker(text, side, spec)
            async with table.lock:
                if table.version != version:
                    continue
                try:
                    if order is None:
                        table.battle.set_player(side, "greedy", f"{spec} did not answer")
                    else:
                        table.battle.give(side, read_order(order))
                except (IllegalOrder, BadInput, BrokenRules) as error:
                    log.warning("the computer player of battle %s failed: %s", table.id, error)
                    table.battle.advance(1)
                try:
                    await self._store(table)
                except StorageError:
                    await self._fall_back(table)
                    return
                table.tell_all()

    async def _ask_thinker(self, text: str, side: str, spec: str) -> str | None:
        if self.thinkers is None:
            from banneret.service.thinkers import answer

            return await asyncio.to_thread(answer, text, side, spec)
        return await self.thinkers.answer(text, side, spec)


def refusal_message(request: str, refusal: Refusal) -> m.Refused:
    """A refusal of the rules as a message."""
    from banneret.kernel.order import write_order

    nearest = write_order(refusal.nearest) if refusal.nearest is not None else ""
    return m.Refused(request, refusal.reason, refusal.rule, nearest)


def fresh_request() -> str:
    """An id for a request of the table's own."""
    return secrets.token_hex(8)
