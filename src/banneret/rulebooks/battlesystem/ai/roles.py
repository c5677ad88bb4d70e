"""Judgement of changes of role: to take over command, to shelter in a unit, to leave a lost one.

Rules: battlesystem:9.0a, battlesystem:9.1d, battlesystem:9.2b, battlesystem:9.2e, battlesystem:9.3c.
"""

from __future__ import annotations

from typing import Final

from banneret.kernel.decision import Choice
from banneret.kernel.order import Order
from banneret.rulebooks.battlesystem.ai import duels
from banneret.rulebooks.battlesystem.ai.worth import worth
from banneret.rulebooks.battlesystem.combat.champions import duelling, harm
from banneret.rulebooks.battlesystem.individuals import footprints
from banneret.rulebooks.battlesystem.roles import changes
from banneret.rulebooks.battlesystem.state import State

LED: Final = 0.2
"""The worth of having a unit in command, as a share of its worth."""
BLOWS: Final = 0.5  # worth of a Hero's blows, which are lost if he takes command of a unit or joins it
SPENT: Final = 0.35  # share of his hit points at which he seeks shelter
SURE: Final = 0.75  # chance to win for which a commander leaves the shelter of his unit
SHELTER: Final = 1.0  # worth of the shelter of a unit, or of leaving a routed one


def answer(decision: Choice, state: State) -> Order:
    """The change of role that is worth most, or none (the first option) if none is worth anything. Rules: battlesystem:9.0a, battlesystem:9.3c."""
    return change(state, decision.side, decision.options[1:]) or decision.options[0]


def change(state: State, side: int, options: list[Order]) -> Order | None:
    """The change of role that is worth most; None if none is worth anything. Rules: battlesystem:9.0a, battlesystem:9.3c."""
    best, top = None, 0.0
    before = _led_worth(state, side)
    for order in options:
        value = gain(state, side, order, before)
        if value > top + 1e-9:
            best, top = order, value
    return best


def gain(state: State, side: int, order: Order, before: float) -> float:
    """The worth of a change: the gain in troops in command, and what the individual wins or gives up.

    `before` is `_led_worth` before the change.
    """
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


def stepping_out(decision: Choice, state: State) -> Order:
    """Leave the shelter of a unit for the combat that its commander is most likely to win, if very likely; else stay. Rule: battlesystem:9.2e."""
    best, top = decision.options[0], SURE
    for order in decision.options[1:]:
        fighters = [duelling.duellist(state, state.individuals[number]) for number in order[1:]]
        value = duels.chance(fighters, decision.side, state.setting.daylight)
        if value >= top:
            best, top = order, value
    return best


def aiding(decision: Choice, state: State) -> Order:
    """Let a commander above units strike alone if he can; else fight with a unit without a commander, or with any if he is spent.

    Rule: battlesystem:9.2b.
    """
    alone, *others = decision.options
    one = state.individuals[alone[1]]
    champion = state.setting.sheets[one.id].champion
    spent = champion is not None and harm.left(state, one) <= SPENT * champion.hit_points
    held = champion is not None and footprints.is_held(state, one)
    if held and not spent:
        return alone
    return next(
        (order for order in others if state.units[order[2]].leader_at < 0), others[0] if spent else alone
    )


def _led_worth(state: State, side: int) -> float:
    """The worth to a side of having in command the units that are."""
    return LED * sum([worth(state, state.units[number]) for number in changes.led(state, side)])
