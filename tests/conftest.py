"""Which tests `dev.py test --quick` leaves out, and the order of the others: the longest first, so that no worker idles at the end.

.ci/run plays the rooms that have compiled modules twice, plain and compiled (BANNERET_SHARE says which run this is). Both play
every short test, the proofs of all rules among them; a long one is played by one of the two.
"""

from __future__ import annotations

import os
import zlib
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# No test depends on the clock: an example may take its time on a machine that does much else.
settings.register_profile("banneret", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("banneret")

ROOT = Path(__file__).resolve().parents[1]
BROWSER = {"browser"}
"""Fixtures that open a browser; what asks for one of them, or for a fixture made of one, is marked `browser`."""
SERVER = {"address", "nodes", "outside", "server", "postgres"}
"""Fixtures that start a server in a process of its own; they mark `server` likewise."""
LEFT_OUT = ("browser", "server", "long")
SHARE = os.environ.get("BANNERET_SHARE", "")
"""`plain` or `compiled`: long tests are shared with the other run. Without it all are played."""
TWICE = {"kernel", "geometry", "muster", "render", "testing", "rulebooks", "players", "lab", "cli"}
"""The rooms that are played plain and compiled."""
PLAIN = 8
"""One long test in so many is played plain, the others compiled, which takes half the time: both give the same records to the byte."""


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark tests by what they need; refuse a rule whose proof the quick run would miss; long tests to the front.

    On a busy machine a browser can be too slow for a test, and the programs of a cluster give each other up for lost: such a test gets a
    second chance; the report tells of it.
    """
    if SHARE not in ("", "plain", "compiled"):
        raise pytest.UsageError(f"BANNERET_SHARE is {SHARE!r}; it may be 'plain' or 'compiled'")
    missed = []
    for item in items:
        needed = set(getattr(item, "fixturenames", ()))
        if needed & BROWSER:
            item.add_marker(pytest.mark.browser)
        if needed & BROWSER or "nodes" in needed:
            item.add_marker(pytest.mark.flaky(reruns=1))
        if needed & SERVER:
            item.add_marker(pytest.mark.server)
        if is_kit(item):
            item.add_marker(pytest.mark.long)
        if place(item) < len(LEFT_OUT) and item.get_closest_marker("rule"):
            missed.append(
                f"{item.nodeid} is marked {LEFT_OUT[place(item)]} and proves a rule: the quick run must have it"
            )
    if missed:
        raise pytest.UsageError(*missed)
    items.sort(key=place)
    if SHARE:
        config.hook.pytest_deselected(items=[item for item in items if not is_ours(item)])
        items[:] = [item for item in items if is_ours(item)]


def is_ours(item: pytest.Item) -> bool:
    """True if this run plays a test: all but the long ones of rooms played twice that fall to the other run by their names.

    One that is skipped somewhere is left to neither alone.
    """
    parts = item.path.relative_to(ROOT).parts
    shared = parts[0] == "examples" or (parts[0] == "tests" and parts[1] in TWICE)
    if not shared or place(item) != LEFT_OUT.index("long") or item.get_closest_marker("skipif"):
        return True
    return (zlib.crc32(item.nodeid.encode()) % PLAIN == 0) == (SHARE == "plain")


def is_kit(item: pytest.Item) -> bool:
    """True for a check of the test kit on a true rulebook; the toy's are short."""
    return item.path.name == "test_kit.py"


def place(item: pytest.Item) -> int:
    """The place of a test in the run; within a place tests stand as they were collected."""
    return next(
        (number for number, mark in enumerate(LEFT_OUT) if item.get_closest_marker(mark)), len(LEFT_OUT)
    )
