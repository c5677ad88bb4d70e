"""The inspector and refusals in a real browser: by mouse, by keys, by a finger; on a phone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from browser.play import begin, confirm, stands, text
from browser.test_access import findings

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

CARD = "[data-inspector]"
OVER = """([card, places]) => {
  const a = document.querySelector(card).getBoundingClientRect()
  return places.filter((id) => {
    const b = document.querySelector(`[data-place='${id}']`).getBoundingClientRect()
    return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
  })
}"""


def to_moves(page: Page) -> None:
    """From the front page to the first question of moves of the stacks."""
    begin(page)
    for _ in range(12):
        assert stands(page) == "question"
        if "Which units move" in text(page):
            return
        confirm(page)
    raise AssertionError("never asked to move")


def test_a_piece_is_inspected_by_hover_and_by_key_and_beside_the_order_in_hand(
    sit: Callable[..., Page], shot: Callable[[Page, str], None]
) -> None:
    page = sit(bypass_csp=True)
    to_moves(page)
    page.locator('[data-place="A3"]').click()
    page.locator(".chit", has_text="Elves").first.hover()
    page.wait_for_selector(f"{CARD}[role=tooltip]:has-text('Archer +3.')")
    card = page.locator(CARD)
    words = card.inner_text()
    for part in (
        "unseen by Halls",
        "Enemy Poison adds its value",
        "nobody of Halls is at the Groves capital (A3)",
        "Move",
    ):
        assert part in words, words
    goals = page.evaluate(
        "() => [...document.querySelectorAll('[data-goal]')].map((one) => one.dataset.place)"
    )
    assert len(goals) > 2
    assert page.evaluate(OVER, [CARD, goals]) == []
    shot(page, "inspector-hover")
    page.mouse.move(700, 20)
    card.wait_for(state="detached")
    # A key pins it and reads it; Esc closes it, and only then lets go of the order.
    page.locator('[data-place="E3"]').focus()
    page.keyboard.press("i")
    page.wait_for_selector(f"{CARD}[role=dialog]:has-text('Halls stack')")
    page.wait_for_function("() => document.activeElement.closest('[data-inspector]')")
    assert "May be more" in card.inner_text()
    assert findings(page) == []
    page.keyboard.press("Escape")
    card.wait_for(state="detached")
    assert page.locator("[data-goal]").count() == len(goals)


def test_a_refusal_says_why_where_it_happened_and_what_would_work(
    sit: Callable[..., Page], shot: Callable[[Page, str], None]
) -> None:
    page = sit()
    to_moves(page)
    page.locator('[data-place="A3"]').click()
    page.locator('[data-place="C3"]').click()
    page.wait_for_selector(".denied:has-text('Not possible.')")
    assert "The Ford (C3) is 2 hexes away" in page.locator(".denied").first.inner_text()
    assert "The Ford (C3) is 2 hexes away" in page.locator(".log").inner_text()
    page.wait_for_function(
        "() => [...document.querySelectorAll('[aria-live]')].some((one) => /The Ford \\(C3\\) is 2 hexes away.*3: 2 Sylvan Knights alone to the Ford \\(C3\\)/.test(one.textContent))"
    )
    assert page.locator("[data-goal]").count() > 2  # what was picked stays picked
    shot(page, "refusal")
    page.keyboard.press("3")
    page.wait_for_selector("[data-main]:has-text('Move 2 Sylvan Knights to the Ford (C3)')")
    assert page.locator(".denied").count() == 0
    confirm(page)
    # One that has moved says so; nothing is pressed in vain.
    page.locator('[data-place="C3"]').click()
    page.wait_for_selector(".denied:has-text('Sylvan Knights cannot move now')")
    page.keyboard.press("Escape")
    page.wait_for_selector(".denied", state="detached")
    page.locator('[data-place="E5"]').click()
    page.wait_for_selector(".denied:has-text('Nobody is in hand.')")


def test_a_finger_that_stays_opens_the_inspector_as_a_sheet(
    sit: Callable[..., Page], shot: Callable[[Page, str], None]
) -> None:
    page = sit(width=360, height=740, has_touch=True, is_mobile=True)
    to_moves(page)
    box = page.locator('[data-place="A3"]').bounding_box()
    assert box is not None
    touch = page.context.new_cdp_session(page)
    at = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [at]})
    page.wait_for_selector(f"{CARD}:has-text('Groves stack')")
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    box = page.locator(CARD).bounding_box()
    assert box is not None
    assert (box["x"], box["width"]) == (0, 360)
    assert page.locator("[data-goal]").count() == 0  # the press picked nothing
    shot(page, "inspector-phone")
    page.get_by_role("button", name="Close").tap()
    page.wait_for_selector(CARD, state="detached")


def test_where_it_is_a_sheet_neither_focus_nor_mouse_lay_it_over_the_question(
    sit: Callable[..., Page],
) -> None:
    page = sit(width=360, height=740, clock=True)
    to_moves(page)
    place = page.locator('[data-place="A3"]')
    page.keyboard.press("Tab")  # from here on the focus is seen
    place.focus()
    page.clock.run_for(1_000)
    assert page.locator(CARD).count() == 0
    place.hover()
    page.clock.run_for(1_000)
    assert page.locator(CARD).count() == 0
    page.keyboard.press("i")
    page.wait_for_selector(CARD)


EVERYWHERE = {
    "stacks": ("two_banners", ".chit", "Archer +2"),
    "warcards": ("border_skirmish", "[data-piece='u0']", "in the reserve"),
    "companies": ("the_ford", "[data-piece='company-1']", "no enemy has been scouted"),
    "skirmish": ("tollhouse", "[data-place='C5']", "Whom it sees"),
    "battlesystem": ("ford_at_dawn", "[data-place='u0']", "it touches no enemy"),
}
"""For each rulebook a battle, one of its pieces that stands there from the beginning, and something that is known of it."""


@pytest.mark.parametrize("rulebook", EVERYWHERE)
def test_a_piece_of_every_rulebook_in_full(
    rulebook: str, fighting: Callable[..., Page], shot: Callable[[Page, str], None]
) -> None:
    """By the mouse that rests on it, by a key, and by a finger that stays: what it is, in sentences with their rules, and what it can do."""
    scenario, where, known = EVERYWHERE[rulebook]
    page = fighting(rulebook, scenario, bypass_csp=True)
    stands(page)
    page.locator(where).first.hover(force=True)
    card = page.locator(CARD)
    page.wait_for_selector(f"{CARD}[role=tooltip]")
    page.keyboard.press("i")
    page.wait_for_selector(f"{CARD}[role=dialog]")
    assert "What it can do now" in card.inner_text()
    assert card.get_by_role("button").count() > 1, "rules by their titles"
    assert known in card.inner_text()
    assert findings(page) == []
    shot(page, f"inspector-{rulebook}")
    page.keyboard.press("Escape")
    card.wait_for(state="detached")
    phone = fighting(rulebook, scenario, width=360, height=740, has_touch=True, is_mobile=True)
    stands(phone)
    if rulebook == "stacks":
        phone.get_by_role("navigation", name="Views").get_by_role("button", name="Hand").tap()
    piece = phone.locator(where).first
    piece.scroll_into_view_if_needed()
    box = piece.bounding_box()
    assert box is not None
    at = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    touch = phone.context.new_cdp_session(phone)
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [at]})
    phone.wait_for_selector(CARD)
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    shot(phone, f"inspector-{rulebook}-phone")
    assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_unit_that_is_being_set_up_can_be_inspected(fighting: Callable[..., Page]) -> None:
    page = fighting("battlesystem", "lairn")
    stands(page)
    plate = page.locator(".plate", has_text="Orcsmashers").first
    plate.focus()
    page.keyboard.press("i")
    page.wait_for_selector(f"{CARD}[role=dialog]:has-text('Orcsmashers')")
    assert "armor class" in page.locator(CARD).inner_text()
