"""Lines: connections as the server holds them, from the first byte until they are cut.

A line that does not say what it is for is closed: a head is whole after `HEAD` seconds and a body after `BODY`, or the
line is cut. Lines on which a request is still incomplete, or a client has not sat down yet, are few for each address: one more
cuts the oldest of them, so that nobody can hold all places. What comes is read by steps, and a line that says little in many pieces is
cut: each piece costs the event loop as much as a whole message, and a few bytes are enough for one.
"""

from __future__ import annotations

from collections import OrderedDict
from typing import TYPE_CHECKING, Any

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import OPEN

from banneret.service.limits import network_of

if TYPE_CHECKING:
    import asyncio

    from uvicorn._types import ASGIReceiveEvent
    from websockets.http11 import Request

# Seconds for the head of a request, from the first moment of the line or the end of the last answer.
HEAD = 10.0
BODY = 30.0  # seconds for its body
MOST_OPEN = 64  # lines of one address on which a request is incomplete or nobody has sat down
TEXT = 0x81  # the first byte of a message that is text, uncompressed and in one frame
CONTROLS = (0x88, 0x89, 0x8A)  # of a goodbye, a ping and its answer
# Bytes of the head of a request; no more than these are read at once while it is incomplete.
MOST_HEAD = 16_384
PIECES = 500  # in which a body may come, however small they are
PIECE = 256  # bytes; for as many there may be one piece more
FRAMES = 500  # that a line of the table may bring at once, beyond messages that are whole in one frame each
FRAME_RATE = 20.0  # and in each second
STEP = 1024  # bytes of frames that are read before they are counted
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
        address = network_of(str(peer[0])) if isinstance(peer, tuple) else "?"
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
        ours = {"http": HttpLine, "ws": Wire, "h11_max_incomplete_event_size": MOST_HEAD}
        super().__init__(*words, **{**ours, **settings})
        self.places = Places()


class Pieces(h11.Connection):
    """The reader of the requests of a line: it counts in how many pieces a body comes, and reads on no more where these are too many."""

    pieces = size = 0

    @property
    def are_too_many(self) -> bool:
        """True if the body of the present request comes in crumbs."""
        return self.pieces > PIECES + self.size // PIECE

    def next_event(self) -> Any:
        """The next of what has come."""
        if self.are_too_many:
            return h11.NEED_DATA
        event = super().next_event()
        if isinstance(event, h11.Data):
            self.pieces += 1
            self.size += len(event.data)
        elif isinstance(event, h11.Request):
            self.pieces = self.size = 0
        return event


