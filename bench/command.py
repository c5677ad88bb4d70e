"""The end of every measuring command."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from banneret.kernel.errors import BadInput
from banneret.lab.jobs import Workforce


def add_workers(parser: argparse.ArgumentParser, usual: int) -> None:
    """The words that say who does the work."""
    parser.add_argument("--workers", type=int, default=usual, help=f"processes, 0: one a core ({usual})")
    parser.add_argument(
        "--cluster", default="", metavar="WHERE", help="a Ray cluster instead: auto, or HOST:PORT"
    )


@contextmanager
def workers(words: argparse.Namespace) -> Iterator[int | Workforce]:
    """The processes of this machine, or the cluster that is named."""
    if not words.cluster:
        yield words.workers
        return
    from banneret.lab.cluster import Cluster

    with Cluster(words.cluster, lambda text: print(text, file=sys.stderr)) as cluster:
        yield cluster


def run(main: Callable[[], int | None]) -> None:
    """End the process with what `main` returns, or with the sentence of bad input."""
    try:
        sys.exit(main())
    except BadInput as error:
        sys.exit(str(error))
