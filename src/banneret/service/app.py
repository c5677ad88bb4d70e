"""The routes: HTTP for lists, records and new battles, a WebSocket for everything that happens at a table."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections import deque
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect
from starlette.responses import FileResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocket, WebSocketDisconnect

from banneret import __version__, rulebooks
from banneret.kernel.decision import IllegalOrder, Refusal
from banneret.kernel.errors import BadInput
from banneret.kernel.event import SPECTATOR as SPECTATOR_SIDE
from banneret.kernel.muster import ArmyList, appraise, army_from, check_army, fields_of, muster_of
from banneret.muster.army import write_army
from banneret.service import messages as m
from banneret.service.gathering import closed
from banneret.service.levels import not_played
from banneret.service.limits import Rates
from banneret.service.openapi import description
from banneret.service.report import report
from banneret.service.storage import Place, Storage, StorageError
from banneret.service.tables import LOST, REFEREE, SPECTATOR, Gone, Table, Tables, Unreadable, taken_up
from banneret.service.tokens import digest

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from starlette.requests import Request
    from starlette.types import ASGIApp, Receive, Scope, Send

    from banneret.kernel.battle import Battle
    from banneret.kernel.rulebook import Rulebook
    from banneret.service.thinkers import Thinkers

log = logging.getLogger("banneret")

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
FAREWELL = "The server is being stopped. Nothing is lost: come back when it runs again."
OURS = "Something went wrong on our side; nothing has changed."
NO_BATTLE = "This link opens no battle."
MAX_BODY = 64_000
PANEL_ENTRIES = 60
LONGEST_LIST = 1.0  # seconds for which a list opens battles
QUEUE = 64
SLOWEST = 10.0  # seconds in which a line takes a message


def make_app(storage: Storage, thinkers: Thinkers | None = None) -> Starlette:
    """The application on a store; computer players think in `thinkers` (None: in a thread)."""
    tables = Tables(storage, thinkers)

    app = Starlette(routes=_routes(), exception_handlers={HTTPException: nothing_there})
    app.state.tables = tables
    app.state.calls = Rates(20.0, 100.0)
    app.state.begins = Rates(1.0, 30.0)
    app.state.sits = Rates(50.0, 1000.0)
    app.state.seats = Rates(10.0, 60.0)
    app.state.musters = Rates(8.0, 60.0)
    app.state.glances = Rates(40.0, 120.0)
    app.state.looks = Rates(20.0, 60.0)
    app.add_middleware(Guard)
    return app


async def farewell(tables: Tables) -> None:
    """Take no more orders, let what is being stored finish, tell everybody, hang up; takes a second at most."""
    tables.closing = True
    data = msgspec.json.encode(m.Goodbye(FAREWELL))

    async def part(table: Table) -> None:
        async with table.lock:
            for listener in list(table.listeners):
                listener.send(data)

    parting = [asyncio.create_task(part(table)) for table in tables.live.values() if table.listeners]
    if not parting:
        return
    await asyncio.wait(parting, timeout=0.5)
    for _ in range(10):
        if not any(table.listeners for table in tables.live.values()):
            return
        await asyncio.sleep(0.05)


class Guard:
    """Headers for every answer, and no foreign site may speak for a visitor."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, guarded."""
        if scope["type"] == "websocket" and not _same_origin(scope):
            await send({"type": "websocket.close", "code": 4403, "reason": "another site"})
            return
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        begun = False

        async def guarded(message: Any) -> None:
            nonlocal begun
            if message["type"] == "http.response.start":
                begun = True
                headers = list(message.get("headers", []))
                headers += [(name.encode(), value.encode()) for name, value in HEADERS.items()]
                message["headers"] = headers
            await send(message)

        if scope["method"] not in ("GET", "HEAD", "OPTIONS") and not _same_origin(scope):
            await _problem(403, "Another site may not speak for a visitor.")(scope, receive, guarded)
            return
        try:
            await self.app(scope, receive, guarded)
        except Exception:
            log.exception("an error of ours at %s", scope["path"])
            if not begun:
                await _problem(500, OURS)(scope, receive, guarded)


def _same_origin(scope: Scope) -> bool:
    headers = dict(scope["headers"])
    origin = headers.get(b"origin")
    return origin is None or origin.split(b"//", 1)[-1] == headers.get(b"host")


