"""Keeping the battle of a terminal after every order: in the file that its players named, else in the store."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from banneret.kernel.claims import hold
from banneret.kernel.errors import BadInput
from banneret.kernel.files import claim

if TYPE_CHECKING:
    from pathlib import Path

    from banneret.cli.console import Console
    from banneret.cli.stored import Store, StoredBattle
    from banneret.kernel.battle import Battle
    from banneret.kernel.claims import Claim


class Place(Protocol):
    """A place where a battle is kept."""

    @property
    def name(self) -> str:
        """The name by which commands find it; empty while nothing of it is kept."""

    def write(self) -> None:
        """Keep the battle as it stands. Raises `BadInput`."""

    def close(self) -> None:
        """Let go of the place."""


class Keeper:
    """Keeps a battle in its place after every order; says so once when it cannot."""

    def __init__(self, place: Place, console: Console) -> None:
        self.place = place
        self.console = console
        self.written = False
        self._complained = False

    @property
    def name(self) -> str:
        """The name of the battle on a command line."""
        return f'"{self.place.name}"' if " " in self.place.name else self.place.name

    def __call__(self) -> None:
        """Write it now."""
        try:
            self.place.write()
            self.written = True
            self._complained = False
        except BadInput as bad:
            if not self._complained:
                self.console.say(f"The battle is not kept: {bad}. The battle goes on.")
            self._complained = True

    def close(self) -> None:
        """Let go of the place."""
        self.place.close()


class InFile:
    """A battle in a file, which no other program writes meanwhile. A battle that has just begun gets its file with its first order."""

    def __init__(self, battle: Battle, path: Path, claim: Claim | None = None) -> None:
        """`claim`: the claim on its file; None where nothing of it is kept yet."""
        self.battle = battle
        self.path = path
        self.name = str(path)
        self._claim = claim

    def write(self) -> None:
        """Write the record. Raises `BadInput`."""
        if self._claim is None:
            self._begin()
        else:
            self.battle.save(self.path)

    def _begin(self) -> None:
        """Make the file of the battle, and write it for the first time."""
        try:
            claim(self.path)
        except FileExistsError:
            raise BadInput("another battle is kept there by now", where=str(self.path)) from None
        try:
            self._claim = hold(self.path)
            self.battle.save(self.path)
        except BaseException:
            self.close()
            self._claim = None
            self.path.unlink(missing_ok=True)  # nothing is in it yet
            raise

    def close(self) -> None:
        """Let go of the file."""
        if self._claim is not None:
            self._claim.close()


class InStore:
    """A battle in the store. One that has just begun is stored with its first order; `stored`: it is there already."""

    def __init__(
        self, battle: Battle, store: Store | None = None, stored: StoredBattle | None = None
    ) -> None:
        self.battle = battle
        self._store = store
        self._stored = stored

    @property
    def name(self) -> str:
        """The battle's id."""
        return self._stored.id if self._stored else ""

    def write(self) -> None:
        """Store what has changed. Raises `BadInput`."""
        if self._stored is not None:
            self._stored()
            return
        if self._store is None:
            from banneret.cli.stored import Store

            self._store = Store(beginning=True)
        self._stored = self._store.begin(self.battle)

    def close(self) -> None:
        """Let go of the battle, and of the store."""
        if self._stored is not None:
            self._stored.close()
        if self._store is not None:
            self._store.close()
