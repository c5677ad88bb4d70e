"""A server that is killed again and again while orders stream in: how many acknowledged orders are lost, how quickly it is back.

`python -m bench kills --seconds 600` begins no further kill after so long. One takes about four seconds at rest, the restart included.
`--seconds` is the seed as well: other seconds, other moments.
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from service.hand import Server, kill_again_and_again

MOST = 1_000_000


def run(seconds: float) -> list[tuple[str, ...]]:
    """The rows of the table."""
    with tempfile.TemporaryDirectory(prefix="banneret-kills-") as folder:
        found = kill_again_and_again(
            Server(Path(folder)),
            MOST,
            battles=20,
            longest=2.0,
            seed=round(seconds),
            until=time.monotonic() + seconds,
        )
    back = sorted(found.restarts)
    return [
        ("kill -9 under load", f"{found.kills} kills", f"{found.battles} battles, 20 at a time"),
        ("orders acknowledged", f"{found.orders}", "over websockets, both seats of each battle"),
        ("of those lost", f"{len(found.lost)}", "records compared with receipts after every kill"),
        (
            "answering again after",
            f"{statistics.median(back):.2f} s",
            f"from the start of the process; longest {back[-1]:.2f} s",
        ),
    ]
