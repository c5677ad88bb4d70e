"""Moves that would work instead of one that is refused, loses a step, or stops on its way: the nearest first.

Rules: battlesystem:7.0, battlesystem:7.1e, battlesystem:7.9b, battlesystem:3.5.
"""

from __future__ import annotations

from typing import Any, Final

from banneret.geometry.plane import length
from banneret.kernel.decision import Refusal
from banneret.kernel.order import Order, write_order
from banneret.kernel.scene import OptionView
from banneret.rulebooks.battlesystem.drill import walking
from banneret.rulebooks.battlesystem.drill.legs import LEAST, Leg, Walk
from banneret.rulebooks.battlesystem.drill.steps import misread
from banneret.rulebooks.battlesystem.movement import forced_marches
from banneret.rulebooks.battlesystem.movement.charges import charge_paths
from banneret.rulebooks.battlesystem.movement.movement_orders import MoveDecision
from banneret.rulebooks.battlesystem.state import State, Unit
from banneret.rulebooks.battlesystem.text.wording import step_text
from banneret.rulebooks.battlesystem.view.pieces import unit_id
from banneret.rulebooks.battlesystem.worth.allowance import rate

MOST: Final = 3
DEGREES: Final = 5  # by which a wheel is made smaller until there is movement enough for it


def nearest_walks(
    state: State, decision: MoveDecision, unit: Unit, order: Order, refusal: Refusal | None
) -> list[OptionView]:
    """Up to three orders of the same unit that would work as they are read; none where the order itself does."""
    head = order[: 3 if order[0] == "charge" else 2]
    found: list[Order] = []
    if refusal is not None and refusal.nearest is not None and refusal.nearest[: len(head)] == head:
        found.append(refusal.nearest)
    steps = list(order[len(head) :])
    if not any(misread(step) for step in steps):
        walk = _walked(state, unit, str(head[0]), steps)
        made = [_made(leg) for leg in walk.legs]
        if walk.lost and refusal is None:
            step = steps[len(made)]
            if step[0] == "wheel":
                found.append((*head, *made, *_smaller(state, unit, str(head[0]), made, step)))
            found.append((*head, *made))
        elif walk.stopped and walk.cost > LEAST:
            found.append((*head, *made))
    options: list[OptionView] = []
    for one in found:
        if len(one) > len(head) and one != order and decision.check(one) is None:
            option = OptionView(write_order(one), _words(one[len(head) :]), pieces=(unit_id(unit),))
            if all(option.order != other.order for other in options):
                options.append(option)
    return options[:MOST]


def _walked(state: State, unit: Unit, word: str, steps: list[Any]) -> Walk:
    """The walk of some steps, as far as it may be measured. Rule: battlesystem:3.5."""
    allowance = rate(state, unit)
    if word == "charge":
        allowance = charge_paths.range_of(state, unit)
    elif word == "march":
        allowance = forced_marches.rate_of(state, unit)
    return walking.plan(state, unit, steps, allowance, state.setting.flags.premeasure)


def _made(leg: Leg) -> Any:
    """A step as it came out: a straight or oblique move with the inches that it went."""
    step = leg.step
    if step[0] != "slide":
        return step
    gone = round(length(leg.after.x - leg.before.x, leg.after.y - leg.before.y), 1)
    return ("slide", step[1] if len(step) > 1 else 0, gone)


def _smaller(state: State, unit: Unit, word: str, made: list[Any], step: Any) -> list[Any]:
    """The largest wheel of this kind that there is movement for; none where there is for no wheel. Rule: battlesystem:7.9b."""
    for degrees in range(int(step[2]) // DEGREES * DEGREES, 0, -DEGREES):
        wheel = (step[0], step[1], degrees, *step[3:])
        if _walked(state, unit, word, [*made, wheel]).refusal is None:
            return [wheel]
    return []


def _words(steps: Order) -> str:
    texts = [step_text(step) for step in steps]
    return ", then ".join([text if not n else text[:1].lower() + text[1:] for n, text in enumerate(texts)])
