"""Troops out of hand: they fight, charge, or go for the enemy that provoked them. Rule: battlesystem:4.6g."""

from __future__ import annotations

from typing import Final

from banneret.geometry.plane import TOLERANCE, forward, heading_of, length, snap, snap_heading, turn_between
from banneret.geometry.rectangles import LEFT, RIGHT
from banneret.kernel.event import Event
from banneret.kernel.table import Table
from banneret.rulebooks.battlesystem.blocks.block import Block
from banneret.rulebooks.battlesystem.blocks.block_moves import wheel as wheeled
from banneret.rulebooks.battlesystem.blocks.block_moves import wheel_cost, wheel_within
from banneret.rulebooks.battlesystem.blocks.clearance import border_way, slide_way
from banneret.rulebooks.battlesystem.command import discipline
from banneret.rulebooks.battlesystem.drill import skirmish_walks
from banneret.rulebooks.battlesystem.drill.formation_changes import turns_back
from banneret.rulebooks.battlesystem.drill.legs import Walk, left_of
from banneret.rulebooks.battlesystem.drill.order_checks import plain
from banneret.rulebooks.battlesystem.drill.steps import Step
from banneret.rulebooks.battlesystem.drill.walking import carried_on, catch, plan, wheel_as_far
from banneret.rulebooks.battlesystem.individuals import footprints
from banneret.rulebooks.battlesystem.march import mover
from banneret.rulebooks.battlesystem.missiles import at_champions
from banneret.rulebooks.battlesystem.movement.charges import charge_aims, charge_paths, charging
from banneret.rulebooks.battlesystem.movement.disengaging import skirmishers_away
from banneret.rulebooks.battlesystem.space import contacts, distances, formations, obstacles, standing
from banneret.rulebooks.battlesystem.state import State, enemies, figures_standing, is_mended
from banneret.rulebooks.battlesystem.text.sentences import says
from banneret.rulebooks.battlesystem.unit import FIELD, MOB, NOBODY, Unit
from banneret.rulebooks.battlesystem.worth.allowance import allowance_of, rate

OBLIQUE: Final = 45.0  # degrees
SWERVES: Final = (0.0, 15.0, -15.0, 30.0, -30.0, 45.0, -45.0)  # degrees tried to go round obstacles
BARRED: Final = 5.0  # degrees: a wheel that is barred before does not count
_FIVES: Final = [5.0 * number for number in range(-9, 10)]
ASLANT: Final = tuple(sorted(_FIVES, key=abs))  # degrees tried to touch an enemy: 0, -5, 5, -10... to 45
JAMMED: Final[tuple[tuple[Step, ...], ...]] = ((), (("face", "left"),), (("face", "right"),), (("about",),))
_NEAR: Final = 24.0  # inches: enemies farther off are looked at only if none is so near
_LEAST: Final = 0.05  # inches: a shorter move does not count


def attack(state: State, table: Table, unit: Unit) -> None:
    """Move a unit out of hand: it fights, charges, or goes for its enemy. Rules: battlesystem:4.6g, battlesystem:7.8d.

    A unit that began the part in contact stays, even if friends have ridden down that enemy since; by versions 1 to 10 of the rules it
    moved. Skirmishers who touch an enemy stay, and their fellows run on; by versions 1 to 11 all of them stayed.
    """
    singly = unit.singles is not None and is_mended(state, 12)
    began = unit.engaged and unit.singles is None and is_mended(state, 11)
    if not singly and (began or contacts.is_engaged(state, unit)):
        unit.finished = True
        return
    if unit.finished:
        return
    if unit.quarry < NOBODY:
        quarry = at_champions.as_unit(state, state.individuals[discipline.lone_quarry(unit.quarry)])
        if not singly and _at_him(state, unit):
            unit.finished = True
            return
    else:
        quarry = state.units[unit.quarry]
    if unit.singles is not None:
        # by versions 1 to 8 of the rules they still ran at an enemy whom a friend had put to flight meanwhile
        quarry_is_gone = quarry.status != FIELD
        if not quarry_is_gone and not (is_mended(state, 9) and discipline.is_over(state, unit)):
            skirmish(state, table, unit, quarry)
        return
    if discipline.is_over(state, unit):
        return
    tried: list[Step] = []
    if not _looks_ahead(state, table, unit) or _goes_for(state, table, unit, quarry, tried):
        return
    others = [enemy for enemy in enemies(state, unit.side) if enemy.id != unit.quarry]
    near = [enemy for enemy in others if distances.may_meet(unit, enemy, _NEAR)]
    others = near or others
    others.sort(key=lambda enemy: (distances.distance(unit, enemy), enemy.id))
    for enemy in others:
        if _goes_for(state, table, unit, enemy, tried):
            return
    if unit.formation != MOB:
        ways = _ways_out(state, unit)
        for enemy in (quarry, *others):
            way = _out_of_jam(ways, unit, enemy)
            if way is not None:
                _goes_on(state, table, unit, way)
                return


