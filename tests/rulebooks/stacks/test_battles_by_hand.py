"""Battles in which several rules meet, worked out from the rules before they were fought."""

from __future__ import annotations

import pytest
from rulebooks.stacks.fights import battle, field

# ---------------------------------------------------------------- retreats


@pytest.mark.rule("stacks:retreat.destination", "stacks:move.stacking", "stacks:retreat.sacrifice")
@pytest.mark.parametrize(("limit", "open_"), [(3, False), (4, True), (0, True)])
def test_a_retreat_into_a_hex_that_is_nearly_full(limit: int, open_: bool) -> None:
    # Three defend, two are left: with two more in B1 that makes four. A Site there does not count. There is no other hex.
    fight = field(
        ["PM"], {"A1": ["orcs"]}, {"A1": ["elves", "dwarves", "goblins"], "B1": ["ents", "centaurs", "dwarf_hall"]}, stack_limit=limit
    )  # fmt: skip
    fight.reveal("orcs", "elves")
    assert bool([text for text in fight.offers(1, "retreat") if text != "stay"]) is open_


@pytest.mark.rule("stacks:retreat.sacrifice", "stacks:retreat.who-moves", "stacks:battle.usable")
def test_a_paralyzed_unit_pays_no_price_and_goes_along() -> None:
    fight = field(["PP"], {"A1": ["storm_giants"]}, {"A1": ["knights", "goblins", "orcs"]})
    fight.reveal("storm_giants", "goblins")
    fight.paralyze(1, "knights")
    offers = [text for text in fight.offers(1, "retreat") if text != "stay"]
    assert offers
    assert not any("knights" in text for text in offers)
    fight.defender(next(text for text in offers if "orcs" in text))
    assert fight.stack(1, "B1") == ["knights", "goblins"]


@pytest.mark.rule("stacks:retreat.sacrifice", "stacks:site.not-a-price")
def test_who_would_leave_but_a_place_does_not_retreat() -> None:
    fight = field(["PP"], {"A1": ["storm_giants"]}, {"A1": ["dwarf_hall", "dwarves"]})
    fight.reveal("storm_giants", "dwarves")
    assert [text for text in fight.offers(1, "retreat") if text != "stay"] == []


@pytest.mark.rule("stacks:retreat.sea", "stacks:transport.sink", "stacks:martyr.no-chain")
def test_a_ship_given_for_a_retreat_takes_all_aboard_with_it() -> None:
    # Galley with Dwarves (who might be Martyrs) and a Longship: the Galley is the price, the Dwarves drown.
    fight = field(
        ["~~"], {"A1": ["kraken"]}, {"A1": ["war_galley", "dwarves", "longship"]}, aboard=({}, {"dwarves": "war_galley"})
    )  # fmt: skip
    fight.reveal("kraken", "longship")
    offers = [text for text in fight.offers(1, "retreat") if "war_galley" in text]
    fight.defender(offers[0])
    assert fight.stack(1, "B1") == ["longship"]
    assert fight.fallen(1) == ["war_galley", "dwarves"]


# ---------------------------------------------------------------- leaving and coming in


@pytest.mark.rule("stacks:spell.stone-sleep", "stacks:skirmish.swap", "stacks:paralyze.replacement")
def test_who_skirmished_out_may_have_to_come_back() -> None:
    # The Ranger leaves for the Ents; Stone Sleep lays them down; the Ranger, the only other, fights: 4 against 10 of the Giants.
    fight = battle(["storm_giants", "archmage"], ["ranger", "ents"], spells=(["stone_sleep"], []))
    fight.reveal("storm_giants", "ranger")
    fight.defender("skirmish ents")
    fight.attacker("cast stone_sleep archmage")
    fight.defender("replace ranger")
    assert fight.roll(1, 6) == (11, 10)
    fight.defender("accept")
    assert fight.fallen(1) == ["ranger"]
    assert fight.offers(1, "reveal") == []  # nobody usable is left: the battle is over
    assert fight.is_over


@pytest.mark.rule("stacks:guard.after-withdraw", "stacks:paralyze.replacement", "stacks:mod.archer")
def test_the_guard_is_paralyzed_and_the_guarded_comes_back() -> None:
    # Elves are guarded by the Dwarves, these paralyzed: the Elves again, whom nobody supports. 4 + 6 against 5 + 6.
    fight = battle(["basilisk"], ["elves", "dwarves"])
    fight.reveal("basilisk", "elves")
    fight.defender("guard dwarves")
    fight.attacker("paralyze basilisk")
    fight.defender("replace elves")
    assert fight.roll(6, 6) == (11, 10)
    assert fight.offers(1, "losses") == [
        "accept"
    ]  # the Dwarves cannot be Martyrs for them: they are not usable
    fight.defender("accept")
    assert fight.fallen(1) == ["elves"]


@pytest.mark.rule("stacks:end.mutual", "stacks:vanish.exit", "stacks:tactical.no-replacement")
def test_both_go_and_nobody_has_won() -> None:
    fight = battle(["djinn"], ["will_o_wisps"])
    fight.reveal("djinn", "will_o_wisps")
    exits = [text for text in fight.offers(0, "withdraw") if text != "none"]
    fight.attacker(exits[0])
    exits = [text for text in fight.offers(1, "withdraw") if text != "none"]
    fight.defender(exits[0])
    assert fight.winner == "draw"
    assert (fight.left(0), fight.left(1)) == (["djinn"], ["will_o_wisps"])


