"""Reports of battles that are over: for those who may have the record, counted once, gone on with after a restart."""

from __future__ import annotations

import asyncio
import threading
import time
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from service.table import Table
from service.test_damage import spoil

import banneret
from banneret.after.curve import Budget
from banneret.after.report import Counted, Facts, Report, Turned, report, tell
from banneret.service.computer.counting import counted_apart
from banneret.service.live.reports import Reports

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from banneret.after.report import Piece

SMALL = Budget(points=3, plays=4, again=1, more=2)
SEATS = ("attacker", "defender", "spectator", "referee")


def reports(table: Table) -> Reports:
    found: Reports = table.client.app.state.service.registry.reports  # type: ignore[attr-defined]
    return found


@pytest.fixture
def small(table: Table) -> Table:
    reports(table).budget = SMALL
    table.client.app.state.service.limits.lift()  # type: ignore[attr-defined]
    return table


def ask(table: Table, token: str, path: str = "") -> Any:
    return table.client.get(f"/api/battle/after{path}", headers={"authorization": f"Bearer {token}"})


def finished(table: Table, token: str) -> Report:
    until = time.monotonic() + 60
    while time.monotonic() < until:
        answer = ask(table, token)
        assert answer.status_code == 200, answer.text
        found = msgspec.json.decode(answer.content, type=dict[str, Report | None])["report"]
        if found is not None and found.finished:
            return found
        time.sleep(0.05)
    raise AssertionError("the report was never finished")


def test_nothing_is_told_before_the_end(small: Table) -> None:
    tokens = small.begin()
    for seat in SEATS:
        for path in ("", "/page"):
            answer = ask(small, tokens[seat], path)
            assert (answer.status_code, answer.json()["code"]) == (409, "not-yet")
    assert len({ask(small, tokens[seat]).text for seat in SEATS}) == 1
    assert not reports(small)._tasks


def test_all_who_sat_have_the_same_report(small: Table) -> None:
    tokens = small.begin()
    small.play_out(tokens)
    found = finished(small, tokens["attacker"])
    assert {ask(small, tokens[seat]).content for seat in SEATS} == {
        msgspec.json.encode({"report": found}) for _ in SEATS
    }
    headers = {"authorization": f"Bearer {tokens['attacker']}"}
    record = small.client.get("/api/battle/record", headers=headers).text
    assert report(banneret.loads(record), SMALL) == found  # counted anywhere, the same to the byte
    page = ask(small, tokens["defender"], "/page")
    assert page.headers["content-type"].startswith("text/html")
    assert "Chance of Defender" in page.text
    assert "size:letter" in ask(small, tokens["defender"], "/page?paper=Letter").text


