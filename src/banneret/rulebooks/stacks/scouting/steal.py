"""Step S2: stealing artifacts."""

from __future__ import annotations

from banneret.kernel.order import Order
from banneret.kernel.table import Table
from banneret.rulebooks.stacks.battle.offers import NONE, Offer
from banneret.rulebooks.stacks.board.artifacts import reveal_chit
from banneret.rulebooks.stacks.board.knowledge import everybody, show
from banneret.rulebooks.stacks.board.stacks import usable_units
from banneret.rulebooks.stacks.scouting.queue import pass_on
from banneret.rulebooks.stacks.stages import DEVOUR
from banneret.rulebooks.stacks.state import Corner, Fight, State
from banneret.rulebooks.stacks.text import scout_news


def steal(state: State, table: Table) -> None:
    """Step S2: ask for one theft of an artifact from the enemy stack by a Steal unit, or that no more follow.

    Who has looked names the artifact; else one is drawn blind, by a die that only its owner sees, so that it does not tell how
    many there are. When all see that there is nothing, it is over as well.

    Rule: stacks:steal.take, stacks:steal.holder, stacks:limits.table, stacks:hidden.stack.
    """
    fight = state.fight
    assert fight is not None
    if not state.setting.artifacts_possible:
        state.stage = DEVOUR
        return
    corner, enemy = fight.corners[fight.acting], fight.corners[1 - fight.acting]
    stack = state.stacks[enemy.side][fight.hex]
    there = [index for index, chit in enumerate(state.artifacts) if chit.holder in stack]
    options = thefts(state, fight, corner, there)
    preset = 1 if len(options) > 1 else 0
    order = table.ask(Offer("steal", corner.side, "stacks:steal.take", options, state, preset))
    if order[0] != "none":
        thief = order[1]
        fight.stolen_by = [*(fight.stolen_by or []), thief]
        show(state.units[thief], everybody(state))
        if there:
            if len(order) == 3:
                taken = order[2]
            else:
                taken = there[table.die(len(there), "artifact stolen blind", enemy.side, enemy.side) - 1]
            state.artifacts[taken].holder = thief
            reveal_chit(state, taken)
            if table.telling:
                scout_news.steals(state, table, corner, enemy, thief, taken)
            return
        if table.telling:
            scout_news.steals_nothing(state, table, corner, thief)
    if pass_on(fight):
        state.stage = DEVOUR


def thefts(state: State, fight: Fight, corner: Corner, there: list[int]) -> list[Order]:
    """The orders to steal; stealing nothing is the first. Rule: stacks:steal.take, stacks:battle.usable."""
    options: list[Order] = [NONE]
    for unit in usable_units(state, corner.side, fight.hex):
        if state.setting.kinds[unit.kind].steal and (
            fight.stolen_by is None or unit.id not in fight.stolen_by
        ):
            if not corner.looked:
                options.append(("steal", unit.id))
            else:
                options += [("steal", unit.id, chit) for chit in there]
    return options
