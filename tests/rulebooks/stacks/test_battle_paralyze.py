"""Step T4: Paralyze, the Gorgon Shield and Stone Sleep."""

from __future__ import annotations

import pytest
from rulebooks.stacks.fights import battle, field

from banneret.rulebooks.stacks.rulebook import RULEBOOK


@pytest.mark.rule("stacks:paralyze.use")
def test_a_paralyzed_combatant_is_replaced_and_out_for_the_battle():
    fight = battle(["basilisk"], ["storm_giants", "orcs"])
    fight.reveal("basilisk", "storm_giants")
    fight.attacker("paralyze basilisk")
    fight.defender("replace orcs")
    assert fight.roll(3, 4) == (8, 8)
    assert fight.offers(1, "reveal") == ["reveal orcs"]


@pytest.mark.rule("stacks:paralyze.use")
def test_the_target_is_the_combatant_as_it_is_then():
    fight = battle(["basilisk"], ["storm_giants", "militia", "orcs"])
    fight.reveal("basilisk", "storm_giants")
    fight.defender("guard militia")
    fight.attacker("paralyze basilisk")
    assert [unit.held for unit in fight.state.units[1:]] == [False, True, False]


@pytest.mark.rule("stacks:paralyze.use", "stacks:tactical.optional")
def test_paralysis_is_voluntary():
    fight = battle(["basilisk"], ["storm_giants"])
    fight.attacker("none")
    assert fight.roll(1, 1) == (6, 11)


@pytest.mark.rule("stacks:paralyze.combatant-only")
def test_a_unit_in_the_stack_cannot_paralyze():
    fight = battle(["skeletons", "ghouls"], ["orcs"])
    fight.reveal("skeletons", "orcs")
    assert fight.until("paralyze", 0) is None


@pytest.mark.rule("stacks:paralyze.combatant-only")
def test_a_unit_brought_in_before_can_paralyze():
    fight = battle(["orcs"], ["elves", "centaurs", "strangler_vines"])
    fight.reveal("orcs", "centaurs")
    fight.defender("skirmish strangler_vines", "paralyze strangler_vines")
    assert fight.fallen(0) == ["orcs"]


@pytest.mark.rule("stacks:paralyze.combatant-only", "stacks:paralyze.replacement")
def test_a_replacement_can_neither_paralyze_nor_be_paralyzed_in_the_round():
    fight = battle(["basilisk", "orcs"], ["storm_giants", "basilisk"])
    fight.reveal("basilisk", "storm_giants")
    fight.attacker("paralyze basilisk")
    fight.defender("replace basilisk")
    assert fight.until("paralyze") is None
    assert not fight.unit(1, "basilisk").held


@pytest.mark.rule("stacks:opt.paralyze-from")
def test_with_the_option_a_unit_of_the_stack_may_paralyze():
    options = {"paralyze-from": "stack"}
    fight = battle(["skeletons", "ghouls"], ["orcs"], options=options)
    fight.reveal("skeletons", "orcs")
    fight.attacker("paralyze ghouls")
    fight.defender("none")
    assert fight.fallen(1) == ["orcs"]
    assert fight.unit(0, "ghouls").known == 3


@pytest.mark.rule("stacks:opt.paralyze-targets", "stacks:desc.nonliving")
def test_with_the_option_nonliving_units_cannot_be_paralyzed():
    options = {"paralyze-targets": "living"}
    spells = (["stone_sleep"], [])
    fight = battle(["basilisk", "archmage"], ["skeletons"], options=options, spells=spells)
    fight.reveal("basilisk", "skeletons")
    assert fight.until("paralyze") is None
    assert fight.roll(1, 2) == (6, 5)


@pytest.mark.rule("stacks:opt.paralyze-targets", "stacks:desc.nonliving")
def test_without_the_option_they_can():
    fight = battle(["basilisk"], ["skeletons"])
    fight.attacker("paralyze basilisk")
    assert fight.fallen(1) == ["skeletons"]


@pytest.mark.rule("stacks:opt.paralyze-targets")
def test_with_the_option_living_units_can_be_paralyzed_still():
    fight = battle(["basilisk"], ["orcs"], options={"paralyze-targets": "living"})
    fight.attacker("paralyze basilisk")
    assert fight.fallen(1) == ["orcs"]


@pytest.mark.rule("stacks:paralyze.replacement")
def test_the_owner_picks_the_replacement_and_may_not_decline():
    fight = battle(["basilisk"], ["storm_giants", "knights", "militia"])
    fight.reveal("basilisk", "storm_giants")
    fight.attacker("paralyze basilisk")
    assert fight.offers(1, "replace") == ["replace knights", "replace militia"]
    assert fight.refusal(1, "replace", ("none",)) is not None
    fight.defender("replace militia")
    assert fight.front(1) == "militia"


