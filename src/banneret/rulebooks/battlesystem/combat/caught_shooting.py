"""Those who shot in the round and were caught at it: an enemy has moved into contact with them, and they cannot strike in the Melee Phase.

Who walked up himself can strike. Nobody shoots in contact, so that it came after the shot. Of two who moved, the one whose side moved last came up to the other.
A unit in contact that wraps around an enemy or follows one comes up to those whom it did not touch before (`come_upon`), and so does an individual
or skirmisher who has left his enemy. By versions 1 to 16 of the rules nobody who had begun the phase in contact came up to anybody in it, and by
versions 1 to 15 figures that had shot struck nobody, even if they came up to the enemy themselves. Rule: battlesystem:10.2d.
"""

from __future__ import annotations

from collections.abc import Collection

from banneret.rulebooks.battlesystem.command.discipline import lone_quarry
from banneret.rulebooks.battlesystem.individual import Individual
from banneret.rulebooks.battlesystem.individuals import footprints
from banneret.rulebooks.battlesystem.space import contacts
from banneret.rulebooks.battlesystem.state import State, is_mended
from banneret.rulebooks.battlesystem.unit import Single, Unit


class Mover:
    """A unit, skirmisher or individual as it moved in this round: whether it did, and whether it touched an enemy before."""

    __slots__ = ("bound", "moved", "side")

    def __init__(self, side: int, moved: bool, bound: bool) -> None:
        self.side: int = side
        self.moved: bool = moved
        self.bound: bool = bound


def is_caught(state: State, unit: Unit) -> bool:
    """True if a unit in a block has shot in this round, and an enemy has moved into contact with it. Rule: battlesystem:10.2d."""
    if not unit.shots:
        return False
    if not is_mended(state, 16):
        return True
    mine = Mover(unit.side, unit.moved, unit.engaged)
    for number in contacts.enemies_touching(state, unit):
        enemy = state.units[number]
        if enemy.singles is not None:
            continue  # skirmishers come up to no unit. Rule: battlesystem:2.9e
        if unit.id in enemy.upon or not _came_up(state, mine, _of_unit(enemy)):
            return True
    return any(
        not _came_up(state, mine, _freed(state, _of(one))) for one, _ in footprints.besiegers(state, unit)
    )


def is_single_caught(state: State, unit: Unit, figure: int) -> bool:
    """True if a skirmisher has shot in this round, and an enemy has moved into contact with him. Rules: battlesystem:10.2d, battlesystem:2.9d."""
    singles = unit.singles
    assert singles is not None, "only skirmishers go by figures"
    single = singles[figure]
    if not single.shots:
        return False
    if not is_mended(state, 16):
        return True
    mine = Mover(unit.side, single.moved > 0.0, single.bound)
    for number in contacts.enemies_touching(state, unit):
        enemy = state.units[number]
        theirs = enemy.singles
        for touch in contacts.touches(state, unit, enemy):
            if touch.figure != figure:
                continue
            if theirs is None:
                return True  # he came up to no unit. Rule: battlesystem:2.9e
            other = theirs[touch.other]
            if not _came_up(state, mine, _of_single(state, enemy, other)):
                return True
    return any(
        figure in figures and not _came_up(state, mine, _freed(state, _of(one)))
        for one, figures in footprints.besiegers(state, unit)
    )


def is_champion_caught(state: State, one: Individual) -> bool:
    """True if an individual has shot in this round, and an enemy figure has moved into contact with him. Rules: battlesystem:10.2d, 9.4c."""
    if not one.shots_in(state.round):
        return False
    if not is_mended(state, 16):
        return True
    mine = _of(one)
    for number, figures in footprints.touched(state, one).items():
        enemy = state.units[number]
        theirs = enemy.singles
        if lone_quarry(one.id) in enemy.upon:
            return True
        movers = [_of_unit(enemy)]
        if theirs is not None:
            movers = [_of_single(state, enemy, theirs[at]) for at in figures]
        if any(not _came_up(state, mine, mover) for mover in movers):
            return True
    rivals = [state.individuals[number] for number in footprints.rivals(state, one)]
    return any(not _came_up(state, mine, _freed(state, _of(other))) for other in rivals)


def come_upon(state: State, unit: Unit, touched: Collection[int], beset: Collection[int]) -> None:
    """Note those who have shot and upon whom a unit in contact has come, not the units it `touched` before nor the individuals who `beset` it.

    Rules: battlesystem:10.2d, battlesystem:7.11, battlesystem:7.12b.
    """
    if not is_mended(state, 17):
        return
    for number in contacts.enemies_touching(state, unit):
        enemy = state.units[number]
        if enemy.shots and enemy.singles is None and number not in touched:
            unit.upon = (*unit.upon, number)
    for one, _ in footprints.besiegers(state, unit):
        if one.shots_in(state.round) and one.id not in beset:
            unit.upon = (*unit.upon, lone_quarry(one.id))


def _of_unit(unit: Unit) -> Mover:
    """A unit in a block as it moved in this round."""
    return Mover(unit.side, unit.moved, unit.engaged)


def _of_single(state: State, unit: Unit, single: Single) -> Mover:
    """An enemy skirmisher as he moved in this round."""
    return _freed(state, Mover(unit.side, single.moved > 0.0, single.bound))


def _freed(state: State, mover: Mover) -> Mover:
    """The same, free if he has moved, for then he has left those whom he touched. Rules: battlesystem:10.2d, battlesystem:7.8d."""
    if mover.moved and is_mended(state, 17):
        mover.bound = False
    return mover


def _of(one: Individual) -> Mover:
    """An individual as he moved in this round."""
    return Mover(one.side, one.moved > 0.0, one.bound)


def _came_up(state: State, mine: Mover, theirs: Mover) -> bool:
    """True if of two in contact the first moved up to the second in this round. Rules: battlesystem:10.2d, battlesystem:1.4."""
    if not mine.moved or mine.bound:
        return False
    if not theirs.moved or theirs.bound:
        return True
    movers = state.movers
    if mine.side not in movers or theirs.side not in movers:
        return False
    return movers.index(mine.side) > movers.index(theirs.side)
