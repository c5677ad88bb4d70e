"""All of a battle that never changes: table and ground, rosters and sheets, goals and options.

Rules: battlesystem:1.0d, battlesystem:2.8c, battlesystem:5.0a.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from banneret.geometry.polygons import Polygon
from banneret.geometry.rectangles import Rectangle
from banneret.rulebooks.battlesystem.flags import Flags
from banneret.rulebooks.battlesystem.stages import BASIC
from banneret.rulebooks.battlesystem.tables.goals import Goal, Zone
from banneret.rulebooks.battlesystem.tables.grounds import Feature
from banneret.rulebooks.battlesystem.tables.missiles import Engine
from banneret.rulebooks.battlesystem.tables.rosters import Post, Roster
from banneret.rulebooks.battlesystem.tables.sheets import Sheet


@dataclass(slots=True)
class Setting:
    """All of a battle that never changes."""

    scenario: str
    title: str
    names: list[str]  # of the sides
    width: float  # of the table, inches west to east
    depth: float  # south to north
    ground: list[Polygon]  # that nobody may enter. Rule: battlesystem:5.0a
    ground_names: list[str]
    walls: list[Rectangle]  # the edges of that ground, as obstacles
    scenery: list[tuple[str, str, tuple[tuple[float, float], ...], float]]  # kind, name, line, width: roads
    zones: list[Zone]
    homes: list[int]  # each side's edge of the table: NORTH, EAST, SOUTH, WEST of `tables.edges`
    placing: list[int]  # sides in the order in which they set up; empty: all stand where the scenario says
    rosters: dict[int, Roster]  # by unit: as it came to the battle, see `Unit.now`
    sheets: dict[int, Sheet]  # by individual
    goal: Goal
    daylight: bool
    flags: Flags
    hidden: bool = False  # the sides place at the same time, none seeing the other
    measured: bool = True  # enemies start two full moves apart; else the zones are too near. Rule: 3.4
    posts: dict[int, Post | None] = field(default_factory=dict)  # by unit: where the scenario puts it
    likes: dict[int, tuple[int, int]] = field(default_factory=dict)  # by unit: formation and files it prefers
    leader_posts: dict[int, tuple[float, float] | None] = field(default_factory=dict)
    keys: list[str] = field(default_factory=list)  # of the sides, as scenario and record name them
    terrain: list[Feature] = field(default_factory=list)  # rule: battlesystem:11.8
    tier: int = BASIC  # which game is played: the phases of a round follow from it. Rule: battlesystem:1.0d
    # forbidden ground and its edges for those who swim: without deep water. Rule: battlesystem:11.8l
    swimmers_ground: list[Polygon] = field(default_factory=list)
    swimmers_walls: list[Rectangle] = field(default_factory=list)
    engines: list[Engine] = field(default_factory=list)  # by field piece. Rule: battlesystem:10.9
    # individuals in the order in which they follow on the first of them. Rule: battlesystem:9.3f
    charts: list[tuple[int, ...]] = field(default_factory=list)
    has_roles: bool = False  # an individual of this battle can take another role. Rule: battlesystem:9.0a
    # the setting as the battle began, where some came into being since: `worth.newcomers`
    origin: Setting | None = field(default=None, compare=False, repr=False)
