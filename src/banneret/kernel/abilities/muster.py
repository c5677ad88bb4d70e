"""The muster a rulebook may offer: what an army may be built of (`Tables`), what it costs, and its way into scenarios.

The army's file, its checking and its pricing against a budget are the same for every rulebook: `banneret.muster`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import TYPE_CHECKING, Literal

import msgspec

from banneret.kernel.scene import Figure

if TYPE_CHECKING:
    from banneret.kernel.scenario import Scenario
    from banneret.kernel.tally import Tally


Value = str | int | tuple[str, ...]
FieldForm = Literal["one", "many", "number", "entry"]


class Choice(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing to choose: `group` gathers like ones, `price` is what it adds to the sum, `text` says what it is."""

    id: str
    name: str
    group: str = ""
    price: int = 0
    text: str = ""


class Field(msgspec.Struct, frozen=True, omit_defaults=True):
    """A field of an entry: one of the choices, many of them (up to `most`), a number (`least` to `most`), or an entry.

    entry: the name of another entry of the kind `of`, such as the ship a unit is aboard. `default` is what an absent field means;
    without one, one and number must be given, many and entry may be left out. `rare`: folded away where room is short.
    """

    id: str
    title: str
    form: FieldForm
    choices: tuple[Choice, ...] = ()
    default: str = ""
    least: int = 0
    most: int = 0
    of: str = ""
    text: str = ""
    rare: bool = False


class Kind(msgspec.Struct, frozen=True):
    """A kind of entry. Its first field says what the entry is (a unit's type, a ship's class)."""

    id: str
    title: str
    fields: tuple[Field, ...]


class Tables(msgspec.Struct, frozen=True):
    """All that an army of a rulebook can be built of. `scenarios`: the battles that take armies, each with the sides that do."""

    rulebook: str
    points: str
    budgets: tuple[int, ...]
    kinds: tuple[Kind, ...]
    scenarios: dict[str, tuple[str, ...]]
    text: str = ""


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One line of an army: `count` of the same. `name` is its own name, by which other entries may refer to it."""

    values: dict[str, str | int | tuple[str, ...]]
    kind: str = ""
    count: int = 1
    name: str = ""


class ArmyList(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An army as its owner wrote it, not yet checked against the rulebook. `budget` 0: none was set."""

    rulebook: str
    entries: tuple[Entry, ...] = ()
    name: str = ""
    budget: int = 0
    notes: str = ""


class Fault(msgspec.Struct, frozen=True, omit_defaults=True):
    """A fault of an army: the entry (-1: the whole) and field where it is, and what puts it right."""

    text: str
    fix: str
    entry: int = -1
    where: str = ""
    field: str = ""
    rule: str = ""

    def __str__(self) -> str:
        return f"{self.where}: {self.text}; {self.fix}" if self.where else f"{self.text}; {self.fix}"


class BoxRow(msgspec.Struct, frozen=True, omit_defaults=True):
    """A row of small boxes on a printed card, to tick in play: its name, and how many, or a word for each of them."""

    name: str
    boxes: int = 0
    words: tuple[str, ...] = ()


class ScriptSheet(msgspec.Struct, frozen=True):
    """A sheet of paper on which the orders of a unit are written ahead: blocks of a few turns, each with the choices to tick and lines to write on."""

    title: str
    note: str
    block: str
    turns: tuple[str, ...]
    choices: tuple[str, ...]
    lines: tuple[str, ...]


class Card(msgspec.Struct, frozen=True, omit_defaults=True):
    """An entry as its rulebook prices it: title, what one of it costs and why, the figures of its card, words on it, faults.

    `boxes`: so many small boxes stand on its printed card, to strike off what falls in play; `tracks` are those that need a name. `playing`: it is printed as a card to
    play with, of the usual size, after a list of the army.
    """

    title: str
    cost: int
    parts: tuple[tuple[int, str, str], ...]
    figures: tuple[Figure, ...] = ()
    words: tuple[str, ...] = ()
    symbol: str = ""
    faults: tuple[Fault, ...] = ()
    boxes: int = 0
    playing: bool = False
    tracks: tuple[BoxRow, ...] = ()


def card_of(
    title: str,
    tally: Tally,
    figures: tuple[Figure, ...] = (),
    words: tuple[str, ...] = (),
    symbol: str = "",
    faults: tuple[Fault, ...] = (),
    boxes: int = 0,
    playing: bool = False,
    tracks: tuple[BoxRow, ...] = (),
) -> Card:
    """A card whose cost is a tally."""
    return Card(
        title, tally.total, tuple(tally.parts), figures, words, symbol, faults, boxes, playing, tracks
    )


class Muster(ABC):
    """The ability of a rulebook to have armies built; `Rulebook.muster` gives it."""

    @property
    @abstractmethod
    def tables(self) -> Tables:
        """The choices."""

    @abstractmethod
    def card(self, entry: Entry, army: ArmyList) -> Card:
        """An entry priced. Its fields have been checked one by one; what they do together is checked here."""

    def faults(self, army: ArmyList, cards: Mapping[int, Card]) -> list[Fault]:
        """The faults of the army as a whole. `cards`: of the entries that could be read, by place."""
        return []

    def sums(self, army: ArmyList, cards: Mapping[int, Card]) -> tuple[Figure, ...]:
        """Figures of the whole army, for the head of its roster."""
        return ()

    @property
    def script(self) -> ScriptSheet | None:
        """The sheet that is printed behind the roster for each unit; None where nothing is written ahead."""
        return None

    def called(self, army: ArmyList) -> dict[int, tuple[str, ...]]:
        """The names that a battle gives to the units of its entries, by place; of entries that it leaves out their titles stand."""
        return {}

    @abstractmethod
    def takes(self, scenario: Scenario) -> tuple[str, ...]:
        """The sides of a scenario that may bring an army of their own."""

    @abstractmethod
    def fill(self, scenario: Scenario, armies: Mapping[str, ArmyList]) -> Scenario:
        """The scenario with these armies, by side, in place of its own. They have been found valid. Raises `BadInput`."""

    @abstractmethod
    def listed(self, text: str, where: str = "") -> ArmyList:
        """The army of a short list such as "3 Knights, Archers", as the rulebook reads such lists; raises `BadInput`."""

    @abstractmethod
    def short(self, army: ArmyList) -> str:
        """An army as such a short list: its fighters, without what a list cannot say. Raises `BadInput` for what is unknown."""

    @abstractmethod
    def drawn(self, scenario: Scenario, side: str) -> ArmyList:
        """A side's army of a scenario that takes armies, as a list to begin from."""


def kind_of(tables: Tables, entry: Entry) -> Kind | None:
    """The kind of an entry: the one it names; where it names none, the one whose first field it has."""
    for kind in tables.kinds:
        if entry.kind == kind.id or (not entry.kind and kind.fields[0].id in entry.values):
            return kind
    return None


def words_of(entry: Entry, field: str) -> tuple[str, ...]:
    """The words of a field of several choices."""
    value = entry.values.get(field, ())
    return (value,) if isinstance(value, str) and value else value if isinstance(value, tuple) else ()


def word_of(entry: Entry, field: str, default: str = "") -> str:
    """The word of a field of one choice."""
    return str(entry.values.get(field) or default)
