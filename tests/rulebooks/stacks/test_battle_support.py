"""Step T5: supporters, carriers, artifacts and spells, and the options that change them."""

from __future__ import annotations

import pytest
from rulebooks.stacks.fights import battle

# ---------------------------------------------------------------- who supports


@pytest.mark.rule("stacks:tactical.who", "stacks:mod.general", "stacks:spell.battle-blessing")
def test_one_unit_may_do_several_things_at_once():
    fight = battle(["ents", "elf_lord"], ["storm_giants"], spells=(["battle_blessing"] * 2, []))
    fight.reveal("ents", "storm_giants")
    fight.attacker("show elf_lord, cast battle_blessing elf_lord, cast battle_blessing elf_lord")
    assert fight.roll(1, 1) == (1 + 8 + 2 + 1 + 2 + 2, 11)


@pytest.mark.rule("stacks:tactical.who", "stacks:spell.any-number", "stacks:spell.withering-curse")
def test_a_caster_in_support_is_revealed_and_counts_as_general():
    spells = (["battle_blessing", "battle_blessing", "withering_curse"], [])
    fight = battle(["orcs", "archmage"], ["orcs"], spells=spells)
    fight.reveal("orcs", "orcs")
    fight.attacker(
        "cast battle_blessing archmage, cast battle_blessing archmage, cast withering_curse archmage"
    )
    assert fight.roll(1, 1) == (1 + 4 + 4 + 1, 1 + 4 - 2)


@pytest.mark.rule("stacks:tactical.who", "stacks:mod.archer")
def test_sites_support_as_archers():
    fight = battle(["orcs"], ["militia", "walled_town", "dark_tower", "dwarf_hall"])
    fight.reveal("orcs", "militia")
    assert fight.offers(1, "support") == ["show walled_town", "show dark_tower"]
    fight.defender("show walled_town, show dark_tower")
    assert fight.roll(1, 1) == (5, 1 + 3 + 2 + 2 + 2)


@pytest.mark.rule("stacks:tactical.who")
def test_who_has_nothing_to_support_with_is_refused():
    fight = battle(["orcs", "ents"], ["orcs"])
    fight.reveal("orcs", "orcs")
    refusal = fight.refusal(0, "support", ("support", ("show", 1)))
    assert (refusal.rule, refusal.nearest) == ("stacks:tactical.who", ("support",))
    assert "Ents" in refusal.reason


@pytest.mark.rule("stacks:tactical.who")
def test_nobody_is_revealed_twice():
    fight = battle(["orcs", "elves"], ["orcs"])
    fight.reveal("orcs", "orcs")
    refusal = fight.refusal(0, "support", ("support", ("show", 1), ("show", 1)))
    assert refusal.nearest == ("support", ("show", 1))


@pytest.mark.rule("stacks:tactical.other-units", "stacks:mod.archer-own")
def test_the_combatant_does_not_support_itself_but_may_cast():
    fight = battle(["elves"], ["orcs"], spells=(["battle_blessing"], []))
    assert fight.offers(0, "support") == ["cast battle_blessing elves"]
    assert fight.refusal(0, "support", ("support", ("show", 0))).rule == "stacks:tactical.other-units"
    fight.attacker("cast battle_blessing elves")
    assert fight.roll(1, 1) == (1 + 4 + 2, 5)


@pytest.mark.rule("stacks:tactical.other-units")
def test_an_enemy_or_a_unit_elsewhere_does_not_support():
    fight = battle(["djinn", "orcs", "elves"], ["elves"])
    fight.reveal("djinn", "elves")
    fight.attacker("exit away orcs")
    for number in (0, 3, 99, -1):
        assert (
            fight.refusal(0, "support", ("support", ("show", number))).rule == "stacks:tactical.other-units"
        )


@pytest.mark.rule("stacks:tactical.secret")
def test_both_reveal_their_support_together():
    fight = battle(["orcs", "elves"], ["orcs", "elves"])
    fight.reveal("orcs", "orcs")
    fight.attacker("show elves")
    assert "support" not in fight.kinds_of_news
    fight.defender("show elves")
    assert fight.kinds_of_news.count("support") == 2


