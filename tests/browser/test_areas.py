"""The table of areas in a real browser: war cards placed, moved and fought by mouse, keys and touch, alone and together."""

from __future__ import annotations

import random
import re
from typing import TYPE_CHECKING

import pytest
from browser.play import MORE, STANDS, begin, confirm, friend, ready, set_up, stands, text
from browser.test_access import findings, in_both_themes

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

LAND = "Border skirmish"
ACTORS = "() => [...document.querySelectorAll('[data-stop]')].filter((one) => one.ariaLabel.includes('may act')).map((one) => one.dataset.stop)"
GOALS = "() => [...document.querySelectorAll('.place.target')].map((one) => [/meets/i.test(one.ariaLabel), one.dataset.place])"
LETTERS = "() => [...document.querySelectorAll('.goal')].map((one) => [document.querySelector(`[data-place='${one.dataset.goal}']`).ariaLabel.match(/meets/i) !== null, one.textContent])"
PLACE = "(id) => { const one = document.querySelector(`[data-piece='${id}']`); return one && one.style.transform }"


def open_battle(page: Page, title: str, **choices: str) -> None:
    """From the front page to the first question of a scenario."""
    set_up(page, title)
    begin(page, **choices)


def press(page: Page, stop: str) -> None:
    """Point at the middle of a place, whatever lies there, or at a card of a reserve."""
    page.locator(f'[data-stop="{stop}"]').click(force=True)


def until(page: Page, words: str) -> None:
    """Take what is offered until a question with these words."""
    for _ in range(30):
        assert stands(page) == "question"
        if words in text(page):
            return
        confirm(page)
    raise AssertionError(f"never asked: {words}")


def manoeuvre(page: Page, chance: random.Random) -> None:
    """Pick a card by pointing and send it to the enemy, or else where it may go."""
    actors = page.evaluate(ACTORS)
    if actors:
        page.evaluate(
            "(id) => document.querySelector(`[data-stop='${id}']`).click()", chance.choice(sorted(actors))
        )
        goals = sorted(page.evaluate(GOALS), key=lambda goal: (not goal[0], goal[1][0] == "R"))
        if goals:
            page.evaluate(
                "(id) => document.querySelector(`[data-place='${id}']`).click()",
                goals[0][1] if goals[0][0] else chance.choice(goals)[1],
            )
    if page.locator("[data-main]").get_attribute("aria-disabled") == "true":
        page.keyboard.press("Escape")
    confirm(page)


def fight(page: Page, most: int = 500, watch: Callable[[Page], None] | None = None) -> int:
    """Play until the battle is over: five moves a round, else what is offered; how many answers it took."""
    chance = random.Random(7)
    moved = 0
    for answers in range(most):
        found = stands(page)
        if watch is not None:
            watch(page)
        if found == "over":
            return answers
        if "Move a unit" in text(page) and moved < 5:
            moved += 1
            manoeuvre(page, chance)
        else:
            moved = moved if "Move a unit" in text(page) else 0
            confirm(page)
    raise AssertionError(f"not over after {most} answers")


def test_a_land_battle_against_the_computer_to_the_end(
    sit: Callable[..., Page], shot: Callable[[Page, str], None]
) -> None:
    page = sit()
    open_battle(page, LAND)
    assert "Raiders" in page.locator("header").inner_text()
    taken: set[str] = set()

    def watch(page: Page) -> None:
        for name, words in (
            ("placement", "Place your units"),
            ("move", "Move a unit"),
            ("melee", "hand to hand"),
            ("missiles", "who fires"),
            ("retreat", "retreat or evade"),
        ):
            if name not in taken and words in text(page):
                taken.add(name)
                shot(page, f"areas-{name}")
        if "hand to hand" in text(page):
            assert "%" in page.locator("[data-question] + *, .ahead").first.inner_text()
            tables = page.locator(".sums").inner_text()
            assert re.search(r"Melee Ratings of a unit\s+\+\d", tables)
            assert re.search(r"Must roll\s+\d+( or more)? \d+ %", tables)

    assert fight(page, watch=watch) > 15
    assert {"placement", "move", "melee"} <= taken
    assert page.locator(".log").inner_text().count("Attack roll") > 0
    shot(page, "areas-over")
    page.get_by_role("button", name="See it again").click()
    page.wait_for_selector(".replay .field-label")
    page.get_by_label("To the end").click()
    page.wait_for_function(
        "() => { const one = document.querySelector('.replay input[type=range]'); return one.max > 0 && one.value === one.max }"
    )
    page.wait_for_selector(".label >> text=/Destroyed|Captured|Left the field/")
    shot(page, "areas-replay")


