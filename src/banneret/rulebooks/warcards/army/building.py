"""A scenario made into the beginning of a battle, checked on the way."""

from __future__ import annotations

from typing import Any

from banneret.kernel.errors import BadInput
from banneret.kernel.fields import Fields
from banneret.rulebooks.warcards import state as st
from banneret.rulebooks.warcards.army.builder import Builder
from banneret.rulebooks.warcards.army.characters import read_heroes, read_leader
from banneret.rulebooks.warcards.army.limits import MOST_UNITS, SIDES
from banneret.rulebooks.warcards.army.province import read_province, single_out, suffers
from banneret.rulebooks.warcards.army.units import read_ship, read_unit
from banneret.rulebooks.warcards.board.field import AREAS
from banneret.rulebooks.warcards.state import Flags, Group, Setting, State
from banneret.rulebooks.warcards.text.ordinals import ordinal


def build(data: Any, where: str, flags: Flags) -> State:
    """The whole beginning of a battle, checked on the way."""
    top = Fields(data, where)
    ident = top.text("id")
    title = top.text("title")
    if top.has("summary"):
        top.text("summary", most=400)
    sea = top.word("kind", ("land", "sea"), "land") == "sea"
    attacker = top.word("attacker", ("A", "B", "ask"), "ask")
    province = read_province(top, sea, flags.weather_roll)
    march = top.number("march_cost", 0, 0, 20)
    sides = Fields(top.get("sides", None), f"{where}: sides")
    builder = Builder(sea)
    names: list[str] = []
    generals: list[int] = []
    exits: list[int] = []
    for side in (0, 1):
        reader = Fields(sides.get(SIDES[side], None), f"{where}: sides.{SIDES[side]}")
        names.append(reader.text("name", most=40))
        generals.append(_side(builder, reader, side, suffers(province, side)))
        exits.append(reader.number("exits", 0, 0, 9))
        reader.end()
    single_out(builder, province.affected or [], f"{where}: conditions")
    sides.end()
    top.end()
    _await_returned(builder, names, flags.version)
    stakes = [0, 0]
    for unit in builder.units:
        stakes[unit.side] += builder.cards[unit.id].muster
    setting = Setting(
        scenario=ident,
        title=title,
        names=(names[0], names[1]),
        sea=sea,
        attacker=SIDES.index(attacker) if attacker in SIDES else st.NOBODY,
        major=province.major,
        minor=province.minor,
        home=province.home,
        terrain=province.terrain,
        weather=province.weather,
        season=province.season,
        weather_kind=province.kind,
        visibility=province.visibility,
        fog=province.fog,
        fort=province.fort,
        level=province.level,
        owner=province.owner,
        flags=flags,
        cards=builder.cards,
        labels=[
            f"{label} of {names[unit.side]}"
            for label, unit in zip(builder.labels, builder.units, strict=True)
        ],
        people=builder.people,
        group_names=builder.group_names,
        generals=(generals[0], generals[1]),
        exits=(exits[0], exits[1]),
        march_cost=march,
        points=builder.points,
        stakes=(stakes[0], stakes[1]),
        spells=builder.spells,
    )
    return State(setting, builder.units, builder.figures, builder.groups, [st.NOBODY] * (2 * AREAS), [])


def _await_returned(builder: Builder, names: list[str], version: int) -> None:
    """Provide Heroes units for characters who come back from a lost unit: enough that each may form one of their own.

    By versions 1 and 2 of the rules there was one a side. Rule: warcards:hero.reform.
    """
    for side in (0, 1):
        if any(figure.side == side for figure in builder.figures):
            _add_spare(builder, side, f"Heroes of {names[side]}")
    if version < 3:
        return
    for side in (0, 1):
        people = sum([figure.side == side for figure in builder.figures])
        groups = sum([group.side == side for group in builder.groups])
        for number in range(2, people - groups + 2):
            _add_spare(builder, side, f"{ordinal(number)} Heroes of {names[side]}")


def _add_spare(builder: Builder, side: int, name: str) -> None:
    """Add a Heroes unit that has no members yet."""
    builder.groups.append(Group(len(builder.groups), side, dissolved=True))
    builder.group_names.append(name)


def _side(builder: Builder, reader: Fields, side: int, suffers: bool) -> int:
    """Read a side's army; returns the number of its general."""
    if builder.sea:
        for number, row in enumerate(reader.rows("ships", MOST_UNITS)):
            read_ship(builder, Fields(row, f"{reader.where}.ships {number + 1}"), side, suffers)
    else:
        for number, row in enumerate(reader.rows("units", MOST_UNITS)):
            read_unit(builder, row, f"{reader.where}.units {number + 1}", side, suffers, st.NOBODY, "")
    if not any(unit.side == side for unit in builder.units):
        raise BadInput("an army has at least one unit", where=reader.where)
    if sum(1 for unit in builder.units if unit.side == side) > MOST_UNITS:
        raise BadInput(f"an army has at most {MOST_UNITS} units", where=reader.where)
    general = Fields(reader.get("general", None), f"{reader.where}.general")
    group_ids: dict[str, int] = {}
    named: dict[str, int] = {}
    for number, row in enumerate(reader.rows("heroes", 20)):
        read_heroes(builder, Fields(row, f"{reader.where}.heroes {number + 1}"), side, group_ids, named)
    who = read_leader(builder, general, side, group_ids, named)
    for number, row in enumerate(reader.rows("casters", 20)):
        read_leader(builder, Fields(row, f"{reader.where}.casters {number + 1}"), side, group_ids, named)
    return who
