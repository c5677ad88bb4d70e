"""Declared attacks in words: who, how, and at whom. Rule: warcards:attack.declare."""

from __future__ import annotations

from banneret.rulebooks.warcards.board.field import AREAS, NUMBERS, spot
from banneret.rulebooks.warcards.board.standing import enemy_of
from banneret.rulebooks.warcards.state import State, Unit
from banneret.rulebooks.warcards.text.wording import agree, short


def in_words(state: State, verb: str, word: str) -> str:
    """A word of a plan of attacks, as people say it."""
    labels = state.setting.labels
    who, _, aim = word[1:].partition("-")
    unit = state.units[int(who)]
    name = short(state, unit.id)
    if verb == "fire":
        whom = labels[int(aim[1:])] if aim[0] == "x" else _in_area(state, unit, aim)
        return agree(name, f"fires|fire at {whom}")
    if word[0] == "t":
        return agree(name, "takes|take the fortification")
    met = int(aim) if aim else enemy_of(state, unit)
    whom = f" {labels[met]}" if met >= 0 else ""
    if verb == "charge":
        strikes = word[0] == "p"
        return (
            agree(name, "strikes|strike") + f"{whom} with pikes"
            if strikes
            else agree(name, "charges|charge") + whom
        )
    return agree(name, "attacks|attack") + whom + (" to subdue" if word[0] == "s" else "")


def _in_area(state: State, unit: Unit, aim: str) -> str:
    """The enemy at which a unit fires, by the area."""
    number = state.at[(1 - unit.side) * AREAS + NUMBERS[aim]]
    return f"{state.setting.labels[number]} at {spot(unit.side, NUMBERS[aim])}" if number >= 0 else aim
