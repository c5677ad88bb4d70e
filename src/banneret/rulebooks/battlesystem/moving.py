"""Ordinary moves of units in a block: which orders there are, which cannot be, examples, and carrying them out.

Order: ("move", unit, STEP...), the steps as in `walking`, at least one: ("move", 3, ("wheel", "left", 20), ("slide", 0, 5)).

Rules: battlesystem:7.0, battlesystem:7.7b, battlesystem:7.8d, battlesystem:7.8f, battlesystem:7.9i, battlesystem:7.10b,
battlesystem:3.5, battlesystem:4.7a.
"""

from __future__ import annotations

from typing import Any, Final

from banneret.geometry.blocks import Block
from banneret.geometry.moves import OBLIQUE, WHEEL, face, wheel_radius
from banneret.geometry.plane import heading_of, radians, snap, turn_between, within
from banneret.geometry.rectangles import LEFT, REAR, RIGHT
from banneret.kernel.decision import Refusal
from banneret.kernel.dice import Chance
from banneret.kernel.order import Order
from banneret.kernel.table import Table
from banneret.rulebooks.battlesystem import formations, gathering, standing
from banneret.rulebooks.battlesystem.addressed import unit_of
from banneret.rulebooks.battlesystem.state import (
    CLOSED,
    FIELD,
    FORMATIONS,
    MOB,
    NOBODY,
    OPEN,
    SKIRMISH,
    State,
    Unit,
    name,
)
from banneret.rulebooks.battlesystem.walking import (
    LEAST,
    SIDES,
    Leg,
    Step,
    Walk,
    catch,
    left_of,
    plan,
    rate,
    resolve,
)

__all__ = [
    "Leg",
    "Step",
    "Walk",
    "cannot_move",
    "carry_out",
    "catch",
    "is_free_to_move",
    "left_of",
    "misread",
    "nearest_enemy",
    "offers",
    "onward",
    "plain",
    "plan",
    "rate",
    "refusal",
    "refused_steps",
    "resolve",
    "sample",
]

MOST_STEPS: Final = 16  # in one order


# ---------------------------------------------------------------- reading orders


def refused_steps(state: State, unit: Unit, order: Order, allowance: float | None = None) -> Refusal | None:
    """Why the steps of an order (its words from the third on) make no move; None when they can be tried.

    What only measuring shows is no reason unless the table allows measuring beforehand: such a step is lost when it comes.
    Rules: battlesystem:3.5, battlesystem:7.0, battlesystem:7.7b.
    """
    steps = list(order[2:])
    if not steps or len(steps) > MOST_STEPS:
        reason = f"Give one to {MOST_STEPS} steps, such as (slide 0 5) or (wheel right 30)."
        return Refusal(reason, "battlesystem:7.0")
    for place, step in enumerate(steps):
        fault = misread(step)
        if fault:
            return Refusal(fault, "battlesystem:7.0", _up_to(state, unit, order, place, allowance))
    measured = state.setting.flags.premeasure
    walk = plan(state, unit, steps, allowance, measured)
    refusal = walk.refusal
    if (
        refusal is None
        and walk.stopped
        and walk.cost < LEAST
        and not walk.contacts
        and steps[0][0] == "slide"
    ):
        return Refusal("Something stands right in its way.", "battlesystem:7.1e")
    if refusal is None or (walk.lost and not measured):
        return None
    place = len(walk.legs)
    refusal.nearest = _mended(state, unit, order, place, walk, allowance)
    return refusal


def _up_to(state: State, unit: Unit, order: Order, place: int, allowance: float | None) -> Order | None:
    """The order without its steps from a place on, if it can be given then."""
    if place == 0:
        return None
    shorter = order[: 2 + place]
    return shorter if refused_steps(state, unit, shorter, allowance) is None else None


