"""A server in a process of its own, to be killed; and clients that stream orders to it over websockets."""

from __future__ import annotations

import asyncio
import contextlib
import json
import math
import os
import random
import re
import signal
import subprocess
import sys
import time
import urllib.request
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import websockets
from service.fields import chosen
from websockets.asyncio.client import ClientConnection, connect

PATIENCE = 60.0  # seconds for an answer: beside much other work one that takes a tenth of a second takes ten


@dataclass
class Server:
    """`banneret table` on a database file, started and ended as often as one likes."""

    folder: Path
    port: int = 0  # any, and that one ever after
    process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def database(self) -> str:
        return f"sqlite:///{self.folder / 'battles.sqlite3'}"

    def start(self) -> float:
        """Start it; returns after how many seconds it answered."""
        began = time.monotonic()
        command = [sys.executable, "-m", "banneret", "table", "--no-browser"]
        command += ["--port", str(self.port), "--database", self.database]
        path = self.folder / "log"
        said = path.stat().st_size if path.exists() else 0
        with path.open("ab") as log:
            self.process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        while time.monotonic() - began < 60:
            log_text = path.read_bytes()[said:].decode(errors="replace")
            if self.process.poll() is not None:
                raise AssertionError(log_text)
            if found := re.search(r"at http://127\.0\.0\.1:(\d+)/", log_text):
                assert self.port in (0, int(found[1])), "somebody else took the port"
                self.port = int(found[1])
                return time.monotonic() - began
            time.sleep(0.02)
        raise AssertionError("the server does not answer")

    def end(self, how: signal.Signals) -> None:
        """End it by a signal. It has long ended when a client that does not answer its pings would be cut, after 40 seconds."""
        assert self.process is not None
        self.process.send_signal(how)
        self.process.wait(30)

    def post(self, path: str, body: object, token: str = "") -> Any:
        headers = {"content-type": "application/json"} | (
            {"authorization": f"Bearer {token}"} if token else {}
        )
        return json.loads(self._call(path, headers, json.dumps(body).encode()))

    def record(self, token: str) -> str:
        return self._call("/api/battle/record", {"authorization": f"Bearer {token}"}).decode()

    def _call(self, path: str, headers: dict[str, str], body: bytes | None = None) -> bytes:
        """A call by HTTP. A server that does not answer may stand still, or the machine has no time for it: the failure tells which."""
        request = urllib.request.Request(f"{self.address}{path}", body, headers)
        before = self.cpu()
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                text: bytes = answer.read()
                return text
        except OSError as error:
            if not isinstance(getattr(error, "reason", error), TimeoutError):
                raise
            used = self.cpu() - before
            said = (self.folder / "log").read_text(errors="replace")[-2000:]
            raise AssertionError(
                f"no answer from {path} in {PATIENCE:.0f} s, of which the server had {used:.2f} s of a processor\n{said}"
            ) from None

    def cpu(self) -> float:
        """The seconds of processor time that it has used."""
        assert self.process is not None
        words = Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


@dataclass
class Streamed:
    """A battle that is streamed to: its links, and the orders that were acknowledged, in order."""

    tokens: dict[str, str]
    receipts: list[tuple[str, str]] = field(default_factory=list)
    unknown: list[tuple[str, str]] = field(default_factory=list)  # sent, and the answer never came
    over: bool = False
    torn: int = 0
    goodbyes: list[str] = field(default_factory=list)


def begin(server: Server, number: int = 0) -> Streamed:
    """A battle that people play, with a referee to fetch its record; of each rulebook in turn."""
    made = server.post("/api/battles", {**chosen(number), "referee": True})
    return Streamed(made["tokens"])


