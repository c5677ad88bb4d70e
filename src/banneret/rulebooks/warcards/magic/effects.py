"""The effects of battle spells in force on ratings. Rules: warcards:magic.stacking, warcards:magic.duration."""

from __future__ import annotations

from banneret.rulebooks.warcards.state import State


def magic(state: State, unit: int, rating: int) -> int:
    """The change of a rating by battle spells: best bonus and worst penalty. Rules: warcards:magic.stacking, warcards:magic.duration."""
    best, worst = spells_on(state, unit, rating)
    return best + worst


def spells_on(state: State, unit: int, rating: int) -> tuple[int, int]:
    """The best bonus and the worst penalty of battle spells to a rating. Rule: warcards:magic.stacking."""
    best = 0
    worst = 0
    for target, which, amount in state.effects:
        if target == unit and which == rating:
            best = max(best, amount)
            worst = min(worst, amount)
    return best, worst
