"""The odds of an individual combat of two, to its end: a chain whose states are the hit points of both and the round, odd or even.

Nothing is sampled. Hit points only go down, so that all states follow from those below them; a round in which both miss leads from
an odd round to an even one and back, which is solved as two equations. What each does in a round does not depend on the other, but
for who falls first: the order of blows is needed for that alone.

Rules: battlesystem:9.4b, battlesystem:9.4b.initiative, battlesystem:9.4b.order, battlesystem:9.4b.rounds, battlesystem:9.4b.to-hit.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from banneret.rulebooks.battlesystem.duels.blows import MOST, Duellist, moments
from banneret.rulebooks.battlesystem.tables.man_to_man import ROUNDS, TWENTY, chances

_DICE: Final = ((2, 1, 15.0 / 36.0), (1, 2, 15.0 / 36.0), (1, 1, 6.0 / 36.0))
"""The initiative of two: who has the higher die, and how likely that is."""

_SURE: Final = 1e-12  # a chance below this is none

Shares = dict[tuple[int, int], float]
Four = tuple[float, float, float, float]
"""Chances that the first wins, the second wins, both fall; and rounds."""

_NEVER: Final[Four] = (0.0, 0.0, 0.0, float("inf"))


@dataclass(frozen=True, slots=True)
class Prospect:
    """The chances of a combat: that the first wins, the second, that both fall, that nobody ever does; rounds on average."""

    first: float
    second: float
    both: float
    neither: float
    rounds: float


@dataclass(frozen=True, slots=True)
class Phase:
    """The chances after some melee rounds: who has fallen by then, and of both alive each pair of hit points that they have left."""

    first: float
    second: float
    both: float
    standing: Shares


class Combat:
    """An individual combat of two, fought until one falls."""

    def __init__(self, first: Duellist, second: Duellist) -> None:
        self._pair = (first, second)
        # Of each, the points that none, one and two routines do to the other.
        self._hurts = (_sums(_routine(first, second)), _sums(_routine(second, first)))
        self._tails = ([_Tail(one) for one in self._hurts[0]], [_Tail(one) for one in self._hurts[1]])

    def prospect(self, melee_round: int = 1) -> Prospect:
        """The chances from a melee round on, with the hit points that both have. Rule: battlesystem:9.4b."""
        one, two, both, rounds = self._solved()[melee_round % 2]
        neither = max(0.0, 1.0 - one - two - both)
        return Prospect(one, two, both, 0.0 if neither < _SURE else neither, rounds)

    def phase(self, melee_round: int = 1, rounds: int = ROUNDS) -> Phase:
        """The chances after so many melee rounds, from one of them on. Rule: battlesystem:9.4b.rounds."""
        first, second = self._pair
        standing: Shares = {(first.hit_points, second.hit_points): 1.0}
        wins = losses = both = 0.0
        for number in range(melee_round, melee_round + rounds):
            later: Shares = {}
            for (mine, theirs), share in standing.items():
                one, two, all_down = self._falls(mine, theirs, number % 2)
                wins, losses, both = wins + share * one, losses + share * two, both + share * all_down
                for left, right, chance in self._stands(mine, theirs, number % 2):
                    later[left, right] = later.get((left, right), 0.0) + share * chance
            standing = later
        return Phase(wins, losses, both, standing)

    def _solved(self) -> tuple[Four, Four]:
        """The chances from the hit points that both have, in an even and in an odd round; those of fewer points first.

        What the second is left with is summed up before what the first is left with (`sums`): the two are independent.
        """
        mine, theirs = self._pair[0].hit_points, self._pair[1].hit_points
        sums: tuple[dict[tuple[int, int], Four], ...] = ({}, {})  # by the sort of round that is fought
        known: tuple[dict[tuple[int, int], Four], ...] = ({}, {})
        for left in range(1, mine + 1):
            for right in range(1, theirs + 1):
                rounds = (self._round(left, right, 0, sums, known), self._round(left, right, 1, sums, known))
                whole = 1.0 - rounds[0].stay * rounds[1].stay
                for odd in (0, 1):
                    own, other = rounds[odd], rounds[1 - odd]
                    known[odd][left, right] = (
                        _NEVER if whole < _SURE else _solved(own.found, own.stay, other.found, whole)
                    )
                for odd in (0, 1):  # now that is known which they were worked out without
                    share = self._hurts[0][self._routines(odd)[0]].get(0, 0.0)
                    sums[odd][left, right] = _added(rounds[odd].partly, share, known[1 - odd][left, right])
        return known[0][mine, theirs], known[1][mine, theirs]

    def _round(
        self,
        mine: int,
        theirs: int,
        odd: int,
        sums: tuple[dict[tuple[int, int], Four], ...],
        known: tuple[dict[tuple[int, int], Four], ...],
    ) -> _Round:
        """A melee round from these hit points, with all that follows but for the case that nobody loses any."""
        own, other = self._routines(odd)
        partly = (0.0, 0.0, 0.0, 0.0)
        to_them, to_me = self._hurts[0][own], self._hurts[1][other]
        for lost, share in to_them.items():
            if 0 < lost < theirs:
                partly = _added(partly, share, known[1 - odd][mine, theirs - lost])
        found = _added((*self._falls(mine, theirs, odd), 1.0), to_me.get(0, 0.0), partly)
        for lost, share in to_me.items():
            if 0 < lost < mine:
                found = _added(found, share, sums[odd][mine - lost, theirs])
        return _Round(found, partly, to_them.get(0, 0.0) * to_me.get(0, 0.0))

    def _routines(self, odd: int) -> tuple[int, int]:
        """The routines of both in an odd or an even melee round."""
        number = 1 if odd else 2
        return self._pair[0].routines(number), self._pair[1].routines(number)

    def _falls(self, mine: int, theirs: int, odd: int) -> tuple[float, float, float]:
        """The chances that in a melee round the second falls alone, the first alone, and both together."""
        routines = self._routines(odd)
        mortal, fatal = self._tails
        found = [0.0, 0.0, 0.0]
        for first, second, weight in _DICE:
            made = [0, 0]
            for strikers in moments(routines, (first, second)):
                before = mortal[made[0]].at(theirs), fatal[made[1]].at(mine)
                for one in strikers:
                    made[one] += 1
                after = mortal[made[0]].at(theirs), fatal[made[1]].at(mine)
                slain, dies = after[0] - before[0], after[1] - before[1]
                found[0] += weight * slain * (1.0 - after[1])
                found[1] += weight * dies * (1.0 - after[0])
                found[2] += weight * slain * dies
        return found[0], found[1], found[2]

    def _stands(self, mine: int, theirs: int, odd: int) -> list[tuple[int, int, float]]:
        """The hit points of both after a melee round in which nobody falls, with their chances."""
        own, other = self._routines(odd)
        to_me = [(mine - lost, share) for lost, share in self._hurts[1][other].items() if lost < mine]
        found: list[tuple[int, int, float]] = []
        for lost, share in self._hurts[0][own].items():
            if lost < theirs:
                found += [(left, theirs - lost, share * chance) for left, chance in to_me]
        return found


class _Round:
    """A melee round as far as it is known: what follows, what follows if the first loses nothing, and how likely nobody does."""

    __slots__ = ("found", "partly", "stay")

    def __init__(self, found: Four, partly: Four, stay: float) -> None:
        self.found: Four = found
        self.partly: Four = partly
        self.stay: float = stay


def _added(found: Four, share: float, more: Four) -> Four:
    """The sum of chances and a share of others."""
    if not share:
        return found
    return (
        found[0] + share * more[0],
        found[1] + share * more[1],
        found[2] + share * more[2],
        found[3] + share * more[3],
    )


def _solved(own: Four, stay: float, other: Four, whole: float) -> Four:
    """One sort of round, which may lead to the other sort and back with nobody hurt."""
    one, two, both, rounds = _added(own, stay, other)
    return one / whole, two / whole, both / whole, rounds / whole


class _Tail:
    """The chance that so many points or more are done."""

    __slots__ = ("shares",)

    def __init__(self, hurts: dict[int, float]) -> None:
        self.shares: list[float] = [0.0] * (max(hurts) + 2)  # by points, the last above all
        for points in range(max(hurts), -1, -1):
            self.shares[points] = self.shares[points + 1] + hurts.get(points, 0.0)

    def at(self, points: int) -> float:
        return self.shares[points] if points < len(self.shares) else 0.0


def _sums(routine: dict[int, float]) -> list[dict[int, float]]:
    """The points of none, one, and more routines together, with their chances."""
    found = [{0: 1.0}]
    for _ in range(MOST):
        found.append(_both(found[-1], routine))
    return found


def _routine(attacker: Duellist, defender: Duellist) -> dict[int, float]:
    """The points that one attack routine does, with their chances; each of its blows hits or misses by itself. Rule: 9.4b.to-hit."""
    hit = chances(attacker.thac0 - defender.armour_class) / TWENTY
    found = {0: 1.0}
    for dice in attacker.blows:
        blow = {0: 1.0 - hit}
        for points, share in dice.chances():
            blow[points] = hit * share
        found = _both(found, {points: share for points, share in blow.items() if share > 0.0})
    return found


def _both(first: dict[int, float], second: dict[int, float]) -> dict[int, float]:
    """The sum of two numbers by chance."""
    found: dict[int, float] = {}
    for one, share in first.items():
        for two, chance in second.items():
            found[one + two] = found.get(one + two, 0.0) + share * chance
    return found
