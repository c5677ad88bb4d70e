"""A battle from its beginning to its end: where it takes place, rounds, victory, calling off, cleaning up."""

from __future__ import annotations

import pytest
from rulebooks.stacks.fights import Fight, battle, field

from banneret.kernel.viewer import viewer_of
from banneret.rulebooks.stacks.board.artifacts import artifacts_of
from banneret.rulebooks.stacks.board.stacks import stack_of
from banneret.rulebooks.stacks.rulebook import RULEBOOK
from banneret.rulebooks.stacks.state import SUPPLY

# ---------------------------------------------------------------- stacks


@pytest.mark.rule("stacks:battle.stack")
def test_a_stack_is_its_units_and_artifacts_are_none_of_them():
    fight = battle(["elves", "elves", "ranger"], ["orcs"], artifacts=({"oathsword": "ranger"}, {}))
    assert len(stack_of(fight.state, 0, 0)) == 3
    assert len(artifacts_of(fight.state, fight.unit(0, "ranger"))) == 1
    assert fight.offers(0, "reveal") == ["reveal elves", "reveal elves", "reveal ranger"]


@pytest.mark.rule("stacks:battle.stack")
def test_a_stack_is_gone_with_its_last_unit():
    fight = battle(["storm_giants"], ["goblins"])
    fight.finish(6, 1)
    assert fight.state.stacks[1] == {}


@pytest.mark.rule("stacks:battle.one-stack")
def test_who_leaves_a_battle_for_a_friendly_hex_joins_the_stack_there():
    fight = field(["PP"], {"A1": ["orcs"]}, {"A1": ["elves", "goblins"], "B1": ["ents"]})
    fight.defender("retreat goblins B1")
    assert fight.stack(1, "B1") == ["elves", "ents"]
    assert list(fight.state.stacks[1]) == [1]


@pytest.mark.rule("stacks:battle.banner", "stacks:hidden.stack", "stacks:site.revealed")
def test_an_enemy_sees_a_banner_and_its_site():
    from banneret.rulebooks.stacks.rulebook import RULEBOOK

    game = field(["PPP"], {"A1": ["orcs"]}, {"C1": ["dwarf_hall", "dwarves", "goblins"]}, stage=4)
    told = str(RULEBOOK.view.scene(game.state, viewer_of(0)))
    assert "Dwarf Hall" in told
    assert "Dwarves" not in told
    assert "Goblins" not in told
    assert "Dwarves" in str(RULEBOOK.view.scene(game.state, viewer_of(1)))


# ---------------------------------------------------------------- where and who


@pytest.mark.rule("stacks:battle.occurs")
def test_a_contested_hex_must_be_fought_for_one_round_at_least():
    fight = field(["PP"], {"A1": ["orcs"]}, {"A1": ["elves"]}, before=_stood_since_last_turn)
    assert fight.until("reveal") is not None
    assert fight.round == 1
    assert fight.offers(0, "calloff") == []
    fight.roll(1, 1)
    assert fight.offers(0, "calloff") == ["continue", "calloff"]


def _stood_since_last_turn(state):
    state.contested = [0]
    state.reinforced = []


@pytest.mark.rule("stacks:battle.occurs")
def test_sites_alone_do_not_attack():
    fight = field(["PP"], {"A1": ["dwarf_hall"]}, {"A1": ["elves"]})
    fight.turn_of(1)
    assert ("reveal", 0) not in fight.asked
    assert ("look", 0) in fight.asked  # the Scout Phase is held all the same


@pytest.mark.rule("stacks:battle.occurs")
def test_a_site_attacks_with_another_unit_beside_it_even_a_paralyzed_one():
    fight = field(["PP"], {"A1": ["dwarf_hall", "orcs"]}, {"A1": ["elves"]}, before=_paralyze_red_orcs)
    assert fight.offers(0, "reveal") == ["reveal dwarf_hall"]


def _paralyze_red_orcs(state):
    for unit in state.units:
        if unit.side == 0 and state.setting.kinds[unit.kind].id == "orcs":
            unit.held_turns = 2


@pytest.mark.rule("stacks:battle.occurs", "stacks:battle.usable")
def test_a_stack_without_a_usable_unit_does_not_attack():
    fight = field(["PP"], {"A1": ["orcs", "orcs"]}, {"A1": ["elves"]}, before=_paralyze_red_orcs)
    fight.turn_of(1)
    assert ("reveal", 0) not in fight.asked


