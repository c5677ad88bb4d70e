"""Individuals who shoot in the middle of their move, as units of their kind do; each sum written out before it was played."""

from __future__ import annotations

from typing import Any

import pytest
from rulebooks.battlesystem.regiments import battle, hero, men

from banneret.rulebooks.battlesystem import stages
from banneret.rulebooks.battlesystem.codec import CODEC
from banneret.rulebooks.battlesystem.individuals import footprints
from banneret.rulebooks.battlesystem.missiles import by_champions
from banneret.rulebooks.battlesystem.movement import individual_moves
from banneret.rulebooks.battlesystem.movement.movement_orders import MoveDecision
from banneret.rulebooks.battlesystem.movement.movement_phase import move_step
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.tables.missiles import missile_of
from banneret.rulebooks.battlesystem.view.questions import question
from banneret.testing import Script

HORSE = {"mount": "horse-light-warhorse", "movement": 24.0}


def field(version: int = 11, missile: str = "short-bow", **changes: Any) -> State:
    """Anna at (30, 10) with her missile, orcs 20 inches before her, Xan to the east of them. THAC0 with it: 12."""
    anna = hero("Anna", 30, 10, missile=missile_of(missile), missile_thac0=12, **changes)
    return battle(
        men("Orcs", 12, 6, 30, 30, 180, side=1),
        leaders=[anna, hero("Xan", 40, 26, side=1, armour_class=5)],
        tier=stages.INTERMEDIATE,
        options={"version": version, "premeasure": True},
    )


def moved(state: State, *orders: Any, dice: list[int] | None = None) -> Script:
    table = Script(dice=dice or [], orders=orders)
    for _ in orders:
        move_step(state, table)
    table.finish()
    return table


@pytest.mark.rule("battlesystem:10.5", "battlesystem:10.5b", "battlesystem:9.4c", "battlesystem:10.4d")
def test_a_hero_in_the_saddle_rides_up_shoots_and_rides_back() -> None:
    # 12 inches of 24 to (30, 22), 8 from the orcs: medium for a short bow. 12 + 15 + 2 (saddle) + 2 - 6 + 2 = 27: half a hit die in
    # D6: nothing. Then 12 back; no shot is left for the round.
    state = field(**HORSE)
    anna = state.individuals[0]
    table = moved(state, ("lead", 0, (30, 22)), ("aim", 0, 0), ("lead", 0, (30, 10)), dice=[1, 1])
    shot = next(event for event in table.events if event.kind == "volley")
    assert shot.data["roll"] == 27
    assert (anna.x, anna.y, anna.moved) == (30, 10, 24)
    state.stage = stages.MISSILES
    assert by_champions.shots_left(state, anna) == 0
    footprints.rest(state, anna)
    assert not anna.split


@pytest.mark.rule("battlesystem:10.5", "battlesystem:10.5b", "battlesystem:9.4b.to-hit")
def test_he_may_shoot_at_a_man_so_and_once_only() -> None:
    # at (30, 22): Xan 10.8 off, long for a short bow: 12 - 5 + 5 = 12. A 12 hits.
    state = field(**HORSE)
    moved(state, ("lead", 0, (30, 22)), ("aim", 0, "man", 1), dice=[12, 4])
    assert state.individuals[1].hurt == 4
    found = MoveDecision(state, 0).check(("aim", 0, 0))
    assert found is not None
    assert found.rule == "battlesystem:10.5b"
    again = CODEC.load(CODEC.dump(state), state)
    assert again.individuals[0].split


@pytest.mark.rule("battlesystem:10.5", "battlesystem:10.5a", "battlesystem:10.5b")
@pytest.mark.parametrize(
    ("changes", "inches", "version", "rule"),
    [
        (HORSE, 12, 11, ""),
        (HORSE, 12.1, 11, "battlesystem:10.5b"),
        (HORSE, 12, 10, "battlesystem:10.5"),
        ({}, 6, 11, "battlesystem:10.5"),  # on foot
        ({**HORSE, "missile": "javelin"}, 6, 11, "battlesystem:10.5"),  # a thrower in the saddle
        ({"missile": "hill-giant-rock"}, 6, 11, "battlesystem:10.5"),  # rocks are no missiles of one's own
        ({"missile": "manticore-spikes"}, 6, 11, ""),
    ],
)
def test_who_shoots_on_the_move_and_after_how_many_inches(
    changes: dict[str, Any], inches: float, version: int, rule: str
) -> None:
    state = field(version, **changes)
    moved(state, ("lead", 0, (30, 10 + inches)))
    decision = MoveDecision(state, 0)
    found = decision.check(("aim", 0, 0))
    assert ("" if found is None else found.rule) == rule
    assert (("aim", 0, 0) in decision.orders()) is (not rule)


@pytest.mark.rule("battlesystem:10.5a", "battlesystem:10.4g")
def test_a_manticore_alone_goes_its_whole_rate_about_its_spikes() -> None:
    # 6 of 12 inches, the spikes, 6 more; in the phase of missiles it would have been half
    state = field(missile="manticore-spikes")
    anna = state.individuals[0]
    moved(state, ("lead", 0, (30, 16)), ("aim", 0, 0), dice=[6, 6])
    assert individual_moves.left_of(state, anna) == pytest.approx(6.0)
    anna.split = False
    assert individual_moves.left_of(state, anna) == 0.0


def test_the_shot_is_listed_with_its_odds() -> None:
    state = field(**HORSE)
    moved(state, ("lead", 0, (30, 22)))
    shown = question(state, MoveDecision(state, 0))
    option = next(one for one in shown.options if one.order == "aim 0 0")
    assert option.label == "Shoot at Orcs"
    assert option.odds is not None
