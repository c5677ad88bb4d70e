"""The greedy player and the goal of a battle: ground to be held, an hour that comes, enemies who go alone or stand in woods."""

from __future__ import annotations

from typing import Any

import pytest
from rulebooks.battlesystem.regiments import area, battle, hero, line, men, weapon

from banneret.geometry.plane import length
from banneret.geometry.polygons import Polygon
from banneret.rulebooks.battlesystem import stages
from banneret.rulebooks.battlesystem.ai.front import Front
from banneret.rulebooks.battlesystem.ai.judgement import judge
from banneret.rulebooks.battlesystem.ai.manoeuvres.champions import champion_order
from banneret.rulebooks.battlesystem.ai.manoeuvres.ground import closes_up, is_broken, stays_in_cover
from banneret.rulebooks.battlesystem.ai.manoeuvres.holding import THERE
from banneret.rulebooks.battlesystem.ai.manoeuvres.hunts import hunt, pursuit
from banneret.rulebooks.battlesystem.ai.manoeuvres.thoughts import thoughts
from banneret.rulebooks.battlesystem.ai.objective import ENDLESS, Objective, leaning
from banneret.rulebooks.battlesystem.drill.walking import plan
from banneret.rulebooks.battlesystem.ending import goals
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.tables.goals import Goal
from banneret.rulebooks.battlesystem.tables.missiles import missile_of

PLACE = Polygon([(25.0, 20.0), (35.0, 20.0), (35.0, 28.0), (25.0, 28.0)])


def held(*troops: Any, round: int, **changes: Any) -> State:
    """Reds and Blues fight for the middle of the table until round 10; Reds have it where nobody alone does."""
    goal = Goal("hold", stalemate=0, area=PLACE, place="the middle", rounds=10)
    return battle(*troops, goal=goal, round=round, tier=stages.INTERMEDIATE, **changes)


def best(state: State, number: int) -> tuple[Any, ...]:
    """The first thought about a unit, () for none."""
    unit = state.units[number]
    found = thoughts(Front(state, unit.side), unit)
    return found[0][1] if found else ()


def test_the_objective_says_how_long_and_whom_time_serves() -> None:
    state = held(men("Axes", y=5), men("Orcs", y=44, heading=180, side=1), round=8)
    mine, theirs = Objective(state, 0), Objective(state, 1)
    assert (mine.left, mine.presses) == (3, False)
    assert (theirs.left, theirs.presses) == (3, True)
    assert mine.off(state.units[0]) == pytest.approx(19 + 0.75)
    last = battle(men("Axes"), men("Orcs", y=44, heading=180, side=1), round=31, goal=Goal(stalemate=1))
    assert (Objective(last, 0).left, Objective(last, 0).presses) == (10, True)
    endless = battle(men("Axes"), men("Orcs", y=44, heading=180, side=1), options={"round_limit": 0})
    assert (Objective(endless, 0).left, Objective(endless, 0).presses) == (ENDLESS, False)


def test_a_unit_goes_to_the_ground_when_it_must_and_not_before() -> None:
    for round_, goes in ((9, True), (3, False)):
        state = held(men("Axes", y=12, x=8), men("Orcs", y=47, heading=180, side=1), round=round_)
        unit = state.units[0]
        mark, order = thoughts(Front(state, 0), unit)[0]
        assert (mark == THERE) == goes
        if goes:
            before = Objective(state, 0).off(unit)
            after = Objective(state, 0).off(plan(state, unit, list(order[2:]), None, True).unit)
            assert before - after > 6.0


def test_who_must_go_does_not_stand_behind_set_spears() -> None:
    """Riders may come at any time, but the hour comes first."""
    spears = [weapon("1d6", name="spear")]
    spears[0].sets = True
    for round_, word in ((3, "set"), (9, "move")):
        state = held(
            men("Spears", 20, 10, y=13, weapons=spears),
            men("Riders", 12, 6, y=40, heading=180, side=1, riding="cavalry", movement=24.0, depth=1.5),
            round=round_,
        )
        assert best(state, 0)[0] == word


def test_nobody_leaves_the_ground_in_the_last_round() -> None:
    for round_ in (10, 4):
        state = held(men("Axes", y=27, x=30), men("Orcs", 6, 6, y=36.5, heading=180, side=1), round=round_)
        order = best(state, 0)
        if round_ == 10:
            unit = state.units[0]
            after = unit if order[:1] != ("move",) else plan(state, unit, list(order[2:]), None, True).unit
            assert order[:1] != ("charge",)
            assert goals.holds(PLACE, after)
        else:
            assert order[0] in ("charge", "move")


def test_an_enemy_on_the_ground_is_worth_driving_off() -> None:
    state = held(
        men("Axes", y=12),
        men("Orcs", y=24, heading=180, side=1),
        men("More orcs", y=40, heading=180, side=1),
        round=9,
    )
    aim = Objective(state, 0)
    assert aim.prize(state.units[1]) == pytest.approx(5 / 6)
    assert aim.prize(state.units[2]) == 0.0
    state.round = 2
    assert Objective(state, 0).prize(state.units[1]) == 0.0


