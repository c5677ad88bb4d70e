"""Learns the judgement of a rulebook from battles of computer players, and keeps it where it wins.

    python -m bench.judgements stacks --battles 400
    python -m bench.judgements stacks --battles 400 --most 200 --write

Players of every kind at hand fight from even starts (`bench.even`): the instant player with a few plays a question against itself, and in every
other battle the greedy player in its postures. Whenever a turn or round begins, the terms of the position are noted (`Computer.weighed`), and
who won in the end. What was fought stands in build/judgements-RULEBOOK.jsonl and is not fought again. A logistic curve and a small net
(`banneret.lab.fitting`) are fitted to four battles of five (the net to three, and the fourth says when to stop), and measured by the fifth;
the net is taken where its log loss there is less by one part in a hundred.

The learned judgement then meets the one by hand, in pairs of battles with the sides swapped, the instant player with 64 plays a question on both
sides: a sequential test of at most 50 % against at least 55 %, each claim wrongly accepted in 5 of 100 at most. `--write` puts it into the
rulebook's data where the test has accepted it; else the rulebook keeps its judgement by hand.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import subprocess
import sys
from contextlib import closing
from math import sqrt
from pathlib import Path
from typing import Any, Final

from banneret import rulebooks
from banneret.kernel.dice import Chance, seed_number
from banneret.kernel.direct import ImaginingTable
from banneret.kernel.errors import BadInput
from banneret.kernel.files import toml_string
from banneret.kernel.intervals import wilson
from banneret.kernel.player import Player, Seat
from banneret.lab.fitting import Net, Row, curve, log_loss, logistic, spans, trained_net
from banneret.lab.sequential import SequentialTest
from banneret.lab.workers import run_jobs
from banneret.players.registry import make
from bench import even
from bench.command import add_workers, run, workers
from bench.judged import CANDIDATE, HAND, MADE, candidate
from bench.meetings import Results, meetings

THINKS: Final = "instant:8plays"
UNITS: Final = 6  # hidden units of the net
PASSES: Final = 30
DRAG: Final = 2.0
GAIN: Final = 0.99  # of the loss of the curve, below which the net is taken
PARTS: Final = 5
HELD: Final = (4,)  # the fifth of all battles that is held back
STOPS: Final = (3,)  # the fifth that says when a net has learnt enough
REST: Final = (0, 1, 2)
LOW, HIGH = 0.5, 0.55
Position = tuple[str, list[float], float]
"""The kind of battle, the terms of the first side, and its chance by the judgement by hand."""


class Games:
    """Battles by number: the positions at which turns began, and the points of the first side."""

    def __init__(self, book: str, thinks: str) -> None:
        self.name = book
        self.thinks = thinks
        self.book: Any = rulebooks.get(book)
        self.computer = self.book.computer.judging({})

    def __call__(self, number: int) -> tuple[list[Position], float]:
        """One battle to its end."""
        book, computer = self.book, self.computer
        named = f"judgements {self.name} {number}"
        scenario = even.battle(self.name, number, Chance(seed_number(f"{named} armies")))
        players = self._players(named, number, len(scenario.sides))
        state = book.new(scenario, book.options())
        seats = [Seat(book.sight, side, state) for side in range(len(players))]
        table = ImaginingTable(players, seats, Chance(seed_number(f"{named} dice")))
        found: list[Position] = []
        known = 0
        while (outcome := book.outcome(state)) is None:
            turns = computer.turns(state, 0) + computer.turns(state, 1)
            kind = computer.kind(state)
            if turns > known and kind:
                found.append((kind, list(computer.weighed(state, 0)), computer.judge(state, 0)))
            known = max(known, turns)
            table.begin(book.copy(state))
            book.step(state, table)
        won = outcome.winners
        return found, 0.5 if len(won) == len(seats) or not won else float(0 in won)

    def _players(self, named: str, number: int, count: int) -> list[Player]:
        """The players of a battle, all alike in kind, so that it is even."""
        chances = [Chance(seed_number(f"{named} player {side}")) for side in range(count)]
        if number % 2:
            return [make(self.thinks, self.book, chance) for chance in chances]
        ways = ("", *self.book.computer.postures)
        return [self.book.computer.greedy(chance, ways[chance.below(len(ways))]) for chance in chances]


def fought(book: str, thinks: str, count: int, hands: Any) -> list[tuple[list[Position], float]]:
    """So many battles, those that are not kept fought now."""
    path = MADE / f"judgements-{book}.jsonl"
    mark = hashlib.sha256(f"{thinks} {rulebooks.get(book).computer.terms}".encode()).hexdigest()[:12]
    kept: dict[int, Any] = {}
    if path.exists():
        for line in path.read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            if row["of"] == mark:
                kept[row["number"]] = ([tuple(one) for one in row["positions"]], row["points"])
    missing = [number for number in range(count) if number not in kept]
    path.parent.mkdir(exist_ok=True)
    with path.open("a", encoding="utf-8") as file:
        for number, (positions, points) in zip(
            missing, run_jobs(_Missing, (book, thinks, missing), len(missing), hands), strict=True
        ):
            kept[number] = (positions, points)
            file.write(
                json.dumps({"of": mark, "number": number, "positions": positions, "points": points}) + "\n"
            )
            file.flush()
    return [kept[number] for number in range(count)]


class _Missing:
    """The battles of a list of numbers."""

    def __init__(self, book: str, thinks: str, numbers: list[int]) -> None:
        self.games = Games(book, thinks)
        self.numbers = numbers

    def __call__(self, at: int) -> tuple[list[Position], float]:
        return self.games(self.numbers[at])


def rows_of(
    games: list[tuple[list[Position], float]], kind: str, parts: tuple[int, ...]
) -> tuple[list[Row], list[float]]:
    """The positions of one kind of battle in some fifths of all, each battle counting as the root of its positions; and their chances by hand."""
    rows: list[Row] = []
    hand: list[float] = []
    for number, (positions, points) in enumerate(games):
        if number % PARTS in parts:
            own = [one for one in positions if one[0] == kind]
            rows += [Row(terms, points, 1 / sqrt(len(own))) for _, terms, _ in own]
            hand += [chance for _, _, chance in own]
    return rows, hand


class Fit:
    """The judgement learned for one kind of battle, and how much it surprises beside others."""

    def __init__(self, kind: str, games: list[tuple[list[Position], float]]) -> None:
        rows, _ = rows_of(games, kind, REST + STOPS)
        held, hand = rows_of(games, kind, HELD)
        span = spans(rows)
        small, tried = _scaled(rows, span), _scaled(held, span)
        weights = logistic(small, DRAG)
        line = log_loss([curve(sum(map(float.__mul__, weights, row.terms))) for row in tried], tried)
        stops = _scaled(rows_of(games, kind, STOPS)[0], span)
        net = trained_net(_scaled(rows_of(games, kind, REST)[0], span), stops, UNITS, DRAG, PASSES, Chance(1))
        curved = log_loss([net.chance(row.terms) for row in tried], tried)
        self.kind = kind
        self.positions = len(rows)
        self.held = len(held)
        self.by_hand = log_loss(hand, held)
        self.straight, self.curved = line, curved
        self.is_net = any(net.outs) and curved < GAIN * line
        found = net if self.is_net else Net(weights, [], [])
        self.net = Net(
            [weight / by for weight, by in zip(found.weights, span, strict=True)],
            [[weight / by for weight, by in zip(unit, span, strict=True)] for unit in found.units],
            found.outs,
        )

    def line(self) -> str:
        """A row of a table."""
        what = f"net of {UNITS}" if self.is_net else "curve"
        return f"| {self.kind} | {self.positions} | {self.by_hand:.3f} | {self.straight:.3f} | {self.curved:.3f} | {what} |"


def _scaled(rows: list[Row], span: list[float]) -> list[Row]:
    return [
        Row([term / by for term, by in zip(row.terms, span, strict=True)], row.points, row.count)
        for row in rows
    ]


def as_toml(book: str, fits: list[Fit], trained: dict[str, str | int]) -> str:
    """The file of a learned judgement."""
    terms = rulebooks.get(book).computer.terms
    lines = [
        "# Learned, not written: made by the command below. Terms are explained where they are counted, in ai/judgement.py."
    ]
    lines += [f"terms = [{', '.join(toml_string(term) for term in terms)}]", "", "[trained]"]
    lines += [
        f"{name} = {toml_string(what) if isinstance(what, str) else what}" for name, what in trained.items()
    ]
    for fit in fits:
        lines += ["", "[[judgement]]", f"of = {toml_string(fit.kind)}", f"positions = {fit.positions}"]
        lines += [f"loss_by_hand = {fit.by_hand:.4f}  # of battles held back"]
        lines += [
            f"loss = {fit.curved if fit.is_net else fit.straight:.4f}",
            f"weights = {_numbers(fit.net.weights)}",
        ]
        if fit.net.outs:
            units = ",\n".join(f"    {_numbers(unit)}" for unit in fit.net.units)
            lines += [f"units = [\n{units},\n]", f"outs = {_numbers(fit.net.outs)}"]
    return "\n".join(lines) + "\n"


def _numbers(values: list[float]) -> str:
    return "[" + ", ".join(f"{value:.4f}" for value in values) + "]"


def against_hand(book: str, name: str, words: argparse.Namespace, hands: Any) -> tuple[str, bool]:
    """A sentence on how a learned judgement fares against the one by hand, and whether it passes."""
    test = SequentialTest(LOW, HIGH)
    player = words.player
    pairs = meetings(book, f"{CANDIDATE}{name}:{player}", f"{HAND}{player}", words.most, words.scenarios)
    with closing(Results(workers=hands).fight(pairs)) as met:  # type: ignore[type-var]
        for one in met:
            test.add(one.share)
            if test.verdict:
                break
    low, high = wilson(test.mean * 2 * test.count, 2 * test.count)
    verdict = {"high": "passes", "low": "does not pass"}.get(test.verdict, "open")
    said = f"{100 * test.mean:.1f} % ({100 * low:.1f} to {100 * high:.1f}) of {2 * test.count}: {verdict}"
    return f"{player} with it against {player} by hand wins {said}", test.verdict == "high"


def main() -> int:
    """Fight, fit, try, and write where that is asked for and deserved."""
    parser = argparse.ArgumentParser(
        prog="python -m bench.judgements", description=(__doc__ or "").split("\n\n")[0]
    )
    parser.add_argument("rulebook")
    parser.add_argument("--battles", type=int, default=400)
    parser.add_argument("--thinks", default=THINKS, help=f"the player to learn from ({THINKS})")
    parser.add_argument("--player", default="instant:64plays", help="the player whose judgement is tried")
    parser.add_argument(
        "--most", type=int, default=300, help="pairs of battles against the judgement by hand"
    )
    parser.add_argument(
        "--scenarios", type=lambda text: tuple(text.split(",")), default=(), help="'drawn': even starts"
    )
    parser.add_argument(
        "--write", action="store_true", help="put it into the rulebook's data where it passes"
    )
    add_workers(parser, 1)
    words = parser.parse_args()
    book = words.rulebook
    if not rulebooks.get(book).computer.terms:
        raise BadInput(f"{book} judges everything by hand")
    with workers(words) as hands:
        games = fought(book, words.thinks, words.battles, hands)
        kinds = sorted({kind for positions, _ in games for kind, _, _ in positions})
        fits = [Fit(kind, games) for kind in kinds]
        print("| kind | positions | loss by hand | curve | net | taken |\n|---|---|---|---|---|---|")
        print("\n".join(fit.line() for fit in fits), flush=True)
        trained: dict[str, str | int] = {
            "command": f"python -m bench.judgements {book} --battles {words.battles} --thinks {words.thinks}",
            "commit": subprocess.run(
                ["git", "rev-parse", "--short=8", "HEAD"],
                capture_output=True,
                text=True,
                check=False,
                cwd=MADE.parent,
            ).stdout.strip(),
            "battles": words.battles,
        }
        better = [fit for fit in fits if min(fit.straight, fit.curved) < fit.by_hand]
        if not better:
            print("nothing surprises less than the judgement by hand")
            return 1
        text = as_toml(book, better, trained)
        said, passes = against_hand(book, candidate(book, text), words, hands)
    print(said)
    if words.write and passes:
        text = text.replace("\n\n[[judgement]]", f"\naccepted = {toml_string(said)}\n\n[[judgement]]", 1)
        target = Path(rulebooks.get(book).folder) / "data" / "judgement.toml"
        target.write_text(text, encoding="utf-8")
        print(f"written to {target}", file=sys.stderr)
    return 0 if passes else 1


if __name__ == "__main__":
    run(main)
