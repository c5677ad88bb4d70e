"""Elite troops that disperse from a block into skirmish formation, and gather into a block again.

Orders, as for any change of formation: ("move", unit, ("formation", "skirmish")) as the last step of a move, and from skirmish
formation ("move", unit, ("formation", "open")) or "closed", followed by the number of files if there are not to be two ranks.

The rules do not say where the figures go. Troops that disperse keep their ranks and files, an inch from their neighbours, as in any
change of formation. When they gather, the commander (without one, the first figure) stays and becomes the middle of the front rank,
the block looks where he looks, and no figure goes farther than the movement that the change of formation leaves it.

Rules: battlesystem:2.11, battlesystem:7.4, battlesystem:7.6, battlesystem:7.6a, battlesystem:7.6c.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from banneret.geometry.plane import TOLERANCE, heading_of, length, snap, within
from banneret.geometry.rectangles import Rectangle, gap, overlap, placed
from banneret.geometry.sweeps import ground_way, inside_board
from banneret.kernel.decision import Refusal
from banneret.kernel.order import Order
from banneret.kernel.table import Table
from banneret.rulebooks.battlesystem.blocks.block import Block
from banneret.rulebooks.battlesystem.blocks.block_moves import spread
from banneret.rulebooks.battlesystem.drill.skirmish_walks import APART, surroundings
from banneret.rulebooks.battlesystem.space import contacts, field, formations, standing
from banneret.rulebooks.battlesystem.space.casualties import runaways, wounded_at
from banneret.rulebooks.battlesystem.state import State, is_mended, name
from banneret.rulebooks.battlesystem.state import figures_standing as on_table
from banneret.rulebooks.battlesystem.text.news import declared
from banneret.rulebooks.battlesystem.text.sentences import after_colon, are_left, says
from banneret.rulebooks.battlesystem.unit import (
    CLOSED,
    FIELD,
    FORMATIONS,
    NOBODY,
    OPEN,
    SKIRMISH,
    Single,
    Unit,
)
from banneret.rulebooks.battlesystem.worth.allowance import normal_rate
from banneret.rulebooks.battlesystem.worth.present import renew

NEVER: Final = 1e9
"""More inches than anybody moves."""

Ways: TypeAlias = Callable[[Single, Rectangle], float]
"""The movement that takes a figure to a base, what it has moved this round included; `NEVER` if it cannot go there."""


def spread_out(block: Block) -> Block:
    """The block with its figures as far apart as when they have dispersed. Rules: battlesystem:7.4, 7.6c."""
    return spread(block, APART)


def dispersed(state: State, unit: Unit, enemies: bool) -> list[Single] | None:
    """The figures of a unit in a block as they would disperse; None if they have no room, or would touch an enemy.

    Without `enemies`, enemy units are not looked at. Rules: battlesystem:2.11, battlesystem:2.9e, battlesystem:7.6c.
    """
    block = unit.block
    assert block is not None
    setting = state.setting
    bases = spread_out(block).bases()
    if not inside_board(bases, setting.width, setting.depth):
        return None
    for polygon in field.forbidden(state, unit):
        if any(polygon.meets(base) for base in bases):
            return None
    for other in state.units.values():
        mine = other.side == unit.side
        if other.id == unit.id or other.status != FIELD or not (mine or enemies):
            continue
        for part in standing.ground(other):
            for base in bases:
                if overlap(base, part) or (not mine and gap(base, part) <= TOLERANCE):
                    return None
    found = [Single(snap(base.x), snap(base.y), block.heading) for base in bases]
    hurt = wounded_at(unit) if is_mended(state, 4) else block.figures - 1
    if unit.wounded:
        found[hurt].wounded = True
    return found


class Gathering:
    """The outcome of an order to gather.

    Attributes:
        block: the block that the skirmishers form; None if they cannot.
        seats: their old numbers by the new ones.
        cost: inches of movement that it takes.
        refusal: the reason they cannot form it.
        lost: that reason shows only by measuring.
    """

    __slots__ = ("block", "cost", "lost", "refusal", "seats")

    def __init__(self) -> None:
        self.block: Block | None = None
        self.seats: list[int] = []
        self.cost: float = 0.0
        self.refusal: Refusal | None = None
        self.lost: bool = False

    def refuse(self, reason: str, rule: str, lost: bool = False) -> Gathering:
        """Note the reason that they cannot form a block; return this outcome."""
        self.refusal, self.lost = Refusal(reason, rule), lost
        return self


def gathered(state: State, unit: Unit, order: Order, rate: float, enemies: bool) -> Gathering:
    """The outcome of an order to gather, without changing anything.

    `rate` is the unit's movement rate in inches; without `enemies`, enemy units are not looked at. Rules: battlesystem:2.11,
    battlesystem:7.6, battlesystem:7.6a, battlesystem:7.6c.
    """
    found = Gathering()
    label = name(state, unit)
    formation, files = _read(unit, order)
    if formation == NOBODY:
        reason = says(
            state,
            unit,
            "moves|move figure by figure; to gather it|they takes|take one step, (formation open) or (formation closed).",
        )
        return found.refuse(reason, "battlesystem:2.9d")
    if not formations.may_take(state, unit, formation):
        return found.refuse(
            says(state, unit, "does|do not take {} formation.", FORMATIONS[formation]), "battlesystem:7.1"
        )
    if not unit.in_command:
        return found.refuse(
            says(state, unit, "is|are out of command and cannot change formation."), "battlesystem:7.6"
        )
    singles = unit.singles
    assert singles is not None
    numbers = on_table(unit)
    if any(_is_bound(state, singles[figure]) for figure in numbers):
        return found.refuse(f"Some figures of {label} cannot move now.", "battlesystem:7.8g")
    if contacts.is_engaged(state, unit):
        return found.refuse(f"Some figures of {label} touch an enemy.", "battlesystem:7.8d")
    block = _gathered_block(state, unit, formation, files)
    if _is_no_place(state, unit, block, formation, found):
        return found
    normal = normal_rate(state, unit) if is_mended(state, 10) else rate
    cost = formations.formation_cost(normal)
    farthest, found.seats = _farthest(unit, numbers, block, _ways(state, unit, enemies))
    if farthest >= NEVER:
        return found.refuse("Something bars the way of a figure to its place.", "battlesystem:7.6c", True)
    if not within(cost + farthest, rate - unit.spent):
        reason = (
            f"A change of formation takes {cost:.2f} in and the farthest figure {farthest:.2f} in more; "
            f"{are_left(rate - unit.spent)}."
        )
        return found.refuse(reason, "battlesystem:7.6a", True)
    if not formations.has_room(state, unit, block, enemies) or (
        enemies and formations.new_contact(state, unit, block) is not None
    ):
        return found.refuse("There is no room for that formation.", "battlesystem:7.6c", True)
    found.block, found.cost = block, cost + farthest
    return found


def _is_bound(state: State, single: Single) -> bool:
    """True if a figure may not go to a place in a block. A figure rallied this round may, but do no more than that.

    By versions 1 to 11 of the rules nobody gathered after a rally. Rules: battlesystem:6.3, battlesystem:7.8g.
    """
    if single.routed or single.caught or single.bound:
        return True
    return single.done and not (single.rallied and is_mended(state, 12))


def may_after_rally(state: State, unit: Unit) -> bool:
    """True if some skirmishers of a unit were rallied this round and all its figures may gather. Rule: battlesystem:6.3."""
    singles = unit.singles
    if singles is None or not is_mended(state, 12):
        return False
    numbers = on_table(unit)
    if not any(singles[figure].rallied for figure in numbers):
        return False
    return not any(_is_bound(state, singles[figure]) for figure in numbers)


def _is_no_place(state: State, unit: Unit, block: Block, formation: int, found: Gathering) -> bool:
    """True, and the outcome refused, if ground forbids a unit to be that block; by versions 1 to 9 of the rules it did not. Rules: 11.8c, 11.8f, 11.8o."""
    if not state.setting.terrain or not is_mended(state, 10):
        return False
    there = field.unfit(state, unit, block, formation)
    if there is None:
        return False
    how = "closed " if formation == CLOSED else ""
    found.refuse(
        f"{name(state, unit)} cannot stand {how}in {there.name}.", f"battlesystem:{there.ground.opens}"
    )
    return True


def _ways(state: State, unit: Unit, enemies: bool) -> Ways:
    """The function that gives the movement with which a figure comes straight to a place: see `Ways`.

    By versions 1 to 9 of the rules ground cost nothing, and nothing barred the way. Rules: battlesystem:7.6c, battlesystem:11.8, 7.4a.
    """
    if not is_mended(state, 10):
        return lambda single, base: single.moved + length(single.x - base.x, single.y - base.y)
    around = surroundings(state, unit, 2.0 * unit.now.movement, enemies)
    bars = [*around.bars, *around.formed, *around.loners]

    def way(single: Single, base: Rectangle) -> float:
        far = length(base.x - single.x, base.y - single.y)
        if far <= TOLERANCE:
            return single.moved
        heading = heading_of(base.x - single.x, base.y - single.y)
        here = placed(single.x, single.y, unit.width, unit.depth, single.heading)
        if ground_way([here], heading, far, bars) < far - TOLERANCE:
            return NEVER
        if around.tariff is None:
            return single.moved + far
        around.tariff.begin(unit.spent + single.moved, single.slowed)
        course = around.tariff.course([(single.x, single.y)], heading, far, NEVER, [])
        if course.way < far - TOLERANCE:
            return NEVER
        return single.moved + around.tariff.bill([(single.x, single.y)], heading, far, course)

    return way


def _read(unit: Unit, order: Order) -> tuple[int, int]:
    """The formation and number of files that an order to gather names; `NOBODY` and 0 if it is no such order."""
    if len(order) != 3 or not isinstance(order[2], tuple):
        return NOBODY, 0
    step = order[2]
    if step[0] != "formation" or step[1] not in FORMATIONS:
        return NOBODY, 0
    formation = FORMATIONS.index(step[1])
    files = step[2] if len(step) > 2 else (unit.figures + 1) // 2
    if formation not in (CLOSED, OPEN) or not 1 <= files <= unit.figures:
        return NOBODY, 0
    return formation, files


def _gathered_block(state: State, unit: Unit, formation: int, files: int) -> Block:
    """The block around the commander's figure, or the first figure: it stays where it is."""
    singles = unit.singles
    assert singles is not None
    guide = singles[unit.leader_at if unit.leader_at != NOBODY else on_table(unit)[0]]
    spacing = formations.spacing(unit, formation)
    width, depth = unit.width, unit.depth
    block = Block(guide.x, guide.y, guide.heading, unit.figures, files, width, depth, spacing)
    x, y = block.centre(0, _middle(files))
    return Block(
        guide.x + (guide.x - x),
        guide.y + (guide.y - y),
        guide.heading,
        unit.figures,
        files,
        width,
        depth,
        spacing,
    )


