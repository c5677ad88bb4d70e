"""A server that is asked to stop again and again while orders stream in: what is lost, who hears no goodbye, how long it takes.

`python -m bench stops --seconds 600` takes about so long. One stop takes about three seconds, the restart included.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from service.hand import Server, stop_again_and_again


def run(seconds: float) -> list[tuple[str, ...]]:
    """The rows of the table."""
    stops = max(2, round(seconds / 3))
    with tempfile.TemporaryDirectory(prefix="banneret-stops-") as folder:
        found = stop_again_and_again(Server(Path(folder)), stops, battles=20, longest=1.0, seed=stops)
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
