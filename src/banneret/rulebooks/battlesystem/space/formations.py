"""Formations, frontage and facing: the changes that a unit makes on the spot, at will or because it must.

Here changes are worked out, with room and cost; `drill.formation_changes` makes them as steps of a move.

Rules: battlesystem:7.1 to battlesystem:7.3a, battlesystem:7.6 to battlesystem:7.6c, battlesystem:7.9e to 7.9i,
battlesystem:7.10 to battlesystem:7.10d, battlesystem:4.5b, battlesystem:4.7d, battlesystem:2.11.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from banneret.geometry.plane import LEEWAY, TOLERANCE, snap, snap_heading, turn_between
from banneret.geometry.rectangles import FRONT, LEFT, REAR, RIGHT, gap
from banneret.kernel.decision import Choice
from banneret.kernel.event import Event
from banneret.kernel.order import Order
from banneret.kernel.table import Table
from banneret.rulebooks.battlesystem.blocks.block import Block
from banneret.rulebooks.battlesystem.blocks.block_moves import face, rebuilt, spread, widen
from banneret.rulebooks.battlesystem.blocks.clearance import on_table
from banneret.rulebooks.battlesystem.space import (
    carried_files,
    contacts,
    distances,
    dressing,
    field,
    obstacles,
    standing,
)
from banneret.rulebooks.battlesystem.state import State, all_on_field, is_mended
from banneret.rulebooks.battlesystem.tables.rosters import REGULAR
from banneret.rulebooks.battlesystem.tables.unit_kinds import formation as formation_of
from banneret.rulebooks.battlesystem.text.sentences import says
from banneret.rulebooks.battlesystem.unit import CLOSED, FIELD, FORMATIONS, OPEN, SKIRMISH, Pose, Unit
from banneret.rulebooks.battlesystem.worth import walls_and_spears

TURNS: Final = {RIGHT: 90.0, LEFT: -90.0, REAR: 180.0}
_FINEST: Final = 0.001  # inches between the gaps tried if a unit must open without room
_PARTS: Final = 50  # parts of the full gap, tried one by one if a unit must open without losing touch


def spacing(unit: Unit, formation: int) -> float:
    """Inches between the bases of a unit in a formation, across and in depth. Rules: battlesystem:7.2, 7.3, 7.3a, 7.5."""
    row = formation_of(FORMATIONS[formation])
    return row.spacing_of_stands if unit.mount > 1 else row.spacing


def formation_cost(rate: float) -> float:
    """Inches of movement that a change of formation takes. Rule: battlesystem:7.6a.

    >>> formation_cost(9.0)
    3.0
    """
    return rate / 3.0


def facing_cost(rate: float, side: int) -> float:
    """Inches of movement for a face to the `RIGHT` or `LEFT`, or about (`REAR`). Rules: battlesystem:7.9e, battlesystem:7.9f.

    >>> facing_cost(9.0, RIGHT), facing_cost(9.0, REAR)
    (3.0, 4.5)
    """
    return rate / 2.0 if side == REAR else rate / 3.0


# ---------------------------------------------------------------- room


def has_room(state: State, unit: Unit, block: Block, enemies: bool = True) -> bool:
    """True if a unit could stand as that block: on the table, on no other unit's ground, on no forbidden ground.

    Without `enemies`, their ground is not looked at. Rule: battlesystem:7.1e.
    """
    setting = state.setting
    if not on_table(block, setting.width, setting.depth):
        return False
    area = block.area()
    x, y = block.middle_x, block.middle_y
    for wall in field.walls(state, unit):
        east, north, far = wall.x - x, wall.y - y, wall.half_width + block.girth
        if east * east + north * north <= far * far and obstacles.hits(area, wall):
            return False
    if is_mended(state, 9) and field.is_forbidden(state, unit, area):
        return False
    for other in distances.units_near(state, x, y, block.girth):
        if other.id == unit.id or (other.side != unit.side and not enemies):
            continue
        for part in standing.ground(other):
            if obstacles.hits(area, part):
                return False
    return True


def new_contact(state: State, unit: Unit, block: Block) -> Unit | None:
    """An enemy whom a unit does not touch now, but would touch as that block; None if there is none. Rule: battlesystem:7.10c."""
    area = block.area()
    trial: Unit | None = None
    for enemy in distances.units_near(state, block.middle_x, block.middle_y, block.girth):
        if enemy.side == unit.side:
            continue
        if not any(gap(part, ground) <= TOLERANCE for part in area for ground in standing.ground(enemy)):
            continue
        if trial is None:
            trial = unit.copy()
            dressing.stand(trial, block)
        if contacts.are_touching(state, trial, enemy) and not contacts.are_touching(state, unit, enemy):
            return enemy
    return None


# ---------------------------------------------------------------- opening because it must


def open_up(state: State, table: Table, unit: Unit, by_check: bool = False) -> None:
    """Break a closed unit into open formation, at once and free; any other stays as it is. Rules: battlesystem:4.5b, 4.7d, 7.6b, 7.6c.

    `by_check`: True if it failed a Morale Check; then its owner may have fewer abreast. By versions 1 to 14 of the rules nobody was asked.

    The middle of its front edge and its heading stay. If it has no room its frontage shrinks by as little as will do; if none is
    narrow enough, it keeps its frontage and its figures spread as far as they can. Figures that look elsewhere go on doing so;
    by versions 1 to 11 of the rules they looked ahead again, unless files had gone on alone. Rule: battlesystem:7.9g.
    """
    block = unit.block
    if unit.formation != CLOSED or block is None:
        return
    touched = carried_files.enemies_held(state, unit) if is_mended(state) else []
    keeps_order = not touched and not (are_some_turned(unit) and is_mended(state, 12))
    opened = (
        opened_block(state, unit, block) if keeps_order else _opened_in_contact(state, unit, block, touched)
    )
    if keeps_order and opened is not None and unit.loose is None and is_mended(state, 9):
        opened = _opened_before(state, unit, block, opened)
    if by_check and keeps_order and opened is not None and is_mended(state, 15):
        opened = _as_broad_as_wished(state, table, unit, block, opened)
    unit.formation = OPEN
    walls_and_spears.end(unit)
    if opened is not None and keeps_order:
        dressing.stand(unit, opened)
    if table.telling:
        text = says(state, unit, "breaks|break into open formation.")
        data = {
            "unit": f"u{unit.id}",
            "formation": "open",
            "files": block.files if opened is None else opened.files,
        }
        table.tell(Event("formation", text, "battlesystem:7.6b", side=unit.side, data=data))


def _as_broad_as_wished(state: State, table: Table, unit: Unit, block: Block, opened: Block) -> Block:
    """The opened block with as many abreast as the owner of the unit wants, of those fronts that lose no enemy and touch no other.

    `opened`: the broadest, which he has by default. Rule: battlesystem:4.5b.
    """
    if opened.spacing < spacing(unit, OPEN):
        return opened  # it has no room for all of the gap, and keeps its frontage
    held = contacts.enemies_touching(state, unit)
    found = [opened]
    for files in range(opened.files - 1, 0, -1):
        narrower = rebuilt(block, block.x, block.y, block.heading, files, opened.spacing)
        if (
            has_room(state, unit, narrower)
            and (not held or _keeps(state, unit, narrower, held))
            and new_contact(state, unit, narrower) is None
        ):
            found.append(narrower)
    if len(found) == 1:
        return opened
    options: list[Order] = [("front", unit.id, one.files) for one in found]
    answer = table.ask(Choice("front", unit.side, "battlesystem:4.5b", options))
    return found[options.index(answer)]


def open_on_ground(state: State, table: Table, unit: Unit, before: Block | None) -> None:
    """Open a closed unit that ran or was pushed onto ground where nobody is closed, or over a line; not where a road leads there.

    By versions 1 to 18 of the rules it opened on a road too. Rules: battlesystem:11.8c, battlesystem:11.8f, battlesystem:11.8a.
    """
    block = unit.block
    if not state.setting.terrain or unit.formation != CLOSED or block is None:
        return
    by_road = before is not None and field.are_on_road(state, unit, [before, block])
    if field.ban(state, unit, block, by_road) is not None or (
        before is not None and not by_road and field.has_crossed(state, before, block)
    ):
        open_up(state, table, unit)


def _opened_in_contact(state: State, unit: Unit, block: Block, touched: list[int]) -> Block | None:
    """Open a unit whose files went on to touch `touched` enemies; return its block then, None if it stays as it stood.

    It opens as by `opened_block`, with its advanced files ahead. If it would lose touch with an enemy so, it keeps its frontage and its
    figures spread less far; by versions 1 to 11 of the rules it could lose touch with others than `touched`. Rules: battlesystem:4.5b, battlesystem:7.8b.
    """
    kept = contacts.enemies_touching(state, unit) if is_mended(state, 12) else touched
    for opened in _ways_to_open(state, unit, block, block.files):
        if carried_files.stand(state, unit, opened, touched, kept):
            return opened
    return None


def _opened_before(state: State, unit: Unit, block: Block, opened: Block) -> Block | None:
    """The opened block of a unit in order, if it still touches all enemies; else another that does, None if none does.

    The unit does not move, so it does not break off. If a narrow enemy would come to stand in a gap, its frontage shrinks by as little
    as will do, or its figures spread less far. By versions 1 to 8 of the rules it lost touch then, by versions 9 to 11 with enemies on
    its flanks. Rule: battlesystem:4.5b.
    """
    held = contacts.enemies_touching(state, unit)
    if not is_mended(state, 12):
        held = [foe for foe in held if _is_before(state, unit, foe)]
    if not held or _keeps(state, unit, opened, held):
        return opened
    for tried in _ways_to_open(state, unit, block, opened.files - 1):
        if _keeps(state, unit, tried, held):
            return tried
    return None


def _ways_to_open(state: State, unit: Unit, block: Block, most: int) -> Iterator[Block]:
    """The blocks with room as which a unit may open: from `most` files ever narrower, then at full width with ever smaller gaps.

    Rules: battlesystem:4.5b, battlesystem:7.6c.
    """
    wide = spacing(unit, OPEN)
    for files in range(most, 0, -1):
        narrower = rebuilt(block, block.x, block.y, block.heading, files, wide)
        if has_room(state, unit, narrower):
            yield narrower
    for part in range(_PARTS - 1, 0, -1):
        closer = spread(block, snap(wide * part / _PARTS))
        if has_room(state, unit, closer):
            yield closer


def _is_before(state: State, unit: Unit, foe: int) -> bool:
    """True if a unit touches that enemy with its front."""
    return any(touch.side == FRONT for touch in contacts.touches(state, unit, state.units[foe]))


def _keeps(state: State, unit: Unit, block: Block, foes: list[int]) -> bool:
    """True if a unit would touch all those enemies as that block."""
    trial = unit.copy()
    dressing.stand(trial, block)
    return all(contacts.are_touching(state, trial, state.units[foe]) for foe in foes)


def opened_block(state: State, unit: Unit, block: Block) -> Block | None:
    """The block of a closed unit that must open; None if it has no room at all and stays as it stood.

    Rules: battlesystem:4.5b, battlesystem:7.6c.
    """
    wide = spacing(unit, OPEN)
    for files in range(block.files, 0, -1):
        opened = rebuilt(block, block.x, block.y, block.heading, files, wide)
        if _may_open(state, unit, opened):
            return opened
    fits, fails = 0, int(wide / _FINEST + 0.5)  # in thousandths of an inch
    while fails - fits > 1:
        middle = (fits + fails) // 2
        if _may_open(state, unit, spread(block, middle / 1000.0)):
            fits = middle
        else:
            fails = middle
    return spread(block, fits / 1000.0) if fits or has_room(state, unit, block) else None


def _may_open(state: State, unit: Unit, block: Block) -> bool:
    """As `has_room`; by version 1 of the rules rounding decided if bodies overlap by exactly the tolerance."""
    if is_mended(state) or not has_room(state, unit, block):
        return has_room(state, unit, block)
    setting = state.setting
    area = block.area()
    for part in area:
        for x, y in part.corners():
            if min(x, y, setting.width - x, setting.depth - y) < -LEEWAY:
                return False
    bars = list(setting.walls)
    for other in distances.units_near(state, block.middle_x, block.middle_y, block.girth):
        if other.id != unit.id:
            bars.extend(standing.ground(other))
    return not any(gap(part, bar) < -LEEWAY for part in area for bar in bars)


# ---------------------------------------------------------------- changes at will


def may_take(state: State, unit: Unit, formation: int) -> bool:
    """True if a unit is of a kind that takes a formation: regulars open and (save berserkers) closed, elites also skirmish.

    Rules: battlesystem:7.1, battlesystem:2.8b, battlesystem:2.11.
    """
    roster = unit.now
    if roster.kind != REGULAR:
        return False
    if formation == CLOSED:
        return roster.special != "berserker"
    return formation == OPEN or (formation == SKIRMISH and roster.special == "elite")


def reformed(state: State, unit: Unit, formation: int, enemies: bool = True) -> Block | None:
    """The block after a change between closed and open formation; None if it has no room. Rule: battlesystem:7.6c."""
    block = unit.block
    assert block is not None
    changed = spread(block, spacing(unit, formation))
    return changed if has_room(state, unit, changed, enemies) else None


def widened(state: State, unit: Unit, left: int, right: int, enemies: bool = True) -> Block | None:
    """The block after a change of frontage; None if it has no room or would come into contact with an enemy.

    `left` and `right` are the figures added to each end, below zero taken from it: the unit must have them. Rules: battlesystem:7.10c, battlesystem:7.10d.
    """
    block = unit.block
    assert block is not None
    changed = widen(block, left, right)
    if not has_room(state, unit, changed, enemies):
        return None
    return None if enemies and new_contact(state, unit, changed) is not None else changed


def turned_block(state: State, unit: Unit, side: int, enemies: bool = True) -> Block | None:
    """The block after all its figures have turned to a side; None if it has no room. Rule: battlesystem:7.9h."""
    block = unit.block
    assert block is not None
    changed = face(block, side)
    return changed if has_room(state, unit, changed, enemies) else None


def some_turned(unit: Unit, side: int, figures: list[int]) -> tuple[Block, tuple[Pose, ...] | None]:
    """The block of a unit after some of its figures have turned, and the poses of all, or None if all look the same way.

    The figures keep their places. If all now look another way than the block did, the block returned looks that way.
    Rules: battlesystem:7.9e to battlesystem:7.9h.
    """
    block = unit.block
    assert block is not None
    poses = poses_of(unit)
    turn = TURNS[side]
    for figure in figures:
        x, y, heading = poses[figure]
        poses[figure] = (x, y, snap_heading(heading + turn))
    first = poses[0][2]
    if all(pose[2] == first for pose in poses):
        quarter = round(turn_between(block.heading, first) / 90.0)
        if quarter == 0:
            return block, None
        return face(block, REAR if abs(quarter) == 2 else RIGHT if quarter == 1 else LEFT), None
    return block, tuple(poses)


def poses_of(unit: Unit) -> list[Pose]:
    """The poses of the figures of a unit in a block, by number, in order or not."""
    if unit.loose is not None:
        return list(unit.loose)
    block = unit.block
    assert block is not None
    return [(snap(base.x), snap(base.y), block.heading) for base in block.bases()]


def are_some_turned(unit: Unit) -> bool:
    """True if some figures look elsewhere than their unit, which then cannot move. Rule: battlesystem:7.9g."""
    loose, block = unit.loose, unit.block
    if loose is None or block is None or unit.wings != (0, 0):
        return False
    return any(abs(turn_between(block.heading, pose[2])) > 1.0 for pose in loose)


def unwrap(state: State, table: Table) -> None:
    """Put wrapped units that no longer touch an enemy in order, as open blocks. Rule: battlesystem:7.11c."""
    for unit in all_on_field(state):
        if unit.wings == (0, 0) or unit.status != FIELD or contacts.is_engaged(state, unit):
            continue
        dressing.put_in_order(state, table, unit)  # others may stand now where its wings came from
        if unit.formation == CLOSED and unit.loose is None:
            open_up(state, table, unit)
