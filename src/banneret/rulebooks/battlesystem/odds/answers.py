"""Answers of `banneret odds battlesystem`: one melee of two units, counted exactly; their duel to the end; battles of lists.

>>> from banneret.rulebooks.battlesystem.rulebook import RULEBOOK
>>> print(asked(RULEBOOK, "12 Dwarves", "12 Goblins", {}))  # doctest: +ELLIPSIS
12 Dwarves attack 12 Goblins
...
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any, Final

from banneret.kernel.errors import BadInput, nearest
from banneret.kernel.intervals import mean_interval, wilson
from banneret.kernel.rulebook import Rulebook
from banneret.kernel.tally import Tally
from banneret.rulebooks.battlesystem.army.matchups import battle_between, units_of
from banneret.rulebooks.battlesystem.army.scenarios import build, read_scenario
from banneret.rulebooks.battlesystem.combat import attack_rolls
from banneret.rulebooks.battlesystem.odds.duel import End, duel
from banneret.rulebooks.battlesystem.odds.melee import Exchange, Prospect, exchange
from banneret.rulebooks.battlesystem.odds.simulation import Sample, battles, duels
from banneret.rulebooks.battlesystem.odds.starting_positions import SIDES, Stand, set_down
from banneret.rulebooks.battlesystem.space import contacts
from banneret.rulebooks.battlesystem.state import FORMATIONS, State, Unit

CHOICES: Final = ("front", "formation", "side", "charge", "light", "until", "method", "games", "seed")
WHO: Final = ("attacker", "defender")
GAMES: Final = 400
BATTLES: Final = 100
MOST_GAMES: Final = 1_000_000
_CHANCES: Final = ("wounded", "checks", "opens", "routs", "destroyed")


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
        """Chances of this melee as "n/d", their decimals beside them; of a duel as decimals, its first melee in `melee`."""
        melee = self._melee_json()
        common = {
            "strikers": dict(zip(WHO, self.odds.strikers, strict=True)),
            "attack": dict(zip(WHO, self._sums(), strict=True)),
            "attackers": self._names()[:1],
            "defenders": self._names()[1:],
            "stands": dict(zip(WHO, [_stand_of(unit) for unit in self.pair], strict=True)),
            **self.said,
        }
        if self.said["until"] == "melee":
            return melee | common
        return self._duel_json() | {"melee": melee} | common

    def _melee_json(self) -> dict[str, Any]:
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
        found["rout"] = _by_side(lambda one: plain(one.chance("routs")), sides)
        found["expected_losses"] = _by_side(lambda one: plain(one.lost()), sides)
        for name in _CHANCES:
            found[name] = {who: plain(one.chance(name)) for who, one in zip(WHO, sides, strict=True)}
        found["losses"] = _by_side(lambda one: [plain(chance) for chance in one.chances_of_losses()], sides)
        found["decimal"] = {
            **{name: float(chance) for name, chance in chances.items()},
            "rout": _by_side(lambda one: float(one.chance("routs")), sides),
            "expected_losses": _by_side(lambda one: float(one.lost()), sides),
        }
        return found

    def _duel_json(self) -> dict[str, Any]:
        """The duel to the end: exactly, or what many of them came to."""
        if self.end is not None:
            end = self.end
            return {
                "exact": True,
                "method": "chain",
                "attacker": end.first,
                "defender": end.second,
                "neither": end.neither,
                "rout": dict(zip(WHO, end.routs, strict=True)),
                "expected_losses": dict(zip(WHO, end.losses, strict=True)),
                "expected_rounds": end.rounds,
            }
        assert self.sampled is not None
        return sample_json(self.sampled)

    def _sums(self) -> list[dict[str, Any]]:
        """The attack sum of each: its parts, and what 2d6 are added to."""
        found: list[dict[str, Any]] = []
        for one, other in (self.pair, (self.pair[1], self.pair[0])):
            tally = Tally("attack roll")
            aspect = contacts.aspect(self.state, one, other)
            total = attack_rolls.attack_sum(self.state, one, other, aspect, tally)
            parts = [
                {"amount": part.amount, "cause": part.cause, "rule": part.rule} for part in tally.explain()
            ]
            found.append({"sum": total, "parts": parts})
        return found

    def _names(self) -> list[str]:
        rosters = self.state.setting.rosters
        return [f"{rosters[unit.id].figures} {rosters[unit.id].name}" for unit in self.pair]

    def __str__(self) -> str:
        odds = self.odds
        names = self._names()
        lines = [f"{names[0]} attack {names[1]}", self._basis(), "One melee, in which both strike:"]
        whole = odds.first_only + odds.second_only + odds.neither()
        for place, (who, one) in enumerate(zip(WHO, (odds.first, odds.second), strict=True)):
            lost = [
                f"{number}: {percent(chance).strip()}"
                for number, chance in enumerate(one.chances_of_losses())
                if chance
            ]
            total = self._sums()[place]
            lines.append(f"  {who}: {odds.strikers[place]} figures strike, attack roll {total['sum']} + 2d6")
            lines.append(f"    loses {float(one.lost()):.2f} figures on average ({', '.join(lost)})")
            words = [f"{name} {percent(one.chance(name)).strip()}" for name in _CHANCES if one.chance(name)]
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

    def _basis(self) -> str:
        stands = [_stand_of(unit) for unit in self.pair]
        words = [
            f"{one['formation']}, {one['files']} abreast" if one["files"] else one["formation"]
            for one in stands
        ]
        charge = ", charging" if self.said["charge"] == "yes" else ""
        return f"Attacker {words[0]}{charge}; defender {words[1]}, struck in the {self.said['side']}; {self.said['light']}."

    def _duel_lines(self) -> list[str]:
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
    """The odds of two lists, fought out many times."""

    def __init__(self, names: tuple[list[str], list[str]], found: Sample, said: Mapping[str, str]) -> None:
        self.names: tuple[list[str], list[str]] = names
        self.sampled: Sample = found
        self.said: dict[str, str] = dict(said)

    def to_json(self) -> dict[str, Any]:
        """Plain data; every chance with its interval of 95 %."""
        found = sample_json(self.sampled)
        found["until"] = "battle"
        found["attackers"], found["defenders"] = self.names
        return found | self.said

    def __str__(self) -> str:
        head = f"{', '.join(self.names[0])} attack {', '.join(self.names[1])}"
        return "\n".join(
            [head, "Fought out by greedy players.", *sample_lines(self.sampled, self.said["seed"])]
        )


def sample_json(found: Sample) -> dict[str, Any]:
    """Fights as plain data."""
    games = found.games
    means = [mean_interval(lost) for lost in found.lost]
    return {
        "exact": False,
        "method": "simulation",
        "attacker": found.attacker / games,
        "defender": found.defender / games,
        "neither": found.neither / games,
        "rout": {who: found.routed[place] / games for place, who in enumerate(WHO)},
        "expected_losses": {who: means[place][0] for place, who in enumerate(WHO)},
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
    """Fights in words."""
    games = found.games
    lines: list[str] = []
    for place, who in enumerate(WHO):
        low, high = wilson(getattr(found, who), games)
        lines.append(
            f"  {who} wins     {percent(getattr(found, who) / games)}  {100 * low:.1f} to {100 * high:.1f} %, "
            f"loses {mean_interval(found.lost[place])[0]:.2f} figures"
        )
    rounds = mean_interval(found.rounds)[0]
    fights = "fight" if games == 1 else "fights"
    return [*lines, f"Simulated: {games:,} {fights} of {rounds:.1f} rounds, seed {seed}; intervals of 95 %."]


def plain(number: Fraction) -> str:
    """A fraction as "n/d"."""
    return f"{number.numerator}/{number.denominator}"


def percent(chance: Fraction | float) -> str:
    """A chance in percent: never 100 or 0 where it is not quite."""
    value = 100 * float(chance)
    if 0 < chance < 1 and not 0.05 <= value < 99.95:
        return "under 0.1 %" if value < 1 else "over 99.9 %"
    return f"{value:5.1f} %"


def _by_side(made: Callable[[Prospect], Any], sides: tuple[Prospect, Prospect]) -> dict[str, Any]:
    return {who: made(one) for who, one in zip(WHO, sides, strict=True)}


def _stand_of(unit: Unit) -> dict[str, Any]:
    return {
        "formation": FORMATIONS[unit.formation],
        "files": 0 if unit.block is None else unit.block.files,
        "in_command": unit.in_command,
    }


# ---------------------------------------------------------------- what was asked


def asked(
    book: Rulebook[State], attackers: str, defenders: str, flags: Mapping[str, str]
) -> MeleeAnswer | BattleAnswer:
    """The odds of two lists such as "12 Dwarves" or "Twin Blades"; one unit on each side: its melee, exactly, and the duel.

    `book` plays battles, and knows which options there are. `flags`: of a duel `front` (figures abreast: "6", or "6/8" for both), `formation` ("closed/open"), `side` of the defender that
    is struck (front, flank, rear), `charge` (no, yes), `light` (day, night), `until` (melee: this one; end: fought until one routs or
    is destroyed); of simulations `games`, `seed`, `method` (auto,
    simulation: battles); and options of the rulebook. Raises `BadInput`.
    """
    variants = {name: value for name, value in flags.items() if name in book.variants}
    for name in flags:
        if name not in variants and name not in CHOICES:
            hint = nearest(name[:60], [*CHOICES, *book.variants])
            raise BadInput(f"there is nothing called {name[:40]!r} to choose", where="odds", hint=hint)
    first, second = units_of(attackers, "attacker"), units_of(defenders, "defender")
    data = battle_between(first, second)
    options = book.options(variants)
    seed = _number(flags, "seed", 0, 0, 2**60)
    method = _word(flags, "method", ("auto", "simulation"))
    if len(first) == len(second) == 1 and method == "auto":
        return _melee(data, options, flags, seed)
    for name in ("front", "formation", "side", "charge", "light", "until"):
        if name in flags:
            raise BadInput(
                f"{name} is for two units in contact, not for battles", where="odds", hint="leave it out"
            )
    games = _number(flags, "games", BATTLES, 1, MOST_GAMES)
    rows = [[f"{row['figures']} {row['name']}" for row in side["units"]] for side in data["sides"]]
    found = battles(book, read_scenario(data, "odds"), options, games, seed)
    return BattleAnswer((rows[0], rows[1]), found, {"seed": str(seed)})


def _melee(
    data: dict[str, Any], options: Mapping[str, str], flags: Mapping[str, str], seed: int
) -> MeleeAnswer:
    games = _number(flags, "games", GAMES, 1, MOST_GAMES)
    fronts = [
        0 if word == "" else _number({"front": word}, "front", 0, 1, 96) for word in _pair(flags, "front")
    ]
    shapes = [
        word if word == "" else _word({"formation": word}, "formation", FORMATIONS)
        for word in _pair(flags, "formation")
    ]
    said = {
        "side": _word(flags, "side", tuple(SIDES)),
        "charge": _word(flags, "charge", ("no", "yes")),
        "light": _word(flags, "light", ("day", "night")),
        "until": _word(flags, "until", ("melee", "end")),
        "seed": str(seed),
    }
    state = build(data, "odds", options)
    state.setting.daylight = said["light"] == "day"
    state.ranking = (0, 1)
    state.round = 1
    pair = (state.units[0], state.units[1])
    stands = (Stand(shapes[0], fronts[0]), Stand(shapes[1], fronts[1]))
    set_down(state, *pair, stands, said["side"])
    if said["charge"] == "yes":
        if pair[0].singles is not None:
            name = state.setting.rosters[pair[0].id].name
            raise BadInput(f"{name} are skirmishers: they never charge", where="charge", hint="leave it out")
        pair[0].charged = pair[1].id
    if not contacts.are_touching(state, *pair):
        raise BadInput(
            "these two do not touch when they stand middle to middle",
            where="odds",
            hint="one of them needs another front",
        )
    answer = MeleeAnswer(state, pair, said)
    if said["until"] == "end":
        answer.end = duel(state, *pair)
    if said["until"] == "end" and answer.end is None:
        answer.sampled = duels(state, *pair, games, seed)
    return answer


def _pair(flags: Mapping[str, str], name: str) -> tuple[str, str]:
    """A value for both sides: "6", "6/8", or "/8" for the defender's alone."""
    first, slash, second = flags.get(name, "").partition("/")
    return first.strip(), second.strip() if slash else first.strip()


def _word(flags: Mapping[str, str], name: str, known: tuple[str, ...]) -> str:
    """One of some words; the first when nothing is said."""
    word = flags.get(name, known[0])
    if word not in known:
        raise BadInput(f"{name} cannot be {word[:40]!r}", where="odds", hint=nearest(word[:60], known))
    return word


def _number(flags: Mapping[str, str], name: str, default: int, least: int, most: int) -> int:
    text = flags.get(name)
    if text is None:
        return default
    if not text.isascii() or not text.isdigit() or len(text) > 18 or not least <= int(text) <= most:
        raise BadInput(
            f"{name} cannot be {text[:40]!r}", where="odds", hint=f"a whole number from {least} to {most:,}"
        )
    return int(text)
