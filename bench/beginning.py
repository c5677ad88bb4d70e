"""What a new battle costs: the processor time of the server to begin it, and the memory it takes while nothing happens.

    python -m bench beginning --seconds 20

Battles are begun by HTTP over one line, against a server in a process of its own, as one person begins them. An idle battle is one that has begun
and has been shown to both its seats.
"""

from __future__ import annotations

import gc
import http.client
import json
import tempfile
import time
import tracemalloc
from pathlib import Path

from banneret import rulebooks
from bench.load import Server
from bench.orders import BATTLES, Table

WARM = 5  # battles that are not counted
IDLE = 20  # battles in memory at once


def begin(line: http.client.HTTPConnection, rulebook: str, scenario: str) -> None:
    """Begin a battle whose sides the same person plays."""
    sides = {side: {"by": "me"} for side in rulebooks.get(rulebook).scenario(scenario).sides}
    body = json.dumps({"rulebook": rulebook, "scenario": scenario, "sides": sides})
    while True:
        line.request("POST", "/api/battles", body, {"content-type": "application/json"})
        answer = line.getresponse()
        said = answer.read()
        if answer.status < 300:
            return
        if answer.status != 429:
            raise RuntimeError(said.decode())
        time.sleep(0.2)


def idle(rulebook: str, scenario: str) -> tuple[float, float]:
    """The bytes of a battle that both its seats were shown, at once and when its views rest."""
    kept = [Table(rulebook, scenario)]
    gc.collect()
    tracemalloc.start()
    kept += [Table(rulebook, scenario) for _ in range(IDLE)]
    gc.collect()
    shown = tracemalloc.get_traced_memory()[0] / IDLE
    for table in kept:
        table.session.views.rest(float("inf"))
    gc.collect()
    resting = tracemalloc.get_traced_memory()[0] / IDLE
    tracemalloc.stop()
    return shown, resting


def run(seconds: float) -> list[tuple[str, ...]]:
    """Rows: what, figure, note."""
    rows: list[tuple[str, ...]] = []
    with tempfile.TemporaryDirectory(prefix="banneret-beginning-") as folder:
        server = Server(Path(folder))
        line = http.client.HTTPConnection("127.0.0.1", server.port)
        try:
            for rulebook, scenario in BATTLES:
                for _ in range(WARM):
                    begin(line, rulebook, scenario)
                count, before, until = 0, server.cpu(), time.monotonic() + seconds / len(BATTLES)
                while time.monotonic() < until:
                    begin(line, rulebook, scenario)
                    count += 1
                each = (server.cpu() - before) / count
                shown, resting = idle(rulebook, scenario)
                note = f"{count} battles; {shown / 1e3:.0f} kB each when shown, {resting / 1e3:.0f} while nothing happens"
                rows.append((f"{scenario}: to begin a battle, ms", f"{1e3 * each:.2f}", note))
        finally:
            server.stop()
    return rows
