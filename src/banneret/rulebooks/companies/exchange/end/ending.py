"""The end of a volley: who has fallen, who commands next, whether the battle is over.

Rules: companies:end.zero, companies:end.when, companies:end.mutual, companies:end.time-limit, companies:end.concede,
companies:force.succession.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from banneret.kernel.scenario import Outcome
from banneret.rulebooks.companies import stages
from banneret.rulebooks.companies.board.sides import alliance, alliances_standing, sides_of
from banneret.rulebooks.companies.pools.wounds import dice_lost, update_out
from banneret.rulebooks.companies.state import State
from banneret.rulebooks.companies.tables.officers import Officer

OFFICER_SKILLS = ("Tactics", "Command")
NEXT_VOLLEY: Final = 7
"""From this version of the rules a character who is no longer out after Field Dressing acts from the next volley on. Rule: companies:spec.field-dressing."""


def end_volley(state: State, conceding: list[int]) -> None:
    """Let seconds take over, end the battle if one alliance or none stands, else go on to the next volley, the next script or nightfall."""
    if state.setting.flags.version >= NEXT_VOLLEY:
        recover(state)
    if state.outcome is not None:
        return
    replace_commanders(state)
    for number in conceding:
        state.companies[number].fallen = True
    left = alliances_standing(state)
    if not left:
        if conceding:
            finish(state, (), "All sides give up.", "companies:end.concede")
        else:
            finish(state, (), "All companies have fallen in the same volley.", "companies:end.mutual")
        return
    if len(left) == 1:
        winners = sides_of(state, left[0])
        name = names_of(state, winners)
        if conceding:
            finish(state, winners, f"The enemy of {name} gives up.", "companies:end.concede")
        else:
            finish(state, winners, f"The enemy of {name} is beaten.", "companies:end.zero")
        return
    state.volley += 1
    if state.volley == stages.VOLLEYS:
        state.volley = 0
        state.exchange += 1
        state.stage = stages.SCRIPT
        for company in state.companies:
            company.written = company.targets = company.foes = None
        if 0 < state.setting.flags.nightfall < state.exchange:
            fall_night(state)


def recover(state: State) -> None:
    """Let those act again who were out by wounds that have been treated in the volley. Rule: companies:spec.field-dressing."""
    for number, person in enumerate(state.people):
        if person.out:
            update_out(state, number)


def finish(state: State, winners: tuple[int, ...], reason: str, rule: str) -> None:
    """End the battle with an outcome; no winners mean a draw."""
    state.outcome = Outcome(winners, reason, rule)
    state.stage = stages.OVER
    for company in state.companies:
        company.written = company.targets = company.foes = None


def names_of(state: State, sides: tuple[int, ...]) -> str:
    """The names of allied sides."""
    return " and ".join([state.setting.names[side] for side in sides])


def share(state: State, ally: int) -> Fraction:
    """The share of its starting Disposition that an alliance has left. Rule: companies:end.time-limit."""
    forces = state.setting.forces
    own = [company for company in state.companies if alliance(state, forces[company.id].side) == ally]
    left = sum([0 if company.fallen else company.disposition for company in own])
    return Fraction(left, sum([company.start for company in own]))


def fall_night(state: State) -> None:
    """End the battle by the shares of Disposition left; equal ones are a draw. Rule: companies:end.time-limit."""
    left = alliances_standing(state)
    shares = [share(state, ally) for ally in left]
    best = max(shares)
    if shares.count(best) > 1:
        finish(state, (), "Night falls on equal sides.", "companies:end.time-limit")
    else:
        winners = sides_of(state, left[shares.index(best)])
        name = names_of(state, winners)
        said = "have the greater share of their"
        if state.setting.flags.version < NEXT_VOLLEY:  # the last state of old records is kept to the letter
            said = "has the greater share of its"
        reason = f"Night falls; {name} {said} Disposition left."
        finish(state, winners, reason, "companies:end.time-limit")


def rank(officer: Officer) -> int:
    """The skill by which a second takes over. Rule: companies:force.succession."""
    return max([officer.skills.get(name, 0) for name in OFFICER_SKILLS])


def replace_commanders(state: State) -> None:
    """Let the second with the highest Tactics or Command take over from a commander who is out; a commander who recovers commands again.

    If no second is left, an unnamed officer takes over; when that one is out, another of the same kind.
    Rules: companies:force.succession, companies:spec.field-dressing.
    """
    for company in state.companies:
        best = -1
        highest = -1
        for number, person in enumerate(state.people):
            if person.company != company.id or person.out or number == state.setting.unnamed[company.id]:
                continue
            if number == state.setting.leaders[company.id]:
                best = number
                break
            exponent = rank(state.setting.people[number])
            if state.setting.flags.version == 1:
                exponent -= dice_lost(person)
            if exponent > highest:
                best, highest = number, exponent
        if best < 0:
            best = state.setting.unnamed[company.id]
            if state.people[best].out:
                state.people[best].wounds.clear()
                state.people[best].out = False
        company.commander = best
