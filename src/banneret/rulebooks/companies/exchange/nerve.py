"""Steel tests that a commander is forced to. Rules: companies:spec.steel, companies:steel.effect, companies:steel.limit."""

from __future__ import annotations

from banneret.kernel.event import Event
from banneret.kernel.table import Table
from banneret.rulebooks.companies.pools.steel import can_be_forced, keeps_nerve
from banneret.rulebooks.companies.state import State


def force_steel(state: State, table: Table, number: int, more: int = 0, forced: bool = True) -> None:
    """Let the commander of a company test Steel; one who fails hesitates in the next volley. Only forced tests are limited.

    Rules: companies:spec.steel, companies:steel.effect, companies:steel.limit.
    """
    company = state.companies[number]
    if state.people[company.commander].out or (forced and not can_be_forced(state, company)):
        return
    if forced:
        company.tested = state.exchange
    if not keeps_nerve(state, table, company.commander, more):
        company.hesitates = state.now + 1
        if table.telling:
            text = f"{state.setting.people[company.commander].name} loses nerve; the company will hesitate."
            side = state.setting.forces[number].side
            table.tell(Event("steel", text, "companies:steel.effect", side=side))
