"""Ground that must be held, as the greedy player goes about it: there while there is time, and not away from it when the hour comes.

Rule: battlesystem:1.7.
"""

from __future__ import annotations

from typing import Final

from banneret.kernel.order import Order
from banneret.rulebooks.battlesystem.ai.front import Front
from banneret.rulebooks.battlesystem.ai.manoeuvres.approaches import nearer
from banneret.rulebooks.battlesystem.ai.manoeuvres.ground import over_ground
from banneret.rulebooks.battlesystem.drill.ordinary_moves import is_free_to_move
from banneret.rulebooks.battlesystem.drill.walking import plan
from banneret.rulebooks.battlesystem.state import Unit

THERE: Final = 3.0  # worth of being on the ground when the hour comes
DETOUR: Final = 1.5  # inches of way for an inch of distance, turns and halts counted
STANDING: Final = ("wall", "set")  # orders to stay where one is
SPARE: Final = 1  # rounds too early that it goes, for what may come between
MINDED: Final = 3  # rounds before the hour in which nobody goes farther than there is time to come back


def hold(front: Front, unit: Unit, found: list[tuple[float, Order]]) -> None:
    """Orders that bring a unit to the ground to be held, as soon as it must go; those that lead too far from it are dropped."""
    aim = front.objective
    if aim.area is None or unit.rash:
        return
    if aim.is_held(unit):
        if aim.left <= MINDED:
            found[:] = [thought for thought in found if _stays(front, unit, thought[1])]
        return
    rate = unit.now.movement
    if rounds_to(front, unit, rate) < aim.left - 1 - SPARE or not is_free_to_move(front.state, unit):
        return
    inches = rate - unit.spent
    way = nearer(front.state, unit, unit, aim.x, aim.y, inches, inches)
    steps = over_ground(front.state, unit, way)
    if steps:
        found[:] = [thought for thought in found if thought[1][0] not in STANDING]
        found.append((THERE, ("move", unit.id, *steps)))


def _stays(front: Front, unit: Unit, order: Order) -> bool:
    """True if an order leads a unit not farther from the ground than it can come back from, or at an enemy who stands there."""
    aim, state = front.objective, front.state
    after = unit
    if order[0] == "move":
        after = plan(state, unit, list(order[2:]), None, True).unit
    elif order[0] == "charge":
        after = state.units[order[2]]
    return aim.is_held(after) or rounds_to(front, after, unit.now.movement) <= aim.left - 1


def rounds_to(front: Front, there: Unit, rate: float) -> float:
    """The rounds that a unit of that rate needs to the ground to be held from where another stands."""
    return front.objective.off(there) * DETOUR / max(1.0, rate)
