"""The changes of a card by training, experience and people.

Rules: warcards:unit.experience, warcards:unit.races, warcards:train.advanced.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from banneret.kernel.files import read_toml
from banneret.rulebooks.warcards.tables.cards import NONE, Card
from banneret.rulebooks.warcards.tables.facts import DATA

BERSERKERS: Final = ("rjurik", "vos")


ADVANCED: Final = ("advanced-melee", "advanced-missile", "advanced-defense", "advanced-morale")
TRAININGS: Final = (
    *ADVANCED,
    "berserk",
    "marine",
    "scout",
    "shield-formation",
    "toughened",
    "war-wagon",
    "pike",
)
EXPERIENCE: Final[dict[str, int]] = {"green": 0, "regular": 0, "veteran": 1, "elite": 2, "crack": 3}


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
    """The card with a training; 1 GB dearer.

    Rules: warcards:unit.experience, warcards:train.advanced, warcards:train.berserk, warcards:train.marine,
    warcards:train.scout, warcards:train.shield, warcards:train.war-wagon.
    """
    new = replace(card, muster=card.muster + 1, training=(*card.training, training))
    if training == "advanced-melee":
        new.melee += 2
    elif training == "advanced-missile":
        new.missile += 2
    elif training == "advanced-defense":
        new.defense += 2
    elif training == "advanced-morale":
        new.morale += 2
    elif training == "berserk":
        new.melee += 2
        new.defense -= 2
        new.morale += 2
        new.berserk = True
        new.charge = max(0, card.charge)
    elif training == "marine":
        new.marine = True
        if at_sea:
            new.melee += 2
            new.defense += 2
    elif training == "scout":
        new.melee -= 2
        new.missile = 2 if card.missile == NONE else card.missile + 2
        new.hits -= 1
        new.move += 1
        new.moves_freely = card.moves_freely or (not card.mounted and card.armor in ("none", "light"))
    elif training == "shield-formation":
        new.shield = True
    elif training == "toughened":
        new.hits += 1
    elif training == "war-wagon":
        new.war_wagon = True
    elif training == "pike":
        new.pike = True
    return new


def of_race(card: Card, race: str) -> Card:
    """A human unit altered by a people's template. Rule: warcards:unit.races."""
    row = next(row for row in read_toml(DATA / "races.toml")["race"] if row["id"] == race)
    new = replace(card, race=race, night_sight=bool(row["night_sight"]), dwarven=bool(row["dwarven"]))
    new.melee += int(row.get("melee", 0))
    new.defense += int(row.get("defense", 0))
    new.morale = max(int(row.get("morale_floor", -99)), card.morale + int(row.get("morale", 0)))
    new.move = int(row.get("move_fixed", card.move + int(row.get("move", 0))))
    if card.missile != NONE:
        new.missile += int(row.get("missile", 0))
    elif "missile_if_none" in row and card.type not in ("levies",):
        new.missile = int(row["missile_if_none"])
    new.muster = max(int(row.get("muster_floor", 0)), card.muster + int(row.get("muster", 0)))
    return new
