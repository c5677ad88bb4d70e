"""Battles at the table: the cost of an order, how it grows, memory and the size of the record."""

from __future__ import annotations

import gc
import time
import tracemalloc
from typing import Any

import banneret
from banneret import rulebooks
from banneret.kernel.battle import Battle
from banneret.kernel.dice import Chance
from banneret.kernel.scenario import Scenario
from banneret.rulebooks.stacks.army.single_battles import read_battle

LARGEST = "duel_of_archmages"


def random_battle(scenario: str | Scenario, orders: int, seed: int = 1) -> tuple[Battle, list[float]]:
    """A battle played at random at the table for so many orders; and the seconds each order took."""
    battle = banneret.start("stacks", scenario, seed=seed)
    chance = Chance(seed)
    times: list[float] = []
    while not battle.is_over and len(times) < orders:
        decision = battle.decisions[0]
        order = decision.sample(chance)
        begun = time.perf_counter()
        battle.give(battle.sides[decision.side], order)
        times.append(time.perf_counter() - begun)
    return battle, times


def run(seconds: float) -> list[tuple[str, ...]]:
    """Rows: what, figure, note."""
    times: list[float] = []
    begun = time.perf_counter()
    seed = 0
    while time.perf_counter() - begun < seconds:
        seed += 1
        times += random_battle(LARGEST, 2000, seed)[1]
    times.sort()
    rows: list[tuple[str, ...]] = [
        (
            f"{LARGEST}: one order at the table, ms",
            f"{1e3 * times[len(times) // 2]:.2f} median, {1e3 * times[len(times) * 99 // 100]:.2f} p99",
            f"{len(times)} orders",
        )
    ]
    rows += growth()
    rows.append(memory())
    return rows


def growth() -> list[tuple[str, ...]]:
    """The cost of an order in a battle of 4, 16 and 64 units a side."""
    rows: list[tuple[str, ...]] = []
    per_unit: list[float] = []
    for count in (1, 4, 16):
        scenario = read_battle(f"{4 * count} Goblins", f"{4 * count} Elves")
        times: list[float] = []
        for seed in range(12):
            times += random_battle(scenario, 60, seed)[1]
        times.sort()
        median = times[len(times) // 2]
        per_unit.append(median / count)
        rows.append((f"{4 * count} units a side: one order, ms", f"{1e3 * median:.3f}", f"{count} x units"))
    rows.append(
        ("cost per order and unit, 16 x against 1 x", f"{per_unit[-1] / per_unit[0]:.2f}", "1 = as the units")
    )
    return rows


def memory() -> tuple[str, ...]:
    """A battle of the largest scenario in memory, and its record's bytes an entry."""
    random_battle(LARGEST, 50)
    gc.collect()
    tracemalloc.start()
    kept: list[Any] = [random_battle(LARGEST, 300, seed)[0] for seed in range(5)]
    gc.collect()
    size = tracemalloc.get_traced_memory()[0] / len(kept)
    tracemalloc.stop()
    entries = sum(len(battle.record.entries) for battle in kept)
    text = sum(len(battle.text) - len(battle.record.head) for battle in kept)
    note = f"record {text / entries:.1f} bytes an entry"
    return (f"{LARGEST}: a battle after 300 orders, kB", f"{size / 1000:.0f}", note)


def units_in_play() -> int:
    """How many units the largest scenario begins with."""
    stacks = rulebooks.get("stacks")
    state = stacks.new(stacks.scenario(LARGEST), stacks.options())
    return len(state.units)
