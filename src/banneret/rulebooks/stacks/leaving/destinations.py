"""The hexes that units may leave a battle to, and the units of a stack that go along."""

from __future__ import annotations

from banneret.kernel.table import Table
from banneret.rulebooks.stacks.board.carriers import stranded
from banneret.rulebooks.stacks.board.shift import shift
from banneret.rulebooks.stacks.board.stacking import has_room
from banneret.rulebooks.stacks.board.stacks import has_enemy
from banneret.rulebooks.stacks.board.transports import berths
from banneret.rulebooks.stacks.leaving.stranded import come_aboard
from banneret.rulebooks.stacks.state import LEFT, State


def destinations(state: State, side: int, hex_: int, group: list[int]) -> list[int]:
    """The hexes a group may leave a battle to: adjacent, empty or friendly, open to every unit of it, with room.

    The group must manage on its own: its passengers aboard ships of the group, its Heroes with carriers or ships of it.
    In a single battle that is `[LEFT]`, the imaginary empty hex of the same kind, or nothing.

    Rule: stacks:retreat.destination, stacks:retreat.sea, stacks:vanish.destination, stacks:move.stacking,
    stacks:setup.battle-only.
    """
    setting = state.setting
    if setting.battle_only:
        return [LEFT] if _open_to(state, side, LEFT, group) else []
    found: list[int] = []
    land_checked = water_checked = False
    land_open = water_open = False
    for near in setting.grid.neighbours[hex_]:
        if has_enemy(state, side, near):
            continue
        if setting.water[near]:
            if not water_checked:
                water_open = _open_to(state, side, near, group)
                water_checked = True
            if not water_open:
                continue
        else:
            if not land_checked:
                land_open = _open_to(state, side, near, group)
                land_checked = True
            if not land_open:
                continue
        if has_room(state, side, near, group):
            found.append(near)
    return found


def _open_to(state: State, side: int, hex_: int, group: list[int]) -> bool:
    """True if all of a group may be in a hex, some of them aboard transports of the group.

    Rule: stacks:retreat.sea, stacks:move.stranded.
    """
    lost = stranded(state, side, hex_, group)
    return not lost or len(berths(state, hex_, group, lost)) == len(lost)


def leave_battle(state: State, table: Table, side: int, group: list[int], place: int) -> None:
    """Take a group out of the battle openly; units that need a ship in the new hex go aboard one of the group.

    Rule: stacks:retreat.who-moves, stacks:retreat.sea, stacks:move.stranded.
    """
    shift(state, side, group, place, True)
    lost = stranded(state, side, place, group)
    if lost:
        come_aboard(state, table, side, place, group, lost)


def those_who_go(state: State, side: int, hex_: int) -> list[int]:
    """The units of a stack that go along when it leaves: all but Sites and summoned ones.

    Rule: stacks:retreat.who-moves, stacks:site.no-move, stacks:summoning.appear.
    """
    units, kinds = state.units, state.setting.kinds
    found: list[int] = []
    for number in state.stacks[side].get(hex_, ()):
        kind = kinds[units[number].kind]
        if not kind.site and not kind.summoning:
            found.append(number)
    return found


def place_name(state: State, place: int) -> str:
    """The word of an order for a hex that units leave a battle to. Rule: stacks:setup.battle-only."""
    return "away" if place == LEFT else state.setting.grid.names[place]
