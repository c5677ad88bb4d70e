"""The frozen records replayed by every Python at hand, each under three hash seeds: the same bytes, and the same state after each entry.

    python -m bench.frozen                        (every Python from 3.11 on the PATH and in ~/.pyenv)
    python -m bench.frozen --python /usr/bin/python3.12 /opt/pypy/bin/python

A Python other than this one gets an environment for the time being, with the packages that the rules need from the package index.
It takes about five minutes for a Python and a hash seed.
"""

from __future__ import annotations

import argparse
import os
import platform
import shutil
import subprocess
import sys
import tempfile
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

HOME = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(HOME / "tests"))
HASH_SEEDS = ("0", "1", "4242")
NEEDED = ("msgspec", "mypy-extensions", "platformdirs")
LEAST = 11  # of Python 3


def replay() -> str:
    """Replay all records here; returns how many, how many entries they have, and which did not replay."""
    from freeze import fingerprint, folder_of, marks, packed, states_of

    import banneret
    from banneret import rulebooks

    records = entries = 0
    wrong: list[str] = []

    def look(name: str, text: str, state: str, state_of: Callable[[str], str]) -> None:
        nonlocal records, entries
        battle = banneret.loads(text)
        if battle.text != text or battle.damage or state_of(marks(battle)) != state:
            wrong.append(name)
        records += 1
        entries += battle.record.count

    for book in rulebooks.names():
        folder = folder_of(book)
        states = states_of(folder) if (folder / "states.txt").exists() else {}
        for file, state in states.items():
            look(f"{book}/{file}", (folder / file).read_bytes().decode(), state, str)
        for name, text, state in packed(folder):
            look(f"{book}/{name}", text, state, fingerprint)
    return f"{records} records, {entries:,} entries, {len(wrong)} otherwise {' '.join(wrong[:5])}".rstrip()


def pythons() -> list[str]:
    """Every Python at hand that is new enough, one of each version, this one first."""
    found: dict[str, str] = {platform.python_version(): sys.executable}
    names = [shutil.which(f"python3.{minor}") for minor in range(LEAST, LEAST + 10)]
    names += [str(path) for path in sorted(Path.home().glob(".pyenv/versions/3.*/bin/python"))]
    for name in filter(None, names):
        code = "import platform, sys; print(platform.python_version(), sys.version_info[1])"
        done = subprocess.run([name, "-c", code], capture_output=True, text=True, check=False)
        if done.returncode == 0 and int(done.stdout.split()[1]) >= LEAST:
            found.setdefault(done.stdout.split()[0], name)
    return list(found.values())


def environment(python: str, folder: Path) -> str:
    """A Python with what the rules need: this one as it is, another in an environment of its own."""
    if Path(python).absolute() == Path(sys.executable).absolute():
        return python
    subprocess.run([python, "-m", "venv", str(folder)], check=True)
    own = str(folder / "bin/python")
    wanted = [f"{name}=={version(name)}" for name in NEEDED]
    subprocess.run([own, "-m", "pip", "install", "-q", "--disable-pip-version-check", *wanted], check=True)
    return own


def main() -> int:
    """What the command line asks for."""
    parser = argparse.ArgumentParser(prog="python -m bench.frozen", description=__doc__.split("\n")[0])
    parser.add_argument("--python", nargs="+", metavar="PATH", help="these (default: every one at hand)")
    parser.add_argument("--here", action="store_true", help="in this process alone")
    words = parser.parse_args()
    if words.here:
        print(replay())
        return 0
    wrong = 0
    for python in words.python or pythons():
        with tempfile.TemporaryDirectory(prefix="banneret-frozen-") as folder:
            own = environment(python, Path(folder))
            for seed in HASH_SEEDS:
                path = os.pathsep.join([str(HOME / "src"), str(HOME)])
                told = subprocess.run(
                    [own, "-m", "bench.frozen", "--here"],
                    cwd=HOME,
                    env=os.environ | {"PYTHONPATH": path, "PYTHONHASHSEED": seed},
                    stdout=subprocess.PIPE,
                    text=True,
                    check=False,
                )
                found = told.stdout.strip() or f"exit {told.returncode}"
                wrong += " 0 otherwise" not in found
                print(f"| {python} | hash seed {seed} | {found} |", flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
