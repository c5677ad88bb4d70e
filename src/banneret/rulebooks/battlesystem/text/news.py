"""The news of orders that were declared."""

from __future__ import annotations

from typing import Any

from banneret.kernel.event import Event
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.unit import Unit


def declared(state: State, unit: Unit, kind: str, text: str, rule: str, data: dict[str, Any]) -> Event:
    """The news of what became of a declared order. If nobody may measure beforehand it reveals distances, so the order cannot be undone.

    Rules: battlesystem:3.5, battlesystem:7.7b.
    """
    hidden = not state.setting.flags.premeasure
    return Event(kind, text, rule, side=unit.side, reveals=hidden, data=data)
