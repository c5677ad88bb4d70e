"""Updates: what is different in a view, put together again, is the whole view to the letter, in every rulebook and for every seat."""

from __future__ import annotations

import json
import random
from typing import Any

import msgspec
import pytest
from service.sight import Sight
from service.table import Table, fetch, make

import banneret
from banneret.kernel.scene import Board, News, OptionView, Piece, Question, Scene
from banneret.service import messages as m
from banneret.service.live.differences import known_after, since_when, update

SHORT = {
    "stacks": "first_blood",
    "warcards": "border_skirmish",
    "battlesystem": "stolen_herd",
    "companies": "the_ford",
    "skirmish": "short_yard",
}


def shown(scene: Scene, number: int) -> m.View:
    return m.View(number, scene, (), "A", "A", "b", "secret")


@pytest.mark.parametrize("book", sorted(SHORT))
def test_updates_make_the_whole_view_of_every_seat(book: str) -> None:
    battle = banneret.start(book, SHORT[book])
    chance = random.Random(5)
    seats = [*battle.sides, "spectator"]
    last = {seat: shown(battle.scene(seat), 0) for seat in seats}
    known = {seat: known_after({}, last[seat]) for seat in seats}
    sights = {seat: Sight() for seat in seats}
    for seat in seats:
        sights[seat].see(json.loads(msgspec.json.encode(last[seat])))
    sizes = [0, 0]
    for number in range(1, 60):
        if battle.is_over:
            break
        side = battle.waiting_for[0]
        battle.give(side, chance.choice(battle.orders(side)))
        if number % 9 == 0 and not battle.is_over:
            battle.undo_agreed(battle.record.count // 2, battle.sides)
        for seat in seats:
            view = shown(battle.scene(seat), number)
            change = msgspec.json.encode(update(last[seat], view, known[seat]))
            whole = msgspec.json.encode(view)
            assert sights[seat].see(json.loads(change)) == json.loads(whole)
            last[seat], known[seat] = view, known_after(known[seat], view)
            sizes = [sizes[0] + len(change), sizes[1] + len(whole)]
    assert sizes[0] < sizes[1] / 4


def bare(title: str = "T") -> Scene:
    """A scene of nothing but a title."""
    return Scene("toy", "toy", title, "A", (), Board("sheet", 1, 1))


def piece(name: str, label: str = "", *inside: Piece) -> Piece:
    return Piece(name, 0, "", "unit", name.upper(), label=label, inside=inside)


def told(before: tuple[Any, ...], now: tuple[Any, ...], field: str = "pieces") -> dict[str, Any]:
    """What an update says of a list that was another; put together again it is the list."""
    last, view = (
        shown(msgspec.structs.replace(bare(), **{field: rows}), number)
        for number, rows in enumerate((before, now))
    )
    change = json.loads(msgspec.json.encode(update(last, view)))
    sight = Sight()
    sight.see(json.loads(msgspec.json.encode(last)))
    assert sight.see(change) == json.loads(msgspec.json.encode(view))
    scene: dict[str, Any] = change.get("scene", {})
    return scene


A, B, C = piece("a"), piece("b", "2", piece("x"), piece("y")), piece("c")


def test_rows_stay_change_come_go_and_stand_in_another_order() -> None:
    assert told((A, B, C), (A, B, C)) == {}
    assert told((A, B, C), (B, C)) == {"pieces~": [[1, 2]]}
    assert told((A, B, C), (C, B, A)) == {"pieces~": [[2, 1], [1, 1], [0, 1]]}
    d = json.loads(msgspec.json.encode(piece("d")))
    assert told((A, B, C), (A, piece("d"), B, C)) == {"pieces~": [[0, 1], d, [1, 2]]}
    other = piece("b", "", piece("y"), piece("x", "1"))
    change = {"label": None, "inside~": [[1, 1], [0, {"label": "1"}]]}
    assert told((A, B, C), (other, C)) == {"pieces~": [[1, change], [2, 1]]}
    assert told((A,), (piece("d"),)) == {"pieces": [d]}
    assert told((A,), ()) == {"pieces": None}
    assert told((), (piece("d"),)) == {"pieces": [d]}


def test_rows_of_one_id_are_told_all_the_same() -> None:
    assert told((A, B, A), (B, A, A, piece("a", "9"))) == {
        "pieces~": [[1, 2], [2, 1], [2, {"label": "9"}]],
    }


def test_of_news_those_that_stay_are_counted_and_others_are_whole() -> None:
    lines = tuple(News(number, "roll", f"line {number}", "", data={"x": number}) for number in range(1, 5))
    last = json.loads(msgspec.json.encode(lines[3]))
    assert told(lines[:3], lines[1:], "news") == {"news~": [[1, 2], last]}
    altered = News(2, "roll", "another", "", data={})
    assert told(lines[:3], (lines[0], altered, lines[2]), "news") == {
        "news~": [[0, 1], {"number": 2, "kind": "roll", "text": "another", "rule": ""}, [2, 1]]
    }


def test_of_few_words_all_are_told() -> None:
    assert told(("A", "B"), ("B",), "waiting") == {"waiting": ["B"]}
    many = tuple("abcdefghij")
    assert told(many, many[3:], "waiting") == {"waiting~": [[3, 7]]}
    assert told(many, many[::-1], "waiting") == {"waiting": list(many[::-1])}


def test_fields_that_are_left_out_are_null() -> None:
    scene = banneret.start("stacks", "first_blood").scene("spectator")
    without = msgspec.structs.replace(scene, pieces=(), news=(), stage=None)
    last, view = shown(scene, 1), shown(without, 2)
    found = json.loads(msgspec.json.encode(update(last, view)))
    assert found["scene"]["stage"] is None
    sight = Sight()
    sight.see(json.loads(msgspec.json.encode(last)))
    assert sight.see(found) == json.loads(msgspec.json.encode(view))


# ---------------------------------------------------------------------- questions


def asking(number: int, *questions: Question) -> m.View:
    return shown(msgspec.structs.replace(bare(), questions=questions), number)


def question(side: int, *orders: str, kind: str = "move") -> Question:
    return Question(kind, side, "Move?", "", tuple(OptionView(order, order) for order in orders), orders[0])


def test_a_question_is_told_by_the_last_of_its_kind_and_side() -> None:
    views = [asking(1, question(0, "a", "b", "c")), asking(2, question(1, "z")), asking(3)]
    known = known_after(known_after(known_after({}, views[0]), views[1]), views[2])
    view = asking(4, question(0, "a", "c", "d"), question(0, "done", kind="end"))
    found = json.loads(msgspec.json.encode(update(views[2], view, known)))["scene"]["questions~"]
    assert found[0] == ["move", 0, {"options~": [[0, 1], [2, 1], {"order": "d", "label": "d"}]}]
    assert found[1]["kind"] == "end"
    whole = json.loads(msgspec.json.encode(update(views[2], view)))["scene"]
    assert [one["kind"] for one in whole["questions"]] == ["move", "end"]


def test_who_came_after_a_question_was_asked_does_not_know_it() -> None:
    known = known_after(known_after({}, asking(3, question(0, "a"))), asking(5, question(1, "a")))
    assert since_when(known, asking(7, question(0, "b"), question(1, "b"))) == 3
    assert since_when(known, asking(7, question(1, "b"))) == 5
    assert since_when(known, asking(7, question(0, "b", kind="end"))) == 7


# ---------------------------------------------------------------------- over the line


def test_a_client_that_asks_for_it_receives_updates_and_its_answers_with_them(table: Table) -> None:
    tokens = table.begin()
    with (
        table.client.websocket_connect("/api/table") as mine,
        table.client.websocket_connect("/api/table") as theirs,
    ):
        mine.send_json({"type": "sit", "token": tokens["attacker"], "updates": True})
        view = mine.receive_json()
        assert view["protocol"] == m.PROTOCOL, "by it a client that is older than the server notices that"
        theirs.send_json({"type": "sit", "token": tokens["spectator"], "updates": True})
        own, others = Sight(), Sight()
        own.see(view)
        others.see(theirs.receive_json())
        for number in range(6):
            if "ending" in view["scene"] or not view["scene"].get("questions"):
                break
            order = view["scene"]["questions"][0]["default"]
            mine.send_json({"type": "order", "id": f"o{number}", "at": view["at"], "order": order})
            change = mine.receive_json()
            assert (change["type"], change["done"]["id"]) == ("update", f"o{number}")
            assert change["since"] == view["at"]
            assert "protocol" not in change["view"]
            view = own.see(change)
            assert view == fetch(table, "/api/battle", tokens["attacker"])[1]
            change = theirs.receive_json()
            assert (change["type"], "done" in change) == ("update", False)
            assert others.see(change) == fetch(table, "/api/battle", tokens["spectator"])[1]


def test_one_who_missed_a_view_receives_the_whole(table: Table) -> None:
    tokens = make(
        table,
        rulebook="stacks",
        scenario="first_blood",
        sides={s: {"by": "me"} for s in ("attacker", "defender")},
    )["tokens"]
    with table.client.websocket_connect("/api/table") as line:
        line.send_json({"type": "sit", "token": tokens["spectator"], "updates": True})
        line.receive_json()
        (session,) = table.client.app.state.service.registry.live.values()  # type: ignore[attr-defined]
        session.listeners[0].seen -= 1
        table.order(tokens["attacker"], 1)
        assert line.receive_json()["type"] == "view"
