"""The report of a battle as text: for the terminal, for mail, for a screen reader."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from banneret.after.words import (
    basis,
    got_text,
    loss_line,
    luck_text,
    percent,
    step_text,
    verdict,
    winners_text,
)
from banneret.render.ink import clean, wrap
from banneret.render.words import rule_words

if TYPE_CHECKING:
    from banneret.after.fates import Fate
    from banneret.after.report import Report

BAR = 24  # columns of a chance
END: Final = "At the end"  # the last row of the curve


def report_text(report: Report, side: int = 0, width: int = 80) -> str:
    """The report as text, `width` columns wide; the curve shows the chance of `side`."""
    facts = report.facts
    out = [facts.title, facts.book, "", f"{winners_text(facts)}."]
    out += [
        *wrap(f"{verdict(facts)} ({rule_words(facts.rule, facts.ending.rule)})", width),
        "",
        "How it went",
    ]
    out += [*wrap(basis(report, side), width, "  "), *_curve(report, side), ""]
    if report.finished:
        out += ["What turned it", *_turns(report, width), ""]
    if facts.fates:
        out += ["Losses", *_losses(report, width), ""]
    if facts.luck or facts.fortunes:
        out += ["Luck", *_luck(report, width)]
        out.append("")
    if facts.aftermath:
        out += ["After the battle", *[row for text in facts.aftermath for row in wrap(text, width, "  ")], ""]
    out += [f"{facts.entries} entries", f"hash {facts.hash}"]
    return "\n".join([clean(line) for line in out])


def _curve(report: Report, side: int) -> list[str]:
    rounds = [str(one) for one in report.facts.rounds]
    wide = max(len(name) for name in [*rounds, END])
    rows, before = [], -1
    for point in report.curve:
        at = min(int(point.along), len(rounds) - 1)
        value, low, high = point.chances[side]
        bar = "#" * round(BAR * value)
        name = END if point.entry == report.facts.entries else rounds[at] if at != before else ""
        span = "" if point.exact else f"  ({percent(low)} to {percent(high)})"
        rows.append(f"  {name:<{wide}}  {percent(value):>5}  {bar:<{BAR}}  entry {point.entry}{span}")
        before = at
    return rows


def _turns(report: Report, width: int) -> list[str]:
    facts, rows = report.facts, []
    for number, turn in enumerate(report.turnings, 1):
        name = facts.sides[turn.side].name
        text = (
            f"{turn.round}: {step_text(turn)} {name} {percent(turn.before[turn.side])} -> "
            f"{percent(turn.after[turn.side])}. (from entry {turn.entry})"
        )
        rows += wrap(text, width, f"  {number}. ")
    return rows or wrap("No single step moved the chances by more than the counting may be off.", width, "  ")


def _luck(report: Report, width: int) -> list[str]:
    facts = report.facts
    rows = wrap(facts.verdict, width, "  ") if facts.verdict else []
    for one in facts.fortunes:
        rows += [
            f"  {side.name}: {got_text(one.got[at])} {one.measure}, {got_text(one.expected[at])} expected"
            for at, side in enumerate(facts.sides)
        ]
    if not facts.fortunes:
        rows += [
            f"  {facts.sides[one.side].name}: {one.count} dice, {luck_text(one.sum - one.expected)} against the average"
            for one in facts.luck
        ]
    return rows


def _losses(report: Report, width: int) -> list[str]:
    rows = []
    for side, one in enumerate(report.facts.sides):
        fates = [fate for fate in report.facts.fates if fate.side == side]
        rows.append(f"  {one.name}: {loss_line(fates)}")
        for fate in fates:
            rows += wrap(_fate(fate), width, "    - ")
    return rows


def _fate(fate: Fate) -> str:
    if fate.stands:
        return f"{fate.name}: {fate.where or 'stands'}"
    when = f" in {fate.round[:1].lower()}{fate.round[1:]}" if fate.round else ""
    return f"{fate.name}: lost{when}{f', {fate.how.lower()}' if fate.how else ''}"
