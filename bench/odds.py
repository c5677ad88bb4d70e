"""How long odds take: of `stacks` one exchange, 12 against 12, and growth from 2 to 20 units a side; of `warcards` a duel;
of `battlesystem` a melee.

Times are milliseconds of processor time, the best of some runs, wall time of the same run beside it.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from banneret.rulebooks.battlesystem.army.matchups import battle_of as regiments_of
from banneret.rulebooks.battlesystem.army.scenarios import build
from banneret.rulebooks.battlesystem.army.worded_lists import read_list
from banneret.rulebooks.battlesystem.odds.melee import exchange
from banneret.rulebooks.battlesystem.odds.starting_positions import Stand, set_down
from banneret.rulebooks.battlesystem.rulebook import RULEBOOK as BATTLESYSTEM
from banneret.rulebooks.battlesystem.tables.creatures import creatures
from banneret.rulebooks.stacks.odds.battle import BattleOdds, battle_odds
from banneret.rulebooks.stacks.odds.exchange import exchange_odds
from banneret.rulebooks.stacks.state import Line
from banneret.rulebooks.stacks.tables.facts import facts
from banneret.rulebooks.warcards.army.lists import battle_of, read_army
from banneret.rulebooks.warcards.odds.duel import duel_odds
from banneret.rulebooks.warcards.odds.ground import duel_state
from banneret.rulebooks.warcards.rulebook import RULEBOOK as WARCARDS
from banneret.rulebooks.warcards.tables.facts import facts as cards

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from banneret.rulebooks.stacks.tables.kinds import UnitKind

ATTACKERS = ("Dwarves", "Goblins", "DwarfLord")
DEFENDERS = ("Elves", "Ranger", "Sylvan Knights")
REGENERATING = ("Trolls", "Hydra", "Vampire Lord")
AWKWARD = ("Caravan", "Paladin", "War Galley"), ("Will-o'-Wisps", "Sirens", "Pit Fiend")
MANY = ("Trolls", "Hydra", "Dwarves", "Goblins", "Ents", "Knights", "Paladin", "Orcs", "Elves", "Ranger", "Kraken",
        "Djinn")  # fmt: skip
RUNS = 3


def best(call: Callable[[], object], runs: int = RUNS) -> tuple[float, float]:
    """The least processor time of some runs, and the wall time of the same run, in milliseconds."""
    found: list[tuple[float, float]] = []
    for _ in range(runs):
        wall, processor = time.perf_counter(), time.process_time()
        call()
        found.append(((time.process_time() - processor) * 1e3, (time.perf_counter() - wall) * 1e3))
    return min(found)


def stack(names: Sequence[str], size: int) -> list[UnitKind]:
    """`size` units, the kinds as even as may be, like kinds together."""
    known = facts()
    return sorted([known.find_unit(names[i % len(names)]) for i in range(size)], key=lambda unit: unit.index)


def row(what: str, own: list[UnitKind], enemy: list[UnitKind], reveal: str, support: str) -> tuple[str, ...]:
    """How long a battle takes, and by which method."""
    found: list[BattleOdds] = []
    processor, wall = best(lambda: found.append(battle_odds(own, enemy, reveal=reveal, support=support)))
    label = f"{len(own)} against {len(enemy)}, {what}, {reveal}, support {support}, ms"
    return label, f"{processor:.1f}", f"{found[-1].method}; {wall:.1f} wall"


def run(seconds: float) -> Iterator[tuple[str, ...]]:
    """Rows: what, milliseconds, method and wall time. Runs are counted, not timed: `seconds` changes nothing."""
    known = facts()
    line = Line(known.unit("elves"), supporters=[known.unit("ranger")] * 3)
    processor, wall = best(lambda: exchange_odds(line, Line(known.unit("goblins"))), 200)
    yield "one exchange, ms", f"{processor:.3f}", f"{wall:.3f} wall"
    for support in ("none", "all"):
        yield row("twelve kinds", stack(MANY, 12), stack(MANY, 12), "in-order", support)
    own = stack(REGENERATING, 12)
    yield row("all regenerate", own, own, "in-order", "all")
    for support in ("none", "all"):
        yield row("three kinds", stack(ATTACKERS, 12), stack(DEFENDERS, 12), "uniform", support)
        yield row("awkward kinds", stack(AWKWARD[0], 12), stack(AWKWARD[1], 12), "uniform", support)
    yield from duels()
    yield from melees()
    for reveal in ("in-order", "uniform"):
        for size in range(2, 21, 2):
            yield row("three kinds", stack(ATTACKERS, size), stack(DEFENDERS, size), reveal, "all")


def duel(first: str, second: str) -> float:
    """How long the exact odds of a duel of two war cards take to its end, in milliseconds of processor time."""
    state = duel_state(battle_of(read_army(first, "A"), read_army(second, "B")), WARCARDS.options())
    return best(lambda: duel_odds(state, 0, 1))[0]


def duels() -> Iterator[tuple[str, ...]]:
    """Every second war card against every second, and the two that can take the most."""
    names = [card.name for card in cards().cards.values()][::2]
    times = sorted(duel(first, second) for first in names for second in names)
    yield (
        "war cards, a duel, ms",
        f"{times[len(times) // 2]:.1f}",
        f"median of {len(times)}; at most {times[-1]:.1f}",
    )
    tough = duel("crack Dwarf guard + toughened", "crack Orog guard + toughened")
    yield "war cards, guards of four hits, ms", f"{tough:.1f}", "exact"


def melee(first: str, second: str) -> float:
    """How long the exact odds of one melee of two units face to face take, in milliseconds of processor time."""
    data = regiments_of(read_list(first, "A"), read_list(second, "B"))
    state = build(data, "bench", BATTLESYSTEM.options())
    state.ranking, state.round = (0, 1), 1
    set_down(state, state.units[0], state.units[1], (Stand(), Stand()), "front")
    return best(lambda: exchange(state, state.units[0], state.units[1]))[0]


def melees() -> Iterator[tuple[str, ...]]:
    """Every third creature against every third, twelve figures a side, and the largest units there are."""
    names = [creature.plural for creature in creatures().values()][::3]
    times = sorted(melee(f"12 {first}", f"12 {second}") for first in names for second in names)
    yield (
        "battlesystem, one melee, ms",
        f"{times[len(times) // 2]:.1f}",
        f"median of {len(times)}; at most {times[-1]:.1f}",
    )
    large = melee("96 Orcs (mob)", "48 Dwarves")
    yield "battlesystem, mob of 96 against 48, ms", f"{large:.1f}", "exact"
