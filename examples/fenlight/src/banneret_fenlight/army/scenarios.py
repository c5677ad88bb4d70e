"""Scenarios read from plain data, checked down to the last word. Rules: fenlight:setup.marsh, fenlight:light.rise."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from banneret.geometry.hexes import HexGrid
from banneret.kernel.fields import Fields
from banneret.kernel.scenario import Scenario
from banneret_fenlight.state import MOST
from banneret_fenlight.tables.ground import MERE, NO_HEX, PRICES, SIGNS
from banneret_fenlight.tables.marsh import Flags, Marsh

LEVELS: Final = ("basic", "advanced")
WIDEST: Final = 9
MOST_LIGHTS: Final = 9
DEFAULTS: Final = Flags(True, True, True)
_WORD: Final = re.compile(r"[a-z][a-z0-9_]{0,29}")


def flags_of(options: Mapping[str, str]) -> Flags:
    """The options as the rules look at them."""
    return Flags(options["drift"] == "yes", options["glow"] == "bright", options["losses"] == "difference")


def read_scenario(data: Mapping[str, Any], where: str) -> Scenario:
    """A scenario from the plain data of a file or a record; raises `BadInput` naming the field."""
    top = Fields(data, where)
    name, title = top.text("id"), top.text("title")
    level = top.word("level", LEVELS, "basic")
    sides = top.words("sides", 2)
    summary = top.text("summary", title, most=400)
    kind = top.text("kind", "scenario")
    inner = top.table("data")
    top.end()
    if not _WORD.fullmatch(name) or len(set(sides)) != 2 or not all(_WORD.fullmatch(one) for one in sides):
        raise top.wrong("id and the two sides are words of small letters")
    plain = _terms(inner)
    scenario = Scenario(name, title, level, sides, summary, plain, kind)
    marsh_of(scenario, DEFAULTS)
    return scenario


def _terms(row: Fields) -> dict[str, Any]:
    """The table `data` of a scenario, field by field, as plain data."""
    bands = [
        [_post(post, f"{row.where}: bands") for post in posts]
        for posts in row.rows("bands", 2)
        if isinstance(posts, list) and len(posts) <= 12
    ]
    plain: dict[str, Any] = {
        "names": list(row.words("names", 2)),
        "map": list(row.words("map", WIDEST)),
        "homes": [_words(homes, f"{row.where}: homes") for homes in row.rows("homes", 2)],
        "springs": list(row.words("springs", MOST_LIGHTS)),
        "lights": row.number("lights", least=1, most=MOST_LIGHTS),
        "rounds": row.number("rounds", least=1, most=30),
        "budget": row.number("budget", 24, least=4, most=60),
    }
    if bands:
        plain["bands"] = bands
    row.end()
    return plain


def _words(data: Any, where: str) -> list[str]:
    return list(Fields({"words": data}, where).words("words", 12))


def _post(data: Any, where: str) -> list[Any]:
    """A band that the scenario places: `["C3", 4]`."""
    place, *rest = data if isinstance(data, list) and len(data) == 2 else ["", 0]
    row = Fields({"hex": place, "warriors": rest[0]}, where)
    return [row.text("hex"), row.number("warriors", least=1, most=MOST)]


def marsh_of(scenario: Scenario, flags: Flags) -> Marsh:
    """The marsh of a scenario; raises `BadInput` where its words do not fit together."""
    data = scenario.data
    row = Fields(data, f"scenario {scenario.id}: data")
    rows = [line.split() for line in data["map"]]
    if len(rows) < 2 or len({len(line) for line in rows}) != 1 or not 2 <= len(rows[0]) <= WIDEST:
        raise row.wrong(f"map: rows of 2 to {WIDEST} signs are wanted, all of one length")
    signs = {**SIGNS, NO_HEX: ""}
    flat = [sign for line in rows for sign in line]
    unknown = [sign for sign in flat if sign not in signs]
    if unknown:
        raise row.wrong(f"map: there is no sign {unknown[0][:10]!r}", ", ".join(signs))
    grid = HexGrid(len(rows[0]), len(rows))
    ground = tuple([signs[sign] for sign in flat])

    def hexes(names: list[str], what: str, dry: bool) -> tuple[int, ...]:
        """Hexes of the marsh by name, none of them twice; `dry`: where bands can stand."""
        allowed = [
            name for name, on in zip(grid.names, ground, strict=True) if on and not (dry and on == MERE)
        ]
        for name in names:
            if name not in allowed:
                raise row.wrong(
                    f"{what}: there is no such hex as {name[:10]!r}", f"{allowed[0]} … {allowed[-1]}"
                )
        if len(set(names)) != len(names):
            raise row.wrong(f"{what}: a hex is named twice")
        return tuple([grid.named(name) for name in names])

    if len(data["names"]) != 2 or len(data["homes"]) != 2:
        raise row.wrong("names and homes: two of each are wanted, one for each side")
    homes = tuple([hexes(names, "homes", True) for names in data["homes"]])
    springs = hexes(data["springs"], "springs", False)
    posts = data.get("bands", [])
    hexes([place for side in posts for place, _ in side], "bands", True)
    if len(set(homes[0] + homes[1])) != len(homes[0] + homes[1]):
        raise row.wrong("homes: a hex cannot be home to both sides")
    if not springs or not homes[0] or not homes[1] or (posts and not (len(posts) == 2 and all(posts))):
        raise row.wrong("springs, homes and bands: one at least is wanted, for each side")
    if any(sum(MOST * PRICES[ground[home]] for home in side) < data["budget"] for side in homes):
        raise row.wrong("homes: there are too few for the budget")
    bands = tuple([tuple([(grid.named(place), count) for place, count in side]) for side in posts])
    return Marsh(
        scenario.id,
        scenario.title,
        scenario.sides,
        tuple(data["names"]),
        grid,
        ground,
        homes,
        springs,
        data["lights"],
        data["rounds"],
        data["budget"],
        bands,
        flags,
    )
