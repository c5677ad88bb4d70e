"""Where units may be put on the table, and where they are put when nobody says: in lines, the first in front.

An order of placement is `("place", unit, unit, ..., leader, ...)`, a unit being `(number, formation, files, x, y, heading)` with
the middle of its front edge, and the figure of its commander behind if it is not the usual one, a leader
`("leader", number, x, y)`. Skirmishers stand in a loose grid, an inch between their bases.

Rules: battlesystem:2.9g, battlesystem:2.10c, battlesystem:2.10d, battlesystem:3.4, battlesystem:4.7, battlesystem:5.0c,
battlesystem:crossroads.setup, battlesystem:crossroads.prohibited.
"""

from __future__ import annotations

from typing import Any, Final

from banneret.geometry.areas import Polygon
from banneret.geometry.blocks import Block, mob_files
from banneret.geometry.plane import TOLERANCE, forward, snap, snap_heading
from banneret.geometry.rectangles import Rectangle, circle_around, distance, gap
from banneret.geometry.ways import EAST, NORTH, SOUTH
from banneret.kernel.errors import BadInput
from banneret.kernel.order import Order
from banneret.rulebooks.battlesystem import command, formations, leaders
from banneret.rulebooks.battlesystem.facts import CROWD, SKIRMISHERS, Post
from banneret.rulebooks.battlesystem.kinds import kind
from banneret.rulebooks.battlesystem.standing import ground, hits, units_near
from banneret.rulebooks.battlesystem.state import (
    CLOSED,
    FIELD,
    FORMATIONS,
    MOB,
    NOBODY,
    SKIRMISH,
    WAITING,
    Single,
    State,
    Unit,
    bases_for,
    name,
)

Item = tuple[Any, ...]
ROOM: Final = 0.5  # inches left between units that are lined up
STEP: Final = 0.5  # inches between the places that are tried

FREELY: Final = 0  # how far from the enemy a unit must stay: no matter
MEASURED: Final = 1  # from where he stands, two full moves
TO_ZONES: Final = 2  # and, where he is not placed yet, from all of his zone

QUARTER: Final = 0.2  # of a table's depth, where no zone is given
MARGIN: Final = 6.0  # inches of it kept free at both ends


def quarter(home: int, width: float, depth: float) -> list[tuple[float, float]]:
    """The corners of the ground along an edge of the table on which a side sets up when no zone is given."""
    if home in (NORTH, SOUTH):
        low, high = (0.0, depth * QUARTER) if home == SOUTH else (depth * (1.0 - QUARTER), depth)
        return [(MARGIN, low), (width - MARGIN, low), (width - MARGIN, high), (MARGIN, high)]
    low, high = (width * (1.0 - QUARTER), width) if home == EAST else (0.0, width * QUARTER)
    return [(low, MARGIN), (high, MARGIN), (high, depth - MARGIN), (low, depth - MARGIN)]


def kind_of(state: State, unit: Unit) -> str:
    """The kind of a unit, elite and berserkers being kinds of their own. Rules: battlesystem:2.6, battlesystem:2.11."""
    roster = state.setting.rosters[unit.id]
    if roster.special:
        return roster.special
    return "skirmish" if roster.kind == SKIRMISHERS else "mob" if roster.kind == CROWD else "regular"


def allowed(state: State, unit: Unit) -> list[int]:
    """The formations a unit may begin in. Rules: battlesystem:2.8b, battlesystem:2.9g, battlesystem:2.11."""
    return [FORMATIONS.index(word) for word in kind(kind_of(state, unit)).formations]


def files_of(state: State, unit: Unit, formation: int, files: int) -> int:
    """The frontage it takes for the one asked for: mobs have one shape only. Rule: battlesystem:2.10c."""
    roster = state.setting.rosters[unit.id]
    if formation == MOB:
        return mob_files(unit.figures, roster.width, roster.depth)
    return max(1, min(files, bases_for(unit, unit.figures)))


def block_at(state: State, unit: Unit, post: Post) -> Block:
    """The figures of a unit as they stand at a post; those of skirmishers too, one by one."""
    roster = state.setting.rosters[unit.id]
    spacing = formations.spacing(unit, post.formation)
    bases = bases_for(unit, unit.figures)
    return Block(post.x, post.y, post.heading, bases, post.files, roster.width, roster.depth, spacing)


