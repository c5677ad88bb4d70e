"""The script that answers best what the enemy will most likely write, by the exact odds of the volleys."""

from __future__ import annotations

from typing import Final

from banneret.kernel.order import Order
from banneret.rulebooks.companies import stages
from banneret.rulebooks.companies.ai.payoffs import written
from banneret.rulebooks.companies.ai.scripting import foresee, pressed, target_of, weigh
from banneret.rulebooks.companies.exchange.script import Script, script_of
from banneret.rulebooks.companies.odds.exchange_game import ExchangeGame, Line
from banneret.rulebooks.companies.odds.prospects import OWN, Posture, Prospects
from banneret.rulebooks.companies.odds.worths import LEARNT
from banneret.rulebooks.companies.state import State
from banneret.rulebooks.companies.tables.actions import NOTHING

USUAL: Final = 0.5
"""The share of enemies that are taken to lead in the greedy player's own way; the others lead by the worths that battles taught."""
RARE: Final = 0.04
"""The share of a way's scripts from which they are looked at."""
MOST: Final = 8
"""The scripts of the enemy that are answered, the likeliest."""


def reply(state: State, decision: Script) -> Order:
    """The best script against those of the only enemy that stands. Rule: companies:script.secret."""
    number = decision.parts[0][0]
    foe = target_of(state, number, decision, LEARNT)
    answer = script_of(state, state.setting.forces[foe].side)
    assert answer is not None
    against = foretold(state, answer, OWN, USUAL)
    for line, share in foretold(state, answer, LEARNT, 1.0 - USUAL).items():
        against[line] = against.get(line, 0.0) + share
    lines = sorted(against.items(), key=_falling)[:MOST]
    game = ExchangeGame(state, number, foe, pressed(state, number, LEARNT))
    return written(game, 0, game.best_answer(0, lines)[0], lines[0][0], decision)


def foretold(state: State, decision: Script, posture: Posture, whole: float = 1.0) -> dict[Line, float]:
    """The scripts that the greedy player draws from in a posture, for the only company of its side; their shares add up to `whole`, or nearly so."""
    number, slots, _ = decision.parts[0]
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
