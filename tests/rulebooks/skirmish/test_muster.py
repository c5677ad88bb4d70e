"""Decks that people bring: whole factions, and cards of both within the same counts."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest

import banneret
from banneret.kernel.abilities.muster import ArmyList, Entry
from banneret.kernel.errors import BadInput
from banneret.kernel.rulebook import muster_of
from banneret.muster.appraisal import appraise
from banneret.muster.army import read_army, write_army
from banneret.muster.matchup import fields_of, fit
from banneret.rulebooks.skirmish.army.choices import texts
from banneret.rulebooks.skirmish.army.decks import action_deck, as_data, creature_deck, deck_of
from banneret.rulebooks.skirmish.rulebook import RULEBOOK
from banneret.rulebooks.skirmish.tables.creatures import creature_cards

MUSTER = muster_of(RULEBOOK)
FREE = (
    "Gold Dragon, Umber Hulk, 2 Dwarven Defenders, 2 Elf Archers, 2 Demonweb Spiders, Drow Priestess, Dwarf Cleric, "
    "Drow Blademaster, War Wizard, 2 Shield, 2 Level Up, 2 Action Point, 2 Fast Advance, 2 Charge!, 2 Web, 2 Darkfire, "
    "2 Advancing Strike, 2 Distant Shot, 2 Endless Night, 2 Lolth's Sting, 2 Rapid Shot, 2 Retreat"
)


def errors(army: ArmyList) -> list[str]:
    return [str(fault) for fault in appraise(RULEBOOK, army).faults]


def changed(army: ArmyList, card: str, count: int = 1, **values: int) -> ArmyList:
    """The army with other copies of a card, or more said of it."""
    entries = [
        msgspec.structs.replace(one, count=count, values={**one.values, **values})
        if card in one.values.values()
        else one
        for one in army.entries
    ]
    return msgspec.structs.replace(army, entries=tuple([one for one in entries if one.count]))


@pytest.mark.rule("skirmish:setup.factions", "skirmish:setup.deck-counts")
def test_the_whole_decks_of_a_faction_fight_as_the_faction_does() -> None:
    army = MUSTER.listed("Cormyr")
    found = appraise(RULEBOOK, army, 34)
    assert (found.spent, found.faults) == (34, ())
    assert [figure.value for figure in found.sums] == ["12", "30", "Cormyr"]
    filled = fit(RULEBOOK, RULEBOOK.scenario("twin_halls"), {"drow": army})
    assert filled.data["factions"] == ["cormyr", "drow"]  # the other side takes the other box
    assert filled.data["names"] == ["Cormyr", "Drow"]
    setting = RULEBOOK.new(filled, RULEBOOK.options()).setting
    assert setting.creatures == (creature_deck("cormyr", False), creature_deck("drow", False))
    assert setting.actions == (action_deck("cormyr", False), action_deck("drow", False))
    both = {"drow": army, "cormyr": army}
    twice = fit(RULEBOOK, RULEBOOK.scenario("twin_halls"), both)
    assert twice.data["names"] == ["Cormyr", "Cormyr 2"]
    with pytest.raises(BadInput, match="both sides bring the same faction"):
        RULEBOOK.new(twice, RULEBOOK.options())
    assert RULEBOOK.new(twice, RULEBOOK.options({"mirror-match": "true"})).setting.factions == ("cormyr",) * 2


def test_decks_may_be_built_freely_within_the_counts() -> None:
    army = msgspec.structs.replace(MUSTER.listed(FREE), name="Mixed company", budget=34)
    assert errors(army) == []
    assert read_army(write_army(army)) == army
    assert fields_of(RULEBOOK, army) == tuple(MUSTER.tables.scenarios)
    filled = fit(RULEBOOK, RULEBOOK.scenario("two_and_two"), {"cormyr": army})
    assert RULEBOOK.read_scenario(json.loads(filled.to_json()), "again").to_json() == filled.to_json()
    setting = RULEBOOK.new(filled, RULEBOOK.options()).setting
    assert setting.names[1] == "Mixed company"
    brought = [creature_cards()[index].faction for index in setting.creatures[1]]
    assert (brought.count("drow"), brought.count("cormyr")) == (5, 7)
    assert setting.creatures[0] == creature_deck("drow", False)
    with pytest.raises(BadInput, match="a side brings a deck of its own; the option own-decks allows it"):
        RULEBOOK.new(filled, RULEBOOK.options({"own-decks": "faction"}))
    assert MUSTER.drawn(filled, "cormyr").entries == army.entries


@pytest.mark.rule("skirmish:setup.factions")
def test_the_whole_decks_of_a_faction_are_no_decks_of_ones_own() -> None:
    data = json.loads(RULEBOOK.scenario("twin_halls").to_json())
    whole = as_data(deck_of("cormyr"))
    options = RULEBOOK.options({"own-decks": "faction"})
    for deck, fits in ((whole, True), ({**whole, "actions": whole["actions"][:-1]}, False)):
        data["data"]["decks"] = [{}, deck]
        scenario = RULEBOOK.read_scenario(data, "a file")
        if fits:
            assert len(RULEBOOK.new(scenario, options).armies[1].actions) == 30
        else:
            with pytest.raises(BadInput, match="a side brings a deck of its own"):
                RULEBOOK.new(scenario, options)


@pytest.mark.rule("skirmish:setup.deck-counts", "skirmish:setup.miniatures")
@pytest.mark.parametrize(
    ("card", "count", "said"),
    [
        ("gold-dragon", 0, "it has 11 creature cards, and a deck has 12; add 1 of them"),
        ("fireball", 2, "it has 31 action cards, and a deck has 26 to 30; take away 1 of them"),
        ("fireball", 2, "it has 2 of Fireball, and there is 1; take away 1"),
        ("elf-archer", 3, "it has 3 of Elf Archer, and there are 2; take away 1"),
        ("gold-dragon", 2, "its creatures have 40 levels, and 34 are the most; save 6 levels"),
    ],
)
def test_a_deck_of_other_counts_is_refused(card: str, count: int, said: str) -> None:
    army = changed(MUSTER.listed("Cormyr"), card, count)
    assert said in errors(army)
    with pytest.raises(BadInput):
        fit(RULEBOOK, RULEBOOK.scenario("twin_halls"), {"cormyr": army})


@pytest.mark.rule("skirmish:setup.starting.levels")
def test_what_starts_is_checked_and_stays_secret() -> None:
    army = changed(MUSTER.listed("Cormyr"), "elf-archer", 2, starts=2)
    army = changed(army, "half-orc-thug", starts=1)
    assert errors(army) == []
    assert appraise(RULEBOOK, army).sums[-1].value == "2 Elf Archer, Half-Orc Thug"
    filled = fit(RULEBOOK, RULEBOOK.scenario("twin_halls"), {"cormyr": army})
    assert "start" not in filled.to_json().replace("first", "")
    assert "8 levels start on the board, and 7 are the most; save 1 of them" in errors(
        changed(army, "dwarf-cleric", starts=1)
    )
    assert any("it cannot start" in one for one in errors(changed(army, "gold-dragon", starts=1)))
    assert any("2 start, and there is 1" in one for one in errors(changed(army, "half-orc-thug", starts=2)))


def test_scenarios_that_place_the_creatures_take_no_decks() -> None:
    scenario = RULEBOOK.odds.matchup("Dragon Knight", "Drider")
    assert MUSTER.takes(scenario) == ()
    with pytest.raises(BadInput, match="takes no armies"):
        fit(RULEBOOK, scenario, {"attacker": MUSTER.listed("Cormyr")})


@pytest.mark.parametrize("text", ["Elf Archer, Elv Archer", ", ".join(["Web"] * 61), ""])
def test_lists_that_cannot_be_read_are_refused(text: str) -> None:
    with pytest.raises(BadInput):
        MUSTER.listed(text, "a list")


@pytest.mark.parametrize(
    "deck", [[], [{}, {}, {}], [{"creatures": ["drider"]}, {}], [{"spells": []}, {}], [3, {}]]
)
def test_decks_of_a_scenario_are_checked(deck: object) -> None:
    data = json.loads(RULEBOOK.scenario("twin_halls").to_json())
    data["data"]["decks"] = deck
    with pytest.raises(BadInput):
        RULEBOOK.read_scenario(data, "a file")


def test_a_short_list_names_the_creatures() -> None:
    assert MUSTER.short(MUSTER.listed("2 Web, Drider, 2 Elf Archer")) == "1 Drider, 2 Elf Archer"
    with pytest.raises(BadInput, match="no creatures"):
        MUSTER.short(ArmyList("skirmish", (Entry({"action": "web"}),)))


@pytest.mark.long
def test_a_battle_of_free_decks_is_played_from_python(tmp_path: Path) -> None:
    battle = banneret.start(
        "skirmish",
        "short_yard",
        seed=3,
        armies={"Drow": FREE},
        players={"drow": "greedy", "cormyr": "greedy"},
    )
    battle.play_out()
    battle.save(tmp_path / "mixed.battle")
    assert banneret.load(tmp_path / "mixed.battle").text == battle.text


def test_a_power_without_a_name_is_its_sentence_alone() -> None:
    assert texts()["drow-wizard"][0].startswith("One creature at most 5 squares away")
    assert texts()["drow-wizard"][1].startswith("Nimble: ")
    assert not [text for some in texts().values() for text in some if text.startswith(":")]
