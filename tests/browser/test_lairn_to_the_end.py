"""The Battle of Lairn in a real browser: by two people, and against the computer, wide and on a phone.

Its last questions in every run (between two people on a wide screen, and against the computer, as the crossroads are: BANNERET_WAYS=1); from the first question: `BANNERET_LAIRN=1 python -m pytest tests/browser/test_lairn_to_the_end.py`.
"""

from __future__ import annotations

import os
from functools import cache
from typing import TYPE_CHECKING

import pytest
from browser.play import ON_DEMAND, STANDS, at, gone_on, ready, stands, text
from browser.test_crossroads import PATIENCE, move
from browser.test_squares import imported

from banneret import rulebooks
from banneret.kernel.battle import Battle
from banneret.kernel.dice import Chance

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

LAST = 10  # questions that are left to the browser
MOST = 6000  # answers of a whole battle
PHONE = {"width": 360, "height": 740, "has_touch": True, "is_mobile": True}
WHOLE = pytest.mark.skipif(
    not os.environ.get("BANNERET_LAIRN"), reason="whole battles take minutes each: BANNERET_LAIRN=1"
)


def fought(most: int = 10_000) -> tuple[Battle, int]:
    """The battle by chance to its end, or to that many orders; and how many those were."""
    book = rulebooks.get("battlesystem")
    battle = Battle.start(book, book.scenario("lairn"), options={"round_limit": "20"}, seed="lairn at dusk")
    chance = Chance(8)
    for number in range(most):
        if battle.is_over:
            return battle, number
        decision = battle.decisions[0]
        battle.give(battle.sides[decision.side], decision.sample(chance))
    return battle, most


@cache
def length() -> int:
    """The number of orders of that battle."""
    return fought()[1]


def answer(page: Page, done: list[str], number: int) -> int:
    """Answer one question: a move of one unit by hand, by keys, or a charge, then the end of the movement; else as the dark button says."""
    if text(page).startswith("Give an order"):
        return number + 1 if move(page, number, done) else 0
    before = at(page)
    page.locator("[data-main]").click()
    gone_on(page, before, PATIENCE)
    return 0


def to_the_end(pages: list[Page]) -> int:
    """Answer whoever is asked until the battle is over; no page is ever wider than its window. The answers that it took."""
    numbers, done = [0] * len(pages), [["dragged"] for _ in pages]
    answers = 0
    while answers < MOST:
        found = [stands(pages[0], PATIENCE)] if len(pages) == 1 else [page.evaluate(STANDS) for page in pages]
        if "over" in found:
            return answers
        if "question" not in found:
            pages[0].wait_for_timeout(20)
            continue
        place = found.index("question")
        numbers[place] = answer(pages[place], done[place], numbers[place])
        answers += 1
        assert pages[place].evaluate("document.documentElement.scrollWidth <= innerWidth")
    raise AssertionError("the battle does not end")


def ends(pages: list[Page], shot: Callable[[Page, str], None], name: str) -> None:
    for page in pages:
        page.set_default_timeout(PATIENCE)
        ready(page)
    assert to_the_end(pages)
    for number, page in enumerate(pages):
        assert stands(page) == "over"
        page.get_by_role("button", name="See it again").wait_for()
        shot(page, f"lairn-over-{name}-{number}")


def both(sit: Callable[..., Page], address: str, battle: Battle, width: int) -> list[Page]:
    """The pages of the two sides."""
    links = imported(address, battle)
    return [sit(links[side], **(PHONE if width == 360 else {})) for side in battle.sides]


@pytest.mark.parametrize("width", [pytest.param(1440, marks=ON_DEMAND), 360])
def test_two_people_play_the_end_of_lairn(
    sit: Callable[..., Page], shot: Callable[[Page, str], None], address: str, width: int
) -> None:
    battle = fought(length() - LAST)[0]
    ends(both(sit, address, battle, width), shot, f"two-{width}")


@ON_DEMAND
def test_the_end_of_lairn_against_the_computer(
    sit: Callable[..., Page], shot: Callable[[Page, str], None], address: str
) -> None:
    battle = fought(length() - 3 * LAST)[0]
    first, second = battle.sides
    battle.set_player(second, "greedy")
    ends([sit(imported(address, battle)[first])], shot, "computer")


@pytest.mark.parametrize("width", [1440, 360])
@WHOLE
def test_two_people_play_lairn(
    sit: Callable[..., Page], shot: Callable[[Page, str], None], address: str, width: int
) -> None:
    book = rulebooks.get("battlesystem")
    battle = Battle.start(book, book.scenario("lairn"), options={"round_limit": "20"}, seed="two people")
    ends(both(sit, address, battle, width), shot, f"whole-two-{width}")


@pytest.mark.parametrize("width", [1440, 360])
@pytest.mark.parametrize("place", [0, 1])
@WHOLE
def test_a_whole_battle_of_lairn_against_the_computer(
    sit: Callable[..., Page], shot: Callable[[Page, str], None], address: str, place: int, width: int
) -> None:
    book = rulebooks.get("battlesystem")
    battle = Battle.start(book, book.scenario("lairn"), seed="against the computer")
    battle.set_player(battle.sides[1 - place], "greedy")
    form = PHONE if width == 360 else {}
    link = imported(address, battle)[battle.sides[place]]
    ends([sit(link, **form)], shot, f"whole-{place}-{width}")
