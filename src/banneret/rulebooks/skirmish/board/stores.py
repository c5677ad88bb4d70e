"""Gold and cards of a side: moving gold out of the vault, drawing cards, discarding them.

Rules: skirmish:gold.conservation, skirmish:end.trigger, skirmish:end.unpaid, skirmish:deck.action-empty.
"""

from __future__ import annotations

from banneret.kernel.table import Table
from banneret.rulebooks.skirmish.state import NOBODY, Army, State, are_foes


def move_gold(state: State, side: int, amount: int, cause: int = NOBODY) -> int:
    """Move gold from the vault of a side to its supply. Returns the gold that the vault lacked.

    `cause` is the side that caused the loss, `NOBODY` in the Refresh Phase. Gold that is missing ends the battle with this turn, and gives
    points to an opponent who caused it.

    Rules: skirmish:destroy.gold, skirmish:end.trigger, skirmish:end.unpaid, skirmish:end.self-caused.
    """
    army = state.armies[side]
    moved = min(army.vault, amount)
    army.vault -= moved
    army.supply += moved
    missing = amount - moved
    if missing:
        state.ending = True
        for scorer in _scorers(state, side, cause):
            state.armies[scorer].points += missing
    return missing


def _scorers(state: State, side: int, cause: int) -> list[int]:
    """The sides that score for gold that a side cannot move. Rules: skirmish:end.unpaid, skirmish:end.self-caused."""
    rule = state.setting.flags.self_destruction
    if cause == NOBODY:
        return []
    if are_foes(cause, side):
        return [cause]
    if rule == "opponent":
        foes = [other for other in state.setting.round_from(side) if are_foes(other, side)]
        return foes if state.setting.flags.mended else foes[:1]
    return [side] if rule == "owner" else []


def draw_actions(state: State, table: Table, side: int, count: int) -> int:
    """Draw action cards, as many as the deck has; only their side sees them. Returns the number drawn.

    Rules: skirmish:refresh.draw, skirmish:deck.action-empty, skirmish:setup.hands.
    """
    army = state.armies[side]
    drawn = 0
    while drawn < count:
        if not army.actions and state.setting.flags.reshuffle:
            army.actions = sorted(army.action_discard)
            army.action_discard = []
            note_deck(state, side, army.actions)
        if not army.actions:
            break
        at = table.draw(len(army.actions), "an action card", side, side)
        if army.top:
            at = army.actions.index(army.top.pop(0))
        army.action_hand.append(army.actions.pop(at))
        drawn += 1
    army.action_hand.sort()
    return drawn


def draw_creatures(state: State, table: Table, side: int, hand: int) -> int:
    """Draw creature cards up to a number in hand, as many as the deck has. Returns the number drawn.

    Rules: skirmish:deploy.refill, skirmish:deck.creature-empty, skirmish:setup.hands.
    """
    army = state.armies[side]
    drawn = 0
    while army.creatures and len(army.creature_hand) < hand:
        at = table.draw(len(army.creatures), "a creature card", side, side)
        army.creature_hand.append(army.creatures.pop(at))
        drawn += 1
    army.creature_hand.sort()
    return drawn


def take_from_hand(state: State, side: int, card: int) -> None:
    """Take an action card out of a hand; if everyone knew of it, nobody knows of it there any more. Rule: skirmish:card.discard."""
    army = state.armies[side]
    if card in army.known:
        army.known.remove(card)
    else:
        _note_laid(army, card)
    army.action_hand.remove(card)


def note_deck(state: State, side: int, cards: list[int]) -> None:
    """Note action cards that everyone sees in a deck: none of them is in the hand. By versions 1 to 5 nothing is noted. Rule: skirmish:info.public."""
    if state.setting.flags.notes_decks:
        army = state.armies[side]
        army.shelved = sorted(cards)
        army.kept = len(army.action_hand) - len(army.known)
        army.laid = []


def _note_laid(army: Army, card: int) -> None:
    """Note an action card of a hand that is about to be seen by everyone. If none was drawn since the deck was seen, the hand held it then."""
    if army.shelved and not army.laid and len(army.action_hand) - len(army.known) == army.kept:
        army.kept -= 1
    elif army.shelved:
        army.laid = sorted([*army.laid, card])


def show(state: State, side: int, card: int) -> None:
    """Let everyone know that a card is in a hand. Rule: skirmish:info.public."""
    army = state.armies[side]
    if card not in army.known:
        _note_laid(army, card)
        army.known = sorted([*army.known, card])


def may_hold(state: State, side: int, card: int) -> bool:
    """True if, for all that everyone knows, a side may hold an action card. Rule: skirmish:info.public."""
    army = state.armies[side]
    if len(army.known) >= len(army.action_hand):
        return card in army.known
    return card in army.action_hand or card in army.actions
