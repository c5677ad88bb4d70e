"""One store: a battle of the terminal is gone on with at the table, one of the table in the terminal, and both lists are the same."""

from __future__ import annotations

import io
import json
import sys
from typing import TYPE_CHECKING, Any

from browser.play import begin, confirm, set_up, stands
from service.running import SOON, Running

from banneret.cli.main import main
from banneret.service.host import Host, host_key
from banneret.service.server import default_url
from banneret.service.storage.store import Storage

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    import pytest
    from playwright.sync_api import Page


def test_battles_of_terminal_and_table_are_one_list_from_either_side(
    sit: Callable[..., Page],
    shot: Callable[[Page, str], None],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("BANNERET_DATA", str(tmp_path / "kept"))

    def terminal(*words: str, typed: str = "") -> str:
        monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
        capsys.readouterr()
        assert main(list(words)) == 0
        return capsys.readouterr().out

    def listed() -> dict[str, dict[str, Any]]:
        return {row["title"]: row for row in json.loads(terminal("battles", "--json"))}

    terminal("play", "stacks", "two_banners", "--as", "Halls", "--seed", "7", typed="\nq\n")
    before = listed()["The Ford of Two Banners"]
    host = Host(host_key())
    storage = Storage(default_url())
    table = Running(storage, [], host=host)
    try:
        page = sit(f"http://127.0.0.1:{table.port}/#host={host.ticket()}", troubled=True)
        running = page.locator(".running li", has_text="The Ford of Two Banners")
        running.wait_for()
        shot(page, "one-store")
        running.get_by_role("link").first.click()
        page.wait_for_url("**/battle#*")
        assert stands(page) == "question"
        assert "you are Halls" in page.locator("header").first.inner_text()
        confirm(page)
        page.goto(f"http://127.0.0.1:{table.port}/")
        set_up(page, "Giant at the gate")
        begin(page)
    finally:
        table.server.should_exit = True
        table.thread.join(SOON)
        storage.close()
    after = listed()
    assert set(after) == {"The Ford of Two Banners", "Giant at the gate"}
    assert after["The Ford of Two Banners"]["entries"] > before["entries"]
    assert "Going on with" in terminal("resume", after["Giant at the gate"]["id"], typed="q\n")
