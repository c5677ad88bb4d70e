"""Viewers: who looks at a battle. A type of its own, so that no number of a side can be taken for one who may see everything."""

from __future__ import annotations

from typing import Final


class Viewer:
    """A side, the referee, who may know everything, or a spectator, who may know what everyone may.

    `side` is the number of the side, `NO_SIDE` for referee and spectator; ask with the methods rather than compare it.

    >>> viewer_of(1).owns(1), viewer_of(1).owns(0), REFEREE.owns(0), SPECTATOR.owns(0)
    (True, False, True, False)
    """

    __slots__ = ("_all", "name", "side")

    def __init__(self, name: str, side: int, everything: bool = False) -> None:
        self.name: str = name
        self.side: int = side
        self._all: bool = everything

    @property
    def is_referee(self) -> bool:
        """True for the referee, who may know everything."""
        return self._all

    @property
    def is_side(self) -> bool:
        """True for one who plays a side."""
        return self.side >= 0

    def owns(self, side: int) -> bool:
        """True if what belongs to that side alone is open to this viewer."""
        return self._all or (side >= 0 and side == self.side)

    def knows(self, known: int, everyone: int) -> bool:
        """True if a fact that the sides `known` know (a bit for each) is open to this viewer: to a spectator, if `everyone` knows it."""
        if self._all:
            return True
        bits = 1 << self.side if self.side >= 0 else everyone
        return known & bits == bits

    def may_know(self, to: tuple[int, ...] | None) -> bool:
        """True if news for these sides (None: for everyone) are open to this viewer."""
        return to is None or self._all or self.side in to

    def __repr__(self) -> str:
        return f"<Viewer {self.name}>"


NO_SIDE: Final = -2
REFEREE: Final = Viewer("referee", NO_SIDE, True)
SPECTATOR: Final = Viewer("spectator", NO_SIDE)
WATCHERS: Final = {"referee": REFEREE, "spectator": SPECTATOR}
_SIDES: Final = [Viewer(f"side {side}", side) for side in range(16)]


def viewer_of(side: int) -> Viewer:
    """The viewer who plays a side; raises `ValueError` for a number that no side has."""
    if side < 0:
        raise ValueError(f"there is no side {side}")
    while side >= len(_SIDES):
        _SIDES.append(Viewer(f"side {len(_SIDES)}", len(_SIDES)))
    return _SIDES[side]
