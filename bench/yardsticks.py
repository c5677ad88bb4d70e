"""The yardsticks: python-chess, and a tight loop of one small fight with no engine at all."""

from __future__ import annotations

import random
from collections.abc import Callable

import chess

from bench.clock import Measured, interleave

CHESS = "python-chess"
Works = dict[str, tuple[str, Callable[[], float]]]


def chess_playout(chance: random.Random) -> int:
    """One random game of chess to its end; returns the plies."""
    board = chess.Board()
    plies = 0
    while not board.is_game_over():
        moves = list(board.legal_moves)
        board.push(moves[int(chance.random() * len(moves))])
        plies += 1
    return plies


def beside_chess(works: Works, seconds: float) -> dict[str, Measured]:
    """Measure works in turn with random games of chess (`CHESS`), for about `seconds` each; see `bench.clock.interleave`."""
    chance = random.Random(1)
    return interleave({CHESS: ("plies", lambda: chess_playout(chance)), **works}, seconds)


def chess_rows(found: dict[str, Measured], itself: bool = False) -> list[tuple[str, ...]]:
    """Rows of works measured beside chess: what, rate, ratio to chess; `itself`: chess has a row too."""
    yardstick = found[CHESS].rate
    return [
        (f"{name}, {one.unit}/s", f"{one.rate:,.0f}", f"{one.rate / yardstick:.2f} x {CHESS}")
        for name, one in found.items()
        if itself or name != CHESS
    ]


# What the small fight needs of its units: name, modifier, Archer, General, Martyr.
DWARVES = (0, 5, 1, 0, True)
DWARFLORD = (1, 6, 0, 1, False)
GOBLINS = (2, 3, 1, 0, False)
STONE_GIANTS = (3, 7, 0, 0, False)
# Against each other, conditional bonuses included (Slay Giants, Poison against the living that are no swarm).
SUMS = {(0, 2): (5, 4), (0, 3): (5, 7), (1, 2): (6, 4), (1, 3): (10, 7)}


def tight_fight(chance: random.Random) -> int:
    """4 Dwarves and a DwarfLord attack 6 Goblins and a Stone Giant, every choice at random; returns the rounds.

    Written for this one fight: no orders, no legality, no secrecy, no other rule than it needs (retreat, support, the roll,
    Martyr, calling off). Declining is as likely as using an option, as with Banneret's random player.
    """
    rand = chance.random
    attackers = [DWARVES, DWARVES, DWARVES, DWARVES, DWARFLORD]
    defenders = [GOBLINS] * 6 + [STONE_GIANTS]
    rounds = 0
    while True:
        rounds += 1
        a = int(rand() * len(attackers))
        d = int(rand() * len(defenders))
        if len(defenders) > 1 and rand() < 0.5:
            return rounds  # the defender retreats: which unit is the price changes nothing any more
        mine, yours = attackers[a], defenders[d]
        plus, minus = SUMS[mine[0], yours[0]]
        for place, unit in enumerate(attackers):
            if place != a and rand() < 0.5:
                plus += unit[2] + unit[3]
        for place, unit in enumerate(defenders):
            if place != d and rand() < 0.5:
                minus += unit[2]
        plus += int(rand() * 6)
        minus += int(rand() * 6)
        if plus > minus:
            del defenders[d]
        elif plus < minus:
            martyrs = [place for place, unit in enumerate(attackers) if unit[4] and place != a]
            if martyrs and rand() < 0.5:
                del attackers[martyrs[int(rand() * len(martyrs))]]
            else:
                del attackers[a]
        if not attackers or not defenders or rand() < 0.5:
            return rounds
