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
    """The reason why an order was not accepted: a sentence, the rule that says so, and the nearest legal order if there is one."""

    __slots__ = ("nearest", "reason", "rule")

    def __init__(self, reason: str, rule: str, nearest: Order | None = None) -> None:
        self.reason: str = reason
        self.rule: str = rule
        self.nearest: Order | None = nearest

    @property
    def nearest_text(self) -> str:
        """The nearest legal order as records write it; empty if there is none."""
        return "" if self.nearest is None else write_order(self.nearest)

    def __str__(self) -> str:
        text = f"Not possible. {self.reason} ({self.rule})"
        return text if self.nearest is None else f"{text} Nearest: {self.nearest_text}"

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

    `kind` names the question inside its rulebook (`reveal`), `side` is the index of the side that must decide,
    `rule` the id of the rule that asks. `listed` tells whether `orders()` is the complete list of legal orders.

    `check` is given plain orders only: text, whole numbers, decimals that are not whole, and tuples of these (`plain_order`
    sees to it), but in any number, shape and range: it must refuse nonsense, not trip over it.
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


@mypyc_attr(allow_interpreted_subclasses=True)
class Choice(Decision):
    """A decision with few answers: exactly those in `options`, of which `preset` is the default's index.

    >>> keep = Choice("calloff", 0, "stacks:end.calloff", [("continue",), ("calloff",)])
    >>> keep.default()
    ('continue',)
    >>> keep.check(("call",))
    Refusal("'call' is none of the 2 legal orders.", 'stacks:end.calloff', nearest=('calloff',))
    """

    def __init__(self, kind: str, side: int, rule: str, options: list[Order], preset: int = 0) -> None:
        self.kind = kind
        self.side = side
        self.rule = rule
        self.options: list[Order] = options
        self.preset: int = preset
        self.listed = True

    def orders(self) -> list[Order]:
        """All options."""
        return self.options

    def default(self) -> Order:
        """The preset option."""
        return self.options[self.preset]

    def check(self, order: Order) -> Refusal | None:
        """None for an option, else a refusal with the option most like the order."""
        if order in self.options:
            return None
        reason, rule = self.fault(order)
        return Refusal(reason, rule, nearest_order(order, self.options))

    def fault(self, order: Order) -> tuple[str, str]:
        """The reason an order that is no option is refused, and the rule; a rulebook may know a better one."""
        count = len(self.options)
        wrong = "is not the one legal order" if count == 1 else f"is none of the {count} legal orders"
        return f"{write_order(order)[:60]!r} {wrong}.", self.rule

    def sample(self, chance: Chance) -> Order:
        """Any option, all equally likely."""
        options = self.options
        if len(options) == 1:
            return options[0]
        return options[chance.below(len(options))]


class RollCall(Decision):
    """A die that people roll, as a question: `("roll", 4)` answers it."""

    def __init__(self, side: int, faces: int, why: str) -> None:
        super().__init__("roll", side, "table:dice")
        self.faces: int = faces
        self.why: str = why
        self.listed = faces <= 100

    def orders(self) -> list[Order]:
        """The faces of the die (of a large one: the first hundred faces)."""
        return [("roll", face) for face in range(1, min(self.faces, 100) + 1)]

    def default(self) -> Order:
        """There is no sensible one; the lowest face."""
        return ("roll", 1)

    def check(self, order: Order) -> Refusal | None:
        """None for a face of the die."""
        if len(order) == 2 and order[0] == "roll" and isinstance(order[1], int):
            if 1 <= order[1] <= self.faces:
                return None
            nearest: Order = ("roll", 1 if order[1] < 1 else self.faces)
            reason = f"A die of {self.faces} faces shows 1 to {self.faces}, not {order[1]}."
            return Refusal(reason, self.rule, nearest)
        reason = (
            f"A die of {self.faces} faces is needed: say what it shows, from 'roll 1' to 'roll {self.faces}'."
        )
        return Refusal(reason, self.rule, self.default())

    def sample(self, chance: Chance) -> Order:
        """Any face."""
        return ("roll", chance.die(self.faces))


def nearest_order(order: Order, options: list[Order]) -> Order | None:
    """The option whose text is most like the order's; the first of equals. None if there are no options.

    >>> nearest_order(("move", 3, "B5"), [("stay",), ("move", 3, "B4"), ("move", 2, "A1")])
    ('move', 3, 'B4')
    """
    matcher = SequenceMatcher(None, autojunk=False)
    matcher.set_seq2(write_order(order)[:80])
    best: Order | None = None
    best_score = -1.0
    for option in options[:400]:
        matcher.set_seq1(write_order(option)[:80])
        if matcher.real_quick_ratio() > best_score and matcher.quick_ratio() > best_score:
            score = matcher.ratio()
            if score > best_score:
                best, best_score = option, score
    return best
