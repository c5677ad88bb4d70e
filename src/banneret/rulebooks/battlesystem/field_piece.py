"""A catapult or ballista as it stands on the table: where, who works it, and what it did. Its ratings stand in the setting.

Rules: battlesystem:10.9, battlesystem:10.9d, battlesystem:10.10, battlesystem:10.10b, battlesystem:10.10e.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(slots=True)
class FieldPiece:
    """A piece of artillery, by number. It stands about its middle and looks where its heading points.

    `side` set it up, or took it. Figure number `figure` of unit `crew` is its crew, alive or not; from round `since` on it may work it.
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
    turned: bool = False  # this round: it was moved or turned. Rule: battlesystem:10.9k
    spent: tuple[str, ...] = ()  # special ammunition that it shot, by id. Rule: battlesystem:10.11

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
