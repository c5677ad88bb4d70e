"""Declaring an action: its acting creature, those that assist, and their taps.

Rules: skirmish:timing.declare, skirmish:card.level, skirmish:card.ability, skirmish:card.affinity, skirmish:assist.tap,
skirmish:assist.ability, skirmish:assist.chain.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Final

from banneret.kernel.order import Order
from banneret.rulebooks.skirmish.actions.chain import announce
from banneret.rulebooks.skirmish.actions.choosing import announcements, can_announce
from banneret.rulebooks.skirmish.board.standing import beside
from banneret.rulebooks.skirmish.board.stores import take_from_hand
from banneret.rulebooks.skirmish.board.traits import has_keyword, level
from banneret.rulebooks.skirmish.state import NO_CARD, Chain, Choices, Creature, Entry, State
from banneret.rulebooks.skirmish.tables import effects
from banneret.rulebooks.skirmish.tables.actions import MINOR, ActionCard, action_card, action_cards
from banneret.rulebooks.skirmish.tables.creatures import creature_cards
from banneret.rulebooks.skirmish.tables.effects import Step

_ACTORS: Final = [
    [
        all(word in one.keywords for word in card.requires)
        and (one.has_ability(card.ability) or (card.affinity != "" and card.affinity in one.keywords))
        for one in creature_cards()
    ]
    for card in action_cards()
]
"""For each action card and creature card: True if the creature may act for the card, its level aside."""
_HELPERS: Final = [[one.has_ability(card.ability) for one in creature_cards()] for card in action_cards()]
"""For each action card and creature card: True if the creature may assist, to add its level."""
ALL_WAYS: Final = 3
"""Up to so many helpers every group that is enough is listed; of more only the smallest such groups, and all of them together."""


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
    name: str = "",
) -> Entry:
    """Put an action on the chain, tap its creatures and announce its attacks.

    Args:
        state: The battle.
        chain: The chain.
        actor: The acting creature.
        steps: The steps of the action.
        choices: The choices for the steps that are announced.
        taps: The creatures that it taps.
        card: The action card, if it is one.
        mutes: True if the chosen creature may not answer with immediate cards.
        name: The name of the action.

    Rule: skirmish:timing.declare.
    """
    entry = Entry(actor.side, actor, chain.uses, steps, list(choices), card, list(taps), name=name)
    chain.uses += 1
    for creature in taps:
        creature.tapped = True
    chain.entries.append(entry)
    for place, chosen in enumerate(choices):
        step = steps[place]
        if step.verb == "attack" and (chosen or step.targets == "each-adjacent-enemy"):
            announce(state, chain, entry, place, [one for one in state.creatures if one.id in chosen])
        elif step.verb == "choose" and mutes:
            entry.mutes = state.creature(chosen[0])
    return entry


def declare_card(state: State, chain: Chain, order: Order) -> Entry:
    """Declare the card of an order `("play", card, actor, assistants, choice, ...)`. Rules: skirmish:timing.declare, skirmish:card.discard."""
    card = action_card(str(order[1]))
    actor = on_board(state, order[2])
    assistants = [on_board(state, one) for one in order[3]]
    taps = assistants if card.type == MINOR else [actor, *assistants]
    take_from_hand(state, actor.side, card.index)
    chosen = read_choices(card.steps, order[4:])
    return declare(
        state, chain, actor, card.steps, chosen, taps, card.index, mutes=card.mutes, name=card.name
    )


def written(announced: Sequence[Choices]) -> Order:
    """Choices as an order writes them: without the empty ones at the end."""
    count = len(announced)
    while count and not announced[count - 1]:
        count -= 1
    return tuple(announced[:count])


def read_choices(steps: list[Step], words: Order) -> list[Choices]:
    """The choices at the end of an order, one for each step that is announced."""
    found = [tuple([int(str(one)) for one in part]) for part in words if isinstance(part, tuple)]
    return found + [()] * (effects.announced(steps) - len(found))


def on_board(state: State, number: object) -> Creature:
    """The creature of an id that an order names; it must be on the board."""
    found = state.creature(int(str(number)))
    assert found is not None
    return found


def may_act(actor: Creature, card: ActionCard) -> bool:
    """True if a creature may be the acting creature of a card, its level aside. Rules: skirmish:card.ability, skirmish:card.requires."""
    return _ACTORS[card.index][actor.card]


def has_affinity(actor: Creature, card: ActionCard) -> bool:
    """True if a creature may act for a card whatever its level and abilities. Rule: skirmish:card.affinity."""
    return bool(card.affinity) and has_keyword(actor, card.affinity)


def helpers(state: State, actor: Creature, card: ActionCard, target: Creature | None) -> list[Creature]:
    """The creatures that may assist with a card, those of allied sides included.

    Rules: skirmish:assist.tap, skirmish:assist.ability, skirmish:assist.chain, skirmish:assist.team, skirmish:card.sneak-attack.
    """
    helps, team = _HELPERS[card.index], actor.side & 1
    able = [
        other
        for other in state.creatures
        if other.side & 1 == team and not other.tapped and other is not actor and helps[other.card]
    ]
    if not able or (not card.affinity and not are_enough(able, card.level - level(actor))):
        return []
    near = beside(state, actor, able)
    if not card.helped_at_target or target is None:
        return near
    far = beside(state, target, able)
    return [other for other in able if other in near or other in far]


def can_play(state: State, chain: Chain, actor: Creature, card: ActionCard) -> bool:
    """True if there is any way in which a creature may play a card."""
    if not may_act(actor, card):
        return False
    if card.helped_at_target:
        return bool(plays(state, chain, actor, card))
    if not card.affinity or not has_affinity(actor, card):
        missing = card.level - level(actor)
        if missing > 0 and not are_enough(helpers(state, actor, card, None), missing):
            return False
    return can_announce(state, chain, actor, card.leading)


def are_enough(helping: list[Creature], missing: int) -> bool:
    """True if some creatures together make up the missing levels. Rule: skirmish:assist.tap."""
    for one in helping:
        missing -= level(one)
        if missing <= 0:
            return True
    return False


def plays(
    state: State, chain: Chain, actor: Creature, card: ActionCard, without: Sequence[int] = ()
) -> list[Order]:
    """All ways in which a creature may play a card: `("play", card, actor, assistants, choice, ...)`.

    `without` are allied sides that have said that they do not assist. Rules: skirmish:card.level, skirmish:card.first-target,
    skirmish:assist.any-type.
    """
    found: list[Order] = []
    if not may_act(actor, card):
        return found
    ways = announcements(state, chain, actor, card.leading)
    if not ways:
        return found
    missing = 0 if has_affinity(actor, card) else card.level - level(actor)
    helped: list[tuple[int, ...]] = []
    if not card.helped_at_target:
        helping = [one for one in helpers(state, actor, card, None) if one.side not in without]
        helped = assistances(helping, missing)
    for announced in ways:
        if card.helped_at_target:
            target = state.creature(announced[0][0]) if announced and announced[0] else None
            helping = [one for one in helpers(state, actor, card, target) if one.side not in without]
            helped = assistances(helping, missing)
        found += [("play", card.id, actor.id, names, *written(announced)) for names in helped]
    return found


def assistances(helping: list[Creature], missing: int) -> list[tuple[int, ...]]:
    """The groups of assistants that make up the missing levels; an empty list if none does.

    More may tap than are needed; of many helpers only the smallest groups and all together are listed.
    Rules: skirmish:assist.tap, skirmish:assist.any-type.
    """
    if not helping:
        return [()] if missing <= 0 else []
    levels = {one.id: level(one) for one in helping}
    found: list[tuple[int, ...]] = []
    for count in range(len(helping) + 1):
        for some in combinations([one.id for one in helping], count):
            total = sum([levels[one] for one in some])
            if total < missing:
                continue
            spare = any(total - levels[one] >= missing for one in some)
            if not spare or len(helping) <= ALL_WAYS or count == len(helping):
                found.append(some)
    return found
