"""Looking back and listing: the same as from the beginning, however one gets there, and without running every rule again."""

from __future__ import annotations

import random
import time
from typing import Any

import msgspec
import pytest
from service.table import Table, fetch
from service.test_presence import spoil

import banneret
from banneret.kernel.battle import Battle
from banneret.service.limits import LOOKS_BACK
from banneret.service.live import registry


def free(table: Table) -> None:
    table.client.app.state.service.limits.lift()  # type: ignore[attr-defined]


def long_battle() -> Battle:
    """With all that a record can hold: orders, dice, players, changes, undos by agreement and by a referee."""
    battle = banneret.start("stacks", "two_banners", seed=3)
    chance = random.Random(3)
    for number in range(30):
        if battle.is_over:
            break
        side = battle.waiting_for[0]
        battle.give(side, chance.choice(battle.orders(side)))
        if number in (4, 12):
            battle.undo_agreed(battle.record.count // 2, ["referee"])
        if number == 8:
            battle.set_player("halls", "greedy", "late")
            battle.note("a remark")
        if number == 9:
            battle.set_player("halls", "none")
    return battle


def test_a_look_back_shows_what_was_seen_whichever_way_one_comes(table: Table) -> None:
    free(table)
    battle = long_battle()
    tokens = table.client.post("/api/import", json={"text": battle.private_text}).json()["tokens"]
    chance = random.Random(1)
    moments = battle.moments("groves")
    last = len(moments) - 1
    assert 5 < last < battle.record.count == moments[-1]
    way = [*range(last + 1), *[chance.randrange(last + 1) for _ in range(40)]]
    for number in way:
        status, found = fetch(table, f"/api/battle/at/{number}", tokens["groves"])
        assert status == 200
        then = msgspec.structs.replace(battle.at(moments[number]).scene("groves"), questions=())
        assert found["scene"] == msgspec.json.decode(msgspec.json.encode(then)), number
        assert found["of"] == last
    status, found = fetch(table, f"/api/battle/at/{last + 1}", tokens["groves"])
    assert (status, f"beyond number {last}" in found["error"]) == (404, True)
    assert table.ask(tokens["groves"], type="end", id="e")["type"] == "done"
    for number in chance.sample(range(battle.record.count), 9):
        found = fetch(table, f"/api/battle/at/{number}", tokens["groves"])[1]
        then = msgspec.structs.replace(battle.at(number).scene("groves"), questions=())
        assert found["scene"] == msgspec.json.decode(msgspec.json.encode(then)), number
        assert found["of"] == battle.record.count + 1, "when it is over by entries"


def test_a_look_back_after_an_order_was_taken_out_shows_the_new_course(table: Table) -> None:
    free(table)
    tokens = table.begin("first_blood")
    side = table.view(tokens["spectator"])["scene"]["waiting"][0]

    def seen(number: int) -> Any:
        return fetch(table, f"/api/battle/at/{number}", tokens["referee"])[1]["scene"]

    assert table.order(tokens[side], 1)["type"] == "done"
    first = seen(1)
    at = table.view(tokens[side])["at"]
    assert table.ask(tokens[side], type="undo", id="u", at=at)["type"] == "done"
    assert fetch(table, "/api/battle/at/1", tokens["referee"])[0] == 404
    changed = table.ask(
        tokens["referee"],
        type="change",
        id="c",
        at=table.view(tokens["referee"])["at"],
        change="kind 0 elves",
        reason="a whim",
    )
    assert changed["type"] == "done"
    assert "Elves" in str(seen(1)["pieces"])
    assert seen(1) != first


def test_forward_steps_do_not_begin_anew(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    free(table)
    battle = long_battle()
    tokens = table.client.post("/api/import", json={"text": battle.private_text}).json()["tokens"]
    begun = []
    shown = Battle.shown
    monkeypatch.setattr(Battle, "shown", lambda self, part: begun.append(part.count) or shown(self, part))
    moments = battle.moments("spectator")
    for number in (3, 4, 4, 9, 11, 2, 5):
        assert fetch(table, f"/api/battle/at/{number}", tokens["spectator"])[0] == 200
    assert begun == [moments[3], moments[2]]


def test_too_many_looks_back_are_refused(table: Table) -> None:
    tokens = table.begin()
    table.client.app.state.service.limits.change(LOOKS_BACK, 0.0, 3.0)  # type: ignore[attr-defined]
    answers = [fetch(table, "/api/battle/at/0", tokens["attacker"])[0] for _ in range(4)]
    assert answers == [200, 200, 200, 429]
    assert fetch(table, "/api/battle/at/0", tokens["defender"])[0] == 200


def listed(table: Table, *tokens: str) -> list[dict[str, Any]]:
    answer = table.client.post("/api/mine", json={"tokens": list(tokens)})
    assert answer.status_code == 200, answer.text
    found: list[dict[str, Any]] = answer.json()
    return found


def test_a_list_opens_only_what_has_changed_and_tells_the_same(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = table.begin(), table.begin("giant_at_the_gate")
    tokens = [one["attacker"], one["spectator"], two["attacker"], two["defender"], two["referee"]]
    side = table.view(one["spectator"])["scene"]["waiting"][0]
    assert table.order(one[side], 1)["type"] == "done"
    opened: list[str] = []
    whole = registry.loaded
    monkeypatch.setattr(registry, "loaded", lambda text: opened.append(text) or whole(text))
    before = listed(table, *tokens)
    assert len(before) == 5
    for _ in range(2):
        table.stop()
        table.start()
        assert listed(table, *tokens) == before
    assert opened == []
    table.order(one[table.view(one["spectator"])["scene"]["waiting"][0]], 2)
    opened.clear()
    table.stop()
    table.start()
    after = listed(table, *tokens)
    assert len(opened) == 1, "of one battle only"
    assert [entry["entries"] for entry in after if entry["seat"] == "referee"] == [0]
    assert after[0]["entries"] == before[0]["entries"] + 1
    for entry in after:
        view = table.view(entry["token"])
        shown = {k: v for k, v in view["scene"].items() if k not in ("news", "questions", "trays")}
        assert entry["scene"] == shown


def test_a_list_waits_for_nobody_long_and_is_right_the_next_time(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    tokens = table.begin()
    before = listed(table, tokens["spectator"])[0]
    side = table.view(tokens["spectator"])["scene"]["waiting"][0]
    table.order(tokens[side], 1)
    table.stop()
    table.start()
    monkeypatch.setattr("banneret.service.live.lists.LONGEST", -1.0)
    first = listed(table, tokens["spectator"])[0]
    assert first["updated"] > before["updated"]
    assert first["entries"] == before["entries"]
    for _ in range(200):
        found = listed(table, tokens["spectator"])[0]
        if found["entries"] > before["entries"]:
            break
        time.sleep(0.01)
    assert found["entries"] == before["entries"] + 1
    assert found["updated"] == first["updated"]


def test_a_list_shows_a_battle_that_cannot_be_taken_up_as_it_was_and_says_so(table: Table) -> None:
    bad = table.begin()
    before = listed(table, bad["attacker"])[0]
    side = table.view(bad["spectator"])["scene"]["waiting"][0]
    table.order(bad[side], 1)
    number = table.view(bad["attacker"])["battle"]
    table.stop()
    spoil(table, number)
    table.start()
    found = listed(table, bad["attacker"])[0]
    assert found["trouble"].startswith("This battle cannot be loaded: ")
    assert {**before, "updated": 0} == {
        **{name: value for name, value in found.items() if name != "trouble"},
        "updated": 0,
    }
