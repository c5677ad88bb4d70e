"""The ways that a unit may go.

Rules: warcards:move.allowance, warcards:move.directions, warcards:move.through-friends, warcards:move.engage,
warcards:move.locked, warcards:reserve.enter, warcards:reserve.leave, warcards:reserve.enemy.
"""

from __future__ import annotations

from banneret.rulebooks.warcards.board.field import AREAS, OWN_LINE, RESERVES, STEPS, Path
from banneret.rulebooks.warcards.board.works import all_inside, bars
from banneret.rulebooks.warcards.ratings.allowance import effective_move, move_cap, move_inside
from banneret.rulebooks.warcards.state import State, Unit


def may_set_out(state: State, unit: Unit) -> bool:
    """True if a unit may still move in its side's movement step.

    Rules: warcards:move.locked, warcards:reserve.enter, warcards:reserve.leave, warcards:combat.subdued.
    """
    if unit.place < 0 or unit.spent or unit.halted or unit.since:
        return False
    return not (unit.routed and unit.place == RESERVES[unit.side])


def paths(state: State, unit: Unit) -> list[Path]:
    """The ways a free unit may go: for each end and each area it is entered from, a shortest one.

    Rules: warcards:move.allowance, warcards:move.directions, warcards:move.through-friends, warcards:move.engage,
    warcards:reserve.enter, warcards:reserve.leave, warcards:full.no-mounted, warcards:rout.no-engage, warcards:limited.terrain.
    """
    start = unit.place
    side = unit.side
    steps = STEPS[side]
    at = state.at
    mine = side * AREAS
    theirs = (1 - side) * AREAS
    if start >= AREAS:
        return _out_of_reserve(state, unit)
    cap = move_cap(state, unit)
    inside = move_inside(state, unit) if state.fortified else cap
    mounted = state.setting.cards[unit.id].mounted
    found: list[Path] = []
    seen: list[bool] = [False] * (17 * 17)
    front: list[Path] = [()]
    length = 0
    most = max(cap, inside)
    while front and length < most:
        length += 1
        ahead: list[Path] = []
        for path in front:
            here = path[-1] if path else start
            crowded = bool(path) and at[mine + here] >= 0
            for area in steps[here]:
                if area == start or area in path or seen[area * 17 + here]:
                    continue
                if length > cap and not all_inside(state, start, path, area):
                    continue
                if area >= AREAS:
                    seen[area * 17 + here] = True
                    found.append((*path, area))
                    continue
                if bars(state, side, area) and (mounted or crowded):
                    continue
                seen[area * 17 + here] = True
                friend = at[mine + area]
                enemy = at[theirs + area]
                if enemy >= 0:
                    if friend < 0 and not unit.routed:
                        found.append((*path, area))
                    continue
                way = (*path, area)
                if friend < 0:
                    found.append(way)
                ahead.append(way)
        front = ahead
    return found


def _out_of_reserve(state: State, unit: Unit) -> list[Path]:
    """The free areas of the own line, for a unit in its reserve that may move at all. Rule: warcards:reserve.leave."""
    if effective_move(state, unit) < 1:
        return []
    mine = unit.side * AREAS
    return [
        (area,)
        for area in OWN_LINE[unit.side]
        if state.at[mine + area] < 0 and not bars(state, unit.side, area)
    ]
