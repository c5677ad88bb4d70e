"""Cases worked out by hand from the printed rules, where several rules meet: abilities in circumstances they do not often see."""

from __future__ import annotations

import pytest
from rulebooks.stacks.fights import battle, field

# ---------------------------------------------------------------- what is added to a roll


@pytest.mark.rule("stacks:skirmish.swap", "stacks:mod.slay", "stacks:tactical.replaced-supports")
@pytest.mark.parametrize(("option", "total"), [("no", 6 + 4 + 2), ("yes-if-brought-in", 6 + 4 + 2 + 1)])
def test_a_dwarflord_brought_in_slays_giants_with_the_rangers_arrows_behind_him(
    option: str, total: int
) -> None:
    """Slay Giants +4 is the new combatant's own, the Ranger who left the front is an Archer (+2), the General in front adds by option."""
    fight = battle(["storm_giants"], ["ranger", "dwarflord"], options={"general-in-front": option})
    fight.reveal("storm_giants", "ranger")
    fight.defender("skirmish dwarflord", "show ranger")
    assert fight.roll(2, 1) == (2 + 10, 1 + total)


@pytest.mark.rule("stacks:mod.slay", "stacks:desc.humanoid", "stacks:mod.poison")
def test_a_ranger_slays_goblins_whose_poison_counts_against_him_and_not_among_themselves() -> None:
    """Goblins are Humanoids: 4 + 2 against 3 + 1. Among Swarms Poison adds nothing: 3 against 3."""
    fight = battle(["ranger", "goblins"], ["goblins"])
    fight.reveal("ranger", "goblins")
    assert fight.roll(1, 3) == (1 + 4 + 2, 3 + 3 + 1)
    fight.reveal("goblins", "goblins")
    assert fight.roll(2, 2) == (2 + 3, 2 + 3)


@pytest.mark.rule("stacks:mod.slay-stack", "stacks:spell.turn-the-dead", "stacks:artifact.dawn-lance")
def test_a_paladins_own_slaying_his_lance_and_two_spells_add_up_against_undead() -> None:
    """5, own Slay Undead 3, the lance's 3, two Turn the Dead 4 each: 19. A Vampire Lord is Undead once, whatever he is besides."""
    fight = battle(
        ["paladin", "high_priest"],
        ["vampire_lord"],
        artifacts=({"dawn_lance": "paladin"}, {}),
        spells=(["turn_the_dead", "turn_the_dead"], []),
    )
    fight.reveal("paladin", "vampire_lord")
    fight.attacker("use dawn_lance, cast turn_the_dead high_priest, cast turn_the_dead high_priest")
    assert fight.roll(1, 6) == (1 + 5 + 3 + 3 + 4 + 4, 6 + 6)
    assert fight.stack(1) == ["vampire_lord"]  # Regenerates: the first defeat


@pytest.mark.rule("stacks:mod.cavalry", "stacks:guard.replace", "stacks:mod.ambush")
def test_cavalry_is_judged_against_the_militia_that_guards_for_centaurs() -> None:
    """Centaurs are Swift: no Cavalry. Militia are Slow: 6 + 2 against 3 + Ambush 2 + the Centaurs' arrows 2."""
    fight = battle(["knights"], ["centaurs", "militia"])
    fight.reveal("knights", "centaurs")
    fight.defender("guard militia", "show centaurs")
    assert fight.roll(1, 1) == (1 + 6 + 2, 1 + 3 + 2 + 2)


@pytest.mark.rule("stacks:mod.surprise", "stacks:paralyze.replacement", "stacks:mod.ambush")
def test_surprise_counts_for_who_replaces_a_paralyzed_attacker_and_ambush_does_not() -> None:
    fight = battle(["orcs", "ents"], ["strangler_vines"])
    fight.reveal("orcs", "strangler_vines")
    fight.defender("paralyze strangler_vines")
    fight.attacker("replace ents")
    assert fight.roll(1, 1) == (1 + 8 + 2, 1 + 6)
    other = battle(["orcs", "amazons"], ["strangler_vines"])
    other.reveal("orcs", "strangler_vines")
    other.defender("paralyze strangler_vines")
    other.attacker("replace amazons")
    assert other.roll(1, 1) == (1 + 4, 1 + 6)


