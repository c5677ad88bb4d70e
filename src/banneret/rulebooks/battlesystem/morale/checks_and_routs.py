"""Morale Checks with their effects, and routs: a unit that fails opens or routs, and friends that see a rout check in turn.

The way a rout runs, what it runs through and where it ends are worked out in the package `rout`.

Rules: battlesystem:4.1h, battlesystem:4.4, battlesystem:4.5 to battlesystem:4.5c, battlesystem:6.4, battlesystem:6.4a,
battlesystem:7.15 to battlesystem:7.15h, battlesystem:2.9b.
"""

from __future__ import annotations

from typing import Final

from banneret.geometry.plane import TOLERANCE
from banneret.geometry.rectangles import distance
from banneret.geometry.sweeps import NEVER
from banneret.kernel.event import Event
from banneret.kernel.table import Table
from banneret.rulebooks.battlesystem.command import in_command
from banneret.rulebooks.battlesystem.individuals import footprints
from banneret.rulebooks.battlesystem.morale.causes import COMMANDER, FRIEND, OTHER, Cause
from banneret.rulebooks.battlesystem.morale.current_morale import is_proof_against, lone_creatures
from banneret.rulebooks.battlesystem.morale.morale_rolls import roll
from banneret.rulebooks.battlesystem.morale.rout import bystanders, captives, columns, commanders
from banneret.rulebooks.battlesystem.morale.rout.directions import direction
from banneret.rulebooks.battlesystem.morale.rout.enclosure import is_shut_in
from banneret.rulebooks.battlesystem.morale.rout.lines import barriers, best_line
from banneret.rulebooks.battlesystem.morale.rout.resting import come_to_rest, led_on
from banneret.rulebooks.battlesystem.morale.rout.runners import Course, Line, Runner, straight
from banneret.rulebooks.battlesystem.space import contacts, formations, standing
from banneret.rulebooks.battlesystem.space.casualties import count_skirmishers
from banneret.rulebooks.battlesystem.stages import is_fighting
from banneret.rulebooks.battlesystem.state import State, figures_standing, is_mended, name, on_field
from banneret.rulebooks.battlesystem.tables.rosters import REGULAR, SKIRMISHERS
from banneret.rulebooks.battlesystem.text.sentences import says
from banneret.rulebooks.battlesystem.unit import CLOSED, FIELD, FLED, NO_ORDER, NOBODY, Unit
from banneret.rulebooks.battlesystem.worth import walls_and_spears

# ---------------------------------------------------------------- the check


def check(state: State, table: Table, unit: Unit, cause: Cause) -> bool:
    """Make a Morale Check with its effects; return True if the unit held.

    Units that never check hold. A routed unit runs once more without a roll where it is attacked, or in the Melee Phase (by versions 1 to 17
    of the rules always); if the cause is a routing friend it holds. If a friend routs, each skirmisher checks by itself.
    Rules: battlesystem:4.1h, battlesystem:4.5, battlesystem:4.5a, battlesystem:4.5b, battlesystem:4.5c, battlesystem:6.4a.
    """
    roster = unit.now
    if unit.status != FIELD or roster.never_checks:
        return True
    if roster.kind == SKIRMISHERS and cause.kind & FRIEND:
        held = [check_figure(state, table, unit, figure, cause) for figure in figures_standing(unit)]
        return all(held)
    if unit.routed:
        if cause.kind & FRIEND:
            return True
        is_rolled = cause.kind == COMMANDER and not is_fighting(state.stage) and is_mended(state, 18)
        if is_rolled and roll(state, table, unit, cause):
            return True
        rout_again(state, table, unit, cause)
        return False
    if roll(state, table, unit, cause):
        return True
    fail(state, table, unit, cause)
    return False


def fail(state: State, table: Table, unit: Unit, cause: Cause) -> None:
    """Apply a failed check: a closed unit opens, any other routs. Rules: battlesystem:4.5b, battlesystem:4.5c."""
    if unit.formation == CLOSED:
        formations.open_up(state, table, unit, by_check=True)
        in_command.review_unit(state, table, unit)
    else:
        rout(state, table, unit, cause)


