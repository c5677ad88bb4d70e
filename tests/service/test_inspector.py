"""The inspector over HTTP: a seat inspects what it sees, now or as it saw it, and nothing else."""

from __future__ import annotations

from typing import Any

from service.table import Table, fetch


def piece_of(table: Table, token: str, name: str) -> str:
    """The id of a piece in the view of a seat."""
    waiting: list[Any] = [table.view(token)["scene"]["pieces"]]
    while waiting:
        one = waiting.pop()
        if isinstance(one, list):
            waiting.extend(one)
        elif one["name"] == name:
            return str(one["id"])
        else:
            waiting.append(one.get("inside", []))
    raise AssertionError(f"no {name}")


def test_a_seat_inspects_what_it_sees_and_nothing_else(table: Table) -> None:
    tokens = table.begin(scenario="giant_at_the_gate")
    own = piece_of(table, tokens["attacker"], "Storm Giants")
    status, found = fetch(table, f"/api/battle/piece/{own}", tokens["attacker"])
    assert (status, found["name"], found["known"]) == (200, "Storm Giants", "yours, unseen by Defender")
    assert found["traits"]
    for seat in ("defender", "spectator"):
        status, found = fetch(table, f"/api/battle/piece/{own}", tokens[seat])
        assert (status, found["code"]) == (404, "not-found")
        assert "Storm" not in str(found)
    assert fetch(table, "/api/battle/piece/nobody", tokens["attacker"])[0] == 404
    assert table.client.get(f"/api/battle/piece/{own}").json()["code"] == "no-battle"


def test_a_piece_is_inspected_as_it_was(table: Table) -> None:
    tokens = table.begin(scenario="giant_at_the_gate")
    own = piece_of(table, tokens["attacker"], "Storm Giants")
    now = fetch(table, f"/api/battle/piece/{own}", tokens["attacker"])[1]
    then = fetch(table, f"/api/battle/piece/{own}?at=0", tokens["attacker"])[1]
    assert then["traits"] == now["traits"]
    assert fetch(table, f"/api/battle/piece/{own}?at=99", tokens["attacker"])[0] == 404
    assert fetch(table, f"/api/battle/piece/{own}?at=x", tokens["attacker"])[0] == 404
    assert fetch(table, f"/api/battle/piece/{own}?at=0", tokens["defender"])[0] == 404
