"""Segment III: the roll, striking spells, and what becomes of the defeated; Regenerates, Martyr, Troll's Blood."""

from __future__ import annotations

import pytest
from rulebooks.stacks.fights import battle, field

from banneret.rulebooks.stacks.state import FALLEN, SUPPLY

# ---------------------------------------------------------------- B1


@pytest.mark.rule("stacks:roll.dice", "stacks:roll.dice-order")
def test_two_dice_a_round_the_attackers_first():
    fight = battle(["dwarves", "elves"], ["dwarves", "elves"])
    fight.reveal("dwarves", "dwarves")
    fight.attacker("show elves")
    fight.until_dice()
    assert (fight.wanted.faces, fight.wanted.side) == (6, 0)
    fight.dice(1)
    assert (fight.wanted.faces, fight.wanted.side) == (6, 1)
    fight.dice(4)
    assert list(fight.last("roll").dice) == [(0, 6, 1), (1, 6, 4)]


@pytest.mark.rule("stacks:roll.dice-order")
def test_dice_go_attacker_defender_attacker_defender():
    fight = battle(["trolls"], ["dwarves", "dwarves"])
    fight.dice(1, 2, 1, 6)
    dice = [[value for _, _, value in event.dice] for event in fight.events if event.kind == "roll"]
    assert dice == [[1, 2], [1, 6]]


@pytest.mark.rule("stacks:roll.dice-order")
def test_a_round_without_a_roll_takes_no_dice():
    fight = battle(["basilisk"], ["orcs"])
    fight.attacker("paralyze basilisk")
    assert fight.is_over
    assert fight.wanted is None


@pytest.mark.rule("stacks:roll.total", "stacks:mod.sum")
def test_everything_in_force_is_added():
    fight = battle(["goblins", "goblins"], ["elves"])
    fight.attacker("show goblins")
    assert fight.roll(5, 1) == (5 + 3 + 1 + 1, 5)
    assert fight.causes(0) == {"stacks:mod.brm": 3, "stacks:mod.poison": 1, "stacks:mod.archer": 1}


@pytest.mark.rule("stacks:roll.total")
def test_the_sum_explains_itself_to_everybody():
    fight = battle(["goblins"], ["elves"])
    fight.roll(5, 2)
    tally = fight.tally("roll", 0)
    assert tally.total == 9 == sum(part.amount for part in tally.explain())
    assert [part.rule for part in tally.explain()][-1] == "stacks:roll.dice"
    assert fight.last("roll").to is None


@pytest.mark.rule("stacks:roll.higher")
@pytest.mark.parametrize(("dice", "lost"), [((2, 4), 1), ((1, 6), 0), ((3, 6), None)])
def test_the_higher_roll_destroys_the_other_combatant(dice, lost):
    fight = battle(["sylvan_knights"], ["dwarves"])
    fight.roll(*dice)
    fight.until("calloff")
    assert [len(fight.fallen(side)) for side in (0, 1)] == [int(lost == side) for side in (0, 1)]


@pytest.mark.rule("stacks:roll.higher")
def test_only_the_combatants_are_at_risk():
    fight = battle(["storm_giants"], ["goblins", "elves", "ranger"])
    fight.reveal("storm_giants", "goblins")
    fight.defender("show elves, show ranger")
    fight.roll(6, 1)
    fight.until("calloff")
    assert fight.fallen(1) == ["goblins"]


@pytest.mark.rule("stacks:roll.tie", "stacks:desc.site")
def test_a_tie_spares_both_and_is_not_rolled_again():
    fight = battle(["dwarves"], ["goblins"])
    assert fight.roll(3, 4) == (8, 8)
    assert fight.decision(0).kind == "calloff"
    assert fight.fallen(0) == fight.fallen(1) == []


@pytest.mark.rule("stacks:roll.no-floor")
def test_a_natural_figure_wins_or_loses_nothing():
    fight = battle(["storm_giants"], ["goblins"])
    assert fight.roll(1, 6) == (11, 10)
    fight.until("calloff")
    assert fight.fallen(1) == ["goblins"]


@pytest.mark.rule("stacks:desc.site", "stacks:site.no-move")
def test_a_site_that_loses_is_destroyed():
    fight = battle(["storm_giants"], ["dwarf_hall"])
    fight.finish(6, 1)
    assert fight.fallen(1) == ["dwarf_hall"]


# ---------------------------------------------------------------- B2