def _routes() -> list[Any]:
    def route(path: str, handler: Callable[[Request], Awaitable[Response]], *methods: str) -> Route:
        return Route(path, _careful(handler), methods=list(methods) or ["GET"])

    return [
        route("/api", about),
        route("/api/openapi.json", openapi),
        route("/api/rulebooks", list_rulebooks),
        route("/api/rulebooks/{rulebook}", show_rulebook),
        route("/api/rulebooks/{rulebook}/rules", list_rules),
        route("/api/rulebooks/{rulebook}/rules/{rule}", show_rule),
        route("/api/rulebooks/{rulebook}/scenarios/{scenario}/preview", preview),
        route("/api/rulebooks/{rulebook}/muster", muster_tables),
        route("/api/rulebooks/{rulebook}/muster", muster_army, "POST"),
        route("/api/rulebooks/{rulebook}/roster", roster, "POST"),
        route("/api/battles", begin, "POST"),
        route("/api/mine", mine, "POST"),
        route("/api/import", take_in, "POST"),
        route("/api/battle", look),
        route("/api/battle/record", export),
        route("/api/battle/at/{number}", look_back),
        route("/api/battle/request", ask, "POST"),
        route("/api/battle/referee", panel),
        route("/api/battle/report", trouble),
        route("/api/battle/army", bring, "POST"),
        route("/api/battle/fork", fork, "POST"),
        route("/api/battle/again", again, "POST"),
        route("/api/battle/delete", delete, "POST"),
        WebSocketRoute("/api/table", sit),
        *_client_routes(),
    ]


def _client_routes() -> list[Any]:
    folder = files("banneret") / "web"
    index = folder / "index.html"

    async def page(_request: Request) -> Response:
        if not index.is_file():
            return Response("The browser table is not built: run 'python3 dev.py setup'.", 503)
        return FileResponse(str(index), headers={"cache-control": "no-cache"})

    routes: list[Any] = [
        Route("/", page),
        Route("/battle", page),
        Route("/rules", page),
        Route("/rules/{rest:path}", page),
        Route("/muster", page),
        Route("/about", page),
    ]
    if folder.is_dir():
        assets = StaticFiles(directory=str(folder / "assets"), check_dir=False)
        routes.append(Mount("/assets", GZipMiddleware(assets, minimum_size=1000)))
    return routes


def _careful(handler: Callable[[Request], Awaitable[Response]]) -> Callable[[Request], Awaitable[Response]]:
    """Turn every error into an answer for people; none takes the server down."""

    async def careful(request: Request) -> Response:
        calls: Rates = request.app.state.calls
        if not calls.allow(_address(request)):
            return _problem(429, "Too many requests from your address.", hint="wait a little")
        try:
            return await handler(request)
        except BadInput as error:
            return _problem(400, error.message, error.where, error.hint)
        except IllegalOrder as error:
            return _problem(409, error.refusal.reason, rule=error.refusal.rule)
        except msgspec.MsgspecError as error:
            return _problem(400, str(error))
        except StorageError as error:
            return _problem(503, f"The store cannot be reached ({error}); nothing has changed.")
        except ClientDisconnect:  # nobody hears the answer
            return _problem(400, "The message was not sent whole.")
        except Missing as error:
            return _problem(404, str(error))
        except Gone:
            return _problem(404, NO_BATTLE)
        except Unreadable as error:
            return _problem(409, str(error), rule="table:record")
        except Exception:
            log.exception("an error of ours at %s", request.url.path)
            return _problem(500, OURS)

    return careful


async def nothing_there(_request: Request, error: Exception) -> Response:
    """The answer at an address where nothing is, or not for this method."""
    assert isinstance(error, HTTPException)
    if error.status_code == 405:
        allowed = (error.headers or {}).get("allow", "")
        answer = _problem(
            405, "That cannot be done at this address.", hint=f"it takes {allowed}" if allowed else ""
        )
        answer.headers.update(error.headers or {})
        return answer
    return _problem(error.status_code, "There is nothing at this address.")


class Missing(Exception):
    """What was asked for does not exist, or the token does not open it."""


def _address(request: Request | WebSocket) -> str:
    return request.client.host if request.client else "?"


def _json(value: object, status: int = 200) -> Response:
    return Response(
        msgspec.json.encode(value),
        status,
        media_type="application/json",
        headers={"cache-control": "no-store"},
    )


