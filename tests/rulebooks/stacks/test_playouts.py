"""Whole games at random: no step breaks an invariant, every order is legal, every game ends."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from banneret.kernel.decision import Decision
from banneret.kernel.dice import Chance
from banneret.kernel.files import read_toml
from banneret.kernel.table import Table
from banneret.rulebooks.stacks.army.scenarios import read_scenario
from banneret.rulebooks.stacks.rulebook import RULEBOOK
from banneret.rulebooks.stacks.state import State

FOUR = Path(__file__).parent / "scenarios" / "four_banners.toml"
GAMES = [scenario.id for scenario in RULEBOOK.scenarios().values() if scenario.kind == "scenario"]
BATTLES = [scenario.id for scenario in RULEBOOK.scenarios().values() if scenario.kind == "battle"]
OTHER_OPTIONS = {variant.id: variant.values[-1] for variant in RULEBOOK.variants.values()}


class Dealer(Table):
    """Answers at random and checks every answer."""

    def __init__(self, seed: int, telling: bool) -> None:
        self.telling = telling
        self.chance = Chance(seed)
        self.kinds: set[str] = set()

    def ask(self, decision: Decision) -> tuple[Any, ...]:
        order = decision.sample(self.chance)
        refusal = decision.check(order)
        assert refusal is None, (decision.kind, order, refusal)
        self.kinds.add(f"{decision.kind} {order[0]}")
        return order

    def ask_all(self, decisions: list[Decision]) -> list[tuple[Any, ...]]:
        assert len({decision.side for decision in decisions}) == len(decisions)
        return [self.ask(decision) for decision in decisions]

    def die(self, faces: int, why: str, side: int = -1, to: int = -1) -> int:
        assert faces >= 1
        return self.chance.die(faces)


def play(state: State, seed: int) -> Dealer:
    """One game to its end."""
    table = Dealer(seed, telling=seed % 2 == 0)
    for _ in range(20_000):
        if state.outcome is not None:
            return table
        RULEBOOK.step(state, table)
        faults = RULEBOOK.invariants(state)
        assert faults == [], (seed, faults)
    raise AssertionError(f"no end with seed {seed}")


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.long
def test_random_games_hold_every_invariant(name: str, seed: int) -> None:
    options = RULEBOOK.options(OTHER_OPTIONS if seed >= 2 else {})
    state = RULEBOOK.new(RULEBOOK.scenario(name), options)
    play(state, seed)
    assert state.outcome is not None
    assert state.turn <= state.setting.turn_limit


@pytest.mark.parametrize("name", BATTLES)
def test_random_battles_hold_every_invariant(name: str) -> None:
    for seed in range(6):
        options = RULEBOOK.options(OTHER_OPTIONS if seed >= 3 else {})
        play(RULEBOOK.new(RULEBOOK.scenario(name), options), seed)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.rule("stacks:win.archmage", "stacks:win.annihilation")
def test_random_games_of_four(seed: int) -> None:
    options = RULEBOOK.options(OTHER_OPTIONS if seed >= 2 else {})
    state = RULEBOOK.new(read_scenario(read_toml(FOUR), "four"), options)
    play(state, seed)
    assert state.outcome is not None
    assert len(state.outcome.winners) <= 1


@pytest.mark.long
def test_random_players_give_every_order_of_the_map() -> None:
    kinds: set[str] = set()
    for seed in range(6):
        for name in ("narrow_sea", "duel_of_archmages"):
            kinds |= play(RULEBOOK.new(RULEBOOK.scenario(name), RULEBOOK.options({})), seed).kinds
    assert {
        "recruit draw",
        "give give",
        "deploy deploy",
        "deploy done",
        "exchange pass",
        "exchange board",
        "exchange done",
        "move move",
        "move board",
        "move done",
        "discard discard",
    } <= kinds
