"""Cases of an examination from outside: worked out from the text of the rules before they were played, where two rules meet."""

from __future__ import annotations

from dataclasses import replace

import pytest
from rulebooks.skirmish.field import act, deck, names_of, options_of, recruits, step
from rulebooks.skirmish.playing import PASS, attack, card, play, power, strike
from rulebooks.skirmish.test_cards_by_hand import teams, under, ways
from rulebooks.skirmish.yard import CORMYR, DROW, Yard, drawn, open_floor

from banneret.rulebooks.skirmish import stages
from banneret.rulebooks.skirmish.actions.choosing import choices
from banneret.rulebooks.skirmish.board.homes import deploy_places
from banneret.rulebooks.skirmish.board.standing import are_adjacent, is_within
from banneret.rulebooks.skirmish.movement.reach import reach
from banneret.rulebooks.skirmish.state import Chain, Creature
from banneret.rulebooks.skirmish.tables.actions import action_card
from banneret.rulebooks.skirmish.tables.creatures import creature_card
from banneret.rulebooks.skirmish.turn.ending import final_count


def gone(yard: Yard, creature: Creature) -> bool:
    return creature not in yard.state.creatures


def go(yard: Yard, creature: Creature, column: int, row: int) -> tuple[str, int, str]:
    return ("go", creature.id, yard.name(column, row))


# ---------------------------------------------------------------- dodging and blocking


@pytest.mark.rule("skirmish:cover.dodge", "skirmish:cover.dodge-effect", "skirmish:timing.free-powers")
@pytest.mark.parametrize(("version", "again"), [(3, True), (4, False)])
def test_a_shot_is_dodged_once_and_no_second_time_by_an_action_point(version: int, again: bool) -> None:
    yard = Yard(drawn("......", "..#...", "......"))
    yard.state.setting.flags = replace(yard.state.setting.flags, version=version)
    assassin = yard.put("drow-assassin", (0, 1))
    ranger = yard.put("human-ranger", (4, 1))
    under(ranger, CORMYR, "action-point")
    yard.deal(CORMYR, "block")
    dodge = ("dodge", ranger.id, 0)
    orders = dodge, ("spend", ranger.id), PASS
    table = power(yard, assassin, "hand-crossbow", [(ranger.id,)], *orders)
    assert dodge in table.options(0)
    assert (dodge in table.options(2)) == again
    assert play("block", ranger) in table.options(2)  # untapped, it may play its card
    assert (ranger.damage, ranger.tapped) == (0, False)


@pytest.mark.rule("skirmish:adjacent.walls", "skirmish:deploy.priestess", "skirmish:options.named")
@pytest.mark.parametrize("gap", [False, True])
def test_squares_are_adjacent_across_a_shut_corner_creatures_only_without_the_option(gap: bool) -> None:
    # She stands in a corner between two walls: the square across it is beside her, and a Spider may be deployed there.
    yard = Yard(drawn(".#...", "#....", "....."), adjacency_needs_gap=gap)
    priestess = yard.put("drow-priestess", (0, 0))
    spider = creature_card("demonweb-spider")
    assert yard.places(deploy_places(yard.state, DROW, spider)) == [(1, 1)]
    deployed = yard.put("demonweb-spider", (1, 1))
    assert are_adjacent(yard.state, priestess, deployed) != gap


@pytest.mark.rule("skirmish:damage.block-sum", "skirmish:card.block", "skirmish:options.named")
@pytest.mark.parametrize(("highest", "damage"), [(False, 0), (True, 10)])
def test_two_cards_of_block_add_up_or_the_highest_counts(highest: bool, damage: int) -> None:
    # 10 of the Drider and 5 for each Darkfire: 20, less 10 and 10.
    yard = Yard(highest_block=highest)
    drider, ranger = yard.put("drider", (1, 1)), yard.put("human-ranger", (3, 1))
    under(ranger, CORMYR, "action-point")
    under(ranger, DROW, "darkfire", "darkfire")
    yard.deal(CORMYR, "block", "block")
    attack(yard, drider, ranger, play("block", ranger), ("spend", ranger.id), play("block", ranger))
    assert ranger.damage == damage


