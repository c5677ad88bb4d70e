"""The computer's thinking: at each battle that waits for a computer player a task asks it, and gives its orders.

It passes too for sides that do not want to be asked: each pass comes by itself, after a pause that says nothing, so that others are
shown what they are shown when someone passes by hand. Nobody is held up meanwhile. What could not be stored is asked again after a
pause; a player that fails is replaced, and the record says so.
"""

from __future__ import annotations

import asyncio
import logging
from functools import partial
from random import SystemRandom
from typing import TYPE_CHECKING

from banneret.kernel.decision import IllegalOrder
from banneret.kernel.errors import BadInput
from banneret.kernel.order import read_order
from banneret.service.computer.levels import LAST, level_of
from banneret.service.computer.workers import Asked, answer_here
from banneret.service.errors import StorageError
from banneret.service.live.pauses import broken
from banneret.service.live.saving import Saving

if TYPE_CHECKING:
    from banneret.service.computer.workers import Workers
    from banneret.service.live.session import Session

log = logging.getLogger("banneret")

PASSES = "passes"  # instead of a computer player: a side that does not want to be asked
AT_ONCE = ("random", "greedy", LAST)  # levels that think for some milliseconds at most
RETRY = 5.0  # seconds after which a computer player whose order could not be stored is asked again


class Thinking:
    """The tasks that answer for computer players, by session. They think in `workers` (None: in a thread)."""

    def __init__(self, saving: Saving, workers: Workers | None) -> None:
        self._saving = saving
        self._workers = workers
        self._tasks: dict[Session, asyncio.Task[None]] = {}
        self._asked: dict[Session, Asked | None] = {}  # what is thought about now
        self._closing = False
        self.pause = (0.3, 0.9)  # seconds that a pass takes, from and to
        # Seconds that every answer in a window takes, whatever the computer holds: more than its level ever thinks about one.
        self.brisk = 0.25
        self.at_once = 0.1  # of a level that does not look ahead
        self.unwatched = 0.02  # of such a level where nobody plays but computers

    def __contains__(self, session: Session) -> bool:
        return session in self._tasks

    def close(self) -> None:
        """Begin no more thoughts."""
        self._closing = True

    def wake(self, session: Session) -> None:
        """Let the computer players decide where they must, or stop them where nobody waits for them."""
        if session.running:  # the change of the battle starts it again
            return
        waiting = waiting_for(session)
        if session in self._tasks:
            if waiting != self._asked.get(session):
                self.call_off(session)
            return
        if waiting is None or self._closing:
            return
        task = asyncio.create_task(self._think(session))
        self._tasks[session] = task
        task.add_done_callback(partial(self._ended, session))

    def call_off(self, session: Session) -> None:
        """Nobody waits for the thoughts about a battle any more."""
        if session in self._tasks and self._workers is not None:
            self._workers.call_off(session.id)

    async def advise(self, session: Session, side: str) -> str | None:
        """Advice to a side, as JSON; None if it has nothing to choose, or something came between."""
        advice, trouble = await self._ask(session, Asked(session.id, session.branch, side, "", advice=True))
        if trouble:
            raise RuntimeError(f"advice for battle {session.id}: {trouble}")
        return advice

    def even_pause(self, session: Session, asked: Asked) -> float:
        """Seconds that an answer takes at least: in a window all of a level take the same, so that none tells what the computer holds."""
        if not is_window(session, asked):
            return 0.0
        if asked.spec not in AT_ONCE:
            return self.brisk
        battle = session.battle
        return self.at_once if len(battle.players) < len(battle.sides) else self.unwatched

    def _ended(self, session: Session, task: asyncio.Task[None]) -> None:
        self._tasks.pop(session, None)
        self._asked.pop(session, None)
        error = None if task.cancelled() else task.exception()
        if error is not None:
            log.error("thinking for battle %s has ended", session.id, exc_info=error)

    async def _think(self, session: Session) -> None:
        """Answer until no computer player is waited for."""
        while not self._closing:
            async with session.lock:
                asked = self._asked[session] = waiting_for(session)
                if asked is None:
                    return
                count = session.battle.record.count
                pause = asyncio.create_task(asyncio.sleep(self.even_pause(session, asked)))
            order, trouble = await self._ask(session, asked)
            await pause
            async with session.lock:
                if waiting_for(session) != asked or (order is None and not trouble):
                    continue
                fresh = session.battle.record.count == count
                try:
                    session.do(partial(_give, session, asked, order, trouble, fresh), ordered=True)
                except Exception as error:
                    await self._saving.break_off(session, broken(error, "", "", None))
                    return
                stored = True
                try:
                    await self._saving.save(session)
                    session.show_all()
                except StorageError:
                    stored = False
                    await self._saving.fall_back(session)
            if not stored:
                await asyncio.sleep(RETRY)

    async def _ask(self, session: Session, asked: Asked) -> tuple[str | None, str]:
        if asked.spec == PASSES:
            watched = len(session.battle.players) < len(session.battle.sides) - 1
            if watched:  # by people, who could see how soon it comes
                await asyncio.sleep(SystemRandom().uniform(*self.pause))
            return (None if self._closing else ""), ""
        if self._workers is not None:
            return await self._workers.answer(asked, session.battle)
        return await answer_here(asked, session.battle)


def waiting_for(session: Session) -> Asked | None:
    """The question that a computer player must answer now, or that is passed for a side, if there is one. Dice are for people."""
    battle = session.battle
    if session.lost or battle.is_over or battle.locked or session.pause or battle.roll_wanted is not None:
        return None
    if session.gathering is not None:
        return None
    players = battle.players
    side = next((side for side in battle.waiting_for if side in players), None) if players else None
    if side is None:
        passing = battle.passing()
        return Asked(session.id, session.branch, passing, PASSES) if passing else None
    return Asked(session.id, session.branch, side, level_of(battle.rulebook, players[side]))


def is_window(session: Session, asked: Asked) -> bool:
    """True if the computer is asked in a window that opens and closes again: how soon it answers would tell what it holds."""
    battle = session.battle
    decision = battle.decision(asked.side)
    return asked.spec != PASSES and decision is not None and decision.kind in battle.rulebook.computer.brisk


def _give(session: Session, asked: Asked, order: str | None, trouble: str, fresh: bool) -> None:
    """Give what a computer player ordered; one that failed is replaced, and the record says so."""
    battle = session.battle
    if asked.spec == PASSES:
        battle.pass_on()
        return
    if order is not None:
        try:
            battle.give(asked.side, read_order(order))
            return
        except (IllegalOrder, BadInput):
            if not fresh:  # something had changed meanwhile: it is asked again
                return
            trouble = "gave an illegal order"
    log.warning("the computer player of battle %s is replaced: %s", session.id, trouble)
    level = "greedy" if asked.spec != "greedy" else "default"
    battle.set_player(asked.side, level, f"{asked.spec} {trouble}")
