"""Unit Commanders with their unit or apart from it: where their figures stand.

Rules: battlesystem:9.2a, battlesystem:9.1g.
"""

from __future__ import annotations

from typing import TypeAlias

from banneret.rulebooks.battlesystem.combat.losses.closing_ranks import front_nearest, squared_distance
from banneret.rulebooks.battlesystem.command import commander_figures
from banneret.rulebooks.battlesystem.individual import UNIT_COMMANDER, Individual
from banneret.rulebooks.battlesystem.individuals import footprints, roles
from banneret.rulebooks.battlesystem.space import standing
from banneret.rulebooks.battlesystem.space.figures import figure_place
from banneret.rulebooks.battlesystem.state import State, figures_standing
from banneret.rulebooks.battlesystem.unit import FIELD, NOBODY, Unit

Spot: TypeAlias = tuple[float, float]


def place_beside(state: State, one: Individual, unit: Unit, near: Spot | None = None) -> Spot | None:
    """The place where an individual touches a unit, but no enemy, nearest to `near` or to the commander's figure; None without room.

    Rules: battlesystem:9.1g, battlesystem:9.2a.
    """
    if near is None:
        near = standing.centre(unit) if unit.leader_at == NOBODY else figure_place(unit, unit.leader_at)
    figure = one.copy()
    figure.x, figure.y = near
    for spot in footprints.beside(state, figure, unit):
        figure.x, figure.y = spot
        if commander_figures.finds_room(state, figure, *spot) and not footprints.is_held(state, figure):
            return spot
    return None


def set_beside(state: State, one: Individual, near: Spot | None = None) -> bool:
    """Take an individual out of his unit and stand him beside it on a base of his own; False if there is no room. Rules: 9.1g, 9.2a."""
    unit = state.units[one.unit]
    spot = place_beside(state, one, unit, near)
    if spot is None:
        return False
    roles.share_shots(state, one)
    roles.part(state, one)
    one.x, one.y = spot
    one.on_table = True
    return True


def attach(state: State, one: Individual, unit: Unit) -> None:
    """Put the commander of a unit at the nearest figure of its front rank, without a base of his own. Rules: 4.7, 9.2a."""
    near = (one.x, one.y)
    if unit.singles is not None:
        unit.leader_at = min(
            figures_standing(unit),
            key=lambda figure: (round(squared_distance(figure_place(unit, figure), near), 6), figure),
        )
    else:
        unit.leader_at = front_nearest(unit, near)
    one.unit, one.on_table = unit.id, False
    unit.review = None


def touches(state: State, one: Individual, unit: Unit) -> bool:
    """True if an individual on the table touches a unit. Rule: battlesystem:7.8a."""
    reach = footprints.half_of(state, one) + footprints.TOUCH
    return bool(footprints.figures_touched(unit, one.x, one.y, reach))


def is_attached(state: State, one: Individual) -> bool:
    """True for a Unit Commander who is with his unit. Rule: battlesystem:9.2a."""
    return one.unit != NOBODY and roles.rank_of(state, one) == UNIT_COMMANDER


def rejoin(state: State, one: Individual) -> bool:
    """Attach a Unit Commander whose move ended at his unit; return True if it did. Rule: battlesystem:9.2a."""
    if not one.on_table or not roles.is_chief(state, one):
        return False
    unit = state.units[one.post]
    if unit.chief != one.id or unit.status != FIELD or not touches(state, one, unit):
        return False
    attach(state, one, unit)
    return True


def usual_place(unit: Unit) -> Spot:
    """The place of a commander who has none yet: the middle of the front rank. Rule: battlesystem:4.7."""
    if unit.block is None:
        return standing.centre(unit)
    return figure_place(unit, commander_figures.default_place(unit.block.files))
