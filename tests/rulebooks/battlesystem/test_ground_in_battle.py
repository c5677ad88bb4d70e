"""Ground in a battle: what ways over it cost, where they end, what it does to closed units and to charges."""

from __future__ import annotations

from typing import Any

import pytest
from rulebooks.battlesystem.regiments import Troop, area, battle, crowd, line, men, skirmishers
from rulebooks.battlesystem.test_formations import give, refused

from banneret.geometry.plane import forward, length
from banneret.kernel.errors import BadInput
from banneret.kernel.fields import Fields
from banneret.kernel.order import Order
from banneret.kernel.viewer import viewer_of
from banneret.rulebooks.battlesystem import stages
from banneret.rulebooks.battlesystem.army.scenario_ground import terrain_of
from banneret.rulebooks.battlesystem.blocks.block import Block
from banneret.rulebooks.battlesystem.blocks.block_moves import slide
from banneret.rulebooks.battlesystem.codec import CODEC
from banneret.rulebooks.battlesystem.drill import walking
from banneret.rulebooks.battlesystem.drill.legs import Walk
from banneret.rulebooks.battlesystem.drill.steps import Step
from banneret.rulebooks.battlesystem.morale import checks_and_routs
from banneret.rulebooks.battlesystem.morale.causes import OTHER, Cause
from banneret.rulebooks.battlesystem.movement import movement_orders
from banneret.rulebooks.battlesystem.movement.charges import charge_orders
from banneret.rulebooks.battlesystem.rounds import forget
from banneret.rulebooks.battlesystem.setup.posts import ground_trouble
from banneret.rulebooks.battlesystem.space import formations
from banneret.rulebooks.battlesystem.space.field import charged_through
from banneret.rulebooks.battlesystem.space.screens import level_at
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.tables.grounds import Feature
from banneret.rulebooks.battlesystem.tables.rosters import Post
from banneret.rulebooks.battlesystem.unit import CLOSED, FORWARD, ON_ROAD, OPEN
from banneret.rulebooks.battlesystem.view.previews import preview
from banneret.rulebooks.battlesystem.view.scene import scene
from banneret.testing import Script

OPENS: Step = ("formation", "open")


def alone(*ground: Feature, **changes: Any) -> State:
    """Twelve men in two ranks, their front at (30, 10), who look north; the enemy is far away."""
    facts: dict[str, Any] = {"formation": OPEN, **changes}
    troop: Troop = men("Axes", 12, 6, 30.0, 10.0, **facts)
    return battle(troop, men("Far", 4, 4, 55, 47, 180, side=1), terrain=list(ground))


def walk(state: State, *steps: Step, allowance: float | None = None) -> Walk:
    return walking.plan(state, state.units[0], list(steps), allowance)


def gone(found: Walk, y: float = 10.0) -> float:
    """Inches that the middle of its front went north."""
    assert found.unit.block is not None
    return round(found.unit.block.y - y, 3)


# ---------------------------------------------------------------- areas


@pytest.mark.rule("battlesystem:11.8")
def test_clear_ground_costs_nothing_more() -> None:
    found = walk(alone(area("woods", 0, 40, 60, 48)), ("slide", 0, 20))
    assert (gone(found), found.cost, found.refusal) == (9.0, 9.0, None)


@pytest.mark.rule("battlesystem:11.8b")
def test_woods_take_a_third() -> None:
    state = alone(area("woods", 0, 0, 60, 40), movement=12.0)
    assert gone(walk(state, ("slide", 0, 20))) == 8.0
    edge = alone(area("woods", 0, 13, 60, 40), movement=12.0)  # 3 in before its front
    found = walk(edge, ("slide", 0, 20))
    assert (gone(found), found.cost) == pytest.approx((9.0, 12.0))
    assert walk(edge, ("slide", 0, 4)).cost == pytest.approx(3 + 1.5)


@pytest.mark.rule("battlesystem:11.8c")
def test_nobody_goes_closed_into_woods() -> None:
    wood = area("woods", 0, 10, 60, 40)  # at its edge
    found = walk(alone(wood, formation=CLOSED), ("slide", 0, 9))
    assert found.halt is not None
    assert found.halt.rule == "battlesystem:11.8c"
    assert gone(found) == pytest.approx(
        0.355
    )  # the middles of the front bases come to the edge, a hair short
    opened = walk(alone(wood, formation=CLOSED), OPENS, ("slide", 0, 9))
    assert (gone(opened), opened.unit.formation) == (4.0, OPEN)  # 9 - 3 in are 4 in of wood
    inside = alone(area("woods", 0, 0, 60, 40))
    assert refused(inside, "move", 0, ("formation", "closed")).rule == "battlesystem:11.8c"