def _looks_ahead(state: State, table: Table, unit: Unit) -> bool:
    """Turn figures that look elsewhere to the front, at the usual cost; return True if the unit may go on then.

    By versions 1 to 11 of the rules such a unit stood still. Rules: battlesystem:4.6g, battlesystem:7.9e, battlesystem:7.9f, battlesystem:7.9g.
    """
    if not formations.are_some_turned(unit) or not is_mended(state, 12):
        return True
    walk = plan(state, unit, turns_back(unit), rate(state, unit), True)
    if walk.legs:
        mover.walk(state, table, unit, [], rate(state, unit), planned=walk)
    return not unit.finished


def _at_him(state: State, unit: Unit) -> list[int]:
    """The figures of a unit that touch the individual whom it is to attack, if it is one. Rule: battlesystem:4.6g."""
    if unit.quarry >= NOBODY:
        return []
    one = state.individuals[discipline.lone_quarry(unit.quarry)]
    return footprints.touched(state, one).get(unit.id, [])


def _goes_for(state: State, table: Table, unit: Unit, enemy: Unit, tried: list[Step]) -> bool:
    """Charge an enemy, or move toward it; return True if either was done. Nobody charges an individual. Rules: battlesystem:4.6g, 9.0d.

    `tried`: as in `approach`.
    """
    reach = charge_paths.range_of(state, unit)
    if (
        enemy.id != NOBODY
        and enemy.id not in unit.left_by
        and not unit.guards
        and not unit.shots
        and distances.may_meet(unit, enemy, reach)
    ):
        found = charge_aims.strike(state, unit, enemy)
        if found is not None:
            path, run = found
            charging.charge(state, table, unit, enemy, path, run)
            return True
    walk = approach(state, unit, enemy, tried)
    if is_mended(state, 19) and not _reaches(state, unit, enemy, walk):
        walk = _into_contact(state, unit, enemy) or walk
    if walk is None:
        return False
    leads_on = bool(walk.contacts) or (walk.cost > _LEAST and not _is_barred(state, walk))
    if not leads_on and unit.formation != MOB:
        return False
    _goes_on(state, table, unit, walk)
    return True


def _goes_on(state: State, table: Table, unit: Unit, walk: Walk) -> None:
    """Make a walk, which ends the move of a unit out of hand."""
    mover.walk(state, table, unit, [], rate(state, unit), planned=walk)
    unit.finished = True


def _reaches(state: State, unit: Unit, enemy: Unit, walk: Walk | None) -> bool:
    """True if a walk ends in contact with an enemy, or with the individual whom the unit attacks. Rules: battlesystem:4.6g, battlesystem:9.0d."""
    if walk is None:
        return False
    if enemy.id != NOBODY:
        return enemy.id in walk.contacts
    return discipline.lone_quarry(unit.quarry) in walk.held


def _into_contact(state: State, unit: Unit, enemy: Unit) -> Walk | None:
    """The walk straight ahead, or aslant, by which a unit comes to touch an enemy; None if there is none. A mob goes straight ahead alone.

    One who stands before the end of a long line is far to the side of the middle of its front: it would wheel past him, though some of its
    figures have only to go on, and so it did by versions 1 to 18 of the rules. Rules: battlesystem:4.6g, battlesystem:7.9.
    """
    allowance = rate(state, unit)
    if not distances.may_meet(unit, enemy, allowance):
        return None
    for turn in (0.0,) if unit.formation == MOB else ASLANT:
        walk = plan(state, unit, [("slide", plain(turn))], allowance, True)
        if _reaches(state, unit, enemy, walk):
            return walk
    return None


