"""What previews and refusals say where several things meet: bars beside a unit, heroes before a march, ground before an individual."""

from __future__ import annotations

from typing import Any

import pytest
from rulebooks.battlesystem.individuals import belongs
from rulebooks.battlesystem.regiments import area, battle, hero, men

from banneret.kernel.scene import Preview
from banneret.rulebooks.battlesystem import stages
from banneret.rulebooks.battlesystem.movement.movement_orders import MoveDecision
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.unit import OPEN
from banneret.rulebooks.battlesystem.view.previews import preview


def field(*troops: Any, **changes: Any) -> State:
    return battle(*troops, tier=stages.INTERMEDIATE, options={"premeasure": True}, **changes)


def shown(state: State, *order: Any) -> Preview:
    found = preview(state, MoveDecision(state, 0), order)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("name", "step", "sentence"),
    [
        ("Axes", ("slide", 45, 6.0), "Axes stop it there."),
        ("Clanguard", ("slide", 45, 6.0), "Clanguard stops it there."),
        ("Axes", ("wheel", "left", 45), "It meets no enemy."),
    ],
)
def test_who_stands_beside_the_way_of_a_unit_is_named(name: str, step: Any, sentence: str) -> None:
    # Six abreast, their right flank at x 32.25; a column of two stands from x 34 on, 1.75 inches beside them.
    state = field(men("Legion", 12, 6, 30, 24), men(name, 16, 2, 34.75, 27.5))
    assert shown(state, "move", 0, step).sentence == sentence


def test_ground_beside_the_way_of_a_unit_is_named() -> None:
    state = field(men("Legion", 12, 6, 30, 24), terrain=[area("water", 34, 16, 40, 30)])
    assert shown(state, "move", 0, ("slide", 45, 6.0)).sentence == "The water stops it there."


def test_a_hero_in_the_gap_between_two_files_is_named() -> None:
    # Open, the files stand half an inch apart, and so wide is he: before the gap in the middle he halts them and touches none.
    state = field(
        men("Legion", 12, 6, 30, 24, formation=OPEN), leaders=[hero("Derek", 30, 28, side=1, footprint=0.4)]
    )
    assert shown(state, "move", 0, ("slide", 0, 9.0)).sentence == "Derek stops it there."


@pytest.mark.rule("battlesystem:7.13b")
def test_a_forced_march_that_a_hero_stops_names_him() -> None:
    # A tenth of an inch short of his half inch square, whose edge is at y 31.75: 7.65 inches on. The march that is offered instead
    # goes as far.
    state = field(men("Legion", 12, 6, 30, 24), leaders=[hero("Derek", 30, 32, side=1)])
    found = shown(state, "march", 0, ("slide", 0, 13.0))
    assert found.sentence == "It stops short of Derek: no forced march goes into contact."
    assert found.rule == "battlesystem:7.13b"
    assert [one.order for one in found.instead] == ["march 0 (slide 0 7.6)"]


def test_what_is_before_an_individual_begins_a_sentence() -> None:
    state = field(
        men("Legion", 12, 6, 10, 4),
        leaders=[hero("Anna", 30, 24)],
        terrain=[area("water", 32, 20, 36, 28), area("ford", 24, 20, 28, 28)],
    )
    assert shown(state, "lead", 0, (34, 24)).refusal == "The water is in the way."
    assert shown(state, "lead", 0, (30, 44)).sentence == "That is 20 in away, 12 in are left: he stops here."
    state.individuals[0].moved = 9.0
    assert (
        shown(state, "lead", 0, (26, 24)).sentence
        == "The ford takes more than the 3 in of movement that are left: he stops here."
    )
    state.individuals[0].x = 28.01
    assert shown(state, "lead", 0, (26, 24)).refusal == "The ford takes more movement than Anna has left."


def test_who_is_with_a_unit_is_told_that_he_goes_with_it() -> None:
    state = field(men("Legion", 12, 6, 30, 24), leaders=[hero("Anna", 30, 24), hero("Derek", 9, 9, side=1)])
    belongs(state, 0, 0)
    assert shown(state, "lead", 0, (30, 30)).refusal == "Anna is with Legion, and goes where it goes."
    assert shown(state, "lead", 1, (30, 30)).refusal == "Derek is not yours."
