"""The tables of chapters 8 to 11 as they are printed, typed off the page and held against the data, entry by entry."""

from __future__ import annotations

import pytest

from banneret.rulebooks.battlesystem.army.unit_builder import Recruit, enlist
from banneret.rulebooks.battlesystem.tables.characters import class_of
from banneret.rulebooks.battlesystem.tables.combat_results import Damage
from banneret.rulebooks.battlesystem.tables.creatures import creature_of
from banneret.rulebooks.battlesystem.tables.grounds import grounds
from banneret.rulebooks.battlesystem.tables.missiles import additions, engine_of, limits, missile_of
from banneret.rulebooks.battlesystem.tables.mounted import mount_of
from banneret.rulebooks.battlesystem.tables.ratings import ratio_penalty

COLUMNS = ("1d2", "1d3", "1d4", "1d6", "1d8", "1d10", "1d12", "1d14", "1d16", "1d18", "1d20")
RESULTS = """
0 5 7 9 12 15 18 20 22 24 28 32
1 4 6 8 11 14 17 19 21 23 26 29
2 3 6 7 10 13 16 18 20 22 24 26
3 3 5 7 10 13 15 18 20 22 23 25
4 3 5 7 9 12 15 17 19 20 22 24
5 3 4 6 9 11 14 17 18 20 21 23
6 3 4 6 8 11 14 16 17 18 20 22
7 3 4 6 8 11 13 15 15 17 19 21
8 2 4 5 8 10 12 15 15 16 18 20
9 2 3 5 7 10 12 14 14 15 17 19
10 2 3 5 7 9 11 13 13 15 16 18
11 2 3 5 6 8 10 12 12 14 15 17
12 2 3 4 6 8 10 11 12 13 14 16
13 2 3 4 6 7 9 11 11 12 13 15
14 2 2 4 5 7 8 10 11 11 12 13
15 1 2 4 5 6 8 9 10 11 12 13
16 1 2 3 5 6 7 9 9 10 11 12
17 1 2 3 4 5 7 8 8 9 10 11
18 1 2 3 4 5 6 7 8 8 9 10
19 1 1 3 4 5 6 6 7 8 8 9
20 1 1 2 3 4 5 6 6 7 8 8
21 1 1 2 3 4 4 5 5 7 8 8
22 1 1 2 2 3 4 4 5 6 7 8
23 .5 1 1 2 3 3 4 4 5 6 7
24 .5 1 1 2 2 3 3 4 5 6 7
25 .5 .5 1 1 2 2 2 3 4 6 6
26 .2 .5 1 1 1 1 2 3 3 5 5
27 .2 .5 .5 .5 1 1 1 3 3 5 5
28 .1 .2 .5 .5 .5 1 1 2 3 4 4
29 .1 .2 .2 .2 .5 .5 1 2 2 3 4
30 .1 .1 .1 .2 .2 .5 .5 1 2 3 3
31 0 .1 .1 .1 .2 .2 .5 1 1 2 3
32 0 0 0 .1 .1 .2 .2 .5 1 2 2
33 0 0 0 0 .1 .1 .2 .5 .5 1 2
34 0 0 0 0 .1 .1 .1 .5 .5 1 1
35 0 0 0 0 0 .1 .1 .2 .2 .5 1
36 0 0 0 0 0 .1 .1 .2 .2 .5 1
39 0 0 0 0 0 .1 .1 .2 .2 .5 1
40 0 0 0 0 0 0 0 0 0 0 0
"""


@pytest.mark.rule("battlesystem:8.4a")
def test_the_combat_results_table() -> None:
    for row in RESULTS.split("\n"):
        if row:
            roll, *printed = row.split()
            found = [Damage.of(dice).per_figure(int(roll)) for dice in COLUMNS]
            assert found == [round(10 * float(entry)) for entry in printed], roll
    assert [Damage.of(dice).per_figure(-4) for dice in COLUMNS] == [
        50,
        70,
        90,
        120,
        150,
        180,
        200,
        220,
        240,
        280,
        320,
    ]
    assert [Damage.of(dice).per_figure(55) for dice in COLUMNS] == [0] * 11


