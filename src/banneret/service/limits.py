"""Rates: how much an address and a seat may ask for. Buckets that fill at a steady rate up to a burst."""

from __future__ import annotations

import time
from collections import OrderedDict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

MOST_BUCKETS = 10_000


class Rates:
    """One bucket for each key: `rate` a second, `burst` at once."""

    def __init__(self, rate: float, burst: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.rate = rate
        self.burst = burst
        self._clock = clock
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def allow(self, key: str, cost: float = 1.0) -> bool:
        """Whether `key` may do something of this cost now; if so it is counted."""
        now = self._clock()
        level, since = self._buckets.pop(key, (self.burst, now))
        level = min(self.burst, level + (now - since) * self.rate)
        allowed = level >= cost
        self._buckets[key] = (level - cost if allowed else level, now)
        if len(self._buckets) > MOST_BUCKETS:
            self._buckets.popitem(last=False)
        return allowed
