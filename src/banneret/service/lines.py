"""Lines: connections as the server holds them, from the first byte until they are cut.

A line that does not say what it is for is closed: a head is whole after `HEAD` seconds and a body after `BODY`, or the
line is cut. Lines on which a request is still incomplete, or a client has not sat down yet, are few for each address: one more
cuts the oldest of them, so that nobody can hold all places.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING, Any

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

if TYPE_CHECKING:
    import asyncio

    import h11
    from websockets.http11 import Request

HEAD = (
    10.0  # seconds for the head of a request, from the first moment of the line or the end of the last answer
)
BODY = 30.0  # seconds for its body
MOST_OPEN = 64  # lines of one address on which a request is incomplete or nobody has sat down
LAST_MOMENT = 0.3  # seconds in which a client may still take what it was sent when the server ends


class Places:
    """The lines that have not said yet what they are for, by address, the oldest first."""

    def __init__(self, most: int = MOST_OPEN) -> None:
        self.most = most
        self._open: dict[str, OrderedDict[Any, None]] = {}
        self._address: dict[Any, str] = {}

    def __len__(self) -> int:
        return len(self._address)

    def enter(self, transport: asyncio.Transport) -> None:
        """A line is opened, or begins a request. Where its address has too many such lines, the oldest is cut."""
        if transport in self._address:
            return
        peer = transport.get_extra_info("peername")
        address = str(peer[0]) if isinstance(peer, tuple) else "?"
        lines = self._open.setdefault(address, OrderedDict())
        lines[transport] = None
        self._address[transport] = address
        if len(lines) > self.most:
            oldest = next(iter(lines))
            self.leave(oldest)
            oldest.abort()

    def leave(self, transport: asyncio.Transport) -> None:
        """A line has said what it is for, or is closed."""
        address = self._address.pop(transport, None)
        if address is None:
            return
        lines = self._open[address]
        del lines[transport]
        if not lines:
            del self._open[address]


class Config(uvicorn.Config):
    """The settings of a server, with the places that its lines share."""

    places: Places

    def __init__(self, *words: Any, **settings: Any) -> None:
        super().__init__(*words, **{"http": HttpLine, "ws": Wire, **settings})
        self.places = Places()


class HttpLine(H11Protocol):
    """A line on which requests come over HTTP, each of them whole in time."""

    config: Config
    _timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as in the class above
        """A client has opened the line."""
        super().connection_made(transport)
        self._expect(HEAD)

    def connection_lost(self, exc: Exception | None) -> None:
        """The line is closed."""
        self._expect(None)
        super().connection_lost(exc)

    def handle_events(self) -> None:
        """Take what has come: with the head the time of the body begins, with the whole request neither runs any more."""
        before = self.cycle
        super().handle_events()
        cycle: Any = self.cycle  # None before the first request
        if cycle is None:
            return
        if not cycle.more_body:
            self._expect(None)
        elif cycle is not before:
            self._expect(BODY)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """From here on it is a line of the table, which has a place until its client has sat down."""
        if self._timer is not None:
            self._timer.cancel()
        super().handle_websocket_upgrade(event)

    def on_response_complete(self) -> None:
        """The next request may come on the same line."""
        if not self.cycle.more_body:
            self._expect(HEAD)
        super().on_response_complete()

    def _expect(self, seconds: float | None) -> None:
        """Cut the line where what is expected does not come in time; None: nothing is."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if seconds is None:
            self.config.places.leave(self.transport)
            return
        self._timer = self.loop.call_later(seconds, self.transport.abort)
        self.config.places.enter(self.transport)


class Wire(WebSocketsSansIOProtocol):
    """A line of the table, which can be cut: closing waits until all is sent, for ever where nobody reads.

    The application finds `cut` in the state of its socket, and calls `seated` when the client has said whose seat it takes. A line that
    is closed and done with is untied: it goes by counting, and leaves the collector nothing.
    """

    config: Config
    _ended = 0  # of the two that use a line, the client and the application, those who do no more

    def handle_connect(self, event: Request) -> None:
        """Begin a connection."""
        super().handle_connect(event)
        if hasattr(self, "scope"):
            self.scope["state"]["cut"] = self.transport.abort
            self.scope["state"]["seated"] = lambda: self.config.places.leave(self.transport)

    def connection_lost(self, exc: Exception | None) -> None:
        """The line is closed."""
        self.config.places.leave(self.transport)
        super().connection_lost(exc)
        self._untie()

    def on_task_complete(self, task: asyncio.Task[None]) -> None:
        """The application is done with it."""
        super().on_task_complete(task)
        self._untie()

    def _untie(self) -> None:
        """Once both have ended, hold nothing that holds the line: its own transport and parser, and what the application was given."""
        self._ended += 1
        scope: Any = getattr(self, "scope", None)  # None: the application was not called
        if scope is None or self._ended == 2:
            self.conn.parser.close()
            _forget_frames(self.conn.handshake_exc)
            _forget_frames(self.conn.parser_exc)
            del self.transport
        if scope is not None and self._ended == 2:
            scope["state"].clear()

    def send_receive_event_to_app(self) -> None:
        """Hand a message on. One that calls itself text and is none goes on as bytes: the application says goodbye to it."""
        if self.curr_msg_data_type == "text":
            self.frames = [b"".join(self.frames)]
            try:
                self.frames[0].decode()
            except UnicodeDecodeError:
                self.curr_msg_data_type = "bytes"
        super().send_receive_event_to_app()

    def keepalive_timeout(self) -> None:
        """Cut the connection of a client that does not answer a ping."""
        super().keepalive_timeout()
        self.transport.abort()

    def shutdown(self) -> None:
        """Close the connection because the server ends, and do not wait for long."""
        super().shutdown()
        self.loop.call_later(LAST_MOMENT, self.transport.abort)


def _forget_frames(error: BaseException | None) -> None:
    """Forget the frames that an error came through, and those before it: they hold the line that it was kept for."""
    while error is not None:
        error.__traceback__ = None
        error = error.__context__
