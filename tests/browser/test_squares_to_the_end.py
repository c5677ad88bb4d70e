"""Whole battles of skirmish in a real browser: against the computer, by two people, by four in teams, by keyboard alone and by touch.

Boards of full decks are played from the activation of the last creature on; from the first question The tollhouse, and by
touch a short yard with little gold; other boards, four people and keys alone: BANNERET_WAYS=1. Every board whole against the computer, with either faction, on a screen and a phone:
`BANNERET_SQUARES=1 python -m pytest tests/browser/test_squares_to_the_end.py -k whole_battle_against`, and by two and by four people:
`-k people_play_a_whole`.
"""

from __future__ import annotations

import json
import os
import random
from typing import TYPE_CHECKING

import pytest
from browser.play import ON_DEMAND, STANDS, at, begin, confirm, gone_on, stands, text
from browser.test_squares import GOALS, imported, press

from banneret import rulebooks
from banneret.kernel.battle import Battle
from banneret.kernel.dice import Chance

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

MOST = 400  # answers of one battle
ROUND = 240_000  # milliseconds in which three computers take their turns, each answer after its pause
BOARDS = ("short_yard", "twin_halls", "crooked_deep", "broken_causeway", "two_and_two")
PHONE = {"width": 360, "height": 740, "has_touch": True, "is_mobile": True}
WHOLE = pytest.mark.skipif(
    not os.environ.get("BANNERET_SQUARES"), reason="whole battles take minutes each: BANNERET_SQUARES=1"
)
SEEN = """(place) => {
  const box = document.querySelector(`[data-place="${place}"]`).getBoundingClientRect()
  return box.left > 0 && box.right < innerWidth && box.top > 0 && box.bottom < innerHeight
}"""
TAKEN = "(row) => !row.isConnected || row.classList.contains('on')"
GOAL_KEYS = "() => [...document.querySelectorAll('svg .goal')].map((one) => one.textContent)"


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
        goal = chance.choice(goals)
        if page.evaluate(SEEN, goal):  # on a phone the board is larger than its window
            press(page, goal)
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


@pytest.mark.parametrize("scenario", ["short_yard", pytest.param("two_and_two", marks=ON_DEMAND)])
def test_people_play_a_battle_to_its_end(
    sit: Callable[..., Page], shot: Callable[[Page, str], None], address: str, scenario: str
) -> None:
    battle = nearly_over(scenario)
    pages = [sit(link) for link in imported(address, battle).values()]
    assert among_people(pages, random.Random(7), MOST)
    shot(pages[0], f"squares-over-{scenario}")


def among_people(pages: list[Page], chance: random.Random, most: int) -> int:
    """Answer on the page that is asked until every page says that the battle is over; how many answers that took."""
    asked = 0
    while asked < most:
        found = [page.evaluate(STANDS) for page in pages]
        if "over" in found:
            break
        if "question" in found:
            asked += 1
            decide(pages[found.index("question")], chance)
        else:
            pages[0].wait_for_timeout(20)
    for page in pages:
        assert stands(page) == "over"
    return asked


@WHOLE
@pytest.mark.parametrize("scenario", BOARDS)
def test_people_play_a_whole_battle(
    sit: Callable[..., Page], shot: Callable[[Page, str], None], address: str, scenario: str
) -> None:
    book = rulebooks.get("skirmish")
    battle = Battle.start(book, book.scenario(scenario), seed="a whole battle")
    pages = [sit(link) for link in imported(address, battle).values()]
    assert among_people(pages, random.Random(6), 6 * MOST)
    for number, page in enumerate(pages):
        shot(page, f"squares-people-{scenario}-{number}")


def against_the_computer(page: Page, chance: random.Random) -> None:
    """Answer what is asked until the battle is over; no page is ever wider than its window."""
    for _ in range(MOST):
        if stands(page) == "over":
            return
        decide(page, chance)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert stands(page) == "over"


@pytest.mark.parametrize(
    ("scenario", "faction"),
    [
        ("crooked_deep", "drow"),
        pytest.param("crooked_deep", "cormyr", marks=ON_DEMAND),
        pytest.param("twin_halls", "cormyr", marks=ON_DEMAND),
        pytest.param("broken_causeway", "drow", marks=ON_DEMAND),
    ],
)
def test_the_end_of_a_battle_against_the_computer(
    sit: Callable[..., Page], shot: Callable[[Page, str], None], address: str, scenario: str, faction: str
) -> None:
    battle = nearly_over(scenario)
    other = next(side for side in battle.sides if side != faction)
    battle.set_player(other, "greedy")
    page = sit(imported(address, battle)[faction])
    against_the_computer(page, random.Random(11))
    shot(page, f"squares-over-{scenario}-{faction}")


