"""Ways away from an enemy in contact: straight away from those who touch, and how far that way is free.

Rules: battlesystem:7.12, battlesystem:7.12a, battlesystem:7.12b, battlesystem:8.8c, battlesystem:8.8d.
"""

from __future__ import annotations

from typing import Final

from banneret.geometry.plane import TOLERANCE, forward, heading_of, snap, snap_heading
from banneret.geometry.rectangles import FRONT, LEFT, REAR, RIGHT, Rectangle, circle_around
from banneret.geometry.sweeps import ground_border_way, ground_way
from banneret.rulebooks.battlesystem.blocks.block import Block
from banneret.rulebooks.battlesystem.blocks.block_moves import rebuilt, turned
from banneret.rulebooks.battlesystem.space import contacts, distances, field, obstacles, standing
from banneret.rulebooks.battlesystem.state import State, is_mended
from banneret.rulebooks.battlesystem.unit import OFF_ROAD, Unit

WITHDRAWAL: Final = 3.0
"""Inches of a Fighting Withdrawal, and of following it. Rules: battlesystem:7.12, battlesystem:7.12b."""

LEAST_FLIGHT: Final = 1.0
"""Inches that a unit must be able to go if it wants to flee. Rule: battlesystem:8.8c."""

SHORT: Final = 0.1
"""Inches short of an enemy at which those stop that must not touch him. Rules: battlesystem:2.9e, battlesystem:7.13b."""
BACK: Final = 0.25  # inches by which a skirmisher stops earlier, until he is far enough from his fellows


def away_heading(heading: float, sides: set[int]) -> float | None:
    """Straight away from enemies that touch those sides of a body; None when they cancel out. Rule: battlesystem:7.12a.

    >>> away_heading(0, {FRONT}), away_heading(0, {FRONT, RIGHT}), away_heading(0, {LEFT, RIGHT})
    (180.0, 225.0, None)
    """
    ahead = (FRONT in sides) - (REAR in sides)
    right = (RIGHT in sides) - (LEFT in sides)
    if ahead == 0 and right == 0:
        return None
    return snap_heading(heading + heading_of(-right, -ahead))


def sides_of(state: State, unit: Unit, figure: int) -> set[int]:
    """The sides of one skirmisher that enemies touch."""
    found: set[int] = set()
    for foe in contacts.enemies_touching(state, unit):
        for touch in contacts.touches(state, unit, state.units[foe]):
            if touch.figure == figure:
                found.add(touch.side)
    return found


def figures_touched(state: State, unit: Unit) -> list[int]:
    """The figures of a unit that touch an enemy, in order of their numbers."""
    found: set[int] = set()
    for foe in contacts.enemies_touching(state, unit):
        for touch in contacts.touches(state, unit, state.units[foe]):
            found.add(touch.figure)
    return sorted(found)


def enemies_of(state: State, unit: Unit, figures: list[int]) -> list[Unit]:
    """The enemy units that touch any of those skirmishers."""
    found: list[Unit] = []
    for foe in contacts.enemies_touching(state, unit):
        enemy = state.units[foe]
        if any(touch.figure in figures for touch in contacts.touches(state, unit, enemy)):
            found.append(enemy)
    return found


def in_order(state: State, units: list[Unit]) -> list[Unit]:
    """Units in the order of the round's ranking: Side A's first. Rules: battlesystem:7.12b, battlesystem:8.8d."""
    ranking = state.ranking
    return sorted(units, key=lambda unit: (ranking.index(unit.side) if unit.side in ranking else 99, unit.id))


def least_way(left: float) -> float:
    """Inches that must be free for a flight; a unit with less movement left than that cannot flee at all."""
    return LEAST_FLIGHT - TOLERANCE if left > 0.0 else 1e9


def way_of(state: State, unit: Unit) -> float | None:
    """The heading straight away from those who touch a unit; None when there is none. Rule: battlesystem:7.12a."""
    block = unit.block
    return None if block is None else away_heading(block.heading, contacts.touched_sides(state, unit))


