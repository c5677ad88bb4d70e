"""`banneret odds`: what a rulebook can count of one force against another."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.cli.finding import find_rulebook, read_list, read_options
from banneret.cli.listing import print_json
from banneret.kernel.muster import shortened

if TYPE_CHECKING:
    import argparse


def odds(given: argparse.Namespace) -> int:
    """`banneret odds RULEBOOK ATTACKER DEFENDER`."""
    rulebook = find_rulebook(given.rulebook)
    attacker, defender = [shortened(rulebook, read_list(text)) for text in (given.attacker, given.defender)]
    flags = {
        name: getattr(given, name)
        for name in ("reveal", "support", "terrain", "round", "front", "formation")
        if getattr(given, name)
    }
    found = rulebook.odds(attacker, defender, {**read_options(given.option), **flags})
    if given.json:
        print_json(found.to_json())
    else:
        print(found)
    return 0
