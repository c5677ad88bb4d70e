"""Boards of one's own over HTTP: tiles, what is wrong, files, and the battles on them."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from service.swift import Swift

from banneret.kernel.abilities.boards import Tiles
from banneret.service import messages as m

YARD: dict[str, Any] = {
    "rulebook": "skirmish",
    "name": "Yard of two",
    "tiles": [
        {"tile": "t1", "face": "a", "at": [0, 0], "turn": 180},
        {"tile": "t2", "face": "a", "at": [0, 1]},
    ],
}


def laid(client: Swift, **body: Any) -> m.LaidBoard:
    answer = client.post("/api/rulebooks/skirmish/board", json=body)
    assert answer.status_code == 200, answer.text
    return msgspec.json.decode(answer.content, type=m.LaidBoard)


def test_tiles_are_there_for_rulebooks_that_have_them(client: Swift) -> None:
    tiles = msgspec.json.decode(client.get("/api/rulebooks/skirmish/tiles").content, type=Tiles)
    assert {"a", "b"} == set(tiles.tiles[0].faces)
    assert client.get("/api/rulebooks/skirmish").json()["boards"] is True
    assert client.get("/api/rulebooks/stacks").json()["boards"] is False
    assert client.get("/api/rulebooks/stacks/tiles").status_code == 400


def test_a_board_is_checked_and_written_as_a_file(client: Swift) -> None:
    found = laid(client, board=YARD)
    assert found.faults == ()
    assert "two_and_two" in found.scenarios
    assert laid(client, text=found.file) == found
    half = laid(client, board={**YARD, "tiles": YARD["tiles"][:1]})
    assert (half.faults[0].text, half.scenarios) == ("a board has two start areas, not 1", ())
    assert laid(client).board.tiles == ()


@pytest.mark.parametrize(
    "body",
    [
        {"text": "banneret"},
        {"board": {**YARD, "rulebook": "stacks"}},
        {"board": {**YARD, "name": "n" * 99}},
        {"board": {**YARD, "tiles": [{"tile": "t1", "face": "a", "at": [0, 0], "turn": 999}]}},
        {"board": {**YARD, "tiles": [{"tile": "t1", "face": "a", "at": [0, 0, 0]}]}},
        {"board": {**YARD, "tiles": [*YARD["tiles"] * 30]}},
    ],
)
def test_what_is_no_board_is_refused(client: Swift, body: dict[str, Any]) -> None:
    answer = client.post("/api/rulebooks/skirmish/board", json=body)
    assert answer.status_code in (400, 422)


def test_a_battle_begins_on_it(client: Swift) -> None:
    wanted = {"rulebook": "skirmish", "scenario": "twin_halls", "board": YARD}
    made = client.post("/api/battles", json=wanted)
    assert made.status_code in (200, 201), made.text
    wrong = {**wanted, "board": {**YARD, "tiles": YARD["tiles"][:1]}}
    refused = client.post("/api/battles", json=wrong)
    assert refused.status_code in (400, 422)
    assert "two start areas" in refused.text
