"""Malformed messages over the wire, as many as wanted, at a server in a process of its own, while people play on beside them.

    python -m bench.flood --messages 1000000

Messages that were well formed once (`tests/service/hostile.py`, with orders of the battle itself among them) are mutated and sent over
websockets to battles of their own, of every rulebook in turn; a line that the server hangs up on is opened again. No rates are kept, or most would not be read at all. What is looked at: an error
of the server's (a line that breaks without a goodbye, a process that ends), its memory, and whether every order of the honest
table was done and stands in its record.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import websockets

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from service.fields import chosen
from service.hostile import SHAPES, mutated

from bench.load import Pair, Run, Server

LINES = 16
REQUESTS = [body for path, body in SHAPES if path == "/api/battle/request"]
# Share of messages whose texts alone are mutated: the others are hardly ever JSON, and end the line.
READABLE = 0.8


@dataclass
class Flood:
    """The result: messages answered, connections closed with and without a goodbye."""

    answered: int = 0
    goodbyes: int = 0
    broken: list[str] = field(default_factory=list)


async def _flood(server: Server, wanted: int, flood: Flood, seed: int) -> None:
    chance = random.Random(seed)
    address = f"ws://127.0.0.1:{server.port}/api/table"
    number = seed
    while flood.answered < wanted:
        body = {**chosen(number), "referee": True}
        number += 1
        tokens = (await asyncio.to_thread(server.post, "battles", body))["tokens"]
        for _ in range(200):  # lines to one battle
            if flood.answered >= wanted:
                return
            token = tokens[chance.choice(sorted(tokens))]
            async with websockets.connect(address, compression=None, max_size=None, open_timeout=60) as line:
                await line.send(json.dumps({"type": "sit", "token": token}))
                scene = json.loads(await line.recv()).get("scene", {})
                orders = [question["default"] for question in scene.get("questions", [])]
                await _converse(line, orders, chance, flood, wanted)


def _malformed(orders: list[str], chance: random.Random) -> bytes:
    body = dict(chance.choice(REQUESTS))
    if "order" in body and orders:
        body["order"] = chance.choice([body["order"], *orders])
    if chance.random() >= READABLE:
        return mutated(json.dumps(body), chance)
    for name in chance.sample(sorted(body), min(2, len(body))):
        if name != "type" and isinstance(body[name], str):
            body[name] = mutated(body[name], chance).decode("utf-8", "replace")
        elif name != "type":
            body[name] = chance.choice([-1, 0, 1, 2, 10**9, 1.5, True, None, "1", [], {}])
    return json.dumps(body).encode()


async def _converse(line: Any, orders: list[str], chance: random.Random, flood: Flood, wanted: int) -> None:
    """Send one mutated message after the other until the server hangs up."""
    while flood.answered < wanted:
        data = _malformed(orders, chance)
        try:
            await line.send(data.decode("utf-8", "replace") if chance.random() < 0.9 else data)
            answer = await asyncio.wait_for(line.recv(), 60)
        except websockets.ConnectionClosedOK:
            flood.goodbyes += 1
            flood.answered += 1
            return
        except (websockets.ConnectionClosed, TimeoutError) as error:
            flood.broken.append(f"{error}: {data[:80]!r}")
            flood.answered += 1
            return
        flood.answered += 1
        if '"goodbye"' in answer[:40]:
            flood.goodbyes += 1
            return


async def _all(server: Server, messages: int) -> tuple[Flood, Run, list[float]]:
    flood, honest = Flood(), Run(1)
    honest.end = float("inf")
    honest.begun.set()
    playing = asyncio.create_task(Pair(server, honest, 5.0).play())
    flooding = [asyncio.create_task(_flood(server, messages, flood, seed)) for seed in range(LINES)]
    memory: list[float] = []
    while not all(task.done() for task in flooding):
        await asyncio.sleep(1.0)
        memory.append(server.megabytes())
    await asyncio.gather(*flooding)
    honest.end = time.monotonic()
    await playing
    return flood, honest, memory


def main() -> int:
    """Flood, and print what came of it."""
    parser = argparse.ArgumentParser(prog="python -m bench.flood", description=__doc__)
    parser.add_argument("--messages", type=int, default=20_000)
    words = parser.parse_args()
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="banneret-flood-") as folder:
        server = Server(Path(folder))
        try:
            flood, honest, memory = asyncio.run(_all(server, words.messages))
        finally:
            alive = server.process.poll() is None
            server.stop()
    quarter = memory[len(memory) // 4] if memory else 0.0
    print(
        f"{flood.answered} messages in {time.monotonic() - began:.0f} s, {flood.goodbyes} of them disconnected"
    )
    print(f"{len(flood.broken)} lines broken without a goodbye, the server {'lives' if alive else 'is gone'}")
    for line in flood.broken[:5]:
        print("   ", line)
    print(f"memory {quarter:.0f} MB after a quarter, {memory[-1] if memory else 0.0:.0f} MB at the end")
    print(f"the honest table: {honest.done} orders done, {honest.other} refused, {honest.lost} lost")
    return 0 if alive and not flood.broken and not honest.lost else 1


if __name__ == "__main__":
    sys.exit(main())
