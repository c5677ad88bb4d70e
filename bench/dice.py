"""Are the dice even? Faces, pairs and runs of very many dice of the provable stream.

    python -m bench dice --seconds 60              (as many as there is time for)
    python -m bench.dice --count 1000000000        (so many of each size)

Each seed gives a million bytes. The first dice of each are compared with those of `banneret.kernel.dice`; the rest are made from the
same bytes in great pieces, as docs/record-format.md tells, since counting them one by one would take hours. Of each size are told
chi-square of the faces and of the pairs of neighbours (each die in one pair), the number of runs of low and high faces as its distance
from the expected in standard deviations, and how likely a fair die is to be further off. Of a dozen such figures one below 0.05 is
nothing special; below 0.0001 something is wrong.
"""

from __future__ import annotations

import argparse
import hashlib
import math
import sys
import time
from collections import Counter
from dataclasses import dataclass, field

from banneret.kernel.dice import SeededDice

SIZES = (6, 10, 12)  # two dice of these in one byte
BLOCKS = 31_250  # of 32 bytes each
COMPARED = 2_000


@dataclass
class Counts:
    """What fell: faces, pairs of neighbours, and how often low and high faces took turns."""

    faces: int
    single: Counter[int] = field(default_factory=Counter)
    pairs: Counter[int] = field(default_factory=Counter)
    turns: int = 0
    chances: int = 0

    @property
    def dice(self) -> int:
        return self.single.total()

    def add(self, dice: bytes) -> None:
        """Count dice, told as bytes from 0 to one less than the faces."""
        faces = self.faces
        for face in range(faces):
            self.single[face] += dice.count(face)
        even = len(dice) // 2 * 2
        times = bytes((face * faces) % 256 for face in range(256))
        high, low = dice[:even:2].translate(times), dice[1:even:2]
        both = (int.from_bytes(high) + int.from_bytes(low)).to_bytes(even // 2)
        for pair in range(faces * faces):
            self.pairs[pair] += both.count(pair)
        halves = dice.translate(bytes(face >= faces // 2 for face in range(256)))
        number = int.from_bytes(halves)
        self.turns += (number ^ (number >> 8)).to_bytes(len(dice))[1:].count(1)
        self.chances += len(dice) - 1

    def rows(self) -> list[tuple[str, ...]]:
        """Rows: what, figure, note."""
        faces, pairs = _chi_square(self.single, self.faces), _chi_square(self.pairs, self.faces**2)
        off = (self.turns - self.chances / 2) / math.sqrt(self.chances / 4)
        likely = math.erfc(abs(off) / math.sqrt(2))
        name = f"{self.dice:,} d{self.faces}"
        return [
            (f"{name}, faces", f"chi-square {faces:.1f}", _likely(faces, self.faces - 1)),
            (f"{name}, pairs", f"chi-square {pairs:.1f}", _likely(pairs, self.faces**2 - 1)),
            (f"{name}, runs", f"{off:+.2f} standard deviations", f"p = {likely:.3f}"),
        ]


def stream(seed: str, faces: int) -> bytes:
    """The first dice of a seed, each one less than it shows."""
    key = hashlib.sha256(b"banneret dice 1\n" + seed.encode()).digest() + bytes(4)
    sha = hashlib.sha256
    raw = b"".join([sha(key + block.to_bytes(8, "big")).digest() for block in range(BLOCKS)])
    limit = 256 - 256 % faces
    dice = raw.translate(bytes(byte % faces for byte in range(256)), bytes(range(limit, 256)))
    kernel = SeededDice(seed)
    if dice[:COMPARED] != bytes(kernel.die(faces) - 1 for _ in range(COMPARED)):
        raise AssertionError(f"the dice of the seed {seed!r} are not those of the kernel")
    return dice


def _chi_square(counts: Counter[int], cells: int) -> float:
    wanted = counts.total() / cells
    return sum((counts[cell] - wanted) ** 2 for cell in range(cells)) / wanted


def _likely(chi_square: float, freedom: int) -> str:
    """How often fair dice are further off, after Wilson and Hilferty."""
    spread = 2 / (9 * freedom)
    off = ((chi_square / freedom) ** (1 / 3) - 1 + spread) / math.sqrt(spread)
    return f"p = {math.erfc(off / math.sqrt(2)) / 2:.3f}, {freedom} degrees of freedom"


def count(most: int, until: float = 0.0) -> list[Counts]:
    """So many dice of each size, or until the clock says so."""
    found = [Counts(faces) for faces in SIZES]
    number = 0
    while found[0].dice < most and not (until and number and time.monotonic() > until):
        for counts in found:
            counts.add(stream(f"bench dice {counts.faces} {number}", counts.faces))
        number += 1
    return found


def run(seconds: float) -> list[tuple[str, ...]]:
    """Rows: what, figure, note."""
    return [row for counts in count(sys.maxsize, time.monotonic() + seconds) for row in counts.rows()]


def main() -> int:
    """What the command line asks for."""
    parser = argparse.ArgumentParser(prog="python -m bench.dice", description=__doc__.split("\n")[0])
    parser.add_argument("--count", type=int, default=100_000_000, help="how many of each size")
    words = parser.parse_args()
    for counts in count(words.count):
        for row in counts.rows():
            print("| " + " | ".join(row) + " |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
