"""Which tests `dev.py test --quick` leaves out, and the order of the others: the longest first, so that no worker idles at the end."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, settings

# No test depends on the clock: an example may take its time on a machine that does much else.
settings.register_profile("banneret", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("banneret")

BROWSER = {"browser"}
"""Fixtures that open a browser; what asks for one of them, or for a fixture made of one, is marked `browser`."""
SERVER = {"address", "nodes", "outside", "server", "postgres"}
"""Fixtures that start a server in a process of its own; they mark `server` likewise."""
LEFT_OUT = ("browser", "server", "long")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark tests by what they need; refuse a rule whose proof the quick run would miss; long tests to the front.

    On a busy machine a browser can be too slow for a test, so that it gets a second chance; the report tells of it.
    """
    missed = []
    for item in items:
        needed = set(getattr(item, "fixturenames", ()))
        if needed & BROWSER:
            item.add_marker(pytest.mark.browser)
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


def is_kit(item: pytest.Item) -> bool:
    """True for a check of the test kit on a true rulebook; the toy's are short."""
    return item.path.name == "test_kit.py"


def place(item: pytest.Item) -> int:
    """The place of a test in the run; within a place tests stand as they were collected."""
    return next(
        (number for number, mark in enumerate(LEFT_OUT) if item.get_closest_marker(mark)), len(LEFT_OUT)
    )
