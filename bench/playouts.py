"""Random playouts in the direct mode, beside python-chess and beside the tight loop."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

from banneret import rulebooks
from banneret.kernel.dice import Chance
from banneret.kernel.direct import play_counted
from banneret.kernel.player import Player, RandomPlayer
from banneret.rulebooks.stacks.army.single_battles import read_battle
from bench.clock import interleave
from bench.yardsticks import beside_chess, chess_rows, tight_fight

if TYPE_CHECKING:
    from collections.abc import Callable

    from banneret.kernel.rulebook import Rulebook
    from banneret.kernel.scenario import Scenario

SMALL = ("4 Dwarves, DwarfLord", "6 Goblins, Stone Giants")


def playout(rulebook: Rulebook[Any], scenarios: list[Scenario]) -> Callable[[], float]:
    """A work: one random battle of the scenarios in turn; counts orders."""
    options = rulebook.options()
    chance = Chance(1)
    turn = [0]

    def work() -> float:
        scenario = scenarios[turn[0] % len(scenarios)]
        turn[0] += 1
        players: list[Player] = [RandomPlayer(chance) for _ in scenario.sides]
        return play_counted(rulebook, rulebook.new(scenario, options), players, chance)[1]

    return work


def run(seconds: float) -> list[tuple[str, ...]]:
    """Rows: what, rate, ratio to the yardstick."""
    stacks = rulebooks.get("stacks")
    shipped = list(stacks.scenarios().values())
    found = beside_chess(
        {
            "hex scenarios": ("orders", playout(stacks, [s for s in shipped if s.kind == "scenario"])),
            "ready-made battles": ("orders", playout(stacks, [s for s in shipped if s.kind == "battle"])),
        },
        seconds,
    )
    rows = chess_rows(found, itself=True)
    return rows + small_fight(seconds) + war_cards(seconds) + companies(seconds)


def host(size: int) -> Scenario:
    """A battle of war cards with so many units a side, a mixed army each, on contested ground."""
    mixed = ("infantry", "pikemen", "archers", "cavalry", "infantry", "irregulars", "archers", "levies")
    army = [mixed[number % len(mixed)] for number in range(size)]
    general = {"name": "General", "warcraft": 5, "lead": 5}
    sides = {side: {"name": side, "general": general, "units": army} for side in ("A", "B")}
    data = {
        "id": f"host_{size}",
        "title": f"{size} a side",
        "attacker": "A",
        "province": {"major": "open", "minor": ["hills"]},
        "conditions": {},
        "sides": sides,
    }
    return rulebooks.get("warcards").read_scenario(data, "bench")


def war_cards(seconds: float) -> list[tuple[str, ...]]:
    """War cards beside python-chess: the scenarios, and how the time of an order grows with the armies."""
    cards = rulebooks.get("warcards")
    found = beside_chess(
        {
            "war cards, scenarios": ("orders", playout(cards, list(cards.scenarios().values()))),
            "war cards, 8 a side": ("orders", playout(cards, [host(8)])),
            "war cards, 40 a side": ("orders", playout(cards, [host(40)])),
        },
        seconds,
    )
    rows = chess_rows(found)
    growth = found["war cards, 8 a side"].rate / found["war cards, 40 a side"].rate
    rows.append(("war cards, time of an order, 40 a side against 8", f"{growth:.2f} x", "5 x the units"))
    return rows


LEADERS = ("carrow", "tarrant", "brokk", "gashnak", "aerendir", "fenn", "crow", "palamon")


def crowd(size: int) -> Scenario:
    """A battle of so many companies on the ford, half of them a side."""
    sides = ("mill", "lances")
    rows = [
        {
            "side": sides[2 * number // size],
            "name": f"Company {number + 1}",
            "commander": LEADERS[number],
            "package": "human",
            "affiliation_dice": 2,
            "troops": 200,
            "objective": "Keep the mill",
        }
        for number in range(size)
    ]
    data = {"map": "ford", "host": "mill", "placing": "ready", "companies": rows}
    found = {"id": f"crowd_{size}", "title": f"{size} companies", "sides": list(sides), "data": data}
    return rulebooks.get("companies").read_scenario(found, "bench")


def companies(seconds: float) -> list[tuple[str, ...]]:
    """Companies beside python-chess: the scenarios, and how the time of an order grows from two companies to eight."""
    book = rulebooks.get("companies")
    shipped = [one for one in book.scenarios().values() if len(one.data["companies"]) == len(one.sides) == 2]
    found = beside_chess(
        {
            "companies, scenarios of two": ("orders", playout(book, shipped)),
            "companies, 2 on the field": ("orders", playout(book, [crowd(2)])),
            "companies, 8 on the field": ("orders", playout(book, [crowd(8)])),
        },
        seconds,
    )
    rows = chess_rows(found)
    growth = found["companies, 2 on the field"].rate / found["companies, 8 on the field"].rate
    rows.append(("companies, time of an order, 8 against 2", f"{growth:.2f} x", "4 x the companies"))
    return rows


def small_fight(seconds: float) -> list[tuple[str, ...]]:
    """The small fight, with full rules and in the tight loop."""
    stacks = rulebooks.get("stacks")
    chance, dice = random.Random(1), Chance(2)
    fight = read_battle(*SMALL)
    options = stacks.options()
    start = stacks.new(fight, options)

    def full() -> float:
        play_counted(stacks, stacks.copy(start), [RandomPlayer(dice), RandomPlayer(dice)], dice)
        return 1.0

    def tight() -> float:
        tight_fight(chance)
        return 1.0

    found = interleave({"tight": ("fights", tight), "full": ("fights", full)}, seconds)
    tight_rate, full_rate = found["tight"].rate, found["full"].rate
    return [
        ("small fight, tight loop, fights/s", f"{tight_rate:,.0f}", "floor"),
        (
            "small fight, full rules, fights/s",
            f"{full_rate:,.0f}",
            f"{tight_rate / full_rate:.1f} x the loop's time",
        ),
    ]
