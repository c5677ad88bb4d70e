"""The yardstick of computer players: any player against a pool, sides swapped, by sequential tests, and a ladder for each rulebook.

    python -m bench.pool match stacks instant greedy --low 0.6 --high 0.8
    python -m bench.pool accept stacks search:64sims kept:search:64sims
    python -m bench.pool ladder --minutes 60 --write

`match` tests whether the first player's share of points against the second is at most `--low` or at least `--high`; `accept`, whether
a new player wins more from the pool than an old one: both play every member on the same numbers, and the difference is tested.
Either stops as soon as one of the two claims is accepted; each is wrong in 5 of 100 tests at most where the truth is at that limit or
beyond (`banneret.lab.sequential`). The pool is the greedy player, its postures, the levels, and players of an earlier state (`bench.kept`).

`ladder` lets everyone meet everyone, a pair of battles at a time, until its minutes are over, and fits ratings to all results. What was
fought stands in build/pool.jsonl and is not fought again; a change of players or of a rulebook starts that rulebook again. With `--cluster`
the machines of a Ray cluster fight (each has this checkout): of a ladder whole rounds at once.
"""

from __future__ import annotations

import argparse
from contextlib import closing
from itertools import combinations
from pathlib import Path
from statistics import median
from time import monotonic

from banneret import rulebooks
from banneret.kernel.errors import BadInput
from banneret.kernel.intervals import wilson
from banneret.lab.sequential import SequentialTest
from banneret.lab.tournament import Pairing, rate
from bench.command import add_workers, run, workers
from bench.kept import COMMIT, PREFIX
from bench.meetings import SCENARIOS, Meeting, Met, Results, meetings

LADDER = Path(__file__).parent.parent / "docs" / "ladder.md"
THINKER = "search:64sims"
MOST_PLAYS = 64  # of the instant player of the pool, fewer where the rulebook advises fewer
MOST = 400  # pairs of one match
LEAST = 20  # battles, below which a ladder says nothing
MATCHES = "## Matches"  # from here on the page is written by hand, and a new ladder leaves it as it is
GAIN = 0.05  # of all points, that a new player is to win more from the pool than the old one

HEAD = """# Ladder

How strong the computer players are, by `python -m bench.pool ladder --write`: everyone against everyone, in pairs of battles with the sides
swapped, on scenarios that are short enough for it. Ratings are Bradley-Terry strengths on the Elo scale (400 points are ten to one), with
their mean at 1500 and 95% intervals; a made-up draw between any two that met keeps a clean sweep from making a rating endless. A rulebook with
fewer than 20 battles is left out. *Answers* is
the processor time of a question, median and longest. `greedy:…` is the greedy player in a posture, `64sims` a search of 64 simulations a
question, `64plays` an instant player that keeps to no clock (with fewer plays where its rulebook advises fewer); with `--kept` players as they were at {kept} climb too, as `kept:…`.
"""


def pool(book: str) -> list[str]:
    """The specs of everyone that a player of a rulebook is measured by."""
    computer = rulebooks.get(book).computer
    postures = [f"greedy:{posture.replace(' ', '-')}" for posture in computer.postures]
    levels = [spec.name for spec in computer.players if spec.name not in ("search", "instant")]
    plays = min(MOST_PLAYS, computer.plays)
    quick = [f"instant:{plays}plays"] if any(spec.name == "instant" for spec in computer.players) else []
    return [*levels, *postures, *quick, THINKER, f"{PREFIX}{THINKER}"]


def percent(share: float) -> str:
    """A share in percent."""
    return f"{100 * share:.1f}%"


def times_of(met: list[Met], spec: str) -> str:
    """The median and the longest answer of a player, in milliseconds."""
    found = [one.times[spec] for one in met if spec in one.times]
    if not found:
        return ""
    return f"{1000 * median(each[1] for each in found):.1f}, {1000 * max(each[2] for each in found):.0f} ms"


def match(results: Results, book: str, first: str, second: str, words: argparse.Namespace) -> str:
    """A row: the outcome of the sequential test of one player against another."""
    test = SequentialTest(words.low, words.high)
    met: list[Met] = []
    with closing(results.fight(meetings(book, first, second, words.most, words.scenarios))) as fought:  # type: ignore[type-var]
        for one in fought:
            met.append(one)
            test.add(one.share)
            if test.verdict:
                break
    points = sum(one.share for one in met)
    sides = [sum(one.points[side] for one in met) / len(met) for side in (0, 1)]
    low, high = wilson(2 * points, 2 * len(met))
    claim = {"high": f"at least {percent(words.high)}", "low": f"at most {percent(words.low)}"}
    cells = [
        f"{first} against {second}",
        percent(points / len(met)),
        f"{percent(low)} to {percent(high)}",
        f"{percent(sides[0])}, {percent(sides[1])}",
        str(2 * len(met)),
        claim.get(test.verdict, "open"),
        times_of(met, first),
    ]
    return "| " + " | ".join(cells) + " |"