def _mended(
    state: State, unit: Unit, order: Order, place: int, walk: Walk, allowance: float | None
) -> Order | None:
    """The order with the step at a place made possible, or else without it and what follows."""
    step = order[2 + place]
    block = walk.unit.block
    mended: Step | None = None
    if block is None:
        return _up_to(state, unit, order, place, allowance)  # it has dispersed before that step
    if step[0] == "slide" and abs(step[1]) > OBLIQUE:
        mended = ("slide", 45 if step[1] > 0 else -45, *step[2:])
    elif step[0] == "wheel":
        side = SIDES[step[1]]
        most = min(WHEEL, float(step[2]) if step[2] > 0 else WHEEL)
        paid = int(walk.left / (wheel_radius(block, side) * radians(1.0)) * 100.0) / 100.0
        degrees = min(most, paid)
        if degrees > 0.0:
            mended = ("wheel", step[1], plain(degrees))
    if mended is not None:
        candidate = (*order[: 2 + place], mended)
        if candidate != order and refused_steps(state, unit, candidate, allowance) is None:
            return candidate
    return _up_to(state, unit, order, place, allowance)


def plain(figure: float) -> float:
    """A number as it stands in orders: whole ones without a point.

    >>> plain(5.0), plain(2.5)
    (5, 2.5)
    """
    return int(figure) if figure == int(figure) else figure


def misread(step: Any) -> str:
    """Why something is no step of a move, in a sentence; "" when it is one."""
    if not isinstance(step, tuple) or not step:
        return "A step is a group such as (slide 0 5) or (face left)."
    word, rest = step[0], step[1:]
    if word == "slide":
        if rest and isinstance(rest[-1], tuple):
            if not _are_numbers(rest[-1]):
                return "The files that may go on are a group of whole numbers, each once."
            rest = rest[:-1]
        if (
            1 <= len(rest) <= 2
            and _is_figure(rest[0])
            and (len(rest) == 1 or (_is_figure(rest[1]) and rest[1] > 0))
        ):
            return ""
        return "A straight or oblique move is (slide DEGREES INCHES), degrees to the right, inches above 0."
    if word == "wheel":
        if len(rest) in (2, 3) and rest[0] in SIDES and _is_figure(rest[1]):
            return "" if len(rest) == 2 or type(rest[2]) is int else "The file of a wheel is a whole number."
        return "A wheel is (wheel left DEGREES) or (wheel right DEGREES)."
    if word in ("face", "about"):
        if word == "face":
            if not rest or rest[0] not in SIDES:
                return "A face is (face left) or (face right); partly left and partly right are two faces."
            rest = rest[1:]
        if not rest or (len(rest) == 1 and isinstance(rest[0], tuple) and rest[0] and _are_numbers(rest[0])):
            return ""
        return "The figures that turn are one group of different numbers."
    if word == "formation":
        named = 1 <= len(rest) <= 2 and rest[0] in FORMATIONS
        if named and (len(rest) == 1 or (type(rest[1]) is int and 0 < rest[1] < 1000)):
            return ""
        return (
            "A formation is (formation open) or (formation closed); who gathers may add the number of files."
        )
    if word == "frontage":
        if len(rest) == 2 and all(type(count) is int and -96 <= count <= 96 for count in rest):
            return ""
        return "A change of frontage is (frontage LEFT RIGHT): figures added to each end, or below 0 taken from it."
    return "Steps are slide, wheel, face, about, formation and frontage."


def _is_figure(word: Any) -> bool:
    return isinstance(word, (int, float)) and -1000.0 <= word <= 1000.0


def _are_numbers(words: Any) -> bool:
    return all(type(word) is int and 0 <= word < 1000 for word in words) and len(set(words)) == len(words)


# ---------------------------------------------------------------- the verb "move"


