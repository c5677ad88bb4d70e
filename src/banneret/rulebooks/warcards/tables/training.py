"""The changes of a card by training and experience.

Rules: warcards:unit.experience, warcards:train.advanced.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from banneret.kernel.files import read_toml
from banneret.rulebooks.warcards.tables.cards import NONE, Card
from banneret.rulebooks.warcards.tables.facts import DATA

BERSERKERS: Final = ("rjurik", "vos")


@dataclass(frozen=True, slots=True)
class Training:
    """A training: the amounts that it adds to ratings of a card, to further ones at sea, and to its price in GB."""

    effects: dict[str, int]
    at_sea: dict[str, int]
    muster: int


_DATA: Final = read_toml(DATA / "training.toml")
TRAINING: Final[dict[str, Training]] = {
    row["id"]: Training(row.get("effects", {}), row.get("effects_at_sea", {}), int(row["muster"]))
    for row in _DATA["training"]
}
TRAININGS: Final = tuple(TRAINING)
EXPERIENCE: Final[dict[str, int]] = {row["id"]: int(row["trainings"]) for row in _DATA["experience"]}
"""The most trainings of a unit by its experience. Rule: warcards:unit.experience."""
STEADINESS: Final[dict[str, int]] = {row["id"]: int(row["morale"]) for row in _DATA["experience"]}
"""The amount that experience adds to morale. Rule: warcards:unit.experience."""


def why_not_trained(card: Card, training: str) -> str:
    """The reason why a unit may not take a training, "" when it may.

    Rules: warcards:train.advanced, warcards:train.berserk, warcards:train.marine, warcards:train.shield.
    """
    if training == "advanced-missile" and card.missile == NONE:
        return "it has no missile rating to raise"
    if training == "berserk" and card.race not in ("goblin", "orog") and card.people not in BERSERKERS:
        return "only Rjurik, Vos and goblinoid units go berserk"
    if training == "marine" and (card.mounted or card.race != "human"):
        return "only unmounted human units become marines"
    if training == "shield-formation" and card.mounted:
        return "mounted units form no shields"
    if training == "pike" and (card.mounted or card.pike):
        return "only units on foot that have no pikes yet take pikes"
    if training == "scout" and card.hits < 2:
        return "a unit of one hit has none to give"
    return ""


def trained(card: Card, training: str, at_sea: bool = False) -> Card:
    """The card with a training, which makes it dearer.

    Rules: warcards:unit.experience, warcards:train.advanced, warcards:train.berserk, warcards:train.marine,
    warcards:train.scout, warcards:train.shield, warcards:train.war-wagon.
    """
    row = TRAINING[training]
    new = replace(card, muster=card.muster + row.muster, training=(*card.training, training))
    if training == "scout":
        new.missile = 0 if card.missile == NONE else card.missile
        new.moves_freely = card.moves_freely or (not card.mounted and card.armor in ("none", "light"))
    elif training == "berserk":
        new.berserk = True
        new.charge = max(0, card.charge)
    elif training == "marine":
        new.marine = True
    elif training == "shield-formation":
        new.shield = True
    elif training == "war-wagon":
        new.war_wagon = True
    elif training == "pike":
        new.pike = True
    for effects in (row.effects, row.at_sea if at_sea else {}):
        for rating, amount in effects.items():
            setattr(new, rating, getattr(new, rating) + amount)
    return new
