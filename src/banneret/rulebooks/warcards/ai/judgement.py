"""The outlook of a position for a side: what both have, weighted as battles between greedy players ended.

`WEIGHTS` come from logistic regression on some ten thousand positions of such battles (every eighth order or so at random, so that
lopsided positions come up), each with the outcome of its battle.
"""

from __future__ import annotations

from math import exp, log
from typing import Final

from banneret.kernel.judgement import Learned
from banneret.rulebooks.warcards import state as st
from banneret.rulebooks.warcards.ai.prospects import present_worth, prospect, volley
from banneret.rulebooks.warcards.board.field import ADJACENT, AREAS, OWN_LINE, RESERVES
from banneret.rulebooks.warcards.board.works import is_fortified
from banneret.rulebooks.warcards.ratings.abilities import may_shoot
from banneret.rulebooks.warcards.ratings.allowance import unspent
from banneret.rulebooks.warcards.state import State, Unit
from banneret.rulebooks.warcards.tables.cards import NONE
from banneret.rulebooks.warcards.tables.conditions import LIMITED

TERMS: Final = (
    "strength",
    "promise",
    "fire",
    "works",
    "thin line",
    "routed",
    "fresh",
    "missiles",
    "fire this round",
    "strength, late",
    "promise, late",
    "units",
    "first to move",
)
"""The terms that a learned judgement weighs.

The features of `WEIGHTS`; strength and promise again, counting for more the later it is; units on the field; and who moves first.
"""
LATE: Final = 8.0
"""The round in which the late terms count for half."""
WEIGHTS: Final = (2.91, 4.18, 0.68, 0.38, 1.59, 0.37, -1.86, 0.29, 1.69)
"""The weights of `features`, as the module says."""


def judge(state: State, side: int, learned: Learned | None = None) -> float:
    """The outlook of a state for a side, from 0 to 1, by the learned judgement if one is given."""
    outcome = state.outcome
    if outcome is not None:
        if not outcome.winners:
            return 0.5
        return 1.0 if side in outcome.winners else 0.0
    if learned is not None:
        chance = learned.chance(terms(state))
    else:
        lead = 0.0
        values = features(state)
        for at in range(len(WEIGHTS)):
            lead += WEIGHTS[at] * values[at]
        chance = 1.0 / (1.0 + exp(-lead))
    if state.quiet > 1:  # as nothing happens the battle comes nearer to a stalemate
        chance += (0.5 - chance) * 0.8 * (state.quiet - 1) / state.setting.flags.stalemate
    return chance if side == 0 else 1.0 - chance


def terms(state: State) -> list[float]:
    """The terms of a position for side 0, in the order of `TERMS`."""
    found = features(state)
    late = state.round / (state.round + LATE)
    found.append(found[0] * late)
    found.append(found[1] * late)
    units = 0
    for unit in state.units:
        if 0 <= unit.place < AREAS and not unit.routed:
            units += 1 if unit.side == 0 else -1
    found.append(0.2 * units)
    found.append(0.5 if state.first == 0 else -0.5)
    return found


def features(state: State) -> list[float]:
    """The advantages of side 0 over side 1, in the order of `WEIGHTS`.

    Strength (logarithm of the ratio); the likely gains of the engagements on the field; the best volleys; fortified areas; too few
    units on the field; routed units; fresh units in reserve; missile units that nobody attacks; volleys still to come this round.
    """
    worths = [0.0, 0.0]
    routed = [0.0, 0.0]
    fresh = [0.0, 0.0]
    field = [0, 0]
    promise = 0.0
    fire = [0.0, 0.0]
    ready = [0.0, 0.0]
    guns = [0.0, 0.0]
    at = state.at
    for unit in state.units:
        place = unit.place
        if place < 0 and place != st.ABOARD:
            continue
        side = unit.side
        value = present_worth(state, unit)
        worths[side] += value
        if unit.routed:
            routed[side] += value
        elif place == RESERVES[side]:
            fresh[side] += value
        if 0 <= place < AREAS:
            if not unit.routed or at[(1 - side) * AREAS + place] >= 0:
                field[side] += 1
            if unit.since:
                if side == 0:
                    other = at[AREAS + place]
                    if other >= 0:
                        promise += prospect(state, unit, state.units[other])
            elif not unit.routed and state.setting.cards[unit.id].missile != NONE:
                guns[side] += state.setting.cards[unit.id].missile / 10
                shot = best_volley(state, unit)
                fire[side] += shot
                if not unit.spent or unspent(state, unit) > 0:
                    ready[side] += shot
    total = worths[0] + worths[1] + 0.01
    return [
        log((worths[0] + 0.1) / (worths[1] + 0.1)),
        promise / total,
        (fire[0] - fire[1]) / total,
        _works(state),
        1.0 / (1.0 + field[0]) - 1.0 / (1.0 + field[1]),
        (routed[0] - routed[1]) / total,
        (fresh[0] - fresh[1]) / total,
        (guns[0] - guns[1]) / total,
        (ready[0] - ready[1]) / total,
    ]


def best_volley(state: State, unit: Unit) -> float:
    """The worth that the best volley of a unit, from where it stands, can be expected to cost the enemy."""
    best = 0.0
    side = unit.side
    at = state.at
    for near in ADJACENT[unit.place]:
        number = at[(1 - side) * AREAS + near]
        if number >= 0 and at[side * AREAS + near] < 0 and may_shoot(state, unit, near, True):
            best = max(best, volley(state, unit, state.units[number]))
    return best


def _works(state: State) -> float:
    """The fortified areas that a unit of their owner holds, weighted by level; below zero where side 1 is the owner."""
    if not state.fortified:
        return 0.0
    owner = state.setting.owner
    count = 0
    for area in OWN_LINE[owner]:
        if is_fortified(state, area):
            count += 1
    value = 0.2 * count * (1 if state.fort == LIMITED else state.setting.level)
    return value if owner == 0 else -value