def _is_barred(state: State, walk: Walk) -> bool:
    """True if a walk is a wheel that is barred at once, by which nothing is gained; by versions 1 to 18 of the rules it was made. Rule: 4.6g."""
    if not walk.stopped or walk.touches or not walk.legs or not is_mended(state, 19):
        return False
    first, last = walk.legs[0], walk.legs[-1]
    made = abs(turn_between(first.before.heading, last.after.heading))
    return all(leg.step[0] == "wheel" for leg in walk.legs) and made < BARRED


def _ways_out(state: State, unit: Unit) -> list[Walk]:
    """The walks open to a jammed unit: an oblique move as far as it goes, or else a turn on the spot and then one."""
    found: list[Walk] = []
    allowance = rate(state, unit)
    for turned in JAMMED:
        before: Walk | None = None
        if turned:
            if unit.loose is not None:
                break
            before = plan(state, unit, list(turned), allowance, True)
            if before.refusal is not None:
                continue
            if before.contacts:
                found.append(before)
                continue
        for turn in SWERVES:
            step: Step = ("slide", plain(turn))
            if before is None:
                walk = plan(state, unit, [step], allowance, True)
            else:
                walk = carried_on(state, before, step)
            if walk.refusal is None:
                found.append(walk)
    return found


def _out_of_jam(ways: list[Walk], unit: Unit, enemy: Unit) -> Walk | None:
    """The way that brings a jammed unit into contact with an enemy, or else nearest to it; None if none brings it nearer.

    The rule gives a unit out of hand a wheel and a straight or oblique leg, toward other enemies if not toward its own. Only if all of
    that is barred does it turn on the spot, as any unit may, rather than stand for the rest of the battle. Rule: battlesystem:4.6g.
    """
    nearest = distances.distance(unit, enemy) - _LEAST
    best: Walk | None = None
    for walk in ways:
        if enemy.id in walk.contacts:
            return walk
        if distances.may_meet(walk.unit, enemy, nearest) and not distances.is_beyond(
            walk.unit, enemy, nearest
        ):
            far = distances.distance(walk.unit, enemy)
            if far < nearest:
                nearest, best = far, walk
    return best


def approach(state: State, unit: Unit, enemy: Unit, tried: list[Step]) -> Walk | None:
    """The walk toward an enemy that cannot be charged: a wheel as far as needed, then at its nearest figure.

    Round obstacles it takes the direction that brings it nearest. None if it cannot get nearer.
    `tried`: first steps toward other enemies that led nowhere at all, noted here: one friend bars them all. Rule: battlesystem:4.6g.
    """
    block = unit.block
    assert block is not None
    left = left_of(state, unit)
    walk: Walk | None = None
    x, y = standing.nearest_figure(enemy, block.x, block.y)
    crowd = unit.formation == MOB
    degrees = charge_aims.wheel_to(block, x, y, 0.0 if crowd else OBLIQUE)
    if degrees > 0.0:
        turn = turn_between(block.heading, heading_of(x - block.x, y - block.y))
        side = RIGHT if turn > 0.0 else LEFT
        degrees, left = _wheeling(state, unit, block, side, degrees, left)
        if degrees > 0.0:
            walk = _first(state, unit, ("wheel", "right" if side == RIGHT else "left", plain(degrees)), tried)
            if walk is None or walk.is_over:
                return walk
            block = wheeled(block, side, degrees)
    if left > _LEAST:
        slant = _turn_toward(state, unit, enemy, block, left, crowd)
        if slant is not None:
            step: Step = ("slide", plain(slant), plain(snap(left)))
            return _first(state, unit, step, tried) if walk is None else carried_on(state, walk, step)
    return walk


