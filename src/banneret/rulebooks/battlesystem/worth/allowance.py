"""The inches a unit may move in a round. Rules: battlesystem:3.1d, battlesystem:7.15f, battlesystem:10.4."""

from __future__ import annotations

from banneret.rulebooks.battlesystem.state import FIELD, Single, State, Unit, is_mended
from banneret.rulebooks.battlesystem.tables.missiles import ENGINE, limits
from banneret.rulebooks.battlesystem.worth.shooting_limits import has_shot_a_piece, share, share_after
from banneret.rulebooks.battlesystem.worth.walls_and_spears import WALKING


def rate(state: State, unit: Unit) -> float:
    """Inches a unit moves in a round; half while it guards captives, and less when it shot.

    Crews whose piece has shot stay; by versions 1 to 10 of the rules they went where they liked. Rules: battlesystem:3.1d, 7.15f,
    battlesystem:10.4, battlesystem:10.4g.
    """
    inches = full_rate(unit)
    if not unit.shots:
        return inches
    if unit.now.missile is None and is_mended(
        state, 11
    ):  # only artillery is shot without missiles of one's own
        return inches * limits()[ENGINE].share_in_decimals(unit.shots, unit.shots)
    return inches * share(unit)


def rate_of_parting(state: State, unit: Unit) -> float:
    """Inches a unit may move that withdraws or flees, which ends its shield wall.

    By versions 1 to 10 of the rules a wall of less than 6 inches could not withdraw. Rules: battlesystem:7.12, battlesystem:11.6e, battlesystem:11.6g.
    """
    inches = rate(state, unit)
    return inches * 2.0 if unit.shields == WALKING and is_mended(state, 11) else inches


def rate_of_single(state: State, unit: Unit, single: Single) -> float:
    """Inches a skirmisher moves in a round, less only where he shot himself. Rules: battlesystem:10.1k, battlesystem:10.4.

    By versions 1 to 8 of the rules all of a unit moved less of which one shot.
    """
    if has_shot_a_piece(state, unit, single):
        return 0.0
    if single.shots == unit.shots or not is_mended(state, 9):
        return rate(state, unit)
    return full_rate(unit) * share_after(unit, single.shots)


def allowance_of(state: State, unit: Unit, single: Single, allowance: float) -> float:
    """The inches that one figure has where its unit has n: more if others shot and it did not. Rules: 10.1k, battlesystem:10.4.

    Of a forced march only those who did not shoot have all of n. Rule: battlesystem:10.4f.
    """
    if has_shot_a_piece(state, unit, single):
        return 0.0
    if single.shots and allowance > unit.now.movement and is_mended(state, 10):
        return rate_of_single(state, unit, single)
    if single.shots == unit.shots:
        return allowance
    return max(allowance, rate_of_single(state, unit, single))


def most_of(state: State, unit: Unit, allowance: float) -> float:
    """The most inches that any of a unit has in this phase: skirmishers who did not shoot have more than such as did.

    `allowance` is that of the unit. Rules: battlesystem:10.1k, battlesystem:10.4.
    """
    found = allowance
    if unit.singles is not None and unit.shots:
        for single in unit.singles:
            if single.gone == FIELD:
                found = max(found, rate_of_single(state, unit, single))
    return found


def full_rate(unit: Unit) -> float:
    """Inches a unit that does not shoot moves in a round; half in a shield wall. Rules: 3.1d, 7.15f, battlesystem:11.6e."""
    inches = unit.now.movement
    if unit.shields == WALKING:
        inches /= 2.0
    return inches / 2.0 if unit.guards else inches


def normal_rate(state: State, unit: Unit) -> float:
    """The rate of which changes of formation and facing take a fraction: the normal one, also when a shot or a wall cut it. Rule: 7.0."""
    return unit.now.movement if is_mended(state, 3) else rate(state, unit)
