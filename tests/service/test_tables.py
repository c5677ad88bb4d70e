"""Battles over HTTP and WebSocket: played, stored before they are acknowledged, taken up again, and hidden where they must be."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from banneret.service.app import make_app
from banneret.service.storage import Storage

SIDES = {"attacker": {"by": "me"}, "defender": {"by": "link"}}


class Table:
    """A server on a database file that can be stopped and started."""

    def __init__(self, path: Path) -> None:
        self.url = f"sqlite:///{path}"
        self.start()

    def start(self) -> None:
        self.storage = Storage(self.url)
        self.client = TestClient(make_app(self.storage))
        self.client.__enter__()

    def stop(self) -> None:
        self.client.__exit__(None, None, None)
        self.storage.close()

    def begin(self, scenario: str = "first_blood", **more: Any) -> dict[str, str]:
        body = {"rulebook": "stacks", "scenario": scenario, "sides": SIDES, **more}
        answer = self.client.post("/api/battles", json=body)
        assert answer.status_code == 201, answer.text
        tokens: dict[str, str] = answer.json()["tokens"]
        return tokens

    def view(self, token: str) -> dict[str, Any]:
        answer = self.client.get("/api/battle", headers={"authorization": f"Bearer {token}"})
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()
        return found

    def ask(self, token: str, **request: Any) -> dict[str, Any]:
        answer = self.client.post(
            "/api/battle/request", json=request, headers={"authorization": f"Bearer {token}"}
        )
        found: dict[str, Any] = answer.json()
        return found

    def order(self, token: str, number: int, order: str = "") -> dict[str, Any]:
        view = self.view(token)
        words = order or view["scene"]["questions"][0]["default"]
        return self.ask(token, type="order", id=f"o{number}", at=view["at"], order=words)

    def play_out(self, tokens: dict[str, str], most: int = 400) -> int:
        """Both sides press the default; returns how many orders it took."""
        for number in range(most):
            view = self.view(tokens["spectator"])
            if "ending" in view["scene"]:
                return number
            answer = self.order(tokens[view["scene"]["waiting"][0]], number)
            assert answer["type"] == "done", answer
        raise AssertionError("no end")


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    found = Table(tmp_path / "battles.sqlite3")
    yield found
    found.stop()


def test_a_battle_is_played_to_its_end(table: Table) -> None:
    tokens = table.begin()
    assert table.play_out(tokens) > 3
    view = table.view(tokens["attacker"])
    assert view["scene"]["ending"]["winners"]
    assert view["seed"]


def test_an_order_sent_twice_is_given_once(table: Table) -> None:
    tokens = table.begin()
    view = table.view(tokens["attacker"])
    request = {
        "type": "order",
        "id": "same",
        "at": view["at"],
        "order": view["scene"]["questions"][0]["default"],
    }
    assert table.ask(tokens["attacker"], **request)["type"] == "done"
    assert table.ask(tokens["attacker"], **request)["type"] == "done"
    record = table.client.get("/api/battle/record", headers={"authorization": f"Bearer {tokens['referee']}"})
    assert record.text.count("attacker > ") == 1


def test_an_order_from_an_old_view_is_behind(table: Table) -> None:
    tokens = table.begin()
    table.order(tokens["attacker"], 1)
    answer = table.ask(tokens["defender"], type="order", id="late", at=1, order="none")
    assert answer["type"] == "behind"


def test_a_refusal_has_a_reason_and_changes_nothing(table: Table) -> None:
    tokens = table.begin()
    before = table.view(tokens["attacker"])
    answer = table.order(tokens["attacker"], 1, "reveal 99")
    assert answer["type"] == "refused"
    assert answer["reason"]
    assert answer["rule"]
    assert table.view(tokens["attacker"]) == before


def test_nothing_is_lost_when_the_server_stops(table: Table) -> None:
    tokens = table.begin("hit_and_run")
    for number in range(6):
        waiting = table.view(tokens["spectator"])["scene"]["waiting"][0]
        assert table.order(tokens[waiting], number)["type"] == "done"
    before = {seat: table.view(token)["scene"] for seat, token in tokens.items()}
    table.stop()
    table.start()
    assert {seat: table.view(token)["scene"] for seat, token in tokens.items()} == before
    table.play_out(tokens)


def test_a_socket_gets_views_and_answers(table: Table) -> None:
    tokens = table.begin()
    with (
        table.client.websocket_connect("/api/table") as mine,
        table.client.websocket_connect("/api/table") as yours,
    ):
        mine.send_json({"type": "sit", "token": tokens["attacker"]})
        yours.send_json({"type": "sit", "token": tokens["spectator"]})
        view = mine.receive_json()
        assert view["type"] == "view"
        assert yours.receive_json()["type"] == "view"
        order = view["scene"]["questions"][0]["default"]
        mine.send_json({"type": "order", "id": "a", "at": view["at"], "order": order})
        kinds = {mine.receive_json()["type"], mine.receive_json()["type"]}
        assert kinds == {"view", "done"}
        assert yours.receive_json()["at"] > view["at"]


def test_a_seat_sees_only_its_own(table: Table) -> None:
    tokens = table.begin("giant_at_the_gate")
    attacker = str(table.view(tokens["attacker"])["scene"])
    assert "Storm Giants" in attacker
    assert "DwarfLord" not in attacker
    assert "Storm Giants" not in str(table.view(tokens["spectator"])["scene"])
    assert "DwarfLord" in str(table.view(tokens["referee"])["scene"])
    headers = {"authorization": f"Bearer {tokens['attacker']}"}
    assert table.client.get("/api/battle/record", headers=headers).status_code == 409


def test_a_wrong_link_opens_nothing(table: Table) -> None:
    for token in ("", "x", "A" * 22, "A" * 500):
        answer = table.client.get("/api/battle", headers={"authorization": f"Bearer {token}"})
        assert answer.status_code == 404
        assert answer.json()["error"] == "This link opens no battle."


def test_the_referee_may_do_what_players_may_not(table: Table) -> None:
    tokens = table.begin()
    at = table.view(tokens["referee"])["at"]
    order = table.view(tokens["attacker"])["scene"]["questions"][0]["default"]
    forced = {
        "type": "order",
        "id": "f",
        "at": at,
        "order": order,
        "side": "attacker",
        "reason": "Ada is late",
    }
    assert table.ask(tokens["referee"], **forced)["type"] == "done"
    ended = table.ask(tokens["referee"], type="end", id="e", winners=["defender"], reason="dinner")
    assert ended["type"] == "done"
    assert table.view(tokens["attacker"])["scene"]["ending"]["winners"] == ["defender"]


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"[]",
        b"{",
        b'{"rulebook":"stax","scenario":"x"}',
        b'{"rulebook":"stacks","scenario":"nowhere"}',
        b'{"rulebook":"stacks","scenario":"first_blood","more":1}',
        b'{"rulebook":"stacks","scenario":"first_blood","options":{"archers":"none"}}',
        b'{"rulebook":"stacks","scenario":"first_blood","sides":{"nobody":{}}}',
        b'{"rulebook":"stacks","scenario":"first_blood","dice":"loaded"}',
        b"{" * 5000,
        b'"' + b"x" * 70_000 + b'"',
    ],
)
def test_bad_input_is_told_what_is_wrong(table: Table, body: bytes) -> None:
    answer = table.client.post("/api/battles", content=body)
    assert answer.status_code == 400
    assert answer.json()["error"]


def test_answers_carry_a_strict_policy(table: Table) -> None:
    headers = table.client.get("/api/rulebooks").headers
    assert "default-src 'none'" in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"


def test_the_interface_describes_itself(table: Table) -> None:
    paths = table.client.get("/api/openapi.json").json()["paths"]
    assert {"/api/battles", "/api/battle", "/api/battle/request"} <= set(paths)


def test_a_record_goes_out_and_comes_in(table: Table) -> None:
    tokens = table.begin()
    table.play_out(tokens)
    headers = {"authorization": f"Bearer {tokens['attacker']}"}
    text = table.client.get("/api/battle/record", headers=headers).text
    again = table.client.post("/api/import", json={"text": text})
    assert again.status_code == 201
    view = table.view(again.json()["tokens"]["spectator"])
    assert view["scene"]["ending"] == table.view(tokens["spectator"])["scene"]["ending"]
    assert table.client.post("/api/import", json={"text": text.replace("d6 ", "d6 9")}).status_code in (
        201,
        400,
    )
