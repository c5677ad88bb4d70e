"""Armies by hand: ratings, command and prices of odd units, worked out from Tables 1, 3, 6, 8, 9 and 18 and from [11.2]."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from msgspec.structs import replace

from banneret.kernel.abilities.muster import ArmyList
from banneret.rulebooks.battlesystem.army.individual_builder import Person, made
from banneret.rulebooks.battlesystem.army.muster.armies import MUSTER
from banneret.rulebooks.battlesystem.army.muster.entries import entry_of, recruit_of
from banneret.rulebooks.battlesystem.army.muster.roster_rows import rows_of
from banneret.rulebooks.battlesystem.army.rosters.reader import read_unit
from banneret.rulebooks.battlesystem.army.unit_builder import Recruit, enlist, prices
from banneret.rulebooks.battlesystem.rulebook import RULEBOOK
from banneret.rulebooks.battlesystem.tables.ratings import total


def by_hand(creature: str, figures: int, **choices: Any) -> tuple[int, int, int, int, int]:
    """Ratio, hit dice of a figure, attack rating, morale, discipline."""
    found = enlist(Recruit(creature, figures, **choices))
    assert not found.troubles
    rated = total(found.attack), total(found.morale), total(found.discipline)
    return (found.ratio, int(found.per_figure), *rated)


@pytest.mark.rule(
    "battlesystem:4.1", "battlesystem:4.1a", "battlesystem:4.1b", "battlesystem:4.1c", "battlesystem:4.1e",
    "battlesystem:4.1f", "battlesystem:4.1g", "battlesystem:4.6", "battlesystem:2.2", "battlesystem:8.3", "battlesystem:11.2a",
    "battlesystem:2.11", "battlesystem:4.6a",
)  # fmt: skip
@pytest.mark.parametrize(
    ("creature", "figures", "choices", "found"),
    [
        (
            "goblin",
            12,
            {"mount": "worg"},
            (10, 30, 20, 13, 13),
        ),  # 11 + mounted + regular; average-low, lawful
        (
            "orc",
            10,
            {"mount": "giant-boar"},
            (10, 40, 19, 13, 13),
        ),  # (1 + 7) / 2 = 4 dice: +1; ten figures -1
        ("gnoll", 6, {}, (10, 20, 16, 10, 8)),  # six figures -2; low, chaotic
        ("kobold", 24, {"kind": "mob"}, (10, 5, 21, 9, 9)),  # half a die -2, no regulars
        ("centaur", 8, {}, (10, 40, 15, 13, 13)),  # four dice +1, a special ability +1, eight figures -1
        ("treant", 4, {}, (2, 24, 19, 16, 15)),  # +2, AC 0 +2, special and exceptional +2, four figures -2
        (
            "human-fighter-1",
            5,
            {"mount": "elephant", "armour": "plate"},
            (5, 30, 25, 12, 12),
        ),  # 5.5, so 6 dice
        ("winter-wolf", 6, {"kind": "skirmish"}, (5, 30, 18, 11, 11)),
        ("human-fighter-1", 12, {"kind": "berserker"}, (10, 10, 20, 14, 0)),  # AC 10 -1, +3
        ("elf-fmu-3", 18, {"kind": "elite"}, (10, 30, 18, 17, 15)),  # elves +1, spells +1, AC 4 +1, +2
        ("ogre", 12, {}, (5, 20, 20, 13, 11)),
        ("weretiger", 4, {}, (5, 30, 18, 13, 13)),  # 6+2: no die more; AC 3 +1, special +1, 6 dice +1, -2, +1
        ("hydra-8", 4, {}, (5, 40, 17, 12, 11)),
        ("elf", 12, {"mount": "unicorn"}, (10, 30, 20, 14, 14)),  # (1 + 5) / 2: three dice; AC 5, the poorer
        ("human-fighter-1", 1, {"kind": "skirmish", "engine": "ballista"}, (10, 10, 20, 8, 8)),
        ("goblin", 10, {"kind": "skirmish", "mount": "worg"}, (10, 30, 20, 11, 11)),  # ten -1, mounted +1
    ],
)
def test_ratings(creature: str, figures: int, choices: dict[str, Any], found: tuple[int, ...]) -> None:
    assert by_hand(creature, figures, **choices) == found


@pytest.mark.rule("battlesystem:4.8", "battlesystem:4.9")
@pytest.mark.parametrize(
    ("creature", "choices", "radius", "bonus"),
    [
        ("goblin", {}, 4, 0),
        ("goblin", {"mount": "worg"}, 12, 0),  # as on the sheet of the Worgriders
        ("orc", {"mount": "giant-boar"}, 8, 0),  # as on that of the boar riders
        ("human-fighter-1", {"mount": "horse-light-warhorse"}, 10, 0),  # (12 + 1) / 2 + 3 = 9.5
        ("human-fighter-2", {"charisma": 18}, 13, 2),
        ("human-0", {"class_": "cleric", "level": 5, "charisma": 15}, 10, 1),
        ("dwarf", {"level": 3, "charisma": 5}, 7, -1),
        ("human-fighter-1", {"level": 9, "charisma": 19}, 17, 3),
    ],
)
def test_chiefs(creature: str, choices: dict[str, Any], radius: int, bonus: int) -> None:
    found = enlist(Recruit(creature, 12, **choices))
    assert (Fraction(total(found.radius), 3), found.charisma) == (radius, bonus)


@pytest.mark.rule("battlesystem:16.3l", "battlesystem:16.3m", "battlesystem:16.3o", "battlesystem:16.3q")
@pytest.mark.parametrize(
    ("creature", "figures", "choices", "points"),
    [
        ("goblin", 12, {"mount": "worg"}, 120 * (10 + 90)),
        ("human-0", 16, {"class_": "cleric", "level": 5}, 160 * 5 + 275),
        ("human-0", 16, {"level": 6}, 160 * 5 + 700),
        ("human-fighter-2", 16, {}, 160 * 40),  # its captain is as good as his men
        ("elf-fmu-1", 12, {"level": 4}, 120 * (20 + 25) + 180),
        ("human-fighter-1", 5, {"mount": "elephant"}, 25 * (20 + 1350)),
        ("human-fighter-3", 8, {"mount": "horse-heavy-warhorse", "level": 9}, 80 * (80 + 60) + 5000),
        ("treant", 4, {}, 8 * 3000),
        ("dwarf", 12, {"level": 3}, 120 * 20 + 80),  # as fighters, not as monsters
        ("halfling", 12, {}, 120 * 20),
        ("human-fighter-1", 1, {"kind": "skirmish", "engine": "heavy-catapult"}, 10 * 20 + 200),
        ("weretiger", 4, {}, 20 * 350),
    ],
)
def test_prices(creature: str, figures: int, choices: dict[str, Any], points: int) -> None:
    assert sum(part[0] for part in prices(enlist(Recruit(creature, figures, **choices)))) == points


@pytest.mark.rule("battlesystem:11.1c", "battlesystem:2.9")
@pytest.mark.parametrize(
    ("kind", "may"), [("regular", True), ("skirmish", True), ("elite", True), ("mob", False)]
)
def test_who_rides(kind: str, may: bool) -> None:
    assert (not enlist(Recruit("human-fighter-1", 12, kind=kind, mount="horse-riding")).troubles) == may


@pytest.mark.rule("battlesystem:11.6", "battlesystem:4.1f")
@pytest.mark.parametrize(
    ("shield", "armour", "walls"), [("large", 4, True), ("yes", 4, False), ("no", 5, False)]
)
def test_large_shields_are_listed(shield: str, armour: int, walls: bool) -> None:
    """Chain mail is AC 5, any shield one better; a wall is made of large ones."""
    recruit = Recruit("human-fighter-1", 24, armour="chain", shield=shield)
    row = enlist(recruit_of(entry_of(recruit))).row()
    roster = read_unit(row, "test", {"tier": "intermediate"}).roster
    assert (roster.armour_class, roster.large_shields) == (armour, walls)


@pytest.mark.rule("battlesystem:11.6")
def test_the_legion_of_lairn_keeps_its_large_shields_on_a_list() -> None:
    lairn = RULEBOOK.scenario("lairn")
    drawn = MUSTER.drawn(lairn, "army-du-lairn")
    legion = next(entry for entry in drawn.entries if entry.name == "Legion of Lairn")
    assert enlist(recruit_of(legion)).row()["large_shields"]
    assert (
        sum("large_shields" in enlist(recruit_of(one)).row() for one in drawn.entries if one.kind == "unit")
        == 1
    )


def listed(*recruits: Recruit) -> tuple[list[str], dict[str, Any]]:
    """The faults of a list in which all others are mixed into the first, and the roster of that unit."""
    entries = [entry_of(one) for one in recruits]
    entries = [
        replace(entries[0], name="All"),
        *[replace(one, values={**one.values, "mixed": "All"}) for one in entries[1:]],
    ]
    army = ArmyList("battlesystem", tuple(entries))
    faults = MUSTER.faults(army, {place: MUSTER.card(entry, army) for place, entry in enumerate(entries)})
    return [fault.text for fault in faults], ({} if faults else rows_of(army)[0])


HORSE = {"mount": "horse-light-warhorse", "weapons": ("long-sword",)}


@pytest.mark.rule("battlesystem:3.1a", "battlesystem:4.1g")
def test_riders_of_two_levels_are_mounted() -> None:
    """Eight of (1 + 2) / 2, so 2 dice, and four of (3 + 2) / 2, so 3: 28 / 12 of ten. 11 + 1 mounted + 1 regular - 1 for AC 10."""
    faults, row = listed(Recruit("human-fighter-1", 8, **HORSE), Recruit("human-fighter-3", 4, **HORSE))
    assert (faults, row["ml"], row["hd_per_figure"], row["figures"]) == ([], 12, 23.0, 12)


@pytest.mark.rule("battlesystem:3.1a")
def test_riders_and_foot_are_not_one_unit() -> None:
    foot = Recruit("human-fighter-1", 8, weapons=("long-sword",))
    assert "foot" in listed(Recruit("human-fighter-1", 8, **HORSE), foot)[0][0]


@pytest.mark.rule("battlesystem:10.1", "battlesystem:11.6")
@pytest.mark.parametrize("both", [True, False])
def test_what_only_some_carry_a_mixed_unit_does_not_use(both: bool) -> None:
    armed: dict[str, Any] = {"missile": "short-bow", "shield": "large"}
    other = Recruit("human-fighter-2", 4, **(armed if both else {"shield": "yes"}))
    faults, row = listed(Recruit("human-fighter-1", 8, **armed), other)
    assert not faults
    assert ("missile" in row, "large_shields" in row) == (both, both)


@pytest.mark.rule("battlesystem:11.1")
@pytest.mark.parametrize(
    ("creature", "may"),
    [("human-0", True), ("halfling", True), ("lizard-man", True), ("wight", True), ("ogre", True), ("wolf", False),
     ("hydra-8", False), ("treant", False), ("centaur", False)],
)  # fmt: skip
def test_men_demihumans_and_humanoids_ride(creature: str, may: bool) -> None:
    unit = enlist(Recruit(creature, 12, mount="elephant"))
    one = made(Person(creature, mount="elephant"))
    for troubles in (unit.troubles, one.troubles):
        assert ("battlesystem:11.1" not in [rule for _, _, _, rule in troubles]) == may
