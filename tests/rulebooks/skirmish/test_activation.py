"""The Action Phase: who is activated, what an activation holds, and what a tap buys."""

from __future__ import annotations

import pytest
from rulebooks.skirmish.field import act, options_of
from rulebooks.skirmish.playing import PASS, play, strike
from rulebooks.skirmish.yard import CORMYR, DROW, Yard, drawn

from banneret.rulebooks.skirmish import stages
from banneret.rulebooks.skirmish.board.standing import are_adjacent
from banneret.rulebooks.skirmish.state import NOBODY


def at_work(yard: Yard, creature: object) -> None:
    """Activate a creature."""
    act(yard, ("activate", creature.id))  # type: ignore[attr-defined]


@pytest.mark.rule("skirmish:activation.once", "skirmish:activation.one-at-a-time")
def test_each_creature_is_activated_once_and_one_at_a_time() -> None:
    yard = Yard(active=CORMYR)
    knight, ranger = yard.put("dragon-knight", (1, 1)), yard.put("human-ranger", (5, 5))
    assert options_of(yard) == [("done",), ("activate", knight.id), ("activate", ranger.id)]
    at_work(yard, knight)
    assert ("activate", ranger.id) not in options_of(yard)
    act(yard, ("end",))
    assert (yard.state.stage, yard.state.acting) == (stages.AFTER_ACTIVATION, NOBODY)
    knight.tapped = False  # also if it untaps
    yard.state.stage = stages.ACTIONS
    assert options_of(yard) == [("done",), ("activate", ranger.id)]


@pytest.mark.rule("skirmish:activation.contents", "skirmish:card.minor", "skirmish:card.standard")
def test_an_activation_is_a_move_minor_cards_and_one_tap() -> None:
    yard = Yard(active=CORMYR)
    wizard = yard.put("war-wizard", (1, 1))
    foe = yard.put("drow-wizard", (2, 1), tapped=True)
    yard.deal(CORMYR, "level-up", "fireball", "power-attack", "fast-advance")
    at_work(yard, wizard)
    orders = options_of(yard)
    assert {order[0] for order in orders} == {"end", "move", "attack", "use", "play"}
    assert ("use", wizard.id, "magic-missile", (foe.id,)) in orders
    assert not any(order[1] == "power-attack" for order in orders if order[0] == "play")  # no STR
    assert not any(order[1] == "fireball" for order in orders if order[0] == "play")  # level 5
    act(yard, play("level-up", wizard))
    assert not wizard.tapped
    assert any(order[1] == "fireball" for order in options_of(yard) if order[0] == "play")
    act(yard, ("attack", wizard.id, foe.id))
    assert {order[0] for order in options_of(yard)} == {"end", "move"}


@pytest.mark.rule("skirmish:activation.one-move", "skirmish:move.declare", "skirmish:timing.whole-action")
def test_the_move_is_declared_then_made_all_at_once() -> None:
    yard = Yard(active=CORMYR)
    knight = yard.put("dragon-knight", (1, 1))
    assassin = yard.put("drow-assassin", (9, 9))
    yard.deal(DROW, "retreat")
    at_work(yard, knight)
    # The assassin answers before the knight has gone anywhere.
    act(
        yard,
        ("move",),
        play("retreat", assassin),
        ("go", assassin.id, yard.name(9, 6)),
        ("go", knight.id, yard.name(4, 4)),
    )
    assert yard.places([knight.place, assassin.place]) == [(4, 4), (9, 6)]
    assert ("move",) not in options_of(yard)


@pytest.mark.rule("skirmish:move.declare", "skirmish:move.fewer")
def test_by_default_a_move_leads_to_an_enemy_and_not_on_the_spot() -> None:
    yard = Yard(active=CORMYR)
    knight = yard.put("dragon-knight", (1, 1))
    yard.put("drow-wizard", (9, 1), tapped=True)
    at_work(yard, knight)
    act(yard, ("move",), None)  # None: the default
    assert yard.places([knight.place])[0][0] == 7  # by six squares, all of its speed
    beside = Yard(active=CORMYR)
    knight, foe = beside.put("dragon-knight", (1, 1)), beside.put("drow-wizard", (2, 1), tapped=True)
    at_work(beside, knight)
    act(beside, ("move",), None)
    assert beside.places([knight.place]) != [(1, 1)]
    assert are_adjacent(beside.state, knight, foe)


