"""Slides, straight on or oblique: as far as a unit can go, files that go on alone, and squaring up to the enemy.

Rules: battlesystem:7.7, battlesystem:7.8, battlesystem:7.8b, battlesystem:7.9a, battlesystem:3.5.
"""

from __future__ import annotations

from typing import Final

from banneret.geometry.plane import TOLERANCE, heading_of, snap, snap_heading, swing, turn_between
from banneret.geometry.rectangles import FRONT, Rectangle
from banneret.geometry.sweeps import RUB
from banneret.rulebooks.battlesystem.blocks.block import Block
from banneret.rulebooks.battlesystem.blocks.block_moves import OBLIQUE, rebuilt, slide, turned
from banneret.rulebooks.battlesystem.blocks.clearance import border_way, contact_way, slide_way
from banneret.rulebooks.battlesystem.blocks.courses import SHORT, Course
from banneret.rulebooks.battlesystem.blocks.file_advance import advanced, file_ways, hold_files, keep_back
from banneret.rulebooks.battlesystem.blocks.ground_costs import front_middles
from banneret.rulebooks.battlesystem.drill import legs
from banneret.rulebooks.battlesystem.drill.legs import LEAST, Walk, is_turned, meet, stands, stands_fast
from banneret.rulebooks.battlesystem.drill.steps import Step, inches_of
from banneret.rulebooks.battlesystem.space import contacts, dressing, field, formations, standing
from banneret.rulebooks.battlesystem.space.obstacles import Around
from banneret.rulebooks.battlesystem.space.tariffs import BUILDING, ROAD, Tariff
from banneret.rulebooks.battlesystem.state import State, is_mended
from banneret.rulebooks.battlesystem.tables.grounds import CROSSING, Feature
from banneret.rulebooks.battlesystem.unit import CLOSED, MOB, OFF_ROAD, ON_ROAD, OPEN, Unit

_MOST_PIECES: Final = 8  # pieces of a slide, which is cut where a closed unit opens
ASIDE: Final = 0.02
"""Inches aside at which edges are in contact that were corner to corner. Rule: battlesystem:7.8a."""
ASIDES: Final = 20
"""Times `ASIDE` that a unit steps aside at most, to the figures on either hand of a gap. Rule: battlesystem:7.3."""
SQUARE: Final = 60.0  # degrees, at most, that a unit turns to square up to the side it touched


def make_slide(state: State, walk: Walk, step: Step) -> None:
    """Slide straight on or obliquely as far as the step, the allowance and what is in the way let the unit go.

    Rules: battlesystem:7.7, battlesystem:7.8, battlesystem:7.8b, battlesystem:7.9a, battlesystem:3.5.
    """
    if is_turned(walk, "moves") or stands_fast(walk):
        return
    block = walk.unit.block
    assert block is not None
    turn = float(step[1])
    if abs(turn) > OBLIQUE:
        reason = f"A unit moves at most 45 degrees to either side of its front, not {turn:g}."
        walk.refuse(reason, "battlesystem:7.9a", False)
        return
    if walk.tariff is not None:
        slide_over_ground(state, walk, step, walk.tariff, turn)
        return
    wanted = min(walk.left, inches_of(step))
    heading = snap_heading(block.heading + turn)
    way, free = _unhindered(state, walk, block, heading, wanted)
    after = slide(block, heading, way)
    walk.go(step, after, way, "battlesystem:7.9a")
    walk.legs[-1].unhindered = free
    walk.stopped = way < wanted - TOLERANCE
    stands(state, walk, after)
    _end(state, walk, step, heading, way, free, turn)


