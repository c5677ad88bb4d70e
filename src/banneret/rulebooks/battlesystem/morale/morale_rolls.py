"""The roll of a Morale Check, without its effects, and when losses call for one.

Rules: battlesystem:4.3, battlesystem:4.4, battlesystem:4.4a, battlesystem:8.7j.
"""

from __future__ import annotations

from banneret.kernel.event import Event
from banneret.kernel.table import Table
from banneret.kernel.tally import Tally
from banneret.rulebooks.battlesystem.morale.causes import Cause
from banneret.rulebooks.battlesystem.morale.current_morale import current
from banneret.rulebooks.battlesystem.state import State, name
from banneret.rulebooks.battlesystem.tables.dice import check_stake
from banneret.rulebooks.battlesystem.text.sentences import says
from banneret.rulebooks.battlesystem.unit import NOBODY, Unit


def is_due(unit: Unit, original: int, lost_before: int, lost_after: int) -> bool:
    """True if an attack calls for a check: it brings the losses to a quarter or half, or costs a figure once half are lost.

    The unit's marks for a quarter and half lost are set.
    Rules: battlesystem:4.4, battlesystem:4.4a, battlesystem:8.7j.

    Args:
        unit: the unit attacked.
        original: its figures at the start of the battle.
        lost_before: figures lost before the attack.
        lost_after: figures lost after it.
    """
    if lost_after <= lost_before or lost_after >= original:
        return False
    found = unit.half  # once half are lost, every attack that costs a figure calls for a check
    if not unit.quarter and 4 * lost_after >= original:
        unit.quarter = found = True
    if not unit.half and 2 * lost_after >= original:
        unit.half = found = True
    return found


def roll(
    state: State, table: Table, unit: Unit, cause: Cause, leader: int = NOBODY, figure: int = NOBODY
) -> bool:
    """Roll a Morale Check without its effects; return True if 2d10 are at most current morale. Args as in `current`.

    Rules: battlesystem:4.3, battlesystem:6.2, battlesystem:7.13c.
    """
    tally = Tally(f"current morale of {name(state, unit)}") if table.telling else None
    needed = current(state, unit, cause, tally, leader, figure)
    dice = table.dice(2, 10, "morale", unit.side)
    rolled = dice[0] + dice[1]
    if tally is not None:
        held = rolled <= needed
        if figure == NOBODY:
            who = says(state, unit, "passes|pass" if held else "fails|fail")
        else:
            who = f"A figure of {name(state, unit)} {'passes' if held else 'fails'}"
        text = f"{who} a morale check: {rolled}, needed {needed} or less."
        shown = [(unit.side, 10, die) for die in dice]
        data: dict[str, object] = {"unit": f"u{unit.id}", "needed": needed}
        rule = "battlesystem:4.3"
        stakes = [check_stake(unit.side, held, needed)]
        table.tell(
            Event("morale", text, rule, side=unit.side, dice=shown, data=data, tallies=[tally], stakes=stakes)
        )
    return rolled <= needed
