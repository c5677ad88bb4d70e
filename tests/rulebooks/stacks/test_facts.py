"""The facts: the printed figures, names as people type them, and units of users."""

from __future__ import annotations

import copy
import subprocess
import sys
from dataclasses import FrozenInstanceError
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from banneret.kernel.errors import BadInput
from banneret.kernel.fields import Fields
from banneret.rulebooks.stacks.tables import chits
from banneret.rulebooks.stacks.tables import facts as facts_module
from banneret.rulebooks.stacks.tables.chits import ChitReader
from banneret.rulebooks.stacks.tables.descriptors import Descriptors
from banneret.rulebooks.stacks.tables.facts import Facts, facts, read_data
from banneret.rulebooks.stacks.tables.kinds import NO_PARALYZE, REST_OF_BATTLE, UnitKind
from banneret.rulebooks.stacks.tables.names import Names

READER = ChitReader(read_data("abilities")["ability"], Descriptors(read_data("descriptors")["descriptor"]))


def unit(unit_id: str) -> UnitKind:
    return facts().unit(unit_id)


def ids(text: str | list[str]) -> list[str]:
    return [kind.id for kind in facts().army(text)]


def refused(call: Any, *args: Any) -> str:
    with pytest.raises(BadInput) as caught:
        call(*args)
    return str(caught.value)


def tried(call: Any, *args: Any) -> Any:
    """What the call gives, or how it refuses."""
    try:
        return call(*args)
    except BadInput as error:
        return str(error)


# ---------------------------------------------------------------- the lists


@pytest.mark.rule("stacks:units.seed-lists", "stacks:units.count")
def test_mountain_and_forest_units() -> None:
    mountain = [(kind.name, kind.count, kind.brm) for kind in facts().pile("Mountain")]
    assert mountain == [
        ("Dwarves", 10, 5),
        ("DwarfLord", 5, 6),
        ("Goblins", 15, 3),
        ("Storm Giants", 5, 10),
        ("Stone Giants", 5, 7),
        ("Griffons", 10, 5),
        ("Dwarf Hall", 5, 6),
    ]
    forest = [(kind.name, kind.count, kind.brm) for kind in facts().pile("Forest")]
    assert forest == [
        ("Elves", 15, 4),
        ("Sylvan Knights", 10, 6),
        ("Elf Lord", 5, 4),
        ("Ranger", 5, 4),
        ("Centaurs", 10, 4),
        ("Ents", 5, 8),
    ]
    assert sum(count for _, count, _ in mountain) == 55
    assert sum(count for _, count, _ in forest) == 50


@pytest.mark.rule("stacks:units.seed-lists")
def test_abilities_of_the_seeds_own_units() -> None:
    dwarves, lord, goblins = unit("dwarves"), unit("dwarflord"), unit("goblins")
    assert (dwarves.martyr, dwarves.guard, dwarves.archer, dwarves.general) == (True, True, 1, False)
    assert (lord.slay, lord.general, lord.hero, lord.warrior, lord.caster) == (
        (("Giant", 4),),
        True,
        True,
        True,
        False,
    )
    assert (goblins.archer, goblins.poison, goblins.swarm) == (1, 1, True)
    elves, elf_lord, knights = unit("elves"), unit("elf_lord"), unit("sylvan_knights")
    assert (elves.archer, elves.caster, elves.mage) == (3, True, False)
    assert (elf_lord.mage, elf_lord.general, elf_lord.warrior, elf_lord.archer) == (True, True, True, 0)
    assert (knights.cavalry, knights.move, knights.skirmish) == (2, 2, False)
    ranger, centaurs, ents = unit("ranger"), unit("centaurs"), unit("ents")
    assert (ranger.scout, ranger.archer, ranger.slay, ranger.skirmish) == (True, 2, (("Humanoid", 2),), True)
    assert (centaurs.archer, centaurs.move, centaurs.skirmish) == (2, 2, True)
    assert (ents.surprise, ents.ambush, ents.monster) == (2, 0, True)
    griffons, hall = unit("griffons"), unit("dwarf_hall")
    assert (griffons.flying, griffons.move, griffons.monster) == (True, 3, True)
    assert (hall.site, hall.guard, hall.move) == (True, True, 0)
    assert all(not kind.house for name in ("Mountain", "Forest") for kind in facts().pile(name))


