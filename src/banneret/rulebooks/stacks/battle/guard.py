"""Step T3: the defender may put a Guard in the place of the combatant."""

from __future__ import annotations

from banneret.kernel.order import Order
from banneret.kernel.table import Table
from banneret.rulebooks.stacks.battle.offers import NONE, Offer
from banneret.rulebooks.stacks.battle.withdraw import bring_in, replacements
from banneret.rulebooks.stacks.stages import PARALYZE
from banneret.rulebooks.stacks.state import State
from banneret.rulebooks.stacks.text import battle_news


def guard(state: State, table: Table) -> None:
    """Let one Guard of the defender take the place of its combatant, who goes back into the stack.

    Rule: stacks:guard.replace, stacks:guard.defender-only, stacks:guard.limit, stacks:guard.after-withdraw.
    """
    fight = state.fight
    assert fight is not None
    corner = fight.corners[1]
    units, kinds = state.units, state.setting.kinds
    others = replacements(state, fight, corner)
    options: list[Order] = [NONE]
    options += [("guard", number) for number in others if kinds[units[number].kind].guard]
    order = table.ask(Offer("guard", corner.side, "stacks:guard.replace", options, state))
    if order[0] == "guard":
        if table.telling:
            battle_news.guards(state, table, corner, order[1])
        bring_in(state, corner, order[1])
        fight.guarded = True
    state.stage = PARALYZE
