"""Moves that cannot be made: how far the way goes, why it ends there, and up to three moves that would work.

Rules: warcards:move.allowance, warcards:move.directions, warcards:move.engage.
"""

from __future__ import annotations

from collections import deque
from typing import Final

from msgspec import structs

from banneret.kernel.decision import Decision
from banneret.kernel.order import Order, write_order
from banneret.kernel.scene import OptionView, Preview, Question
from banneret.rulebooks.warcards.board.field import AREAS, NAMES, NUMBERS, STEPS, Path
from banneret.rulebooks.warcards.state import State, Unit

NEARER: Final = 2
"""The number of proposals, of three, that are the unit's own moves nearer to the goal; the third is another unit's."""


def objection(state: State, decision: Decision, order: Order, question: Question) -> Preview | None:
    """The reason why a unit cannot go to an area, however far; None if the order does not name a unit and an area.

    Where it can, by a way that was not named, it has no refusal and says the order.
    """
    if len(order) != 3 or order[0] != "move" or order[2] not in NUMBERS or not isinstance(order[1], int):
        return None
    if not 0 <= order[1] < len(state.units) or state.units[order[1]].place < 0:
        return None
    unit, goal = state.units[order[1]], NUMBERS[order[2]]
    own = [option for option in question.options if _is_of(option, unit)]
    known = next((option for option in own if option.places[-1:] == (NAMES[goal],)), None)
    if known is not None:
        return Preview(order=known.order, way=known.places)
    way = _way(unit, unit.place, goal)
    refusal = decision.check(("move", unit.id, *[NAMES[area] for area in way])) if way else None
    if refusal is None:
        return None
    far = len(way) - 1
    while far and decision.check(("move", unit.id, *[NAMES[area] for area in way[:far]])) is not None:
        far -= 1
    instead = _instead(question, own, unit, goal)
    nearest = write_order(refusal.nearest) if refusal.nearest is not None else question.default
    return Preview(
        refusal=refusal.reason,
        rule=refusal.rule,
        order=instead[0].order if instead else nearest,
        way=tuple([NAMES[area] for area in way[:far]]),
        beyond=tuple([NAMES[area] for area in way[far:]]),
        instead=tuple(instead),
    )


def _instead(question: Question, own: list[OptionView], unit: Unit, goal: int) -> list[OptionView]:
    """The unit's own moves that end nearest to an area, then another unit's into it."""
    ends: dict[str, OptionView] = {}
    for option in sorted(
        own, key=lambda one: (len(_way(unit, NUMBERS[one.places[-1]], goal)), len(one.places))
    ):
        ends.setdefault(option.places[-1], option)
    nearer = list(ends.values())[:NEARER]
    others = [one for one in question.options if one not in own and one.places[-1:] == (NAMES[goal],)]
    chips = [*nearer, *others[: NEARER + 1 - len(nearer)]]
    return [structs.replace(one, odds=None, consequence="") for one in chips]


def _is_of(option: OptionView, unit: Unit) -> bool:
    """True if an option is a move of a unit."""
    return option.order.startswith(f"move {unit.id} ") and len(option.places) > 0


def _way(unit: Unit, start: int, goal: int) -> Path:
    """A shortest way over the areas, occupied or not. Rule: warcards:move.directions."""
    came = {start: start}
    queue = deque([start])
    while queue and goal not in came:
        here = queue.popleft()
        for there in STEPS[unit.side][here]:
            if there not in came and (there < AREAS or there == goal):
                came[there] = here
                queue.append(there)
    if goal not in came or goal == start:
        return ()
    way = [goal]
    while came[way[-1]] != start:
        way.append(came[way[-1]])
    return tuple(way[::-1])
