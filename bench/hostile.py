"""What hostile messages cost: well-formed abuses one by one, then malformed messages for as long as wanted; one process, no rates.

The abuses and the malformed messages are those of `tests/service/hostile.py`.
"""

from __future__ import annotations

import json
import random
import resource
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from service.hostile import ABUSES, SHAPES, Abuse, mutated
from starlette.testclient import TestClient

from banneret.service.app import make_app
from banneret.service.storage.store import Storage


def run(seconds: float) -> list[tuple[str, ...]]:
    """The rows of the table."""
    with tempfile.TemporaryDirectory(prefix="banneret-hostile-") as folder:
        storage = Storage(f"sqlite:///{Path(folder) / 'battles.sqlite3'}")
        app = make_app(storage, names=["testserver"])
        with TestClient(app) as client:
            app.state.service.limits.lift()
            body = {"rulebook": "stacks", "scenario": "first_blood", "referee": True}
            tokens = client.post("/api/battles", json=body).json()["tokens"]
            rows = [*_abuses(client, tokens), *_malformed(client, tokens, seconds)]
        storage.close()
    return rows


def _abuses(client: TestClient, tokens: dict[str, str]) -> list[tuple[str, ...]]:
    costs = [(_cost(client, tokens, abuse), abuse.name) for abuse in ABUSES]
    dear = [name for (cost, size), name in costs if cost > 0.05 or size > 1_000_000]
    (slowest, _), name = max(costs)
    return [
        ("well-formed abuses", f"{len(ABUSES)}", "each the best of three, CPU of server and client together"),
        (
            "over 50 ms or 1 MB",
            f"{len(dear)}",
            ", ".join(dear[:5]) or f"dearest {1000 * slowest:.1f} ms: {name}",
        ),
    ]


def _cost(client: TestClient, tokens: dict[str, str], abuse: Abuse) -> tuple[float, int]:
    best, size = 9.9, 0
    headers = {"authorization": f"Bearer {tokens[abuse.seat]}"} if abuse.seat else {}
    data = None if abuse.body is None else json.dumps(abuse.body).encode()
    for _ in range(3):
        began = time.process_time()
        answer: Any = client.request(abuse.method, abuse.path, content=data, headers=headers)
        best = min(best, time.process_time() - began)
        size = max(size, len(answer.content))
        if answer.status_code >= 500:
            raise AssertionError(f"{abuse.name}: {answer.text}")
    return best, size


def _malformed(client: TestClient, tokens: dict[str, str], seconds: float) -> list[tuple[str, ...]]:
    chance = random.Random(20)
    sent = errors = 0
    warm, began = 0, time.monotonic()
    while time.monotonic() - began < seconds:
        path, body = chance.choice(SHAPES)
        headers = {"authorization": f"Bearer {tokens[chance.choice(['attacker', 'defender', 'spectator'])]}"}
        answer = client.post(path, content=mutated(json.dumps(body), chance), headers=headers)
        errors += answer.status_code >= 500
        sent += 1
        if not warm and time.monotonic() - began > seconds / 4:
            warm = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - warm
    return [
        ("malformed messages", f"{sent}", "mutated requests over HTTP, in process"),
        ("internal errors", f"{errors}", ""),
        ("memory grown after the first quarter", f"{grown / 1024:.1f} MB", "client and server together"),
    ]
