"""Malformed and hostile messages: every one gets an answer for people, none an error of ours, and no other battle is harmed.

More forged links: BANNERET_FORGED=100000 python3 dev.py test -s tests/service/test_hostile.py -k forged
"""

from __future__ import annotations

import json
import os
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from service.hostile import ABUSES, SHAPES, mutated
from service.swift import Swift
from starlette.websockets import WebSocketDisconnect

from banneret.service.app import make_app
from banneret.service.limits import CALLS, Limits
from banneret.service.storage.store import Storage
from banneret.service.tokens import digest

pytestmark = pytest.mark.long

FORGED = int(os.environ.get("BANNERET_FORGED", "400"))
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
DOORS = (
    "battle",
    "battle/record",
    "battle/after",
    "battle/after/page",
    "battle/referee",
    "battle/report",
    "battle/at/0",
)  # that a link opens


class House:
    """A server in this process without rates, with two battles: one is attacked, the other looked at."""

    def __init__(self, folder: Path) -> None:
        self.storage = Storage(f"sqlite:///{folder / 'battles.sqlite3'}")
        self.app = make_app(self.storage, names=["testserver"])
        self.client = Swift(self.app)
        self.client.__enter__()
        self.app.state.service.limits.lift()
        self.tokens, self.others = self.begin(), self.begin()

    def begin(self) -> dict[str, str]:
        body = {"rulebook": "stacks", "scenario": "first_blood", "referee": True}
        tokens: dict[str, str] = self.client.post("/api/battles", json=body).json()["tokens"]
        return tokens

    def get(self, path: str, token: str) -> Any:
        return self.client.get(path, headers={"authorization": f"Bearer {token}"})

    def close(self) -> None:
        self.client.__exit__(None, None, None)
        self.storage.close()


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    found = House(tmp_path)
    yield found
    found.close()


def unharmed(house: House) -> tuple[Any, str]:
    look = house.get("/api/battle", house.others["attacker"]).json()
    return look["scene"], house.get("/api/battle/record", house.others["referee"]).text


def test_malformed_requests_are_refused_and_harm_nobody(house: House) -> None:
    before = unharmed(house)
    chance = random.Random(8)
    statuses: dict[int, int] = {}
    for _ in range(1500):
        path, body = chance.choice(SHAPES)
        data = mutated(json.dumps(body), chance)
        token = house.tokens[chance.choice(["attacker", "defender", "spectator"])]
        answer = house.client.post(path, content=data, headers={"authorization": f"Bearer {token}"})
        statuses[answer.status_code] = statuses.get(answer.status_code, 0) + 1
        assert answer.status_code < 500, (path, data, answer.text)
        assert answer.headers["content-type"].startswith("application/json")
        answer.json()
    assert statuses[400] > 500
    assert unharmed(house) == before


def test_malformed_messages_over_a_socket_end_that_line_alone(house: House) -> None:
    before = unharmed(house)
    chance = random.Random(9)
    ended = 0
    with house.client.websocket_connect("/api/table") as steady:
        steady.send_json({"type": "sit", "token": house.others["spectator"]})
        steady.receive_json()
        for _ in range(150):
            with house.client.websocket_connect("/api/table") as line:
                _, body = chance.choice([shape for shape in SHAPES if "type" in shape[1]])
                if chance.random() < 0.5:
                    line.send_json({"type": "sit", "token": house.tokens["defender"]})
                    assert line.receive_json()["type"] == "view"
                data = mutated(json.dumps(body), chance)
                line.send_bytes(data)
                try:
                    while (message := line.receive_json())["type"] == "view":
                        pass
                    assert message["type"] in ("goodbye", "refused", "behind", "done", "pong"), message
                    ended += message["type"] == "goodbye"
                except WebSocketDisconnect:
                    ended += 1
        steady.send_json({"type": "ping"})
        assert steady.receive_json() == {"type": "pong"}
    assert ended > 50
    assert unharmed(house) == before