@pytest.mark.rule("skirmish:activation.contents")
def test_by_default_a_creature_strikes_whom_it_can_hurt_else_its_activation_ends() -> None:
    yard = Yard(active=CORMYR)
    knight = yard.put("dragon-knight", (1, 1))
    whole = yard.put("umber-hulk", (2, 1), tapped=True)
    hurt = yard.put("drow-assassin", (1, 2), tapped=True, damage=5)
    yard.put("human-ranger", (0, 0))  # of its own side
    at_work(yard, knight)
    act(yard, None)
    assert (whole.damage, knight.tapped) == (0, True)
    assert hurt.damage > 5
    act(yard, None)
    assert yard.state.acting == NOBODY
    blocked = Yard(active=CORMYR)
    archer, wall = (
        blocked.put("elf-archer", (1, 1)),
        blocked.put("dwarven-defender", (2, 1), DROW, tapped=True),
    )
    at_work(blocked, archer)
    assert ("attack", archer.id, wall.id) in options_of(blocked)
    act(blocked, None)  # its Block stops all of the blow
    assert (wall.damage, blocked.state.acting) == (0, NOBODY)


@pytest.mark.rule("skirmish:attack.damage", "skirmish:card.darkfire", "skirmish:creature.halfling-sneak")
def test_by_default_a_blow_is_counted_with_all_that_adds_to_it() -> None:
    # The Sneak strikes for 5, against tapped creatures for 10. The Hulk's Block stops 5.
    yard = Yard(active=CORMYR)
    sneak = yard.put("halfling-sneak", (3, 3))
    hulk = yard.put("umber-hulk", (4, 3), tapped=True)
    at_work(yard, sneak)
    act(yard, None)
    assert hulk.damage == 5
    # Of two with 10 left the one whom Darkfire lights is struck down.
    yard = Yard(active=CORMYR)
    archer = yard.put("elf-archer", (3, 3))
    wizard = yard.put("drow-wizard", (4, 3))
    lit = yard.put("demonweb-spider", (2, 3), attached=("darkfire",))
    at_work(yard, archer)
    act(yard, None, PASS)
    assert (wizard.damage, lit in yard.state.creatures) == (0, False)


@pytest.mark.rule("skirmish:activation.contents", "skirmish:activation.one-move")
def test_by_default_a_creature_with_nobody_to_strike_goes_for_the_enemy_and_strikes() -> None:
    yard = Yard(active=CORMYR)
    knight = yard.put("dragon-knight", (1, 1))
    foe = yard.put("umber-hulk", (6, 1), tapped=True)
    at_work(yard, knight)
    act(yard, None, None)  # it moves, to the enemy
    act(yard, None)  # and strikes
    assert (are_adjacent(yard.state, knight, foe), knight.tapped) == (True, True)
    assert foe.damage > 0
    tired = Yard(active=CORMYR)
    knight = tired.put("dragon-knight", (1, 1), tapped=True)
    tired.put("umber-hulk", (6, 1))
    at_work(tired, knight)
    act(tired, None)  # what is tapped stays where it is
    assert tired.state.acting == NOBODY
    assert tired.places([knight.place]) == [(1, 1)]


@pytest.mark.rule("skirmish:activation.one-move")
def test_by_default_a_move_in_pieces_ends_where_no_enemy_is_nearer() -> None:
    yard = Yard(active=CORMYR, split_move=True)
    knight = yard.put("dragon-knight", (0, 0))
    yard.put("drow-wizard", (11, 0), tapped=True)
    at_work(yard, knight)
    act(yard, None, None)  # it moves, all of its six squares at once
    act(yard, None)  # and its activation ends
    assert yard.places([knight.place])[0][0] == 6
    assert yard.state.acting == NOBODY


@pytest.mark.rule("skirmish:move.declare", "skirmish:move.fewer")
def test_by_default_nobody_leaves_an_enemy_or_runs_from_nothing() -> None:
    lane = Yard(drawn("..."), active=CORMYR)
    ranger = lane.put("human-ranger", (1, 0))
    lane.put("drow-wizard", (2, 0), tapped=True)
    at_work(lane, ranger)
    act(lane, ("move",), None)
    assert lane.places([ranger.place]) == [(1, 0)]  # at (0, 0) it would be farther away
    alone = Yard(active=CORMYR)
    ranger = alone.put("human-ranger", (1, 1))
    at_work(alone, ranger)
    act(alone, ("move",), None)
    assert alone.places([ranger.place]) == [(1, 1)]


