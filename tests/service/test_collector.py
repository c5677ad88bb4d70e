"""The collector of cycles: it is out of the way, takes cycles all the same, and is given back. And what people do leaves none."""

from __future__ import annotations

import asyncio
import gc
import json
import random
import socket
import struct
import time
import weakref
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from service.running import Running

import banneret
from banneret.service import collector
from banneret.service.collector import Collector
from banneret.service.storage.store import Storage

pytestmark = pytest.mark.long


class Knot:
    """Something that only the collector can take away."""

    def __init__(self) -> None:
        self.me = self


def test_python_gets_its_collector_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(collector, "STEP", 0.01)

    async def scenario() -> None:
        work = Collector(lambda: False)
        work.begin()
        try:
            assert not gc.isenabled()
            work.step()
            assert gc.get_freeze_count() > 0
        finally:
            work.end()
        await asyncio.sleep(3 * collector.STEP)  # no look is still to come

    asyncio.run(scenario())
    assert gc.isenabled()
    assert gc.get_freeze_count() == 0


@pytest.mark.parametrize("quiet", [True, False])
def test_old_cycles_go_when_nobody_orders(quiet: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(collector, "LITTLE", 0)

    async def scenario() -> bool:
        work = Collector(lambda: quiet)
        work.begin()
        try:
            knot = weakref.ref(Knot())
            gc.freeze()  # as after the step in which it came
            work._since = 1  # as if much had grown, but not so much that orders must wait
            work.step()
            return knot() is None
        finally:
            work.end()

    monkeypatch.setattr(collector, "MUCH", 10**9)
    assert asyncio.run(scenario()) is quiet


def old_knot_goes(collector: Collector) -> bool:
    """True if a step takes a cycle away that was looked through before."""

    async def scenario() -> bool:
        knot = Knot()
        gone = weakref.ref(knot)
        collector.begin()
        try:
            del knot
            collector._since, collector._kept = 1, 0  # something has grown
            collector.step()
            return gone() is None
        finally:
            collector.end()

    return asyncio.run(scenario())


def test_so_much_has_grown_that_orders_must_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(collector, "MUCH", 0)
    assert old_knot_goes(Collector(lambda: False))


def test_while_people_order_only_what_has_come_since_the_last_step_is_looked_through() -> None:
    assert not old_knot_goes(Collector(lambda: False))

    async def scenario() -> tuple[bool, int]:
        work = Collector(lambda: False)
        work.begin()
        try:
            knot = weakref.ref(Knot())
            keep = [[] for _ in range(100)]  # type: ignore[var-annotated]
            work.step()
            return knot() is None, work._since - len(keep)
        finally:
            work.end()

    gone, more = asyncio.run(scenario())
    assert gone
    assert more >= 0  # what has grown is counted on, for the next look at the whole


def test_of_twenty_steps_one_is_looked_through_and_after_one_with_cycles_the_next_too() -> None:
    async def scenario() -> list[bool]:
        work = Collector(lambda: False)
        work.begin()
        try:
            work.step()  # looked through, and nothing found
            found = []
            for _ in range(19 + 3):
                knot = weakref.ref(Knot())
                work.step()
                found.append(knot() is None)
            return found
        finally:
            work.end()

    assert asyncio.run(scenario()) == [False] * 19 + [True] * 3


@pytest.mark.long
def test_a_battle_leaves_no_cycles() -> None:
    """What the whole arrangement rests on."""
    battle = banneret.start("stacks", "two_banners", seed=3)
    chance = random.Random(1)
    gc.collect()
    gc.disable()
    try:
        for _ in range(40):
            side = battle.waiting_for[0]
            battle.give(side, chance.choice(battle.orders(side)))
            assert battle.why_not(side, "nothing of the kind") is not None
            for seat in (*battle.sides, "spectator"):
                battle.scene(seat)
        course = weakref.ref(battle.course)
        gc.set_debug(gc.DEBUG_SAVEALL)
        gc.collect()
        kinds = {type(found).__name__ for found in gc.garbage}
        assert not kinds & {"Battle", "Course", "State", "StepTable", "Decision", "Scene"}
        gc.set_debug(0)
        gc.garbage.clear()
        del battle
        assert course() is None
    finally:
        gc.set_debug(0)
        gc.garbage.clear()
        gc.enable()


# ---------------------------------------------------------------- a server

TIMES = 20
CLOSE = b"\x88\x80\0\0\0\0"
RESET = struct.pack("ii", 1, 0)  # closing does not linger: the line is cut


@pytest.fixture
def running(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Running]:
    monkeypatch.setattr(Collector, "begin", lambda _: gc.disable())
    monkeypatch.setattr(Collector, "end", lambda _: gc.enable())
    storage = Storage(f"sqlite:///{tmp_path / 'battles.sqlite3'}")
    found = Running(storage, [])
    found.service.limits.lift()
    yield found
    found.server.should_exit = True
    found.thread.join()
    storage.close()


def sit(running: Running, token: str, *more: str) -> socket.socket:
    return running.bare(json.dumps({"type": "sit", "token": token}), *more)


def leave(line: socket.socket) -> None:
    line.sendall(CLOSE)
    while line.recv(65536):
        pass
    line.close()


def cut(line: socket.socket) -> None:
    line.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
    line.close()


def garbled(line: socket.socket) -> socket.socket:
    line.sendall(b"\xff" * 20)
    while line.recv(65536):
        pass
    return line


def begin(running: Running, **more: Any) -> dict[str, Any]:
    body = {"rulebook": "stacks", "scenario": "giant_at_the_gate", "referee": True, **more}
    made: dict[str, Any] = json.loads(running.call("POST", "battles", body)[1])
    return made


def fight(running: Running) -> None:
    """A battle of two orders, undone, foreseen, looked back on, branched, ended, taken in from its record and deleted."""
    tokens = begin(running)["tokens"]
    for number in range(2):
        view = json.loads(running.call("GET", "battle", token=tokens["attacker"])[1])
        seat = tokens[view["scene"]["waiting"][0]]
        view = json.loads(running.call("GET", "battle", token=seat)[1])
        order = view["scene"]["questions"][0]["default"]
        for request in (
            {"type": "foresee", "id": "f", "order": order},
            {"type": "order", "id": "x", "at": view["at"], "order": "nothing of the kind"},
            {"type": "order", "id": f"o{number}", "at": view["at"], "order": order},
        ):
            running.call("POST", "battle/request", request, seat)
    for request in (
        {"type": "undo", "id": "u", "at": view["at"], "reason": "r"},
        {"type": "say", "id": "s", "text": "Well."},
        {"type": "end", "id": "e", "winners": []},
    ):
        running.call("POST", "battle/request", request, tokens["referee"])
    for path in ("battle/at/1", "battle/referee", "battle/nowhere"):
        running.call("GET", path, token=tokens["referee"])
    running.call("POST", "mine", {"tokens": list(tokens.values())})
    record = running.call("GET", "battle/record", token=tokens["referee"])[1]
    found = [running.call("POST", path, body, tokens["referee"]) for path, body in (
        ("battle/fork", {}), ("battle/again", {}), ("import", {"text": record})
    )]  # fmt: skip
    assert [status for status, _ in found] == [201, 201, 201]
    running.call("POST", "battle/delete", {}, tokens["referee"])


def invite(running: Running) -> None:
    """A guest comes, is sent away, and comes again on the other side."""
    made = begin(running, sides={"attacker": {"by": "me"}, "defender": {"by": "guest"}}, referee=False)
    host, invitation = made["tokens"]["attacker"], made["invitations"]["defender"]
    claim = {"id": "c" * 22, "side": "defender", "person": "P"}
    for path, body, token, status in (
        ("invitation/open", {}, invitation, 200),
        ("invitation/claim", claim, invitation, 201),
        ("invitation/claim", {**claim, "id": "d" * 22}, invitation, 409),
        ("battle/guest/back", {"side": "defender"}, host, 200),
        ("invitation/claim", claim, invitation, 404),
        ("battle/guest/side", {"side": "attacker"}, host, 200),
        ("battle/name", {"person": "Q"}, host, 200),
    ):
        assert running.call("POST", path, body, token)[0] == status, path


DEEDS: dict[str, Callable[[Running, str], object]] = {
    "sits and leaves": lambda running, token: leave(sit(running, token)),
    "is cut": lambda running, token: cut(sit(running, token)),
    "sends what is no message": lambda running, token: leave(sit(running, token, "{")),
    "has a link that opens nothing": lambda running, _: leave(sit(running, "A" * 22)),
    "speaks for another site": lambda running, _: cut(running.bare(more="Origin: http://x.org\r\n")),
    "cannot shake hands": lambda running, _: cut(running.bare(more="Sec-WebSocket-Key: x\r\n")),
    "sends what is no frame": lambda running, token: cut(garbled(sit(running, token))),
    "says half of it": lambda running, _: cut(running.line("POST /api/battles HTTP/1.1\r\nHost: 127.0.0.1\r\n")),
    "calls nothing by a wrong link": lambda running, _: running.call("GET", "battle", token="x"),
    "sends what cannot be read": lambda running, _: running.call("POST", "battles", "{"),
    "asks for odds": lambda running, _: running.call("POST", "odds", {"rulebook": "stacks"}),
    "fights": lambda running, _: fight(running),
    "invites": lambda running, _: invite(running),
}  # fmt: skip


@pytest.mark.long
@pytest.mark.parametrize("deed", DEEDS.values(), ids=DEEDS.keys())
def test_nothing_that_people_do_leaves_cycles(
    running: Running, deed: Callable[[Running, str], object]
) -> None:
    """A busy server would hold them back for an hour: with each of them what a line had received, and its buffers."""
    token = begin(running)["tokens"]["attacker"]

    def left(times: int) -> Counter[str]:
        for _ in range(times):
            deed(running, token)
        until = time.monotonic() + 0.3
        while time.monotonic() < until or running.service.registry.live[battle].listeners:
            time.sleep(0.01)  # until the last line is gone, on the server's side too
        gc.collect()
        kinds = Counter(type(thing).__name__ for thing in gc.garbage)
        gc.garbage.clear()
        return kinds

    (battle,) = running.service.registry.live
    left(2)  # what is made once
    gc.set_debug(gc.DEBUG_SAVEALL)
    try:
        found = left(TIMES)
        if any(count >= TIMES // 2 for count in found.values()):
            found &= left(TIMES)  # what ended meanwhile, of tests before this one, is not left a second time
    finally:
        gc.set_debug(0)
        gc.garbage.clear()
    assert {kind: count for kind, count in found.items() if count >= TIMES // 2} == {}