def _problem(status: int, error: str, where: str = "", hint: str = "", rule: str = "") -> Response:
    return _json(m.Problem(error, where, hint, rule), status)


async def _body(request: Request, most: int = MAX_BODY) -> bytes:
    """The body, bounded while it is read."""
    parts: list[bytes] = []
    size = 0
    async for part in request.stream():
        size += len(part)
        if size > most:
            raise BadInput(f"the message is larger than {most} bytes")
        parts.append(part)
    return b"".join(parts)


def _decoded(data: bytes, kind: Any) -> Any:
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


def _tables(request: Request | WebSocket) -> Tables:
    tables: Tables = request.app.state.tables
    return tables


async def _seat(request: Request) -> tuple[Table, Place]:
    """The table and seat that the request's token opens."""
    place = await _place(request)
    table = await _tables(request).open(place.battle)
    if table is None:
        raise Missing(NO_BATTLE)
    return table, place


async def _place(request: Request) -> Place:
    """The seat that the request's token opens."""
    word = request.headers.get("authorization", "")
    place = await _tables(request).place(word[7:]) if word.startswith("Bearer ") else None
    if place is None:
        raise Missing(NO_BATTLE)
    return place


async def _begun(request: Request) -> tuple[Table, Place]:
    """The same, of a battle that has begun: one that waits for armies has nothing to look back on, and would show them."""
    table, place = await _seat(request)
    if table.gathering is not None:
        raise closed(table.gathering.sentence())
    return table, place


# ---------------------------------------------------------------- rulebooks


async def about(_request: Request) -> Response:
    """What this is."""
    return _json({"name": "Banneret", "version": __version__})


async def openapi(_request: Request) -> Response:
    """The description of this interface."""
    return Response(description(), media_type="application/json")


async def list_rulebooks(_request: Request) -> Response:
    """All rulebooks."""
    books = sorted(
        [rulebooks.get(name) for name in rulebooks.names()], key=lambda book: (book.place, book.id)
    )
    return _json([{"id": book.id, "title": book.title, "summary": book.summary} for book in books])


async def show_rulebook(request: Request) -> Response:
    """A rulebook: options, scenarios, computer players."""
    book = rulebooks.get(request.path_params["rulebook"])
    scenarios = [
        m.ScenarioLine(
            s.id,
            s.title,
            s.level,
            s.kind,
            s.summary,
            list(s.sides),
            list(book.armies(s)),
            list(book.muster.takes(s)) if book.muster else [],
        )
        for s in book.scenarios().values()
    ]
    phases = [(phase, segment) for phase, segment in book.phases if phase]
    options, players = list(book.variants.values()), list(book.players)
    return _json(m.RulebookPage(book.id, book.title, book.summary, options, scenarios, players, phases))


async def list_rules(request: Request) -> Response:
    """The catalogue of a rulebook."""
    book = rulebooks.get(request.path_params["rulebook"])
    return _json(
        [{"id": r.id, "title": r.title, "tier": r.tier, "text": r.text} for r in book.rules.values()]
    )


async def show_rule(request: Request) -> Response:
    """One rule, whole."""
    book = rulebooks.get(request.path_params["rulebook"])
    rule = book.rules.get(request.path_params["rule"])
    if rule is None:
        raise Missing(f"{book.id} has no rule {request.path_params['rule']!r}.")
    return _json(rule)


async def preview(request: Request) -> Response:
    """What everybody sees of a scenario before it begins."""
    book = rulebooks.get(request.path_params["rulebook"])
    scenario = book.scenario(request.path_params["scenario"])
    state = book.new(scenario, book.options())
    scene = msgspec.structs.replace(
        book.scene(state, SPECTATOR_SIDE), scenario=scenario.id, title=scenario.title, seat=SPECTATOR
    )
    return _json(scene)


# ---------------------------------------------------------------- armies


async def muster_tables(request: Request) -> Response:
    """What armies of a rulebook may be built of."""
    return _json(muster_of(rulebooks.get(request.path_params["rulebook"])).tables)


async def muster_army(request: Request) -> Response:
    """An army priced, checked, and as a file."""
    if not _may_muster(request):
        return _problem(429, "Too many armies from your address.", hint="wait a little")
    book = rulebooks.get(request.path_params["rulebook"])
    army = _army(book, _decoded(await _body(request), m.Mustering))
    fields = await asyncio.to_thread(fields_of, book, army)
    return _json(m.Mustered(army, appraise(book, army), write_army(army), fields))


