"""After the battle: the page tells how it went, what turned it and who fell, and leads on from there."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
import pytest
from browser.test_access import findings, in_both_themes

import banneret
from banneret.after.curve import Budget
from banneret.after.report import Facts, Report, report, tell

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page


OVER: dict[str, str] = {}
"""The link of a battle that is over, by the address of its table: its report is counted once for all tests."""


def over(page: Page) -> str:
    """The link of a battle that is over, brought as a record."""
    if page.url not in OVER:
        battle = banneret.start("stacks", "hit_and_run", seed=3)
        battle.play_out(dict.fromkeys(battle.sides, "greedy"))
        answer = page.request.post(f"{page.url}api/import", data={"text": battle.private_text, "host": None})
        OVER[page.url] = answer.json()["tokens"]["attacker"]
    return OVER[page.url]


def test_how_it_went(sit: Callable[..., Page], shot: Callable[[Page, str], None]) -> None:
    page = sit()
    token = over(page)
    page.goto(f"{page.url}battle#{token}")
    page.get_by_role("link", name="How it went").click()
    page.wait_for_url("**/after#*")
    page.get_by_role("heading", name="Attacker won").wait_for()
    for name in ("How it went", "What turned it", "Losses", "Luck"):
        page.get_by_role("heading", name=name).wait_for()
    assert page.locator("aside .lost").count() == 3
    page.locator("svg[role=img][aria-label*='Chance of Attacker to win']").wait_for()
    # It fills as it is counted, by a process that runs when nothing else wants to: here the first point is enough.
    page.get_by_text("counting, 0 of").wait_for(state="detached", timeout=300_000)
    shot(page, "after")
    with page.expect_download() as download:
        page.get_by_role("button", name="Save as a page").click()
    assert "Attacker won" in download.value.path().read_text()
    page.get_by_role("link", name="To the table").focus()
    page.locator("h1").click()
    page.keyboard.press("Enter")
    page.wait_for_url("**/battle?replay=0#*")
    page.get_by_label("Replay").first.wait_for()
    page.go_back()
    page.get_by_role("button", name="Swap sides").click()
    page.wait_for_url("**/battle#*")
    page.wait_for_selector("#question")


@pytest.mark.parametrize("phone", [False, True])
def test_every_point_of_the_curve_can_be_looked_at_and_forked_from(
    phone: bool, sit: Callable[..., Page], shot: Callable[[Page, str], None]
) -> None:
    """The report is made here, so that the table need not count it."""
    looks = {"width": 360, "height": 740} if phone else {}
    page = sit("/about", bypass_csp=True, **looks)
    home = page.url.removesuffix("about")
    battle = banneret.start("stacks", "hit_and_run", seed=3)
    battle.play_out(dict.fromkeys(battle.sides, "greedy"))
    answer = page.request.post(f"{home}api/import", data={"text": battle.private_text, "host": None})
    told = msgspec.json.encode({"report": report(battle, Budget(6, 8, 0, 1))})
    page.route("**/api/battle/after", lambda route: route.fulfill(body=told, content_type="application/json"))
    page.goto(f"{home}after#{answer.json()['tokens']['attacker']}")
    moment = page.get_by_role("slider", name="A moment of the battle")
    moment.scroll_into_view_if_needed()
    box = moment.bounding_box()
    assert box is not None
    moment.click(position={"x": 12, "y": box["height"] - 12})
    said = moment.get_attribute("aria-valuetext")
    assert said is not None
    picked = page.locator(f".chosen.{'under' if phone else 'beside'}")
    assert picked.inner_text().startswith(said)
    page.keyboard.press("End")
    assert picked.inner_text().startswith("The end: 100")
    assert picked.get_by_role("button", name="Fork here").count() == 0
    page.keyboard.press("Home")
    shot(page, f"after-picked-{phone}")
    assert findings(page) == []
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    page.wait_for_url("**/battle?replay=*")
    page.go_back()
    moment.focus()
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    picked.get_by_role("button", name="Fork here").click()
    page.wait_for_url("**/battle#*")
    page.get_by_text("A branch:").wait_for()


def test_nobody_waits_for_the_report_to_play_again(sit: Callable[..., Page]) -> None:
    page = sit(width=360, height=740)
    token = over(page)
    page.route("**/api/battle/after", lambda route: route.fulfill(json={}))  # not yet looked through
    page.goto(f"{page.url}after#{token}")
    page.get_by_role("heading", name="Attacker won").wait_for()
    page.get_by_role("status").get_by_text("Looking through the record").wait_for()
    page.get_by_role("button", name="See it again").wait_for()
    page.get_by_role("button", name="Rematch").click()
    page.wait_for_url("**/battle#*")
    page.wait_for_selector("#question")


def test_on_a_phone(sit: Callable[..., Page], shot: Callable[[Page, str], None]) -> None:
    page = sit(width=360, height=740, bypass_csp=True)
    token = over(page)
    page.goto(f"{page.url}after#{token}")
    page.get_by_role("heading", name="Attacker won").wait_for()
    page.get_by_role("heading", name="Luck").wait_for()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert in_both_themes(page, lambda theme: shot(page, f"after-phone-{theme}")) == []


def test_a_battle_that_goes_on_has_no_report(sit: Callable[..., Page]) -> None:
    page = sit(troubled=True)  # the refusal is in its console
    sides = {"attacker": {"by": "me"}, "defender": {"by": "computer", "level": "greedy"}}
    wanted = {"rulebook": "stacks", "scenario": "first_blood", "sides": sides}
    tokens = page.request.post(f"{page.url}api/battles", data=wanted).json()["tokens"]
    page.goto(f"{page.url}after#{tokens['attacker']}")
    page.get_by_text("The report is made when the battle is over.").wait_for()
    page.get_by_role("link", name="To the table").click()
    page.wait_for_selector("#question")


def test_the_next_battle_of_a_campaign(sit: Callable[..., Page], shot: Callable[[Page, str], None]) -> None:
    """What goes on stands on the page, and the button leads to the table of the next battle.

    The report is made here: at the table it would be counted for minutes, and those of other tests after it.
    """
    page = sit(width=360, height=740)
    battle = banneret.start("companies", "mill_lane", seed=5)
    battle.play_out(dict.fromkeys(battle.sides, "greedy"))
    answer = page.request.post(f"{page.url}api/import", data={"text": battle.private_text, "host": None})
    facts = next(tell(battle, Budget()))
    assert isinstance(facts, Facts)
    told = msgspec.json.encode({"report": Report(facts, 0, True)})
    page.route("**/api/battle/after", lambda route: route.fulfill(body=told, content_type="application/json"))
    page.goto(f"{page.url}after#{answer.json()['tokens']['foot']}")
    page.get_by_role("heading", name="Into the next battle").wait_for()
    shot(page, "after-next-phone")
    page.set_viewport_size({"width": 1440, "height": 900})
    shot(page, "after-next")
    page.get_by_role("button", name="Next battle").click()
    page.wait_for_url("**/battle#*")
    page.wait_for_selector("#question")
