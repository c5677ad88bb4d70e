"""Neighbours, distances and sight of the creatures on the board.

Rules: skirmish:space.one-per-square, skirmish:adjacent.definition, skirmish:adjacent.walls, skirmish:action.ally.
"""

from __future__ import annotations

from banneret.geometry.squares import CLEAR, COVERED, FAR
from banneret.rulebooks.skirmish.board.traits import ACROSS, statics
from banneret.rulebooks.skirmish.state import Creature, State, are_foes
from banneret.rulebooks.skirmish.tables import effects


def space(state: State, creature: Creature) -> tuple[int, ...]:
    """The squares that a creature fills. Rule: skirmish:space.size."""
    return state.setting.board.grid.spaces[ACROSS[creature.card] - 1][creature.place]


def taken_places(state: State, across: int, mover: Creature | None = None) -> bytearray:
    """For each place 1 if a creature of a size would overlap another one there, the mover itself aside. Rule: skirmish:space.one-per-square."""
    grid = state.setting.board.grid
    found = bytearray(grid.size)
    for other in state.creatures:
        if other is not mover:
            for place in grid.overlapping(other.place, ACROSS[other.card], across):
                found[place] = 1
    return found


def are_adjacent(state: State, first: Creature, second: Creature) -> bool:
    """True if two creatures are adjacent. Rules: skirmish:adjacent.definition, skirmish:adjacent.large, skirmish:adjacent.walls."""
    if first is second:
        return False
    grid = state.setting.board.grid
    across, other = ACROSS[first.card], ACROSS[second.card]
    if not grid.are_adjacent(first.place, across, second.place, other):
        return False
    if not state.setting.flags.adjacency_needs_gap:
        return True
    return not grid.is_corner_shut(first.place, across, second.place, other)


def neighbours(state: State, creature: Creature) -> list[Creature]:
    """The creatures of all sides adjacent to a creature, in the order of the state."""
    return beside(state, creature, state.creatures)


def beside(state: State, creature: Creature, others: list[Creature]) -> list[Creature]:
    """Those of some creatures that are adjacent to a creature."""
    grid = state.setting.board.grid
    across = ACROSS[creature.card]
    small, large = grid.touching(creature.place, across, 1), grid.touching(creature.place, across, 2)
    found: list[Creature] = []
    for other in others:
        if (small if ACROSS[other.card] == 1 else large)[other.place] and other is not creature:
            found.append(other)  # noqa: PERF401
    if not found or not state.setting.flags.adjacency_needs_gap:
        return found
    return [other for other in found if are_adjacent(state, creature, other)]


def enemies_beside(state: State, creature: Creature) -> list[Creature]:
    """The enemies adjacent to a creature, tapped ones too."""
    return [other for other in neighbours(state, creature) if are_foes(other.side, creature.side)]


def is_alone(state: State, creature: Creature) -> bool:
    """True if no ally is adjacent to a creature. Rule: skirmish:creature.drow-assassin."""
    return all(are_foes(other.side, creature.side) for other in neighbours(state, creature))


def distances(state: State, place: int, across: int = 1) -> list[int]:
    """The distance of every square from a space, a list that must not be changed. Rules: skirmish:distance.within, skirmish:distance.route."""
    grid = state.setting.board.grid
    if not state.setting.flags.straight_distance:
        return grid.away(place, across)
    columns = grid.columns
    squares = grid.spaces[across - 1][place]
    found = [FAR] * grid.size
    for square in range(grid.size):
        for start in squares:
            away = max(abs(square % columns - start % columns), abs(square // columns - start // columns))
            found[square] = min(found[square], away)
    return found


def within(state: State, creature: Creature, squares: int) -> list[Creature]:
    """The creatures within so many squares of one, itself among them. Rules: skirmish:distance.large, skirmish:distance.includes-self."""
    away = distances(state, creature.place, ACROSS[creature.card])
    return [other for other in state.creatures if _is_near(state, away, other, squares)]


def is_within(state: State, first: Creature, second: Creature, squares: int) -> bool:
    """True if a creature is within so many squares of another. Rule: skirmish:distance.large."""
    return _is_near(state, distances(state, first.place, ACROSS[first.card]), second, squares)


def _is_near(state: State, away: list[int], creature: Creature, squares: int) -> bool:
    if away[creature.place] <= squares:
        return True
    return ACROSS[creature.card] > 1 and any(away[square] <= squares for square in space(state, creature))


def sight(state: State, first: Creature, second: Creature) -> int:
    """`CLEAR`, `COVERED` or `UNSEEN`: how a creature sees another. Rules: skirmish:los.definition, skirmish:cover.clear-shot."""
    return state.setting.board.grid.sight(first.place, ACROSS[first.card], second.place, ACROSS[second.card])


def is_warded(state: State, creature: Creature) -> bool:
    """True if a creature cannot be the target of ranged attacks. Rule: skirmish:card.shroud-of-darkness."""
    for other in state.creatures:
        if statics(other, "ward") and (other is creature or are_adjacent(state, other, creature)):
            return True
    return False


def can_shoot(state: State, shooter: Creature, target: Creature, squares: int) -> bool:
    """True if a ranged attack on a creature is legal: in range, in sight and not warded. Rule: skirmish:attack.ranged."""
    if shooter is target or (squares != effects.IN_SIGHT and not is_within(state, shooter, target, squares)):
        return False
    return sight(state, shooter, target) in (COVERED, CLEAR) and not is_warded(state, target)
