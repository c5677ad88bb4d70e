"""Amounts against a budget, and slots filled by actions, on every kind of board: by mouse, keys, touch and in words.

The rulebook that asks is in a package of its own (tests/outside), with ground, works, states and pictures that the client does not know.
"""

from __future__ import annotations

import json
import urllib.request
from typing import TYPE_CHECKING, Any

import pytest
from browser.test_access import in_both_themes

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Locator, Page

BOARDS = ("hexes", "areas", "plane", "sheet")
PHONE = {"width": 360, "height": 740, "has_touch": True, "is_mobile": True}
ICE = "rgb(228, 238, 242)"


def watch(address: str, board: str) -> str:
    """A battle of the reds against the computer: where they sit."""
    sides = {"reds": {"by": "me"}, "blues": {"by": "computer", "level": "greedy"}}
    body = {"rulebook": "watch", "scenario": board, "options": {}, "sides": sides}
    headers = {"content-type": "application/json"}
    request = urllib.request.Request(f"{address}/api/battles", json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request) as answer:
        made: dict[str, Any] = json.load(answer)
    return f"{address}/battle#{made['tokens']['reds']}"


def main(page: Page) -> Locator:
    return page.locator("[data-main]")


def says(page: Page, words: str, able: bool = True) -> None:
    """The dark button says so, and can be pressed or not."""
    page.wait_for_function(
        "(words) => document.querySelector('[data-main]')?.textContent.includes(words)", arg=words
    )
    assert main(page).get_attribute("aria-disabled") == ("false" if able else "true")


def to_the_rounds(page: Page) -> None:
    """Take the usual amounts, and come to the slots."""
    main(page).click()
    page.wait_for_selector("[role=tab]")


def told(page: Page) -> list[str]:
    return [" ".join(tab.inner_text().split()) for tab in page.get_by_role("tab").all()]


@pytest.mark.parametrize("board", BOARDS)
def test_amounts_are_laid_by_keys_and_by_hand(
    board: str, sit: Callable[..., Page], outside: str, shot: Callable[[Page, str], None]
) -> None:
    page = sit(watch(outside, board))
    says(page, "Lay: 5 of 12 flasks")  # as usual
    for key in "1145":
        page.keyboard.press(key)
    says(page, "Lay: 11 of 12 flasks")
    page.keyboard.press("Backspace")
    says(page, "Lay: 10 of 12 flasks")
    page.get_by_label("Gate: one more").click()
    page.get_by_label("Bridge: one more").click()
    says(page, "Lay: 12 of 12 flasks")
    assert page.get_by_role("status").filter(has_text="0 left").count() == 1
    assert page.get_by_label("Bridge: one more").get_attribute("aria-disabled") == "true"
    page.get_by_label("Bridge: one more").click(force=True)  # it looks disabled, and does nothing
    says(page, "Lay: 12 of 12 flasks")
    amount = page.get_by_role("spinbutton", name="Bridge")
    amount.fill("7")
    amount.press("Enter")  # too much is said, and not sent
    says(page, "6 flasks too many", able=False)
    assert page.get_by_role("status").filter(has_text="6 flasks too many").count() == 1
    shot(page, f"forms-{board}-too-much")
    amount.press("-")
    amount.fill("1")
    amount.press("ArrowDown")
    assert page.evaluate("document.activeElement.getAttribute('aria-labelledby')") == "amount-3"
    page.locator("[data-question]").focus()
    page.keyboard.press("0")
    says(page, "3 flasks still to go", able=False)
    # On the board: one more with every press, then all back.
    if board == "hexes":
        place = page.locator('[data-place="B3"]')
        for _ in range(3):
            place.click()
        assert "3 laid" in (place.get_attribute("aria-label") or "")
    elif board == "plane":
        plate = page.locator('[data-stop="l01"]')
        for _ in range(3):
            plate.click()
        assert "3 laid" in (plate.get_attribute("aria-label") or "")
    else:
        card = (
            page.locator('[data-piece="l01"]') if board == "areas" else page.locator(".listing .chit").nth(1)
        )
        for _ in range(3):
            card.click()
    says(page, "Lay: 6 of 12 flasks")
    shot(page, f"forms-{board}-laid")
    page.locator("[data-question]").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector(".log >> text=The reds lay 3 flasks.")


