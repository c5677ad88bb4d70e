"""Fighting Withdrawals, following, flight and the free attacks on it."""

from __future__ import annotations

from math import hypot
from typing import Any

import pytest
from rulebooks.battlesystem.regiments import Troop, battle, crowd, hero, men, skirmishers, weapon
from rulebooks.battlesystem.test_heroes_and_spears_by_hand import Loaded

from banneret.geometry.rectangles import FRONT, LEFT, REAR, RIGHT
from banneret.kernel.decision import Choice, Decision, Refusal
from banneret.kernel.dice import Chance
from banneret.kernel.order import Order
from banneret.kernel.scene import Question
from banneret.rulebooks.battlesystem import stages
from banneret.rulebooks.battlesystem.movement.disengaging import (
    disengaging_orders,
    skirmishers_away,
    ways_away,
    withdrawals,
)
from banneret.rulebooks.battlesystem.movement.disengaging.following import FollowingSingly
from banneret.rulebooks.battlesystem.rulebook import RULEBOOK
from banneret.rulebooks.battlesystem.space import contacts, standing
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.unit import CLOSED, FIELD, MOB, NOBODY, OPEN, SLAIN
from banneret.rulebooks.battlesystem.view.forecasts.melees import melee, told
from banneret.rulebooks.battlesystem.view.forecasts.partings import parting_forecast
from banneret.testing import Script

WITHDRAW = ("withdraw", 0)
FLEE = ("flee", 0, 0)


def dwarves(**changes: Any) -> Troop:
    """Twelve closed, front middle at (30, 20), looking north, MV 9."""
    return men("Dwarves", 12, 6, 30.0, 20.0, **{"engaged": True, **changes})


def goblins(**changes: Any) -> Troop:
    """Twelve closed against the dwarves' front."""
    return men("Goblins", 12, 6, 30.0, 20.0, 180.0, 1, **changes)


def refused(state: State, order: tuple[Any, ...]) -> Refusal:
    found = disengaging_orders.refusal(state, 0, order)
    assert found is not None
    return found


def done(state: State, order: tuple[Any, ...], table: Script | None = None) -> Script:
    paper = table or Script()
    why = disengaging_orders.refusal(state, 0, order)
    assert why is None, why
    disengaging_orders.carry_out(state, paper, 0, order)
    paper.finish()
    return paper


def front(state: State, number: int = 0) -> tuple[float, float, float]:
    block = state.units[number].block
    assert block is not None
    return block.x, block.y, block.heading


# ---------------------------------------------------------------- which way


@pytest.mark.rule("battlesystem:7.12a")
def test_straight_away_is_against_the_sum_of_the_sides_touched() -> None:
    assert ways_away.away_heading(0, {FRONT}) == 180
    assert ways_away.away_heading(0, {FRONT, RIGHT}) == 225  # back and left
    assert ways_away.away_heading(0, {LEFT, RIGHT}) is None
    assert ways_away.away_heading(0, {FRONT, LEFT, RIGHT}) == 180
    assert ways_away.away_heading(90, {REAR}) == 90
    assert ways_away.away_heading(300, {LEFT}) == 30
    assert ways_away.away_heading(0, {FRONT, REAR, LEFT, RIGHT}) is None
    assert ways_away.away_heading(0, set()) is None


@pytest.mark.rule("battlesystem:7.12")
@pytest.mark.rule("battlesystem:7.12a")
def test_the_catalogues_withdrawal() -> None:
    state = battle(dwarves(), goblins())
    done(state, WITHDRAW, Script(orders=[("stay", 1, 0)]))
    assert front(state) == (30.0, 17.0, 0.0)
    unit = state.units[0]
    assert unit.formation == CLOSED
    assert unit.finished
    assert not contacts.is_engaged(state, unit)


@pytest.mark.rule("battlesystem:7.12a")
def test_touched_on_both_flanks_there_is_no_way() -> None:
    west = men("West", 4, 1, 27.75, 19.25, 90.0, 1)
    east = men("East", 4, 1, 32.25, 19.25, 270.0, 1)
    state = battle(dwarves(), west, east)
    assert refused(state, WITHDRAW).rule == "battlesystem:7.12a"
    assert refused(state, FLEE).rule == "battlesystem:7.12a"
    state = battle(dwarves(), west, goblins())
    done(state, WITHDRAW, Script(orders=[("stay", 1, 0), ("stay", 2, 0)]))
    assert front(state) == (pytest.approx(32.121, abs=0.001), pytest.approx(17.879, abs=0.001), 0.0)


@pytest.mark.rule("battlesystem:7.12")
@pytest.mark.rule("battlesystem:7.3d")
def test_it_takes_three_inches() -> None:
    state = battle(dwarves(movement=6.0, spent=4.0), goblins())
    assert refused(state, WITHDRAW).rule == "battlesystem:7.12"
    done(state, FLEE, Script(dice=[6, 6]))  # 2 in left: it may flee
    assert front(state)[1] == pytest.approx(18.5 - 2.0)
    enough = battle(dwarves(movement=6.0, spent=3.0), goblins())
    assert disengaging_orders.refusal(enough, 0, WITHDRAW) is None


