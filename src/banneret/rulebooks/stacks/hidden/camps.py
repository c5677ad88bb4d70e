"""The units of one enemy sorted for a new deal: those that stay, those for the banners, those for the reserve."""

from __future__ import annotations

from banneret.kernel.dice import Chance
from banneret.kernel.errors import WrongWorld
from banneret.rulebooks.stacks.hidden.drawing import shuffle
from banneret.rulebooks.stacks.state import DRAWN, NOBODY, RESERVE, SETUP, SUMMONED, State, Unit
from banneret.rulebooks.stacks.tables.kinds import UnitKind


class Camp:
    """The units of one enemy, sorted for a new deal.

    Attributes:
        side: the enemy.
        afield: those to be dealt to the banners.
        kept: those to stay in reserve.
        fixed: by hex, the numbers of the units known to be there.
        loose: by hex, the number of others that are really there: a secret unless stack sizes are shown.
    """

    def __init__(self, side: int) -> None:
        self.side: int = side
        self.afield: list[Unit] = []
        self.kept: list[Unit] = []
        self.fixed: dict[int, list[int]] = {}
        self.loose: dict[int, int] = {}


def sort_out(state: State, present: State, camp: Camp, world: State, bits: int, chance: Chance) -> None:
    """Sort an enemy's units into those that stay, those for the banners and those for the reserve.

    A unit stays where it is known to be: seen there, a Site, summoned, marked by something that all have seen, or gone. Raises
    `WrongWorld` if a later order names a hidden unit.
    """
    setting = world.setting
    kinds = setting.kinds
    enemy = camp.side
    reserves = setting.reserves[enemy]
    same = present is state
    bearers = [] if same else _new_bearers(state, present)
    left = [] if same else _left_since(state, present, enemy)
    homely: list[Unit] = []  # may be in reserve: drawn or listed there, and never seen on the map
    held = 0
    for unit in world.units:
        if unit.side != enemy:
            continue
        place = unit.place
        if place < RESERVE:
            continue
        now = unit if same else present.units[unit.id]
        kind = kinds[unit.kind]
        seen = (unit.seen | now.seen) & bits == bits
        hidden_origin = unit.origin == DRAWN or (unit.origin == SETUP and unit.kind in reserves)
        if place == RESERVE:
            if hidden_origin and not seen and now.place == RESERVE:
                homely.append(unit)
                held += 1
            continue
        if _is_placed(unit, now, kind, bits):
            there = camp.fixed.get(place)
            if there is None:
                camp.fixed[place] = [unit.id]
            else:
                there.append(unit.id)
            continue
        if unit.id in bearers or place in left:
            raise WrongWorld("an order of the running step names a hidden unit")
        camp.loose[place] = camp.loose.get(place, 0) + 1
        if hidden_origin and not seen:
            homely.append(unit)
        else:
            camp.afield.append(unit)
    homely = _renumber(camp, homely)
    if held:
        shuffle(homely, chance)
        camp.kept = homely[:held]
        camp.afield += homely[held:]
    else:
        camp.afield += homely


def _renumber(camp: Camp, homely: list[Unit]) -> list[Unit]:
    """Number the scenario's units by kind, those that may be in reserve last; return all that may be.

    Their true numbers follow the stacks of the scenario and would tell which of them began together. Rule: stacks:hidden.stack.
    """
    afield = [unit for unit in camp.afield if unit.origin == SETUP]
    at_home = [unit for unit in homely if unit.origin == SETUP]
    chits = sorted([(unit.kind, unit.seen, unit.known) for unit in afield])
    chits += sorted([(unit.kind, unit.seen, unit.known) for unit in at_home])
    named = afield
    if at_home:
        named = sorted([*afield, *at_home], key=_number)
        count = len(afield)
        camp.afield = [*named[:count], *[unit for unit in camp.afield if unit.origin != SETUP]]
        homely = [*named[count:], *[unit for unit in homely if unit.origin != SETUP]]
    for unit, chit in zip(named, chits, strict=True):
        unit.kind, unit.seen, unit.known = chit
    return homely


def _number(unit: Unit) -> int:
    return unit.id


def _is_placed(unit: Unit, now: Unit, kind: UnitKind, bits: int) -> bool:
    """True if all know where the unit is: a Site, summoned, seen there, gone since, or marked by what all have seen."""
    return (
        unit.origin == SUMMONED
        or kind.site
        or (unit.known | now.known) & bits == bits
        or now.place < RESERVE
        or unit.held
        or unit.held_turns > 0
        or unit.exited
        or unit.devoured > 0
        or unit.defeats > 0
        or unit.blooded
    )


def _new_bearers(state: State, present: State) -> list[int]:
    """The units that were given an artifact since, which the order named."""
    found: list[int] = []
    for index in range(len(state.artifacts)):
        holder = present.artifacts[index].holder
        if holder != NOBODY and holder != state.artifacts[index].holder:
            found.append(holder)
    return found


def _left_since(state: State, present: State, enemy: int) -> list[int]:
    """The hexes that units of an enemy have left since for others, which the orders named and all saw."""
    found: list[int] = []
    for unit in state.units:
        if unit.side == enemy and unit.place >= 0:
            now = present.units[unit.id].place
            if now >= 0 and now != unit.place and unit.place not in found:
                found.append(unit.place)
    return found


def settle(world: State, camp: Camp) -> None:
    """Write the deal into stacks and reserve; take units off ships that are elsewhere."""
    units = world.units
    for unit in camp.kept:
        unit.place = RESERVE
        unit.aboard = NOBODY
        unit.known = 0
        unit.moved = False
    stacks = world.stacks[camp.side]
    for hex_ in stacks:
        stacks[hex_] = camp.fixed.get(hex_, [])
    for unit in camp.afield:
        unit.moved = False  # nobody saw which of them moved; they can move again when their turn begins
        stacks[unit.place].append(unit.id)
    for hex_ in stacks:
        members = stacks[hex_]
        members.sort()
        for number in members:
            ship = units[number].aboard
            if ship != NOBODY and units[ship].place != hex_:
                units[number].aboard = NOBODY