def put(state: State, unit: Unit, post: Post, leader: int = NOBODY) -> None:
    """Stand a unit at a post, its commander at the middle of the front rank unless told otherwise. Rule: battlesystem:4.7."""
    block = block_at(state, unit, post)
    unit.status = FIELD
    unit.formation = post.formation
    unit.loose = None
    unit.wings = (0, 0)
    if post.formation == SKIRMISH:
        unit.block = None
        heading = snap_heading(post.heading)
        unit.singles = [Single(snap(base.x), snap(base.y), heading) for base in block.bases()]
        unit.body = None
    else:
        unit.block = block
        unit.singles = None
    if state.setting.rosters[unit.id].commander:
        unit.leader_at = leader if leader != NOBODY else command.default_place(post.files)
    else:
        unit.leader_at = NOBODY


def ground_at(state: State, unit: Unit, post: Post) -> list[Rectangle]:
    """The ground a unit would hold at a post."""
    block = block_at(state, unit, post)
    return block.bases() if post.formation == SKIRMISH else block.area()


# ---------------------------------------------------------------- what may not be


def is_inside(polygon: Polygon, body: Rectangle) -> bool:
    """Whether a body stands wholly in an area, its edges included."""
    return polygon.holds(body.x, body.y) and all(gap(body, wall) >= -TOLERANCE for wall in polygon.walls)


def is_on_table(state: State, body: Rectangle) -> bool:
    """Whether no corner of a body sticks out over the table's edge."""
    width, depth = state.setting.width + TOLERANCE, state.setting.depth + TOLERANCE
    return all(-TOLERANCE <= x <= width and -TOLERANCE <= y <= depth for x, y in body.corners())


def trouble(state: State, unit: Unit, area: list[Rectangle], zone: Polygon | None) -> tuple[str, str]:
    """Why a unit cannot be put down, and the rule; two empty texts when it can.

    Args:
        state: who stands on the table already stands in its way.
        unit: who is to be put there.
        area: the ground that it would hold.
        zone: where it must stand wholly; None: anywhere on the table.
    """
    setting = state.setting
    for body in area:
        if not is_on_table(state, body):
            return "would stand off the table.", "battlesystem:3.4"
        if zone is not None and not is_inside(zone, body):
            return f"would not stand wholly where {setting.names[unit.side]} sets up.", _ZONE_RULE
        for number, polygon in enumerate(setting.ground):
            if polygon.meets(body):
                text = f"would stand in {setting.ground_names[number]}, which nobody may enter."
                return text, "battlesystem:crossroads.prohibited"
    for other in units_near(state, *circle_around(area)):
        if other.id == unit.id:
            continue
        if any(hits(area, theirs) for theirs in ground(other)):
            return f"would stand on the ground of {name(state, other)}.", "battlesystem:7.1e"
    return "", ""


_ZONE_RULE: Final = "battlesystem:crossroads.setup"


def too_near(state: State, unit: Unit, area: list[Rectangle], to_zones: bool = False) -> str:
    """Why a unit would begin too near an enemy, "" when it would not: see `shortfall`. Rule: battlesystem:3.4."""
    short, enemy = shortfall(state, unit, area, to_zones)
    if enemy is None:
        return ""
    apart = 2.0 * max(_rate(state, unit), _rate(state, enemy))
    text = f"would stand {max(apart - short, 0.0):.1f} in from {name(state, enemy)}"
    return f"{text}: more than {apart:g} in are wanted, two full moves of the faster."


def shortfall(
    state: State, unit: Unit, area: list[Rectangle], to_zones: bool = False
) -> tuple[float, Unit | None]:
    """By how many inches a unit would begin too near an enemy, and whom; 0 and None when it would not. Rule: battlesystem:3.4.

    More than two full moves of the faster of both must lie between them. With `to_zones`, and where the sides set up at the same
    time, an enemy who is not placed yet may be anywhere in its zone.
    """
    setting = state.setting
    worst, nearest = 0.0, None
    zones: dict[int, float] = {}
    for other in state.units:
        if other.side == unit.side or setting.rosters[other.id].arrives:
            continue
        if other.status == FIELD:
            theirs_all = ground(other)
            away = min([distance(body, theirs) for body in area for theirs in theirs_all])
        elif to_zones or setting.hidden:
            if other.side not in zones:
                zone = setting.zones[other.side].area
                zones[other.side] = min([_to_zone(zone, body) for body in area])
            away = zones[other.side]
        else:
            continue
        short = 2.0 * max(_rate(state, unit), _rate(state, other)) - away
        if short >= -TOLERANCE and (nearest is None or short > worst):
            worst, nearest = short, other
    return worst, nearest


def _rate(state: State, unit: Unit) -> float:
    return state.setting.rosters[unit.id].movement


def _to_zone(area: Polygon, body: Rectangle) -> float:
    return 0.0 if area.holds(body.x, body.y) else min([distance(body, wall) for wall in area.walls])


