"""`banneret odds`: what a rulebook can count of one force against another."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from threading import Timer
from typing import TYPE_CHECKING, Final

from banneret.cli.finding import find_rulebook, list_name, read_list, read_options
from banneret.cli.listing import print_json
from banneret.kernel.errors import BadInput
from banneret.kernel.rulebook import odds_of
from banneret.muster.matchup import shortened

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator


QUICK: Final = 1.5  # seconds within which nobody wonders what is going on


@contextmanager
def patience(after: float = QUICK) -> Iterator[None]:
    """Say on the error stream of a terminal that something is being counted, where it takes longer than some seconds."""
    timer = Timer(after, lambda: print("Counting; this may take a while …", file=sys.stderr, flush=True))
    timer.daemon = True
    if sys.stderr.isatty():
        timer.start()
    try:
        yield
    finally:
        timer.cancel()


def odds(given: argparse.Namespace) -> int:
    """`banneret odds RULEBOOK ATTACKER DEFENDER`."""
    rulebook = find_rulebook(given.rulebook)
    asked = {"attacker": given.attacker, "defender": given.defender}
    names = {side: list_name(text, side) for side, text in asked.items()}
    attacker, defender = [shortened(rulebook, read_list(text), names[side]) for side, text in asked.items()]
    flags = {
        name: getattr(given, name)
        for name in ("reveal", "support", "terrain", "round", "front", "formation")
        if getattr(given, name)
    }
    if given.volley:
        flags["volley"] = " ".join(given.volley)
    if given.duel:
        flags["duel"] = "yes"
    if given.exchange:
        flags["exchange"] = "yes"
    chosen = read_options(given.option)
    for name, value in flags.items():
        if chosen.get(name, value) != value:
            both = f"both {chosen[name][:40]!r} and {value[:40]!r}"
            raise BadInput(
                f"{name} cannot be {both}", where="odds", hint=f"leave out --{name} or --option {name}=…"
            )
    try:
        with patience():
            found = odds_of(rulebook).ask(attacker, defender, {**chosen, **flags})
    except BadInput as bad:  # a list that stands in a file is named by the file
        raise BadInput(bad.message, where=names.get(bad.where, bad.where), hint=bad.hint) from None
    if given.json:
        print_json(found.to_json())
    else:
        print(found)
    return 0