@pytest.mark.rule(
    "skirmish:creature.drow-blademaster", "skirmish:damage.block-sum", "skirmish:activation.retap"
)
@pytest.mark.parametrize(("highest", "damage"), [(False, 5), (True, 10)])
def test_who_dances_twice_blocks_twice(highest: bool, damage: int) -> None:
    yard = Yard(highest_block=highest)
    master, knight = yard.put("drow-blademaster", (1, 1)), yard.put("dragon-knight", (2, 1), tapped=True)
    under(master, DROW, "action-point")
    dance = ("use", master.id, "blade-dance", (), (knight.id,))
    act(yard, ("activate", master.id))
    act(yard, dance, ("choose", knight.id))
    knight.tapped = False
    act(yard, ("spend", master.id), dance, strike(knight, master), ("choose", knight.id))
    assert (master.damage, knight.damage) == (damage, 20)


@pytest.mark.rule("skirmish:timing.end-of-activation", "skirmish:card.block", "skirmish:card.rapid-shot")
def test_a_block_against_the_first_shot_is_there_for_the_second() -> None:
    yard = Yard()
    guard, ranger = yard.put("drow-house-guard", (1, 1)), yard.put("human-ranger", (4, 1))
    yard.state.acting = guard.id
    yard.deal(CORMYR, "block")
    card(yard, guard, "rapid-shot", [(ranger.id,)], play("block", ranger), ("choose", ranger.id))
    assert (ranger.damage, ranger.guard) == (0, 10)


@pytest.mark.rule("skirmish:timing.end-of-activation", "skirmish:timing.open-window")
def test_a_block_between_activations_ends_with_its_chain() -> None:
    yard = Yard(active=CORMYR)
    ranger, guard = yard.put("human-ranger", (1, 1)), yard.put("drow-house-guard", (2, 1))
    yard.deal(CORMYR, "block")
    act(yard, play("block", ranger, (), (guard.id,)), strike(guard, ranger))
    assert (ranger.guard, ranger.damage, guard.damage) == (0, 0, 5)


@pytest.mark.rule("skirmish:cover.dodge", "skirmish:timing.follow-up", "skirmish:timing.off-turn-melee")
def test_a_dodge_of_the_second_shot_is_struck_for_its_tap() -> None:
    # A clear first shot kills the Archer; the Ranger behind the pillar dodges the second, beside an untapped Blademaster.
    yard = Yard(drawn("......", "..#...", "......"))
    guard, archer = yard.put("drow-house-guard", (0, 1)), yard.put("elf-archer", (0, 0), tapped=True)
    ranger, master = yard.put("human-ranger", (4, 1)), yard.put("drow-blademaster", (5, 1))
    orders = ("choose", ranger.id), ("dodge", ranger.id, 1), strike(master, ranger)
    card(yard, guard, "rapid-shot", [(archer.id,)], *orders)
    assert (gone(yard, archer), ranger.damage, ranger.tapped, master.tapped) == (True, 5, True, True)


# ---------------------------------------------------------------- who falls or goes in the middle of an action


@pytest.mark.rule("skirmish:timing.fail", "skirmish:card.dark-pact", "skirmish:timing.simultaneous")
def test_a_priestess_struck_down_over_her_pact_draws_nothing() -> None:
    yard = Yard()
    priestess, spider = yard.put("drow-priestess", (2, 2), damage=20), yard.put("giant-spider", (5, 5))
    ranger = yard.put("human-ranger", (3, 2))
    deck(yard, DROW, "web", "dodge", "retreat")
    card(yard, priestess, "dark-pact", [(spider.id,), ()], strike(ranger, priestess))
    assert (gone(yard, priestess), spider.damage, yard.state.armies[DROW].action_hand) == (True, 5, [])


@pytest.mark.rule("skirmish:card.dark-pact", "skirmish:destroy.cause", "skirmish:timing.simultaneous")
def test_a_pact_and_a_blow_fall_together_and_the_enemy_is_the_cause() -> None:
    # The Knight answers with Block and strikes the same Spider: both lie on it at one moment, the pact is paid, the Knight's side scores.
    yard = Yard()
    yard.state.armies[DROW].vault = 0
    priestess, spider = yard.put("drow-priestess", (1, 1)), yard.put("demonweb-spider", (4, 1), damage=5)
    knight = yard.put("dragon-knight", (5, 1))
    deck(yard, DROW, "web", "dodge", "retreat", "darkfire")
    yard.deal(CORMYR, "block")
    orders = play("block", knight, (), (spider.id,)), strike(spider, knight)
    card(yard, priestess, "dark-pact", [(spider.id,), ()], *orders)
    assert (gone(yard, spider), knight.damage) == (True, 0)  # 5 less Block 10
    assert len(yard.state.armies[DROW].action_hand) == 3
    assert [army.points for army in yard.state.armies] == [0, 1]