@pytest.mark.parametrize(
    "order",
    [
        ("support", "elves"),
        ("support", ("show",)),
        ("support", ("show", "1")),
        ("support", ("show", 1, 2)),
        ("support", ("cast", "battle_blessing")),
        ("support", ("cast", 1, 1)),
        ("support", ("sing", 1)),
        ("support", (("show", 1), 1)),
        ("support", ()),
        ("supports",),
        (),
    ],
)
def test_nonsense_is_refused_with_a_legal_order(order):
    fight = battle(["orcs", "elves"], ["orcs"])
    fight.reveal("orcs", "orcs")
    refusal = fight.until("support", 0).check(order)
    assert refusal is not None
    assert fight.decision(0).check(refusal.nearest) is None


# ---------------------------------------------------------------- archers and generals


@pytest.mark.rule("stacks:mod.archer-stack")
def test_all_archers_count():
    fight = battle(["storm_giants"], ["elves"] * 4)
    fight.reveal("storm_giants", "elves")
    fight.defender("show elves, show elves, show elves")
    assert fight.roll(1, 1) == (11, 1 + 4 + 9)


@pytest.mark.rule("stacks:opt.archers")
def test_option_only_the_best_archer_counts():
    stack = ["orcs", "elves", "ranger", "dwarves"]
    fight = battle(stack, ["orcs"], options={"archers": "best-one"})
    fight.reveal("orcs", "orcs")
    fight.attacker("show elves, show ranger, show dwarves")
    assert fight.roll(1, 1) == (1 + 4 + 3, 5)


@pytest.mark.rule("stacks:mod.general-stack", "stacks:opt.generals")
@pytest.mark.parametrize(("option", "total"), [("all", 7), ("one", 6)])
def test_generals_count_each_or_once(option, total):
    fight = battle(["orcs", "dwarflord", "elf_lord"], ["orcs"], options={"generals": option})
    fight.reveal("orcs", "orcs")
    fight.attacker("show dwarflord, show elf_lord")
    assert fight.roll(1, 1) == (total, 5)


@pytest.mark.rule("stacks:mod.general-combatant")
def test_a_general_in_combat_gives_nothing():
    fight = battle(["ranger", "elf_lord", "dwarflord"], ["orcs"])
    fight.reveal("elf_lord", "orcs")
    fight.attacker("show dwarflord")
    assert fight.roll(1, 1) == (1 + 4 + 1, 5)


@pytest.mark.rule("stacks:opt.general-in-front")
@pytest.mark.parametrize("option", ["no", "yes-if-brought-in"])
def test_option_a_general_brought_in_counts_for_itself(option):
    fight = battle(["ranger", "elf_lord"], ["dwarves"], options={"general-in-front": option})
    fight.reveal("ranger", "dwarves")
    fight.attacker("skirmish elf_lord")
    assert fight.roll(2, 1) == (2 + 4 + (option != "no"), 6)


@pytest.mark.rule("stacks:opt.general-in-front")
def test_option_a_general_revealed_at_v1_does_not_count_for_itself():
    fight = battle(["elf_lord", "orcs"], ["orcs"], options={"general-in-front": "yes-if-brought-in"})
    fight.reveal("elf_lord", "orcs")
    assert fight.roll(1, 1) == (5, 5)


@pytest.mark.rule("stacks:opt.general-in-front", "stacks:guard.replace")
def test_option_a_general_that_replaces_a_paralyzed_unit_was_brought_in():
    options = {"general-in-front": "yes-if-brought-in"}
    fight = battle(["ghouls"], ["orcs", "elf_lord"], options=options)
    fight.reveal("ghouls", "orcs")
    fight.attacker("paralyze ghouls")
    fight.defender("replace elf_lord")
    assert fight.roll(1, 1) == (5, 6)


# ---------------------------------------------------------------- carriers and transports


@pytest.mark.rule("stacks:carry.modifiers", "stacks:carry.battle")
def test_a_carrier_lends_its_armor_to_a_hero():
    fight = battle(["orcs"], ["paladin", "war_elephants"])
    fight.reveal("orcs", "paladin")
    fight.defender("lend war_elephants")
    assert fight.roll(1, 1) == (5, 1 + 5 + 1)