def accept(results: Results, book: str, new: str, old: str, most: int) -> str:
    """A sentence: whether a new player wins more from the pool than the old one."""
    test = SequentialTest(0.0, GAIN, least=-1.0, most=1.0)
    others = [spec for spec in pool(book) if spec not in (new, old)]
    fields = SCENARIOS[book]
    pairs = [
        Meeting(book, fields[number % len(fields)], player, other, number)
        for number in range(most)
        for other in others
        for player in (new, old)
    ]
    with closing(results.fight(pairs)) as fought:  # type: ignore[type-var]
        for ours in fought:
            test.add(ours.share - next(fought).share)
            if test.verdict:
                break
    verdict = {"high": "accepted", "low": "not accepted"}.get(test.verdict, "open")
    return f"{new} wins {100 * test.mean:+.1f}% more from the pool than {old}: {verdict}, after {4 * test.count} battles"


def ladder(results: Results, book: str, until: float, most: int, kept: bool) -> list[str]:
    """The section of a rulebook, after fighting on until a time."""
    who = [spec for spec in pool(book) if kept or not spec.startswith(PREFIX)]
    fields = SCENARIOS[book]
    # those that think long meet last in every round, so that a short run has much of the others
    order = sorted(
        combinations(who, 2),
        key=lambda both: sum(2 * ("search" in spec) + ("instant" in spec) for spec in both),
    )
    for number in range(most):
        field = fields[number % len(fields)]
        meet = [Meeting(book, field, first, second, number) for first, second in order]
        # a cluster fights a whole round at once; one machine looks at the time after every pair
        for part in [[one] for one in meet] if isinstance(results.workers, int) else [meet]:
            if monotonic() < until:
                list(results.fight(part))
    pairings: dict[tuple[str, str], Pairing] = {}
    met: list[Met] = []
    for meeting, found in results.known.items():
        if (
            meeting.book != book
            or meeting.scenario not in fields
            or not {meeting.first, meeting.second} <= {*who}
        ):
            continue
        key = (meeting.first, meeting.second)
        pairing = pairings.setdefault(key, Pairing(*key))
        met.append(found)
        for points in found.points:
            pairing.games += 1
            pairing.wins += points == 1.0
            pairing.losses += points == 0.0
            pairing.draws += points == 0.5
    if 2 * len(met) < LEAST:
        return []
    met_someone = {name for key in pairings for name in key}
    ratings = rate([spec for spec in who if spec in met_someone], list(pairings.values()))
    lines = [f"## {rulebooks.get(book).title}", ""]
    lines += [f"{sum(pairing.games for pairing in pairings.values())} battles: {', '.join(fields)}.", ""]
    lines += ["| player | rating | 95% | won | battles | answers |", "|---|---|---|---|---|---|"]
    for row in ratings:
        lines.append(
            f"| `{row.name}` | {row.rating:.0f} | {row.low:.0f} to {row.high:.0f} | {percent(row.points / row.games)} "
            f"| {row.games} | {times_of(met, row.name)} |"
        )
    return [*lines, ""]


def main() -> int:
    """Measure what was asked for."""
    parser = argparse.ArgumentParser(prog="python -m bench.pool", description=__doc__.split("\n\n")[0])
    parser.add_argument("what", choices=["match", "accept", "ladder"])
    parser.add_argument("names", nargs="*", help="a rulebook and two players; for a ladder rulebooks")
    parser.add_argument("--low", type=float, default=0.5)
    parser.add_argument("--high", type=float, default=0.6)
    parser.add_argument("--most", type=int, default=MOST, help="pairs of battles of any two players")
    parser.add_argument("--scenarios", type=lambda text: tuple(text.split(",")), default=())
    parser.add_argument("--minutes", type=float, default=10.0, help="for each rulebook of a ladder")
    add_workers(parser, 1)
    parser.add_argument(
        "--kept", action="store_true", help="let kept players climb the ladder too, which takes long"
    )
    parser.add_argument("--write", action="store_true", help="write the ladder to docs/ladder.md")
    words = parser.parse_intermixed_args()
    with workers(words) as hands:
        return measured(Results(workers=hands), words)


def measured(results: Results, words: argparse.Namespace) -> int:
    """What was asked for."""
    if words.what == "ladder":
        sections = [
            "\n".join(ladder(results, book, monotonic() + 60 * words.minutes, words.most, words.kept))
            for book in words.names or SCENARIOS
        ]
        sections.insert(0, HEAD.format(kept=COMMIT))
        text = "\n".join(sections).rstrip() + "\n"
        if words.write:
            old = LADDER.read_text(encoding="utf-8")
            matches = old[old.index(MATCHES) :] if MATCHES in old else ""
            LADDER.write_text(f"{text}\n{matches}" if matches else text, encoding="utf-8")
        print(text)
        return 0
    if len(words.names) != 3:
        raise BadInput(
            f"{words.what} takes a rulebook and two players", hint="such as: stacks instant greedy"
        )
    book, first, second = words.names
    if words.what == "accept":
        print(accept(results, book, first, second, words.most))
        return 0
    for other in pool(book) if second == "pool" else [second]:
        print(match(results, book, first, other, words), flush=True)
    return 0


if __name__ == "__main__":
    run(main)
