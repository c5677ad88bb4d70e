"""A newcomer's path: from the front page through the lesson to a battle that is won, and to what it says then; by mouse, by keyboard, on a phone."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

import pytest
from browser.play import ON_DEMAND, stands
from browser.test_access import findings

from banneret import rulebooks
from banneret.kernel.lesson import the_lesson_of

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

PATIENCE = 60.0  # seconds for a whole battle, on a machine that does something else besides
MOST = 40  # orders
TITLE = "section[aria-label='Coach'] h2"


def step_of(page: Page) -> int:
    """The place of the step that is open, from 1; 0 where none is."""
    return int(
        page.evaluate(
            "() => [...document.querySelectorAll(\"nav[aria-label='Lesson'] li button\")]"
            ".findIndex((one) => one.getAttribute('aria-current') === 'step') + 1"
        )
    )


def learn(page: Page, title: str, *, keys: bool = False) -> None:
    """From the front page to the first card."""
    button = page.get_by_role("button", name=f"Learn it: {title}")
    if keys:
        page.locator("[data-main]", has_text="Learn it").wait_for()
        page.keyboard.press("Enter")
    else:
        page.locator(".shelf .row").first.wait_for()
        if not button.is_visible():
            page.locator(".shelf .fold").first.click()
        button.click()
    page.wait_for_url("**/battle#*")
    page.locator(TITLE).wait_for()


def learn_of(page: Page, hand: Mouse, name: str) -> None:
    """From the front page to the lesson of a rulebook: by its button, or over the shelf by arrows."""
    row = page.locator(f".row[data-row='{name}']")
    row.wait_for()
    learn_it = row.get_by_role("button", name="Learn it")
    if isinstance(hand, Keys):
        page.keyboard.press("ArrowDown")  # from nowhere to the first battle
        at = "() => document.activeElement.matches('.first a') && document.activeElement.closest('.row').dataset.row"
        for _ in range(MOST):
            if page.evaluate(at) == name:
                break
            page.keyboard.press("ArrowDown")
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.textContent") == "Learn it"
        page.keyboard.press("Enter")
    else:
        if not learn_it.is_visible():
            hand.press(row.locator(".fold"))
        hand.press(learn_it)
    page.wait_for_url("**/battle#*")
    page.locator(TITLE).wait_for()


MAIN = "[data-main]:not([aria-disabled='true'])"


def by_mouse(page: Page) -> None:
    page.locator(MAIN).click()


def by_key(page: Page) -> None:
    page.keyboard.press("Enter")


def by_touch(page: Page) -> None:
    page.locator(MAIN).tap()


def to_the_end(
    page: Page, told: dict[str, Callable[[], None]], confirm: Callable[[Page], None] = by_key
) -> list[str]:
    """Play on: what `told` says under the title of a card, else the dark button; the titles of the cards that were shown."""
    met: list[str] = []
    began = time.monotonic()
    for _ in range(MOST):
        found = stands(page)
        if found == "over":
            assert time.monotonic() - began < PATIENCE
            return met
        page.wait_for_timeout(60)  # a card comes with the question
        card = page.locator(TITLE)
        title = card.inner_text() if card.count() else ""
        if title not in met:
            met.append(title)
            act = told.get(title)
            if act:
                act()
        before = page.locator("main[data-at]").get_attribute("data-at")
        if page.locator(MAIN).count():
            confirm(page)
        page.wait_for_function(
            "(was) => document.querySelector('main[data-at]')?.dataset.at !== was", arg=before
        )
    raise AssertionError(f"not over after {MOST} orders")


def titles(name: str) -> list[str]:
    return [step.title for step in the_lesson_of(rulebooks.get(name)).steps]


def press(page: Page, *places: str, touch: bool = False) -> Callable[[], None]:
    def act() -> None:
        for place in places:
            found = page.locator(f"[data-place='{place}']").first
            (found.tap if touch else found.click)(force=True)  # a card lies over its place

    return act


def won(page: Page, confirm: Callable[[Page], None] = by_key) -> None:
    """The battle is won; the dark button leads to its report."""
    assert page.locator("[data-question]").inner_text().endswith(" won")
    assert page.locator("nav[aria-label='Lesson']").count() == 0
    confirm(page)
    page.wait_for_url("**/after#*")
    page.locator("h1", has_text=" won").wait_for()


@pytest.mark.long
def test_a_newcomer_learns_and_wins_by_mouse(
    sit: Callable[..., Page], shot: Callable[[Page, str], None]
) -> None:
    page = sit(bypass_csp=True)
    learn(page, "The Miller's Ford")
    assert step_of(page) == 1
    shot(page, "lesson")
    assert not findings(page)
    names = titles("stacks")
    met = to_the_end(
        page,
        {
            names[0]: press(page, "B3", "C3"),
            names[1]: press(page, "A2", "C3"),
            "Now win it": lambda: shot(page, "lesson-after"),
        },
        by_mouse,
    )
    assert [title for title in met if title in names] == names
    assert "Now win it" in met
    won(page, by_mouse)
    shot(page, "lesson-won")


@pytest.mark.long
def test_a_newcomer_learns_and_wins_by_keyboard(sit: Callable[..., Page]) -> None:
    """Enter on the front page, a digit for the stack, the goal on the board, and Enter for everything else."""
    page = sit()
    learn(page, "", keys=True)
    names = titles("stacks")
    voice = page.locator("[data-coach]")
    assert "step 1 of 5" in voice.inner_text()
    assert voice.get_attribute("aria-live") == "polite"
    assert page.evaluate("document.activeElement.hasAttribute('data-question')"), (
        "the focus stays at the question"
    )

    def to(row: str, place: str) -> Callable[[], None]:
        def act() -> None:
            page.keyboard.press(row)  # all units of a row of the panel
            page.locator(f"[data-place='{place}']").focus()
            page.keyboard.press("Enter")

        return act

    met = to_the_end(page, {names[0]: to("2", "C3"), names[1]: to("1", "C3")})
    assert [title for title in met if title in names] == names
    won(page)


@pytest.mark.long
def test_a_newcomer_learns_and_wins_on_a_phone(
    sit: Callable[..., Page], shot: Callable[[Page, str], None]
) -> None:
    page = sit(width=360, height=740, has_touch=True)
    learn(page, "The Miller's Ford")
    assert page.get_by_text("1 of 5", exact=True).is_visible()
    shot(page, "lesson-phone")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    names = titles("stacks")
    told = {names[0]: press(page, "B3", "C3", touch=True), names[1]: press(page, "A2", "C3", touch=True)}
    met = to_the_end(page, told, by_touch)
    assert [title for title in met if title in names] == names
    shot(page, "lesson-phone-won")
    won(page, by_touch)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_on_a_phone_the_card_leads_to_what_is_to_be_chosen(sit: Callable[..., Page]) -> None:
    """What is to be chosen is shown by a press of its line; the reason and the words are folded away."""
    page = sit("/learn/companies", width=360, height=740, has_touch=True)
    page.wait_for_url("**/battle#*")
    page.locator(TITLE).wait_for()
    why = page.locator("section[aria-label='Coach'] details p").first
    assert not why.is_visible()
    page.get_by_text("Why, and what the words mean").tap()
    assert why.is_visible()
    coach = page.get_by_role("region", name="Coach")
    assert coach.get_by_text("A few hundred under one commander").is_visible()
    page.get_by_role("button", name="Choose: Offer battle.").tap()
    main = page.locator("[data-main]").bounding_box()
    row = page.locator(".opt", has_text="Offer battle").first
    there = row.bounding_box()
    assert main is not None
    assert there is not None
    assert there["y"] + there["height"] < main["y"]
    row.tap()
    page.locator("[data-main]", has_text="Offer battle").wait_for()


class Mouse:
    """A hand at the page: it picks rows of the panel, cards and places."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def press(self, what: Locator) -> None:
        what.click()

    def row(self, words: str) -> None:
        self.press(self.page.locator(".opt", has_text=words).first)

    def card(self, words: str) -> None:
        self.press(self.page.locator(".cards button", has_text=words))

    def place(self, *places: str) -> None:
        for place in places:
            self.press(self.page.locator(f"[data-place='{place}']").first)

    def unit(self, *pieces: str) -> None:
        press(self.page, *pieces, touch=isinstance(self, Finger))()

    def charge(self, unit: str, target: str) -> None:
        """Take a unit on the field in hand, and have it charge another."""
        self.unit(*[WHO[unit], WHO[target]])

    def confirm(self, page: Page) -> None:
        self.press(page.locator(MAIN))


