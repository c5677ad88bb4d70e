"""Squares of shields, pikes to all sides, and stands beside heroes: each figure worked out from the printed rules before it was played."""

from __future__ import annotations

from typing import Any

import pytest
from rulebooks.battlesystem.regiments import battle, hero, melees, men, weapon
from rulebooks.battlesystem.test_formations import give, refused
from rulebooks.battlesystem.test_stands import mounted

from banneret.geometry.rectangles import FRONT, LEFT, REAR, RIGHT
from banneret.rulebooks.battlesystem import invariants, referee, rounds, stages
from banneret.rulebooks.battlesystem.codec import CODEC
from banneret.rulebooks.battlesystem.combat import forming_combats, melee_phase
from banneret.rulebooks.battlesystem.combat.strikers import eligible
from banneret.rulebooks.battlesystem.drill.special_formations import SIDES
from banneret.rulebooks.battlesystem.movement import compelled_moves, movement_orders
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.view import questions
from banneret.rulebooks.battlesystem.worth.allowance import rate
from banneret.rulebooks.battlesystem.worth.walls_and_spears import ALL, WALKING
from banneret.testing import Script

# ---------------------------------------------------------------- a square that becomes a wall to the front


def square(version: int = 14, **changes: Any) -> State:
    """Twelve men in a square of shields, 4 wide and 3 deep, of MV 9, who stood so since the last round; the enemy is far away."""
    facts: dict[str, Any] = {"large_shields": True, "shields": ALL, **changes}
    return battle(
        men("Legion", 12, 4, 30, 20, **facts),
        men("Far", 4, 4, 55, 47, 180, side=1),
        tier=1,
        options={"version": version},
    )


@pytest.mark.rule("battlesystem:11.6", "battlesystem:11.6d", "battlesystem:11.6e")
def test_a_square_may_declare_a_wall_to_the_front_for_half_of_its_rate() -> None:
    # closed, in command and with large shields when its phase begins: it may declare. Those behind turn about: 9 / 2 = 4.5 inches.
    state = square()
    compelled_moves.begin(state, Script(), 0)
    unit = state.units[0]
    before = unit.block
    assert unit.shields == ALL
    give(state, ("wall", 0))
    assert (unit.shields, unit.spent, unit.finished) == (WALKING, 4.5, True)
    assert unit.block == before
    assert rate(state, unit) == 4.5  # all of it is spent: the wall does not move in this round
    assert refused(state, "move", 0, ("slide", 0, 1)).rule == "battlesystem:1.4"


@pytest.mark.rule("battlesystem:11.6", "battlesystem:11.6d")
def test_a_square_turns_to_the_front_before_it_moves_and_with_inches_enough() -> None:
    assert refused(square(moved=True), "wall", 0).rule == "battlesystem:11.6"
    assert refused(square(spent=5.0), "wall", 0).rule == "battlesystem:11.6d"
    assert refused(square(), "wall", 0, "square").reason.endswith("already.")
    assert refused(square(13), "wall", 0).reason.endswith("already.")


@pytest.mark.rule("battlesystem:11.7", "battlesystem:11.7d", "battlesystem:11.7e")
@pytest.mark.parametrize(
    ("sides", "spent"),
    [(("front", "left", "right", "rear"), 3.0), (("front",), 7.5), (("front", "left"), 7.5)],
)
def test_a_square_may_set_spears_in_place_of_its_wall(sides: tuple[str, ...], spent: float) -> None:
    # closed and in command when its phase begins. It looks to all sides: 9 / 3; who turns about from the rear takes half of 9 more
    spear = weapon("1d6", reach=2, name="spear")
    spear.sets = True
    state = square(weapons=[spear])
    compelled_moves.begin(state, Script(), 0)
    give(state, ("set", 0, *sides))
    unit = state.units[0]
    assert (unit.shields, unit.spent, unit.finished) == (0, spent, True)
    assert unit.spears == sum(1 << SIDES[side] for side in sides)
    assert refused(square(13, weapons=[spear]), "set", 0, *sides).rule == "battlesystem:11.6i"


def test_what_a_wall_is_said_to_be_worth_is_so_of_a_square_too() -> None:
    def said(state: State, *order: Any) -> str:
        return questions.consequence(state, order)

    assert said(square(shields=0), "wall", 0).endswith("at its front; half its movement")
    assert said(square(shields=0), "wall", 0, "square").endswith("on every side; no move")
    assert "turns about" in said(square(), "wall", 0)


