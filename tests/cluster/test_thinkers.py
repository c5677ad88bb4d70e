"""Computer players on a cluster: sent what the processes here are sent, and replaced by a quick answer where one is lost."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from cluster.here import Here

import banneret
from banneret.kernel.battle import Battle
from banneret.kernel.order import read_order
from banneret.service.computer.afar import FarWorkers, Hub
from banneret.service.computer.workers import WORLDS, Asked, Workers

pytestmark = pytest.mark.server  # processes of its own


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


def test_a_thinker_is_sent_no_record_and_the_ground_once() -> None:
    """It answers as a process here does; what was rolled and ordered it is not sent."""

    async def play(far: FarWorkers, here: Here) -> None:
        near = Workers(1)
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
        seats = [question[0].side for question in sent]
        assert [bool(ground) for _, ground, _ in sent] == [
            side not in seats[:at] for at, side in enumerate(seats)
        ]
        lines = [battle.record.line(number) for number in range(1, battle.record.count + 1)]
        secrets = [*lines, "a seed of our own", *[entry.salt for entry in battle.entries if entry.salt]]
        assert not [secret for secret in secrets for raw in here.raw if secret.encode() in raw]
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


@pytest.mark.parametrize("advice", [False, True])
def test_where_no_world_leads_to_the_question_the_answer_is_a_quick_one(
    advice: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def play(far: FarWorkers, here: Here) -> None:
        battle = begin()
        while battle.decisions[0].kind != "move":
            battle.give(battle.waiting_for[0], battle.decisions[0].default())
        opening = battle.rulebook.new(battle.scenario, battle.record.header.options)
        monkeypatch.setattr(type(battle.rulebook.sight), "imagine", lambda *_: battle.rulebook.copy(opening))
        question = replace(asked(battle, "search"), advice=advice)
        order, trouble = await far.answer(question, battle)
        assert not trouble
        assert order is None if advice else battle.why_not(question.side, order or "") is None
        assert [kind for kind, *_ in here.sent].count("ask") == WORLDS

    use(play)
