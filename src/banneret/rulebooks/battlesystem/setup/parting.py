"""Units made in battle by a referee: a copy of one, a part of one, or two joined into one; and copies of individuals.

No rule of the Basic and Intermediate Games does this (2.8c). Marks and wounds go with their figures.

Rules: battlesystem:intro.referee, battlesystem:2.8c, battlesystem:8.7d.
"""

from __future__ import annotations

from banneret.geometry.plane import snap
from banneret.rulebooks.battlesystem.blocks.block import Block, mob_files
from banneret.rulebooks.battlesystem.blocks.seats import EMPTY, kept_ranks
from banneret.rulebooks.battlesystem.command import commander_figures
from banneret.rulebooks.battlesystem.individual import Individual
from banneret.rulebooks.battlesystem.marks import WOUND, Mark, Marks
from banneret.rulebooks.battlesystem.setup.posts import allowed, files_of, put
from banneret.rulebooks.battlesystem.setup.shares import add_round, share_captives, share_round
from banneret.rulebooks.battlesystem.space import contacts
from banneret.rulebooks.battlesystem.space.dressing import stand
from banneret.rulebooks.battlesystem.state import State, bases_for, is_mended
from banneret.rulebooks.battlesystem.tables.rosters import Post
from banneret.rulebooks.battlesystem.unit import FIELD, JOINED, MOB, NOBODY, Unit
from banneret.rulebooks.battlesystem.worth.newcomers import (
    INDIVIDUAL,
    UNIT,
    enrol,
    free_name,
    next_individual,
    next_unit,
    root_of,
)
from banneret.rulebooks.battlesystem.worth.present import renew