@pytest.mark.rule("stacks:battle.occurs")
def test_no_battle_without_an_enemy():
    fight = field(["PP"], {"A1": ["orcs"]}, {"B1": ["elves"]})
    fight.turn_of(1)
    assert not {"look", "reveal"} & {kind for kind, _ in fight.asked}


@pytest.mark.rule("stacks:battle.attacker", "stacks:mod.ambush", "stacks:mod.surprise")
def test_the_active_side_attacks_whoever_was_there_first():
    fight = field(["PP"], {"A1": ["militia"]}, {"A1": ["ents"]})
    assert fight.roll(1, 1) == (1 + 3, 1 + 8)  # no Ambush for the active Militia, no Surprise for the Ents
    fight.turn_of(1)
    assert fight.fallen(0) == ["militia"]


@pytest.mark.rule("stacks:battle.attacker")
def test_next_turn_the_other_side_attacks():
    fight = field(["PP"], {"A1": ["militia"]}, {"A1": ["ents"]})
    fight.roll(6, 1)
    fight.attacker("calloff")
    fight.turn_of(1)
    assert fight.state.active == 1
    fight.until("reveal")
    assert fight.state.fight.corners[0].side == 1
    assert fight.roll(1, 1) == (1 + 8 + 2, 1 + 3 + 2)


@pytest.mark.rule("stacks:battle.set-aside")
def test_fighting_units_are_still_in_their_hex():
    fight = field(["PP", "PP"], {"B1": ["orcs"]}, {"B1": ["elves"]})
    fight.until("reveal")
    assert [unit.place for unit in fight.state.units] == [1, 1]
    assert fight.state.fight.hex == 1


@pytest.mark.rule("stacks:battle.sealed")
def test_a_friendly_stack_next_door_cannot_join():
    fight = field(["PP"], {"A1": ["orcs"], "B1": ["storm_giants"]}, {"A1": ["elves"]})
    assert fight.offers(0, "reveal") == ["reveal orcs"]
    assert fight.offers(0, "support") == []


@pytest.mark.rule("stacks:battle.two-sides")
def test_a_battle_has_two_sides_also_where_three_have_stacks():
    fight = field(["PP"], {"A1": ["orcs"]}, {"A1": ["elves"]}, {"A1": ["ents"]})
    assert fight.offers(0, "scouting") == ["fight A1 blue", "fight A1 green"]
    fight.attacker("fight A1 green")
    assert fight.offers(0, "battle") == ["fight A1 blue", "fight A1 green"]
    fight.attacker("fight A1 green", "reveal orcs")
    fight.orders(2, "reveal ents")
    fight.roll(1, 1)
    assert ("reveal", 1) not in fight.asked
    fight.turn_of(1)
    assert fight.fallen(0) == ["orcs"]
    assert fight.stack(1, "A1") == ["elves"]


@pytest.mark.rule("stacks:battle.two-sides")
def test_a_hex_is_fought_in_once_a_turn_also_where_two_enemies_are_in_it():
    fight = field(["PP"], {"A1": ["storm_giants"]}, {"A1": ["elves"]}, {"A1": ["goblins"]})
    fight.attacker("fight A1 blue", "fight A1 blue")
    fight.roll(6, 1)
    fight.turn_of(2)
    assert fight.fallen(1) == ["elves"]
    assert fight.stack(2, "A1") == ["goblins"]


# ---------------------------------------------------------------- several battles


@pytest.mark.rule("stacks:battle.queue")
def test_the_active_side_names_the_order_of_battles():
    armies = {"A1": ["orcs"], "C1": ["orcs"]}, {"A1": ["elves"], "C1": ["ents"]}
    fight = field(["PPP"], *armies)
    assert fight.offers(0, "scouting") == ["fight A1", "fight C1"]
    fight.attacker("fight C1")
    assert fight.offers(0, "battle") == ["fight A1", "fight C1"]
    fight.attacker("fight C1")
    assert fight.state.fight.hex == 2
    fight.roll(1, 1)  # the Orcs are lost, and the battle with them
    fight.roll(1, 1)  # the last hex needs no naming
    assert fight.state.fight.hex == 0


