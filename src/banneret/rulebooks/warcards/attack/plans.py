"""Questions too large to list: a plan with at most one word for each of several subjects. Rule: warcards:attack.declare."""

from __future__ import annotations

from typing import Final

from banneret.kernel.decision import Decision, Refusal
from banneret.kernel.dice import Chance
from banneret.kernel.order import Order


class Slot:
    """A subject of a plan and the words it may be given, of which at most one is chosen.

    Attributes:
        subject: The number of the unit (or whatever the plan is about).
        words: The words to choose from.
        preset: The index of the default word, -1 for none.
        spots: For each word the number of what only one subject may take (an area), else -1; empty if no word takes any.
    """

    __slots__ = ("preset", "spots", "subject", "words")

    def __init__(
        self, subject: int, words: list[str], preset: int = -1, spots: list[int] | None = None
    ) -> None:
        self.subject: int = subject
        self.words: list[str] = words
        self.preset: int = preset
        self.spots: list[int] = spots if spots is not None else []


SHOWN: Final = 40
"""The most orders that a plan lists as examples."""


class Plan(Decision):
    """A question for several subjects at once; an order is the verb and at most one word of each slot, as `charge u3 u5`."""

    def __init__(self, kind: str, side: int, rule: str, verb: str, slots: list[Slot]) -> None:
        super().__init__(kind, side, rule)
        self.verb: str = verb
        self.slots: list[Slot] = slots

    def find(self, word: str) -> tuple[int, int]:
        """The number of the slot with a word and the word's index in it, (-1, -1) if no slot has it."""
        for number, slot in enumerate(self.slots):
            for index, known in enumerate(slot.words):
                if known == word:
                    return number, index
        return -1, -1

    def chosen(self, order: Order) -> list[tuple[int, str]]:
        """The subjects of an order with their words, in the order of the slots."""
        given = set(order[1:])
        return [(slot.subject, word) for slot in self.slots for word in slot.words if word in given]

    def orders(self) -> list[Order]:
        """The default, nothing at all, the first word of every slot, and the default with one word changed."""
        base = [slot.words[slot.preset] if slot.preset >= 0 else "" for slot in self.slots]
        found: list[Order] = [self._order(base)]
        empty: Order = (self.verb,)
        if empty not in found:
            found.append(empty)
        first = self._order([slot.words[0] for slot in self.slots])
        if first not in found and not self.fault(first):
            found.append(first)
        for number, slot in enumerate(self.slots):
            for word in ["", *slot.words]:
                other = list(base)
                other[number] = word
                order = self._order(other)
                if order not in found and not self.fault(order):
                    found.append(order)
                    if len(found) >= SHOWN:
                        return found
        return found

    def _order(self, words: list[str]) -> Order:
        return (self.verb, *[word for word in words if word])

    def default(self) -> Order:
        """The preset word of each slot."""
        return self._order([slot.words[slot.preset] if slot.preset >= 0 else "" for slot in self.slots])

    def check(self, order: Order) -> Refusal | None:
        """The refusal of an order, None if it is the verb with words of different slots that take different spots."""
        reason = self.fault(order)
        if not reason:
            return None
        return Refusal(reason, self.rule, self._mended(order))

    def fault(self, order: Order) -> str:
        """The reason why an order does not answer the plan, "" if it does."""
        if not order or order[0] != self.verb:
            return f"The order must begin with '{self.verb}'."
        used: list[int] = []
        spots: list[int] = []
        for word in order[1:]:
            if not isinstance(word, str):
                return "Only words may follow, one for each unit."
            number, index = self.find(word)
            if number < 0:
                return f"{word[:30]!r} cannot be ordered here."
            if number in used:
                return f"{word!r} is a second order for the same unit."
            used.append(number)
            slot = self.slots[number]
            if slot.spots and slot.spots[index] >= 0:
                if slot.spots[index] in spots:
                    return f"{word!r} names a place that another unit of the order takes."
                spots.append(slot.spots[index])
        return ""

    def _mended(self, order: Order) -> Order:
        """The words of an order that are right, for the refusal's proposal; the default if there are none."""
        kept: Order = (self.verb,)
        for word in order[1:40]:
            if isinstance(word, str) and not self.fault((*kept, word)):
                kept = (*kept, word)
        return kept if len(kept) > 1 else self.default()

    def sample(self, chance: Chance) -> Order:
        """Any word or none for each slot, all equally likely."""
        words = [self.verb]
        spots: list[int] = []
        for slot in self.slots:
            index = chance.below(len(slot.words) + 1)
            if index == len(slot.words):
                continue
            if slot.spots and slot.spots[index] >= 0:
                if slot.spots[index] in spots:
                    continue
                spots.append(slot.spots[index])
            words.append(slot.words[index])
        return tuple(words)
