"""Finding what was named on the command line: rulebooks, scenarios, players, options, files."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any

from banneret import rulebooks
from banneret.kernel.errors import BadInput
from banneret.kernel.files import read_bytes, read_toml
from banneret.kernel.naming.sides import side_of

if TYPE_CHECKING:
    import argparse
    from collections.abc import Mapping, Sequence

    from banneret.kernel.abilities.muster import ArmyList
    from banneret.kernel.rulebook import Rulebook
    from banneret.kernel.scenario import Scenario

MOST_BYTES = 400_000
MOST_DEPTH = 40


def about(name: str) -> Mapping[str, Any]:
    """The description of a rulebook; its rules are not loaded where its `about.toml` lies beside them."""
    path = rulebooks.folder(name) / "about.toml"
    return read_toml(path) if path.is_file() else rulebooks.get(name).about


def find_rulebook(name: str) -> Rulebook[Any]:
    """The rulebook of that id; raises `BadInput` with the nearest names."""
    return rulebooks.get(name)


def find_scenario(rulebook: Rulebook[Any], name: str) -> Scenario:
    """A scenario by its id, from a `.toml` or `.json` file, or two lists of units: `4 Dwarves vs 6 Goblins`."""
    first, versus, second = name.partition(" vs ")
    if versus:
        from banneret.muster.matchup import matchup

        first, second = first.strip(), second.strip()
        where = (list_name(first, "army"), list_name(second, "army"))
        return matchup(rulebook, read_list(first), read_list(second), where)
    if name.endswith((".toml", ".json")) or "/" in name or "\\" in name:
        return read_scenario_file(rulebook, Path(name))
    return rulebook.scenario(name)


def read_scenario_file(rulebook: Rulebook[Any], path: Path) -> Scenario:
    """The one scenario of a file, checked by the rulebook; raises `BadInput` naming file and field."""
    data = read_data(path)
    for word in ("scenario", "battle"):
        rows = data.get(word)
        if isinstance(rows, list):
            if len(rows) != 1 or not isinstance(rows[0], dict):
                raise BadInput(f"holds {len(rows)} scenarios", where=str(path), hint="a file is to hold one")
            data = rows[0]
        elif isinstance(rows, dict):
            data = rows
    try:
        return rulebook.read_scenario(data, str(path))
    except BadInput as bad:
        if bad.where.startswith(str(path)):
            raise
        where = f"{path}: {bad.where}" if bad.where else str(path)
        raise BadInput(bad.message, where=where, hint=bad.hint) from None


def read_text(path: Path, most: int = MOST_BYTES) -> str:
    """The text of a file that a person named, bounded before it is read."""
    try:
        return read_bytes(path, most).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadInput(f"is not UTF-8 text (byte {error.start})", where=str(path)) from None


def read_data(path: Path) -> dict[str, Any]:
    """The table of a TOML file, or the object of a JSON file."""
    text = read_text(path)
    if _depth(text) > MOST_DEPTH:
        raise BadInput(f"is nested more than {MOST_DEPTH} deep", where=str(path))
    try:
        if path.suffix == ".json":
            data = json.loads(text, parse_constant=_no_constant, object_pairs_hook=_each_once)
        else:
            data = tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        kind = "JSON" if path.suffix == ".json" else "TOML"
        raise BadInput(f"is not valid {kind}: {str(error)[:200]}", where=str(path)) from None
    if not isinstance(data, dict):
        raise BadInput("is to hold one table", where=str(path))
    return data


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is not a number")


def _each_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object of JSON; a name that appears twice is refused."""
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            raise ValueError(f"{name[:60]!r} appears twice")
        found[name] = value
    return found


def _depth(text: str) -> int:
    """The depth of nested brackets, without regard to strings: never much less than the truth, and cheap."""
    depth = deepest = 0
    for character in text:
        if character in "[{":
            depth += 1
            deepest = max(deepest, depth)
        elif character in "]}":
            depth = max(depth - 1, 0)
    return deepest


def read_options(words: Sequence[str]) -> dict[str, str]:
    """`K=V` words as options; a name given twice with different values contradicts itself."""
    chosen: dict[str, str] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals or not name or not value:
            raise BadInput(f"--option is given {word!r}", where="command line", hint="NAME=VALUE is expected")
        if chosen.get(name, value) != value:
            raise BadInput(
                f"option {name} is given both as {chosen[name]!r} and {value!r}", where="command line"
            )
        chosen[name] = value
    return chosen


def refuse(given: argparse.Namespace, where: str, *words: str) -> None:
    """Raise `BadInput` for words that a command would pass over as it is called: `--out`, or `ARMY` for what stands in a place."""
    for word in words:
        value = getattr(given, word.strip("-").lower())
        if value not in (None, "", False):
            raise BadInput(f"{word} changes nothing here", where=where, hint="leave it out")


def read_names(text: str, what: str) -> list[str]:
    """Names with commas between them."""
    names = [name.strip() for name in text.split(",")]
    if not all(names):
        raise BadInput(
            f"{what} is given {text!r}", where="command line", hint="names with commas between them"
        )
    return names


def check_player(rulebook: Rulebook[Any], name: str) -> str:
    """The name of a computer player that can be made; raises `BadInput` with the nearest names."""
    from banneret.api import make_player
    from banneret.kernel.dice import Chance

    make_player(name, rulebook, Chance(1))
    return name


def read_list(text: str) -> str:
    """A list given on the command line, or in a file when it begins with `@`.

    A file that `banneret muster` reads is given as it stands; of any other lines are joined, `#` begins a comment.
    """
    if not text.startswith("@"):
        return text
    from banneret.muster.army import is_army

    whole = read_text(Path(text[1:]))
    if is_army(whole):
        return whole
    lines = [line.partition("#")[0].strip().rstrip(",") for line in whole.splitlines()]
    return ", ".join(line for line in lines if line)


def list_name(text: str, otherwise: str) -> str:
    """The name of a list in error messages: its file, if `read_list` finds it in one."""
    return text[1:] if text.startswith("@") else otherwise


def read_army_file(path: Path) -> ArmyList:
    """The army of a file; raises `BadInput` naming file, entry and field."""
    from banneret.muster.army import read_army

    return read_army(read_text(path), str(path))


def with_armies(rulebook: Rulebook[Any], scenario: Scenario, words: Sequence[str]) -> Scenario:
    """The scenario with armies given as `SIDE=LIST`; LIST may be `@FILE`. Raises `BadInput`."""
    from banneret.muster.matchup import army_from, fit

    armies: dict[str, ArmyList] = {}
    for word in words:
        side, equals, units = word.partition("=")
        if not equals or not side.strip() or not units.strip():
            raise BadInput(
                f"--army is given {word[:60]!r}", where="command line", hint="SIDE=LIST or SIDE=@FILE"
            )
        where = list_name(units.strip(), f"army of {side.strip()[:60]}")
        named = side_of(rulebook, scenario, side.strip(), "--army")
        if named in armies:
            raise BadInput(f"two armies for {side.strip()[:60]!r}", where="command line")
        armies[named] = army_from(rulebook, read_list(units.strip()), where)
    return fit(rulebook, scenario, armies)


def with_board(rulebook: Rulebook[Any], scenario: Scenario, file: str) -> Scenario:
    """The scenario on the board of a file, on its own where none is given. Raises `BadInput`."""
    if not file:
        return scenario
    from banneret.muster.own_board import on_board, read_board

    return on_board(rulebook, scenario, read_board(read_text(Path(file)), file), file)