@pytest.mark.rule("battlesystem:7.12")
def test_a_blocked_withdrawal_is_impossible_or_lost() -> None:
    behind = battle(dwarves(), goblins(), men("Friends", 8, 4, 30.0, 16.0))
    assert refused(behind, WITHDRAW).rule == "battlesystem:7.12"  # 2.5 in of room
    state = battle(dwarves(), goblins(), men("Ambush", 8, 4, 30.0, 16.0, 0.0, 1))
    assert disengaging_orders.refusal(state, 0, WITHDRAW) is None  # where enemies are is found out by trying
    done(state, WITHDRAW)
    assert front(state) == (30.0, 20.0, 0.0)
    assert state.units[0].finished
    edge = battle(men("Dwarves", 12, 6, 30.0, 4.0, engaged=True), men("Goblins", 12, 6, 30.0, 4.0, 180.0, 1))
    assert refused(edge, WITHDRAW).rule == "battlesystem:7.12"  # the edge is 2.5 in behind
    bog = [(20.0, 10.0), (40.0, 10.0), (40.0, 16.0), (20.0, 16.0)]
    assert refused(battle(dwarves(), goblins(), ground=[bog]), WITHDRAW).rule == "battlesystem:7.12"


@pytest.mark.rule("battlesystem:7.12")
def test_it_may_not_end_touching_another_enemy() -> None:
    # three inches back its left flank would rub along a file of other enemies
    state = battle(dwarves(), goblins(), men("Others", 4, 1, 27.75, 16.3, 90.0, 1))
    done(state, WITHDRAW)
    assert front(state) == (30.0, 20.0, 0.0)


@pytest.mark.rule("battlesystem:7.12")
@pytest.mark.rule("battlesystem:4.7a")
def test_who_may_withdraw() -> None:
    assert refused(battle(dwarves(engaged=False), goblins()), WITHDRAW).rule == "battlesystem:7.12"
    wild = battle(dwarves(in_command=False, formation=OPEN), goblins())
    assert refused(wild, WITHDRAW).rule == "battlesystem:4.7a"
    assert disengaging_orders.refusal(wild, 0, FLEE) is None
    mob = battle(crowd(x=30.0, y=20.0, engaged=True), goblins())
    assert refused(mob, WITHDRAW).rule == "battlesystem:2.10"
    assert refused(mob, FLEE).rule == "battlesystem:2.10"
    enraged = battle(dwarves(quarry=1, rash=True), goblins())
    assert refused(enraged, WITHDRAW).rule == "battlesystem:4.6g"
    assert refused(battle(dwarves(finished=True), goblins()), WITHDRAW).rule == "battlesystem:1.4"


# ---------------------------------------------------------------- following


@pytest.mark.rule("battlesystem:7.12b")
def test_an_enemy_that_has_moved_already_may_still_follow() -> None:
    state = battle(dwarves(), goblins(spent=9.0, moved=True, finished=True))
    done(state, WITHDRAW, Script(orders=[("follow", 1, 0)]))
    assert front(state, 1) == (30.0, 17.0, 180.0)
    assert contacts.are_touching(state, state.units[0], state.units[1])
    assert state.units[1].charged == -1
    assert state.units[1].left_by == ()


@pytest.mark.rule("battlesystem:7.12b")
def test_a_follower_that_is_blocked_or_held_stays() -> None:
    # the goblins reach farther east, and there a friend of theirs stands in their way
    wide = men("Goblins", 12, 6, 30.75, 20.0, 180.0, 1)
    blocked = battle(dwarves(), wide, men("Bystanders", 4, 4, 33.9, 19.0, 0.0, 1))
    table = done(blocked, WITHDRAW)
    assert table.asked == []
    assert front(blocked, 1) == (30.75, 20.0, 180.0)
    held = battle(dwarves(), goblins(), men("Axes", 4, 4, 30.0, 21.5, 180.0))  # in the goblins' rear
    table = done(held, WITHDRAW)
    assert table.asked == []
    assert held.units[1].left_by == ()  # they had no choice


@pytest.mark.rule("battlesystem:7.12b")
def test_several_enemies_choose_for_themselves_side_a_first() -> None:
    left = men("Left", 8, 4, 28.5, 20.0, 180.0, 2)
    right = men("Right", 8, 4, 31.6, 20.0, 180.0, 1)
    state = battle(dwarves(), left, right, ranking=(1, 0, 2))
    table = done(state, WITHDRAW, Script(orders=[("follow", 2, 0), ("stay", 1, 0)]))
    assert [decision.side for decision in table.asked] == [1, 2]
    assert front(state, 2)[1] == 17.0
    assert front(state, 1)[1] == 20.0


@pytest.mark.rule("battlesystem:7.12b")
@pytest.mark.rule("battlesystem:2.10e")
def test_a_mob_does_not_follow_of_itself() -> None:
    state = battle(dwarves(), crowd("Mob", 16, 30.0, 20.0, 180.0, 1))
    assert done(state, WITHDRAW).asked == []
    assert state.units[1].left_by == ()  # it had no choice
    # drawn on by a failed check it does
    state = battle(dwarves(), crowd("Mob", 16, 30.0, 20.0, 180.0, 1, low_or_chaotic=True, discipline=9))
    done(state, WITHDRAW, Script(dice=[5, 5]))
    assert contacts.are_touching(state, state.units[0], state.units[1])
    assert state.units[1].formation == MOB


