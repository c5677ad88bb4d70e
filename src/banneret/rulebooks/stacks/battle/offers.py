"""The shapes of the questions in scouting and battle: something to pick, and something that may be declined."""

from __future__ import annotations

from collections.abc import Mapping

from banneret.kernel.decision import Choice, Refusal, nearest_order
from banneret.kernel.dice import Chance
from banneret.kernel.order import Order
from banneret.rulebooks.stacks.state import State

Faults = Mapping[object, tuple[str, str]]


class Pick(Choice):
    """One of several units must be named, last in each option; the default names the strongest."""

    def __init__(self, kind: str, side: int, rule: str, options: list[Order], state: State) -> None:
        self.kind = kind
        self.side = side
        self.rule = rule
        self.options = options
        self.preset = 0
        self.listed = True
        self._state: State = state

    def default(self) -> Order:
        """The strongest by printed BRM, the first of equals."""
        units, kinds = self._state.units, self._state.setting.kinds
        best = self.options[0]
        for option in self.options:
            if kinds[units[option[-1]].kind].brm > kinds[units[best[-1]].kind].brm:
                best = option
        return best


class Offer(Choice):
    """Something that may be declined: `options[0]` declines, and a random order does so half of the time.

    `faults` says by the first word of an order what is wrong with one that is not offered, and the rule.
    """

    def __init__(
        self,
        kind: str,
        side: int,
        rule: str,
        options: list[Order],
        preset: int = 0,
        faults: Faults | None = None,
    ) -> None:
        self.kind = kind
        self.side = side
        self.rule = rule
        self.options = options
        self.preset = preset
        self.listed = True
        self._faults: Faults | None = faults

    def check(self, order: Order) -> Refusal | None:
        """None for what is offered, else what is wrong with it."""
        if order in self.options:
            return None
        faults = self._faults
        if faults is None or not order or order[0] not in faults:
            return super().check(order)
        reason, rule = faults[order[0]]
        return Refusal(reason, rule, nearest_order(order, self.options))

    def sample(self, chance: Chance) -> Order:
        """To decline half of the time, else anything that is offered."""
        options = self.options
        count = len(options)
        if count == 1 or chance.random() < 0.5:
            return options[0]
        return options[1 + chance.below(count - 1)]


NONE: Order = ("none",)
