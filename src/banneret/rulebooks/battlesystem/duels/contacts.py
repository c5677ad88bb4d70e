"""Individuals in base contact: who fights in the same combat, and on which side one strikes another.

Rules: battlesystem:9.4b.groups, battlesystem:9.4b.rear.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import atan2, cos, degrees, radians, sin
from typing import Final

from banneret.rulebooks.battlesystem.duels.duellists import BEHIND, FLANK, FRONT, Duellist

_BESIDE: Final = 45.0  # degrees off the heading beyond which an enemy stands at the side, as with units
_EDGE: Final = 1e-6  # inches or degrees by which a limit must be passed

Pair = tuple[int, int]
"""Two enemies in base contact, by id, the lower first."""


def groups(pairs: Iterable[Pair]) -> list[tuple[int, ...]]:
    """The combats that contacts make: each holds all who are linked, directly or through others; sorted by lowest id. Rule: 9.4b.groups.

    >>> groups([(1, 7), (2, 7), (3, 9)])
    [(1, 2, 7), (3, 9)]
    """
    found: list[set[int]] = []
    for pair in pairs:
        linked = [group for group in found if group & set(pair)]
        found = [group for group in found if not group & set(pair)]
        found.append(set(pair).union(*linked))
    return sorted([tuple(sorted(group)) for group in found])


def touched(pairs: Sequence[Pair], one: int) -> list[int]:
    """The ids of those whom one touches, in rising order. Rule: battlesystem:9.4b.groups."""
    return sorted([second if first == one else first for first, second in pairs if one in (first, second)])


def face(one: Duellist, other: Duellist) -> None:
    """Turn one duellist towards another, as all may at the start of each melee round. Rule: battlesystem:9.4b.rear."""
    if (one.x, one.y) != (other.x, other.y):
        one.heading = degrees(atan2(other.x - one.x, other.y - one.y)) % 360.0


def aspect(striker: Duellist, target: Duellist) -> int:
    """The side of a target on which a striker stands: `FRONT`, `FLANK` (the side without the shield), or `BEHIND`.

    A striker is behind if its whole footprint lies behind the line through the target's middle at right angles to its heading. All may
    face anywhere, so a footprint counts as round. Rule: battlesystem:9.4b.rear.
    """
    turn = radians(target.heading)
    away, right = striker.x - target.x, striker.y - target.y
    ahead = away * sin(turn) + right * cos(turn)
    aside = away * cos(turn) - right * sin(turn)
    if ahead + striker.reach <= _EDGE and (away or right):
        return BEHIND
    return FLANK if aside > 0.0 and degrees(atan2(aside, ahead)) > _BESIDE + _EDGE else FRONT