@pytest.mark.rule("battlesystem:7.12c")
@pytest.mark.rule("battlesystem:4.6d")
def test_low_or_chaotic_enemies_are_drawn_on() -> None:
    # DL 9 and a roll of 10: they follow, open and out of command
    state = battle(dwarves(), goblins(low_or_chaotic=True, discipline=9))
    table = done(state, WITHDRAW, Script(dice=[4, 6]))
    assert table.asked == []
    enemy = state.units[1]
    assert enemy.formation == OPEN
    assert not enemy.in_command
    assert enemy.quarry == 0
    assert front(state, 1) == (30.0, 17.0, 180.0)
    assert contacts.are_touching(state, state.units[0], enemy)
    # DL 9 and a roll of 9: they choose
    state = battle(dwarves(), goblins(low_or_chaotic=True, discipline=9))
    table = done(state, WITHDRAW, Script(dice=[4, 5], orders=[("stay", 1, 0)]))
    assert table.kinds == ["follow"]
    assert state.units[1].formation == CLOSED
    assert state.units[1].quarry == -1


@pytest.mark.rule("battlesystem:7.12d")
@pytest.mark.rule("battlesystem:8.8b")
def test_who_stays_may_not_charge_the_unit_that_withdrew() -> None:
    state = battle(dwarves(), goblins())
    done(state, WITHDRAW, Script(orders=[("stay", 1, 0)]))
    assert state.units[1].left_by == (0,)
    assert not contacts.is_engaged(state, state.units[1])  # the melee is over
    followed = battle(dwarves(), goblins())
    done(followed, WITHDRAW, Script(orders=[("follow", 1, 0)]))
    assert contacts.is_engaged(followed, followed.units[1])  # it goes on


# ---------------------------------------------------------------- flight


@pytest.mark.rule("battlesystem:8.8c")
def test_the_catalogues_flight() -> None:
    state = battle(dwarves(movement=12.0), goblins())
    done(state, FLEE, Script(dice=[6, 6]))  # 20 - 2 - 6 + 12 = 24: see the next test for what that does
    assert front(state) == (30.0, 6.5, 180.0)
    unit = state.units[0]
    assert not unit.routed
    assert unit.formation == CLOSED
    assert unit.finished


@pytest.mark.rule("battlesystem:8.8d")
def test_the_free_attack_is_struck_before_the_flight_with_minus_two() -> None:
    # AR 20, commander -1, from behind -2, against AC 6: 11 and the dice. Six attackers with D6: at 13 six hit dice each,
    # 36 in all: three figures of 10 and a wound. A quarter is lost: a check.
    state = battle(dwarves(movement=12.0, shield=True), goblins())
    table = done(state, FLEE, Script(dice=[1, 1, 1, 1]))
    assert state.units[0].figures == 9
    assert state.units[0].wounded
    attack = next(event for event in table.events if event.kind == "attack")
    assert attack.data["roll"] == 13
    assert attack.data["free"] is True
    assert len(attack.data["figures"]) == 6
    assert state.units[1].acted


@pytest.mark.rule("battlesystem:8.8d")
def test_a_closed_unit_that_fails_its_check_opens_and_flees() -> None:
    state = battle(dwarves(movement=12.0), goblins())
    done(state, FLEE, Script(dice=[1, 1, 10, 10]))
    unit = state.units[0]
    assert unit.formation == OPEN
    assert not unit.routed
    block = unit.block
    assert block is not None
    assert block.heading == 180.0
    assert block.middle_y < 20.0 - 12.0


@pytest.mark.rule("battlesystem:8.8d")
@pytest.mark.rule("battlesystem:8.8a")
def test_an_open_unit_that_fails_routs_instead_of_fleeing() -> None:
    state = battle(dwarves(formation=OPEN), goblins())
    table = done(state, FLEE, Script(dice=[1, 1, 10, 10]))
    unit = state.units[0]
    assert unit.routed
    assert not any(event.kind == "flee" for event in table.events)
    assert unit.block is not None
    assert unit.block.middle_y == pytest.approx(20.0 - 1.0 - 12.0, abs=0.7)  # 4/3 of 9 in


@pytest.mark.rule("battlesystem:8.8d", "battlesystem:4.7")
def test_who_is_in_command_is_found_out_between_the_free_attack_and_its_check() -> None:
    # Four open ranks of two, 1 3/4 in apart: the last man is 5.5 in from the captain, beyond his 3. With six of eight gone the two
    # that are left are beside each other, in command: 12, -4 for three quarters, +2 for the captain; no -2.
    column = men(
        "Column", 8, 2, 30, 20, formation=OPEN, radius=3.0, in_command=False, charisma=2, engaged=True
    )
    state = battle(column, goblins(attack_rating=0))
    table = done(state, FLEE, Script(dice=[6, 6, 5, 5]))
    assert state.units[0].figures == 2
    check = next(event for event in table.events if event.kind == "morale")
    assert check.data["needed"] == 10
    assert table.news.index("is in command again") < table.news.index("passes a morale check")


@pytest.mark.rule("battlesystem:8.8c")
def test_flight_may_turn_aside_by_45_degrees() -> None:
    state = battle(dwarves(movement=6.0), goblins())
    done(state, ("flee", 0, -45), Script(dice=[6, 6]))
    _x, _y, heading = front(state)
    assert heading == 135.0
    block = state.units[0].block
    assert block is not None
    assert block.middle_x == pytest.approx(30 + 6 * 0.70711, abs=0.01)
    assert block.middle_y == pytest.approx(19.25 - 6 * 0.70711, abs=0.01)
    assert refused(battle(dwarves(), goblins()), ("flee", 0, 46)).nearest == ("flee", 0, 45)