@pytest.mark.rule("stacks:units.seed-lists", "stacks:mod.spellings")
def test_chits_as_printed_say_the_same_as_the_table() -> None:
    rows = [row for row in read_data("units")["unit"] if "printed" in row]
    assert len(rows) == 13
    names = Names("unit", [row["name"] for row in read_data("units")["unit"]])
    for row in rows:
        printed, tabled = READER.printed(row["printed"]), READER.tabled(Fields(row, row["id"]))
        assert (printed.brm, printed.values, printed.paralyze) == (tabled.brm, tabled.values, tabled.paralyze)
        assert sorted(printed.descriptors) == sorted(tabled.descriptors)
        slain = [[(READER.slain(word, names, ""), n) for word, n in chit.slay] for chit in (printed, tabled)]
        assert slain[0] == slain[1]


@pytest.mark.rule("stacks:mod.spellings")
def test_old_and_plural_spellings() -> None:
    chit = READER.printed(
        "BRM: +8, Suprise+2, Archers+3, Poisons+1, Monsters, Spellcasters, Slay Giants+4, Paralyze=2"
    )
    assert (chit.brm, chit.values) == (8, {"surprise": 2, "archer": 3, "poison": 1})
    assert (chit.descriptors, chit.slay, chit.paralyze) == (["Monster", "Spellcaster"], [("Giants", 4)], 2)
    names = Names("unit", ["Dwarves"])
    assert [READER.slain(word, names, "") for word in ("Giants", "humanoid", "Undead", "Dwarf")] == [
        "Giant",
        "Humanoid",
        "Undead",
        "Dwarves",
    ]
    assert [READER.slain(word, names, "") for word in ("Humans", "Demihumans")] == ["Human", "Demihuman"]
    assert READER.printed("+1, Paralyze").paralyze == REST_OF_BATTLE
    assert READER.printed("-2").paralyze == NO_PARALYZE


@pytest.mark.rule("stacks:units.house-lists")
def test_every_descriptor_and_ability_is_carried_by_a_unit() -> None:
    had = {label for kind in facts().units for label in kind.types}
    assert {row["id"] for row in read_data("descriptors")["descriptor"]} <= had
    carried = {entry["ability"] for row in read_data("units")["unit"] for entry in row["abilities"]}
    assert {row["id"] for row in read_data("abilities")["ability"]} == carried


@pytest.mark.rule("stacks:units.house-lists")
def test_a_game_can_keep_to_the_seeds_own_units() -> None:
    assert [kind.house for kind in facts().units].count(False) == 13
    assert [len(facts().pile(name)) for name in ("Mountain", "Forest")] == [7, 6]
    lists = {kind.list for kind in facts().units if kind.house}
    assert lists == {"Plains", "Swamp", "Jungle", "Desert", "Waste", "Sea", "Summoned", "Special"}


@pytest.mark.rule("stacks:summoning.supply", "stacks:units.count")
def test_numbers_of_house_chits() -> None:
    counts = {
        name: sum(kind.count for kind in facts().pile(name))
        for name in ("Plains", "Sea", "Summoned", "Special")
    }
    assert counts == {"Plains": 58, "Sea": 58, "Summoned": 12, "Special": 2}
    assert sum(spell.count for spell in facts().spells) == 35
    assert len(facts().artifacts) == 12


@pytest.mark.rule("stacks:map.terrain", "stacks:desc.hex-terrain")
def test_terrains() -> None:
    names = ["Plains", "Forest", "Mountain", "Swamp", "Jungle", "Desert", "Waste", "Sea"]
    assert [terrain.id for terrain in facts().terrains] == names
    assert [terrain.id for terrain in facts().terrains if terrain.water] == ["Sea"]
    assert all(terrain.list == terrain.id for terrain in facts().terrains)


