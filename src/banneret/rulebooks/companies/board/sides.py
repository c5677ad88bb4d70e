"""Friend and foe among the companies on the field. Rules: companies:force.factions, companies:multi.alliances, companies:multi.targets."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from banneret.rulebooks.companies.state import NOBODY, State

PAIR: Final = 2
"""The number of companies of a plain battle; more are a crowd, with rules of its own."""
COMPANY: Final = "company-"
"""The beginning of the word for a company."""


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
    setting = state.setting
    forces, alliances = setting.forces, setting.alliances
    own = forces[number].side
    ally = alliances[own] if alliances else own
    found: list[int] = []
    for company in state.companies:
        if not company.fallen:
            side = forces[company.id].side
            if (alliances[side] if alliances else side) != ally:
                found.append(company.id)
    return found


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


def alliances_without(state: State, number: int) -> list[int]:
    """The alliances that still stand once a company has fallen. Rules: companies:fight.win, companies:end.concede."""
    forces = state.setting.forces
    left = {alliance(state, forces[one].side) for one in standing(state) if one != number}
    return sorted(left)


def is_crowd(state: State) -> bool:
    """True if more than two companies stand, so that actions must name their enemy. Rule: companies:multi.targets."""
    if len(state.companies) <= PAIR:
        return False
    left = 0
    for company in state.companies:
        left += not company.fallen
    return left > PAIR


def opponent(state: State, number: int) -> int:
    """The enemy of a company: of two companies the other one, else the nearest enemy that stands; NOBODY if none does."""
    companies = state.companies
    if len(companies) == PAIR:
        return 1 - number
    away = distances(state, companies[number].place)
    nearest = NOBODY
    for one in enemies_of(state, number):
        if nearest == NOBODY or away[companies[one].place] < away[companies[nearest].place]:
            nearest = one
    return nearest


def distances(state: State, place: int) -> tuple[int, ...]:
    """The number of roads from a node to every node."""
    return _measured(state.roads, place)


@lru_cache(maxsize=1024)
def _measured(roads: tuple[tuple[int, ...], ...], place: int) -> tuple[int, ...]:
    """The number of roads from a node to every node of some ground, measured once."""
    found = [-1] * len(roads)
    found[place] = 0
    reached = [place]
    for node in reached:
        for way in roads[node]:
            if found[way] < 0:
                found[way] = found[node] + 1
                reached.append(way)
    return tuple(found)


def company_word(number: int) -> str:
    """The word for a company in orders, the id of its piece."""
    return f"{COMPANY}{number + 1}"


def company_named(word: str) -> int:
    """The company that a word names, the reverse of `company_word`.

    >>> company_named(company_word(3))
    3
    """
    return int(word[len(COMPANY) :]) - 1


def sides_of(state: State, ally: int) -> tuple[int, ...]:
    """The sides of an alliance. Rule: companies:multi.alliances."""
    return tuple([side for side in range(len(state.setting.sides)) if alliance(state, side) == ally])
