"""Tie-breakers of tied Company Actions. Rules: companies:tie.call, companies:tie.lists, companies:tie.reply, companies:tie.again."""

from __future__ import annotations

from banneret.kernel.decision import Decision
from banneret.kernel.event import Die, Event
from banneret.kernel.table import Table
from banneret.rulebooks.companies.exchange.asking import CompanyChoice
from banneret.rulebooks.companies.exchange.effort import Effort
from banneret.rulebooks.companies.pools.building import Pool, root_dice, root_shade
from banneret.rulebooks.companies.pools.rolling import roll
from banneret.rulebooks.companies.pools.troops import individual_pool
from banneret.rulebooks.companies.pools.wounds import dice_lost, raised_for
from banneret.rulebooks.companies.state import State
from banneret.rulebooks.companies.tables.actions import CHARGE, NOTHING, actions


class Tie(CompanyChoice):
    """The choice to call a tie-breaker, with the two actions that tied, which are open to all. Rule: companies:tie.call."""

    def __init__(self, state: State, company: int, efforts: list[Effort]) -> None:
        super().__init__("tie", state, company, "companies:tie.call", [("leave",), ("call",)])
        self.efforts: list[Effort] = efforts


def break_tie(state: State, table: Table, efforts: list[Effort], callers: list[Effort]) -> int:
    """Ask for and roll a tie-breaker. Returns the margin of the first company: below 0 the second wins, 0 leaves the tie.

    Those of the `callers` whose action may call it are asked together; one call is enough. Rules: companies:tie.call, companies:tie.win, companies:tie.again.
    """
    decisions: list[Decision] = [
        Tie(state, effort.company, efforts)
        for effort in callers
        if effort.action != NOTHING and actions()[effort.action].breaker
    ]
    if not decisions or ("call",) not in table.ask_all(decisions):
        return 0
    dice: list[Die] | None = [] if table.telling else None
    counts = [_roll(state, table, effort, dice) for effort in efforts]
    if dice is not None:
        names = [state.setting.forces[effort.company].name for effort in efforts]
        text = f"Tie-breaker: {names[0]} {counts[0]}, {names[1]} {counts[1]}."
        table.tell(Event("tie", text, "companies:tie.call", dice=dice))
    return counts[0] - counts[1]


def can_be_broken(efforts: list[Effort]) -> bool:
    """True if one of the actions may call a tie-breaker. Rule: companies:tie.call."""
    return any(effort.action != NOTHING and actions()[effort.action].breaker for effort in efforts)


def _roll(state: State, table: Table, effort: Effort, dice: list[Die] | None) -> int:
    """Roll for a side in a tie-breaker, and count its successes; `dice` takes the dice."""
    pool, raised = breaker_pool(state, effort)
    side = state.setting.forces[effort.company].side
    successes = roll(table, pool.dice, "tie-breaker", side, pool.shade, pool.open_ended, dice)
    return max(0, successes - raised)


def breaker_pool(state: State, effort: Effort) -> tuple[Pool, int]:
    """The pool of a side in a tie-breaker, and the successes that a superficial wound or lost runners take from it.

    An action with individual skills rolls these, a Charge the troops' weapon skill, any other the root stat of the skill that the
    commander used, less wound dice. Nothing is halved. Rules: companies:tie.reply, companies:tie.unskilled.
    """
    listed = actions()[effort.action].breaker
    if listed:
        pool = individual_pool(state, effort.company, listed)
        return pool, pool.raised
    if effort.action == CHARGE:
        return Pool("weapon", state.setting.forces[effort.company].weapon), 0
    assert effort.pool is not None
    number = state.companies[effort.company].commander
    person = state.people[number]
    officer = state.setting.people[number]
    dice = root_dice(officer.stats, effort.pool.skill) - dice_lost(person)
    return Pool(effort.pool.skill, dice, root_shade(officer, effort.pool.skill)), raised_for(state, number)
