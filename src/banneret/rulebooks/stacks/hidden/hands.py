"""The spells in enemy hands, dealt again."""

from __future__ import annotations

from banneret.kernel.dice import Chance
from banneret.rulebooks.stacks.hidden.drawing import draw
from banneret.rulebooks.stacks.state import State


def deal_hands(world: State, present: State, enemies: list[int], chance: Chance) -> None:
    """Deal the enemies' hands again from all spells that are neither seen nor held by the side itself.

    A spell that an enemy has cast since stays in its hand. Rule: stacks:hidden.hand, stacks:spell.hand.
    """
    pool = list(world.spell_pile)
    wanted: list[int] = []
    for enemy in enemies:
        hand = world.hands[enemy]
        now = present.hands[enemy]
        kept: list[int] = []
        if len(now) < len(hand):
            rest = list(now)
            for kind in hand:
                if kind in rest:
                    rest.remove(kind)
                    pool.append(kind)
                else:
                    kept.append(kind)
        else:
            pool += hand
        wanted.append(len(hand) - len(kept))
        world.hands[enemy] = kept
    pool.sort()  # its order would tell what is in hand
    for enemy, count in zip(enemies, wanted, strict=True):
        hand = world.hands[enemy]
        for _ in range(count):
            hand.append(draw(pool, chance))
        hand.sort()
    pool.sort()
    world.spell_pile = pool
