"""The boards that players of a rulebook may join from tiles of their own choice: its tiles, what is wrong with a board, its way into scenarios.

The file of such a board is the same for every rulebook: `banneret.muster.own_board`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

import msgspec

from banneret.kernel.abilities.muster import Fault
from banneret.kernel.scene import Board

if TYPE_CHECKING:
    from banneret.kernel.scenario import Scenario


class Tile(msgspec.Struct, frozen=True):
    """A tile, with its faces by their ids as they are drawn."""

    id: str
    name: str
    faces: dict[str, Board]


class Tiles(msgspec.Struct, frozen=True):
    """All that a board of a rulebook may be joined from, on so many columns and rows of tiles; `scenarios`: the battles that take one."""

    rulebook: str
    across: int
    tiles: tuple[Tile, ...]
    scenarios: tuple[str, ...]
    text: str = ""


class Lying(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A tile that lies on a board: which face is up, its column and row of tiles, and its turn clockwise in degrees."""

    tile: str
    face: str
    at: tuple[int, int]
    turn: int = 0


class OwnBoard(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A board as its owner joined it, not yet checked against the rulebook."""

    rulebook: str
    tiles: tuple[Lying, ...] = ()
    name: str = ""


class Boards(ABC):
    """The ability of a rulebook to be played on boards that people join; `Rulebook.boards` gives it."""

    @property
    @abstractmethod
    def tiles(self) -> Tiles:
        """The choices."""

    @abstractmethod
    def faults(self, board: OwnBoard) -> list[Fault]:
        """The reasons why no battle can be fought on a board, each with what puts it right."""

    @abstractmethod
    def takes(self, scenario: Scenario) -> bool:
        """True if a scenario may be played on another board."""

    @abstractmethod
    def lay(self, scenario: Scenario, board: OwnBoard) -> Scenario:
        """The scenario on this board. Raises `BadInput` where it may not be played there."""
