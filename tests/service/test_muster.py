"""Armies over HTTP: tables, prices, errors, files, paper, and battles that they are brought to."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from starlette.testclient import TestClient

from banneret import loads
from banneret.kernel.muster import Tables, read_army
from banneret.rulebooks.warcards.facts import facts
from banneret.service import messages as m
from banneret.service.app import make_app
from banneret.service.storage import Storage

CARDS = facts().cards
SPENT = 3 * CARDS["knights"].muster + CARDS["infantry"].muster + 1
ARMY = {
    "rulebook": "warcards",
    "name": "Lances",
    "budget": SPENT - 1,
    "entries": [
        {"values": {"type": "knights"}, "count": 3},
        {"values": {"type": "infantry", "training": ["pike"]}},
    ],
}
GOOD = {**ARMY, "entries": ARMY["entries"][:1]}  # type: ignore[index]


@pytest.fixture
def client(tmp_path: Path) -> Iterator[TestClient]:
    storage = Storage(f"sqlite:///{tmp_path / 'battles.sqlite3'}")
    with TestClient(make_app(storage)) as found:
        yield found
    storage.close()


def asked(client: TestClient, **body: Any) -> m.Mustered:
    answer = client.post("/api/rulebooks/warcards/muster", json=body)
    assert answer.status_code == 200, answer.text
    return msgspec.json.decode(answer.content, type=m.Mustered)


@pytest.mark.parametrize("book", ["stacks", "warcards"])
def test_the_tables_are_as_they_are_described(client: TestClient, book: str) -> None:
    answer = client.get(f"/api/rulebooks/{book}/muster")
    tables = msgspec.json.decode(answer.content, type=Tables)
    listed = client.get(f"/api/rulebooks/{book}").json()["scenarios"]
    assert {one["id"]: tuple(one["musters"]) for one in listed if one["musters"]} == tables.scenarios


def test_an_army_is_priced_with_all_that_is_wrong(client: TestClient) -> None:
    found = asked(client, army=ARMY)
    assert found.appraisal.spent == SPENT
    assert [str(fault) for fault in found.appraisal.faults] == [
        "entry 2, Infantry: a regular unit has no training, not 1; make it veteran",
        f"it costs {SPENT} GB of {SPENT - 1}; save 1 GB or raise the budget",
    ]
    assert read_army(found.file) == found.army


def test_a_file_comes_in_as_it_went_out(client: TestClient) -> None:
    found = asked(client, army=ARMY)
    assert asked(client, text=found.file) == found


def test_an_army_may_begin_from_nothing_or_from_a_scenario(client: TestClient) -> None:
    assert asked(client).army.budget > 0
    found = asked(client, scenario="strait", side="B")
    assert found.army.name == "Merchant fleet"
    assert not found.appraisal.faults
    assert found.scenarios == ("strait",)
    assert "river_camp" in asked(client, army=GOOD).scenarios
    assert asked(client, army=ARMY).scenarios == ()


@pytest.mark.parametrize(
    "body",
    [
        {"text": "nonsense = ["},
        {"text": 'format = "banneret army 1"\nrulebook = "stacks"'},
        {"scenario": "strait", "side": "C"},
        {"scenario": "no_such"},
        {"army": {**ARMY, "rulebook": "stacks"}},
        {"army": {**ARMY, "name": "a\nb"}},
        {"army": {**ARMY, "entries": [{"values": {"Type": "x"}}]}},
        {"army": {**ARMY, "entries": [{"values": {"type": True}}]}},
        {"army": {**ARMY, "entries": [{"values": {"type": "x"}}] * 121}},
        {"army": {**ARMY, "more": 1}},
        {"other": 1},
    ],
)
def test_what_is_no_army_is_refused_with_a_reason(client: TestClient, body: dict[str, Any]) -> None:
    for path in ("muster", "roster"):
        answer = client.post(f"/api/rulebooks/warcards/{path}", json=body)
        assert answer.status_code == 400
        assert answer.json()["error"]


def test_a_roster_is_pdf(client: TestClient) -> None:
    answer = client.post("/api/rulebooks/warcards/roster", json={"army": ARMY})
    assert answer.headers["content-type"] == "application/pdf"
    assert answer.content.startswith(b"%PDF-")


def test_too_many_rosters_are_put_off(client: TestClient) -> None:
    codes = [client.post("/api/rulebooks/stacks/roster", json={}).status_code for _ in range(12)]
    assert codes[:6] == [200] * 6
    assert 429 in codes[6:]


def test_a_battle_takes_an_army_and_keeps_it_in_its_record(client: TestClient) -> None:
    body = {"rulebook": "warcards", "scenario": "river_camp", "armies": {"A": GOOD}, "referee": True}
    made = client.post("/api/battles", json=body)
    assert made.status_code == 201, made.text
    token = made.json()["tokens"]["referee"]
    record = client.get("/api/battle/record", headers={"authorization": f"Bearer {token}"}).text
    side = loads(record).scenario.data["sides"]["A"]
    assert side["name"] == "Lances"
    assert [row["type"] for row in side["units"]] == ["knights"] * 3
    taken = client.post("/api/import", json={"text": record})
    assert taken.status_code == 201


@pytest.mark.parametrize(
    ("scenario", "armies", "says"),
    [
        ("river_camp", {"A": ARMY}, "a regular unit has no training"),
        ("river_camp", {"C": GOOD}, "no side 'C'"),
        ("strait", {"A": GOOD}, "it has no ships"),
        ("river_camp", {"A": {**GOOD, "rulebook": "stacks"}}, "one of 'stacks'"),
    ],
)
def test_what_may_not_fight_is_refused(client: TestClient, scenario: str, armies: Any, says: str) -> None:
    answer = client.post(
        "/api/battles", json={"rulebook": "warcards", "scenario": scenario, "armies": armies}
    )
    assert answer.status_code == 400
    assert says in answer.text
