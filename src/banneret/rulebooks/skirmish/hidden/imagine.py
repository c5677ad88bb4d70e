"""A state that a viewer cannot tell from the true one: hands and decks of others are dealt again. Rule: skirmish:info.public.

Everyone knows which cards a side has left between hand and deck, how many it holds, some that it holds, and some that it did not hold when
its deck was last seen.
"""

from __future__ import annotations

from collections.abc import Sequence

from banneret.kernel.dice import Chance
from banneret.kernel.viewer import Viewer
from banneret.rulebooks.skirmish.state import State


def imagine(state: State, viewer: Viewer, chance: Chance, present: State) -> State:
    """A copy in which the cards of others are dealt again.

    Args:
        state: The state at the beginning of the running step, which is copied.
        viewer: The seat whose own cards stay.
        chance: Deals the cards.
        present: The state now. Cards that it shows and `state` did not were in hand, or are drawn first.
    """
    world = state.copy()
    for side, army in enumerate(world.armies):
        if viewer.owns(side):
            continue
        now = present.armies[side]
        pool = [*army.action_hand, *army.actions]
        shown = without(pool, [*now.action_hand, *now.actions])
        seen = [*shown, *without(now.known, army.known)]
        held = [*army.known, *without(seen, army.known)]
        army.top = held[len(army.action_hand) :]
        rest = without(pool, held)
        # The number of unseen cards that were held when the deck was seen, if what was laid since was held then too.
        old = max(0, army.kept - len(army.laid))
        army.action_hand, army.actions = deal(
            held[: len(army.action_hand)],
            [*rest, *army.top],
            len(army.action_hand),
            army.top,
            chance,
            old,
            without(army.shelved, army.laid),
        )
        army.creature_hand, army.creatures = deal(
            [], [*army.creature_hand, *army.creatures], len(army.creature_hand), [], chance
        )
    return world


def deal(
    held: list[int],
    rest: list[int],
    count: int,
    kept: list[int],
    chance: Chance,
    old: int = 0,
    shelved: Sequence[int] = (),
) -> tuple[list[int], list[int]]:
    """A hand and a deck, dealt again.

    Args:
        held: The cards that are in the hand for certain.
        rest: All others.
        count: The number of cards in the hand.
        kept: Those of the others that must stay in the deck.
        chance: Deals the cards.
        old: The number of cards that the hand has held since `shelved` were seen in the deck, and that are none of them.
        shelved: Those cards; without any `old` is no matter.
    """
    loose = sorted(without(rest, kept))  # in an order that tells nothing of who holds what
    hand = list(held)
    if shelved:
        before = without(loose, shelved)
        while old > 0 and before and len(hand) < count:
            hand.append(before.pop(chance.below(len(before))))
            loose.remove(hand[-1])
            old -= 1
    while len(hand) < count:
        hand.append(loose.pop(chance.below(len(loose))))
    return sorted(hand), sorted([*loose, *kept])


def without(cards: list[int], gone: Sequence[int]) -> list[int]:
    """Some cards without others, copy for copy."""
    left = list(cards)
    for card in gone:
        if card in left:
            left.remove(card)
    return left
