"""Losses of skirmishers: figures in contact with the attacker. Rules: battlesystem:7.4b, battlesystem:8.1d, battlesystem:8.7e, 8.7j."""

from __future__ import annotations

from banneret.kernel.table import Table
from banneret.rulebooks.battlesystem.combat.losses.blows import Blow, Loss
from banneret.rulebooks.battlesystem.combat.losses.casualties import toll
from banneret.rulebooks.battlesystem.combat.losses.closing_ranks import squared_distance
from banneret.rulebooks.battlesystem.combat.losses.fallen import Fallen
from banneret.rulebooks.battlesystem.space.casualties import count_skirmishers, heal, wound
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.unit import FIELD, NOBODY, SLAIN, Single, Unit


def lost_singly(state: State, table: Table, unit: Unit, singles: list[Single], blow: Blow) -> Loss:
    """Take off the figures that a skirmish unit loses to one attack; return the loss. Rule: battlesystem:8.7j."""
    before = unit.wounded
    figures = _fell_singly(state, table, unit, singles, blow)
    return Loss(figures, unit.figures, unit.wounded, unit.wounded and not before)


def _fell_singly(state: State, table: Table, unit: Unit, singles: list[Single], blow: Blow) -> int:
    """Take off the figures of a skirmish unit that one attack kills, only of those in contact with the attacker; return the number.

    A second wound in the unit kills a figure in contact and heals the other. Rules: battlesystem:8.1d, battlesystem:8.7e,
    battlesystem:7.4b.
    """
    touched = [figure for figure in blow.touched if singles[figure].gone == FIELD]
    if not touched:
        return 0
    figure = unit.now.figure
    found = toll(blow.tenths, figure, len(touched), False)
    killed, hit = found.killed, found.wounded
    hurt = [number for number in range(len(singles)) if singles[number].wounded]
    if hit and hurt:
        killed += 1
        heal(unit)
        hit = False
    sound = [number for number in touched if not singles[number].wounded]
    dead = touched if killed >= len(touched) else sound
    if 0 < killed < len(dead):
        best = [number for number in dead if number != unit.leader_at] + [unit.leader_at]
        answer = table.ask(Fallen(unit, dead, sorted(best[:killed]), "battlesystem:8.1d"))
        dead = [number for number in answer[2:] if isinstance(number, int)]
    for number in dead[:killed]:
        slay(unit, singles, number)
    if hit:
        wound(state, unit, next(number for number in touched if singles[number].gone == FIELD))
    return killed


def slay(unit: Unit, singles: list[Single], figure: int) -> None:
    """Take one skirmisher off the table; the commander of the unit steps to the nearest one left.

    If all who are left are routed, so is the unit. Rules: battlesystem:4.7, battlesystem:2.9b.
    """
    unit.take_off(figure, SLAIN)
    rest = [number for number in range(len(singles)) if singles[number].gone == FIELD]
    if not rest:
        unit.become(SLAIN)
        unit.leader_at = NOBODY
    elif unit.leader_at == figure:
        own = (singles[figure].x, singles[figure].y)
        unit.leader_at = min(
            rest, key=lambda number: (squared_distance((singles[number].x, singles[number].y), own), number)
        )
    count_skirmishers(unit)
