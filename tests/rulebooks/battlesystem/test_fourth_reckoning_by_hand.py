"""Faults that a reckoning apart of shooting, sight and runs found, on figures worked out by hand."""

from __future__ import annotations

import pytest
from rulebooks.battlesystem.regiments import area, battle, hero, line, men, skirmishers

from banneret.rulebooks.battlesystem import stages
from banneret.rulebooks.battlesystem.missiles import by_champions, shooters
from banneret.rulebooks.battlesystem.movement import individual_moves
from banneret.rulebooks.battlesystem.movement.compelled_moves import run_on
from banneret.rulebooks.battlesystem.movement.disengaging import disengaging_orders
from banneret.rulebooks.battlesystem.movement.disengaging.ways_away import turned_about
from banneret.rulebooks.battlesystem.space import field, standing
from banneret.rulebooks.battlesystem.space.lines_of_fire import able, aim
from banneret.rulebooks.battlesystem.space.lines_of_sight import sees
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.tables.grounds import Feature
from banneret.rulebooks.battlesystem.tables.missiles import missile_of
from banneret.rulebooks.battlesystem.unit import CLOSED, FLED, OPEN
from banneret.testing import Script

# ---------------------------------------------------------------- behind a building. Rules: battlesystem:10.1d, battlesystem:11.8o


def across_a_house(y: float, version: int = 19, level: int = 0) -> State:
    """An archer at (30, 20), a house from y = 22 to y = 26, and one beyond it with his middle at (30, y); bases of 3/4 inch."""
    archer = skirmishers("Archer", [(30.0, 20.0)], missile=missile_of("long-bow"))
    mark = skirmishers("Mark", [(30.0, y)], 180.0, side=1)
    ground = [area("building", 25.0, 22.0, 35.0, 26.0)]
    if level:
        ground.append(area("hill", 20.0, 15.0, 40.0, 21.0, level))
    return battle(archer, mark, terrain=ground, tier=stages.INTERMEDIATE, options={"version": version})


@pytest.mark.rule("battlesystem:10.1d")
@pytest.mark.rule("battlesystem:11.8o")
@pytest.mark.parametrize(
    ("y", "version", "seen"),
    [
        (25.9, 19, True),  # his middle is in the house: he stands in it
        (26.2, 19, False),  # behind it, with two corners 0.175 in inside
        (26.2, 18, True),
        (26.4, 19, False),  # behind it altogether
        (21.9, 19, True),  # before it, with two corners inside
    ],
)
def test_nobody_is_seen_through_a_house_into_which_a_corner_of_his_reaches(
    y: float, version: int, seen: bool
) -> None:
    state = across_a_house(y, version)
    archer, mark = state.units[0], state.units[1]
    fire = aim(state, archer, [0], mark, 21.0)
    assert (fire is not None) is seen
    assert (able(state, archer, [0], mark, 21.0) > 0) is seen
    assert (sees(state, archer, mark) >= 0.0) is seen
    if fire is not None and y == 25.9:
        assert fire.covers == ["hard"]


@pytest.mark.rule("battlesystem:10.1e")
@pytest.mark.parametrize(("level", "seen"), [(1, False), (2, True)])
def test_who_stands_as_high_as_a_house_sees_over_it_at_one_with_a_corner_in_it(
    level: int, seen: bool
) -> None:
    state = across_a_house(26.2, level=level)
    assert (aim(state, state.units[0], [0], state.units[1], 21.0) is not None) is seen


# ---------------------------------------------------------------- withdrawals of those who have shot. Rules: battlesystem:7.12, battlesystem:10.4c


@pytest.mark.rule("battlesystem:7.12")
@pytest.mark.rule("battlesystem:10.4c")
@pytest.mark.parametrize(
    ("shots", "hedged", "able_to"), [(0, True, True), (1, True, False), (1, False, True), (2, False, False)]
)
def test_archers_who_have_shot_withdraw_only_for_what_the_shots_leave_them(
    shots: int, hedged: bool, able_to: bool
) -> None:
    # MV 12: one shot leaves 6 in. Over a hedge 3 in cost 3 + 12 / 3 = 7.
    ours = men(
        "Ours", 12, 6, 30.0, 20.0, formation=OPEN, engaged=True, movement=12.0, missile=missile_of("long-bow"), shots=shots
    )  # fmt: skip
    theirs = men("Theirs", 12, 6, 30.0, 20.0, 180.0, side=1, formation=OPEN)
    hedge = [line("hedge", (20.0, 17.5), (40.0, 17.5))] if hedged else []
    state = battle(ours, theirs, terrain=hedge, tier=stages.INTERMEDIATE)
    assert (disengaging_orders.refusal(state, 0, ("withdraw", 0)) is None) is able_to