def test_a_placement_by_pointing_and_dragging(
    fighting: Callable[..., Page], shot: Callable[[Page, str], None]
) -> None:
    page = fighting("warcards", "border_skirmish")
    until(page, "Place your units")
    page.get_by_role("button", name="All in reserve").click()
    assert page.locator("[data-card]").count() >= 5
    before = page.evaluate(PLACE, "u0")
    press(page, "u0")
    assert page.locator(".place.target").count() == 6  # the line, and back
    shot(page, "areas-placing")
    press(page, "A4")
    assert page.evaluate(PLACE, "u0") != before
    card = page.locator('[data-card="u3"]').bounding_box()
    goal = page.locator('[data-place="A2"]').bounding_box()
    assert card is not None
    assert goal is not None
    page.mouse.move(card["x"] + 40, card["y"] + 40)
    page.mouse.down()
    page.mouse.move(goal["x"] + 90, goal["y"] + 20, steps=8)
    page.mouse.move(goal["x"] + 92, goal["y"] + 90, steps=3)
    page.mouse.up()
    assert "Archers" in (page.locator('[data-place="A2"]').get_attribute("aria-label") or "")
    # A card on a card: they change places.
    page.locator('[data-piece="u3"]').click()
    page.locator('[data-piece="u0"]').click()
    assert "Archers" in (page.locator('[data-place="A4"]').get_attribute("aria-label") or "")
    assert "Infantry" in (page.locator('[data-place="A2"]').get_attribute("aria-label") or "")
    confirm(page)
    page.wait_for_selector(
        "text=Raiders placed: 1st Infantry at the left center (A2), 1st Archers at the right center (A4)"
    )


def test_a_move_by_keys_alone(sit: Callable[..., Page], shot: Callable[[Page, str], None]) -> None:
    page = sit()
    set_up(page, LAND)
    page.keyboard.press("Enter")  # the dark button
    page.wait_for_url("**/battle#*")
    ready(page)
    for _ in range(20):
        stands(page)
        if "Move a unit" in text(page):
            break
        before = text(page)
        page.keyboard.press("Enter")
        page.wait_for_function(
            "(was) => document.querySelector('[data-question]')?.textContent !== was", arg=before
        )
    # The card by its number, its goal by its letter, Enter.
    page.keyboard.press("1")
    keys = page.locator(".goal")
    keys.first.wait_for()
    shown = keys.all_text_contents()
    assert len(shown) > 1
    shot(page, "areas-keys")
    page.keyboard.press(shown[0])
    assert re.search(r"moves? to", page.locator("[data-main]").inner_text())
    page.keyboard.press("Enter")
    page.wait_for_selector(".log >> text=/moves? from/")
    # By walking: to the next that may act, into the hand, up, and go.
    page.locator('[data-stop][tabindex="0"]').focus()
    page.keyboard.press("n")
    start = page.evaluate("document.activeElement.dataset.stop")
    assert "may act" in page.evaluate("document.activeElement.ariaLabel")
    page.keyboard.press("Enter")
    assert "picked" in page.evaluate("document.activeElement.ariaLabel")
    page.keyboard.press("ArrowUp")
    there = page.evaluate("document.activeElement.dataset.stop")
    assert there != start
    page.keyboard.press("Enter")
    assert there in page.locator("[data-main]").inner_text()
    page.keyboard.press("Enter")
    page.wait_for_selector(f'[data-place="{there}"][aria-label*="Raiders: "]')
    page.keyboard.press("u")
    page.wait_for_selector(f'[data-place="{there}"]:not([aria-label*="Raiders: "])')


