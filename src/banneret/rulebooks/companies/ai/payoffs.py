"""The writing of scripts as a matrix game for tree search: the scripts worth writing on both sides, and each pair's chance to win."""

from __future__ import annotations

from math import exp, log
from typing import Final

from banneret.kernel.abilities.computer import Payoffs
from banneret.kernel.order import Order
from banneret.rulebooks.companies.ai.judgement import judge, steepness
from banneret.rulebooks.companies.ai.scripting import pressed, slot, target_of
from banneret.rulebooks.companies.board.sides import is_crowd
from banneret.rulebooks.companies.exchange.script import VERB, Script, script_of
from banneret.rulebooks.companies.odds.exchange_game import ExchangeGame, Line
from banneret.rulebooks.companies.odds.worths import LEARNT
from banneret.rulebooks.companies.state import State
from banneret.rulebooks.companies.tables.actions import NOTHING

TRUST: Final = 120.0
"""The number of simulations for which the exact odds of a pair of scripts count."""
MOST: Final = 12
"""The number of scripts of a side that simulations look at."""


def payoffs(state: State, decision: Script) -> Payoffs:
    """The matrix game of a script against the enemy's.

    With more than two companies on the field there is one order only: for each company its likeliest script against its target.
    """
    number = decision.parts[0][0]
    foe = target_of(state, number, decision, LEARNT)
    other = state.setting.forces[foe].side
    if is_crowd(state):
        return Payoffs([_composed(state, decision)], other, [], [], TRUST)
    game = ExchangeGame(state, number, foe, pressed(state, number, LEARNT))
    found = game.solve()
    answer = script_of(state, other)
    assert answer is not None
    rows, columns = _likeliest(found.mine), _likeliest(found.theirs)
    usual, reply = found.columns[columns[0]], found.rows[rows[0]]
    mine = [written(game, 0, found.rows[row], usual, decision) for row in rows]
    theirs = [written(game, 1, found.columns[column], reply, answer) for column in columns]
    start = judge(state, decision.side)
    steep = steepness(state)
    worths = [[_after(start, steep * found.worths[row][column]) for column in columns] for row in rows]
    return Payoffs(mine, other, theirs, worths, TRUST)


def written(game: ExchangeGame, whose: int, line: Line, against: Line, decision: Script) -> Order:
    """The order of a script, with its Advances aimed for an enemy who writes another.

    Args:
        game: The game of the two companies.
        whose: 0 for the first company of the game, 1 for its enemy.
        line: The script that is written.
        against: The script of the other company.
        decision: The decision that the order answers.
    """
    places = game.targets(whose, line, against)
    pair = game.pair if whose == 0 else (game.pair[1], game.pair[0])
    groups = [
        slot(game.root.state, decision, pair, action, place)
        for action, place in zip(line, places, strict=True)
        if action != NOTHING
    ]
    return (VERB, *groups)


def _composed(state: State, decision: Script) -> Order:
    """The likeliest script of every company of a side, each against its own target."""
    groups: list[Order] = []
    for number, _, _ in decision.parts:
        own = pressed(state, number, LEARNT)
        game = ExchangeGame(state, number, target_of(state, number, decision, own), own)
        found = game.solve()
        line, answer = found.rows[_likeliest(found.mine)[0]], found.columns[_likeliest(found.theirs)[0]]
        groups += written(game, 0, line, answer, decision)[1:]
    return (VERB, *groups)


def _likeliest(mix: list[float]) -> list[int]:
    """The numbers of the scripts that are worth looking at, the likeliest first."""
    return sorted(range(len(mix)), key=lambda one: (-mix[one], one))[:MOST]


def _after(start: float, gained: float) -> float:
    """The outlook after a gain, on the curve of the judgement."""
    kept = min(0.999, max(0.001, start))
    return 1 / (1 + exp(-log(kept / (1 - kept)) - gained))