@pytest.mark.rule("battlesystem:11.8c")
def test_a_closed_unit_neither_wheels_nor_widens_into_woods() -> None:
    beside = alone(area("woods", 33, 0, 60, 40), formation=CLOSED)  # its right end is at 32.25
    found = walk(beside, ("wheel", "left", 90))
    assert found.refusal is None
    assert walk(beside, ("frontage", 0, 2)).refusal is not None
    ahead = alone(area("woods", 0, 11, 60, 40), formation=CLOSED)
    found = walk(ahead, ("wheel", "left", 45))
    assert found.refusal is not None
    assert found.refusal.rule == "battlesystem:11.8c"
    assert not found.legs


@pytest.mark.rule("battlesystem:11.8c")
def test_a_rout_into_woods_opens_a_closed_unit() -> None:
    state = battle(
        men("Axes", 12, 6, 30, 20, 180),
        men("Foe", 12, 6, 30, 21.5, 180, side=1, formation=OPEN),
        terrain=[area("woods", 0, 0, 60, 12)],
    )
    checks_and_routs.rout(state, Script(), state.units[0], Cause(OTHER, 1, 30.0, 22.0))
    unit = state.units[0]
    assert unit.routed
    assert unit.block is not None
    assert unit.block.y < 12
    assert unit.formation == OPEN


@pytest.mark.rule("battlesystem:11.8d")
def test_woodland_creatures_do_not_pay_for_woods() -> None:
    state = alone(area("woods", 0, 0, 60, 40), movement=12.0, natives=("woods",))
    assert gone(walk(state, ("slide", 0, 20))) == 12.0
    assert refused(state, "move", 0, ("formation", "closed")).rule == "battlesystem:11.8c"


@pytest.mark.rule("battlesystem:11.8j", "battlesystem:11.8k")
@pytest.mark.parametrize("kind", ["rough", "swamp"])
def test_rough_ground_and_swamps_take_half(kind: str) -> None:
    here = area(kind, 0, 0, 60, 40)
    assert gone(walk(alone(here), ("slide", 0, 20))) == 4.5
    dwarves = alone(here, movement=6.0, natives=(kind,))
    assert gone(walk(dwarves, ("slide", 0, 20))) == 6.0
    assert refused(dwarves, "move", 0, ("formation", "closed")).rule == (
        "battlesystem:11.8j" if kind == "rough" else "battlesystem:11.8k"
    )


@pytest.mark.rule("battlesystem:11.8l")
def test_deep_water_is_for_those_who_swim() -> None:
    pond = area("water", 20, 12, 40, 30)
    found = walk(alone(pond), ("slide", 0, 9))
    assert gone(found) == pytest.approx(2.0, abs=0.02)
    assert found.stopped
    lizards = alone(pond, movement=6.0, swim=12.0, natives=("swamp", "water"))
    assert gone(walk(lizards, ("slide", 0, 20))) == 10.0  # 2 in on land for 2, 8 in of water for 4
    closed = alone(pond, movement=6.0, swim=12.0, natives=("water",), formation=CLOSED)
    into = walk(closed, ("slide", 0, 20)).halt
    assert into is not None
    assert into.rule == "battlesystem:11.8l"


@pytest.mark.rule("battlesystem:11.8l")
def test_routs_do_not_enter_deep_water() -> None:
    state = battle(
        men("Axes", 12, 6, 30, 20, 180),
        men("Foe", 12, 6, 30, 21.5, 180, side=1, formation=OPEN),
        terrain=[area("water", 26, 6, 34, 14)],
    )
    checks_and_routs.rout(state, Script(), state.units[0], Cause(OTHER, 1, 30.0, 22.0))
    block = state.units[0].block
    assert block is not None
    assert not (26 < block.middle_x < 34 and 6 < block.middle_y < 14)


# ---------------------------------------------------------------- roads


@pytest.mark.rule("battlesystem:11.8a")
def test_a_column_goes_a_third_farther_on_a_road() -> None:
    road = line("road", (30, 0), (30, 48), width=2.0)
    column: Troop = men("Axes", 12, 2, 30.0, 10.0, formation=CLOSED)
    state = battle(column, men("Far", 4, 4, 55, 47, 180, side=1), terrain=[road])
    found = walk(state, ("slide", 0, 20))
    assert (gone(found), found.cost) == (12.0, 9.0)
    assert gone(walk(alone(road), ("slide", 0, 20))) == 9.0  # six abreast do not find room on it


