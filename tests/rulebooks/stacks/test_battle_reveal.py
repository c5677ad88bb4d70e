"""Segment I: who may be revealed, in secret, and what when nobody can be."""

from __future__ import annotations

import pytest
from rulebooks.stacks.fights import battle, field

from banneret.kernel.viewer import SPECTATOR, viewer_of
from banneret.rulebooks.stacks.rulebook import RULEBOOK


@pytest.mark.rule("stacks:reveal.choose")
def test_each_side_reveals_one_usable_unit():
    fight = battle(["orcs", "elves", "ents"], ["goblins", "knights"])
    pairs = [(a, d) for a in fight.offers(0, "reveal") for d in fight.offers(1, "reveal")]
    assert len(pairs) == 6
    fight.reveal("elves", "knights")
    assert (fight.front(0), fight.front(1)) == ("elves", "knights")


@pytest.mark.rule("stacks:reveal.choose")
def test_picking_is_obligatory():
    fight = battle(["orcs"], ["goblins"])
    assert fight.refusal(0, "reveal", ("none",)) is not None
    assert fight.refusal(0, "reveal", ("reveal", fight.unit(1, "goblins").id)) is not None


@pytest.mark.rule("stacks:reveal.simultaneous")
def test_nothing_of_a_pick_is_shown_before_the_other_is_final():
    one, other = [battle(["orcs", "ents"], ["goblins", "knights"]) for _ in range(2)]
    one.attacker("reveal orcs")
    other.attacker("reveal ents")
    assert one.decision(0) is None  # it cannot be changed
    assert one.news(1) == other.news(1)
    assert RULEBOOK.view.scene(one.state, viewer_of(1)) == RULEBOOK.view.scene(other.state, viewer_of(1))
    assert one.offers(1, "reveal") == other.offers(1, "reveal")


@pytest.mark.rule("stacks:reveal.simultaneous")
def test_the_defender_may_be_first_to_pick():
    fight = battle(["orcs", "ents"], ["goblins", "knights"])
    fight.defender("reveal knights")
    assert fight.decision(1) is None
    fight.attacker("reveal ents")
    assert "Round 1: Attacker revealed Ents, Defender Knights." in fight.news(SPECTATOR)


@pytest.mark.rule("stacks:reveal.eligible")
def test_any_usable_unit_may_be_picked_also_a_site_of_the_attacker():
    stack = ["dwarf_hall", "goblins", "ranger", "archmage"]
    fight = battle(stack, ["orcs"], artifacts=({"oathsword": "ranger"}, {}), spells=(["battle_blessing"], []))
    assert fight.offers(0, "reveal") == [f"reveal {unit}" for unit in stack]
    fight.reveal("dwarf_hall", "orcs")
    assert fight.roll(1, 1) == (7, 5)


@pytest.mark.rule("stacks:reveal.eligible", "stacks:summoning.appear")
def test_a_summoned_unit_may_be_picked_from_the_next_round_on():
    fight = battle(["archmage"], ["orcs"], spells=(["call_fire_elemental"], []))
    fight.attacker("cast call_fire_elemental archmage")
    fight.roll(2, 1)
    fight.to_round(2)
    assert fight.offers(0, "reveal") == ["reveal archmage", "reveal fire_elemental"]
    fight.reveal("fire_elemental", "orcs")
    assert fight.roll(1, 1) == (8, 5)


@pytest.mark.rule("stacks:reveal.eligible", "stacks:regenerates.stays")
def test_a_unit_with_a_defeat_may_be_picked_again():
    fight = battle(["trolls"], ["storm_giants"])
    fight.roll(1, 6)
    fight.to_round(2)
    assert fight.offers(0, "reveal") == ["reveal trolls"]


@pytest.mark.rule("stacks:reveal.fresh")
def test_both_pick_anew_each_round():
    fight = battle(["dwarves", "dwarflord"], ["dwarves", "orcs"])
    fight.reveal("dwarves", "dwarves")
    fight.roll(2, 2)
    fight.to_round(2)
    assert fight.front(0) == ""
    assert fight.offers(0, "reveal") == ["reveal dwarves", "reveal dwarflord"]
    assert fight.offers(1, "reveal") == ["reveal dwarves", "reveal orcs"]


@pytest.mark.rule("stacks:reveal.fresh")
def test_the_winner_may_rest_or_fight_on():
    fight = battle(["storm_giants", "orcs"], ["goblins", "goblins"])
    fight.reveal("storm_giants", "goblins")
    fight.roll(6, 1)
    fight.to_round(2)
    assert fight.offers(0, "reveal") == ["reveal storm_giants", "reveal orcs"]


@pytest.mark.rule("stacks:reveal.transported")
def test_passengers_fight_at_sea_and_only_they_are_lost():
    fight = battle(["sea_serpents"], ["war_galley", "orcs"], "Sea")
    assert fight.offers(1, "reveal") == ["reveal war_galley", "reveal orcs"]
    fight.reveal("sea_serpents", "orcs")
    fight.roll(6, 1)
    fight.to_round(2)
    assert fight.stack(1) == ["war_galley"]


@pytest.mark.rule("stacks:reveal.transported")
def test_passengers_do_everything_other_units_do():
    fight = battle(
        ["sea_serpents"], ["war_galley", "elves", "dwarves"], "Sea", spells=([], ["battle_blessing"])
    )
    fight.reveal("sea_serpents", "elves")
    fight.defender("guard dwarves", "show elves, cast battle_blessing elves, show war_galley")
    assert fight.roll(1, 1) == (8, 1 + 5 + 3 + 2 + 1)


@pytest.mark.rule("stacks:reveal.none-usable", "stacks:end.both-stay", "stacks:paralyze.duration")
def test_a_side_with_nobody_usable_ends_the_battle_and_nobody_is_destroyed():
    fight = field(["PP"], {"A1": ["basilisk"]}, {"A1": ["knights", "militia", "orcs"]})
    fight.reveal("basilisk", "knights")
    fight.attacker("paralyze basilisk")
    fight.defender("replace orcs")
    fight.roll(1, 2)  # 6 against 6
    fight.reveal("basilisk", "militia")
    fight.attacker("paralyze basilisk")
    fight.roll(6, 1)  # the Orcs have come in again and are lost
    fight.turn_of(1)
    assert fight.stack(1, "A1") == ["knights", "militia"]
    assert fight.stack(0, "A1") == ["basilisk"]
    assert fight.offers(1, "reveal") == ["reveal knights", "reveal militia"]


@pytest.mark.rule("stacks:reveal.none-usable", "stacks:battle.occurs")
def test_a_battle_against_a_helpless_stack_ends_at_once():
    def before(state):
        state.units[1].held_turns = 1

    fight = field(["PP"], {"A1": ["orcs"]}, {"A1": ["elves"]}, before=before)
    fight.turn_of(1)
    assert ("reveal", 0) not in fight.asked
    assert "standoff" in fight.kinds_of_news
    assert fight.stack(1, "A1") == ["elves"]


@pytest.mark.rule("stacks:reveal.none-usable", "stacks:setup.battle-only")
def test_a_single_battle_in_which_a_side_is_helpless_is_drawn():
    fight = battle(["orcs"], ["elves"])
    fight.paralyze(1, "elves")
    assert fight.winner == "draw"
