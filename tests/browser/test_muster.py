"""The muster in the browser: an army built by hand and by keyboard, checked as it grows, saved, opened, printed, and sent to fight."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from browser.play import set_up
from browser.test_access import findings, in_both_themes

from banneret.muster.army import read_army
from banneret.rulebooks.warcards.tables.facts import facts

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from playwright.sync_api import Page, Route

KNIGHTS = facts().cards["knights"].muster
PIKEMEN = facts().cards["pikemen"].muster


def muster(page: Page, book: str = "War cards") -> None:
    """The tables of a rulebook stand open, with a new army."""
    page.get_by_label("Rulebook").select_option(label=book)
    only = {"War cards": "Levies", "Stacks": "Dwarves", "Skirmish": "Demonweb Spider"}[book]
    page.get_by_role("button", name=re.compile(rf"^Add {only} \d")).wait_for()
    empty(page)


def empty(page: Page) -> None:
    """Begin anew, and wait until it has begun."""
    with page.expect_response(
        lambda answer: answer.url.endswith("/muster") and answer.request.method == "POST"
    ):
        page.get_by_label("Begin from").select_option(label="An empty army")
    page.get_by_text("No units yet. Choose").wait_for()


def add(page: Page, *names: str) -> None:
    for name in names:
        page.get_by_role("button", name=re.compile(rf"^Add {name} \d")).click()


def told(page: Page, words: str) -> None:
    """The line of the sums comes to say so."""
    page.get_by_role("status").get_by_text(words).wait_for()


def wrong(page: Page) -> list[str]:
    return page.get_by_label("What is wrong").locator("li").all_inner_texts()


def test_an_army_is_priced_and_checked_as_it_grows(
    sit: Callable[..., Page], shot: Callable[[Page, str], None]
) -> None:
    page = sit("/muster")
    muster(page)
    page.get_by_label("Budget (GB)").fill(str(2 * KNIGHTS))
    add(page, "Knights", "Knights", "Pikemen")
    told(page, f"{2 * KNIGHTS + PIKEMEN} of {2 * KNIGHTS} GB, {PIKEMEN} too much")
    pikes = page.locator("#entry-1")
    pikes.get_by_text("Training").click()
    pikes.get_by_label("Toughened (+1)").check()
    told(page, "2 errors")
    assert wrong(page)[0] == "Entry 2, Pikemen: a regular unit has no training, not 1; make it veteran"
    page.get_by_role("button", name="Entry 2, Pikemen").click()
    assert page.evaluate("document.activeElement.id") == "entry-1"
    shot(page, "muster")
    pikes.get_by_label("Experience").select_option("veteran")
    told(page, "1 error")
    pikes.locator("summary", has_text=f"{PIKEMEN + 1} GB").click()
    assert "Toughened training" in pikes.locator("table").inner_text()
    page.get_by_label("Budget (GB)").fill("99")
    page.get_by_label("Budget (GB)").press("Tab")
    told(page, "Nothing wrong")
    page.get_by_role("button", name="Duplicate Pikemen").click()
    page.get_by_role("button", name="Remove Knights").click()
    told(page, f"{2 * (PIKEMEN + 1)} of 99 GB")


def test_an_army_is_saved_and_opened_again(sit: Callable[..., Page], tmp_path: Path) -> None:
    page = sit("/muster", troubled=True)
    muster(page)
    page.get_by_label("Name of the army").fill("The Few")
    page.get_by_label("Budget (GB)").fill("50")
    add(page, "Drakkar", "Archers")
    page.locator("#entry-1").get_by_label("Aboard").select_option(label="Drakkar (entry 1)")
    told(page, "Nothing wrong")
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save", exact=True).click()
    assert saved.value.suggested_filename == "the-few.toml"
    path = tmp_path / "the-few.toml"
    saved.value.save_as(path)
    army = read_army(path.read_text(encoding="utf-8"))
    assert [dict(one.values) for one in army.entries] == [
        {"ship": "drakkar"},
        {"type": "archers", "aboard": "Drakkar 1"},
    ]

    empty(page)
    page.get_by_label("An army file").set_input_files(path)
    told(page, "Nothing wrong")
    assert page.get_by_label("Name of the army").input_value() == "The Few"
    assert page.locator(".fight select").locator("option").all_inner_texts() == ["Fight in the strait"]

    path.write_text("this is [no army")
    page.get_by_label("An army file").set_input_files(path)
    page.get_by_role("alert").get_by_text("There is no unit").wait_for()


def test_a_draft_is_kept_and_may_be_deleted(sit: Callable[..., Page]) -> None:
    page = sit("/muster")
    muster(page, "Stacks")
    add(page, "Dwarves", "Dwarves")
    told(page, "Nothing wrong")
    page.reload()
    told(page, "Nothing wrong")
    assert page.locator("#entry-0").get_by_label("How many", exact=True).input_value() == "2"
    page.get_by_role("button", name="Delete", exact=True).click()
    page.get_by_role("button", name="Really?").click()
    page.get_by_text("No units yet. Choose").wait_for()


def test_a_roster_is_printed_one_page_per_ten_units(sit: Callable[..., Page], tmp_path: Path) -> None:
    page = sit("/muster")
    muster(page)
    add(page, "Archers", "Knights")
    page.locator("#entry-0").get_by_label("How many", exact=True).fill("14")
    page.locator("#entry-0").get_by_label("How many", exact=True).press("Tab")
    page.locator(".roster section").nth(1).wait_for(state="attached")  # the fifteen cards are told
    told(page, "1 error")
    data = page.pdf()
    assert len(re.findall(rb"/Type /Page\b", data)) == 2
    page.emulate_media(media="print")
    assert not page.get_by_role("button", name="Save").is_visible()
    roster = page.locator(".roster")
    assert "Not valid: 1 error" in roster.inner_text()
    assert "too much by" in roster.inner_text()
    assert [one.locator("ol > li").count() for one in roster.locator("section").all()] == [10, 5]
    page.emulate_media(media="screen")
    with page.expect_download() as made:
        page.get_by_role("button", name="Print", exact=True).click()
    made.value.save_as(tmp_path / "r.pdf")
    assert (tmp_path / "r.pdf").read_bytes().startswith(b"%PDF-")


def test_decks_are_built_printed_nine_to_a_page_and_sent_to_fight(
    sit: Callable[..., Page], shot: Callable[[Page, str], None], tmp_path: Path
) -> None:
    page = sit("/muster")
    muster(page, "Skirmish")
    page.get_by_label("Begin from").select_option(label="Twin halls: 12 creatures, 30 action cards")
    told(page, "Nothing wrong")
    dragon = page.locator("#entry-0")
    dragon.get_by_label("Start on the board").fill("1")
    dragon.get_by_label("Start on the board").press("Tab")
    told(page, "1 error")
    assert wrong(page) == ["Entry 1, Gold Dragon: level 6 is above 3, so it cannot start; let others start"]
    shot(page, "muster-decks")
    page.get_by_role("button", name="Remove Gold Dragon").click()
    add(page, "Drider")
    told(page, "32 of 34 levels, 2 left")
    told(page, "Nothing wrong")
    told(page, "built freely")
    page.emulate_media(media="print")
    sheets = page.locator(".roster section")
    assert [sheet.locator(".playing li").count() for sheet in sheets.all()] == [9, 9, 9, 9, 6]
    assert sheets.first.locator(".listed li").count() == 30
    page.pdf(path=str(tmp_path / "decks.pdf"), prefer_css_page_size=True, format="A4")
    page.emulate_media(media="screen")
    page.locator(".fight select").select_option("short_yard")
    page.get_by_role("button", name="Fight with it").click()
    page.get_by_role("button", name="Start the battle").click()
    page.wait_for_url("**/battle#*")
    page.get_by_role("heading", name="The short yard").first.wait_for()


def test_ten_full_cards_and_six_errors_fit_on_a_page(sit: Callable[..., Page], tmp_path: Path) -> None:
    rows = [
        f'[[entry]]\nname = "The Old Guard {number}"\ntype = "elite-infantry"\ncount = 2\n'
        'training = ["advanced-melee", "advanced-defense", "shield-formation"]\n'
        for number in range(10)
    ]
    path = tmp_path / "full.toml"
    path.write_text(
        'format = "banneret army 1"\nrulebook = "warcards"\nnotes = "a\\nb\\nc"\n' + "".join(rows)
    )
    page = sit("/muster")
    muster(page)
    page.get_by_label("An army file").set_input_files(path)
    told(page, "10 errors")
    for paper in ("A4", "Letter"):
        assert (
            len(re.findall(rb"/Type /Page\b", page.pdf(format=paper))) == 3
        )  # the third tells the other errors


def test_an_army_goes_to_battle(sit: Callable[..., Page], shot: Callable[[Page, str], None]) -> None:
    page = sit("/muster")
    muster(page)
    page.get_by_label("Name of the army").fill("The Few")
    page.get_by_label("Budget (GB)").fill("99")
    add(page, "Knights", "Archers", "Dwarf infantry")
    told(page, "Nothing wrong")
    page.locator(".fight select").select_option("river_camp")
    page.get_by_role("button", name="Fight with it").click()
    page.get_by_role("heading", name="The entrenched river camp", level=2).wait_for()
    chosen = page.get_by_label("Army of Marsh folk")
    assert chosen.locator("option:checked").inner_text() == "The Few"
    shot(page, "muster-begin")
    page.get_by_role("button", name="Start the battle").click()
    page.wait_for_url("**/battle#*")
    page.get_by_text("The Few").first.wait_for()
    assert page.get_by_text("Dwarf infantry").count() > 0


def test_an_army_that_does_not_fit_is_refused_in_words(sit: Callable[..., Page]) -> None:
    page = sit("/muster", troubled=True)
    muster(page)
    add(page, "Archers")
    told(page, "Nothing wrong")
    page.goto(page.url.split("/muster")[0])
    set_up(page, "Fight in the strait")
    page.get_by_label("Army of Sea raiders").select_option(label="An army without a name")
    page.get_by_role("button", name="Start the battle").click()
    page.get_by_role("alert").get_by_text("It has no ships, and this battle is fought at sea").wait_for()


def test_an_army_is_built_by_keyboard_alone(sit: Callable[..., Page]) -> None:
    page = sit("/muster")
    muster(page, "Stacks")
    page.get_by_label("Find").focus()
    page.keyboard.type("dwarves")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent").startswith("Add Dwarves")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    told(page, "Nothing wrong")
    for _ in range(30):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.textContent") == "Remove":
            break
    page.keyboard.press("Enter")
    page.get_by_text("No units yet. Choose").wait_for()


def test_an_entry_is_moved_by_keyboard_and_keeps_the_focus(sit: Callable[..., Page]) -> None:
    page = sit("/muster")
    muster(page)
    add(page, "Knights", "Archers", "Pikemen")
    page.locator("#entry-2").get_by_text("Training").click()
    page.get_by_role("button", name="Pikemen: up").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.getAttribute('aria-label')") == "Pikemen: up"
    titles = page.locator(".entries h3").all_inner_texts()
    assert titles == ["Pikemen", "Knights", "Archers"]
    assert page.locator("#entry-0 details[open]").count() == 1
    page.get_by_role("button", name="Remove Knights").click()
    assert page.locator("#entry-0 details[open]").count() == 1


@pytest.mark.parametrize("width", [1440, 360])
def test_no_serious_finding_and_nothing_beside_the_screen(
    width: int, sit: Callable[..., Page], shot: Callable[[Page, str], None]
) -> None:
    page = sit("/muster", width=width, height=800, bypass_csp=True)
    muster(page)
    add(page, "Knights", "Drakkar", "Archers")
    page.wait_for_selector("#entry-2 dl")
    page.evaluate("document.querySelectorAll('#entry-0 details').forEach((one) => (one.open = true))")
    page.wait_for_selector("#entry-0 table")
    assert in_both_themes(page, lambda theme: shot(page, f"muster-{theme}-{width}")) == []
    assert page.evaluate("document.documentElement.scrollWidth") == width


def build(page: Page, name: str, *units: str, budget: int = 99) -> None:
    """An army in this browser."""
    muster(page)
    page.get_by_label("Name of the army").fill(name)
    page.get_by_label("Budget (GB)").fill(str(budget))
    add(page, *units)
    told(page, "Nothing wrong")


def test_what_is_done_while_the_server_is_slow_to_begin_an_army_is_kept(sit: Callable[..., Page]) -> None:
    page = sit("/muster")
    muster(page)
    held: list[Route] = []
    slow = True

    def hold(route: Route) -> None:
        if slow and route.request.method == "POST":
            held.append(route)
        else:
            route.continue_()

    page.route("**/muster", hold)
    page.get_by_label("Begin from").select_option(label="An empty army")
    page.get_by_label("Name of the army").fill("The Many")
    add(page, "Knights", "Knights")
    page.locator("#entry-0").wait_for()
    assert held, "nothing was asked of the server"
    slow = False
    for route in held:
        route.continue_()
    told(page, "Nothing wrong")
    assert page.get_by_label("Name of the army").input_value() == "The Many"
    assert page.locator("#entry-0").get_by_label("How many", exact=True).input_value() == "2"


def test_a_friend_brings_his_own_army_and_a_rematch_keeps_both(
    sit: Callable[..., Page], shot: Callable[[Page, str], None]
) -> None:
    page = sit("/muster")
    build(page, "The Few", "Knights", "Archers")
    page.locator(".fight select").select_option("river_camp")
    page.get_by_role("button", name="Fight with it").click()
    page.get_by_role("heading", name="The entrenched river camp", level=2).wait_for()
    other = page.locator(".sides .one").nth(1)
    other.get_by_label("Army of").select_option(label="A friend brings their own")
    assert other.get_by_label("Who plays").input_value() == "link"
    page.get_by_label("What is brought may cost").select_option("20")
    shot(page, "muster-open")
    page.get_by_role("button", name="Start the battle").click()
    page.wait_for_url("**/invite#*")
    invitation = page.get_by_label("The invitation").input_value()
    page.get_by_role("link", name="Look at my side meanwhile").click()
    page.get_by_text("Waiting for the army of").wait_for()
    page.get_by_role("link", name="Invite", exact=True).wait_for()
    shot(page, "muster-waits")

    friend = sit("/muster", width=360, height=740, troubled=True, bypass_csp=True)
    build(friend, "The Many", *["Knights"] * 5)
    empty(friend)
    build(friend, "Pikes of the ford", "Pikemen", "Pikemen")
    friend.goto(invitation)
    friend.get_by_text("and bring an army of your own").wait_for()
    assert findings(friend) == []
    friend.get_by_role("button", name="Sit down").click()
    friend.get_by_text("Which army do you bring?").wait_for()
    assert findings(friend) == []
    assert friend.locator("[data-piece]").count() == 0, "he chooses without a look at the other army"
    shot(friend, "muster-bring")
    friend.get_by_label("The Many").check()
    friend.get_by_role("button", name="Bring The Many").click()
    friend.get_by_role("alert").get_by_text("agreed upon").wait_for()
    friend.get_by_label("Pikes of the ford").focus()
    friend.keyboard.press("Space")
    friend.keyboard.press("Enter")
    for one in (page, friend):
        one.get_by_text("is settled").first.wait_for(state="attached")
        title = "() => [...document.querySelectorAll('[data-place^=R]')].map((one) => one.ariaLabel).join()"
        assert "The Few" in one.evaluate(title)
        assert "Pikes of the ford" in one.evaluate(title)
    shot(page, "muster-begun")

    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Give up").click()
    page.get_by_role("button", name="Really give up?").click()
    friend.get_by_role("button", name="Rematch").click()
    friend.get_by_role("link", name="Look at my side meanwhile").click()
    friend.wait_for_selector("[data-place^=R]", state="attached")
    assert "Pikes of the ford" in friend.evaluate(title)
    assert "The Few" in friend.evaluate(title)
    assert " won" not in friend.locator("#question").inner_text()


@pytest.mark.parametrize("phone", [False, True])
def test_an_empty_army_says_what_to_do(
    phone: bool, sit: Callable[..., Page], shot: Callable[[Page, str], None]
) -> None:
    looks = {"width": 360, "height": 740} if phone else {}
    page = sit("/muster", **looks)
    page.get_by_label("Rulebook").select_option("battlesystem")
    page.get_by_text("No units yet. Choose from the list, or begin from the army of a battle").wait_for()
    page.locator(".bar").get_by_text("No units yet").wait_for()
    assert page.get_by_role("button", name="Fight with it").count() == 0
    # The long list scrolls in itself: the page ends where its last box does.
    ends = "() => [document.documentElement.scrollHeight, document.querySelector('main').getBoundingClientRect().bottom + scrollY]"
    high, bottom = page.evaluate(ends)
    assert high <= max(bottom, page.viewport_size["height"]) + 2  # type: ignore[index]
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    shot(page, f"muster-empty-{phone}")