@pytest.mark.rule("stacks:mod.slay", "stacks:desc.defaults")
@pytest.mark.parametrize(
    ("enemy", "terrain", "bonus"),
    [
        ("storm_giants", "Plains", 4),  # Male, for nothing else is said
        ("walled_town", "Plains", 4),  # so is every unit
        ("amazons", "Plains", 0),
        ("swamp_witch", "Plains", 0),  # a Hero stated to be Female
        ("war_galley", "Sea", 4),
    ],
)
def test_sirens_slay_whatever_is_not_said_to_be_female(enemy: str, terrain: str, bonus: int) -> None:
    fight = battle(["sirens"], [enemy], terrain)
    fight.reveal("sirens", enemy)
    assert fight.roll(1, 1)[0] == 1 + 2 + bonus


@pytest.mark.rule("stacks:mod.slay", "stacks:reveal.transported", "stacks:mod.surprise")
def test_a_kraken_slays_the_ship_and_not_who_is_aboard() -> None:
    """9 + 3 against the Longship (3, attacking with Surprise 1), 9 against the Orcs aboard; a tie spares both."""
    fight = battle(["longship", "orcs"], ["kraken"], "Sea")
    fight.reveal("orcs", "kraken")
    assert fight.roll(6, 1) == (6 + 4, 1 + 9)
    fight.reveal("longship", "kraken")
    assert fight.roll(6, 1) == (6 + 3 + 1, 1 + 9 + 3)
    fight.play_on()
    assert fight.fallen(0) == ["longship", "orcs"]  # the ship sinks with its passengers


@pytest.mark.rule("stacks:mod.cavalry", "stacks:desc.ship", "stacks:spell.fire-lance")
def test_knights_aboard_ride_down_a_slow_ship_and_two_lances_of_fire_burn_its_wood() -> None:
    """A War Galley is Slow and Wood: 6 + 2 + 4 + 4; a Longship is Swift: 6 + 4 + 4."""
    for ship, cavalry in (("war_galley", 2), ("longship", 0)):
        fight = battle(
            ["war_galley", "knights", "elf_lord"], [ship], "Sea", spells=(["fire_lance", "fire_lance"], [])
        )
        fight.reveal("knights", ship)
        fight.attacker("cast fire_lance elf_lord, cast fire_lance elf_lord")
        assert (
            fight.roll(1, 6)[0] == 1 + 6 + cavalry + 4 + 4 + 1
        )  # the Elf Lord who casts is a General revealed


@pytest.mark.rule("stacks:spell.serpents-venom", "stacks:spell.discard", "stacks:mod.poison")
def test_venom_is_spent_in_vain_on_a_swarm_and_on_the_nonliving() -> None:
    for enemy in ("army_ants", "skeletons"):
        fight = battle(["giant_scorpions", "elves"], [enemy], spells=(["serpents_venom"], []))
        fight.reveal("giant_scorpions", enemy)
        fight.attacker("cast serpents_venom elves, show elves")
        assert fight.roll(1, 1)[0] == 1 + 5 + 3
        assert fight.hand(0) == []


@pytest.mark.rule("stacks:mod.archer-own", "stacks:tactical.other-units", "stacks:spell.battle-blessing")
def test_elves_in_front_bless_themselves_and_other_elves_shoot() -> None:
    fight = battle(["elves", "elves"], ["ents"], spells=(["battle_blessing"], []))
    fight.reveal("elves#1", "ents")
    fight.attacker("show elves#2, cast battle_blessing elves#1")
    assert fight.roll(1, 1) == (1 + 4 + 3 + 2, 1 + 8)


