"""Units that leave the game or the battle for good: destroyed, gone down with a ship, discarded to the supply.

With them go the artifacts they hold, and the game of a side that loses its Archmage.
"""

from __future__ import annotations

from banneret.kernel.table import Table
from banneret.rulebooks.stacks.board.knowledge import everybody, show
from banneret.rulebooks.stacks.board.stacks import put
from banneret.rulebooks.stacks.board.transports import passengers
from banneret.rulebooks.stacks.leaving import victory
from banneret.rulebooks.stacks.state import FALLEN, NOBODY, SUMMONED, SUPPLY, State, Unit
from banneret.rulebooks.stacks.text import loss_news


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
        loss_news.destroyed(state, table, gone, sunk, lost, rule, cause)
    for number in gone:
        take_away(state, units[number])
    for side in archmages:
        victory.archmage_fallen(state, side)
    if fight is not None:
        for corner in fight.corners:
            if corner.front != NOBODY and units[corner.front].place != fight.hex:
                corner.front = NOBODY


def _let_go(state: State, holder: int, set_aside: bool) -> list[int]:
    """Lose the artifacts of a destroyed holder, or set them aside for the victor. Rule: stacks:artifact.lost."""
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


def take_away(state: State, unit: Unit) -> None:
    """Take a unit off the board: to the fallen, or a summoned one to the supply. Rule: stacks:summoning.supply."""
    put(state, unit, SUPPLY if unit.origin == SUMMONED else FALLEN)
    unit.aboard = NOBODY
    unit.known = 0
    unit.moved = unit.exited = unit.held = unit.blooded = False
    unit.devoured = unit.held_turns = unit.held_since = unit.defeats = unit.skirmished = unit.appeared = 0