@pytest.mark.rule("skirmish:timing.fail", "skirmish:card.lolths-sting", "skirmish:card.acid-arrow")
@pytest.mark.parametrize("name", ["lolths-sting", "acid-arrow"])
def test_who_falls_with_its_damage_attaches_nothing(name: str) -> None:
    yard = Yard()
    actor, knight = yard.put("drow-house-guard", (1, 1), damage=15), yard.put("dragon-knight", (2, 1))
    announced = [(knight.id,)] if name == "lolths-sting" else [(knight.id,), ()]
    card(yard, actor, name, announced, strike(knight, actor))
    assert (gone(yard, actor), knight.damage, knight.attached) == (True, 5, ())
    assert names_of(yard.state.armies[DROW].action_discard) == [name]


@pytest.mark.rule("skirmish:timing.fail", "skirmish:card.forceful-strike")
def test_who_falls_with_its_blow_pushes_nobody_and_draws_nothing() -> None:
    yard = Yard(active=CORMYR)
    knight, master = yard.put("dragon-knight", (2, 2), damage=40), yard.put("drow-blademaster", (3, 2))
    deck(yard, CORMYR, "web")
    table = card(yard, knight, "forceful-strike", [(master.id,)], strike(master, knight))
    assert (gone(yard, knight), master.damage, table.kinds) == (True, 15, ["answer"])
    assert yard.state.armies[CORMYR].action_hand == []


@pytest.mark.rule("skirmish:timing.held-through-movement", "skirmish:card.retreat", "skirmish:timing.lifo")
def test_a_blow_at_the_tap_of_a_retreat_falls_where_it_has_gone() -> None:
    # Retreat first, then the Ranger's answer to its tap, which resolves before it: its 5 wait for the Knight's blow, which finds nobody.
    yard = Yard(active=CORMYR)
    knight, assassin = yard.put("dragon-knight", (1, 1)), yard.put("drow-assassin", (2, 1))
    ranger = yard.put("human-ranger", (2, 2))
    yard.deal(DROW, "retreat")
    orders = play("retreat", assassin, (0,)), strike(ranger, assassin), go(yard, assassin, 3, 0)
    attack(yard, knight, assassin, *orders)
    assert (assassin.damage, assassin.place) == (5, yard.square(3, 0))


@pytest.mark.rule("skirmish:card.retreat", "skirmish:timing.free-powers", "skirmish:attack.at-resolution")
@pytest.mark.parametrize("names", [False, True])
def test_an_attacker_who_untaps_and_retreats_misses_and_is_missed(names: bool) -> None:
    yard = Yard()
    assassin, knight = yard.put("drow-assassin", (1, 1)), yard.put("dragon-knight", (2, 1))
    under(assassin, DROW, "action-point")
    yard.deal(DROW, "retreat")
    retreat = play("retreat", assassin, *([(1,)] if names else []))
    orders = strike(knight, assassin), ("spend", assassin.id), retreat, go(yard, assassin, 0, 1)
    attack(yard, assassin, knight, *orders)
    assert (assassin.damage, knight.damage, assassin.place) == (0, 0, yard.square(0, 1))


