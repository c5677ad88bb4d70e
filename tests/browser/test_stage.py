"""Single battles without a map stand on a stage: who fights in the middle, both stacks below, the battle round by round."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from browser.play import confirm, fight, stands
from browser.test_access import findings

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

TITLE = "Knights and griffons"


def x_of(page: Page, selector: str) -> float:
    box = page.locator(selector).first.bounding_box()
    assert box is not None
    return box["x"]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_single_battle_on_its_stage(
    sit: Callable[..., Page], shot: Callable[[Page, str], None], theme: str
) -> None:
    page = sit(color_scheme=theme, bypass_csp=True)
    fight(page, TITLE)
    stands(page)
    page.locator(".stage .fighter .card.large.chosen").wait_for()  # the one the dark button would reveal
    assert x_of(page, ".fighter .card") < x_of(page, ".fighter .sealed"), "the attacker is at the left"
    assert page.locator(".sealed").first.text_content() == "?"
    assert page.get_by_text("perhaps no one").count() == 1
    # the arrows walk along the cards, and a card is chosen where it lies
    page.locator(".stack .card").first.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    assert page.locator(".stack .card").nth(1).get_attribute("aria-pressed") == "true"
    assert findings(page) == []
    shot(page, f"stage-{theme}")
    page.locator("[data-main]").click()
    page.locator(".rounds .total").nth(1).wait_for()
    assert page.locator(".rounds li").first.inner_text().startswith("Round 1")
    shot(page, f"stage-after-a-round-{theme}")
    assert findings(page) == []


def test_the_stage_on_a_phone(sit: Callable[..., Page], shot: Callable[[Page, str], None]) -> None:
    page = sit(width=360, height=740, has_touch=True)
    fight(page, TITLE)
    stands(page)
    page.locator(".stage .fighter .card.large").wait_for()
    for one in page.locator(".fighter").all():
        box = one.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 360
    shot(page, "stage-phone")
    confirm(page)
    page.locator(".rounds li").first.wait_for()
    stands(page)
    shot(page, "stage-phone-round")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
