"""Quiet scenes before the battle, in which commanders look for specialists to join them for it.

Rules: companies:camp.building, companies:force.circles, companies:force.circles-ob, companies:camp.one-battle.
"""

from __future__ import annotations

from typing import Final

from banneret.kernel.event import Die, Event
from banneret.kernel.order import Order
from banneret.kernel.table import Table
from banneret.kernel.tally import Tally
from banneret.rulebooks.companies import stages
from banneret.rulebooks.companies.exchange.asking import CompanyChoice
from banneret.rulebooks.companies.pools.rolling import roll
from banneret.rulebooks.companies.state import State
from banneret.rulebooks.companies.tables.circles import Sought, sought
from banneret.rulebooks.companies.tables.troops import lifepaths

NOBODY: Final[Order] = ("nobody",)


def make_camp(state: State, table: Table) -> None:
    """Let every company use its quiet scenes, each for one search. Rule: companies:camp.building."""
    for company in state.companies:
        for _ in range(state.setting.forces[company.id].scenes):
            options = seekable(state, company.id)
            orders: list[Order] = [("recruit", one.lifepath) for one in options]
            rule = "companies:force.circles"
            order = table.ask(CompanyChoice("recruit", state, company.id, rule, [NOBODY, *orders]))
            if order == NOBODY:
                break
            search(state, table, company.id, options[orders.index(order)])
    state.stage = stages.CONTACT


def seekable(state: State, number: int) -> list[Sought]:
    """The specialists that a company may look for: those of its own stock that it does not have already."""
    force = state.setting.forces[number]
    known = lifepaths()
    return [
        one
        for one in sought()
        if known[one.lifepath].stock == force.stock
        and one.lifepath not in state.companies[number].recruits
        and known[one.lifepath].name not in force.lifepaths
    ]


def circles_dice(state: State, number: int) -> int:
    """The dice of a search: Circles and one affiliation, that of the company; wounds do not count. Rule: companies:force.circles-ob."""
    leader = state.setting.people[state.setting.leaders[number]]
    return leader.circles + state.setting.forces[number].affiliation


def search(state: State, table: Table, number: int, one: Sought) -> None:
    """Test Circles for a specialist, who joins for this battle if the test passes. Rule: companies:force.circles."""
    force = state.setting.forces[number]
    shown: list[Die] | None = [] if table.telling else None
    dice = circles_dice(state, number)
    leader = state.setting.people[state.setting.leaders[number]]
    successes = roll(table, dice, "Circles", force.side, leader.shade("Circles"), shown=shown)
    found = successes >= one.ob
    if found:
        state.companies[number].recruits = (*state.companies[number].recruits, one.lifepath)
    if shown is not None:
        tally = Tally("dice", leader.circles, "Circles", "companies:force.circles-ob")
        tally.add(force.affiliation, "affiliation", "companies:force.circles-ob")
        tally.side = force.side
        name = lifepaths()[one.lifepath].name
        end = "joins for this battle" if found else "does not come in time"
        text = f"{force.name} look for a {name}: {successes} of {dice} dice succeed against Ob {one.ob}; the {name} {end}."
        table.tell(
            Event("circles", text, "companies:force.circles", side=force.side, dice=shown, tallies=[tally])
        )
