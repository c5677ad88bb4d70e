"""The record: a battle as text, for people to read and diff and for programs to replay.

A record has a header (rulebook, scenario, options, seats, dice), then numbered entries: orders, dice, and what the table
itself noted. Every line of the entries ends in the hash of all before it, so that a cut or altered file is noticed and its
longest good part still loads. `Record.parse(text).text == text` for every record that was written by `Record.text`.

    banneret record 1
    rulebook stacks 1
    scenario {"data":…}
    options {"archers":"all"}
    seats {"groves":"groves","halls":"halls"}
    players {"halls":"greedy"}
    dice seeded 5f3c…
    = 1b2a90c4d5e6
    1 groves > reveal 4 #9c0d…
    2 groves d6 5 #77aa…
    3 ! note "…" #…
    seed 2f6b…            (once the battle is over, or in a private save)
"""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import dataclass, field
from typing import Any

from banneret.kernel.errors import BadInput
from banneret.kernel.order import Order, read_order, write_order

FORMAT = 1
MAX_BYTES = 8_000_000
MAX_HEADER_LINE = 400_000
MAX_LINE = 4_400
MAX_ENTRIES = 200_000
HASH_LENGTH = 12

_NAME = r"[A-Za-z0-9_.'-]{1,60}"
_ORDER = re.compile(rf"({_NAME})(?:/({_NAME}))? > (.+)\Z")
_DIE = re.compile(rf"({_NAME}) d([1-9][0-9]{{0,6}}) ([1-9][0-9]{{0,6}})\Z")
_LINE = re.compile(rf"([1-9][0-9]{{0,6}}) (.*) #([0-9a-f]{{{HASH_LENGTH}}})\Z")
NOBODY = "-"


@dataclass(frozen=True, slots=True)
class Entry:
    """One line: an order (`faces` 0), a die, or a word of the table itself (`who` "!": undo, note, player, force, end).

    `who` is the side's id, `seat` the seat that ordered when it is not named like its side, `words` the order or the table's
    words, `value` what the die showed.
    """

    who: str
    words: Order = ()
    seat: str = ""
    faces: int = 0
    value: int = 0

    @property
    def kind(self) -> str:
        """order, die, or the table's word."""
        if self.who == "!":
            return str(self.words[0])
        return "die" if self.faces else "order"

    def __str__(self) -> str:
        if self.who == "!":
            return f"! {write_order(self.words)}"
        if self.faces:
            return f"{self.who} d{self.faces} {self.value}"
        seat = f"/{self.seat}" if self.seat else ""
        return f"{self.who}{seat} > {write_order(self.words)}"

    @classmethod
    def parse(cls, text: str) -> Entry:
        """The entry a line's middle part stands for; raises `BadInput`."""
        if text.startswith("! "):
            words = read_order(text[2:])
            entry = cls("!", words)
        elif match := _DIE.match(text):
            entry = cls(match[1], faces=int(match[2]), value=int(match[3]))
            if entry.value > entry.faces:
                raise BadInput(f"a die of {entry.faces} faces cannot show {entry.value}")
        elif match := _ORDER.match(text):
            entry = cls(match[1], read_order(match[3]), seat=match[2] or "")
        else:
            raise BadInput(f"no entry: {text[:40]!r}")
        if str(entry) != text:
            raise BadInput(f"not written as Banneret writes it: {text[:40]!r}")
        return entry


@dataclass
class Header:
    """What a battle was begun with. `scenario` is canonical JSON; `dice` seeded or typed; `after`: forked after this entry."""

    rulebook: str
    version: int
    scenario: str
    options: dict[str, str]
    seats: dict[str, str]
    players: dict[str, str]
    dice: str = "seeded"
    commitment: str = ""
    after: int = 0

    def lines(self) -> list[str]:
        """The header as it stands in the file, without the first line."""
        dice = self.dice if not self.commitment else f"{self.dice} {self.commitment}"
        if self.after:
            dice += f" after {self.after}"
        return [
            f"rulebook {self.rulebook} {self.version}",
            f"scenario {self.scenario}",
            f"options {_json(self.options)}",
            f"seats {_json(self.seats)}",
            f"players {_json(self.players)}",
            f"dice {dice}",
        ]

    @classmethod
    def parse(cls, lines: list[str]) -> Header:
        """The header of these six lines; raises `BadInput` naming the line."""
        rest: dict[str, str] = {}
        for number, word in enumerate(("rulebook", "scenario", "options", "seats", "players", "dice")):
            line = lines[number] if number < len(lines) else ""
            if not line.startswith(word + " "):
                raise BadInput(f"a line '{word} …' is wanted", where=f"line {number + 2}")
            rest[word] = line[len(word) + 1 :]
        name, _, version = rest["rulebook"].partition(" ")
        if not re.fullmatch(r"[1-9][0-9]{0,5}", version) or not re.fullmatch(_NAME, name):
            raise BadInput("'rulebook NAME VERSION' is wanted", where="line 2")
        match = re.fullmatch(
            r"(seeded|typed|scripted|given)(?: ([0-9a-f]{64}))?(?: after ([1-9][0-9]{0,6}))?", rest["dice"]
        )
        if match is None:
            raise BadInput("'dice seeded HASH' or 'dice typed' is wanted", where="line 7")
        _object(rest["scenario"], 3)
        return cls(
            name,
            int(version),
            rest["scenario"],
            _words(rest["options"], 4),
            _words(rest["seats"], 5),
            _words(rest["players"], 6),
            match[1],
            match[2] or "",
            int(match[3] or 0),
        )


