"""Charges, and the pikes that meet them. Rules: warcards:charge.who, warcards:pike.first-round, warcards:pike.double."""

from __future__ import annotations

from typing import Final

from banneret.kernel.table import Table
from banneret.rulebooks.warcards.attack.losses import settle
from banneret.rulebooks.warcards.attack.plans import Slot
from banneret.rulebooks.warcards.attack.strikes import Hit, add_hit, strike
from banneret.rulebooks.warcards.board.standing import enemy_of
from banneret.rulebooks.warcards.ratings.abilities import may_charge, staggered
from banneret.rulebooks.warcards.ratings.attacks import CHARGING, STRIKE, charge_rating
from banneret.rulebooks.warcards.state import State, Unit

HEAVY: Final = 4
"""The charge rating from which a charge is worth making even at levelled pikes."""


def levels_pikes(state: State, unit: Unit) -> bool:
    """True if a unit attacks with its pikes in the charge step. Rule: warcards:pike.first-round."""
    return (
        state.setting.cards[unit.id].pike
        and unit.since == state.round
        and not (unit.routed or unit.left or unit.attacked)
        and not (unit.spent and staggered(state, unit))
    )


def charge_slot(state: State, unit: Unit) -> Slot | None:
    """The slot of a unit that may charge or strike with its pikes, None if it may do neither; a berserk unit with pikes has both words.

    Rules: warcards:charge.who, warcards:pike.first-round, warcards:attack.optional.
    """
    words: list[str] = []
    if may_charge(state, unit):
        words.append(f"u{unit.id}")
    if levels_pikes(state, unit):
        words.append(f"p{unit.id}")
    return Slot(unit.id, words, _preset(state, unit, words)) if words else None


def _preset(state: State, unit: Unit, words: list[str]) -> int:
    """The index of the default attack: the first, but only a heavy charge goes at levelled pikes, which strike for double damage.

    Rules: warcards:pike.double, warcards:charge.rating.
    """
    if words[0][0] == "p" or charge_rating(state, unit) >= HEAVY:
        return 0
    if not levels_pikes(state, state.units[enemy_of(state, unit)]):
        return 0
    return 1 if len(words) > 1 else -1


def charge(state: State, table: Table, words: list[str]) -> None:
    """Roll the attacks of a charge step. Rules: warcards:charge.rating, warcards:pike.first-round, warcards:pike.double."""
    horses = [int(word[1:]) for word in words if word[0] == "u"]
    hits: list[Hit] = []
    for word in words:
        if word[0] == "p":
            unit = state.units[int(word[1:])]
            target = enemy_of(state, unit)
            unit.attacked = True
            add_hit(hits, strike(state, table, unit, state.units[target], STRIKE, doubled=target in horses))
    if state.setting.flags.pikes_first:
        settle(state, table, hits)
        hits = []
    for number in horses:
        unit = state.units[number]
        target = enemy_of(state, unit)
        if target < 0 or unit.routed:
            continue
        unit.attacked = True
        add_hit(hits, strike(state, table, unit, state.units[target], CHARGING))
    settle(state, table, hits)
