"""Attacks on a unit that are not settled yet: made while everybody still stands, settled together.

Rules: battlesystem:8.7, battlesystem:8.7i.
"""

from __future__ import annotations

from typing import Final

from banneret.rulebooks.battlesystem.space import contacts
from banneret.rulebooks.battlesystem.space.figures import base_middles
from banneret.rulebooks.battlesystem.state import FIELD, NOBODY, OPEN, State, Unit

ALL: Final = 1000
"""More figures than any unit has."""


class Blow:
    """One attack on a unit: who made it, tenths of hit dice, which figures of the unit it can hit, and where he stands.

    Those are the figures that touch him, or that he sees and shoots at; `most` is the number that can be lost to it at all.
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
        self.spots: list[tuple[float, float]] = spots  # of his figures; of use to open units only
        self.most: int = most


class Loss:
    """The loss of a unit by one of several attacks: the figures lost to it, and those left then, one of them wounded or not.

    `hurt`: the wound is of this attack.
    """

    __slots__ = ("figures", "hurt", "left", "wounded")

    def __init__(self, figures: int, left: int, wounded: bool, hurt: bool) -> None:
        self.figures: int = figures
        self.left: int = left
        self.wounded: bool = wounded
        self.hurt: bool = hurt


class Reckoning:
    """The attacks on a unit in the order in which they were made, not yet settled; `held` are its figures in contact.

    `fallen`: when it is settled, the places in an open block that were hit; others may stand there by then.
    """

    __slots__ = ("blows", "fallen", "held", "unit")

    def __init__(self, unit: Unit, blows: list[Blow], held: set[int]) -> None:
        self.unit: Unit = unit
        self.blows: list[Blow] = blows
        self.held: set[int] = held
        self.fallen: set[int] = set()


def reckoning(state: State, unit: Unit, blows: list[tuple[int, int]]) -> Reckoning:
    """The attacks on a unit, each as attacker and tenths of hit dice, while all still stand where they fought."""
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