def test_the_tollhouse_is_played_to_its_end_against_the_computer(
    sit: Callable[..., Page], shot: Callable[[Page, str], None]
) -> None:
    page = sit("/battles/skirmish/tollhouse")
    begin(page)
    against_the_computer(page, random.Random(2))
    shot(page, "squares-over-tollhouse")


@pytest.mark.parametrize("width", [1440, 360])
@pytest.mark.parametrize("faction", ["drow", "cormyr"])
@pytest.mark.parametrize("scenario", BOARDS)
@WHOLE
def test_a_whole_battle_against_the_computer(
    sit: Callable[..., Page],
    shot: Callable[[Page, str], None],
    address: str,
    scenario: str,
    faction: str,
    width: int,
) -> None:
    book = rulebooks.get("skirmish")
    battle = Battle.start(book, book.scenario(scenario), seed="a whole battle")
    for side in battle.sides:
        if side != faction:
            battle.set_player(side, "greedy")
    page = sit(imported(address, battle)[faction], **(PHONE if width == 360 else {}))
    chance = random.Random(5)
    for number in range(3 * MOST):
        if stands(page, ROUND) == "over":
            break
        decide(page, chance)
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
        if number in (5, 60):
            shot(page, f"squares-whole-{scenario}-{faction}-{width}-{number}")
    assert stands(page, ROUND) == "over"
    shot(page, f"squares-whole-{scenario}-{faction}-{width}")


def short() -> Battle:
    """A battle of the short yard with little gold before its first question, against the computer."""
    book = rulebooks.get("skirmish")
    row = json.loads(book.scenario("short_yard").to_json())
    row["data"]["gold"] = 3
    battle = Battle.start(book, book.read_scenario(row, "test"), seed="little gold")
    battle.set_player("cormyr", "greedy")
    return battle


def by_keys(page: Page, chance: random.Random) -> None:
    """Answer without a pointer: a row by its key, a goal by its letter, Enter."""
    asked, before = text(page), at(page)
    if "Where does" in asked:
        page.keyboard.press("ArrowRight")  # letters stand on the board as soon as keys are used
        if goals := page.evaluate(GOAL_KEYS):
            page.keyboard.press(chance.choice(goals))
    elif "What does" in asked and chance.random() < 0.7:
        pick(page, chance.choice("234"))
    elif "What do you answer" in asked and chance.random() < 0.6:
        pick(page, "2")
    if page.locator("[data-main]").get_attribute("aria-disabled") == "true":
        page.keyboard.press("Escape")
    page.evaluate("document.querySelector('[data-question]').focus()")
    page.keyboard.press("Enter")
    gone_on(page, before)


def by_touch(page: Page, chance: random.Random) -> None:
    """Answer by touch: a row of the question, a square of the board, the dark button."""
    asked, before = text(page), at(page)
    if "Where does" in asked and (goals := page.evaluate(GOALS)):
        page.locator(f'[data-place="{chance.choice(goals)}"]').tap(force=True)
    elif "What" in asked and chance.random() < 0.6:
        rows = page.locator("button.opt:visible:enabled")
        if count := rows.count():
            row = rows.nth(chance.randrange(count)).element_handle()
            row.tap()
            page.wait_for_function(TAKEN, arg=row)  # a tap comes to a page later than it is made
        if page.get_by_role("button", name="Something else").count():
            page.locator("button.opt:visible:enabled").first.tap()
    page.locator("[data-main]").tap()
    gone_on(page, before)


@pytest.mark.parametrize("way", [pytest.param("keys", marks=ON_DEMAND), "touch"])
def test_a_whole_battle_is_played_by_keyboard_and_by_touch(
    sit: Callable[..., Page], shot: Callable[[Page, str], None], address: str, way: str
) -> None:
    page = sit(imported(address, short())["drow"], **(PHONE if way == "touch" else {}))
    chance = random.Random(4)
    for number in range(MOST):
        if stands(page) == "over":
            break
        (by_keys if way == "keys" else by_touch)(page, chance)
        if number in (2, 6, 12, 18):
            shot(page, f"squares-{way}-{number}")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert stands(page) == "over"
    shot(page, f"squares-over-{way}")
