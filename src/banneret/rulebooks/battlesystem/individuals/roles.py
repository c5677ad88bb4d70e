"""The present roles of individuals: rank, place in the chain of command, and the unit that one is with.

Rules: battlesystem:9.0, battlesystem:9.0a, battlesystem:9.1, battlesystem:9.2a, battlesystem:9.3e.
"""

from __future__ import annotations

from banneret.rulebooks.battlesystem.individual import ARMY, BRIGADE, UNIT_COMMANDER, Individual
from banneret.rulebooks.battlesystem.state import State, is_mended
from banneret.rulebooks.battlesystem.unit import FIELD, NOBODY, WAITING, Unit
from banneret.rulebooks.battlesystem.worth.present import renew


def rank_of(state: State, one: Individual) -> int:
    """The present rank of an individual: that of his sheet until he changes his role. Rules: battlesystem:9.0, battlesystem:9.0a."""
    return state.setting.sheets[one.id].rank if one.role == NOBODY else one.role


def place_in_chain(one: Individual) -> int:
    """The commander above units whose place in the chain an individual holds: himself, or the one he took it over from. Rule: 9.3e."""
    return one.id if one.post == NOBODY else one.post


def whose_deputy(state: State, one: Individual) -> tuple[int, int]:
    """The unit of whose commander an individual is deputy, and the commander above units of whom he is; NOBODY for none.

    A place that he has taken over himself is NOBODY too. Rule: battlesystem:9.3e.
    """
    sheet = state.setting.sheets[one.id]
    unit, leader = sheet.deputy_unit, sheet.deputy_leader
    if is_chief(state, one) and one.post == unit:
        unit = NOBODY
    if commands_above(state, one) and one.post == leader:
        leader = NOBODY
    return unit, leader


def is_in_battle(one: Individual) -> bool:
    """True if an individual is on the table, or with a unit: he has not fallen, fled or been taken. Rule: battlesystem:9.1d."""
    return one.on_table or (one.unit != NOBODY and one.fate in (WAITING, FIELD))


def has_arrived(state: State, one: Individual) -> bool:
    """True unless an individual is with a unit that has not arrived yet. Rules: 9.0a, battlesystem:1.0c.

    By versions 1 to 8 of the rules he might leave such a unit: then it is always True.
    """
    return one.unit == NOBODY or state.units[one.unit].status == FIELD or not is_mended(state, 9)


def commands_above(state: State, one: Individual) -> bool:
    """True for Brigade and Army Commanders. Rule: battlesystem:9.2."""
    return rank_of(state, one) in (BRIGADE, ARMY)


def is_chief(state: State, one: Individual) -> bool:
    """True for a Unit Commander, with his unit or apart from it. Rule: battlesystem:9.2a."""
    return one.post != NOBODY and rank_of(state, one) == UNIT_COMMANDER


def chief_of(state: State, unit: Unit) -> Individual | None:
    """The Unit Commander of a unit, with it or apart on the table; None if he is no individual or out of the battle. Rule: battlesystem:9.2a."""
    if unit.chief == NOBODY:
        return None
    one = state.individuals[unit.chief]
    return one if is_in_battle(one) else None


def join(state: State, one: Individual, unit: Unit) -> None:
    """Make an individual a member of a unit, without a base of his own, and renew its averages. Rules: battlesystem:9.1, 9.1a, 9.1g."""
    one.unit, one.on_table = unit.id, False
    unit.members = (*unit.members, one.id)
    renew(state.setting, unit)


def share_shots(state: State, one: Individual) -> None:
    """Let an individual who is about to leave his unit have shot as it has: a member, or a commander who has its missiles himself.

    By versions 1 to 16 of the rules he had all of his own shots besides. Rules: battlesystem:9.1, battlesystem:9.1g, battlesystem:9.2a, 10.2.
    """
    if one.unit == NOBODY or not is_mended(state, 17):
        return
    unit, champion = state.units[one.unit], state.setting.sheets[one.id].champion
    missile = unit.now.missile
    if missile is None or champion is None:
        return
    has_such = champion.missile is not None and champion.missile.id == missile.id
    is_chief_of = one.id not in unit.members
    if is_chief_of and not has_such:
        return
    shots, last, thrown = unit.shots, unit.last_shot, unit.thrown
    if unit.singles is not None and is_chief_of:
        single = unit.singles[unit.leader_at]
        shots, last, thrown = single.shots, single.last_shot, single.thrown
    if shots:
        one.shots, one.last_shot = max(one.shots_in(state.round), shots), state.round
    if has_such:
        one.thrown = max(one.thrown, thrown)
        if last > one.last_shot:
            one.shots, one.last_shot = 0, last


def part(state: State, one: Individual) -> None:
    """Take an individual out of his unit: it loses his commander's figure, or if he was a member, gets its old averages back.

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
