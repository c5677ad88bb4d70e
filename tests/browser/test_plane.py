"""The plane in a real browser: armies set up, moved and fought by dragging, by keys and by touch, wide and narrow, light and dark."""

from __future__ import annotations

import json
import time
import urllib.request
from collections import deque
from typing import TYPE_CHECKING, Any

import pytest
from browser.play import at, gone_on, ready
from browser.test_access import findings

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page

GIVEN = {"deployment": "given", "premeasure": "allowed"}


CALLS: deque[float] = deque([0.0] * 50, maxlen=50)


def patience() -> None:
    """Keep to 50 calls in three seconds: the table allows an address no more in the long run, and the browser calls from it too."""
    time.sleep(max(0.0, CALLS[0] + 3.0 - time.monotonic()))
    CALLS.append(time.monotonic())


class Fight:
    """A battle at the table; what the browser's side does not do is done over HTTP."""

    def __init__(
        self,
        address: str,
        scenario: str = "crossroads",
        options: dict[str, str] | None = None,
        armies: dict[str, Any] | None = None,
    ) -> None:
        self.address = address
        self.count = 0
        book = self.call("/api/rulebooks/battlesystem")
        self.sides = next(one for one in book["scenarios"] if one["id"] == scenario)["sides"]
        body = {
            "rulebook": "battlesystem",
            "scenario": scenario,
            "options": GIVEN if options is None else options,
            "sides": {side: {"by": "me"} for side in self.sides},
            "armies": armies or {},
        }
        self.tokens = self.call("/api/battles", body)["tokens"]

    def call(self, path: str, body: object = None, token: str = "") -> Any:
        headers = {"content-type": "application/json"}
        if token:
            headers["authorization"] = f"Bearer {token}"
        data = None if body is None else json.dumps(body).encode()
        patience()
        with urllib.request.urlopen(urllib.request.Request(self.address + path, data, headers)) as answer:
            return json.load(answer)

    def view(self, side: int) -> dict[str, Any]:
        found: dict[str, Any] = self.call("/api/battle", token=self.tokens[self.sides[side]])
        return found

    def order(self, side: int, order: str, at: int | None = None) -> dict[str, Any]:
        """Give an order, as an answer to the view of that number where it is known."""
        self.count += 1
        seen = self.view(side)["at"] if at is None else at
        body = {"type": "order", "id": f"t{self.count}", "at": seen, "order": order}
        found: dict[str, Any] = self.call("/api/battle/request", body, self.tokens[self.sides[side]])
        return found

    def until(self, side: int, kind: str, most: int = 60) -> None:
        """Take defaults on all sides until that side is asked such a question."""
        for _ in range(most):
            view = self.view(side)
            if "ending" in view["scene"]:
                raise AssertionError("it is over")
            deciding = self.sides.index(view["scene"]["waiting"][0])
            if deciding != side:
                view = self.view(deciding)
            asked = view["scene"]["questions"][0]
            if deciding == side and asked["kind"] == kind:
                return
            assert self.order(deciding, asked["default"], view["at"])["type"] == "done"
        raise AssertionError(f"never asked: {kind}")

    def piece(self, number: int, side: int = 0) -> dict[str, Any]:
        return next(one for one in self.view(side)["scene"]["pieces"] if one["id"] == f"u{number}")

    def path(self, side: int = 0) -> str:
        return f"/battle#{self.tokens[self.sides[side]]}"


def board(page: Page) -> Page:
    page.wait_for_selector(".plane .plate")
    ready(page)
    page.wait_for_timeout(150)
    return page


def middle(page: Page, selector: str, nth: int = 0) -> tuple[float, float]:
    box = page.locator(selector).nth(nth).bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def inch(page: Page) -> float:
    """Pixels to the inch: the table is 60 inches wide."""
    box = page.locator(".plane .turf").first.bounding_box()
    assert box is not None
    return box["width"] / 60.0


def drag(page: Page, start: tuple[float, float], end: tuple[float, float]) -> None:
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move((start[0] + end[0]) / 2, (start[1] + end[1]) / 2, steps=4)
    page.mouse.move(*end, steps=4)
    page.mouse.up()


