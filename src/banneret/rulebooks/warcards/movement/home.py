"""The way home of routed and withdrawing units. Rules: warcards:rout.move-home, warcards:rout.shortest-path."""

from __future__ import annotations

from banneret.rulebooks.warcards.board.field import ADJACENT, AREAS, OWN_LINE, RESERVES, STEPS, Path
from banneret.rulebooks.warcards.board.works import all_inside, bars, is_haven
from banneret.rulebooks.warcards.ratings.allowance import move_cap
from banneret.rulebooks.warcards.state import State, Unit


def must_go_home(state: State, unit: Unit) -> bool:
    """True if a unit must make for its reserve in its movement step. Rules: warcards:rout.move-home, warcards:withdraw.declare."""
    if not (unit.routed or state.withdrawing >> unit.side & 1):
        return False
    return 0 <= unit.place < AREAS and not unit.since and not unit.spent and not unit.halted


def distances_home(state: State, side: int, start: int) -> list[int]:
    """The distance of each area from a side's reserve, in areas, by ways that a routed unit may use; 99 if there is none.

    Rules: warcards:rout.shortest-path, warcards:rout.no-engage.
    """
    far = [99] * (AREAS + 2)
    front: list[int] = []
    for area in OWN_LINE[side]:
        if _passable(state, side, area, start):
            far[area] = 1
            front.append(area)
    length = 1
    while front:
        length += 1
        ahead: list[int] = []
        for here in front:
            if here == start:
                continue
            for area in ADJACENT[here]:
                if far[area] == 99 and _passable(state, side, area, start):
                    far[area] = length
                    ahead.append(area)
        front = ahead
    far[RESERVES[side]] = 0
    return far


def _passable(state: State, side: int, area: int, start: int) -> bool:
    if area == start:
        return True
    return state.at[(1 - side) * AREAS + area] < 0 and not bars(state, side, area)


def ways_home(state: State, unit: Unit, most: int) -> list[Path]:
    """The ways home that a unit may walk this round: the first `most` areas of its shortest ways, ending on no friend.

    Rules: warcards:rout.move-home, warcards:rout.shortest-path, warcards:limited.terrain.
    """
    far = distances_home(state, unit.side, unit.place)
    if far[unit.place] >= 99:
        return []
    ways: list[Path] = [()]
    for _ in range(most):
        longer: list[Path] = []
        for way in ways:
            here = way[-1] if way else unit.place
            if here >= AREAS:
                longer.append(way)
                continue
            nearer = [area for area in STEPS[unit.side][here] if far[area] == far[here] - 1]
            longer.extend((*way, area) for area in nearer)
        ways = longer
    cap = move_cap(state, unit)
    found: list[Path] = []
    for way in ways:
        end = len(way)
        while end and (
            _is_friends(state, unit.side, way[end - 1])
            or (end > cap and not all_inside(state, unit.place, way[: end - 1], way[end - 1]))
        ):
            end -= 1
        if end and way[:end] not in found:
            found.append(way[:end])
    return found if state.withdrawing >> unit.side & 1 else with_halts(state, unit, found)


def with_halts(state: State, unit: Unit, ways: list[Path]) -> list[Path]:
    """The ways home of a unit; before one that leads a routed unit through its castle comes the one that ends where it recovers.

    Rule: warcards:full.rout-recover.
    """
    if not unit.routed or not state.fortified:
        return ways
    found: list[Path] = []
    for way in ways:
        halt = way[:-1]
        if halt and is_haven(state, unit.side, halt[-1]) and not _is_friends(state, unit.side, halt[-1]):
            found.append(halt)
        found.append(way)
    return found


def _is_friends(state: State, side: int, area: int) -> bool:
    """True if a friend holds an area, so that no other unit of the side may end there. Rule: warcards:field.capacity."""
    return area < AREAS and state.at[side * AREAS + area] >= 0
