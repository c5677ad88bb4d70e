"""The odds of what was asked, as text or as plain data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from textwrap import wrap
from typing import Any, Final

from banneret.kernel.abilities.odds import fraction, percent
from banneret.rulebooks.stacks.odds.battle import BattleOdds
from banneret.rulebooks.stacks.odds.settle import Number
from banneret.rulebooks.stacks.text.wording import listed, many, tallied, the, verb

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
        attack = verb(odds.attackers[0], "attacks", "attack") if len(odds.attackers) == 1 else "attack"
        lines = [f"{tallied(odds.attackers)} {attack} {tallied(odds.defenders)}", self.basis]
        for name, chance in (("attacker", odds.attacker), ("defender", odds.defender)):
            lines.append(f"  {name} wins   {percent(chance)}{fraction(chance)}{self._bounds(name)}")
        if odds.neither:
            lines.append(
                f"  neither wins    {percent(odds.neither)}{fraction(odds.neither)}{self._bounds('neither')}"
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

    @property
    def wins(self) -> str:
        """The word for what happens to the side ahead."""
        return "wins"

    @property
    def basis(self) -> str:
        """The assumptions they rest on."""
        policy = self.odds.policy
        reveal = "Revealed at random" if policy.uniform else "Revealed in the order of the lists"
        support = "all who can support do, nobody" if policy.support == "all" else "nobody supports or"
        text = f"{reveal}; {support} uses anything else."
        if policy.max_rounds is not None:
            text += f" The attack is called off after {many(policy.max_rounds, 'round')}."
        if policy.at_sea:
            return f"{text} At sea."
        strange = self.odds.strange
        if not strange:
            return text
        return f"{text} As if on land, where {listed([the(name) for name in strange], 'or')} cannot be."

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


def _spread(chances: Sequence[Number]) -> str:
    """The chance of each number, where that is short; else between which numbers nine in ten lie."""
    shown = [(number, chance) for number, chance in enumerate(chances) if chance >= 0.005]
    if len(shown) <= _MOST_SHOWN:
        return ", ".join(f"{number}: {percent(chance).strip()}" for number, chance in shown)
    low, high, below = 0, 0, 0.0
    for number, chance in enumerate(chances):
        if below < 0.05:
            low = number
        if below < 0.95:
            high = number
        below += float(chance)
    return f"nine times in ten {low} to {high}"
