"""Python's collector of cycles, kept out of the way of orders.

Nothing that people do leaves cycles: what an order leaves behind goes by counting, and so do a battle that leaves memory and a line that
is closed. Only internal errors do. Python by itself would look through all live battles again and again to find those few, which
held up everybody for 35 to 150 ms at a time with 200 battles; to look through what is young alone took a seventh of an order's time. So it
is switched off, and done here: the whole is looked through when nobody orders, or when much has grown since the last time.
"""

from __future__ import annotations

import asyncio
import gc
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

STEP = 5.0  # seconds after which it is asked if all of it is to be looked through
LITTLE = 1000  # things; for less than these nothing is looked through
MUCH = 150_000  # things by which it may grow before orders must wait, or half as many again as there were if that is more: so
# many come with 300 battles


class Collector:
    """Collects cycles of garbage between `begin` and `end`. `is_quiet` is true where nobody would notice a pause."""

    def __init__(self, is_quiet: Callable[[], bool]) -> None:
        self._is_quiet = is_quiet
        self._timer: asyncio.TimerHandle | None = None
        self._kept = 0  # things that were left when the whole was last looked through

    def begin(self) -> None:
        """Take over from Python; in the thread of a running event loop."""
        gc.disable()
        self._whole()
        self._wait()

    def end(self) -> None:
        """Give it back to Python."""
        self._rest()
        gc.unfreeze()
        gc.enable()

    def _rest(self) -> None:
        if self._timer is not None:
            self._timer.cancel()

    def _wait(self) -> None:
        self._rest()  # never two looks to come, even if one was taken out of turn
        self._timer = asyncio.get_running_loop().call_later(STEP, self.step)

    def step(self) -> None:
        """Put what is young out of Python's sight, unseen; look through all of it where that is due."""
        gc.freeze()
        grown = gc.get_freeze_count() - self._kept
        if grown > max(MUCH, self._kept // 2) or (grown > LITTLE and self._is_quiet()):
            self._whole()
        self._wait()

    def _whole(self) -> None:
        gc.unfreeze()
        gc.collect()
        gc.freeze()
        self._kept = gc.get_freeze_count()
