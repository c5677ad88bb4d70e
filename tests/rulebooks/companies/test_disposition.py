"""The Officer's Roll and the bonuses."""

from __future__ import annotations

from typing import Any

import pytest
from rulebooks.companies.musters import Answers, battle, force, hits, officer, plain

from banneret.rulebooks.companies import stages
from banneret.rulebooks.companies.setup.bonuses import bonuses
from banneret.rulebooks.companies.setup.disposition import officer_pool, set_dispositions
from banneret.rulebooks.companies.state import BONUS, POSITION, State


def given(first: dict[str, Any] | None = None, second: dict[str, Any] | None = None, **options: str) -> State:
    """Two companies that are alike but for what is said, and so without any bonus."""
    forces = [
        force(side, **{"infiltration": 0, **(changed or {})}) for side, changed in enumerate((first, second))
    ]
    named = {name.replace("_", "-"): value for name, value in options.items()}
    return battle(plain(), plain(), forces=forces, options=named)


def causes(state: State, number: int = 0) -> list[tuple[int, str]]:
    return [(amount, cause) for amount, cause, _ in bonuses(state, number)]


@pytest.mark.rule("companies:disp.roll", "companies:disp.sum", "companies:disp.minimum")
@pytest.mark.parametrize(
    ("successes", "more", "start"), [(4, 0, 4), (0, 0, 1), (0, 1, 1), (0, 2, 2), (3, 2, 5)]
)
def test_successes_and_bonuses_are_summed_up_but_never_below_one(
    successes: int, more: int, start: int
) -> None:
    state = given({"tools": more > 0, "ground": more > 1})
    table = Answers([*hits(successes, 5), *hits(2, 5)], {})
    set_dispositions(state, table)
    table.finish()
    assert [company.start for company in state.companies] == [start, 2]
    assert state.companies[0].basic == start


@pytest.mark.rule("companies:disp.forks", "companies:disp.help")
def test_the_other_skill_and_a_wise_are_added_and_seconds_help() -> None:
    leader = officer({"Command": 5, "Tactics": 4, "Field-wise": 2})
    assert officer_pool(battle(leader, plain()), 0)[1].dice == 7
    seconds = ((0, officer({"Tactics": 3})), (0, officer({"Command": 5})))
    assert officer_pool(battle(leader, plain(), seconds=seconds), 0)[1].dice == 10


@pytest.mark.rule("companies:disp.other-officer")
def test_a_second_who_knows_it_rolls() -> None:
    second = officer({"Tactics": 3})
    tester, pool = officer_pool(battle(officer({"Strategy": 4}), plain(), seconds=((0, second),)), 0)
    assert (tester, pool.skill, pool.dice, pool.unskilled) == (2, "Tactics", 3, False)


@pytest.mark.rule("companies:disp.other-officer", "companies:disp.unskilled")
@pytest.mark.parametrize(
    ("version", "known", "seconds", "rolls"),
    [
        # Will 5. A second of Tactics 2 rolls 2 dice in full; before, the leader rolled 5 of Will with the second's help, and half of it counted.
        (7, {"Strategy": 4}, [{"Tactics": 2}], (2, "Tactics", 2)),
        (6, {"Strategy": 4}, [{"Tactics": 2}], (0, "Will", 6)),
        (6, {"Strategy": 4}, [{"Tactics": 3}], (2, "Tactics", 3)),
        (7, {"Strategy": 4}, [{"Tactics": 2}, {"Command": 3}], (3, "Command", 4)),  # helped by the other
        # A leader of Command 2 tests that, and no stat.
        (7, {"Command": 2}, [], (0, "Command", 2)),
        (6, {"Command": 2}, [], (0, "Will", 5)),
        (7, {"Command": 1, "Tactics": 1}, [{"Tactics": 5}], (0, "Tactics", 4)),  # 1, a FoRK, and 2 of help
        (7, {"Strategy": 4}, [{"Riding": 4}], (0, "Will", 5)),
    ],
)  # fmt: skip
def test_nobody_rolls_a_stat_where_somebody_knows_how(
    version: int, known: dict[str, int], seconds: list[dict[str, int]], rolls: tuple[int, str, int]
) -> None:
    people = tuple([(0, officer(skills)) for skills in seconds])
    state = battle(officer(known), plain(), seconds=people)
    state.setting.flags.version = version
    tester, pool = officer_pool(state, 0)
    assert (tester, pool.skill, pool.dice) == rolls
    assert pool.unskilled == (pool.skill == "Will")


