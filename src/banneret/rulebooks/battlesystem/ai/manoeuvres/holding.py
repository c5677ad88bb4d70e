"""Ground that must be held: the greedy player goes there in time, and does not leave it when the deadline is near.

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
from banneret.rulebooks.battlesystem.unit import Unit

THERE: Final = 3.0  # worth of going to the ground in time
DETOUR: Final = 1.5  # inches of movement for an inch of distance, with turns and halts
STANDING: Final = ("wall", "set")  # orders to stay where one is
SPARE: Final = 1  # rounds to spare with which it sets out
MINDED: Final = 3  # the last rounds, in which no unit goes farther than it can come back from


def hold(front: Front, unit: Unit, found: list[tuple[float, Order]]) -> None:
    """Add the order to go to the ground to be held when it is time; drop orders that lead a unit on it too far away."""
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
    """True if after an order, or at the enemy it charges, a unit holds the ground or can come back to it in time."""
    aim, state = front.objective, front.state
    after = unit
    if order[0] == "move":
        after = plan(state, unit, list(order[2:]), None, True).unit
    elif order[0] == "charge":
        after = state.units[order[2]]
    return aim.is_held(after) or rounds_to(front, after, unit.now.movement) <= aim.left - 1


def rounds_to(front: Front, there: Unit, rate: float) -> float:
    """The rounds that a movement of `rate` inches needs to the ground to be held, from where `there` stands."""
    return front.objective.off(there) * DETOUR / max(1.0, rate)
