"""Shots into a melee in which heroes stand, as the option `fire_into_melee` has them, and at heroes on the move; each was worked out before it was played."""

from __future__ import annotations

from typing import Any

import pytest
from rulebooks.battlesystem.regiments import battle, crew, hero, men
from rulebooks.battlesystem.test_stands import mounted

from banneret.kernel.order import Order, write_order
from banneret.rulebooks.battlesystem import stages
from banneret.rulebooks.battlesystem.engines import firing
from banneret.rulebooks.battlesystem.missiles import at_champions, phases
from banneret.rulebooks.battlesystem.missiles.felling import of_individual
from banneret.rulebooks.battlesystem.missiles.shooting_orders import Shooting
from banneret.rulebooks.battlesystem.movement import movement_phase
from banneret.rulebooks.battlesystem.odds import champion
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.tables.missiles import SHORT, missile_of
from banneret.rulebooks.battlesystem.view.questions import question
from banneret.testing import Script

BOW = missile_of("long-bow")


def bows(*others: Any, leaders: list[Any], version: int = 14, into: bool = True, **changes: Any) -> State:
    """Ten archers in a row at (30, 20) who look north, one shot left to each; `others` and `leaders` are at one another before them."""
    return battle(
        men("Bows", 10, 10, 30, 20, missile=BOW, volleys=BOW.volleys, shots=1),
        *others,
        leaders=leaders,
        stage=stages.MISSILES,
        tier=1,
        options={"version": version, "fire_into_melee": into, "premeasure": True},
        **changes,
    )


def shot(state: State, *order: Any, dice: tuple[int, ...]) -> Script:
    """One volley, with all dice used."""
    table = Script(orders=[order], dice=list(dice))
    phases.missile_step(state, table)
    table.finish()
    return table


def at_orcs(version: int = 14, into: bool = True) -> State:
    """Orcs 6 inches before the archers, 6 wide and 2 deep, and Anna behind one of their rear figures, whom alone she touches."""
    return bows(
        men("Orcs", 12, 6, 30, 26, 180, side=1),
        leaders=[hero("Anna", 30.375, 27.75)],
        version=version,
        into=into,
    )


@pytest.mark.rule("battlesystem:10.1n")
def test_a_hero_at_the_target_suffers_as_one_figure_in_contact() -> None:
    # AR 20, armour class 6, a roll of 7: 21. D6 3 hit dice each: 30. One orc in contact and Anna: 15 hit dice each, 60 hit points of 48.
    state = at_orcs()
    told = shot(state, "shoot", 0, 1, dice=(3, 4))
    assert "attack roll 21, 30 hit dice" in told.news
    assert "Anna stands in the melee: 15 hit dice of the damage." in told.news
    assert state.units[1].figures == 11  # 15 hit dice: one figure, and a wound
    assert state.units[1].wounded
    assert (state.individuals[0].hurt, state.individuals[0].on_table) == (60, False)


@pytest.mark.rule("battlesystem:10.1n")
def test_before_version_14_she_suffered_nothing_and_without_the_option_nobody_shoots() -> None:
    old = at_orcs(13)
    shot(old, "shoot", 0, 1, dice=(3, 4, 1, 1))  # three of twelve fall: a check
    assert (old.units[1].figures, old.individuals[0].hurt) == (9, 0)
    why = Shooting(at_orcs(into=False), 0, "battlesystem:1.5").check(("shoot", 0, 1))
    assert why is not None
    assert why.rule == "battlesystem:10.1n"


def at_bruno(version: int = 14, into: bool = True, **changes: Any) -> State:
    """Bruno, an enemy, 6 inches before the archers, at one of four spears who stand in a single rank behind him; Anna beside him."""
    return bows(
        men("Spears", 4, 4, 30, 26.5, 180, formation=0),
        leaders=[hero("Bruno", 30.375, 26.25, 1, **changes), hero("Anna", 29.875, 26.25)],
        version=version,
        into=into,
    )


@pytest.mark.rule("battlesystem:10.1n", "battlesystem:9.4d")
def test_a_lone_enemy_in_a_melee_may_be_shot_at_under_the_option() -> None:
    # One archer at a man: 20 + 1 (loose) - 0 and a roll of 2: 23, D6 2 hit dice. Bruno, one spear and Anna: 6 tenths each for these two,
    # which are 2.4 hit points to her, and 8 tenths, 3.2 hit points, to him.
    state = at_bruno()
    told = shot(state, "snipe", 0, 0, dice=(1, 1))
    assert "2 hit dice of damage" in told.news
    assert (state.individuals[0].hurt, state.individuals[1].hurt) == (3, 2)
    assert state.units[1].figures == 4


@pytest.mark.rule("battlesystem:10.1n", "battlesystem:9.4d")
@pytest.mark.parametrize(("version", "into"), [(13, True), (14, False)])
def test_else_he_may_not(version: int, into: bool) -> None:
    why = Shooting(at_bruno(version, into), 0, "battlesystem:1.5").check(("snipe", 0, 0))
    assert why is not None
    assert why.rule == "battlesystem:10.1n"


@pytest.mark.rule("battlesystem:10.1n")
def test_what_is_foreseen_is_his_share() -> None:
    state = at_bruno()
    one, unit = state.individuals[0], state.units[0]
    fire = at_champions.aimed(state, unit, one, BOW.ranges[2])
    assert fire is not None
    odds = champion.shot_odds(state, unit, one, fire, SHORT, 1)
    # D6 at 23 to 33: 2, 2, 1, 1, .5, .5, .2, .2, .1, .1, 0 hit dice; his share is what the thirds of the two others leave
    assert max(odds.points) == 3
    assert 0.0 < of_individual(state, unit, one, fire, 1) < 3 / 48


