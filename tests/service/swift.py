"""A client of the application in this process: each call goes to the thread of the application once, and comes back once.

Starlette's own goes to and fro for every piece of an answer, which on a busy machine takes most of the time of a test.
"""

from __future__ import annotations

from typing import Any
from urllib.parse import unquote

import httpx2 as httpx
from starlette.testclient import TestClient


class Swift(TestClient):
    """Starlette's client for tests with a quicker way for calls by HTTP; connections of the table go the usual one."""

    def __init__(self, app: Any) -> None:
        super().__init__(app)
        self._transport = OneCall(self, self._transport)


class OneCall(httpx.BaseTransport):
    """Sends a request to the application and takes the whole answer, in one call; `others` takes what is no request by HTTP."""

    def __init__(self, client: Swift, others: httpx.BaseTransport) -> None:
        self._client = client
        self._others = others

    def close(self) -> None:
        """Close what is open."""
        self._others.close()

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        """The answer to a request; raises what the application raises."""
        if request.url.scheme not in ("http", "https"):
            return self._others.handle_request(request)
        with self._client._portal_factory() as portal:
            status, headers, body = portal.call(self._asked, self._scope(request), request.read())
        return httpx.Response(status, headers=headers, content=body, request=request)

    def _scope(self, request: httpx.Request) -> dict[str, Any]:
        url = request.url
        return {
            "type": "http",
            "http_version": "1.1",
            "method": request.method,
            "path": unquote(url.path),
            "raw_path": url.raw_path.split(b"?", 1)[0],
            "root_path": "",
            "scheme": url.scheme,
            "query_string": url.query,
            "headers": [(name.lower(), value) for name, value in request.headers.raw],
            "client": ("testclient", 50000),
            "server": [url.host, url.port or 80],
            "extensions": {},
            "state": self._client.app_state.copy(),
        }

    async def _asked(self, scope: dict[str, Any], body: bytes) -> tuple[int, Any, bytes]:
        told: list[Any] = []
        waiting = [{"type": "http.request", "body": body}]

        async def receive() -> dict[str, Any]:
            return waiting.pop() if waiting else {"type": "http.disconnect"}

        async def send(message: Any) -> None:
            told.append(message)

        await self._client.app(scope, receive, send)
        start, *parts = told
        content = b"" if scope["method"] == "HEAD" else b"".join(part.get("body", b"") for part in parts)
        return start["status"], start["headers"], content
