"""Tournaments: everyone against everyone, sides swapped, with ratings and their intervals.

An entrant is a computer player, an army list, or both. Ratings are Bradley-Terry strengths on the Elo scale (400 points = ten to
one), fitted to all results at once, a draw counting half; their mean is 1500. Between every two entrants that met one made-up
draw is added, so that a clean sweep does not make a rating endless. Intervals are 95%, from the curvature of the likelihood.
"""

from __future__ import annotations

import csv
import io
from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from itertools import accumulate
from math import exp, inf, log, sqrt
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

from banneret import rulebooks
from banneret.kernel.dice import Chance
from banneret.kernel.errors import BadInput
from banneret.kernel.intervals import Z95, wilson
from banneret.kernel.rulebook import Rulebook
from banneret.kernel.scenario import Scenario
from banneret.lab.kept import Kept, digest, mark_of
from banneret.lab.scores import MOST_NOTES, Score, Scoring
from banneret.lab.simulation import BATCH, Book, Games
from banneret.lab.workers import run_jobs
from banneret.players.registry import make

if TYPE_CHECKING:
    from banneret.lab.jobs import Workforce

ELO = 400 / log(10)
MOST_ENTRANTS = 64

Progress = Callable[[int, int, str], None]


@dataclass(frozen=True, slots=True)
class Entrant:
    """An entrant: a name, the player's spec, and an army list (as the rulebook's scenarios write it) or None."""

    name: str
    player: str = "greedy"
    army: Any = None


@dataclass(slots=True)
class Pairing:
    """The results of two entrants against each other: points are wins, draws counting half."""

    first: str
    second: str
    games: int = 0
    wins: int = 0
    losses: int = 0
    draws: int = 0

    @property
    def points(self) -> float:
        """The first entrant's points."""
        return self.wins + self.draws / 2

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's 95% interval of the first entrant's share of points."""
        return wilson(self.points, self.games)

    def to_json(self) -> dict[str, Any]:
        """As plain data."""
        return {
            "first": self.first,
            "second": self.second,
            "games": self.games,
            "wins": self.wins,
            "losses": self.losses,
            "draws": self.draws,
            "share": self.points / max(1, self.games),
            "interval": list(self.interval),
        }


@dataclass(slots=True)
class Rating:
    """An entrant's place: rating, its 95% interval, games and points."""

    name: str
    rating: float
    low: float
    high: float
    games: int
    points: float

    def to_json(self) -> dict[str, Any]:
        """As plain data."""
        return {
            "name": self.name,
            "rating": round(self.rating, 1),
            "interval": [round(self.low, 1), round(self.high, 1)] if self.games else None,
            "games": self.games,
            "points": self.points,
        }


@dataclass
class TournamentResult:
    """The result of a tournament, as far as it went. `ratings` has the best first."""

    rulebook: str
    scenarios: tuple[str, ...]
    entrants: tuple[Entrant, ...]
    seed: int | str
    pairings: list[Pairing] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    failures: int = 0
    stopped: str = "games"
    seconds: float = 0.0

    @property
    def games(self) -> int:
        """The number of games played."""
        return sum(pairing.games for pairing in self.pairings)

    @property
    def ratings(self) -> list[Rating]:
        """The table, the best first."""
        return rate([entrant.name for entrant in self.entrants], self.pairings)

    def pairing(self, first: str, second: str) -> Pairing:
        """The results of two entrants, seen from the first."""
        for found in self.pairings:
            if (found.first, found.second) == (first, second):
                return found
            if (found.first, found.second) == (second, first):
                return Pairing(first, second, found.games, found.losses, found.wins, found.draws)
        raise KeyError((first, second))

    def to_json(self) -> dict[str, Any]:
        """As plain data."""
        return {
            "rulebook": self.rulebook,
            "scenarios": list(self.scenarios),
            "entrants": [{"name": e.name, "player": e.player, "army": e.army} for e in self.entrants],
            "seed": self.seed,
            "games": self.games,
            "ratings": [rating.to_json() for rating in self.ratings],
            "pairings": [pairing.to_json() for pairing in self.pairings],
            "stopped": self.stopped,
            "failures": self.failures,
            "notes": list(self.notes),
        }

    def to_csv(self) -> str:
        """The ratings and the results of every pairing, for a spreadsheet."""
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        ratings = self.ratings
        names = [rating.name for rating in ratings]
        writer.writerow(
            ["rank", "name", "rating", "low", "high", "games", "points", *(f"vs {n}" for n in names)]
        )
        for rank, row in enumerate(ratings, 1):
            writer.writerow(
                [
                    rank,
                    _harmless(row.name),
                    f"{row.rating:.1f}",
                    f"{row.low:.1f}",
                    f"{row.high:.1f}",
                    row.games,
                    f"{row.points:g}",
                    *(self._share(row.name, other) for other in names),
                ]
            )
        return text.getvalue()

    def _share(self, name: str, other: str) -> str:
        if name == other:
            return ""
        pairing = self.pairing(name, other)
        return f"{pairing.points / pairing.games:.4f}" if pairing.games else ""

    def lines(self) -> list[str]:
        """As a table of text."""
        ratings = self.ratings
        width = max(len(rating.name) for rating in ratings)
        head = f"{'':>4} {'':<{width}} {'rating':>6}  {'95%':<12} {'games':>6} {'points':>8}  "
        found = [head + " ".join(f"{number:>5}" for number in range(1, len(ratings) + 1))]
        for rank, row in enumerate(ratings, 1):
            cells = []
            for other in ratings:
                share = self._share(row.name, other.name)
                cells.append(f"{100 * float(share):>4.0f}%" if share else f"{'·':>5}")
            span = f"{row.low:.0f} to {row.high:.0f}" if row.games else "no games"
            line = f"{rank:>3}. {row.name:<{width}} {row.rating:>6.0f}  {span:<12} {row.games:>6,} {row.points:>8,.1f}  "
            found.append(line + " ".join(cells))
        end = f"{self.games:,} games in {self.seconds:.1f} s, seed {self.seed}"
        found.append(end + ("; interrupted" if self.stopped == "interrupted" else ""))
        if self.failures:
            found.append(f"players failed in {self.failures:,} games:")
            found.extend(f"  {note}" for note in self.notes)
        return found

    def __str__(self) -> str:
        return "\n".join(self.lines())


