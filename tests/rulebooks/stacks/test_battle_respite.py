"""Segment IV: the respite, Raise Skeletons, and summoned units."""

from __future__ import annotations

import pytest
from rulebooks.stacks.fights import battle, field

from banneret.kernel.viewer import viewer_of
from banneret.rulebooks.stacks.rulebook import RULEBOOK
from banneret.rulebooks.stacks.state import SUPPLY


@pytest.mark.rule("stacks:respite.order", "stacks:spell.mist-step")
def test_what_lasts_for_the_round_ends_with_it():
    spells = ([], ["mist_step", "battle_blessing"])
    fight = battle(["orcs"], ["dwarflord", "elves"], spells=spells)
    fight.reveal("orcs", "dwarflord")
    fight.defender("vanish elves mist_step elves", "cast battle_blessing elves")
    assert fight.roll(3, 1) == (7, 7)
    fight.to_round(2)
    corner = fight.state.fight.corners[1]
    assert (corner.front, corner.brought_in, corner.withdrew, corner.line) == (-1, False, False, None)
    fight.reveal("orcs", "dwarflord")
    assert fight.until("withdraw") is None  # no Vanish any more, no spell left
    assert fight.roll(1, 1) == (5, 7)


@pytest.mark.rule("stacks:respite.order", "stacks:artifact.slots")
def test_the_shield_of_one_round_does_not_bar_the_plate_in_the_next():
    given = ({"gorgon_shield": "ranger", "knights_plate": "ranger"}, {})
    fight = battle(["ranger"], ["orcs", "elves"], artifacts=given)
    fight.reveal("ranger", "orcs")
    fight.attacker("paralyze ranger gorgon_shield")
    fight.roll(1, 1)
    fight.reveal("ranger", "elves")
    fight.attacker("use knights_plate")
    assert fight.roll(1, 1) == (1 + 4 + 2, 5)


@pytest.mark.rule("stacks:respite.order")
def test_the_respite_comes_before_the_victory_check():
    spells = (["raise_skeletons"], [])
    fight = battle(["vampire_lord"], ["orcs"], spells=spells)
    fight.roll(6, 1)
    assert fight.until("respite", 0) is not None  # the last enemy is dead already
    fight.attacker("cast raise_skeletons vampire_lord")
    assert fight.winner == "attacker"
    assert fight.in_place(0, SUPPLY) == ["skeleton_host"]


@pytest.mark.rule("stacks:respite.order", "stacks:roll.spell-windows")
def test_both_may_cast_in_the_respite_in_secret():
    spells = (["raise_skeletons"], ["raise_skeletons"])
    fight = battle(["vampire_lord", "orcs"], ["vampire_lord", "orcs"], spells=spells)
    fight.reveal("orcs", "orcs")
    fight.roll(6, 1)
    fight.until("respite")
    fight.attacker("cast raise_skeletons vampire_lord")
    assert fight.stack(0).count("skeleton_host") == 0
    fight.defender("cast raise_skeletons vampire_lord")
    assert fight.stack(0).count("skeleton_host") == fight.stack(1).count("skeleton_host") == 1


@pytest.mark.rule("stacks:spell.raise-skeletons")
def test_skeletons_rise_when_a_living_unit_of_either_side_has_fallen():
    fight = battle(["vampire_lord", "orcs"], ["storm_giants"], spells=(["raise_skeletons"], []))
    fight.reveal("orcs", "storm_giants")
    fight.roll(1, 6)  # an own loss will do
    assert fight.offers(0, "respite") == ["none", "cast raise_skeletons vampire_lord"]
    fight.attacker("cast raise_skeletons vampire_lord")
    fight.to_round(2)
    assert fight.offers(0, "reveal") == ["reveal vampire_lord", "reveal skeleton_host"]
    fight.reveal("skeleton_host", "storm_giants")
    assert fight.roll(1, 1) == (4, 11)


@pytest.mark.rule("stacks:spell.raise-skeletons", "stacks:desc.nonliving")
def test_no_skeletons_rise_from_the_nonliving():
    fight = battle(["vampire_lord", "orcs"], ["skeletons", "mummies"], spells=(["raise_skeletons"], []))
    fight.reveal("vampire_lord", "skeletons")
    fight.roll(6, 1)
    assert fight.until("calloff") is not None
    assert ("respite", 0) not in fight.asked


