"""The rulebook `battlesystem`: which step is played at which stage, and the doors to everything else it offers."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from banneret.kernel.abilities.computer import Thinking
from banneret.kernel.abilities.muster import Muster
from banneret.kernel.decision import Decision
from banneret.kernel.dice import Chance
from banneret.kernel.order import Order
from banneret.kernel.player import Player
from banneret.kernel.rulebook import Rulebook
from banneret.kernel.scenario import Outcome, Scenario
from banneret.kernel.scene import Change, Preview, Question, Scene
from banneret.kernel.table import Table
from banneret.rulebooks.battlesystem import (
    arrivals,
    compelled,
    melee,
    movement,
    rally,
    rounds,
    setup,
)
from banneret.rulebooks.battlesystem import state as st
from banneret.rulebooks.battlesystem.posture import POSTURES
from banneret.rulebooks.battlesystem.state import State

MOST_OPENINGS: Final = 16  # kept for the next battle of the same scenario
PLAYED_ON: Final = Thinking(
    horizon=60, greed=1.0, most=10, loyalty=1.0, depth=1, explore=0.3, weighing=0.0, reach=80
)


class Battlesystem(Rulebook[State]):
    """Regiments on the plane. Rules: battlesystem:1.0, battlesystem:1.0d."""

    id = "battlesystem"
    folder = Path(__file__).parent
    phases = st.PHASES
    postures = tuple(POSTURES)

    def __init__(self) -> None:
        self._openings: dict[int, tuple[Scenario, dict[str, str], State]] = {}

    def scenarios(self) -> dict[str, Scenario]:
        """The scenarios that come with the rulebook, by id."""
        from banneret.rulebooks.battlesystem import scenarios

        return scenarios.shipped()

    def read_scenario(self, data: Mapping[str, Any], where: str) -> Scenario:
        """A scenario from plain data, checked; raises `BadInput` naming the field."""
        from banneret.rulebooks.battlesystem import scenarios

        return scenarios.read_scenario(data, where)

    def armies(self, scenario: Scenario) -> tuple[str, ...]:
        """What each side begins with: "4 units, 50 figures: Twin Blades (12), ..."."""
        from banneret.rulebooks.battlesystem import scenarios

        return scenarios.armies(scenario)

    def new(self, scenario: Scenario, options: Mapping[str, str]) -> State:
        """The state before anything was rolled or asked."""
        from banneret.rulebooks.battlesystem.scenarios import new_state

        # Finding room for forty units takes a while: the opening is built once, and given out in copies.
        kept = self._openings.get(id(scenario))
        if kept is None or kept[0] is not scenario or kept[1] != options:
            if len(self._openings) >= MOST_OPENINGS:
                self._openings.clear()
            kept = scenario, dict(options), new_state(scenario, options)
            self._openings[id(scenario)] = kept
        return kept[2].copy()

    @property
    def muster(self) -> Muster:
        """Armies of units and commanders, priced in points."""
        from banneret.rulebooks.battlesystem.muster import MUSTER

        return MUSTER

    # ------------------------------------------------------------------ playing

    def step(self, state: State, table: Table) -> None:
        """Play the step of the present stage. Rules: battlesystem:1.0, battlesystem:1.0d."""
        stage = state.stage
        if stage == st.MOVEMENT:
            movement.move_step(state, table)
        elif stage == st.COMPELLED:
            arrivals.arrive(state, table, state.movers[state.part])
            compelled.compelled_step(state, table)
        elif stage == st.MELEE:
            melee.combat_step(state, table)
        elif stage == st.ASSIGNMENT:
            melee.assign_step(state, table)
        elif stage == st.RALLY:
            rally.rally_step(state, table)
        elif stage == st.INITIATIVE:
            rounds.begin(state, table)
        elif stage == st.SEQUENCE:
            rounds.choose_sequence(state, table)
        elif stage == st.ROUND_END:
            rounds.end(state, table)
        else:
            setup.place(state, table)

    def outcome(self, state: State) -> Outcome | None:
        """How it ended, None while it goes on."""
        return state.outcome

    def copy(self, state: State) -> State:
        """An independent copy; the setting is shared."""
        return state.copy()

    def dump(self, state: State) -> bytes:
        """The state as bytes: equal states give equal bytes."""
        from banneret.rulebooks.battlesystem.codec import dump

        return dump(state)

    def load(self, data: bytes, like: State) -> State:
        """The state that `dump` wrote, with the setting of `like`."""
        from banneret.rulebooks.battlesystem.codec import load

        return load(data, like.setting)

    def invariants(self, state: State) -> list[str]:
        """What is wrong with the state, as sentences."""
        from banneret.rulebooks.battlesystem.invariants import faults

        return faults(state)

    # ------------------------------------------------------------------ what a seat may see

    def scene(self, state: State, side: int) -> Scene:
        """What a side may see: nothing of the Basic Game is hidden."""
        from banneret.rulebooks.battlesystem.scene import scene

        return scene(state, side)

    def question(self, state: State, decision: Decision) -> Question:
        """A decision as the owing side reads it."""
        from banneret.rulebooks.battlesystem.questions import question

        return question(state, decision)

    def preview(self, state: State, decision: Decision, order: Order) -> Preview | None:
        """What an order of movement would come to; it measures no more than the owing side may know. Rule: battlesystem:3.5."""
        from banneret.rulebooks.battlesystem.preview import preview

        return preview(state, decision, order)

    def lens(self, state: State, side: int) -> Any:
        """A window on the state for a computer player of the side."""
        from banneret.rulebooks.battlesystem.lens import Lens

        return Lens(state, side)

    def imagine(self, state: State, side: int, chance: Chance, present: State) -> State:
        """A copy: nothing of a state is hidden. What is placed in secret stands in no state before it is open."""
        return state.copy()

    # ------------------------------------------------------------------ the referee's hand

    def changes(self, state: State) -> list[Change]:
        """What a referee may change on the table now."""
        from banneret.rulebooks.battlesystem import referee

        return referee.changes(state)

    def change(self, state: State, order: Order) -> None:
        """Change `state` as a referee orders; raises `IllegalOrder`."""
        from banneret.rulebooks.battlesystem import referee

        referee.change(state, order)

    # ------------------------------------------------------------------ armies and odds

    def matchup(self, first: str, second: str) -> Scenario:
        """The battle of two lists of units, drawn up at opposite edges of an open table."""
        from banneret.rulebooks.battlesystem.lists import matchup

        return matchup(first, second)

    def odds(self, first: str, second: str, flags: Mapping[str, str]) -> Any:
        """The odds of a melee of two units, or of a battle of two lists; `banneret odds` prints them."""
        from banneret.rulebooks.battlesystem.odds.command import asked

        return asked(first, second, flags)

    # ------------------------------------------------------------------ computer players

    def greedy(self, chance: Chance) -> Player:
        """The instant player that knows how to fight."""
        from banneret.rulebooks.battlesystem.greedy import GreedyPlayer

        return GreedyPlayer(chance)

    def greedy_in(self, posture: str, chance: Chance) -> Player:
        """The instant player in one of `postures`."""
        from banneret.rulebooks.battlesystem.greedy import GreedyPlayer

        return GreedyPlayer(chance, POSTURES[posture])

    def candidates(self, decision: Decision, lens: Any, most: int) -> list[Any]:
        """The orders worth thinking about, best first."""
        from banneret.rulebooks.battlesystem.greedy import candidates

        return candidates(decision, lens, most)

    def judge(self, state: State, side: int) -> float:
        """How good a state looks for a side, from 0 to 1."""
        from banneret.rulebooks.battlesystem.outlook import judge

        return judge(state, side)

    def thinking(self, lens: Any) -> Thinking:
        """An order is played on by greedy players for two or three rounds, then judged by what the melees promise.

        Sooner it does not show what a charge suffered or an enemy drawn out is worth. Postures tell less in the same time.
        """
        return PLAYED_ON

    def is_quiet(self, state: State) -> bool:
        """When all have moved and melees are about to begin: what these promise is counted, not rolled for."""
        return state.stage == st.ASSIGNMENT


RULEBOOK: Final = Battlesystem()
