"""Missiles and field engines, the limits of shooting and moving (Table 12), and additions to the shooter's attack rating (Table 13).

Rules: battlesystem:10.0, battlesystem:10.1i to 10.1l, battlesystem:10.3, battlesystem:10.4 to 10.4g, battlesystem:10.8 to 10.8g,
battlesystem:10.9 to 10.9i.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from typing import Any, Final

from banneret.geometry.plane import within
from banneret.kernel.errors import BadInput, nearest
from banneret.kernel.files import read_toml
from banneret.rulebooks.battlesystem.tables.combat_results import DATA, Damage

SHORT: Final = 0
MEDIUM: Final = 1
LONG: Final = 2
BEYOND: Final = 3
BANDS: Final = ("short", "medium", "long", "out of range")

ALL: Final = 0  # shots of a line of Table 12: all that the weapon has in a round
ENGINE: Final = "engine"  # the id of the limit of all engines
MOST_INCHES: Final = 60.0  # the longest range


@dataclass(frozen=True, slots=True)
class Missile:
    """A missile weapon.

    Attributes:
        id: its id.
        name: its name.
        kind: the id of its limit on foot, "" if it is not used so.
        mounted: the id of its limit in the saddle, "" if it is not used so.
        ranges: the upper bounds of short, medium and long range, in inches.
        small: damage of a figure's shot against size S and M.
        large: damage against size L.
        shots: in a round.
        rounds: that one shot takes, if it takes several.
        rows: the rows of a unit that shoot.
        volleys: those carried, 0 for no end.
        arching: it may be shot over friends.
        natural: it is its user's own, not a weapon carried.
        dice: the dice of a hit man to man, against small and large.
    """

    id: str
    name: str
    kind: str
    mounted: str
    ranges: tuple[float, float, float]
    small: Damage
    large: Damage
    shots: int = 1
    rounds: int = 1
    rows: int = 1
    volleys: int = 0
    arching: bool = False
    natural: bool = False
    dice: tuple[str, str] = ("1d6", "1d6")


@dataclass(frozen=True, slots=True)
class Engine:
    """A catapult or a ballista. Lengths are in inches. Rule: battlesystem:10.9.

    Attributes:
        id: its id.
        name: its name.
        ranges: the upper bounds of short, medium and long range.
        damage: of a shot.
        movement: inches a round.
        armour_class: the one that every target has against it.
        width: of its base.
        depth: of its base.
        least: the range below which it cannot shoot.
        rounds: that one shot takes.
        arching: it may shoot over what stands between.
    """

    id: str
    name: str
    ranges: tuple[float, float, float]
    damage: Damage
    movement: float
    armour_class: int
    width: float
    depth: float
    least: float = 0.0
    rounds: int = 1
    arching: bool = False


@dataclass(frozen=True, slots=True)
class Limit:
    """A row of Table 12: the limits of shooting and moving in one round.

    Attributes:
        id: its id.
        name: its name.
        lines: pairs of the shots in a round (`ALL`: all of the weapon's) and the largest share of its rate that the unit may move too.
        rule: the number of its rule.
    """

    id: str
    name: str
    lines: tuple[tuple[int, Fraction], ...]
    rule: str
    _decimals: tuple[tuple[int, float], ...] = field(default=(), init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_decimals", tuple([(most, float(share)) for most, share in self.lines]))

    def share(self, shots: int, entitled: int) -> Fraction:
        """The largest share of its movement rate that a unit may spend in a round in which it shoots.

        `shots`: the times that it shoots; `entitled`: the shots that its weapon has in a round.

        Rules: battlesystem:10.4, battlesystem:10.4f.
        """
        if not shots:
            return Fraction(1)
        line = self._line_of(shots, entitled)
        return self.lines[line][1] if line >= 0 else Fraction(0)

    def share_in_decimals(self, shots: int, entitled: int) -> float:
        """The same as `share`, as a quick float. Rules: battlesystem:10.4, battlesystem:10.4f."""
        if not shots:
            return 1.0
        line = self._line_of(shots, entitled)
        return self._decimals[line][1] if line >= 0 else 0.0

    def _line_of(self, shots: int, entitled: int) -> int:
        """The place of the line that leaves most movement to a unit that shoots n times; -1 if none allows it."""
        found, most_left = -1, 0.0
        for line, (most, share) in enumerate(self._decimals):
            if share > most_left and shots <= (most or entitled):
                found, most_left = line, share
        return found

    def shots(self, spent: float, rate: float, entitled: int) -> int:
        """The shots that a unit has in a round in which it has spent n inches of its rate. Rules: battlesystem:10.4, battlesystem:10.4f."""
        found = 0
        for most, share in self._decimals:
            if within(spent, rate * share):
                found = max(found, min(most or entitled, entitled))
        return found


@dataclass(frozen=True, slots=True)
class Addition:
    """A row of Table 13: an amount added to the attack rating, with its text; of one `group` only the greatest counts. Rule: 10.8."""

    id: str
    text: str
    amount: int
    rule: str
    group: str = ""


def band(ranges: tuple[float, float, float], inches: float) -> int:
    """The range band of a distance: `SHORT`, `MEDIUM`, `LONG` or `BEYOND`. Bounds belong to the band below. Rule: battlesystem:10.1l.

    >>> [BANDS[band((7.0, 14.0, 21.0), inches)] for inches in (7.0, 14.0, 14.1, 21.1)]
    ['short', 'medium', 'long', 'out of range']
    """
    for number, bound in enumerate(ranges):
        if within(inches, bound):
            return number
    return BEYOND


def counted(names: Iterable[str]) -> list[Addition]:
    """The additions of these names that count: of each group only the greatest, the first of equals. Rules: battlesystem:10.8, battlesystem:10.1g.

    >>> [one.id for one in counted(["loose", "soft", "hard", "long"])]
    ['loose', 'hard', 'long']
    """
    found: list[Addition] = []
    for name in names:
        one = additions()[name]
        rival = next((other for other in found if one.group and other.group == one.group), None)
        if rival is None:
            found.append(one)
        elif one.amount > rival.amount:
            found[found.index(rival)] = one
    return found


# ---------------------------------------------------------------- reading


@cache
def missiles() -> dict[str, Missile]:
    """The missile weapons by id. Rule: battlesystem:10.0."""
    known = limits()
    found: dict[str, Missile] = {}
    for row in _rows("missiles", "missile"):
        for name in (row["kind"], row["mounted"]):
            if name and name not in known:
                raise _wrong(row, f"there is no limit {name!r}", nearest(name, known))
        row["dice"] = (row["small"], row["large"])
        row |= {"small": Damage.of(row["small"]), "large": Damage.of(row["large"]), "ranges": _ranges(row)}
        one = Missile(**row)
        if one.shots < 1 or one.rounds < 1 or one.rows < 1 or one.volleys < 0:
            raise _wrong(row, "shots, rounds and rows are at least 1, volleys at least 0")
        found[one.id] = one
    return found


@cache
def engines() -> dict[str, Engine]:
    """The engines of the field by id. Rule: battlesystem:10.9."""
    found: dict[str, Engine] = {}
    for row in _rows("missiles", "engine"):
        width, depth = row.pop("base")
        row |= {"damage": Damage.of(row["damage"]), "ranges": _ranges(row), "width": width, "depth": depth}
        one = Engine(**row)
        if not 0.0 <= one.least < one.ranges[SHORT]:
            raise _wrong(row, "the least range must lie within short range")
        found[one.id] = one
    return found


@cache
def limits() -> dict[str, Limit]:
    """Table 12 by id. Rule: battlesystem:10.4."""
    found: dict[str, Limit] = {}
    for row in _rows("shooting", "limit"):
        lines = tuple([(int(line["shots"]), Fraction(line["share"])) for line in row["lines"]])
        if not lines or any(shots < 0 or not 0 <= share <= 1 for shots, share in lines):
            raise _wrong(row, "a line has a number of shots and a share of 0 to 1")
        row["lines"] = lines
        found[row["id"]] = Limit(**row)
    return found


@cache
def additions() -> dict[str, Addition]:
    """Table 13 by id. Rule: battlesystem:10.8."""
    return {row["id"]: Addition(**row) for row in _rows("shooting", "addition")}


def missile_of(name: str) -> Missile:
    """The missile weapon of that id; raises `BadInput` with near ones."""
    found = missiles().get(name)
    if found is None:
        raise BadInput(f"there is no missile {name[:60]!r}", hint=nearest(name[:60], missiles()))
    return found


def engine_of(name: str) -> Engine:
    """The engine of that id; raises `BadInput` with near ones."""
    found = engines().get(name)
    if found is None:
        raise BadInput(f"there is no engine {name[:60]!r}", hint=nearest(name[:60], engines()))
    return found


def _rows(file: str, table: str) -> list[dict[str, Any]]:
    """The rows of a table, copied; raises `BadInput` if two have the same id."""
    rows = [dict(row) for row in read_toml(DATA / f"{file}.toml")[table]]
    names = [row["id"] for row in rows]
    for name in names:
        if names.count(name) > 1:
            raise BadInput(f"{name!r} is there twice", where=f"{file}.toml", hint="leave one out")
    return rows


def _ranges(row: dict[str, Any]) -> tuple[float, float, float]:
    """Three ranges, each farther than the one before. Rule: battlesystem:10.1l."""
    short, medium, far = [float(inches) for inches in row["ranges"]]
    if not 0.0 < short < medium < far <= MOST_INCHES:
        raise _wrong(row, "ranges must rise, short, medium, long")
    return short, medium, far


def _wrong(row: dict[str, Any], what: str, hint: str = "") -> BadInput:
    return BadInput(f"{row['id']}: {what}", hint=hint)