@pytest.mark.rule("battlesystem:1.7")
def test_the_nearer_the_hour_the_more_the_ground_counts() -> None:
    troops = (men("Axes", y=5), men("Orcs", y=26, heading=180, side=1))
    early, late = held(*troops, round=1), held(*troops, round=10)
    assert leaning(late, 1) == 1.0
    assert leaning(late, 0) == 0.0
    assert judge(late, 1) > judge(early, 1) + 0.3
    assert judge(late, 0) == pytest.approx(1.0 - judge(late, 1))
    both = held(men("Axes", y=22), men("Orcs", y=27.9, heading=180, side=1), round=10)
    assert leaning(both, 0) == 1.0  # both stand there: it is the Reds' then


def test_where_only_a_hero_is_left_units_go_at_him() -> None:
    state = battle(
        men("Axes", y=12, x=30),
        men("Orcs", 4, 4, y=40, heading=0, side=1, routed=True),
        leaders=[hero("Gorm", 44, 30, side=1)],
        tier=stages.INTERMEDIATE,
    )
    steps = pursuit(Front(state, 0), state.units[0])
    after = plan(state, state.units[0], steps, None, True).unit.block
    assert after is not None
    assert length(after.x - 44, after.y - 30) < length(30 - 44, 12 - 30) - 4
    assert best(state, 0)[2:] == tuple(steps)


def test_a_hero_hunts_whom_he_is_likely_to_beat() -> None:
    def order(hurt: int, mine: int = 0) -> tuple[Any, ...] | None:
        state = battle(
            men("Axes", y=8, x=30),
            men("Orcs", 12, 6, y=46, x=6, heading=180, side=1),
            leaders=[hero("Anna", 30, 14), hero("Gorm", 34, 22, side=1)],
            tier=stages.INTERMEDIATE,
        )
        state.individuals[0].hurt, state.individuals[1].hurt = mine, hurt
        return hunt(Front(state, 0), state.individuals[0])

    assert order(40) == ("lead", 0, (34, 22))  # eight hit points left
    assert order(0) is None  # even chances
    state = battle(
        men("Axes", y=8, x=30), leaders=[hero("Anna", 30, 14), hero("Gorm", 30, 40, side=1)], tier=1
    )
    state.individuals[1].hurt = 40
    far = champion_order(Front(state, 0), state.individuals[0])
    assert far == ("lead", 0, (30, 26))  # his twelve inches, nobody else being left


def test_enemies_in_woods_are_gone_at_in_open_order() -> None:
    state = battle(
        men("Axes", 16, 8, y=14, x=30),
        men("Orcs", 3, 3, y=22, x=30, heading=180, side=1, formation=1, starting=12),
        terrain=[area("woods", 20, 18, 40, 30)],
        tier=stages.INTERMEDIATE,
        goal=Goal(stalemate=1),
    )
    assert is_broken(state, state.units[1])
    assert not is_broken(state, state.units[0])
    order = best(state, 0)
    assert order[:3] == ("move", 0, ("formation", "open"))


def test_nobody_closes_up_astride_a_hedge_where_they_would_open_again() -> None:
    def archers(y: float) -> State:
        return battle(
            men("Bows", 12, 6, y=y, x=30, formation=1, missile=missile_of("long-bow")),
            men("Orcs", y=44, heading=180, side=1),
            terrain=[line("hedge", (10, 14), (50, 14))],
            tier=stages.INTERMEDIATE,
            goal=Goal(stalemate=1),
        )

    for y, closes in ((14.3, False), (9.0, True)):
        state = archers(y)
        assert closes_up(state, state.units[0]) == closes
        order = best(state, 0)
        assert (order == ("move", 0, ("formation", "closed"))) == closes


def test_idle_shooters_leave_their_cover_where_time_is_not_for_them() -> None:
    for round_, stalemate, stays in ((2, 1, True), (9, 1, False), (9, 0, True)):
        state = battle(
            men("Bows", 12, 6, y=13.5, x=30, missile=missile_of("long-bow")),
            men("Orcs", y=30, heading=180, side=1),
            terrain=[line("hedge", (10, 14), (50, 14))],
            tier=stages.INTERMEDIATE,
            goal=Goal(stalemate=stalemate),
            round=round_,
        )
        assert stays_in_cover(Front(state, 0), state.units[0]) == stays


@pytest.mark.parametrize(("y", "round_", "goes"), [(4, 9, True), (4, 7, False), (24, 10, False)])
def test_heroes_are_on_the_ground_when_the_hour_comes(y: float, round_: int, goes: bool) -> None:
    # 20 inches off at 12 a round: in two rounds he comes there if he goes now. Who stands there stays.
    state = held(
        men("Axes", y=5, x=8),
        men("Orcs", y=46, x=52, heading=180, side=1),
        leaders=[hero("Anna", 30, y)],
        round=round_,
    )
    order = champion_order(Front(state, 0), state.individuals[0])
    assert (order == ("lead", 0, (30, y + 12))) is goes
    assert round_ < 10 or order is None
