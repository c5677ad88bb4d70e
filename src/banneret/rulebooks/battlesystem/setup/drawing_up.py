"""A whole side drawn up without orders: where the scenario puts it, else in lines from the front.

Rules: battlesystem:3.4, battlesystem:5.0c, battlesystem:crossroads.prohibited.
"""

from __future__ import annotations

from typing import Final

from banneret.geometry.plane import forward, snap, snap_heading
from banneret.geometry.polygons import Polygon
from banneret.geometry.rectangles import Rectangle, gap
from banneret.kernel.errors import BadInput
from banneret.kernel.order import Order
from banneret.rulebooks.battlesystem.command import commander_figures
from banneret.rulebooks.battlesystem.setup.posts import (
    Item,
    allowed,
    block_at,
    files_of,
    ground_at,
    item_of,
    post_trouble,
    put,
)
from banneret.rulebooks.battlesystem.setup.zones import FREELY, MEASURED, TO_ZONES, shortfall
from banneret.rulebooks.battlesystem.space.standing import ground
from banneret.rulebooks.battlesystem.state import State, bases_for, name
from banneret.rulebooks.battlesystem.tables.rosters import Post
from banneret.rulebooks.battlesystem.unit import FIELD, NOBODY, WAITING, Unit

ROOM: Final = 0.5  # inches left between units that are lined up
STEP: Final = 0.5  # inches between the places that are tried


def waiting(state: State, side: int) -> list[Unit]:
    """The units of a side that are to be placed before the first round, without reinforcements."""
    return [
        unit
        for unit in state.units.values()
        if unit.side == side and unit.status == WAITING and not unit.now.arrives
    ]


def leaders_waiting(state: State, side: int) -> list[int]:
    """The individuals of a side that are to be placed: those who are with no unit. Rule: battlesystem:9.0b."""
    return [
        leader.id
        for leader in state.individuals.values()
        if leader.side == side and not leader.on_table and leader.unit == NOBODY
    ]


def suggested(state: State, side: int) -> Order | None:
    """A placement of the whole side: units where the scenario puts them if they can stand there, else in lines; None without room."""
    if not state.setting.measured:
        return drawn_up(state, side, FREELY)
    # Behind the line that is far enough from all of the enemy's zone there is always room: see `leaves_room`.
    return drawn_up(state, side, MEASURED) or drawn_up(state, side, TO_ZONES)


def as_given(state: State, side: int) -> Order | None:
    """The placement that the scenario fixes, with units that have no position in lines; None without room for them.

    Raises `BadInput` for a position where the unit cannot stand. Rule: battlesystem:3.4.
    """
    return drawn_up(state, side, FREELY, fixed=True)


def leaves_room(state: State) -> bool:
    """True if every side has room in its zone far enough from all of the enemy zones; if not, distances do not count. Rule: battlesystem:3.4."""
    return all(drawn_up(state, side, TO_ZONES) is not None for side in range(len(state.setting.names)))


def drawn_up(state: State, side: int, measure: int, fixed: bool = False) -> Order | None:
    """A placement of the whole side; None if a unit or leader finds no place.

    Args:
        state: the battle.
        side: who sets up.
        measure: the distance to keep from the enemy: `FREELY`, `MEASURED` or `TO_ZONES`.
        fixed: the scenario's positions hold, in the zone or not; raises `BadInput` naming who cannot stand at his. A unit on
            stands, which are broader than its figures, is lined up instead.
    """
    setting = state.setting
    items: list[Item] = []
    trial = state.copy()
    zone = setting.zones[side].area
    places = leader_places(state, side, fixed)
    if places is None:
        return None
    for number, (x, y) in places.items():  # before the units, which may need them to be in command
        trial.individuals[number].x, trial.individuals[number].y = x, y
        trial.individuals[number].on_table = True
    for unit in waiting(trial, side):
        given = setting.posts[unit.id] if setting.posts else None
        if given is not None:
            files = files_of(state, unit, given.formation, given.files)
            post = Post(given.formation, files, given.x, given.y, given.heading)
            reason, _ = post_trouble(trial, unit, post, None if fixed else zone, measure)
            if not reason:
                put(trial, unit, post)
                items.append(item_of(unit, post))
            elif fixed and not setting.flags.stands:
                raise _misplaced(name(state, unit), reason)
    for unit in waiting(trial, side):
        found = lined_up(trial, unit, zone, setting.zones[side].facing, measure)
        if found is None:
            return None
        put(trial, unit, found)
        items.append(item_of(unit, found))
    items.sort(key=lambda item: int(item[0]))
    items += [("leader", number, x, y) for number, (x, y) in places.items()]
    return ("place", *items)


