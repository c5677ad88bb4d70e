"""The report of a battle as a page that stands alone: who won, how it went, what turned it, who fell, luck."""

from __future__ import annotations

from html import escape
from itertools import pairwise, zip_longest
from typing import TYPE_CHECKING, Final

from banneret.after.words import (
    ahead,
    basis,
    got_text,
    loss_line,
    luck_text,
    percent,
    step_text,
    title_of,
    verdict,
    winners_text,
)
from banneret.paper.page import TOKENS, banner, page, painted, side_class, symbol

if TYPE_CHECKING:
    from banneret.after.chart import Chart
    from banneret.after.fates import Fate
    from banneret.after.luck import Fortune
    from banneret.after.report import CurvePoint, Facts, Report
    from banneret.after.turning import Turning
    from banneret.paper.page import Size

WIDE, HIGH = 920.0, 300.0
LEFT, RIGHT, TOP, BOTTOM = 66.0, 8.0, 12.0, 30.0
LABELS: Final = 20  # of rounds under the curve; where there are more, not each has one
SHARES: Final = ((1.0, "100 %"), (0.5, "50 %"), (0.0, "0 %"))  # the chances that are written beside the curve
LETTER: Final = 8.8  # the width of a letter of a name at the curve
ROOM: Final = 22.0  # that such a name needs above and below its line
COLUMNS: Final = 2  # sides beside one another in the losses
SHORT: Final = 8  # rows of losses that are not parted
TOGETHER: Final = 3  # rows that go over to the next page together with the last

STYLE: Final = """
body{max-width:190mm;padding:6mm 4mm}
header{display:flex;justify-content:space-between;gap:6mm;border-bottom:.3mm solid var(--line-2);padding-bottom:2mm}
header h1{font-size:15pt}
.won{display:flex;gap:5mm;align-items:center;margin:3mm 0 0}.won h2{font-size:25pt;font-weight:800}
section{margin-top:4mm}section>h2{font-size:15pt}
.basis{font-size:9pt;color:var(--ink-2);margin:.5mm 0 1.5mm}
.curve{width:100%;border:.3mm solid var(--line);border-radius:1.5mm;padding:2mm;break-inside:avoid}
.curve svg{width:100%;display:block}
.turns{display:grid;grid-template-columns:1fr 1fr;gap:2mm 3mm;margin-top:1.5mm}
.turns li{border:.3mm solid var(--line-2);border-radius:2mm;padding:2mm;display:grid;grid-template-columns:28mm minmax(0,1fr);gap:1mm 3mm;break-inside:avoid}
.turns figure svg{width:28mm;display:block}
.turns b{font-weight:650}.turns .swing{margin-top:1mm;display:flex;flex-wrap:wrap;justify-content:space-between;gap:0 2mm}.swing span{white-space:nowrap}.swing strong{font:800 13pt Alegreya,Georgia,serif}
.die{display:inline-block;min-width:5.5mm;padding:0 .8mm;margin-right:.8mm;text-align:center;font-weight:700;border:.5mm solid var(--edge);border-radius:1mm;background:var(--field);color:var(--on)}.siden{--field:#fff;--on:var(--ink);--edge:var(--line-2)}
.sides{width:100%;table-layout:fixed;border-collapse:separate;border-spacing:0 1mm}.sides td,.sides th{padding:0 0 0 2mm;text-align:left;vertical-align:top}.sides :is(td,th):first-child{padding:0 2mm 0 0}
.sides.short{break-inside:avoid}.sides tr{break-inside:avoid}.sides tr.last{break-before:avoid}.sides th h2{font-size:15pt}.sides h3{font-size:11.5pt}.sides h3 .quiet{font-weight:400}.sides h3 svg{vertical-align:middle;margin-right:1.5mm}
.card{display:grid;grid-template-columns:7mm 1fr auto;gap:2mm;align-items:center;padding:.8mm 2mm;min-height:9.5mm;break-inside:avoid;background:var(--field);color:var(--on);border:.5mm solid var(--edge)}
.card.side0{border-radius:1mm 1mm 3mm 3mm}.card b{display:block;line-height:1.1;font-weight:650}.card small{font-size:9pt;line-height:1.1;display:block}
.card.lost{background:none;color:var(--ink-2);border:.35mm dashed var(--line-2)}.card.lost b{text-decoration:line-through}
.pips{letter-spacing:.5mm}
.luck{display:grid;grid-template-columns:6mm 33mm 1fr 12mm;gap:1mm 2mm;align-items:center;margin-top:1.5mm;break-inside:avoid}
.whole{break-inside:avoid}.measures{display:grid;grid-template-columns:1fr 1fr;gap:1mm 6mm}.measure h3{font-size:11.5pt;margin-top:1.5mm}
.luck i{display:block;height:3mm;background:var(--field);border:.4mm solid var(--edge)}.luck strong{font:800 12pt Alegreya,Georgia,serif;text-align:right}
.hash{font-size:9pt;color:var(--ink-2);overflow-wrap:anywhere;margin:0}
@media print{body{padding:0}}
@media screen and (max-width:640px){.turns,.sides,.measures{grid-template-columns:1fr}.curve{overflow-x:auto}.curve svg{min-width:640px}}
"""


