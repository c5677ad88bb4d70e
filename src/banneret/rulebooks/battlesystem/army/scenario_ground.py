"""The table of a scenario: its size, its ground, and the order in which the sides set up on it.

Rules: battlesystem:intro.table, battlesystem:3.4, battlesystem:5.0a, battlesystem:crossroads.prohibited.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from banneret.geometry.polygons import Polygon, Strip
from banneret.kernel.errors import nearest
from banneret.kernel.fields import Fields
from banneret.rulebooks.battlesystem.army.options import AS_WRITTEN
from banneret.rulebooks.battlesystem.tables.grounds import Feature, grounds

MOST_SIDES: Final = 6
LEAST_TABLE: Final = 48.0  # inches. Rule: battlesystem:intro.table
MOST_TABLE: Final = 240.0  # inches


def table_size(top: Fields) -> tuple[float, float]:
    """Width and depth of the table in inches. Rule: battlesystem:intro.table."""
    table = top.table("table")
    width = table.decimal("width", None, LEAST_TABLE, MOST_TABLE)
    depth = table.decimal("depth", None, LEAST_TABLE, MOST_TABLE)
    table.end()
    return width, depth


def forbidden_ground(top: Fields, width: float, depth: float) -> tuple[list[Polygon], list[str]]:
    """The areas that nobody may enter, and their names. Rules: battlesystem:5.0a, battlesystem:crossroads.prohibited."""
    polygons: list[Polygon] = []
    names: list[str] = []
    for number, row in enumerate(top.rows("ground", 40)):
        fields = Fields(row, f"{top.where}: ground {number + 1}")
        names.append(fields.text("name", most=40))
        polygons.append(polygon(fields, "polygon", width, depth))
        fields.end()
    return polygons, names


def polygon(fields: Fields, name: str, width: float, depth: float) -> Polygon:
    """The polygon of a field; raises `BadInput` if a corner is off the table."""
    corners = fields.points(name, 3, 60)
    for x, y in corners:
        if not (0.0 <= x <= width and 0.0 <= y <= depth):
            raise fields.wrong(f"{name}: the corner [{x:g}, {y:g}] is off the table of {width:g} x {depth:g}")
    return Polygon(corners)


def terrain_of(top: Fields, width: float, depth: float) -> list[Feature]:
    """The terrain of a battle: areas such as woods have a polygon; roads, streams and hedges a line. Rules: battlesystem:11.8 to 11.8p."""
    found: list[Feature] = []
    for number, row in enumerate(top.rows("terrain", 60)):
        fields = Fields(row, f"{top.where}: terrain {number + 1}")
        kind = grounds()[fields.word("kind", tuple(grounds()))]
        one = Feature(fields.text("name", kind.name, most=40), kind)
        if kind.contour:
            one.level = fields.number("level", 1, 1, 9)
        if kind.line or kind.price < 1.0:
            points = fields.points("line", 2, 60)
            if not all(0.0 <= x <= width and 0.0 <= y <= depth for x, y in points):
                raise fields.wrong("line: a point is off the table")
            one.line = Strip(points, fields.decimal("width", kind.width, 0.1, 20.0))
        else:
            one.area = polygon(fields, "polygon", width, depth)
        fields.end()
        found.append(one)
    return found


def scenery_of(top: Fields) -> list[tuple[str, str, tuple[tuple[float, float], ...], float]]:
    """Scenery without effect, each with kind, name, points and width in inches. Rule: battlesystem:5.0a."""
    found: list[tuple[str, str, tuple[tuple[float, float], ...], float]] = []
    for number, row in enumerate(top.data.get("scenery", [])):
        fields = Fields(row, f"{top.where}: scenery {number + 1}")
        found.append(
            (
                fields.word("kind", ("road", "stream", "path")),
                fields.text("name", most=40),
                tuple(fields.points("line", 2, 60)),
                fields.decimal("width", 1.0, 0.1, 20.0),
            )
        )
        fields.end()
    return found


def order_of_setup(top: Fields, keys: list[str], options: Mapping[str, str]) -> tuple[list[int], bool, bool]:
    """The order in which the sides set up, whether in secret, and whether the scenario places all. Rule: battlesystem:3.4."""
    top.rows("scenery", 80)
    setup = top.table("setup")
    order = setup.words("order", MOST_SIDES) if setup.has("order") else tuple(keys)
    if sorted(order) != sorted(keys):
        raise setup.wrong("order: every side is to be named once", nearest(" ".join(order), keys))
    hidden = setup.flag("hidden")
    positions = setup.word("positions", ("free", "given"), "free")
    setup.end()
    chosen = options.get("deployment", AS_WRITTEN)
    given = (positions if chosen == AS_WRITTEN else chosen) == "given"
    return [keys.index(key) for key in order], hidden, given
