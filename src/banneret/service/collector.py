"""Python's collector of cycles, kept out of the way of orders.

Nothing that people do leaves cycles: what an order leaves behind goes by counting, and so do a battle that leaves memory and a line that
is closed. Only internal errors do. Python by itself would look through all live battles again and again to find those few, which
held up everybody for 35 to 150 ms at a time with 200 battles. So it is switched off, and done here: the whole is looked through when
nobody orders. Until then a sample is: what has come within one step in twenty, and if there are cycles in it, within every step until there
are none any more. (To look through all that came once took a tenth of an order's time, and 50 ms at a time with 200 battles: the views of a
battle that orders are as many things as all that was there before.) The whole is looked through besides where memory has grown out of
all proportion: with all the battles that can be begun in a minute, the longest that an order had to wait for it was a quarter of a second.
"""

from __future__ import annotations

import asyncio
import gc
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

STEP = 0.1  # seconds after which it is asked if something is to be looked through: nothing is walked through for the question
LITTLE = 1000  # things; for less than these nothing is looked through
SAMPLE = 20  # steps, in one of which what has come is looked through while people order
REST = 5.0  # seconds between two looks at the whole because nobody orders: battles may be begun meanwhile
MUCH = 1_500_000  # things that may come, or as many as there were if that is more, before orders must wait for a look at the whole


class Collector:
    """Collects cycles of garbage between `begin` and `end`. `is_quiet` is true where nobody would notice a pause."""

    def __init__(self, is_quiet: Callable[[], bool]) -> None:
        self._is_quiet = is_quiet
        self._timer: asyncio.TimerHandle | None = None
        self._kept = 0  # things that were left when the whole was last looked through
        self._looked = 0.0  # when, because nobody ordered
        self._since = 0  # things that had come since then when the last sample was looked through
        self._due = 1  # steps until the next sample

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
        """Look through all of it where that is due, or through what has come since the last step; it is not looked through again until then."""
        come = gc.get_count()[0]  # and are still there: Python counts on, and nothing need be walked through
        grown = self._since + come
        now = time.monotonic()
        self._due -= 1
        if grown > LITTLE and now > self._looked + REST and self._is_quiet():
            self._looked = now
            self._whole()
        elif grown > max(MUCH, self._kept):
            self._whole()
        elif self._due < 1:
            self._due = 1 if gc.collect() else SAMPLE
            self._since = grown
        gc.freeze()
        self._wait()

    def _whole(self) -> None:
        gc.unfreeze()
        gc.collect()
        gc.freeze()
        self._kept, self._since = gc.get_freeze_count(), 0