async def roster(request: Request) -> Response:
    """An army on paper."""
    if not _may_muster(request, 10.0):
        return _problem(429, "Too many rosters from your address.", hint="wait a little")
    book = rulebooks.get(request.path_params["rulebook"])
    found = appraise(book, _army(book, _decoded(await _body(request), m.Mustering)))
    from banneret.paper.pdf import as_pdf
    from banneret.paper.roster import laid_out

    data = await asyncio.to_thread(as_pdf, laid_out(found))
    return Response(data, media_type="application/pdf", headers={"cache-control": "no-store"})


def _may_muster(request: Request, cost: float = 1.0) -> bool:
    """Whether the address may have another army looked at, or drawn on paper, which takes ten times as long."""
    musters: Rates = request.app.state.musters
    return musters.allow(_address(request), cost)


def _army(book: Rulebook[Any], wanted: m.Mustering) -> ArmyList:
    """The army that a message is about; raises `BadInput`."""
    if wanted.army is not None:
        return check_army(wanted.army)
    if wanted.text:
        return army_from(book, wanted.text, "file")
    muster = muster_of(book)
    if not wanted.scenario:
        return ArmyList(book.id, budget=muster.tables.budgets[0])
    scenario = book.scenario(wanted.scenario)
    if wanted.side not in muster.takes(scenario):
        raise BadInput(f"{scenario.id} has no army on {wanted.side!r}", where="side")
    return muster.drawn(scenario, wanted.side)


# ---------------------------------------------------------------- battles


async def begin(request: Request) -> Response:
    """Begin a battle; answers with the tokens of its seats."""
    begins: Rates = request.app.state.begins
    if not begins.allow(_address(request)):
        return _problem(429, "Too many new battles from your address.", hint="wait a little")
    wanted: m.NewBattle = _decoded(await _body(request), m.NewBattle)
    return _json(await _tables(request).create(wanted), 201)


async def take_in(request: Request) -> Response:
    """Take up a battle from a record file."""
    begins: Rates = request.app.state.begins
    if not begins.allow(_address(request), 3.0):
        return _problem(429, "Too many imports from your address.", hint="wait a little")
    wanted: m.Import = _decoded(await _body(request, m.MAX_IMPORT + 100_000), m.Import)
    battle = await asyncio.to_thread(taken_up, wanted.text)
    tables = _tables(request)
    made = await tables.keep(battle, _people(battle))
    await _tell_of_file(tables, made.battle, battle)
    return _json(made, 201)


async def _tell_of_file(tables: Tables, number: str, battle: Battle) -> None:
    """Say at the table what is not as the file of the battle has it."""
    words = []
    if battle.damage:
        words.append(f"The file was damaged: {battle.damage}. What was good of it is played on from.")
    for side, level in not_played(battle.rulebook, battle.players).items():
        spec = battle.players[side]
        words.append(f"The file has {spec:.60} play {battle.title(side)}. Here {level} does.")
    table = await tables.open(number) if words else None
    for index, text in enumerate(words):
        if table is not None:
            said = m.Say(id=f"file{index}", text=text[:300])
            await tables.say(table, Place(table.id, "table", SPECTATOR, False), said)


def _people(battle: Battle) -> list[str]:
    """The sides that no computer plays."""
    return [side for side in battle.sides if side not in battle.players]


async def mine(request: Request) -> Response:
    """The battles that these tokens open, the latest first.

    What has changed since a list last showed it is opened. That takes its time with many long battles after a start: the rest
    is shown as it was, and made ready for the next list.
    """
    wanted: m.Mine = _decoded(await _body(request), m.Mine)
    tables = _tables(request)
    found: list[tuple[float, dict[str, msgspec.Raw]]] = []
    made: list[tuple[str, str, float, str]] = []
    until = time.monotonic() + LONGEST_LIST
    digests = {digest(token): token for token in wanted.tokens}
    places = await tables.storage.run(tables.storage.find_seats(list(digests)))
    for key, place in places.items():
        text, trouble = place.summary, ""
        try:
            if text and not place.fresh and time.monotonic() > until and place.battle not in tables.live:
                tables.refresh(place)
            elif not place.fresh:
                async with tables.holding(await tables.at(place.battle)) as table:
                    text = table.summary(place)
                made.append((place.battle, place.name, place.updated, text))
        except Gone:
            continue
        except Unreadable as error:  # the others are listed all the same
            trouble = str(error)
        if text:
            found.append((place.updated, _listed(text, digests[key], place, trouble)))
    if made:
        with contextlib.suppress(StorageError):
            await tables.storage.run(tables.storage.summarize(made))
    found.sort(key=lambda one: -one[0])
    return _json([one for _, one in found])


