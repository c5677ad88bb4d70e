"""Those who shot in the round and were caught at it: an enemy has moved into contact with them, and they cannot strike in the Melee Phase.

Who walked up himself can strike. Nobody shoots in contact, so that it came after the shot. Of two who moved, the one whose side moved last came up to the other.
By versions 1 to 15 of the rules figures that had shot struck nobody, even if they came up to the enemy themselves. Rule: battlesystem:10.2d.
"""

from __future__ import annotations

from banneret.rulebooks.battlesystem.individual import Individual
from banneret.rulebooks.battlesystem.individuals import footprints
from banneret.rulebooks.battlesystem.space import contacts
from banneret.rulebooks.battlesystem.state import State, is_mended
from banneret.rulebooks.battlesystem.unit import Unit


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
        if enemy.singles is None and not _came_up(state, mine, Mover(enemy.side, enemy.moved, enemy.engaged)):
            return True  # skirmishers come up to no unit. Rule: battlesystem:2.9e
    return any(not _came_up(state, mine, _of(one)) for one, _ in footprints.besiegers(state, unit))


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
            if not _came_up(state, mine, Mover(enemy.side, other.moved > 0.0, other.bound)):
                return True
    return any(
        figure in figures and not _came_up(state, mine, _of(one))
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
        movers = [Mover(enemy.side, enemy.moved, enemy.engaged)]
        if theirs is not None:
            movers = [Mover(enemy.side, theirs[at].moved > 0.0, theirs[at].bound) for at in figures]
        if any(not _came_up(state, mine, mover) for mover in movers):
            return True
    rivals = [state.individuals[number] for number in footprints.rivals(state, one)]
    return any(not _came_up(state, mine, _of(other)) for other in rivals)


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
