"""The application: the table of routes, the WebSocket and the client's pages, behind the guard."""

from __future__ import annotations

import contextlib
from functools import partial
from typing import TYPE_CHECKING, Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.responses import Response
from starlette.routing import Route as Served
from starlette.routing import WebSocketRoute

from banneret.service.errors import NotAllowed, NotFound
from banneret.service.handlers.call import Call, Service, as_json, body_of, decoded, token_of
from banneret.service.handlers.pages import client_routes, lost_page
from banneret.service.handlers.socket import sit
from banneret.service.host import Host
from banneret.service.limits import CALLS, Cost, Limits, network_of
from banneret.service.live.actions import REFEREE
from banneret.service.live.lapses import run_out
from banneret.service.live.lists import Lists
from banneret.service.live.registry import Registry
from banneret.service.middleware import Guard
from banneret.service.openapi import description
from banneret.service.problems import problem
from banneret.service.routes import ROUTES, Route, Who
from banneret.service.threads import asker

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable, Iterable

    from starlette.requests import Request

    from banneret.service.computer.workers import Workers
    from banneret.service.letters.outlets import Outlets
    from banneret.service.storage.seats import Seat
    from banneret.service.storage.store import Storage

CALL = Cost(CALLS)
MOST_WORD = 100  # letters of a name in an address: longer ones are not even looked for


def make_app(
    storage: Storage,
    workers: Workers | None = None,
    limits: Limits | None = None,
    names: Iterable[str] = (),
    host: Host | None = None,
    outlets: Outlets | None = None,
) -> Starlette:
    """The application on a store; computer players think in `workers` (None: in a thread), `limits` are the usual ones.

    It answers under the addresses and names of this machine, and under `names`. `host`: who is known as its host.
    `outlets`: the ways on which letters to players may leave; none where they are left out.

    Its state has the `service`: the live battles, the lists, and the limits.
    """
    registry = Registry(storage, workers, outlets)
    registry.clocks.lapse = partial(run_out, registry)
    service = Service(registry, Lists(registry), limits or Limits(), host or Host())
    app = Starlette(
        routes=[
            *[Served(route.path, _endpoint(service, route), methods=[route.method]) for route in ROUTES],
            Served("/api/openapi.json", describe),
            WebSocketRoute("/api/table", sit),
            *client_routes(),
        ],
        exception_handlers={HTTPException: nothing_there},
        lifespan=partial(_running, registry),
    )
    app.state.service = service
    app.add_middleware(Guard, names=names)
    return app


@contextlib.asynccontextmanager
async def _running(registry: Registry, _app: Starlette) -> AsyncIterator[None]:
    """As long as the application runs, clocks are watched and letters delivered."""
    await registry.clocks.begin()
    await registry.postman.begin()
    yield
    registry.postman.close()
    registry.clocks.close()


def _endpoint(service: Service, route: Route) -> Callable[[Request], Awaitable[Response]]:
    """The endpoint of a route: counts the call, opens the seat, reads the message, and answers what the handler says or raises."""

    async def endpoint(request: Request) -> Response:
        try:
            answer = await route.handler(await _call(service, route, request))
        except Exception as error:
            status, found = problem(error, request.url.path)
            return as_json(found, status)
        return answer if isinstance(answer, Response) else as_json(answer, route.status)

    return endpoint


async def _call(service: Service, route: Route, request: Request) -> Call:
    """The call as its handler sees it. Raises for what the route does not allow."""
    if any(len(word) > MOST_WORD for word in request.path_params.values()):
        raise NotFound(
            f"There is nothing at this address: none has a name of more than {MOST_WORD} letters in it."
        )
    address = network_of(request.client.host) if request.client else "?"
    asker.set(address)
    service.limits.count(CALL, address)
    if route.cost is not None and route.cost.limit.per == "address":
        service.limits.count(route.cost, address)
    seat = await _seat(service, request) if route.who in (Who.SEAT, Who.REFEREE) else None
    if seat is not None and route.cost is not None and route.cost.limit.per == "seat":
        service.limits.count(route.cost, f"{seat.battle} {seat.name}")
    call = Call(service, request, seat, await _body(route, request))
    if route.who is Who.REFEREE:
        await call.begun()
        if call.seat.side != REFEREE:
            raise NotAllowed("This is for the referee's link.")
    return call


async def _body(route: Route, request: Request) -> Any:
    """The message that came with a call, as the route says what it is; one that may be left out is the empty one then."""
    if route.body is None:
        return None
    data = await body_of(request, route.most)
    return decoded(data if data or not route.is_optional else b"{}", route.body)


async def _seat(service: Service, request: Request) -> Seat:
    """The seat that a call's token opens. Raises `NoBattle`."""
    return await service.registry.seat(token_of(request))


async def describe(_request: Request) -> Response:
    """The OpenAPI description of the interface."""
    return Response(description(), media_type="application/json")


async def nothing_there(request: Request, error: Exception) -> Response:
    """The answer at an address where nothing is, or not for this method: to a browser that asks for a page, one that says so."""
    status, found = problem(error)
    if status == 404 and (page := lost_page(request)) is not None:
        return page
    answer = as_json(found, status)
    headers: Any = getattr(error, "headers", None)
    answer.headers.update(headers or {})
    return answer
