"""The lessons: every step is met by who plays as told, and the battle goes on to be won; a misspelt lesson is refused with a sentence."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any

import pytest

import banneret
from banneret import rulebooks
from banneret.kernel.errors import BadInput
from banneret.kernel.files import read_toml
from banneret.kernel.lesson import FILE, Lesson, LessonStep, Progress, lesson_of, read_lesson, the_lesson_of
from banneret.kernel.order import write_order

if TYPE_CHECKING:
    from collections.abc import Sequence

    from banneret.kernel.battle import Battle

TAUGHT = [book.id for book in rulebooks.at_hand() if lesson_of(book)]
MOST_ORDERS = 60


def begun(name: str) -> tuple[Battle, Lesson]:
    book = rulebooks.get(name)
    lesson = the_lesson_of(book)
    scenario = book.scenario(lesson.scenario)
    others = {side: "greedy" for side in scenario.sides if side != lesson.side}
    return banneret.start(book, scenario, seed=lesson.seed, players=others), lesson


def check_tasks(battle: Battle, lesson: Lesson, step: LessonStep) -> None:
    """What a card tells to press is there to be pressed, and leads to its order."""
    scene = battle.scene(lesson.side)
    order = write_order(battle.order_of(lesson.side, step.order))
    assert battle.why_not(lesson.side, order) is None
    assert not any((task.piece, task.place, task.verb, task.option) == ("",) * 4 for task in step.tasks[:-1])
    for task in step.tasks:
        assert not task.verb or f"{order} ".startswith(f"{task.verb} ")
        assert not task.option or task.option in [option.label for option in scene.questions[0].options]
        assert not task.place or task.place in order.replace("(", " ").replace(")", " ").split()


def played(
    battle: Battle, lesson: Lesson, *, told: bool = True, followed: Sequence[LessonStep] | None = None
) -> list[str]:
    """Play the battle to its end, as told or by the usual orders; the names of the steps in the order in which they were met.

    `followed`: the steps that are played as told, if not all.
    """
    progress, met = Progress(lesson), []
    for _ in range(MOST_ORDERS):
        battle.advance()
        if battle.is_over:
            return met
        scene = battle.scene(lesson.side)
        step = progress.meet(scene)
        if step is not None:
            assert progress.meet(scene) is step, "a step stays as long as its question"
            met.append(step.name)
            if told:
                check_tasks(battle, lesson, step)
        follows = told and step is not None and (followed is None or step in followed)
        order = step.order if step and follows else scene.questions[0].default
        battle.give(lesson.side, order)
    raise AssertionError(f"not over after {MOST_ORDERS} orders; met {met}")


def test_every_rulebook_that_stands_has_a_lesson() -> None:
    assert [name for name in TAUGHT if name != "fenlight"] == [
        "stacks",
        "warcards",
        "companies",
        "skirmish",
        "battlesystem",
    ]


@pytest.mark.parametrize("name", TAUGHT)
def test_who_plays_as_told_meets_every_step(name: str) -> None:
    battle, lesson = begun(name)
    assert lesson.teaches(battle)
    assert played(battle, lesson) == [step.name for step in lesson.steps]
    assert battle.winners == [lesson.side], "who plays as told, and then takes the usual orders, wins"


def test_the_cards_of_companies_tell_what_happens() -> None:
    """The Disposition of both companies, and what the enemy wrote, stand in the cards before they are to be seen."""
    battle, lesson = begun("companies")
    played(battle, lesson)
    told = [event.text for event in battle.scene(lesson.side).news]
    begin = [text.split()[-1].rstrip(".") for text in told if "begin with Disposition" in text]
    cards = {step.name: step.sentence for step in lesson.steps}
    assert f"{begin[0]} against {begin[1]}" in cards["Where you stand"]
    first = next(text for text in told if text.startswith("Exchange 1, volley 1."))
    assert "Lane Rebels: Hold Your Ground" in first
    assert "they hold their ground" in cards["The reveal"]


@pytest.mark.parametrize("name", TAUGHT)
def test_other_orders_are_taken_and_the_battle_goes_on(name: str) -> None:
    battle, lesson = begun(name)
    played(battle, lesson, told=False)
    assert battle.winners == [lesson.side], "the large button alone wins it too"


@pytest.mark.parametrize("name", TAUGHT)
def test_who_leaves_the_coach_at_any_step_is_told_of_nothing_that_cannot_be_done(name: str) -> None:
    """The steps that come later are those whose order is still legal; and a step that is skipped alone leads the others nowhere."""
    lesson = begun(name)[1]
    for left in range(len(lesson.steps)):
        for followed in (lesson.steps[:left], lesson.steps[:left] + lesson.steps[left + 1 :]):
            battle, _ = begun(name)
            played(battle, lesson, followed=followed)
            assert battle.is_over
            if followed == lesson.steps[:left]:
                assert battle.winners == [lesson.side], "the large button alone wins it from any step on"


@pytest.mark.parametrize("name", TAUGHT)
def test_a_step_comes_again_after_an_undo(name: str) -> None:
    battle, lesson = begun(name)
    progress = Progress(lesson)
    undone = 0
    for _ in range(20):
        battle.advance()
        scene = battle.scene(lesson.side)
        step = progress.meet(scene)
        battle.give(lesson.side, step.order if step else scene.questions[0].default)
        if step is not None and battle.why_not_undo(lesson.side) is None:
            undone += 1
            progress.meet(battle.scene(lesson.side))
            battle.undo(lesson.side)
            assert progress.meet(battle.scene(lesson.side)) is step
            battle.give(lesson.side, step.order)
        if progress.is_over:
            break
    assert undone


@pytest.mark.parametrize("name", TAUGHT)
def test_a_lesson_that_is_begun_later_is_met_where_it_stands(name: str) -> None:
    """As after loading the page on another device: nothing is known but the scene."""
    battle, lesson = begun(name)
    progress = Progress(lesson)
    last: LessonStep | None = None
    while not progress.is_over:
        battle.advance()
        scene = battle.scene(lesson.side)
        step = progress.meet(scene)
        if step is not None:
            last = step
            assert Progress(lesson).meet(scene) is step
        battle.give(lesson.side, step.order if step else scene.questions[0].default)
    assert last is lesson.steps[-1]


def told_of(name: str) -> dict[str, Any]:
    return copy.deepcopy(read_toml(rulebooks.get(name).folder / FILE))


def test_a_misspelt_lesson_is_refused_with_a_sentence() -> None:
    def refused(**changes: Any) -> str:
        data = told_of("stacks")
        for path, value in changes.items():
            *way, last = path.split("__")
            at: Any = data
            for part in way:
                at = at[int(part)] if part.isdigit() else at[part]
            at[last] = value
        with pytest.raises(BadInput) as caught:
            read_lesson(data, FILE, rulebooks.get("stacks"))
        return str(caught.value)

    assert refused(scenario="millers_fort") == (
        "lesson.toml: scenario is 'millers_fort'; did you mean 'millers_ford'?"
    )
    assert refused(side="elves").startswith("lesson.toml: side is 'elves'; ")
    assert refused(steps=[]) == "lesson.toml: nothing is called 'steps' here; did you mean 'step'?"
    assert refused(step=[]) == "lesson.toml: 0 steps; from 3 to 10"
    assert "lesson.toml, step 2: place: the side sees nothing that is called 'J9'" in refused(
        step__1__place="J9"
    )
    assert (
        "step 3, do 1: piece: the side sees nothing that is called 'Sylvan Knight'; did you mean 'Sylvan Knights'"
        in (refused(step__2__do__0__piece="Sylvan Knight"))
    )
    assert "step 1: when: phase is 'Moves'; did you mean 'Move'" in refused(step__0__when__phase="Moves")
    assert "step 1: when: kind is missing" in refused(step__0__when={})
    assert "step 1: nothing to do" in refused(step__0__do=[])
    assert "step 1: do has 4 entries; at most 3" in refused(step__0__do=[{"text": "a"}] * 4)
    assert "after: nothing is called 'text' here" in refused(after={"text": "x"})


def test_a_rulebook_without_a_lesson_says_so() -> None:
    with pytest.raises(BadInput, match="fenlight has no lesson"):
        the_lesson_of(rulebooks.get("fenlight"))
