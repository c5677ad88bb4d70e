"""Battles over HTTP and WebSocket: played, stored before they are acknowledged, loaded again, and hidden where they must be."""

from __future__ import annotations

import json
import random
import re
import time
from functools import partial

import msgspec
import pytest
from service.table import SIDES, Table, fetch, make

import banneret
from banneret import rulebooks
from banneret.service.live.lists import Lists
from banneret.service.live.session import Session
from banneret.service.storage.seats import Seat, Summarized


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


def test_a_word_sent_twice_is_said_once_also_to_another_run_of_the_server(table: Table) -> None:
    tokens = table.begin()
    word = {"type": "say", "id": "w1", "text": "Hail!"}
    first = table.ask(tokens["attacker"], **word)
    assert first["type"] == "done"
    assert table.ask(tokens["attacker"], **word) == first
    table.stop()
    table.start()
    assert table.ask(tokens["attacker"], **word) == first
    assert table.ask(tokens["defender"], **word)["type"] == "done"  # a word of another seat's own
    assert table.ask(tokens["attacker"], **{**word, "id": "w2"})["type"] == "done"
    said = table.view(tokens["spectator"])["said"]
    assert [one["seat"] for one in said] == ["attacker", "defender", "attacker"]


def test_sentences_call_a_side_by_its_title(table: Table) -> None:
    tokens = table.begin("two_banners", sides={"groves": {"by": "me"}, "halls": {"by": "link"}})
    side = table.view(tokens["spectator"])["scene"]["waiting"][0]
    title = {one["id"]: one["name"] for one in table.view(tokens["spectator"])["scene"]["sides"]}[side]
    assert title != side
    table.order(tokens[side], 1)
    at = table.view(tokens[side])["at"]
    assert table.ask(tokens[side], type="undo", id="u", at=at, to=0)["type"] == "done"
    assert table.view(tokens["spectator"])["wish"] == f"{title} would like to go back to moment 0"
    assert table.ask(tokens[side], type="end", id="e")["type"] == "done"
    assert table.view(tokens["spectator"])["scene"]["ending"]["reason"] == f"{title} gave up."


def test_among_several_enemies_the_others_fight_on_when_a_side_gives_up(table: Table) -> None:
    sides = {"foot": {"by": "me"}, "dwarves": {"by": "me"}, "orcs": {"by": "me"}, "elves": {"by": "me"}}
    tokens = table.begin("four_crowns", rulebook="companies", sides=sides)
    assert table.ask(tokens["orcs"], type="end", id="e")["type"] == "done"
    scene = table.view(tokens["spectator"])["scene"]
    assert "ending" not in scene
    until = time.monotonic() + 10.0  # the computer takes its time, which no other sees
    while "orcs" in scene["waiting"] and time.monotonic() < until:
        time.sleep(0.05)
        scene = table.view(tokens["spectator"])["scene"]
    assert "orcs" not in scene["waiting"]
    levels = {seat["side"]: seat.get("level") for seat in table.view(tokens["foot"])["seats"]}
    assert levels["orcs"] == "greedy", levels


def test_an_order_from_an_old_view_is_behind(table: Table) -> None:
    tokens = table.begin()
    table.order(tokens["attacker"], 1)
    answer = table.ask(tokens["defender"], type="order", id="late", at=1, order="none")
    assert answer["type"] == "behind"


@pytest.fixture
def both(table: Table) -> tuple[str, str, str]:
    """The links of both sides and of the referee of a battle in which both must decide at once."""
    sides = {side: {"by": "me"} for side in ("A", "B")}
    tokens = make(table, rulebook="warcards", scenario="border_skirmish", sides=sides, referee=True)["tokens"]
    return tokens["A"], tokens["B"], tokens["referee"]


def test_where_both_must_decide_the_second_order_is_taken(table: Table, both: tuple[str, str, str]) -> None:
    """Its own question stands as it stood, though the first order has changed the view."""
    first, second, _ = both
    at = table.view(second)["at"]
    assert table.order(first, 1)["type"] == "done"
    assert table.view(second)["at"] > at
    assert table.ask(second, type="order", id="2", at=at, order="terrain open")["type"] == "done"


def test_another_order_from_the_same_view_is_behind(table: Table, both: tuple[str, str, str]) -> None:
    first, _, _ = both
    at = table.view(first)["at"]
    assert table.ask(first, type="order", id="1", at=at, order="terrain open")["type"] == "done"
    assert table.ask(first, type="order", id="2", at=at, order="terrain hills")["type"] == "behind"


