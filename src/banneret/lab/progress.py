"""A progress bar on the error stream, where a person is looking."""

from __future__ import annotations

import sys
from collections.abc import Callable
from time import monotonic
from typing import TextIO


class ProgressBar:
    """Shows `done` of `total` and a few words; silent unless the stream is a terminal (or `force` is set).

    Use it as a callback: `bar(done, total, words)`, and `bar.close()` at the end.
    """

    def __init__(self, stream: TextIO | None = None, width: int = 30, force: bool = False) -> None:
        self.stream = sys.stderr if stream is None else stream
        self.width = width
        self.shown = force or self.stream.isatty()
        self.begun = monotonic()
        self.known = 0  # that were done before, and say nothing of how long the others take
        self._last = 0.0
        self._length = 0

    def __call__(self, done: int, total: int, words: str | Callable[[], str] = "") -> None:
        """Draw the bar again, at most ten times a second; `total` 0 means that nobody knows. `words` may be made when they are wanted."""
        now = monotonic()
        if not self.shown or (now - self._last < 0.1 and done != total):
            return
        self._last = now
        if total > 0:
            full = self.width * min(done, total) // total
            fresh = done - self.known
            left = (now - self.begun) / fresh * (total - done) if fresh > 0 else 0.0
            line = f"[{'#' * full}{'.' * (self.width - full)}] {done:,} of {total:,}"
            if fresh > 0 and done < total:
                line += f", {_duration(left)} left"
        else:
            line = f"{done:,} done in {_duration(now - self.begun)}"
        said = words if isinstance(words, str) else words()
        if said:
            line += f"  {said}"
        self.stream.write("\r" + line + " " * max(0, self._length - len(line)))
        self.stream.flush()
        self._length = len(line)

    def close(self) -> None:
        """Wipe the bar."""
        if self.shown and self._length:
            self.stream.write("\r" + " " * self._length + "\r")
            self.stream.flush()
            self._length = 0


def _duration(seconds: float) -> str:
    if seconds < 90:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"
