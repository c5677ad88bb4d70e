"""Step B2: striking spells after a tie."""

from __future__ import annotations

from banneret.kernel.decision import Decision
from banneret.kernel.order import Order
from banneret.kernel.table import Table
from banneret.rulebooks.stacks.battle.offers import NONE, Offer
from banneret.rulebooks.stacks.board.spells import castable, repeated, spell_in_hand, spend
from banneret.rulebooks.stacks.stages import LOSSES, RESPITE
from banneret.rulebooks.stacks.state import State
from banneret.rulebooks.stacks.text import battle_news


def strike(state: State, table: Table) -> None:
    """Ask both sides in secret, after a tie, for strikes at a Living enemy combatant; all of them take effect.

    Rule: stacks:roll.strike, stacks:roll.spell-windows, stacks:spell.death-touch, stacks:spell.dying-caster,
    stacks:spell.any-number.
    """
    fight = state.fight
    assert fight is not None
    asked: list[int] = []
    decisions: list[Decision] = []
    for place in (0, 1):
        corner, target = fight.corners[place], fight.corners[1 - place]
        if state.hands[corner.side] and state.setting.kinds[state.units[target.front].kind].living:
            asked.append(place)
            options: list[Order] = [NONE]
            for spell, casters in castable(state, corner.side, fight.hex, "B2"):
                options += repeated(spell, casters, state.hands[corner.side].count(spell.index))
            decisions.append(Offer("strike", corner.side, "stacks:roll.strike", options, state))
    orders = table.ask_all(decisions) if decisions else []
    state.stage = RESPITE  # not before: while they are asked it is still this step
    for place, order in zip(asked, orders, strict=True):
        if order[0] == "cast":
            corner, target = fight.corners[place], fight.corners[1 - place]
            spell = spell_in_hand(state, corner.side, order[1])
            state.stage = LOSSES
            for caster in order[2:]:
                spend(state, corner.side, spell, caster)
                target.defeated += 1
                if table.telling:
                    battle_news.strikes(state, table, corner, target, spell, caster)
