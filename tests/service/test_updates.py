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
from banneret.kernel.scene import Board, Clash, Figure, News, OptionView, Piece, Question, Scene, Tray
from banneret.service import messages as m
from banneret.service.live.differences import Shared, known_after, tell

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
        shared: Shared = {}
        for seat in seats:
            view = shown(battle.scene(seat), number)
            found = tell(last[seat], view, known[seat], shared)
            change = msgspec.json.encode(found.update)
            whole = msgspec.json.encode(view)
            assert sights[seat].see(json.loads(change)) == json.loads(whole)
            last[seat], known[seat] = view, known_after({**known[seat], **found.gone}, view)
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
    change = json.loads(msgspec.json.encode(tell(last, view, {}, {}).update))
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
    assert told((A, B, C), (piece("d"), A, B, C)) == {"pieces~": [[2, {"id": "d", "name": "D"}], [0, 3]]}
    other = piece("b", "", piece("y"), piece("x", "1"))
    change = {"label": None, "inside~": [[1, 1], [0, {"label": "1"}]]}
    assert told((A, B, C), (other, C)) == {"pieces~": [[1, change], [2, 1]]}
    assert told((A,), (piece("d"),)) == {"pieces~": [[0, {"id": "d", "name": "D"}]]}
    d = json.loads(msgspec.json.encode(piece("d")))
    assert told((A,), ()) == {"pieces": None}
    assert told((), (piece("d"),)) == {"pieces": [d]}


def test_rows_are_told_by_those_before_them_that_are_like_them() -> None:
    d, e = piece("d"), piece("e", "3")
    whole = json.loads(msgspec.json.encode(d))
    assert told((), (d, e)) == {"pieces~": [whole, [-1, {"id": "e", "name": "E", "label": "3"}]]}
    change = [-1, {"id": "d", "name": "D"}]
    assert told((A, B, C), (A, d, B, C)) == {"pieces~": [[0, 1], change, [1, 2]]}


def test_rows_of_one_id_are_told_all_the_same() -> None:
    assert told((A, B, A), (B, A, A, piece("a", "9"))) == {
        "pieces~": [[1, 2], [2, 1], ["a", {"label": "9"}]],
    }


def test_a_piece_is_told_by_the_one_of_its_id_wherever_that_lay() -> None:
    tray = Tray("t", "Hand", 0, (A, B))
    last, view = (shown(msgspec.structs.replace(bare(), trays=one), 1) for one in ((tray,), ()))
    now = msgspec.structs.replace(view.scene, pieces=(piece("x", "5"), C))
    view = msgspec.structs.replace(view, scene=now)
    found = json.loads(msgspec.json.encode(tell(last, view, {}, {}).update))
    assert found["scene"] == {
        "trays": None,
        "pieces~": [["x", {"label": "5"}], [-1, {"id": "c", "name": "C", "label": None}]],
    }
    sight = Sight()
    sight.see(json.loads(msgspec.json.encode(last)))
    assert sight.see(found) == json.loads(msgspec.json.encode(view))


def test_news_that_stay_are_counted_and_others_are_told_by_the_last_of_their_kind() -> None:
    lines = tuple(News(number, "roll", f"line {number}", "", data={"x": number}) for number in range(1, 5))
    change = {"number": 4, "text": "line 4", "data": {"x": 4}}
    assert told(lines[:3], lines[1:], "news") == {"news~": [[1, 2], [-1, change]]}
    altered = News(2, "roll", "another", "", data={})
    assert told(lines[:3], (lines[0], altered, lines[2]), "news") == {
        "news~": [[0, 1], [1, {"text": "another", "data": None}], [2, 1]]
    }
    moved = tuple(
        News(number, kind, f"{kind} of the day", f"toy:{kind}", number, heading=kind)
        for number, kind in enumerate(["rain", "moon", "fog", "rain"], 1)
    )
    assert told(moved[:3], moved, "news") == {"news~": [[0, 3], [-3, {"number": 4, "side": 4}]]}


def test_what_is_new_has_its_rows_told_by_one_another() -> None:
    parts = ((5, "Command", "toy:pool"), (1, "help", "toy:pool"))
    figures = (Figure("dice", "6", parts), Figure("dice", "7", (*parts, (1, "wise", "toy:wise"))))
    found = told((), (msgspec.structs.replace(A, figures=figures),))["pieces"][0]
    edit = {"value": "7", "parts~": [[0, 2], [1, "wise", "toy:wise"]]}
    assert found["figures~"][1] == [-1, edit]


def test_pairs_of_numbers_are_never_told_by_others() -> None:
    """For they could be taken for a place and a number."""
    square = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
    before, now = (msgspec.structs.replace(A, shape=shape) for shape in (square, (*square[:3], (0.5, 2.0))))
    assert "shape" in told((before,), (now,))["pieces~"][0][1]


