"""Duellists, those who fight man to man: their blows, the rolls that hit them, and their attack routines.

A duellist is plain numbers: it knows no unit and no field. Rules: battlesystem:9.4b.to-hit, battlesystem:9.4b.attacks,
battlesystem:9.4b.damage, battlesystem:9.4b.rear.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from banneret.kernel.tally import Tally
from banneret.rulebooks.battlesystem.tables.dice import Dice
from banneret.rulebooks.battlesystem.tables.man_to_man import REAR, attacks_in
from banneret.rulebooks.battlesystem.tables.rosters import Modifier

FRONT: Final = 0
FLANK: Final = 1  # the side without the shield
BEHIND: Final = 2
DAYLIGHT: Final = "daylight"


@dataclass(frozen=True, slots=True)
class Blow:
    """An attack: the roll that hits armour class 0, and the damage dice against targets of size S and M, and of L. Rule: battlesystem:9.4b.damage."""

    thac0: int
    small: Dice
    large: Dice

    def dice(self, large: bool) -> Dice:
        """The dice against a target of that size. Rule: battlesystem:9.4b.damage."""
        return self.large if large else self.small


@dataclass(frozen=True, slots=True)
class Arms:
    """Weapons in hand, or claws.

    Attributes:
        name: the name, for people.
        blows: the attacks of one routine; all attacks of a monster are one routine.
        attacks: the number of routines in two melee rounds.
        mount: the attacks of the mount, made once in a melee round. Rule: battlesystem:9.4b.mounted.

    Rules: battlesystem:9.4b.order, battlesystem:9.4b.attacks.
    """

    name: str
    blows: tuple[Blow, ...]
    attacks: int = 2
    mount: tuple[Blow, ...] = ()


@dataclass(slots=True)
class Duellist:
    """One who fights man to man.

    Attributes:
        id: its number.
        side: its side.
        name: its name, for people.
        hit_points: the hit points left.
        armour_class: its armour class with shield and Dexterity.
        arms: the arms it can take in hand.
        shield: points of armour class from the shield, which does not count on the other side or from behind.
        nimble: points of armour class from Dexterity, which does not count from behind.
        large: True if it is of size L.
        weak: True if it has less than one hit die.
        sweeps: blows in a melee round against enemies of less than one hit die; 0 if no more than against others.
        people: its creature, which the modifiers of others may name.
        edges: its own modifiers against certain creatures.
        holds: the arms in hand, by place in `arms`.
        fought: the melee rounds of this combat so far. Rule: battlesystem:9.4b.rounds.
        x: its middle, in inches to the east.
        y: the same in inches to the north.
        heading: its facing, in degrees clockwise from north.
        reach: half of its footprint, in inches.
        piece: the id of its piece on the board.
    """

    id: int
    side: int
    name: str
    hit_points: int
    armour_class: int
    arms: tuple[Arms, ...]
    shield: int = 0
    nimble: int = 0
    large: bool = False
    weak: bool = False
    sweeps: int = 0
    people: str = ""
    edges: tuple[Modifier, ...] = ()
    holds: int = 0
    fought: int = 0
    x: float = 0.0
    y: float = 0.0
    heading: float = 0.0
    reach: float = 0.25
    piece: str = ""

    @property
    def able(self) -> bool:
        """True if it can fight. Rule: battlesystem:9.4b.hit-points."""
        return self.hit_points > 0


def needed(
    striker: Duellist,
    blow: Blow,
    target: Duellist,
    aspect: int = FRONT,
    daylight: bool = True,
    bonus: int = 0,
    tally: Tally | None = None,
) -> int:
    """The number that hits on a d20: THAC0 less the armour class, after modifiers. A `tally` receives each part with its rule.

    From the unshielded side the shield does not count; from behind neither shield nor Dexterity does, and the roll is 2 better.
    `aspect`: the side of the target struck; `bonus`: points by which the roll is better against one who flees.
    Rules: battlesystem:9.4b.to-hit, battlesystem:9.4b.rear.
    """
    total = blow.thac0 - target.armour_class
    if tally is not None:
        tally.add(blow.thac0, f"THAC0 of {striker.name}", "battlesystem:9.4b.to-hit")
        tally.add(-target.armour_class, f"armour class of {target.name}", "battlesystem:9.4b.to-hit")
    parts: list[tuple[int, str, str]] = []
    if aspect == BEHIND:
        parts.append((-REAR, "from behind", "battlesystem:9.4b.rear"))
        parts.append((-target.nimble, "Dexterity does not count", "battlesystem:9.4b.rear"))
    if aspect != FRONT:
        parts.append((-target.shield, "the shield does not count", "battlesystem:9.4b.rear"))
    parts.append((-bonus, "fleeing", "battlesystem:9.4b.leave"))
    parts += [
        (edge.ar, edge.when or f"against {target.name}", "battlesystem:8.3i")
        for edge in striker.edges
        if edge.ar and _holds(edge, target, daylight)
    ]
    parts += [
        (-edge.own_ac, f"{target.name} against {striker.name}", "battlesystem:8.3i")
        for edge in target.edges
        if edge.own_ac and _holds(edge, striker, daylight)
    ]
    for amount, why, rule in parts:
        total += amount
        if amount and tally is not None:
            tally.add(amount, why, rule)
    return total


def is_sweeping(striker: Duellist, melee_round: int, weak: bool) -> bool:
    """True if a duellist strikes once for each level in a melee round. `weak`: True if all its targets have less than one hit die. Rule: 9.4b.attacks."""
    return weak and striker.sweeps > attacks_in(striker.arms[striker.holds].attacks, melee_round)


def routines(striker: Duellist, melee_round: int, weak: bool) -> tuple[tuple[Blow, ...], ...]:
    """The attack routines of a melee round, each with its attacks. `weak`: True if all targets have less than one hit die.

    One blow for each level is made in two routines; of an odd number the first has one more. Rules: battlesystem:9.4b.attacks, 9.4b.rounds.
    """
    arms = striker.arms[striker.holds]
    times = attacks_in(arms.attacks, melee_round)
    if is_sweeping(striker, melee_round, weak):
        first = (striker.sweeps + 1) // 2
        swept = arms.blows[:1] * first, arms.blows[:1] * (striker.sweeps - first)
        return _with_mount(swept, arms)
    return _with_mount((arms.blows,) * times, arms)


def _with_mount(found: tuple[tuple[Blow, ...], ...], arms: Arms) -> tuple[tuple[Blow, ...], ...]:
    """The routines with the blows of the mount, made once in a melee round, added to the first of them. Rule: battlesystem:9.4b.mounted."""
    if not arms.mount:
        return found
    return ((*found[0], *arms.mount), *found[1:]) if found else (arms.mount,)


def _holds(edge: Modifier, other: Duellist, daylight: bool) -> bool:
    """True if a modifier applies against another duellist, in this light."""
    if edge.when == DAYLIGHT and not daylight:
        return False
    return not edge.against or other.people in edge.against
