"""Who may strike whom where units touch, and who is told off against which enemy."""

from __future__ import annotations

from typing import Any

import pytest
from rulebooks.battlesystem.regiments import battle, crowd, men, skirmishers, weapon

from banneret.kernel.dice import Chance
from banneret.kernel.order import Order
from banneret.rulebooks.battlesystem.combat.assignments import Assignment
from banneret.rulebooks.battlesystem.combat.strikers import eligible, reach
from banneret.rulebooks.battlesystem.space import figures
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.unit import OPEN

SPEAR = weapon("1d6", reach=2, name="spear")
PIKE = weapon("1d6", reach=3, name="pike")
GOBLINS = {"width": 0.5, "depth": 0.5, "size": "S"}


def both(state: State) -> tuple[list[int], list[int]]:
    """Who of units 0 and 1 strikes the other."""
    first, second = state.units[0], state.units[1]
    return eligible(state, first, second), eligible(state, second, first)


@pytest.mark.rule("battlesystem:8.1")
def test_open_goblins_against_closed_dwarves() -> None:
    state = battle(
        men("Goblins", 12, 6, formation=OPEN, **GOBLINS), men("Dwarves", 12, 6, heading=180, side=1)
    )
    assert both(state) == ([1, 2, 3, 4], [0, 1, 2, 3, 4, 5])


@pytest.mark.rule("battlesystem:8.1a", "battlesystem:8.1")
def test_closed_units_fight_with_one_more_on_each_side() -> None:
    state = battle(men("Dwarves", 12, 6), men("Goblins", 12, 6, heading=180, side=1, **GOBLINS))
    assert both(state) == ([0, 1, 2, 3, 4, 5], [0, 1, 2, 3, 4, 5])
    state = battle(men("Line", 10, 10), men("Few", 4, 4, heading=180, side=1))
    assert both(state) == ([2, 3, 4, 5, 6, 7], [0, 1, 2, 3])
    # open troops have no such neighbours, nor have mobs
    state = battle(men("Line", 10, 10, formation=OPEN), men("Few", 4, 4, heading=180, side=1))
    assert both(state)[0] == [4, 5]  # the next stand just beyond the ends of the four
    state = battle(crowd("Mob", 25), men("Few", 2, 2, heading=180, side=1))
    assert both(state) == ([1, 2, 3], [0, 1])


@pytest.mark.rule("battlesystem:8.1a")
def test_neighbours_do_not_go_round_the_corner_and_count_once() -> None:
    # Blues stand at the right flank of the Reds and touch the foremost man there
    state = battle(men("Reds", 12, 4), men("Blues", 1, 1, x=31.5, y=23.625, heading=270, side=1))
    assert eligible(state, state.units[0], state.units[1]) == [3, 7]
    # two of them with one man between: he fights once, so do those beyond
    narrow = men("Blues", 2, 2, heading=180, side=1, formation=OPEN, width=0.5)
    state = battle(men("Reds", 9, 9, width=0.5), narrow)
    found = reach(state, state.units[0], state.units[1])
    assert (found.touching, found.beside) == ([3, 5], [2, 4, 6])


@pytest.mark.rule("battlesystem:8.1")
def test_whoever_is_touched_in_flank_or_rear_fights_too() -> None:
    state = battle(men("Reds", 12, 6), men("Blues", 4, 4, y=22.5, heading=0, side=1))
    assert eligible(state, state.units[0], state.units[1]) == [6, 7, 8, 9, 10, 11]
    opened = battle(men("Reds", 12, 6, formation=OPEN), men("Blues", 5, 5, y=22.0, heading=0, side=1))
    assert eligible(opened, opened.units[0], opened.units[1]) == [7, 8, 9, 10]


