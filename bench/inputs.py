"""Damaged scenarios, records and orders, shown to the readers of every rulebook: only a clear refusal comes out of them.

    python -m bench.inputs --count 10000000 [--first 40]   (blocks of 10,000 from the 40th on, on all cores)
    python -m bench inputs --seconds 60                    (as many as there is time for, on one core)

The check is that of the test kit (`banneret.testing.kit.readers`): what is refused says why, what is read is written as it was read,
and nothing takes long or much memory. A block is of one rulebook: a quarter scenarios, a quarter records, the rest orders. Block number
`n` is the same every time; the tests look at other ones.
"""

from __future__ import annotations

import argparse
import sys
from time import perf_counter

from banneret import rulebooks
from banneret.lab.workers import run_jobs
from banneret.testing.kit.cases import KitFailure
from banneret.testing.kit.readers import fuzz_orders, fuzz_records, fuzz_scenarios

BLOCK = 10_000
SEED = 1  # of the first block: the tests have 0


class Inputs:
    """Blocks of damaged inputs by number, counted from `first`."""

    def __init__(self, first: int) -> None:
        self.first = first
        self.books = [rulebooks.get(name) for name in rulebooks.names()]

    def __call__(self, job: int) -> str:
        """Show one block to the readers: what went wrong, "" if nothing."""
        number = self.first + job
        book = self.books[number % len(self.books)]
        seed = SEED + number
        try:
            fuzz_scenarios(book, BLOCK // 4, seed)
            fuzz_records(book, BLOCK // 4, seed)
            fuzz_orders(BLOCK // 2, seed)
        except KitFailure as fault:
            return f"block {number} ({book.id}): {fault}"
        return ""


def run(seconds: float) -> list[tuple[str, ...]]:
    """Rows: blocks shown for about `seconds`, and what went wrong."""
    blocks = Inputs(0)
    faults: list[str] = []
    shown = 0
    begun = perf_counter()
    while perf_counter() - begun < seconds:
        fault = blocks(shown)
        faults += [fault] if fault else []
        shown += 1
    return [("damaged inputs, faults", str(len(faults)), "; ".join([f"{shown * BLOCK:,} inputs", *faults]))]


def main() -> int:
    """Show so many, and say what went wrong."""
    parser = argparse.ArgumentParser(prog="python -m bench.inputs", description=__doc__.split("\n\n")[0])
    parser.add_argument("--count", type=int, default=10_000_000, help="how many inputs")
    parser.add_argument("--first", type=int, default=0, help="the number of the first block")
    parser.add_argument("--workers", type=int, default=0)
    words = parser.parse_args()
    begun = perf_counter()
    faults = 0
    blocks = max(1, words.count // BLOCK)
    for number, fault in enumerate(run_jobs(Inputs, (words.first,), blocks, words.workers), words.first):
        if fault:
            faults += 1
            print(fault, flush=True)
        if (number + 1) % 10 == 0:
            print(f"up to block {number}, {faults} faults, {perf_counter() - begun:.0f} s", flush=True)
    print(f"\n{blocks * BLOCK:,} inputs, {faults} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
