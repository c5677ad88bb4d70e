"""Morale saves: the sum that is added to the die, and units that need none. Rules: warcards:combat.morale-save, warcards:full.morale."""

from __future__ import annotations

from banneret.kernel.tally import Tally
from banneret.rulebooks.warcards.board.field import RESERVES
from banneret.rulebooks.warcards.board.standing import whereabouts
from banneret.rulebooks.warcards.board.works import is_fortified
from banneret.rulebooks.warcards.magic.effects import magic
from banneret.rulebooks.warcards.ratings.leadership import heroes, lead
from banneret.rulebooks.warcards.state import State, Unit
from banneret.rulebooks.warcards.tables.cards import MORALE
from banneret.rulebooks.warcards.tables.conditions import CASTLE, LIMITED
from banneret.rulebooks.warcards.tables.modifiers import LIMITED_MORALE


def safe_behind_walls(state: State, unit: Unit) -> bool:
    """True if a unit makes its saves without a roll. Rule: warcards:full.morale."""
    return state.fort == CASTLE and unit.side == state.setting.owner and is_fortified(state, unit.place)


def morale_total(state: State, unit: Unit, rally: bool, tally: Tally | None = None) -> int:
    """The sum that is added to the die of a morale save.

    Rules: warcards:combat.morale-save, warcards:rally.reserve, warcards:limited.morale, warcards:lead.stack, warcards:hero.bonus,
    warcards:naval.bunks.
    """
    total = state.setting.cards[unit.id].morale
    if tally is not None:
        tally.add(total, "morale", "warcards:unit.statistics")
    if state.groups:
        bonus = heroes(state, unit)[2]
        total += bonus
        if tally is not None and bonus:
            tally.add(bonus, "heroes", "warcards:hero.bonus")
    if state.figures:
        bonus = lead(state, unit)
        total += bonus
        if tally is not None and bonus:
            tally.add(bonus, "leader", "warcards:lead.bonus")
    if state.effects:
        spell = magic(state, unit.id, MORALE)
        total += spell
        if tally is not None and spell:
            tally.add(spell, "battle magic", "warcards:magic.rating")
    if state.fort == LIMITED and unit.side == state.setting.owner and is_fortified(state, unit.place):
        total += LIMITED_MORALE
        if tally is not None:
            tally.add(LIMITED_MORALE, "fortification", "warcards:limited.morale")
    if rally and whereabouts(state, unit) == RESERVES[unit.side]:
        total += 2
        if tally is not None:
            tally.add(2, "in reserve", "warcards:rally.reserve")
    return total


def holding(bonus: int, need: int) -> int:
    """The number of faces of a d20 on which a save succeeds. Rules: warcards:combat.morale-save, warcards:rally.natural.

    >>> holding(4, 15), holding(30, 15), holding(-10, 15)
    (10, 19, 1)
    """
    return min(19, max(1, 21 + bonus - need))
