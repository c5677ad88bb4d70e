"""Simulation: many battles played by computer players, counted.

Game number `n` of a seed is always the same game: the result depends on the seed and the number of games
alone, not on the number of workers. Every figure comes with its interval.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING, Any

from banneret import rulebooks
from banneret.kernel.dice import Chance, seed_number
from banneret.kernel.direct import play_counted
from banneret.kernel.errors import BadInput
from banneret.kernel.intervals import Mean, half_width, wilson
from banneret.kernel.player import Player
from banneret.kernel.rulebook import Rulebook
from banneret.kernel.scenario import Scenario
from banneret.lab.kept import Kept, digest, mark_of
from banneret.lab.scores import Score, Scoring
from banneret.lab.workers import run_jobs
from banneret.players.instant import InstantPlayer
from banneret.players.registry import make
from banneret.players.search.player import SearchPlayer
from banneret.players.watchdog import Watchdog

if TYPE_CHECKING:
    from banneret.lab.jobs import Workforce

BATCH = 100
MOST_GAMES = 10_000_000
UNTIL_GAMES = 1_000_000

Progress = Callable[[int, int, "SimulationResult"], None]


@dataclass
class SimulationResult:
    """The result of a simulation, as far as it went.

    `wins` counts by side (allies that win together all count), `stopped` says why it ended: "games" (all were played), "until"
    (the figures are as sure as was asked for) or "interrupted". `measures` has the mean of `orders` and of whatever the rulebook
    measures (`turns`, `rounds`), `notes` what became of players that failed, with the number of the game.
    """

    rulebook: str
    scenario: str
    sides: tuple[str, ...]
    options: dict[str, str]
    players: tuple[str, ...]
    seed: int | str
    wanted: int
    until: float | None = None
    scoring: Scoring = field(default_factory=Scoring)
    stopped: str = "games"
    seconds: float = 0.0

    @property
    def games(self) -> int:
        """The number of games."""
        return self.scoring.games

    @property
    def wins(self) -> dict[str, int]:
        """The games that each side won."""
        return {side: self.scoring.wins(number) for number, side in enumerate(self.sides)}

    @property
    def draws(self) -> int:
        """The games that nobody won."""
        return self.scoring.winners.get((), 0)

    @property
    def shares(self) -> dict[str, float]:
        """The games of each side, those that several won or nobody in parts."""
        many = len(self.sides)
        return {side: self.scoring.share(number, many) for number, side in enumerate(self.sides)}

    @property
    def measures(self) -> dict[str, Mean]:
        """The means of what was measured."""
        return {name: measure.mean for name, measure in self.scoring.measures.items()}

    @property
    def reasons(self) -> dict[str, int]:
        """The number of games that ended for each reason."""
        return self.scoring.reasons

    @property
    def notes(self) -> list[str]:
        """The fate of players that failed, of the first of them."""
        return self.scoring.notes

    @property
    def failures(self) -> int:
        """The games in which a player failed."""
        return self.scoring.failures

    def interval(self, side: str) -> tuple[float, float]:
        """Wilson's 95% interval of a side's chance to win."""
        return wilson(self.scoring.wins(self.sides.index(side)), self.games)

    @property
    def draw_interval(self) -> tuple[float, float]:
        """Wilson's 95% interval of the chance of a draw."""
        return wilson(self.draws, self.games)

    @property
    def precision(self) -> float:
        """Half the widest of the intervals of sides and draws."""
        counts = [*self.wins.values(), self.draws]
        return max(half_width(count, self.games) for count in counts)

    def to_json(self) -> dict[str, Any]:
        """As plain data."""
        games, won = max(1, self.games), self.wins
        return {
            "rulebook": self.rulebook,
            "scenario": self.scenario,
            "options": dict(self.options),
            "players": dict(zip(self.sides, self.players, strict=True)),
            "seed": self.seed,
            "games": self.games,
            "wins": won,
            "draws": self.draws,
            "chances": {
                **{
                    side: {"share": wins / games, "interval": list(self.interval(side))}
                    for side, wins in won.items()
                },
                "draw": {"share": self.draws / games, "interval": list(self.draw_interval)},
            },
            "measures": {name: mean.to_json() for name, mean in self.measures.items()},
            "reasons": dict(sorted(self.reasons.items(), key=lambda item: (-item[1], item[0]))),
            "stopped": self.stopped,
            "until": self.until,
            "failures": self.failures,
            "notes": list(self.notes),
        }

    def lines(self, called: Mapping[str, str] | None = None) -> list[str]:
        """As text, a line a figure. `called`: the names of the sides by their ids."""
        games = max(1, self.games)
        won = self.wins
        names = [(called or {}).get(side, side) for side in self.sides]
        width = max(len(name) for name in [*names, "draw"])
        rows = [
            (name, won[side], f" ({spec})")
            for name, side, spec in zip(names, self.sides, self.players, strict=True)
        ]
        if self.draws:
            rows.append(("draw", self.draws, ""))
        found = []
        for name, count, who in rows:
            low, high = wilson(count, self.games)
            found.append(
                f"{name:<{width}} {100 * count / games:5.1f}%  [{100 * low:.1f}% to {100 * high:.1f}%]  {count:,}{who}"
            )
        for name, mean in self.measures.items():
            low, high = mean.interval
            found.append(
                f"{name}: {mean.mean:.1f} [{low:.1f} to {high:.1f}], {mean.least:g} to {mean.most:g}"
            )
        what = {"until": "as sure as asked for", "interrupted": "interrupted"}.get(self.stopped)
        played = f"{self.games:,} games in {self.seconds:.1f} s, seed {self.seed}"
        found.append(f"{played}; {what}" if what else played)
        if self.failures:
            found.append(f"players failed in {self.failures:,} games:")
            found.extend(f"  {note}" for note in self.notes)
        return found

    def __str__(self) -> str:
        return "\n".join(self.lines())


