"""An army checked against its rulebook: every entry priced, everything that is wrong, what is spent and left."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import msgspec

from banneret.kernel.abilities.muster import Card, Fault, kind_of
from banneret.kernel.errors import BadInput, shown
from banneret.kernel.rulebook import Rulebook, muster_of
from banneret.kernel.scene import Figure
from banneret.muster.army import MOST_WORD, near

if TYPE_CHECKING:
    from banneret.kernel.abilities.muster import ArmyList, Entry, Field, Tables, Value
    from banneret.kernel.rulebook import Rulebook

# Units and individuals of an army: where there are more, which no battle takes, their names are not worked out.
MOST_NAMED: Final = 200


class Priced(msgspec.Struct, frozen=True, omit_defaults=True):
    """An entry in an appraisal: `total` is what all of it costs; `card` is missing where the entry cannot be read.

    `called` are the names of its units in a battle, where they have any.
    """

    title: str
    count: int
    total: int = 0
    name: str = ""
    card: Card | None = None
    called: tuple[str, ...] = ()


class Appraisal(msgspec.Struct, frozen=True, omit_defaults=True):
    """An army checked against its rulebook: every entry priced, everything that is wrong, what is spent and left."""

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
        """True if nothing is wrong."""
        return not self.faults


def appraise(book: Rulebook[Any], army: ArmyList, budget: int | None = None) -> Appraisal:
    """An army priced and checked against its rulebook; `budget` takes the place of the army's own.

    Raises `BadInput` only where the rulebook has no muster or the army is another's.
    """
    muster = muster_of(book)
    if army.rulebook != book.id:
        raise BadInput(f"the army is one of {shown(army.rulebook)}", where="muster", hint=f"not of {book.id}")
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
    # Otherwise there is no telling what is in the battle, or no battle has as many.
    if len(cards) == len(priced) and sum(one.count for one in army.entries) <= MOST_NAMED:
        names = muster.called(army)
        priced = [msgspec.structs.replace(one, called=names.get(at, ())) for at, one in enumerate(priced)]
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


def _title(tables: Tables, entry: Entry) -> str:
    """The name of an entry before it is known to be right."""
    kind = kind_of(tables, entry)
    value = entry.values.get(kind.fields[0].id, "") if kind else ""
    for choice in kind.fields[0].choices if kind else ():
        if choice.id == value:
            return choice.name
    return str(value)[:MOST_WORD] or (kind.title if kind else "?")


def _field_faults(tables: Tables, army: ArmyList, place: int) -> list[Fault]:
    """The faults of the fields of an entry, each checked alone."""
    entry = army.entries[place]
    kind = kind_of(tables, entry)
    if kind is None:
        kinds = [one.id for one in tables.kinds]
        if entry.kind:
            return [Fault(f"there is no kind {shown(entry.kind)}", near(entry.kind, kinds), field="kind")]
        firsts = " or ".join([one.fields[0].id for one in tables.kinds])
        return [Fault("it does not say what it is", f"give it {firsts}", field="kind")]
    known = {field.id: field for field in kind.fields}
    faults = [
        Fault(f"{kind.title} has no field {shown(name)}", near(name, list(known)), field=name)
        for name in entry.values
        if name not in known
    ]
    for field in kind.fields:
        fault = _field_fault(field, entry.values.get(field.id), tables, army)
        if fault is not None:
            faults.append(msgspec.structs.replace(fault, field=field.id))
    if entry.name and any(other.name == entry.name for other in army.entries[:place]):
        faults.append(
            Fault(f"two entries are called {shown(entry.name)}", "give one another name", field="name")
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
        return Fault(f"{field.id} is {shown(value)}", f"a whole number from {field.least} to {field.most}")
    if field.form == "entry":
        return _reference_fault(field, value, tables, army)
    if field.form == "one":
        if not isinstance(value, str):
            return Fault(f"{field.id} is {shown(value)}", "one word in quotes is expected")
        return _choice_fault(field, value)
    words = (value,) if isinstance(value, str) else value
    if isinstance(words, int):
        return Fault(f"{field.id} is {words}", "a list of words is expected")
    if len(words) > field.most:
        return Fault(f"{field.id} has {len(words)} choices", f"take away all but {field.most}")
    found = [fault for fault in [_choice_fault(field, word) for word in words] if fault is not None]
    return found[0] if found else None


def _choice_fault(field: Field, word: str) -> Fault | None:
    ids = [choice.id for choice in field.choices]
    return None if word in ids else Fault(f"{field.id} cannot be {shown(word)}", near(word, ids))


def _reference_fault(field: Field, value: Value, tables: Tables, army: ArmyList) -> Fault | None:
    kinds = [(other.name, kind_of(tables, other)) for other in army.entries if other.name]
    names = [name for name, kind in kinds if kind is not None and kind.id == field.of]
    if value in names:
        return None
    if not names:
        return Fault(
            f"nothing is called {shown(value)}", f"give a {field.of} that name, or leave {field.id} out"
        )
    return Fault(f"no {field.of} is called {shown(value)}", near(str(value), names))


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
