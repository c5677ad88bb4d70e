"""Charges: who, from how far, along which path, what they do where they strike and where they do not."""

from __future__ import annotations

from typing import Any

import pytest
from rulebooks.battlesystem.regiments import Troop, battle, crowd, men, skirmishers, weapon

from banneret.geometry.plane import forward
from banneret.geometry.rectangles import FRONT, overlap
from banneret.kernel.decision import Refusal
from banneret.rulebooks.battlesystem.blocks import block_moves
from banneret.rulebooks.battlesystem.combat import attack_rolls
from banneret.rulebooks.battlesystem.morale import causes, current_morale
from banneret.rulebooks.battlesystem.movement import movement_orders
from banneret.rulebooks.battlesystem.movement.charges import charge_orders, charging
from banneret.rulebooks.battlesystem.space import contacts, standing
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.unit import CLOSED, FIELD, MOB, NOBODY, OPEN, SLAIN
from banneret.testing import Script

CHARGE = ("charge", 0, 1, ("slide", 0))


def axes(**changes: Any) -> Troop:
    """Twelve closed, front middle at (30, 20), looking north, MV 9."""
    return men("Axes", 12, 6, 30.0, 20.0, **changes)


def orcs(away: float, **changes: Any) -> Troop:
    """Twelve closed, so many inches before the axes' front, looking at them."""
    facts = {"figures": 12, "files": 6, "x": 30.0, "y": 20.0 + away, "heading": 180.0, "side": 1, **changes}
    return men("Orcs", **facts)


def refused(state: State, order: tuple[Any, ...] = CHARGE) -> Refusal:
    found = charge_orders.refusal(state, 0, order)
    assert found is not None
    return found


def charged(state: State, order: tuple[Any, ...] = CHARGE, dice: list[int] | None = None) -> Script:
    table = Script(dice=dice)
    why = charge_orders.refusal(state, 0, order)
    assert why is None, why
    charge_orders.carry_out(state, table, 0, order)
    table.finish()
    return table


def front(state: State, number: int = 0) -> tuple[float, float]:
    block = state.units[number].block
    assert block is not None
    return block.x, block.y


# ---------------------------------------------------------------- who


@pytest.mark.rule("battlesystem:7.14")
@pytest.mark.rule("battlesystem:7.14h")
def test_who_may_charge() -> None:
    assert charge_orders.refusal(battle(axes(), orcs(8)), 0, CHARGE) is None
    line = battle(skirmishers(places=[(28.0, 20.0), (30.0, 20.0)]), orcs(8))
    assert refused(line).rule == "battlesystem:7.14"
    assert refused(battle(axes(in_command=False, formation=OPEN), orcs(8))).rule == "battlesystem:7.14h"
    assert refused(battle(axes(routed=True, formation=OPEN), orcs(8))).rule == "battlesystem:6.4"
    assert refused(battle(axes(rallied=True), orcs(8))).rule == "battlesystem:6.3"
    assert refused(battle(axes(), orcs(0))).rule == "battlesystem:7.14"
    # 1 1/2 x 9 less 8 for gaps are 5.5 in, less than the 6 it needs
    assert refused(battle(axes(spent=8.0), orcs(8))).rule == "battlesystem:7.14"
    assert charge_orders.refusal(battle(axes(spent=7.5), orcs(6)), 0, CHARGE) is None
    assert refused(battle(axes(), orcs(8)), ("charge", 0, 0, ("slide", 0))).rule == "battlesystem:7.14a"
    assert refused(battle(axes(left_by=(1,)), orcs(8))).rule == "battlesystem:7.12d"


@pytest.mark.rule("battlesystem:7.14a")
def test_nonsense_is_refused() -> None:
    state = battle(axes(), orcs(8))
    for order in (
        ("charge",),
        ("charge", 0),
        ("charge", 0, 1),
        ("charge", 0, "orcs", ("slide", 0)),
        ("charge", 0, 7, ("slide", 0)),
        ("charge", 0, 1, ("slide",)),
        ("charge", 0, 1, ("slide", "left")),
        ("charge", 0, 1, ("slide", 1e12)),
        ("charge", 0, 1, ("slide", 0, -3)),
        ("charge", 0, 1, ("slide", 0), ("slide", 30)),
        ("charge", 0, 1, ("wheel", "up", 10), ("slide", 0)),
        ("charge", 0, 1, ("wheel", "left", 91), ("slide", 0)),
        ("charge", 0, 1, ("wheel", "left", 20)),
        ("charge", 0, 1, "slide"),
        ("charge", 0, 1, ("slide", 0), ("about",)),
        (("charge",), ("a",)),
    ):
        assert charge_orders.refusal(state, 0, order) is not None, order
    aslant = refused(state, ("charge", 0, 1, ("slide", 46)))
    assert aslant.rule == "battlesystem:7.9a"
    assert aslant.nearest == ("charge", 0, 1, ("slide", 45))


