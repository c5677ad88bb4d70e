"""Shots at troops that move, and ground under their feet, where several rules meet; each sum written out before it was played."""

from __future__ import annotations

import math
from typing import Any

import pytest
from rulebooks.battlesystem.regiments import Troop, area, battle, crew, crowd, line, men, skirmishers

from banneret.kernel.decision import Refusal
from banneret.kernel.order import Order
from banneret.rulebooks.battlesystem import rounds, stages
from banneret.rulebooks.battlesystem.combat import forming_combats, melee_phase
from banneret.rulebooks.battlesystem.combat.strikers import eligible
from banneret.rulebooks.battlesystem.engines.firing import artillery_step
from banneret.rulebooks.battlesystem.march.passing_shots import PassingShot
from banneret.rulebooks.battlesystem.missiles import phases
from banneret.rulebooks.battlesystem.missiles.shooters import shots_left
from banneret.rulebooks.battlesystem.movement.charges import charge_orders
from banneret.rulebooks.battlesystem.movement.movement_orders import MoveDecision
from banneret.rulebooks.battlesystem.movement.movement_phase import move_step
from banneret.rulebooks.battlesystem.space import contacts
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.tables.missiles import missile_of
from banneret.rulebooks.battlesystem.unit import CLOSED, FORWARD, OPEN
from banneret.rulebooks.battlesystem.worth.allowance import rate
from banneret.testing import Script


def bows(
    y: float = 24.0, number: int = 20, files: int = 10, missile: str = "long-bow", **changes: Any
) -> Troop:
    """Archers of Blues, their front along y, looking south: AR 20, AC 6, MV 9."""
    facts = missile_of(missile)
    changes = {"heading": 180, "side": 1, "missile": facts, "volleys": facts.volleys, **changes}
    return men("Archers", number, files, changes.pop("x", 30), y, **changes)


def reds(y: float = 10.0, number: int = 24, files: int = 8, **changes: Any) -> Troop:
    """Reds who look north: AR 20, AC 6, MV 9, ten hit dice a figure."""
    return men("Axes", number, files, changes.pop("x", 30), y, **changes)


def field(*troops: Troop, **changes: Any) -> State:
    options = {"premeasure": True, **changes.pop("options", {})}
    return battle(*troops, tier=stages.INTERMEDIATE, options=options, **changes)


def given(state: State, *orders: Order, dice: list[int] | None = None) -> Script:
    """Orders of the side that moves, and what the other says to them."""
    table = Script(dice=dice or [], orders=orders)
    move_step(state, table)
    table.finish()
    return table


def melee(state: State, dice: list[int]) -> dict[int, tuple[int, int]]:
    """The Melee Phase: for each side its figures that strike and their attack roll."""
    table = Script(dice=dice)
    state.stage = stages.ASSIGNMENT
    forming_combats.assign_step(state, table)
    while state.stage == stages.MELEE:
        melee_phase.combat_step(state, table)
    told = [one for one in table.events if one.kind == "attack"]
    return {one.side: (len(one.data["figures"]), one.data["roll"]) for one in told}


def volleys(table: Script) -> list[tuple[int, int]]:
    """Attack roll and tenths of hit dice of each shot."""
    return [(one.data["roll"], one.data["damage"]) for one in table.events if one.kind == "volley"]


def stops(table: Script) -> list[float]:
    """Inches that the mover has gone at the points where the first question offers shots."""
    asked = next(one for one in table.asked if isinstance(one, PassingShot))
    assert asked.way is not None
    return sorted({asked.way.stops[order[3]].inches for order in asked.orders() if order[0] != "hold"})


def refused(state: State, side: int, *order: Any) -> str:
    found = MoveDecision(state, side).check(order)
    assert isinstance(found, Refusal), order
    return found.rule.removeprefix("battlesystem:")


def front(state: State, number: int = 0) -> float:
    block = state.units[number].block
    assert block is not None
    return round(block.y, 2)


# ---------------------------------------------------------------- on the way


