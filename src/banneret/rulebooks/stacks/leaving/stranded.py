"""Stranded units, which are where they may not be at the end of a phase or battle: carried, taken aboard, or lost."""

from __future__ import annotations

from itertools import combinations, islice
from typing import Final

from banneret.kernel.decision import Choice
from banneret.kernel.order import Order
from banneret.kernel.table import Table
from banneret.rulebooks.stacks.board.carriers import in_want_of_carriers, stranded
from banneret.rulebooks.stacks.board.transports import berths
from banneret.rulebooks.stacks.leaving.removal import destroy
from banneret.rulebooks.stacks.state import Fight, State
from banneret.rulebooks.stacks.text import loss_news

MOST_WAYS: Final = 500  # ways offered to choose among, the most valuable first


def those_lost(state: State, table: Table, side: int, hex_: int, present: list[int]) -> list[int]:
    """A side's units in a hex that are lost at the end of a phase or battle, after those who can have come aboard.

    Where its carriers have too few places the owner says which Heroes are carried; the others need a ship.

    Rule: stacks:carry.capacity, stacks:move.stranded.
    """
    heroes, places = in_want_of_carriers(state, hex_, present)
    kept: list[int] | None = None
    if 0 < places < len(heroes):
        options: list[Order] = [("carry", *some) for some in islice(combinations(heroes, places), MOST_WAYS)]
        kept = list(table.ask(Choice("carry", side, "stacks:carry.capacity", options))[1:])
    lost = stranded(state, side, hex_, present, kept)
    return come_aboard(state, table, side, hex_, present, lost) if lost else lost


def come_aboard(
    state: State, table: Table, side: int, hex_: int, present: list[int], lost: list[int]
) -> list[int]:
    """Stranded units come aboard own transports there that have a place for them: the units that are lost all the same.

    Rule: stacks:move.stranded.
    """
    pairs = berths(state, hex_, present, lost)
    for number, ship in pairs:
        state.units[number].aboard = ship
    if pairs and table.telling:
        loss_news.taken_aboard(state, table, side, pairs)
    saved = [number for number, _ in pairs]
    return [number for number in lost if number not in saved]


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
    """Destroy units that may not be in the hex any more because their carrier or transport is gone. Rule: stacks:move.stranded."""
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
