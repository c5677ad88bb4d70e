"""Reports of battles that are over, counted in a process of its own, which after the facts goes behind everything else on the machine."""

from __future__ import annotations

import asyncio
import contextlib
import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import AsyncGenerator, Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import msgspec

from banneret import api
from banneret.after.report import Counted, Facts, Piece, Turned, tell
from banneret.service.computer.workers import end_with_the_server
from banneret.service.threads import in_thread

if TYPE_CHECKING:
    from multiprocessing.connection import Connection

    from banneret.after.curve import Budget

NICENESS = 19  # where a process cannot be made to run only when nothing else wants to
PIECES: msgspec.json.Decoder[Piece] = msgspec.json.Decoder(Facts | Counted | Turned)


def work(pipe: Connection, text: str, budget: Budget, known: bytes) -> None:
    """The life of the process: the pieces of one report, one by one; an error ends it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=end_with_the_server, daemon=True).start()
    counted = msgspec.json.decode(known, type=list[Counted])
    with contextlib.suppress(OSError):  # the server has ended
        for piece in tell(api.loads(text, plug_ins=False), budget, counted):
            pipe.send_bytes(msgspec.json.encode(piece))
            if isinstance(piece, Facts):  # a player waits for these; counting takes its time
                _step_back()
        pipe.send_bytes(b"")


def _step_back() -> None:
    """Run only when nothing else on the machine wants to, where the system offers that; else after everything else."""
    with contextlib.suppress(OSError):
        if sys.platform == "linux":
            os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))
        os.nice(NICENESS)


async def counted_apart(text: str, budget: Budget, known: Iterable[Counted]) -> AsyncGenerator[Piece, None]:
    """The pieces of a report, counted in a process that ends when no one waits for them any more."""
    context = multiprocessing.get_context("spawn")
    here, there = context.Pipe(duplex=False)
    given = (there, text, budget, msgspec.json.encode(list(known)))
    process = context.Process(target=work, args=given, daemon=True, name="banneret-counter")
    process.start()
    there.close()
    waiter = ThreadPoolExecutor(1, "banneret-counter")
    loop = asyncio.get_running_loop()
    try:
        while data := await loop.run_in_executor(waiter, _next, here):
            yield PIECES.decode(data)
    finally:
        process.kill()
        waiter.shutdown(wait=False)


def _next(pipe: Connection) -> bytes:
    """The next piece; nothing when there is none any more. Raises `RuntimeError` where the process has failed."""
    try:
        return pipe.recv_bytes()
    except (EOFError, OSError):
        raise RuntimeError("the counting has ended before its time") from None


async def counted_here(text: str, budget: Budget, known: Iterable[Counted]) -> AsyncGenerator[Piece, None]:
    """The pieces of a report, counted in threads of this process."""
    pieces = tell(await in_thread(api.loads, text, plug_ins=False), budget, list(known))
    while (piece := await in_thread(next, pieces, None)) is not None:
        yield piece
