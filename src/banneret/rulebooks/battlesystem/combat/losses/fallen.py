"""The owner's choice of the figures that are lost. Rules: battlesystem:7.3b, battlesystem:8.1d."""

from __future__ import annotations

from typing import Final

from banneret.kernel.decision import Decision, Refusal
from banneret.kernel.dice import Chance
from banneret.kernel.order import Order
from banneret.rulebooks.battlesystem.unit import Unit

SHOWN: Final = 12  # orders listed as examples


class Fallen(Decision):
    """The figures that a unit loses: `("lose", unit, figure, figure...)`, as many as `preset` has, of those in contact.

    Attributes:
        unit: the unit, by number.
        touched: the figures of which it loses some.
        preset: the figures that it loses by default.
        gone: figures already lost to another attack of the same combat.
    """

    def __init__(
        self, unit: Unit, touched: list[int], preset: list[int], rule: str, gone: tuple[int, ...] = ()
    ) -> None:
        super().__init__("losses", unit.side, rule)
        self.unit: int = unit.id
        self.touched: list[int] = touched
        self.preset: list[int] = preset
        self.gone: tuple[int, ...] = gone

    def orders(self) -> list[Order]:
        """The default, and others that differ from it in one figure."""
        found: list[Order] = [self.default()]
        for figure in self.touched:
            if figure not in self.preset and len(found) < SHOWN:
                found.append(("lose", self.unit, *sorted([*self.preset[1:], figure])))
        return found

    def default(self) -> Order:
        """The figures whose loss costs the unit least."""
        return ("lose", self.unit, *self.preset)

    def check(self, order: Order) -> Refusal | None:
        """Return None for the right number of different figures, all in contact."""
        count = len(self.preset)
        if len(order) != count + 2 or order[0] != "lose" or order[1] != self.unit:
            reason = f"The order is 'lose', the unit's number, and the numbers of {count} figures."
            return Refusal(reason, self.rule, self.default())
        for figure in order[2:]:
            if not isinstance(figure, int) or figure not in self.touched:
                some = ", ".join([str(number) for number in self.touched])
                reason = f"Only figures that the attacker reaches can be lost: {some}."
                return Refusal(reason, self.rule, self.default())
        if len(set(order[2:])) != count:
            return Refusal("A figure is lost only once.", self.rule, self.default())
        return None

    def sample(self, chance: Chance) -> Order:
        """Any of these figures, all equally likely."""
        rest = list(self.touched)
        found: list[int] = []
        while len(found) < len(self.preset):
            found.append(rest.pop(chance.below(len(rest))))
        return ("lose", self.unit, *sorted(found))
