"""Plans of wrap-arounds: the widened line, its wings along the enemy's flanks, the places of all figures, and the cost.

Rules: battlesystem:7.10c, battlesystem:7.11 to battlesystem:7.11b, battlesystem:7.9d, battlesystem:7.1e, battlesystem:11.8c.
"""

from __future__ import annotations

from collections.abc import Sequence

from banneret.geometry.plane import TOLERANCE, length, radians, snap, within
from banneret.geometry.rectangles import FRONT, LEFT, RIGHT, SIDE_NAMES, Rectangle, gap, overlap, placed
from banneret.kernel.decision import Refusal
from banneret.rulebooks.battlesystem.blocks.block import Block
from banneret.rulebooks.battlesystem.blocks.block_moves import WHEEL, pivot, rebuilt, widen
from banneret.rulebooks.battlesystem.blocks.block_moves import wheel as wheeled
from banneret.rulebooks.battlesystem.blocks.clearance import on_table, slide_way, wheel_way
from banneret.rulebooks.battlesystem.drill.legs import left_of
from banneret.rulebooks.battlesystem.drill.order_checks import too_few_behind
from banneret.rulebooks.battlesystem.drill.slides import halted_by
from banneret.rulebooks.battlesystem.space import contacts, distances, field, formations, obstacles, standing
from banneret.rulebooks.battlesystem.space.tariffs import is_astride
from banneret.rulebooks.battlesystem.state import State, enemies, is_mended, name
from banneret.rulebooks.battlesystem.tables.grounds import Feature
from banneret.rulebooks.battlesystem.text.sentences import says
from banneret.rulebooks.battlesystem.unit import CLOSED, NOBODY, Pose, Unit
from banneret.rulebooks.battlesystem.worth.allowance import rate


class Wing:
    """An end of a line that turns inward.

    Attributes:
        side: `LEFT` or `RIGHT`.
        files: the number of files that turn.
        cost: inches that the turn takes, without the lines that it crosses.
        crossed: these lines.
        poses: where the figures of its front rank then stand, from the inner file outward.
    """

    __slots__ = ("cost", "crossed", "files", "poses", "side")

    def __init__(self, side: int, files: int, cost: float, crossed: list[Feature], poses: list[Pose]) -> None:
        self.side: int = side
        self.files: int = files
        self.cost: float = cost
        self.crossed: list[Feature] = crossed
        self.poses: list[Pose] = poses


class Wrap:
    """A wrap-around as planned.

    Attributes:
        block: the widened block.
        left: the number of files added at the left end, by which the old files are renumbered.
        added: the number of files added in all.
        wings: the ends that turn.
        loose: the poses of all figures then.
        cost: inches of movement in all.
    """

    __slots__ = ("added", "block", "cost", "left", "loose", "wings")

    def __init__(
        self, block: Block, left: int, added: int, wings: list[Wing], loose: list[Pose], cost: float
    ) -> None:
        self.block: Block = block
        self.left: int = left
        self.added: int = added
        self.wings: list[Wing] = wings
        self.loose: list[Pose] = loose
        self.cost: float = cost


