"""Forecasts of a charge before it is declared: the melee that follows if it strikes home, on the enemy's side that it comes from.

To tell nothing about the distance, the odds do not look at whether it gets there: the two are put in contact, middle to middle. Rules: battlesystem:3.5, battlesystem:7.14e, battlesystem:7.14i, battlesystem:8.3f.
"""

from __future__ import annotations

from math import atan2, degrees
from typing import Final

from msgspec import structs

from banneret.kernel.enumeration import enumerated
from banneret.kernel.scene import Chance, Odds
from banneret.rulebooks.battlesystem.blocks.block import Block
from banneret.rulebooks.battlesystem.command import discipline
from banneret.rulebooks.battlesystem.drill.legs import Walk
from banneret.rulebooks.battlesystem.drill.steps import Step
from banneret.rulebooks.battlesystem.movement.charges.breaking_through import doomed
from banneret.rulebooks.battlesystem.movement.charges.charge_paths import joined, unlawful, walked
from banneret.rulebooks.battlesystem.space import contacts, field
from banneret.rulebooks.battlesystem.state import State, figures_on, name
from banneret.rulebooks.battlesystem.text.sentences import agree, counted
from banneret.rulebooks.battlesystem.unit import CLOSED, FIELD, NOBODY, WAITING, Unit
from banneret.rulebooks.battlesystem.view.forecasts.melees import ALONE, melee, told

SIDES: Final = {"in front": 0.0, "in the right flank": 90.0, "in the rear": 180.0, "in the left flank": -90.0}
"""The sides of a unit, each with its direction in degrees clockwise from the front."""


def charge_forecast(state: State, unit: Unit, enemy: Unit, after: Unit | None = None) -> Odds | None:
    """The odds of the first melee of a charge, or that it breaks through; None unless both stand in a block. Rule: battlesystem:7.14e.

    `after`: the unit with the formation and frontage that it takes on its way.
    """
    if unit.block is None or enemy.block is None or enemy.status != FIELD:
        return None
    runs = unit if after is None or after.block is None else after
    assert runs.block is not None
    world = state.copy()
    for other in world.units.values():
        if other.id not in (unit.id, enemy.id) and other.status == FIELD:
            other.become(WAITING)
    mover, foe = world.units[unit.id], world.units[enemy.id]
    side = side_met(unit.block, enemy.block)
    mover.stand(at_side(runs.block, enemy.block, side), mover.loose, mover.wings)
    mover.formation, mover.leader_at = runs.formation, runs.leader_at
    mover.charged, mover.moved = enemy.id, True
    barred = _kept_open(world, mover)
    if barred is not None:
        return barred
    if not contacts.are_touching(world, mover, foe):
        return None
    fallen = [touched for _, touched, _ in doomed(world, mover)]
    found = _through(world, foe, fallen[0]) if fallen else told(world, melee(world, mover, foe), mover)
    may_break = runs.formation == CLOSED and unit.quarry == NOBODY and discipline.is_unruly(state, unit)
    order = " in closed formation," if may_break else ""
    return structs.replace(
        found,
        assumption=f"if it strikes home{order} {side}, middle to middle, and nobody else joins in"
        + found.assumption.removeprefix(ALONE),
    )


def _kept_open(world: State, mover: Unit) -> Odds | None:
    """The forecast of a closed charge at an enemy whom nobody reaches closed, for the ground between; None for any other. Rule: battlesystem:11.8c."""
    block = mover.block
    if mover.formation != CLOSED or block is None or not world.setting.terrain:
        return None
    bar = field.ban(world, mover, block)
    if bar is None:
        return None
    text = f"cannot strike home: nobody stands in {bar.name} in closed formation"
    return Odds(text, "", (Chance("strikes home", 0.0),), text)


def no_charge(state: State, unit: Unit, steps: list[Step]) -> tuple[str, str] | None:
    """The sentence about a measured path that is not a lawful charge, and the rule; None if it is one.

    Rules: battlesystem:7.14c, battlesystem:7.14d, battlesystem:7.12d.
    """
    fault = unlawful(state, unit, walked(state, unit, joined(state, steps)))
    if fault is None:
        return None
    why, rule = fault
    return (
        f"It would be no charge: {agree(name(state, unit), why)} Declared so, the unit stays where it is.",
        rule,
    )


def through(state: State, unit: Unit, walk: Walk) -> str:
    """The sentence to add for a measured charge that breaks through those it meets; "" if it does not. Rule: battlesystem:7.14i."""
    block = walk.unit.block
    if block is None:
        return ""
    world = state.copy()
    mover = world.units[unit.id]
    mover.stand(block, None, mover.wings)
    mover.formation, mover.leader_at, mover.charged = (
        walk.unit.formation,
        walk.unit.leader_at,
        walk.contacts[0],
    )
    mover.moved = True
    parts = [_whom(world, foe, touched) for foe, touched, _ in doomed(world, mover)]
    return f" It breaks through {enumerated(parts)}, and charges on." if parts else ""


def _whom(world: State, foe: Unit, touched: list[int]) -> str:
    """The figures of an enemy that fall to a charge that breaks through, in words."""
    count = figures_on(foe, touched)
    return name(world, foe) if count == foe.figures else f"{counted(count)} of {name(world, foe)}"


def _through(world: State, foe: Unit, touched: list[int]) -> Odds:
    """The forecast of a charge that breaks through those it meets, without dice. Rules: 7.14i, battlesystem:7.14j."""
    count = figures_on(foe, touched)
    more = "it falls at once and strikes nobody" if count == 1 else "they fall at once and strike nobody"
    more += "; the charge goes on"
    return Odds(
        f"breaks through {_whom(world, foe, touched)}: {more}", "", (Chance("breaks through", 100.0),), more
    )


def side_met(unit: Block, enemy: Block) -> str:
    """The side of an enemy on which a unit is, by the bearing from the enemy's middle to the middle of the unit's front."""
    x, y = enemy.point(0.0, -enemy.length / 2.0)
    bearing = degrees(atan2(unit.x - x, unit.y - y)) - enemy.heading
    return min(SIDES, key=lambda side: abs((bearing - SIDES[side] + 180.0) % 360.0 - 180.0))


def at_side(unit: Block, enemy: Block, side: str) -> Block:
    """The block of a unit moved into contact with a side of an enemy, middle to middle. Rule: battlesystem:7.8e."""
    turn = SIDES[side]
    middle = {
        "in front": (0.0, 0.0),
        "in the rear": (0.0, -enemy.length),
        "in the right flank": (enemy.breadth / 2.0, -enemy.length / 2.0),
        "in the left flank": (-enemy.breadth / 2.0, -enemy.length / 2.0),
    }[side]
    x, y = enemy.point(*middle)
    heading = (enemy.heading + turn + 180.0) % 360.0
    return Block(x, y, heading, unit.figures, unit.files, unit.width, unit.depth, unit.spacing)
