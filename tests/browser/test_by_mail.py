"""Play by mail, walked in a real browser: letters and webhooks go to real servers of this machine; days pass by the clock of the table."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from typing import TYPE_CHECKING, Any

import pytest
from browser.play import STANDS, set_up, stands
from service.postbox import ADDRESS, SOON, MailBox, Sink
from service.running import Running

from banneret.service.letters.outlets import Outlets
from banneret.service.storage.store import Storage

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Page

URL = "http://table.example.org"  # as the letters have it
HOUR = 3600.0


class Post:
    """A table that writes letters, in this process, whose clocks a test sets forward."""

    def __init__(self, folder: Path) -> None:
        self.box, self.sink = MailBox(), Sink()
        found = Outlets.read({"url": URL, "mail": self.box.url, "webhooks": "anywhere"}, {})
        self.storage = Storage(f"sqlite:///{folder / 'battles.sqlite3'}")
        outlets = Outlets(found.url, found.mail, found.webhooks, found.services, grace=0.0)
        self.running = Running(self.storage, [], outlets)
        self.address = f"http://127.0.0.1:{self.running.port}"

    def wait(self, hours: float) -> None:
        """Time passes, once the letters that are on their way have arrived."""
        registry: Any = self.running.service.registry
        while registry.postman._going:
            time.sleep(0.02)
        now = lambda: time.time() + hours * HOUR  # noqa: E731
        registry.clocks._now = registry.postman._clock = now
        for one in (registry.clocks, registry.postman):
            registry.postman._task.get_loop().call_soon_threadsafe(one._wake.set)

    def here(self, text: str, path: str) -> str:
        """The link in a letter that leads there, on this machine."""
        found = re.search(rf"{re.escape(URL)}(/{path}\S+)", text)
        assert found, text
        return self.address + found[1]

    def close(self) -> None:
        self.running.server.should_exit = True
        self.running.thread.join(SOON)
        self.storage.close()
        self.sink.close()
        self.box.close()


@pytest.fixture
def post(tmp_path: Path) -> Iterator[Post]:
    with closing(Post(tmp_path)) as found:
        yield found


def invited(post: Post, sit: Callable[..., Page], lapse: str) -> tuple[Page, Page]:
    """A battle with three days a turn: the page of its inviter, who left an address for mail and a webhook, and that of the guest."""
    host = sit(post.address, troubled=True)
    host.set_default_timeout(8000)
    set_up(host)
    host.get_by_role("button", name="Invite a friend").click()
    host.get_by_label("Time for each turn").select_option("72")
    host.get_by_label("When it has run out").select_option(lapse)
    host.get_by_label("Address for letters").fill(ADDRESS)
    host.get_by_label("How often").select_option("24")
    host.get_by_role("button", name="Write to me").click()
    host.get_by_text("confirm it by its link").wait_for()
    _, text = post.box.next()
    yes = sit(post.here(text, "notice"))
    yes.get_by_role("button", name="Yes, write to me").click()
    yes.get_by_role("heading", name="You are written to").wait_for()
    yes.close()
    host.get_by_label("By what").select_option("webhook")
    host.get_by_label("Address for letters").fill(post.sink.url)
    host.get_by_role("button", name="Write to me").click()
    host.get_by_text("Webhook: you are written to, and again each day").wait_for()
    guest = sit(host.get_by_label("The invitation").input_value(), width=360, height=740, has_touch=True)
    guest.get_by_label("Your name").fill("Ines")
    guest.get_by_role("button", name="Sit down").click()
    guest.wait_for_url("**/battle#*")
    host.get_by_role("link", name="Begin").click()
    return host, guest


def plays_until(page: Page, side: str) -> None:
    """The dark button, until that side is waited for."""
    for _ in range(20):
        page.wait_for_function(
            f"() => ({STANDS})() || / thinking/.test(document.querySelector('[data-question]')?.textContent ?? '')"
        )
        if page.locator("[data-question]").inner_text().startswith(side):
            return
        before = page.locator("main[data-at]").get_attribute("data-at")
        page.locator("[data-main]").click()
        page.wait_for_function(
            "(was) => document.querySelector('main[data-at]')?.dataset.at !== was", arg=before
        )
    raise AssertionError(side)


def test_a_player_who_is_away_is_written_to_and_reminded(
    post: Post, sit: Callable[..., Page], shot: Callable[[Page, str], None]
) -> None:
    host, guest = invited(post, sit, "computer")
    assert stands(host) == "question"
    for page in (host, guest):
        assert ADDRESS not in page.content()
        assert post.sink.url not in page.content()
    host.get_by_label("Menu").click()
    shot(host, "letters-menu")
    host.keyboard.press("Escape")
    plays_until(host, "Halls")
    host.goto(post.address + "/about")  # away from the table
    plays_until(guest, "Groves")
    subject, text = post.box.next()
    assert subject == "Your turn: The Ford of Two Banners"
    assert "you play" in text
    assert "The last news:" in text
    assert "You have until" in text
    told = post.sink.bodies.get(timeout=SOON)
    assert told["event"] == "your-turn"
    assert ADDRESS not in str(told)
    post.wait(25)
    assert post.box.next()[0] == "Still your turn: The Ford of Two Banners"
    host.goto(post.here(text, "battle"))
    assert stands(host) == "question"
    shot(host, "by-mail-your-turn")
    host.get_by_label("Menu").click()
    host.get_by_role("button", name="Export").click()
    refused = host.get_by_role("alert").filter(has_text="once the battle is over")
    box = refused.bounding_box()
    assert box is not None
    assert 0 <= box["y"] < 900, "in sight, though its button is far below"
    shot(host, "export-refused")
    host.get_by_role("button", name="Give up").click()
    host.get_by_role("button", name="Really").click()
    host.get_by_text("Halls won").first.wait_for()
    host.keyboard.press("Escape")
    host.get_by_label("Menu").click()
    with host.expect_download() as download:
        host.get_by_role("button", name="Export").click()
    record = download.value.path().read_text()
    assert ADDRESS not in record
    assert post.sink.url not in record


@pytest.mark.parametrize("lapse", ["computer", "adjourn"])
def test_time_runs_out_at_the_table(
    lapse: str, post: Post, sit: Callable[..., Page], shot: Callable[[Page, str], None]
) -> None:
    host, guest = invited(post, sit, lapse)
    assert stands(host) == "question"
    host.get_by_text("You have until").wait_for()
    shot(host, f"clock-{lapse}-before")
    post.wait(73)
    if lapse == "computer":
        host.get_by_text("The computer plays for you.").wait_for()
        shot(host, "clock-computer")
        guest.get_by_role("navigation", name="Views").get_by_role("button", name="News").tap()
        guest.get_by_text("ran out: the computer plays on for them").first.wait_for()
        shot(guest, "clock-computer-phone")
        host.get_by_role("button", name="Take back").click()
        host.get_by_text("The computer plays for you.").wait_for(state="detached")
    else:
        for page in (host, guest):
            page.locator("[role=alert]", has_text="The battle is adjourned").wait_for()
        shot(host, "clock-adjourned")
        shot(guest, "clock-adjourned-phone")
        guest.get_by_role("button", name="Go on with the battle").tap()
        for page in (host, guest):
            page.locator("[role=alert]", has_text="The battle is adjourned").wait_for(state="detached")
        assert stands(host) == "question"
