"""Odds as they are asked for in words: two lists of units, and what everybody is taken to do.

>>> print(asked("Dwarves", "Goblins", {}))  # doctest: +ELLIPSIS
Dwarves attack Goblins
Revealed in the order of the lists; nobody supports or uses anything else.
  attacker wins    67.7 %  21/31
...
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from textwrap import wrap
from typing import Any, Final

from banneret.kernel.errors import BadInput, nearest
from banneret.rulebooks.stacks.facts import facts
from banneret.rulebooks.stacks.odds.battle import BattleOdds, Number, battle_odds
from banneret.rulebooks.stacks.setup import flags_from
from banneret.rulebooks.stacks.wording import many, tallied

POLICY: Final = ("reveal", "support", "rounds", "terrain", "method", "games", "seed")
_SHORT: Final = 24  # characters of a fraction that is shown beside its decimals
_MOST_SHOWN: Final = 10  # numbers of which each is given its chance
_WIDTH: Final = 80
_INDENT: Final = " " * 18


class Answer:
    """The odds with what was asked: as text, or as plain data (`to_json`)."""

    def __init__(self, odds: BattleOdds, options: Mapping[str, str]) -> None:
        self.odds = odds
        self.options = dict(options)

    def to_json(self) -> dict[str, Any]:
        """As plain data: `exact`, `attacker`, `defender`, `neither`, `expected_losses` and more."""
        return {**self.odds.to_json(), "options": self.options}

    def __str__(self) -> str:
        odds = self.odds
        lines = [f"{tallied(odds.attackers)} attack {tallied(odds.defenders)}", self._policy()]
        for name, chance in (("attacker", odds.attacker), ("defender", odds.defender)):
            lines.append(f"  {name} wins   {_percent(chance)}{_fraction(chance)}{self._bounds(name)}")
        if odds.neither:
            lines.append(
                f"  neither wins    {_percent(odds.neither)}{_fraction(odds.neither)}{self._bounds('neither')}"
            )
        sizes = (len(odds.attackers), len(odds.defenders))
        for index, name in enumerate(("attacker", "defender")):
            lost = float(odds.expected_losses[index])
            chances = odds.attacker_losses if index == 0 else odds.defender_losses
            lines.append(f"  {name} loses  {lost:5.2f} of {many(sizes[index], 'unit')} on average")
            lines += wrap(_spread(chances), _WIDTH, initial_indent=_INDENT, subsequent_indent=_INDENT)
        lines.append(f"  rounds         {float(odds.expected_rounds):5.2f} on average")
        lines.append(self._how_sure())
        return "\n".join(lines)

    def _policy(self) -> str:
        policy = self.odds.policy
        reveal = "Revealed at random" if policy.uniform else "Revealed in the order of the lists"
        support = "all who can support do, nobody" if policy.support == "all" else "nobody supports or"
        text = f"{reveal}; {support} uses anything else."
        if policy.max_rounds is not None:
            text += f" The attack is called off after {many(policy.max_rounds, 'round')}."
        return f"{text} At sea." if policy.at_sea else text

    def _bounds(self, name: str) -> str:
        found = self.odds.intervals.get(name)
        return f"  {100 * found[0]:.1f} to {100 * found[1]:.1f} %" if found else ""

    def _how_sure(self) -> str:
        odds = self.odds
        if odds.exact:
            return "Exact; --json has every figure as a fraction."
        if odds.method == "float":
            return f"Worked out in floating point; chances are off by less than {odds.error:.0e}."
        return f"Simulated: {odds.games:,} battles, seed {odds.seed}; intervals of 95 %."


def _percent(chance: Number) -> str:
    """A chance in percent: never 100 or 0 where it is not quite."""
    value = 100 * float(chance)
    if 0 < chance < 1 and not 0.05 <= value < 99.95:
        return "under 0.1 %" if value < 1 else "over 99.9 %"
    return f"{value:5.1f} %"


def _fraction(chance: Number) -> str:
    if not isinstance(chance, Fraction):
        return ""
    text = f"{chance.numerator}/{chance.denominator}"
    return f"  {text}" if len(text) <= _SHORT else ""


def _spread(chances: Sequence[Number]) -> str:
    """How likely each number is, where that is short; else between which numbers nine in ten lie."""
    shown = [(number, chance) for number, chance in enumerate(chances) if chance >= 0.005]
    if len(shown) <= _MOST_SHOWN:
        return ", ".join(f"{number}: {_percent(chance).strip()}" for number, chance in shown)
    low, high, below = 0, 0, 0.0
    for number, chance in enumerate(chances):
        if below < 0.05:
            low = number
        if below < 0.95:
            high = number
        below += float(chance)
    return f"nine times in ten {low} to {high}"


def asked(attackers: str, defenders: str, flags: Mapping[str, str]) -> Answer:
    """The odds of two lists such as "4 Dwarves, DwarfLord", the first attacking.

    `flags`: reveal, support, rounds, terrain, method, games, seed, and options of the rulebook. Raises `BadInput`.

    Rule: stacks:odds.ordered, stacks:odds.supports, stacks:odds.uniform, stacks:odds.calloff.
    """
    from banneret.rulebooks.stacks.rulebook import RULEBOOK

    chosen = {name: value for name, value in flags.items() if name in RULEBOOK.variants}
    for name in flags:
        if name not in chosen and name not in POLICY:
            hint = nearest(name, [*POLICY, *RULEBOOK.variants])
            raise BadInput(f"there is nothing called {name[:40]!r} to choose", where="odds", hint=hint)
    known = facts()
    odds = battle_odds(
        known.army(attackers, "attacker"),
        known.army(defenders, "defender"),
        reveal=flags.get("reveal", "in-order"),
        support=flags.get("support", "none"),
        max_rounds=_number(flags, "rounds"),
        terrain=flags.get("terrain", "land"),
        options=flags_from(RULEBOOK.options(chosen)).modifiers,
        method=flags.get("method", "auto"),
        games=_number(flags, "games"),
        seed=_number(flags, "seed") or 0,
    )
    return Answer(odds, chosen)


def _number(flags: Mapping[str, str], name: str) -> int | None:
    text = flags.get(name)
    if text is None:
        return None
    if not text.isascii() or not text.isdigit() or len(text) > 18:
        raise BadInput(f"{name} cannot be {text[:40]!r}", where="odds", hint="a whole number")
    return int(text)
