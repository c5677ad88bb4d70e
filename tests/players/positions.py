"""Tiny battles for tests of thinking players: a script of what is asked, with chances to win at the end."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from kernel.toy import RULEBOOK

from banneret.kernel.codec import OUTCOME, Codec
from banneret.kernel.decision import Choice, Decision
from banneret.kernel.dice import Chance
from banneret.kernel.direct import ImaginingTable
from banneret.kernel.player import Player, RandomPlayer, Seat
from banneret.kernel.scenario import Outcome, Scenario
from banneret.kernel.viewer import viewer_of
from banneret.testing.toys import Toy

SIDES = 10_000


@dataclass(slots=True)
class State:
    """How far it is, and a secret that only side 1 knows."""

    secret: int
    steps: int = 0
    outcome: Outcome | None = None

    def copy(self):
        return replace(self)


class Position(Toy[State]):
    """A rulebook of one step: `script(state, table)` returns the chance of side 0 to win; `secrets` are what side 1 may hold."""

    id = "position"
    folder = Path(__file__).parent

    def __init__(
        self, script: Callable[..., Any], secrets: int = 1, steps: int = 1, judged: Any = None
    ) -> None:
        super().__init__()
        self.script = script
        self.secrets = secrets
        self.steps = steps
        self.judged = judged

    def scenarios(self):
        return {"only": Scenario("only", "Only", "basic", ("us", "them"), "", {})}

    def read_scenario(self, data, where):
        raise NotImplementedError

    def open(self, scenario, options):
        return State(0)

    def step(self, state, table):
        chance = self.script(state, table)
        state.steps += 1
        if state.steps >= self.steps and chance is not None:
            if table.die(SIDES, "the end") <= round(chance * SIDES):
                state.outcome = Outcome((0,), "luck", "position:end")
            else:
                state.outcome = Outcome((1,), "luck", "position:end")

    def outcome(self, state):
        return state.outcome

    codec = Codec(State, "a position", shared=(), outcome=OUTCOME)

    def scene(self, state, viewer):
        raise NotImplementedError

    def question(self, state, decision):
        raise NotImplementedError

    def lens(self, state, side):
        return SimpleNamespace(side=side)

    def imagine(self, state, viewer, chance, present):
        world = self.copy(state)
        if viewer.side == 0:
            world.secret = chance.below(self.secrets)
        return world

    def canaries(self, state, viewer):
        return state, []

    def greedy(self, chance, posture=""):
        return RandomPlayer(chance)

    def turns(self, state, side):
        return state.steps

    def judge(self, state, side):
        return 0.5 if self.judged is None else self.judged(state, side)


def choice(kind: str, side: int, *words: Any) -> Decision:
    """A question with one-word answers."""
    return Choice(kind, side, "position:ask", [(word,) for word in words])


def matrix_position(payoffs: list[list[float]]) -> Position:
    """Both sides choose at once; `payoffs` are side 0's chances."""

    def script(state, table):
        mine, theirs = table.ask_all(
            [choice("both", 0, *range(len(payoffs))), choice("both", 1, *range(len(payoffs[0])))]
        )
        return payoffs[mine[0]][theirs[0]]

    return Position(script)


class Watcher(Player):
    """Asks another player, and keeps each question, its order, and what was thought."""

    def __init__(self, inner):
        self.inner = inner
        self.imagines = True
        self.seen = []

    def choose(self, decision, seat):
        order = self.inner.choose(decision, seat)
        self.seen.append((decision.kind, order, getattr(self.inner, "thought", None)))
        return order


def first_answers_in_two_worlds(scenario, player):
    """Pairs of what a new `player()` first does in two worlds of a toy battle that its seat cannot tell apart: early and later, every seat."""
    sides = len(RULEBOOK.scenario(scenario).sides)
    for seed in range(6):
        captains = [RULEBOOK.computer.greedy(Chance(seed)) for _ in range(sides)]
        state = RULEBOOK.new(RULEBOOK.scenario(scenario), RULEBOOK.options())
        chance = Chance(seed)
        for _ in range(2 + seed % 3):
            _play_step(state, captains, chance)
        for side in range(sides):
            other = RULEBOOK.sight.imagine(state, viewer_of(side), Chance(seed + 100), state)
            seen = []
            for world in (state, other):
                watcher = Watcher(player())
                players = [RandomPlayer(Chance(3)) for _ in range(sides)]
                players[side] = watcher
                _play_step(RULEBOOK.copy(world), players, Chance(5))
                seen.append(watcher.seen[:1])
            yield seen


def _play_step(state, players, chance):
    """One step of a toy battle."""
    seats = [Seat(RULEBOOK.sight, side, state) for side in range(len(players))]
    table = ImaginingTable(players, seats, chance)
    table.begin(RULEBOOK.copy(state))
    RULEBOOK.step(state, table)
