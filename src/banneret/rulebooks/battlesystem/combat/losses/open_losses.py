"""Losses in open formation: the gaps they leave where the enemy strikes, and the cost of filling them.

Rules: battlesystem:7.3b to battlesystem:7.3d, battlesystem:7.10e.
"""

from __future__ import annotations

from banneret.geometry.plane import within
from banneret.kernel.event import Event
from banneret.kernel.table import Table
from banneret.rulebooks.battlesystem.blocks.block import Block
from banneret.rulebooks.battlesystem.combat.losses.blows import Blow, Reckoning
from banneret.rulebooks.battlesystem.combat.losses.closing_ranks import close_ranks, squared_distance
from banneret.rulebooks.battlesystem.combat.losses.fallen import Fallen
from banneret.rulebooks.battlesystem.space.figures import base_middles
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.text.sentences import says
from banneret.rulebooks.battlesystem.unit import Unit


def fall_in_open(table: Table, due: Reckoning, lost: list[int]) -> None:
    """Take losses where the attackers strike; each figure that moves up into a gap costs 1 in. `lost`: bases by attack. Rules: battlesystem:7.3b, 7.3c."""
    unit = due.unit
    fallen: set[int] = set()
    for blow, count in zip(due.blows, lost, strict=True):
        if count:
            fallen.update(_struck_down(table, unit, blow, count, fallen))
    due.fallen = fallen
    cost = fill_gaps(unit, fallen)
    if not unit.routed:
        unit.debt += cost * unit.mount


def _struck_down(table: Table, unit: Unit, blow: Blow, count: int, fallen: set[int]) -> list[int]:
    """The figures of an open unit that one attack kills: first those that touch the attacker, then the front rank near it, then the rear.

    Rule: battlesystem:7.3b.
    """
    block = unit.block
    assert block is not None
    touched = [figure for figure in blow.touched if figure not in fallen]
    if len(touched) >= count:
        return _chosen(table, unit, touched, count, fallen)
    found = list(touched)
    front = [figure for figure in range(block.files) if figure not in fallen and figure not in found]
    if blow.spots:
        mine = base_middles(unit)
        front.sort(key=lambda figure: (_nearest(mine[figure], blow.spots), figure))
    found.extend(front[: count - len(found)])
    rear = [
        figure for figure in range(block.files, block.figures) if figure not in fallen and figure not in found
    ]
    if len(found) < count:
        found.extend(rear[len(found) - count :])
    return found


def _chosen(table: Table, unit: Unit, touched: list[int], count: int, fallen: set[int]) -> list[int]:
    """The figures in contact that are lost; the owner chooses if it makes a difference. Rule: battlesystem:7.3b."""
    if len(touched) == count:
        return touched
    block = unit.block
    assert block is not None
    files = block.files

    def preference(figure: int) -> tuple[bool, bool, float, int]:
        """The sort key: figures that leave no gap first, those of the rear ranks or at the ends of the front; the commander's last."""
        outward = abs(2 * figure - (files - 1)) if figure < files else 0
        return figure == unit.leader_at, figure < files, -outward, figure

    best = sorted(touched, key=preference)
    gaps = len([figure for figure in fallen if figure < files])
    behind = block.figures - files - (len(fallen) - gaps)
    all_in_front = touched[-1] < files
    if all_in_front and behind >= gaps + count:
        return sorted(best[:count])  # all gaps are filled from behind, so the choice makes no difference
    preset = sorted(best[:count])
    answer = table.ask(Fallen(unit, touched, preset, "battlesystem:7.3b", tuple(sorted(fallen))))
    return [figure for figure in answer[2:] if isinstance(figure, int)]


def fill_gaps(unit: Unit, fallen: set[int]) -> int:
    """Take these figures out of a block and close it up; return the number of figures moved to fill gaps in front.

    Rules: battlesystem:7.3b, battlesystem:7.3c, battlesystem:7.10e.
    """
    block = unit.block
    assert block is not None
    left = block.figures - len(fallen)
    shift, moved = moved_up(block, fallen)
    close_ranks(unit, left, min(left, block.files), shift, fallen)
    return moved


def moved_up(block: Block, fallen: set[int]) -> tuple[int, int]:
    """The first old file that stays when a block loses these figures, and the number of figures moved to fill gaps.

    Gaps are filled from the last rank. If nobody is behind, figures come from the ends, and the front shrinks so that as few as
    possible move. Rules: battlesystem:7.3b, battlesystem:7.3c.
    """
    files = block.files
    left = block.figures - len(fallen)
    gaps = [file for file in range(files) if file in fallen]
    if left >= files:
        return 0, len(gaps)
    best = 0
    least = files + 1
    for shift in range(files - left + 1):
        moved = len([file for file in gaps if shift <= file < shift + left])
        off_centre = abs(2 * shift + left - files)
        if (moved, off_centre) < (least, abs(2 * best + left - files)):
            best, least = shift, moved
    return best, least


def pay(state: State, table: Table, unit: Unit, rate: float) -> None:
    """Take a unit's debt for filled gaps from its movement `rate`, in inches; if that uses it up, the unit moves no more this round.

    Rules: battlesystem:7.3c, battlesystem:7.3d.
    """
    unit.spent += unit.debt
    if unit.now.missile is not None:
        unit.closing += unit.debt
    if table.telling:
        text = says(state, unit, "pays|pay {} in of movement for filling its|their gaps.", str(unit.debt))
        data = {"unit": f"u{unit.id}", "cost": unit.debt}
        table.tell(Event("gaps", text, "battlesystem:7.3c", side=unit.side, data=data))
    unit.debt = 0
    if within(rate, unit.spent):
        unit.finished = True


def _nearest(place: tuple[float, float], others: list[tuple[float, float]]) -> float:
    """The square of the distance to the nearest of some points, rounded to remove floating-point noise."""
    return round(min([squared_distance(place, other) for other in others]), 6)