def settled(page: Page) -> None:
    """Until the table has said what the plan comes to as it stands."""
    page.wait_for_selector(".steps[aria-busy=false], .shares[aria-busy=false], .posts[aria-busy=false]")


def eventually(page: Page, holds: Callable[[], bool]) -> None:
    """Until it holds; the page goes on meanwhile."""
    for _ in range(400):
        if holds():
            return
        page.wait_for_timeout(50)
    raise AssertionError("it did not come about")


def declare(page: Page, fight: Fight, side: int = 0) -> None:
    before = at(page)
    page.locator("[data-main]").click()
    gone_on(page, before)
    page.wait_for_timeout(50)


def test_a_unit_is_moved_by_dragging(
    sit: Callable[..., Page], address: str, shot: Callable[[Page, str], None]
) -> None:
    fight = Fight(address)
    fight.until(0, "move")
    before = fight.piece(3)
    page = board(sit(fight.path()))
    scale = inch(page)
    x, y = middle(page, '[data-body="u3"]')
    drag(page, (x, y), (x, y - 4 * scale))
    settled(page)
    assert float(page.locator(".steps .cost").inner_text().removesuffix(" in")) == pytest.approx(4.0, abs=0.1)
    # the left front corner is dragged ahead: a wheel about the right one
    corner = middle(page, ".handle")
    drag(page, corner, (corner[0] + 0.3 * scale, corner[1] - 1.6 * scale))
    page.wait_for_function("() => document.querySelectorAll('.steps li').length === 2")
    settled(page)
    shot(page, "plane-planned")
    assert "Wheel right" in page.locator(".steps").inner_text()
    assert page.locator(".plan .body").count() == 2
    declare(page, fight)
    after = fight.piece(3)
    assert after["at"][1] > before["at"][1] + 3.5
    assert 5 < after["facing"] < 60
    page.wait_for_selector(".trail")
    shot(page, "plane-moved")


def test_the_trails_of_a_round_go_when_somebody_moves_in_the_next(
    sit: Callable[..., Page], address: str
) -> None:
    fight = Fight(address)
    fight.until(0, "move")
    page = board(sit(fight.path()))
    scale = inch(page)
    for unit in ("u0", "u3"):  # in the first round the one, in the second the other
        x, y = middle(page, f'[data-body="{unit}"]')
        drag(page, (x, y), (x, y - 3 * scale))
        settled(page)
        declare(page, fight)
        page.wait_for_selector(".trail")
        assert page.locator(".trail").count() == 1
        turn = fight.view(0)["scene"]["clock"]
        while fight.view(0)["scene"]["clock"] == turn:
            for side in (0, 1):
                scene = fight.view(side)["scene"]
                if fight.sides[side] in scene["waiting"]:
                    assert fight.order(side, scene["questions"][0]["default"])["type"] == "done"
                    break
        fight.until(0, "move")
        page.wait_for_selector(".plate.may")
        assert page.locator(".trail").count() == 1  # to be seen until then


def test_a_drag_too_far_aside_goes_as_far_as_the_rules_let_it(sit: Callable[..., Page], address: str) -> None:
    fight = Fight(address)
    fight.until(0, "move")
    page = board(sit(fight.path()))
    scale = inch(page)
    x, y = middle(page, '[data-body="u3"]')
    drag(page, (x, y), (x + 9 * scale, y - 3 * scale))
    settled(page)
    words = page.locator(".steps input").first.input_value()
    assert words == "45"
    # 9.5 in at 72 degrees, of which 45 are allowed: 9.5 x cos 27
    assert float(page.locator(".steps .cost").inner_text().removesuffix(" in")) == pytest.approx(
        8.5, abs=0.15
    )


