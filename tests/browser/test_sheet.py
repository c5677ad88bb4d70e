"""The sheet in a real browser: scripts written by cards, keys and touch, volleys revealed, successes spent, alone and together."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from browser.play import begin, confirm, friend, set_up, stands, text
from browser.test_access import in_both_themes

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

FORD = "The ford"
WRITING = "What do you write"


# Actions whose names take more lines than they have words.
BROKEN = """() => [...document.querySelectorAll('.cloth b.disp')].filter((one) => {
  const range = document.createRange()
  range.selectNodeContents(one)
  const lines = new Set([...range.getClientRects()].map((box) => Math.round(box.top)))
  return lines.size > one.innerText.split(/\\s+/).length
}).map((one) => one.innerText)"""


def until(page: Page, words: str, most: int = 40) -> None:
    """Take what is offered until a question with these words."""
    for _ in range(most):
        assert stands(page) == "question"
        if words in text(page):
            return
        confirm(page)
    raise AssertionError(f"never asked: {words}")


def script(page: Page, *digits: str) -> None:
    """Write an action for each volley by its key; an Advance goes to the first place that is offered."""
    for digit in digits:
        page.keyboard.press(digit)
        if digit == "1":
            page.locator(".place.target").first.click()


def fight(page: Page, most: int = 260, watch: Callable[[Page], None] | None = None) -> int:
    """Play until the battle is over: charges and flanks once the enemy is scouted, else what is offered."""
    for answers in range(most):
        found = stands(page)
        if found == "over":
            return answers
        if watch is not None:
            watch(page)
        if WRITING in text(page):
            script(page, *(("6", "3", "7") if page.locator(".cards .needs").count() else ("3", "7", "3")))
        confirm(page)
    raise AssertionError(f"not over after {most} answers")


def test_a_battle_against_the_computer_to_the_end(
    sit: Callable[..., Page], shot: Callable[[Page, str], None]
) -> None:
    page = sit()
    set_up(page, FORD)
    begin(page)
    seen: set[str] = set()

    def watch(page: Page) -> None:
        for name, words in (("script", WRITING), ("spending", "extra success"), ("lead", "lead the action")):
            if name not in seen and words in text(page):
                seen.add(name)
                shot(page, f"sheet-{name}")
        if "extra success" in text(page):
            assert page.locator(".volley.wide .dice svg.hit").count() > 0
        assert page.evaluate(BROKEN) == [], "no word of an action is broken"

    assert fight(page, watch=watch) > 1  # how many it takes is up to the dice
    assert "script" in seen  # if anything is won to be spent is up to the dice
    assert "isposition" in page.locator(".log").inner_text()
    shot(page, "sheet-over")


def test_a_script_is_written_by_cards_and_by_pointing(fighting: Callable[..., Page]) -> None:
    page = fighting("companies", "the_ford")
    until(page, WRITING)
    cards = page.locator(".cards button")
    assert cards.count() == 8
    cards.nth(0).click()  # Advance: the place is pointed at, another than the usual script names
    assert page.locator(".place.target").count() == 6
    page.locator('[data-place="alder-hill"]').click()
    assert page.locator('[data-place="alder-hill"] .badge').inner_text() == "1"
    cards.nth(3).click()
    page.locator(".volley").nth(2).click()
    cards.nth(5).click()
    main = page.locator("[data-main]").inner_text()
    assert re.search(r"Advance Alder Hill, Hold, Scout", main)
    rows = page.locator("table tbody tr")
    assert rows.count() == 8
    assert "%" in rows.nth(1).inner_text()
    confirm(page)
    assert stands(page) in ("question", "over")
    assert "Advance" in page.locator(".volleys").inner_text()


def test_two_people_see_nothing_of_each_other_until_both_are_sealed(sit: Callable[..., Page]) -> None:
    one = sit()
    set_up(one, FORD)
    one.get_by_role("button", name="Invite a friend").click()
    two = friend(one, sit)
    pages = [one, two]
    for _ in range(8):
        asked = [page for page in pages if page.locator("[data-main]").count()]
        if len(asked) == 2 and all(WRITING in text(page) for page in pages):
            break
        for page in asked:
            if WRITING not in text(page):
                confirm(page)
                break
        one.wait_for_timeout(200)
    for page in pages:
        until(page, WRITING)
    script(one, "5", "8", "4")
    confirm(one)
    assert "Rally" not in two.locator(".volleys").inner_text()
    assert "Withdraw" not in two.locator(".volleys").inner_text()
    script(two, "4", "4", "4")
    two.locator("[data-main]").click()
    two.wait_for_function("() => document.querySelector('.volleys')?.textContent.includes('Rally')")
    assert "Withdraw" not in two.locator(".volleys").inner_text()


@pytest.mark.parametrize("width", [1440, 360])
def test_no_serious_finding_on_the_sheet(width: int, fighting: Callable[..., Page]) -> None:
    page = fighting("companies", "the_ford", width=width, height=800, bypass_csp=True)
    until(page, WRITING)
    assert in_both_themes(page) == []
    script(page, "6", "4", "4")
    confirm(page)
    stands(page)
    assert in_both_themes(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_a_side_writes_for_its_two_companies_and_names_their_enemies(
    fighting: Callable[..., Page], shot: Callable[[Page, str], None]
) -> None:
    """Each slot is that of a company; an action that is aimed names the enemy, and the volleys show all four."""
    page = fighting("companies", "two_wings")
    until(page, WRITING)
    tabs = page.locator(".slots [role=tab]")
    assert tabs.count() == 6
    assert "Crow's People, volley 2" in tabs.nth(4).inner_text()
    tabs.nth(4).click()
    page.keyboard.press("6")
    page.get_by_role("radiogroup", name="At", exact=True).get_by_text("Palamon's Levellers").click()
    assert "Scout Palamon's Levellers" in tabs.nth(4).inner_text()
    shot(page, "sheet-two-wings")
    assert page.locator("[data-main]").inner_text().startswith("Seal: ")
    confirm(page)
    stands(page)
    assert page.locator(".plates .plate").count() == 4
    shot(page, "sheet-two-wings-reveal")


@pytest.mark.parametrize(("width", "theme"), [(1440, "light"), (360, "dark")])
def test_four_factions_on_one_sheet(
    width: int, theme: str, fighting: Callable[..., Page], shot: Callable[[Page, str], None]
) -> None:
    page = fighting(
        "companies", "four_crowns", width=width, height=900 if width > 360 else 740, color_scheme=theme
    )
    until(page, WRITING)
    assert page.locator(".plates .plate").count() == 4
    shot(page, f"sheet-four-crowns-{width}")
    confirm(page)
    stands(page)
    shot(page, f"sheet-four-crowns-reveal-{width}")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
