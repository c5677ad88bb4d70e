"""The end of a side's time: the computer plays on for it, or the battle is adjourned."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.service.computer.levels import FALLBACK, level_of
from banneret.service.errors import StorageError
from banneret.service.live.pauses import Pause
from banneret.service.live.requests import announce

if TYPE_CHECKING:
    from banneret.service.live.registry import Registry
    from banneret.service.live.session import Session


async def run_out(registry: Registry, session: Session, side: str) -> None:
    """Do what was agreed upon, and store it. Raises `StorageError`, and then nothing has changed."""
    battle, clock = session.battle, session.clock
    if clock is None:
        return
    title = battle.title(side)
    if clock.lapse == "computer":
        level = level_of(battle.rulebook, FALLBACK)
        session.do(lambda: battle.set_player(side, level, "the time for the turn ran out"))
        text = (
            f"The time of {title} ran out: the computer plays on for them, until they take their seat back."
        )
    else:
        session.pause = Pause(f"the time of {title} ran out. Any player may go on.", adjourned=True)
        session.version += 1
        text = f"The time of {title} ran out: the battle is adjourned."
    try:
        await registry.saving.save(session)
    except StorageError:
        await registry.saving.fall_back(session)
        raise
    await announce(registry, session, text)
    registry.thinking.wake(session)
