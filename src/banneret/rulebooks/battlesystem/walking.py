"""How a unit in a block goes, step by step: each paid for, until it is spent, stopped, or touches an enemy.

Degrees are to the right of the unit's heading, distances in inches. The steps:
  ("slide", degrees, inches)      straight on or up to 45 degrees aside; without inches as far as it goes; a group of
                                  files at the end: only these go on alone once the unit has touched an enemy
  ("wheel", "left"/"right", degrees)      with option wheel_pivot a file may follow: the figure in the middle of it
  ("face", "left"/"right") and ("about",)  a group of figures at the end: only these turn
  ("formation", "open"/"closed"), ("frontage", left, right): figures added to the ends of the front, or taken from them

A walk is worked out on a copy of the unit; whoever carries it out makes the unit stand as the copy does.

Rules: battlesystem:7.6 to battlesystem:7.10, battlesystem:3.5.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final

from banneret.geometry.blocks import Block
from banneret.geometry.moves import (
    OBLIQUE,
    WHEEL,
    inner_pivot,
    pivot,
    slide,
    swing_radius,
    swung,
    turned,
    wheel_radius,
)
from banneret.geometry.plane import (
    TOLERANCE,
    forward,
    heading_of,
    radians,
    snap,
    snap_heading,
    swing,
    turn_between,
    within,
)
from banneret.geometry.rectangles import FRONT, LEFT, REAR, RIGHT, Rectangle, overlap
from banneret.geometry.sweeps import (
    NEVER,
    border_way,
    contact_way,
    file_ways,
    hold_files,
    slide_way,
    swing_way,
)
from banneret.kernel.decision import Refusal
from banneret.kernel.table import Table
from banneret.rulebooks.battlesystem import formations, gathering, standing
from banneret.rulebooks.battlesystem.addressed import declared
from banneret.rulebooks.battlesystem.sentences import agree, degrees, says
from banneret.rulebooks.battlesystem.state import (
    CLOSED,
    COMPELLED,
    FORMATIONS,
    MOB,
    MOVEMENT,
    SKIRMISH,
    Pose,
    State,
    Unit,
    name,
)
from banneret.rulebooks.battlesystem.state import rate as rate

Step = tuple[Any, ...]

SIDES: Final = {"right": RIGHT, "left": LEFT}
SQUARE: Final = 60.0  # degrees that a unit turns at most to stand along the side it touched
LEAST: Final = 0.02  # inches: less than this is no movement left
_BEYOND: Final = 60.0  # inches: how thick the nothing around the table is taken to be


class Leg:
    """One step of a walk as it came out: the block before and after, inches paid, the rule that sets the price.

    unhindered: what it would have cost if no enemy had stood in its way.
    """

    __slots__ = ("after", "before", "cost", "rule", "step", "unhindered")

    def __init__(self, step: Step, before: Block, after: Block, cost: float, rule: str) -> None:
        self.step: Step = step
        self.before: Block = before
        self.after: Block = after
        self.cost: float = cost
        self.rule: str = rule
        self.unhindered: float = cost


class Walk:
    """What a list of steps comes to, before anything is changed.

    unit: the unit as it would stand. legs: the steps made. allowance: inches of this whole phase. cost: inches these steps take.
    contacts: the enemies it would touch then, by number. refusal: why the first step that cannot be made cannot. lost: that
    was found by measuring, not from the words of the order alone. stopped: something stood in the way.
    """

    __slots__ = (
        "allowance",
        "bars",
        "contacts",
        "cost",
        "enemies",
        "foes",
        "grounds",
        "legs",
        "lost",
        "refusal",
        "short",
        "stopped",
        "unit",
    )

    def __init__(self, unit: Unit, allowance: float, short: float, enemies: bool) -> None:
        self.unit: Unit = unit
        self.allowance: float = allowance
        self.enemies: bool = enemies  # whether they are looked at
        self.short: float = short  # inches kept from enemies. Rule: battlesystem:7.13b
        self.legs: list[Leg] = []
        self.cost: float = 0.0
        self.contacts: list[int] = []
        self.refusal: Refusal | None = None
        self.lost: bool = False
        self.stopped: bool = False
        self.bars: list[Rectangle] = []  # grounds of friends and forbidden ground near enough to matter
        self.foes: list[Unit] = []
        self.grounds: list[Rectangle] = []  # of those enemies

    @property
    def left(self) -> float:
        """Inches of the allowance that are left."""
        return max(0.0, self.allowance - self.unit.spent)

    def refuse(self, reason: str, rule: str, lost: bool) -> None:
        """The walk ends here: this step cannot be made."""
        self.refusal = Refusal(reason, rule)
        self.lost = lost

    def go(self, step: Step, after: Block, cost: float, rule: str) -> None:
        """A step is made and paid for."""
        before = self.unit.block
        assert before is not None
        self.legs.append(Leg(step, before, after, cost, rule))
        self.unit.spent += cost
        self.cost += cost


def left_of(state: State, unit: Unit) -> float:
    """Inches a unit has left of its rate in this round."""
    return max(0.0, rate(state, unit) - unit.spent)


# ---------------------------------------------------------------- walking


def plan(
    state: State,
    unit: Unit,
    steps: list[Step],
    allowance: float | None = None,
    enemies: bool = False,
    short: float = 0.0,
) -> Walk:
    """What steps would come to; nothing is changed. Rules: battlesystem:7.0, battlesystem:7.7b, battlesystem:3.5.

    Args:
        state: the battle.
        unit: a unit in a block.
        steps: as in an order.
        allowance: inches it may spend in this whole phase, what it has spent included; without one its movement rate.
        enemies: whether they are looked at: only where measuring before a declaration is allowed, or after it.
        short: inches from an enemy at which a step ends instead of touching him.
    """
    walk = Walk(unit.copy(), rate(state, unit) if allowance is None else allowance, short, enemies)
    _look_around(state, walk)
    for step in steps:
        if walk.refusal is not None or walk.contacts or walk.stopped:
            break
        if walk.unit.singles is not None:
            reason = (
                "After it has dispersed its figures move each for itself: give them an order of their own."
            )
            walk.refuse(reason, "battlesystem:2.9d", False)
            break
        _take(state, walk, step)
    return walk


def _look_around(state: State, walk: Walk) -> None:
    """Who is near enough to be met: no point of a unit goes farther than its allowance, and spreading hardly doubles it."""
    unit = walk.unit
    block = unit.block
    assert block is not None
    margin = walk.left + block.girth + 2.0
    walk.bars = list(state.setting.walls)
    for other in standing.others_near(state, unit, margin):
        if other.side == unit.side:
            walk.bars.extend(standing.ground(other))
        elif walk.enemies:
            walk.foes.append(other)
            walk.grounds.extend(standing.ground(other))


def _take(state: State, walk: Walk, step: Step) -> None:
    """One step. Rules: battlesystem:7.9, battlesystem:7.9a, battlesystem:7.9b, battlesystem:7.9e, battlesystem:7.10a, 7.6."""
    word = step[0]
    if word == "slide":
        _slide(state, walk, step)
    elif word == "wheel":
        _wheel(state, walk, step)
    elif word == "formation":
        _reform(state, walk, step)
    elif word == "frontage":
        _widen(state, walk, step)
    else:
        _face(state, walk, step)


def _pays(walk: Walk, cost: float, what: str, rule: str) -> bool:
    """Whether a manoeuvre can be paid; it is lost when not. Rule: battlesystem:3.5."""
    if within(cost, walk.left):
        return True
    walk.refuse(f"{what} takes {cost:.2f} in; {walk.left:.2f} in are left.", rule, True)
    return False


def _stands(state: State, walk: Walk, block: Block) -> None:
    """The unit stands as that block now; what enemies does it touch? Rule: battlesystem:7.8."""
    standing.stand(walk.unit, block)
    _meet(state, walk)


def _meet(state: State, walk: Walk) -> None:
    walk.contacts = [foe.id for foe in walk.foes if standing.touches(state, walk.unit, foe)]


def _is_turned(walk: Walk, what: str) -> bool:
    """Whether some figures look elsewhere, so that the unit cannot do that. Rule: battlesystem:7.9g."""
    if not formations.are_some_turned(walk.unit):
        return False
    reason = f"Some figures face another way: all must face along the unit before it {what}."
    walk.refuse(reason, "battlesystem:7.9g", False)
    return True


# ---------------------------------------------------------------- straight on, aslant


def inches_of(step: Step) -> float:
    """The inches that a straight or oblique leg is declared to go; `NEVER` where it goes as far as it can."""
    return NEVER if len(step) < 3 or isinstance(step[2], tuple) else float(step[2])


def _slide(state: State, walk: Walk, step: Step) -> None:
    """Straight or oblique, cut at the allowance, stopped by what is in the way.

    Rules: battlesystem:7.7, battlesystem:7.8, battlesystem:7.8b, battlesystem:7.9a, battlesystem:3.5.
    """
    if _is_turned(walk, "moves"):
        return
    unit, setting = walk.unit, state.setting
    block = unit.block
    assert block is not None
    turn = float(step[1])
    if abs(turn) > OBLIQUE:
        reason = f"A unit moves at most 45 degrees to either side of its front, not {turn:g}."
        walk.refuse(reason, "battlesystem:7.9a", False)
        return
    wanted = min(walk.left, inches_of(step))
    heading = snap_heading(block.heading + turn)
    way = border_way(block, heading, wanted, setting.width, setting.depth)
    way = slide_way(block, heading, way, walk.bars)
    free = way
    if walk.short > 0.0:
        near = contact_way(block, heading, way + walk.short, walk.grounds)
        way = max(0.0, min(way, near - walk.short))
    elif walk.grounds:
        way = contact_way(block, heading, way, walk.grounds)
    after = slide(block, heading, way)
    walk.go(step, after, way, "battlesystem:7.9a")
    walk.legs[-1].unhindered = free
    walk.stopped = way < wanted - TOLERANCE
    _stands(state, walk, after)
    if walk.contacts and walk.short > 0.0:
        walk.contacts = []  # a hair's breadth: it has not moved into contact
    elif walk.contacts:
        if not (setting.flags.square_up and _square_up(state, walk)):
            _files_go_on(state, walk, heading, step)
    elif way < free and walk.short == 0.0:
        _files_go_on(
            state, walk, heading, step
        )  # a gap was met and no figure yet (7.1e): some file may reach one
    elif setting.flags.oblique_turns and turn != 0.0 and not walk.stopped:
        _look_along(state, walk, heading)


def _files_go_on(state: State, walk: Walk, heading: float, step: Step) -> None:
    """Files that can touch an enemy by it go on singly. The owner may name who goes on, and these go the inches of the step.

    Rule: battlesystem:7.8b.
    """
    unit = walk.unit
    block = unit.block
    assert block is not None
    left = walk.left
    if left <= LEAST or block.files == 1:
        return
    bases = [base for foe in walk.foes for base in standing.bases(foe)]
    borders = _borders(state.setting.width, state.setting.depth)
    bars = [*walk.bars, *walk.grounds, *borders]
    closed = unit.formation in (CLOSED, MOB)
    named = step[-1] if len(step) > 2 and isinstance(step[-1], tuple) else None
    if named is None:
        ways = file_ways(block, heading, left, bases, bars, closed)
    else:
        freely = min(left, inches_of(step) - walk.legs[-1].cost) if walk.contacts else 0.0
        ways = file_ways(block, heading, left, bases, bars, closed, named, freely)
        ways = [way if file in named else 0.0 for file, way in enumerate(ways)]
        hold_files(block, heading, ways, closed)
    farthest = max(ways)
    if farthest <= 0.0:
        return
    unit.loose = _poses(block, heading, ways)
    if not walk.contacts and _stands_in(unit, walk.grounds):
        # abreast they would take an enemy between them: one of them alone, the one with the shortest way
        farthest, file = min([(way, file) for file, way in enumerate(ways) if way > 0.0])
        unit.loose = _poses(block, heading, [farthest if at == file else 0.0 for at in range(block.files)])
        if _stands_in(unit, walk.grounds):
            unit.loose = None
            return
    unit.spent += farthest
    walk.cost += farthest
    walk.legs[-1].cost += farthest
    _meet(state, walk)


def _poses(block: Block, heading: float, ways: list[float]) -> tuple[Pose, ...]:
    """Where the figures of a block stand when each file has gone on so far in a direction."""
    east, north = forward(heading)
    poses: list[Pose] = []
    for figure, base in enumerate(block.bases()):
        way = ways[block.place(figure)[1]]
        poses.append((snap(base.x + east * way), snap(base.y + north * way), block.heading))
    return tuple(poses)


def _stands_in(unit: Unit, grounds: list[Rectangle]) -> bool:
    """Whether a unit would stand on somebody's ground. Rule: battlesystem:7.1e."""
    return any(overlap(part, bar) for part in standing.ground(unit) for bar in grounds)


