"""How the tests play: by what stands on the page, as people do."""

from __future__ import annotations

import json
import os
import random
import urllib.request
from typing import TYPE_CHECKING, Any

import pytest

from banneret import rulebooks

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

DRAWN = "() => [...document.querySelectorAll('.boardbox')].every((box) => box.childElementCount)"
"""Whether the board stands: drawings are fetched, so that on a busy machine a question can be there before its board."""

STANDS = f"""() => {{
  const question = document.querySelector('[data-question]')
  if (document.querySelector('.curtain')) return 'curtain'
  if (!question || !({DRAWN})()) return ''
  if (/ won$|^A draw$/.test(question.textContent)) return 'over'
  const main = document.querySelector('[data-main]')
  if (document.querySelector('.faces')) return 'die'
  if (main && main.getAttribute('aria-disabled') !== 'true') return 'question'
  if ([...document.querySelectorAll('button')].some((one) => one.textContent.startsWith('Pass the seat'))) return 'pass'
  return ''
}}"""


FIRST = "The Ford of Two Banners"
MORE = "BANNERET_WAYS" in os.environ
"""Whether ways to the end are played of which another test plays the like."""
ON_DEMAND = pytest.mark.skipif(not MORE, reason="another test plays the like: BANNERET_WAYS=1")


def set_up(page: Page, title: str = FIRST) -> None:
    """Press the name of a battle on the front page: its set-up opens under its row."""
    page.wait_for_selector(".shelf .row")
    name = page.get_by_role("link", name=title, exact=True)
    for more in (".shelf .fold", ".shelf .all"):  # rows that are folded, names behind a line
        for one in page.locator(more).all():
            if not name.is_visible() and one.is_visible():
                one.click()
    name.click()
    page.locator("[data-setup] h2", has_text=title).wait_for()


def begin(page: Page, **choices: str) -> None:
    """From a set-up, or from the front page to that of the first battle, and on to the first question."""
    if not page.locator("[data-setup]").count():
        set_up(page)
    for label, value in choices.items():
        page.get_by_label(label.replace("_", " ")).select_option(value)
    page.get_by_role("button", name="Start the battle").click()
    page.wait_for_url("**/battle#*")
    ready(page)


def started(address: str, rulebook: str, scenario: str, level: str = "greedy") -> str:
    """A new battle against players of a level, begun beside the browser: the link of its first side."""
    sides = rulebooks.get(rulebook).scenario(scenario).sides
    others = {side: {"by": "computer", "level": level} for side in sides[1:]}
    body = {"rulebook": rulebook, "scenario": scenario, "sides": {sides[0]: {"by": "me"}} | others}
    headers = {"content-type": "application/json"}
    request = urllib.request.Request(f"{address}/api/battles", json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request) as answer:
        tokens: dict[str, str] = json.load(answer)["tokens"]
    return f"/battle#{tokens[sides[0]]}"


def friend(page: Page, sit: Callable[..., Page], name: str = "", **words: Any) -> Page:
    """From the invitation to the table: a friend comes by the link and sits down; the inviter goes to their seat."""
    page.wait_for_url("**/invite#*")
    guest = sit(page.get_by_label("The invitation").input_value(), **words)
    guest.get_by_label("Your name").fill(name)
    guest.get_by_role("button", name="Sit down").click()
    guest.wait_for_url("**/battle#*")
    page.get_by_role("link", name="Begin").click()
    page.wait_for_selector("#question")
    page.wait_for_function(DRAWN)
    return guest


def fight(page: Page, title: str) -> None:
    """From the front page to the first question of a battle, as it stands there."""
    set_up(page, title)
    begin(page)


def ready(page: Page) -> None:
    """Wait until a question is there, and the board that it is about."""
    page.wait_for_selector("[data-question]")
    page.wait_for_function(DRAWN)


def stands(page: Page, patience: int = 30_000) -> str:
    """Wait until something is asked of this seat: what is it?"""
    return str(page.wait_for_function(STANDS, timeout=patience).json_value())


def text(page: Page) -> str:
    return page.locator("[data-question]").inner_text()


def confirm(page: Page) -> None:
    """Press the dark button and wait until the table has gone on."""
    main = page.locator("[data-main]")
    before = page.evaluate("document.querySelector('#question').textContent")
    main.click()
    page.wait_for_function("(was) => document.querySelector('#question')?.textContent !== was", arg=before)


def at(page: Page) -> int:
    """The number of the view that the page shows."""
    return int(page.locator("main[data-at]").get_attribute("data-at") or 0)


def gone_on(page: Page, before: int, patience: int = 30_000) -> None:
    """Wait until the page shows a later view."""
    page.wait_for_function(
        "(was) => Number(document.querySelector('main[data-at]')?.dataset.at) > was",
        arg=before,
        timeout=patience,
    )


def march(page: Page, chance: random.Random) -> None:
    """Pick a stack on the board and send it where it may go, rather towards the right."""
    places = page.evaluate(
        """() => [...document.querySelectorAll('[data-place]')].filter((one) => one.getAttribute('aria-label').includes('may act') && !one.getAttribute('aria-label').includes('capital')).map((one) => one.dataset.place)"""
    )
    if not places:
        confirm(page)
        return
    click(page, chance.choice(places))
    goals = page.evaluate(
        """() => [...document.querySelectorAll('[data-place]')].filter((one) => /\\. To [A-Z]/.test(one.getAttribute('aria-label'))).map((one) => [/ stack of unknown size/.test(one.getAttribute('aria-label')), one.dataset.place])"""
    )
    if not goals:
        page.keyboard.press("Escape")
        confirm(page)
        return
    goals.sort(reverse=True)
    click(page, goals[0][1] if goals[0][0] or chance.random() < 0.7 else chance.choice(goals)[1])
    confirm(page)


def click(page: Page, place: str) -> None:
    """Point at a place of the board."""
    page.locator(f'[data-place="{place}"]').click()


def to_the_end(
    page: Page, most: int = 400, watch: Callable[[Page], None] | None = None, seed: int = 5
) -> int:
    """Play until the battle is over: march twice a turn, else take what is offered; how many answers it took."""
    chance = random.Random(seed)
    marched = 0
    for answers in range(most):
        found = stands(page)
        if watch is not None:
            watch(page)
        if found == "over":
            return answers
        if found == "die":
            before = at(page)
            page.locator(".faces button").nth(chance.randrange(6)).click()
            gone_on(page, before)
        elif "move?" in text(page) and marched < 3:
            marched += 1
            march(page, chance)
        else:
            marched = 0
            confirm(page)
    raise AssertionError(f"not over after {most} answers")