def test_a_press_on_the_ground_and_a_drag_too_far_say_why_and_where_it_ends(
    sit: Callable[..., Page], address: str, shot: Callable[[Page, str], None]
) -> None:
    fight = Fight(address)
    fight.until(0, "move")
    page = board(sit(fight.path()))
    scale = inch(page)
    x, y = middle(page, '[data-body="u3"]')
    page.mouse.click(x, y - 8 * scale)  # nobody in hand: the nearest may be taken
    page.locator(".denied", has_text="No unit is in hand.").first.wait_for()
    page.keyboard.press("1")
    page.wait_for_selector(".denied", state="detached")
    page.wait_for_selector('.plate.held[data-stop="u3"]')
    page.mouse.click(x + 8 * scale, y - 4 * scale)
    card = page.locator(".denied:has(.chips)", has_text="at most 45 degrees to either side").first
    card.wait_for()
    page.locator("[aria-live]", has_text="Not possible. A unit moves at most 45 degrees").first.wait_for(
        state="attached"
    )
    assert page.locator(".steps li").count() == 0
    card.get_by_role("button", name="Oblique 45° right").click()
    page.wait_for_selector(".denied", state="detached")
    page.locator(".steps li", has_text="Oblique 45° right").wait_for()
    page.keyboard.press("Backspace")
    drag(page, (x, y), (x, y - 15 * scale))
    card = page.locator(
        ".denied:has(.chips)", has_text="That is 15 in away, 9 in are left: it stops here."
    ).first
    card.wait_for()
    assert card.get_by_role("button", name="Movement Phase").count() == 1
    shot(page, "plane-too-far")
    page.locator(".steps .cost", has_text="9 in").wait_for()
    page.keyboard.press("1")
    page.wait_for_selector(".denied", state="detached")
    before = fight.piece(3)["at"][1]
    declare(page, fight)
    assert fight.piece(3)["at"][1] == pytest.approx(before + 9, abs=0.01)


def test_a_unit_taken_up_by_its_number_is_led_by_the_arrows_at_once(
    sit: Callable[..., Page], address: str
) -> None:
    fight = Fight(address, "hedge_and_bow")
    fight.until(0, "move")
    page = board(sit(fight.path()))
    page.locator("[data-question]").focus()
    page.keyboard.press("2")
    held = page.locator(".plate.held")
    held.wait_for()
    page.wait_for_function("document.activeElement?.matches('.plate.held')")
    for _ in range(3):
        page.keyboard.press("ArrowUp")
    page.get_by_text("Forward 3 in").wait_for()
    page.wait_for_timeout(700)
    assert not page.locator("[data-inspector]").count(), "no card lies over the field while its move is drawn"
    page.locator("[data-main][aria-disabled=false]").wait_for()
    at = fight.view(0)["at"]
    page.keyboard.press("Enter")
    eventually(page, lambda: fight.view(0)["at"] > at)


def test_a_battle_is_played_by_keys_alone(
    sit: Callable[..., Page], address: str, shot: Callable[[Page, str], None]
) -> None:
    fight = Fight(address)
    fight.until(0, "move")
    page = board(sit(fight.path()))
    for number in range(3):
        # N goes to the next that may act, Enter takes it in hand, the arrows draw its way, Enter gives the order
        page.locator('[data-stop="u1"]').focus()
        if number:
            page.keyboard.press("n")
        stop = page.evaluate("document.activeElement.dataset.stop")
        before = fight.piece(int(stop[1:]))
        page.keyboard.press("Enter")
        page.wait_for_selector(".bar")
        for key in ("ArrowUp", "ArrowUp", "ArrowUp", "ArrowRight", "Backspace", "ArrowUp"):
            page.keyboard.press(key)
        settled(page)
        assert page.locator(".steps li").count() == 1
        assert page.locator(".steps .cost").inner_text() == "4 in"
        at = fight.view(0)["at"]
        page.locator(f'[data-stop="{stop}"]').focus()
        page.keyboard.press("Enter")
        page.wait_for_function("() => !document.querySelector('.steps')")
        assert fight.view(0)["at"] > at
        assert fight.piece(int(stop[1:]))["at"][1] == pytest.approx(before["at"][1] + 4, abs=0.01)
    rounds = fight.view(0)["scene"]["clock"]
    page.locator("[data-question]").focus()
    page.keyboard.press("Escape")
    at = fight.view(0)["at"]
    page.keyboard.press("Enter")  # the end of the movement
    eventually(page, lambda: fight.view(0)["at"] > at)
    fight.until(0, "move")
    assert fight.view(0)["scene"]["clock"] != rounds
    shot(page, "plane-second-round")


