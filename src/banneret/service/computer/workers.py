"""Computer players think in worker processes and never hold up another battle.

A worker is sent the outlook of the seat that it thinks for (`banneret.kernel.battle.outlook`), and no record: so it knows as little
as its player does of what others hold and have ordered, and of the dice to come. What never changes in a battle it is sent once. A
worker that hangs, dies or is not needed any more is ended, and costs only its own answer.
"""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import os
import secrets
import signal
import sys
import threading
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from multiprocessing.connection import wait
from typing import TYPE_CHECKING, Any, Final

import msgspec

from banneret import rulebooks
from banneret.kernel.battle.outlook import Ground, Outlook, Standpoint, ground_of, outlook_of
from banneret.kernel.dice import Chance, new_seed, player_chance, seed_number
from banneret.kernel.errors import WrongWorld
from banneret.kernel.order import write_order
from banneret.lab.processes import cores
from banneret.players.advice import advise
from banneret.players.registry import make
from banneret.service.computer.levels import FALLBACK
from banneret.service.threads import in_thread

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

    from banneret.kernel.battle import Battle
    from banneret.kernel.player import Player
    from banneret.kernel.record.header import Header

LONGEST = 30.0  # seconds for an answer
MOST_KEPT = 64  # seats in a worker
NICENESS = 10  # tables go before thoughts
OTHER_WORLD: Final = "needs another world"  # says a worker whose world does not lead to the question
WORLDS: Final = 8  # that are imagined for a question, before the answer is a quick one
ENCODER: Final = msgspec.msgpack.Encoder()
GROUND: Final = msgspec.msgpack.Decoder(Ground)
OUTLOOK: Final = msgspec.msgpack.Decoder(Outlook)


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


Question = tuple[Asked, bytes, bytes]
"""A question as it is sent: the ground of the battle where the worker does not have it, and the outlook of the seat."""


def is_asked(battle: Battle, side: str) -> bool:
    """True if a side has something to decide. What people are to roll is for people."""
    return battle.roll_wanted is None and battle.decision(side) is not None


def question_of(asked: Asked, battle: Battle, known: Header | None, chance: Chance) -> Question:
    """The question to a worker that knows the ground of the battle with that header; `chance`: of the world that is imagined for it.

    Raises `WrongWorld` where none is found that agrees with what the seat knows.
    """
    side = battle.sides.index(asked.side)
    whole = known is None or known != battle.record.header
    ground = ENCODER.encode(ground_of(battle, side)) if whole else b""
    return asked, ground, ENCODER.encode(outlook_of(battle, side, chance))


def quick_answer(asked: Asked, battle: Battle) -> str | None:
    """The order of the greedy player, given here and at once; None for advice, or where there is nothing to decide any more."""
    decision = battle.decision(asked.side)
    if decision is None or asked.advice or not is_asked(battle, asked.side):
        return None
    return write_order(battle.player(decision.side, FALLBACK).choose(decision, battle.seat(decision.side)))


# ---------------------------------------------------------------- in the worker


class Post:
    """A seat that a worker thinks for: where it stands, and its player, which learns from question to question."""

    def __init__(self, ground: Ground, seed: str, hands: int) -> None:
        rulebook = rulebooks.get(ground.rulebook).of_version(ground.version)
        self.standpoint = Standpoint(rulebook, ground)
        self.dice = Chance(seed_number(f"dice {seed}"))
        self.seed = seed
        self.hands = hands
        self.asked: Asked | None = None
        self.player: Player | None = None

    def answer(self, asked: Asked, outlook: Outlook) -> str | None:
        """The order of the player, or advice as JSON; None where there is nothing to choose."""
        decision, seat = self.standpoint.face(outlook, self.dice)
        rulebook = self.standpoint.rulebook
        if asked.advice:
            scene = self.standpoint.scene(decision)
            advice = advise(rulebook, decision, seat, scene)
            return None if advice is None else msgspec.json.encode(advice).decode()
        if self.player is None or self.asked != asked:
            chance = player_chance(self.seed, outlook.side)
            player = make(asked.spec, rulebook, chance, plug_ins=False, hands=self.hands)
            self.asked, self.player = asked, player
        return write_order(self.player.choose(decision, seat))


