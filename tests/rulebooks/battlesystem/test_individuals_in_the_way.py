"""Rules version 6: individuals in the way of units, spears that nobody breaks through, archers who shoot over friends as one."""

from __future__ import annotations

from typing import Any

import pytest
from rulebooks.battlesystem.regiments import Troop, battle, hero, men, weapon
from rulebooks.battlesystem.test_formations import give, refused

from banneret.geometry.rectangles import FRONT, LEFT
from banneret.rulebooks.battlesystem import stages
from banneret.rulebooks.battlesystem.individuals import footprints
from banneret.rulebooks.battlesystem.missiles.shooting_orders import Shooting
from banneret.rulebooks.battlesystem.movement import movement_orders, movement_phase
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.tables.missiles import missile_of
from banneret.rulebooks.battlesystem.unit import CLOSED, NOBODY, OPEN
from banneret.rulebooks.battlesystem.view.previews import preview
from banneret.testing import Script


def meadow(x: float, y: float, version: int = 6, foe: float = 44.0, **changes: Any) -> State:
    """Twelve Reds, six wide from x 27.75 to 32.25, their front at y 20, Blues far before them, a hero of these at a place."""
    return battle(
        men("Reds", 12, 6, 30, 20, 0, **changes),
        men("Blues", 12, 6, 30, foe, 180, side=1),
        leaders=[hero("Hal", x, y, side=1)],
        tier=stages.INTERMEDIATE,
        options={"version": version},
    )


def front(state: State) -> float:
    block = state.units[0].block
    assert block is not None
    return round(block.y, 3)


# ---------------------------------------------------------------- individuals in the way


@pytest.mark.rule("battlesystem:9.0d", "battlesystem:7.8")
@pytest.mark.parametrize(
    ("x", "version", "y", "touched"),
    [
        (30.0, 6, 21.75, {0: [2, 3]}),  # his edge is at 21.75, on the line between two files
        (28.0, 6, 21.75, {0: [0]}),
        (33.0, 6, 29.0, {}),  # three quarters of an inch beside them
        (30.0, 5, 29.0, {}),  # earlier versions walked over him
    ],
)
def test_a_unit_halts_at_a_hero(x: float, version: int, y: float, touched: dict[int, list[int]]) -> None:
    state = meadow(x, 22.0, version)
    table = give(state, ("move", 0, ("slide", 0, 9)))
    assert front(state) == y
    if version == 6:
        assert footprints.touched(state, state.individuals[0]) == touched
        assert ("into contact with Hal" in table.news) is bool(touched)
        assert state.units[0].finished
        assert (state.individuals[0].x, state.individuals[0].y) == (x, 22.0)


@pytest.mark.rule("battlesystem:9.0d", "battlesystem:7.9d")
def test_a_wheel_halts_at_a_hero() -> None:
    # About the right front corner (32.25, 20); the left one, 4.5 inches off, would come up to (32.25, 24.5) in a right wheel.
    state = meadow(29.5, 22.5)
    give(state, ("move", 0, ("wheel", "right", 90)))
    block = state.units[0].block
    assert block is not None
    assert 20.0 < block.heading < 60.0
    assert list(footprints.touched(state, state.individuals[0])) == [0]


@pytest.mark.rule("battlesystem:9.0d", "battlesystem:7.8b")
def test_files_that_do_not_touch_him_go_on_to_the_enemy() -> None:
    # He holds up the left file at 21.75; the Blues' front is at 22.25, half an inch farther than that.
    state = meadow(28.0, 22.0, foe=22.25)
    state.units[1].stand_like(men("Blues", 10, 5, 30.75, 22.25, 180).unit)
    state.units[1].figures = 10
    give(state, ("move", 0, ("slide", 0, 5)))
    loose = state.units[0].loose
    assert loose is not None
    assert [round(y, 3) for _, y, _ in loose[:6]] == [21.375, *[21.875] * 5]
    assert state.units[0].engaged or state.units[0].finished


@pytest.mark.rule("battlesystem:9.0d", "battlesystem:7.14e", "battlesystem:7.14k")
@pytest.mark.parametrize(
    ("away", "y", "formation"),
    [
        (
            7.0,
            26.75,
            CLOSED,
        ),  # 6.75 inches of at least 6: it stands before him, in order, and has charged nobody
        (5.0, 20.0, CLOSED),  # 4.75 inches are no room for a charge: it stays where it was
    ],
)
def test_a_charge_that_meets_a_hero_ends_at_him(away: float, y: float, formation: int) -> None:
    state = meadow(30.0, 20.0 + away, foe=31.0)
    give(state, ("charge", 0, 1, ("slide", 0)))
    unit = state.units[0]
    assert (front(state), unit.formation, unit.charged) == (y, formation, NOBODY)
    assert not unit.engaged


@pytest.mark.rule("battlesystem:9.0d", "battlesystem:7.14l")
def test_such_a_charge_in_open_formation_costs_no_morale() -> None:
    state = meadow(30.0, 27.0, foe=31.0, formation=OPEN)
    give(state, ("charge", 0, 1, ("slide", 0)))
    assert (front(state), state.units[0].failed_charge) == (26.75, False)