def refusal(state: State, side: int, order: Order) -> Refusal | None:
    """Why a move cannot be declared; None when it can.

    Rules: battlesystem:7.0, battlesystem:7.8d, battlesystem:7.8f, battlesystem:7.9i, battlesystem:7.10b, battlesystem:4.7a, 6.3.
    """
    found = _own(state, side, order)
    if found is not None and found.formation == MOB:
        return _refused_mob(order)
    if found is not None and _may_only_reform(found):
        unit = found
        if any(not isinstance(step, tuple) or not step or step[0] != "formation" for step in order[2:]):
            reason = f"{name(state, unit)} was rallied this round: it may change formation, no more."
            return Refusal(reason, "battlesystem:6.3")
    else:
        named = unit_of(state, side, order)
        if isinstance(named, Refusal):
            return named
        unit = named
    if unit.singles is not None and formations.may_take(state, unit, SKIRMISH):
        fault = _first_fault(order)
        if fault:
            return Refusal(fault, "battlesystem:7.0")
        return gathering.refusal(state, unit, order, rate(state, unit))
    why = cannot_move(state, unit)
    if why is not None:
        return why
    if unit.caught and any(isinstance(step, tuple) and step and step[0] in CAUGHT for step in order[2:]):
        reason = f"{name(state, unit)} was caught before it could move: no change of formation, facing or frontage."
        return Refusal(reason, "battlesystem:7.8f")
    return refused_steps(state, unit, order)


def _first_fault(order: Order) -> str:
    """What is wrong with the first step of an order that is none; "" when all are steps."""
    return next((fault for fault in map(misread, order[2:]) if fault), "")


CAUGHT: Final = ("formation", "face", "about", "frontage")
"""Steps that a unit cannot make in the round in which it was caught. Rule: battlesystem:7.8f."""


def _own(state: State, side: int, order: Order) -> Unit | None:
    if len(order) < 2 or type(order[1]) is not int or not 0 <= order[1] < len(state.units):
        return None
    unit = state.units[order[1]]
    return unit if unit.side == side and unit.status == FIELD else None


def _may_only_reform(unit: Unit) -> bool:
    """Whether a unit was rallied this round and is free to change its formation. Rule: battlesystem:6.3."""
    return unit.rallied and not unit.routed and not unit.finished and unit.quarry == NOBODY


def _refused_mob(order: Order) -> Refusal:
    """What a mob cannot do, and that it obeys nobody now. Rules: battlesystem:7.9i, battlesystem:7.10b, battlesystem:2.10e."""
    words = [step[0] for step in order[2:] if isinstance(step, tuple) and step]
    if "frontage" in words:
        reason = "A mob changes its frontage only by taking losses."
        return Refusal(reason, "battlesystem:7.10b")
    if "face" in words or "about" in words:
        return Refusal("A mob never faces aside or about: it wheels, when ordered.", "battlesystem:7.9i")
    if "formation" in words:
        return Refusal("A mob has no formation but its own.", "battlesystem:7.1")
    reason = "A mob acts only on orders given in the Rally Phase."
    return Refusal(reason, "battlesystem:2.10e")


def cannot_move(state: State, unit: Unit) -> Refusal | None:
    """Why a unit in a block cannot make an ordinary move now. Rules: battlesystem:7.8d, battlesystem:4.7a, battlesystem:7.3d."""
    label = name(state, unit)
    if unit.block is None:
        return Refusal(f"{label} are skirmishers: they move figure by figure.", "battlesystem:2.9d")
    if unit.engaged or standing.is_engaged(state, unit):
        reason = f"{label} is in contact with an enemy: it may stay, wrap around, withdraw or flee."
        return Refusal(reason, "battlesystem:7.8d")
    if unit.formation == CLOSED and not unit.in_command:
        reason = f"{label} is closed and out of command: it cannot move."
        return Refusal(reason, "battlesystem:4.7a")
    if left_of(state, unit) <= LEAST:
        return Refusal(f"{label} has no movement left.", "battlesystem:7.0")
    return None


def carry_out(state: State, table: Table, side: int, order: Order) -> None:
    """Move as declared. Rule: battlesystem:7.0."""
    unit = state.units[order[1]]
    if unit.singles is not None:
        gathering.carry_out(state, table, unit, order, rate(state, unit))
        return
    resolve(state, table, unit, list(order[2:]), rate(state, unit))


