"""Whole battles of skirmish in a real browser: against the computer, by two people on every board, by four in teams."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest
from browser.play import STANDS, begin, confirm, stands, text
from browser.test_squares import GOALS, imported, press

from banneret import rulebooks
from banneret.kernel.battle import Battle
from banneret.kernel.dice import Chance

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

MOST = 400  # answers of one battle


def pick(page: Page, key: str) -> None:
    """Press the key of a row; if that was a kind, of several ways, take the first of them."""
    page.keyboard.press(key)
    if page.get_by_role("button", name="Something else").count():
        page.keyboard.press("1")


def decide(page: Page, chance: random.Random) -> None:
    """Answer the question of a page: by the board, by a key, or as the dark button says."""
    asked = text(page)
    if "What does" in asked and chance.random() < 0.6:
        pick(page, chance.choice("234"))
    elif "What do you answer" in asked and chance.random() < 0.5:
        pick(page, "2")
    elif "Where does" in asked and (goals := page.evaluate(GOALS)):
        press(page, chance.choice(goals))
    confirm(page)


def played(scenario: str, most: int = 10_000) -> tuple[Battle, int]:
    """A battle by chance to its end, or to that many orders; and how many came before its last creature was activated."""
    book = rulebooks.get("skirmish")
    battle = Battle.start(book, book.scenario(scenario), seed="nearly over")
    chance = Chance(5)
    last = 0
    for number in range(most):
        if battle.is_over:
            break
        decision = battle.decisions[0]
        if decision.kind == "activate":
            last = number
        battle.give(battle.sides[decision.side], decision.sample(chance))
    return battle, last


def nearly_over(scenario: str) -> Battle:
    """A battle before its last creature is activated."""
    battle = played(scenario, played(scenario)[1])[0]
    assert battle.state.ending
    assert battle.decisions[0].kind == "activate"
    return battle


def test_a_battle_against_the_computer_is_played_to_its_end(
    sit: Callable[..., Page], shot: Callable[[Page, str], None]
) -> None:
    page = sit("/battles/skirmish/short_yard")
    begin(page)
    chance = random.Random(3)
    for _ in range(MOST):
        if stands(page) == "over":
            break
        decide(page, chance)
    assert stands(page) == "over"
    shot(page, "squares-over")


@pytest.mark.parametrize(
    "scenario", ["short_yard", "twin_halls", "crooked_deep", "broken_causeway", "two_and_two"]
)
def test_people_play_a_battle_to_its_end(
    sit: Callable[..., Page], shot: Callable[[Page, str], None], address: str, scenario: str
) -> None:
    battle = nearly_over(scenario)
    pages = [sit(link) for link in imported(address, battle).values()]
    chance = random.Random(7)
    asked = 0
    while asked < MOST:
        found = [page.evaluate(STANDS) for page in pages]
        if "over" in found:
            break
        if "question" in found:
            asked += 1
            decide(pages[found.index("question")], chance)
        else:
            pages[0].wait_for_timeout(20)
    assert asked
    for page in pages:
        assert stands(page) == "over"
    shot(pages[0], f"squares-over-{scenario}")
