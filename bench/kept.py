"""Players of an earlier state of Banneret, kept as they were: its sources play in a process of their own.

A spec like `kept:greedy` or `kept:search:64sims` names a player as it was in `COMMIT`. The process runs the worker of the table as it was
then, which is sent the record without its seed. Both must agree on the rules, so the battle is begun as it was then, with the scenario,
the options and the rules version of that day (`begin`); a rulebook that no longer plays these cannot be measured.
"""

from __future__ import annotations

import io
import os
import subprocess
import sys
import tarfile
from dataclasses import replace
from functools import cache
from multiprocessing.connection import Connection, Listener
from pathlib import Path
from typing import TYPE_CHECKING

from banneret import api
from banneret.kernel.dice import commitment
from banneret.kernel.record.header import Header
from banneret.kernel.record.record import Record
from banneret.service.computer.workers import Asked

if TYPE_CHECKING:
    from banneret.kernel.battle import Battle

ROOT = Path(__file__).parent.parent
COMMIT = "0ceb0a98"  # before players stopped at turns; the tag of the last release once there is one
PREFIX = "kept:"

_WORKER = """
import sys
from multiprocessing.connection import Client
from banneret.service.computer.workers import work
work(Client(sys.argv[1]))
"""

_BEGINNING = """
import sys
from banneret import api
sys.stdout.write(api.start(sys.argv[1], sys.argv[2]).record.open_text)
"""


def sources() -> Path:
    """The sources of the kept state, unpacked once."""
    folder = ROOT / "build" / "kept" / COMMIT
    if not folder.exists():
        packed = subprocess.run(
            ["git", "archive", "--format=tar", COMMIT, "src"], cwd=ROOT, check=True, capture_output=True
        ).stdout
        part = folder.with_suffix(f".{os.getpid()}")
        with tarfile.open(fileobj=io.BytesIO(packed)) as files:
            files.extractall(part, filter="data")
        try:
            part.rename(folder)
        except OSError:  # another process was first
            if not folder.exists():
                raise
    return folder / "src"


@cache
def header(book: str, scenario: str) -> Header:
    """The header of a battle as the kept state begins it; its dice are those of a seed that nobody knows."""
    begun = subprocess.run(
        [sys.executable, "-c", _BEGINNING, book, scenario],
        env={**os.environ, "PYTHONPATH": str(sources())},
        cwd=ROOT / "build",
        check=True,
        capture_output=True,
        encoding="utf-8",
    )
    return Header.parse(begun.stdout.splitlines()[1:7])


def begin(book: str, scenario: str, seed: str) -> Battle:
    """A battle as the kept state begins it, by the rules version of that day, on this seed.

    Raises `BadInput` where the rulebook no longer plays what was played then.
    """
    return api.loads(Record(replace(header(book, scenario), commitment=commitment(seed)), seed).text)


class Keeper:
    """The process in which kept players think."""

    def __init__(self) -> None:
        with Listener() as door:
            environment = {**os.environ, "PYTHONPATH": str(sources())}
            self.process = subprocess.Popen(
                [sys.executable, "-c", _WORKER, str(door.address)], env=environment, cwd=ROOT / "build"
            )
            self.pipe: Connection = door.accept()
        self._sent: tuple[str, int] = ("", 0)

    def choose(self, battle: Battle, number: str, side: str, spec: str) -> str:
        """The order of a kept player for its side, as text."""
        record = battle.record
        known, count = self._sent
        fresh = known != number
        lines = [] if fresh else [record.line(at) for at in range(count + 1, record.count + 1)]
        self._sent = (number, record.count)
        self.pipe.send((Asked(number, 0, side, spec), record.open_text if fresh else "", lines))
        order, problem = self.pipe.recv()
        if order is None:
            raise RuntimeError(f"the kept {spec} has no order: {problem}")
        return str(order)
