"""Scenarios: read from files, checked down to the last word, and made into the beginning of a battle.

Rules: battlesystem:intro.parent, battlesystem:intro.table, battlesystem:1.0c, battlesystem:2.6, battlesystem:2.7,
battlesystem:3.0, battlesystem:3.4, battlesystem:4.10a, battlesystem:4.10c, battlesystem:5.0a, battlesystem:crossroads.setup.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

from banneret.geometry.areas import Polygon
from banneret.kernel.catalogue import read_toml
from banneret.kernel.errors import BadInput, nearest
from banneret.kernel.fields import Fields
from banneret.kernel.scenario import Scenario
from banneret.rulebooks.battlesystem import command, deployment
from banneret.rulebooks.battlesystem.facts import CROWD, PARENTS
from banneret.rulebooks.battlesystem.kinds import kind
from banneret.rulebooks.battlesystem.rosters import (
    EDGES,
    UNIT_TYPES,
    Listed,
    ListedCaptain,
    read_captain,
    read_unit,
)
from banneret.rulebooks.battlesystem.state import (
    FORMATIONS,
    INITIATIVE,
    NOBODY,
    Flags,
    Leader,
    Setting,
    State,
    Unit,
    Zone,
)

FOLDER: Final = Path(__file__).parent / "scenarios"
MOST_SIDES: Final = 6
MOST_UNITS: Final = 60  # of a side
LEAST_TABLE: Final = 48.0  # inches, of a table that is no printed scenario's. Rule: battlesystem:intro.table
MOST_TABLE: Final = 240.0
FACINGS: Final = {EDGES["north"]: 180.0, EDGES["east"]: 270.0, EDGES["south"]: 0.0, EDGES["west"]: 90.0}
AS_WRITTEN: Final = "scenario"  # the value of options that leave it to the scenario


@cache
def shipped() -> dict[str, Scenario]:
    """The scenarios that come with the rulebook, by id."""
    return {
        path.stem: read_scenario(read_toml(path), f"scenarios/{path.name}")
        for path in sorted(FOLDER.glob("*.toml"))
    }


def read_scenario(data: Mapping[str, Any], where: str) -> Scenario:
    """A scenario from plain data, fully checked; raises `BadInput` naming the field."""
    top = Fields(data, where)
    if "data" in data:  # as it stands in a record
        inner = top.table("data")
        found = read_scenario(inner.data, where)
        for name in ("id", "title"):
            if data.get(name) != inner.data.get(name):
                raise top.wrong(f"{name} is not the one of its data")
        return found
    build(data, where, {})
    sides = tuple([str(row["id"]) for row in data["sides"]])
    return Scenario(
        top.text("id"),
        top.text("title"),
        top.text("level", "Basic Game", most=40),
        sides,
        top.text("summary", top.text("title"), most=600),
        _plain(data),
    )


def _plain(thing: Any) -> Any:
    """A copy of plain data."""
    if isinstance(thing, Mapping):
        return {str(key): _plain(value) for key, value in thing.items()}
    if isinstance(thing, list):
        return [_plain(item) for item in thing]
    return thing


def new_state(scenario: Scenario, options: Mapping[str, str]) -> State:
    """The state before anything was rolled or asked."""
    return build(scenario.data, scenario.id, options)


def armies(scenario: Scenario) -> tuple[str, ...]:
    """What each side begins with: "4 units, 50 figures: Twin Blades (12), ..."."""
    state = build(scenario.data, scenario.id, {})
    lines: list[str] = []
    for side in range(len(state.setting.names)):
        rosters = [state.setting.rosters[unit.id] for unit in state.units if unit.side == side]
        figures = sum([roster.figures for roster in rosters])
        names = ", ".join([f"{roster.name} ({roster.figures})" for roster in rosters[:8]])
        more = f" and {len(rosters) - 8} more" if len(rosters) > 8 else ""
        units = f"{len(rosters)} units" if len(rosters) != 1 else "1 unit"
        lines.append(f"{units}, {figures} figures: {names}{more}")
    return tuple(lines)


# ---------------------------------------------------------------- options


def flags_of(options: Mapping[str, str], own: Mapping[str, str] | None = None) -> Flags:
    """The options as the rules read them. What is not given has its default, `own` being what the scenario says."""
    said = own or {}

    def value(name: str, default: str) -> str:
        chosen = options.get(name, AS_WRITTEN)
        return said.get(name, default) if chosen == AS_WRITTEN else chosen

    def is_on(name: str, default: str = "false") -> bool:
        return value(name, default) == "true"

    straight, whole = value("charge_straight", "2/3").split("/")
    dnd = value("parent", "adnd") == "dnd"
    return Flags(
        initiative_die=int(value("initiative_die", "6")),
        dnd=dnd,
        stands=is_on("stands"),
        capture=is_on("capture"),
        premeasure=value("premeasure", "forbidden") == "allowed",
        average_low=value("average_low", "low") == "average",
        elite_dl=is_on("elite_dl"),
        cumulative_losses=is_on("cumulative_losses"),
        failed_closed_charge_penalty=is_on("failed_closed_charge_penalty"),
        lost_command_opens=value("lost_command_opens", "automatic") == "automatic",
        skirmish_chain=is_on("skirmish_chain"),
        square_up=value("contact", "file-advance") == "square-up",
        caught_may_wrap=is_on("caught_may_wrap"),
        oblique_turns=is_on("oblique_turns"),
        wheel_pivot_any=value("wheel_pivot", "corner") == "any",
        forced_march_rout=is_on("forced_march_rout"),
        charge_straight=(int(straight), int(whole)),
        higher_ground=int(value("higher_ground", "-1")),
        mob_formation_penalty=is_on("mob_formation_penalty"),
        fighter_sweep=is_on("fighter_sweep", "true")
        and not dnd,  # a rule of the other parent game. Rule: 8.6b
        victory_marker=value("victory_routed", "off-table") == "marker",
        stalemate=int(value("stalemate_rounds", "10")),
        round_limit=int(value("round_limit", "40")),
    )


# ---------------------------------------------------------------- the whole


def build(data: Any, where: str, options: Mapping[str, str]) -> State:
    """The whole beginning of a battle, checked on the way. Rule: battlesystem:3.0."""
    top = Fields(data, where)
    ident, title = top.text("id"), top.text("title")
    top.text("summary", "", most=600)
    top.text("level", "Basic Game", most=40)
    own = _own_options(top)
    if options.get("parent", AS_WRITTEN) == AS_WRITTEN:
        options = {**options, "parent": own["parent"]}
    width, depth = _table(top)
    ground, ground_names = _ground(top, width, depth)
    rows = top.rows("sides", MOST_SIDES)
    if len(rows) < 2:
        raise top.wrong("sides: at least two are wanted")
    sides = [_Side(row, f"{where}: side {number + 1}", options, own) for number, row in enumerate(rows)]
    keys = [side.key for side in sides]
    if len(set(keys)) < len(keys):
        raise top.wrong("sides: two have the same id")
    order, hidden, given = _setup(top, keys, options)
    tie = top.word("tie", ("", *keys), "")
    daylight = top.flag("daylight", True)
    top.end()
    for side in sides:
        side.check()
    listed = [one for side in sides for one in side.units]
    captains = [one for side in sides for one in side.captains]
    setting = Setting(
        scenario=ident,
        title=title,
        names=[side.name for side in sides],
        width=width,
        depth=depth,
        ground=ground,
        ground_names=ground_names,
        walls=[wall for polygon in ground for wall in polygon.walls],
        scenery=_scenery(top),
        zones=[side.zone(number, width, depth) for number, side in enumerate(sides)],
        homes=[side.home for side in sides],
        placing=[] if given else order,
        rosters=[one.roster for one in listed],
        captains=[one.captain for one in captains],
        tie=keys.index(tie) if tie else NOBODY,
        daylight=daylight,
        flags=flags_of(options, own),
        hidden=hidden,
        posts=[one.post for one in listed],
        likes=[_likes(one) for one in listed],
        leader_posts=[one.place for one in captains],
        keys=keys,
    )
    units: list[Unit] = []
    leaders: list[Leader] = []
    for number, side in enumerate(sides):
        first = len(leaders)
        for one in side.units:
            roster = one.roster
            units.append(
                Unit(
                    len(units),
                    number,
                    figures=roster.figures,
                    in_command=roster.kind != CROWD,
                    width=roster.width,
                    depth=roster.depth,
                    mount=roster.mount,
                )
            )
            names = [other.key for other in side.captains]
            one.roster.brigade = first + names.index(one.brigade) if one.brigade else NOBODY
            if one.chain is not None:
                one.roster.chain = tuple([first + names.index(key) for key in one.chain])
        leaders += [Leader(len(leaders) + at, number) for at in range(len(side.captains))]
    state = State(setting, units, leaders)
    _stand_ready(state, where, given)
    return state


def _stand_ready(state: State, where: str, given: bool) -> None:
    """See that everybody finds a place; put everybody there when the scenario says where. Rule: battlesystem:3.4."""
    trial = state if given else state.copy()
    state.setting.measured = not given and deployment.leaves_room(state)
    for side in range(len(state.setting.names)):
        try:
            order = deployment.as_given(trial, side) if given else deployment.suggested(trial, side)
        except BadInput as error:
            raise BadInput(error.message, where=where, hint=error.hint) from None
        if order is None:
            name = state.setting.names[side]
            raise BadInput(
                f"{name} has no room for its army where it sets up", where=where, hint="give it a larger zone"
            )
        deployment.take_posts(trial, side, order)
    if given:
        state.stage = INITIATIVE


def _own_options(top: Fields) -> dict[str, str]:
    """What the scenario says on options that leave it to the scenario. Rule: battlesystem:intro.parent."""
    found = {"parent": top.word("parent", PARENTS, PARENTS[0])}
    if not top.has("options"):
        return found
    said = top.table("options")
    if said.has("fighter_sweep"):
        found["fighter_sweep"] = "true" if said.flag("fighter_sweep") else "false"
    if said.has("army_commanders"):
        found["army_commanders"] = "true" if said.flag("army_commanders") else "false"
    if said.has("round_limit"):
        found["round_limit"] = str(said.number("round_limit", most=200))
    said.end()
    return found


def _table(top: Fields) -> tuple[float, float]:
    """Width and depth of the table. Rule: battlesystem:intro.table."""
    table = top.table("table")
    width = table.decimal("width", None, LEAST_TABLE, MOST_TABLE)
    depth = table.decimal("depth", None, LEAST_TABLE, MOST_TABLE)
    table.end()
    return width, depth


def _ground(top: Fields, width: float, depth: float) -> tuple[list[Polygon], list[str]]:
    """Ground that nobody may enter. Rules: battlesystem:5.0a, battlesystem:crossroads.prohibited."""
    polygons: list[Polygon] = []
    names: list[str] = []
    for number, row in enumerate(top.rows("ground", 40)):
        fields = Fields(row, f"{top.where}: ground {number + 1}")
        names.append(fields.text("name", most=40))
        polygons.append(_polygon(fields, "polygon", width, depth))
        fields.end()
    return polygons, names


def _polygon(fields: Fields, name: str, width: float, depth: float) -> Polygon:
    corners = fields.points(name, 3, 60)
    for x, y in corners:
        if not (0.0 <= x <= width and 0.0 <= y <= depth):
            raise fields.wrong(f"{name}: the corner [{x:g}, {y:g}] is off the table of {width:g} x {depth:g}")
    return Polygon(corners)


def _scenery(top: Fields) -> list[tuple[str, str, tuple[tuple[float, float], ...], float]]:
    """What is only looked at: roads. Rule: battlesystem:5.0a."""
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


def _setup(top: Fields, keys: list[str], options: Mapping[str, str]) -> tuple[list[int], bool, bool]:
    """In which order the sides set up, whether in secret, and whether the scenario places everybody. Rule: battlesystem:3.4."""
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


def _likes(one: Listed) -> tuple[int, int]:
    """The formation and frontage a unit prefers."""
    roster = one.roster
    sort = roster.special or UNIT_TYPES[roster.kind]
    formation = one.formation if one.formation >= 0 else FORMATIONS.index(kind(sort).formations[0])
    return formation, one.files


class _Side:
    """A side of a scenario as it is read."""

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
            read_captain(one, f"{where}: leaders {number + 1}")
            for number, one in enumerate(fields.rows("leaders", 12))
        ]
        self.captains: list[ListedCaptain] = [one for one in found if wanted or not one.optional]
        fields.end()

    def check(self) -> None:
        """Rules of command, names that must exist, names that must differ. Rules: 3.0, 4.10a, 4.10b, 4.10c."""
        fields = self.fields
        if not self.units:
            raise fields.wrong("units: the side has none")
        names = [one.key for one in self.captains]
        if len(set(names)) < len(names):
            raise fields.wrong("leaders: two have the same id")
        for one in self.units:
            for key in ([one.brigade] if one.brigade else []) + list(one.chain or ()):
                if key not in names:
                    raise fields.wrong(f"{one.roster.name}: there is no leader {key!r}", nearest(key, names))
        if any(one.chain is not None for one in self.units):
            return  # an order of command of the scenario's own. Rule: battlesystem:4.10c
        brigades = [names.index(one.brigade) if one.brigade else NOBODY for one in self.units]
        trouble = command.fault(brigades, [one.captain.rank for one in self.captains])
        if trouble:
            raise fields.wrong(f"leaders: {trouble}")

    def zone(self, side: int, width: float, depth: float) -> Zone:
        """Where it sets up: as written, else the quarter of the table on its own edge. Rule: battlesystem:3.4."""
        if self.has_zone:
            return Zone(side, _polygon(self.fields, "zone", width, depth), self.facing)
        return Zone(side, Polygon(deployment.quarter(self.home, width, depth)), self.facing)
