"""The Disposition with which each company begins: the Officer's Roll and all bonuses.

Rules: companies:disp.roll, companies:disp.other-officer, companies:disp.unskilled, companies:disp.sum, companies:disp.minimum.
"""

from __future__ import annotations

from typing import Final

from banneret.kernel.event import Die, Event
from banneret.kernel.table import Table
from banneret.kernel.tally import Tally
from banneret.rulebooks.companies import stages
from banneret.rulebooks.companies.pools.building import Pool, help_of_seconds, serving, skilled_pool
from banneret.rulebooks.companies.pools.counting import counted
from banneret.rulebooks.companies.pools.rolling import roll
from banneret.rulebooks.companies.pools.troops import leading
from banneret.rulebooks.companies.pools.wounds import dice_lost, raised_for
from banneret.rulebooks.companies.setup.bonuses import bonuses
from banneret.rulebooks.companies.state import State
from banneret.rulebooks.companies.tables.skills import STATS

LISTED: Final = ("Tactics", "Command")
STATS_TESTED: Final = ("Perception", "Will")
LEAST: Final = 1
BY_SKILL: Final = 7
"""From this version of the rules nobody rolls a stat where anyone in the company knows Tactics or Command. Rule: companies:disp.unskilled."""


def set_dispositions(state: State, table: Table) -> None:
    """Make the Officer's Roll of every company and add its bonuses; never below 1. Rules: companies:disp.sum, companies:disp.minimum."""
    for company in state.companies:
        successes = _roll(state, table, company.id)
        sum_ = Tally("Disposition", successes, "Officer's Roll", "companies:disp.roll")
        for amount, cause, rule in bonuses(state, company.id):
            sum_.add(amount, cause, rule)
        company.basic = company.start = max(LEAST, sum_.total)
        if table.telling:
            force = state.setting.forces[company.id]
            sum_.side = force.side
            text = f"{force.name} begin with Disposition {company.start}."
            table.tell(Event("disposition", text, "companies:disp.sum", side=force.side, tallies=[sum_]))
    state.stage = stages.SCRIPT if state.setting.ready and not starts_in_position(state) else stages.POSITIONS


def starts_in_position(state: State) -> bool:
    """True if the winner of Contact is to name a position to start in. Rules: companies:contact.choice, companies:contact.offer-tie."""
    return state.chosen in ("position", "offer")


def officer_pool(state: State, number: int, tally: Tally | None = None) -> tuple[int, Pool]:
    """The character who makes the Officer's Roll of a company, and the pool, with help.

    It is the leader. If only seconds know Tactics or Command it is the best of them; if nobody does, the leader rolls a stat. By versions 1 to 6 of
    the rules the leader did so too where half the dice of the stat were more than those of the skill.
    Rules: companies:disp.forks, companies:disp.help, companies:disp.other-officer, companies:disp.unskilled.
    """
    leader = leading(state, number)
    unskilled = unskilled_roll(state, leader)
    tester, pool = leader, best_roll(state, number, leader)
    if pool is None:
        for person, one in enumerate(state.people):
            if one.company != number or person in (leader, state.setting.unnamed[number]):
                continue
            if one.out and state.setting.flags.version > 2:
                continue
            other = best_roll(state, number, person)
            if other is not None and (pool is None or other.dice > pool.dice):
                tester, pool = person, other
    by_skill = state.setting.flags.version >= BY_SKILL
    if pool is None or (2 * pool.dice < unskilled.dice and not by_skill):
        tester, pool = leader, unskilled
    if tally is not None:
        explain(state, number, tester, pool, tally)
    pool.dice += help_of_seconds(state, number, tester, LISTED)
    return tester, pool


def best_roll(state: State, number: int, tester: int) -> Pool | None:
    """The best pool of a character who knows Tactics or Command, with FoRKs; None without. Rule: companies:disp.forks."""
    best: Pool | None = None
    wises = state.setting.forces[number].fitting_wises
    for name in serving(state, tester, LISTED):
        pool = skilled_pool(state, tester, name, LISTED, wises)
        if best is None or pool.dice > best.dice:
            best = pool
    return best


def unskilled_roll(state: State, leader: int) -> Pool:
    """The pool of the better of Perception and Will. Rule: companies:disp.unskilled."""
    officer = state.setting.people[leader]
    stats = officer.stats
    name = max(STATS_TESTED, key=lambda one: stats[STATS.index(one.lower())])
    dice = stats[STATS.index(name.lower())] - dice_lost(state.people[leader])
    return Pool(name, dice, officer.shade(name), unskilled=True)


def explain(state: State, number: int, tester: int, pool: Pool, tally: Tally) -> None:
    """Write the parts of an Officer's Roll into a tally."""
    if pool.unskilled:
        tally.add(pool.dice, pool.skill, "companies:disp.unskilled")
    else:
        wises = state.setting.forces[number].fitting_wises
        skilled_pool(state, tester, pool.skill, LISTED, wises, tally)
    more = help_of_seconds(state, number, tester, LISTED)
    if more:
        tally.add(more, "help", "companies:disp.help")


def _roll(state: State, table: Table, number: int) -> int:
    """The counted successes of the Officer's Roll of a company. Rules: companies:disp.roll, companies:disp.unskilled, companies:core.superficial."""
    force = state.setting.forces[number]
    tally = Tally("dice")
    tally.side = force.side
    tester, pool = officer_pool(state, number, tally if table.telling else None)
    shown: list[Die] | None = [] if table.telling else None
    successes = roll(table, pool.dice, "Officer's Roll", force.side, pool.shade, pool.open_ended, shown)
    raised = raised_for(state, tester) if state.setting.flags.version > 1 else 0
    if shown is not None:
        less = f", less {raised} for a wound" if raised else ""
        half = ", and half of them count" if pool.unskilled else ""
        name = state.setting.people[tester].name
        text = f"{name} draws up {force.name} by {pool.skill}: {successes} of {len(shown)} dice succeed{half}{less}."
        table.tell(
            Event("officer", text, "companies:disp.roll", side=force.side, dice=shown, tallies=[tally])
        )
    return counted(successes, pool.unskilled, raised)
