"""The requirements of actions, and the kind of test of one action against another.

Rules: companies:scout.gate, companies:charge.requirement, companies:test.matrix, companies:advance.occupied.
"""

from __future__ import annotations

from banneret.rulebooks.companies.board.sight import has_scouted
from banneret.rulebooks.companies.board.standing import near
from banneret.rulebooks.companies.exchange.effort import Effort
from banneret.rulebooks.companies.state import State
from banneret.rulebooks.companies.tables.actions import ADVANCE, HOLD, NOTHING, actions
from banneret.rulebooks.companies.tables.matrix import INDEPENDENT, UNTESTED, VERSUS, Pairing, matrix


def is_possible(state: State, effort: Effort, foe: int) -> bool:
    """True if the requirements of an action against an enemy are met now; an Advance has none, for it may be aimed elsewhere. Rules: companies:scout.gate, companies:charge.requirement."""
    if effort.scripted in (NOTHING, ADVANCE):
        return True
    company = state.companies[effort.company]
    other = state.companies[foe]
    if state.setting.flags.gated[effort.scripted] and not has_scouted(state, company.id, foe):
        return False
    return not actions()[effort.scripted].needs_near or near(state, company, other)


def why_void(state: State, effort: Effort) -> str:
    """The requirement of a void action that is not met, in words. Rules: companies:script.void, companies:scout.gate, companies:charge.requirement."""
    if effort.scripted == ADVANCE:
        return "nowhere to go"
    gated = state.setting.flags.gated[effort.scripted]
    return "not scouted" if gated and not has_scouted(state, effort.company, effort.foe) else "out of reach"


def pairing_of(effort: Effort, other: Effort) -> Pairing:
    """The pairing of an action with what the enemy does."""
    return matrix()[effort.action][other.action]


def kind_of_test(state: State, effort: Effort, other: Effort) -> int:
    """The kind of test of an effort: by the matrix, but versus if an Advance is aimed at the position that the other held.

    A company that does nothing rolls nothing; its count is 0.

    Rules: companies:test.matrix, companies:test.none, companies:advance.occupied, companies:hold.independent.
    """
    if effort.action == NOTHING:
        return UNTESTED
    pairing = pairing_of(effort, other)
    if other.action == NOTHING and effort.action == ADVANCE and effort.target == other.held:
        return VERSUS
    if pairing.turns:
        mine = effort.action == ADVANCE and effort.target == other.held
        theirs = other.action == ADVANCE and other.target == effort.held
        if mine or theirs:
            return VERSUS
    if effort.action == HOLD and pairing.kind == UNTESTED and state.setting.flags.hold_tested:
        return INDEPENDENT
    return pairing.kind