def round_robin(
    rulebook: Rulebook[Any] | str,
    scenarios: Sequence[Scenario | str] | Scenario | str,
    entrants: Sequence[Entrant | str],
    options: Mapping[str, str] | None = None,
    *,
    games: int = 100,
    seed: int | str = 1,
    workers: int | Workforce = 0,
    arrange: Callable[[Scenario, Any, Any], Scenario] | None = None,
    progress: Progress | None = None,
    kept: Kept | None = None,
) -> TournamentResult:
    """Everyone against everyone: in each scenario `games` a pairing, half of them with the sides swapped.

    Entrants are names of players, or `Entrant`s. Where entrants bring armies, `arrange(scenario, first army, second army)` makes the
    scenario they fight. Scenarios have two sides. Ctrl-C gives the result so far. `progress` is called with games done, games in
    all, and who is playing. `workers`: that many processes, or a cluster; `kept`: a file of results, whose games are not played again.

    >>> result = round_robin("stacks", "first_blood", ["random", "greedy"], games=20)
    >>> result.games, len(result.ratings)
    (20, 2)
    """
    book = rulebooks.get(rulebook) if isinstance(rulebook, str) else rulebook
    named = [scenarios] if isinstance(scenarios, Scenario | str) else list(scenarios)
    fields = [book.scenario(one) if isinstance(one, str) else one for one in named]
    who = tuple(Entrant(one, one) if isinstance(one, str) else one for one in entrants)
    _check(fields, who, games, arrange)
    chosen = book.options(options)
    for spec in dict.fromkeys(entrant.player for entrant in who):
        make(spec, book, Chance(1))
    result = TournamentResult(book.id, tuple(field.id for field in fields), who, seed)
    bouts = _bouts(fields, who, games, seed, arrange)
    given = (Book(book), chosen, [bout.fight for bout in bouts])
    total = sum(bout.fight.games for bout in bouts)
    section = kept.section("") if kept else None
    begun = perf_counter()
    played = run_jobs(Bouts, given, total, workers, step=BATCH, of=list[tuple[int, Score]], kept=section)
    scorings = [Scoring() for _ in bouts]
    try:
        with closing(played):  # type: ignore[type-var]
            done = 0
            for found in played:
                for number, score in found:
                    scorings[number].take(score)
                    done += score.games
                    if progress is not None:
                        pairing = bouts[number].pairing
                        progress(done, total, f"{pairing.first} - {pairing.second}")
    except KeyboardInterrupt:
        result.stopped = "interrupted"
    for bout, scoring in zip(bouts, scorings, strict=True):
        if scoring.games:
            _enter(result, bout, scoring)
    result.seconds = perf_counter() - begun
    return result