def check_figure(state: State, table: Table, unit: Unit, figure: int, cause: Cause) -> bool:
    """Make the check of one skirmisher, who routs by himself if he fails; return True if he held. Rule: battlesystem:2.9b."""
    assert unit.singles is not None, "only skirmishers check by themselves"
    single = unit.singles[figure]
    if single.gone != FIELD or single.routed or unit.now.never_checks:
        return True
    if roll(state, table, unit, cause, figure=figure):
        return True
    rout_single(state, table, unit, figure, cause, first_distance(state, unit))
    return False


def after_melee(state: State, table: Table) -> None:
    """Make the checks of units that touch undead, drainers of levels, or what they cannot harm, when the Melee Phase ends.

    They come after all losses and routs of the phase, Side A's units first. Routed units run again; by versions 1 to 11 of the rules
    they did not. Rules: battlesystem:4.4, battlesystem:4.4b, battlesystem:6.4a.
    """
    is_dread = any(unit.now.undead or unit.now.drains or unit.now.ward > 0 for unit in state.units.values())
    if not is_dread and not state.individuals:
        return
    for side in state.ranking:
        for unit in on_field(state, side):
            for dread in (True, False):
                if unit.status != FIELD or (unit.routed and not is_mended(state, 12)):
                    break
                if dread and _minds_individual(state, table, unit):
                    continue
                for number in contacts.enemies_touching(state, unit):
                    other = state.units[number].now
                    if (dread and (other.undead or other.drains)) or (
                        not dread and is_proof_against(state, state.units[number], unit)
                    ):
                        touching = [
                            touch.figure for touch in contacts.touches(state, unit, state.units[number])
                        ]
                        _run_singly(state, table, unit, touching, Cause(OTHER, number))
                        check(state, table, unit, Cause(OTHER, number))
                        break


def _run_singly(state: State, table: Table, unit: Unit, touching: list[int], cause: Cause) -> None:
    """Make the routed figures of a skirmish unit that is not all routed run again from an enemy they touch. Rules: battlesystem:6.4a, 2.9d."""
    singles = unit.singles
    if singles is None or unit.routed or unit.now.never_checks or not is_mended(state, 12):
        return
    for figure in sorted(set(touching)):
        if singles[figure].routed:
            rout_single(state, table, unit, figure, cause, unit.now.movement)


def _minds_individual(state: State, table: Table, unit: Unit) -> bool:
    """Check the morale of a unit if it touches an individual who is undead or drains levels; True if it did. Rules: battlesystem:4.4, 9.4."""
    for one, kind in lone_creatures(state, unit):
        if kind.undead or kind.drains:
            cause = Cause(OTHER, NOBODY, one.x, one.y)
            _run_singly(state, table, unit, footprints.touched(state, one).get(unit.id, []), cause)
            check(state, table, unit, cause)
            return True
    return False


# ---------------------------------------------------------------- routs


ALL: Final = -1.0  # a rout that goes on runs the whole movement rate
LEAST: Final = 1.0
"""Inches that a straight rout must at least be able to run; else the unit forms a column. Rule: battlesystem:7.15c."""


def first_distance(state: State, unit: Unit) -> float:
    """Inches that a unit runs when it routs: four thirds of its movement rate. Rule: battlesystem:7.15."""
    return unit.now.movement * 4.0 / 3.0


def rout(state: State, table: Table, unit: Unit, cause: Cause) -> None:
    """Rout a unit; one that never checks morale cannot rout. Rules: battlesystem:7.15, battlesystem:4.1h, battlesystem:4.5c, 9.2i."""
    if unit.status != FIELD or unit.now.never_checks:
        return
    commanders.flee_or_stay(state, table, unit)
    _run_away(state, table, unit, cause, first_distance(state, unit))


