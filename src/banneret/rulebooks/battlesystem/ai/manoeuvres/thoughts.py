"""Movement of the greedy player: the orders that it considers for a unit, each with a mark for what it promises.

Marks are in figures of plain infantry; staying is 0. Melees are marked by their likely course. In moves toward the enemy no unit goes
far ahead of the line, except to help friends in a melee.
"""

from __future__ import annotations

from typing import Final

from banneret.geometry.plane import heading_of, length, turn_between
from banneret.kernel.order import Order
from banneret.rulebooks.battlesystem.ai.front import Front, hope, may_act
from banneret.rulebooks.battlesystem.ai.manoeuvres.approaches import (
    broader,
    nearer,
    out_of_jam,
    post,
    wanted_files,
)
from banneret.rulebooks.battlesystem.ai.manoeuvres.crews import crew
from banneret.rulebooks.battlesystem.ai.manoeuvres.ground import (
    closes_up,
    is_broken,
    leads_on,
    over_ground,
    stand_fast,
    stays_in_cover,
)
from banneret.rulebooks.battlesystem.ai.manoeuvres.holding import hold
from banneret.rulebooks.battlesystem.ai.manoeuvres.hunts import is_alone, may_snipe, pursuit
from banneret.rulebooks.battlesystem.ai.manoeuvres.melee import in_contact, in_reach
from banneret.rulebooks.battlesystem.ai.manoeuvres.skirmishers import loners
from banneret.rulebooks.battlesystem.ai.volleys import worth_of_staying
from banneret.rulebooks.battlesystem.ai.worth import worth
from banneret.rulebooks.battlesystem.drill.ordinary_moves import is_free_to_move
from banneret.rulebooks.battlesystem.drill.steps import Step
from banneret.rulebooks.battlesystem.drill.walking import plan
from banneret.rulebooks.battlesystem.movement.charges import charge_paths
from banneret.rulebooks.battlesystem.space import distances, formations, standing
from banneret.rulebooks.battlesystem.stages import BASIC
from banneret.rulebooks.battlesystem.unit import CLOSED, NOBODY, OPEN, Unit

LANES: Final = 3  # enemies that a unit tries to approach, one after the other
STUCK: Final = 3  # rounds without an attack after which units try anything to get out of each other's way
ROOM: Final = 0.3  # inches kept before an enemy beyond those that a charge needs
CLOSE_UP: Final = 1.0  # worth of closing order
DRESS: Final = 0.3  # what a broad front is worth to a column, as a share of its worth


def thoughts(front: Front, unit: Unit) -> list[tuple[float, Order]]:
    """The orders considered for a unit with their marks, best first; those marked below staying are only for search."""
    if not may_act(unit) or unit.moved:
        return []
    found: list[tuple[float, Order]] = []
    if unit.singles is not None:
        if not front.state.pieces or not crew(front, unit, found):
            loners(front, unit, found)
        return _but_to_shoot(front, unit, found)
    if front.is_busy(unit):
        in_contact(front, unit, found)
    else:
        in_reach(front, unit, found)
        if unit.formation == OPEN:
            _order(front, unit, found)
        _dress(front, unit, found)
        if not found or max([mark for mark, _ in found]) <= 0.0:
            _onward(front, unit, found)
        if front.state.setting.tier:
            stand_fast(front, unit, found)
        hold(front, unit, found)
    found.sort(key=_mark, reverse=True)
    return _but_to_shoot(front, unit, found)


def _but_to_shoot(front: Front, unit: Unit, found: list[tuple[float, Order]]) -> list[tuple[float, Order]]:
    """The same orders, their marks less the worth of shooting from where the unit stands."""
    if unit.now.missile is None or front.state.setting.tier == BASIC:
        return found
    value = worth_of_staying(front.state, unit)
    return [(mark - value, order) for mark, order in found]


def _mark(thought: tuple[float, Order]) -> float:
    return thought[0]


