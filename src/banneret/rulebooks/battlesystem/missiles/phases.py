"""The Initial Missile Phase and the Missile and Magic Phase: each side shoots in its turn, Side A first.

Rules: battlesystem:1.2, battlesystem:1.5, battlesystem:10.0b, battlesystem:10.2a, battlesystem:10.2c.
"""

from __future__ import annotations

from banneret.kernel.table import Table
from banneret.rulebooks.battlesystem.command import in_command
from banneret.rulebooks.battlesystem.missiles import at_champions, by_champions
from banneret.rulebooks.battlesystem.missiles.shooting_orders import HOLD, Shooting, reach_of
from banneret.rulebooks.battlesystem.missiles.volleys import shoot
from banneret.rulebooks.battlesystem.stages import INITIAL_MISSILES, MISSILES
from banneret.rulebooks.battlesystem.state import State, go_on, side_acting


def initial_step(state: State, table: Table) -> None:
    """Play one volley of a side's part of the Initial Missile Phase, or end the part. Rules: battlesystem:1.2, battlesystem:10.2a."""
    if not _volley(state, table, "battlesystem:1.2"):
        go_on(state, INITIAL_MISSILES)


def missile_step(state: State, table: Table) -> None:
    """Play one volley of a side's part of the Missile and Magic Phase, or end the part. Rules: battlesystem:1.5, battlesystem:10.2c."""
    if not _volley(state, table, "battlesystem:1.5"):
        go_on(state, MISSILES)


def _volley(state: State, table: Table, rule: str) -> bool:
    """Ask for one volley and shoot it; False if the side holds, or has nobody to shoot at. Rule: battlesystem:10.0b."""
    in_command.review(state, table)
    decision = Shooting(state, side_acting(state), rule)
    order = table.ask(decision) if (decision.units or decision.heroes) and decision.has_any() else HOLD
    if order == HOLD:
        for unit in state.units.values():
            unit.aims = ()
        return False
    if order[0] == at_champions.SNIPE:
        unit, one = state.units[order[1]], state.individuals[order[2]]
        shots = at_champions.shots_at(state, unit, one, reach_of(state, unit))
        target = state.units[order[4]] if len(order) > 3 else None
        at_champions.shoot(state, table, unit, one, shots, target)
        return True
    if order[0] == by_champions.AIM:
        by_champions.shoot(state, table, order, by_champions.shots_left(state, state.individuals[order[1]]))
        return True
    volleys = decision.volleys(order)
    assert isinstance(volleys, list), "it was checked"
    shoot(state, table, volleys)
    return True
