"""The sight of companies: the enemies that each has scouted. Rules: companies:scout.gate, companies:scout.sighted, companies:scout.lost."""

from __future__ import annotations

from banneret.rulebooks.companies.state import State


def has_scouted(state: State, number: int, other: int) -> bool:
    """True if a company has scouted another. Rule: companies:scout.sighted."""
    return state.scouted[number * len(state.companies) + other]


def has_scouted_any(state: State, number: int) -> bool:
    """True if a company has scouted at least one other."""
    count = len(state.companies)
    return any(state.scouted[number * count : number * count + count])


def note_sight(state: State, number: int, other: int, seen: bool) -> None:
    """Note that a company has scouted another, or has lost sight of it. Rules: companies:scout.sighted, companies:scout.lost."""
    state.scouted[number * len(state.companies) + other] = seen