# ---------------------------------------------------------------- how far


@pytest.mark.rule("battlesystem:7.14b")
@pytest.mark.parametrize(("rate", "reach"), [(6.0, 9.0), (9.0, 13.5), (12.0, 18.0)])
def test_a_charge_goes_one_and_a_half_times_the_rate(rate: float, reach: float) -> None:
    state = battle(axes(movement=rate), orcs(reach))
    charged(state)
    assert state.units[0].charged == 1
    assert front(state) == (30.0, 20.0 + reach)
    short = battle(axes(movement=rate), orcs(reach + 0.1))
    charged(short)
    assert short.units[0].charged == NOBODY
    assert front(short) == (30.0, 20.0 + reach)


@pytest.mark.rule("battlesystem:7.14c")
def test_it_needs_room_to_run() -> None:
    state = battle(axes(), orcs(5.9))
    table = charged(state)
    assert front(state) == (30.0, 20.0)  # committed to no action
    assert state.units[0].finished
    assert state.units[0].charged == NOBODY
    assert state.units[0].formation == CLOSED
    assert "no room" in table.news
    state = battle(axes(), orcs(6.0))
    charged(state)
    assert front(state) == (30.0, 26.0)
    assert state.units[0].charged == 1


@pytest.mark.rule("battlesystem:7.14d")
def test_the_last_two_thirds_are_straight() -> None:
    # six files, two ranks: 45 degrees cost 3.293 in; 35.54 degrees 2.6
    wheel = ("wheel", "right", 35.54)
    path = ("charge", 0, 1, wheel, ("slide", 0))
    state = battle(axes(), men("Orcs", 12, 6, side=1))
    unit = state.units[0]
    assert unit.block is not None
    after = block_moves.wheel(unit.block, 1, 35.54)
    assert block_moves.wheel_cost(unit.block, 1, 35.54) == pytest.approx(2.6, abs=0.002)
    for inches, lawful in ((5.8, True), (5.1, False)):
        x, y = after.point(0.0, inches)
        trial = battle(axes(), men("Orcs", 12, 6, x, y, 215.54, 1))
        charged(trial, path)
        assert (trial.units[0].charged == 1) is lawful, inches
        assert (front(trial) == (30.0, 20.0)) is not lawful
    # seen from the declaration: of 13.5 in at most 4.5 may come before the last leg
    long = refused(state, ("charge", 0, 1, ("wheel", "right", 62), ("slide", 0)))
    assert long.rule == "battlesystem:7.14d"
    half = battle(axes(), orcs(8), options={"charge_straight": (1, 2)})
    assert charge_orders.refusal(half, 0, ("charge", 0, 1, ("wheel", "right", 62), ("slide", 0))) is None


@pytest.mark.rule("battlesystem:7.14c")
@pytest.mark.rule("battlesystem:7.14d")
def test_declared_inches_tell_that_a_path_is_no_charge() -> None:
    # a wheel of 35.54 degrees takes 2.6 in: before 5.2 in straight and more it is lawful, and 6 in it has to be in all
    wheel = ("wheel", "right", 35.54)
    for path, rule in (
        ((wheel, ("slide", 0, 2)), "battlesystem:7.14d"),
        ((wheel, ("slide", 0, 5.1)), "battlesystem:7.14d"),
        ((wheel, ("slide", 0, 5.3)), ""),
        ((("slide", 0, 3),), "battlesystem:7.14c"),
        ((("slide", 0, 5.9),), "battlesystem:7.14c"),
        ((("slide", 0, 6),), ""),
        ((("slide", 0, 6, (0, 1)),), ""),
    ):
        found = charge_orders.refusal(battle(axes(), orcs(9)), 0, ("charge", 0, 1, *path))
        assert (found.rule if found else "") == rule, path