class Finger(Mouse):
    def press(self, what: Locator) -> None:
        what.tap()


class Keys(Mouse):
    """Rows and cards by the key that stands on them; the board by Tab, arrows and Enter, and Enter once more gives the order."""

    def press(self, what: Locator) -> None:
        self.page.keyboard.press(what.locator(".kbd").inner_text())

    def place(self, *places: str) -> None:
        for place in places:
            self.walk(place)
            self.page.keyboard.press("Enter")

    def unit(self, *pieces: str) -> None:
        self.place(*pieces)

    def charge(self, unit: str, target: str) -> None:
        self.press(self.page.get_by_role("group", name="Who may act").get_by_role("button", name=unit))
        self.press(self.page.locator(".verbs .chip", has_text=target))

    def walk(self, place: str) -> None:
        keys, here = self.page.keyboard, "() => document.activeElement?.dataset.place ?? ''"
        for _ in range(MOST):
            if self.page.evaluate(here):
                break
            keys.press("Shift+Tab")
        for _ in range(MOST):
            at = self.page.evaluate(here)
            if at == place:
                return
            dx, dy = self.page.evaluate(WAY, [at, place])
            keys.press(
                ("ArrowRight" if dx > 0 else "ArrowLeft")
                if abs(dx) > abs(dy)
                else ("ArrowDown" if dy > 0 else "ArrowUp")
            )
        raise AssertionError(f"no way by arrows to {place}")

    def confirm(self, page: Page) -> None:
        """Enter, wherever the focus is: it is always somewhere."""
        page.wait_for_function("() => document.activeElement !== document.body")
        page.keyboard.press("Enter")