@pytest.mark.rule("skirmish:move.declare", "skirmish:move.start-adjacent", "skirmish:card.retreat")
def test_who_retreats_to_or_from_a_mover_changes_its_speed() -> None:
    # An Assassin comes beside the Knight: one step. A Drider beside him steps away: all six.
    yard = Yard(active=CORMYR)
    knight, assassin = yard.put("dragon-knight", (1, 1)), yard.put("drow-assassin", (6, 1))
    yard.deal(DROW, "retreat")
    act(yard, ("activate", knight.id))
    orders = play("retreat", assassin), go(yard, assassin, 2, 1), go(yard, knight, 1, 2)
    table = act(yard, ("move",), *orders)
    assert len([order for order in table.options(3) if order[0] == "go"]) == 8  # of nine squares one is taken
    yard = Yard(active=CORMYR)
    knight, drider = yard.put("dragon-knight", (0, 0)), yard.put("drider", (1, 0))
    yard.deal(DROW, "retreat")
    act(yard, ("activate", knight.id))
    act(yard, ("move",), play("retreat", drider), PASS, go(yard, drider, 2, 0), go(yard, knight, 0, 6))
    assert knight.place == yard.square(0, 6)


@pytest.mark.rule("skirmish:creature.umber-hulk.gaze", "skirmish:timing.fail-target", "skirmish:card.steps")
def test_a_gaze_at_one_who_has_gone_slides_nobody_and_the_blow_follows() -> None:
    yard = Yard()
    hulk, assassin = yard.put("umber-hulk", (0, 0)), yard.put("drow-assassin", (5, 0), side=CORMYR)
    ranger = yard.put("human-ranger", (2, 0), tapped=True)
    yard.deal(CORMYR, "retreat")
    orders = play("retreat", assassin), go(yard, assassin, 11, 0), ("choose", ranger.id)
    power(yard, hulk, "confusion-gaze", [(assassin.id,)], *orders)
    assert (assassin.place, ranger.damage) == (yard.square(11, 0), 15)


@pytest.mark.rule("skirmish:creature.earth-guardian.slam", "skirmish:card.retreat")
def test_who_retreats_to_another_square_beside_is_slid_unhurt() -> None:
    yard = Yard(active=CORMYR)
    guardian, assassin = yard.put("earth-guardian", (1, 1)), yard.put("drow-assassin", (2, 1))
    yard.deal(DROW, "retreat")
    orders = play("retreat", assassin, (0,)), go(yard, assassin, 2, 2), go(yard, assassin, 5, 5)
    power(yard, guardian, "slam", [(assassin.id,)], *orders)
    assert (assassin.damage, assassin.place) == (0, yard.square(5, 5))


@pytest.mark.rule("skirmish:card.shroud-of-darkness", "skirmish:attack.at-resolution")
def test_a_shroud_that_comes_beside_the_target_stops_the_shot() -> None:
    yard = Yard(active=CORMYR)
    archer, guard = yard.put("elf-archer", (0, 0)), yard.put("drow-house-guard", (8, 0), tapped=True)
    drider = yard.put("drider", (8, 6))
    under(drider, DROW, "shroud-of-darkness")
    yard.deal(DROW, "retreat")
    power(yard, archer, "longbow", [(guard.id,)], play("retreat", drider), go(yard, drider, 8, 1))
    assert guard.damage == 0


@pytest.mark.rule("skirmish:creature.drow-assassin", "skirmish:timing.what-answers")
def test_an_ally_who_comes_by_its_own_answer_costs_the_assassin_its_bonus() -> None:
    yard = Yard()
    assassin, knight = yard.put("drow-assassin", (1, 1)), yard.put("dragon-knight", (2, 1), tapped=True)
    drider = yard.put("drider", (8, 8))
    yard.deal(DROW, "retreat")
    attack(yard, assassin, knight, play("retreat", drider), go(yard, drider, 2, 2))
    assert knight.damage == 10


@pytest.mark.rule("skirmish:creature.halfling-sneak", "skirmish:timing.free-powers")
def test_who_untaps_before_the_sneak_strikes_is_not_hit_harder() -> None:
    yard = Yard(active=CORMYR)
    sneak, guard = yard.put("halfling-sneak", (1, 1)), yard.put("drow-house-guard", (2, 1), tapped=True)
    under(guard, DROW, "action-point")
    attack(yard, sneak, guard, ("spend", guard.id), PASS)
    assert (guard.damage, guard.tapped) == (5, False)


# ---------------------------------------------------------------- Feint, Shield, effects at the start of a turn


@pytest.mark.rule("skirmish:card.feint", "skirmish:timing.tap-event-by-effect")
def test_a_feint_at_a_friend_opens_it_to_the_enemy() -> None:
    yard = Yard(active=CORMYR)
    ranger, knight = yard.put("human-ranger", (2, 2)), yard.put("dragon-knight", (3, 2))
    master = yard.put("drow-blademaster", (4, 2))
    card(yard, ranger, "feint", [(knight.id,)], strike(master, knight), tap=False)
    assert (knight.tapped, knight.damage) == (True, 5)


