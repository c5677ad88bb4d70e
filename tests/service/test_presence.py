"""Who is here, what that does to orders on their way, and lines to battles that cannot be opened."""

from __future__ import annotations

from typing import Any

import pytest
import sqlalchemy as sa
from service.table import Table, fetch

from banneret.service.errors import StorageError
from banneret.service.live.saving import LOST


def here(view: dict[str, Any]) -> list[bool]:
    return [seat.get("here", False) for seat in view["seats"]]


def sit(table: Table, line: Any, token: str) -> Any:
    line.send_json({"type": "sit", "token": token})
    return line.receive_json()


def test_everybody_sees_who_comes_and_who_goes(table: Table) -> None:
    tokens = table.begin()
    assert here(table.view(tokens["attacker"])) == [False, False]
    with table.client.websocket_connect("/api/table") as mine:
        first = sit(table, mine, tokens["attacker"])
        assert here(first) == [True, False]
        assert here(table.view(tokens["defender"])) == [True, False]
        with table.client.websocket_connect("/api/table") as yours:
            assert here(sit(table, yours, tokens["defender"])) == [True, True]
            told = mine.receive_json()
            assert here(told) == [True, True]
            assert told["at"] > first["at"]
            with table.client.websocket_connect("/api/table") as second:
                assert here(sit(table, second, tokens["defender"])) == [True, True]
            with table.client.websocket_connect("/api/table") as looker:
                sit(table, looker, tokens["spectator"])
            mine.send_json({"type": "ping"})
            assert mine.receive_json() == {"type": "pong"}, "who looks on or sits twice is no news"
        assert here(mine.receive_json()) == [True, False]
        for token in tokens.values():
            assert here(table.view(token)) == [True, False]
    assert here(table.view(tokens["spectator"])) == [False, False]


def test_an_order_on_its_way_is_not_late_because_somebody_came_or_spoke(table: Table) -> None:
    tokens = table.begin("hit_and_run")
    before = table.view(tokens["attacker"])
    with table.client.websocket_connect("/api/table") as line:
        sit(table, line, tokens["defender"])
    assert table.ask(tokens["defender"], type="say", id="w", text="Hail")["type"] == "done"
    assert table.view(tokens["attacker"])["at"] > before["at"]
    order = {"order": before["scene"]["questions"][0]["default"], "at": before["at"]}
    done = table.ask(tokens["attacker"], type="order", id="o", **order)
    assert done["type"] == "done"
    assert table.ask(tokens["attacker"], type="order", id="o", **order) == done
    assert table.ask(tokens["attacker"], type="order", id="p", **order)["type"] == "behind"
    assert table.ask(tokens["attacker"], type="undo", id="u", at=done["at"] + 1)["type"] == "behind"


def spoil(table: Table, battle: str) -> None:
    """Let a battle be one of the rules of another version."""
    engine = sa.create_engine(table.url)
    with engine.begin() as connection:
        words = (
            "UPDATE battles SET head = replace(head, 'rulebook stacks 1', 'rulebook stacks 9') WHERE id = :id"
        )
        connection.execute(sa.text(words), {"id": battle})
    engine.dispose()


def test_a_battle_that_cannot_be_taken_up_harms_no_other(table: Table) -> None:
    good, bad = table.begin(), table.begin()
    number = table.view(bad["attacker"])["battle"]
    table.stop()
    spoil(table, number)
    table.start()
    reason = "This battle cannot be loaded: "
    status, answer = fetch(table, "/api/battle", bad["attacker"])
    assert status == 409
    assert answer["error"].startswith(reason)
    listed = table.client.post("/api/mine", json={"tokens": [good["attacker"], bad["attacker"]]})
    assert listed.status_code == 200
    assert good["attacker"] in [one["token"] for one in listed.json()]
    with table.client.websocket_connect("/api/table") as line:
        goodbye = sit(table, line, bad["attacker"])
        assert goodbye["type"] == "goodbye"
        assert goodbye["reason"].startswith(reason)
    assert fetch(table, "/api/battle/delete", bad["defender"], {})[0] == 404
    assert fetch(table, "/api/battle/delete", bad["attacker"], {})[0] == 200
    assert fetch(table, "/api/battle", bad["attacker"])[0] == 404
    assert fetch(table, "/api/battle", good["attacker"])[0] == 200


def test_a_line_that_cannot_be_opened_is_told_why(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    tokens = table.begin()

    async def fails(work: Any) -> Any:
        raise StorageError("database is locked")

    with monkeypatch.context() as patch:
        patch.setattr(table.storage, "run", fails)
        with table.client.websocket_connect("/api/table") as line:
            assert sit(table, line, tokens["attacker"]) == {
                "type": "goodbye",
                "code": "store",
                "reason": LOST.reason,
            }
    tables = table.client.app.state.service.registry  # type: ignore[attr-defined]
    number = table.view(tokens["attacker"])["battle"]
    with monkeypatch.context() as patch:
        patch.setattr(tables.live[number].battle, "scenes", lambda: 1 / 0)
        patch.setattr(tables.live[number], "_scenes", None)  # those of the state, which is the same
        with table.client.websocket_connect("/api/table") as line:
            tables.live[number].version += 1
            goodbye = sit(table, line, tokens["attacker"])
            assert goodbye["type"] == "goodbye"
            assert goodbye["code"] == "internal"
    assert not tables.live[number].listeners


def test_too_many_messages_are_refused_by_their_own_ids(table: Table) -> None:
    tokens = table.begin()
    with table.client.websocket_connect("/api/table") as line:
        sit(table, line, tokens["attacker"])
        for number in range(62):
            line.send_json({"type": "order", "id": f"n{number}", "at": 1, "order": "none"})
        answers: dict[str, str] = {}
        while len(answers) < 61:
            answer = line.receive_json()
            if "id" in answer:
                answers[answer["id"]] = answer["type"]
        assert answers["n60"] == "refused" or answers["n59"] == "behind"
        assert "" not in answers