@pytest.mark.rule("stacks:paralyze.replacement", "stacks:battle.usable")
def test_a_unit_paralyzed_for_turns_replaces_nobody():
    fight = battle(["basilisk"], ["storm_giants", "dwarves", "orcs"])
    fight.reveal("basilisk", "storm_giants")
    fight.paralyze(1, "dwarves", turns=2)
    assert fight.offers(1, "guard") == ["none"]
    fight.attacker("paralyze basilisk")
    assert fight.offers(1, "replace") == ["replace orcs"]


@pytest.mark.rule("stacks:paralyze.replacement", "stacks:skirmish.limit")
def test_a_replacement_costs_no_skirmish():
    fight = battle(["basilisk"], ["ranger", "orcs"])
    fight.reveal("basilisk", "orcs")
    fight.attacker("paralyze basilisk")
    fight.defender("replace ranger")
    fight.roll(1, 2)
    fight.paralyze(1, "ranger")
    assert fight.unit(1, "ranger").skirmished == 0


@pytest.mark.rule("stacks:paralyze.replacement", "stacks:hidden.no-tell")
def test_the_owner_is_asked_also_when_there_is_only_one_replacement():
    fight = battle(["basilisk"], ["storm_giants", "orcs"])
    fight.reveal("basilisk", "storm_giants")
    fight.attacker("paralyze basilisk")
    assert fight.decision(1).kind == "replace"


@pytest.mark.rule("stacks:paralyze.destroy")
def test_without_a_replacement_the_target_is_destroyed_without_a_roll():
    fight = battle(["basilisk"], ["desert_dragon"], "Desert")
    fight.attacker("paralyze basilisk")
    assert fight.fallen(1) == ["desert_dragon"]
    assert fight.winner == "attacker"
    assert fight.wanted is None


@pytest.mark.rule("stacks:paralyze.destroy", "stacks:regenerates.twice", "stacks:reveal.none-usable")
def test_regenerates_makes_it_the_first_defeat():
    fight = field(["PP"], {"A1": ["basilisk"]}, {"A1": ["trolls"]})
    fight.attacker("paralyze basilisk")
    trolls = fight.unit(1, "trolls")
    assert (trolls.defeats, trolls.held) == (1, True)
    assert fight.decision(0).kind == "calloff"
    fight.turn_of(1)  # at the next V1 the battle ends
    assert fight.stack(1, "A1") == ["trolls"]
    assert fight.stack(0, "A1") == ["basilisk"]


@pytest.mark.rule("stacks:paralyze.destroy", "stacks:regenerates.twice")
def test_regenerates_helps_only_once():
    fight = battle(["basilisk"], ["trolls"])
    fight.roll(6, 1)
    fight.reveal("basilisk", "trolls")
    assert fight.unit(1, "trolls").defeats == 1
    fight.attacker("paralyze basilisk")
    assert fight.fallen(1) == ["trolls"]


@pytest.mark.rule("stacks:paralyze.destroy", "stacks:martyr.no-chain", "stacks:spell.trolls-blood")
def test_neither_martyr_nor_trolls_blood_helps_against_it():
    fight = battle(["basilisk"], ["elves", "dwarves"], spells=([], ["trolls_blood"]))
    fight.reveal("basilisk", "elves")
    fight.paralyze(1, "dwarves")
    fight.attacker("paralyze basilisk")
    fight.defender("none")
    assert fight.fallen(1) == ["elves"]
    assert ("losses", 1) not in fight.asked
    assert fight.hand(1) == ["trolls_blood"]


@pytest.mark.rule("stacks:paralyze.destroy", "stacks:transport.sink")
def test_a_ship_destroyed_by_paralysis_sinks():
    fight = battle(["ghouls", "war_galley"], ["war_galley", "orcs"], "Sea")
    fight.reveal("ghouls", "war_galley")
    fight.paralyze(1, "orcs")
    fight.attacker("paralyze ghouls")
    assert fight.fallen(1) == ["war_galley", "orcs"]


@pytest.mark.rule("stacks:paralyze.duration")
def test_without_a_number_it_lasts_to_the_end_of_the_battle():
    fight = field(["PP"], {"A1": ["basilisk"]}, {"A1": ["knights", "orcs"]})
    fight.reveal("basilisk", "knights")
    fight.attacker("paralyze basilisk")
    fight.defender("replace orcs")
    fight.roll(1, 2)
    fight.attacker("calloff")
    assert fight.state.active == 1
    assert fight.offers(1, "reveal") == ["reveal knights", "reveal orcs"]