@pytest.mark.rule("battlesystem:10.6a", "battlesystem:11.8f", "battlesystem:10.8a")
@pytest.mark.parametrize(("stop", "roll"), [(2, 23), (4, 24)])
def test_a_unit_is_shot_at_closed_before_a_stream_and_open_behind_it(stop: int, roll: int) -> None:
    # The stream is 3 inches ahead and takes 3 of 9: six inches are gone in all. 12 or 10 inches are medium:
    # 20 + 2 - 6 + 7 = 23, and 1 more at the open unit. 2 hit dice of 20 figures: four of ten fall.
    state = field(reds(), bows(), terrain=[line("stream", (0, 13), (60, 13))])
    table = given(state, ("move", 0, ("slide", 0, 6)), ("shoot", 1, 0, stop), dice=[3, 4])
    assert volleys(table) == [(roll, 400)]
    unit = state.units[0]
    assert (unit.figures, unit.formation) == (20, OPEN)


@pytest.mark.rule("battlesystem:10.6c", "battlesystem:11.4", "battlesystem:7.14f", "battlesystem:10.2d")
@pytest.mark.parametrize(
    ("riding", "check", "figures", "rating"),
    [("cavalry", 1, 8, 16), ("cavalry", 10, 6, 18), ("", 1, 8, 18), ("", 10, 6, 20)],
)
def test_a_closed_charge_is_shot_at_an_inch_before_it_strikes(
    riding: str, check: int, figures: int, rating: int
) -> None:
    # 20 - 7 + 2 = 15: 5 hit dice of 20 figures fell five of 16 of twenty. They pass: closed, -1 for that, -1 for the
    # commander, riders -2 more. They fail: open, +1, and 9.5 inches wide six files meet the 7.5 of the archers.
    horse = reds(4.0, 16, 8, depth=1.5, figure=200, armour_class=7, movement=24.0, riding=riding)
    state = field(horse, bows())
    dice = [1, 1, check, check]
    given(state, ("charge", 0, 1, ("slide", 0)), ("shoot", 1, 0, 19), dice=dice)
    assert state.units[0].figures == 11
    assert state.units[0].formation == (OPEN if check == 10 else CLOSED)
    assert melee(state, [3, 4, 1, 1]) == {0: (figures, rating - 6 + 7)}  # who has shot does not strike


@pytest.mark.rule("battlesystem:10.6b", "battlesystem:10.2d")
def test_who_shot_at_others_does_not_fight_those_who_come() -> None:
    # The shot goes at the Picks on their way. Then the Axes walk nine inches into the archers: only they strike.
    state = field(reds(15.0), bows(24.0), men("Picks", 12, 6, 40, 10))
    given(state, ("move", 2, ("slide", 0, 3)), ("shoot", 1, 2, 0), dice=[6, 6])
    given(state, ("move", 0, ("slide", 0, 9)))
    assert front(state) == 24.0
    assert melee(state, [3, 4, 1, 1]) == {0: (8, 20 - 1 - 6 + 7)}


@pytest.mark.rule("battlesystem:10.4f", "battlesystem:10.6e", "battlesystem:10.2c")
def test_archers_who_walked_shoot_once_at_who_moves_after_them() -> None:
    # MV 12: six inches, then the Axes move and are shot at once, and nothing is left for the phase of missiles.
    state = field(reds(), bows(30.0, movement=12.0), movers=(1, 0))
    given(state, ("move", 1, ("slide", 0, 6)))
    assert shots_left(state, state.units[1]) == 1
    state.part = 1
    given(state, ("move", 0, ("slide", 0, 2)), ("shoot", 1, 0, 2), dice=[6, 6])
    assert shots_left(state, state.units[1]) == 0


