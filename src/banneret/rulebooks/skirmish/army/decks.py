"""The decks of a faction. Rules: skirmish:setup.factions, skirmish:setup.deck-counts."""

from __future__ import annotations

from banneret.rulebooks.skirmish.tables.actions import action_cards
from banneret.rulebooks.skirmish.tables.creatures import creature_cards


def action_deck(faction: str, as_in_text: bool) -> tuple[int, ...]:
    """The action cards of a faction, every copy. Rule: skirmish:setup.deck-counts."""
    return tuple(
        card.index
        for card in action_cards()
        if card.faction == faction
        for _ in range(card.copies_in_text if as_in_text else card.copies)
    )


def creature_deck(faction: str, as_in_text: bool) -> tuple[int, ...]:
    """The creature cards of a faction, every copy. Rule: skirmish:setup.deck-counts."""
    return tuple(
        card.index
        for card in creature_cards()
        if card.faction == faction
        for _ in range(card.copies_in_text if as_in_text else card.copies)
    )
