"""The points that both sides lose in a volley, counted exactly for a stated way of spending: strikes of a Charge, damage of other actions.

Rules: companies:volley.allocate, companies:strike.loss, companies:spec.steel.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from banneret.rulebooks.companies.exchange.buying.strikes import strike_dice
from banneret.rulebooks.companies.exchange.effort import Effort
from banneret.rulebooks.companies.exchange.requirements import kind_of_test
from banneret.rulebooks.companies.exchange.verdicts import menu_of
from banneret.rulebooks.companies.odds.pools import Spread, keeps_nerve, strikes, successes
from banneret.rulebooks.companies.odds.volley import Ending, VolleyOdds
from banneret.rulebooks.companies.pools.steel import STEEL as STEEL_SKILL
from banneret.rulebooks.companies.pools.steel import steel_obstacle
from banneret.rulebooks.companies.pools.wounds import dice_lost
from banneret.rulebooks.companies.state import State
from banneret.rulebooks.companies.tables.actions import NOTHING, SKIRMISH, UNBOUNDED, Purchase, actions
from banneret.rulebooks.companies.tables.matrix import UNTESTED

NONE: Final[Spread] = (Fraction(1),)
STEEL: Final = ("steel", "special")
"""The entries of a menu that force a Steel test: of its own, or as a specialist action."""


class Spending:
    """The results of spending the extra successes of a volley. Its `efforts` have their pools, but are not settled."""

    def __init__(self, state: State, efforts: list[Effort], odds: VolleyOdds) -> None:
        self.state = state
        self.efforts = efforts
        self.odds = odds
        self._known: dict[tuple[int, int], tuple[Spread, Spread]] = {}

    def losses(self) -> tuple[Spread, Spread]:
        """The chance of each number of points that the first and the second side lose."""
        found: list[dict[int, Fraction]] = [{}, {}]
        for pair, chance in self.odds.chances.items():
            bought = [
                self.cost(number, ending.extra) if ending.works else (NONE, NONE)
                for number, ending in enumerate(pair)
            ]
            for number, ending in enumerate(pair):
                spread = _sum(bought[number][0], bought[1 - number][1])
                for points, part in enumerate(spread):
                    key = points + ending.losses
                    found[number][key] = found[number].get(key, Fraction(0)) + chance * part
        first, second = [_listed(one) for one in found]
        return first, second

    def cost(self, number: int, extra: int) -> tuple[Spread, Spread]:
        """The chances of the points that extra successes of a side cost it, and its enemy."""
        found = self._known.get((number, extra))
        if found is None:
            found = self._known[number, extra] = self._cost(number, extra)
        return found

    def _cost(self, number: int, extra: int) -> tuple[Spread, Spread]:
        entry = self.entry(number, "strike")
        if entry is not None:
            mine, theirs = strike_dice(self.state, number, 1 - number, False)
            mine += self.efforts[1 - number].scripted == SKIRMISH
            both = strikes(successes(mine), successes(theirs), extra // entry.cost)
            return _one_of(both, 0), _one_of(both, 1)
        entry = self.entry(number, "damage")
        if entry is None:
            return NONE, NONE
        points = extra // entry.cost
        if entry.most != UNBOUNDED:
            points = min(points, entry.most)
        return NONE, (*[Fraction(0)] * points, Fraction(1))

    def entry(self, number: int, kind: str) -> Purchase | None:
        """The entry of a kind on the menu that a side's action has against the other's; None if there is none."""
        effort, other = self.efforts[number], self.efforts[1 - number]
        if effort.action == NOTHING or kind_of_test(self.state, effort, other) == UNTESTED:
            return None
        opened = menu_of(self.state, effort, other)
        for one in actions()[effort.action].menu:
            if one.id in opened and one.kind == kind:
                return one
        return None

    def shaken(self, number: int) -> Fraction:
        """The chance that the enemy can force the commander of a side to a Steel test, and the commander fails it. Rule: companies:spec.steel."""
        prices = [entry.cost for kind in STEEL if (entry := self.entry(1 - number, kind)) is not None]
        if not prices:
            return Fraction(0)
        forced = Fraction(0)
        for pair, chance in self.odds.chances.items():
            ending: Ending = pair[1 - number]
            if ending.works and ending.extra >= min(prices):
                forced += chance
        commander = self.state.companies[number].commander
        officer = self.state.setting.people[commander]
        dice = max(0, officer.steel - dice_lost(self.state.people[commander]))
        obstacle = steel_obstacle(self.state, commander)
        return forced * (1 - keeps_nerve(dice, obstacle, officer.shade(STEEL_SKILL)))


def mean(spread: Spread) -> Fraction:
    """The expected number."""
    return sum((number * chance for number, chance in enumerate(spread)), Fraction(0))


def _listed(found: dict[int, Fraction]) -> Spread:
    """The chances of 0, 1, … points, up to the most that are possible."""
    return tuple([found.get(points, Fraction(0)) for points in range(max(found) + 1)])


def _one_of(both: dict[tuple[int, int], Fraction], number: int) -> Spread:
    """The chances of the points that one of the two loses."""
    found: dict[int, Fraction] = {}
    for pair, chance in both.items():
        found[pair[number]] = found.get(pair[number], Fraction(0)) + chance
    return _listed(found)


def _sum(first: Spread, second: Spread) -> Spread:
    """The chances of the sum of two numbers that do not depend on each other."""
    if len(first) == 1 or len(second) == 1:
        return first if len(second) == 1 else second
    found = [Fraction(0)] * (len(first) + len(second) - 1)
    for number, chance in enumerate(first):
        for other, part in enumerate(second):
            found[number + other] += chance * part
    return tuple(found)
