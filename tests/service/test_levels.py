"""Computer players of strangers: what is not offered is refused or played by a known level, and nothing is ever imported for it."""

from __future__ import annotations

import asyncio
import dataclasses
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from service.table import Table, fetch

import banneret
from banneret.kernel.battle import Battle
from banneret.kernel.record.entry import Entry
from banneret.kernel.record.record import Record
from banneret.service.computer.workers import Asked, Workers
from banneret.service.report import Pause, read, report, reproduce

pytestmark = pytest.mark.server  # a process of its own

FOREIGN = [
    "evil:Player",
    "evil:Player:setting",
    "evil",
    "search:3600s",
    "search:9999999sims",
    "greedy:bold",
    "none",
    "default",
    " greedy",
    "no such player",
    "x" * 40,
]


@pytest.fixture
def ran(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A module `evil` is at hand, here and in processes begun from here; the file tells that it was imported."""
    proof = tmp_path / "ran"
    folder = tmp_path / "python"
    folder.mkdir()
    (folder / "evil.py").write_text(f"open({str(proof)!r}, 'w').write('ran')\n")
    monkeypatch.syspath_prepend(str(folder))
    monkeypatch.setenv("PYTHONPATH", str(folder), prepend=":")
    return proof


def unharmed(ran: Path) -> bool:
    return not ran.exists() and "evil" not in sys.modules


def battle_of(spec: str, **more: Any) -> Battle:
    """A battle whose file names a player for the defender."""
    made = banneret.start("stacks", "hit_and_run", seed=3, players={"defender": "greedy"}, **more)
    header = dataclasses.replace(made.record.header, players={"defender": spec})
    return banneret.loads(Record(header, made.record.seed).text)


def take_in(table: Table, battle: Battle) -> dict[str, str]:
    answer = table.client.post("/api/import", json={"text": battle.private_text})
    assert answer.status_code == 201, answer.text
    tokens: dict[str, str] = answer.json()["tokens"]
    return tokens


def play_on(table: Table, token: str, orders: int = 2) -> dict[str, Any]:
    """The defaults of a seat, until it has given so many; the computer answers in between."""
    given = 0
    for _ in range(400):
        view = table.view(token)
        if "ending" in view["scene"] or given == orders:
            break
        if view["scene"].get("questions"):
            given += table.order(token, view["at"])["type"] == "done"
        else:
            time.sleep(0.01)
    assert given == orders, view["scene"]["waiting"]
    return view


@pytest.mark.parametrize("level", FOREIGN)
def test_a_seat_and_a_referee_hand_over_to_offered_levels_only(table: Table, ran: Path, level: str) -> None:
    tokens = table.begin()
    before = table.view(tokens["referee"])
    for seat, more in (("attacker", {}), ("defender", {}), ("referee", {"side": "attacker"})):
        answer = table.ask(tokens[seat], type="player", id=f"h{seat}", level=level, **more)
        assert answer["type"] == "refused"
        assert "there is no level" in answer["reason"]
        assert "one of random, greedy, instant, search" in answer["reason"]
    assert table.view(tokens["referee"]) == before
    assert unharmed(ran)


@pytest.mark.parametrize("level", FOREIGN)
def test_a_new_battle_has_offered_levels_only(table: Table, ran: Path, level: str) -> None:
    sides = {"attacker": {"by": "me"}, "defender": {"by": "computer", "level": level}}
    body = {"rulebook": "stacks", "scenario": "first_blood", "sides": sides}
    assert table.client.post("/api/battles", json=body).status_code == 400
    assert unharmed(ran)


@pytest.mark.parametrize("spec", ["evil:Player", "evil", "search:3600s", "no such player", "greedy:bold"])
def test_a_record_of_a_foreign_player_is_shown_by_its_name_and_played_by_a_known_one(
    table: Table, ran: Path, spec: str
) -> None:
    tokens = take_in(table, battle_of(spec))
    view = table.view(tokens["attacker"])
    assert [seat.get("computer") for seat in view["seats"]] == [None, spec]
    level = "search" if spec.startswith("search") else "greedy"
    assert view["said"][0]["text"] == f"The file has {spec} play Defender. Here {level} does."
    if level == "greedy":
        play_on(table, tokens["attacker"])
    table.stop()
    table.start()
    assert [seat.get("computer") for seat in table.view(tokens["attacker"])["seats"]] == [None, spec]
    assert unharmed(ran)


def test_a_foreign_player_that_came_into_play_later_is_not_called_either(table: Table, ran: Path) -> None:
    made = banneret.start("stacks", "hit_and_run", seed=3)
    made.record.append(Entry("!", ("player", "defender", "evil:Player", "a whim")))
    tokens = take_in(table, banneret.loads(made.private_text))
    play_on(table, tokens["attacker"])
    assert unharmed(ran)


def test_branches_tries_looks_back_and_rematches_call_no_foreign_player(table: Table, ran: Path) -> None:
    tokens = take_in(table, battle_of("evil:Player"))
    mine = tokens["attacker"]
    play_on(table, mine)
    for body in ({}, {"private": True}, {"at": 0, "private": True}):
        status, branch = fetch(table, "/api/battle/fork", mine, body)
        assert status == 201, branch
        assert table.view(branch["tokens"]["attacker"])["branch"], "also of the first moment"
        play_on(table, branch["tokens"]["attacker"], 1)
    assert fetch(table, "/api/battle/at/1", mine)[0] == 200
    assert table.ask(mine, type="end", id="end")["type"] == "done"
    status, again = fetch(table, "/api/battle/again", mine, {})
    assert status == 201, again
    seats = table.view(again["tokens"]["attacker"])["seats"]
    assert [seat.get("computer") for seat in seats] == [None, "greedy"]
    play_on(table, again["tokens"]["attacker"], 1)
    record = fetch(table, "/api/battle/record", mine)[1]
    assert fetch(table, "/api/import", mine, {"text": record})[0] == 201
    assert unharmed(ran)


def test_a_worker_calls_no_foreign_player(ran: Path) -> None:
    async def ask(spec: str) -> tuple[str | None, str]:
        thinkers = Workers(1)
        try:
            battle = battle_of(spec)
            battle.give("attacker", battle.orders("attacker")[0])
            return await thinkers.answer(Asked("one", 0, battle.waiting_for[0], spec), battle)
        finally:
            thinkers.close()

    for spec in ("evil:Player", "evil"):
        order, trouble = asyncio.run(ask(spec))
        assert order is None
        assert "there is no player" in trouble
    assert unharmed(ran)


def test_a_report_of_a_stranger_calls_no_foreign_player(ran: Path) -> None:
    battle = battle_of("evil:Player")
    battle.give("attacker", battle.orders("attacker")[0])
    assert "more" in reproduce(read(report(battle, Pause(error="whatever"))))
    assert unharmed(ran)


def test_a_damaged_file_is_told_of_at_the_table(table: Table) -> None:
    made = banneret.start("stacks", "hit_and_run", seed=3)
    made.play_out()
    answer = table.client.post("/api/import", json={"text": made.private_text[:-30]})
    assert answer.status_code == 201, answer.text
    said = table.view(answer.json()["tokens"]["spectator"])["said"]
    assert said[0]["text"].startswith("The file was damaged: ")
