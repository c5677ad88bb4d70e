"""Routs: which way troops run, how far, whom they carry along, and what becomes of those who cannot run.

Rules: battlesystem:6.4, battlesystem:6.4a, battlesystem:7.15 to battlesystem:7.15h, battlesystem:2.9b.
"""

from __future__ import annotations

from typing import Final

from banneret.geometry.plane import heading_of, length, snap_heading
from banneret.geometry.rout import rout_headings
from banneret.kernel.decision import Choice
from banneret.kernel.order import Order
from banneret.kernel.table import Table
from banneret.rulebooks.battlesystem import captives, columns, panic, standing
from banneret.rulebooks.battlesystem.causes import FRIEND, NOWHERE, Cause
from banneret.rulebooks.battlesystem.flight import (
    Runner,
    barriers,
    best_line,
    come_to_rest,
    home_heading,
    is_shut_in,
    led_on,
    note,
    straight,
)
from banneret.rulebooks.battlesystem.state import (
    FIELD,
    NO_ORDER,
    NOBODY,
    State,
    Unit,
    enemies,
)
from banneret.rulebooks.battlesystem.state import standing as figures_standing

LEAST: Final = 1.0
"""Inches that some line must allow; else the unit forms a column. Rule: battlesystem:7.15c."""


# ---------------------------------------------------------------- the three kinds of rout move


def first_distance(state: State, unit: Unit) -> float:
    """Inches of the rout itself: the movement rate and a third of it. Rule: battlesystem:7.15."""
    return state.setting.rosters[unit.id].movement * 4.0 / 3.0


def rout(state: State, table: Table, unit: Unit, cause: Cause) -> None:
    """A unit routs. One that never checks morale cannot. Rules: battlesystem:7.15, battlesystem:4.1h, battlesystem:4.5c."""
    if unit.status != FIELD or state.setting.rosters[unit.id].never_checks:
        return
    _run_away(state, table, unit, cause, first_distance(state, unit))


def again(state: State, table: Table, unit: Unit, cause: Cause) -> None:
    """A routed unit that is attacked, or has to check morale, runs once more, its movement rate. Rule: battlesystem:6.4a."""
    if unit.status == FIELD:
        _run_away(state, table, unit, cause, state.setting.rosters[unit.id].movement)


def go_on(state: State, table: Table, unit: Unit) -> None:
    """A rout that nobody stopped goes on, its movement rate, the same way. Rules: battlesystem:6.4, battlesystem:7.15g."""
    inches = state.setting.rosters[unit.id].movement
    singles = unit.singles
    if singles is None:
        unit.finished = unit.moved = unit.acted = True
        _flee(state, table, Runner(unit, unit.block, None), unit.rout_heading, inches, [])
        return
    unit.acted = True
    for figure in figures_standing(unit):
        if singles[figure].routed and not singles[figure].done:
            singles[figure].done = True
            runner = Runner(unit, None, standing.base_of(unit, figure), figure)
            _flee(state, table, runner, singles[figure].rout_heading, inches, None)


def rout_single(state: State, table: Table, unit: Unit, figure: int, cause: Cause, inches: float) -> None:
    """One skirmisher routs by himself. Rule: battlesystem:2.9b."""
    base = standing.base_of(unit, figure)
    near = panic.skirmishers_near(state, unit, [base])
    _run_single(state, table, unit, figure, cause, inches, None)
    panic.shaken(state, table, near, Cause(FRIEND, unit.id, base.x, base.y))


def _run_away(state: State, table: Table, unit: Unit, cause: Cause, inches: float) -> None:
    near = panic.skirmishers_near(state, unit, standing.bases(unit))
    seen = Cause(FRIEND, unit.id, *standing.centre(unit))
    if unit.singles is not None:
        passed: list[int] = []
        for figure in _who_runs(state, unit, cause):
            _run_single(state, table, unit, figure, cause, inches, passed)
    else:
        heading = direction(state, table, unit, cause, *_middle(unit), NOBODY)
        broken(state, unit)
        unit.rout_heading = heading
        _flee(state, table, Runner(unit, unit.block, None), heading, inches, [])
    panic.shaken(state, table, near, seen)


def _who_runs(state: State, unit: Unit, cause: Cause) -> list[int]:
    """The skirmishers that run: all that stood fast, of an all routed unit those whom the enemy touches, or all."""
    singles = unit.singles
    assert singles is not None, "only skirmishers run one by one"
    numbers = figures_standing(unit)
    steady = [figure for figure in numbers if not singles[figure].routed]
    if steady:
        return steady
    if cause.enemy != NOBODY and state.units[cause.enemy].side != unit.side:
        touched = {touch.figure for touch in standing.touches(state, unit, state.units[cause.enemy])}
        if touched:
            return sorted(touched)
    return numbers


