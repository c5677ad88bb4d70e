"""The morale checks of units whose commander fell while he stood apart from them. Rules: battlesystem:4.4, battlesystem:4.2d."""

from __future__ import annotations

from banneret.kernel.table import Table
from banneret.rulebooks.battlesystem.individual import Individual
from banneret.rulebooks.battlesystem.morale import checks_and_routs
from banneret.rulebooks.battlesystem.morale.causes import COMMANDER, NOWHERE, Cause
from banneret.rulebooks.battlesystem.state import State, is_mended
from banneret.rulebooks.battlesystem.unit import FIELD, Unit


def led_by(state: State, one: Individual) -> Unit | None:
    """The unit on the table whose Unit Commander an individual is, with it or apart; None if he has none. Rule: battlesystem:9.2a."""
    for unit in state.units.values():
        if unit.chief == one.id and unit.status == FIELD:
            return unit
    return None


def check_after(
    state: State, table: Table, one: Individual, x: float = NOWHERE, y: float = NOWHERE, enemy: int = -1
) -> None:
    """Check the morale of an individual's unit if he has fallen; to be called once it is known whether it is still in command.

    If it routs, it runs from (x, y), in inches, or from the unit `enemy` that felled him. Rules: battlesystem:4.4, battlesystem:4.2d.
    """
    if one.on_table or not is_mended(state, 3):
        return
    unit = led_by(state, one)
    if unit is not None:
        checks_and_routs.check(state, table, unit, Cause(COMMANDER, enemy, x, y))