@pytest.mark.rule("battlesystem:8.8c")
def test_flight_goes_as_far_as_it_can_but_at_least_an_inch() -> None:
    # a friend whose front is 4 in behind the turned block
    state = battle(dwarves(), goblins(), men("Friends", 8, 4, 30.0, 14.5))
    done(state, FLEE, Script(dice=[6, 6]))
    assert front(state) == (30.0, 14.5, 180.0)
    near = battle(dwarves(), goblins(), men("Friends", 8, 4, 30.0, 17.6))
    assert refused(near, FLEE).rule == "battlesystem:8.8c"
    # an enemy in the way stops it short of contact
    state = battle(dwarves(), goblins(), men("Ambush", 8, 4, 30.0, 14.5, 0.0, 1))
    done(state, FLEE, Script(dice=[6, 6]))
    assert front(state)[1] == pytest.approx(14.6, abs=0.002)
    assert not contacts.is_engaged(state, state.units[0])
    # the table's edge too: it is not routed
    state = battle(men("Dwarves", 12, 6, 30.0, 6.0, engaged=True), men("Goblins", 12, 6, 30.0, 6.0, 180.0, 1))
    done(state, FLEE, Script(dice=[6, 6]))
    assert front(state)[1] == pytest.approx(0.0, abs=0.01)
    assert state.units[0].status == FIELD


@pytest.mark.rule("battlesystem:8.8c")
def test_nobody_flees_who_has_paid_all_his_movement_for_gaps() -> None:
    assert refused(battle(dwarves(spent=9.0), goblins()), FLEE).rule == "battlesystem:8.8c"


@pytest.mark.rule("battlesystem:8.8e")
@pytest.mark.rule("battlesystem:4.6d")
def test_low_or_chaotic_enemies_of_a_unit_that_flees_test_their_discipline() -> None:
    state = battle(dwarves(), goblins(low_or_chaotic=True, discipline=11))
    done(state, FLEE, Script(dice=[6, 6, 6, 6]))
    enemy = state.units[1]
    assert enemy.quarry == 0
    assert enemy.formation == OPEN
    assert not enemy.in_command
    state = battle(dwarves(), goblins(low_or_chaotic=True, discipline=11))
    done(state, FLEE, Script(dice=[6, 6, 5, 6]))
    assert state.units[1].quarry == -1
    assert state.units[1].formation == CLOSED


@pytest.mark.rule("battlesystem:8.8e")
@pytest.mark.rule("battlesystem:4.6d")
def test_who_does_not_come_to_flee_tempts_nobody() -> None:
    # 20 - 1 - 2 - 6 + 2 = 13: six figures do 36 hit dice, which kill three of 10, so that it checks and routs, or twelve of 3.
    # Three gaps in its front take all of 3 in
    def left(dice: list[int], **changes: Any) -> State:
        state = battle(dwarves(formation=OPEN, **changes), goblins(low_or_chaotic=True, discipline=2))
        done(state, FLEE, Script(dice=dice))
        return state

    routed, slain = left([1, 1, 10, 10]), left([1, 1], figure=30)
    stuck = left([1, 1, 1, 1], movement=3.0)
    assert routed.units[0].routed
    assert slain.units[0].status == SLAIN
    assert front(stuck) == (30.0, 20.0, 0.0)
    for state in (routed, slain, stuck):
        assert state.units[1].quarry == NOBODY
        assert state.units[1].formation == CLOSED


@pytest.mark.rule("battlesystem:8.8c")
@pytest.mark.rule("battlesystem:7.3c")
def test_the_gaps_that_the_free_attack_makes_shorten_the_flight() -> None:
    # three figures of the front rank fall (see above), three step up for 3 in, and of 9 in 6 are left. It is 2 in deep: turned about
    # its front is at y 18
    state = battle(dwarves(formation=OPEN), goblins())
    done(state, FLEE, Script(dice=[1, 1, 1, 1]))
    assert front(state) == (30.0, 12.0, 180.0)
    assert (state.units[0].spent, state.units[0].debt) == (9.0, 0)


@pytest.mark.rule("battlesystem:7.3d")
@pytest.mark.rule("battlesystem:8.8c")
@pytest.mark.parametrize(("movement", "end"), [(3.0, (30.0, 20.0, 0.0)), (4.0, (30.0, 17.0, 180.0))])
def test_whose_gaps_take_all_its_movement_stays(movement: float, end: tuple[float, float, float]) -> None:
    state = battle(dwarves(formation=OPEN, movement=movement), goblins())
    table = done(state, FLEE, Script(dice=[1, 1, 1, 1]))
    assert front(state) == end
    assert (state.units[0].finished, state.units[0].debt) == (True, 0)
    told = next(event for event in table.events if event.kind == "flee")
    assert told.rule == ("battlesystem:7.3d" if movement == 3.0 else "battlesystem:8.8c")


@pytest.mark.rule("battlesystem:8.8d")
@pytest.mark.rule("battlesystem:7.15a")
def test_it_routs_away_from_the_figures_that_struck_it() -> None:
    # of a line of 24 files, x 27 to 45, only the west end strikes: the ten figures from x 27 to 34.5, their middle at (30.75, 20.375).
    # Four of the 24 open men are left, in one rank from x 27.75 to 32.25 or near it, south-west of that: away is within 45 degrees of
    # home, south
    state = battle(
        men("Dwarves", 24, 6, 30.0, 20.0, formation=OPEN, engaged=True),
        men("Goblins", 24, 24, 36.0, 20.0, 180.0, 1, attack_rating=6, weapons=[weapon("2d8")]),
    )
    table = done(state, FLEE, Script(dice=[6, 6, 10, 10]))
    struck = next(event for event in table.events if event.kind == "attack").data["figures"]
    x, y = standing.middle_of(state.units[1], struck)
    assert (round(x, 3), round(y, 3)) == (30.75, 20.375)
    assert state.units[0].routed
    assert state.units[0].rout_heading == 180.0