@pytest.mark.rule("stacks:carry.modifiers")
def test_nothing_but_movement_and_armor_is_lent():
    fight = battle(["kraken"], ["pirate_captain", "giant_turtle", "war_galley"], "Sea")
    fight.reveal("kraken", "pirate_captain")
    fight.defender("lend giant_turtle")
    assert fight.roll(1, 1) == (10, 1 + 4 + 2)  # its Armor, not its BRM


@pytest.mark.rule("stacks:carry.battle")
def test_a_carrier_lends_only_to_the_combatant_and_only_to_a_hero():
    fight = battle(["orcs"], ["war_elephants", "paladin", "militia"])
    fight.reveal("orcs", "war_elephants")
    assert fight.offers(1, "support") == ["show paladin"]
    assert fight.roll(1, 1) == (5, 9)
    fight = battle(["orcs"], ["militia", "war_elephants"])
    fight.reveal("orcs", "militia")
    refusal = fight.refusal(1, "support", ("support", ("lend", fight.unit(1, "war_elephants").id)))
    assert refusal.rule == "stacks:carry.battle"


@pytest.mark.rule("stacks:carry.battle")
def test_a_carrier_not_revealed_lends_nothing():
    fight = battle(["orcs"], ["paladin", "war_elephants"])
    fight.reveal("orcs", "paladin")
    assert fight.roll(1, 1) == (5, 6)


@pytest.mark.rule("stacks:carry.battle")
def test_only_one_carrier_counts():
    fight = battle(["orcs"], ["paladin", "war_elephants", "war_elephants"])
    fight.reveal("orcs", "paladin")
    refusal = fight.refusal(1, "support", ("support", ("lend", 2), ("lend", 3)))
    assert (refusal.rule, refusal.nearest) == ("stacks:carry.battle", ("support", ("lend", 2)))


@pytest.mark.rule("stacks:mod.cavalry-carried", "stacks:transport.land")
def test_a_swift_caravan_denies_cavalry():
    revealed, hidden = [battle(["knights"], ["paladin", "caravan"]) for _ in range(2)]
    for fight in (revealed, hidden):
        fight.reveal("knights", "paladin")
    revealed.defender("lend caravan")
    assert revealed.roll(1, 1) == (7, 6)
    assert hidden.roll(1, 1) == (9, 6)


@pytest.mark.rule("stacks:carry.battle", "stacks:transport.capacity")
def test_a_ship_lends_to_its_own_passengers():
    fight = battle(["kraken"], ["longship", "orcs", "orcs", "war_galley", "elves"], "Sea")
    fight.reveal("kraken", "orcs")
    assert fight.offers(1, "support") == ["show war_galley", "show elves", "lend longship"]


@pytest.mark.rule("stacks:tactical.who", "stacks:mod.archer", "stacks:carry.battle")
def test_whoever_is_revealed_for_one_thing_counts_for_all():
    fight = battle(["sea_serpents"], ["war_galley", "paladin"], "Sea")
    fight.reveal("sea_serpents", "paladin")
    fight.defender("lend war_galley")
    assert fight.roll(1, 1) == (8, 1 + 5 + 1)  # the Galley is an Archer too


@pytest.mark.rule("stacks:artifact.knights-plate", "stacks:carry.modifiers")
def test_a_plate_and_an_elephants_armor_add_up():
    fight = battle(["orcs"], ["paladin", "war_elephants"], artifacts=({}, {"knights_plate": "paladin"}))
    fight.reveal("orcs", "paladin")
    fight.defender("use knights_plate, lend war_elephants")
    assert fight.roll(1, 1) == (5, 1 + 5 + 2 + 1)


# ---------------------------------------------------------------- artifacts


@pytest.mark.rule("stacks:artifact.oathsword", "stacks:artifact.reveal")
def test_the_oathsword_counts_when_revealed():
    used, kept = [
        battle(["dwarflord"], ["griffons"], artifacts=({"oathsword": "dwarflord"}, {})) for _ in range(2)
    ]
    used.attacker("use oathsword")
    assert used.roll(1, 1) == (1 + 8, 6)
    assert kept.roll(1, 1) == (1 + 6, 6)


