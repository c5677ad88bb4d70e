"""The odds of what was asked, as text or as plain data."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Final

from banneret.kernel.abilities.odds import SIDES, by_side, fraction, percent, plain
from banneret.kernel.intervals import wilson
from banneret.rulebooks.companies.exchange.effort import Effort
from banneret.rulebooks.companies.odds.exchange_game import ExchangeGame, Line
from banneret.rulebooks.companies.odds.simulation import Sample
from banneret.rulebooks.companies.odds.spent import Spending, mean
from banneret.rulebooks.companies.odds.volley import VolleyOdds
from banneret.rulebooks.companies.state import State
from banneret.rulebooks.companies.tables.actions import ACTIONS, ADVANCE, actions
from banneret.rulebooks.companies.text.names import node_name

LEAST: Final = 0.05
"""Scripts with this share of a mix or more are shown with the best answer to them."""
MANY: Final = 1000
"""An answer from fewer battles than this says how to fight more."""


class VolleyAnswer:
    """The exact odds of one volley. The extra successes of a Charge all buy strikes, those of other actions damage if they can.

    Attributes:
        spread: For each side the chance of each number of points that it loses.
        losses: For each side the points that it is expected to lose.
        shaken: For each side the chance that its commander fails a Steel test, if the enemy spends its first extra successes on one.
    """

    def __init__(self, state: State, efforts: list[Effort], odds: VolleyOdds, breaker: bool = False) -> None:
        self.state = state
        self.efforts = efforts
        self.odds = odds
        self.breaker = breaker
        spending = Spending(state, efforts, odds)
        self.spread = spending.losses()
        self.losses = [mean(one) for one in self.spread]
        self.shaken = [spending.shaken(number) for number in (0, 1)]

    @property
    def chances(self) -> dict[str, Fraction]:
        """The chances that only the first action works ("attacker"), only the second ("defender"), neither or both."""
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
    def ties(self) -> str:
        """A tie and how it is broken, in words."""
        return "a tie is broken where it can be" if self.breaker else "no tie-breaker"

    @property
    def basis(self) -> str:
        """The assumptions they rest on."""
        said = " against ".join([self._named(effort) for effort in self.efforts])
        return f"One volley, {said}; both in the open, next to each other and in sight; {self.ties}."

    def _named(self, effort: Effort) -> str:
        """An action by its name, an Advance with the place that it is aimed at. Rule: companies:advance.independent."""
        label = actions()[effort.scripted].label
        if effort.action != ADVANCE:
            return label
        value = self.state.values[effort.target]
        return f"{label} on {node_name(self.state, effort.target)} ({value}P)"

    def to_json(self) -> dict[str, Any]:
        """Plain data, fractions as "n/d"."""
        chances = self.chances
        return {
            "exact": True,
            "method": "rational",
            **{name: plain(chance) for name, chance in chances.items()},
            "expected_losses": by_side(self.losses),
            "losses": {
                name: [plain(chance) for chance in one] for name, one in zip(SIDES, self.spread, strict=True)
            },
            "steel_failed": by_side(self.shaken),
            "decimal": {name: float(chance) for name, chance in chances.items()},
            "extra": {
                name: {str(count): plain(chance) for count, chance in sorted(self.odds.extra(number).items())}
                for number, name in enumerate(SIDES)
            },
            "actions": [ACTIONS[effort.scripted] for effort in self.efforts],
            "dice": [effort.pool.dice if effort.pool else 0 for effort in self.efforts],
            "spending": "strikes of a Charge, else damage; for steel_failed a Steel test first",
            "ties": self.ties,
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
        for name, one in zip(SIDES, self.spread, strict=True):
            listed = ", ".join([f"{points}: {percent(chance).strip()}" for points, chance in enumerate(one)])
            lines.append(f"    the {name} loses {listed}")
        for name, failed in zip(SIDES, self.shaken, strict=True):
            if failed:
                lines.append(
                    f"  the {name}'s commander fails a Steel test, if one is bought first: {percent(failed).strip()}"
                )
        lines.append(f"Exact; a Charge buys strikes, other actions damage; {self.ties}.")
        return "\n".join(lines)


class ExchangeAnswer:
    """The exchange of two companies, solved as a game of scripts. Worths are points of Disposition, by the posture of `data/worths.toml`.

    Attributes:
        value: The worth of the exchange to the first company.
        scripts: For each side the scripts of its best mix, each with its share and with what it gives away: what it is worth less than the
            best answer to the other side's mix.
        replies: For each side the likelier scripts of the other's mix, each with the best answer to it and the worth of that answer.
    """

    def __init__(self, game: ExchangeGame) -> None:
        found = game.solve()
        self.value = found.value
        lines, mixes = (found.rows, found.columns), (found.mine, found.theirs)
        self.scripts: list[list[tuple[Line, float, float]]] = []
        self.replies: list[list[tuple[Line, Line, float]]] = []
        for whose in (0, 1):
            against = list(zip(lines[1 - whose], mixes[1 - whose], strict=True))
            best = game.best_answer(whose, against)[1]
            rows = []
            for line, share in zip(lines[whose], mixes[whose], strict=True):
                worth = sum(
                    [
                        part * (game.worth(line, other) if whose == 0 else -game.worth(other, line))
                        for other, part in against
                    ]
                )
                rows.append((line, share, max(0.0, best - worth)))
            self.scripts.append(sorted(rows, key=lambda row: -row[1]))
            likely = sorted(against, key=lambda row: -row[1])
            self.replies.append(
                [(other, *game.best_answer(whose, [(other, 1.0)])) for other, part in likely if part >= LEAST]
            )

    def to_json(self) -> dict[str, Any]:
        """Plain data."""
        found: dict[str, Any] = {"value": self.value, "worths": "learnt"}
        for name, rows, replies in zip(SIDES, self.scripts, self.replies, strict=True):
            found[name] = {
                "scripts": [
                    {"script": [ACTIONS[one] for one in line], "share": share, "gives_away": lost}
                    for line, share, lost in rows
                ],
                "answers": [
                    {
                        "if": [ACTIONS[one] for one in other],
                        "script": [ACTIONS[one] for one in line],
                        "worth": worth,
                    }
                    for other, line, worth in replies
                ],
            }
        return found

    def lines(self) -> list[str]:
        """As text."""
        lines = [f"  an exchange, solved: worth {self.value:+.2f} Disposition to the attacker"]
        for name, rows, replies in zip(SIDES, self.scripts, self.replies, strict=True):
            lines.append(f"    the {name} writes")
            for line, share, lost in rows:
                if share >= 0.01:
                    lines.append(f"      {percent(share)}  {_said(line)}, gives away {lost:.2f}")
            lines.append(f"    the {name} answers best, if the other wrote")
            for other, line, worth in replies:
                lines.append(f"      {_said(other)}: {_said(line)}, worth {worth:+.2f}")
        return lines


def _said(line: Line) -> str:
    """A script in words."""
    return ", ".join([ACTIONS[action].title() for action in line])


class BattleAnswer:
    """The odds of a battle of two companies from many fought, with the solved exchange if it was asked for."""

    def __init__(self, names: tuple[str, ...], sampled: Sample, seed: int) -> None:
        self.names = names
        self.sampled = sampled
        self.seed = seed
        self.exchange: ExchangeAnswer | None = None

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
        if self.exchange is not None:
            plain_["exchange"] = self.exchange.to_json()
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
        if self.exchange is not None:
            lines += self.exchange.lines()
        more = "; --option games=1000 fights more" if found.games < MANY else ""
        lines.append(f"Simulated: {found.games:,} battles, seed {self.seed}; intervals of 95 %{more}.")
        return "\n".join(lines)