@pytest.mark.rule("skirmish:timing.tap-event-by-effect", "skirmish:timing.free-powers")
def test_who_was_feinted_untaps_and_strikes_back_at_who_struck() -> None:
    yard = Yard(active=CORMYR)
    ranger, priestess = yard.put("human-ranger", (2, 2)), yard.put("drow-priestess", (3, 2))
    under(priestess, DROW, "action-point")
    orders = strike(ranger, priestess), ("spend", priestess.id), strike(priestess, ranger)
    card(yard, ranger, "feint", [(priestess.id,)], *orders, tap=False)
    assert (priestess.damage, ranger.damage) == (5, 10)


@pytest.mark.rule("skirmish:card.shield", "skirmish:card.acid-arrow")
def test_acid_clings_to_who_was_shielded_from_its_damage() -> None:
    yard = Yard(active=CORMYR)
    wizard, knight = yard.put("war-wizard", (1, 1)), yard.put("dragon-knight", (4, 1), side=DROW)
    beside = yard.put("drow-house-guard", (5, 1), tapped=True)
    caster = yard.put("war-wizard", (4, 4), side=DROW)
    yard.deal(DROW, "shield")
    shield = play("shield", caster, (knight.id,), (0,))
    card(yard, wizard, "acid-arrow", [(knight.id,), ()], shield)
    assert (knight.damage, beside.damage) == (0, 5)
    assert names_of([under for under, _ in knight.attached]) == ["acid-arrow"]


@pytest.mark.rule("skirmish:timing.trigger-window", "skirmish:timing.simultaneous", "skirmish:card.block")
@pytest.mark.parametrize("damage", [0, 15])
def test_a_block_against_the_sting_strikes_at_the_same_moment(damage: int) -> None:
    # The Sting's 5 are no attack, so Block does nothing to them; they fall with the blow on the Guard, though the Ranger may die of them.
    yard = Yard(active=CORMYR)
    ranger = yard.put("human-ranger", (2, 2), damage=damage, attached=("lolths-sting",))
    guard = yard.put("drow-house-guard", (3, 2), damage=15)
    yard.deal(CORMYR, "block")
    yard.state.stage = stages.TURN_START
    step(yard.state)
    step(yard.state, play("block", ranger, (), (guard.id,)), strike(guard, ranger))
    assert (gone(yard, guard), gone(yard, ranger)) == (True, damage == 15)
    assert ranger.guard == 0 or damage
    assert ranger.damage == damage + 5


@pytest.mark.rule("skirmish:timing.trigger-window", "skirmish:card.retreat")
def test_a_retreat_is_played_in_the_window_of_a_sting() -> None:
    yard = Yard(active=CORMYR)
    knight = yard.put("dragon-knight", (2, 2), attached=("lolths-sting",))
    assassin = yard.put("drow-assassin", (6, 2))
    yard.deal(DROW, "retreat")
    yard.state.stage = stages.TURN_START
    step(yard.state)
    step(yard.state, play("retreat", assassin), go(yard, assassin, 11, 2))
    assert (assassin.place, knight.damage) == (yard.square(11, 2), 5)


# ---------------------------------------------------------------- gold, rewards, decks


@pytest.mark.rule("skirmish:destroy.cause", "skirmish:card.block", "skirmish:end.self-caused")
def test_an_enemy_whose_blow_was_blocked_is_no_cause() -> None:
    # The own breath of 15 kills the Defender, who tapped for Block; the Guard strikes that tap for 5 less 15.
    yard = Yard(active=CORMYR)
    yard.state.armies[CORMYR].vault = 0
    dragon, defender = yard.put("gold-dragon", (1, 1)), yard.put("dwarven-defender", (4, 2))
    guard = yard.put("drow-house-guard", (5, 2))
    yard.deal(CORMYR, "block")
    orders = play("block", defender), strike(guard, defender)
    power(yard, dragon, "radiant-breath", [(yard.square(3, 1),), ()], *orders)
    assert (gone(yard, defender), yard.state.armies[DROW].points, yard.state.ending) == (True, 0, True)


