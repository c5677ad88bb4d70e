"""Goals: what decides a battle, as its scenario says."""

from __future__ import annotations

from typing import Any

import pytest
from rulebooks.battlesystem.regiments import battle, hero, men, skirmishers

from banneret import rulebooks
from banneret.geometry.polygons import Polygon
from banneret.kernel.errors import BadInput
from banneret.rulebooks.battlesystem import stages
from banneret.rulebooks.battlesystem.ai.objective import Objective
from banneret.rulebooks.battlesystem.ending import goals
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.tables.goals import Goal
from banneret.rulebooks.battlesystem.unit import FLED, SLAIN, WAITING

BOOK = rulebooks.get("battlesystem")


def two(goal: Goal, **changes: Any) -> State:
    """Axes (12 figures) in the south-west, Orcs (14) in the north-east."""
    return battle(men("Axes", 12, 6, 10, 8), men("Orcs", 14, 7, 50, 40, 180, side=1), goal=goal, **changes)


def ended(state: State) -> tuple[tuple[int, ...], str]:
    """The winners and the reason."""
    outcome = goals.decided(state)
    assert outcome is not None
    return outcome.winners, outcome.reason


@pytest.mark.rule("battlesystem:crossroads.victory", "battlesystem:1.7")
def test_a_battle_that_stays_undecided_may_have_a_winner() -> None:
    goal = Goal(tie=0, stalemate=1)
    assert goals.decided(two(goal, round=39, quiet=9)) is None
    assert ended(two(goal, round=39, quiet=10)) == (
        (1,),
        "For 10 rounds nobody attacked. That is a victory of Blues.",
    )
    assert ended(two(goal, round=40)) == ((1,), "Round 40 was the last. That is a victory of Blues.")
    empty = two(goal)
    for unit in empty.units.values():
        unit.leave(SLAIN)
    assert ended(empty)[0] == (0,)
    words = (
        "be the last in the field by round 40; if nobody is left, Reds win; if it stays undecided, Blues win"
    )
    assert goals.words(two(goal).setting) == words


@pytest.mark.rule("battlesystem:1.7", "battlesystem:3.0")
def test_who_annihilates_must_have_enough_left() -> None:
    goal = Goal("annihilate", least=(12, 0))
    state = two(goal)
    assert goals.decided(state) is None
    state.units[1].leave(FLED)
    assert ended(state)[0] == (0,)
    state.units[0].figures = 11
    assert ended(state) == ((), "Reds are alone in the field, with 11 figures of 12. The battle is a tie.")
    state = two(goal)
    state.units[1].figures = 1
    state.units[0].leave(SLAIN)
    assert ended(state)[0] == (1,)  # of Blues no number is asked
    assert goals.words(state.setting) == (
        "be the last in the field by round 40, Reds with 12 figures or more left"
    )


@pytest.mark.rule("battlesystem:1.7", "battlesystem:3.0")
def test_ground_is_held_by_who_alone_stands_on_it_at_the_end() -> None:
    mill = Polygon([(0.0, 0.0), (20.0, 0.0), (20.0, 20.0), (0.0, 20.0)])
    goal = Goal("hold", area=mill, place="the mill", rounds=6)
    assert goals.decided(two(goal, round=5)) is None
    assert ended(two(goal, round=6)) == ((0,), "Reds hold the mill, alone.")
    routed = two(goal, round=6)
    routed.units[0].routed = True
    assert ended(routed) == ((), "Nobody holds the mill. The battle is a tie.")
    goal.stalemate = 1
    assert ended(routed) == ((1,), "Nobody holds the mill. That is a victory of Blues.")
    both = battle(
        men("Axes", 12, 6, 10, 8),
        skirmishers("Scouts", [(21, 21), (19, 19)], side=1),
        goal=goal,
        round=6,
    )
    assert ended(both) == ((1,), "Both sides stand in the mill. That is a victory of Blues.")
    (both.units[1].singles or [])[1].routed = True
    assert ended(both)[0] == (0,)  # the other scout stands outside
    assert goals.words(both.setting) == (
        "alone hold the mill at the end of round 6, or be the last in the field; if it stays undecided, Blues win"
    )


@pytest.mark.rule("battlesystem:1.7", "battlesystem:crossroads.victory")
@pytest.mark.parametrize(("version", "winner"), [(14, 1), (15, 0)])
def test_who_holds_the_ground_wins_though_the_battle_ends_sooner(version: int, winner: int) -> None:
    # Reds stand in the mill; Blues, who win what stays undecided, do not come: after five quiet rounds of twelve, or by a limit of ten.
    mill = Polygon([(0.0, 0.0), (20.0, 0.0), (20.0, 20.0), (0.0, 20.0)])
    goal = Goal("hold", area=mill, place="the mill", rounds=12, stalemate=1)
    quiet = two(goal, round=5, quiet=5, options={"version": version, "stalemate": 5})
    assert ended(quiet)[0] == (winner,)
    limited = two(goal, round=10, options={"version": version, "round_limit": 10})
    assert ended(limited)[0] == (winner,)
    if version == 15:
        assert ended(quiet)[1] == "For 5 rounds nobody attacked. Reds hold the mill, alone."
        assert goals.words(limited.setting).startswith("alone hold the mill at the end of round 10")
        quiet.units[0].routed = True
        why = "For 5 rounds nobody attacked. Nobody holds the mill. That is a victory of Blues."
        assert ended(quiet) == ((1,), why)
        assert Objective(quiet, 0).left == 1


