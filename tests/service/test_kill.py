"""A server that is killed loses nothing it has acknowledged; one that is asked to stop says goodbye."""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal

from service.hand import Server, begin, kill_again_and_again, lost, orders_in, stream
from websockets.asyncio.client import connect

KILLS = int(os.environ.get("BANNERET_KILLS", "5"))


def test_no_acknowledged_order_is_lost_to_a_kill(server: Server) -> None:
    found = kill_again_and_again(server, KILLS, battles=4, longest=0.8)
    assert found.kills == KILLS
    assert found.orders >= 3 * KILLS  # or else nothing was put to the test
    assert found.lost == []


def test_a_server_that_is_asked_to_stop_says_goodbye_and_keeps_everything(server: Server) -> None:
    server.start()
    battles = [begin(server) for _ in range(3)]

    async def play() -> list[dict[str, str]]:
        until = asyncio.Event()
        watchers = []
        for battle in battles:
            line = await connect(f"ws://127.0.0.1:{server.port}/api/table")
            await line.send(json.dumps({"type": "sit", "token": battle.tokens["spectator"]}))
            watchers.append(line)
        tasks = [asyncio.create_task(stream(server, battle, random.Random(3), until)) for battle in battles]
        while sum(len(battle.receipts) for battle in battles) < 6 and not any(task.done() for task in tasks):
            await asyncio.sleep(0.01)
        await asyncio.to_thread(server.end, signal.SIGTERM)
        until.set()
        await asyncio.gather(*tasks)
        return [json.loads([message async for message in line][-1]) for line in watchers]

    for last in asyncio.run(play()):
        assert last["type"] == "goodbye"
        assert "Nothing is lost" in last["reason"]
    assert server.process is not None
    assert server.process.returncode in (0, 128 + signal.SIGTERM, -signal.SIGTERM)
    server.start()
    assert sum(len(battle.receipts) for battle in battles) > 3
    for battle in battles:
        assert lost(battle, server.record(battle.tokens["referee"])) == []


def test_the_comparison_notices_what_is_missing(server: Server) -> None:
    """The yardstick itself: a record without one of its orders is told."""
    server.start()
    battle = begin(server)

    async def play() -> None:
        until = asyncio.Event()
        task = asyncio.create_task(stream(server, battle, random.Random(3), until))
        while len(battle.receipts) < 4 and not battle.over:
            await asyncio.sleep(0.01)
        until.set()
        await task

    asyncio.run(play())
    record = server.record(battle.tokens["referee"])
    assert orders_in(record) == battle.receipts
    assert lost(battle, record) == []
    side, order = battle.receipts[1]
    cut = "\n".join(
        line for line in record.split("\n") if f"{side} > {order} #" not in line and " sealed " not in line
    )
    assert lost(battle, cut)
