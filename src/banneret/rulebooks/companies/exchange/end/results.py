"""The result of a battle: what the winner concedes, and whose objectives are met.

Rules: companies:end.compromise, companies:end.objective, companies:end.record, companies:end.compromise-choice.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Final

from banneret.rulebooks.companies import stages
from banneret.rulebooks.companies.exchange.end.ending import names_of
from banneret.rulebooks.companies.state import State
from banneret.rulebooks.companies.tables.files import must, rows

NONE: Final = "none"
MINOR: Final = "minor"
COMPROMISE: Final = "compromise"
MAJOR: Final = "major"
NIGHTFALL: Final = "companies:end.time-limit"
TERMS: Final = "companies:contact.parley"
REASONS: Final = {
    "companies:end.zero": "disposition",
    "companies:end.mutual": "disposition",
    "companies:fight.win": "duel",
    TERMS: "terms",
    "companies:end.concede": "concession",
    NIGHTFALL: "nightfall",
}


@dataclass(frozen=True, slots=True)
class Result:
    """The record of a finished battle.

    Attributes:
        winner: The names of the sides that won, empty in a draw.
        reason: The way in which it ended, one of the words of `REASONS`.
        exchange: The last exchange that was played, from 1; 0 if the battle did not take place.
        volley: The last volley of it that was played, from 1; 0 likewise.
        left: The basic Disposition left to each company.
        start: The Disposition with which each company began.
        level: The compromise that the winner must make, empty in a draw.
        met: The objectives that are met.
        wounds: The named characters with wounds, each with the steps of those they still bear.
    """

    winner: str
    reason: str
    exchange: int
    volley: int
    left: tuple[int, ...]
    start: tuple[int, ...]
    level: str
    met: tuple[str, ...]
    wounds: tuple[tuple[str, tuple[int, ...]], ...]


@cache
def concessions() -> dict[str, str]:
    """The concession of the winner at each level of compromise, in words."""
    found = {row["id"]: str(row["concedes"]) for row in rows("compromise", "level")}
    must(tuple(found) == (NONE, MINOR, COMPROMISE, MAJOR), "four levels of compromise")
    return found


def level_of(left: int, start: int) -> str:
    """The compromise of a winner with that much basic Disposition left. Rule: companies:end.compromise."""
    if left >= start:
        return NONE
    if 2 * left > start:
        return MINOR
    return COMPROMISE if 4 * left > start else MAJOR


def compromise(state: State, sides: tuple[int, ...]) -> str:
    """The compromise that the winning sides must make.

    It goes by the share of basic Disposition left to them; a battle that ended by nightfall costs at least a compromise. Rules: companies:end.compromise, companies:end.time-limit.
    """
    own = [company for company in state.companies if state.setting.forces[company.id].side in sides]
    left = sum([0 if company.fallen else company.basic for company in own])
    level = level_of(left, sum([company.start for company in own]))
    by_night = state.outcome is not None and state.outcome.rule == NIGHTFALL
    return COMPROMISE if by_night and level in (NONE, MINOR) else level


def objectives_met(state: State) -> tuple[str, ...]:
    """The objectives of the winner's companies that still stand. Rule: companies:end.objective."""
    if state.outcome is None:
        return ()
    return tuple(
        [
            force.objective
            for force, company in zip(state.setting.forces, state.companies, strict=True)
            if force.side in state.outcome.winners and not company.fallen
        ]
    )


def last_volley(state: State) -> tuple[int, int]:
    """The exchange and the volley that were played last. Night falls after the third volley of an exchange; terms are accepted before the first.

    Rules: companies:end.record, companies:contact.parley.
    """
    if state.outcome is not None and state.outcome.rule == TERMS:
        return 0, 0
    if state.outcome is not None and state.outcome.rule == NIGHTFALL:
        return state.exchange - 1, stages.VOLLEYS
    return state.exchange, state.volley + 1


def result_of(state: State) -> Result | None:
    """The record of a finished battle; None while it goes on. Rule: companies:end.record."""
    outcome = state.outcome
    if outcome is None:
        return None
    wounds = [
        (state.setting.people[number].name, tuple(person.wounds))
        for number, person in enumerate(state.people)
        if person.wounds
    ]
    return Result(
        names_of(state, outcome.winners),
        REASONS[outcome.rule],
        *last_volley(state),
        tuple([company.basic for company in state.companies]),
        tuple([company.start for company in state.companies]),
        compromise(state, outcome.winners) if outcome.winners else "",
        objectives_met(state),
        tuple(wounds),
    )