def come(state: State, like: Unit, figures: int, x: float, y: float, heading: float) -> Unit:
    """Make a unit with the same roster and n figures, the middle of its front at x, y (inches); return it. Rule: battlesystem:3.1."""
    unit = _newcomer(state, like, figures)
    formation = allowed(state, unit)[0]
    files = files_of(state, unit, formation, (bases_for(unit, figures) + 1) // 2)
    put(state, unit, Post(formation, files, snap(x), snap(y), heading))
    _look_again(state)
    return unit


def come_alone(state: State, like: Individual, x: float, y: float) -> Individual:
    """Make an individual with the same sheet at x, y (inches), a hero who commands nobody; return him. Rules: battlesystem:3.2, battlesystem:9.4."""
    number = next_individual(state)
    called = free_name(state, INDIVIDUAL, state.setting.sheets[like.id].name)
    enrol(state, INDIVIDUAL, number, like.id, called)
    one = Individual(number, like.side, snap(x), snap(y), on_table=True)
    state.individuals[number] = one
    _look_again(state)
    return one


def why_not_part(state: State, unit: Unit) -> str:
    """The reason a unit cannot be parted or joined to another now, "" if it can. Rule: battlesystem:2.8c."""
    who = unit.now.name
    if unit.block is None or unit.mount > 1:
        return f"The figures of {who} do not stand as a body of single figures."
    if unit.loose is not None:
        return f"{who} is out of order: it closes up when it moves."
    if unit.now.engine is not None:
        return f"{who} is the crew of a piece of artillery."
    if contacts.is_engaged(state, unit):
        return f"{who} touches the enemy."
    return ""


def part(state: State, unit: Unit, figures: int, x: float, y: float) -> Unit:
    """Make the last n figures of a unit, from the rear, a unit of their own, the middle of its front at x, y (inches); return it.

    Commander and members stay. Both parts share the figures with which the whole began, and count losses from their share. Rule:
    battlesystem:8.7d.
    """
    block, marks, began = unit.block, unit.marks or Marks(), unit.now.figures
    assert block is not None, why_not_part(state, unit)
    left = unit.figures - figures
    share = began * figures // (left + figures)
    formation, files = unit.formation, min(block.files, figures)
    other = _newcomer(state, unit, figures, share)
    enrol(state, UNIT, unit.id, unit.id, unit.now.name, began - share)
    renew(state.setting, unit)
    renew(state.setting, other)
    other.in_command, other.rash, other.quarry = unit.in_command, unit.rash, unit.quarry
    other.routed, other.rout_heading = unit.routed, unit.rout_heading
    other.march, other.quarter, other.half, other.weapon = unit.march, unit.quarter, unit.half, unit.weapon
    other.thrown, other.effects, other.spent = unit.thrown, unit.effects, unit.spent
    other.moved, other.finished = unit.moved, unit.finished
    if is_mended(state, 16):
        share_round(unit, other)
        share_captives(unit, other, left)
    if formation == MOB:
        files = mob_files(figures, unit.width, unit.depth)
    other.become(FIELD)
    other.formation = formation
    other.stand(Block(snap(x), snap(y), block.heading, figures, files, unit.width, unit.depth, block.spacing))
    gone = [mark for mark in marks.borne if mark.at >= left]
    if unit.marks is not None:
        stay = [mark for mark in marks.borne if mark.at < left]
        other.marks = Marks(marks.given, tuple([Mark(one.figure, one.at - left, one.kind) for one in gone]))
        unit.marks = Marks(marks.given, tuple(stay))
    hurt = any(mark.kind == WOUND for mark in gone)
    other.wounded, unit.wounded = hurt, unit.wounded and not hurt
    if unit.leader_at >= left:
        unit.leader_at = commander_figures.default_place(min(block.files, left))
    narrower = mob_files(left, unit.width, unit.depth) if formation == MOB else min(block.files, left)
    stand(unit, _resized(block, left, narrower), None if narrower != block.files else list(range(left)))
    other.shields = other.spears = 0
    renew(state.setting, other)
    renew(state.setting, unit)
    _look_again(state)
    return other


def why_not_join(state: State, unit: Unit, other: Unit) -> str:
    """The reason two units cannot be joined, "" if they can. They must be parts of one unit, in the same formation. Rule: battlesystem:2.8c."""
    reason = why_not_part(state, unit) or why_not_part(state, other)
    if reason:
        return reason
    mine, theirs = unit.now, other.now
    if unit.id == other.id or unit.side != other.side or unit.formation != other.formation:
        return f"{theirs.name} and {mine.name} are not two of one side in the same formation."
    if root_of(state, unit) != root_of(state, other):
        return f"{theirs.name} and {mine.name} did not come as one unit."
    if unit.routed != other.routed or other.members or other.chief != NOBODY:
        return f"{theirs.name} is routed, or individuals are with it."
    return ""


def join(state: State, unit: Unit, other: Unit) -> None:
    """Add the figures of another unit to the rear ranks of one; of two wounded figures one falls.

    Losses of the whole count for its checks; by versions 1 to 17 of the rules those of the one counted on alone. Rules: battlesystem:8.7e, battlesystem:4.4.
    """
    block, theirs = unit.block, other.marks or Marks()
    assert block is not None, why_not_join(state, unit, other)
    figures, began = unit.figures + other.figures, unit.now.figures + other.now.figures
    if unit.wounded and other.wounded:
        figures -= 1
    files = mob_files(figures, unit.width, unit.depth) if unit.formation == MOB else block.files
    fresh = _resized(block, figures, files)
    seats = kept_ranks(block, fresh, 0, ())
    free = [number for number, figure in enumerate(seats) if figure == EMPTY]
    enrol(state, UNIT, unit.id, unit.id, unit.now.name, began)
    enrol(state, UNIT, other.id, other.id, other.now.name, 0)
    fallen = (
        next((mark.at for mark in theirs.borne if mark.kind == WOUND), NOBODY) if unit.wounded else NOBODY
    )
    stand(unit, fresh, seats)
    if theirs.borne:
        marks = unit.marks or Marks()
        old = [at for at in range(other.figures) if at != fallen]
        borne, given = list(marks.borne), marks.given
        numbers: dict[int, int] = {}
        for mark in theirs.borne:
            if mark.at == fallen:
                continue
            if mark.figure not in numbers:
                given += 1
                numbers[mark.figure] = given
            borne.append(Mark(numbers[mark.figure], free[old.index(mark.at)], mark.kind))
        unit.marks = Marks(given, tuple(borne))
    unit.wounded = unit.wounded or other.wounded
    if is_mended(state, 16):
        add_round(unit, other)
        unit.guards, unit.held = unit.guards + other.guards, unit.held + other.held
        unit.captured, other.captured = unit.captured + other.captured, 0
        unit.fled, other.fled = unit.fled + other.fled, 0
        other.guards = other.held = 0
    if is_mended(state, 18):
        lost = began - figures
        unit.quarter, unit.half = 4 * lost >= began, 2 * lost >= began
    if unit.leader_at == NOBODY and other.leader_at != NOBODY:
        unit.leader_at = commander_figures.default_place(files)
    other.leave(JOINED)
    other.figures, other.wounded, other.leader_at, other.debt, other.effects = 0, False, NOBODY, 0, ()
    for one in state.units.values():
        one.quarry = unit.id if one.quarry == other.id else one.quarry
        one.charged = unit.id if one.charged == other.id else one.charged
    if state.mover == other.id:
        state.mover = NOBODY
    renew(state.setting, unit)
    renew(state.setting, other)
    _look_again(state)


def _newcomer(state: State, like: Unit, figures: int, began: int = 0) -> Unit:
    """A new unit with the roster of another, not yet placed. `began`: the figures it counts losses from, if not `figures`."""
    number = next_unit(state)
    enrol(state, UNIT, number, like.id, free_name(state, UNIT, like.now.name), began or figures)
    unit = Unit(number, like.side, figures=figures, width=like.width, depth=like.depth, mount=like.mount)
    unit.in_command = like.formation != MOB
    renew(state.setting, unit)
    state.units[number] = unit
    return unit


def _resized(block: Block, figures: int, files: int) -> Block:
    return Block(block.x, block.y, block.heading, figures, files, block.width, block.depth, block.spacing)


def _look_again(state: State) -> None:
    """Forget all that is cached of neighbours and command, since the units have changed. Rule: battlesystem:4.7."""
    state.bands = None
    state.present = None
    state.posts = None
    for unit in state.units.values():
        unit.review = None
        unit.log = None
        unit.touching = None
