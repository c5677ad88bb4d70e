"""Damage settled: the figures that a unit loses, and the news of it. Checks of morale are made afterwards, elsewhere.

Rules: battlesystem:2.4, battlesystem:8.7 to battlesystem:8.7j, battlesystem:7.14i, battlesystem:7.14j.
"""

from __future__ import annotations

from collections.abc import Collection

from banneret.kernel.event import Event
from banneret.kernel.table import Table
from banneret.rulebooks.battlesystem.blocks.block import Block
from banneret.rulebooks.battlesystem.combat.losses.blows import Blow, Loss, Reckoning, reckoning
from banneret.rulebooks.battlesystem.combat.losses.casualties import Toll, toll
from banneret.rulebooks.battlesystem.combat.losses.closing_ranks import front_nearest, leaders_place
from banneret.rulebooks.battlesystem.combat.losses.formed_losses import fall_from_rear, fall_in_mob
from banneret.rulebooks.battlesystem.combat.losses.open_losses import fall_in_open
from banneret.rulebooks.battlesystem.combat.losses.skirmisher_losses import lost_singly, slay
from banneret.rulebooks.battlesystem.space.casualties import (
    count_stands,
    destroy,
    heal,
    next_to_fall,
    wound,
    wound_of,
)
from banneret.rulebooks.battlesystem.space.figures import base_middles
from banneret.rulebooks.battlesystem.state import State, bases_for, figures_on, name
from banneret.rulebooks.battlesystem.text.sentences import counted, says
from banneret.rulebooks.battlesystem.unit import MOB, NOBODY, OPEN, Unit
from banneret.rulebooks.battlesystem.worth.present import count_thrown


def inflict(
    state: State, table: Table, unit: Unit, tenths: int, attacker: int, only: Collection[int] | None = None
) -> int:
    """Settle one attack of unit `attacker` at once; return the figures lost. Rule: battlesystem:8.7.

    `tenths`: its damage in tenths of hit dice; `only`: of skirmishers, the figures struck.
    """
    due = reckoning(state, unit, [(attacker, tenths)])
    if only is not None:
        blow = due.blows[0]
        blow.touched = [figure for figure in blow.touched if figure in only]
    return settle(state, table, due)[0]


def settle(state: State, table: Table, due: Reckoning) -> list[int]:
    """Take off the losses of all attacks together; return the figures lost to each, in order.

    Each attack is turned into figures by itself, counted on the figures that earlier attacks left.
    Rules: battlesystem:8.7a to battlesystem:8.7e, battlesystem:8.7i, battlesystem:8.7j.
    """
    unit = due.unit
    if unit.singles is not None:
        lost = [lost_singly(state, table, unit, unit.singles, blow) for blow in due.blows]
        count_thrown(state, unit)
    else:
        lost = _count(unit, due.blows)
        _mark(state, unit, due.blows, lost)
        if any(loss.figures for loss in lost):
            _fall(state, table, due, [loss.figures for loss in lost])
    if table.telling:
        for blow, loss in zip(due.blows, lost, strict=True):
            _tell(state, table, unit, blow.attacker, loss)
    return [loss.figures for loss in lost]


def _count(unit: Unit, blows: list[Blow]) -> list[Loss]:
    """The losses of a unit in a block by each attack. Rules: battlesystem:8.7j, battlesystem:10.1h."""
    figure = unit.now.figure
    left, wounded = unit.figures, unit.wounded
    lost: list[Loss] = []
    for blow in blows:
        before = wounded
        if blow.most < left and blow.tenths // figure >= blow.most:
            found = Toll(blow.most, before)  # all in sight are killed; further damage hits nobody (10.1h)
        else:
            found = toll(blow.tenths, figure, left, before)
        wounded = found.wounded
        left -= found.killed
        lost.append(Loss(found.killed, left, found.wounded, found.wounded and not before))
    return lost