@pytest.mark.rule("stacks:battle.queue")
def test_a_spell_spent_in_one_battle_is_gone_in_the_next():
    armies = {"A1": ["orcs"], "C1": ["orcs"]}, {"A1": ["elves"], "C1": ["elves"]}
    fight = field(["PPP"], *armies, spells=[[], ["battle_blessing"]])
    fight.attacker("fight A1", "fight A1")
    fight.defender("cast battle_blessing elves")
    assert fight.roll(1, 6) == (5, 12)
    fight.until("support", 1)
    assert fight.state.fight.hex == 2
    assert fight.offers(1, "support") == []


# ---------------------------------------------------------------- rounds


@pytest.mark.rule("stacks:battle.segments")
def test_a_round_goes_through_its_steps_in_order():
    fight = battle(
        ["basilisk", "orcs"], ["ranger", "dwarves"], spells=(["battle_blessing"], ["battle_blessing"])
    )
    fight.reveal("basilisk", "ranger")
    fight.roll(6, 1)
    fight.until("calloff")
    kinds = [kind for kind, _ in fight.asked]
    steps = ["reveal", "retreat", "withdraw", "guard", "paralyze", "support", "losses", "respite", "calloff"]
    assert list(dict.fromkeys(kinds))[-len(steps) :] == steps


@pytest.mark.rule("stacks:battle.segments")
def test_without_abilities_only_a_few_steps_have_any_effect():
    fight = battle(["orcs"], ["orcs"])
    fight.roll(3, 3)
    assert fight.offers(1, "retreat") == []
    told = [kind for kind in fight.kinds_of_news if kind not in ("scouting", "battle")]
    assert told == ["reveal", "roll"]


@pytest.mark.rule("stacks:battle.round", "stacks:limits.table")
def test_a_limit_of_once_per_phase_is_once_per_round():
    fight = battle(["basilisk"], ["knights", "militia", "storm_giants"])
    fight.attacker("paralyze basilisk")
    fight.roll(6, 1)
    fight.to_round(2)
    fight.attacker("paralyze basilisk")
    assert [unit.held for unit in fight.state.units if unit.side == 1].count(
        True
    ) == 1  # the other one is dead
    assert fight.kinds_of_news.count("paralyze") == 2


@pytest.mark.rule("stacks:end.repeat")
def test_rounds_repeat_without_limit():
    fight = battle(["orcs"], ["orcs"])
    for number in range(1, 31):
        assert fight.round == number
        fight.roll(4, 4)
        fight.until("reveal")
    assert not fight.is_over


# ---------------------------------------------------------------- the end


@pytest.mark.rule("stacks:end.destroyed")
def test_who_has_no_unit_left_has_lost_the_hex():
    fight = field(["PP"], {"A1": ["orcs"]}, {"A1": ["elves"]})
    fight.roll(6, 1)
    fight.turn_of(1)
    assert fight.stack(0, "A1") == ["orcs"]
    assert fight.state.stacks[1] == {}
    assert "The battle was over; Red held A1." in fight.news()


@pytest.mark.rule("stacks:end.destroyed")
def test_a_site_counts_as_a_unit_left():
    fight = battle(["storm_giants"], ["dwarf_hall", "goblins"])
    fight.reveal("storm_giants", "goblins")
    fight.roll(6, 1)
    assert fight.until("calloff") is not None


@pytest.mark.rule("stacks:end.destroyed")
def test_a_summoned_unit_counts_as_a_unit_left():
    fight = battle(["archmage"], ["storm_giants"], spells=(["call_fire_elemental"], []))
    fight.attacker("cast call_fire_elemental archmage")
    fight.roll(1, 6)
    fight.to_round(2)
    assert fight.stack(0) == ["fire_elemental"]
    assert fight.fallen(0) == ["archmage"]


@pytest.mark.rule("stacks:end.destroyed", "stacks:setup.battle-only")
def test_units_that_vanished_are_not_there_any_more():
    fight = battle(["knights"], ["djinn"])
    fight.defender("exit away nobody")
    fight.finish()
    assert fight.winner == "attacker"
    assert fight.fallen(1) == []
    assert fight.left(1) == ["djinn"]


