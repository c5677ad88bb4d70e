"""The invariants of every state. Rules: companies:position.bonus, companies:position.one-company, companies:end.zero, companies:fort.rating."""

from __future__ import annotations

from banneret.rulebooks.companies import stages
from banneret.rulebooks.companies.state import State
from banneret.rulebooks.companies.tables.grounds import MOST_VALUE, MOST_WORKS


def faults(state: State) -> list[str]:
    """The faults of a state, as sentences."""
    return [*_faults_of_ground(state), *_faults_of_companies(state), *_faults_of_scripts(state)]


def _faults_of_ground(state: State) -> list[str]:
    found = []
    for node, name in enumerate(state.nodes):
        if not 0 <= state.values[node] <= MOST_VALUE or not 0 <= state.works[node] <= MOST_WORKS:
            found.append(f"{name} has a value or works beyond the limits.")
        if state.works[node] and not state.values[node]:
            found.append(f"{name} is fortified, but not a position.")
        if any(node not in state.roads[way] for way in state.roads[node]):
            found.append(f"A road from {name} leads one way only.")
    return found


def _faults_of_companies(state: State) -> list[str]:
    found = []
    held: list[int] = []
    for company in state.companies:
        name = state.setting.forces[company.id].name
        if company.holds != (company.bonus > 0) or company.bonus > state.values[company.place]:
            found.append(f"{name} has the bonus of a position that it does not hold.")
        if company.holds and company.place in held and not company.fallen:
            found.append(f"{name} shares a position.")
        if company.holds and not company.fallen:
            held.append(company.place)
        if company.dug not in (0, 1) or company.basic < 0:
            found.append(f"{name} has a Disposition that cannot be.")
        if (
            state.stage >= stages.SCRIPT
            and state.outcome is None
            and company.basic == 0
            and not company.fallen
        ):
            found.append(f"{name} stands without Disposition.")
        if state.outcome is None and state.people[company.commander].out:
            found.append(f"{name} is led by someone who is out.")
        if state.people[company.commander].company != company.id:
            found.append(f"{name} is led by someone of another company.")
    if (state.outcome is None) == (state.stage == stages.OVER):
        found.append("The stage and the outcome do not agree.")
    if any(tokens < -1 for tokens in state.tokens):
        found.append("A side has spent more conflict scenes than it had.")
    return found


def _faults_of_scripts(state: State) -> list[str]:
    found = []
    for company in state.companies:
        written, targets = company.written, company.targets
        if company.fallen:
            continue
        if (state.stage == stages.VOLLEY) != (written is not None and targets is not None):
            if state.outcome is None:
                found.append(
                    f"{state.setting.forces[company.id].name} lacks a script, or has one out of its time."
                )
        elif (
            written is not None and targets is not None and not len(written) == len(targets) == stages.VOLLEYS
        ):
            found.append("A script does not have three volleys.")
    if state.reveals:
        found.append("A volley is still revealed between steps.")
    return found
