"""Judgement of individual combats: which to ask for. One against one is judged by the exact odds, fought to the end.

Rules: battlesystem:9.4a.order, battlesystem:9.4b.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final

from banneret.kernel.decision import Choice
from banneret.kernel.order import Order
from banneret.rulebooks.battlesystem.combat.champions import duelling
from banneret.rulebooks.battlesystem.duels.declarations import promise
from banneret.rulebooks.battlesystem.duels.duellists import Duellist
from banneret.rulebooks.battlesystem.odds.man_to_man import Combat
from banneret.rulebooks.battlesystem.state import State

EVEN: Final = 0.5  # chance of an even combat
MOST_KEPT: Final = 2048
"""Combats of one against one whose odds are kept: a battle has few, and players who look ahead ask for the same ones over and over."""

Figures = tuple[Any, ...]
"""All by which a duellist fights: the fields of `Duellist` from `hit_points` to `fought`, of that only whether it is odd."""


def answer(decision: Choice, state: State) -> Order:
    """Fight if its side has at least an even chance; else refuse."""
    fight, refuse = decision.options
    fighters = [duelling.duellist(state, state.individuals[number]) for number in fight[1:]]
    return fight if chance(fighters, decision.side, state.setting.daylight) >= EVEN else refuse


def chance(fighters: list[Duellist], side: int, daylight: bool = True) -> float:
    """The chance that a side wins a combat: exact for one against one, an even end counting half; else by the strength of both sides."""
    own = [one for one in fighters if one.side == side]
    others = [one for one in fighters if one.side != side]
    if len(own) == len(others) == 1:
        return _wins(_figures(own[0]), _figures(others[0]), daylight)
    mine, theirs = _strength(own, others), _strength(others, own)
    return mine / (mine + theirs) if mine + theirs > 0.0 else EVEN


def _figures(one: Duellist) -> Figures:
    """All by which a duellist fights. Rules: battlesystem:9.4b, battlesystem:9.4b.rounds."""
    return (
        one.hit_points,
        one.armour_class,
        one.arms,
        one.shield,
        one.nimble,
        one.large,
        one.weak,
        one.sweeps,
        one.people,
        one.edges,
        one.holds,
        one.fought % 2,
    )


@lru_cache(MOST_KEPT)
def _wins(first: Figures, second: Figures, daylight: bool) -> float:
    """The chance that the first of two wins a combat to its end, an even end counting half. Rule: battlesystem:9.4b."""
    found = Combat(Duellist(0, 0, "", *first), Duellist(0, 1, "", *second), daylight).prospect()
    return found.first + (found.both + found.neither) / 2.0


def _strength(own: list[Duellist], others: list[Duellist]) -> float:
    """The hit points of a side times the damage that it is likely to do in two melee rounds."""
    done = sum(
        [max([promise(one, arms, enemy) for arms in range(len(one.arms)) for enemy in others]) for one in own]
    )
    return done * sum([one.hit_points for one in own])
