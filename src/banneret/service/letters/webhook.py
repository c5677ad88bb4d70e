"""Webhooks: a letter as JSON to an address on the net. No redirect is followed, and nothing of the answer is kept."""

from __future__ import annotations

import http.client
import json
import socket
import ssl
from typing import TYPE_CHECKING

from banneret import __version__
from banneret.service.letters.addresses import check_target, resolved

if TYPE_CHECKING:
    from banneret.service.letters.letter import Letter

LONGEST = 10.0  # seconds for each step of a delivery


class _Connection(http.client.HTTPConnection):
    """A connection to the address that was looked at: the name is not asked for a second time, when it might tell another."""

    def __init__(self, host: str, port: int, address: str, *, secure: bool) -> None:
        super().__init__(host, port, timeout=LONGEST)
        self._address = address
        self._secure = secure

    def connect(self) -> None:
        """Connect to the address, not to the name."""
        self.sock = socket.create_connection((self._address, self.port), LONGEST)
        if self._secure:
            self.sock = ssl.create_default_context().wrap_socket(self.sock, server_hostname=self.host)


def call(url: str, letter: Letter, about: dict[str, str], *, anywhere: bool) -> None:
    """Deliver a letter to a webhook. Raises `OSError` or `HTTPException` where it was not taken."""
    target = check_target(url, anywhere=anywhere)
    address = resolved(target.host, target.port, anywhere=anywhere)
    body = json.dumps({**letter._asdict(), **about}).encode()
    headers = {"content-type": "application/json", "user-agent": f"Banneret/{__version__}"}
    connection = _Connection(target.host, target.port, address, secure=target.secure)
    try:
        connection.request("POST", target.path, body, headers)
        status = connection.getresponse().status
    finally:
        connection.close()
    if not 200 <= status < 300:
        raise OSError(f"answered {status}")
