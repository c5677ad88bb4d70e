"""The worth of a state to a side, for search that stops early: weights fitted to the ends of battles between greedy players."""

from __future__ import annotations

from math import exp, sqrt
from typing import Final

from banneret.kernel.judgement import Learned
from banneret.rulebooks.companies import stages
from banneret.rulebooks.companies.board.sides import alliance, alliances_standing
from banneret.rulebooks.companies.exchange.end.ending import share
from banneret.rulebooks.companies.state import State

BASIC: Final = 0.32
HELD: Final = -0.3
"""A point of a position or of digging in: the share of Disposition left counts it too, but it is soon shot away."""
SEEN: Final = 0.5
RUNNERS: Final = 0.9
BROKEN: Final = 0.35
SAVED: Final = 0.35
SHARE: Final = 1.65
NIGHT: Final = 2.3
"""The weight of the shares left beyond that, on the last exchange before nightfall. Rule: companies:end.time-limit."""
USUAL: Final = 8
"""The points of Disposition on the field for which the weights of single points hold; with fewer left a point counts more."""
FEW: Final = 4


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
"""The terms that a learned judgement weighs: the figures of this one, each by itself; the share of Disposition left also by the root of the volleys left."""


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
    """All that speaks for one of two sides, in the order of `TERMS`."""
    scale = _scale(state)
    found = [0.0] * len(TERMS)
    count = len(state.companies)
    for company in state.companies:
        sign = scale if state.setting.forces[company.id].side == side else -scale
        if company.fallen:
            found[9] -= sign
            continue
        number = company.id
        found[0] += sign * company.basic
        found[1] += sign * (company.bonus + company.dug)
        found[2] += sign * any(state.scouted[number * count : number * count + count])
        found[3] += sign * company.runners_lost
        found[4] += sign * (company.hesitates >= state.now)
        found[5] += sign * (company.command_die + company.advance_dice)
        found[9] += sign
    ahead = float(share(state, alliance(state, side)) - share(state, alliance(state, 1 - side)))
    last = state.setting.flags.nightfall
    gone = (state.exchange - 1) / last if last else 0.0
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
    """The weight of single points: the more, the fewer are left."""
    return USUAL / max(FEW, sum([company.disposition for company in state.companies]))


def _weight_of_shares(state: State) -> float:
    """The weight of the share left: the more, the sooner night falls. Rule: companies:end.time-limit."""
    last = state.setting.flags.nightfall
    gone = (state.exchange - 1) / last if last else 0.0
    return SHARE + NIGHT * gone * gone


def _worth(state: State, number: int) -> float:
    """The worth of a company, besides the share of its Disposition that is left."""
    company = state.companies[number]
    if company.fallen:
        return -1.0
    count = len(state.companies)
    worth = BASIC * company.basic + HELD * (company.bonus + company.dug)
    worth += SEEN * any(state.scouted[number * count : number * count + count])
    worth -= RUNNERS * company.runners_lost + BROKEN * (company.hesitates >= state.now)
    return worth + SAVED * (company.command_die + company.advance_dice)