@pytest.mark.rule("stacks:artifact.giantbane-axe", "stacks:mod.slay-stack")
def test_the_giantbane_axe_adds_to_the_holders_own_slay():
    fight = battle(["dwarflord"], ["storm_giants"], artifacts=({"giantbane_axe": "dwarflord"}, {}))
    fight.attacker("use giantbane_axe")
    assert fight.roll(1, 1) == (1 + 6 + 4 + 4, 11)


@pytest.mark.rule("stacks:artifact.dawn-lance")
@pytest.mark.parametrize(("enemy", "bonus"), [("skeletons", 3), ("pit_fiend", 3), ("orcs", 2)])
def test_the_dawn_lance_slays_undead_and_demons(enemy, bonus):
    fight = battle(["ranger"], [enemy], artifacts=({"dawn_lance": "ranger"}, {}))
    fight.attacker("use dawn_lance")
    assert fight.roll(1, 1)[0] == 1 + 4 + bonus  # against Orcs his own Slay Humanoid +2


@pytest.mark.rule("stacks:artifact.viper-knife")
@pytest.mark.parametrize(("enemy", "bonus"), [("orcs", 2), ("skeletons", 0), ("army_ants", 0)])
def test_the_viper_knife_poisons_for_any_hero(enemy, bonus):
    fight = battle(["high_priest"], [enemy], artifacts=({"viper_knife": "high_priest"}, {}))
    fight.attacker("use viper_knife")
    assert fight.roll(1, 1)[0] == 1 + 3 + bonus


@pytest.mark.rule("stacks:artifact.yew-bow")
def test_the_yew_bow_makes_or_betters_an_archer():
    fight = battle(["orcs", "ranger"], ["orcs"], artifacts=({"yew_bow": "ranger"}, {}))
    fight.reveal("orcs", "orcs")
    fight.attacker("show ranger, use yew_bow")
    assert fight.roll(1, 1) == (1 + 4 + 4, 5)


@pytest.mark.rule("stacks:artifact.yew-bow", "stacks:artifact.own-fight")
def test_a_dwarflord_with_a_bow_is_archer_and_general():
    fight = battle(["dwarves", "dwarflord"], ["orcs"], artifacts=({"yew_bow": "dwarflord"}, {}))
    fight.reveal("dwarves", "orcs")
    fight.attacker("use yew_bow")
    assert fight.roll(1, 1) == (1 + 5 + 2 + 1, 5)


@pytest.mark.rule("stacks:artifact.war-horn")
@pytest.mark.parametrize(("holder", "bonus"), [("ranger", 3), ("elf_lord", 1)])
def test_the_war_horn_makes_a_general(holder, bonus):
    fight = battle(["orcs", holder], ["orcs"], artifacts=({"war_horn": holder}, {}))
    fight.reveal("orcs", "orcs")
    fight.attacker(f"show {holder}, use war_horn")
    assert fight.roll(1, 1) == (1 + 4 + bonus, 5)


@pytest.mark.rule("stacks:artifact.winged-boots", "stacks:artifact.reveal")
def test_winged_boots_deny_cavalry_when_revealed():
    used, kept = [
        battle(["knights"], ["archmage"], artifacts=({}, {"winged_boots": "archmage"})) for _ in range(2)
    ]
    used.defender("use winged_boots")
    assert used.roll(1, 1) == (7, 4)
    assert kept.roll(1, 1) == (9, 4)


@pytest.mark.rule("stacks:artifact.own-fight")
@pytest.mark.parametrize(("artifact", "front", "possible"), [
    ("oathsword", "dwarflord", True), ("oathsword", "orcs", False),
    ("yew_bow", "dwarflord", False), ("yew_bow", "orcs", True),
    ("winged_boots", "orcs", False), ("war_horn", "dwarflord", False),
])  # fmt: skip
def test_artifacts_work_in_combat_or_in_support(artifact, front, possible):
    fight = battle(["orcs", "dwarflord"], ["orcs"], artifacts=({artifact: "dwarflord"}, {}))
    fight.reveal(front, "orcs")
    assert (f"use {artifact}" in fight.offers(0, "support")) == possible
    refusal = fight.refusal(0, "support", ("support", ("use", 0)))
    assert possible if refusal is None else refusal.rule == "stacks:artifact.own-fight"


