"""Lines and time: whoever does not say what a line is for is let go, and holds nobody else up; everything ends with the server."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
import weakref
from collections.abc import Awaitable, Callable, Iterator
from contextvars import ContextVar
from pathlib import Path
from typing import Any

import pytest
from service.running import SOON, Running

from banneret.service import lines
from banneret.service.codes import Code
from banneret.service.errors import Declined, TooMuch
from banneret.service.handlers import socket as sockets
from banneret.service.middleware import host_of
from banneret.service.storage.store import Storage
from banneret.service.threads import (
    MOST,
    WAITING,
    Places,
    abandon,
    asker,
    in_thread,
    in_thread_for_long,
    is_busy,
)

pytestmark = pytest.mark.long


@pytest.fixture
def running(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Running]:
    monkeypatch.setattr(lines, "HEAD", 0.5)
    monkeypatch.setattr(lines, "BODY", 0.5)
    monkeypatch.setattr(sockets, "UNSEATED", 0.5)
    storage = Storage(f"sqlite:///{tmp_path / 'battles.sqlite3'}")
    found = Running(storage, ["Battles.Example.org"])
    yield found
    found.server.should_exit = True
    found.thread.join(SOON)
    assert not found.thread.is_alive()
    storage.close()


HALF = {
    "nothing": "",
    "half a head": "GET /api HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Half: ",
    "half a body": "POST /api/battles HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 500\r\n\r\n{",
    "a body that nobody reads": "POST /api/nowhere HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 500\r\n\r\n{",
    "half a second request": "GET /api HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\nGET /api HTTP/1.1\r\nHost",
}


@pytest.mark.parametrize("text", HALF.values(), ids=HALF.keys())
def test_half_a_request_is_let_go(running: Running, text: str) -> None:
    with running.line(text) as line, contextlib.suppress(ConnectionResetError):
        while line.recv(10_000):  # an answer, perhaps; then the end
            pass
    assert len(running.places) == 0


def test_a_line_that_drips_is_let_go(running: Running) -> None:
    def drip(line: socket.socket) -> None:
        until = time.monotonic() + SOON
        while time.monotonic() < until:
            line.sendall(b"X: y\r\n")
            time.sleep(0.05)

    with running.line("GET /api HTTP/1.1\r\nHost: 127.0.0.1\r\n") as line, pytest.raises(OSError):
        drip(line)


def test_who_does_not_sit_down_is_said_goodbye_to(running: Running) -> None:
    with running.sit() as line:
        goodbye = json.loads(line.recv(SOON))
    assert (goodbye["type"], goodbye["code"]) == ("goodbye", "unreadable")
    assert "No seat was asked for" in goodbye["reason"]
    assert len(running.places) == 0


def test_one_address_cannot_hold_all_places(running: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lines, "HEAD", 60.0)
    monkeypatch.setattr(lines, "BODY", 60.0)
    with contextlib.ExitStack() as stack:
        seated = stack.enter_context(running.sit(running.begin()["attacker"]))
        held = [
            stack.enter_context(running.line(text))
            for text in (HALF["half a head"], HALF["half a body"], "") * 50
        ]
        assert running.get("/api") == 200  # a newcomer is answered
        assert len(running.places) <= lines.MOST_OPEN
        gone = 0
        for line in held:
            line.setblocking(False)
            with contextlib.suppress(BlockingIOError):
                with contextlib.suppress(ConnectionResetError):
                    line.recv(1)
                gone += 1
        assert gone >= len(held) - lines.MOST_OPEN - 1  # the oldest were cut
        seated.send(json.dumps({"type": "ping"}))  # whoever sits stays
        assert json.loads(seated.recv(SOON))["type"] == "pong"


def test_a_frame_that_is_no_text_is_a_cheap_goodbye(
    running: Running, caplog: pytest.LogCaptureFixture
) -> None:
    tokens = running.begin()
    for token in ("", tokens["attacker"]):
        for frame in (b"\x81\x84", b"\x82\x84"):  # text that is none, and bytes that are no text
            with running.sit(token) as line:
                line.socket.sendall(frame + bytes(4) + b"\xff\xfe\xfd\xfc")
                while (goodbye := json.loads(line.recv(SOON)))["type"] == "view":
                    pass
            assert (goodbye["type"], goodbye["code"]) == ("goodbye", "unreadable")
    assert "Traceback" not in caplog.text
    assert len(caplog.text) < 400


def test_only_stated_names_are_answered(running: Running) -> None:
    for host in (
        "127.0.0.1",
        "10.1.2.3:80",
        "[::1]:8765",
        "localhost",
        "LOCALHOST:1",
        "battles.example.org:443",
    ):
        assert running.get("/api", host) == 200, host
    for host in ("evil.example", "battles.example.org.evil.example", "127.0.0.1.evil.example", "", "1.2.3"):
        assert running.get("/api", host) == 421, host
    body = b'{"rulebook":"stacks","scenario":"first_blood"}'
    head = f"Host: evil.example\r\nOrigin: http://evil.example\r\nConnection: close\r\nContent-Length: {len(body)}\r\n\r\n"
    with running.line(f"POST /api/battles HTTP/1.1\r\n{head}{body.decode()}") as line:
        answer = b"".join(iter(lambda: line.recv(10_000), b""))
    assert b"421" in answer.split(b"\r\n")[0]
    assert b'"code":"other-host"' in answer
    upgrade = (
        f"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: {'MTEx' * 5}MQ==\r\n"
        "Sec-WebSocket-Version: 13\r\n"
    )
    for host, status in (("evil.example", b"403"), (f"127.0.0.1:{running.port}", b"101")):
        text = f"GET /api/table HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\n{upgrade}\r\n"
        with running.line(text) as line:
            assert line.recv(1000).split()[1] == status


def test_hosts_are_read_as_browsers_write_them() -> None:
    assert [host_of(text) for text in (b"A.b.:1", b"[2001:DB8::1]:9", b"", b"\xff:1")] == [
        "a.b",
        "2001:db8::1",
        "",
        "\xff",
    ]


def test_a_server_ends_whatever_its_threads_are_doing() -> None:
    program = """