@pytest.mark.rule("battlesystem:11.8a")
def test_a_road_is_kept_to_for_the_whole_move() -> None:
    road = line("road", (30, 0), (30, 20), width=2.0)
    column: Troop = men("Axes", 12, 2, 30.0, 10.0, formation=CLOSED)
    state = battle(column, men("Far", 4, 4, 55, 47, 180, side=1), terrain=[road, area("woods", 0, 0, 60, 20)])
    on = walk(state, ("slide", 0, 4))  # the road counts, not the woods beside it
    assert (gone(on), on.cost) == (4.0, 3.0)
    off = walk(state, ("slide", 0, 4), ("slide", 40, 3))
    assert off.refusal is not None
    assert off.refusal.rule == "battlesystem:11.8a"
    give(state, ("move", 0, ("slide", 0, 4)))
    assert state.units[0].footing == ON_ROAD
    assert state.units[0].spent == 3.0


@pytest.mark.rule("battlesystem:11.8a")
def test_who_has_moved_beside_a_road_gets_no_bonus() -> None:
    road = line("road", (30, 14), (30, 48), width=2.0)
    column: Troop = men("Axes", 6, 2, 30.0, 12.0, formation=CLOSED)
    state = battle(column, men("Far", 4, 4, 55, 47, 180, side=1), terrain=[road])
    found = walk(state, ("slide", 0, 5), ("slide", 0, 9))
    assert (gone(found, 12.0), found.cost) == (9.0, 9.0)


# ---------------------------------------------------------------- what is crossed


@pytest.mark.rule("battlesystem:11.8e")
def test_a_third_of_the_rate_for_each_obstacle() -> None:
    stream, hedge = line("stream", (0, 14), (60, 14)), line("hedge", (0, 18), (60, 18))
    rider = alone(stream, movement=24.0)
    found = walk(rider, ("slide", 0, 6))
    assert (gone(found), found.cost) == (6.0, pytest.approx(6 + 8))
    both = walk(alone(stream, hedge, movement=24.0), ("slide", 0, 30))
    assert gone(both) == pytest.approx(
        8.0, abs=0.03
    )  # 8 + 8 are left of 24 when it stands at the hedge, and all goes for it
    assert both.cost == pytest.approx(24, abs=0.1)
    foot = alone(line("fence", (0, 17), (60, 17)))  # 7 in away: 2 are left there
    stopped = walk(foot, ("slide", 0, 9))
    assert stopped.halt is not None
    assert stopped.halt.rule == "battlesystem:11.8e"
    assert gone(stopped) == pytest.approx(6.98)


@pytest.mark.rule("battlesystem:11.8e")
def test_a_crossing_is_paid_once() -> None:
    state = alone(line("hedge", (0, 11), (60, 11)))
    give(state, ("move", 0, ("slide", 0, 2)))  # its front is over, its rear rank is not
    unit = state.units[0]
    assert unit.spent == pytest.approx(5.0)
    give(state, ("move", 0, ("slide", 0, 3)))
    assert unit.spent == pytest.approx(8.0)


@pytest.mark.rule("battlesystem:11.8f")
def test_an_obstacle_breaks_closed_order() -> None:
    state = alone(line("stream", (0, 12), (60, 12), width=1.0), formation=CLOSED)
    give(state, ("move", 0, ("slide", 0, 4)))
    unit = state.units[0]
    assert unit.formation == OPEN
    assert unit.block is not None
    assert unit.block.y == pytest.approx(14.0)
    assert unit.block.spacing == 0.5
    assert unit.spent == pytest.approx(7.0)  # 4 in of way and 3 to cross: to open is free
    again = alone(line("stream", (0, 9.5), (60, 9.5)))
    assert refused(again, "move", 0, ("formation", "closed")).rule == "battlesystem:11.8e"  # astride it


def test_a_step_is_refused_after_one_that_ground_has_cut() -> None:
    state = alone(line("stream", (0, 12), (60, 12), width=1.0), formation=CLOSED)
    across: Step = ("slide", 0, 4)  # two legs of it, and between them the unit opens
    found = refused(state, "move", 0, across, ("frontage", 1, -1))
    assert (found.rule, found.nearest) == ("battlesystem:7.10c", ("move", 0, across))
    decision = movement_orders.MoveDecision(state, 0)
    lost: Order = ("move", 0, across, ("wheel", "right", 90))  # 11 inches, and 2 are left
    assert decision.check(lost) is None
    shown = preview(state, decision, lost)
    assert shown is not None
    assert "(wheel right 15)" in shown.instead[0].order