@pytest.mark.rule("stacks:desc.site", "stacks:mod.archer", "stacks:battle.occurs")
def test_an_attackers_own_site_supports_its_attack_where_it_stands() -> None:
    fight = field(["PP"], {"A1": ["dark_tower", "orcs"]}, {"A1": ["goblins"]})
    fight.reveal("orcs", "goblins")
    fight.attacker("show dark_tower")
    assert fight.roll(1, 2) == (1 + 4 + 2, 2 + 3 + 1)


# ---------------------------------------------------------------- who is lost


@pytest.mark.rule(
    "stacks:roll.strike", "stacks:roll.losses", "stacks:spell.trolls-blood", "stacks:martyr.step-in"
)
def test_two_touches_of_death_and_one_is_saved_by_blood_the_other_by_a_martyr() -> None:
    fight = battle(
        ["elf_lord", "orcs"],
        ["archmage", "dwarves"],
        spells=(["death_touch", "trolls_blood"], ["death_touch"]),
    )
    fight.reveal("elf_lord", "archmage")
    assert fight.roll(2, 3) == (6, 6)
    fight.attacker("cast death_touch elf_lord")
    fight.defender("cast death_touch archmage")
    fight.attacker("cast trolls_blood elf_lord")
    fight.defender("martyr dwarves")
    fight.to_round(2)
    assert (fight.fallen(0), fight.fallen(1)) == ([], ["dwarves"])
    assert (fight.unit(0, "elf_lord").defeats, fight.unit(1, "archmage").defeats) == (1, 0)


@pytest.mark.rule("stacks:regenerates.twice", "stacks:spell.trolls-blood")
def test_blood_is_of_no_use_to_trolls() -> None:
    """Their first defeat is marked by itself; at the second there is nothing the spell could be cast on."""
    fight = battle(["storm_giants"], ["trolls", "elves"], spells=([], ["trolls_blood"]))
    for _ in range(2):
        fight.reveal("storm_giants", "trolls")
        assert fight.roll(6, 1) == (16, 7)
    assert fight.offers(1, "losses") == ["accept"]
    fight.until("reveal")
    assert fight.fallen(1) == ["trolls"]
    assert fight.hand(1) == ["trolls_blood"]


@pytest.mark.rule(
    "stacks:artifact.own-fight", "stacks:artifact.troll-ring", "stacks:tactical.replaced-supports"
)
def test_a_ring_saves_its_holder_in_front_and_nobody_he_supports() -> None:
    fight = battle(["storm_giants"], ["ranger", "orcs"], artifacts=({}, {"troll_ring": "ranger"}))
    fight.reveal("storm_giants", "ranger")
    fight.defender("skirmish orcs")
    assert not [text for text in fight.offers(1, "support") if "troll_ring" in text]
    fight.defender("show ranger")
    assert fight.roll(1, 1) == (11, 1 + 4 + 2)
    fight.to_round(2)
    assert fight.fallen(1) == ["orcs"]


@pytest.mark.rule("stacks:artifact.slots", "stacks:artifact.shadow-cloak", "stacks:artifact.war-horn")
def test_who_left_in_the_cloak_blows_no_horn_in_the_same_round() -> None:
    """One other artifact a round: the Ranger shoots (2), but makes no General."""
    fight = battle(
        ["storm_giants"], ["ranger", "ents"], artifacts=({}, {"shadow_cloak": "ranger", "war_horn": "ranger"})
    )
    fight.reveal("storm_giants", "ranger")
    fight.defender("vanish ents shadow_cloak")
    assert "use war_horn" not in fight.offers(1, "support")
    fight.defender("show ranger")
    assert fight.roll(1, 1) == (11, 1 + 8 + 2)
    fight.reveal("storm_giants", "ents")
    fight.defender("show ranger, use war_horn")
    assert fight.roll(1, 1) == (11, 1 + 8 + 2 + 1)


# ---------------------------------------------------------------- Paralyze


@pytest.mark.rule("stacks:paralyze.mutual", "stacks:paralyze.destroy", "stacks:tactical.no-replacement")
def test_of_two_that_paralyze_each_other_the_one_without_a_replacement_is_lost_without_dice() -> None:
    fight = battle(["basilisk"], ["basilisk", "orcs"])
    fight.reveal("basilisk", "basilisk")
    fight.attacker("paralyze basilisk")
    fight.defender("paralyze basilisk", "replace orcs")
    fight.play_on()
    assert fight.fallen(0) == ["basilisk"]
    assert fight.fallen(1) == []
    assert fight.winner == "defender"


