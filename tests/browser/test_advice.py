"""Advice in a real browser: asked for, read, and its order given."""

from __future__ import annotations

from typing import TYPE_CHECKING

from browser.play import confirm, stands
from browser.test_access import findings

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

ASK = "What would the computer do?"


def test_advice_says_an_order_and_why_and_its_order_is_given(
    fighting: Callable[..., Page], shot: Callable[[Page, str], None]
) -> None:
    page = fighting("stacks", "two_banners", bypass_csp=True)
    for _ in range(12):
        assert stands(page) == "question"
        if page.get_by_role("button", name=ASK).count() and "Which units move" in page.inner_text(
            "[data-question]"
        ):
            break
        confirm(page)
    page.get_by_role("button", name=ASK).click()
    advice = page.get_by_role("region", name="Advice")
    advice.get_by_text("Chance to win about").wait_for(timeout=30_000)
    advice.scroll_into_view_if_needed()
    shot(page, "advice")
    assert not findings(page)
    order = advice.locator(".order").inner_text()
    assert order
    before = page.inner_text("#question")
    advice.get_by_role("button", name="Give this order").click()
    advice.wait_for(state="detached")
    page.wait_for_function("before => document.querySelector('#question').innerText !== before", arg=before)
    assert stands(page) in ("question", "over", "")