def test_what_the_referee_did_makes_an_order_late(table: Table, both: tuple[str, str, str]) -> None:
    first, second, referee = both
    at = table.view(second)["at"]
    assert table.order(first, 1)["type"] == "done"
    now = table.view(referee)["at"]
    assert table.ask(referee, type="undo", id="u", at=now, to=0, reason="once more")["type"] == "done"
    assert table.ask(second, type="order", id="2", at=at, order="terrain open")["type"] == "behind"


def test_a_change_that_a_seat_is_not_shown_makes_no_order_of_it_late(
    table: Table, both: tuple[str, str, str]
) -> None:
    """Otherwise the answer would tell that something happened unseen."""
    first, second, _ = both
    at = table.view(second)["at"]
    assert table.order(first, 1)["type"] == "done"
    (session,) = table.client.app.state.service.registry.live.values()  # type: ignore[attr-defined]
    session.do(lambda: None)
    assert table.ask(second, type="order", id="2", at=at, order="terrain open")["type"] == "done"


def test_a_wish_to_go_back_is_late_when_the_other_side_has_ordered(
    table: Table, both: tuple[str, str, str]
) -> None:
    first, second, _ = both
    at = table.view(second)["at"]
    assert table.order(first, 1)["type"] == "done"
    assert table.ask(second, type="undo", id="u", at=at)["type"] == "behind"


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


def test_a_rulebook_is_listed_as_described(table: Table) -> None:
    document = table.client.get("/api/openapi.json").json()
    page = document["paths"]["/api/rulebooks/{rulebook}"]["get"]["responses"]["200"]["content"]
    schema = page["application/json"]["schema"]["$ref"].split("/")[-1]
    kinds = document["components"]["schemas"]
    found = table.client.get("/api/rulebooks/stacks").json()
    assert set(found) == set(kinds[schema]["properties"])
    for scenario in found["scenarios"]:
        assert set(scenario) == set(kinds["ScenarioLine"]["properties"])
        assert len(scenario["armies"]) == len(scenario["sides"]), scenario["id"]


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


def test_who_plays_gets_no_referees_link_unasked(table: Table) -> None:
    alone = {"attacker": {"by": "me"}, "defender": {"by": "computer"}}
    assert set(make(table, sides=alone)["tokens"]) == {"attacker", "spectator"}
    assert set(make(table, sides=SIDES)["tokens"]) == {"attacker", "defender", "spectator"}
    assert make(table, sides=SIDES)["mine"] == ["attacker"]
    judged = make(table, sides=alone, referee=True)
    assert set(judged["tokens"]) == {"attacker", "defender", "spectator", "referee"}
    assert judged["mine"] == ["attacker"]
    watched = make(table, sides={"attacker": {"by": "computer"}, "defender": {"by": "link"}})
    assert watched["mine"] == ["referee"]


def test_a_battle_with_a_friend_is_not_branched_while_it_runs(table: Table) -> None:
    made = make(table, sides=SIDES)
    for seat in ("attacker", "defender", "spectator"):
        status, answer = fetch(table, "/api/battle/fork", made["tokens"][seat], {})
        assert status == 409
        assert "until" in answer["error"] or "once the battle is over" in answer["error"]
        assert fetch(table, "/api/battle/record", made["tokens"][seat])[0] == 409


def test_a_branch_of_a_running_battle_opens_no_secret(table: Table) -> None:
    alone = {"attacker": {"by": "me"}, "defender": {"by": "computer"}}
    made = make(table, sides=alone)
    status, branch = fetch(table, "/api/battle/fork", made["tokens"]["attacker"], {})
    assert status == 201
    assert set(branch["tokens"]) == {"attacker"}
    token = branch["tokens"]["attacker"]
    assert table.ask(token, type="end", id="e", winners=[])["type"] == "done"
    assert "ending" in table.view(token)["scene"]
    for path, body in (("/api/battle/record", None), ("/api/battle/fork", {})):
        status, answer = fetch(table, path, token, body)
        if path.endswith("fork"):
            assert set(answer["tokens"]) == {"attacker"}
        else:
            assert status == 409, answer
    own = fetch(table, "/api/battle/at/0", token)[1]["scene"]
    assert fetch(table, "/api/battle/at/0?all=1", token)[1]["scene"] == own


def test_the_list_of_battles_tells_when_each_changed_also_after_a_restart(table: Table) -> None:
    import time

    tokens = table.begin()
    began = time.time()
    table.order(tokens["attacker"], 1)
    before = table.client.post("/api/mine", json={"tokens": [tokens["attacker"]]}).json()
    assert began <= before[0]["updated"] <= time.time()
    table.stop()
    table.start()
    assert table.client.post("/api/mine", json={"tokens": [tokens["attacker"], "A" * 22]}).json() == before


