"""All that changes in a battle, as plain data."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from banneret.kernel.scenario import Outcome
from banneret_fenlight.tables.marsh import NOWHERE, Marsh

MOST: Final = 6
"""Warriors of a band. Rule: fenlight:setup.bands."""


@dataclass(slots=True, eq=False)
class Band:
    """Some warriors in a hex. Two bands are never the same, however alike they look.

    `trace` is where the enemy last saw it while it is hidden, `NOWHERE` if it was never seen; `since` is the round of that.
    """

    side: int
    place: int
    warriors: int
    lights: int = 0
    hidden: bool = False
    trace: int = NOWHERE
    since: int = 0

    @property
    def is_known(self) -> bool:
        """True if the enemy knows how strong it is: it sees the band, or has seen it. Rule: fenlight:hide.trace."""
        return not self.hidden or self.trace != NOWHERE


@dataclass(slots=True)
class State:
    """A battle between two rounds.

    `lights` are the hexes of the free lights, `risen` so many have risen, `home` so many each side brought home. `brought` and
    `fallen` are the warriors of each side, which are counted openly.
    """

    marsh: Marsh
    stage: int
    round: int
    bands: list[Band]
    lights: list[int]
    risen: int
    home: list[int]
    brought: list[int]
    fallen: list[int]
    outcome: Outcome | None = None

    def copy(self) -> State:
        """An independent copy; the marsh is shared."""
        return State(
            self.marsh,
            self.stage,
            self.round,
            [replace(band) for band in self.bands],
            list(self.lights),
            self.risen,
            list(self.home),
            list(self.brought),
            list(self.fallen),
            self.outcome,
        )
