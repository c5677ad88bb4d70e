"""The places to which a creature can go, square by square, and the ways there.

Rules: skirmish:move.distance, skirmish:move.diagonal, skirmish:move.corner, skirmish:move.allies, skirmish:move.enemies,
skirmish:move.difficult, skirmish:move.stop, skirmish:move.shift, skirmish:move.slide, skirmish:move.scuttle, skirmish:move.flying.
"""

from __future__ import annotations

from typing import Final

from banneret.geometry.squares import FAR
from banneret.rulebooks.skirmish.board.standing import enemies_beside, taken_places
from banneret.rulebooks.skirmish.board.traits import ACROSS, has_own, printed
from banneret.rulebooks.skirmish.state import Creature, State, are_foes
from banneret.rulebooks.skirmish.tables.effects import Moving
from banneret.rulebooks.skirmish.tables.numbers import DIFFICULT_EXTRA, SPEED_BESIDE_ENEMY

NOWHERE: Final = -1


class Reach:
    """All places that a creature can reach in one movement, by their top left squares.

    Attributes:
        start: The place where it stands.
        cost: The least movement to each place, `FAR` if it cannot be reached.
        before: The place before each on that way.
        ends: The places where it may stay, its own among them.
    """

    __slots__ = ("before", "cost", "ends", "start")

    def __init__(self, start: int, size: int) -> None:
        self.start: int = start
        self.cost: list[int] = [FAR] * size
        self.before: list[int] = [NOWHERE] * size
        self.ends: list[int] = []

    def way(self, to: int) -> list[int]:
        """The places from the first step to a place that can be reached; none for the start."""
        found: list[int] = []
        at = to
        while at != self.start:
            found.append(at)
            at = self.before[at]
        return found[::-1]


class Walk:
    """The board as one moving creature meets it, looked up once.

    Attributes:
        start: The place where it stands.
        steps: For each place the places next to it, as walls allow.
        spaces: For each place the squares that it fills.
        passes: True if it may pass enemies.
        overflies: True if it need not stop while it is over an enemy.
        difficult: For each square 1 if it is difficult terrain to the creature.
        slow: For each place 1 if it overlaps such a square.
        taken: For each place 1 if it overlaps another creature.
        over: For each place 1 if it overlaps an enemy.
        stops: For each place 1 if the creature must stop there beside an enemy.
    """

    __slots__ = (
        "difficult",
        "over",
        "overflies",
        "passes",
        "slow",
        "spaces",
        "start",
        "steps",
        "stops",
        "taken",
    )

    def __init__(self, state: State, creature: Creature, mode: Moving) -> None:
        board = state.setting.board
        grid = board.grid
        flags = state.setting.flags
        across = ACROSS[creature.card]
        flies = has_own(creature, "Flying")
        scuttles = has_own(creature, "Scuttle")
        halts = mode == "move" and not scuttles and not (flies and flags.flying_stop == "never")
        self.start: int = creature.place
        self.steps: tuple[tuple[int, ...], ...] = grid.steps[across - 1]
        self.spaces: tuple[tuple[int, ...], ...] = grid.spaces[across - 1]
        self.passes: bool = scuttles or flies
        self.overflies: bool = flies and flags.flying_stop == "overfly"
        self.difficult: bytes = bytes(grid.size) if flies else board.difficult
        self.slow: bytes = bytes(grid.size) if flies else board.slow[across - 1]
        self.taken: bytearray = bytearray(grid.size)
        self.over: bytearray = bytearray(grid.size)
        self.stops: bytearray = bytearray(grid.size)
        for other in state.creatures:
            if other is creature:
                continue
            theirs = ACROSS[other.card]
            foe = are_foes(other.side, creature.side)
            overlapping = grid.overlapping(other.place, theirs, across)
            for place in overlapping:
                self.taken[place] = 1
            if not foe:
                continue
            for place in overlapping:
                self.over[place] = 1
            if not halts:
                continue
            for place in grid.beside(other.place, theirs, across):
                if not flags.adjacency_needs_gap or not grid.is_corner_shut(
                    place, across, other.place, theirs
                ):
                    self.stops[place] = 1

    def price(self, place: int, to: int) -> int:
        """The movement that a step takes. Rules: skirmish:move.difficult, skirmish:move.difficult-large, skirmish:move.flying."""
        if self.slow[to]:
            left = self.spaces[place]
            for square in self.spaces[to]:
                if self.difficult[square] and square not in left:
                    return 1 + DIFFICULT_EXTRA
        return 1

    def may_step(self, place: int, to: int) -> bool:
        """True if enemies let the creature go on from a place to the next.

        Rules: skirmish:move.enemies, skirmish:move.stop, skirmish:move.stop-large, skirmish:move.flying-stop.
        """
        if self.over[to] and not self.passes:
            return False
        if place == self.start or not self.stops[place]:
            return True
        return self.overflies and (self.over[to] != 0 or self.over[place] != 0)


