"""The units that can still move, and the hexes a group can go to."""

from __future__ import annotations

from banneret.kernel.order import Order
from banneret.rulebooks.stacks.board.habitat import own_move
from banneret.rulebooks.stacks.board.stacks import has_enemy, is_usable
from banneret.rulebooks.stacks.board.transports import may_board, transports_in
from banneret.rulebooks.stacks.state import NOBODY, State
from banneret.rulebooks.stacks.turn.move_check import plan_move
from banneret.rulebooks.stacks.turn.move_plan import Plan

FARTHEST = 3  # hexes in one order: the greatest Move there is


def movable(state: State, side: int, hex_: int) -> list[int]:
    """The units in a hex that may still be ordered to move this turn, paralyzed passengers of ships that may included.

    Rule: stacks:move.order, stacks:site.no-move, stacks:paralyze.on-the-map.
    """
    units = state.units
    kinds = state.setting.kinds
    found: list[int] = []
    held = False
    for i in state.stacks[side].get(hex_, ()):
        unit = units[i]
        if unit.moved or kinds[unit.kind].site:
            continue
        if unit.held_turns > 0:
            held = True
            continue
        found.append(i)
    if held:
        for i in state.stacks[side][hex_]:
            unit = units[i]
            if unit.held_turns > 0 and not unit.moved and unit.aboard in found:
                found.append(i)
        found.sort()
    return found


def with_passengers(state: State, side: int, number: int, free: list[int]) -> list[int]:
    """A unit and, if it is a transport, those of `free` that are aboard it. Rule: stacks:move.sail."""
    units = state.units
    if state.setting.kinds[units[number].kind].transport == 0:
        return [number]
    return [i for i in free if i == number or units[i].aboard == number]


def boardings(state: State, side: int, hex_: int) -> list[Order]:
    """The orders by which units in a hex go aboard transports there without moving. Rule: stacks:move.board."""
    ships = transports_in(state, side, hex_)
    found: list[Order] = []
    if ships:
        units = state.units
        for i in state.stacks[side][hex_]:
            if units[i].aboard == NOBODY and is_usable(units[i]):
                mine = [ship for ship in ships if may_board(state, units[i], units[ship])]
                found.extend([("board", i, ship) for ship in mine])
    return found


def reachable(state: State, side: int, group: list[int]) -> list[tuple[int, list[int]]]:
    """Every hex the group may move to, each with a shortest path to it (without the hex it starts in).

    Rule: stacks:move.group, stacks:move.cost, stacks:move.enemy-stop.
    """
    units = state.units
    setting = state.setting
    neighbours = setting.grid.neighbours
    water = setting.water
    most = pace_at_best(state, group)
    start = units[group[0]].place
    found: list[tuple[int, list[int]]] = []
    reached: set[int] = set()
    tried: set[int] = set()  # hex, the grounds passed through, and the ground before it, as a number
    frontier: list[tuple[int, int, list[int]]] = [(start, 0, [])]
    for depth in range(most):
        following: list[tuple[int, int, list[int]]] = []
        for here, grounds, path in frontier:
            passed = grounds if depth == 0 else grounds | (1 if water[here] else 2)
            for there in neighbours[here]:
                key = (there * 4 + passed) * 2 + (1 if water[here] else 0)
                if there == start or key in tried:
                    continue
                tried.add(key)
                longer = [*path, there]
                if there not in reached and isinstance(plan_move(state, side, group, longer, []), Plan):
                    reached.add(there)
                    found.append((there, longer))
                if depth + 1 < most and not has_enemy(state, side, there):
                    following.append((there, passed, longer))
        frontier = following
    return found


def pace_at_best(state: State, group: list[int]) -> int:
    """The most hexes that any move of the group can have. Rule: stacks:move.group."""
    units = state.units
    kinds = state.setting.kinds
    lent = 0
    for i in group:
        kind = kinds[units[i].kind]
        if (kind.carry or kind.transport) and kind.move > lent:
            lent = kind.move
    most = FARTHEST
    for i in group:
        move = own_move(state, units[i])
        if lent > move:
            move = lent
        if move < most:
            most = move
    return most
