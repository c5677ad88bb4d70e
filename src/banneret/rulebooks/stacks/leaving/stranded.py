"""Units that are where they may not be, at the end of a phase or battle: who is lost, and who stays carried."""

from __future__ import annotations

from itertools import combinations, islice
from typing import Final

from banneret.kernel.decision import Choice
from banneret.kernel.order import Order
from banneret.kernel.table import Table
from banneret.rulebooks.stacks.board.carriers import in_want_of_carriers, stranded
from banneret.rulebooks.stacks.leaving.removal import destroy
from banneret.rulebooks.stacks.state import Fight, State

MOST_WAYS: Final = 500  # to choose among; the most valuable come first


def those_lost(state: State, table: Table, side: int, hex_: int, present: list[int]) -> list[int]:
    """A side's units in a hex that are stranded at the end of a phase or battle; its owner says which Heroes are carried.

    Rule: stacks:carry.capacity, stacks:move.stranded.
    """
    heroes, places = in_want_of_carriers(state, hex_, present)
    if not 0 < places < len(heroes):
        return stranded(state, side, hex_, present)
    options: list[Order] = [("carry", *some) for some in islice(combinations(heroes, places), MOST_WAYS)]
    order = table.ask(Choice("carry", side, "stacks:carry.capacity", options))
    return stranded(state, side, hex_, present, list(order[1:]))


def sweep(state: State, table: Table, side: int) -> None:
    """Destroy a side's units that are where they may not be, at the end of a phase outside battles.

    Rule: stacks:move.stranded, stacks:carry.capacity.
    """
    if True not in state.setting.water:
        return
    doomed: list[int] = []
    for hex_, stack in state.stacks[side].items():
        doomed.extend(those_lost(state, table, side, hex_, stack))
    if doomed:
        doomed.sort()
        destroy(state, table, doomed, "stacks:move.stranded", "stranded")


def lose_stranded(state: State, table: Table, fight: Fight) -> None:
    """Destroy those who may not be in the hex any more, their carrier or transport being gone. Rule: stacks:move.stranded."""
    units, kinds = state.units, state.setting.kinds
    water = state.setting.water[fight.hex]
    lost: list[int] = []
    for corner in fight.corners:
        present = state.stacks[corner.side].get(fight.hex, [])
        for number in present:
            kind = kinds[units[number].kind]
            if kind.sea or (water and not kind.flying and not kind.swimmer):
                lost += those_lost(state, table, corner.side, fight.hex, list(present))
                break
    if lost:
        destroy(state, table, lost, "stacks:move.stranded", "stranded")