@pytest.mark.rule("stacks:map.layout", "stacks:desc.hex-terrain")
def test_maps() -> None:
    maps = {one.id: one for one in facts().maps}
    ford = maps["ford"]
    assert (ford.grid.columns, ford.grid.rows) == (5, 5)
    assert ford.terrain[ford.grid.index(4, 2)] == "Mountain"
    assert ford.terrain[ford.grid.index(2, 2)] == "Swamp"
    assert ford.terrain[ford.grid.index(0, 1)] == "Forest"
    sizes = {hexes.id: (hexes.grid.columns, hexes.grid.rows) for hexes in facts().maps}
    assert sizes == {
        "ford": (5, 5),
        "halls_and_groves": (7, 5),
        "narrow_sea": (8, 6),
        "four_quarters": (9, 7),
        "ashes": (7, 6),
    }
    sea = maps["narrow_sea"]
    assert sea.terrain.count("Sea") == 2 + 3 + 3 + 4 + 2 + 4
    assert all(len(hexes.terrain) == hexes.grid.size for hexes in facts().maps)


def test_ready_battles_name_units_and_spells_that_exist() -> None:
    assert len(facts().battles) == 12
    for battle in facts().battles:
        units = [unit(name) for name in (*battle.attacker, *battle.defender)]
        assert battle.seed_only == all(not kind.house for kind in units)
        for name in (*battle.attacker_spells, *battle.defender_spells):
            assert facts().spell(name).id == name
    assert facts().battle("kraken_hunt").terrain == "Sea"


def test_facts_cannot_be_changed() -> None:
    with pytest.raises((FrozenInstanceError, AttributeError)):
        unit("elves").brm = 5  # type: ignore[misc]
    with pytest.raises((FrozenInstanceError, AttributeError)):
        facts().artifact("oathsword").effects.brm = 5  # type: ignore[misc]


def test_numbers_are_places() -> None:
    known = facts()
    assert [kind.index for kind in known.units] == list(range(61))
    assert [item.index for item in known.artifacts] == list(range(12))
    assert [item.index for item in known.spells] == list(range(12))
    assert facts() is known


# ---------------------------------------------------------------- names as people type them


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("Dwarves", "dwarves"),
        ("dwarf", "dwarves"),
        ("DWARVES", "dwarves"),
        ("DwarfLord", "dwarflord"),
        ("Dwarf Lord", "dwarflord"),
        ("dwarf-lords", "dwarflord"),
        ("elf", "elves"),
        ("elf_lord", "elf_lord"),
        ("Elf Lords", "elf_lord"),
        ("storm giant", "storm_giants"),
        ("Will o’ Wisp", "will_o_wisps"),
        ("will-o'-the-wisps", "will_o_wisps"),
        ("mummy", "mummies"),
        ("Zombie", "zombies"),
        ("marsh fly", "marsh_flies"),
        ("swamp witches", "swamp_witch"),
        ("longbowman", "longbowmen"),
        ("hydras", "hydra"),
        ("Archmagi", "archmage"),
        ("knight", "knights"),
        ("djinns", "djinn"),
    ],
)
def test_spellings(typed: str, meant: str) -> None:
    assert facts().find_unit(typed).id == meant


def test_every_unit_is_found_by_name_id_and_either_number() -> None:
    for kind in facts().units:
        for typed in (kind.name, kind.id, kind.name.upper(), kind.name.replace(" ", ""), kind.name + "s"):
            if typed.endswith(("ss", "sS")) or (
                typed == kind.name + "s" and kind.name.endswith(("s", "men", "folk"))
            ):
                continue
            assert facts().find_unit(typed) is kind, typed


def test_lists_of_units() -> None:
    assert ids("4 Dwarves, DwarfLord") == ["dwarves"] * 4 + ["dwarflord"]
    assert ids("2x Elf; x2 ents\n3 × mummies + Ranger") == ["elves"] * 2 + ["ents"] * 2 + ["mummies"] * 3 + [
        "ranger"
    ]
    assert ids("Dwarves x2, goblins*3, orcs 2, 1 djinn,") == ["dwarves"] * 2 + ["goblins"] * 3 + [
        "orcs"
    ] * 2 + ["djinn"]
    assert ids(["2 Elves", "Ranger, Ents"]) == ["elves", "elves", "ranger", "ents"]
    assert ids("  4x   storm   giants ") == ["storm_giants"] * 4