def rout_again(state: State, table: Table, unit: Unit, cause: Cause) -> None:
    """Make a routed unit that is attacked, or has to check morale, run its movement rate once more.

    It is a move besides that of the round, which it still makes if that is to come; by versions 1 to 14 of the rules it did not.
    Rules: battlesystem:6.4, battlesystem:6.4a.
    """
    if unit.status == FIELD:
        ended, moved = unit.finished, unit.moved
        _run_away(state, table, unit, cause, unit.now.movement)
        if is_mended(state, 15):
            unit.finished, unit.moved = ended, moved


def line_on(state: State, unit: Unit, inches: float) -> Line | None:
    """The line of n inches along which the rout of a unit in a block goes on; None if there is none, or it is shut in. Rule: battlesystem:7.15g."""
    runner = Runner(unit, unit.block, None)
    if is_shut_in(state, runner, unit.rout_heading):
        return None
    line = best_line(state, runner, unit.rout_heading, inches)
    return line if line.way >= LEAST else None


def rout_to(state: State, table: Table, unit: Unit, heading: float, inches: float, passed: list[int]) -> None:
    """Run a routed unit n inches straight on, to where shots halt it; `passed` as in `rout_on`. Rules: battlesystem:10.6a, battlesystem:7.15b."""
    runner, line = Runner(unit, unit.block, None), Line(heading, inches, False, True)
    unit.finished = unit.moved = unit.acted = True
    unit.rout_heading = heading
    _run_through(state, table, unit, straight(runner, line), passed, not is_mended(state, 18))
    if unit.status == FIELD:
        come_to_rest(state, table, runner, line)


def rout_on(
    state: State, table: Table, unit: Unit, left: float = ALL, passed: list[int] | None = None
) -> None:
    """Run a unit that is still routed on in the same direction. Rules: battlesystem:6.4, battlesystem:7.15g, battlesystem:7.15b.

    Friends into whom a skirmish unit runs that is all routed check too, and so do all skirmishers through whom a unit runs; by versions
    1 to 17 of the rules these checked only when it was put to flight.

    Args:
        state: the battle.
        table: who rolls and hears the news.
        unit: the routed unit; of skirmishers, the routed figures that have not run yet this round.
        left: inches left of its movement rate, `ALL` for the whole of it.
        passed: friends that have checked because of this rout; those that check now are added.
    """
    inches = unit.now.movement if left == ALL else left
    singles = unit.singles
    seen = not is_mended(state, 18)
    if singles is None:
        unit.finished = unit.moved = unit.acted = True
        _flee(state, table, Runner(unit, unit.block, None), unit.rout_heading, inches, passed or [], seen)
        return
    unit.acted = True
    met = (passed or []) if unit.routed and is_mended(state, 18) else None
    for figure in figures_standing(unit):
        if singles[figure].routed and not singles[figure].done:
            singles[figure].done = True
            runner = Runner(unit, None, standing.base_of(unit, figure), figure)
            _flee(state, table, runner, singles[figure].rout_heading, inches, met, seen)


def rout_single(state: State, table: Table, unit: Unit, figure: int, cause: Cause, inches: float) -> None:
    """Rout one skirmisher n inches by himself; a commander at his side may flee with him. Rules: battlesystem:2.9b, battlesystem:9.2i.

    By versions 1 to 8 of the rules the commander was not asked.
    """
    singles = unit.singles
    assert singles is not None, "only skirmishers run one by one"
    if unit.leader_at == figure and not singles[figure].routed and is_mended(state, 9):
        commanders.flee_or_stay(state, table, unit)
    base = standing.base_of(unit, figure)
    near = bystanders.skirmishers_near(state, unit, [base])
    _run_single(state, table, unit, figure, cause, inches, None)
    if _have_run(state, unit, [figure]):
        _shaken(state, table, near, Cause(FRIEND, unit.id, base.x, base.y))