@pytest.mark.rule("battlesystem:10.4b", "battlesystem:10.4c", "battlesystem:10.4", "battlesystem:10.6e")
@pytest.mark.parametrize(
    ("missile", "riding", "left"),
    [
        ("long-bow", "", 6.0),
        ("light-crossbow", "", 0.0),
        ("light-crossbow", "cavalry", 6.0),
        ("short-bow", "cavalry", 12.0),
    ],
)
def test_what_a_shot_in_the_enemys_move_leaves_of_ones_own(missile: str, riding: str, left: float) -> None:
    state = field(reds(16.0), bows(24.0, missile=missile, movement=12.0, riding=riding), movers=(0, 1))
    given(state, ("move", 0, ("slide", 0, 1)), ("shoot", 1, 0, 1), dice=[6, 6])
    assert rate(state, state.units[1]) == pytest.approx(left)
    state.part = 1
    assert refused(state, 1, "charge", 1, 0, ("slide", 0)) == "10.4"
    if left == 0.0:
        assert all(order[:2] != ("move", 1) for order in MoveDecision(state, 1).orders())
    else:
        given(state, ("move", 1, ("formation", "open")))  # a third of 12 inches
        assert state.units[1].spent == 4.0


@pytest.mark.rule("battlesystem:10.1c", "battlesystem:10.1d", "battlesystem:10.1g", "battlesystem:10.1h")
def test_a_unit_that_comes_out_from_behind_a_wood() -> None:
    # Two in file go east along y = 16, behind a wood that ends at x = 30.2. The archers stand at x = 30. After 5 inches
    # the first figure's front corners are at x = 31 and seen; the second's, at 30.25, are not: 2 more, one figure at most.
    # After 6 the second is seen as well. From y = 24 it is 7.6 inches: medium. 20 + 2 (+ 2) - 6 + 2.
    for stop, roll, left in ((5, 20, 1), (6, 18, 0)):
        state = field(
            men("Axes", 2, 1, 26, 16, 90, figure=10),
            bows(24.0, 2, 1),
            terrain=[area("woods", 10, 18, 30.2, 20)],
        )
        at = {5: 5, 6: 6}[stop]
        table = Script(dice=[1, 1, 1, 1, 1, 1], orders=[("move", 0, ("slide", 0, 9)), ("shoot", 1, 0, at)])
        move_step(state, table)
        assert stops(table) == [5, 6, 7, 8, 9]
        assert volleys(table)[0][0] == roll
        assert state.units[0].figures == left


@pytest.mark.rule("battlesystem:10.6d", "battlesystem:10.9a")
def test_a_catapult_shoots_at_those_who_come_until_they_are_too_near() -> None:
    # From 17.5 inches: 16.5, 15.5, and 14.5 is below the minimum of 15.
    state = field(crew("light-catapult", y=10.0), men("Foes", 24, 8, 30, 27.5, 180, side=1), movers=(1, 0))
    table = given(state, ("move", 1, ("slide", 0, 9)), ("fire", 0, 1, 2), dice=[3, 4])
    asked = next(one for one in table.asked if isinstance(one, PassingShot))
    assert asked.way is not None
    assert [asked.way.stops[order[3]].inches for order in asked.orders() if order[0] == "fire"] == [0, 1, 2]
    assert volleys(table) == [(20 - 5 + 7, 80)]


@pytest.mark.rule("battlesystem:10.10c", "battlesystem:10.6d")
def test_a_crew_wounded_by_arrows_shoots_at_half_its_rate_from_then_on() -> None:
    # The ballista shot in round 1 with a whole crew. Wounded since, it waits until round 3.
    state = field(crew("ballista", y=10.0), men("Foes", 24, 8, 30, 21.0, 180, side=1), stage=stages.ARTILLERY)
    artillery_step(state, Script(dice=[3, 4, 1, 1], orders=[("fire", 0, 1)]))
    singles = state.units[0].singles
    assert singles is not None
    singles[0].wounded = state.units[0].wounded = True
    for number, may in ((2, False), (3, True)):
        state.round, state.stage, state.part = number, stages.ARTILLERY, 0
        table = Script(dice=[3, 4, 1, 1])
        artillery_step(state, table)
        assert (("fire", 0, 1) in [order for one in table.asked for order in one.orders()]) is may


