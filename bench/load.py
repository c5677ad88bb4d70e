"""The service under load: many battles at one order a second each, a client beside the server on the same machine.

    python -m bench load --seconds 60
    python -m bench.load --battles 50 200 800 --thinkers 2 --seconds 60
    python -m bench.load --battles 20 --rate 4 --deflate --no-echo
    python -m bench.load --battles 50 200 --rate 1000 --scenario stacks/first_blood        (each orders as soon as it is answered)
    python -m bench.load --battles 20 --scenario warcards/host_40        (40 units a side; battlesystem/host_40: regiments)

What is timed is the way from an order sent by one seat to the news of it at the other seat, every order stored durably before
anybody hears of it; what the other seat cannot see of it is no news, and not timed. The yardstick is a bare echo server on the same server library, fed in the same rhythm with messages of the
same size, so that what our own code adds is seen. On a virtual machine the host keeps processor time to itself now and then; such
runs tell of the host, so that time is told too.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import gc
import json
import os
import random
import subprocess
import sys
import tempfile
import time
import urllib.request
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
import websockets

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from service.sight import Sight

import banneret
from banneret import rulebooks
from banneret.kernel.scenario import Scenario
from bench import playouts, regiments
from bench.clock import stolen

HOSTS = {"warcards": playouts.host, "battlesystem": regiments.host}
LARGEST = "stacks/duel_of_archmages"  # two sides on a map
ECHO = """
import sys, uvicorn
async def app(scope, receive, send):
    if scope["type"] != "websocket":
        return
    await receive()
    await send({"type": "websocket.accept"})
    body = "x" * 3000
    while True:
        message = await receive()
        if message["type"] != "websocket.receive":
            return
        await send({"type": "websocket.send", "text": message["text"] + body})
uvicorn.run(app, host="127.0.0.1", port=int(sys.argv[1]), log_level="error", ws="websockets-sansio", lifespan="off")
"""


class Option(msgspec.Struct):
    """A possible answer."""

    order: str


class Question(msgspec.Struct):
    """What is asked."""

    default: str
    options: list[Option]


class Scene(msgspec.Struct):
    """Of a scene, what the clients need: the measured machine is theirs too, so they read no more."""

    waiting: list[str] = []
    questions: list[Question] = []
    ending: Any = None


def scenario_of(words: str) -> Scenario:
    """The scenario "rulebook/scenario"; "rulebook/host_40" is one with 40 units a side."""
    book, name = words.split("/")
    if name.startswith("host_"):
        return HOSTS[book](int(name.removeprefix("host_")))
    return rulebooks.get(book).scenario(name)


class Message(msgspec.Struct):
    """Of a message, what the clients need."""

    type: str
    at: int = 0
    scene: Scene | None = None
    done: Message | None = None


def read(data: bytes, sight: Sight) -> Message:
    """A message; of an update the scene that it makes, by what its line was shown before, as far as clients need it."""
    found = msgspec.json.decode(data)
    if found["type"] not in ("view", "update"):
        return msgspec.convert(found, Message)
    told = found.get("scene", {}).items()
    found["scene"] = {name: value for name, value in told if name.rstrip("~") in Scene.__struct_fields__}
    found.pop("view", None)
    scene = msgspec.convert(sight.see(found)["scene"], Scene)
    done = found.get("done")
    return Message(found["type"], found["at"], scene, done and msgspec.convert(done, Message))


@dataclass
class Run:
    """What one run found: seconds from order to news, orders answered and refused, the server's memory in MB."""

    battles: int
    scenario: str = LARGEST  # "rulebook/scenario", of two sides
    updates: bool = True  # clients take what is different, as the browser does
    deflate: bool = False  # messages are compressed, as where a network lies between
    news: list[float] = field(default_factory=list)
    views: int = 0
    bytes: int = 0  # of the views
    wire: int = 0  # bytes that came over the lines of the seats
    done: int = 0
    other: int = 0
    lost: int = 0
    seconds: float = 0.0
    megabytes: float = 0.0
    cpu: float = 0.0  # seconds of the server's processor time
    own: float = 0.0  # and of the clients'
    stolen: float = 0.0  # seconds of processor time that the host kept from all of us
    end: float = float("inf")
    ready: int = 0
    begun: asyncio.Event = field(default_factory=asyncio.Event)  # all sit at their tables
    since: float = 0.0  # what happens before is setting up, and is not counted

    @property
    def sides(self) -> list[str]:
        """The sides of the scenario, by id."""
        return list(scenario_of(self.scenario).sides)

    def body(self, *by: str) -> dict[str, Any]:
        """The request that begins a battle; `by`: for each side who leads it."""
        book, scenario = self.scenario.split("/")
        sides = {side: {"by": one} for side, one in zip(self.sides, by, strict=True)}
        return {"rulebook": book, "scenario": scenario, "sides": sides, "referee": True}

    def at(self, share: float) -> float:
        """So many milliseconds or less took this share of the orders."""
        found = sorted(self.news)
        return 1e3 * found[min(len(found) - 1, int(len(found) * share))] if found else 0.0


