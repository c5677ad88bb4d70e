"""Makes the pictures of the player's guide and of the first page: `python tests/browser/guide_pictures.py` in the environment of dev.py.

Names of functions below, such as `cards regiments`, make only their pictures.
It starts a server of its own and plays the same battles each time as far as dice allow; the browser writes WebP, small enough for a page.
"""

from __future__ import annotations

import base64
import json
import random
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from browser.conftest import ARGS, ROOT, chromium, find_node
from browser.house import House
from browser.play import begin, click, confirm, fight, ready, set_up, stands, started, text, to_the_end
from browser.test_areas import manoeuvre
from browser.test_lesson import TITLE, TOLD, Mouse, titles
from browser.test_plane import Fight, board, close_in, drag, inch, middle, settled

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Route

FOLDER = ROOT / "docs/guide/pictures"
HOME = ROOT / "docs/pictures"
MOST = 80_000


def picture(page: Page, name: str, folder: Path = FOLDER) -> None:
    """A picture of what the page shows, as WebP below the limit."""
    session = page.context.new_cdp_session(page)
    for quality in (72, 60, 48, 36):
        answer: dict[str, Any] = session.send(
            "Page.captureScreenshot", {"format": "webp", "quality": quality}
        )
        data = base64.b64decode(answer["data"])
        if len(data) <= MOST:
            break
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{name}.webp").write_bytes(data)
    print(f"{name}.webp  {len(data):,} bytes")


def opened(
    browser: Browser, address: str, width: int = 1280, height: int = 800, theme: str = "light", **words: Any
) -> Page:
    context = browser.new_context(viewport={"width": width, "height": height}, **words)
    looks = json.dumps(json.dumps({"pause": 0, "motion": False, "theme": theme}))
    context.add_init_script(
        f"localStorage.getItem('banneret.settings') || localStorage.setItem('banneret.settings', {looks})"
    )
    context.route("**/api/rulebooks", ours)
    page = context.new_page()
    page.goto(address)
    return page


def ours(route: Route) -> None:
    """Answers without the rulebook of the examples, which is installed where these pictures are made."""
    answer = route.fetch()
    route.fulfill(response=answer, json=[one for one in answer.json() if one["id"] != "fenlight"])


def hex_battle(browser: Browser, address: str) -> None:
    """The front page, the table, a move, a fight, the end and the replay."""
    page = opened(browser, address)
    page.wait_for_selector(".shelf .picture svg")
    picture(page, "front")
    begin(page)
    stands(page)
    picture(page, "table")
    click(page, "A3")
    click(page, "B3")
    picture(page, "move")
    confirm(page)
    taken = []

    def watch(page: Page) -> None:
        if not taken and "Who supports" in text(page):
            taken.append("fight")
            picture(page, "fight")

    to_the_end(page, watch=watch)
    while not taken:  # a battle in which nobody was asked for support
        again = opened(browser, address)
        begin(again)
        to_the_end(again, watch=watch)
    page.get_by_role("button", name="See it again").click()
    page.wait_for_function("Number(document.querySelector('.replay input[type=range]')?.max) > 1")
    slider = page.get_by_role("slider")
    middle = int(slider.get_attribute("max") or 0) // 2
    slider.fill(str(middle))
    page.locator(".replay").get_by_text(f"Entry {middle} of").wait_for()
    page.wait_for_timeout(600)
    picture(page, "replay")


def lesson(browser: Browser, address: str) -> None:
    """The first step of a lesson, and a single battle on its stage."""
    page = opened(browser, address + "learn/stacks")
    page.locator("section[aria-label='Coach'] h2").wait_for()
    stands(page)
    click(page, "B3")
    page.mouse.move(2, 2)
    picture(page, "lesson")
    page = opened(browser, address)
    fight(page, "Knights and griffons")
    stands(page)
    page.locator(".fighter .card").wait_for()
    picture(page, "stage")


def links(browser: Browser, address: str) -> None:
    """An invitation, and the menu of a battle with a friend."""
    page = opened(browser, address)
    set_up(page)
    page.get_by_role("button", name="Invite a friend").click()
    page.get_by_role("img", name="QR code of the link").wait_for()
    picture(page, "invite")
    page.get_by_role("link", name="Look at my side meanwhile").click()
    page.wait_for_selector("#question")
    stands(page)
    page.get_by_label("Menu").click()
    page.wait_for_selector("dialog")
    picture(page, "menu")


def dice(browser: Browser, address: str) -> None:
    """A question for real dice."""
    page = opened(browser, address)
    set_up(page, "First blood")
    begin(page, Dice="typed")
    while stands(page) != "die":
        confirm(page)
    picture(page, "dice")


def phone(browser: Browser, address: str) -> None:
    """The same on a telephone."""
    page = opened(browser, address, 360, 740, has_touch=True, is_mobile=True)
    begin(page)
    stands(page)
    picture(page, "phone")


def cards(browser: Browser, address: str) -> None:
    """A table of cards in the midst of a castle's assault, and the same on a telephone."""
    picture(storming(browser, address), "cards")
    charge(browser, address)
    page = opened(browser, address, 360, 740, has_touch=True, is_mobile=True)
    fight(page, "Assault on the castle")
    until(page, "Move a unit")
    page.get_by_role("button", name="Map", exact=True).tap()
    page.wait_for_timeout(400)
    picture(page, "cards-phone")