def _run_away(state: State, table: Table, unit: Unit, cause: Cause, inches: float) -> None:
    """Run a unit n inches from the cause of its rout; skirmishers nearby who see it check. Rules: 7.15, battlesystem:4.7, battlesystem:2.9b."""
    near = bystanders.skirmishers_near(state, unit, standing.bases(unit))
    seen = Cause(FRIEND, unit.id, *standing.centre(unit))
    figures: list[int] = []
    if unit.singles is not None:
        passed: list[int] = []
        figures = _who_runs(state, unit, cause)
        for figure in figures:
            _run_single(state, table, unit, figure, cause, inches, passed)
        if unit.routed and unit.now.kind == REGULAR and is_mended(state, 19):
            unit.in_command = False  # by versions 1 to 18 of the rules only from the next review on
    else:
        heading = direction(state, table, unit, cause, *_middle(unit), NOBODY)
        broken(state, unit)
        unit.rout_heading = heading
        _flee(state, table, Runner(unit, unit.block, None), heading, inches, [])
    if _have_run(state, unit, figures):
        _shaken(state, table, near, seen)


def _have_run(state: State, unit: Unit, figures: list[int]) -> bool:
    """True unless a unit, or all of these skirmishers of it, were shut in: who is destroyed or taken in place of a rout has not routed.

    By versions 1 to 17 of the rules skirmishers nearby checked then too. Rules: battlesystem:2.9b, battlesystem:7.15d.
    """
    if not is_mended(state, 18):
        return True
    singles = unit.singles
    if singles is None:
        return unit.status in (FIELD, FLED)
    return any(singles[figure].gone in (FIELD, FLED) for figure in figures)


def _who_runs(state: State, unit: Unit, cause: Cause) -> list[int]:
    """The skirmishers that run: all that stood fast; if none did, those whom the enemy touches, or else all."""
    singles = unit.singles
    assert singles is not None, "only skirmishers run one by one"
    numbers = figures_standing(unit)
    steady = [figure for figure in numbers if not singles[figure].routed]
    if steady:
        return steady
    if cause.enemy != NOBODY and state.units[cause.enemy].side != unit.side:
        touched = {touch.figure for touch in contacts.touches(state, unit, state.units[cause.enemy])}
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
    """Run one skirmisher n inches from the cause of the rout; `passed` as in `_flee`. Rules: battlesystem:7.15, battlesystem:6.4a."""
    singles = unit.singles
    assert singles is not None, "only skirmishers run one by one"
    single = singles[figure]
    if single.gone != FIELD:
        return
    heading = direction(state, table, unit, cause, single.x, single.y, figure)
    # one who was routed already still makes his own move of the round, if it is to come. Rule: battlesystem:6.4a
    single.done = single.done or not single.routed or not is_mended(state, 15)
    single.routed = True
    single.rallied = False
    single.rout_heading = heading
    unit.acted = True
    count_skirmishers(unit)
    runner = Runner(unit, None, standing.base_of(unit, figure), figure)
    _flee(state, table, runner, heading, inches, passed)


def broken(state: State, unit: Unit) -> None:
    """Apply the effects of a rout on a unit other than its run. Rules: 7.15, 7.3c, 4.6g, 2.10g.

    Its debt for gaps is cancelled, its order and its quarry are forgotten, it is out of command, and it moves no more this round.
    """
    unit.routed = True
    unit.in_command = False
    unit.rash = False
    unit.quarry = NOBODY
    unit.order = NO_ORDER
    unit.turn = 0.0
    unit.debt = 0
    unit.rallied = False
    walls_and_spears.end(unit)
    unit.finished = unit.moved = unit.acted = True


def _middle(unit: Unit) -> tuple[float, float]:
    """The middle of a unit's block, in inches."""
    block = unit.block
    assert block is not None, "a unit on the table stands somewhere"
    return block.middle_x, block.middle_y


