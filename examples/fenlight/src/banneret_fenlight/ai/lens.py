"""The window of a computer player: its own bands, and of the enemy what lies open."""

from __future__ import annotations

from banneret_fenlight.board.standing import bands_of
from banneret_fenlight.hidden.imagine import reach
from banneret_fenlight.state import Band, State
from banneret_fenlight.tables.marsh import Marsh


class Lens:
    """What one side sees. It follows the state as the battle goes on."""

    def __init__(self, state: State, side: int) -> None:
        self._state = state
        self.side: int = side
        self.marsh: Marsh = state.marsh

    @property
    def round(self) -> int:
        """The round that is played."""
        return self._state.round

    @property
    def rising(self) -> bool:
        """True if lights are still to rise."""
        return self._state.risen < self.marsh.lights

    @property
    def lights(self) -> list[int]:
        """The hexes of the free lights."""
        return list(self._state.lights)

    @property
    def own(self) -> list[Band]:
        """The bands of this side, in the order in which orders name them."""
        return bands_of(self._state, self.side)

    @property
    def foes(self) -> list[Band]:
        """The enemy's bands that are in sight."""
        return [band for band in bands_of(self._state, 1 - self.side) if not band.hidden]

    @property
    def haunts(self) -> list[int]:
        """The hexes in which hidden enemies may lurk, by what is known of them. Rule: fenlight:hide.trace."""
        state = self._state
        hidden = [band for band in state.bands if band.side != self.side and band.hidden]
        return sorted({hex_ for band in hidden for hex_ in reach(state, band)})