def _listed(text: str, token: str, place: Place, trouble: str) -> dict[str, msgspec.Raw]:
    """What was made ready of a battle for a list, with what belongs to this one."""
    found = msgspec.json.decode(text, type=dict[str, msgspec.Raw])
    more = {"token": token, "updated": place.updated, **({"trouble": trouble} if trouble else {})}
    return {**found, **{name: msgspec.Raw(msgspec.json.encode(value)) for name, value in more.items()}}


async def look(request: Request) -> Response:
    """The present view of a seat."""
    table, place = await _seat(request)
    async with _tables(request).holding(table) as table:
        return Response(
            table.view(place), media_type="application/json", headers={"cache-control": "no-store"}
        )


async def export(request: Request) -> Response:
    """The record, once the battle is over; the referee may have it at any time."""
    table, place = await _begun(request)
    async with _tables(request).holding(table) as table:
        battle = table.battle
        if not _is_open(table, place):
            raise IllegalOrder(_secret(table))
        text = battle.private_text if place.side == REFEREE else battle.text
    name = f"{battle.rulebook.id}-{battle.scenario.id}-{table.id}.banneret"
    return _file(text, "text/plain; charset=utf-8", name)


def _file(content: str | bytes, kind: str, name: str) -> Response:
    """An answer that a browser saves under a name; nobody keeps it on the way."""
    headers = {"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"}
    return Response(content, media_type=kind, headers=headers)


def _is_open(table: Table, place: Place) -> bool:
    """Whether a seat may know everything: the referee may; others once it is over, but never in a branch of a running battle."""
    return place.side == REFEREE or (table.battle.is_over and not table.private)


def _secret(table: Table) -> Refusal:
    if table.private:
        reason = "This is a branch to try things out; the battle it came from still hides what its record would tell."
    else:
        reason = (
            "The record tells everything: it is open to players once the battle is over, and to the referee."
        )
    return Refusal(reason, "table:record")


async def look_back(request: Request) -> Response:
    """What the seat saw after an entry of the record; everything once the battle is over and `all` is asked for."""
    table, place = await _begun(request)
    looks: Rates = request.app.state.looks
    if not looks.allow(f"{table.id} {place.name}"):
        return _problem(429, "Too many looks back from this seat.", hint="wait a little")
    word = request.path_params["number"]
    number = int(word) if word.isascii() and word.isdigit() and len(word) < 10 else -1
    count = table.battle.record.count
    if not 0 <= number <= count:
        raise Missing(f"The record has {count} entries.")
    seat = REFEREE if _is_open(table, place) and request.query_params.get("all") else place.side
    async with _tables(request).looking_back(table, number) as then:
        scene = msgspec.structs.replace(then.scene(seat), questions=())
        return _json({"number": number, "of": count, "scene": scene})


async def _judged(request: Request) -> Table:
    """The table of the referee whose link this is."""
    table, place = await _begun(request)
    if place.side != REFEREE:
        raise Missing("This is for the referee's link.")
    return table


async def panel(request: Request) -> Response:
    """What the referee may do now."""
    async with _tables(request).holding(await _judged(request)) as table:
        battle = table.battle
        first = max(1, battle.record.count - PANEL_ENTRIES + 1)
        entries = [
            m.Line(number, str(battle.record.entry(number)))
            for number in range(first, battle.record.count + 1)
        ]
        pause = table.pause
        found = m.Panel(
            table.version,
            battle.changes(),
            entries,
            pause.sentence if pause else "",
            pause.error if pause else "",
        )
    return _json(found)


async def trouble(request: Request) -> Response:
    """The report of an error of ours that paused the battle, for the referee: it holds everything hidden."""
    async with _tables(request).holding(await _judged(request)) as table:
        if table.pause is None or not table.pause.error:
            raise Missing("Nothing has gone wrong in this battle.")
        return _file(report(table.battle, table.pause), "application/json", f"report-{table.id}.json")


