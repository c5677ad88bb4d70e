"""Fenlight, a rulebook in a package of its own (examples/fenlight), played to the end by mouse, and for a few orders by keys."""

from __future__ import annotations

import json
import urllib.request
from typing import TYPE_CHECKING, Any

import pytest
from browser.play import at, fight, gone_on, stands, text
from browser.test_access import in_both_themes

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page


def marsh(address: str, scenario: str = "lantern_mere") -> str:
    """A battle of the Herons against the computer: where they sit."""
    sides = {"herons": {"by": "me"}, "adders": {"by": "computer", "level": "greedy"}}
    body = {"rulebook": "fenlight", "scenario": scenario, "options": {}, "sides": sides}
    headers = {"content-type": "application/json"}
    request = urllib.request.Request(f"{address}/api/battles", json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request) as answer:
        made: dict[str, Any] = json.load(answer)
    return f"{address}/battle#{made['tokens']['herons']}"


def give(page: Page) -> None:
    """Press the dark button, and wait until the round is played."""
    before = at(page)
    page.locator("[data-main]").click()
    gone_on(page, before)


def targets(page: Page) -> list[str]:
    """The hexes that may be pointed at, as their labels say."""
    return page.locator("[data-place]").evaluate_all(
        "(all) => all.filter((one) => /\\(\\d\\): March/.test(one.getAttribute('aria-label'))).map((one) => one.dataset.place)"
    )


def test_it_stands_on_the_front_page_with_the_others(sit: Callable[..., Page]) -> None:
    page = sit()
    fight(page, "Lantern Mere")
    page.get_by_text("How many warriors stand").first.wait_for()


def test_a_battle_is_played_to_its_end_by_mouse(
    sit: Callable[..., Page], address: str, shot: Callable[[Page, str], None]
) -> None:
    page = sit(marsh(address))
    page.wait_for_selector("[data-main]")
    page.locator('[data-place="B5"]').click()  # all back, for no more can stand there: the silver is spent
    page.locator('[data-place="C5"]').click()
    shot(page, "fenlight-placement")
    give(page)
    taken: set[str] = set()
    for round_ in range(1, 12):
        if stands(page) == "over":
            break
        taken.clear()
        for slot in range(page.get_by_role("tab").count()):
            tab = page.get_by_role("tab").nth(slot)
            tab.click()
            own = tab.inner_text().split()[0]
            page.get_by_role("button", name="March", exact=True).click()
            goals = [goal for goal in sorted(targets(page)) if goal not in taken | {own}]
            free = [goal for goal in goals if goal[1] < own[1]] or goals
            if round_ % 3 and free and not any(own == one for one in taken):
                page.locator(f'[data-place="{free[slot % len(free)]}"]').click()
                taken.add(free[slot % len(free)])
            else:
                page.get_by_role("button", name="Brace", exact=True).click()
                taken.add(own)
        before = at(page)
        page.locator("[data-main]").click()
        page.wait_for_function(
            "(was) => Number(document.querySelector('main[data-at]')?.dataset.at) > was || document.querySelector('[role=alert]')",
            arg=before,
        )
        if at(page) == before:  # two bands to one hex: all brace instead
            page.get_by_role("button", name="Nearest").first.click()
        shot(page, f"fenlight-round-{round_}")
    assert stands(page) == "over"
    assert "won" in text(page) or "draw" in text(page)


def test_orders_are_given_by_keys(sit: Callable[..., Page], address: str) -> None:
    page = sit(marsh(address))
    page.wait_for_selector("[data-main]")
    page.locator("[data-question]").focus()
    page.keyboard.press("0")
    for key in "2222221":  # six in C5, one in B5: 15 silver
        page.keyboard.press(key)
    page.get_by_text("Place: 15 of 24 silver").wait_for()
    before = at(page)
    page.keyboard.press("Enter")
    gone_on(page, before)
    page.wait_for_selector("[role=tab]")
    assert [tab.inner_text().split("\n")[0] for tab in page.get_by_role("tab").all()] == ["B5 (1)", "C5 (6)"]
    page.keyboard.press("2")  # hide, in the reeds
    page.keyboard.press("2")  # march, on firm ground
    page.wait_for_selector(".goal")
    page.keyboard.press(page.locator(".goal").first.text_content() or "")
    before = at(page)
    page.locator("[data-question]").focus()
    page.keyboard.press("Enter")
    gone_on(page, before)
    page.wait_for_selector(".log >> text=The Herons march from C5")


def test_a_battle_is_read_and_given_orders_in_words(sit: Callable[..., Page], address: str) -> None:
    page = sit(marsh(address), looks={"textBoard": True})
    page.locator(".text button", has_text="C5").first.wait_for()
    assert page.locator(".text", has_text="lights rise here").count() == 1


@pytest.mark.parametrize("width", [1280, 390])
def test_no_serious_finding(width: int, sit: Callable[..., Page], address: str) -> None:
    page = sit(marsh(address, "drowned_causeway"), width=width, height=800, bypass_csp=True)
    page.wait_for_selector("[data-main]")
    assert in_both_themes(page) == []
    give(page)
    page.wait_for_selector("[role=tab]")
    page.get_by_role("button", name="March", exact=True).click()
    assert in_both_themes(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