@pytest.mark.rule("battlesystem:7.14d")
def test_legs_of_one_direction_are_one_straight_leg() -> None:
    for path in (
        (("slide", 0, 5), ("slide", 0)),
        (("slide", 0, 12), ("slide", 0)),
        (("slide", 0, 4), ("slide", 0, 6)),
    ):
        state = battle(axes(), orcs(10))
        charged(state, ("charge", 0, 1, *path))
        assert front(state) == (30.0, 30.0)
        assert state.units[0].charged == 1
    aslant = ("charge", 0, 1, ("slide", 30, 5), ("slide", 0, 5))
    assert refused(battle(axes(), orcs(10)), aslant).rule == "battlesystem:7.14d"


@pytest.mark.rule("battlesystem:7.14d")
@pytest.mark.rule("battlesystem:3.5")
def test_a_charge_that_strikes_nobody_must_be_straight_at_its_end_too() -> None:
    # the wheel of 2.6 in leads aside of the orcs and at the rear of friends, 4 or 6 in on: 4 of 6.6 in are less than 2/3, 6 of 8.6 not
    path = ("charge", 0, 1, ("wheel", "right", 35.54), ("slide", 0))
    block = axes().unit.block
    assert block is not None
    after = block_moves.wheel(block, 1, 35.54)
    for inches, fails in ((4.0, False), (6.0, True)):
        x, y = after.point(0.0, inches + 1.5)
        state = battle(axes(), orcs(9, x=20.0), men("Friends", 12, 6, x, y, 35.54))
        charged(state, path)
        assert (state.units[0].formation == OPEN) is fails
        assert (front(state) == (30.0, 20.0)) is not fails


@pytest.mark.rule("battlesystem:7.14d")
def test_oblique_legs_may_come_first() -> None:
    # 3 in aslant, then 7 straight
    state = battle(axes(), orcs(9.598, x=31.5))
    charged(state, ("charge", 0, 1, ("slide", 30, 3), ("slide", 0)))
    assert front(state) == (pytest.approx(31.5), pytest.approx(29.598, abs=0.002))
    assert state.units[0].charged == 1


@pytest.mark.rule("battlesystem:7.14c")
@pytest.mark.rule("battlesystem:7.14d")
def test_turning_on_the_spot_is_paid_but_is_no_way_made() -> None:
    # facing about costs 4.5 of the 13.5 in: 9 in are left, all of them straight
    for away, strikes in ((7.5, True), (10.4, True), (10.6, False), (7.4, False)):
        # the rear edge at y 18.5 becomes the front: away from there
        enemy = men("Orcs", 12, 6, 30.0, 20.0 - away, 0.0, 1)
        state = battle(axes(), enemy)
        charged(state, ("charge", 0, 1, ("about",), ("slide", 0)))
        assert (state.units[0].charged == 1) is strikes, away


@pytest.mark.rule("battlesystem:7.14d")
def test_a_charge_that_meets_somebody_before_its_last_leg_is_none() -> None:
    state = battle(axes(), orcs(12), men("Others", 4, 4, 31.0, 22.0, 180.0, 1))
    charged(state, ("charge", 0, 1, ("slide", 30, 3), ("slide", 0)))
    assert front(state) == (30.0, 20.0)


# ---------------------------------------------------------------- striking home


@pytest.mark.rule("battlesystem:7.14a")
@pytest.mark.rule("battlesystem:7.14e")
def test_whoever_is_met_first_has_been_charged() -> None:
    state = battle(axes(), orcs(12), men("Others", 4, 4, 30.0, 27.0, 180.0, 1))
    charged(state)
    unit = state.units[0]
    assert unit.charged == 2
    assert contacts.enemies_touching(state, unit) == [2]
    both = battle(axes(), orcs(7, x=28.0, figures=8, files=4), men("Others", 4, 4, 32.0, 27.0, 180.0, 1))
    charged(both)
    assert contacts.enemies_touching(both, both.units[0]) == [1, 2]
    assert both.units[0].charged == 1  # the one declared


