"""The marsh of a battle and what the scenario says: all that never changes in it. Shared by all copies of a state."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Final

from banneret.geometry.hexes import HexGrid
from banneret_fenlight.tables.ground import MERE

NOWHERE: Final = -1
DIRECTIONS: Final = ("west", "east", "north-west", "north-east", "south-west", "south-east")


@dataclass(frozen=True)
class Flags:
    """The options of a battle. Rules: fenlight:light.drift, fenlight:hide.glow, fenlight:clash.losses."""

    drift: bool
    glow: bool
    difference: bool


@dataclass(frozen=True)
class Marsh:
    """The map and the terms of a battle. `ground` is "" where there is no hex.

    So many `lights` rise over the `springs`; `bands` stand in the marsh from the beginning, if any do.
    """

    scenario: str
    title: str
    sides: tuple[str, ...]
    names: tuple[str, ...]
    grid: HexGrid
    ground: tuple[str, ...]
    homes: tuple[tuple[int, ...], ...]
    springs: tuple[int, ...]
    lights: int
    rounds: int
    budget: int
    bands: tuple[tuple[tuple[int, int], ...], ...]
    flags: Flags

    @cached_property
    def beside(self) -> tuple[tuple[int, ...], ...]:
        """For each hex the one in each of the six `DIRECTIONS`, `NOWHERE` off the board."""
        return tuple([self._beside(hex_) for hex_ in range(self.grid.size)])

    def _beside(self, hex_: int) -> tuple[int, ...]:
        column, row = self.grid.place(hex_)
        odd = row % 2
        steps = ((-1, 0), (1, 0), (odd - 1, -1), (odd, -1), (odd - 1, 1), (odd, 1))
        found = []
        for across, down in steps:
            on_map = self.grid.contains(column + across, row + down)
            other = self.grid.index(column + across, row + down) if on_map else NOWHERE
            found.append(other if on_map and self.ground[other] else NOWHERE)
        return tuple(found)

    @cached_property
    def ways(self) -> tuple[tuple[int, ...], ...]:
        """For each hex the neighbours that a band may enter. Rule: fenlight:march.ground."""
        return tuple(
            [
                tuple([one for one in around if one != NOWHERE and self.ground[one] != MERE])
                for around in self.beside
            ]
        )

    def name(self, hex_: int) -> str:
        """What a hex is called."""
        return self.grid.names[hex_]

    @property
    def majority(self) -> int:
        """So many lights brought home win the battle. Rule: fenlight:end.majority."""
        return self.lights // 2 + 1
