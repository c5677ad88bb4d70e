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


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [1440, 360])
def test_no_serious_finding(theme: str, width: int, sit: Callable[..., Page]) -> None:
    page = sit(width=width, height=800, color_scheme=theme, bypass_csp=True)
    page.wait_for_selector(".shelf .picture svg")
    assert findings(page) == []
    begin(page)
    stands(page)
    assert findings(page) == []
    if width == 1440:
        click(page, "A3")
        assert findings(page) == []
        page.get_by_label("Menu").click()
        page.wait_for_selector("dialog")
        assert findings(page) == []
        page.keyboard.press("Escape")
        page.wait_for_selector("dialog", state="detached")
        page.keyboard.press("t")
        page.wait_for_selector("text=The board in words")
        assert findings(page) == []
    page.goto(page.url.split("/battle")[0] + "/rules/stacks")
    page.wait_for_selector("article")
    assert findings(page) == []
    page.goto(page.url.split("/rules")[0] + "/about")
    page.wait_for_selector("h1")
    assert findings(page) == []
