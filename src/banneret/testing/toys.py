"""Toy rulebooks for tests: small enough to be their own abilities."""

from __future__ import annotations

from banneret.kernel.abilities.computer import Computer
from banneret.kernel.abilities.sight import Sight
from banneret.kernel.abilities.view import View
from banneret.kernel.rulebook import Rulebook, S


class Toy(Rulebook[S], View[S], Sight[S], Computer[S]):
    """A rulebook that is its own view, sight and computer player."""

    @property
    def view(self) -> View[S]:
        """The rulebook itself."""
        return self

    @property
    def sight(self) -> Sight[S]:
        """The rulebook itself."""
        return self

    @property
    def computer(self) -> Computer[S]:
        """The rulebook itself."""
        return self
