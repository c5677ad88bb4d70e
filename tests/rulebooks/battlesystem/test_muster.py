"""Armies for battles of regiments: sheets with their sums, prices, what may not be, short lists, and mixed units."""

from __future__ import annotations

from typing import Any

import pytest

from banneret.kernel.abilities.muster import ArmyList, Card, Entry
from banneret.kernel.dice import SeededDice
from banneret.kernel.errors import BadInput
from banneret.muster.appraisal import Appraisal, Priced, appraise
from banneret.muster.army import read_army, write_army
from banneret.muster.matchup import fit, matchup, shortened
from banneret.paper.pdf import as_pdf
from banneret.paper.roster import as_html, laid_out
from banneret.rulebooks.battlesystem.army.mixed_units import average, mixed
from banneret.rulebooks.battlesystem.army.muster.cards import commander_card, unit_card
from banneret.rulebooks.battlesystem.army.muster.entries import (
    character_of,
    entry_of,
    entry_of_row,
    recruit_of,
    rolled_for,
)
from banneret.rulebooks.battlesystem.army.muster.roster_rows import rows_of
from banneret.rulebooks.battlesystem.army.rosters.reader import read_unit
from banneret.rulebooks.battlesystem.army.scenarios import shipped
from banneret.rulebooks.battlesystem.army.unit_builder import Recruit, enlist
from banneret.rulebooks.battlesystem.army.worded_lists import read_list
from banneret.rulebooks.battlesystem.command import chain
from banneret.rulebooks.battlesystem.rulebook import RULEBOOK as BOOK
from banneret.rulebooks.battlesystem.tables.characters import class_of
from banneret.rulebooks.battlesystem.tables.creatures import creatures
from banneret.rulebooks.battlesystem.tables.ratings import total


def unit(creature: str, figures: int = 12, count: int = 1, name: str = "", **values: Any) -> Entry:
    return Entry({"creature": creature, "figures": figures, **values}, "unit", count, name)


def leader(rank: str, name: str = "", **values: Any) -> Entry:
    return Entry({"rank": rank, **values}, "commander", 1, name)


def figures(card: Card) -> dict[str, str]:
    return {figure.name: figure.value for figure in card.figures}


def told(card: Card) -> list[str]:
    return [f"{fault.text}; {fault.fix}" for fault in card.faults]


# ---------------------------------------------------------------- sheets


@pytest.mark.rule(
    "battlesystem:3.1", "battlesystem:3.1d", "battlesystem:4.1", "battlesystem:4.6", "battlesystem:8.3"
)
def test_the_sheet_of_ogres() -> None:
    """12 ogres: 4+1 dice, THAC0 15; morale 11 + 1 + 1, discipline 13 - 1 low - 1 chaotic, chief 2/3 of 9 inches."""
    card = unit_card(unit("ogre"))
    assert figures(card) == {
        "AC": "5",
        "HD/fig": "20",
        "MV": "9",
        "AR": "20",
        "ML": "13",
        "DL": "11",
        "Ratio": "5:1",
        "CR": "6",
        "CB": "+0",
    }
    assert card.title == "12 Ogres"
    assert card.cost == 60 * 90
    by_name = {figure.name: figure.parts for figure in card.figures}
    assert [(amount, why) for amount, why, _ in by_name["DL"]] == [
        (11, "every unit"),
        (1, "hit dice"),
        (1, "regular"),
        (-1, "low intelligence"),
        (-1, "chaotic"),
    ]
    assert by_name["AR"] == ((15, "THAC0", "battlesystem:8.3"), (5, "ratio 5:1", "battlesystem:8.3"))


@pytest.mark.rule("battlesystem:3.1", "battlesystem:4.1f", "battlesystem:4.8")
def test_armour_shield_and_commander_are_sums() -> None:
    entry = unit(
        "human-fighter-2", armour="chain", shield="yes", charisma=15, level=6, weapons=("long-sword",)
    )
    found = figures(unit_card(entry))
    assert (found["AC"], found["ML"], found["CR"], found["CB"]) == ("4", "13", "14", "+1")
    assert found["HD/fig"] == "20"
    words = unit_card(entry).words
    assert "longsword 1d8 (D8), against large 1d12 (D12)" in words
    assert "saves 14 15 16 17 17" in words
    assert "2 attacks against the weak" in words


