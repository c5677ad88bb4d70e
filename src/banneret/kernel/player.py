"""Computer players: they answer decisions from what their seat may see.

A player gets the decision and its `Seat`. The seat offers a `lens` (a cheap read-only window that shows what the scene
would show) and `imagine` (a full state that agrees with what the seat has seen). The true state is not offered.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol

from mypy_extensions import mypyc_attr

from banneret.kernel.decision import Decision
from banneret.kernel.dice import Chance
from banneret.kernel.order import Order
from banneret.kernel.viewer import Viewer, viewer_of

if TYPE_CHECKING:
    from banneret.kernel.table import Answer


class Windows(Protocol):
    """The part of a rulebook's sight that a seat needs: windows on a state, and states imagined."""

    def lens(self, state: Any, side: int) -> Any:
        """A cheap read-only window for a computer player of that side."""

    def imagine(self, state: Any, viewer: Viewer, chance: Chance, present: Any) -> Any:
        """A full state that the viewer cannot tell from `state`."""


class Seat:
    """A place at the table: the side it plays and what it may see.

    A player may use `side`, `lens`, `imagine` and `prefix`, and nothing else: what begins with an underscore is the
    truth, and a player that reads it cheats. The kernel's test kit looks for that in the source of players, and compares their choices
    in worlds that their seat cannot tell apart.
    """

    def __init__(self, sight: Windows, side: int, present: Any) -> None:
        self._sight: Windows = sight
        self.side: int = side
        self._lens: Any = None
        self._present: Any = present
        self._checkpoint: Any = present
        self.prefix: list[Answer] = []

    @property
    def lens(self) -> Any:
        """The rulebook's window on the battle, made when it is first looked through."""
        if self._lens is None:
            self._lens = self._sight.lens(self._present, self.side)
        return self._lens

    def attach(self, checkpoint: Any, prefix: list[Answer]) -> None:
        """Tell the seat where the running step began and what was openly answered in it since."""
        self._checkpoint = checkpoint
        self.prefix = prefix

    def imagine(self, chance: Chance) -> Any:
        """A state at the beginning of the running step that agrees with all this seat has seen up to now.

        Run the step on it with the answers of `prefix` first, and the present decision comes next. A die in `prefix` that another
        side alone saw has the value 0: roll it again (`StepTable` does). Raises `WrongWorld` where no state but the true one is found.
        """
        return self._sight.imagine(self._checkpoint, viewer_of(self.side), chance, self._present)


@mypyc_attr(allow_interpreted_subclasses=True)
class Player:
    """Answers decisions. Subclass it and write `choose`; `imagines` says whether `seat.imagine` is used."""

    name: str = "player"
    imagines: bool = False

    def choose(self, decision: Decision, seat: Seat) -> Order:
        """A legal order for `decision`, seen from `seat`."""
        raise NotImplementedError


class RandomPlayer(Player):
    """Picks any legal order."""

    def __init__(self, chance: Chance) -> None:
        self.name = "random"
        self.imagines = False
        self.chance: Chance = chance

    def choose(self, decision: Decision, seat: Seat) -> Order:
        """Any legal order."""
        return decision.sample(self.chance)


class DefaultPlayer(Player):
    """Always takes the default."""

    def __init__(self) -> None:
        self.name = "default"
        self.imagines = False

    def choose(self, decision: Decision, seat: Seat) -> Order:
        """The default of the decision."""
        return decision.default()
