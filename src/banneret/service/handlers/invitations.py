"""Invitations: links to sides that are left to guests, for those who hand them out and for those who follow them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.service import messages as m
from banneret.service.handlers.call import json_bytes
from banneret.service.live import seating

if TYPE_CHECKING:
    from starlette.responses import Response

    from banneret.service.handlers.call import Call


async def invite(call: Call) -> m.Invited:
    """A new invitation."""
    wanted: m.Invite = call.body
    bearer = await call.bearer(wanted.tokens)
    return await seating.invite(call.registry, await call.session(), bearer, wanted)


async def give_side(call: Call) -> Response:
    """The inviter changes sides: the view that they then have."""
    wanted: m.GuestSide = call.body
    bearer = await call.bearer(wanted.tokens)
    await seating.give_side(call.registry, await call.session(), bearer, wanted.side)
    return await _view(call)


async def ask_back(call: Call) -> Response:
    """The seat of a guest is free again: the view that the inviter then has."""
    wanted: m.GuestSide = call.body
    bearer = await call.bearer(wanted.tokens)
    await seating.ask_back(call.registry, await call.session(), bearer, call.seat, wanted.side)
    return await _view(call)


async def name(call: Call) -> Response:
    """The player of a seat goes by another name: the view that they then have."""
    wanted: m.Naming = call.body
    await seating.name(call.registry, await call.session(), call.seat, wanted.person)
    return await _view(call)


async def _view(call: Call) -> Response:
    """The present view of the seat that the call's token opens by now."""
    seat = await call.registry.seat(call.token)
    async with call.registry.holding(await call.session()) as session:
        return json_bytes(session.view(seat).data)


async def door(call: Call) -> m.Door:
    """The battle as an invitation shows it."""
    return await seating.door(call.registry, await call.registry.invitation(call.token))


async def knock(call: Call) -> m.Door:
    """The same; the inviter is shown that it was opened."""
    await seating.knock(call.registry, await call.registry.invitation(call.token))
    return await door(call)


async def claim(call: Call) -> m.Tokens:
    """A guest sits down: the token of their seat."""
    return await seating.claim(call.registry, call.token, call.body)
