"""News as events with sentences, made only when somebody listens."""

from __future__ import annotations

from banneret.kernel.event import Event
from banneret.kernel.table import Table
from banneret.rulebooks.skirmish.state import Creature, State
from banneret.rulebooks.skirmish.tables.creatures import creature_cards


def name(state: State, creature: Creature) -> str:
    """A creature as people call it: its side and the name on its card."""
    printed = creature_cards()[creature.card].name
    side = state.setting.names[creature.side]
    return printed if printed.startswith(side) else f"{side} {printed}"


def tell(table: Table, kind: str, text: str, rule: str, side: int, **data: int) -> None:
    """One piece of news that everybody may know."""
    table.tell(Event(kind, text, f"skirmish:{rule}", side=side, data=dict(data)))
