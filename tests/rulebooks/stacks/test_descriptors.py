"""Descriptors: the reference table for every unit, and each rule on chits that no unit of the lists has."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from banneret.kernel.errors import BadInput
from banneret.rulebooks.stacks.tables.descriptors import Descriptors, habitat_of, move_of
from banneret.rulebooks.stacks.tables.facts import facts, read_data
from banneret.rulebooks.stacks.tables.kinds import UnitKind

DATA = Path(__file__).parent / "data"
ROWS = read_data("descriptors")["descriptor"]
ALL = Descriptors(ROWS)
LABELS = [row["id"] for row in ROWS]


def types(*printed: str, named: tuple[str, ...] = (), without: tuple[str, ...] = ()) -> set[str]:
    return set(ALL.closure(printed, named, without))


def of(unit: str) -> set[str]:
    return set(facts().unit(unit).types)


def own(name: str, *printed: str, brm: int = 3) -> UnitKind:
    """A unit of a user's own."""
    return facts().extended([{"name": name, "brm": brm, "descriptors": list(printed)}]).units[-1]


@pytest.mark.rule("stacks:desc.closure", "stacks:desc.labels", "stacks:move.allowance")
def test_every_unit_has_the_descriptors_move_and_habitat_of_the_reference_table() -> None:
    with (DATA / "closures.csv").open() as file:
        table = list(csv.DictReader(file))
    assert [row["unit"] for row in table] == [unit.id for unit in facts().units]
    for row in table:
        unit = facts().unit(row["unit"])
        assert (unit.id, sorted(unit.types)) == (row["unit"], row["descriptors"].split(";"))
        assert (unit.id, unit.move, unit.habitat) == (row["unit"], int(row["move"]), row["habitat"])


@pytest.mark.rule("stacks:desc.defaults", "stacks:desc.site")
def test_what_every_unit_is_by_default() -> None:
    assert types() == {"Male", "Neutral", "Slow", "Living"}
    assert of("dwarf_hall") == {"Site", "Male", "Neutral", "Slow", "Living"}
    assert types("Female") == {"Female", "Neutral", "Slow", "Living"}
    assert types("Nonliving") == {"Nonliving", "Male", "Neutral", "Slow"}
    assert types("Swift") == {"Swift", "Male", "Neutral", "Living"}
    assert types("Very Swift") == {"Very Swift", "Male", "Neutral", "Living"}


@pytest.mark.rule("stacks:desc.neutral")
@pytest.mark.parametrize("alignment", ["Good", "Evil", "Lawful", "Chaos"])
def test_any_alignment_displaces_neutral(alignment: str) -> None:
    assert types(alignment) == {alignment, "Male", "Slow", "Living"}
    assert "Neutral" not in types(alignment, "Neutral")


@pytest.mark.rule("stacks:desc.neutral", "stacks:desc.humanoid", "stacks:desc.hero")
def test_implied_and_several_alignments() -> None:
    assert "Neutral" not in of("goblins")
    assert "Neutral" in of("centaurs")
    assert {"Good", "Lawful"} <= of("paladin")
    assert "Neutral" not in of("paladin")
    assert "Neutral" not in of("zombies")  # Evil only because it is Undead


@pytest.mark.rule("stacks:desc.construct", "stacks:desc.nonliving")
def test_constructs_are_not_living() -> None:
    assert types("Construct") == {"Construct", "Nonliving", "Male", "Neutral", "Slow"}
    assert not facts().unit("iron_golem").living


@pytest.mark.rule("stacks:desc.demihuman")
def test_demihumans_are_good_unless_evil_is_printed() -> None:
    assert types("Demihuman") == {"Demihuman", "Good", "Male", "Slow", "Living"}
    assert types("Demihuman", "Evil") == {"Demihuman", "Evil", "Male", "Slow", "Living"}
    assert {"Good", "Evil"} <= types("Demihuman", "Undead")  # Evil, but not by its chit
    assert {"Good", "Chaos"} <= types("Demihuman", "Chaos")


@pytest.mark.rule("stacks:desc.demihuman", "stacks:desc.humanoid")
def test_peoples_are_known_by_their_name() -> None:
    assert {"Demihuman", "Good"} <= of("dwarves")
    assert {"Demihuman", "Good"} <= set(own("Hill Dwarves").types)
    assert {"Demihuman", "Good"} <= set(own("Gnomes").types)
    assert {"Demihuman", "Good"} <= set(own("Grey Elf").types)
    assert {"Humanoid", "Chaos"} <= set(own("Gnolls").types)
    assert {"Humanoid", "Chaos"} <= set(own("Hobgoblins").types)
    assert {"Humanoid", "Chaos"} <= set(own("Kobold").types)


@pytest.mark.rule("stacks:desc.demihuman")
def test_places_and_things_named_after_a_people_are_none_of_it() -> None:
    assert not {"Demihuman", "Good"} & of("dwarf_hall")
    assert "Demihuman" not in own("Fort of the Dwarves", "Site").types
    assert "Demihuman" not in own("Ship of Elves", "Ship").types


@pytest.mark.rule("stacks:desc.demon", "stacks:desc.monster")
def test_demons() -> None:
    assert types("Demon") == {"Demon", "Evil", "Monster", "Male", "Slow", "Living"}
    assert {"Evil", "Monster", "Living"} <= of("pit_fiend")


@pytest.mark.rule("stacks:desc.monster")
def test_who_is_a_monster() -> None:
    for label in ("Giant", "Dragon", "Demon", "Undead"):
        assert "Monster" in types(label)
    for label in ("Animal", "Plant", "Humanoid", "Fey", "Elemental", "Construct", "Hero"):
        assert "Monster" not in types(label)
    assert "Monster" in of("griffons")
    assert "Monster" not in of("centaurs")