@pytest.mark.rule("battlesystem:10.1n", "battlesystem:10.9j")
def test_artillery_into_a_melee_at_a_hero() -> None:
    # A ballista: 20 + 1 - 10 and a roll of 7: 18, D6 4 hit dice twice, 8. Bruno and Anna: 4 each, 16 hit points.
    state = battle(
        crew("ballista", 30, 16),
        men("Orcs", 4, 4, 10, 40, 180, side=1),
        leaders=[hero("Bruno", 30, 24, 1), hero("Anna", 30, 24.5)],
        stage=stages.ARTILLERY,
        tier=1,
        options={"fire_into_melee": True, "premeasure": True},
    )
    order: Order = ("fire", 0, "man", 0)
    table = Script(orders=[order], dice=[3, 4])
    firing.artillery_step(state, table)
    table.finish()
    assert "8 hit dice of damage" in table.news
    assert (state.individuals[0].hurt, state.individuals[1].hurt) == (16, 16)


# ---------------------------------------------------------------- a hero on the move, and troops who stand


def on_the_move(version: int = 14) -> State:
    """Ten archers (5 by 2) at (30, 10), Blues 6 inches before them, and Hector aside, who goes from (25, 14.5) north; his side moves first."""
    return battle(
        men("Reds", 10, 5, 30, 10, missile=BOW, volleys=BOW.volleys),
        men("Blues", 12, 6, 30, 16, 180, side=1),
        leaders=[hero("Hector", 25, 14.5, 1)],
        stage=stages.MOVEMENT,
        tier=1,
        options={"version": version, "premeasure": True},
        movers=(1, 0),
    )


def passed(state: State, *orders: Any) -> Script:
    """The enemy's part up to the shot; three and four on all dice, ones for morale."""
    table = Script(orders=list(orders), dice=[3, 4, 3, 4, 1, 1])
    movement_phase.move_step(state, table)
    return table


@pytest.mark.rule("battlesystem:10.1m", "battlesystem:9.4d", "battlesystem:10.6")
@pytest.mark.parametrize(
    ("first", "shot"),
    [(("lead", 0, (25, 16.5)), ("snipe", 0, 0, 1, "others", 1)), (("done",), ("snipe", 0, 0, "others", 1))],
)
def test_the_others_shoot_where_a_hero_on_the_move_is_shot_at(first: Order, shot: Order) -> None:
    # At him 20 + 1 + 7 = 28: D6 half a hit die, two hit points. The nine at Blues 20 - 6 + 7 = 21: 27 hit dice: two, and a wound.
    state = on_the_move()
    table = passed(state, first, shot)
    assert [event.tallies[0].total for event in table.events if event.kind == "volley"] == [28, 21]
    assert (state.individuals[0].hurt, state.units[1].figures, state.units[1].wounded) == (2, 10, True)
    assert (state.units[0].shots, state.units[0].passing) == (1, True)
    shown = next(one for one in table.asked if one.kind == "passing")
    before = on_the_move()
    option = next(one for one in question(before, shown).options if one.order == write_order(shot))
    assert option.label.startswith("At Hector")
    assert option.label.endswith("the others at Blues")
    assert option.odds is not None
    assert "9 figures at Blues at short range" in option.odds.text
    assert option.pieces == ("u0", "l0", "u1")


@pytest.mark.rule("battlesystem:10.1m", "battlesystem:10.6")
def test_by_version_13_the_others_do_not_shoot_at_troops_on_the_move() -> None:
    state = on_the_move(13)
    table = passed(state, ("done",), ("hold",))
    shown = next(one for one in table.asked if one.kind == "passing")
    assert not any("others" in order for order in shown.orders())


@pytest.mark.rule("battlesystem:2.4", "battlesystem:9.4d", "battlesystem:10.1m")
@pytest.mark.parametrize(("version", "figures", "tenths"), [(13, 6, 180), (14, 8, 240)])
def test_two_of_a_stand_shoot_with_the_others_where_the_third_aims_at_a_hero(
    version: int, figures: int, tenths: int
) -> None:
    # Nine archers on three stands, 6.75 inches wide: one aims at Hector, eight at Blues. 20 - 6 + 7 = 21: D6 3 hit dice each.
    state = battle(
        mounted("Reds", 9, 3, x=30, y=10, missile=BOW, volleys=BOW.volleys, shots=1),
        men("Blues", 12, 6, 30, 16, 180, side=1),
        leaders=[hero("Hector", 25, 14.5, 1)],
        stage=stages.MISSILES,
        tier=1,
        options={"version": version, "premeasure": True, "stands": True},
    )
    order: Order = ("snipe", 0, 0, "others", 1)
    shown = next(
        one
        for one in question(state, Shooting(state, 0, "battlesystem:1.5")).options
        if "others" in one.order
    )
    assert shown.odds is not None
    assert f"{figures} figures at Blues at short range" in shown.odds.text
    told = [event for event in shot(state, *order, dice=(3, 4, 3, 4)).events if event.kind == "volley"]
    assert "with 1 figure:" in told[0].text
    assert f"with {figures} figures:" in told[1].text
    assert told[1].data["damage"] == tenths
