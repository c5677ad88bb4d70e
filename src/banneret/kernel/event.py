"""Events: what happened, in plain sentences, and who may know it."""

from __future__ import annotations

from typing import Any

from banneret.kernel.tally import Tally


class Event:
    """One piece of news.

    `kind` names it inside its rulebook, `text` is the sentence people read, `rule` the rule id that caused it.
    `to` lists the sides that may know it (None: everybody). `reveals` says that something hidden became known to somebody
    by it, which ends the right to undo. `data` holds plain values for the client (places, pieces, dice), `tallies` the sums.
    """

    __slots__ = ("data", "kind", "reveals", "rule", "side", "tallies", "text", "to")

    def __init__(
        self,
        kind: str,
        text: str,
        rule: str,
        *,
        side: int = -1,
        to: tuple[int, ...] | None = None,
        reveals: bool = False,
        data: dict[str, Any] | None = None,
        tallies: list[Tally] | None = None,
    ) -> None:
        self.kind = kind
        self.text = text
        self.rule = rule
        self.side = side
        self.to = to
        self.reveals = reveals
        self.data = {} if data is None else data
        self.tallies = [] if tallies is None else tallies

    def seen_by(self, side: int) -> bool:
        """Whether the side may know it. `REFEREE` (-1) may know everything, `SPECTATOR` (-2) what everybody may."""
        return self.to is None or side == REFEREE or side in self.to

    def __repr__(self) -> str:
        return f"<Event {self.kind}: {self.text}>"


REFEREE = -1
SPECTATOR = -2
EVERYONE: tuple[int, ...] | None = None
