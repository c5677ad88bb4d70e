"""Abilities, trainings and states of units, each in one sentence with its rule; the sentences are data (`data/traits.toml`)."""

from __future__ import annotations

from functools import cache
from typing import Any

from banneret.kernel.files import read_toml
from banneret.kernel.scene import Condition, Trait
from banneret.rulebooks.warcards.tables.cards import NONE, Card
from banneret.rulebooks.warcards.tables.facts import DATA


@cache
def _sentences() -> dict[str, dict[str, Any]]:
    return read_toml(DATA / "traits.toml")


def trait(word: str, value: str = "") -> Trait:
    """A trait by its word in the data, about a value."""
    row = _sentences()["trait"][word]
    return Trait(
        row["keyword"].format(value=value), row["text"].format(value=value), f"warcards:{row['rule']}"
    )


def state_of(condition: Condition) -> Trait:
    """A state of a unit, and what it means. Rule: warcards:round.snapshot."""
    row = _sentences()["state"][condition.kind]
    return Trait(str(condition).capitalize(), row["text"], f"warcards:{row['rule']}")


def traits_of(card: Card) -> list[Trait]:
    """Every ability and training of a unit, whatever has become of it. Rules: warcards:unit.card, warcards:unit.experience.

    >>> from banneret.rulebooks.warcards.tables.facts import facts
    >>> [trait.keyword for trait in traits_of(facts().cards["pikemen"])]
    ['Pikes', 'Human, regular']
    """
    found = [
        trait(word)
        for word in ("mounted", "pike", "artillery", "moves_freely", "marine", "berserk", "shield")
        if getattr(card, word)
    ]
    if card.missile != NONE:
        found.append(trait("missile"))
    if card.charge != NONE:
        found.append(trait("ram" if card.ship else "charge", f"{card.charge:+d}".replace("-", "−")))
    found += [trait(word) for word in ("war_wagon", "night_sight", "dwarven", "heavy") if getattr(card, word)]
    if card.bunks:
        found.append(trait("bunks", str(card.bunks)))
    for training in card.training:
        if training.startswith("advanced-"):
            found.append(trait("advanced", training.removeprefix("advanced-")))
        elif training in ("scout", "toughened"):
            found.append(trait(training))
    about = f"{card.race.capitalize()}, {card.experience}"
    text = f"{card.muster} gold bars to muster" + (f", {card.armor} armor" if card.armor != "none" else "")
    found.append(Trait(about, f"{text}.", "warcards:unit.experience"))
    return found
