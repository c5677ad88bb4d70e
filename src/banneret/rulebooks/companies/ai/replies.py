"""The script that answers best what the enemy will most likely write, by the exact odds of the volleys."""

from __future__ import annotations

from typing import Final

from banneret.kernel.order import Order
from banneret.rulebooks.companies import stages
from banneret.rulebooks.companies.ai.payoffs import written
from banneret.rulebooks.companies.ai.scripting import foresee, pressed, target_of, weigh
from banneret.rulebooks.companies.exchange.script import VERB, Script, script_of
from banneret.rulebooks.companies.odds.exchange_game import ExchangeGame, Line
from banneret.rulebooks.companies.odds.prospects import OWN, Posture, Prospects
from banneret.rulebooks.companies.odds.worths import LEARNT
from banneret.rulebooks.companies.state import State
from banneret.rulebooks.companies.tables.actions import NOTHING

USUAL: Final = 0.5
"""The share of enemies assumed to play in the greedy player's own posture; the others play in the learned one."""
RARE: Final = 0.04
"""Scripts that a posture writes more seldom than this are left out."""
MOST: Final = 8
"""The number of the enemy's scripts that are answered, the likeliest ones."""


def reply(state: State, decision: Script) -> Order:
    """The order with, for each company, the best script against those of its target. Rules: companies:script.secret, companies:multi.targets."""
    groups: list[Order] = []
    for number, _, _ in decision.parts:
        foe = target_of(state, number, decision, LEARNT)
        against = foretold(state, foe, OWN, USUAL)
        for line, share in foretold(state, foe, LEARNT, 1.0 - USUAL).items():
            against[line] = against.get(line, 0.0) + share
        lines = sorted(against.items(), key=_falling)[:MOST]
        game = ExchangeGame(state, number, foe, pressed(state, number, LEARNT))
        groups += written(game, 0, game.best_answer(0, lines)[0], lines[0][0], decision)[1:]
    return (VERB, *groups)


def foretold(state: State, number: int, posture: Posture, whole: float = 1.0) -> dict[Line, float]:
    """The scripts that a greedy player in a posture writes for a company, each with its share; rare ones are left out, so they add up to nearly `whole`."""
    decision = script_of(state, state.setting.forces[number].side)
    assert decision is not None
    slots = next(slots for company, slots, _ in decision.parts if company == number)
    own = pressed(state, number, posture)
    blank: Line = (NOTHING,) * (stages.VOLLEYS - slots)
    ways: list[tuple[State, Line, float]] = [(state, blank, whole)]
    for slot in range(slots):
        further: list[tuple[State, Line, float]] = []
        for world, line, share in ways:
            prospects = Prospects(world, number, target_of(world, number, decision, own), own)
            mix, columns = weigh(world, prospects, own, slot + 1 < slots)
            for action, part in enumerate(mix):
                if share * part >= RARE * whole:
                    later = world.copy()
                    foresee(later, prospects, action, columns)
                    further.append((later, (*line, action), share * part))
        ways = further
    return {line: share for _, line, share in ways}


def _falling(one: tuple[Line, float]) -> float:
    return -one[1]
