"""Creature cards, from `data/creatures.toml`.

Rules: skirmish:space.size, skirmish:setup.deck-counts, skirmish:power.tap, skirmish:power.static, skirmish:keyword.labels.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from banneret.kernel.errors import BadInput, nearest
from banneret.kernel.fields import Fields
from banneret.rulebooks.skirmish.tables import effects
from banneret.rulebooks.skirmish.tables.effects import Power, Static, Trigger
from banneret.rulebooks.skirmish.tables.reading import ABILITIES, damage, read_data, read_power

SIZES: Final = ("normal", "large")


@dataclass(slots=True)
class CreatureCard:
    """A creature card as it is printed. `across` is the number of squares along a side of its space, 2 for a LARGE creature."""

    index: int
    id: str
    faction: str
    name: str
    level: int
    keywords: tuple[str, ...]
    across: int
    hp: int
    damage: int
    speed: int
    abilities: tuple[str, ...]
    copies: int
    copies_in_text: int
    statics: list[Static]
    triggers: list[Trigger]
    powers: list[Power]

    def has_ability(self, name: str) -> bool:
        """True if it has an ability; every creature has ANY. Rule: skirmish:card.ability."""
        return name == "ANY" or name in self.abilities


@cache
def creature_cards() -> tuple[CreatureCard, ...]:
    """All creature cards in the order of the file; the index of a card is its number in a state."""
    labels = _labels("creatures")
    found: list[CreatureCard] = []
    for index, row in enumerate(read_data("creatures")["creature"]):
        card = read_creature(row, index)
        unknown = [word for word in card.keywords if word not in labels]
        if unknown:
            raise BadInput(
                f"keyword {unknown[0]!r} is not known", where=card.id, hint=nearest(unknown[0], labels)
            )
        found.append(card)
    return tuple(found)


def read_creature(row: Any, index: int) -> CreatureCard:
    """A creature card from its row in the data."""
    fields = Fields(row, f"creature {row.get('id', index + 1)}")
    text = effects.Effects([], [], [])
    for power in fields.rows("power", 12):
        read_power(power, fields.where, text)
    abilities = fields.words("abilities")
    if not abilities or any(word not in ABILITIES for word in abilities):
        raise fields.wrong(f"abilities: some of {', '.join(ABILITIES)} are expected")
    return CreatureCard(
        index,
        fields.text("id"),
        fields.text("faction"),
        fields.text("name"),
        fields.number("level", least=1, most=20),
        fields.words("keywords"),
        SIZES.index(fields.word("size", SIZES)) + 1,
        damage(fields, "hp"),
        damage(fields, "damage"),
        fields.number("speed", least=1, most=20),
        abilities,
        fields.number("copies", least=1),
        fields.number("copies_in_text", least=1),
        text.statics,
        text.triggers,
        text.powers,
    )


@cache
def factions() -> tuple[str, ...]:
    """The ids of the factions. Rule: skirmish:setup.factions."""
    return tuple(row["id"] for row in read_data("creatures")["faction"])


def creature_card(name: str) -> CreatureCard:
    """The creature card of an id; raises `BadInput` if there is none."""
    for card in creature_cards():
        if card.id == name:
            return card
    raise BadInput(
        f"there is no creature {name!r}", hint=nearest(name, [card.id for card in creature_cards()])
    )


def _labels(on: str) -> tuple[str, ...]:
    return tuple(word for row in read_data("effects")["label"] if row["on"] == on for word in row["words"])