async def stream(server: Server, battle: Streamed, chance: random.Random, until: asyncio.Event) -> None:
    """Give orders for whichever side must decide, one after another, until the line is cut or the battle over."""
    lines: dict[str, ClientConnection] = {}
    views: dict[str, dict[str, Any]] = {}
    sides = [name for name in battle.tokens if name not in ("referee", "spectator")]
    try:
        for side in sides:
            lines[side] = await connect(
                f"ws://127.0.0.1:{server.port}/api/table", max_size=2**22, open_timeout=PATIENCE
            )
            await lines[side].send(json.dumps({"type": "sit", "token": battle.tokens[side]}))
            views[side] = json.loads(await lines[side].recv())
            if views[side]["type"] == "goodbye":
                battle.goodbyes.append(views[side]["reason"])
                return
        scene = views[sides[0]]["scene"]
        while not until.is_set() and not battle.over:
            if "ending" in scene:
                battle.over = True
                return
            await _catch_up(scene, lines, views)
            side = scene["waiting"][0]
            await _one_order(battle, side, lines, views, chance)
            scene = views[side]["scene"]
    except (OSError, websockets.ConnectionClosed, websockets.InvalidHandshake):
        battle.torn += 1
    finally:
        for line in lines.values():
            with contextlib.suppress(Exception):
                await line.close()


async def _one_order(
    battle: Streamed,
    side: str,
    lines: dict[str, ClientConnection],
    views: dict[str, dict[str, Any]],
    chance: random.Random,
) -> None:
    line, view = lines[side], views[side]
    question = view["scene"]["questions"][0]
    options = [option["order"] for option in question.get("options", [])]
    order = chance.choice(options) if options and chance.random() < 0.5 else question["default"]
    number = f"{chance.getrandbits(64):x}"
    battle.unknown.append((side, order))
    request = json.dumps({"type": "order", "id": number, "at": view["at"], "order": order})
    await line.send(request)
    while True:
        answer = json.loads(await line.recv())
        if answer["type"] == "view":
            views[side] = answer
        elif answer["type"] == "goodbye":
            battle.goodbyes.append(answer["reason"])
        elif answer["type"] == "refused" and answer["code"] == "rate":  # the same again, later
            await asyncio.sleep(1.0)
            await line.send(request)
        elif answer.get("id") == number:
            battle.unknown.pop()
            if answer["type"] == "done":
                battle.receipts.append((side, order))
            if answer["type"] != "behind":  # the present view follows
                return
            number = ""
        if answer["type"] == "view" and not number:
            return


async def _catch_up(
    scene: dict[str, Any], lines: dict[str, ClientConnection], views: dict[str, dict[str, Any]]
) -> None:
    """Wait until everybody who must decide in this scene, the latest, has their question."""
    for side in scene.get("waiting", []):
        while not views[side]["scene"].get("questions"):
            message = json.loads(await lines[side].recv())
            if message["type"] == "view":
                views[side] = message


_LINE = re.compile(r"\d+ ([\w.'-]+)(?: sealed \S+ \S+)? > (.+) #[0-9a-f]{12}")


def orders_in(record: str) -> list[tuple[str, str]]:
    """The orders of a record: side and text."""
    found = (_LINE.fullmatch(line) for line in record.split("\n"))
    return [(match[1], match[2]) for match in found if match]


def lost(battle: Streamed, record: str) -> list[tuple[str, str]]:
    """What was acknowledged and does not stand in the record in its place; sent orders without an answer may stand there or not."""
    orders = iter(orders_in(record))
    return [receipt for receipt in battle.receipts if not any(order == receipt for order in orders)]


@dataclass
class Killed:
    """What came of many kills."""

    kills: int = 0
    orders: int = 0
    lost: list[tuple[str, str]] = field(default_factory=list)
    battles: int = 0
    restarts: list[float] = field(default_factory=list)


def kill_again_and_again(
    server: Server, kills: int, battles: int, longest: float, seed: int = 1, until: float = math.inf
) -> Killed:
    """Stream orders to battles, kill the server at a random moment, start it again, compare receipts with records.

    So many times, or until the clock (`time.monotonic`) says so.
    """
    chance = random.Random(seed)
    found = Killed()
    server.start()
    live = [begin(server, number) for number in range(battles)]
    while found.kills < kills and (not found.kills or time.monotonic() < until):
        asyncio.run(_stream_until_killed(server, live, chance, longest))
        found.kills += 1
        found.restarts.append(server.start())
        for battle in live:
            found.lost += lost(battle, server.record(battle.tokens["referee"]))
        for index, battle in enumerate(live):
            if battle.over:
                found.orders += len(battle.receipts)
                found.battles += 1
                live[index] = begin(server, index)
    found.orders += sum(len(battle.receipts) for battle in live)
    found.battles += len(live)
    server.end(signal.SIGTERM)
    return found