def slide_over_ground(state: State, walk: Walk, step: Step, tariff: Tariff, turn: float) -> None:
    """Slide in a battle with ground: each inch at its price, each line paid once; a closed unit opens as it crosses one.

    Rules: battlesystem:11.8 to battlesystem:11.8n.
    """
    unit = walk.unit
    wanted = inches_of(step)
    for _ in range(_MOST_PIECES):
        block = unit.block
        assert block is not None
        heading = snap_heading(block.heading + turn)
        tariff.begin(unit.spent, unit.slowed)
        course = tariff.slide(unit, heading, min(wanted, walk.left / tariff.least), walk.left)
        if unit.footing == ON_ROAD and not course.road and wanted < inches_of(step):
            walk.halts(
                "It has opened and is too broad for the road, on which it stays.", "battlesystem:11.8a"
            )
            return
        if unit.footing == ON_ROAD and not course.road:
            reason = "A unit that went faster along a road stays on it for all of its move."
            walk.refuse(reason, "battlesystem:11.8a", True)
            return
        way, free = _unhindered(state, walk, block, heading, course.way)
        is_there = course.opens and tariff.by_all and way >= course.way - TOLERANCE
        if is_there and not has_room_to_open(state, walk, slide(block, heading, way)):
            course.stop_before_opening(course.way - 2.0 * SHORT)
            way, free = min(way, course.way), min(free, course.way)
        starts = front_middles(block)
        # who stands in dear ground and cannot pay for it pays nothing; by versions 1 to 16 of the rules under the option it paid all the same
        stays = course.short and way < TOLERANCE and is_mended(state, 17)
        cost = 0.0 if stays else tariff.bill(starts, heading, way, course)
        after = slide(block, heading, way)
        walk.go(step, after, cost, course.rule(way))
        walk.legs[-1].inches = way
        walk.legs[-1].unhindered = cost + (free - way)
        walk.legs[-1].crossed = course.crossed(way)
        if not course.road and not stays:
            walk.legs[-1].through = tariff.through(starts, heading, way)
            unit.slowed = tariff.held_after(starts, heading, way)
        unit.footing = ON_ROAD if course.road else OFF_ROAD
        walk.stopped = way < course.way - TOLERANCE
        stands(state, walk, after)
        wanted -= way
        if course.opens and way >= course.way - TOLERANCE and not walk.contacts:
            if not break_order(state, walk, course.opened_by()):
                return
            continue
        if not walk.contacts and not walk.stopped and course.halt is not None:
            if course.is_cramped:
                walk.halts(*cramped(course.halt))
            else:
                walk.halts(*halted_by(unit, course.halt, course.short))
            return
        _end(state, walk, step, heading, way, free, turn)
        return


def break_order(state: State, walk: Walk, feature: Feature) -> bool:
    """Open a closed unit as it crosses a line, free; return True if its walk can go on. Rule: battlesystem:11.8f."""
    unit = walk.unit
    after = formations.reformed(state, unit, OPEN, walk.enemies)
    if after is None:
        walk.halts(*cramped(feature))
        return False
    walk.go(("formation", "open"), after, 0.0, "battlesystem:11.8f")
    unit.formation = OPEN
    unit.shields = 0
    stands(state, walk, after)
    return not walk.contacts


def cramped(feature: Feature) -> tuple[str, str]:
    """The reason a closed unit without room to open does not cross a line, and the rule. Rule: battlesystem:11.8f."""
    return f"There is no room to open, as closed units do that cross {feature.name}.", "battlesystem:11.8f"


def has_room_to_open(state: State, walk: Walk, there: Block) -> bool:
    """True if a closed unit has room to open as that block; if not, it does not cross a line there.

    By versions 1 to 9 of the rules it crossed by a hair, and paid. Rule: battlesystem:11.8f.
    """
    trial = walk.unit.copy()
    trial.stand(there)
    return formations.reformed(state, trial, OPEN, walk.enemies) is not None


def halted_by(unit: Unit, feature: Feature, short: bool) -> tuple[str, str]:
    """The reason that ground ends the way of a block, and the rule; `short`: for want of movement. Rules: 11.8c, 11.8e, 11.8h, 11.8n, 11.8o."""
    ground = feature.ground
    rule = f"battlesystem:{ground.rule}"
    if ground.id == BUILDING:
        return f"Only figures that move singly enter {feature.name}.", rule
    if short and not ground.crossing and not ground.contour:
        reason = (
            f"To enter {feature.name} cuts the rate of the whole move: that leaves nothing to go on with."
        )
        return reason, "battlesystem:11.8n"
    if short:
        act = "To climb" if ground.contour else "To cross"
        third = unit.now.movement / CROSSING
        return f"{act} {feature.name} takes {third:.4g} in, a third of its rate; less is left.", rule
    where = f"in {feature.name}" if feature.area is not None else f"across {feature.name}"
    reason = f"Nobody stands {where} in closed formation"
    reason += ": change to open formation first." if unit.formation == CLOSED else "."
    return reason, f"battlesystem:{ground.opens}"