class HttpLine(H11Protocol):
    """A line on which requests come over HTTP, each of them whole in time and in no more pieces than it takes."""

    config: Config
    conn: Pieces
    _timer: asyncio.TimerHandle | None = None

    def __init__(self, *words: Any, **settings: Any) -> None:
        super().__init__(*words, **settings)
        self.conn = Pieces(h11.SERVER, MOST_HEAD)

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as in the class above
        """A client has opened the line."""
        super().connection_made(transport)
        self._expect(HEAD)

    def connection_lost(self, exc: Exception | None) -> None:
        """The line is closed."""
        self._expect(None)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take what has come, by steps: a head that is too long is noticed before all of it is read."""
        for start in range(0, len(data), MOST_HEAD):
            if self.transport.is_closing() or self.transport.get_protocol() is not self:
                return
            super().data_received(data[start : start + MOST_HEAD])

    def handle_events(self) -> None:
        """Take what has come: with the head the time of the body begins, with the whole request neither runs any more."""
        before = self.cycle
        super().handle_events()
        if self.conn.are_too_many:
            self.transport.abort()
            return
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

    The application finds `cut` and `say` in the state of its socket, and calls `seated` when the client has said whose seat it takes. A
    line that is closed and done with is untied: it goes by counting, and leaves the collector nothing.

    Nearly all that is said at a table is one short text in one frame. Such a frame is read and written here, for a quarter of the
    time that the library takes; whatever is otherwise, in pieces or compressed or wrong, is the library's.
    """

    config: Config
    _whole = False  # the library waits for the first byte of a message
    _frames = float(FRAMES)  # that it may still bring, beyond messages that are whole in one frame each
    _since = 0.0  # when they were counted
    _ended = 0  # of the two that use a line, the client and the application, those who do no more

    def handle_connect(self, event: Request) -> None:
        """Begin a connection."""
        super().handle_connect(event)
        if hasattr(self, "scope"):
            self.scope["state"]["cut"] = self.transport.abort
            self.scope["state"]["say"] = self.say
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

    def data_received(self, data: bytes) -> None:
        """Take what has come: a message that is whole in one frame at once, anything else by way of the library."""
        if (
            self._whole
            and not self.close_sent
            and (text := text_in(data, self.config.ws_max_size)) is not None
        ):
            self._hand_on({"type": "websocket.receive", "bytes": text})
            return
        begins = not self.handshake_initiated  # with the request alone, whatever came with it
        self._whole = begins or (self._whole and are_whole(data))
        if begins:
            super().data_received(data)
            return
        for start in range(0, len(data), STEP):
            super().data_received(data[start : start + STEP])
            if self._frames < 0:
                self.transport.abort()
            if self.transport.is_closing():
                return

    def handle_events(self) -> None:
        """Take the frames that have come, and count them."""
        now = self.loop.time()
        grown = self._frames + (now - self._since) * FRAME_RATE
        self._since, self._frames = now, min(grown, FRAMES) - len(self.conn.events)
        super().handle_events()

    def say(self, data: bytes) -> bool:
        """Send a text. False where the line cannot take it at once, or it is to be compressed: then it is sent by the usual way."""
        if self.disconnected or not self.writable.is_set() or self.conn.extensions:
            return False
        if self.close_sent or self.conn.state is not OPEN or self.transport.is_closing():
            return False
        self.transport.write(head_of(len(data)) + data)
        return True

    def send_receive_event_to_app(self) -> None:
        """Hand a message on. One that calls itself text and is none goes on as it is: the application says goodbye to it."""
        data, self.frames = b"".join(self.frames), []
        if not self.close_sent:
            self._hand_on({"type": "websocket.receive", "bytes": data})

    def _hand_on(self, event: ASGIReceiveEvent) -> None:
        """Hand a message to the application. Only where another one waits before it, nothing more is read for now."""
        self.queue.put_nowait(event)
        if self.queue.qsize() > 1 and not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()

    def keepalive_timeout(self) -> None:
        """Cut the connection of a client that does not answer a ping."""
        super().keepalive_timeout()
        self.transport.abort()

    def shutdown(self) -> None:
        """Close the connection because the server ends, and do not wait for long."""
        super().shutdown()
        self.loop.call_later(LAST_MOMENT, self.transport.abort)


def text_in(data: bytes, most: int) -> bytes | None:
    """The text of a client's message, if the data are one whole message in one frame of no more than `most` bytes.

    >>> text_in(bytes.fromhex("81 82 01020304 696b"), 100), text_in(bytes.fromhex("81 82 01020304 69"), 100)
    (b'hi', None)
    """
    if len(data) < 6 or data[0] != TEXT or data[1] < 0x80:
        return None
    length, start = data[1] & 0x7F, 6
    if length == 126:
        length, start = int.from_bytes(data[2:4], "big"), 8
    if length > most or length == 127 or len(data) != start + length:
        return None
    mask = (data[start - 4 : start] * (length // 4 + 1))[:length]
    text = int.from_bytes(data[start:], "little") ^ int.from_bytes(mask, "little")
    return text.to_bytes(length, "little")


def are_whole(data: bytes) -> bool:
    """True if the data are whole messages, each in one frame, and nothing else.

    >>> are_whole(bytes.fromhex("8a 80 01020304 81 82 01020304 696b")), are_whole(bytes.fromhex("8a"))
    (True, False)
    """
    place = 0
    while len(data) >= place + 2 and (data[place] == TEXT or data[place] in CONTROLS):
        length, head = data[place + 1] & 0x7F, 6
        if length == 126:
            length, head = int.from_bytes(data[place + 2 : place + 4], "big"), 8
        elif length == 127:
            return False
        place += head + length
    return place == len(data)


def head_of(length: int) -> bytes:
    r"""The head of a frame of text that the server sends.

    >>> head_of(5), head_of(300), head_of(70000)
    (b'\x81\x05', b'\x81~\x01,', b'\x81\x7f\x00\x00\x00\x00\x00\x01\x11p')
    """
    if length < 126:
        return bytes((TEXT, length))
    if length < 1 << 16:
        return bytes((TEXT, 126)) + length.to_bytes(2, "big")
    return bytes((TEXT, 127)) + length.to_bytes(8, "big")


def _forget_frames(error: BaseException | None) -> None:
    """Forget the frames that an error came through, and those before it: they hold the line that it was kept for."""
    while error is not None:
        error.__traceback__ = None
        error = error.__context__
