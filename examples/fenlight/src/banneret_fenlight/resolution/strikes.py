"""Strikes with javelins into a neighbouring hex. Rules: fenlight:strike.when, fenlight:strike.roll."""

from __future__ import annotations

from typing import Final

from banneret.kernel.table import Table
from banneret.kernel.tally import Tally
from banneret_fenlight.board.sighting import reveal
from banneret_fenlight.board.standing import band_at
from banneret_fenlight.orders.task import BRACE, STRIKE, Task
from banneret_fenlight.resolution.falling_back import lose
from banneret_fenlight.state import Band, State
from banneret_fenlight.tables.ground import STONES
from banneret_fenlight.text.news import called, many, tell

HIT: Final = 4
DOUBLE: Final = 6
AMBUSH: Final = 1
COVER: Final = -1


def aim(ground: str, ambush: bool, braced: bool) -> Tally:
    """What is added to the die of a strike. Rule: fenlight:strike.modifiers.

    >>> print(aim(STONES, True, True))
    strike -1 = 1 out of hiding − 1 braced − 1 stones
    """
    tally = Tally("strike")
    if ambush:
        tally.add(AMBUSH, "out of hiding", "fenlight:strike.modifiers")
    if braced:
        tally.add(COVER, "braced", "fenlight:strike.modifiers")
    if ground == STONES:
        tally.add(COVER, "stones", "fenlight:strike.modifiers")
    return tally


def hits(total: int) -> int:
    """How many warriors a strike of that total fells. Rule: fenlight:strike.roll.

    >>> [hits(total) for total in (3, 4, 5, 6)]
    [0, 1, 1, 2]
    """
    return 2 if total >= DOUBLE else 1 if total >= HIT else 0


def strike_all(state: State, table: Table, tasks: list[Task]) -> None:
    """Every band that was ordered to strike and was not in a clash strikes; all strikes take effect together."""
    felled: list[tuple[Band, int]] = []
    braced = [task.band for task in tasks if task.word == BRACE]
    for task in tasks:
        if task.word != STRIKE or task.fought:
            continue
        reveal(state, table, task.band, "they strike", "hide.strike")
        target = band_at(state, task.target, 1 - task.band.side)
        if target is None:
            _miss(state, table, task)
            continue
        tally = aim(state.marsh.ground[target.place], task.ambush, target in braced)
        tally.throw(table.die(6, "strike", task.band.side), "die", "fenlight:strike.roll")
        count = hits(tally.total)
        felled.append((target, count))
        if table.telling:
            fall = f"{many(count, 'warrior')} fall{'s' if count == 1 else ''}" if count else "nobody falls"
            text = f"{called(state, task.band)} strike at {called(state, target)}: {fall}."
            data = {"place": state.marsh.name(target.place)}
            tell(table, "strike", text, "strike.roll", side=task.band.side, tallies=[tally], data=data)
    for band, count in felled:
        if band.warriors:
            lose(state, table, band, count)


def _miss(state: State, table: Table, task: Task) -> None:
    """Nobody is there to be struck."""
    if table.telling:
        text = f"{called(state, task.band)} strike into {state.marsh.name(task.target)}, where nobody is."
        tell(table, "strike", text, "strike.when", side=task.band.side)
