"""The header of a record: what a battle was begun with."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, replace
from typing import Any, Literal

from banneret.kernel.errors import BadInput
from banneret.kernel.record.entry import NAME

MAX_HEADER_LINE = 400_000  # characters
MAX_WORDS = 100  # names in one line of the header
MAX_SEED = 200  # characters

_DICE = re.compile(r"(?:(seeded) ([0-9a-f]{64})|(typed|scripted))(?: after (0|[1-9][0-9]{0,6}))?\Z")


@dataclass
class Header:
    """The beginning of a battle. `scenario` is canonical JSON; `dice` seeded, typed or scripted.

    `forked`: it goes on from a moment of another battle, `after` that entry (0: from its beginning).
    """

    rulebook: str
    version: int
    scenario: str
    options: dict[str, str]
    seats: dict[str, str]
    players: dict[str, str]
    dice: str = "seeded"
    commitment: str = ""
    after: int = 0
    forked: bool = False

    @property
    def kind_of_dice(self) -> Literal["seeded", "typed"]:
        """The dice of a battle that is begun like this one: typed ones are typed again, scripted ones are not repeated."""
        return "typed" if self.dice == "typed" else "seeded"

    def fork(self, after: int, commitment: str) -> Header:
        """The header of a battle that begins as this one stood after that entry, with dice of its own."""
        return replace(self, dice=self.kind_of_dice, commitment=commitment, after=after, forked=True)

    def lines(self) -> list[str]:
        """The header as it stands in the file, without the first line."""
        dice = self.dice if not self.commitment else f"{self.dice} {self.commitment}"
        if self.forked:
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
        rest: list[str] = []
        for number, word in enumerate(("rulebook", "scenario", "options", "seats", "players", "dice")):
            line = lines[number] if number < len(lines) else ""
            if not line.startswith(word + " "):
                raise BadInput(f"a line '{word} …' is expected", where=f"line {number + 2}")
            if len(line) > MAX_HEADER_LINE:
                raise BadInput(
                    f"the line is longer than {MAX_HEADER_LINE} characters", where=f"line {number + 2}"
                )
            rest.append(line[len(word) + 1 :])
        name, _, version = rest[0].partition(" ")
        if not re.fullmatch(r"[1-9][0-9]{0,5}", version) or not re.fullmatch(NAME, name):
            raise BadInput("'rulebook NAME VERSION' is expected", where="line 2")
        _object(rest[1], 3)
        match = _DICE.match(rest[5])
        if match is None:
            raise BadInput("'dice seeded HASH', 'dice typed' or 'dice scripted' is expected", where="line 7")
        return cls(
            name,
            int(version),
            rest[1],
            _words(rest[2], 4),
            _names(rest[3], 5),
            _words(rest[4], 6),
            match[1] or match[3],
            match[2] or "",
            int(match[4] or 0),
            match[4] is not None,
        )


def is_seed(word: str) -> bool:
    """True if a word can be a seed: short, printable, without space around it."""
    return 0 < len(word) <= MAX_SEED and word.isprintable() and word == word.strip()


def _json(value: Any) -> str:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def _object(text: str, line: int) -> dict[str, Any]:
    try:
        value = json.loads(text)
        if not isinstance(value, dict) or _json(value) != text:
            raise BadInput("a JSON object as Banneret writes it is expected", where=f"line {line}")
    except (ValueError, RecursionError, UnicodeError) as error:
        if isinstance(error, BadInput):
            raise
        raise BadInput("a JSON object is expected", where=f"line {line}") from None
    return value


def _words(text: str, line: int) -> dict[str, str]:
    value = _object(text, line)
    if len(value) > MAX_WORDS or not all(_is_word(key) and _is_word(word) for key, word in value.items()):
        raise BadInput("a JSON object of short words is expected", where=f"line {line}")
    return value


def _is_word(word: object) -> bool:
    return isinstance(word, str) and len(word) <= 200 and word.isprintable()


def _names(text: str, line: int) -> dict[str, str]:
    value = _words(text, line)
    for name in value:
        if not re.fullmatch(NAME, name):
            raise BadInput(
                f"{name!r} is not a name", where=f"line {line}", hint="up to 60 letters, digits and _ . ' -"
            )
    return value
