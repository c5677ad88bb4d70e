"""The province of a battle, and the conditions that a scenario states: terrain, weather, sight, works.

`home_of` names the side that fights in its home realm, used to its climate: "A", "B", "both" (as in a civil war) or "nobody". A
scenario that leaves it out is fought in nobody's home: abnormal weather affects both armies in every season, and neither general has the
bonus of a home realm in the contest for the terrain.

Rules: warcards:weather.abnormal-who, warcards:limited.build, warcards:setup.weather, warcards:setup.visibility.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from banneret.kernel.errors import BadInput, nearest
from banneret.kernel.fields import Fields
from banneret.rulebooks.warcards import state as st
from banneret.rulebooks.warcards.army.builder import Builder
from banneret.rulebooks.warcards.army.limits import MOST_UNITS, SIDES
from banneret.rulebooks.warcards.tables.conditions import (
    CAMP,
    CASTLE,
    FULL,
    LIMITED,
    TERRAINS,
    VISIBILITIES,
    WEATHERS,
)
from banneret.rulebooks.warcards.tables.modifiers import LEAST_LEVEL, MOST_LEVEL

LAND: Final = TERRAINS[:6]
SEA: Final = TERRAINS[6:]
HOMES: Final = {"A": 0, "B": 1, "both": st.BOTH, "nobody": st.NOBODY}


class Province(NamedTuple):
    """The ground and the sky of a scenario, in numbers of `tables.conditions`; NOBODY stands for a contest."""

    major: int
    minor: tuple[int, ...]
    home: int  # the side that fights in its home realm, or BOTH, or NOBODY
    terrain: int
    season: str
    weather: int
    kind: str  # of abnormal weather: cold or heat
    affected: list[str] | None  # None: by climate
    visibility: int
    fog: bool
    fort: int
    level: int
    owner: int


def read_province(top: Fields, sea: bool, rolled: bool) -> Province:
    """The province and the conditions of a scenario; `rolled`: its weather is rolled for, its kind is that of the season."""
    province = Fields(top.get("province", None), f"{top.where}: province")
    grounds = SEA if sea else LAND
    major = province.word("major", grounds)
    minor = [
        Fields({"minor": row}, province.where).word("minor", grounds) for row in province.rows("minor", 8)
    ]
    home = HOMES[province.word("home_of", tuple(HOMES), "nobody")]
    province.end()
    conditions = Fields(top.get("conditions", None), f"{top.where}: conditions")
    terrain = conditions.word("terrain", ("contest", *grounds), "contest")
    season = conditions.word("season", ("spring", "summer", "autumn", "winter"), "summer")
    weather, kind, affected = _weather(conditions)
    if not kind or rolled:  # what the season brings; a scenario's kind is that of its own weather
        kind = "cold" if season in ("autumn", "winter") else "heat"
    visibility, fog = _visibility(conditions)
    fort, level, owner = _fort(conditions, sea)
    conditions.end()
    return Province(
        TERRAINS.index(major),
        tuple([TERRAINS.index(ground) for ground in minor]),
        home,
        st.NOBODY if terrain == "contest" else TERRAINS.index(terrain),
        season,
        weather,
        kind,
        affected,
        visibility,
        fog,
        fort,
        level,
        owner,
    )


def suffers(province: Province, side: int) -> bool:
    """True if a side's units suffer from abnormal weather. Rule: warcards:weather.abnormal-who."""
    if province.affected is not None:
        return SIDES[side] in province.affected
    if province.home not in (side, st.BOTH):
        return True
    return (province.kind, province.season) in (("cold", "winter"), ("heat", "summer"))


def single_out(builder: Builder, affected: list[str], where: str) -> None:
    """Mark the units that bad weather affects, those of a list of names. Rule: warcards:weather.abnormal-who."""
    known = {
        f"{side}/{name}": unit
        for side, names in zip(SIDES, builder.names, strict=True)
        for name, unit in names.items()
    }
    for word in affected:
        if word in known:
            builder.cards[known[word]].affected = True
        elif word not in SIDES:
            raise BadInput(
                f"affected: {word[:40]!r} is neither a side nor a unit",
                where=f"{where}.weather",
                hint=nearest(word, [*SIDES, *known]),
            )


def _weather(conditions: Fields) -> tuple[int, str, list[str] | None]:
    """Weather, its kind ("": by season), and whom it is said to affect (None: by climate): sides, or units as `A/infantry#2`.

    Rule: warcards:weather.abnormal-who.
    """
    value = conditions.data.get("weather", "normal")
    conditions.known.append("weather")
    if isinstance(value, str):
        return (
            WEATHERS.index(Fields({"weather": value}, conditions.where).word("weather", WEATHERS)),
            "",
            None,
        )
    reader = Fields(value, f"{conditions.where}.weather")
    found = WEATHERS.index(reader.word("id", WEATHERS))
    kind = reader.word("kind", ("cold", "heat")) if reader.has("kind") else ""
    affected = None
    if reader.has("affected"):
        rows = reader.rows("affected", 2 * MOST_UNITS)
        affected = [Fields({"affected": row}, reader.where).text("affected") for row in rows]
    reader.end()
    return found, kind, affected


def _visibility(conditions: Fields) -> tuple[int, bool]:
    """The visibility, and True if a side may choose fog. Rule: warcards:setup.visibility."""
    value = conditions.data.get("visibility", "full")
    conditions.known.append("visibility")
    fog = conditions.flag("fog")
    if isinstance(value, str):
        word = Fields({"visibility": value}, conditions.where).word("visibility", ("full", "contest"))
        return (FULL if word == "full" else st.NOBODY), fog
    reader = Fields(value, f"{conditions.where}.visibility")
    reader.word("id", ("limited",))
    cause = reader.word("cause", VISIBILITIES[1:])
    reader.end()
    return VISIBILITIES.index(cause), fog


def _fort(conditions: Fields, sea: bool) -> tuple[int, int, int]:
    """Kind, level and owner of the fortification of the province. Rules: warcards:limited.build, warcards:fort.camp, warcards:full.what."""
    value = conditions.data.get("fortification", "none")
    conditions.known.append("fortification")
    if isinstance(value, str):
        Fields({"fortification": value}, conditions.where).word("fortification", ("none",))
        return CAMP, 0, st.NOBODY
    if sea:
        raise BadInput("there are no fortifications at sea", where=conditions.where)
    reader = Fields(value, f"{conditions.where}.fortification")
    kind = reader.word("kind", ("limited", "full", "march-camp"))
    owner = SIDES.index(reader.word("owner", SIDES))
    level = reader.number("level", LEAST_LEVEL, LEAST_LEVEL, MOST_LEVEL)
    moves = reader.number("war_moves_in_province", 4, 0, 999)
    reader.end()
    if kind == "march-camp" or (kind == "limited" and moves < 4):
        return CAMP, 0, st.NOBODY
    return (LIMITED if kind == "limited" else CASTLE), level, owner
