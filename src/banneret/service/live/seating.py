"""Seating: invitations to the free sides of a battle, guests who sit down, and seats that are had back.

A side that is left to a guest has no seat, and so no token, until a guest claims it: the inviter never holds the guest's. What
someone has seen who is sent away again, or who changes sides, is worth nothing: the battle begins again with new dice.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from banneret.kernel.battle import NO_ONE_PLAYS
from banneret.service import messages as m
from banneret.service.codes import Code
from banneret.service.errors import Declined, NotAllowed
from banneret.service.live.beginning import dealt_again
from banneret.service.live.gathering import SPECTATOR
from banneret.service.live.guests import tidy
from banneret.service.live.requests import announce
from banneret.service.storage.guests import Invitation, Place
from banneret.service.storage.writer import together
from banneret.service.threads import in_thread
from banneret.service.tokens import digest, new_token

if TYPE_CHECKING:
    from banneret.service.live.registry import Registry
    from banneret.service.live.rights import Bearer
    from banneret.service.live.session import Session
    from banneret.service.live.timing import Clock
    from banneret.service.storage.seats import Seat

RULE = "table:seats"
MOVED = m.Goodbye(Code.CLOSED, "You play the other side now.")
SENT_AWAY = m.Goodbye(Code.NO_BATTLE, "The player who invited you asked for the seat back.")
TAKEN = "The seat is taken already."


# ---------------------------------------------------------------- for the inviter


async def invite(registry: Registry, session: Session, bearer: Bearer, wanted: m.Invite) -> m.Invited:
    """A new invitation to a free side; earlier ones to it are void. For the player who began the battle, and its referee."""
    _check_maker(bearer)
    async with registry.holding(session) as session:
        free = session.guests.free
        if wanted.side not in (*free, "") or not free:
            raise Declined(Code.TAKEN, TAKEN, RULE)
        swap = wanted.swap and _exchanged(session, bearer) is not None
        token = new_token()
        new = Invitation(digest(token), session.id, wanted.side, swap)
        storage = registry.storage
        await storage.run(storage.guests.invite(new))
        return m.Invited(token)


async def give_side(registry: Registry, session: Session, bearer: Bearer, side: str) -> None:
    """The inviter changes sides with the free one: `side` is free then. The battle begins again; all invitations are void."""
    _check_maker(bearer)
    async with registry.holding(session) as session:
        free = _exchanged(session, bearer)
        if free is None or side == free or side not in session.battle.sides:
            raise Declined(
                Code.NOT_ALLOWED, "Sides change only while the one is yours and the other free.", RULE
            )
        await _begin_again(registry, session, swapped=(side, free))
        _show(session)
    registry.thinking.wake(session)


async def ask_back(registry: Registry, session: Session, bearer: Bearer, seat: Seat, side: str) -> None:
    """Have the seat of a guest back who has given no order: it is free, no earlier link opens it, and the battle begins again.

    `seat`: the one that asks, and is answered with its view afterwards; so it is not the one that goes.
    """
    _check_maker(bearer)
    async with registry.holding(session) as session:
        guests = session.guests
        if side not in guests.places or side in guests.free:
            raise Declined(Code.NOT_ALLOWED, "No guest sits there.", RULE)
        if seat.name == side:
            raise Declined(Code.NOT_ALLOWED, "Ask by a link of your own: this one is the guest's.", RULE)
        if not guests.may_be_asked_back(session.battle):
            sentence = "A guest has given an order, or brought an army: the seat cannot be asked back."
            raise Declined(Code.BEGUN, sentence, RULE)
        await _begin_again(registry, session, unseated=side)
        session.part(side, SENT_AWAY)
        text = (
            f"The seat of {session.battle.title(side)} is free again. The battle begins again with new dice."
        )
        await announce(registry, session, text)
        _show(session)
    registry.thinking.wake(session)


async def set_clock(registry: Registry, session: Session, bearer: Bearer, clock: Clock | None) -> None:
    """Set the clock of a battle, or none, before its guests have come: they sit down by it, and it stays as it is then."""
    _check_maker(bearer)
    async with registry.holding(session) as session:
        guests = session.guests
        if not guests.free or guests.taken:
            raise Declined(Code.BEGUN, "The clock is set before the guests come, and then no more.", RULE)
        await registry.clocks.put(session, clock)
        session.show_all()


async def name(registry: Registry, session: Session, seat: Seat, person: str) -> None:
    """The player of a side goes by that name from now on, which everybody sees."""
    async with registry.holding(session) as session:
        if seat.side not in session.battle.sides:
            raise Declined(Code.NOT_ALLOWED, "Only players have names at the table.", RULE)
        storage, person = registry.storage, tidy(person)
        await storage.run(storage.guests.name(session.id, seat.name, person))
        session.guests.people[seat.name] = person
        _show(session)


# ---------------------------------------------------------------- for the guest


async def door(registry: Registry, invitation: Invitation) -> m.Door:
    """The battle as an invitation shows it."""
    session = await registry.open(invitation.battle)
    async with registry.holding(session) as session:
        battle, scenario = session.battle, session.battle.scenario
        view = msgspec.structs.replace(session.scene(SPECTATOR), news=(), questions=())
        people, places = session.guests.people, session.guests.places
        host = next((side for side in battle.sides if side in people and side not in places), "")
        return m.Door(
            session.id,
            battle.rulebook.id,
            scenario.id,
            scenario.title,
            scenario.summary,
            view,
            tuple(_choices(session, invitation)),
            session.seats(),
            people.get(host, ""),
            tuple(session.gathering.wanted.open) if session.gathering else (),
            _is_over(session),
            session.clock.view((), adjourned=False) if session.clock else None,
        )


async def knock(registry: Registry, invitation: Invitation) -> None:
    """An invitation was opened: the inviter is shown it."""
    session = await registry.open(invitation.battle)
    async with registry.holding(session) as session:
        guests = session.guests
        sides = [side for side in _sides(session, invitation) if not guests.places[side].opened]
        if sides:
            storage = registry.storage
            await storage.run(storage.guests.open(session.id, sides))
            for side in sides:
                guests.places[side] = guests.places[side]._replace(opened=True)
            _show(session)


async def claim(registry: Registry, token: str, wanted: m.Claim) -> m.Tokens:
    """A guest sits down on a free side: the first who comes. Raises `Declined` where somebody sits there.

    Sent again with the same secret it is answered with a new token for the same seat. Where the computer played the side meanwhile,
    it plays it no more.
    """
    session = await registry.open((await registry.invitation(token)).battle)
    async with registry.holding(session) as session:
        registry.check_open()
        invitation = await registry.invitation(token)  # it may have been withdrawn meanwhile
        secret = digest(wanted.id)
        again = next((one.side for one in session.guests.places.values() if one.claim == secret), "")
        if again:
            return await _sit(registry, session, again, secret, session.guests.people[again])
        if _is_over(session):
            raise Declined(Code.OVER, "The battle is over.", RULE)
        side = _chosen(session, invitation, wanted.side)
        if side not in session.guests.places:
            free = session.guests.free[0]
            await _begin_again(registry, session, swapped=(side, free), keep=invitation.digest)
        made = await _sit(registry, session, side, secret, tidy(wanted.person))
        await _arrive(registry, session, side, "A guest")
    registry.thinking.wake(session)
    return made


async def sit_down(registry: Registry, invitation: Invitation, token: str, person: str) -> None:
    """Seat a player with a token of their own on the side that a valid invitation, which is theirs alone, leads to.

    Where the side is taken, it was they who sat down by an earlier link, which opens nothing any more. Raises `Declined` where the
    side is no guest's.
    """
    session = await registry.open(invitation.battle)
    async with registry.holding(session) as session:
        registry.check_open()
        side, guests = invitation.side, session.guests
        if side not in guests.places:
            raise Declined(Code.TAKEN, TAKEN, RULE)
        secret = digest(digest(token))
        if side in guests.free:
            await _sit(registry, session, side, secret, person, token)
            await _arrive(registry, session, side, "A player")
        else:
            guests.places[side] = guests.places[side]._replace(claim=secret)
            await _sit(registry, session, side, secret, guests.people[side], token)
    registry.thinking.wake(session)


async def _sit(
    registry: Registry, session: Session, side: str, secret: str, person: str, token: str = ""
) -> m.Tokens:
    """Give a side to a guest: with a new token, which nobody has but they."""
    guests, token = session.guests, token or new_token()
    before = guests.places[side]
    since = before.since if before.claim == secret else session.battle.record.count
    place = Place(side, True, secret, since)
    await registry.storage.run(registry.storage.guests.claim(session.id, place, digest(token), person))
    guests.places[side] = place
    guests.people[side] = person
    return m.Tokens(session.id, {side: token}, [side])


async def _arrive(registry: Registry, session: Session, side: str, unnamed: str) -> None:
    """A side is played by its player from now on, and everyone is shown it; `unnamed`: what one without a name is called."""
    await _without_computer(registry, session, side)
    person = session.guests.people[side] or unnamed
    await announce(registry, session, f"{person} plays {_title(session, side)}.")
    _show(session)


async def _without_computer(registry: Registry, session: Session, side: str) -> None:
    """The computer played the side until its guest came."""
    battle = session.battle
    if side in battle.players and session.gathering is None:
        session.do(lambda: battle.set_player(side, NO_ONE_PLAYS, "a guest has come"))
        await registry.saving.save(session)


def _chosen(session: Session, invitation: Invitation, side: str) -> str:
    """The side that a guest sits down on. Raises `Declined` where it cannot be had."""
    choices = _choices(session, invitation)
    if not choices or (side and side in session.guests.places and side not in choices):
        raise Declined(Code.TAKEN, TAKEN, RULE)
    if not side and len(choices) > 1:
        raise Declined(Code.NOT_ALLOWED, "Say which side: more than one is free.", RULE)
    if side and side not in choices:
        raise Declined(Code.NOT_ALLOWED, "The invitation is not for that side.", RULE)
    return side or choices[0]


async def _begin_again(
    registry: Registry,
    session: Session,
    *,
    swapped: tuple[str, str] | None = None,
    unseated: str = "",
    keep: str = "",
) -> None:
    """Begin the battle again with new dice, or gather its armies again, as the seats change: nothing that was seen holds any more.

    `swapped`: the inviter's side, and the free one that they play from now on; `unseated`: the side that is free again;
    `keep`: the digest of the invitation that stays as it is.
    """
    storage, guests, waits = registry.storage, session.guests, session.gathering
    battle = None
    if waits is None:
        battle = await in_thread(dealt_again, session.battle)
        begun = storage.battles.begin(session.id, battle.private_text)
    else:
        waits = waits.from_the_beginning(swapped)
        begun = storage.battles.gather(session.id, waits.write())
    if swapped is None:
        await storage.run(together(begun, storage.guests.unseat(session.id, unseated)))
        guests.leave(unseated)
        registry.postman.leave(session.id, unseated)
    else:
        await storage.run(together(begun, storage.guests.swap(session.id, *swapped, keep)))
        guests.swap(*swapped)
        registry.postman.move(session.id, *swapped)
    session.receipts.clear()
    registry.clocks.begin_again(session)
    session.gathering = waits
    session.go_on_from(battle or session.battle)
    session.undo_request = None
    if swapped is not None:
        session.part(swapped[0], MOVED)


def _show(session: Session) -> None:
    """Everybody is shown who sits where."""
    session.version += 1
    session.show_all()


# ---------------------------------------------------------------- which sides


def _sides(session: Session, invitation: Invitation) -> list[str]:
    """The free sides that an invitation leads to."""
    return [side for side in session.guests.free if invitation.side in (side, "")]


def _choices(session: Session, invitation: Invitation) -> list[str]:
    """The sides that may be chosen by an invitation: the free ones, and the inviter's where they let their guest choose."""
    free = _sides(session, invitation)
    if free and invitation.swap and len(session.guests.free) == 1 and not session.guests.taken:
        return list(session.battle.sides)
    return free


def _exchanged(session: Session, bearer: Bearer) -> str | None:
    """The free side that the inviter may change theirs with: there are two sides, theirs and the free one. None: they may not, nor when the battle is over."""
    if _is_over(session):
        return None
    free, own = session.guests.free, bearer.sides(session)
    if len(session.battle.sides) == 2 and len(free) == 1 and len(own) == 1 and not bearer.is_referee:
        return free[0]
    return None


def _is_over(session: Session) -> bool:
    """True if the battle is over, and not only waiting for its armies."""
    return session.battle.is_over and session.gathering is None


def _check_maker(bearer: Bearer) -> None:
    if not bearer.is_maker:
        raise NotAllowed("Only the player who began the battle can invite to it, or its referee.")


def _title(session: Session, side: str) -> str:
    waits = session.gathering
    return waits.title(side) if waits else session.battle.title(side)
