"""Moves that units make by themselves before their side may move any: routs go on, mobs obey, troops out of hand attack.

Rules: battlesystem:1.4, battlesystem:4.6c, battlesystem:4.6f, battlesystem:4.6g, battlesystem:6.4, battlesystem:7.3c,
battlesystem:7.3d, battlesystem:7.8d, battlesystem:7.15g.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from banneret.geometry.rectangles import Rectangle, overlap
from banneret.kernel.decision import Choice
from banneret.kernel.order import Order
from banneret.kernel.table import Table
from banneret.rulebooks.battlesystem.blocks.block import Block
from banneret.rulebooks.battlesystem.blocks.block_moves import slide, turned
from banneret.rulebooks.battlesystem.combat.losses import formed_losses, open_losses
from banneret.rulebooks.battlesystem.command import discipline, in_command
from banneret.rulebooks.battlesystem.drill import skirmish_walks
from banneret.rulebooks.battlesystem.drill.walking import catch
from banneret.rulebooks.battlesystem.individuals import footprints
from banneret.rulebooks.battlesystem.march import flights, mover, passing_shots
from banneret.rulebooks.battlesystem.morale import checks_and_routs
from banneret.rulebooks.battlesystem.movement import mobs
from banneret.rulebooks.battlesystem.movement.charges import charge_paths
from banneret.rulebooks.battlesystem.movement.out_of_hand import attack
from banneret.rulebooks.battlesystem.movement.provocation import provoked
from banneret.rulebooks.battlesystem.space import contacts, dressing, field, formations
from banneret.rulebooks.battlesystem.space.distances import may_meet
from banneret.rulebooks.battlesystem.stages import COMPELLED
from banneret.rulebooks.battlesystem.state import State, go_on, is_mended, on_field
from banneret.rulebooks.battlesystem.unit import CLOSED, FIELD, MOB, NO_ORDER, NOBODY, Unit
from banneret.rulebooks.battlesystem.worth import walls_and_spears
from banneret.rulebooks.battlesystem.worth.allowance import rate


def compelled_step(state: State, table: Table, came: Sequence[Unit] = ()) -> None:
    """Play a side's movement part up to its first voluntary move; discipline is tested before any unit moves.

    Enemies that reinforcements who just `came` touch are caught; by versions 1 to 11 of the rules they were not.
    Rules: battlesystem:1.4, battlesystem:4.6c, battlesystem:4.6f, battlesystem:7.15g, battlesystem:7.8f, battlesystem:1.0c.
    """
    side = state.movers[state.part]
    for unit in came if is_mended(state, 12) else ():
        catch(state, unit)
    discipline.settle(state)
    begin(state, table, side)
    for unit in on_field(state, side):
        provoked(state, table, unit)
    waiting = [unit.id for unit in on_field(state, side)]
    while waiting:
        unit = _next(state, table, waiting, _runs_straight_on, _end_together)
        if unit.status == FIELD:
            run_on(state, table, unit)
    waiting = [unit.id for unit in on_field(state, side)]
    while waiting:
        unit = _next(state, table, waiting, _goes_by_itself, _come_together)
        if unit.status == FIELD and not unit.routed:
            _goes(state, table, unit)
    in_command.review(state, table)
    state.mover = NOBODY
    go_on(state, COMPELLED)


def _goes(state: State, table: Table, unit: Unit) -> None:
    """Let a unit attack that is out of hand, or a mob obey. Rules: battlesystem:4.6g, battlesystem:2.10f, battlesystem:1.4."""
    if unit.quarry != NOBODY:
        walls_and_spears.end(unit)
        if unit.singles is None:
            attack(state, table, unit)
        elif mover.stands_in_sight(state, table, unit):
            attack(state, table, unit)
            mover.stands_in_sight(state, table, unit)
    elif unit.formation == MOB:
        unit.waits = mobs.waits(state, table, unit)
        if not unit.waits:
            mobs.obey(state, table, unit)


# ---------------------------------------------------------------- the order of moves that nobody orders


def _next(
    state: State,
    table: Table,
    waiting: list[int],
    goes: Callable[[Unit], bool],
    meet: Callable[[State, Unit, Unit], bool],
) -> Unit:
    """Take the next unit out of those `waiting`: the first by number, or one that it would meet, if its owner wants that to go before.

    `goes` says which units move, `meet` which two of these may be in each other's way. By versions 1 to 17 of the rules they went by their
    numbers. Rule: battlesystem:1.4.
    """
    first = state.units[waiting[0]]
    if len(waiting) > 1 and goes(first) and is_mended(state, 18):
        units = [state.units[number] for number in waiting[1:]]
        others = [unit.id for unit in units if goes(unit) and meet(state, first, unit)]
        if others:
            options: list[Order] = [("go", number) for number in (first.id, *others)]
            chosen = int(table.ask(Choice("go", first.side, "battlesystem:1.4", options))[1])
            waiting.remove(chosen)
            return state.units[chosen]
    waiting.pop(0)
    return first


def _runs_straight_on(unit: Unit) -> bool:
    """True for a routed unit in a block, which runs straight on. Rule: battlesystem:7.15g."""
    return unit.routed and unit.block is not None and not unit.finished and unit.status == FIELD


def _end_together(state: State, unit: Unit, other: Unit) -> bool:
    """True if two units that run on would end on the same ground, or one where the other stands. Rule: battlesystem:7.15g."""
    here, there = _ground(unit), _ground(other)
    mine, theirs = _ground_ahead(unit), _ground_ahead(other)
    return _overlap(mine, theirs) or _overlap(mine, there) or _overlap(here, theirs)


def _ground(unit: Unit) -> list[Rectangle]:
    assert unit.block is not None
    return unit.block.area()


def _ground_ahead(unit: Unit) -> list[Rectangle]:
    """The ground on which a unit ends that runs straight on."""
    assert unit.block is not None
    return slide(turned(unit.block, unit.rout_heading), unit.rout_heading, unit.now.movement).area()


def _overlap(one: list[Rectangle], other: list[Rectangle]) -> bool:
    return any(overlap(part, body) for part in one for body in other)


def _goes_by_itself(unit: Unit) -> bool:
    """True for a unit out of hand and for a mob that obeys. Rules: battlesystem:4.6g, battlesystem:2.10f."""
    if unit.status != FIELD or unit.routed or unit.finished or unit.engaged:
        return False
    return unit.quarry != NOBODY or (unit.formation == MOB and unit.order != NO_ORDER)


def _come_together(state: State, unit: Unit, other: Unit) -> bool:
    """True if two units that go by themselves may come upon the same ground. Rules: battlesystem:4.6g, battlesystem:2.10f."""
    return may_meet(unit, other, charge_paths.RANGE * (rate(state, unit) + rate(state, other)))


def begin(state: State, table: Table, side: int) -> None:
    """Note who begins in contact, put the other units in order, pay for gaps. Rules: battlesystem:7.1c, 7.3c, 7.3d, 7.8d.

    By versions 1 to 12 of the rules neither single skirmishers nor individuals were bound by a contact that friends had ended.
    """
    formations.unwrap(state, table)
    for one in state.individuals.values() if is_mended(state, 13) else ():
        if one.side == side and footprints.champion(state, one) is not None:
            one.bound = footprints.is_held(state, one)
    for unit in on_field(state, side):
        unit.engaged = contacts.is_engaged(state, unit)
        singles = unit.singles
        if singles is not None and unit.engaged and is_mended(state, 13):
            for figure in skirmish_walks.touched(state, unit):
                singles[figure].bound = True
        if state.setting.flags.set_spears_advance and is_mended(state, 10):
            unit.unready = unit.formation != CLOSED or not unit.in_command
        elif unit.formation == CLOSED and is_mended(state, 14):
            unit.unready = not unit.in_command
        if unit.shields or unit.spears:
            walls_and_spears.end_old(unit, _is_charged(state, unit))
        if not unit.engaged:
            dressing.put_in_order(state, table, unit)
            if unit.formation == MOB:
                formed_losses.reshape(state, unit)
        if unit.routed:
            unit.debt = 0  # a rout cancels debts
        if unit.debt:
            open_losses.pay(state, table, unit, rate(state, unit))


def _is_charged(state: State, unit: Unit) -> bool:
    """True if a unit touches an enemy who charged this round, before its own part. Rules: battlesystem:11.7a, battlesystem:11.7f.

    Version 4 of the rules left that out.
    """
    if not unit.engaged or not is_mended(state, 5):
        return False
    return any(state.units[number].charged != NOBODY for number in contacts.enemies_touching(state, unit))


def run_on(state: State, table: Table, unit: Unit) -> None:
    """Let a rout that nobody rallied go on. Rules: battlesystem:6.4, battlesystem:7.15g."""
    if unit.singles is not None:
        if any(single.routed and not single.done and single.gone == FIELD for single in unit.singles):
            _runs(state, table, unit)
    elif unit.routed and not unit.finished:
        _runs(state, table, unit)
        unit.finished = True


def _runs(state: State, table: Table, unit: Unit) -> None:
    """Run, shot at before, on the way and at the end; troops hit on the way run again from there. Rules: battlesystem:6.4, 6.4a, 10.6a."""
    mover.runs_in_sight(state, table, unit)
    left = unit.now.movement
    passed: list[int] = []
    while unit.status == FIELD and unit.block is not None and flights.is_in_sight(state, unit):
        line = checks_and_routs.line_on(state, unit, left)
        if line is None:
            break
        start = turned(unit.block, line.heading)
        by_road = field.is_run_by_road(state, unit, start, None, line.heading, left)
        halt = flights.halted(state, table, unit, start, line.heading, line.way)
        if halt is None:
            break
        checks_and_routs.rout_to(state, table, unit, line.heading, halt.inches, passed)
        left = max(0.0, left - field.cost_over(state, unit, start, line.heading, halt.inches, by_road))
        if unit.status != FIELD:
            return
        stood = unit.block
        passing_shots.fire(state, table, halt.shot)
        if not _stands_as(unit, stood):
            mover.runs_in_sight(state, table, unit)
            return
    if unit.status == FIELD:
        checks_and_routs.rout_on(state, table, unit, left, passed)
        mover.runs_in_sight(state, table, unit)


def _stands_as(unit: Unit, block: Block) -> bool:
    """True if a unit stands as it did before it was shot at; if it has fallen, it has no block."""
    return unit.block is block
