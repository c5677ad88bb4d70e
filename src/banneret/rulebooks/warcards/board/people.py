"""Generals, characters and Heroes units: who is with whom. Rules: warcards:field.two-sides, warcards:hero.form."""

from __future__ import annotations

from banneret.rulebooks.warcards.board.field import RESERVES
from banneret.rulebooks.warcards.state import ACTIVE, NOBODY, Figure, Group, State


def general(state: State, side: int) -> int:
    """The character who commands a side, NOBODY when it has none left. Rule: warcards:field.two-sides."""
    chosen = state.setting.generals[side]
    if chosen >= 0 and state.figures[chosen].status == ACTIVE:
        return chosen
    best = NOBODY
    skill = -99
    sea = state.setting.sea
    for figure in state.figures:
        if figure.side == side and figure.status == ACTIVE:
            person = state.setting.people[figure.id]
            own = person.sailor if sea else person.warcraft
            if own > skill:
                best = figure.id
                skill = own
    return best


def skill_of(state: State, side: int, at_sea: bool) -> int:
    """The skill of a side's general in opposed checks. Rules: warcards:field.two-sides, warcards:check.sailor."""
    who = general(state, side)
    if who < 0:
        return 0
    person = state.setting.people[who]
    return person.sailor if at_sea else person.warcraft


def group_with(state: State, unit: int) -> Group | None:
    """The Heroes unit that a unit holds. Rule: warcards:hero.form."""
    for group in state.groups:
        if group.host == unit and not group.dissolved:
            return group
    return None


def members(state: State, group: int) -> list[Figure]:
    """The characters of a Heroes unit who are with it."""
    return [f for f in state.figures if f.group == group and f.status == ACTIVE]


def stands(state: State, group: Group) -> int:
    """The place of a Heroes unit: with its unit, or in its reserve. Rule: warcards:hero.join."""
    return RESERVES[group.side] if group.host < 0 else state.units[group.host].place


def company(state: State, figure: Figure) -> int:
    """The number of the unit a character is with, alone or in a Heroes unit; NOBODY for none."""
    if figure.host < 0 and figure.group >= 0:
        return state.groups[figure.group].host
    return figure.host
