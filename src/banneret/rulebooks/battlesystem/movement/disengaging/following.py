"""The choice to follow an enemy that withdraws, and which skirmishers do.

Rules: battlesystem:7.12b, battlesystem:2.9d, battlesystem:7.4.
"""

from __future__ import annotations

from typing import Final

from banneret.geometry.plane import TOLERANCE, forward, snap
from banneret.geometry.rectangles import Rectangle, distance, overlap
from banneret.kernel.decision import Choice, Refusal
from banneret.kernel.dice import Chance
from banneret.kernel.order import Order
from banneret.rulebooks.battlesystem.drill.skirmish_walks import APART
from banneret.rulebooks.battlesystem.movement.disengaging.ways_away import (
    WITHDRAWAL,
    figures_touched,
    free_way,
    shifted,
)
from banneret.rulebooks.battlesystem.space import contacts, standing
from banneret.rulebooks.battlesystem.state import State, figures_standing, is_mended, on_field
from banneret.rulebooks.battlesystem.unit import Unit

RULE: Final = "battlesystem:7.12b"
AFTER: Final = "after"


class Following(Choice):
    """The choice to follow a unit that withdraws, along its way, or to stay. Rule: battlesystem:7.12b."""

    def __init__(self, enemy: Unit, unit: Unit, heading: float) -> None:
        options: list[Order] = [("follow", enemy.id, unit.id), ("stay", enemy.id, unit.id)]
        super().__init__("follow", enemy.side, RULE, options)
        self.heading: float = heading


class FollowingSingly(Following):
    """The same for skirmishers, of whom some may follow: ("after", enemy, unit, figure...). Rules: battlesystem:7.12b, battlesystem:2.9d.

    Attributes:
        battle: the battle.
        going: those who may go along, all of them together.
    """

    def __init__(self, state: State, enemy: Unit, unit: Unit, heading: float, going: list[int]) -> None:
        super().__init__(enemy, unit, heading)
        self.battle: State = state
        self.going: list[int] = going
        self.options = [(AFTER, enemy.id, unit.id, *going), *self.options[1:]]
        self.listed = False

    def figures(self, order: Order) -> list[int]:
        """The figures that follow by an order that has passed `check`; none if all stay."""
        if order[0] == "follow":
            return self.going
        return list(order[3:]) if order[0] == AFTER else []

    def check(self, order: Order) -> Refusal | None:
        """Return None if those who are named can go along, and touch the enemy then. ("follow", ...) names all who may."""
        pair = self.options[0][1:3]
        if order[:1] in (("follow",), ("stay",), (AFTER,)) and order[1:3] == pair:
            named = order[3:]
            if order[0] != AFTER and not named:
                return None
            if any(type(figure) is not int or figure not in self.going for figure in named):
                some = ", ".join([str(figure) for figure in self.going])
                return Refusal(f"Only figures that can go along may follow: {some}.", RULE, self.default())
            if len(set(named)) < len(named) or order[0] != AFTER:
                return Refusal("A figure follows only once.", RULE, self.default())
            enemy, unit = self.battle.units[pair[0]], self.battle.units[pair[1]]
            if not named or may_go(self.battle, enemy, unit, self.heading, list(named)):
                return None
            reason = "None of them would touch the enemy, or one would end less than an inch from who stays."
            return Refusal(reason, RULE, self.default())
        reason = f"Say ({AFTER} {pair[0]} {pair[1]} FIGURES), those who follow; without figures nobody does."
        return Refusal(reason, RULE, self.default())

    def sample(self, chance: Chance) -> Order:
        """All of them, none, or any of them."""
        whole, none = self.options
        at = chance.below(3)
        if at < 2:
            return none if at else whole
        some: Order = (*whole[:3], *[figure for figure in self.going if chance.below(2)])
        return some if self.check(some) is None else whole


# ---------------------------------------------------------------- skirmishers


