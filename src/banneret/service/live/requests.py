"""Requests of seats, from the first check to the answer.

Everything that changes a battle comes through `change`: one change at a time, carried out in memory, stored, and only then shown
to anybody. Where storing fails the battle is loaded from the store again, and the seat is refused. An
internal error pauses its battle alone.
"""

from __future__ import annotations

import contextlib
import logging
from typing import TYPE_CHECKING

from banneret.kernel.decision import IllegalOrder
from banneret.kernel.errors import BadInput
from banneret.service import messages as m
from banneret.service.codes import Code
from banneret.service.errors import Declined, ServiceError, StorageError
from banneret.service.live.actions import REFEREE
from banneret.service.live.gathering import RULE, SPECTATOR
from banneret.service.live.pauses import broken
from banneret.service.problems import refused
from banneret.service.storage.receipts import Receipt
from banneret.service.storage.writer import together
from banneret.service.threads import in_thread

if TYPE_CHECKING:
    from collections.abc import Callable

    from banneret.kernel.abilities.muster import ArmyList
    from banneret.service.live.registry import Registry
    from banneret.service.live.session import Session
    from banneret.service.storage.seats import Seat

log = logging.getLogger("banneret")

FROM_THE_BEGINNING = (m.Undo, m.Agree)  # what may run a whole battle again: a thread does it

MOST_WORDS = 200  # messages at a table
MOST_WORD = 300  # characters of a message


async def answer(registry: Registry, session: Session, seat: Seat, wanted: m.Request) -> m.Answer:
    """The answer to any request of a seat. What is not done is refused, with the reason."""
    if isinstance(wanted, m.Ping):
        return m.Pong()
    try:
        if isinstance(wanted, m.Say):
            return await say(registry, session, seat, wanted)
        if seat.side == SPECTATOR:
            raise Declined(Code.NOT_ALLOWED, "Spectators only look.")
        if session.gathering is not None:
            raise Declined(Code.NOT_BEGUN, session.gathering.sentence())
        if isinstance(wanted, m.Foresee):
            return await foresee(registry, session, seat, wanted)
        return await change(registry, session, seat, wanted)
    except ServiceError as error:
        return refused(wanted.id, error)


# ---------------------------------------------------------------- changing the battle


async def change(
    registry: Registry, session: Session, seat: Seat, wanted: m.Deed
) -> m.Done | m.Refused | m.Behind:
    """Let a seat change its battle: at most once a request, never from an old view, and stored before anybody sees it.

    A player's order is taken as long as the player is asked what they were asked in the view that it was made from.
    """
    at: int | None = getattr(wanted, "at", None)
    async with registry.holding(session) as session:
        session.check_seat(seat)
        registry.touch(session)
        is_now = at is not None and session.is_now(seat, at)
        before = await _answered(registry, session, seat, wanted, is_now=is_now)
        if before is not None:
            return before
        try:
            registry.check_open()
            session.check_open(seat, wanted)
            if at is not None and not is_now and not _is_in_time(session, seat, wanted, at):
                return m.Behind(wanted.id, session.number(seat))
            await _carry_out(registry, session, seat, wanted)
        except (ServiceError, IllegalOrder, BadInput) as error:
            if isinstance(error, StorageError):  # so long ago that it was not remembered
                before = await _answered_in_vain(registry, session, seat, wanted)
            return before or refused(wanted.id, error)
        done = m.Done(wanted.id, session.number(seat))
        session.show_all()
    registry.thinking.wake(session)
    return done


def _is_order(seat: Seat, wanted: m.Deed) -> bool:
    """True for a player's order; a referee's may change what anyone is asked."""
    return isinstance(wanted, m.Order) and seat.side != REFEREE


def _is_in_time(session: Session, seat: Seat, wanted: m.Deed, at: int) -> bool:
    """True if what was asked for from a view of this number, an older one, still suits how the battle stands."""
    return _is_order(seat, wanted) and session.is_asked(seat, at)


async def _carry_out(registry: Registry, session: Session, seat: Seat, wanted: m.Deed) -> None:
    """Change a battle and store it. Whatever it raises, the battle stands as it stood before."""
    over = session.battle.is_over

    def act() -> None:
        # What a seat wants to be asked makes no order an older one, its own or anyone's.
        asked = isinstance(wanted, m.SetAsked)
        by = None if asked else seat
        session.do(lambda: session.carry_out(seat, wanted), by=by, ordered=asked or _is_order(seat, wanted))

    try:
        if isinstance(wanted, FROM_THE_BEGINNING):
            await _in_thread(session, act)
        else:
            act()
    except IllegalOrder as error:
        if over and error.refusal.rule.startswith("table:"):
            raise Declined(Code.OVER, error.refusal.reason, error.refusal.rule) from None
        raise
    except (ServiceError, BadInput):
        raise
    except Exception as error:
        await registry.saving.break_off(session, broken(error, seat.name, seat.side, wanted))
        raise Declined(Code.INTERNAL, session.pause.sentence if session.pause else "") from None
    receipt = Receipt(seat.name, wanted.id, session.number(seat), m.fingerprint(wanted))
    try:
        await registry.saving.save(session, receipt)
    except StorageError:
        await registry.saving.fall_back(session)
        raise


