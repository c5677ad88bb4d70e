"""Lessons: a coached first battle of a rulebook, from its `lesson.toml`, and how far a player has come in it.

A lesson is data. It names a scenario, the side to play and a seed, so that the dice fall as the lesson tells; the battle is like any
other, and every legal order is taken. Its steps belong to questions, known by their kind, turn and stage and by which pieces they
are about, as the scene of the seat has them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

import msgspec

from banneret.kernel.dice import commitment
from banneret.kernel.errors import BadInput, nearest, shown
from banneret.kernel.fields import Fields
from banneret.kernel.files import read_toml
from banneret.kernel.viewer import viewer_of

if TYPE_CHECKING:
    from banneret.kernel.battle import Battle
    from banneret.kernel.rulebook import Rulebook
    from banneret.kernel.scene import Piece, Question, Scene

FILE: Final = "lesson.toml"
LEAST_STEPS, MOST_STEPS = 3, 10
MOST_TASKS: Final = 3
MOST_WORDS: Final = 4
_LESSON = ("scenario", "side", "seed", "goal", "step", "after")
_STEP = ("name", "title", "sentence", "why", "place", "clear", "order", "when", "do", "word")
_WHEN = ("kind", "turn", "phase", "segment", "place", "piece", "without", "option")
_TASK = ("text", "piece", "place", "verb", "option")


class LessonWhen(msgspec.Struct, frozen=True, omit_defaults=True):
    """The question that a step is about: one of these kinds, in this turn (0: any), phase and segment.

    It asks about a piece of the name `piece`, or one at `place`, and about none in the state `without`; one of its options has the
    label `option`. What is empty may be anything.
    """

    kind: tuple[str, ...]
    turn: int = 0
    phase: str = ""
    segment: str = ""
    place: str = ""
    piece: str = ""
    without: str = ""
    option: str = ""


class LessonTask(msgspec.Struct, frozen=True, omit_defaults=True):
    """A thing to do, and how it is known to be done.

    It is done when the draft order takes up the `piece` (a name, or the place where it stands), leads to the `place`, begins with the
    words `verb`, or is the `option` of that label; with none of these, when the order is given.
    """

    text: str
    piece: str = ""
    place: str = ""
    verb: str = ""
    option: str = ""


class LessonWord(msgspec.Struct, frozen=True, omit_defaults=True):
    """A word of the screen, and what it means in a sentence."""

    word: str
    text: str


class LessonStep(msgspec.Struct, frozen=True, omit_defaults=True):
    """A step: its name in the strip, and its card.

    `place` is what the card is about, a place or a piece; it and those in `clear` stay bright. `order` is the order it leads to, by
    name: a program gives it, and the terminal shows it.
    """

    name: str
    title: str
    sentence: str
    order: str
    when: LessonWhen
    tasks: tuple[LessonTask, ...]
    why: str = ""
    place: str = ""
    clear: tuple[str, ...] = ()
    words: tuple[LessonWord, ...] = ()


class LessonEnd(msgspec.Struct, frozen=True, omit_defaults=True):
    """The card after the last step: how to go on from there."""

    title: str
    sentence: str


class Lesson(msgspec.Struct, frozen=True, omit_defaults=True):
    """The lesson of a rulebook. The seed is no secret: a battle is its lesson where its dice are committed to that seed."""

    scenario: str
    side: str
    seed: str
    goal: str
    steps: tuple[LessonStep, ...]
    after: LessonEnd

    @property
    def commitment(self) -> str:
        """The hash of its seed, as a battle publishes it."""
        return commitment(self.seed)

    def teaches(self, battle: Battle) -> bool:
        """True if a battle is this lesson."""
        return battle.scenario.id == self.scenario and battle.commitment == self.commitment


@lru_cache(maxsize=32)
def lesson_of(book: Rulebook[Any]) -> Lesson | None:
    """The lesson of a rulebook, from the `lesson.toml` of its folder; None where it has none. Raises `BadInput`."""
    path = book.folder / FILE
    return read_lesson(read_toml(path), FILE, book) if path.exists() else None


def the_lesson_of(book: Rulebook[Any]) -> Lesson:
    """The lesson of a rulebook; raises `BadInput` where it has none."""
    lesson = lesson_of(book)
    if lesson is None:
        raise BadInput(
            f"{book.id} has no lesson", where="learn", hint="its first battle is played without one"
        )
    return lesson


def read_lesson(data: Mapping[str, Any], where: str, book: Rulebook[Any]) -> Lesson:
    """A lesson from plain data, checked against its rulebook; raises `BadInput` naming the field."""
    row = Fields(data, where)
    row.only(_LESSON)
    scenarios = book.scenarios()
    scenario = scenarios[row.word("scenario", list(scenarios))]
    side = row.word("side", scenario.sides)
    scene = book.view.scene(book.new(scenario, book.options()), viewer_of(scenario.sides.index(side)))
    known = set(_names(scene))
    steps = row.rows("step", MOST_STEPS)
    if len(steps) < LEAST_STEPS:
        raise row.wrong(f"{len(steps)} steps", f"from {LEAST_STEPS} to {MOST_STEPS}")
    phases = list(dict.fromkeys([stage.phase for stage in book.view.phases]))
    after = row.table("after")
    after.only(("title", "sentence"))
    return Lesson(
        scenario=scenario.id,
        side=side,
        seed=row.text("seed", most=60),
        goal=row.text("goal", most=160),
        steps=tuple(
            [
                _step(Fields(step, f"{where}, step {number}"), known, phases)
                for number, step in enumerate(steps, 1)
            ]
        ),
        after=LessonEnd(after.text("title", most=40), after.text("sentence", most=240)),
    )


def _step(row: Fields, known: set[str], phases: Sequence[str]) -> LessonStep:
    row.only(_STEP)
    tasks, words = row.rows("do", MOST_TASKS), row.rows("word", MOST_WORDS)
    if not tasks:
        raise row.wrong("nothing to do", f"from 1 to {MOST_TASKS}, each as [[step.do]]")
    when = row.table("when")
    when.only(_WHEN)
    clear = row.words("clear", 12, 60)
    for name in clear:
        _known(row, "clear", name, known)
    return LessonStep(
        name=row.text("name", most=24),
        title=row.text("title", most=40),
        sentence=row.text("sentence", most=200),
        order=row.text("order", most=160),
        when=_when(when, known, phases),
        tasks=tuple([_task(Fields(one, f"{row.where}, do {at}"), known) for at, one in enumerate(tasks, 1)]),
        why=row.text("why", "", most=200),
        place=_name(row, "place", known),
        clear=clear,
        words=tuple([_word(Fields(one, f"{row.where}, word {at}")) for at, one in enumerate(words, 1)]),
    )


def _when(row: Fields, known: set[str], phases: Sequence[str]) -> LessonWhen:
    kinds = row.words("kind", 6, 40)
    if not kinds:
        raise row.wrong("kind is missing", "a list of kinds of questions")
    return LessonWhen(
        kind=kinds,
        turn=row.number("turn", 0),
        phase=row.word("phase", ["", *phases], "") if phases else row.text("phase", "", most=60),
        segment=row.text("segment", "", most=60),
        place=_name(row, "place", known),
        piece=_name(row, "piece", known),
        without=row.text("without", "", most=30),
        option=row.text("option", "", most=80),
    )


def _task(row: Fields, known: set[str]) -> LessonTask:
    row.only(_TASK)
    return LessonTask(
        row.text("text", most=100),
        _name(row, "piece", known),
        _name(row, "place", known),
        row.text("verb", "", most=40),
        row.text("option", "", most=80),
    )


def _word(row: Fields) -> LessonWord:
    row.only(("word", "text"))
    return LessonWord(row.text("word", most=30), row.text("text", most=160))


def _name(row: Fields, field: str, known: set[str]) -> str:
    """The name of a place or piece, as the opening scene has it; empty where none is given."""
    name = row.text(field, "", most=60)
    if name:
        _known(row, field, name, known)
    return name


def _known(row: Fields, field: str, name: str, known: set[str]) -> None:
    if name not in known:
        hint = nearest(name, sorted(known), "such as")
        raise row.wrong(f"{field}: the side sees nothing that is called {shown(name)}", hint)


def _pieces(pieces: Iterable[Piece]) -> Iterator[Piece]:
    for piece in pieces:
        yield piece
        yield from _pieces(piece.inside)


def _all_pieces(scene: Scene) -> Iterator[Piece]:
    yield from _pieces(scene.pieces)
    for tray in scene.trays:
        yield from _pieces(tray.pieces)


def _names(scene: Scene) -> Iterator[str]:
    """The names of all places and pieces of a scene, and the ids of places, by which people call them."""
    for place in scene.board.places:
        yield place.id
        yield place.name
    for piece in _all_pieces(scene):
        yield piece.name


# ---------------------------------------------------------------------- how far a player has come


class Progress:
    """The steps that a seat has met, from the questions of its own scenes: `meet` takes each scene, and tells the step that is open.

    A step is met once; after an undo the questions come again, and so do their steps. `trail` has for each step met its place in
    the lesson and the number of the latest news then.
    """

    def __init__(self, lesson: Lesson) -> None:
        self.lesson = lesson
        self.trail: list[tuple[int, int]] = []

    @property
    def is_over(self) -> bool:
        """True if the last step was met."""
        return bool(self.trail) and self.trail[-1][0] == len(self.lesson.steps) - 1

    def meet(self, scene: Scene) -> LessonStep | None:
        """The step that the question of a scene belongs to; None where it belongs to none."""
        question = next((one for one in scene.questions if not one.trivial), None)
        if question is None:
            return None
        news = scene.news[-1].number if scene.news else 0
        self.trail = [entry for entry in self.trail if entry[1] <= news]
        steps = self.lesson.steps
        for place in range(len(self.trail) - 1, -1, -1):  # the question stands, or has come again
            number, then = self.trail[place]
            if then == news and fits(steps[number].when, question, scene):
                del self.trail[place + 1 :]
                return steps[number]
        now = self.trail[-1][0] if self.trail else -1
        for number in range(now + 1, len(steps)):
            if fits(steps[number].when, question, scene):
                self.trail.append((number, news))
                return steps[number]
        return None


def fits(when: LessonWhen, question: Question, scene: Scene) -> bool:
    """True if a question is the one that a step is about."""
    if question.kind not in when.kind or (
        when.turn and (scene.clock is None or scene.clock.now != when.turn)
    ):
        return False
    stage = scene.stage
    if when.phase and (stage is None or stage.phase != when.phase):
        return False
    if when.segment and (stage is None or stage.segment != when.segment):
        return False
    if when.option and all(option.label != when.option for option in question.options):
        return False
    about = _about(question)
    asked = [
        one for one in _all_pieces(scene) if one.id in about or any(in_.id in about for in_ in one.inside)
    ]
    if when.without and any(state.kind == when.without for one in asked for state in one.states):
        return False
    if not when.place and not when.piece:
        return True
    return any(when.place in ("", one.place) and when.piece in ("", one.name) for one in asked)


def _about(question: Question) -> set[str]:
    """The pieces, by id, of which a question asks something."""
    found = {piece for option in question.options for piece in option.pieces}
    if question.form is not None:
        found |= {item.piece for item in question.form.items} | {plan.piece for plan in question.form.plans}
    return found
