"""The page of odds in the browser: two lists, what is assumed, the answer, and what would make it even."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
from browser.test_access import findings

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page, Route


def answered(page: Page, headline: str) -> None:
    page.locator(".verdict:not(.old) h2", has_text=headline).wait_for(timeout=60_000)


def test_the_odds_of_two_lists_follow_every_change(
    sit: Callable[..., Page], shot: Callable[[Page, str], None]
) -> None:
    page = sit("/odds/stacks", troubled=True)
    answered(page, "The defender wins three battles in five")
    assert page.locator(".big span").first.inner_text().startswith("39.5")
    page.get_by_text("What would make it even").wait_for()
    shot(page, "odds")
    page.get_by_role("group", name="Support").get_by_role("button", name="nobody").click()
    answered(page, "The attacker wins seven battles in ten")
    page.get_by_role("button", name="Swap sides").click()
    answered(page, "The defender wins seven battles in ten")
    assert "a=6+Goblins" in page.url
    page.get_by_role("button", name="One Goblins more").click()
    page.get_by_label("The list of the attacker").and_(page.locator("input")).wait_for()
    assert page.get_by_label("The list of the attacker").input_value() == "7 Goblins, Stone Giants"
    page.get_by_label("The list of the attacker").fill("Dwarvs")
    page.get_by_role("alert").filter(has_text="did you mean").wait_for()
    page.get_by_label("The list of the attacker").fill("")
    page.get_by_role("alert").filter(has_text="name a unit, such as Dwarves").wait_for()


def test_a_link_brings_the_same_question_and_the_battle_can_be_fought(sit: Callable[..., Page]) -> None:
    page = sit("/odds/stacks?a=2+Dwarves&d=3+Goblins&support=none")
    page.locator(".verdict:not(.old) h2").wait_for(timeout=60_000)
    assert page.get_by_role("button", name="nobody").get_attribute("aria-pressed") == "true"
    page.get_by_role("button", name="Fight this battle").click()
    page.wait_for_url(re.compile("/battle#"))
    page.get_by_text("2 Dwarves against 3 Goblins").first.wait_for()


@pytest.mark.parametrize("book", ["warcards", "battlesystem"])
def test_every_rulebook_answers_on_a_phone(sit: Callable[..., Page], book: str) -> None:
    page = sit(f"/odds/{book}", width=360, height=740, bypass_csp=True)
    page.locator(".verdict:not(.old) h2").wait_for(timeout=60_000)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert findings(page) == []


def test_the_first_answer_is_waited_for_in_words(sit: Callable[..., Page]) -> None:
    page = sit("/about")
    page.route(
        "**/api/rulebooks/stacks/odds",
        lambda route: route.continue_() if route.request.method == "GET" else None,
    )
    page.goto(f"{page.url.removesuffix('/about')}/odds/stacks")
    page.get_by_role("status").get_by_text("Counting").wait_for()
    page.get_by_role("status").get_by_text("battles are fought out one after the other").wait_for()


def test_battles_are_fought_on_until_the_interval_means_something(sit: Callable[..., Page]) -> None:
    page = sit("/odds/companies?a=carrow&d=tarrant", troubled=True)
    asked: list[int] = []
    few = {"games": 10, "margin": 26.0, "sure": "10 battles fought, within 26.0 nineteen times in twenty."}

    def answer(route: Route) -> None:
        if route.request.method == "GET":
            return route.continue_()
        games = int(route.request.post_data_json.get("games", 0))
        asked.append(games)
        found = route.fetch().json() if not answered_once else dict(answered_once)
        answered_once.update(found)
        fought = min(max(games, 10), 200)
        narrow = {"games": fought, "margin": 82 / fought**0.5, "sure": f"{fought} battles fought."}
        return route.fulfill(json=found | (narrow if games else few))

    answered_once: dict[str, Any] = {}
    page.route("**/api/rulebooks/companies/odds", answer)
    page.reload()
    page.get_by_text("200 battles fought.").wait_for(timeout=60_000)
    more = asked.index(30)
    # one of the page, which fights no battle twice, and perhaps one of the page before it was loaded again
    assert asked[:more] in ([0], [0, 0])
    assert asked[more:] == [30, 90, 270]
