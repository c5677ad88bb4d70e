"""The next battle of a campaign: begun once, by the player who asks for it first; each of them comes to it with the link they have.

Nobody receives a link but those that follow from the links they present: a token of the next battle is made from the token of the
same side in this one, and the table keeps no more than the digests of both.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from banneret import api
from banneret.service import messages as m
from banneret.service.codes import Code
from banneret.service.errors import Declined, Void
from banneret.service.host import host_token
from banneret.service.live.beginning import first_players, keep
from banneret.service.live.requests import announce
from banneret.service.live.rights import secret
from banneret.service.live.seating import sit_down
from banneret.service.threads import in_thread
from banneret.service.tokens import digest, following_token

if TYPE_CHECKING:
    from collections.abc import Sequence

    from banneret.service.live.registry import Registry
    from banneret.service.live.rights import Bearer
    from banneret.service.live.session import Session

RULE = "table:next"


async def go_on(
    registry: Registry, session: Session, bearer: Bearer, tokens: Sequence[str], host: str = ""
) -> m.Tokens:
    """The seats of the next battle that follow from these links; the first who asks begins it. Raises `Declined`, `BadInput`."""
    battle = session.battle
    if battle.rulebook.campaign is None:
        raise Declined(Code.NOT_ALLOWED, "Battles of this rulebook stand alone.", RULE)
    if not battle.is_over:
        raise Declined(Code.NOT_YET, "The next battle begins when this one is over.", RULE)
    if not bearer.sides(session):
        raise Declined(Code.NOT_ALLOWED, "The next battle is for those who played.", RULE)
    if not bearer.may_know_all(session):
        raise secret(session)
    async with registry.holding(session) as session:
        links = await _links(registry, session, tokens)
        found = await _found(registry, session, links, host)
        if found is not None:
            return found
        made = await _begin(registry, session, links, host)
        text = "The next battle has begun: everyone who played finds it on the page after the battle."
        session.rouse()
        await announce(registry, session, text)
        session.version += 1
        session.show_all()
        return made


async def _links(registry: Registry, session: Session, tokens: Sequence[str]) -> dict[str, str]:
    """The presented links of sides, by side."""
    storage = registry.storage
    seats = await storage.run(storage.seats.find_many([digest(token) for token in tokens]))
    known = [(seats.get(digest(token)), token) for token in tokens]
    return {seat.side: token for seat, token in known if seat and seat.side in session.battle.sides}


async def _found(registry: Registry, session: Session, links: dict[str, str], host: str) -> m.Tokens | None:
    """The seats in a next battle that has begun: those that sit there already, or sit down now. None: it has not begun.

    Raises `Void` where these links lead there no more.
    """
    storage = registry.storage
    number = ""
    tokens: dict[str, str] = {}
    for side, link in links.items():
        invitation = await storage.run(storage.guests.find(digest(link)))
        if invitation is None:
            continue
        number, token = invitation.battle, following_token(link)
        theirs = [host_token(host, number, side), token] if host else [token]
        seats = await storage.run(storage.seats.find_many([digest(one) for one in theirs]))
        for one in theirs:
            if seat := seats.get(digest(one)):
                tokens[seat.name] = one
                break
        else:
            if not invitation.void:
                await sit_down(registry, invitation, token, session.guests.people.get(side, ""))
                tokens[invitation.side] = token
    if tokens:
        return m.Tokens(number, tokens, list(tokens))
    if await storage.run(storage.guests.is_followed(session.id)):
        raise Void
    return None


async def _begin(registry: Registry, session: Session, links: dict[str, str], host: str) -> m.Tokens:
    """Begin the next battle, with the sides of these links seated and those of the other players left to them."""
    battle, storage = session.battle, registry.storage
    mine = [side for side in battle.sides if side in links]
    players = first_players(battle, mine)
    begun = await in_thread(partial(api.next_battle, battle, players=players, plug_ins=False))
    others = [side for side in battle.sides if side not in mine and side not in players]
    digests = await storage.run(storage.seats.digests(session.id))
    return await keep(
        registry,
        begun,
        mine,
        guests=others,
        person=session.guests.people.get(mine[0], ""),
        host=host,
        followed=links,
        held={side: digests[side] for side in others if side in digests},
    )
