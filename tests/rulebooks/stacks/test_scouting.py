"""The Scout Phase: looking, stealing, devouring."""

from __future__ import annotations

import pytest
from rulebooks.stacks.fights import battle, field

from banneret.kernel.viewer import SPECTATOR
from banneret.rulebooks.stacks.board.knowledge import has_looked

# ---------------------------------------------------------------- the phase


@pytest.mark.rule("stacks:scoutphase.order")
def test_each_step_is_the_active_sides_first():
    fight = field(["PP"], {"A1": ["ranger"]}, {"A1": ["trolls"]}, artifacts=[{"oathsword": "ranger"}, {}])
    fight.until("reveal")
    asked = [question for question in fight.asked if question[0] != "reveal"]
    assert asked == [("look", 0), ("look", 1), ("steal", 0), ("steal", 1), ("devour", 0), ("devour", 1)]


@pytest.mark.rule("stacks:scoutphase.order", "stacks:battle.queue")
def test_one_hex_after_the_other_before_all_battles():
    armies = {"A1": ["orcs"], "C1": ["orcs"]}, {"A1": ["elves"], "C1": ["ents"]}
    fight = field(["PPP"], *armies)
    fight.attacker("fight C1")
    assert fight.state.fight.hex == 2
    fight.until("reveal")
    assert [kind for kind, side in fight.asked if side == 0 and kind in ("look", "reveal")] == [
        "look",
        "look",
        "reveal",
    ]


@pytest.mark.rule("stacks:scoutphase.order")
def test_hexes_that_are_not_contested_have_no_scout_phase():
    fight = field(["PP"], {"A1": ["trolls", "goblins"]}, {"B1": ["elves"]})
    fight.turn_of(1)
    assert ("devour", 0) not in fight.asked
    assert fight.stack(0, "A1") == ["trolls", "goblins"]


@pytest.mark.rule("stacks:scoutphase.order", "stacks:tactical.optional")
def test_all_of_it_is_voluntary():
    fight = battle(["ranger", "trolls", "orcs"], ["goblins"], scouting=True)
    assert fight.offers(0, "look")[0] == "none"
    assert fight.offers(0, "devour")[0] == "none"


@pytest.mark.rule("stacks:scoutphase.order", "stacks:setup.battle-only")
def test_a_single_battle_has_its_scout_phase_first():
    fight = battle(["ranger"], ["trolls", "orcs"], scouting=True)
    fight.attacker("look ranger")
    fight.defender("devour trolls orcs")
    assert fight.roll(1, 1) == (5, 1 + 6 + 2)


# ---------------------------------------------------------------- S1


@pytest.mark.rule("stacks:scout.look", "stacks:hidden.stack")
def test_a_scout_shows_its_owner_the_whole_enemy_stack():
    fight = field(
        ["PP"],
        {"A1": ["ranger"]},
        {"A1": ["dwarves", "dwarflord"]},
        artifacts=[{}, {"oathsword": "dwarflord"}],
    )
    fight.attacker("look ranger")
    assert "Red saw DwarfLord with Oathsword and Dwarves." in fight.news(0)
    assert not [line for line in fight.news(1) if "saw" in line]
    assert "Red looked through the stack of Blue at A1 with Ranger." in fight.news(1)
    assert [unit.known for unit in fight.state.units] == [3, 1, 1]
    assert (fight.state.artifacts[0].seen, fight.state.artifacts[0].known) == (1, 1)
    assert has_looked(fight.state, 0, 1, 0)


@pytest.mark.rule("stacks:scout.look", "stacks:limits.table")
def test_one_look_per_side_and_hex():
    fight = battle(["ranger", "ranger", "elves"], ["orcs"], scouting=True, spells=(["farsight"], []))
    assert fight.offers(0, "look") == ["none", "look ranger", "look ranger", "cast farsight elves"]
    fight.attacker("look ranger")
    fight.until("reveal")
    assert fight.asked.count(("look", 0)) == 1


@pytest.mark.rule("stacks:scout.look", "stacks:battle.usable")
def test_a_paralyzed_scout_does_not_look():
    def before(state):
        state.units[0].held_turns = 1

    fight = field(["PP"], {"A1": ["ranger", "orcs"]}, {"A1": ["elves"]}, before=before)
    assert fight.offers(0, "look") == ["none"]


