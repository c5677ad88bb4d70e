"""The server as it is set up: views are compressed for other machines; clients that do not listen are disconnected."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import json
import signal
import socket
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from service.hand import Server, begin
from service.running import SOON, Running

from banneret.service.app import make_app
from banneret.service.computer.workers import Workers
from banneret.service.handlers import socket as sockets
from banneret.service.handlers.socket import Connection
from banneret.service.messages import Frame
from banneret.service.server import make_server
from banneret.service.storage.seats import Seat
from banneret.service.storage.store import Storage
from banneret.service.threads import TURN


@pytest.mark.parametrize(
    ("host", "small"),
    [("127.0.0.1", False), ("::1", False), ("localhost", False), ("0.0.0.0", True), ("table.example", True)],
)
def test_views_are_compressed_only_for_other_machines(tmp_path: Path, host: str, small: bool) -> None:
    app = make_app(Storage(f"sqlite:///{tmp_path / 'store'}"), Workers(0))
    assert make_server(app, host, 0, lambda: None).config.ws_per_message_deflate is small


def test_threads_take_short_turns_while_the_table_is_open(tmp_path: Path) -> None:
    before = sys.getswitchinterval()
    running = Running(Storage(f"sqlite:///{tmp_path / 'store'}"), ["127.0.0.1"])
    assert sys.getswitchinterval() == pytest.approx(TURN)
    assert before > TURN
    running.server.should_exit = True
    running.thread.join(SOON)
    assert sys.getswitchinterval() == before


class Deaf:
    """A socket that takes nothing."""

    def __init__(self) -> None:
        self.state = SimpleNamespace(cut=lambda: self.cut.append(True))
        self.cut: list[bool] = []

    async def send_text(self, _text: str) -> None:
        await asyncio.Event().wait()

    async def close(self) -> None:
        pass


def connection_to(socket: Deaf) -> Connection:
    return Connection(Seat("one", "attacker", "attacker", True), socket.state.cut)


def test_a_client_that_takes_no_message_is_disconnected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sockets, "SLOWEST", 0.01)
    socket: Any = Deaf()
    connection = connection_to(socket)
    connection.send(Frame("pong", b'{"type":"pong"}'))

    async def scenario() -> None:
        cut = asyncio.Event()
        connection.cut = cut.set
        sender = asyncio.create_task(sockets._send_all(socket, connection))
        await asyncio.wait_for(cut.wait(), 60)
        sender.cancel()  # as when the line is gone

    asyncio.run(scenario())


def test_a_client_that_leaves_too_many_messages_is_disconnected() -> None:
    socket = Deaf()
    connection = connection_to(socket)
    for number in range(200):
        connection.send(Frame("view", b'{"type":"view","at":%d}' % number))
    assert not socket.cut
    for number in range(200):
        connection.send(Frame("done", b'{"type":"done","at":%d}' % number))
    assert socket.cut == [True]
    assert len(connection.waiting) < 100


def test_a_server_that_is_asked_to_stop_waits_for_nobody(server: Server) -> None:
    """Half a request, a line that never sits down, and one that reads nothing: it ends while they still stand."""
    server.start()
    tokens = begin(server).tokens
    host = f"Host: 127.0.0.1:{server.port}\r\n"
    key = base64.b64encode(b"1" * 16).decode()
    upgrade = f"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n"
    with contextlib.ExitStack() as stack:
        lines = []
        for text in (
            f"POST /api/battles HTTP/1.1\r\n{host}Content-Length: 50\r\n\r\n{{",
            f"GET /api/table HTTP/1.1\r\n{host}{upgrade}\r\n",
            f"GET /api/table HTTP/1.1\r\n{host}{upgrade}\r\n",
        ):
            lines.append(stack.enter_context(socket.create_connection(("127.0.0.1", server.port))))
            lines[-1].sendall(text.encode())
        assert b"101" in lines[-1].recv(1000)
        sit = json.dumps({"type": "sit", "token": tokens["attacker"]}).encode()
        lines[-1].sendall(b"\x81" + bytes([0x80 | len(sit)]) + bytes(4) + sit)
        for number in range(20):
            server.post(
                "/api/battle/request", {"type": "say", "id": f"s{number}", "text": "Hail"}, tokens["defender"]
            )
        server.end(signal.SIGTERM)
