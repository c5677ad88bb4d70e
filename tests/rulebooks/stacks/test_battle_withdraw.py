"""Step T2: Skirmish and Vanish, from the chit, the Shadow Cloak and Mist Step."""

from __future__ import annotations

import pytest
from rulebooks.stacks.fights import battle, field

# ---------------------------------------------------------------- Skirmish


@pytest.mark.rule("stacks:skirmish.swap")
def test_a_skirmisher_goes_back_for_another_unit():
    fight = battle(["storm_giants"], ["ranger", "ents"])
    fight.reveal("storm_giants", "ranger")
    fight.defender("skirmish ents", "show ranger")
    assert fight.roll(1, 1) == (11, 1 + 8 + 2)


@pytest.mark.rule("stacks:skirmish.swap")
def test_the_attacker_may_skirmish_too():
    fight = battle(["ranger", "ents"], ["storm_giants"])
    fight.reveal("ranger", "storm_giants")
    fight.attacker("skirmish ents")
    assert fight.front(0) == "ents"


@pytest.mark.rule("stacks:skirmish.swap", "stacks:battle.usable")
def test_without_another_usable_unit_there_is_no_skirmish():
    fight = battle(["storm_giants"], ["ranger", "ents"])
    fight.reveal("storm_giants", "ranger")
    fight.paralyze(1, "ents")
    assert fight.offers(1, "withdraw") == ["none"]


@pytest.mark.rule("stacks:skirmish.limit", "stacks:limits.table")
def test_each_skirmisher_has_one_use_per_battle():
    fight = battle(["dwarves"], ["centaurs", "centaurs", "dwarves"])
    fight.reveal("dwarves", "centaurs#1")
    fight.defender("skirmish dwarves")
    fight.roll(3, 3)
    fight.reveal("dwarves", "centaurs#1")
    assert fight.offers(1, "withdraw") == []  # all have seen it used
    fight.roll(2, 3)  # 7 against 7
    fight.reveal("dwarves", "centaurs#2")
    assert "skirmish centaurs" in fight.offers(1, "withdraw")


@pytest.mark.rule("stacks:skirmish.limit", "stacks:spell.mist-step")
def test_after_its_skirmish_only_mist_step_is_left():
    fight = battle(["dwarves"], ["centaurs", "dwarves", "elves"], spells=([], ["mist_step"]))
    fight.reveal("dwarves", "centaurs")
    fight.defender("skirmish dwarves")
    fight.roll(3, 3)
    fight.reveal("dwarves", "centaurs")
    assert not [text for text in fight.offers(1, "withdraw") if text.startswith("skirmish")]
    assert "vanish dwarves mist_step elves" in fight.offers(1, "withdraw")


@pytest.mark.rule("stacks:skirmish.limit", "stacks:end.cleanup")
def test_a_new_battle_gives_a_new_use():
    fight = field(["PP"], {"A1": ["dwarves"]}, {"A1": ["centaurs", "dwarves"]})
    fight.reveal("dwarves", "centaurs")
    fight.defender("skirmish dwarves")
    fight.roll(3, 3)
    fight.attacker("calloff")
    fight.reveal("centaurs", "dwarves")
    assert fight.state.active == 1
    assert "skirmish dwarves" in fight.offers(1, "withdraw")


@pytest.mark.rule("stacks:opt.skirmish-limit")
def test_with_the_option_a_unit_may_skirmish_every_round():
    fight = battle(["dwarves"], ["centaurs", "dwarves"], options={"skirmish-limit": "round"})
    fight.reveal("dwarves", "centaurs")
    fight.defender("skirmish dwarves")
    fight.roll(3, 3)
    fight.reveal("dwarves", "centaurs")
    fight.defender("skirmish dwarves")
    assert fight.front(1) == "dwarves"


@pytest.mark.rule("stacks:skirmish.one-withdrawal", "stacks:limits.table")
def test_who_came_in_stays_in():
    fight = battle(["storm_giants"], ["ranger", "centaurs", "ents"])
    fight.reveal("storm_giants", "ranger")
    fight.defender("skirmish centaurs")
    assert fight.asked.count(("withdraw", 1)) == 1
    assert fight.until("withdraw", 1) is None
    assert fight.front(1) == "centaurs"


@pytest.mark.rule("stacks:tactical.secret")
def test_both_may_swap_without_knowing_of_the_other():
    one, other = [battle(["centaurs", "ents"], ["ranger", "storm_giants"]) for _ in range(2)]
    for fight in (one, other):
        fight.reveal("centaurs", "ranger")
    one.attacker("skirmish ents")
    other.attacker("none")
    assert one.news(1) == other.news(1)
    one.defender("skirmish storm_giants")
    assert (one.front(0), one.front(1)) == ("ents", "storm_giants")
    assert one.roll(1, 1) == (11, 11)


