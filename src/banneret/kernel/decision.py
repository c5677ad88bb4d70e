"""Decisions: questions put to a side, the orders that answer them, and refusals.

A decision lists its legal orders when they are few (`Choice`), and carries a checker when they are not (a `Decision`
subclass of a rulebook: a path, a set of supporters). What `check` accepts and what `orders` lists come from the same code.
"""

from __future__ import annotations

from difflib import SequenceMatcher
from typing import TYPE_CHECKING

from mypy_extensions import mypyc_attr

from banneret.kernel.order import Order, write_order

if TYPE_CHECKING:
    from banneret.kernel.dice import Chance


class Refusal:
    """Why an order was not accepted: a sentence, the rule that says so, and the nearest legal order if there is one."""

    __slots__ = ("nearest", "reason", "rule")

    def __init__(self, reason: str, rule: str, nearest: Order | None = None) -> None:
        self.reason: str = reason
        self.rule: str = rule
        self.nearest: Order | None = nearest

    def __str__(self) -> str:
        text = f"Not possible. {self.reason} ({self.rule})"
        return text if self.nearest is None else f"{text} Nearest: {write_order(self.nearest)}"

    def __repr__(self) -> str:
        return f"Refusal({self.reason!r}, {self.rule!r}, nearest={self.nearest!r})"


class IllegalOrder(ValueError):
    """Raised when an order is refused; nothing has changed. `refusal` says why."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal


@mypyc_attr(allow_interpreted_subclasses=True)
class Decision:
    """A question to one side.

    `kind` names the question inside its rulebook (`reveal`), `side` is the index of the side that owes the answer,
    `rule` the id of the rule that asks. `listed` tells whether `orders()` is the complete list of legal orders.
    """

    listed: bool = False

    def __init__(self, kind: str, side: int, rule: str) -> None:
        self.kind: str = kind
        self.side: int = side
        self.rule: str = rule

    def orders(self) -> list[Order]:
        """All legal orders when `listed`, else a fair choice of examples, the default among them."""
        raise NotImplementedError

    def default(self) -> Order:
        """A sensible order for a tired player."""
        raise NotImplementedError

    def check(self, order: Order) -> Refusal | None:
        """None when `order` is legal, else why it is not."""
        raise NotImplementedError

    def sample(self, chance: Chance) -> Order:
        """A random legal order, every kind of answer having a fair share."""
        raise NotImplementedError


class Choice(Decision):
    """A decision with few answers: exactly those in `options`, of which `preset` is the default's index.

    >>> keep = Choice("calloff", 0, "stacks:end.calloff", [("continue",), ("calloff",)])
    >>> keep.default()
    ('continue',)
    >>> keep.check(("call",))
    Refusal("'call' is none of the 2 possible answers.", 'stacks:end.calloff', nearest=('calloff',))
    """

    def __init__(self, kind: str, side: int, rule: str, options: list[Order], preset: int = 0) -> None:
        self.kind = kind
        self.side = side
        self.rule = rule
        self.options: list[Order] = options
        self.preset: int = preset
        self.listed = True

    def orders(self) -> list[Order]:
        return self.options

    def default(self) -> Order:
        return self.options[self.preset]

    def check(self, order: Order) -> Refusal | None:
        if order in self.options:
            return None
        count = len(self.options)
        answers = "the one possible answer" if count == 1 else f"one of the {count} possible answers"
        text = write_order(order)[:60]
        reason = f"{text!r} is not {answers}." if count == 1 else f"{text!r} is none of the {count} possible answers."
        return Refusal(reason, self.rule, nearest_order(order, self.options))

    def sample(self, chance: Chance) -> Order:
        options = self.options
        if len(options) == 1:
            return options[0]
        return options[chance.below(len(options))]


def nearest_order(order: Order, options: list[Order]) -> Order | None:
    """The option whose text is most like the order's; the first of equals. None if there are no options."""
    text = write_order(order)[:200]
    best: Order | None = None
    best_score = -1.0
    for option in options[:400]:
        score = SequenceMatcher(None, text, write_order(option), autojunk=False).ratio()
        if score > best_score:
            best, best_score = option, score
    return best