@pytest.mark.rule("battlesystem:4.1b", "battlesystem:4.1c")
def test_halflings_have_the_bonus_of_demihumans_and_no_other() -> None:
    """Ten regulars, AC 7: 11 + 1 (demihuman) + 1 (regular) - 1 (ten) = 12, as the audit of the Clanguard's sheet counts, which has 11.

    No sheet gives halflings a special ability. Skirmishers are no regulars; twelve have no penalty.
    """
    for figures_, changes, morale in ((10, {}, 12), (12, {}, 13), (8, {"type": "skirmish"}, 11)):
        card = unit_card(unit("halfling", figures_, **changes))
        assert (figures(card)["AC"], figures(card)["ML"]) == ("7", str(morale))
    rows = {
        row["name"]: row
        for name in ("crossroads", "kings_meadow")
        for side in shipped()[name].data["sides"]
        for row in side["units"]
        if row["creature"] == "halfling"
    }
    assert (rows["Clanguard"]["ml"], rows["Clanguard"]["by_rule"]["ml"]) == (11, 12)
    assert (rows["Hill Halflings"]["ml"], rows["Hedge Runners"]["ml"]) == (13, 11)


def test_a_sheet_says_what_its_people_are() -> None:
    words = unit_card(unit("dwarf", weapons=("battle-axe",))).words
    assert "AC −4 against ogre, ogre-mage, troll, giant" in words
    assert "hates half-orcs" in words
    words = unit_card(unit("goblin", weapons=("spear",))).words
    assert "AR +1 in daylight" in words
    assert "spear 1d6 (D6), against large 1d8 (D8), two ranks" in words
    words = unit_card(unit("troll")).words
    assert "claws and teeth 1d4+4/1d4+4/2d6 (D12 + D12 + 2 x D6)" in words


@pytest.mark.rule("battlesystem:2.9", "battlesystem:2.10")
def test_skirmishers_and_mobs_have_no_commander() -> None:
    assert "CR" not in figures(unit_card(unit("halfling", 6, type="skirmish")))
    assert "CR" not in figures(unit_card(unit("goblin", 40, type="mob")))
    row = enlist(recruit_of(unit("goblin", 40, type="mob"))).row()
    assert "commander" not in row
    assert row["ml"] == 10  # 11 - 1 for less than a hit die, no +1 for regulars


@pytest.mark.rule("battlesystem:3.2", "battlesystem:3.3", "battlesystem:2.3b")
def test_the_sheet_of_an_army_commander() -> None:
    card = commander_card(leader("army", "Gareth", **{"class": "paladin"}, level=10, charisma=18))
    assert figures(card) == {"CR": "17", "CB": "+2", "MV": "12", "THAC0": "12", "AR": "27"}
    assert card.cost == 10500
    low = commander_card(leader("army", **{"class": "paladin"}, charisma=12))
    assert told(low) == ["a paladin has charisma 17 or more; charisma = 17"]
    chief = commander_card(leader("brigade", creature="ogre"))
    assert figures(chief)["CR"] == "6"
    assert chief.cost == 90


@pytest.mark.rule("battlesystem:4.8a", "battlesystem:3.2")
def test_a_mustered_commander_leads_nobody_whom_his_people_hate() -> None:
    chief = leader("army", "Gash", creature="orc")
    assert "hates elves" in commander_card(chief).words
    scenario = BOOK.scenario("ford_at_dawn")
    mixed_army = army(unit("elf"), unit("goblin"), chief)
    state = BOOK.new(fit(BOOK, scenario, {scenario.sides[0]: mixed_army}), {})
    state.individuals[0].on_table = True
    assert state.setting.sheets[0].hates == ("elf",)
    assert [chain.leaders_above(state, unit) for unit in list(state.units.values())[:2]] == [[], [0]]


