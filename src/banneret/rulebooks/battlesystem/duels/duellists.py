"""Those who fight man to man: what they strike with, what hits them, and the routines that they are entitled to.

Plain numbers: a duellist knows no unit and no field. Rules: battlesystem:9.4b.to-hit, battlesystem:9.4b.attacks,
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
    """An attack: the roll that hits armour class 0, and the dice against size S and M, and L. Rule: battlesystem:9.4b.damage."""

    thac0: int
    small: Dice
    large: Dice

    def dice(self, large: bool) -> Dice:
        """The dice against a target of that size. Rule: battlesystem:9.4b.damage."""
        return self.large if large else self.small


@dataclass(frozen=True, slots=True)
class Arms:
    """Weapons in hand, or claws: the attacks of one routine, and how many routines in two melee rounds.

    All attacks of a monster are one routine. Rules: battlesystem:9.4b.order, battlesystem:9.4b.attacks.
    """

    name: str
    blows: tuple[Blow, ...]
    attacks: int = 2
    mount: tuple[Blow, ...] = ()  # of what he rides, once in a melee round. Rule: battlesystem:9.4b.mounted


@dataclass(slots=True)
class Duellist:
    """One who fights man to man. `armour_class` is with shield and Dexterity; of it they lose what is behind them or beside.

    `shield`: points by which the shield makes the armour class better; `nimble`: those by which Dexterity does. `sweeps`: blows in a melee round against those of
    less than one hit die (0: as against others). `weak`: it has less than one. `people`, `edges`: whom edges name, and what
    holds against whom. `x`, `y`, `heading` (degrees clockwise from north), `reach` (half of the footprint): inches.
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
    holds: int = 0  # the arms in hand, by place
    fought: int = 0  # melee rounds of this combat so far. Rule: battlesystem:9.4b.rounds
    x: float = 0.0
    y: float = 0.0
    heading: float = 0.0
    reach: float = 0.25
    piece: str = ""  # the name of its figure on the field

    @property
    def able(self) -> bool:
        """True if it can fight. The helpless of the Advanced Game come in here. Rule: battlesystem:9.4b.hit-points."""
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
    """The number that hits on a d20: THAC0 less the armour class, after modifiers. With a tally, each part with its rule.

    From the unshielded side the shield does not count; from behind neither shield nor Dexterity, and the roll is 2 better.
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
    """True if one strikes once for each level in a melee round. `weak`: all whom it strikes have less than one hit die. Rule: 9.4b.attacks."""
    return weak and striker.sweeps > attacks_in(striker.arms[striker.holds].attacks, melee_round)


def routines(striker: Duellist, melee_round: int, weak: bool) -> tuple[tuple[Blow, ...], ...]:
    """The attack routines of a melee round, each with its attacks. `weak`: all whom it strikes have less than one hit die.

    Of many blows against the weak half come first, and the odd one with them. Rules: battlesystem:9.4b.attacks, 9.4b.rounds.
    """
    arms = striker.arms[striker.holds]
    many = attacks_in(arms.attacks, melee_round)
    if is_sweeping(striker, melee_round, weak):
        first = (striker.sweeps + 1) // 2
        swept = arms.blows[:1] * first, arms.blows[:1] * (striker.sweeps - first)
        return _with_mount(swept, arms)
    return _with_mount((arms.blows,) * many, arms)


def _with_mount(found: tuple[tuple[Blow, ...], ...], arms: Arms) -> tuple[tuple[Blow, ...], ...]:
    """The routines with the blows of the mount in the first of them, once in a melee round. Rule: battlesystem:9.4b.mounted."""
    if not arms.mount:
        return found
    return ((*found[0], *arms.mount), *found[1:]) if found else (arms.mount,)


def _holds(edge: Modifier, other: Duellist, daylight: bool) -> bool:
    """True if an edge holds against another, in this light."""
    if edge.when == DAYLIGHT and not daylight:
        return False
    return not edge.against or other.people in edge.against
