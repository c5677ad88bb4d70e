"""Faults that a second reckoning of moves found, on figures worked out by hand: files that go on aslant, withdrawals, wings."""

from __future__ import annotations

from typing import Any

import pytest
from rulebooks.battlesystem.regiments import Troop, area, battle, hero, line, men, skirmishers

from banneret.rulebooks.battlesystem import stages
from banneret.rulebooks.battlesystem.drill import wraps
from banneret.rulebooks.battlesystem.drill.walking import plan
from banneret.rulebooks.battlesystem.movement import individual_moves
from banneret.rulebooks.battlesystem.movement.disengaging import disengaging_orders
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.unit import OPEN
from banneret.testing import Script

WITHDRAW = ("withdraw", 0)


# ---------------------------------------------------------------- files that go on alone. Rule: battlesystem:7.8b


@pytest.mark.rule("battlesystem:7.8b")
@pytest.mark.parametrize("version", [18, 19])
def test_a_file_whose_neighbour_is_in_its_way_stays_in_an_open_line_too(version: int) -> None:
    # Three files at 28.75, 30 and 31.25, half an inch apart, go north-east at an enemy who looks west along x = 33. The last has its right
    # edge at 31.625: it touches after 1.375 in to the east, 1.945 in of its way. The next would have to go 1.768 in more, but comes up
    # against the file that touches after 0.5 in to the east, 0.707 in of its way: there it would touch nobody.
    line = men("Line", 6, 3, 30.0, 20.0, formation=OPEN)
    state = battle(line, men("Wall", 12, 6, 33.0, 21.25, 270.0, side=1), options={"version": version})
    walk = plan(state, state.units[0], [("slide", 45)], None, True)
    assert walk.contacts == [1]
    loose = walk.unit.loose
    if version < 19:
        assert loose is not None
        assert walk.cost == pytest.approx(1.945 + 2 * 0.707, abs=0.003)
    else:
        assert loose is None
        assert walk.cost == pytest.approx(1.945, abs=0.002)


def slightly_aslant(version: int, hand: int) -> State:
    """Three closed files at 29.25, 30 and 30.75, two inches before one enemy on the side to which they go and 2.1 in before another."""
    return battle(
        men("Files", 6, 3, 30.0, 20.0),
        men("Near", 4, 2, 30.0 + hand * 1.35, 22.0, 180.0, side=1),
        men("Far", 4, 2, 30.0 - hand * 0.35, 22.1, 180.0, side=1),
        options={"version": version},
    )


@pytest.mark.rule("battlesystem:7.8b")
@pytest.mark.rule("battlesystem:7.1a")
@pytest.mark.parametrize("hand", [1, -1])
def test_closed_files_go_on_past_a_neighbour_as_far_as_bases_may_be_inside_each_other(hand: int) -> None:
    # Three degrees aside: the two files on the far side have a tenth of an inch more to go, 0.1001 in of their way, and that takes them
    # 0.0052 in to the side, into the file that stands: less than the hundredth by which bases overlap.
    state = slightly_aslant(19, hand)
    walk = plan(state, state.units[0], [("slide", 3 * hand)], None, True)
    assert walk.contacts == [1, 2]
    assert walk.cost == pytest.approx(2.0027 + 0.1001, abs=0.002)
    state = slightly_aslant(18, hand)
    walk = plan(state, state.units[0], [("slide", 3 * hand)], None, True)
    assert walk.contacts == [1]
    # At thirty degrees the same tenth is 0.1155 in of their way, 0.0577 in to the side: they stay.
    state = slightly_aslant(19, hand)
    state.units[0].stand(men("Files", 6, 3, 30.0 - hand * 1.05, 20.0).unit.block)  # type: ignore[arg-type]
    walk = plan(state, state.units[0], [("slide", 30 * hand)], None, True)
    assert walk.contacts == [1]
    assert walk.unit.loose is None


# ---------------------------------------------------------------- withdrawals over dear ground. Rules: battlesystem:7.12, battlesystem:11.8n


def held(rate: float, *ground: Any, version: int = 19, **changes: Any) -> State:
    """Twelve at (30, 20), looking north at the enemy, with that movement rate; a withdrawal takes them from y = 20 to y = 17."""
    ours = men("Ours", 12, 6, 30.0, 20.0, formation=OPEN, engaged=True, movement=rate, **changes)
    theirs = men("Theirs", 12, 6, 30.0, 20.0, 180.0, side=1, formation=OPEN)
    return battle(ours, theirs, terrain=list(ground), tier=stages.INTERMEDIATE, options={"version": version})


def may(state: State) -> bool:
    return disengaging_orders.refusal(state, 0, WITHDRAW) is None


@pytest.mark.rule("battlesystem:7.12")
@pytest.mark.rule("battlesystem:11.8n")
@pytest.mark.parametrize(("kind", "price"), [("woods", 4.5), ("rough", 6.0), ("swamp", 6.0)])
def test_who_has_no_rate_of_three_inches_on_his_ground_does_not_withdraw(kind: str, price: float) -> None:
    ground = area(kind, 20.0, 10.0, 40.0, 22.0)
    assert may(held(price, ground))
    assert not may(held(price - 0.5, ground))
    why = disengaging_orders.refusal(held(price - 0.5, ground), 0, WITHDRAW)
    assert why is not None
    assert why.rule == "battlesystem:7.12"
    assert f"takes {price:g} in" in why.reason
    assert may(held(price - 0.5, ground, natives=(kind,)))  # at home there
    assert may(held(price - 0.5, ground, version=18))
    assert may(held(3.0))  # in the open three are enough


