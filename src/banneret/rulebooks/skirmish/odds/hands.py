"""The chances that a side holds hidden cards, from all that was seen.

>>> held(10, 2, 3)
Fraction(8, 15)
"""

from __future__ import annotations

from fractions import Fraction
from math import comb

from banneret.rulebooks.skirmish.hidden.lens import Lens
from banneret.rulebooks.skirmish.state import Army
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


def hand_lacks(lens: Lens, side: int, cards: list[int]) -> Fraction:
    """The chance that none of some action cards is in the hand of a side, those aside that everyone knows there.

    Cards that were seen in the deck since cannot have been in the hand then: they count as held as far as they may have been drawn
    later. What a side plays is taken to say nothing of what it keeps, and between which draws it played is not kept. Rules: skirmish:info.public, skirmish:keyword.ready.
    """
    army = lens.battle.armies[side]
    unseen, drawn = lens.unseen(side), lens.held(side) - len(army.known)
    ways = hands(unseen, army, drawn, []) if army.shelved else 0
    if not ways:
        return 1 - held(len(unseen), sum([unseen.count(card) for card in set(cards)]), drawn)
    return Fraction(hands(unseen, army, drawn, cards), ways)


def hands(unseen: list[int], army: Army, drawn: int, lacking: list[int]) -> int:
    """The number of ways in which a hand may have come about since its deck was last seen.

    Args:
        unseen: The cards in hand and deck that nobody else knows in their place.
        army: The side, with what was seen.
        drawn: The cards of the hand among them.
        lacking: The cards that the hand may not hold now.

    A way is a choice of all cards that the hand has held since, those laid included, and of those among them that it held then: none of
    the cards that were seen in the deck. Of equal cards any may have been laid.
    """
    total = drawn + len(army.laid)
    pool = [*unseen, *army.laid]
    # By the number of cards chosen and of those among them that were seen in the deck: the ways to choose them.
    found: dict[tuple[int, int], int] = {(0, 0): 1}
    others = others_shelved = 0
    for card in sorted(set(pool)):
        laid, shelved = army.laid.count(card), army.shelved.count(card)
        new = max(0, pool.count(card) - shelved)
        if not laid and card not in lacking:
            others, others_shelved = others + new, others_shelved + shelved
            continue
        before, found = found, {}
        for (some, seen), ways in before.items():
            for more in range(new + 1):
                for old in range(shelved + 1):
                    if more + old == laid or (more + old > laid and card not in lacking):
                        key = (some + more + old, seen + old)
                        chosen = comb(new, more) * comb(shelved, old) * comb(more + old, laid)
                        found[key] = found.get(key, 0) + ways * chosen
    return sum(
        [
            ways
            * comb(others, total - some - old)
            * comb(others_shelved, old)
            * comb(total - seen - old, army.kept)
            for (some, seen), ways in found.items()
            for old in range(min(others_shelved, total - some, total - seen) + 1)
        ]
    )


def answers_held(lens: Lens, side: int) -> list[tuple[ActionCard, Fraction]]:
    """The immediate cards that a side may hold, each with its chance, the likeliest first. Rule: skirmish:info.public."""
    known = lens.battle.armies[side].known
    found: list[tuple[ActionCard, Fraction]] = []
    for card in action_cards():
        if card.type != IMMEDIATE:
            continue
        chance = Fraction(1) if card.index in known else 1 - hand_lacks(lens, side, [card.index])
        if chance:
            found.append((card, chance))
    return sorted(found, key=lambda one: (-one[1], one[0].index))


def any_answer(lens: Lens, side: int) -> Fraction:
    """The chance that a side holds any immediate card. Rule: skirmish:info.public."""
    answers = [card.index for card in action_cards() if card.type == IMMEDIATE]
    if any(card in answers for card in lens.battle.armies[side].known):
        return Fraction(1)
    return 1 - hand_lacks(lens, side, answers)
