"""Wishes to go back and pauses: stored with the request that asked for them, carried out once, and all of it or nothing."""

from __future__ import annotations

from typing import Any

import pytest
import sqlalchemy as sa
from service.table import Table, fetch

from banneret.service.errors import StorageError
from banneret.service.storage.store import Storage


def played(table: Table, orders: int = 2) -> dict[str, str]:
    """A battle in which so many orders have been given."""
    tokens = table.begin("hit_and_run")
    for number in range(orders):
        side = table.view(tokens["spectator"])["scene"]["waiting"][0]
        assert table.order(tokens[side], number)["type"] == "done"
    return tokens


def wish(table: Table, token: str, number: str, to: int = 0, **more: Any) -> dict[str, Any]:
    at = more.pop("at", None) or table.view(token)["at"]
    return table.ask(token, type="undo", id=number, at=at, to=to)


def agree(table: Table, token: str, number: str, yes: bool = True, **more: Any) -> dict[str, Any]:
    return table.ask(token, type="agree", id=number, yes=yes, **more)


def entries(table: Table, tokens: dict[str, str]) -> list[str]:
    record: str = fetch(table, "/api/battle/record", tokens["referee"])[1]
    return record.split("\n")[9:-1]


def wished(table: Table, tokens: dict[str, str]) -> str:
    text: str = table.view(tokens["defender"]).get("wish", "")
    return text