@pytest.mark.rule("battlesystem:7.12")
@pytest.mark.rule("battlesystem:11.8e")
def test_who_has_no_rate_of_three_inches_left_for_a_hedge_behind_him_does_not_withdraw() -> None:
    # The front crosses it at y = 17.5: 3 in and a third of the rate. 4.5 in pay for that just so, 4 do not: 4.33.
    hedge = line("hedge", (20.0, 17.5), (40.0, 17.5))
    assert may(held(4.5, hedge))
    assert not may(held(4.0, hedge))
    # One that began astride it has paid for it: it runs through the unit at y = 19.5.
    through = line("hedge", (20.0, 19.5), (40.0, 19.5))
    assert may(held(4.0, through))


@pytest.mark.rule("battlesystem:7.12")
@pytest.mark.rule("battlesystem:11.8a")
def test_a_road_through_a_swamp_is_good_to_withdraw_on() -> None:
    swamp = area("swamp", 20.0, 10.0, 40.0, 22.0)
    road = line("road", (30.0, 5.0), (30.0, 30.0), width=4.0)
    few = men("Few", 4, 2, 30.0, 20.0, engaged=True, movement=4.0)
    foe = men("Foe", 4, 2, 30.0, 20.0, 180.0, side=1)
    for ground, able in (([swamp, road], True), ([swamp], False)):
        state = battle(few_in(few, able), foe, terrain=ground, tier=stages.INTERMEDIATE)
        assert may(state) is able


def few_in(few: Troop, closed: bool) -> Troop:
    """The few closed on a road, open in a swamp."""
    if closed:
        return few
    return men("Few", 4, 2, 30.0, 20.0, engaged=True, movement=4.0, formation=OPEN)


@pytest.mark.rule("battlesystem:7.12")
@pytest.mark.rule("battlesystem:2.9f")
@pytest.mark.parametrize(("rate", "able"), [(6.0, True), (5.0, False)])
def test_skirmishers_withdraw_over_dear_ground_if_they_can_pay_for_it(rate: float, able: bool) -> None:
    scout = skirmishers("Scout", [(30.0, 19.625)], movement=rate)
    state = battle(
        scout,
        men("Foe", 12, 6, 30.0, 20.0, 180.0, side=1, formation=OPEN),
        terrain=[area("rough", 20.0, 10.0, 40.0, 22.0)],
        tier=stages.INTERMEDIATE,
    )
    state.units[0].singles[0].bound = True  # type: ignore[index]
    assert (disengaging_orders.refusal(state, 0, ("withdraw", 0, (0,))) is None) is able
    assert disengaging_orders.refusal(state, 0, ("flee", 0, 0, (0,))) is None


@pytest.mark.rule("battlesystem:7.12")
@pytest.mark.rule("battlesystem:9.0d")
@pytest.mark.parametrize(("rate", "version", "able"), [(6.0, 19, True), (5.0, 19, False), (5.0, 18, True)])
def test_a_hero_withdraws_over_dear_ground_if_he_can_pay_for_it(
    rate: float, version: int, able: bool
) -> None:
    champion = hero("Hero", 30.0, 19.75, movement=rate)
    state = battle(
        men("Far", 4, 2, 5.0, 5.0),
        men("Foe", 12, 6, 30.0, 20.0, 180.0, side=1, formation=OPEN),
        leaders=[champion],
        terrain=[area("swamp", 20.0, 10.0, 40.0, 22.0)],
        tier=stages.INTERMEDIATE,
        options={"version": version},
    )
    why = individual_moves.refusal(state, 0, ("lead", 0, "withdraw"))
    assert (why is None) is able, why
    if why is not None:
        assert why.rule == "battlesystem:7.12"


# ---------------------------------------------------------------- wings that cannot turn. Rules: battlesystem:7.11a, battlesystem:7.9d


@pytest.mark.rule("battlesystem:7.11a")
@pytest.mark.rule("battlesystem:7.9d")
@pytest.mark.parametrize("version", [18, 19])
def test_a_wing_that_an_enemy_at_its_flank_holds_does_not_wrap_around_another(version: int) -> None:
    # Four abreast from 28.5 to 31.5, the enemy before them from 29.25 on: the first file stands beyond him, and would turn to the right about
    # (29.25, 24). Its outer rear corner swings out to the left then, where another enemy touches its flank: it cannot turn at all.
    state = battle(
        men("Axes", 4, 4, 30.0, 24.0, engaged=True),
        men("Before", 6, 3, 30.375, 24.0, 180.0, side=1),
        men("Beside", 4, 4, 28.5, 23.625, 90.0, side=1),
        options={"version": version},
    )
    order = ("wrap", 0, ("left", 0))
    why = wraps.refusal(state, 0, order)
    if version < 19:
        assert why is None
        wraps.carry_out(state, Script(), 0, order)
        assert state.units[0].wings == (1, 0)
        assert state.units[0].spent == 0.0
    else:
        assert why is not None
        assert why.rule == "battlesystem:7.9d"
        assert order not in wraps.offers(state, state.units[0])
    # without him it turns
    state = battle(
        men("Axes", 4, 4, 30.0, 24.0, engaged=True),
        men("Before", 6, 3, 30.375, 24.0, 180.0, side=1),
        options={"version": version},
    )
    assert wraps.refusal(state, 0, order) is None