@pytest.mark.rule("stacks:paralyze.duration", "stacks:turn.end")
def test_with_a_number_it_lasts_so_many_of_the_owners_own_turns():
    fight = field(["PP"], {"A1": ["ghouls"]}, {"A1": ["orcs", "elves"]})
    fight.reveal("ghouls", "orcs")
    fight.attacker("paralyze ghouls")
    fight.defender("replace elves")
    fight.roll(1, 1)  # 5 against 5
    fight.attacker("calloff")
    assert fight.unit(1, "orcs").held_turns == 1
    assert fight.offers(1, "reveal") == ["reveal elves"]  # in their owner's turn they cannot fight
    fight.roll(1, 1)
    fight.defender("calloff")
    assert fight.state.active == 0
    assert fight.unit(1, "orcs").held_turns == 0
    assert fight.offers(1, "reveal") == ["reveal orcs", "reveal elves"]


@pytest.mark.rule("stacks:paralyze.duration", "stacks:turn.end")
def test_the_turn_in_progress_never_counts():
    fight = field(["PP"], {"A1": ["orcs", "elves"]}, {"A1": ["ghouls"]})
    fight.reveal("orcs", "ghouls")
    fight.defender("paralyze ghouls")
    fight.attacker("replace elves")
    fight.roll(1, 1)
    fight.attacker("calloff")
    assert fight.state.active == 1
    assert fight.unit(0, "orcs").held_turns == 1
    fight.roll(1, 1)
    fight.defender("calloff")
    assert fight.unit(0, "orcs").held_turns == 1  # the first own turn after is now in progress


@pytest.mark.rule("stacks:paralyze.on-the-map", "stacks:retreat.who-moves")
def test_a_unit_paralyzed_for_turns_is_dragged_along_in_a_retreat():
    def before(state):
        state.units[1].held_turns = 2

    fight = field(["PP"], {"A1": ["orcs"]}, {"A1": ["elves", "ents", "dwarves"]}, before=before)
    fight.defender("retreat dwarves B1")
    assert fight.stack(1, "B1") == ["elves", "ents"]
    assert fight.unit(1, "elves").held_turns == 2


@pytest.mark.rule("stacks:paralyze.mutual")
def test_both_targets_are_affected_at_once():
    fight = battle(["basilisk", "orcs"], ["basilisk"])
    fight.reveal("basilisk", "basilisk")
    fight.attacker("paralyze basilisk")
    fight.defender("paralyze basilisk")
    assert fight.offers(0, "replace") == ["replace orcs"]
    fight.attacker("replace orcs")
    fight.defender("none")
    assert fight.fallen(1) == ["basilisk"]
    assert fight.stack(0) == ["basilisk", "orcs"]
    assert fight.winner == "attacker"
    assert "roll" not in fight.kinds_of_news


@pytest.mark.rule("stacks:paralyze.mutual", "stacks:tactical.secret")
def test_both_replacements_are_named_in_secret():
    fight = battle(["basilisk", "orcs", "elves"], ["basilisk", "ents", "elves"])
    fight.reveal("basilisk", "basilisk")
    fight.attacker("paralyze basilisk")
    assert "paralyze" not in fight.kinds_of_news
    fight.defender("paralyze basilisk")
    fight.attacker("replace elves")
    assert "replace" not in fight.kinds_of_news
    fight.defender("replace ents")
    assert (fight.front(0), fight.front(1)) == ("elves", "ents")
    assert fight.roll(1, 1) == (5, 9)


# ---------------------------------------------------------------- the Gorgon Shield and Stone Sleep


@pytest.mark.rule("stacks:artifact.gorgon-shield", "stacks:artifact.reveal")
def test_the_gorgon_shield_paralyzes():
    fight = battle(["ranger"], ["storm_giants"], artifacts=({"gorgon_shield": "ranger"}, {}))
    fight.attacker("paralyze ranger gorgon_shield")
    assert fight.state.artifacts[0].seen == 3
    assert fight.fallen(1) == ["storm_giants"]
    assert fight.wanted is None


@pytest.mark.rule("stacks:artifact.gorgon-shield", "stacks:paralyze.duration")
def test_the_shields_target_is_out_for_the_rest_of_the_battle_only():
    fight = battle(["ranger"], ["storm_giants", "orcs"], artifacts=({"gorgon_shield": "ranger"}, {}))
    fight.reveal("ranger", "storm_giants")
    fight.attacker("paralyze ranger gorgon_shield")
    giants = fight.unit(1, "storm_giants")
    assert (giants.held, giants.held_turns) == (True, 0)


