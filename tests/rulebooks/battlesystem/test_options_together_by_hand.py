"""Options that touch one another, and what commanders spot, on figures worked out by hand."""

from __future__ import annotations

from typing import Any

import pytest
from rulebooks.battlesystem.regiments import Troop, area, battle, captain, crew, hero, line, men, skirmishers

from banneret.kernel.order import Order
from banneret.rulebooks.battlesystem import stages
from banneret.rulebooks.battlesystem.blocks.block import Block
from banneret.rulebooks.battlesystem.engines import shots
from banneret.rulebooks.battlesystem.engines.firing import Firing
from banneret.rulebooks.battlesystem.march import passing_champions
from banneret.rulebooks.battlesystem.missiles import at_champions
from banneret.rulebooks.battlesystem.missiles.phases import missile_step
from banneret.rulebooks.battlesystem.missiles.shooting_orders import Shooting
from banneret.rulebooks.battlesystem.morale.rout import columns
from banneret.rulebooks.battlesystem.movement.disengaging import disengaging_orders
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.tables.missiles import SHORT, missile_of
from banneret.rulebooks.battlesystem.unit import CLOSED, OPEN
from banneret.rulebooks.battlesystem.view.forecasts.volleys import volley_preview
from banneret.testing import Script


def past_friends(version: int, stage: int) -> State:
    """Archers and a catapult who see a part of Blues past friends on their right, where to be seen in part costs nothing."""
    return battle(
        men("Archers", 6, 6, 30, 20, 0, missile=missile_of("long-bow")),
        men("Friends", 6, 6, 31.5, 27.75, 0),
        men("Blues", 12, 12, 30, 34, 180, side=1),
        crew("light-catapult", 24, 17, 0),
        tier=stages.INTERMEDIATE,
        stage=stage,
        options={"version": version, "premeasure": True, "partial_penalty": False},
    )


@pytest.mark.rule("battlesystem:10.7b", "battlesystem:10.1h", "battlesystem:10.1g")
@pytest.mark.parametrize("version", [19, 20])
def test_who_sees_more_over_friends_may_shoot_so_whatever_to_see_in_part_costs(version: int) -> None:
    """Under `no_partial_penalty` too only those seen can fall: past the friends the western files, over them all twelve."""
    state = past_friends(version, stages.MISSILES)
    over: list[Order] = [("shoot", 0, 2, "over")] if version == 20 else []
    assert Shooting(state, 0, "battlesystem:1.5").offers(state.units[0]) == [("shoot", 0, 2), *over]
    state = past_friends(version, stages.ARTILLERY)
    over = [("fire", 0, 2, "over")] if version == 20 else []
    assert Firing(state, 0).shots() == [("fire", 0, 2), *over]


def spotting(*troops: Troop, version: int, watcher: tuple[float, float]) -> State:
    """A light catapult at (30, 10) shoots at twelve Blues abreast, their front at y = 30 from x = 25.5 to 34.5; a commander watches."""
    return battle(
        crew("light-catapult", y=10.0),
        men("Blues", 12, 12, 30, 30, 180, side=1),
        *troops,
        leaders=[captain("Watcher", *watcher)],
        terrain=[area("woods", 29, 16, 60, 22)],
        stage=stages.ARTILLERY,
        tier=stages.INTERMEDIATE,
        options={"version": version, "premeasure": True, "spotting": True},
    )


@pytest.mark.rule("battlesystem:10.9b", "battlesystem:10.1h")
@pytest.mark.parametrize("version", [19, 20])
def test_a_commander_spots_also_where_the_crew_sees_some_of_the_target(version: int) -> None:
    """The woods hide what lies east of the line from (30, 10) through (29, 16), which meets the front at x = 26.67.

    The crew sees the two files whose left corner is west of that, at 25.5 and 26.25; who stands beyond the woods sees all twelve.
    """
    state = spotting(version=version, watcher=(30.0, 26.0))
    piece, blues = state.pieces[0], state.units[1]
    straight = shots.aim_of(state, piece, blues, False)
    over = shots.aim_of(state, piece, blues, True)
    assert straight is not None
    assert over is not None
    assert (len(straight.seen), len(over.seen)) == (2, 12 if version == 20 else 2)
    expected: list[Order] = [("fire", 0, 1), ("fire", 0, 1, "over")]
    assert Firing(state, 0).shots() == expected[: version - 18]