def test_lists_that_are_refused() -> None:
    assert refused(ids, "4 Dwarvs") == "no unit 'Dwarvs'; did you mean 'Dwarves'?"
    assert "did you mean" in refused(ids, "Strom Giants")
    assert "'Stone Giants'" in refused(ids, "Storne Giants")
    assert refused(ids, "") == refused(ids, " , ;") == 'no units; name some, such as "4 Dwarves, DwarfLord"'
    assert refused(ids, "0 Elves") == "0 of one kind; a count runs from 1 to 200"
    assert "from 1 to 200" in refused(ids, "9999999999999999 Elves")
    assert refused(ids, "150 Elves, 51 Orcs") == "more than 200 units"
    assert "no unit '4'" in refused(ids, "4")
    assert len(refused(ids, "x" * 15_000)) < 200
    assert "characters" in refused(ids, "Elves," * 5_000)
    assert "command line: no unit" in refused(facts().army, "Elvs", "command line")


@given(st.text(max_size=60))
def test_any_text_is_read_or_refused(text: str) -> None:
    assert tried(facts().army, text)


# ---------------------------------------------------------------- units of users


OWN: dict[str, Any] = {
    "name": "Iron Guard",
    "brm": 6,
    "list": "Mountain",
    "count": 4,
    "descriptors": ["Demihuman", "Lawful"],
    "abilities": [
        {"ability": "guard"},
        {"ability": "slay", "type": "Giants", "value": 2},
        {"ability": "paralyze", "turns": 2},
        {"ability": "Archers", "value": 1},
    ],
}


def own(**changes: Any) -> dict[str, Any]:
    row = copy.deepcopy(OWN)
    row.update(changes)
    return row


def extended(*rows: Any) -> Facts:
    return facts().extended(list(rows), where="mine.toml")


def test_a_unit_of_ones_own() -> None:
    wider = extended(own())
    guard = wider.find_unit("iron guards")
    assert (guard.id, guard.index, guard.list, guard.count, guard.brm) == ("iron_guard", 61, "Mountain", 4, 6)
    assert (guard.guard, guard.slay, guard.paralyze, guard.archer) == (True, (("Giant", 2),), 2, 1)
    assert guard.types == {"Demihuman", "Good", "Lawful", "Male", "Slow", "Living"}
    assert guard.house
    assert [kind.id for kind in wider.units[:61]] == [kind.id for kind in facts().units]
    assert len(facts().units) == 61
    assert wider.artifacts is facts().artifacts


