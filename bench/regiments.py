"""Battles of regiments in the direct mode: random playouts beside python-chess, growth with the armies, greedy against greedy."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

from banneret import rulebooks
from banneret.kernel.dice import Chance
from banneret.kernel.direct import play_counted
from banneret.rulebooks.battlesystem.enlisting import Recruit, enlist
from bench.clock import interleave
from bench.playouts import playout
from bench.yardsticks import chess_playout

if TYPE_CHECKING:
    from collections.abc import Callable

    from banneret.kernel.rulebook import Rulebook, Scenario

MIXED = (
    Recruit("dwarf", 12),
    Recruit("human-0", 16, weapons=("spear",), armour="leather"),
    Recruit("orc", 14),
    Recruit("halfling", 8, "skirmish"),
    Recruit("goblin", 20, "mob"),
    Recruit("human-fighter-2", 12, armour="chain"),
    Recruit("ogre", 8),
    Recruit("goblin", 12),
)


def host(size: int) -> Scenario:
    """A battle with so many units a side, a mixed army each, on one large table for all sizes."""
    units = [enlist(MIXED[number % len(MIXED)]).row(f"Unit {number + 1}") for number in range(size)]
    data = {
        "id": f"host_{size}",
        "title": f"{size} a side",
        "table": {"width": 120.0, "depth": 72.0},
        "setup": {},
        "sides": [
            {"id": home, "name": home.capitalize(), "home": home, "units": units}
            for home in ("south", "north")
        ],
    }
    return rulebooks.get("battlesystem").read_scenario(data, "bench")


def battles(book: Rulebook[Any], scenario: Scenario) -> Callable[[], float]:
    """A work: one battle between two greedy players."""
    options = book.options()
    turn = [0]

    def work() -> float:
        turn[0] += 1
        chance = Chance(turn[0])
        players = [book.greedy(chance) for _ in scenario.sides]
        play_counted(book, book.new(scenario, options), players, chance)
        return 1.0

    return work


def run(seconds: float) -> list[tuple[str, ...]]:
    """Rows: what, rate, ratio to the yardstick."""
    book = rulebooks.get("battlesystem")
    chance = random.Random(1)
    found = interleave(
        {
            "python-chess": ("plies", lambda: chess_playout(chance)),
            "regiments, crossroads": ("orders", playout(book, [book.scenario("crossroads")])),
            "regiments, 4 a side": ("orders", playout(book, [host(4)])),
            "regiments, 40 a side": ("orders", playout(book, [host(40)])),
        },
        seconds,
    )
    yardstick = found["python-chess"].rate
    rows: list[tuple[str, ...]] = []
    for name, m in found.items():
        if name != "python-chess":
            rows.append((f"{name}, {m.unit}/s", f"{m.rate:,.0f}", f"{m.rate / yardstick:.2f} x python-chess"))
    growth = found["regiments, 4 a side"].rate / found["regiments, 40 a side"].rate
    rows.append(("regiments, time of an order, 40 a side against 4", f"{growth:.2f} x", "10 x the units"))
    greedy = interleave({"greedy": ("battles", battles(book, book.scenario("crossroads")))}, seconds)[
        "greedy"
    ]
    rows.append(("crossroads, greedy against greedy, battles/s", f"{greedy.rate:.1f}", "one core"))
    return rows
