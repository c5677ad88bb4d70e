"""Draft orders: what they would do is shown to the side that must decide, and changes nothing."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from service.table import Table

from banneret import rulebooks
from banneret.kernel.decision import Decision
from banneret.kernel.order import Order, write_order
from banneret.kernel.scene import Paid, Preview


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Table]:
    """A server whose rulebook tells what orders would do: that they cost as many inches as they have words."""
    book = rulebooks.get("stacks")

    def preview(state: Any, decision: Decision, order: Order) -> Preview | None:
        if order[0] == "stumble":
            raise ZeroDivisionError("over a root")
        refusal = decision.check(order)
        paid = (Paid(write_order(order), float(len(order))),)
        return Preview(f"asked of side {decision.side}", paid, refusal=refusal.reason if refusal else "")

    monkeypatch.setattr(book.view, "preview", preview, raising=False)
    found = Table(tmp_path / "battles.sqlite3")
    yield found
    found.stop()


def test_an_order_is_shown_and_nothing_happens(table: Table) -> None:
    tokens = table.begin()
    before = table.view(tokens["spectator"])
    owing = before["scene"]["waiting"][0]
    default = table.view(tokens[owing])["scene"]["questions"][0]["default"]
    answer = table.ask(tokens[owing], type="foresee", id="f1", order=default)
    assert answer["type"] == "foreseen"
    assert answer["at"] == before["at"]
    assert answer["preview"]["steps"][0]["label"] == default
    assert "refusal" not in answer["preview"]
    answer = table.ask(tokens[owing], type="foresee", id="f2", order="fly away")
    assert answer["preview"]["refusal"]
    assert table.view(tokens["spectator"]) == before


def test_who_owes_nothing_is_shown_nothing(table: Table) -> None:
    tokens = table.begin()
    scene = table.view(tokens["spectator"])["scene"]
    idle = next(side["id"] for side in scene["sides"] if side["id"] not in scene["waiting"])
    assert table.ask(tokens[idle], type="foresee", id="f1", order="reveal 1") == {
        "type": "foreseen",
        "id": "f1",
        "at": table.view(tokens["spectator"])["at"],
        "preview": None,
    }
    assert table.ask(tokens["spectator"], type="foresee", id="f2", order="reveal 1")["type"] == "refused"


def test_an_order_that_cannot_be_read_is_refused_in_words(table: Table) -> None:
    tokens = table.begin()
    owing = table.view(tokens["spectator"])["scene"]["waiting"][0]
    answer = table.ask(tokens[owing], type="foresee", id="f1", order="move (((")
    assert "cannot be read" in answer["preview"]["refusal"]
    answer = table.ask(tokens[owing], type="foresee", id="f2", order="")
    assert "error" in answer


def test_an_error_of_ours_shows_nothing_and_pauses_nothing(table: Table) -> None:
    tokens = table.begin()
    owing = table.view(tokens["spectator"])["scene"]["waiting"][0]
    assert table.ask(tokens[owing], type="foresee", id="f1", order="stumble")["type"] == "refused"
    view = table.view(tokens[owing])
    assert not view.get("paused")
    assert table.order(tokens[owing], 1)["type"] == "done"


def test_a_dragging_hand_does_not_use_up_the_seats_orders(table: Table) -> None:
    tokens = table.begin()
    owing = table.view(tokens["spectator"])["scene"]["waiting"][0]
    with table.client.websocket_connect("/api/table") as line:
        line.send_json({"type": "sit", "token": tokens[owing]})
        view = line.receive_json()
        default = view["scene"]["questions"][0]["default"]
        for number in range(100):
            line.send_json({"type": "foresee", "id": f"f{number}", "order": default})
            assert line.receive_json()["preview"]["sentence"].startswith("asked of side")
        line.send_json({"type": "order", "id": "o1", "at": view["at"], "order": default})
        kinds = {line.receive_json()["type"] for _ in range(2)}
        assert "done" in kinds


def test_too_many_previews_are_not_shown(table: Table) -> None:
    tokens = table.begin()
    owing = table.view(tokens["spectator"])["scene"]["waiting"][0]
    with table.client.websocket_connect("/api/table") as line:
        line.send_json({"type": "sit", "token": tokens[owing]})
        line.receive_json()
        for number in range(200):
            line.send_json({"type": "foresee", "id": f"f{number}", "order": "fly"})
        answers = [line.receive_json() for _ in range(200)]
    assert all(answer["preview"] for answer in answers[:60])
    refused = [answer for answer in answers if answer["type"] == "refused"]
    assert {answer["code"] for answer in refused} == {"rate"}


def test_a_rulebook_without_previews_shows_why_not(tmp_path: Path) -> None:
    table = Table(tmp_path / "battles.sqlite3")
    try:
        tokens = table.begin()
        owing = table.view(tokens["spectator"])["scene"]["waiting"][0]
        default = table.view(tokens[owing])["scene"]["questions"][0]["default"]
        assert table.ask(tokens[owing], type="foresee", id="f1", order=default)["preview"] is None
        refused = table.ask(tokens[owing], type="foresee", id="f2", order="reveal 99")["preview"]
        assert refused["refusal"]
        assert refused["instead"][0]["order"] == refused["order"] == default
    finally:
        table.stop()