@pytest.mark.rule("battlesystem:7.14e")
@pytest.mark.rule("battlesystem:7.8b")
def test_files_go_on_to_a_slanting_line() -> None:
    state = battle(axes(), orcs(8, heading=190.0))
    charged(state)
    unit = state.units[0]
    assert unit.loose is not None
    touching = {touch.figure for touch in contacts.touches(state, unit, state.units[1])}
    assert len(touching) >= 4
    shifts = sorted({round(pose[1] - unit.loose[0][1], 3) for pose in unit.loose[:6]})
    assert len(shifts) > 1


@pytest.mark.rule("battlesystem:7.14e")
@pytest.mark.rule("battlesystem:7.8f")
def test_the_charged_are_caught_when_they_have_yet_to_move() -> None:
    state = battle(axes(), orcs(8))
    charged(state)
    assert state.units[1].caught
    late = battle(axes(), orcs(8), movers=(1, 0), part=1)
    charged(late)
    assert not late.units[1].caught


@pytest.mark.rule("battlesystem:7.14")
@pytest.mark.rule("battlesystem:7.14c")
@pytest.mark.parametrize(("room", "end"), [(2.25, 0.0), (5.9, 0.0), (6.0, 6.0), (7.0, 7.0)])
def test_friends_bar_the_way(room: float, end: float) -> None:
    # their rear is so far before the axes' front: with less than 2/3 of 9 in there is no charge, with more a failed one
    state = battle(axes(), orcs(9), men("Friends", 4, 4, 33.0, 20.75 + room))
    charged(state)
    assert front(state)[1] == pytest.approx(20.0 + end)
    assert state.units[0].formation == (OPEN if end else CLOSED)


# ---------------------------------------------------------------- discipline


@pytest.mark.rule("battlesystem:7.14g")
@pytest.mark.rule("battlesystem:4.6e")
@pytest.mark.parametrize(("dice", "passed"), [([4, 6], True), ([5, 6], False)])
def test_unruly_troops_that_charge_closed_test_their_discipline(dice: list[int], passed: bool) -> None:
    state = battle(axes(low_or_chaotic=True, discipline=10), orcs(8))
    charged(state, dice=dice)
    unit = state.units[0]
    assert (unit.formation == CLOSED) is passed
    assert unit.in_command is passed
    assert unit.quarry == (NOBODY if passed else 1)
    assert unit.charged == 1  # it still charges
    assert contacts.are_touching(state, unit, state.units[1])


@pytest.mark.rule("battlesystem:7.14g")
def test_open_or_steady_troops_make_no_such_check() -> None:
    charged(battle(axes(low_or_chaotic=True, formation=OPEN), orcs(8)))
    charged(battle(axes(), orcs(8)))
    mob = battle(crowd(x=30.0, y=20.0, low_or_chaotic=True), orcs(8))
    charging.charge(mob, Script(), mob.units[0], mob.units[1], [("slide", 0)])
    assert mob.units[0].charged == 1


CLOSE_UP = ("charge", 0, 1, ("formation", "closed"), ("slide", 0))
SPREAD_OUT = ("charge", 0, 1, ("formation", "open"), ("slide", 0))


@pytest.mark.rule("battlesystem:7.14g", "battlesystem:4.6e")
@pytest.mark.parametrize(("dice", "passed"), [([5, 5], True), ([5, 6], False)])
def test_a_charge_that_closes_on_its_way_takes_the_check_of_a_closed_one(
    dice: list[int], passed: bool
) -> None:
    state = battle(axes(low_or_chaotic=True, discipline=10, formation=OPEN), orcs(8))
    charged(state, CLOSE_UP, dice)
    unit, enemy = state.units.values()
    assert (unit.formation, unit.in_command) == ((CLOSED, True) if passed else (OPEN, False))
    assert unit.quarry == (NOBODY if passed else 1)
    assert unit.charged == 1  # it still charges
    assert front(state) == (30.0, 28.0)
    assert contacts.are_touching(state, unit, enemy)
    # AR 20, commander -1, and closed -1 for the charge; or open +1, out of command +1
    assert attack_rolls.rating(state, unit, enemy, FRONT) == (18 if passed else 21)


