"""Cavalry and chariots: the figures of riders with mounts, and of passengers with teams.

Rules: battlesystem:11.1, battlesystem:11.1c, battlesystem:11.2 to 11.2d, battlesystem:11.3 to 11.3e.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import ceil, floor
from pathlib import Path
from typing import Final

from banneret.kernel.errors import BadInput, nearest
from banneret.kernel.files import read_toml
from banneret.rulebooks.battlesystem.tables.ratings import HitDice
from banneret.rulebooks.battlesystem.tables.unit_kinds import base_of

DATA: Final = Path(__file__).parent.parent / "data"

CHARIOT: Final = -2
"""The change of a chariot's armour class: negative is better. Rule: battlesystem:11.3b."""

STRONG: Final = 3
"""A team goes at its full rate if it has this many times the hit dice of those it draws. Rule: battlesystem:11.3d."""


@dataclass(frozen=True, slots=True)
class Being:
    """A creature that rides, is ridden, or draws: `damage` are the dice of its attacks, movement is in inches."""

    thac0: int
    hit_dice: HitDice
    armour_class: int
    movement: float
    damage: tuple[str, ...]

    @property
    def dice(self) -> Fraction:
        """Its hit dice, points counted. Rule: battlesystem:2.2a."""
        return self.hit_dice.per_figure(1)


@dataclass(frozen=True, slots=True)
class Rated:
    """Rider and mount, or a chariot, as they fight; `thac0` is not yet adjusted for the ratio. Rules: battlesystem:11.2, battlesystem:11.3."""

    thac0: int
    hit_dice: int
    armour_class: int
    movement: float
    damage: tuple[str, ...]

    @property
    def ratio(self) -> int:
        """Creatures that one figure stands for. Rule: battlesystem:2.2."""
        return HitDice(Fraction(self.hit_dice), 0).ratio()

    @property
    def per_figure(self) -> int:
        """Hit dice of a figure. Rule: battlesystem:2.2a."""
        return self.hit_dice * self.ratio


@dataclass(frozen=True, slots=True)
class Mount:
    """A creature that is ridden or draws. `base`: width and depth of a figure's base, in inches. Rule: battlesystem:11.1c."""

    id: str
    name: str
    being: Being
    base: tuple[float, float]
    natives: tuple[str, ...]
    points: int  # the price of one. Rule: battlesystem:16.3m


@cache
def mounts() -> dict[str, Mount]:
    """The creatures that may be ridden, by id. Rule: battlesystem:11.1."""
    found: dict[str, Mount] = {}
    for row in read_toml(DATA / "mounts.toml")["mount"]:
        being = Being(
            row["thac0"],
            HitDice.of(row["hit_dice"]),
            row["armour_class"],
            float(row["movement"]),
            tuple(row["damage"]),
        )
        width, depth = row.get("base", base_of("cavalry"))
        found[row["id"]] = Mount(
            row["id"], row["name"], being, (width, depth), tuple(row.get("natives", ())), row["points"]
        )
    return found


def mount_of(name: str) -> Mount:
    """The mount of that id; raises `BadInput` with near ones."""
    found = mounts().get(name)
    if found is None:
        raise BadInput(f"there is no mount {name[:60]!r}", hint=nearest(name[:60], mounts()))
    return found


def cavalry(rider: Being, mount: Being) -> Rated:
    """A rider on a mount: the rider's skill, the poorer armour, the mount's rate, the blows of both.

    Rules: battlesystem:11.2, battlesystem:11.2a to battlesystem:11.2d.
    """
    return Rated(
        rider.thac0,
        ceil((rider.dice + mount.dice) / 2),
        max(rider.armour_class, mount.armour_class),
        mount.movement,
        rider.damage + mount.damage,
    )


def chariot(team: Sequence[Being], passengers: Sequence[Being]) -> Rated:
    """A chariot and those it carries. Rules: battlesystem:11.3, battlesystem:11.3a to battlesystem:11.3e.

    The mean THAC0 is rounded in its favour, the mean armour class against it. It goes at the rate of the slowest of a strong team, at two
    thirds of it with a weak one.
    """
    everyone = [*team, *passengers]
    drawing, riding = sum([one.dice for one in team]), sum([one.dice for one in passengers])
    rate = min([one.movement for one in team])
    return Rated(
        floor(Fraction(sum([one.thac0 for one in everyone]), len(everyone))),
        floor(Fraction(drawing) / len(team) + Fraction(riding) / len(passengers)),
        ceil(Fraction(sum([one.armour_class for one in everyone]), len(everyone))) + CHARIOT,
        rate if drawing >= STRONG * riding else rate * 2.0 / 3.0,
        tuple([dice for one in [*passengers, *team] for dice in one.damage]),
    )
