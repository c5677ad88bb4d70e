"""Retreat: who, when, at what price, where to."""

from __future__ import annotations

import pytest
from rulebooks.stacks.fights import battle, field


@pytest.mark.rule("stacks:retreat.right")
def test_only_the_defender_is_offered_a_retreat_and_in_any_round():
    fight = battle(["dwarves", "orcs"], ["dwarves", "orcs"])
    fight.reveal("dwarves", "dwarves")
    assert fight.offers(1, "retreat") == ["stay", "retreat dwarves away", "retreat orcs away"]
    fight.roll(2, 2)
    fight.to_round(2)
    assert len(fight.offers(1, "retreat")) == 3
    assert ("retreat", 0) not in fight.asked


@pytest.mark.rule("stacks:retreat.timing")
def test_a_retreat_comes_after_the_reveal_and_ends_round_and_battle():
    fight = field(["PP"], {"A1": ["storm_giants"]}, {"A1": ["goblins", "orcs"]}, spells=[["death_touch"], []])
    fight.reveal("storm_giants", "goblins")
    assert fight.decision(1).kind == "retreat"
    fight.defender("retreat orcs B1")
    assert "roll" not in fight.kinds_of_news
    assert fight.state.active == 1
    kinds = {kind for kind, _ in fight.asked}
    assert not kinds & {"withdraw", "guard", "support", "respite", "calloff"}


@pytest.mark.rule("stacks:retreat.sacrifice")
def test_the_price_is_a_unit_of_the_defenders_choice():
    fight = field(["PP"], {"A1": ["orcs"]}, {"A1": ["goblins", "dwarves"]})
    fight.reveal("orcs", "dwarves")
    fight.defender("retreat goblins B1")
    assert fight.fallen(1) == ["goblins"]
    assert fight.stack(1, "B1") == ["dwarves"]


@pytest.mark.rule("stacks:retreat.sacrifice")
def test_the_combatant_itself_may_be_the_price():
    fight = field(["PP"], {"A1": ["orcs"]}, {"A1": ["goblins", "dwarves"]})
    fight.reveal("orcs", "dwarves")
    fight.defender("retreat dwarves B1")
    assert fight.fallen(1) == ["dwarves"]
    assert fight.stack(1, "B1") == ["goblins"]


@pytest.mark.rule("stacks:retreat.sacrifice")
def test_a_single_unit_cannot_retreat():
    fight = battle(["orcs"], ["dwarves"])
    assert fight.offers(1, "retreat") == ["stay"]
    refusal = fight.refusal(1, "retreat", ("retreat", fight.unit(1, "dwarves").id, "away"))
    assert (refusal.reason, refusal.rule) == (
        "Without the Dwarves nobody is left to retreat.",
        "stacks:retreat.sacrifice",
    )


@pytest.mark.rule("stacks:retreat.sacrifice", "stacks:battle.usable")
@pytest.mark.parametrize("turns", [0, 1])
def test_a_paralyzed_unit_is_no_price(turns):
    fight = battle(["orcs"], ["dwarves", "elves", "ents"])
    fight.paralyze(1, "elves", turns=turns)
    assert fight.offers(1, "retreat") == ["stay", "retreat dwarves away", "retreat ents away"]


@pytest.mark.rule("stacks:retreat.sacrifice", "stacks:site.not-a-price")
def test_neither_a_site_nor_a_summoned_unit_is_a_price_or_can_be_left_to_go():
    spells = ([], ["call_fire_elemental"])
    fight = battle(["orcs"], ["dwarf_hall", "archmage"], spells=spells)
    fight.reveal("orcs", "archmage")
    assert fight.offers(1, "retreat") == ["stay"]
    fight.defender("cast call_fire_elemental archmage")
    fight.roll(1, 2)
    fight.to_round(2)
    assert fight.offers(1, "retreat") == ["stay"]


@pytest.mark.rule("stacks:retreat.destination")
def test_a_retreat_goes_to_an_adjacent_hex_that_is_empty_or_friendly():
    rows = ["FFP", "FPP", "FF~"]  # B2's neighbours: A2, C2, B1, C1, B3, C3
    armies = (
        {"B2": ["orcs"], "B1": ["dwarf_hall"], "B3": ["elves"]},
        {"B2": ["ents", "goblins"], "B3": ["orcs"]},
    )
    fight = field(rows, *armies)
    fight.attacker("fight B2", "fight B2")
    places = {text.split()[2] for text in fight.offers(1, "retreat") if text != "stay"}
    assert places == {"A2", "C1", "C2"}  # not the enemy Site, the contested hex, the Sea