@pytest.mark.rule("battlesystem:11.8f")
@pytest.mark.parametrize(("version", "heading"), [(14, 14.8), (15, 14.8), (16, 56.6)])
def test_a_wheel_across_an_obstacle_opens_and_goes_on_as_far_as_it_is_paid(
    version: int, heading: float
) -> None:
    # The order of 12 men breaks after 14.7 degrees; 1.07 in of arc and 3 for the hedge leave 4.93 of 9, which are 41.9 degrees of the 45 to come
    # in open order. By version 15 nothing of a rest was made that could not be paid, by version 14 nothing of any.
    state = alone(line("hedge", (0, 11), (60, 11)), formation=CLOSED)
    state.setting.flags.version = version
    found = walk(state, ("wheel", "right", 60))
    assert found.unit.formation == OPEN
    assert found.stopped
    assert found.unit.block is not None
    assert found.unit.block.heading == pytest.approx(heading, abs=0.2)
    opened = walk(alone(line("hedge", (0, 11), (60, 11))), ("wheel", "right", 30))
    assert opened.refusal is None
    assert opened.legs[0].cost == pytest.approx(walk(alone(), ("wheel", "right", 30)).cost + 3)


@pytest.mark.rule("battlesystem:11.8h")
def test_climbing_costs_a_third_for_each_contour() -> None:
    hill = [area("hill", 0, 11, 60, 40, 1), area("hill", 0, 12, 60, 40, 2)]
    found = walk(alone(*hill), ("slide", 0, 9))
    assert (gone(found), found.cost) == pytest.approx((3.0, 9.0))
    down = walk(alone(area("hill", 0, 0, 60, 12, 1)), ("slide", 0, 9))
    assert (gone(down), down.cost) == (9.0, 9.0)
    closed = walk(alone(area("hill", 0, 11, 60, 40, 1), formation=CLOSED), ("slide", 0, 9))
    assert (gone(closed), closed.unit.formation) == (6.0, CLOSED)


@pytest.mark.rule("battlesystem:11.8m")
def test_a_ford_is_crossed_like_a_stream() -> None:
    ford = area("ford", 0, 12, 60, 14)
    state = alone(ford, formation=CLOSED)
    give(state, ("move", 0, ("slide", 0, 5)))
    assert state.units[0].formation == OPEN
    assert state.units[0].spent == pytest.approx(8.0)
    foe = men("Foe", 12, 6, 30, 18.0, 180, side=1)
    facing = battle(men("Axes", 12, 6, 30.0, 10.0), foe, terrain=[ford])
    why = charge_orders.refusal(facing, 0, ("charge", 0, 1, ("slide", 0)))
    assert why is not None
    assert why.rule == "battlesystem:11.8g"


@pytest.mark.rule("battlesystem:11.8n")
def test_costs_add_up() -> None:
    state = alone(line("stream", (0, 12), (60, 12)), area("woods", 0, 12.001, 60, 40))
    assert gone(walk(state, ("slide", 0, 9))) == pytest.approx(2 + 4 / 1.5, abs=0.01)
    wood = alone(area("woods", 0, 0, 60, 40))
    assert gone(walk(wood, ("slide", 0, 20), allowance=13.5)) == 9.0
    slope = alone(area("hill", 0, 10.5, 60, 40, 1), area("woods", 0, 0, 60, 40))
    assert gone(walk(slope, ("slide", 0, 9))) == 4.0  # 3 for the climb, 6 in of rate in woods


# ---------------------------------------------------------------- charges


def charge(*ground: Feature) -> str:
    """The rule by which a charge of 10 inches straight ahead is refused, "" when it may be made."""
    foe = men("Foe", 12, 6, 30, 20.0, 180, side=1)
    state = battle(men("Axes", 12, 6, 30.0, 10.0, formation=OPEN), foe, terrain=list(ground))
    why = charge_orders.refusal(state, 0, ("charge", 0, 1, ("slide", 0)))
    return "" if why is None else why.rule


@pytest.mark.rule("battlesystem:11.8g")
def test_nobody_charges_across_an_obstacle() -> None:
    assert charge() == ""
    assert charge(line("stream", (0, 15), (60, 15))) == "battlesystem:11.8g"
    assert charge(line("hedge", (0, 20), (60, 20))) == "battlesystem:11.8g"  # he stands right behind it
    assert charge(line("hedge", (0, 23), (60, 23))) == ""  # behind him
    assert charge(line("hedge", (0, 15), (20, 15))) == ""  # beside the way


@pytest.mark.rule("battlesystem:11.8i")
def test_nobody_charges_uphill() -> None:
    assert charge(area("hill", 0, 15, 60, 40, 1)) == "battlesystem:11.8i"
    assert charge(area("hill", 0, 0, 60, 15, 1)) == ""
    assert charge(area("hill", 0, 5, 60, 40, 1)) == ""  # both on it