@pytest.mark.rule("stacks:roll.strike", "stacks:spell.death-touch")
def test_after_a_tie_death_touch_defeats_both():
    fight = battle(["archmage"], ["archmage"], spells=(["death_touch"], ["death_touch"]))
    fight.roll(2, 2)
    fight.attacker("cast death_touch archmage")
    assert "strike" not in fight.kinds_of_news
    fight.defender("cast death_touch archmage")
    fight.until("calloff")
    assert fight.fallen(0) == fight.fallen(1) == ["archmage"]
    assert fight.winner == "draw"


@pytest.mark.rule("stacks:spell.any-number", "stacks:spell.death-touch", "stacks:regenerates.twice")
def test_two_touches_of_death_defeat_twice():
    """Trolls +6 and a 1, Archmage +3 and a 4: a tie. The first defeat is marked, the second destroys."""
    fight = battle(["archmage"], ["trolls", "orcs"], spells=(["death_touch", "death_touch"], []))
    fight.reveal("archmage", "trolls")
    assert fight.roll(4, 1) == (7, 7)
    assert fight.offers(0, "strike") == [
        "none", "cast death_touch archmage", "cast death_touch archmage archmage"
    ]  # fmt: skip
    fight.attacker("cast death_touch archmage archmage")
    question = fight.until("losses", 1)
    assert fight.unit(1, "trolls").defeats == 1
    assert [order[0] for order in question.orders()] == ["accept"]
    fight.until("calloff")
    assert fight.fallen(1) == ["trolls"]


@pytest.mark.rule("stacks:spell.any-number", "stacks:roll.losses", "stacks:martyr.step-in")
def test_a_martyr_dies_for_each_of_two_touches_of_death():
    fight = battle(["archmage"], ["orcs", "dwarves", "dwarves"], spells=(["death_touch", "death_touch"], []))
    fight.reveal("archmage", "orcs")
    fight.roll(2, 1)
    fight.attacker("cast death_touch archmage archmage")
    first, second = (
        unit.id for unit in fight.state.units if unit.side == 1 and unit.kind != fight.unit(1, "orcs").kind
    )
    fight.give(1, ("martyr", first))
    fight.give(1, ("martyr", second))
    fight.until("calloff")
    assert fight.fallen(1) == ["dwarves", "dwarves"]
    assert fight.stack(1) == ["orcs"]


@pytest.mark.rule("stacks:spell.death-touch", "stacks:roll.strike")
def test_no_striking_without_a_tie():
    fight = battle(["archmage"], ["orcs"], spells=(["death_touch"], []))
    fight.roll(1, 1)
    fight.until("respite")
    assert ("strike", 0) not in fight.asked


@pytest.mark.rule("stacks:spell.death-touch", "stacks:desc.nonliving")
def test_no_striking_at_the_nonliving():
    fight = battle(["archmage"], ["skeletons"], spells=(["death_touch"], []))
    fight.roll(1, 1)
    assert fight.until("strike") is None


@pytest.mark.rule("stacks:spell.death-touch", "stacks:spell.casters", "stacks:spell.cast-reveals")
def test_a_mage_of_the_stack_may_strike_for_the_combatant():
    fight = battle(["orcs", "archmage", "high_priest"], ["orcs"], spells=(["death_touch"], []))
    fight.reveal("orcs", "orcs")
    fight.roll(2, 2)
    assert fight.offers(0, "strike") == ["none", "cast death_touch archmage"]
    fight.attacker("cast death_touch archmage")
    fight.until("calloff")
    assert fight.fallen(1) == ["orcs"]
    assert fight.hand(0) == []
    assert fight.unit(0, "archmage").known == 3


@pytest.mark.rule("stacks:spell.death-touch", "stacks:roll.strike")
def test_the_defender_alone_may_have_a_striking_spell():
    fight = battle(["orcs"], ["swamp_witch"], spells=([], ["death_touch"]))
    fight.roll(2, 2)  # 6 against 6, with her Poison
    fight.defender("cast death_touch swamp_witch")
    fight.attacker("accept")
    assert fight.winner == "defender"


@pytest.mark.rule("stacks:spell.death-touch", "stacks:roll.losses")
def test_regenerates_answers_death_touch():
    fight = battle(["archmage"], ["trolls"], spells=(["death_touch"], []))
    fight.roll(4, 1)
    fight.attacker("cast death_touch archmage")
    assert fight.unit(1, "trolls").defeats == 1
    assert fight.stack(1) == ["trolls"]


