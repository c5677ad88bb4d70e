"""Computer players that think on a cluster: the table goes on whatever becomes of it.

A thinker there is a worker like those here, and is sent the same: what its seat may know, and no record (`banneret.service.computer.workers`). One that is lost, or that
does not answer in time, is replaced by a quick answer from here; where the whole cluster is gone, all thinking is done here.
"""

from __future__ import annotations

import logging
import pickle
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any, Final

from banneret.lab.cluster import Cluster
from banneret.lab.jobs import Lost
from banneret.service.computer.levels import FALLBACK
from banneret.service.computer.workers import Asked, Thinker, Worker, Workers

if TYPE_CHECKING:
    from collections.abc import Callable

    from banneret.kernel.battle import Battle

log = logging.getLogger("banneret")

LONGEST = 10.0  # seconds for an answer, the way there and back included
MOST_THINKERS = 32
LEAVE_SECONDS: Final = 1.0  # for Ray when the table ends, which is to be gone in two


class Line:
    """The line to a thinker on the cluster: to its worker here it is pipe and process in one."""

    def __init__(self, hub: Hub, number: int) -> None:
        self.hub = hub
        self.number = number
        self.answers: SimpleQueue[bytes | None] = SimpleQueue()
        self._answer: bytes | None = None

    def send(self, question: Any) -> None:
        """Put a question. Raises `OSError` where the cluster is gone."""
        self.hub.send("ask", self.number, pickle.dumps(question, -1))

    def poll(self, seconds: float) -> bool:
        """True if there is an answer within that time, or the thinker is lost."""
        try:
            self._answer = self.answers.get(timeout=seconds)
        except Empty:
            return False
        return True

    def recv(self) -> Any:
        """The answer. Raises `EOFError` where the thinker is lost."""
        if self._answer is None:
            raise EOFError
        return pickle.loads(self._answer)

    def kill(self) -> None:
        """End the thinker, in the middle of a thought too."""
        self.hub.forget(self.number)
        self.answers.put(None)

    def join(self, seconds: float) -> None:
        """There is nothing to wait for."""

    def close(self) -> None:
        """There is nothing to close."""


class Hub:
    """The thinkers of a cluster, by number, over one bridge."""

    def __init__(self, cluster: Cluster) -> None:
        self.cluster = cluster
        self.gone = False
        self._lines: dict[int, Line] = {}
        self._count = 0
        self._sending = threading.Lock()
        self._closing = False
        threading.Thread(target=self._listen, daemon=True, name="banneret-hub").start()

    def begin(self) -> Line:
        """A new thinker. Raises `OSError` where the cluster is gone."""
        self._count += 1
        line = self._lines[self._count] = Line(self, self._count)
        self.send("begin", line.number, pickle.dumps(Thinker, -1))
        return line

    def send(self, *message: Any) -> None:
        """Send a message over the bridge. Raises `OSError` where the cluster is gone."""
        try:
            with self._sending:
                self.cluster.send(*message)
        except Lost as lost:
            raise OSError(str(lost)) from None

    def forget(self, number: int) -> None:
        """End a thinker."""
        if self._lines.pop(number, None) is not None:
            try:
                self.send("end", number)
            except OSError:
                self.gone = True

    def close(self) -> None:
        """Leave the cluster."""
        self._closing = True
        with self._sending:
            self.cluster.close(LEAVE_SECONDS)

    def _listen(self) -> None:
        """Give answers to those who wait for them; when the cluster is gone, say so to all."""
        try:
            while True:
                message = self.cluster.receive()
                if message is not None and message[0] == "answer" and message[1] in self._lines:
                    self._lines[message[1]].answers.put(message[2])
        except (Lost, OSError, ValueError):
            self.gone = True
            if not self._closing:
                log.warning("the cluster has gone away: computer players think here again")
            for line in list(self._lines.values()):
                line.answers.put(None)


class FarWorkers(Workers):
    """Workers on a cluster, one a core at most, and one here that answers quickly where one of them is lost."""

    longest = LONGEST

    def __init__(self, hub: Hub) -> None:
        super().__init__(min(hub.cluster.hands, MOST_THINKERS))
        self.hub = hub
        self.near = Workers(1)

    @classmethod
    def at(cls, address: str, say: Callable[[str], None]) -> FarWorkers:
        """Workers on the cluster at an address; `say` is told about it. Raises `BadInput` where it cannot be reached."""
        return cls(Hub(Cluster(address, lambda what: say(f"Computer players think on {what}"))))

    def _begin(self) -> Worker:
        line = self.hub.begin()
        return Worker(line, line, ThreadPoolExecutor(1, "banneret-thinker"), longest=self.longest)  # type: ignore[arg-type]

    async def answer(self, asked: Asked, battle: Battle) -> tuple[str | None, str]:
        """The order of the player, or what went wrong."""
        if self.hub.gone:
            return await self.near.answer(asked, battle)
        try:
            found = await super().answer(asked, battle)
        except OSError:
            found = None, "did not answer"
        if found != (None, "did not answer"):
            return found
        log.warning("a thinker on the cluster is lost: battle %s gets a quick answer", asked.number)
        return await self.near.answer(asked if asked.advice else replace(asked, spec=FALLBACK), battle)

    def call_off(self, number: str) -> None:
        """Nobody waits for the thoughts about this battle any more."""
        super().call_off(number)
        self.near.call_off(number)

    def close(self) -> None:
        """End the workers, and leave the cluster."""
        super().close()
        self.near.close()
        self.hub.close()
