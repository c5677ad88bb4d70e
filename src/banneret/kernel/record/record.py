"""The record: a battle as text, for people to read and diff and for programs to replay.

A record has a header (rulebook, scenario, options, seats, players, dice), then numbered entries: orders, dice, and what the
table itself noted. Every entry ends in the hash of all before it, so that a cut or altered file is noticed and its longest good
part still loads. `Record.parse(text).text == text` for every record that was written by `Record.text`.

    banneret record 1
    rulebook stacks 1
    scenario {"data":…}
    options {"archers":"all"}
    seats {"groves":"groves","halls":"halls"}
    players {"halls":"greedy"}
    dice seeded 5f3c…
    = 1b2a90c4d5e6
    seed 2f6b…            (once the battle is over, or in a private save)
    1 groves > reveal 4 #9c0d…
    2 groves d6 5 #77aa…
    3 ! note "…" #…

`docs/record-format.md` tells all of it, for authors of other programs that read or verify records.
"""

from __future__ import annotations

import hashlib
import re
from array import array
from collections.abc import Sequence
from dataclasses import replace
from typing import overload

from banneret.kernel.dice import commitment
from banneret.kernel.errors import BadInput
from banneret.kernel.record.entry import TABLE, Entry
from banneret.kernel.record.header import MAX_HEADER_LINE, Header, is_seed
from banneret.kernel.record.history import History

FORMAT = 1

# Limits that no battle meets: what is kept, sent or loaded has a bounded size, and a bounded price.
MAX_BYTES = 5_000_000
MAX_LINE = 4_400
MAX_ENTRIES = 50_000
MOST_OF_KIND = {
    "note": 2_000,
    "player": 1_000,
    "undo": 2_000,
    "change": 2_000,
    "end": 500,
    "concede": 500,
    "mended": 100,
    "asked": 2_000,
}

HASH_LENGTH = 12
LATEST_SEALS = 20  # commitments to secret orders that are shown, and kept as read: every view shows them
RECENT = 64  # entries that are kept as read: every view asks for the latest ones, some for those before it
REPLACED = "\N{REPLACEMENT CHARACTER}"  # what readers put for bytes that are no text

_LINE = re.compile(rf"([1-9][0-9]{{0,6}}) (.*) #([0-9a-f]{{{HASH_LENGTH}}})\Z", re.DOTALL)


class Entries(Sequence[Entry]):
    """The entries of a record, by index from 0; each is read from the text when it is needed."""

    __slots__ = ("_record",)

    def __init__(self, record: Record) -> None:
        self._record = record

    def __len__(self) -> int:
        return self._record.count

    @overload
    def __getitem__(self, index: int) -> Entry: ...
    @overload
    def __getitem__(self, index: slice) -> list[Entry]: ...
    def __getitem__(self, index: int | slice) -> Entry | list[Entry]:
        if isinstance(index, slice):
            return [self._record.entry(i + 1) for i in range(*index.indices(len(self)))]
        if not -len(self) <= index < len(self):
            raise IndexError(index)
        return self._record.entry(index % len(self) + 1)