@pytest.mark.rule("stacks:retreat.destination", "stacks:move.stacking")
def test_a_full_hex_is_no_destination():
    fight = field(
        ["PPP"], {"B1": ["orcs"]}, {"B1": ["ents", "elves", "ents"], "A1": ["orcs"] * 2}, stack_limit=3
    )
    assert [text for text in fight.offers(1, "retreat") if "A1" in text] == []
    assert [text for text in fight.offers(1, "retreat") if "C1" in text] != []


@pytest.mark.rule("stacks:retreat.destination", "stacks:move.stacking")
def test_the_price_makes_room():
    fight = field(["PP"], {"A1": ["orcs"]}, {"A1": ["ents", "elves"], "B1": ["orcs"] * 2}, stack_limit=3)
    assert fight.offers(1, "retreat") == ["stay", "retreat ents B1", "retreat elves B1"]


@pytest.mark.rule("stacks:retreat.destination")
def test_the_price_decides_where_the_others_may_go():
    fight = field(["P~"], {"A1": ["orcs"]}, {"A1": ["griffons", "lizardmen", "knights"]})
    assert fight.offers(1, "retreat") == ["stay", "retreat knights B1"]


@pytest.mark.rule("stacks:retreat.who-moves", "stacks:site.no-move")
def test_paralyzed_units_go_along_and_sites_stay_and_are_left_alone():
    armies = {"A1": ["storm_giants"]}, {"A1": ["dwarf_hall", "dwarves", "elves", "goblins"]}
    fight = field(["PPP"], *armies)
    fight.reveal("storm_giants", "goblins")
    fight.paralyze(1, "elves")
    fight.defender("retreat goblins B1")
    assert fight.stack(1, "B1") == ["dwarves", "elves"]
    assert fight.stack(1, "A1") == ["dwarf_hall"]
    assert fight.state.active == 1  # no second battle against the Hall this turn
    assert not fight.unit(1, "elves").held


@pytest.mark.rule("stacks:retreat.who-moves", "stacks:summoning.discard")
def test_summoned_units_do_not_go_along():
    fight = battle(["orcs"], ["archmage", "dwarves", "elves"], spells=([], ["call_fire_elemental"]))
    fight.reveal("orcs", "dwarves")
    fight.defender("cast call_fire_elemental archmage")
    fight.roll(3, 1)  # 7 against 7, with the Archmage as General
    fight.defender("reveal dwarves", "retreat dwarves away")
    assert fight.left(1) == ["archmage", "elves"]
    assert fight.state.stacks[1] == {}


@pytest.mark.rule("stacks:retreat.sea")
def test_passengers_retreat_aboard_but_not_to_land():
    armies = {"B1": ["kraken"]}, {"B1": ["war_galley", "orcs", "longship"]}
    fight = field(["P~~"], *armies)
    fight.reveal("kraken", "longship")
    offered = ["stay", "retreat war_galley C1", "retreat orcs C1", "retreat longship C1"]
    assert fight.offers(1, "retreat") == offered
    fight.defender("retreat longship C1")
    assert fight.stack(1, "C1") == ["war_galley", "orcs"]
    assert fight.unit(1, "orcs").aboard == fight.unit(1, "war_galley").id


@pytest.mark.rule("stacks:retreat.sea", "stacks:transport.sink")
def test_a_ship_that_is_the_price_takes_its_passengers_down():
    fight = field(["~~"], {"A1": ["kraken"]}, {"A1": ["war_galley", "orcs", "dwarves", "longship"]})
    fight.defender("retreat war_galley B1")
    assert fight.fallen(1) == ["war_galley", "orcs", "dwarves"]
    assert fight.stack(1, "B1") == ["longship"]