@dataclass
class Record:
    """A header and its entries. `seed` is known once the battle is over (or to whoever keeps the battle).

    `damage` says what was wrong with the file it was read from; the entries then are its longest good part.
    """

    header: Header
    entries: list[Entry] = field(default_factory=list)
    seed: str = ""
    damage: str = ""
    _digests: list[bytes] = field(default_factory=list, repr=False, compare=False)

    def append(self, entry: Entry) -> int:
        """Add an entry; returns its number (from 1)."""
        if len(self.entries) >= MAX_ENTRIES:
            raise BadInput(f"the record is full: {MAX_ENTRIES} entries")
        self.entries.append(entry)
        return len(self.entries)

    def truncate(self, count: int) -> None:
        """Keep the first `count` entries only."""
        del self.entries[count:]
        del self._digests[count + 1 :]

    def _chain(self, count: int) -> list[bytes]:
        """The chain of digests up to entry `count`; digest 0 is the header's."""
        digests = self._digests
        if not digests:
            head = "\n".join([f"banneret record {FORMAT}", *self.header.lines()])
            digests.append(hashlib.sha256(head.encode()).digest())
        while len(digests) <= count:
            line = f"{len(digests)} {self.entries[len(digests) - 1]}"
            digests.append(hashlib.sha256(digests[-1] + line.encode()).digest())
        return digests

    def line(self, number: int) -> str:
        """Entry `number` as it stands in the file."""
        digest = self._chain(number)[number]
        return f"{number} {self.entries[number - 1]} #{digest.hex()[:HASH_LENGTH]}"

    @property
    def hash(self) -> str:
        """The hash of the whole record up to now, in hex."""
        return self._chain(len(self.entries))[len(self.entries)].hex()

    @property
    def head(self) -> str:
        """The header with its hash, as text."""
        lines = [f"banneret record {FORMAT}", *self.header.lines(), f"= {self._chain(0)[0].hex()[:HASH_LENGTH]}"]
        return "\n".join(lines) + "\n"

    @property
    def text(self) -> str:
        """The whole record as text, the seed last when it is known."""
        body = "".join(self.line(number) + "\n" for number in range(1, len(self.entries) + 1))
        return self.head + body + (f"seed {self.seed}\n" if self.seed else "")

    @classmethod
    def parse(cls, text: str) -> Record:
        """Read a record. A bad header raises `BadInput`; bad entries end the reading and are told in `damage`."""
        if len(text) > MAX_BYTES:
            raise BadInput(f"the record is larger than {MAX_BYTES} characters")
        lines = text.split("\n")
        if lines[0] != f"banneret record {FORMAT}":
            hint = f"its first line would be 'banneret record {FORMAT}'"
            raise BadInput("this is no record that can be read here", where="line 1", hint=hint)
        if any(len(line) > MAX_HEADER_LINE for line in lines[:8]):
            raise BadInput("a line of the header is too long", where="header")
        record = cls(Header.parse(lines[1:7]))
        if len(lines) < 8 or lines[7] != f"= {record._chain(0)[0].hex()[:HASH_LENGTH]}":
            raise BadInput("the header was cut or altered", where="line 8", hint="its hash does not fit")
        record._read_entries(lines[8:])
        return record

    def _read_entries(self, lines: list[str]) -> None:
        for index, line in enumerate(lines):
            where = f"line {index + 9}"
            last = index == len(lines) - 1
            if line == "" and last:
                return
            if line.startswith("seed ") and index >= len(lines) - 2 and lines[-1] == "" and len(line) <= 205:
                seed = line[5:]
                if seed and seed.isprintable() and not last:
                    self.seed = seed
                    continue
            problem = self._read_line(line, last)
            if problem:
                self.damage = f"{where}: {problem}; the {len(self.entries)} entries before it are good"
                return
        self.damage = f"the last line is cut; the {len(self.entries)} entries before it are good"

    def _read_line(self, line: str, last: bool) -> str:
        """Take one line in; says what is wrong with it."""
        if last:
            return "the line is cut"
        if len(line) > MAX_LINE:
            return "the line is too long"
        match = _LINE.match(line)
        if match is None or int(match[1]) != len(self.entries) + 1:
            return f"'{len(self.entries) + 1} … #hash' is wanted"
        try:
            entry = Entry.parse(match[2])
            self.append(entry)
        except BadInput as error:
            return str(error)
        if self.line(len(self.entries)) != line:
            self.truncate(len(self.entries) - 1)
            return "its hash does not fit: the file was altered"
        return ""


def _json(value: Any) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def _object(text: str, line: int) -> dict[str, Any]:
    try:
        value = json.loads(text)
        if not isinstance(value, dict) or _json(value) != text:
            raise BadInput("a JSON object as Banneret writes it is wanted", where=f"line {line}")
    except (ValueError, RecursionError, UnicodeError) as error:
        if isinstance(error, BadInput):
            raise
        raise BadInput("a JSON object is wanted", where=f"line {line}") from None
    return value


def _words(text: str, line: int) -> dict[str, str]:
    value = _object(text, line)
    if len(value) > 100 or not all(isinstance(word, str) and len(word) <= 200 for word in value.values()):
        raise BadInput("a JSON object of short words is wanted", where=f"line {line}")
    return value
