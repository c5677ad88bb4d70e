"""`banneret learn`: the cards of a lesson before the questions they belong to, and orders given as they say."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from banneret import rulebooks
from banneret.kernel.lesson import the_lesson_of

if TYPE_CHECKING:
    from cli.conftest import Command

STACKS = the_lesson_of(rulebooks.get("stacks"))


@pytest.mark.parametrize("name", ["stacks", "warcards", "battlesystem"])
def test_the_lesson_is_played_as_its_cards_say(banneret: Command, name: str) -> None:
    lesson = the_lesson_of(rulebooks.get(name))
    orders = [step.order for step in lesson.steps]
    if name == "warcards":  # between them the usual answers: no further move, no retreat, fight on
        orders[4:4] = ["", "", ""]
    said = banneret("learn", name, "--plain", typed="\n".join(orders) + "\n" * 60)
    assert (said.code, said.err) == (0, "")
    shown = [said.out.index(f"Lesson, {n} of {len(lesson.steps)}: ") for n in range(1, len(lesson.steps) + 1)]
    assert shown == sorted(shown)
    assert f"Lesson: {lesson.after.title}" in said.out
    assert " won" in said.out[said.out.index(lesson.after.title) :]


def test_the_lesson_can_be_skipped_and_left_aside(banneret: Command) -> None:
    said = banneret("learn", "stacks", "--plain", typed="A2 B3\nskip\n")
    assert "Lesson, 1 of 5: March to the ford" in said.out
    assert "Not possible" not in said.out  # a legal order outside the lesson is taken
    assert "The lesson is over; the battle goes on." in said.out
    later = banneret("resume", "--plain", typed="")
    assert "Lesson, 1 of 5" in later.out, "a lesson that is gone on with is coached again"


def test_another_battle_of_its_scenario_is_no_lesson(banneret: Command) -> None:
    said = banneret("play", "stacks", STACKS.scenario, "--plain", typed="")
    assert "Lesson" not in said.out


def test_a_rulebook_without_a_lesson_is_refused(banneret: Command) -> None:
    said = banneret("learn", "fenlight")
    assert said.code == 2
    assert "fenlight has no lesson" in said.err
