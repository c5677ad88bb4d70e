"""Attacks on a unit that are not settled yet: all are made while everybody still stands, then they are settled together.

Rules: battlesystem:8.7, battlesystem:8.7i.
"""

from __future__ import annotations

from typing import Final

from banneret.rulebooks.battlesystem.space import contacts
from banneret.rulebooks.battlesystem.space.figures import base_middles
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.unit import FIELD, NOBODY, OPEN, Unit

ALL: Final = 1000
"""More figures than any unit has."""


class Blow:
    """One attack on a unit.

    Attributes:
        attacker: the unit that made it, NOBODY for none.
        tenths: its damage in tenths of hit dice.
        touched: the figures that it can hit: those that touch the attacker, or that it sees and shoots at.
        spots: the places of the attacker's figures, in inches; used for units in open formation only.
        most: the most figures that can be lost to it.
    """

    __slots__ = ("attacker", "most", "spots", "tenths", "touched")

    def __init__(
        self,
        attacker: int,
        tenths: int,
        touched: list[int],
        spots: list[tuple[float, float]],
        most: int = ALL,
    ) -> None:
        self.attacker: int = attacker
        self.tenths: int = tenths
        self.touched: list[int] = touched
        self.spots: list[tuple[float, float]] = spots
        self.most: int = most


class Loss:
    """The loss of a unit by one attack.

    Attributes:
        figures: the number of figures lost to it.
        left: the number left after it.
        wounded: True if one of those left is wounded.
        hurt: True if that wound comes from this attack.
    """

    __slots__ = ("figures", "hurt", "left", "wounded")

    def __init__(self, figures: int, left: int, wounded: bool, hurt: bool) -> None:
        self.figures: int = figures
        self.left: int = left
        self.wounded: bool = wounded
        self.hurt: bool = hurt


class Reckoning:
    """The attacks on a unit that are to be settled together.

    Attributes:
        unit: the unit attacked.
        blows: the attacks in the order in which they were made.
        held: the figures of the unit in contact with enemies.
        fallen: once settled, the figures of an open block that were hit, by their numbers before the losses.
    """

    __slots__ = ("blows", "fallen", "held", "unit")

    def __init__(self, unit: Unit, blows: list[Blow], held: set[int]) -> None:
        self.unit: Unit = unit
        self.blows: list[Blow] = blows
        self.held: set[int] = held
        self.fallen: set[int] = set()


def reckoning(state: State, unit: Unit, blows: list[tuple[int, int]]) -> Reckoning:
    """The reckoning of attacks on a unit, each given as attacker and tenths of hit dice, while all still stand where they fought."""
    touched: dict[int, list[int]] = {}
    for other in contacts.enemies_touching(state, unit):
        figures = {touch.figure for touch in contacts.touches(state, unit, state.units[other])}
        touched[other] = sorted(figures)
    held = {figure for figures in touched.values() for figure in figures}
    found: list[Blow] = []
    for attacker, tenths in blows:
        spots: list[tuple[float, float]] = []
        if unit.formation == OPEN and attacker != NOBODY and state.units[attacker].status == FIELD:
            spots = base_middles(state.units[attacker])
        found.append(Blow(attacker, tenths, touched.get(attacker, []), spots))
    return Reckoning(unit, found, held)
