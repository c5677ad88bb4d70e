"""The entries of a record: orders, dice, and what the table itself noted, each a line of text."""

from __future__ import annotations

import re
from dataclasses import dataclass

from banneret.kernel.dice import MAX_FACES
from banneret.kernel.errors import BadInput
from banneret.kernel.order import Order, read_order, write_order
from banneret.kernel.record.seal import SALT_LENGTH

NOBODY = "-"  # whose die it is, where it is no side's
TABLE = "!"
NAME = r"[A-Za-z0-9_.'-]{1,60}"
_SEALED = rf"(?: sealed ([0-9a-f]{{64}}) ([0-9a-f]{{{SALT_LENGTH}}}))?"
_ORDER = re.compile(rf"({NAME})(?:/({NAME}))?{_SEALED} > (.+)\Z", re.DOTALL)
_DIE = re.compile(rf"({NAME}) d([1-9][0-9]{{0,6}}) ([1-9][0-9]{{0,6}})\Z")

# What the table itself may say: the kinds of its words, `*` for what may be missing.
_TABLE_WORDS: dict[str, tuple[str, ...]] = {
    # go back to after that entry, agreed by these; the hash of a new seed
    "undo": ("entry", "names", "*hash"),
    "mended": ("text",),  # the file was damaged: what follows was played on from its longest good part
    "note": ("text",),
    "player": ("name", "text", "*text"),  # from now on the computer plays the side, as what, why
    "force": ("name", "order", "text"),  # the referee ordered for the side: what, why
    "change": ("order", "text"),  # the referee changed something on the table: what, why
    "end": ("names", "text"),  # the referee ended the battle: who won, why
    "concede": ("name",),  # this side gave up, which ended the battle
    "asked": ("name", "order"),  # from now on this side wants to be asked at these times
    "passed": ("name", "order"),  # the side passed, because it did not want to be asked
}
ENDING = ("end", "concede")  # what ends a battle before its rules do


@dataclass(frozen=True, slots=True)
class Entry:
    """One line: an order (`faces` 0), a die, or a word of the table itself (`who` "!": one of `_TABLE_WORDS`).

    `who` is the side's id ("-": nobody's die), `seat` the seat that ordered when it is not named like its side, `words` the
    order or the table's words, `value` what the die showed, `seal` and `salt` the commitment to a secret order.
    """

    who: str
    words: Order = ()
    seat: str = ""
    faces: int = 0
    value: int = 0
    seal: str = ""
    salt: str = ""

    @property
    def kind(self) -> str:
        """order, die, or the table's word."""
        if self.who == TABLE:
            return str(self.words[0])
        return "die" if self.faces else "order"

    @property
    def giver(self) -> str:
        """The id of the side whose order it is, given by hand or by a choice of what to be asked; "" where it is no order of a side."""
        if self.kind == "passed":
            return str(self.words[1])
        return self.who if self.kind == "order" else ""

    @property
    def new_commitment(self) -> str:
        """The hash of the seed that is rolled from after this entry, where that is a new one: the battle had been ended."""
        return str(self.words[3]) if self.kind == "undo" and len(self.words) > 3 else ""

    def __str__(self) -> str:
        if self.who == TABLE:
            return f"! {write_order(self.words)}"
        if self.faces:
            return f"{self.who} d{self.faces} {self.value}"
        seat = f"/{self.seat}" if self.seat else ""
        sealed = f" sealed {self.seal} {self.salt}" if self.seal else ""
        return f"{self.who}{seat}{sealed} > {write_order(self.words)}"

    @classmethod
    def parse(cls, text: str) -> Entry:
        """The entry a line's middle part stands for; raises `BadInput`."""
        if text.startswith("! "):
            entry = cls(TABLE, table_words(read_order(text[2:])))
        elif match := _DIE.match(text):
            entry = cls(match[1], faces=int(match[2]), value=int(match[3]))
            if entry.value > entry.faces or entry.faces > MAX_FACES:
                raise BadInput(f"a die of {entry.faces} faces cannot show {entry.value}")
        elif match := _ORDER.match(text):
            order = read_order(match[5])
            entry = cls(match[1], order, seat=match[2] or "", seal=match[3] or "", salt=match[4] or "")
        else:
            raise BadInput(f"this is not an entry: {text[:40]!r}", hint="SIDE > ORDER, SIDE d6 4, or ! WORDS")
        if str(entry) != text:
            raise BadInput(
                f"not written as Banneret writes it: {text[:40]!r}", hint=f"it writes {str(entry)[:40]!r}"
            )
        return entry


def table_words(words: Order) -> Order:
    """The table's words, checked."""
    kinds = _TABLE_WORDS.get(words[0]) if isinstance(words[0], str) else None
    if kinds is None:
        raise BadInput(f"the table knows no word {words[0]!r}", hint="one of " + ", ".join(_TABLE_WORDS))
    least = sum(not kind.startswith("*") for kind in kinds)
    if not least <= len(words) - 1 <= len(kinds) or not all(map(_fits, kinds, words[1:])):
        parts = ", ".join(f"[{kind[1:]}]" if kind.startswith("*") else kind for kind in kinds)
        raise BadInput(f"'{words[0]}' is expected with other words", hint=f"! {words[0]} {parts}")
    return words


def _fits(kind: str, word: object) -> bool:
    if kind == "entry":
        return isinstance(word, int) and word >= 0
    if kind == "order":
        return isinstance(word, tuple) and bool(word)
    if kind == "*hash":
        return isinstance(word, str) and re.fullmatch(r"[0-9a-f]{64}", word) is not None
    if kind == "names":
        return isinstance(word, tuple) and all(isinstance(name, str) for name in word)
    return isinstance(word, str)
