"""Errors of ours under load: each pauses its own battle, as it stood before, and no other notices.

And the report of an error makes it happen again, by one command.

BANNERET_BREAKS=1000 python3 dev.py test tests/service/test_breaks.py
"""

from __future__ import annotations

import asyncio
import os
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from service.fields import chosen

from banneret import rulebooks
from banneret.service import messages as m
from banneret.service.live import beginning, requests
from banneret.service.live.actions import REFEREE
from banneret.service.live.registry import Registry
from banneret.service.live.session import Session
from banneret.service.report import main, read, report, reproduce
from banneret.service.storage.seats import Seat
from banneret.service.storage.store import Storage

BREAKS = int(os.environ.get("BANNERET_BREAKS", "30"))
BATTLES = 12
ERRORS = (ValueError, KeyError, ZeroDivisionError, RecursionError, AssertionError, MemoryError)


class Looker:
    """Somebody who looks on, and keeps what is sent."""

    def __init__(self, seat: Seat) -> None:
        self.seat = seat
        self.seen = 0
        self.follows = False
        self.heard: list[bytes] = []

    def send(self, frame: m.Frame) -> None:
        self.heard.append(frame.data)


class BrokenRules:
    """A rulebook whose next step goes wrong."""

    def __init__(self, rulebook: Any, fail: Callable[..., Any]) -> None:
        self.rulebook = rulebook
        self.step = fail

    def __getattr__(self, name: str) -> Any:
        return getattr(self.rulebook, name)


def inject(table: Session, chance: random.Random) -> None:
    """Let the next order of a battle go wrong: before it is carried out, in the rules, or when it is to be shown."""
    kind = chance.choice(ERRORS)

    def fail(*_words: object) -> Any:
        raise kind("injected")

    battle: Any = table.battle
    where = chance.choice(("order", "rules", "view"))
    if battle.course.sealed and len(battle.decisions) > 1:
        where = (
            "order"  # a secret choice that waits for others runs no rules and shows nothing new of the state
        )
    if where == "order":
        battle.give = fail
    elif where == "rules":
        battle.course.rulebook = BrokenRules(battle.rulebook, fail)
    else:
        battle.scenes = fail


async def begin(tables: Registry, rulebook: str = "stacks", scenario: str = "two_banners") -> Session:
    """A battle watched from each side; the player who began it plays both."""
    made = await beginning.create(tables, m.NewBattle(rulebook=rulebook, scenario=scenario, referee=True))
    table = await tables.find(made.battle)
    assert table is not None
    table.listeners = [Looker(Seat(table.id, side, side, True)) for side in table.battle.sides]
    return table


async def order(tables: Registry, table: Session, number: int, chance: random.Random) -> Any:
    """The next order of a battle, by the side that must decide."""
    side = table.battle.waiting_for[0]
    question = table.battle.scene(side).questions[0]
    words = chance.choice([question.default, *(option.order for option in question.options)])
    seat = Seat(table.id, side, side, True)
    wanted = m.Order(id=f"o{number}", at=table.number(seat), order=words or question.default)
    return lambda: requests.change(tables, table, seat, wanted)


async def stored(tables: Registry, table: Session) -> str:
    kept = await tables.storage.run(tables.storage.battles.load(table.id))
    assert kept is not None
    return kept.text