def _square_up(state: State, walk: Walk) -> bool:
    """The unit turns about the point of contact, free, until its front lies along the side it touches; whether it did.

    Only where its front touches, and there is room for all of the turn. Option contact = square-up. Rule: battlesystem:7.8b.
    """
    unit = walk.unit
    block = unit.block
    assert block is not None
    for foe_id in walk.contacts:
        foe = state.units[foe_id]
        for touch in standing.touches(state, unit, foe):
            if touch.side != FRONT:
                continue
            mine, theirs = standing.base_of(unit, touch.figure), standing.base_of(foe, touch.other)
            outward = heading_of(theirs.forward_x, theirs.forward_y) + 90.0 * touch.other_side
            turn = turn_between(block.heading, snap_heading(outward + 180.0))
            if abs(turn) <= TOLERANCE or abs(turn) > SQUARE:
                continue
            x, y = swing(block.x, block.y, *_meeting_point(mine, theirs), turn)
            after = Block(
                x,
                y,
                block.heading + turn,
                block.figures,
                block.files,
                block.width,
                block.depth,
                block.spacing,
            )
            if formations.has_room(state, unit, after):
                walk.legs[-1].after = after
                _stands(state, walk, after)
                return True
    return False


def _meeting_point(mine: Rectangle, theirs: Rectangle) -> tuple[float, float]:
    """Where two bases meet: the corner of one that is nearest to the other."""
    nearest = 1e300
    place = (mine.x, mine.y)
    for body, other in ((mine, theirs), (theirs, mine)):
        for x, y in body.corners():
            away = other.distance_to(x, y)
            if away < nearest:
                nearest, place = away, (x, y)
    return place


