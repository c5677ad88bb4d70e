"""The shot of riders in the middle of their move, its figures divided by pointing: with the mouse, by touch, by keys."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from browser.test_plane import GIVEN, Fight, board, declare, middle, settled

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

ORCS = {"creature": "orc", "figures": 12}
ARMIES = {
    "crossroads-force": [
        {
            "kind": "unit",
            "name": "Riders",
            "values": {
                "creature": "human-bandit",
                "figures": 12,
                "mount": "horse-light-warhorse",
                "missile": "long-bow",
                "formation": "open",
            },
        },
        {"kind": "commander", "values": {"rank": "army"}},
    ],
    "borderland-spearhead": [
        {"kind": "unit", "name": "Left", "values": ORCS},
        {"kind": "unit", "name": "Right", "values": ORCS},
        {"kind": "commander", "values": {"rank": "army"}},
    ],
}


def riding(address: str) -> Fight:
    """Twelve riders, six abreast, eleven inches on: their first row sees both units of orcs."""
    armies: Any = {side: {"rulebook": "battlesystem", "entries": entries} for side, entries in ARMIES.items()}
    fight = Fight(address, options=GIVEN, armies=armies)
    fight.until(0, "move")
    assert fight.order(0, "move 0 (slide 0 11)")["type"] == "done"
    fight.until(0, "move")
    return fight


def counts(page: Page) -> list[str]:
    settled(page)
    return [one.input_value() for one in page.locator(".steps input").all()]


def volleys(fight: Fight) -> list[str]:
    news: list[dict[str, Any]] = fight.view(0)["scene"]["news"]
    return [one["text"] for one in news if "Riders shoot" in one["text"]]


def test_a_shot_is_divided_with_the_mouse(
    sit: Callable[..., Page], address: str, shot: Callable[[Page, str], None]
) -> None:
    fight = riding(address)
    page = board(sit(fight.path()))
    page.mouse.click(*middle(page, '[data-body="u0"]'))
    page.get_by_role("group", name="What it is to do").get_by_role("button", name="Shoot").click()
    page.mouse.click(*middle(page, '[data-body="u1"]'))
    assert counts(page) == ["6"]
    assert page.locator("[data-main]").inner_text().startswith("Shoot")
    page.mouse.click(*middle(page, '[data-body="u2"]'))
    page.wait_for_function("() => document.querySelectorAll('.steps li').length === 2")
    assert counts(page) == ["3", "3"]
    page.locator(".steps input").first.fill("2")
    page.locator(".steps input").first.press("Tab")
    settled(page)
    page.get_by_text("5 of 6 figures").wait_for()
    page.locator(".steps input").nth(1).fill("4")
    page.locator(".steps input").nth(1).press("Tab")
    assert counts(page) == ["2", "4"]
    shot(page, "shares")
    declare(page, fight)
    assert len(volleys(fight)) == 2
    view = fight.view(0)["scene"]
    assert all(plan["verb"] != "shoot" for plan in view["questions"][0]["form"]["plans"])  # once a move


def test_a_shot_is_divided_by_touch_on_a_phone(
    sit: Callable[..., Page], address: str, shot: Callable[[Page, str], None]
) -> None:
    fight = riding(address)
    page = board(sit(fight.path(), 360, 740, has_touch=True))
    page.touchscreen.tap(*middle(page, '[data-stop="u0"]'))
    page.get_by_role("group", name="What it is to do").get_by_role("button", name="Shoot").tap()
    group = page.get_by_role("group", name="At whom")
    for name in ("At Left", "At Right"):
        group.get_by_role("button", name=name).tap()
    page.wait_for_function("() => document.querySelectorAll('.steps li').length === 2")
    assert counts(page) == ["3", "3"]
    shot(page, "shares-phone")
    page.get_by_role("button", name="Map").tap()
    shot(page, "shares-phone-map")
    page.touchscreen.tap(*middle(page, '[data-stop="u2"]'))  # on the map: taken back
    page.wait_for_function("() => document.querySelectorAll('.steps li').length === 1")
    assert counts(page) == ["6"]
    page.touchscreen.tap(*middle(page, '[data-stop="u2"]'))
    page.wait_for_function("() => document.querySelectorAll('.steps li').length === 2")
    settled(page)
    declare(page, fight)
    assert len(volleys(fight)) == 2


def test_a_shot_is_divided_by_keys(sit: Callable[..., Page], address: str) -> None:
    fight = riding(address)
    page = board(sit(fight.path()))
    page.locator('[data-stop="u0"]').focus()
    page.keyboard.press("Enter")
    chip = page.get_by_role("group", name="What it is to do").get_by_role("button", name="Shoot")
    page.keyboard.press(chip.locator(".kbd").inner_text())
    for enemy in ("u1", "u2"):
        page.locator(f'[data-stop="{enemy}"]').focus()
        page.keyboard.press("Enter")
    page.wait_for_function("() => document.querySelectorAll('.steps li').length === 2")
    assert counts(page) == ["3", "3"]
    page.keyboard.press("Backspace")
    page.wait_for_function("() => document.querySelectorAll('.steps li').length === 1")
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.querySelectorAll('.steps li').length === 2")
    settled(page)
    page.locator('[data-stop="u0"]').focus()
    page.keyboard.press("Enter")
    page.get_by_text("Left").first.wait_for()
    page.wait_for_function("() => !document.querySelector('.steps li')")
    assert len(volleys(fight)) == 2
