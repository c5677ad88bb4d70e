"""Gold and cards of a side: moving gold out of the vault, drawing action cards.

Rules: skirmish:gold.conservation, skirmish:end.trigger, skirmish:end.unpaid, skirmish:deck.action-empty.
"""

from __future__ import annotations

from banneret.rulebooks.skirmish.state import NOBODY, State


def move_gold(state: State, side: int, amount: int, cause: int = NOBODY) -> int:
    """Move gold from vault to supply as far as the vault reaches; the number that could not be moved.

    `cause` is the side because of which it moves, `NOBODY` for the Refresh Phase. Gold that is missing ends the battle with this turn,
    and gives points to an opponent who caused it.

    Rules: skirmish:destroy.gold, skirmish:end.trigger, skirmish:end.unpaid, skirmish:end.self-caused.
    """
    army = state.armies[side]
    moved = min(army.vault, amount)
    army.vault -= moved
    army.supply += moved
    missing = amount - moved
    if missing:
        state.ending = True
        scorer = cause
        if cause == side:
            rule = state.setting.flags.self_destruction
            scorer = NOBODY if rule == "none" else side if rule == "owner" else 1 - side
        if scorer != NOBODY:
            state.armies[scorer].points += missing
    return missing


def draw_actions(state: State, side: int, count: int) -> int:
    """Draw action cards as far as the deck reaches; the number drawn. Rules: skirmish:refresh.draw, skirmish:deck.action-empty."""
    army = state.armies[side]
    drawn = army.actions[:count]
    del army.actions[:count]
    army.action_hand += drawn
    return len(drawn)
