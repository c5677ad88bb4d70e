"""A server that is asked to stop again and again while orders stream in: what is lost, who hears no goodbye, how long it takes.

`python -m bench stops --seconds 600` begins no further stop after so long. One takes about three seconds at rest, the restart included.
`--seconds` is the seed as well: other seconds, other moments.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from service.hand import Server, stop_again_and_again

MOST = 1_000_000


def run(seconds: float) -> list[tuple[str, ...]]:
    """The rows of the table."""
    with tempfile.TemporaryDirectory(prefix="banneret-stops-") as folder:
        found = stop_again_and_again(
            Server(Path(folder)),
            MOST,
            battles=20,
            longest=1.0,
            seed=round(seconds),
            until=time.monotonic() + seconds,
        )
    ended = sorted(found.seconds)
    return [
        ("SIGTERM under load", f"{found.stops} stops", "20 battles, a spectator at each"),
        ("orders acknowledged", f"{found.orders}", "over websockets, both seats of each battle"),
        ("of those lost", f"{len(found.lost)}", "records compared with receipts after every stop"),
        ("spectators without a goodbye", f"{found.silent}", f"of {20 * found.stops}"),
        (
            "from the signal to the end of the process",
            f"{statistics.median(ended):.2f} s",
            f"longest {ended[-1]:.2f} s, {sum(one > 2 for one in ended)} over 2 s",
        ),
    ]
