"""The time to begin: of the command line, of a first battle in Python, and of the table until it answers.

    python -m bench startup

Processor time of the best of seven, for these machines are noisy; that of a first battle stands above that of bare Python.
"""

from __future__ import annotations

import os
import re
import resource
import subprocess
import sys
import tempfile
import time
import urllib.request

from banneret import rulebooks

TIMES = 7


def run(seconds: float) -> list[tuple[str, ...]]:
    """Rows: what, figure, note."""
    bare = processor("pass")
    rows = [("bare Python, ms", f"{bare:.0f}", "processor time"), command()]
    rows.append(("import banneret, ms above bare Python", f"{processor('import banneret') - bare:.0f}", ""))
    for book in rulebooks.at_hand():
        first = next(iter(book.shelf.battle))
        line = f"import banneret; banneret.start({book.id!r}, {first!r}, seed=7)"
        rows.append(
            (f"{book.id}, a first battle, ms above bare Python", f"{processor(line) - bare:.0f}", first)
        )
    return [*rows, table()]


def processor(line: str) -> float:
    """Milliseconds of processor time that a Python of its own takes for a line, its own start included."""
    taken = []
    for _ in range(TIMES):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run([sys.executable, "-c", line], check=True, stdout=subprocess.DEVNULL)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        taken.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return min(taken) * 1000


def command() -> tuple[str, ...]:
    """The row of a short command."""
    times = []
    for _ in range(TIMES):
        begun = time.perf_counter()
        subprocess.run([sys.executable, "-m", "banneret", "rulebooks"], check=True, stdout=subprocess.DEVNULL)
        times.append(time.perf_counter() - begun)
    times.sort()
    return (
        "banneret rulebooks, s",
        f"{times[len(times) // 2]:.3f}",
        f"min {times[0]:.3f}, max {times[-1]:.3f}",
    )


def table() -> tuple[str, ...]:
    """The row of the table: seconds from its command to the answer to a first request, of an empty store."""
    times = []
    for _ in range(TIMES):
        with tempfile.TemporaryDirectory() as folder:
            begun = time.perf_counter()
            server = subprocess.Popen(
                [sys.executable, "-m", "banneret", "table", "--port", "0", "--no-browser"],
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                env=os.environ | {"BANNERET_DATA": folder},
            )
            try:
                urllib.request.urlopen(address(server) + "/api", timeout=30).read()
                times.append(time.perf_counter() - begun)
            finally:
                server.terminate()
                server.wait()
    return "the table until its first answer, s", f"{min(times):.2f}", f"longest {max(times):.2f}"


def address(server: subprocess.Popen[str]) -> str:
    """The address that a server says it listens on."""
    assert server.stdout is not None
    for line in server.stdout:
        found = re.search(r"http://[\w.:]+", line)
        if found:
            return found.group()
    raise RuntimeError("the table ended before it listened")
