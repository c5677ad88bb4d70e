"""The worth of a state to a side, for search that stops early: weights fitted to the ends of battles between greedy players."""

from __future__ import annotations

from math import exp
from typing import Final

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


def judge(state: State, side: int) -> float:
    """The outlook of a side, from 0 (lost) to 1 (won)."""
    if state.outcome is not None:
        return 0.5 if not state.outcome.winners else float(side in state.outcome.winners)
    worth = 0.0
    own = alliance(state, side)
    others = [ally for ally in alliances_standing(state) if ally != own]
    for company in state.companies:
        ally = alliance(state, state.setting.forces[company.id].side)
        worth += _worth(state, company.id) * (1.0 if ally == own else -1.0 / max(1, len(others)))
    ahead = float(share(state, own) - max([share(state, ally) for ally in others], default=0))
    return 1 / (1 + exp(-worth * _scale(state) - ahead * _weight_of_shares(state)))


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
