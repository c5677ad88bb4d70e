"""Steel tests. Rules: companies:core.steel, companies:core.steel-surprise, companies:core.hesitation."""

from __future__ import annotations

from typing import Final

from banneret.kernel.event import Die
from banneret.kernel.table import Table
from banneret.rulebooks.companies.pools.rolling import roll
from banneret.rulebooks.companies.pools.wounds import dice_lost, raised_for
from banneret.rulebooks.companies.state import Company, State

STEEL: Final = "Steel"


def steel_obstacle(state: State, number: int, more: int = 0) -> int:
    """The hesitation of a character, raised by a superficial wound, lost runners and what a spell adds. Rule: companies:core.steel-surprise."""
    return state.setting.people[number].hesitation + raised_for(state, number) + more


def can_be_forced(state: State, company: Company) -> bool:
    """True if the commander of a company may be forced to a Steel test in this volley. Rule: companies:steel.limit."""
    limit = state.setting.flags.steel_limit
    if limit == "once-per-exchange":
        return company.tested != state.exchange
    return limit == "none" or company.hesitates != state.now


def keeps_nerve(
    state: State, table: Table, number: int, more: int = 0, shown: list[Die] | None = None
) -> bool:
    """True if a character passes a Steel test: open-ended, without FoRKs and help, less wound dice. Rule: companies:core.steel."""
    person = state.people[number]
    officer = state.setting.people[number]
    dice = officer.steel - dice_lost(person)
    side = state.setting.forces[person.company].side
    return roll(
        table, dice, "Steel", side, officer.shade(STEEL), open_ended=True, shown=shown
    ) >= steel_obstacle(state, number, more)