@pytest.mark.rule("stacks:end.mutual", "stacks:paralyze.mutual", "stacks:setup.battle-only")
def test_two_lone_basilisks_destroy_each_other():
    fight = battle(["basilisk"], ["basilisk"], "Desert")
    fight.attacker("paralyze basilisk")
    fight.defender("paralyze basilisk")
    fight.until_dice()
    assert fight.winner == "draw"
    assert fight.state.stacks == [{}, {}]
    assert "roll" not in fight.kinds_of_news


@pytest.mark.rule("stacks:end.calloff")
def test_the_attacker_may_call_off_after_any_round_and_nobody_else():
    fight = battle(["ents", "orcs"], ["storm_giants"])
    fight.roll(1, 6)
    assert fight.offers(0, "calloff") == ["continue", "calloff"]
    fight.attacker("calloff")
    assert fight.is_over
    assert fight.stack(0) == ["orcs"]
    assert ("calloff", 1) not in fight.asked


@pytest.mark.rule("stacks:end.calloff")
def test_calling_off_waits_for_the_end_of_the_round():
    fight = battle(["storm_giants", "orcs"], ["storm_giants"])
    fight.until("support")
    assert "calloff" not in [kind for kind, _ in fight.asked]
    fight.roll(1, 1)  # a round without losses
    assert fight.decision(0).kind == "calloff"


@pytest.mark.rule("stacks:end.calloff", "stacks:setup.battle-only")
def test_a_single_battle_called_off_is_the_defenders():
    fight = battle(["orcs"], ["orcs"])
    fight.roll(2, 2)
    fight.attacker("calloff")
    assert fight.winner == "defender"


@pytest.mark.rule("stacks:end.both-stay")
def test_after_calling_off_both_stay_and_fight_again_next_turn():
    fight = field(["PPP", "PPP"], {"B2": ["goblins"]}, {"B2": ["dwarves"]})
    fight.roll(2, 1)  # 6 against 6
    fight.attacker("calloff")
    fight.turn_of(1)
    assert fight.stack(0, "B2") == ["goblins"]
    assert fight.stack(1, "B2") == ["dwarves"]
    fight.until("reveal")
    assert (fight.state.active, fight.state.fight.hex) == (1, 4)


@pytest.mark.rule("stacks:end.cleanup", "stacks:regenerates.reset")
def test_marks_of_a_battle_are_forgotten_after_it():
    fight = field(["PP"], {"A1": ["ranger", "basilisk"]}, {"A1": ["hydra", "orcs", "elves"]})
    fight.reveal("basilisk", "orcs")
    fight.attacker("paralyze basilisk")
    fight.roll(6, 1)  # the Hydra has come in for the Orcs and is defeated
    fight.reveal("ranger", "elves")
    fight.attacker("skirmish basilisk", "paralyze basilisk")
    fight.roll(5, 5)  # Elves paralyzed, Hydra in: 10 against 13
    fight.attacker("calloff")
    assert fight.state.fight is None
    for unit in fight.state.units:
        assert (unit.held, unit.defeats, unit.skirmished, unit.blooded) == (False, 0, 0, False)


@pytest.mark.rule("stacks:end.cleanup", "stacks:move.stranded", "stacks:martyr.no-chain")
def test_passengers_whose_ship_is_gone_are_stranded_when_the_battle_ends():
    armies = {"A1": ["merfolk"]}, {"A1": ["war_galley", "dwarves", "high_priest"]}
    fight = field(["~~"], *armies, spells=[[], ["mist_step"]])
    fight.reveal("merfolk", "war_galley")
    fight.defender("exit B1 dwarves mist_step high_priest")
    fight.roll(2, 1)  # 6 against 6
    fight.attacker("calloff")
    assert fight.stack(1, "B1") == ["war_galley"]
    assert fight.fallen(1) == ["dwarves", "high_priest"]


@pytest.mark.rule("stacks:end.cleanup", "stacks:transport.water")
def test_passengers_whose_ship_is_gone_find_room_on_another():
    armies = {"A1": ["merfolk"]}, {"A1": ["war_galley", "dwarves", "high_priest", "longship"]}
    fight = field(["~~"], *armies, spells=[[], ["mist_step"]])
    fight.reveal("merfolk", "war_galley")
    fight.defender("exit B1 dwarves mist_step high_priest")
    fight.roll(2, 1)  # 6 against 6
    fight.attacker("calloff")
    assert fight.stack(1, "A1") == ["dwarves", "high_priest", "longship"]