class Record:
    """A header and its entries, kept as the text that they are in a file: a long battle is small in memory.

    `seed` is known once the battle is over (or to the host of the battle); so are `later`, the seeds of a battle that was ended
    and resumed. `damage` says what was wrong with the file it was read from; the entries then are its longest good part.
    """

    __slots__ = (
        "_body",
        "_digest",
        "_ends",
        "_history",
        "_kinds",
        "_recent",
        "_reseeded",
        "damage",
        "header",
        "later",
        "seals",
        "seed",
        "unchanged",
    )

    def __init__(self, header: Header, seed: str = "") -> None:
        self.header = header
        self.seed = seed
        self.later: list[str] = []
        self.damage = ""
        # So many entries, from the first, have not changed since the owner set this to `count`.
        self.unchanged = 0
        self._body = bytearray()  # the lines of the entries, as in the file
        self._ends = array("I")  # where each of them ends
        # Of the latest secret orders, oldest first: whose they are, and the commitments to them.
        self.seals: tuple[tuple[str, str], ...] = ()
        self._recent: dict[int, Entry] = {}  # of the last `RECENT` entries those that have been asked for
        self._reseeded: list[str] = []  # hashes of the seeds after the first
        self._history = History()  # of the entries it has been asked about
        self._kinds = dict.fromkeys(MOST_OF_KIND, 0)  # how many there are of those that are limited
        self._digest = self._head_digest()

    def _head_digest(self) -> bytes:
        head = "\n".join([f"banneret record {FORMAT}", *self.header.lines()])
        try:
            return hashlib.sha256(head.encode()).digest()
        except UnicodeError:
            raise BadInput("the scenario holds half a character") from None

    # ------------------------------------------------------------------ the entries

    @property
    def count(self) -> int:
        """The number of entries."""
        return len(self._ends)

    @property
    def entries(self) -> Entries:
        """The entries; read them here, write them with `append`."""
        return Entries(self)

    def entry(self, number: int) -> Entry:
        """Entry `number`, from 1."""
        found = self._recent.get(number)
        if found is None:
            found = Entry.parse(self._middle(number))
            if number > self.count - RECENT:
                self._recent[number] = found
        return found

    @property
    def history(self) -> History:
        """The entries that stand, and those that were undone."""
        history = self._history
        for number in range(history.count + 1, self.count + 1):
            history.append(self.entry(number))
        return history

    def line(self, number: int) -> str:
        """Entry `number` as it stands in the file."""
        begin = self._ends[number - 2] if number > 1 else 0
        return self._body[begin : self._ends[number - 1] - 1].decode()

    def _middle(self, number: int) -> str:
        line = self.line(number)
        return line[line.index(" ") + 1 : -HASH_LENGTH - 2]

    def append(self, entry: Entry) -> int:
        """Add an entry; returns its number (from 1). Raises `BadInput` for one that could not be read again."""
        text = str(entry)
        if entry.who == TABLE and Entry.parse(text) != entry:
            raise BadInput(f"this is not an entry: {text[:40]!r}")
        self._append(text, entry)
        self._recent[self.count] = entry
        return self.count

    def _append(self, text: str, read: Entry | None = None) -> None:
        """Add the text of an entry; `read`: that entry, where it is at hand."""
        count = len(self._ends)
        numbered = f"{count + 1} {text}"
        if count >= MAX_ENTRIES or len(self._body) + len(numbered) * 4 > MAX_BYTES - 4 * MAX_HEADER_LINE:
            raise BadInput(f"the record is full: {count} entries")
        if len(numbered) > MAX_LINE - HASH_LENGTH - 2:
            raise BadInput(f"the entry is longer than {MAX_LINE} characters")
        if text.startswith("! "):
            self._count_kind(text)
        digest = hashlib.sha256(self._digest + numbered.encode()).digest()
        self._body += f"{numbered} #{digest.hex()[:HASH_LENGTH]}\n".encode()
        self._ends.append(len(self._body))
        count += 1
        self._recent.pop(count - RECENT, None)
        self._digest = digest
        if " sealed " in text:
            entry = read or self.entry(count)
            if entry.seal:
                self.seals = (*self.seals, (entry.who, entry.seal))[-LATEST_SEALS:]
        if text.startswith("! undo ") and count > self.header.after and self.header.commitment:
            undo = Entry.parse(text)
            self._reseeded += [undo.new_commitment] if undo.new_commitment else []

    def _count_kind(self, text: str) -> None:
        kind = text[2 : text.find(" ", 2)]
        if kind not in self._kinds:
            return
        if self._kinds[kind] >= MOST_OF_KIND[kind]:
            raise BadInput(f"the record is full: {self._kinds[kind]} entries of the kind '{kind}'")
        self._kinds[kind] += 1

    def room_for(self, kind: str) -> int:
        """The number of further entries of a limited kind (`MOST_OF_KIND`) that the record can take."""
        return MOST_OF_KIND[kind] - self._kinds[kind]

    def cut(self, count: int) -> None:
        """Keep the first `count` entries only."""
        if count < self.count:
            self.unchanged = min(self.unchanged, count)
            self._keep([self._middle(number) for number in range(1, count + 1)])

    def drop(self, number: int) -> None:
        """Take entry `number` out; those after it move up."""
        self.unchanged = min(self.unchanged, number - 1)
        self._keep([self._middle(n) for n in range(1, self.count + 1) if n != number])

    def _keep(self, middles: list[str]) -> None:
        self._body = bytearray()
        self._ends = array("I")
        self.seals = ()
        self._recent = {}
        self._reseeded = []
        self._history = History()
        self._kinds = dict.fromkeys(MOST_OF_KIND, 0)
        self._digest = self._head_digest()
        for text in middles:
            self._append(text)
        del self.later[len(self._reseeded) :]

    def beginning(self, count: int, header: Header | None = None, seed: str = "") -> Record:
        """A record of the first `count` entries, by default under the same header (`after` never beyond them)."""
        part = Record(header or self._header_for(count), seed)
        part._keep([self._middle(number) for number in range(1, count + 1)])
        return part

    def fork_where_cut(self) -> None:
        """Shorten the beginning of a fork that has lost entries from before it was forked to those that are left."""
        header = self._header_for(self.count)
        if header != self.header:
            self.header = header
            self._keep([self._middle(number) for number in range(1, self.count + 1)])

    def _header_for(self, count: int) -> Header:
        """The header for the first `count` entries: a battle cannot be forked after an entry that it has not."""
        return self.header if count >= self.header.after else replace(self.header, after=count)

    # ------------------------------------------------------------------ the seeds

    @property
    def commitments(self) -> list[str]:
        """The hashes of the seeds, each published before its first die; none where people roll."""
        return [self.header.commitment, *self._reseeded] if self.header.commitment else []

    @property
    def seeds(self) -> list[str]:
        """The seeds as far as they are known, in the order of `commitments`."""
        return [self.seed, *self.later] if self.seed else []

    # ------------------------------------------------------------------ as text

    @property
    def hash(self) -> str:
        """The hash of the whole record up to now, in hex."""
        return self._digest.hex()

    @property
    def head(self) -> str:
        """The header with its hash, as text."""
        lines = [f"banneret record {FORMAT}", *self.header.lines()]
        return "\n".join(lines) + f"\n= {self._head_digest().hex()[:HASH_LENGTH]}\n"

    @property
    def text(self) -> str:
        """The whole record as text, with the seeds when they are known."""
        return self.head + "".join(f"seed {seed}\n" for seed in self.seeds) + self._body.decode()

    @property
    def open_text(self) -> str:
        """The whole record as text, without the seed."""
        return self.head + self._body.decode()

    def __repr__(self) -> str:
        return f"<Record of {self.header.rulebook}: {self.count} entries>"

    # ------------------------------------------------------------------ reading

    @classmethod
    def parse(cls, text: str) -> Record:
        """Read a record. A bad header raises `BadInput`; a bad entry ends the reading, and `damage` says what is wrong with it."""
        if len(text) > MAX_BYTES:
            raise BadInput(f"the record is larger than {MAX_BYTES} characters")
        try:
            text.encode()
        except UnicodeError:
            raise BadInput("the record holds half a character") from None
        lines = text.split("\n")
        if lines[0] != f"banneret record {FORMAT}":
            hint = f"its first line would be 'banneret record {FORMAT}'"
            if lines[0].strip() == f"banneret record {FORMAT}":
                hint = "its lines end in a line feed alone, and nothing stands before or after them"
            raise BadInput("this is not a record that this version can read", where="line 1", hint=hint)
        record = cls(Header.parse(lines[1:7]))
        if len(lines) < 9 or lines[7] != f"= {record.hash[:HASH_LENGTH]}":
            raise BadInput("the header was cut or altered", where="line 8", hint="its hash does not fit")
        first = 8
        if not lines[8].startswith("1 ") and len(lines) > 9:
            record._read_seed(lines[8])
            first = 9
        later: list[str] = []
        while record.seed and len(lines) > first + 1 and lines[first].startswith("seed "):
            later.append(lines[first].removeprefix("seed "))
            first += 1
        record._read_entries(lines, first)
        record._take_seeds(later)
        return record

    def _read_seed(self, line: str) -> None:
        seed = line.removeprefix("seed ")
        if seed == line or not is_seed(seed):
            self.damage = "line 9: neither a seed nor entry 1"
        elif commitment(seed) != self.header.commitment:
            self.damage = "line 9: the seed does not fit the hash that was published before the battle"
        else:
            self.seed = seed

    def _take_seeds(self, later: list[str]) -> None:
        """The seeds after the first; each must fit the hash that an entry has published."""
        for index, seed in enumerate(later):
            published = self._reseeded[index] if index < len(self._reseeded) else ""
            if not is_seed(seed) or commitment(seed) != published:
                self._harm(f"line {10 + index}: no hash was published of this seed")
                return
            self.later.append(seed)

    def _read_entries(self, lines: list[str], first: int) -> None:
        for index in range(first, len(lines) - 1):
            problem = self._read_line(lines[index])
            if problem:
                self._harm(f"line {index + 1}: {problem}")
                return
        if lines[-1]:
            self._harm("the last line is cut")
        elif self.count < self.header.after:
            self._harm(f"line 7: there is no entry {self.header.after} to have been forked after")

    def _harm(self, problem: str) -> None:
        problem = f"{problem}; the {self.count} entries before it are good"
        self.damage = f"{self.damage}; {problem}" if self.damage else problem

    def take_in(self, lines: Sequence[str]) -> None:
        """Add entries as another copy of this record has them; raises `BadInput` for the first that does not fit."""
        for line in lines:
            problem = self._read_line(line)
            if problem:
                raise BadInput(problem, where=f"after entry {self.count}")

    def _read_line(self, line: str) -> str:
        """Take one line in; says what is wrong with it."""
        if len(line) > MAX_LINE:
            return "the line is too long"
        match = _LINE.match(line)
        if match is None or int(match[1]) != self.count + 1:
            return f"'{self.count + 1} … #hash' is expected" + _spoilt(line)
        digest = hashlib.sha256(self._digest + line[: -HASH_LENGTH - 2].encode()).hexdigest()
        if match[3] != digest[:HASH_LENGTH]:
            return "its hash does not fit: the file was altered" + _spoilt(line)
        try:
            self._append(str(Entry.parse(match[2])))
        except BadInput as error:
            return str(error)
        return ""


def _spoilt(line: str) -> str:
    return ", and holds bytes that are no text" if REPLACED in line else ""
