"""The figures that may strike an enemy their unit touches.

Rules: battlesystem:8.1, battlesystem:8.1a, battlesystem:8.1b, battlesystem:8.1d, battlesystem:8.9, battlesystem:7.15f.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final

from banneret.geometry.plane import turn_between
from banneret.geometry.rectangles import FRONT, LEFT, REAR, RIGHT
from banneret.rulebooks.battlesystem.blocks import fighters
from banneret.rulebooks.battlesystem.blocks.base_contact import shared_edge
from banneret.rulebooks.battlesystem.blocks.block_contact import Touch
from banneret.rulebooks.battlesystem.combat.attack_rolls import attacks, weapon_of
from banneret.rulebooks.battlesystem.combat.caught_shooting import is_caught, is_single_caught
from banneret.rulebooks.battlesystem.space import contacts, standing
from banneret.rulebooks.battlesystem.space.figures import first_guard
from banneret.rulebooks.battlesystem.state import State, figures_on, is_mended
from banneret.rulebooks.battlesystem.unit import CLOSED, NOBODY, Unit
from banneret.rulebooks.battlesystem.worth.walls_and_spears import are_turned_out


class Reach:
    """The figures of a unit that can strike one enemy unit it touches.

    Attributes:
        enemy: the enemy unit, by number.
        touching: the figures in contact.
        beside: their neighbours, in closed formation.
        behind: for each figure that supports from a rank behind, the figure in front that it supports.
        edges: inches of edge that each touching figure shares with the enemy, if they were measured.
    """

    __slots__ = ("behind", "beside", "edges", "enemy", "touching")

    def __init__(self, enemy: int) -> None:
        self.enemy: int = enemy
        self.touching: list[int] = []
        self.beside: list[int] = []
        self.behind: dict[int, int] = {}
        self.edges: dict[int, float] = {}

    def figures(self) -> list[int]:
        """All of these figures, in the order of their numbers."""
        return sorted([*self.touching, *self.beside, *self.behind])


def reach(
    state: State,
    unit: Unit,
    enemy: Unit,
    edges: bool = False,
    unprovoked: bool = False,
    only: Collection[int] | None = None,
) -> Reach:
    """The figures of a unit that can strike an enemy unit now: none of a routed unit, and in the Melee Phase none that shot this round and was caught at it.

    Of skirmishers none has a free attack who was rallied this round; by versions 1 to 16 of the rules he had. By versions 1 to 14 of the
    rules who had shot had none either.

    Args:
        state: the battle.
        unit: the unit that strikes.
        enemy: the enemy unit.
        edges: True to measure the edges in common too.
        unprovoked: True for the free attack on an enemy who flees: guards of captives take no part in it.
        only: of an enemy of skirmishers, the figures to be struck; None for all.

    Rules: battlesystem:8.1, battlesystem:8.1a, battlesystem:8.1b, battlesystem:8.1d, battlesystem:8.9, battlesystem:7.15f, 6.3, 10.2d, 8.8d.
    """
    found = Reach(enemy.id)
    is_free = unprovoked and is_mended(state, 15)
    is_waived = unprovoked and is_mended(state, 17)
    if unit.routed or (unit.shots and unit.singles is None and not is_free and is_caught(state, unit)):
        return found
    touches = contacts.touches(state, unit, enemy)
    singles = unit.singles
    if singles is not None:
        touches = [
            touch
            for touch in touches
            if not singles[touch.figure].routed
            and (is_free or not is_single_caught(state, unit, touch.figure))
            and not (is_waived and singles[touch.figure].rallied)
        ]
    if only is not None:
        touches = [touch for touch in touches if touch.other in only]
    if not touches:
        return found
    found.touching = sorted({touch.figure for touch in touches})
    for touch in touches if edges else ():
        mine, theirs = standing.base_of(unit, touch.figure), standing.base_of(enemy, touch.other)
        found.edges[touch.figure] = found.edges.get(touch.figure, 0.0) + shared_edge(mine, theirs)
    if unit.formation == CLOSED and singles is None:
        _add_neighbours(state, unit, found, touches)
    if unit.guards and (unprovoked or not _defends(state, unit, enemy)):
        _leave_out_guards(unit, found)
    return found


def _defends(state: State, unit: Unit, enemy: Unit) -> bool:
    """True if a unit only defends itself against an enemy: the enemy strikes it, and the unit did not come up to the enemy this round.

    Of two units that moved, the one that moved last came up to the other; one engaged when its movement began came up to none.
    Rule: battlesystem:7.15f.
    """
    if enemy.routed:
        return False
    if unit.engaged or not unit.moved:
        return True
    movers = state.movers
    if unit.side not in movers or enemy.side not in movers:
        return True
    if movers.index(unit.side) > movers.index(enemy.side):
        return False
    return enemy.moved and not enemy.engaged


def _leave_out_guards(unit: Unit, found: Reach) -> None:
    """Take out the figures that guard captives. Rule: battlesystem:7.15f."""
    free = first_guard(unit)
    found.touching = [figure for figure in found.touching if figure < free]
    found.beside = [figure for figure in found.beside if figure < free]
    found.behind = {figure: front for figure, front in found.behind.items() if figure < free}


def _add_neighbours(state: State, unit: Unit, found: Reach, touches: list[Touch]) -> None:
    """Add the figures beside those in contact, and with long weapons those behind who look the same way. Rules: battlesystem:8.1a, 8.1b."""
    block = unit.block
    assert block is not None
    lines = contacts.straight_sides(unit)
    own = set(found.touching)
    beside: set[int] = set()
    ahead: set[int] = set()
    outward: dict[int, set[int]] = {}  # by side, the figures who fight there and are turned to it
    for touch in touches:
        line = _line_of(state, unit, lines, touch.figure, touch.side)
        if touch.figure not in line:
            continue
        at = line.index(touch.figure)
        fighting = line[max(0, at - 1) : at + 2]
        beside.update(fighting)
        if touch.side == FRONT and looks_ahead(unit, touch.figure):
            ahead.update(fighting)
        elif touch.side != FRONT and unit.loose is None and are_turned_out(state, unit, touch.side):
            outward.setdefault(touch.side, set()).update(fighting)
    found.beside = sorted(beside - own)
    fighting_now = own | beside
    for figure in sorted(ahead):
        rank, file = block.place(figure)
        if rank == 0 and looks_ahead(unit, figure):
            for behind in range(1, weapon_of(state, unit).reach):
                if block.holds(behind, file):
                    support = block.figure(behind, file)
                    if support not in fighting_now:
                        found.behind[support] = figure
    if is_mended(state, 14):
        for side, figures in outward.items():
            _add_behind(state, unit, found, side, sorted(figures), fighting_now)


def _add_behind(
    state: State, unit: Unit, found: Reach, side: int, figures: list[int], fighting: Collection[int]
) -> None:
    """Add those behind figures who fight on a flank or the rear and are turned to it: behind them is farther into the block.

    By versions 1 to 13 of the rules nobody struck from behind but at the front. Rules: battlesystem:8.1b, battlesystem:11.6d, 11.7e.
    """
    block = unit.block
    assert block is not None
    ranks, files = _INWARD[side]
    for figure in figures:
        rank, file = block.place(figure)
        for behind in range(1, weapon_of(state, unit).reach):
            if block.holds(rank + behind * ranks, file + behind * files):
                support = block.figure(rank + behind * ranks, file + behind * files)
                if support not in fighting:
                    found.behind.setdefault(support, figure)


_INWARD: Final = {LEFT: (0, 1), RIGHT: (0, -1), REAR: (-1, 0)}
"""By side of a block, the ranks and files that lead inward from it."""


def _line_of(state: State, unit: Unit, lines: list[list[int]], figure: int, side: int) -> list[int]:
    """The figures in line with one that is touched on a side of its base; a wing has lines of its own.

    Figures before a short last rank that leaves their rear open form a line too; by versions 1 to 11 of the rules they had no
    neighbours there. Rule: 8.1a.
    """
    for line in lines[4:]:
        if figure in line:
            return line
    block, loose = unit.block, unit.loose
    if block is None:
        return lines[side]
    if loose is not None:
        side = (side + round(turn_between(block.heading, loose[figure][2]) / 90.0)) % 4  # it may face aside
    if side == REAR and figure not in lines[REAR] and is_mended(state, 12):
        turned = [one for line in lines[4:] for one in line]
        return [one for one in fighters.shoulder(block, figure) if one not in turned]
    return lines[side]


def looks_ahead(unit: Unit, figure: int) -> bool:
    """True if a figure faces as its unit does: it is not in a wing, nor turned aside. Rule: battlesystem:8.1b."""
    block = unit.block
    return unit.loose is None or block is None or abs(unit.loose[figure][2] - block.heading) < 1.0


def eligible(
    state: State, unit: Unit, enemy: Unit, unprovoked: bool = False, only: Collection[int] | None = None
) -> list[int]:
    """All figures of a unit that could strike an enemy unit now, supporters included; args as in `reach`. Rules: 8.1 to 8.1b."""
    return reach(state, unit, enemy, False, unprovoked, only).figures()


def idle(
    state: State,
    unit: Unit,
    enemy: Unit,
    figures: Sequence[int],
    unprovoked: bool = False,
    only: Collection[int] | None = None,
) -> tuple[int, ...]:
    """The stands among those that strike an enemy of which not all figures do, each once for every figure that does not.

    One figure strikes of a stand beside those in contact, as one figure on either hand does, and one behind it over its shoulder; two of a
    stand that has such on both hands. By versions 1 to 17 of the rules all of its figures struck. `figures`: the stands that strike,
    supporters included; the rest as in `reach`.

    Rules: battlesystem:2.4, battlesystem:8.1a, battlesystem:8.1b.
    """
    if unit.mount < 2 or unit.formation != CLOSED or unit.singles is not None or not is_mended(state, 18):
        return ()
    able = reach(state, unit, enemy, False, unprovoked, only)
    own = set(able.touching)
    lines = contacts.straight_sides(unit)
    hands: dict[
        int, set[tuple[int, int]]
    ] = {}  # by stand beside those in contact: on which side, and which hand of them
    for touch in contacts.touches(state, unit, enemy):
        line = _line_of(state, unit, lines, touch.figure, touch.side)
        at = line.index(touch.figure) if touch.figure in line else NOBODY
        for hand in (-1, 1) if at != NOBODY else ():
            if 0 <= at + hand < len(line) and line[at + hand] not in own:
                hands.setdefault(line[at + hand], set()).add((touch.side, hand))
    found: list[int] = []
    for stand in figures:
        front = able.behind.get(stand, stand)
        if front not in own:
            found += [stand] * max(0, figures_on(unit, (stand,)) - len(hands.get(front, ())))
    return tuple(found)


def striking(
    state: State, unit: Unit, enemy: Unit, unprovoked: bool = False, only: Collection[int] | None = None
) -> list[int]:
    """The `eligible` figures; none in a round in which they have no attack on that enemy. Rule: battlesystem:8.6a."""
    return eligible(state, unit, enemy, unprovoked, only) if attacks(state, unit, enemy) else []
