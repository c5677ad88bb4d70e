"""The table of squares in a real browser: skirmish against the computer, the chain of answers as a ladder, on a phone."""

from __future__ import annotations

import json
import urllib.request
from typing import TYPE_CHECKING

import pytest
from browser.play import confirm, ready, text
from browser.test_access import findings

from banneret import rulebooks
from banneret.kernel.battle import Battle
from banneret.kernel.dice import Chance

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

ABLE = "() => [...document.querySelectorAll('[data-place]')].filter((one) => one.ariaLabel.includes('may act')).map((one) => one.dataset.place)"
GOALS = "() => [...document.querySelectorAll('[data-place]')].filter((one) => /Go to/.test(one.ariaLabel)).map((one) => one.dataset.place)"


def press(page: Page, place: str) -> None:
    """Point at the middle of a square."""
    page.locator(f'[data-place="{place}"]').click(force=True)


def crowd() -> tuple[Battle, str]:
    """A battle in the middle of a chain of three actions, and the side that is asked for an answer."""
    book = rulebooks.get("skirmish")
    sides = (
        ["dragon-knight", "human-ranger", "dwarven-defender", "half-orc-thug", "dwarf-cleric"],
        ["drow-blademaster", "drow-assassin", "drow-priestess", "drow-house-guard", "drow-wizard"],
    )
    standing = [
        [
            [name, f"{'ABCDEFGH'[2 * (at % 4) + (at // 4 + side) % 2]}{8 + at // 4}"]
            for at, name in enumerate(names)
        ]
        for side, names in enumerate(sides)
    ]
    data = {
        "id": "crowd",
        "title": "Crowd",
        "sides": ["cormyr", "drow"],
        "data": {
            "names": ["Cormyr", "Drow"],
            "factions": ["cormyr", "drow"],
            "board": "short-yard",
            "standing": standing,
        },
    }
    battle = Battle.start(book, book.read_scenario(data, "test"), seed="crowd")
    chance = Chance(3)
    for _ in range(400):
        decision = battle.decisions[0]
        side = battle.sides[decision.side]
        orders = decision.orders()
        answers = [order for order in orders if order[0] in ("strike", "attack")]
        if decision.kind == "answer" and answers and len(battle.course.answers) > 1:
            return battle, side
        battle.give(side, answers[0] if answers else decision.sample(chance))
    raise AssertionError("no chain came to be")


def first_chain() -> tuple[Battle, str]:
    """The same creatures where an answer may be given by several of them, and the side that is asked."""
    begun, _ = crowd()
    for seed in range(60):
        battle = Battle.start(begun.rulebook, begun.scenario, seed=f"rich {seed}")
        chance = Chance(seed)
        for _ in range(120):
            decision = battle.decisions[0]
            side = battle.sides[decision.side]
            if decision.kind == "answer":
                actors = {order[1] for order in decision.orders() if order[0] == "strike"}
                if len(actors) > 1:
                    return battle, side
            passing = decision.kind in ("answer", "window")
            battle.give(side, decision.default() if passing else decision.sample(chance))
    raise AssertionError("nobody could choose")


def imported(address: str, battle: Battle) -> dict[str, str]:
    """The links of the sides of a battle that was brought to the table."""
    body = json.dumps({"text": battle.private_text}).encode()
    request = urllib.request.Request(
        f"{address}/api/import", data=body, headers={"content-type": "application/json"}, method="POST"
    )
    with urllib.request.urlopen(request) as answer:
        tokens: dict[str, str] = json.load(answer)["tokens"]
    return {side: f"/battle#{token}" for side, token in tokens.items()}


def first_turn() -> tuple[Battle, str]:
    """A battle before its first activation, and the side that is asked for it; the other wants no questions in this turn."""
    book = rulebooks.get("skirmish")
    battle = Battle.start(book, book.scenario("short_yard"), seed="first turn")
    while (decision := battle.decisions[0]).kind != "activate":
        battle.give(battle.sides[decision.side], decision.default())
    battle.set_asked(battle.sides[1 - decision.side], "turn")
    return battle, battle.sides[decision.side]