async def _in_thread(session: Session, act: Callable[[], None]) -> None:
    """Do in a thread what takes long, under the lock of the session."""
    session.running = True
    try:
        await in_thread(act)
    finally:
        session.running = False


async def _answered(
    registry: Registry, session: Session, seat: Seat, wanted: m.Deed | m.Say, *, is_now: bool = False
) -> m.Done | m.Refused | None:
    """The answer to a request that was answered before; None to one that is new.

    One made from how the battle stands now (`is_now`) is new if it is not remembered. An id that was used for something else is refused:
    nothing would be carried out, and the answer would say that it was.
    """
    before = session.receipts.get((seat.name, wanted.id))
    if before is None and is_now:
        return None
    if before is None:
        storage = registry.storage
        before = await storage.run(storage.receipts.find(session.id, seat.name, wanted.id))
    if before is None:
        return None
    if before.what not in ("", m.fingerprint(wanted)):
        sentence = "This id was used for another request; a new request needs an id of its own."
        return m.Refused(wanted.id, Code.ID_USED, sentence)
    return m.Done(wanted.id, before.at)


async def _answered_in_vain(
    registry: Registry, session: Session, seat: Seat, wanted: m.Deed
) -> m.Done | m.Refused | None:
    """The answer to a request that could not be stored because it had been stored before, None where that is not so."""
    with contextlib.suppress(StorageError):
        return await _answered(registry, session, seat, wanted)
    return None


# ---------------------------------------------------------------- showing and saying


async def foresee(
    registry: Registry, session: Session, seat: Seat, wanted: m.Foresee
) -> m.Foreseen | m.Refused:
    """The effect of a draft order. An internal error here shows nothing, and pauses no battle: nothing has happened."""
    async with registry.holding(session) as session:
        session.check_seat(seat)
        try:
            preview = session.battle.preview(seat.side, wanted.order)
        except Exception:
            log.exception("battle %s cannot show what %.200r would do", session.id, wanted.order)
            sentence = "What that order would do cannot be shown; it may still be given."
            return m.Refused(wanted.id, Code.INTERNAL, sentence)
        return m.Foreseen(wanted.id, session.number(seat), preview)


async def say(registry: Registry, session: Session, seat: Seat, wanted: m.Say) -> m.Done | m.Refused:
    """A word to the whole table; sent again after a broken connection it is said once."""
    async with registry.holding(session) as session:
        session.check_seat(seat)
        before = await _answered(registry, session, seat, wanted)
        if before is not None:
            return before
        number = len(session.words) + 1
        if number > MOST_WORDS:
            raise Declined(
                Code.FULL, f"{MOST_WORDS} messages have been sent at this table: it takes no more."
            )
        text = "".join(c if c.isprintable() else " " for c in wanted.text)
        receipt = Receipt(seat.name, wanted.id, session.number(seat) + 1, m.fingerprint(wanted))
        storage = registry.storage
        await storage.run(storage.battles.say(session.id, number, seat.name, text, receipt))
        session.rouse()
        session.words.append(m.Said(number, seat.name, text))
        session.version += 1
        session.remember(receipt)
        session.show_all()
        return m.Done(wanted.id, receipt.at)


# ---------------------------------------------------------------- bringing armies


async def bring(registry: Registry, session: Session, seat: Seat, army: ArmyList | None) -> None:
    """A seat settles the army of its side (None: the scenario's); with the last one the battle begins.

    Until then it may bring another. Where the armies do not go together (both have what there is one of), everybody is shown
    what it is, and all bring theirs again: nobody answers the other's army alone. Raises `BadInput` for an army that may not
    fight here, `Declined` for a seat that brings none, or too late.
    """
    async with registry.holding(session) as session:
        session.check_seat(seat)
        registry.touch(session)
        registry.check_open()
        waits = session.gathering
        if waits is None:
            raise Declined(Code.BEGUN, "The battle has begun: its armies are settled.", RULE)
        if seat.side not in waits.wanted.open:
            raise Declined(Code.NOT_ALLOWED, "This seat brings no army.", RULE)
        waits = await in_thread(waits.with_army, seat.side, army)
        text = f"The army of {waits.title(seat.side)} is settled."
        battle = None
        if not waits.missing:
            try:
                battle = await in_thread(waits.begin)
            except BadInput as error:
                text = f"The armies cannot fight each other: {error}. So all of them are to be brought again."
                waits = waits.again()
        storage = registry.storage
        if battle is None:
            await storage.run(storage.battles.gather(session.id, waits.write()))
            session.gathering = waits
        else:
            settled = [side for side in session.guests.taken if side in waits.wanted.open]
            begun = storage.battles.begin(session.id, battle.private_text)
            await storage.run(together(begun, storage.guests.settle(session.id, settled)))
            session.guests.settle(settled)
            session.gathering = None
            session.go_on_from(battle)
        session.version += 1
        await announce(registry, session, text)
        session.show_all()
    registry.thinking.wake(session)


async def announce(registry: Registry, session: Session, text: str) -> None:
    """Say to everybody how it stands with seats and armies. What cannot be stored is not said; it stands so all the same."""
    text = text[:MOST_WORD]
    number = len(session.words) + 1
    if number > MOST_WORDS:
        return
    with contextlib.suppress(StorageError):
        await registry.storage.run(registry.storage.battles.say(session.id, number, "table", text))
        session.words.append(m.Said(number, "table", text))
