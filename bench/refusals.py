"""Illegal orders in random battles of every scenario: each refused with a reason, a rule and the nearest legal order, nothing changed.

    python -m bench refusals --seconds 60                             (as many as there is time for)
    python -m bench.refusals --count 1000000 [--first 40] [stacks]    (so many; round `n` is the same every time)

The check is that of the test kit (`banneret.testing.kit.orders`): orders of the battle with something altered, of other questions,
of sides that have nothing to decide, and what is not an order at all. A round is one battle of each scenario.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from itertools import count, islice
from typing import TYPE_CHECKING

from banneret import rulebooks
from banneret.testing.kit.cases import KitFailure, cases
from banneret.testing.kit.orders import try_mutants

if TYPE_CHECKING:
    from collections.abc import Callable


def refuse(
    books: tuple[str, ...], first: int, enough: Callable[[int], bool], say: bool = False
) -> tuple[Counter[str], list[str]]:
    """Illegal orders round by round until there are enough: how many each rulebook refused, and what was wrong."""
    refused: Counter[str] = Counter()
    faults: list[str] = []
    for number in count(first):
        for name in books:
            book = rulebooks.get(name)
            for scenario in book.scenarios():
                if enough(refused.total()):
                    return refused, faults
                case = next(islice(cases(book, scenario, number + 1), number, None))
                try:
                    refused[name] += try_mutants(case)
                except KitFailure as fault:
                    faults.append(str(fault))
                    print(fault, file=sys.stderr, flush=True)
        if say:
            print(f"round {number}: {refused.total():,} refused", file=sys.stderr, flush=True)
    raise AssertionError("rounds never end")


def rows(refused: Counter[str], faults: list[str]) -> list[tuple[str, ...]]:
    """The rows of the table."""
    shares = ", ".join(f"{name} {number:,}" for name, number in refused.items())
    return [
        ("illegal orders refused", f"{refused.total():,}", shares),
        ("accepted, badly refused, or something changed", f"{len(faults)}", "; ".join(faults[:3])),
    ]


def run(seconds: float) -> list[tuple[str, ...]]:
    """Rows: what, figure, note."""
    until = time.monotonic() + seconds
    return rows(*refuse(tuple(rulebooks.names()), 0, lambda _: time.monotonic() > until))


def main() -> int:
    """What the command line asks for."""
    parser = argparse.ArgumentParser(prog="python -m bench.refusals", description=__doc__.split("\n")[0])
    parser.add_argument("books", nargs="*", default=rulebooks.names(), metavar="RULEBOOK")
    parser.add_argument("--count", type=int, default=10_000, help="how many, at least")
    parser.add_argument("--first", type=int, default=0, help="the number of the first round")
    words = parser.parse_args()
    refused, faults = refuse(tuple(words.books), words.first, lambda done: done >= words.count, say=True)
    for row in rows(refused, faults):
        print("| " + " | ".join(row) + " |", flush=True)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