@pytest.mark.rule("battlesystem:11.6", "battlesystem:11.7")
@pytest.mark.parametrize(("version", "may"), [(13, True), (14, False)])
def test_command_that_comes_in_the_phase_comes_too_late_for_a_wall_or_spears(version: int, may: bool) -> None:
    spear = weapon("1d6", reach=2, name="spear")
    spear.sets = True
    state = battle(
        men("Legion", 12, 6, 30, 20, large_shields=True, weapons=[spear], in_command=False, leader_at=-1),
        men("Far", 4, 4, 55, 47, 180, side=1),
        tier=1,
        options={"version": version, "lost_command_opens": False},
    )
    compelled_moves.begin(state, Script(), 0)
    unit = state.units[0]
    unit.in_command = True  # a commander above it has come within reach
    for order in (("wall", 0), ("wall", 0, "square"), ("set", 0, "front")):
        assert (order in movement_orders.MoveDecision(state, 0).orders()) is may
    if not may:
        assert refused(state, "wall", 0).rule == "battlesystem:11.6"
        assert refused(state, "set", 0, "front").rule == "battlesystem:11.7"
    rounds.forget(unit)
    compelled_moves.begin(state, Script(), 0)
    give(state, ("wall", 0))


@pytest.mark.rule("battlesystem:11.6g", "battlesystem:11.7f", "battlesystem:intro.referee")
@pytest.mark.parametrize(("version", "left"), [(13, ALL), (14, 0)])
def test_who_is_opened_by_the_referee_holds_no_wall_and_no_spears(version: int, left: int) -> None:
    for held in ("shields", "spears"):
        state = square(version, **{"shields": 0, held: ALL})
        referee.BattlesystemReferee().change(state, ("form", 0, "open"))
        assert getattr(state.units[0], held) == left
        assert invariants.faults(state) == []


# ---------------------------------------------------------------- pikes on other sides than the front


def flanked(
    version: int, on: str = "front left", reach: int = 3, shields: int = 0, where: int = LEFT
) -> State:
    """24 pikes (8 wide, 3 deep: 6 by 2.25 inches) at (30, 20) who look north, met by six closed orcs on one of their other sides."""
    long = weapon("1d6", reach=reach, name="pike")
    long.sets = True
    sides = {"front": FRONT, "right": RIGHT, "rear": REAR, "left": LEFT}
    spears = sum(1 << sides[word] for word in on.split())
    # the orcs' front: on the left from (27, 20) to (27, 17.75) and beyond; on the rear along y = 17.75
    place = {LEFT: (27.0, 18.875, 90), RIGHT: (33.0, 18.875, 270), REAR: (30.0, 17.75, 0)}[where]
    return battle(
        men("Pikes", 24, 8, 30, 20, 0, weapons=[long], spears=spears, shields=shields, large_shields=True),
        men("Orcs", 6, 6, *place, side=1, charged=0),
        stage=stages.ASSIGNMENT,
        tier=1,
        options={"version": version},
    )


@pytest.mark.rule("battlesystem:8.1b", "battlesystem:11.7e")
@pytest.mark.parametrize(
    ("where", "on", "reach", "figures"),
    [
        (LEFT, "front left", 3, 9),  # three in contact, and two files behind them
        (LEFT, "front left", 2, 6),  # spears: one file
        (RIGHT, "front right", 3, 9),
        (LEFT, "front", 3, 3),  # nobody is turned to that side
        (REAR, "rear", 3, 24),  # six in contact, one beside them on either hand, and two ranks before these
        (REAR, "front", 3, 8),
    ],
)
def test_pikes_set_to_a_side_strike_from_behind_there(where: int, on: str, reach: int, figures: int) -> None:
    state = flanked(14, on, reach, where=where)
    assert len(eligible(state, state.units[0], state.units[1])) == figures
    state = flanked(13, on, reach, where=where)
    assert len(eligible(state, state.units[0], state.units[1])) == (8 if where == REAR else 3)


@pytest.mark.rule("battlesystem:8.1b", "battlesystem:11.6d")
def test_spears_in_a_square_of_shields_strike_from_behind_on_every_side() -> None:
    state = flanked(14, "", 2, ALL)
    assert len(eligible(state, state.units[0], state.units[1])) == 6
    state = flanked(14, "", 2, WALKING)
    assert len(eligible(state, state.units[0], state.units[1])) == 3


@pytest.mark.rule("battlesystem:8.1b", "battlesystem:11.7a", "battlesystem:11.7b")
def test_the_blow_of_pikes_set_to_a_flank() -> None:
    # AR 20, a commander -1, armour class 6, and a roll of 7: 20. D6: 3 hit dice, nine figures: 27, doubled 54: five orcs of 10 fall.
    state = flanked(14)
    table = Script(dice=[3, 4, 1, 1, 6, 6])
    forming_combats.assign_step(state, table)
    melee_phase.combat_step(state, table)
    told = [event.text for event in table.events if event.kind == "attack"]
    assert "with 9 figures: attack roll 20, 54 hit dice of damage" in told[0]