@pytest.mark.rule("battlesystem:10.9b", "battlesystem:10.1d")
@pytest.mark.parametrize(("version", "gap", "seen"), [(19, 0.0, True), (20, 0.0, False), (20, 0.1, True)])
def test_no_commander_spots_between_two_units_that_touch(version: int, gap: float, seen: bool) -> None:
    """Two units of 9 inches left and right of x = 30 stand between him and one of the enemy, whose middle is in line with their seam."""
    left, right = (men("Between", 12, 12, 30 + at * (4.5 + gap / 2), 27, 180, side=1) for at in (-1, 1))
    state = battle(
        crew("light-catapult", y=10.0),
        men("Blue", 1, 1, 30, 30, 180, side=1, width=0.02),
        left,
        right,
        leaders=[captain("Watcher", 30, 25)],
        terrain=[area("woods", 0, 16, 60, 22)],
        stage=stages.ARTILLERY,
        tier=stages.INTERMEDIATE,
        options={"version": version, "premeasure": True, "spotting": True},
    )
    assert (shots.aim_of(state, state.pieces[0], state.units[1], True) is not None) is seen


# ---------------------------------------------------------------- skirmishers who withdraw by road


@pytest.mark.rule("battlesystem:7.12", "battlesystem:11.8a", "battlesystem:11.8m")
@pytest.mark.parametrize(
    ("kind", "fellow", "version", "spent"),
    [
        ("ford", None, 19, 3.0),
        ("ford", None, 20, 2.25 + 4.0),  # the road through a ford is paid for as that of troops in a block is
        ("woods", None, 20, 2.25),
        ("woods", (30.0, 12.0), 20, 2.25),
        ("woods", (40.0, 12.0), 20, 4.5),  # one who stands beside the road takes its bonus from all
        ("woods", (40.0, 12.0), 19, 3.0),
    ],
)
def test_a_skirmisher_who_withdraws_by_road_pays_as_one_who_walks_there(
    kind: str, fellow: tuple[float, float] | None, version: int, spent: float
) -> None:
    """MV 12: 3 inches by road are 2.25, a ford a third of the rate, 4 inches, and 3 inches of woods 4.5."""
    places = [(30.0, 19.625)] if fellow is None else [(30.0, 19.625), fellow]
    south, north = (5, 20) if kind == "woods" else (15, 18.5)
    state = battle(
        skirmishers("Scout", places, movement=12.0),
        men("Foe", 12, 6, 30.0, 20.0, 180.0, side=1, formation=OPEN),
        terrain=[line("road", (30.0, 0.0), (30.0, 19.999), width=2.0), area(kind, 20, south, 36, north)],
        tier=stages.INTERMEDIATE,
        options={"version": version},
    )
    scout = state.units[0].singles[0]  # type: ignore[index]
    scout.bound = True
    disengaging_orders.carry_out(state, Script(orders=[("stay", 1, 0)]), 0, ("withdraw", 0, (0,)))
    assert (scout.y, scout.moved) == (16.625, pytest.approx(spent))


# ---------------------------------------------------------------- over friends, at an individual


def hidden_hero(version: int = 20, away: float = 3.0, missile: str = "long-bow", **changes: Any) -> State:
    """Archers, their front at y = 20, six friends abreast some inches before them, and beyond an enemy hero at 6.65 inches."""
    return battle(
        men("Archers", 12, 6, 30, 20, 0, missile=missile_of(missile), **changes),
        men("Friends", 6, 6, 30, 20.75 + away, 0),
        men("Blues", 12, 6, 5, 45, 180, side=1),
        leaders=[hero("Roake", 30, 26.9, 1, armour_class=6)],
        tier=stages.INTERMEDIATE,
        stage=stages.MISSILES,
        options={"version": version, "premeasure": True},
    )


