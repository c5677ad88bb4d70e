"""The exact odds of one volley between two companies, up to the spending of what was won.

The verdicts are those of the rules themselves, `settle`, for every pair of rolled successes. Rules: companies:test.matrix, companies:test.extra.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from banneret.rulebooks.companies.exchange.company_rolls import count_successes
from banneret.rulebooks.companies.exchange.effort import Effort
from banneret.rulebooks.companies.exchange.tie_breakers import breaker_pool, can_be_broken
from banneret.rulebooks.companies.exchange.verdicts import settle
from banneret.rulebooks.companies.odds.pools import Spread, open_successes, successes
from banneret.rulebooks.companies.pools.building import Pool
from banneret.rulebooks.companies.state import State
from banneret.rulebooks.companies.tables.matrix import UNTESTED, VERSUS

MOST_OPEN = 24
"""The most successes of an open-ended pool that are counted one by one; the chance of more is added to that of this number."""


@dataclass(frozen=True, slots=True)
class Ending:
    """The end of an effort.

    Attributes:
        works: True if the action works.
        extra: Its extra successes.
        losses: The points that a Withdraw of either side costs the company.
    """

    works: bool
    extra: int
    losses: int


@dataclass(frozen=True, slots=True)
class VolleyOdds:
    """The chance of each pair of endings."""

    chances: dict[tuple[Ending, Ending], Fraction]

    def works(self, company: int) -> Fraction:
        """The chance that the action of a company works."""
        return sum((chance for pair, chance in self.chances.items() if pair[company].works), Fraction(0))

    def neither(self) -> Fraction:
        """The chance that no action works."""
        return sum(
            (chance for pair, chance in self.chances.items() if not (pair[0].works or pair[1].works)),
            Fraction(0),
        )

    def extra(self, company: int) -> dict[int, Fraction]:
        """The chance of each number of extra successes of a company whose action works."""
        found: dict[int, Fraction] = {}
        for pair, chance in self.chances.items():
            if pair[company].works:
                found[pair[company].extra] = found.get(pair[company].extra, Fraction(0)) + chance
        return found


def spread_of(pool: Pool | None) -> Spread:
    """The chances of a pool's successes, before halving and raises; no pool, no successes."""
    if pool is None:
        return (Fraction(1),)
    if not pool.open_ended:
        return successes(pool.dice, pool.shade)
    spread = list(open_successes(pool.dice, MOST_OPEN, pool.shade))
    spread[-1] += 1 - sum(spread, Fraction(0))
    return tuple(spread)


def volley_odds(state: State, efforts: list[Effort], breaker: bool = False) -> VolleyOdds:
    """The odds of a volley.

    Args:
        state: The battle, which is not changed.
        efforts: The two efforts, revealed and with their pools.
        breaker: True if a tie-breaker is rolled for each tie that one may be called for.

    Rule: companies:tie.win.
    """
    found: dict[tuple[Ending, Ending], Fraction] = {}
    for counts, chance in _rolls(efforts):
        tried = _counted(state, efforts, counts)
        tied = tried[0].kind == tried[1].kind == VERSUS and tried[0].count == tried[1].count
        for broken, part in tie_margins(state, efforts).items() if tied and breaker else [(0, Fraction(1))]:
            one, other = _counted(state, efforts, counts)
            settle(state.copy(), [one, other], broken)
            key = (_ending(one), _ending(other))
            found[key] = found.get(key, Fraction(0)) + chance * part
    return VolleyOdds(found)


def _rolls(efforts: list[Effort]) -> Iterator[tuple[tuple[int, int], Fraction]]:
    """Each pair of rolled successes with its chance."""
    first, second = [spread_of(None if effort.kind == UNTESTED else effort.pool) for effort in efforts]
    for own, chance in enumerate(first):
        for other, against in enumerate(second):
            yield (own, other), chance * against


def _counted(state: State, efforts: list[Effort], counts: tuple[int, int]) -> list[Effort]:
    """Fresh efforts of the same kind that rolled so many successes."""
    tried = [
        Effort(
            effort.company,
            effort.scripted,
            effort.action,
            effort.target,
            effort.held,
            effort.works,
            effort.kind,
            effort.pool,
            effort.raised,
            effort.foray,
            count,
            foe=effort.foe,
        )
        for effort, count in zip(efforts, counts, strict=True)
    ]
    count_successes(state, tried)
    return tried


def tie_margins(state: State, efforts: list[Effort]) -> dict[int, Fraction]:
    """The chance of each margin of the first company in a tie-breaker; 0 for certain if nobody may call one. Rule: companies:tie.win."""
    from_first: dict[int, Fraction] = {}
    if not can_be_broken(efforts):
        return {0: Fraction(1)}
    sides = [breaker_pool(state, effort) for effort in efforts]
    for own, chance in enumerate(spread_of(sides[0][0])):
        for other, against in enumerate(spread_of(sides[1][0])):
            key = max(0, own - sides[0][1]) - max(0, other - sides[1][1])
            from_first[key] = from_first.get(key, Fraction(0)) + chance * against
    return from_first


def _ending(effort: Effort) -> Ending:
    return Ending(effort.works_out, effort.extra, effort.losses)
