"""A second reckoning of moves in whole battles: its own geometry, by small steps, and its own sums, from the words of the rules.

It takes from the program only where figures stand before and after, the order, and the places that the news name. Of each ordinary move of
a unit in a block it asks: was each leg one that the order says, and where the rules put it? Did anybody go through anybody? What did it cost?
And has each file that went on alone come to touch an enemy?
"""

from __future__ import annotations

from itertools import pairwise
from math import atan2, cos, degrees, dist, hypot, radians, sin
from typing import Any

import pytest

from banneret import rulebooks
from banneret.kernel.decision import Decision
from banneret.kernel.dice import Chance
from banneret.kernel.direct import DirectTable
from banneret.kernel.event import Event
from banneret.kernel.order import Order
from banneret.kernel.player import RandomPlayer, Seat
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.unit import CLOSED, FIELD, Unit

pytestmark = pytest.mark.long

Point = tuple[float, float]
Shape = list[Point]  # the corners of something convex
Formed = tuple[float, float, float, int, int, float, float, float]  # as `Block.facts` has it

WITHIN = 0.021  # inches: the tolerance of both bodies, where each was rounded
STEP = 0.05  # inches
TURN = 0.25  # degrees


def at(block: Formed, right: float, ahead: float) -> Point:
    """The point to the right and ahead of the middle of the front. Rule: battlesystem:7.1a."""
    east, north = sin(radians(block[2])), cos(radians(block[2]))
    return block[0] + north * right + east * ahead, block[1] - east * right + north * ahead


def base(x: float, y: float, heading: float, width: float, depth: float) -> Shape:
    """The corners of a base about (x, y). Rule: battlesystem:7.1b."""
    middle: Formed = (x, y, heading, 1, 1, width, depth, 0.0)
    wide, deep = width / 2, depth / 2
    return [at(middle, *corner) for corner in ((-wide, deep), (wide, deep), (wide, -deep), (-wide, -deep))]