@pytest.mark.rule("stacks:end.cleanup")
def test_who_can_stay_is_not_stranded():
    fight = field(["~~"], {"A1": ["sea_serpents"]}, {"A1": ["war_galley", "orcs", "griffons"]})
    fight.reveal("sea_serpents", "griffons")
    fight.roll(6, 1)
    fight.attacker("calloff")
    assert fight.fallen(1) == ["griffons"]
    assert fight.stack(1, "A1") == ["war_galley", "orcs"]


@pytest.mark.rule("stacks:end.cleanup", "stacks:summoning.discard")
def test_summoned_units_are_discarded_however_the_battle_ends():
    fight = battle(["archmage", "orcs"], ["trolls", "orcs"], spells=(["call_fire_elemental"], []))
    fight.attacker("cast call_fire_elemental archmage")
    fight.roll(6, 3)
    fight.attacker("calloff")
    assert fight.stack(0) == ["archmage", "orcs"]
    assert fight.in_place(0, SUPPLY) == ["fire_elemental"]


@pytest.mark.rule("stacks:end.both-stay", "stacks:summoning.discard")
def test_calling_off_tells_who_stays():
    """The Archmage called an Elemental and fell: nobody of his stack is left but what is discarded. Where Orcs are with him they stay."""

    def told(*mine: str) -> str:
        armies = {"A1": list(mine)}, {"A1": ["storm_giants"]}
        fight = field(["PP"], *armies, spells=[["call_fire_elemental"], []])
        if len(mine) > 1:
            fight.reveal("archmage", "storm_giants")
        fight.attacker("cast call_fire_elemental archmage")
        fight.roll(1, 6)
        fight.until("calloff")
        options = RULEBOOK.view.question(fight.state, fight.decision(0)).options
        return next(option.consequence for option in options if option.order == "calloff")

    alone, with_orcs = told("archmage"), told("archmage", "orcs")
    assert alone.endswith(": summoned units are discarded")
    assert "nobody of yours stays" in alone
    assert "both stacks stay" in with_orcs
    assert with_orcs.endswith(", but summoned units are discarded")


@pytest.mark.rule("stacks:setup.battle-only")
@pytest.mark.parametrize(("dice", "winner"), [((6, 1), "attacker"), ((1, 6), "defender")])
def test_a_single_battle_is_won_by_who_is_left(dice, winner):
    fight = battle(["orcs"], ["orcs"])
    fight.finish(*dice)
    assert fight.winner == winner


@pytest.mark.rule("stacks:setup.battle-only")
def test_a_single_battle_is_the_attackers_when_the_defender_retreats_also_if_sites_stay():
    fight = battle(["storm_giants"], ["dwarf_hall", "dwarves", "goblins"])
    fight.defender("retreat goblins away")
    assert fight.winner == "attacker"
    assert fight.stack(1) == ["dwarf_hall"]
    assert fight.left(1) == ["dwarves"]


# ---------------------------------------------------------------- options


@pytest.mark.rule("stacks:opt.standing-contest")
def test_a_standing_contest_may_be_let_be():
    options = {"standing-contest": "may-decline"}
    fight = field(["PP"], {"A1": ["orcs"]}, {"A1": ["elves"]}, options=options, before=_stood_since_last_turn)
    assert fight.offers(0, "battle") == ["fight A1", "pass A1"]
    fight.attacker("pass A1")
    assert fight.state.active == 1
    assert ("reveal", 0) not in fight.asked
    assert fight.stack(0, "A1") == ["orcs"]


@pytest.mark.rule("stacks:opt.standing-contest")
@pytest.mark.parametrize("case", ["new", "reinforced", "default"])
def test_other_contests_must_be_fought(case):
    def before(state):
        state.contested = [] if case == "new" else [0]
        state.reinforced = [0] if case == "reinforced" else []

    options = {} if case == "default" else {"standing-contest": "may-decline"}
    fight = field(["PP"], {"A1": ["orcs"]}, {"A1": ["elves"]}, options=options, before=before)
    fight.until("reveal")
    assert ("battle", 0) not in fight.asked


