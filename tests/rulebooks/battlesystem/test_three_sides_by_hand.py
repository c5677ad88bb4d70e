"""Battles of three and four sides, worked out by hand from [1.1] and the rules that speak of enemies.

Men are AR 20 with a commander in front (-1), AC 6, ten hit dice a figure, D6, ML 12, MV 9.
"""

from __future__ import annotations

from typing import Any

import pytest
from rulebooks.battlesystem.regiments import Troop, battle, men, weapon

from banneret.geometry.polygons import Polygon
from banneret.kernel.scenario import Outcome
from banneret.rulebooks.battlesystem import invariants, rounds, stages
from banneret.rulebooks.battlesystem.combat import forming_combats, melee_phase
from banneret.rulebooks.battlesystem.ending.goals import HOLD, decided
from banneret.rulebooks.battlesystem.morale import checks_and_routs
from banneret.rulebooks.battlesystem.morale.causes import LOSSES, Cause
from banneret.rulebooks.battlesystem.morale.current_morale import current
from banneret.rulebooks.battlesystem.movement import compelled_moves
from banneret.rulebooks.battlesystem.movement.disengaging import disengaging_orders
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.tables.edges import EAST, NORTH, SOUTH, WEST
from banneret.rulebooks.battlesystem.tables.goals import Goal
from banneret.rulebooks.battlesystem.unit import FLED, OPEN, SLAIN, WAITING
from banneret.testing import Script


def far() -> list[Troop]:
    """Three units out of one another's way, made for one test alone."""
    return [
        men("Far reds", 4, 4, 5, 5),
        men("Far blues", 4, 4, 5, 45, 180, side=1),
        men("Far greens", 4, 4, 55, 45, 180, side=2),
    ]


def around(square: int = 0) -> State:
    """Reds, twelve abreast in two ranks, with Blues before them, Greens on their right flank and Whites behind."""
    return battle(
        men("Reds", 12, 6, 30, 24, shields=square, shield=True),
        men("Blues", 6, 6, 30, 24, 180, side=1),
        men("Greens", 4, 2, 32.25, 23.25, 270, side=2),
        men("Whites", 6, 6, 30, 22.5, 0, side=3),
        stage=stages.ASSIGNMENT,
        tier=stages.INTERMEDIATE,
        homes=[SOUTH, NORTH, EAST, WEST],
    )


@pytest.mark.rule("battlesystem:1.1b")
@pytest.mark.parametrize(
    ("dice", "order"),
    [
        ([6, 3, 3, 2, 5], (0, 2, 1)),
        ([3, 6, 3, 5, 2], (1, 0, 2)),
        ([2, 2, 2, 4, 4, 1, 3, 6], (1, 0, 2)),  # all tie, then two of them
        ([1, 4, 6], (2, 1, 0)),
    ],
)
def test_three_sides_are_ranked(dice: list[int], order: tuple[int, ...]) -> None:
    state = battle(*far(), stage=stages.INITIATIVE)
    table = Script(dice=dice)
    rounds.begin(state, table)
    table.finish()
    assert state.ranking == order


@pytest.mark.rule("battlesystem:1.1b")
@pytest.mark.parametrize(
    ("gone", "version", "dice", "order"),
    [
        (SLAIN, 11, [2, 5], (2, 0)),
        (FLED, 11, [4, 4, 1, 6], (2, 0)),
        (WAITING, 11, [3, 6, 2], (1, 0, 2)),
        (SLAIN, 10, [3, 6, 2], (1, 0, 2)),
    ],
)
def test_a_side_of_which_nothing_is_left_rolls_no_more(
    gone: int, version: int, dice: list[int], order: tuple[int, ...]
) -> None:
    """The one unit of the Blues is gone; the others go on between themselves. One that is still to come has its roll."""
    state = battle(*far(), stage=stages.INITIATIVE, options={"version": version})
    if gone == WAITING:
        state.units[1].become(gone)
    else:
        state.units[1].leave(gone)
    table = Script(dice=dice)
    rounds.begin(state, table)
    table.finish()
    assert state.ranking == order
    rounds.choose_sequence(state, Script(orders=[None]))
    assert sorted(state.movers) == sorted(order)
    assert invariants.faults(state) == []


@pytest.mark.rule("battlesystem:1.1b", "battlesystem:1.4")
def test_side_a_names_the_order_of_all_moves() -> None:
    state = battle(*far(), stage=stages.SEQUENCE, ranking=(2, 0, 1))
    rounds.choose_sequence(state, Script(orders=[("first", 1, 2, 0)]))
    assert state.movers == (1, 2, 0)


