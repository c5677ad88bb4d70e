"""The front page: a first visit, running battles, the set-up of a battle, its keys, and the dark button."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from browser.play import begin, fight, set_up, stands
from browser.test_access import findings, in_both_themes

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

DARK = "[data-main]"


def home(page: Page) -> None:
    """Go to the front page."""
    page.goto(page.url.split("/battle")[0] + "/")
    page.wait_for_selector(".shelf .row")


def test_a_first_visit_begins_the_first_battle_by_enter(sit: Callable[..., Page]) -> None:
    page = sit()
    page.wait_for_selector(".welcome")
    assert page.locator(".row h3").all_inner_texts()[:2] == ["Stacks", "War cards"]
    assert page.get_by_role("heading", name="Your battles").count() == 0
    assert page.locator(DARK).count() == 1
    page.get_by_role("button", name="Half an hour").click()
    assert "dim" in (page.locator("li", has_text="Giant at the gate").get_attribute("class") or "")
    page.keyboard.press("Enter")  # not what the mouse pressed last: what the dark button says
    page.wait_for_url("**/battle#*")
    stands(page)
    assert page.locator("[data-place='A3']").count() == 1


def test_what_is_running_comes_first(sit: Callable[..., Page], shot: Callable[[Page, str], None]) -> None:
    page = sit()
    fight(page, "Hit and run")
    home(page)
    fight(page, "Moonlit wood")
    stands(page)
    home(page)
    page.wait_for_selector(".running .mini svg")
    assert page.locator(".welcome").count() == 0
    assert page.locator(".running li").count() == 2
    assert page.locator(".running .yours").count() == 2
    assert "Moonlit wood" in page.locator(".running li").first.inner_text()
    assert page.locator(DARK).count() == 1
    shot(page, "front-running")
    page.keyboard.press("Enter")
    page.wait_for_url("**/battle#*")
    page.wait_for_function("() => document.title.includes('Moonlit wood')")


def test_a_name_opens_its_set_up_and_has_an_address(sit: Callable[..., Page]) -> None:
    page = sit()
    set_up(page, "The mountain pass")
    assert page.url.endswith("/battles/warcards/mountain_pass")
    page.reload()
    page.locator("[data-setup] h2", has_text="The mountain pass").wait_for()
    assert page.locator(DARK).inner_text().startswith("Start the battle")
    page.get_by_label("Dice").select_option("typed")
    page.keyboard.press("Escape")
    page.locator("[data-setup]").wait_for(state="detached")
    assert page.evaluate("location.pathname") == "/"
    page.go_back()
    page.locator("[data-setup]").wait_for()


@pytest.mark.parametrize("phone", [False, True])
def test_unusual_options_are_folded_away_by_topic(
    phone: bool, sit: Callable[..., Page], shot: Callable[[Page, str], None]
) -> None:
    looks = {"width": 360, "height": 740} if phone else {}
    page = sit("/battles/battlesystem/crossroads", bypass_csp=True, **looks)
    page.get_by_text("Options: as the rulebook has them").click()
    page.get_by_label("Captives").wait_for()
    assert page.get_by_label("Morale after heavy losses").is_hidden()
    page.get_by_text("Morale 6").click()
    page.get_by_label("Morale after heavy losses").select_option("yes")
    page.get_by_text("Morale 6, 1 changed").wait_for()
    page.get_by_text("Options: 1 changed").wait_for()
    page.get_by_text("both together, −6").or_(page.get_by_text("both together, -6")).wait_for()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert findings(page) == []
    shot(page, f"options-{'phone' if phone else 'wide'}")
    begun = page.locator("[data-setup] form, form.words").first
    begun.get_by_role("button", name="Start the battle").click()
    page.wait_for_url("**/battle#*")


def test_the_shelf_is_walked_by_arrows(sit: Callable[..., Page]) -> None:
    page = sit()
    page.wait_for_selector(".shelf .row")
    page.locator(".row .first a").first.focus()
    for key in ("ArrowDown", "ArrowRight", "ArrowRight"):
        page.keyboard.press(key)
    names = page.evaluate(
        "document.activeElement.closest('.row').dataset.row + document.activeElement.textContent"
    )
    assert names.startswith("warcards")
    page.keyboard.press("Enter")
    page.wait_for_selector("[data-setup]")


def focused(page: Page, where: str) -> bool:
    return bool(page.evaluate("(where) => !!document.activeElement.closest(where)", where))


def test_each_list_is_one_stop_of_the_tab_key(sit: Callable[..., Page]) -> None:
    page = sit()
    fight(page, "Hit and run")
    home(page)
    fight(page, "Moonlit wood")
    stands(page)
    home(page)
    page.wait_for_selector(".running .mini svg")
    stops: dict[str, int] = {".running": 0, ".chips": 0, ".shelf": 0}
    for _ in range(40):
        page.keyboard.press("Tab")
        for where in stops:
            stops[where] += focused(page, where)
        if focused(page, ".shelf"):
            break
    assert stops == {".running": 1, ".chips": 1, ".shelf": 1}
    for key in ("ArrowRight", "ArrowRight", "ArrowDown"):  # among the names of a rulebook
        page.keyboard.press(key)
    last = page.evaluate("document.activeElement.textContent")
    page.keyboard.press("Tab")
    assert not focused(page, ".shelf")
    page.keyboard.press("Shift+Tab")
    assert page.evaluate("document.activeElement.textContent") == last, "the stop is where one was"
    page.keyboard.press("Home")
    assert focused(page, "[data-row=stacks]")
    page.keyboard.press("End")
    assert not focused(page, "[data-row=stacks]")
    while not focused(page, ".running"):
        page.keyboard.press("Shift+Tab")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    page.wait_for_url("**/battle#*")
    page.wait_for_function("() => document.title.includes('Hit and run')")


@pytest.mark.parametrize("path", ["/battles/stacks/nowhere", "/battles/chess/opening"])
def test_an_address_of_no_battle_says_so(path: str, sit: Callable[..., Page]) -> None:
    page = sit(path)
    page.get_by_role("alert").wait_for()
    assert "name" in page.get_by_role("alert").inner_text()
    page.wait_for_selector(".shelf .row")


def test_on_a_phone(sit: Callable[..., Page], shot: Callable[[Page, str], None]) -> None:
    page = sit(width=360, height=740, has_touch=True, is_mobile=True, bypass_csp=True)
    page.wait_for_selector(".shelf .picture svg")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert in_both_themes(page) == []
    set_up(page, "Knights and pikes")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert in_both_themes(page, lambda theme: shot(page, f"front-phone-{theme}")) == []
    begin(page)


@pytest.mark.parametrize("book", ["stacks", "warcards", "battlesystem", "fenlight"])
def test_how_a_rulebook_works_stands_on_one_page(
    book: str, sit: Callable[..., Page], shot: Callable[[Page, str], None]
) -> None:
    page = sit(f"/how/{book}", bypass_csp=True)
    page.wait_for_selector(".drawing")
    assert page.locator(".pictures li").count() == 4
    assert page.locator(".missed li").count() == 6
    assert page.evaluate("document.documentElement.scrollHeight") <= 900
    assert findings(page) == []
    shot(page, f"how-{book}")
    if book == "stacks":
        page.get_by_role("button", name="A group moves at the pace of its slowest unit").click()
        page.get_by_role("dialog").get_by_text("slowest").first.wait_for()
        page.keyboard.press("Escape")
        page.get_by_role("dialog").wait_for(state="detached")
        page.evaluate("document.activeElement.blur()")
        page.keyboard.press("Enter")
        page.wait_for_url("**/battle#*")


def test_h_on_the_shelf_tells_how_it_works(sit: Callable[..., Page]) -> None:
    page = sit()
    page.get_by_role("link", name="Knights and pikes").focus()
    page.keyboard.press("h")
    page.get_by_role("heading", name="How War cards works").wait_for()


@pytest.mark.parametrize(
    ("path", "says"),
    [
        ("/nowhere", "There is nothing at this address"),
        ("/battle", "This link opens no battle"),
        ("/battle#cut", "This link opens no battle"),
        ("/battle#" + "x" * 43, "This link opens no battle"),
        ("/after#cut", "This link opens no battle"),
        ("/invite#cut", "This link opens no battle"),
        ("/battles/chess/queen", "There is no rulebook of that name here"),
        ("/odds/chess", "There is no rulebook of that name here"),
        ("/how/chess", "There is no rulebook of that name here"),
        ("/rules/chess", "There is no rulebook of that name here"),
    ],
)
def test_a_broken_link_says_what_happened_and_what_to_do(
    path: str, says: str, sit: Callable[..., Page]
) -> None:
    page = sit(path, troubled=True)
    page.get_by_text(says).first.wait_for()
    assert page.get_by_role("link", name="All").or_(page.get_by_role("link", name="Battles")).count()
    assert not any(word in page.locator("body").inner_text() for word in ("Expected", "`", "{"))


def test_the_address_of_a_rulebook_alone_is_no_mistake(sit: Callable[..., Page]) -> None:
    page = sit("/battles/stacks")
    page.locator(".shelf .row").first.wait_for()
    assert page.get_by_role("alert").count() == 0
    page = sit("/battles/stacks/nothing")
    page.get_by_text("Stacks has no battle of that name").wait_for()


@pytest.mark.parametrize("kind", ["how", "rules"])
def test_where_a_rulebook_is_not_those_that_are_stand_by_name(kind: str, sit: Callable[..., Page]) -> None:
    page = sit(f"/{kind}/nothing", troubled=True)
    page.get_by_role("alert").wait_for()
    names = page.locator(f"main a[href^='/{kind}/']").all_inner_texts()
    assert "Battlesystem" in names
    assert "stacks" not in page.locator("main").inner_text()
    page.locator(f"main a[href='/{kind}/battlesystem']").click()
    page.get_by_role("alert").wait_for(state="detached")


def test_odds_of_no_rulebook_show_no_other_ones_odds(sit: Callable[..., Page]) -> None:
    page = sit("/odds/nothing")
    page.get_by_role("heading", name="There are no odds at this address").wait_for()
    assert page.locator(".answer, .assumed").count() == 0
    page.get_by_role("button", name="War cards").click()
    page.locator(".answer").wait_for()
    assert "/odds/warcards" in page.url


def test_a_rulebook_that_fails_is_named_and_takes_no_other_with_it(sit: Callable[..., Page]) -> None:
    page = sit("/about", troubled=True)
    page.route("**/api/rulebooks/companies", lambda route: route.fulfill(status=500, body="no"))
    page.goto(page.url.partition("/about")[0] + "/")
    said = page.get_by_role("alert")
    said.wait_for()
    assert "Companies" in said.inner_text()
    assert "cannot be shown" in said.inner_text()
    assert page.locator("[data-row=stacks]").is_visible()
    assert not page.locator("[data-row=companies]").count()
    page.unroute("**/api/rulebooks/companies")
    said.get_by_role("button", name="Try again").click()
    page.wait_for_selector("[data-row=companies]")
    assert not page.get_by_role("alert").count()


def test_a_damaged_memory_leaves_the_front_page_standing(sit: Callable[..., Page]) -> None:
    page = sit()
    page.wait_for_selector(".shelf .row")
    page.evaluate(
        "localStorage.setItem('banneret.battles', JSON.stringify({ gone: { tokens: { groves: '§' }, mine: ['groves'], at: 1 } }))"
    )
    page.reload()
    page.wait_for_selector(".shelf .row")
    assert page.get_by_role("alert").count() == 0


def test_words_explain_themselves_where_they_stand(sit: Callable[..., Page]) -> None:
    page = sit()
    begin(page)
    stands(page)
    goal = page.get_by_role("button", name="Take the enemy capital").first
    goal.focus()
    page.keyboard.press("Enter")
    page.get_by_text("You win with your flag on the enemy capital").wait_for()
    page.keyboard.press("Escape")
    page.get_by_text("You win with your flag on the enemy capital").wait_for(state="detached")
    goal.click()
    page.get_by_role("button", name="Goal: capital").click()
    page.get_by_role("dialog").wait_for()
