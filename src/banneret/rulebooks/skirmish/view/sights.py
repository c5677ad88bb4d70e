"""Lines of sight for people: from the best corner of a creature to the corners of another. Rule: skirmish:cover.clear-shot."""

from __future__ import annotations

from banneret.rulebooks.skirmish.board.traits import printed
from banneret.rulebooks.skirmish.state import Creature, State


def sight_lines(
    state: State, creature: Creature, other: Creature
) -> tuple[tuple[int, int, int, int, bool], ...]:
    """The lines that decide cover: from the corner of the creature that has the most free lines to the corners of the other."""
    grid = state.setting.board.grid
    lines = grid.free_corners(creature.place, printed(creature).across, other.place, printed(other).across)
    corners = [lines[at : at + 4] for at in range(0, len(lines), 4)]
    return tuple(max(corners, key=lambda some: sum([line[4] for line in some])))
