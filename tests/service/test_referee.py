"""The referee's panel, and battles that go wrong while others go on."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pytest
from service.table import Table

import banneret
from banneret import rulebooks
from banneret.service.report import main, read, reproduce

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    found = Table(tmp_path / "battles.sqlite3")
    found.client.app.state.service.limits.lift()  # type: ignore[attr-defined]
    yield found
    found.stop()


class Injected(RuntimeError):
    """An error of ours, put in on purpose."""


def panel(table: Table, token: str) -> Any:
    return table.client.get("/api/battle/referee", headers={"authorization": f"Bearer {token}"})


def ask(table: Table, token: str, kind: str, number: str, **more: Any) -> dict[str, Any]:
    return table.ask(token, type=kind, id=number, **more)


def change(table: Table, token: str, number: str, words: str) -> dict[str, Any]:
    at = table.view(token)["at"]
    return ask(table, token, "change", number, at=at, change=words, reason="as agreed")


def test_a_piece_is_changed_and_it_is_undone(table: Table) -> None:
    tokens = table.begin()
    found = panel(table, tokens["referee"]).json()
    assert {"add", "remove", "move", "heal", "kind"} <= {one["verb"] for one in found["changes"]}
    assert panel(table, tokens["attacker"]).status_code == 404
    before = table.view(tokens["referee"])["scene"]
    assert change(table, tokens["attacker"], "a", "kind 0 elves")["type"] == "refused"
    assert change(table, tokens["referee"], "a", "kind 0 elves")["type"] == "done"
    assert "Elves" in str(table.view(tokens["attacker"])["scene"]["pieces"])
    refused = change(table, tokens["referee"], "b", "heal 0")
    assert (refused["type"], refused["rule"]) == ("refused", "table:change")
    assert panel(table, tokens["referee"]).json()["entries"][-1]["text"].startswith("! change (kind 0 elves)")
    at = table.view(tokens["referee"])["at"]
    assert ask(table, tokens["referee"], "undo", "c", at=at, reason="it was right")["type"] == "done"
    assert table.view(tokens["referee"])["scene"]["pieces"] == before["pieces"]
    table.stop()
    table.start()
    assert table.view(tokens["referee"])["scene"]["pieces"] == before["pieces"]


def test_the_referee_goes_back_to_before_dice_that_are_rolled_anew_at_once(table: Table) -> None:
    tokens = table.begin()
    for number in range(300):
        view = table.view(tokens["referee"])
        assert table.order(tokens[view["scene"]["waiting"][0]], number)["type"] == "done"
        entries = panel(table, tokens["referee"]).json()["entries"]
        rolled = next((one["number"] for one in entries if " d6 " in one["text"]), 0)
        if rolled:
            break
    at = table.view(tokens["referee"])["at"]
    assert ask(table, tokens["referee"], "undo", "u", at=at, to=rolled - 1, reason="cocked")["type"] == "done"
    entries = panel(table, tokens["referee"]).json()["entries"]
    undo = next(index for index, one in enumerate(entries) if one["text"].startswith("! undo "))
    assert " d6 " in entries[undo + 1]["text"]
    assert "cocked" in entries[-1]["text"]
    view = table.view(tokens["attacker"])
    assert not view.get("paused")


def test_the_battle_is_ended_and_that_is_undone(table: Table) -> None:
    tokens = table.begin()
    before = table.view(tokens["attacker"])
    end = ask(table, tokens["referee"], "end", "a", winners=["attacker"], reason="dinner")
    assert end["type"] == "done"
    ended = table.view(tokens["attacker"])
    assert (ended["scene"]["ending"]["winners"], ended["commitment"]) == (["attacker"], before["commitment"])
    assert ended["seed"]
    at = table.view(tokens["referee"])["at"]
    assert ask(table, tokens["referee"], "undo", "b", at=at, reason="no, we go on")["type"] == "done"
    for again in (False, True):
        if again:
            table.stop()
            table.start()
        view = table.view(tokens["attacker"])
        assert "ending" not in view["scene"]
        assert not view.get("seed")
        assert view["commitment"] not in ("", before["commitment"])
        assert view["scene"]["waiting"] == before["scene"]["waiting"]
    for number in range(300):
        view = table.view(tokens["spectator"])
        if "ending" in view["scene"]:
            break
        assert table.order(tokens[view["scene"]["waiting"][0]], number)["type"] == "done"
    headers = {"authorization": f"Bearer {tokens['attacker']}"}
    record = table.client.get("/api/battle/record", headers=headers).text
    assert record.count("\nseed ") == 2
    found = banneret.verify(record)
    assert found.ok
    assert found["dice"].verdict == "good"


def test_the_referee_pauses_and_lets_go_on(table: Table) -> None:
    tokens = table.begin()
    assert ask(table, tokens["attacker"], "pause", "p")["type"] == "refused"
    assert ask(table, tokens["referee"], "pause", "p", reason="dinner")["type"] == "done"
    assert "dinner" in table.view(tokens["attacker"])["paused"]
    assert table.order(tokens["attacker"], 1)["type"] == "refused"
    table.stop()
    table.start()
    assert "dinner" in table.view(tokens["attacker"])["paused"]
    assert ask(table, tokens["referee"], "pause", "q", on=False)["type"] == "done"
    assert table.order(tokens["attacker"], 2)["type"] == "done"


def test_the_computer_plays_on_for_me_and_gives_back(table: Table) -> None:
    tokens = table.begin("hit_and_run")
    side = table.view(tokens["spectator"])["scene"]["waiting"][0]
    assert ask(table, tokens[side], "player", "h", level="greedy")["type"] == "done"
    for _ in range(100):
        view = table.view(tokens["spectator"])
        if view["scene"]["waiting"] != [side]:
            break
    assert side not in view["scene"].get("waiting", [])
    assert ask(table, tokens[side], "player", "i", level=None)["type"] == "done"
    assert not any(seat.get("computer") for seat in table.view(tokens[side])["seats"])


def test_people_roll_for_the_computer(table: Table) -> None:
    """Typed dice where computers play all sides: somebody tells what each die shows, and the battle goes on to its end."""
    computer = {"by": "computer", "level": "greedy"}
    tokens = table.begin("first_blood", dice="typed", sides={"attacker": computer, "defender": computer})
    rolls = 0
    for _ in range(600):
        view = table.view(tokens["referee"])
        if "ending" in view["scene"]:
            break
        if any(question["kind"] == "roll" for question in view["scene"].get("questions", [])):
            rolls += 1
            answer = ask(table, tokens["referee"], "roll", f"r{rolls}", at=view["at"], value=1 + rolls % 6)
            assert answer["type"] in ("done", "behind"), answer
    assert rolls > 1
    assert "ending" in view["scene"]


def break_one(monkeypatch: pytest.MonkeyPatch, what: str, doomed: set[str], chance: random.Random) -> None:
    """Let the rules of battles with these titles fail at random."""
    book = rulebooks.get("stacks")
    owner = book.view if what == "scenes" else book
    whole = getattr(owner, what)

    def broken(self: Any, state: Any, *rest: Any) -> Any:
        if state.setting.scenario_id in doomed and chance.random() < 0.3:
            raise Injected("DwarfLord was here")
        return whole(state, *rest)

    monkeypatch.setattr(type(owner), what, broken)


@pytest.mark.parametrize("what", ["step", "scenes"])
@pytest.mark.long
def test_an_error_pauses_its_battle_alone(
    table: Table, monkeypatch: pytest.MonkeyPatch, what: str, tmp_path: Path
) -> None:
    others = [table.begin("first_blood") for _ in range(3)]
    bad = table.begin("hit_and_run")
    chance = random.Random(what)
    doomed: set[str] = set()
    break_one(monkeypatch, what, doomed, chance)
    injected = 0
    with table.client.websocket_connect("/api/table") as looker:
        looker.send_json({"type": "sit", "token": bad["spectator"]})
        assert looker.receive_json()["type"] == "view"
        for number in range(40):
            for tokens in others:
                view = table.view(tokens["spectator"])
                if "ending" not in view["scene"]:
                    given = table.order(tokens[view["scene"]["waiting"][0]], number)
                    assert given["type"] == "done", given
            view = table.view(bad["referee"])
            if "ending" in view["scene"]:
                break
            side = view["scene"]["waiting"][0]
            words = view["scene"]["questions"][0]["default"]
            at = table.view(bad[side])["at"]
            doomed.add("hit_and_run")
            answer = ask(table, bad[side], "order", f"n{number}", at=at, order=words)
            doomed.clear()
            if answer["type"] == "done":
                continue
            assert (answer["code"], "because of an internal error" in answer["reason"]) == (
                "internal",
                True,
            ), answer
            injected += 1
            after = table.view(bad["referee"])
            assert after["scene"] == view["scene"]
            assert after["paused"]
            assert "DwarfLord was" not in str(table.view(bad[side])["paused"])
            headers = {"authorization": f"Bearer {bad['referee']}"}
            report = table.client.get("/api/battle/report", headers=headers)
            assert report.status_code == 200
            assert (
                table.client.get(
                    "/api/battle/report", headers={"authorization": f"Bearer {bad[side]}"}
                ).status_code
                == 404
            )
            assert "Nothing goes wrong" in reproduce(read(report.content))
            (tmp_path / "report.json").write_bytes(report.content)
            assert ask(table, bad["referee"], "pause", f"g{number}", on=False)["type"] == "done"
    assert injected > 2
    doomed.add("hit_and_run")
    assert 1 in [main([str(tmp_path / "report.json")]) for _ in range(30)]


def test_battles_nobody_looks_at_leave_memory(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    tokens = table.begin()
    before = table.view(tokens["attacker"])["scene"]
    tables = table.client.app.state.service.registry  # type: ignore[attr-defined]
    assert len(tables.live) == 1
    monkeypatch.setattr("banneret.service.live.session.IDLE", -1.0)
    table.client.portal.call(tables.sweep)  # type: ignore[union-attr]
    assert not tables.live
    assert table.view(tokens["attacker"])["scene"] == before
    assert table.order(tokens["attacker"], 1)["type"] == "done"


def test_a_replacement_is_undone_and_no_order_and_at_the_beginning_there_is_nothing_to_undo(
    table: Table,
) -> None:
    tokens = table.begin("hit_and_run")
    referee = tokens["referee"]
    at = table.view(referee)["at"]
    answer = ask(table, referee, "undo", "a", at=at)
    assert (answer["type"], answer["reason"]) == ("refused", "There is nothing to take back yet.")
    side = table.view(tokens["spectator"])["scene"]["waiting"][0]
    assert table.order(tokens[side], 1)["type"] == "done"
    before = table.view(tokens["spectator"])
    other = next(one for one in ("attacker", "defender") if one not in before["scene"]["waiting"])
    assert ask(table, referee, "player", "b", side=other, level="greedy", reason="late")["type"] == "done"
    assert ask(table, referee, "undo", "c", at=table.view(referee)["at"], reason="no")["type"] == "done"
    for again in (False, True):
        if again:
            table.stop()
            table.start()
        view = table.view(tokens["spectator"])
        assert not any(seat.get("computer") for seat in view["seats"])
        assert view["scene"]["waiting"] == before["scene"]["waiting"]
    assert ask(table, referee, "undo", "d", at=table.view(referee)["at"], reason="all")["type"] == "done"
    assert table.view(tokens["spectator"])["scene"]["waiting"] == [side]