def test_a_record_is_saved_under_a_plain_name_whatever_its_scenario_is_called(table: Table) -> None:
    book = rulebooks.get("warcards")
    scenario = next(iter(book.scenarios().values()))
    renamed = scenario.to_json().replace(f'"{scenario.id}"', '"Bösche \\"龍\\""')
    battle = banneret.start(book, book.read_scenario(json.loads(renamed), "test"))
    battle.end([], "dusk")
    made = table.client.post("/api/import", json={"text": battle.private_text}).json()
    token = made["tokens"][made["mine"][0]]
    for path, kind in (("record", "banneret"), ("after/page", "html")):
        for _ in range(200):
            answer = table.client.get(f"/api/battle/{path}", headers={"authorization": f"Bearer {token}"})
            if answer.status_code != 409:  # the report is being made
                break
            time.sleep(0.02)
        assert answer.status_code == 200, answer.text
        name = answer.headers["content-disposition"]
        assert re.fullmatch(rf'attachment; filename="warcards-B-sche-(-[0-9a-f]+)?\.{kind}"', name), name


def test_a_battle_that_cannot_be_shown_keeps_no_other_from_the_list(
    table: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    mine = {"tokens": [table.begin()["attacker"] for _ in range(2)]}
    bad = table.client.post("/api/mine", json=mine).json()[0]["battle"]
    summarized = Lists._summarized

    async def broken(lists: Lists, seat: Seat) -> Summarized:
        if seat.battle == bad:
            raise KeyError("DwarfLord")
        return await summarized(lists, seat)

    monkeypatch.setattr(Lists, "_summarized", broken)
    for number, token in enumerate(mine["tokens"]):
        table.order(token, number)
    found = {
        one["battle"]: one.get("trouble", "") for one in table.client.post("/api/mine", json=mine).json()
    }
    assert found.pop(bad) == "This battle cannot be shown: an internal error."
    assert list(found.values()) == [""]
    assert "cannot be listed" in caplog.text


def test_an_order_of_a_view_from_before_a_restart_is_behind(table: Table) -> None:
    tokens = table.begin()
    at = table.view(tokens["attacker"])["at"]
    table.stop()
    table.start()
    answer = table.ask(tokens["attacker"], type="order", id="x", at=at, order="none")
    assert answer["type"] == "behind"
    assert answer["at"] > at


def test_who_began_a_battle_can_delete_it_and_nobody_else(table: Table) -> None:
    tokens = make(table, sides=SIDES)["tokens"]
    assert fetch(table, "/api/battle/delete", tokens["defender"], {})[0] == 404
    assert fetch(table, "/api/battle/delete", tokens["spectator"], {})[0] == 404
    assert fetch(table, "/api/battle/delete", tokens["attacker"], {})[0] == 200
    assert fetch(table, "/api/battle", tokens["attacker"])[0] == 404


@pytest.mark.parametrize("scenario", ["first_blood", "narrow_sea"])
def test_a_view_put_together_from_ready_parts_is_the_view_itself(scenario: str) -> None:
    """Byte by byte, for all who may look, also after an order was taken back."""
    battle = banneret.start("stacks", scenario, seed=5)
    session = Session("one", battle)
    seats = [Seat("one", name, name, True) for name in (*battle.sides, "spectator", "referee")]
    chance = random.Random(5)
    undone = 0
    for _ in range(60):
        if battle.is_over:
            break
        side = battle.waiting_for[0]
        session.do(partial(battle.give, side, chance.choice(battle.orders(side))))
        if chance.random() < 0.3 and battle.why_not_undo(side) is None:
            session.do(partial(battle.undo, side))
            undone += 1
        for seat in seats:
            view = session._view(seat, session.number(seat))
            assert session.view(seat).data == msgspec.json.encode(view)
    assert undone


def test_numbers_of_views_never_fall_when_the_clock_goes_back(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Over restarts of the server, one after another, with the clock an hour and a year back."""
    tokens = table.begin("two_banners", sides={"groves": {"by": "me"}, "halls": {"by": "link"}})
    latest = {name: table.view(token)["at"] for name, token in tokens.items()}
    now = time.time
    for back in (3600.0, 31_536_000.0, 31_536_000.0, 0.0):
        table.stop()
        monkeypatch.setattr(time, "time", lambda back=back: now() - back)
        table.start()
        for _ in range(2):
            waiting = table.view(tokens["spectator"])["scene"]["waiting"][0]
            assert table.order(tokens[waiting], latest[waiting])["type"] == "done"
        for name, token in tokens.items():
            at = table.view(token)["at"]
            assert at > latest[name], (back, name)
            latest[name] = at
