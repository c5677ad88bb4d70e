"""Examples of ordinary moves: sensible ones to show, and random ones.

Rules: battlesystem:7.9a, battlesystem:7.9b, battlesystem:7.9f, battlesystem:7.9g.
"""

from __future__ import annotations

from typing import Final

from banneret.geometry.plane import heading_of, radians, snap, snap_heading, turn_between, within
from banneret.geometry.rectangles import LEFT, REAR, RIGHT
from banneret.kernel.dice import Chance
from banneret.kernel.order import Order
from banneret.rulebooks.battlesystem.blocks.block import Block
from banneret.rulebooks.battlesystem.blocks.block_moves import OBLIQUE, face, wheel_radius
from banneret.rulebooks.battlesystem.drill import gathering
from banneret.rulebooks.battlesystem.drill.formation_changes import turns_back
from banneret.rulebooks.battlesystem.drill.legs import LEAST, Walk, left_of
from banneret.rulebooks.battlesystem.drill.order_checks import plain
from banneret.rulebooks.battlesystem.drill.ordinary_moves import CAUGHT, is_free_to_move, is_loose_elite
from banneret.rulebooks.battlesystem.drill.slides import free_way
from banneret.rulebooks.battlesystem.drill.steps import SIDES, Step, inches_of
from banneret.rulebooks.battlesystem.drill.walking import looked_around, plan
from banneret.rulebooks.battlesystem.space import contacts, formations, standing
from banneret.rulebooks.battlesystem.state import State, enemies
from banneret.rulebooks.battlesystem.unit import CLOSED, FORMATIONS, OPEN, SKIRMISH, Unit
from banneret.rulebooks.battlesystem.worth.allowance import normal_rate, rate


def nearest_enemy(state: State, unit: Unit) -> Unit | None:
    """The enemy unit whose middle is nearest to that of a unit; None if there is none."""
    x, y = standing.centre(unit)
    best: Unit | None = None
    nearest = 1e300
    for enemy in enemies(state, unit.side):
        block = enemy.block
        to_x, to_y = standing.centre(enemy) if block is None else (block.middle_x, block.middle_y)
        far = (to_x - x) * (to_x - x) + (to_y - y) * (to_y - y)
        if far < nearest:
            best, nearest = enemy, far
    return best


BEHIND: Final = 110.0
"""Degrees off its front beyond which a unit faces about to reach an enemy, rather than wheels."""


def onward(state: State, unit: Unit) -> list[Step]:
    """Steps that bring a unit nearer to the nearest enemy: an oblique move, or a move after a wheel or an about face.

    Rules: battlesystem:7.9a, battlesystem:7.9b, battlesystem:7.9f.
    """
    block = unit.block
    assert block is not None
    left = left_of(state, unit)
    straight: list[Step] = [("slide", 0, plain(snap(left)))]
    enemy = nearest_enemy(state, unit)
    if enemy is None:
        return straight
    x, y = standing.centre(enemy)
    turn = turn_between(block.heading, heading_of(x - block.x, y - block.y))
    if abs(turn) <= OBLIQUE:
        return [("slide", plain(round(turn)), plain(snap(left)))]
    if abs(turn) > BEHIND and not unit.caught:
        return _about_and_on(state, unit, block, x, y)
    side = RIGHT if turn > 0.0 else LEFT
    degrees = float(min(90, round(abs(turn)) - 20, _most_degrees(block, side, left)))
    if degrees < 1.0:
        return straight
    steps: list[Step] = [("wheel", "right" if side == RIGHT else "left", plain(degrees))]
    rest = snap(left - radians(degrees) * wheel_radius(block, side))
    if rest > 0.1:
        steps.append(("slide", 0, plain(rest)))
    return steps


def _most_degrees(block: Block, side: int, inches: float) -> int:
    """The whole degrees that n inches pay for in a wheel on ordinary ground. Rule: battlesystem:7.9c."""
    return int(inches / (wheel_radius(block, side) * radians(1.0)))


