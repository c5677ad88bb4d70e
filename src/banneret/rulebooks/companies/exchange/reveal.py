"""The reveal: positions given up, requirements checked, the kind of test found.

Rules: companies:script.reveal, companies:volley.sequence, companies:script.void, companies:script.retarget.
"""

from __future__ import annotations

from banneret.kernel.decision import Choice, Decision
from banneret.kernel.table import Table
from banneret.rulebooks.companies.board.standing import (
    advance_targets,
    give_up,
    held_by,
    near,
    protection,
)
from banneret.rulebooks.companies.exchange.effort import Effort, show
from banneret.rulebooks.companies.state import NOWHERE, UNWRITTEN, State
from banneret.rulebooks.companies.tables.actions import (
    ADVANCE,
    CHARGE,
    FLANK,
    HOLD,
    NOTHING,
    WITHDRAW,
    actions,
)
from banneret.rulebooks.companies.tables.matrix import INDEPENDENT, UNTESTED, VERSUS, Pairing, matrix


def reveal(state: State, table: Table) -> list[Effort]:
    """The efforts of both companies as they are revealed, with the kind of test of each."""
    efforts = [Effort(company.id) for company in state.companies]
    for effort in efforts:
        company = state.companies[effort.company]
        effort.held = held_by(company)
        if company.hesitates != state.now and company.written is not None and company.targets is not None:
            effort.scripted = company.written[state.volley]
            effort.target = company.targets[state.volley]
        elif company.written is not None and company.targets is not None:
            company.written[state.volley] = NOTHING  # nobody ever learns what was written
            company.targets[state.volley] = NOWHERE
        if effort.scripted == UNWRITTEN:
            effort.scripted = NOTHING
        if effort.scripted != NOTHING and actions()[effort.scripted].leaves:
            give_up(state, company)
        keep_store(state, effort)
    for effort in efforts:
        effort.action = effort.scripted
        if not is_possible(state, effort):
            effort.action = NOTHING
    show(state, efforts)
    aim_again(state, table, efforts)
    for effort in efforts:
        company = state.companies[effort.company]
        effort.works = protection(state, company)
        if state.setting.flags.occupied_after:
            effort.held = held_by(company)
    for effort in efforts:
        effort.kind = kind_of_test(state, effort, efforts[1 - effort.company])
    show(state, efforts)
    return efforts


def keep_store(state: State, effort: Effort) -> None:
    """Lose what was built up toward a position where the action does not keep it. Rule: companies:advance.build."""
    company = state.companies[effort.company]
    lost = effort.scripted in (CHARGE, FLANK, WITHDRAW)
    if state.setting.flags.store_consecutive:
        lost = effort.scripted != ADVANCE
    if lost:
        company.store = 0
        company.aim = NOWHERE


def is_possible(state: State, effort: Effort) -> bool:
    """True if what the action needs is so at the reveal; an Advance may be aimed elsewhere. Rules: companies:scout.gate, companies:charge.requirement."""
    if effort.scripted in (NOTHING, ADVANCE):
        return True
    company = state.companies[effort.company]
    other = state.companies[1 - effort.company]
    scouted = state.scouted[company.id * len(state.companies) + other.id]
    if state.setting.flags.gated[effort.scripted] and not scouted:
        return False
    return not actions()[effort.scripted].needs_near or near(state, company, other)


def aim_again(state: State, table: Table, efforts: list[Effort]) -> None:
    """Let leaders name another target for an Advance that cannot be made; it is void if there is none. Rule: companies:script.retarget."""
    asked: list[Effort] = []
    decisions: list[Decision] = []
    nodes = state.nodes
    for effort in efforts:
        if effort.action != ADVANCE:
            continue
        company = state.companies[effort.company]
        targets = advance_targets(state, company, effort.held)
        if effort.target in targets:
            continue
        if len(targets) > 1:
            side = state.setting.forces[company.id].side
            asked.append(effort)
            decisions.append(
                Choice(
                    "retarget",
                    side,
                    "companies:script.retarget",
                    [("advance", nodes[one]) for one in targets],
                )
            )
        elif targets:
            effort.target = targets[0]
        else:
            effort.action = NOTHING
    if decisions:
        for effort, order in zip(asked, table.ask_all(decisions), strict=True):
            effort.target = nodes.index(str(order[1]))


def pairing_of(effort: Effort, other: Effort) -> Pairing:
    """The pairing of an action with what the enemy does."""
    return matrix()[effort.action][other.action]


def kind_of_test(state: State, effort: Effort, other: Effort) -> int:
    """The kind of test of an effort: by the matrix, but versus where an Advance is aimed at the position that the other held.

    A company that does nothing rolls nothing: its count is 0.

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