@pytest.mark.rule("battlesystem:7.14f")
@pytest.mark.rule("battlesystem:8.3f")
def test_the_bonus_of_a_charge_is_for_the_melee_not_for_a_free_attack() -> None:
    # they charged the dwarves this round, who move second: 20 - 1 - 2 - 6 + 7
    state = battle(dwarves(), goblins(charged=0, moved=True))
    table = done(state, FLEE, Script(dice=[3, 4]))
    assert next(event for event in table.events if event.kind == "attack").data["roll"] == 18


@pytest.mark.rule("battlesystem:8.9")
@pytest.mark.rule("battlesystem:8.8d")
def test_routed_enemies_strike_at_nobody() -> None:
    state = battle(dwarves(), goblins(routed=True, formation=OPEN))
    done(state, FLEE)
    assert front(state)[2] == 180.0


# ---------------------------------------------------------------- skirmishers


@pytest.mark.rule("battlesystem:2.9f")
@pytest.mark.rule("battlesystem:7.8g")
@pytest.mark.rule("battlesystem:7.12")
def test_caught_skirmishers_withdraw_each_for_himself() -> None:
    # figures 1 and 2 stand against the line, 0 and 3 aside
    places = [(24.0, 19.0), (29.0, 19.625), (31.0, 19.625), (36.0, 19.0)]
    state = battle(skirmishers(places=places, movement=12.0), goblins())
    assert ways_away.figures_touched(state, state.units[0]) == [1, 2]
    assert refused(state, ("withdraw", 0, (0,))).rule == "battlesystem:7.12"
    done(state, ("withdraw", 0, (1, 2)), Script(orders=[("stay", 1, 0)]))
    singles = state.units[0].singles
    assert singles is not None
    assert [(single.x, single.y) for single in singles] == [
        (24.0, 19.0),
        (29.0, 16.625),
        (31.0, 16.625),
        (36.0, 19.0),
    ]
    assert [single.done for single in singles] == [False, True, True, False]


@pytest.mark.rule("battlesystem:2.9f")
@pytest.mark.rule("battlesystem:8.8c")
@pytest.mark.rule("battlesystem:8.8d")
def test_skirmishers_flee_after_one_free_attack() -> None:
    places = [(24.0, 19.0), (29.0, 19.625), (31.0, 19.625), (36.0, 19.0)]
    state = battle(skirmishers(places=places, movement=6.0, armour_class=-40), goblins())
    table = done(state, ("flee", 0, 0, (1, 2)), Script(dice=[6, 6]))
    singles = state.units[0].singles
    assert singles is not None
    assert (singles[1].y, singles[1].heading) == (13.625, 180.0)
    assert (singles[2].y, singles[0].y) == (13.625, 19.0)
    assert len([event for event in table.events if event.kind == "attack"]) == 1
    assert refused(state, ("flee", 0, 0)).nearest is not None
    for order in (("flee", 0, "x", (1,)), ("withdraw", 0, (9,)), ("withdraw", 0, (1, 1)), ("withdraw", 0, 5)):
        assert disengaging_orders.refusal(state, 0, order) is not None


@pytest.mark.rule("battlesystem:7.12")
def test_offers_are_lawful() -> None:
    state = battle(dwarves(), goblins())
    found = disengaging_orders.offers(state, state.units[0])
    assert found[:2] == [("withdraw", 0), ("flee", 0, 0)]
    assert all(disengaging_orders.refusal(state, 0, order) is None for order in found)
    assert disengaging_orders.offers(state, state.units[1]) == []  # not marked as having begun in contact


@pytest.mark.rule("battlesystem:7.12b")
def test_following_and_withdrawing_stand_with_the_melee_that_comes_of_them() -> None:
    """Who is followed stands as before, so the melee that was is the melee that will be."""
    state = battle(dwarves(), goblins())
    before = told(state, melee(state, state.units[1], state.units[0]), state.units[1])

    class Onlooker(Script):
        def ask(self, decision: Decision) -> Order:
            shown.append(RULEBOOK.view.question(state, decision))
            return super().ask(decision)

    shown: list[Question] = []
    retreat = parting_forecast(state, Choice("move", 0, "battlesystem:7.12", [WITHDRAW]), WITHDRAW)
    assert retreat is not None
    assert retreat.assumption == "if Goblins should follow; no melee otherwise"
    done(state, WITHDRAW, Onlooker(orders=[("follow", 1, 0)]))
    follow, stay = shown[0].options
    assert follow.odds is not None
    assert (follow.odds.text, follow.odds.chances) == (before.text, before.chances)
    assert follow.odds.assumption == "in the next melee with Dwarves, if nobody else strikes them"
    assert stay.odds is None
    assert stay.consequence == "it stays where it is, and the melee ends"


@pytest.mark.rule("battlesystem:8.8d")
def test_flight_stands_with_the_blows_at_the_back() -> None:
    state = battle(dwarves(), goblins())
    flee = parting_forecast(state, Choice("move", 0, "battlesystem:8.8", [FLEE]), FLEE)
    assert flee is not None
    assert flee.text.startswith("Goblins strike at its back: ")