def _about_and_on(state: State, unit: Unit, block: Block, x: float, y: float) -> list[Step]:
    """An about face, and a move toward a point with the movement left."""
    steps: list[Step] = [("about",)]
    left = left_of(state, unit) - formations.facing_cost(normal_rate(state, unit), REAR)
    if left > 0.1:
        after = face(block, REAR)
        turn = turn_between(after.heading, heading_of(x - after.x, y - after.y))
        steps.append(("slide", plain(round(max(-OBLIQUE, min(OBLIQUE, turn)))), plain(snap(left))))
    return steps


def offers(state: State, unit: Unit) -> list[Order]:
    """Sensible examples of moves of a unit, none of which would be lost at its first step."""
    if unit.singles is not None:
        return gathering.offers(state, unit, rate(state, unit)) if is_loose_elite(state, unit) else []
    if not is_free_to_move(state, unit) or contacts.is_engaged(state, unit):
        return []
    found: list[Order] = []
    for steps in _ideas(state, unit):
        order: Order = ("move", unit.id, *steps)
        if order not in found and _is_good(state, unit, steps):
            found.append(order)
    return found


def _is_good(state: State, unit: Unit, steps: list[Step]) -> bool:
    """True if the first of some steps can be declared and, as far as can be seen beforehand, moves the unit."""
    if unit.caught and any(step[0] in CAUGHT for step in steps):
        return False
    walk = plan(state, unit, steps[:1], None, state.setting.flags.premeasure)
    return walk.refusal is None and walk.cost >= LEAST


def _good_walk(state: State, unit: Unit, steps: list[Step]) -> Walk | None:
    """The outcome of steps with enemies looked at, if the steps are good as by `_is_good`; else None."""
    if unit.caught and any(step[0] in CAUGHT for step in steps):
        return None
    measured = state.setting.flags.premeasure
    if _is_too_dear(state, unit, steps[0]) or (not measured and _is_barred(state, unit, steps[0])):
        return None
    walk = plan(state, unit, steps, None, True)
    if walk.legs:
        first = walk.legs[0]
        return walk if (first.cost if measured else first.unhindered) >= LEAST else None
    # An enemy may bar the first step: without measuring beforehand it can be declared all the same, and is lost.
    return walk if not measured and walk.lost and walk.grounds and _is_good(state, unit, steps) else None


def _is_too_dear(state: State, unit: Unit, step: Step) -> bool:
    """True if a unit has too little movement left for a change on the spot: cheaper to see than by trying the step."""
    if unit.shields or step[0] not in ("face", "about", "formation"):
        return False
    normal = normal_rate(state, unit)
    if step[0] == "formation":
        cost = formations.formation_cost(normal)
    else:
        cost = formations.facing_cost(normal, REAR if step[0] == "about" else RIGHT)
    return not within(cost, left_of(state, unit))


def _is_barred(state: State, unit: Unit, step: Step) -> bool:
    """True if friends or forbidden ground let a unit slide nowhere: cheaper to see than by trying the step."""
    block = unit.block
    if step[0] != "slide" or block is None or abs(step[1]) > OBLIQUE or state.setting.terrain:
        return False
    left = left_of(state, unit)
    heading = snap_heading(block.heading + float(step[1]))
    look = looked_around(state, unit, [step], left)
    return free_way(state, look, block, heading, min(left, inches_of(step))) < LEAST


