"""The worth of figures and units, counted in figures of plain infantry.

Estimates for computer players, quick before they are exact.
"""

from __future__ import annotations

from math import sqrt
from typing import Final

from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.tables.combat_results import Damage
from banneret.rulebooks.battlesystem.tables.rosters import CROWD, REGULAR, Roster
from banneret.rulebooks.battlesystem.unit import CLOSED, FIELD, WAITING, Unit

PLAIN: Final = 670.0  # square of the strength of a figure of plain infantry, which is worth 1
CHAMPION: Final = 4.0  # worth of an individual who fights, unhurt
ROUTED: Final = 0.35  # share of its worth that a routed unit keeps
LOOSE: Final = 0.9  # share that a regular unit keeps out of closed order
ASTRAY: Final = 0.88  # share that a regular unit keeps out of command
WAYS: Final = (1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1)  # of 36, in which two dice sum to 2, 3 … 12
PIECE: Final = 4.0  # worth of a catapult or ballista to its crew
MOST_KNOWN: Final = 40_000  # results kept in a cache

# ---------------------------------------------------------------- dice


def _stands() -> tuple[float, ...]:
    """The chance that two ten-sided dice sum to a rating or less, by rating from 0 to 20."""
    found = [0.0] * 21
    for rating in range(21):
        ways = 0
        for die in range(1, 11):
            ways += max(0, min(10, rating - die))
        found[rating] = ways / 100.0
    return tuple(found)


STANDS: Final = _stands()


def chance_to_stand(rating: int) -> float:
    """The chance to pass a check of morale or discipline. Rule: battlesystem:4.3.

    >>> chance_to_stand(11), chance_to_stand(1), chance_to_stand(25)
    (0.55, 0.0, 1.0)
    """
    return STANDS[max(0, min(20, rating))]


_means: dict[tuple[int, int, tuple[int, ...]], float] = {}


def mean_damage(damage: Damage, total: int) -> float:
    """Tenths of hit dice that one attack of a figure does on average; `total` is the attack sum without the dice."""
    key = (total, damage.times, damage.columns)
    found = _means.get(key)
    if found is None:
        found = 0.0
        for at in range(11):
            found += WAYS[at] * damage.per_figure(total + 2 + at)
        found /= 36.0
        if len(_means) >= MOST_KNOWN:
            _means.clear()
        _means[key] = found
    return found


# ---------------------------------------------------------------- worth


_worths: dict[tuple[int, int, int, int, tuple[int, ...]], float] = {}


def worth_of_figure(roster: Roster) -> float:
    """The worth of a figure, in figures of plain infantry, by the blows it strikes and those it withstands."""
    blow = roster.weapons[0].small
    key = (roster.attack_rating, roster.armour_class, roster.figure, len(blow), blow[0].columns)
    found = _worths.get(key)
    if found is None:
        strikes = 0.0
        for row in blow:
            strikes += mean_damage(row, roster.attack_rating - 6)
        suffered = mean_damage(_SWORD, 20 - roster.armour_class)
        found = sqrt((strikes + 1.0) * roster.figure / (suffered + 1.0) / PLAIN * 6.0)
        _worths[key] = found
    return found


_SWORD: Final = Damage(1, (4,))  # the D8


def worth(state: State, unit: Unit) -> float:
    """The worth of a unit as it is now; 0 if it is slain, fled or captured."""
    if unit.status != FIELD and unit.status != WAITING:
        return 0.0
    roster = unit.now
    found = worth_of_figure(roster) * (unit.figures - (0.5 if unit.wounded else 0.0))
    if roster.kind == CROWD:
        found *= 0.7
    elif roster.engine is not None:
        found += PIECE
    if unit.routed:
        return found * ROUTED
    if roster.kind == REGULAR:
        if unit.formation != CLOSED:
            found *= LOOSE
        if not unit.in_command:
            found *= ASTRAY
    # a unit that has lost much breaks sooner
    return found * (0.7 + 0.3 * unit.figures / roster.figures)
