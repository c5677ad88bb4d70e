"""The hexes that units may leave a battle to, and the units of a stack that go along."""

from __future__ import annotations

from banneret.rulebooks.stacks.board.carriers import stranded
from banneret.rulebooks.stacks.board.stacking import has_room
from banneret.rulebooks.stacks.board.stacks import has_enemy
from banneret.rulebooks.stacks.state import LEFT, State


def destinations(state: State, side: int, hex_: int, group: list[int]) -> list[int]:
    """The hexes a group may leave a battle to: adjacent, empty or friendly, open to every unit of it, with room.

    The group must manage on its own: its passengers aboard ships of the group, its Heroes with carriers of the group.
    In a single battle that is `[LEFT]`, the imaginary empty hex of the same kind, or nothing.

    Rule: stacks:retreat.destination, stacks:retreat.sea, stacks:vanish.destination, stacks:move.stacking,
    stacks:setup.battle-only.
    """
    setting = state.setting
    if setting.battle_only:
        return [] if stranded(state, side, LEFT, group) else [LEFT]
    found: list[int] = []
    land_checked = water_checked = False
    land_open = water_open = False
    for near in setting.grid.neighbours[hex_]:
        if has_enemy(state, side, near):
            continue
        if setting.water[near]:
            if not water_checked:
                water_open = not stranded(state, side, near, group)
                water_checked = True
            if not water_open:
                continue
        else:
            if not land_checked:
                land_open = not stranded(state, side, near, group)
                land_checked = True
            if not land_open:
                continue
        if has_room(state, side, near, group):
            found.append(near)
    return found


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
