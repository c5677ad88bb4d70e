"""Heroes, deputies, members of units and Unit Commanders in army lists: sheets, faults, scenarios, print. Figures by hand."""

from __future__ import annotations

from typing import Any

import pytest

from banneret.kernel.abilities.muster import ArmyList, Card, Entry
from banneret.muster.appraisal import appraise
from banneret.muster.army import read_army, write_army
from banneret.muster.matchup import fit
from banneret.paper.roster import as_html, laid_out
from banneret.rulebooks.battlesystem.army.individual_builder import Person, made
from banneret.rulebooks.battlesystem.army.muster.person_cards import person_card
from banneret.rulebooks.battlesystem.individual import UNIT_COMMANDER
from banneret.rulebooks.battlesystem.invariants import faults
from banneret.rulebooks.battlesystem.rulebook import RULEBOOK as BOOK
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.tables.ratings import total

Choices = dict[str, Any]


def entry(kind: str, name: str = "", count: int = 1, **values: Any) -> Entry:
    return Entry({key.replace("_", "-"): value for key, value in values.items()}, kind, count, name)


def army(*entries: Entry) -> ArmyList:
    return ArmyList("battlesystem", entries, "Mine", 30000)


def told(*entries: Entry) -> list[str]:
    return [f"{fault.text}; {fault.fix}" for fault in appraise(BOOK, army(*entries)).faults]


def figures(card: Card) -> dict[str, str]:
    return {figure.name: figure.value for figure in card.figures}


GUARD = entry("unit", "Guard", creature="human-fighter-1", figures=12)
LADY = entry("commander", "Lady", rank="army", level=9, charisma=15)


def host() -> ArmyList:
    """A commander who fights, her deputy, a member who is deputy in his unit, a Unit Commander with a sheet, an ogre."""
    return army(
        entry("unit", "Stone Hand", creature="dwarf", figures=16),
        GUARD,
        entry(
            "commander", "Lady", rank="army", level=9, charisma=15, fights="yes", mount="horse-heavy-warhorse"
        ),
        entry("hero", "Alaric", role="hero", level=10, weapon="two-handed-sword", deputy="Lady"),
        entry("hero", "Perrin", role="member", level=5, unit="Guard", deputy_unit="Guard"),
        entry("hero", "Borin", role="unit", creature="dwarf", level=6, unit="Stone Hand"),
        entry("hero", role="hero", creature="ogre"),
    )


# ---------------------------------------------------------------- sheets


@pytest.mark.rule(
    "battlesystem:3.2", "battlesystem:9.4b.thac0", "battlesystem:9.4b.abilities", "battlesystem:4.8"
)
def test_the_sheet_of_a_hero_with_its_sums() -> None:
    """A fighter of the 7th level hits AC 0 at 14; Strength 18/51 is 2 better and 3 more damage, the sword 1 and 1."""
    card = person_card(
        entry(
            "hero", "Rolf", role="hero", level=7, strength=18, exceptional=51, dexterity=16, weapon="long-sword",
            magic=1, armour="chain", protection=2, charisma=16,
        )
    )  # fmt: skip
    assert figures(card) == {
        "AC": "0",  # chain 5, shield 1, magic 2, Dexterity 2
        "HD": "7",
        "HP": "38",
        "MV": "12",
        "THAC0": "11",
        "AR": "26",
        "Attacks": "3/2",
        "CR": "15",  # (16 + 7) / 2 = 11.5, up to 12, and 3 of a fighter
        "CB": "+1",
    }
    parts = {figure.name: [amount for amount, _, _ in figure.parts] for figure in card.figures}
    assert parts["THAC0"] == [14, -2, -1]
    assert parts["AC"] == [5, -1, -2, -2]
    assert "longsword +1 1d8+4 (D16), against large 1d12+4 (D20)" in card.words
    assert (card.cost, card.boxes, card.title) == (1250 + 200 + 600, 38, "Hero, fighter of level 7")
    assert card.faults == ()


