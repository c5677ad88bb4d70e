"""Jobs that the workers of a cluster can import."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable
from pathlib import Path


def make_slow(folder: Path) -> Callable[[int], int]:
    """Jobs that take their time, begin when two processes are there to do them, and note in a file who did them."""
    here = Path(folder, "here")

    def job(number: int) -> int:
        here.mkdir(exist_ok=True)
        (here / str(os.getpid())).touch()
        while len(list(here.iterdir())) < 2:
            time.sleep(0.02)
        time.sleep(0.02)
        Path(folder, f"{number} {os.getpid()}").touch()
        return number * number

    return job


def make_deadly(folder: Path) -> Callable[[int], int]:
    """Jobs of which every fiftieth ends its process the first time."""

    def job(number: int) -> int:
        mark = Path(folder, str(number))
        if number % 50 == 7 and not mark.exists():
            mark.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return number * number

    return job
