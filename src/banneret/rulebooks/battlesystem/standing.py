"""Where the figures of units stand, what ground they hold, and who touches whom.

What is worked out is kept for the next who asks: the body of a unit with the unit, what two units have to do with each
other in bounded tables beside the state. Lists that come from here are shared: read them.

Rules: battlesystem:7.1c, battlesystem:7.1e, battlesystem:7.8a, battlesystem:7.8e, battlesystem:7.4a.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final, TypeVar

from banneret.geometry import fighting
from banneret.geometry.blocks import Block, is_near
from banneret.geometry.contact import aspect as aspect_of
from banneret.geometry.contact import in_contact, side_touched
from banneret.geometry.fighting import Touch
from banneret.geometry.plane import TOLERANCE, forward, length, turn_between
from banneret.geometry.rectangles import REAR, Rectangle, circle_around, gap, overlap, placed
from banneret.geometry.rectangles import distance as apart
from banneret.geometry.sweeps import inside_table
from banneret.rulebooks.battlesystem import bodies
from banneret.rulebooks.battlesystem.bodies import Body
from banneret.rulebooks.battlesystem.state import FIELD, Pose, State, Unit

KEPT: Final = 4096  # pairs remembered at most, of each sort
PUSH: Final = 0.25  # inches between the places tried when a unit must make room
PUSHES: Final = 48

_PAIRS: Final[dict[tuple[int, int], tuple[Block, Block, list[Touch]]]] = {}
_BODY_PAIRS: Final[dict[tuple[int, int], tuple[Body, Body, list[Touch]]]] = {}
_Thing = TypeVar("_Thing", Block, Body)
_Pairs = dict[tuple[int, int], tuple[_Thing, _Thing, list[Touch]]]
_DISTANCES: Final[dict[tuple[int, int], tuple[Block, Block, float]]] = {}


# ---------------------------------------------------------------- bases and ground


def bases(unit: Unit) -> list[Rectangle]:
    """The bases of a unit's figures on the table: of a block by number, of skirmishers in the order of `state.standing`.

    Rule: battlesystem:7.1b.
    """
    block = unit.block
    if block is not None and unit.loose is None:
        return block.bases()
    return body(unit).bases


def base_of(unit: Unit, figure: int) -> Rectangle:
    """The base of one figure by its number. Rule: battlesystem:7.1b."""
    singles = unit.singles
    if singles is not None:
        single = singles[figure]
        return placed(single.x, single.y, unit.width, unit.depth, single.heading)
    block = unit.block
    if block is not None and unit.loose is None:
        return block.base(*block.place(figure))
    return bases(unit)[figure]


def middle_of(unit: Unit, figures: Collection[int]) -> tuple[float, float]:
    """The middle of some of a unit's figures, which are on the table. Rule: battlesystem:7.15a."""
    spots = [base_of(unit, figure) for figure in figures]
    return sum([spot.x for spot in spots]) / len(spots), sum([spot.y for spot in spots]) / len(spots)


def ground(unit: Unit) -> list[Rectangle]:
    """The ground that a unit holds against everybody. Rule: battlesystem:7.1e.

    The gaps of open formation belong to it, between files that have gone on singly as far as those stand side by side.
    """
    block = unit.block
    if block is not None and unit.loose is None:
        return block.area()
    return body(unit).ground


def body(unit: Unit) -> Body:
    """A unit as it stands; of one in order, which has a block to ask, only the rim that can be touched."""
    made = unit.body
    if made is None or made.block is not unit.block or made.loose is not unit.loose:
        made = unit.body = _body_of(unit)
    return made


def _body_of(unit: Unit) -> Body:
    block, singles = unit.block, unit.singles
    if singles is None:
        assert block is not None, "a unit on the table stands somewhere"
        return bodies.of_block(block) if unit.loose is None else bodies.of_loose(block, unit.loose)
    figures = [number for number, single in enumerate(singles) if single.gone == FIELD]
    return bodies.of_singles(figures, [base_of(unit, figure) for figure in figures])


def obstacles(state: State, unit: Unit, friends: bool) -> list[Rectangle]:
    """Everything that a unit cannot enter: other units on the table and the edges of forbidden ground.

    With `friends` only those of its own side and the ground, not its enemies. Skirmishers pass friendly skirmishers.
    Rules: battlesystem:7.1e, battlesystem:7.4a.
    """
    return _obstacles_of(state, unit, state.units, friends)