class Book:
    """A rulebook on its way to a worker: by name where it has one, else whole."""

    def __init__(self, rulebook: Rulebook[Any]) -> None:
        self.rulebook = rulebook

    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]:
        if self.rulebook.id in rulebooks.names() and rulebooks.get(self.rulebook.id) is self.rulebook:
            return _book_by_name, (self.rulebook.id,)
        return Book, (self.rulebook,)


def _book_by_name(name: str) -> Book:
    return Book(rulebooks.get(name))


class Games:
    """The games of one simulation, by number: `Games(...)(0, 100)` plays the first hundred and counts them."""

    def __init__(
        self,
        book: Book,
        scenario: Scenario,
        options: dict[str, str],
        specs: tuple[str, ...],
        seed: int | str,
    ) -> None:
        self.rulebook = book.rulebook
        self.options = options
        self.specs = specs
        self.seed = seed
        self.start = self.rulebook.new(scenario, options)
        self.measures: Callable[[Any], Mapping[str, float]] | None = getattr(self.rulebook, "measures", None)

    def __call__(self, first: int, last: int) -> Score:
        """Play some games."""
        scoring = Scoring()
        for number in range(first, last):
            self.play(number, scoring)
        return scoring.score

    def play(self, number: int, scoring: Scoring) -> None:
        """Play one game, and count it."""
        players = self.players(number)
        state = self.rulebook.copy(self.start)
        dice = Chance(seed_number(f"{self.seed} game {number} dice"))
        outcome, orders = play_counted(self.rulebook, state, players, dice)
        measures: dict[str, float] = {"orders": orders}
        if self.measures is not None:
            measures.update(self.measures(state))
        notes = [f"game {number + 1}: {note}" for player in players for note in getattr(player, "notes", ())]
        scoring.add(outcome.winners, outcome.reason, measures, notes)

    def players(self, number: int) -> list[Player]:
        """The players of one game. Those that think or come from elsewhere are watched."""
        found: list[Player] = []
        for side, spec in enumerate(self.specs):
            chance = Chance(seed_number(f"{self.seed} game {number} player {side}"))
            player = make(spec, self.rulebook, chance)
            if isinstance(player, InstantPlayer | SearchPlayer):
                player = Watchdog(player, self.rulebook, chance.fork("watchdog"), limit=None, spec=spec)
            found.append(player)
        return found


