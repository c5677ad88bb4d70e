"""Opponent modelling: weights of the postures in which opponents may lead, by how well each foretells what is then seen of them.

When a turn has passed, a player plays its last imagined world on once for each posture, and compares where the pieces of others stand
there with where it sees them now. Before anything is learnt the rulebook's own way has half of the weight, all postures together the rest.
"""

from __future__ import annotations

from math import exp, sqrt
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from banneret.kernel.dice import Chance
    from banneret.kernel.scene import Scene

OWN: Final = 0.5  # weight of the rulebook's own way before anything was seen
KEEN: Final = 6.0  # how much a likeness of 1 against 0 changes a weight, as an exponent
MEMORY: Final = 0.8  # of what was seen, for each turn since
NEAR: Final = 3.0  # inches off that halve the likeness of a piece on a plane


class Manners:
    """Weights of the ways to lead, the rulebook's own first."""

    __slots__ = ("learnt",)

    def __init__(self, count: int) -> None:
        self.learnt: list[float] = [0.0] * count

    def take(self, likenesses: list[float]) -> None:
        """Take in how like each way has foretold what is seen, from 0 to 1."""
        for way in range(len(self.learnt)):
            self.learnt[way] = MEMORY * self.learnt[way] + KEEN * likenesses[way]

    def shares(self) -> list[float]:
        """The probability of each way."""
        count = len(self.learnt)
        most = max(self.learnt)
        weights = [exp(learnt - most) for learnt in self.learnt]
        if count > 1:
            weights = [weight * (1.0 - OWN) / (count - 1) for weight in weights]
            weights[0] *= OWN * (count - 1) / (1.0 - OWN)
        total = sum(weights)
        return [weight / total for weight in weights]

    def draw(self, chance: Chance) -> int:
        """A way, by the probabilities."""
        point = chance.random()
        shares = self.shares()
        for way in range(len(shares)):
            point -= shares[way]
            if point < 0.0:
                return way
        return 0


class Stand:
    """The places of the pieces of others, as one side sees them: how many in each place, and points on a plane."""

    __slots__ = ("places", "points")

    def __init__(self, scene: Scene, side: int) -> None:
        self.places: dict[tuple[int, str], int] = {}
        self.points: dict[str, tuple[float, float]] = {}
        for piece in scene.pieces:
            if piece.side < 0 or piece.side == side:
                continue
            if piece.at is not None:
                self.points[piece.id] = piece.at
            else:
                key = (piece.side, piece.place)
                self.places[key] = self.places.get(key, 0) + 1


def likeness(one: Stand, other: Stand) -> float:
    """The likeness of two stands, from 0 to 1."""
    total = same = 0.0
    for key in {**one.places, **other.places}:
        first, second = one.places.get(key, 0), other.places.get(key, 0)
        total += max(first, second)
        same += min(first, second)
    for name in {**one.points, **other.points}:
        total += 1.0
        here, there = one.points.get(name), other.points.get(name)
        if here is not None and there is not None:
            off = sqrt((here[0] - there[0]) ** 2 + (here[1] - there[1]) ** 2)
            same += NEAR / (NEAR + off)
    return same / total if total else 1.0
