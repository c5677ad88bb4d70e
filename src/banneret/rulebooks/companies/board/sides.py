"""Friend and foe among the companies on the field. Rules: companies:force.factions, companies:multi.alliances, companies:multi.targets."""

from __future__ import annotations

from banneret.rulebooks.companies.state import NOBODY, State

PAIR = 2


def alliance(state: State, side: int) -> int:
    """The alliance that a side belongs to; a side without allies is one of its own. Rule: companies:multi.alliances."""
    alliances = state.setting.alliances
    return alliances[side] if alliances else side


def are_enemies(state: State, first: int, second: int) -> bool:
    """True if two companies are of different alliances. Rule: companies:force.factions."""
    forces = state.setting.forces
    return alliance(state, forces[first].side) != alliance(state, forces[second].side)


def enemies_of(state: State, number: int) -> list[int]:
    """The enemy companies that still stand."""
    return [
        company.id
        for company in state.companies
        if not company.fallen and are_enemies(state, number, company.id)
    ]


def standing(state: State) -> list[int]:
    """The companies that still stand."""
    return [company.id for company in state.companies if not company.fallen]


def alliances_standing(state: State) -> list[int]:
    """The alliances of which a company still stands. Rule: companies:end.objective."""
    forces = state.setting.forces
    found: list[int] = []
    for company in state.companies:
        if not company.fallen:
            ally = alliance(state, forces[company.id].side)
            if ally not in found:
                found.append(ally)
    found.sort()
    return found


def is_crowd(state: State) -> bool:
    """True if more than two companies stand: then actions name their enemy. Rule: companies:multi.targets."""
    return len(state.companies) > PAIR and len(standing(state)) > PAIR


def opponent(state: State, number: int) -> int:
    """The enemy of a company: with two companies the other one, else the nearest that stands, the first of equals."""
    if len(state.companies) == PAIR:
        return 1 - number
    place = state.companies[number].place
    away = distances(state, place)
    return min(
        enemies_of(state, number), key=lambda one: (away[state.companies[one].place], one), default=NOBODY
    )


def distances(state: State, place: int) -> list[int]:
    """The number of roads from a node to every node."""
    found = [-1] * len(state.nodes)
    found[place] = 0
    reached = [place]
    for node in reached:
        for way in state.roads[node]:
            if found[way] < 0:
                found[way] = found[node] + 1
                reached.append(way)
    return found


def company_word(number: int) -> str:
    """The word for a company in orders, the id of its piece."""
    return f"company-{number + 1}"


def winners_of(state: State, ally: int) -> tuple[int, ...]:
    """The sides of an alliance. Rule: companies:multi.alliances."""
    return tuple([side for side in range(len(state.setting.sides)) if alliance(state, side) == ally])
