"""Lists of rows are one stop of Tab each, and on a phone the question stays in sight under the odds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from browser.play import at, gone_on, set_up, stands
from browser.test_squares import imported

import banneret
from banneret.kernel.dice import Chance

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

    from banneret.kernel.battle import Battle

ROWS = "[aria-label='Who moves'] .opt"
FOCUSED = f'() => [...document.querySelectorAll("{ROWS}")].indexOf(document.activeElement)'


def asked(scenario: str, kind: str) -> tuple[Battle, str]:
    """A battle of war cards in which a side is asked such a question."""
    battle = banneret.start("warcards", scenario, seed=4)
    chance = Chance(2)
    for _ in range(300):
        decision = battle.decisions[0]
        side = battle.sides[decision.side]
        if decision.kind == kind:
            return battle, side
        battle.give(side, decision.sample(chance))
    raise AssertionError(f"nobody was asked to {kind}")


def test_the_stacks_that_may_move_are_one_stop(fighting: Callable[..., Page]) -> None:
    page = fighting("stacks", "halls_and_groves")
    assert stands(page) == "question"
    while page.locator(ROWS).count() < 2:
        before = at(page)
        page.locator("[data-main]").click()
        gone_on(page, before)
        assert stands(page) == "question"
    assert page.locator(f"{ROWS}[tabindex='0']").count() == 1
    page.locator(ROWS).first.focus()
    page.keyboard.press("ArrowDown")
    assert page.evaluate(FOCUSED) == 1
    page.keyboard.press("Tab")
    assert page.evaluate(FOCUSED) == -1
    page.keyboard.press("Shift+Tab")
    assert page.evaluate(FOCUSED) == 1


CUT = """() => [...document.querySelectorAll('select')].filter((one) => one.offsetParent).flatMap((one) => {
  const style = getComputedStyle(one)
  const pen = document.createElement('canvas').getContext('2d')
  pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`
  const room = one.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight) - 16
  return [...one.options].map((option) => option.text).filter((text) => pen.measureText(text).width > room)
})"""
"""The answers of lists to unfold that do not fit in them, beside the arrow."""


def test_no_list_cuts_its_answers_on_a_phone(sit: Callable[..., Page], fighting: Callable[..., Page]) -> None:
    page = fighting("skirmish", "tollhouse", width=360, height=740, has_touch=True)
    page.get_by_label("You are asked").wait_for()
    assert page.evaluate(CUT) == []
    page = sit("/", width=360, height=740, has_touch=True)
    set_up(page)
    assert page.locator("[data-setup] select").count() > 2
    assert page.evaluate(CUT) == []


def test_long_odds_are_folded_on_a_phone(
    sit: Callable[..., Page], address: str, shot: Callable[[Page, str], None]
) -> None:
    battle, side = asked("border_skirmish", "melee")
    link = imported(address, battle)[side]
    page = sit(link, width=360, height=740, has_touch=True)
    short = page.locator(".ahead .short")
    short.get_by_text("hits").wait_for()
    question, button = page.locator("[data-question]"), page.locator("[data-main]")
    first, last = question.bounding_box(), button.bounding_box()
    assert first is not None
    assert last is not None
    assert first["y"] + first["height"] < last["y"], "the question is in sight"
    shot(page, "odds-folded")
    assert page.locator(".ahead .bars").count() == 0
    short.get_by_role("button", name="more").tap()
    page.locator(".ahead .bars").wait_for()
    wide = sit(link)
    wide.locator(".ahead .bars").wait_for()
    assert wide.locator(".ahead .short").count() == 0


def test_the_cards_that_are_asked_about_come_into_sight(fighting: Callable[..., Page]) -> None:
    page = fighting("stacks", "halls_and_groves")
    for _ in range(4):  # from drawing to placing the reserve
        assert stands(page) == "question"
        if "place" in page.locator("[data-question]").inner_text():
            break
        before = at(page)
        page.locator("[data-main]").click()
        gone_on(page, before)
    chosen = page.locator(".trays .chosen, .trays .may").last
    chosen.wait_for()
    box, row = chosen.bounding_box(), page.locator(".trays").bounding_box()
    assert box is not None
    assert row is not None
    assert row["x"] <= box["x"]
    assert box["x"] + box["width"] <= row["x"] + row["width"]
