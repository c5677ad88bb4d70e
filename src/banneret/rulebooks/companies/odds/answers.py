"""The odds of what was asked, as text or as plain data."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Final

from banneret.kernel.abilities.odds import SIDES, by_side, fraction, percent, plain
from banneret.kernel.intervals import wilson
from banneret.rulebooks.companies.exchange.effort import Effort
from banneret.rulebooks.companies.odds.pools import successes
from banneret.rulebooks.companies.odds.simulation import Sample
from banneret.rulebooks.companies.odds.volley import Ending, VolleyOdds
from banneret.rulebooks.companies.state import State
from banneret.rulebooks.companies.tables.actions import ACTIONS, CHARGE, FLANK, HOLD, SKIRMISH, actions

PRESSING: Final = (FLANK, HOLD, SKIRMISH)
"""Actions of which two extra successes cost the enemy a point."""


def strike_losses(mine: int, theirs: int) -> tuple[Fraction, Fraction]:
    """The points that a strike is expected to cost the enemy and its own side. Rule: companies:strike.loss."""
    own, other = successes(mine), successes(theirs)
    hurt = suffered = Fraction(0)
    for count, chance in enumerate(own):
        for counter, part in enumerate(other):
            hurt += chance * part * (count >= counter)
            suffered += chance * part * (count <= counter)
    return hurt, suffered


class VolleyAnswer:
    """The exact odds of one volley. Extra successes of a Charge all buy strikes, other actions buy damage where they can."""

    def __init__(self, state: State, efforts: list[Effort], odds: VolleyOdds) -> None:
        self.state = state
        self.efforts = efforts
        self.odds = odds
        self.losses = self._losses()

    def _losses(self) -> list[Fraction]:
        """The points that both sides are expected to lose."""
        found = [Fraction(0), Fraction(0)]
        forces = self.state.setting.forces
        for pair, chance in self.odds.chances.items():
            for number, ending in enumerate(pair):
                found[number] += chance * ending.losses
                hurt, suffered = self._bought(
                    number, ending, forces[number].weapon, forces[1 - number].weapon
                )
                found[1 - number] += chance * hurt
                found[number] += chance * suffered
        return found

    def _bought(self, number: int, ending: Ending, mine: int, theirs: int) -> tuple[Fraction, Fraction]:
        """The points that extra successes cost the enemy and the own side."""
        action = self.efforts[number].action
        if not ending.works or not ending.extra:
            return Fraction(0), Fraction(0)
        if action == CHARGE:
            more = self.efforts[1 - number].scripted == SKIRMISH
            hurt, suffered = strike_losses(mine + more, theirs)
            return ending.extra * hurt, ending.extra * suffered
        menu = self.efforts[number].menu
        if action in PRESSING and (
            action != HOLD or menu or self.efforts[1 - number].action in (CHARGE, FLANK)
        ):
            return Fraction(ending.extra // 2), Fraction(0)
        return Fraction(0), Fraction(0)

    @property
    def chances(self) -> dict[str, Fraction]:
        """The chances that only the first action works, only the second, neither, both."""
        found = {
            "attacker": Fraction(0),
            "defender": Fraction(0),
            "neither": Fraction(0),
            "both": Fraction(0),
        }
        for (first, second), chance in self.odds.chances.items():
            name = ("neither", "defender", "attacker", "both")[2 * first.works + second.works]
            found[name] += chance
        return found

    @property
    def wins(self) -> str:
        """The word for what happens to the side ahead."""
        return "works alone"

    @property
    def basis(self) -> str:
        """The assumptions they rest on."""
        said = " against ".join([actions()[effort.scripted].label for effort in self.efforts])
        return f"One volley, {said}; both in the open, next to each other and in sight; no tie-breaker."

    def to_json(self) -> dict[str, Any]:
        """Plain data, fractions as "n/d"."""
        chances = self.chances
        return {
            "exact": True,
            "method": "rational",
            **{name: plain(chance) for name, chance in chances.items()},
            "expected_losses": by_side(self.losses),
            "decimal": {name: float(chance) for name, chance in chances.items()},
            "extra": {
                name: {str(count): plain(chance) for count, chance in sorted(self.odds.extra(number).items())}
                for number, name in enumerate(SIDES)
            },
            "actions": [ACTIONS[effort.scripted] for effort in self.efforts],
            "dice": [effort.pool.dice if effort.pool else 0 for effort in self.efforts],
            "spending": "strikes of a Charge, else damage",
        }

    def __str__(self) -> str:
        names = self.state.setting.names
        said = [
            f"{actions()[effort.scripted].label} of {name}"
            for effort, name in zip(self.efforts, names, strict=True)
        ]
        lines = [" against ".join(said)]
        for name, chance in self.chances.items():
            lines.append(f"  {name:9} works  {percent(chance)}{fraction(chance)}")
        mine, theirs = [float(one) for one in self.losses]
        lines.append(f"  the attacker loses {mine:.2f} Disposition on average, the defender {theirs:.2f}")
        lines.append("Exact; a Charge buys strikes, other actions damage.")
        return "\n".join(lines)


class BattleAnswer:
    """Battles of two companies fought many times, with the solved mix of the first volley where that was asked for."""

    def __init__(self, names: tuple[str, ...], sampled: Sample, seed: int) -> None:
        self.names = names
        self.sampled = sampled
        self.seed = seed
        self.mixes: tuple[list[float], list[float], float] | None = None

    @property
    def wins(self) -> str:
        """The word for what happens to the side ahead."""
        return "wins"

    @property
    def basis(self) -> str:
        """The assumptions they rest on."""
        return f"{self.sampled.games:,} battles on the ford between greedy players, seed {self.seed}."

    def to_json(self) -> dict[str, Any]:
        """Plain data with intervals of 95 percent."""
        found = self.sampled
        shares = {name: getattr(found, name) / found.games for name in (*SIDES, "neither")}
        plain_: dict[str, Any] = {
            "exact": False,
            "method": "simulation",
            **shares,
            "expected_losses": by_side([one / found.games for one in found.losses]),
            "expected_exchanges": found.exchanges / found.games,
            "interval": {name: list(wilson(getattr(found, name), found.games)) for name in shares},
            "games": found.games,
            "seed": self.seed,
            "companies": list(self.names),
        }
        if self.mixes is not None:
            rows, columns, value = self.mixes
            plain_["exchange"] = {
                "value": value,
                **{
                    name: dict(zip(ACTIONS, mix, strict=True))
                    for name, mix in zip(SIDES, (rows, columns), strict=True)
                },
            }
        return plain_

    def __str__(self) -> str:
        found = self.sampled
        lines = [" against ".join(self.names)]
        for name in (*SIDES, "neither"):
            low, high = wilson(getattr(found, name), found.games)
            lines.append(
                f"  {name:9} wins  {percent(getattr(found, name) / found.games)}  ({percent(low)} to {percent(high)})"
            )
        mine, theirs = [one / found.games for one in found.losses]
        lines.append(f"  the attacker loses {mine:.2f} Disposition on average, the defender {theirs:.2f}")
        if self.mixes is not None:
            rows, columns, value = self.mixes
            lines.append(f"  the first volley, solved: worth {value:+.2f} Disposition to the attacker")
            for name, mix in zip(SIDES, (rows, columns), strict=True):
                best = sorted(range(len(mix)), key=lambda action: -mix[action])
                said = ", ".join(
                    [
                        f"{actions()[action].label} {percent(mix[action]).strip()}"
                        for action in best
                        if mix[action] >= 0.01
                    ]
                )
                lines.append(f"    {name} writes {said}")
        lines.append(f"Simulated: {found.games:,} battles, seed {self.seed}; intervals of 95 %.")
        return "\n".join(lines)
