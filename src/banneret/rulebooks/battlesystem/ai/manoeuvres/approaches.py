"""Approaches of a unit to an enemy: its destination, its frontage, ways around obstacles, and how it comes into contact."""

from __future__ import annotations

from typing import Final

from banneret.geometry.plane import heading_of, length, snap_heading, turn_between
from banneret.geometry.rectangles import FRONT, LEFT, REAR, RIGHT, Rectangle
from banneret.rulebooks.battlesystem.blocks.block import Block
from banneret.rulebooks.battlesystem.blocks.block_moves import (
    OBLIQUE,
    face,
    slide,
    wheel,
    wheel_cost,
    wheel_within,
)
from banneret.rulebooks.battlesystem.blocks.clearance import border_way, on_table, slide_way, wheel_way
from banneret.rulebooks.battlesystem.combat import attack_rolls
from banneret.rulebooks.battlesystem.drill.order_checks import plain
from banneret.rulebooks.battlesystem.drill.steps import Step
from banneret.rulebooks.battlesystem.movement.charges import charge_paths
from banneret.rulebooks.battlesystem.space import formations, obstacles, standing
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.unit import CLOSED, FIELD, NOBODY, OPEN, Unit

SKEW: Final = 6.0  # degrees off square at which a unit goes at an enemy without wheeling
BACK: Final = 110.0  # degrees off its front beyond which a unit turns about
BESIDE: Final = (
    55.0  # degrees between its way and square to the enemy up to which it tries to meet him square
)
ASIDE: Final = (15.0, -15.0, 30.0, -30.0, 45.0, -45.0)  # degrees aside tried around an obstacle
TURNS: Final[tuple[tuple[int, float, Step], ...]] = (
    (RIGHT, 90.0, ("face", "right")),
    (LEFT, -90.0, ("face", "left")),
    (REAR, 180.0, ("about",)),
)
BROAD: Final = 5.0  # inches of front that a unit likes in closed order
BROAD_OPEN: Final = 7.0  # and in open order
LEAST_FILES: Final = 6  # a front of this many is not given up for the sake of a second rank
COLUMN: Final = 4  # a unit does not face aside if it then has fewer files than this, and than before
WORTHWHILE: Final = 0.4  # inches nearer that a move must bring a unit
NARROW: Final = 0.4  # inches that each missing file of its front counts
SLANT: Final = 40.0  # degrees aside that a unit reaches obliquely, without a turn
ROUND: Final = 25.0  # degrees aside tried besides straight on
WARY: Final = 60.0  # degrees off its front within which a unit may see those it hates
TEMPTED: Final = 4.0  # inches of detour that it makes to keep them out of sight


