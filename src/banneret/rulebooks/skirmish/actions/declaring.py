"""Declaring an action: who may act, who may assist, and what is paid for it.

Rules: skirmish:timing.declare, skirmish:card.level, skirmish:card.ability, skirmish:card.affinity, skirmish:assist.tap,
skirmish:assist.ability, skirmish:assist.chain.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from banneret.kernel.order import Order
from banneret.rulebooks.skirmish.actions.chain import NO_CARD, Chain, Choices, Entry
from banneret.rulebooks.skirmish.actions.choosing import announcements
from banneret.rulebooks.skirmish.board.standing import are_adjacent
from banneret.rulebooks.skirmish.board.traits import has_keyword, level, printed
from banneret.rulebooks.skirmish.state import Creature, State
from banneret.rulebooks.skirmish.tables import effects
from banneret.rulebooks.skirmish.tables.actions import ActionCard
from banneret.rulebooks.skirmish.tables.effects import Step


def declare(
    state: State,
    chain: Chain,
    actor: Creature,
    steps: list[Step],
    choices: Sequence[Choices],
    taps: Sequence[Creature] = (),
    card: int = NO_CARD,
    *,
    mutes: bool = False,
) -> Entry:
    """Put an action on the chain, its creatures tapped and its attack announced. Rule: skirmish:timing.declare."""
    entry = Entry(actor.side, actor, chain.uses, steps, list(choices), card, list(taps))
    chain.uses += 1
    for creature in taps:
        creature.tapped = True
    chain.entries.append(entry)
    for place, chosen in enumerate(choices):
        step = steps[place]
        if step.verb == effects.ATTACK and (chosen or step.targets == effects.EACH_ADJACENT_ENEMY):
            chain.announce(state, entry, place, [one for one in state.creatures if one.id in chosen])
        elif step.verb == effects.CHOOSE and mutes:
            entry.mutes = state.creature(chosen[0])
    return entry


def may_act(actor: Creature, card: ActionCard) -> bool:
    """True if a creature may be the acting creature of a card, its level aside. Rules: skirmish:card.ability, skirmish:card.requires."""
    if not all(has_keyword(actor, word) for word in card.requires):
        return False
    return has_affinity(actor, card) or printed(actor).has_ability(card.ability)


def has_affinity(actor: Creature, card: ActionCard) -> bool:
    """True if a creature may act for a card whatever its level and abilities. Rule: skirmish:card.affinity."""
    return bool(card.affinity) and has_keyword(actor, card.affinity)


def helpers(state: State, actor: Creature, card: ActionCard, target: Creature | None) -> list[Creature]:
    """The creatures that may assist. Rules: skirmish:assist.tap, skirmish:assist.ability, skirmish:assist.chain, skirmish:card.sneak-attack."""
    return [
        other
        for other in state.creatures
        if other is not actor
        and other.side == actor.side
        and not other.tapped
        and printed(other).has_ability(card.ability)
        and (
            are_adjacent(state, actor, other)
            or (card.helped_at_target and target is not None and are_adjacent(state, target, other))
        )
    ]


def plays(state: State, chain: Chain, actor: Creature, card: ActionCard) -> list[Order]:
    """All ways in which a creature may play a card: `("play", card, actor, assistants, choice, ...)`.

    Rules: skirmish:card.level, skirmish:card.first-target, skirmish:assist.any-type.
    """
    found: list[Order] = []
    if not may_act(actor, card):
        return found
    free = has_affinity(actor, card)
    for announced in announcements(state, chain, actor, card.steps):
        aim = announced[0] if announced else ()
        target = state.creature(aim[0]) if card.helped_at_target and aim else None
        helping = helpers(state, actor, card, target)
        for count in range(len(helping) + 1):
            for some in combinations(helping, count):
                if free or level(actor) + sum(level(one) for one in some) >= card.level:
                    names = tuple([one.id for one in some])
                    found.append(("play", card.id, actor.id, names, *announced))
    return found
