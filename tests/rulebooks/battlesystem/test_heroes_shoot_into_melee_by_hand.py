"""Shots into a melee, as the option `fire_into_melee` has them: a hero's, and who is spared by default; each was worked out before it was played."""

from __future__ import annotations

from fractions import Fraction

import pytest
from rulebooks.battlesystem.regiments import battle, crew, hero, men

from banneret.rulebooks.battlesystem import stages
from banneret.rulebooks.battlesystem.engines.firing import Firing
from banneret.rulebooks.battlesystem.missiles import by_champions, felling, phases
from banneret.rulebooks.battlesystem.missiles.shooting_orders import HOLD, Shooting
from banneret.rulebooks.battlesystem.odds.champion import aim_odds
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.tables.missiles import SHORT, missile_of
from banneret.rulebooks.battlesystem.view.questions import question
from banneret.testing import Script

BOW = missile_of("long-bow")


def into_melee(version: int = 15, premeasure: bool = True) -> State:
    """Orcs of 4 hit dice a figure who touch Reds, one figure of each, and Anna with a bow 6 inches away."""
    return battle(
        men("Orcs", 2, 1, 30, 26, 180, side=1, figure=40),
        men("Reds", 2, 1, 30, 26, 0, figure=40),
        leaders=[hero("Anna", 35, 22, missile=BOW, missile_thac0=10)],
        stage=stages.MISSILES,
        tier=1,
        options={"version": version, "fire_into_melee": True, "premeasure": premeasure},
    )


@pytest.mark.rule("battlesystem:10.1n", "battlesystem:9.4c", "battlesystem:9.4a.hero-attacks")
@pytest.mark.parametrize(("version", "wounded"), [(14, False), (15, True)])
def test_the_damage_of_a_heros_shots_is_divided_before_it_is_judged(version: int, wounded: bool) -> None:
    # 10 + 15 - 6 + 2 = 21 on D6: 3 hit dice, twice 6, half for each of two figures: 3 of 4 are half or more, a wound each.
    # By version 14 the wound, a quarter of a figure, was divided: nobody had one.
    state = into_melee(version)
    table = Script(orders=[("aim", 0, 0)], dice=[1, 1])
    phases.missile_step(state, table)
    table.finish()
    assert "attack roll 21, 6 hit dice of damage" in table.news
    assert (state.units[0].wounded, state.units[1].wounded) == (wounded, wounded)


@pytest.mark.rule("battlesystem:10.1n", "battlesystem:9.4c")
def test_the_odds_of_a_heros_shots_leave_friends_their_share() -> None:
    # 19 + 2d6: at 21 the D6 has 3 hit dice, to 24 it has 2, from 25 on 1. Twice that, halved, is a wound from 2 on: 2d6 of 5 or less, 10 of 36.
    state = into_melee()
    one, orcs = state.individuals[0], state.units[0]
    fire = by_champions.aimed(state, one, orcs)
    assert fire is not None
    found = aim_odds(state, one, orcs, fire, SHORT, 2)
    assert (found.total, found.wounds, found.fells) == (19, Fraction(10, 36), Fraction(0))


@pytest.mark.rule("battlesystem:10.1n", "battlesystem:1.5")
def test_by_default_nobody_shoots_where_friends_suffer_as_much() -> None:
    state = into_melee()
    decision = Shooting(state, 0, "battlesystem:1.5")
    assert felling.by_individual(state, ("aim", 0, 0)) == 0.0
    assert decision.default() == HOLD
    assert ("aim", 0, 0) in decision.orders()


@pytest.mark.rule("battlesystem:10.1n")
@pytest.mark.parametrize("premeasure", [True, False])
def test_the_odds_name_the_friends_and_their_shares(premeasure: bool) -> None:
    state = into_melee(premeasure=premeasure)
    shown = question(state, Shooting(state, 0, "battlesystem:1.5"))
    aimed = next(one for one in shown.options if one.order == "aim 0 0")
    assert aimed.odds is not None
    assert aimed.odds.text.endswith("; of 2 parts of the damage friends suffer: Reds 1")


@pytest.mark.rule("battlesystem:10.1n", "battlesystem:10.9j")
def test_a_crew_does_not_shoot_by_default_where_friends_suffer_as_much() -> None:
    state = battle(
        men("Orcs", 1, 1, 30, 26, 180, side=1, figure=40),
        men("Reds", 2, 1, 30, 26, 0, figure=40),
        crew("ballista", 40, 26, 270),
        stage=stages.ARTILLERY,
        tier=1,
        options={"fire_into_melee": True, "premeasure": True},
    )
    decision = Firing(state, 0)
    assert decision.default() == HOLD
    assert ("fire", 0, 0) in decision.orders()
