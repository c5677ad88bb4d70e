"""The referee's panel in a real browser: a piece is changed, an order forced, a side replaced, the battle ended."""

from __future__ import annotations

import json
import urllib.request
from typing import TYPE_CHECKING

from browser.play import ready

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page


def begin(address: str) -> dict[str, str]:
    """A battle of two people with a referee, begun by a program."""
    body = {"rulebook": "stacks", "scenario": "first_blood", "referee": True}
    body |= {"sides": {"attacker": {"by": "link"}, "defender": {"by": "link"}}}
    request = urllib.request.Request(
        f"{address}/api/battles", json.dumps(body).encode(), {"content-type": "application/json"}
    )
    with urllib.request.urlopen(request, timeout=20) as answer:
        tokens: dict[str, str] = json.loads(answer.read())["tokens"]
        return tokens


def panel(page: Page, reason: str) -> None:
    """Open the menu and say why."""
    page.get_by_role("button", name="Menu").or_(page.get_by_role("button", name="Table")).first.click()
    page.get_by_label("Reason, for the record").fill(reason)


def test_the_referee_intervenes(
    sit: Callable[..., Page], address: str, shot: Callable[[Page, str], None]
) -> None:
    tokens = begin(address)
    player = sit(f"/battle#{tokens['spectator']}")
    page = sit(f"/battle#{tokens['referee']}")
    ready(page)
    panel(page, "the list was wrong")
    page.locator("fieldset", has_text="Change a piece").locator("select").first.select_option("kind")
    page.get_by_label("Into").last.select_option("elves")
    shot(page, "referee")
    page.get_by_role("button", name="Change it").click()
    player.get_by_text("The referee changed the table: the list was wrong").first.wait_for()
    panel(page, "nobody is wounded")
    page.locator("fieldset", has_text="Change a piece").locator("select").first.select_option("heal")
    page.get_by_role("button", name="Change it").click()
    page.get_by_text("is well").first.wait_for()
    panel(page, "dinner")
    page.get_by_role("button", name="Pause").click()
    player.get_by_text("The referee has paused the battle: dinner").first.wait_for()
    panel(page, "well fed")
    page.get_by_role("button", name="Let it go on").click()
    panel(page, "Ada is late")
    page.get_by_label("Force an order").fill("none")
    page.get_by_role("button", name="Force", exact=True).click()
    player.get_by_text("The referee ordered for Attacker: Ada is late").first.wait_for()
    panel(page, "she came after all")
    page.get_by_role("button", name="Take the last order back").click()
    panel(page, "the last bus")
    page.get_by_role("button", name="End: a draw").click()
    page.get_by_role("button", name="Really?").click()
    player.get_by_role("heading", name="A draw").wait_for()
