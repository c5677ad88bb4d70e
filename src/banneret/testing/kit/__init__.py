"""The kernel's test kit: what every rulebook must pass.

A rulebook passes it with one line in a test module (the name must begin with `Test`, so that it is collected):

    TestKit = kit.suite(RULEBOOK)

That is a class with one test for each check and scenario. Each check is also a function that can be called by itself with a
`Case`; it raises `KitFailure`, whose message tells the scenario, the options, the seed, the entry of the record, and a file with
the record up to there, so that `banneret.load` brings the very position back.

The kit is small by default. `BANNERET_KIT=10` makes it ten times as long, `BANNERET_FUZZ=200000` sets the number of mutated
inputs of each reader that is fuzzed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

from banneret.kernel.rulebook import Rulebook
from banneret.testing.kit.cases import Case, KitFailure, cases, fuzz_count, scale
from banneret.testing.kit.facts import check_events, check_facts, check_inspectors, check_questions
from banneret.testing.kit.hiding import check_canaries, check_player, check_sources, check_two_worlds
from banneret.testing.kit.muster import check_muster
from banneret.testing.kit.orders import check_mutated_orders, check_orders
from banneret.testing.kit.processes import check_processes
from banneret.testing.kit.readers import check_readers
from banneret.testing.kit.sameness import (
    check_direct,
    check_history,
    check_resumed,
    check_straight,
    check_typed,
    check_undo,
)
from banneret.testing.kit.stress import check_playouts
from banneret.testing.kit.weighing import check_weighed

CHECKS: dict[str, Callable[[Case], None]] = {
    "questions": check_questions,
    "inspectors": check_inspectors,
    "events": check_events,
    "straight": check_straight,
    "resumed": check_resumed,
    "history": check_history,
    "undo": check_undo,
    "direct": check_direct,
    "typed_dice": check_typed,
    "playouts": check_playouts,
    "orders": check_orders,
    "mutated_orders": check_mutated_orders,
    "two_worlds": check_two_worlds,
    "canaries": check_canaries,
    "player": check_player,
}
"""The checks of one scenario, in the order in which they find the plainest fault first."""

BOOK_CHECKS: dict[str, Callable[[Rulebook[Any]], None]] = {
    "facts": check_facts,
    "muster": check_muster,
    "processes": check_processes,
    "player_sources": check_sources,
    "readers": check_readers,
    "weighed": check_weighed,
}
"""The checks of a rulebook as a whole."""


def suite(
    rulebook: Rulebook[Any], scenarios: Iterable[str] | None = None, seeds: int = 2, further: bool = False
) -> type:
    """A class of tests, one for each check and scenario (default: all), each with `seeds` battles (times `BANNERET_KIT`).

    A `further` suite of a rulebook leaves out what its first one checks: the rulebook as a whole, and battles with the default options.
    """
    tests: dict[str, Any] = {"__doc__": f"The kernel's test kit on {rulebook.id}."}
    names = list(rulebook.scenarios() if scenarios is None else scenarios)
    for name, book_check in [] if further else BOOK_CHECKS.items():
        check = partial(check_processes, scenarios=names) if name == "processes" else book_check
        tests[f"test_{name}"] = _book_test(check, rulebook)
    for scenario in names:
        for name, case_check in CHECKS.items():
            tests[f"test_{name}__{scenario}"] = _case_test(
                case_check, rulebook, scenario, seeds, 1 if further else 0
            )
    return type("TestKit", (), tests)


def _book_test(check: Callable[[Rulebook[Any]], None], rulebook: Rulebook[Any]) -> Callable[[Any], None]:
    def test(self: Any) -> None:
        check(rulebook)

    test.__doc__ = getattr(check, "func", check).__doc__
    return test


def _case_test(
    check: Callable[[Case], None], rulebook: Rulebook[Any], scenario: str, seeds: int, first: int
) -> Callable[[Any], None]:
    def test(self: Any) -> None:
        for case in cases(rulebook, scenario, max(first + 1, round(seeds * scale())), first):
            try:
                check(case)
            except KitFailure:
                raise
            except Exception as error:
                case.fail(None, f"{type(error).__name__}: {error}")

    test.__doc__ = check.__doc__
    return test


__all__ = [
    "BOOK_CHECKS",
    "CHECKS",
    "Case",
    "KitFailure",
    "cases",
    "fuzz_count",
    "scale",
    "suite",
    *(check.__name__ for check in CHECKS.values()),
    *(check.__name__ for check in BOOK_CHECKS.values()),
]
