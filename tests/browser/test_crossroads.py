"""The battle at the crossroads in a real browser, from the front page to its end, against the computer."""

from __future__ import annotations

import json
import urllib.request
from typing import TYPE_CHECKING, Any

from browser.play import at, begin, gone_on, set_up, stands, text
from browser.test_access import findings

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

ORDERS = 1  # units moved in each part after the first: the battle is to end, not to be won
ANSWERS = 400  # more than any battle takes: its length is limited
PATIENCE = 150_000  # milliseconds for the computer's part of a round, on a machine that does much else


def view(page: Page) -> dict[str, Any]:
    """What the table tells the seat of the page."""
    address, token = page.url.split("/battle#")
    request = urllib.request.Request(f"{address}/api/battle", headers={"authorization": f"Bearer {token}"})
    with urllib.request.urlopen(request) as answer:
        found: dict[str, Any] = json.load(answer)
    return found


def confirm(page: Page) -> None:
    """Press the dark button until the table has gone on: two questions in a row may read the same."""
    before = at(page)
    page.locator("[data-main]").click()
    gone_on(page, before, PATIENCE)


def settled(page: Page) -> bool:
    """Until the table has said what the steps come to; whether it could be done."""
    page.wait_for_selector(".steps[aria-busy=false]")
    return page.locator("#question .refusal").count() == 0


def charge(page: Page) -> bool:
    """Plan a charge at whoever is offered first; whether it can be done."""
    one = page.locator(".verbs .chip", has_text="Charge")
    if page.get_by_label("Whom it is to meet").count():
        page.get_by_label("Whom it is to meet").select_option(index=1)
    elif one.count():
        one.first.click()
    else:
        return False
    return settled(page)


def ahead(page: Page) -> bool:
    """Plan a move straight ahead by the arrow key, four inches; whether it can be done."""
    let_go(page)
    page.locator(".plate.may").first.press("Enter")
    page.wait_for_selector(".who")
    for _ in range(4):
        page.keyboard.press("ArrowUp")
    return page.locator(".steps").count() > 0 and settled(page)


def drag(page: Page) -> bool:
    """Plan a move of the first who may act by dragging his body towards the enemy."""
    number = page.locator(".plate.may").first.get_attribute("data-stop")
    box = page.locator(f'[data-body="{number}"] .tray').first.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x, y - 20, steps=4)
    page.mouse.move(x, y - 45, steps=4)
    page.mouse.up()
    return settled(page)


def move(page: Page, number: int, done: list[str]) -> bool:
    """Give one unit an order: by hand, then by keys, from then on a charge where one can be made; else end the movement.

    Whether it went on with another unit.
    """
    if number >= max(ORDERS, 2 - len(done)) or not page.locator(".plate.may").count():
        confirm(page)
        return False
    if not done:
        how = "dragged" if drag(page) else ""
    else:
        page.locator(".plate.may").first.press("Enter")
        page.wait_for_selector(".who")
        how = "charged" if len(done) > 1 and charge(page) else "went ahead" if ahead(page) else ""
    if how:
        done.append(how)
    else:
        let_go(page)
    confirm(page)
    return bool(how)


def let_go(page: Page) -> None:
    """Escape twice: it closes the card that says why not, if there is one, before it lets go of who is in hand."""
    page.keyboard.press("Escape")
    page.wait_for_function("() => !document.querySelector('.denied')")
    page.keyboard.press("Escape")
    page.wait_for_function("() => !document.querySelector('.who')")


def fight_on(page: Page, watch: Callable[[Page], None]) -> list[str]:
    """Play until the battle is over: an order in each movement, else what is offered; the orders that were given."""
    done: list[str] = []
    number = 0
    for _ in range(ANSWERS):
        if stands(page, PATIENCE) == "over":
            return done
        watch(page)
        if text(page).startswith("Give an order"):
            number = number + 1 if move(page, number, done) else 0
        else:
            confirm(page)
    raise AssertionError("the battle does not end")


def test_the_crossroads_are_fought_to_the_end(
    sit: Callable[..., Page], shot: Callable[[Page, str], None]
) -> None:
    page = sit("/", bypass_csp=True)
    page.set_default_timeout(PATIENCE)
    set_up(page, "Battle at the Crossroads")
    page.get_by_text("Options: as the rulebook has them").click()
    begin(page, Length="20", Who_plays_Borderland_Spearhead="greedy")
    looked = []

    def watch(page: Page) -> None:
        """At the first fight: its card, and whether everybody can use the page."""
        mark = page.locator("button.fight").first
        if looked or not mark.count():
            return
        looked.append(mark.get_attribute("aria-label"))
        mark.evaluate("(one) => one.click()")  # wherever a plate lies
        card = page.locator(".sums")
        card.locator(".spreads").wait_for()
        assert findings(page) == []
        shot(page, "crossroads-fight")
        card.get_by_role("button", name="close").click()
        page.locator('.plate[aria-label*="engaged"]').first.focus()
        page.keyboard.press(" ")
        card.wait_for()
        page.keyboard.press("Escape")
        card.wait_for(state="detached")

    done = fight_on(page, watch)
    assert done[:2] == ["dragged", "went ahead"]
    page.get_by_role("button", name="See it again").wait_for()
    page.get_by_role("button", name="Armies").click()
    told = page.get_by_role("region", name="Order of battle").inner_text()
    scene = view(page)["scene"]
    assert "ending" in scene
    trays = [piece for tray in scene.get("trays", []) for piece in tray["pieces"]]
    for piece in [*scene.get("pieces", []), *trays]:
        assert piece["name"] in told
        assert piece["label"] in told
    for piece in trays:  # who is off the table, and what became of him
        assert piece["states"][0][-1] in told
        assert piece["name"] in page.get_by_role("group", name="Off the table").inner_text()
    assert findings(page) == []
    shot(page, "crossroads-end")
