"""Names of units, attacks and terms, as sentences use them."""

from __future__ import annotations

from typing import Final

from banneret.rulebooks.warcards.state import State, Unit


def label(state: State, unit: Unit) -> str:
    """The name of a unit with its side, as news and refusals have it: "1st Infantry of Raiders"."""
    return state.setting.labels[unit.id]


def short(state: State, number: int) -> str:
    """The name of a unit among its own: "1st Infantry"."""
    side = state.setting.names[state.units[number].side]
    return state.setting.labels[number].removesuffix(f" of {side}")


ATTACK_VERBS: Final = ("attacks", "charges", "fires at", "fires at", "fires at", "boards and attacks")
"""The verb of each kind of attack (`ratings.attacks`), by number."""

TERM_WORDS: Final[dict[str, str]] = {
    "captivity": "its units become prisoners",
    "release": "its units are disarmed and sent home",
    "exchange": "its units become prisoners until they are exchanged or ransomed",
    "execution": "its units are put to the sword",
    "unconditional": "the winner names the terms",
}
"""The meaning of each of the terms of a surrender. Rule: warcards:end.terms."""


def bunks(count: int) -> str:
    """The bunks of a ship, counted."""
    return f"{count} bunk{'' if count == 1 else 's'}"