def _unhindered(state: State, walk: Walk, block: Block, heading: float, wanted: float) -> tuple[float, float]:
    """Inches, at most `wanted`, that a block goes before anything bars it, and before anything but an enemy does."""
    look = walk.around
    assert look is not None
    way = free = free_way(state, look, block, heading, wanted)
    if walk.short > 0.0:
        near = contact_way(block, heading, way + walk.short, walk.grounds)
        way = max(0.0, min(way, near - walk.short))
    elif walk.grounds:
        way = contact_way(block, heading, way, walk.grounds)
    return way, free


def free_way(state: State, look: Around, block: Block, heading: float, wanted: float) -> float:
    """Inches, at most `wanted`, that a block goes before anything but an enemy bars it; `look` keeps the last answer for its block."""
    if look.heading == heading and look.wanted == wanted and look.block is block:
        return look.free
    setting = state.setting
    way = border_way(block, heading, wanted, setting.width, setting.depth)
    way = slide_way(block, heading, way, look.bars)
    if look.block is block:
        look.heading, look.wanted, look.free = heading, wanted, way
    return way


def _end(state: State, walk: Walk, step: Step, heading: float, way: float, free: float, turn: float) -> None:
    """End a slide: in contact square up or let files go on; after an oblique move turn, by an option. Rules: 7.8, 7.8b, battlesystem:7.9a."""
    setting = state.setting
    if walk.contacts and walk.short > 0.0:
        walk.contacts = []  # it keeps its distance, and has not moved into contact
    elif walk.contacts:
        if not (setting.flags.square_up and _square_up(state, walk)):
            _files_go_on(state, walk, heading, step)
    elif way < free and walk.short == 0.0:
        # it met the gaps of an open unit and no figure yet (7.1e): some file may reach one
        paid, made, spent, slowed = walk.cost, walk.legs[-1].cost, walk.unit.spent, walk.unit.slowed
        _files_go_on(state, walk, heading, step)
        if not walk.contacts and is_mended(state, 18):
            if walk.unit.loose is not None:  # none has reached an enemy
                dressing.stand(walk.unit, walk.legs[-1].after)
                walk.cost, walk.legs[-1].cost = paid, made
                walk.unit.spent, walk.unit.slowed = spent, slowed
            _step_aside(state, walk, heading)
            if walk.contacts:
                _files_go_on(state, walk, heading, step)
    elif setting.flags.oblique_turns and turn != 0.0 and not walk.stopped:
        _look_along(state, walk, heading)


def _step_aside(state: State, walk: Walk, heading: float) -> None:
    """Move a unit aside that came up to an open one and faces nothing but gaps, by as little as lets them touch, and up to it again.

    Figures in open order are about half an inch apart, no more; so nobody runs into such a line and meets nobody. It costs nothing. By
    versions 1 to 17 of the rules they did not touch, and a charge failed there. Rules: battlesystem:7.3, battlesystem:7.8b.
    """
    unit = walk.unit
    block = unit.block
    assert block is not None
    bars = [*walk.bars, *legs.borders(state.setting.width, state.setting.depth)]
    foes = [foe for foe in walk.foes if OPEN in (foe.formation, unit.formation)]
    back = snap_heading(heading + 180.0)
    for number in range(1, ASIDES + 1):
        for hand in (1.0, -1.0):
            x, y = block.point(hand * number * ASIDE, 0.0)
            start = slide(
                rebuilt(block, x, y, block.heading, block.files, block.spacing), back, ASIDES * ASIDE
            )
            way = contact_way(start, heading, 2.0 * ASIDES * ASIDE, walk.grounds)
            after = slide(start, heading, way)
            trial = unit.copy()
            trial.marks = None
            dressing.stand(trial, after)
            if way - ASIDES * ASIDE > walk.left or not any(
                contacts.touches(state, trial, foe) for foe in foes
            ):
                continue
            if standing.stands_in(trial, [*bars, *walk.grounds]) or not _lets_turn(state, walk, block, after):
                continue
            if unit.footing == ON_ROAD and not (walk.tariff and walk.tariff.is_road(after, heading, 0.0)):
                continue
            walk.legs[-1].after = after
            stands(state, walk, after)
            return


