"""Step S1: look through the enemy stack."""

from __future__ import annotations

from banneret.kernel.order import Order
from banneret.kernel.table import Table
from banneret.rulebooks.stacks.battle.offers import NONE, Offer
from banneret.rulebooks.stacks.board.artifacts import artifact_of, reveal_chit, usable_chits
from banneret.rulebooks.stacks.board.knowledge import everybody, look_mark, show
from banneret.rulebooks.stacks.board.spells import castable, spell_in_hand, spend
from banneret.rulebooks.stacks.board.stacks import is_usable, usable_units
from banneret.rulebooks.stacks.scouting.queue import pass_on
from banneret.rulebooks.stacks.stages import STEAL
from banneret.rulebooks.stacks.state import Corner, Fight, State
from banneret.rulebooks.stacks.text import scout_news


def look(state: State, table: Table) -> None:
    """Step S1: one side may look through the enemy stack, once. Rule: stacks:scout.look, stacks:scoutphase.order."""
    fight = state.fight
    assert fight is not None
    corner, enemy = fight.corners[fight.acting], fight.corners[1 - fight.acting]
    options = lookouts(state, fight, corner)
    preset = 1 if len(options) > 1 and options[1][0] == "look" else 0
    order = table.ask(Offer("look", corner.side, "stacks:scout.look", options, state, preset))
    if order[0] != "none":
        _look(state, table, fight, corner, enemy, order)
    if pass_on(fight):
        state.stage = STEAL


def lookouts(state: State, fight: Fight, corner: Corner) -> list[Order]:
    """The ways a side can look: by Scouts, artifacts or spells; not looking is the first.

    Rule: stacks:scout.look, stacks:artifact.far-glass, stacks:spell.farsight, stacks:battle.usable.
    """
    options: list[Order] = [NONE]
    kinds = state.setting.kinds
    units = state.units
    stack = state.stacks[corner.side].get(fight.hex, ())
    options += [("look", i) for i in stack if kinds[units[i].kind].scout and is_usable(units[i])]
    if state.artifacts:
        for unit in usable_units(state, corner.side, fight.hex):
            chits = usable_chits(state, unit.id, "S1")
            options += [("look", unit.id, artifact_of(state, chit).id) for chit in chits]
    if state.hands[corner.side]:
        for spell, casters in castable(state, corner.side, fight.hex, "S1"):
            options += [("cast", spell.id, caster) for caster in casters]
    return options


def _look(state: State, table: Table, fight: Fight, corner: Corner, enemy: Corner, order: Order) -> None:
    """Show the enemy stack as it is now to one side, and to nobody else.

    Rule: stacks:scout.look, stacks:scout.snapshot, stacks:hidden.stack.
    """
    corner.looked = True
    if order[0] == "cast":
        spend(state, corner.side, spell_in_hand(state, corner.side, order[1]), order[2])
    else:
        show(state.units[order[1]], everybody(state))
        if len(order) == 3:
            for chit in usable_chits(state, order[1], "S1"):
                if artifact_of(state, chit).id == order[2]:
                    reveal_chit(state, chit)
    bit = 1 << corner.side
    stack = state.stacks[enemy.side][fight.hex]
    for number in stack:
        show(state.units[number], bit)
    for artifact in state.artifacts:
        if artifact.holder in stack:
            artifact.seen |= bit
            artifact.known |= bit
    state.looks = [*(state.looks or []), look_mark(state, corner.side, enemy.side, fight.hex)]
    if table.telling:
        scout_news.looks(state, table, fight, corner, enemy, order)