def planned(
    state: State, unit: Unit, ends: list[tuple[int, int]], fronts: list[Unit], measured: bool = True
) -> Wrap | Refusal:
    """The plan of a wrap-around, or the reason it is impossible. By versions 1 to 10 of the rules ground was not paid for.

    Args:
        state: the battle.
        unit: a unit in a block.
        ends: `LEFT` or `RIGHT`, and the number of figures moved up to that end first.
        fronts: the enemies that it wraps around.
        measured: whether enemies that it does not touch are looked at.

    Rules: battlesystem:7.10c, battlesystem:7.11a, battlesystem:7.11b, battlesystem:3.5, battlesystem:11.8e, battlesystem:11.8n.
    """
    block = unit.block
    assert block is not None
    left = right = 0
    for side, added in ends:
        if unit.wings[0 if side == LEFT else 1]:
            return Refusal(f"The {SIDE_NAMES[side]} end has turned already.", "battlesystem:7.11a")
        if side == LEFT:
            left = added
        else:
            right = added
    added = left + right
    allowance = left_of(state, unit)
    trouble = _cannot_move_up(unit, block, added, allowance)
    if trouble is not None:
        return trouble
    wide = widen(block, left, right) if added else block
    crossed = field.widened_across(state, unit, block, wide)
    foes = contacts.enemies_touching(state, unit)
    if measured:
        foes = [enemy.id for enemy in enemies(state, unit.side)]
    if added:
        blocked = _broken_by_ground(state, unit, wide, crossed) or _no_room(state, unit, wide, fronts, foes)
        if blocked is not None:
            return blocked
    wings: list[Wing] = []
    cost = float(added * unit.mount)
    for side, _ in ends:
        wing = _wing(state, unit, wide, side, fronts, foes, left)
        if isinstance(wing, Refusal):
            return wing
        wings.append(wing)
        cost += wing.cost
        crossed += [one for one in wing.crossed if one not in crossed]
    cost += field.tolls(state, unit, crossed)
    if sum(wing.files for wing in wings) + unit.wings[0] + unit.wings[1] >= wide.files:
        return Refusal("No figure would be left in the main line.", "battlesystem:7.11a")
    if not within(cost, allowance):
        reason = f"It would cost {cost:.2f} in; {allowance:g} in are left."
        return Refusal(reason, "battlesystem:7.11b")
    loose = _poses(unit, block, wide, left, wings)
    if _crowded(wide, loose):
        return Refusal("Its own figures leave no room to turn.", "battlesystem:7.9d")
    if _barred(state, unit, wide, loose):
        reason = "Friends or ground that nobody may enter leave its figures no room to close up."
        return Refusal(reason, "battlesystem:7.1e")
    inches = rate(state, unit)
    far = farthest_walk(formations.poses_of(unit), loose, wide, inches if is_mended(state, 16) else 0.0)
    if not within(far, inches):
        reason = f"One figure would have to move {far:.2f} in, more than the movement rate."
        return Refusal(reason, "battlesystem:7.11b")
    return Wrap(wide, left, added, wings, loose, cost)


def _cannot_move_up(unit: Unit, block: Block, added: int, allowance: float) -> Refusal | None:
    """The reason figures cannot be moved up to the ends of a line, room aside; None if they can. Rules: battlesystem:7.10c, 7.10d, battlesystem:7.11b."""
    if added and unit.widened < 0:
        return Refusal("A unit cannot widen after it has narrowed in the same phase.", "battlesystem:7.10c")
    if block.files + added > block.figures:
        return too_few_behind(block, added)
    moved_up = added * unit.mount
    if not within(float(moved_up), allowance):
        return Refusal(
            f"Moving up {moved_up} figures costs {moved_up} in; {allowance:g} in are left.",
            "battlesystem:7.11b",
        )
    return None


def turn_cost(block: Block, files: int, degrees: float) -> float:
    """Inches that a wing of n files pays for its turn. Rule: battlesystem:7.11b."""
    return radians(degrees) * ((files - 1) * (block.width + block.spacing) + block.width / 2.0)


def fronted(state: State, unit: Unit) -> list[Unit]:
    """The enemies that touch the front of a unit. By versions 1 to 16 of the rules nobody wrapped around skirmishers. Rule: battlesystem:7.11."""
    found: list[Unit] = []
    block = unit.block
    if block is None:
        return found
    for number in contacts.enemies_touching(state, unit):
        enemy = state.units[number]
        if enemy.block is None and not is_mended(state, 17):
            continue
        for touch in contacts.touches(state, unit, enemy):
            if touch.side == FRONT and touch.figure < block.files:
                found.append(enemy)
                break
    return found


def fronted_grounds(block: Block, fronts: list[Unit]) -> list[Rectangle]:
    """The pieces of the enemies' ground that touch the front rank of a block."""
    line = Rectangle(block.x, block.y, block.breadth / 2.0, block.depth, block.forward_x, block.forward_y)
    return [ground for enemy in fronts for ground in standing.ground(enemy) if gap(line, ground) <= TOLERANCE]