def places(block: Formed) -> list[tuple[int, int]]:
    """The rank and file of each figure; a short last rank fills from the middle, the left side first. Rules: 7.1c, battlesystem:7.1d."""
    figures, files = block[3], block[4]
    found: list[tuple[int, int]] = []
    for rank in range((figures + files - 1) // files):
        here = min(files, figures - rank * files)
        order = sorted(range(files), key=lambda file: (abs(file - (files - 1) / 2), file))
        found += [(rank, file) for file in sorted(order[:here])]
    return found


def across(block: Formed, file: int) -> float:
    """Inches of the middle of a file to the right of the middle of the front."""
    return (file - (block[4] - 1) / 2) * (block[5] + block[7])


def poses(block: Formed) -> list[tuple[float, float, float]]:
    """Where the figures stand. Rule: battlesystem:7.1c."""
    back = block[6] + block[7]
    return [
        (*at(block, across(block, file), -block[6] / 2 - rank * back), block[2])
        for rank, file in places(block)
    ]


def bases(unit: Unit, block: Formed | None = None) -> list[Shape]:
    """The bases of the figures of a unit, or as they would be in a block."""
    if block is not None:
        stand = poses(block)
    elif unit.singles is not None:
        stand = [(one.x, one.y, one.heading) for one in unit.singles if one.gone == FIELD]
    else:
        assert unit.block is not None
        stand = list(unit.loose) if unit.loose is not None else poses(unit.block.facts())
    return [base(x, y, heading, unit.width, unit.depth) for x, y, heading in stand]


def apart(one: Shape, other: Shape) -> float:
    """Inches between two shapes along the side that parts them most; below 0: how deep one is in the other."""
    best = -1e9
    for shape in (one, other):
        for (x0, y0), (x1, y1) in pairwise([*shape, shape[0]]):
            long = hypot(x1 - x0, y1 - y0)
            x, y = (y1 - y0) / long, (x0 - x1) / long
            mine = [px * x + py * y for px, py in one]
            theirs = [px * x + py * y for px, py in other]
            best = max(best, min(theirs) - max(mine), min(mine) - max(theirs))
    return best


def turned_by(before: float, after: float) -> float:
    return (after - before + 180.0) % 360.0 - 180.0


def slid(block: Formed, there: Formed, far: float) -> list[Formed]:
    """Blocks on a straight way, by small steps."""
    count = int(far / STEP) + 1
    east, north = (there[0] - block[0]) / count, (there[1] - block[1]) / count
    return [(block[0] + east * n, block[1] + north * n, *block[2:]) for n in range(1, count + 1)]


def wheeled(block: Formed, pivot: Point, angle: float) -> list[Formed]:
    """Blocks in a wheel, by small steps."""
    count = int(abs(angle) / TURN) + 1
    x, y = block[0] - pivot[0], block[1] - pivot[1]
    found: list[Formed] = []
    for turn in [angle * n / count for n in range(1, count + 1)]:
        c, s = cos(radians(turn)), sin(radians(turn))
        found.append((pivot[0] + x * c + y * s, pivot[1] + y * c - x * s, block[2] + turn, *block[3:]))
    return found


class Witness(DirectTable):
    """A table that keeps the state before each question and each piece of news, and looks at what the news say has happened."""

    def __init__(self, state: State, players: list[Any], seats: list[Seat], dice: Chance) -> None:
        super().__init__(players, seats, dice)
        self.telling = True
        self.state = state
        self.before = state.copy()
        self.order: Order | None = None
        self.looked_at = 0

    def ask(self, decision: Decision) -> Order:
        self.before = self.state.copy()
        order = super().ask(decision)
        self.order = order if decision.kind == "move" else None
        return order

    def tell(self, event: Event) -> None:
        order, data = self.order, event.data
        if event.kind == "move" and "path" in data and order is not None and order[0] == "move":
            number = int(data["unit"][1:])
            unit = self.before.units[number]
            is_plain = all(
                not isinstance(step[-1], tuple) for step in order[2:]
            )  # it names no figures or files
            if (
                order[1] == number
                and is_plain
                and unit.block is not None
                and unit.loose is None
                and not unit.debt
            ):
                self.check(unit, self.state.units[number], list(order[2:]), data["path"])
        self.before = self.state.copy()

    def check(self, unit: Unit, after: Unit, steps: list[Any], path: list[list[float]]) -> None:
        """Follow a move leg by leg."""
        assert unit.block is not None
        assert after.block is not None
        block: Formed = unit.block.facts()
        rate = unit.now.movement
        spent = direction = 0.0
        for step, (x, y, heading) in zip(steps, path, strict=False):
            there: Formed = (x, y, heading, *block[3:])
            if step[0] == "slide":
                direction = block[2] + step[1]
                far = dist(block[:2], there[:2])
                seen = degrees(atan2(x - block[0], y - block[1]))
                if far * abs(sin(radians(turned_by(direction, seen)))) > 0.005:
                    return  # it stepped aside to touch an open line: 7.8b
                assert abs(step[1]) <= 45.0
                assert far <= step[2] + 0.003 if len(step) > 2 else True
                self.sweep(unit, slid(block, there, far))
                spent += far
            elif step[0] == "wheel":
                hand = 1 if step[1] == "right" else -1
                breadth = block[4] * block[5] + (block[4] - 1) * block[7]
                pivot = at(block, hand * breadth / 2, 0.0)
                angle = turned_by(block[2], heading)
                assert -0.01 <= hand * angle <= step[2] + 0.011
                middles = [
                    at(block, across(block, file), -rank * (block[6] + block[7]))
                    for rank, file in places(block)
                ]
                spent += radians(abs(angle)) * max(dist(pivot, middle) for middle in middles)
                ways = wheeled(block, pivot, angle)
                assert dist(ways[-1][:2], (x, y)) < 0.005, "the pivot is the outer corner of the front"
                self.sweep(unit, ways)
            else:
                cost = {"face": rate / 3, "about": rate / 2, "formation": rate / 3}
                spent += cost[step[0]] if step[0] in cost else float(abs(step[1]) + abs(step[2]))
                there = self.changed(block, step)
                assert dist(there[:2], (x, y)) < 0.003
                assert abs(turned_by(there[2], heading)) < 0.011
                there = (x, y, heading, *there[3:])
                if step[0] != "face":
                    self.sweep(unit, [there])
            block = there
        assert dist(block[:2], (after.block.x, after.block.y)) < 0.003
        assert block[4] == after.block.files
        if after.loose is not None:
            spent += self.files(unit, after, block, direction)
        assert after.spent - unit.spent == pytest.approx(spent, abs=0.02), (steps, path)
        assert after.spent <= rate + 0.02
        self.looked_at += 1

    @staticmethod
    def changed(block: Formed, step: Any) -> Formed:
        """A block after a change of facing, formation or frontage. Rules: battlesystem:7.9h, battlesystem:7.6c, battlesystem:7.10d."""
        _, _, heading, figures, files, width, depth, gap = block
        breadth = files * width + (files - 1) * gap
        ranks = (figures + files - 1) // files
        length = ranks * depth + (ranks - 1) * gap
        if step[0] == "about":
            return (*at(block, 0.0, -length), heading + 180.0, *block[3:])
        if step[0] == "face":
            hand = 1 if step[1] == "right" else -1
            return (
                *at(block, hand * breadth / 2, -length / 2),
                heading + 90.0 * hand,
                figures,
                ranks,
                *block[5:],
            )
        if step[0] == "formation":
            return (*block[:7], 0.5 if step[1] == "open" else 0.0)
        moved = (step[2] - step[1]) * (width + gap) / 2
        return (*at(block, moved, 0.0), heading, figures, files + step[1] + step[2], *block[5:])

    def sweep(self, unit: Unit, ways: list[Formed]) -> None:
        """See that no figure goes off the table or into another's base on its way. Rules: battlesystem:7.1e, 7.8, battlesystem:7.9d."""
        width, depth = self.state.setting.width, self.state.setting.depth
        others = [
            shape
            for other in self.before.units.values()
            if other.status == FIELD and other.id != unit.id
            for shape in bases(other)
            if any(dist(shape[0], way[:2]) < 15.0 for way in (ways[0], ways[-1]))
        ]
        for way in ways:
            for mine in bases(unit, way):
                assert all(-WITHIN <= x <= width + WITHIN and -WITHIN <= y <= depth + WITHIN for x, y in mine)
                for other in others:
                    if dist(mine[0], other[0]) < 3.5:
                        assert apart(mine, other) > -WITHIN, (unit.id, way)

    def files(self, unit: Unit, after: Unit, block: Formed, direction: float) -> float:
        """The way of the file that went farthest alone; each that went touches an enemy. Rule: battlesystem:7.8b."""
        assert after.loose is not None
        foes = [
            shape
            for foe in self.state.units.values()
            if foe.status == FIELD and foe.side != unit.side
            for shape in bases(foe)
        ]
        ways: list[float] = []
        for (rank, file), (x, y, _), there in zip(places(block), poses(block), after.loose, strict=True):
            gone = dist((x, y), there[:2])
            if rank > 0:
                assert abs(gone - ways[file]) < 0.004, "a file stays together"
                continue
            ways.append(gone)
            if gone > 0.01:
                seen = degrees(atan2(there[0] - x, there[1] - y))
                assert gone * abs(sin(radians(turned_by(direction, seen)))) < 0.004
                leader = base(*there, unit.width, unit.depth)
                assert min(apart(leader, foe) for foe in foes) < 0.0115, (unit.id, file, gone)
        if after.formation == CLOSED:
            assert all(abs(one - other) < block[6] - 0.005 for one, other in pairwise(ways))
        return max(ways)


@pytest.mark.parametrize("player", ["random", "greedy"])
@pytest.mark.parametrize("seed", [3, 7, 11])
def test_moves_of_whole_battles_are_what_a_second_reckoning_makes_of_them(seed: int, player: str) -> None:
    book = rulebooks.get("battlesystem")
    state: State = book.new(book.scenario("crossroads"), book.options())
    chance = Chance(seed)
    players = [RandomPlayer(chance) if player == "random" else book.computer.greedy(chance) for _ in range(2)]
    table = Witness(state, players, [Seat(book.sight, side, state) for side in range(2)], Chance(seed))
    while book.outcome(state) is None:
        book.step(state, table)
    assert table.looked_at > 5