@pytest.mark.rule("stacks:opt.paralyze-targets")
def test_by_the_option_ghouls_hold_vines_that_cannot_hold_them() -> None:
    fight = battle(["strangler_vines", "orcs"], ["ghouls"], options={"paralyze-targets": "living"})
    fight.reveal("strangler_vines", "ghouls")
    fight.until("paralyze", 1)
    assert fight.decision(0) is None
    fight.defender("paralyze ghouls")
    fight.attacker("replace orcs")
    assert fight.roll(1, 1) == (1 + 4, 1 + 4)


@pytest.mark.rule("stacks:paralyze.use", "stacks:battle.usable", "stacks:spell.cast-reveals")
def test_a_paralyzed_caster_neither_shoots_nor_casts_and_its_spells_stay_in_hand() -> None:
    fight = battle(["basilisk"], ["elves", "dwarves"], spells=([], ["battle_blessing"]))
    fight.reveal("basilisk", "elves")
    fight.attacker("paralyze basilisk")
    fight.defender("replace dwarves")
    assert fight.offers(1, "support") == []
    assert fight.roll(1, 1) == (1 + 5, 1 + 5)
    assert fight.hand(1) == ["battle_blessing"]


@pytest.mark.rule("stacks:spell.stone-sleep", "stacks:battle.usable", "stacks:reveal.none-usable")
def test_a_ship_asleep_is_replaced_by_its_passengers_and_does_not_sink() -> None:
    """The Orcs fight from the sleeping ship without its Archer +1; when they are lost nobody is usable, and nothing more is lost."""
    fight = battle(["war_galley", "elf_lord"], ["war_galley", "orcs"], "Sea", spells=(["stone_sleep"], []))
    fight.reveal("war_galley", "war_galley")
    fight.attacker("cast stone_sleep elf_lord")
    fight.defender("replace orcs")
    assert fight.offers(1, "support") == []
    assert fight.roll(6, 1) == (6 + 4, 1 + 4)
    fight.play_on()
    assert fight.fallen(1) == ["orcs"]
    assert fight.stack(1, "A1") == ["war_galley"] or fight.winner == "draw"


@pytest.mark.rule("stacks:paralyze.destroy", "stacks:transport.sink")
def test_a_ship_asleep_whose_only_passenger_sleeps_too_sinks_with_it() -> None:
    fight = battle(
        ["war_galley", "elf_lord"], ["war_galley", "orcs"], "Sea", spells=(["stone_sleep", "stone_sleep"], [])
    )
    fight.reveal("war_galley", "orcs")
    fight.attacker("cast stone_sleep elf_lord")
    fight.defender("replace war_galley")
    fight.roll(3, 3)
    fight.reveal("war_galley", "war_galley")
    fight.attacker("cast stone_sleep elf_lord")
    fight.play_on()
    assert fight.fallen(1) == ["war_galley", "orcs"]
    assert fight.winner == "attacker"


# ---------------------------------------------------------------- leaving


@pytest.mark.rule("stacks:vanish.last-unit", "stacks:end.mutual")
def test_two_last_units_vanish_together_and_nobody_has_the_hex() -> None:
    fight = field(["PPP"], {"B1": ["will_o_wisps"], "A1": ["orcs"]}, {"B1": ["djinn"], "C1": ["orcs"]})
    fight.reveal("will_o_wisps", "djinn")
    fight.attacker("exit A1 nobody")
    fight.defender("exit C1 nobody")
    fight.until("reveal")
    assert fight.stack(0, "B1") == fight.stack(1, "B1") == []
    assert sorted(fight.stack(0, "A1")) == ["orcs", "will_o_wisps"]
    assert sorted(fight.stack(1, "C1")) == ["djinn", "orcs"]


