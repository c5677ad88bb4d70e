"""Clashes: bands of both sides in one hex. Rules: fenlight:clash.when, fenlight:clash.roll, fenlight:clash.losses."""

from __future__ import annotations

from typing import Final

from banneret.kernel.table import Table
from banneret.kernel.tally import Tally
from banneret_fenlight.orders.task import BRACE, MARCH, Task
from banneret_fenlight.resolution.falling_back import drop_lights, fall_back, lose
from banneret_fenlight.state import State
from banneret_fenlight.tables.ground import MIRE, STONES
from banneret_fenlight.text.news import many, tell

BRACED: Final = 2
AMBUSH: Final = 2
STOOD_ON_STONES: Final = 1
INTO_MIRE: Final = -1
MOST_LOST: Final = 3


def strength(ground: str, warriors: int, word: str, ambush: bool) -> Tally:
    """What a band adds to its die in a clash. Rules: fenlight:clash.roll, fenlight:clash.modifiers.

    >>> print(strength(STONES, 3, BRACE, False))
    clash 6 = 3 warriors + 2 braced + 1 stones
    """
    tally = Tally("clash", warriors, "warriors", "fenlight:clash.roll")
    if word == BRACE:
        tally.add(BRACED, "braced", "fenlight:clash.modifiers")
    if ambush:
        tally.add(AMBUSH, "out of hiding", "fenlight:clash.modifiers")
    if word != MARCH and ground == STONES:
        tally.add(STOOD_ON_STONES, "stones", "fenlight:clash.modifiers")
    if word == MARCH and ground == MIRE:
        tally.add(INTO_MIRE, "into the mire", "fenlight:clash.modifiers")
    return tally


def losses(difference: int, by_difference: bool) -> int:
    """How many warriors a band loses that was so far behind. Rule: fenlight:clash.losses."""
    return min(MOST_LOST, difference) if by_difference else 1


def clash_everywhere(state: State, table: Table, tasks: list[Task]) -> None:
    """Fight in every hex where both sides stand, in the order of the hexes."""
    sides = [{task.band.place: task for task in tasks if task.band.side == side} for side in (0, 1)]
    for hex_ in sorted(hex_ for hex_ in sides[0] if hex_ in sides[1]):
        _clash(state, table, [sides[0][hex_], sides[1][hex_]])


def _clash(state: State, table: Table, pair: list[Task]) -> None:
    """One clash: the loser falls back and drops its lights; after a tie both lose one, and whoever marched falls back."""
    ground = state.marsh.ground[pair[0].band.place]
    sums = []
    for task in pair:
        task.fought = True
        tally = strength(ground, task.band.warriors, task.word, task.ambush)
        die = table.die(6, "clash", task.band.side)
        tally.throw(die, "die", "fenlight:clash.roll")
        tally.side = task.band.side
        sums.append(tally)
    gap = sums[0].total - sums[1].total
    if gap == 0:
        lost = [1, 1]
        back = [task for task in pair if task.word == MARCH]
    else:
        loser = 1 if gap > 0 else 0
        lost = [0, 0]
        lost[loser] = losses(abs(gap), state.marsh.flags.difference)
        back = [pair[loser]]
    if table.telling:
        _tell(state, table, pair, sums, lost)
    for task, count in zip(pair, lost, strict=True):
        lose(state, table, task.band, count)
    for task in back:
        if gap:
            drop_lights(state, task.band)
        if task.band in state.bands:
            fall_back(state, table, task)


def _tell(state: State, table: Table, pair: list[Task], sums: list[Tally], lost: list[int]) -> None:
    """The clash as people read it."""
    names = state.marsh.names
    place = state.marsh.name(pair[0].band.place)
    scores = f"{sums[0].total} to {sums[1].total}"
    if lost[0] == lost[1]:
        text = f"the {names[0]} and the {names[1]} clash in {place}, {scores}: each lose a warrior."
    else:
        winner = 0 if lost[1] else 1
        high, low = max(one.total for one in sums), min(one.total for one in sums)
        text = (
            f"the {names[winner]} win the clash in {place}, {high} to {low}:"
            f" the {names[1 - winner]} lose {many(lost[1 - winner], 'warrior')}."
        )
    tell(table, "clash", text, "clash.roll", tallies=sums, data={"place": place})