class Server:
    """A table in a process of its own, with an empty store, that takes more from one address than it would for strangers."""

    def __init__(self, folder: Path, echo: bool = False, deflate: bool = False) -> None:
        self.port = _free_port()
        if echo:
            words = ["-c", ECHO, str(self.port)]
        else:
            words = ["-m", "bench.loadserver", str(self.port), f"sqlite:///{folder / 'load.sqlite3'}"]
            words += ["--deflate"] if deflate else []
        self.process = subprocess.Popen([sys.executable, *words])
        for _ in range(200):
            if _listens(self.port):
                return
            time.sleep(0.1)
        raise RuntimeError("the server does not answer")

    def post(self, path: str, body: Any, token: str = "") -> Any:
        """A call by HTTP."""
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}/api/{path}",
            json.dumps(body).encode(),
            {"content-type": "application/json", "authorization": f"Bearer {token}"},
        )
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.loads(answer.read())

    def record(self, token: str) -> str:
        """The record of a battle, by its referee's link."""
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}/api/battle/record", headers={"authorization": f"Bearer {token}"}
        )
        with urllib.request.urlopen(request, timeout=60) as answer:
            return str(answer.read().decode())

    def megabytes(self) -> float:
        """Its memory now (its worker processes not counted), in MB."""
        for line in Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) / 1e3
        return 0.0

    def cpu(self) -> float:
        """The seconds of processor time that it has used (its worker processes not counted)."""
        words = Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")

    def stop(self) -> None:
        """End it."""
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


def _free_port() -> int:
    import socket

    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _listens(port: int) -> bool:
    import socket

    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


# ---------------------------------------------------------------- the clients


class Line(websockets.ClientConnection):
    """A line to the table that counts what comes over it."""

    wire = 0

    def data_received(self, data: bytes) -> None:
        """Bytes have come."""
        self.wire += len(data)
        super().data_received(data)


class Chair:
    """One seat's line: the latest view and when it came, and the answers to its requests."""

    def __init__(self, line: Line, run: Run) -> None:
        self.line = line
        self.run = run
        self.sight = Sight()
        self.view = Message("view", scene=Scene())
        self.came = 0.0
        self.counted = 0  # of the bytes of the line
        self.answers: asyncio.Queue[Message] = asyncio.Queue()
        self.asked = asyncio.Event()  # it has a question, or the battle is over

    async def listen(self) -> None:
        """Read until the line ends."""
        with contextlib.suppress(websockets.WebSocketException):
            while True:
                data = await self.line.recv(decode=False)
                came = time.perf_counter()
                self._count()
                message = read(data, self.sight)
                if message.type in ("view", "update"):
                    self._see(message, came, len(data))
                    message = message.done
                if message is not None:
                    await self.answers.put(message)
        await self.answers.put(Message("cut"))

    def _count(self) -> None:
        """Count what has come over the line since the last message, once it is measured."""
        if self.run.since and time.monotonic() > self.run.since:
            self.run.wire += self.line.wire - self.counted
        self.counted = self.line.wire

    def _see(self, view: Message, came: float, size: int) -> None:
        """A view has come, whole or as what is different."""
        scene = view.scene or Scene()
        self.view, self.came = view, came
        if self.run.since and time.monotonic() > self.run.since:
            self.run.views += 1
            self.run.bytes += size
        if scene.questions or scene.ending:
            self.asked.set()
        else:
            self.asked.clear()

    async def order(self, order: str, number: str) -> Message:
        """Give an order; returns the answer."""
        request = {"type": "order", "id": number, "at": self.view.at, "order": order}
        self.asked.clear()  # until its next view
        await self.line.send(json.dumps(request))
        answer = await self.answers.get()
        if answer.type == "cut":
            raise ConnectionError("the line was cut")
        if answer.type == "refused":
            self.asked.set()
        return answer


def begin(server: Server, run: Run) -> dict[str, str]:
    """Begin a battle between two people; returns the tokens.

    One of a scenario of ours comes to the server as a record, without a referee: nobody looks then whether orders are lost.
    """
    book, name = run.scenario.split("/")
    if name.startswith("host_"):
        text = banneret.start(book, scenario_of(run.scenario)).private_text
        made = server.post("import", {"text": text})
    else:
        made = server.post("battles", run.body("me", "link"))
    tokens: dict[str, str] = made["tokens"]
    return tokens