def _middle(files: int) -> int:
    """The file in which a commander stands: the middle one, of two the left one. Rule: battlesystem:4.7."""
    return (files - 1) // 2


def _farthest(unit: Unit, numbers: list[int], block: Block, ways: Ways) -> tuple[float, list[int]]:
    """The movement of the figure that moves most, and the figures by their places in the block.

    Either the foremost figures make the front rank, each rank from left to right as they stand, or the leftmost make the files on the
    left: whichever takes less of the figure that moves most.
    """
    singles = unit.singles
    assert singles is not None
    seen: list[tuple[float, float, int]] = []  # inches ahead, inches to the right, figure
    for figure in numbers:
        east, north = singles[figure].x - block.x, singles[figure].y - block.y
        ahead = snap(east * block.forward_x + north * block.forward_y)
        right = snap(east * block.forward_y - north * block.forward_x)
        seen.append((ahead, right, figure))
    by_rank = sorted(seen, key=lambda one: (-one[0], one[1], one[2]))
    ranks = [by_rank[start : start + block.files] for start in range(0, len(by_rank), block.files)]
    in_ranks = [one[2] for rank in ranks for one in sorted(rank, key=lambda one: (one[1], one[2]))]
    by_file = sorted(range(block.figures), key=lambda number: (block.place(number)[1], number))
    from_left = sorted(seen, key=lambda one: (one[1], -one[0], one[2]))
    in_files = [NOBODY] * block.figures
    for number, one in zip(by_file, from_left, strict=True):
        in_files[number] = one[2]
    return min((_longest_way(singles, order, block, ways), order) for order in (in_ranks, in_files))