def followers(state: State, unit: Unit) -> list[int]:
    """The skirmishers of a unit who follow an enemy: those who are neither routed nor were rallied in this round.

    By versions 1 to 11 of the rules all of them did. Rules: battlesystem:7.12b, battlesystem:2.9d, battlesystem:6.3.
    """
    numbers = figures_standing(unit)
    singles = unit.singles
    if singles is None or not is_mended(state, 12):
        return numbers
    return [figure for figure in numbers if not singles[figure].routed and not singles[figure].rallied]


def who_may_go(state: State, enemy: Unit, unit: Unit, heading: float) -> list[int]:
    """The skirmishers of an enemy who may go after a unit, all of them together: those who touch nobody and have room, an inch from who stays.

    By versions 1 to 15 of the rules all of them went or none, for whatever held one. Rules: battlesystem:7.12b, battlesystem:2.9d, battlesystem:7.4, 7.4a.
    """
    held = figures_touched(state, enemy)
    going = [
        figure
        for figure in followers(state, enemy)
        if figure not in held and _has_room(state, enemy, figure, heading)
    ]
    while going:
        crowding = _crowding(enemy, heading, going)
        if not crowding:
            break
        going = [figure for figure in going if figure not in crowding]
    return going if going and _touch(state, enemy, unit, heading, going) else []


def may_go(state: State, enemy: Unit, unit: Unit, heading: float, figures: list[int]) -> bool:
    """True if just these, of those who may go, can follow while their fellows stay. Rules: battlesystem:7.12b, battlesystem:7.4."""
    return not _crowding(enemy, heading, figures) and _touch(state, enemy, unit, heading, figures)


def _has_room(state: State, enemy: Unit, figure: int, heading: float) -> bool:
    """True if a skirmisher has free way, and does not end on a friend, through whom he may go. Rules: battlesystem:7.12b, battlesystem:7.1e."""
    base = standing.base_of(enemy, figure)
    if free_way(state, enemy, [base], heading, WITHDRAWAL, True) < WITHDRAWAL - TOLERANCE:
        return False
    there = _gone(base, heading)
    friends = [one for one in on_field(state, enemy.side) if one.singles is not None and one.id != enemy.id]
    return not any(overlap(there, other) for friend in friends for other in standing.ground(friend))


def _crowding(enemy: Unit, heading: float, going: list[int]) -> list[int]:
    """Those of some skirmishers who would end less than an inch from one of their unit who stays. Rule: battlesystem:7.4."""
    stay = [standing.base_of(enemy, one) for one in figures_standing(enemy) if one not in going]
    found: list[int] = []
    for figure in going:
        there = _gone(standing.base_of(enemy, figure), heading)
        if any(distance(there, other) < APART - TOLERANCE for other in stay):
            found.append(figure)
    return found


def _gone(base: Rectangle, heading: float) -> Rectangle:
    """A base moved by the way of a withdrawal."""
    east, north = forward(heading)
    return base.moved(east * WITHDRAWAL, north * WITHDRAWAL)


def _touch(state: State, enemy: Unit, unit: Unit, heading: float, figures: list[int]) -> bool:
    """True if some of those who follow touch the unit that withdrew then. Rule: battlesystem:7.12b."""
    trial = enemy.copy()
    go_along(state, trial, heading, figures)
    return any(touch.figure in figures for touch in contacts.touches(state, trial, unit))


def go_along(state: State, unit: Unit, heading: float, figures: list[int] | None = None) -> None:
    """A unit, or the figures of a skirmish unit who follow, moved by the way of a withdrawal. Rule: battlesystem:7.12b."""
    singles = unit.singles
    if singles is None:
        shifted(unit, heading, WITHDRAWAL)
        return
    east, north = forward(heading)
    for figure in followers(state, unit) if figures is None else figures:
        single = singles[figure]
        x, y = snap(single.x + east * WITHDRAWAL), snap(single.y + north * WITHDRAWAL)
        unit.place(figure, x, y, single.heading)
