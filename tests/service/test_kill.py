"""A server that is killed loses nothing it has acknowledged; one that is asked to stop says goodbye to everybody, and loses nothing either.

More of it: BANNERET_KILLS=100 BANNERET_STOPS=200 python3 dev.py test tests/service/test_kill.py, or `python -m bench kills stops`
"""

from __future__ import annotations

import asyncio
import os
import random
import signal

import pytest
from service import hand
from service.fields import FIELDS
from service.hand import (
    Server,
    begin,
    kill_again_and_again,
    lost,
    orders_in,
    stop_again_and_again,
    stream,
)

KILLS = int(os.environ.get("BANNERET_KILLS", "5"))
STOPS = int(os.environ.get("BANNERET_STOPS", "2"))


def test_no_acknowledged_order_is_lost_to_a_kill(server: Server) -> None:
    found = kill_again_and_again(server, KILLS, battles=len(FIELDS), longest=0.8)
    assert found.kills == KILLS
    assert found.orders >= KILLS  # or else nothing was put to the test
    assert found.lost == []


def test_a_server_that_is_asked_to_stop_says_goodbye_and_keeps_everything(server: Server) -> None:
    found = stop_again_and_again(server, STOPS, battles=len(FIELDS), longest=0.5)
    assert found.stops == STOPS
    assert found.orders > STOPS  # or else nothing was put to the test
    assert found.lost == []
    assert found.silent == 0
    assert server.process is not None
    assert server.process.returncode in (0, 128 + signal.SIGTERM, -signal.SIGTERM)


def test_a_server_that_stands_still_is_told_from_a_machine_without_time(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    server.start()
    assert server.process is not None
    server.process.send_signal(signal.SIGSTOP)
    monkeypatch.setattr(hand, "PATIENCE", 0.2)
    with pytest.raises(
        AssertionError, match=r"no answer from /api/battle/record in 0 s, of which the server had 0\.00 s"
    ):
        server.record("x")
    server.process.send_signal(signal.SIGCONT)


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