@pytest.mark.rule("battlesystem:10.5", "battlesystem:10.4d", "battlesystem:10.2a")
def test_horse_archers_who_shot_before_anybody_moved() -> None:
    # One shot in the first phase: they may ride all their 24 inches, but shoot no more once they have moved.
    # Standing they have their second, and do not move then.
    target = men("Foes", 24, 8, 30, 20, 180, side=1)
    horse = bows(4.0, 10, 5, "short-bow", heading=0, side=0, movement=24.0, riding="cavalry", formation=OPEN)
    state = field(horse, target, stage=stages.INITIAL_MISSILES)
    state.units[0].shots = 1
    state.stage = stages.MOVEMENT
    assert rate(state, state.units[0]) == 24.0
    given(state, ("move", 0, ("slide", 0, 6)))
    assert refused(state, 0, "shoot", 0, 1).startswith("10.")
    assert rate(state, state.units[0]) == 24.0
    state.units[0].shots, state.units[0].spent, state.units[0].moved = 2, 0.0, False
    assert rate(state, state.units[0]) == 0.0


@pytest.mark.rule("battlesystem:10.5b", "battlesystem:10.2d")
@pytest.mark.parametrize("version", [15, 16])
def test_horse_archers_who_shoot_and_ride_home_strike(version: int) -> None:
    # Twelve inches, the shot (20 + 2 - 6 + 12), then the eight left to the enemy: no charge, and he strikes at 20 - 1 - 6 + 7.
    # No enemy has moved up to them: they strike too, at 20 + 1 - 1 - 6 + 7; by version 15 who had shot did not.
    horse = bows(4.0, 10, 5, "short-bow", heading=0, side=0, movement=24.0, riding="cavalry", formation=OPEN)
    foes = men("Foes", 24, 8, 30, 24, 180, side=1)
    state = field(horse, foes, options={"version": version})
    given(state, ("move", 0, ("slide", 0, 12)))
    table = given(state, ("shoot", 0, 1), dice=[6, 6])
    assert volleys(table)[0][0] == 20 + 2 + 2 - 6 + 12  # at eight inches a short bow is at medium range
    given(state, ("move", 0, ("slide", 0, 8)))
    assert (front(state), state.units[0].charged) == (24.0, -1)
    rolls = melee(state, [3, 4, 3, 4, 1, 1, 1, 1, 1, 1, 1, 1])
    assert rolls[1][1] == 20 - 1 - 6 + 7
    assert rolls.get(0) == (None if version == 15 else (5, 20 + 1 - 1 - 6 + 7))


@pytest.mark.rule("battlesystem:10.2d", "battlesystem:10.4")
@pytest.mark.parametrize(
    ("version", "movers", "axes_go", "picks_come", "strike"),
    [
        (15, (1, 0), 0, False, False),
        (16, (1, 0), 0, False, True),  # the Axes have not moved
        (16, (0, 1), 5, False, True),  # they have, and stood 4 inches away
        (15, (0, 1), 5, False, False),
        (16, (0, 1), 9, False, False),  # they have come nine inches into contact
        (16, (1, 0), 0, True, False),  # Picks come up to their rear
    ],
)
def test_archers_who_shot_and_walked_up_strike_unless_an_enemy_comes_up_to_them(
    version: int, movers: tuple[int, int], axes_go: int, picks_come: bool, strike: bool
) -> None:
    # One shot leaves the archers half of nine inches. The Axes stand nine before them when they go, else four.
    picks = men("Picks", 4, 4, 30, 30 if picks_come else 45, 180)
    gap = 9.0 if axes_go else 4.0
    state = field(reds(24.0 - gap), bows(), picks, movers=movers, options={"version": version})
    state.units[1].shots, state.units[1].last_shot = 1, 1

    def axes() -> None:
        if axes_go:
            given(state, ("move", 0, ("slide", 0, axes_go)))

    def archers() -> None:
        if axes_go < 9:
            given(state, ("move", 1, ("slide", 0, 4)))

    for at, side in enumerate(movers):
        state.part, state.stage, state.mover = at, stages.MOVEMENT, -1
        for unit in state.units.values():
            if unit.side == side:
                unit.engaged = contacts.is_engaged(state, unit)
        archers() if side else axes()
        if not side and picks_come:
            given(state, ("move", 2, ("slide", 0, 8.5)))
    assert contacts.are_touching(state, state.units[0], state.units[1])
    assert contacts.are_touching(state, state.units[2], state.units[1]) is picks_come
    assert bool(eligible(state, state.units[1], state.units[0])) is strike


