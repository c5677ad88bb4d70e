"""Records: as files, and looked back on entry by entry."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from banneret.service import messages as m
from banneret.service.codes import Code
from banneret.service.errors import Declined, NotFound
from banneret.service.handlers.call import as_file
from banneret.service.live.actions import REFEREE

if TYPE_CHECKING:
    from starlette.responses import Response

    from banneret.service.handlers.call import Call
    from banneret.service.live.session import Session
    from banneret.service.storage.seats import Seat

RULE = "table:record"


async def export_record(call: Call) -> Response:
    """The record, once the battle is over; the referee may have it at any time."""
    session, seat = await call.begun(), call.seat
    async with call.registry.holding(session) as session:
        battle = session.battle
        if not is_open(session, seat):
            raise secret(session)
        text = battle.private_text if seat.side == REFEREE else battle.text
    name = f"{battle.rulebook.id}-{battle.scenario.id}-{session.id}.banneret"
    return as_file(text, "text/plain; charset=utf-8", name)


async def look_back(call: Call) -> m.Moment:
    """The scene of the seat after an entry of the record; everything once the battle is over and `all` is asked for."""
    session, seat = await call.begun(), call.seat
    word = call.request.path_params["number"]
    number = int(word) if word.isascii() and word.isdigit() and len(word) < 10 else -1
    count = session.battle.record.count
    if not 0 <= number <= count:
        raise NotFound(f"The record has {count} entries.")
    side = REFEREE if is_open(session, seat) and call.request.query_params.get("all") else seat.side
    async with call.registry.looking_back(session, number) as then:
        scene = msgspec.structs.replace(then.scene(side), questions=())
        return m.Moment(number, count, scene)


def is_open(session: Session, seat: Seat) -> bool:
    """True if a seat may know everything: the referee may; others once it is over, but never in a branch of a running battle."""
    return seat.side == REFEREE or (session.battle.is_over and not session.private)


def secret(session: Session) -> Declined:
    """The reason why a seat may not have the record."""
    if session.private:
        sentence = "This is a branch to try things out; the battle it came from still hides what its record would tell."
        return Declined(Code.NOT_ALLOWED, sentence, RULE)
    sentence = (
        "The record tells everything: it is open to players once the battle is over, and to the referee."
    )
    return Declined(Code.NOT_YET, sentence, RULE)
