"""Surrounded troops in the browser: they are taken prisoner with guards laid by the mouse, by keys and by touch."""

from __future__ import annotations

import tomllib
from typing import TYPE_CHECKING, Any

import pytest
from browser.play import at, gone_on
from browser.test_access import findings
from browser.test_squares import imported

from banneret import rulebooks
from banneret.kernel.battle import Battle

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

RING = (
    ("north", 24, 24.15, 180, 6),
    ("east", 25.5, 23.025, 270, 3),
    ("south", 24, 21.9, 0, 6),
    ("west", 22.5, 23.025, 90, 3),
)


def ringed() -> dict[str, Any]:
    """A scenario in which a company of timid raiders stands in a ring of the watch."""
    path = rulebooks.get("battlesystem").folder / "scenarios" / "stolen_herd.toml"
    data = tomllib.loads(path.read_text("utf-8"))
    watch, raiders = data["sides"]
    guard, timid = watch["units"][0], raiders["units"][0]
    watch["units"] = [
        {**guard, "id": name, "name": f"{name.capitalize()} Guard", "figures": 6, "ar": 16}
        | {"place": {"x": x, "y": y, "heading": heading, "formation": "closed", "files": files}}
        for name, x, y, heading, files in RING
    ]
    raiders["units"] = [
        {**timid, "figures": 12, "ml": 2, "ac": 4, "hd_per_figure": 20}
        | {"place": {"x": 24, "y": 24.15, "heading": 0, "formation": "closed", "files": 4}}
    ]
    return data | {"id": "ring", "title": "The Ring"}


def surrounded() -> tuple[Battle, str]:
    """A battle in which the watch is asked whether it takes prisoners, and its side."""
    book = rulebooks.get("battlesystem")
    scenario = book.read_scenario(ringed(), "test")
    for seed in range(20):
        battle = Battle.start(book, scenario, options={"capture": "true"}, seed=seed)
        for _ in range(60):
            if battle.outcome is not None:
                break
            decision = battle.decisions[0]
            if decision.kind == "capture" and decision.default()[2][1] > 1 and len(decision.orders()) > 2:
                return battle, battle.sides[decision.side]
            battle.give(battle.sides[decision.side], decision.default())
    raise AssertionError("no one was surrounded")


def lay(page: Page, way: str) -> None:
    """One guard less of the unit that guards, one more of another."""
    rows = page.locator(".rows .row")
    amounts = [int(one.input_value()) for one in rows.locator("input").all()]
    giver = next(n for n, amount in enumerate(amounts) if amount)
    taker = next(n for n, amount in enumerate(amounts) if not amount)
    for n, key, name in ((giver, "-", "one less"), (taker, "+", "one more")):
        if way == "keys":
            rows.nth(n).locator("input").focus()
            page.keyboard.press(key)
        else:
            button = rows.nth(n).get_by_role("button", name=name)
            button.tap() if way == "touch" else button.click()
    assert rows.nth(giver).locator("input").input_value() == str(amounts[giver] - 1)
    assert rows.nth(taker).locator("input").input_value() == "1"


@pytest.mark.parametrize(("way", "width"), [("mouse", 1440), ("keys", 1440), ("touch", 360)])
def test_prisoners_are_taken_with_guards_of_several_units(
    sit: Callable[..., Page], address: str, shot: Callable[[Page, str], None], way: str, width: int
) -> None:
    battle, side = surrounded()
    page = sit(
        imported(address, battle)[side], width=width, height=780, has_touch=way == "touch", bypass_csp=True
    )
    page.locator("[data-question]", has_text="Take prisoners, or destroy them?").wait_for()
    assert page.get_by_role("button", name="Destroy").count() or page.get_by_text("Destroy").count()
    lay(page, way)
    shot(page, f"captives-{way}")
    assert findings(page) == []
    before = at(page)
    if way == "keys":
        page.keyboard.press("Enter")
    elif way == "touch":
        page.locator("[data-main]").tap()
    else:
        page.locator("[data-main]").click()
    gone_on(page, before)
    if way == "touch":
        page.get_by_role("button", name="News").tap()
    page.locator(".log").get_by_text("captive").or_(
        page.locator(".log").get_by_text("captured")
    ).first.wait_for()