@pytest.mark.rule("stacks:spell.raise-skeletons")
def test_a_fall_of_an_earlier_round_still_counts():
    fight = battle(["vampire_lord", "orcs"], ["storm_giants"], spells=(["raise_skeletons"], []))
    fight.reveal("orcs", "storm_giants")
    fight.roll(1, 6)
    fight.reveal("vampire_lord", "storm_giants")
    fight.roll(1, 6)
    assert fight.offers(0, "respite") == ["none", "cast raise_skeletons vampire_lord"]


@pytest.mark.rule("stacks:spell.raise-skeletons")
@pytest.mark.parametrize("how", ["passenger", "martyr"])
def test_passengers_and_martyrs_count_as_fallen(how):
    if how == "passenger":
        fight = battle(["kraken", "vampire_lord"], ["war_galley", "orcs", "sirens"], "Sea", spells=_raising)
        fight.reveal("kraken", "war_galley")
        fight.roll(6, 1)
    else:
        fight = battle(["storm_giants", "vampire_lord"], ["skeletons", "dwarves"], spells=_raising)
        fight.reveal("storm_giants", "skeletons")
        fight.roll(6, 1)
        fight.defender("martyr dwarves")
    assert fight.until("respite", 0) is not None


_raising = (["raise_skeletons"], [])


@pytest.mark.rule("stacks:spell.raise-skeletons", "stacks:spell.casters")
@pytest.mark.parametrize(
    ("caster", "able"), [("elves", False), ("high_priest", False), ("witch_doctor", True)]
)
def test_no_good_caster_raises_skeletons(caster, able):
    fight = battle(["orcs", caster], ["goblins", "goblins"], spells=_raising)
    fight.reveal("orcs", "goblins")
    fight.roll(6, 1)
    assert (len(fight.offers(0, "respite")) == 2) == able


@pytest.mark.rule("stacks:spell.dying-caster", "stacks:spell.hand")
def test_a_caster_that_fell_casts_no_more():
    fight = battle(["witch_doctor", "orcs"], ["storm_giants"], spells=_raising)
    fight.reveal("witch_doctor", "storm_giants")
    fight.roll(1, 6)
    assert fight.offers(0, "respite") == ["none"]


@pytest.mark.rule("stacks:spell.any-number", "stacks:summoning.supply")
def test_several_chits_may_be_cast_in_one_respite():
    fight = battle(
        ["vampire_lord", "witch_doctor", "orcs"], ["goblins", "ents"], spells=(["raise_skeletons"] * 2, [])
    )
    fight.reveal("orcs", "goblins")
    fight.roll(6, 1)
    assert fight.offers(0, "respite") == [
        "none",
        "cast raise_skeletons vampire_lord",
        "cast raise_skeletons witch_doctor",
        "cast raise_skeletons vampire_lord vampire_lord",
        "cast raise_skeletons vampire_lord witch_doctor",
        "cast raise_skeletons witch_doctor witch_doctor",
    ]
    fight.attacker("cast raise_skeletons vampire_lord witch_doctor")
    assert fight.stack(0).count("skeleton_host") == 2
    assert fight.hand(0) == []


@pytest.mark.rule("stacks:summoning.supply")
def test_without_a_chit_in_the_supply_nothing_can_be_raised():
    fight = battle(["vampire_lord", "orcs"], ["goblins", "ents"], spells=_raising)
    fight.arrange(_six_hosts)
    fight.reveal("orcs", "goblins")
    fight.roll(6, 1)
    assert fight.offers(0, "respite") == ["none"]


def _six_hosts(state):
    from banneret.rulebooks.stacks.leaving.summoning import summon

    for _ in range(6):
        summon(state, state.setting.facts.unit("skeleton_host"), 1, 0, 1)


