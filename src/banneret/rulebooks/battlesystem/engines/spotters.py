"""Commanders who spot for artillery, an option: the figures of a target that any of them sees. Rules: battlesystem:10.9b, battlesystem:10.1d."""

from __future__ import annotations

from banneret.geometry.rectangles import Rectangle
from banneret.geometry.sight import in_arc
from banneret.rulebooks.battlesystem.individual import ARMY, BRIGADE
from banneret.rulebooks.battlesystem.individuals.roles import is_chief, rank_of
from banneret.rulebooks.battlesystem.space import standing
from banneret.rulebooks.battlesystem.space.lines_of_sight import bodies_towards
from banneret.rulebooks.battlesystem.space.screens import (
    MISSILES,
    Screens,
    Seam,
    is_past_seams,
    level_at,
    seams_of,
)
from banneret.rulebooks.battlesystem.state import State, figures_standing, is_mended, on_field
from banneret.rulebooks.battlesystem.unit import NOBODY, Unit


class _Eyes:
    """The eyes of a commander: with his unit he looks from his figure's base, in its arc; apart, all round.

    Attributes:
        x: his place, in inches to the east.
        y: the same in inches to the north.
        unit: the unit that he is with; NOBODY if he stands apart.
        base: his figure's base; None if he stands apart.
    """

    __slots__ = ("base", "unit", "x", "y")

    def __init__(self, x: float, y: float, unit: int, base: Rectangle | None) -> None:
        self.x: float = x
        self.y: float = y
        self.unit: int = unit
        self.base: Rectangle | None = base


def spotted(state: State, side: int, target: Unit, seen: list[int]) -> list[int]:
    """The figures of a unit that some commander of a side sees, by their places among its bases, in rising order.

    `seen`: those that the crew sees itself, by number, who are among them.

    By versions 1 to 19 of the rules he saw between two bodies that touch. Rules: battlesystem:10.9b, battlesystem:10.1c, battlesystem:10.1d.
    """
    marks = standing.bases(target)
    numbers = figures_standing(target) if target.singles is not None else list(range(len(marks)))
    found = [number in seen for number in numbers]
    for eyes in _eyes(state, side):
        own = level_at(state.setting, eyes.x, eyes.y)
        bodies = bodies_towards(state, eyes.x, eyes.y, 0.0, target, eyes.unit)
        screens = Screens(state.setting, bodies, MISSILES)
        seams = seams_of(screens) if is_mended(state, 20) else []
        has_houses = bool(screens.houses) and is_mended(state, 19)
        for place, mark in enumerate(marks):
            if not found[place]:
                height = max(own, level_at(state.setting, mark.x, mark.y))
                found[place] = _sees(eyes, mark, screens, seams, height, has_houses)
    return [place for place, seen in enumerate(found) if seen]


def _eyes(state: State, side: int) -> list[_Eyes]:
    """The eyes of all commanders of a side: with units that are not routed, and apart."""
    found: list[_Eyes] = []
    for unit in on_field(state, side):
        if unit.leader_at != NOBODY and not unit.routed:
            base = standing.base_of(unit, unit.leader_at)
            found.append(_Eyes(base.x, base.y, unit.id, base))
    for one in state.individuals.values():
        if one.side != side or not one.on_table:
            continue
        if rank_of(state, one) in (BRIGADE, ARMY) or is_chief(state, one):
            found.append(_Eyes(one.x, one.y, NOBODY, None))
    return found


def _sees(
    eyes: _Eyes, mark: Rectangle, screens: Screens, seams: list[Seam], height: int, has_houses: bool
) -> bool:
    """True if a commander sees a figure: its middle, or one of its corners. Rules: battlesystem:10.1c, battlesystem:9.0d, battlesystem:11.8o."""
    base = eyes.base
    x, y = (eyes.x, eyes.y) if base is None else base.front_middle()
    for to_x, to_y in [(mark.x, mark.y), *mark.corners()]:
        if base is not None and not in_arc(base, x, y, to_x, to_y):
            continue
        if not screens.is_free(x, y, to_x, to_y, height) or not is_past_seams(
            seams, x, y, to_x, to_y, height
        ):
            continue
        middles = (eyes.x, eyes.y, mark.x, mark.y)
        if not has_houses or screens.is_past_houses(middles, (x, y, to_x, to_y), height):
            return True
    return False