@pytest.mark.rule("battlesystem:8.5")
@pytest.mark.parametrize(
    ("dice", "roll", "tenths"),
    [
        ("2d8", 16, 120),  # the example of 8.5: 6, and so 12
        ("1d6+1", 20, 40),  # read as D8
        ("1d12+4", 20, 80),  # as D20
        ("1d20+3", 20, 80 + 20),  # D20 and D4
        ("1d8+11", 20, 80 + 40),  # D20 and D8; the example of the book begins its count at D14, as for D12
        ("1d10+40", 20, 4 * 80 + 10),  # four times D20, and D3; the example is right for D16
        ("1d20-3", 20, 60),  # D14
        ("1d6-4", 20, 10),  # D2
    ],
)
def test_conversions_of_dice(dice: str, roll: int, tenths: int) -> None:
    assert Damage.of(dice).per_figure(roll) == tenths


@pytest.mark.rule("battlesystem:8.3b")
def test_table_9_ratios() -> None:
    assert [ratio_penalty(ratio) for ratio in (10, 5, 2, 1)] == [0, 5, 10, 15]


@pytest.mark.rule(
    "battlesystem:10.4a",
    "battlesystem:10.4b",
    "battlesystem:10.4c",
    "battlesystem:10.4d",
    "battlesystem:10.4e",
)
@pytest.mark.parametrize(
    ("limit", "lines"),
    [
        ("thrown", [(0, "0"), (1, "2/3")]),  # standing still: as often as they can
        ("crossbow-or-sling", [(0, "0")]),
        ("archers", [(2, "0"), (1, "1/2")]),
        ("mounted-archers", [(2, "0"), (1, "1")]),
        ("mounted-crossbows", [(1, "1/2")]),
    ],
)  # fmt: skip
def test_table_12_movement_and_missiles(limit: str, lines: list[tuple[int, str]]) -> None:
    assert [(shots, str(share)) for shots, share in limits()[limit].lines] == lines


@pytest.mark.rule(
    "battlesystem:10.8a",
    "battlesystem:10.8b",
    "battlesystem:10.8c",
    "battlesystem:10.8d",
    "battlesystem:10.8e",
)
def test_table_13_missile_modifiers() -> None:
    found = {name: row.amount for name, row in additions().items()}
    assert found == {
        "loose": 1, "soft": 2, "hard": 4, "mounted": 2, "arching": 3, "medium": 2, "long": 5,
        "partly-seen": 2,  # 10.1 speaks of it, the table does not
    }  # fmt: skip


@pytest.mark.rule(
    "battlesystem:10.9e",
    "battlesystem:10.9f",
    "battlesystem:10.9i",
    "battlesystem:10.9c",
    "battlesystem:10.9h",
)
@pytest.mark.parametrize(
    ("engine", "least", "ranges", "damage", "movement", "armour", "rounds"),
    [
        ("light-catapult", 15, [20, 25, 30], "2d10", 8, 5, 2),
        ("heavy-catapult", 18, [24, 30, 36], "2d12", 4, 5, 2),
        ("ballista", 0, [11, 22, 32], "2d6", 6, 10, 1),
    ],
)
def test_artillery(
    engine: str, least: int, ranges: list[int], damage: str, movement: int, armour: int, rounds: int
) -> None:
    one = engine_of(engine)
    assert (one.least, list(one.ranges), one.movement) == (least, ranges, movement)
    assert (one.armour_class, one.rounds) == (armour, rounds)
    assert one.damage.per_figure(20) == Damage.of(damage).per_figure(20)


@pytest.mark.rule(
    "battlesystem:11.8a",
    "battlesystem:11.8b",
    "battlesystem:11.8j",
    "battlesystem:11.8k",
    "battlesystem:11.8l",
)
@pytest.mark.parametrize(
    ("ground", "price", "crossing", "closed", "charge"),
    [
        # a penalty of a third: an inch costs 1 1/2, of a half: 2; the bonus of a third on roads: 3/4
        ("clear", 1.0, False, True, True),
        ("road", 0.75, False, True, True),
        ("woods", 1.5, False, False, True),
        ("rough", 2.0, False, False, True),
        ("swamp", 2.0, False, False, True),
        ("stream", 1.0, True, False, False),
        ("wall", 1.0, True, False, False),
        ("fence", 1.0, True, False, False),
        ("ditch", 1.0, True, False, False),
        ("ford", 1.0, True, False, False),
        ("water", 1.0, False, False, False),
    ],
)
def test_table_14_ground(ground: str, price: float, crossing: bool, closed: bool, charge: bool) -> None:
    one = grounds()[ground]
    assert (one.price, one.crossing, one.closed, one.charge) == (price, crossing, closed, charge)


