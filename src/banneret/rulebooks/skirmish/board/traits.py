"""The values of a creature with the cards under it: level, hit points, Blocks, keywords.

Rules: skirmish:damage.hp-bonus, skirmish:damage.block-sum, skirmish:attach.stack, skirmish:attach.text.
"""

from __future__ import annotations

from typing import Final

from banneret.rulebooks.skirmish.state import Creature, State
from banneret.rulebooks.skirmish.tables.actions import ActionCard, action_cards
from banneret.rulebooks.skirmish.tables.creatures import CreatureCard, creature_cards
from banneret.rulebooks.skirmish.tables.effects import Kind, Moving, Static, by_kind

_CREATURES: Final = creature_cards()
ACROSS: Final = [card.across for card in _CREATURES]
"""The number of squares along a side of a creature's space, by its card. Rule: skirmish:space.size."""
_ACTIONS: Final = action_cards()
_STATICS: Final[list[dict[Kind, list[Static]]]] = [by_kind(card.statics) for card in _CREATURES]
_UNDER: Final[list[dict[Kind, list[Static]]]] = [by_kind(card.statics) for card in _ACTIONS]


def printed(creature: Creature) -> CreatureCard:
    """The card of a creature."""
    return _CREATURES[creature.card]


def attached(creature: Creature) -> list[ActionCard]:
    """The cards that lie under a creature."""
    return [_ACTIONS[card] for card, _ in creature.attached]


def statics(creature: Creature, kind: Kind) -> list[Static]:
    """The continuous effects of a kind of a creature's card and those under it, a list that must not be changed. Rule: skirmish:attach.text."""
    found = _STATICS[creature.card][kind]
    for under in creature.attached:
        more = _UNDER[under[0]][kind]
        if more:
            found = found + more
    return found


def level(creature: Creature) -> int:
    """The level of a creature for playing cards and assisting. Rules: skirmish:damage.hp-bonus, skirmish:card.level."""
    found = _CREATURES[creature.card].level
    for static in statics(creature, "stat"):
        found += static.level
    return found


def hit_points(creature: Creature) -> int:
    """The hit points that a creature has undamaged. Rule: skirmish:damage.hp-bonus."""
    found = _CREATURES[creature.card].hp
    for static in statics(creature, "stat"):
        found += static.hp
    return found


def blocks(state: State, creature: Creature) -> int:
    """The damage that each attack on a creature loses. Rules: skirmish:damage.block, skirmish:damage.block-sum."""
    amounts = [static.amount for static in statics(creature, "block")]
    if creature.guard:
        amounts.append(creature.guard)
    if state.setting.flags.highest_block:
        return max(amounts, default=0)
    return sum(amounts)


def has_keyword(creature: Creature, word: str) -> bool:
    """True if a keyword is printed on a creature's card. Rule: skirmish:keyword.labels."""
    return word in printed(creature).keywords


def has_own(creature: Creature, word: str) -> bool:
    """True if a creature's own card, or one under it, gives it a keyword ability such as Scuttle or Flying."""
    return any(static.keyword == word and not static.controlled for static in statics(creature, "keyword"))


def is_nimble(state: State, creature: Creature) -> bool:
    """True if a creature has Nimble, of its own or by a card under one of its side. Rules: skirmish:keyword.nimble, skirmish:card.endless-night."""
    if has_own(creature, "Nimble"):
        return True
    for other in state.creatures:
        if other.side == creature.side:
            for static in statics(other, "keyword"):
                if (
                    static.controlled
                    and static.keyword == "Nimble"
                    and has_keyword(creature, static.keyword_filter)
                ):
                    return True
    return False


def is_forbidden(creature: Creature, mode: Moving) -> bool:
    """True if a creature cannot be moved in a mode. Rule: skirmish:move.slide-not-move."""
    return any(mode in static.modes for static in statics(creature, "forbid"))