def test_the_board_in_words_can_be_played_from(
    fighting: Callable[..., Page], shot: Callable[[Page, str], None]
) -> None:
    page = fighting("warcards", "border_skirmish")
    until(page, "Move a unit")
    page.keyboard.press("t")
    page.wait_for_selector("text=The board in words")
    assert re.search(
        r"Wardens: \d\w\w Archers, melee \+\d, missile \+\d, defense \d+", page.locator(".text").inner_text()
    )
    page.locator(".text button", has_text="may act").first.click()
    page.locator(".text button[aria-pressed=true]", has_text="picked").wait_for()
    page.locator(".text button", has_text=re.compile("moves? to")).first.click()
    shot(page, "areas-words")
    assert re.search(r"moves? to", page.locator("[data-main]").inner_text())
    confirm(page)
    page.wait_for_selector(".log >> text=/moves? from/")


def by_keys(page: Page, moves: bool) -> None:
    """Answer without a pointer: a card by its number, its goal by its letter (one where it meets an enemy first), Enter."""
    before = page.evaluate("document.querySelector('#question').textContent")
    if moves:
        page.keyboard.press("Escape")
        page.keyboard.press("1")
        page.wait_for_function(
            "() => document.querySelector('.goal') || document.querySelector('[data-main]')"
        )
        letters = page.evaluate(LETTERS)
        if letters:
            page.keyboard.press(sorted(letters, key=lambda one: not one[0])[0][1])
        elif page.locator("[data-main]").get_attribute("aria-disabled") == "true":
            page.keyboard.press("Escape")
    page.evaluate("document.querySelector('[data-question]').focus()")
    page.keyboard.press("Enter")
    page.wait_for_function("(was) => document.querySelector('#question')?.textContent !== was", arg=before)


def hand_over(page: Page) -> None:
    """Let the computer play on."""
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Play on for me").click()


def test_two_people_fight_to_the_end_one_of_them_by_keys(
    sit: Callable[..., Page], shot: Callable[[Page, str], None]
) -> None:
    """By link, in two browsers. The computer finishes what is left after a while, not before they have fought two rounds, or three on demand."""
    page = sit()
    set_up(page, LAND)
    page.get_by_role("button", name="Invite a friend").click()
    seats = {"A": page, "B": friend(page, sit)}
    for name, one in seats.items():  # each sits at the near end of the table
        near, far = (
            one.locator(f'[data-place="{place}"]').bounding_box() for place in (f"R{name}", f"{name}1")
        )
        assert near is not None
        assert far is not None
        assert near["y"] > far["y"]
    rounds, least = (3, 20) if MORE else (2, 10)
    chance = random.Random(4)
    answers = {"A": 0, "B": 0}
    moved: dict[tuple[str, int], int] = {}
    round_ = 0
    handed = 0
    for _ in range(4_000):
        found = {name: one.evaluate(STANDS) for name, one in seats.items()}
        if set(found.values()) == {"over"}:
            break
        for name, one in seats.items():
            if found[name] != "question" or handed:
                continue
            answers[name] += 1
            said = re.search(r"Round (\d+)", one.locator("header").inner_text())
            round_ = int(said[1]) if said else 0
            moves = "Move a unit" in text(one) and moved.get((name, round_), 0) < 3
            if moves:
                moved[name, round_] = moved.get((name, round_), 0) + 1
            if name == "B":
                by_keys(one, moves)
            elif moves:
                manoeuvre(one, chance)
            else:
                confirm(one)
        if not handed and round_ > rounds and min(answers.values()) > least:
            handed = round_
            for one in seats.values():
                hand_over(one)
        elif "question" not in found.values():
            page.wait_for_timeout(30)
    else:
        raise AssertionError(f"not over in round {round_}")
    assert handed or round_ > 1, "they fight it to its end, or whole rounds of it"
    assert min(answers.values()) > least
    assert {name for name, _ in moved} == {"A", "B"}
    ends = {one.locator("[data-question]").inner_text() for one in seats.values()}
    assert len(ends) == 1, "both are told the same end"
    assert re.search(r" won$|^A draw$", ends.pop())
    logs = [one.locator(".log").inner_text() for one in seats.values()]
    for words in ("moves? from", "engages?", "Attack roll", "Raiders placed", "Wardens placed"):
        assert all(re.search(words, log) for log in logs), words
    for name, one in seats.items():
        shot(one, f"areas-end-{name}")


