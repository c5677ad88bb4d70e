"""The workers of long commands, and the file from which they go on."""

from __future__ import annotations

import secrets
import shlex
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from banneret.kernel.errors import BadInput
from banneret.lab.jobs import Lost
from banneret.lab.kept import own_file, seed_in

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterator

    from banneret.lab.jobs import Workforce
    from banneret.lab.kept import Kept
    from banneret.lab.progress import ProgressBar


@contextmanager
def workers(given: argparse.Namespace) -> Iterator[int | Workforce]:
    """The processes of this machine, or the cluster that is named."""
    if not given.cluster:
        yield given.workers
        return
    if given.workers:
        raise BadInput("--workers and --cluster contradict each other", where=given.command)
    from banneret.lab.cluster import Cluster

    with Cluster(given.cluster, lambda text: print(f"banneret: {text}", file=sys.stderr)) as cluster:
        yield cluster


def seed(given: argparse.Namespace) -> int:
    """The seed that is given, else that of the file that is gone on from, else a new one."""
    if given.seed is not None:
        return int(given.seed)
    found = seed_in(given.resume) if given.resume else None
    return found if isinstance(found, int) else secrets.randbelow(10**9)


class Keeping:
    """The file of results of a command: none, unless one is named."""

    def __init__(self, kept: Kept | None, bar: ProgressBar, what: str) -> None:
        self.kept = kept
        self.what = what
        if kept is not None and kept.count:
            bar.known = kept.count
            self._say(f"{kept.count:,} {what} stand in {kept.path}, and are not played again")

    def ended(self, stopped: str) -> None:
        """The command has its result: say where to go on if it is not the whole."""
        if self.kept is None:
            return
        if stopped == "interrupted":
            self.kept.close()
            self._say(f"{self.kept.count:,} {self.what} are kept: {self.onward}")
        else:
            self.kept.finish()

    @property
    def onward(self) -> str:
        """The way to go on."""
        path = shlex.quote(str(self.kept.path)) if self.kept is not None else "FILE"
        return f"the same command with --resume {path} goes on from there"

    def _say(self, text: str) -> None:
        print(f"banneret: {text}", file=sys.stderr)


@contextmanager
def keeping(
    given: argparse.Namespace, bar: ProgressBar, make: Callable[[Path, bool], Kept], what: str = "games"
) -> Iterator[Keeping]:
    """The file of results of a command, open while it works. If the workers go for good, the error says how to go on.

    With a cluster there is always one; where none was named it lies in the data folder, until it is not needed any more.
    """
    kept = None
    if given.resume or given.cluster:
        kept = make(Path(given.resume) if given.resume else own_file(), not given.resume)
    found = Keeping(kept, bar, what)
    try:
        yield found
    except Lost as lost:
        if found.kept is None:
            raise
        raise BadInput(
            f"{lost.message}; {found.kept.count:,} {what} are kept",
            where=lost.where,
            hint="; ".join(filter(None, [lost.hint, found.onward])),
        ) from lost
    finally:
        if found.kept is not None:
            found.kept.close()
