"""Battles of two players against each other, in pairs with the sides swapped; results are kept in a file that is added to.

Battle `n` of two players is the same battle whenever it is played: its dice and what the players draw depend on names and number alone.
Results count as long as the sources of players and rulebook are what they were.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

from banneret import api, rulebooks
from banneret.kernel.decision import Decision
from banneret.kernel.dice import Chance, seed_number
from banneret.kernel.direct import play
from banneret.kernel.order import Order, write_order
from banneret.kernel.player import Player, Seat
from banneret.lab.jobs import Workforce
from banneret.lab.workers import run_jobs
from bench.even import DRAWN, SCENARIOS, battle
from bench.judged import make_player
from bench.kept import PREFIX, Keeper, begin

KEPT = Path(__file__).parent.parent / "build" / "pool.jsonl"


@dataclass(frozen=True, slots=True)
class Meeting:
    """A pair of battles of two players, each having each side in one of them."""

    book: str
    scenario: str
    first: str
    second: str
    number: int


@dataclass(slots=True)
class Met:
    """What came of a pair: the first player's points on either side, and how long both answered (count, median, longest)."""

    points: tuple[float, float]
    times: dict[str, tuple[int, float, float]] = field(default_factory=dict)

    @property
    def share(self) -> float:
        """The first player's share of the points."""
        return sum(self.points) / 2


class Clocked(Player):
    """A player whose answers are timed, in processor time; those that need no thought are not."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.name = player.name
        self.imagines = player.imagines
        self.seconds: list[float] = []

    def choose(self, decision: Decision, seat: Seat) -> Order:
        """The player's order."""
        begun = process_time()
        order = self.player.choose(decision, seat)
        if not decision.listed or len(decision.orders()) > 1:
            self.seconds.append(process_time() - begun)
        return order


class Meetings:
    """Plays meetings by number, in a process of its own."""

    def __init__(self, meetings: list[Meeting]) -> None:
        self.meetings = meetings
        self.keeper: Keeper | None = None

    def __call__(self, at: int) -> Met:
        """Both battles of a meeting."""
        meeting = self.meetings[at]
        specs = (meeting.first, meeting.second)
        taken: dict[str, list[float]] = {}
        there = self._fight(meeting, specs, taken)
        back = self._fight(meeting, (specs[1], specs[0]), taken)
        times = {spec: (len(all_), median(all_), max(all_)) for spec, all_ in taken.items() if all_}
        return Met((there, 1.0 - back), times)

    def _fight(self, meeting: Meeting, specs: tuple[str, str], taken: dict[str, list[float]]) -> float:
        """The points of the first side."""
        named = f"pool {meeting.scenario} {meeting.number} {specs[0]} {specs[1]}"
        if any(spec.startswith(PREFIX) for spec in specs):
            winners = self._at_the_table(meeting, specs, named, taken)
        else:
            book = rulebooks.get(meeting.book)
            players = [
                Clocked(make_player(spec, meeting.book, Chance(seed_number(f"{named} player {side}"))))
                for side, spec in enumerate(specs)
            ]
            if meeting.scenario == DRAWN:
                armies = Chance(seed_number(f"pool armies {meeting.book} {meeting.number}"))
                scenario = battle(meeting.book, meeting.number, armies)
            else:
                scenario = book.scenario(meeting.scenario)
            state = book.new(scenario, book.options())
            outcome = play(book, state, list(players), Chance(seed_number(f"{named} dice")))
            winners = outcome.winners
            for spec, player in zip(specs, players, strict=True):
                taken.setdefault(spec, []).extend(player.seconds)
        return 0.5 if len(winners) != 1 else float(winners[0] == 0)

    def _at_the_table(
        self, meeting: Meeting, specs: tuple[str, str], named: str, taken: dict[str, list[float]]
    ) -> tuple[int, ...]:
        """The winners of a battle with kept players, who get its record."""
        if self.keeper is None:
            self.keeper = Keeper()
        battle = begin(meeting.book, meeting.scenario, named)
        while not battle.is_over:
            decision = battle.decisions[0]
            side, spec = battle.sides[decision.side], specs[decision.side]
            if spec.startswith(PREFIX):
                order = self.keeper.choose(battle, named, side, spec.removeprefix(PREFIX))
            else:
                player = Clocked(battle.player(decision.side, spec))
                order = write_order(player.choose(decision, battle.seat(decision.side)))
                taken.setdefault(spec, []).extend(player.seconds)
            battle.give(side, order)
        return tuple(battle.sides.index(name) for name in battle.winners)


class Results:
    """What was fought, in a file that is added to."""

    def __init__(self, path: Path = KEPT, workers: int | Workforce = 1) -> None:
        self.path = path
        self.workers = workers
        self.known: dict[Meeting, Met] = {}
        self._marks: dict[str, str] = {}
        if path.exists():
            for line in path.read_text(encoding="utf-8").splitlines():
                row = json.loads(line)
                meeting = Meeting(*row["meeting"])
                if row["of"] == self.mark(meeting.book):
                    times = {spec: tuple(found) for spec, found in row["times"].items()}
                    self.known[meeting] = Met(tuple(row["points"]), times)

    def mark(self, book: str) -> str:
        """A word that changes with the sources of the players and of a rulebook."""
        if book not in self._marks:
            here = Path(api.__file__).parent
            texts = [
                path.read_bytes()
                for folder in (here / "players", here / "rulebooks" / book)
                for path in sorted(folder.rglob("*"))
                if path.suffix in (".py", ".toml")
            ]
            self._marks[book] = hashlib.sha256(b"\0".join(texts)).hexdigest()[:12]
        return self._marks[book]

    def fight(self, meetings: Iterable[Meeting]) -> Iterator[Met]:
        """The results of meetings in their order, each as soon as it is there. Closing it ends what is being fought."""
        wanted = list(meetings)
        missing = [meeting for meeting in wanted if meeting not in self.known]
        fought = run_jobs(Meetings, (missing,), len(missing), self.workers) if missing else iter(())
        for meeting in wanted:
            if meeting not in self.known:
                self._keep(meeting, next(fought))
            yield self.known[meeting]

    def _keep(self, meeting: Meeting, met: Met) -> None:
        self.known[meeting] = met
        words = [meeting.book, meeting.scenario, meeting.first, meeting.second, meeting.number]
        row: dict[str, Any] = {
            "of": self.mark(meeting.book),
            "meeting": words,
            "points": met.points,
            "times": met.times,
        }
        self.path.parent.mkdir(exist_ok=True)
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(row) + "\n")


def meetings(
    book: str, first: str, second: str, count: int, scenarios: tuple[str, ...] = ()
) -> list[Meeting]:
    """So many pairs of two players, taking the scenarios in turn."""
    fields = scenarios or SCENARIOS[rulebooks.get(book).id]
    return [Meeting(book, fields[n % len(fields)], first, second, n) for n in range(count)]
