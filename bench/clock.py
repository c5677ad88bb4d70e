"""Interleaved measuring: several pieces of work in turn, in short slices, user time beside wall time."""

from __future__ import annotations

import os
import resource
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable


@dataclass
class Measured:
    """How much was done (in the work's own unit), in how much user and wall time (seconds)."""

    name: str
    unit: str
    done: float = 0.0
    user: float = 0.0
    wall: float = 0.0

    @property
    def rate(self) -> float:
        """Done a second of user time."""
        return self.done / self.user if self.user else 0.0


def user_time() -> float:
    """The user time of this process, in seconds."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_utime


def stolen() -> float:
    """Seconds of processor time that the host has kept from this machine since it began; 0 where nobody tells (`/proc/stat`)."""
    try:
        words = Path("/proc/stat").read_text(encoding="ascii").split("\n", 1)[0].split()
        return int(words[8]) / os.sysconf("SC_CLK_TCK")
    except (OSError, IndexError, ValueError):
        return 0.0


def interleave(
    works: dict[str, tuple[str, Callable[[], float]]], seconds: float, slice_: float = 0.2
) -> dict[str, Measured]:
    """Do each work for about `seconds` in all, in turn, `slice_` at a time. A work returns how much it did."""
    found = {name: Measured(name, unit) for name, (unit, _) in works.items()}
    while min(measured.wall for measured in found.values()) < seconds:
        for name, (_, work) in works.items():
            measured = found[name]
            wall, user = time.perf_counter(), user_time()
            done = 0.0
            while time.perf_counter() - wall < slice_:
                done += work()
            measured.done += done
            measured.wall += time.perf_counter() - wall
            measured.user += user_time() - user
    return found