def test_before_the_first_turn_the_board_shows_where_creatures_may_start(
    fighting: Callable[..., Page],
) -> None:
    page = fighting("skirmish", "twin_halls", width=360, height=740)
    start = page.locator(".board .target").first
    start.wait_for()
    lines = page.locator("path.grid").evaluate("(one) => getComputedStyle(one).stroke")
    assert lines.startswith("rgb")  # the squares can be counted
    page.wait_for_function(
        """() => {
          const [box, sheet] = ['.board .target', 'aside'].map((one) => document.querySelector(one).getBoundingClientRect())
          return box.top >= 0 && box.left >= 0 && box.right <= innerWidth && box.bottom <= sheet.top
        }"""
    )


def test_chosen_creatures_stand_on_the_board_and_are_set_elsewhere_by_pointing(
    fighting: Callable[..., Page], shot: Callable[[Page, str], None]
) -> None:
    page = fighting("skirmish", "short_yard")
    ghosts = page.locator(".ghost")
    ghosts.first.wait_for()
    assert ghosts.count() == 3
    shot(page, "squares-start")
    slots = page.get_by_role("tab")
    press(page, "D2")  # where the third stands: that slot opens
    slots.nth(2).and_(page.locator("[aria-selected=true]")).wait_for()
    assert "Creature 3: Demonweb Spider" in (
        page.locator('[data-place="D2"]').get_attribute("aria-label") or ""
    )
    press(page, "B2")  # under the Giant Spider, who fills four squares
    slots.nth(0).and_(page.locator("[aria-selected=true]")).wait_for()
    page.wait_for_function(
        "document.querySelectorAll('.board .target').length === 4"
    )  # its own place and three more
    press(page, "H2")  # four squares do not fit there
    page.get_by_text("Giant Spider fills 4 squares of your start").locator("visible=true").first.wait_for()
    slots.nth(3).click()
    page.locator("button.opt", has_text="Drow Wizard").click()
    press(page, "C1")  # two levels too many: said before it is sealed
    page.get_by_role("status").get_by_text("9 levels are more than 7").wait_for()
    page.locator("[data-main][aria-disabled=true]").wait_for()
    slots.nth(3).click()
    page.get_by_role("button", name="Empty Creature 4").click()
    page.locator("button.opt", has_text="None").click()
    press(page, "D2")
    press(page, "H2")
    slots.nth(2).get_by_text("Demonweb Spider H2").wait_for()
    page.locator("[data-main]").get_by_text(
        "Seal: Giant Spider A1, Drow Priestess C2, Demonweb Spider H2"
    ).wait_for()
    confirm(page)
    page.locator('[data-place="H2"][aria-label*="Drow: Demonweb Spider"]').wait_for()
    ghosts.first.wait_for(state="detached")


def test_a_turn_is_played_by_pointing_at_the_board(
    sit: Callable[..., Page], shot: Callable[[Page, str], None], address: str
) -> None:
    battle, side = first_turn()
    page = sit(imported(address, battle)[side])
    ready(page)
    assert "Which creature do you activate?" in text(page)
    able = page.evaluate(ABLE)
    press(page, able[0])
    who = page.locator(f'[data-place="{able[0]}"]').get_attribute("aria-label") or ""
    confirm(page)
    page.get_by_role("heading", name="What does").wait_for()
    page.keyboard.press("2")  # after the end of its activation: to move
    page.get_by_role("button", name="Move").first.wait_for()
    confirm(page)
    page.get_by_role("heading", name="Where does").wait_for()  # the other side is passed for
    assert "would come first" not in page.locator(".ladder").inner_text(), "a step of its own is no answer"
    goal = "A2"  # beside one of its own: it has more to do there than to end its activation, which would be done by itself
    assert goal in page.evaluate(GOALS)
    press(page, goal)
    confirm(page)
    page.get_by_role("heading", name="What does").wait_for()
    there = page.locator(f'[data-place="{goal}"]').get_attribute("aria-label") or ""
    assert who.split(":")[1].split(",")[0] in there
    assert page.locator("g.piece").count() > 4
    shot(page, "squares")


