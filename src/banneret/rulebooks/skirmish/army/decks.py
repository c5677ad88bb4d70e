"""Decks: those of the factions, and those that are built freely within the same counts.

Rules: skirmish:setup.factions, skirmish:setup.deck-counts, skirmish:setup.miniatures.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Final, NamedTuple

from banneret.kernel.fields import Fields
from banneret.rulebooks.skirmish.tables.actions import action_card, action_cards
from banneret.rulebooks.skirmish.tables.creatures import creature_card, creature_cards, factions
from banneret.rulebooks.skirmish.tables.reading import read_data

_FACTIONS: Final = read_data("creatures")["faction"]

CREATURES: Final[int] = max([row["creature_cards"] for row in _FACTIONS])
"""The number of creature cards in a deck. Rule: skirmish:setup.deck-counts."""
LEVELS: Final[int] = max([row["creature_levels_total"] for row in _FACTIONS])
"""The most levels that its creatures may have in all. Rule: skirmish:setup.deck-counts."""
FEWEST_ACTIONS: Final[int] = min([row["action_cards"] for row in _FACTIONS])
MOST_ACTIONS: Final[int] = max([row["action_cards"] for row in _FACTIONS])
"""The fewest and the most action cards of a deck: the numbers of the factions. Rule: skirmish:setup.deck-counts."""


class Deck(NamedTuple):
    """The creature cards and action cards of a side, every copy, in the order of the tables."""

    creatures: tuple[int, ...]
    actions: tuple[int, ...]


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


@cache
def deck_of(faction: str) -> Deck:
    """The decks of a faction. Rule: skirmish:setup.factions."""
    return Deck(creature_deck(faction, False), action_deck(faction, False))


def faction_of(deck: Deck) -> str:
    """The faction that a deck is the whole deck of, empty if it is built freely. Rule: skirmish:setup.factions."""
    return next((name for name in factions() if deck_of(name) == deck), "")


def main_faction(deck: Deck) -> str:
    """The faction with the most levels among the creatures of a deck, the first of equal ones."""
    cards = [creature_cards()[index] for index in deck.creatures]
    levels = [sum([card.level for card in cards if card.faction == name]) for name in factions()]
    return factions()[levels.index(max(levels))]


def deck_faults(deck: Deck) -> list[tuple[str, str, str]]:
    """The faults of a deck, each with its fix and rule. Rules: skirmish:setup.deck-counts, skirmish:setup.miniatures."""
    found = [
        *_count_fault("creature cards", len(deck.creatures), CREATURES, CREATURES),
        *_count_fault("action cards", len(deck.actions), FEWEST_ACTIONS, MOST_ACTIONS),
    ]
    levels = sum([creature_cards()[index].level for index in deck.creatures])
    if levels > LEVELS:
        text = f"its creatures have {levels} levels, and {LEVELS} are the most"
        found.append((text, f"save {levels - LEVELS} levels", "skirmish:setup.deck-counts"))
    for creature in creature_cards():
        found += _copies_fault(creature.name, deck.creatures.count(creature.index), creature.copies)
    for action in action_cards():
        found += _copies_fault(action.name, deck.actions.count(action.index), action.copies)
    return found


def _count_fault(noun: str, count: int, least: int, most: int) -> list[tuple[str, str, str]]:
    if least <= count <= most:
        return []
    right = str(most) if least == most else f"{least} to {most}"
    change = f"add {least - count}" if count < least else f"take away {count - most}"
    return [
        (f"it has {count} {noun}, and a deck has {right}", f"{change} of them", "skirmish:setup.deck-counts")
    ]


def _copies_fault(name: str, count: int, copies: int) -> list[tuple[str, str, str]]:
    if count <= copies:
        return []
    text = f"it has {count} of {name}, and there {'is 1' if copies == 1 else f'are {copies}'}"
    return [(text, f"take away {count - copies}", "skirmish:setup.miniatures")]


def read_deck(row: Fields) -> dict[str, list[str]]:
    """The deck of a side in a scenario, card by card, as plain data; empty for that of its faction. Raises `BadInput`."""
    creatures = [creature_card(name).index for name in row.words("creatures", CREATURES)]
    actions = [action_card(name).index for name in row.words("actions", MOST_ACTIONS)]
    row.end()
    if not creatures and not actions:
        return {}
    deck = Deck(tuple(sorted(creatures)), tuple(sorted(actions)))
    for text, fix, _ in deck_faults(deck):
        raise row.wrong(text, fix)
    return as_data(deck)


def as_data(deck: Deck) -> dict[str, list[str]]:
    """A deck as plain data of a scenario."""
    return {
        "creatures": [creature_cards()[index].id for index in deck.creatures],
        "actions": [action_cards()[index].id for index in deck.actions],
    }


def from_data(creatures: Sequence[str], actions: Sequence[str]) -> Deck:
    """The deck of plain data, the reverse of `as_data`."""
    return Deck(
        tuple([creature_card(name).index for name in creatures]),
        tuple([action_card(name).index for name in actions]),
    )