@pytest.mark.rule("stacks:martyr.step-in", "stacks:spell.death-touch")
def test_a_martyr_answers_death_touch():
    fight = battle(["archmage"], ["elves", "dwarves"], spells=(["death_touch"], []))
    fight.reveal("archmage", "elves")
    fight.roll(2, 1)
    fight.attacker("cast death_touch archmage")
    fight.defender("martyr dwarves")
    assert fight.fallen(1) == ["dwarves"]


# ---------------------------------------------------------------- B3: Regenerates


@pytest.mark.rule("stacks:regenerates.twice", "stacks:roll.losses")
def test_it_takes_two_defeats_to_destroy_a_regenerating_unit():
    fight = battle(["mummies"], ["trolls"])
    fight.roll(6, 1)
    assert fight.unit(1, "trolls").defeats == 1
    assert ("losses", 1) not in fight.asked  # the first is automatic
    fight.roll(6, 1)
    fight.until("calloff")
    assert fight.fallen(1) == ["trolls"]


@pytest.mark.rule("stacks:regenerates.stays")
def test_after_the_first_defeat_it_is_as_before():
    fight = battle(["storm_giants"], ["hydra"])
    fight.roll(6, 1)
    assert fight.stack(0) == ["storm_giants"]  # its opponent is not harmed
    assert fight.roll(1, 1) == (11, 9)


@pytest.mark.rule("stacks:regenerates.reset", "stacks:roll.tie")
def test_ties_do_not_count_and_a_new_battle_begins_at_zero():
    fight = field(["PP"], {"A1": ["mummies"]}, {"A1": ["trolls"]})
    fight.roll(3, 3)
    assert fight.unit(1, "trolls").defeats == 0
    fight.roll(6, 1)
    fight.attacker("calloff")
    assert fight.unit(1, "trolls").defeats == 0
    fight.roll(1, 6)  # now the Trolls attack
    assert fight.unit(1, "trolls").defeats == 1
    assert fight.stack(1, "A1") == ["trolls"]


@pytest.mark.rule("stacks:artifact.troll-ring")
def test_the_troll_ring_regenerates_its_holder_once():
    fight = battle(["storm_giants"], ["ranger"], artifacts=({}, {"troll_ring": "ranger"}))
    fight.defender("use troll_ring")
    fight.roll(6, 1)
    assert fight.unit(1, "ranger").defeats == 1
    fight.to_round(2)
    fight.defender("use troll_ring")
    fight.roll(6, 1)
    fight.until("calloff")
    assert fight.fallen(1) == ["ranger"]


@pytest.mark.rule("stacks:artifact.troll-ring", "stacks:artifact.reveal")
def test_the_ring_does_not_help_when_it_was_not_revealed():
    fight = battle(["storm_giants"], ["ranger"], artifacts=({}, {"troll_ring": "ranger"}))
    fight.finish(6, 1)
    assert fight.fallen(1) == ["ranger"]


@pytest.mark.rule("stacks:artifact.troll-ring")
def test_a_defeat_stays_counted_without_the_ring():
    fight = battle(["storm_giants"], ["ranger"], artifacts=({}, {"troll_ring": "ranger"}))
    fight.defender("use troll_ring")
    fight.finish(6, 1, 6, 1)
    assert fight.fallen(1) == ["ranger"]


@pytest.mark.rule("stacks:roll.losses", "stacks:spell.trolls-blood")
def test_trolls_blood_is_no_use_after_a_defeat_by_the_ring():
    fight = battle(
        ["storm_giants"],
        ["elf_lord"],
        artifacts=({}, {"troll_ring": "elf_lord"}),
        spells=([], ["trolls_blood"]),
    )
    fight.defender("use troll_ring")
    fight.roll(6, 1)
    fight.roll(6, 1)
    assert fight.offers(1, "losses") == ["accept"]


# ---------------------------------------------------------------- B3: Troll's Blood


@pytest.mark.rule("stacks:spell.trolls-blood", "stacks:spell.dying-caster")
def test_a_defeated_caster_may_save_itself():
    fight = battle(["storm_giants"], ["elf_lord"], spells=([], ["trolls_blood"]))
    fight.roll(6, 1)
    assert fight.offers(1, "losses") == ["accept", "cast trolls_blood elf_lord"]
    fight.defender("cast trolls_blood elf_lord")
    assert (fight.unit(1, "elf_lord").defeats, fight.unit(1, "elf_lord").blooded) == (1, True)
    assert fight.hand(1) == []
    assert fight.stack(1) == ["elf_lord"]


