"""Odds asked for in words: two lists of units, and the policy assumed.

>>> from banneret.rulebooks.stacks.rulebook import RULEBOOK
>>> print(asked(RULEBOOK, "Dwarves", "Goblins", {}))  # doctest: +ELLIPSIS
Dwarves attack Goblins
Revealed in the order of the lists; nobody supports or uses anything else.
  attacker wins    67.7 %  21/31
...
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from banneret.kernel.abilities.odds import check_flags, whole
from banneret.kernel.rulebook import Rulebook
from banneret.rulebooks.stacks.odds.answers import Answer
from banneret.rulebooks.stacks.odds.battle import battle_odds
from banneret.rulebooks.stacks.tables.facts import facts
from banneret.rulebooks.stacks.tables.options import flags_from

POLICY: Final = ("reveal", "support", "rounds", "terrain", "method", "games", "seed")


def asked(rulebook: Rulebook[Any], attackers: str, defenders: str, flags: Mapping[str, str]) -> Answer:
    """The odds of two lists such as "4 Dwarves, DwarfLord", the first attacking.

    `flags`: reveal, support, rounds, terrain, method, games, seed, and options of `rulebook`, which is this one (passed in because
    this room may not import it). Raises `BadInput`.

    Rule: stacks:odds.ordered, stacks:odds.supports, stacks:odds.uniform, stacks:odds.calloff.
    """
    check_flags(flags, [*POLICY, *rulebook.variants])
    chosen = {name: value for name, value in flags.items() if name in rulebook.variants}
    known = facts()
    odds = battle_odds(
        known.army(attackers, "attacker"),
        known.army(defenders, "defender"),
        reveal=flags.get("reveal", "in-order"),
        support=flags.get("support", "none"),
        max_rounds=whole(flags, "rounds", 0) if "rounds" in flags else None,
        terrain=flags.get("terrain", "land"),
        options=flags_from(rulebook.options(chosen)).modifiers,
        method=flags.get("method", "auto"),
        games=whole(flags, "games", 0) if "games" in flags else None,
        seed=whole(flags, "seed", 0),
    )
    return Answer(odds, chosen)