# ---------------------------------------------------------------- a whole side


def waiting(state: State, side: int) -> list[Unit]:
    """The units of a side that are to be placed before the first round; those that come later are not."""
    rosters = state.setting.rosters
    return [
        unit
        for unit in state.units
        if unit.side == side and unit.status == WAITING and not rosters[unit.id].arrives
    ]


def leaders_waiting(state: State, side: int) -> list[int]:
    """The leaders of a side that are to be placed."""
    return [leader.id for leader in state.leaders if leader.side == side and not leader.on_table]


def suggested(state: State, side: int) -> Order | None:
    """A placement of the whole side: as the scenario has it, where that can stand, else in lines; None without room."""
    if not state.setting.measured:
        return drawn_up(state, side, FREELY)
    # Behind the line that is far enough from all of the enemy's zone there is always room: see `leaves_room`.
    return drawn_up(state, side, MEASURED) or drawn_up(state, side, TO_ZONES)


def as_given(state: State, side: int) -> Order | None:
    """The placement that the scenario fixes, who has no position of his own in lines; None where he finds no room.

    Raises `BadInput` for a position where nobody can stand. Rule: battlesystem:3.4.
    """
    return drawn_up(state, side, FREELY, fixed=True)


def leaves_room(state: State) -> bool:
    """Whether each side finds room far enough from wherever its enemies may stand; if not, the zones win. Rule: 3.4."""
    return all(drawn_up(state, side, TO_ZONES) is not None for side in range(len(state.setting.names)))


def drawn_up(state: State, side: int, measure: int, fixed: bool = False) -> Order | None:
    """A placement of the whole side, keeping from the enemy as `measure` says; None where somebody finds no place.

    `fixed`: the scenario's positions hold, in the zone or not; raises `BadInput` naming who cannot stand at his. On stands, which
    are broader than the figures that the scenario puts there, he is lined up instead.
    """
    setting = state.setting
    items: list[Item] = []
    trial = state.copy()
    zone = setting.zones[side].area
    places = leader_places(state, side, fixed)
    if places is None:
        return None
    for number, (x, y) in places.items():  # they may be what keeps a unit in command
        trial.leaders[number].x, trial.leaders[number].y = x, y
        trial.leaders[number].on_table = True
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
    """Where the leaders of a side go: as the scenario has it, else near the middle of the zone; None without room.

    `fixed` as in `drawn_up`. Rules: battlesystem:3.4, battlesystem:5.0c, battlesystem:crossroads.prohibited.
    """
    setting = state.setting
    area = setting.zones[side].area
    found: dict[int, tuple[float, float]] = {}
    for number in leaders_waiting(state, side):
        post = setting.leader_posts[number] if setting.leader_posts else None
        if post is None or not fixed:
            x, y = post or ((area.west + area.east) / 2.0, (area.south + area.north) / 2.0)
            post = leaders.nearest_post(setting, side, x, y)
            if post is None:
                return None
        elif not leaders.is_open(setting, *post):
            raise _misplaced(setting.captains[number].name, NOT_OPEN)
        found[number] = post
    return found


NOT_OPEN: Final = "would stand off the table, or on ground that nobody may enter."


def _misplaced(who: str, reason: str) -> BadInput:
    """Where a scenario puts somebody who cannot stand there. Rule: battlesystem:3.4."""
    return BadInput(f"{who} {reason.removesuffix('.')}", hint="give it another place")


def post_trouble(state: State, unit: Unit, post: Post, zone: Polygon | None, measure: int) -> tuple[str, str]:
    """Why a unit cannot begin at a post, given who stands already, and the rule; two empty texts when it can.

    `measure`: how far from the enemy it must stay, `FREELY`, `MEASURED` or `TO_ZONES`.
    """
    area = ground_at(state, unit, post)
    reason, rule = trouble(state, unit, area, zone)
    if reason:
        return reason, rule
    reason = "" if measure == FREELY else too_near(state, unit, area, measure == TO_ZONES)
    if reason:
        return reason, "battlesystem:3.4"
    if post.formation == CLOSED and not would_be_reached(state, unit, post):
        return CLOSED_NEEDS, "battlesystem:4.7a"
    return "", ""


CLOSED_NEEDS: Final = "would begin in closed formation without being in command."


def would_be_reached(state: State, unit: Unit, post: Post, leader: int = NOBODY) -> bool:
    """Whether a unit would be in command at a post. Rules: battlesystem:4.7, battlesystem:4.7a."""
    trial = unit.copy()
    put(state, trial, post, leader)
    return command.is_reached(state, trial)


