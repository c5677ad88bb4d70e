"""Battles whose store fails for longer, or whose battle goes: nothing is shown that was not stored, and what stopped goes on."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

import banneret
from banneret import rulebooks
from banneret.kernel.battle import Battle
from banneret.service import messages as m
from banneret.service.errors import NoBattle, StorageError
from banneret.service.live import beginning, requests, thinking
from banneret.service.live.registry import Registry
from banneret.service.live.saving import DELETED, LOST
from banneret.service.live.session import Session
from banneret.service.storage.battles import Growth
from banneret.service.storage.receipts import Receipt
from banneret.service.storage.schema import entries
from banneret.service.storage.seats import NewSeat, Seat
from banneret.service.storage.store import Storage


class Looker:
    """Somebody who looks on, and keeps what is sent."""

    def __init__(self, seat: Seat) -> None:
        self.seat = seat
        self.seen = 0
        self.follows = False
        self.heard: list[dict[str, Any]] = []

    def send(self, frame: m.Frame) -> None:
        self.heard.append(msgspec.json.decode(frame.data))


class Failing:
    """A store that works or does not, as one likes."""

    def __init__(self, storage: Storage) -> None:
        self.storage = storage
        self.fails = False
        self.failures = 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self.storage, name)

    async def run(self, work: Any) -> Any:
        if self.fails:
            self.failures += 1
            raise StorageError("database is locked")
        return await self.storage.run(work)


def at_tables(path: Path, act: Callable[[Registry, Any], Awaitable[None]]) -> None:
    storage = Storage(f"sqlite:///{path / 'battles.sqlite3'}")

    async def scenario() -> None:
        failing: Any = Failing(storage)
        await act(Registry(failing), failing)

    try:
        asyncio.run(scenario())
    finally:
        storage.close()


async def begin(
    tables: Registry, defender: str = "link", scenario: str = "hit_and_run", rulebook: str = "stacks"
) -> Session:
    first, second = rulebooks.get(rulebook).scenario(scenario).sides
    sides = {first: m.SideChoice(by="me"), second: m.SideChoice(by=defender)}
    made = await beginning.create(tables, m.NewBattle(rulebook=rulebook, scenario=scenario, sides=sides))
    table = await tables.find(made.battle)
    assert table is not None
    table.listeners = [Looker(seat_of(table, side)) for side in table.battle.sides]
    return table


def seat_of(table: Session, side: str) -> Seat:
    return Seat(table.id, side, side, side == table.battle.sides[0])


def next_order(table: Session, number: int = 1) -> tuple[Seat, m.Order]:
    side = table.battle.waiting_for[0]
    question = table.battle.scene(side).questions[0]
    seat = seat_of(table, side)
    return seat, m.Order(id=f"o{number}", at=table.number(seat), order=question.default)


async def give(tables: Registry, table: Session, number: int = 1) -> Any:
    seat, wanted = next_order(table, number)
    return await requests.change(tables, table, seat, wanted)


def test_a_battle_that_cannot_be_taken_up_again_is_never_shown(tmp_path: Path) -> None:
    """An order that cannot be stored, and a store that cannot be read either: lines end with a goodbye, and come back to the truth."""

    async def act(tables: Registry, store: Any) -> None:
        table = await begin(tables)
        lookers = list(table.listeners)
        text = table.battle.private_text
        store.fails = True
        answer = await give(tables, table)
        assert isinstance(answer, m.Refused)
        assert "nothing has changed" in answer.reason
        assert table.battle.private_text != text, "what was not stored stands in memory still"
        for looker in lookers:
            assert looker.heard == [{"type": "goodbye", "code": "store", "reason": LOST.reason}]  # type: ignore[attr-defined]
        assert not table.listeners
        for _ in range(2):
            with pytest.raises(StorageError):
                async with tables.holding(table):
                    raise AssertionError("it is held")
            with pytest.raises(StorageError):
                await give(tables, table, 2)
        store.fails = False
        async with tables.holding(table) as found:
            assert found is not table
            assert found.battle.private_text == text
        answer = await give(tables, found, 3)  # a line that still holds the lost table is led to the live one
        assert isinstance(answer, m.Done)
        assert (await tables.find(table.id)) is found

    at_tables(tmp_path, act)


def test_a_store_that_fails_once_takes_nobody_from_the_table(tmp_path: Path) -> None:
    async def act(tables: Registry, store: Any) -> None:
        table = await begin(tables)
        text = table.battle.private_text
        extend = store.storage.battles.extend

        def strike(*words: Any) -> Any:
            store.storage.battles.extend = extend

            def work(connection: Any) -> None:
                raise StorageError("once")

            return work

        store.storage.battles.extend = strike
        assert isinstance(await give(tables, table), m.Refused)
        assert table.battle.private_text == text
        assert len(table.listeners) == 2
        assert all(looker.heard[-1]["at"] == table.number(looker.seat) for looker in table.listeners)  # type: ignore[attr-defined]
        assert isinstance(await give(tables, table, 2), m.Done)

    at_tables(tmp_path, act)


async def until(what: Callable[[], bool]) -> None:
    for _ in range(1000):
        if what():
            return
        await asyncio.sleep(0.01)
    raise AssertionError("in vain")


@pytest.mark.parametrize("lasting", [True, False])
def test_the_computer_goes_on_when_its_order_can_be_stored_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lasting: bool
) -> None:
    monkeypatch.setattr(thinking, "RETRY", 0.02)

    async def act(tables: Registry, store: Any) -> None:
        table = await begin(tables, "computer")
        extend = store.storage.battles.extend

        def strike(number: str, growth: Growth, receipt: Receipt | None) -> Any:
            if receipt is not None:  # an order of a seat
                return extend(number, growth, receipt)
            store.failures += 1
            if lasting:
                store.fails = True

            def work(connection: Any) -> None:
                raise StorageError("the disk is full")

            return work

        store.storage.battles.extend = strike
        number = 0
        while table.battle.waiting_for == ["attacker"]:
            number += 1
            assert isinstance(await give(tables, table, number), m.Done)
        await until(lambda: store.failures > 2 or (lasting and table.lost))
        store.storage.battles.extend = extend
        store.fails = False
        async with tables.holding(table) as table:
            assert table.lost is False
        await until(lambda: "attacker" in table.battle.waiting_for or table.battle.is_over)

    at_tables(tmp_path, act)


def test_who_comes_to_a_table_wakes_a_computer_that_has_stopped(tmp_path: Path) -> None:
    async def act(tables: Registry, store: Any) -> None:
        table = await begin(tables, "computer")
        while table.battle.waiting_for == ["attacker"]:
            assert isinstance(await give(tables, table, table.version), m.Done)
        for task in list(tables.thinking._tasks.values()):
            task.cancel()
        await until(lambda: not tables.thinking._tasks)
        await tables.find(table.id)
        await until(lambda: "attacker" in table.battle.waiting_for or table.battle.is_over)

    at_tables(tmp_path, act)


def test_a_battle_that_is_deleted_is_thought_about_no_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def act(tables: Registry, store: Any) -> None:
        table = await begin(tables, "computer")
        looker = table.listeners[0]
        gate = asyncio.Event()
        asked = []

        async def slow(table: Session, question: Any) -> tuple[str | None, str]:
            asked.append(question)
            await gate.wait()
            return "none", ""

        monkeypatch.setattr(tables.thinking, "_ask", slow)
        while table.battle.waiting_for == ["attacker"]:
            assert isinstance(await give(tables, table, table.version), m.Done)
        await until(lambda: bool(asked))
        await tables.delete(table.id)
        gate.set()
        await until(lambda: not tables.thinking._tasks)
        assert len(asked) == 1
        assert looker.heard[-1] == {"type": "goodbye", "code": "no-battle", "reason": DELETED.reason}  # type: ignore[attr-defined]
        with pytest.raises(NoBattle):
            await give(tables, table, 99)
        assert await tables.find(table.id) is None

    at_tables(tmp_path, act)


def test_a_damaged_branch_is_stored_with_the_head_it_has_then(tmp_path: Path) -> None:
    """A branch after entry 12 whose tenth entry is torn begins with nine now: head, chain and dice must fit when it is read again."""
    branch = played(banneret.start("stacks", "two_banners", seed=3), 30).fork(12)
    text = branch.private_text

    async def act(tables: Registry, store: Any) -> None:
        seats = [NewSeat(side, side, f"digest of {side}", True) for side in branch.sides]
        await store.run(store.storage.battles.create("torn", text, seats, False))

        def tear(connection: Any) -> None:
            which = (entries.c.battle == "torn") & (entries.c.number == 10)
            connection.execute(entries.update().where(which).values(line="torn"))

        await store.run(tear)
        table = await tables.open("torn")
        assert table.battle.damage
        assert table.battle.record.header.after == 9
        played(table.battle, 20)
        await tables.saving.save(table)
        again = banneret.loads((await store.run(store.storage.battles.load("torn"))).text)
        assert again.damage == ""
        assert again.private_text == table.battle.private_text

    at_tables(tmp_path, act)


def played(battle: Battle, entries: int) -> Battle:
    """With the default orders to so many entries at least."""
    while battle.record.count < entries:
        side = battle.waiting_for[0]
        battle.give(side, battle.scene(side).questions[0].default)
    return battle