def obstacles_near(state: State, unit: Unit, area: list[Rectangle], margin: float) -> list[Rectangle]:
    """Those of the `obstacles` of its own side and the ground that bodies of a unit may meet within so many inches."""
    x, y, reach = circle_around(area)
    return _obstacles_of(state, unit, units_near(state, x, y, reach + margin), True)


def _obstacles_of(state: State, unit: Unit, units: list[Unit], friends: bool) -> list[Rectangle]:
    found: list[Rectangle] = list(state.setting.walls)
    side = unit.side
    loners = unit.singles is not None
    for other in units:
        if other.id == unit.id or other.status != FIELD:
            continue
        if other.side == side:
            if loners and other.singles is not None:
                continue
        elif friends:
            continue
        found.extend(ground(other))
    return found


def is_free(state: State, unit: Unit, area: list[Rectangle]) -> bool:
    """Whether a unit could stand on that ground: on the table, on no forbidden ground, on no other unit.

    Rule: battlesystem:7.1e.
    """
    setting = state.setting
    if not inside_table(area, setting.width, setting.depth):
        return False
    for polygon in setting.ground:
        for part in area:
            if polygon.holds(part.x, part.y):
                return False
    for wall in setting.walls:
        if hits(area, wall):
            return False
    x, y, reach = circle_around(area)
    loners = unit.singles is not None
    for other in units_near(state, x, y, reach):
        if other.id == unit.id or (loners and other.singles is not None and other.side == unit.side):
            continue
        for bar in ground(other):
            if hits(area, bar):
                return False
    return True


def hits(area: list[Rectangle], bar: Rectangle) -> bool:
    """Whether some part of an area lies on another rectangle. Rule: battlesystem:7.1e."""
    for part in area:  # noqa: SIM110 - asked too often for a generator
        if overlap(part, bar):
            return True
    return False


# ---------------------------------------------------------------- who is near


def units_near(state: State, x: float, y: float, reach: float, but: int = -1) -> list[Unit]:
    """The units on the table that may have a figure within `reach` inches of a point: no other unit has.

    Units of side `but` are not even looked at.
    """
    found: list[Unit] = []
    for unit in state.units:
        if unit.side == but or unit.status != FIELD:
            continue
        block = unit.block
        if block is not None and unit.loose is None:
            east, north, far = block.middle_x - x, block.middle_y - y, block.girth + reach
        else:
            stand = body(unit)
            east, north, far = stand.x - x, stand.y - y, stand.reach + reach
        if east * east + north * north <= far * far:
            found.append(unit)
    return found


def others_near(state: State, unit: Unit, margin: float) -> list[Unit]:
    """The other units on the table, of either side, that may be within `margin` inches of a unit: no other is.

    A unit that is only tried at a place, a copy, does not find the one it was copied from.
    """
    mine = body(unit)
    return [one for one in units_near(state, mine.x, mine.y, mine.reach + margin) if one.id != unit.id]


def enemies_near(state: State, unit: Unit, margin: float) -> list[Unit]:
    """The enemy units on the table that may be within `margin` inches of a unit: no other enemy is."""
    mine = body(unit)
    return units_near(state, mine.x, mine.y, mine.reach + margin, unit.side)


# ---------------------------------------------------------------- contact


def touches(state: State, unit: Unit, other: Unit) -> list[Touch]:
    """Every pair of figures of two units in contact, in the order of their numbers. Rule: battlesystem:7.8a.

    Seen from either unit it is the same, to the last figure.
    """
    if unit.status != FIELD or other.status != FIELD:
        return []
    first, second = unit.block, other.block
    if first is not None and second is not None and unit.loose is None and other.loose is None:
        reach = first.girth + second.girth + TOLERANCE
        east, north = second.middle_x - first.middle_x, second.middle_y - first.middle_y
        if east * east + north * north > reach * reach:
            return []
        key = (id(first), id(second))
        kept = _PAIRS.get(key)
        if kept is not None and kept[0] is first and kept[1] is second:
            return kept[2]
        if unit.id > other.id:  # worked out in one order, so that neither sees what the other does not
            return _kept(first, second, _mirrored(touches(state, other, unit)), _PAIRS)
        return _kept(first, second, fighting.touches(first, second), _PAIRS)
    mine, theirs = body(unit), body(other)
    reach = mine.reach + theirs.reach + TOLERANCE
    east, north = theirs.x - mine.x, theirs.y - mine.y
    if east * east + north * north > reach * reach:
        return []
    key = (id(mine), id(theirs))
    held = _BODY_PAIRS.get(key)
    if held is not None and held[0] is mine and held[1] is theirs:
        return held[2]
    if unit.id > other.id:
        return _kept(mine, theirs, _mirrored(touches(state, other, unit)), _BODY_PAIRS)
    return _kept(mine, theirs, _body_touches(mine, theirs), _BODY_PAIRS)