@pytest.mark.rule("battlesystem:7.12b", "battlesystem:7.1e")
@pytest.mark.parametrize(
    ("friend", "old", "new"),
    [
        ((33, 17.3), True, False),  # 0.3 in from where the second would end, 0.45 in upon him
        ((33, 18.6), True, True),  # on his way alone: skirmishers go through
        ((33.75, 17), True, True),  # right beside him
    ],
)
def test_skirmishers_who_follow_do_not_end_on_friends(
    friend: tuple[float, float], old: bool, new: bool
) -> None:
    """Two men, the first in touch with one who has gone 3 in to the south; the second would end at (33, 17)."""
    for version, may in ((8, old), (9, new)):
        state = battle(
            skirmishers("Khans", [(30, 20), (33, 20)]),
            skirmishers("Scouts", [(30, 16.25)], side=1),
            skirmishers("Needles", [friend]),
            tier=stages.INTERMEDIATE,
            options={"version": version},
        )
        assert withdrawals.can_follow(state, state.units[0], state.units[1], 180.0) == may


@pytest.mark.rule("battlesystem:7.12b", "battlesystem:2.9f")
@pytest.mark.parametrize(("version", "x"), [(13, 30.375), (14, 27.375)])
def test_each_enemy_follows_the_skirmishers_who_withdraw_from_it(version: int, x: float) -> None:
    # one is touched from the north and goes south, one from the east and goes west; each enemy may advance 3 inches after its own
    state = battle(
        skirmishers("Scouts", [(20, 20), (30, 20)]),
        men("North", 4, 4, 20, 20.375, 180, side=1),
        men("East", 4, 4, 30.375, 20, 270, side=1),
        tier=1,
        options={"version": version},
    )
    table = Script(orders=[("follow", 1, 0), ("follow", 2, 0)] if version > 13 else [("follow", 1, 0)])
    skirmishers_away.withdraw_singles(state, table, state.units[0], [0, 1])
    north, east = state.units[1].block, state.units[2].block
    assert north is not None
    assert east is not None
    assert (north.x, north.y) == (20.0, 17.375)
    assert (east.x, east.y) == (x, 20.0)
    assert table.orders == []


@pytest.mark.rule("battlesystem:7.12c", "battlesystem:2.9f")
@pytest.mark.parametrize(("version", "checks"), [(13, 2), (14, 1)])
def test_nobody_is_drawn_on_by_skirmishers_who_do_not_get_away(version: int, checks: int) -> None:
    # the second has a friendly regiment two inches to the west: he stays, and his enemy has nobody to follow
    state = battle(
        skirmishers("Scouts", [(20, 20), (30, 20)]),
        men("North", 4, 4, 20, 20.375, 180, side=1, low_or_chaotic=True, discipline=20),
        men("East", 4, 4, 30.375, 20, 270, side=1, low_or_chaotic=True, discipline=20),
        men("Bar", 4, 4, 27.5, 20, 90),
        tier=1,
        options={"version": version},
    )
    table = Script(dice=[1, 1] * checks)
    skirmishers_away.withdraw_singles(state, table, state.units[0], [0, 1])
    assert table.values == []
    singles = state.units[0].singles
    assert singles is not None
    assert (singles[0].y, singles[1].x) == (17.0, 30.0)


def _left_by_scouts(version: int, *orders: Order, places: Any = None) -> tuple[State, Script]:
    """A scout at (30, 19.25) withdraws 3 in to the south from the first of three Khans, who stand in a line from (30, 20) on."""
    state = battle(
        skirmishers("Scouts", [(30, 19.25)]),
        skirmishers("Khans", places or [(30, 20), (33, 20), (36, 20)], 180.0, side=1),
        tier=1,
        options={"version": version},
    )
    table = Script(orders=list(orders))
    skirmishers_away.withdraw_singles(state, table, state.units[0], [0])
    table.finish()
    return state, table


def _khans(state: State) -> list[tuple[float, float]]:
    singles = state.units[1].singles
    assert singles is not None
    return [(single.x, single.y) for single in singles]


@pytest.mark.rule("battlesystem:7.12b", "battlesystem:2.9d")
@pytest.mark.parametrize(
    ("version", "order", "ends"),
    [
        (15, ("follow", 1, 0), [17.0, 17.0, 17.0]),
        (16, ("follow", 1, 0), [17.0, 17.0, 17.0]),
        (16, ("after", 1, 0, 0), [17.0, 20.0, 20.0]),
        (16, ("after", 1, 0, 0, 2), [17.0, 20.0, 17.0]),
        (16, ("after", 1, 0), [20.0, 20.0, 20.0]),
        (16, ("stay", 1, 0), [20.0, 20.0, 20.0]),
    ],
)
def test_some_skirmishers_follow_while_their_fellows_stay(
    version: int, order: Order, ends: list[float]
) -> None:
    state, table = _left_by_scouts(version, order)
    assert [y for _, y in _khans(state)] == ends
    asked = table.asked[0]
    assert (asked.check(("after", 1, 0)) is None) is (version == 16)
    assert asked.default() == (("follow", 1, 0) if version == 15 else ("after", 1, 0, 0, 1, 2))


