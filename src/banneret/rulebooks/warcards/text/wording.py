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


def in_words(state: State, verb: str, word: str) -> str:
    """A word of a plan of attacks, as people say it."""
    labels = state.setting.labels
    who, _, aim = word[1:].partition("-")
    name = short(state, int(who))
    if verb == "fire":
        return f"{name} fires at {labels[int(aim[1:])] if aim[0] == 'x' else aim}"
    if verb == "charge":
        return f"{name} strikes with pikes" if word[0] == "p" else f"{name} charges"
    if word[0] == "t":
        return f"{name} takes the fortification"
    whom = f" {labels[int(aim)]}" if aim else ""
    return f"{name} attacks{whom}" + (" to subdue" if word[0] == "s" else "")


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
