"""`banneret table`: the table in the browser."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.service.server import serve

if TYPE_CHECKING:
    import argparse


def table(given: argparse.Namespace) -> int:
    """Run the table until it is stopped."""
    serve(
        given.host,
        given.port,
        database=given.database,
        open_browser=not given.no_browser,
        names=given.name,
        say=lambda text: print(text, flush=True),
    )
    return 0
