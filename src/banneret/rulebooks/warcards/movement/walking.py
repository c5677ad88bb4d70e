"""Walking a unit's way: engagements, walls, its heroes. Rules: warcards:move.engage, warcards:full.rout-recover."""

from __future__ import annotations

from banneret.kernel.event import Event
from banneret.kernel.table import Table
from banneret.rulebooks.warcards.board.field import AREAS, NAMES, route, spot
from banneret.rulebooks.warcards.board.standing import engage, lift, put
from banneret.rulebooks.warcards.board.works import bars, is_fortified, is_haven
from banneret.rulebooks.warcards.movement.entry import force_entry
from banneret.rulebooks.warcards.movement.hero_moves import keep_up, part_company, take_along
from banneret.rulebooks.warcards.state import State, Unit
from banneret.rulebooks.warcards.text.wording import agree, label


def walk(state: State, table: Table, unit: Unit, way: list[int]) -> None:
    """Move a unit along its way, fighting its way into a castle where it must.

    Rules: warcards:move.engage, warcards:move.unspent, warcards:reserve.enter, warcards:reserve.leave,
    warcards:full.rout-recover, warcards:full.enter-fail, warcards:full.enter-success.
    """
    start = unit.place
    fled = unit.routed
    if not is_fortified(state, start) and start < AREAS:
        unit.outside = True
    lift(state, unit)
    if start >= AREAS:
        unit.halted = True
    if table.telling and not bars(state, unit.side, way[0]):
        _tell_move(state, table, unit, start, way)
    steps = 0
    here = start
    for at, area in enumerate(way):
        unit.spent += 1
        if bars(state, unit.side, area):
            unit.place = here
            if not fled:
                part_company(state, table, unit, start, steps)
            aided = fled or keep_up(state, unit, steps + 1, unit.outside)
            if not force_entry(state, table, unit, area, aided):
                if unit.place >= 0:
                    put(state, unit, here)
                    unit.halted = True
                    take_along(state, table, unit, start, steps, fled)
                return
            if table.telling:
                _tell_move(state, table, unit, here, way[at:])
            if not aided:
                part_company(state, table, unit, start, steps + 1)
        if area < AREAS and not is_fortified(state, area):
            unit.outside = True
        steps += 1
        origin = here
        here = area
        unit.place = area
        if area >= AREAS:
            unit.halted = True
            break
        if unit.routed and is_haven(state, unit.side, area):
            recover(state, table, unit)
        if state.at[(1 - unit.side) * AREAS + area] >= 0:
            put(state, unit, area)
            meet(state, table, unit, origin)
            break
    put(state, unit, here)
    take_along(state, table, unit, start, steps, fled)


def _tell_move(state: State, table: Table, unit: Unit, here: int, way: list[int]) -> None:
    """Tell a move as far as it is certain: from `here` to the next wall that must be forced."""
    end = 1
    while end < len(way) and not bars(state, unit.side, way[end]):
        end += 1
    rule = "warcards:move.allowance"
    if unit.routed:
        rule = "warcards:rout.move-home"
    elif state.withdrawing >> unit.side & 1:
        rule = "warcards:withdraw.declare"
    tell_way(state, table, unit, here, way[:end], "move", "moves|move", rule)


def tell_way(
    state: State, table: Table, unit: Unit, here: int, way: list[int], kind: str, verb: str, rule: str
) -> None:
    """Tell that a unit has gone a way."""
    names = [NAMES[area] for area in way]
    data: dict[str, object] = {"unit": unit.id, "from": NAMES[here], "path": names}
    text = agree(label(state, unit), f"{verb} {route(unit.side, here, way)}.")
    table.tell(Event(kind, text, rule, side=unit.side, data=data))


def meet(state: State, table: Table, unit: Unit, origin: int) -> None:
    """Engage a unit with the enemy in its area, if there is one. Rules: warcards:move.engage, warcards:field.capacity."""
    other = state.units[state.at[(1 - unit.side) * AREAS + unit.place]]
    engage(state, unit, other, origin)
    if table.telling:
        text = agree(
            label(state, unit), f"engages|engage {label(state, other)} at {spot(unit.side, unit.place)}."
        )
        data: dict[str, object] = {"unit": unit.id, "target": other.id}
        table.tell(Event("engaged", text, "warcards:move.engage", side=unit.side, data=data))


def recover(state: State, table: Table, unit: Unit) -> None:
    """Let a routed unit in its castle recover. Rule: warcards:full.rout-recover."""
    unit.routed = False
    if table.telling:
        text = agree(label(state, unit), "recovers|recover behind the walls.")
        table.tell(
            Event("recovered", text, "warcards:full.rout-recover", side=unit.side, data={"unit": unit.id})
        )