def test_a_text_is_told_by_its_first_and_last_letters() -> None:
    def title(before: str, now: str) -> Any:
        last, view = shown(bare(before), 1), shown(bare(now), 2)
        change = json.loads(msgspec.json.encode(tell(last, view, {}, {}).update))
        sight = Sight()
        sight.see(json.loads(msgspec.json.encode(last)))
        assert sight.see(change)["scene"]["title"] == now
        return change["scene"]

    assert title("Where does the Thug go now?", "Where does the Archer go now?") == {
        "title~": [15, "Archer", 8]
    }
    assert title("Where does the Thug go?", "Where does the Thug") == {"title~": [19]}
    assert title("Where does the Thug go?", "Where does the Thug go? Now") == {"title~": [23, " Now"]}
    assert title("aaaaaaaaaaaaaaaa", "aaaaaaaaaaaaaaaaaa") == {"title~": [16, "aa"]}
    assert title("Round 1", "Round 2") == {"title": "Round 2"}
    assert title("The \U0001f409 sleeps in its cave", "The \U0001f409 sleeps in the cave") == {
        "title": "The \U0001f409 sleeps in the cave"
    }, "browsers count a dragon as two letters"


def test_what_seats_see_alike_is_told_to_them_in_the_same_words() -> None:
    last, view = shown(bare(), 1), shown(msgspec.structs.replace(bare("U"), pieces=(A,)), 2)
    shared: Shared = {}
    first = tell(last, view, {}, shared).update
    other = msgspec.structs.replace(view, seat="B", scene=msgspec.structs.replace(view.scene, pieces=(A, C)))
    before = msgspec.structs.replace(last, seat="B")
    assert tell(before, view, {}, shared).update.scene["pieces"] is first.scene["pieces"]
    assert tell(before, other, {}, shared).update == tell(before, other, {}, {}).update


def test_a_field_that_is_gone_comes_again_by_what_it_was() -> None:
    clash = Clash("Volley 1", "ford", (A, C), lines=("both hold",))
    now = msgspec.structs.replace(clash, title="Volley 2")
    views = [
        msgspec.structs.replace(
            shown(msgspec.structs.replace(bare(), clash=one), number),
            why_not_undo="a die was rolled since" if one else "",
        )
        for number, one in enumerate([clash, None, now], 1)
    ]
    gone = tell(views[0], views[1], {}, {}).gone
    again = tell(views[1], views[2], gone, {})
    found = json.loads(msgspec.json.encode(again.update))
    assert (found["scene"], found["view"]) == ({"clash~": {"title": "Volley 2"}}, {"why_not_undo~": [22]})
    assert again.since == 1, "who came when it was gone does not know it"
    sight = Sight()
    for message in (views[0], tell(views[0], views[1], {}, {}).update):
        sight.see(json.loads(msgspec.json.encode(message)))
    assert sight.see(found) == json.loads(msgspec.json.encode(views[2]))


def test_of_few_words_all_are_told() -> None:
    assert told(("A", "B"), ("B",), "waiting") == {"waiting": ["B"]}
    long = ("the ford", "the west bank")
    assert told(long, (long[0], "the hill"), "waiting") == {"waiting~": [[0, 1], "the hill"]}
    many = tuple("abcdefghij")
    assert told(many, many[3:], "waiting") == {"waiting~": [[3, 7]]}
    assert told(many, many[::-1], "waiting") == {"waiting": list(many[::-1])}


def test_fields_that_are_left_out_are_null() -> None:
    scene = banneret.start("stacks", "first_blood").scene("spectator")
    without = msgspec.structs.replace(scene, pieces=(), news=(), stage=None)
    last, view = shown(scene, 1), shown(without, 2)
    found = json.loads(msgspec.json.encode(tell(last, view, {}, {}).update))
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
    found = json.loads(msgspec.json.encode(tell(views[2], view, known, {}).update))["scene"]["questions~"]
    assert found[0] == ["move", 0, {"options~": [[0, 1], [2, 1], {"order": "d", "label": "d"}]}]
    assert found[1]["kind"] == "end"
    whole = json.loads(msgspec.json.encode(tell(views[2], view, {}, {}).update))["scene"]
    assert [one["kind"] for one in whole["questions"]] == ["move", "end"]


def test_who_came_after_a_question_was_asked_does_not_know_it() -> None:
    known = known_after(known_after({}, asking(3, question(0, "a"))), asking(5, question(1, "a")))
    asked = [(question(0, "b"), question(1, "b")), (question(1, "b"),), (question(0, "b", kind="end"),)]
    assert [tell(asking(6), asking(7, *one), known, {}).since for one in asked] == [3, 5, 6]


# ---------------------------------------------------------------------- over the line


def test_a_client_that_asks_for_it_receives_updates_and_its_answers_with_them(table: Table) -> None:
    tokens = table.begin()
    with (
        table.client.websocket_connect("/api/table") as mine,
        table.client.websocket_connect("/api/table") as theirs,
    ):
        mine.send_json({"type": "sit", "token": tokens["attacker"], "updates": True})
        view = mine.receive_json()
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