def test_a_class_that_has_extra_dice_and_a_creature_that_has_none() -> None:
    ranger = made(Person("elf", "ranger", 8))
    assert (ranger.hit_dice, ranger.called) == (9, "elf ranger of level 8")
    ogre = made(Person("ogre", level=9, strength=18))
    assert (ogre.hit_dice, ogre.hit_points, total(ogre.thac0), ogre.called) == (4, 19, 15, "ogre")
    assert "class" not in ogre.row()


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"class": "cleric", "weapon": "long-sword"}, "a cleric does not fight with the longsword"),
        ({"weapon": "two-handed-sword", "shield": "yes"}, "needs both hands"),
        ({"creature": "ogre", "armour": "plate"}, "ogres wear no armour"),
        ({"class": "paladin"}, "a paladin has charisma 17 or more"),
        ({"exceptional": 51}, "only warriors whose strength is 18"),
        ({"missile": "heavy-crossbow", "mount": "horse-light-warhorse"}, "is not used mounted"),
        ({"missile": "hill-giant-rock"}, "nobody but its creature"),
        ({"weapon": "light-lance"}, "is for riders"),
    ],
)
def test_choices_that_do_not_go_together(values: Choices, words: str) -> None:
    found = person_card(Entry({"role": "hero", **values}, "hero"))
    assert any(words in fault.text for fault in found.faults), found.faults


# ---------------------------------------------------------------- places in the army


def test_an_army_with_all_roles_is_valid_and_its_file_is_read_again() -> None:
    found = appraise(BOOK, host())
    assert found.faults == ()
    assert {figure.name: figure.value for figure in found.sums}["Individuals"] == "5"
    assert read_army(write_army(host())) == host()


@pytest.mark.rule(
    "battlesystem:9.0",
    "battlesystem:9.1",
    "battlesystem:9.2a",
    "battlesystem:9.3a",
    "battlesystem:9.3b",
    "battlesystem:9.1b",
)
def test_places_that_cannot_be() -> None:
    hero = entry("hero", "Ann", role="hero", unit="Guard")
    assert told(GUARD, hero) == ["a hero is with no unit; make him a member of it, or leave unit out"]
    assert told(GUARD, entry("hero", "Ann", role="member")) == ["he is with no unit; choose his unit"]
    two = [entry("hero", name, role="unit", unit="Guard") for name in ("Ann", "Bo")]
    assert told(GUARD, *two) == ["Guard has two Unit Commanders; leave one"]
    mob = entry("unit", "Rabble", creature="goblin", figures=40, type="mob")
    assert told(mob, entry("hero", "Ann", role="unit", unit="Rabble")) == [
        "Rabble has no Unit Commander; choose a regular unit"
    ]
    many = entry("unit", "Guard", 2, creature="human-fighter-1", figures=12)
    assert told(many, entry("hero", "Ann", role="member", unit="Guard")) == [
        "Guard is not one unit of its own; give that unit an entry of its own"
    ]
    both = entry("hero", "Ann", role="hero", deputy="Lady", deputy_unit="Guard")
    assert told(GUARD, LADY, both) == ["nobody is deputy of two; leave one out"]
    others = [entry("hero", name, role="hero", deputy="Lady") for name in ("Ann", "Bo")]
    assert "each commander has one deputy only" in told(GUARD, LADY, *others)[0]
    swords = entry("unit", "Swords", creature="human-fighter-1", figures=12, weapons=("long-sword",))
    mage = entry("hero", "Zed", role="member", unit="Swords", **{"class": "magic-user"})
    assert "a magic-user does not fight with the longsword" in told(swords, mage)[0]
    assert told(GUARD, entry("hero", count=13, role="hero", level=1)) == [
        "there are 13 commanders and heroes; take away 1"
    ]
    assert told(GUARD, entry("hero", "Ann", 2, role="hero")) == ["there are 2 of one individual; count = 1"]


@pytest.mark.parametrize("role", ["unit", "member"])
def test_the_leader_of_a_unit_that_is_not_filled_in_yet_is_no_fault_by_himself(role: str) -> None:
    unit = Entry({}, "unit", name="Guard")
    assert told(unit, entry("hero", "Ann", role=role, unit="Guard")) == [
        "creature is missing; choose a creature"
    ]
    unknown = entry("unit", "Guard", creature="nobody", figures=12)
    found = told(unknown, entry("hero", "Ann", role=role, unit="Guard"))
    assert len(found) == 1
    assert found[0].startswith("creature cannot be 'nobody'")


def test_a_unit_that_nobody_named_is_not_found() -> None:
    assert told(GUARD, entry("hero", "Ann", role="member", unit="Gard")) == [
        "no unit is called 'Gard'; did you mean 'Guard'?"
    ]


# ---------------------------------------------------------------- in battles


def begun(name: str, side: int = 0, chosen: ArmyList | None = None) -> State:
    scenario = BOOK.scenario(name)
    return BOOK.new(fit(BOOK, scenario, {scenario.sides[side]: chosen or host()}), {})


