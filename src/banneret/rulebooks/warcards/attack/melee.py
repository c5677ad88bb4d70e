"""The melee step: attacks hand to hand, and the taking of works. Rules: warcards:melee.who, warcards:fort.take."""

from __future__ import annotations

from banneret.kernel.event import Event
from banneret.kernel.table import Table
from banneret.rulebooks.warcards import state as st
from banneret.rulebooks.warcards.attack.charges import levels_pikes
from banneret.rulebooks.warcards.attack.losses import settle
from banneret.rulebooks.warcards.attack.plans import Slot
from banneret.rulebooks.warcards.attack.strikes import Hit, add_hit, strike
from banneret.rulebooks.warcards.board.field import AREAS, NAMES, spot
from banneret.rulebooks.warcards.board.standing import cargo, enemy_of
from banneret.rulebooks.warcards.board.works import is_fortified
from banneret.rulebooks.warcards.ratings.attacks import BOARDING, STRIKE
from banneret.rulebooks.warcards.state import State, Unit
from banneret.rulebooks.warcards.text.wording import agree, label


def melee_slot(state: State, unit: Unit) -> Slot | None:
    """A melee attack, to kill or to subdue, or the taking of an undefended fortified area; pikes had their turn before.

    Rules: warcards:melee.who, warcards:combat.subdual, warcards:fort.take, warcards:naval.ship-attack,
    warcards:pike.first-round.
    """
    number = unit.id
    enemy = enemy_of(state, unit)
    if levels_pikes(state, unit):
        return None
    if enemy >= 0:
        words = [f"u{number}", f"s{number}"]
        if state.setting.sea and unit.since < state.round:
            for other in cargo(state, enemy):
                words.extend((f"u{number}-{other.id}", f"s{number}-{other.id}"))
        return Slot(number, words, 0)
    if unit.side != state.setting.owner and is_fortified(state, unit.place) and not unit.routed:
        return Slot(number, [f"t{number}"], 0)
    return None


def fight(state: State, table: Table, words: list[str]) -> None:
    """The melee step. Rules: warcards:melee.who, warcards:fort.take, warcards:naval.board-target, warcards:naval.subdue."""
    hits: list[Hit] = []
    taken: list[int] = []
    for word in words:
        who, _, aim = word[1:].partition("-")
        unit = state.units[int(who)]
        unit.attacked = True
        if word[0] == "t":
            taken.append(unit.place)
            continue
        aboard = unit.place == st.ABOARD
        target = state.units[int(aim) if aim else enemy_of(state, unit)]
        kind = BOARDING if aboard or target.place == st.ABOARD else STRIKE
        add_hit(hits, strike(state, table, unit, target, kind, subdue=word[0] == "s"))
    settle(state, table, hits)
    for area in taken:
        state.fortified &= ~(1 << area)
        state.stirred = True
        if table.telling:
            unit = state.units[state.at[(1 - state.setting.owner) * AREAS + area]]
            text = agree(label(state, unit), f"takes|take the fortification of {spot(unit.side, area)}.")
            table.tell(Event("taken", text, "warcards:fort.take", side=unit.side, data={"area": NAMES[area]}))
