"""The number of brigades that a side may have, and their sizes. Rules: battlesystem:4.10a, battlesystem:4.10b."""

from __future__ import annotations

from typing import Final

from banneret.rulebooks.battlesystem.individual import ARMY, BRIGADE

BRIGADES_NEED: Final = 8  # units of a side, before it may have Brigade Commanders
BRIGADE_FEWEST: Final = 4
BRIGADE_MOST: Final = 8


def brigade_fault(brigades: list[int], ranks: list[int]) -> str:
    """The reason the leaders of a side are not allowed, "" if they are. Rules: battlesystem:4.10a, battlesystem:4.10b.

    Args:
        brigades: for each of its units the number of its brigade's leader in `ranks`, -1 for none.
        ranks: the ranks of its leaders, `BRIGADE` or `ARMY`.
    """
    if ranks.count(ARMY) > 1:
        return "a side has at most one Army Commander"
    leading = [number for number, rank in enumerate(ranks) if rank == BRIGADE]
    if not leading:
        return ""
    if len(brigades) < BRIGADES_NEED:
        return f"a side of {len(brigades)} units has no Brigade Commanders: that takes {BRIGADES_NEED}"
    if len(leading) < 2:
        return "with Brigade Commanders there are at least two brigades"
    for number in leading:
        units = brigades.count(number)
        if not BRIGADE_FEWEST <= units <= BRIGADE_MOST:
            return f"a brigade has {BRIGADE_FEWEST} to {BRIGADE_MOST} units, here is one of {units}"
    return ""
