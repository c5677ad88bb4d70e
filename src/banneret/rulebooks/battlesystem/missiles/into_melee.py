"""Shots into a melee, as an option has them: friends in contact with the target suffer a share of the damage.

Damage is shared by figures in contact; an individual who fights is one figure.
Rule: battlesystem:10.1n.
"""

from __future__ import annotations

from banneret.rulebooks.battlesystem.individual import Individual
from banneret.rulebooks.battlesystem.individuals import footprints
from banneret.rulebooks.battlesystem.space import contacts
from banneret.rulebooks.battlesystem.state import State, figures_on, is_mended
from banneret.rulebooks.battlesystem.unit import Unit


class Friends:
    """The friends of those who shoot who are in contact with the target.

    Attributes:
        units: their units, each with its bases in contact and the number of figures that these count for.
        heroes: their individuals who fight.
        whole: the figures in contact, those of the target included.
    """

    __slots__ = ("heroes", "units", "whole")

    def __init__(self) -> None:
        self.units: list[tuple[Unit, list[int], int]] = []
        self.heroes: list[Individual] = []
        self.whole: int = 0

    def of_units(self, tenths: int) -> list[tuple[Unit, int, list[int]]]:
        """The share of each unit in a damage in tenths of hit dice, with its bases in contact."""
        return [(unit, tenths * count // self.whole, bases) for unit, bases, count in self.units]

    def of_hero(self, tenths: int) -> int:
        """The share of each individual in a damage in tenths of hit dice."""
        return tenths // self.whole

    def left(self, tenths: int) -> int:
        """The rest of a damage in tenths of hit dice, which the target itself suffers."""
        if not self.units and not self.heroes:
            return tenths
        shares = sum([part for _, part, _ in self.of_units(tenths)])
        return tenths - shares - len(self.heroes) * self.of_hero(tenths)


def at_unit(state: State, side: int, target: Unit) -> Friends:
    """The friends of a side in contact with an enemy unit; nobody without the option `fire_into_melee`.

    By versions 1 to 13 of the rules individuals suffered nothing, and a stand counted as one figure. Rule: battlesystem:10.1n.
    """
    found = Friends()
    if not state.setting.flags.fire_into_melee:
        return found
    is_by_figures = is_mended(state, 14)
    theirs: set[int] = set()
    for friend, mine, touched in contacts.in_melee_with(state, side, target):
        theirs.update(touched)
        found.units.append((friend, mine, figures_on(friend, mine) if is_by_figures else len(mine)))
    for one, touched in footprints.besiegers(state, target) if is_by_figures else ():
        if one.side == side:
            theirs.update(touched)
            found.heroes.append(one)
    found.whole = figures_on(target, theirs) if is_by_figures else len(theirs)
    found.whole += sum([count for _, _, count in found.units]) + len(found.heroes)
    return found


def at_man(state: State, side: int, one: Individual) -> Friends:
    """The friends of a side in contact with an enemy individual; nobody without the option `fire_into_melee`.

    By versions 1 to 13 of the rules nobody shot at him then. Rules: battlesystem:10.1n, battlesystem:9.4d.
    """
    found = Friends()
    if not is_allowed(state):
        return found
    for number, bases in footprints.touched(state, one).items():
        friend = state.units[number]
        if friend.side == side:
            found.units.append((friend, bases, figures_on(friend, bases)))
    found.heroes = [
        state.individuals[rival]
        for rival in footprints.rivals(state, one)
        if state.individuals[rival].side == side
    ]
    found.whole = 1 + sum([count for _, _, count in found.units]) + len(found.heroes)
    return found


def is_allowed(state: State) -> bool:
    """True if units and artillery may shoot at an enemy individual in contact with their friends. Rule: battlesystem:10.1n."""
    return state.setting.flags.fire_into_melee and is_mended(state, 14)
