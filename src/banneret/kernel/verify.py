r"""Verifying a record: that nothing was altered, that every order was legal, and that the dice are those of the published seed.

The dice are computed here a second time, from the description in `docs/record-format.md` alone: this module shares no code with
`banneret.kernel.dice`, and a test compares the two.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from banneret.kernel.battle import Battle
from banneret.kernel.errors import BadInput, BrokenRules
from banneret.kernel.record.entry import ENDING
from banneret.kernel.record.record import Record

if TYPE_CHECKING:
    from banneret.kernel.rulebook import Rulebook

GOOD = "good"
BAD = "bad"
OPEN = "open"  # cannot be told, or not yet
MOST_TAKEN_BACK = 100_000  # entries that are played again of what does not stand any more


@dataclass(frozen=True, slots=True)
class Finding:
    """One finding: its name, good, bad or open, and a sentence."""

    name: str
    verdict: str
    text: str


@dataclass(frozen=True, slots=True)
class Verification:
    """The result of a verification. `ok`: nothing is bad, and nothing is open that should be settled by now."""

    findings: tuple[Finding, ...]
    entries: int = 0
    dice: int = 0
    hash: str = ""
    finished: bool = False

    @property
    def ok(self) -> bool:
        """True if the record is proved as far as it can be."""
        return all(finding.verdict != BAD for finding in self.findings)

    def __getitem__(self, name: str) -> Finding:
        return next(finding for finding in self.findings if finding.name == name)

    def __str__(self) -> str:
        return "\n".join(f"{finding.name}: {finding.verdict}. {finding.text}" for finding in self.findings)


def verify(text: str, find: Callable[[str], Rulebook[Any]]) -> Verification:
    """Verify a record's text; `find` gives the rulebook of a name. Never raises for what a text holds.

    The findings are `chain` (header and entries unaltered), `rules` (every order legal, every die needed), `commitment` (the seed
    is the one whose hash was published), `dice` (every die as the seed gives it) and, where there were secret orders, `seals` (each
    is the one that was sealed).
    """
    try:
        record = Record.parse(text)
    except BadInput as error:
        return Verification((Finding("chain", BAD, f"{error}."),))
    findings = [_chain(record)]
    seeds = _seeds_of(text)
    battle: Battle | None = None
    try:
        rulebook = find(record.header.rulebook)
        battle = Battle.from_record(rulebook, record.beginning(record.count))
        findings.append(_taken_back(rulebook, record, battle.taken_back()))
    except (BadInput, BrokenRules) as error:
        findings.append(Finding("rules", BAD, f"{error}."))
    finished = _was_ended(record) if battle is None else battle.is_over
    findings.append(_commitment(record.commitments, seeds, finished))
    findings.append(_dice(record, seeds))
    findings.extend(_seals(record))
    dice = sum(1 for entry in record.entries if entry.faces)
    return Verification(tuple(findings), record.count, dice, record.hash, finished)


def _was_ended(record: Record) -> bool:
    """True if a referee ended the battle or a side gave up, and nobody took that back: that is known without the rules."""
    try:
        standing = record.history.standing()
    except BadInput:  # an undo that names no earlier entry
        return False
    entries = list(record.entries)
    return any(entries[number - 1].kind in ENDING for number in standing)


def _chain(record: Record) -> Finding:
    if record.damage:
        return Finding("chain", BAD, f"{record.damage[0].upper()}{record.damage[1:]}.")
    return Finding("chain", GOOD, f"The header and all {record.count} entries are as they were written.")


def _taken_back(rulebook: Rulebook[Any], record: Record, ends: list[int]) -> Finding:
    """Check that what was taken back was legal too; all that stands is. Raises as reading a record does.

    Each course that was taken back is played again to its end (`ends`), `MOST_TAKEN_BACK` entries in all; what is beyond them stays open.
    """
    name = "rules"
    left = MOST_TAKEN_BACK
    for end in ends:
        left -= end
        if left < 0:
            text = "Every order that stands was legal; too much was taken back to check all of it."
            return Finding(name, OPEN, text)
        Battle.from_record(rulebook, record.beginning(end))
    return Finding(name, GOOD, "Every order was legal, and every die was needed.")


def _seeds_of(text: str) -> list[str]:
    """The seeds in the text, right or wrong."""
    seeds: list[str] = []
    for line in text.split("\n")[8:-1]:
        if not line.startswith("seed "):
            break
        seeds.append(line.removeprefix("seed "))
    return seeds


def _commitment(published: list[str], seeds: list[str], finished: bool) -> Finding:
    name = "commitment"
    if not published:
        return Finding(name, OPEN, "People rolled the dice: there is no seed.")
    label = b"banneret seed commitment 1\n"
    found = [hashlib.sha256(label + seed.encode()).hexdigest() for seed in seeds]
    if found != published[: len(found)]:
        return Finding(name, BAD, "The seed is not the one whose hash was published before the first die.")
    if len(found) < len(published):
        if finished:
            return Finding(name, BAD, "The battle is over, and its seed is missing.")
        return Finding(name, OPEN, "The seed is published when the battle is over.")
    if len(found) == 1:
        return Finding(name, GOOD, "The seed is the one whose hash was published before the first die.")
    return Finding(
        name, GOOD, f"The {len(found)} seeds are those whose hashes were published before their dice."
    )


def _dice(record: Record, seeds: list[str]) -> Finding:
    name = "dice"
    if not record.header.commitment:
        return Finding(name, OPEN, "People rolled the dice, or a script gave them; nothing proves them.")
    after = record.header.after
    epoch = era = count = 0
    source = _begun(seeds, era, epoch)
    for number, entry in enumerate(record.entries, 1):
        if number <= after:
            continue
        if entry.new_commitment:
            epoch, era = 0, era + 1
            source = _begun(seeds, era, epoch)
        elif entry.kind in ("undo", "mended"):
            epoch += 1
            source = _begun(seeds, era, epoch)
        elif entry.faces and source is not None:
            count += 1
            value = source.send(entry.faces)
            if value != entry.value:
                return Finding(name, BAD, f"Entry {number} shows {entry.value}; by the seed it is {value}.")
    if source is None:
        return Finding(name, OPEN, "They can be checked when the seed is published.")
    since = f" since the battle was forked after entry {after}" if after else ""
    return Finding(name, GOOD, f"All {count} dice{since} are as the seed gives them.")


def _begun(seeds: list[str], era: int, epoch: int) -> Generator[int | None, int, None] | None:
    """The dice of a seed from their beginning; None where the seed is not known."""
    if era >= len(seeds):
        return None
    source = stream(seeds[era], epoch)
    next(source)
    return source


def _seals(record: Record) -> list[Finding]:
    """Every secret order against its commitment; nothing where no order was sealed."""
    count = 0
    for number, entry in enumerate(record.entries, 1):
        if entry.seal:
            count += 1
            text = str(entry).split(" > ", 1)[1]
            told = f"banneret order commitment 1\n{entry.salt}\n{entry.who} > {text}"
            if hashlib.sha256(told.encode()).hexdigest() != entry.seal:
                return [Finding("seals", BAD, f"Entry {number} is not the order that was sealed.")]
    text = "The secret order is the one" if count == 1 else f"All {count} secret orders are those"
    return [Finding("seals", GOOD, f"{text} sealed when given.")] if count else []


def stream(seed: str, epoch: int = 0) -> Generator[int | None, int, None]:
    """The dice of a seed, as a generator: send it the number of faces, it yields what the die shows.

    >>> dice = stream("42")
    >>> next(dice)
    >>> [dice.send(6) for _ in range(8)]
    [1, 1, 6, 6, 4, 5, 1, 2]
    """
    raw = _bytes(hashlib.sha256(b"banneret dice 1\n" + seed.encode()).digest() + epoch.to_bytes(4, "big"))
    shown: int | None = None
    while True:
        faces: int = yield shown
        width = 1 if faces <= 256 else 4
        values = 256**width
        while True:
            number = int.from_bytes([next(raw) for _ in range(width)], "big")
            if number < values // faces * faces:
                break
        shown = 1 + number % faces


def _bytes(key: bytes) -> Iterator[int]:
    block = 0
    while True:
        yield from hashlib.sha256(key + block.to_bytes(8, "big")).digest()
        block += 1
