"""The table in a real browser: whole battles, by mouse, keys and touch, alone and together."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from browser.play import STANDS, at, begin, click, confirm, gone_on, set_up, stands, started, text, to_the_end

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page, WebSocketRoute


def test_a_whole_battle_against_the_computer(
    sit: Callable[..., Page], shot: Callable[[Page, str], None]
) -> None:
    page = sit()
    page.wait_for_selector(".shelf .picture svg")
    shot(page, "front")
    set_up(page)
    assert "8 units: Elves, Sylvan Knights" in page.locator(".hero").inner_text()
    begin(page)
    stands(page)
    shot(page, "battle-start")
    taken: set[str] = set()

    def watch(page: Page) -> None:
        for name, words in (
            ("support", "Who supports"),
            ("reveal", "whom do you reveal"),
            ("retreat", "retreat"),
        ):
            if name not in taken and words in text(page):
                taken.add(name)
                page.wait_for_timeout(150)
                shot(page, f"battle-{name}")

    assert to_the_end(page, watch=watch) > 10
    shot(page, "battle-over")
    page.get_by_role("button", name="See it again").click()
    page.wait_for_selector(".replay .field-label")
    page.get_by_label("Step on").click()
    page.wait_for_function("() => Number(document.querySelector('.replay input[type=range]').value) > 0")
    page.get_by_label("To the end").click()
    page.wait_for_function(
        "() => (() => { const one = document.querySelector('.replay input[type=range]'); return one.value === one.max })()"
    )
    page.get_by_text("everything, not what this seat saw").click()
    page.wait_for_timeout(300)
    shot(page, "replay")
    page.get_by_role("slider").fill("6")
    page.wait_for_timeout(400)
    page.get_by_role("button", name="Fork here and play on").click()
    page.wait_for_selector("#question")
    assert stands(page) in ("question", "over", "pass")


def test_numbers_open_and_rules_too(fighting: Callable[..., Page], shot: Callable[[Page, str], None]) -> None:
    page = fighting("stacks", "first_blood")
    to_the_end(page)
    number = page.locator(".log .number").first
    number.click()
    assert number.get_attribute("aria-expanded") == "true"
    assert "Total" in page.locator(".log table").first.inner_text()
    page.locator(".log .opens", has_text="ledger").click()
    shot(page, "tally")
    page.locator(".log li .opens").first.click()
    page.wait_for_selector("dialog h3")
    shot(page, "rule")
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog", state="detached")


def test_by_keys_alone(sit: Callable[..., Page], shot: Callable[[Page, str], None]) -> None:
    page = sit()
    page.wait_for_selector(".welcome")
    page.keyboard.press("Enter")  # the dark button
    page.wait_for_url("**/battle#*")
    assert stands(page) == "question"
    page.wait_for_function("() => document.activeElement?.hasAttribute('data-question')")
    page.keyboard.press("?")
    page.wait_for_selector("dialog")
    shot(page, "keys")
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog", state="detached")
    page.locator('[data-place][tabindex="0"]').focus()
    page.keyboard.press("n")
    start = page.evaluate("document.activeElement.dataset.place")
    assert "may act" in page.evaluate("document.activeElement.getAttribute('aria-label')")
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowRight")
    there = page.evaluate("document.activeElement.dataset.place")
    assert there != start
    page.keyboard.press("Enter")
    shot(page, "battle-path")
    page.keyboard.press("Enter")
    page.wait_for_selector(f'[data-place="{there}"][aria-label*="Groves stack"]')
    page.keyboard.press("t")
    page.wait_for_selector("text=The board in words")
    shot(page, "text-board")
    page.keyboard.press("t")
    page.keyboard.press("u")
    page.wait_for_selector(f'[data-place="{start}"][aria-label*="Groves stack"]')
    page.keyboard.press("Enter")
    stands(page)


def test_an_order_is_three_keys(fighting: Callable[..., Page], shot: Callable[[Page, str], None]) -> None:
    page = fighting("stacks", "two_banners")
    stands(page)
    page.keyboard.press("2")
    keys = page.locator(".goal")
    keys.first.wait_for()
    shown = keys.all_text_contents()
    assert shown == sorted(set(shown))
    assert len(shown) > 1
    shot(page, "battle-keys")
    page.keyboard.press(shown[1])
    goal = page.locator("[data-main]").inner_text().split(" to ")[1].split()[0]
    page.keyboard.press("Enter")
    page.wait_for_selector(f'[data-place="{goal}"][aria-label*="Groves stack"]')
    stands(page)
    page.keyboard.press("1")
    keys.first.wait_for()
    click(page, goal)  # who goes on by mouse sees no keys
    page.wait_for_selector(".goal", state="detached")


def test_typed_dice_of_two_at_one_screen(sit: Callable[..., Page], shot: Callable[[Page, str], None]) -> None:
    page = sit()
    set_up(page, "First blood")
    begin(page, Who_plays_Attacker="me", Who_plays_Defender="me", Dice="typed")
    found: list[str] = []
    while (here := stands(page)) != "over" and len(found) < 80:
        if here == "die":
            if "die" not in found:
                shot(page, "typed-dice")
            before = at(page)
            page.locator(".faces button").nth(3).click()
            gone_on(page, before)
        elif here == "pass":
            page.get_by_role("button", name="Pass the seat").click()
            page.wait_for_selector(".curtain")
        elif here == "curtain":
            assert page.locator("[data-place]").count() == 0
            if "curtain" not in found:
                shot(page, "curtain")
            page.keyboard.press("Enter")
            page.wait_for_selector(".curtain", state="detached")
        else:
            confirm(page)
        found.append(here)
    assert stands(page) == "over"
    assert {"die", "pass", "curtain"} <= set(found)


def test_a_refusal_offers_the_nearest_order(
    sit: Callable[..., Page], shot: Callable[[Page, str], None]
) -> None:
    page = sit()
    page.route_web_socket("**/api/table", lambda line: astray(line))
    begin(page)
    stands(page)
    click(page, "A2")
    click(page, "B2")
    page.locator("[data-main]").click()
    page.wait_for_selector("text=Not possible.")
    assert "D3 is not next to A2" in page.locator("#question .trouble").inner_text()
    shot(page, "refused")
    page.get_by_role("button", name="Instead: All 3 units from A2 to B2").click()
    page.wait_for_selector('[data-place="B2"][aria-label*="Groves stack"]')


def astray(line: WebSocketRoute) -> None:
    """Let the first move to B2 be one to a place that is too far away."""
    server = line.connect_to_server()
    sent: list[str] = []

    def out(message: str | bytes) -> None:
        if "(B2)" in str(message) and not sent:
            message = str(message).replace("(B2)", "(D3)")
            sent.append(message)
        server.send(message)

    line.on_message(out)


def test_the_computer_plays_on(fighting: Callable[..., Page]) -> None:
    page = fighting("stacks", "hit_and_run")
    stands(page)
    page.get_by_label("Menu").click()
    page.get_by_role("button", name="Play on for me").click()
    page.wait_for_function(
        "() => / won$|^A draw$/.test(document.querySelector('[data-question]')?.textContent)", timeout=90_000
    )


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_on_a_phone(theme: str, sit: Callable[..., Page], shot: Callable[[Page, str], None]) -> None:
    page = sit(width=360, height=740, has_touch=True, is_mobile=True, color_scheme=theme)
    page.wait_for_selector(".shelf .picture svg")
    shot(page, f"phone-front-{theme}")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    begin(page)
    stands(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    shot(page, f"phone-battle-{theme}")
    for name in ("Map", "Hand", "News", "Battle"):
        page.locator(".tabs").get_by_role("button", name=name).tap()
        page.wait_for_timeout(150)
        shot(page, f"phone-{name.lower()}-{theme}")
    page.get_by_role("button", name="All of the Groves capital (A3)").first.tap()
    page.get_by_role("button", name="All 5 units from the Groves capital (A3) to B3").tap()
    shot(page, f"phone-path-{theme}")
    confirm(page)
    stands(page)
    to_the_end(page) if theme == "light" else None


def test_the_sheet_of_a_phone_sinks_while_the_computer_thinks(sit: Callable[..., Page], address: str) -> None:
    link = started(address, "stacks", "two_banners", "search")
    page = sit(link, width=360, height=740, has_touch=True, is_mobile=True)
    high = "document.querySelector('main aside').offsetHeight / document.querySelector('main').offsetHeight"
    sunk = f"!!document.querySelector('main.calm') && {high} < 0.36"
    for _ in range(200):
        if page.evaluate(sunk):
            break
        if page.evaluate(STANDS) == "question":
            page.locator("[data-main]").tap()
        page.wait_for_timeout(150)
    assert page.evaluate(sunk)
    stands(page)
    page.wait_for_function(f"() => !document.querySelector('main.calm') && {high} > 0.6")


def test_dark(sit: Callable[..., Page], shot: Callable[[Page, str], None]) -> None:
    page = sit(color_scheme="dark")
    page.wait_for_selector(".shelf .picture svg")
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    shot(page, "front-dark")
    begin(page)
    stands(page)
    click(page, "A3")
    shot(page, "battle-dark")