@pytest.mark.rule("battlesystem:10.7", "battlesystem:10.7a", "battlesystem:10.1d")
def test_loose_skirmishers_in_front_are_shot_past_at_any_distance() -> None:
    # Friends two inches apart hide nobody and are not shot over, an inch before the bows though they stand.
    friends = skirmishers("Scouts", [(27.0 + 2 * at, 22.0) for at in range(4)], 180, side=1)
    state = field(reds(17.0), bows(), friends, stage=stages.MISSILES)
    state.part = 1
    table = Script(dice=[3, 4, 1, 1, 1, 1], orders=[("shoot", 1, 0, "once")])
    phases.missile_step(state, table)
    assert volleys(table)[0][0] == 20 - 6 + 7


@pytest.mark.rule("battlesystem:7.13c", "battlesystem:7.13d", "battlesystem:10.0a")
def test_tired_archers_shoot_worse() -> None:
    # An attack rating of 20 is 22 after two forced marches that told, with bows as with swords: 22 - 6 + 7.
    state = field(reds(17.0), bows(march=2), stage=stages.MISSILES)
    state.part = 1
    table = Script(dice=[3, 4, 1, 1, 1, 1], orders=[("shoot", 1, 0, "once")])
    phases.missile_step(state, table)
    assert volleys(table)[0][0] == 22 - 6 + 7


# ---------------------------------------------------------------- ground


@pytest.mark.rule("battlesystem:11.8h", "battlesystem:7.13", "battlesystem:11.8n")
def test_a_forced_march_up_a_hill() -> None:
    # 13.5 inches, of which the contour takes a third of the normal 9.
    state = field(reds(), men("Far", 4, 4, 55, 47, 180, side=1), terrain=[area("hill", 0, 12, 60, 48, 1)])
    given(state, ("march", 0, ("slide", 0, 13.5)), dice=[1, 1])
    assert front(state) == 20.5


@pytest.mark.rule("battlesystem:11.8a", "battlesystem:7.13")
def test_a_forced_march_on_a_road() -> None:
    # 13.5 / 0.75 = 18 inches.
    state = field(
        reds(number=8, files=2),
        men("Far", 4, 4, 55, 47, 180, side=1),
        terrain=[line("road", (30, 0), (30, 48), width=2.0)],
    )
    given(state, ("march", 0, ("slide", 0, 18)), dice=[1, 1])
    assert front(state) == 28.0


@pytest.mark.rule("battlesystem:11.8e", "battlesystem:11.8f", "battlesystem:11.8m")
def test_nobody_closes_up_astride_a_ford() -> None:
    # The front rank of the closed unit is past the middle of the ford; it is open since it began to cross.
    ford = area("ford", 0, 11, 60, 13)
    state = field(reds(), men("Far", 4, 4, 55, 47, 180, side=1), terrain=[ford])
    given(state, ("move", 0, ("slide", 0, 2)))
    assert state.units[0].formation == OPEN
    assert state.units[0].spent == 5.0
    assert refused(state, 0, "move", 0, ("formation", "closed")) == "11.8m"


