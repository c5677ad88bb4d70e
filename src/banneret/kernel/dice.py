r"""Dice: where chance comes from.

`SeededDice` is the provable source: an unbiased stream of dice keyed by a secret seed whose hash is published before the
first roll. `ScriptedDice` serves tests. `Chance` is the fast private randomness of computer players and of the lab;
no battle ever rolls with it.

The stream of a seed (anyone can recompute it): with `key = SHA-256("banneret dice 1\n" + seed)`, block `i` of epoch `e` is
`SHA-256(key + e as 4 bytes + i as 8 bytes)`, big-endian. A die of up to 256 faces takes the next byte `b`; bytes of
`256 - 256 % faces` and above are thrown away, else the die shows `b % faces + 1`. Larger dice take four bytes in the same way.
A battle begins in epoch 0; with everything that takes back what was seen (an undo by agreement, the mending of a damaged record)
a new epoch begins, so that no die is ever seen twice. Authors of verifiers find all of it in `docs/record-format.md`.

A seed of one's own choice makes a battle that can be had again, not one that an opponent must trust: short seeds can be guessed,
from their hash or from the first dice. A seed that nobody chose (`new_seed`) has 128 random bits.
"""

from __future__ import annotations

import hashlib
import random
import secrets

from mypy_extensions import mypyc_attr

from banneret.kernel.errors import BadInput

MAX_FACES = 1_000_000


def new_seed() -> str:
    """A fresh seed of 128 random bits."""
    return secrets.token_hex(16)


def commitment(seed: str) -> str:
    """The hash that is published before the first roll: it binds the host of the battle to `seed` without showing it."""
    return hashlib.sha256(b"banneret seed commitment 1\n" + seed.encode()).hexdigest()


@mypyc_attr(allow_interpreted_subclasses=True)
class Dice:
    """A source of dice."""

    def die(self, faces: int) -> int:
        """The next die: 1 to `faces`."""
        raise NotImplementedError


class SeededDice(Dice):
    """The provable stream of a seed.

    >>> dice = SeededDice("42")
    >>> [dice.die(6) for _ in range(8)]
    [1, 1, 6, 6, 4, 5, 1, 2]
    """

    def __init__(self, seed: str, epoch: int = 0) -> None:
        key = hashlib.sha256(b"banneret dice 1\n" + seed.encode()).digest()
        self._prefix: bytes = key + epoch.to_bytes(4, "big")
        self._block: int = 0
        self._buffer: bytes = b""
        self._at: int = 32

    def _byte(self) -> int:
        if self._at == 32:
            self._buffer = hashlib.sha256(self._prefix + self._block.to_bytes(8, "big")).digest()
            self._block += 1
            self._at = 0
        byte = self._buffer[self._at]
        self._at += 1
        return byte

    def die(self, faces: int) -> int:
        """The next die of the stream."""
        if faces <= 256:
            limit = 256 - 256 % faces
            while True:
                byte = self._byte()
                if byte < limit:
                    return byte % faces + 1
        limit = (1 << 32) - (1 << 32) % faces
        while True:
            value = 0
            for _ in range(4):
                value = value * 256 + self._byte()
            if value < limit:
                return value % faces + 1


class ScriptedDice(Dice):
    """Dice that show what a test wrote down, in order."""

    def __init__(self, values: list[int]) -> None:
        self._values = list(values)
        self._at = 0

    def die(self, faces: int) -> int:
        """The next value of the script; raises `BadInput` where it does not fit or there is none."""
        if self._at >= len(self._values):
            raise BadInput("the script has no more dice", hint=f"a die of {faces} faces is needed")
        value = self._values[self._at]
        self._at += 1
        if not 1 <= value <= faces:
            raise BadInput(f"the script shows {value} on a die of {faces} faces")
        return value


class NoDice(Dice):
    """No dice: a step that needs one is suspended."""

    def die(self, faces: int) -> int:
        """0, which no die shows."""
        return 0


class Chance(Dice):
    """Fast randomness for computer players, sampling and simulation; the same for a seed on every machine."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        self._next = self._random.random

    def sow(self, seed: int) -> None:
        """Begin again from a seed."""
        self._random.seed(seed)

    def die(self, faces: int) -> int:
        """The next die."""
        return int(self._next() * faces) + 1

    def below(self, count: int) -> int:
        """A number from 0 to `count - 1`, all equally likely."""
        return int(self._next() * count)

    def random(self) -> float:
        """A number from 0 up to, not including, 1."""
        return self._next()

    def shuffle(self, items: list[int]) -> None:
        """Put `items` into a random order, in place."""
        for last in range(len(items) - 1, 0, -1):
            other = int(self._next() * (last + 1))
            items[last], items[other] = items[other], items[last]

    def fork(self, label: str) -> Chance:
        """A new independent source that depends on this one's next value and on `label`."""
        return Chance(seed_number(f"{self._random.getrandbits(64)} {label}"))


def player_chance(seed: str, side: int, made: int = 0) -> Chance:
    """The private randomness of the computer player of a side in the battle of that seed; `made`: players it had before.

    It comes from the seed, so that `same seed, same players` gives the same battle in the direct mode and at the table, by a hash
    of its own, so that neither the dice nor the seed can be told from what a player does.
    """
    return Chance(seed_number(f"banneret player 1\n{side} {made}\n{seed}"))


def seed_number(text: str) -> int:
    """A 64-bit number made from a text, the same on every machine."""
    return int.from_bytes(hashlib.sha256(text.encode(errors="surrogatepass")).digest()[:8], "big")
