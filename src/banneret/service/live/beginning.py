"""New battles: from what is asked for, from a battle that is over, or from a record; with the tokens of their seats."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from banneret import api
from banneret.kernel.battle import NO_ONE_PLAYS
from banneret.muster.army import check_army
from banneret.service import messages as m
from banneret.service.codes import Code
from banneret.service.computer.levels import level_of
from banneret.service.errors import Declined
from banneret.service.host import host_token
from banneret.service.live.actions import REFEREE
from banneret.service.live.gathering import SPECTATOR, Gathering, begin, gather
from banneret.service.live.guests import Guests, tidy
from banneret.service.live.rights import Bearer, secret
from banneret.service.live.session import Session
from banneret.service.storage.guests import Invitation, Place
from banneret.service.storage.seats import NewSeat
from banneret.service.threads import in_thread
from banneret.service.tokens import digest, following_token, new_battle_id, new_token

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from banneret.kernel.battle import Battle
    from banneret.service.live.registry import Registry

RULE = "table:again"


async def create(registry: Registry, wanted: m.NewBattle, host: str = "") -> m.Tokens:
    """Begin a battle; `host`: the key of the host, where they begin it. Raises `BadInput`."""
    battle, gathering = await in_thread(_begun, wanted)
    by = {side: wanted.sides.get(side, m.SideChoice()).by for side in battle.sides}
    mine = [side for side in battle.sides if by[side] == "me"]
    guests = [side for side in battle.sides if by[side] == "guest"]
    return await keep(
        registry,
        battle,
        mine,
        referee=wanted.referee,
        gathering=gathering,
        guests=guests,
        person=tidy(wanted.person),
        host=host,
    )


def _begun(wanted: m.NewBattle) -> tuple[Battle, Gathering | None]:
    """The battle, and the armies that it waits for; large armies take a while. Raises `BadInput`."""
    armies = {side: check_army(army, f"army of {side}") for side, army in wanted.armies.items()}
    wanted = msgspec.structs.replace(wanted, armies=armies)
    return begin(wanted, armies), gather(wanted)


async def rematch(
    registry: Registry, session: Session, bearer: Bearer, host: str = "", swap: bool = False
) -> m.Tokens:
    """The battle again: its scenario with the armies of all sides, its options, computer players and dice.

    The player who asks for it plays the sides whose links they present, and hands out the other links; with `swap` everyone, the computer too, plays the next side instead. Raises `Declined` before it
    is over, and in a branch that hides something: its armies are those of the battle it came from.
    """
    battle = session.battle
    if not battle.is_over:
        raise Declined(Code.NOT_YET, "A rematch begins when the battle is over.", RULE)
    mine = bearer.sides(session)
    if not mine and not bearer.is_referee:
        raise Declined(Code.NOT_ALLOWED, "A rematch is for those who played.", RULE)
    if not bearer.may_know_all(session):
        raise secret(session)
    step = 1 if swap else 0
    moved = dict(zip(battle.sides, (*battle.sides[step:], *battle.sides[:step]), strict=True))
    mine = [side for side in battle.sides if side in [moved[one] for one in mine]]
    again = await in_thread(dealt_again, battle, mine, moved)
    judged = bearer.is_maker and any(seat.side == REFEREE for seat in bearer.seats)
    guests = [side for side in battle.sides if side not in mine and side not in again.players]
    return await keep(
        registry, again, mine, referee=judged, guests=guests if session.guests else [], host=host
    )


def dealt_again(battle: Battle, people: Sequence[str] = (), moved: Mapping[str, str] | None = None) -> Battle:
    """A battle from its beginning with new dice: its scenario with all armies, its options, and its first computer players.

    `people`: sides that people play whatever was first said. `moved`: the side that the player of each side plays instead.
    """
    return api.start_like(battle, battle.scenario, first_players(battle, people, moved), plug_ins=False)


def first_players(
    battle: Battle, people: Sequence[str] = (), moved: Mapping[str, str] | None = None
) -> dict[str, str]:
    """The computer players that a battle began with, but for those of `people`; `moved` as for `dealt_again`."""
    return {
        side: level_of(battle.rulebook, spec)
        for side, spec in [
            ((moved or {}).get(one, one), spec) for one, spec in battle.record.header.players.items()
        ]
        if side not in people and spec != NO_ONE_PLAYS
    }


async def keep(
    registry: Registry,
    battle: Battle,
    mine: list[str],
    *,
    alone: bool = False,
    closed: bool = False,
    referee: bool = False,
    gathering: Gathering | None = None,
    guests: Sequence[str] = (),
    person: str = "",
    host: str = "",
    followed: Mapping[str, str] | None = None,
    held: Mapping[str, str] | None = None,
) -> m.Tokens:
    """Store a battle and give out the tokens of its seats.

    Args:
        registry: Where the battle is live from now on.
        battle: The battle.
        mine: The sides of the maker; empty: they are the referee.
        alone: It is for the maker alone: there is no link for anybody else.
        closed: Players never get the record, not even afterwards.
        referee: A referee was asked for.
        gathering: What it waits for before it begins.
        guests: The sides that are left to guests, for which there is an invitation and no token.
        person: What the maker goes by.
        host: The key of the host, where they are the maker: the tokens of their seats can be made again from it.
        followed: In a campaign, the maker's links of the battle before, by side.
        held: In a campaign, the digests of the others' links of the battle before, by side: with these they sit down on the sides that
            are left to them.
    """
    number = new_battle_id()
    judged = referee or not mine
    names = _seats_with_links(battle, mine, guests, alone=alone, judged=judged)
    mine = mine or [REFEREE]
    followed, held = followed or {}, held or {}

    def token_of(name: str) -> str:
        if host and name in mine:
            return host_token(host, number, name)
        return following_token(followed[name]) if name in followed else new_token()

    tokens = {name: token_of(name) for name in names}
    seats = [
        NewSeat(name, name, digest(token), name in mine, person if name in mine else "")
        for name, token in tokens.items()
    ]
    invited = {side: new_token() for side in guests if side not in held}
    invitations = [Invitation(digest(token), number, side) for side, token in invited.items()]
    invitations += [Invitation(held[side], number, side) for side in guests if side in held]
    known = [Invitation(digest(token), number, side) for side, token in followed.items()]
    session = Session(number, battle)
    session.guests = Guests([Place(side) for side in guests], {seat.name: seat.person for seat in seats})
    session.closed = closed
    session.gathering = gathering
    waits = gathering.write() if gathering else ""
    work = registry.storage.battles.create(
        number, battle.private_text, seats, closed, waits, invitations, bool(host), known
    )
    await registry.storage.run(work)
    registry.enter(session)
    registry.thinking.wake(session)
    return m.Tokens(number, tokens, mine, invited)


def _seats_with_links(
    battle: Battle, mine: Sequence[str], guests: Sequence[str], *, alone: bool, judged: bool
) -> list[str]:
    """The seats of a new battle that a link is made for.

    What could show more than a seat of the maker's may know is not given out: no link for a side that the computer plays, unless the
    battle is `judged` by a referee, who has a link too.
    """
    names = [
        side
        for side in battle.sides
        if side not in guests and (side in mine or (not alone and (judged or side not in battle.players)))
    ]
    names += [] if alone else [SPECTATOR]
    names += [REFEREE] if judged else []
    return names