@pytest.mark.rule("battlesystem:8.1b")
def test_spears_and_pikes_from_behind() -> None:
    def attackers(figures: int, files: int, enemies: int, arm: object, **changes: object) -> int:
        state = battle(
            men("Spears", figures, files, weapons=[arm], **changes),
            men("Blues", enemies, enemies, heading=180, side=1),
        )
        return len(eligible(state, state.units[0], state.units[1]))

    assert attackers(16, 8, 8, SPEAR) == 16
    assert attackers(24, 8, 6, PIKE) == 24
    assert attackers(24, 8, 6, SPEAR) == 16
    assert attackers(14, 8, 8, SPEAR) == 14
    assert attackers(24, 8, 2, PIKE) == 12  # two touch, two beside them, two behind each
    assert attackers(16, 8, 8, SPEAR, formation=OPEN) == 6  # 9.5 in wide against 6
    assert attackers(16, 8, 8, weapon()) == 8


@pytest.mark.rule("battlesystem:8.1b", "battlesystem:8.2")
def test_no_spears_to_flank_or_rear_nor_with_the_sword_in_hand() -> None:
    rear = battle(men("Spears", 16, 8, weapons=[SPEAR]), men("Blues", 8, 8, y=22.5, heading=0, side=1))
    assert len(eligible(rear, rear.units[0], rear.units[1])) == 8
    flank = battle(
        men("Spears", 12, 4, weapons=[SPEAR]), men("Blues", 3, 3, x=31.5, y=22.875, heading=270, side=1)
    )
    assert eligible(flank, flank.units[0], flank.units[1]) == [3, 7, 11]
    sword = battle(
        men("Spears", 16, 8, weapons=[SPEAR, weapon()], weapon=1), men("Blues", 8, 8, heading=180, side=1)
    )
    assert len(eligible(sword, sword.units[0], sword.units[1])) == 8


@pytest.mark.rule("battlesystem:8.1d")
def test_skirmishers_fight_singly() -> None:
    scouts = skirmishers("Scouts", [(28, 23.625), (30, 23.625), (32, 23.625), (40, 23.625)])
    state = battle(scouts, men("Blues", 6, 6, heading=180, side=1))
    mine, theirs = both(state)
    assert mine == [0, 1, 2]
    assert theirs == [0, 1, 2, 3, 4, 5]
    assert state.units[0].singles is not None
    state.units[0].singles[1].routed = True
    assert eligible(state, state.units[0], state.units[1]) == [0, 2]


@pytest.mark.rule("battlesystem:8.9")
def test_nobody_of_a_routed_unit_strikes() -> None:
    state = battle(men("Reds", 12, 6, routed=True), men("Blues", 6, 6, heading=180, side=1))
    assert both(state) == ([], [0, 1, 2, 3, 4, 5])


@pytest.mark.rule("battlesystem:8.1a", "battlesystem:8.1b", "battlesystem:7.11c")
def test_wings_are_straight_sides_of_their_own_and_have_nobody_behind() -> None:
    # six abreast, the last two files turned inward along the right flank of Blues two wide
    state = battle(
        men("Reds", 9, 6, weapons=[SPEAR]), men("Blues", 8, 2, x=30.0, y=24.0, heading=180, side=1)
    )
    reds = state.units[0]
    spots = figures.base_middles(reds)
    poses = [(x, y, 0.0) for x, y in spots]
    poses[4] = (31.125, 24.375, 270.0)
    poses[5] = (31.125, 25.125, 270.0)
    reds.stand(reds.block, tuple(poses), (0, 2))
    found = reach(state, reds, state.units[1])
    assert found.touching == [2, 3, 4, 5]
    assert found.beside == [1]  # not round the corner to the wing; nobody beyond it
    # second rank of three: files 1 to 3
    assert found.behind == {6: 1, 7: 2, 8: 3}


# ---------------------------------------------------------------- told off


def between_two() -> State:
    """Six dwarves against A in front of files 0 to 3 and B in front of files 2 to 5, both beside their last ones."""
    return battle(
        men("Dwarves", 6, 6),
        men("Goblins A", 3, 3, x=28.875, heading=180, side=1),
        men("Goblins B", 3, 3, x=31.125, heading=180, side=1),
    )