def flank_of(unit_block: Block, grounds: list[Rectangle], side: int) -> float:
    """Inches from the middle of a block's front, to its `RIGHT` or `LEFT`, to the farthest corner of the enemies before it.

    Of each piece of the enemies' ground only the edge that faces the block counts.
    """
    hand = 1.0 if side == RIGHT else -1.0
    farthest = -1e300
    for ground in grounds:
        for x, y in _facing_edge(ground, unit_block.forward_x, unit_block.forward_y):
            east, north = x - unit_block.x, y - unit_block.y
            across = hand * (east * unit_block.forward_y - north * unit_block.forward_x)
            if across > farthest:
                farthest = across
    return farthest


def _facing_edge(ground: Rectangle, ahead_x: float, ahead_y: float) -> list[tuple[float, float]]:
    """The two ends of the edge of a rectangle that most nearly faces against a direction."""
    corners = ground.corners()
    along = ground.forward_x * ahead_x + ground.forward_y * ahead_y
    aside = ground.forward_y * ahead_x - ground.forward_x * ahead_y
    if abs(along) >= abs(aside):
        return corners[:2] if along < 0.0 else corners[2:]
    return [corners[1], corners[2]] if aside < 0.0 else [corners[0], corners[3]]


def _drawn_up(
    state: State, unit: Unit, block: Block, files: int, left: int, side: int, corner: float
) -> tuple[Block, Block, float]:
    """A wing of n files where the line stands, and where it begins to turn, with the inches from the middle of the line to its inner edge.

    The file next to it may have gone on alone to touch an enemy who is not square; then the wing goes up to that first. By versions 1 to
    17 of the rules it turned where the line stood, and met nobody; and one a hundredth of an inch short of the enemy's corner met him at
    once, and did not turn. Rules: battlesystem:7.8b, battlesystem:7.11a.
    """
    hand = 1.0 if side == RIGHT else -1.0
    edge, ahead = inner_edge(block, files), 0.0
    if is_mended(state, 18):
        edge = max(edge, corner)
        before, loose = unit.block, unit.loose
        file = (block.files - files - 1 if side == RIGHT else files) - left
        if before is not None and loose is not None and 0 <= file < before.files:
            x, y, _ = loose[file]
            at_x, at_y = before.centre(0, file)
            gone = (x - at_x) * block.forward_x + (y - at_y) * block.forward_y
            if gone > TOLERANCE:
                across = (x - block.x) * block.forward_y - (y - block.y) * block.forward_x
                edge, ahead = max(edge, hand * across + block.width / 2.0), gone
    middle = hand * (edge + (files * (block.width + block.spacing) - block.spacing) / 2.0)
    line = Block(
        *block.point(middle, 0.0), block.heading, files, files, block.width, block.depth, block.spacing
    )
    return line, rebuilt(line, *block.point(middle, ahead), line.heading, files, line.spacing), edge


def _is_short(line: Block, ahead: float, bars: list[Rectangle]) -> bool:
    """True if something bars a wing on its way up to the file beside it."""
    return ahead > TOLERANCE and slide_way(line, line.heading, ahead, bars) < ahead - TOLERANCE