import asyncio, time
from banneret.service.threads import in_thread
async def main():
    task = asyncio.create_task(in_thread(time.sleep, 600))
    await asyncio.sleep(0.1)
    print(await in_thread(sum, [1, 2]), flush=True)
asyncio.run(main())
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=SOON)
    assert (done.returncode, done.stdout, done.stderr) == (0, "3\n", "")


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_thinking_ends_with_its_server_after_kill_9_too(tmp_path: Path) -> None:
    """In the middle of a thought that would never end."""
    program = """
import os, sys, time
from banneret.service.computer import workers
def think(*_):
    open(sys.argv[1], "w").write(str(os.getpid()))
    while True:
        pass
workers.Post.answer = think
if __name__ == "__main__":
    import asyncio, banneret
    battle = banneret.start("stacks", "first_blood", seed=1, players={"attacker": "greedy"})
    asyncio.run(workers.Workers(1).answer(workers.Asked("one", 0, "attacker", "greedy"), battle))
"""
    script, found = tmp_path / "server.py", tmp_path / "pid"
    script.write_text(program)
    server = subprocess.Popen([sys.executable, str(script), str(found)])
    until = time.monotonic() + SOON
    try:
        while not (found.exists() and found.read_text()) and time.monotonic() < until:
            time.sleep(0.05)
        thinker = int(found.read_text())
    finally:
        server.send_signal(signal.SIGKILL)
        server.wait()
    while time.monotonic() < until + SOON and is_running(thinker):
        time.sleep(0.05)
    assert not is_running(thinker)


