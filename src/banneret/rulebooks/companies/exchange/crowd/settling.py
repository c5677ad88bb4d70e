"""The actions that work out among many: each company rolls once, and its count serves against its target and all who aim at it.

Rules: companies:multi.one-roll, companies:multi.unreciprocated, companies:multi.hold, companies:multi.rally, companies:multi.same-position.
"""

from __future__ import annotations

from banneret.kernel.table import Table
from banneret.rulebooks.companies.exchange.crowd.aiming import aiming_at
from banneret.rulebooks.companies.exchange.effort import AIMLESS, Effort
from banneret.rulebooks.companies.exchange.requirements import kind_of_test, pairing_of
from banneret.rulebooks.companies.exchange.tie_breakers import break_tie
from banneret.rulebooks.companies.exchange.verdicts import (
    OWN_COUNTS,
    menu_of,
    own_count,
    test_alone,
    win,
)
from banneret.rulebooks.companies.pools.counting import margin, obstacle, passes
from banneret.rulebooks.companies.state import State
from banneret.rulebooks.companies.tables.actions import HOLD, NOTHING, RALLY, WITHDRAW
from banneret.rulebooks.companies.tables.matrix import INDEPENDENT, VERSUS

Broken = dict[tuple[int, int], int]
"""The margins of tie-breakers, by the company that aims and its target; above 0 the company that aims has won."""


def settle_crowd(state: State, table: Table, efforts: list[Effort]) -> None:
    """Find the actions that work out: first those aimed at a company, then Holds and Rallies, then positions that several would take."""
    broken: Broken = {}
    for effort in efforts:
        if effort.action in AIMLESS:
            continue
        other = efforts[effort.foe]
        mutual = other.foe == effort.company and other.action not in AIMLESS
        if mutual and other.company < effort.company:
            continue
        if effort.kind == VERSUS:
            _contest(state, table, effort, other, mutual, broken)
        else:
            test_alone(state, effort, other)
            if mutual:
                test_alone(state, other, effort)
    for effort in efforts:
        if effort.action == HOLD:
            _hold(state, effort, efforts, broken)
        elif effort.action == RALLY:
            _rally(state, effort, efforts, broken)
    _part(state, efforts)


def counts(state: State, first: Effort, second: Effort) -> tuple[int, int]:
    """The counts of two efforts against each other; by an option the unskilled double those of the other side. Rule: companies:core.unskilled-versus."""
    own, other = own_count(state, first), own_count(state, second)
    if state.setting.flags.double_opponent:
        if second.pool is not None and second.pool.unskilled:
            own *= 2
        if first.pool is not None and first.pool.unskilled:
            other *= 2
    return own, other


def _contest(state: State, table: Table, effort: Effort, other: Effort, mutual: bool, broken: Broken) -> None:
    """Settle a versus test of an action against its target's, which wins nothing by it unless `mutual`: unless it aims back.

    Rules: companies:multi.unreciprocated, companies:multi.withdraw, companies:withdraw.counts.
    """
    own, against = counts(state, effort, other)
    by_breaker = 0
    if own == against and other.action != NOTHING:
        both_call = mutual or other.action in AIMLESS
        by_breaker = break_tie(state, table, [effort, other], [effort, other] if both_call else [effort])
        broken[effort.company, other.company] = effort.broken = by_breaker
        if both_call:
            other.broken = -by_breaker
    difference = by_breaker if own == against else margin(own, against)
    if difference > 0:
        win(state, effort, other, difference, own == against)
    elif difference < 0 and mutual:
        win(state, other, effort, -difference, own == against)
    elif difference < 0 and effort.action == WITHDRAW:
        effort.losses += own_count(state, effort)


def _over(state: State, effort: Effort, attacker: Effort, broken: Broken) -> int:
    """The margin of a company over one that aims at it, in a tie that of the tie-breaker."""
    own, against = counts(state, effort, attacker)
    return margin(own, against) or -broken.get((attacker.company, effort.company), 0)


def _hold(state: State, effort: Effort, efforts: list[Effort], broken: Broken) -> None:
    """Settle a Hold: it spends its best margin over any attacker, on that attacker. Rule: companies:multi.hold."""
    if effort.kind == INDEPENDENT:
        test_alone(state, effort, efforts[effort.foe])
        return
    best: tuple[bool, int] = (False, 0)
    for attacker in aiming_at(efforts, effort):
        if kind_of_test(state, attacker, effort) != VERSUS:
            continue
        over = _over(state, effort, attacker, broken)
        menu = menu_of(state, effort, attacker)
        if over > 0 and (bool(menu), over) > best:
            best = (bool(menu), over)
            effort.foe = attacker.company
            effort.works_out = True
            effort.margin = effort.extra = over
            effort.menu = menu


def _rally(state: State, effort: Effort, efforts: list[Effort], broken: Broken) -> None:
    """Settle a Rally: it must meet the highest obstacle of the actions aimed at it, and exceed all that are versus; the smallest margin counts.

    By an option the margin over the obstacle is one more, margins of versus tests are not. By versions 1 to 4 of the rules the smallest was one
    more, whichever it was. Rules: companies:multi.rally, companies:test.extra.
    """
    assert effort.pool is not None
    pressing = aiming_at(efforts, effort)
    alone = [one for one in pressing if kind_of_test(state, one, effort) != VERSUS]
    if state.setting.flags.version == 1:
        alone = pressing
    base = max([1, *[pairing_of(effort, one).ob for one in alone]])
    ob = obstacle(base, effort.pool.unskilled, effort.raised)
    effort.ob = ob
    if not passes(effort.successes, ob):
        return
    least = effort.successes - ob
    extra = least + state.setting.flags.meeting_earns_one
    for one in pressing:
        if kind_of_test(state, one, effort) == VERSUS:
            over = _over(state, effort, one, broken)
            if over <= 0:
                return
            extra = min(extra, over)
            if over <= least:
                least = over
                effort.foe = one.company
    effort.works_out = True
    if state.setting.flags.version < OWN_COUNTS:
        extra = least + state.setting.flags.meeting_earns_one
    effort.margin, effort.extra = least, extra
    effort.menu = menu_of(state, effort, efforts[effort.foe])


def _part(state: State, efforts: list[Effort]) -> None:
    """Let only the company with the highest count take a position that several would occupy; of equals none. Rule: companies:multi.same-position."""
    for effort in efforts:
        rivals = [
            one
            for one in efforts
            if one is not effort and one.taken and one.target == effort.target and state.values[one.target]
        ]
        if effort.taken and rivals and max([one.count for one in rivals]) >= effort.count:
            effort.works_out = False  # `taken` stays until all are compared
    for effort in efforts:
        if effort.taken and not effort.works_out:
            effort.taken = False
            effort.margin = effort.extra = 0
