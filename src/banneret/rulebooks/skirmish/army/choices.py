"""Everything a deck may be built of: creature cards and action cards. Rules: skirmish:setup.factions, skirmish:setup.deck-counts."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Final

from banneret.kernel.abilities.muster import Choice, Field, Kind, Tables
from banneret.kernel.files import read_toml
from banneret.rulebooks.skirmish.army.decks import CREATURES, FEWEST_ACTIONS, LEVELS, MOST_ACTIONS
from banneret.rulebooks.skirmish.tables.actions import TYPES, action_cards
from banneret.rulebooks.skirmish.tables.creatures import creature_cards
from banneret.rulebooks.skirmish.tables.reading import FOLDER, read_data

CREATURE: Final = "creature"
ACTION: Final = "action"
STARTS: Final = "starts"


@cache
def tables() -> Tables:
    """The choices, as the muster of any client shows them."""
    return Tables(
        "skirmish",
        "levels",
        (LEVELS,),
        (
            Kind(CREATURE, "Creature", (Field(CREATURE, "Creature", "one", _creatures()), _starts())),
            Kind(ACTION, "Action card", (Field(ACTION, "Action card", "one", _actions()),)),
        ),
        _scenarios(),
        f"The whole decks of a faction, or cards of both within the same counts: {CREATURES} creatures of {LEVELS} levels, "
        f"{FEWEST_ACTIONS} to {MOST_ACTIONS} action cards, none more often than it is printed.",
    )


def _starts() -> Field:
    return Field(
        STARTS,
        "Start on the board",
        "number",
        default="0",
        most=max([card.copies for card in creature_cards()]),
        text="your plan; at the table starting creatures are chosen in secret",
    )


def _scenarios() -> dict[str, tuple[str, ...]]:
    """The scenarios that take decks, with their sides: those that do not place the creatures themselves."""
    found: dict[str, tuple[str, ...]] = {}
    for path in sorted((Path(FOLDER) / "scenarios").glob("*.toml")):
        data = read_toml(path)
        if "standing" not in data["data"]:
            found[path.stem] = tuple(data["sides"])
    return found


def _creatures() -> tuple[Choice, ...]:
    names = faction_names()
    return tuple(
        [
            Choice(card.id, card.name, names[card.faction], card.level, " ".join(texts()[card.id]))
            for card in creature_cards()
        ]
    )


def _actions() -> tuple[Choice, ...]:
    names = faction_names()
    return tuple(
        [
            Choice(
                card.id,
                card.name,
                names[card.faction],
                0,
                f"{TYPES[card.type].capitalize()}, {card.level} {card.ability}: {texts()[card.id][0]}",
            )
            for card in action_cards()
        ]
    )


@cache
def faction_names() -> dict[str, str]:
    """The names of the factions by their ids. Rule: skirmish:setup.factions."""
    return {row["id"]: row["name"] for row in read_data("creatures")["faction"]}


@cache
def texts() -> dict[str, tuple[str, ...]]:
    """The short texts of all cards by their ids: a sentence for each power."""
    found: dict[str, tuple[str, ...]] = {row["id"]: (row["text"],) for row in read_data("actions")["card"]}
    for row in read_data("creatures")["creature"]:
        found[row["id"]] = tuple(
            [f"{one['name']}: {one['text']}".removeprefix(": ") for one in row.get("power", ())]
        )
    return found
