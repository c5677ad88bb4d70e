"""The worth of a state to a side, for search that stops early."""

from __future__ import annotations

from math import exp
from typing import Final

from banneret.rulebooks.companies.board.sides import alliance, alliances_standing
from banneret.rulebooks.companies.state import State

STEEP: Final = 0.45
SEEN: Final = 0.6
RUNNERS: Final = 0.7
BROKEN: Final = 1.2
SAVED: Final = 0.3


def judge(state: State, side: int) -> float:
    """The outlook of a side, from 0 (lost) to 1 (won)."""
    if state.outcome is not None:
        return 0.5 if not state.outcome.winners else float(side in state.outcome.winners)
    worth = 0.0
    ally = alliance(state, side)
    others = max(1, len(alliances_standing(state)) - 1)
    for company in state.companies:
        own = alliance(state, state.setting.forces[company.id].side) == ally
        worth += _worth(state, company.id) * (1.0 if own else -1.0 / others)
    total = sum([company.disposition for company in state.companies])
    return 1 / (1 + exp(-STEEP * worth * 8 / max(4, total)))


def _worth(state: State, number: int) -> float:
    """The worth of a company, in points of Disposition."""
    company = state.companies[number]
    if company.fallen:
        return -5.0
    worth = company.basic + 0.8 * company.bonus + company.dug
    count = len(state.companies)
    worth += SEEN * any(state.scouted[number * count : number * count + count])
    worth -= RUNNERS * company.runners_lost + BROKEN * (company.hesitates >= state.now)
    saved = company.charge_dice + company.weapon_dice + company.command_die + company.advance_dice
    return worth + SAVED * saved - SAVED * company.raised
