"""The places to which a creature can go, square by square, and the ways there.

Rules: skirmish:move.distance, skirmish:move.diagonal, skirmish:move.corner, skirmish:move.allies, skirmish:move.enemies,
skirmish:move.difficult, skirmish:move.stop, skirmish:move.shift, skirmish:move.slide, skirmish:move.scuttle, skirmish:move.flying.
"""

from __future__ import annotations

from typing import Final

from banneret.geometry.squares import FAR
from banneret.rulebooks.skirmish.board.standing import enemies_beside
from banneret.rulebooks.skirmish.board.traits import has_own, printed
from banneret.rulebooks.skirmish.state import Creature, State, are_foes
from banneret.rulebooks.skirmish.tables import effects
from banneret.rulebooks.skirmish.tables.numbers import DIFFICULT_EXTRA, SPEED_BESIDE_ENEMY

NOWHERE: Final = -1


class Reach:
    """All places to which a creature can get in one movement, by their top left squares.

    `cost` is the least movement that a place takes, `FAR` if it cannot be reached; `before` the place from which that way comes;
    `ends` the places where it may stay, its own among them.
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
    """The board as one moving creature meets it, looked up once: who is in the way, and beside whom it stops."""

    __slots__ = (
        "across",
        "beside",
        "difficult",
        "enemies",
        "others",
        "overflies",
        "passes",
        "spaces",
        "start",
        "steps",
        "stops",
    )

    def __init__(self, state: State, creature: Creature, mode: int) -> None:
        board = state.setting.board
        grid = board.grid
        flags = state.setting.flags
        card = printed(creature)
        flies = has_own(creature, effects.FLYING)
        scuttles = has_own(creature, effects.SCUTTLE)
        self.start: int = creature.place
        self.across: int = card.across
        self.steps: tuple[tuple[int, ...], ...] = grid.steps[card.across - 1]
        self.spaces: tuple[tuple[int, ...], ...] = grid.spaces[card.across - 1]
        self.passes: bool = scuttles or flies
        self.stops: bool = (
            mode == effects.PLAIN and not scuttles and not (flies and flags.flying_stop == "never")
        )
        self.overflies: bool = flies and flags.flying_stop == "overfly"
        self.difficult: bytes = bytes(grid.size) if flies else board.difficult
        self.others: bytearray = bytearray(grid.size)  # squares of other creatures
        self.enemies: bytearray = bytearray(grid.size)  # squares of enemies
        self.beside: bytearray = bytearray(grid.size)  # places adjacent to an enemy
        for other in state.creatures:
            if other is creature:
                continue
            theirs = printed(other).across
            for square in grid.spaces[theirs - 1][other.place]:
                self.others[square] = 1
                if are_foes(other.side, creature.side):
                    self.enemies[square] = 1
            if not are_foes(other.side, creature.side) or not self.stops:
                continue
            column, row = grid.place(other.place)
            for near in range(max(0, row - card.across), min(grid.rows, row + theirs + 1)):
                for place in range(
                    near * grid.columns + max(0, column - card.across),
                    near * grid.columns + min(grid.columns, column + theirs + 1),
                ):
                    if grid.are_adjacent(place, card.across, other.place, theirs) and not (
                        flags.adjacency_needs_gap
                        and grid.is_corner_shut(place, card.across, other.place, theirs)
                    ):
                        self.beside[place] = 1

    def price(self, place: int, to: int) -> int:
        """The movement that a step takes. Rules: skirmish:move.difficult, skirmish:move.difficult-large, skirmish:move.flying."""
        left = self.spaces[place]
        for square in self.spaces[to]:
            if self.difficult[square] and square not in left:
                return 1 + DIFFICULT_EXTRA
        return 1

    def is_over_enemy(self, place: int) -> bool:
        """True if a place overlaps the space of an enemy."""
        return any(self.enemies[square] for square in self.spaces[place])

    def may_end(self, place: int) -> bool:
        """True if no other creature stands there. Rule: skirmish:space.one-per-square."""
        return all(not self.others[square] for square in self.spaces[place])

    def may_step(self, place: int, to: int) -> bool:
        """True if the creature may go on from a place to the next, as far as walls allow.

        Rules: skirmish:move.enemies, skirmish:move.stop, skirmish:move.stop-large, skirmish:move.flying-stop.
        """
        over = self.is_over_enemy(to)
        if over and not self.passes:
            return False
        if place == self.start or not self.beside[place]:
            return True
        return self.overflies and (over or self.is_over_enemy(place))


def speed(state: State, creature: Creature, mode: int = effects.PLAIN) -> int:
    """The speed with which a movement starts: 1 next to an enemy. Rules: skirmish:move.start-adjacent, skirmish:move.shift."""
    printed_speed = printed(creature).speed
    if state.setting.flags.shift_breaks_engagement and (
        mode == effects.SHIFT or has_own(creature, effects.SCUTTLE)
    ):
        return printed_speed
    return SPEED_BESIDE_ENEMY if enemies_beside(state, creature) else printed_speed


def reach(state: State, creature: Creature, squares: int, mode: int = effects.PLAIN) -> Reach:
    """All places to which a creature can get with so much movement."""
    walk = Walk(state, creature, mode)
    found = Reach(creature.place, state.setting.board.grid.size)
    cost, before = found.cost, found.before
    cost[creature.place] = 0
    # A list of places for each number of squares used, walked in order: steps take 1 or 2.
    rings: list[list[int]] = [[] for _ in range(squares + 1)]
    rings[0].append(creature.place)
    for used in range(squares + 1):
        for place in rings[used]:
            if cost[place] != used:
                continue
            for to in walk.steps[place]:
                total = used + 1
                if total > squares or total >= cost[to] or not walk.may_step(place, to):
                    continue
                total = used + walk.price(place, to)
                if total <= squares and total < cost[to]:
                    cost[to] = total
                    before[to] = place
                    rings[total].append(to)
    found.ends = [
        place
        for place in range(len(cost))
        if cost[place] < FAR and (place == creature.place or walk.may_end(place))
    ]
    return found


def teleports(state: State, creature: Creature, squares: int) -> list[int]:
    """The places to which a creature can teleport, its own among them. Rules: skirmish:move.teleport, skirmish:move.teleport-distance."""
    walk = Walk(state, creature, effects.SLIDE)
    columns = state.setting.board.grid.columns
    column, row = creature.place % columns, creature.place // columns
    return [
        place
        for place in range(len(walk.spaces))
        if walk.spaces[place]
        and max(abs(place % columns - column), abs(place // columns - row)) <= squares
        and walk.may_end(place)
    ]