# ---------------------------------------------------------------- Vanish


@pytest.mark.rule("stacks:vanish.swap", "stacks:limits.table")
def test_a_vanish_swap_is_possible_in_every_round():
    fight = battle(["dwarves"], ["will_o_wisps", "dwarves"])
    for _ in range(3):
        fight.reveal("dwarves", "will_o_wisps")
        fight.defender("vanish dwarves")
        assert fight.front(1) == "dwarves"
        fight.roll(4, 4)


@pytest.mark.rule("stacks:vanish.exit")
def test_a_vanish_exit_leaves_the_battle_for_an_adjacent_hex():
    armies = {"B1": ["knights"]}, {"B1": ["vampire_lord", "skeletons"]}
    fight = field(["PPP"], *armies, artifacts=[{}, {"war_horn": "vampire_lord"}])
    fight.reveal("knights", "vampire_lord")
    fight.defender("exit C1 skeletons")
    assert fight.front(1) == "skeletons"
    assert fight.stack(1, "C1") == ["vampire_lord"]
    assert fight.artifacts(1, "vampire_lord") == ["war_horn"]
    assert fight.offers(1, "support") == []  # he is not there to support


@pytest.mark.rule("stacks:vanish.exit", "stacks:battle.sealed")
def test_who_left_takes_no_further_part():
    fight = field(["PPP"], {"B1": ["knights"]}, {"B1": ["vampire_lord", "trolls"]})
    fight.reveal("knights", "vampire_lord")
    fight.defender("exit C1 trolls")
    fight.roll(1, 3)  # 9 against 9
    fight.until("reveal")
    assert fight.offers(1, "reveal") == ["reveal trolls"]


@pytest.mark.rule("stacks:vanish.exit", "stacks:limits.table")
def test_one_exit_per_unit_and_player_turn():
    fight = field(["PPP"], {"B1": ["knights"]}, {"B1": ["djinn", "ents"]})
    fight.reveal("knights", "djinn")
    fight.defender("exit C1 ents")
    assert fight.unit(1, "djinn").exited
    fight.roll(2, 2)  # 8 against 10, or with Cavalry 10 against 10
    fight.attacker("calloff")
    fight.turn_of(1)
    assert not fight.unit(1, "djinn").exited


@pytest.mark.rule("stacks:limits.table", "stacks:vanish.exit", "stacks:spell.mist-step")
def test_a_unit_that_has_used_its_exit_may_still_swap():
    def before(state):
        state.units[1].exited = True

    fight = field(["PPP"], {"B1": ["knights"]}, {"B1": ["djinn", "ents"]}, before=before)
    fight.reveal("knights", "djinn")
    assert fight.offers(1, "withdraw") == ["none", "vanish ents"]


@pytest.mark.rule("stacks:vanish.destination")
def test_an_exit_goes_where_the_unit_may_be_by_itself():
    armies = {"B1": ["orcs"], "A1": ["orcs"]}, {"B1": ["will_o_wisps", "halfling_burglars"]}
    wisps, burglars = [field(["PP~"], *armies) for _ in range(2)]
    wisps.reveal("orcs", "will_o_wisps")
    offered = ["none", "vanish halfling_burglars", "exit C1 halfling_burglars"]
    assert wisps.offers(1, "withdraw") == offered
    burglars.reveal("orcs", "halfling_burglars")
    assert burglars.offers(1, "withdraw") == ["none", "vanish will_o_wisps"]


@pytest.mark.rule("stacks:vanish.destination", "stacks:move.stacking")
def test_an_exit_needs_room():
    armies = {"B1": ["orcs"]}, {"B1": ["djinn", "elves"], "A1": ["elves"] * 3, "C1": ["ents"]}
    fight = field(["PPP"], *armies, stack_limit=3)
    fight.reveal("orcs", "djinn")
    assert fight.offers(1, "withdraw") == ["none", "vanish elves", "exit C1 elves"]


@pytest.mark.rule("stacks:vanish.last-unit", "stacks:tactical.no-replacement")
def test_the_last_unit_may_vanish_and_there_is_no_roll():
    fight = battle(["knights"], ["djinn"])
    assert fight.offers(1, "withdraw") == ["none", "exit away nobody"]
    fight.defender("exit away nobody")
    assert fight.winner == "attacker"
    assert "roll" not in fight.kinds_of_news
    assert ("guard", 1) not in fight.asked


