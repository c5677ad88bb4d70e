"""Fleeing from an enemy in contact, who strikes first. Rules: battlesystem:8.8c to battlesystem:8.8e, battlesystem:7.3c, 7.3d, 4.6d."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from banneret.geometry.plane import TOLERANCE, length, snap_heading, within
from banneret.geometry.rectangles import REAR, circle_around, gap
from banneret.geometry.sweeps import ground_way
from banneret.kernel.table import Table
from banneret.rulebooks.battlesystem.blocks.block import Block
from banneret.rulebooks.battlesystem.blocks.block_moves import slide
from banneret.rulebooks.battlesystem.combat import attack_rolls, strikers, wading
from banneret.rulebooks.battlesystem.combat.champions import at_backs
from banneret.rulebooks.battlesystem.combat.losses import open_losses, settling
from banneret.rulebooks.battlesystem.command import discipline, in_command
from banneret.rulebooks.battlesystem.drill.legs import left_of
from banneret.rulebooks.battlesystem.march import flights, mover
from banneret.rulebooks.battlesystem.morale import causes, checks_and_routs, morale_rolls
from banneret.rulebooks.battlesystem.movement.disengaging.ways_away import (
    BACK,
    LEAST_FLIGHT,
    SHORT,
    free_way,
    in_order,
    least_way,
    turned_about,
    way_of,
    way_to_loners,
)
from banneret.rulebooks.battlesystem.space import contacts, dressing, field, formations, obstacles, standing
from banneret.rulebooks.battlesystem.space.distances import units_near
from banneret.rulebooks.battlesystem.space.obstacles import SPARE
from banneret.rulebooks.battlesystem.state import State, is_mended
from banneret.rulebooks.battlesystem.text.news import declared
from banneret.rulebooks.battlesystem.text.sentences import says
from banneret.rulebooks.battlesystem.unit import FIELD, NOBODY, Unit
from banneret.rulebooks.battlesystem.worth import walls_and_spears
from banneret.rulebooks.battlesystem.worth.allowance import rate

TURNS: Final = tuple([5.0 * number for number in range(-9, 10)])  # degrees off straight away
ON: Final = 0.05  # inches that a unit goes on which was shot at as it fled


def flee(state: State, table: Table, unit: Unit, turn: float) -> None:
    """A unit's flight, with its enemies' free attacks before; gaps that they make are filled, and paid, before it goes.

    Where there is no way it keeps its wall or set spears; by versions 1 to 9 of the rules it lost them.
    Rules: battlesystem:8.8c, battlesystem:8.8d, battlesystem:8.8e, battlesystem:7.3c, battlesystem:7.3d, battlesystem:11.6g.
    """
    away = way_of(state, unit)
    assert away is not None
    held = unit.shields, unit.spears
    walls_and_spears.end(unit)
    heading = snap_heading(away + turn)
    unit.moved = unit.acted = unit.finished = True
    if flight(state, unit, heading) is None:
        if is_mended(state, 10):
            unit.shields, unit.spears = held
        _hemmed_in(state, table, unit)
        return
    foes = [state.units[enemy] for enemy in contacts.enemies_touching(state, unit)]
    struck(state, table, unit, foes)
    if unit.status != FIELD or unit.routed:
        return
    if unit.debt:
        open_losses.pay(state, table, unit, rate(state, unit))
        if not within(LEAST_FLIGHT, left_of(state, unit)):
            why = "filling its|their gaps leaves it|them less than an inch."
            _stays(state, table, unit, why, "battlesystem:7.3d")
            return
    end = flight(state, unit, heading)  # again: losses and a lost formation change the block
    if end is None and is_mended(state, 18):
        heading, end = _nearest_way(state, unit, away, turn)
    if end is None:
        _hemmed_in(state, table, unit)
        return
    _run(state, table, unit, heading, end)
    # by versions 1 to 15 of the rules they lost their heads over one whom a shot had felled or put to flight, too
    if not is_mended(state, 16) or (unit.status == FIELD and not unit.routed):
        pursued(state, table, unit, foes)


def _nearest_way(state: State, unit: Unit, away: float, turn: float) -> tuple[float, Block | None]:
    """The heading nearest to the one chosen in which a unit can flee that was struck, and its end; None if there is none.

    Its losses change its ranks, so that the way it chose may be barred; by versions 1 to 17 of the rules it stayed then, struck as it was.
    Rules: battlesystem:8.8c, battlesystem:7.15c.
    """
    for degrees in sorted(TURNS, key=lambda one: (abs(one - turn), abs(one))):
        heading = snap_heading(away + degrees)
        end = flight(state, unit, heading)
        if end is not None:
            return heading, end
    return snap_heading(away + turn), None


def _run(state: State, table: Table, unit: Unit, heading: float, end: Block) -> None:
    """A unit runs to the end of its flight; where shots halt it, the figures that are left run on. Rules: battlesystem:8.8c, 10.6a, 10.6c."""
    there: Block | None = end
    while there is not None:
        start = turned_about(state, unit, heading)
        by_road = field.is_run_by_road(state, unit, start, None, heading, left_of(state, unit))
        way = length(there.x - start.x, there.y - start.y)
        halt = flights.halted(state, table, unit, start, heading, way)
        if halt is not None:
            there, way = halt.block, halt.inches
        dressing.stand(unit, there)
        unit.spent += field.cost_over(state, unit, start, heading, way, by_road)
        formations.open_on_ground(state, table, unit, start)
        if table.telling:
            text = says(state, unit, f"turns|turn about and flees|flee {round(way, 1):g} in.")
            data = {"unit": f"u{unit.id}", "x": there.x, "y": there.y, "heading": heading}
            table.tell(declared(state, unit, "flee", text, "battlesystem:8.8c", data))
        if halt is None or not mover.under_fire(state, table, unit, halt.shot):
            return
        there = flight(state, unit, heading, ON)


def flight(
    state: State, unit: Unit, heading: float, least: float = 0.0, foes: list[Unit] | None = None
) -> Block | None:
    """The end of a unit's flight along a heading: as far as it may go, short of enemies, on free ground; None: nowhere.

    What the turn at the start brings it into does not hold it, but it may not end there, nor in contact; by versions 1 to 17 of the rules it
    might end in contact. `least`: inches that are enough for one that runs already; `foes`: the only enemies that are looked at.
    Rules: 8.8c, 7.15c.
    """
    left = left_of(state, unit)
    block = turned_about(state, unit, heading)
    area = block.area()
    most = field.way_over(state, unit, block, None, heading, left, unit.spent)
    way = free_way(state, unit, area, heading, most, False)
    x, y, reach = circle_around(area)
    if foes is None:
        foes = units_near(state, x, y, reach + way + SPARE, unit.side)
    for enemy in foes:
        bar = ground_way(area, heading, way + SHORT, standing.ground(enemy))
        if bar < way + SHORT:
            way = bar - SHORT
    if state.individuals:
        way = way_to_loners(state, unit, area, heading, way, SHORT)
    while way >= (least or least_way(left)):
        end = slide(block, heading, way)
        if obstacles.is_free(state, unit, end.area()) and not _ends_in_contact(state, end, foes):
            return end
        way -= BACK
    return None


def _ends_in_contact(state: State, end: Block, foes: list[Unit]) -> bool:
    """True if a block would touch one of those enemies at the end of its flight. Rule: battlesystem:8.8c."""
    if not is_mended(state, 18):
        return False
    area = end.area()
    return any(gap(part, base) <= TOLERANCE for foe in foes for base in standing.bases(foe) for part in area)


def _hemmed_in(state: State, table: Table, unit: Unit) -> None:
    _stays(state, table, unit, "there is not 1 in of free ground.", "battlesystem:3.5")


def _stays(state: State, table: Table, unit: Unit, why: str, rule: str) -> None:
    if table.telling:
        text = says(state, unit, f"cannot flee and stays|stay: {why}")
        data = {"unit": f"u{unit.id}"}
        table.tell(declared(state, unit, "flee", text, rule, data))


def struck(
    state: State, table: Table, unit: Unit, foes: list[Unit], only: Collection[int] | None = None
) -> None:
    """The free attacks on a unit that flees, each with the losses and the check that follow. Rules: 8.8d, 8.6a, 4.7.

    `only`: of skirmishers, the figures that flee: those who touch them strike at them, and at nobody who stays. Those strike who could
    when it turned; by versions 1 to 8 of the rules an enemy had no attack if the losses to another parted them. Of each side units come
    first, then individuals.
    """
    ready = {enemy.id: _ready(state, enemy, unit, only) for enemy in foes}
    alone = at_backs.entitled(state, unit, only)
    for side in state.ranking:
        for enemy in in_order(state, foes):
            if enemy.side != side or not _strikes_still(enemy, unit):
                continue
            for figures, wades, lent in (
                ready[enemy.id] if is_mended(state, 9) else _ready(state, enemy, unit, only)
            ):
                if _strikes_still(enemy, unit):
                    _strike(state, table, enemy, unit, figures, wades, lent, only)
        for number, touched in alone.items():
            if state.individuals[number].side == side and unit.status == FIELD and not unit.routed:
                at_backs.strike(state, table, state.individuals[number], unit, touched)


def _ready(
    state: State, enemy: Unit, unit: Unit, only: Collection[int] | None
) -> list[tuple[list[int], bool, tuple[int, ...]]]:
    """The free attacks of an enemy, with the stands of which not all figures strike: of those on firm ground, and of those who wade.

    By versions 1 to 9 of the rules these were one. Rules: battlesystem:11.9d, battlesystem:2.4.
    """
    figures = strikers.striking(state, enemy, unit, True, only)
    if not figures:
        return []
    lent = strikers.idle(state, enemy, unit, figures, True, only)
    groups = wading.groups(state, enemy, unit, figures, lent) if is_mended(state, 10) else [(figures, False)]
    return [(group, wades, lent) for group, wades in groups]


def _strikes_still(enemy: Unit, unit: Unit) -> bool:
    """True if an enemy still strikes at a unit that flees: neither has run, and the unit is on the table. Rules: 8.8d, 8.9, 6.3."""
    return not (enemy.routed or enemy.rallied or unit.status != FIELD or unit.routed)


def _strike(
    state: State,
    table: Table,
    enemy: Unit,
    unit: Unit,
    figures: list[int],
    wades: bool,
    lent: tuple[int, ...],
    only: Collection[int] | None,
) -> None:
    """One free attack with the losses and the check that follow. Rules: battlesystem:8.8d, battlesystem:4.4, battlesystem:4.7."""
    original = unit.now.figures
    before = original - unit.figures
    tenths = attack_rolls.strike(state, table, enemy, unit, figures, REAR, True, wades, lent)
    lost = settling.inflict(state, table, unit, tenths, enemy.id, only)
    if not lost or unit.status != FIELD:
        return
    in_command.review_unit(state, table, unit)
    if morale_rolls.is_due(unit, original, before, before + lost):
        x, y = standing.middle_of(enemy, figures)
        checks_and_routs.check(state, table, unit, causes.Cause(causes.LOSSES, enemy.id, x, y))


def pursued(state: State, table: Table, unit: Unit, foes: list[Unit]) -> None:
    """Test whether low or chaotic enemies lose their heads over a unit that has fled. Rules: battlesystem:8.8e, battlesystem:4.6d."""
    for enemy in in_order(state, foes):
        if enemy.routed or enemy.status != FIELD or enemy.quarry != NOBODY:
            continue
        if discipline.is_unruly(state, enemy) and not discipline.check(state, table, enemy, "an enemy flees"):
            discipline.fail(state, table, enemy, unit.id)