def test_a_long_list_of_goals_is_one_stop_of_tab_and_arrows_walk_it(
    sit: Callable[..., Page], address: str
) -> None:
    battle, side = first_turn()
    while (decision := battle.decisions[0]).kind != "go":
        order = next((one for one in decision.orders() if one[0] == "move"), decision.default())
        battle.give(battle.sides[decision.side], order)
    assert battle.sides[decision.side] == side
    page = sit(imported(address, battle)[side])
    rows = page.locator(".list .opt")
    rows.nth(12).wait_for()
    assert page.locator(".list .opt[tabindex='0']").count() == 1
    page.locator(".list .opt[tabindex='0']").focus()
    page.keyboard.press("Home")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.wait_for_function(
        "[...document.querySelectorAll('.list .opt')].indexOf(document.activeElement) === 2"
    )
    page.keyboard.press("End")
    page.wait_for_function("[...document.querySelectorAll('.list .opt')].at(-1) === document.activeElement")
    page.keyboard.press("Tab")
    page.wait_for_function("!document.activeElement.closest('.list')")
    page.keyboard.press("Shift+Tab")
    page.wait_for_function("[...document.querySelectorAll('.list .opt')].at(-1) === document.activeElement")


@pytest.mark.parametrize(
    ("rulebook", "scenario", "least"),
    [
        ("skirmish", "short_yard", 500),  # beside the list of creatures
        ("stacks", "halls_and_groves", 700),
        ("warcards", "border_skirmish", 700),
        ("companies", "four_crowns", 700),
    ],
)
def test_on_an_upright_tablet_the_question_stands_below_the_board(
    fighting: Callable[..., Page], rulebook: str, scenario: str, least: int
) -> None:
    page = fighting(rulebook, scenario, width=820, height=1180)
    board, panel = (page.locator(where).bounding_box() for where in (".boardbox", "aside"))
    assert board is not None
    assert panel is not None
    assert board["width"] > least
    assert panel["y"] >= board["y"] + board["height"]


@pytest.mark.parametrize("width", [1440, 360])
def test_a_seat_sets_what_it_is_asked_in_the_turn_of_the_other_and_by_the_keyboard(
    sit: Callable[..., Page], address: str, shot: Callable[[Page, str], None], width: int
) -> None:
    battle, side = first_turn()
    other = next(one for one in battle.sides if one != side)
    links = imported(address, battle)
    page = sit(links[other], bypass_csp=True, width=width, height=740 if width == 360 else 900)
    choice = page.get_by_label("You are asked")
    choice.wait_for()
    assert choice.input_value() == "turn"
    shot(page, f"squares-asked-{width}")
    choice.press("ArrowUp")
    page.wait_for_function("() => document.querySelector('label select').value === 'aimed'")
    page.reload()
    choice.wait_for()
    assert choice.input_value() == "aimed"
    assert findings(page) == []


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (360, 740)])
def test_the_chain_is_a_ladder_and_arrows_with_the_same_numbers(
    sit: Callable[..., Page], shot: Callable[[Page, str], None], address: str, width: int, height: int
) -> None:
    battle, side = crowd()
    page = sit(imported(address, battle)[side], width, height, bypass_csp=True)
    page.wait_for_selector(".ladder")
    page.wait_for_selector(".link text", state="attached")
    rungs = page.locator(".ladder .dot:not(:empty)").all_inner_texts()
    arrows = page.locator(".link text").all_text_contents()
    assert rungs == [str(n + 1) for n in range(len(rungs))]
    assert set(arrows) == set(rungs)
    assert "would come first" in page.locator(".ladder").inner_text()
    assert "If no one answers" in page.locator(".fates").inner_text()
    page.locator(".ladder .sum").first.click()
    assert page.locator(".ladder .tally").count() == 1
    shot(page, f"ladder-{width}")
    assert findings(page) == []


