"""How long odds of `stacks` take: one exchange, 12 against 12, and growth from 2 to 20 units a side.

    python bench/stacks_odds.py

Times are milliseconds of processor time, the best of some runs, wall time of the same run beside it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from banneret.rulebooks.stacks.facts import facts
from banneret.rulebooks.stacks.kinds import UnitKind
from banneret.rulebooks.stacks.modifiers import Line
from banneret.rulebooks.stacks.odds import BattleOdds, battle_odds, exchange_odds

ATTACKERS = ("Dwarves", "Goblins", "DwarfLord")
DEFENDERS = ("Elves", "Ranger", "Sylvan Knights")
MANY = (
    "Trolls",
    "Hydra",
    "Dwarves",
    "Goblins",
    "Ents",
    "Knights",
    "Paladin",
    "Orcs",
    "Elves",
    "Ranger",
    "Kraken",
    "Djinn",
)


def best(call: Callable[[], object], runs: int) -> tuple[float, float]:
    """The least processor time of some runs, and the wall time of the same run, in milliseconds."""
    found: list[tuple[float, float]] = []
    for _ in range(runs):
        wall, cpu = time.perf_counter(), time.process_time()
        call()
        found.append(((time.process_time() - cpu) * 1e3, (time.perf_counter() - wall) * 1e3))
    return min(found)


def stack(names: Sequence[str], size: int) -> list[UnitKind]:
    """`size` units, the kinds as even as may be, like kinds together."""
    known = facts()
    return sorted([known.find_unit(names[i % len(names)]) for i in range(size)], key=lambda unit: unit.index)


def show(
    label: str, own: list[UnitKind], enemy: list[UnitKind], reveal: str, support: str, runs: int = 3
) -> None:
    """One line: how long, by which method, how long the denominator."""
    odds: list[BattleOdds] = []
    cpu, wall = best(lambda: odds.append(battle_odds(own, enemy, reveal=reveal, support=support)), runs)
    last = odds[-1]
    bits = getattr(last.attacker, "denominator", 0).bit_length() if last.exact else 0
    pairs = last.matchup.pairs() if last.matchup is not None else 0
    print(
        f"{label:34} {reveal:8} {support:4} {cpu:9.1f} {wall:9.1f}  {last.method:10} {pairs:8} pairs {bits:6} bits"
    )


def main() -> None:
    """Print every figure."""
    known = facts()
    line, enemy = (
        Line(known.unit("elves"), supporters=[known.unit("ranger")] * 3),
        Line(known.unit("goblins")),
    )
    cpu, wall = best(lambda: exchange_odds(line, enemy), 200)
    print(f"one exchange: {cpu:.3f} ms ({wall:.3f} wall)\n")
    print(f"{'':34} {'reveal':8} {'supp':4} {'cpu ms':>9} {'wall ms':>9}")
    show("12 v 12, twelve kinds", stack(MANY, 12), stack(MANY, 12), "in-order", "none", 5)
    show("12 v 12, twelve kinds", stack(MANY, 12), stack(MANY, 12), "in-order", "all", 5)
    regenerating = ("Trolls", "Hydra", "Vampire Lord")
    show("12 v 12, all regenerate", stack(regenerating, 12), stack(regenerating, 12), "in-order", "all", 5)
    for support in ("none", "all"):
        show("12 v 12, three kinds", stack(ATTACKERS, 12), stack(DEFENDERS, 12), "uniform", support, 5)
        odd = (
            stack(("Caravan", "Paladin", "War Galley"), 12),
            stack(("Will-o'-Wisps", "Sirens", "Pit Fiend"), 12),
        )
        show("12 v 12, three awkward kinds", *odd, "uniform", support, 5)
    for reveal in ("in-order", "uniform"):
        print()
        for size in range(2, 21, 2):
            show(
                f"{size} v {size}, three kinds", stack(ATTACKERS, size), stack(DEFENDERS, size), reveal, "all"
            )


if __name__ == "__main__":
    main()
