"""Letters to players who are not at the table: what the table sends, where a seat is written to, and an end of it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.service import messages as m
from banneret.service.codes import Code
from banneret.service.errors import Declined, NoBattle
from banneret.service.handlers.table import show_view
from banneret.service.live import seating
from banneret.service.live.timing import Clock
from banneret.service.storage.notices import Notice
from banneret.service.threads import in_thread
from banneret.service.tokens import new_token

if TYPE_CHECKING:
    from starlette.responses import Response

    from banneret.service.handlers.call import Call


async def offered(call: Call) -> m.Post:
    """The ways on which this table sends letters."""
    outlets = call.registry.postman.outlets
    return m.Post(list(outlets.kinds), list(outlets.services))


async def list_notices(call: Call) -> list[m.NoticeLine]:
    """The addresses that the seat has left, without the addresses."""
    return [
        m.NoticeLine(one.kind, one.confirmed, one.hours)
        for one in call.registry.postman.of(call.seat.battle, call.seat.name)
    ]


async def leave(call: Call) -> list[m.NoticeLine]:
    """The seat leaves an address, or has one deleted."""
    wanted: m.Leave = call.body
    postman, seat = call.registry.postman, call.seat
    session = await call.session()
    if seat.side not in session.battle.sides:
        raise Declined(Code.NOT_ALLOWED, "Letters go to players.", "table:seats")
    if not wanted.address:
        for notice in postman.of(seat.battle, seat.name):
            if notice.kind == wanted.kind:
                await postman.remove(notice)
        return await list_notices(call)
    await in_thread(postman.outlets.check, wanted.kind, wanted.address)
    confirmed = wanted.kind != "mail"
    notice = Notice(seat.battle, seat.name, wanted.kind, wanted.address, new_token(), confirmed, wanted.hours)
    async with call.registry.holding(session) as session:
        await postman.keep(session, notice)
    return await list_notices(call)


async def set_clock(call: Call) -> Response:
    """The clock of a battle: the view that the inviter then has."""
    wanted: m.SetClock = call.body
    bearer = await call.bearer(wanted.tokens)
    clock = Clock(wanted.hours, wanted.lapse) if wanted.hours else None
    await seating.set_clock(call.registry, await call.session(), bearer, clock)
    return await show_view(call)


async def show_notice(call: Call) -> m.NoticeView:
    """A notice as its own link shows it."""
    notice = _found(call)
    session = await call.registry.open(notice.battle)
    return m.NoticeView(notice.battle, session.battle.scenario.title, notice.kind, notice.confirmed)


async def confirm(call: Call) -> m.NoticeView:
    """Letters may go there, or are to stop."""
    wanted: m.Confirm = call.body
    notice, postman = _found(call), call.registry.postman
    shown = await show_notice(call)
    if not wanted.on:
        await postman.remove(notice)
        return m.NoticeView(shown.battle, shown.title, shown.kind, confirmed=False)
    await postman.confirm(notice)
    return await show_notice(call)


def _found(call: Call) -> Notice:
    """The notice of the call's token. Raises `NoBattle`."""
    notice = call.registry.postman.find(call.token)
    if notice is None:
        raise NoBattle("Nothing is sent by this link any more.")
    return notice
