"""Who is looked at only near by: routs and flights come out as if all units of the battle were looked at."""

from __future__ import annotations

from typing import Any

import pytest

from banneret import rulebooks
from banneret.kernel.dice import Chance
from banneret.kernel.direct import DirectTable
from banneret.kernel.player import RandomPlayer, Seat
from banneret.rulebooks.battlesystem.morale.rout import lines
from banneret.rulebooks.battlesystem.morale.rout.lines import best_line
from banneret.rulebooks.battlesystem.morale.rout.resting import led_on
from banneret.rulebooks.battlesystem.morale.rout.runners import Runner
from banneret.rulebooks.battlesystem.movement.disengaging import fleeing
from banneret.rulebooks.battlesystem.space import standing
from banneret.rulebooks.battlesystem.state import State, figures_standing
from banneret.rulebooks.battlesystem.unit import FIELD, Unit

WAYS = (0.0, 77.5, 200.0, 315.0)


def everybody(state: State, x: float, y: float, reach: float, but: int = -1) -> list[Unit]:
    return [unit for unit in state.units.values() if unit.side != but and unit.status == FIELD]


def ends(state: State) -> list[Any]:
    """Where every unit would come to if it routed or fled."""
    found: list[Any] = []
    for unit in everybody(state, 0.0, 0.0, 0.0):
        if unit.singles is None:
            runners = [Runner(unit, unit.block, None)]
        else:
            figures = figures_standing(unit)[:2]
            runners = [Runner(unit, None, standing.base_of(unit, figure), figure) for figure in figures]
        for heading in WAYS:
            for runner in runners:
                line = best_line(state, runner, heading, unit.now.movement * 4.0 / 3.0)
                both = (line, led_on(state, runner, line))
                found += [(unit.id, one.heading, one.way, one.leaves, one.free) for one in both]
            if unit.block is not None and unit.loose is None:
                block = fleeing.flight(state, unit, heading)
                found.append((unit.id, None if block is None else block.facts()))
    return found


@pytest.mark.rule("battlesystem:7.15c", "battlesystem:8.8c")
@pytest.mark.parametrize(("scenario", "seed"), [("ford_at_dawn", 2), ("kings_meadow", 5)])
def test_routs_and_flights_end_where_they_would_with_all_units_looked_at(
    scenario: str, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    book = rulebooks.get("battlesystem")
    chance = Chance(seed)
    state = book.new(book.scenario(scenario), book.options())
    seats = [Seat(book.sight, side, state) for side in range(2)]
    table = DirectTable([RandomPlayer(chance), RandomPlayer(chance)], seats, chance)
    compared = 0
    for step in range(400):
        if book.outcome(state) is not None:
            break
        book.step(state, table)
        if step % 50 == 49:
            near = ends(state)
            with monkeypatch.context() as patch:
                for module in (lines, fleeing):
                    patch.setattr(module, "units_near", everybody)
                assert near == ends(state)
            compared += len(near)
    assert compared > 100
