"""Armies over HTTP: tables, prices, errors, files, paper, and battles that they are brought to."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest
from service.swift import Swift

from banneret import loads
from banneret.kernel.abilities.muster import Tables
from banneret.muster.army import read_army
from banneret.rulebooks.warcards.tables.facts import facts
from banneret.service import messages as m
from banneret.service.app import make_app
from banneret.service.limits import ARMIES
from banneret.service.storage.store import Storage

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


def asked(client: Swift, **body: Any) -> m.Mustered:
    answer = client.post("/api/rulebooks/warcards/muster", json=body)
    assert answer.status_code == 200, answer.text
    return msgspec.json.decode(answer.content, type=m.Mustered)


@pytest.mark.parametrize("book", ["stacks", "warcards"])
def test_the_tables_are_as_they_are_described(client: Swift, book: str) -> None:
    answer = client.get(f"/api/rulebooks/{book}/muster")
    tables = msgspec.json.decode(answer.content, type=Tables)
    listed = client.get(f"/api/rulebooks/{book}").json()["scenarios"]
    assert {one["id"]: tuple(one["musters"]) for one in listed if one["musters"]} == tables.scenarios


def test_an_army_is_priced_with_all_that_is_wrong(client: Swift) -> None:
    found = asked(client, army=ARMY)
    assert found.appraisal.spent == SPENT
    assert [str(fault) for fault in found.appraisal.faults] == [
        "entry 2, Infantry: a regular unit has no training, not 1; make it veteran",
        f"it costs {SPENT} GB of {SPENT - 1}; save 1 GB or raise the budget",
    ]
    assert read_army(found.file) == found.army


def test_a_file_comes_in_as_it_went_out(client: Swift) -> None:
    found = asked(client, army=ARMY)
    assert asked(client, text=found.file) == found


def test_an_army_may_begin_from_nothing_or_from_a_scenario(client: Swift) -> None:
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
def test_what_is_no_army_is_refused_with_a_reason(client: Swift, body: dict[str, Any]) -> None:
    for path in ("muster", "roster"):
        answer = client.post(f"/api/rulebooks/warcards/{path}", json=body)
        assert answer.status_code == 400
        assert answer.json()["error"]


@pytest.mark.long
def test_a_roster_is_pdf(client: Swift) -> None:
    answer = client.post("/api/rulebooks/warcards/roster", json={"army": ARMY})
    assert answer.headers["content-type"] == "application/pdf"
    assert answer.content.startswith(b"%PDF-")


@pytest.mark.long
def test_too_many_rosters_are_put_off(client: Swift) -> None:
    client.app.state.service.limits.change(ARMIES, 1e-9, ARMIES.burst)  # type: ignore[attr-defined]
    codes = [client.post("/api/rulebooks/stacks/roster", json={}).status_code for _ in range(4)]
    assert codes == [200, 200, 200, 429]


def test_a_battle_takes_an_army_and_keeps_it_in_its_record(client: Swift) -> None:
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
def test_what_may_not_fight_is_refused(client: Swift, scenario: str, armies: Any, says: str) -> None:
    answer = client.post(
        "/api/battles", json={"rulebook": "warcards", "scenario": scenario, "armies": armies}
    )
    assert answer.status_code == 400
    assert says in answer.text


# ---------------------------------------------------------------- armies left open


def auth(token: str) -> dict[str, str]:
    return {"authorization": f"Bearer {token}"}


@pytest.fixture
def open_battle(client: Swift) -> dict[str, Any]:
    """A battle whose maker has brought knights, and whose friend is to bring an army of at most what four knights cost."""
    body = {
        "rulebook": "warcards",
        "scenario": "river_camp",
        "armies": {"A": GOOD},
        "open": ["B"],
        "most": 4 * CARDS["knights"].muster,
        "sides": {"A": {"by": "me"}, "B": {"by": "link"}},
    }
    made = client.post("/api/battles", json=body)
    assert made.status_code == 201, made.text
    found: dict[str, Any] = made.json()
    return found


def view(client: Swift, token: str) -> dict[str, Any]:
    answer = client.get("/api/battle", headers=auth(token))
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def shown(client: Swift, token: str) -> set[int]:
    """The sides whose pieces a seat sees."""
    scene = view(client, token)["scene"]
    lists = [scene.get("pieces", []), *[tray.get("pieces", []) for tray in scene.get("trays", [])]]
    return {piece["side"] for pieces in lists for piece in pieces}


def bring(client: Swift, token: str, army: Any) -> Any:
    return client.post("/api/battle/army", json={"army": army}, headers=auth(token))


def test_a_table_waits_for_an_army_that_was_left_open(client: Swift, open_battle: Any) -> None:
    tokens = open_battle["tokens"]
    assert shown(client, tokens["A"]) == {0}, "the maker sees his own army only"
    assert shown(client, tokens["B"]) == set(), "the friend chooses without a look at the other army"
    assert shown(client, tokens["spectator"]) == set()
    for token in tokens.values():
        found = view(client, token)
        assert found["armies"] == [{"side": "B", "most": 4 * CARDS["knights"].muster}]
        assert found["scene"]["waiting"] == ["B"]
        assert "questions" not in found["scene"]
        assert "commitment" not in found
    listed = client.post("/api/mine", json={"tokens": [tokens["B"]]}).json()
    assert "pieces" not in listed[0]["scene"]


@pytest.mark.parametrize("path", ["record", "at/0", "referee", "fork", "again"])
def test_nothing_is_told_of_a_battle_that_has_not_begun(client: Swift, open_battle: Any, path: str) -> None:
    method = "POST" if path in ("fork", "again") else "GET"
    body = {"json": {}} if method == "POST" else {}
    token = open_battle["tokens"]["A"]
    answer = client.request(method, f"/api/battle/{path}", headers=auth(token), **body)  # type: ignore[arg-type]
    assert answer.status_code == 409
    assert "has not begun: the army of" in answer.json()["error"]


def test_nothing_is_done_before_all_armies_are_there(client: Swift, open_battle: Any) -> None:
    token = open_battle["tokens"]["A"]
    for wanted in (
        {"type": "order", "id": "a", "at": view(client, token)["at"], "order": "attack"},
        {"type": "end", "id": "b"},
        {"type": "player", "id": "c", "level": "greedy"},
        {"type": "undo", "id": "d", "at": 1, "to": 0},
    ):
        answer = client.post("/api/battle/request", json=wanted, headers=auth(token)).json()
        assert answer["type"] == "refused"
        assert "has not begun" in answer["reason"]
    said = client.post(
        "/api/battle/request", json={"type": "say", "id": "e", "text": "Hurry up"}, headers=auth(token)
    )
    assert said.json()["type"] == "done"


@pytest.mark.parametrize("own", [True, False])
def test_with_the_last_army_the_battle_begins(client: Swift, open_battle: Any, own: bool) -> None:
    tokens = open_battle["tokens"]
    army = {**GOOD, "name": "Pikes", "entries": [{"values": {"type": "pikemen"}, "count": 4}]}
    answer = bring(client, tokens["B"], army if own else None)
    assert answer.status_code == 200, answer.text
    for token in (tokens["A"], tokens["B"]):
        found = view(client, token)
        assert "armies" not in found
        assert found["commitment"]
        assert "is settled" in found["said"][-1]["text"]
        assert shown(client, token) == {0, 1}
    assert view(client, tokens["A"])["scene"]["waiting"]
    names = [one["name"] for one in view(client, tokens["A"])["scene"]["sides"]]
    assert ("Pikes" in names) == own
    late = bring(client, tokens["B"], None)
    assert late.status_code == 409
    assert late.json()["error"] == "The battle has begun: its armies are settled."


def test_an_army_of_chits_may_be_left_open_too(client: Swift) -> None:
    body = {"rulebook": "stacks", "scenario": "first_blood", "open": ["defender"], "dice": "seeded"}
    body["sides"] = {"attacker": {"by": "me"}, "defender": {"by": "link"}}  # type: ignore[assignment]
    tokens = client.post("/api/battles", json=body).json()["tokens"]
    assert shown(client, tokens["defender"]) <= {-1}
    assert 1 not in shown(client, tokens["attacker"])
    army = {"rulebook": "stacks", "entries": [{"values": {"unit": "dwarves"}, "count": 2}]}
    answer = bring(client, tokens["defender"], army)
    assert answer.status_code == 200, answer.text
    assert "Dwarves" in answer.text
    assert "armies" not in view(client, tokens["attacker"])


def test_two_open_armies_wait_for_each_other(client: Swift) -> None:
    body = {"rulebook": "warcards", "scenario": "river_camp", "open": ["A", "B"]}
    body["sides"] = {"A": {"by": "link"}, "B": {"by": "link"}}  # type: ignore[assignment]
    tokens = client.post("/api/battles", json=body).json()["tokens"]
    assert bring(client, tokens["A"], None).status_code == 200
    assert bring(client, tokens["A"], GOOD).status_code == 200, "until the other is there it may be changed"
    assert view(client, tokens["B"])["armies"] == [{"side": "A", "settled": True}, {"side": "B"}]
    assert shown(client, tokens["B"]) == set()
    assert bring(client, tokens["B"], GOOD).status_code == 200
    assert [one["name"] for one in view(client, tokens["B"])["scene"]["sides"]] == ["Lances", "Lances"]


@pytest.mark.parametrize(
    ("army", "status", "says"),
    [
        ({**GOOD, "rulebook": "stacks"}, 400, "the army is one of 'stacks'"),
        (
            {**GOOD, "budget": 9000, "entries": [{"values": {"type": "knights"}, "count": 5}]},
            400,
            "agreed upon",
        ),
        ({**GOOD, "budget": 1}, 400, "it costs"),
        ({**GOOD, "entries": [{"values": {"type": "dragons"}}]}, 400, "dragons"),
        ({**GOOD, "entries": []}, 400, "the army is empty"),
        ({**GOOD, "entries": GOOD["entries"] * 121}, 400, "entries"),  # type: ignore[operator]
        ({**GOOD, "notes": "x" * 70_000}, 400, "larger than"),
        (17, 400, "Expected"),
    ],
)
def test_an_army_that_may_not_fight_is_refused_and_nothing_changes(
    client: Swift, open_battle: Any, army: Any, status: int, says: str
) -> None:
    tokens = open_battle["tokens"]
    answer = bring(client, tokens["B"], army)
    assert answer.status_code == status
    assert says in answer.json()["error"]
    assert "settled" not in view(client, tokens["B"])["armies"][0]


def test_who_has_no_army_to_bring_brings_none(client: Swift, open_battle: Any) -> None:
    for seat in ("A", "spectator"):
        answer = bring(client, open_battle["tokens"][seat], GOOD)
        assert answer.status_code == 409
        assert answer.json()["error"] == "This seat brings no army."
    assert bring(client, "x" * 22, GOOD).status_code == 404


@pytest.mark.parametrize(
    ("more", "says"),
    [
        ({"open": ["C"]}, "takes no army on 'C'"),
        ({"open": ["B"], "sides": {"B": {"by": "computer"}}}, "the computer plays B"),
        ({"open": ["A"], "armies": {"A": GOOD}}, "A has an army already"),
        ({"open": ["B"], "most": -1}, "most"),
        ({"open": ["B"] * 9}, "open"),
    ],
)
def test_what_cannot_be_left_open_is_refused(client: Swift, more: Any, says: str) -> None:
    body = {"rulebook": "warcards", "scenario": "river_camp", **more}
    answer = client.post("/api/battles", json=body)
    assert answer.status_code == 400
    assert says in answer.json()["error"]


def test_a_table_that_waits_comes_back_from_the_store(tmp_path: Path) -> None:
    store = f"sqlite:///{tmp_path / 'kept.sqlite3'}"
    body = {"rulebook": "warcards", "scenario": "river_camp", "armies": {"A": GOOD}, "open": ["B"]}
    body["sides"] = {"A": {"by": "me"}, "B": {"by": "link"}}
    storage = Storage(store)
    with Swift(make_app(storage, names=["testserver"])) as client:
        tokens = client.post("/api/battles", json=body).json()["tokens"]
    storage.close()
    storage = Storage(store)
    with Swift(make_app(storage, names=["testserver"])) as client:
        assert view(client, tokens["B"])["armies"] == [{"side": "B"}]
        assert bring(client, tokens["B"], GOOD).status_code == 200
    storage.close()
    storage = Storage(store)
    with Swift(make_app(storage, names=["testserver"])) as client:
        assert "armies" not in view(client, tokens["B"])
        assert [one["name"] for one in view(client, tokens["A"])["scene"]["sides"]] == ["Lances", "Lances"]
    storage.close()


def test_a_rematch_keeps_the_armies_of_both(client: Swift, open_battle: Any) -> None:
    tokens = open_battle["tokens"]
    army = {**GOOD, "name": "Pikes", "entries": [{"values": {"type": "pikemen"}, "count": 4}]}
    bring(client, tokens["B"], army)
    early = client.post("/api/battle/again", headers=auth(tokens["B"]))
    assert early.status_code == 409
    assert early.json()["error"] == "A rematch begins when the battle is over."
    client.post("/api/battle/request", json={"type": "end", "id": "z"}, headers=auth(tokens["A"]))
    assert client.post("/api/battle/again", headers=auth(tokens["spectator"])).status_code == 409
    for seat in ("A", "B"):
        made = client.post("/api/battle/again", headers=auth(tokens[seat]))
        assert made.status_code == 201, made.text
        assert made.json()["mine"] == [seat]
        assert set(made.json()["tokens"]) == {"A", "B", "spectator"}
        found = view(client, made.json()["tokens"][seat])
        assert [one["name"] for one in found["scene"]["sides"]] == ["Lances", "Pikes"]
        assert "ending" not in found["scene"]


def test_a_rematch_against_the_computer_keeps_it_and_the_options(client: Swift) -> None:
    body = {"rulebook": "warcards", "scenario": "river_camp", "armies": {"B": GOOD}, "dice": "typed"}
    body["sides"] = {"A": {"by": "me"}, "B": {"by": "computer", "level": "random"}}
    tokens = client.post("/api/battles", json=body).json()["tokens"]
    client.post("/api/battle/request", json={"type": "end", "id": "z"}, headers=auth(tokens["A"]))
    made = client.post("/api/battle/again", headers=auth(tokens["A"])).json()
    assert set(made["tokens"]) == {"A", "spectator"}
    found = view(client, made["tokens"]["A"])
    assert found["dice"] == "typed"
    assert [seat.get("computer") for seat in found["seats"]] == [None, "random"]
    assert found["scene"]["sides"][1]["name"] == "Lances"


def chits(unit: str, artifact: str, name: str = "") -> dict[str, Any]:
    entries = [
        {"kind": "unit", "values": {"unit": unit}, "count": 2},
        {"kind": "unit", "values": {"unit": "dwarflord"}, "count": 1, "name": "Boss"},
        {"kind": "artifact", "values": {"artifact": artifact, "holder": "Boss"}},
    ]
    return {"rulebook": "stacks", "budget": 1000, "entries": entries, "name": name}


def both_open(client: Swift, scenario: str = "first_blood", **more: Any) -> dict[str, str]:
    sides = {"attacker": {"by": "me"}, "defender": {"by": "link"}}
    body = {"rulebook": "stacks", "scenario": scenario, "sides": sides, "referee": True, **more}
    made = client.post("/api/battles", json={"open": ["attacker", "defender"], **body})
    assert made.status_code == 201, made.text
    tokens: dict[str, str] = made.json()["tokens"]
    return tokens


def heard(client: Swift, token: str) -> Any:
    """All that a seat is told of a battle, without what differs between any two battles."""
    found = view(client, token)
    listed = client.post("/api/mine", json={"tokens": [token]}).json()[0]
    return [
        {key: value for key, value in one.items() if key not in ("at", "battle", "token", "updated")}
        for one in (found, listed)
    ]


@pytest.mark.parametrize("scenario", ["river_camp", "knights_and_pikes", "mountain_pass"])
def test_nobody_hears_what_another_has_brought(client: Swift, scenario: str) -> None:
    """Worlds in which A has other armies, with other names, or the scenario's: for B, spectator and referee they are the same."""
    other = {**GOOD, "name": "The Secret Host", "entries": [{"values": {"type": "pikemen"}, "count": 3}]}
    tables = client.get("/api/rulebooks/warcards/muster").json()["scenarios"]
    a, b = tables[scenario]
    sides = {a: {"by": "me"}, b: {"by": "link"}}
    worlds = []
    for settled in ({"armies": {a: GOOD}}, {"armies": {a: other}}, {}):
        body = {"rulebook": "warcards", "scenario": scenario, "sides": sides, "open": [b], "referee": True}
        tokens = client.post("/api/battles", json={**body, **settled}).json()["tokens"]
        worlds.append([heard(client, tokens[seat]) for seat in (b, "spectator", "referee")])
    assert worlds[0] == worlds[1] == worlds[2]
    worlds = []
    for army in (GOOD, other, None):
        body = {"rulebook": "warcards", "scenario": scenario, "sides": sides, "open": [a, b], "referee": True}
        tokens = client.post("/api/battles", json=body).json()["tokens"]
        assert bring(client, tokens[a], army).status_code == 200
        worlds.append([heard(client, tokens[seat]) for seat in (b, "spectator", "referee")])
    assert worlds[0] == worlds[1] == worlds[2]


