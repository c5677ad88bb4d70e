"""Around every call and every connection: strict headers, and no page of another site may speak for a visitor."""

from __future__ import annotations

import socket
from contextlib import suppress
from ipaddress import ip_address
from typing import TYPE_CHECKING, Any

from banneret.service.codes import Code
from banneret.service.errors import ServiceError
from banneret.service.handlers.call import as_json
from banneret.service.problems import problem

if TYPE_CHECKING:
    from collections.abc import Iterable

    from starlette.types import ASGIApp, Receive, Scope, Send

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}
ENCODED = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
SAFE = ("GET", "HEAD", "OPTIONS")
CLOSED = 4403  # the code with which a connection from another site is closed


class OtherSite(ServiceError):
    """The page of another site speaks for a visitor."""

    code = Code.OTHER_SITE
    status = 403


class OtherHost(ServiceError):
    """The name under which the server was called is none of its own."""

    code = Code.OTHER_HOST
    status = 421
    hint = "--name says under which names it answers"


class Guard:
    """The guard before the application. What it lets through it answers with strict headers, internal errors too.

    The server answers under its addresses, under the names of this machine, and under `names`: a name of somebody else's that leads
    here would let his pages speak for a visitor.
    """

    def __init__(self, app: ASGIApp, names: Iterable[str] = ()) -> None:
        self.app = app
        self.names = frozenset([*own_names(), *(name.lower() for name in names)])

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a call or connection through, or refuse it."""
        if scope["type"] == "websocket" and not (is_same_origin(scope) and self.is_ours(scope)):
            await send({"type": "websocket.close", "code": CLOSED, "reason": Code.OTHER_SITE.value})
            return
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        begun = False

        async def guarded(message: Any) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                begun = True
                message["headers"] = [*message.get("headers", []), *ENCODED]
            await send(message)

        try:
            if not self.is_ours(scope):
                raise OtherHost("This server does not answer under that name.")
            if scope["method"] not in SAFE and not is_same_origin(scope):
                raise OtherSite("Another site may not speak for a visitor.")
            await self.app(scope, receive, guarded)
        except Exception as error:
            status, found = problem(error, scope["path"])
            if not begun:
                await as_json(found, status)(scope, receive, guarded)

    def is_ours(self, scope: Scope) -> bool:
        """True if a call names this server: an address, or a name that it answers under."""
        host = host_of(dict(scope["headers"]).get(b"host", b""))
        with suppress(ValueError):
            ip_address(host)
            return True
        return host in self.names


def host_of(header: bytes) -> str:
    """The name or address in a `Host` header, without its port.

    >>> host_of(b"Battles.example.org:8765"), host_of(b"[::1]:8765"), host_of(b"127.0.0.1")
    ('battles.example.org', '::1', '127.0.0.1')
    """
    text = header.decode("latin-1").lower()
    if text.startswith("["):
        return text[1:].partition("]")[0]
    return text.partition(":")[0].rstrip(".")


def own_names() -> set[str]:
    """The names under which this machine may be called without any being stated."""
    name = socket.gethostname().lower()
    return {"localhost", name, name.partition(".")[0], f"{name.partition('.')[0]}.local"}


def is_same_origin(scope: Scope) -> bool:
    """True if a call comes from no page, or from one of this host."""
    headers = dict(scope["headers"])
    origin = headers.get(b"origin")
    return origin is None or origin.split(b"//", 1)[-1] == headers.get(b"host")
