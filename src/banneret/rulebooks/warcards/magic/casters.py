"""Casters: the battle spells open to them, and their targets. Rules: warcards:magic.who, warcards:magic.allowed, warcards:magic.targets."""

from __future__ import annotations

from banneret.kernel.order import Order
from banneret.rulebooks.warcards import state as st
from banneret.rulebooks.warcards.board.field import ADJACENT, AREAS
from banneret.rulebooks.warcards.board.people import company
from banneret.rulebooks.warcards.board.standing import cargo, whereabouts
from banneret.rulebooks.warcards.state import Figure, State, Unit
from banneret.rulebooks.warcards.tables.cards import RATINGS
from banneret.rulebooks.warcards.tables.spells import Spell


def carrier(state: State, figure: Figure) -> Unit | None:
    """The unit from which a character may cast battle spells this round, None when they may not.

    Rules: warcards:magic.who, warcards:magic.components, warcards:train.war-wagon, warcards:field.reserve-not-area,
    warcards:naval.bunks.
    """
    if (
        figure.status != st.ACTIVE
        or figure.cast
        or not figure.spells
        or not state.setting.people[figure.id].feat
    ):
        return None
    number = company(state, figure)
    if number < 0:
        return None
    unit = state.units[number]
    if not 0 <= whereabouts(state, unit) < AREAS:
        return None
    if state.setting.sea:
        return unit
    if state.setting.flags.wagon_required:
        if not state.setting.cards[number].war_wagon:
            return None
        if any(other.cast and company(state, other) == number for other in state.figures):
            return None  # the wagon's components serve only one caster
    return unit


def foes_in_reach(state: State, unit: Unit) -> list[int]:
    """The enemies that a caster with a unit opposes; those aboard a ship are where it is.

    Rules: warcards:magic.targets, warcards:naval.bunks, warcards:naval.board-start.
    """
    here = whereabouts(state, unit)
    areas = [here, *ADJACENT[here]] if state.setting.flags.magic_adjacent else [here]
    found: list[int] = []
    for area in areas:
        number = state.at[(1 - unit.side) * AREAS + area]
        if number < 0:
            continue
        found.append(number)
        if state.setting.flags.magic_adjacent or state.units[number].since < state.round:
            found.extend(man.id for man in cargo(state, number))
    return found


def spell_of(state: State, figure: Figure, index: int) -> tuple[Spell, int]:
    """A prepared spell and the level at which it was prepared. Rule: warcards:magic.metamagic."""
    name, level = state.setting.people[figure.id].spells[index]
    return state.setting.spells[name], level


def casts(state: State, side: int) -> list[Order]:
    """All battle spells a side could declare now. Rules: warcards:magic.allowed, warcards:magic.rating, warcards:magic.targets."""
    found: list[Order] = []
    for figure in state.figures:
        if figure.side != side or not figure.spells:
            continue
        unit = carrier(state, figure)
        if unit is None:
            continue
        done: list[tuple[str, int]] = []
        for index in figure.spells:
            prepared = state.setting.people[figure.id].spells[index]
            if prepared in done:
                continue
            done.append(prepared)
            spell, _ = spell_of(state, figure, index)
            for rating, sign in spell.uses:
                targets = [unit.id] if sign > 0 else foes_in_reach(state, unit)
                found.extend(("cast", figure.id, index, RATINGS[rating], target) for target in targets)
    return found
