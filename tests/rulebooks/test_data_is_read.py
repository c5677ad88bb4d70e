"""Every key of the data files of a rulebook is read by its code, so that a value changed there changes the game.

A key is read if it is a word of the modules that name its file, of those they import or are imported by, or of the kernel and `muster`,
which read some tables for every rulebook. A word is a string, or a field of a class, which rows are read into.
"""

from __future__ import annotations

import ast
import copy
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, Final

import pytest

SOURCES: Final = Path(__file__).parents[2] / "src" / "banneret"
BOOKS: Final = SOURCES / "rulebooks"
FILES: Final = [
    pytest.param(path, id=f"{path.parents[1].name}/{path.stem}")
    for path in sorted(BOOKS.glob("*/data/*.toml"))
    if path.stem != "judgement"  # learned weights by term, written by a program
]
IDS: Final = {
    "battlesystem/magic-arms": ["armour"],
    "battlesystem/man-to-man": ["attacks", "body", "kit"],
    "battlesystem/symbols": ["creature", "weapon"],
    "battlesystem/traits": ["kind", "state"],
    "companies/maps": ["map.start"],
    "companies/officers": ["officer.skills"],
    "companies/packages": ["package.may_swap"],
    "companies/wounds": ["field_dressing"],
    "skirmish/pictures": ["actions", "creatures"],
    "stacks/maps": ["map.names"],
    "stacks/traits": ["state", "type"],
    "warcards/symbols": ["ships", "units"],
    "warcards/traits": ["state"],
}
"""Tables whose keys are ids: of pieces, skills, states, places."""
ELSEWHERE: Final = {
    "skirmish/effects": {
        "verb.moves",
        "verb.owes_damage",
    },  # what the code has for each verb is compared with them
    "warcards/races": {
        "race.inferred",  # the balance tables show them
        "race.mended",
        "race.missile_if_none",  # a test compares the templates with the rows of units
        "race.morale_floor",
        "race.move_fixed",
    },
    "warcards/ships": {"ship.inferred", "ship.mended"},
    "warcards/units": {"unit.inferred", "unit.mended"},
}
"""Keys that only tests and `bench` read."""


def module_of(path: Path) -> str:
    """The dotted name of a module of the package."""
    return ".".join(("banneret", *path.relative_to(SOURCES).with_suffix("").parts)).removesuffix(".__init__")


@cache
def source_of(path: Path) -> str:
    """The text of a module."""
    return path.read_text(encoding="utf-8")


@cache
def words_of(path: Path) -> frozenset[str]:
    """The strings of a module, docstrings left out, and the fields of its classes."""
    tree = ast.parse(source_of(path))
    loose = {id(one.value) for one in ast.walk(tree) if isinstance(one, ast.Expr)}
    found = set()
    for one in ast.walk(tree):
        if isinstance(one, ast.Constant) and isinstance(one.value, str) and id(one) not in loose:
            found.add(one.value)
        elif isinstance(one, ast.ClassDef):
            fields = [line.target for line in one.body if isinstance(line, ast.AnnAssign)]
            found |= {field.id for field in fields if isinstance(field, ast.Name)}
    return frozenset(found)


@cache
def imports_of(path: Path) -> frozenset[str]:
    """The modules of the package that a module imports from."""
    return frozenset(re.findall(r"^ *from (banneret\.[\w.]+) import", source_of(path), re.MULTILINE))


def names_file(module: Path, names: set[str]) -> bool:
    """True if one of the words of a module is a name of the file."""
    return any(f'"{name}"' in source_of(module) for name in names) and not names.isdisjoint(words_of(module))


@cache
def shared_words() -> frozenset[str]:
    """The words of the kernel and of `muster`."""
    paths = [path for room in ("kernel", "muster") for path in sorted((SOURCES / room).rglob("*.py"))]
    return frozenset().union(*[words_of(path) for path in paths])