@pytest.mark.rule("battlesystem:7.12b", "battlesystem:7.4")
def test_skirmishers_who_follow_touch_the_enemy_and_keep_an_inch_from_those_who_stay() -> None:
    # the third stands 3/4 in beside the place where the first ends
    places = [(30.0, 20.0), (33.0, 20.0), (31.5, 17.5)]
    state, table = _left_by_scouts(16, ("after", 1, 0, 0, 2), places=places)
    assert _khans(state) == [(30.0, 17.0), (33.0, 20.0), (31.5, 14.5)]
    asked = table.asked[0]
    for figures, why in (
        ((0,), "None of them would touch the enemy, or one would end less than an inch from who stays."),
        ((1,), "None of them would touch the enemy, or one would end less than an inch from who stays."),
        ((0, 0), "A figure follows only once."),
        ((3,), "Only figures that can go along may follow: 0, 1, 2."),
    ):
        fresh = _before_the_choice(places)
        again = FollowingSingly(fresh, fresh.units[1], fresh.units[0], 180.0, [0, 1, 2])
        found = again.check(("after", 1, 0, *figures))
        assert found is not None
        assert (found.reason, found.rule) == (why, "battlesystem:7.12b")
        assert again.check(again.sample(Chance(len(figures)))) is None
    assert asked.kind == "follow"


def _before_the_choice(places: list[tuple[float, float]]) -> State:
    """The scout has gone to (30, 16.25), and the Khans choose."""
    scout = skirmishers("Scouts", [(30, 16.25)])
    return battle(scout, skirmishers("Khans", places, 180.0, side=1), tier=1)


@pytest.mark.rule("battlesystem:7.12b", "battlesystem:2.9d")
@pytest.mark.parametrize(("version", "ends"), [(15, [20.0, 20.0, 20.0]), (16, [17.0, 20.0, 17.0])])
def test_who_has_no_room_to_follow_keeps_only_himself_back(version: int, ends: list[float]) -> None:
    """A regiment of friends stands an inch before the second: by version 15 nobody followed, for he could not."""
    state = battle(
        skirmishers("Scouts", [(30, 19.25)]),
        skirmishers("Khans", [(30, 20), (33, 20), (36, 20)], 180.0, side=1),
        men("Friends", 2, 2, 33, 18.625, side=1),
        tier=1,
        options={"version": version},
    )
    table = Script(orders=[("follow", 1, 0)] if version == 16 else [])
    skirmishers_away.withdraw_singles(state, table, state.units[0], [0])
    table.finish()
    assert [y for _, y in _khans(state)] == ends
    told = "2 figures of Khans follow Scouts." if version == 16 else "Khans let Scouts go."
    assert told in table.news


def test_the_question_who_follows_has_each_of_them_to_point_at() -> None:
    state = _before_the_choice([(30.0, 20.0), (33.0, 20.0), (36.0, 20.0)])
    decision = FollowingSingly(state, state.units[1], state.units[0], 180.0, [0, 1, 2])
    shown = RULEBOOK.view.question(state, decision)
    assert shown.form is not None
    assert (shown.form.kind, shown.form.verb, shown.default) == ("subset", "after 1 0", "after 1 0 0 1 2")
    assert [item.word for item in shown.form.items] == ["0", "1", "2"]
    assert [option.label for option in shown.options] == [
        "Follow Scouts with figure 1 and figure 2 and figure 3",
        "Let Scouts go",
    ]


# ---------------------------------------------------------------- enemies in contact in the way


ASLANT = ("flee", 0, 45)


def beside(version: int, files: int, premeasure: bool = False) -> State:
    """Dwarves eight or fewer abreast, the middle of their front at x = 30, and Goblins from x = 24.75 to 29.25 before it."""
    return battle(
        men("Dwarves", 16, files, 30.0, 20.0, engaged=True),
        men("Goblins", 12, 6, 27.0, 20.0, 180.0, 1),
        options={"version": version, "premeasure": premeasure},
    )


@pytest.mark.rule("battlesystem:8.8c", "battlesystem:3.5")
@pytest.mark.parametrize("premeasure", [False, True])
def test_nobody_tries_to_flee_through_the_enemy_in_contact(premeasure: bool) -> None:
    # Six inches of front, turned to look south-west about their middle (30, 19.25): its end lies 2.12 to the west and as much to the north, at
    # (27.88, 21.37), among the Goblins, and has those to the west of it in its way. By version 17 the unit tried, stayed, and had moved.
    state = beside(17, 8, premeasure)
    done(state, ASLANT)
    assert contacts.is_engaged(state, state.units[0])
    assert state.units[0].moved
    state = beside(18, 8, premeasure)
    assert refused(state, ASLANT).rule == "battlesystem:8.8c"
    assert disengaging_orders.offers(state, state.units[0]) == [WITHDRAW, FLEE, ("flee", 0, -45)]


@pytest.mark.rule("battlesystem:8.8c")
def test_a_narrow_front_flees_aslant() -> None:
    # Four files and ranks, 3 by 3 inches about (30, 18.5): turned by 45 degrees, their north-west side crosses y = 20 at x = 29.38, to the
    # east of the Goblins.
    assert disengaging_orders.refusal(beside(18, 4), 0, ASLANT) is None


