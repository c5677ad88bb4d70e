"""How a battle ends. Rules: fenlight:end.majority, fenlight:end.last-band, fenlight:end.rounds."""

from __future__ import annotations

from banneret.kernel.scenario import Outcome
from banneret_fenlight import stages
from banneret_fenlight.state import State
from banneret_fenlight.text.news import many


def lights_of(state: State, side: int) -> int:
    """The lights that a side has brought home or bears."""
    return state.home[side] + sum(band.lights for band in state.bands if band.side == side)


def warriors_of(state: State, side: int) -> int:
    """The warriors that a side still has."""
    return state.brought[side] - state.fallen[side]


def end_round(state: State) -> None:
    """End the battle if it is decided or the last round is over; else the next round begins."""
    state.outcome = _outcome(state)
    if state.outcome is not None:
        state.stage = stages.OVER
    else:
        state.round += 1


def _outcome(state: State) -> Outcome | None:
    names, marsh = state.marsh.names, state.marsh
    for side in (0, 1):
        if state.home[side] >= marsh.majority:
            reason = f"The {names[side]} have brought {many(state.home[side], 'light')} home."
            return Outcome((side,), reason, "fenlight:end.majority")
    alive = tuple(side for side in (0, 1) if warriors_of(state, side))
    if len(alive) < 2:
        reason = f"Only the {names[alive[0]]} are left." if alive else "Nobody is left."
        return Outcome(alive, reason, "fenlight:end.last-band")
    if state.round < marsh.rounds:
        return None
    rule = "fenlight:end.rounds"
    for counts, what in (
        ([lights_of(state, side) for side in (0, 1)], "lights"),
        ([warriors_of(state, side) for side in (0, 1)], "warriors"),
    ):
        if counts[0] != counts[1]:
            best = 0 if counts[0] > counts[1] else 1
            text = f"The night is over: the {names[best]} have more {what}, {max(counts)} to {min(counts)}."
            return Outcome((best,), text, rule)
    return Outcome((), "The night is over, and neither side has more lights or warriors.", rule)
