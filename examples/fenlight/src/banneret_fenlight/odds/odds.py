"""Odds as they are asked for in words: two bands, and how they meet.

>>> print(asked("4", "3 braced", {}))
4 warriors march into 3 warriors, braced, on firm ground: 4 against 5
  attacker wins    27.8 %  5/18
  tie              13.9 %  5/36
  defender wins    58.3 %  7/12
  the attacker loses 1.42 warriors on average, the defender 0.67
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from banneret.kernel.abilities.odds import (
    Assumed,
    Assumption,
    Odds,
    by_side,
    check_flags,
    fraction,
    percent,
    plain,
)
from banneret.kernel.errors import BadInput, nearest
from banneret.kernel.scenario import Scenario
from banneret_fenlight.army.scenarios import read_scenario
from banneret_fenlight.odds.clash import Clash, clash
from banneret_fenlight.orders.task import BRACE, HIDE, MARCH
from banneret_fenlight.resolution.clashes import strength
from banneret_fenlight.state import MOST
from banneret_fenlight.tables.ground import FIRM, PRICES
from banneret_fenlight.text.news import many

FLAGS: Final = ("terrain", "losses")
WORDS: Final = ("braced", "ambush")
_BAND: Final = re.compile(r"\s*(\d)((?:\s+[a-z]+)*)\s*")
_PLAIN: Final = {
    "id": "meeting",
    "title": "A meeting in the marsh",
    "sides": ["attacker", "defender"],
    "data": {
        "names": ["Attackers", "Defenders"],
        "map": [". . . . .", ". . . . .", "- . . . -"],
        "homes": [["A1", "B1", "C1", "D1", "E1"], ["B3", "C3", "D3"]],
        "springs": ["C2"],
        "lights": 3,
        "rounds": 8,
    },
}


class Answer:
    """The odds of one clash, with what was asked."""

    def __init__(self, bands: tuple[Band, Band], ground: str, by_difference: bool) -> None:
        self.bands = bands
        self.ground = ground
        self.sums = tuple([band.strength(ground) for band in bands])
        self.odds: Clash = clash(*self.sums, (bands[0].warriors, bands[1].warriors), by_difference)

    def to_json(self) -> dict[str, Any]:
        """Plain data, fractions as "n/d"."""
        odds = self.odds
        return {
            "exact": True,
            "attacker": plain(odds.wins),
            "defender": plain(odds.loses),
            "neither": plain(odds.ties),
            "expected_losses": by_side([odds.expected(0), odds.expected(1)]),
            "sums": list(self.sums),
            "terrain": self.ground,
        }

    @property
    def wins(self) -> str:
        """The word for what happens to the side ahead."""
        return "wins"

    @property
    def basis(self) -> str:
        """The assumptions they rest on."""
        return f"One clash on {self.ground}: {self.sums[0]} against {self.sums[1]}."

    def __str__(self) -> str:
        odds = self.odds
        lines = [
            f"{self.bands[0]} march into {self.bands[1]}, on {self.ground}: {self.sums[0]} against {self.sums[1]}"
        ]
        for name, chance in (("attacker wins", odds.wins), ("tie", odds.ties), ("defender wins", odds.loses)):
            lines.append(f"  {name:14}  {percent(chance)}{fraction(chance)}")
        mine, theirs = float(odds.expected(0)), float(odds.expected(1))
        lines.append(f"  the attacker loses {mine:.2f} warriors on average, the defender {theirs:.2f}")
        return "\n".join(lines)


class Band:
    """A band as it is written: "4", "3 braced", "2 ambush"; `word` is what it does."""

    def __init__(self, text: str, word: str, where: str) -> None:
        match = _BAND.fullmatch(text)
        if match is None or not 1 <= int(match[1]) <= MOST:
            raise BadInput(
                f"{text[:40]!r} is no band", where=where, hint=f"1 to {MOST} warriors, such as '3 braced'"
            )
        self.warriors = int(match[1])
        self.words = match[2].split()
        for one in self.words:
            if one not in WORDS:
                raise BadInput(f"a band cannot be {one[:20]!r}", where=where, hint=nearest(one, WORDS))
        self.word = BRACE if "braced" in self.words and word != MARCH else word

    def strength(self, ground: str) -> int:
        """What it adds to its die. Rule: fenlight:clash.modifiers."""
        return strength(ground, self.warriors, self.word, "ambush" in self.words).total

    def __str__(self) -> str:
        return ", ".join([many(self.warriors, "warrior"), *self.words])


def asked(first: str, second: str, flags: Mapping[str, str]) -> Answer:
    """The odds of a band that marches into another; flags: terrain, and the option losses. Raises `BadInput`."""
    check_flags(flags, FLAGS)
    ground = flags.get("terrain", FIRM)
    if ground not in PRICES:
        raise BadInput(f"terrain cannot be {ground[:40]!r}", where="odds", hint=nearest(ground[:40], PRICES))
    bands = (Band(first, MARCH, "attacker"), Band(second, HIDE, "defender"))
    return Answer(bands, ground, flags.get("losses", "difference") == "difference")


class FenlightOdds(Odds):
    """Counts what may come of a clash, exactly."""

    @property
    def assumed(self) -> Assumed:
        """The ground of a clash, and how its losses are counted."""
        losses = (("difference", "by the difference"), ("one", "one"))
        grounds = tuple([(ground, ground) for ground in PRICES])
        return Assumed(
            "4",
            "3 braced",
            (
                Assumption("terrain", "Ground", "fenlight:clash.modifiers", grounds),
                Assumption("losses", "Losses", "fenlight:clash.losses", losses),
            ),
            ("warrior", "warriors"),
        )

    def units(self) -> Sequence[str]:
        """Bands, as they are written."""
        return ("3", "3 braced", "2 ambush")

    def matchup(self, first: str, second: str) -> Scenario:
        """Bands on firm ground, each side in a row, two hexes apart: "4, 2" against "3"."""
        rows = (["A1", "B1", "C1", "D1", "E1"], ["B3", "C3", "D3"])
        bands = []
        for text, hexes, where in zip((first, second), rows, ("attacker", "defender"), strict=True):
            parts = [part for part in text.split(",") if part.strip()]
            if not 1 <= len(parts) <= len(hexes):
                raise BadInput(f"1 to {len(hexes)} bands are wanted", where=where, hint="such as '4, 2'")
            middle = (len(hexes) - len(parts)) // 2
            bands.append(
                [[hexes[middle + n], Band(part, HIDE, where).warriors] for n, part in enumerate(parts)]
            )
        data = {**_PLAIN, "data": {**_PLAIN["data"], "bands": bands}}  # type: ignore[dict-item]
        return read_scenario(data, "odds")

    def ask(self, first: str, second: str, flags: Mapping[str, str]) -> Answer:
        """The odds of a band that marches into another, as "4" into "3 braced"; `banneret odds` prints them."""
        return asked(first, second, flags)