@pytest.mark.rule("stacks:vanish.last-unit", "stacks:end.both-stay")
def test_paralyzed_units_may_be_left_behind():
    fight = field(["PP"], {"A1": ["knights"]}, {"A1": ["djinn", "elves"]})
    fight.reveal("knights", "djinn")
    fight.paralyze(1, "elves")
    fight.defender("exit B1 nobody")
    fight.turn_of(1)
    assert fight.stack(1, "A1") == ["elves"]
    assert fight.stack(1, "B1") == ["djinn"]


@pytest.mark.rule("stacks:vanish.exit")
def test_an_exit_with_others_in_the_stack_names_who_takes_over():
    fight = battle(["knights"], ["djinn", "elves", "ents"])
    fight.reveal("knights", "djinn")
    assert fight.offers(1, "withdraw") == [
        "none", "vanish elves", "vanish ents", "exit away elves", "exit away ents",
    ]  # fmt: skip


@pytest.mark.rule("stacks:vanish.same-hex")
def test_the_attacker_exits_first_and_the_defender_names_another_hex():
    fight = field(["PPP"], {"B1": ["djinn"]}, {"B1": ["djinn"]})
    fight.attacker("exit C1 nobody")
    fight.defender("exit C1 nobody")
    assert fight.offers(1, "elsewhere") == ["exit A1"]
    fight.defender("exit A1")
    assert fight.stack(0, "C1") == ["djinn"]
    assert fight.stack(1, "A1") == ["djinn"]


@pytest.mark.rule("stacks:vanish.same-hex", "stacks:limits.table")
def test_without_another_hex_the_exit_fails_and_is_not_used_up():
    fight = field(["PP"], {"A1": ["djinn", "orcs"]}, {"A1": ["djinn", "orcs"]})
    fight.reveal("djinn", "djinn")
    fight.attacker("exit B1 orcs")
    fight.defender("exit B1 orcs")
    assert fight.front(1) == "djinn"
    assert not fight.unit(1, "djinn").exited
    assert fight.state.fight.corners[1].withdrew
    assert fight.until("withdraw", 1) is None  # the withdrawal of the round is spent
    assert fight.roll(1, 1) == (5, 8)


@pytest.mark.rule("stacks:vanish.same-hex")
def test_different_hexes_do_not_conflict():
    fight = field(["PPP"], {"B1": ["djinn"]}, {"B1": ["djinn"]})
    fight.attacker("exit C1 nobody")
    fight.defender("exit A1 nobody")
    assert ("elsewhere", 1) not in fight.asked
    assert fight.stack(1, "A1") == ["djinn"]


@pytest.mark.rule("stacks:summoning.appear", "stacks:site.no-move")
def test_neither_summoned_units_nor_sites_exit_but_both_swap():
    spells = ["call_fire_elemental", "mist_step", "mist_step"]
    fight = battle(["archmage", "dwarf_hall"], ["orcs"], spells=(spells, []))
    fight.reveal("dwarf_hall", "orcs")
    assert fight.offers(0, "withdraw") == ["none", "vanish archmage mist_step archmage"]
    fight.attacker("cast call_fire_elemental archmage")
    fight.roll(1, 4)  # 8 against 8, with the Archmage as General
    fight.reveal("fire_elemental", "orcs")
    offered = fight.offers(0, "withdraw")
    assert offered == ["none", "vanish archmage mist_step archmage", "vanish dwarf_hall mist_step archmage"]


# ---------------------------------------------------------------- the Shadow Cloak and Mist Step


@pytest.mark.rule("stacks:artifact.shadow-cloak", "stacks:artifact.reveal")
def test_the_shadow_cloak_gives_vanish_to_a_hero_in_combat():
    fight = battle(["storm_giants"], ["dwarflord", "elves"], artifacts=({}, {"shadow_cloak": "dwarflord"}))
    fight.reveal("storm_giants", "dwarflord")
    offered = ["none", "vanish elves shadow_cloak", "exit away elves shadow_cloak"]
    assert fight.offers(1, "withdraw") == offered
    fight.defender("vanish elves shadow_cloak")
    assert fight.front(1) == "elves"
    assert fight.state.artifacts[0].seen == 3


@pytest.mark.rule("stacks:artifact.shadow-cloak", "stacks:artifact.own-fight", "stacks:artifact.users")
def test_the_cloak_does_nothing_for_others():
    fight = battle(["storm_giants"], ["elves", "dwarflord"], artifacts=({}, {"shadow_cloak": "elves"}))
    fight.reveal("storm_giants", "elves")  # no Hero
    assert fight.until("withdraw", 1) is None
    fight = battle(["storm_giants"], ["dwarflord", "ranger"], artifacts=({}, {"shadow_cloak": "ranger"}))
    fight.reveal("storm_giants", "dwarflord")  # not the holder
    assert fight.offers(1, "withdraw") == ["none"]


