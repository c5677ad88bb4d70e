"""Spells in hand: who can cast them in a step, and what becomes of one that is cast."""

from __future__ import annotations

from itertools import combinations_with_replacement

from banneret.kernel.order import Order
from banneret.rulebooks.stacks.board.knowledge import everybody, show
from banneret.rulebooks.stacks.state import State
from banneret.rulebooks.stacks.tables.eligibility import can_cast
from banneret.rulebooks.stacks.tables.kinds import Spell


def castable(state: State, side: int, hex_: int, step: str) -> list[tuple[Spell, list[int]]]:
    """The different spells in hand for a step, each with the usable units of the stack that can cast it.

    Rule: stacks:spell.casters, stacks:spell.hand, stacks:spell.windows, stacks:battle.usable.
    """
    found: list[tuple[Spell, list[int]]] = []
    units, kinds = state.units, state.setting.kinds
    last = -1
    for index in state.hands[side]:
        if index != last:
            last = index
            spell = state.setting.spell_kinds[index]
            if spell.step == step:
                casters: list[int] = []
                for number in state.stacks[side].get(hex_, ()):
                    unit = units[number]
                    if not unit.held and unit.held_turns == 0 and can_cast(spell, kinds[unit.kind]):
                        casters.append(number)
                if casters:
                    found.append((spell, casters))
    return found


def repeated(spell: Spell, casters: list[int], most: int) -> list[Order]:
    """The casts of one spell, once or up to `most` times: the order names a caster for each time. Rule: stacks:spell.any-number."""
    return [
        ("cast", spell.id, *those)
        for times in range(1, most + 1)
        for those in combinations_with_replacement(casters, times)
    ]


def spell_in_hand(state: State, side: int, spell_id: str) -> Spell:
    """The spell of that id, which is in the side's hand."""
    for index in state.hands[side]:
        spell = state.setting.spell_kinds[index]
        if spell.id == spell_id:
            return spell
    raise AssertionError(f"{spell_id} is not in hand")


def spend(state: State, side: int, spell: Spell, caster: int) -> None:
    """Cast a spell: discard the chit and reveal the caster.

    Rule: stacks:spell.discard, stacks:spell.cast-reveals.
    """
    state.hands[side].remove(spell.index)
    state.spell_discards.append(spell.index)
    show(state.units[caster], everybody(state))
