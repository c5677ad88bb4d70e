"""The chain of command: who may command a unit, with the radius and the charisma of each commander.

A commander is named by a number: `OWN` is the Unit Commander, any other number is that of a Brigade or Army Commander in
`State.individuals`.

Rules: battlesystem:4.8 to battlesystem:4.10c, battlesystem:9.2, battlesystem:9.3e.
"""

from __future__ import annotations

from typing import Final

from banneret.rulebooks.battlesystem.individual import ARMY, BRIGADE, Individual
from banneret.rulebooks.battlesystem.individuals import roles
from banneret.rulebooks.battlesystem.space.figures import figure_place
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.unit import NOBODY, Unit

OWN: Final = -2
"""The Unit Commander, where commanders are named by number."""


def leaders_above(state: State, unit: Unit) -> list[int]:
    """The leaders on the table in a unit's chain who would command such troops, the lowest first.

    Rules: battlesystem:4.8a, battlesystem:4.10a, battlesystem:4.10b, battlesystem:4.10c.
    """
    found = [
        leader.id
        for leader in state.individuals.values()
        if leader.side == unit.side and leader.on_table and may_lead(state, leader, unit)
    ]
    if len(found) > 1:
        roster = unit.now
        if roster.chain is None:
            found.sort(key=lambda number: roles.rank_of(state, state.individuals[number]))
        else:
            chain = roster.chain
            found.sort(key=lambda number: chain.index(roles.place_in_chain(state.individuals[number])))
    return found


def may_lead(state: State, leader: Individual, unit: Unit) -> bool:
    """True if a leader is in the chain of a unit of his side and would command such troops.

    Rules: battlesystem:4.8a, battlesystem:4.10a, battlesystem:4.10b, battlesystem:4.10c, battlesystem:9.3e.
    """
    roster, sheet = unit.now, state.setting.sheets[leader.id]
    rank = roles.rank_of(state, leader)
    if rank != ARMY and rank != BRIGADE:
        return False
    if roster.chain is None:
        if rank != ARMY and roles.place_in_chain(leader) != roster.brigade:
            return False
    elif roles.place_in_chain(leader) not in roster.chain:
        return False
    return roster.creature not in sheet.hates and not (sheet.creature and sheet.creature in roster.hates)


def commanders(state: State, unit: Unit) -> list[int]:
    """The chain of a unit: its own commander (`OWN`) if it has one, then the leaders above him. Rules: 4.10 to 4.10b."""
    above = leaders_above(state, unit)
    return [OWN, *above] if has_own(state, unit) else above


def has_own(state: State, unit: Unit) -> bool:
    """True if a unit's own commander stands with it, or apart on the table. Rules: battlesystem:4.10, battlesystem:9.2a."""
    return unit.leader_at != NOBODY or (unit.chief != NOBODY and state.individuals[unit.chief].on_table)


def radius(state: State, unit: Unit, commander: int) -> float:
    """The command radius of a commander, in inches. Rule: battlesystem:4.8."""
    if commander == OWN:
        return unit.now.radius
    return state.setting.sheets[commander].radius


def charisma(state: State, unit: Unit, commander: int) -> int:
    """A commander's charisma bonus. Rule: battlesystem:4.9."""
    if commander == OWN:
        return unit.now.charisma
    return state.setting.sheets[commander].charisma


def commander_name(state: State, unit: Unit, commander: int) -> str:
    """The name of a commander, for people."""
    if commander == OWN:
        return unit.now.commander or "its commander"
    return state.setting.sheets[commander].name


def place_of(state: State, unit: Unit, commander: int) -> tuple[float, float]:
    """The place of a commander, in inches; that of a Unit Commander with the unit is his figure's. Rules: battlesystem:4.7, battlesystem:9.2a."""
    if commander == OWN and unit.leader_at == NOBODY:
        commander = unit.chief
    if commander == OWN:
        return figure_place(unit, unit.leader_at)
    leader = state.individuals[commander]
    return leader.x, leader.y