@pytest.mark.rule("battlesystem:8.8c", "battlesystem:3.5")
@pytest.mark.parametrize(("version", "south", "touches"), [(17, 9.5, True), (18, 10.5, False)])
def test_a_flight_ends_in_no_contact(version: int, south: float, touches: bool) -> None:
    # Nine inches from y = 18.5 to 9.5; just beside its way, from x = 32.25 on, more Goblins stand from y = 9 to 10.5.
    state = battle(
        dwarves(armour_class=-10),
        goblins(attack_rating=2),
        men("More", 12, 6, 34.5, 10.5, 0, side=1),
        options={"version": version},
    )
    done(state, FLEE, Script(dice=[6, 6]))
    assert front(state)[1] == pytest.approx(south, abs=0.26)
    assert contacts.is_engaged(state, state.units[0]) is touches


@pytest.mark.rule("battlesystem:8.8c", "battlesystem:8.8d", "battlesystem:7.15c")
@pytest.mark.parametrize("version", [17, 18])
def test_who_was_struck_flees_by_the_nearest_way(version: int) -> None:
    # Four files and two ranks, of which 0.75 in stand before the Goblins, whose front begins at x = 30.75. Turned to the south-east about
    # (30, 19.25) they leave them behind. One falls: the three who are left in the last rank stand in its middle, the left one from (31.06, 20.31)
    # to (30.53, 20.84), with the corner of the Goblins, (30.75, 20), in the way of this end. Ten degrees more to the south it is not.
    # By version 17 they were struck, and stayed.
    state = battle(
        men("Dwarves", 8, 4, 30.0, 20.0, engaged=True, morale=20),
        men("Goblins", 12, 6, 33.0, 20.0, 180.0, 1),
        options={"version": version},
    )
    done(state, ("flee", 0, -45), Script(dice=[1, 1]))
    dwarves_left = state.units[0]
    assert dwarves_left.figures == 7
    assert contacts.is_engaged(state, dwarves_left) is (version == 17)
    if version == 18:
        x, y, heading = front(state)
        assert heading == 145.0
        assert hypot(x - 30.0, y - 19.25) > 8.0


@pytest.mark.rule("battlesystem:2.9f", "battlesystem:7.4", "battlesystem:7.12")
@pytest.mark.parametrize(("version", "gone"), [(17, [False, True]), (18, [True, True])])
@pytest.mark.parametrize(
    ("order", "south"), [(("withdraw", 0, (0, 1)), 24.0), (("flee", 0, 0, (0, 1)), 22.75)]
)
def test_skirmishers_make_way_for_one_another(
    version: int, gone: list[bool], order: Order, south: float
) -> None:
    # The first stands 3 inches to the north of the place beside the second, and withdraws to there; the second goes to the west, and must go
    # first. Of those who flee the first stands at y = 22.75: an inch to the south he would be 0 in from the second.
    state = battle(
        skirmishers("Scouts", [(30, south), (30.9, 21)], movement=3.0, armour_class=-10),
        skirmishers("Reds", [(30, south + 0.75), (31.65, 21)], 180, side=1, attack_rating=2),
        options={"version": version},
    )
    disengaging_orders.carry_out(state, Loaded({(6, 1): 6}), 0, order)
    singles = state.units[0].singles
    assert singles is not None
    assert [singles[0].y < south - 0.9, singles[1].x < 28.0] == gone


@pytest.mark.rule("battlesystem:2.9f", "battlesystem:7.4")
@pytest.mark.parametrize("premeasure", [False, True])
def test_a_skirmisher_does_not_try_where_a_fellow_bars_the_way(premeasure: bool) -> None:
    # Three inches to the south of the first, at y = 21, is the second, from y = 21.125 to 21.875; an inch to the south, at y = 23, he would be
    # 0.75 in from him. By version 17 he tried to withdraw, stayed, and had ended his move.
    for version in (17, 18):
        state = battle(
            skirmishers("Scouts", [(30, 24), (30, 21.5)], movement=3.0),
            men("Reds", 12, 6, 30, 24.375, 180, side=1),
            options={"version": version, "premeasure": premeasure},
        )
        order = ("withdraw", 0, (0,))
        if version == 17:
            assert disengaging_orders.refusal(state, 0, order) is None
            continue
        assert refused(state, order).rule == "battlesystem:7.12"
        assert refused(state, ("flee", 0, 0, (0,))).rule == "battlesystem:8.8c"
        assert disengaging_orders.refusal(state, 0, ("flee", 0, 45, (0,))) is None


@pytest.mark.rule("battlesystem:2.9f", "battlesystem:7.4", "battlesystem:3.5")
@pytest.mark.parametrize(
    ("version", "premeasure", "refuses"), [(18, True, False), (19, True, True), (19, False, False)]
)
def test_an_enemy_who_goes_alone_bars_skirmishers_where_one_may_measure(
    version: int, premeasure: bool, refuses: bool
) -> None:
    # The Scout stands from y = 23.625 to 24.375, the enemy hero behind him from y = 22.125 to 22.875: 0.75 in apart, less than an inch. A block
    # is refused so too; by version 18 the Scout tried, stayed, and had ended his move.
    state = battle(
        skirmishers("Scouts", [(30, 24)]),
        men("Reds", 12, 6, 30, 24.375, 180, side=1),
        leaders=[hero("Grange", 30, 22.5, side=1)],
        tier=stages.INTERMEDIATE,
        options={"version": version, "premeasure": premeasure},
    )
    for order, rule in ((("withdraw", 0, (0,)), "7.12"), (("flee", 0, 0, (0,)), "8.8c")):
        found = disengaging_orders.refusal(state, 0, order)
        assert (found is not None) == refuses
        if found is not None:
            assert found.rule == f"battlesystem:{rule}"
