"""Ordinary moves of units in a block: the orders, and the reasons they cannot be given. `march.mover` carries them out.

Order: ("move", unit, STEP...), the steps as in `steps`, at least one: ("move", 3, ("wheel", "left", 20), ("slide", 0, 5)).

Rules: battlesystem:7.0, battlesystem:7.7b, battlesystem:7.8d, battlesystem:7.8f, battlesystem:7.9i, battlesystem:7.10b,
battlesystem:3.5, battlesystem:4.7a.
"""

from __future__ import annotations

from typing import Final

from banneret.geometry.plane import radians, within
from banneret.kernel.decision import Refusal
from banneret.kernel.enumeration import enumerated
from banneret.kernel.order import Order
from banneret.rulebooks.battlesystem.blocks.block_moves import OBLIQUE, WHEEL, wheel_radius
from banneret.rulebooks.battlesystem.drill import gathering
from banneret.rulebooks.battlesystem.drill.legs import LEAST, Walk, left_of
from banneret.rulebooks.battlesystem.drill.order_checks import bound, no_movement_left, plain, unit_of
from banneret.rulebooks.battlesystem.drill.steps import SIDES, Step, misread
from banneret.rulebooks.battlesystem.drill.walking import plan
from banneret.rulebooks.battlesystem.space import contacts, formations
from banneret.rulebooks.battlesystem.state import State, name
from banneret.rulebooks.battlesystem.text.sentences import agree, says
from banneret.rulebooks.battlesystem.unit import CLOSED, FIELD, MOB, NOBODY, SKIRMISH, Unit
from banneret.rulebooks.battlesystem.worth.allowance import normal_rate, rate

MOST_STEPS: Final = 16  # in one order

# ---------------------------------------------------------------- reading orders


def refused_steps(state: State, unit: Unit, order: Order, allowance: float | None = None) -> Refusal | None:
    """The reason the steps of an order (its words from the third on) cannot be tried; None if they can.

    A reason that only measuring shows counts only if the table allows measuring beforehand; else the step is lost when it comes.
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
        if walk.halt is None:
            return Refusal("Something stands right in its way.", "battlesystem:7.1e")
        walk.halt.nearest = _opened(state, unit, order, allowance)
        return walk.halt
    if refusal is None or (walk.lost and not measured):
        return None
    refusal.nearest = _mended(state, unit, order, walk.place, walk, allowance)
    return refusal


def _opened(state: State, unit: Unit, order: Order, allowance: float | None) -> Order | None:
    """The order with a change to open formation before it, if that can be given; else None. Rule: battlesystem:11.8c."""
    if unit.formation != CLOSED or len(order) > MOST_STEPS:
        return None
    longer = (*order[:2], ("formation", "open"), *order[2:])
    return longer if refused_steps(state, unit, longer, allowance) is None else None


def _up_to(state: State, unit: Unit, order: Order, place: int, allowance: float | None) -> Order | None:
    """The order without its steps from a place on, if that can be given; else None."""
    if place == 0:
        return None
    shorter = order[: 2 + place]
    return shorter if refused_steps(state, unit, shorter, allowance) is None else None


def _mended(
    state: State, unit: Unit, order: Order, place: int, walk: Walk, allowance: float | None
) -> Order | None:
    """The order up to the step at a place, which is made possible, or else left out; None if neither can be given."""
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


# ---------------------------------------------------------------- the verb "move"


def refusal(state: State, side: int, order: Order) -> Refusal | None:
    """The reason a move cannot be declared; None if it can.

    Rules: battlesystem:7.0, battlesystem:7.8d, battlesystem:7.8f, battlesystem:7.9i, battlesystem:7.10b, battlesystem:4.7a, 6.3.
    """
    found = _own(state, side, order)
    if found is not None and found.formation == MOB:
        return _refused_mob(order)
    if found is not None and _may_only_reform(found):
        unit = found
        if any(not isinstance(step, tuple) or not step or step[0] != "formation" for step in order[2:]):
            reason = says(state, unit, "was|were rallied this round: it|they may change formation, no more.")
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
    return refused_as_caught(state, unit, order[2:]) or refused_steps(state, unit, order)


def refused_as_caught(state: State, unit: Unit, steps: Order) -> Refusal | None:
    """The reason a unit that was caught before it could move cannot make some steps; None if it can. Rule: battlesystem:7.8f.

    It is caught for all of the round, whether or not it still touches the enemy.
    """
    if not unit.caught or not any(isinstance(step, tuple) and step and step[0] in CAUGHT for step in steps):
        return None
    reason = says(
        state, unit, "was|were caught before it|they could move: no change of formation, facing or frontage."
    )
    return Refusal(reason, "battlesystem:7.8f")


def _first_fault(order: Order) -> str:
    """The fault of the first step of an order that cannot be read; "" if all can."""
    return next((fault for fault in map(misread, order[2:]) if fault), "")


CAUGHT: Final = ("formation", "face", "about", "frontage")
"""Steps that a unit cannot make in the round in which it was caught. Rule: battlesystem:7.8f."""


def _own(state: State, side: int, order: Order) -> Unit | None:
    """The unit that an order names, if it is the side's and on the table; else None."""
    if len(order) < 2 or type(order[1]) is not int or order[1] not in state.units:
        return None
    unit = state.units[order[1]]
    return unit if unit.side == side and unit.status == FIELD else None


