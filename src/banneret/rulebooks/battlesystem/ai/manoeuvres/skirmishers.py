"""Orders to skirmishers by the greedy player: to screen, to keep out of reach, to attack other skirmishers."""

from __future__ import annotations

from typing import Final

from banneret.geometry.plane import heading_of, length, snap_heading, turn_between
from banneret.kernel.order import Order
from banneret.rulebooks.battlesystem.ai.front import BEHIND, Front
from banneret.rulebooks.battlesystem.ai.manoeuvres.hunts import is_alone, may_snipe, run_down
from banneret.rulebooks.battlesystem.ai.prospects import prospect
from banneret.rulebooks.battlesystem.drill import skirmish_walks
from banneret.rulebooks.battlesystem.drill.order_checks import plain
from banneret.rulebooks.battlesystem.movement import skirmish_moves
from banneret.rulebooks.battlesystem.movement.charges import charge_paths
from banneret.rulebooks.battlesystem.space import distances, standing
from banneret.rulebooks.battlesystem.unit import MOB, Unit

SHY: Final = 3.0  # inches that a screen keeps from the enemy
SCREENED: Final = 1.0  # moves ahead of a unit within which skirmishers are in its way
ABREAST: Final = 45.0  # degrees within which two units face the same way


def loners(front: Front, unit: Unit, found: list[tuple[float, Order]]) -> None:
    """Add the orders to skirmishers: out of contact or a friend's way, out of reach of formed enemies, at skirmishers they can beat."""
    state = front.state
    found.extend([(1.0, order) for order in skirmish_moves.must_leave(state, unit)[:1]])
    if found or not skirmish_walks.able(state, unit):
        return
    x, y = standing.centre(unit)
    rate = unit.now.movement
    barred = _screened(front, unit)
    if barred is not None:
        away = _out_of_the_way(front, unit, barred)
        ahead = barred.block.heading if barred.block is not None else away
        left = front.apart[unit.id] - SHY
        for mark, bearing, inches in (
            (0.8, ahead, min(rate, left)),
            (0.7, away, rate),
            (0.6, away + 180.0, rate),
        ):
            if inches >= 1.0:
                order = _all_go(unit, bearing, inches)
                fault = skirmish_moves.refused_steps(state, unit, order, rate)
                if fault is not None and fault.nearest is not None:
                    order = fault.nearest
                found.append((mark, order))
        return
    if is_alone(front) and not may_snipe(state, unit):
        order_at = run_down(front, unit)
        if order_at is not None:
            found.append((0.5, order_at))
    prey, threat = 1e9, 1e9
    toward = away = 0.0
    for foe in front.foes:
        to_x, to_y = standing.centre(foe)
        far = length(to_x - x, to_y - y)
        if foe.singles is not None:
            if far < prey and prospect(state, unit, foe) > 0.0:
                prey, toward = far, heading_of(to_x - x, to_y - y)
        elif not foe.routed:
            reach = charge_paths.RANGE * foe.now.movement + standing.circle(foe)[2]
            if far - reach < threat:
                threat, away = far - reach, heading_of(x - to_x, y - to_y)
    if threat < 2.0:
        found.append((0.6, ("skirmish", unit.id, ("all", plain(round(away)), plain(rate)))))
    elif prey < 1e8:
        found.append(
            (0.5, ("skirmish", unit.id, ("all", plain(round(toward)), plain(min(rate, max(1.0, prey))))))
        )


def _all_go(unit: Unit, bearing: float, inches: float) -> Order:
    """The order to all skirmishers of a unit to go the same way."""
    return ("skirmish", unit.id, ("all", plain(round(bearing) % 360), plain(int(inches))))


def _screened(front: Front, unit: Unit) -> Unit | None:
    """The first formed friend in whose way skirmishers stand, through whom it cannot pass; None if none. Rule: battlesystem:7.4a."""
    figures = standing.bases(unit)
    for friend in front.mine:
        block = friend.block
        if block is None or friend.routed or friend.formation == MOB or front.is_busy(friend):
            continue
        half = block.breadth / 2.0 + unit.width
        clear = SCREENED * friend.now.movement
        if not distances.may_meet(friend, unit, clear):
            continue
        for base in figures:
            east, north = base.x - block.x, base.y - block.y
            ahead = east * block.forward_x + north * block.forward_y
            if 0.0 < ahead < clear and abs(east * block.forward_y - north * block.forward_x) < half:
                return friend
    return None


def _out_of_the_way(front: Front, unit: Unit, barred: Unit) -> float:
    """The bearing along the friendly line of a unit to its nearer end."""
    x, y = standing.centre(unit)
    line = barred.block
    assert line is not None
    left = right = 0.0
    for friend in front.mine:
        block = friend.block
        if block is None or friend.routed or abs(turn_between(line.heading, block.heading)) > ABREAST:
            continue
        east, north = block.x - x, block.y - y
        if abs(east * line.forward_x + north * line.forward_y) > BEHIND:
            continue
        beside = east * line.forward_y - north * line.forward_x
        right = max(right, beside + block.breadth / 2.0)
        left = max(left, block.breadth / 2.0 - beside)
    return snap_heading(line.heading + (90.0 if right < left else -90.0))
