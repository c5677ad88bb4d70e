"""How heavy the page is: what must come over the line before the first board stands."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

from browser.conftest import WEB, missing

MOST = 300_000


def sent(path: Path) -> int:
    """The bytes that go over the line; letters come compressed already."""
    data = path.read_bytes()
    return len(data) if path.suffix == ".woff2" else len(gzip.compress(data, 9))


def test_the_page_without_pictures_is_light() -> None:
    if not WEB.exists():
        missing("the client is not built: python3 dev.py setup")
    page = WEB.read_text(encoding="utf-8")
    wanted = {
        name for name in re.findall(r'(?:src|href)="/(assets/[^"]+)"', page) if not name.endswith(".svg")
    }
    assert {Path(name).suffix for name in wanted} == {".js", ".css", ".woff2"}
    weights = {name: sent(WEB.parent / name) for name in wanted} | {"index.html": sent(WEB)}
    assert sum(weights.values()) < MOST, weights


def test_the_page_asks_for_nothing_but_its_own() -> None:
    if not WEB.exists():
        missing("the client is not built: python3 dev.py setup")
    page = WEB.read_text(encoding="utf-8")
    assert not re.findall(r'(?:src|href)="(?!/)[^"]*"', page)
    assert "<style" not in page
    assert not re.search(r"<script(?![^>]*\bsrc=)", page)
