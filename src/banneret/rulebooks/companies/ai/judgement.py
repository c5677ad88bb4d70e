"""The worth of a state to a side, for search that stops early: weights fitted to the ends of battles between greedy players."""

from __future__ import annotations

from math import exp, sqrt
from typing import Final

from banneret.kernel.judgement import Learned
from banneret.rulebooks.companies import stages
from banneret.rulebooks.companies.board.sides import alliance, alliances_standing
from banneret.rulebooks.companies.board.sight import has_scouted_any
from banneret.rulebooks.companies.exchange.end.ending import share
from banneret.rulebooks.companies.state import State

# ---------------------------------------------------------------- weights, in log odds of winning
BASIC: Final = 0.32
"""A point of basic Disposition."""
HELD: Final = -0.3
"""A point of a position or of digging in: below 0, for the share of Disposition left counts it too, and it is soon shot away."""
SEEN: Final = 0.5
"""Having scouted an enemy."""
RUNNERS: Final = 0.9
"""Runners that are lost."""
BROKEN: Final = 0.35
"""A volley in which the company hesitates."""
SAVED: Final = 0.35
"""A saved die."""
SHARE: Final = 1.65
"""The lead in the share of Disposition left."""
NIGHT: Final = 2.3
"""Added to `SHARE` by the last exchange before nightfall. Rule: companies:end.time-limit."""
USUAL: Final = 8
"""The Disposition on the field, all companies together, for which the weights of points hold; with less left a point counts more."""
FEW: Final = 4
"""With less Disposition on the field than this, a point counts no more than at this."""


TERMS: Final = (
    "points",
    "held",
    "seen",
    "runners lost",
    "hesitates",
    "saved",
    "share",
    "share, at night",
    "share, by time",
    "companies",
)
"""The terms that a learned judgement weighs: those above, each by itself; "share, by time" is the lead in shares by the root of the volleys left."""


def judge(state: State, side: int, learned: Learned | None = None) -> float:
    """The outlook of a side, from 0 (lost) to 1 (won)."""
    if state.outcome is not None:
        return 0.5 if not state.outcome.winners else float(side in state.outcome.winners)
    if learned is not None:
        return learned.chance(terms(state, side))
    worth = 0.0
    own = alliance(state, side)
    others = [ally for ally in alliances_standing(state) if ally != own]
    for company in state.companies:
        ally = alliance(state, state.setting.forces[company.id].side)
        worth += _worth(state, company.id) * (1.0 if ally == own else -1.0 / max(1, len(others)))
    ahead = float(share(state, own) - max([share(state, ally) for ally in others], default=0))
    return 1 / (1 + exp(-worth * _scale(state) - ahead * _weight_of_shares(state)))


def terms(state: State, side: int) -> list[float]:
    """The terms of a position for one of two sides, in the order of `TERMS`."""
    scale = _scale(state)
    found = [0.0] * len(TERMS)
    for company in state.companies:
        sign = scale if state.setting.forces[company.id].side == side else -scale
        if company.fallen:
            found[9] -= sign
            continue
        number = company.id
        found[0] += sign * company.basic
        found[1] += sign * (company.bonus + company.dug)
        found[2] += sign * has_scouted_any(state, number)
        found[3] += sign * company.runners_lost
        found[4] += sign * (company.hesitates >= state.now)
        found[5] += sign * (company.command_die + company.advance_dice)
        found[9] += sign
    ahead = float(share(state, alliance(state, side)) - share(state, alliance(state, 1 - side)))
    last = state.setting.flags.nightfall
    gone = _gone(state)
    left = max(0, last * stages.VOLLEYS - state.now) if last else USUAL
    found[6] = ahead
    found[7] = ahead * gone * gone
    found[8] = ahead / sqrt(left + 1)
    return found


def steepness(state: State) -> float:
    """The weight of a point of Disposition on the curve of the judgement."""
    mean = sum([company.start for company in state.companies]) / len(state.companies)
    return BASIC * _scale(state) + _weight_of_shares(state) / max(1.0, mean)


def _scale(state: State) -> float:
    """The factor of the weights of points: the larger, the less Disposition is left on the field."""
    return USUAL / max(FEW, sum([company.disposition for company in state.companies]))


def _weight_of_shares(state: State) -> float:
    """The weight of the lead in shares, which grows toward nightfall. Rule: companies:end.time-limit."""
    gone = _gone(state)
    return SHARE + NIGHT * gone * gone


def _gone(state: State) -> float:
    """The share of the exchanges before nightfall that is over, 0 if night never falls. Rule: companies:end.time-limit."""
    last = state.setting.flags.nightfall
    return (state.exchange - 1) / last if last else 0.0


def _worth(state: State, number: int) -> float:
    """The worth of a company, besides the share of its Disposition that is left."""
    company = state.companies[number]
    if company.fallen:
        return -1.0
    worth = BASIC * company.basic + HELD * (company.bonus + company.dug)
    worth += SEEN * has_scouted_any(state, number)
    worth -= RUNNERS * company.runners_lost + BROKEN * (company.hesitates >= state.now)
    return worth + SAVED * (company.command_die + company.advance_dice)
