"""`banneret lengths`: how long battles take, from battles between computer players."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.cli.finding import find_rulebook
from banneret.cli.listing import print_json
from banneret.lab.lengths import length, written

if TYPE_CHECKING:
    import argparse


def lengths(given: argparse.Namespace) -> int:
    """`banneret lengths RULEBOOK [SCENARIO …]`."""
    rulebook = find_rulebook(given.rulebook)
    scenarios = [rulebook.scenario(name) for name in given.scenario] or list(rulebook.scenarios().values())
    found = []
    for scenario in scenarios:
        one = length(rulebook, scenario, given.games)
        found.append(one)
        if not given.json:
            print(f"{one.scenario}  {one.minutes} min  ({one.orders:.0f} orders)", flush=True)
    if given.json:
        print_json(
            [{"id": one.scenario, "minutes": one.minutes, "orders": round(one.orders, 1)} for one in found]
        )
    if given.write:
        path = rulebook.folder / "shelf.toml"
        path.write_text(written(path.read_text(encoding="utf-8"), found), encoding="utf-8")
    return 0