def test_a_unit_by_its_printed_line_or_in_words() -> None:
    one, two = extended(
        {"name": "Boar Riders", "printed": "+5, Cavalry+1, Swift, Demihuman, Slay Goblins+2"},
        {
            "name": "Stalkers",
            "brm": 2,
            "abilities": ["Ambush +3", "Vanish", "Paralyze", "Slay Boar Riders +2"],
        },
    ).units[-2:]
    assert (one.brm, one.cavalry, one.move, one.slay) == (5, 1, 2, (("Goblins", 2),))
    assert (two.ambush, two.vanish, two.paralyze, two.slay) == (
        3,
        True,
        REST_OF_BATTLE,
        (("Boar Riders", 2),),
    )
    assert one.counts_as == one.types | {"Boar Riders"}


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"brm": 51}, "mine.toml, unit 1 (Iron Guard): brm is 51; from -50 to 50"),
        ({"brm": -51}, "brm is -51"),
        ({"brm": "6"}, "brm is '6'; a whole number from -50 to 50"),
        ({"brm": True}, "brm is true"),
        ({"brm": 2.5}, "brm is 2.5;"),
        ({"count": 201}, "count is 201; from 0 to 200"),
        ({"count": -1}, "count is -1"),
        ({"name": "x" * 61}, "name has 61 characters; at most 60"),
        ({"name": ""}, "name is empty"),
        ({"name": "!?"}, "'!?' is not a name"),
        ({"name": "Horse, Foot"}, "'Horse, Foot' is not a name; without comma"),
        ({"aliases": ["Foot+Horse"]}, "'Foot+Horse' is not a name"),
        ({"name": 5}, "name is 5; a text in quotes"),
        ({"name": "a\nb"}, "name has '\\n' in it, which cannot be printed; a text of one line"),
        ({"name": "dwarves"}, "the name 'dwarves' is taken"),
        ({"id": "goblins"}, "the name 'goblins' is taken"),
        ({"id": "Bad Id"}, "id is 'Bad Id'"),
        ({"list": "Mountains"}, "list is 'Mountains'; did you mean 'Mountain'"),
        ({"descriptors": ["Demihumn"]}, "no descriptor 'Demihumn'; did you mean 'Demihuman'"),
        ({"descriptors": "Elf"}, "descriptors is 'Elf'; a list in brackets"),
        ({"descriptors": [["Elf"]]}, "(Iron Guard), entry 1: descriptors is a list; a text in quotes"),
        ({"descriptors": ["Air"] * 31}, "descriptors has 31 entries; at most 30"),
        ({"descriptors": ["Elemental"]}, "an Elemental needs one of"),
        ({"abilities": ["Archerr+1"]}, "no ability or descriptor 'Archerr+1'; did you mean 'archer'"),
        ({"abilities": ["Archer"]}, "archer needs a number"),
        ({"abilities": ["Guard+1"]}, "guard takes no number"),
        ({"abilities": ["Slay+2"]}, "slay needs a type"),
        ({"abilities": ["Slay Gaints+2"]}, "Slay names no type or unit 'Gaints'; did you mean 'Giant'"),
        ({"abilities": [{"ability": "archer", "value": 51}]}, "archer is 51; from 1 to 50"),
        ({"abilities": [{"ability": "archer", "value": 0}]}, "archer is 0; from 1 to 50"),
        ({"abilities": [{"ability": "archer", "turns": 1}]}, "archer takes no turns"),
        ({"abilities": [{"ability": "archer", "size": 1}]}, "nothing is called 'size' here"),
        ({"abilities": [{"ability": "paralyze", "turns": 21}]}, "turns is 21; from 0 to 20"),
        ({"abilities": [7]}, "ability 1: 7 is not an ability; such as"),
        ({"abilties": []}, "nothing is called 'abilties' here; did you mean 'abilities'"),
        ({"aliases": ["Elves"]}, "the name 'Elves' is taken"),
        ({"house": "yes"}, "house is 'yes'; true or false"),
    ],
)
def test_rows_that_are_refused(changes: dict[str, Any], message: str) -> None:
    assert message in refused(extended, own(**changes))


def test_missing_fields_and_too_many_rows() -> None:
    assert "name is missing" in refused(extended, {"brm": 3})
    assert "brm is missing" in refused(extended, {"name": "Nobody"})
    assert "unit 2: 'Elves' is not a table of fields" in refused(extended, own(), "Elves")
    assert "the name 'Iron Guard' is taken" in refused(extended, own(), own())
    assert "301 units; at most 300" in refused(extended, *[own(name=f"Guard {n}") for n in range(301)])
    assert len(extended(*[own(name=f"Guard {n}") for n in range(300)]).units) == 361


plain_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)
keys = st.sampled_from(
    ["id", "name", "list", "count", "brm", "descriptors", "abilities", "printed", "named", "aliases"]
)


@pytest.mark.long
@settings(max_examples=300, deadline=None)
@given(st.dictionaries(keys, plain_values, max_size=5), st.booleans())
def test_any_row_is_read_or_refused(changes: dict[str, Any], from_scratch: bool) -> None:
    row = changes if from_scratch else own(**changes)
    kind = tried(READER.unit, row, 0, Names("unit", ["Elves"]), "here")
    if isinstance(kind, str):
        assert kind.startswith("here")
    else:
        assert -50 <= kind.brm <= 50
        assert len(kind.name) <= 60


def test_lists_of_units_and_piles_agree() -> None:
    assert {kind.list for kind in facts().units} == set(chits.LISTS)


def test_importing_reads_no_data() -> None:
    """The data is read at the first call, not before."""
    code = "import banneret.rulebooks.stacks.tables.facts as f, sys; sys.exit(len(f._facts))"
    source = Path(facts_module.__file__).resolve().parents[3]
    assert (
        subprocess.run([sys.executable, "-c", code], env={"PYTHONPATH": str(source)}, check=False).returncode
        == 0
    )
