"""Who stays carried over ground where he could not be alone, when there are more Heroes than places."""

from __future__ import annotations

from itertools import combinations, islice
from typing import Final

from banneret.kernel.decision import Choice
from banneret.kernel.order import Order
from banneret.kernel.table import Table
from banneret.rulebooks.stacks.board import movement
from banneret.rulebooks.stacks.state import State

MOST_WAYS: Final = 500  # to choose among; the most valuable come first


def those_lost(state: State, table: Table, side: int, hex_: int, present: list[int]) -> list[int]:
    """Who of a side's units in a hex is stranded at the end of a phase or battle; its owner says which Heroes are carried.

    Rule: stacks:carry.capacity, stacks:move.stranded.
    """
    heroes, places = movement.in_want_of_carriers(state, hex_, present)
    if not 0 < places < len(heroes):
        return movement.stranded(state, side, hex_, present)
    options: list[Order] = [("carry", *some) for some in islice(combinations(heroes, places), MOST_WAYS)]
    order = table.ask(Choice("carry", side, "stacks:carry.capacity", options))
    return movement.stranded(state, side, hex_, present, list(order[1:]))