def test_a_refusal_of_an_army_tells_nothing_of_another(client: Swift) -> None:
    """B asks with an artifact that A has, in an army that is wrong besides: it hears of the wrong alone."""
    probe = chits("kraken", "oathsword")
    answers = []
    for held in ("oathsword", "giantbane_axe"):
        tokens = both_open(client)
        assert bring(client, tokens["attacker"], chits("dwarves", held)).status_code == 200
        answer = bring(client, tokens["defender"], probe)
        answers.append((answer.status_code, answer.json()))
        assert view(client, tokens["defender"])["said"][0]["text"] == "The army of Attacker is settled."
    assert answers[0][0] == 400
    assert answers[0] == answers[1]


@pytest.mark.parametrize("by_maker", [True, False])
def test_armies_that_do_not_go_together_are_brought_once_more(client: Swift, by_maker: bool) -> None:
    first = chits("dwarves", "oathsword", "Hammers")
    more: dict[str, Any] = {"armies": {"attacker": first}, "open": ["defender"]} if by_maker else {}
    tokens = both_open(client, **more)
    if not by_maker:
        assert bring(client, tokens["attacker"], first).status_code == 200
    answer = bring(client, tokens["defender"], chits("elves", "oathsword", "Bows"))
    assert answer.status_code == 200, "by itself it may fight here"
    for seat in ("attacker", "defender"):
        found = view(client, tokens[seat])
        assert sorted(one["side"] for one in found["armies"]) == ["attacker", "defender"]
        assert not any(one.get("settled") for one in found["armies"])
        assert "2 Oathsword" in found["said"][-1]["text"]
        assert "to be brought again" in found["said"][-1]["text"]
        assert "Hammers" not in str(found)
        assert "Bows" not in str(found)
    assert bring(client, tokens["defender"], chits("elves", "dawn_lance")).status_code == 200
    assert "armies" in view(client, tokens["defender"])
    assert bring(client, tokens["attacker"], first).status_code == 200
    assert "armies" not in view(client, tokens["defender"])