def _run_single(
    state: State,
    table: Table,
    unit: Unit,
    figure: int,
    cause: Cause,
    inches: float,
    passed: list[int] | None,
) -> None:
    singles = unit.singles
    assert singles is not None, "only skirmishers run one by one"
    single = singles[figure]
    if single.gone != FIELD:
        return
    heading = direction(state, table, unit, cause, single.x, single.y, figure)
    single.routed = single.done = True
    single.rout_heading = heading
    unit.acted = True
    note(unit)
    runner = Runner(unit, None, standing.base_of(unit, figure), figure)
    _flee(state, table, runner, heading, inches, passed)


def broken(state: State, unit: Unit) -> None:
    """What a rout does to a unit besides its run. Rules: 7.15, 7.3c, 4.6g, 2.10g.

    Its debts are cancelled, its order and its fury forgotten, it is out of command, and it moves no more this round.
    """
    unit.routed = True
    unit.in_command = False
    unit.rash = False
    unit.quarry = NOBODY
    unit.order = NO_ORDER
    unit.turn = 0.0
    unit.debt = 0
    unit.rallied = False
    unit.finished = unit.moved = unit.acted = True


def _middle(unit: Unit) -> tuple[float, float]:
    block = unit.block
    assert block is not None, "a unit on the table stands somewhere"
    return block.middle_x, block.middle_y


# ---------------------------------------------------------------- which way


def direction(state: State, table: Table, unit: Unit, cause: Cause, x: float, y: float, figure: int) -> float:
    """Away from the cause and toward home; where home lies exactly behind the owner chooses. Rule: battlesystem:7.15a.

    Args:
        state: the battle.
        table: who is asked.
        unit: who routs.
        cause: what it runs from.
        x: where its middle is, in inches to the east.
        y: the same to the north.
        figure: the skirmisher that routs by himself, else NOBODY.
    """
    home = home_heading(state, unit)
    from_x, from_y = source(state, unit, cause, x, y)
    if from_x == NOWHERE or (from_x == x and from_y == y):
        return snap_heading(home)
    found = rout_headings(heading_of(x - from_x, y - from_y), home)
    if len(found) == 1:
        return found[0]
    options: list[Order] = []
    for heading in found:
        word = plain(heading)
        options.append(("rout", unit.id, word) if figure == NOBODY else ("rout", unit.id, word, figure))
    order = table.ask(Choice("rout", unit.side, "battlesystem:7.15a", options))
    return found[options.index(order)]


def source(state: State, unit: Unit, cause: Cause, x: float, y: float) -> tuple[float, float]:
    """Where a rout runs from: the place of the cause, else the nearest enemy's middle. Rule: battlesystem:7.15a."""
    if cause.x != NOWHERE:
        return cause.x, cause.y
    if cause.enemy != NOBODY and state.units[cause.enemy].status == FIELD:
        return standing.centre(state.units[cause.enemy])
    nearest, found = 1e300, (NOWHERE, NOWHERE)
    for enemy in enemies(state, unit.side):
        there = standing.centre(enemy)
        away = length(there[0] - x, there[1] - y)
        if away < nearest:
            nearest, found = away, there
    return found


def plain(number: float) -> int | float:
    """A number as orders hold it: whole ones as whole numbers."""
    return int(number) if number == int(number) else number


# ---------------------------------------------------------------- the run


def _flee(
    state: State,
    table: Table,
    runner: Runner,
    heading: float,
    inches: float,
    passed: list[int] | None,
) -> None:
    """Run so far, the way found free; over the edge, into a column, or destroyed. Rules: 7.15b to 7.15e, 7.15h.

    `passed` are friends that have checked because of this rout; None for a lone skirmisher, who shakes no unit.
    """
    unit = runner.unit
    obstacles = barriers(state, unit)
    if is_shut_in(state, runner, heading):
        captives.destroyed(state, table, runner, heading, inches)
        return
    line = best_line(state, runner, heading, inches, obstacles)
    if line.way < LEAST and not line.leaves and inches >= LEAST:
        way = columns.find_way(state, runner, obstacles)
        if passed is not None:
            panic.break_through(state, table, unit, columns.course(way, inches), passed)
        if unit.status == FIELD:
            columns.follow(state, table, runner, way, inches)
        return
    _set_heading(runner, line.heading)
    end = line
    while True:
        if passed is not None:
            panic.break_through(state, table, unit, straight(runner, end), passed)
            if unit.status != FIELD:
                return
        before, end = end, led_on(state, runner, line, obstacles)
        if passed is None or end.way <= before.way:
            break  # else it is pushed on past friends, and may run into more of them
    come_to_rest(state, table, runner, end)


def _set_heading(runner: Runner, heading: float) -> None:
    singles = runner.unit.singles
    if singles is None:
        runner.unit.rout_heading = heading
    else:
        singles[runner.figure].rout_heading = heading