@pytest.mark.rule("stacks:artifact.gorgon-shield", "stacks:artifact.own-fight", "stacks:artifact.users")
def test_the_shield_works_for_a_warrior_in_combat_only():
    given = ({"gorgon_shield": "swamp_witch"}, {})
    fight = battle(["swamp_witch"], ["orcs"], artifacts=given)
    assert fight.offers(0, "paralyze") == []
    fight = battle(["ranger", "dwarflord"], ["orcs"], artifacts=({"gorgon_shield": "dwarflord"}, {}))
    fight.reveal("ranger", "orcs")
    assert fight.offers(0, "paralyze") == ["none"]


@pytest.mark.rule("stacks:artifact.slots")
def test_the_shield_is_the_one_armor_of_the_round():
    given = ({"gorgon_shield": "ranger", "knights_plate": "ranger"}, {})
    fight = battle(["ranger"], ["orcs", "elves"], artifacts=given)
    fight.reveal("ranger", "orcs")
    fight.attacker("paralyze ranger gorgon_shield")
    assert fight.offers(0, "support") == []
    plate = fight.refusal(0, "support", ("support", ("use", 1)))
    assert plate.rule == "stacks:artifact.slots"
    assert fight.roll(1, 1) == (5, 5)


@pytest.mark.rule("stacks:spell.stone-sleep", "stacks:spell.casters")
def test_stone_sleep_is_cast_by_a_mage_who_need_not_fight():
    fight = battle(["elves", "elf_lord"], ["storm_giants"], spells=(["stone_sleep"], []))
    fight.reveal("elves", "storm_giants")
    assert fight.offers(0, "paralyze") == ["none", "cast stone_sleep elf_lord"]
    fight.attacker("cast stone_sleep elf_lord")
    assert fight.fallen(1) == ["storm_giants"]
    assert fight.hand(0) == []


@pytest.mark.rule("stacks:spell.casters", "stacks:spell.stone-sleep")
def test_elves_cannot_cast_a_mages_spell():
    fight = battle(["elves"], ["storm_giants"], spells=(["stone_sleep"], []))
    assert fight.offers(0, "paralyze") == ["none"]


@pytest.mark.rule("stacks:limits.table", "stacks:spell.windows")
def test_a_basilisk_and_stone_sleep_are_one_paralysis():
    fight = battle(["basilisk", "archmage"], ["orcs", "elves", "ents"], spells=(["stone_sleep"], []))
    fight.reveal("basilisk", "orcs")
    fight.attacker("paralyze basilisk")
    fight.defender("replace elves")
    assert fight.until("paralyze") is None
    assert fight.hand(0) == ["stone_sleep"]


@pytest.mark.rule("stacks:paralyze.destroy", "stacks:regenerates.twice")
def test_the_offer_does_not_promise_that_trolls_are_lost_at_once():
    fight = battle(["basilisk"], ["trolls"])
    fight.reveal("basilisk", "trolls")
    fight.until("paralyze", 0)
    question = RULEBOOK.view.question(fight.state, fight.decision(0))
    assert question.options[1].consequence == (
        "The Trolls are out for the rest of the battle, and defeated once if nobody can take their place"
    )


@pytest.mark.rule("stacks:paralyze.mutual", "stacks:paralyze.replacement")
def test_no_odds_against_a_combatant_that_is_struck_too():
    """Whom the replacement will meet is the other side's secret choice: the Basilisk in front cannot fight any more."""
    fight = battle(["basilisk", "orcs"], ["basilisk", "storm_giants"])
    fight.reveal("basilisk", "basilisk")
    fight.until("paralyze")
    fight.attacker("paralyze basilisk")
    fight.defender("paralyze basilisk")
    question = RULEBOOK.view.question(fight.state, fight.decision(1))
    assert [option.odds for option in question.options] == [None]
    fight = battle(["basilisk", "orcs"], ["orcs", "storm_giants"])
    fight.reveal("basilisk", "orcs")
    fight.attacker("paralyze basilisk")
    question = RULEBOOK.view.question(fight.state, fight.decision(1))
    assert question.options[0].odds is not None


@pytest.mark.rule("stacks:paralyze.combatant-only")
def test_a_refused_paralysis_says_who_can():
    fight = battle(["ghouls", "skeletons"], ["orcs"], spells=(["farsight"], []))
    fight.reveal("skeletons", "orcs")
    refusal = fight.refusal(0, "paralyze", ("paralyze", fight.unit(0, "ghouls").id))
    assert refusal.rule == "stacks:paralyze.combatant-only"
    assert refusal.nearest == ("none",)