def keep_tournament(
    path: str | Path,
    rulebook: Rulebook[Any],
    scenarios: Sequence[Scenario],
    entrants: Sequence[Entrant],
    options: Mapping[str, str],
    games: int,
    seed: int | str,
    temporary: bool = False,
) -> Kept:
    """The file that keeps the games of a tournament."""
    job = {
        "command": "tournament",
        "rulebook": rulebook.id,
        "scenarios": [one.id for one in scenarios],
        "battles": digest(tuple(scenarios)),
        "options": dict(options),
        "entrants": [[one.name, one.player, repr(one.army)] for one in entrants],
        "games": games,
    }
    return Kept(path, job, seed, mark_of(rulebook), temporary)


@dataclass(frozen=True, slots=True)
class Fight:
    """Some games of two players in a scenario, by a seed of their own."""

    scenario: Scenario
    players: tuple[str, str]
    seed: str
    games: int


@dataclass(frozen=True, slots=True)
class _Bout:
    """A fight between two entrants; `swapped`: the first of them has the second side."""

    pairing: Pairing
    swapped: bool
    fight: Fight


def _bouts(
    fields: list[Scenario],
    who: tuple[Entrant, ...],
    games: int,
    seed: int | str,
    arrange: Callable[[Scenario, Any, Any], Scenario] | None,
) -> list[_Bout]:
    """Everyone against everyone in every scenario, on either side."""
    found = []
    for at, first in enumerate(who):
        for second in who[at + 1 :]:
            pairing = Pairing(first.name, second.name)
            for one in fields:
                for swapped in (False, True):
                    left, right = (second, first) if swapped else (first, second)
                    count = games // 2 if swapped else games - games // 2
                    if count == 0:
                        continue
                    setting = one if arrange is None else arrange(one, left.army, right.army)
                    named = f"{seed} {one.id} {left.name} {right.name}"
                    fight = Fight(setting, (left.player, right.player), named, count)
                    found.append(_Bout(pairing, swapped, fight))
    return found


class Bouts:
    """The games of a tournament by number, one fight after the other: all of them are one run of jobs, so that no worker waits for a fight to end."""

    def __init__(self, book: Book, options: dict[str, str], fights: list[Fight]) -> None:
        self.book = book
        self.options = options
        self.fights = fights
        self.firsts = list(accumulate((fight.games for fight in fights), initial=0))
        self._games: tuple[int, Games] | None = None

    def __call__(self, first: int, last: int) -> list[tuple[int, Score]]:
        """Play some games: the number of each fight that they are of, and what came of them."""
        found = []
        while first < last:
            number = bisect_right(self.firsts, first) - 1
            start = self.firsts[number]
            end = min(last, self.firsts[number + 1])
            found.append((number, self._of(number)(first - start, end - start)))
            first = end
        return found

    def _of(self, number: int) -> Games:
        if self._games is None or self._games[0] != number:
            fight = self.fights[number]
            self._games = number, Games(self.book, fight.scenario, self.options, fight.players, fight.seed)
        return self._games[1]


def _check(
    fields: list[Scenario], who: tuple[Entrant, ...], games: int, arrange: Callable[..., Scenario] | None
) -> None:
    if not 2 <= len(who) <= MOST_ENTRANTS:
        hint = f"from 2 to {MOST_ENTRANTS} take part"
        raise BadInput(f"{len(who)} entrant{'s' * (len(who) != 1)}", where="tournament", hint=hint)
    names = [entrant.name for entrant in who]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise BadInput(
            f"two entrants are called {twice!r}", where="tournament", hint="give them different names"
        )
    if games < 1:
        raise BadInput(f"{games} games a pairing", where="tournament", hint="at least 1, better 100 and even")
    if not fields:
        raise BadInput("there is no scenario to fight", where="tournament")
    for field_ in fields:
        if len(field_.sides) != 2:
            sides = ", ".join(field_.sides)
            raise BadInput(
                f"scenario {field_.id} has {len(field_.sides)} sides ({sides})",
                where="tournament",
                hint="two",
            )
    if arrange is None and any(entrant.army is not None for entrant in who):
        raise BadInput(
            "army lists need a way to make a scenario of them", where="tournament", hint="arrange="
        )


def _enter(result: TournamentResult, bout: _Bout, scoring: Scoring) -> None:
    """Write down what two entrants did."""
    pairing = bout.pairing
    if not result.pairings or result.pairings[-1] is not pairing:
        result.pairings.append(pairing)
    wins, losses = scoring.wins(int(bout.swapped)), scoring.wins(int(not bout.swapped))
    draws = scoring.winners.get((), 0)
    both = wins + losses + draws - scoring.games  # games that both won
    pairing.games += scoring.games
    pairing.wins += wins - both
    pairing.losses += losses - both
    pairing.draws += draws + both
    result.failures += scoring.failures
    if len(result.notes) < MOST_NOTES:
        result.notes.extend(f"{pairing.first} - {pairing.second}, {note}" for note in scoring.notes)