def _wing(
    state: State, unit: Unit, block: Block, side: int, fronts: list[Unit], foes: list[int], left: int
) -> Wing | Refusal:
    """The wing at one end of the widened line, or the reason it cannot turn. `foes`: the enemies looked at, by number. Rule: battlesystem:7.11a."""
    corner = flank_of(block, fronted_grounds(block, fronts), side)
    files = _files_beyond(state, block, corner)
    if files == 0 or files == block.files:
        reason = f"No file stands wholly beyond the enemy's flank on the {SIDE_NAMES[side]}."
        return Refusal(reason, "battlesystem:7.11a")
    hand = 1.0 if side == RIGHT else -1.0
    line, start, edge = _drawn_up(state, unit, block, files, left, side, corner)
    inward = LEFT if side == RIGHT else RIGHT
    around = distances.units_near(state, block.middle_x, block.middle_y, 8.0 * block.girth)  # all it may meet
    theirs = [ground for enemy in around if enemy.id in foes for ground in standing.ground(enemy)]
    degrees = wheel_way(start, inward, WHEEL, theirs)
    ours = obstacles.obstacles_near(state, unit, block.area(), 8.0 * block.girth)
    ahead = length(start.x - line.x, start.y - line.y)
    # by versions 1 to 18 of the rules a wing counted as turned that met an enemy at once, and stood in line as before
    is_held = degrees <= TOLERANCE and ahead <= TOLERANCE and is_mended(state, 19)
    if is_held or _is_short(line, ahead, theirs):
        return Refusal(f"There is no room for the {SIDE_NAMES[side]} wing to turn.", "battlesystem:7.9d")
    if _is_short(line, ahead, ours) or wheel_way(start, inward, degrees, ours) < degrees:
        reason = f"Friends or ground that nobody may enter are in the way of the {SIDE_NAMES[side]} wing."
        return Refusal(reason, "battlesystem:7.9d")
    turn = _price_of_turn(state, unit, block, start, inward, degrees)
    if isinstance(turn, Refusal):
        return turn
    turned = wheeled(start, inward, degrees)
    if degrees >= WHEEL and edge > corner:
        turned = _pushed_in(
            turned, block.heading - 90.0 * hand, edge - corner, theirs + ours + _gone_ahead(unit)
        )
    broken = _broken_by_ground(state, unit, turned)
    if broken is not None:
        return broken
    area = turned.area()
    if not formations.has_room(state, unit, turned, False) or any(
        obstacles.hits(area, ground) for ground in theirs
    ):
        return Refusal(f"There is no room for the {SIDE_NAMES[side]} wing to turn.", "battlesystem:7.9d")
    # the inner file is the one at the corner about which the wing turned
    order = range(files) if side == RIGHT else range(files - 1, -1, -1)
    poses: list[Pose] = []
    for file in order:
        x, y = turned.centre(0, file)
        poses.append((snap(x), snap(y), turned.heading))
    up = field.cost_over(state, unit, line, line.heading, ahead) if ahead > TOLERANCE else 0.0
    return Wing(side, files, turn[0] + up, turn[1], poses)


def _files_beyond(state: State, block: Block, corner: float) -> int:
    """The files at an end of a line that stand wholly beyond the corner of the enemy. Rule: battlesystem:7.11a."""
    files = 0
    while files < block.files and inner_edge(block, files + 1) >= corner - contacts.tolerance_of(state):
        files += 1
    return files


def _pushed_in(turned: Block, heading: float, push: float, bars: list[Rectangle]) -> Block:
    """A wing after its quarter turn, pushed in against the enemy's flank: at most `push` inches, until a bar stops it."""
    way = slide_way(turned, heading, push, bars)
    x, y = turned.point(0.0, way)  # it looks where it is pushed
    return rebuilt(turned, x, y, turned.heading, turned.files, turned.spacing)


def _price_of_turn(
    state: State, unit: Unit, line: Block, start: Block, inward: int, degrees: float
) -> tuple[float, list[Feature]] | Refusal:
    """The cost of the turn of a wing, without the lines that it crosses, and these lines; or the reason ground does not let it turn.

    Lines astride which the unit stands are paid for already, and a closed wing crosses none that would open it.
    Rules: battlesystem:7.11b, battlesystem:11.8c, battlesystem:11.8e, battlesystem:11.8f, battlesystem:11.8n.
    """
    plain = turn_cost(start, start.files, degrees)
    prices = field.tariff(state, unit) if is_mended(state, 11) else None
    if prices is None or degrees <= 0.0:
        return plain, []
    prices.lines = [one for one in prices.lines if not is_astride(one, line, prices.across)]
    prices.begin(unit.spent, unit.slowed)
    cost = prices.wheeling(start, inward, plain, degrees)
    wing = unit.copy()
    wing.marks = None
    wing.stand(start)
    course = prices.wheel(wing, inward, degrees, *pivot(start, inward), cost, left_of(state, unit))
    if course.opens:
        return _not_closed(state, unit, course.opened_by())
    if course.halt is not None:
        closed = unit.formation == CLOSED and not course.short
        return (
            _not_closed(state, unit, course.halt)
            if closed
            else Refusal(*halted_by(unit, course.halt, course.short))
        )
    return cost, [toll.feature for toll in course.tolls]