@pytest.mark.parametrize("board", BOARDS)
def test_slots_are_filled_by_keys_and_by_pointing(
    board: str, sit: Callable[..., Page], outside: str, shot: Callable[[Page, str], None]
) -> None:
    page = sit(watch(outside, board))
    says(page, "Lay: 5 of 12")
    to_the_rounds(page)
    assert told(page) == ["Round 1 Rest", "Round 2 Rest", "Round 3 Rest"]  # as usual
    says(page, "Seal: Rest, Rest, Rest")
    page.keyboard.press("2")
    if board in ("hexes", "areas"):
        says(page, "Round 1: Walk the round, where?", able=False)
        page.keyboard.press(page.locator(".goal").nth(3).text_content() or "")
        walked = told(page)[0].removeprefix("Round 1 Walk the round ")
        assert walked in ("D1", "B4")
    else:
        if board == "sheet":
            page.get_by_role("radio", name="yard").click()
        page.get_by_role("tab").nth(1).click()
        walked = {"sheet": "yard", "plane": "mere"}[board]
    # The second opens of itself; what its blank names is pointed at.
    assert page.get_by_role("tab", selected=True).inner_text().startswith("Round 2")
    page.keyboard.press("3")
    says(page, "Round 2: Lure, whom?", able=False)
    if board == "hexes":
        page.locator('[data-place="C1"]').click()
    elif board == "areas":
        page.locator('[data-piece="l12"]').click()
    elif board == "plane":
        page.locator('[data-stop="l12"]').click()
    else:
        page.get_by_label("Whom").select_option("Bridge")
    assert told(page)[1] == "Round 2 Lure Bridge 1"
    page.get_by_role("tab").nth(1).click()
    page.get_by_label("Steps").fill("9")
    page.get_by_label("Steps").press("Tab")
    says(page, "Round 2: Lure, steps?", able=False)
    page.get_by_label("Steps").fill("3")
    page.get_by_label("Steps").press("Tab")
    page.get_by_role("tab").nth(1).press("ArrowRight")
    assert page.evaluate("document.activeElement.id") == "slot-2"
    page.keyboard.press("4")
    page.get_by_role("radio", name="the drum").click()
    shot(page, f"forms-{board}-slots")
    page.keyboard.press("Backspace")
    says(page, "Round 3: what?", able=False)
    page.keyboard.press("1")
    says(page, "Seal: Walk the round")
    main(page).click()
    page.wait_for_selector(f".log >> text=The reds write walk {walked}, lure l12 3, rest.")


def test_both_are_answered_from_the_board_in_words(sit: Callable[..., Page], outside: str) -> None:
    page = sit(watch(outside, "hexes"), looks={"textBoard": True})
    says(page, "Lay: 5 of 12")
    row = page.get_by_role("button", name="B3 the heath")
    row.click()
    row.locator("text=2 laid").wait_for()
    says(page, "Lay: 7 of 12")
    to_the_rounds(page)
    page.keyboard.press("2")
    page.locator(".text button", has_text="Round 1: Walk the round E2").click()
    page.get_by_role("tab").filter(has_text="Walk the round E2").wait_for()
    assert (
        page.locator(".text button", has_text="Round 1: Walk the round").count() == 0
    )  # the next round is open
    page.keyboard.press("2")
    page.locator(".text button", has_text="Round 1: Walk the round").wait_for()


def test_both_are_answered_by_touch(
    sit: Callable[..., Page], outside: str, shot: Callable[[Page, str], None]
) -> None:
    page = sit(watch(outside, "areas"), **PHONE)
    says(page, "Lay: 5 of 12")
    page.get_by_label("Old mill: one more").tap()
    box = page.get_by_label("Old mill: one more").bounding_box()
    assert box is not None
    assert min(box["width"], box["height"]) >= 44
    says(page, "Lay: 6 of 12")
    shot(page, "forms-phone-amounts")
    main(page).tap()
    page.get_by_role("tab").nth(2).tap()
    page.get_by_role("button", name="Call out").tap()
    page.get_by_role("radio", name="the horn").tap()
    says(page, "Call out the horn")
    shot(page, "forms-phone-slots")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


@pytest.mark.parametrize("width", [1440, 360])
def test_no_serious_finding(width: int, sit: Callable[..., Page], outside: str) -> None:
    page = sit(watch(outside, "hexes"), width=width, height=800, bypass_csp=True)
    says(page, "Lay: 5 of 12")
    page.get_by_role("spinbutton", name="Bridge").fill("9")
    page.get_by_role("spinbutton", name="Bridge").press("Tab")
    says(page, "too many", able=False)
    assert in_both_themes(page) == []
    page.locator("[data-question]").focus()
    page.keyboard.press("0")
    page.keyboard.press("1")
    page.keyboard.press("2")
    to_the_rounds(page)
    page.keyboard.press("3")
    assert in_both_themes(page) == []
    page.keyboard.press("2")
    assert in_both_themes(page) == []


def test_a_rulebook_from_elsewhere_brings_its_own_look(
    sit: Callable[..., Page], outside: str, shot: Callable[[Page, str], None]
) -> None:
    page = sit(watch(outside, "areas"))
    says(page, "Lay: 5 of 12")
    drawn = page.locator('.card use[href*="/api/rulebooks/watch/icons/"]')
    assert drawn.count() == 10
    assert page.locator('use[href$="#wolf-trap"]').count() >= 2
    assert drawn.first.evaluate("(one) => one.getBBox().width") > 0  # and the sprite is there
    fills = page.locator(".turf .ground").evaluate_all(
        "(all) => all.map((one) => getComputedStyle(one).fill)"
    )
    assert ICE in fills
    assert page.locator(".turf .work").count() == 1
    assert page.locator(".card.tilted .state").first.inner_text() == "asleep, snoring"
    shot(page, "forms-outside")
    page.goto(f"{outside}/")
    page.get_by_role("link", name="Watch on hexes").wait_for()
    page.get_by_role("link", name="Watch on plane").wait_for()
