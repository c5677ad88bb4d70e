"""The collector of cycles: it is out of the way, takes cycles all the same, and is given back. And battles have none."""

from __future__ import annotations

import asyncio
import gc
import random
import weakref

import pytest

import banneret
from banneret.service import collector
from banneret.service.collector import Collector


class Knot:
    """Something that only the collector can take away."""

    def __init__(self) -> None:
        self.me = self


def test_young_cycles_go_at_the_next_step_and_python_gets_its_collector_back() -> None:
    async def scenario() -> None:
        work = Collector(lambda: False)
        work.begin()
        try:
            assert not gc.isenabled()
            knot = weakref.ref(Knot())
            assert knot() is not None
            work.step()
            assert knot() is None
        finally:
            work.end()
        await asyncio.sleep(3 * collector.STEP)  # no look is still to come

    asyncio.run(scenario())
    assert gc.isenabled()
    assert gc.get_freeze_count() == 0


@pytest.mark.parametrize("quiet", [True, False])
def test_old_cycles_go_when_nobody_orders(quiet: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(collector, "STEPS_BETWEEN", 2)
    monkeypatch.setattr(collector, "LITTLE", 0)

    async def scenario() -> bool:
        work = Collector(lambda: quiet)
        work.begin()
        try:
            held = Knot()
            knot = weakref.ref(held)
            work.step()  # it survives, and is put out of sight
            del held
            work._kept = 0  # as if much had grown, but not so much that orders must wait
            work.step()
            return knot() is None
        finally:
            work.end()

    monkeypatch.setattr(collector, "MUCH", 10**9)
    assert asyncio.run(scenario()) is quiet


@pytest.mark.long
def test_so_much_has_grown_that_orders_must_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(collector, "STEPS_BETWEEN", 2)
    monkeypatch.setattr(collector, "MUCH", 0)

    async def scenario() -> bool:
        work = Collector(lambda: False)
        work.begin()
        try:
            held = Knot()
            knot = weakref.ref(held)
            work.step()
            del held
            work._kept = 0
            work.step()
            return knot() is None
        finally:
            work.end()

    assert asyncio.run(scenario())


@pytest.mark.long
def test_a_battle_leaves_no_cycles() -> None:
    """What the whole arrangement rests on."""
    battle = banneret.start("stacks", "two_banners", seed=3)
    chance = random.Random(1)
    gc.collect()
    gc.disable()
    try:
        for _ in range(40):
            side = battle.waiting_for[0]
            battle.give(side, chance.choice(battle.orders(side)))
            assert battle.why_not(side, "nothing of the kind") is not None
            for seat in (*battle.sides, "spectator"):
                battle.scene(seat)
        course = weakref.ref(battle.course)
        gc.set_debug(gc.DEBUG_SAVEALL)
        gc.collect()
        kinds = {type(found).__name__ for found in gc.garbage}
        assert not kinds & {"Battle", "Course", "State", "StepTable", "Decision", "Scene"}
        gc.set_debug(0)
        gc.garbage.clear()
        del battle
        assert course() is None
    finally:
        gc.set_debug(0)
        gc.garbage.clear()
        gc.enable()