def test_a_naval_battle_opens_with_what_ships_carry(
    fighting: Callable[..., Page], shot: Callable[[Page, str], None]
) -> None:
    page = fighting("warcards", "strait")
    until(page, "Move a unit")
    labels = page.locator("[data-place]").evaluate_all("(all) => all.map((one) => one.ariaLabel).join(' | ')")
    assert "Sea raiders: 1st Drakkar" in labels
    assert "with 1st Infantry, 1st Irregulars" in labels
    assert page.locator(".crew .hand").count() >= 9
    shot(page, "areas-naval")


def test_a_castle_has_walls_and_heroes(
    fighting: Callable[..., Page], shot: Callable[[Page, str], None]
) -> None:
    page = fighting("warcards", "castle_assault")
    until(page, "Move a unit")
    assert page.locator(".turf .work").count() == 5
    assert "Full fortification, level 3" in page.locator(".table > .words").inner_text()
    assert "Storming party" in page.locator(".cards").inner_text()
    page.locator('[data-piece="u6"]').hover()
    page.wait_for_selector("[data-inspector]:has-text('defense')")
    shot(page, "areas-castle")


@pytest.mark.parametrize("width", [1440, 360])
def test_no_serious_finding(
    width: int, fighting: Callable[..., Page], shot: Callable[[Page, str], None]
) -> None:
    touch = {"has_touch": True, "is_mobile": True} if width == 360 else {}
    page = fighting("warcards", "heroes_and_magic", width=width, height=800, bypass_csp=True, **touch)
    until(page, "Move a unit")
    assert in_both_themes(page) == []
    press(page, page.evaluate(ACTORS)[0])
    page.locator(".place.target").first.wait_for()
    assert in_both_themes(page, lambda theme: shot(page, f"areas-{theme}-{width}")) == []
    if width == 1440:
        page.keyboard.press("Escape")
        page.keyboard.press("t")
        page.wait_for_selector("text=The board in words")
        assert in_both_themes(page) == []


@pytest.mark.parametrize(("theme", "width"), [("light", 1440), ("dark", 360)])
def test_the_throws_ahead_have_no_serious_finding(
    theme: str, width: int, fighting: Callable[..., Page], shot: Callable[[Page, str], None]
) -> None:
    page = fighting(
        "warcards", "knights_and_pikes", width=width, height=800, color_scheme=theme, bypass_csp=True
    )
    chance = random.Random(7)
    moved = 0
    for _ in range(80):
        assert stands(page) == "question"
        if page.locator(".sums").count():
            break
        if "Move a unit" in text(page) and moved < 5:
            moved += 1
            manoeuvre(page, chance)
        else:
            confirm(page)
    tables = page.locator(".sums table")
    assert tables.count() >= 2
    for words in tables.all_inner_texts():
        assert re.search(r"Must roll\s+\d+( or more)? \d+ %", words), words
    assert findings(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") == width
    tables.first.locator(".opens").first.click()
    page.wait_for_selector("dialog >> text=/unit.statistics|warcards/")
    shot(page, f"areas-throws-{theme}-{width}")


def test_the_whole_table_on_a_phone(fighting: Callable[..., Page], shot: Callable[[Page, str], None]) -> None:
    page = fighting("warcards", "border_skirmish", width=360, height=740, has_touch=True, is_mobile=True)
    until(page, "Move a unit")
    shot(page, "areas-phone")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.get_by_role("button", name="Map", exact=True).tap()
    page.wait_for_timeout(300)
    boxes = [place.bounding_box() for place in page.locator("[data-place]").all()]
    assert all(box is not None and box["x"] >= 0 and box["x"] + box["width"] <= 360 for box in boxes)
    shot(page, "areas-phone-map")
    actor = next(one for one in page.evaluate(ACTORS) if one.startswith(("A", "N")))
    page.locator(f'[data-place="{actor}"]').tap(force=True)
    page.locator(".place.target").first.tap(force=True)
    shot(page, "areas-phone-path")
    page.locator("[data-main]").tap()
    page.get_by_role("button", name="News").tap()
    page.wait_for_selector(".log >> text=/moves? from/")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
