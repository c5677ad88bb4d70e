"""Lines that are cut while orders are under way, and servers that are killed: how soon all are back, and do they see what is true?

    python -m bench reconnect --seconds 60
    python -m bench.reconnect --views 10000

Two seats and a spectator of each of 8 battles, of every rulebook in turn, sit behind a line that cuts them all at a random moment after an order has been sent,
whether it arrives or not. They come back at once, each is timed to its first view, and when it is quiet their latest views are compared
with those of clients that have just sat down, on a line that nobody cuts, and with the battle loaded from its record; then a further order
is given, and they are compared once more. In one of 25 rounds the server is killed as well; its time is counted from the start of its
process.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import json
import random
import statistics
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

import websockets

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from browser.house import SlowLine
from service.fields import chosen

import banneret
from banneret.kernel.scene import encode
from bench.load import Server

if TYPE_CHECKING:
    from collections.abc import Callable

BATTLES = 8
RESTART = 25  # every so many rounds the server is killed
LATEST = 30.0  # seconds after which who is not back will not come
PATIENCE = 8.0  # seconds in which a view that is behind must have come


@dataclass
class Found:
    """The result: seconds to the first view after a cut and after a kill, views compared, and those that were not as fresh ones."""

    cuts: list[float] = field(default_factory=list)
    restarts: list[float] = field(default_factory=list)
    views: int = 0
    other: list[str] = field(default_factory=list)


class Guest:
    """A client of a seat."""

    def __init__(self, token: str) -> None:
        self.token = token
        self.line: Any = None
        self.view: dict[str, Any] = {}

    async def sit(self, port: int) -> None:
        """Sit down, and see the first view; again while there is no server."""
        until = time.monotonic() + LATEST
        while time.monotonic() < until:
            with contextlib.suppress(OSError, websockets.WebSocketException):
                address = f"ws://127.0.0.1:{port}/api/table"
                self.line = await websockets.connect(address, compression=None, max_size=None)
                await self.line.send(json.dumps({"type": "sit", "token": self.token}))
                self.view = json.loads(await self.line.recv())
                return
            await asyncio.sleep(0.02)
        raise RuntimeError("there is no coming back")

    async def order(self, chance: random.Random) -> None:
        """Send an order and wait for nothing."""
        question = self.view["scene"]["questions"][0]
        words = [question["default"], *(option["order"] for option in question.get("options", []))]
        request = {
            "type": "order",
            "id": f"{chance.getrandbits(60):x}",
            "at": self.view["at"],
            "order": chance.choice(words),
        }
        await self.line.send(json.dumps(request))

    async def catch_up(self) -> None:
        """Read what has come."""
        with contextlib.suppress(TimeoutError):
            while True:
                async with asyncio.timeout(0.005):
                    message = json.loads(await self.line.recv())
                if message["type"] == "view":
                    self.view = message

    async def leave(self) -> None:
        with contextlib.suppress(OSError, websockets.WebSocketException):
            await self.line.close()


class Battle:
    """A battle and its guests."""

    def __init__(self, server: Server, number: int) -> None:
        tokens = server.post("battles", {**chosen(number), "referee": True})["tokens"]
        self.referee = tokens.pop("referee")
        self.guests = {seat: Guest(token) for seat, token in tokens.items()}

    @property
    def over(self) -> bool:
        """True if all is decided."""
        return "ending" in self.guests["spectator"].view.get("scene", {})

    async def order(self, chance: random.Random) -> None:
        """Whoever must decide sends an order."""
        for guest in self.guests.values():
            if guest.view["scene"].get("questions"):
                await guest.order(chance)


def _told(view: dict[str, Any]) -> dict[str, Any]:
    """What a view tells, but for who is connected, which changes when the others come."""
    return {name: part for name, part in view.items() if name != "seats"}


async def _compare(battle: Battle, server: Server, found: Found) -> None:
    """Compare the views of all guests, as soon as what was under way has come."""
    for seat, guest in battle.guests.items():
        until = time.monotonic() + PATIENCE
        while True:
            record = await asyncio.to_thread(server.record, battle.referee)
            true = json.loads(encode(banneret.loads(record).scene(seat)))
            fresh = Guest(guest.token)
            await fresh.sit(server.port)
            await guest.catch_up()
            same = _told(fresh.view) == _told(guest.view) and guest.view["scene"] == true
            await fresh.leave()
            if same or time.monotonic() > until:
                break
        found.views += 1
        if not same:
            found.other.append(f"{seat} at {guest.view['at']}")


async def _back(guest: Guest, port: int, began: float, times: list[float]) -> None:
    await guest.sit(port)
    times.append(time.monotonic() - began)


async def _rounds(folder: Path, enough: Callable[[Found], bool], seed: int) -> Found:
    found, chance = Found(), random.Random(seed)
    server = Server(folder)
    line = SlowLine(server.port, 0.0)
    try:
        battles: list[Battle] = []
        number = begun = 0
        while not enough(found):
            number += 1
            battles = [battle for battle in battles if not battle.over]
            while len(battles) < BATTLES:
                battles.append(await asyncio.to_thread(Battle, server, begun))
                begun += 1
                for guest in battles[-1].guests.values():
                    await guest.sit(line.port)
            for battle in battles:
                await battle.order(chance)
            await asyncio.sleep(chance.random() * chance.choice((0.005, 0.1)))
            began, times = time.monotonic(), found.cuts
            if number % RESTART == 0:
                server.process.kill()
                server.process.wait()
                began, times = time.monotonic(), found.restarts
                server = await asyncio.to_thread(Server, folder)
                line.to = server.port
            line.cut()
            guests = [guest for battle in battles for guest in battle.guests.values()]
            await asyncio.gather(*(guest.leave() for guest in guests))
            if times is found.cuts:
                began = time.monotonic()
            await asyncio.gather(*(_back(guest, line.port, began, times) for guest in guests))
            for further in (False, True):
                for battle in battles:
                    if further and not battle.over:
                        await battle.order(chance)
                    await _compare(battle, server, found)
    finally:
        server.stop()
        line.close()
    return found


def rows(found: Found) -> list[tuple[str, ...]]:
    """The rows of the table."""
    told: list[tuple[str, ...]] = [
        ("views compared with fresh ones after lines were cut", f"{found.views:,}", ""),
        ("of those other than the fresh ones", f"{len(found.other)}", ", ".join(found.other[:5])),
    ]
    for name, times, bar in (("a cut", found.cuts, 1), ("a restart", found.restarts, 2)):
        if times:
            late = sum(one > bar for one in times)
            figure = f"{statistics.median(times):.2f} s"
            told.append(
                (f"back after {name}", figure, f"{len(times)} times, longest {max(times):.2f} s, {late} over {bar} s")
            )  # fmt: skip
    return told


def _run(enough: Callable[[Found], bool], seed: int = 1) -> list[tuple[str, ...]]:
    with tempfile.TemporaryDirectory(prefix="banneret-reconnect-") as folder:
        return rows(asyncio.run(_rounds(Path(folder), enough, seed)))


def run(seconds: float) -> list[tuple[str, ...]]:
    """Rows: what, figure, note."""
    until = time.monotonic() + seconds
    return _run(lambda _: time.monotonic() > until)


def main() -> int:
    """What the command line asks for."""
    parser = argparse.ArgumentParser(prog="python -m bench.reconnect", description=__doc__.split("\n")[0])
    parser.add_argument("--views", type=int, default=1000, help="how many views to compare")
    parser.add_argument("--seed", type=int, default=1)
    words = parser.parse_args()
    for row in _run(lambda found: found.views >= words.views, words.seed):
        print("| " + " | ".join(row) + " |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
