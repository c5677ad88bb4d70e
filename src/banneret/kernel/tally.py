"""A number that remembers why: base, each modifier, and the rule it comes from."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Part:
    """One line of a tally: how much, because of what, by which rule."""

    amount: int
    cause: str
    rule: str


class Tally:
    """A running sum whose every part names its cause and its rule id.

    `side` is whose it is, where its news tell of several (-1: as they say), `die` which part is a die (-1: none).

    >>> roll = Tally("battle roll", 4, "Elves", "stacks:mod.brm")
    >>> roll.add(3, "Archer: Elves", "stacks:mod.archer")
    >>> roll.total
    7
    >>> print(roll)
    battle roll 7 = 4 Elves + 3 Archer: Elves
    """

    __slots__ = ("die", "label", "parts", "side", "total")

    def __init__(self, label: str, base: int = 0, cause: str = "", rule: str = "") -> None:
        self.label: str = label
        self.total: int = base
        self.parts: list[tuple[int, str, str]] = []
        self.side: int = -1
        self.die: int = -1
        if cause:
            self.parts.append((base, cause, rule))

    def add(self, amount: int, cause: str, rule: str) -> None:
        """Add `amount` because of `cause`, by `rule`."""
        self.total += amount
        self.parts.append((amount, cause, rule))

    def throw(self, shown: int, cause: str, rule: str) -> None:
        """Add what a die shows.

        >>> roll = Tally("battle roll", 4, "Elves")
        >>> roll.throw(6, "die", "stacks:roll.dice")
        >>> roll.total, roll.die
        (10, 1)
        """
        self.die = len(self.parts)
        self.add(shown, cause, rule)

    def explain(self) -> list[Part]:
        """Every part in the order it was added."""
        return [Part(amount, cause, rule) for amount, cause, rule in self.parts]

    def __str__(self) -> str:
        text = f"{self.label} {self.total}"
        for position, (amount, cause, _rule) in enumerate(self.parts):
            if position == 0:
                text += f" = {amount} {cause}"
            else:
                text += f" {'+' if amount >= 0 else '−'} {abs(amount)} {cause}"
        return text
