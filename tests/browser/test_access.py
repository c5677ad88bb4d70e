"""No serious finding of axe-core on any page, light and dark, wide and narrow."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from browser.conftest import ROOT, missing
from browser.play import begin, click, stands

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

AXE = ROOT / "client/node_modules/axe-core/axe.min.js"


def findings(page: Page) -> list[str]:
    if not AXE.exists():
        missing("axe-core is not installed: python3 dev.py setup")
    if not page.evaluate("'axe' in window"):
        page.add_script_tag(path=str(AXE))
    found = page.evaluate("axe.run({ resultTypes: ['violations'] }).then((result) => result.violations)")
    return [
        f"{one['id']}: {one['nodes'][0]['html'][:160]} {one['nodes'][0]['failureSummary'][:200]}"
        for one in found
        if one["impact"] in ("serious", "critical")
    ]


SETTLED = """(theme) => document.documentElement.dataset.theme === theme
  && !document.getAnimations().some((one) => one instanceof CSSTransition && one.playState === 'running')"""


def in_both_themes(page: Page, look: Callable[[str], None] | None = None) -> list[str]:
    """The findings in the dark and in the light, one after the other on the page as it stands; `look` is called in each of them."""
    found = []
    for theme in ("dark", "light"):
        page.emulate_media(color_scheme=theme)
        page.wait_for_function(SETTLED, arg=theme)
        found += [f"{theme}: {one}" for one in findings(page)]
        if look is not None:
            look(theme)
    return found


@pytest.mark.parametrize("width", [1440, 360])
def test_no_serious_finding(width: int, sit: Callable[..., Page]) -> None:
    page = sit(width=width, height=800, bypass_csp=True)
    page.wait_for_selector(".shelf .picture svg")
    assert in_both_themes(page) == []
    begin(page)
    stands(page)
    assert in_both_themes(page) == []
    if width == 1440:
        click(page, "A3")
        assert in_both_themes(page) == []
        page.get_by_label("Menu").click()
        page.wait_for_selector("dialog")
        assert in_both_themes(page) == []
        page.keyboard.press("Escape")
        page.wait_for_selector("dialog", state="detached")
        page.keyboard.press("t")
        page.wait_for_selector("text=The board in words")
        assert in_both_themes(page) == []
    page.goto(page.url.split("/battle")[0] + "/rules/stacks")
    page.wait_for_selector("article")
    assert in_both_themes(page) == []
    page.goto(page.url.split("/rules")[0] + "/about")
    page.wait_for_selector("h1")
    assert in_both_themes(page) == []
