"""Ways, distances and sight on boards drawn by chance, against a second reading of the rules that is slow and simple.

Nothing here uses the tables of the grid: walls, corners and lines are worked out from columns and rows alone.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise, product

import pytest
from rulebooks.skirmish.yard import Yard, drawn

from banneret.geometry.squares import CLEAR, COVERED, UNSEEN
from banneret.kernel.dice import Chance
from banneret.rulebooks.skirmish.board.standing import are_adjacent, is_within, sight
from banneret.rulebooks.skirmish.movement.reach import reach, speed, teleports
from banneret.rulebooks.skirmish.state import Creature
from banneret.rulebooks.skirmish.tables.effects import Moving

At = tuple[int, int]

COLUMNS, ROWS = 9, 7
LARGE = ("giant-spider", "umber-hulk", "drider", "gold-dragon")
SCUTTLE = ("demonweb-spider", "giant-spider", "drider")
WALKERS = (
    "demonweb-spider",
    "giant-spider",
    "umber-hulk",
    "drider",
    "gold-dragon",
    "dragon-knight",
    "drow-wizard",
)
SPEEDS = {
    "demonweb-spider": 7,
    "giant-spider": 6,
    "umber-hulk": 6,
    "drider": 8,
    "gold-dragon": 8,
    "dragon-knight": 6,
    "drow-wizard": 6,
}


class Field:
    """A board by chance, with creatures on it, as plain columns and rows."""

    def __init__(self, number: int) -> None:
        chance = Chance(number)
        signs = "#" * (1 + chance.below(4)) + "~" * (1 + chance.below(3)) + "." * 14
        self.rows = ["".join(signs[chance.below(len(signs))] for _ in range(COLUMNS)) for _ in range(ROWS)]
        self.yard = Yard(drawn(*[row.replace("~", DIFFICULT) for row in self.rows]))
        self.creatures: list[tuple[Creature, str, int, At]] = []
        for _ in range(2 + chance.below(6)):
            name, side = WALKERS[chance.below(len(WALKERS))], chance.below(2)
            at = (chance.below(COLUMNS), chance.below(ROWS))
            if all(self.is_floor(one) and self.whose(one) is None for one in space(name, at)):
                self.creatures.append((self.yard.put(name, at, side), name, side, at))

    def is_floor(self, at: At) -> bool:
        return 0 <= at[0] < COLUMNS and 0 <= at[1] < ROWS and self.rows[at[1]][at[0]] != "#"

    def whose(self, at: At, besides: Creature | None = None) -> int | None:
        """The side of the creature on a square."""
        for creature, name, side, place in self.creatures:
            if creature is not besides and at in space(name, place):
                return side
        return None


DIFFICULT = "^"


def space(name: str, at: At) -> list[At]:
    """The squares that a creature fills."""
    across = 2 if name in LARGE else 1
    return [(at[0] + right, at[1] + down) for down in range(across) for right in range(across)]


def touch(first: list[At], second: list[At]) -> bool:
    return any(max(abs(a - c), abs(b - d)) == 1 for (a, b), (c, d) in product(first, second))


def walks(field: Field, mover: tuple[Creature, str, int, At], squares: int, mode: str) -> set[At]:
    """The places where a creature may end, by every way there is."""
    creature, name, side, start = mover
    flies, scuttles = name == "gold-dragon", name in SCUTTLE
    foes = [
        space(other, at) for one, other, whose, at in field.creatures if one is not creature and whose != side
    ]

    def over(at: At) -> bool:
        return any(field.whose(one, creature) == 1 - side for one in space(name, at))

    def taken(at: At) -> bool:
        return any(field.whose(one, creature) is not None for one in space(name, at))

    def stops(at: At) -> bool:
        return any(touch(space(name, at), foe) for foe in foes)

    best: dict[At, int] = {start: 0}
    ring = [start]
    while ring:
        ring.sort(key=lambda at: -best[at])
        at = ring.pop()
        for right, down in product((-1, 0, 1), repeat=2):
            to = (at[0] + right, at[1] + down)
            if to == at:
                continue
            # the step, and of a diagonal one both its halves, must be clear of walls and ends of the board
            halves = [to, (to[0], at[1]), (at[0], to[1])]
            if not all(field.is_floor(one) for half in halves for one in space(name, half)):
                continue
            if over(to) and not (flies or scuttles):
                continue
            halts = mode == "move" and not scuttles and at != start and stops(at)
            if halts and not (flies and (over(at) or over(to))):
                continue
            entered = [one for one in space(name, to) if one not in space(name, at)]
            slow = any(field.rows[row][column] == "~" for column, row in entered)
            cost = best[at] + 1 + (slow and not flies)
            if cost <= squares and cost < best.get(to, 99):
                best[to] = cost
                ring.append(to)
    return {at for at in best if at == start or not taken(at)}


@pytest.mark.rule(
    "skirmish:move.distance",
    "skirmish:move.corner",
    "skirmish:move.corner-large",
    "skirmish:move.difficult",
    "skirmish:move.difficult-large",
    "skirmish:move.stop",
    "skirmish:move.stop-large",
    "skirmish:move.stop-occupied",
    "skirmish:move.flying-stop",
    "skirmish:move.scuttle",
    "skirmish:move.slide",
    "skirmish:move.shift",
)
@pytest.mark.parametrize("mode", ["move", "shift", "slide"])
def test_places_in_reach(mode: Moving) -> None:
    seen = 0
    for number in range(9):
        field = Field(number)
        for mover in field.creatures:
            creature, name, side, at = mover
            beside = any(
                whose != side and touch(space(name, at), space(other, place))
                for one, other, whose, place in field.creatures
                if one is not creature
            )
            assert speed(field.yard.state, creature, mode) == (1 if beside else SPEEDS[name])
            for squares in (1, 3, 6):
                found = reach(field.yard.state, creature, squares, mode).ends
                assert set(field.yard.places(found)) == walks(field, mover, squares, mode), (
                    number,
                    name,
                    squares,
                )
                seen += len(found)
    assert seen > 400


@pytest.mark.rule("skirmish:move.teleport", "skirmish:move.teleport-distance")
def test_places_to_teleport_to() -> None:
    for number in range(18):
        field = Field(number)
        for creature, name, _, (column, row) in field.creatures:
            for squares in (2, 5):
                expected = {
                    at
                    for at in product(range(COLUMNS), range(ROWS))
                    if max(abs(at[0] - column), abs(at[1] - row)) <= squares
                    and all(
                        field.is_floor(one) and field.whose(one, creature) is None for one in space(name, at)
                    )
                }
                assert set(field.yard.places(teleports(field.yard.state, creature, squares))) == expected


# ---------------------------------------------------------------- distances


def steps(field: Field, start: list[At]) -> dict[At, int]:
    """The distance of squares by routes over floor that cut no corner."""
    found = dict.fromkeys(start, 0)
    ring = list(start)
    for at in ring:
        for right, down in product((-1, 0, 1), repeat=2):
            to = (at[0] + right, at[1] + down)
            ways = [to, (to[0], at[1]), (at[0], to[1])]
            if to not in found and all(field.is_floor(one) for one in ways):
                found[to] = found[at] + 1
                ring.append(to)
    return found


@pytest.mark.rule(
    "skirmish:distance.within",
    "skirmish:distance.route",
    "skirmish:distance.large",
    "skirmish:adjacent.large",
)
def test_distances_and_neighbours() -> None:
    for number in range(18):
        field = Field(number)
        for (one, first, _, here), (two, second, _, there) in product(field.creatures, repeat=2):
            away = steps(field, space(first, here))
            least = min([away.get(at, 99) for at in space(second, there)])
            for squares in (1, 2, 5, 10):
                assert is_within(field.yard.state, one, two, squares) == (least <= squares), (
                    number,
                    first,
                    second,
                )
            if one is not two:
                assert are_adjacent(field.yard.state, one, two) == touch(
                    space(first, here), space(second, there)
                )


# ---------------------------------------------------------------- sight


def blocked(field: Field, start: At, end: At) -> bool:
    """True if a line between two corners of the grid is blocked, by exact arithmetic.

    It is where it runs through the inside of a wall, along an edge with walls on both sides, or through a corner at which two walls
    meet that touch nowhere else; a line that only begins or ends at such a corner is not.
    """
    (x, y), (u, v) = start, end
    if start == end:
        return False
    cuts = {Fraction(0), Fraction(1)}
    if u != x:
        cuts |= {Fraction(line - x, u - x) for line in range(min(x, u), max(x, u) + 1)}
    if v != y:
        cuts |= {Fraction(line - y, v - y) for line in range(min(y, v), max(y, v) + 1)}
    times = sorted(cuts)
    for before, after in pairwise(times):
        middle = (before + after) / 2
        px, py = x + (u - x) * middle, y + (v - y) * middle
        column, row = px.numerator // px.denominator, py.numerator // py.denominator
        if px.denominator == 1:  # along an upright edge
            if not field.is_floor((column - 1, row)) and not field.is_floor((column, row)):
                return True
        elif py.denominator == 1:
            if not field.is_floor((column, row - 1)) and not field.is_floor((column, row)):
                return True
        elif not field.is_floor((column, row)):
            return True
    for time in times[1:-1]:
        px, py = x + (u - x) * time, y + (v - y) * time
        if px.denominator == py.denominator == 1:
            column, row = int(px), int(py)
            walls = {at: not field.is_floor(at) for at in product((column - 1, column), (row - 1, row))}
            if (
                walls[column - 1, row - 1]
                and walls[column, row]
                and not (walls[column, row - 1] or walls[column - 1, row])
            ):
                return True
            if (
                walls[column, row - 1]
                and walls[column - 1, row]
                and not (walls[column - 1, row - 1] or walls[column, row])
            ):
                return True
    return False


def corners(name: str, at: At) -> list[At]:
    across = 2 if name in LARGE else 1
    return [(at[0] + right, at[1] + down) for right in (0, across) for down in (0, across)]


@pytest.mark.rule(
    "skirmish:los.definition",
    "skirmish:los.touching",
    "skirmish:los.pinhole",
    "skirmish:los.off-board",
    "skirmish:cover.clear-shot",
)
def test_sight_and_cover() -> None:
    counted = {CLEAR: 0, COVERED: 0, UNSEEN: 0}
    for number in range(18):
        field = Field(number)
        for (one, first, _, here), (two, second, _, there) in product(field.creatures, repeat=2):
            if one is two:
                continue
            free = [[not blocked(field, a, b) for b in corners(second, there)] for a in corners(first, here)]
            wanted = (
                CLEAR
                if any(all(row) for row in free)
                else COVERED
                if any(any(row) for row in free)
                else UNSEEN
            )
            assert sight(field.yard.state, one, two) == wanted, (
                number,
                first,
                here,
                second,
                there,
                field.rows,
            )
            counted[wanted] += 1
    assert min(counted.values()) > 5, counted