@pytest.mark.rule("battlesystem:1.0d", "battlesystem:9.0", "battlesystem:9.3")
@pytest.mark.parametrize("name", sorted(BOOK.muster.tables.scenarios if BOOK.muster else ()))
def test_every_scenario_takes_them_on_every_side(name: str) -> None:
    for side in range(len(BOOK.scenario(name).sides)):
        state = begun(name, side)
        assert faults(state) == []
        assert state.setting.tier > 0
        mine = [one for one in state.individuals.values() if one.side == side]
        sheets = {state.setting.sheets[one.id].name: one for one in mine}
        assert set(sheets) == {"Lady", "Alaric", "Perrin", "Borin", "Hero"}
        units = {roster.name: number for number, roster in state.setting.rosters.items()}
        assert sheets["Perrin"].unit == units["Guard"]
        assert state.units[units["Stone Hand"]].chief == sheets["Borin"].id
        assert state.setting.sheets[sheets["Perrin"].id].deputy_unit == units["Guard"]
        assert state.setting.sheets[sheets["Alaric"].id].deputy_leader == sheets["Lady"].id
        assert state.setting.sheets[sheets["Borin"].id].radius == 12.0  # (12 + 6) / 2 + 3


def test_an_army_of_the_basic_game_leaves_a_basic_battle_as_it_is() -> None:
    assert begun("ford_at_dawn", 0, army(GUARD, LADY)).setting.tier == 0
    riders = entry("unit", "Riders", creature="human-fighter-1", figures=10, mount="horse-light-warhorse")
    assert begun("ford_at_dawn", 0, army(GUARD, riders)).setting.tier == 1


@pytest.mark.rule("battlesystem:9.2h")
def test_a_unit_commander_who_may_leave() -> None:
    apart = entry("unit", "Guard", creature="human-fighter-1", figures=12, apart="yes")
    state = begun("lairn", 0, army(apart))
    one = next(one for one in state.individuals.values() if one.side == 0)
    assert state.setting.sheets[one.id].rank == UNIT_COMMANDER
    assert one.unit == 0


@pytest.mark.long
@pytest.mark.parametrize("name", ["lairn", "the_causeway", "kings_meadow"])
def test_the_sides_of_scenarios_are_lists_that_hold(name: str) -> None:
    """Lists drawn from scenarios have no faults, and their individuals fight as well as those of the sheets, but for Strength."""
    scenario = BOOK.scenario(name)
    muster = BOOK.muster
    assert muster is not None
    for number, side in enumerate(scenario.sides):
        drawn = muster.drawn(scenario, side)
        assert appraise(BOOK, drawn).faults == ()
        before, after = BOOK.new(scenario, {}), begun(name, number, drawn)
        theirs = {sheet.name: sheet for sheet in before.setting.sheets.values()}
        for sheet in after.setting.sheets.values():
            known = theirs.get(sheet.name)
            if known is None or known.champion is None or sheet.champion is None:
                continue
            assert sheet.champion.hit_points == known.champion.hit_points
            assert (sheet.rank, sheet.unit, sheet.deputy_unit) == (known.rank, known.unit, known.deputy_unit)


# ---------------------------------------------------------------- on paper


def test_sheets_of_heroes_are_printed_with_boxes_for_hit_points() -> None:
    roster = laid_out(appraise(BOOK, host()))
    slips = [slip for page in roster.pages for slip in page]
    alaric = next(slip for slip in slips if slip.name == "Alaric")
    assert alaric.boxes == 52
    assert ("THAC0", "12") in alaric.figures
    assert any(text.startswith("CR 14 = ") for text in alaric.sums)
    html = as_html(roster, "letter")
    assert "Hero, fighter of level 10" in html
    assert "Deputy of Lady" in html


@pytest.mark.rule("battlesystem:9.4b.thac0", "battlesystem:9.4c")
@pytest.mark.parametrize(
    ("creature", "missile", "needed"),
    [
        ("elf", "long-bow", 12),
        ("elf", "short-composite-bow", 12),
        ("elf", "dagger", 13),
        ("dwarf", "long-bow", 13),
    ],
)
def test_elves_are_better_with_bows(creature: str, missile: str, needed: int) -> None:
    """A fighter of the 8th level hits armour class 0 with 14, Dexterity 16 makes it 13, and an elf with a bow 12."""
    one = made(Person(creature, "fighter", 8, missile=missile, dexterity=16))
    assert one.row()["missile_thac0"] == one.missile_thac0 == needed
