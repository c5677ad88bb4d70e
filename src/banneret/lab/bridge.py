"""The process between Banneret and a cluster of Ray: it hands chunks of jobs to Ray's workers, and what is done back.

It knows nothing of what it passes on. Where the cluster goes away, Ray ends this process. What runs on the machines of the cluster
(`do_chunk`, `Mind`) is here too, so that the machines need nothing but Banneret of the same sources.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import secrets
import shutil
import signal
import socket
import sys
import tempfile
import threading
from functools import partial
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any, Final

from banneret.kernel.errors import BadInput
from banneret.lab.jobs import Chunk, Done, Worker
from banneret.lab.kept import banneret_mark
from banneret.lab.processes import cores

if TYPE_CHECKING:
    from collections.abc import Callable
    from multiprocessing.connection import Connection

GONE: Final = "the cluster has gone away"
LEAVE: Final = "leave"  # said, because a line that is closed while a thread listens at it is still open to the other side
RETRIES: Final = 10  # of a chunk whose worker or machine was lost
# The size of the object store of a cluster that begins here: what jobs are given lies there, once.
STORE_BYTES: Final = 100_000_000
LOOK_SECONDS: Final = 2.0  # after which the cores of the cluster are counted again


# ---------------------------------------------------------------- on the machines of the cluster

_workers: dict[str, Worker] = {}


def do_chunk(key: str, work: list[Any], chunk: Chunk, mark: str) -> bytes:
    """Do a chunk; the worker keeps the job for the next."""
    if key not in _workers:
        wrong = other_sources(mark)
        if wrong is not None:
            return pickle.dumps(Done(chunk.first, chunk.first, b"", 0.0, wrong), -1)
        import ray

        _workers.clear()
        _workers[key] = Worker(pickle.loads(ray.get(work[0])))
    return pickle.dumps(_workers[key].do(chunk), -1)


class Mind:
    """Something that answers questions on a machine of the cluster: a computer player's worker."""

    def __init__(self, made: bytes, mark: str) -> None:
        wrong = other_sources(mark)
        if wrong is not None:
            raise wrong
        self.thinker = pickle.loads(made)()

    def ask(self, question: bytes) -> bytes:
        """The answer."""
        return pickle.dumps(self.thinker(pickle.loads(question)), -1)


def other_sources(mark: str) -> BadInput | None:
    """The error where this machine has other sources than the one that asks: its results might be others."""
    here = banneret_mark()
    if here == mark:
        return None
    return BadInput(
        f"machine {socket.gethostname()} has another state of Banneret (sources {here}, not {mark})",
        where="cluster",
        hint="install the same version on every machine",
    )


# ---------------------------------------------------------------- the process


