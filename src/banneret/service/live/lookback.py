"""Looking back: a battle as of an entry, replayed on from the entry that was looked at last where that came before it.

To stand at an entry every rule before it is run again, half a second in a long battle; from one entry to the next it is next to
nothing. So the battle of the past is kept, and people who pull a slider wait for one another at their own battle alone.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from banneret.kernel.battle import Battle


class LookBack:
    """A battle as of the entry that was looked at last; hold `lock` while it is replayed and shown."""

    def __init__(self) -> None:
        self.lock = asyncio.Lock()
        self._then: Battle | None = None
        self._branch = -1  # of which course of the battle it is

    def moving(self, battle: Battle, branch: int, number: int) -> Callable[[], Battle]:
        """A function that makes the battle as of entry `number`. It may run in a thread: all it needs of `battle` has been copied."""
        then, record = self._then, battle.record
        self._then = None
        if then is None or branch != self._branch or then.record.count > number:
            copy = record.beginning(number)
            return lambda: self._keep(battle.shown(copy), branch, number)
        lines = [record.line(one) for one in range(then.record.count + 1, number + 1)]

        def move() -> Battle:
            then.follow(lines)
            return self._keep(then, branch, number)

        return move

    def _keep(self, then: Battle, branch: int, number: int) -> Battle:
        then.show_as_of(number)
        self._then, self._branch = then, branch
        return then