def is_running(process: int) -> bool:
    """True if there is such a process that is not only waiting to be forgotten."""
    with contextlib.suppress(OSError):
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    try:
        os.kill(process, 0)
    except OSError:
        return False
    return not Path("/proc/self/stat").exists()


def test_whoever_waits_for_a_thread_is_told_when_the_server_ends() -> None:
    """Those whose work runs, those who wait for a place, and those who come later; at once."""

    async def main() -> list[object]:
        waiting = [asyncio.create_task(in_thread(time.sleep, 600)) for _ in range(MOST + 3)]
        await asyncio.sleep(0.1)
        abandon(Declined(Code.CLOSED, "It ends."))
        late = asyncio.create_task(in_thread(time.sleep, 600))
        return await asyncio.wait_for(asyncio.gather(*waiting, late, return_exceptions=True), SOON)

    found = asyncio.run(main())
    assert len(found) == MOST + 4
    assert all(isinstance(one, Declined) and one.code is Code.CLOSED for one in found)
    assert is_busy()


def test_a_thread_that_is_done_takes_the_next_work_and_holds_nothing_of_the_last() -> None:
    """One thread is started for works one after the other; a context of one is not that of the next."""
    word: ContextVar[str] = ContextVar("word", default="")
    seen: list[tuple[int, str]] = []

    def work(_held: object) -> None:
        seen.append((threading.get_ident(), word.get()))
        word.set("mine")

    async def main() -> None:
        thing = Thing()
        gone = weakref.ref(thing)
        await in_thread(work, thing)
        del thing
        for _ in range(30):
            await in_thread(work, None)
        with pytest.raises(ZeroDivisionError):
            await in_thread(lambda: 1 / 0)
        await in_thread(work, None)
        until = time.monotonic() + SOON
        while gone() is not None:
            assert time.monotonic() < until
            await asyncio.sleep(0.01)

    asyncio.run(main())
    assert len(seen) == 32
    assert len({thread for thread, _ in seen}) <= MOST
    assert {said for _, said in seen} == {""}


class Thing:
    """Something that may be held on to."""


# ---------------------------------------------------------------- frames

PING = b'{"type":"ping"}'
MASK = b"\1\2\3\4"


def framed(first: int, text: bytes) -> bytes:
    """A frame of a client, with this first byte."""
    masked = bytes(letter ^ MASK[place % 4] for place, letter in enumerate(text))
    long = len(text) > 125
    length = bytes([0x80 | 126]) + len(text).to_bytes(2, "big") if long else bytes([0x80 | len(text)])
    return bytes([first]) + length + MASK + masked


SENT = {
    "in one frame": [framed(0x81, PING)],
    "in one long frame": [framed(0x81, PING + b" " * 300)],
    "as bytes": [framed(0x82, PING)],
    "in two frames": [framed(0x01, PING[:5]) + framed(0x80, PING[5:])],
    "in two frames apart": [framed(0x01, PING[:5]), framed(0x80, PING[5:])],
    "in two frames with a ping of the line between": [
        framed(0x01, PING[:5]),
        framed(0x89, b"here?"),
        framed(0x80, PING[5:]),
    ],
    "in bits": [framed(0x81, PING)[:1], framed(0x81, PING)[1:7], framed(0x81, PING)[7:]],
    "with what belongs to the next": [framed(0x81, PING) + framed(0x81, PING)[:4], framed(0x81, PING)[4:]],
    "after the answer to a ping": [framed(0x8A, b"") + framed(0x81, PING)],
}


@pytest.mark.parametrize("sent", SENT)
def test_a_message_is_understood_however_it_comes(running: Running, sent: str) -> None:
    """And so are those before it and after it."""
    token = running.begin()["attacker"]
    with running.bare(json.dumps({"type": "sit", "token": token})) as line:
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, True)
        pongs = 4 if sent == "with what belongs to the next" else 3
        for data in (framed(0x81, PING), *SENT[sent], framed(0x81, PING)):
            line.sendall(data)
        answers = b""
        while answers.count(b'{"type":"pong"}') < pongs:
            answers += (more := line.recv(65536))
            assert more