@pytest.mark.rule("battlesystem:3.2a")
def test_a_commander_without_charisma_has_one_rolled_for_his_name() -> None:
    fighter = class_of("fighter")
    found = [rolled_for(fighter, name) for name in ("Ann", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal")]
    assert found == [
        rolled_for(fighter, name) for name in ("Ann", "Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal")
    ]
    assert len(set(found)) > 1
    assert all(8 <= score <= 18 for score in found)
    assert all(rolled_for(class_of("paladin"), name) >= 17 for name in ("Ann", "Bo", "Cy"))
    assert recruit_of(unit("dwarf", name="Ann", charisma=0)).charisma == found[0]
    # the first three of his dice, where an army is rolled for by the other parent game
    dice = SeededDice("charisma of Ann")
    three = sum([dice.die(6) for _ in range(3)])
    assert recruit_of(unit("dwarf", name="Ann", charisma=0, rolled="dnd")).charisma == three
    assert character_of(leader("army", "Ann", charisma=0, rolled="dnd"))[2] == three


@pytest.mark.rule("battlesystem:scenario.unlisted-commanders", "battlesystem:2.8e", "battlesystem:2.9i")
@pytest.mark.parametrize(
    ("entry", "says"),
    [
        (unit("dwarf", 3), "a regular unit cannot start with 3 figures; 4 to 48"),
        (unit("dwarf", 49), "a regular unit cannot start with 49 figures; 4 to 48"),
        (unit("dwarf", 25, type="skirmish"), "a skirmish unit cannot start with 25 figures; 1 to 24"),
        (unit("dwarf", 11, type="mob"), "a mob unit cannot start with 11 figures; 12 to 96"),
        (unit("dwarf", formation="mob"), "a regular unit takes no mob formation; it takes closed or open"),
        (unit("dwarf", type="mob", formation="open"), "a mob unit takes no open formation; it takes mob"),
        (unit("dwarf", files=13), "12 figures are no 13 files; files = 12 or less"),
        (unit("ogre", armour="plate"), "ogres wear no armour: their armour class is their hide; leave armour out"),
        (unit("ogre", shield="yes"), "ogres carry no shields; leave shield out"),
        (unit("ogre", weapons=("spear",)), "ogres fight without weapons; take the spear away"),
        (unit("orc", weapons=("awl-pike",)), 'a pike (awl pike) needs both hands, and they carry shields; choose another weapon, or shield = "no"'),
        (unit("dwarf", alignment="chaotic"), "dwarves are not chaotic; they are lawful good"),
        (unit("ogre", level=5), "ogres have no levels: their chief commands by his movement; leave level out"),
        (unit("human-fighter-3", level=1), "a commander of level 1 leads members of level 3; level = 3 or more"),
        (Entry({"creature": "dwarf", "figures": 12, "class": "paladin"}, "unit"), "a paladin has charisma 17 or more; charisma = 17"),
    ],
)  # fmt: skip
def test_what_may_not_be_is_told(entry: Entry, says: str) -> None:
    assert told(unit_card(entry)) == [says]


@pytest.mark.rule("battlesystem:2.11")
def test_special_kinds_of_a_scenario() -> None:
    plain, elite = enlist(Recruit("elf", 12)), enlist(Recruit("elf", 12, "elite"))
    assert elite.row()["ml"] == plain.row()["ml"] + 2
    assert elite.row()["dl"] == plain.row()["dl"]
    wild = enlist(Recruit("human-fighter-1", 12, "berserker")).row()
    assert (wild["dl"], wild["never_checks"]) == (0, True)
    assert wild["ml"] == enlist(Recruit("human-fighter-1", 12)).row()["ml"] + 3


@pytest.mark.long
def test_a_roster_is_sheets_to_play_from() -> None:
    """As many on each page, with sums and a box for every figure."""
    cards = [unit_card(unit("ogre")), unit_card(unit("goblin", 40, type="mob"))]
    entries = tuple([Priced(card.title, 4, 4 * card.cost, "", card) for card in cards])
    found = laid_out(Appraisal("battlesystem", "Battlesystem", "points", "Few", 0, 0, 8, entries))
    assert [len(page) for page in found.pages] == [4, 4]
    assert found.pages[0][0].sums == (
        "AR 20 = 15 THAC0 + 5 ratio 5:1",
        "ML 13 = 11 every unit + 1 hit dice + 1 regular",
        "DL 11 = 11 every unit + 1 hit dice + 1 regular − 1 low intelligence − 1 chaotic",
    )
    assert [found.pages[0][0].boxes, found.pages[1][3].boxes] == [12, 40]
    assert as_html(found).count("<i></i>") == 4 * 12 + 4 * 40
    assert as_pdf(as_html(found)).startswith(b"%PDF-")


# ---------------------------------------------------------------- armies


def army(*entries: Entry, budget: int = 0, name: str = "The Few") -> ArmyList:
    return ArmyList("battlesystem", entries, name, budget)


def looked(*entries: Entry, budget: int = 0) -> list[str]:
    return [str(fault) for fault in appraise(BOOK, army(*entries, budget=budget)).faults]


def test_an_army_is_held_to_its_budget_and_summed() -> None:
    found = appraise(BOOK, army(unit("goblin", 20, 2), unit("ogre", 12), budget=9000))
    assert found.spent == 2 * 200 * 10 + 60 * 90
    assert [(figure.name, figure.value) for figure in found.sums] == [
        ("Units", "3"),
        ("Figures", "52"),
        ("Creatures", "460"),
    ]
    assert [fault.text for fault in found.faults] == ["it costs 9400 points of 9000"]
    assert looked(unit("goblin", 20, 61)) == ["there are 61 units; take away 1"]
    assert "there are no units; add one" in looked(leader("army"))


BRIGADES = (leader("brigade", "Left"), leader("brigade", "Right"))


@pytest.mark.rule("battlesystem:4.10a", "battlesystem:4.10b")
def test_brigades_are_two_or_more_of_four_to_eight_units() -> None:
    left, right = unit("orc", 12, 4, brigade="Left"), unit("goblin", 12, 4, brigade="Right")
    assert looked(left, right, *BRIGADES) == []
    assert looked(left, unit("goblin", 12, 3, brigade="Right"), *BRIGADES) == [
        "there are no brigades in an army of 7 units; take their commanders away"
    ]
    assert looked(left, unit("goblin", 12, 4), BRIGADES[0]) == [
        "there is one brigade; make two or more, or none"
    ]
    assert looked(left, unit("goblin", 12, 9, brigade="Right"), *BRIGADES) == [
        "Right commands 9 units; put 4 to 8 units under this commander (brigade)"
    ]
    assert looked(left, right, *BRIGADES, leader("army", "A"), leader("army", "B")) == [
        "there are 2 Army Commanders; leave one"
    ]
    assert looked(unit("orc", 12), leader("army", "A")) == []


@pytest.mark.rule("battlesystem:3.1a", "battlesystem:3.1b")
def test_what_may_be_mixed() -> None:
    main = unit("dwarf", 6, name="Axes", weapons=("battle-axe",))
    same = unit("halfling", 5, mixed="Axes", weapons=("battle-axe",))
    assert looked(main, same) == []
    (row,) = rows_of(army(main, same))
    assert (row["figures"], row["ac"], row["name"]) == (11, 6, "Axes")
    other = unit("halfling", 5, mixed="Axes", weapons=("short-sword",))
    assert looked(main, other) == [
        "entry 2, 5 Halflings: all figures of a unit have the same weapons; choose the same"
    ]
    giants = unit("ogre", 5, mixed="Axes")
    assert looked(main, giants) == [
        "entry 2, 5 Ogres: figures of 5 and of 10 creatures; mix creatures of one ratio"
    ]
    assert "44 figures" not in str(looked(main, unit("dwarf", 42, mixed="Axes", weapons=("battle-axe",))))


@pytest.mark.parametrize(
    ("name", "side"), [(name, side) for name, book in BOOK.scenarios().items() for side in book.sides]
)
def test_an_army_takes_the_place_of_a_side(name: str, side: str) -> None:
    scenario = BOOK.scenario(name)
    mine = army(
        unit("dwarf", 12, name="Beards", weapons=("battle-axe",), formation="open", files=4),
        unit("goblin", 20, 2, type="mob"),
        leader("army", "Thane", charisma=16, level=5),
    )
    filled = fit(BOOK, scenario, {side: mine})
    state = BOOK.new(filled, BOOK.options())
    number = scenario.sides.index(side)
    rosters = [state.setting.rosters[one.id] for one in state.units.values() if one.side == number]
    assert [roster.name for roster in rosters] == ["Beards", "Goblins 1", "Goblins 2"]
    assert state.setting.names[number] == "The Few"
    (captain,) = [state.setting.sheets[one.id] for one in state.individuals.values() if one.side == number]
    assert (captain.name, captain.radius, captain.charisma) == ("Thane", 14.0, 1)


def test_a_side_of_a_scenario_as_a_list_to_begin_from() -> None:
    scenario = BOOK.scenario("crossroads")
    drawn = BOOK.muster.drawn(scenario, "crossroads-force") if BOOK.muster else army()
    assert appraise(BOOK, drawn).faults == ()
    assert [(entry.name, entry.values["creature"], entry.values["figures"]) for entry in drawn.entries] == [
        ("Twin Blades", "dwarf", 12),
        ("Glarus Militia", "human-0", 16),
        ("Clanguard", "halfling", 10),
        ("Glarian Guard", "human-fighter-2", 12),
    ]
    cards = [figures(one.card) for one in appraise(BOOK, drawn).entries if one.card]
    assert [card["AC"] for card in cards] == ["4", "8", "7", "5"]
    assert read_army(write_army(drawn)) == drawn


def test_an_army_may_meet_a_list() -> None:
    found = matchup(BOOK, write_army(army(unit("dwarf", 12))), "20 Goblins, 12 Orcs")
    state = BOOK.new(found, BOOK.options())
    assert [state.setting.rosters[one.id].creature for one in state.units.values()] == [
        "dwarf",
        "goblin",
        "orc",
    ]
    assert (
        shortened(BOOK, write_army(army(unit("goblin", 20, type="mob"), unit("orc"))))
        == "20 Goblins (mob), 12 Orcs"
    )


# ---------------------------------------------------------------- mixed units


@pytest.mark.rule("battlesystem:3.1a")
def test_mixed_units_have_averages_rounded_against_them() -> None:
    """6 figures of AC 4 and 5 of AC 7: 59 / 11, so 6; 4 figures of 10 hit dice and 3 of 20: 100 / 7, so 14."""
    sixes, fives = enlist(Recruit("dwarf", 6)), enlist(Recruit("halfling", 5))
    row = mixed(sixes, [fives], sixes.row(), [fives.row()])
    assert average([(6, sixes.row()["ac"]), (5, fives.row()["ac"])]) * 11 == 59
    assert (row["ac"], row["figures"], row["mv"]) == (6, 11, 6)
    men, veterans = enlist(Recruit("human-fighter-1", 4)), enlist(Recruit("human-fighter-2", 3))
    assert mixed(men, [veterans], men.row(), [veterans.row()])["hd_per_figure"] == 14
    # D8 is column 4, D6 column 3: six of one and five of the other make 39 / 11, so column 3
    assert row["weapons"][0]["sm"] == ["1d6"]
    # only dwarves are hard to hit for ogres; only all can be
    assert row["modifiers"] == []


@pytest.mark.rule(
    "battlesystem:3.1a", "battlesystem:4.1", "battlesystem:4.1a", "battlesystem:4.1e", "battlesystem:4.6"
)
def test_morale_and_discipline_of_a_mixed_unit_are_those_of_all_its_figures() -> None:
    def ratings(one: Recruit, other: Recruit) -> tuple[int, int, bool]:
        main, part = enlist(one), enlist(other)
        row = mixed(main, [part], main.row(), [part.row()])
        return row["ml"], row["dl"], row["low_or_chaotic"]

    # six orcs and six orcs are twelve: no penalty for a small number; 11 + 1, and +1 lawful, -1 average (low)
    plain = enlist(Recruit("orc", 12)).row()
    assert ratings(Recruit("orc", 6), Recruit("orc", 6)) == (plain["ml"], plain["dl"], True) == (12, 12, True)
    # goblins have 1-1 hit dice: with orcs of 1 the mean is less than one: -1
    assert ratings(Recruit("orc", 6), Recruit("goblin", 6)) == (11, 11, True)
    # AC 4 and AC 10 make 7, which is worth nothing; not all are demihumans, not all are lawful
    assert ratings(Recruit("dwarf", 6), Recruit("human-fighter-1", 6)) == (12, 12, False)
    # AC 4 and AC 7 make 6; all are lawful demihumans; eleven: -1
    assert ratings(Recruit("dwarf", 6), Recruit("halfling", 5)) == (12, 13, False)
    # ogres have more dice (mean 2.5), but are dull and chaotic, which tells on all: 12 - 1 - 1
    assert ratings(Recruit("orc", 6), Recruit("ogre", 6)) == (12, 10, True)


@pytest.mark.rule("battlesystem:2.8e", "battlesystem:2.9i", "battlesystem:2.10l", "battlesystem:3.1a")
@pytest.mark.parametrize(
    ("sort", "numbers", "says"),
    [
        ("regular", (20, 20, 20), "entry 1, 20 Orcs: 60 figures in one unit; 4 to 48"),
        ("regular", (20, 14, 14), ""),
        ("regular", (2, 1), "entry 1, 2 Orcs: 3 figures in one unit; 4 to 48"),
        ("regular", (3, 1), ""),
        ("skirmish", (12, 13), "entry 1, 12 Orcs: 25 figures in one unit; 1 to 24"),
        ("mob", (6, 5), "entry 1, 6 Orcs: 11 figures in one unit; 12 to 96"),
        ("mob", (6, 6), ""),
        ("mob", (60, 37), "entry 1, 60 Orcs: 97 figures in one unit; 12 to 96"),
    ],
)
def test_all_figures_of_a_mixed_unit_are_counted(sort: str, numbers: tuple[int, ...], says: str) -> None:
    main, *parts = [unit("orc", number, type=sort) for number in numbers]
    named = Entry(main.values, "unit", 1, "Mixed")
    others = [Entry({**part.values, "mixed": "Mixed"}, "unit", 1, "") for part in parts]
    found = appraise(BOOK, army(named, *others))
    assert [str(fault) for fault in found.faults] == ([says] if says else [])
    rules = {"regular": "battlesystem:2.8e", "skirmish": "battlesystem:2.9i", "mob": "battlesystem:2.10l"}
    assert {fault.rule for fault in found.faults} <= {rules[sort]}


# ---------------------------------------------------------------- lists


def test_a_list_names_figures_creatures_kinds_and_weapons() -> None:
    found = read_list(
        "Twin Blades: 12 Dwarves + battle axe, 20 goblins (mob), Hill Giants, 10 x wood elf + Longsword"
    )
    assert [(one.name, one.creature, one.figures, one.kind, one.weapons) for one in found] == [
        ("Twin Blades", "dwarf", 12, "regular", ("battle-axe",)),
        ("", "goblin", 20, "mob", ()),
        ("", "giant-hill", 12, "regular", ()),
        ("", "elf-wood", 10, "regular", ("long-sword",)),
    ]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("12 Dwraves", "there is no creature 'Dwraves'; did you mean 'dwarves'"),
        ("12 Dwarves + sword", "there is no weapon 'sword'"),
        ("12 Dwarves (horde)", "there is no kind 'horde'"),
        ("12 Dwarves (elite)", "elite troops are a scenario's own; regular, skirmish or mob"),
        ("2 Dwarves", "'2 Dwarves': a regular unit cannot start with 2 figures; 4 to 48"),
        ("", "no units"),
        ("12 Dwarves,", "a unit is missing"),
        (",".join(["12 Orcs"] * 61), "61 units; at most 60"),
    ],
)
def test_a_list_that_cannot_be_read_is_refused(text: str, says: str) -> None:
    with pytest.raises(BadInput) as caught:
        read_list(text, "army")
    assert says in str(caught.value)