def item_of(unit: Unit, post: Post) -> Item:
    """The part of an order that puts a unit at a post."""
    return (unit.id, FORMATIONS[post.formation], post.files, post.x, post.y, post.heading)


def lined_up(state: State, unit: Unit, zone: Polygon, facing: float, measure: int) -> Post | None:
    """The first free place for a unit in lines through a zone, from the front and the middle; None when there is none."""
    for formation, files in _ways_to_stand(state, unit):
        found = _first_free(state, unit, formation, files, zone, facing, measure)
        if found is not None:
            return found
    return None


def _ways_to_stand(state: State, unit: Unit) -> list[tuple[int, int]]:
    """Formations and frontages, the preferred first, then the narrower ones, then the other formations."""
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
    ahead_x, ahead_y = forward(facing)
    along = [x * ahead_x + y * ahead_y for x, y in zone.corners]
    across = [x * ahead_y - y * ahead_x for x, y in zone.corners]
    middle = (min(across) + max(across)) / 2.0
    reach = int((max(across) - min(across)) / 2.0 / STEP)
    rows = int((max(along) - min(along)) / STEP) + 1
    shape = block_at(state, unit, Post(formation, files, 0.0, 0.0, facing))
    wide, deep = shape.breadth / 2.0 + ROOM, shape.length / 2.0 + ROOM
    taken = [body for other in state.units if other.status == FIELD for body in ground(other)]
    hopeless: list[tuple[float, float, float]] = []  # places too near an enemy, and by how much
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
    """Whether a point lies in one of those circles; the one that it lies in is looked at first the next time."""
    for number, (at_x, at_y, by) in enumerate(hopeless):
        if (x - at_x) * (x - at_x) + (y - at_y) * (y - at_y) < by * by:
            hopeless.insert(0, hopeless.pop(number))
            return True
    return False


def _is_taken(room: Rectangle, taken: list[Rectangle]) -> bool:
    """Whether somebody stands in that room; who stands in it is looked at first the next time: the next place is near."""
    for number, body in enumerate(taken):
        if gap(room, body, 0.0) < 0.0:
            taken.insert(0, taken.pop(number))
            return True
    return False


def take_posts(state: State, side: int, order: Order) -> None:
    """Put a side on the table as an order of placement says. Rule: battlesystem:3.4."""
    for item in order[1:]:
        if item[0] == "leader":
            leader = state.leaders[item[1]]
            leader.x, leader.y, leader.on_table = snap(item[2]), snap(item[3]), True
            continue
        unit = state.units[item[0]]
        post = Post(FORMATIONS.index(item[1]), item[2], float(item[3]), float(item[4]), float(item[5]))
        put(state, unit, post, item[6] if len(item) > 6 else NOBODY)


# ---------------------------------------------------------------- posts in words


def read_post(state: State, unit: Unit, words: Item) -> Post | str:
    """A post from the words of an order: formation, files, x, y, heading; what is wrong with them, if something is.

    The figure of the unit's commander may follow. Rules: battlesystem:2.8b, battlesystem:2.9g, battlesystem:2.10c, battlesystem:4.7.
    """
    who = name(state, unit)
    if len(words) not in (5, 6):
        return f"{who} needs formation, files, x, y and heading."
    word, files, x, y, heading = words[:5]
    if word not in FORMATIONS or FORMATIONS.index(word) not in allowed(state, unit):
        known = " or ".join(FORMATIONS[formation] for formation in allowed(state, unit))
        return f"{who} is of kind {kind_of(state, unit)}: it begins {known}, not {str(word)[:20]!r}."
    formation = FORMATIONS.index(word)
    bases = bases_for(unit, unit.figures)
    if type(files) is not int or not 1 <= files <= bases:
        return f"{who} stands 1 to {bases} {'stands' if unit.mount > 1 else 'files'} broad."
    if formation == MOB and files != files_of(state, unit, MOB, files):
        return f"{who} is a mob, as broad as deep: {files_of(state, unit, MOB, files)} files."
    if not (is_coordinate(x) and is_coordinate(y) and is_coordinate(heading)):
        return f"{who} needs numbers for x, y and heading."
    if len(words) == 6:
        leader = words[5]
        if not state.setting.rosters[unit.id].commander:
            return f"{who} has no commander to be placed."
        if type(leader) is not int or not 0 <= leader < files:
            return f"The commander of {who} stands in the front rank: figure 0 to {files - 1}."
    return Post(formation, files, snap(float(x)), snap(float(y)), snap_heading(float(heading)))


def is_coordinate(word: Any) -> bool:
    """A coordinate or heading: a number that is no wild one."""
    return isinstance(word, (int, float)) and not isinstance(word, bool) and -1000.0 <= word <= 1000.0
