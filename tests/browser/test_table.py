"""The table in a real browser: whole battles, by mouse, keys and touch, alone and together."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest
from browser.play import begin, click, confirm, march, stands, text, to_the_end

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page


def test_a_whole_battle_against_the_computer(
    sit: Callable[..., Page], shot: Callable[[Page, str], None]
) -> None:
    page = sit()
    page.wait_for_selector(".small-picture svg")
    assert "8 units: Elves, Sylvan Knights" in page.locator(".hero").inner_text()
    shot(page, "front")
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


def test_numbers_open_and_rules_too(sit: Callable[..., Page], shot: Callable[[Page, str], None]) -> None:
    page = sit()
    page.wait_for_selector(".hero h2")
    page.get_by_role("button", name="Fight First blood").click()
    page.wait_for_selector("[data-question]")
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
    page.wait_for_selector(".hero h2")
    page.get_by_role("button", name="Start the battle").focus()
    page.keyboard.press("Enter")
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


def test_an_order_is_three_keys(sit: Callable[..., Page], shot: Callable[[Page, str], None]) -> None:
    page = sit()
    begin(page)
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


def test_undo_has_its_reason(sit: Callable[..., Page]) -> None:
    page = sit()
    begin(page)
    stands(page)
    march(page, Random(1))
    stands(page)
    page.get_by_label("Undo").first.click()
    page.wait_for_timeout(500)
    stands(page)
    while "move" in text(page):
        confirm(page)
        stands(page)
        if "Turn 2" in page.locator("header").inner_text():
            break
    undo = page.locator("header button[aria-label^=Undo]")
    if undo.get_attribute("aria-disabled") == "true":
        undo.click(force=True)
        assert page.locator("#question .trouble").inner_text().strip()


def test_typed_dice(sit: Callable[..., Page], shot: Callable[[Page, str], None]) -> None:
    page = sit()
    page.wait_for_selector(".hero h2")
    page.get_by_role("button", name="Set up First blood").click()
    begin(page, Dice="typed")
    seen = False

    def watch(page: Page) -> None:
        nonlocal seen
        if page.locator(".faces").count() and not seen:
            seen = True
            shot(page, "typed-dice")

    to_the_end(page, watch=watch)
    assert seen


def test_hot_seat_behind_a_curtain(sit: Callable[..., Page], shot: Callable[[Page, str], None]) -> None:
    page = sit()
    begin(page, Who_plays_Halls="me")
    stands(page)
    confirm(page)
    assert stands(page) == "pass"
    page.get_by_role("button", name="Pass the seat to Halls").click()
    page.wait_for_selector(".curtain")
    assert page.locator("[data-place]").count() == 0
    shot(page, "curtain")
    page.get_by_role("button", name="I am Halls").click()
    assert stands(page) == "question"
    assert "you are Halls" in page.locator("header").inner_text()


def test_two_browsers_a_spectator_and_a_referee(
    sit: Callable[..., Page], address: str, shot: Callable[[Page, str], None]
) -> None:
    page = sit()
    page.wait_for_selector(".hero h2")
    page.get_by_text("Options:").click()
    page.get_by_label("A referee’s link").check()
    page.get_by_role("button", name="Invite a friend").click()
    page.wait_for_selector("#question")
    kept = page.evaluate("Object.values(JSON.parse(localStorage.getItem('banneret.battles')))[0].tokens")
    friend = sit(f"/battle#{kept['halls']}")
    guest = sit(f"/battle#{kept['spectator']}")
    referee = sit(f"/battle#{kept['referee']}")
    stands(page)
    page.get_by_label("Menu").click()
    shot(page, "menu")
    page.keyboard.press("Escape")
    click(page, "A3")
    click(page, "B3")
    confirm(page)
    stands(page)
    for other in (friend, guest, referee):
        other.wait_for_selector('[data-place="B3"][aria-label*="Groves stack"]')
    assert "Elves" not in friend.content()
    assert "Elves" not in guest.content()
    assert "Elves" in referee.content()
    shot(guest, "spectator")
    shot(referee, "referee")
    stands(page)
    confirm(page)
    assert stands(friend) == "question"
    referee.get_by_label("Menu").click()
    referee.get_by_label("Reason, for the record").fill("it is late")
    referee.get_by_role("button", name="End: a draw").click()
    referee.get_by_role("button", name="Really?").first.click()
    for one in (page, friend, guest):
        one.wait_for_selector("text=A draw")


def test_the_computer_plays_on(sit: Callable[..., Page]) -> None:
    page = sit()
    begin(page)
    stands(page)
    page.get_by_label("Menu").click()
    page.get_by_role("button", name="Play on for me").click()
    page.wait_for_function(
        "() => / won$|^A draw$/.test(document.querySelector('[data-question]')?.textContent)", timeout=90_000
    )


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_on_a_phone(theme: str, sit: Callable[..., Page], shot: Callable[[Page, str], None]) -> None:
    page = sit(width=360, height=740, has_touch=True, is_mobile=True, color_scheme=theme)
    page.wait_for_selector(".small-picture svg")
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
    page.get_by_role("button", name="All of A3").first.tap()
    page.get_by_role("button", name="All 5 units from A3 to B3").tap()
    shot(page, f"phone-path-{theme}")
    confirm(page)
    stands(page)
    to_the_end(page) if theme == "light" else None


def test_dark(sit: Callable[..., Page], shot: Callable[[Page, str], None]) -> None:
    page = sit(color_scheme="dark")
    page.wait_for_selector(".small-picture svg")
    assert page.evaluate("document.documentElement.dataset.theme") == "dark"
    shot(page, "front-dark")
    begin(page)
    stands(page)
    click(page, "A3")
    shot(page, "battle-dark")