@pytest.mark.rule("battlesystem:11.8n")
def test_a_charge_through_woods_goes_less_far() -> None:
    wood = area("woods", 0, 0, 60, 40)
    foe = men("Foe", 12, 6, 30, 18.5, 180, side=1, formation=OPEN)
    state = battle(men("Axes", 12, 6, 30.0, 10.0, formation=OPEN), foe, terrain=[wood])
    table = Script()
    charge_orders.carry_out(state, table, 0, ("charge", 0, 1, ("slide", 0)))
    assert state.units[0].charged == 1  # 8.5 in are 12.75 of 13.5
    far = battle(
        men("Axes", 12, 6, 30.0, 10.0, formation=OPEN),
        men("Foe", 12, 6, 30, 19.5, 180, side=1, formation=OPEN),
        terrain=[wood],
    )
    charge_orders.carry_out(far, Script(), 0, ("charge", 0, 1, ("slide", 0)))
    assert far.units[0].failed_charge


# ---------------------------------------------------------------- skirmishers, mobs, buildings


@pytest.mark.rule("battlesystem:11.8n", "battlesystem:11.8e")
def test_skirmishers_pay_each_for_itself() -> None:
    state = battle(
        skirmishers(places=[(20, 10), (40, 10)]),
        men("Far", 4, 4, 55, 47, 180, side=1),
        terrain=[area("woods", 30, 0, 60, 40), line("hedge", (0, 12), (30, 12))],
    )
    give(state, ("skirmish", 0, ("all", 0, 9)))
    singles = state.units[0].singles
    assert singles is not None
    assert [round(one.y, 2) for one in singles] == [16.0, 16.0]  # 6 in of 9 for each: a hedge, or woods
    assert [round(one.moved, 2) for one in singles] == [9.0, 9.0]


@pytest.mark.rule("battlesystem:11.8o")
def test_only_figures_that_move_singly_enter_a_building() -> None:
    hut = area("building", 28, 12, 32, 16)
    block = walk(alone(hut), ("slide", 0, 9))
    assert block.halt is not None
    assert block.halt.rule == "battlesystem:11.8o"
    state = battle(
        skirmishers(places=[(29, 11), (31, 11)]), men("Far", 4, 4, 55, 47, 180, side=1), terrain=[hut]
    )
    give(state, ("skirmish", 0, (0, 0, 3)), ("skirmish", 0, (1, 340, 3.2)))
    singles = state.units[0].singles
    assert singles is not None
    assert hut.holds(singles[0].x, singles[0].y)
    assert hut.holds(singles[1].x, singles[1].y)
    assert abs(singles[0].x - singles[1].x) < 1.5  # less than an inch between their bases
    assert singles[0].moved == pytest.approx(6.0)
    into = battle(men("Axes", formation=OPEN, y=10.0), men("Foe", 1, 1, 30, 18, 180, side=1), terrain=[hut])
    charge_orders.carry_out(into, Script(), 0, ("charge", 0, 1, ("slide", 0)))
    assert into.units[0].block is not None
    assert into.units[0].block.y == 10.0  # nobody charges in


@pytest.mark.rule("battlesystem:11.8b")
def test_a_mob_pays_for_woods_too() -> None:
    mob: Troop = crowd("Mob", 16, 30, 10, order=FORWARD)
    state = battle(mob, men("Far", 4, 4, 55, 47, 180, side=1), terrain=[area("woods", 0, 0, 60, 40)])
    assert gone(walk(state, ("slide", 0, 20))) == 6.0


@pytest.mark.rule("battlesystem:11.8f")
def test_a_unit_pushed_over_a_line_opens() -> None:
    state = alone(line("hedge", (0, 12), (60, 12)), formation=CLOSED)
    unit = state.units[0]
    before = unit.block
    unit.stand(Block(30, 16, 0, 12, 6, 0.75, 0.75, 0.0))
    formations.open_on_ground(state, Script(), unit, before)
    assert unit.formation == OPEN


# ---------------------------------------------------------------- scenarios


def rows(**row: object) -> list[Feature]:
    return terrain_of(Fields({"terrain": [row]}, "test"), 60.0, 48.0)


@pytest.mark.rule("battlesystem:11.8")
def test_ground_of_scenarios_is_read_and_checked() -> None:
    wood = rows(kind="woods", name="Ash wood", polygon=[[0, 0], [5, 0], [5, 5]])[0]
    assert (wood.name, wood.ground.id, wood.holds(4, 1), wood.holds(1, 4)) == (
        "Ash wood",
        "woods",
        True,
        False,
    )
    road = rows(kind="road", line=[[0, 10], [60, 10]])[0]
    assert (road.name, road.holds(30, 10.9), road.holds(30, 11.1)) == ("Road", True, False)
    assert rows(kind="hill", level=2, polygon=[[0, 0], [5, 0], [5, 5]])[0].level == 2
    for bad in (
        {"kind": "moor", "polygon": [[0, 0], [5, 0], [5, 5]]},
        {"kind": "hedge", "polygon": [[0, 0], [5, 0], [5, 5]]},
        {"kind": "woods", "line": [[0, 0], [5, 0]]},
        {"kind": "hedge", "line": [[0, 0], [70, 0]]},
        {"kind": "woods", "level": 1, "polygon": [[0, 0], [5, 0], [5, 5]]},
    ):
        with pytest.raises(BadInput):
            rows(**bad)


