"""The clock of a battle by mail: how much time each side has, and for whom it runs or stands."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from banneret.service.clock import ClockView, Lapse

AN_HOUR = 3600.0


class Clock(msgspec.Struct, frozen=True):
    """A clock as it is stored: `until` when the time of each awaited side runs out, `left` the seconds of those for whom it stands."""

    hours: int
    lapse: Lapse
    until: dict[str, float] = {}
    left: dict[str, float] = {}

    def at(self, now: float, awaited: Sequence[str], *, idle: bool, paused: bool) -> Clock:
        """The clock as the battle stands now, waiting for these sides; `idle`: it has not begun, or is over."""
        if idle:
            return msgspec.structs.replace(self, until={}, left={})
        if paused:
            left = {**self.left, **{side: max(end - now, 0.0) for side, end in self.until.items()}}
            return msgspec.structs.replace(self, until={}, left=left)
        whole = self.hours * AN_HOUR
        until = {side: self.until.get(side) or now + self.left.get(side, whole) for side in awaited}
        return msgspec.structs.replace(self, until=until, left={})

    def view(self, waiting: tuple[str, ...], *, adjourned: bool) -> ClockView:
        """The clock as it is shown to a seat, for the sides that it sees awaited."""
        until = {side: float(round(end)) for side, end in self.until.items() if side in waiting}
        return ClockView(self.hours, self.lapse, until, adjourned)