def test_messages_are_understood_that_are_compressed(running: Running) -> None:
    running.server.config.ws_per_message_deflate = True
    with running.sit(running.begin()["attacker"]) as line:
        assert [one.name for one in line.protocol.extensions] == ["permessage-deflate"]
        for message in (PING.decode(), [PING[:5].decode(), PING[5:].decode()], PING.decode() + " " * 300):
            line.send(message)
            assert line.recv(SOON) == PING.decode().replace("ping", "pong")


@pytest.mark.parametrize(
    "wrong",
    [
        b"\x81\x02hi",  # not masked
        framed(0xC1, PING),  # compressed where that was not agreed on
        framed(0x01, PING) + framed(0x81, PING),  # a message within another
        framed(0x01, PING)[:-1] + framed(0x81, PING) * 2,  # within a frame
        framed(0x80, PING),  # the end of none
        framed(0x81, b'{"type":"ping\xff"}'),  # no text
    ],
)
def test_what_is_no_message_ends_the_line(running: Running, wrong: bytes) -> None:
    token = running.begin()["attacker"]
    with running.bare(json.dumps({"type": "sit", "token": token})) as line:
        line.sendall(wrong)
        with contextlib.suppress(ConnectionResetError):
            while line.recv(65536):
                pass


# ---------------------------------------------------------------- crumbs

CRUMBS = {
    "pieces of nothing": (framed(0x01, b"{"), framed(0x00, b"")),
    "pieces of a byte": (framed(0x01, b"{"), framed(0x00, b" ")),
    "pings": (b"", framed(0x89, b"x" * 125)),
    "answers to no ping": (b"", framed(0x8A, b"")),
    "messages, many at once": (b"", framed(0x81, PING)),
}


def is_cut(line: socket.socket) -> bool:
    """True if the line ends soon, whatever comes before."""
    line.settimeout(10.0)
    with contextlib.suppress(ConnectionResetError):
        try:
            while line.recv(65536):
                pass
        except TimeoutError:
            return False
    return True


@pytest.mark.parametrize("crumbs", CRUMBS)
def test_a_line_that_says_little_in_many_frames_is_cut(running: Running, crumbs: str) -> None:
    """Each costs as much as a message, and few bytes: 43,000 come with one look, and pings want an answer that nobody fetches."""
    token = running.begin()["attacker"]
    first, crumb = CRUMBS[crumbs]
    with running.bare(json.dumps({"type": "sit", "token": token})) as line:
        with contextlib.suppress(OSError):
            line.sendall(first + crumb * (lines.FRAMES + 200))
        assert is_cut(line)
    with running.bare(json.dumps({"type": "sit", "token": token})) as line:  # so many are taken
        line.sendall(first + crumb * 100)
        running.get("/api")
        line.setblocking(False)
        with contextlib.suppress(BlockingIOError):
            assert line.recv(65536), "it is open"


