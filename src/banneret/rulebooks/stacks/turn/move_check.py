"""The check of a move order: its plan, or why it may not be given.

The form that asks, the examples it lists, the random orders it picks and the step that carries an order out all go through
`plan_move`.
"""

from __future__ import annotations

from banneret.kernel.decision import Refusal
from banneret.rulebooks.stacks.board.habitat import may_be_by_itself, own_move, passes
from banneret.rulebooks.stacks.board.stacking import has_room
from banneret.rulebooks.stacks.board.stacks import has_enemy
from banneret.rulebooks.stacks.state import NOBODY, State
from banneret.rulebooks.stacks.text.wording import many, opening, verb
from banneret.rulebooks.stacks.turn.move_help import find_help, settle_behind
from banneret.rulebooks.stacks.turn.move_plan import Plan


def plan_move(
    state: State, side: int, group: list[int], path: list[int], named: list[tuple[int, int]]
) -> Plan | Refusal:
    """The plan of an order, or why it cannot be given. `named`: units and the transports chosen for them.

    The units are the side's own and in one hex; each is named once.

    Rule: stacks:move.order, stacks:move.group, stacks:move.stacking.
    """
    plan = Plan(group, path)
    refusal = _check_way(state, side, plan)
    if refusal is not None:
        return refusal
    lacking: list[int] = []
    landing: list[int] = []
    refusal = _check_units(state, plan, lacking, landing)
    if refusal is not None:
        return refusal
    if named or lacking or landing:
        refusal = find_help(state, side, plan, lacking, landing, named)
        if refusal is not None:
            return refusal
    if plan.helpers:
        refusal = settle_behind(state, side, plan, named)
        if refusal is not None:
            return refusal
    last = path[len(path) - 1]
    if not has_room(state, side, last, group):
        name = state.setting.spots[last]
        limit = many(state.setting.stack_limit, "unit")
        return Refusal(f"At most {limit} may be at {name}.", "stacks:move.stacking")
    return plan


def _check_way(state: State, side: int, plan: Plan) -> Refusal | None:
    """None if the hexes of the path are adjacent, with no enemy before the last; also notes the ground in the plan.

    Rule: stacks:move.cost, stacks:move.enemy-stop, stacks:move.leave-contested.
    """
    setting = state.setting
    water = setting.water
    neighbours = setting.grid.neighbours
    path = plan.path
    steps = len(path)
    here = state.units[plan.group[0]].place
    for place in range(steps):
        there = path[place]
        if there not in neighbours[here]:
            names = setting.spots
            return Refusal(f"{opening(names[there])} is not next to {names[here]}.", "stacks:map.adjacent")
        if place < steps - 1:
            if has_enemy(state, side, there):
                name = setting.spots[there]
                return Refusal(
                    f"There are enemies at {name}, and a move ends there.", "stacks:move.enemy-stop"
                )
            if water[there]:
                plan.wet = True
            else:
                plan.dry = True
        else:
            plan.coast = water[there] and not water[here]
        here = there
    return None


def _check_units(state: State, plan: Plan, lacking: list[int], landing: list[int]) -> Refusal | None:
    """None if no unit of the group is barred from moving; also lists those who cannot do it on their own.

    `lacking` get those who cannot come so far or so through, `landing` those who only cannot be where it ends.

    Rule: stacks:move.order, stacks:site.no-move, stacks:paralyze.on-the-map, stacks:move.allowance.
    """
    units = state.units
    kinds = state.setting.kinds
    group = plan.group
    steps = len(plan.path)
    last = plan.path[steps - 1]
    for i in group:
        unit = units[i]
        kind = kinds[unit.kind]
        if kind.site:
            return Refusal(f"{kind.name} is a Site, and Sites do not move.", "stacks:site.no-move")
        if unit.moved:
            return Refusal(
                f"{kind.name} {verb(kind.name, 'has', 'have')} moved this turn.", "stacks:move.order"
            )
        if kind.transport or kind.carry:
            plan.helpers = True
        ship = unit.aboard
        if ship != NOBODY and ship in group:
            if kind.move < steps and kinds[units[ship].kind].move < steps and own_move(state, unit) < steps:
                lacking.append(i)
            continue
        if unit.held_turns > 0 or unit.held:
            return Refusal(
                f"{kind.name} {verb(kind.name, 'is', 'are')} paralyzed.", "stacks:paralyze.on-the-map"
            )
        slow = kind.move < steps and own_move(state, unit) < steps
        if slow or ((plan.wet or plan.dry) and not passes(state, unit, plan.wet, plan.dry)):
            lacking.append(i)
        elif not may_be_by_itself(state, unit, last):
            landing.append(i)
    return None
