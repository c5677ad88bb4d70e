r"""The muster: armies built from a rulebook's tables, priced against a budget, kept in plain files of their owners.

A rulebook says in data what an army may hold (`Tables`: kinds of entries, their fields and choices, budgets) and offers a `Muster`
that prices an entry with every part of the sum told, says what is wrong, and puts armies into scenarios. Everything else is here,
the same for every rulebook: the file, and the checking.

    >>> army = read_army('format = "banneret army 1"\nrulebook = "stacks"\n[[entry]]\nunit = "dwarves"\ncount = 2\n')
    >>> army.entries[0].count, army.entries[0].values
    (2, {'unit': 'dwarves'})
"""

from __future__ import annotations

import re
import tomllib
from abc import ABC, abstractmethod
from collections.abc import Mapping
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any, Final

import msgspec

from banneret.kernel.errors import BadInput
from banneret.kernel.scene import Figure

if TYPE_CHECKING:
    from banneret.kernel.rulebook import Rulebook, Scenario
    from banneret.kernel.tally import Tally

FORMAT: Final = "banneret army 1"
MOST_TEXT: Final = 60_000  # characters of a file
MOST_LINE: Final = 2_000
MOST_DOTS: Final = 200  # of a file, outside of strings: names divided by dots are slow to read
MOST_DEPTH: Final = 6
MOST_ENTRIES: Final = 120
MOST_COUNT: Final = 200
MOST_FIELDS: Final = 20
MOST_WORDS: Final = 20  # of one field
MOST_NAME: Final = 40
MOST_WORD: Final = 60
MOST_NOTES: Final = 1_000
MOST_BUDGET: Final = 1_000_000

_OWN = ("kind", "count", "name")  # what every entry may have besides the fields of its kind
_FIELD = re.compile(r"[a-z][a-z0-9_-]{0,39}")
_STRING = re.compile(r'"(?:\\.|[^"\\])*"|\'[^\']*\'')

Value = str | int | tuple[str, ...]


# ---------------------------------------------------------------- what there is to choose