class Pair:
    """Both seats of a battle: whoever is asked orders once a second; begins a new battle when one is over, or has had `most` orders."""

    def __init__(
        self, server: Server, run: Run, rate: float, spectators: int = 0, most: float = float("inf")
    ) -> None:
        self.server, self.run, self.rate, self.spectators, self.most = server, run, rate, spectators, most
        self.chance = random.Random(id(self))
        self.acknowledged = 0

    async def play(self) -> None:
        """Battle after battle until the time is over."""
        while time.monotonic() < self.run.end:
            with contextlib.suppress(
                ConnectionError, websockets.ConnectionClosed
            ):  # by a machine that is too busy
                await self.fight()

    async def fight(self) -> None:
        tokens = await asyncio.to_thread(begin, self.server, self.run)
        self.acknowledged = 0
        async with contextlib.AsyncExitStack() as stack:
            chairs = {side: Chair(await self._sit(stack, tokens[side]), self.run) for side in self.run.sides}
            lookers = [await self._sit(stack, tokens["spectator"]) for _ in range(self.spectators)]
            reading = [asyncio.create_task(chair.listen()) for chair in chairs.values()]
            reading += [asyncio.create_task(_drain(looker)) for looker in lookers]
            while not any(chair.asked.is_set() for chair in chairs.values()):
                await asyncio.sleep(0.01)
            self.run.ready += 1
            await self.run.begun.wait()
            await asyncio.sleep(self.chance.random() / self.rate)
            while time.monotonic() < self.run.end and self.acknowledged < self.most:
                asked = next((chair for chair in chairs.values() if chair.asked.is_set()), None)
                if asked is not None and asked.view.scene is not None and asked.view.scene.ending:
                    break
                due = time.monotonic() + 1 / self.rate
                begun = time.perf_counter()
                done = asked is not None and await self._order(asked)
                await asyncio.sleep(max(0.0, due - time.monotonic()))
                if done:
                    self._count(next(chair for chair in chairs.values() if chair is not asked), begun)
            for task in reading:
                task.cancel()
        if "referee" in tokens:
            text = await asyncio.to_thread(self.server.record, tokens["referee"])
            self.run.lost += self.acknowledged - text.count(" > ")

    async def _sit(self, stack: contextlib.AsyncExitStack, token: str) -> Line:
        address = f"ws://127.0.0.1:{self.server.port}/api/table"
        compression = "deflate" if self.run.deflate else None
        line = await stack.enter_async_context(
            websockets.connect(
                address, compression=compression, max_size=None, open_timeout=60, create_connection=Line
            )
        )
        assert isinstance(line, Line)
        await line.send(json.dumps({"type": "sit", "token": token, "updates": self.run.updates}))
        return line

    async def _order(self, chair: Chair) -> bool:
        """Give one of the orders that are offered; True if it was done."""
        assert chair.view.scene is not None
        assert chair.view.scene.questions
        question = chair.view.scene.questions[0]
        options = [option.order for option in question.options] or [question.default]
        order = self.chance.choice([question.default, *options])
        answer = await chair.order(order, f"{self.chance.getrandbits(60):x}")
        if answer.type != "done":
            self.run.other += 1
            return False
        self.acknowledged += 1
        return True

    def _count(self, other: Chair, begun: float) -> None:
        """Count an order that was done, and how soon the other seat had the news; not every order changes what it sees."""
        if time.monotonic() > self.run.since:
            self.run.done += 1
            if other.came > begun:
                self.run.news.append(other.came - begun)


async def _drain(line: Any) -> None:
    with contextlib.suppress(websockets.WebSocketException):
        while True:
            await line.recv(decode=False)


async def _echo(server: Server, run: Run, end: float, rate: float) -> None:
    """The same rhythm against a bare echo server."""
    chance = random.Random(id(run))
    address = f"ws://127.0.0.1:{server.port}/"
    async with websockets.connect(address, compression=None, max_size=None, open_timeout=60) as line:
        await asyncio.sleep(chance.random() / rate)
        while time.monotonic() < end:
            begun = time.perf_counter()
            await line.send("x" * 90)
            await line.recv()
            if time.monotonic() > run.since:
                run.news.append(time.perf_counter() - begun)
                run.done += 1
            await asyncio.sleep(max(0.0, 1 / rate - (time.perf_counter() - begun)))