@pytest.mark.rule("stacks:vanish.exit", "stacks:end.destroyed", "stacks:summoning.discard")
def test_a_summoned_unit_alone_holds_the_battle_and_not_the_hex() -> None:
    # The Archmage calls a Fire Elemental (7) and falls in the same round: 6 + ... the Elemental fights on and wins; then it is gone.
    fight = field(
        ["PP"], {"A1": ["archmage"]}, {"A1": ["storm_giants"]}, spells=(["call_fire_elemental"], [])
    )
    fight.reveal("archmage", "storm_giants")
    fight.attacker("cast call_fire_elemental archmage")
    assert fight.roll(1, 6)[1] == 16
    fight.attacker("accept")
    assert fight.fallen(0) == ["archmage"]
    fight.reveal("fire_elemental", "storm_giants")
    assert fight.roll(6, 1) == (13, 11)
    if fight.until("losses", 1) is not None:
        fight.defender("accept")
    fight.turn_of(1)
    assert (fight.stack(0, "A1"), fight.stack(1, "A1")) == ([], [])
    assert fight.fallen(1) == ["storm_giants"]


# ---------------------------------------------------------------- who is saved


@pytest.mark.rule("stacks:spell.death-touch", "stacks:martyr.step-in", "stacks:roll.strike")
def test_a_martyr_for_one_touched_to_death() -> None:
    # 4 + 1 against 4 + 1: a tie; Death Touch, and the Dwarves die for the Elves.
    fight = battle(["archmage"], ["elves", "dwarves"], spells=(["death_touch"], []))
    brm = fight.state.setting.kinds[fight.unit(0, "archmage").kind].brm
    fight.reveal("archmage", "elves")
    fight.roll(4, brm)
    fight.attacker("cast death_touch archmage")
    fight.defender("martyr dwarves")
    assert fight.fallen(1) == ["dwarves"]
    assert fight.unit(1, "elves").defeats == 0


@pytest.mark.rule("stacks:artifact.troll-ring", "stacks:spell.trolls-blood", "stacks:regenerates.stays")
def test_no_trolls_blood_for_one_whom_the_ring_has_saved() -> None:
    fight = battle(
        ["storm_giants"],
        ["ranger", "elves"],
        artifacts=({}, {"troll_ring": "ranger"}),
        spells=([], ["trolls_blood"]),
    )
    fight.reveal("storm_giants", "ranger")
    fight.defender("use troll_ring")
    fight.roll(6, 1)
    assert fight.unit(1, "ranger").defeats == 1
    fight.reveal("storm_giants", "ranger")
    fight.roll(6, 1)
    assert fight.offers(1, "losses") == ["accept"]
    fight.defender("accept")
    assert fight.fallen(1) == ["ranger"]
    assert fight.hand(1) == ["trolls_blood"]


@pytest.mark.rule("stacks:transport.sink", "stacks:martyr.eligible")
def test_a_passenger_dies_for_its_ship() -> None:
    fight = battle(["kraken"], ["war_galley", "dwarves", "orcs"], "Sea")
    fight.reveal("kraken", "war_galley")
    fight.roll(6, 1)
    fight.defender("martyr dwarves")
    assert (fight.fallen(1), fight.stack(1)) == (["dwarves"], ["war_galley", "orcs"])


# ---------------------------------------------------------------- sums


@pytest.mark.rule("stacks:mod.cavalry", "stacks:tactical.final-combatants", "stacks:artifact.winged-boots")
def test_boots_that_are_shown_deny_the_cavalry_and_a_curse_goes_below_nothing() -> None:
    # Knights 6 and no Cavalry against the Ranger with the boots shown, less four for two curses: 2 and a 1; the Ranger 4 and a 1.
    fight = battle(
        ["knights"], ["ranger", "swamp_witch"], artifacts=({}, {"winged_boots": "ranger"}), spells=([], ["withering_curse", "withering_curse"])
    )  # fmt: skip
    fight.reveal("knights", "ranger")
    fight.defender("use winged_boots,cast withering_curse swamp_witch,cast withering_curse swamp_witch")
    assert fight.roll(1, 1) == (3, 5)


@pytest.mark.rule("stacks:carry.battle", "stacks:mod.armor", "stacks:mod.general-combatant")
def test_an_elf_lord_on_elephants_with_another_general() -> None:
    # 4, lent Armor 1, the DwarfLord's 1 and not his own: 6.
    fight = battle(["elf_lord", "war_elephants", "dwarflord"], ["orcs"])
    fight.reveal("elf_lord", "orcs")
    fight.attacker("lend war_elephants,show dwarflord")
    assert fight.roll(1, 1) == (7, 5)


@pytest.mark.rule("stacks:mod.poison", "stacks:spell.serpents-venom", "stacks:desc.site")
def test_venom_on_a_place_is_venom() -> None:
    # Goblins 3, own Poison 1 and Venom 3 against the Hall of 6, which lives like everything that does not say otherwise.
    fight = battle(["goblins", "swamp_witch"], ["dwarf_hall"], spells=(["serpents_venom"], []))
    fight.reveal("goblins", "dwarf_hall")
    fight.attacker("cast serpents_venom swamp_witch")
    assert fight.roll(2, 2) == (9, 8)


@pytest.mark.rule("stacks:cannibal.duration", "stacks:mod.ambush", "stacks:cannibal.sacrifice")
def test_headhunters_that_have_eaten_wait_for_nobody() -> None:
    fight = battle(["orcs"], ["headhunters", "militia"], scouting=True)
    offers = [text for text in fight.offers(1, "devour") if text != "none"]
    fight.defender(offers[0])
    fight.reveal("orcs", "headhunters")
    assert fight.roll(1, 1) == (5, 1 + 3 + 3 + 1)
