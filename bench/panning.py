"""Panning a board of 1,000 stacks in a real browser: the times between frames while the map is dragged about.

    python -m bench.panning [ADDRESS]

A table must stand at ADDRESS (http://127.0.0.1:8765). The board is a scene of 40 by 25 hexes with a stack on each, put in the
place of a replayed one; nothing of it reaches the server.
"""

from __future__ import annotations

import json
import shutil
import statistics
import sys
from typing import Any

GROUNDS = ("plains", "forest", "mountain", "swamp", "sea")
WIDE, HIGH = 40, 25
FRAMES = """() => {
  window.frames_ = []
  let last = performance.now()
  const tick = (now) => { window.frames_.push(now - last); last = now; requestAnimationFrame(tick) }
  requestAnimationFrame(tick)
}"""


def crowd(scene: dict[str, Any]) -> dict[str, Any]:
    """The scene with a board of a thousand hexes and as many stacks."""
    spots = [(column, row) for row in range(HIGH) for column in range(WIDE)]
    places = [
        {"id": f"{c}.{r}", "name": f"{c}.{r}", "at": [c, r], "ground": GROUNDS[(c * 7 + r * 3) % 5]}
        for c, r in spots
    ]
    pieces = [
        {
            "id": f"p{c}.{r}",
            "side": (c + r) % 2,
            "place": f"{c}.{r}",
            "form": "banner",
            "name": "Stack",
            "label": "4",
            "inside": [
                {"id": f"u{c}.{r}", "side": (c + r) % 2, "place": "", "form": "unit", "name": "Elves"}
            ],
        }
        for c, r in spots
    ]
    board = {"kind": "hexes", "width": WIDE, "height": HIGH, "places": places}
    return scene | {"board": board, "pieces": pieces, "news": []}


def pan(address: str) -> list[float]:
    """Drag the map to and fro for some seconds; the times between frames, in milliseconds."""
    from playwright.sync_api import sync_playwright

    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1440, "height": 900})

        def swapped(route: Any) -> None:
            answer = route.fetch()
            then = answer.json()
            then["scene"] = crowd(then["scene"])
            route.fulfill(response=answer, body=json.dumps(then))

        page.route("**/api/battle/at/*", swapped)
        page.set_default_timeout(150_000)
        page.goto(address)
        page.get_by_role("button", name="Start the battle").click()
        page.wait_for_url("**/battle#*")
        page.wait_for_selector("[data-question]")
        page.get_by_label("Menu").click()
        page.get_by_role("link", name="Replay").click()
        page.wait_for_function("() => document.querySelectorAll('.replay [data-place]').length === 1000")
        for _ in range(4):
            page.get_by_label("Zoom in").click()
        page.wait_for_timeout(1500)
        page.mouse.move(700, 450)
        page.mouse.down()
        page.mouse.move(690, 450)
        page.wait_for_timeout(300)
        page.evaluate(FRAMES)
        for step in range(240):
            back = step if step % 80 < 40 else -step
            page.mouse.move(700 + 4 * (back % 80), 450 + 2 * (back % 80))
        page.mouse.up()
        found: list[float] = page.evaluate("window.frames_")
        browser.close()
    return found[2:]


def main(words: list[str]) -> None:
    """Measure and tell."""
    frames = sorted(pan(words[0] if words else "http://127.0.0.1:8765"))
    late = frames[int(len(frames) * 0.95)]
    dropped = sum(1 for one in frames if one > 34)
    print(f"{len(frames)} frames, median {statistics.median(frames):.1f} ms, p95 {late:.1f} ms", end=", ")
    print(f"{dropped} longer than two frames")


if __name__ == "__main__":
    main(sys.argv[1:])
