"""The board builder in the browser: tiles joined by mouse and by keyboard, checked as the board grows, saved, opened, and fought on."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from browser.test_access import findings

from banneret.muster.own_board import read_board

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from playwright.sync_api import Page


def tile(page: Page, name: str, face: str = "a") -> None:
    page.get_by_label("Tiles", exact=True).get_by_role("button", name=f"{name}, face {face}").click()


def told(page: Page, words: str) -> None:
    page.get_by_role("status").get_by_text(words).wait_for()


def test_a_board_is_joined_and_fought_on(
    sit: Callable[..., Page], shot: Callable[[Page, str], None], tmp_path: Path
) -> None:
    page = sit("/board/skirmish", bypass_csp=True)
    tile(page, "Gatehouse")
    page.locator('[data-at="0,0"]').click()
    told(page, "A board has two start areas, not 1.")
    page.locator(".tools").get_by_role("button", name="Turn").click()
    page.locator(".tools").get_by_role("button", name="Turn").click()
    tile(page, "Barracks")
    page.locator('[data-at="0,1"]').click()
    told(page, "A battle can be fought on it.")
    page.get_by_label("Name of the board").fill("Yard of two")
    page.get_by_label("Name of the board").press("Tab")
    assert page.locator('[data-at="0,0"]').get_attribute("aria-label") == (
        "Column 1, row 1: Gatehouse, face a, turned by 180 degrees"
    )
    assert findings(page) == []
    shot(page, "builder")
    with page.expect_download() as made:
        page.get_by_role("button", name="Save").click()
    made.value.save_as(tmp_path / "yard.toml")
    assert read_board((tmp_path / "yard.toml").read_text()).name == "Yard of two"
    page.get_by_role("button", name="New").click()
    told(page, "Press a tile")
    page.get_by_label("A board file").set_input_files(tmp_path / "yard.toml")
    told(page, "A battle can be fought on it.")
    page.get_by_role("button", name="Fight on it").click()
    page.get_by_label("Board", exact=True).wait_for()
    assert page.get_by_label("Board", exact=True).locator("option:checked").inner_text() == "Yard of two"
    page.get_by_role("button", name="Start the battle").click()
    page.wait_for_url("**/battle#*")
    page.get_by_text("Yard of two").first.wait_for()


@pytest.mark.parametrize(("width", "scheme"), [(360, "dark")])
def test_tiles_are_laid_by_keyboard_on_a_phone(
    sit: Callable[..., Page], shot: Callable[[Page, str], None], width: int, scheme: str
) -> None:
    page = sit("/board/skirmish", width, 740, color_scheme=scheme)
    tile(page, "Gatehouse", "b")
    page.locator('[data-at="0,0"]').focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    placed = page.locator('[data-at="1,1"]')
    assert placed.get_attribute("aria-label") == "Column 2, row 2: Gatehouse, face b"
    page.keyboard.press("r")
    page.keyboard.press("f")
    assert placed.get_attribute("aria-label") == "Column 2, row 2: Gatehouse, face a, turned by 90 degrees"
    shot(page, "builder-360")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.keyboard.press("Delete")
    assert placed.get_attribute("aria-label") == "Column 2, row 2: empty"
