"""No hidden fact over the wire: canaries in what a seat may not know never reach it, by whichever way it asks."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from service.swift import Swift

from banneret.service.app import make_app
from banneret.service.storage.store import Storage

HIDDEN = {
    "attacker": "Storm Giants",
    "defender": "DwarfLord",
}  # what giant_at_the_gate deals to each side, unseen by the other


@pytest.fixture
def client(tmp_path: Path) -> Iterator[Swift]:
    storage = Storage(f"sqlite:///{tmp_path / 'battles.sqlite3'}")
    with Swift(app := make_app(storage, names=["testserver"])) as found:
        app.state.service.limits.lift()
        yield found
    storage.close()


def begin(client: Swift, **more: Any) -> dict[str, str]:
    body = {"rulebook": "stacks", "scenario": "giant_at_the_gate", "referee": True, **more}
    tokens: dict[str, str] = client.post("/api/battles", json=body).json()["tokens"]
    return tokens


def everything(client: Swift, token: str) -> Iterator[tuple[str, str]]:
    """All that a seat can be sent: first view, view again, lists, looking back, export, fork, refusals, errors, other pages."""
    headers = {"authorization": f"Bearer {token}"}
    for path in (
        "battle",
        "battle/record",
        "battle/at/0",
        "battle/at/0?all=1",
        "battle/referee",
        "battle/report",
        "battle/at/77",
    ):
        yield path, client.get(f"/api/{path}", headers=headers).text
    yield "mine", client.post("/api/mine", json={"tokens": [token]}).text
    for path, body in (("fork", {}), ("fork", {"at": 0}), ("fork", {"at": 99}), ("fork", {"at": "x"})):
        yield path, client.post(f"/api/battle/{path}", json=body, headers=headers).text
    for order in ("reveal 1", "reveal 4", "reveal 99", "none", "x", "(((", "reveal (1 2)"):
        for extra in ({}, {"side": "attacker"}, {"side": "defender", "reason": "r"}):
            request = {"type": "order", "id": f"r{len(order)}", "at": 0, "order": order, **extra}
            yield order, client.post("/api/battle/request", json=request, headers=headers).text
    for kind in ("undo", "roll", "change", "pause"):
        request = {"type": kind, "id": kind, "at": 0, "to": 0, "value": 1, "change": "remove 1", "on": True}
        yield kind, client.post("/api/battle/request", json=request, headers=headers).text
    for _ in range(2):  # sitting down, and coming back
        with client.websocket_connect("/api/table") as line:
            line.send_json({"type": "sit", "token": token})
            yield "sit", json.dumps(line.receive_json())
            line.send_json({"type": "order", "id": "late", "at": 1, "order": "reveal 1"})
            yield "late", json.dumps(line.receive_json())


@pytest.mark.long
def test_nothing_that_a_seat_is_sent_tells_what_is_hidden_from_it(client: Swift) -> None:
    tokens = begin(client)
    assert HIDDEN["attacker"] in dict(everything(client, tokens["attacker"]))["battle"]  # the canary can sing
    assert HIDDEN["defender"] in dict(everything(client, tokens["defender"]))["battle"]
    for seat in ("attacker", "defender", "spectator"):
        for what, text in everything(client, tokens[seat]):
            for owner, canary in HIDDEN.items():
                assert owner == seat or canary not in text, (seat, what)
            assert "seed " not in text
            assert all(token not in text for name, token in tokens.items() if name != seat), (seat, what)


def test_answers_do_not_repeat_a_token_in_a_place_that_travels(client: Swift) -> None:
    tokens = begin(client)
    for seat, token in tokens.items():
        answer = client.get("/api/battle", headers={"authorization": f"Bearer {token}"})
        assert token not in str(answer.headers)
        assert answer.headers["referrer-policy"] == "no-referrer"
        assert answer.headers["cache-control"] == "no-store", seat
        assert token not in answer.text


def test_nothing_inline_may_run(client: Swift) -> None:
    policy = client.get("/api").headers["content-security-policy"]
    assert "unsafe" not in policy
    assert "default-src 'none'" in policy
    assert not re.search(r"https?:|\*", policy)


def test_tokens_are_never_logged(client: Swift, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("DEBUG")
    tokens = begin(client)
    for token in tokens.values():
        list(everything(client, token))
    logged = "\n".join(
        f"{record.getMessage()} {record.exc_text or ''}"
        for record in caplog.records
        if record.name != "httpx"
    )
    assert all(token not in logged for token in tokens.values())
