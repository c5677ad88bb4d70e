"""The shot of riders in the middle of their move, its figures divided by pointing: with the mouse, by touch, by keys."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from browser.test_access import findings
from browser.test_plane import GIVEN, Fight, board, declare, middle, settled

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Locator, Page

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
    return [one.input_value() for one in page.locator(".shares input").all()]


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
    page.wait_for_function("() => document.querySelectorAll('.shares input').length === 2")
    assert counts(page) == ["3", "3"]
    page.locator(".shares input").first.fill("2")
    page.locator(".shares input").first.press("Tab")
    settled(page)
    page.get_by_text("5 of 6 figures").wait_for()
    page.locator(".shares input").nth(1).fill("4")
    page.locator(".shares input").nth(1).press("Tab")
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
        group.get_by_role("button", name=name, exact=True).tap()
    page.wait_for_function("() => document.querySelectorAll('.shares input').length === 2")
    assert counts(page) == ["3", "3"]
    shot(page, "shares-phone")
    page.get_by_role("button", name="Map").tap()
    shot(page, "shares-phone-map")
    page.touchscreen.tap(*middle(page, '[data-stop="u2"]'))  # on the map: taken back
    page.wait_for_function("() => document.querySelectorAll('.shares input').length === 1")
    assert counts(page) == ["6"]
    page.touchscreen.tap(*middle(page, '[data-stop="u2"]'))
    page.wait_for_function("() => document.querySelectorAll('.shares input').length === 2")
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
    page.wait_for_function("() => document.querySelectorAll('.shares input').length === 2")
    assert counts(page) == ["3", "3"]
    page.keyboard.press("Backspace")
    page.wait_for_function("() => document.querySelectorAll('.shares input').length === 1")
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.querySelectorAll('.shares input').length === 2")
    settled(page)
    page.locator('[data-stop="u0"]').focus()
    page.keyboard.press("Enter")
    page.get_by_text("Left").first.wait_for()
    page.wait_for_function("() => !document.querySelector('.shares input')")
    assert len(volleys(fight)) == 2


# ---------------------------------------------------------------- in the Missile Phase

BOWMEN = {"creature": "human-bandit", "figures": 12, "missile": "long-bow"}
BEHIND = {
    "crossroads-force": [
        {"kind": "unit", "name": "Archers", "values": BOWMEN},
        {"kind": "unit", "name": "Guard", "values": {"creature": "human-bandit", "figures": 12}},
        {"kind": "commander", "values": {"rank": "army"}},
    ],
    "borderland-spearhead": ARMIES["borderland-spearhead"],
}


def bowmen(address: str) -> Fight:
    """Twelve archers in command, of whose first row some see two units of orcs; a friendly unit stands before the others, far enough."""
    armies: Any = {side: {"rulebook": "battlesystem", "entries": entries} for side, entries in BEHIND.items()}
    fight = Fight(address, options={"deployment": "given"}, armies=armies)
    fight.until(0, "volley")
    assert fight.order(0, "hold")["type"] == "done"  # of the first phase: then there are two shots later
    fight.until(0, "move")
    assert fight.order(0, "move 1 (slide 0 4) (slide -45 6)")["type"] == "done"
    fight.until(0, "volley")
    return fight


def archers(page: Page) -> Locator:
    """The row of the archers; by default they hold, for all are a long way off."""
    return page.get_by_role("group", name="Actions").get_by_role("button", name="Archers")


def arrows(fight: Fight) -> list[str]:
    news: list[dict[str, Any]] = fight.view(0)["scene"]["news"]
    return [one["text"] for one in news if "Archers shoot" in one["text"]]


def test_a_volley_is_divided_with_the_mouse_and_by_keys(
    sit: Callable[..., Page], address: str, shot: Callable[[Page, str], None]
) -> None:
    """Three of six see past the guard, and one alone of them sees Left; over the guard all six see both."""
    fight = bowmen(address)
    page = board(sit(fight.path()))
    archers(page).click()
    row = page.locator(".kind.open")
    row.get_by_role("radio", name="over friends").wait_for()  # whole volleys come first
    button = page.locator("[data-main]")
    assert button.inner_text().startswith("Shoot at")
    page.keyboard.press("d")
    assert counts(page) == ["1", "2"]
    page.mouse.click(*middle(page, '[data-body="u3"]'))  # on the map: taken back, and given again
    page.wait_for_function("() => document.querySelectorAll('.shares input').length === 1")
    page.locator('[data-stop="u3"]').focus()
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.querySelectorAll('.shares input').length === 2")
    row.get_by_role("radio", name="one shot").click()
    row.get_by_role("radio", name="over friends").click()
    assert counts(page) == ["3", "3"]
    page.get_by_role("button", name="At Right: one more").click()
    assert counts(page) == ["2", "4"]
    page.locator(".plate", has_text="Right").locator("text=4").wait_for()
    shot(page, "volley-divided")
    assert button.inner_text().startswith("Divide: 2 at Left, 4 at Right")
    page.keyboard.press("q")
    page.keyboard.press("Enter")
    page.wait_for_function("() => !document.querySelector('.shares')")
    assert len(arrows(fight)) == 2


def test_a_volley_is_divided_by_touch_on_a_phone(
    sit: Callable[..., Page], address: str, shot: Callable[[Page, str], None]
) -> None:
    fight = bowmen(address)
    page = board(sit(fight.path(), 360, 740, has_touch=True, color_scheme="dark", bypass_csp=True))
    archers(page).tap()
    page.get_by_role("button", name="divided").tap()
    assert counts(page) == ["1", "2"]
    shot(page, "volley-phone")
    assert findings(page) == []
    page.get_by_role("button", name="At Right: one less").tap()
    assert counts(page) == ["1", "1"]
    page.get_by_role("button", name="Map").tap()
    shot(page, "volley-phone-map")
    page.touchscreen.tap(*middle(page, '[data-stop="u3"]'))
    page.wait_for_function("() => document.querySelectorAll('.shares input').length === 1")
    page.touchscreen.tap(*middle(page, '[data-stop="u3"]'))
    page.wait_for_function("() => document.querySelectorAll('.shares input').length === 2")
    settled(page)
    page.locator("[data-main]").tap()
    page.wait_for_function("() => !document.querySelector('.shares')")
    assert len(arrows(fight)) == 2


# ---------------------------------------------------------------- at troops on the move

WATCHING = {
    "crossroads-force": [
        {"kind": "unit", "name": "Archers", "values": BOWMEN},
        {"kind": "commander", "values": {"rank": "army"}},
    ],
    "borderland-spearhead": ARMIES["borderland-spearhead"],
}


def watched(address: str, options: dict[str, str] = GIVEN) -> Fight:
    """Twelve archers, and two units of orcs who come on, Right before Left, until both are in reach as Left moves."""
    armies: Any = {
        side: {"rulebook": "battlesystem", "entries": entries} for side, entries in WATCHING.items()
    }
    fight = Fight(address, options=options, armies=armies)
    for _ in range(4):
        for unit in (2, 1):
            fight.until(1, "move")
            assert fight.order(1, f"move {unit} (slide 0 9)")["type"] == "done"
            for asked in fight.view(0)["scene"].get("questions", []):
                if asked["kind"] == "passing" and asked["form"]["kind"] == "plan" and unit == 1:
                    return fight
        fight.until(1, "move")
        assert fight.order(1, "done")["type"] == "done"
    raise AssertionError("nobody came in sight")


def stop_chosen(row: Locator) -> str:
    """The name of the point of the way that is chosen, as a screen reader says it."""
    return (
        row.locator("[role=radiogroup][aria-label=when] [aria-checked=true]").get_attribute("aria-label")
        or ""
    )


def test_the_stops_of_a_move_are_a_strip_for_pointer_finger_and_arrow_keys(
    sit: Callable[..., Page], address: str, shot: Callable[[Page, str], None]
) -> None:
    fight = watched(address, {**GIVEN, "premeasure": "allowed"})
    page = board(sit(fight.path()))
    page.keyboard.press("2")
    row = page.locator(".kind.open")
    strip = row.get_by_role("radiogroup", name="when")
    strip.wait_for()
    stops = strip.get_by_role("radio")
    assert stops.count() > 8
    # each says its point, its range and its chance: that is the list for those who hear it
    names = [one.get_attribute("aria-label") or "" for one in stops.all()]
    assert all(
        re.fullmatch(r".+, (short|medium|long) range, a figure falls [<>]?\d+ percent", name)
        for name in names
    )
    assert names[0].startswith("after 1 in, long range, ")
    strip.locator("[aria-checked=true]").focus()
    page.keyboard.press("ArrowRight")
    assert stop_chosen(row) == names[1]
    page.keyboard.press("End")
    assert stop_chosen(row) == names[-1]
    page.keyboard.press("Home")
    box = strip.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 4, box["y"] + 20)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] * 3.5 / len(names), box["y"] + 20)
    page.mouse.up()
    assert stop_chosen(row) == names[3]
    assert page.locator("[data-main]").inner_text().startswith(f"At Left, {names[3].split(',')[0]}")
    shot(page, "passing-stops")


def test_a_volley_at_troops_on_the_move_is_divided_by_pointing(
    sit: Callable[..., Page], address: str, shot: Callable[[Page, str], None]
) -> None:
    fight = watched(address)
    page = board(sit(fight.path()))
    page.keyboard.press("2")  # the row of the archers; by default they hold
    row = page.locator(".kind.open")
    row.get_by_role("button", name="divided").wait_for()
    row.get_by_role("radiogroup", name="when").get_by_role("radio", name=re.compile("^where it ends")).click()
    page.keyboard.press("d")
    assert counts(page) == ["6", "6"]
    assert stop_chosen(row).startswith("where it ends")
    page.get_by_role("button", name="At Left: one less").click()
    assert counts(page) == ["5", "7"]
    shot(page, "passing-divided")
    assert page.locator("[data-main]").inner_text().startswith("Divide: 5 at Left, 7 at Right")
    page.keyboard.press("q")
    page.keyboard.press("Enter")
    page.wait_for_function("() => !document.querySelector('.shares')")
    assert len(arrows(fight)) == 2
