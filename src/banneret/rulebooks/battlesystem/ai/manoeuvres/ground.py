"""Ground, shields and spears, as the greedy player uses them: it opens order for woods, keeps cover, sets spears against riders.

Marks are in figures of plain infantry. Rules: battlesystem:11.6, battlesystem:11.7, battlesystem:11.8.
"""

from __future__ import annotations

from typing import Final

from banneret.geometry.plane import length
from banneret.kernel.order import Order
from banneret.rulebooks.battlesystem.ai.front import Front
from banneret.rulebooks.battlesystem.ai.worth import worth
from banneret.rulebooks.battlesystem.drill.legs import LEAST
from banneret.rulebooks.battlesystem.drill.special_formations import offers_of_set, offers_of_wall
from banneret.rulebooks.battlesystem.drill.steps import Step
from banneret.rulebooks.battlesystem.drill.walking import plan
from banneret.rulebooks.battlesystem.movement.charges.charge_paths import RANGE
from banneret.rulebooks.battlesystem.space import distances, field, formations, standing
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.tables.grounds import EDGE
from banneret.rulebooks.battlesystem.tables.missiles import LONG
from banneret.rulebooks.battlesystem.unit import CLOSED, Unit

SPEARS: Final = 0.3  # what set spears are worth to a unit that riders can charge, as a share of its worth
IDLE: Final = 2
"""Rounds without a shot after which shooters leave their cover, if time is against their side."""
WALL: Final = 0.4  # worth of a shield wall to a unit that is shot at and has no melee to gain


def stand_fast(front: Front, unit: Unit, found: list[tuple[float, Order]]) -> None:
    """Add the orders to set spears if riders can charge, and to form a shield wall if it is in missile range and no melee promises much. Rules: 11.6, 11.7."""
    state = front.state
    if any(_can_charge(unit, foe) for foe in front.foes):
        found.extend([(SPEARS * worth(state, unit), order) for order in offers_of_set(state, unit)[:1]])
    if unit.now.large_shields and any(_can_shoot(unit, foe) for foe in front.foes):
        best = max([mark for mark, _ in found], default=0.0)
        if best <= front.posture.onward + 1.0 and not front.fighting:
            wall: Order = ("wall", unit.id)
            if wall in offers_of_wall(state, unit):
                found.append((best + WALL, wall))


def _can_charge(unit: Unit, foe: Unit) -> bool:
    """True if riders may come against a unit before it moves again."""
    return (
        bool(foe.now.riding)
        and not foe.routed
        and foe.block is not None
        and distances.may_meet(unit, foe, RANGE * foe.now.movement)
    )


def _can_shoot(unit: Unit, foe: Unit) -> bool:
    """True if an enemy's missiles reach a unit where it stands."""
    missile = foe.now.missile
    return missile is not None and not foe.routed and distances.may_meet(unit, foe, missile.ranges[LONG])


def over_ground(state: State, unit: Unit, steps: list[Step]) -> list[Step]:
    """The same steps, after opening order if that takes the unit farther; empty if they lead nowhere.

    Without terrain only a facing for which there is no room is dropped. Rules: battlesystem:11.8c, battlesystem:7.9h.
    """
    if not steps:
        return steps
    if not state.setting.terrain:
        turns = steps[0][0] in ("face", "about")
        return steps if not turns or leads_on(state, unit, steps) else []
    walk = plan(state, unit, steps, None, True)
    if walk.halt is None and walk.refusal is None:
        return steps
    if unit.formation == CLOSED:
        opened: list[Step] = [("formation", "open"), *steps]
        other = plan(state, unit, opened, None, True)
        if other.refusal is None and _gone(other.unit, unit) > _gone(walk.unit, unit) + LEAST:
            return opened
    return steps if walk.cost > LEAST else []


def leads_on(state: State, unit: Unit, steps: list[Step]) -> bool:
    """True if a unit gets anywhere by these steps, in full or in part. Rule: battlesystem:3.5."""
    if not steps:
        return False
    walk = plan(state, unit, steps, None, True)
    return walk.refusal is None or walk.cost > LEAST


def is_broken(state: State, foe: Unit) -> bool:
    """True if an enemy stands on ground that allows no closed order, so that he is attacked by ordinary moves, not charges. Rule: 11.8c."""
    if not state.setting.terrain:
        return False
    x, y = standing.centre(foe)
    return any(
        not one.ground.closed and one.line is None and one.holds(x, y) for one in state.setting.terrain
    )


def may_close(state: State, unit: Unit) -> bool:
    """True if the ground lets a unit close up where it stands. Rule: battlesystem:11.8c."""
    block = unit.block
    return block is None or not state.setting.terrain or field.ban(state, unit, block) is None


def closes_up(state: State, unit: Unit) -> bool:
    """True if a unit has room to close up, on ground that lets it stay closed. Rules: 7.6c, battlesystem:11.8c."""
    block = formations.reformed(state, unit, CLOSED)
    return block is not None and (not state.setting.terrain or field.ban(state, unit, block) is None)


def _gone(after: Unit, before: Unit) -> float:
    """Inches between the centres of a unit before and after a move."""
    x0, y0 = standing.centre(before)
    x1, y1 = standing.centre(after)
    return length(x1 - x0, y1 - y0)


def stays_in_cover(front: Front, unit: Unit) -> bool:
    """True if shooters are to stay in cover: a hedge or wall is right before them, and an enemy in range. Rules: 10.8b, 11.9c."""
    block, missile = unit.block, unit.now.missile
    if block is None or missile is None or front.apart[unit.id] > missile.ranges[LONG]:
        return False
    if front.objective.presses and front.state.round - unit.last_shot > IDLE:
        return False
    to_x, to_y = block.point(0.0, EDGE)
    for one in front.state.setting.terrain:
        if one.line is not None and one.ground.cover and one.cuts(block.x, block.y, to_x, to_y):
            return True
    return False
