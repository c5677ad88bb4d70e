"""Balance: every unit against every unit by the odds of their rulebook, and what each is worth for its cost.

The matrix is as exact as the rulebook's odds. A draw counts half. What is said of a unit by these tables is for designers to judge:
a unit that loses its duels may be worth its cost for what it does beside others.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from banneret.kernel.errors import BadInput
from banneret.kernel.rulebook import Rulebook, odds_of
from banneret.lab.tournament import Entrant

Progress = Callable[[int, int, str], None]


@dataclass(frozen=True, slots=True)
class Contender:
    """A unit as the rulebook's lists name it, and what it costs."""

    name: str
    cost: int


@dataclass(slots=True)
class DuelMatrix:
    """The fortune of the attacker, by attacker and defender: its chance to win, draws counting half."""

    rulebook: str
    contenders: tuple[Contender, ...]
    flags: dict[str, str]
    wins: list[list[float]] = field(default_factory=list)
    exact: bool = True

    def attacking(self, number: int) -> float:
        """A unit's mean share when it attacks all others and its own like."""
        return sum(self.wins[number]) / len(self.contenders)

    def defending(self, number: int) -> float:
        """A unit's mean share when all attack it."""
        return 1 - sum(row[number] for row in self.wins) / len(self.contenders)

    def share(self, number: int) -> float:
        """A unit's mean share over both."""
        return (self.attacking(number) + self.defending(number)) / 2

    def meets(self, number: int, other: int) -> float:
        """A unit's share against another, attacking and defending equally often."""
        return (self.wins[number][other] + 1 - self.wins[other][number]) / 2

    def better(self, number: int) -> list[Contender]:
        """The units that cost no more than a unit, do no worse against any other, attacking or defending, and do better somewhere."""
        found = []
        everybody = range(len(self.contenders))
        for other in everybody:
            if other == number or self.contenders[other].cost > self.contenders[number].cost:
                continue
            gaps = [self.wins[other][k] - self.wins[number][k] for k in everybody]
            gaps += [self.wins[k][number] - self.wins[k][other] for k in everybody]
            if min(gaps) >= 0 and max(gaps) > 0:
                found.append(self.contenders[other])
        return found

    def to_json(self) -> dict[str, Any]:
        """As plain data."""
        return {
            "rulebook": self.rulebook,
            "flags": self.flags,
            "exact": self.exact,
            "contenders": [
                {
                    "name": one.name,
                    "cost": one.cost,
                    "attacking": self.attacking(number),
                    "defending": self.defending(number),
                    "better": [other.name for other in self.better(number)],
                }
                for number, one in enumerate(self.contenders)
            ],
            "wins": self.wins,
        }


def duel_matrix(
    rulebook: Rulebook[Any],
    contenders: Sequence[Contender],
    flags: Mapping[str, str] | None = None,
    progress: Progress | None = None,
) -> DuelMatrix:
    """Every contender attacks every contender; `flags` go to the rulebook's odds, such as `{"terrain": "hills"}`.

    Raises `BadInput` for names that the rulebook does not know.

    >>> from banneret import rulebooks
    >>> two = [Contender("Dwarves", 1), Contender("Goblins", 1)]
    >>> duel_matrix(rulebooks.get("stacks"), two).exact
    True
    """
    if len(contenders) < 2:
        raise BadInput("a matrix takes at least two units", where="balance")
    found = DuelMatrix(rulebook.id, tuple(contenders), dict(flags or {}))
    for attacker in contenders:
        row = []
        for defender in contenders:
            odds = odds_of(rulebook).ask(attacker.name, defender.name, found.flags).to_json()
            found.exact = found.exact and bool(odds["exact"])
            row.append(odds["decimal"]["attacker"] + odds["decimal"]["neither"] / 2)
        found.wins.append(row)
        if progress is not None:
            progress(len(found.wins), len(contenders), attacker.name)
    return found


def equal_armies(contenders: Sequence[Contender], budget: int, most: int) -> list[Entrant]:
    """An army of each unit for (at most) the same money, as many as that buys, at most `most`.

    Who costs nothing cannot be bought for equal money, and is left out.

    >>> [entrant.army for entrant in equal_armies([Contender("Ogres", 4), Contender("Rats", 0)], 12, 20)]
    ['3 Ogres']
    """
    found = []
    for one in contenders:
        count = min(most, budget // one.cost) if one.cost else 0
        if count:
            found.append(Entrant(one.name, "greedy", f"{count} {one.name}"))
    return found
