"""A progress bar on the error stream, where a person is looking; elsewhere a line now and then."""

from __future__ import annotations

import sys
from collections.abc import Callable
from time import monotonic
from typing import TextIO

BETWEEN_LINES = 15.0
"""Seconds from line to line where the stream is no terminal, and until the first: what is done sooner says nothing."""


class ProgressBar:
    """Shows `done` of `total` and a few words: as a bar on a terminal (or if `force` is set), else as a line now and then.

    Use it as a callback: `bar(done, total, words)`, and `bar.close()` at the end.
    """

    def __init__(self, stream: TextIO | None = None, width: int = 30, force: bool = False) -> None:
        self.stream = sys.stderr if stream is None else stream
        self.width = width
        self.shown = force or self.stream.isatty()
        self.begun = monotonic()
        self.known = 0  # that were done before, and say nothing of how long the others take
        self._last = 0.0 if self.shown else self.begun
        self._length = 0

    def __call__(self, done: int, total: int, words: str | Callable[[], str] = "") -> None:
        """Draw the bar again, at most ten times a second; `total` 0 means that nobody knows. `words` may be made when they are wanted."""
        now = monotonic()
        if self.shown:
            if now - self._last < 0.1 and done != total:
                return
        elif now - self._last < BETWEEN_LINES:
            return
        self._last = now
        line = self._line(done, total, now)
        said = words if isinstance(words, str) else words()
        if said:
            line += f"  {said}"
        if not self.shown:
            self.stream.write(f"banneret: {line}\n")
            self.stream.flush()
            return
        self.stream.write("\r" + line + " " * max(0, self._length - len(line)))
        self.stream.flush()
        self._length = len(line)

    def _line(self, done: int, total: int, now: float) -> str:
        """The share that is done, and the time that the rest will take."""
        if total <= 0:
            return f"{done:,} done in {duration(now - self.begun)}"
        fresh = done - self.known
        line = f"{done:,} of {total:,}"
        if self.shown:
            full = self.width * min(done, total) // total
            line = f"[{'#' * full}{'.' * (self.width - full)}] {line}"
        if fresh > 0 and done < total:
            line += f", {duration((now - self.begun) / fresh * (total - done))} left"
        return line

    def close(self) -> None:
        """Wipe the bar."""
        if self.shown and self._length:
            self.stream.write("\r" + " " * self._length + "\r")
            self.stream.flush()
            self._length = 0


def duration(seconds: float) -> str:
    """A time in words: in seconds, minutes or hours."""
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"
