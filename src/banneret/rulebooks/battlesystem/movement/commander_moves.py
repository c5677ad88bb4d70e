"""Moves of Brigade and Army Commanders: alone, any way they like, never through an enemy unit, in nobody's way.

Order: ("lead", leader, (X, Y), ...): points to go through in straight lines, in inches east and north; the way is cut where his
movement ends. ("lead", leader, "march", (X, Y), ...) is a forced march, which individuals can always make.

Rules: battlesystem:5.0c, battlesystem:7.13a.
"""

from __future__ import annotations

from typing import Final

from banneret.geometry.plane import TOLERANCE, forward, heading_of, length, snap
from banneret.geometry.rectangles import Rectangle, placed
from banneret.geometry.sight import crosses
from banneret.kernel.decision import Refusal
from banneret.kernel.dice import Chance
from banneret.kernel.event import Event
from banneret.kernel.order import Order
from banneret.kernel.table import Table
from banneret.rulebooks.battlesystem.command.commander_figures import may_stand, nearest_free
from banneret.rulebooks.battlesystem.drill.legs import LEAST
from banneret.rulebooks.battlesystem.drill.order_checks import plain
from banneret.rulebooks.battlesystem.individual import Individual
from banneret.rulebooks.battlesystem.space import standing
from banneret.rulebooks.battlesystem.space.distances import units_near
from banneret.rulebooks.battlesystem.state import State, is_mended, name, on_field
from banneret.rulebooks.battlesystem.text.sentences import agree, capital
from banneret.rulebooks.battlesystem.unit import FIELD, NOBODY

MOST: Final = 12  # points of one order
MARCH: Final = "march"
ASIDE: Final = 0.1  # inches
POINTS: Final = f"Give 1 to {MOST} points as (X Y), in inches east and north."
FORCED: Final = 1.5
"""A forced march of an individual, in movement rates. Rules: battlesystem:7.13, battlesystem:9.0d."""


def left_of(state: State, leader: Individual, forced: bool = False) -> float:
    """Inches he may still move this round; `forced`: in a forced march. Rules: battlesystem:5.0c, battlesystem:7.13."""
    inches = state.setting.sheets[leader.id].movement
    return max(0.0, (FORCED * inches if forced else inches) - leader.moved)


def is_able(state: State, leader: Individual) -> bool:
    """True if he stands on the table and has movement left."""
    return leader.on_table and left_of(state, leader) > LEAST


def _barred(state: State, side: int, x0: float, y0: float, x1: float, y1: float) -> str:
    """The name of the enemy unit or forbidden ground that bars a straight way; "" if it is free. Rule: battlesystem:5.0c."""
    line = length(x1 - x0, y1 - y0)
    for unit in units_near(state, (x0 + x1) / 2.0, (y0 + y1) / 2.0, line / 2.0 + TOLERANCE, side):
        for part in standing.ground(unit):
            if crosses(x0, y0, x1, y1, part):
                return unit.now.name
    return barred_ground(state, x0, y0, x1, y1)


def barred_ground(state: State, x0: float, y0: float, x1: float, y1: float, swims: bool = False) -> str:
    """The name of the forbidden ground that bars a straight way; "" if none does. Deep water does not bar one who `swims`.

    Rules: battlesystem:5.0c, battlesystem:11.8l.
    """
    line = length(x1 - x0, y1 - y0)
    grounds = state.setting.swimmers_ground if swims else state.setting.ground
    if line == 0.0:
        return ""
    # a box wider by more than the heading of the line, which is rounded, turns its ends aside
    west, east = min(x0, x1) - ASIDE, max(x0, x1) + ASIDE
    south, north = min(y0, y1) - ASIDE, max(y0, y1) + ASIDE
    for number, polygon in enumerate(grounds):
        if polygon.is_off((west, south, east, north)):
            continue
        middle = placed((x0 + x1) / 2.0, (y0 + y1) / 2.0, 0.0, line, heading_of(x1 - x0, y1 - y0))
        if polygon.holds(x1, y1) or any(overlap_line(middle, wall) for wall in polygon.walls):
            return state.setting.ground_names[number]
    return ""