def live(pipe: Connection, address: str, paths: list[str]) -> None:
    """The life of the process. It ends with the one that began it, whatever becomes of that."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "setsid"):
        os.setsid()  # Ctrl-C is the business of the process that began this one, and not of Ray's either
    if not os.environ.get("BANNERET_DEBUG"):
        quiet = os.open(os.devnull, os.O_WRONLY)
        os.dup2(quiet, 1)
        os.dup2(quiet, 2)
    sys.path[:] = paths
    folder = tempfile.mkdtemp(prefix="bnr")
    try:
        try:
            ray = connect(address, folder)
        except (Exception, SystemExit) as error:
            lines = str(error).strip().splitlines() or [type(error).__name__]
            pipe.send(("failed", f"no cluster can be reached: {' '.join(lines[0].split())[:200]}"))
        else:
            try:
                Bridge(ray, pipe).serve()
            finally:
                ray.shutdown()
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def connect(address: str, folder: str) -> Any:
    """Ray, connected to a cluster. With `auto` one begins here if there is none: reached by nobody else, for it has a token of its own."""
    settings = os.environ
    settings.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    named = ("RAY_AUTH_MODE", "RAY_AUTH_TOKEN", "RAY_AUTH_TOKEN_PATH")
    if (
        not any(name in settings for name in named)
        and not Path.home().joinpath(".ray", "auth_token").exists()
    ):
        settings["RAY_AUTH_MODE"] = "token"
        settings["RAY_AUTH_TOKEN"] = secrets.token_hex(32)
    import ray

    quiet: Any = {"logging_level": "ERROR", "log_to_driver": False}
    if address != "auto" or is_here():
        ray.init(address=address, **quiet)
    else:
        # As eager as processes: Ray lets its workers step back.
        settings.setdefault("RAY_worker_niceness", "0")
        ray.init(
            address="local",
            num_cpus=cores(),
            include_dashboard=False,
            object_store_memory=STORE_BYTES,
            _temp_dir=folder,
            **quiet,
        )
    return ray


def is_here() -> bool:
    """True if this machine belongs to a cluster, by what `ray start` leaves; one that others run here by themselves does not count."""
    folder = Path(os.environ.get("RAY_TMPDIR", tempfile.gettempdir()))
    return "RAY_ADDRESS" in os.environ or (folder / "ray" / "ray_current_cluster").exists()


class Bridge:
    """The traffic between the process that counts and the cluster."""

    def __init__(self, ray: Any, pipe: Connection) -> None:
        self.ray = ray
        self.pipe = pipe
        self.name = secrets.token_hex(8)
        self.mark = banneret_mark()
        self._telling = threading.Lock()
        self._work: dict[int, Any] = {}  # what jobs are given, in the store of the cluster
        self._sent: dict[tuple[int, int], Any] = {}  # run, first number: what Ray calls the chunk
        self._task = ray.remote(num_cpus=1, max_retries=RETRIES)(do_chunk)
        self._mind = ray.remote(num_cpus=1)(Mind)
        self._minds: dict[int, Any] = {}
        self._hands = 0
        self._looked = 0.0

    def serve(self) -> None:
        """Pass messages on until the other side has ended."""
        self._hands = self._count()
        nodes = sum(bool(node["Alive"]) for node in self.ray.nodes())
        machines = f"{nodes} machines" if nodes != 1 else "one machine"
        does: dict[str, Callable[..., None]] = {"work": self.work, "chunk": self.chunk, "drop": self.drop}
        does |= {"begin": self.begin, "ask": self.ask, "end": self.end}
        self.tell("ready", self._hands, f"a cluster of {machines} with {self._hands} cores")
        while True:
            try:
                kind, *words = self.pipe.recv()
            except (EOFError, OSError):
                return
            if kind == LEAVE:
                return
            does[kind](*words)

    def tell(self, *message: Any) -> None:
        """Send a message back."""
        with self._telling, contextlib.suppress(OSError):
            self.pipe.send(message)

    def work(self, run: int, packed: bytes) -> None:
        """A run of jobs begins."""
        self._work[run] = self.ray.put(packed)

    def chunk(self, run: int, chunk: Chunk) -> None:
        """A chunk goes to the cluster."""
        # in a list, the reference itself is handed over, and fetched by a worker that does not know the job yet
        called = self._task.remote(f"{self.name} {run}", [self._work[run]], chunk, self.mark)
        self._sent[run, chunk.first] = called
        called.future().add_done_callback(partial(self._finished, run, chunk))

    def _finished(self, run: int, chunk: Chunk, future: Any) -> None:
        if self._sent.pop((run, chunk.first), None) is None:
            return  # it was called off
        error = future.exception()
        if error is None:
            self.tell("done", run, future.result())
        else:
            self.tell("lost", run, reason(error, chunk))
        now = monotonic()
        if now - self._looked > LOOK_SECONDS:
            self._looked = now
            hands = self._count()
            if hands != self._hands:
                self._hands = hands
                self.tell("hands", hands)

    def _count(self) -> int:
        return max(1, int(self.ray.cluster_resources().get("CPU", 1)))

    def drop(self, run: int) -> None:
        """A run has ended: what is not done is not needed any more."""
        for key in [key for key in list(self._sent) if key[0] == run]:
            called = self._sent.pop(key, None)
            if called is not None:
                self.ray.cancel(called, force=True)
        self._work.pop(run, None)

    # ------------------------------------------------------------ minds

    def begin(self, number: int, made: bytes) -> None:
        """A mind begins on a machine that has a core for it."""
        self._minds[number] = self._mind.remote(made, self.mark)

    def ask(self, number: int, question: bytes) -> None:
        """A question goes to a mind."""
        if number in self._minds:
            answer = self._minds[number].ask.remote(question)
            answer.future().add_done_callback(partial(self._answered, number))

    def _answered(self, number: int, future: Any) -> None:
        """An answer comes back: nothing where the mind is lost."""
        self.tell("answer", number, None if future.exception() else future.result())

    def end(self, number: int) -> None:
        """A mind is not needed any more."""
        mind = self._minds.pop(number, None)
        if mind is not None:
            self.ray.kill(mind)


def reason(error: BaseException, chunk: Chunk) -> str:
    """The reason why a chunk was not done, in a sentence."""
    text = str(error)
    if "No module named 'banneret" in text:
        return "a machine of the cluster has no Banneret: install the same version on every machine"
    if type(error).__name__ in ("LocalRayletDiedError", "RaySystemError", "RpcError"):
        return GONE
    numbers = f"jobs {chunk.first} to {chunk.last - 1}"
    name = type(error).__name__
    if name in ("WorkerCrashedError", "NodeDiedError", "OutOfMemoryError"):
        return f"{RETRIES + 1} workers have ended over {numbers} ({name}): perhaps a machine has too little memory"
    last = next((line.strip() for line in reversed(text.splitlines()) if line.strip()), name)
    return f"{numbers} could not be done: {last[:200]}"