@pytest.mark.parametrize("abuse", ABUSES, ids=[abuse.name for abuse in ABUSES])
def test_well_formed_abuse_is_cheap(house: House, abuse: Any) -> None:
    before = unharmed(house)
    answer = house.client.request(
        abuse.method,
        abuse.path,
        content=None if abuse.body is None else json.dumps(abuse.body).encode(),
        headers={"authorization": f"Bearer {house.tokens[abuse.seat]}"} if abuse.seat else {},
    )
    assert answer.status_code < 500, answer.text
    assert len(answer.content) < 1_000_000
    # What it costs is measured by `dev.py bench hostile`.
    assert unharmed(house) == before


def all_at_once() -> Limits:
    """However slowly calls are answered here, to the limits of the server they all come in the same moment."""
    return Limits(clock=lambda: 0.0)


def test_every_seat_and_every_address_has_a_rate(tmp_path: Path) -> None:
    storage = Storage(f"sqlite:///{tmp_path / 'battles.sqlite3'}")
    with Swift(make_app(storage, limits=all_at_once(), names=["testserver"])) as client:
        statuses = [client.get("/api").status_code for _ in range(130)]
        assert statuses[0] == 200
        assert statuses[-1] == 429
    limits = all_at_once()
    limits.change(CALLS, 1e9, 1e9)
    with Swift(make_app(storage, limits=limits, names=["testserver"])) as client:
        tokens = client.post("/api/battles", json={"rulebook": "stacks", "scenario": "first_blood"}).json()[
            "tokens"
        ]
        headers = {"authorization": f"Bearer {tokens['attacker']}"}
        ping = {"type": "ping"}
        statuses = [
            client.post("/api/battle/request", json=ping, headers=headers).status_code for _ in range(100)
        ]
        assert statuses[-1] == 429
        headers = {"authorization": f"Bearer {tokens['defender']}"}
        assert client.post("/api/battle/request", json=ping, headers=headers).status_code == 200
        begun = [client.post("/api/battles", json={}).status_code for _ in range(50)]
        assert begun[-1] == 429
    storage.close()


def forged_link(true: list[str], chance: random.Random) -> str:
    """A link that is nearly a true one, made of two true ones, or by chance."""
    one, other = chance.choice(true), chance.choice(true)
    at = chance.randrange(len(one))
    while True:
        kind = chance.randrange(7)
        if kind == 0:
            found = one[:at] + chance.choice(LETTERS) + one[at + 1 :]
        elif kind == 1:
            found = one[:at] + other[at:]
        elif kind == 2:
            found = one[:at] + one[at + 1 :]
        elif kind == 3:
            found = one[:at] + chance.choice(LETTERS) + one[at:]
        elif kind == 4:
            found = one.swapcase()
        elif kind == 5:
            found = digest(one)
        else:
            found = "".join(chance.choices(LETTERS, k=len(one)))
        if found not in true:
            return found


def test_forged_links_open_nothing(house: House) -> None:
    chance = random.Random(1)
    true = [*house.tokens.values(), *house.others.values()]
    assert all(house.get("/api/battle", token).status_code == 200 for token in true)
    before = unharmed(house)
    for number in range(FORGED):
        forged = forged_link(true, chance)
        way = number % (len(DOORS) + 3)
        if number and number % 10_000 == 0:
            print(f"{number} forged links", flush=True)
        if way < len(DOORS):
            answer = house.get(f"/api/{DOORS[way]}", forged)
        elif way == len(DOORS):
            wanted = {"type": "order", "id": f"f{number}", "at": 1, "order": "none"}
            headers = {"authorization": f"Bearer {forged}"}
            answer = house.client.post("/api/battle/request", json=wanted, headers=headers)
        elif way == len(DOORS) + 1:
            answer = house.client.post("/api/mine", json={"tokens": [forged]})
            assert (answer.status_code, answer.json()) == (200, [])
            continue
        else:
            with house.client.websocket_connect("/api/table") as line:
                line.send_json({"type": "sit", "token": forged})
                assert line.receive_json()["type"] == "goodbye"
            continue
        assert answer.status_code == 404, (forged, way, answer.text)
        assert all(token not in answer.text for token in true)
    assert unharmed(house) == before
    print(f"{FORGED} forged links open nothing")
