"""Moves that would work in place of one that is refused, loses a step, or stops on its way: the nearest first.

Rules: battlesystem:7.0, battlesystem:7.1e, battlesystem:7.9b, battlesystem:7.13, battlesystem:7.14b, battlesystem:3.5.
"""

from __future__ import annotations

from typing import Any, Final

from banneret.geometry.plane import TOLERANCE, length
from banneret.geometry.sweeps import NEVER
from banneret.kernel.decision import Refusal
from banneret.kernel.order import Order, write_order
from banneret.kernel.scene import OptionView
from banneret.rulebooks.battlesystem.drill import walking
from banneret.rulebooks.battlesystem.drill.legs import LEAST, Leg, Walk
from banneret.rulebooks.battlesystem.drill.steps import inches_of, misread
from banneret.rulebooks.battlesystem.movement import forced_marches
from banneret.rulebooks.battlesystem.movement.charges import charge_paths
from banneret.rulebooks.battlesystem.movement.movement_orders import MoveDecision
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.tables.grounds import Feature
from banneret.rulebooks.battlesystem.text.sentences import capital
from banneret.rulebooks.battlesystem.text.wording import steps_text
from banneret.rulebooks.battlesystem.unit import CLOSED, Unit
from banneret.rulebooks.battlesystem.view.pieces import unit_id
from banneret.rulebooks.battlesystem.worth.allowance import rate

MOST: Final = 3  # moves offered
BREAKS: Final = "battlesystem:11.8f"  # the rule of an opening of ranks that nobody orders
DEGREES: Final = 5  # steps in which a wheel is made smaller until there is movement for it


def nearest_walks(
    state: State, decision: MoveDecision, unit: Unit, order: Order, refusal: Refusal | None
) -> list[OptionView]:
    """Up to three orders to the same unit that would work in full; empty if the order itself does."""
    head = order[: 3 if order[0] == "charge" else 2]
    found: list[Order] = []
    if refusal is not None and refusal.nearest is not None and refusal.nearest[: len(head)] == head:
        found.append(refusal.nearest)
    steps = list(order[len(head) :])
    if not any(misread(step) for step in steps):
        walk = _walked(state, unit, str(head[0]), steps)
        made = [_made(leg) for leg in walk.legs if leg.rule != BREAKS]
        if order[0] == "charge" and walk.halt is not None and walk.unit.formation == CLOSED:
            found.append((*head, ("formation", "open"), *steps))
        if walk.lost and refusal is None:
            step = steps[walk.place]
            if step[0] == "wheel":
                found.append((*head, *made, *_smaller(state, unit, str(head[0]), made, step)))
            found.append((*head, *made))
        elif walk.stopped and walk.cost > LEAST:
            found.append((*head, *made))
        elif beyond(walk) is not None:
            found.append(
                (*head, *[_made(leg) for leg in walk.legs if leg.cost > LEAST or leg.step[0] != "slide"])
            )
    options: list[OptionView] = []
    for one in found:
        if len(one) > len(head) and one != order and decision.check(one) is None:
            option = OptionView(write_order(one), steps_text(one[len(head) :]), pieces=(unit_id(unit),))
            if all(option.order != other.order for other in options):
                options.append(option)
    return options[:MOST]


def beyond(walk: Walk) -> tuple[float, float] | None:
    """The inches that the last leg of a walk was to go and those it went; None unless it ended for want of movement. Rule: battlesystem:7.0."""
    if not walk.legs or walk.refusal is not None or walk.stopped or walk.contacts:
        return None
    leg = walk.legs[-1]
    wanted = inches_of(leg.step) if leg.step[0] == "slide" else 0.0
    gone = leg.cost
    if walk.tariff is not None:
        # over ground an inch of way is not an inch of movement, and a leg is cut where the unit opens order
        gone = sum([_inches_gone(one) for one in walk.legs if one.place == leg.place and one.rule != BREAKS])
    return (wanted, gone) if gone + TOLERANCE < wanted < NEVER else None


def _inches_gone(leg: Leg) -> float:
    return length(leg.after.x - leg.before.x, leg.after.y - leg.before.y)


def shortened(state: State, decision: MoveDecision, order: Order, left: float) -> list[OptionView]:
    """An order to skirmishers cut to the `left` inches that they have, as an option; empty if it cannot be. Rule: battlesystem:2.9d."""
    groups: list[Any] = []
    for group in order[2:]:
        rest, legs = left, []
        for bearing, inches in zip(group[1::2], group[2::2], strict=True):
            gone = round(min(rest, inches), 2)
            rest -= gone
            legs += [bearing, gone] if gone > LEAST else []
        groups += [(group[0], *legs)] if legs else []
    one = (*order[:2], *groups)
    if not groups or one == order or decision.check(one) is not None:
        return []
    return [
        OptionView(
            write_order(one), f"As far as {_inches(left)} in", pieces=(unit_id(state.units[order[1]]),)
        )
    ]


def reach_rule(word: str) -> str:
    """The rule that limits how far a unit goes by an order with this word. Rules: battlesystem:7.0, battlesystem:7.13, battlesystem:7.14b."""
    return {"charge": "battlesystem:7.14b", "march": "battlesystem:7.13"}.get(word, "battlesystem:7.0")


def stops_for_want(wanted: float, left: float, who: str = "it") -> str:
    """The sentence about a way that is longer than the movement left; `who`: "he" for an individual."""
    there = "none is left" if _inches(left) == "0" else f"{_inches(left)} in are left"
    return f"That is {_inches(wanted)} in away, {there}: {who} stops here."


def stops_for_ground(halt: Feature | None, left: float) -> str:
    """The sentence about an individual's way that ground cuts short: before a feature too costly to enter, or where the movement is spent."""
    if halt is not None:
        return f"{capital(halt.name)} takes more than the {_inches(left)} in of movement that are left: he stops here."
    return f"Over this ground the {_inches(left)} in of movement that are left go no farther."


def _inches(figure: float) -> str:
    return f"{figure:.2f}".rstrip("0").rstrip(".")


def _walked(state: State, unit: Unit, word: str, steps: list[Any]) -> Walk:
    """The walk of some steps under an order with this word, as far as it may be measured. Rule: battlesystem:3.5."""
    allowance, short = rate(state, unit), 0.0
    if word == "charge":
        allowance = charge_paths.range_of(state, unit)
    elif word == "march":
        allowance, short = forced_marches.rate_of(state, unit), forced_marches.SHORT
    return walking.plan(state, unit, steps, allowance, state.setting.flags.premeasure, short)


def _made(leg: Leg) -> Any:
    """The step of a leg as it was made: a slide with the inches that it went."""
    step = leg.step
    if step[0] != "slide":
        return step
    gone = round(length(leg.after.x - leg.before.x, leg.after.y - leg.before.y), 1)
    return ("slide", step[1] if len(step) > 1 else 0, gone)


def _smaller(state: State, unit: Unit, word: str, made: list[Any], step: Any) -> list[Any]:
    """The largest smaller wheel that there is movement for; empty if there is none. Rule: battlesystem:7.9b."""
    for degrees in range(int(step[2]) // DEGREES * DEGREES, 0, -DEGREES):
        wheel = (step[0], step[1], degrees, *step[3:])
        if _walked(state, unit, word, [*made, wheel]).refusal is None:
            return [wheel]
    return []