@pytest.mark.rule("battlesystem:7.14g", "battlesystem:7.6a", "battlesystem:7.6b")
@pytest.mark.parametrize(("dice", "passed"), [([1, 1], True), ([10, 10], False)])
def test_closing_on_the_way_is_paid_whether_the_order_holds_or_not(dice: list[int], passed: bool) -> None:
    # 13.5 in of charge less 3 in for closing: 10.5 in, half an inch short; opening in the charge itself is free
    state = battle(axes(low_or_chaotic=True, discipline=10, formation=OPEN), orcs(11))
    charged(state, CLOSE_UP, dice)
    unit = state.units[0]
    assert front(state) == (30.0, 30.5)
    assert unit.formation == OPEN  # a closed charge that fails opens too (7.14k)
    assert unit.in_command is passed
    assert unit.failed_charge is not passed  # 7.14l is for those that ran open
    assert unit.spent == pytest.approx(13.5)


@pytest.mark.rule("battlesystem:7.14g", "battlesystem:7.14f")
def test_a_charge_that_opens_on_its_way_takes_no_check_and_has_no_bonus() -> None:
    state = battle(axes(low_or_chaotic=True, discipline=10), orcs(8))
    table = charged(state, SPREAD_OUT)
    assert not table.rolled
    unit, enemy = state.units.values()
    assert (unit.formation, unit.in_command, unit.charged) == (OPEN, True, 1)
    assert front(state) == (30.0, 28.0)
    assert attack_rolls.rating(state, unit, enemy, FRONT) == 20 + 1 - 1


@pytest.mark.rule("battlesystem:7.14g")
@pytest.mark.parametrize(
    ("formation", "changes", "rolls"),
    [
        (CLOSED, ("open", "closed"), True),  # it runs closed
        (OPEN, ("closed", "open"), False),  # it runs open
        (CLOSED, (), True),
        (OPEN, (), False),
    ],
)
def test_the_last_formation_taken_before_the_run_tells(
    formation: int, changes: tuple[str, ...], rolls: bool
) -> None:
    order = ("charge", 0, 1, *[("formation", word) for word in changes], ("slide", 0))
    for dice in ([1, 1], [10, 10]):
        state = battle(axes(low_or_chaotic=True, discipline=10, formation=formation), orcs(7))
        table = charged(state, order, dice if rolls else [])
        assert bool(table.rolled) is rolls
        assert state.units[0].charged == 1
        assert front(state) == (30.0, 27.0)
        lost = rolls and dice == [10, 10]
        assert state.units[0].in_command is not lost


@pytest.mark.rule("battlesystem:7.14g")
def test_steady_troops_close_and_charge_without_a_check() -> None:
    state = battle(axes(formation=OPEN), orcs(8))
    assert not charged(state, CLOSE_UP).rolled
    assert (state.units[0].formation, state.units[0].charged) == (CLOSED, 1)


@pytest.mark.rule("battlesystem:7.14g")
def test_old_records_take_the_check_by_the_formation_at_the_declaration() -> None:
    state = battle(axes(low_or_chaotic=True, formation=OPEN), orcs(8), options={"version": 1})
    assert not charged(state, CLOSE_UP).rolled
    assert state.units[0].formation == CLOSED


# ---------------------------------------------------------------- exactly so far

EXACT = [
    (away, aside, heading)
    for away in (13.5, 13.51, 13.511, 6.0, 5.99, 5.989, 8.0)
    for aside in (0.0, 2.25, 4.49, 4.491, -4.49)
    for heading in (180.0, 135.0)
]


def _world(away: float, aside: float, heading: float, turn: int, mirrored: bool, x: float, y: float) -> State:
    """Axes, and orcs so far before them and to their right, all of it turned by a quarter or more, or mirrored."""

    def put(right: float, ahead: float, looks: float) -> tuple[float, float, float]:
        if mirrored:
            right, looks = -right, -looks
        east, north = forward(turn)
        return x + right * north + ahead * east, y + ahead * north - right * east, (looks + turn) % 360.0

    return battle(
        men("Axes", 12, 6, *put(0.0, 0.0, 0.0)),
        men("Orcs", 12, 6, *put(aside, away, heading), side=1),
        width=90.0,
        depth=90.0,
    )