@pytest.mark.rule("stacks:artifact.users", "stacks:artifact.holder")
@pytest.mark.parametrize("holder", ["militia", "swamp_witch", "elves"])
def test_who_may_not_use_an_artifact_only_holds_it(holder):
    fight = battle([holder], ["orcs"], artifacts=({"oathsword": holder}, {}))
    assert fight.artifacts(0, holder) == ["oathsword"]
    refusal = fight.refusal(0, "support", ("support", ("use", 0)))
    assert refusal.rule == "stacks:artifact.users"


@pytest.mark.rule("stacks:artifact.users")
def test_a_witch_uses_the_knife_but_not_the_sword():
    given = ({"viper_knife": "swamp_witch", "oathsword": "swamp_witch"}, {})
    fight = battle(["swamp_witch"], ["knights"], artifacts=given)
    assert fight.offers(0, "support") == ["use viper_knife"]
    fight.attacker("use viper_knife")
    assert fight.roll(1, 1)[0] == 1 + 2 + 2 + 2


@pytest.mark.rule("stacks:artifact.slots")
def test_one_weapon_at_a_time():
    given = ({"oathsword": "ranger", "giantbane_axe": "ranger"}, {})
    fight = battle(["ranger"], ["stone_giants"], artifacts=given)
    refusal = fight.refusal(0, "support", ("support", ("use", 0), ("use", 1)))
    assert (refusal.rule, refusal.nearest) == ("stacks:artifact.slots", ("support", ("use", 0)))
    fight.attacker("use giantbane_axe")
    assert fight.roll(1, 1) == (1 + 4 + 4, 8)


@pytest.mark.rule("stacks:artifact.slots")
def test_one_of_each_kind_may_be_used_together():
    given = {"oathsword": "ranger", "knights_plate": "ranger", "troll_ring": "ranger"}
    fight = battle(["ranger"], ["stone_giants"], artifacts=(given, {}))
    fight.attacker("use oathsword, use knights_plate, use troll_ring")
    assert fight.roll(1, 1) == (1 + 4 + 2 + 2, 8)


@pytest.mark.rule("stacks:artifact.slots")
def test_the_slots_are_each_holders_own():
    given = {"oathsword": "ranger", "yew_bow": "dwarflord"}
    fight = battle(["ranger", "dwarflord"], ["stone_giants"], artifacts=(given, {}))
    fight.reveal("ranger", "stone_giants")
    fight.attacker("use oathsword, use yew_bow")
    assert fight.roll(1, 1) == (1 + 4 + 2 + 2 + 1, 8)


@pytest.mark.rule("stacks:artifact.holder")
def test_an_artifact_of_the_enemy_cannot_be_used():
    fight = battle(["ranger"], ["dwarflord"], artifacts=({}, {"oathsword": "dwarflord"}))
    for number in (0, 7, -1):
        assert fight.refusal(0, "support", ("support", ("use", number))).rule == "stacks:artifact.holder"


# ---------------------------------------------------------------- spells


@pytest.mark.rule("stacks:spell.battle-blessing")
def test_battle_blessing():
    fight = battle(["dwarves", "elves"], ["stone_giants"], spells=(["battle_blessing"], []))
    fight.reveal("dwarves", "stone_giants")
    fight.attacker("cast battle_blessing elves")
    assert fight.roll(1, 1) == (1 + 5 + 2 + 3, 8)  # the Elves are revealed, hence Archers


@pytest.mark.rule("stacks:spell.battle-blessing", "stacks:spell.any-number")
def test_two_blessings_count_twice():
    fight = battle(["high_priest"], ["stone_giants"], spells=(["battle_blessing"] * 2, []))
    fight.attacker("cast battle_blessing high_priest, cast battle_blessing high_priest")
    assert fight.roll(1, 1) == (1 + 3 + 4, 8)


@pytest.mark.rule("stacks:spell.withering-curse", "stacks:roll.no-floor")
def test_withering_curse():
    fight = battle(["longbowmen"], ["high_priest"], spells=([], ["withering_curse"] * 2))
    fight.defender("cast withering_curse high_priest, cast withering_curse high_priest")
    assert fight.roll(1, 1) == (-1, 4)