def test_a_wish_stands_in_the_store_until_it_is_answered(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    tokens = played(table)
    assert wish(table, tokens["attacker"], "w")["type"] == "done"
    text = "Attacker would like to go back to moment 0"
    assert wished(table, tokens) == text
    table.stop()
    table.start()
    assert wished(table, tokens) == text
    monkeypatch.setattr("banneret.service.live.session.IDLE", -1.0)
    table.client.portal.call(table.client.app.state.service.registry.sweep)  # type: ignore[attr-defined, union-attr]
    assert wished(table, tokens) == text
    assert agree(table, tokens["defender"], "y")["type"] == "done"
    assert wished(table, tokens) == ""
    assert entries(table, tokens)[-1].startswith("3 ! undo 0 (attacker defender)")
    table.stop()
    table.start()
    assert wished(table, tokens) == ""


def test_wishes_and_answers_that_are_sent_again_are_carried_out_once(table: Table) -> None:
    tokens = played(table)
    at = table.view(tokens["attacker"])["at"]
    first = wish(table, tokens["attacker"], "w", at=at)
    refused = agree(table, tokens["defender"], "n", yes=False)
    assert (first["type"], refused["type"], wished(table, tokens)) == ("done", "done", "")
    for _ in range(2):
        assert wish(table, tokens["attacker"], "w", at=at) == first
        assert wished(table, tokens) == "", "what was answered with no is not wished again"
        assert agree(table, tokens["defender"], "n", yes=False) == refused
        table.stop()
        table.start()
    assert wish(table, tokens["attacker"], "w2", to=1)["type"] == "done"
    agreed = agree(table, tokens["defender"], "y")
    assert agreed["type"] == "done"
    assert len(entries(table, tokens)) == 3
    assert wish(table, tokens["attacker"], "w3", to=0)["type"] == "done"
    assert agree(table, tokens["defender"], "y") == agreed, "the old yes is no answer to the new wish"
    assert wished(table, tokens)
    assert len(entries(table, tokens)) == 3


def test_a_wish_of_an_old_view_is_behind_and_one_for_nothing_is_refused(table: Table) -> None:
    tokens = played(table)
    assert wish(table, tokens["attacker"], "w", at=1)["type"] == "behind"
    assert wished(table, tokens) == ""
    answer = wish(table, tokens["attacker"], "w2", to=2)
    assert (answer["type"], answer["rule"]) == ("refused", "table:undo")
    assert agree(table, tokens["defender"], "y")["reason"] == "There is no undo request to answer."
    assert wish(table, tokens["attacker"], "w3")["type"] == "done"
    assert agree(table, tokens["defender"], "y2", at=1)["type"] == "behind"
    paused = table.ask(tokens["referee"], type="pause", id="p", reason="tea")
    assert paused["type"] == "done"
    for answer in (wish(table, tokens["attacker"], "w4"), agree(table, tokens["defender"], "y3")):
        assert "tea" in answer["reason"]
    assert wished(table, tokens)
    table.ask(tokens["referee"], type="pause", id="q", on=False)
    table.ask(tokens["referee"], type="end", id="e", reason="late")
    assert wished(table, tokens) == "", "an ended battle goes back for its referee alone"
    assert wish(table, tokens["attacker"], "w5")["type"] == "refused"


def test_an_id_that_was_used_for_something_else_is_refused(table: Table) -> None:
    tokens = played(table)
    attacker = tokens["attacker"]
    assert table.ask(attacker, type="say", id="one", text="Hail")["type"] == "done"
    for again in (False, True):
        if again:
            table.stop()
            table.start()
        at = table.view(attacker)["at"]
        for other in (
            {"type": "say", "text": "Farewell"},
            {"type": "undo", "at": at},
            {"type": "undo", "at": 1},
            {"type": "end"},
        ):
            answer = table.ask(attacker, id="one", **other)
            assert answer["type"] == "refused"
            assert "used for another request" in answer["reason"]
        assert table.ask(attacker, type="say", id="one", text="Hail")["type"] == "done"
    assert len(table.view(attacker)["said"]) == 1
    assert "ending" not in table.view(attacker)["scene"]


@pytest.mark.parametrize("write", [1, 2, 3])
@pytest.mark.parametrize("what", ["pause", "go on", "wish", "agree"])
def test_what_stands_beside_the_record_is_stored_with_it_or_not_at_all(
    table: Table, what: str, write: int
) -> None:
    """The store fails at the n-th work of a request: refused, and nothing has changed, or done, and it is there after a restart."""
    tokens = played(table)
    if what == "go on":
        table.ask(tokens["referee"], type="pause", id="p", reason="tea")
    if what == "agree":
        wish(table, tokens["attacker"], "w")
    before = (entries(table, tokens), table.view(tokens["defender"]))
    store: Any = table.storage
    whole, count = store.run, 0

    async def failing(work: Any) -> Any:
        nonlocal count
        if not work.__qualname__.startswith(("Seats.find", "Battles.load", "Receipts.find")):
            count += 1
            if count == write:
                raise StorageError("the disk is full")
        return await whole(work)

    request: dict[str, Any] = {
        "pause": {"type": "pause", "reason": "tea"},
        "go on": {"type": "pause", "on": False},
        "wish": {"type": "undo", "at": table.view(tokens["attacker"])["at"], "to": 0},
        "agree": {"type": "agree", "yes": True},
    }[what]
    seat = {"wish": "attacker", "agree": "defender"}.get(what, "referee")
    store.run = failing
    answer = table.ask(tokens[seat], id="x", **request)
    store.run = whole
    for again in (False, True):
        if again:
            table.stop()
            table.start()
        view = table.view(tokens["defender"])
        now = (entries(table, tokens), view.get("paused", ""), view.get("wish", ""))
        then = (before[0], before[1].get("paused", ""), before[1].get("wish", ""))
        assert (now == then) == (answer["type"] == "refused"), (answer, then, now)
    assert answer["type"] == ("refused" if write == 1 else "done")


def test_a_database_of_an_earlier_version_gets_what_it_lacks(database: str) -> None:
    Storage(database).close()
    engine = sa.create_engine(database)
    with engine.begin() as connection:
        connection.execute(sa.text("ALTER TABLE answered DROP COLUMN what"))
        connection.execute(sa.text("DROP TABLE wishes"))
    engine.dispose()
    for _ in range(2):
        Storage(database).close()
    engine = sa.create_engine(database)
    assert "what" in {one["name"] for one in sa.inspect(engine).get_columns("answered")}
    assert "wishes" in sa.inspect(engine).get_table_names()
    engine.dispose()