@pytest.mark.rule("skirmish:activation.one-move", "skirmish:options.named")
def test_split_moves_add_up_to_the_speed() -> None:
    yard = Yard(active=CORMYR, split_move=True)
    knight = yard.put("dragon-knight", (0, 0))
    at_work(yard, knight)
    act(yard, ("move",), ("go", knight.id, yard.name(4, 0)))
    table = act(yard, ("move",), ("go", knight.id, yard.name(6, 0)))
    assert max(yard.state.setting.board.grid.named(str(order[2])) % 12 for order in table.options(1)) == 6
    assert ("move",) not in options_of(yard)


@pytest.mark.rule("skirmish:activation.one-move")
def test_a_move_in_pieces_is_over_when_the_creature_stays() -> None:
    yard = Yard(active=CORMYR, split_move=True)
    knight = yard.put("dragon-knight", (0, 0))
    at_work(yard, knight)
    act(yard, ("move",), ("go", knight.id, yard.name(4, 0)))
    act(yard, ("move",), ("go", knight.id, yard.name(4, 0)))
    assert ("move",) not in options_of(yard)


@pytest.mark.rule("skirmish:activation.tapped", "skirmish:card.tapped")
def test_a_tapped_creature_moves_and_plays_minor_cards() -> None:
    yard = Yard(active=CORMYR)
    ranger = yard.put("human-ranger", (1, 1), tapped=True)
    yard.put("drow-wizard", (2, 1), tapped=True)
    yard.deal(CORMYR, "level-up", "power-attack", "block")
    at_work(yard, ranger)
    assert options_of(yard) == [("end",), ("move",), play("level-up", ranger)]


@pytest.mark.rule("skirmish:activation.retap", "skirmish:card.action-point", "skirmish:timing.free-powers")
def test_each_tap_buys_one_action() -> None:
    yard = Yard(active=CORMYR)
    knight = yard.put("dragon-knight", (1, 1))
    foe = yard.put("umber-hulk", (2, 1), tapped=True)
    yard.deal(CORMYR, "action-point")
    at_work(yard, knight)
    act(yard, play("action-point", knight))
    act(yard, ("attack", knight.id, foe.id))
    assert ("spend", knight.id) not in options_of(yard)  # it is offered with every question instead
    act(yard, ("spend", knight.id), ("attack", knight.id, foe.id))
    assert (foe.damage, knight.attached, knight.tapped) == (20, (), True)
    assert len(yard.state.armies[CORMYR].action_discard) == 1


@pytest.mark.rule("skirmish:timing.free-powers")
def test_a_creature_untapped_by_a_free_power_answers_in_the_same_window() -> None:
    yard = Yard()
    guard = yard.put("drow-house-guard", (1, 1))
    knight = yard.put("dragon-knight", (2, 1), tapped=True)
    yard.deal(CORMYR, "action-point")
    knight.attached = ((yard.state.armies[CORMYR].action_hand.pop(), CORMYR),)
    at_work(yard, guard)
    act(yard, ("attack", guard.id, knight.id), ("spend", knight.id), strike(knight, guard))
    assert (guard.damage, knight.damage) == (15, 5)


@pytest.mark.rule("skirmish:activation.destroyed", "skirmish:timing.end-of-activation")
def test_the_activation_ends_with_its_creature() -> None:
    yard = Yard()
    spider = yard.put("demonweb-spider", (1, 1), damage=5)
    knight = yard.put("dragon-knight", (2, 1))
    at_work(yard, spider)
    act(yard, ("attack", spider.id, knight.id), strike(knight, spider))
    assert spider not in yard.state.creatures
    knight.guard = 10
    act(yard)
    assert (yard.state.stage, yard.state.acting, knight.guard) == (stages.AFTER_ACTIVATION, NOBODY, 0)


