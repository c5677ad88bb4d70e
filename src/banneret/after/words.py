"""The sentences of a report, the same on the page, in the terminal and on paper."""

from __future__ import annotations

from math import ceil, floor
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from banneret.after.fates import Fate
    from banneret.after.report import Facts, Report
    from banneret.after.turning import Turning


def percent(chance: float) -> str:
    """A chance in whole percent: never 100 or 0 where it is not quite; that of one side and that of the other make 100.

    >>> percent(0.375), percent(0.998), percent(0.002), percent(1.0)
    ('38 %', '99 %', '1 %', '100 %')
    >>> percent(0.485), percent(0.515)
    ('49 %', '51 %')
    """
    exact = round(100 * chance, 3)
    value = floor(exact + 0.5) if exact < 50 else ceil(exact - 0.5)
    if 0 < chance < 1:
        value = min(99, max(1, value))
    return f"{value} %"


def title_of(facts: Facts) -> str:
    """The title of the page: the battle and how it ended."""
    return f"{facts.title}: {winners_text(facts)}"


def winners_text(facts: Facts) -> str:
    """The winners, in a phrase."""
    names = [side.name for side in facts.sides if side.id in facts.ending.winners]
    return f"{' and '.join(names)} won" if names else "A draw"


def verdict(facts: Facts) -> str:
    """The reason why they won, as a sentence."""
    reason = facts.ending.reason.rstrip(".")
    return f"{reason[:1].upper()}{reason[1:]}."


def basis(report: Report, side: int) -> str:
    """A sentence on the way the curve was counted, and on how far it may be off."""
    facts, budget = report.facts, report.facts.budget
    text = (
        f"Chance of {facts.sides[side].name} to win, simulated: "
        f"{facts.captain}s of the computer play on from there on all sides, "
        f"{budget.plays} battles each, where it turned {budget.plays * budget.more}"
    )
    if report.counted:
        points = max(1, round(100 * report.margin))
        text += (
            f"; each within {points} {'point' if points == 1 else 'points'} of the true one, 19 times in 20"
        )
    if not report.finished:
        text += f". Counting, {report.counted} of {facts.counts}"
    return f"{text}."


def ahead(facts: Facts, side: int) -> str:
    """The name of one half of the curve."""
    return f"{facts.sides[side].name} ahead"


def step_text(turn: Turning) -> str:
    """A turning point in a sentence or two."""
    return " ".join([line if line.endswith((".", "!", "?")) else f"{line}." for line in turn.lines])


def loss_line(fates: Sequence[Fate]) -> str:
    """The number of those of a side who still stand, in a phrase."""
    stand = sum(fate.stands for fate in fates)
    return f"{stand or 'none'} of {len(fates)} {'stands' if stand <= 1 else 'stand'}"


def luck_text(more: float) -> str:
    """The distance of dice from their average.

    >>> luck_text(3.5), luck_text(-2.0), luck_text(-0.04)
    ('+3.5', '−2.0', '0.0')
    """
    return f"{more:+.1f}".replace("-", "−") if abs(more) >= 0.05 else "0.0"


def got_text(value: float) -> str:
    """An amount in a ledger of luck: whole where it is.

    >>> got_text(3.0), got_text(3.25)
    ('3', '3.2')
    """
    return f"{value:.0f}" if value == int(value) else f"{value:.1f}"
