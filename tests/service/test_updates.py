"""Updates: what is different in a view, put together again, is the whole view to the letter, in every rulebook and for every seat."""

from __future__ import annotations

import json
import random
from typing import Any

import msgspec
import pytest
from service.table import Table, fetch, make

import banneret
from banneret.kernel.scene import Scene
from banneret.service import messages as m
from banneret.service.live.differences import update

SHORT = {
    "stacks": "first_blood",
    "warcards": "border_skirmish",
    "battlesystem": "stolen_herd",
    "companies": "the_ford",
    "skirmish": "short_yard",
}


def patched(last: dict[str, Any], change: dict[str, Any]) -> dict[str, Any]:
    """The view that an update makes of the one before it, as a client puts it together."""
    view, scene = (
        {**before, **change.get(name, {})} for before, name in ((last, "view"), (last["scene"], "scene"))
    )
    if pieces := change.get("pieces"):
        found = {piece["id"]: piece for piece in last["scene"].get("pieces", [])}
        for name in pieces.get("gone", []):
            del found[name]
        found.update({piece["id"]: piece for piece in pieces.get("put", [])})
        scene["pieces"] = [found[name] for name in pieces.get("order", found)]
    for name, rows in change.get("rows", {}).items():
        scene[name] = [rows.get(str(place), row) for place, row in enumerate(scene[name])]
    if news := change.get("news"):
        scene["news"] = [*last["scene"].get("news", [])[news.get("drop", 0) :], *news.get("add", [])]
    return {**full(view), "at": change["at"], "scene": full(scene)}


def full(found: dict[str, Any]) -> dict[str, Any]:
    """Without what is left out."""
    return {name: value for name, value in found.items() if value is not None}


def shown(scene: Scene, number: int) -> m.View:
    return m.View(number, scene, (), "A", "A", "b", "secret")


@pytest.mark.parametrize("book", sorted(SHORT))
def test_updates_make_the_whole_view_of_every_seat(book: str) -> None:
    battle = banneret.start(book, SHORT[book])
    chance = random.Random(5)
    seats = [*battle.sides, "spectator"]
    last = {seat: shown(battle.scene(seat), 0) for seat in seats}
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
            change = msgspec.json.encode(update(last[seat], view))
            whole = msgspec.json.encode(view)
            before = json.loads(msgspec.json.encode(last[seat]))
            assert patched(before, json.loads(change)) == json.loads(whole)
            last[seat] = view
            sizes = [sizes[0] + len(change), sizes[1] + len(whole)]
    assert sizes[0] < sizes[1] / 2


def test_pieces_in_another_order_are_named_in_it() -> None:
    scene = banneret.start("stacks", "first_blood").scene("spectator")
    turned = msgspec.structs.replace(scene, pieces=scene.pieces[::-1])
    change = update(shown(scene, 1), shown(turned, 2))
    assert change == m.Update(2, 1, pieces=m.Pieces(order=tuple(piece.id for piece in turned.pieces)))


def test_of_trays_only_those_come_that_changed() -> None:
    scene = banneret.start("stacks", "two_banners").scene("spectator")
    sides = (msgspec.structs.replace(scene.sides[0], name="Others"), *scene.sides[1:])
    change = update(shown(scene, 1), shown(msgspec.structs.replace(scene, sides=sides), 2))
    assert change == m.Update(2, 1, rows={"sides": {0: sides[0]}})


def test_fields_that_are_left_out_are_null() -> None:
    scene = banneret.start("stacks", "first_blood").scene("spectator")
    bare = msgspec.structs.replace(scene, pieces=(), news=(), stage=None)
    found = json.loads(msgspec.json.encode(update(shown(scene, 1), shown(bare, 2))))
    assert found["scene"]["stage"] is None
    assert patched(json.loads(msgspec.json.encode(shown(scene, 1))), found) == json.loads(
        msgspec.json.encode(shown(bare, 2))
    )


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
        seen = theirs.receive_json()
        for number in range(6):
            if "ending" in view["scene"] or not view["scene"].get("questions"):
                break
            order = view["scene"]["questions"][0]["default"]
            mine.send_json({"type": "order", "id": f"o{number}", "at": view["at"], "order": order})
            change = mine.receive_json()
            assert (change["type"], change["done"]["id"]) == ("update", f"o{number}")
            assert change["since"] == view["at"]
            view = patched(view, change)
            assert view == fetch(table, "/api/battle", tokens["attacker"])[1]
            change = theirs.receive_json()
            assert (change["type"], "done" in change) == ("update", False)
            seen = patched(seen, change)
            assert seen == fetch(table, "/api/battle", tokens["spectator"])[1]


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
