"""The WebSocket of the table: a client sits down with the token of its seat, gets views, and sends requests."""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from typing import TYPE_CHECKING

import msgspec
from starlette.websockets import WebSocketDisconnect

from banneret.service import messages as m
from banneret.service.codes import Code
from banneret.service.errors import TooMuch
from banneret.service.handlers.call import decoded
from banneret.service.limits import CONNECTIONS, MESSAGES, PREVIEWS, Cost, cost_of, network_of
from banneret.service.live import presence, requests
from banneret.service.problems import goodbye, refused
from banneret.service.threads import asker

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.websockets import WebSocket

    from banneret.service.handlers.call import Service
    from banneret.service.live.session import Session
    from banneret.service.storage.seats import Seat

QUEUE = 64  # messages that may wait for a client
UNSEATED = 10.0  # seconds in which a client says whose seat it takes
SLOWEST = 10.0  # seconds in which a client takes a message
VIEWS = ("view", "update")
NOT_HEARD = {MESSAGES: 1.0, PREVIEWS: 0.1}  # seconds for which a client that sends too much is not heard


class Connection:
    """A client at a table: messages wait in a short queue; one that does not take them is disconnected.

    They are sent with the next turn of the event loop, by `say` where there is one; what it does not take is left to a task that waits.
    """

    def __init__(
        self,
        seat: Seat,
        cut: Callable[[], object],
        *,
        updates: bool = False,
        say: Callable[[bytes], bool] | None = None,
    ) -> None:
        self.seat = seat
        self.cut = cut
        self.say = say
        self.due = False  # the messages that wait will be sent, with the next turn or by the task
        self.updates = updates
        self.waiting: deque[m.Frame] = deque()
        self.wake = asyncio.Event()
        self.lost = False
        self.parted = False  # it was said goodbye to, which it may not have taken yet
        self.seen = self.whole = 0

    @property
    def follows(self) -> bool:
        """True if the client takes updates and has every view but the next."""
        return self.updates and all(frame.kind not in VIEWS for frame in self.waiting)

    def next(self) -> m.Frame:
        """The next message that waits; an update has the answer that waits behind it within."""
        frame = self.waiting.popleft()
        if frame.kind == "update" and self.waiting and self.waiting[0].kind == "done":
            return m.Frame("update", b'%b,"done":%b}' % (frame.data[:-1], self.waiting.popleft().data))
        return frame

    def send(self, frame: m.Frame) -> None:
        """Hand on a message; must not wait. Of several views only the latest is kept."""
        if self.lost:
            return
        if frame.kind == "view":
            self.waiting = deque([one for one in self.waiting if one.kind not in VIEWS])
        self.waiting.append(frame)
        self.parted = self.parted or frame.kind == "goodbye"
        if len(self.waiting) > QUEUE:
            self.lost = True
            self.cut()
        if self.say is None:
            self.wake.set()
        elif not self.due:
            self.due = True
            asyncio.get_running_loop().call_soon(self.send_all)

    def send_all(self) -> None:
        """Send what waits, as far as the line takes it at once."""
        while self.waiting:
            frame = self.next()
            if frame.kind == "goodbye" or self.say is None or not self.say(frame.data):
                self.waiting.appendleft(frame)
                self.wake.set()
                return
        self.due = False


async def sit(socket: WebSocket) -> None:
    """A client sits down at a table, gets views, and sends requests, until either side ends it."""
    await socket.accept()
    service: Service = socket.app.state.service
    try:
        address = network_of(socket.client.host) if socket.client else "?"
        asker.set(address)
        service.limits.count(Cost(CONNECTIONS), address)
        async with asyncio.timeout(UNSEATED):
            first: m.Sit = decoded(await _receive(socket), m.Sit)
        seat = await service.registry.seat(first.token)
        getattr(socket.state, "seated", _nothing)()
        session = await service.registry.open(seat.battle)
        say: Callable[[bytes], bool] | None = getattr(socket.state, "say", None)
        connection = Connection(seat, _cutting(socket), updates=first.updates, say=say)
        await _serve(socket, service, session, connection)
    except TimeoutError:
        await _close(socket, m.Goodbye(Code.UNREADABLE, f"No seat was asked for in {UNSEATED:g} seconds."))
    except (WebSocketDisconnect, RuntimeError):
        with contextlib.suppress(Exception):
            await socket.close()
    except Exception as error:
        await _close(socket, goodbye(error, "a connection"))


async def _serve(socket: WebSocket, service: Service, session: Session, connection: Connection) -> None:
    registry, seat = service.registry, connection.seat
    session = await presence.sit(registry, session, connection)
    sender = asyncio.create_task(_send_all(socket, connection))
    try:
        while True:
            wanted: m.Request = decoded(await _receive(socket), m.Request)
            cost = cost_of(wanted)
            try:
                service.limits.count(cost, f"{seat.battle} {seat.name}")
            except TooMuch as error:
                connection.send(m.framed(refused(getattr(wanted, "id", ""), error)))
                await asyncio.sleep(NOT_HEARD[cost.limit])
                continue
            if connection.parted:  # its seat may be another's by now
                continue
            answer = await requests.answer(registry, session, seat, wanted)
            connection.send(m.framed(answer))
            if isinstance(answer, m.Behind):
                async with registry.holding(session) as now:
                    connection.send(now.view(seat))
    finally:
        sender.cancel()
        await presence.leave(registry, session, connection)


async def _send_all(socket: WebSocket, connection: Connection) -> None:
    """Send what the line does not take at once."""
    loop = asyncio.get_running_loop()
    while True:
        await connection.wake.wait()
        connection.wake.clear()
        while connection.waiting:
            frame = connection.next()
            # A timeout of a task's own costs several times as much.
            late = loop.call_later(SLOWEST, connection.cut)
            try:
                await socket.send_text(frame.data.decode())
            finally:
                late.cancel()
            if frame.kind == "goodbye":
                await _end(socket)
                return
        connection.due = False


def _nothing() -> None:
    """Do nothing: without a server of ours nobody counts the connection."""


def _cutting(socket: WebSocket) -> Callable[[], object]:
    """The function that cuts the connection of a socket at once, whatever it has not taken yet."""
    cut: Callable[[], object] = getattr(socket.state, "cut", lambda: None)
    return cut


async def _end(socket: WebSocket) -> None:
    """Close a connection; a client that does not take even that is cut off."""
    asyncio.get_running_loop().call_later(SLOWEST, _cutting(socket))
    await socket.close()


async def _receive(socket: WebSocket) -> bytes:
    message = await socket.receive()
    if message["type"] != "websocket.receive":
        raise WebSocketDisconnect(message.get("code", 1000))
    data = message.get("text") or message.get("bytes") or b""
    data = data.encode() if isinstance(data, str) else data
    if len(data) > m.MAX_MESSAGE:
        raise msgspec.ValidationError(f"it is longer than {m.MAX_MESSAGE} bytes")
    return bytes(data)


async def _close(socket: WebSocket, message: m.Goodbye) -> None:
    with contextlib.suppress(Exception):
        async with asyncio.timeout(SLOWEST):
            await socket.send_text(m.framed(message).data.decode())
        await _end(socket)