def _kept(first: _Thing, second: _Thing, found: list[Touch], pairs: _Pairs[_Thing]) -> list[Touch]:
    if len(pairs) >= KEPT:
        pairs.clear()
    pairs[(id(first), id(second))] = (first, second, found)
    return found


def _mirrored(touches_of: list[Touch]) -> list[Touch]:
    """The same contacts as the other unit sees them."""
    if not touches_of:
        return touches_of
    found = [Touch(one.other, one.figure, one.other_side, one.side) for one in touches_of]
    found.sort(key=_by_figures)
    return found


def _by_figures(touch: Touch) -> tuple[int, int]:
    return touch.figure, touch.other


def _body_touches(mine: Body, theirs: Body) -> list[Touch]:
    """Asked for every two units that come near each other: circles around bases sort out most pairs before they are measured."""
    near: list[tuple[int, Rectangle]] = []
    x, y, reach = mine.x, mine.y, mine.reach + TOLERANCE
    for place, facing in enumerate(theirs.bases):
        east, north, far = facing.x - x, facing.y - y, facing.half_width + facing.half_depth + reach
        if east * east + north * north <= far * far and is_near(facing, mine.ground):
            near.append((theirs.figures[place], facing))
    found: list[Touch] = []
    if not near:
        return found
    for place, base in enumerate(mine.bases):
        x, y, reach = base.x, base.y, base.half_width + base.half_depth + TOLERANCE
        for figure, facing in near:
            east, north, far = facing.x - x, facing.y - y, facing.half_width + facing.half_depth + reach
            if east * east + north * north <= far * far and in_contact(base, facing):
                sides = side_touched(base, facing), side_touched(facing, base)
                found.append(Touch(mine.figures[place], figure, *sides))
    return found


def may_meet(unit: Unit, other: Unit, margin: float) -> bool:
    """False when two units are surely more than `margin` inches apart: the circles around them are. Cheap."""
    mine, theirs = body(unit), body(other)
    reach = mine.reach + theirs.reach + margin
    east, north = theirs.x - mine.x, theirs.y - mine.y
    return east * east + north * north <= reach * reach


def circle(unit: Unit) -> tuple[float, float, float]:
    """The middle and radius of a circle that holds all figures of a unit."""
    made = body(unit)
    return made.x, made.y, made.reach


def are_touching(state: State, unit: Unit, other: Unit) -> bool:
    """Whether some figure of one unit touches some figure of the other. Rule: battlesystem:7.8a."""
    return bool(touches(state, unit, other))


def enemies_touching(state: State, unit: Unit) -> list[int]:
    """The numbers of the enemy units in contact with a unit. Rule: battlesystem:7.8a."""
    if unit.status != FIELD:
        return []
    return [other.id for other in enemies_near(state, unit, TOLERANCE) if touches(state, unit, other)]


def is_engaged(state: State, unit: Unit) -> bool:
    """Whether a unit touches any enemy unit. Rule: battlesystem:7.8a."""
    if unit.status != FIELD:
        return False
    for other in enemies_near(state, unit, TOLERANCE):  # noqa: SIM110 - asked too often for a generator
        if touches(state, unit, other):
            return True
    return False


def touched_sides(state: State, unit: Unit) -> set[int]:
    """The sides of a unit, by its block's heading, on which enemies touch it. Rules: battlesystem:7.8e, battlesystem:7.12a."""
    found: set[int] = set()
    loose, block = unit.loose, unit.block
    for enemy in enemies_touching(state, unit):
        for touch in touches(state, unit, state.units[enemy]):
            quarters = 0
            if loose is not None and block is not None:
                quarters = round(turn_between(block.heading, loose[touch.figure][2]) / 90.0)
            found.add((touch.side + quarters) % 4)
    return found


def rear_touched(state: State, unit: Unit) -> bool:
    """Whether an enemy touches some figure from behind, by the figure's own heading. Rules: battlesystem:4.2b, 7.8e, 7.9g."""
    for enemy in enemies_touching(state, unit):
        for touch in touches(state, unit, state.units[enemy]):
            if touch.side == REAR:
                return True
    return False