def report_html(report: Report, side: int = 0, size: Size = "A4") -> str:
    """The report as a page; the curve shows the chance of `side`."""
    facts = report.facts
    parts = [
        f"<header><h1>{escape(facts.title)}</h1><span class=quiet>{escape(facts.book)}</span></header>",
        _won(facts),
        _how(report, side),
        _turns(report, side) if report.turnings else "",
        _luck(facts) if facts.luck or facts.fortunes else "",
        _losses(facts) if facts.fates else "",
        _aftermath(facts) if facts.aftermath else "",
    ]
    foot = f"{facts.title}. {winners_text(facts)}. Record {facts.hash[:16]}"
    return page(title_of(facts), STYLE, f"<main>{''.join(parts)}</main>", size, foot)


def _won(facts: Facts) -> str:
    winners = [number for number, one in enumerate(facts.sides) if one.id in facts.ending.winners]
    marks = "".join([banner(facts.sides, number, "17mm") for number in winners or range(len(facts.sides))])
    rule = f"{facts.rule} ({facts.ending.rule})" if facts.rule else facts.ending.rule
    return (
        f"<div class=won><span>{marks}</span><div><h2>{escape(winners_text(facts))}</h2>"
        f"<p>{escape(verdict(facts))} <span class=rule>{escape(rule)}</span></p>"
        f"<p class=hash>{facts.entries} entries, hash {facts.hash}</p></div></div>"
    )


# ---------------------------------------------------------------- the curve


def _how(report: Report, side: int) -> str:
    return (
        f"<section><h2>How it went</h2><p class=basis>{escape(basis(report, side))}</p>"
        f"<figure class=curve>{curve_svg(report, side)}</figure></section>"
    )


class _Frame:
    """The frame of a curve: where it draws a place along the rounds and a chance, and the lines that bound it."""

    def __init__(self, report: Report) -> None:
        rounds = float(len(report.facts.rounds))
        self.span = max(1.0, report.curve[-1].along if report.curve else 1.0, rounds)
        self.left, self.right = self.x(0), self.x(self.span)
        self.top, self.half, self.low = self.y(1), self.y(0.5), self.y(0)

    def x(self, along: float) -> float:
        """The place of a moment, counted in rounds."""
        return round(LEFT + (WIDE - LEFT - RIGHT) * along / self.span, 1)

    def y(self, chance: float) -> float:
        """The height of a chance."""
        return round(TOP + (HIGH - TOP - BOTTOM) * (1 - chance), 1)


def curve_svg(report: Report, side: int) -> str:
    """The curve of a side: rounds along, chance upwards, half as the line; the band is how far it may be off."""
    other = 1 - side if len(report.facts.sides) == 2 else -1
    frame = _Frame(report)
    left, right, top, low = frame.left, frame.right, frame.top, frame.low
    return "".join(
        [
            _curve_head(report, side, other, frame),
            *_curve_rounds(report, frame),
            *(_curve_line(report, side, frame) if len(report.curve) > 1 else ()),
            *[_curve_text(LEFT - 8, frame.y(share) + 5, "end", text) for share, text in SHARES],
            f'<path d="M{left} {top}H{right}V{low}H{left}Z" fill="none" stroke="var(--line-2)"/>',
            *_curve_names(report, side, other, frame),
            _curve_text(4, HIGH - 8, "", report.facts.rounds[-1].name.lower()),
            "</svg>",
        ]
    )