def overlap_line(line: Rectangle, wall: Rectangle) -> bool:
    """True if a line without width crosses a wall without depth."""
    ends = wall.corners()
    x0, y0 = line.front_middle()
    x1, y1 = 2.0 * line.x - x0, 2.0 * line.y - y0
    ax, ay = ends[0]
    bx, by = ends[1]
    one = (bx - ax) * (y0 - ay) - (by - ay) * (x0 - ax)
    two = (bx - ax) * (y1 - ay) - (by - ay) * (x1 - ax)
    three = (x1 - x0) * (ay - y0) - (y1 - y0) * (ax - x0)
    four = (x1 - x0) * (by - y0) - (y1 - y0) * (bx - x0)
    return (one > 0.0) != (two > 0.0) and (three > 0.0) != (four > 0.0)


def walked(leader: Individual, points: list[tuple[float, float]], inches: float) -> list[tuple[float, float]]:
    """The points of a way from where the commander stands; if it is longer than n inches, the last point is where they end. Rule: battlesystem:3.5."""
    x, y = leader.x, leader.y
    found: list[tuple[float, float]] = []
    for to_x, to_y in points:
        far = length(to_x - x, to_y - y)
        if far > inches + TOLERANCE:
            share = inches / far
            found.append((snap(x + (to_x - x) * share), snap(y + (to_y - y) * share)))
            break
        inches = max(0.0, inches - far)
        x, y = snap(to_x), snap(to_y)
        found.append((x, y))
    return found


# ---------------------------------------------------------------- the verb "lead"


def said(order: Order) -> tuple[str, Order]:
    """The word for the kind of move ("march"; "" for an ordinary one), and the order without it."""
    if len(order) > 2 and isinstance(order[2], str):
        return order[2], (*order[:2], *order[3:])
    return "", order


def read(order: Order) -> list[tuple[float, float]] | None:
    """The points an order leads a commander through; None if they cannot be read. Rule: battlesystem:5.0c."""
    points: list[tuple[float, float]] = []
    for word in order[2:]:
        if not isinstance(word, tuple) or len(word) != 2:
            return None
        for part in word:
            if not isinstance(part, (int, float)) or not -1000.0 <= part <= 1000.0:
                return None
        points.append((float(word[0]), float(word[1])))
    return points if 0 < len(points) <= MOST else None


def refusal(state: State, side: int, order: Order) -> Refusal | None:
    """The reason a commander cannot move as ordered; None if he can. Rules: battlesystem:5.0c, battlesystem:7.13a.

    By versions 1 to 8 of the rules he made no forced march.
    """
    rule = "battlesystem:5.0c"
    if len(order) < 2 or type(order[1]) is not int or order[1] not in state.individuals:
        return Refusal("Name one of your Brigade or Army Commanders by number.", rule)
    leader = state.individuals[order[1]]
    label = state.setting.sheets[leader.id].name
    if leader.side != side:
        return Refusal(f"{label} is not yours.", rule)
    if not leader.on_table:
        unit = leader.unit
        if unit != NOBODY and state.units[unit].status == FIELD:
            return Refusal(f"{label} is with {name(state, state.units[unit])}, and goes where it goes.", rule)
        return Refusal(f"{label} is not on the table.", rule)
    if not is_able(state, leader):
        return Refusal(f"{label} has no movement left.", rule)
    word, rest = said(order)
    forced = word == MARCH and is_mended(state, 9)
    if forced and leader.moved > 0.0:
        return Refusal(f"{label} has moved: a forced march is his whole move.", "battlesystem:7.13")
    points = read(rest if forced else order)
    if points is None:
        return Refusal(POINTS, rule)
    x, y = leader.x, leader.y
    for to_x, to_y in walked(leader, points, left_of(state, leader, forced)):
        bar = _barred(state, side, x, y, to_x, to_y)
        if bar:
            return Refusal(f"{in_the_way(bar)} Lead the commander round it.", rule)
        x, y = to_x, to_y
    if not may_stand(state, x, y):
        return Refusal(
            "There is no room for the commander at the end of that way.", rule, _beside(state, leader, x, y)
        )
    return None