def rate(names: Sequence[str], pairings: Sequence[Pairing]) -> list[Rating]:
    """Bradley-Terry ratings on the Elo scale with 95% intervals, the best first.

    >>> table = rate(["a", "b"], [Pairing("a", "b", games=100, wins=75, losses=25)])
    >>> [(row.name, round(row.rating)) for row in table]
    [('a', 1594), ('b', 1406)]
    """
    count = len(names)
    place = {name: at for at, name in enumerate(names)}
    met = [[0.0] * count for _ in range(count)]
    scored = [0.0] * count
    games = [0] * count
    points = [0.0] * count
    for pairing in pairings:
        if pairing.games == 0:
            continue
        i, j = place[pairing.first], place[pairing.second]
        met[i][j] += pairing.games + 1
        met[j][i] += pairing.games + 1
        scored[i] += pairing.points + 0.5
        scored[j] += pairing.games - pairing.points + 0.5
        games[i] += pairing.games
        games[j] += pairing.games
        points[i] += pairing.points
        points[j] += pairing.games - pairing.points
    strengths = _fit(met, scored)
    errors = _errors(met, strengths)
    table = []
    for at, name in enumerate(names):
        rating = 1500 + ELO * strengths[at]
        half = Z95 * ELO * errors[at] if games[at] else inf
        table.append(Rating(name, rating, rating - half, rating + half, games[at], points[at]))
    table.sort(key=lambda row: (-row.rating, row.name))
    return table


def _fit(met: list[list[float]], scored: list[float]) -> list[float]:
    """The logarithms of the strengths, with mean 0, by Newton's method on the likelihood, which has one peak."""
    count = len(scored)
    at = [0.0] * count
    for _ in range(100):
        slope = list(scored)
        curve = [[0.0] * count for _ in range(count)]
        for i in range(count):
            for j in range(count):
                if met[i][j]:
                    chance = 1 / (1 + exp(at[j] - at[i]))
                    slope[i] -= met[i][j] * chance
                    bend = met[i][j] * chance * (1 - chance)
                    curve[i][i] += bend
                    curve[i][j] -= bend
        step = _solved(_fixed(curve), [[value] for value in slope])
        longest = max(abs(row[0]) for row in step)
        damping = min(1.0, 2.0 / longest) if longest else 1.0
        at = [value + damping * row[0] for value, row in zip(at, step, strict=True)]
        if longest < 1e-10:
            break
    middle = sum(at) / count
    return [value - middle for value in at]


def _errors(met: list[list[float]], strengths: list[float]) -> list[float]:
    """The standard error of each strength against the mean of all."""
    count = len(strengths)
    curve = [[0.0] * count for _ in range(count)]
    for i in range(count):
        for j in range(count):
            if met[i][j]:
                chance = 1 / (1 + exp(strengths[j] - strengths[i]))
                bend = met[i][j] * chance * (1 - chance)
                curve[i][i] += bend
                curve[i][j] -= bend
    unit = [[float(i == j) for j in range(count)] for i in range(count)]
    inverse = _solved(_fixed(curve), unit)
    # the made-up stiffness of the mean drops out: subtract the part that is common to all
    share = 1 / count
    total = sum(map(sum, inverse))
    errors = []
    for i in range(count):
        row = sum(inverse[i])
        errors.append(sqrt(max(0.0, inverse[i][i] - 2 * share * row + share * share * total)))
    return errors


def _fixed(curve: list[list[float]]) -> list[list[float]]:
    """The curvature with the mean fixed, and with entrants that met nobody fixed too: else it has no inverse."""
    return [
        [value + 1.0 + (1e-9 if i == j else 0.0) for j, value in enumerate(row)]
        for i, row in enumerate(curve)
    ]


def _solved(matrix: list[list[float]], right: list[list[float]]) -> list[list[float]]:
    """The solution of a small system of linear equations, by elimination with pivots."""
    count = len(matrix)
    rows = [list(row) + list(extra) for row, extra in zip(matrix, right, strict=True)]
    for column in range(count):
        best = max(range(column, count), key=lambda r: abs(rows[r][column]))
        rows[column], rows[best] = rows[best], rows[column]
        pivot = rows[column][column]
        if abs(pivot) < 1e-15:
            continue
        rows[column] = [value / pivot for value in rows[column]]
        for r in range(count):
            if r != column and rows[r][column]:
                factor = rows[r][column]
                rows[r] = [value - factor * other for value, other in zip(rows[r], rows[column], strict=True)]
    return [row[count:] for row in rows]


def _harmless(name: str) -> str:
    """A name that no spreadsheet takes for a formula."""
    return f"'{name}" if name[:1] in "=+-@\t\r" else name