def measure(
    battles: int,
    seconds: float,
    thinkers: int = 0,
    rate: float = 1.0,
    echo: bool = False,
    lookers: int = 20,
    updates: bool = True,
    deflate: bool = False,
    scenario: str = LARGEST,
) -> Run:
    """One run. `thinkers` battles of the computer against itself go on beside the others, thinking without pause."""
    run = Run(battles, scenario, updates, deflate)
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder), echo, deflate)
        try:
            asyncio.run(_all(server, run, seconds, thinkers, rate, echo, lookers))
            run.megabytes = server.megabytes()
        finally:
            server.stop()
    return run


async def _all(
    server: Server, run: Run, seconds: float, thinkers: int, rate: float, echo: bool, lookers: int
) -> None:
    run.seconds = seconds
    if echo:
        run.since, run.end = time.monotonic() + 2, time.monotonic() + 2 + seconds
        lines = [_echo(server, run, run.end, rate) for _ in range(run.battles)]
        await asyncio.gather(_count(server, run), *lines)
        return
    pairs = [Pair(server, run, rate, lookers if n == 0 else 0) for n in range(run.battles)]
    playing = [asyncio.create_task(pair.play()) for pair in pairs]
    while run.ready < run.battles and not any(task.done() for task in playing):
        await asyncio.sleep(0.1)
    gc.collect()
    gc.freeze()  # the clients' own pauses are not to be taken for the server's
    run.since = time.monotonic() + 2
    run.end = run.since + seconds
    run.begun.set()
    for _ in range(thinkers):
        await _think(server, run)
    await asyncio.gather(_count(server, run), *playing)


async def _count(server: Server, run: Run) -> None:
    """How much processor time the server uses while it is measured: the figure that a busy machine does not blur."""
    await asyncio.sleep(max(0.0, run.since - time.monotonic()))
    before, own, kept = server.cpu(), time.process_time(), stolen()
    await asyncio.sleep(max(0.0, run.end - time.monotonic()))
    run.cpu, run.own, run.stolen = server.cpu() - before, time.process_time() - own, stolen() - kept


async def _think(server: Server, run: Run) -> None:
    """The computer fights itself, one battle after the other."""
    body = run.body("computer", "computer")
    for side in body["sides"].values():
        side["level"] = "search"
    await asyncio.to_thread(server.post, "battles", body)


def rows(run: Run, name: str) -> tuple[str, ...]:
    """A run as a row: what, figure, note."""
    figure = f"{run.at(0.5):.1f} median, {run.at(0.99):.1f} p99, {run.at(1):.0f} most"
    views = max(run.views, 1)
    note = f"{run.bytes / views:.0f} bytes a view, {run.wire / views:.0f} on the line, " if run.views else ""
    note += f"{run.done / max(run.seconds, 1e-9):.0f} orders/s, {run.lost} lost, {run.other} refused, {run.megabytes:.0f} MB, "
    orders = max(run.done, 1)
    note += f"{1e3 * run.cpu / orders:.2f} ms of processor an order, of the clients {1e3 * run.own / orders:.2f}, "
    note += f"{run.stolen:.2f} s kept by the host"
    return (name, figure, note)


def run(seconds: float) -> list[tuple[str, ...]]:
    """Rows: what, figure, note."""
    return [
        rows(measure(50, seconds, echo=True), "50 lines to an echo server, ms"),
        rows(measure(50, seconds), "50 battles, order to news, ms"),
        rows(measure(50, seconds, thinkers=2), "50 battles and 2 computers thinking, ms"),
    ]


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m bench.load", description=__doc__)
    parser.add_argument("--battles", type=int, nargs="+", default=[50, 200])
    parser.add_argument("--seconds", type=float, default=30.0)
    parser.add_argument("--thinkers", type=int, default=0)
    parser.add_argument("--rate", type=float, default=1.0, help="orders a second in each battle")
    parser.add_argument("--no-echo", action="store_true")
    parser.add_argument(
        "--whole", action="store_true", help="clients take whole views, not what is different"
    )
    parser.add_argument("--deflate", action="store_true", help="compress, as where a network lies between")
    parser.add_argument("--scenario", default=LARGEST, metavar="RULEBOOK/SCENARIO", help="of two sides")
    words = parser.parse_args()
    for battles in words.battles:
        if not words.no_echo:
            found = measure(battles, min(words.seconds, 15.0), rate=words.rate, echo=True)
            print("| " + " | ".join(rows(found, f"{battles} lines to an echo server, ms")) + " |", flush=True)
        found = measure(
            battles,
            words.seconds,
            words.thinkers,
            words.rate,
            updates=not words.whole,
            deflate=words.deflate,
            scenario=words.scenario,
        )
        name = f"{battles} battles of {words.scenario}, {words.thinkers} thinking: order to news, ms"
        print("| " + " | ".join(rows(found, name)) + " |", flush=True)


if __name__ == "__main__":
    main()