@pytest.mark.rule("stacks:spell.trolls-blood")
def test_who_was_saved_by_it_is_destroyed_by_the_next_defeat():
    fight = battle(["storm_giants"], ["knights", "elves"], spells=([], ["trolls_blood", "trolls_blood"]))
    fight.reveal("storm_giants", "knights")
    fight.roll(6, 1)
    fight.defender("cast trolls_blood elves")
    fight.reveal("storm_giants", "knights")
    fight.roll(6, 1)
    assert fight.offers(1, "losses") == ["accept"]
    fight.until("calloff")
    assert fight.fallen(1) == ["knights"]


@pytest.mark.rule("stacks:spell.trolls-blood", "stacks:martyr.step-in")
def test_who_was_saved_by_it_may_be_saved_by_a_martyr_next():
    fight = battle(["storm_giants"], ["knights", "elves", "zombies"], spells=([], ["trolls_blood"]))
    fight.reveal("storm_giants", "knights")
    fight.roll(6, 1)
    fight.defender("cast trolls_blood elves")
    fight.reveal("storm_giants", "knights")
    fight.roll(6, 1)
    fight.defender("martyr zombies")
    assert fight.stack(1) == ["knights", "elves"]
    assert fight.unit(1, "knights").defeats == 1


# ---------------------------------------------------------------- B3: Martyr


@pytest.mark.rule("stacks:martyr.step-in", "stacks:artifact.lost")
def test_a_martyr_dies_for_the_defeated():
    fight = battle(["storm_giants"], ["dwarflord", "dwarves"], artifacts=({}, {"oathsword": "dwarflord"}))
    fight.reveal("storm_giants", "dwarflord")
    fight.roll(6, 1)
    assert fight.offers(1, "losses") == ["accept", "martyr dwarves"]
    fight.defender("martyr dwarves")
    assert fight.fallen(1) == ["dwarves"]
    assert fight.stack(1) == ["dwarflord"]
    assert fight.unit(1, "dwarflord").defeats == 0
    assert fight.artifacts(1, "dwarflord") == ["oathsword"]  # a holder saved keeps them


@pytest.mark.rule("stacks:roll.losses", "stacks:martyr.step-in")
def test_a_martyr_for_trolls_defeated_twice():
    fight = battle(["storm_giants"], ["trolls", "zombies"])
    fight.reveal("storm_giants", "trolls")
    fight.roll(6, 1)
    fight.reveal("storm_giants", "trolls")
    fight.roll(6, 1)
    fight.defender("martyr zombies")
    assert fight.stack(1) == ["trolls"]
    assert fight.unit(1, "trolls").defeats == 1


@pytest.mark.rule("stacks:martyr.timing")
def test_a_martyr_may_have_supported_in_the_same_round():
    fight = battle(["storm_giants"], ["elves", "dwarves"])
    fight.reveal("storm_giants", "elves")
    fight.defender("show dwarves")
    assert fight.roll(1, 1) == (11, 1 + 4 + 1)
    fight.defender("martyr dwarves")
    assert fight.stack(1) == ["elves"]


@pytest.mark.rule("stacks:martyr.timing")
def test_martyr_is_not_announced_before_the_dice():
    fight = battle(["storm_giants"], ["dwarflord", "dwarves"])
    fight.reveal("storm_giants", "dwarflord")
    fight.until("support")
    assert ("losses", 1) not in fight.asked
    fight.roll(6, 1)
    assert fight.decision(1).kind == "losses"


@pytest.mark.rule("stacks:martyr.timing", "stacks:guard.replace")
def test_a_martyr_may_have_been_swapped_out_in_the_same_round():
    fight = battle(["storm_giants"], ["dwarves", "militia"])
    fight.reveal("storm_giants", "dwarves")
    fight.defender("guard militia")
    fight.roll(6, 1)
    assert fight.offers(1, "losses") == ["accept", "martyr dwarves"]