@pytest.mark.rule("battlesystem:7.1a", "battlesystem:7.8a", "battlesystem:7.14b", "battlesystem:7.14c")
@pytest.mark.parametrize(("away", "aside", "heading"), EXACT)
def test_a_charge_comes_out_alike_wherever_and_however_turned(
    away: float, aside: float, heading: float
) -> None:
    found = set()
    for x, y in ((45.0, 45.0), (38.127, 51.993), (51.349, 40.001), (47.703, 44.417)):
        for turn in (0, 90, 180, 270):
            for mirrored in (False, True):
                state = _world(away, aside, heading, turn, mirrored, x, y)
                charged(state)
                unit, enemy = state.units.values()
                touching = len(contacts.touches(state, unit, enemy))
                found.add((unit.charged, unit.formation, round(unit.spent, 6), touching))
    assert len(found) == 1, found


@pytest.mark.rule("battlesystem:7.1a", "battlesystem:7.14b", "battlesystem:7.14c")
def test_a_distance_is_within_another_up_to_a_hundredth_and_no_farther() -> None:
    for away, strikes in ((13.51, True), (13.511, False), (5.99, True), (5.989, False)):
        state = _world(away, 0.0, 180.0, 0, False, 45.0, 45.0)
        charged(state)
        assert (state.units[0].charged == 1) is strikes, away


# ---------------------------------------------------------------- failing


@pytest.mark.rule("battlesystem:7.14k")
def test_a_closed_charge_that_falls_short_opens_but_stays_in_command() -> None:
    # the catalogue's: MV 6, so 9 in, the enemy 9.6 in away
    state = battle(axes(movement=6.0), orcs(9.6))
    charged(state)
    unit = state.units[0]
    assert front(state) == (30.0, 29.0)
    assert unit.formation == OPEN
    assert unit.in_command
    assert not unit.failed_charge
    assert unit.charged == NOBODY
    priced = battle(axes(movement=6.0), orcs(9.6), options={"failed_closed_charge_penalty": True})
    charged(priced)
    assert priced.units[0].failed_charge


@pytest.mark.rule("battlesystem:7.14l")
@pytest.mark.rule("battlesystem:4.2e")
def test_an_open_charge_that_falls_short_costs_three_of_morale() -> None:
    state = battle(axes(movement=6.0, formation=OPEN), orcs(9.6))
    charged(state)
    unit = state.units[0]
    assert unit.failed_charge
    assert unit.formation == OPEN
    assert current_morale.current(state, unit, causes.Cause(causes.LOSSES, 1)) == 9
    crowded = battle(crowd(x=30.0, y=20.0, movement=6.0), orcs(9.6))
    charging.charge(crowded, Script(), crowded.units[0], crowded.units[1], [("slide", 0)])
    assert crowded.units[0].failed_charge
    assert crowded.units[0].formation == MOB


@pytest.mark.rule("battlesystem:7.14k")
def test_a_shorter_declared_path_may_fall_short() -> None:
    state = battle(axes(), orcs(10))
    charged(state, ("charge", 0, 1, ("slide", 0, 7)))
    assert front(state) == (30.0, 27.0)
    assert state.units[0].formation == OPEN


# ---------------------------------------------------------------- breaking through


@pytest.mark.rule("battlesystem:7.14i")
@pytest.mark.rule("battlesystem:7.14j")
def test_a_charge_breaks_through_a_skirmish_line_and_strikes_what_stands_behind() -> None:
    # AR 18 after the modifiers of a closed charge with a commander, D8 against AC 10: 18 - 10 + 12 = 20. Figures of 1 hit die
    def line() -> Troop:
        places = [(28.0, 28.0), (30.0, 28.0), (32.0, 28.0)]
        return skirmishers("Screen", places, 180.0, 1, armour_class=10, figure=10)

    state = battle(axes(weapons=[weapon("1d8")]), line(), orcs(11.5))
    table = charged(state)
    unit = state.units[0]
    assert state.units[1].status == SLAIN
    assert "break through 3 figures" in table.news
    assert unit.charged == 2
    assert unit.formation == CLOSED
    assert front(state) == (30.0, 31.5)
    assert contacts.are_touching(state, unit, state.units[2])
    # with nobody behind, the charge has failed
    alone = battle(axes(weapons=[weapon("1d8")]), line())
    charged(alone)
    assert front(alone) == (30.0, 33.5)
    assert alone.units[0].formation == OPEN