@pytest.mark.rule("stacks:scout.look")
def test_the_state_of_a_unit_is_seen_too():
    def before(state):
        state.units[1].held_turns = 2

    fight = field(["PP"], {"A1": ["ranger"]}, {"A1": ["orcs", "elves"]}, before=before)
    fight.attacker("look ranger")
    assert "Red saw Elves and Orcs (paralyzed)." in fight.news(0)


@pytest.mark.rule("stacks:scout.snapshot")
def test_a_look_shows_neither_hand_nor_reserve():
    fight = field(
        ["PP"], {"A1": ["ranger"]}, {"A1": ["orcs"]}, spells=[[], ["death_touch"]], reserves=[[], ["ents"]]
    )
    fight.attacker("look ranger")
    told = " ".join(fight.news(0))
    assert "Death Touch" not in told
    assert "Ents" not in told
    assert fight.unit(1, "ents").seen == 0


@pytest.mark.rule("stacks:scout.snapshot", "stacks:cannibal.sacrifice")
def test_what_is_devoured_after_a_look_is_public():
    fight = field(["PP"], {"A1": ["ranger"]}, {"A1": ["trolls", "orcs"]})
    fight.attacker("look ranger")
    fight.defender("devour trolls orcs")
    assert "Blue lost Orcs (devoured)." in fight.news(0)
    assert fight.stack(1, "A1") == ["trolls"]


@pytest.mark.rule("stacks:scout.snapshot", "stacks:opt.stack-size")
def test_a_look_is_for_the_looking_side_alone():
    armies = {"A1": ["ranger"]}, {"A1": ["orcs"]}, {"B1": ["ents"]}
    fight = field(["PP"], *armies)
    fight.attacker("look ranger")
    assert fight.unit(1, "orcs").known == 1
    assert not [line for line in fight.news(2) + fight.news(SPECTATOR) if "saw" in line]


@pytest.mark.rule("stacks:artifact.far-glass")
def test_the_far_glass_makes_a_hero_a_scout():
    fight = battle(["archmage"], ["orcs"], scouting=True, artifacts=({"far_glass": "archmage"}, {}))
    fight.attacker("look archmage far_glass")
    assert fight.unit(1, "orcs").known & 1
    assert fight.state.artifacts[0].seen == 3


@pytest.mark.rule("stacks:artifact.far-glass", "stacks:artifact.users")
def test_the_far_glass_needs_a_hero():
    fight = battle(["elves"], ["orcs"], scouting=True, artifacts=({"far_glass": "elves"}, {}))
    assert fight.offers(0, "look") == ["none"]


@pytest.mark.rule("stacks:spell.farsight", "stacks:spell.discard", "stacks:steal.take")
def test_farsight_looks_and_lets_name_what_is_stolen():
    fight = battle(
        ["elves", "halfling_burglars"], ["ranger"], scouting=True,
        spells=(["farsight"], []), artifacts=({}, {"oathsword": "ranger", "war_horn": "ranger"}),
    )  # fmt: skip
    fight.attacker("cast farsight elves")
    assert fight.hand(0) == []
    assert fight.offers(0, "steal") == [
        "none", "steal halfling_burglars oathsword", "steal halfling_burglars war_horn",
    ]  # fmt: skip


# ---------------------------------------------------------------- S2


@pytest.mark.rule("stacks:steal.take", "stacks:steal.holder")
def test_who_has_looked_names_the_artifact():
    given = [{}, {"oathsword": "ranger", "war_horn": "ranger"}]
    fight = field(["PP"], {"A1": ["halfling_burglars"]}, {"A1": ["ranger"]}, artifacts=given)
    fight.attacker("look halfling_burglars", "steal halfling_burglars war_horn")
    assert fight.artifacts(0, "halfling_burglars") == ["war_horn"]
    assert fight.artifacts(1, "ranger") == ["oathsword"]
    assert "Red stole the War Horn from Blue with Halfling Burglars." in fight.news(SPECTATOR)