@pytest.mark.parametrize(("width", "height", "scheme"), [(1440, 900, "dark"), (360, 740, "light")])
def test_answers_are_chips_and_creatures_stand_in_a_track(
    sit: Callable[..., Page],
    shot: Callable[[Page, str], None],
    address: str,
    width: int,
    height: int,
    scheme: str,
) -> None:
    battle, side = first_chain()
    page = sit(imported(address, battle)[side], width, height, color_scheme=scheme, bypass_csp=True)
    page.wait_for_selector(".kinds")
    page.locator(".kinds .opt").first.click()
    words = page.locator(".open .term")
    said = page.locator(".act .main").inner_text()
    free = words.first.locator("button[aria-checked='false']").first
    free.click()
    assert page.locator(".act .main").inner_text() != said
    page.keyboard.press("ArrowLeft")
    assert page.locator(".act .main").inner_text() == said
    shot(page, f"chips-{width}")
    assert findings(page) == []
    if width < 640:
        page.get_by_role("button", name="Hand").click()
    track = page.get_by_label("Creatures by their turn")
    titles = track.locator("h4").all_inner_texts()
    assert {"Still to act", "May answer"} <= set(titles)
    assert track.locator("li").count() == len(battle.scene(side).pieces)
    assert page.locator(".trays .top i").first.inner_text() in ("Standard", "Minor", "Immediate")
    shot(page, f"track-{width}")


@pytest.mark.parametrize(("width", "scheme"), [(1440, "light"), (360, "dark")])
def test_a_creature_in_full_shows_its_reach_and_whom_it_sees(
    sit: Callable[..., Page], shot: Callable[[Page, str], None], address: str, width: int, scheme: str
) -> None:
    battle, side = first_turn()
    page = sit(
        imported(address, battle)[side],
        width,
        900 if width > 400 else 740,
        color_scheme=scheme,
        bypass_csp=True,
    )
    ready(page)
    own = next(one for one in battle.scene(side).pieces if one.side == battle.sides.index(side))
    page.locator(f'[data-place="{own.place}"]').focus()
    page.keyboard.press("i")
    page.wait_for_selector(".inspector h2")
    words = page.locator("svg .word").all_text_contents()
    seen = battle.inspector(side, own.id).glances
    assert sorted(words) == sorted(
        {"clear": "Clear", "cover": "Cover", "unseen": "Not seen"}[one.seen] for one in seen
    )
    assert "Whom it sees" in page.locator(".inspector").inner_text()
    shot(page, f"sights-{width}")
    assert findings(page) == []
    page.keyboard.press("Escape")
    page.wait_for_function("() => !document.querySelector('svg .word')")


@pytest.mark.parametrize("width", [1440, 360])
def test_a_square_that_is_too_far_says_by_how_much(fighting: Callable[..., Page], width: int) -> None:
    page = fighting("skirmish", "tollhouse", width=width, height=780, has_touch=width == 360)
    for _ in range(6):
        if "does" in text(page):
            break
        confirm(page)
    confirm(page)  # Move is the default where nobody is to be struck
    assert "go?" in text(page)
    far = page.evaluate(
        "() => [...document.querySelectorAll('[data-place]')].filter((one) => !one.ariaLabel.includes('Go to') && !one.ariaLabel.includes('wall') && one.ariaLabel.includes('start of Cormyr')).map((one) => one.dataset.place)"
    )
    press(page, far[-1])
    card = page.locator("aside .sheet" if width == 360 else ".page > .denied")
    card.get_by_text("Not possible.").wait_for()
    said = card.inner_text()
    assert "2 by 2 squares" in said  # the spider is large, and the edge of the board is near
    assert "Go to" in said
    assert "legal orders" not in said
    spoken = " ".join(page.locator("[aria-live=polite]").all_inner_texts())
    assert "Not possible" in spoken


HINT = """() => {
  const row = document.querySelector('.trays').getBoundingClientRect()
  const found = document.querySelector('.trays .any')?.getBoundingClientRect()
  return found ? found.right <= row.right : null
}"""


def test_the_hint_beside_the_trays_is_whole_or_not_there(fighting: Callable[..., Page]) -> None:
    """Two trays leave it no room at 1440 pixels, and do at 2000."""
    page = fighting("skirmish", "short_yard")
    confirm(page)
    page.wait_for_selector(".trays [data-tray] .row")
    page.wait_for_function(f"() => ({HINT})() === null")
    page.set_viewport_size({"width": 2000, "height": 900})
    page.wait_for_function(f"() => ({HINT})() === true")