class Choice(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing to choose: `group` gathers like ones, `price` is what it adds to the sum, `text` says what it is."""

    id: str
    name: str
    group: str = ""
    price: int = 0
    text: str = ""


class Field(msgspec.Struct, frozen=True, omit_defaults=True):
    """A field of an entry. `form` is one (of the choices), many (up to `most` of them), number (`least` to `most`), or entry.

    entry: the name of another entry of the kind `of`, such as the ship a unit is aboard. `default` is what an absent field means;
    without one, one and number must be given, many and entry may be left out. `rare`: folded away where room is short.
    """

    id: str
    title: str
    form: str
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
    """All that an army of a rulebook can be built of. `scenarios`: the battles that take armies, each with its sides."""

    rulebook: str
    points: str
    budgets: tuple[int, ...]
    kinds: tuple[Kind, ...]
    scenarios: dict[str, tuple[str, ...]]
    text: str = ""


# ---------------------------------------------------------------- an army


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One line of an army: `count` of the same. `name` is its own name, by which other entries may refer to it."""

    values: dict[str, str | int | tuple[str, ...]]
    kind: str = ""
    count: int = 1
    name: str = ""


class ArmyList(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An army as its owner wrote it, not yet held against the rulebook. `budget` 0: none was set."""

    rulebook: str
    entries: tuple[Entry, ...] = ()
    name: str = ""
    budget: int = 0
    notes: str = ""

    @property
    def text(self) -> str:
        """The file: one field a line in a fixed order, so that versions can be compared line by line."""
        return write_army(self)


class Fault(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is wrong with an army: at which entry (-1: the whole) and field, and what puts it right."""

    text: str
    fix: str
    entry: int = -1
    where: str = ""
    field: str = ""
    rule: str = ""

    def __str__(self) -> str:
        return f"{self.where}: {self.text}; {self.fix}" if self.where else f"{self.text}; {self.fix}"


class Card(msgspec.Struct, frozen=True, omit_defaults=True):
    """An entry as its rulebook prices it: title, what one of it costs and why, the figures of its card, words on it, faults.

    `boxes`: so many small boxes stand on its printed card, to strike off what falls in play.
    """

    title: str
    cost: int
    parts: tuple[tuple[int, str, str], ...]
    figures: tuple[Figure, ...] = ()
    words: tuple[str, ...] = ()
    symbol: str = ""
    faults: tuple[Fault, ...] = ()
    boxes: int = 0


class Priced(msgspec.Struct, frozen=True, omit_defaults=True):
    """An entry in an appraisal: `total` is what all of it costs; `card` is missing where the entry cannot be read."""

    title: str
    count: int
    total: int = 0
    name: str = ""
    card: Card | None = None


class Appraisal(msgspec.Struct, frozen=True, omit_defaults=True):
    """An army held against its rulebook: every entry priced, everything that is wrong, what is spent and left."""

    rulebook: str
    title: str
    points: str
    name: str
    budget: int
    spent: int
    units: int
    entries: tuple[Priced, ...]
    faults: tuple[Fault, ...] = ()
    sums: tuple[Figure, ...] = ()
    notes: str = ""

    @property
    def left(self) -> int:
        """Points of the budget that are not spent; below 0 where too much is."""
        return self.budget - self.spent

    @property
    def valid(self) -> bool:
        """Whether nothing is wrong."""
        return not self.faults


def card_of(
    title: str,
    tally: Tally,
    figures: tuple[Figure, ...] = (),
    words: tuple[str, ...] = (),
    symbol: str = "",
    faults: tuple[Fault, ...] = (),
    boxes: int = 0,
) -> Card:
    """A card whose cost is a tally."""
    return Card(title, tally.total, tuple(tally.parts), figures, words, symbol, faults, boxes)


# ---------------------------------------------------------------- what a rulebook offers


class Muster(ABC):
    """What a rulebook offers to who builds an army; `Rulebook.muster` gives it."""

    @property
    @abstractmethod
    def tables(self) -> Tables:
        """What there is to choose."""

    @abstractmethod
    def card(self, entry: Entry, army: ArmyList) -> Card:
        """An entry priced. Its fields have been checked one by one; what they do together is checked here."""

    def faults(self, army: ArmyList, cards: Mapping[int, Card]) -> list[Fault]:
        """What is wrong with the army as a whole. `cards`: of the entries that could be read, by place."""
        return []

    def sums(self, army: ArmyList, cards: Mapping[int, Card]) -> tuple[Figure, ...]:
        """Figures of the whole army, for the head of its roster."""
        return ()

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


# ---------------------------------------------------------------- the file


def is_army(text: str) -> bool:
    """Whether a text is an army's file, not a short list: its first words say so."""
    for line in text[:MOST_TEXT].lstrip("\ufeff").splitlines():
        line = line.strip()
        if line and not line.startswith("#"):
            return re.match(r"(format|rulebook|name|budget|notes)\s*=|\[\[\s*entry\s*\]\]", line) is not None
    return False


def read_army(text: str, where: str = "army") -> ArmyList:
    """The army of a file's text; raises `BadInput` for what is no such file. Whether the rulebook allows it, `appraise` says."""
    data = _toml(text, where)
    form = data.get("format")
    if form != FORMAT:
        wrong = (
            "format is missing"
            if form is None
            else f"its format {_shown(form)} cannot be read by this version"
        )
        raise BadInput(wrong, where=where, hint=f'a line format = "{FORMAT}" at the top')
    for key in data:
        if key not in ("format", "rulebook", "name", "budget", "notes", "entry"):
            raise BadInput(
                f"nothing is called {_shown(key)} in an army",
                where=where,
                hint=_near(key, ("entry", "budget", "notes")),
            )
    rulebook = _line(data, "rulebook", where, 40)
    if not rulebook:
        raise BadInput("rulebook is missing", where=where, hint='such as rulebook = "stacks"')
    rows = data.get("entry", [])
    if not isinstance(rows, list):
        raise BadInput("entry is no list of tables", where=where, hint="[[entry]] before the fields of each")
    if len(rows) > MOST_ENTRIES:
        raise BadInput(f"it has {len(rows)} entries", where=where, hint=f"an army has at most {MOST_ENTRIES}")
    return ArmyList(
        rulebook,
        tuple([_entry(row, f"{where}, entry {place}") for place, row in enumerate(rows, 1)]),
        _line(data, "name", where, MOST_NAME),
        _whole(data, "budget", where, 0, MOST_BUDGET, 0),
        _lines(data, "notes", where),
    )


def check_army(army: ArmyList, where: str = "army") -> ArmyList:
    """An army that came as a message instead of a file, held to the same bounds: what its file says. Raises `BadInput`."""
    return read_army(write_army(army), where)


def write_army(army: ArmyList) -> str:
    """The file of an army."""
    lines = [f'format = "{FORMAT}"', f"rulebook = {_quoted(army.rulebook)}"]
    if army.name:
        lines.append(f"name = {_quoted(army.name)}")
    if army.budget:
        lines.append(f"budget = {army.budget}")
    if army.notes:
        lines.append(f"notes = {_quoted(army.notes)}")
    for entry in army.entries:
        lines += ["", "[[entry]]"]
        if entry.kind:
            lines.append(f"kind = {_quoted(entry.kind)}")
        if entry.name:
            lines.append(f"name = {_quoted(entry.name)}")
        for key, value in entry.values.items():
            name = key if _FIELD.fullmatch(key) else _quoted(key)
            lines.append(f"{name} = {_written(value)}")
        if entry.count != 1:
            lines.append(f"count = {entry.count}")
    return "\n".join(lines) + "\n"


def _written(value: Value) -> str:
    if isinstance(value, int):
        return str(value)
    return _quoted(value) if isinstance(value, str) else f"[{', '.join([_quoted(word) for word in value])}]"


def _quoted(text: str) -> str:
    """A TOML string of one line."""
    signs = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\t": "\\t"}
    escaped = [signs.get(sign) or (sign if sign.isprintable() else f"\\U{ord(sign):08X}") for sign in text]
    return '"' + "".join(escaped) + '"'


def _toml(text: str, where: str) -> dict[str, Any]:
    """A TOML table, bounded before it is read: in size, in depth, and in what is slow to read."""
    text = text.removeprefix("\ufeff")
    if len(text) > MOST_TEXT:
        raise BadInput(f"{len(text):,} characters", where=where, hint=f"an army has at most {MOST_TEXT:,}")
    depth = dots = 0
    for number, line in enumerate(text.splitlines(), 1):
        if len(line) > MOST_LINE:
            raise BadInput(f"line {number} is too long", where=where, hint=f"at most {MOST_LINE} characters")
        line = _STRING.sub("", line).partition("#")[0]
        if "=" in line or "[" in line:
            dots += line.count(".")
        depth = max(0, depth + line.count("[") + line.count("{") - line.count("]") - line.count("}"))
        if depth > MOST_DEPTH or line.count("[") > MOST_DOTS:
            raise BadInput(f"line {number} opens too many brackets", where=where)
        if dots > MOST_DOTS:
            raise BadInput(f"line {number}: names with dots in them", where=where, hint="none has any")
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        hint = f'the first lines of an army are format = "{FORMAT}" and rulebook = …'
        raise BadInput(f"is no proper TOML: {str(error)[:160]}", where=where, hint=hint) from None


def _entry(row: object, where: str) -> Entry:
    if not isinstance(row, dict):
        raise BadInput("is no table", where=where, hint="[[entry]] and its fields below it")
    values: dict[str, Value] = {}
    for key, value in row.items():
        if key in _OWN:
            continue
        if not _FIELD.fullmatch(key) or len(values) >= MOST_FIELDS:
            raise BadInput(f"{_shown(key)} is no field", where=where, hint="small letters, digits, _ and -")
        if isinstance(value, list):
            if len(value) > MOST_WORDS:
                raise BadInput(f"{key} has {len(value)} words", where=where, hint=f"at most {MOST_WORDS}")
            values[key] = tuple([_word(word, key, where) for word in value])
        elif isinstance(value, int) and not isinstance(value, bool):
            values[key] = _whole(row, key, where, -MOST_BUDGET, MOST_BUDGET, 0)
        else:
            values[key] = _word(value, key, where)
    return Entry(
        values,
        _line(row, "kind", where, MOST_WORD),
        _whole(row, "count", where, 1, MOST_COUNT, 1),
        _line(row, "name", where, MOST_NAME),
    )


def _word(value: object, key: str, where: str) -> str:
    if not isinstance(value, str) or len(value) > MOST_WORD or not value.isprintable():
        hint = f"a line of at most {MOST_WORD} signs in quotes"
        raise BadInput(f"{key} is {_shown(value)}", where=where, hint=hint)
    return value


def _line(row: Mapping[str, Any], key: str, where: str, most: int) -> str:
    value = row.get(key, "")
    if not isinstance(value, str) or len(value) > most or not value.isprintable():
        hint = f"a line of at most {most} signs in quotes"
        raise BadInput(f"{key} is {_shown(value)}", where=where, hint=hint)
    return value.strip()


def _lines(row: Mapping[str, Any], key: str, where: str) -> str:
    value = row.get(key, "")
    if (
        not isinstance(value, str)
        or len(value) > MOST_NOTES
        or not all(sign.isprintable() or sign == "\n" for sign in value)
    ):
        raise BadInput(f"{key} is {_shown(value)}", where=where, hint=f"a text of at most {MOST_NOTES} signs")
    return value.strip()


def _whole(row: Mapping[str, Any], key: str, where: str, low: int, high: int, default: int) -> int:
    value = row.get(key, default)
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise BadInput(
            f"{key} is {_shown(value)}", where=where, hint=f"a whole number from {low} to {high:,}"
        )
    return value


def _shown(value: object) -> str:
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) > 10**18:
        return "a number out of all bounds"
    if isinstance(value, dict | list | tuple):
        return "a table" if isinstance(value, dict) else "a list"
    text = repr(value) if isinstance(value, str | int | float) else f"a {type(value).__name__}"
    return text if len(text) <= 62 else text[:60] + "…'"


def _near(name: str, known: tuple[str, ...] | list[str]) -> str:
    """What is most like a name, as the fix of a fault."""
    small = {one.lower(): one for one in known}
    close = get_close_matches(name.lower()[:MOST_WORD], small, n=3, cutoff=0.5)
    if close:
        return "did you mean " + " or ".join([repr(small[one]) for one in close]) + "?"
    if len(known) <= 12:
        return "there is " + ", ".join(known) if known else "there is none to choose"
    return f"choose one of {len(known)}, such as " + ", ".join(known[:4])


# ---------------------------------------------------------------- held against the rulebook


def muster_of(book: Rulebook[Any]) -> Muster:
    """A rulebook's muster; raises `BadInput` where it has none."""
    found = book.muster
    if found is None:
        raise BadInput(f"{book.id} has no muster: its armies come with its scenarios", where="muster")
    return found


def army_from(book: Rulebook[Any], text: str, where: str = "army") -> ArmyList:
    """The army of a text: that of a file, or a short list. Raises `BadInput`."""
    if is_army(text):
        army = read_army(text, where)
        if army.rulebook != book.id:
            hint = f"the battle is one of {book.id}"
            raise BadInput(f"is an army of {_shown(army.rulebook)}", where=where, hint=hint)
        return army
    return muster_of(book).listed(text, where)


def appraise(book: Rulebook[Any], army: ArmyList, budget: int | None = None) -> Appraisal:
    """An army priced and checked against its rulebook; `budget` takes the place of the army's own.

    Raises `BadInput` only where the rulebook has no muster or the army is another's.
    """
    muster = muster_of(book)
    if army.rulebook != book.id:
        raise BadInput(
            f"the army is one of {_shown(army.rulebook)}", where="muster", hint=f"not of {book.id}"
        )
    tables = muster.tables
    limit = army.budget if budget is None else budget
    faults: list[Fault] = []
    cards: dict[int, Card] = {}
    priced: list[Priced] = []
    for place, entry in enumerate(army.entries):
        title = _title(tables, entry)
        found = _field_faults(tables, army, place)
        if not found:
            card = muster.card(entry, army)
            cards[place] = card
            found = list(card.faults)
            title = card.title
        where = f"entry {place + 1}, {f'{entry.count} ' if entry.count > 1 else ''}{title}"
        faults += [msgspec.structs.replace(fault, entry=place, where=where) for fault in found]
        if place in cards:
            card = msgspec.structs.replace(cards[place], faults=())
            priced.append(Priced(title, entry.count, card.cost * entry.count, entry.name, card))
        else:
            priced.append(Priced(title, entry.count, 0, entry.name))
    spent = sum([one.total for one in priced])
    faults += _whole_faults(army, limit, spent, tables.points)
    faults += muster.faults(army, cards)
    return Appraisal(
        book.id,
        book.title,
        tables.points,
        army.name,
        limit,
        spent,
        sum([entry.count for entry in army.entries]),
        tuple(priced),
        tuple(faults),
        muster.sums(army, cards),
        army.notes,
    )


def kind_of(tables: Tables, entry: Entry) -> Kind | None:
    """The kind of an entry: the one it names; where it names none, the one whose first field it has."""
    for kind in tables.kinds:
        if entry.kind == kind.id or (not entry.kind and kind.fields[0].id in entry.values):
            return kind
    return None


def _title(tables: Tables, entry: Entry) -> str:
    """What an entry is called before it is known to be right."""
    kind = kind_of(tables, entry)
    value = entry.values.get(kind.fields[0].id, "") if kind else ""
    for choice in kind.fields[0].choices if kind else ():
        if choice.id == value:
            return choice.name
    return str(value)[:MOST_WORD] or (kind.title if kind else "?")


def _field_faults(tables: Tables, army: ArmyList, place: int) -> list[Fault]:
    """What is wrong with the fields of an entry, each looked at alone."""
    entry = army.entries[place]
    kind = kind_of(tables, entry)
    if kind is None:
        kinds = [one.id for one in tables.kinds]
        if entry.kind:
            return [Fault(f"there is no kind {_shown(entry.kind)}", _near(entry.kind, kinds), field="kind")]
        firsts = " or ".join([one.fields[0].id for one in tables.kinds])
        return [Fault("it does not say what it is", f"give it {firsts}", field="kind")]
    known = {field.id: field for field in kind.fields}
    faults = [
        Fault(f"{kind.title} has no field {_shown(name)}", _near(name, list(known)), field=name)
        for name in entry.values
        if name not in known
    ]
    for field in kind.fields:
        fault = _field_fault(field, entry.values.get(field.id), tables, army)
        if fault is not None:
            faults.append(msgspec.structs.replace(fault, field=field.id))
    if entry.name and any(other.name == entry.name for other in army.entries[:place]):
        faults.append(
            Fault(f"two entries are called {_shown(entry.name)}", "give one another name", field="name")
        )
    return faults


def _field_fault(field: Field, value: Value | None, tables: Tables, army: ArmyList) -> Fault | None:
    if value is None or value == "":
        if field.default or field.form in ("many", "entry"):
            return None
        return Fault(f"{field.id} is missing", f"choose a {field.title.lower()}")
    if field.form == "number":
        if isinstance(value, int) and field.least <= value <= field.most:
            return None
        return Fault(f"{field.id} is {_shown(value)}", f"a whole number from {field.least} to {field.most}")
    if field.form == "entry":
        return _reference_fault(field, value, tables, army)
    if field.form == "one":
        if not isinstance(value, str):
            return Fault(f"{field.id} is {_shown(value)}", "one word in quotes is wanted")
        return _choice_fault(field, value)
    words = (value,) if isinstance(value, str) else value
    if isinstance(words, int):
        return Fault(f"{field.id} is {words}", "a list of words is wanted")
    if len(words) > field.most:
        return Fault(f"{field.id} has {len(words)} choices", f"take away all but {field.most}")
    found = [fault for fault in [_choice_fault(field, word) for word in words] if fault is not None]
    return found[0] if found else None


def _choice_fault(field: Field, word: str) -> Fault | None:
    ids = [choice.id for choice in field.choices]
    return None if word in ids else Fault(f"{field.id} cannot be {_shown(word)}", _near(word, ids))


def _reference_fault(field: Field, value: Value, tables: Tables, army: ArmyList) -> Fault | None:
    kinds = [(other.name, kind_of(tables, other)) for other in army.entries if other.name]
    names = [name for name, kind in kinds if kind is not None and kind.id == field.of]
    if value in names:
        return None
    if not names:
        return Fault(
            f"nothing is called {_shown(value)}", f"give a {field.of} that name, or leave {field.id} out"
        )
    return Fault(f"no {field.of} is called {_shown(value)}", _near(str(value), names))


def words_of(entry: Entry, field: str) -> tuple[str, ...]:
    """The words of a field of several choices."""
    value = entry.values.get(field, ())
    return (value,) if isinstance(value, str) and value else value if isinstance(value, tuple) else ()


def word_of(entry: Entry, field: str, default: str = "") -> str:
    """The word of a field of one choice."""
    return str(entry.values.get(field) or default)


def _whole_faults(army: ArmyList, limit: int, spent: int, points: str) -> list[Fault]:
    if not army.entries:
        return [Fault("the army is empty", "add an entry")]
    if limit and spent > limit:
        return [
            Fault(
                f"it costs {spent} {points} of {limit}",
                f"save {spent - limit} {points} or raise the budget",
                field="budget",
            )
        ]
    return []


def fit(book: Rulebook[Any], scenario: Scenario, armies: Mapping[str, ArmyList]) -> Scenario:
    """The scenario with these armies, by side, in place of its own; raises `BadInput` where one may not fight in it."""
    if not armies:
        return scenario
    muster = muster_of(book)
    sides = muster.takes(scenario)
    for side, army in armies.items():
        if side not in scenario.sides:
            raise BadInput(
                f"{scenario.id} has no side {_shown(side)}",
                where="armies",
                hint=_near(side, list(scenario.sides)),
            )
        if side not in sides:
            takers = [name for name, takers in muster.tables.scenarios.items() if takers]
            raise BadInput(
                f"{scenario.id} takes no armies: they belong to it",
                where="armies",
                hint=_near(scenario.id, takers),
            )
        appraisal = appraise(book, army)
        if appraisal.faults:
            more = (
                f" ({len(appraisal.faults) - 1} more: 'banneret muster check' lists them)"
                if len(appraisal.faults) > 1
                else ""
            )
            first = appraisal.faults[0]
            where = f"army of {side}" + (f", {first.where}" if first.where else "")
            raise BadInput(first.text, where=where, hint=first.fix + more)
    return muster.fill(scenario, armies)


def matchup(
    book: Rulebook[Any], first: str, second: str, where: tuple[str, str] = ("army", "army")
) -> Scenario:
    """The single battle of two armies, the first attacking, each a short list or the text of an army's file.

    What comes from a file must be valid, and brings all that it holds; raises `BadInput` naming `where` of a file.
    """
    told = zip((first, second), where, strict=True)
    files = [army_from(book, text, name) if is_army(text) else None for text, name in told]
    if files == [None, None]:
        return book.matchup(first, second)
    scenario = book.matchup(shortened(book, first), shortened(book, second))
    return fit(
        book,
        scenario,
        {side: army for side, army in zip(scenario.sides, files, strict=True) if army is not None},
    )


def shortened(book: Rulebook[Any], text: str, where: str = "army") -> str:
    """The short list of a text: that of an army's file where it is one, else as it stands. Raises `BadInput`."""
    return muster_of(book).short(army_from(book, text, where)) if is_army(text) else text


def fields_of(book: Rulebook[Any], army: ArmyList) -> tuple[str, ...]:
    """The scenarios that come with the rulebook in which an army may fight, on any side that takes one; none while it has errors."""
    if appraise(book, army).faults:
        return ()
    muster = muster_of(book)
    scenarios = book.scenarios()
    found: list[str] = []
    for name, sides in muster.tables.scenarios.items():
        try:
            muster.fill(scenarios[name], {sides[0]: army})
        except BadInput:
            continue
        found.append(name)
    return tuple(found)