def is_free_to_move(state: State, unit: Unit) -> bool:
    """Whether an ordinary move, or after a rally a change of formation, may still be ordered."""
    if unit.routed or unit.finished or unit.formation == MOB or unit.quarry != NOBODY or unit.block is None:
        return False
    if unit.engaged or left_of(state, unit) <= LEAST:
        return False
    if unit.formation == CLOSED and not unit.in_command:
        return False
    if unit.rallied:
        return unit.in_command and within(formations.formation_cost(rate(state, unit)), left_of(state, unit))
    return True


def nearest_enemy(state: State, unit: Unit) -> Unit | None:
    """The enemy unit whose middle is nearest; computer players and examples make for it."""
    x, y = standing.centre(unit)
    best: Unit | None = None
    nearest = 1e300
    for enemy in state.units:
        if enemy.side == unit.side or enemy.status != FIELD:
            continue
        to_x, to_y = standing.centre(enemy)
        far = (to_x - x) * (to_x - x) + (to_y - y) * (to_y - y)
        if far < nearest:
            best, nearest = enemy, far
    return best


BEHIND: Final = 110.0
"""Degrees off its front beyond which a unit rather turns about than wheels to an enemy."""


def onward(state: State, unit: Unit) -> list[Step]:
    """Steps that bring a unit nearer to the nearest enemy: aslant, or after a wheel or an about face.

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
    radius = wheel_radius(block, side)
    degrees = float(min(90, round(abs(turn)) - 20, int(left / (radius * radians(1.0)))))
    if degrees < 1.0:
        return straight
    steps: list[Step] = [("wheel", "right" if side == RIGHT else "left", plain(degrees))]
    rest = snap(left - radians(degrees) * radius)
    if rest > 0.1:
        steps.append(("slide", 0, plain(rest)))
    return steps


def _about_and_on(state: State, unit: Unit, block: Block, x: float, y: float) -> list[Step]:
    """About face, and toward a point with what is left."""
    steps: list[Step] = [("about",)]
    left = left_of(state, unit) - formations.facing_cost(rate(state, unit), REAR)
    if left > 0.1:
        after = face(block, REAR)
        turn = turn_between(after.heading, heading_of(x - after.x, y - after.y))
        steps.append(("slide", plain(round(max(-OBLIQUE, min(OBLIQUE, turn)))), plain(snap(left))))
    return steps


def is_loose_elite(state: State, unit: Unit) -> bool:
    """Whether troops in skirmish formation can be told to gather. Rules: battlesystem:2.11, battlesystem:7.6."""
    return (
        unit.singles is not None
        and unit.in_command
        and not (unit.routed or unit.finished or unit.quarry != NOBODY)
        and formations.may_take(state, unit, SKIRMISH)
    )


def offers(state: State, unit: Unit) -> list[Order]:
    """Sensible examples of moves of a unit, none of which is lost."""
    if unit.singles is not None:
        return gathering.offers(state, unit, rate(state, unit)) if is_loose_elite(state, unit) else []
    if not is_free_to_move(state, unit) or standing.is_engaged(state, unit):
        return []
    found: list[Order] = []
    for steps in _ideas(state, unit):
        order: Order = ("move", unit.id, *steps)
        if order not in found and _is_good(state, unit, steps):
            found.append(order)
    return found


def _is_good(state: State, unit: Unit, steps: list[Step]) -> bool:
    """Whether steps that can be paid can be declared, and come to something as far as can be seen beforehand."""
    if unit.caught and any(step[0] in CAUGHT for step in steps):
        return False
    walk = plan(state, unit, steps[:1], None, state.setting.flags.premeasure)
    return walk.refusal is None and walk.cost >= LEAST


def _good_walk(state: State, unit: Unit, steps: list[Step]) -> Walk | None:
    """What steps come to with the enemies in the way, if they are `_is_good`; None if they are not."""
    if unit.caught and any(step[0] in CAUGHT for step in steps):
        return None
    walk = plan(state, unit, steps, None, True)
    measured = state.setting.flags.premeasure
    if walk.legs:
        first = walk.legs[0]
        return walk if (first.cost if measured else first.unhindered) >= LEAST else None
    # An enemy may be why the first step cannot be made: who may not measure declares it all the same, and loses it.
    return walk if not measured and walk.lost and _is_good(state, unit, steps) else None


def _ideas(state: State, unit: Unit) -> list[list[Step]]:
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
        most = int(left / (wheel_radius(block, SIDES[side]) * radians(1.0)))
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
    """The first of the faces that make turned figures look along their unit again. Rule: battlesystem:7.9g."""
    loose, block = unit.loose, unit.block
    assert loose is not None
    assert block is not None
    turned_to: dict[int, list[int]] = {1: [], 2: [], 3: []}
    for figure, pose in enumerate(loose):
        quarter = round(turn_between(block.heading, pose[2]) / 90.0) % 4
        if quarter:
            turned_to[quarter].append(figure)
    if turned_to[1]:
        return [("face", "left", tuple(turned_to[1]))]
    if turned_to[3]:
        return [("face", "right", tuple(turned_to[3]))]
    return [("about", tuple(turned_to[2]))] if turned_to[2] else []


def sample(state: State, unit: Unit, chance: Chance) -> Order | None:
    """A random move: more often than not toward the enemy; any other kind has its share."""
    if unit.singles is not None:
        found = offers(state, unit)
        return found[chance.below(len(found))] if found else None
    drawn = draw(state, unit, chance)
    return None if drawn is None else drawn[0]


def draw(state: State, unit: Unit, chance: Chance) -> tuple[Order, Walk] | None:
    """The `sample` of a unit in a block with the walk that it makes, for whoever gives that order at once."""
    if not is_free_to_move(state, unit) or standing.is_engaged(state, unit):
        return None
    block = unit.block
    assert block is not None
    kind = chance.below(16)
    left = left_of(state, unit)
    steps: list[Step]
    if unit.rallied or formations.are_some_turned(unit):
        ideas = _ideas(state, unit)
        if not ideas:
            return None
        steps = ideas[0]
    elif kind < 9:
        steps = onward(state, unit)
    elif kind < 11:
        inches = max(0.1, left * (1 + chance.below(4)) / 4.0)
        steps = [("slide", chance.below(91) - 45, plain(snap(inches)))]
    elif kind < 13:
        side = "left" if chance.below(2) else "right"
        most = int(left / (wheel_radius(block, SIDES[side]) * radians(1.0)))
        if most < 1:
            return None
        steps = [("wheel", side, 1 + chance.below(min(90, most)))]
    elif kind == 13:
        steps = [("about",)] if chance.below(3) == 0 else [("face", "left" if chance.below(2) else "right")]
        if chance.below(4) == 0:
            steps = [(*steps[0], tuple(range(block.files)))]
    elif kind == 14:
        steps = [("formation", FORMATIONS[OPEN if unit.formation == CLOSED else CLOSED])]
        if formations.may_take(state, unit, SKIRMISH) and chance.below(2):
            steps = [("formation", FORMATIONS[SKIRMISH])]
    else:
        ends = [(1, 0), (0, 1), (1, 1), (-1, 0), (0, -1), (-1, -1)]
        steps = [("frontage", *ends[chance.below(6)])]
    walk = _good_walk(state, unit, steps)
    if walk is not None:
        return ("move", unit.id, *steps), walk
    if unit.rallied or formations.are_some_turned(unit):
        return None
    ways: list[Step] = [
        ("slide", 0, plain(snap(left))),
        ("face", "left" if chance.below(2) else "right"),
        ("about",),
    ]
    for step in ways:
        walk = _good_walk(state, unit, [step])
        if walk is not None:
            return ("move", unit.id, step), walk
    return None