@pytest.mark.rule("battlesystem:1.6b", "battlesystem:8.0b", "battlesystem:1.1b")
def test_four_sides_strike_in_the_order_of_their_ranks_and_nobody_falls_before() -> None:
    """All rolls 7. Reds strike each with who stands there: 20 - 1 - 6 + 7 = 20; on their flank 19 (their shields), behind 18."""
    state = around()
    state.ranking = (2, 0, 3, 1)
    table = Script(dice=[3, 4] * 6 + [1, 1] * 8)
    forming_combats.assign_step(state, table)
    while state.stage == stages.MELEE:
        melee_phase.combat_step(state, table)
    blows = [event for event in table.events if event.kind == "attack"]
    assert [event.data["unit"] for event in blows] == ["u2", "u0", "u0", "u0", "u3", "u1"]
    rolls = {(event.data["unit"], event.data["target"]): event.data["roll"] for event in blows}
    assert rolls["u1", "u0"] == 20
    assert rolls["u2", "u0"] == 19
    assert rolls["u3", "u0"] == 18
    assert {rolls["u0", other] for other in ("u1", "u2", "u3")} == {20}
    first_loss = next(place for place, event in enumerate(table.events) if event.kind == "losses")
    assert first_loss > max(place for place, event in enumerate(table.events) if event.kind == "attack")


@pytest.mark.rule("battlesystem:11.6d", "battlesystem:11.6a")
def test_a_square_that_three_sides_attack_is_covered_against_all() -> None:
    """20 - 1 - 6 + 7 + 2 = 22 for all three."""
    state = around(15)
    table = Script(dice=[3, 4] * 6 + [1, 1] * 8)
    forming_combats.assign_step(state, table)
    while state.stage == stages.MELEE:
        melee_phase.combat_step(state, table)
    at_reds = [
        event.data["roll"]
        for event in table.events
        if event.kind == "attack" and event.data["target"] == "u0"
    ]
    assert at_reds == [22, 22, 22]


@pytest.mark.rule("battlesystem:4.2b", "battlesystem:11.6d")
@pytest.mark.parametrize(("square", "needed"), [(0, 11), (15, 13)])
def test_an_enemy_of_any_side_on_the_rear_tells(square: int, needed: int) -> None:
    """ML 12, closed +1, rear -2."""
    state = around(square)
    assert current(state, state.units[0], Cause(LOSSES)) == needed


@pytest.mark.rule("battlesystem:7.15a")
@pytest.mark.parametrize(("home", "heading"), [(SOUTH, 180.0), (EAST, 135.0), (WEST, 225.0)])
def test_each_side_routs_toward_its_own_edge(home: int, heading: float) -> None:
    """The cause is due north: straight away is 180, and at most 45 degrees of it nearer home."""
    state = battle(
        men("Reds", 12, 6, 30, 24, formation=OPEN, in_command=True),
        men("Blues", 12, 6, 30, 40, 180, side=1),
        men("Greens", 12, 6, 10, 10, 90, side=2),
        homes=[home, NORTH, EAST],
    )
    checks_and_routs.rout(state, Script(), state.units[0], Cause(LOSSES, 1, 30.0, 40.0))
    assert state.units[0].rout_heading == heading


@pytest.mark.rule("battlesystem:7.12b", "battlesystem:7.12a")
def test_enemies_of_two_sides_choose_apart_whether_they_follow_the_first_ranked_first() -> None:
    """Blues in front and Greens on the right flank: Reds go back and to the left. Blues stay, Greens follow."""
    state = around()
    del state.units[3]
    state.setting.names.pop()
    state.ranking = state.movers = (0, 2, 1)
    state.stage = stages.MOVEMENT
    compelled_moves.begin(state, Script(), 0)
    table = Script(orders=[("stay", 2, 0), ("stay", 1, 0)])
    assert disengaging_orders.refusal(state, 0, ("withdraw", 0)) is None
    disengaging_orders.carry_out(state, table, 0, ("withdraw", 0))
    table.finish()
    block = state.units[0].block
    assert block is not None
    assert (block.x, block.y) == (pytest.approx(30 - 2.121, abs=0.001), pytest.approx(24 - 2.121, abs=0.001))
    assert [state.units[number].left_by for number in (1, 2)] == [(0,), (0,)]