def _look_along(state: State, walk: Walk, heading: float) -> None:
    """After an oblique move the unit turns to where it went, if there is room. Option oblique_turns. Rule: battlesystem:7.9a."""
    block = walk.unit.block
    assert block is not None
    after = turned(block, heading)
    if formations.has_room(state, walk.unit, after, walk.enemies) and (
        not walk.foes or formations.new_contact(state, walk.unit, after) is None
    ):
        walk.legs[-1].after = after
        standing.stand(walk.unit, after)


# ---------------------------------------------------------------- wheels


def _wheel(state: State, walk: Walk, step: Step) -> None:
    """A wheel, lost when it cannot be paid, ended by what is in the way. Rules: 7.9b, 7.9c, 7.9d, battlesystem:3.5."""
    if _is_turned(walk, "wheels"):
        return
    unit = walk.unit
    block = unit.block
    assert block is not None
    side, degrees = SIDES[step[1]], float(step[2])
    if not 0.0 < degrees <= WHEEL:
        reason = f"A wheel is more than 0 and at most 90 degrees, not {degrees:g}."
        walk.refuse(reason, "battlesystem:7.9b", False)
        return
    x, y, radius = _pivot(state, walk, step, block, side)
    if walk.refusal is not None:
        return
    cost = radians(degrees) * radius
    if not _pays(walk, cost, f"A wheel of {degrees:g} degrees", "battlesystem:7.9c"):
        return
    way = degrees
    wide, deep, far = state.setting.width, state.setting.depth, 2.0 * block.girth  # no base is farther off
    if not (far < x < wide - far and far < y < deep - far):
        way = swing_way(block, side, way, x, y, _borders(wide, deep))
    free = way = swing_way(block, side, way, x, y, walk.bars)
    if walk.grounds:
        way = swing_way(block, side, free, x, y, walk.grounds)
        if way < free and walk.short > 0.0:
            way = max(0.0, snap(way - walk.short / (radius * radians(1.0))))
    after = swung(block, side, way, x, y) if way > 0.0 else block
    walk.go(step, after, radians(way) * radius, "battlesystem:7.9c")
    walk.legs[-1].unhindered = radians(free) * radius
    walk.stopped = way < degrees - TOLERANCE
    _stands(state, walk, after)
    if walk.short > 0.0:
        walk.contacts = []