def _broken_by_ground(
    state: State, unit: Unit, block: Block, crossed: Sequence[Feature] = ()
) -> Refusal | None:
    """The reason ground does not let files of a closed unit stand as that block, or cross some lines; None if it does.

    By versions 1 to 9 of the rules they stood there closed. Rules: battlesystem:11.8c, battlesystem:11.8f.
    """
    if unit.formation != CLOSED or not state.setting.terrain or not is_mended(state, 10):
        return None
    there = field.ban(state, unit, block) or next((one for one in crossed if not one.ground.closed), None)
    return None if there is None else _not_closed(state, unit, there)


def _not_closed(state: State, unit: Unit, there: Feature) -> Refusal:
    """The refusal of a way onto or across ground where nobody is closed. Rules: battlesystem:11.8c, battlesystem:11.8f."""
    doing = "cross" if there.area is None else "stand in"
    reason = f"{name(state, unit)} cannot {doing} {there.name} in closed formation."
    return Refusal(reason, f"battlesystem:{there.ground.opens}")


def _gone_ahead(unit: Unit) -> list[Rectangle]:
    """The bases of the front rank of a unit that is out of order: files that went on singly stand ahead of the line."""
    loose, block = unit.loose, unit.block
    if loose is None or block is None:
        return []
    return [placed(x, y, block.width, block.depth, heading) for x, y, heading in loose[: block.files]]


def _crowded(block: Block, loose: list[Pose]) -> bool:
    """True if figures of the unit would stand in each other."""
    bases = [placed(x, y, block.width, block.depth, heading) for x, y, heading in loose]
    near = block.width + block.depth
    for figure, base in enumerate(bases):
        for other in bases[:figure]:
            if abs(base.x - other.x) < near and abs(base.y - other.y) < near and overlap(base, other):
                return True
    return False


def _barred(state: State, unit: Unit, block: Block, loose: list[Pose]) -> bool:
    """True if a figure would come to stand in a friend or on forbidden ground, where it did not stand before.

    Of a unit that is out of order already figures have moved up, and others may have come to where they stood.
    Rule: battlesystem:7.1e.
    """
    if unit.loose is None:
        return False
    stood = set(unit.loose)
    new = [pose for pose in loose if pose not in stood]
    bases = [placed(x, y, block.width, block.depth, heading) for x, y, heading in new]
    if not bases:
        return False
    around = obstacles.obstacles_near(state, unit, bases, 0.0)
    return any(obstacles.hits(bases, ground) for ground in around)


def inner_edge(block: Block, files: int) -> float:
    """Inches from the middle of the front to the inner edge of n files at either end."""
    pitch = block.width + block.spacing
    return block.breadth / 2.0 - (files - 1) * pitch - block.width


def _no_room(state: State, unit: Unit, wide: Block, fronts: list[Unit], foes: list[int]) -> Refusal | None:
    """The reason friends, ground or some enemies do not let a line widen where it stands; None if they do. Rule: battlesystem:7.10c."""
    if not on_table(wide, state.setting.width, state.setting.depth):
        return Refusal("The wider line would leave the table.", "battlesystem:7.1e")
    area = wide.area()
    for ground in obstacles.obstacles_near(state, unit, area, 0.0):
        if obstacles.hits(area, ground):
            return Refusal(
                "Friends or ground that nobody may enter leave no room to widen.", "battlesystem:7.1e"
            )
    for enemy in distances.units_near(state, wide.middle_x, wide.middle_y, wide.girth + 2.0 * TOLERANCE):
        if enemy.id not in foes:
            continue
        grounds = standing.ground(enemy)
        if any(overlap(part, ground) for part in area for ground in grounds):
            return Refusal(says(state, enemy, "leaves|leave no room to widen."), "battlesystem:7.10c")
        if enemy in fronts or contacts.are_touching(state, unit, enemy):
            continue
        if any(gap(part, ground) <= TOLERANCE for part in area for ground in grounds):
            reason = f"A figure moved up would come into contact with {name(state, enemy)}."
            return Refusal(reason, "battlesystem:7.10c")
    return None


