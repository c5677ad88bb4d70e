"""Faults that a reckoning apart of shooting, sight and runs found, on figures worked out by hand."""

from __future__ import annotations

import pytest
from rulebooks.battlesystem.regiments import area, battle, line, men, skirmishers

from banneret.rulebooks.battlesystem import stages
from banneret.rulebooks.battlesystem.movement.disengaging import disengaging_orders
from banneret.rulebooks.battlesystem.space.lines_of_fire import able, aim
from banneret.rulebooks.battlesystem.space.lines_of_sight import sees
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.tables.missiles import missile_of
from banneret.rulebooks.battlesystem.unit import OPEN

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
