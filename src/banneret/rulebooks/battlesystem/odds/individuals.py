"""The odds of individuals man to man, given in words: of two counted exactly, of more simulated by the rules.

Rules: battlesystem:9.4b, battlesystem:9.4b.groups, battlesystem:9.4b.leave.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from math import cos, pi, sin
from typing import Any, Final

from banneret.kernel.abilities.odds import SIDES, Number, percent, plain, whole
from banneret.kernel.dice import Chance
from banneret.kernel.errors import BadInput, nearest
from banneret.kernel.intervals import mean_interval, wilson
from banneret.kernel.tally import Tally
from banneret.rulebooks.battlesystem.army.duellists import duellists_of
from banneret.rulebooks.battlesystem.duels.combat import Combat, wanted
from banneret.rulebooks.battlesystem.duels.contacts import face
from banneret.rulebooks.battlesystem.duels.declarations import promise
from banneret.rulebooks.battlesystem.duels.duellists import BEHIND, FRONT, Duellist, needed, routines
from banneret.rulebooks.battlesystem.odds import man_to_man
from banneret.rulebooks.battlesystem.odds.answers import sample_json
from banneret.rulebooks.battlesystem.odds.simulation import Rolling, Sample
from banneret.rulebooks.battlesystem.tables.man_to_man import ROUNDS, TWENTY, chances
from banneret.rulebooks.battlesystem.unit import NOBODY

UNTILS: Final = ("end", "melee", "flee")
CHOICES: Final = ("until", "light", "method", "games", "seed")
GAMES: Final = 2000  # combats simulated by default
MOST_GAMES: Final = 100_000
LONGEST: Final = 600  # melee rounds after which a combat is broken off

Found = man_to_man.Prospect | man_to_man.Phase


class DuelAnswer:
    """The odds of an individual combat of two; as text, or as plain data by `to_json`. Losses are hit points."""

    def __init__(self, pair: tuple[Duellist, Duellist], found: Found, said: Mapping[str, str]) -> None:
        self.pair: tuple[Duellist, Duellist] = pair
        self.found: Found = found
        self.said: dict[str, str] = dict(said)

    @property
    def wins(self) -> str:
        """The word for what the side ahead does."""
        return "wins" if self.said["until"] == "end" else "fells the other"

    @property
    def basis(self) -> str:
        """The assumptions that the odds rest on."""
        return f"Man to man, {_UNTIL[self.said['until']]}; {self.said['light']}."

    def to_json(self) -> dict[str, Any]:
        """Plain data: for a combat to the end decimals that are right to ten places, else "n/d" with decimals beside them."""
        found = self.found
        chances: dict[str, Number] = {
            "attacker": found.first,
            "defender": found.second,
            "neither": found.both + found.neither,
            "both": found.both,
        }
        rational = isinstance(found, man_to_man.Phase)
        data: dict[str, Any] = {"exact": True, "method": "rational" if rational else "chain"}
        data |= {name: plain(chance) for name, chance in chances.items()}
        losses: list[Number] = [found.lost(side) for side in (0, 1)]
        data["expected_losses"] = dict(zip(SIDES, map(plain, losses), strict=True))
        left: tuple[list[Number], list[Number]] = ([*found.left[0]], [*found.left[1]])
        data["losses"] = {who: [plain(one) for one in left[side][::-1]] for side, who in enumerate(SIDES)}
        if isinstance(found, man_to_man.Prospect):
            if found.rounds != float("inf"):
                data["expected_rounds"] = found.rounds
        else:
            data["decimal"] = {name: float(chance) for name, chance in chances.items()}
            data["decimal"]["expected_losses"] = {who: float(losses[side]) for side, who in enumerate(SIDES)}
        data["attackers"], data["defenders"] = [self.pair[0].name], [self.pair[1].name]
        data["sheets"] = dict(
            zip(
                SIDES,
                [_sheet(*self._order(side), self._day, self._aspect(side)) for side in (0, 1)],
                strict=True,
            )
        )
        return data | self.said

    @property
    def _day(self) -> bool:
        """True by daylight."""
        return self.said["light"] == "day"

    def _aspect(self, side: int) -> int:
        """The side on which a fighter strikes the other: from behind at one who flees. Rule: battlesystem:9.4b.leave."""
        return BEHIND if side and self.said["until"] == "flee" else FRONT

    def _order(self, side: int) -> tuple[Duellist, Duellist]:
        """The duellist of a side, then the other."""
        return self.pair[side], self.pair[1 - side]

    def __str__(self) -> str:
        found = self.found
        lines = [f"{self.pair[0].name} against {self.pair[1].name}", self.basis]
        for side, who in enumerate(SIDES):
            lines.append(f"  {who}: {_written(*self._order(side), self._day, self._aspect(side))}")
        for side, who in enumerate(SIDES):
            chance = (found.first, found.second)[side]
            lost = f"loses {float(found.lost(side)):.2f} hit points on average"
            lines.append(f"  {who} {self.wins}  {percent(chance)}, {lost}")
        if found.both:
            lines.append(f"  both fall together  {percent(found.both)}")
        if found.neither:
            lines.append(f"  both still stand  {percent(found.neither)}")
        if isinstance(found, man_to_man.Prospect) and found.rounds != float("inf"):
            lines.append(f"{found.rounds:.2f} melee rounds on average, {ROUNDS} of them in a battle round.")
        lines.append(
            "Exact; --json has every figure as a fraction."
            if isinstance(found, man_to_man.Phase)
            else "Exact, counted to ten decimals."
        )
        return "\n".join(lines)


class CombatAnswer:
    """The odds of an individual combat of more than two, simulated many times by the rules. Losses are hit points of a side."""

    def __init__(
        self, sides: tuple[list[Duellist], list[Duellist]], found: Sample, said: Mapping[str, str]
    ) -> None:
        self.sides: tuple[list[Duellist], list[Duellist]] = sides
        self.sampled: Sample = found
        self.said: dict[str, str] = dict(said)

    @property
    def wins(self) -> str:
        """The word for what the side ahead does."""
        return "wins" if self.said["until"] == "end" else "fells the others"

    @property
    def basis(self) -> str:
        """The assumptions that the odds rest on."""
        alone = min(len(side) for side in self.sides) == 1 < max(len(side) for side in self.sides)
        stand = "one in the middle of the others" if alone else "all in contact, face to face"
        return f"Man to man, {stand}, {_UNTIL[self.said['until']]}; {self.said['light']}."

    def to_json(self) -> dict[str, Any]:
        """Plain data; every chance with its 95 % interval."""
        found = sample_json(self.sampled)
        del found["rout"]
        found["attackers"], found["defenders"] = [[one.name for one in side] for side in self.sides]
        return found | self.said

    def __str__(self) -> str:
        found = self.sampled
        names = [", ".join([one.name for one in side]) for side in self.sides]
        lines = [f"{names[0]} against {names[1]}", self.basis]
        for side, who in enumerate(SIDES):
            many = (found.attacker, found.defender)[side]
            low, high = wilson(many, found.games)
            lost = f"loses {mean_interval(found.lost[side])[0]:.2f} hit points"
            lines.append(
                f"  {who} {self.wins}  {percent(many / found.games)}  {100 * low:.1f} to {100 * high:.1f} %, {lost}"
            )
        rounds = mean_interval(found.rounds)[0]
        lines.append(
            f"Simulated: {found.games:,} fights of {rounds:.1f} melee rounds, seed {self.said['seed']}; intervals of 95 %."
        )
        return "\n".join(lines)


_UNTIL: Final = {
    "end": "fought to the end",
    "melee": "the three melee rounds of one battle round",
    "flee": "the attacker flees, and the defender strikes once more",
}


def individuals(first: str, second: str, flags: Mapping[str, str]) -> DuelAnswer | CombatAnswer:
    """The odds of two lists of individuals such as "fighter 7" against "2 Ogres"; of one against one counted exactly.

    The flags are `until` (end; melee: the three melee rounds of a battle round; flee: the first flees from contact), `light` (day, night),
    `method` (auto, simulation), and for simulations `games` and `seed`.

    Raises:
        BadInput: a list or a flag cannot be read, or does not fit the others.

    Rules: battlesystem:9.4b, battlesystem:9.4b.leave.
    """
    sides = (duellists_of(first, 0, "attacker"), duellists_of(second, 1, "defender"))
    said = {
        "until": one_word(flags, "until", UNTILS),
        "light": one_word(flags, "light", ("day", "night")),
    }
    day = said["light"] == "day"
    if len(sides[0]) == len(sides[1]) == 1 and one_word(flags, "method", ("auto", "simulation")) == "auto":
        pair = (sides[0][0], sides[1][0])
        for one, other in (pair, (pair[1], pair[0])):
            take_best(one, other)
        combat = man_to_man.Combat(*pair, day)
        if said["until"] == "flee":
            return DuelAnswer(pair, flight(*pair, day), said)
        return DuelAnswer(pair, combat.phase() if said["until"] == "melee" else combat.prospect(), said)
    if said["until"] == "flee":
        raise BadInput("until=flee is for one against one", where="odds", hint="until=end or until=melee")
    games, seed = whole(flags, "games", GAMES, 1, MOST_GAMES), whole(flags, "seed", 0)
    rounds = ROUNDS if said["until"] == "melee" else LONGEST
    return CombatAnswer(sides, fought(sides, rounds, day, games, seed), {**said, "seed": str(seed)})


def take_best(one: Duellist, enemy: Duellist) -> None:
    """Take in hand the arms that promise most against an enemy. Rule: battlesystem:9.4b.declare."""
    one.holds = max(range(len(one.arms)), key=lambda arms: promise(one, arms, enemy))


def flight(one: Duellist, enemy: Duellist, daylight: bool = True) -> man_to_man.Phase:
    """The odds of a duellist who flees: the enemy makes the attacks of one melee round from behind. Rule: battlesystem:9.4b.leave."""
    rows = routines(enemy, enemy.fought + 1, one.weak)
    done = man_to_man.routine_shares(enemy, one, rows, daylight, BEHIND)
    points = one.hit_points
    left = [Fraction(0)] * (points + 1)
    for number, chance in enumerate(done):
        left[max(points - number, 0)] += chance
    whole_enemy = [Fraction(0)] * enemy.hit_points + [Fraction(1)]
    return man_to_man.Phase(Fraction(0), left[0], Fraction(0), 1 - left[0], (left, whole_enemy))


def fought(
    sides: tuple[Sequence[Duellist], Sequence[Duellist]], rounds: int, daylight: bool, games: int, seed: int
) -> Sample:
    """Simulate individual combats by the rules; all strike as promises most.

    Args:
        sides: the duellists of both sides.
        rounds: the melee rounds after which a combat is broken off.
        daylight: True by daylight.
        games: the number of combats.
        seed: the seed of all dice.

    Rules: battlesystem:9.4b, battlesystem:9.4b.groups.
    """
    table = Rolling(Chance(seed))
    _stand(sides)
    whole_points = [sum([one.hit_points for one in side]) for side in sides]
    found = Sample(games, (whole_points[0], whole_points[1]))
    pairs = [(one.id, other.id) for one in sides[0] for other in sides[1]]
    for _ in range(games):
        fighters = [replace(one) for side in sides for one in side]
        made = Combat(fighters, pairs, daylight).fight(table, rounds)
        left = [sum([max(one.hit_points, 0) for one in fighters if one.side == side]) for side in (0, 1)]
        ahead = NOBODY if (left[0] > 0) == (left[1] > 0) else 0 if left[0] > 0 else 1
        found.note(ahead, made)
        for side in (0, 1):
            found.lost[side][whole_points[side] - left[side]] += 1
    return found


def _stand(sides: tuple[Sequence[Duellist], Sequence[Duellist]]) -> None:
    """Set a lone duellist in the middle of several enemies who face it; others stand face to face already. Rule: 9.4b.rear."""
    for alone, others in (sides, (sides[1], sides[0])):
        if len(alone) == 1 < len(others):
            for number, one in enumerate(others):
                turn = 2.0 * pi * number / len(others)
                away = alone[0].reach + one.reach
                one.x, one.y = away * sin(turn), away * cos(turn)
                face(one, alone[0])


def _sheet(one: Duellist, other: Duellist, daylight: bool, aspect: int = FRONT) -> dict[str, Any]:
    """The figures of an individual against another, as plain data."""
    arms = one.arms[one.holds]
    blows: list[dict[str, Any]] = []
    for blow in arms.blows:
        tally = Tally("needed")
        number = needed(one, blow, other, aspect, daylight, 0, tally)
        parts = [{"amount": part.amount, "cause": part.cause, "rule": part.rule} for part in tally.explain()]
        hit = plain(Fraction(chances(number), TWENTY))
        blows.append({"needed": number, "hits": hit, "damage": str(blow.dice(other.large)), "parts": parts})
    return {
        "hit_points": one.hit_points,
        "armour_class": one.armour_class,
        "arms": arms.name,
        "attacks": [sum([len(row) for row in routines(one, number, other.weak)]) for number in (1, 2)],
        "blows": blows,
    }


def _written(one: Duellist, other: Duellist, daylight: bool, aspect: int) -> str:
    """The figures of an individual against another, in words."""
    sheet = _sheet(one, other, daylight, aspect)
    odd, even = sheet["attacks"]
    many = (
        f"{odd} and {even} attacks in turn" if odd != even else "one attack" if odd == 1 else f"{odd} attacks"
    )
    blows: list[str] = []
    for blow in sheet["blows"]:
        said = wanted(blow["needed"])
        if chances(blow["needed"]):
            said += f" for {blow['damage']}"
        if said not in blows:
            blows.append(said)
    return f"armour class {one.armour_class}, {one.hit_points} hit points; {sheet['arms'].lower()}, {many}, {', '.join(blows)}"


def one_word(flags: Mapping[str, str], name: str, known: tuple[str, ...]) -> str:
    """The value of a flag, which must be one of these words; the first of them if the flag is not given.

    Raises:
        BadInput: it is another word.
    """
    word = flags.get(name, known[0])
    if word not in known:
        raise BadInput(f"{name} cannot be {word[:40]!r}", where="odds", hint=nearest(word[:60], known))
    return word
