"""How long the command line takes to answer."""

from __future__ import annotations

import subprocess
import sys
import time


def run(seconds: float) -> list[tuple[str, ...]]:
    """Rows: what, seconds, note."""
    times: list[float] = []
    for _ in range(7):
        begun = time.perf_counter()
        subprocess.run([sys.executable, "-m", "banneret", "rulebooks"], check=True, stdout=subprocess.DEVNULL)
        times.append(time.perf_counter() - begun)
    times.sort()
    return [
        ("banneret rulebooks, s", f"{times[len(times) // 2]:.3f}", f"min {times[0]:.3f}, max {times[-1]:.3f}")
    ]
