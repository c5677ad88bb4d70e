"""The sides of a scenario: their units, their leaders, and where they set up.

Rules: battlesystem:2.7, battlesystem:3.0, battlesystem:3.4, battlesystem:4.10a, battlesystem:4.10b, battlesystem:4.10c, battlesystem:9.0,
battlesystem:9.3f.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from banneret.geometry.polygons import Polygon
from banneret.kernel.errors import nearest
from banneret.kernel.fields import Fields
from banneret.rulebooks.battlesystem.army.options import AS_WRITTEN
from banneret.rulebooks.battlesystem.army.rosters import listed_roles as roles
from banneret.rulebooks.battlesystem.army.rosters.reader import Listed, ListedCaptain, read_captain, read_unit
from banneret.rulebooks.battlesystem.army.scenario_ground import polygon
from banneret.rulebooks.battlesystem.command.brigades import brigade_fault
from banneret.rulebooks.battlesystem.setup import zones
from banneret.rulebooks.battlesystem.stages import BASIC, TIERS
from banneret.rulebooks.battlesystem.tables.edges import EDGES
from banneret.rulebooks.battlesystem.tables.goals import Zone
from banneret.rulebooks.battlesystem.unit import NOBODY

MOST_UNITS: Final = 60  # of a side
MOST_LEADERS: Final = 12  # individuals of a side
FACINGS: Final = {EDGES["north"]: 180.0, EDGES["east"]: 270.0, EDGES["south"]: 0.0, EDGES["west"]: 90.0}


def _charts(fields: Fields, tier: str) -> list[tuple[str, ...]]:
    """The rows of a side's Chain of Command charts, by the ids of individuals; raises `BadInput` in the Basic Game. Rule: battlesystem:9.3f."""
    found: list[tuple[str, ...]] = []
    for row in fields.rows("chart", 12):
        inner = Fields({"chart": row}, f"{fields.where}: chart")
        found.append(inner.words("chart"))
    if found and tier == TIERS[BASIC]:
        raise fields.wrong("chart: the Basic Game has none", 'leave it out, or write tier = "intermediate"')
    return found


class Side:
    """A side of a scenario as it is read; making one raises `BadInput` naming the field.

    Attributes:
        fields: those of its row, for errors.
        key: its id.
        home: its own edge of the table.
        facing: the heading of its units when they set up, in degrees clockwise from north.
        units: its units as listed.
        captains: its individuals as listed, and the Unit Commanders who may leave their units.
        charts: the rows of its Chain of Command charts, by the ids of individuals.
    """

    def __init__(self, row: Any, where: str, options: Mapping[str, str], own: Mapping[str, str]) -> None:
        fields = Fields(row, where)
        self.fields = fields
        self.key = fields.text("id", most=40)
        self.name = fields.text("name", most=40)
        self.home = EDGES[fields.word("home", tuple(EDGES))]
        self.facing = fields.decimal("facing", FACINGS[self.home], 0.0, 360.0)
        self.has_zone = fields.has("zone")
        self.units: list[Listed] = [
            read_unit(one, f"{where}: units {number + 1}", options)
            for number, one in enumerate(fields.rows("units", MOST_UNITS))
        ]
        chosen = options.get("army_commanders", AS_WRITTEN)
        wanted = (own.get("army_commanders", "false") if chosen == AS_WRITTEN else chosen) == "true"
        found = [
            read_captain(one, f"{where}: leaders {number + 1}", options)
            for number, one in enumerate(fields.rows("leaders", MOST_LEADERS))
        ]
        found = [one for one in found if wanted or not one.optional]
        if options.get("implied_charisma") == "true":
            roles.imply_charisma(self.units, found)
        self.captains: list[ListedCaptain] = roles.with_chiefs(self.units, found)
        self.charts: list[tuple[str, ...]] = _charts(fields, options.get("tier", ""))
        fields.end()

    def check(self) -> None:
        """Raise `BadInput` if it has no units, if ids are missing or the same, or if its brigades cannot be. Rules: 3.0, 4.10a, 4.10b, 4.10c."""
        fields = self.fields
        if not self.units:
            raise fields.wrong("units: the side has none")
        names = [one.key for one in self.captains]
        roles.check_ids(fields, [one.key for one in self.units], self.captains)
        if len(set(names)) < len(names):
            raise fields.wrong("leaders: two have the same id")
        for one in self.units:
            for key in ([one.brigade] if one.brigade else []) + list(one.chain or ()):
                if key not in names:
                    raise fields.wrong(f"{one.roster.name}: there is no leader {key!r}", nearest(key, names))
        if any(one.chain is not None for one in self.units):
            return  # an order of command of the scenario's own. Rule: battlesystem:4.10c
        brigades = [names.index(one.brigade) if one.brigade else NOBODY for one in self.units]
        trouble = brigade_fault(brigades, [one.sheet.rank for one in self.captains])
        if trouble:
            raise fields.wrong(f"leaders: {trouble}")

    def roles(self, first_unit: int, first: int) -> list[tuple[int, ...]]:
        """Settle who is with which unit and whose deputy; return its Chain of Command charts by number. Rules: battlesystem:9.0, 9.3, 9.3f.

        `first_unit` and `first` are the numbers of its first unit and individual.
        """
        roles.settle(self.units, self.captains, first_unit, first)
        return roles.chart_of(self.charts, self.captains, self.fields.where, first)

    def zone(self, side: int, width: float, depth: float) -> Zone:
        """The zone where it sets up: as written, else the quarter of the table on its own edge. Rule: battlesystem:3.4."""
        if self.has_zone:
            return Zone(side, polygon(self.fields, "zone", width, depth), self.facing)
        return Zone(side, Polygon(zones.quarter(self.home, width, depth)), self.facing)