@pytest.mark.rule("stacks:steal.take")
@pytest.mark.parametrize(("draw", "stolen"), [(1, "oathsword"), (2, "war_horn")])
def test_who_has_not_looked_draws_blind(draw, stolen):
    given = [{}, {"oathsword": "ranger", "war_horn": "orcs"}]
    fight = field(["PP"], {"A1": ["halfling_burglars"]}, {"A1": ["ranger", "orcs"]}, artifacts=given)
    assert fight.offers(0, "steal") == ["none", "steal halfling_burglars"]
    fight.attacker("steal halfling_burglars")
    assert (fight.wanted.faces, fight.wanted.to) == (2, 1)  # only the victim learns how many there are
    fight.dice(draw)
    assert fight.artifacts(0, "halfling_burglars") == [stolen]


@pytest.mark.rule("stacks:steal.take")
def test_where_there_is_nothing_nothing_happens_and_all_see_it():
    given = [{"oathsword": "pirate_captain"}, {}]
    fight = field(["PP"], {"A1": ["pirate_captain"]}, {"A1": ["ranger"]}, artifacts=given)
    fight.attacker("steal pirate_captain")
    assert "Red found no artifact to steal with Pirate Captain." in fight.news(SPECTATOR)
    assert fight.unit(0, "pirate_captain").known == 3


@pytest.mark.rule("stacks:steal.take", "stacks:limits.table")
def test_each_thief_steals_once():
    given = [{}, {"oathsword": "ranger", "war_horn": "ranger", "yew_bow": "ranger"}]
    thieves = ["pirate_captain", "halfling_burglars"]
    fight = field(["PP"], {"A1": thieves}, {"A1": ["ranger"]}, artifacts=given)
    fight.attacker(
        "look halfling_burglars", "steal pirate_captain oathsword", "steal halfling_burglars yew_bow"
    )
    assert fight.offers(0, "steal") == ["none"]
    assert fight.artifacts(1, "ranger") == ["war_horn"]


@pytest.mark.rule("stacks:steal.take")
def test_the_other_side_may_steal_it_back():
    given = [{}, {"oathsword": "ranger"}]
    fight = field(["PP"], {"A1": ["pirate_captain"]}, {"A1": ["ranger", "pirate_captain"]}, artifacts=given)
    fight.attacker("steal pirate_captain")
    fight.dice(1)
    fight.defender("steal pirate_captain")
    fight.dice(1)
    assert fight.artifacts(1, "pirate_captain") == ["oathsword"]


@pytest.mark.rule("stacks:steal.holder", "stacks:artifact.users")
@pytest.mark.parametrize(("thief", "usable"), [("pirate_captain", True), ("halfling_burglars", False)])
def test_the_thief_may_use_it_at_once_if_he_can(thief, usable):
    fight = battle([thief], ["ranger"], scouting=True, artifacts=({}, {"oathsword": "ranger"}))
    fight.attacker(f"steal {thief}")
    fight.dice(1)
    assert (fight.offers(0, "support") == ["use oathsword"]) == usable


@pytest.mark.rule("stacks:steal.take", "stacks:move.stranded", "stacks:artifact.winged-boots")
def test_who_flew_by_stolen_boots_is_stranded_at_the_end_of_the_phase():
    armies = {"A1": ["djinn", "pirate_captain", "war_galley"]}, {"A1": ["archmage", "merfolk"]}
    fight = field(["~~"], *armies, artifacts=[{}, {"winged_boots": "archmage"}])
    fight.attacker("steal pirate_captain")
    fight.dice(1)
    fight.until("reveal")
    assert fight.fallen(1) == ["archmage"]
    assert fight.stack(1, "A1") == ["merfolk"]


@pytest.mark.rule("stacks:hidden.no-tell")
def test_where_no_artifact_can_be_nobody_is_asked_to_steal():
    fight = battle(["pirate_captain"], ["orcs"], scouting=True)
    fight.until("reveal")
    assert ("steal", 0) not in fight.asked


# ---------------------------------------------------------------- S3


@pytest.mark.rule("stacks:cannibal.sacrifice")
def test_a_cannibal_devours_for_its_bonus():
    fight = battle(["orcs"], ["headhunters", "militia"], scouting=True)
    fight.defender("devour headhunters militia")
    assert fight.fallen(1) == ["militia"]
    assert fight.roll(1, 1) == (5, 1 + 3 + 3 + 1)
    assert fight.causes(1)["stacks:cannibal.sacrifice"] == 3


