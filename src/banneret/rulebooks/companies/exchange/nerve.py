"""Steel tests that a commander is forced to. Rules: companies:spec.steel, companies:steel.effect, companies:steel.limit."""

from __future__ import annotations

from banneret.kernel.event import Die, Event
from banneret.kernel.table import Table
from banneret.rulebooks.companies.pools.steel import STEEL, can_be_forced, keeps_nerve, steel_obstacle
from banneret.rulebooks.companies.state import State


def stands_firm(state: State, table: Table, number: int, more: int = 0) -> bool:
    """Let a character test Steel, and tell the roll. True if they pass. Rule: companies:core.steel."""
    shown: list[Die] | None = [] if table.telling else None
    firm = keeps_nerve(state, table, number, more, shown)
    if shown is not None:
        needed = steel_obstacle(state, number, more)
        shade = state.setting.people[number].shade(STEEL)
        found = sum(face >= shade for _, _, face in shown)
        side = state.setting.forces[state.people[number].company].side
        text = f"{state.setting.people[number].name} tests Steel: {found} of {len(shown)} dice succeed, {needed} are needed."
        table.tell(Event("steel", text, "companies:core.steel", side=side, dice=shown))
    return firm


def force_steel(state: State, table: Table, number: int, more: int = 0, forced: bool = True) -> None:
    """Let the commander of a company test Steel; if the test fails the company hesitates in the next volley.

    Tests that are not `forced` by the enemy, as after a wound, are not limited.

    Rules: companies:spec.steel, companies:steel.effect, companies:steel.limit.
    """
    company = state.companies[number]
    if state.people[company.commander].out or (forced and not can_be_forced(state, company)):
        return
    if forced:
        company.tested = state.exchange
    if not stands_firm(state, table, company.commander, more):
        company.hesitates = state.now + 1
        if table.telling:
            text = f"{state.setting.people[company.commander].name} loses nerve; the company will hesitate."
            side = state.setting.forces[number].side
            table.tell(Event("steel", text, "companies:steel.effect", side=side))
