"""Records: as files, and looked back on entry by entry."""

from __future__ import annotations

from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

import msgspec

from banneret.service import messages as m
from banneret.service.errors import NotFound
from banneret.service.handlers.call import as_file
from banneret.service.live.actions import REFEREE
from banneret.service.live.rights import secret
from banneret.service.threads import in_thread

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from starlette.responses import Response

    from banneret.kernel.battle import Battle
    from banneret.kernel.scene import Inspector
    from banneret.service.handlers.call import Call
    from banneret.service.live.session import Session


async def export_record(call: Call) -> Response:
    """The record, once the battle is over; the referee may have it at any time."""
    session, seat = await call.begun(), call.seat
    async with call.registry.holding(session) as session:
        battle = session.battle
        if not session.may_know_all(seat):
            raise secret(session)
        text = battle.private_text if seat.side == REFEREE else battle.text
    name = f"{battle.rulebook.id}-{battle.scenario.id}-{session.id}.banneret"
    return as_file(text, "text/plain; charset=utf-8", name)


async def look_back(call: Call) -> m.Moment:
    """The scene of the seat at a moment; everything once the battle is over and `all` is asked for."""
    async with _moment(call, call.request.path_params["number"]) as (number, last, side, then):
        scene = msgspec.structs.replace(then.scene(side), questions=())
        return m.Moment(number, last, scene)


async def inspect(call: Call) -> Inspector:
    """A piece in full as the seat sees it now, or as it saw it `at` a moment."""
    piece = call.request.path_params["piece"]
    at = call.request.query_params.get("at")
    if at is not None:
        async with _moment(call, at) as (_number, _last, side, then):
            found = await in_thread(then.inspector, side, piece)
    else:
        async with call.registry.holding(await call.begun()) as session:
            found = session.battle.inspector(call.seat.side, piece)
    if found is None:
        raise NotFound("No such piece is seen from this seat.")
    return found


@asynccontextmanager
async def _moment(call: Call, word: str) -> AsyncIterator[tuple[int, int, str, Battle]]:
    """A moment to look back on: its number, the last there is, as whom the battle is looked at, and the battle as it was then."""
    session, seat = await call.begun(), call.seat
    number = int(word) if word.isascii() and word.isdigit() and len(word) < 10 else -1
    last = 0

    def entry(now: Session) -> int:
        nonlocal last
        entries = now.entries(seat)
        last = len(entries) - 1
        if not 0 <= number <= last:
            raise NotFound(f"Nothing can be looked back on beyond number {last}.")
        return entries[number]

    side = REFEREE if session.may_know_all(seat) and call.request.query_params.get("all") else seat.side
    async with call.registry.looking_back(session, entry) as then:
        yield number, last, side, then