@pytest.mark.rule("stacks:desc.elemental")
def test_elementals_are_nonliving_and_of_an_element() -> None:
    assert types("Elemental", "Air") == {"Elemental", "Air", "Nonliving", "Male", "Neutral", "Slow"}
    assert facts().unit("storm_giants").living
    with pytest.raises(BadInput, match="Elemental needs one of Air, Cold, Earth, Fire, Water"):
        own("Ghost Light", "Elemental")
    assert own("Fountain", "Elemental", "Water").swimmer


@pytest.mark.rule("stacks:desc.hero", "stacks:desc.human", "stacks:desc.warrior")
def test_heroes_are_human_unless_they_are_something_else() -> None:
    assert types("Hero") == {"Hero", "Human", "Male", "Neutral", "Slow", "Living"}
    assert {"Hero", "Human"} <= types("Warrior")
    kinds = [
        "Demihuman",
        "Humanoid",
        "Undead",
        "Demon",
        "Dragon",
        "Giant",
        "Fey",
        "Construct",
        "Elemental",
        "Animal",
        "Plant",
        "Monster",
    ]
    for other in kinds:
        assert "Human" not in types("Hero", other), other
    assert "Human" in types("Hero", "Female", "Evil", "Mage", "Water", "Flying")
    assert "Human" not in types("Warrior", named=("Demihuman",))
    assert "Human" not in types("Animal") | types("Spellcaster")
    for unit in ("dwarflord", "elf_lord", "vampire_lord"):
        assert "Human" not in of(unit)
    assert {"Human", "Female"} <= of("swamp_witch")
    assert "Male" not in of("swamp_witch")


@pytest.mark.rule("stacks:desc.plant")
def test_plants_are_wood() -> None:
    assert types("Plant") == {"Plant", "Wood", "Male", "Neutral", "Slow", "Living"}
    assert of("strangler_vines") == {"Plant", "Wood", "Monster", "Living", "Male", "Neutral", "Slow"}


@pytest.mark.rule("stacks:desc.priest", "stacks:desc.mage")
def test_mages_and_priests_are_spellcasters() -> None:
    assert "Spellcaster" in types("Mage")
    assert "Spellcaster" in types("Priest")
    assert types("Mage").isdisjoint({"Priest"})
    doctor, elves = facts().unit("witch_doctor"), facts().unit("elves")
    assert (doctor.caster, doctor.priest, doctor.mage) == (True, True, False)
    assert (elves.caster, elves.priest, elves.mage) == (True, False, False)


@pytest.mark.rule("stacks:desc.ship")
def test_ships() -> None:
    afloat = {"Ship", "Sea", "Construct", "Wood", "Nonliving", "Neutral", "Male", "Slow"}
    assert of("war_galley") == afloat
    assert types("Ship", without=("Wood",)) == afloat - {"Wood"}
    assert types("Ship", without=("Construct",)) == (afloat - {"Construct", "Nonliving"}) | {"Living"}
    assert types("Ship", "Flying", without=("Sea",)) == (afloat - {"Sea"}) | {"Flying"}


@pytest.mark.rule("stacks:desc.undead")
def test_undead() -> None:
    assert types("Undead") == {"Undead", "Nonliving", "Evil", "Monster", "Male", "Slow"}


@pytest.mark.rule("stacks:desc.water", "stacks:move.swimmer", "stacks:move.sea")
def test_water_units_swim() -> None:
    assert types("Water") == {"Water", "Swimmer", "Male", "Neutral", "Slow", "Living"}
    assert (facts().unit("hydra").swimmer, facts().unit("hydra").habitat) == (True, "both")
    assert (facts().unit("merfolk").swimmer, facts().unit("merfolk").habitat) == (True, "water")


@pytest.mark.rule("stacks:desc.labels", "stacks:desc.swarm")
def test_plain_labels_bring_nothing() -> None:
    for label in ("Air", "Animal", "Cold", "Earth", "Fey", "Fire", "Wood", "Swarm"):
        assert types(label) == {label, "Male", "Neutral", "Slow", "Living"}


@pytest.mark.rule("stacks:move.allowance", "stacks:move.flying", "stacks:move.land")
def test_move_and_habitat() -> None:
    assert [move_of(ALL.closure(labels)) for labels in ([], ["Swift"], ["Very Swift"], ["Site"])] == [
        1,
        2,
        3,
        0,
    ]
    assert move_of(ALL.closure(["Swift", "Very Swift"])) == 3
    assert move_of(ALL.closure(["Site", "Swift"])) == 0
    habitats = {
        labels: habitat_of(ALL.closure(labels.split())) for labels in ("", "Sea", "Swimmer", "Flying Sea")
    }
    assert habitats == {"": "land", "Sea": "water", "Swimmer": "both", "Flying Sea": "any"}


@given(st.sets(st.sampled_from(LABELS)))
@pytest.mark.rule("stacks:desc.closure")
def test_closure_is_closed(printed: set[str]) -> None:
    """Everything printed stays but what is displaced; closing again changes nothing but what is then printed."""
    closed = ALL.closure(printed)
    displaced = {"Male", "Neutral", "Slow", "Living"}
    assert printed - displaced <= closed
    for default, others in (
        ("Male", {"Female"}),
        ("Neutral", {"Good", "Evil", "Lawful", "Chaos"}),
        ("Slow", {"Swift", "Very Swift"}),
        ("Living", {"Nonliving"}),
    ):
        assert (default in closed) == closed.isdisjoint(others)
    for label in closed:
        entry = ALL.all[label]
        if not entry.unless_any and not entry.unless_printed:
            assert set(entry.implies) - displaced <= closed
