"""The outlook of a seat: all that it may know of a battle when it must decide, in a few thousand bytes, and nothing else.

A computer player in another process, or on another machine, thinks from it. The record would tell more: what others hold, what they
have ordered in secret, and what was dealt to them. In the outlook stands a world that the seat imagines, which agrees with all that it was
shown, and what was openly answered in the running step. What never changes in the battle, the ground, goes with it once.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import msgspec

from banneret.kernel.dice import Dice, NoDice
from banneret.kernel.errors import WrongWorld
from banneret.kernel.order import read_order, write_order
from banneret.kernel.player import Seat
from banneret.kernel.scenario import Scenario
from banneret.kernel.scene import Scene
from banneret.kernel.table import Answer, Pending, RecordMismatch, StepTable
from banneret.kernel.viewer import viewer_of

if TYPE_CHECKING:
    from banneret.kernel.battle.battle import Battle
    from banneret.kernel.decision import Decision
    from banneret.kernel.dice import Chance
    from banneret.kernel.rulebook import Rulebook


class Ground(msgspec.Struct, frozen=True, array_like=True):
    """The part of a battle that never changes, as far as a side may know it: rulebook, version of its rules, options, the scenario as JSON."""

    rulebook: str
    version: int
    options: dict[str, str]
    scenario: str


class Known(msgspec.Struct, frozen=True, array_like=True):
    """An answer of the running step, as a side knows it: an order, or a die, of value 0 where another side alone saw it."""

    side: int
    order: str
    faces: int
    value: int
    to: int


class Outlook(msgspec.Struct, frozen=True, array_like=True):
    """The knowledge of a side at its question: a world at the beginning of the running step, and what was openly answered in it since."""

    side: int
    kind: str
    world: bytes
    answers: list[Known]


def ground_of(battle: Battle, side: int) -> Ground:
    """The ground of a battle, for one of its sides."""
    header = battle.record.header
    scenario = battle.rulebook.sight.known_scenario(battle.scenario, viewer_of(side))
    return Ground(header.rulebook, header.version, dict(sorted(battle.options.items())), scenario.to_json())


def outlook_of(battle: Battle, side: int, chance: Chance) -> Outlook:
    """The outlook of a side that must decide. Where its world does not lead to the question after all, another may.

    Raises `WrongWorld` where none can be imagined.
    """
    course = battle.course
    decision = next(one for one in course.decisions if one.side == side)
    rulebook = battle.rulebook
    answers = [_known(answer.seen_from(side)) for answer in course.answers[: course.question_at]]
    world = rulebook.sight.imagine(course.checkpoint, viewer_of(side), chance, course.present)
    return Outlook(side, decision.kind, rulebook.dump(world), answers)


def question_in(
    rulebook: Rulebook[Any], world: Any, answers: list[Answer], side: int, kind: str, dice: Dice
) -> tuple[Decision, Any]:
    """The question of a side to which a world leads after these answers, and the world as it stands then. Raises `WrongWorld`.

    Dice of value 0 are rolled with `dice`; the world itself stays as it is.
    """
    present = rulebook.copy(world)
    table = _Table(list(answers), dice)
    try:
        rulebook.step(present, table)
    except Pending as pending:
        found = next((one for one in pending.decisions if one.side == side), None)
        if found is not None and found.kind == kind and table.at == len(answers):
            return found, present
    except RecordMismatch:
        pass
    raise WrongWorld(f"the world does not lead to '{kind}'")


class _Table(StepTable):
    """A table for the answers there are: where there are no more, a die waits for people."""

    def __init__(self, answers: list[Answer], dice: Dice) -> None:
        super().__init__(answers, dice, telling=False)
        self.count = len(answers)

    def die(self, faces: int, why: str, side: int = -1, to: int = -1) -> int:
        """The next answer; one that another side alone saw is rolled again."""
        if self.at >= self.count:
            self.source = NoDice()
        return super().die(faces, why, side, to)


class Standpoint:
    """The place of a side in a battle of which it knows the ground: from each outlook it has the question, and a seat to decide it from."""

    def __init__(self, rulebook: Rulebook[Any], ground: Ground) -> None:
        self.rulebook = rulebook
        plain = json.loads(ground.scenario)
        # it was checked where the battle was begun; as a side knows it, what it sets up may stand where it could not
        self.scenario = Scenario(**{**plain, "sides": tuple(plain["sides"])})
        self._like = rulebook.new(self.scenario, ground.options)
        self._present = self._like

    def face(self, outlook: Outlook, dice: Dice) -> tuple[Decision, Seat]:
        """The question, and the seat that must decide it. Raises `WrongWorld`, and `BadInput` for damaged bytes.

        Dice that another side alone saw are rolled with `dice`.
        """
        rulebook, side = self.rulebook, outlook.side
        world = rulebook.load(outlook.world, self._like)
        answers = [_answer(known) for known in outlook.answers]
        decision, present = question_in(rulebook, world, answers, side, outlook.kind, dice)
        seat = Seat(rulebook.sight, side, present)
        seat.attach(world, answers)
        self._present = present
        return decision, seat

    def scene(self, decision: Decision) -> Scene:
        """The scene of the seat at the question that it faced last."""
        view = self.rulebook.view
        scene = view.scene(self._present, viewer_of(decision.side))
        return msgspec.structs.replace(scene, questions=(view.question(self._present, decision),))


def _known(answer: Answer) -> Known:
    order = "" if answer.order is None else write_order(answer.order)
    return Known(answer.side, order, answer.faces, answer.value, answer.to)


def _answer(known: Known) -> Answer:
    order = None if known.faces else read_order(known.order)
    return Answer(known.side, order, known.faces, known.value, known.to)