@pytest.mark.rule("stacks:artifact.slots")
def test_the_cloak_is_the_one_other_artifact_of_the_round():
    fight = battle(
        ["storm_giants"],
        ["dwarflord", "elves", "ranger"],
        artifacts=({}, {"shadow_cloak": "ranger", "war_horn": "ranger", "yew_bow": "ranger"}),
    )
    fight.reveal("storm_giants", "ranger")
    fight.defender("vanish elves shadow_cloak")
    offered = fight.offers(1, "support")
    assert "use yew_bow" in offered
    assert "use war_horn" not in offered
    horn = next(
        i for i, chit in enumerate(fight.state.artifacts) if fight.words(("use", i)) == "use war_horn"
    )
    assert fight.refusal(1, "support", ("support", ("use", horn))).rule == "stacks:artifact.slots"


@pytest.mark.rule("stacks:spell.mist-step", "stacks:spell.cast-reveals")
def test_mist_step_lets_the_combatant_swap_or_leave():
    fight = battle(["storm_giants"], ["dwarflord", "elves"], spells=([], ["mist_step"]))
    fight.reveal("storm_giants", "dwarflord")
    assert fight.offers(1, "withdraw") == [
        "none", "vanish elves mist_step elves", "exit away elves mist_step elves",
    ]  # fmt: skip
    fight.defender("exit away elves mist_step elves")
    assert fight.left(1) == ["dwarflord"]
    assert fight.front(1) == "elves"
    assert fight.hand(1) == []
    assert fight.unit(1, "dwarflord").exited


@pytest.mark.rule("stacks:spell.mist-step", "stacks:spell.windows")
def test_skirmish_or_mist_step_but_not_both():
    fight = battle(["storm_giants"], ["ranger", "elves", "ents"], spells=([], ["mist_step"]))
    fight.reveal("storm_giants", "ranger")
    fight.defender("skirmish elves")
    assert fight.until("withdraw", 1) is None
    assert fight.hand(1) == ["mist_step"]


@pytest.mark.rule("stacks:spell.cast-reveals", "stacks:spell.mist-step")
def test_the_caster_of_mist_step_is_shown():
    fight = battle(["storm_giants"], ["orcs", "ents", "swamp_witch"], spells=([], ["mist_step"]))
    fight.reveal("storm_giants", "orcs")
    fight.defender("vanish ents mist_step swamp_witch")
    assert fight.unit(1, "swamp_witch").known == 3
    assert "Swamp Witch" in " ".join(fight.news(0))


@pytest.mark.rule("stacks:spell.discard", "stacks:vanish.same-hex")
def test_a_mist_step_that_fails_is_spent_all_the_same():
    fight = field(["PP"], {"A1": ["djinn"]}, {"A1": ["elves"]}, spells=[[], ["mist_step"]])
    fight.attacker("exit B1 nobody")
    fight.defender("exit B1 nobody mist_step elves")
    assert fight.hand(1) == []
    assert fight.stack(1, "A1") == ["elves"]


@pytest.mark.rule("stacks:hidden.no-tell", "stacks:spell.hand")
def test_who_may_have_a_withdrawal_is_asked_whatever_he_has():
    asked = battle(["orcs"], ["storm_giants", "elves"], spells=([], ["battle_blessing"]))
    asked.reveal("orcs", "storm_giants")
    assert asked.offers(1, "withdraw") == ["none"]
    unasked = battle(["orcs"], ["storm_giants", "elves"])
    unasked.reveal("orcs", "storm_giants")
    assert unasked.until("withdraw") is None


@pytest.mark.rule("stacks:tactical.no-replacement")
def test_the_other_side_too_goes_on_with_the_respite():
    spells = (["raise_skeletons"], [])
    fight = battle(["vampire_lord", "orcs", "orcs"], ["dwarves", "djinn"], spells=spells)
    fight.reveal("orcs", "dwarves")
    fight.roll(6, 1)
    fight.reveal("vampire_lord", "djinn")
    fight.defender("exit away nobody")
    assert fight.offers(0, "respite") == ["none", "cast raise_skeletons vampire_lord"]


@pytest.mark.rule("stacks:vanish.destination")
def test_a_refused_exit_says_what_an_exit_takes():
    fight = field(["PPPP"], {"B1": ["storm_giants"]}, {"B1": ["djinn", "dwarves"]})
    fight.reveal("storm_giants", "djinn")
    order = ("exit", "D1", fight.unit(1, "dwarves").id)  # two hexes away
    assert fight.refusal(1, "withdraw", order).rule == "stacks:vanish.destination"