@pytest.mark.rule("stacks:summoning.supply")
def test_a_discarded_chit_can_be_summoned_again():
    spells = [["call_fire_elemental"] * 2, []]
    fight = field(
        ["PPP"], {"A1": ["archmage"], "C1": ["archmage"]}, {"A1": ["orcs"], "C1": ["orcs"]}, spells=spells
    )
    fight.attacker("fight A1", "fight A1", "cast call_fire_elemental archmage")
    fight.roll(2, 1)
    fight.attacker("calloff", "cast call_fire_elemental archmage")
    fight.roll(2, 1)
    elementals = [unit for unit in fight.state.units if fight.kind(unit) == "fire_elemental"]
    assert [unit.place for unit in elementals] == [2]


@pytest.mark.rule("stacks:summoning.supply")
def test_each_side_takes_up_its_own_discarded_chits_and_the_supply_is_one():
    from banneret.rulebooks.stacks.leaving.summoning import discard_summoned, summon, supply_left

    state = battle(["archmage"], ["archmage"]).state
    elemental, host = state.setting.facts.unit("fire_elemental"), state.setting.facts.unit("skeleton_host")
    first = [summon(state, elemental, 0, 0, 1) for _ in range(4)]
    assert (supply_left(state, elemental), supply_left(state, host)) == (2, 6)
    assert discard_summoned(state, 0, 0) == [unit.id for unit in first]
    assert supply_left(state, elemental) == 6
    assert summon(state, elemental, 1, 0, 1).side == 1
    assert summon(state, host, 0, 0, 1).kind == host.index
    assert summon(state, elemental, 0, 0, 1) is first[0]


@pytest.mark.rule("stacks:summoning.discard", "stacks:end.destroyed")
def test_a_lone_summoned_survivor_wins_and_is_discarded():
    fight = field(["PP"], {"A1": ["archmage"]}, {"A1": ["orcs"]}, spells=[["call_fire_elemental"], []])
    fight.attacker("cast call_fire_elemental archmage")
    fight.roll(1, 6)
    fight.reveal("fire_elemental", "orcs")
    fight.roll(6, 1)
    fight.turn_of(1)
    assert fight.state.stacks[0] == {}
    assert "The battle was over; Red won, and nobody was left at A1." in fight.news()


@pytest.mark.rule("stacks:summoning.appear", "stacks:paralyze.replacement")
def test_a_summoned_unit_replaces_a_paralyzed_one_from_the_next_round_on():
    fight = battle(["archmage"], ["basilisk"], spells=(["call_fire_elemental"], []))
    fight.attacker("cast call_fire_elemental archmage")
    fight.roll(3, 1)  # 6 against 6
    fight.reveal("archmage", "basilisk")
    fight.defender("paralyze basilisk")
    assert fight.offers(0, "replace") == ["replace fire_elemental"]


@pytest.mark.rule("stacks:summoning.appear", "stacks:hidden.battle")
def test_all_see_a_summoned_unit():
    fight = battle(["archmage"], ["orcs"], spells=(["call_fire_elemental"], []))
    fight.attacker("cast call_fire_elemental archmage")
    fight.roll(2, 1)
    assert fight.unit(0, "fire_elemental").known == 3
    assert "Fire Elemental joined the stack of Attacker." in fight.news(1)


@pytest.mark.rule("stacks:battle.segments", "stacks:spell.windows")
def test_the_scene_names_the_step_that_is_asked_for_and_shows_the_dice():
    """Archmage 3 and a 5, Orcs 4 and a 4: a tie at 8, a strike at B2, the loss at B3; after the fall of Living units R2."""
    fight = battle(["archmage"], ["orcs", "goblins"], spells=(["death_touch"], []))
    fight.reveal("archmage", "orcs")
    fight.dice(5, 4)

    def shown(kind):
        question = fight.until(kind)
        scene = RULEBOOK.view.scene(fight.state, viewer_of(question.side))
        return scene.segment, [figure.value for figure in scene.clash.sums]

    assert shown("strike") == ("III battle roll: B2 strike", ["8", "8"])
    fight.attacker("cast death_touch archmage")
    assert shown("losses") == ("III battle roll: B3 losses", ["8", "8"])
    fight = battle(["vampire_lord"], ["orcs", "goblins"], spells=(["raise_skeletons"], []))
    fight.reveal("vampire_lord", "orcs")
    fight.dice(6, 1)
    assert shown("respite")[0] == "IV respite: R2 spells"
