"""Heroes units on their own. Rules: warcards:hero.move, warcards:hero.join, warcards:hero.leave."""

from __future__ import annotations

from banneret.kernel.decision import Choice
from banneret.kernel.event import Event
from banneret.kernel.order import Order
from banneret.kernel.table import Table
from banneret.rulebooks.warcards import state as st
from banneret.rulebooks.warcards.board.field import AREAS, NAMES, RESERVES, STEPS
from banneret.rulebooks.warcards.board.people import group_with, stands
from banneret.rulebooks.warcards.board.standing import in_reserve
from banneret.rulebooks.warcards.board.works import bars, is_fortified
from banneret.rulebooks.warcards.ratings.allowance import group_cap, group_inside
from banneret.rulebooks.warcards.state import Group, State, Unit
from banneret.rulebooks.warcards.text.wording import agree, label


def hero_ends(state: State, group: Group) -> list[tuple[int, int]]:
    """The places to which a Heroes unit may go by itself, and the areas they cost.

    Rules: warcards:hero.move, warcards:hero.join, warcards:hero.leave.
    """
    if group.dissolved or group.halted:
        return []
    start = stands(state, group)
    if start < 0 or (group.host >= 0 and state.units[group.host].since and state.setting.flags.heroes_locked):
        return []
    found = _ends_from(state, group, start)
    if start >= AREAS:
        found.extend(_changes_in_reserve(state, group))
    return found


def _ends_from(state: State, group: Group, start: int) -> list[tuple[int, int]]:
    """The places that heroes may reach from a place with their movement left, and the areas they cost.

    Rules: warcards:hero.move, warcards:limited.terrain.
    """
    found: list[tuple[int, int]] = []
    if is_fortified(state, start) and not group.outside:
        found = _reached(state, group.side, start, group_inside(state, group) - group.spent, True)
    known = [place for place, _ in found]
    outside = _reached(state, group.side, start, group_cap(state, group) - group.spent, False)
    return found + [end for end in outside if end[0] not in known]


def _reached(state: State, side: int, start: int, left: int, inside: bool) -> list[tuple[int, int]]:
    """The places within `left` areas where heroes may end, and their costs; `inside`: by way of fortified areas only."""
    cost = [99] * (AREAS + 2)
    cost[start] = 0
    front = [start]
    found: list[tuple[int, int]] = []
    for length in range(1, left + 1):
        ahead: list[int] = []
        for here in front:
            for area in STEPS[side][here]:
                if cost[area] < 99:
                    continue
                if inside and area < AREAS and not is_fortified(state, area):
                    continue
                friend = st.NOBODY if area >= AREAS else state.at[side * AREAS + area]
                if area < AREAS and bars(state, side, area) and friend < 0:
                    continue
                cost[area] = length
                if area >= AREAS:
                    found.append((area, length))
                    continue
                if friend >= 0 and group_with(state, friend) is None:
                    found.append((area, length))
                if start < AREAS and state.at[(1 - side) * AREAS + area] < 0:
                    ahead.append(area)
        front = ahead
    return found


def _changes_in_reserve(state: State, group: Group) -> list[tuple[int, int]]:
    """The units that heroes in their reserve may join there, each as -2 - unit, and the reserve if they may stay behind.

    Rules: warcards:hero.move, warcards:hero.join.
    """
    waiting = [unit for unit in in_reserve(state, group.side) if group_with(state, unit.id) is None]
    joins = [(-2 - unit.id, 0) for unit in waiting]
    return joins if group.host < 0 else [(RESERVES[group.side], 0), *joins]


def send_heroes(state: State, table: Table, group: Group, start: int, place: int, cost: int) -> None:
    """Move a Heroes unit to a place. Rules: warcards:hero.move, warcards:hero.join, warcards:hero.reform."""
    group.spent += cost
    # Whom the terrain binds goes one area: what it touches is where it was and where it comes to.
    for touched in (start, place):
        if 0 <= touched < AREAS and not is_fortified(state, touched):
            group.outside = True
    if start >= AREAS or place >= AREAS:
        group.halted = True
    if place <= -2:
        group.host = -2 - place
    elif place >= AREAS:
        group.host = st.NOBODY
    else:
        group.host = state.at[group.side * AREAS + place]
    if table.telling:
        name = state.setting.group_names[group.id]
        words = "stays|stay in the reserve" if start >= AREAS else "goes|go back to the reserve"
        if group.host >= 0:
            words = f"joins|join {label(state, state.units[group.host])}"
        text = f"{agree(name, words)}."
        table.tell(Event("heroes", text, "warcards:hero.move", side=group.side, data={"group": group.id}))


def keep_up(state: State, unit: Unit, steps: int, outside: bool) -> bool:
    """True if the heroes with a unit can go `steps` areas with it; `outside`: it touched an unfortified area on its way.

    True as well where no heroes are with it. Rules: warcards:hero.move, warcards:limited.terrain.
    """
    group = group_with(state, unit.id)
    if group is None:
        return True
    most = group_cap(state, group) if outside or group.outside else group_inside(state, group)
    return most - group.spent >= steps


def take_along(state: State, table: Table, unit: Unit, start: int, steps: int, fled: bool) -> None:
    """Take the heroes of a unit that has moved along, if their own movement suffices or it fled.

    Rules: warcards:hero.move, warcards:hero.with-retreat, warcards:reserve.enter, warcards:reserve.leave.
    """
    group = group_with(state, unit.id)
    if group is None:
        return
    if not fled:
        if not keep_up(state, unit, steps, unit.outside):
            leave_behind(state, table, group, unit, start)
            return
        group.spent += steps
    group.outside = unit.outside or group.outside
    if unit.halted:
        group.halted = True


def part_company(state: State, table: Table, unit: Unit, start: int, steps: int) -> None:
    """Make the heroes of a unit on its way leave it if they cannot go with it `steps` areas. Rule: warcards:hero.move."""
    group = group_with(state, unit.id)
    if group is not None and not keep_up(state, unit, steps, unit.outside):
        leave_behind(state, table, group, unit, start)


def leave_behind(state: State, table: Table, group: Group, unit: Unit, start: int) -> None:
    """Send heroes who cannot keep up to another unit within their move, or back to the reserve. Rule: warcards:hero.move."""
    ends = [(area, cost) for area, cost in _ends_from(state, group, start) if area < AREAS]
    if ends:
        orders: list[Order] = [("heroes", group.id, NAMES[area]) for area, _ in ends]
        order = (
            orders[0]
            if len(orders) == 1
            else table.ask(Choice("left", unit.side, "warcards:hero.move", orders))
        )
        area, cost = ends[orders.index(order)]
        send_heroes(state, table, group, start, area, cost)
        return
    group.host = st.NOBODY
    group.spent = max(group.spent, group_inside(state, group))
    group.halted = True
    if table.telling:
        name = state.setting.group_names[group.id]
        text = agree(name, f"cannot keep up with {label(state, unit)} and goes|go back to the reserve.")
        table.tell(
            Event("left-behind", text, "warcards:hero.move", side=group.side, data={"group": group.id})
        )
