"""Points of units, riders, crews, commanders and heroes by Table 18 of [16.3], each sum worked out by hand."""

from __future__ import annotations

from typing import Any

import pytest

from banneret.kernel.abilities.muster import ArmyList, Card, Entry
from banneret.muster.appraisal import appraise
from banneret.rulebooks.battlesystem.army.muster.cards import unit_card
from banneret.rulebooks.battlesystem.army.muster.person_cards import person_card
from banneret.rulebooks.battlesystem.rulebook import RULEBOOK as BOOK
from banneret.rulebooks.battlesystem.tables.mounted import mount_of


def card(**values: Any) -> Card:
    """The card of a unit, or of a hero where a role is named."""
    kind = "hero" if "role" in values else "unit"
    entry = Entry({key.replace("_", "-"): value for key, value in values.items()}, kind, 1, "One")
    return person_card(entry) if kind == "hero" else unit_card(entry)


# creature, figures, what else, points. Ten creatures a figure up to 4 hit dice, five from 4+1 on, two from 9 on.
UNITS: list[tuple[str, int, dict[str, Any], int]] = [
    ("human-0", 16, {}, 160 * 5),
    ("human-fighter-1", 12, {}, 120 * 20),  # 2,000 experience
    ("human-fighter-2", 12, {}, 120 * 40),
    ("human-fighter-3", 12, {}, 120 * 80),
    ("dwarf", 12, {}, 120 * 20),  # as a fighter, for as a monster it is 10
    ("halfling", 10, {}, 100 * 20),
    ("elf", 12, {}, 120 * 30),  # the lists say more than a fighter's 20
    ("elf-fmu-1", 12, {}, 120 * (20 + 25)),  # both classes; no spells in this game
    ("elf-fmu-3", 12, {}, 120 * (80 + 100)),
    ("goblin", 16, {"type": "mob"}, 160 * 10),
    ("orc", 14, {}, 140 * 10),
    ("hobgoblin", 30, {}, 300 * 20),
    ("kobold", 20, {}, 200 * 5),
    ("gnoll", 10, {}, 100 * 30),
    ("bugbear", 8, {}, 80 * 135),
    ("ogre", 12, {}, 60 * 90),
    ("troll", 12, {}, 60 * (225 + 125 + 175)),
    ("giant-hill", 4, {}, 20 * 1400),
    ("giant-stone", 4, {}, 8 * 1950),
    ("treant", 4, {}, 8 * 3000),
    ("treant-medium", 4, {}, 8 * (600 + 400 + 400)),
    ("ghoul", 10, {}, 6500),  # 100 ghouls, as the seed has it
    ("skeleton", 10, {}, 100 * 14),
    ("draconian-baaz", 12, {}, 120 * 81),
    # what is not magic costs nothing
    ("human-fighter-1", 12, {"armour": "plate", "shield": "yes"}, 120 * 20),
    ("human-fighter-1", 12, {"missile": "long-bow", "weapons": ("long-sword",)}, 120 * 20),
    ("dwarf", 12, {"shield": "yes", "weapons": ("battle-axe",)}, 120 * 20),
    # a commander who is better than his men, with a figure of his own
    ("human-fighter-1", 12, {"level": 5}, 120 * 20 + 350),
    ("human-fighter-1", 12, {"level": 1}, 120 * 20),
    ("dwarf", 12, {"level": 4, "class": "cleric"}, 120 * 20 + 130),
    # riders and mounts, one for one
    ("human-fighter-1", 16, {"mount": "horse-light-warhorse"}, 160 * (20 + 20)),
    ("human-fighter-1", 16, {"mount": "horse-medium-warhorse"}, 160 * (20 + 35)),
    ("human-fighter-3", 12, {"mount": "horse-heavy-warhorse"}, 120 * (80 + 60)),
    ("goblin", 16, {"mount": "worg"}, 160 * (10 + 90)),
    ("orc", 8, {"mount": "giant-boar"}, 80 * (10 + 225)),
    ("halfling", 8, {"mount": "pony"}, 80 * (20 + 20)),
    # crews of one figure, and 200 for the piece
    ("human-fighter-1", 1, {"type": "skirmish", "engine": "ballista"}, 10 * 20 + 200),
    ("orc", 1, {"type": "skirmish", "engine": "light-catapult"}, 10 * 10 + 200),
    ("ogre", 1, {"type": "skirmish", "engine": "heavy-catapult"}, 5 * 90 + 200),
]  # fmt: skip


@pytest.mark.rule(
    "battlesystem:16.3l",
    "battlesystem:16.3m",
    "battlesystem:16.3o",
    "battlesystem:16.3q",
    "battlesystem:16.3r",
)
@pytest.mark.parametrize(("creature", "figures", "changes", "points"), UNITS)
def test_points_of_units(creature: str, figures: int, changes: dict[str, Any], points: int) -> None:
    assert card(creature=creature, figures=figures, **changes).cost == points