def test_a_report_is_counted_once_and_outlives_the_server(
    small: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    tokens = small.begin()
    small.play_out(tokens)
    found = finished(small, tokens["attacker"])
    small.stop()
    small.start()
    reports(small).budget = SMALL
    monkeypatch.setattr(reports(small), "_count", None)
    assert finished(small, tokens["defender"]) == found


def test_a_counting_that_was_cut_off_is_gone_on_with(small: Table) -> None:
    tokens = small.begin()
    small.play_out(tokens)
    found = finished(small, tokens["attacker"])
    battle = small.view(tokens["attacker"])["battle"]
    small.stop()
    small.start()
    storage = small.storage
    lines = storage.submit(storage.reports.load(battle)).result()
    storage.submit(storage.reports.delete(battle)).result()
    for number, line in enumerate(lines[:3]):
        storage.submit(storage.reports.add(battle, number, line)).result()
    reports(small).budget = SMALL
    assert finished(small, tokens["attacker"]) == found
    assert storage.submit(storage.reports.load(battle)).result() == lines


def test_a_report_that_was_damaged_is_counted_again(small: Table) -> None:
    tokens = small.begin()
    small.play_out(tokens)
    found = finished(small, tokens["attacker"])
    battle = small.view(tokens["attacker"])["battle"]
    small.stop()
    spoil(small, "reports", "text", battle)
    small.start()
    reports(small).budget = SMALL
    assert finished(small, tokens["attacker"]) == found
    for line in small.storage.submit(small.storage.reports.load(battle)).result():
        assert "\ufffd" not in line


def test_facts_do_not_wait_until_another_battle_is_counted(
    small: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    count = reports(small)._count
    free = threading.Event()

    async def held(text: str, budget: Budget, known: Any) -> AsyncGenerator[Piece, None]:
        async for piece in count(text, budget, known):
            yield piece
            while isinstance(piece, Facts) and not free.is_set():
                await asyncio.sleep(0.01)

    monkeypatch.setattr(reports(small), "_count", held)
    battles = [small.begin() for _ in range(3)]
    for tokens in battles:
        small.play_out(tokens)
    for tokens in battles:
        until = time.monotonic() + 60
        while (found := ask(small, tokens["attacker"]).json().get("report")) is None:
            assert time.monotonic() < until, "its facts wait for the counting of another battle"
            time.sleep(0.02)
        assert found["facts"]["ending"]["winners"]
        assert not found.get("finished")
    free.set()
    for tokens in battles:
        assert finished(small, tokens["defender"]).curve


def test_what_is_being_counted_stays_in_memory_however_many_reports_are_asked_for(
    small: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("banneret.service.live.reports.MOST_KEPT", 1)
    count = reports(small)._count
    free = threading.Event()

    async def held(text: str, budget: Budget, known: Any) -> AsyncGenerator[Piece, None]:
        while not free.is_set():
            await asyncio.sleep(0.01)
        async for piece in count(text, budget, known):
            yield piece

    monkeypatch.setattr(reports(small), "_count", held)
    battles = [small.begin() for _ in range(3)]
    for tokens in battles:
        assert small.ask(tokens["attacker"], type="end", id="e", winners=[])["type"] == "done"
        assert ask(small, tokens["attacker"]).json() == {"report": None}
    for tokens in battles:
        assert ask(small, tokens["attacker"]).json() == {"report": None}
    free.set()
    for tokens in battles:
        assert finished(small, tokens["attacker"]).finished
    assert not caplog.records
    small.begin()
    assert len(reports(small)._kept) <= len(battles)


def test_a_battle_that_ends_otherwise_is_counted_again(small: Table) -> None:
    tokens = small.begin()
    assert small.ask(tokens["attacker"], type="end", id="e1", winners=[])["type"] == "done"
    first = finished(small, tokens["attacker"])
    at = small.view(tokens["referee"])["at"]
    assert small.ask(tokens["referee"], type="undo", id="u1", at=at, to=0)["type"] == "done"
    assert ask(small, tokens["attacker"]).json()["code"] == "not-yet"
    assert small.ask(tokens["defender"], type="end", id="e2", winners=[])["type"] == "done"
    second = finished(small, tokens["attacker"])
    assert first.facts.ending.winners == ("defender",)
    assert second.facts.ending.winners == ("attacker",)
    assert first.facts.hash != second.facts.hash


def test_a_deleted_battle_leaves_no_report(small: Table) -> None:
    tokens = small.begin()
    small.play_out(tokens)
    finished(small, tokens["attacker"])
    battle = small.view(tokens["attacker"])["battle"]
    headers = {"authorization": f"Bearer {tokens['referee']}"}
    assert small.client.post("/api/battle/delete", json={}, headers=headers).status_code == 200
    assert ask(small, tokens["attacker"]).status_code == 404
    assert small.storage.submit(small.storage.reports.load(battle)).result() == []


def test_a_branch_that_hides_something_has_no_report_for_players(small: Table) -> None:
    tokens = small.begin()
    headers = {"authorization": f"Bearer {tokens['referee']}"}
    branch = small.client.post("/api/battle/fork", json={"private": True}, headers=headers).json()["tokens"]
    small.play_out(branch) if "spectator" in branch else small.ask(
        branch["attacker"], type="end", id="e", winners=[]
    )
    assert ask(small, branch["attacker"]).json()["code"] == "not-allowed"


def test_sides_are_swapped(small: Table) -> None:
    sides = {"attacker": {"by": "me"}, "defender": {"by": "computer", "level": "greedy"}}
    tokens = small.begin(sides=sides, referee=False)
    small.ask(tokens["attacker"], type="end", id="e", winners=[])
    headers = {"authorization": f"Bearer {tokens['attacker']}"}
    plain = small.client.post("/api/battle/again", json={}, headers=headers).json()
    assert plain["mine"] == ["attacker"]
    again = small.client.post("/api/battle/again", json={"swap": True}, headers=headers).json()
    assert again["mine"] == ["defender"]
    seats = {one["name"]: one.get("computer", "") for one in small.view(again["tokens"]["defender"])["seats"]}
    assert seats == {"attacker": "greedy", "defender": ""}


@pytest.mark.server
def test_a_process_of_its_own_counts_the_same() -> None:
    battle = banneret.start("stacks", "first_blood", seed=3)
    battle.play_out(dict.fromkeys(battle.sides, "greedy"))
    here = list(tell(battle, SMALL))
    known = [piece for piece in here if isinstance(piece, Counted)][:2]

    async def count() -> list[Any]:
        return [piece async for piece in counted_apart(battle.text, SMALL, known)]

    there = asyncio.run(count())
    assert there[0] == here[0]
    assert isinstance(there[-1], Turned)
    assert there[-1] == here[-1]


@pytest.mark.server
def test_the_process_ends_with_whoever_waits_for_it() -> None:
    import multiprocessing

    battle = banneret.start("stacks", "two_banners", seed=3)
    battle.play_out(dict.fromkeys(battle.sides, "greedy"))

    async def count() -> None:
        pieces = counted_apart(battle.text, Budget(plays=5000), [])
        async for _ in pieces:
            break
        await pieces.aclose()

    asyncio.run(count())
    for process in multiprocessing.active_children():
        if process.name == "banneret-counter":
            process.join(10)
            assert not process.is_alive()


@pytest.mark.long
def test_a_report_beyond_measure_is_not_printed_at_the_table(
    small: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To lay out pages takes the table seconds, and minutes where a file that was imported has a thousand units."""
    printed: list[str] = []
    monkeypatch.setattr("banneret.paper.pdf.as_pdf", lambda page: printed.append(page) or b"%PDF")
    tokens = small.begin()
    small.play_out(tokens)
    finished(small, tokens["attacker"])
    assert ask(small, tokens["attacker"], "/paper").content == b"%PDF"
    assert len(printed) == 1
    monkeypatch.setattr("banneret.service.handlers.reports.MOST_PAGE", len(printed[0]) - 1)
    answer = ask(small, tokens["attacker"], "/paper")
    assert (answer.status_code, answer.json()["code"]) == (400, "bad-input")
    assert len(printed) == 1
    assert ask(small, tokens["attacker"], "/page").status_code == 200
