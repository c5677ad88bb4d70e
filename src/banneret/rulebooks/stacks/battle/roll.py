"""Step B1: one die each, and the sums."""

from __future__ import annotations

from banneret.kernel.table import Table
from banneret.rulebooks.stacks.battle.modifiers import battle_roll, compare_rolls
from banneret.rulebooks.stacks.stages import LOSSES, RESPITE, STRIKE
from banneret.rulebooks.stacks.state import State
from banneret.rulebooks.stacks.text import battle_news


def roll(state: State, table: Table) -> None:
    """Roll the attacker's die, then the defender's; the higher battle roll defeats the other combatant, a tie nobody.

    Rule: stacks:roll.dice, stacks:roll.dice-order, stacks:roll.total, stacks:roll.higher, stacks:roll.tie,
    stacks:roll.no-floor, stacks:tactical.final-combatants.
    """
    fight = state.fight
    assert fight is not None
    attacker, defender = fight.corners
    first, second = attacker.line, defender.line
    assert first is not None
    assert second is not None
    options = state.setting.flags.modifiers
    tallies = [battle_roll(first, second, True, options), battle_roll(second, first, False, options)]
    attacker.roll = table.die(6, "battle roll", attacker.side)
    defender.roll = table.die(6, "battle roll", defender.side)
    attacker.total = tallies[0].total + attacker.roll
    defender.total = tallies[1].total + defender.roll
    if table.telling:
        battle_news.rolls(state, table, fight, tallies)
    result = compare_rolls(attacker.total, defender.total)
    if result == 0:
        state.stage = STRIKE if state.hands[attacker.side] or state.hands[defender.side] else RESPITE
    else:
        (defender if result > 0 else attacker).defeated = 1
        state.stage = LOSSES