def block_poses(block: Block) -> list[Pose]:
    """The poses of a block that is in order."""
    return [(snap(base.x), snap(base.y), block.heading) for base in block.bases()]


def _poses(unit: Unit, before: Block, wide: Block, left: int, wings: list[Wing]) -> list[Pose]:
    """The poses of all figures after the wrap: files that had gone on singly stay ahead."""
    found = block_poses(wide)
    if unit.loose is not None:
        had_left, had_right = unit.wings
        for file in range(before.files):
            x, y, heading = unit.loose[file]
            if file < had_left or file >= before.files - had_right:
                found[file + left] = (x, y, heading)  # a wing that turned before
                continue
            at_x, at_y = before.centre(0, file)
            for rank in range(wide.ranks):
                if wide.holds(rank, file + left):
                    figure = wide.figure(rank, file + left)
                    old_x, old_y, _ = found[figure]
                    found[figure] = (snap(old_x + x - at_x), snap(old_y + y - at_y), wide.heading)
    for wing in wings:
        for number, pose in enumerate(wing.poses):
            file = wide.files - wing.files + number if wing.side == RIGHT else wing.files - 1 - number
            found[file] = pose
    return found


def farthest_walk(before: list[Pose], after: list[Pose], block: Block, most: float = 0.0) -> float:
    """Inches of the longest straight way of a figure, from the poses before to those after.

    Figures at poses held both before and after stay. The other places are filled in order from left to right, which keeps the longest
    way short; where it is longer than `most` inches all the same, they are filled so that it is as short as can be. By versions 1 to 15
    of the rules they were not, and where figures stood one behind another it depended on how the unit lay on the table. Rule: battlesystem:7.11b.
    """
    left_behind: list[tuple[float, float, float]] = []
    taken: list[tuple[float, float, float]] = []
    for here, there, found in ((before, after, left_behind), (after, before, taken)):
        for x, y, _ in here:
            if all(abs(x - other[0]) > TOLERANCE or abs(y - other[1]) > TOLERANCE for other in there):
                across = (x - block.x) * block.forward_y - (y - block.y) * block.forward_x
                found.append((across, x, y))
        found.sort()
    far = 0.0
    for start, end in zip(left_behind, taken, strict=True):
        far = max(far, length(end[1] - start[1], end[2] - start[2]))
    if most and not within(far, most):
        far = _least_farthest([[length(end[1] - x, end[2] - y) for end in taken] for _, x, y in left_behind])
    return far


def _least_farthest(ways: list[list[float]]) -> float:
    """The longest way in inches where every figure goes to a place of its own, so chosen that it is as short as can be.

    `ways`: by figure, the inches to each place.

    >>> _least_farthest([[1.0, 2.0], [2.0, 9.0]])
    2.0
    """
    limits = sorted({way for row in ways for way in row})
    first, last = 0, len(limits) - 1
    while first < last:
        middle = (first + last) // 2
        if _all_reach(ways, limits[middle]):
            last = middle
        else:
            first = middle + 1
    return limits[first]


def _all_reach(ways: list[list[float]], most: float) -> bool:
    """True if every figure can go to a place of its own, and none farther than `most` inches."""
    held_by: list[int] = [NOBODY] * len(ways)
    return all(_finds_place(ways, most, figure, held_by, set()) for figure in range(len(ways)))


def _finds_place(
    ways: list[list[float]], most: float, figure: int, held_by: list[int], tried: set[int]
) -> bool:
    """Give a figure a place no farther off than `most` inches, if need be by moving others on; True if there is one."""
    for place, way in enumerate(ways[figure]):
        if way <= most and place not in tried:
            tried.add(place)
            if held_by[place] == NOBODY or _finds_place(ways, most, held_by[place], held_by, tried):
                held_by[place] = figure
                return True
    return False
