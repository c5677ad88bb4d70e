"""Battles of companies in a real browser, played to their end by pointing: by the people at all its seats, and against the computer.

Three scenarios are played from their last exchange on, by people on wide pages and narrow ones. All ten, and whole battles of them by people and
against the computer, both on wide and on narrow pages: `BANNERET_SHEETS=1 python -m pytest tests/browser/test_sheet_to_the_end.py`.
"""

from __future__ import annotations

import os
import random
from typing import TYPE_CHECKING

import pytest
from browser.play import ON_DEMAND, STANDS, confirm, stands
from browser.test_squares import imported

from banneret import rulebooks
from banneret.kernel.battle import Battle
from banneret.kernel.dice import Chance
from banneret.rulebooks.companies import stages

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

MOST = 600  # answers of one battle
SCENARIOS = list(rulebooks.get("companies").scenarios())
QUICK = ("the_ford", pytest.param("two_wings", marks=ON_DEMAND), "four_crowns")
NARROW = {"width": 360, "height": 740}
MORE = 'button[aria-label$=": one more"]'
OPEN = f'{MORE}:not([aria-disabled="true"])'
WHOLE = pytest.mark.skipif(
    not os.environ.get("BANNERET_SHEETS"), reason="whole battles take hours: BANNERET_SHEETS=1"
)


def write(page: Page, chance: random.Random) -> None:
    """Write a card for every slot by pointing: its place on the sketch, its enemy in the list."""
    tabs = page.locator(".slots [role=tab]")
    for number in range(tabs.count()):
        tabs.nth(number).click()
        card = chance.randrange(8)
        page.locator(".cards button").nth(card).click()
        if card == 0:
            places = page.locator(".place.target")
            places.nth(chance.randrange(places.count())).click()
        foes = page.get_by_role("radiogroup", name="At", exact=True).get_by_role("radio")
        if foes.count():
            foes.nth(chance.randrange(foes.count())).click()


def decide(page: Page, chance: random.Random) -> None:
    """Answer the question of a page by pointing, now and then as the dark button says."""
    if page.locator(".cards button").count():
        if chance.random() < 0.8:
            write(page, chance)
    elif page.locator(MORE).count():
        for _ in range(chance.randrange(4)):
            if left := page.locator(OPEN).count():
                page.locator(OPEN).nth(chance.randrange(left)).click()
    elif not page.get_by_role("button", name="Give up").count():
        rows = page.locator("button.opt.option:enabled:not(.on)")
        if rows.count() and chance.random() < 0.6:
            rows.nth(chance.randrange(rows.count())).click()
    if page.locator("[data-main]").get_attribute("aria-disabled") == "true":
        page.keyboard.press("Escape")
    confirm(page)


def to_the_end(pages: list[Page], seed: int) -> int:
    """Play until the battle is over at all seats; how many answers it took. No page is ever wider than its window."""
    chance = random.Random(seed)
    for answers in range(MOST):
        while not {"over", "question"} & set(found := [page.evaluate(STANDS) for page in pages]):
            pages[0].wait_for_timeout(20)
        if "over" in found:
            for page in pages:
                assert stands(page) == "over"
            return answers
        page = pages[found.index("question")]
        decide(page, chance)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    raise AssertionError(f"not over after {MOST} answers")


def played(scenario: str, most: int = 10_000) -> tuple[Battle, int]:
    """A battle by chance to its end, or to that many orders; and how many came before the scripts of its last exchange."""
    book = rulebooks.get("companies")
    battle = Battle.start(book, book.scenario(scenario), seed="the last exchange")
    chance = Chance(5)
    last = exchange = 0
    for number in range(most):
        if battle.is_over:
            break
        if battle.state.stage == stages.SCRIPT and battle.state.exchange > exchange:
            last, exchange = number, battle.state.exchange
        decision = battle.decisions[0]
        battle.give(battle.sides[decision.side], decision.sample(chance))
    return battle, last


@pytest.mark.parametrize("scenario", SCENARIOS if os.environ.get("BANNERET_SHEETS") else QUICK)
def test_people_play_the_last_exchange_to_the_end(
    sit: Callable[..., Page], shot: Callable[[Page, str], None], address: str, scenario: str
) -> None:
    links = imported(address, played(scenario, played(scenario)[1])[0])
    pages = [sit(link, **(NARROW if number % 2 else {})) for number, link in enumerate(links.values())]
    assert to_the_end(pages, 7) > 0
    shot(pages[0], f"sheet-over-{scenario}")


@pytest.mark.parametrize("width", [1440, 360])
@pytest.mark.parametrize("people", [True, False])
@pytest.mark.parametrize("scenario", SCENARIOS)
@WHOLE
def test_a_whole_battle(
    sit: Callable[..., Page],
    fighting: Callable[..., Page],
    address: str,
    scenario: str,
    people: bool,
    width: int,
) -> None:
    """From the first question on, every seat a page of its own, or the others the computer's."""
    size = NARROW if width < 1440 else {}
    if people:
        book = rulebooks.get("companies")
        battle = Battle.start(book, book.scenario(scenario), seed=f"whole {scenario} {width}")
        pages = [sit(link, **size) for link in imported(address, battle).values()]
    else:
        pages = [fighting("companies", scenario, **size)]
    assert to_the_end(pages, width) > 0
