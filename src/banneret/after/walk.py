"""The way of a battle from its beginning to its end, checkpoint by checkpoint, with everything hidden open."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import msgspec

from banneret.after.fates import Fates
from banneret.kernel.viewer import REFEREE

if TYPE_CHECKING:
    from banneret.after.fates import Fate
    from banneret.kernel.battle import Battle
    from banneret.kernel.scene import Clock, Scene


class Round(msgspec.Struct, frozen=True, omit_defaults=True):
    """A turn or round of the battle: its name and number (0: it has none), and the entry of the record it began after."""

    name: str
    number: int
    entry: int

    def __str__(self) -> str:
        return f"{self.name} {self.number}" if self.number else self.name


@dataclass(frozen=True, slots=True)
class Point:
    """A checkpoint: the entry of the record after which the rules stood there, its state as bytes, and how far along it is in rounds."""

    entry: int
    state: bytes
    along: float


@dataclass(frozen=True, slots=True)
class Walk:
    """All checkpoints of a battle in order, its rounds, the fates of those who fought, and the scenes of its two ends."""

    points: tuple[Point, ...]
    rounds: tuple[Round, ...]
    fates: tuple[Fate, ...]
    first: Scene
    last: Scene


def walk(battle: Battle) -> Walk:
    """The way of a battle, by replaying its record once."""
    view, book = battle.rulebook.view, battle.rulebook
    fates = Fates()
    rounds: list[Round] = []
    found: list[tuple[int, bytes, int]] = []  # entry, state, index of the round
    scenes: list[Scene] = []
    known: Any = None
    for number, _, told in battle.replay():
        checkpoint = told.course.checkpoint
        if checkpoint is known:
            continue
        known = checkpoint
        scene = view.scene(checkpoint, REFEREE)
        fates.take(scene, str(rounds[-1]) if rounds else "")
        if _is_another(scene.clock, rounds):
            assert scene.clock is not None
            rounds.append(Round(scene.clock.name, scene.clock.now, number if found else 0))
        found.append((number, book.dump(checkpoint), max(0, len(rounds) - 1)))
        scenes = [scenes[0], scene] if scenes else [scene]
    rounds = rounds or [Round("", 0, 0)]
    while len(rounds) > 1 and rounds[-1].entry == found[-1][0]:
        rounds.pop()  # the clock went on once more, and nobody fought in it: night fell
    along = _along([(entry, state, min(at, len(rounds) - 1)) for entry, state, at in found], len(rounds))
    return Walk(along, tuple(rounds), fates.of(scenes[-1]), scenes[0], scenes[-1])


def _is_another(clock: Clock | None, rounds: list[Round]) -> bool:
    """True if the clock shows another turn or round than before; one that shows nothing leaves it as it was."""
    return clock is not None and (
        not rounds or (rounds[-1].name, rounds[-1].number) != (clock.name, clock.now)
    )


def _along(found: list[tuple[int, bytes, int]], rounds: int) -> tuple[Point, ...]:
    """The checkpoints with their places along the battle: rounds are equally long, and so are the steps of each."""
    points: list[Point] = []
    for turn in range(rounds):
        inside = [(entry, state) for entry, state, at in found if at == turn]
        last = turn == rounds - 1
        steps = max(1, len(inside) - 1) if last else len(inside)
        points += [
            Point(entry, state, round(turn + at / steps, 4)) for at, (entry, state) in enumerate(inside)
        ]
    return tuple(points)