@pytest.mark.rule("battlesystem:11.8c")
def test_a_closed_unit_that_cannot_go_on_learns_that_it_may_open() -> None:
    here = alone(
        area("woods", 0, 9.64, 60, 40), formation=CLOSED
    )  # the middles of its front bases stand at the edge
    why = refused(here, "move", 0, ("slide", 0, 5))
    assert why.rule == "battlesystem:11.8c"
    assert why.nearest == ("move", 0, OPENS, ("slide", 0, 5))


def test_previews_say_what_ground_costs() -> None:
    state = alone(line("hedge", (0, 12), (60, 12)), area("woods", 0, 14, 60, 40))
    found = preview(state, movement_orders.MoveDecision(state, 0), ("move", 0, ("slide", 0, 5)))
    assert found is not None
    assert found.steps[0].detail == "straight ahead, across the hedge, through the woods"
    assert found.steps[0].rule == "battlesystem:11.8e"
    assert found.cost == pytest.approx(2 + 3 + 2 + 1 * 1.5)
    short = alone(line("hedge", (0, 17), (60, 17)))
    told = preview(short, movement_orders.MoveDecision(short, 0), ("move", 0, ("slide", 0, 9)))
    assert told is not None
    assert told.rule == "battlesystem:11.8e"
    assert told.sentence.startswith("To cross the hedge takes 3 in, a third of its rate")


@pytest.mark.rule("battlesystem:11.8c", "battlesystem:11.8o")
def test_nobody_begins_closed_in_woods_or_in_a_house() -> None:
    state = alone(area("woods", 0, 0, 30, 20), area("building", 40, 0, 44, 4))
    unit = state.units[0]
    assert ground_trouble(state, unit, Post(CLOSED, 6, 20, 10, 0))[1] == "battlesystem:11.8c"
    assert ground_trouble(state, unit, Post(OPEN, 6, 20, 10, 0)) == ("", "")
    assert ground_trouble(state, unit, Post(OPEN, 6, 42, 5, 0))[1] == "battlesystem:11.8o"


def test_the_board_shows_each_stretch_with_its_kind() -> None:
    state = alone(area("woods", 0, 20, 30, 40), line("hedge", (0, 12), (60, 12)), area("water", 40, 0, 44, 4))
    places = [place for place in scene(state, viewer_of(0)).board.places if place.id.startswith("t")]
    assert [place.ground for place in places] == ["woods", "hedge", "water"]
    assert places[1].breadth == 0.5
    assert places[2].tags[0].text == "nobody may enter but those who swim"


# ---------------------------------------------------------------- a flat price, by an option


def flat(*ground: Feature, **changes: Any) -> State:
    """As `alone`, where dear ground that is entered cuts the whole rate."""
    state = alone(*ground, **changes)
    state.setting.flags.flat_ground = True
    return state


@pytest.mark.rule("battlesystem:11.8n")
@pytest.mark.parametrize(
    ("kind", "south", "north", "inches"),
    [
        ("woods", 13, 40, 6.0),  # 9 * 2/3: 3 in the clear, 3 among the trees
        ("woods", 11, 13, 6.0),  # the clear beyond costs no less
        ("woods", 10, 40, 6.0),
        ("rough", 13, 40, 4.5),  # 9 / 2: 3 in the clear, 1.5 on the rocks
        ("swamp", 0, 12, 4.5),
        ("woods", 16, 40, 5.98),  # the whole of 6 is spent where they begin: it stops at their edge
        ("rough", 15, 40, 4.98),  # 5 in the clear are more than it would have
        ("woods", 19, 40, 8.98),
        ("woods", 20, 40, 9.0),
    ],
)
def test_dear_ground_cuts_the_whole_rate(kind: str, south: float, north: float, inches: float) -> None:
    state = flat(area(kind, 0, south, 60, north))
    found = gone(walk(state, ("slide", 0, 20)))
    assert found == pytest.approx(inches, abs=0.021)
    pieces = walk(state, ("slide", 0, 2), ("slide", 0, 2), ("slide", 0, 20))
    assert gone(pieces) == pytest.approx(inches, abs=0.021)


