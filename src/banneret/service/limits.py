"""Limits: how much an address and a seat may ask for. Buckets that fill at a steady rate up to a burst."""

from __future__ import annotations

import time
from collections import OrderedDict
from functools import lru_cache
from ipaddress import IPv6Address, ip_address
from itertools import islice
from typing import TYPE_CHECKING, Literal, NamedTuple

from banneret.service import messages as m
from banneret.service.errors import TooMuch

if TYPE_CHECKING:
    from collections.abc import Callable

MOST_BUCKETS = 10_000
AT_ONCE = 2  # buckets that are forgotten with each use, if they are full again: more than come with it


class Limit(NamedTuple):
    """So much of something `rate` times a second, `burst` at once, for each address or seat; `what` names it in sentences."""

    what: str
    rate: float
    burst: float
    per: Literal["address", "seat"]


CALLS = Limit("requests", 20, 100, "address")
CONNECTIONS = Limit("connections", 50, 1000, "address")
BATTLES = Limit("new battles", 1, 30, "address")
ARMIES = Limit("armies", 8, 60, "address")
ODDS = Limit("odds", 2, 30, "address")
MESSAGES = Limit("messages", 10, 60, "seat")
NOTICES = Limit("addresses for letters", 0.05, 10, "address")
PREVIEWS = Limit("previews", 40, 120, "seat")
ADVICE = Limit("requests for advice", 0.25, 5, "seat")
LOOKS_BACK = Limit("looks back", 20, 60, "seat")

ALL = (CALLS, CONNECTIONS, BATTLES, ARMIES, ODDS, MESSAGES, NOTICES, PREVIEWS, ADVICE, LOOKS_BACK)


class Cost(NamedTuple):
    """The count of one use towards a limit."""

    limit: Limit
    cost: float = 1.0


def cost_of(wanted: m.Request) -> Cost:
    """The count of a request at the table: a hand that drags asks for a preview with every picture it sees."""
    return Cost(PREVIEWS) if isinstance(wanted, m.Foresee) else Cost(MESSAGES)


@lru_cache(4096)
def network_of(address: str) -> str:
    """The address that limits are counted for: an IPv6 address by its network (/64), since one connection has all addresses of it.

    >>> network_of("192.0.2.7"), network_of("2001:db8:1:2:3:4:5:6"), network_of("::ffff:192.0.2.7"), network_of("?")
    ('192.0.2.7', '2001:db8:1:2::', '192.0.2.7', '?')
    """
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if not isinstance(found, IPv6Address):
        return address
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return address if found.is_loopback else str(IPv6Address(int(found) >> 64 << 64))


class Rates:
    """One bucket for each key: `rate` a second, `burst` at once. One that is full again is forgotten: it is as if it had not been used."""

    def __init__(self, rate: float, burst: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.rate = rate
        self.burst = burst
        self._clock = clock
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def __len__(self) -> int:
        """The number of keys that have used theirs lately."""
        return len(self._buckets)

    def allow(self, key: str, cost: float = 1.0) -> bool:
        """True if `key` may do something of this cost now; then it is counted."""
        now = self._clock()
        level, since = self._buckets.pop(key, (self.burst, now))
        level = min(self.burst, level + (now - since) * self.rate)
        allowed = level >= cost
        self._buckets[key] = (level - cost if allowed else level, now)
        if len(self._buckets) > MOST_BUCKETS:
            self._buckets.popitem(last=False)
        for oldest, (level, since) in list(islice(self._buckets.items(), AT_ONCE)):
            if level + (now - since) * self.rate >= self.burst:
                del self._buckets[oldest]
        return allowed


class Limits:
    """The use that everyone has made of every limit."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._rates = {limit: Rates(limit.rate, limit.burst, clock) for limit in ALL}

    def allow(self, cost: Cost, key: str) -> bool:
        """True if an address or seat may do something of this cost now; then it is counted."""
        return self._rates[cost.limit].allow(key, cost.cost)

    def count(self, cost: Cost, key: str) -> None:
        """Count something of this cost. Raises `TooMuch` where it is too much at once."""
        if not self.allow(cost, key):
            whose = "your address" if cost.limit.per == "address" else "this seat"
            raise TooMuch(f"Too many {cost.limit.what} from {whose}.")

    def change(self, limit: Limit, rate: float, burst: float) -> None:
        """Have another rate and burst for a limit; all buckets are full again."""
        self._rates[limit] = Rates(rate, burst, self._clock)

    def lift(self) -> None:
        """Allow everything: for tests and measurements."""
        for limit in ALL:
            self.change(limit, 1e9, 1e9)