@pytest.mark.rule("companies:disp.unskilled")
def test_without_either_skill_half_of_will_or_perception_counts() -> None:
    state = battle(officer({"Strategy": 4}), plain())
    assert officer_pool(state, 0)[1].skill == "Will"
    table = Answers([*hits(3, 5), *hits(2, 5)], {})
    set_dispositions(state, table)
    assert state.companies[0].start - sum(amount for amount, *_ in bonuses(state, 0)) == 1


@pytest.mark.rule("companies:disp.contact")
def test_surprise_is_worth_two() -> None:
    state = given()
    state.initiative, state.chosen = 0, BONUS
    assert (causes(state), causes(state, 1)) == ([(2, "Contact")], [])
    state.chosen = POSITION
    assert causes(state) == []


@pytest.mark.rule("companies:disp.mobility")
@pytest.mark.parametrize(
    ("first", "second", "has"),
    [
        ({"speed": 40}, {"speed": 30}, True),
        ({"speed": 40}, {"speed": 35}, False),
        ({"moves": True}, {}, True),
        ({"moves": True}, {"moves": True}, False),
    ],
)
def test_mounts_or_a_full_point_of_speed(first: dict[str, Any], second: dict[str, Any], has: bool) -> None:
    assert causes(given(first, second)) == ([(1, "Greater Mobility")] if has else [])


@pytest.mark.rule("companies:disp.outnumber", "companies:disp.vastly-outnumber")
@pytest.mark.parametrize(
    ("own", "other", "ratio", "more"),
    [
        (201, 200, "more", 1),
        (200, 200, "more", 0),
        (999, 200, "more", 1),
        (1000, 200, "more", 2),
        (249, 200, "1.25", 0),
        (250, 200, "1.25", 1),
        (300, 200, "1.5", 1),
    ],
)
def test_more_troops(own: int, other: int, ratio: str, more: int) -> None:
    state = given({"troops": own}, {"troops": other}, outnumber_ratio=ratio)
    assert sum(amount for amount, _ in causes(state)) == more


@pytest.mark.rule("companies:disp.tools", "companies:disp.position")
def test_tools_and_ground_are_what_the_roster_says() -> None:
    assert causes(given({"tools": True, "ground": True})) == [
        (1, "Right Tools for the Job"),
        (1, "Superior Position"),
    ]


@pytest.mark.rule("companies:disp.equipment")
def test_better_gear_but_not_against_hides() -> None:
    assert causes(given({"gear": 3}, {"gear": 1})) == [(1, "Superior Equipment")]
    assert causes(given({"gear": 3}, {"gear": 1, "hide": True})) == []


@pytest.mark.rule("companies:disp.infiltration-winner", "companies:disp.compare-many")
@pytest.mark.parametrize(
    ("own", "other", "has"), [(2, 1, True), (-1, -2, False), (0, -1, False), (2, 2, False)]
)
def test_the_highest_infiltration_above_zero(own: int, other: int, has: bool) -> None:
    state = given({"infiltration": own}, {"infiltration": other})
    assert causes(state) == ([(1, "Superior Infiltration")] if has else [])


@pytest.mark.rule("companies:disp.infiltration-small")
def test_members_are_counted_where_all_list_them() -> None:
    both = given({"infiltration": 0, "members": 8}, {"infiltration": 2, "members": 3})
    assert causes(both) == [(1, "Superior Infiltration")]
    one = given({"infiltration": 0, "members": 8}, {"infiltration": 2})
    assert causes(one) == []
    paths = given(
        {"infiltration": 0, "members": 8}, {"infiltration": 2, "members": 3}, infiltration_method="lifepaths"
    )
    assert causes(paths) == []


@pytest.mark.rule("companies:disp.training", "companies:disp.training-vast")
def test_training_skills_once_each_or_as_often_as_taught() -> None:
    two, one = ("Armor Training", "Shield Training"), ("Shield Training", "Shield Training")
    assert causes(given({"training": two}, {"training": one})) == [(1, "Superior Training")]
    assert causes(given({"training": two}, {"training": ()})) == [(2, "Vastly Superior Training")]
    assert causes(given({"training": two}, {"training": one}, training_tally="per-lifepath")) == []


def test_the_setup_goes_on() -> None:
    state = given()
    set_dispositions(state, Answers([*hits(2, 5), *hits(2, 5)], {}))
    assert state.stage == stages.POSITIONS