def test_escape_lets_go_and_undo_takes_back(sit: Callable[..., Page], address: str) -> None:
    fight = Fight(address)
    fight.until(0, "move")
    page = board(sit(fight.path()))
    before = fight.piece(3)["at"]
    page.locator('[data-stop="u3"]').click()
    page.get_by_role("button", name="Forward").click()
    settled(page)
    page.keyboard.press("Escape")
    page.wait_for_function("() => !document.querySelector('.steps')")
    page.locator('[data-stop="u3"]').click()
    page.get_by_role("button", name="Forward").click()
    settled(page)
    declare(page, fight)
    assert fight.piece(3)["at"] != before
    page.keyboard.press("u")
    eventually(page, lambda: fight.piece(3)["at"] == before)


def test_an_army_is_set_up_by_dragging(
    sit: Callable[..., Page], address: str, shot: Callable[[Page, str], None]
) -> None:
    fight = Fight(address, options={})
    fight.until(0, "place")
    page = sit(fight.path())
    page.wait_for_selector(".hold")
    scale = inch(page)
    names = page.locator(".posts .name").all_inner_texts()
    assert len(names) == 4
    x, y = middle(page, ".hold", 2)
    drag(page, (x, y), (x + 2 * scale, y + scale))
    shot(page, "plane-setting-up")
    settled(page)
    # out of the zone: the table says so, and the order is refused
    x, y = middle(page, ".hold", 2)
    drag(page, (x, y), (x, y - 12 * scale))
    page.wait_for_selector(".refusal:visible")
    settled(page)
    x, y = middle(page, ".hold", 2)
    drag(page, (x, y), (x, y + 12 * scale))
    page.wait_for_function("() => !document.querySelector('.refusal')")
    declare(page, fight)
    placed = fight.piece(2)
    usual = Fight(address)
    usual.until(0, "move")
    assert placed["at"][0] == pytest.approx(usual.piece(2)["at"][0] + 2, abs=0.6)