def aspect(state: State, attacker: Unit, defender: Unit) -> int:
    """From where a unit attacks another: `FRONT`, `RIGHT` (a flank, either one) or `REAR`. Rule: battlesystem:7.8e.

    Every figure of the attacker in contact counts once; one that touches several figures as is worst for the attacker.
    Units that do not touch are an error.
    """
    sides: dict[int, int] = {}
    for touch in touches(state, attacker, defender):
        worst = sides.get(touch.figure)
        if worst is None or _is_worse(touch.other_side, worst):
            sides[touch.figure] = touch.other_side
    return aspect_of(list(sides.values()))


def _is_worse(side: int, other: int) -> bool:
    """Whether an attack on one side is worse for the attacker than on another: the front, then flanks, then the rear."""
    return side != REAR and (other == REAR or side < other)


def straight_sides(unit: Unit) -> list[list[int]]:
    """The straight sides of a unit in a block, as its figures in order: front, right, rear, left, then wings.

    A wing of wrapped files is a side of its own; its figures stand no more in the front or a flank. Rules: 8.1a, 7.11c.
    """
    block = unit.block
    assert block is not None, "skirmishers fight singly"
    found = fighting.rows(block)
    left, right = unit.wings
    if left == 0 and right == 0:
        return found
    wings: list[list[int]] = []
    if left:
        wings.append(list(range(left)))
    if right:
        wings.append(list(range(block.files - right, block.files)))
    turned = {figure for wing in wings for figure in wing}
    return [[figure for figure in row if figure not in turned] for row in found] + wings


# ---------------------------------------------------------------- distances


def distance(unit: Unit, other: Unit) -> float:
    """Inches between two units, base to base; 0 in contact. Rule: battlesystem:7.8a."""
    first, second = unit.block, other.block
    if first is None or second is None or unit.loose is not None or other.loose is not None:
        return _between(unit, other)
    key = (id(first), id(second))
    kept = _DISTANCES.get(key)
    if kept is not None and kept[0] is first and kept[1] is second:
        return kept[2]
    if len(_DISTANCES) >= KEPT:
        _DISTANCES.clear()
    found = _between(unit, other)
    _DISTANCES[key] = (first, second, found)
    return found


def is_beyond(unit: Unit, other: Unit, limit: float) -> bool:
    """Whether two units are surely more than `limit` inches apart: the grounds they hold are. Cheaper than `distance`."""
    for part in ground(unit):
        for facing in ground(other):
            if gap(part, facing, limit) <= limit:
                return False
    return True


def _between(unit: Unit, other: Unit) -> float:
    mine, theirs = ground(unit), ground(other)
    nearest = 1e300
    for part in mine:
        for facing in theirs:
            if gap(part, facing, nearest) < nearest:
                nearest = min(nearest, apart(part, facing))
    if _is_solid(unit) and _is_solid(other):
        return nearest
    # Gaps of open formation are ground, but no bases. The nearest bases are hardly farther than the grounds are.
    one, two = unit.block, other.block
    slack = (0.0 if one is None else one.spacing) + (0.0 if two is None else two.spacing)
    nearest += slack + TOLERANCE
    own, reach = _within(body(unit).bases, theirs, nearest)
    facing_us, far = _within(body(other).bases, mine, nearest)
    reach += far
    for base in own:
        for facing in facing_us:
            east, north, far = facing.x - base.x, facing.y - base.y, nearest + reach
            if east * east + north * north < far * far:
                nearest = min(nearest, apart(base, facing))
    return nearest


def _within(bases_of: list[Rectangle], area: list[Rectangle], limit: float) -> tuple[list[Rectangle], float]:
    """Those bases that may be within a limit of some ground, all of one size, and the radius of the circle around each."""
    found: list[Rectangle] = []
    if not bases_of:
        return found, 0.0
    radius = length(bases_of[0].half_width, bases_of[0].half_depth)
    for base in bases_of:
        for part in area:
            if part.distance_to(base.x, base.y) <= limit + radius:
                found.append(base)
                break
    return found, radius


def _is_solid(unit: Unit) -> bool:
    """Whether a unit's ground is just its bases."""
    block = unit.block
    return block is None or block.spacing == 0.0


