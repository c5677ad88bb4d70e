"""Table 12, both ways: the shots that a unit has made limit its movement, and its movement limits its shots.

Rules: battlesystem:10.2f, battlesystem:10.3 to battlesystem:10.3b, battlesystem:10.4 to battlesystem:10.4g.
"""

from __future__ import annotations

from typing import Final

from banneret.rulebooks.battlesystem.state import State, is_mended
from banneret.rulebooks.battlesystem.tables.missiles import Limit, Missile, limits
from banneret.rulebooks.battlesystem.unit import Single, Unit

BOWS: Final = "mounted-archers"
"""The row of Table 12 for archers in the saddle, and for centaurs."""

HORSED: Final = ("centaur",)
"""Creatures that shoot as mounted archers do, though without riders. Rule: battlesystem:10.5."""


def is_like_mounted(unit: Unit) -> bool:
    """True for troops whose shooting is limited as that of riders. Rules: battlesystem:10.4d, battlesystem:10.5."""
    return unit.now.riding != "" or unit.now.creature in HORSED


def shoots_on_the_move(unit: Unit) -> bool:
    """True if troops are of a kind that shoots in the middle of a move. Rules: battlesystem:10.5, battlesystem:10.5a."""
    missile = unit.now.missile
    if missile is None:
        return False
    return missile.natural or (is_like_mounted(unit) and missile.mounted == BOWS)


def limit_of(unit: Unit) -> Limit | None:
    """The row of Table 12 for a unit; None if it has no missiles, or is mounted and cannot use them so. Rule: 10.4."""
    missile = unit.now.missile
    if missile is None:
        return None
    row = missile.mounted if is_like_mounted(unit) else missile.kind
    return limits()[row] if row else None


def share(unit: Unit) -> float:
    """The share of its movement rate, 0 to 1, that a unit may spend after its shots of this round. Rules: battlesystem:10.4, battlesystem:10.4f.

    Natural missiles cost nothing if they were shot on the move. Rules: battlesystem:10.4g, battlesystem:10.5a.
    """
    return share_after(unit, unit.shots)


def share_after(unit: Unit, shots: int) -> float:
    """The `share` for figures of a unit that made n shots this round."""
    if not shots:
        return 1.0
    limit, missile = limit_of(unit), unit.now.missile
    if limit is None or missile is None or (missile.natural and unit.split):
        return 1.0
    return limit.share_in_decimals(shots, missile.shots)


def shots_of_round(unit: Unit, spent: float, rate: float) -> int:
    """The shots that a unit may make in a round in which it spent n inches of its rate, those made included. Rule: battlesystem:10.4f."""
    limit, missile = limit_of(unit), unit.now.missile
    if limit is None or missile is None:
        return 0
    return limit.shots(max(0.0, spent), rate, missile.shots)


def is_reloading(missile: Missile, last_shot: int, this_round: int) -> bool:
    """True if a weapon slower than one shot a round is not ready again; `last_shot`: the round of its last shot, 0 for never. Rule: 10.2f."""
    return missile.rounds > 1 and last_shot > 0 and this_round - last_shot < missile.rounds


def has_shot_a_piece(state: State, unit: Unit, single: Single) -> bool:
    """True if a skirmisher's field piece has shot this round: then he shoots no missiles of his own, and may not move.

    By versions 1 to 11 of the rules archers at a piece shot with both, and moved as archers do. Rules: battlesystem:10.4g, battlesystem:10.10.
    """
    singles = unit.singles
    if not state.pieces or singles is None or not single.shots or not is_mended(state, 12):
        return False
    return any(
        piece.crew == unit.id and piece.last_shot == state.round and singles[piece.figure] is single
        for piece in state.pieces
        if piece.figure < len(singles)
    )


def volleys_left(unit: Unit) -> int | None:
    """The volleys that a unit has left; None if they never run out. Rules: battlesystem:10.3, battlesystem:10.3a, 10.3b."""
    carried = unit.now.volleys
    return max(0, carried - unit.thrown) if carried else None
