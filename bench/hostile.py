"""What hostile messages cost: well-formed abuses one by one, then malformed messages for as long as wanted; one process, no rates.

The abuses and the malformed messages are those of `tests/service/hostile.py`. The abuses are of a battle of `stacks`, the malformed messages
go to battles of every rulebook in turn, with orders of the battle itself among them.
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

from service.fields import chosen
from service.hostile import ABUSES, SHAPES, Abuse, mutated
from starlette.testclient import TestClient

from banneret.service.app import make_app
from banneret.service.storage.store import Storage

BATTLE = 500  # messages to one battle


def run(seconds: float) -> list[tuple[str, ...]]:
    """The rows of the table."""
    with tempfile.TemporaryDirectory(prefix="banneret-hostile-") as folder:
        storage = Storage(f"sqlite:///{Path(folder) / 'battles.sqlite3'}")
        app = make_app(storage, names=["testserver"])
        with TestClient(app) as client:
            app.state.service.limits.lift()
            body = {"rulebook": "stacks", "scenario": "first_blood", "referee": True}
            tokens = client.post("/api/battles", json=body).json()["tokens"]
            rows = [*_abuses(client, tokens), *_malformed(client, seconds)]
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


def _battle(client: TestClient, number: int) -> tuple[list[str], list[str]]:
    """A battle of one of the rulebooks: its links, and orders of the side that must decide first."""
    made = client.post("/api/battles", json={**chosen(number), "referee": True}).json()
    tokens = [token for seat, token in made["tokens"].items() if seat != "referee"]
    orders = []
    for token in tokens:
        view = client.get("/api/battle", headers={"authorization": f"Bearer {token}"}).json()
        orders += [question["default"] for question in view["scene"].get("questions", [])]
    return tokens, orders


def _malformed(client: TestClient, seconds: float) -> list[tuple[str, ...]]:
    chance = random.Random(20)
    tokens, orders = _battle(client, 0)
    sent = errors = 0
    warm, began = 0, time.monotonic()
    while time.monotonic() - began < seconds:
        if sent and sent % BATTLE == 0:
            tokens, orders = _battle(client, sent // BATTLE)
        path, shape = chance.choice(SHAPES)
        body = {**shape, "order": chance.choice([shape["order"], *orders])} if "order" in shape else shape
        headers = {"authorization": f"Bearer {chance.choice(tokens)}"}
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