def _pivot(state: State, walk: Walk, step: Step, block: Block, side: int) -> tuple[float, float, float]:
    """The point of a wheel and how far from it the outermost figure goes; within the line by an option only. Rule: 7.9b."""
    if len(step) < 4:
        x, y = pivot(block, side)
        return x, y, wheel_radius(block, side)
    file = int(step[3])
    if not state.setting.flags.wheel_pivot_any:
        reason = "A unit wheels about the outer figure of its front rank."
        walk.refuse(reason, "battlesystem:7.9b", False)
    elif not 0 <= file < block.files:
        reason = f"There is no file {file}: they count from 0 at the left to {block.files - 1}."
        walk.refuse(reason, "battlesystem:7.9b", False)
    else:
        x, y = inner_pivot(block, side, file)
        return x, y, swing_radius(block, x, y)
    return 0.0, 0.0, 0.0


_BORDERS: Final[dict[tuple[float, float], list[Rectangle]]] = {}


def _borders(width: float, depth: float) -> list[Rectangle]:
    """All around the table, as ground that nobody enters. Rule: battlesystem:7.1e."""
    found = _BORDERS.get((width, depth))
    if found is None:
        if len(_BORDERS) >= 64:
            _BORDERS.clear()
        far, wide, deep = _BEYOND, width / 2.0, depth / 2.0
        found = [
            Rectangle(wide, depth + far, wide + 2.0 * far, far, 0.0, 1.0),
            Rectangle(wide, -far, wide + 2.0 * far, far, 0.0, 1.0),
            Rectangle(-far, deep, far, deep, 0.0, 1.0),
            Rectangle(width + far, deep, far, deep, 0.0, 1.0),
        ]
        _BORDERS[(width, depth)] = found
    return found