def in_the_way(bar: str) -> str:
    """The sentence that something bars a way, by its name."""
    return capital(f"{bar} {agree(bar, 'is|are')} in the way.")


def _beside(state: State, leader: Individual, x: float, y: float) -> Order | None:
    """The order to the nearest free place; None if he cannot go straight there."""
    spot = nearest_free(state, x, y)
    if spot is None:
        return None
    order: Order = ("lead", leader.id, (plain(spot[0]), plain(spot[1])))
    far = length(spot[0] - leader.x, spot[1] - leader.y)
    if far > left_of(state, leader) or _barred(state, leader.side, leader.x, leader.y, spot[0], spot[1]):
        return None
    return order


def carry_out(state: State, table: Table, side: int, order: Order) -> None:
    """Move the commander as ordered. Rules: battlesystem:5.0c, battlesystem:7.13."""
    leader = state.individuals[order[1]]
    word, rest = said(order)
    forced = word == MARCH
    points = read(rest)
    assert points is not None
    x, y, gone = leader.x, leader.y, 0.0
    for to_x, to_y in walked(leader, points, left_of(state, leader, forced)):
        gone += length(to_x - x, to_y - y)
        x, y = to_x, to_y
    leader.x, leader.y = x, y
    leader.moved = max(gone, state.setting.sheets[leader.id].movement) if forced else leader.moved + gone
    if table.telling:
        label = state.setting.sheets[leader.id].name
        data: dict[str, object] = {"leader": f"l{leader.id}", "x": x, "y": y}
        how, rule = ("marches", "battlesystem:7.13") if forced else ("moves", "battlesystem:5.0c")
        table.tell(Event("lead", f"{label} {how} {round(gone, 2):g} in.", rule, side=side, data=data))


def offers(state: State, leader: Individual) -> list[Order]:
    """Examples of moves as far as he can go: toward the middle of his side's units, and in the four main directions."""
    if not is_able(state, leader):
        return []
    found: list[Order] = []
    inches = left_of(state, leader)
    tries = [_with_troops(state, leader, inches)]
    for heading in (0.0, 90.0, 180.0, 270.0):
        east, north = forward(heading)
        tries.append((leader.x + east * inches, leader.y + north * inches))
    for x, y in tries:
        order: Order = ("lead", leader.id, (plain(snap(x)), plain(snap(y))))
        if order not in found and refusal(state, leader.side, order) is None:
            found.append(order)
    return found


def sample(state: State, leader: Individual, chance: Chance) -> Order | None:
    """A random move within his reach; None if there is none."""
    if not is_able(state, leader):
        return None
    inches = left_of(state, leader)
    if chance.below(4) == 0:
        inches *= (1 + chance.below(3)) / 4.0
    if chance.below(2):
        x, y = _with_troops(state, leader, inches)
    else:
        east, north = forward(chance.below(360))
        x, y = leader.x + east * inches, leader.y + north * inches
    order: Order = ("lead", leader.id, (plain(snap(x)), plain(snap(y))))
    refused = refusal(state, leader.side, order)
    return order if refused is None else refused.nearest


def _with_troops(state: State, leader: Individual, inches: float) -> tuple[float, float]:
    """The middle of the side's units, or the point n inches toward it if it is farther away."""
    units = on_field(state, leader.side)
    if not units:
        return leader.x, leader.y
    spots = [standing.centre(unit) for unit in units]
    x = sum([spot[0] for spot in spots]) / len(spots)
    y = sum([spot[1] for spot in spots]) / len(spots)
    far = length(x - leader.x, y - leader.y)
    if far <= inches or far == 0.0:
        return x, y
    return leader.x + (x - leader.x) * inches / far, leader.y + (y - leader.y) * inches / far