def plan(state: State, unit: int = 0) -> Assignment:
    mine = state.units[unit]
    foes = [other for other in state.units.values() if other.side != mine.side]
    return Assignment(state, mine, [reach(state, mine, other, True) for other in foes])


@pytest.mark.rule("battlesystem:8.1c")
def test_the_owner_tells_off_his_figures() -> None:
    state = between_two()
    found = plan(state)
    assert found.able == {0: [1], 1: [1], 2: [1, 2], 3: [1, 2], 4: [2], 5: [2]}
    assert found.check(("assign", 0, (1, 2), (2, 3))) is None
    assigned = found.assigned(("assign", 0, (1, 2, 3)))
    assert (found.strikers(assigned, 1), found.strikers(assigned, 2)) == ([0, 1, 2, 3], [4, 5])
    split = found.assigned(("assign", 0, (2, 2, 3)))
    assert (found.strikers(split, 1), found.strikers(split, 2)) == ([0, 1], [2, 3, 4, 5])


@pytest.mark.rule("battlesystem:8.1c")
def test_by_default_the_longest_edge_decides() -> None:
    # Blues A covers most of file 2, Blues B the rest of it
    state = battle(
        men("Dwarves", 6, 6, formation=OPEN),
        men("A", 4, 4, x=28.75, heading=180, side=1),
        men("B", 4, 4, x=31.75, heading=180, side=1),
    )
    found = plan(state)
    # A ends at 30.25, B begins there: file 3 stands from 30.25 to 31, file 2 from 29 to 29.75
    assert [found.preset[figure] for figure in (1, 2, 3, 4)] == [1, 1, 2, 2]
    shifted = battle(
        men("Line", 5, 5),
        men("A", 3, 3, x=28.9, heading=180, side=1),
        men("B", 3, 3, x=31.15, heading=180, side=1),
    )
    # the middle man stands from 29.625 to 30.375, A ends at 30.025: 0.4 against 0.35
    assert plan(shifted).preset[2] == 1
    other = battle(
        men("Line", 5, 5),
        men("A", 3, 3, x=28.85, heading=180, side=1),
        men("B", 3, 3, x=31.1, heading=180, side=1),
    )
    assert plan(other).preset[2] == 2


@pytest.mark.rule("battlesystem:8.1c")
def test_supporters_strike_whom_their_front_man_strikes() -> None:
    state = battle(
        men("Spears", 12, 6, weapons=[SPEAR]),
        men("A", 3, 3, x=28.875, heading=180, side=1),
        men("B", 3, 3, x=31.125, heading=180, side=1),
    )
    found = plan(state)
    assigned = found.assigned(("assign", 0, (1, 2, 3)))
    assert found.strikers(assigned, 1) == [0, 1, 2, 3, 6, 7, 8, 9]
    assert found.strikers(assigned, 2) == [4, 5, 10, 11]


@pytest.mark.rule("battlesystem:7.14e", "battlesystem:8.1c")
def test_who_charged_must_strike_whom_he_charged() -> None:
    state = battle(
        men("Line", 2, 2, charged=2),
        men("A", 4, 4, x=30, heading=180, side=1),
        men("B", 2, 2, x=30.75, y=23.625, heading=270, side=1),
    )
    # B touches the right flank of file 1, who touches A with his whole front as well
    found = plan(state)
    assert found.must == 2
    assert 2 in found.preset.values()
    assert found.check(("assign", 0, (1, 1))) is not None
    assert found.check(("assign", 0, (2, 1))) is None