@cache
def words_for(path: Path) -> frozenset[str]:
    """The words of the modules that may read a data file; none if no module names it."""
    modules = {module_of(one): one for one in path.parents[1].rglob("*.py")}
    names = {path.stem, path.name, f"data/{path.name}"}
    readers = {name for name, one in modules.items() if names_file(one, names)}
    if not readers:
        return frozenset()
    near = {name for name, one in modules.items() if imports_of(one) & readers}
    near |= {name for reader in readers for name in imports_of(modules[reader]) if name in modules}
    return shared_words().union(*[words_of(modules[name]) for name in readers | near])


def keys_of(data: Any, ids: list[str], table: str = "") -> Iterator[tuple[str, str]]:
    """The keys of a file, each with its table; an id stands as `*` in the names of tables, and is left out as a key."""
    for row in data if isinstance(data, list) else [data]:
        if isinstance(row, list):
            yield from keys_of(row, ids, table)
        elif isinstance(row, dict):
            for key, value in row.items():
                name = "*" if table in ids else key
                if name == key:
                    yield table, key
                yield from keys_of(value, ids, f"{table}.{name}" if table else name)


def unread(path: Path, data: dict[str, Any]) -> list[str]:
    """The keys of a data file that no code reads, each with its table."""
    place = f"{path.parents[1].name}/{path.stem}"
    words, elsewhere = words_for(path), ELSEWHERE.get(place, set())
    found = [(f"{table}.{key}".lstrip("."), key) for table, key in keys_of(data, IDS.get(place, []))]
    return sorted({name for name, key in found if key not in words and name not in elsewhere})


@pytest.mark.parametrize("path", FILES)
def test_code_reads_every_key(path: Path) -> None:
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    assert data, "a file that says nothing may go"
    assert not unread(path, data), "let the code read them, or leave them out: a remark is a comment"


def planted(data: Any) -> Iterator[str]:
    """Put a key that nobody reads into each table of a file, one after the other; yields where it is."""
    if isinstance(data, dict):
        data["owner_defence"] = 1
        yield "owner_defence"
        del data["owner_defence"]
    for value in data.values() if isinstance(data, dict) else data if isinstance(data, list) else ():
        yield from planted(value)


@pytest.mark.parametrize("path", FILES)
def test_a_key_that_nobody_reads_is_found_in_every_table(path: Path) -> None:
    data = tomllib.loads(path.read_text(encoding="utf-8"))
    before, tables, found = copy.deepcopy(data), 0, 0
    for key in planted(data):
        tables += 1
        found += any(name.rpartition(".")[2] == key for name in unread(path, data))
    ids = IDS.get(f"{path.parents[1].name}/{path.stem}", [])
    assert data == before
    assert found == tables - sum(count(data, table.split(".")) for table in ids)


def count(data: Any, table: list[str]) -> int:
    """The number of tables of a name in a file."""
    if isinstance(data, list):
        return sum(count(row, table) for row in data)
    return 1 if not table else count(data.get(table[0], []), table[1:])


def test_all_keys_of_a_file_that_no_code_names_are_unread() -> None:
    path = BOOKS / "warcards" / "data" / "siege_engines.toml"
    assert unread(path, {"engine": [{"id": "ram", "name": "Ram"}]}) == ["engine", "engine.id", "engine.name"]


def test_what_is_excepted_is_there() -> None:
    for place, tables in IDS.items():
        book, _, name = place.partition("/")
        data = tomllib.loads((BOOKS / book / "data" / f"{name}.toml").read_text(encoding="utf-8"))
        assert all(count(data, table.split(".")) for table in tables), place
    for place, keys in ELSEWHERE.items():
        book, _, name = place.partition("/")
        data = tomllib.loads((BOOKS / book / "data" / f"{name}.toml").read_text(encoding="utf-8"))
        assert keys <= {f"{table}.{key}" for table, key in keys_of(data, [])}, place