@pytest.mark.rule("stacks:spell.withering-curse")
def test_two_curses_against_elves_with_an_archer():
    fight = battle(["storm_giants"], ["elves", "elves"], spells=([], ["withering_curse"] * 2))
    fight.reveal("storm_giants", "elves")
    fight.defender("show elves, cast withering_curse elves, cast withering_curse elves")
    assert fight.roll(1, 1) == (1 + 6, 1 + 7)


@pytest.mark.rule("stacks:spell.fire-lance", "stacks:desc.labels")
@pytest.mark.parametrize(("enemy", "bonus"), [("ents", 8), ("frost_giants", 8), ("orcs", 0)])
def test_fire_lance_slays_wood_and_cold(enemy, bonus):
    fight = battle(["elf_lord"], [enemy], spells=(["fire_lance"] * 2, []))
    fight.attacker("cast fire_lance elf_lord, cast fire_lance elf_lord")
    assert fight.roll(1, 1)[0] == 1 + 4 + bonus


@pytest.mark.rule("stacks:spell.turn-the-dead", "stacks:spell.casters")
def test_turn_the_dead_is_a_priests():
    fight = battle(["mummies"], ["militia", "high_priest"], spells=([], ["turn_the_dead"]))
    fight.reveal("mummies", "militia")
    fight.defender("cast turn_the_dead high_priest")
    assert fight.roll(1, 1) == (7, 1 + 3 + 2 + 4)
    fight = battle(["mummies"], ["militia", "archmage"], spells=([], ["turn_the_dead"]))
    fight.reveal("mummies", "militia")
    assert fight.offers(1, "support") == ["show archmage"]
    order = ("support", ("cast", "turn_the_dead", fight.unit(1, "archmage").id))
    assert fight.refusal(1, "support", order).rule == "stacks:spell.casters"


@pytest.mark.rule("stacks:spell.serpents-venom", "stacks:spell.discard")
@pytest.mark.parametrize(("enemy", "total"), [("orcs", 7), ("army_ants", 3), ("skeletons", 3)])
def test_serpents_venom(enemy, total):
    fight = battle(["goblins", "high_priest"], [enemy], spells=(["serpents_venom"], []))
    fight.reveal("goblins", enemy)
    fight.attacker("cast serpents_venom high_priest")
    assert fight.roll(1, 1)[0] == 1 + total
    assert fight.hand(0) == []
    assert fight.state.spell_discards.count(fight.state.setting.facts.spell("serpents_venom").index) == 1


@pytest.mark.rule("stacks:spell.call-fire-elemental", "stacks:summoning.appear")
def test_call_fire_elemental_round_after_round():
    fight = battle(["archmage"], ["orcs"], spells=(["call_fire_elemental"] * 2, []))
    for number in (1, 2):
        fight.reveal("archmage", "orcs")
        fight.attacker("cast call_fire_elemental archmage")
        fight.roll(2, 1)  # 5 against 5
        assert fight.stack(0) == ["archmage"] + ["fire_elemental"] * number
    fight.to_round(3)
    assert fight.offers(0, "reveal").count("reveal fire_elemental") == 2


@pytest.mark.rule("stacks:summoning.appear", "stacks:spell.call-fire-elemental")
def test_the_old_combatant_rolls_in_the_round_of_the_call():
    fight = battle(["archmage"], ["orcs"], spells=(["call_fire_elemental"], []))
    fight.attacker("cast call_fire_elemental archmage")
    assert fight.roll(1, 1) == (4, 5)


@pytest.mark.rule("stacks:spell.hand", "stacks:spell.casters")
def test_without_a_caster_no_spell():
    spells = (["battle_blessing", "mist_step", "stone_sleep", "trolls_blood"], [])
    fight = battle(["knights", "militia"], ["orcs"], spells=spells)
    fight.reveal("knights", "orcs")
    assert fight.offers(0, "withdraw") == ["none"]
    assert fight.offers(0, "paralyze") == ["none"]
    assert fight.offers(0, "support") == []
    order = ("support", ("cast", "battle_blessing", 0))
    assert fight.refusal(0, "support", order).rule == "stacks:spell.casters"