@pytest.mark.rule("stacks:martyr.eligible")
def test_the_defeated_unit_is_no_martyr_for_itself_nor_is_a_paralyzed_one():
    fight = battle(["storm_giants"], ["dwarves", "dwarves", "elves"])
    fight.reveal("storm_giants", "dwarves#1")
    fight.paralyze(1, "dwarves#2")
    fight.roll(6, 1)
    assert fight.offers(1, "losses") == ["accept"]


@pytest.mark.rule("stacks:martyr.eligible")
@pytest.mark.parametrize("saved", ["dwarf_hall", "war_galley"])
def test_a_martyr_may_die_for_a_site_or_a_ship(saved):
    terrain = "Sea" if saved == "war_galley" else "Plains"
    enemy = "kraken" if terrain == "Sea" else "storm_giants"
    fight = battle([enemy], [saved, "zombies" if terrain == "Plains" else "dwarves"], terrain)
    fight.reveal(enemy, saved)
    fight.roll(6, 1)
    fight.defender("martyr zombies" if terrain == "Plains" else "martyr dwarves")
    assert fight.stack(1) == [saved]


@pytest.mark.rule("stacks:martyr.step-in")
def test_a_tired_player_gives_the_weakest_martyr_for_something_stronger():
    for stack, best in (
        (["ents", "dwarves", "zombies"], "martyr zombies"),
        (["zombies", "dwarves"], "accept"),
    ):
        fight = battle(["storm_giants"], stack)
        fight.reveal("storm_giants", stack[0])
        fight.roll(6, 1)
        assert fight.words(fight.until("losses", 1).default()) == best


@pytest.mark.rule("stacks:martyr.eligible", "stacks:summoning.appear")
def test_a_martyr_may_die_for_a_summoned_unit():
    fight = battle(["archmage", "zombies"], ["dwarves"], spells=(["call_fire_elemental"], []))
    fight.reveal("archmage", "dwarves")
    fight.attacker("cast call_fire_elemental archmage")
    fight.roll(3, 1)  # 6 against 6
    fight.reveal("fire_elemental", "dwarves")
    fight.roll(1, 6)
    fight.attacker("martyr zombies")
    assert fight.stack(0) == ["archmage", "fire_elemental"]


@pytest.mark.rule("stacks:martyr.no-chain", "stacks:transport.sink")
def test_a_martyr_saves_a_ship_with_all_aboard_but_none_saves_passengers():
    saved, sunk = [battle(["kraken"], ["war_galley", "dwarves", "orcs", "orcs"], "Sea") for _ in range(2)]
    for fight in (saved, sunk):
        fight.reveal("kraken", "war_galley")
        fight.roll(6, 1)
    saved.defender("martyr dwarves")
    assert saved.stack(1) == ["war_galley", "orcs", "orcs"]
    sunk.defender("accept")
    assert sunk.fallen(1) == ["war_galley", "dwarves", "orcs", "orcs"]


@pytest.mark.rule("stacks:martyr.no-chain")
def test_no_martyr_for_a_martyr():
    fight = battle(["storm_giants"], ["dwarves", "zombies", "zombies"], spells=([], []))
    fight.reveal("storm_giants", "dwarves")
    fight.roll(6, 1)
    fight.defender("martyr zombies#1")
    assert fight.asked.count(("losses", 1)) == 1
    assert fight.stack(1) == ["dwarves", "zombies"]


@pytest.mark.rule("stacks:roll.losses", "stacks:tactical.secret")
def test_two_owners_decide_in_secret_and_together():
    spells = (["death_touch"], ["death_touch"])
    fight = battle(["archmage", "zombies"], ["archmage", "zombies"], spells=spells)
    fight.reveal("archmage", "archmage")
    fight.roll(2, 2)
    fight.attacker("cast death_touch archmage")
    fight.defender("cast death_touch archmage")
    fight.attacker("martyr zombies")
    assert "martyr" not in fight.kinds_of_news
    fight.defender("accept")
    assert (fight.fallen(0), fight.fallen(1)) == (["zombies"], ["archmage"])


@pytest.mark.rule("stacks:hidden.no-tell", "stacks:hidden.battle")
def test_an_owner_is_asked_about_his_loss_whether_he_has_a_martyr_or_not():
    with_martyr = battle(["storm_giants"], ["elves", "dwarves"])
    without = battle(["storm_giants"], ["elves", "orcs"])
    for fight in (with_martyr, without):
        fight.reveal("storm_giants", "elves")
        fight.roll(6, 1)
        assert fight.decision(1).kind == "losses"
        fight.defender("accept")
    assert with_martyr.news(0) == without.news(0)
    assert with_martyr.asked == without.asked


