"""Step S3: Cannibals devour friendly units."""

from __future__ import annotations

from banneret.kernel.order import Order
from banneret.kernel.table import Table
from banneret.rulebooks.stacks.battle.offers import NONE, Offer
from banneret.rulebooks.stacks.board.knowledge import everybody, show
from banneret.rulebooks.stacks.board.stacks import is_usable, usable_units
from banneret.rulebooks.stacks.leaving.removal import destroy
from banneret.rulebooks.stacks.scouting.queue import end_scouting, pass_on
from banneret.rulebooks.stacks.state import Corner, Fight, State
from banneret.rulebooks.stacks.text import scout_news


def devour(state: State, table: Table) -> None:
    """Step S3: ask for one meal of a Cannibal, or that no more follow.

    The bonus lasts to the end of the player turn. Rule: stacks:cannibal.sacrifice, stacks:cannibal.limit,
    stacks:cannibal.duration, stacks:scoutphase.order, stacks:site.not-a-price, stacks:regenerates.bypass,
    stacks:desc.nonliving.
    """
    fight = state.fight
    assert fight is not None
    corner = fight.corners[fight.acting]
    order = table.ask(
        Offer("devour", corner.side, "stacks:cannibal.sacrifice", meals(state, fight, corner), state)
    )
    if order[0] != "none":
        eater = state.units[order[1]]
        fight.ate = [*(fight.ate or []), eater.id]
        eater.devoured += state.setting.kinds[eater.kind].cannibal
        show(eater, everybody(state))
        if table.telling:
            scout_news.devours(state, table, corner, order[1], order[2])
        destroy(state, table, [order[2]], "stacks:cannibal.sacrifice", "devoured")
        if state.outcome is not None or fight.hex in state.stacks[corner.side]:
            return
    if pass_on(fight):
        end_scouting(state, table)


def meals(state: State, fight: Fight, corner: Corner) -> list[Order]:
    """The orders to devour; devouring nobody is the first. Rule: stacks:cannibal.sacrifice, stacks:site.not-a-price."""
    units, kinds = state.units, state.setting.kinds
    options: list[Order] = [NONE]
    for number in state.stacks[corner.side].get(fight.hex, ()):
        unit = units[number]
        if kinds[unit.kind].cannibal and is_usable(unit) and (fight.ate is None or number not in fight.ate):
            for victim in usable_units(state, corner.side, fight.hex):
                kind = kinds[victim.kind]
                if victim.id != number and kind.living and not kind.site:
                    options.append(("devour", number, victim.id))
    return options
