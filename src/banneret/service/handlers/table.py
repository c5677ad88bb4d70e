"""At the table: the view of a seat, its requests, the army that it brings, and what the referee may do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.api import NO_ADVICE, may_advise
from banneret.service import messages as m
from banneret.service.codes import Code
from banneret.service.errors import Declined, NotFound
from banneret.service.handlers.call import as_file, json_bytes
from banneret.service.limits import MESSAGES, cost_of
from banneret.service.live import requests
from banneret.service.report import report

if TYPE_CHECKING:
    from starlette.responses import Response

    from banneret.service.handlers.call import Call

PANEL_ENTRIES = 60


async def show_view(call: Call) -> Response:
    """The present view of a seat."""
    async with call.registry.holding(await call.session()) as session:
        return json_bytes(session.view(call.seat).data)


async def ask(call: Call) -> m.Answer:
    """A request as over the WebSocket, for programs that prefer HTTP."""
    wanted: m.Request = call.body
    cost, seat = cost_of(wanted), call.seat
    if cost.limit is not MESSAGES:  # every request counts as a message, as the route says
        call.service.limits.count(cost, f"{seat.battle} {seat.name}")
    return await requests.answer(call.registry, await call.session(), seat, wanted)


async def bring_army(call: Call) -> Response:
    """The army of a side whose army was left open: the view that the seat then has."""
    wanted: m.Bring = call.body
    await requests.bring(call.registry, await call.session(), call.seat, wanted.army)
    return await show_view(call)


async def advise(call: Call) -> Response:
    """The order that the computer would give for the seat, and why. Raises `Declined` where others are people."""
    side = call.seat.side
    async with call.registry.holding(await call.begun()) as session:
        battle = session.battle
        if side not in battle.sides or not may_advise(battle, side):
            raise Declined(Code.NOT_ALLOWED, NO_ADVICE)
        if battle.is_over or battle.decision(side) is None:
            raise Declined(Code.NOT_YOUR_TURN, "There is nothing to decide now.")
    advice = await call.registry.thinking.advise(session, side)
    if advice is None:
        raise Declined(Code.NOT_YOUR_TURN, "There is nothing to choose here.")
    return json_bytes(advice.encode())


async def show_panel(call: Call) -> m.Panel:
    """The powers of the referee now."""
    async with call.registry.holding(await call.begun()) as session:
        battle, pause = session.battle, session.pause
        first = max(1, battle.record.count - PANEL_ENTRIES + 1)
        entries = [
            m.EntryLine(number, str(battle.record.entry(number)))
            for number in range(first, battle.record.count + 1)
        ]
        return m.Panel(
            session.number(call.seat),
            battle.changes(),
            entries,
            pause.sentence if pause else "",
            pause.error if pause else "",
        )


async def export_report(call: Call) -> Response:
    """The report of an internal error that paused the battle, for the referee: it holds everything hidden."""
    async with call.registry.holding(await call.begun()) as session:
        if session.pause is None or not session.pause.error:
            raise NotFound("Nothing has gone wrong in this battle.")
        data = report(session.battle, session.pause)
        return as_file(data, "application/json", f"report-{session.id}.json")