@pytest.mark.rule("battlesystem:8.1c", "battlesystem:8.1b")
def test_who_stands_behind_two_sides_strikes_over_one_of_them() -> None:
    state = battle(
        men("Pikes", 16, 4, 30, 20, weapons=[weapon("1d6", reach=3)], spears=15),
        men("North", 4, 4, 30, 20, 180, side=1),
        men("West", 4, 4, 28.5, 18.5, 90, side=1),
        stage=stages.ASSIGNMENT,
        tier=1,
    )
    table = Script(orders=[("assign", 0)])
    forming_combats.assign_step(state, table)
    assert state.bouts is not None
    struck = [figure for bout in state.bouts for figure in bout.strikers]
    assert sorted(struck) == sorted(set(struck))
    # to the north the front rank, 0 to 3, and over it 5 to 7 and 9 to 11; to the west 4, 8 and 12, and over 12 who is left: 13 and 14
    assert sorted(struck) == list(range(15))


# ---------------------------------------------------------------- heroes beside stands


def beside_a_hero(version: int, figures: int = 6, **changes: Any) -> State:
    """Stands of axes, two abreast, closed, 27.75 to 32.25 at y 24; four orcs from 29 to 32 at both, and Rarrack at the left one."""
    return battle(
        mounted("Axes", figures, 2),
        men("Orcs", 4, 4, 30.5, 24, 180, side=1),
        leaders=[hero("Rarrack", 28.2, 24.25, 1, **changes)],
        stage=stages.ASSIGNMENT,
        tier=1,
        options={"version": version},
    )


def blows(state: State, *orders: Any) -> list[str]:
    """The attacks of a Melee Phase, in words; every die shows 4."""
    table = Script(dice=[4] * 60, orders=list(orders))
    forming_combats.assign_step(state, table)
    assert CODEC.load(CODEC.dump(state), state).bouts == state.bouts
    while state.stage == stages.MELEE:
        melee_phase.combat_step(state, table)
    return [event.text for event in table.events if event.kind in ("attack", "blow")]


@pytest.mark.rule("battlesystem:2.4", "battlesystem:9.4a.figure-attacks", "battlesystem:8.1c")
def test_one_figure_of_a_stand_strikes_a_hero_and_the_others_strike_with_their_unit() -> None:
    # only one figure can attack a man: five of six are left for the orcs. 20 - 1 - 6 + 8 = 21: D6 3 hit dice each, 15.
    # At the hero 20 - 1 - 0 + 8 = 27: half a hit die, two hit points.
    told = blows(beside_a_hero(14), ("beset", 0, (0, 1)), None, None)
    assert any(
        "Axes strike Orcs in front with 5 figures: attack roll 21, 15 hit dice" in text for text in told
    )
    assert any("Axes strike Rarrack with 1 figure: attack roll 27, 0.5 hit dice" in text for text in told)
    told = blows(beside_a_hero(13), ("beset", 0, (0, 1)), None, None)
    assert any("with 3 figures: attack roll 21, 9 hit dice" in text for text in told)


@pytest.mark.rule("battlesystem:2.4", "battlesystem:9.4a.figure-attacks")
def test_a_stand_that_is_left_alone_by_its_player_strikes_with_all_three() -> None:
    told = blows(beside_a_hero(14), ("beset", 0), None, None)
    assert any("with 6 figures" in text for text in told)
    assert not any("Rarrack with" in text for text in told)


@pytest.mark.rule("battlesystem:2.4", "battlesystem:9.4a.figure-attacks")
def test_odds_count_the_figures_of_a_stand_that_are_left() -> None:
    state = beside_a_hero(14)
    table = Script(orders=[("beset", 0, (0, 1))])
    forming_combats.assign_step(state, table)
    found = melees(state)[0]
    assert {found.there.count, found.back.count} == {5, 4}
    assert sorted(found.odds.strikers) == [4, 5]


@pytest.mark.rule("battlesystem:2.4", "battlesystem:9.4a.figure-attacks")
def test_a_stand_with_one_figure_left_strikes_the_hero_or_the_unit() -> None:
    state = beside_a_hero(14, 4)  # the right stand has one figure left: two stands, four figures
    state.individuals[0].x = 32.27  # at it, beside the orcs
    told = blows(state, ("beset", 0, (0, 1)), ("clash", 0))
    assert any("with 3 figures" in text for text in told)
    assert any("Rarrack with 1 figure" in text for text in told)


@pytest.mark.rule("battlesystem:2.4", "battlesystem:9.4a.figure-attacks")
def test_two_heroes_at_one_stand_are_struck_by_a_figure_of_it_each() -> None:
    state = battle(
        mounted("Axes", 6, 2),
        men("Orcs", 4, 4, 30.5, 24, 180, side=1),
        leaders=[hero("Rarrack", 28.0, 24.25, 1), hero("Eric", 28.6, 24.25, 1)],
        stage=stages.ASSIGNMENT,
        tier=1,
    )
    told = blows(state, ("beset", 0, (0, 1)), ("beset", 1, (0, 1)), None, None, None)
    assert any("Orcs in front with 4 figures" in text for text in told)
    assert sum("with 1 figure:" in text for text in told) == 2