async def _stream_until_killed(
    server: Server, live: list[Streamed], chance: random.Random, longest: float
) -> None:
    until = asyncio.Event()
    tasks = [
        asyncio.create_task(stream(server, battle, random.Random(chance.random()), until)) for battle in live
    ]
    await _first_receipt(live, tasks)
    await asyncio.sleep(chance.random() * longest)
    assert server.process is not None
    server.process.kill()
    server.process.wait()
    until.set()
    await asyncio.gather(*tasks)


async def _first_receipt(live: list[Streamed], tasks: list[asyncio.Task[None]]) -> None:
    """Wait until an order has been acknowledged, however busy the machine is, or nobody gives any."""
    given = sum(len(battle.receipts) for battle in live)
    while sum(len(battle.receipts) for battle in live) == given and not all(task.done() for task in tasks):
        await asyncio.sleep(0.01)


@dataclass
class Stopped:
    """The result of many stops by SIGTERM."""

    stops: int = 0
    orders: int = 0
    lost: list[tuple[str, str]] = field(default_factory=list)
    silent: int = 0  # spectators who heard no goodbye
    seconds: list[float] = field(default_factory=list)  # from the signal to the end of the process


def stop_again_and_again(
    server: Server, stops: int, battles: int, longest: float, seed: int = 1, until: float = math.inf
) -> Stopped:
    """Stream orders to battles, ask the server to stop at a random moment, start it again, compare receipts with records.

    So many times, or until the clock (`time.monotonic`) says so.
    """
    chance = random.Random(seed)
    found = Stopped()
    server.start()
    live = [begin(server, number) for number in range(battles)]
    while found.stops < stops and (not found.stops or time.monotonic() < until):
        last = asyncio.run(_stream_until_stopped(server, live, chance, longest, found))
        found.stops += 1
        found.silent += sum("Nothing is lost" not in message.get("reason", "") for message in last)
        server.start()
        for index, battle in enumerate(live):
            found.lost += lost(battle, server.record(battle.tokens["referee"]))
            if battle.over:
                found.orders += len(battle.receipts)
                live[index] = begin(server, index)
    found.orders += sum(len(battle.receipts) for battle in live)
    server.end(signal.SIGTERM)
    return found


async def _stream_until_stopped(
    server: Server, live: list[Streamed], chance: random.Random, longest: float, found: Stopped
) -> list[dict[str, Any]]:
    """The last message that a spectator of each battle received."""
    until = asyncio.Event()
    lines = []
    for battle in live:
        line = await connect(
            f"ws://127.0.0.1:{server.port}/api/table", max_size=2**22, max_queue=None, open_timeout=PATIENCE
        )
        await line.send(json.dumps({"type": "sit", "token": battle.tokens["spectator"]}))
        lines.append(line)
    tasks = [
        asyncio.create_task(stream(server, battle, random.Random(chance.random()), until)) for battle in live
    ]
    await _first_receipt(live, tasks)
    await asyncio.sleep(chance.random() * longest)
    began = time.monotonic()
    await asyncio.to_thread(server.end, signal.SIGTERM)
    found.seconds.append(time.monotonic() - began)
    until.set()
    await asyncio.gather(*tasks)
    return [await _last(line) for line in lines]


async def _last(line: ClientConnection) -> dict[str, Any]:
    """The last message of a line that has ended, however it ended."""
    heard: dict[str, Any] = {}
    with contextlib.suppress(websockets.ConnectionClosed):
        while True:
            heard = json.loads(await line.recv())
    return heard
