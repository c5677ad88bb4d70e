"""Odds: of one attack, of one step with its saves, of a duel to the end, exactly; of armies by fighting them out.

    >>> from banneret.rulebooks.warcards.odds.command import asked
    >>> asked("Knights", "Levies", {"round": "later"}).exact
    True

Rules code does not come here: odds look at battles from outside. What they count are the sums of `ratings`.
"""

from __future__ import annotations

from banneret.rulebooks.warcards.odds.blows import Blow, Fate, chance_to_hit, damage_parts, fate
from banneret.rulebooks.warcards.odds.duel import DuelOdds, Policy, duel_odds

__all__ = ["Blow", "DuelOdds", "Fate", "Policy", "chance_to_hit", "damage_parts", "duel_odds", "fate"]