# ---------------------------------------------------------------- changes on the spot


def _face(state: State, walk: Walk, step: Step) -> None:
    """All or some figures turn by a quarter, or about. Rules: battlesystem:7.9e, 7.9f, 7.9g, 7.9h, battlesystem:3.5."""
    unit = walk.unit
    block = unit.block
    assert block is not None
    side = REAR if step[0] == "about" else SIDES[step[1]]
    rule = "battlesystem:7.9f" if side == REAR else "battlesystem:7.9e"
    what = "Facing about" if side == REAR else "Facing"
    figures = list(range(block.figures))
    if len(step) > (1 if side == REAR else 2):
        figures = list(step[-1])
        if any(figure >= block.figures for figure in figures):
            reason = f"The figures count from 0 to {block.figures - 1}."
            walk.refuse(reason, "battlesystem:7.9g", False)
            return
    some = len(figures) < block.figures
    if some and block.width != block.depth and side != REAR:
        walk.refuse("Bases that are not square turn only all together.", "battlesystem:7.9g", False)
        return
    cost = formations.facing_cost(rate(state, unit), side)
    if not _pays(walk, cost, what, rule):
        return
    if unit.loose is None and not some:
        after: Block | None = formations.turned_block(state, unit, side, walk.enemies)
        loose = None
    else:
        after, loose = formations.some_turned(unit, side, figures)
        if after is not block and not formations.has_room(state, unit, after, walk.enemies):
            after = None
    if after is None:
        walk.refuse("There is no room to face that way.", "battlesystem:7.9h", True)
        return
    walk.go(step, after, cost, rule)
    _stands(state, walk, after)
    if loose is not None:
        unit.loose = loose


def _reform(state: State, walk: Walk, step: Step) -> None:
    """From closed to open formation or back. Rules: battlesystem:7.6, battlesystem:7.6a, battlesystem:7.6c."""
    unit = walk.unit
    formation = FORMATIONS.index(step[1])
    why = cannot_reform(state, unit, formation)
    if why is not None:
        walk.refusal = why
        return
    if len(step) > 2:
        walk.refuse("A unit keeps its frontage when it changes formation.", "battlesystem:7.6c", False)
        return
    if _is_turned(walk, "changes formation"):
        return
    cost = formations.formation_cost(rate(state, unit))
    if not _pays(walk, cost, "A change of formation", "battlesystem:7.6a"):
        return
    if formation == SKIRMISH:
        _disperse(state, walk, step, cost)
        return
    after = formations.reformed(state, unit, formation, walk.enemies)
    if after is None:
        reason = "There is no room for that formation on the same frontage."
        walk.refuse(reason, "battlesystem:7.6c", True)
        return
    walk.go(step, after, cost, "battlesystem:7.6a")
    unit.formation = formation
    _stands(state, walk, after)