async def fork(request: Request) -> Response:
    """A new battle from after an entry of this one.

    While the battle runs, only who plays it alone (against the computer, or both sides on one screen) may branch from it, and
    then for himself: the branch has links for his own sides only, and its record is never shown.
    """
    begins: Rates = request.app.state.begins
    if not begins.allow(_address(request)):
        return _problem(429, "Too many new battles from your address.", hint="wait a little")
    table, place = await _begun(request)
    wanted: m.Fork = _decoded(await _body(request), m.Fork)
    tables = _tables(request)
    private, mine = wanted.private, _people(table.battle)
    if not _is_open(table, place):
        seats = await tables.storage.run(tables.storage.seats_of(table.id))
        players = [one for one in seats if one.side in table.battle.sides]
        if not place.mine or place not in players or not all(one.mine for one in players):
            raise IllegalOrder(_secret(table))
        private, mine = True, [one.side for one in players]
    async with tables.holding(table) as table:
        branch = await asyncio.to_thread(table.battle.fork, wanted.at)
    return _json(await tables.keep(branch, mine, private), 201)


async def again(request: Request) -> Response:
    """The same battle once more, with the same armies, when it is over."""
    begins: Rates = request.app.state.begins
    if not begins.allow(_address(request)):
        return _problem(429, "Too many new battles from your address.", hint="wait a little")
    table, place = await _begun(request)
    return _json(await _tables(request).again(table, place), 201)


async def bring(request: Request) -> Response:
    """The army of a side whose army was left open; answers with the view that the seat then has."""
    if not _may_muster(request):
        return _problem(429, "Too many armies from your address.", hint="wait a little")
    table, place = await _seat(request)
    wanted: m.Bring = _decoded(await _body(request), m.Bring)
    await _tables(request).bring(table, place, wanted.army)
    return await look(request)


async def delete(request: Request) -> Response:
    """Forget a battle, also one that cannot be taken up any more; for who began it and for its referee."""
    place = await _place(request)
    if place.side != REFEREE and not place.mine:
        raise Missing("Only who began a battle can delete it, or its referee.")
    await _tables(request).delete(place.battle)
    return _json({"deleted": place.battle})


async def ask(request: Request) -> Response:
    """A request as over the socket, for programs that prefer HTTP."""
    table, place = await _seat(request)
    seats: Rates = request.app.state.seats
    if not seats.allow(f"{table.id} {place.name}"):
        return _problem(429, "Too many messages from this seat.", hint="wait a little")
    wanted: m.Request = _decoded(await _body(request, m.MAX_MESSAGE), m.Request)
    if isinstance(wanted, m.Foresee) and not _may_foresee(request, table, place):
        return _problem(429, "Too many previews for this seat.", hint="wait a little")
    return _json(await handle(_tables(request), table, place, wanted))


def _may_foresee(request: Request | WebSocket, table: Table, place: Place) -> bool:
    """Whether the seat may be shown one more order in the making: a hand that drags asks with every picture it sees."""
    glances: Rates = request.app.state.glances
    return glances.allow(f"{table.id} {place.name}")


# ---------------------------------------------------------------- requests at a table


async def handle(tables: Tables, table: Table, place: Place, wanted: m.Request) -> m.Answer:
    """Carry out a request of a seat. Where the store fails, it is refused."""
    try:
        return await _carry_out(tables, table, place, wanted)
    except StorageError as error:
        return m.Refused(getattr(wanted, "id", ""), f"It could not be stored ({error}); nothing has changed.")
    except (Gone, Unreadable) as error:
        return m.Refused(getattr(wanted, "id", ""), str(error))


async def _carry_out(tables: Tables, table: Table, place: Place, wanted: m.Request) -> m.Answer:
    if isinstance(wanted, m.Ping):
        return m.Pong()
    if isinstance(wanted, m.Say):
        return await tables.say(table, place, wanted)
    if place.side == SPECTATOR:
        return m.Refused(wanted.id, "Spectators only look.")
    if table.gathering is not None:
        return m.Refused(wanted.id, table.gathering.sentence())
    if isinstance(wanted, m.Foresee):
        return await tables.foresee(table, place, wanted)
    return await tables.change(table, place, wanted)