def _files_go_on(state: State, walk: Walk, heading: float, step: Step) -> None:
    """Let files that can touch an enemy go on singly; the owner may name files, which go on for the inches of the step.

    Rule: battlesystem:7.8b.
    """
    unit = walk.unit
    block = unit.block
    assert block is not None
    left = walk.left
    if left <= LEAST or block.files == 1:
        return
    tariff = walk.tariff
    is_priced = tariff is not None and is_mended(state, 13)
    price = 1.0 if tariff is None or is_priced else tariff.dearest(block)
    left /= price
    far = left
    if tariff is not None and is_priced:
        far = left / (ROAD if unit.footing == ON_ROAD else min([1.0, *tariff.prices]))
    bases = [base for foe in walk.foes for base in standing.bases(foe)]
    borders = legs.borders(state.setting.width, state.setting.depth)
    bars = [*walk.bars, *walk.grounds, *borders]
    closed = unit.formation in (CLOSED, MOB)
    past = not is_mended(state)
    slack = RUB if is_mended(state, 19) else 0.0
    named = step[-1] if len(step) > 2 and isinstance(step[-1], tuple) else None
    if named is None:
        ways = file_ways(block, heading, far, bases, bars, closed, past=past, slack=slack)
    else:
        gone = _gone(walk) if is_priced else walk.legs[-1].cost
        freely = min(far, inches_of(step) - gone) if walk.contacts else 0.0
        ways = file_ways(block, heading, far, bases, bars, closed, named, freely, past, slack)
        ways = [way if file in named else 0.0 for file, way in enumerate(ways)]
        hold_files(block, heading, ways, closed, slack)
    if tariff is not None:
        ways = _not_across(tariff, block, heading, ways)
        if is_priced:
            tariff.begin(unit.spent, unit.slowed)
            ways = _as_ground_lets(tariff, unit, heading, ways, left, named or ())
    # who has to stop behind one that ground keeps back stays, as one who has to stop behind any other
    if slack > 0.0:
        keep_back(block, heading, ways, closed, named or (), slack)
    # by versions 1 to 8 of the rules files went on into one that stayed before a line
    if is_mended(state, 9):
        hold_files(block, heading, ways, closed, slack)
    farthest = max(ways)
    if farthest <= 0.0:
        return
    unit.stand(block, tuple(advanced(block, heading, ways)), unit.wings)
    if not walk.contacts and standing.stands_in(
        unit, walk.grounds
    ):  # side by side they would enclose an enemy
        apart = _without_enclosing(state, walk, block, heading, ways, closed)
        if apart is None:
            unit.stand(block, None, unit.wings)
            return
        ways, farthest = apart, max(apart)
        unit.stand(block, tuple(advanced(block, heading, ways)), unit.wings)
    cost = farthest * price
    if tariff is not None and is_priced:
        cost = _pay_for_files(tariff, unit, block, heading, ways)
    unit.spent += cost
    walk.cost += cost
    walk.legs[-1].cost += cost
    meet(state, walk)


def _without_enclosing(
    state: State, walk: Walk, block: Block, heading: float, ways: list[float], closed: bool
) -> list[float] | None:
    """The ways of files that go on alone, without those that side by side with others would enclose an enemy: the shortest go first. None if none can go.

    By versions 1 to 17 of the rules the one with the shortest way went alone. Rules: battlesystem:7.1e, battlesystem:7.8b.
    """
    unit = walk.unit
    found: list[float] | None = None
    goers = sorted([(way, file) for file, way in enumerate(ways) if way > 0.0])
    for _, file in goers if is_mended(state, 18) else goers[:1]:
        tried = [0.0] * block.files if found is None else list(found)
        tried[file] = ways[file]
        if is_mended(state, 9):
            hold_files(block, heading, tried, closed, RUB if is_mended(state, 19) else 0.0)
        unit.stand(block, tuple(advanced(block, heading, tried)), unit.wings)
        holds = tried[file] == ways[file] or not is_mended(state, 18)
        if holds and not standing.stands_in(unit, walk.grounds):
            found = tried
    return found


def _gone(walk: Walk) -> float:
    """Inches that the unit has gone in its present step, of which there may be several legs."""
    return sum([leg.inches for leg in walk.legs if leg.place == walk.place and leg.step[0] == "slide"])