def leader_places(state: State, side: int, fixed: bool = False) -> dict[int, tuple[float, float]] | None:
    """The places of the leaders of a side: as the scenario has it, else near the middle of the zone; None without room.

    `fixed` as in `drawn_up`. Rules: battlesystem:3.4, battlesystem:5.0c, battlesystem:crossroads.prohibited.
    """
    setting = state.setting
    area = setting.zones[side].area
    found: dict[int, tuple[float, float]] = {}
    for number in leaders_waiting(state, side):
        one = state.individuals[number]
        post = setting.leader_posts[number] if setting.leader_posts else None
        if post is None or not fixed:
            x, y = post or ((area.west + area.east) / 2.0, (area.south + area.north) / 2.0)
            post = commander_figures.nearest_post(state, one, x, y, list(found.values()))
            if post is None:
                return None
        elif not commander_figures.is_open_to(state, one, *post):
            raise _misplaced(setting.sheets[number].name, NOT_OPEN)
        found[number] = post
    return found


NOT_OPEN: Final = "would stand off the table, or on ground that nobody may enter."


def _misplaced(who: str, reason: str) -> BadInput:
    """The error of a scenario that puts troops where they cannot stand. Rule: battlesystem:3.4."""
    return BadInput(f"{who} {reason.removesuffix('.')}", hint="give it another place")


def lined_up(state: State, unit: Unit, zone: Polygon, facing: float, measure: int) -> Post | None:
    """The first free post for a unit in the lines of a zone, from the front and the middle; None if there is none."""
    for formation, files in _ways_to_stand(state, unit):
        found = _first_free(state, unit, formation, files, zone, facing, measure)
        if found is not None:
            return found
    return None


def _ways_to_stand(state: State, unit: Unit) -> list[tuple[int, int]]:
    """Pairs of formation and files: the preferred formation first, each with the preferred frontage, then narrower ones."""
    first_of = allowed(state, unit)
    likes = state.setting.likes
    first, wanted = likes[unit.id] if likes else (first_of[0], (bases_for(unit, unit.figures) + 1) // 2)
    order = [first, *[formation for formation in first_of if formation != first]]
    found: list[tuple[int, int]] = []
    for formation in order:
        for files in (wanted, (wanted * 2 + 2) // 3, (wanted + 1) // 2, (wanted + 2) // 3):
            way = formation, files_of(state, unit, formation, files)
            if way not in found:
                found.append(way)
    return found


def _first_free(
    state: State, unit: Unit, formation: int, files: int, zone: Polygon, facing: float, measure: int
) -> Post | None:
    """The first free post for a unit in one formation and frontage; None if there is none. Rule: battlesystem:3.4."""
    ahead_x, ahead_y = forward(facing)
    along = [x * ahead_x + y * ahead_y for x, y in zone.corners]
    across = [x * ahead_y - y * ahead_x for x, y in zone.corners]
    middle = (min(across) + max(across)) / 2.0
    reach = int((max(across) - min(across)) / 2.0 / STEP)
    rows = int((max(along) - min(along)) / STEP) + 1
    shape = block_at(state, unit, Post(formation, files, 0.0, 0.0, facing))
    wide, deep = shape.breadth / 2.0 + ROOM, shape.length / 2.0 + ROOM
    taken = [body for other in state.units.values() if other.status == FIELD for body in ground(other)]
    hopeless: list[
        tuple[float, float, float]
    ] = []  # x, y of places too near an enemy, and by how many inches
    for row in range(rows):
        front = max(along) - ROOM - row * STEP
        for place in range(2 * reach + 1):
            right = middle + (place + 1) // 2 * STEP * (1.0 if place % 2 else -1.0)
            x, y = snap(right * ahead_y + front * ahead_x), snap(front * ahead_y - right * ahead_x)
            if _is_hopeless(x, y, hopeless):
                continue
            back = shape.length / 2.0
            room = Rectangle(x - ahead_x * back, y - ahead_y * back, wide, deep, ahead_x, ahead_y)
            if _is_taken(room, taken):
                continue
            post = Post(formation, files, x, y, snap_heading(facing))
            if measure != FREELY:
                short, enemy = shortfall(state, unit, ground_at(state, unit, post), measure == TO_ZONES)
                if enemy is not None:
                    hopeless.append((x, y, short))
                    continue
            reason, rule = post_trouble(state, unit, post, zone, FREELY)
            if not reason:
                return post
            if rule == "battlesystem:4.7a":
                return None  # no other place cures that
    return None


def _is_hopeless(x: float, y: float, hopeless: list[tuple[float, float, float]]) -> bool:
    """True if a point lies in one of these circles (x, y, radius); that circle is moved to the front, to be tried first."""
    for number, (at_x, at_y, by) in enumerate(hopeless):
        if (x - at_x) * (x - at_x) + (y - at_y) * (y - at_y) < by * by:
            hopeless.insert(0, hopeless.pop(number))
            return True
    return False


def _is_taken(room: Rectangle, taken: list[Rectangle]) -> bool:
    """True if a body stands in that room; it is moved to the front, to be tried first: the next room is near."""
    for number, body in enumerate(taken):
        if gap(room, body, 0.0) < 0.0:
            taken.insert(0, taken.pop(number))
            return True
    return False
