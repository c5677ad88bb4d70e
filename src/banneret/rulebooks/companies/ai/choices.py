"""Choices of the computer besides scripts and spending: the setup, leading, ties, duels."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from banneret.kernel.decision import Decision
from banneret.kernel.order import Order
from banneret.rulebooks.companies.board.sides import are_enemies
from banneret.rulebooks.companies.exchange.company_rolls import Lead
from banneret.rulebooks.companies.exchange.effort import Effort
from banneret.rulebooks.companies.exchange.end.conceding import CONCEDE
from banneret.rulebooks.companies.exchange.fighting.duel import BLOCK, GREAT, STRIKE
from banneret.rulebooks.companies.exchange.tie_breakers import breaker_pool
from banneret.rulebooks.companies.odds.in_person.foray import best_lead
from banneret.rulebooks.companies.odds.pools import reaches
from banneret.rulebooks.companies.pools.building import Pool
from banneret.rulebooks.companies.setup.camp import circles_dice
from banneret.rulebooks.companies.state import BONUS, NOBODY, POSITION, Reveal, State
from banneret.rulebooks.companies.tables.actions import NOTHING
from banneret.rulebooks.companies.tables.circles import sought
from banneret.rulebooks.companies.tables.shades import SIDES
from banneret.rulebooks.companies.tables.troops import lifepaths

if TYPE_CHECKING:
    from banneret.kernel.dice import Chance

STRONG: Final = 3
"""A position of this value or more is worth more to start in than surprise."""
DESPERATE: Final = 2
"""At this Disposition or less a commander spends all the artha that an action can take."""
DUEL: Final = ((STRIKE, 0.4), (GREAT, 0.3), (BLOCK, 0.3))
"""The moves of a duel, each with the chance that it is chosen."""


def choose(decision: Decision, state: State, number: int, chance: Chance | None) -> Order:
    """A sensible order for a decision.

    Args:
        decision: Any decision but a script or a spending.
        state: The battle as the side sees it.
        number: The company that decides.
        chance: Draws the moves of a duel; without it the order is always the same.
    """
    kind = decision.kind
    if kind == "contact":
        return _contact(state)
    if kind in ("positions", "host-raise", "fortify"):
        return _ground(decision, state, number)
    if kind == "tie":
        return _tie(decision, state, number)
    if kind == "duel" and chance is not None:
        return _duel(chance.random())
    if kind == "recruit":
        return _recruit(decision, state, number)
    if isinstance(decision, Lead):
        return best_lead(state, decision.effort, decision.other)[0]
    if kind == "urge":
        return _urge(decision, state, number)
    if kind == "fate":
        return _fate(decision, state, number)
    if kind == "fall-back":
        return decision.default()
    if kind == "concede":
        return decision.default() if state.companies[number].basic else CONCEDE
    return decision.default()


def _contact(state: State) -> Order:
    """A strong position to start in, else surprise. Rule: companies:contact.choice."""
    best = max(state.values)
    return (POSITION,) if best >= STRONG or not state.setting.ready else (BONUS,)


def _near(state: State, number: int) -> list[str]:
    """The position that a company holds, then those next to where it stands."""
    company = state.companies[number]
    around = sorted(state.roads[company.place], key=lambda node: -state.values[node])
    found = [company.place, *around] if company.holds else around
    return [state.nodes[node] for node in found if state.values[node]]


def _ground(decision: Decision, state: State, number: int) -> Order:
    """Strengthen the position that the company holds or is likely to take first; else leave the ground as it is."""
    own = state.companies[number]
    for name in _near(state, number):
        options = [order for order in decision.orders() if name in order[1:2]]
        holds = own.holds and state.nodes[own.place] == name
        if decision.kind == "host-raise":
            if holds and options:
                return max(options, key=lambda order: int(str(order[2])))
            continue
        if options and (holds or decision.kind == "positions"):
            return options[-1]
    return decision.orders()[0]


def _tie(decision: Decision, state: State, number: int) -> Order:
    """Call a tie-breaker if the company's pool is the better one. Rule: companies:tie.call."""
    dice = []
    own = next(one for one in state.reveals if one.company == number)
    for one in (own, rival_of(state, own)):
        if one.action == NOTHING:
            return decision.default()
        effort = Effort(one.company, one.scripted, one.action, pool=Pool(one.skill, 0) if one.skill else None)
        pool, raised = breaker_pool(state, effort)
        dice.append(pool.dice - 2 * raised)
    return ("call",) if dice[0] > dice[1] else ("leave",)


def _recruit(decision: Decision, state: State, number: int) -> Order:
    """The best training that is likely to be found. Rule: companies:force.circles."""
    dice = circles_dice(state, number)
    worth = {}
    for order in decision.orders()[1:]:
        one = next(one for one in sought() if one.lifepath == order[1])
        path = lifepaths()[one.lifepath]
        more = set(path.training) - set(state.setting.forces[number].training)
        worth[order] = float(reaches(dice, one.ob)) * (1 + len(more))
    return max(worth, key=lambda order: worth[order], default=decision.default())


def _urge(decision: Decision, state: State, number: int) -> Order:
    """Spend a point of Persona once half the Disposition is lost, and all that may be spent near the end. Rule: companies:core.artha."""
    company = state.companies[number]
    if 2 * company.disposition > company.start:
        return decision.default()
    return decision.orders()[-1 if company.disposition <= DESPERATE else 1]


def _fate(decision: Decision, state: State, number: int) -> Order:
    """Fate on two sixes or more, Deeds when most dice have failed. Rule: companies:core.artha."""
    own = next(one for one in state.reveals if one.company == number)
    options = decision.orders()
    if ("fate",) in options and own.faces.count(SIDES) > 1:
        return ("fate",)
    failed = sum([face < own.shade for face in own.faces])
    return ("deeds",) if ("deeds",) in options and 2 * failed > len(own.faces) + 1 else decision.default()


def rival_of(state: State, own: Reveal) -> Reveal:
    """The revealed action that a company is tied with."""
    others = [one for one in state.reveals if are_enemies(state, own.company, one.company)]
    tied = [
        one
        for one in others
        if one.count == own.count and (own.foe in (NOBODY, one.company) or one.foe == own.company)
    ]
    return (tied or others)[0]


def _duel(point: float) -> Order:
    """The move of `DUEL` at a point from 0 to 1."""
    for move, share in DUEL:
        point -= share
        if point < 0:
            return (move,)
    return (STRIKE,)