def _as_ground_lets(
    tariff: Tariff, unit: Unit, heading: float, ways: list[float], left: float, named: tuple[int, ...]
) -> list[float]:
    """The ways of files, with 0 for those that cannot pay for the ground, would leave a road, or would enter woods closed: they stay.

    Files that are named go as far as they can pay. By versions 1 to 12 of the rules files paid the price of the ground where the front
    stood, left the road, and entered woods closed. Rules: battlesystem:7.8b, battlesystem:11.8a, battlesystem:11.8c, battlesystem:11.8n.
    """
    block = unit.block
    assert block is not None
    starts = front_middles(block)
    found = list(ways)
    for file, way in enumerate(ways):
        if way <= 0.0:
            continue
        if unit.footing == ON_ROAD:
            if not tariff.is_road(block, heading, way, file):
                found[file] = 0.0
            continue
        course = tariff.course([starts[file]], heading, way, left, tariff.lines)
        if course.way < way - TOLERANCE:
            found[file] = snap(course.way) if file in named else 0.0
        if unit.formation == CLOSED and tariff.shuts_out(block, file, heading, found[file]):
            found[file] = 0.0
    return found


def _pay_for_files(tariff: Tariff, unit: Unit, block: Block, heading: float, ways: list[float]) -> float:
    """The cost of the dearest of the ways of files; under an option the ground on them slows the unit. Rule: battlesystem:11.8n."""
    if unit.footing == ON_ROAD:
        return ROAD * max(ways)
    dearest = 0.0
    slowed = unit.slowed
    for start, way in zip(front_middles(block), ways, strict=True):
        if way > 0.0:
            dearest = max(dearest, tariff.bill([start], heading, way, Course(way)))
            slowed = max(slowed, tariff.held_after([start], heading, way))
    unit.slowed = slowed
    return dearest


def _not_across(tariff: Tariff, block: Block, heading: float, ways: list[float]) -> list[float]:
    """The ways of files, with 0 for those that would cross a line alone: they stay. Rule: battlesystem:11.8e."""
    paid_for = tariff.astride(block)
    starts = front_middles(block)
    return [
        0.0 if way > 0.0 and tariff.tolls([starts[file]], heading, way, paid_for) else way
        for file, way in enumerate(ways)
    ]


def _square_up(state: State, walk: Walk) -> bool:
    """Turn the unit about the point of contact, free, until its front lies along the side it touches; return True if it did.

    It does so only if its front touches and there is room for the whole turn. Option contact = square-up. Rule: battlesystem:7.8b.
    """
    unit = walk.unit
    block = unit.block
    assert block is not None
    for foe_id in walk.contacts:
        foe = state.units[foe_id]
        for touch in contacts.touches(state, unit, foe):
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
            if formations.has_room(state, unit, after) and _lets_turn(state, walk, block, after):
                walk.legs[-1].after = after
                stands(state, walk, after)
                return True
    return False


def _meeting_point(mine: Rectangle, theirs: Rectangle) -> tuple[float, float]:
    """The point where two bases meet: the corner of one that is nearest to the other."""
    nearest = 1e300
    place = (mine.x, mine.y)
    for body, other in ((mine, theirs), (theirs, mine)):
        for x, y in body.corners():
            away = other.distance_to(x, y)
            if away < nearest:
                nearest, place = away, (x, y)
    return place


def _look_along(state: State, walk: Walk, heading: float) -> None:
    """Turn the unit to look the way it went obliquely, if there is room. Option oblique_turns. Rule: battlesystem:7.9a."""
    block = walk.unit.block
    assert block is not None
    after = turned(block, heading)
    if (
        formations.has_room(state, walk.unit, after, walk.enemies)
        and (not walk.foes or formations.new_contact(state, walk.unit, after) is None)
        and _lets_turn(state, walk, block, after)
    ):
        walk.legs[-1].after = after
        dressing.stand(walk.unit, after)


def _lets_turn(state: State, walk: Walk, before: Block, after: Block) -> bool:
    """True if ground lets a unit turn free on the spot: not closed into woods or the like, and over no line.

    By versions 1 to 12 of the rules it did so over any ground. Rules: battlesystem:7.8b, 7.9a, battlesystem:11.8c, battlesystem:11.8e.
    """
    tariff = walk.tariff
    if tariff is None or not is_mended(state, 13):
        return True
    if walk.unit.formation == CLOSED and field.ban(state, walk.unit, after) is not None:
        return False
    return not tariff.is_turned_across(before, after)
