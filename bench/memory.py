"""What a long run leaves in memory: of battles that are over, and of a server that is played on for hours.

    python -m bench memory --seconds 60
    python -m bench.memory --finished 10000 --minutes 60

Battles that are over, of every rulebook in turn: each is begun, ordered in, given up and swept out of memory, in this process, and what Python holds after all
of them is compared with what it held after the first fifth. Hours: 20 battles at 3 orders a second each, left for new ones after 120,
against a server in a process of its own, whose memory is looked at every five seconds; the slope is that of the straight line through the
second half, when caches have filled and as many battles leave as begin.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import sys
import tempfile
import time
import tracemalloc
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from service.fields import chosen
from starlette.testclient import TestClient

from banneret.service.app import make_app
from banneret.service.live import session
from banneret.service.storage.store import Storage
from bench.load import Pair, Run, Server

BATTLES = 20
RATE = 3.0
MOST = 120  # orders of a battle, so that battles do not grow all the time
LOOK = 5.0  # seconds between two looks at the memory of the server
SWEEP = 200  # battles that are in memory at most


def finished(count: int) -> tuple[str, ...]:
    """A row: the bytes that a battle leaves behind when it is over."""
    with tempfile.TemporaryDirectory(prefix="banneret-memory-") as folder:
        storage = Storage(f"sqlite:///{Path(folder) / 'battles.sqlite3'}")
        app = make_app(storage, names=["testserver"])
        with TestClient(app) as client:
            app.state.service.limits.lift()
            first = max(SWEEP, count // 5)
            _fight(client, app, first)
            tracemalloc.start()
            _fight(client, app, SWEEP)
            before = tracemalloc.get_traced_memory()[0]
            _fight(client, app, count - first - SWEEP)
            left = tracemalloc.get_traced_memory()[0] - before
            tracemalloc.stop()
        storage.close()
    return (
        "memory that a battle leaves when it is over",
        f"{left / (count - first - SWEEP):.0f} bytes",
        f"{count:,} battles, of which {first + SWEEP:,} before it was measured",
    )


def _fight(client: TestClient, app: Any, count: int) -> None:
    """Battles of one order, given up and swept out."""
    for number in range(count):
        tokens = client.post("/api/battles", json=chosen(number)).json()["tokens"]
        tokens.pop("spectator")
        for token in tokens.values():
            headers = {"authorization": f"Bearer {token}"}
            view = client.get("/api/battle", headers=headers).json()
            if questions := view["scene"].get("questions"):
                break
        order = questions[0]["default"]
        wanted = {"type": "order", "id": "o", "at": view["at"], "order": order}
        for request in (wanted, {"type": "end", "id": "e"}):
            answer = client.post("/api/battle/request", json=request, headers=headers).json()
            assert answer["type"] == "done", answer
        if number % SWEEP == SWEEP - 1 or number == count - 1:
            _sweep(client, app)
    gc.collect()


def _sweep(client: TestClient, app: Any) -> None:
    """Let battles that nobody looks at leave at once, not in a minute."""
    assert client.portal is not None
    patience, session.IDLE = session.IDLE, -1.0
    client.portal.call(app.state.service.registry.sweep)
    session.IDLE = patience
    assert not app.state.service.registry.live


def slope(seconds: float) -> tuple[str, ...]:
    """A row: how fast the memory of a server grows that is played on."""
    with tempfile.TemporaryDirectory(prefix="banneret-memory-") as folder:
        server = Server(Path(folder))
        try:
            played, looks = asyncio.run(_play(server, seconds))
        finally:
            server.stop()
    half = looks[len(looks) // 2 :]
    return (
        "growth of the memory of a server, MB an hour",
        f"{3600 * steepness(half):.2f}",
        f"{played.done:,} orders in {seconds / 60:.0f} minutes; {looks[0][1]:.1f}, {half[0][1]:.1f}, {half[-1][1]:.1f} MB",
    )


async def _play(server: Server, seconds: float) -> tuple[Run, list[tuple[float, float]]]:
    run = Run(BATTLES)
    began = time.monotonic()
    run.end = began + seconds
    run.begun.set()
    playing = [asyncio.create_task(Pair(server, run, RATE, most=MOST).play()) for _ in range(BATTLES)]
    looks = [(0.0, server.megabytes())]
    while time.monotonic() < run.end:
        await asyncio.sleep(LOOK)
        looks.append((time.monotonic() - began, server.megabytes()))
    await asyncio.gather(*playing)
    return run, looks


def steepness(looks: list[tuple[float, float]]) -> float:
    """The slope of the straight line that fits best.

    >>> steepness([(0.0, 1.0), (1.0, 3.0), (2.0, 5.0)])
    2.0
    """
    middle = sum(x for x, _ in looks) / len(looks)
    level = sum(y for _, y in looks) / len(looks)
    wide = sum((x - middle) ** 2 for x, _ in looks)
    return sum((x - middle) * (y - level) for x, y in looks) / wide if wide else 0.0


def run(seconds: float) -> list[tuple[str, ...]]:
    """Rows: what, figure, note."""
    return [finished(max(1000, round(seconds * 20))), slope(max(4 * LOOK, seconds))]


def main() -> int:
    """What the command line asks for."""
    parser = argparse.ArgumentParser(prog="python -m bench.memory", description=__doc__.split("\n")[0])
    parser.add_argument("--finished", type=int, default=1000, help="how many battles that are over (0: none)")
    parser.add_argument("--minutes", type=float, default=1.0, help="how long a server is played on (0: not)")
    words = parser.parse_args()
    if words.finished:
        print("| " + " | ".join(finished(words.finished)) + " |", flush=True)
    if words.minutes:
        print("| " + " | ".join(slope(60 * words.minutes)) + " |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
