"""Battles as a whole: begun, brought as a file, listed, branched, played again or on in a campaign, deleted."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from banneret import api
from banneret.kernel.errors import BadInput
from banneret.service import messages as m
from banneret.service.computer.levels import not_played
from banneret.service.errors import NotAllowed
from banneret.service.host import host_token
from banneret.service.live import beginning, campaigns, requests, rights
from banneret.service.live.gathering import SPECTATOR
from banneret.service.live.guests import tidy
from banneret.service.live.saving import loaded
from banneret.service.storage.seats import Seat
from banneret.service.threads import in_thread, in_thread_for_long
from banneret.service.tokens import digest

if TYPE_CHECKING:
    from banneret.kernel.battle import Battle
    from banneret.service.handlers.call import Call
    from banneret.service.live.registry import Registry

MOST_HOSTED = 200  # battles of the host that are listed
PATIENCE = 10.0  # seconds of processor time for playing a file again; a long battle takes one


async def begin(call: Call) -> m.Tokens:
    """A new battle: the tokens of its seats."""
    return await beginning.create(call.registry, call.body, call.host_key(call.body.host))


async def learn(call: Call) -> m.Tokens:
    """The lesson of a rulebook begun: the tokens of its seats."""
    wanted: m.Learn = call.body
    battle = await in_thread(partial(api.learn, call.book, plug_ins=False))
    mine = [side for side in battle.sides if side not in battle.players]
    return await beginning.keep(
        call.registry, battle, mine, person=tidy(wanted.person), host=call.host_key(wanted.host)
    )


async def import_record(call: Call) -> m.Tokens:
    """A battle from a record file: the tokens of its seats."""
    wanted: m.Import = call.body
    battle = await in_thread_for_long(loaded, wanted.text, PATIENCE)
    made = await beginning.keep(call.registry, battle, _people(battle), host=call.host_key(wanted.host))
    await _say_what_differs(call.registry, made.battle, battle)
    return made


async def _say_what_differs(registry: Registry, number: str, battle: Battle) -> None:
    """Say at the table what is not as the file of the battle has it."""
    words = []
    if battle.damage:
        words.append(f"The file was damaged: {battle.damage}. What was good of it is played on from.")
    for side, level in not_played(battle.rulebook, battle.players).items():
        spec = battle.players[side]
        words.append(f"The file has {spec:.60} play {battle.title(side)}. Here {level} does.")
    session = await registry.find(number) if words else None
    for index, text in enumerate(words):
        if session is not None:
            said = m.Say(id=f"file{index}", text=text[: requests.MOST_WORD])
            await requests.say(registry, session, Seat(session.id, "table", SPECTATOR, False), said)


def _people(battle: Battle) -> list[str]:
    """The sides that no computer plays."""
    return [side for side in battle.sides if side not in battle.players]


async def list_mine(call: Call) -> list[dict[str, Any]]:
    """The battles that these tokens open, the latest first."""
    wanted: m.Mine = call.body
    return await call.service.lists.of(wanted.tokens)


async def list_hosted(call: Call) -> m.Hosted:
    """The links of the host's battles: those begun in the terminal, and those begun here with the host's key."""
    host = call.service.host
    if not host.admits(call.body.key):
        raise NotAllowed(
            "This is for the host of the table: open it by the address that it says when it starts."
        )
    key = host.key
    storage = call.registry.storage
    hosted = await storage.run(storage.battles.hosted(MOST_HOSTED))
    found = []
    for one in hosted:
        made = {name: host_token(key, one.id, one.origins.get(name, name)) for name in one.mine}
        tokens = {name: token for name, token in made.items() if digest(token) == one.digests.get(name)}
        if tokens:  # others have been handed on since
            found.append(m.Tokens(one.id, tokens, list(tokens)))
    return m.Hosted(key, found)


async def release(call: Call) -> m.Released:
    """A battle leaves memory, so that the terminal of the host can go on with it."""
    if not call.host_key(call.body.key):
        raise NotAllowed("This is for the host of the table.")
    await call.registry.release(call.body.battle)
    return m.Released(call.body.battle)


async def fork(call: Call) -> m.Tokens:
    """A new battle from after an entry of this one.

    While something is hidden, the referee may branch, or who presents the links of all sides that people play; they get links for
    these sides only. The record of such a branch is for its referee alone, also when the branch is over.
    """
    wanted: m.Fork = call.body
    session = await call.begun()
    bearer = await call.bearer(wanted.tokens)
    mine, alone, hides = _people(session.battle), wanted.private, not session.is_open
    if not bearer.may_know_all(session):
        if not bearer.plays_alone(session):
            raise rights.secret(session)
        mine, alone = bearer.sides(session), True
    async with call.registry.holding(session) as session:
        entries = session.entries(call.seat)
        if wanted.at is not None and wanted.at >= len(entries):
            raise BadInput(
                f"there is no number {wanted.at} to branch from, only up to {len(entries) - 1}", where="at"
            )
        at = None if wanted.at is None else entries[wanted.at]
        branch = await in_thread(session.battle.fork, at)
    judged = bearer.is_referee and hides
    return await beginning.keep(
        call.registry,
        branch,
        mine,
        alone=alone,
        closed=alone or hides,
        referee=judged,
        host=call.hosts_key,
    )


async def rematch(call: Call) -> m.Tokens:
    """The same battle again, with the same armies, when it is over."""
    wanted: m.Again = call.body
    session, bearer = await call.begun(), await call.bearer(wanted.tokens)
    return await beginning.rematch(call.registry, session, bearer, call.hosts_key, wanted.swap)


async def go_on(call: Call) -> m.Tokens:
    """The next battle of a campaign, with what this one leaves: the tokens of the caller's own seats."""
    wanted: m.Links = call.body
    session, bearer = await call.begun(), await call.bearer(wanted.tokens)
    tokens = list(dict.fromkeys([call.token, *wanted.tokens]))
    return await campaigns.go_on(call.registry, session, bearer, tokens, call.hosts_key)


async def delete(call: Call) -> m.Deleted:
    """Forget a battle, also one that cannot be loaded any more; for the player who began it and for its referee."""
    wanted: m.Links = call.body
    bearer = await call.bearer(wanted.tokens)
    if not bearer.is_maker:
        raise NotAllowed(
            "Only the player who began a battle can delete it, with the links of all seats they kept, or its referee."
        )
    await call.registry.delete(call.seat.battle)
    return m.Deleted(call.seat.battle)