@pytest.mark.rule("skirmish:power.tap", "skirmish:power.standard", "skirmish:power.static")
def test_one_tap_is_one_power_and_static_ones_work_by_themselves() -> None:
    yard = Yard(active=CORMYR)
    guardian = yard.put("earth-guardian", (1, 1))
    yard.put("drow-wizard", (2, 1), tapped=True)
    at_work(yard, guardian)
    used = [order for order in options_of(yard) if order[0] == "use"]
    assert {order[2] for order in used} == {"slam", "earthstride"}
    act(yard, ("use", guardian.id, "earthstride"), ("go", guardian.id, yard.name(9, 9)))
    assert yard.places([guardian.place]) == [(9, 9)]
    assert not [order for order in options_of(yard) if order[0] == "use"]


@pytest.mark.rule("skirmish:attach.discard-tap")
def test_a_tap_tears_a_web_and_the_move_follows() -> None:
    yard = Yard(active=CORMYR)
    knight = yard.put("dragon-knight", (1, 1), attached=("web",))
    guard = yard.put("drow-house-guard", (2, 1))
    at_work(yard, knight)
    assert ("move",) not in options_of(yard)
    act(yard, ("use", knight.id, "tear-free"), strike(guard, knight))  # the tap is a tap event
    assert (knight.attached, knight.damage) == ((), 5)
    assert len(yard.state.armies[DROW].action_discard) == 1
    assert ("move",) in options_of(yard)


@pytest.mark.rule("skirmish:assist.taps-provoke", "skirmish:assist.tap", "skirmish:assist.any-type")
def test_assistants_tap_and_may_be_struck_for_it() -> None:
    yard = Yard(active=CORMYR)
    ranger = yard.put("human-ranger", (1, 1))
    thug = yard.put("half-orc-thug", (2, 1))
    foe = yard.put("umber-hulk", (1, 2), tapped=True)
    guard = yard.put("drow-house-guard", (3, 1))
    yard.deal(CORMYR, "overwhelm")
    at_work(yard, ranger)
    act(yard, play("overwhelm", ranger, (foe.id,), helpers=(thug,)), strike(guard, thug))
    assert (thug.tapped, thug.damage, foe.damage) == (True, 5, 30)


@pytest.mark.rule("skirmish:timing.open-window", "skirmish:card.immediate")
def test_immediate_cards_are_played_between_activations_and_in_open_windows() -> None:
    yard = Yard(active=CORMYR)
    defender = yard.put("dwarven-defender", (1, 1))
    foe = yard.put("drow-wizard", (2, 1), tapped=True)
    yard.deal(CORMYR, "block", "block")
    assert play("block", defender, (), (foe.id,)) in options_of(yard)
    yard.state.stage = stages.BEFORE_ACTIONS
    yard.deal(DROW, "retreat")
    from rulebooks.skirmish.field import step

    step(yard.state, play("block", defender, (), (foe.id,)))
    assert (foe.damage, yard.state.stage) == (5, stages.BEFORE_ACTIONS)
    step(yard.state)  # nobody can play anything any more
    assert yard.state.stage == stages.ACTIONS


@pytest.mark.rule("skirmish:timing.window", "skirmish:timing.passed-window")
def test_after_a_window_has_closed_it_is_too_late_for_shield() -> None:
    yard = Yard()
    guard = yard.put("drow-house-guard", (1, 1))
    archer, wizard = yard.put("elf-archer", (2, 1)), yard.put("war-wizard", (3, 2))
    yard.deal(CORMYR, "shield")
    at_work(yard, guard)
    table = act(yard, ("attack", guard.id, archer.id), PASS)
    assert play("shield", wizard, (archer.id,)) in table.options(1) or len(table.options(1)) > 1
    assert archer not in yard.state.creatures
    assert len(table.asked) == 2


@pytest.mark.rule("skirmish:timing.what-answers", "skirmish:timing.tap-moment")
def test_a_window_offers_answers_and_nothing_else() -> None:
    yard = Yard()
    guard = yard.put("drow-house-guard", (1, 1))
    ranger = yard.put("human-ranger", (2, 1))
    far = yard.put("dragon-knight", (8, 8))
    yard.deal(CORMYR, "power-attack", "level-up", "block")
    at_work(yard, guard)
    table = act(yard, ("attack", guard.id, ranger.id), PASS)
    assert table.options(1) == [
        PASS,
        strike(ranger, guard),
        play("block", ranger, (), (guard.id,)),
        play("block", ranger),
        play("block", far),
    ]