def _curve_head(report: Report, side: int, other: int, frame: _Frame) -> str:
    """The beginning of the drawing: the halves to which fills are cut, and the hatching of the lower one."""
    left, top, wide = frame.left, frame.top, frame.right - frame.left
    return (
        f'<svg viewBox="0 0 {WIDE:g} {HIGH:g}" font-family="Source Sans 3" role="img" aria-label="{escape(_said(report, side))}"><defs>'
        f'<clipPath id="up"><rect x="{left}" y="{top}" width="{wide:g}" height="{frame.half - top:g}"/></clipPath>'
        f'<clipPath id="dn"><rect x="{left}" y="{frame.half}" width="{wide:g}" height="{frame.low - frame.half:g}"/></clipPath>'
        '<pattern id="hatch" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
        f'<path d="M0 0V7" stroke="var(--s{other if other >= 0 else 2}-ink)" stroke-width="1.2"/></pattern></defs>'
    )


def _curve_rounds(report: Report, frame: _Frame) -> list[str]:
    """A line at the beginning of each round, and the numbers of as many rounds as there is room for."""
    rounds = report.facts.rounds
    step = max(1, -(-len(rounds) // LABELS))
    found = []
    for index, one in enumerate(rounds):
        found.append(f'<path d="M{frame.x(index)} {frame.top}V{frame.low}" stroke="var(--line)"/>')
        if index % step == 0 and one.number:
            middle = frame.x(min(index + 0.5, frame.span))
            found.append(_curve_text(middle, HIGH - 8, "middle", str(one.number)))
    return found


def _curve_line(report: Report, side: int, frame: _Frame) -> list[str]:
    """The curve itself: both halves filled, the band of what it may be off, the line, its points and turning points."""

    def at(point: CurvePoint, value: int = 0) -> str:
        return f"{frame.x(point.along)},{frame.y(point.chances[side][value])}"

    curve, half = report.curve, frame.half
    line = " ".join([at(point) for point in curve])
    area = f"{frame.x(curve[0].along)},{half} {line} {frame.x(curve[-1].along)},{half}"
    band = " ".join([at(point, 2) for point in curve] + [at(point, 1) for point in reversed(curve)])
    return [
        f'<g clip-path="url(#up)"><polygon points="{area}" fill="var(--s{side}-ink)" stroke="none" opacity=".3"/></g>',
        f'<g clip-path="url(#dn)"><polygon points="{area}" fill="url(#hatch)" opacity=".7"/></g>',
        f'<polygon points="{band}" fill="var(--ink-2)" opacity=".16"/>',
        f'<path d="M{frame.left} {half}H{frame.right}" stroke="var(--ink-2)" stroke-width="1.4"/>',
        f'<polyline points="{line}" fill="none" stroke="var(--ink)" stroke-width="2.4" stroke-linejoin="round"/>',
        *[
            f'<circle cx="{frame.x(point.along)}" cy="{frame.y(point.chances[side][0])}" r="3" fill="var(--panel)" stroke="var(--ink)" stroke-width="1.8"/>'
            for point in curve
        ],
        *[_number(report, number, turn, side, frame) for number, turn in enumerate(report.turnings, 1)],
    ]


def _curve_names(report: Report, side: int, other: int, frame: _Frame) -> list[str]:
    """The names of the two halves, where the curve leaves them room."""
    drawn = [(frame.x(point.along), frame.y(point.chances[side][0])) for point in report.curve]
    ends = frame.left + 9, frame.right - 9
    found = []
    for one, heights in ((side, (frame.top + 20, frame.half - 9)), (other, (frame.low - 9, frame.half + 20))):
        if one >= 0:
            name = ahead(report.facts, one)
            (x, y), anchor = free_place(drawn, len(name) * LETTER, ends, heights)
            found.append(
                f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}" font-size="16.5" font-weight="650" fill="var(--s{one}-ink)">{escape(name)}</text>'
            )
    return found


def _curve_text(x: float, y: float, anchor: str, text: str) -> str:
    anchored = f' text-anchor="{anchor}"' if anchor else ""
    return f'<text x="{x:g}" y="{y:g}"{anchored} font-size="16.5" fill="var(--ink-2)">{escape(text)}</text>'


def free_place(
    line: list[tuple[float, float]], wide: float, ends: tuple[float, float], heights: tuple[float, float]
) -> tuple[tuple[float, float], str]:
    """The place of a name beside a line, and its anchor: the first of four that the line leaves free, else that from which it is farthest.

    Args:
        line: the points of the line, from left to right.
        wide: the width of the name.
        ends: where it may begin at the left, and end at the right.
        heights: the base lines on which it may stand, the better one first.

    >>> free_place([(0, 10), (100, 90)], 40, (5, 95), (20, 80))
    ((5, 80), 'start')
    >>> free_place([(0, 50), (100, 50)], 40, (5, 95), (20, 80))
    ((5, 20), 'start')
    """
    best: tuple[float, tuple[float, float], str] | None = None
    for end, anchor in zip(ends, ("start", "end"), strict=True):
        begin = end if anchor == "start" else end - wide
        for height in heights:
            there = _heights(line, begin, begin + wide)
            far = min([abs(one - (height - 5)) for one in there], default=ROOM)
            if min(there, default=height) < height - 5 < max(there, default=height):
                far = 0.0
            if best is None or (min(far, ROOM) > min(best[0], ROOM)):
                best = (far, (end, height), anchor)
    assert best is not None
    return best[1], best[2]


def _heights(line: list[tuple[float, float]], begin: float, end: float) -> list[float]:
    """The heights of a line between two places, those at the two places too."""
    found = [y for x, y in line if begin <= x <= end]
    for (x, y), (to, other) in pairwise(line):
        found += [y + (other - y) * (at - x) / (to - x) for at in (begin, end) if x < at < to]
    return found


def _number(report: Report, number: int, turn: Turning, side: int, frame: _Frame) -> str:
    """The number of a turning point at the curve, above it where the chance rises and below where it falls."""
    point = next(one for one in report.curve if one.entry == turn.to)
    chance = point.chances[side][0]
    up = turn.after[side] > turn.before[side]
    down = 20 if (not up and chance > 0.12) or chance > 0.88 else -20
    middle, high = min(frame.x(point.along), WIDE - RIGHT - 13), frame.y(chance) + down
    return (
        f'<circle cx="{middle}" cy="{high:g}" r="13" fill="#211d17"/>'
        f'<text x="{middle}" y="{high + 5.8:g}" text-anchor="middle" font-size="16.5" font-weight="800" fill="#fff">{number}</text>'
    )


def _said(report: Report, side: int) -> str:
    chances = [point.chances[side][0] for point in report.curve]
    name = report.facts.sides[side].name
    if not chances:
        return f"The chance of {name} to win is not counted yet"
    return (
        f"Chance of {name} to win: {percent(chances[0])} at the start, {percent(min(chances))} at its lowest, "
        f"{percent(max(chances))} at its highest, {percent(chances[-1])} at the end"
    )


# ---------------------------------------------------------------- what turned it, who fell, luck


def _turns(report: Report, viewed: int) -> str:
    rows = []
    for number, turn in enumerate(report.turnings, 1):
        chart = report.facts.chart
        picture = f"<figure>{chart_svg(chart, turn)}</figure>" if chart is not None else "<span></span>"
        side = viewed if len(turn.after) == 2 else turn.side
        rows.append(
            f"<li>{picture}<div><b>{number}. {escape(turn.round)}</b> {escape(step_text(turn))}"
            f"<div class=swing><span>{_dice(turn)}</span><span>{escape(report.facts.sides[side].name)} "
            f"{percent(turn.before[side])} → <strong>{percent(turn.after[side])}</strong></span></div></div></li>"
        )
    return f"<section><h2>What turned it</h2><ol class=turns>{''.join(rows)}</ol></section>"


def _dice(turn: Turning) -> str:
    """The first dice of a step, each in the colours of its side."""
    return "".join(
        [
            f'<span class="die {side_class(side)}" title="d{faces}">{value}</span>'
            for side, faces, value in turn.dice[:3]
        ]
    )


def chart_svg(chart: Chart, turn: Turning) -> str:
    """The little map of a turning point: who stood where, and where it happened."""
    out = [
        f'<svg viewBox="-2 -2 {chart.wide + 4:g} {chart.high + 4:g}" font-family="Source Sans 3" aria-hidden="true">'
    ]
    out.append(f'<rect class="ground" width="{chart.wide}" height="{chart.high}" fill="#f0e8cd"/>')
    for cell in chart.cells:
        points = " ".join([f"{x},{y}" for x, y in cell.points])
        shape, fill = ("polyline", "none") if cell.way else ("polygon", cell.light)
        out.append(
            f'<{shape} class="ground" points="{points}" fill="{fill}" stroke="#a99e86" stroke-width=".7"/>'
        )
    for x, y in turn.marks:
        r = chart.token * 1.8
        out.append(
            f'<rect x="{x - r:g}" y="{y - r:g}" width="{2 * r:g}" height="{2 * r:g}" fill="var(--halo)" fill-opacity=".6" stroke="#211d17" stroke-width="1.6"/>'
        )
    out += [
        f'<path transform="translate({token.x} {token.y}) scale({chart.token})" d="{TOKENS[token.side % 4]}" '
        f'{painted(token.side)} stroke-width="{0.4 if token.side % 2 else 0.15}"/>'
        for token in turn.tokens
    ]
    return "".join([*out, "</svg>"])


def _losses(facts: Facts) -> str:
    """A table for every two sides, whose head stands again on each page that it goes over to."""
    tables = []
    for first in range(0, len(facts.sides), COLUMNS):
        pair = range(first, min(first + COLUMNS, len(facts.sides)))
        fates = [[fate for fate in facts.fates if fate.side == side] for side in pair]
        heads = "".join(
            [
                f"<th><h3>{banner(facts.sides, side, '6mm')} {escape(facts.sides[side].name)} <span class=quiet>{escape(loss_line(mine))}</span></h3></th>"
                for side, mine in zip(pair, fates, strict=True)
            ]
        )
        rows = [
            "".join([f"<td>{_card(facts, one) if one else ''}</td>" for one in row])
            for row in zip_longest(*fates)
        ]
        kinds = [
            " class=last" if number and number >= len(rows) - TOGETHER else "" for number in range(len(rows))
        ]
        body = "".join([f"<tr{kind}>{row}</tr>" for kind, row in zip(kinds, rows, strict=True)])
        short = " short" if len(rows) <= SHORT else ""
        tables.append(
            f'<table class="sides{short}"><thead><tr><th colspan={COLUMNS}><h2>Losses</h2></th></tr><tr>{heads}</tr></thead><tbody>{body}</tbody></table>'
        )
    return f"<section>{''.join(tables)}</section>"


def _card(facts: Facts, fate: Fate) -> str:
    pips = "".join(["○" if pip == "x" else "●" for pip in fate.pips])
    words = (
        fate.where or "stands"
        if fate.stands
        else ", ".join([part for part in (fate.round, fate.how.lower()) if part])
    )
    strength = pips or fate.label
    ink = f"var(--s{fate.side % 4}-on)" if fate.stands else "var(--ink-2)"
    return (
        f'<div class="card {side_class(fate.side)}{"" if fate.stands else " lost"}">{symbol(facts.rulebook, fate.symbol, ink) or "<span></span>"}'
        f"<span><b>{escape(fate.name)}</b><small>{escape(words)}</small></span>"
        f"<span class=pips>{escape(strength) if fate.stands else ''}</span></div>"
    )


def _luck(facts: Facts) -> str:
    verdict = f"<p>{escape(facts.verdict)}</p>" if facts.verdict else ""
    if facts.fortunes:
        parts = "".join([_fortune(facts, one) for one in facts.fortunes])
        if len(facts.fortunes) > 1:
            parts = f"<div class=measures>{parts}</div>"
        note = "What dice brought, against what the same throws bring on average."
    else:
        offs = [(one.side, one.sum - one.expected, f"{one.count} dice") for one in facts.luck]
        parts = _bars(facts, offs)
        note = "The sum of all dice of a side against what it is on average."
    return f"<section class=whole><h2>Luck</h2>{verdict}{parts}<p class=basis>{note}</p></section>"


def _aftermath(facts: Facts) -> str:
    rows = "".join([f"<li>{escape(text)}</li>" for text in facts.aftermath])
    return f"<section class=whole><h2>After the battle</h2><ul>{rows}</ul></section>"


def _fortune(facts: Facts, one: Fortune) -> str:
    offs = [
        (at, one.off(at), f"{got_text(one.got[at])}, {got_text(one.expected[at])} expected")
        for at in range(len(facts.sides))
    ]
    title = f"{one.measure[:1].upper()}{one.measure[1:]}"
    return f"<div class=measure><h3>{escape(title)}</h3>{_bars(facts, offs)}</div>"


def _bars(facts: Facts, offs: list[tuple[int, float, str]]) -> str:
    most = max([abs(more) for _, more, _ in offs] + [1.0])
    rows = []
    for side, more, words in offs:
        left = 50 if more > 0 else 50 - 50 * abs(more) / most
        rows.append(
            f"<span>{banner(facts.sides, side, '5mm')}</span><span>{words}</span>"
            f'<span><i class="{side_class(side)}" style="width:{50 * abs(more) / most:.0f}%;margin-left:{left:.0f}%"></i></span><strong>{luck_text(more)}</strong>'
        )
    return f"<div class=luck>{''.join(rows)}</div>"
