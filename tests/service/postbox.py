"""Real servers on the loopback address that keep what they are handed: one for mail, one for webhooks."""

from __future__ import annotations

import asyncio
import json
import queue
import socket
import threading
from email import message_from_bytes, policy
from email.message import EmailMessage
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP

ADDRESS = "ines@example.org"
SOON = 10.0  # seconds that a test waits for a letter


class Lines(Controller):
    """A mail server's thread, which hangs up on everybody before it ends."""

    def __init__(self, handler: Any, **more: Any) -> None:
        super().__init__(handler, **more)
        self.open: list[SMTP] = []

    def factory(self) -> SMTP:
        found = super().factory()
        self.open.append(found)
        return found

    def hang_up(self) -> None:
        asyncio.run_coroutine_threadsafe(self._hang_up(), self.loop).result(SOON)

    async def _hang_up(self) -> None:
        for line in self.open:
            if line.transport is not None:
                line.transport.close()
        await asyncio.sleep(0)  # the loop closes the sockets in its next round


class MailBox:
    """A mail server that keeps what it is handed; it refuses as many letters as it is told to."""

    def __init__(self) -> None:
        self.letters: queue.Queue[EmailMessage] = queue.Queue()
        self.refuse = 0
        self.tries = 0
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        self._controller = Lines(self, hostname="127.0.0.1", port=self.port)
        self._controller.start()

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:
        self.tries += 1
        if self.refuse:
            self.refuse -= 1
            return "451 not now"
        found = message_from_bytes(envelope.content, policy=policy.default)
        assert isinstance(found, EmailMessage)
        self.letters.put(found)
        return "250 taken"

    @property
    def url(self) -> str:
        return f"smtp://127.0.0.1:{self.port}?from=table@example.org&tls=no"

    def next(self) -> tuple[str, str]:
        """The subject and the text of the next letter."""
        letter = self.letters.get(timeout=SOON)
        assert letter["To"] == ADDRESS
        return str(letter["Subject"]), letter.get_content()

    def close(self) -> None:
        self._controller.hang_up()
        self._controller.stop()


class Sink:
    """A web server that keeps what is posted to it, and answers with a status."""

    def __init__(self) -> None:
        self.bodies: queue.Queue[dict[str, Any]] = queue.Queue()
        self.status = 204
        sink = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                sink.bodies.put(json.loads(body))
                self.send_response(sink.status)
                if sink.status == 302:
                    self.send_header("location", "http://127.0.0.1:1/")
                self.end_headers()

            def log_message(self, *_: Any) -> None:
                pass

        self.server = HTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}/hook?a=1"
        self.thread = threading.Thread(target=self.server.serve_forever, args=(0.05,))
        self.thread.start()

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()
        self.thread.join()