@pytest.mark.rule(
    "stacks:cannibal.sacrifice", "stacks:site.not-a-price", "stacks:desc.nonliving", "stacks:battle.usable"
)
def test_victims_are_other_usable_living_units_and_no_sites():
    def before(state):
        state.units[4].held_turns = 1

    stack = ["trolls", "walled_town", "skeletons", "iron_golem", "elves", "orcs"]
    fight = field(["PP"], {"A1": stack}, {"A1": ["ents"]}, before=before)
    assert fight.offers(0, "devour") == ["none", "devour trolls orcs"]


@pytest.mark.rule("stacks:cannibal.sacrifice", "stacks:battle.usable")
def test_a_paralyzed_cannibal_does_not_devour():
    def before(state):
        state.units[0].held_turns = 1

    fight = field(["PP"], {"A1": ["trolls", "orcs"]}, {"A1": ["ents"]}, before=before)
    assert fight.offers(0, "devour") == ["none"]


@pytest.mark.rule("stacks:cannibal.limit", "stacks:limits.table")
def test_one_victim_each():
    fight = battle(["trolls", "goblins", "goblins", "goblins"], ["ents"], scouting=True)
    fight.attacker("devour trolls goblins")
    assert fight.offers(0, "devour") == ["none"]
    assert fight.unit(0, "trolls").devoured == 2


@pytest.mark.rule("stacks:cannibal.limit", "stacks:regenerates.bypass")
def test_cannibals_may_devour_each_other_and_regenerates_does_not_help():
    fight = battle(["trolls", "trolls", "ghouls"], ["ents"], scouting=True)
    offered = fight.offers(0, "devour")
    assert "devour trolls ghouls" not in offered  # Undead do not live
    fight.attacker("devour ghouls trolls")
    fight.until("reveal")
    assert fight.fallen(0) == ["trolls"]
    assert fight.stack(0) == ["trolls", "ghouls"]


@pytest.mark.rule("stacks:cannibal.limit")
def test_several_cannibals_have_a_victim_each():
    fight = battle(["trolls", "headhunters", "goblins", "goblins"], ["ents"], scouting=True)
    fight.attacker("devour trolls goblins", "devour headhunters goblins")
    assert (fight.unit(0, "trolls").devoured, fight.unit(0, "headhunters").devoured) == (2, 3)
    assert fight.stack(0) == ["trolls", "headhunters"]


@pytest.mark.rule("stacks:cannibal.duration")
def test_the_bonus_lasts_through_every_round():
    fight = battle(["trolls", "goblins"], ["dwarves"], scouting=True)
    fight.attacker("devour trolls goblins")
    assert fight.roll(1, 4) == (9, 9)
    assert fight.roll(1, 4) == (9, 9)


@pytest.mark.rule("stacks:cannibal.duration", "stacks:turn.end")
def test_the_bonus_ends_with_the_turn():
    fight = field(["PP"], {"A1": ["storm_giants"]}, {"A1": ["ghouls", "orcs"]})
    fight.defender("devour ghouls orcs")
    assert fight.roll(1, 5) == (11, 1 + 4 + 2 + 4)
    fight.attacker("calloff")
    assert fight.state.active == 1
    assert fight.unit(1, "ghouls").devoured == 0
    assert fight.roll(1, 1) == (5, 11)


@pytest.mark.rule("stacks:cannibal.sacrifice", "stacks:martyr.no-chain")
def test_nothing_saves_a_victim():
    fight = battle(
        ["trolls", "militia", "zombies", "elves"], ["ents"], scouting=True, spells=(["trolls_blood"], [])
    )
    fight.attacker("devour trolls militia")
    assert fight.fallen(0) == ["militia"]
    assert ("losses", 0) not in fight.asked


@pytest.mark.rule("stacks:hidden.stack", "stacks:hidden.no-tell", "stacks:steal.take")
def test_a_theft_does_not_tell_how_many_artifacts_there_are():
    for given in (
        {"oathsword": "ranger"},
        {"oathsword": "ranger", "war_horn": "ranger", "troll_ring": "ranger"},
    ):
        fight = field(["PP"], {"A1": ["pirate_captain"]}, {"A1": ["ranger"]}, artifacts=[{}, given])
        fight.attacker("steal pirate_captain")
        assert fight.wanted is not None
        assert (fight.wanted.side, fight.wanted.to, fight.wanted.faces) == (1, 1, len(given))
