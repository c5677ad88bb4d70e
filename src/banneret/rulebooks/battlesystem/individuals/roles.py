"""The roles of individuals as they are now: rank, place in the chain of command, the unit with which one is.

Rules: battlesystem:9.0, battlesystem:9.0a, battlesystem:9.1, battlesystem:9.2a, battlesystem:9.3e.
"""

from __future__ import annotations

from banneret.rulebooks.battlesystem.state import (
    ARMY,
    BRIGADE,
    FIELD,
    NOBODY,
    UNIT_COMMANDER,
    WAITING,
    Individual,
    State,
    Unit,
    is_mended,
)
from banneret.rulebooks.battlesystem.worth.present import renew


def rank_of(state: State, one: Individual) -> int:
    """The rank that an individual has now: that of his sheet until he changes his role. Rules: battlesystem:9.0, battlesystem:9.0a."""
    return state.setting.sheets[one.id].rank if one.role == NOBODY else one.role


def place_in_chain(one: Individual) -> int:
    """The commander whose place in the chain an individual above units holds: his own, or of whom he took it over. Rule: 9.3e."""
    return one.id if one.post == NOBODY else one.post


def whose_deputy(state: State, one: Individual) -> tuple[int, int]:
    """The unit whose commander's deputy he is, and the commander above units whose he is; NOBODY where he has the place himself. Rule: 9.3e."""
    sheet = state.setting.sheets[one.id]
    unit, leader = sheet.deputy_unit, sheet.deputy_leader
    if is_chief(state, one) and one.post == unit:
        unit = NOBODY
    if commands_above(state, one) and one.post == leader:
        leader = NOBODY
    return unit, leader


def is_in_battle(one: Individual) -> bool:
    """True of one who stands on the table or is with a unit on it: he has not fallen, fled or been taken. Rule: battlesystem:9.1d."""
    return one.on_table or (one.unit != NOBODY and one.fate in (WAITING, FIELD))


def has_arrived(state: State, one: Individual) -> bool:
    """True if an individual is on the table, or with a unit that is: not with one that is still to come. Rules: 9.0a, battlesystem:1.0c.

    By versions 1 to 8 of the rules he might leave a unit before it came.
    """
    return one.unit == NOBODY or state.units[one.unit].status == FIELD or not is_mended(state, 9)


def commands_above(state: State, one: Individual) -> bool:
    """True of Brigade and Army Commanders. Rule: battlesystem:9.2."""
    return rank_of(state, one) in (BRIGADE, ARMY)


def is_chief(state: State, one: Individual) -> bool:
    """True of a Unit Commander, with his unit or apart from it. Rule: battlesystem:9.2a."""
    return one.post != NOBODY and rank_of(state, one) == UNIT_COMMANDER


def chief_of(state: State, unit: Unit) -> Individual | None:
    """The Unit Commander of a unit where he is an individual who can command: with it, or apart on the table. Rule: battlesystem:9.2a."""
    if unit.chief == NOBODY:
        return None
    one = state.individuals[unit.chief]
    return one if is_in_battle(one) else None


def with_unit(state: State, unit: Unit) -> list[Individual]:
    """The individuals who are with a unit: its commander when he is attached, then its members. Rules: battlesystem:9.1, 9.2a."""
    found = [state.individuals[number] for number in unit.members]
    if unit.chief != NOBODY and state.individuals[unit.chief].unit == unit.id:
        found.insert(0, state.individuals[unit.chief])
    return found


def join(state: State, one: Individual, unit: Unit) -> None:
    """He becomes part of a figure of a unit, without a base of his own; its averages change. Rules: battlesystem:9.1, 9.1a, 9.1g."""
    one.unit, one.on_table = unit.id, False
    unit.members = (*unit.members, one.id)
    renew(state.setting, unit)


def part(state: State, one: Individual) -> None:
    """He is with no unit any more: one he commanded has no figure of his, one he was a member of its old averages.

    Rules: battlesystem:9.1a, battlesystem:9.2a.
    """
    if one.unit == NOBODY:
        return
    unit = state.units[one.unit]
    one.unit = NOBODY
    if one.id in unit.members:
        unit.members = tuple([number for number in unit.members if number != one.id])
        renew(state.setting, unit)
    else:
        unit.leader_at = NOBODY
    unit.review = None