def test_a_phone_plans_by_touch(
    sit: Callable[..., Page], address: str, shot: Callable[[Page, str], None]
) -> None:
    fight = Fight(address)
    fight.until(0, "move")
    page = board(sit(fight.path(), 390, 844, has_touch=True, is_mobile=True))
    before = fight.piece(3)
    page.locator('[data-stop="u3"]').tap()
    page.wait_for_selector(".bar")
    page.wait_for_timeout(200)
    shot(page, "plane-phone")
    x, y = middle(page, '[data-body="u3"]')
    line = page.context.new_cdp_session(page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        line.send(
            "Input.dispatchTouchEvent",
            {"type": kind, "touchPoints": [{"x": px, "y": py} for px, py in points]},
        )

    touch("touchStart", (x, y))
    for step in range(1, 9):
        touch("touchMove", (x, y - 6 * step))
    touch("touchEnd")
    settled(page)
    shot(page, "plane-phone-planned")
    declare(page, fight)
    assert fight.piece(3)["at"][1] > before["at"][1] + 1
    # two fingers bring the map near
    scale = inch(page)
    touch("touchStart", (150, 150), (250, 150))
    for step in range(1, 6):
        touch("touchMove", (150 - 8 * step, 150), (250 + 8 * step, 150))
    touch("touchEnd")
    eventually(page, lambda: inch(page) > scale * 1.2)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_what_one_may_measure(sit: Callable[..., Page], address: str) -> None:
    fight = Fight(address)
    fight.until(0, "move")
    page = board(sit(fight.path()))
    page.get_by_role("button", name="Ruler").click()
    scale = inch(page)
    x, y = middle(page, ".plane .turf")
    drag(page, (x, y), (x + 6 * scale, y))
    assert page.locator(".measure").inner_text() == "6.0 in"
    page.get_by_role("button", name="Ruler").click()
    assert page.locator(".measure").count() == 0
    for name in ("Command", "Reach", "Sides"):
        page.get_by_role("button", name=name, exact=True).click()
    assert page.locator(".asked circle").count() >= 4
    assert (
        "charge range" in page.locator(".asked").first.inner_html()
        or page.get_by_text("charge range").count()
    )
    blind = Fight(address, options={"deployment": "given"})
    blind.until(0, "move")
    page = board(sit(blind.path()))
    assert page.get_by_role("button", name="Ruler").count() == 0
    assert page.get_by_role("button", name="Reach", exact=True).count() == 0
    page.locator('[data-stop="u3"]').click()
    page.get_by_role("button", name="Forward").click()
    page.get_by_text("Nothing is measured to the enemy").wait_for()


def test_zoom_from_the_whole_field_to_a_figure(
    sit: Callable[..., Page], address: str, shot: Callable[[Page, str], None]
) -> None:
    fight = Fight(address)
    fight.until(0, "move")
    page = board(sit(fight.path()))
    near = inch(page)
    page.get_by_role("button", name="Whole board").click()
    page.mouse.move(1, 1)
    whole = inch(page)
    assert near > 1.1 * whole, "at first the part with both armies is shown"
    plate = page.locator('[data-stop="u3"]').bounding_box()
    assert plate is not None
    x, y = middle(page, '[data-body="u3"]')
    page.mouse.move(x, y)
    for _ in range(8):
        page.mouse.wheel(0, -300)
        page.wait_for_timeout(30)
    eventually(page, lambda: inch(page) > 5 * whole)
    page.wait_for_selector(".corner .seen")
    shot(page, "plane-near")
    wide = page.locator('[data-stop="u3"]').bounding_box()
    assert wide is not None
    assert wide["height"] == pytest.approx(plate["height"], abs=1.5)  # plates keep their size
    page.locator('[data-stop="u3"]').focus()
    page.keyboard.press("f")
    eventually(page, lambda: inch(page) == pytest.approx(whole, rel=0.01))
    page.keyboard.press("+")
    eventually(page, lambda: inch(page) > whole)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_plane_can_be_used_by_everybody(
    sit: Callable[..., Page], address: str, theme: str, shot: Callable[[Page, str], None]
) -> None:
    fight = Fight(address)
    fight.until(0, "move")
    page = board(sit(fight.path(), looks={"theme": theme}, bypass_csp=True))
    page.locator('[data-stop="u3"]').click()
    page.get_by_role("button", name="Forward").click()
    settled(page)
    shot(page, f"plane-{theme}")
    assert findings(page) == []
    label = page.locator('[data-stop="u3"]').get_attribute("aria-label") or ""
    for word in ("Glarian Guard", "in east", "facing north", "in hand"):
        assert word in label


def close_in(fight: Fight, most: int = 8) -> None:
    """March both armies at each other, and charge whoever can be charged, until somebody fights."""
    for _ in range(most):
        for side in (0, 1):
            fight.until(side, "move")
            asked = fight.view(side)["scene"]["questions"][0]
            plans = asked["form"]["plans"]
            for unit in dict.fromkeys(plan["piece"] for plan in plans):
                own = [plan for plan in plans if plan["piece"] == unit]
                charges = [
                    f"charge {plan['word']} {plan['start']}" for plan in own if plan["verb"] == "charge"
                ][:2]
                ways = [
                    f"move {plan['word']} (slide 0 {plan['most']})" for plan in own if plan["verb"] == "move"
                ]
                for order in [*charges, *ways]:
                    if fight.order(side, order)["type"] == "done":
                        break
            if any(link["kind"] == "fight" for link in fight.view(0)["scene"].get("links", [])):
                return
            if fight.view(side)["scene"].get("questions"):
                fight.order(side, "done")
    raise AssertionError("they never met")


def test_a_fight_opens_to_its_sums(
    sit: Callable[..., Page], address: str, shot: Callable[[Page, str], None]
) -> None:
    fight = Fight(address)
    close_in(fight)
    page = board(sit(fight.path()))
    link = next(link for link in fight.view(0)["scene"]["links"] if link["kind"] == "fight")
    mark = page.get_by_role("button", name=f"{link['text']}: the sums", exact=True)
    mark.first.click()
    card = page.get_by_role("region", name=link["text"])
    card.locator(".total").first.click()
    assert card.get_by_role("rowheader", name="Attack rating", exact=True).count() == 1
    assert card.get_by_text("Total").count() == 1
    shot(page, "plane-fight")


def test_a_battle_goes_on_through_melee_in_the_browser(sit: Callable[..., Page], address: str) -> None:
    fight = Fight(address)
    close_in(fight)
    before = fight.view(0)["scene"]["clock"]
    page = sit(fight.path())
    page.wait_for_selector(".plane .plate")
    for _ in range(40):
        scene = fight.view(0)["scene"]
        if scene["clock"] != before or "ending" in scene:
            break
        mine = fight.sides[0] in scene["waiting"]
        if mine and not scene["questions"][0].get("trivial"):
            page.wait_for_selector("[data-main]")
            declare(page, fight)
        elif not mine:
            other = fight.sides.index(scene["waiting"][0])
            fight.order(other, fight.view(other)["scene"]["questions"][0]["default"])
        page.wait_for_timeout(60)
    assert fight.view(0)["scene"]["clock"] != before
    assert any("figures" in line["text"] for line in fight.view(0)["scene"]["news"])


def test_a_unit_is_moved_from_the_board_in_words(sit: Callable[..., Page], address: str) -> None:
    fight = Fight(address)
    fight.until(0, "move")
    before = fight.piece(3)["at"]
    page = sit(fight.path(), looks={"textBoard": True})
    page.get_by_role("button", name="Glarian Guard 12 Crossroads Force").click()
    page.get_by_role("button", name="Forward").click()
    settled(page)
    page.locator(".steps input").nth(1).fill("3.5")
    page.locator(".steps input").nth(1).press("Tab")
    page.wait_for_function("() => document.querySelector('.steps .cost').textContent === '3.5 in'")
    settled(page)
    declare(page, fight)
    assert fight.piece(3)["at"][1] == pytest.approx(before[1] + 3.5, abs=0.01)


LABELS = """() => [...document.querySelectorAll('.plate:not(.out), .plates .fight, .names text')].map((one) => {
  const { left, top, right, bottom } = one.getBoundingClientRect()
  return [one.textContent.trim(), left, top, right, bottom]
})"""


def meeting(page: Page) -> tuple[int, list[tuple[str, str]]]:
    """How many labels there are, and which of them lie on each other."""
    boxes = page.evaluate(LABELS)
    return len(boxes), [
        (a[0], b[0])
        for i, a in enumerate(boxes)
        for b in boxes[i + 1 :]
        if a[1] < b[3] - 0.5 and b[1] < a[3] - 0.5 and a[2] < b[4] - 0.5 and b[2] < a[4] - 0.5
    ]


@pytest.mark.parametrize("width", [1440, 390])
def test_no_label_lies_on_another_at_any_zoom(
    sit: Callable[..., Page], address: str, width: int, shot: Callable[[Page, str], None]
) -> None:
    """The largest armies there are, forty units with their commanders: as they set up, and on the field."""
    fight = Fight(address, "kings_meadow", {"premeasure": "allowed"})
    fight.until(0, "place")
    page = sit(fight.path(), width, 844)
    page.locator('[data-stop="post 5"]').wait_for()
    assert meeting(page)[1] == []
    shot(page, f"plane-crowd-placing-{width}")
    fight.until(0, "move")
    page.locator('[data-stop="u5"].may').wait_for()
    page.wait_for_function("document.fonts.status === 'loaded'")
    page.mouse.move(2, 2)
    for zoom in range(7):
        count, found = meeting(page)
        assert found == [], f"after {zoom} steps"
        assert count >= (48 if width > 640 else 36)
        shot(page, f"plane-crowd-{width}-{zoom}")
        page.locator(".plane .sheet").first.evaluate(
            "(one) => { const box = one.getBoundingClientRect(); one.dispatchEvent(new WheelEvent('wheel', "
            "{ deltaY: -180, clientX: box.left + box.width / 2, clientY: box.top + box.height / 2, bubbles: true, cancelable: true })) }"
        )
        page.wait_for_timeout(120)
    # whoever is pointed at is named in full
    far = page.locator('[data-stop="u5"]')
    far.focus()
    assert "Hill Halflings" in far.inner_text()


def test_a_unit_is_found_and_set_up_by_keys(sit: Callable[..., Page], address: str) -> None:
    fight = Fight(address, "kings_meadow", {"premeasure": "allowed"})
    fight.until(0, "place")
    page = sit(fight.path())
    group = page.get_by_role("button", name="Under Thane Borin 7 to place")
    group.wait_for()
    assert group.get_attribute("aria-expanded") == "false"
    group.click()
    page.locator(".posts .name", has_text="Deep Axes 16 figures, closed, 8 abreast").wait_for()
    page.get_by_label("Find a unit").fill("deep ham")
    assert page.locator(".posts .name").count() == 1
    page.get_by_label("Find a unit").press("Enter")
    page.locator(".zone.lit").wait_for()  # where it may stand
    east = page.locator(".numbers input").nth(2)
    before = float(east.input_value())
    page.locator('[data-stop="post 7"]').focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Shift+ArrowRight")
    assert float(east.input_value()) == pytest.approx(before + 1.25)


@pytest.mark.parametrize("width", [1440, 360])
def test_hedges_and_shield_walls_are_drawn(
    sit: Callable[..., Page], address: str, width: int, shot: Callable[[Page, str], None]
) -> None:
    """The hedge as a row of beads, a shield wall as shields before its front, both named in words."""
    fight = Fight(address, "hedge_and_bow", {"premeasure": "allowed"})
    fight.until(0, "move")
    assert fight.order(0, "wall 1")["type"] == "done"
    assert fight.piece(1)["works"] == [{"kind": "shields", "sides": [0]}]
    page = sit(fight.path(), width, 900 if width > 640 else 740)
    page.locator('[data-edge="beads"] .beads').first.wait_for(state="attached")
    page.locator(".works .shields").first.wait_for(state="attached")
    assert "shield wall" in str(fight.piece(1)["states"])
    shot(page, f"plane-hedge-{width}")


@pytest.mark.parametrize("width", [1440, 360])
def test_the_large_button_shoots_and_shows_who_is_in_question(
    sit: Callable[..., Page], address: str, shot: Callable[[Page, str], None], width: int
) -> None:
    fight = Fight(address, "hedge_and_bow")
    fight.until(0, "volley")
    page = board(sit(fight.path(), width=width, height=780, has_touch=width == 360))
    assert "Shoot at" in page.locator("[data-main]").inner_text()
    page.get_by_role("button", name="Shoot no more").wait_for()
    page.locator(".kind.open [role=radiogroup]").first.wait_for()  # its targets are there to be changed
    below = page.locator("aside").bounding_box() if width == 360 else None
    for plate in page.locator(".plate.held").all():
        box = plate.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width
        assert below is None or box["y"] + box["height"] <= below["y"] + 2, "the sheet leaves it in sight"
    shot(page, f"volley-{width}")
    before = at(page)
    page.locator("[data-main]").click()
    gone_on(page, before)
    page.get_by_role("button", name="Shoot no more").or_(page.locator("[data-question]")).first.wait_for()


def test_a_phone_shows_who_may_shoot_and_at_whom_above_the_question(
    sit: Callable[..., Page], address: str, shot: Callable[[Page, str], None]
) -> None:
    fight = Fight(address, "hedge_and_bow")
    fight.until(0, "passing")
    page = board(sit(fight.path(), 390, 844, has_touch=True, is_mobile=True))
    top, below = (page.locator(where).bounding_box() for where in (".plane .plane", "aside"))
    assert top is not None
    assert below is not None
    plates = page.locator(".plate.may")
    plates.first.wait_for()
    for plate in plates.all():
        box = plate.bounding_box()
        assert box is not None
        assert top["y"] <= box["y"]
        assert box["y"] + box["height"] <= below["y"] + 2
    assert page.locator(".plane .scale").count() == 0, "the scale covers nobody in what is left of the field"
    shot(page, "passing-390")


@pytest.mark.parametrize("size", [(1440, 900), (1024, 700)])
def test_no_label_lies_under_the_buttons_when_the_field_is_first_shown(
    sit: Callable[..., Page], address: str, shot: Callable[[Page, str], None], size: tuple[int, int]
) -> None:
    fight = Fight(address, "hedge_and_bow")
    fight.until(0, "move")
    page = board(sit(fight.path(), *size))
    page.wait_for_function(f"() => !({UNDER})().length")
    shot(page, f"plane-buttons-{size[0]}")


UNDER = """() => {
  const boxes = (selector) => [...document.querySelectorAll(selector)].map((one) => ({ one, box: one.getBoundingClientRect() }))
  const meets = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom
  const buttons = boxes('.plane .zoom button, .plane .ask button, .plane .scale')
  return boxes('.plane .plate').filter(({ box }) => buttons.some((other) => meets(box, other.box))).map(({ one }) => one.innerText)
}"""
