"""`banneret table`: the table in the browser."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from banneret.service.letters.outlets import Outlets
from banneret.service.server import serve
from banneret.service.threads import is_busy

if TYPE_CHECKING:
    import argparse


def table(given: argparse.Namespace) -> int:
    """Run the table until it is stopped."""
    said = {"url": given.url, "webhooks": given.webhooks, "services": given.services}
    try:
        serve(
            given.host,
            given.port,
            database=given.database,
            open_browser=not given.no_browser,
            names=given.name,
            private=sys.stdout.isatty(),
            outlets=Outlets.read(said, os.environ),
            cluster=given.cluster,
            say=lambda text: print(text, flush=True),
        )
    except SystemExit as end:
        if is_busy():  # a thread works for nobody any more, and would hold the end up
            sys.stdout.flush()
            os._exit(end.code if isinstance(end.code, int) else 1)
        raise
    return 0