def _dress(front: Front, unit: Unit, found: list[tuple[float, Order]]) -> None:
    """Add the order to broaden the front of a unit that stands in a column."""
    state = front.state
    block = unit.block
    if block is None or unit.formation not in (CLOSED, OPEN) or not is_free_to_move(state, unit):
        return
    files = wanted_files(state, unit)
    if 4 * block.files > 3 * files:
        return
    more = broader(state, unit, block.files, unit.now.movement - unit.spent)
    if more and plan(state, unit, more, None, True).refusal is None:
        mark = DRESS * worth(state, unit) * (1.0 - block.files / files)
        found.append((mark, ("move", unit.id, *more)))


def _order(front: Front, unit: Unit, found: list[tuple[float, Order]]) -> None:
    """Add the order to close up, and to broaden the front with the movement left."""
    state = front.state
    block = unit.block
    if not formations.may_take(state, unit, CLOSED) or not unit.in_command or block is None:
        return
    if unit.loose is not None or not closes_up(state, unit):
        return
    rate = unit.now.movement
    steps: list[Step] = [("formation", "closed")]
    trial = unit.copy()
    trial.formation = CLOSED
    more = broader(state, trial, block.files, rate - unit.spent - formations.formation_cost(rate))
    if more and plan(state, unit, [*steps, *more], None, True).refusal is None:
        steps += more
    found.append((CLOSE_UP, ("move", unit.id, *steps)))


def _onward(front: Front, unit: Unit, found: list[tuple[float, Order]]) -> None:
    """Add an order toward the enemy whom it can best fight, keeping to the line and leaving room for a charge."""
    state = front.state
    block = unit.block
    assert block is not None
    if unit.rash or not is_free_to_move(state, unit) or stays_in_cover(front, unit):
        return
    first, before = front.aims.get(unit.id, (NOBODY, 0))
    aims: list[tuple[float, int]] = []
    for foe in front.foes:
        x, y = standing.centre(foe)
        far = length(x - block.x, y - block.y)
        aims.append((99.0 if foe.id == first else -far * 0.12 + hope(front, unit, foe), foe.id))
    aims.sort(reverse=True)
    if is_alone(front):
        steps = [] if may_snipe(state, unit) else pursuit(front, unit)
        if steps:
            found.append((front.posture.onward, ("move", unit.id, *steps)))
            return
    roster = unit.now
    for _, number in aims[:LANES]:
        aim = state.units[number]
        far = distances.distance(unit, aim)
        inches = roster.movement - unit.spent
        if not front.fighting:
            inches = min(inches, front.apart[unit.id] - (front.last - front.posture.ahead))
            room = roster.movement * charge_paths.ROOM + ROOM
            if far > room and not is_broken(state, aim):
                inches = min(inches, far - room)
        if inches < 0.5:
            _face_up(unit, aim, found)
            return
        x, y = post(unit, aim, before > 0 and number == first)
        way = nearer(state, unit, aim, x, y, roster.movement - unit.spent, inches)
        steps = over_ground(state, unit, way)
        if steps:
            found.append((front.posture.onward + 0.01 * inches, ("move", unit.id, *steps)))
            return
    if aims and (state.quiet >= STUCK or state.setting.terrain):
        x, y = standing.centre(state.units[aims[0][1]])
        steps = out_of_jam(state, unit, x, y, roster.movement - unit.spent)
        if leads_on(state, unit, steps):
            found.append((front.posture.onward, ("move", unit.id, *steps)))


def _face_up(unit: Unit, aim: Unit, found: list[tuple[float, Order]]) -> None:
    """Add the order to turn toward an enemy in a waiting unit's flank or rear."""
    block = unit.block
    assert block is not None
    x, y = standing.centre(aim)
    turn = turn_between(block.heading, heading_of(x - block.middle_x, y - block.middle_y))
    if abs(turn) > 135.0:
        found.append((0.2, ("move", unit.id, ("about",))))
    elif abs(turn) > 60.0:
        found.append((0.2, ("move", unit.id, ("wheel", "right" if turn > 0.0 else "left", 30))))
