"""Computer players think in worker processes and never hold up another battle.

A worker keeps the battles it has thought about, so that only the entries since then are sent to it. It is given the record without
the seed: of the dice to come it knows as little as its player does. A worker that hangs, dies or is not needed any more is
ended, and costs only its own answer.
"""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import os
import signal
import sys
import threading
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from multiprocessing.connection import wait
from typing import TYPE_CHECKING, Any

import msgspec

from banneret import api
from banneret.kernel.order import write_order

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

    from banneret.kernel.battle import Battle

LONGEST = 30.0
MOST_KEPT = 64  # battles in a worker
NICENESS = 10  # tables go before thoughts


@dataclass(frozen=True, slots=True)
class Asked:
    """A question to a computer player: which battle, whose side, which player; `branch` changes when entries were taken out.

    `advice`: nobody is to give an order, but to say which one they would give, and why.
    """

    number: str
    branch: int
    side: str
    spec: str
    advice: bool = False


def choose(battle: Battle, side: str, spec: str) -> str | None:
    """The order that the computer player of a side gives now. None if it need not decide, or is to roll (which people do)."""
    if battle.roll_wanted is not None:
        return None
    decision = battle.decision(side)
    if decision is None:
        return None
    index = battle.sides.index(side)
    return write_order(battle.player(index, spec).choose(decision, battle.seat(index)))


def answer_to(battle: Battle, asked: Asked) -> str | None:
    """The answer to a question, as text; None if there is nothing to decide."""
    return counsel(battle, asked.side) if asked.advice else choose(battle, asked.side, asked.spec)


def counsel(battle: Battle, side: str) -> str | None:
    """Advice to a side, as JSON. None if it has nothing to choose."""
    advice = api.advise(battle, side)
    return None if advice is None else msgspec.json.encode(advice).decode()


# ---------------------------------------------------------------- in the worker


class Thinker:
    """A worker's mind: it keeps battles, takes in what is new, thinks, and answers with an order or with what went wrong."""

    def __init__(self) -> None:
        self.kept: OrderedDict[str, Battle] = OrderedDict()

    def __call__(self, question: tuple[Asked, str, list[str]]) -> tuple[str | None, str]:
        """The answer to a question."""
        asked, text, lines = question
        kept = self.kept
        try:
            battle = api.loads(text, plug_ins=False) if text else kept[asked.number]
            battle.follow(lines)
            kept[asked.number] = battle
            kept.move_to_end(asked.number)
            if len(kept) > MOST_KEPT:
                kept.popitem(last=False)
            return answer_to(battle, asked), ""
        except Exception as error:  # a player may raise anything
            kept.pop(asked.number, None)
            return None, f"{type(error).__name__}: {error}"


def work(pipe: Connection) -> None:
    """The life of a worker: answer one question after the other."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _step_back()
    threading.Thread(target=end_with_the_server, daemon=True).start()
    thinker = Thinker()
    try:
        while True:
            pipe.send(thinker(pipe.recv()))
    except (EOFError, OSError):
        return


def end_with_the_server() -> None:
    """End this process when the server has ended, however that came, in the middle of a thought too."""
    server = multiprocessing.parent_process()
    if server is not None:
        wait([server.sentinel])
        os._exit(1)


def _step_back() -> None:
    """Let tables go before thoughts, also where the server was begun with a real-time priority, which its workers inherit."""
    with contextlib.suppress(OSError):
        if sys.platform == "linux":
            os.sched_setscheduler(0, os.SCHED_OTHER, os.sched_param(0))
        os.nice(NICENESS)


# ---------------------------------------------------------------- in the server


@dataclass
class Worker:
    """One worker process as the server sees it: what it keeps, and the thread that waits for it."""

    process: Any
    pipe: Connection
    thread: ThreadPoolExecutor
    free: asyncio.Lock = field(default_factory=asyncio.Lock)
    kept: OrderedDict[str, tuple[int, int]] = field(default_factory=OrderedDict)  # battle: branch, entries
    busy_with: str = ""
    longest: float = LONGEST

    def talk(self, question: Any) -> tuple[str | None, str] | None:
        """Put a question; None if the worker does not answer in time or dies."""
        try:
            self.pipe.send(question)
            if not self.pipe.poll(self.longest):
                return None
            found: tuple[str | None, str] = self.pipe.recv()
        except (EOFError, OSError):
            return None
        return found


class Workers:
    """A few worker processes, each begun when it is first needed. A battle goes to the worker that knows it, if that is free."""

    def __init__(self, count: int = 2) -> None:
        self.count = count
        self._context = multiprocessing.get_context("spawn")
        self._team: list[Worker] = []
        self.sent = 0  # characters of records sent to workers, for tests

    def _begin(self) -> Worker:
        here, there = self._context.Pipe()
        process = self._context.Process(target=work, args=(there,), daemon=True, name="banneret-thinker")
        process.start()
        there.close()
        return Worker(process, here, ThreadPoolExecutor(1, "banneret-thinker"))

    def _pick(self, number: str) -> Worker:
        """The worker that knows the battle, if it is free; else a free or new one; else the one with the shortest list."""
        free = [worker for worker in self._team if not worker.free.locked()]
        for worker in free:
            if number in worker.kept:
                return worker
        if free:
            return min(free, key=lambda worker: len(worker.kept))
        if len(self._team) < self.count:
            self._team.append(self._begin())
            return self._team[-1]
        knowing = [worker for worker in self._team if number in worker.kept]
        return (knowing or self._team)[0]

    async def answer(self, asked: Asked, battle: Battle) -> tuple[str | None, str]:
        """The order of the player, or what went wrong (both empty: it was called off, or need not decide)."""
        worker = self._pick(asked.number)
        async with worker.free:
            if worker not in self._team:
                return None, ""
            question = self._question(worker, asked, battle)
            worker.busy_with = asked.number
            loop = asyncio.get_running_loop()
            try:
                found = await loop.run_in_executor(worker.thread, worker.talk, question)
            finally:
                worker.busy_with = ""
            if found is None:
                called_off = worker not in self._team
                self._end(worker)
                return None, "" if called_off else "did not answer"
            if found[1]:
                worker.kept.pop(asked.number, None)
            return found

    def _question(self, worker: Worker, asked: Asked, battle: Battle) -> tuple[Asked, str, list[str]]:
        """The message to the worker: with the whole record, or what it does not have yet of it."""
        record = battle.record
        branch, count = worker.kept.pop(asked.number, (-1, 0))
        whole = branch != asked.branch or count > record.count
        text = record.open_text if whole else ""
        lines = [] if whole else [record.line(number) for number in range(count + 1, record.count + 1)]
        worker.kept[asked.number] = (asked.branch, record.count)
        if len(worker.kept) > MOST_KEPT:
            worker.kept.popitem(last=False)
        self.sent += len(text) + sum(map(len, lines))
        return asked, text, lines

    def call_off(self, number: str) -> None:
        """Nobody waits for the thoughts about this battle any more."""
        for worker in list(self._team):
            if worker.busy_with == number:
                self._end(worker)

    def _end(self, worker: Worker) -> None:
        if worker in self._team:
            self._team.remove(worker)
        worker.process.kill()
        worker.thread.shutdown(wait=False)

    def close(self) -> None:
        """End the workers."""
        for worker in list(self._team):
            self._end(worker)
            worker.process.join(5)
            worker.pipe.close()
