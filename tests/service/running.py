"""A server in a thread of this process, with lines that say as little as one likes."""

from __future__ import annotations

import contextlib
import json
import socket
import threading
import urllib.request
from collections.abc import Iterator
from typing import Any

from websockets.sync.client import ClientConnection, connect

from banneret.service import lines
from banneret.service.app import make_app
from banneret.service.handlers.call import Service
from banneret.service.host import Host
from banneret.service.letters.outlets import Outlets
from banneret.service.server import Server, make_server
from banneret.service.storage.store import Storage

SOON = 60.0  # seconds: much longer than anything here takes, much shorter than it would take without an end


class Running:
    """A server in a thread of this process."""

    def __init__(
        self, storage: Storage, names: list[str], outlets: Outlets | None = None, host: Host | None = None
    ) -> None:
        opened = threading.Event()
        with socket.create_server(("127.0.0.1", 0)) as probe:
            self.port: int = probe.getsockname()[1]
        app = make_app(storage, names=names, outlets=outlets, host=host)
        self.server: Server = make_server(app, "127.0.0.1", self.port, opened.set)
        self.thread = threading.Thread(target=self.server.run, daemon=True)
        self.thread.start()
        assert opened.wait(SOON)

    @property
    def service(self) -> Service:
        config: Any = self.server.config
        found: Service = config.app.state.service
        return found

    @property
    def places(self) -> lines.Places:
        config: Any = self.server.config
        places: lines.Places = config.places
        return places

    def line(self, text: str = "") -> socket.socket:
        found = socket.create_connection(("127.0.0.1", self.port), timeout=SOON)
        found.sendall(text.encode())
        return found

    def get(self, path: str, host: str = "127.0.0.1") -> int:
        with self.line(f"GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n") as line:
            return int(line.recv(100).split()[1])

    def begin(self) -> dict[str, str]:
        body = {"rulebook": "stacks", "scenario": "first_blood", "referee": True}
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}/api/battles",
            json.dumps(body).encode(),
            {"content-type": "application/json"},
        )
        with urllib.request.urlopen(request, timeout=SOON) as answer:
            tokens: dict[str, str] = json.load(answer)["tokens"]
            return tokens

    @contextlib.contextmanager
    def sit(self, token: str = "") -> Iterator[ClientConnection]:
        """A line of the table; with a token its client has sat down."""
        with connect(f"ws://127.0.0.1:{self.port}/api/table") as found:
            if token:
                found.send(json.dumps({"type": "sit", "token": token}))
                assert json.loads(found.recv(SOON))["type"] == "view"
            yield found

    def call(self, method: str, path: str, body: Any = None, token: str = "") -> tuple[int, str]:
        """A call by HTTP on a line of its own."""
        data = "" if body is None else body if isinstance(body, str) else json.dumps(body)
        head = f"{method} /api/{path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n"
        head += f"Authorization: Bearer {token}\r\nContent-Length: {len(data)}\r\n\r\n"
        with self.line(head + data) as line:
            answer = b"".join(iter(lambda: line.recv(65536), b"")).decode()
        return int(answer.split()[1]), answer.partition("\r\n\r\n")[2]

    def bare(self, *texts: str, more: str = "") -> socket.socket:
        """A line of the table that has sent these texts and was answered, by bare bytes; `more`: lines of its head."""
        head = "GET /api/table HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        head += f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {'A' * 22}==\r\n{more}\r\n"
        line = self.line(head)
        line.recv(65536)
        for text in texts:
            assert len(text) < 126
            line.sendall(bytes([0x81, 0x80 | len(text)]) + bytes(4) + text.encode())
            line.recv(65536)
        return line
