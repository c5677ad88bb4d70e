"""Shots of catapults and ballistae by the greedy player: the one that is worth most. Values are in figures of plain infantry."""

from __future__ import annotations

from typing import Final

from banneret.kernel.order import Order
from banneret.rulebooks.battlesystem.ai.worth import CHAMPION, worth, worth_of_figure
from banneret.rulebooks.battlesystem.engines import shots
from banneret.rulebooks.battlesystem.engines.firing import Firing
from banneret.rulebooks.battlesystem.missiles.shooting_orders import HOLD
from banneret.rulebooks.battlesystem.state import State

BREAKING: Final = 0.15
"""The worth of a shot for each quarter of the target's figures that it fells, as a share of its worth: it checks morale."""

LEAST: Final = 0.01  # figures that a shot must be worth


def firing(decision: Firing, state: State) -> Order:
    """The shot that is worth most; to hold if none is worth making."""
    found, top = HOLD, LEAST
    for order in decision.shots():
        value = value_of(state, order)
        if value > top:
            found, top = order, value
    return found


def value_of(state: State, order: Order) -> float:
    """The value of a shot as all stand now, by the figures it fells and the morale check; 0 if it does not reach."""
    piece, target, one = state.pieces[order[1]], shots.target_of(state, order), shots.man_of(state, order)
    over, special = shots.OVER in order, shots.special_of(state, order)
    fire = shots.aim_of(state, piece, target, over, True)
    if fire is None:
        return 0.0
    if one is not None:
        return CHAMPION * shots.share_taken(state, piece, one, fire, over, special)
    lost = shots.felled(state, piece, target, fire, over, special)
    found = lost * worth_of_figure(target.now)
    if not target.routed:
        found += BREAKING * worth(state, target) * min(4.0, 4.0 * lost / target.now.figures)
    return found