@pytest.mark.rule("stacks:opt.call-off")
def test_with_the_option_an_attacker_who_calls_off_may_go_home():
    fight = field(
        ["PPP"], {"B1": ["orcs", "dwarf_hall"]}, {"B1": ["ents"]}, options={"call-off": "may-withdraw"}
    )
    fight.reveal("orcs", "ents")
    fight.roll(5, 1)
    assert fight.offers(0, "calloff") == ["continue", "calloff", "calloff A1", "calloff C1"]
    fight.attacker("calloff C1")
    assert fight.stack(0, "C1") == ["orcs"]
    assert fight.stack(0, "B1") == ["dwarf_hall"]
    assert "The battle was over; Red left only Sites behind at B1." in fight.news()


@pytest.mark.rule("stacks:opt.call-off")
def test_with_the_option_and_nowhere_to_go_the_attacker_stays():
    armies = {"B1": ["orcs"]}, {"B1": ["ents"], "A1": ["goblins"]}
    fight = field(["PP~"], *armies, options={"call-off": "may-withdraw"})
    fight.attacker("reveal orcs")
    fight.roll(5, 1)
    assert fight.offers(0, "calloff") == ["continue", "calloff"]
    fight.attacker("calloff")
    assert fight.stack(0, "B1") == ["orcs"]


@pytest.mark.rule("stacks:opt.call-off")
def test_paralyzed_and_summoned_units_when_the_attacker_goes_home():
    spells = [["call_fire_elemental"], []]
    armies = {"A1": ["archmage", "orcs"]}, {"A1": ["basilisk"]}
    fight = field(["PP"], *armies, options={"call-off": "may-withdraw"}, spells=spells)
    fight.reveal("orcs", "basilisk")
    fight.defender("paralyze basilisk")
    fight.attacker("cast call_fire_elemental archmage")
    fight.roll(3, 1)  # the Archmage, brought in: 6 against 6
    fight.attacker("calloff B1")
    assert fight.stack(0, "B1") == ["archmage", "orcs"]
    assert "The battle was over; Blue held A1." in fight.news()  # not the elemental, which is discarded
    assert fight.in_place(0, SUPPLY) == ["fire_elemental"]


@pytest.mark.rule("stacks:opt.fallen-artifacts", "stacks:setup.battle-only")
def test_a_single_battle_is_not_over_before_the_captured_artifacts_are_given_away():
    fight = battle(
        ["storm_giants", "goblins"],
        ["ranger"],
        options={"fallen-artifacts": "captured"},
        artifacts=({}, {"oathsword": "ranger"}),
    )
    fight.reveal("storm_giants", "ranger")
    fight.dice(6, 1)
    question = fight.until("captured", 0)
    assert question is not None
    assert fight.state.outcome is None
    assert RULEBOOK.view.scene(fight.state, viewer_of(0)).phase == "Battle Phase"
    fight.attacker("give storm_giants")
    assert fight.state.outcome.winners == (0,)


@pytest.mark.rule("stacks:opt.fallen-artifacts")
def test_captured_artifacts_go_to_whom_the_victor_likes():
    fight = battle(
        ["goblins", "storm_giants"],
        ["ranger"],
        artifacts=({}, {"oathsword": "ranger"}),
        options={"fallen-artifacts": "captured"},
    )
    fight.reveal("storm_giants", "ranger")
    fight.roll(6, 1)
    assert fight.offers(0, "captured") == ["give goblins", "give storm_giants"]
    assert fight.words(fight.decision(0).default()) == "give goblins"  # nobody can use it
    fight.attacker("give goblins")
    assert fight.artifacts(0, "goblins") == ["oathsword"]
    assert fight.winner == "attacker"


@pytest.mark.rule("stacks:opt.fallen-artifacts")
def test_artifacts_are_lost_when_nobody_alone_holds_the_hex():
    options = {"fallen-artifacts": "captured"}
    fight = battle(["orcs"], ["ranger", "ents"], artifacts=({}, {"oathsword": "ranger"}), options=options)
    fight.reveal("orcs", "ranger")
    fight.roll(6, 1)
    fight.attacker("calloff")
    assert ("captured", 0) not in fight.asked
    assert fight.state.artifacts[0].holder == -1