@pytest.mark.rule("skirmish:destroy.trigger", "skirmish:damage.block")
def test_a_drow_whose_blow_was_blocked_earns_no_blessing() -> None:
    # The Guard's 5 stop at Block 5; the Giant Spider, no Drow, kills.
    yard = Yard()
    wizard = yard.put("drow-wizard", (8, 8))
    under(wizard, DROW, "lolths-blessing")
    deck(yard, DROW, "web")
    defender, guard = yard.put("dwarven-defender", (3, 2), damage=5), yard.put("drow-house-guard", (2, 2))
    spider = yard.put("giant-spider", (4, 1))
    table = attack(yard, guard, defender, strike(defender, guard), strike(spider, defender))
    assert gone(yard, defender)
    assert "reward" not in table.kinds


@pytest.mark.rule("skirmish:deck.action-empty", "skirmish:card.dark-pact", "skirmish:card.discard")
def test_a_pile_is_shuffled_in_the_middle_of_a_pact_without_the_pact() -> None:
    yard = Yard(reshuffle=True)
    priestess, spider = yard.put("drow-priestess", (1, 1)), yard.put("giant-spider", (4, 1))
    deck(yard, DROW, "web")
    army = yard.state.armies[DROW]
    army.action_discard = [action_card("dodge").index, action_card("retreat").index]
    card(yard, priestess, "dark-pact", [(spider.id,), ()])
    assert sorted(names_of(army.action_hand)) == ["dodge", "retreat", "web"]
    assert (names_of(army.action_discard), army.actions) == (["dark-pact"], [])


@pytest.mark.rule("skirmish:turn.end", "skirmish:timing.open-window", "skirmish:end.unpaid")
def test_a_blow_in_the_last_window_of_a_turn_ends_the_battle() -> None:
    yard = Yard()
    yard.state.armies[DROW].vault = 1
    guard = yard.put("drow-house-guard", (1, 1), damage=15, tapped=True)
    ranger = yard.put("human-ranger", (2, 1))
    yard.deal(CORMYR, "block")
    yard.state.stage = stages.BEFORE_END
    step(yard.state, play("block", ranger, (), (guard.id,)))
    assert (gone(yard, guard), yard.state.ending, yard.state.armies[CORMYR].points) == (True, True, 1)
    while yard.state.outcome is None:
        step(yard.state)
    assert yard.state.outcome.winners == (CORMYR,)


@pytest.mark.rule("skirmish:end.tie", "skirmish:team.end", "skirmish:options.named")
def test_levels_on_the_board_are_those_of_the_team() -> None:
    yard = Yard(surviving_levels=True)
    teams(yard)
    for army in yard.state.armies:
        army.vault = 0
    for place, (name, side) in enumerate((("drow-wizard", 0), ("dragon-knight", 3), ("drow-wizard", 2))):
        yard.put(name, (2 * place, 2), side=side)
    assert final_count(yard.state).winners == ()
    yard.put("elf-archer", (8, 8), side=1)
    assert final_count(yard.state).winners == (1, 3)


# ---------------------------------------------------------------- ground and places


@pytest.mark.rule("skirmish:move.flying-stop", "skirmish:move.stop-large")
def test_a_dragon_flies_on_over_an_enemy_beside_its_lane() -> None:
    # A lane of three columns, a Wizard in the right one of row 5: past it on the left the Dragon stops where it touches it, in rows 3, 5
    # and 6; over it, in column 1, it flies on, and stops behind it.
    yard = Yard(open_floor(3, 10), active=CORMYR)
    dragon = yard.put("gold-dragon", (0, 0))
    yard.put("drow-wizard", (2, 5), tapped=True)
    found = yard.places(reach(yard.state, dragon, 8).ends)
    assert {(0, 3), (0, 5), (0, 6), (1, 6)} <= set(found)
    assert not {(0, 7), (1, 7), (1, 4), (1, 5)} & set(found)


@pytest.mark.rule("skirmish:move.slide", "skirmish:move.flying")
def test_a_dragon_is_slid_over_its_enemies_and_over_bog() -> None:
    yard = Yard(drawn("..^.....", "..^....."))
    dragon = yard.put("gold-dragon", (0, 0))
    yard.put("drow-wizard", (3, 0))
    assert yard.places(reach(yard.state, dragon, 4, "slide").ends) == [(0, 0), (1, 0), (4, 0)]