@pytest.mark.long
def test_an_error_pauses_its_battle_alone(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("CRITICAL", "banneret")
    storage = Storage(f"sqlite:///{tmp_path / 'battles.sqlite3'}")

    async def scenario() -> int:
        chance = random.Random(7)
        tables = Registry(storage)
        tables.thinking.close()  # no pass comes by itself in between
        playing = [await begin(tables, **chosen(number)) for number in range(BATTLES)]
        orders = 0
        for number in range(BREAKS):
            playing = [
                await begin(tables, **chosen(index)) if table.battle.is_over else table
                for index, table in enumerate(playing)
            ]
            asks = [await order(tables, table, number, chance) for table in playing]
            victim = playing[chance.randrange(BATTLES)]
            text = victim.battle.private_text
            counts = {table.id: (table.version, table.battle.record.count) for table in playing}
            inject(victim, chance)
            answers = await asyncio.gather(*(ask() for ask in asks))
            for table, answer in zip(playing, answers, strict=True):
                version, count = counts[table.id]
                if table is not victim:
                    assert isinstance(answer, m.Done), answer
                    assert table.pause is None
                    assert table.version == version + 1
                    assert table.battle.record.count > count
                    orders += 1
            index = playing.index(victim)
            assert isinstance(answers[index], m.Refused)
            assert victim.pause is not None
            assert answers[index].reason == victim.pause.sentence
            assert "injected" in victim.pause.error
            assert "injected" not in victim.pause.sentence
            assert victim.battle.private_text == text == await stored(tables, victim)
            assert all(b'"paused":"This battle' in looker.heard[-1] for looker in victim.listeners)  # type: ignore[attr-defined]
            # the error was ours, not the record's
            assert "more" in reproduce(read(report(victim.battle, victim.pause)))
            going_on = m.Halt(id=f"h{number}", on=False)
            done = await requests.change(tables, victim, Seat(victim.id, REFEREE, REFEREE, True), going_on)
            assert isinstance(done, m.Done)
            assert victim.pause is None
        for table in playing:
            assert await stored(tables, table) == table.battle.private_text
        return orders

    try:
        assert asyncio.run(scenario()) == BREAKS * (BATTLES - 1)
    finally:
        storage.close()


class Fault:
    """A fault of the rules that comes with certain states, as true ones do: with the first new one that is met when it is due."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.doomed: set[bytes] = set()
        self.due = ""
        self.old: set[bytes] = set()
        self.book = rulebooks.get("stacks")
        self._put_into(monkeypatch, self.book, "outcome")
        self._put_into(monkeypatch, self.book.view, "scene")

    def let_break(self, what: str, table: Session) -> None:
        """The next order of a battle will lead to a fault, in the rules or in what is shown."""
        self.due = what
        self.old = {self.book.dump(table.battle.course.checkpoint), table.battle.dump()}

    def _put_into(self, monkeypatch: pytest.MonkeyPatch, owner: Any, what: str) -> None:
        whole = getattr(owner, what)

        def broken(_self: Any, state: Any, *rest: Any) -> Any:
            if self.due == what and self.book.dump(state) not in self.old:
                self.due = ""
                self.doomed.add(what.encode() + self.book.dump(state))
            if self.doomed and what.encode() + self.book.dump(state) in self.doomed:
                raise KeyError("injected")
            return whole(state, *rest)

        monkeypatch.setattr(type(owner), what, broken)


async def broken_off(tables: Registry, fault: Fault, first: int, chance: random.Random) -> Session | None:
    """A battle that an error has paused, after so many orders or some more; None where it was over before."""
    table = await begin(tables)
    for number in range(400):
        if table.battle.is_over:
            break
        ask = await order(tables, table, number, chance)
        if number >= first:
            fault.let_break(chance.choice(("outcome", "scene")), table)
        answer = await ask()
        fault.due = ""
        if table.pause is not None:
            assert isinstance(answer, m.Refused)
            assert "injected" not in answer.reason
            return table
    return None


@pytest.mark.parametrize("content", [b"", b"hello", b'"\xff"', b"{}", b'{"record": "\xff\xfe"}'])
def test_a_file_that_is_no_report_is_said_to_be_none(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], content: bytes
) -> None:
    file = tmp_path / "report.json"
    file.write_bytes(content)
    assert main([str(file)]) == 2, "1 says that the error happens again"
    assert "is not a report" in capsys.readouterr().err


@pytest.mark.long
def test_the_report_of_an_error_makes_it_happen_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    storage = Storage(f"sqlite:///{tmp_path / 'battles.sqlite3'}")
    fault = Fault(monkeypatch)
    file = tmp_path / "report.json"

    async def scenario() -> int:
        chance = random.Random(5)
        tables = Registry(storage)
        reports = 0
        while reports < max(5, BREAKS // 5):
            table = await broken_off(tables, fault, 2 + 7 * reports % 60, chance)
            if table is None or table.pause is None:
                continue
            file.write_bytes(report(table.battle, table.pause))
            assert main([str(file)]) == 1
            assert "KeyError: 'injected'" in capsys.readouterr().err
            fault.doomed.clear()
            assert main([str(file)]) == 0, "it is mended, and happens again"
            reports += 1
        return reports

    try:
        print(f"{asyncio.run(scenario())} reports, each makes its error happen again")
    finally:
        storage.close()