@pytest.mark.rule("stacks:retreat.sacrifice", "stacks:retreat.destination", "stacks:retreat.who-moves")
def test_a_stack_with_a_sea_unit_and_a_land_unit_has_nowhere_to_retreat_until_one_is_the_price() -> None:
    """Lizardmen swim, Orcs do not, Merfolk leave the water for nothing: from a sea hex with a ship all of this depends on the price."""
    fight = field(["P~~"], {"B1": ["kraken"]}, {"B1": ["war_galley", "orcs", "lizardmen"]})
    fight.reveal("kraken", "lizardmen")
    offers = fight.offers(1, "retreat")
    # the galley as the price takes the Orcs (aboard) down: the Lizardmen, alone, may go to land or sea
    assert set(offers) == {
        "stay",
        "retreat war_galley A1",
        "retreat war_galley C1",
        "retreat orcs C1",
        "retreat lizardmen C1",
    }


@pytest.mark.rule("stacks:retreat.who-moves", "stacks:turn.control")
def test_a_hall_left_behind_keeps_the_hex_contested() -> None:
    fight = field(["PP"], {"A1": ["orcs"]}, {"A1": ["dwarf_hall", "dwarves", "goblins"]})
    fight.reveal("orcs", "dwarf_hall")
    fight.defender("retreat goblins B1")
    fight.turn_of(1)
    assert fight.stack(1, "A1") == ["dwarf_hall"]
    assert fight.stack(1, "B1") == ["dwarves"]
    assert fight.stack(0, "A1") == ["orcs"]


# ---------------------------------------------------------------- the Scout Phase


@pytest.mark.rule("stacks:cannibal.sacrifice", "stacks:regenerates.bypass", "stacks:desc.nonliving")
def test_headhunters_devour_trolls_outright_and_no_skeletons() -> None:
    fight = battle(["headhunters", "trolls", "skeletons"], ["storm_giants"], scouting=True)
    offers = fight.offers(0, "devour")
    assert "devour headhunters trolls" in offers
    assert "devour trolls headhunters" in offers
    assert not [text for text in offers if text.endswith("skeletons")]
    fight.attacker("devour headhunters trolls")
    fight.reveal("headhunters", "storm_giants")
    assert fight.roll(6, 2) == (6 + 3 + 3, 2 + 10)
    fight.reveal("headhunters", "storm_giants")
    assert fight.roll(6, 1) == (12, 11)  # the bonus is still there in the second round
    assert fight.fallen(0) == ["trolls"]
    fight.play_on()
    assert fight.winner == "attacker"


@pytest.mark.rule("stacks:steal.holder", "stacks:artifact.users")
def test_a_stolen_sword_serves_a_captain_and_not_burglars() -> None:
    for thief, bonus in (("pirate_captain", 2), ("halfling_burglars", 0)):
        fight = battle([thief], ["paladin"], artifacts=({}, {"oathsword": "paladin"}), scouting=True)
        fight.attacker(f"steal {thief}")
        fight.dice(1)
        fight.reveal(thief, "paladin")
        able = "use oathsword" in fight.offers(0, "support")
        assert able == bool(bonus)
        if able:
            fight.attacker("use oathsword")
        brm = 4 if thief == "pirate_captain" else 2
        assert fight.roll(1, 1) == (1 + brm + bonus, 1 + 5)


@pytest.mark.rule("stacks:move.stranded", "stacks:steal.take", "stacks:artifact.winged-boots")
def test_a_hero_over_water_whose_boots_are_stolen_is_lost_before_the_battle() -> None:
    fight = field(
        ["P~P"],
        {"B1": ["longship", "halfling_burglars"]},
        {"B1": ["paladin"], "C1": ["orcs"]},
        artifacts=({}, {"winged_boots": "paladin"}),
    )
    fight.attacker("steal halfling_burglars")
    fight.dice(1)
    fight.turn_of(1)
    assert fight.fallen(1) == ["paladin"]
    assert fight.artifacts(0, "halfling_burglars") == ["winged_boots"]
    assert ("reveal", 0) not in fight.asked