HEDGE = line("hedge", (20.0, 18.5), (40.0, 18.5))


@pytest.mark.rule("battlesystem:10.4f")
@pytest.mark.rule("battlesystem:7.12")
@pytest.mark.parametrize(
    ("hedged", "version", "spent", "shots"), [(True, 19, 7.0, 0), (True, 18, 3.0, 1), (False, 19, 3.0, 1)]
)
def test_skirmishers_who_withdrew_over_a_hedge_have_spent_its_price(
    hedged: bool, version: int, spent: float, shots: int
) -> None:
    # MV 12: 3 in and 12 / 3 for the hedge are 7; a bow is shot once after 6 in at most.
    scout = skirmishers("Scout", [(30.0, 19.625)], movement=12.0, missile=missile_of("long-bow"))
    foe = men("Foe", 12, 6, 30.0, 20.0, 180.0, side=1, formation=OPEN)
    ground = [HEDGE] if hedged else []
    state = battle(scout, foe, terrain=ground, tier=stages.INTERMEDIATE, options={"version": version})
    archer = state.units[0].singles[0]  # type: ignore[index]
    archer.bound = True
    disengaging_orders.carry_out(state, Script(orders=[("stay", 1, 0)]), 0, ("withdraw", 0, (0,)))
    assert (archer.y, archer.moved) == (16.625, pytest.approx(spent))
    state.stage = stages.MISSILES
    assert shooters.shots_left(state, state.units[0]) == shots


@pytest.mark.rule("battlesystem:10.4f")
@pytest.mark.rule("battlesystem:9.0d")
@pytest.mark.parametrize(("version", "spent", "shots"), [(19, 7.0, 0), (18, 3.0, 1)])
def test_a_hero_who_withdrew_over_a_hedge_has_spent_its_price(version: int, spent: float, shots: int) -> None:
    champion = hero("Hero", 30.0, 19.75, movement=12.0, missile=missile_of("long-bow"))
    state = battle(
        men("Far", 4, 2, 5.0, 5.0),
        men("Foe", 12, 6, 30.0, 20.0, 180.0, side=1, formation=OPEN),
        leaders=[champion],
        terrain=[HEDGE],
        tier=stages.INTERMEDIATE,
        options={"version": version},
    )
    one = state.individuals[0]
    individual_moves.carry_out(state, Script(), 0, ("lead", 0, "withdraw"))
    assert one.moved == pytest.approx(spent, abs=0.01)
    state.stage = stages.MISSILES
    assert by_champions.shots_left(state, one) == shots


# ---------------------------------------------------------------- runs along a road. Rule: battlesystem:11.8a

SWAMP = area("swamp", 20.0, 0.0, 40.0, 48.0)
ROAD = line("road", (30.0, 0.0), (30.0, 48.0), width=4.0)
TO_THIRTY = line("road", (30.0, 0.0), (30.0, 30.0), width=4.0)


@pytest.mark.rule("battlesystem:11.8a")
@pytest.mark.rule("battlesystem:11.8n")
@pytest.mark.parametrize(
    ("ground", "heading", "version", "inches"),
    [
        ([SWAMP, ROAD], 0.0, 19, 12.0),  # 9 in of movement at 3/4 each
        ([SWAMP, ROAD], 0.0, 18, 4.5),
        ([SWAMP, ROAD], 90.0, 19, 4.5),  # across it, into the swamp
        ([SWAMP], 0.0, 19, 4.5),
        ([ROAD], 0.0, 19, 12.0),
        ([ROAD], 0.0, 18, 9.0),
        ([SWAMP, TO_THIRTY], 0.0, 19, 4.5),  # it would leave the road six inches on
        ([SWAMP, TO_THIRTY], 180.0, 19, 12.0),
    ],
)
def test_who_runs_along_a_road_goes_by_road(
    ground: list[Feature], heading: float, version: int, inches: float
) -> None:
    few = men("Few", 4, 2, 30.0, 24.0, movement=12.0, formation=OPEN)
    far = men("Far", 4, 2, 5.0, 5.0, side=1)
    state = battle(few, far, terrain=ground, tier=stages.INTERMEDIATE, options={"version": version})
    unit = state.units[0]
    assert field.way_over(state, unit, unit.block, None, heading, 9.0) == pytest.approx(inches)