HEROES: list[tuple[dict[str, Any], int]] = [
    ({"level": 1}, 20),
    ({"level": 10}, 7500),
    ({"level": 18}, 27500),
    ({"class": "magic-user", "level": 18}, 33750),  # the seed's example, without his spells
    ({"class": "cleric", "level": 8}, 2250),
    ({"class": "ranger", "level": 8, "creature": "elf"}, 2250),
    ({"class": "thief", "level": 9}, 1600),
    ({"class": "paladin", "level": 4, "charisma": 17}, 240),
    ({"class": "paladin", "level": 1, "charisma": 17}, 28),  # 27.5: what gives most
    ({"class": "ranger", "level": 1}, 23),  # 22.5
    ({"class": "thief", "level": 1}, 13),  # 12.5
    ({"creature": "giant-hill"}, 1400),
    ({"creature": "troll"}, 525),
    # mounts
    ({"level": 10, "mount": "horse-heavy-warhorse"}, 7500 + 60),
    ({"level": 5, "mount": "horse-light-warhorse"}, 350 + 20),
    # magic arms: half of their experience. A fighter usually has a longsword, plate mail and a shield
    ({"level": 1, "magic": 1}, 20 + 200),  # a hundred of them are the seed's 22,000
    ({"level": 10, "magic": 3, "protection": 1}, 7500 + 700 + 400),
    ({"level": 10, "magic": 4, "weapon": "two-handed-sword"}, 7500 + 1000),
    ({"level": 10, "armour": "chain", "protection": 3}, 7500 + 1000),
    ({"level": 10, "armour": "none", "shield": "yes", "protection": 1}, 7500 + 125),
    ({"class": "cleric", "level": 8, "magic": 2, "weapon": "footmans-mace"}, 2250 + 350),
    ({"class": "cleric", "level": 8, "magic": 2, "weapon": "footmans-flail"}, 2250 + 400),  # as a sword
    ({"class": "magic-user", "level": 5, "magic": 1, "protection": 1}, 400 + 50 + 1000),  # dagger and ring
    ({"class": "thief", "level": 5, "protection": 2}, 200 + 875),  # leather +2 is in no list: as plate mail
    ({"creature": "giant-hill", "protection": 1}, 1400 + 1000),
    ({"creature": "orc", "magic": 1, "weapon": "spear"}, 10 + 250),
]


@pytest.mark.rule("battlesystem:16.3i", "battlesystem:16.3l", "battlesystem:16.3m", "battlesystem:16.3q")
@pytest.mark.parametrize(("changes", "points"), HEROES)
def test_points_of_heroes(changes: dict[str, Any], points: int) -> None:
    values = {"role": "hero", "creature": "human-fighter-1", **changes}
    assert card(**values).cost == points


@pytest.mark.rule("battlesystem:16.3m")
@pytest.mark.parametrize(
    ("mount", "points"),
    [
        ("horse-riding", 20), ("mule", 35), ("camel", 50), ("giant-lizard", 120), ("unicorn", 440),
        ("elephant", 900 + 450), ("mammoth", 1800 + 950),  # four attacks and more
    ],
)  # fmt: skip
def test_points_of_mounts_hold_no_part_for_hit_points(mount: str, points: int) -> None:
    assert mount_of(mount).points == points


@pytest.mark.rule("battlesystem:16.3g")
def test_an_army_is_the_sum_of_all_and_may_not_cost_more_than_its_points() -> None:
    """140 orcs, 60 ogres, a ballista with ten fighters, a commander of the 9th level and a hero with a sword +1."""
    entries = (
        Entry({"creature": "orc", "figures": 14}, "unit", 2, "Orcs"),
        Entry({"creature": "ogre", "figures": 12}, "unit", 1, "Ogres"),
        Entry(
            {"creature": "human-fighter-1", "figures": 1, "type": "skirmish", "engine": "ballista"}, "unit", 1
        ),
        Entry({"rank": "army", "level": 9}, "commander", 1, "Lady"),
        Entry({"role": "hero", "creature": "human-fighter-1", "level": 7, "magic": 1}, "hero", 1, "Rolf"),
    )
    points = 2 * 1400 + 5400 + 400 + 5000 + 1250 + 200
    found = appraise(BOOK, ArmyList("battlesystem", entries, "Host", points))
    assert (found.spent, [fault.text for fault in found.faults]) == (points, [])
    found = appraise(BOOK, ArmyList("battlesystem", entries, "Host", points - 1))
    assert [fault.text for fault in found.faults] == [f"it costs {points} points of {points - 1}"]
