"""Ways over a board from place to place, for moves of which only the goal was said."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from banneret.kernel.scene import Board, Place

FARTHEST = 4  # places


class Ways:
    """The places of a board of hexes or squares, and the ways between them, by where they lie."""

    def __init__(self, board: Board) -> None:
        self.kind = board.kind
        self.places: dict[str, Place] = {place.id: place for place in board.places}
        self._at = {place.at: place for place in board.places}

    def neighbours(self, name: str) -> list[Place]:
        """The places that touch a hex or a square, in the order of the board; none on other boards."""
        here = self.places.get(name)
        if here is None or self.kind not in ("hexes", "squares"):
            return []
        column, row = here.at
        if self.kind == "squares":
            around = {(column + dx, row + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)} - {here.at}
        else:
            side = 0 if int(row) % 2 else -1
            around = {(column - 1, row), (column + 1, row)}
            around |= {(column + side + k, row + dy) for k in (0, 1) for dy in (-1, 1)}
        return [place for place in self.places.values() if place.at in around]

    def ways(self, start: str, goal: str, length: int) -> Iterator[list[str]]:
        """The ways of that length from a place to another: the places entered, the goal last."""
        for near in self.neighbours(start):
            if length == 1:
                if near.id == goal:
                    yield [goal]
            elif near.id != goal:
                for rest in self.ways(near.id, goal, length - 1):
                    if near.id not in rest:
                        yield [near.id, *rest]