# ---------------------------------------------------------------- the roster sheets of the Scenario Book

SHEETS = """
Twin Blades       dwarf               10 10  6 20 11 12 13 13 14
Glarus Militia    human-0             10 10 12 21 16 17 18 20 19
Clanguard         halfling            10 10  9 20 11 12 13 13 14
Glarian Guard     human-fighter-2     20 10  - 20 14 15 16 17 17
First Qualinost   elf-fmu-3           30 10  9 17 13 13 11 15 12
Second Qualinost  elf-fmu-1           10 10 12 19 14 13 11 15 12
Plainsmen legion  human-fighter-1     10 10  - 20 14 15 16 17 17
Red Blade         orc                 10 10  9 19 14 15 16 17 17
Twisted Claws     goblin              10 10  6 20 14 15 16 17 17
23rd Draconian    draconian-baaz      20 10  6 16 14 15 16 17 17
41st Draconian    draconian-kapak     30 10  6 16 13 14 15 16 16
Tearing Ears      hobgoblin           10 10  9 18 14 15 16 17 17
Red Club          ogre                20  5  9 15 13 14 15 16 16
Gaping Maw        troll               35  5 12 13 10 11 12 12 13
"""
"""HD/fig, ratio, MV ("-" where armour has changed it), AR and five saves. The AR of ogres and trolls is printed without the 5 of their ratio."""

SKILLED = ("elf-fmu-1", "elf-fmu-3")  # with the sword: AR 1 better


@pytest.mark.rule("battlesystem:3.1", "battlesystem:3.1c", "battlesystem:8.3a", "battlesystem:2.2a")
@pytest.mark.parametrize("sheet", SHEETS.strip().split("\n"), ids=lambda sheet: sheet[:18].strip())
def test_units_as_their_sheets_print_them(sheet: str) -> None:
    creature, figure, ratio, movement, rating, *saves = sheet[18:].split()
    found = enlist(Recruit(creature, 12, weapons=("long-sword",) if creature in SKILLED else ()))
    assert (found.per_figure, found.ratio) == (int(figure), int(ratio))
    assert movement == "-" or found.movement == int(movement)
    assert sum([part.delta for part in found.attack]) == int(rating) + (5 if ratio == "5" else 0)
    assert list(found.saves) == [int(save) for save in saves]


@pytest.mark.rule("battlesystem:11.2a", "battlesystem:11.2b", "battlesystem:3.1")
@pytest.mark.parametrize(
    ("rider", "mount", "armour", "printed", "bites"),
    [
        # HD/fig, AC, MV, AR as printed, and the damage of the mount at an attack roll of 16
        (
            "human-fighter-1",
            "horse-light-warhorse",
            "studded",
            (20, 7, 24, 20),
            60,
        ),  # Plainsriders: 1d4 + 1d4
        ("goblin", "worg", "", (30, 6, 18, 20), 60),  # Worgriders: 1d4 + 1d4
        ("orc", "giant-boar", "", (40, 6, 12, 19), 150),  # Paw-Riders: 3d6
    ],
)
def test_riders_as_their_sheets_print_them(
    rider: str, mount: str, armour: str, printed: tuple[int, ...], bites: int
) -> None:
    found = enlist(Recruit(rider, 16, mount=mount, **({"armour": armour} if armour else {})))
    rating = sum([part.delta for part in found.attack])
    ac = sum([part.delta for part in found.armour])
    assert (found.per_figure, ac, found.movement, rating) == printed
    assert sum([Damage.of(dice).per_figure(16) for dice in mount_of(mount).being.damage]) == bites