class Line:
    """A client at a table: messages wait in a short queue; who does not take them is hung up on."""

    def __init__(self, place: Place, hang_up: Callable[[], object]) -> None:
        self.place = place
        self.hang_up = hang_up
        self.waiting: deque[bytes] = deque()
        self.wake = asyncio.Event()
        self.lost = False

    def send(self, data: bytes) -> None:
        """Hand on a message; must not wait. Of several views only the latest is kept."""
        if self.lost:
            return
        if data.startswith(b'{"type":"view"'):
            kept = [one for one in self.waiting if not one.startswith(b'{"type":"view"')]
            self.waiting = deque(kept)
        self.waiting.append(data)
        if len(self.waiting) > QUEUE:
            self.lost = True
            self.hang_up()
        self.wake.set()


async def sit(socket: WebSocket) -> None:
    """A client sits down at a table, gets views, and sends requests."""
    await socket.accept()
    sits: Rates = socket.app.state.sits
    if not sits.allow(_address(socket)):
        await _close(socket, "Too many lines from your address: wait a little.")
        return
    try:
        first: m.Sit = _decoded(await _receive(socket), m.Sit)
        tables = _tables(socket)
        place = await tables.place(first.token)
        table = await tables.open(place.battle) if place else None
        if place is None or table is None:
            await _close(socket, NO_BATTLE)
            return
        await _serve(socket, tables, table, place)
    except msgspec.MsgspecError as error:
        await _close(socket, f"The message cannot be read: {error}")
    except IllegalOrder as error:
        await _close(socket, error.refusal.reason)
    except Gone:
        await _close(socket, NO_BATTLE)
    except Unreadable as error:
        await _close(socket, str(error))
    except StorageError:
        await _close(socket, LOST)
    except (WebSocketDisconnect, RuntimeError):
        with contextlib.suppress(Exception):
            await socket.close()
    except Exception:
        log.exception("an error of ours at a line")
        await _close(socket, OURS)


async def _serve(socket: WebSocket, tables: Tables, table: Table, place: Place) -> None:
    line = Line(place, _cutting(socket))
    table = await tables.sit(table, line)
    sender = asyncio.create_task(_send_all(socket, line))
    rates: Rates = socket.app.state.seats
    try:
        while True:
            wanted: m.Request = _decoded(await _receive(socket), m.Request)
            if isinstance(wanted, m.Foresee):
                if _may_foresee(socket, table, place):
                    line.send(msgspec.json.encode(await handle(tables, table, place, wanted)))
                else:
                    line.send(msgspec.json.encode(m.Foreseen(wanted.id, table.version, None)))
                    await asyncio.sleep(0.1)
                continue
            if not rates.allow(f"{table.id} {place.name}"):
                number = getattr(wanted, "id", "")
                line.send(msgspec.json.encode(m.Refused(number, "Too many messages: wait a little.")))
                await asyncio.sleep(1.0)
                continue
            answer = await handle(tables, table, place, wanted)
            if isinstance(answer, m.Behind):
                line.send(msgspec.json.encode(answer))
                async with tables.holding(table) as now:
                    line.send(now.view(place))
            else:
                line.send(msgspec.json.encode(answer))
    finally:
        sender.cancel()
        await tables.leave(table, line)


async def _send_all(socket: WebSocket, line: Line) -> None:
    while True:
        await line.wake.wait()
        line.wake.clear()
        while line.waiting:
            data = line.waiting.popleft()
            try:
                async with asyncio.timeout(SLOWEST):
                    await socket.send_text(data.decode())
            except TimeoutError:
                line.hang_up()
                return
            if data.startswith(b'{"type":"goodbye"'):
                await _end(socket)
                return


def _cutting(socket: WebSocket) -> Callable[[], object]:
    """What cuts the line of a socket at once, whatever it has not taken yet."""
    cut: Callable[[], object] = getattr(socket.state, "hang_up", lambda: None)
    return cut


async def _end(socket: WebSocket) -> None:
    """Close a line; who does not take even that is cut off."""
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


async def _close(socket: WebSocket, reason: str) -> None:
    with contextlib.suppress(Exception):
        async with asyncio.timeout(SLOWEST):
            await socket.send_text(msgspec.json.encode(m.Goodbye(reason)).decode())
        await _end(socket)