@pytest.mark.rule("battlesystem:3.1")
@pytest.mark.parametrize("name", creatures())
@pytest.mark.parametrize("sort", ["regular", "skirmish", "mob"])
def test_scenarios_read_the_roster_of_every_unit(name: str, sort: str) -> None:
    one = enlist(Recruit(name, 12, sort))
    found = read_unit(one.row(), "army", {}).roster
    assert (found.morale, found.discipline) == (total(one.morale), total(one.discipline))
    assert (found.attack_rating, found.armour_class) == (total(one.attack), total(one.armour))
    assert found.figure == 10 * one.per_figure
    assert (found.creature, found.movement, found.ratio) == (
        one.creature.people,
        one.creature.movement,
        one.ratio,
    )
    assert bool(found.commander) == (sort == "regular")
    assert [modifier.against for modifier in found.modifiers] == [other.against for other in one.modifiers]


@pytest.mark.parametrize("name", creatures())
def test_every_creature_makes_a_unit_and_comes_back_from_its_roster(name: str) -> None:
    found = unit_card(unit(name))
    assert found.faults == ()
    assert found.cost > 0
    one = enlist(Recruit(name, 12, name="They"))
    assert enlist(recruit_of(entry_of_row(one.row()))).row() == one.row()
    assert recruit_of(entry_of(one.recruit)) == one.recruit
