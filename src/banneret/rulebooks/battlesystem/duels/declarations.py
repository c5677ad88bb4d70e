"""Declarations of a melee round: the intents of a side's fighters, made in secret and revealed together.

`("declare", (id, "attack", arms, target, …), (id, "hold"), …)` names each fighter of the side once. Of several targets the first is
for the first attack, and so on; the last is for all that follow. The Advanced Game's casting and use of items would be further words.

Rules: battlesystem:9.4b.declare, battlesystem:9.4b.groups.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from math import prod
from typing import Final

from banneret.kernel.decision import Decision, Refusal
from banneret.kernel.dice import Chance
from banneret.kernel.order import Order
from banneret.rulebooks.battlesystem.duels.duellists import Duellist, needed
from banneret.rulebooks.battlesystem.tables.man_to_man import TWENTY, chances

DECLARE: Final = "declare"
ATTACK: Final = "attack"
HOLD: Final = "hold"
RULE: Final = "battlesystem:9.4b.declare"
MOST_AIMS: Final = 20  # targets that one fighter may name
_EXAMPLES: Final = 60  # orders given as examples if not all are listed
_LISTED: Final = 24  # ways up to which all orders with one target each are listed


@dataclass(frozen=True, slots=True)
class Intent:
    """The intent of a fighter for a melee round: to strike with its arms at its targets in turn; without targets, to hold.

    Attributes:
        arms: the arms used, by their place in `Duellist.arms`.
        aims: the targets, by id.
    """

    arms: int = 0
    aims: tuple[int, ...] = ()


class Declaration(Decision):
    """The question of what the fighters of a side do in this melee round. Rule: battlesystem:9.4b.declare."""

    def __init__(self, side: int, fighters: list[Duellist], enemies: dict[int, list[Duellist]]) -> None:
        super().__init__(DECLARE, side, RULE)
        self.fighters: list[Duellist] = fighters
        self.enemies: dict[int, list[Duellist]] = enemies  # whom each touches, by the fighter's id
        self.listed = self._ways() <= _LISTED and not any(
            len(enemies[one.id]) > 1 and any(len(arms.blows) * arms.attacks > 2 for arms in one.arms)
            for one in fighters
        )

    def _ways(self) -> int:
        """The number of orders in which every fighter names one target or holds."""
        return prod([len(one.arms) * len(self.enemies[one.id]) + 1 for one in self.fighters])

    def orders(self) -> list[Order]:
        """The default first; then all with one target each if they are few, else those in which one fighter differs from the default."""
        usual = tuple([self._usual(one) for one in self.fighters])
        found: list[Order] = [(DECLARE, *usual)]
        if self._ways() <= _LISTED:
            every = product(*[self.rows(one) for one in self.fighters])
            return [*found, *[(DECLARE, *way) for way in every if way != usual]]
        for place, one in enumerate(self.fighters):
            rows = [row for row in self.rows(one) if row != usual[place]]
            found += [(DECLARE, *usual[:place], row, *usual[place + 1 :]) for row in rows]
        return found[:_EXAMPLES]

    def rows(self, one: Duellist) -> list[tuple[int | str, ...]]:
        """All that a fighter may declare with one target."""
        rows: list[tuple[int | str, ...]] = [
            (one.id, ATTACK, arms, enemy.id)
            for arms in range(len(one.arms))
            for enemy in self.enemies[one.id]
        ]
        return [*rows, (one.id, HOLD)]

    def default(self) -> Order:
        """The order by which all strike with the arms and at the enemy that promise most."""
        return (DECLARE, *[self._usual(one) for one in self.fighters])

    def check(self, order: Order) -> Refusal | None:
        """Return None if each fighter has one row, and can do what it says."""
        if not order or order[0] != DECLARE:
            return Refusal("Say what each does.", RULE, self.default())
        known = {one.id: one for one in self.fighters}
        seen: list[int] = []
        for row in order[1:]:
            if not isinstance(row, tuple) or len(row) < 2 or type(row[0]) is not int or row[0] not in known:
                return Refusal(
                    "Each row begins with a fighter of yours in this combat, by number.",
                    RULE,
                    self.default(),
                )
            if row[0] in seen:
                return Refusal(f"{known[row[0]].name} has two rows.", RULE, self.default())
            seen.append(row[0])
            trouble = self._trouble(known[row[0]], row)
            if trouble:
                return Refusal(trouble, RULE, self.default())
        for one in self.fighters:
            if one.id not in seen:
                return Refusal(f"Nothing is said of {one.name}.", RULE, self.default())
        return None

    def sample(self, chance: Chance) -> Order:
        """Any row for each fighter; in one case of eight it holds."""
        found: list[tuple[int | str, ...]] = []
        for one in self.fighters:
            rows = self.rows(one)
            striking = len(rows) > 1 and chance.below(8) > 0  # holding is legal, but seldom sensible
            found.append(rows[chance.below(len(rows) - 1)] if striking else rows[-1])
        return (DECLARE, *found)

    def read(self, order: Order) -> dict[int, Intent]:
        """The intents of a legal order, by fighter."""
        found: dict[int, Intent] = {}
        for row in order[1:]:
            assert isinstance(row, tuple)
            assert isinstance(row[0], int)
            if row[1] == ATTACK:
                arms, *aims = [number for number in row[2:] if isinstance(number, int)]
                found[row[0]] = Intent(arms, tuple(aims))
            else:
                found[row[0]] = Intent()
        return found

    def _trouble(self, one: Duellist, row: tuple[object, ...]) -> str:
        """The reason why a fighter cannot do what a row says; "" where it can."""
        if row[1] == HOLD:
            return "" if len(row) == 2 else "A fighter who holds names nobody."
        if row[1] != ATTACK or not 4 <= len(row) <= 3 + MOST_AIMS:
            return f"{one.name} can attack with arms at targets, or hold."
        if any(type(number) is not int for number in row[2:]):
            return "Arms and targets are numbers."
        arms, *aims = row[2:]
        if not isinstance(arms, int) or not 0 <= arms < len(one.arms):
            return f"{one.name} has no such arms: name one of {', '.join(map(str, range(len(one.arms))))}."
        close = [enemy.id for enemy in self.enemies[one.id]]
        if any(aim not in close for aim in aims):
            return f"{one.name} strikes only enemies in base contact."
        return ""

    def _usual(self, one: Duellist) -> tuple[int | str, ...]:
        """The row of a fighter that promises most damage for each hit point that the target has left."""
        found: tuple[int | str, ...] = (one.id, HOLD)
        most = -1.0
        for arms in range(len(one.arms)):
            for enemy in self.enemies[one.id]:
                worth = promise(one, arms, enemy) / max(enemy.hit_points, 1)
                if worth > most:
                    found, most = (one.id, ATTACK, arms, enemy.id), worth
        return found


def promise(one: Duellist, arms: int, enemy: Duellist) -> float:
    """The hit points that a duellist takes on average from an enemy in two melee rounds with these arms."""
    held = one.arms[arms]
    points = 0.0
    for blow in held.blows:
        points += chances(needed(one, blow, enemy)) / TWENTY * blow.dice(enemy.large).mean
    return points * (max(held.attacks, 2 * one.sweeps) if enemy.weak else held.attacks)