def _longest_way(singles: list[Single], order: list[int], block: Block, ways: Ways) -> float:
    """The movement of the figure that moves most when they go to the places of a block in this order."""
    return max([ways(singles[figure], base) for figure, base in zip(order, block.bases(), strict=True)])


# ---------------------------------------------------------------- as an order


def refusal(state: State, unit: Unit, order: Order, rate: float) -> Refusal | None:
    """The reason an order to gather cannot be declared; None if it can. Rules: battlesystem:2.11, battlesystem:7.6, 3.5."""
    measured = state.setting.flags.premeasure
    return gathered(state, unit, order, rate, measured).refusal


def offers(state: State, unit: Unit, rate: float) -> list[Order]:
    """The orders to gather, open and closed, that can be given."""
    if not formations.may_take(state, unit, SKIRMISH):
        return []
    tries: list[Order] = [
        ("move", unit.id, ("formation", FORMATIONS[formation])) for formation in (OPEN, CLOSED)
    ]
    return [order for order in tries if refusal(state, unit, order, rate) is None]


def carry_out(state: State, table: Table, unit: Unit, order: Order, rate: float) -> None:
    """Gather as declared; if that is impossible the move is lost. Rules: battlesystem:7.6, battlesystem:3.5."""
    found = gathered(state, unit, order, rate, True)
    block = found.block
    if block is None:
        unit.finished = True
        if table.telling and found.refusal is not None:
            why = after_colon(state, found.refusal.reason)
            text = says(state, unit, "stays|stay as it|they is|are: {}", why)
            data: dict[str, object] = {"unit": f"u{unit.id}"}
            table.tell(declared(state, unit, "formation", text, "battlesystem:3.5", data))
        return
    singles = unit.singles
    assert singles is not None
    formation, files = _read(unit, order)
    unit.wounded = any(single.wounded for single in singles)
    unit.passing = unit.passing or any(single.passing for single in singles)
    if unit.now.volleys and is_mended(state, 10):  # in a block all throw, or none. Rule: battlesystem:10.1
        unit.thrown = max([single.thrown for single in singles if single.gone == FIELD])
        renew(state.setting, unit)
    if may_after_rally(state, unit):
        # like its figures, the block may not shoot and only strikes back. Rule: battlesystem:6.3
        unit.rallied = True
    if is_mended(state, 17):  # by versions 1 to 16 of the rules they were forgotten. Rule: battlesystem:6.4b
        unit.fled = runaways(unit)
    unit.formation = formation
    unit.stand(block, seats=found.seats)
    unit.spent += found.cost
    unit.moved = unit.acted = True
    if unit.leader_at != NOBODY:
        unit.leader_at = _middle(files)
    if table.telling:
        text = says(state, unit, f"gathers|gather in {FORMATIONS[formation]} formation, {files} abreast.")
        data = {"unit": f"u{unit.id}", "formation": FORMATIONS[formation], "files": files}
        table.tell(declared(state, unit, "formation", text, "battlesystem:7.6", data))