@pytest.mark.rule("stacks:retreat.sea")
def test_a_ship_cannot_be_the_price_when_all_the_rest_is_aboard():
    fight = field(["~~"], {"A1": ["kraken"]}, {"A1": ["war_galley", "orcs"]})
    assert fight.offers(1, "retreat") == ["stay", "retreat orcs B1"]


@pytest.mark.rule("stacks:retreat.no-save", "stacks:regenerates.bypass", "stacks:martyr.no-chain")
def test_nothing_saves_a_sacrifice():
    fight = field(["PP"], {"A1": ["orcs"]}, {"A1": ["trolls", "zombies"]}, spells=[[], ["trolls_blood"]])
    fight.reveal("orcs", "trolls")
    fight.defender("retreat trolls B1")
    assert fight.fallen(1) == ["trolls"]
    assert ("losses", 1) not in fight.asked


@pytest.mark.rule("stacks:retreat.right", "stacks:hidden.no-tell")
def test_the_defender_is_asked_also_when_there_is_nothing_to_choose():
    fight = battle(["orcs"], ["dwarves"])
    fight.until("guard")
    assert ("retreat", 1) in fight.asked


@pytest.mark.rule("stacks:setup.battle-only", "stacks:retreat.destination")
def test_a_single_battle_is_left_for_an_imaginary_hex_of_the_same_kind():
    fight = battle(["kraken"], ["war_galley", "orcs", "merfolk"], "Sea")
    offered = fight.offers(1, "retreat")
    assert offered == ["stay", "retreat war_galley away", "retreat orcs away", "retreat merfolk away"]
    fight.defender("retreat war_galley away")
    assert fight.fallen(1) == ["war_galley", "orcs"]
    assert fight.left(1) == ["merfolk"]


@pytest.mark.rule("stacks:retreat.who-moves", "stacks:summoning.discard", "stacks:end.both-stay")
def test_what_is_told_of_the_hex_when_the_defender_has_gone():
    """An elemental is discarded with the battle and holds nothing; a Site stays, and is not a stack that stayed."""
    armies = {"A1": ["orcs"]}, {"A1": ["archmage", "goblins", "dwarves"]}
    fight = field(["PP"], *armies, spells=[[], ["call_fire_elemental"]])
    fight.reveal("orcs", "dwarves")
    fight.defender("cast call_fire_elemental archmage")
    assert fight.roll(4, 2) == (8, 8)  # Dwarves 5, the Archmage a General
    fight.to_round(2)
    fight.reveal("orcs", "dwarves")
    fight.defender("retreat goblins B1")
    assert fight.stack(1, "B1") == ["archmage", "dwarves"]
    assert "The battle was over; Red held A1." in fight.news()

    fight = field(["PP"], {"A1": ["orcs"]}, {"A1": ["dwarf_hall", "goblins", "dwarves"]})
    fight.reveal("orcs", "dwarves")
    fight.defender("retreat goblins B1")
    told = next(event for event in fight.events if event.kind == "over")
    assert told.text.endswith("left only Sites behind at A1.")
    assert (told.rule, told.data["left"]) == ("stacks:retreat.who-moves", [0, 1])


@pytest.mark.rule("stacks:retreat.sacrifice", "stacks:retreat.destination", "stacks:site.not-a-price")
def test_a_refused_retreat_says_what_is_wrong_with_it():
    armies = {"B1": ["orcs"], "A1": ["orcs"]}, {"B1": ["dwarf_hall", "elves", "goblins", "dwarves"]}
    fight = field(["PPPP"], *armies)
    fight.reveal("orcs", "dwarves")
    price = {name: fight.unit(1, name).id for name in ("dwarf_hall", "elves", "goblins")}
    fight.paralyze(1, "elves")

    def rule(*order):
        return fight.refusal(1, "retreat", order).rule

    assert rule("retreat", price["dwarf_hall"], "C1") == "stacks:site.not-a-price"
    assert rule("retreat", price["elves"], "C1") == "stacks:battle.usable"
    assert rule("retreat", price["goblins"], "A1") == "stacks:retreat.destination"  # the enemy holds it
    assert rule("retreat", price["goblins"], "D1") == "stacks:retreat.destination"  # two hexes away
    assert rule("retreat", 99, "C1") == "stacks:retreat.right"
    assert fight.refusal(1, "retreat", ("retreat", price["goblins"], "C1")) is None
