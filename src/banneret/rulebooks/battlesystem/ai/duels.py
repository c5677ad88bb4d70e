"""Judgement of individual combats: which to ask for. One against one is judged by the exact odds, fought to the end.

Rules: battlesystem:9.4a.order, battlesystem:9.4b.
"""

from __future__ import annotations

from typing import Final

from banneret.kernel.decision import Choice
from banneret.kernel.order import Order
from banneret.rulebooks.battlesystem.combat.champions import duelling
from banneret.rulebooks.battlesystem.duels.declarations import promise
from banneret.rulebooks.battlesystem.duels.duellists import Duellist
from banneret.rulebooks.battlesystem.odds.man_to_man import Combat
from banneret.rulebooks.battlesystem.state import State

EVEN: Final = 0.5  # chance of an even combat


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
        found = Combat(own[0], others[0], daylight).prospect()
        return found.first + (found.both + found.neither) / 2.0
    mine, theirs = _strength(own, others), _strength(others, own)
    return mine / (mine + theirs) if mine + theirs > 0.0 else EVEN


def _strength(own: list[Duellist], others: list[Duellist]) -> float:
    """The hit points of a side times the damage that it is likely to do in two melee rounds."""
    done = sum(
        [max([promise(one, arms, enemy) for arms in range(len(one.arms)) for enemy in others]) for one in own]
    )
    return done * sum([one.hit_points for one in own])
