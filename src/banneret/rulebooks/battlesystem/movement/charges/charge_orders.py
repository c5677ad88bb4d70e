"""Orders to charge: examples, random ones, and why one cannot be given.

Order: ("charge", unit, target, ("wheel", "left", 20), ("slide", 0)): the steps of an ordinary move, the last of them one
straight leg, as far as the charge goes unless inches are given.

Rules: battlesystem:7.14, battlesystem:7.14a, battlesystem:7.14c, battlesystem:7.14d, battlesystem:7.12d, battlesystem:3.5.
"""

from __future__ import annotations

from typing import Final

from banneret.geometry.plane import TOLERANCE, within
from banneret.kernel.decision import Refusal
from banneret.kernel.dice import Chance
from banneret.kernel.order import Order
from banneret.kernel.table import Table
from banneret.rulebooks.battlesystem.blocks.block_moves import OBLIQUE
from banneret.rulebooks.battlesystem.drill.legs import Walk
from banneret.rulebooks.battlesystem.drill.order_checks import unit_of
from banneret.rulebooks.battlesystem.drill.ordinary_moves import refused_as_caught
from banneret.rulebooks.battlesystem.drill.steps import Step, inches_of, misread
from banneret.rulebooks.battlesystem.drill.walking import plan
from banneret.rulebooks.battlesystem.movement.charges.charge_aims import (
    ahead,
    aimed,
    cannot_charge,
    in_reach,
    is_ready,
    near_by,
    strike,
    toward,
)
from banneret.rulebooks.battlesystem.movement.charges.charge_paths import (
    MOTION,
    ROOM,
    joined,
    range_of,
    unlawful,
    walked,
)
from banneret.rulebooks.battlesystem.movement.charges.charging import charge
from banneret.rulebooks.battlesystem.space import distances
from banneret.rulebooks.battlesystem.state import State, is_mended, name
from banneret.rulebooks.battlesystem.text.sentences import says
from banneret.rulebooks.battlesystem.unit import FIELD, Unit
from banneret.rulebooks.battlesystem.worth.allowance import rate

_MOST_STEPS: Final = 8


def offers(state: State, unit: Unit) -> list[Order]:
    """A charge at each enemy that can be struck from where the unit stands; by eye where nobody may measure. Rule: battlesystem:3.5."""
    if not state.setting.flags.premeasure:
        return _by_eye(state, unit)
    found: list[Order] = []
    for enemy in in_reach(state, unit):
        steps = aimed(state, unit, enemy)
        if steps:
            found.append(("charge", unit.id, enemy.id, *steps))
    return found


def _by_eye(state: State, unit: Unit) -> list[Order]:
    """A charge at each enemy before a unit, whether it gets there or not. Rules: battlesystem:3.5, battlesystem:7.14a."""
    if not is_ready(unit) or cannot_charge(state, unit) is not None:
        return []
    orders: list[Order] = [("charge", unit.id, enemy.id, *toward(turn)) for enemy, turn in ahead(state, unit)]
    return [order for order in orders if _refused_path(state, unit, order) is None]


def sample(state: State, unit: Unit, chance: Chance) -> Order | None:
    """A charge at one of the enemies in reach, if it can be struck."""
    drawn = draw(state, unit, chance)
    return None if drawn is None else drawn[0]


def draw(state: State, unit: Unit, chance: Chance) -> tuple[Order, Walk] | None:
    """The `sample` of a unit with the walk that it makes, to be made at once where that order is given."""
    near = near_by(state, unit)  # who cannot be struck is not charged: the distances need not be known
    while near:
        enemy = near.pop(chance.below(len(near)))
        if distances.is_beyond(unit, enemy, range_of(state, unit) - unit.spent + TOLERANCE):
            continue
        found = strike(state, unit, enemy)
        if found is not None:
            steps, walk = found
            return ("charge", unit.id, enemy.id, *steps), walk
    return None


