"""Computer players think in worker processes and never hold up another battle."""

from __future__ import annotations

import asyncio
import multiprocessing
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool

from banneret import api
from banneret.kernel.order import write_order

LONGEST = 30.0


def answer(text: str, side: str, spec: str) -> str | None:
    """What the computer player of a side orders now, in a battle given by its record. None if it owes nothing."""
    battle = api.loads(text)
    decision = battle.decision(side)
    if decision is None:
        return None
    index = battle.sides.index(side)
    player = battle._players.get(index) or battle._make(index, spec)
    return write_order(player.choose(decision, battle.seat(index)))


class Thinkers:
    """A pool of worker processes. A worker that hangs or dies costs only its own answer (None)."""

    def __init__(self, workers: int = 2) -> None:
        self.workers = workers
        self._pool = self._new_pool()

    def _new_pool(self) -> ProcessPoolExecutor:
        context = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(self.workers, mp_context=context)

    async def answer(self, text: str, side: str, spec: str) -> str | None:
        """Like `answer`, in a worker."""
        loop = asyncio.get_running_loop()
        try:
            return await asyncio.wait_for(loop.run_in_executor(self._pool, answer, text, side, spec), LONGEST)
        except (BrokenProcessPool, TimeoutError):
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = self._new_pool()
            return None

    def close(self) -> None:
        """End the workers."""
        self._pool.shutdown(wait=False, cancel_futures=True)
