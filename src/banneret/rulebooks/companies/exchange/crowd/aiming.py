"""The enemy that every action is aimed at, and the kind of test that it comes to.

Rules: companies:multi.targets, companies:multi.one-roll, companies:multi.untested, companies:multi.fall.
"""

from __future__ import annotations

from banneret.kernel.decision import Decision
from banneret.kernel.order import Order
from banneret.kernel.table import Table
from banneret.rulebooks.companies.board.sides import (
    are_enemies,
    company_named,
    company_word,
    enemies_of,
    opponent,
)
from banneret.rulebooks.companies.exchange.asking import CompanyChoice, ask_leaders
from banneret.rulebooks.companies.exchange.effort import AIMLESS, Effort
from banneret.rulebooks.companies.exchange.requirements import is_possible, kind_of_test
from banneret.rulebooks.companies.state import NOBODY, State
from banneret.rulebooks.companies.tables.actions import ADVANCE, CHARGE, FLANK, HOLD, RALLY
from banneret.rulebooks.companies.tables.matrix import INDEPENDENT, UNTESTED, VERSUS


def aim(state: State, table: Table, efforts: list[Effort]) -> None:
    """Find the enemy of every effort. If the one that was written has fallen, the leader names another that the action can be used against.

    Rules: companies:multi.fall, companies:script.retarget.
    """
    asked: list[Effort] = []
    decisions: list[Decision] = []
    for effort in efforts:
        company = state.companies[effort.company]
        aimed = effort.scripted not in AIMLESS and company.foes is not None
        written = company.foes[state.volley] if aimed and company.foes is not None else NOBODY
        if written != NOBODY and not state.companies[written].fallen:
            effort.foe = written
            continue
        effort.foe = opponent(state, company.id)
        if not aimed:
            continue
        options = [foe for foe in enemies_of(state, company.id) if is_possible(state, effort, foe)]
        if len(options) > 1:
            orders: list[Order] = [("aim", company_word(foe)) for foe in options]
            asked.append(effort)
            decisions.append(CompanyChoice("aim", state, company.id, "companies:script.retarget", orders))
        elif options:
            effort.foe = options[0]
    if decisions:
        for effort, order in zip(asked, ask_leaders(table, decisions), strict=True):
            effort.foe = company_named(str(order[1]))


def face_holders(state: State, efforts: list[Effort]) -> None:
    """Let an Advance on a position that an enemy occupied face that enemy, whatever company was written. Rule: companies:script.target."""
    for effort in efforts:
        if effort.action != ADVANCE:
            continue
        for other in efforts:
            if other.held == effort.target and are_enemies(state, effort.company, other.company):
                effort.foe = other.company


def aiming_at(efforts: list[Effort], target: Effort) -> list[Effort]:
    """The efforts that are aimed at a company."""
    return [one for one in efforts if one.foe == target.company and one.action not in AIMLESS]


def find_kinds(state: State, efforts: list[Effort]) -> None:
    """Find the kind of test of every effort: by its own target, for a Hold by all actions aimed at it; a Rally is always independent.

    Rules: companies:multi.untested, companies:multi.hold, companies:multi.rally.
    """
    for effort in efforts:
        if effort.action == HOLD:
            pressing = aiming_at(efforts, effort)
            versus = [one for one in pressing if kind_of_test(state, one, effort) == VERSUS]
            rushing = [one for one in versus if one.action in (CHARGE, FLANK)]
            effort.foe = (rushing or versus or pressing or [efforts[effort.foe]])[0].company
            effort.kind = VERSUS if versus else INDEPENDENT if state.setting.flags.hold_tested else UNTESTED
        elif effort.action == RALLY:
            effort.foe = (aiming_at(efforts, effort) or [efforts[effort.foe]])[0].company
            effort.kind = INDEPENDENT
        else:
            effort.kind = kind_of_test(state, effort, efforts[effort.foe])