# ---------------------------------------------------------------- what is destroyed


@pytest.mark.rule("stacks:roll.removal")
def test_a_destroyed_unit_is_shown_and_does_not_come_back():
    fight = battle(["storm_giants"], ["elves", "ents"])
    fight.reveal("storm_giants", "elves")
    fight.roll(6, 1)
    fight.until("calloff")
    assert fight.unit(1, "elves").place == FALLEN
    assert fight.unit(1, "elves").seen == 3
    assert "Defender lost Elves." in fight.news(0)


@pytest.mark.rule("stacks:summoning.supply")
def test_a_destroyed_summoned_unit_goes_back_to_the_supply():
    fight = battle(["archmage"], ["storm_giants"], spells=(["call_fire_elemental"], []))
    fight.attacker("cast call_fire_elemental archmage")
    fight.roll(6, 6)
    fight.attacker("accept")
    fight.reveal("fire_elemental", "storm_giants")
    fight.roll(1, 6)
    fight.until("calloff")
    assert fight.in_place(0, SUPPLY) == ["fire_elemental"]
    assert fight.winner == "defender"


@pytest.mark.rule("stacks:transport.sink", "stacks:roll.removal")
def test_a_ship_takes_its_passengers_down_with_their_artifacts():
    fight = battle(
        ["kraken"], ["war_galley", "orcs", "dwarflord", "griffons"], "Sea",
        artifacts=({}, {"oathsword": "dwarflord"}),
    )  # fmt: skip
    fight.reveal("kraken", "war_galley")
    fight.roll(6, 1)
    fight.until("calloff")
    assert fight.fallen(1) == ["war_galley", "orcs", "dwarflord"]
    assert fight.stack(1) == ["griffons"]
    assert [fight.unit(1, name).seen for name in ("war_galley", "orcs", "dwarflord")] == [3, 3, 3]
    assert (fight.state.artifacts[0].holder, fight.state.artifacts[0].seen) == (-1, 3)


@pytest.mark.rule("stacks:transport.sink", "stacks:regenerates.bypass")
def test_regenerates_does_not_help_passengers():
    fight = battle(["kraken"], ["war_galley", "vampire_lord"], "Sea")
    fight.arrange(_aboard)
    fight.reveal("kraken", "war_galley")
    fight.roll(6, 1)
    fight.until("calloff")
    assert fight.fallen(1) == ["war_galley", "vampire_lord"]


def _aboard(state):
    state.units[2].aboard = state.units[1].id


@pytest.mark.rule("stacks:transport.sink")
def test_other_ships_passengers_are_unharmed():
    fight = battle(["kraken"], ["longship", "orcs", "orcs", "longship", "elves"], "Sea")
    fight.reveal("kraken", "longship#1")
    fight.roll(6, 1)
    fight.until("calloff")
    assert fight.fallen(1) == ["longship", "orcs", "orcs"]
    assert fight.stack(1) == ["longship", "elves"]


@pytest.mark.rule("stacks:transport.sink", "stacks:end.destroyed")
def test_a_side_that_was_all_aboard_is_beaten():
    fight = battle(["kraken"], ["war_galley", "orcs", "orcs", "orcs", "orcs", "dwarflord"], "Sea")
    fight.reveal("kraken", "war_galley")
    fight.finish(6, 1)
    assert len(fight.fallen(1)) == 6
    assert fight.winner == "attacker"


@pytest.mark.rule("stacks:transport.land")
def test_a_caravan_takes_nobody_with_it():
    fight = battle(["storm_giants"], ["caravan", "militia"])
    fight.arrange(_aboard)
    fight.reveal("storm_giants", "caravan")
    fight.roll(6, 1)
    fight.until("calloff")
    assert fight.fallen(1) == ["caravan"]
    assert fight.unit(1, "militia").aboard == -1


@pytest.mark.rule("stacks:transport.water")
def test_a_flier_sinks_only_when_it_was_assigned():
    free, assigned = [battle(["kraken"], ["war_galley", "djinn"], "Sea") for _ in range(2)]
    assigned.arrange(_aboard)
    for fight in (free, assigned):
        fight.reveal("kraken", "war_galley")
        fight.roll(6, 1)
        fight.until("calloff")
    assert free.stack(1) == ["djinn"]
    assert assigned.stack(1) == []
