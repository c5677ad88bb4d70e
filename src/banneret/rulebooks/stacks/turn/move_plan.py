"""The plan of a legal order to move, and how it is carried out."""

from __future__ import annotations

from banneret.rulebooks.stacks.board.shift import shift
from banneret.rulebooks.stacks.state import State


class Plan:
    """The effect of a legal move order: the group and its path, boardings before and after, changes of ship by those left behind."""

    __slots__ = ("after", "before", "behind", "coast", "dry", "group", "helpers", "path", "wet")

    def __init__(self, group: list[int], path: list[int]) -> None:
        self.group: list[int] = group
        self.path: list[int] = path
        self.before: list[tuple[int, int]] = []  # (unit, transport of the group) as they set out
        self.after: list[tuple[int, int]] = []  # (unit, transport) where they arrive
        self.behind: list[tuple[int, int]] = []  # (unit, transport) among those that stay
        self.wet: bool = False  # passes through water, the last hex aside
        self.dry: bool = False  # passes over land, the last hex aside
        self.coast: bool = False  # the last step is from land into water
        self.helpers: bool = False  # there are carriers or transports in the group


def carry_out(state: State, side: int, plan: Plan) -> None:
    """Carry out a plan. Rule: stacks:move.order, stacks:move.split, stacks:move.board, stacks:opt.standing-contest."""
    units = state.units
    last = plan.path[len(plan.path) - 1]
    for i, ship in plan.before:
        units[i].aboard = ship
    for i, ship in plan.behind:
        units[i].aboard = ship
    shift(state, side, plan.group, last)
    for i, ship in plan.after:
        units[i].aboard = ship
    for i in plan.group:
        units[i].moved = True
    contested, reinforced = state.contested, state.reinforced
    if contested is not None and reinforced is not None and last in contested and last not in reinforced:
        reinforced.append(last)
