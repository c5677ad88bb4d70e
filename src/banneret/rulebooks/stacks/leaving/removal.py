"""Units that leave the game or the battle for good: destroyed, gone down with a ship, discarded to the supply.

With them go the artifacts they hold, and the game of whoever loses the Archmage.
"""

from __future__ import annotations

from banneret.kernel.table import Table
from banneret.rulebooks.stacks.leaving import victory
from banneret.rulebooks.stacks.state import (
    FALLEN,
    NOBODY,
    SUMMONED,
    SUPPLY,
    State,
    Unit,
    add_unit,
    everybody,
    put,
    show,
)
from banneret.rulebooks.stacks.tables.kinds import UnitKind
from banneret.rulebooks.stacks.text import news


def passengers(state: State, transport: Unit) -> list[int]:
    """The units assigned to a transport. Rule: stacks:transport.water."""
    number = transport.id
    units = state.units
    return [i for i in state.stacks[transport.side].get(transport.place, ()) if units[i].aboard == number]


def destroy(state: State, table: Table, doomed: list[int], rule: str, cause: str = "") -> None:
    """Destroy units, all at the same moment, with what sinks with them and what they hold.

    Nothing can save them any more. `cause` is said in the news ("lost in battle"); `rule` is the rule that destroys them.
    A fallen Archmage is reckoned with when all are gone, so that two may fall at the same moment.

    Rule: stacks:roll.removal, stacks:transport.sink, stacks:artifact.lost, stacks:opt.fallen-artifacts, stacks:win.archmage.
    """
    setting = state.setting
    units = state.units
    everyone = everybody(state)
    gone: list[int] = []
    sunk: list[int] = []
    for number in doomed:
        gone.append(number)
        if setting.kinds[units[number].kind].transport:
            aboard = passengers(state, units[number])
            if setting.kinds[units[number].kind].ship:
                gone += aboard
                sunk.append(number)
                sunk += aboard
            else:
                for passenger in aboard:
                    units[passenger].aboard = NOBODY
    fight = state.fight
    fighting = fight is not None and fight.round > 0
    archmages: list[int] = []
    lost: list[int] = []
    for number in gone:
        unit = units[number]
        kind = setting.kinds[unit.kind]
        show(unit, everyone)
        if state.artifacts:
            lost += _let_go(state, number, fighting and setting.flags.captured and number not in sunk)
        if fight is not None and fighting and kind.living:
            fight.living_fell = True
        if kind.id == victory.ARCHMAGE and unit.side not in archmages:
            archmages.append(unit.side)
    if table.telling:
        news.destroyed(state, table, gone, sunk, lost, rule, cause)
    for number in gone:
        _take_away(state, units[number])
    for side in archmages:
        victory.archmage_fallen(state, side)
    if fight is not None:
        for corner in fight.corners:
            if corner.front != NOBODY and units[corner.front].place != fight.hex:
                corner.front = NOBODY


def _let_go(state: State, holder: int, set_aside: bool) -> list[int]:
    """The artifacts of a destroyed holder are lost, or set aside for the victor. Rule: stacks:artifact.lost."""
    let_go: list[int] = []
    for index, chit in enumerate(state.artifacts):
        if chit.holder == holder:
            chit.holder = NOBODY
            chit.seen = chit.known = everybody(state)
            let_go.append(index)
            fight = state.fight
            if set_aside and fight is not None:
                if fight.set_aside is None:
                    fight.set_aside = []
                fight.set_aside.append(index)
    return let_go


def _take_away(state: State, unit: Unit) -> None:
    """Off the board: the fallen, or for a summoned unit the supply. Rule: stacks:summoning.supply."""
    put(state, unit, SUPPLY if unit.origin == SUMMONED else FALLEN)
    unit.aboard = NOBODY
    unit.known = 0
    unit.moved = unit.exited = unit.held = unit.blooded = False
    unit.devoured = unit.held_turns = unit.held_since = unit.defeats = unit.skirmished = unit.appeared = 0


# ---------------------------------------------------------------- summoned units


def supply_left(state: State, kind: UnitKind) -> int:
    """How many chits of a summoned unit are left to be summoned. Rule: stacks:summoning.supply."""
    index = kind.index
    left = kind.count
    for unit in state.units:
        if unit.kind == index and unit.place >= 0:
            left -= 1
    return left


def summon(state: State, kind: UnitKind, side: int, hex_: int, round_: int) -> Unit:
    """A summoned unit joins a side's stack, openly. Rule: stacks:summoning.appear."""
    for unit in state.units:
        if unit.place == SUPPLY and unit.kind == kind.index and unit.side == side:
            put(state, unit, hex_)
            break
    else:
        unit = add_unit(state, kind.index, side, hex_, SUMMONED)
    unit.appeared = round_
    show(unit, everybody(state))
    return unit


def discard_summoned(state: State, side: int, hex_: int) -> list[int]:
    """All summoned units of a side in a hex go back to the supply. Rule: stacks:summoning.discard."""
    units = state.units
    found = [i for i in state.stacks[side].get(hex_, ()) if units[i].origin == SUMMONED]
    for number in found:
        _take_away(state, units[number])
    return found