@pytest.mark.rule("battlesystem:8.1c")
def test_assignments_that_are_refused() -> None:
    found = plan(between_two())
    wrong: list[Order] = [
        (),
        ("assign",),
        ("assign", 1),
        ("order", 0),
        ("assign", 0, 3),
        ("assign", 0, ()),
        ("assign", 0, ("1", 2)),
        ("assign", 0, (3, 2)),
        ("assign", 0, (1, 5)),
        ("assign", 0, (1, 9)),
        ("assign", 0, (1, "2")),
        ("assign", 0, (1, 2), (2, 2)),
        ("assign", 0, (1, 2, 2)),
        ("assign", 0, (1, (2,))),
    ]
    assert all(found.check(order) is not None for order in wrong)
    assert all(found.check(order) is None for order in found.orders())
    assert all(found.check(found.sample(Chance(seed))) is None for seed in range(40))
    drawn = {found.sample(Chance(seed)) for seed in range(40)}
    assert len(drawn) > 2


@pytest.mark.rule("battlesystem:8.1c")
def test_neighbours_follow_the_nearest_figure_in_contact() -> None:
    # file 2 touches both, more of A: file 1 beside him has only him to follow, though B has fewer
    state = battle(
        men("Line", 6, 6, width=1.0),
        men("A", 1, 1, x=29.4, heading=180, side=1, width=0.5),
        men("B", 1, 1, x=29.8, heading=180, side=1, width=0.25),
    )
    found = plan(state)
    assert found.able == {1: [1, 2], 2: [1, 2], 3: [1, 2]}
    assert found.preset == {1: 1, 2: 1, 3: 1}


@pytest.mark.rule("battlesystem:8.1a", "battlesystem:7.9g")
def test_figures_that_look_aside_fight_in_the_side_where_they_stand() -> None:
    # the right file of four looks east, where Blues touch the second man of it
    state = battle(men("Reds", 16, 4), men("Blues", 1, 1, x=31.5, y=22.875, heading=270, side=1))
    reds = state.units[0]
    poses = [
        (x, y, 90.0 if number % 4 == 3 else 0.0) for number, (x, y) in enumerate(figures.base_middles(reds))
    ]
    reds.stand(reds.block, tuple(poses), reds.wings)
    found = reach(state, reds, state.units[1])
    assert (found.touching, found.beside) == ([7], [3, 11])
    assert found.behind == {}


# ---------------------------------------------------------------- guards of captives


def guarded(order: tuple[int, int] = (0, 1), **changes: Any) -> list[int]:
    """Who of twelve closed men, the last four of them guards, strikes an enemy along their whole front; `order` of moving.

    `changes` go to the unit, those that begin with `his_` to the enemy.
    """
    his = {key[4:]: changes.pop(key) for key in list(changes) if key.startswith("his_")}
    facts = {"moved": True, "guards": 4, "weapons": [SPEAR], **changes}
    state = battle(men("Keepers", 12, 6, **facts), men("Blues", 12, 6, heading=180, side=1, **his))
    state.movers = order
    return eligible(state, state.units[0], state.units[1])


@pytest.mark.rule("battlesystem:7.15f")
def test_guards_of_captives_strike_only_in_defence() -> None:
    everybody, free = list(range(12)), list(range(8))
    assert guarded(moved=False) == everybody  # the enemy came
    assert guarded(engaged=True) == everybody  # the melee goes on
    assert guarded((0, 1), his_moved=True) == everybody  # they moved first, and he came after that
    assert guarded((1, 0), his_moved=True) == free  # he had moved, and they came up to him
    assert guarded((0, 1), his_moved=True, his_engaged=True) == free  # they touched him when his part began
    assert guarded((0, 1)) == free
    assert guarded(engaged=True, his_routed=True) == free  # who runs strikes nobody
    assert guarded((1, 0), guards=0, his_moved=True) == everybody
    assert guarded((1, 0), guards=12, his_moved=True) == []


@pytest.mark.rule("battlesystem:7.15f")
def test_guards_of_captives_join_no_free_attack() -> None:
    keepers = men("Keepers", 12, 6, guards=9, engaged=True)
    state = battle(keepers, men("Blues", 12, 6, heading=180, side=1))
    one, other = state.units.values()
    assert eligible(state, one, other) == [0, 1, 2, 3, 4, 5]
    assert eligible(state, one, other, unprovoked=True) == [0, 1, 2]