class Thinker:
    """A worker's mind: it keeps the seats that it has thought for, and answers with an order or with what went wrong.

    `seed`: of its players' own randomness; a new one for each battle where it is empty. `hands`: so many cores they may think on.
    """

    def __init__(self, seed: str = "", hands: int = 1) -> None:
        self.seed = seed
        self.hands = hands
        self.kept: OrderedDict[tuple[str, str], Post] = OrderedDict()

    def __call__(self, question: Question) -> tuple[str | None, str]:
        """The answer to a question."""
        asked, ground, outlook = question
        kept, key = self.kept, (asked.number, asked.side)
        try:
            if ground:
                kept[key] = Post(GROUND.decode(ground), self.seed or new_seed(), self.hands)
            kept.move_to_end(key)
            if len(kept) > MOST_KEPT:
                kept.popitem(last=False)
            return kept[key].answer(asked, OUTLOOK.decode(outlook)), ""
        except WrongWorld:
            return None, OTHER_WORLD
        except Exception as error:  # a player may raise anything
            kept.pop(key, None)
            return None, f"{type(error).__name__}: {error}"


def work(pipe: Connection) -> None:
    """The life of a worker: answer one question after the other."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _step_back()
    threading.Thread(target=end_with_the_server, daemon=True).start()
    # the thread above only waits, so a player may fork
    thinker = Thinker(hands=cores())
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
    # By battle and side: its ground is known by this header.
    kept: OrderedDict[tuple[str, str], Header] = field(default_factory=OrderedDict)
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
    """A few worker processes, each begun when it is first needed. A seat goes to the worker that knows it, if that is free."""

    def __init__(self, count: int = 2) -> None:
        self.count = count
        self._context = multiprocessing.get_context("spawn")
        self._team: list[Worker] = []
        self.chance = Chance(secrets.randbits(64))  # of the worlds that are imagined for workers
        self.sent = 0  # bytes of questions, for tests

    def _begin(self) -> Worker:
        here, there = self._context.Pipe()
        process = self._context.Process(target=work, args=(there,), daemon=True, name="banneret-thinker")
        process.start()
        there.close()
        return Worker(process, here, ThreadPoolExecutor(1, "banneret-thinker"))

    def _pick(self, seat: tuple[str, str]) -> Worker:
        """The worker that knows the seat, if it is free; else the free one that knows fewest, or a new one.

        Where all are busy and there may be no more: one that knows the seat, else the first.
        """
        free = [worker for worker in self._team if not worker.free.locked()]
        for worker in free:
            if seat in worker.kept:
                return worker
        if free:
            return min(free, key=lambda worker: len(worker.kept))
        if len(self._team) < self.count:
            self._team.append(self._begin())
            return self._team[-1]
        knowing = [worker for worker in self._team if seat in worker.kept]
        return (knowing or self._team)[0]

    async def answer(self, asked: Asked, battle: Battle) -> tuple[str | None, str]:
        """The order of the player, or what went wrong (both empty: it was called off, or need not decide).

        Where no world is found that agrees with what the seat knows, the greedy player answers.
        """
        worker = self._pick((asked.number, asked.side))
        async with worker.free:
            for _ in range(WORLDS):
                if worker not in self._team or not is_asked(battle, asked.side):
                    return None, ""
                found = await self._ask(worker, asked, battle)
                if found != (None, OTHER_WORLD):
                    return found
        return quick_answer(asked, battle), ""

    async def _ask(self, worker: Worker, asked: Asked, battle: Battle) -> tuple[str | None, str]:
        """Put the question to a worker once, with one imagined world; returns like `answer`, or with `OTHER_WORLD`."""
        seat = asked.number, asked.side
        try:
            question = question_of(asked, battle, worker.kept.get(seat), self.chance)
        except WrongWorld:
            return None, OTHER_WORLD
        self.sent += len(question[1]) + len(question[2])
        worker.kept[seat] = battle.record.header
        worker.kept.move_to_end(seat)
        if len(worker.kept) > MOST_KEPT:
            worker.kept.popitem(last=False)
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
        if found[1] and found[1] != OTHER_WORLD:
            worker.kept.pop(seat, None)
        return found

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


async def answer_here(asked: Asked, battle: Battle) -> tuple[str | None, str]:
    """The order of the player, or what went wrong, from a thread of this process; see `Workers.answer`."""
    for _ in range(WORLDS):
        if not is_asked(battle, asked.side):
            return None, ""
        try:
            question = question_of(asked, battle, None, Chance(secrets.randbits(64)))
        except WrongWorld:
            continue
        found = await in_thread(Thinker(), question)
        if found != (None, OTHER_WORLD):
            return found
    return quick_answer(asked, battle), ""
