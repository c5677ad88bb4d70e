"""Other movements that a unit could make, which the greedy player would not think of, for a search to weigh.

They lead toward other enemies or past them to their flanks, all or half of the way or just out of reach of charges; others turn a
unit to face an enemy or take it away from him. None brings a unit into contact: `manoeuvres.thoughts` has the orders that do.
"""

from __future__ import annotations

from typing import Final

from banneret.geometry.plane import heading_of, length, turn_between
from banneret.geometry.rectangles import LEFT, REAR, RIGHT
from banneret.kernel.order import Order
from banneret.rulebooks.battlesystem.ai.front import Front, may_act
from banneret.rulebooks.battlesystem.ai.manoeuvres.approaches import nearer, post
from banneret.rulebooks.battlesystem.blocks.block_moves import wheel_within
from banneret.rulebooks.battlesystem.drill.order_checks import plain
from banneret.rulebooks.battlesystem.drill.ordinary_moves import is_free_to_move
from banneret.rulebooks.battlesystem.drill.steps import Step
from banneret.rulebooks.battlesystem.movement.charges import charge_paths
from banneret.rulebooks.battlesystem.space import distances, formations, standing
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.unit import Unit

AIMS: Final = 3  # enemies approached, the nearest
LEAST: Final = 0.5  # inches of the shortest move worth an order
CLEAR: Final = 0.25  # inches that a unit keeps beyond the reach of a charge
ASKEW: Final = 15.0  # degrees off an enemy's bearing at which a unit begins to turn to him


def alternatives(front: Front, unit: Unit) -> list[Order]:
    """Movements of a formed unit out of contact, toward the nearest enemies first; their legality is not checked."""
    state = front.state
    if not may_act(unit) or unit.moved or unit.block is None or unit.singles is not None:
        return []
    if unit.rash or front.is_busy(unit) or not is_free_to_move(state, unit):
        return []
    foes = sorted([foe for foe in front.foes if not foe.routed], key=lambda foe: _apart(unit, foe))
    found: list[list[Step]] = []
    inches = unit.now.movement - unit.spent
    safe = _safe(state, unit, foes)
    for foe in foes[:AIMS]:
        for beside in (False, True):
            x, y = post(unit, foe, beside)
            for most in (inches, safe, inches / 2.0):
                if LEAST <= most <= inches:
                    _add(found, nearer(state, unit, foe, x, y, inches, most))
    if foes:
        _add(found, _turn_to(unit, foes[0], inches))
        _add(found, _away(state, unit, foes[0], inches))
    return [("move", unit.id, *steps) for steps in found]


def _add(found: list[list[Step]], steps: list[Step]) -> None:
    if steps and steps not in found:
        found.append(steps)


def _apart(unit: Unit, foe: Unit) -> float:
    x, y = standing.centre(unit)
    to_x, to_y = standing.centre(foe)
    return length(to_x - x, to_y - y)


def _safe(state: State, unit: Unit, foes: list[Unit]) -> float:
    """Inches that a unit can move and still be out of reach of all charges. Rule: battlesystem:7.14b."""
    found = 99.0
    for foe in foes:
        reach = charge_paths.RANGE * foe.now.movement + CLEAR
        found = min(found, distances.distance(unit, foe) - reach)
    return found


def _bearing(unit: Unit, foe: Unit) -> float:
    """Degrees clockwise by which a unit would have to turn to face an enemy."""
    block = unit.block
    assert block is not None
    x, y = standing.centre(foe)
    return turn_between(block.heading, heading_of(x - block.middle_x, y - block.middle_y))


def _turn_to(unit: Unit, foe: Unit, inches: float) -> list[Step]:
    """A wheel or a turn about to face an enemy; empty if the unit faces him already or cannot wheel enough."""
    block = unit.block
    assert block is not None
    turn = _bearing(unit, foe)
    if abs(turn) < ASKEW:
        return []
    if abs(turn) > 120.0:
        return [("about",)]
    side = RIGHT if turn > 0.0 else LEFT
    degrees = int(min(abs(turn), 90.0, wheel_within(block, side, inches)))
    return [("wheel", "right" if side == RIGHT else "left", degrees)] if degrees >= 5 else []


def _away(state: State, unit: Unit, foe: Unit, inches: float) -> list[Step]:
    """Away from an enemy as far as the unit can go, after a turn about if he is ahead; empty if it cannot."""
    steps: list[Step] = []
    if abs(_bearing(unit, foe)) < 90.0:
        if unit.loose is not None:
            return []
        steps.append(("about",))
        inches -= formations.facing_cost(unit.now.movement, REAR)
    return [*steps, ("slide", 0, plain(int(inches * 100.0) / 100.0))] if inches >= LEAST else []
