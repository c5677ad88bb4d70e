"""Armies into scenarios, and out of them. Rules: warcards:setup.embark, warcards:lead.general-place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from banneret.kernel.abilities.muster import ArmyList, Entry, word_of, words_of
from banneret.rulebooks.warcards.army.limits import SIDES


def is_ship(entry: Entry) -> bool:
    """True if an entry is a ship."""
    return "ship" in entry.values


def filled_side(given: Mapping[str, Any], army: ArmyList, sea: bool) -> dict[str, Any]:
    """A side of a scenario with the army's units. Leaders whose unit is not there begin in the reserve."""
    side = {key: value for key, value in given.items() if key not in ("units", "ships")}
    if army.name:
        side["name"] = army.name
    if sea:
        side["ships"] = _ships(army)
    else:
        side["units"] = [row for entry in army.entries for row in _rows(entry)]
    names = _names(side)
    groups = [row.get("name") for row in side.get("heroes", ())]
    wagons = _wagons(side)

    def placed(row: Mapping[str, Any]) -> dict[str, Any]:
        kept = dict(row)
        if kept.get("with") not in [*names, *groups]:
            kept.pop("with", None)
        return kept

    side["general"] = placed(side["general"])
    for key in ("heroes", "casters"):
        if key in side:
            side[key] = [placed(row) for row in side[key]]
    _to_wagons(side.get("casters", ()), wagons)
    return side


def filled_conditions(data: Mapping[str, Any]) -> dict[str, Any]:
    """The conditions of a filled scenario: units that are gone are no longer among those that weather affects.

    Rule: warcards:weather.abnormal-who.
    """
    found = dict(data["conditions"])
    weather = found.get("weather")
    if isinstance(weather, Mapping) and "affected" in weather:
        there = [f"{side}/{name}" for side in SIDES for name in _names(data["sides"][side])]
        kept = [word for word in weather["affected"] if word in SIDES or word in there]
        found["weather"] = {**weather, "affected": kept}
    return found


def _rows(entry: Entry) -> list[dict[str, Any]]:
    """The rows of a scenario for the units of an entry."""
    row: dict[str, Any] = {
        "type": word_of(entry, "type"),
        "experience": word_of(entry, "experience", "regular"),
    }
    if words_of(entry, "training"):
        row["training"] = list(words_of(entry, "training"))
    if word_of(entry, "people", "other") != "other":
        row["people"] = word_of(entry, "people")
    return [dict(row) for _ in range(entry.count)]


def _ships(army: ArmyList) -> list[dict[str, Any]]:
    """The rows of a scenario for a fleet. Rules: warcards:setup.embark, warcards:naval.bunks."""
    rows: list[dict[str, Any]] = []
    for ship in army.entries:
        if is_ship(ship):
            crews = [entry for entry in army.entries if ship.name and word_of(entry, "aboard") == ship.name]
            aboard = [row for entry in crews for row in _rows(entry)]
            rows += [{"ship": word_of(ship, "ship"), "aboard": list(aboard)} for _ in range(ship.count)]
    return rows


def _names(side: Mapping[str, Any]) -> list[str]:
    """The names that scenarios have for the units of a side: "infantry#1", and aboard "drakkar#1/infantry#1"."""
    found = _numbered([_type(row) for row in side.get("units", ())])
    ships = side.get("ships", ())
    for name, row in zip(_numbered([row["ship"] for row in ships]), ships, strict=True):
        aboard = _numbered([_type(unit) for unit in row.get("aboard", ())])
        found += [name, *[f"{name}/{inner}" for inner in aboard]]
    return found


def _type(row: Any) -> str:
    """The type of unit in a row of a scenario, which may be the type alone."""
    return row if isinstance(row, str) else str(row["type"])


def _numbered(kinds: list[str]) -> list[str]:
    counts: dict[str, int] = {}
    found: list[str] = []
    for kind in kinds:
        counts[kind] = counts.get(kind, 0) + 1
        found.append(f"{kind}#{counts[kind]}")
    return found


def _to_wagons(casters: Sequence[dict[str, Any]], wagons: list[str]) -> None:
    """Put each caster without a unit with the wagon that has the fewest casters, for components. Rule: warcards:train.war-wagon."""
    loads = [sum([row.get("with") == name for row in casters]) for name in wagons]
    for row in casters:
        if wagons and "with" not in row:
            least = loads.index(min(loads))
            row["with"] = wagons[least]
            loads[least] += 1


def _wagons(side: Mapping[str, Any]) -> list[str]:
    """The units on land that have a war wagon, by their names."""
    rows = side.get("units", ())
    names = _numbered([row["type"] for row in rows])
    return [name for name, row in zip(names, rows, strict=True) if "war-wagon" in row.get("training", ())]


def counted(rows: list[Any], aboard: str = "") -> list[Entry]:
    """The rows of a scenario as entries, equal neighbours counted as one."""
    found: list[Entry] = []
    for row in rows:
        if isinstance(row, str):
            row = {"type": row}
        values: dict[str, Any] = {}
        for key in ("type", "ship", "experience", "people"):
            if key in row and row[key] not in ("regular", "other"):
                values[key] = row[key]
        if row.get("training"):
            values["training"] = tuple(row["training"])
        if aboard:
            values["aboard"] = aboard
        kind = "ship" if "ship" in row else "unit"
        if found and found[-1].values == values:
            found[-1] = Entry(values, kind, found[-1].count + 1)
        else:
            found.append(Entry(values, kind))
    return found
