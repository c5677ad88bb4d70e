"""The reveal: positions given up, requirements checked, the kind of test found.

Rules: companies:script.reveal, companies:volley.sequence, companies:script.void, companies:script.retarget.
"""

from __future__ import annotations

from banneret.kernel.decision import Decision
from banneret.kernel.order import Order
from banneret.kernel.table import Table
from banneret.rulebooks.companies.board.sides import distances, is_crowd, opponent
from banneret.rulebooks.companies.board.standing import advance_targets, give_up, held_by, protection
from banneret.rulebooks.companies.exchange.asking import CompanyChoice, ask_leaders
from banneret.rulebooks.companies.exchange.crowd.aiming import aim, face_holders, find_kinds
from banneret.rulebooks.companies.exchange.effort import Effort, show
from banneret.rulebooks.companies.exchange.requirements import is_possible, kind_of_test
from banneret.rulebooks.companies.state import NOWHERE, UNWRITTEN, State
from banneret.rulebooks.companies.tables.actions import ADVANCE, CHARGE, FLANK, NOTHING, WITHDRAW, actions


def reveal(state: State, table: Table) -> list[Effort]:
    """Reveal the actions of a volley. Returns the efforts of all companies, with the kind of test of each.

    Rules: companies:script.reveal, companies:volley.sequence.
    """
    efforts = [Effort(company.id) for company in state.companies]
    for effort in efforts:
        if not state.companies[effort.company].fallen:
            open_script(state, effort)
    crowd = is_crowd(state)
    if crowd:
        show(state, efforts)
        aim(state, table, efforts)
    else:
        for effort in efforts:
            effort.foe = opponent(state, effort.company)
    for effort in efforts:
        effort.action = effort.scripted
        if not is_possible(state, effort, effort.foe):
            effort.action = NOTHING
    if table.telling:
        show(state, efforts)
    aim_again(state, table, efforts)
    for effort in efforts:
        company = state.companies[effort.company]
        if effort.action == ADVANCE and company.aim != effort.target and state.setting.flags.version > 1:
            company.store = 0
            company.aim = NOWHERE
        effort.works = protection(state, company)
        if state.setting.flags.occupied_after and not company.fallen:
            effort.held = held_by(company)
    if crowd:
        face_holders(state, efforts)
        find_kinds(state, efforts)
    else:
        for effort in efforts:
            effort.kind = kind_of_test(state, effort, efforts[effort.foe])
    if table.telling:
        show(state, efforts)
    return efforts


def open_script(state: State, effort: Effort) -> None:
    """Open the action that a company has written for this volley, which may give up its position. Rules: companies:script.reveal, companies:script.hesitating, companies:position.leave."""
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


def keep_store(state: State, effort: Effort) -> None:
    """Lose what a company has built up toward a position, unless its action keeps it. Rule: companies:advance.build."""
    company = state.companies[effort.company]
    lost = effort.scripted in (CHARGE, FLANK, WITHDRAW)
    if state.setting.flags.store_consecutive:
        lost = effort.scripted != ADVANCE
    if lost:
        company.store = 0
        company.aim = NOWHERE


def nearest_of(state: State, targets: list[int], written: int) -> int:
    """The index of the target nearest to the one that was written; of equals the one worth most."""
    away = distances(state, written)
    best = 0
    for number in range(len(targets)):
        node, other = targets[number], targets[best]
        if (away[node], -state.values[node]) < (away[other], -state.values[other]):
            best = number
    return best


def aim_again(state: State, table: Table, efforts: list[Effort]) -> None:
    """Let leaders name another target for an Advance that cannot be made as written; if there is none it is void.

    The default is the target nearest to the one that was written. Rule: companies:script.retarget.
    """
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
            asked.append(effort)
            orders: list[Order] = [("advance", nodes[one]) for one in targets]
            nearest = nearest_of(state, targets, effort.target)
            decisions.append(
                CompanyChoice("retarget", state, company.id, "companies:script.retarget", orders, nearest)
            )
        elif targets:
            effort.target = targets[0]
        else:
            effort.action = NOTHING
    if decisions:
        show(state, efforts)
        for effort, order in zip(asked, ask_leaders(table, decisions), strict=True):
            effort.target = nodes.index(str(order[1]))