def speed(state: State, creature: Creature, mode: Moving = "move") -> int:
    """The speed with which a movement starts: 1 next to an enemy. Rules: skirmish:move.start-adjacent, skirmish:move.shift."""
    printed_speed = printed(creature).speed
    if state.setting.flags.shift_breaks_engagement and (mode == "shift" or has_own(creature, "Scuttle")):
        return printed_speed
    return SPEED_BESIDE_ENEMY if enemies_beside(state, creature) else printed_speed


def speed_left(state: State, creature: Creature) -> int:
    """The squares of its move that an activated creature has left. Rules: skirmish:activation.one-move, skirmish:move.start-adjacent."""
    squares = speed(state, creature)
    return min(squares, printed(creature).speed - state.walked) if state.setting.flags.split_move else squares


def reach(state: State, creature: Creature, squares: int, mode: Moving = "move") -> Reach:
    """All places that a creature can reach with so many squares of movement. Rule: skirmish:space.one-per-square."""
    walk = Walk(state, creature, mode)
    found = Reach(creature.place, state.setting.board.grid.size)
    cost, before, over, stops, taken = found.cost, found.before, walk.over, walk.stops, walk.taken
    cost[creature.place] = 0
    reached: list[int] = []
    # A list of places for each number of squares used, walked in order: steps take 1 or 2.
    rings: list[list[int]] = [[] for _ in range(squares + 2)]
    rings[0].append(creature.place)
    for used in range(squares):
        for place in rings[used]:
            if cost[place] != used:
                continue
            for to in walk.steps[place]:
                if used + 1 >= cost[to] or ((over[to] or stops[place]) and not walk.may_step(place, to)):
                    continue
                total = used + 1 if not walk.slow[to] else used + walk.price(place, to)
                if total <= squares and total < cost[to]:
                    if cost[to] == FAR:
                        reached.append(to)
                    cost[to] = total
                    before[to] = place
                    rings[total].append(to)
    found.ends = sorted([creature.place, *[place for place in reached if not taken[place]]])
    return found


def can_move_at_all(state: State, creature: Creature, squares: int) -> bool:
    """True if a creature can reach any place but its own with so many squares of movement."""
    board = state.setting.board
    across = printed(creature).across
    taken = taken_places(state, across, creature)
    for to in board.grid.steps[across - 1][creature.place]:
        if not taken[to] and (squares > DIFFICULT_EXTRA or not board.slow[across - 1][to]):
            return True
    return len(reach(state, creature, squares).ends) > 1


def teleports(state: State, creature: Creature, squares: int) -> list[int]:
    """The places to which a creature can teleport, its own among them. Rules: skirmish:move.teleport, skirmish:move.teleport-distance."""
    grid = state.setting.board.grid
    across = printed(creature).across
    taken, spaces = taken_places(state, across, creature), grid.spaces[across - 1]
    column, row = grid.place(creature.place)
    return [
        place
        for near in range(max(0, row - squares), min(grid.rows, row + squares + 1))
        for place in range(
            near * grid.columns + max(0, column - squares),
            near * grid.columns + min(grid.columns, column + squares + 1),
        )
        if spaces[place] and not taken[place]
    ]
