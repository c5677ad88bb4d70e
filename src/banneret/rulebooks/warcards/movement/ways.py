"""The ways that a unit may go.

Rules: warcards:move.allowance, warcards:move.directions, warcards:move.through-friends, warcards:move.engage,
warcards:move.locked, warcards:reserve.enter, warcards:reserve.leave, warcards:reserve.enemy.
"""

from __future__ import annotations

from typing import Final

from banneret.rulebooks.warcards.board.field import AREAS, OWN_LINE, RESERVES, STEPS, Path
from banneret.rulebooks.warcards.board.works import all_inside, bars
from banneret.rulebooks.warcards.ratings.allowance import effective_move, move_cap, move_inside
from banneret.rulebooks.warcards.state import State, Unit
from banneret.rulebooks.warcards.tables.conditions import CASTLE

PLACES: Final = AREAS + 2
PAIRS: Final = PLACES * PLACES
"""The number of pairs of a place and the place it is entered from."""


def may_set_out(state: State, unit: Unit) -> bool:
    """True if a unit may still move in its side's movement step.

    Rules: warcards:move.locked, warcards:reserve.enter, warcards:reserve.leave, warcards:combat.subdued.
    """
    if unit.place < 0 or unit.spent or unit.halted or unit.since:
        return False
    return not (unit.routed and unit.place == RESERVES[unit.side])


def paths(state: State, unit: Unit) -> list[Path]:
    """The ways a free unit may go: for each end and each area it is entered from, a shortest one.

    Where an equally short one forces fewer walls of a castle, that one as well, before the other.
    Rules: warcards:move.allowance, warcards:move.directions, warcards:move.through-friends, warcards:move.engage,
    warcards:reserve.enter, warcards:reserve.leave, warcards:full.no-mounted, warcards:full.enter-contest,
    warcards:rout.no-engage, warcards:limited.terrain.
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
    seen: list[bool] = [False] * PAIRS
    lighter = None if mounted or state.fort != CASTLE or side == state.setting.owner else Lighter(state, side)
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
                if area == start or area in path:
                    continue
                pair = area * PLACES + here
                if seen[pair]:
                    if lighter is not None and (length <= cap or all_inside(state, start, path, area)):
                        lighter.compare(pair, (*path, area))
                    continue
                if length > cap and not all_inside(state, start, path, area):
                    continue
                if area < AREAS and bars(state, side, area) and (mounted or crowded):
                    continue
                seen[pair] = True
                way = (*path, area)
                if lighter is not None:
                    lighter.ways[pair] = way
                if area >= AREAS:
                    found.append(way)
                    continue
                friend = at[mine + area]
                enemy = at[theirs + area]
                if enemy >= 0:
                    if friend < 0 and not unit.routed:
                        found.append(way)
                    continue
                if friend < 0:
                    found.append(way)
                ahead.append(way)
        front = ahead if lighter is None else ahead + lighter.taken()
    return found if lighter is None else lighter.with_others(found)


class Lighter:
    """Ways that force fewer walls than the first one found of the same length to the same end, entered from the same area.

    Attributes:
        ways: By pair of an end and the area before it, the way with the fewest walls so far.
        heavy: By such a pair the way found first, if another has fewer walls.
        fresh: The pairs that got a lighter way at the present length.
    """

    def __init__(self, state: State, side: int) -> None:
        self.state: State = state
        self.side: int = side
        self.ways: dict[int, Path] = {}
        self.heavy: dict[int, Path] = {}
        self.fresh: list[int] = []

    def walls(self, way: Path) -> int:
        """The number of walls that a way must force."""
        return sum([bars(self.state, self.side, area) for area in way if area < AREAS])

    def compare(self, pair: int, way: Path) -> None:
        """Keep another way to an end if it is as short as the first and has fewer walls."""
        known = self.ways.get(pair)
        if known is None or len(known) != len(way) or self.walls(way) >= self.walls(known):
            return
        self.heavy.setdefault(pair, known)
        self.ways[pair] = way
        if pair not in self.fresh:
            self.fresh.append(pair)

    def taken(self) -> list[Path]:
        """The lighter ways found since the last call that can go on: those that end with no enemy."""
        theirs = (1 - self.side) * AREAS
        found: list[Path] = []
        for pair in self.fresh:
            way = self.ways[pair]
            if way[-1] < AREAS and self.state.at[theirs + way[-1]] < 0:
                found.append(way)
        self.fresh = []
        return found

    def with_others(self, found: list[Path]) -> list[Path]:
        """The ways found, each lighter one before the one that it is lighter than."""
        for pair, way in self.heavy.items():
            if way in found:
                found.insert(found.index(way), self.ways[pair])
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
