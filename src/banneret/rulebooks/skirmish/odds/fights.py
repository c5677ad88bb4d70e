"""A fight of some creatures to the end, with stated hands: there are no dice, so it always goes the same way."""

from __future__ import annotations

from typing import Final

from banneret.kernel.abilities.computer import Computer
from banneret.kernel.dice import Chance
from banneret.kernel.direct import DirectTable
from banneret.kernel.player import Seat
from banneret.rulebooks.skirmish import stages
from banneret.rulebooks.skirmish.hidden.sight import SkirmishSight
from banneret.rulebooks.skirmish.rounds import play_step
from banneret.rulebooks.skirmish.state import State

MOST_TURNS: Final = 40
"""The turns after which a fight is broken off."""
WAITED: Final = 4
"""After so many turns without a wound the players become reckless."""
SEED: Final = 1


def fight_out(state: State, computer: Computer[State]) -> State:
    """Play a state on with greedy players until one side has no creature left, or for `MOST_TURNS` turns. Changes and returns the state.

    No one deploys, and no one draws: each side has the cards it holds. The players are headlong, for players who fear the enemy's next turn
    wait for each other. If they wait all the same, because the first to tap is struck twice, they play recklessly from then on.
    """
    sight = SkirmishSight()
    players = [computer.greedy(Chance(SEED), "headlong") for _ in state.armies]
    reckless = [computer.greedy(Chance(SEED), "reckless") for _ in state.armies]
    seats = [Seat(sight, side, state) for side in range(len(players))]
    chance = Chance(SEED)
    table = DirectTable(players, seats, chance)
    wounds, since = _wounds(state), state.turn
    while state.turn <= MOST_TURNS and state.outcome is None:
        standing = {creature.side & 1 for creature in state.creatures}
        if len(standing) < 2 and state.stage in (stages.TURN_START, stages.AFTER_ACTIVATION):
            break
        state.ending = False
        play_step(state, table)
        if _wounds(state) != wounds:
            wounds, since = _wounds(state), state.turn
        elif state.turn - since > WAITED:
            table.players = reckless
    return state


def _wounds(state: State) -> tuple[int, int]:
    """The creatures on the board, and the damage of all."""
    return len(state.creatures), sum([one.damage for one in state.creatures])