def simulate(
    rulebook: Rulebook[Any] | str,
    scenario: Scenario | str,
    options: Mapping[str, str] | None = None,
    players: Sequence[str] | Mapping[str, str] | str = "greedy",
    *,
    games: int | None = None,
    until: float | None = None,
    seed: int | str = 1,
    workers: int | Workforce = 0,
    progress: Progress | None = None,
    kept: Kept | None = None,
) -> SimulationResult:
    """Play many games on all cores, or on a cluster, and count; Ctrl-C gives the result so far.

    `players`: a spec for each side in order, or by side, or one for all. Either `games` are played (default 1000), or as many as
    it takes until every chance is known to ± `until` (0.01 for one percent; checked after every 100 games, at most `games` or a
    million). `workers`: that many processes (0: one a core), or a `banneret.lab.cluster.Cluster`. `progress` is called with games done,
    games wanted (0: nobody knows) and the result so far. `kept`: a file of results (`banneret.lab.kept`); games that stand there are
    not played again, and the seed is that of the file.

    >>> from banneret import rulebooks
    >>> result = simulate("stacks", "first_blood", players="random", games=40, seed=7)
    >>> result.games == sum(result.wins.values()) + result.draws == 40
    True
    """
    if isinstance(rulebook, str):
        rulebook = rulebooks.get(rulebook)
    if isinstance(scenario, str):
        scenario = rulebook.scenario(scenario)
    chosen = rulebook.options(options)
    specs = _specs(scenario, players)
    wanted = _wanted(games, until)
    for spec in dict.fromkeys(specs):
        make(spec, rulebook, Chance(1))
    result = SimulationResult(rulebook.id, scenario.id, scenario.sides, chosen, specs, seed, wanted, until)
    begun = perf_counter()
    given = (Book(rulebook), scenario, chosen, specs, seed)
    section = kept.section("") if kept else None
    played = run_jobs(Games, given, wanted, workers, step=BATCH, of=Score, kept=section)
    try:
        with closing(played):  # type: ignore[type-var]
            _count(played, result, begun, progress)
    except KeyboardInterrupt:
        result.stopped = "interrupted"
    result.seconds = perf_counter() - begun
    return result


def keep_games(
    path: str | Path,
    rulebook: Rulebook[Any],
    scenario: Scenario,
    options: Mapping[str, str],
    players: Sequence[str],
    seed: int | str,
    temporary: bool = False,
) -> Kept:
    """The file that keeps the games of a simulation. How many are wanted is no part of it: more may be played later."""
    job = {
        "rulebook": rulebook.id,
        "scenario": scenario.id,
        "battle": digest(scenario),
        "options": dict(options),
        "players": list(players),
    }
    return Kept(path, {"command": "fight", **job}, seed, mark_of(rulebook), temporary)


def _count(
    played: Iterator[Score], result: SimulationResult, begun: float, progress: Progress | None
) -> None:
    until = result.until
    for score in played:
        result.scoring.take(score)
        if progress is not None:
            result.seconds = perf_counter() - begun
            progress(result.games, 0 if until is not None else result.wanted, result)
        if until is not None and result.games % BATCH == 0 and result.precision <= until:
            result.stopped = "until"
            return


def _wanted(games: int | None, until: float | None) -> int:
    """The number of games to play at most."""
    if until is not None and not 0.0005 <= until < 0.5:
        raise BadInput(f"games cannot be played until ±{until:g}", where="until", hint="from 0.0005 to 0.5")
    if games is None:
        return UNTIL_GAMES if until is not None else 1000
    if not 1 <= games <= MOST_GAMES:
        raise BadInput(f"{games} games cannot be played", where="games", hint=f"from 1 to {MOST_GAMES:,}")
    return games


def _specs(scenario: Scenario, players: Sequence[str] | Mapping[str, str] | str) -> tuple[str, ...]:
    """A player for each side."""
    sides = scenario.sides
    if isinstance(players, str):
        return (players,) * len(sides)
    if isinstance(players, Mapping):
        for side in players:
            if side not in sides:
                raise BadInput(
                    f"there is no side {side!r}", where="players", hint="there are " + ", ".join(sides)
                )
        return tuple(players.get(side, "greedy") for side in sides)
    if len(players) != len(sides):
        raise BadInput(
            f"{len(players)} players for {len(sides)} sides", where="players", hint=", ".join(sides)
        )
    return tuple(players)
