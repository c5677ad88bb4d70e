"""The chances that a side holds hidden cards, from all that was seen.

>>> held(10, 2, 3)
Fraction(8, 15)
"""

from __future__ import annotations

from fractions import Fraction
from math import comb

from banneret.rulebooks.skirmish.hidden.lens import Lens
from banneret.rulebooks.skirmish.tables.actions import IMMEDIATE, ActionCard, action_cards


def held(unseen: int, copies: int, drawn: int) -> Fraction:
    """The chance that at least one copy of a card is in a hand.

    Args:
        unseen: The number of cards that were not seen, in hand and deck.
        copies: The copies of the card among them.
        drawn: The cards of the hand that are not known.
    """
    if drawn > unseen - copies:
        return Fraction(1) if copies and drawn else Fraction(0)
    return 1 - Fraction(comb(unseen - copies, drawn), comb(unseen, drawn))


def answers_held(lens: Lens, side: int) -> list[tuple[ActionCard, Fraction]]:
    """The immediate cards that a side may hold, each with its chance, the likeliest first. Rule: skirmish:info.public."""
    cards = action_cards()
    unseen = lens.unseen(side)
    known = lens.battle.armies[side].known
    drawn = lens.held(side) - len(known)
    found: list[tuple[ActionCard, Fraction]] = []
    for card in cards:
        if card.type != IMMEDIATE:
            continue
        chance = Fraction(1) if card.index in known else held(len(unseen), unseen.count(card.index), drawn)
        if chance:
            found.append((card, chance))
    return sorted(found, key=lambda one: (-one[1], one[0].index))


def any_answer(lens: Lens, side: int) -> Fraction:
    """The chance that a side holds any immediate card. Rule: skirmish:info.public."""
    cards = action_cards()
    known = lens.battle.armies[side].known
    if any(cards[card].type == IMMEDIATE for card in known):
        return Fraction(1)
    unseen = lens.unseen(side)
    copies = sum([cards[card].type == IMMEDIATE for card in unseen])
    return held(len(unseen), copies, lens.held(side) - len(known))
