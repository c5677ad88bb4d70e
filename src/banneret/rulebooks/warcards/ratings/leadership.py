"""Bonuses of the heroes and leaders with a unit. Rules: warcards:hero.bonus, warcards:lead.bonus."""

from __future__ import annotations

from banneret.rulebooks.warcards.board.people import group_with, members
from banneret.rulebooks.warcards.state import ACTIVE, Group, State, Unit
from banneret.rulebooks.warcards.tables.hero_levels import encounter_level, hero_bonus


def level_of(state: State, group: Group) -> int:
    """The EL of a Heroes unit this round.

    Rules: warcards:hero.el, warcards:hero.caster, warcards:magic.no-other, warcards:magic.conventional,
    warcards:hero.variant-duel.
    """
    people = state.setting.people
    el = encounter_level([people[f.id].level for f in members(state, group.id) if not f.cast])
    return max(0, el + group.el_change) if el else 0


def heroes(state: State, unit: Unit) -> tuple[int, int, int]:
    """Attack, defense and morale that a unit has of its heroes. Rules: warcards:hero.bonus, warcards:hero.variant."""
    group = group_with(state, unit.id)
    if group is None:
        return (0, 0, 0)
    if group.set_bonus >= 0:
        return (group.set_bonus, group.set_bonus // 2, (group.set_bonus + 1) // 2)
    return hero_bonus(level_of(state, group))


def lead(state: State, unit: Unit) -> int:
    """The best Lead bonus of the characters who fight with a unit.

    Rules: warcards:lead.bonus, warcards:lead.one, warcards:lead.stack, warcards:lead.general-place.
    """
    best = 0
    group = group_with(state, unit.id)
    number = -2 if group is None else group.id
    for figure in state.figures:
        if figure.status == ACTIVE and (figure.host == unit.id or figure.group == number):
            best = max(best, state.setting.people[figure.id].lead // 5)
    return best
