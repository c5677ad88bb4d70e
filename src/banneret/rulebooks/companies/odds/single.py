"""The exact odds of a single test, asked for in words: a pool against an obstacle, or one pool against another.

Rules: companies:core.dice, companies:core.shade, companies:core.open-ended, companies:core.pool, companies:core.independent, companies:core.versus.

>>> read_pool("gray 4 + 2 open").dice, read_pool("ob 3")
(6, None)
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any, Final

from banneret.kernel.abilities.odds import by_side, fraction, percent, plain
from banneret.kernel.errors import BadInput
from banneret.rulebooks.companies.odds.pools import reaches, versus
from banneret.rulebooks.companies.odds.volley import spread_of
from banneret.rulebooks.companies.pools.building import Pool
from banneret.rulebooks.companies.tables.shades import BLACK, GRAY, WHITE

SHADES: Final = {"": BLACK, "black": BLACK, "gray": GRAY, "grey": GRAY, "white": WHITE}
POOL: Final = re.compile(
    r"(?:(black|gr[ae]y|white) )?(\d+)(?P<early> open(?:-ended)?)?((?: ?\+ ?\d+)*)(?: dice| die)?(?P<late> open(?:-ended)?)?"
)
TEST: Final = re.compile(r"(black|gr[ae]y|white|ob)\b|\d")
"""The beginning of a text that is meant as a pool or an obstacle; no officer's id begins so."""
OBSTACLE: Final = re.compile(r"ob (\d+)")
MOST: Final = 40
"""The most dice of a pool."""


def is_test(first: str, second: str) -> bool:
    """True if two texts are the pool of a test, and an obstacle or another pool. Raises `BadInput` if only one of them can be read so."""
    words = [" ".join(text.lower().split()) for text in (first, second)]
    if not any(TEST.match(word) for word in words):
        return False
    for number, word in enumerate(words):
        if not POOL.fullmatch(word) and not (number and OBSTACLE.fullmatch(word)):
            said = (first, second)[number]
            raise BadInput(
                f"{said[:40]!r} is not a pool{' or an obstacle' if number else ''}",
                where="odds",
                hint="such as '5', 'gray 4 + 2 open'" + (" or 'ob 3'" if number else ""),
            )
    return True


def read_pool(text: str) -> Pool | None:
    """The pool of a text such as "5" or "gray 4 + 2 open": shade, exponent, further dice, open-ended.

    Returns None for an obstacle; raises `BadInput` for too many dice.
    """
    found = POOL.fullmatch(" ".join(text.lower().split()))
    if found is None:
        return None
    dice = int(found[2]) + sum([int(more) for more in re.findall(r"\d+", found[4])])
    if dice > MOST:
        raise BadInput(f"{dice} dice are too many", where="odds", hint=f"at most {MOST}")
    return Pool("", dice, SHADES[found[1] or ""], bool(found["early"] or found["late"]))


class SingleAnswer:
    """The exact odds of one test: of a pool against an obstacle, or of two pools."""

    def __init__(self, first: str, second: str) -> None:
        self.said = (first.strip(), second.strip())
        pool = read_pool(first)
        assert pool is not None
        other = read_pool(second)
        if other is not None:
            self.chances = versus(spread_of(pool), spread_of(other))
        else:
            passed = reaches(pool.dice, int(second.split()[-1]), pool.shade, pool.open_ended)
            self.chances = (passed, Fraction(0), 1 - passed)

    @property
    def wins(self) -> str:
        """The word for what happens to the side ahead."""
        return "wins"

    @property
    def basis(self) -> str:
        """The assumptions they rest on."""
        return f"One test, {self.said[0]} against {self.said[1]}; equal counts tie."

    def to_json(self) -> dict[str, Any]:
        """Plain data, fractions as "n/d"."""
        wins, ties, loses = self.chances
        return {
            "exact": True,
            "method": "rational",
            "attacker": plain(wins),
            "defender": plain(loses),
            "neither": plain(ties),
            "expected_losses": by_side([Fraction(0), Fraction(0)]),
            "decimal": {"attacker": float(wins), "defender": float(loses), "neither": float(ties)},
            "test": list(self.said),
        }

    def __str__(self) -> str:
        names = ("first wins", "a tie", "first loses")
        lines = [" against ".join(self.said)]
        lines += [
            f"  {name:11} {percent(one)}{fraction(one)}"
            for name, one in zip(names, self.chances, strict=True)
        ]
        return "\n".join([*lines, "Exact."])
