"""Moves that cannot be made: how far the way goes, why it ends there, and up to three moves that would work.

Rule: stacks:move.order, stacks:move.group, stacks:move.hidden-legality.
"""

from __future__ import annotations

from collections import deque
from typing import Final

from banneret.kernel.decision import Refusal
from banneret.kernel.order import Order, write_order
from banneret.kernel.scene import OptionView, Preview
from banneret.rulebooks.stacks.board.stacks import has_enemy
from banneret.rulebooks.stacks.state import State
from banneret.rulebooks.stacks.text.wording import many, opening, tallied
from banneret.rulebooks.stacks.turn.move_check import plan_move
from banneret.rulebooks.stacks.turn.move_form import MoveForm
from banneret.rulebooks.stacks.turn.move_plan import Plan
from banneret.rulebooks.stacks.turn.move_reach import movable, reachable
from banneret.rulebooks.stacks.view.pieces import piece_id

MOST_CHIPS: Final = 3


def objection(state: State, form: MoveForm, order: Order) -> Preview | None:
    """The reason why units cannot go to a hex, which may lie any way off; None where the order is no such wish.

    Where they can, by a way that was not named, it has no refusal and says the order.
    """
    found = _wish(state, form, order)
    if found is None:
        return None
    group, path = found
    side, names = form.side, state.setting.grid.names
    start = state.units[group[0]].place
    way = path if path[0] in state.setting.grid.neighbours[start] else _way(state, side, start, path[-1])
    if not way:
        return None
    plan = plan_move(state, side, group, way, [])
    if isinstance(plan, Plan):
        return Preview(order=write_order(form.order(group, way)), way=tuple([names[hex_] for hex_ in way]))
    far = len(way) - 1
    while far and not isinstance(plan_move(state, side, group, way[:far], []), Plan):
        far -= 1
    instead = _instead(state, form, group, way[-1])
    return Preview(
        refusal=_reason(plan, state.setting.spots[way[-1]], len(way), len(group)),
        rule=plan.rule,
        order=instead[0].order if instead else write_order(form.nearest(order)),
        way=tuple([names[hex_] for hex_ in way[:far]]),
        beyond=tuple([names[hex_] for hex_ in way[far:]]),
        instead=tuple(instead),
    )


def _wish(state: State, form: MoveForm, order: Order) -> tuple[list[int], list[int]] | None:
    """The units and the hexes of a wish to move; None where it cannot be read."""
    if len(order) != 3 or order[0] != "move" or not isinstance(order[2], tuple) or not order[2]:
        return None
    group = form.own_units(order[1])
    names = state.setting.grid.names
    if isinstance(group, Refusal) or any(name not in names for name in order[2]):
        return None
    return group, [names.index(name) for name in order[2]]


def _reason(refusal: Refusal, goal: str, steps: int, count: int) -> str:
    """The reason, and how far it would be. Rule: stacks:move.group."""
    if refusal.rule != "stacks:move.group" or steps < 2:
        return refusal.reason
    rest = refusal.reason.rstrip(".").partition(" at most")[0]
    pace = ", and a group moves at the pace of its slowest" if count > 1 else ""
    return f"{opening(goal)} is {many(steps, 'hex', 'hexes')} away: {rest} at most{pace}."


def _way(state: State, side: int, start: int, goal: int) -> list[int]:
    """A shortest way from one hex to another: round enemies where it can, else through them."""
    neighbours = state.setting.grid.neighbours
    for around in (True, False):
        came = {start: start}
        queue = deque([start])
        while queue and goal not in came:
            here = queue.popleft()
            for there in neighbours[here]:
                if there in came or (around and there != goal and has_enemy(state, side, there)):
                    continue
                came[there] = here
                queue.append(there)
        if goal in came and goal != start:
            way = [goal]
            while came[way[-1]] != start:
                way.append(came[way[-1]])
            return way[::-1]
    return []


# ---------------------------------------------------------------- what would work


def _instead(state: State, form: MoveForm, group: list[int], goal: int) -> list[OptionView]:
    """Moves of the whole group nearer to the hex, and of those of its units that can go there alone. Rule: stacks:move.split."""
    side = form.side
    free = movable(state, side, state.units[group[0]].place)
    able = [number for number in group if number in free]
    if not able:
        return []
    distance = state.setting.grid.distance
    ends = sorted(reachable(state, side, able), key=lambda end: (distance(end[0], goal), len(end[1]), end[0]))
    alone = _alone(state, form, able, goal)
    nearer = [_option(state, form, able, path, len(able) == len(group)) for _, path in ends]
    return [*nearer[: MOST_CHIPS - len(alone)], *alone]


def _alone(state: State, form: MoveForm, group: list[int], goal: int) -> list[OptionView]:
    """The move of as many of a group as can go to the hex."""
    for some in (group, *[[number] for number in group]):
        for end, path in reachable(state, form.side, some):
            if end == goal:
                going = [n for n in group if isinstance(plan_move(state, form.side, [n], path, []), Plan)]
                if not going or not isinstance(plan_move(state, form.side, going, path, []), Plan):
                    going = some  # they go together only: by ship, say
                return [_option(state, form, going, path, False)]
    return []


def _option(state: State, form: MoveForm, group: list[int], path: list[int], everyone: bool) -> OptionView:
    """A move as an option: "All to C4", "Centaurs alone to D4"."""
    kinds, units = state.setting.kinds, state.units
    names = state.setting.grid.names
    who = tallied([kinds[units[number].kind].name for number in group])
    goal = state.setting.spots[path[-1]]
    label = (
        f"{who} alone to {goal}"
        if not everyone
        else f"All to {goal}"
        if len(group) > 1
        else f"{who} to {goal}"
    )
    return OptionView(
        write_order(form.order(group, path)),
        label,
        pieces=tuple([piece_id(number) for number in group]),
        places=tuple([names[hex_] for hex_ in path]),
    )
