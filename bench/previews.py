"""Planning a move at the table: how soon the way of a unit is foreseen, step by step, with 40 units and ground.

    python -m bench previews --seconds 30

The mixed hosts of `bench.regiments`, 20 units a side, meet on a large table that has woods, a hill, stony ground and a stream in the middle.
The battle is played at random; where a side is asked for a move, a random order is foreseen as its player plans it: its first step, then
two, and so on. What is measured is the processor time of `Battle.preview`.
"""

from __future__ import annotations

import time
from typing import Any, Final

import banneret
from banneret.kernel.dice import Chance
from bench.regiments import host

SIZE: Final = 20  # units a side
EVERY: Final = 4  # questions for a move, of which one is measured
GROUND: Final[list[dict[str, Any]]] = [
    {"kind": "woods", "name": "the wood", "polygon": [[14, 28], [34, 27], [36, 40], [16, 44]]},
    {"kind": "hill", "name": "the knoll", "polygon": [[70, 28], [92, 27.5], [96, 44], [74, 44]]},
    {"kind": "rough", "name": "the stones", "polygon": [[44, 38], [60, 36], [62, 44], [46, 44]]},
    {"kind": "stream", "name": "the brook", "line": [[0, 33], [40, 37], [80, 34], [120, 38]]},
]


def run(seconds: float) -> list[tuple[str, ...]]:
    """Rows: what, figure, note."""
    scenario = host(SIZE, tier="intermediate", terrain=GROUND)
    taken: list[float] = []
    begun, number = time.process_time(), 0
    while time.process_time() - begun < seconds:
        number += 1
        taken += _planned(scenario, number, begun + seconds)
    taken.sort()
    spots = [(len(taken) - 1) * share // 100 for share in (50, 95, 100)]
    median, most, worst = (f"{taken[spot] * 1000.0:.1f} ms" for spot in spots)
    note = f"{len(taken)} plans in {number} battles; median {median}, the longest {worst}"
    return [(f"planning a move, {SIZE} units a side and ground, p95", most, note)]


def _planned(scenario: Any, seed: int, until: float) -> list[float]:
    """The seconds of processor time that plans took in one battle, as long as there is time."""
    battle = banneret.start("battlesystem", scenario, seed=seed)
    chance = Chance(seed)
    taken: list[float] = []
    asked = 0
    while not battle.is_over and time.process_time() < until:
        decision = battle.decisions[0]
        side = battle.sides[decision.side]
        order = decision.sample(chance)
        if decision.kind == "move":
            asked += 1
            if asked % EVERY == 0 and order[0] not in ("done", "role", "lead"):
                first = 3 if order[0] == "charge" else 2
                for end in range(first + 1, len(order) + 1):
                    begun = time.process_time()
                    battle.preview(side, order[:end])
                    taken.append(time.process_time() - begun)
        battle.give(side, order)
    return taken