@pytest.mark.rule("stacks:opt.fallen-artifacts")
def test_artifacts_that_sink_with_a_ship_are_lost():
    options = {"fallen-artifacts": "captured"}
    fight = battle(
        ["kraken"], ["war_galley", "ranger"], "Sea", artifacts=({}, {"oathsword": "ranger"}), options=options
    )
    fight.reveal("kraken", "war_galley")
    fight.finish(6, 1)
    assert fight.fallen(1) == ["war_galley", "ranger"]
    assert ("captured", 0) not in fight.asked


@pytest.mark.rule("stacks:opt.fallen-artifacts")
def test_what_a_ship_itself_holds_sinks_with_it():
    options = {"fallen-artifacts": "captured"}
    fight = battle(
        ["kraken"], ["war_galley"], "Sea", artifacts=({}, {"oathsword": "war_galley"}), options=options
    )
    fight.finish(6, 1)
    assert ("captured", 0) not in fight.asked


@pytest.mark.rule("stacks:opt.fallen-artifacts")
def test_an_own_artifact_may_be_picked_up_again():
    options = {"fallen-artifacts": "captured"}
    stack = ["ranger", "skeletons", "paladin"]
    fight = battle(["orcs"], stack, artifacts=({}, {"oathsword": "ranger"}), options=options)
    fight.reveal("orcs", "ranger")
    fight.roll(6, 1)
    fight.reveal("orcs", "paladin")
    fight.roll(1, 6)
    assert fight.offers(1, "captured") == ["give skeletons", "give paladin"]
    assert fight.words(fight.decision(1).default()) == "give paladin"
    fight.defender("give paladin")
    assert fight.artifacts(1, "paladin") == ["oathsword"]


@pytest.mark.rule("stacks:artifact.lost")
def test_without_the_option_artifacts_of_the_fallen_are_out_of_the_game():
    fight = battle(["orcs"], ["ranger"], artifacts=({}, {"oathsword": "ranger"}))
    fight.finish(6, 1)
    assert fight.state.artifacts[0].holder == -1
    assert ("captured", 0) not in fight.asked
    assert "With them went the Oathsword." in fight.news()[-2]


@pytest.mark.rule("stacks:win.archmage")
def test_a_fallen_archmage_ends_the_game_in_the_middle_of_a_battle():
    fight = field(["PP"], {"A1": ["archmage", "orcs"]}, {"A1": ["ents"], "B1": ["archmage"]}, goal="archmage")
    fight.reveal("archmage", "ents")
    fight.roll(1, 6)
    fight.until("calloff")
    assert fight.winner == "blue"


@pytest.mark.rule("stacks:win.archmage")
def test_the_fall_of_any_other_unit_ends_nothing():
    armies = {"A1": ["ents"], "B1": ["archmage"]}, {"A1": ["orcs", "elves"], "C1": ["archmage"]}
    fight = field(["PPP"], *armies, goal="archmage")
    fight.reveal("ents", "orcs")
    fight.roll(6, 1)
    assert fight.until("calloff") is not None
    assert fight.stack(1, "C1") == ["archmage"]


@pytest.mark.rule("stacks:win.archmage", "stacks:roll.strike", "stacks:spell.death-touch")
def test_two_archmages_that_fall_at_the_same_moment_make_a_draw():
    spells = [["death_touch"], ["death_touch"]]
    fight = field(["PP"], {"A1": ["archmage"]}, {"A1": ["archmage"]}, goal="archmage", spells=spells)
    fight.roll(2, 2)
    fight.attacker("cast death_touch archmage")
    fight.defender("cast death_touch archmage")
    fight.until("calloff")
    assert fight.winner == "draw"


@pytest.mark.rule("stacks:win.archmage")
def test_among_three_a_side_without_its_archmage_is_out_and_the_battle_over():
    armies = {"A1": ["ents"], "B1": ["archmage"]}, {"A1": ["archmage", "orcs"]}, {"C1": ["archmage"]}
    fight = field(["PPP"], *armies, goal="archmage")
    fight.reveal("ents", "archmage")
    fight.roll(6, 1)
    fight.turn_of(2)
    assert not fight.is_over
    assert fight.state.stacks[1] == {}
    assert fight.stack(0, "A1") == ["ents"]


def test_the_table_top_says_when_an_order_is_not_possible():
    fight = battle(["orcs"], ["orcs"])
    with pytest.raises(AssertionError, match="guard orcs"):
        fight.defender("guard orcs")
    assert isinstance(fight, Fight)