def wanted_files(state: State, unit: Unit) -> int:
    """The frontage in files that a unit wants: broad enough to meet most enemies, with ranks behind it, and all within command radius."""
    block = unit.block
    assert block is not None
    roster = unit.now
    pitch = block.width + formations.spacing(unit, unit.formation)
    reach = attack_rolls.weapon_of(state, unit).reach
    bases = block.figures
    deep = (bases + reach - 1) // reach if reach > 1 else max(LEAST_FILES, (2 * bases + 2) // 3)
    inches = BROAD if unit.formation == CLOSED else BROAD_OPEN
    found = max(1, min(int(inches / pitch + 0.5), deep, bases))
    if roster.radius == 0.0:
        return found
    best, least = found, 1e9
    for files in range(found, 0, -1):
        far = length(files // 2 * pitch, ((bases + files - 1) // files - 1) * pitch)
        if far <= roster.radius:
            return files
        if far < least:
            best, least = files, far
    return best


def broader(state: State, unit: Unit, files: int, inches: float) -> list[Step]:
    """The broader frontage that a unit wants and can pay for, as a step; empty if it is not two files broader at least."""
    if unit.widened < 0 or unit.loose is not None:
        return []
    more = min(wanted_files(state, unit) - files, int(inches))
    if more < 2:
        return []
    left = more // 2
    block = unit.block
    if block is not None and unit.leader_at != NOBODY:
        # keep its commander in the middle, within reach of both ends
        left = max(0, min(more, (files + more - 1) // 2 - block.place(unit.leader_at)[1]))
    return [("frontage", left, more - left)]


def side_met(unit: Unit, foe: Unit) -> int:
    """The side of an enemy that a unit would meet from where it stands: `FRONT`, `RIGHT` (for either flank) or `REAR`."""
    block = foe.block
    if block is None:
        return FRONT
    x, y = standing.centre(unit)
    east, north = x - block.x, y - block.y
    ahead = east * block.forward_x + north * block.forward_y
    right = east * block.forward_y - north * block.forward_x
    if ahead > -0.25 * block.length:
        return FRONT if ahead > 0.7 * (abs(right) - block.breadth / 2.0) else RIGHT
    if abs(right) > block.breadth / 2.0 + 0.5 and ahead > -block.length - (abs(right) - block.breadth / 2.0):
        return RIGHT
    return REAR


def goal(unit: Unit, foe: Unit) -> tuple[float, float, float]:
    """The point (x, y) where a unit best meets an enemy, the middle of the side that it faces, and the heading square to that side."""
    block, body = unit.block, foe.block
    assert block is not None
    if body is None:
        x, y = standing.nearest_figure(foe, block.x, block.y)
        return x, y, heading_of(x - block.x, y - block.y)
    side = side_met(unit, foe)
    if side == FRONT:
        return body.x, body.y, snap_heading(body.heading + 180.0)
    if side == REAR:
        x, y = body.point(0.0, -body.length)
        return x, y, body.heading
    east, north = block.x - body.middle_x, block.y - body.middle_y
    hand = 1.0 if east * body.forward_y - north * body.forward_x > 0.0 else -1.0
    x, y = body.point(hand * body.breadth / 2.0, -body.length / 2.0)
    return x, y, snap_heading(body.heading - hand * 90.0)


def post(unit: Unit, foe: Unit, beside: bool) -> tuple[float, float]:
    """The point that a unit makes for to fight an enemy: its `goal`, or, with `beside`, a place beside him to turn his flank."""
    block, body = unit.block, foe.block
    assert block is not None
    if beside and body is not None and side_met(unit, foe) == FRONT:
        out = body.breadth / 2.0 + block.breadth / 2.0 + 1.0
        right = body.point(out, -body.length / 2.0)
        left = body.point(-out, -body.length / 2.0)
        if length(right[0] - block.x, right[1] - block.y) < length(left[0] - block.x, left[1] - block.y):
            return right
        return left
    x, y, _ = goal(unit, foe)
    return x, y


def path(state: State, unit: Unit, foe: Unit, inches: float, beside: bool = False) -> list[Step]:
    """Steps toward an enemy, n inches in all: oblique if that brings the unit square against him, else after a wheel.

    `beside`: past his front, where a friend is, to his flank. Empty if friends or ground leave no way.
    """
    block = unit.block
    assert block is not None
    bars = obstacles.obstacles(state, unit, True)
    x, y, square = goal(unit, foe)
    if beside:  # a friend has his front: make for the place from which his flank lies open
        x, y = post(unit, foe, True)
    bearing = heading_of(x - block.x, y - block.y)
    turn = turn_between(block.heading, bearing)
    steps: list[Step] = []
    about = formations.facing_cost(unit.now.movement, REAR)
    if abs(turn) > BACK and about <= inches and unit.loose is None:
        steps.append(("about",))
        inches -= about
        block = face(block, REAR)
        bearing = heading_of(x - block.x, y - block.y)
        turn = turn_between(block.heading, bearing)
    off = turn_between(block.heading, square if abs(turn_between(bearing, square)) <= BESIDE else bearing)
    if abs(off) > SKEW or abs(turn) > OBLIQUE:
        side = RIGHT if off > 0.0 else LEFT
        degrees = min(abs(off), wheel_within(block, side, inches))
        degrees = int(degrees * 100.0) / 100.0
        if degrees >= 1.0 and not steps and wheel_way(block, side, degrees, bars) < min(5.0, degrees):
            return _round(state, block, x, y, inches, bars)
        if degrees >= 1.0:
            inches -= wheel_cost(block, side, degrees)
            block = wheel(block, side, degrees)
            steps.append(("wheel", "right" if side == RIGHT else "left", plain(degrees)))
            turn = turn_between(block.heading, heading_of(x - block.x, y - block.y))
    inches = int(inches * 100.0) / 100.0
    if inches > 0.2:
        turn = max(-OBLIQUE, min(OBLIQUE, round(turn * 10.0) / 10.0))
        direction = snap_heading(block.heading + turn)
        if not steps and slide_way(block, direction, inches, bars) < min(1.0, inches):
            return _round(state, block, x, y, inches, bars)
        steps.append(("slide", plain(turn), plain(inches)))
    return steps


def _round(
    state: State, block: Block, x: float, y: float, inches: float, bars: list[Rectangle]
) -> list[Step]:
    """The oblique move around an obstacle that brings a unit nearest to a point; empty if none brings it nearer."""
    best: list[Step] = []
    nearest = length(x - block.x, y - block.y) - 0.5
    for turn in ASIDE:
        way = _free_way(state, block, turn, inches, bars)
        if way >= 1.0:
            there = slide(block, snap_heading(block.heading + turn), way)
            far = length(x - there.x, y - there.y)
            if far < nearest:
                nearest, best = far, [("slide", plain(turn), plain(way))]
    return best


def nearer(state: State, unit: Unit, foe: Unit, x: float, y: float, inches: float, most: float) -> list[Step]:
    """The steps that leave a unit the least way to a point, turns included; empty if none gain `WORTHWHILE`.

    Args:
        state: the battle.
        unit: a formed unit.
        foe: the enemy it makes for, whom it need not avoid.
        x: of the point, in inches.
        y: likewise.
        inches: of movement that it has left.
        most: those of them that it may spend.
    """
    block = unit.block
    assert block is not None
    bars = [*obstacles.obstacles(state, unit, True), *obstacles.obstacles(state, unit, False)]
    rate = unit.now.movement
    files = wanted_files(state, unit)
    best: list[Step] = []
    least = _to_go(state, unit, block, x, y, rate, files, foe) - WORTHWHILE
    turn = turn_between(block.heading, heading_of(x - block.x, y - block.y))
    for first, body, left in _turned(state, unit, block, turn, inches, bars):
        left = int(min(left, max(0.0, most - (inches - left))) * 100.0) / 100.0
        ahead = turn_between(body.heading, heading_of(x - body.x, y - body.y))
        slants = [max(-OBLIQUE, min(OBLIQUE, float(round(ahead)))), 0.0]
        if abs(slants[0]) < 10.0:
            slants[1] = ROUND
            slants.append(-ROUND)
        for slant in slants:
            way = min(
                _free_way(state, body, slant, left, bars), int(length(x - body.x, y - body.y) * 100.0) / 100.0
            )
            there = slide(body, snap_heading(body.heading + slant), way) if way > 0.2 else body
            rest = _to_go(state, unit, there, x, y, rate, files, foe)
            if rest < least:
                steps = [*first, ("slide", plain(slant), plain(way))] if way > 0.2 else list(first)
                if steps:
                    least, best = rest, steps
            if not first and slant == slants[0] and abs(ahead) < OBLIQUE and way >= left - 0.1 and best:
                return best
    return best


def _turned(
    state: State, unit: Unit, block: Block, turn: float, inches: float, bars: list[Rectangle]
) -> list[tuple[list[Step], Block, float]]:
    """The first steps tried toward a bearing `turn` degrees aside: none, wheels, facings; each with the block and the inches left after it."""
    found: list[tuple[list[Step], Block, float]] = [([], block, inches)]
    if unit.loose is not None:
        return found
    rate = unit.now.movement
    side = RIGHT if turn > 0.0 else LEFT
    setting = state.setting
    for degrees in (min(90.0, abs(turn)), min(90.0, abs(turn) - SLANT), 0.5 * min(90.0, abs(turn))):
        if degrees < 5.0:
            continue
        degrees = int(min(degrees, wheel_within(block, side, inches)) * 10.0) / 10.0
        if degrees < 5.0:
            continue
        after = wheel(block, side, degrees)
        if (
            not on_table(after, setting.width, setting.depth)
            or wheel_way(block, side, degrees, bars) < degrees - 0.05
        ):
            continue
        word: Step = ("wheel", "right" if side == RIGHT else "left", plain(degrees))
        found.append(([word], after, inches - wheel_cost(block, side, degrees)))
    for to, angle, step in TURNS:
        if to != REAR and not _may_face(block):
            continue
        if abs(turn_between(turn, angle)) > 60.0:
            continue
        left = inches - formations.facing_cost(rate, to)
        if left >= 0.0:
            found.append(([step], face(block, to), left))
    return found


def _may_face(block: Block) -> bool:
    """True if a block that faces aside does not become a thin column."""
    return block.ranks >= min(block.files, COLUMN)


def _to_go(
    state: State, unit: Unit, block: Block, x: float, y: float, rate: float, files: int, foe: Unit
) -> float:
    """Inches of movement that a unit placed as `block` needs to a point, with turns, a better frontage, and detours round those it hates."""
    east, north = x - block.x, y - block.y
    far = length(east, north)
    found = far
    if far > 0.5:
        turn = abs(turn_between(block.heading, heading_of(east, north)))
        if turn > SLANT:
            around = (
                rate / 2.0 + wheel_cost(block, RIGHT, min(90.0, max(0.0, 140.0 - turn)))
                if turn > 90.0
                else 1e9
            )
            found += min(
                wheel_cost(block, RIGHT, min(90.0, turn - SLANT)) + max(0.0, turn - 130.0) * 0.1, around
            )
    found += NARROW * max(0, min(files, block.figures) - block.files)
    roster = unit.now
    if roster.hates:
        for other in state.units.values():
            if other.side == unit.side or other.status != FIELD or other.routed or other.id == foe.id:
                continue
            if other.now.creature not in roster.hates:
                continue
            to_x, to_y, reach = standing.circle(other)
            apart = length(to_x - block.middle_x, to_y - block.middle_y) - 0.6 * (reach + block.girth)
            if (
                apart < charge_paths.RANGE * rate
                and abs(turn_between(block.heading, heading_of(to_x - block.middle_x, to_y - block.middle_y)))
                < WARY
            ):
                found += TEMPTED
    return found


def out_of_jam(state: State, unit: Unit, x: float, y: float, inches: float) -> list[Step]:
    """Steps out of a jam: a facing, then straight on to where the unit is nearest to a point; if none helps, a narrower front."""
    block = unit.block
    assert block is not None
    if unit.loose is not None:
        return []
    bars = obstacles.obstacles(state, unit, True)
    best: list[Step] = []
    nearest = 1e9
    rate = unit.now.movement
    for side, _, word in TURNS:
        left = inches - formations.facing_cost(rate, side)
        turned = face(block, side)
        way = _free_way(state, turned, 0.0, left, bars) if left > 1.0 else 0.0
        if way >= 1.0:
            there = slide(turned, turned.heading, way)
            far = length(x - there.x, y - there.y)
            if far < nearest:
                nearest, best = far, [word, ("slide", 0, plain(way))]
    if not best and unit.formation == CLOSED and block.files > 3:
        return [("frontage", -1, -1)]
    return best


def _free_way(state: State, block: Block, turn: float, inches: float, bars: list[Rectangle]) -> float:
    """Inches, to hundredths, that a block can move `turn` degrees aside of its heading."""
    heading = snap_heading(block.heading + turn)
    setting = state.setting
    way = slide_way(block, heading, inches, bars)
    return int(border_way(block, heading, way, setting.width, setting.depth) * 100.0) / 100.0


def ways(state: State, unit: Unit, foe: Unit, inches: float) -> list[list[Step]]:
    """Ways in which a unit could come at an enemy: oblique, straight on, or after a wheel, a facing or closing up."""
    block = unit.block
    assert block is not None
    found: list[list[Step]] = []
    steps = path(state, unit, foe, inches)
    if steps:
        found.append(steps)
    x, y, _ = goal(unit, foe)
    near_x, near_y = standing.nearest_figure(foe, block.x, block.y)
    rate = unit.now.movement
    first: list[Step] = []
    if (
        unit.formation == OPEN
        and formations.may_take(state, unit, CLOSED)
        and unit.in_command
        and unit.loose is None
    ):
        closed = formations.reformed(state, unit, CLOSED)
        if closed is not None:
            first = [("formation", "closed")]
            _slants(closed, x, y, near_x, near_y, first, inches - formations.formation_cost(rate), found)
    _slants(block, x, y, near_x, near_y, [], inches, found)
    if unit.loose is None:
        turn = turn_between(block.heading, heading_of(near_x - block.middle_x, near_y - block.middle_y))
        for side, angle, word in TURNS:
            if side != REAR and not _may_face(block):
                continue
            if abs(turn_between(turn, angle)) <= 60.0:
                left = inches - formations.facing_cost(rate, side)
                if left > 0.2:
                    _slants(face(block, side), x, y, near_x, near_y, [word], left, found)
    return found


def _slants(
    block: Block,
    x: float,
    y: float,
    near_x: float,
    near_y: float,
    first: list[Step],
    inches: float,
    found: list[list[Step]],
) -> None:
    """Add the ways after the steps `first`: toward a point, toward the nearest figure, and straight ahead."""
    known: list[float] = []
    for to_x, to_y in ((x, y), (near_x, near_y)):
        turn = turn_between(block.heading, heading_of(to_x - block.x, to_y - block.y))
        if abs(turn) > 80.0 and first:
            continue
        known.append(max(-OBLIQUE, min(OBLIQUE, round(turn * 10.0) / 10.0)))
    known.append(0.0)
    done: list[float] = []
    for turn in known:
        if all(abs(turn - other) > 4.0 for other in done):
            done.append(turn)
            found.append([*first, ("slide", plain(turn), plain(int(inches * 100.0) / 100.0))])
