"""Segment IV: the effects of the round end, and spells of the respite are cast."""

from __future__ import annotations

from banneret.kernel.decision import Decision
from banneret.kernel.order import Order
from banneret.kernel.table import Table
from banneret.rulebooks.stacks.battle.offers import NONE, Offer
from banneret.rulebooks.stacks.board.spells import castable, repeated, spell_in_hand, spend
from banneret.rulebooks.stacks.leaving.summoning import summon, supply_left
from banneret.rulebooks.stacks.stages import VICTORY
from banneret.rulebooks.stacks.state import NOBODY, Corner, Fight, State
from banneret.rulebooks.stacks.text import battle_news


def respite(state: State, table: Table) -> None:
    """Steps R1 and R2: return the combatants to their stacks; then ask both sides, in secret, for casts.

    Rule: stacks:respite.order, stacks:tactical.each-round, stacks:spell.raise-skeletons.
    """
    fight = state.fight
    assert fight is not None
    expire(fight)
    asked: list[Corner] = []
    decisions: list[Decision] = []
    for corner in fight.corners:
        if fight.living_fell and state.hands[corner.side]:
            asked.append(corner)
            decisions.append(
                Offer("respite", corner.side, "stacks:respite.order", _casts(state, fight, corner), state)
            )
    orders = table.ask_all(decisions) if decisions else []
    state.stage = VICTORY  # not before: while they are asked it is still this step
    for corner, order in zip(asked, orders, strict=True):
        if order[0] == "cast":
            _raise(state, table, fight, corner, order)


def expire(fight: Fight) -> None:
    """Step R1: end everything that lasts for this round. Rule: stacks:respite.order."""
    fight.guarded = False
    for corner in fight.corners:
        corner.front = NOBODY
        corner.brought_in = corner.withdrew = corner.paralyzes = corner.ring = False
        corner.defeated = 0
        corner.line = None
        corner.spent = None
        corner.roll = corner.total = 0


def _casts(state: State, fight: Fight, corner: Corner) -> list[Order]:
    """The casts that are possible in the respite, as far as spell chits and supply go; none first.

    Rule: stacks:spell.any-number, stacks:summoning.supply, stacks:spell.dying-caster.
    """
    options: list[Order] = [NONE]
    for spell, casters in castable(state, corner.side, fight.hex, "R2"):
        count = state.hands[corner.side].count(spell.index)
        count = min(count, supply_left(state, state.setting.facts.unit(spell.effects.summon)))
        options += repeated(spell, casters, count)
    return options


def _raise(state: State, table: Table, fight: Fight, corner: Corner, order: Order) -> None:
    """Spend the spells and add the summoned units to the casters' stack, as far as the supply goes.

    Rule: stacks:spell.raise-skeletons, stacks:summoning.appear, stacks:summoning.supply, stacks:spell.discard.
    """
    spell = spell_in_hand(state, corner.side, order[1])
    kind = state.setting.facts.unit(spell.effects.summon)
    for caster in order[2:]:
        spend(state, corner.side, spell, caster)
        if table.telling:
            battle_news.casts(state, table, corner.side, spell, caster)
        if supply_left(state, kind) > 0:
            summon(state, kind, corner.side, fight.hex, fight.round)
            if table.telling:
                battle_news.appears(state, table, corner.side, kind, spell)
