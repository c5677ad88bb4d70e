"""Taking over another's command: by deputies, and by those whom a Chain of Command chart names.

Rules: battlesystem:9.3c, battlesystem:9.3d, battlesystem:9.3e, battlesystem:9.3f.
"""

from __future__ import annotations

from typing import Final

from banneret.rulebooks.battlesystem.command import coverage, in_command
from banneret.rulebooks.battlesystem.command.chain import OWN
from banneret.rulebooks.battlesystem.individual import ARMY, HERO, MEMBER, UNIT_COMMANDER, Individual
from banneret.rulebooks.battlesystem.individuals import roles
from banneret.rulebooks.battlesystem.roles import attachment
from banneret.rulebooks.battlesystem.state import State, is_mended
from banneret.rulebooks.battlesystem.tables.rosters import REGULAR
from banneret.rulebooks.battlesystem.unit import FIELD, NOBODY, Unit
from banneret.rulebooks.battlesystem.worth.present import renew

LATER: Final = "His command passes on next round at the earliest."


def holder(state: State, number: int) -> Individual | None:
    """The individual in the battle who holds the place of a Brigade or Army Commander in the chain; None if it is vacant. Rule: 9.3c."""
    rank = state.setting.sheets[number].rank
    for one in state.individuals.values():
        if (
            roles.is_in_battle(one)
            and roles.rank_of(state, one) == rank
            and roles.place_in_chain(one) == number
        ):
            return one
    return None


def why_not_unit(state: State, one: Individual, unit: Unit) -> str:
    """The reason an individual cannot take over a unit now, "" if he can.

    The unit must be out of command, and its commander gone or out of range.
    Rules: battlesystem:9.3c, battlesystem:9.3d.
    """
    name = unit.now.name
    if unit.status != FIELD:
        return f"{name} is not on the table."
    if unit.chief == one.id:
        return f"He commands {name} already."
    if unit.forsaken:
        return LATER
    if _is_led(state, unit):
        return f"{name} is in command."
    if unit.leader_at != NOBODY:
        return f"{unit.now.commander} is with {name}."
    chief = roles.chief_of(state, unit)
    if chief is not None and (unit.routed or unit.rash or coverage.covers(state, OWN, unit)):
        return f"{state.setting.sheets[chief.id].name} commands {name}."
    return ""


def _is_led(state: State, unit: Unit) -> bool:
    """True if a unit is in command; here skirmishers and mobs are too if orders reach all of them. Rules: 4.7, battlesystem:9.3c.

    By versions 1 to 8 of the rules skirmishers always were, and mobs never.
    """
    if unit.now.kind == REGULAR or not is_mended(state, 9):
        return unit.in_command
    return not unit.routed and not unit.rash and in_command.is_led(state, unit)


def why_not_above(state: State, one: Individual, number: int) -> str:
    """The reason an individual cannot take the place of a Brigade or Army Commander now, "" if he can. Rules: battlesystem:9.3c, 9.3d.

    By versions 1 to 8 of the rules a place was also closed for a round when its former holder rose, or later changed his role again.
    """
    who = state.setting.sheets[number].name
    there = holder(state, number)
    if there is not None:
        return (
            f"{state.setting.sheets[there.id].name} commands."
            if there.id != one.id
            else "He commands already."
        )
    given_up = (
        state.individuals[number].given_up if is_mended(state, 9) else state.individuals[number].changed
    )
    if given_up == state.round:
        return LATER
    if roles.rank_of(state, one) == ARMY:
        return f"He does not leave his place for that of {who}."
    return ""


def why_not(state: State, one: Individual) -> str:
    """The reason a deputy cannot take over now, "" if he can. Rule: battlesystem:9.3c."""
    sheet = state.setting.sheets[one.id]
    if sheet.deputy_unit == NOBODY and sheet.deputy_leader == NOBODY:
        return "He is nobody's deputy."
    if roles.rank_of(state, one) == ARMY:
        return "He is Army Commander."
    if sheet.deputy_unit != NOBODY:
        if roles.rank_of(state, one) not in (HERO, MEMBER):
            return "He commands already."
        return why_not_unit(state, one, state.units[sheet.deputy_unit])
    return why_not_above(state, one, sheet.deputy_leader)


