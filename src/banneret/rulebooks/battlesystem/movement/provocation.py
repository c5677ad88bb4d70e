"""Provocation: the Discipline Checks, before a side moves, of troops that see an enemy whom they cannot leave alone.

Rules: battlesystem:4.6c, battlesystem:4.6f, battlesystem:4.6g.
"""

from __future__ import annotations

from typing import Final

from banneret.geometry.plane import TOLERANCE, snap, within
from banneret.kernel.decision import Choice
from banneret.kernel.order import Order
from banneret.kernel.table import Table
from banneret.rulebooks.battlesystem.command import discipline
from banneret.rulebooks.battlesystem.individuals import footprints
from banneret.rulebooks.battlesystem.missiles import at_champions
from banneret.rulebooks.battlesystem.missiles.by_champions import MAN
from banneret.rulebooks.battlesystem.movement.charges import charge_paths
from banneret.rulebooks.battlesystem.space import distances, lines_of_sight, standing
from banneret.rulebooks.battlesystem.state import State, is_mended
from banneret.rulebooks.battlesystem.unit import MOB, NOBODY, Unit
from banneret.rulebooks.battlesystem.worth.allowance import full_rate, rate

_AS_NEAR: Final = 0.002
"""Inches within which two distances may be the same to 0.001."""


def charge_range(state: State, unit: Unit) -> float:
    """Inches within which an enemy provokes a unit: its charge range, or the movement rate of skirmishers. Rules: battlesystem:4.6c, 7.14.

    A shot this round does not shorten it; by versions 1 to 4 of the rules Table 12 did.
    """
    inches = full_rate(unit) if is_mended(state, 5) else rate(state, unit)
    return inches if unit.singles is not None else inches * charge_paths.RANGE


def provokes_all(state: State, unit: Unit) -> bool:
    """True for mobs and berserkers, which any enemy provokes. Rule: battlesystem:4.6f."""
    return unit.formation == MOB or unit.now.special == "berserker"


def provoked(state: State, table: Table, unit: Unit) -> None:
    """Make the Discipline Check of a unit that sees an enemy whom it cannot leave alone.

    By versions 1 to 16 of the rules skirmishers made it though all who stood fast had been rallied in this round. Rules: battlesystem:4.6c,
    battlesystem:4.6f, battlesystem:6.3.
    """
    if unit.routed or unit.rallied or unit.engaged or unit.quarry != NOBODY:
        return
    if (
        unit.singles is not None
        and is_mended(state, 17)
        and all(one.rallied for one in standing.steady(unit))
    ):
        return
    anybody = provokes_all(state, unit)
    hates = unit.now.hates
    if (not anybody and not hates) or footprints.is_beset(state, unit):
        return
    reach = charge_range(state, unit)
    seen: list[tuple[float, int, int]] = []  # inches, figures below zero, number: the least is the quarry
    limit = reach
    for enemy in distances.enemies_near(state, unit, reach + TOLERANCE):
        if not anybody and enemy.now.creature not in hates:
            continue
        if discipline.is_routed(enemy):
            continue  # an attack on the routed would be over before it began (4.6g)
        far = lines_of_sight.sees(state, unit, enemy, limit)
        if far >= 0.0 and within(far, reach):
            seen.append((snap(far), -enemy.figures, enemy.id))
            limit = min(limit, far + _AS_NEAR)  # of those who are farther off none is the quarry
    if state.individuals and is_mended(state, 11):
        seen += _individuals(state, unit, reach, () if anybody else hates)
    if not seen:
        return
    why = f"{discipline.quarry_name(state, min(seen)[2])} in charge range" if table.telling else ""
    if not discipline.check(state, table, unit, why):
        discipline.fail(state, table, unit, chosen(state, table, unit, seen))


def _individuals(
    state: State, unit: Unit, reach: float, hates: tuple[str, ...]
) -> list[tuple[float, int, int]]:
    """The enemy individuals who fight alone and whom a unit sees within n inches; only of the peoples `hates`, if there are any.

    By versions 1 to 10 of the rules they provoked nobody. Rules: battlesystem:4.6c, battlesystem:4.6f, battlesystem:9.4.
    """
    found: list[tuple[float, int, int]] = []
    for one in at_champions.targets(state, unit.side):
        sheet = state.setting.sheets[one.id].champion
        if hates and (sheet is None or sheet.creature not in hates):
            continue
        far = lines_of_sight.sees(state, unit, at_champions.as_unit(state, one), reach)
        if far >= 0.0 and within(far, reach):
            found.append((snap(far), -1, discipline.lone_quarry(one.id)))
    return found


def chosen(state: State, table: Table, unit: Unit, seen: list[tuple[float, int, int]]) -> int:
    """The number of the enemy that a unit attacks: the nearest, of equals the strongest, then the owner chooses. Rule: battlesystem:4.6g.

    The orders: ("attack", unit, enemy), or ("attack", unit, "man", individual). By versions 1 to 12 of the rules nobody chose where one
    of the equals was an individual.
    """
    best = min(seen)
    equals = sorted([enemy for far, figures, enemy in seen if (far, figures) == best[:2]])
    if len(equals) == 1 or (equals[0] < NOBODY and not is_mended(state, 13)):
        return equals[0]
    lone = [enemy for enemy in reversed(equals) if enemy < NOBODY]
    options: list[Order] = [("attack", unit.id, enemy) for enemy in equals if enemy >= 0]
    options += [("attack", unit.id, MAN, discipline.lone_quarry(enemy)) for enemy in lone]
    order = table.ask(Choice("quarry", unit.side, "battlesystem:4.6g", options))
    return discipline.lone_quarry(order[3]) if order[2] == MAN else int(order[2])