def centre(unit: Unit) -> tuple[float, float]:
    """The middle of a unit: of its block, of skirmishers the mean of their middles. Rule: battlesystem:7.15a."""
    block = unit.block
    if block is not None:
        return block.middle_x, block.middle_y
    spots = body(unit).bases
    if not spots:
        return 0.0, 0.0
    return sum([base.x for base in spots]) / len(spots), sum([base.y for base in spots]) / len(spots)


def farthest(unit: Unit, x: float, y: float) -> float:
    """Inches from a point to the middle of the farthest base of a unit. Rule: battlesystem:4.7."""
    block = unit.block
    most = 0.0
    if block is not None and unit.loose is None:
        last = block.ranks - 1
        spots = [block.centre(0, 0), block.centre(0, block.files - 1)]
        spots += [block.centre(last, block.last_first), block.centre(last, block.last_first + block.last - 1)]
        if last > 1 or (last == 1 and block.last == block.files):
            spots += [block.centre(last - 1, 0), block.centre(last - 1, block.files - 1)]
        for to_x, to_y in spots:
            most = max(most, length(to_x - x, to_y - y))
        return most
    for base in bases(unit):
        most = max(most, length(base.x - x, base.y - y))
    return most


# ---------------------------------------------------------------- taking a stand


def stand(unit: Unit, block: Block) -> None:
    """Makes a unit stand as a block, in order; its commander keeps to the front rank where he was nearest to it.

    Rules: battlesystem:7.1c, battlesystem:4.7.
    """
    old = unit.block
    leader = unit.leader_at
    unwrapped = unit.wings != (0, 0)
    if leader >= 0 and old is not None and (old.files != block.files or turned_apart(old, block)):
        x, y = base_of(unit, leader).x, base_of(unit, leader).y
        unit.leader_at = front_figure(block, x, y)
    elif leader >= block.figures:
        unit.leader_at = (block.files - 1) // 2
    unit.block = block
    if unit.mount == 1:
        unit.figures = block.figures
    unit.loose = None
    if unwrapped:
        unit.wings = (0, 0)


def turned_apart(old: Block, block: Block) -> bool:
    """Whether a block looks another way from the same ground: then its figures have other numbers. Rule: battlesystem:7.9h."""
    return abs(old.middle_x - block.middle_x) + abs(old.middle_y - block.middle_y) <= 0.1 and (
        abs(turn_between(old.heading, block.heading)) > 45.0
    )


def front_figure(block: Block, x: float, y: float) -> int:
    """The figure of the front rank nearest to a point, the left one of two. Rule: battlesystem:4.7."""
    best, nearest = 0, 1e300
    for file in range(block.files):
        to_x, to_y = block.centre(0, file)
        away = (to_x - x) * (to_x - x) + (to_y - y) * (to_y - y)
        if away < nearest - 1e-6:
            best, nearest = file, away
    return best


def tidy(state: State, unit: Unit) -> None:
    """Puts a unit in order: every figure in its place in the block, wings back in line. Rule: battlesystem:7.1c.

    Figures that were turned keep looking where they look (7.9g). Where somebody stands in the way meanwhile the block
    makes room by the least that will do; if there is none the unit stays as it is.
    """
    block, loose = unit.block, unit.loose
    if block is None or loose is None:
        return
    left, right = unit.wings
    spots = block.bases()
    poses: list[Pose] = []
    turned = False
    for figure, pose in enumerate(loose):
        heading = block.heading
        winged = figure < left or block.files - right <= figure < block.files
        turn = turn_between(heading, pose[2])
        if turn in (90.0, -90.0, 180.0) and not winged:
            heading, turned = pose[2], True
        poses.append((spots[figure].x, spots[figure].y, heading))
    room = _with_room(state, unit, block)
    if room is None:
        return
    stand_turned = turned and room is block
    stand(unit, room)
    if stand_turned:
        unit.loose = tuple(poses)


def _with_room(state: State, unit: Unit, block: Block) -> Block | None:
    """The block, or the nearest place behind, beside or before it that is free."""
    if is_free(state, unit, block.area()):
        return block
    for push in range(1, PUSHES + 1):
        for turn in (180.0, 90.0, -90.0, 0.0):
            east, north = forward(block.heading + turn)
            moved = Block(
                block.x + east * PUSH * push,
                block.y + north * PUSH * push,
                block.heading,
                block.figures,
                block.files,
                block.width,
                block.depth,
                block.spacing,
            )
            if is_free(state, unit, moved.area()):
                return moved
    return None