def test_a_line_may_bring_frames_again_after_a_while(
    running: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lines, "FRAME_RATE", 1e6)
    with running.bare(json.dumps({"type": "sit", "token": running.begin()["attacker"]})) as line:
        for _ in range(8):
            line.sendall(framed(0x8A, b"") * (lines.FRAMES // 3))
            time.sleep(0.01)
        line.sendall(framed(0x81, PING))
        assert b'{"type":"pong"}' in line.recv(65536)


@pytest.mark.parametrize("path", ["/api/import", "/api/battles", "/api/nowhere"])
def test_a_body_in_crumbs_is_cut(running: Running, path: str) -> None:
    """300,000 pieces of a byte cost three seconds of the event loop."""
    head = f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n"
    with running.line(head) as line:
        with contextlib.suppress(OSError):
            line.sendall(b"1\r\n \r\n" * (lines.PIECES + 100) + b"0\r\n\r\n")
        line.settimeout(10.0)
        answer = b""
        with contextlib.suppress(ConnectionResetError):
            while more := line.recv(65536):
                answer += more
        assert answer == b"" or path == "/api/nowhere", "it was read to its end"


def test_a_body_may_come_in_pieces(running: Running) -> None:
    """As many as the smallest a body may be cut into, and as a network cuts a long one."""
    text = json.dumps({"rulebook": "stacks", "scenario": "first_blood"})
    few = "".join(f"1\r\n{letter}\r\n" for letter in text)
    many = "".join(f"100\r\n{' ' * 256}\r\n" for _ in range(2 * lines.PIECES))
    for path, body, status in (("battles", few, b"201"), ("import", many, b"400")):
        head = f"POST /api/{path} HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n"
        with running.line(head + body + "0\r\n\r\n") as line:
            assert line.recv(65536).split()[1] == status


def test_a_head_is_bounded_however_it_comes(running: Running) -> None:
    """One that comes with one look too: 40,000 names in it cost a fifth of a second."""
    with running.line("GET /api HTTP/1.1\r\nHost: 127.0.0.1\r\n" + "a:b\r\n" * 10_000 + "\r\n") as line:
        assert line.recv(65536).split()[1] == b"400"
    with running.line("GET /api HTTP/1.1\r\nHost: 127.0.0.1\r\n" + "a:b\r\n" * 2_000 + "\r\n") as line:
        assert line.recv(65536).split()[1] == b"200"


# ---------------------------------------------------------------- whose works


def test_of_places_one_address_has_its_share() -> None:
    """As of those in which battles are looked back on: the places of another stay free, however many it asks for."""

    async def main() -> None:
        places, ends = Places(2, 1), asyncio.Event()

        async def one(address: str, until: asyncio.Event) -> str:
            asker.set(address)
            async with places.taken():
                await until.wait()
            return address

        greedy = [asyncio.create_task(one("a", ends)) for _ in range(60)]
        now = asyncio.Event()
        now.set()
        assert await asyncio.wait_for(asyncio.create_task(one("b", now)), SOON) == "b"
        ends.set()
        assert await asyncio.gather(*greedy) == ["a"] * 60
        assert not places._own

    asyncio.run(main())


def test_one_address_does_not_hold_all_threads() -> None:
    """Whoever asks for much, of whatever kind, waits for themselves; another is answered meanwhile."""

    async def main() -> None:
        ends = threading.Event()

        async def one(address: str, work: Callable[..., Awaitable[Any]], *words: Any) -> Any:
            asker.set(address)
            return await work(*words)

        greedy = [asyncio.create_task(one("a", in_thread, ends.wait)) for _ in range(10)]
        greedy += [asyncio.create_task(one("b", in_thread_for_long, ends.wait)) for _ in range(WAITING)]
        greedy += [asyncio.create_task(one("c", in_thread_for_long, ends.wait)) for _ in range(2)]
        await asyncio.sleep(0.2)
        with pytest.raises(TooMuch):
            await one("b", in_thread_for_long, sum, [1])
        ends.set()
        assert all(await asyncio.gather(*greedy))
        ends.clear()
        greedy = [asyncio.create_task(one("a", in_thread, ends.wait)) for _ in range(10)]
        await asyncio.sleep(0.2)
        for address in ("b", ""):
            assert await asyncio.wait_for(one(address, in_thread, sum, [1, 2]), SOON) == 3
            assert await asyncio.wait_for(one(address, in_thread_for_long, sum, [1, 2]), SOON) == 3
        ends.set()
        await asyncio.gather(*greedy)
        ends.clear()
        greedy = [asyncio.create_task(one(name, in_thread_for_long, ends.wait)) for name in "abcdef"]
        await asyncio.sleep(0.2)
        assert await asyncio.wait_for(one("g", in_thread, sum, [1, 2]), SOON) == 3
        ends.set()
        await asyncio.gather(*greedy)

    asyncio.run(main())
