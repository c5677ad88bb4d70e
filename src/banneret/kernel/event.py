"""Events: what happened, in plain sentences, and who may know it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from banneret.kernel.stake import Stake
from banneret.kernel.tally import Tally
from banneret.kernel.viewer import Viewer

Die = tuple[int, int, int]
"""A die as it fell: the side it was rolled for (-1: nobody's), its faces, what it shows."""


class Event:
    """One piece of news.

    `kind` names it inside its rulebook, `text` is the sentence people read, `rule` the rule id that caused it.
    `to` lists the sides that may know it (None: everybody). `besides` is a side that gets the same news in full, by another event: those to
    whom all of that side lies open, its own players and the referee, get only that one. `reveals` says that something hidden became known to a side
    by it, which ends the right to undo. `dice` are the dice that it shows, `tallies` the sums, `data` plain values for the client
    (places, pieces); its `path` are the places that something went over, `from` the one where it stood. `heading` names the turn or
    round that begins with it; `bare`: its text says no more than that. `stakes`: what its dice brought, of all that they could.
    """

    __slots__ = (
        "bare",
        "besides",
        "data",
        "dice",
        "heading",
        "kind",
        "reveals",
        "rule",
        "side",
        "stakes",
        "tallies",
        "text",
        "to",
    )

    def __init__(
        self,
        kind: str,
        text: str,
        rule: str,
        *,
        side: int = -1,
        to: tuple[int, ...] | None = None,
        reveals: bool = False,
        dice: Sequence[Die] = (),
        data: dict[str, Any] | None = None,
        tallies: list[Tally] | None = None,
        heading: str = "",
        bare: bool = False,
        besides: int = -1,
        stakes: Sequence[Stake] = (),
    ) -> None:
        self.kind = kind
        self.text = text
        self.rule = rule
        self.side = side
        self.to = to
        self.reveals = reveals
        self.dice = dice
        self.data = {} if data is None else data
        self.tallies = [] if tallies is None else tallies
        self.heading = heading
        self.bare = bare
        self.besides = besides
        self.stakes = stakes

    def seen_by(self, viewer: Viewer) -> bool:
        """True if the viewer may know it, and is not told it in full by another event."""
        return viewer.may_know(self.to) and (self.besides < 0 or not viewer.owns(self.besides))

    def __repr__(self) -> str:
        return f"<Event {self.kind}: {self.text}>"