def _disperse(state: State, walk: Walk, step: Step, cost: float) -> None:
    """Elite troops take skirmish formation; from then on each figure moves for itself. Rules: battlesystem:2.11, 7.6."""
    unit = walk.unit
    if walk.allowance > rate(state, unit) + TOLERANCE:
        walk.refuse("Units disperse only in an ordinary move.", "battlesystem:2.11", False)
        return
    singles = gathering.dispersed(state, unit, walk.enemies)
    block = unit.block
    assert block is not None
    if singles is None:
        reason = (
            "There is no room for its figures an inch apart, or one would come into contact with an enemy."
        )
        walk.refuse(reason, "battlesystem:7.6c", True)
        return
    walk.go(step, gathering.spread_out(block), cost, "battlesystem:7.6a")
    unit.singles, unit.formation = singles, SKIRMISH
    unit.block, unit.loose, unit.wings = None, None, (0, 0)


def cannot_reform(state: State, unit: Unit, formation: int) -> Refusal | None:
    """Why a unit cannot take a formation, room and cost aside. Rules: battlesystem:7.1, battlesystem:7.6, battlesystem:7.8f."""
    label, wanted = name(state, unit), FORMATIONS[formation]
    if not formations.may_take(state, unit, formation):
        return Refusal(f"{label} is no unit that takes {wanted} formation.", "battlesystem:7.1")
    if unit.formation == formation:
        return Refusal(f"{label} is in {wanted} formation already.", "battlesystem:7.6")
    if not unit.in_command:
        return Refusal(f"{label} is out of command and cannot change formation.", "battlesystem:7.6")
    return None


def _widen(state: State, walk: Walk, step: Step) -> None:
    """More or fewer figures abreast. Rules: battlesystem:7.10a, battlesystem:7.10c, battlesystem:7.10d, battlesystem:3.5."""
    unit = walk.unit
    block = unit.block
    assert block is not None
    left, right = int(step[1]), int(step[2])
    if _is_turned(walk, "changes its frontage"):
        return
    why = _cannot_widen(unit, block, left, right)
    if why is not None:
        walk.refusal = why
        return
    count = (abs(left) + abs(right)) * unit.mount
    if not _pays(walk, float(count), "That change of frontage", "battlesystem:7.10a"):
        return
    after = formations.widened(state, unit, left, right, walk.enemies)
    if after is None:
        reason = "There is no room for that frontage, or a figure would come into contact with an enemy."
        walk.refuse(reason, "battlesystem:7.10c", True)
        return
    walk.go(step, after, float(count), "battlesystem:7.10a")
    unit.widened = 1 if left + right > 0 else -1
    _stands(state, walk, after)


def _cannot_widen(unit: Unit, block: Block, left: int, right: int) -> Refusal | None:
    """Why a frontage cannot be changed so, room and cost aside. Rules: battlesystem:7.10c, battlesystem:7.10d."""
    if left * right < 0 or (left == 0 and right == 0):
        return Refusal("The front is made wider or narrower, not both.", "battlesystem:7.10c")
    wider = left + right > 0
    if unit.widened and (unit.widened > 0) != wider:
        reason = "A unit cannot widen and narrow in the same Movement Phase."
        return Refusal(reason, "battlesystem:7.10c")
    files = block.files + left + right
    if files < 1:
        return Refusal("One figure at least stays in front.", "battlesystem:7.10d")
    if files > block.figures:
        spare = block.figures - block.files
        reason = (
            f"{left + right} figures cannot be moved up: {spare} stand behind the front rank."
            if spare
            else "There is no figure behind the front rank to move up."
        )
        return Refusal(reason, "battlesystem:7.10d")
    return None


# ---------------------------------------------------------------- carrying out


