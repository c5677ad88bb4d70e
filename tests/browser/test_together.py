"""Several at one table, and beside it: two browsers to the end, going back by agreement, what if, the seat that is passed."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from browser.play import begin, click, confirm, friend, march, ready, set_up, stands, text, to_the_end

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

HIDDEN = {"groves": "Elves", "halls": "Dwarves"}
HERE = '[data-place="{}"][aria-label*="Groves stack"]'
SAID = "() => document.querySelector('[data-question]')?.textContent"


def gather(sit: Callable[..., Page]) -> dict[str, Page]:
    """A battle with a page at each of its seats."""
    page = sit()
    set_up(page)
    page.get_by_text("Options:").click()
    page.get_by_label("A referee’s link").check()
    page.get_by_role("button", name="Invite a friend").click()
    seats = {"groves": page, "halls": friend(page, sit)}
    tokens = page.evaluate("Object.values(JSON.parse(localStorage.getItem('banneret.battles')))[0].tokens")
    return seats | {seat: sit(f"/battle#{tokens[seat]}") for seat in ("spectator", "referee")}


def shown(page: Page) -> str:
    """All that a page shows, and all that it says to those who do not see."""
    return str(
        page.evaluate(
            "document.body.innerText + [...document.querySelectorAll('[aria-label]')].map((one) => one.ariaLabel).join(' ')"
        )
    )


def test_two_browsers_to_the_end(sit: Callable[..., Page], shot: Callable[[Page, str], None]) -> None:
    seats = gather(sit)
    chance = random.Random(3)
    stands(seats["groves"])
    for other in ("halls", "spectator"):
        ready(seats[other])
        assert "Elves" not in shown(seats[other])
    assert "Dwarves" not in shown(seats["groves"])
    assert "Elves" in shown(seats["groves"])
    ready(seats["referee"])
    assert {"Elves", "Dwarves"} <= set(
        shown(seats["referee"]).replace(",", " ").replace(")", " ").replace("(", " ").split()
    )
    asked = dict.fromkeys(HIDDEN, 0)
    marched = 0
    for _ in range(400):
        here = asking(seats)
        if here == "over":
            break
        asked[here] += 1
        page = seats[here]
        if "move?" in text(page) and marched < 2:
            marched += 1
            march(page, chance)
        else:
            marched = 0
            confirm(page)
    assert min(asked.values()) > 3
    for name, page in seats.items():
        page.wait_for_function(
            "() => / won$|^A draw$/.test(document.querySelector('[data-question]').textContent)"
        )
        shot(page, f"together-{name}")
    assert len({page.evaluate(SAID) for page in seats.values()}) == 1


def asking(seats: dict[str, Page]) -> str:
    """Wait until one of the players is asked, or the battle is over: who?"""
    for _ in range(600):
        for name in HIDDEN:
            found = seats[name].evaluate(
                "() => /^(?:.* won|A draw)$/.test(document.querySelector('[data-question]')?.textContent) ? 'over'"
                " : document.querySelector('[data-main]:not([aria-disabled=true])') ? 'asked' : ''"
            )
            if found == "over":
                return "over"
            if found == "asked":
                return name
        seats["groves"].wait_for_timeout(50)
    raise AssertionError("nobody is asked")


def test_back_by_agreement(sit: Callable[..., Page], shot: Callable[[Page, str], None]) -> None:
    seats = gather(sit)
    page, friend = seats["groves"], seats["halls"]
    stands(page)
    confirm(page)  # nothing to exchange, which the friend must not see by how soon it is answered
    stands(page)
    click(page, "A3")
    click(page, "B3")
    confirm(page)
    friend.wait_for_selector(HERE.format("B3"))
    stands(page)
    confirm(page)
    stands(friend)
    for answer in ("No", "Agree"):
        page.get_by_label("Menu").click()
        page.get_by_role("link", name="Replay").click()
        page.wait_for_selector(".replay .field-label")
        page.get_by_label("To the start").click()
        page.wait_for_function("() => document.querySelector('.replay input[type=range]').value === '0'")
        page.get_by_role("button", name="Ask all to go back to here").click()
        friend.get_by_role("button", name=answer, exact=True).wait_for()
        shot(friend, "wish")
        assert friend.locator(HERE.format("B3")).count() == 1
        friend.get_by_role("button", name=answer, exact=True).click()
        friend.get_by_role("button", name=answer, exact=True).wait_for(state="detached")
    for one in (page, friend):
        one.wait_for_selector(HERE.format("A3"))
        assert one.locator(HERE.format("B3")).count() == 0


def test_no_undo_of_what_was_rolled(fighting: Callable[..., Page]) -> None:
    page = fighting("stacks", "twice_slain")
    while stands(page) != "over" and not page.locator(".log .number").count():
        confirm(page)
    assert page.locator(".log .number").count()
    undo = page.locator("header button[aria-label^=Undo]")
    assert undo.get_attribute("aria-disabled") == "true"
    undo.click(force=True)  # it looks disabled, and answers nonetheless
    assert page.locator("#question .trouble").inner_text().strip()


def test_what_if_counts_for_nothing(sit: Callable[..., Page], shot: Callable[[Page, str], None]) -> None:
    page = sit()
    begin(page)
    stands(page)
    real = page.url
    page.get_by_label("Menu").click()
    page.get_by_role("button", name="What if").click()
    page.wait_for_selector("text=What if: nothing here counts")
    assert page.url != real
    stands(page)
    click(page, "A3")
    click(page, "B3")
    confirm(page)
    page.wait_for_selector(HERE.format("B3"))
    shot(page, "what-if")
    page.get_by_role("link", name="Back to the real battle").click()
    page.wait_for_selector(HERE.format("A3"))
    assert page.url == real
    assert page.locator(HERE.format("B3")).count() == 0


def test_who_plays_both_sides_tries_out_both(sit: Callable[..., Page]) -> None:
    page = sit()
    begin(page, Who_plays_Halls="me")
    stands(page)
    real = page.url
    page.get_by_label("Menu").click()
    page.get_by_role("button", name="What if").click()
    page.wait_for_selector("text=What if: nothing here counts")
    assert page.url != real
    for _ in range(12):
        if stands(page) == "pass":
            break
        confirm(page)
    page.get_by_role("button", name="Pass the seat to Halls").click()
    page.wait_for_selector(".curtain")


def test_each_side_of_the_curtain(sit: Callable[..., Page], shot: Callable[[Page, str], None]) -> None:
    page = sit()
    begin(page, Who_plays_Halls="me")
    for name, other in (("groves", "halls"), ("halls", "groves"), ("groves", "halls")):
        for _ in range(12):
            if stands(page) == "pass":
                break
            assert HIDDEN[name] in shown(page)
            assert HIDDEN[other] not in shown(page)
            confirm(page)
        page.get_by_role("button", name=f"Pass the seat to {other.capitalize()}").click()
        page.wait_for_selector(".curtain")
        assert not any(word in shown(page) for word in HIDDEN.values())
        page.keyboard.press("Enter")
        page.wait_for_selector(".curtain", state="detached")


def test_a_whole_battle_by_keys(sit: Callable[..., Page]) -> None:
    page = sit()
    set_up(page, "Hit and run")
    page.keyboard.press("Enter")
    page.wait_for_url("**/battle#*")
    ready(page)
    for _ in range(120):
        found = stands(page)
        if found == "over":
            break
        assert page.evaluate("document.activeElement !== document.body"), "the focus is lost"
        before = page.evaluate("document.querySelector('#question').textContent")
        page.keyboard.press("Enter")
        page.wait_for_function(
            "(was) => document.querySelector('#question')?.textContent !== was", arg=before
        )
    assert stands(page) == "over"
    assert to_the_end(page) == 0