@pytest.mark.rule("skirmish:move.scuttle", "skirmish:move.shift", "skirmish:options.named")
def test_by_the_option_a_spider_leaves_and_a_dragon_does_not() -> None:
    for name, side, foe, far in (
        ("demonweb-spider", DROW, "elf-archer", 7),
        ("gold-dragon", CORMYR, "drow-wizard", 1),
    ):
        yard = Yard(open_floor(12, 2), active=side, shift_breaks_engagement=True)
        mover = yard.put(name, (2, 0))
        yard.put(foe, (1, 0), tapped=True)
        act(yard, ("activate", mover.id))
        table = act(yard, ("move",), go(yard, mover, 2 + far, 0))
        ends = [yard.state.setting.board.grid.named(str(order[2])) for order in table.options(1)]
        assert max(column for column, _ in yard.places(ends)) == 2 + far


@pytest.mark.rule("skirmish:adjacent.walls", "skirmish:distance.route", "skirmish:attack.ranged")
def test_across_a_pinhole_without_a_way_round_one_strikes_and_does_not_shoot() -> None:
    # No route leads to the neighbour, so nothing is within squares of it; in sight it is.
    yard = Yard(drawn(".#", "#."), active=CORMYR)
    archer, guard = yard.put("elf-archer", (0, 0)), yard.put("drow-house-guard", (1, 1))
    assert are_adjacent(yard.state, archer, guard)
    assert not is_within(yard.state, archer, guard, 10)
    assert choices(yard.state, Chain(), archer, action_card("quick-shot").steps[0]) == []
    assert choices(yard.state, Chain(), archer, action_card("distant-shot").steps[0]) == [(guard.id,)]


@pytest.mark.rule("skirmish:distance.squares", "skirmish:distance.large")
def test_the_breath_chooses_among_the_squares_around_all_four_of_its_own() -> None:
    yard = Yard(open_floor(16, 12), active=CORMYR)
    dragon = yard.put("gold-dragon", (0, 0))
    step_of = next(one.steps[0] for one in creature_card("gold-dragon").powers if one.id == "radiant-breath")
    assert len(choices(yard.state, Chain(), dragon, step_of)) == 49  # columns and rows 0 to 6
    fireball = choices(yard.state, Chain(), dragon, action_card("fireball").steps[0])
    assert (yard.square(11, 11),) in fireball
    assert (yard.square(12, 0),) not in fireball


@pytest.mark.rule("skirmish:deploy.place", "skirmish:deploy.cost", "skirmish:space.size")
def test_an_enemy_in_the_start_area_leaves_a_dragon_one_place() -> None:
    yard = Yard(drawn("ssss", "ssss", "....", "ssss", "ssss"), active=CORMYR)
    yard.put("drow-wizard", (1, 3))
    assert yard.places(deploy_places(yard.state, CORMYR, creature_card("gold-dragon"))) == [(2, 3)]
    yard.state.stage = stages.DEPLOY
    yard.state.armies[CORMYR].supply = 5
    recruits(yard, CORMYR, "gold-dragon", "dragon-knight")
    table = step(yard.state, ("done",))
    assert {order[1] for order in table.asked[0].orders() if len(order) > 1} == {"dragon-knight"}


@pytest.mark.rule("skirmish:card.charge", "skirmish:activation.contents", "skirmish:move.start-adjacent")
def test_a_charge_that_kills_frees_the_move_of_the_activation() -> None:
    yard = Yard(open_floor(14, 1), active=CORMYR)
    knight, wizard = yard.put("dragon-knight", (0, 0)), yard.put("drow-wizard", (3, 0), tapped=True)
    yard.deal(CORMYR, "charge")
    act(yard, ("activate", knight.id))
    act(yard, play("charge", knight), go(yard, knight, 2, 0), ("choose", wizard.id))
    act(yard, ("move",), go(yard, knight, 8, 0))
    assert (gone(yard, wizard), knight.place) == (True, yard.square(8, 0))
    assert options_of(yard) == [("end",)]


