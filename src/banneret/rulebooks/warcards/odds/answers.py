"""The odds of what was asked, as text or as plain data."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final

from banneret.kernel.abilities.odds import SIDES, Number, by_side, fraction, percent, plain
from banneret.kernel.intervals import mean_interval, wilson
from banneret.rulebooks.warcards.army.lists import Entry, tallied
from banneret.rulebooks.warcards.odds.blows import Fate
from banneret.rulebooks.warcards.odds.ground import FIRST
from banneret.rulebooks.warcards.odds.simulation import Sample
from banneret.rulebooks.warcards.text.wording import is_plural

HARD: Final = ("abnormal", "inclement")  # weather that troubles those who are not used to it
WAYS: Final = {"melee": "hand to hand", "charge": "charging", "last_shot": "with a last shot"}


class Answer:
    """The odds with what was asked: as text, or as plain data (`to_json`)."""

    def __init__(
        self, armies: tuple[list[Entry], list[Entry]], said: Mapping[str, str], options: Mapping[str, str]
    ) -> None:
        self.armies = armies
        self.said = dict(said)
        self.options = dict(options)
        self.chances: dict[str, Number] = {}
        # A duel: chance to be driven off; armies: units driven off on average.
        self.rout: tuple[Number, Number] = (0.0, 0.0)
        self.losses: tuple[list[Number], list[Number]] = ([], [])
        self.damage: tuple[Number, Number] | None = None
        self.rounds: Number = 0.0
        # A duel: chance to hit, by the way of attack.
        self.attacks: tuple[dict[str, Fraction], dict[str, Fraction]] = ({}, {})
        self.step: tuple[Fate, Fate] | None = None  # a duel: what hand to hand does to each in one step
        self.sampled: Sample | None = None

    @property
    def exact(self) -> bool:
        """True if every figure is exactly true."""
        return self.sampled is None

    @property
    def lost(self) -> tuple[Number, Number]:
        """Units lost on average: the attacker's, the defender's."""
        first, second = (
            sum(
                (number * chance for number, chance in enumerate(chances)), Fraction(0) if self.exact else 0.0
            )
            for chances in self.losses
        )
        return first, second

    def to_json(self) -> dict[str, Any]:
        """Plain data: fractions as "n/d", their decimals beside them, and all that the odds rest on."""
        lost = self.lost
        found: dict[str, Any] = {
            "exact": self.exact,
            "method": "rational" if self.exact else "simulation",
            **{name: plain(chance) for name, chance in self.chances.items()},
            "rout": by_side(self.rout),
            "expected_losses": by_side(lost),
            "expected_rounds": plain(self.rounds),
            "losses": {
                name: [plain(chance) for chance in chances]
                for name, chances in zip(SIDES, self.losses, strict=True)
            },
            "decimal": {
                **{name: float(chance) for name, chance in self.chances.items()},
                "rout": {name: float(value) for name, value in zip(SIDES, self.rout, strict=True)},
                "expected_rounds": float(self.rounds),
                "expected_losses": {name: float(value) for name, value in zip(SIDES, lost, strict=True)},
            },
            "attackers": [str(entry) for entry in self.armies[0]],
            "defenders": [str(entry) for entry in self.armies[1]],
            "max_rounds": None,
            **self.said,
            "options": self.options,
        }
        if self.damage is not None:
            found["expected_hits"] = by_side(self.damage)
            found["decimal"]["expected_hits"] = {
                name: float(value) for name, value in zip(SIDES, self.damage, strict=True)
            }
        if self.step is not None:
            found["attacks"] = {
                name: {way: plain(chance) for way, chance in ways.items()}
                for name, ways in zip(SIDES, self.attacks, strict=True)
            }
            found["step"] = {
                name: {"hit": plain(one.hit), "destroyed": plain(one.lost), "routed": plain(one.routed)}
                for name, one in zip(SIDES, self.step, strict=True)
            }
        if self.sampled is not None:
            sampled = self.sampled
            found["interval"] = {
                **{name: list(wilson(getattr(sampled, name), sampled.games)) for name in self.chances},
                "attacker_losses": list(mean_interval(sampled.losses[0])[1:]),
                "defender_losses": list(mean_interval(sampled.losses[1])[1:]),
                "expected_rounds": list(mean_interval(sampled.rounds)[1:]),
            }
            found["games"] = sampled.games
            found["seed"] = int(self.said.get("seed", "0"))
        return found

    def __str__(self) -> str:
        single = len(self.armies[0]) == 1 and not is_plural(self.armies[0][0].card.name)
        lines = [
            f"{tallied(self.armies[0])} {'attacks' if single else 'attack'} {tallied(self.armies[1])}",
            self.basis,
        ]
        lines += [f"  {name} wins     {self._chance(name)}" for name in SIDES]
        if self.chances["neither"]:
            lines.append(f"  neither wins      {self._chance('neither')}")
        if self.exact:
            lines += [f"  {name} hits    {self._hits(index)}" for index, name in enumerate(SIDES)]
            for index, name in enumerate(SIDES):
                lines.append(
                    f"  {name} destroyed {percent(self.losses[index][1])}, driven off {percent(self.rout[index])}"
                )
        else:
            for index, name in enumerate(SIDES):
                units = f"{float(self.lost[index]):.2f} of {len(self.armies[index])} units"
                lines.append(
                    f"  {name} loses {units} on average, {float(self.rout[index]):.2f} more are driven off"
                )
        lines.append(f"  rounds           {float(self.rounds):6.2f} on average")
        if self.sampled is None:
            lines.append("Exact; --json has every figure as a fraction.")
        else:
            lines.append(
                f"Simulated: {self.sampled.games:,} battles, seed {self.said.get('seed', '0')}; intervals of 95 %."
            )
        return "\n".join(lines)

    def _hits(self, index: int) -> str:
        """The chances of single attacks of a side, in words."""
        ways = self.attacks[index]
        words = [f"{percent(chance).strip()} {WAYS[way]}" for way, chance in ways.items()]
        return ", ".join(words)

    @property
    def wins(self) -> str:
        """The verb for a side that comes out ahead."""
        return "wins"

    @property
    def basis(self) -> str:
        """The assumptions that the odds rest on."""
        said = self.said
        weather = f"weather {said['weather']}"
        if "affected" in said:
            weather += f" ({said['affected']} affected)"
        where = f"{said['terrain']}, {weather}, visibility {said['visibility']}"
        if said.get("fort", "none") != "none":
            works = said["fort"]
            where += ", behind limited works" if works == "limited" else f", in a castle of level {works}"
        if not self.exact:
            return f"Fought out by greedy players; {where}."
        begins = "The attacker has just come in" if said["round"] == FIRST else "They have fought for a round"
        return f"{begins}; {where}. Nobody leaves of their own free will."

    def _chance(self, name: str) -> str:
        chance = self.chances[name]
        text = f"{percent(chance)}{fraction(chance)}"
        if self.sampled is None:
            return text
        low, high = wilson(getattr(self.sampled, name), self.sampled.games)
        return f"{text}  {100 * low:.1f} to {100 * high:.1f} %"
