r"""The file of an army: one field a line in a fixed order, bounded before it is read.

>>> army = read_army('format = "banneret army 1"\nrulebook = "stacks"\n[[entry]]\nunit = "dwarves"\ncount = 2\n')
>>> army.entries[0].count, army.entries[0].values
(2, {'unit': 'dwarves'})
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any, Final

from banneret.kernel.abilities.muster import ArmyList, Entry
from banneret.kernel.bounds import Bounds, bounded_toml
from banneret.kernel.errors import BadInput, shown
from banneret.kernel.files import toml_string

if TYPE_CHECKING:
    from banneret.kernel.abilities.muster import Value

FORMAT: Final = "banneret army 1"
MOST_TEXT: Final = 80_000  # characters of a file
BOUNDS: Final = Bounds(MOST_TEXT, line=2_000, dots=200, depth=6)
MOST_ENTRIES: Final = 120
MOST_COUNT: Final = 200
MOST_FIELDS: Final = 24
MOST_WORDS: Final = 20  # of one field
MOST_NAME: Final = 40
MOST_WORD: Final = 60
MOST_NOTES: Final = 1_000
MOST_BUDGET: Final = 1_000_000
_OWN = ("kind", "count", "name")  # what every entry may have besides the fields of its kind
_FIELD = re.compile(r"[a-z][a-z0-9_-]{0,39}")


def is_army(text: str) -> bool:
    """True if a text is an army's file, not a short list: its first words say so."""
    for line in text[:MOST_TEXT].lstrip("\ufeff").splitlines():
        line = line.strip()
        if line and not line.startswith("#"):
            return re.match(r"(format|rulebook|name|budget|notes)\s*=|\[\[\s*entry\s*\]\]", line) is not None
    return False


def read_army(text: str, where: str = "army") -> ArmyList:
    """The army of a file's text; raises `BadInput` for what is no such file. Whether the rulebook allows it, `appraise` says."""
    hint = f'the first lines of an army are format = "{FORMAT}" and rulebook = …'
    data = bounded_toml(text, where, BOUNDS, hint)
    form = data.get("format")
    if form != FORMAT:
        raise BadInput(wrong_format(form, "army"), where=where, hint=f'a line format = "{FORMAT}" at the top')
    for key in data:
        if key not in ("format", "rulebook", "name", "budget", "notes", "entry"):
            raise BadInput(
                f"nothing is called {shown(key)} in an army",
                where=where,
                hint=near(key, ("entry", "budget", "notes")),
            )
    rulebook = _line(data, "rulebook", where, 40)
    if not rulebook:
        raise BadInput("the rulebook is missing", where=where, hint='such as rulebook = "stacks"')
    rows = data.get("entry", [])
    if not isinstance(rows, list):
        raise BadInput(
            "entry is not a list of tables", where=where, hint="[[entry]] before the fields of each"
        )
    if len(rows) > MOST_ENTRIES:
        raise BadInput(f"it has {len(rows)} entries", where=where, hint=f"an army has at most {MOST_ENTRIES}")
    return ArmyList(
        rulebook,
        tuple([_entry(row, f"{where}, entry {place}") for place, row in enumerate(rows, 1)]),
        _line(data, "name", where, MOST_NAME),
        _whole(data, "budget", where, 0, MOST_BUDGET, 0),
        _lines(data, "notes", where),
    )


def wrong_format(form: object, expected: str) -> str:
    """The fault of a file whose `format` is not that of the kind of file that is expected.

    >>> wrong_format("banneret board 1", "army"), wrong_format(None, "army")
    ('the file holds a board, an army is expected', 'the format is missing')
    """
    for kind, told in (("army", "an army"), ("board", "a board")):
        if kind != expected and str(form).startswith(f"banneret {kind} "):
            return f"the file holds {told}, {'an' if expected == 'army' else 'a'} {expected} is expected"
    if form is None:
        return "the format is missing"
    return f"its format {shown(form)} cannot be read by this version"


def check_army(army: ArmyList, where: str = "army") -> ArmyList:
    """An army that came as a message instead of a file, held to the same bounds: what its file says. Raises `BadInput`."""
    return read_army(write_army(army), where)


def write_army(army: ArmyList) -> str:
    """The file of an army."""
    lines = [f'format = "{FORMAT}"', f"rulebook = {toml_string(army.rulebook)}"]
    if army.name:
        lines.append(f"name = {toml_string(army.name)}")
    if army.budget:
        lines.append(f"budget = {army.budget}")
    if army.notes:
        lines.append(f"notes = {toml_string(army.notes)}")
    for entry in army.entries:
        lines += ["", "[[entry]]"]
        if entry.kind:
            lines.append(f"kind = {toml_string(entry.kind)}")
        if entry.name:
            lines.append(f"name = {toml_string(entry.name)}")
        for key, value in entry.values.items():
            name = key if _FIELD.fullmatch(key) else toml_string(key)
            lines.append(f"{name} = {_written(value)}")
        if entry.count != 1:
            lines.append(f"count = {entry.count}")
    return "\n".join(lines) + "\n"


def _written(value: Value) -> str:
    if isinstance(value, int):
        return str(value)
    return (
        toml_string(value)
        if isinstance(value, str)
        else f"[{', '.join([toml_string(word) for word in value])}]"
    )


def _entry(row: object, where: str) -> Entry:
    if not isinstance(row, dict):
        raise BadInput("is not a table", where=where, hint="[[entry]] and its fields below it")
    values: dict[str, Value] = {}
    for key, value in row.items():
        if key in _OWN:
            continue
        if not _FIELD.fullmatch(key):
            raise BadInput(f"{shown(key)} is not a field", where=where, hint="small letters, digits, _ and -")
        if len(values) >= MOST_FIELDS:
            raise BadInput("it has too many fields", where=where, hint=f"at most {MOST_FIELDS}")
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
        hint = f"a text of one line in quotes, at most {MOST_WORD} characters"
        raise BadInput(f"{key} is {shown(value)}", where=where, hint=hint)
    return value


def _line(row: Mapping[str, Any], key: str, where: str, most: int) -> str:
    value = row.get(key, "")
    if not isinstance(value, str) or len(value) > most or not value.isprintable():
        hint = f"a text of one line in quotes, at most {most} characters"
        raise BadInput(f"{key} is {shown(value)}", where=where, hint=hint)
    return value.strip()


def _lines(row: Mapping[str, Any], key: str, where: str) -> str:
    value = row.get(key, "")
    if (
        not isinstance(value, str)
        or len(value) > MOST_NOTES
        or not all(sign.isprintable() or sign == "\n" for sign in value)
    ):
        raise BadInput(
            f"{key} is {shown(value)}", where=where, hint=f"a text of at most {MOST_NOTES} characters"
        )
    return value.strip()


def _whole(row: Mapping[str, Any], key: str, where: str, low: int, high: int, default: int) -> int:
    value = row.get(key, default)
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise BadInput(f"{key} is {shown(value)}", where=where, hint=f"a whole number from {low} to {high:,}")
    return value


def near(name: str, known: tuple[str, ...] | list[str]) -> str:
    """The nearest known name, as the fix of a fault."""
    small = {one.lower(): one for one in known}
    close = get_close_matches(name.lower()[:MOST_WORD], small, n=3, cutoff=0.5)
    if close:
        return "did you mean " + " or ".join([repr(small[one]) for one in close]) + "?"
    if len(known) <= 12:
        return "there is " + ", ".join(known) if known else "there is none to choose"
    return f"choose one of {len(known)}, such as " + ", ".join(known[:4])
