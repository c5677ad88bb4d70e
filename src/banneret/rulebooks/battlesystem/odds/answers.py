"""Answers with odds, as text or as plain data: of one melee of two units, their duel to the end, battles of lists."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, Final

from banneret.kernel.abilities.odds import SIDES, percent, plain
from banneret.kernel.intervals import mean_interval, wilson
from banneret.kernel.tally import Tally
from banneret.rulebooks.battlesystem.combat import attack_rolls, wading
from banneret.rulebooks.battlesystem.combat.strikers import reach
from banneret.rulebooks.battlesystem.odds.duel import End
from banneret.rulebooks.battlesystem.odds.melee import Exchange, Prospect, exchange
from banneret.rulebooks.battlesystem.odds.simulation import Sample
from banneret.rulebooks.battlesystem.space import contacts
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.unit import FORMATIONS, Unit

CHANCES: Final = ("wounded", "checks", "opens", "routs", "destroyed")
"""The names of chances that odds have for a unit."""


class MeleeAnswer:
    """The odds of one melee of two units, or of the duel that it becomes; as text, or as plain data by `to_json`."""

    def __init__(self, state: State, pair: tuple[Unit, Unit], said: Mapping[str, str]) -> None:
        self.state: State = state
        self.pair: tuple[Unit, Unit] = pair
        self.said: dict[str, str] = dict(said)
        self.odds: Exchange = exchange(state, *pair)
        self.end: End | None = None
        self.sampled: Sample | None = None

    def to_json(self) -> dict[str, Any]:
        """Plain data: chances of a melee as "n/d" with their decimals beside them; of a duel as decimals, its first melee under `melee`."""
        melee = self._melee_json()
        common = {
            "strikers": dict(zip(SIDES, self.odds.strikers, strict=True)),
            "attack": dict(zip(SIDES, self._sums(), strict=True)),
            "attackers": self._names()[:1],
            "defenders": self._names()[1:],
            "stands": dict(zip(SIDES, [_stand_of(unit) for unit in self.pair], strict=True)),
            **self.said,
        }
        if self.said["until"] == "melee":
            return melee | common
        return self._duel_json() | {"melee": melee} | common

    def _melee_json(self) -> dict[str, Any]:
        """The odds of the first melee as plain data."""
        odds = self.odds
        whole = odds.first_only + odds.second_only + odds.neither()
        chances = {
            "attacker": Fraction(odds.first_only, whole),
            "defender": Fraction(odds.second_only, whole),
            "neither": Fraction(odds.neither(), whole),
        }
        sides = (odds.first, odds.second)
        found: dict[str, Any] = {"exact": True, "method": "rational"}
        found |= {name: plain(chance) for name, chance in chances.items()}
        found["rout"] = _of_both(lambda one: plain(one.chance("routs")), sides)
        found["expected_losses"] = _of_both(lambda one: plain(one.lost()), sides)
        for name in CHANCES:
            found[name] = {who: plain(one.chance(name)) for who, one in zip(SIDES, sides, strict=True)}
        found["losses"] = _of_both(lambda one: [plain(chance) for chance in one.chances_of_losses()], sides)
        found["decimal"] = {
            **{name: float(chance) for name, chance in chances.items()},
            "rout": _of_both(lambda one: float(one.chance("routs")), sides),
            "expected_losses": _of_both(lambda one: float(one.lost()), sides),
        }
        return found

    def _duel_json(self) -> dict[str, Any]:
        """The duel to the end, counted exactly or simulated."""
        if self.end is not None:
            end = self.end
            return {
                "exact": True,
                "method": "chain",
                "attacker": end.first,
                "defender": end.second,
                "neither": end.neither,
                "rout": dict(zip(SIDES, end.routs, strict=True)),
                "expected_losses": dict(zip(SIDES, end.losses, strict=True)),
                "expected_rounds": end.rounds,
            }
        assert self.sampled is not None
        return sample_json(self.sampled)

    def _sums(self) -> list[dict[str, Any]]:
        """The attack sums of both, to which 2d6 are added, each with its parts."""
        found: list[dict[str, Any]] = []
        for one, other in (self.pair, (self.pair[1], self.pair[0])):
            tally = Tally("attack roll")
            aspect = contacts.aspect(self.state, one, other)
            attack_rolls.attack_sum(self.state, one, other, aspect, tally)
            wading.explain(self.state, one, other, reach(self.state, one, other).figures(), tally)
            parts = [
                {"amount": part.amount, "cause": part.cause, "rule": part.rule} for part in tally.explain()
            ]
            found.append({"sum": tally.total, "parts": parts})
        return found

    def _names(self) -> list[str]:
        """The units in words: "12 Dwarves"."""
        return [f"{unit.now.figures} {unit.now.name}" for unit in self.pair]

    def __str__(self) -> str:
        odds = self.odds
        names = self._names()
        lines = [f"{names[0]} attack {names[1]}", self.basis, "One melee, in which both strike:"]
        whole = odds.first_only + odds.second_only + odds.neither()
        for place, (who, one) in enumerate(zip(SIDES, (odds.first, odds.second), strict=True)):
            lost = [
                f"{number}: {percent(chance).strip()}"
                for number, chance in enumerate(one.chances_of_losses())
                if chance
            ]
            total = self._sums()[place]
            lines.append(f"  {who}: {odds.strikers[place]} figures strike, attack roll {total['sum']} + 2d6")
            lines.append(f"    loses {float(one.lost()):.2f} figures on average ({', '.join(lost)})")
            words = [f"{name} {percent(one.chance(name)).strip()}" for name in CHANCES if one.chance(name)]
            lines.append(f"    {', '.join(words) or 'nothing else'}")
        lines.append(f"  only the defender routs or is destroyed {percent(Fraction(odds.first_only, whole))}")
        lines.append(
            f"  only the attacker routs or is destroyed {percent(Fraction(odds.second_only, whole))}"
        )
        if self.said["until"] == "end":
            lines += self._duel_lines()
        if self.sampled is None:
            lines.append("Exact; --json has every figure of the melee as a fraction.")
        return "\n".join(lines)

    @property
    def wins(self) -> str:
        """The word for what the side ahead does: in one melee, or in the duel."""
        return "wins" if self.said["until"] == "end" else "breaks the other"

    @property
    def basis(self) -> str:
        """The assumptions that the odds rest on."""
        stands = [_stand_of(unit) for unit in self.pair]
        words = [
            f"{one['formation']}, {one['files']} abreast" if one["files"] else one["formation"]
            for one in stands
        ]
        charge = ", charging" if self.said["charge"] == "yes" else ""
        return f"Attacker {words[0]}{charge}; defender {words[1]}, struck in the {self.said['side']}; {self.said['light']}."

    def _duel_lines(self) -> list[str]:
        """The odds of the duel to the end, in lines of text."""
        if self.end is not None:
            end = self.end
            return [
                f"Fought to the end, nobody moving: {end.rounds:.2f} rounds on average",
                f"  attacker wins     {percent(end.first)}",
                f"  defender wins     {percent(end.second)}",
            ]
        assert self.sampled is not None
        return ["Fought to the end, nobody moving:", *sample_lines(self.sampled, self.said["seed"])]


class BattleAnswer:
    """The odds of battles of two lists, simulated many times; as text, or as plain data by `to_json`."""

    def __init__(self, names: tuple[list[str], list[str]], found: Sample, said: Mapping[str, str]) -> None:
        self.names: tuple[list[str], list[str]] = names
        self.sampled: Sample = found
        self.said: dict[str, str] = dict(said)

    @property
    def wins(self) -> str:
        """The word for what happens to the side ahead."""
        return "wins"

    @property
    def basis(self) -> str:
        """The assumptions they rest on."""
        return "Fought out by greedy players."

    def to_json(self) -> dict[str, Any]:
        """Plain data; every chance with its 95 % interval."""
        found = sample_json(self.sampled)
        found["until"] = "battle"
        found["attackers"], found["defenders"] = self.names
        return found | self.said

    def __str__(self) -> str:
        head = f"{', '.join(self.names[0])} attack {', '.join(self.names[1])}"
        return "\n".join([head, self.basis, *sample_lines(self.sampled, self.said["seed"])])


def sample_json(found: Sample) -> dict[str, Any]:
    """A sample of fights as plain data, with 95 % intervals."""
    games = found.games
    means = [mean_interval(lost) for lost in found.lost]
    return {
        "exact": False,
        "method": "simulation",
        "attacker": found.attacker / games,
        "defender": found.defender / games,
        "neither": found.neither / games,
        "rout": {who: found.routed[place] / games for place, who in enumerate(SIDES)},
        "expected_losses": {who: means[place][0] for place, who in enumerate(SIDES)},
        "expected_rounds": mean_interval(found.rounds)[0],
        "interval": {
            "attacker": list(wilson(found.attacker, games)),
            "defender": list(wilson(found.defender, games)),
            "neither": list(wilson(found.neither, games)),
            "attacker_losses": list(means[0][1:]),
            "defender_losses": list(means[1][1:]),
        },
        "games": games,
    }


def sample_lines(found: Sample, seed: str) -> list[str]:
    """A sample of fights in words, with 95 % intervals."""
    games = found.games
    lines: list[str] = []
    for place, who in enumerate(SIDES):
        low, high = wilson(getattr(found, who), games)
        lines.append(
            f"  {who} wins     {percent(getattr(found, who) / games)}  {100 * low:.1f} to {100 * high:.1f} %, "
            f"loses {mean_interval(found.lost[place])[0]:.2f} figures"
        )
    rounds = mean_interval(found.rounds)[0]
    fights = "fight" if games == 1 else "fights"
    return [*lines, f"Simulated: {games:,} {fights} of {rounds:.1f} rounds, seed {seed}; intervals of 95 %."]


def _of_both(made: Callable[[Prospect], Any], sides: tuple[Prospect, Prospect]) -> dict[str, Any]:
    """A figure of each side, by the name of the side."""
    return {who: made(one) for who, one in zip(SIDES, sides, strict=True)}


def _stand_of(unit: Unit) -> dict[str, Any]:
    """The formation of a unit, its figures abreast, and its command, as plain data."""
    return {
        "formation": FORMATIONS[unit.formation],
        "files": 0 if unit.block is None else unit.block.files,
        "in_command": unit.in_command,
    }
