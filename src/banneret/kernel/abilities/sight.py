"""The knowledge of a side, for players that are programs: a window on the state, and states imagined from what was seen.

In the words of the field: a lens is an observation, to imagine is determinization.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Generic, TypeVar

if TYPE_CHECKING:
    from banneret.kernel.dice import Chance
    from banneret.kernel.scenario import Scenario
    from banneret.kernel.viewer import Viewer

S = TypeVar("S")


class Sight(ABC, Generic[S]):
    """Knows what is hidden from whom. Every rulebook has one; where nothing is hidden it is `OpenSight`."""

    @abstractmethod
    def lens(self, state: S, side: int) -> Any:
        """A cheap read-only window for a computer player of that side; follows the state as it changes."""

    @abstractmethod
    def imagine(self, state: S, viewer: Viewer, chance: Chance, present: S) -> S:
        """A full state that the viewer cannot tell from `state`: all that they cannot know is dealt again; the referee gets a copy.

        `present` is the state as it stands now, inside the step that began at `state`; what the viewer learnt since
        `state` stays true as well. Raises `WrongWorld` where no such state but the true one is found.
        """

    def known_scenario(self, scenario: Scenario, viewer: Viewer) -> Scenario:
        """The scenario as the viewer may know it: itself, where it sets up nothing in secret.

        The setting of the battle that is made from it is the same; it need not be a scenario that could be played.
        """
        return scenario

    @abstractmethod
    def canaries(self, state: S, viewer: Viewer) -> tuple[S, list[str]]:
        """For tests: a copy in which everything that the viewer may not know bears a unique token, and the tokens."""


class OpenSight(Sight[S]):
    """The sight of a rulebook in which nothing of a state is hidden: every lens may read all of it.

    `lens` makes the window of a state and side, `copy` a copy of a state.
    """

    def __init__(self, lens: Callable[[S, int], Any], copy: Callable[[S], S]) -> None:
        self._lens = lens
        self._copy = copy

    def lens(self, state: S, side: int) -> Any:
        """The window, on all of the state."""
        return self._lens(state, side)

    def imagine(self, state: S, viewer: Viewer, chance: Chance, present: S) -> S:
        """A copy: there is nothing to imagine."""
        return self._copy(state)

    def canaries(self, state: S, viewer: Viewer) -> tuple[S, list[str]]:
        """A copy, and no tokens."""
        return self._copy(state), []