def refusal(state: State, side: int, order: Order) -> Refusal | None:
    """The reason a charge cannot be declared; None when it can. What only measuring shows comes out when it is walked.

    Rules: battlesystem:7.14, battlesystem:7.14a, battlesystem:7.14d, battlesystem:7.14h, battlesystem:7.12d, battlesystem:7.8f.
    """
    unit = unit_of(state, side, order)
    if isinstance(unit, Refusal):
        return unit
    why = cannot_charge(state, unit)
    if why is not None:
        return why
    if len(order) < 3 or not isinstance(order[2], int) or order[2] not in state.units:
        return Refusal("Name the enemy by its number, then the path.", "battlesystem:7.14a")
    target = state.units[order[2]]
    if target.side == side or target.status != FIELD:
        return Refusal(says(state, target, "is|are not an enemy on the table."), "battlesystem:7.14a")
    if target.id in unit.left_by:
        reason = f"{name(state, target)} withdrew from {name(state, unit)} this round: no charge at it until the next."
        return Refusal(reason, "battlesystem:7.12d")
    if is_mended(state, 11):
        why = refused_as_caught(state, unit, order[3:])
        if why is not None:
            return why
    return _refused_path(state, unit, order)


def carry_out(state: State, table: Table, side: int, order: Order) -> None:
    """Charge as declared. Rule: battlesystem:7.14a."""
    charge(state, table, state.units[order[1]], state.units[order[2]], joined(state, list(order[3:])))


def _refused_path(state: State, unit: Unit, order: Order) -> Refusal | None:
    """The reason a declared path makes no charge, as far as that can be seen without measuring. Rules: 7.14a, 7.14d, 3.5."""
    steps = list(order[3:])
    straight: Order = (*order[:3], ("slide", 0))
    if not steps or len(steps) > _MOST_STEPS:
        reason = "Give the path: wheels or legs if you like, and a straight last leg."
        return Refusal(reason, "battlesystem:7.14a", straight)
    for step in steps:
        fault = misread(step)
        if fault:
            return Refusal(fault, "battlesystem:7.14a", straight)
    last = steps[-1]
    if last[0] != "slide":
        return Refusal("A charge ends with a straight leg.", "battlesystem:7.14d", straight)
    steps = joined(state, steps)
    if state.setting.terrain:
        why = unlawful(state, unit, walked(state, unit, steps))
        if why is not None and why[1] in ("battlesystem:11.8g", "battlesystem:11.8i"):
            return Refusal(
                f"{name(state, unit)} cannot charge so: {why[0]}", why[1], ("move", unit.id, *steps)
            )
    walk = plan(state, unit, steps, range_of(state, unit), state.setting.flags.premeasure)
    if walk.refusal is not None and (state.setting.flags.premeasure or not walk.lost):
        if abs(last[1]) > OBLIQUE:
            walk.refusal.nearest = (*order[:-1], ("slide", 45 if last[1] > 0 else -45, *last[2:]))
        return walk.refusal
    first, rest, line = _declared_way(state, unit, steps, walk)
    share, whole = state.setting.flags.charge_straight
    if not within((first + line) * share / whole, line):
        most = (first + rest) * (whole - share) / whole if line == rest else line * (whole - share) / share
        reason = (
            f"{first:.2f} in before the last leg are too many: {most:.2f} at most, for the last {share}/{whole} of "
            "a charge are straight."
        )
        return Refusal(reason, "battlesystem:7.14d", straight)
    room = rate(state, unit) * ROOM
    if not within(room, first + line):
        reason = f"A charge goes at least {room:g} in before it strikes; this path goes {first + line:.2f}."
        return Refusal(reason, "battlesystem:7.14c", straight)
    return None


def _declared_way(state: State, unit: Unit, steps: list[Step], walk: Walk) -> tuple[float, float, float]:
    """The inches of a declared path before its last leg, those that are left for that leg, and those that it goes as if no enemy stood there.

    Over dear ground they are inches on the ground; by versions 1 to 10 of the rules those were counted that these cost. Rules: 7.14c, 7.14d.
    """
    on_ground = bool(state.setting.terrain) and is_mended(state, 11)
    if on_ground and walk.enemies:
        walk = plan(state, unit, steps, range_of(state, unit))
    first = spent = 0.0
    for leg in walk.legs[: len(steps) - 1]:
        spent += leg.cost
        if leg.step[0] in MOTION:
            first += leg.inches if on_ground else leg.cost
    rest = range_of(state, unit) - unit.spent - spent
    if on_ground and len(walk.legs) == len(steps) and not walk.stopped:
        last = walk.legs[-1]
        rest = last.inches if last.inches < inches_of(steps[-1]) else rest
    return first, rest, min(rest, inches_of(steps[-1]))
