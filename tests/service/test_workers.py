"""Computer players in their workers: they keep the battles, are sent only what is new, and may be called off."""

from __future__ import annotations

import asyncio
import time
from typing import Any

import msgspec
import pytest

import banneret
from banneret.kernel.battle import Battle
from banneret.kernel.errors import BadInput
from banneret.kernel.order import read_order
from banneret.service.computer.workers import Asked, Workers

pytestmark = pytest.mark.server  # a process of its own


def begin(scenario: str = "two_banners", **more: Any) -> Battle:
    return banneret.start("stacks", scenario, **{"seed": 4, **more})


def test_a_copy_follows_a_battle_entry_by_entry() -> None:
    for dice in ("seeded", "typed"):
        battle = begin("first_blood", dice=dice)
        copy = banneret.loads(battle.record.open_text)
        while not battle.is_over and battle.record.count < 150:
            count = battle.record.count
            if battle.roll_wanted:
                battle.give_roll(1 + count % 6)
            else:
                battle.give(battle.waiting_for[0], battle.decisions[0].default())
            if count % 7 == 3:
                battle.note("a remark")
            copy.follow([battle.record.line(n) for n in range(count + 1, battle.record.count + 1)])
            assert copy.dump() == battle.dump()
            assert copy.record.hash == battle.record.hash
        assert battle.record.count > 10
        assert copy.outcome == battle.outcome


def test_a_copy_follows_undos_changes_and_players() -> None:
    battle = begin("first_blood")
    copy = banneret.loads(battle.record.open_text)
    battle.change("kind 0 elves", "a whim")
    battle.force("attacker", battle.orders("attacker")[0], "late")
    battle.undo_agreed(1, ["referee"])
    battle.set_player("defender", "greedy")
    copy.follow([battle.record.line(n) for n in range(1, battle.record.count + 1)])
    assert copy.dump() == battle.dump()
    assert copy.players == {"defender": "greedy"}
    with pytest.raises(BadInput):
        copy.follow(["9 attacker > none #000000000000"])


def test_a_worker_is_sent_the_ground_of_a_battle_once_a_seat() -> None:
    async def play() -> None:
        thinkers = Workers(1)
        first: dict[str, int] = {}
        try:
            battle = begin(players={"groves": "greedy", "halls": "greedy"})
            for _ in range(20):
                side = battle.waiting_for[0]
                before = thinkers.sent
                order, trouble = await thinkers.answer(Asked("one", 0, side, "greedy"), battle)
                assert order, trouble
                size = thinkers.sent - before
                assert side not in first or size < first[side] / 2
                first.setdefault(side, size)
                battle.give(side, read_order(order))
            side = battle.waiting_for[0]
            before = thinkers.sent
            await thinkers.answer(Asked("two", 0, side, "greedy"), battle)  # another battle, to the worker
            assert thinkers.sent - before > first[side] / 2
        finally:
            thinkers.close()
        assert len(first) == 2

    asyncio.run(play())


def test_a_worker_gives_advice_without_an_order() -> None:
    async def ask() -> None:
        thinkers = Workers(1)
        try:
            battle = begin()
            side = battle.waiting_for[0]
            found, trouble = await thinkers.answer(Asked("one", 0, side, "", advice=True), battle)
            assert not trouble
            if found is not None:  # a question with a single answer has none
                assert battle.why_not(side, msgspec.json.decode(found)["order"]) is None
        finally:
            thinkers.close()

    asyncio.run(ask())


def test_thoughts_are_called_off_and_a_new_worker_begins() -> None:
    async def play() -> None:
        thinkers = Workers(1)
        try:
            battle = begin("narrow_sea")
            asked = Asked("one", 0, battle.waiting_for[0], "no such player")
            order, trouble = await thinkers.answer(asked, battle)
            assert order is None
            assert "no such player" in trouble
            task = asyncio.create_task(
                thinkers.answer(Asked("two", 0, battle.waiting_for[0], "greedy"), battle)
            )
            await asyncio.sleep(0)
            began = time.monotonic()
            thinkers.call_off("two")
            assert await task in ((None, ""), (None, "did not answer"))
            assert time.monotonic() - began < 10
            order, trouble = await thinkers.answer(Asked("three", 0, battle.waiting_for[0], "greedy"), battle)
            assert order, trouble
        finally:
            thinkers.close()

    asyncio.run(play())