@pytest.mark.rule("battlesystem:11.8n")
def test_what_is_crossed_before_and_after_counts_at_the_cut_rate() -> None:
    """Of 6 inches a stream takes 3, a third of the normal rate; of 9 on a forced march as well."""
    stream = line("stream", (0, 11), (60, 11))
    state = flat(stream, area("woods", 0, 12, 60, 40))
    assert gone(walk(state, ("slide", 0, 20))) == pytest.approx(3.0, abs=0.021)
    beyond = flat(line("stream", (0, 14), (60, 14)), area("woods", 0, 11, 60, 13))
    assert gone(walk(beyond, ("slide", 0, 20))) == pytest.approx(3.98, abs=0.021)  # 4 and 3 are more than 6
    assert gone(walk(state, ("slide", 0, 20), allowance=13.5)) == pytest.approx(6.0, abs=0.021)
    assert gone(walk(flat(area("woods", 0, 13, 60, 40)), ("slide", 0, 20), allowance=13.5)) == 9.0


@pytest.mark.rule("battlesystem:11.8n")
def test_the_dearest_ground_of_a_round_counts_and_natives_pay_nothing() -> None:
    both = flat(area("woods", 0, 11, 60, 12), area("swamp", 0, 12, 60, 40))
    assert gone(walk(both, ("slide", 0, 20))) == pytest.approx(4.5)
    wood = area("woods", 0, 13, 60, 40)
    assert gone(walk(flat(wood, natives=("woods",)), ("slide", 0, 20))) == 9.0
    clear = flat(area("woods", 40, 0, 60, 40))
    assert gone(walk(clear, ("slide", 0, 20))) == 9.0


@pytest.mark.rule("battlesystem:11.8n")
def test_a_cut_rate_lasts_for_the_round_and_no_longer() -> None:
    state = flat(area("woods", 0, 11, 60, 12))
    give(state, ("move", 0, ("slide", 0, 3)))
    unit = state.units[0]
    assert (unit.spent, unit.slowed) == pytest.approx((4.5, 1.5))
    assert CODEC.load(CODEC.dump(state), state).units[0].slowed == 1.5
    assert gone(walk(state, ("slide", 0, 20)), 13.0) == pytest.approx(3.0)
    forget(unit)
    assert gone(walk(state, ("slide", 0, 20)), 13.0) == 9.0


@pytest.mark.rule("battlesystem:11.8n")
def test_a_wheel_into_dear_ground_makes_the_way_before_it_dearer() -> None:
    """3 inches in the clear cost 4.5 then, and the arc of 30 degrees of a front of 4.5 inches, 2.356 in, costs 3.534."""
    state = flat(area("woods", 0, 13.5, 60, 40), formation=CLOSED, natives=())
    loose = flat(area("woods", 0, 13.5, 60, 40), formation=OPEN)
    plain = walk(alone(formation=OPEN), ("slide", 0, 3), ("wheel", "left", 10))
    found = walk(loose, ("slide", 0, 3), ("wheel", "left", 10))
    arc = plain.legs[1].cost
    assert found.legs[1].cost == pytest.approx(1.5 * arc + 1.5)
    assert found.unit.slowed == 1.5
    assert walk(state, ("slide", 0, 3)).unit.slowed == 1.0


@pytest.mark.rule("battlesystem:11.8n")
def test_skirmishers_are_slowed_each_for_itself() -> None:
    """One has 3 inches to the woods and goes 6 in all, the other meets none and goes 9."""
    state = battle(
        skirmishers("Scouts", [(20, 10), (40, 10)]),
        men("Far", 4, 4, 55, 47, 180, side=1),
        terrain=[area("woods", 0, 13, 30, 40)],
        options={"flat_ground": True},
    )
    give(state, ("skirmish", 0, ("all", 0, 20)))
    singles = state.units[0].singles
    assert singles is not None
    assert [round(one.y, 2) for one in singles] == [16.0, 19.0]
    assert [one.slowed for one in singles] == [1.5, 1.0]
    assert [one.moved for one in singles] == pytest.approx([9.0, 9.0])


@pytest.mark.rule("battlesystem:7.8b", "battlesystem:11.8e")
@pytest.mark.parametrize(("version", "first"), [(8, (32.612, 15.14)), (9, (32.186, 14.532))])
def test_a_file_does_not_go_into_one_that_stays_before_a_hedge(
    version: int, first: tuple[float, float]
) -> None:
    """Aslant, 35° to the right, the front stops with its middle at (32.936, 14.193): the right file touches.

    The left file could go 1.614 in to the enemy, and so 0.926 in to the right; the middle file stays before the hedge, and there is half an
    inch between them: 0.5 / sin 35° = 0.872 in.
    """
    state = battle(
        men("Spears", 6, 3, 30, 10, 0, formation=OPEN),
        men("Orcs", 16, 8, 33.6, 15, 220, side=1),
        terrain=[line("hedge", (33.0, 14.5), (33.3, 14.5))],
        tier=stages.INTERMEDIATE,
        options={"version": version},
    )
    found = walking.plan(state, state.units[0], [("slide", 35, 9)], 9.0, True)
    assert found.unit.loose is not None
    assert [pose[:2] for pose in found.unit.loose[:3]] == [first, (32.936, 13.818), (34.186, 13.818)]