def resolve(
    state: State, table: Table, unit: Unit, steps: list[Step], allowance: float, short: float = 0.0
) -> Walk:
    """Move a unit by steps that are declared; tells how it went. Rules: battlesystem:7.0, battlesystem:3.5, battlesystem:7.8.

    `allowance` and `short` are those of `plan`. Contact ends the unit's move, a step that is lost as well.
    """
    walk = plan(state, unit, steps, allowance, True, short)
    go(state, table, unit, walk)
    return walk


def go(state: State, table: Table, unit: Unit, walk: Walk) -> None:
    """`resolve` where the walk was planned before, enemies looked at, and nothing has changed since."""
    after = walk.unit
    if walk.legs:
        unit.block, unit.loose, unit.wings = after.block, after.loose, after.wings
        unit.singles, unit.body = after.singles, after.body
        unit.formation, unit.figures, unit.leader_at = after.formation, after.figures, after.leader_at
        unit.spent, unit.widened = after.spent, after.widened
        unit.moved = unit.acted = True
    if walk.refusal is not None or walk.contacts or walk.left <= LEAST or walk.cost < LEAST:
        unit.finished = True
    if walk.contacts:
        catch(state, unit)
    if table.telling:
        _tell(state, table, unit, walk)


def catch(state: State, unit: Unit, touched: Collection[int] = ()) -> None:
    """Marks the enemies that a unit has moved into contact with: not those that it `touched` before. Rules: 7.8f, 2.9f.

    Units whose side has yet to move are caught; skirmishers by any unit in a block, whenever it comes.
    """
    for enemy_id in standing.enemies_touching(state, unit):
        enemy = state.units[enemy_id]
        singles = enemy.singles
        if singles is not None:
            if unit.block is not None:
                for touch in standing.touches(state, unit, enemy):
                    singles[touch.other].caught = True
        elif enemy_id not in touched and has_yet_to_move(state, enemy.side):
            enemy.caught = True


def has_yet_to_move(state: State, side: int) -> bool:
    """Whether a side's part of the Movement Phase is still to come. Rule: battlesystem:7.8f."""
    if state.stage not in (COMPELLED, MOVEMENT):
        return False
    return side in state.movers[state.part + 1 :]


def _tell(state: State, table: Table, unit: Unit, walk: Walk) -> None:
    """The news of a move."""
    parts = [text for text in [_words(leg) for leg in walk.legs] if text]
    text = says(state, unit, f"{', then '.join(parts) or 'stays|stay where it|they is|are'}.")
    if walk.contacts:
        foes = " and ".join([name(state, state.units[foe]) for foe in walk.contacts])
        text = f"{text[:-1]}, into contact with {foes}."
    rule = "battlesystem:7.0"
    if walk.refusal is not None:
        halt = agree(name(state, unit), "It|They stands|stand still")
        text += f" {halt}: {walk.refusal.reason[0].lower()}{walk.refusal.reason[1:]}"
        rule = "battlesystem:3.5"
    path = [[leg.after.x, leg.after.y, leg.after.heading] for leg in walk.legs]
    data: dict[str, object] = {
        "unit": f"u{unit.id}",
        "path": path,
        "cost": round(walk.cost, 3),
        "contacts": [f"u{foe}" for foe in walk.contacts],
    }
    table.tell(declared(state, unit, "move", text, rule, data))


def _words(leg: Leg) -> str:
    """A step as it is told, of one and of many."""
    word = leg.step[0]
    if word == "slide":
        if leg.cost < TOLERANCE:
            return ""
        turn = float(leg.step[1])
        side = "right" if turn > 0.0 else "left"
        aside = " ahead" if not round(turn) else f", {degrees(turn)} to the {side}"
        return f"moves|move {round(leg.cost, 1):g} in{aside}"
    if word == "wheel":
        turned_by = abs(turn_between(leg.before.heading, leg.after.heading))
        return f"wheels|wheel {degrees(turned_by)} to the {leg.step[1]}"
    if word == "face":
        return f"faces|face {leg.step[1]}"
    if word == "about":
        return "faces|face about"
    if word == "formation":
        return f"goes|go into {leg.step[1]} formation"
    return f"changes|change its|their frontage from {leg.before.files} to {leg.after.files}"