SNIPE: Order = ("snipe", 0, 0)


@pytest.mark.rule("battlesystem:10.7", "battlesystem:9.4d", "battlesystem:10.8e")
def test_archers_shoot_over_friends_at_an_individual() -> None:
    """20 + 1 for loose order + 3 over friends - 6 + 7 = 25: one hit die, of two shots of one figure two: 8 hit points."""
    state = hidden_hero()
    decision = Shooting(state, 0, "battlesystem:1.5")
    assert decision.offers(state.units[0]) == [SNIPE]
    assert volley_preview(state, decision, SNIPE).sentence == "Archers shoot over friends at Roake."
    table = Script(dice=[3, 4], orders=[SNIPE, ("hold",)])
    missile_step(state, table)
    told = next(event for event in table.events if event.kind == "volley")
    assert (told.data["roll"], told.data["damage"], state.individuals[0].hurt) == (25, 20, 8)
    assert told.text.startswith("Archers shoot over friends at Roake at short range with 1 figure")


@pytest.mark.rule("battlesystem:10.7", "battlesystem:10.7a", "battlesystem:9.4d")
@pytest.mark.parametrize(
    "facts",
    [{"version": 19}, {"away": 2.9}, {"missile": "light-crossbow"}, {"formation": OPEN, "in_command": False}],
)
def test_only_bows_in_command_three_inches_behind_friends_shoot_over_them_at_him(
    facts: dict[str, Any],
) -> None:
    state = hidden_hero(**facts)
    decision = Shooting(state, 0, "battlesystem:1.5")
    assert decision.offers(state.units[0]) == []
    assert decision.check(SNIPE) is not None


@pytest.mark.rule("battlesystem:10.7", "battlesystem:9.4d")
def test_who_has_a_free_line_to_an_individual_shoots_straight() -> None:
    """Friends before the western half: an archer of the east sees him past them, and shoots without the 3."""
    state = hidden_hero()
    state.units[1].stand(Block(27.5, 23.75, 0.0, 6, 6, 0.75, 0.75, 0.0))
    fire = at_champions.aimed(state, state.units[0], state.individuals[0], 21.0)
    assert fire is not None
    assert not fire.over
    assert at_champions.attack_sum(state, state.units[0], state.individuals[0], fire, SHORT) == 15


@pytest.mark.rule("battlesystem:10.7", "battlesystem:10.6", "battlesystem:9.4d")
def test_archers_shoot_over_friends_at_an_individual_on_his_way_too() -> None:
    state = hidden_hero()
    state.stage, state.movers = stages.MOVEMENT, (1, 0)
    spots = passing_champions.spots_of(state, state.individuals[0], [(30.0, 30.0)])
    openings = passing_champions.OnHisWay(state, 0, state.individuals[0], spots, 0)
    assert ("snipe", 0, 0, 0) in openings.shots()


# ---------------------------------------------------------------- routs through gaps, by road


@pytest.mark.rule("battlesystem:7.15e", "battlesystem:11.8a", "battlesystem:11.8n")
@pytest.mark.parametrize(
    ("x", "version", "inches"), [(30.0, 20, 8 / 0.75), (30.0, 19, 8 / 1.5), (31.0, 20, 8 / 1.5)]
)
def test_the_way_through_a_gap_goes_by_road_where_all_of_it_does(
    x: float, version: int, inches: float
) -> None:
    """8 inches of movement along a road through woods: 10.67 inches by road, 5.33 through the woods, as where a file stands beside it."""
    state = battle(
        men("Runners", 8, 2, x, 30, 180, formation=CLOSED),
        terrain=[area("woods", 20, 0, 40, 48), line("road", (30, 0), (30, 48), width=2.0)],
        tier=stages.INTERMEDIATE,
        options={"version": version},
    )
    assert columns.paid_way(state, state.units[0], [(30.0, 28.0), (30.0, 20.0), (30.0, 0.0)], 8.0) == (
        pytest.approx(inches)
    )