@pytest.mark.rule("stacks:spell.hand", "stacks:battle.usable")
@pytest.mark.parametrize("turns", [0, 1])
def test_a_paralyzed_caster_casts_nothing(turns):
    fight = battle(["orcs", "elf_lord"], ["orcs"], spells=(["battle_blessing", "stone_sleep"], []))
    fight.reveal("orcs", "orcs")
    fight.paralyze(0, "elf_lord", turns=turns)
    assert fight.offers(0, "paralyze") == ["none"]
    assert fight.offers(0, "support") == []
    order = ("support", ("cast", "battle_blessing", 1))
    assert fight.refusal(0, "support", order).rule == "stacks:spell.casters"


@pytest.mark.rule("stacks:artifact.reveal", "stacks:hidden.battle")
def test_an_artifact_is_revealed_with_its_holder():
    fight = battle(["orcs", "ranger"], ["orcs"], artifacts=({"war_horn": "ranger"}, {}))
    fight.reveal("orcs", "orcs")
    fight.attacker("use war_horn")
    fight.roll(1, 2)  # the Ranger is an Archer too: 1 + 4 + 1 + 2 against 6
    assert fight.totals == (8, 6)
    assert (fight.unit(0, "ranger").known, fight.state.artifacts[0].known) == (3, 3)


@pytest.mark.rule("stacks:spell.hand")
def test_a_spell_can_be_cast_as_often_as_there_are_chits():
    fight = battle(["elves"], ["orcs"], spells=(["battle_blessing"], []))
    once = ("cast", "battle_blessing", 0)
    assert fight.refusal(0, "support", ("support", once, once)).rule == "stacks:spell.hand"
    assert fight.refusal(0, "support", ("support", ("cast", "fire_lance", 0))).rule == "stacks:spell.hand"


@pytest.mark.rule("stacks:spell.windows", "stacks:roll.spell-windows")
@pytest.mark.parametrize("spell", ["farsight", "mist_step", "stone_sleep", "death_touch", "trolls_blood"])
def test_spells_of_other_steps_are_not_cast_in_support(spell):
    fight = battle(["archmage"], ["orcs"], spells=([spell], []))
    refusal = fight.refusal(0, "support", ("support", ("cast", spell, 0)))
    assert refusal.rule == "stacks:spell.windows"


@pytest.mark.rule("stacks:roll.spell-windows")
def test_after_the_dice_it_is_too_late_for_a_blessing():
    fight = battle(["elves"], ["dwarves"], spells=(["battle_blessing"], []))
    fight.roll(1, 1)
    assert fight.offers(0, "losses") == ["accept"]
    fight = battle(["elves"], ["elves"], spells=(["battle_blessing"], []))
    fight.roll(1, 1)
    assert fight.offers(0, "strike") == ["none"]


@pytest.mark.rule("stacks:summoning.supply")
def test_no_more_can_be_called_than_there_are_chits():
    fight = battle(["archmage"], ["orcs"], spells=(["call_fire_elemental"] * 2, []))
    fight.arrange(_five_fire_elementals)
    twice = ("cast", "call_fire_elemental", 0)
    assert fight.refusal(0, "support", ("support", twice)) is None
    assert fight.refusal(0, "support", ("support", twice, twice)).rule == "stacks:spell.hand"
    fight.arrange(_one_more_fire_elemental)
    assert fight.refusal(0, "support", ("support", twice)).rule == "stacks:summoning.supply"


def _one_more_fire_elemental(state):
    from banneret.rulebooks.stacks.leaving.summoning import summon

    summon(state, state.setting.facts.unit("fire_elemental"), 1, 0, 1)


def _five_fire_elementals(state):
    for _ in range(5):
        _one_more_fire_elemental(state)


@pytest.mark.rule("stacks:summoning.supply", "stacks:spell.discard")
def test_the_last_chit_goes_to_the_attacker():
    fight = battle(["archmage"], ["archmage"], spells=(["call_fire_elemental"], ["call_fire_elemental"]))
    fight.arrange(_five_fire_elementals)
    fight.attacker("cast call_fire_elemental archmage")
    fight.defender("cast call_fire_elemental archmage")
    assert fight.stack(0) == ["archmage", "fire_elemental"]
    assert fight.stack(1).count("fire_elemental") == 5
    assert fight.hand(1) == []
