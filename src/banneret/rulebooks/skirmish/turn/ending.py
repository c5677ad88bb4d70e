"""The end of a turn, and of the battle. Rules: skirmish:turn.end, skirmish:keyword.nimble, skirmish:end.final, skirmish:end.tie."""

from __future__ import annotations

from banneret.kernel.scenario import Outcome
from banneret.rulebooks.skirmish import stages
from banneret.rulebooks.skirmish.board.traits import is_nimble
from banneret.rulebooks.skirmish.state import NOBODY, State


def end_turn(state: State) -> None:
    """Untap the Nimble creatures of the side whose turn it was; then the battle is over, or the next turn begins."""
    nimble = [
        creature
        for creature in state.creatures
        if creature.side == state.active and is_nimble(state, creature)
    ]
    for creature in nimble:
        creature.tapped = False
    if state.ending:
        state.outcome = final_count(state)
        state.stage = stages.OVER
        return
    state.acting = NOBODY
    state.moved = False
    state.active = 1 - state.active
    state.turn += 1
    state.stage = stages.TURN_START


def final_count(state: State) -> Outcome:
    """The outcome: points, and one for each gold left in a vault. Rules: skirmish:end.final, skirmish:end.tie, skirmish:end.no-elimination."""
    totals = [army.points + army.vault for army in state.armies]
    names = state.setting.names
    if totals[0] == totals[1]:
        return Outcome((), f"Both sides have {totals[0]} points.", "skirmish:end.tie")
    winner = 0 if totals[0] > totals[1] else 1
    reason = f"{names[winner]} has {totals[winner]} points, {names[1 - winner]} {totals[1 - winner]}."
    return Outcome((winner,), reason, "skirmish:end.final")