@pytest.mark.rule("skirmish:assist.tap", "skirmish:timing.declare", "skirmish:assist.taps-provoke")
def test_a_card_goes_on_though_its_helper_falls() -> None:
    # Ranger 2, Defender 2, Cleric 3: Overwhelm, 5 + 30 - 5 on the Hulk; the Drider strikes the Defender's tap for 10 - 5 on his last 5.
    yard = Yard(active=CORMYR)
    ranger, cleric = yard.put("human-ranger", (1, 1)), yard.put("dwarf-cleric", (0, 1))
    defender = yard.put("dwarven-defender", (2, 1), damage=5)
    hulk, drider = yard.put("umber-hulk", (1, 2), tapped=True), yard.put("drider", (3, 1))
    yard.deal(CORMYR, "overwhelm")
    act(yard, ("activate", ranger.id))
    act(yard, play("overwhelm", ranger, (hulk.id,), helpers=(cleric, defender)), strike(drider, defender))
    assert (gone(yard, defender), hulk.damage) == (True, 30)


@pytest.mark.rule("skirmish:timing.window", "skirmish:team.effects")
def test_four_sides_are_asked_anew_from_the_left_of_who_answered() -> None:
    # Side 2 attacks side 1. Side 3 passes, 0 has nobody's tap, 1 strikes; then 3 again, and 0 beside the Knight that tapped.
    yard = Yard(active=2)
    teams(yard)
    guard, knight = yard.put("drow-house-guard", (2, 2), side=2), yard.put("dragon-knight", (3, 2), side=1)
    yard.put("dragon-knight", (1, 2), side=3)
    yard.put("drow-wizard", (2, 1), side=0)
    table = attack(yard, guard, knight, PASS, strike(knight, guard), PASS, PASS)
    assert [decision.side for decision in table.asked] == [3, 1, 3, 0]
    assert guard.damage == 15


@pytest.mark.rule("skirmish:assist.any-type", "skirmish:assist.tap")
def test_of_four_helpers_nobody_or_all_help_with_what_is_played_alone() -> None:
    yard = Yard(active=CORMYR)
    knight = yard.put("dragon-knight", (2, 2))
    helping = [yard.put("elf-archer", (1, 1 + row), side=CORMYR) for row in range(3)]
    assert len(ways(yard, knight, "level-up")) == 8  # every group of three
    helping.append(yard.put("halfling-sneak", (3, 2)))
    assert ways(yard, knight, "level-up") == {(), tuple(one.id for one in helping)}


@pytest.mark.rule("skirmish:timing.off-turn-melee", "skirmish:timing.free-powers")
@pytest.mark.parametrize(("version", "damage"), [(4, 10), (5, 5)])
def test_one_tap_is_answered_once_and_no_second_time_by_an_action_point(version: int, damage: int) -> None:
    # The Ranger strikes the Blademaster for 5 as it taps. It may untap, but that tap it has answered: it is asked no more.
    yard = Yard(version=version)
    master, ranger = yard.put("drow-blademaster", (1, 1)), yard.put("human-ranger", (2, 1))
    under(ranger, CORMYR, "action-point")
    again = [("spend", ranger.id), strike(ranger, master)] if version < 5 else []
    attack(yard, master, ranger, strike(ranger, master), *again)
    assert (master.damage, ranger.damage) == (damage, 5)


@pytest.mark.rule("skirmish:timing.off-turn-melee", "skirmish:timing.free-powers")
def test_who_untaps_answers_the_next_tap_of_the_same_creature() -> None:
    # The Blademaster attacks and is struck; it untaps and strikes back at the Ranger's tap: that is a tap of its own, and the Ranger,
    # untapped too, answers it. 10 for the Blademaster; 5 of its attack and 5 of its answer for the Ranger.
    yard = Yard()
    master, ranger = yard.put("drow-blademaster", (1, 1)), yard.put("human-ranger", (2, 1))
    under(ranger, CORMYR, "action-point")
    under(master, DROW, "action-point")
    orders = strike(ranger, master), ("spend", master.id), strike(master, ranger)
    attack(yard, master, ranger, *orders, ("spend", ranger.id), strike(ranger, master))
    assert (master.damage, ranger.damage) == (10, 10)
    assert (master.tapped, ranger.tapped) == (True, True)
