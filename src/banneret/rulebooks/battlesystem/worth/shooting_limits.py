"""Table 12, in both directions of time: shots of a round limit the movement of a unit, and movement its shots.

Rules: battlesystem:10.2f, battlesystem:10.3 to battlesystem:10.3b, battlesystem:10.4 to battlesystem:10.4g.
"""

from __future__ import annotations

from typing import Final

from banneret.rulebooks.battlesystem.state import Single, State, Unit, is_mended
from banneret.rulebooks.battlesystem.tables.missiles import Limit, Missile, limits

BOWS: Final = "mounted-archers"
"""The row of Table 12 for archers in the saddle, and for centaurs."""

HORSED: Final = (
    "centaur",
)  # creatures that shoot as mounted archers do, with no rider. Rule: battlesystem:10.5


def is_like_mounted(unit: Unit) -> bool:
    """True of troops whose shooting is limited as that of riders. Rules: battlesystem:10.4d, battlesystem:10.5."""
    return unit.now.riding != "" or unit.now.creature in HORSED


def limit_of(unit: Unit) -> Limit | None:
    """The row of Table 12 for a unit; None where it has no missiles, or none that it can use as it is mounted. Rule: 10.4."""
    missile = unit.now.missile
    if missile is None:
        return None
    row = missile.mounted if is_like_mounted(unit) else missile.kind
    return limits()[row] if row else None


def share(unit: Unit) -> float:
    """The most of its movement rate that a unit that shot may spend in this round. Rules: battlesystem:10.4, battlesystem:10.4f.

    Missiles of its own cost nothing where they were shot on the move. Rules: battlesystem:10.4g, battlesystem:10.5a.
    """
    return share_after(unit, unit.shots)


def share_after(unit: Unit, shots: int) -> float:
    """The same, of figures of a unit that made n shots in this round."""
    if not shots:
        return 1.0
    limit, missile = limit_of(unit), unit.now.missile
    if limit is None or missile is None or (missile.natural and unit.split):
        return 1.0
    return limit.share_in_decimals(shots, missile.shots)


def shots_of_round(unit: Unit, spent: float, rate: float) -> int:
    """The shots in a round, those made included, of a unit that chose to spend n inches of its rate. Rule: battlesystem:10.4f."""
    limit, missile = limit_of(unit), unit.now.missile
    if limit is None or missile is None:
        return 0
    return limit.shots(max(0.0, spent), rate, missile.shots)


def is_reloading(missile: Missile, last_shot: int, this_round: int) -> bool:
    """True if a weapon slower than once a round was shot too short a time ago; `last_shot` is 0 for never. Rule: 10.2f."""
    return missile.rounds > 1 and last_shot > 0 and this_round - last_shot < missile.rounds


def has_shot_a_piece(state: State, unit: Unit, single: Single) -> bool:
    """True of a skirmisher whose field piece has shot in this round: he shoots nothing of his own then, and stays.

    By versions 1 to 11 of the rules archers at a piece shot with both, and went as archers do. Rules: battlesystem:10.4g, battlesystem:10.10.
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
    """The volleys that a unit still carries; None where they never run out. Rules: battlesystem:10.3, battlesystem:10.3a, 10.3b."""
    carried = unit.now.volleys
    return max(0, carried - unit.thrown) if carried else None