def _flee(
    state: State,
    table: Table,
    runner: Runner,
    heading: float,
    inches: float,
    passed: list[int] | None,
    seen: bool = True,
) -> None:
    """Run n inches along the freest line, or as a column; a runner may leave the table, and one shut in is destroyed. Rules: 7.15b to 7.15e, 7.15h.

    `passed` are friends that have checked because of this rout; None for a lone skirmisher, who makes no unit check. `seen`: True if it is
    put to flight now, so that skirmishers nearby check for seeing it; False if it runs on.
    """
    unit = runner.unit
    if is_shut_in(state, runner, heading):
        captives.destroyed(state, table, runner, heading, inches)
        return
    line = best_line(state, runner, heading, inches)
    if line.way < LEAST and not line.leaves and inches >= LEAST:
        way = columns.find_way(state, runner, barriers(state, unit))
        inches = columns.paid_way(state, unit, way, inches)
        if passed is not None:
            _run_through(state, table, unit, columns.course(way, inches), passed, seen)
        if unit.status == FIELD:
            columns.follow(state, table, runner, way, inches)
        return
    _set_heading(runner, line.heading)
    end = line
    while True:
        if passed is not None:
            _run_through(state, table, unit, straight(runner, end), passed, seen)
            if unit.status != FIELD:
                return
        before, end = end, led_on(state, runner, line)
        if passed is None or end.way <= before.way:
            break  # a rout that is pushed on past friends may run into more of them
    come_to_rest(state, table, runner, end)


def _set_heading(runner: Runner, heading: float) -> None:
    """Note the heading in which a runner runs on."""
    singles = runner.unit.singles
    if singles is None:
        runner.unit.rout_heading = heading
    else:
        singles[runner.figure].rout_heading = heading


# ---------------------------------------------------------------- friends of the routed


def _run_through(
    state: State, table: Table, unit: Unit, course: Course, passed: list[int], seen: bool
) -> None:
    """Make friends in the way check, the nearest first; those that rout run ahead, the others are passed around.

    A friend checks once for each routing unit; those that check are added to `passed`. `seen`: as in `_flee`. Rule: battlesystem:7.15b.
    """
    for way, number in bystanders.friends_in_the_way(state, unit, course, passed):
        friend = state.units[number]
        if friend.status != FIELD or friend.routed or number in passed:
            continue
        passed.append(number)
        if table.telling:
            _tell_hit(state, table, unit, friend)
        cause = Cause(FRIEND, unit.id, *course.point(way))
        if friend.singles is None:
            check(state, table, friend, cause)
        else:
            _check_passed(state, table, unit, friend, cause, course, seen)


def _check_passed(
    state: State, table: Table, unit: Unit, friend: Unit, cause: Cause, course: Course, seen: bool
) -> None:
    """Make skirmishers that are run through check, except those near enough to check for seeing the rout begin.

    Elite troops who have dispersed do not check for seeing it, and so always do here; by versions 1 to 17 of the rules not those who were
    so near. Rules: battlesystem:7.15b, battlesystem:2.9b, battlesystem:2.11.
    """
    sees = seen and (friend.now.kind == SKIRMISHERS or not is_mended(state, 18))
    reach = friend.now.movement + TOLERANCE if sees else -1.0
    for figure in figures_standing(friend):
        base = standing.base_of(friend, figure)
        if course.met([base]) == NEVER:
            continue
        if min(distance(base, mine) for mine in standing.bases(unit)) > reach:
            check_figure(state, table, friend, figure, cause)


def _shaken(state: State, table: Table, near: list[tuple[int, int]], cause: Cause) -> None:
    """Make the checks of skirmishers who saw a friend rout, given as unit and figure. Rule: battlesystem:2.9b."""
    for number, figure in near:
        friend = state.units[number]
        if friend.status == FIELD:
            check_figure(state, table, friend, figure, cause)


def _tell_hit(state: State, table: Table, unit: Unit, friend: Unit) -> None:
    """Tell that a routing unit runs into a friend."""
    text = says(state, unit, "runs|run into {}.", name(state, friend))
    data: dict[str, object] = {"unit": f"u{unit.id}", "target": f"u{friend.id}"}
    table.tell(Event("panic", text, "battlesystem:7.15b", side=unit.side, data=data))
