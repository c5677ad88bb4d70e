"""The report of a battle that is over, put together from what is known of it so far."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING, Any

import msgspec

from banneret.after.chart import Chart, Charter
from banneret.after.curve import (
    Budget,
    Count,
    Job,
    counted,
    decided,
    next_jobs,
    play_on,
    swings,
    total,
)
from banneret.after.fates import Fate
from banneret.after.luck import Fortune, fortunes, verdict
from banneret.after.turning import Turning, turnings
from banneret.after.walk import Round, walk
from banneret.kernel.battle.onward import aftermath, goes_on
from banneret.kernel.errors import BadInput
from banneret.kernel.scene import Ending, Luck, SideView
from banneret.kernel.viewer import REFEREE

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from banneret.after.walk import Point, Walk
    from banneret.kernel.battle import Battle
    from banneret.kernel.scenario import Outcome

    Asked = Sequence[tuple[Point, Job]]
    Winners = list[tuple[int, ...]]
    Plays = Callable[[Battle, Asked], Iterator[Winners]]

CAPTAIN = "greedy"
DIGITS = 4  # of a chance


class Facts(msgspec.Struct, frozen=True, omit_defaults=True, tag="facts"):
    """The facts of a battle that need no counting. `counts`: so many counts it takes, at most; `captain`: who plays them on.

    `fates` is empty where the pieces of a rulebook cannot be told apart through a battle, `goes_on`, what a campaign takes into its next
    battle, where there is none, `aftermath`, what is left to do in the campaign around it, where that is nothing, and `fortunes` where no throw had a stake; `verdict` says in a sentence whom the dice favoured.
    """

    hash: str
    rulebook: str
    book: str
    scenario: str
    title: str
    sides: tuple[SideView, ...]
    ending: Ending
    rule: str
    entries: int
    rounds: tuple[Round, ...]
    fates: tuple[Fate, ...]
    luck: tuple[Luck, ...]
    budget: Budget
    counts: int
    captain: str
    chart: Chart | None = None
    goes_on: tuple[str, ...] = ()
    fortunes: tuple[Fortune, ...] = ()
    verdict: str = ""
    aftermath: tuple[str, ...] = ()


class Counted(msgspec.Struct, frozen=True, tag="counted"):
    """A checkpoint that has been counted, and how far along the battle it is, in rounds."""

    along: float
    count: Count


class Turned(msgspec.Struct, frozen=True, tag="turned"):
    """The turning points; with them the counting is finished."""

    turnings: tuple[Turning, ...]


Piece = Facts | Counted | Turned


class CurvePoint(msgspec.Struct, frozen=True, omit_defaults=True):
    """A point of the curve: after which entry, how far along in rounds; for each side its chance, and how low and how high that may be."""

    entry: int
    along: float
    chances: tuple[tuple[float, float, float], ...]
    exact: bool = False


class Report(msgspec.Struct, frozen=True, omit_defaults=True):
    """All that is to be told of a battle that is over. While it is being counted, `counted` of `facts.counts` are done; then it is `finished`.

    `margin`: so far, at most, a counted chance may be from the true one.
    """

    facts: Facts
    counted: int = 0
    finished: bool = False
    margin: float = 0.0
    curve: tuple[CurvePoint, ...] = ()
    turnings: tuple[Turning, ...] = ()


def tell(
    battle: Battle,
    budget: Budget,
    known: Iterable[Counted] = (),
    play: Plays | None = None,
) -> Iterator[Piece]:
    """The pieces of the report of a battle, one by one: its facts, each checkpoint that is counted, the turning points.

    `known` are checkpoints that were counted before. `play` plays on from some and gives the winners from each in turn (default: in this
    process, `play_here`). Raises `BadInput` while the battle goes on.
    """
    if not battle.is_over or battle.outcome is None:
        raise BadInput("the battle is not over", hint="its report can be made when it is")
    way = walk(battle)
    sides, points = len(battle.sides), way.points
    by_rules = battle.course.outcome is not None
    counts = {one.count.entry: one.count for one in known}
    if by_rules:
        end = decided(points[-1].entry, sides, battle.outcome, budget.plays)
        counts[end.entry] = end
    yield _facts(battle, battle.outcome, way, budget, total(points, by_rules, budget))
    if by_rules:
        yield Counted(points[-1].along, counts[points[-1].entry])
    while jobs := next_jobs(points, counts, budget):
        asked = [(points[job.index], job) for job in jobs]
        with closing((play or play_here)(battle, asked)) as found:  # type: ignore[type-var]
            for (point, _), results in zip(asked, found, strict=True):
                count = counts[point.entry] = counted(point.entry, sides, results, counts.get(point.entry))
                yield Counted(point.along, count)
    yield Turned(turnings(battle, swings(points, counts, budget), way.rounds))


def _facts(battle: Battle, outcome: Outcome, way: Walk, budget: Budget, counts: int) -> Facts:
    """The facts of a battle that ended so; `counts`: so many counts its curve takes, at most."""
    book = battle.rulebook
    charter = Charter(way.first.board, book.look)
    title = book.rule_title(outcome.rule)
    winners = " and ".join([battle.title(name) for name in battle.winners])
    luck = fortunes(battle.course.ledger(REFEREE).stakes, len(battle.sides))
    return Facts(
        battle.record.hash,
        book.id,
        book.title,
        battle.scenario.id,
        battle.scenario.title,
        way.last.sides,
        Ending(tuple(battle.winners), outcome.why(winners), outcome.rule, title),
        title,
        battle.record.count,
        way.rounds,
        way.fates if book.view.keeps_ids else (),
        battle.scene("referee").luck,
        budget,
        counts,
        next((one.level for one in book.computer.players if one.name == CAPTAIN), CAPTAIN),
        charter.chart if charter.is_map else None,
        goes_on(battle),
        luck,
        verdict(luck, [side.name for side in way.last.sides]),
        aftermath(battle),
    )


def seed_of(battle: Battle, point: Point, number: int) -> str:
    """The seed of a battle that is played on from a checkpoint."""
    return f"{battle.record.hash} {point.entry} {number}"


def play_here(battle: Battle, asked: Asked) -> Iterator[Winners]:
    """The winners of the battles of some jobs, played on in this process."""
    book, like, sides = battle.rulebook, battle.state, len(battle.sides)
    for point, job in asked:
        yield [
            play_on(book, book.load(point.state, like), sides, seed_of(battle, point, number))
            for number in job.numbers
        ]


def assemble(pieces: Iterable[Piece]) -> Report | None:
    """The report as far as its pieces are known; None before its facts are."""
    facts: Facts | None = None
    turned: Turned | None = None
    found: dict[int, Counted] = {}
    number = 0
    for piece in pieces:
        if isinstance(piece, Facts):
            facts = piece
        elif isinstance(piece, Counted):
            found[piece.count.entry] = piece
            number += not piece.count.exact
        else:
            turned = piece
    if facts is None:
        return None
    curve = tuple([_point(one) for one in sorted(found.values(), key=lambda one: one.count.entry)])
    margins = [max(high - value, value - low) for one in curve for value, low, high in one.chances]
    return Report(
        facts,
        number,
        turned is not None,
        max(margins, default=0.0),
        curve,
        turned.turnings if turned else (),
    )


def _point(one: Counted) -> CurvePoint:
    count = one.count
    chances = []
    for side in range(len(count.wins)):
        low, high = count.interval(side)
        chances.append((round(count.chance(side), DIGITS), round(low, DIGITS), round(high, DIGITS)))
    return CurvePoint(count.entry, one.along, tuple(chances), count.exact)


def report(battle: Battle, budget: Budget | None = None, **more: Any) -> Report:
    """The whole report of a battle that is over, counted for a budget (default: `Budget()`); `more` as for `tell`, whose errors it raises."""
    found = assemble(tell(battle, budget or Budget(), **more))
    assert found is not None
    return found
