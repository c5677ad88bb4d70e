"""What is said of bands and hexes, and to whom."""

from __future__ import annotations

from typing import Any

from banneret.kernel.event import Event
from banneret.kernel.table import Table
from banneret.kernel.tally import Tally
from banneret_fenlight.state import Band, State


def many(number: int, thing: str) -> str:
    """A number of things.

    >>> many(1, "warrior"), many(3, "light")
    ('1 warrior', '3 lights')
    """
    return f"{number} {thing}{'' if number == 1 else 's'}"


def called(state: State, band: Band) -> str:
    """A band in a sentence: "the Herons in C3"."""
    return f"the {state.marsh.names[band.side]} in {state.marsh.name(band.place)}"


def tell(
    table: Table,
    kind: str,
    text: str,
    rule: str,
    *,
    side: int = -1,
    to: tuple[int, ...] | None = None,
    tallies: list[Tally] | None = None,
    data: dict[str, Any] | None = None,
) -> None:
    """Say a sentence, from its first letter on. Orders are open by then, so none of it can be taken back: it reveals."""
    text = f"{text[0].upper()}{text[1:]}"
    table.tell(
        Event(kind, text, f"fenlight:{rule}", side=side, to=to, reveals=True, tallies=tallies, data=data)
    )