def _first(state: State, unit: Unit, step: Step, tried: list[Step]) -> Walk | None:
    """The walk that begins with a step; None if the same step was `tried` before, and led nowhere. Mobs go through with theirs."""
    if step in tried:
        return None
    walk = plan(state, unit, [step], rate(state, unit), True)
    if walk.is_over and walk.cost <= _LEAST and not walk.contacts and unit.formation != MOB:
        tried.append(step)
    return walk


def _wheeling(
    state: State, unit: Unit, block: Block, side: int, degrees: float, left: float
) -> tuple[float, float]:
    """The degrees of a wheel, at most `degrees`, that a unit can pay, and the inches left to it afterwards, of `left`.

    By versions 1 to 10 of the rules a wheel that dear ground made too costly was not made at all. Rules: 4.6g, battlesystem:11.8n.
    """
    if is_mended(state, 11) and state.setting.terrain:
        walk = wheel_as_far(state, unit, "right" if side == RIGHT else "left", degrees)
        if walk is None:
            return 0.0, left
        made = float(walk.legs[0].step[2])
        return made, max(0.0, left - walk.cost) if made >= degrees else 0.0
    cost = wheel_cost(block, side, degrees)
    return (wheel_within(block, side, left), 0.0) if cost > left else (degrees, left - cost)


def _turn_toward(
    state: State, unit: Unit, enemy: Unit, block: Block, left: float, crowd: bool
) -> float | None:
    """The direction, in degrees to the right of its front, that brings a unit nearest to an enemy; None if it gets no nearer."""
    x, y = standing.nearest_figure(enemy, block.x, block.y)
    aim = turn_between(block.heading, heading_of(x - block.x, y - block.y))
    aim = max(-OBLIQUE, min(OBLIQUE, aim))
    bars = obstacles.obstacles_near(state, unit, block.area(), left)
    setting = state.setting
    before = length(x - block.x, y - block.y)
    best: float | None = None
    nearest = before - _LEAST
    turns = [0.0 if crowd else aim, *SWERVES]
    for turn in turns:
        heading = snap_heading(block.heading + turn)
        way = slide_way(block, heading, left, bars)
        way = border_way(block, heading, way, setting.width, setting.depth)
        east, north = forward(heading)
        way = min(way, max(0.0, (x - block.x) * east + (y - block.y) * north))
        rest = length(x - block.x - east * way, y - block.y - north * way)
        if rest < nearest - TOLERANCE:
            nearest, best = rest, turn
        if turn == turns[0] and way >= min(left, before) - TOLERANCE:
            return turn
    return best


def skirmish(state: State, table: Table, unit: Unit, enemy: Unit) -> None:
    """Let skirmishers out of hand run, each at the nearest figure of their enemy; those who touch an enemy stay.

    Rules: battlesystem:4.6g, battlesystem:2.9d, battlesystem:2.9e, battlesystem:7.8d.
    """
    singles = unit.singles
    assert singles is not None
    inches = rate(state, unit)
    held = {*skirmish_walks.touched(state, unit), *_at_him(state, unit)}
    for figure, single in enumerate(singles):
        if single.gone != FIELD or single.routed or single.done:
            continue
        if figure in held or single.bound:
            single.done = True
            continue
        x, y = standing.nearest_figure(enemy, single.x, single.y)
        heading = heading_of(x - single.x, y - single.y)
        before = single.heading
        unit.place(figure, single.x, single.y, heading)
        if not skirmishers_away.send_single(
            state,
            unit,
            figure,
            heading,
            allowance_of(state, unit, single, inches) - single.moved,
            _LEAST,
            enemy,
        ):
            unit.place(figure, single.x, single.y, before)
        single.done = True
    unit.finished = True
    if all(figure in held or singles[figure].bound for figure in figures_standing(unit)):
        return
    unit.moved = unit.acted = True
    catch(state, unit)
    if table.telling:
        text = says(state, unit, "runs|run at {}.", discipline.quarry_name(state, unit.quarry))
        data = {"unit": f"u{unit.id}", "target": discipline.quarry_piece(unit.quarry)}
        table.tell(Event("move", text, "battlesystem:4.6g", side=unit.side, data=data))