def _may_only_reform(unit: Unit) -> bool:
    """True if a unit was rallied this round and is free to change its formation. Rule: battlesystem:6.3."""
    return unit.rallied and not unit.routed and not unit.finished and unit.quarry == NOBODY


def _refused_mob(order: Order) -> Refusal:
    """The refusal of an order to a mob, which takes none now. Rules: battlesystem:7.9i, battlesystem:7.10b, battlesystem:2.10e."""
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
    """The reason a unit in a block cannot make an ordinary move now; None if it can. Rules: battlesystem:7.8d, battlesystem:4.7a, battlesystem:7.3d."""
    label = name(state, unit)
    if unit.block is None:
        return Refusal(f"{label} are skirmishers: they move figure by figure.", "battlesystem:2.9d")
    why = bound(state, unit)
    if why:
        return Refusal(f"{label} {why}: {left_to_bound(state, unit)}.", "battlesystem:7.8d")
    if unit.formation == CLOSED and not unit.in_command:
        reason = says(state, unit, "is|are closed and out of command: it|they cannot move.")
        return Refusal(reason, "battlesystem:4.7a")
    if left_of(state, unit) <= LEAST:
        return no_movement_left(label, unit.shots, rate(state, unit), "battlesystem:7.0")
    return None


def left_to_bound(state: State, unit: Unit) -> str:
    """In words, the things that a unit bound to an enemy may still do. Rules: battlesystem:7.8d, battlesystem:7.8f, battlesystem:4.7a."""
    label = name(state, unit)
    if not contacts.is_engaged(state, unit):
        return agree(label, "it|they stays|stay")
    if unit.formation == CLOSED and not unit.in_command:
        return agree(label, "closed and out of command, it|they stays|stay")
    ways = ["stay"]
    if not unit.caught or state.setting.flags.caught_may_wrap:
        ways.append("wrap around")
    if unit.in_command:
        ways.append("withdraw")
    return f"{agree(label, 'it|they')} may {enumerated([*ways, 'flee'], 'or')}"


def is_free_to_move(state: State, unit: Unit) -> bool:
    """True if an ordinary move, or after a rally a change of formation, may still be ordered."""
    if unit.routed or unit.finished or unit.formation == MOB or unit.quarry != NOBODY or unit.block is None:
        return False
    return not unit.engaged and may_go(state, unit)


def may_go(state: State, unit: Unit) -> bool:
    """`is_free_to_move` of a unit in a block, not engaged, that can be ordered at all."""
    if unit.formation == CLOSED and not unit.in_command:
        return False
    if rate(state, unit) - unit.spent <= LEAST:
        return False
    if unit.rallied:
        return unit.in_command and within(
            formations.formation_cost(normal_rate(state, unit)), left_of(state, unit)
        )
    return True


def is_loose_elite(state: State, unit: Unit) -> bool:
    """True if troops in skirmish formation can be told to gather. Rules: battlesystem:2.11, battlesystem:7.6."""
    return (
        unit.singles is not None
        and unit.in_command
        and not (unit.routed or unit.finished or unit.quarry != NOBODY)
        and formations.may_take(state, unit, SKIRMISH)
    )
