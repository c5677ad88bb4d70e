"""Scenarios: read from files, checked field by field, and made into the first state of a battle.

Rules: battlesystem:intro.parent, battlesystem:intro.table, battlesystem:1.0c, battlesystem:2.6, battlesystem:2.7,
battlesystem:3.0, battlesystem:3.4, battlesystem:4.10a, battlesystem:4.10c, battlesystem:5.0a, battlesystem:crossroads.setup.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

from banneret.kernel.errors import BadInput
from banneret.kernel.fields import Fields
from banneret.kernel.scenario import Scenario, Scenarios, check_sides
from banneret.rulebooks.battlesystem.army.options import AS_WRITTEN, flags_of, own_options
from banneret.rulebooks.battlesystem.army.rosters.listed_roles import any_changes
from banneret.rulebooks.battlesystem.army.rosters.reader import UNIT_TYPES, Listed
from banneret.rulebooks.battlesystem.army.scenario_goal import LEVELS, goal_of, tier_of
from banneret.rulebooks.battlesystem.army.scenario_ground import (
    MOST_SIDES,
    forbidden_ground,
    order_of_setup,
    scenery_of,
    table_size,
    terrain_of,
)
from banneret.rulebooks.battlesystem.army.scenario_sides import Side
from banneret.rulebooks.battlesystem.field_piece import FieldPiece
from banneret.rulebooks.battlesystem.individual import UNIT_COMMANDER, Individual
from banneret.rulebooks.battlesystem.setting import Setting
from banneret.rulebooks.battlesystem.setup import drawing_up, posts
from banneret.rulebooks.battlesystem.space import field
from banneret.rulebooks.battlesystem.stages import BASIC, PLACING, TIERS, after
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.tables.rosters import CROWD
from banneret.rulebooks.battlesystem.tables.unit_kinds import kind
from banneret.rulebooks.battlesystem.unit import FORMATIONS, NOBODY, Unit
from banneret.rulebooks.battlesystem.worth.present import renew_all

FOLDER: Final = Path(__file__).parent.parent / "scenarios"


@cache
def shipped() -> Scenarios:
    """The scenarios that come with the rulebook, by id."""
    return Scenarios.of_folder(FOLDER, read_scenario)


def read_scenario(data: Mapping[str, Any], where: str) -> Scenario:
    """A scenario from plain data, fully checked; raises `BadInput` naming the field."""
    top = Fields(data, where)
    if "data" in data:  # as it stands in a record
        inner = top.table("data")
        found = read_scenario(inner.data, where)
        for name in ("id", "title"):
            if data.get(name) != inner.data.get(name):
                raise top.wrong(f"{name} is not the {name} in its data")
        return found
    build(data, where, {})
    sides = tuple([str(row["id"]) for row in data["sides"]])
    check_sides(sides, where)
    return Scenario(
        top.text("id"),
        top.text("title"),
        top.text("level", LEVELS[tier_of(top)], most=40),
        sides,
        top.text("summary", top.text("title"), most=600),
        _plain(data),
    )


def _plain(thing: Any) -> Any:
    """A copy of plain data."""
    if isinstance(thing, Mapping):
        return {str(key): _plain(value) for key, value in thing.items()}
    if isinstance(thing, list | tuple):
        return [_plain(item) for item in thing]
    return thing


def new_state(scenario: Scenario, options: Mapping[str, str]) -> State:
    """The first state of a battle, before anything is rolled or asked."""
    return build(scenario.data, scenario.id, options)


def armies(scenario: Scenario) -> tuple[str, ...]:
    """The army of each side at the start: "4 units, 50 figures: Twin Blades (12), ..."."""
    state = build(scenario.data, scenario.id, {})
    lines: list[str] = []
    for side in range(len(state.setting.names)):
        rosters = [unit.now for unit in state.units.values() if unit.side == side]
        figures = sum([roster.figures for roster in rosters])
        names = ", ".join([f"{roster.name} ({roster.figures})" for roster in rosters[:8]])
        more = f" and {len(rosters) - 8} more" if len(rosters) > 8 else ""
        units = f"{len(rosters)} units" if len(rosters) != 1 else "1 unit"
        lines.append(f"{units}, {figures} figures: {names}{more}")
    return tuple(lines)


def build(data: Any, where: str, options: Mapping[str, str]) -> State:
    """The first state of a battle from the plain data of its scenario; raises `BadInput` naming the field. Rule: battlesystem:3.0."""
    top = Fields(data, where)
    ident, title = top.text("id"), top.text("title")
    top.text("summary", "", most=600)
    tier = tier_of(top)
    top.text("level", LEVELS[tier], most=40)
    own = own_options(top)
    if options.get("parent", AS_WRITTEN) == AS_WRITTEN:
        options = {**options, "parent": own["parent"]}
    width, depth = table_size(top)
    ground, ground_names = forbidden_ground(top, width, depth)
    terrain = terrain_of(top, width, depth)
    if terrain and tier == BASIC:
        raise top.wrong("terrain: the Basic Game has none", 'write tier = "intermediate"')
    options = {**options, "tier": TIERS[tier]}
    rows = top.rows("sides", MOST_SIDES)
    if len(rows) < 2:
        raise top.wrong("sides: at least two are expected")
    sides = [Side(row, f"{where}: side {number + 1}", options, own) for number, row in enumerate(rows)]
    keys = [side.key for side in sides]
    if len(set(keys)) < len(keys):
        raise top.wrong("sides: two have the same id")
    order, hidden, given = order_of_setup(top, keys, options)
    goal = goal_of(top, keys, width, depth)
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
        scenery=scenery_of(top),
        zones=[side.zone(number, width, depth) for number, side in enumerate(sides)],
        homes=[side.home for side in sides],
        placing=[] if given else order,
        rosters={number: one.roster for number, one in enumerate(listed)},
        sheets={number: one.sheet for number, one in enumerate(captains)},
        goal=goal,
        daylight=daylight,
        flags=flags_of(options, own),
        hidden=hidden,
        posts={number: one.post for number, one in enumerate(listed)},
        likes={number: _likes(one) for number, one in enumerate(listed)},
        leader_posts={number: one.place for number, one in enumerate(captains)},
        keys=keys,
        tier=tier,
        terrain=terrain,
        engines=[one.roster.engine for one in listed if one.roster.engine is not None],
    )
    field.bar(setting)
    units, leaders = _forces(sides)
    _give_roles(setting, sides, units, leaders)
    crews = [unit for unit in units if setting.rosters[unit.id].engine is not None]
    renew_all(setting, units)
    state = State(setting, {unit.id: unit for unit in units}, {one.id: one for one in leaders})
    state.pieces = [FieldPiece(number, unit.side, unit.id) for number, unit in enumerate(crews)]
    _stand_ready(state, where, given)
    return state


def _forces(sides: list[Side]) -> tuple[list[Unit], list[Individual]]:
    """The units and leaders of all sides, numbered; write the chains and brigades on rosters by the numbers of leaders."""
    units: list[Unit] = []
    leaders: list[Individual] = []
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
        leaders += [Individual(len(leaders) + at, number) for at in range(len(side.captains))]
    return units, leaders


def _give_roles(setting: Setting, sides: list[Side], units: list[Unit], leaders: list[Individual]) -> None:
    """Give individuals the roles that the scenario lists: with a unit, as deputies, in charts. Rules: 9.0, 9.1, 9.2a, 9.3."""
    first_unit = first = 0
    for side in sides:
        setting.charts += side.roles(first_unit, first)
        first_unit += len(side.units)
        first += len(side.captains)
        if any_changes(side.captains, setting.charts):
            setting.has_roles = True
    for one in leaders:
        sheet = setting.sheets[one.id]
        if sheet.unit == NOBODY:
            continue
        one.unit = sheet.unit
        if sheet.rank == UNIT_COMMANDER:
            one.post = sheet.unit
            units[sheet.unit].chief = one.id
        else:
            units[sheet.unit].members = (*units[sheet.unit].members, one.id)


def _stand_ready(state: State, where: str, given: bool) -> None:
    """Check that every army has room to set up; put all in place if the scenario says where. Raises `BadInput`. Rule: battlesystem:3.4."""
    trial = state if given else state.copy()
    state.setting.measured = not given and drawing_up.leaves_room(state)
    for side in range(len(state.setting.names)):
        try:
            order = drawing_up.as_given(trial, side) if given else drawing_up.suggested(trial, side)
        except BadInput as error:
            raise BadInput(error.message, where=where, hint=error.hint) from None
        if order is None:
            name = state.setting.names[side]
            raise BadInput(
                f"{name} has no room for its army where it sets up", where=where, hint="give it a larger zone"
            )
        posts.take_posts(trial, side, order)
    if given:
        state.stage = after(state.setting.tier, PLACING)


def _likes(one: Listed) -> tuple[int, int]:
    """The formation and frontage a unit prefers."""
    roster = one.roster
    sort = roster.special or UNIT_TYPES[roster.kind]
    formation = one.formation if one.formation >= 0 else FORMATIONS.index(kind(sort).formations[0])
    return formation, one.files