WAY = """([from, to]) => {
  const middle = (id) => { const box = document.querySelector(`[data-place='${id}']`).getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2] }
  const [a, b] = [middle(from), middle(to)]
  return [b[0] - a[0], b[1] - a[1]]
}"""


def script(hand: Mouse) -> None:
    """Three cards; the number of the next thing to do stands in the card alone, for nothing on the board is to be pressed."""
    assert not hand.page.locator(".overlay .disc").count()
    for action in ("Charge", "Skirmish", "Charge"):
        hand.card(action)


WHO = {"Ford Guard": "u0", "Charcoal Burners": "u1", "Black Tusks": "u2"}

TOLD: dict[str, dict[int, Callable[[Mouse], None]]] = {
    "warcards": {
        1: lambda hand: hand.row("They move first"),
        2: lambda hand: hand.unit("A3", "N3"),
        3: lambda hand: hand.unit("A2", "N2"),
    },
    "companies": {
        0: lambda hand: hand.row("Offer battle"),
        1: lambda hand: hand.row("Demand surrender"),
        2: lambda hand: hand.place("east-bank"),
        3: script,
    },
    "skirmish": {
        2: lambda hand: hand.place("D8"),
        3: lambda hand: hand.row("Quick Shot"),
        4: lambda hand: hand.row("Quick Shot"),
        5: lambda hand: hand.row("End its activation"),
        6: lambda hand: hand.row("Shield"),
        7: lambda hand: hand.row("strikes"),
        9: lambda hand: hand.place("D15"),
    },
    "battlesystem": {
        0: lambda hand: hand.row("Village Watch first"),
        1: lambda hand: hand.charge("Ford Guard", "Black Tusks"),
        2: lambda hand: hand.charge("Charcoal Burners", "Black Tusks"),
    },
}
"""What a newcomer does at the steps of a lesson, where it is more than the dark button."""


@pytest.mark.long
@pytest.mark.parametrize(
    ("name", "by"),
    [
        ("warcards", Finger),
        ("battlesystem", Mouse),
        ("companies", Finger),
        ("skirmish", Keys),
        *[
            pytest.param(
                name, by, marks=ON_DEMAND
            )  # each lesson by one of the three ways, each way by a lesson
            for name, ways in {
                "warcards": (Mouse, Keys),
                "battlesystem": (Keys, Finger),
                "companies": (Mouse, Keys),
                "skirmish": (Mouse, Finger),
            }.items()
            for by in ways
        ],
    ],
)
def test_the_other_lessons_are_won_too(
    sit: Callable[..., Page], shot: Callable[[Page, str], None], name: str, by: type[Mouse]
) -> None:
    phone: dict[str, Any] = {"width": 360, "height": 740, "has_touch": True} if by is Finger else {}
    page = sit(**phone)
    names, hand = titles(name), by(page)
    learn_of(page, hand, name)
    told = {names[step]: partial(act, hand) for step, act in TOLD[name].items()}
    met = to_the_end(page, told, hand.confirm)
    assert [title for title in met if title in names] == names
    shot(page, f"lesson-{name}-{by.__name__.lower()}-won")
    won(page, hand.confirm)
    if phone:
        assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_a_lesson_is_skipped_called_back_and_begun_again(sit: Callable[..., Page]) -> None:
    page = sit("/learn/stacks")
    page.wait_for_url("**/battle#*")
    page.locator(TITLE).wait_for()
    assert page.locator("[data-coach]").inner_text().startswith("Lesson, step 1 of 5.")
    # another legal order is taken, and the card says so
    press(page, "A2", "B2")()
    page.locator("[data-main]", has_text="to B2").click()
    page.get_by_text("is also good").wait_for()
    assert step_of(page) == 2 or page.locator(TITLE).inner_text() == "Between the steps"
    page.reload()
    page.locator("nav[aria-label='Lesson']").wait_for()
    assert page.locator("nav[aria-label='Lesson'] .done").count() >= 1
    page.get_by_role("button", name="Undo").click()
    page.wait_for_function("() => document.querySelectorAll(\"nav[aria-label='Lesson'] .done\").length === 0")
    page.get_by_role("button", name="Skip the lesson").click()
    page.locator("nav[aria-label='Lesson']").wait_for(state="detached")
    assert stands(page) == "question"
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Call the coach back").click()
    page.locator(TITLE).wait_for()
    page.keyboard.press("t")
    page.locator("section[aria-label='Coach'] h2").wait_for()  # above the question, where the board is a text
    here = page.url
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("link", name="Begin the lesson of Stacks").click()
    page.wait_for_function("(was) => location.href !== was && location.pathname === '/battle'", arg=here)
    page.go_back()
    page.wait_for_function("(was) => location.href === was", arg=here)