@pytest.mark.rule("battlesystem:11.8g", "battlesystem:11.8m", "battlesystem:11.8b", "battlesystem:7.14b")
@pytest.mark.parametrize(
    ("ground", "away", "rule"),
    [
        (area("ford", 0, 14, 60, 16), 9.0, "11.8g"),
        (area("woods", 0, 11, 60, 40), 9.0, ""),  # 1 + 8 x 1.5 = 13
        (area("woods", 0, 11, 60, 40), 9.4, "7.14b"),  # 1 + 8.4 x 1.5 = 13.6
        (area("swamp", 0, 13, 60, 40), 8.0, ""),  # 3 + 5 x 2 = 13
        (area("swamp", 0, 13, 60, 40), 8.5, "7.14b"),
        (area("hill", 0, 0, 60, 14, 1), 13.0, ""),  # down the hill
        (area("hill", 0, 14, 60, 40, 1), 9.0, "11.8i"),
    ],
)
def test_charges_of_open_troops_over_ground(ground: Any, away: float, rule: str) -> None:

    state = field(
        reds(formation=OPEN), men("Foes", 12, 6, 30, 10 + away, 180, side=1, formation=OPEN), terrain=[ground]
    )
    order: Order = ("charge", 0, 1, ("slide", 0))
    found = charge_orders.refusal(state, 0, order)
    if found is not None:
        assert found.rule == f"battlesystem:{rule}"
        return
    given(state, order)
    assert (state.units[0].charged == 1) is (rule == "")


@pytest.mark.rule("battlesystem:7.12", "battlesystem:11.8f", "battlesystem:7.12b")
def test_a_withdrawal_over_a_stream_opens_both() -> None:
    # The stream runs an inch behind the Axes: they go back three, and are open; who follows across is open too.
    state = field(
        reds(20.0, engaged=True),
        men("Foes", 24, 8, 30, 20, 180, side=1, engaged=True),
        terrain=[line("stream", (0, 16.5), (60, 16.5), width=0.4)],
    )
    given(state, ("withdraw", 0), ("follow", 1, 0))
    assert (front(state), front(state, 1)) == (17.0, 17.0)
    assert state.units[0].formation == OPEN
    assert state.units[1].formation == CLOSED  # its front stands before the stream still


@pytest.mark.rule("battlesystem:2.10j", "battlesystem:2.10f", "battlesystem:11.8b")
@pytest.mark.parametrize(
    ("ground", "turn", "inches"),
    [
        # Four files three inches wide, their middles from 28.875 to 31.125. The wood begins at x = 29, five inches ahead: the right
        # file is past it where it has gone 2.125 aside, at 25 degrees (2.33) and not at 20 (1.82).
        ([area("woods", 29, 25, 33, 27)], -25.0, 9.0),
        # As far to either side: to its right. 31.9 less 28.875 is 3.025 in five: 35 degrees (3.5).
        ([area("woods", 28.1, 25, 31.9, 27)], 35.0, 9.0),
        # Too wide to be passed: nine inches straight on have two of it, and cost 10; at 45 degrees 1.93 of it, and cost 9.96.
        ([area("woods", 0, 25, 60, 27)], 45.0, 8.36),
        # Begun in it: straight on.
        ([area("woods", 0, 20, 60, 40)], 0.0, 6.0),
        # A hedge is crossed at a third of the rate, or passed at its end.
        ([line("hedge", (0, 25), (60, 25))], 0.0, 6.0),
        ([line("hedge", (29, 25), (60, 25))], -25.0, 9.0),
        ([area("woods", 40, 25, 60, 27)], 0.0, 9.0),
    ],
)
def test_a_mob_takes_the_easiest_ground(ground: list[Any], turn: float, inches: float) -> None:
    mob = crowd("Mob", 16, 30, 20, 0, order=FORWARD)
    state = field(mob, men("Far", 4, 4, 5, 47, 180, side=1), terrain=ground, stage=stages.COMPELLED)
    rounds.play_step(state, Script())
    block = state.units[0].block
    assert block is not None
    away = math.hypot(block.x - 30.0, block.y - 20.0)
    assert away == pytest.approx(inches, abs=0.02)
    assert math.degrees(math.atan2(block.x - 30.0, block.y - 20.0)) == pytest.approx(turn, abs=0.1)
