"""News of units that are destroyed or discarded, or saved at the last moment."""

from __future__ import annotations

from typing import Any

from banneret.kernel.event import Event
from banneret.kernel.table import Table
from banneret.rulebooks.stacks.state import State
from banneret.rulebooks.stacks.text.news_words import (
    artifact_id,
    artifact_name,
    side_name,
    unit_names,
    units_data,
)
from banneret.rulebooks.stacks.text.wording import listed, opening, the


def destroyed(
    state: State, table: Table, gone: list[int], sunk: list[int], lost: list[int], rule: str, cause: str
) -> None:
    """Units are destroyed, with what sinks with them and what they hold. Rule: stacks:roll.removal."""
    texts: list[str] = []
    for side in range(state.setting.sides):
        mine = [number for number in gone if state.units[number].side == side]
        if mine:
            text = f"{side_name(state, side)} lost {unit_names(state, mine)}"
            if [number for number in mine if number in sunk]:
                text += ", sunk"
            elif cause:
                text += f" ({cause})"
            texts.append(text + ".")
    data: dict[str, Any] = {
        "units": units_data(state, gone),
        "artifacts": sorted([artifact_id(state, c) for c in lost]),
    }
    if lost:
        texts.append(
            f"With them went {listed(sorted([f'the {artifact_name(state, chit)}' for chit in lost]))}."
        )
    table.tell(Event("destroyed", " ".join(texts), rule, reveals=True, data=data))


def discarded(state: State, table: Table, side: int, numbers: list[int]) -> None:
    """Summoned units go back to the supply. Rule: stacks:summoning.discard."""
    text = f"{side_name(state, side)} discarded {unit_names(state, numbers)}."
    data = {"units": units_data(state, numbers)}
    table.tell(Event("discarded", text, "stacks:summoning.discard", side=side, data=data))


def taken_aboard(state: State, table: Table, side: int, pairs: list[tuple[int, int]]) -> None:
    """Stranded units come aboard transports, which only their owner sees. Rule: stacks:move.stranded."""
    kinds = state.setting.kinds
    for number, ship in pairs:
        kind, carrier = kinds[state.units[number].kind], kinds[state.units[ship].kind]
        text = f"{opening(the(kind.name))} went aboard {the(carrier.name)}."
        data = {"unit": kind.id, "ship": carrier.id}
        table.tell(Event("board", text, "stacks:move.stranded", side=side, to=(side,), data=data))
