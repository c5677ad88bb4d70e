"""Servers that can be killed and begun again, and a line to them that is slow and can be cut."""

from __future__ import annotations

import contextlib
import os
import socket
import subprocess
import sys
import threading
import time
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


class House:
    """A server on a store of its own. Where it stands is `address`, which stays when it is begun again."""

    def __init__(self, store: Path, packages: Path | None = None) -> None:
        """`packages`: a folder of installed packages besides those of the environment."""
        self.store = store
        self.packages = packages
        self.port = 0
        self.start()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Begin, and wait until it says where it stands."""
        words = ["table", "--no-browser", "--port", str(self.port), "--database", f"sqlite:///{self.store}"]
        more = {} if self.packages is None else {"PYTHONPATH": str(self.packages)}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "banneret", *words],
            env=os.environ | more,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert "http://" in line, line
        port = int(line.split("http://")[1].split("/")[0].rpartition(":")[2])
        assert self.port in (0, port), "the port was taken by somebody else"
        self.port = port

    def kill(self) -> None:
        """As `kill -9` does: no word of farewell."""
        self.process.kill()
        self.process.wait(20)
        self._hang_up()

    def stop(self) -> None:
        """As the system does when it shuts down."""
        self.process.terminate()
        try:
            self.process.wait(20)
        finally:
            self._hang_up()

    def _hang_up(self) -> None:
        assert self.process.stdout is not None
        self.process.stdout.close()


class SlowLine:
    """A line to a server that holds every piece back for a while, and can be cut at any moment."""

    def __init__(self, port: int, seconds: float) -> None:
        self.to = port
        self.seconds = seconds
        self.ends: list[socket.socket] = []
        self.dead: set[socket.socket] = set()
        self.door = socket.create_server(("127.0.0.1", 0))
        self.port = self.door.getsockname()[1]
        self.threads: list[threading.Thread] = []
        self._begin(self._answer)

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def cut(self) -> None:
        """Hang up on everybody."""
        for end in list(self.ends):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def die(self) -> None:
        """Carry nothing more on the lines that stand, and tell nobody."""
        self.dead.update(self.ends)

    def close(self) -> None:
        """Hang up on everybody, and leave no thread and no socket behind for a later test to stumble on."""
        with contextlib.suppress(OSError):
            self.door.shutdown(socket.SHUT_RDWR)  # wakes whoever waits for callers; closing alone does not
        self.threads[0].join(10)
        self.cut()
        for thread in self.threads[1:]:
            thread.join(10)
        for end in (self.door, *self.ends):
            end.close()

    def _begin(self, work: Callable[..., None], *given: socket.socket) -> None:
        thread = threading.Thread(target=work, args=given, daemon=True)
        self.threads.append(thread)
        thread.start()

    def _answer(self) -> None:
        while True:
            try:
                near, _ = self.door.accept()
                self.ends.append(near)
                far = socket.create_connection(("127.0.0.1", self.to))
                self.ends.append(far)
            except OSError:
                return
            self._begin(self._carry, near, far)
            self._begin(self._carry, far, near)

    def _carry(self, one: socket.socket, other: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := one.recv(16_384):
                time.sleep(self.seconds)
                if one not in self.dead:
                    other.sendall(data)
        for end in (one, other):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