def home(browser: Browser, address: str) -> None:
    """The same assault for the first page of the documentation and for the README, in light and in dark."""
    page = storming(browser, address)
    picture(page, "table-light", HOME)
    page = opened(browser, page.url, theme="dark")
    ready(page)
    storm(page)
    picture(page, "table-dark", HOME)


def storming(browser: Browser, address: str) -> Page:
    """A page with a company before the wall: assaults are begun until the dice allow it."""
    from playwright.sync_api import TimeoutError

    for _ in range(40):
        page = opened(browser, address)
        assault(page)
        with suppress(TimeoutError):
            page.get_by_text("gets in").first.wait_for(timeout=3_000)
            return page
        page.context.close()
    raise SystemExit("the dice left no wall to storm in 40 assaults")


def assault(page: Page) -> None:
    """Two rounds of the assault on the castle, up to a company that is about to storm the wall."""
    fight(page, "Assault on the castle")
    until(page, "Move a unit")
    for actor, goal in (("A2", "N2"), ("A4", "N4"), ("A5", "N5")):
        page.locator(f'[data-place="{actor}"]').click(force=True)
        page.locator(f'[data-place="{goal}"]').click(force=True)
        confirm(page)
    until(page, "hand to hand") if "Move a unit" not in text(page) else confirm(page)
    until(page, "Move a unit")
    storm(page)


def storm(page: Page) -> None:
    """Point at the company before the gate, then at the wall."""
    page.locator('[data-place="N2"]').click(force=True)
    goals = page.locator('[data-place^="B"].target')
    if goals.count():
        goals.first.click(force=True)
    page.wait_for_timeout(400)


def charge(browser: Browser, address: str) -> None:
    """The throws ahead of a charge: riders are sent at whom they can reach until one is asked for."""
    page = opened(browser, address)
    fight(page, "Knights and pikes")
    chance = random.Random(7)
    moved = 0
    for _ in range(80):
        if stands(page) != "question" or "Who charges" in text(page):
            break
        if "Move a unit" in text(page) and moved < 5:
            moved += 1
            manoeuvre(page, chance)
        else:
            moved = moved if "Move a unit" in text(page) else 0
            confirm(page)
    picture(page, "cards-attack")


def regiments(browser: Browser, address: str) -> None:
    """A move in the making on a field in inches, a fight opened to its sums, and the field on a telephone."""
    fight = Fight(address.rstrip("/"))
    fight.until(0, "move")
    page = board(opened(browser, fight.address + fight.path()))
    scale = inch(page)
    x, y = middle(page, '[data-body="u3"]')
    drag(page, (x, y), (x, y - 4 * scale))
    settled(page)
    corner = middle(page, ".handle")
    drag(page, corner, (corner[0] + 0.3 * scale, corner[1] - 1.6 * scale))
    settled(page)
    picture(page, "plane")
    page = board(opened(browser, fight.address + fight.path(), 360, 740, has_touch=True, is_mobile=True))
    picture(page, "plane-phone")
    fight = Fight(fight.address)
    close_in(fight)
    page = board(opened(browser, fight.address + fight.path()))
    page.get_by_role("button", name=": the sums").first.click()
    page.wait_for_timeout(400)
    picture(page, "plane-fight")


def sheet(browser: Browser, address: str) -> None:
    """A script that is being written: two actions hang, the panel says how the third would fare."""
    page = opened(browser, address.rstrip("/") + started(address.rstrip("/"), "companies", "the_ford"))
    until(page, "write")
    for action in ("Charge", "Hold"):
        page.locator(".cards button", has_text=action).click()
    page.mouse.move(2, 2)
    page.wait_for_timeout(400)
    picture(page, "sheet")


def squares(browser: Browser, address: str) -> None:
    """A bite that is to be answered: the ladder of actions, and a card with whom it is for."""
    page = opened(browser, address + "learn/skirmish")
    names = titles("skirmish")
    told = {names[step]: act for step, act in TOLD["skirmish"].items()}
    page.locator(TITLE).wait_for()
    hand = Mouse(page)
    while stands(page) == "question":
        page.wait_for_timeout(200)  # a card comes with the question
        card = page.locator(TITLE)
        title = card.inner_text() if card.count() else ""
        if title in told:
            told[title](hand)
        if title == names[5]:
            break
        confirm(page)
    page.get_by_role("button", name="Skip the lesson").click()
    page.mouse.move(2, 2)
    page.wait_for_timeout(400)
    picture(page, "squares")


def until(page: Page, words: str) -> None:
    """Take what is offered until a question with these words."""
    ready(page)
    while stands(page) == "question" and words not in text(page):
        confirm(page)


def main() -> None:
    find_node()
    from playwright.sync_api import sync_playwright

    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        house = House(Path(folder) / "battles.sqlite3")
        browser = playwright.chromium.launch(executable_path=chromium(), args=ARGS)
        try:
            for make in (hex_battle, lesson, links, dice, phone, cards, sheet, squares, regiments, home):
                if make.__name__ in (sys.argv[1:] or [make.__name__]):
                    make(browser, house.address + "/")
        finally:
            browser.close()
            house.stop()


if __name__ == "__main__":
    main()
