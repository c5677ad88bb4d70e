"""Records with a single change, shown to both verifiers: how many does neither notice, and do the two agree?

    python -m bench forgeries --seconds 60                     (as many as there is time for)
    python -m bench.forgeries --count 100000 [--first 40000]   (these; forgery number `n` is the same every time)

The records are the frozen ones of all rulebooks. A change is a character anywhere, a cut within a line, another seed or
none, another published hash, a die that shows something else, is lost or comes twice, a seal, salt or secret order changed, two
seals swapped. Where it lies behind the hash chain, the hashes are made right again, as a forger would. The kernel's verifier knows
the rules; the client's, which runs in Node where that is installed, does not, so it can miss a seed that is left out of a battle
that is over, and dice that are lost or come twice where those behind them happen to fit.

What nobody can notice is no forgery here: a record cut between two entries is the true record of a battle that goes on, and a note or
an open order can be replaced by another, with the hashes made right, if the rules allow it and the dice still fit. Against that helps
the hash of the whole record, kept by others.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from forging import Client, forged, frozen, node, verdicts, without_rules

import banneret
from banneret.kernel.dice import Chance

if TYPE_CHECKING:
    from collections.abc import Iterable

LONGEST = 30_000  # characters of a record; longer ones only take longer


@dataclass
class Counted:
    """What became of the forgeries: how many of each kind, whom they escaped, and on which the two verifiers did not agree."""

    made: Counter[str] = field(default_factory=Counter)
    by_client: Counter[str] = field(default_factory=Counter)  # not noticed by the client's
    by_kernel: list[str] = field(default_factory=list)  # not noticed by the kernel's
    by_both: list[str] = field(default_factory=list)
    apart: list[str] = field(default_factory=list)


def count(numbers: Iterable[int], client: Client | None, until: float = 0.0, say: bool = False) -> Counted:
    """Make the forgeries of these numbers and show them to the verifiers; stops at `until` by the clock."""
    texts = {file.stem: file.read_bytes().decode() for file in frozen()}
    shelf = [(name, text) for name, text in texts.items() if len(text) < LONGEST]
    counted = Counted()
    for number in numbers:
        if until and time.monotonic() > until:
            break
        chance = Chance(number)
        name, text = shelf[chance.below(len(shelf))]
        kind, other = forged(text, chance)
        while other == text:  # that kind of line is not in it
            kind, other = forged(text, chance)
        counted.made[kind] += 1
        if say and counted.made.total() % 1000 == 0:
            print(f"up to number {number}", file=sys.stderr, flush=True)
        _show(other, kind, f"{number} ({kind}, {name})", client, counted)
    return counted


def _show(text: str, kind: str, label: str, client: Client | None, counted: Counted) -> None:
    kernel = verdicts(without_rules(text))
    # By the rules only where they are needed.
    by_kernel = "bad" in kernel.values() or not banneret.verify(text).ok
    by_client = False
    if client is not None:
        ours = client.look(text)["findings"]
        by_client = "bad" in ours.values()
        counted.by_client[kind] += not by_client
        if ours != kernel:
            counted.apart.append(label)
    if not by_kernel:
        counted.by_kernel.append(label)
        if not by_client:
            counted.by_both.append(label)


def rows(counted: Counted, with_client: bool) -> list[tuple[str, ...]]:
    """The rows of the table."""
    made = sum(counted.made.values())
    told = [
        ("records with a single change", f"{made:,}", ", ".join(f"{k} {n}" for k, n in sorted(counted.made.items()))),
        ("not noticed by the kernel's verifier", f"{len(counted.by_kernel)}", ", ".join(counted.by_kernel[:5])),
    ]  # fmt: skip
    if not with_client:
        return [
            *told,
            ("the client's verifier", "not run", "there is no Node, or its packages are not installed"),
        ]
    missed = {kind: n for kind, n in sorted(counted.by_client.items()) if n}
    return [
        *told,
        ("not noticed by the client's, without rules", f"{sum(missed.values())}", ", ".join(f"{k} {n}" for k, n in missed.items())),
        ("noticed by neither", f"{len(counted.by_both)}", ", ".join(counted.by_both[:5])),
        ("findings that are not the same", f"{len(counted.apart)}", ", ".join(counted.apart[:5])),
    ]  # fmt: skip


def run(seconds: float) -> list[tuple[str, ...]]:
    """Rows: what, figure, note."""
    return _run(range(1_000_000_000), time.monotonic() + seconds)


def _run(numbers: Iterable[int], until: float = 0.0, say: bool = False) -> list[tuple[str, ...]]:
    if node() is None:
        return rows(count(numbers, None, until, say), False)
    with Client() as client:
        return rows(count(numbers, client, until, say), True)


def main() -> int:
    """What the command line asks for."""
    parser = argparse.ArgumentParser(prog="python -m bench.forgeries", description=__doc__.split("\n")[0])
    parser.add_argument("--count", type=int, default=1000, help="how many")
    parser.add_argument(
        "--first", type=int, default=0, help="the number of the first, to go on where one stopped"
    )
    words = parser.parse_args()
    for row in _run(range(words.first, words.first + words.count), say=True):
        print("| " + " | ".join(row) + " |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
