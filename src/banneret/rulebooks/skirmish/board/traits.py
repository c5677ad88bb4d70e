"""A creature with all that lies under it: its level, hit points, Blocks, keywords.

Rules: skirmish:damage.hp-bonus, skirmish:damage.block-sum, skirmish:attach.stack, skirmish:attach.text.
"""

from __future__ import annotations

from banneret.rulebooks.skirmish.state import Creature, State
from banneret.rulebooks.skirmish.tables import effects
from banneret.rulebooks.skirmish.tables.actions import ActionCard, action_cards
from banneret.rulebooks.skirmish.tables.creatures import CreatureCard, creature_cards
from banneret.rulebooks.skirmish.tables.effects import Static


def printed(creature: Creature) -> CreatureCard:
    """The card of a creature."""
    return creature_cards()[creature.card]


def attached(creature: Creature) -> list[ActionCard]:
    """The cards that lie under a creature."""
    cards = action_cards()
    return [cards[card] for card, _ in creature.attached]


def statics(creature: Creature, kind: int) -> list[Static]:
    """The continuous effects of a kind that its card and those under it have. Rule: skirmish:attach.text."""
    found = [static for static in printed(creature).statics if static.kind == kind]
    for card in attached(creature):
        found += [static for static in card.statics if static.kind == kind]
    return found


def level(creature: Creature) -> int:
    """The level for requirements and assisting. Rules: skirmish:damage.hp-bonus, skirmish:card.level."""
    return printed(creature).level + sum(static.level for static in statics(creature, effects.STAT))


def hit_points(creature: Creature) -> int:
    """The hit points of an undamaged creature. Rule: skirmish:damage.hp-bonus."""
    return printed(creature).hp + sum(static.hp for static in statics(creature, effects.STAT))


def blocks(state: State, creature: Creature) -> int:
    """The damage that each attack on a creature loses. Rules: skirmish:damage.block, skirmish:damage.block-sum."""
    amounts = [static.amount for static in statics(creature, effects.BLOCK)]
    if creature.guard:
        amounts.append(creature.guard)
    if state.setting.flags.highest_block:
        return max(amounts, default=0)
    return sum(amounts)


def has_keyword(creature: Creature, word: str) -> bool:
    """True if a keyword is printed on its card. Rule: skirmish:keyword.labels."""
    return word in printed(creature).keywords


def has_own(creature: Creature, word: str) -> bool:
    """True if its own card, or one under it, gives it a keyword ability: Scuttle, Flying."""
    return any(
        static.keyword == word and not static.controlled for static in statics(creature, effects.KEYWORD)
    )


def is_nimble(state: State, creature: Creature) -> bool:
    """True if a creature has Nimble, of its own or by a card under one of its side. Rules: skirmish:keyword.nimble, skirmish:card.endless-night."""
    if has_own(creature, effects.NIMBLE):
        return True
    for other in state.creatures:
        if other.side == creature.side:
            for static in statics(other, effects.KEYWORD):
                if (
                    static.controlled
                    and static.keyword == effects.NIMBLE
                    and has_keyword(creature, static.keyword_filter)
                ):
                    return True
    return False


def is_forbidden(creature: Creature, mode: int) -> bool:
    """True if a creature cannot be moved in a mode. Rule: skirmish:move.slide-not-move."""
    return any(mode in static.modes for static in statics(creature, effects.FORBID))