def _ideas(state: State, unit: Unit) -> list[list[Step]]:
    """Moves worth trying, each as its steps."""
    block = unit.block
    assert block is not None
    other = OPEN if unit.formation == CLOSED else CLOSED
    reform: list[Step] = [("formation", FORMATIONS[other])]
    if unit.rallied:
        return [reform]
    if formations.are_some_turned(unit):
        return [back] if (back := _facing_back(unit)) else []
    left = left_of(state, unit)
    found: list[list[Step]] = [
        onward(state, unit),
        [("slide", 0, plain(snap(left)))],
        [("slide", 0, plain(snap(left / 2.0)))],
        [("slide", -30, plain(snap(left)))],
        [("slide", 30, plain(snap(left)))],
    ]
    for side in ("left", "right"):
        most = _most_degrees(block, SIDES[side], left)
        found.extend([[("wheel", side, degrees)] for degrees in (45, most) if 0 < degrees <= min(90, most)])
    found += [[("face", "left")], [("face", "right")], [("about",)], reform]
    if formations.may_take(state, unit, SKIRMISH):
        found.append([("formation", FORMATIONS[SKIRMISH])])
    spare = block.figures - block.files
    if spare:
        found.append([("frontage", 1, 1) if spare > 1 else ("frontage", 0, 1)])
    if block.files > 4:
        found.append([("frontage", -1, -1)])
    return found


def _facing_back(unit: Unit) -> list[Step]:
    """One of the steps that turn figures which look elsewhere to the front again, a quarter turn first. Rule: battlesystem:7.9g."""
    turns = turns_back(unit)
    return [min(turns, key=lambda turn: turn[0] == "about")] if turns else []


def sample(state: State, unit: Unit, chance: Chance) -> Order | None:
    """A random move, more often than not toward the enemy; None if none was found."""
    if unit.singles is not None:
        found = offers(state, unit)
        return found[chance.below(len(found))] if found else None
    drawn = draw(state, unit, chance)
    return None if drawn is None else drawn[0]


def _drawn_steps(state: State, unit: Unit, block: Block, kind: int, chance: Chance) -> list[Step]:
    """Random steps; `kind`, 0 to 15, says of which kind, mostly toward the enemy. Empty if that kind is not possible."""
    left = left_of(state, unit)
    if kind < 9:
        return onward(state, unit)
    if kind < 11:
        inches = max(0.1, left * (1 + chance.below(4)) / 4.0)
        return [("slide", chance.below(91) - 45, plain(snap(inches)))]
    if kind < 13:
        side = "left" if chance.below(2) else "right"
        most = _most_degrees(block, SIDES[side], left)
        return [("wheel", side, 1 + chance.below(min(90, most)))] if most > 0 else []
    if kind == 13:
        turn: Step = ("about",) if chance.below(3) == 0 else ("face", "left" if chance.below(2) else "right")
        return [(*turn, tuple(range(block.files)))] if chance.below(4) == 0 else [turn]
    if kind == 14:
        if formations.may_take(state, unit, SKIRMISH) and chance.below(2):
            return [("formation", FORMATIONS[SKIRMISH])]
        return [("formation", FORMATIONS[OPEN if unit.formation == CLOSED else CLOSED])]
    ends = [(1, 0), (0, 1), (1, 1), (-1, 0), (0, -1), (-1, -1)]
    return [("frontage", *ends[chance.below(6)])]


def draw(state: State, unit: Unit, chance: Chance) -> tuple[Order, Walk] | None:
    """The `sample` of a unit in a block, with its walk, which need not be planned again. Draws from `chance` as records fix."""
    if not is_free_to_move(state, unit) or contacts.is_engaged(state, unit):
        return None
    block = unit.block
    assert block is not None
    kind = chance.below(16)
    is_bound = unit.rallied or formations.are_some_turned(unit)  # only one thing may be done then
    steps: list[Step] = []
    if is_bound:
        ideas = _ideas(state, unit)
        if ideas:
            steps = ideas[0]
    else:
        steps = _drawn_steps(state, unit, block, kind, chance)
    if not steps:
        return None
    walk = _good_walk(state, unit, steps)
    if walk is not None:
        return ("move", unit.id, *steps), walk
    if is_bound:
        return None
    ways: list[Step] = [
        ("slide", 0, plain(snap(left_of(state, unit)))),
        ("face", "left" if chance.below(2) else "right"),
        ("about",),
    ]
    for step in ways:
        walk = _good_walk(state, unit, [step])
        if walk is not None:
            return ("move", unit.id, step), walk
    return None