@pytest.mark.rule("battlesystem:7.14i")
def test_the_least_damage_decides() -> None:
    # AR 17 after the modifiers (18, the commander takes one off), AC 10: 19 at worst, D8 gives 5 hit dice a figure
    state = battle(
        axes(attack_rating=18, weapons=[weapon("1d8")]), orcs(8, armour_class=10, figure=50), round=2
    )
    assert attack_rolls.certain_kills(state, *state.units.values(), figures=6, aspect=FRONT) == 6
    # AR 20 against AC 6 with D6: 26 at worst, one hit die a figure; seven do not kill a figure of 10
    state = battle(axes(attack_rating=21), orcs(8, figure=100), round=2)
    assert attack_rolls.certain_kills(state, *state.units.values(), figures=7, aspect=FRONT) == 0


@pytest.mark.rule("battlesystem:7.14i")
def test_no_break_through_where_one_figure_might_live() -> None:
    # three touched by four: the worst roll is 18 - 6 + 12 = 24, which gives D6 2 hit dice a figure
    places = [(28.0, 28.0), (30.0, 28.0), (32.0, 28.0)]
    line = skirmishers("Screen", places, 180.0, 1, figure=100)
    state = battle(axes(), line, orcs(11.5))
    charged(state)
    assert state.units[1].status == FIELD
    assert state.units[1].figures == 3
    assert state.units[0].charged == 1


@pytest.mark.rule("battlesystem:7.14j")
@pytest.mark.rule("battlesystem:4.4")
def test_a_closed_unit_closes_up_behind_the_hole_and_checks_when_the_charge_is_over() -> None:
    # 14 in two ranks of 7; the six axes touch seven; every blow kills
    deep = orcs(8, figures=18, figure=10, armour_class=10, morale=2)
    state = battle(axes(weapons=[weapon("1d8")], attack_rating=10, movement=6.0), deep)
    before = state.units[1].figures
    table = charged(state, dice=[10, 10])
    enemy, unit = state.units[1], state.units[0]
    assert enemy.figures < before
    assert "break through" in table.news
    for mine in standing.ground(unit):
        assert not any(overlap(mine, theirs) for theirs in standing.ground(enemy))


@pytest.mark.rule("battlesystem:7.14j", "battlesystem:4.7")
def test_the_check_of_those_broken_through_counts_who_is_in_command_then() -> None:
    # Four open ranks of two: the last man is 5.5 in from the captain, beyond his 4.2. The knights break the first rank down, the
    # other three come up: 3.9 in at most, in command. A quarter is lost: 12 and +2 for the captain, no -2.
    weak = men(
        "Weak",
        8,
        2,
        30,
        28.5,
        180,
        side=1,
        formation=OPEN,
        radius=4.2,
        in_command=False,
        charisma=2,
        figure=10,
        armour_class=10,
    )
    knights = men("Knights", 12, 6, 30, 20, attack_rating=5, movement=6.0, weapons=[weapon("1d12")])
    state = battle(knights, weak)
    table = charged(state, dice=[5, 5])
    assert state.units[1].figures == 6
    check = next(event for event in table.events if event.kind == "morale")
    assert check.data["needed"] == 14


@pytest.mark.rule("battlesystem:7.14i")
@pytest.mark.rule("battlesystem:8.1c")
def test_of_two_enemies_each_is_broken_through_by_the_figures_told_off_against_him() -> None:
    # four files; two touch each of two skirmishers, and one beside these reaches them too. AR 19 - 1 - 1 against AC 10: 19 at worst,
    # 5 hit dice with D8: the two that are told off against each by default kill a figure of 10
    charging = men("Axes", 8, 4, 30, 20, attack_rating=19, weapons=[weapon("1d8")])
    loners = [
        skirmishers(name, [(x, 28.375)], 180.0, 1, figure=100, armour_class=10)
        for name, x in (("West", 29.25), ("East", 30.75))
    ]
    state = battle(charging, *loners, orcs(11))
    charged(state)
    assert [unit.status for unit in state.units.values()] == [FIELD, SLAIN, SLAIN, FIELD]
    assert state.units[0].charged == 3


@pytest.mark.rule("battlesystem:7.14j")
@pytest.mark.rule("battlesystem:7.14k")
def test_the_rear_steps_up_when_the_charge_has_been_judged() -> None:
    # all 13.5 in lead to the front rank, which falls; the second stands 0.75 in behind it, and steps up too late to be struck
    state = battle(axes(weapons=[weapon("1d20")], attack_rating=5), orcs(13.5, figure=5, armour_class=10))
    charged(state, dice=[1, 1])
    unit = state.units[0]
    assert (unit.formation, unit.charged) == (OPEN, NOBODY)
    assert front(state, 1) == (30.0, 33.5)


