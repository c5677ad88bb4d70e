"""Stacks: which units are in a hex, and how a unit comes into one."""

from __future__ import annotations

from banneret.rulebooks.stacks.state import RESERVE, State, Unit


def stack_of(state: State, side: int, hex_: int) -> list[int]:
    """The units of a side in a hex, by number. Rule: stacks:battle.stack, stacks:battle.one-stack."""
    return state.stacks[side].get(hex_, [])


def is_usable(unit: Unit) -> bool:
    """True if a unit in a stack may be used for anything. Rule: stacks:battle.usable."""
    return not unit.held and unit.held_turns == 0


def usable_units(state: State, side: int, hex_: int) -> list[Unit]:
    """The usable units of a side in a hex. Rule: stacks:battle.usable."""
    units = state.units
    return [
        units[i] for i in state.stacks[side].get(hex_, ()) if not units[i].held and units[i].held_turns == 0
    ]


def enemies_in(state: State, side: int, hex_: int) -> list[int]:
    """The other sides that have a stack in the hex, in order."""
    return [other for other in range(state.setting.sides) if other != side and hex_ in state.stacks[other]]


def has_enemy(state: State, side: int, hex_: int) -> bool:
    """True if another side has a unit, a Site included, in the hex."""
    own = state.stacks[side]
    for stacks in state.stacks:  # noqa: SIM110 - asked too often for a generator
        if hex_ in stacks and stacks is not own:
            return True
    return False


def put(state: State, unit: Unit, place: int) -> None:
    """Bring a unit to a hex or another place, keeping the stacks in order."""
    stacks = state.stacks[unit.side]
    if unit.place >= 0:
        old = stacks[unit.place]
        old.remove(unit.id)
        if not old:
            del stacks[unit.place]
    unit.place = place
    if place >= 0:
        new = stacks.get(place)
        if new is None:
            stacks[place] = [unit.id]
        else:
            new.append(unit.id)
            new.sort()


def add_unit(state: State, kind: int, side: int, place: int, origin: int) -> Unit:
    """Bring a new chit into play; return it."""
    unit = Unit(len(state.units), kind, side, RESERVE, origin)
    state.units.append(unit)
    put(state, unit, place)
    return unit