@pytest.mark.rule("battlesystem:3.1", "battlesystem:8.6")
@pytest.mark.parametrize(
    ("creature", "armour", "printed"),
    [
        ("orc", 6, "1d8"),
        ("goblin", 6, "1d6"),
        ("ogre", 5, "1d10"),
        ("ogre-leader", 3, "2d6"),  # Snaggart
        ("troll", 4, "1d4+4 1d4+4 2d6"),  # "2d4+8 + 2d6"
        ("giant-hill", 4, "2d8"),
        ("giant-stone", 0, "3d6"),
        ("draconian-baaz", 4, "2d4"),
        ("draconian-kapak", 4, "1d8"),
        ("hobgoblin", 5, "1d8"),  # "1d3" is a slip: they carry swords
    ],
)
def test_armour_and_damage_of_those_who_fight_with_what_they_have(
    creature: str, armour: int, printed: str
) -> None:
    found = creature_of(creature)
    assert (found.armour_class, found.weapon or " ".join(found.attacks)) == (armour, printed)


@pytest.mark.rule("battlesystem:3.2", "battlesystem:8.3a")
@pytest.mark.parametrize(
    ("creature", "thac0", "saves"),
    [
        ("giant-hill", 12, (10, 11, 12, 12, 13)),  # Trunk-foot and Club-nose
        ("giant-stone", 12, (8, 9, 10, 9, 11)),  # Dire-hand and Stone-fist
        ("treant", 9, (7, 8, 9, 8, 10)),  # Stoutlimb
    ],
)
def test_monsters_who_stand_alone(creature: str, thac0: int, saves: tuple[int, ...]) -> None:
    found = enlist(Recruit(creature, 12))
    assert (found.attack[0].delta, found.saves) == (thac0, saves)


@pytest.mark.rule("battlesystem:9.4c")
@pytest.mark.parametrize(
    ("rock", "ranges", "tenths"),
    [
        ("hill-giant-rock", (7, 14, 20), 120),  # 2d8 at an attack roll of 16: 2 x 6
        ("stone-giant-rock", (10, 20, 30), 210),  # 3d10: 3 x 7
    ],
)
def test_rocks_of_giants(rock: str, ranges: tuple[int, ...], tenths: int) -> None:
    found = missile_of(rock)
    assert (found.ranges, found.small.per_figure(16), found.large.per_figure(16)) == (ranges, tenths, tenths)


@pytest.mark.rule("battlesystem:3.2", "battlesystem:3.1c", "battlesystem:8.3a")
@pytest.mark.parametrize(
    ("name", "level", "printed", "magic", "saves"),
    [
        # THAC0 as printed, then what his weapon, strength or skill take off it
        ("fighter", 4, 16, 2, (13, 14, 15, 16, 16)),  # Eric: longsword +2
        ("fighter", 5, 13, 3, (11, 12, 13, 13, 14)),  # Randar: longsword +3
        ("fighter", 9, 8, 4, (8, 9, 10, 9, 11)),  # Roderick: +2, strength 18/52
        ("fighter", 10, 8, 4, (8, 9, 10, 9, 11)),  # Grange Rarrack: +4
        ("fighter", 14, 3, 5, (5, 6, 7, 5, 8)),  # Savall: +4, strength 18/10
        ("fighter", 15, 3, 3, (4, 5, 6, 4, 7)),  # Garrock: +2, strength 17
        ("fighter", 16, 1, 5, (4, 5, 6, 4, 7)),  # Gnarrack: +4, strength 18/40
        ("cleric", 5, 17, 1, (9, 12, 13, 15, 14)),  # Parrall: mace +1
        ("cleric", 7, 14, 2, (7, 10, 11, 13, 12)),  # Gangek: mace +2
        ("cleric", 8, 13, 3, (7, 10, 11, 13, 12)),  # Verminaard: mace +3
        ("cleric", 12, 13, 1, (6, 9, 10, 12, 11)),  # Mareth: mace +1
        ("magic-user", 12, 17, -1, (11, 9, 7, 11, 8)),  # Par-Salian: strength 7
        (
            "magic-user",
            10,
            20,
            -1,
            (13, 11, 9, 13, 10),
        ),  # Gysseriol: 1 worse than her strength of 8 makes her
    ],
)
def test_characters_as_their_sheets_print_them(
    name: str, level: int, printed: int, magic: int, saves: tuple[int, ...]
) -> None:
    class_ = class_of(name)
    assert (class_.thac0(level) - magic, class_.saves(level)) == (printed, saves)