@pytest.mark.rule("battlesystem:7.3c")
@pytest.mark.rule("battlesystem:7.14j")
def test_an_open_unit_pays_for_the_gaps_of_a_break_through() -> None:
    # four files of the axes' six touch files 1 to 4 of an open front of six, and go through all its three ranks: of the rear ranks four
    # figures are left, who fill the four gaps
    state = battle(
        axes(weapons=[weapon("1d20")], attack_rating=5),
        orcs(8, figures=18, figure=50, armour_class=10, formation=OPEN),
    )
    charged(state, dice=[1, 1])
    assert state.units[1].figures == 6
    assert state.units[1].debt == 4


@pytest.mark.rule("battlesystem:7.15a")
@pytest.mark.rule("battlesystem:7.14j")
def test_who_is_broken_through_routs_from_the_figures_that_struck() -> None:
    # an open line from x 24 to 36; its files 0 to 3 break through the front rank of orcs from x 24 to 28.5, who stand in the same files.
    # Of 9 in one is left, and the charge ends short of the others: these run straight away from the four, north, which is home
    line = men(
        "Axes", 20, 10, 30, 20, formation=OPEN, movement=6.0, weapons=[weapon("1d20")], attack_rating=5
    )
    state = battle(line, orcs(8, x=26.25, files=4, formation=OPEN, figure=10, armour_class=10))
    charged(state, dice=[10, 10])
    assert state.units[1].figures == 8
    assert state.units[1].routed
    assert state.units[1].rout_heading == 0.0


# ---------------------------------------------------------------- aiming


@pytest.mark.rule("battlesystem:7.14")
def test_aimed_charges_strike() -> None:
    for enemy in (
        orcs(8),
        orcs(8, x=35.0),
        orcs(6, x=22.0),
        orcs(9, x=33.0, heading=120.0),
        orcs(2, x=40.0, heading=270.0),
        orcs(7, x=30.0, formation=OPEN),
    ):
        state = battle(axes(), enemy, options={"premeasure": True})
        found = charge_orders.offers(state, state.units[0])
        for order in found:
            trial = state.copy()
            assert charge_orders.refusal(trial, 0, order) is None
            charge_orders.carry_out(trial, Script(), 0, order)
            assert trial.units[0].charged == 1, order
    near = battle(axes(), orcs(8), options={"premeasure": True})
    assert charge_orders.offers(near, near.units[0])
    far = battle(axes(), orcs(20), options={"premeasure": True})
    assert charge_orders.offers(far, far.units[0]) == []


@pytest.mark.rule("battlesystem:3.5", "battlesystem:7.14a")
def test_where_nobody_may_measure_charges_are_offered_by_eye() -> None:
    def offered(away: float, *others: Troop, **changes: Any) -> list[Any]:
        state = battle(axes(), orcs(away, **changes), *others)
        found = charge_orders.offers(state, state.units[0])
        assert found == [
            order for order in movement_orders.MoveDecision(state, 0).orders() if order[0] == "charge"
        ]
        assert all(charge_orders.refusal(state, 0, order) is None for order in found)
        return found

    # straight ahead within reach (13.5 in), half an inch beyond it, and across the table
    assert offered(8) == offered(14) == offered(26) == [("charge", 0, 1, ("slide", 0))]
    # the nearest figure of those aside, 10 3/8 in ahead and 8 1/8 in to the right, lies 38 degrees off the front
    assert offered(10, x=40.0) == [("charge", 0, 1, ("slide", 38))]
    assert offered(-10, heading=0) == []  # nobody charges what lies behind


@pytest.mark.rule("battlesystem:7.15f")
def test_who_guards_captives_does_not_charge() -> None:
    state = battle(men("Keepers", 12, 6, 30, 20, guards=1), men("Blues", 12, 6, 30, 24, 180, side=1))
    found = charge_orders.refusal(state, 0, ("charge", 0, 1, ("slide", 0)))
    assert found is not None
    assert found.rule == "battlesystem:7.15f"
    assert charge_orders.offers(state, state.units[0]) == []
