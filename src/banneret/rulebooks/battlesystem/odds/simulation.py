"""Simulations for odds that cannot be counted exactly: duels by the rules of the Melee Phase, battles of lists by greedy players."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from banneret.kernel.decision import Decision
from banneret.kernel.dice import Chance
from banneret.kernel.direct import play
from banneret.kernel.order import Order
from banneret.kernel.rulebook import Rulebook
from banneret.kernel.scenario import Scenario
from banneret.kernel.table import Table
from banneret.rulebooks.battlesystem import stages
from banneret.rulebooks.battlesystem.combat import forming_combats, melee_phase
from banneret.rulebooks.battlesystem.space.casualties import runaways
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.unit import CAPTURED, FIELD, FLED, NOBODY, SLAIN, Unit

LONGEST: Final = 200  # rounds after which a duel is broken off


class Sample:
    """The outcome of n fights; by side, the first unit or army before the other.

    Attributes:
        games: the number of fights.
        attacker: the fights that the first side won.
        defender: those that the second side won.
        neither: those that nobody won.
        lost: by side, the number of fights by figures lost.
        routed: by side, the number of units routed at the end, or off the table by a rout.
        rounds: the number of fights by rounds.
    """

    def __init__(self, games: int, sizes: tuple[int, int]) -> None:
        self.games: int = games
        self.attacker: int = 0
        self.defender: int = 0
        self.neither: int = 0
        self.lost: tuple[list[int], list[int]] = ([0] * (sizes[0] + 1), [0] * (sizes[1] + 1))
        self.routed: list[int] = [0, 0]
        self.rounds: list[int] = []

    def note(self, winner: int, rounds: int) -> None:
        """Note one fight: the side that won, NOBODY for none, and the number of rounds."""
        self.attacker += winner == 0
        self.defender += winner == 1
        self.neither += winner == NOBODY
        self.rounds.extend([0] * (rounds + 1 - len(self.rounds)))
        self.rounds[rounds] += 1


class Rolling(Table):
    """A table with dice of its own, at which every decision gets its default."""

    def __init__(self, chance: Chance) -> None:
        self.chance: Chance = chance

    def ask(self, decision: Decision) -> Order:
        """The default."""
        return decision.default()

    def ask_all(self, decisions: list[Decision]) -> list[Order]:
        """The defaults."""
        return [decision.default() for decision in decisions]

    def die(self, faces: int, why: str, side: int = -1, to: int = -1) -> int:
        """A die."""
        return self.chance.die(faces)


def duels(state: State, first: Unit, second: Unit, games: int, seed: int, longest: int = LONGEST) -> Sample:
    """Simulate duels of two units in contact, each until one is routed or destroyed, or for `longest` rounds.

    Rule: battlesystem:8.8.
    """
    chance = Chance(seed)
    found = Sample(games, (first.figures, second.figures))
    for _ in range(games):
        there = state.copy()
        table = Rolling(chance)
        pair = (there.units[first.id], there.units[second.id])
        rounds = 0
        while rounds < longest:
            there.round = state.round + rounds
            there.stage = stages.ASSIGNMENT
            forming_combats.assign_step(there, table)
            if there.stage != stages.MELEE:
                break
            while there.stage == stages.MELEE:
                melee_phase.combat_step(there, table)
            rounds += 1
            for unit in pair:
                unit.charged = NOBODY
                unit.debt = 0
            if any(unit.routed or unit.status != FIELD for unit in pair):
                break
        stands = [unit.status == FIELD and not unit.routed for unit in pair]
        found.note(NOBODY if stands[0] == stands[1] else 0 if stands[0] else 1, rounds)
        for side, (unit, before) in enumerate(zip(pair, (first, second), strict=True)):
            ran = unit.routed or unit.status == FLED
            found.routed[side] += ran
            left = (unit.figures if unit.status == FIELD else 0) + runaways(unit)
            found.lost[side][before.figures - left] += 1
    return found


def battles(
    book: Rulebook[State], scenario: Scenario, options: Mapping[str, str], games: int, seed: int
) -> Sample:
    """Simulate battles of greedy players, as `book` plays them; the same seed gives the same battles. Rule: battlesystem:1.7."""
    chance = Chance(seed)
    found: Sample | None = None
    for _ in range(games):
        state = book.new(scenario, options)
        strength = [
            sum([unit.now.figures for unit in state.units.values() if unit.side == side]) for side in (0, 1)
        ]
        if found is None:
            found = Sample(games, (strength[0], strength[1]))
        players = [book.computer.greedy(Chance(chance.below(1 << 30))) for _side in (0, 1)]
        outcome = play(book, state, players, Chance(chance.below(1 << 30)))
        found.note(outcome.winners[0] if len(outcome.winners) == 1 else NOBODY, state.round)
        for side in (0, 1):
            own = [unit for unit in state.units.values() if unit.side == side]
            left = sum([runaways(unit) for unit in own])
            left += sum([unit.figures for unit in own if unit.status not in (SLAIN, CAPTURED, FLED)])
            found.lost[side][strength[side] - left] += 1
            found.routed[side] += sum(
                [unit.status == FLED or (unit.status == FIELD and unit.routed) for unit in own]
            )
    assert found is not None, "at least one game"
    return found
