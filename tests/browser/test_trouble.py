"""When things go wrong: the server dies, the line is slow and breaks, files are not what they should be, names are code."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

import pytest
from browser.house import House, SlowLine
from browser.play import begin, click, confirm, fight, ready, stands, started, text, to_the_end
from browser.test_plane import Fight, board

import banneret as front_door
from banneret import rulebooks

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from playwright.sync_api import Page, Route

HERE = '[data-place="{}"][aria-label*="Groves stack"]'
LONGEST_WAIT = 8_500  # milliseconds until a page asks again for a server that was gone
CODE = "<img src=x onerror=\"document.title='run'\"><script>document.title='run'</script>"


def march(page: Page, start: str, goal: str) -> None:
    """Ask for a move, without waiting for what comes of it."""
    click(page, start)
    click(page, goal)
    page.locator("[data-main]").click()


def port_of(address: str) -> int:
    return int(address.rpartition(":")[2])


def take_in(page: Page, content: bytes) -> None:
    """Choose a record file on the front page."""
    page.wait_for_selector(".shelf")
    page.get_by_label("A record file").set_input_files(
        {"name": "battle.banneret", "mimeType": "text/plain", "buffer": content}
    )


def export(page: Page) -> bytes:
    """Save the record from the menu."""
    page.get_by_label("Menu").click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Export").click()
    page.keyboard.press("Escape")
    path: Path = download.value.path()
    return path.read_bytes()


def fought(scenario: str = "first_blood") -> str:
    """The record of a battle between computers, at its end."""
    sides = front_door.start("stacks", scenario).sides
    battle = front_door.start("stacks", scenario, seed=7, players=dict.fromkeys(sides, "greedy"))
    battle.play_out()
    return battle.text


# ---------------------------------------------------------------- the server, the line


def test_a_killed_server_loses_nothing(
    house: House, sit: Callable[..., Page], shot: Callable[[Page, str], None]
) -> None:
    page = sit(house.address + "/", troubled=True, clock=True)
    begin(page)
    stands(page)
    march(page, "A3", "B3")
    page.wait_for_selector(HERE.format("B3"))
    stands(page)
    house.kill()
    page.wait_for_selector("text=The connection is lost")
    shot(page, "line-broken")
    march(
        page, "A2", "B2"
    )  # given to nobody: the question still stands when the server is back, so it goes again
    house.start()
    page.clock.run_for(LONGEST_WAIT)
    page.wait_for_selector("text=The connection is lost", state="detached", timeout=60_000)
    page.wait_for_selector(HERE.format("B2"))
    assert page.locator(HERE.format("B3")).count() == 1
    assert page.get_by_text("The battle had moved on").count() == 0
    stands(page)
    before = page.locator("svg [data-place]").evaluate_all("all => all.map((one) => one.ariaLabel)")
    page.reload()
    stands(page)
    assert page.locator("svg [data-place]").evaluate_all("all => all.map((one) => one.ariaLabel)") == before


def test_a_lost_line_is_said_in_sight_on_a_phone(house: House, sit: Callable[..., Page]) -> None:
    page = sit(
        house.address + started(house.address, "stacks", "two_banners"),
        width=360,
        height=740,
        has_touch=True,
        troubled=True,
    )
    stands(page)
    views = page.get_by_role("navigation", name="Views")
    said = page.get_by_text("The connection is lost")
    views.get_by_role("button", name="Map", exact=True).tap()
    house.kill()
    for tab in ("Map", "Battle", "Hand", "News"):
        views.get_by_role("button", name=tab, exact=True).tap()
        said.wait_for()
        box = said.bounding_box()
        assert box is not None
        assert box["y"] >= 0, tab
        assert box["y"] + box["height"] < 740 / 2, tab
    house.start()
    said.wait_for(state="detached", timeout=60_000)


def test_a_page_comes_back_with_the_table(house: House, sit: Callable[..., Page]) -> None:
    """Each page in a window of its own: one outage for all of them."""
    pages = {
        path: sit(house.address + "/about", troubled=True)
        for path in ("/", "/muster", "/odds/stacks", "/how/stacks")
    }
    for page in pages.values():
        page.get_by_role("heading", name="About Banneret").wait_for()
    house.kill()
    for path, page in pages.items():
        page.evaluate(
            "(path) => { history.pushState(null, '', path); dispatchEvent(new PopStateEvent('popstate')) }",
            path,
        )
        page.get_by_role("button", name="Try again").wait_for()
        page.get_by_text("It is tried again by itself").wait_for()
    house.start()
    for page in pages.values():
        page.get_by_role("button", name="Try again").wait_for(state="detached", timeout=60_000)
        page.locator("main").wait_for()
        assert "cannot be reached" not in page.locator("main").inner_text()


def test_what_is_being_written_outlives_the_server(house: House, sit: Callable[..., Page]) -> None:
    page = sit(house.address + started(house.address, "companies", "the_ford"), troubled=True, clock=True)
    while stands(page) and "write" not in text(page):
        confirm(page)
    for action in "Charge", "Hold":
        page.locator(".cards button", has_text=action).click()
    written = page.locator("[data-main]").inner_text()
    assert written.startswith("Seal: Charge, Hold")
    house.kill()
    page.get_by_text("The connection is lost").wait_for()
    house.start()
    page.clock.run_for(LONGEST_WAIT)
    page.get_by_text("The connection is lost").wait_for(state="detached")
    stands(page)
    assert page.locator("[data-main]").inner_text() == written


def test_a_stopped_server_says_goodbye(house: House, sit: Callable[..., Page]) -> None:
    page = sit(house.address + "/", troubled=True, clock=True)
    begin(page)
    stands(page)
    house.stop()
    page.wait_for_selector("text=The server is being stopped")
    house.start()
    page.clock.run_for(LONGEST_WAIT)
    page.wait_for_selector("text=The server is being stopped", state="detached", timeout=60_000)
    confirm(page)
    stands(page)


def test_a_slow_line_that_breaks(address: str, sit: Callable[..., Page]) -> None:
    line = SlowLine(port_of(address), 0.1)
    try:
        page = sit(line.address + "/", troubled=True)
        begin(page)
        stands(page)
        march(page, "A3", "B3")
        line.cut()  # whether the order has arrived or not: it counts once
        page.wait_for_selector(HERE.format("B3"), timeout=60_000)
        stands(page)
        march(page, "A2", "B2")
        page.wait_for_selector(HERE.format("B2"))
        stands(page)
        page.wait_for_selector("text=The connection is lost", state="detached")
        assert page.locator(".log li", has_text="to B3.").count() == 1
    finally:
        line.close()


def test_a_line_that_died_without_a_word(address: str, sit: Callable[..., Page]) -> None:
    line = SlowLine(port_of(address), 0)
    try:
        page = sit(line.address + "/", troubled=True, clock=True)
        begin(page)
        stands(page)
        line.die()
        march(page, "A3", "B3")
        page.clock.run_for(20_000)
        assert page.locator(HERE.format("B3")).count() == 0
        page.clock.run_for(10_000)  # 25 seconds of silence, and a new line
        page.wait_for_selector(HERE.format("B3"))
        stands(page)
        assert page.locator(".log li", has_text="to B3.").count() == 1
    finally:
        line.close()


def test_an_order_that_came_too_late_is_told(address: str, sit: Callable[..., Page]) -> None:
    line = SlowLine(port_of(address), 0)
    try:
        page = sit(line.address + "/", troubled=True)
        begin(page)
        stands(page)
        twin = sit("/battle" + page.evaluate("location.hash"))
        stands(twin)
        for one, start, goal in ((page, "A2", "B2"), (twin, "A3", "B3")):
            click(one, start)
            click(one, goal)
        line.seconds = 1.5
        page.locator("[data-main]").click()
        # The same seat at another screen: the question is another one now.
        twin.locator("[data-main]").click()
        page.wait_for_selector("text=your order was not carried out")
        assert page.locator(HERE.format("B3")).count() == 1
        assert page.locator(HERE.format("B2")).count() == 0
    finally:
        line.close()


# ---------------------------------------------------------------- files


WRONG = {
    "That file is not a record: it holds no text.": b"\x89PNG\r\n\x1a\n\x00\xff\xfe",
    "That file is not a record but an army: open it in the muster.": b'format = "banneret army 1"\n',
    "That file is empty.": b"",
    "not a record that this version can read": b'{"a": 1}',
    "(line 1): its first line would be 'banneret record 1'.": b"banneret record 99\n",
    "The header was cut or altered": fought().replace("rulebook stacks 1", "rulebook stacks 99").encode(),
}


def test_a_wrong_file_is_told(sit: Callable[..., Page]) -> None:
    page = sit(troubled=True)
    for says, content in WRONG.items():
        take_in(page, content)
        page.locator("[role=alert]", has_text=says).wait_for()
        assert page.url.endswith("/")


def test_a_wrong_file_is_no_army_and_no_board(sit: Callable[..., Page]) -> None:
    files = {
        b"": "That file is empty.",
        b"\x89PNG\r\n\x1a\n\x00\xff\xfe": "it holds no text.",
        fought().encode(): "but a record: open it on the front page.",
        b'rulebook = "stacks': "This is not valid TOML",
        b'rulebook = "skirmish"\n': "The format is missing",
    }
    page = sit("/muster", troubled=True)
    for path, name in (("/muster", "An army file"), ("/board/skirmish", "A board file")):
        page.goto(page.url.partition("/muster")[0] + path)
        page.locator("main .head").first.wait_for()
        for content, says in files.items():
            page.get_by_label(name).set_input_files(
                {"name": "file.toml", "mimeType": "text/plain", "buffer": content}
            )
            page.locator("[role=alert]", has_text=says).wait_for()
            assert "(file)" not in page.locator("[role=alert]").inner_text()


def test_what_is_not_there_is_told_in_a_sentence(sit: Callable[..., Page]) -> None:
    page = sit("/rules/stacks#nothing", troubled=True)
    page.get_by_text("There is no rule of that name here.").wait_for()
    home = page.url.partition("/rules")[0]
    for path, says in {
        "/rules/stacks/nothing": "There is nothing at this address",
        "/learn/nothing": "The lesson cannot begin",
        "/how/nothing": "There is no rulebook of that name here",
        "/board/stacks": "Stacks has no boards of tiles: a battle is fought on its own.",
    }.items():
        page.goto(home + path)
        page.get_by_text(says).wait_for()
        assert page.get_by_role("link", name="All battles").is_visible()


def test_a_page_that_could_not_be_fetched_is_tried_again(house: House, sit: Callable[..., Page]) -> None:
    page = sit(house.address + "/", troubled=True)
    page.locator(".shelf .row").first.wait_for()
    house.kill()
    page.get_by_role("link", name="Muster").first.click()
    again = page.get_by_role("button", name="Try again")
    again.wait_for()
    house.start()
    again.click()
    page.get_by_label("Rulebook").wait_for()


def test_the_shelf_stands_without_pictures_that_could_not_be_fetched(sit: Callable[..., Page]) -> None:
    """They fail where the server goes while the front page is loading: nothing is complained of, and battles can be chosen."""
    page = sit(troubled=True)
    refused: list[str] = []

    def refuse(route: Route) -> None:
        refused.append(route.request.url)
        route.abort()

    page.route("**/api/**/preview**", refuse)
    page.reload()
    page.locator(".shelf .row").first.wait_for()
    page.wait_for_timeout(300)
    assert refused
    page.locator(".shelf .row").first.click()


def test_a_part_of_the_table_that_could_not_be_fetched_says_so_and_is_tried_again(
    sit: Callable[..., Page], address: str
) -> None:
    """The list of steps is fetched when a piece is first taken in hand: without it there is a sentence with a button, and no other complaint."""
    battle = Fight(address, "hedge_and_bow")
    battle.until(0, "move")
    page = sit("/about", troubled=True)
    page.route("**/assets/Steps-*.js", lambda route: route.abort())
    page.goto(address + battle.path())
    board(page)
    page.keyboard.press("1")
    gone = page.get_by_role("alert").filter(has_text="The list of steps is not here")
    gone.wait_for()
    page.unroute("**/assets/Steps-*.js")
    gone.get_by_role("button", name="Try again").click()
    gone.wait_for(state="detached")
    board(page)
    page.keyboard.press("1")
    page.locator(".who .disp").first.wait_for()


def test_out_and_in_again_to_the_byte(
    sit: Callable[..., Page], tmp_path: Path, shot: Callable[[Page, str], None]
) -> None:
    page = sit()
    fight(page, "First blood")
    to_the_end(page)
    first = export(page)
    assert front_door.loads(first.decode()).is_over
    other = sit()
    take_in(other, first)
    ready(other)
    assert stands(other) == "over"
    assert export(other) == first


@pytest.mark.parametrize("damage", ["torn", "altered"])
def test_what_is_good_of_a_damaged_file_is_played_on_from(damage: str, sit: Callable[..., Page]) -> None:
    record = fought()
    torn = record[: record.rindex("#")] if damage == "torn" else record.replace("d6 6", "d6 5")
    page = sit()
    take_in(page, torn.encode())
    stands(page)
    assert "The file was damaged" in page.locator(".said").first.inner_text()


def test_a_record_without_its_seed_says_that_it_can_only_be_looked_at(sit: Callable[..., Page]) -> None:
    battle = front_door.start("stacks", "millers_ford", seed="locked")
    battle.give(battle.sides[battle.decisions[0].side], battle.decisions[0].default())
    page = sit()
    take_in(page, battle.text.encode())  # as others are given it while it goes on: without the seed
    page.get_by_role("heading", name="This battle can only be looked at").wait_for()
    assert "the seed of its dice is not in the record" in page.locator("#question").inner_text()
    assert page.locator(".options, [role=alert]").count() == 0
    page.get_by_role("button", name="Look back").click()
    page.get_by_role("button", name="Back to the table").click()
    page.get_by_role("button", name="Fork here and play on").click()
    page.get_by_text("A branch: another battle stood as this one began").wait_for()
    ready(page)
    assert page.get_by_text("can only be looked at").count() == 0


# ---------------------------------------------------------------- code where names should be


def test_nothing_that_people_write_is_run(
    sit: Callable[..., Page], address: str, shot: Callable[[Page, str], None]
) -> None:
    rulebook = rulebooks.get("stacks")
    scenario = dataclasses.replace(rulebook.scenario("two_banners"), title=CODE, summary=CODE)
    battle = front_door.start(rulebook, scenario, seed=7)
    page = sit()
    take_in(page, battle.private_text.encode())
    stands(page)
    assert CODE in page.locator("h1").inner_text()
    page.get_by_label("Menu").click()
    page.get_by_label("A word to the whole table").fill(CODE)
    page.get_by_role("button", name="Say").click()
    page.keyboard.press("Escape")
    page.wait_for_selector(".said")
    assert CODE in page.locator(".said").inner_text()
    made = page.request.post(
        address + "/api/battles", data={"rulebook": "stacks", "scenario": "two_banners", "referee": True}
    ).json()
    referee = sit(f"/battle#{made['tokens']['referee']}")
    ready(referee)
    referee.get_by_label("Menu").click()
    referee.get_by_label("Reason, for the record").fill(CODE)
    referee.get_by_role("button", name="End: a draw").click()
    referee.get_by_role("button", name="Really?").first.click()
    referee.wait_for_selector("text=A draw")
    assert CODE in referee.locator("#question").inner_text()
    shot(referee, "injection")
    page.goto(address + "/")
    page.wait_for_selector("ul.running li")
    assert CODE in page.locator("ul.running").inner_text()
    for one in (page, referee):
        assert one.evaluate("document.title") != "run"
        assert one.locator("img, main script").count() == 0