def _mark(state: State, unit: Unit, blows: list[Blow], lost: list[Loss]) -> None:
    """Lay the Wound marker of a unit in a block on the figure that is hit, before any figure falls; a second wound takes the first marker off.

    Rules: battlesystem:8.7d, battlesystem:8.7e, battlesystem:8.7h.
    """
    wounded = unit.wounded
    for blow, loss in zip(blows, lost, strict=True):
        if wounded and not loss.wounded:
            heal(unit)
        elif loss.hurt:
            wound(state, unit, next_to_fall(unit, blow.touched if unit.formation == OPEN else ()))
        wounded = loss.wounded


def _fall(state: State, table: Table, due: Reckoning, lost: list[int]) -> None:
    """Take figures off a block as its formation has it. `lost`: figures by attack. Rule: battlesystem:8.7h."""
    unit = due.unit
    left = unit.figures - sum(lost)
    bases = bases_for(unit, left)
    if left <= 0:
        destroy(unit)
        return
    if bases == bases_for(unit, unit.figures):
        pass  # a stand stays until its third figure is gone
    elif unit.formation == OPEN:
        fall_in_open(table, due, _bases_lost(unit, lost))
    elif unit.formation == MOB:
        fall_in_mob(state, table, due, bases)
    else:
        fall_from_rear(state, table, due, bases)
    unit.figures = left
    count_stands(unit)


def _bases_lost(unit: Unit, lost: list[int]) -> list[int]:
    """The bases that a unit loses to each attack, from the figures that it loses. Rule: battlesystem:2.4."""
    found: list[int] = []
    left = unit.figures
    for figures in lost:
        found.append(bases_for(unit, left) - bases_for(unit, left - figures))
        left -= figures
    return found


def break_through(state: State, table: Table, unit: Unit, figures: list[int], attacker: int) -> int:
    """Take off the figures that a charge breaks through, from where they stand; return the number lost.

    In a block their places stay empty until the charge is over. Rules: battlesystem:7.14i, battlesystem:7.14j.
    """
    gone = set(figures)
    lost = figures_on(unit, gone)
    if unit.singles is not None:
        for figure in sorted(gone):
            slay(unit, unit.singles, figure)
    elif lost >= unit.figures:
        destroy(unit)
    else:
        block = unit.block
        assert block is not None
        loose = unit.loose
        if loose is None:
            loose = tuple([(x, y, block.heading) for x, y in base_middles(unit)])
        rest = [figure for figure in range(block.figures) if figure not in gone]
        leader = leaders_place(unit, gone)
        unit.figures -= lost
        files = min(block.files, len(rest))
        after = Block(
            block.x,
            block.y,
            block.heading,
            len(rest),
            files,
            block.width,
            block.depth,
            block.spacing,
        )
        unit.stand(after, tuple([loose[figure] for figure in rest]), unit.wings, rest)
        count_stands(unit)
        if leader is not None:
            unit.leader_at = front_nearest(unit, leader)
    if table.telling:
        _tell(state, table, unit, attacker, Loss(lost, unit.figures, unit.wounded, False))
    return lost


def _tell(state: State, table: Table, unit: Unit, attacker: int, loss: Loss) -> None:
    """Tell the loss of a unit to one attack."""
    to = "" if attacker == NOBODY else f" to {name(state, state.units[attacker])}"
    if loss.figures and not loss.left:
        text = says(state, unit, "loses|lose the last of its|their figures") + f"{to}."
    elif loss.figures:
        left = "1 is left" if loss.left == 1 else f"{loss.left} are left"
        wound = "" if not loss.wounded else ", wounded" if loss.left == 1 else ", one of them wounded"
        text = says(state, unit, "loses|lose") + f" {counted(loss.figures)}{to}; {left}{wound}."
    elif loss.hurt:
        text = says(state, unit, "loses|lose nobody") + f"{to}; one figure is wounded."
    else:
        text = says(state, unit, "loses|lose nobody") + f"{to}."
    data: dict[str, object] = {
        "unit": f"u{unit.id}",
        "by": "" if attacker == NOBODY else f"u{attacker}",
        "lost": loss.figures,
        "left": loss.left,
        "wounded": loss.wounded,
    }
    mark = wound_of(unit) if loss.hurt else None
    if mark is not None:
        data["figure"] = mark.figure
        data["at"] = mark.at
    table.tell(Event("losses", text, "battlesystem:8.7", side=unit.side, data=data))