def turned_about(state: State, unit: Unit, heading: float) -> Block:
    """The unit's block turned to look along a heading, in order, and moved onto the table where the turn took it off.

    Rules: battlesystem:7.15a, battlesystem:8.8c.
    """
    block = unit.block
    assert block is not None
    there = turned(block, heading)
    width, depth = state.setting.width, state.setting.depth
    east = north = 0.0
    for part in there.area():
        for x, y in part.corners():
            east = max(east, -x) if x < 0.0 else min(east, width - x) if x > width else east
            north = max(north, -y) if y < 0.0 else min(north, depth - y) if y > depth else north
    if east == 0.0 and north == 0.0:
        return there
    return rebuilt(there, there.x + east, there.y + north, heading, there.files, there.spacing)


def free_way(
    state: State, unit: Unit, area: list[Rectangle], heading: float, limit: float, with_enemies: bool
) -> float:
    """Inches, at most `limit`, until something bars bodies of a unit: friends, forbidden ground, the edge, enemies if wanted.

    Those who go alone are enemies too; by versions 1 to 8 of the rules regular troops went through them. Rules: battlesystem:7.8, 9.0d.
    """
    setting = state.setting
    way = ground_border_way(area, heading, limit, setting.width, setting.depth)
    way = ground_way(area, heading, way, obstacles.obstacles_near(state, unit, area, way))
    if with_enemies:
        x, y, reach = circle_around(area)
        near = distances.units_near(state, x, y, reach + way, unit.side)
        theirs = [ground for enemy in near for ground in standing.ground(enemy)]
        way = ground_way(area, heading, way, theirs)
        if state.individuals:
            way = way_to_loners(state, unit, area, heading, way)
    return way


def price_of_withdrawal(state: State, unit: Unit, block: Block, heading: float) -> float:
    """The movement, in inches, that the ground behind a block takes for a Fighting Withdrawal: who has less has no rate of 3 inches there.

    By versions 1 to 18 of the rules it took 3 inches on any ground. Rules: battlesystem:7.12, battlesystem:11.8n.
    """
    prices = field.tariff(state, unit) if is_mended(state, 19) else None
    if prices is None:
        return WITHDRAWAL
    by_road = prices.roads and unit.footing != OFF_ROAD and prices.is_road(block, heading, WITHDRAWAL)
    return field.cost_over(state, unit, block, heading, WITHDRAWAL, bool(by_road))


def price_for_single(state: State, unit: Unit, figure: int, heading: float) -> float:
    """As `price_of_withdrawal`, of a skirmisher, who has the bonus of a road while all figures of his unit stand on it.

    By version 19 of the rules he paid 3 inches wherever his way lay on a road, and nothing for a ford or slope on it. Rules:
    battlesystem:7.12, battlesystem:11.8a, battlesystem:11.8n.
    """
    prices = field.tariff(state, unit) if is_mended(state, 19) else None
    if prices is None:
        return WITHDRAWAL
    base = standing.base_of(unit, figure)
    if prices.keeps(base, heading, WITHDRAWAL) and not is_mended(state, 20):
        return WITHDRAWAL
    assert unit.singles is not None
    by_road = unit.footing != OFF_ROAD and field.goes_by_road(prices, unit, base, heading, WITHDRAWAL)
    return field.cost_alone(state, unit, base, heading, WITHDRAWAL, unit.singles[figure].moved, by_road)


def way_to_loners(
    state: State, unit: Unit, area: list[Rectangle], heading: float, limit: float, short: float = 0.0
) -> float:
    """Inches, at most `limit`, that bodies of a unit go until they are so short of an enemy who goes alone; one on whom they are already steps aside.

    By versions 1 to 8 of the rules they went through him. Rules: battlesystem:7.8, battlesystem:9.0d.
    """
    if not is_mended(state, 9):
        return limit
    way = limit
    for one in obstacles.loners(state, unit.side):
        _, x, y, half = one
        if all(part.distance_to(x, y) >= half - obstacles.TOUCH for part in area):
            for part in area:
                way = obstacles.lone_way(part, heading, way, one, short)
    return way


def shifted(unit: Unit, heading: float, inches: float) -> None:
    """A unit moved as it stands, in order or not. Rules: battlesystem:7.12, battlesystem:7.12b."""
    block = unit.block
    assert block is not None
    east, north = forward(heading)
    x, y = snap(block.x + east * inches), snap(block.y + north * inches)
    loose = unit.loose
    if loose is not None:
        east, north = x - block.x, y - block.y
        loose = tuple([(snap(old_x + east), snap(old_y + north), looking) for old_x, old_y, looking in loose])
    unit.stand(rebuilt(block, x, y, block.heading, block.files, block.spacing), loose, unit.wings)
