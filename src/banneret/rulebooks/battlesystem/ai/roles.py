"""Judgement of changes of role: who takes over when that brings troops into command, who seeks shelter in a unit, who leaves a lost one.

Rules: battlesystem:9.0a, battlesystem:9.1d, battlesystem:9.3c.
"""

from __future__ import annotations

from typing import Final

from banneret.kernel.decision import Choice
from banneret.kernel.order import Order
from banneret.rulebooks.battlesystem.ai.worth import worth
from banneret.rulebooks.battlesystem.combat.champions import harm
from banneret.rulebooks.battlesystem.roles import changes
from banneret.rulebooks.battlesystem.state import State

LED: Final = 0.2
"""The share of the worth of a unit that its being in command is worth."""
BLOWS: Final = 0.5  # what the blows of a Hero who takes command of a unit are worth, or of one who joins it
SPENT: Final = 0.35  # share of his hit points at which he seeks shelter
SHELTER: Final = 1.0  # what that is worth


def answer(decision: Choice, state: State) -> Order:
    """The change that is worth most, if one is worth anything. Rules: battlesystem:9.0a, battlesystem:9.3c."""
    side = decision.side
    best, top = decision.options[0], 0.0
    before = _led_worth(state, side)
    for order in decision.options[1:]:
        value = gain(state, side, order, before)
        if value > top + 1e-9:
            best, top = order, value
    return best


def gain(state: State, side: int, order: Order, before: float) -> float:
    """The worth of a change: the troops that come into command less those that go out of it, what the individual wins or gives up."""
    one = state.individuals[order[1]]
    champion = state.setting.sheets[one.id].champion
    word = order[2]
    value = 0.0
    if champion is not None:
        spent = harm.left(state, one) <= SPENT * champion.hit_points
        if word == changes.AS_MEMBER:
            value = SHELTER if spent else -BLOWS
        elif word == changes.AS_HERO and one.unit != -1:
            # with a routed unit he would leave the table
            value = (
                SHELTER
                if state.units[one.unit].routed and one.id in state.units[one.unit].members
                else -BLOWS
            )
        elif word == changes.COMMANDER and not spent and one.on_table:
            value = -BLOWS
    if word == changes.AS_HERO and value <= 0.0:
        return value  # to step down never brings troops into command
    trial = state.copy()
    if not changes.take(trial, order):
        return -1.0
    return value + _led_worth(trial, side) - before


def _led_worth(state: State, side: int) -> float:
    """The worth of the command over all units that are in command."""
    return LED * sum([worth(state, state.units[number]) for number in changes.led(state, side)])
