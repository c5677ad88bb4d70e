"""Single battles without a map stand on a stage: who fights in the middle, both stacks below, the battle round by round."""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING, Any

import pytest
from browser.play import to_the_end
from browser.test_access import in_both_themes

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page


def single_battle(sit: Callable[..., Page], **words: Any) -> tuple[Page, Callable[[], None]]:
    """A single battle, this page as its attacker; the other takes the usual orders of the defender, until the attacker must decide.

    Questions of the attacker with one answer alone, which a page leaves to its player where another is at the table, are answered too.
    """
    page = sit(**words)
    origin = "/".join(page.url.split("/")[:3])
    body = {
        "rulebook": "stacks",
        "scenario": "knights_and_griffons",
        "sides": {"attacker": {"by": "me"}, "defender": {"by": "me"}},
    }
    tokens = page.request.post(f"{origin}/api/battles", data=body).json()["tokens"]
    given = count()

    def defend() -> None:
        for _ in range(12):
            for side in ("attacker", "defender"):
                head = {"authorization": f"Bearer {tokens[side]}"}
                view = page.request.get(f"{origin}/api/battle", headers=head).json()
                for asked in view["scene"].get("questions", []):
                    if side == "attacker" and not asked.get("trivial"):
                        continue
                    order = {
                        "type": "order",
                        "id": f"d{next(given)}",
                        "at": view["at"],
                        "order": asked["default"],
                    }
                    page.request.post(f"{origin}/api/battle/request", data=order, headers=head)
            page.wait_for_timeout(100)  # until what was ordered has come to the page

    page.goto(f"{origin}/battle#{tokens['attacker']}")
    defend()
    page.locator("[data-question]", has_text="whom do you reveal?").wait_for()
    return page, defend


def x_of(page: Page, selector: str) -> float:
    box = page.locator(selector).first.bounding_box()
    assert box is not None
    return box["x"]


def test_a_single_battle_on_its_stage(sit: Callable[..., Page], shot: Callable[[Page, str], None]) -> None:
    page, defend = single_battle(sit, bypass_csp=True)
    page.locator(".stage .fighter .card.large.chosen").wait_for()  # the one the dark button would reveal
    assert x_of(page, ".fighter .card") < x_of(page, ".fighter .sealed"), "the attacker is at the left"
    assert page.locator(".sealed").first.text_content() == "?"
    assert page.get_by_text("perhaps no one").count() == 1
    # the arrows walk along the cards, and a card is chosen where it lies
    page.locator(".stack .card").first.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    assert page.locator(".stack .card").nth(1).get_attribute("aria-pressed") == "true"
    assert in_both_themes(page, lambda theme: shot(page, f"stage-{theme}")) == []
    page.locator("[data-main]").click()
    defend()
    page.locator(".rounds .total").nth(1).wait_for()
    assert page.locator(".rounds li").first.inner_text().startswith("Round 1")
    assert in_both_themes(page, lambda theme: shot(page, f"stage-after-a-round-{theme}")) == []


def test_who_looks_at_the_enemy_is_not_yet_who_fights(fighting: Callable[..., Page]) -> None:
    page = fighting("stacks", "hit_and_run")
    page.locator("[data-question]", has_text="look through the stack").wait_for()
    assert page.locator(".fighter .card").count() == 0
    assert page.get_by_text("turned up together").count() == 0


@pytest.mark.parametrize("size", [(1440, 900), (1280, 720), (360, 740)])
def test_nothing_on_the_stage_lies_on_anything_else(
    fighting: Callable[..., Page], shot: Callable[[Page, str], None], size: tuple[int, int]
) -> None:
    page = fighting("stacks", "duel_of_mages", width=size[0], height=size[1])
    page.locator(".fighter .card.large").wait_for()
    shot(page, f"stage-spells-{size[0]}")
    lying = page.evaluate(LYING)
    assert lying == []


LYING = """() => {
  const boxes = [...document.querySelectorAll('.stage .fighter > *, .stage .vs, .stage .stack h4, .stage .cards')].filter((one) => one.checkVisibility()).map((one) => ({ one, box: one.getBoundingClientRect() }))
  const pairs = boxes.flatMap((a, i) => boxes.slice(i + 1).map((b) => [a, b]))
  const over = pairs.filter(([a, b]) => a.box.left < b.box.right - 2 && b.box.left < a.box.right - 2 && a.box.top < b.box.bottom - 2 && b.box.top < a.box.bottom - 2)
  return over.map(([a, b]) => `${a.one.className}: ${a.one.textContent} on ${b.one.className}: ${b.one.textContent}`)
}"""


def test_the_stage_on_a_phone(sit: Callable[..., Page], shot: Callable[[Page, str], None]) -> None:
    page, defend = single_battle(sit, width=360, height=740, has_touch=True)
    page.locator(".stage .fighter .card.large").wait_for()
    for one in page.locator(".fighter").all():
        box = one.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 360
    shot(page, "stage-phone")
    page.locator("[data-main]").tap()
    defend()
    page.locator(".rounds .total").nth(1).wait_for()
    shot(page, "stage-phone-round")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_a_battle_that_ends_by_itself_stays_on_its_stage(fighting: Callable[..., Page]) -> None:
    """A lone giant has nothing to choose: his round is fought, he falls, and who looks on sees it."""
    page = fighting("stacks", "giant_at_the_gate")
    to_the_end(page)
    page.get_by_role("link", name="How it went").wait_for()
    assert page.locator(".stage .head").count() == 2
    assert page.locator(".rounds .total").count() >= 2
    assert page.get_by_text("the battle is over", exact=True).is_visible()
    assert page.get_by_text("nobody is left").count()


def test_nothing_is_cut_off_the_stage_of_a_small_phone(sit: Callable[..., Page]) -> None:
    page, defend = single_battle(sit, width=360, height=640, has_touch=True)
    page.locator(".stage .fighter .card.large").wait_for()
    for _ in range(3):
        over = page.locator(".stage .paper").evaluate("paper => paper.scrollHeight - paper.clientHeight")
        assert over <= 0
        if not page.locator("[data-main]").is_visible():
            break
        page.locator("[data-main]").tap()
        defend()
