"""Presence: the seats that are connected to a battle, as the others see them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.service.codes import Code
from banneret.service.errors import Declined

if TYPE_CHECKING:
    from banneret.service.live.registry import Registry
    from banneret.service.live.session import Listener, Session
    from banneret.service.storage.seats import Seat

MOST_CONNECTIONS = 200  # that may be open to one seat; spectators share one


async def sit(registry: Registry, session: Session, listener: Listener) -> Session:
    """A listener sees the battle from now on: the present view, and with the first of a side everybody sees that it is here.

    Returns the session as it is live. Raises `Declined` where too many look from this seat.
    """
    seat = listener.seat
    async with registry.holding(session) as session:
        if sum(one.seat.name == seat.name for one in session.listeners) >= MOST_CONNECTIONS:
            raise Declined(Code.FULL, f"{MOST_CONNECTIONS} connections are open to this seat already.")
        comes = _is_seen(session, seat)
        if comes:
            session.rouse()
        session.listeners.append(listener)
        session.version += comes
        try:
            session.show(listener)
        except Exception:
            session.listeners.remove(listener)
            raise
        if comes:
            session.show_all()
    return session


async def leave(registry: Registry, session: Session, listener: Listener) -> None:
    """A listener looks on no more; with the last of a side everybody sees that it is gone."""
    if listener not in session.listeners:
        return
    session.listeners.remove(listener)
    if registry.closing or not _is_seen(session, listener.seat):
        return
    async with session.lock:
        if not session.lost:
            session.version += 1
            session.show_all()


def _is_seen(session: Session, seat: Seat) -> bool:
    """True if a seat is shown in the list of those present, and is not connected now."""
    return seat.side in session.battle.sides and all(one.seat.name != seat.name for one in session.listeners)
