"""Shooting, charging and ground where one rule ends and the next begins; each case was worked out from the rulebook before it was played."""

from __future__ import annotations

from typing import Any

import pytest
from rulebooks.battlesystem.regiments import battle, hero, men, skirmishers
from rulebooks.battlesystem.test_heroes_and_spears_by_hand import Loaded, dice

from banneret.kernel.order import Order
from banneret.rulebooks.battlesystem import stages
from banneret.rulebooks.battlesystem.combat.champions import parting
from banneret.rulebooks.battlesystem.command import in_command
from banneret.rulebooks.battlesystem.movement import movement_phase
from banneret.rulebooks.battlesystem.state import State
from banneret.testing import Script

LOW = dice({6: 1, 10: 1}, {6: 1, 10: 1})


def played(*troops: Any, version: int = 15, **changes: Any) -> State:
    """A battle of the Intermediate Game by that version of the rules."""
    options = {"version": version, **changes.pop("options", {})}
    state = battle(*troops, tier=stages.INTERMEDIATE, options=options, **changes)
    in_command.review(state, Script())
    return state


def moving(state: State, falls: dict[tuple[int, int], int], *orders: Order) -> Loaded:
    """The Movement Phase of the first side as far as these orders go."""
    table = Loaded(falls, orders)
    for _ in orders:
        movement_phase.move_step(state, table)
    assert not table.orders, table.orders
    return table


# ---------------------------------------------------------------- who has shot, and who flees from him


@pytest.mark.rule("battlesystem:8.8d", "battlesystem:10.2d")
@pytest.mark.parametrize(("version", "left", "wounded", "blows"), [(14, 12, False, 0), (15, 8, False, 1)])
def test_who_has_shot_strikes_at_who_flees(version: int, left: int, wounded: bool, blows: int) -> None:
    """He is barred from the Melee Phase. Orcs: 20 - 1 - 2 - 6 + 2 = 13: 6 hit dice of 6, 36: three fall, 6 over: a wound; Anna's is the second."""
    state = played(
        men("Men", 12, 6, 30, 20, 0, engaged=True),
        men("Orcs", 12, 6, 30, 20, 180, side=1, shots=1),
        leaders=[hero("Anna", 32.5, 19.6, 1)],
        version=version,
    )
    anna = state.individuals[0]
    anna.shots, anna.last_shot = 1, state.round
    table = moving(state, LOW, ("flee", 0, 0))
    unit = state.units[0]
    assert (unit.figures, unit.wounded) == (left, wounded)
    assert len(table.of("blow")) == blows


@pytest.mark.rule("battlesystem:8.8d", "battlesystem:10.2d")
@pytest.mark.parametrize(("version", "wounded"), [(14, False), (15, True)])
def test_a_skirmisher_who_has_shot_strikes_at_one_who_flees(version: int, wounded: bool) -> None:
    """An orc: 20 + 1 - 2 - 6 + 2 = 15: 5 hit dice at D6, half a figure: a wound."""
    state = played(
        skirmishers("Slings", [(30, 19.625)], 0),
        skirmishers("Orcs", [(30, 20.375)], 180, side=1),
        version=version,
    )
    singles = state.units[1].singles
    assert singles is not None
    singles[0].shots = state.units[1].shots = 1
    moving(state, LOW, ("flee", 0, 0, (0,)))
    assert state.units[0].wounded is wounded


@pytest.mark.rule("battlesystem:8.8d", "battlesystem:10.2d", "battlesystem:9.4b.leave")
@pytest.mark.parametrize(("version", "struck"), [(14, 0), (15, 1)])
def test_who_has_shot_strikes_at_a_hero_who_flees(version: int, struck: int) -> None:
    state = played(
        men("Orcs", 12, 6, 30, 20, 180, side=1, shots=1),
        leaders=[hero("Anna", 30, 19.75, 0)],
        version=version,
    )
    table = Loaded(LOW, [])
    parting.strike_at(state, table, state.individuals[0])
    assert len(table.of("blow")) == struck
