"""The inches a unit may move in a round. Rules: battlesystem:3.1d, battlesystem:7.15f, battlesystem:10.4."""

from __future__ import annotations

from banneret.rulebooks.battlesystem.state import State, is_mended
from banneret.rulebooks.battlesystem.tables.missiles import ENGINE, limits
from banneret.rulebooks.battlesystem.unit import FIELD, Single, Unit
from banneret.rulebooks.battlesystem.worth.shooting_limits import has_shot_a_piece, share, share_after
from banneret.rulebooks.battlesystem.worth.walls_and_spears import WALKING


def rate(state: State, unit: Unit) -> float:
    """Inches a unit may move in a round: half while it guards captives, and less if it has shot.

    Crews whose piece has shot may not move; by versions 1 to 10 of the rules they might. Rules: battlesystem:3.1d, 7.15f,
    battlesystem:10.4, battlesystem:10.4g.
    """
    # asked for every unit, of which few stand in a wall or guard anybody
    inches = full_rate(unit) if unit.shields or unit.guards else unit.now.movement
    if not unit.shots:
        return inches
    # a unit without missiles of its own can have shot artillery only
    if unit.now.missile is None and is_mended(state, 11):
        return inches * limits()[ENGINE].share_in_decimals(unit.shots, unit.shots)
    return inches * share(unit)


def rate_of_parting(state: State, unit: Unit) -> float:
    """Inches a unit may move that withdraws or flees, and so ends its shield wall.

    By versions 1 to 10 of the rules the halved rate of the wall held, so that one below 6 inches could not withdraw. Rules: battlesystem:7.12, battlesystem:11.6e, battlesystem:11.6g.
    """
    inches = rate(state, unit)
    return inches * 2.0 if unit.shields == WALKING and is_mended(state, 11) else inches


def rate_of_single(state: State, unit: Unit, single: Single) -> float:
    """Inches a skirmisher may move in a round, less only if he himself has shot. Rules: battlesystem:10.1k, battlesystem:10.4.

    By versions 1 to 8 of the rules one shot slowed all of the unit.
    """
    if has_shot_a_piece(state, unit, single):
        return 0.0
    if single.shots == unit.shots or not is_mended(state, 9):
        return rate(state, unit)
    return full_rate(unit) * share_after(unit, single.shots)


def allowance_of(state: State, unit: Unit, single: Single, allowance: float) -> float:
    """Inches that one skirmisher has if his unit has `allowance`: more if others shot and he did not. Rules: 10.1k, battlesystem:10.4.

    In a forced march only those who did not shoot have the whole allowance. Rule: battlesystem:10.4f.
    """
    if not (single.shots or unit.shots):
        return allowance  # asked for every figure, most of whom have not shot
    if has_shot_a_piece(state, unit, single):
        return 0.0
    if single.shots and allowance > unit.now.movement and is_mended(state, 10):
        return rate_of_single(state, unit, single)
    if single.shots == unit.shots:
        return allowance
    return max(allowance, rate_of_single(state, unit, single))


def most_of(state: State, unit: Unit, allowance: float) -> float:
    """The most inches that any figure of a unit has this phase, if the unit has `allowance`: skirmishers who did not shoot have more.

    Rules: battlesystem:10.1k, battlesystem:10.4.
    """
    found = allowance
    if unit.singles is not None and unit.shots:
        for single in unit.singles:
            if single.gone == FIELD:
                found = max(found, rate_of_single(state, unit, single))
    return found


def full_rate(unit: Unit) -> float:
    """Inches a unit that has not shot may move in a round; half in a shield wall, half with captives. Rules: 3.1d, 7.15f, battlesystem:11.6e."""
    inches = unit.now.movement
    if unit.shields == WALKING:
        inches /= 2.0
    return inches / 2.0 if unit.guards else inches


def normal_rate(state: State, unit: Unit) -> float:
    """The rate of which changes of formation and facing cost a fraction: the normal one, even if a shot or a wall has cut it. Rule: 7.0.

    By versions 1 and 2 of the rules it was the rate that was left.
    """
    return unit.now.movement if is_mended(state, 3) else rate(state, unit)


def cuts(state: State, unit: Unit) -> list[tuple[str, float, str]]:
    """The reasons that a unit has less than its movement rate left in a round: in words, with the inches that each takes, and its rule.

    Of skirmishers it is the most that any of them has. Rules: battlesystem:11.6e, battlesystem:7.15f, battlesystem:10.4, battlesystem:3.1d.
    """
    found: list[tuple[str, float, str]] = []
    inches = unit.now.movement
    if unit.shields == WALKING:
        inches /= 2.0
        found.append(("halved by its shield wall", inches, "battlesystem:11.6e"))
    if unit.guards:
        inches /= 2.0
        found.append(("halved by its captives", inches, "battlesystem:7.15f"))
    left = most_of(state, unit, rate(state, unit))
    if left < inches:
        shots = "its shot" if unit.shots == 1 else f"its {unit.shots} shots"
        found.append((f"{inches - left:.4g} in taken by {shots}", inches - left, "battlesystem:10.4"))
    if unit.spent > 0.0:
        found.append((f"{unit.spent:.4g} in spent already", unit.spent, "battlesystem:3.1d"))
    return found


def why_less(state: State, unit: Unit) -> str:
    """The `cuts` of a unit's movement in one sentence; "" if it has all of its rate. Rule: battlesystem:3.1d."""
    found = [words for words, _, _ in cuts(state, unit)]
    return f"Of its {unit.now.movement:g} in: {', '.join(found)}." if found else ""
