"""Rulebooks: functions that play on a table.

A rulebook is a folder below `banneret.rulebooks` (or a package elsewhere) whose `rulebook.py` defines `RULEBOOK`, an instance of a
`Rulebook` subclass. It holds its catalogue (`rules.toml`), its variants (`options.toml`), its data and scenarios, and its rules as
code. Nothing else in Banneret is touched when a folder is added.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Protocol, Self, TypeVar

from banneret.kernel.catalogue import Catalogue
from banneret.kernel.errors import BadInput, shown
from banneret.kernel.scenario import Scenarios, nearest_scenarios

if TYPE_CHECKING:
    from collections.abc import Mapping

    from banneret.kernel.abilities.asking import Asking
    from banneret.kernel.abilities.boards import Boards
    from banneret.kernel.abilities.campaign import Campaign
    from banneret.kernel.abilities.computer import Computer
    from banneret.kernel.abilities.muster import Muster
    from banneret.kernel.abilities.odds import Odds
    from banneret.kernel.abilities.referee import Referee
    from banneret.kernel.abilities.sight import Sight
    from banneret.kernel.abilities.view import View
    from banneret.kernel.codec import Codec
    from banneret.kernel.scenario import Outcome, Scenario
    from banneret.kernel.table import Table


class Copied(Protocol):
    """A state that makes copies of itself."""

    def copy(self) -> Self:
        """An independent copy; what never changes in a battle is shared."""
        ...


S = TypeVar("S", bound=Copied)
MOST_OPENINGS = 16  # kept for the next battle of the same scenario


class Rulebook(Catalogue, ABC, Generic[S]):
    """The base of every rulebook. `S` is its state: plain data that refers to itself by ids, and a `copy()` of it.

    What it offers besides its rules are abilities, each a small object: `view`, `sight` and `computer` every rulebook has;
    `referee`, `odds`, `muster`, `boards`, `campaign` and `asking` are None where there is no such thing. They are made when they are first used.
    """

    concession: ClassVar[str] = "table:concede"  # the rule by which a side may give up

    _as_of: int = 0

    def __init__(self, as_of: int = 0) -> None:
        """`as_of`: the earlier version of its rules by which it plays, 0: the present one."""
        self._as_of = as_of
        self._openings: dict[int, tuple[Scenario, dict[str, str], S]] = {}

    # ------------------------------------------------------------------ scenarios

    def scenarios(self) -> Mapping[str, Scenario]:
        """The scenarios that come with the rulebook, by id: the files of its folder `scenarios`, each read when it is first asked for."""
        return self._shipped

    @cached_property
    def _shipped(self) -> Scenarios:
        return Scenarios.of_folder(self.folder / "scenarios", self.read_scenario)

    def scenario(self, name: str) -> Scenario:
        """The scenario of that id; raises `BadInput` with the nearest by id or title."""
        found = self.scenarios()
        if name not in found:
            raise BadInput(f"{self.id} has no scenario {shown(name)}", hint=nearest_scenarios(name, found))
        return found[name]

    @abstractmethod
    def read_scenario(self, data: Mapping[str, Any], where: str) -> Scenario:
        """A scenario from plain data of a file or record, fully checked; raises `BadInput` naming the field."""

    def armies(self, scenario: Scenario) -> tuple[str, ...]:
        """A line on each side's army, in the order of the sides, for choosing a battle; empty where there is none."""
        return ()

    # ------------------------------------------------------------------ playing

    @property
    def version(self) -> int:
        """The version of the rules by which it plays, as stands in records."""
        return self._as_of or super().version

    def of_version(self, version: int) -> Rulebook[S]:
        """The rulebook as an older version of its rules had it, by which old records replay; itself where it knows none such."""
        return self

    def new(self, scenario: Scenario, options: Mapping[str, str]) -> S:
        """The state before anything was rolled or asked. Openings are built once, and given out in copies."""
        kept = self._openings.get(id(scenario))
        if kept is None or kept[0] is not scenario or kept[1] != options:
            if len(self._openings) >= MOST_OPENINGS:
                self._openings.clear()
            kept = scenario, dict(options), self.open(scenario, options)
            self._openings[id(scenario)] = kept
        return self.copy(kept[2])

    @abstractmethod
    def open(self, scenario: Scenario, options: Mapping[str, str]) -> S:
        """Build the state before anything was rolled or asked; `options` has a value for every option."""

    @abstractmethod
    def step(self, state: S, table: Table) -> None:
        """Play on to the next checkpoint, changing `state`. Deterministic, and may run many times."""

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """The outcome of the battle, None while it goes on."""

    def opponents(self, scenario: Scenario, side: int) -> tuple[int, ...]:
        """The sides that have won if this one gives up: all others, where the rulebook knows no allies."""
        return tuple(other for other in range(len(scenario.sides)) if other != side)

    @property
    @abstractmethod
    def codec(self) -> Codec[S]:
        """The way its states are written as bytes."""

    def copy(self, state: S) -> S:
        """An independent copy."""
        return state.copy()

    def dump(self, state: S) -> bytes:
        """The state as bytes: equal states give equal bytes."""
        return self.codec.dump(state)

    def load(self, data: bytes, like: S) -> S:
        """The state that `dump` wrote; what never changes in a battle (facts, map, options) is shared with `like`."""
        return self.codec.load(data, like)

    def invariants(self, state: S) -> list[str]:
        """The faults of a state as sentences, none when all is well."""
        return []

    # ------------------------------------------------------------------ abilities

    @property
    @abstractmethod
    def view(self) -> View[S]:
        """The ability to show states to people."""

    @property
    @abstractmethod
    def sight(self) -> Sight[S]:
        """The ability to say what a side may know."""

    @property
    @abstractmethod
    def computer(self) -> Computer[S]:
        """Computer players."""

    @property
    def referee(self) -> Referee[S] | None:
        """The referee's hand; None: nothing may be changed."""
        return None

    @property
    def odds(self) -> Odds | None:
        """The odds of one force against another; None: nothing can be counted."""
        return None

    @property
    def muster(self) -> Muster | None:
        """Armies that people may build; None: there are none."""
        return None

    @property
    def boards(self) -> Boards | None:
        """Boards that people may join from tiles; None: battles are fought on those of their scenarios."""
        return None

    @property
    def campaign(self) -> Campaign[S] | None:
        """The way from a battle to the next; None: every battle stands alone."""
        return None

    @property
    def asking(self) -> Asking[S] | None:
        """The choice of a side when it wants to be asked; None: only what must be decided is asked."""
        return None


def odds_of(book: Rulebook[Any]) -> Odds:
    """A rulebook's odds; raises `BadInput` where nothing can be counted."""
    if book.odds is None:
        raise BadInput(f"{book.id} cannot count the odds of one list against another", where="odds")
    return book.odds


def muster_of(book: Rulebook[Any]) -> Muster:
    """A rulebook's muster; raises `BadInput` where it has none."""
    if book.muster is None:
        raise BadInput(f"{book.id} has no muster: its armies come with its scenarios", where="muster")
    return book.muster


def boards_of(book: Rulebook[Any]) -> Boards:
    """A rulebook's boards of tiles; raises `BadInput` where it has none."""
    if book.boards is None:
        raise BadInput(f"{book.id} has no boards of tiles: a battle is fought on its own", where="board")
    return book.boards