@pytest.mark.rule("battlesystem:11.8a")
@pytest.mark.rule("battlesystem:7.15")
@pytest.mark.parametrize(("version", "inches"), [(19, 16.0), (18, 6.0)])
def test_a_rout_goes_on_along_a_road_through_a_swamp(version: int, inches: float) -> None:
    # MV 12 a round: 12 / 0.75 = 16 in by road, 6 in through the swamp.
    few = men("Few", 4, 2, 30.0, 40.0, 180.0, movement=12.0, formation=OPEN, routed=True, rout_heading=180.0)
    far = men("Far", 4, 2, 5.0, 45.0, side=1)
    state = battle(few, far, terrain=[SWAMP, ROAD], tier=stages.INTERMEDIATE, options={"version": version})
    run_on(state, Script(), state.units[0])
    block = state.units[0].block
    assert block is not None
    assert block.y == pytest.approx(40.0 - inches, abs=0.02)


@pytest.mark.rule("battlesystem:11.8a")
@pytest.mark.rule("battlesystem:8.8c")
@pytest.mark.parametrize(("version", "inches", "closed"), [(19, 12.0, True), (18, 6.5, False)])
def test_who_flees_along_a_road_through_woods_goes_by_road_and_stays_closed(
    version: int, inches: float, closed: bool
) -> None:
    # MV 9: 9 / 0.75 = 12 in by road; else 1.5 in from y = 24.5 to the woods, and 7.5 / 1.5 = 5 in through them.
    woods = area("woods", 20.0, 0.0, 40.0, 23.0)
    few = men("Few", 4, 2, 30.0, 26.0, movement=9.0, engaged=True)
    foe = men("Foe", 2, 2, 30.0, 26.0, 180.0, side=1, attack_rating=60)
    state = battle(few, foe, terrain=[woods, ROAD], tier=stages.INTERMEDIATE, options={"version": version})
    unit = state.units[0]
    start = turned_about(state, unit, 180.0)
    disengaging_orders.carry_out(state, Script(dice=[6, 6]), 0, ("flee", 0, 0))
    assert unit.block is not None
    assert unit.spent == pytest.approx(9.0)
    assert start.y - unit.block.y == pytest.approx(inches, abs=0.3)
    assert unit.block.heading == 180.0
    assert (unit.formation == CLOSED) is closed


@pytest.mark.rule("battlesystem:11.8a")
@pytest.mark.rule("battlesystem:7.15")
@pytest.mark.parametrize(("x", "inches"), [(30.0, 12.0), (36.0, 4.5)])
def test_a_skirmisher_runs_by_road_only_while_all_of_his_unit_stand_on_it(x: float, inches: float) -> None:
    scouts = skirmishers("Scouts", [(30.0, 24.0), (x, 27.0)], movement=12.0)
    state = battle(
        scouts, men("Far", 4, 2, 5.0, 5.0, side=1), terrain=[SWAMP, ROAD], tier=stages.INTERMEDIATE
    )
    unit = state.units[0]
    base = standing.base_of(unit, 0)
    assert field.way_over(state, unit, None, base, 0.0, 9.0) == pytest.approx(inches)


@pytest.mark.rule("battlesystem:11.8a")
@pytest.mark.rule("battlesystem:7.15h")
def test_a_rout_that_leaves_the_table_by_road_need_not_keep_to_it_beyond() -> None:
    # The front is 5 in from the southern edge; 12 in of movement are 16 by road, 6 in the swamp.
    few = men("Few", 4, 2, 30.0, 5.0, 180.0, movement=12.0, formation=OPEN, routed=True, rout_heading=180.0)
    far = men("Far", 4, 2, 5.0, 45.0, side=1)
    state = battle(few, far, terrain=[SWAMP, ROAD], tier=stages.INTERMEDIATE)
    unit = state.units[0]
    assert field.is_run_by_road(state, unit, unit.block, None, 180.0, 12.0)
    assert not field.is_run_by_road(state, unit, unit.block, None, 90.0, 12.0)
    run_on(state, Script(), unit)
    assert unit.status == FLED
