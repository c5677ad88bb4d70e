"""Commanders who spot for artillery: the figures of a target that any of them sees. An option. Rule: battlesystem:10.9b."""

from __future__ import annotations

from banneret.geometry.rectangles import Rectangle
from banneret.geometry.sight import in_arc
from banneret.rulebooks.battlesystem.individuals.roles import is_chief, rank_of
from banneret.rulebooks.battlesystem.space import standing
from banneret.rulebooks.battlesystem.space.lines_of_sight import bodies_towards
from banneret.rulebooks.battlesystem.space.screens import MISSILES, Screens, level_at
from banneret.rulebooks.battlesystem.state import ARMY, BRIGADE, NOBODY, State, Unit, on_field


class _Eyes:
    """A commander as he looks: from the figure of his unit with which he stands, in its arc, or apart, all round."""

    __slots__ = ("base", "unit", "x", "y")

    def __init__(self, x: float, y: float, unit: int, base: Rectangle | None) -> None:
        self.x: float = x
        self.y: float = y
        self.unit: int = unit
        self.base: Rectangle | None = base


def spotted(state: State, side: int, target: Unit) -> list[int]:
    """The figures of a unit that a commander of a side sees, by their place among its bases, rising. Rules: 10.9b, 10.1c, 10.1d."""
    marks = standing.bases(target)
    found = [False] * len(marks)
    for eyes in _eyes(state, side):
        own = level_at(state.setting, eyes.x, eyes.y)
        bodies = bodies_towards(state, eyes.x, eyes.y, 0.0, target, eyes.unit)
        screens = Screens(state.setting, bodies, MISSILES)
        for place, mark in enumerate(marks):
            if not found[place]:
                height = max(own, level_at(state.setting, mark.x, mark.y))
                found[place] = _sees(eyes, mark, screens, height)
    return [place for place, seen in enumerate(found) if seen]


def _eyes(state: State, side: int) -> list[_Eyes]:
    """All commanders of a side: those of units that do not rout, and those who stand apart."""
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


def _sees(eyes: _Eyes, mark: Rectangle, screens: Screens, height: int) -> bool:
    """True if a commander sees a figure: its middle, or one of its corners. Rules: battlesystem:10.1c, battlesystem:9.0d."""
    base = eyes.base
    x, y = (eyes.x, eyes.y) if base is None else base.front_middle()
    for to_x, to_y in [(mark.x, mark.y), *mark.corners()]:
        if base is not None and not in_arc(base, x, y, to_x, to_y):
            continue
        if screens.is_free(x, y, to_x, to_y, height):
            return True
    return False