# ---------------------------------------------------------------- taking over


def take_unit(state: State, one: Individual, unit: Unit) -> bool:
    """Make an individual the Unit Commander of a unit; he is with it if he belongs to it or touches it.

    Return False if he cannot come out of the unit that he is with. Rules: battlesystem:9.3e, battlesystem:9.2a.
    """
    if one.unit not in (NOBODY, unit.id) and not attachment.set_beside(state, one):
        return False
    old = roles.chief_of(state, unit)
    if old is not None:
        old.role, old.post = HERO, NOBODY
    mine = one.unit == unit.id
    if mine:
        roles.part(state, one)
        one.x, one.y = attachment.usual_place(unit)
    leave_post(state, one)
    one.role, one.post = UNIT_COMMANDER, unit.id
    unit.chief = one.id
    renew(state.setting, unit)
    if mine or attachment.touches(state, one, unit):
        attachment.attach(state, one, unit)
    return True


def take_above(state: State, one: Individual, number: int) -> bool:
    """Give an individual the place of a Brigade or Army Commander; he leaves the unit that he is with. Rules: 9.3e, battlesystem:9.1g.

    Return False if there is no room beside that unit.
    """
    if one.unit != NOBODY and not attachment.set_beside(state, one):
        return False
    leave_post(state, one)
    one.role, one.post = state.setting.sheets[number].rank, number
    return True


def leave_post(state: State, one: Individual) -> None:
    """Take an individual out of his place, if he has one; the unit of a Unit Commander is left without a commander. Rules: battlesystem:9.3d, 9.3e."""
    if roles.is_chief(state, one):
        forget_chief(state, state.units[one.post])
    one.post = NOBODY


def forget_chief(state: State, unit: Unit) -> None:
    """Leave a unit without a Unit Commander."""
    unit.chief = unit.leader_at = NOBODY
    unit.review = None
    renew(state.setting, unit)


def _is_as_high(state: State, one: Individual, first: int) -> bool:
    """True if an individual holds another place at least as high as that of commander `first`, so that it would be no rise. Rule: 9.3f."""
    rank, wanted = roles.rank_of(state, one), state.setting.sheets[first].rank
    if rank in (HERO, MEMBER) or rank < wanted:
        return False
    if rank == UNIT_COMMANDER:
        return one.post != state.setting.sheets[first].unit and state.units[one.post].status == FIELD
    return roles.place_in_chain(one) != first


def by_chart(state: State, side: int) -> list[tuple[Individual, int]]:
    """Fill vacant places by the charts of a side; return each new commander with the individual whose place he took.

    By versions 1 to 8 of the rules a commander could be moved down to a lower place, and an Army Commander ended the row of a chart.
    Rule: battlesystem:9.3f.
    """
    found: list[tuple[Individual, int]] = []
    for row in state.setting.charts:
        first = row[0]
        if state.individuals[first].side != side:
            continue
        unit_post = state.setting.sheets[first].rank == UNIT_COMMANDER
        unit = state.units[state.setting.sheets[first].unit] if unit_post else None
        for number in row[1:]:
            one = state.individuals[number]
            if not roles.is_in_battle(one) or one.changed == state.round or not roles.has_arrived(state, one):
                continue
            if is_mended(state, 9) and _is_as_high(state, one, first):
                continue
            why = why_not_unit(state, one, unit) if unit is not None else why_not_above(state, one, first)
            if why:
                break
            done = take_unit(state, one, unit) if unit is not None else take_above(state, one, first)
            if done:
                one.changed = state.round
                found.append((one, first))
                break
    return found
