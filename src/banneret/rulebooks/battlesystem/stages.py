"""Who comes next: the turns of the sides within a phase, and the phase after it. Rules: 1.0d, 1.3, 1.4, 1.6."""

from __future__ import annotations

from banneret.rulebooks.battlesystem.state import (
    ASSIGNMENT,
    COMPELLED,
    INITIATIVE,
    MOVEMENT,
    NOBODY,
    RALLY,
    ROUND_END,
    SEQUENCE,
    State,
)


def side_acting(state: State) -> int:
    """The side whose part of the phase it is: A, B... in the Rally Phase, the order of march in the Movement Phase."""
    return state.movers[state.part] if state.stage in (COMPELLED, MOVEMENT) else state.ranking[state.part]


def side_has_rallied(state: State) -> None:
    """The next side rallies; after the last, Side A says who moves first. Rules: battlesystem:1.3, battlesystem:1.4."""
    state.part += 1
    if state.part == len(state.ranking):
        state.part = 0
        state.stage = SEQUENCE


def side_has_moved(state: State) -> None:
    """The next side moves, what it must do before what it wants to; after the last, melee. Rules: 1.4, battlesystem:1.6."""
    state.mover = NOBODY
    state.part += 1
    state.stage = COMPELLED
    if state.part == len(state.movers):
        state.part = 0
        state.stage = ASSIGNMENT


def combats_are_over(state: State) -> None:
    """All melees are fought: the End of Game Round. Rule: battlesystem:1.7."""
    state.bouts = None
    state.part = 0
    state.stage = ROUND_END


def round_begins(state: State) -> None:
    """The sides are ranked: Rally. Rule: battlesystem:1.0d."""
    state.part = 0
    state.stage = RALLY


def round_is_over(state: State) -> None:
    """The next event is an initiative roll. Rule: battlesystem:1.0."""
    state.part = 0
    state.stage = INITIATIVE
