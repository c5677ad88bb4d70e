"""Workers on a cluster: the machines of Ray, by the very jobs that processes do.

    with Cluster("auto") as cluster:
        simulate("stacks", "two_banners", games=1_000_000, workers=cluster)

Ray lives in a process of its own (`banneret.lab.bridge`): where a cluster goes away, Ray ends the process that was connected to it, and that
must not be the one which holds the results. Nothing of Ray is imported here.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import pickle
import sys
from collections.abc import Callable
from importlib.util import find_spec
from multiprocessing.connection import wait
from typing import TYPE_CHECKING, Any, Final

from banneret.kernel.errors import BadInput
from banneret.lab.bridge import GONE, LEAVE, live
from banneret.lab.jobs import Chunk, Done, Lost, Work

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from types import TracebackType

REACH_SECONDS: Final = 90.0  # for a cluster to answer, or for one to begin here
END_SECONDS: Final = 30.0  # for leaving it in good order


class Cluster:
    """A cluster of Ray: at `HOST:PORT`, or with `auto` the one that this machine belongs to, else one begun here until it is closed.

    Raises `BadInput` where Ray is not installed, or where no cluster answers.
    """

    def __init__(self, address: str = "auto", say: Callable[[str], None] | None = None) -> None:
        check_installed()
        self.address = read_address(address)
        context = multiprocessing.get_context("spawn")
        self.pipe: Connection
        self.pipe, there = context.Pipe()
        self._process = context.Process(
            target=live, args=(there, self.address, list(sys.path)), daemon=True, name="banneret-bridge"
        )
        self._process.start()
        there.close()
        self.hands = 1
        self._runs = 0
        try:
            kind, *words = self.receive(REACH_SECONDS) or ("silent",)
        except BaseException as error:
            self.close()
            if isinstance(error, Lost):
                raise BadInput(
                    "no cluster can be reached", where=self._where, hint="is it running?"
                ) from None
            raise
        if kind == "ready":
            self.hands, where = words
            if say is not None:
                say(where)
            return
        self.close()
        message = words[0] if kind == "failed" else f"no answer for {REACH_SECONDS:.0f} seconds"
        hint = "a cluster that wants a token is given it by RAY_AUTH_MODE=token and RAY_AUTH_TOKEN"
        raise BadInput(message, where=self._where, hint=hint)

    @property
    def pid(self) -> int:
        """The number of the process in which Ray is."""
        return self._process.pid or 0

    @property
    def _where(self) -> str:
        return f"cluster {self.address}"

    def __enter__(self) -> Cluster:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def crew(self, work: Work, count: int) -> ClusterCrew:
        """The workers of the cluster, for that many jobs."""
        self._runs += 1
        return ClusterCrew(self, self._runs, work)

    def send(self, *message: Any) -> None:
        """Send a message over the bridge. Raises `Lost`."""
        try:
            self.pipe.send(message)
        except OSError:
            raise self.lost() from None

    def receive(self, seconds: float | None = None) -> tuple[Any, ...] | None:
        """The next message from over the bridge; None if there is none in time. Raises `Lost`."""
        ready = wait([self.pipe, self._process.sentinel], seconds)
        if not ready:
            return None
        try:
            if not self.pipe.poll():  # it has ended, and left nothing
                raise EOFError
            message: tuple[Any, ...] = self.pipe.recv()
        except (EOFError, OSError):
            raise self.lost() from None
        if message[0] == "hands":
            self.hands = message[1]
        return message

    def lost(self) -> Lost:
        """The error where the cluster has gone away."""
        return Lost(GONE, where=self._where)

    def close(self, seconds: float = END_SECONDS) -> None:
        """Leave the cluster; one that was begun here ends. Ray is given so many seconds to do it in good order."""
        with contextlib.suppress(OSError):
            self.pipe.send((LEAVE,))
        self._process.join(seconds)
        if self._process.is_alive():
            self._process.kill()
            self._process.join()
        self.pipe.close()


class ClusterCrew:
    """The workers of one run of jobs on a cluster. What is lost with a worker or a machine Ray does again elsewhere."""

    def __init__(self, cluster: Cluster, run: int, work: Work) -> None:
        self.cluster = cluster
        self.run = run
        self._sent = 0
        cluster.send("work", run, pickle.dumps(work, -1))

    @property
    def hands(self) -> int:
        """The number of cores that the cluster has now."""
        return self.cluster.hands

    def send(self, chunk: Chunk) -> None:
        """Hand out a chunk."""
        self._sent += 1
        self.cluster.send("chunk", self.run, chunk)

    def receive(self) -> list[Done]:
        """The chunks that are done."""
        found: list[Done] = []
        while not found or self.cluster.pipe.poll():
            message = self.cluster.receive() or ("nothing",)
            if message[0] == "done" and message[1] == self.run:
                found.append(pickle.loads(message[2]))
            elif message[0] == "lost" and message[1] == self.run:
                raise Lost(message[2], where=f"cluster {self.cluster.address}")
        self._sent -= len(found)
        return found

    def end(self) -> None:
        """Call off what is not done."""
        with contextlib.suppress(Lost):  # which has been said, or does not matter any more
            self.cluster.send("drop", self.run)


def check_installed() -> None:
    """Raises `BadInput` where Ray is missing."""
    if find_spec("ray") is None:
        raise BadInput(
            "a cluster needs Ray, which is not installed",
            where="cluster",
            hint="pip install 'banneret[cluster]'",
        )


def read_address(text: str) -> str:
    """An address: `auto` or `HOST:PORT`; raises `BadInput` for anything else.

    >>> read_address("head:6379")
    'head:6379'
    """
    host, colon, port = text.rpartition(":")
    if text == "auto" or (host and colon and port.isdigit() and 0 < int(port) < 65536):
        return text
    raise BadInput(
        f"{text[:60]!r} is not a cluster", where="cluster", hint="auto, or HOST:PORT such as head:6379"
    )