@pytest.mark.rule("battlesystem:8.8d")
def test_two_sides_strike_at_a_fleeing_back_in_the_order_of_their_ranks() -> None:
    """Each at 20 - 1 - 2 - 6 + 7 = 18."""
    state = around()
    del state.units[3]
    state.setting.names.pop()
    state.ranking = state.movers = (2, 0, 1)
    compelled_moves.begin(state, Script(), 0)
    table = Script(dice=[3, 4, 3, 4] + [1, 1] * 4)
    disengaging_orders.carry_out(state, table, 0, ("flee", 0, 0))
    blows = [event for event in table.events if event.kind == "attack"]
    assert [(event.data["unit"], event.data["roll"]) for event in blows] == [("u2", 18), ("u1", 18)]


@pytest.mark.rule("battlesystem:crossroads.victory", "battlesystem:crossroads.tie")
@pytest.mark.parametrize(("gone", "winners"), [((), None), ((0,), None), ((0, 2), (1,)), ((0, 1, 2), ())])
def test_of_three_sides_the_last_in_the_field_has_won(gone: tuple[int, ...], winners: Any) -> None:
    state = battle(*far())
    for side in gone:
        state.units[side].become(SLAIN)
    found = decided(state)
    assert (found.winners if found is not None else None) == winners


@pytest.mark.rule("battlesystem:crossroads.victory")
@pytest.mark.parametrize(("marker", "winners"), [(False, None), (True, (1,))])
def test_routed_sides_are_gone_by_the_option_only(marker: bool, winners: Any) -> None:
    state = battle(
        men("Reds", 4, 4, 5, 5, routed=True, formation=OPEN),
        men("Blues", 4, 4, 5, 45, 180, side=1),
        men("Greens", 4, 4, 55, 45, 180, side=2, routed=True, formation=OPEN),
        options={"victory_marker": marker},
    )
    found = decided(state)
    assert (found.winners if found is not None else None) == winners


def held_by(*sides: int) -> Outcome | None:
    """A place for which three sides fight, when the hour has come, with these on it."""
    places = [(30.0, 20.0), (30.0, 24.0), (30.0, 28.0)]
    troops = [
        men(name, 4, 4, *(places[side] if side in sides else (8.0 + 20 * side, 5.0)), side=side)
        for side, name in enumerate(("Reds", "Blues", "Greens"))
    ]
    mill = Polygon([(25, 15), (35, 15), (35, 30), (25, 30)])
    state = battle(*troops, goal=Goal(HOLD, area=mill, place="the mill", rounds=1))
    return decided(state)


@pytest.mark.rule("battlesystem:1.7")
@pytest.mark.parametrize(
    ("sides", "winners", "words"),
    [
        ((1,), (1,), "Blues hold the mill, alone."),
        ((0, 2), (), "Reds and Greens stand in the mill."),
        ((0, 1, 2), (), "Reds, Blues and Greens stand in the mill."),
        ((), (), "Nobody holds the mill."),
    ],
)
def test_who_holds_the_mill(sides: tuple[int, ...], winners: tuple[int, ...], words: str) -> None:
    found = held_by(*sides)
    assert found is not None
    assert found.winners == winners
    assert found.reason.startswith(words)


@pytest.mark.rule("battlesystem:11.7b", "battlesystem:1.1b")
def test_pikes_charged_by_two_sides_strike_first_at_both() -> None:
    """Two riders a side, each of one hit die more than a blow; nobody is left to strike back."""
    long = weapon("1d6", reach=3, name="pike")
    long.sets = True
    facts: dict[str, Any] = {"riding": "cavalry", "depth": 1.5, "charged": 0, "armour_class": 10}
    state = battle(
        men("Pikes", 24, 8, 30, 24, weapons=[long], spears=1 | 2, attack_rating=0),
        men("Blues", 4, 4, 30, 24, 180, side=1, **facts),
        men("Greens", 2, 2, 33, 22.875, 270, side=2, **facts),
        stage=stages.ASSIGNMENT,
        tier=stages.INTERMEDIATE,
        ranking=(2, 1, 0),
    )
    table = Script(dice=[1, 1] * 2)
    forming_combats.assign_step(state, table)
    while state.stage == stages.MELEE:
        melee_phase.combat_step(state, table)
    table.finish()
    assert [state.units[number].status for number in (1, 2)] == [SLAIN, SLAIN]
    assert state.units[0].figures == 24
