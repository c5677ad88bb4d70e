"""A call over HTTP as its handler sees it: what was asked, for which seat, and the ways to answer."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

import msgspec
from starlette.responses import Response

from banneret import rulebooks
from banneret.kernel.errors import BadInput
from banneret.paper.page import SIZES
from banneret.service.errors import NoBattle
from banneret.service.host import host_token, same
from banneret.service.live.rights import Bearer
from banneret.service.tokens import digest

if TYPE_CHECKING:
    from collections.abc import Sequence

    from starlette.requests import Request

    from banneret.kernel.rulebook import Rulebook
    from banneret.paper.page import Size
    from banneret.service.host import Host
    from banneret.service.limits import Limits
    from banneret.service.live.lists import Lists
    from banneret.service.live.registry import Registry
    from banneret.service.live.session import Session
    from banneret.service.storage.seats import Seat


@dataclass(frozen=True, slots=True)
class Service:
    """The things that all calls share: the live battles, the lists of battles, the use made of every limit, and the host."""

    registry: Registry
    lists: Lists
    limits: Limits
    host: Host


class Call:
    """One call. `body` is the message that came with it, as the route says what it is."""

    def __init__(self, service: Service, request: Request, seat: Seat | None, body: Any = None) -> None:
        self.service = service
        self.request = request
        self.body = body
        self._seat = seat

    @property
    def registry(self) -> Registry:
        """The live battles."""
        return self.service.registry

    @property
    def seat(self) -> Seat:
        """The seat that the call's token opens; only where the route asks for one."""
        assert self._seat is not None
        return self._seat

    @property
    def token(self) -> str:
        """The token that came with the call. Raises `NoBattle` where none did."""
        return token_of(self.request)

    @property
    def book(self) -> Rulebook[Any]:
        """The rulebook that the address names. Raises `BadInput`."""
        name = self.request.path_params["rulebook"]
        if name not in (known := rulebook_names()):
            raise rulebooks.not_there(name, known)
        return rulebooks.get(name)

    async def bearer(self, tokens: Sequence[str]) -> Bearer:
        """The bearer of the call's seat and of further links of the same battle. Raises `BadInput` for a link of another."""
        storage = self.registry.storage
        digests = [digest(token) for token in tokens]
        found = (await storage.run(storage.seats.find_many(digests))) if digests else {}
        if any(one not in found or found[one].battle != self.seat.battle for one in digests):
            raise BadInput("a link opens no seat of this battle", where="tokens")
        names = {self.seat.name, *[seat.name for seat in found.values()]}
        seats = await storage.run(storage.seats.of_battle(self.seat.battle))
        return Bearer(tuple([seat for seat in seats if seat.name in names]), tuple(seats))

    def host_key(self, said: str | None) -> str:
        """The key of the host where the caller says it; empty for everybody else."""
        return self.service.host.key if said and self.service.host.is_key(said) else ""

    @property
    def hosts_key(self) -> str:
        """The key of the host where the call's own link was made from it: what comes of their battle is theirs too."""
        key, seat = self.service.host.key, self.seat
        link = self.request.headers.get("authorization", "").removeprefix("Bearer ")
        return key if key and same(host_token(key, seat.battle, seat.origin or seat.name), link) else ""

    async def session(self) -> Session:
        """The session of the seat's battle. Raises `NoBattle`, `CannotLoad`."""
        return await self.registry.open(self.seat.battle)

    async def begun(self) -> Session:
        """The same, of a battle that has begun: one that waits for armies has nothing to look back on, and would show them."""
        session = await self.session()
        session.check_begun()
        return session


@cache
def rulebook_names() -> tuple[str, ...]:
    """The rulebooks at hand, looked for once: to look through all packages takes as long as a hundred orders."""
    return tuple(rulebooks.names())


def token_of(request: Request) -> str:
    """The token that came with a call. Raises `NoBattle` where none did."""
    word = request.headers.get("authorization", "")
    if not word.startswith("Bearer "):
        raise NoBattle
    return word[7:]


async def body_of(request: Request, most: int) -> bytes:
    """The body of a request, bounded while it is read."""
    parts: list[bytes] = []
    size = 0
    async for part in request.stream():
        size += len(part)
        if size > most:
            raise BadInput(f"the message is larger than {most} bytes")
        parts.append(part)
    return b"".join(parts)


def decoded(data: bytes, kind: Any) -> Any:
    """A message of that type; raises `msgspec.MsgspecError` for whatever is wrong with the data."""
    try:
        return _decoder(kind).decode(data)
    except UnicodeError:
        raise msgspec.DecodeError("it is not UTF-8") from None
    except RecursionError:
        raise msgspec.DecodeError("it is nested too deeply") from None


@cache
def _decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(kind)


def as_json(value: object, status: int = 200) -> Response:
    """An answer as JSON."""
    return json_bytes(msgspec.json.encode(value), status)


def json_bytes(data: bytes, status: int = 200) -> Response:
    """An answer that is JSON already. Nothing on the way keeps it."""
    return Response(data, status, media_type="application/json", headers={"cache-control": "no-store"})


def as_file(content: str | bytes, kind: str, name: str) -> Response:
    """An answer that a browser saves under a name; what a header cannot hold (the id of a scenario may have any letters) becomes hyphens."""
    plain = re.sub(r"[^A-Za-z0-9._-]+", "-", name)
    headers = {"content-disposition": f'attachment; filename="{plain}"', "cache-control": "no-store"}
    return Response(content, media_type=kind, headers=headers)


def paper_size(call: Call) -> Size:
    """The paper that a call asks for."""
    wanted = call.request.query_params.get("paper", "")
    return next((size for size in SIZES if size.lower() == wanted.lower()), SIZES[0])
