"""Simulation: many battles played by computer players, counted.

Game number `n` of a seed is always the same game: the result depends on the seed and the number of games
alone, not on the number of workers. Every figure comes with its interval.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any

from banneret import rulebooks
from banneret.kernel.dice import Chance, seed_number
from banneret.kernel.direct import play_counted
from banneret.kernel.errors import BadInput
from banneret.kernel.intervals import Mean, half_width, wilson
from banneret.kernel.player import Player
from banneret.kernel.rulebook import Rulebook
from banneret.kernel.scenario import Scenario
from banneret.lab.workers import run_jobs
from banneret.players.instant import InstantPlayer
from banneret.players.registry import make
from banneret.players.search.player import SearchPlayer
from banneret.players.watchdog import Watchdog

BATCH = 100
MOST_GAMES = 10_000_000
UNTIL_GAMES = 1_000_000
MOST_NOTES = 20
WATCH_SECONDS = 60.0

Progress = Callable[[int, int, "SimulationResult"], None]


@dataclass(slots=True)
class Game:
    """The result of one game."""

    winners: tuple[int, ...]
    orders: int
    measures: dict[str, float]
    notes: list[str]
    reason: str


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
    games: int = 0
    wins: dict[str, int] = field(default_factory=dict)
    draws: int = 0
    shares: dict[str, float] = field(default_factory=dict)
    measures: dict[str, Mean] = field(default_factory=dict)
    reasons: dict[str, int] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    failures: int = 0
    stopped: str = "games"
    seconds: float = 0.0

    def add(self, game: Game) -> None:
        """Count one more game."""
        self.games += 1
        if not game.winners:
            self.draws += 1
            for side in self.sides:
                self.shares[side] += 1 / len(self.sides)
        for number in game.winners:
            side = self.sides[number]
            self.wins[side] += 1
            self.shares[side] += 1 / len(game.winners)
        self.measures.setdefault("orders", Mean()).add(game.orders)
        for name, value in game.measures.items():
            self.measures.setdefault(name, Mean()).add(value)
        self.reasons[game.reason] = self.reasons.get(game.reason, 0) + 1
        if game.notes:
            self.failures += 1
            room = max(0, MOST_NOTES - len(self.notes))
            self.notes.extend(f"game {self.games}: {note}" for note in game.notes[:room])

    def interval(self, side: str) -> tuple[float, float]:
        """Wilson's 95% interval of a side's chance to win."""
        return wilson(self.wins[side], self.games)

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
        games = max(1, self.games)
        return {
            "rulebook": self.rulebook,
            "scenario": self.scenario,
            "options": dict(self.options),
            "players": dict(zip(self.sides, self.players, strict=True)),
            "seed": self.seed,
            "games": self.games,
            "wins": dict(self.wins),
            "draws": self.draws,
            "chances": {
                **{
                    side: {"share": wins / games, "interval": list(self.interval(side))}
                    for side, wins in self.wins.items()
                },
                "draw": {"share": self.draws / games, "interval": list(self.draw_interval)},
            },
            "measures": {name: mean.to_json() for name, mean in self.measures.items()},
            "reasons": dict(sorted(self.reasons.items(), key=lambda item: (-item[1], item[0]))),
            "stopped": self.stopped,
            "until": self.until,
            "failures": self.failures,
            "notes": list(self.notes),
            "seconds": round(self.seconds, 3),
        }

    def lines(self, called: Mapping[str, str] | None = None) -> list[str]:
        """As text, a line a figure. `called`: the names of the sides by their ids."""
        games = max(1, self.games)
        names = [(called or {}).get(side, side) for side in self.sides]
        width = max(len(name) for name in [*names, "draw"])
        rows = [
            (name, self.wins[side], f" ({spec})")
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


class _Book:
    """A rulebook on its way to a worker: by name where it has one, else whole."""

    def __init__(self, rulebook: Rulebook[Any]) -> None:
        self.rulebook = rulebook

    def __reduce__(self) -> tuple[Any, tuple[Any, ...]]:
        if self.rulebook.id in rulebooks.names() and rulebooks.get(self.rulebook.id) is self.rulebook:
            return _book_by_name, (self.rulebook.id,)
        return _Book, (self.rulebook,)


def _book_by_name(name: str) -> _Book:
    return _Book(rulebooks.get(name))


class Games:
    """The games of one simulation, by number: `Games(...)(n)` plays the n-th."""

    def __init__(
        self,
        book: _Book,
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

    def __call__(self, number: int) -> Game:
        """Play one game."""
        players = self.players(number)
        state = self.rulebook.copy(self.start)
        dice = Chance(seed_number(f"{self.seed} game {number} dice"))
        outcome, orders = play_counted(self.rulebook, state, players, dice)
        measures = dict(self.measures(state)) if self.measures is not None else {}
        notes = [note for player in players for note in getattr(player, "notes", ())]
        return Game(outcome.winners, orders, measures, notes, outcome.reason)

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
    workers: int = 0,
    progress: Progress | None = None,
) -> SimulationResult:
    """Play many games on all cores and count; Ctrl-C gives the result so far.

    `players`: a spec for each side in order, or by side, or one for all. Either `games` are played (default 1000), or as many as
    it takes until every chance is known to ± `until` (0.01 for one percent; checked after every 100 games, at most `games` or a
    million). `progress` is called with games done, games wanted (0: nobody knows) and the result so far.

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
    result = SimulationResult(
        rulebook.id,
        scenario.id,
        scenario.sides,
        chosen,
        specs,
        seed,
        wanted,
        until,
        wins=dict.fromkeys(scenario.sides, 0),
        shares=dict.fromkeys(scenario.sides, 0.0),
    )
    begun = perf_counter()
    played = run_jobs(Games, (_Book(rulebook), scenario, chosen, specs, seed), wanted, workers)
    try:
        with closing(played):  # type: ignore[type-var]
            _count(played, result, begun, progress)
    except KeyboardInterrupt:
        result.stopped = "interrupted"
    result.seconds = perf_counter() - begun
    return result


def _count(played: Iterator[Game], result: SimulationResult, begun: float, progress: Progress | None) -> None:
    until = result.until
    for game in played:
        result.add(game)
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
