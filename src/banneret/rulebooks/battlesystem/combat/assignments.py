"""The choice of which figures of a unit strike which enemy, where several are in reach. Rules: 8.1c, battlesystem:7.14e."""

from __future__ import annotations

from banneret.kernel.decision import Decision, Refusal
from banneret.kernel.dice import Chance
from banneret.kernel.order import Order
from banneret.rulebooks.battlesystem.combat.strikers import Reach
from banneret.rulebooks.battlesystem.command.discipline import to_strike
from banneret.rulebooks.battlesystem.space.figures import base_middles
from banneret.rulebooks.battlesystem.state import State, name
from banneret.rulebooks.battlesystem.unit import NOBODY, Unit


class Assignment(Decision):
    """The figures that strike each enemy: `("assign", unit, (enemy, figure...), ...)`; those not named strike as by default.

    Only figures in contact, or beside those in contact, can be named; those in ranks behind follow the front figure of their file.

    Attributes:
        unit: the unit whose figures are assigned, by number.
        reaches: the figures that reach each enemy.
        names: the names of the enemies in contact, by number.
        able: the enemies that each figure reaches, by figure.
        must: the enemy that the unit has to strike, NOBODY if there is none.
        charged: True if it charged that enemy; else it is out of hand.
        preset: the enemy that each figure strikes by default, by figure.

    Rules: battlesystem:8.1c, battlesystem:7.14e, battlesystem:4.6g.
    """

    def __init__(self, state: State, unit: Unit, reaches: list[Reach]) -> None:
        super().__init__("assign", unit.side, "battlesystem:8.1c")
        self.unit: int = unit.id
        self.reaches: list[Reach] = reaches
        self.names: dict[int, str] = {one.enemy: name(state, state.units[one.enemy]) for one in reaches}
        self.able: dict[int, list[int]] = {}
        for one in reaches:
            for figure in [*one.touching, *one.beside]:
                self.able.setdefault(figure, []).append(one.enemy)
        due = [one for one in to_strike(state, unit) if one in self.names and _strikers_of(reaches, one)]
        self.must: int = due[0] if due else NOBODY
        self.charged: bool = self.must == unit.charged
        self.preset: dict[int, int] = self._by_default(
            base_middles(unit) if unit.singles is None else _spots(unit)
        )

    def is_open(self) -> bool:
        """True if there is anything to choose."""
        return any(len(enemies) > 1 for enemies in self.able.values())

    def _by_default(self, spots: list[tuple[float, float]]) -> dict[int, int]:
        """The enemy of each figure by default.

        A figure in contact strikes the enemy with whom its base shares the longest edge; a neighbour strikes the enemy of the
        nearest figure in contact. Of equals the enemy struck by fewer figures comes first. Rules: battlesystem:8.1c, battlesystem:7.14e.
        """
        found: dict[int, int] = {}
        counts = {one.enemy: 0 for one in self.reaches}
        touching = sorted({figure for one in self.reaches for figure in one.touching})
        for figure in touching:
            enemies = [one.enemy for one in self.reaches if figure in one.touching]
            edges = {one.enemy: one.edges.get(figure, 0.0) for one in self.reaches}
            found[figure] = min(enemies, key=lambda enemy: (-round(edges[enemy], 3), counts[enemy], enemy))
            counts[found[figure]] += 1
        for figure in sorted(self.able):
            if figure not in found:
                found[figure] = self._followed(figure, touching, found, counts, spots)
                counts[found[figure]] += 1
        if self.must != NOBODY and self.must not in found.values():
            found[_strikers_of(self.reaches, self.must)[0]] = self.must
        return found

    def _followed(
        self,
        figure: int,
        touching: list[int],
        found: dict[int, int],
        counts: dict[int, int],
        spots: list[tuple[float, float]],
    ) -> int:
        """The enemy of the nearest figure in contact, among those that a neighbour reaches."""
        x, y = spots[figure]
        best: tuple[float, int, int] | None = None
        for other in touching:
            enemy = found[other]
            if enemy in self.able[figure]:
                away = (spots[other][0] - x) ** 2 + (spots[other][1] - y) ** 2
                rank = (round(away, 6), counts[enemy], enemy)
                if best is None or rank < best:
                    best = rank
        return self.able[figure][0] if best is None else best[2]

    def assigned(self, order: Order) -> dict[int, int]:
        """The enemy of every figure in contact or beside one, by figure; the order has passed `check`."""
        found = dict(self.preset)
        for word in order[2:]:
            for figure in word[1:]:
                found[figure] = word[0]
        return found

    def strikers(self, assigned: dict[int, int], enemy: int) -> list[int]:
        """The figures that strike an enemy, those behind them included. Rule: battlesystem:8.1c."""
        found: list[int] = []
        for one in self.reaches:
            if one.enemy == enemy:
                found = [
                    figure for figure in [*one.touching, *one.beside] if assigned.get(figure, NOBODY) == enemy
                ]
                found += [
                    figure
                    for figure, front in one.behind.items()
                    if assigned.get(front, NOBODY) == enemy and figure not in assigned
                ]
        return sorted(found)

    def orders(self) -> list[Order]:
        """The default, and for each enemy all figures that reach it."""
        found: list[Order] = [self.default()]
        for enemy in self.names:
            figures = [
                figure
                for figure, enemies in sorted(self.able.items())
                if len(enemies) > 1 and enemy in enemies
            ]
            order: Order = ("assign", self.unit, (enemy, *figures))
            if figures and self.check(order) is None:
                found.append(order)
        return found

    def default(self) -> Order:
        """The order that names no figure: all strike as by default."""
        return ("assign", self.unit)

    def check(self, order: Order) -> Refusal | None:
        """Return None if no figure is named twice, each reaches its enemy, and the charged enemy is struck."""
        reason = self._fault(order)
        return Refusal(reason, self.rule, self.default()) if reason else None

    def _fault(self, order: Order) -> str:
        """The reason why an order cannot be given, "" if it can."""
        if len(order) < 2 or order[0] != "assign" or order[1] != self.unit:
            return "The order is 'assign', the unit's number, and groups of an enemy's number and figures."
        named: set[int] = set()
        for word in order[2:]:
            if not isinstance(word, tuple) or not word or not isinstance(word[0], int):
                return "Every group is an enemy's number and the numbers of figures."
            if word[0] not in self.names:
                return f"Unit {word[0]} is not an enemy in contact."
            for figure in word[1:]:
                if not isinstance(figure, int) or figure not in self.able:
                    return f"{figure!r:.20} is not a figure of the unit that strikes."
                if figure in named:
                    return f"Figure {figure} strikes only once."
                if word[0] not in self.able[figure]:
                    return f"Figure {figure} does not reach {self.names[word[0]]}."
                named.add(figure)
        if self.must != NOBODY and self.must not in self.assigned(order).values():
            if self.charged:
                return f"It charged {self.names[self.must]} and must strike them (battlesystem:7.14e)."
            return f"Out of hand, it must strike {self.names[self.must]} (battlesystem:4.6g)."
        return ""

    def sample(self, chance: Chance) -> Order:
        """The default in half of all cases, else any enemy for each figure that has a choice."""
        if chance.below(2):
            return self.default()
        groups: dict[int, list[int]] = {}
        for figure, enemies in sorted(self.able.items()):
            if len(enemies) > 1:
                groups.setdefault(enemies[chance.below(len(enemies))], []).append(figure)
        order: Order = (
            "assign",
            self.unit,
            *[(enemy, *figures) for enemy, figures in sorted(groups.items())],
        )
        return order if self.check(order) is None else self.default()


def _strikers_of(reaches: list[Reach], enemy: int) -> list[int]:
    """The figures in contact with an enemy."""
    for one in reaches:
        if one.enemy == enemy:
            return one.touching
    return []


def _spots(unit: Unit) -> list[tuple[float, float]]:
    """The places of all skirmishers of a unit, the fallen where they stood, by number."""
    return [] if unit.singles is None else [(single.x, single.y) for single in unit.singles]
