"""Files that went on alone to touch an enemy: when their unit opens, they stay ahead of it, and in touch.

Rules: battlesystem:4.5b, battlesystem:7.8b, battlesystem:7.9g.
"""

from __future__ import annotations

from banneret.geometry.plane import TOLERANCE, heading_of, length, turn_between
from banneret.geometry.sweeps import inside_board
from banneret.rulebooks.battlesystem.blocks.block import Block
from banneret.rulebooks.battlesystem.blocks.file_advance import advanced, carried_ways
from banneret.rulebooks.battlesystem.blocks.seats import seats
from banneret.rulebooks.battlesystem.space import contacts, distances, dressing, field, standing
from banneret.rulebooks.battlesystem.state import State, is_mended
from banneret.rulebooks.battlesystem.unit import Pose, Unit


def enemies_held(state: State, unit: Unit) -> list[int]:
    """The enemies that files of a unit which went on alone touch, by number. Rules: battlesystem:4.5b, battlesystem:7.8b."""
    block = unit.block
    if block is None or unit.loose is None or unit.wings != (0, 0):
        return []
    before, _ = _advances(unit, block)
    gone_on = {file for file, way in enumerate(before) if way > 0.0}
    touched = contacts.enemies_touching(state, unit) if gone_on else []
    return [enemy for enemy in touched if gone_on & _touching_files(state, unit, block, [enemy])]


def stand(state: State, unit: Unit, opened: Block, touched: list[int], kept: list[int]) -> bool:
    """Make a unit stand as its opened block, with advanced files ahead of it; return False, and leave it, if that is impossible.

    `touched` are the enemies that these files touch, `kept` the enemies that the unit must still touch.
    By versions 1 to 8 of the rules files ahead could come to stand over the edge of the table.
    Rules: battlesystem:4.5b, battlesystem:7.1e, battlesystem:7.8b.
    """
    loose = _carried(state, unit, opened, touched)
    trial = unit.copy()
    dressing.stand(trial, opened)
    trial.stand(opened, loose, trial.wings)
    if loose is not None and is_mended(state, 9) and not _is_on_table(state, trial):
        return False
    others = distances.others_near(state, trial, TOLERANCE)
    grounds = [part for other in others for part in standing.ground(other)]
    if loose is not None and standing.stands_in(trial, grounds):
        return False
    if not all(contacts.are_touching(state, trial, state.units[enemy]) for enemy in kept):
        return False
    dressing.stand(unit, opened)
    unit.stand(opened, loose, unit.wings)
    return True


def _is_on_table(state: State, unit: Unit) -> bool:
    """True if all figures of a unit stand on the table. Rule: battlesystem:7.1e."""
    return inside_board(standing.bases(unit), state.setting.width, state.setting.depth)


def _carried(state: State, unit: Unit, opened: Block, touched: list[int]) -> tuple[Pose, ...] | None:
    """The poses of a unit whose files stay ahead; None if it stands in order. Figures that look elsewhere go on doing so (7.9g)."""
    block = unit.block
    assert block is not None
    before, direction = _advances(unit, block)
    first = (block.files - opened.files) // 2  # of the old files, the one that is the new file 0
    held = _touching_files(state, unit, block, touched)
    kept = before[first : first + opened.files]
    most = [0.0] * opened.files
    for file in range(opened.files):
        old = first + file
        if old in held:
            most[file] = before[old] + _shift(block, old, opened, file)
    bars = [*field.walls(state, unit)]
    for other in distances.others_near(state, unit, opened.girth + max(most)):
        bars.extend(standing.ground(other))
    enemies = [base for enemy in touched for base in standing.bases(state.units[enemy])]
    ways = carried_ways(opened, direction, kept, most, enemies, bars)
    poses = advanced(opened, direction, ways)
    loose = unit.loose
    if loose is not None and (opened.files == block.files or is_mended(state, 12)):
        stood = seats(block, opened, loose, ()) or list(range(opened.figures))
        poses = [(x, y, loose[stood[figure]][2]) for figure, (x, y, _) in enumerate(poses)]
    in_order = max(ways) == 0.0 and all(pose[2] == opened.heading for pose in poses)
    return None if in_order else tuple(poses)


def _advances(unit: Unit, block: Block) -> tuple[list[float], float]:
    """Inches that each file of a unit stands ahead of its line, and their direction in degrees. Rule: battlesystem:7.8b."""
    loose = unit.loose
    before = [0.0] * block.files
    direction, farthest = block.heading, TOLERANCE
    for file in range(block.files) if loose is not None else ():
        assert loose is not None
        x, y = block.centre(0, file)
        east, north = loose[file][0] - x, loose[file][1] - y
        ahead = length(east, north)
        if ahead > TOLERANCE and abs(turn_between(block.heading, heading_of(east, north))) < 90.0:
            before[file] = ahead
        if ahead > farthest:
            direction, farthest = heading_of(east, north), ahead
    return before, direction


def _touching_files(state: State, unit: Unit, block: Block, touched: list[int]) -> set[int]:
    """The files of a unit whose front figure touches one of those enemies."""
    found: set[int] = set()
    for enemy in touched:
        for touch in contacts.touches(state, unit, state.units[enemy]):
            rank, file = block.place(touch.figure)
            if rank == 0:
                found.add(file)
    return found


def _shift(block: Block, file: int, opened: Block, after: int) -> float:
    """Inches that the front of a file moves when its unit opens. Rule: battlesystem:7.6c."""
    x, y = block.centre(0, file)
    to_x, to_y = opened.centre(0, after)
    return length(to_x - x, to_y - y)