@pytest.mark.rule("battlesystem:crossroads.victory", "battlesystem:1.0c")
@pytest.mark.parametrize(("version", "goes_on"), [(14, False), (15, True)])
def test_quiet_ends_no_battle_to_which_others_are_still_to_come(version: int, goes_on: bool) -> None:
    state = two(Goal(), round=11, quiet=10, options={"version": version})
    state.units[1].become(WAITING)
    state.units[1].now.arrives = 12
    assert (goals.decided(state) is None) == goes_on
    state.round = 12  # they were due, and found no room
    assert goals.decided(state) is not None


@pytest.mark.rule("battlesystem:1.7", "battlesystem:9.4")
@pytest.mark.parametrize(("version", "held"), [(10, (False, True)), (11, (True, False))])
def test_a_hero_alone_holds_ground_and_keeps_others_from_it(version: int, held: tuple[bool, bool]) -> None:
    mill = Polygon([(0.0, 0.0), (20.0, 0.0), (20.0, 20.0), (0.0, 20.0)])
    goal = Goal("hold", area=mill, place="the mill", rounds=6, stalemate=1)
    options = {"version": version}
    orcs = men("Orcs", 14, 7, 50, 40, 180, side=1)
    alone = battle(orcs, leaders=[hero("Anna", 10, 10)], goal=goal, round=6, options=options)
    assert (ended(alone)[0] == (0,)) is held[0]
    axes = men("Axes", 12, 6, 10, 8)
    both = battle(axes, leaders=[hero("Xan", 10, 15, side=1)], goal=goal, round=6, options=options)
    assert (ended(both)[0] == (0,)) is held[1]
    # whose middle is a hair outside does not stand on it
    both.individuals[0].x = 20.1
    assert ended(both)[0] == (0,)


def scenario(**changes: Any) -> dict[str, Any]:
    """The first battle, changed."""
    data = dict(BOOK.scenarios()["ford_at_dawn"].data)
    data.pop("level", None)
    return {**data, **changes}


@pytest.mark.rule("battlesystem:3.0", "battlesystem:1.7")
def test_a_scenario_says_its_goal() -> None:
    held: dict[str, Any] = {"kind": "hold", "place": "the ford", "rounds": 8, "stalemate": "watch"}
    held["polygon"] = [[14.0, 20.0], [34.0, 20.0], [34.0, 28.0], [14.0, 28.0]]
    goal = BOOK.open(BOOK.read_scenario(scenario(goal=held), "test"), {}).setting.goal
    assert (goal.kind, goal.place, goal.rounds, goal.tie, goal.stalemate) == ("hold", "the ford", 8, -1, 0)
    assert goal.area is not None
    assert goal.area.holds(24.0, 24.0)
    said = {"kind": "annihilate", "least": {"raiders": 30}, "tie": "watch"}
    goal = BOOK.open(BOOK.read_scenario(scenario(goal=said), "test"), {}).setting.goal
    assert (goal.kind, goal.least, goal.tie, goal.stalemate) == ("annihilate", (0, 30), 0, -1)
    for wrong, words in (
        ({"goal": {"kind": "exit"}}, "kind"),
        ({"goal": {"kind": "annihilate", "least": {"wathc": 3}}}, "wathc"),
        ({"goal": {"kind": "annihilate"}}, "least"),
        ({"goal": {**held, "rounds": 0}}, "rounds"),
        ({"goal": {"stalemate": "nobody"}}, "stalemate"),
        ({"goal": {"place": "the ford"}}, "place"),
        ({"goal": {}, "tie": "watch"}, "tie"),
        ({"tier": "advanced"}, "tier"),
    ):
        with pytest.raises(BadInput, match=words):
            BOOK.read_scenario(scenario(**wrong), "test")


@pytest.mark.rule("battlesystem:1.0")
def test_the_tier_of_a_scenario() -> None:
    read = BOOK.read_scenario(scenario(tier="intermediate"), "test")
    assert read.level == "Intermediate Game"
    assert BOOK.open(read, {}).setting.tier == stages.INTERMEDIATE
    read = BOOK.read_scenario(scenario(), "test")
    assert (read.level, BOOK.open(read, {}).setting.tier) == ("Basic Game", stages.BASIC)


@pytest.mark.rule("battlesystem:crossroads.victory")
def test_where_a_rout_marker_ends_the_battle_its_end_says_so() -> None:
    state = two(Goal(tie=1), options={"victory_marker": True})
    assert goals.words(state.setting).startswith(
        "be the last in the field with troops that are not routed by"
    )
    state.units[0].routed = True
    assert ended(state) == ((1,), "Blues won: all others in the field are routed.")
    state.units[1].routed = True
    assert ended(state) == ((1,), "All who are in the field are routed. That is a victory of Blues.")
    state.units[0].leave(SLAIN)
    state.units[1].leave(FLED)
    assert ended(state) == ((1,), "Nobody is left on the field. That is a victory of Blues.")