@pytest.mark.rule("battlesystem:9.0d", "battlesystem:7.8d")
def test_whom_a_hero_touches_goes_round_him_and_not_through() -> None:
    state = meadow(30.0, 20.25)
    assert footprints.touched(state, state.individuals[0]) == {0: [2, 3]}
    assert "in its way" in refused(state, "move", 0, ("slide", 0, 9)).reason
    give(state, ("move", 0, ("about",), ("slide", 0, 4)))
    assert front(state) != 20.0
    assert not footprints.touched(state, state.individuals[0])


@pytest.mark.rule("battlesystem:9.0d", "battlesystem:7.13b")
def test_a_forced_march_ends_short_of_a_hero() -> None:
    state = meadow(30.0, 26.0)
    table = Script(orders=[("march", 0, ("slide", 0, 13))], dice=[1, 1])
    movement_phase.move_step(state, table)
    assert 25.5 < front(state) < 25.75
    assert not footprints.touched(state, state.individuals[0])


# ---------------------------------------------------------------- spears set against a charge


def on_spears(sides: int, version: int) -> State:
    """Strong foot with its front at y 20 before eight weak spears in one rank at 28, and a company at 31 behind them."""
    long = weapon("1d6", reach=2, name="spear")
    long.sets = True

    def line(name: str, y: float, **changes: Any) -> Troop:
        return men(name, 8, 8, 30, y, 180, side=1, **changes)

    return battle(
        men("Knights", 16, 8, 30, 20, 0, attack_rating=10, weapons=[weapon("1d12")]),
        line("Spears", 28.0, armour_class=10, figure=10, weapons=[long], spears=sides),
        line("Guard", 31.0, figure=1000),
        tier=stages.INTERMEDIATE,
        options={"version": version},
    )


@pytest.mark.rule("battlesystem:11.7b", "battlesystem:7.14i")
@pytest.mark.parametrize(
    ("sides", "version", "spears", "charged", "y"),
    [
        # 10 - 1 - 1 - 10 + 12 = 10 at worst: D12 13 hit dice each, and a spear has 1
        (1 << FRONT, 6, 8, 1, 28.0),
        (1 << LEFT, 6, 0, 2, 31.0),  # set on another side they are broken through
        (0, 6, 0, 2, 31.0),
        (1 << FRONT, 5, 0, 2, 31.0),
    ],
)
def test_nobody_breaks_through_spears_that_are_set_against_him(
    sides: int, version: int, spears: int, charged: int, y: float
) -> None:
    state = on_spears(sides, version)
    give(state, ("charge", 0, 1, ("slide", 0)))
    assert (state.units[1].figures, state.units[0].charged, front(state)) == (spears, charged, y)


@pytest.mark.rule("battlesystem:11.7g")
def test_who_passes_set_spears_without_touching_them_loses_nothing() -> None:
    # Their right end is at x 33; the charge goes by an inch farther to the Guard.
    state = on_spears(1 << FRONT, 6)
    state.units[0].stand_like(men("Knights", 8, 4, 36, 24, 0).unit)
    state.units[2].stand_like(men("Guard", 8, 4, 36, 32, 180).unit)
    give(state, ("charge", 0, 2, ("slide", 0)))
    assert (front(state), state.units[0].charged, state.units[0].figures) == (32.0, 2, 16)


# ---------------------------------------------------------------- over friends


def archers(gap: float, version: int, x: float = 30.0, figures: int = 12, ranks: int = 1) -> State:
    """Twenty bows in two rows of ten, their front at y 24, friends n inches before them, orcs at 34."""
    bow = missile_of("long-bow")
    friends = men("Legion", figures, figures // ranks, x, 24.0 + gap + 0.75 * ranks, 0)
    return battle(
        men("Bows", 20, 10, 30, 24, 0, missile=bow, volleys=bow.volleys),
        men("Orcs", 24, 12, 30, 34, 180, side=1),
        friends,
        tier=stages.INTERMEDIATE,
        stage=stages.MISSILES,
        options={"version": version},
    )


def over(state: State) -> int:
    """Figures of the bows that can shoot at the orcs over friends."""
    fire = Shooting(state, 0, "").aimed(state.units[0], state.units[1], True)
    return 0 if fire is None else len(fire.shooters)


@pytest.mark.rule("battlesystem:10.7", "battlesystem:10.7a")
@pytest.mark.parametrize(
    ("gap", "version", "figures"),
    [
        (3.0, 6, 20),
        (2.9, 6, 0),  # the second row is 3.65 inches away, but the archers are not
        (2.9, 5, 20),  # by earlier versions aslant over those who stood three inches off
        (2.2, 5, 10),
    ],
)
def test_archers_are_three_inches_away_as_one(gap: float, version: int, figures: int) -> None:
    assert over(archers(gap, version, figures=18)) == figures


@pytest.mark.rule("battlesystem:10.7a")
def test_near_friends_over_whom_nobody_shoots_do_not_count() -> None:
    # Two friends an inch before the left end: only bows whose lines cross them are barred, and 24 orcs give most another line.
    state = archers(1.0, 6, x=24.0, figures=4)
    assert over(state) == 20


@pytest.mark.rule("battlesystem:9.0d")
def test_a_plan_says_whom_it_meets() -> None:
    state = meadow(30.0, 22.0)
    state.setting.flags.premeasure = True
    found = preview(state, movement_orders.MoveDecision(state, 0), ("move", 0, ("slide", 0, 9)))
    assert found is not None
    assert (found.sentence, found.rule) == ("It comes into contact with Hal.", "battlesystem:9.0d")
