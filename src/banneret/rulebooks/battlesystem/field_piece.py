"""A catapult or ballista on the table: its place, its crew, and what it has done. Its ratings are in the setting.

Rules: battlesystem:10.9, battlesystem:10.9d, battlesystem:10.10, battlesystem:10.10b, battlesystem:10.10e.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(slots=True)
class FieldPiece:
    """A piece of artillery, by number: its middle at (`x`, `y`) in inches, and its heading in degrees.

    `side` set it up, or has taken it. Its crew is figure `figure` of unit `crew`, alive or not, which may work it from round `since` on.
    """

    id: int
    side: int
    crew: int
    figure: int = 0
    x: float = 0.0
    y: float = 0.0
    heading: float = 0.0
    on_table: bool = False
    since: int = 0
    replaced: bool = False  # its crew is not the one it came with. Rule: battlesystem:10.10b
    last_shot: int = 0  # the round of it. Rule: battlesystem:10.9d
    moved: float = 0.0  # inches of its rate this round
    turned: bool = False  # moved or turned this round. Rule: battlesystem:10.9k
    spent: tuple[str, ...] = ()  # special ammunition that it has shot, by id. Rule: battlesystem:10.11

    def copy(self) -> FieldPiece:
        """An independent copy."""
        return FieldPiece(
            self.id,
            self.side,
            self.crew,
            self.figure,
            self.x,
            self.y,
            self.heading,
            self.on_table,
            self.since,
            self.replaced,
            self.last_shot,
            self.moved,
            self.turned,
            self.spent,
        )
