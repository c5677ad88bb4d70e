"""Odds: of one exchange, and of whole battles under a stated policy.

    >>> from banneret.rulebooks.stacks.tables.facts import facts
    >>> dwarves, goblins = facts().army("Dwarves"), facts().army("Goblins")
    >>> battle_odds(dwarves, goblins).attacker
    Fraction(21, 31)

Rules code does not come here: odds look at battles from outside. What they count is `modifiers.battle_roll`.
"""

from __future__ import annotations

from banneret.rulebooks.stacks.odds.battle import BattleOdds, Policy, battle_odds
from banneret.rulebooks.stacks.odds.exchange import ExchangeOdds, Fate, exchange_odds
from banneret.rulebooks.stacks.odds.rounds import Rounds
from banneret.rulebooks.stacks.odds.throws import roll_weights

__all__ = [
    "BattleOdds",
    "ExchangeOdds",
    "Fate",
    "Policy",
    "Rounds",
    "battle_odds",
    "exchange_odds",
    "roll_weights",
]
