"""The exact odds of one pass of a duel: each move against each of the other's.

Rules: companies:fight.house-rolls, companies:fight.house-break-off, companies:fight.house-helpless.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from banneret.rulebooks.companies.exchange.fighting.duel import (
    ATTACKS,
    BLOCK,
    BREAK,
    GREAT,
    HELPLESS,
    STRIKE,
    Duellist,
    break_dice,
    strike_dice,
)
from banneret.rulebooks.companies.odds.pools import Spread, successes, versus
from banneret.rulebooks.companies.pools.counting import counted
from banneret.rulebooks.companies.pools.wounds import raised_for
from banneret.rulebooks.companies.state import State

HITS: Final = "hits"
BOTH: Final = "both hit"
HURT: Final = "is hit"
DICE: Final = "wins dice"
GIVES: Final = "gives dice"
AWAY: Final = "gets away"
GONE: Final = "lets go"
NOTHING: Final = "nothing"
Shares = dict[str, Fraction]
"""The chance of each thing that may come of a pass; together they are 1."""


def pass_odds(state: State, own: Duellist, other: Duellist, mine: str, theirs: str) -> Shares:
    """The chances of a pass of a duel, as they look to the first of the two.

    Args:
        state: The battle.
        own: The first duellist.
        other: The second.
        mine: The move of the first.
        theirs: The move of the second, HELPLESS if they have none.
    """
    if mine in ATTACKS:
        return _attack(state, own, other, mine, theirs)
    if theirs in ATTACKS:
        turned = {HITS: HURT, DICE: GIVES, GIVES: DICE, GONE: AWAY}
        found = _attack(state, other, own, theirs, mine)
        return {turned.get(name, name): share for name, share in found.items()}
    return {AWAY if mine == BREAK else GONE if theirs == BREAK else NOTHING: Fraction(1)}


def _attack(state: State, own: Duellist, other: Duellist, mine: str, theirs: str) -> Shares:
    """The chances of a pass in which the first attacks."""
    heavy = int(mine == GREAT)
    quick = int(mine == STRIKE and theirs == GREAT)
    blow = _counts(state, own, strike_dice(state, own, own.ahead + quick), own.weapon)
    if theirs == HELPLESS:
        return {HITS: 1 - blow[0], NOTHING: blow[0]}
    if theirs in ATTACKS:
        slow = int(theirs == STRIKE and mine == GREAT)
        answer = _counts(state, other, strike_dice(state, other, other.ahead + slow), other.weapon)
        wins, ties, loses = versus(blow, answer)
        return {HITS: wins, BOTH: ties, HURT: loses}
    if theirs == BLOCK:
        guard = strike_dice(state, other, other.ahead + 1 - heavy)
        wins, ties, loses = versus(blow, _counts(state, other, guard, other.weapon))
        return {HITS: wins, NOTHING: ties, GIVES: loses}
    wins, ties, loses = versus(blow, _counts(state, other, break_dice(state, other, heavy), "Speed"))
    return {HITS: wins, GONE: ties + loses}


def _counts(state: State, one: Duellist, dice: int, tested: str) -> Spread:
    """The chances of the successes that count. Rule: companies:core.raise-in-versus."""
    raised = raised_for(state, one.person)
    shade = state.setting.people[one.person].shade(tested)
    found: dict[int, Fraction] = {}
    for number, share in enumerate(successes(dice, shade)):
        kept = counted(number, False, raised)
        found[kept] = found.get(kept, Fraction(0)) + share
    return tuple([found[kept] for kept in sorted(found)])