# ---------------------------------------------------------------- the very edge of a hill or ford

SQUARE = (20.0, 14.0, 40.0, 34.0)
EDGES = {
    "south": (30.0, 14.0, 0),
    "west": (20.0, 24.0, 90),
    "north": (30.0, 34.0, 180),
    "east": (40.0, 24.0, 270),
}
"""The middle of each edge of that square, and the bearing inward."""


@pytest.mark.rule("battlesystem:11.8h", "battlesystem:11.8e", "battlesystem:10.1e")
@pytest.mark.parametrize("edge", list(EDGES))
@pytest.mark.parametrize("version", [15, 16])
def test_who_stands_at_the_very_edge_of_a_hill_is_not_on_it_on_whichever_side(
    version: int, edge: str
) -> None:
    """Nine inches: three for the climb, six of way. By version 15 he was up at the south and west, and climbed free from the others."""
    x, y, inward = EDGES[edge]
    state = battle(
        skirmishers("S", [(x, y)], inward),
        men("Far", 4, 4, 5, 47, 180, side=1),
        terrain=[area("hill", *SQUARE, level=1)],
        options={"version": version},
    )
    is_old = version == 15 and edge in ("south", "west")
    assert level_at(state.setting, x, y) == (1 if is_old else 0)
    give(state, ("skirmish", 0, (0, inward, 9)))
    singles = state.units[0].singles
    assert singles is not None
    free = version == 15 and edge in ("north", "east")
    assert length(singles[0].x - x, singles[0].y - y) == pytest.approx(9.0 if free else 6.0)
    assert level_at(state.setting, singles[0].x, singles[0].y) == 1


@pytest.mark.rule("battlesystem:11.8m", "battlesystem:11.9d")
@pytest.mark.parametrize("edge", list(EDGES))
def test_who_stands_at_the_very_edge_of_a_ford_neither_wades_nor_charges_into_it(edge: str) -> None:
    x, y, inward = EDGES[edge]
    ford = area("ford", *SQUARE)
    for version, wet in ((15, edge in ("south", "west")), (16, False)):
        state = battle(men("Far", 4, 4, 5, 47, 180, side=1), terrain=[ford], options={"version": version})
        (one,) = state.setting.terrain
        assert one.holds(x, y) is wet
    east, north = forward(float(inward))
    before = men("Reds", 1, 1, x + 0.375 * east, y + 0.375 * north, inward).unit.block
    after = men("Reds", 1, 1, x + 2.0 * east, y + 2.0 * north, inward).unit.block
    assert before is not None
    assert after is not None
    assert (before.middle_x, before.middle_y) == pytest.approx((x, y))
    assert charged_through(state, before, after) is one


@pytest.mark.rule("battlesystem:11.8m", "battlesystem:11.8e", "battlesystem:11.8g")
@pytest.mark.parametrize("version", [15, 16])
def test_a_bridge_leads_over_a_ford_that_is_an_area(version: int) -> None:
    """Two files on a bridge of 2 inches, over a ford of 4: they cross it closed, with all of their nine inches, and charge across it.

    Beside the bridge a skirmisher pays three to enter the ford, from the bank or off the bridge.
    """
    ground = [area("ford", 10, 22, 50, 26), area("bridge", 29, 21, 31, 27)]
    state = battle(
        men("Reds", 8, 2, 30, 20.5, formation=CLOSED),
        men("Blues", 8, 2, 30, 29.5, 180, side=1),
        terrain=ground,
        options={"version": version},
    )
    found = walk(state, ("slide", 0, 8))
    if version == 15:
        assert (found.unit.formation, gone(found, 20.5)) == (OPEN, 6.0)
    else:
        assert (found.unit.formation, gone(found, 20.5)) == (CLOSED, 8.0)
    unit = state.units[0]
    assert unit.block is not None
    ahead = slide(unit.block, 0.0, 9.0)
    assert (charged_through(state, unit.block, ahead) is None) is (version == 16)
    scouts = skirmishers("S", [(26.0, 21.0), (30.0, 24.0)])
    crossing = battle(
        scouts, men("Far", 4, 4, 5, 47, 180, side=1), terrain=ground, options={"version": version}
    )
    give(crossing, ("skirmish", 0, (0, 0, 20), (1, 270, 20)))
    singles = crossing.units[0].singles
    assert singles is not None
    assert (singles[0].x, singles[0].y) == (26.0, 27.0)
    assert (singles[1].x, singles[1].y) == ((21.0, 24.0) if version == 15 else (24.0, 24.0))
