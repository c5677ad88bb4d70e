"""Computer players on a cluster: sent what the processes here are sent, and replaced by a quick answer where one is lost."""

from __future__ import annotations

import asyncio
import pickle
from collections.abc import Callable
from queue import SimpleQueue
from typing import Any

import pytest

import banneret
from banneret.kernel.battle import Battle
from banneret.kernel.order import read_order
from banneret.lab.jobs import Lost
from banneret.service.computer.afar import FarWorkers, Hub
from banneret.service.computer.workers import Asked, Workers

pytestmark = pytest.mark.server  # processes of its own


class Here:
    """A cluster in this process; `faults` are how its next questions end: "lost" or "silent"."""

    hands = 1

    def __init__(self) -> None:
        self.sent: list[tuple[Any, ...]] = []
        self.faults: list[str] = []
        self._minds: dict[int, Callable[[Any], Any]] = {}
        self._back: SimpleQueue[tuple[Any, ...] | Lost] = SimpleQueue()

    def send(self, kind: str, number: int, *words: bytes) -> None:
        self.sent.append((kind, number, *map(pickle.loads, words)))
        if kind == "begin":
            self._minds[number] = pickle.loads(words[0])()
        elif kind == "ask":
            fault = self.faults.pop(0) if self.faults else ""
            if fault == "lost":
                self._back.put(("answer", number, None))
            elif not fault:
                answer = self._minds[number](pickle.loads(words[0]))
                self._back.put(("answer", number, pickle.dumps(answer)))

    def receive(self) -> tuple[Any, ...]:
        found = self._back.get()
        if isinstance(found, Lost):
            raise found
        return found

    def close(self, seconds: float = 0.0) -> None:
        self._back.put(Lost("gone"))


def begin() -> Battle:
    return banneret.start(
        "stacks", "two_banners", seed="a seed of our own", players={"groves": "search", "halls": "search"}
    )


def asked(battle: Battle, spec: str) -> Asked:
    return Asked("one", 0, battle.waiting_for[0], spec)


def use(play: Callable[[FarWorkers, Here], Any]) -> None:
    here = Here()
    workers = FarWorkers(Hub(here))  # type: ignore[arg-type]

    async def run() -> None:
        try:
            await play(workers, here)
        finally:
            workers.close()

    asyncio.run(run())


def test_the_cluster_is_sent_what_a_process_is_sent() -> None:
    """The record without its seed, then its new lines: what leaves for the cluster is what leaves for a process."""

    async def play(far: FarWorkers, here: Here) -> None:
        near = Workers(1)
        questions: list[Any] = []
        question = near._question
        near._question = lambda *given: questions.append(question(*given)) or questions[-1]  # type: ignore[method-assign]
        battle = begin()
        try:
            for _ in range(6):
                answers = [await workers.answer(asked(battle, "greedy"), battle) for workers in (far, near)]
                assert answers[0] == answers[1]
                assert answers[0][0]
                battle.give(battle.waiting_for[0], read_order(answers[0][0]))
        finally:
            near.close()
        sent = [words[2] for words in here.sent if words[0] == "ask"]
        assert sent == questions
        assert sent[0][1]
        assert all("a seed of our own" not in text + "".join(lines) for _, text, lines in sent)
        assert [kind for kind, *_ in here.sent].count("begin") == 1

    use(play)


@pytest.mark.parametrize("fault", ["lost", "silent"])
def test_a_lost_thinker_is_replaced_by_a_quick_answer(fault: str) -> None:
    async def play(far: FarWorkers, here: Here) -> None:
        far.longest = 0.2 if fault == "silent" else far.longest
        battle = begin()
        here.faults.append(fault)
        order, trouble = await far.answer(asked(battle, "no such player"), battle)
        assert (order, trouble) == await far.near.answer(asked(battle, "greedy"), battle)
        assert order
        far.longest = 60.0
        _, trouble = await far.answer(asked(battle, "no such player"), battle)
        assert "no such player" in trouble  # a thinker there again, which has a fault of its own
        assert [kind for kind, *_ in here.sent] == ["begin", "ask", "end", "begin", "ask"]

    use(play)


def test_without_its_cluster_the_table_thinks_here() -> None:
    async def play(far: FarWorkers, here: Here) -> None:
        battle = begin()
        order, _ = await far.answer(asked(battle, "greedy"), battle)
        here.faults += ["silent"]
        waiting = asyncio.create_task(far.answer(asked(battle, "search"), battle))
        while len(here.sent) < 3:
            await asyncio.sleep(0)
        here.close()
        assert await waiting == (order, "")  # the greedy player's
        assert far.hub.gone
        count = len(here.sent)
        _, trouble = await far.answer(asked(battle, "no such player"), battle)
        assert "no such player" in trouble
        assert [kind for kind, *_ in here.sent[count:]] in ([], ["end"])

    use(play)


def test_thoughts_are_called_off() -> None:
    async def play(far: FarWorkers, here: Here) -> None:
        battle = begin()
        here.faults.append("silent")
        waiting = asyncio.create_task(far.answer(asked(battle, "search"), battle))
        while len(here.sent) < 2:
            await asyncio.sleep(0)
        far.call_off("one")
        assert await waiting == (None, "")

    use(play)
