"""The actions that work out, and their margins. Rules: companies:test.versus, companies:test.independent, companies:test.extra."""

from __future__ import annotations

from typing import Final

from banneret.kernel.table import Table
from banneret.rulebooks.companies.exchange.effort import Effort
from banneret.rulebooks.companies.exchange.requirements import pairing_of
from banneret.rulebooks.companies.exchange.tie_breakers import break_tie
from banneret.rulebooks.companies.pools.counting import counted, margin, obstacle, passes
from banneret.rulebooks.companies.state import State
from banneret.rulebooks.companies.tables.actions import ADVANCE, HOLD, SKIRMISH, WITHDRAW, actions
from banneret.rulebooks.companies.tables.matrix import INDEPENDENT, VERSUS, extra_of_independent

OWN_COUNTS: Final = 5
"""From this version of the rules options of counting no longer change the points of a Withdraw, nor the margins of versus tests."""


def find_verdicts(state: State, table: Table, efforts: list[Effort]) -> None:
    """Find the actions of two companies that work out, after a tie-breaker if one is called."""
    first, second = efforts
    tied = first.kind == second.kind == VERSUS and first.count == second.count
    broken = break_tie(state, table, efforts, efforts) if tied else 0
    first.broken, second.broken = broken, -broken
    settle(state, efforts, broken)


def settle(state: State, efforts: list[Effort], broken: int) -> None:
    """Give the actions that work out their margins and extra successes. `broken` is the margin of a tie-breaker for the first company."""
    first, second = efforts
    if VERSUS not in (first.kind, second.kind):
        for effort, other in ((first, second), (second, first)):
            if effort.kind == INDEPENDENT:
                test_alone(state, effort, other)
        return
    tied = first.count == second.count
    difference = broken if tied else margin(first.count, second.count)
    if difference > 0:
        win(state, first, second, difference, tied)
    elif difference < 0:
        win(state, second, first, -difference, tied)


def works_against(state: State, effort: Effort, other: Effort) -> int:
    """The fortification of the enemy that an action must overcome, 0 if the action ignores it. Rules: companies:fort.effect, companies:charge.versus."""
    adds = pairing_of(effort, other).fort
    if effort.action == SKIRMISH and state.setting.flags.works_against_skirmish:
        adds = True
    return other.works if adds else 0


def own_count(state: State, effort: Effort) -> int:
    """The successes that a company counts of its own roll, without the doubling that an option gives against the unskilled.

    By versions 1 to 4 of the rules that option doubled the points of a Withdraw between two companies, and halved among several what it had
    doubled for the enemy. Rules: companies:withdraw.counts, companies:core.unskilled-versus.
    """
    flags = state.setting.flags
    if flags.double_opponent and flags.version >= OWN_COUNTS:
        return counted(effort.successes, False, effort.raised)
    return effort.count


def win(state: State, winner: Effort, loser: Effort, difference: int, by_breaker: bool) -> None:
    """Settle a versus test that one side has won by a difference. Works that are not exceeded stop a Charge; then neither action works.

    The margin of a tie-breaker ignores works. A Withdraw that loses costs points only against its own target. Rules: companies:charge.repulsed, companies:test.versus-loser, companies:tie.win, companies:multi.withdraw.
    """
    if not by_breaker:
        difference -= works_against(state, winner, loser)
    if difference <= 0:
        return
    winner.margin = difference
    if winner.action == ADVANCE:
        build_up(state, winner, difference)
    else:
        winner.works_out = True
        winner.extra = 0 if winner.action == WITHDRAW else difference
    if winner.action == WITHDRAW:
        winner.withdrew = True
        loser.losses += own_count(state, loser)
        winner.losses += difference
    elif loser.action == WITHDRAW and loser.foe == winner.company:
        loser.losses += own_count(state, loser)
    winner.menu = menu_of(state, winner, loser)


def test_alone(state: State, effort: Effort, other: Effort) -> None:
    """Settle an independent test. Rules: companies:test.independent, companies:volley.simultaneous."""
    assert effort.pool is not None
    pairing = pairing_of(effort, other)
    effort.menu = menu_of(state, effort, other)
    if effort.action == ADVANCE:
        build_up(state, effort, max(0, effort.count - pairing.ob))
    else:
        base = 1 if effort.action == HOLD else pairing.ob
        ob = obstacle(base, effort.pool.unskilled, effort.raised + works_against(state, effort, other))
        effort.ob = ob
        if not passes(effort.successes, ob):
            return
        effort.works_out = True
        effort.margin = effort.successes - ob
        if effort.action == WITHDRAW:
            effort.withdrew = True
            other.losses += effort.margin + 1
            effort.losses += effort.margin
            return
        effort.extra = extra_of_independent(effort.action, effort.margin)
    if effort.works_out and state.setting.flags.meeting_earns_one and effort.action != SKIRMISH:
        effort.extra += 1


def build_up(state: State, effort: Effort, progress: int) -> None:
    """Add to what a company has built up toward its target; once that is enough, the target is taken and the rest is extra.

    A node of value 0 is taken by any win, and by an independent Advance that meets Ob 1.
    Rules: companies:advance.build, companies:advance.open-ground, companies:advance.unskilled.
    """
    company = state.companies[effort.company]
    if company.aim != effort.target:
        company.aim = effort.target
        company.store = 0
    value = state.values[effort.target]
    if value == 0 and progress == 0 and effort.count == 0:
        return
    company.store += progress
    if company.store >= value:
        effort.works_out = True
        effort.taken = True
        effort.margin = effort.extra = company.store - value


def menu_of(state: State, effort: Effort, other: Effort) -> tuple[str, ...]:
    """The entries that extra successes may buy. Rules: companies:test.menu-both, companies:hold.menu, companies:hold.independent."""
    flags = state.setting.flags
    if effort.action == HOLD:
        opened = flags.hold_menu_any if effort.kind == VERSUS else flags.hold_tested
        if opened:
            return tuple([entry.id for entry in actions()[HOLD].menu])
    return pairing_of(effort, other).menu
