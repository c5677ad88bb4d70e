"""The roster of an army: a head with its validity and cost, then a card for each unit, two beside one another.

All cards are as high as the one with the most on it needs, and spread evenly over the pages: from twelve of a few words on a page to four
sheets with the sums behind their figures. That of the only unit is as wide as the page. Nothing is smaller than 9 points. Cards to play
with are of the usual size of playing cards, nine to a page to be cut out, behind a list of the army. Where orders are written ahead, each
unit has a page to write them on.

`laid_out` says what stands on which page, `as_html` draws that; `banneret.paper.pdf` makes PDF of it.
"""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Final

from banneret import rulebooks
from banneret.paper.page import Size, page, symbol

if TYPE_CHECKING:
    from banneret.kernel.abilities.muster import BoxRow, Card, ScriptSheet
    from banneret.muster.appraisal import Appraisal, Priced

ROW: Final = 2  # cards beside one another
ROWS: Final = (2, 6)  # rows of cards on a page, at least and at most
PLAYING: Final = 9  # on a page, of cards to play with
FEW: Final = 4  # cards on a page that may be as high as they need
LINES: Final = 6  # words on the only card of an army that have a line each
WIDE: Final = 46  # letters that the names of figures may have in a row
LETTERS: Final = 54  # on a line of a card
BOXES: Final = 15  # on a line of a card
BOX: Final = 5  # letters that are as wide as a box of a named row, with its margin
BLOCKS: Final = 4  # of turns on a page to write orders on
GROUP: Final = 5  # boxes of a named row that stand together
SPARE: Final = 7.0  # mm of a card that are left for what its player writes
FAULTS: Final = 5  # in the head of the first page; more follow on a page of their own
NOTES: Final = 3  # lines of notes in it
LOW, BASE, CARD, FIGURES, LINE, TRACK, GAP = 249.0, 34.0, 13.0, 10.0, 4.0, 6.0, 2.5
"""In mm: the lower of the papers, its head and foot with a line of sums, a card with its heading, a row of figures, a line, a named row of boxes, between cards."""


@dataclass(frozen=True, slots=True)
class Slip:
    """The card of one unit: its title and number, its own name, what it costs and why, figures, words; sums, boxes and named rows of boxes of a sheet."""

    title: str
    name: str
    cost: str
    why: str
    figures: tuple[tuple[str, str], ...]
    words: str
    sums: tuple[str, ...] = ()
    boxes: int = 0
    symbol: str = ""
    tracks: tuple[BoxRow, ...] = ()


@dataclass(frozen=True, slots=True)
class Roster:
    """A roster ready to be drawn. `more` are the faults that the head has no room for, `high` is how high its cards are, in mm.

    `sheets`: the boxes of its cards have a line of their own. `single`: there is one card alone, as wide as the page.
    `listed` are the lines of its list, where the cards are to play with: how many, their names, what they cost.
    `script` is the sheet on which each unit's orders are written ahead.
    """

    title: str
    book: str
    state: str
    valid: bool
    sums: tuple[tuple[str, str], ...]
    faults: tuple[str, ...]
    more: tuple[str, ...]
    notes: str
    pages: tuple[tuple[Slip, ...], ...]
    high: float = 0.0
    sheets: bool = False
    rulebook: str = ""
    single: bool = False
    listed: tuple[tuple[str, str, str], ...] = ()
    script: ScriptSheet | None = None


def laid_out(found: Appraisal) -> Roster:
    """The layout of the roster of an appraised army."""
    slips = [slip for one in found.entries for slip in _slips(one, found.points)]
    playing = any(one.card is not None and one.card.playing for one in found.entries)
    sheets = any(slip.sums or slip.boxes > BOXES for slip in slips)
    head = BASE + LINE * (min(len(found.faults), FAULTS + 1) + min(len(found.notes.splitlines()), NOTES))
    rows, high = _rows_of(slips, LOW - head)
    pages = _pages(slips, PLAYING if playing else ROW * rows, playing)
    faults = [_sentence(str(fault)) for fault in found.faults]
    number = len(faults)
    state = "Valid" if found.valid else f"Not valid: {number} {'error' if number == 1 else 'errors'}"
    sums = [("Spent", priced(found.spent, found.points))]
    if found.budget:
        sums += [("Budget", priced(found.budget, found.points)), _left(found)]
    sums += [(figure.name, figure.value) for figure in found.sums]
    shown = FAULTS if number <= FAULTS else FAULTS - 1
    return Roster(
        found.name or "An army without a name",
        found.title,
        state,
        found.valid,
        tuple(sums),
        tuple(faults[:shown]),
        tuple(faults[shown:]),
        found.notes,
        tuple(pages),
        high,
        sheets,
        found.rulebook,
        len(slips) == 1 and not playing,
        tuple([_line(one, found.points) for one in found.entries]) if playing else (),
        _script(found.rulebook),
    )


def _script(rulebook: str) -> ScriptSheet | None:
    muster = rulebooks.get(rulebook).muster
    return None if muster is None else muster.script


def _rows_of(slips: list[Slip], room: float) -> tuple[int, float]:
    """Rows of cards on a page, and how high they are, in mm: all as what is on the fullest needs, in the room of a page."""
    need = max([_height(slip) for slip in slips], default=LOW)
    least, most = ROWS
    rows = min(most, max(least, int((room + GAP) / (need + GAP))))
    return rows, round(min((room + GAP) / rows - GAP, need + SPARE), 1)


def _height(slip: Slip) -> float:
    """The height that what is on a card needs, in mm; more rather than less."""
    lines = _lines(slip.words) + _lines(slip.why) + _lines("; ".join(slip.sums)) + bool(slip.name)
    boxes = -(-slip.boxes // BOXES) if slip.sums or slip.boxes > BOXES else 0
    tracks = sum(
        [
            _lines(one.name + "".join(one.words) + " " * BOX * (one.boxes or len(one.words)))
            for one in slip.tracks
        ]
    )
    return (
        CARD
        + FIGURES * len(_rows(slip.figures, False))
        + LINE * (lines + boxes + bool(boxes))
        + TRACK * tracks
    )


def _lines(text: str) -> int:
    return -(-len(text) // LETTERS)


def _pages(slips: list[Slip], room: int, full: bool) -> list[tuple[Slip, ...]]:
    """The cards of each page, at most `room`: as many on each, by whole rows, or with each page `full` before the next."""
    if not full and slips:
        each = -(-len(slips) // -(-len(slips) // room))
        room = min(room, -(-each // ROW) * ROW)
    return [tuple(slips[at : at + room]) for at in range(0, len(slips), room)] or [()]


def _line(one: Priced, points: str) -> tuple[str, str, str]:
    """A line of the list: how many, their name, what they cost, if anything."""
    cost = priced(one.total, points) if one.total else "?" if one.card is None else ""
    return str(one.count), one.name or one.title, cost


def _left(found: Appraisal) -> tuple[str, str]:
    """The rest of the budget, or the sum by which it is overspent."""
    name = "Left" if found.left >= 0 else "Too much by"
    return name, priced(abs(found.left), found.points)


def priced(amount: int, points: str) -> str:
    """An amount of what armies are paid with.

    >>> priced(2, "points"), priced(1, "points"), priced(1, "dice of affiliations"), priced(1, "GB")
    ('2 points', '1 point', '1 die of affiliations', '1 GB')
    """
    unit, space, of = points.partition(" ")
    if amount == 1:
        unit = "die" if unit == "dice" else unit.removesuffix("s")
    return f"{amount} {unit}{space}{of}"


def _slips(one: Priced, points: str) -> list[Slip]:
    """A card for each unit of an entry; an entry that cannot be read has one, which says so."""
    card = one.card
    if card is None:
        title = f"{one.count} {one.title}" if one.count > 1 else one.title
        return [Slip(title, one.name, "?", "", (), "This entry cannot be read; the errors say why.")]
    why = ", ".join([f"{str(amount).replace('-', '−')} for {cause}" for amount, cause, _ in card.parts])
    figures = tuple([(figure.name, figure.value if figure.value != "-" else "–") for figure in card.figures])
    return [
        Slip(
            *_named(one, card, number),
            "" if card.playing else priced(card.cost, points),
            why if len(card.parts) > 1 else "",
            figures,
            "\n".join(card.words) if card.playing else _listed(card.words),
            _sums(card) if card.boxes else (),
            card.boxes,
            card.symbol,
            card.tracks,
        )
        for number in range(1, one.count + 1)
    ]


def _listed(words: tuple[str, ...]) -> str:
    """The words on a card as a list; where some hold commas themselves, points stand between them.

    >>> _listed(("Hero", "slay Undead +3"))
    'Hero, slay Undead +3'
    >>> _listed(("regular unit", "dagger 1d4, against large 1d3"))
    'Regular unit · dagger 1d4, against large 1d3'
    """
    text = (" · " if any("," in word for word in words) else ", ").join(words)
    return text[:1].upper() + text[1:]


def _named(one: Priced, card: Card, number: int) -> tuple[str, str]:
    """The title of a unit and its own name: by what a battle calls it, so that paper and table speak of the same."""
    if card.playing or number > len(one.called):
        return card.title if one.count == 1 or card.playing else f"{card.title} {number}", one.name
    name = one.called[number - 1]
    return (name, "") if card.title in name else (card.title, name)


def _sums(card: Card) -> tuple[str, ...]:
    """The sums behind the figures of a card that have more than one addend: "DL 11 = 11 every unit + 1 regular - 1 chaotic"."""
    found: list[str] = []
    for figure in card.figures:
        if len(figure.parts) > 1:
            sum_ = " + ".join([f"{amount} {cause}" for amount, cause, _ in figure.parts])
            found.append(f"{figure.name} {figure.value} = {sum_}".replace("+ -", "− "))
    return tuple(found)


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:] + ("" if text.endswith("?") else ".")


HIGH: Final[dict[Size, tuple[float, float, float]]] = {"A4": (266, 88, 5.7), "letter": (249, 82, 5)}
"""For each paper how high its pages, cards to play with, and lines to write on are, in mm."""
STYLE: Final = """
body{max-width:182mm}
.page{position:relative;height:var(--page);overflow:hidden;break-after:page}.page:last-child{break-after:auto}
header{overflow:hidden}h1{font-size:20pt;font-weight:800}.quiet{font-size:9pt}
.verdict{margin:1.5mm 0}.state{display:inline-block;margin-right:6mm;font:800 12pt Alegreya,Georgia,serif;border:.6mm solid var(--ink);padding:.3mm 3mm;border-radius:1mm;white-space:nowrap}
.state.wrong{border-style:dashed}
.sums{display:inline}.sums li{display:inline-block;margin-right:6mm}.sums b{font:800 12pt Alegreya,Georgia,serif}
.faults li{padding-left:4mm;text-indent:-3mm;font-size:9pt;line-height:1.25}.faults li::before{content:"\\2022  "}
.notes{white-space:pre-line;font-size:9pt;line-height:1.25;max-height:11.5mm;overflow:hidden}
.cards{display:grid;grid-template-columns:1fr 1fr;gap:2.5mm 3mm;margin-top:2.5mm}
.cards>li{border:.45mm solid var(--ink);border-radius:1mm 1mm 3mm 3mm;padding:1.6mm 3mm;height:var(--card);overflow:hidden;break-inside:avoid}
.few>li{height:auto;min-height:var(--card)}
h2{font-size:12.5pt;min-height:9mm;display:flex;justify-content:space-between;gap:3mm;align-items:center;border-bottom:.25mm solid var(--line-2);padding-bottom:.8mm}
h2 span:first-child{flex:1;display:flex;gap:2mm;align-items:center}h2 span:last-child{white-space:nowrap}
.symbol{flex:none}
.single{grid-template-columns:1fr}.single .text{white-space:pre-line}
dl{margin:.8mm 0}dl div{display:inline-block;margin-right:3mm;text-align:center}.sheets dl div{margin-right:2mm}.single dl div{margin-right:6mm}
dt{font-size:9pt;line-height:1.1;color:var(--ink-2)}dd{font:800 12pt/1.1 Alegreya,Georgia,serif}
.text{font-size:9pt;line-height:1.2}
.sum{font-size:9pt;line-height:1.15;color:var(--ink-2)}.boxes{margin:1.2mm 0;line-height:4.4mm}.boxes i{display:inline-block;width:3.4mm;height:3.4mm;border:.35mm solid var(--ink);margin-right:1mm;vertical-align:middle}
.track{display:flex;flex-wrap:wrap;align-items:center;gap:.6mm 1.4mm;margin-top:1.6mm;font-size:9pt;line-height:1.2}.track b{margin-right:1mm}.track span{display:inline-flex;align-items:center;gap:1mm;margin-right:1.2mm;color:var(--ink-2)}.track i{display:inline-block;width:3.8mm;height:3.8mm;border:.35mm solid var(--ink)}
.cards:not(.sheets) .boxes{float:right;margin:0}
.listed{columns:2;column-gap:10mm;margin-top:4mm}.listed li{display:grid;grid-template-columns:7mm 1fr auto;padding:.7mm 0;border-bottom:.2mm solid var(--line);break-inside:avoid}
.playing{display:grid;grid-template-columns:repeat(3,60.6mm);grid-auto-rows:var(--playing);justify-content:center}
.playing>li{border:.25mm solid var(--ink);padding:3mm 3.5mm;overflow:hidden;break-inside:avoid;display:flex;flex-direction:column}
.playing h2{order:-2;font-size:12pt;min-height:0}.playing h2 span:last-child{font-size:9pt}.playing .symbol{width:13mm!important;height:13mm!important}.playing h2 span:first-child{flex-direction:column;align-items:flex-start}
.playing dl{display:flex;justify-content:space-between;gap:1.5mm;margin:2mm 0}.playing dl div{margin:0}.playing .text{line-height:1.25;white-space:pre-line}
.script{width:100%;border-collapse:collapse;table-layout:fixed;margin-top:2.2mm;break-inside:avoid;font-size:9pt;line-height:1.15}
.script th,.script td{border:.25mm solid var(--line-2);text-align:left;vertical-align:top;padding:.7mm 1.4mm;font-weight:400}
h1 .symbol{vertical-align:-1mm;margin-right:2mm}
.script th:first-child{width:33mm;color:var(--ink-2)}.script tr>*{height:var(--row)}
.script thead th{border-bottom:.45mm solid var(--ink);font:800 12pt/1.1 Alegreya,Georgia,serif;color:var(--ink)}
.script thead th:first-child::after{content:"";display:inline-block;width:9mm;border-bottom:.25mm solid var(--ink);margin-left:1.5mm}
.script td+td{border-left:.45mm solid var(--ink)}.script th+td{border-left:.45mm solid var(--ink)}
.picks{columns:2;column-gap:1mm}.picks li{display:flex;align-items:center;gap:1.2mm;line-height:4.5mm;white-space:nowrap;break-inside:avoid}.picks i{flex:none;width:3.2mm;height:3.2mm;border:.35mm solid var(--ink)}
footer{position:absolute;bottom:0;left:0;right:0;font-size:9pt;color:var(--ink-2);border-top:.2mm solid var(--line);padding-top:.6mm}
@page{margin:13mm 14mm 14mm;@bottom-left{content:""}@bottom-right{content:""}}
@media screen{.page{margin:6mm 0;padding:0 2mm}}
"""


def as_html(roster: Roster, size: Size = "A4") -> str:
    """The roster as a web page that stands alone, with the pages that it prints on."""
    first = 2 if roster.listed else 1  # the page of the first cards
    scripts: list[str] = []
    if roster.script is not None:
        slips_of = [slip for slips in roster.pages for slip in slips]
        scripts = [_html_script(roster.script, slip, roster.rulebook) for slip in slips_of]
    last = first - 1 + len(roster.pages) + len(scripts) + bool(roster.more)
    parts: list[str] = []
    if roster.listed:
        parts.append(f"{_html_head(roster)}{_html_list(roster)}{_html_foot(roster, 1, last)}")
    for number, slips in enumerate(roster.pages, first):
        head = _html_head(roster) if number == 1 else f"<p class=quiet>{escape(roster.title)}, continued</p>"
        cards = "".join([_html_slip(slip, roster) for slip in slips])
        if roster.listed:
            parts.append(f'<ul class="playing">{cards}</ul>')
        else:
            kinds = {"sheets": roster.sheets, "few": len(slips) <= FEW, "single": roster.single}
            kind = " ".join(["cards", *[name for name, so in kinds.items() if so]])
            parts.append(f'{head}<ul class="{kind}">{cards}</ul>{_html_foot(roster, number, last)}')
    for number, sheet in enumerate(scripts, first + len(roster.pages)):
        parts.append(f"{sheet}{_html_foot(roster, number, last)}")
    if roster.more:
        rows = "".join([f"<li>{escape(fault)}</li>" for fault in roster.more])
        head = f"<p>{escape(roster.title)}: more of what is wrong</p>"
        parts.append(f'{head}<ul class="faults">{rows}</ul>{_html_foot(roster, last, last)}')
    body = "".join([f'<section class="page">{part}</section>' for part in parts])
    high, playing, row = HIGH[size]
    measures = f":root{{--page:{high}mm;--card:{roster.high}mm;--playing:{playing}mm;--row:{row}mm}}"
    return page(roster.title, measures + STYLE, f"<main>{body}</main>", size)


def _html_head(roster: Roster) -> str:
    sums = "".join([f"<li>{escape(name)} <b>{escape(value)}</b></li>" for name, value in roster.sums])
    faults = "".join([f"<li>{escape(fault)}</li>" for fault in roster.faults])
    more = f"<li>and {len(roster.more)} more, on the last page</li>" if roster.more else ""
    return (
        f"<header><h1>{escape(roster.title)}</h1><p class=quiet>{escape(roster.book)}</p>"
        f'<div class="verdict"><span class="state{"" if roster.valid else " wrong"}">{escape(roster.state)}</span><ul class="sums">{sums}</ul></div>'
        + (f'<ul class="faults">{faults}{more}</ul>' if faults else "")
        + (f'<p class="notes">{escape(roster.notes)}</p>' if roster.notes else "")
        + "</header>"
    )


def _html_list(roster: Roster) -> str:
    """The list of an army whose cards are to play with."""
    rows = [
        f"<li><b>{escape(count)}</b><span>{escape(name)}</span><span>{escape(cost)}</span></li>"
        for count, name, cost in roster.listed
    ]
    return f'<ol class="listed">{"".join(rows)}</ol>'


def _rows(figures: tuple[tuple[str, str], ...], wide: bool) -> list[tuple[tuple[str, str], ...]]:
    """The figures of a card in one row, or in two as even as can be where it has no room for them."""
    letters = sum(len(name) for name, _ in figures)
    half = len(figures) if wide or letters <= WIDE else -(-len(figures) // 2)
    return [figures[at : at + half] for at in range(0, len(figures), half)] if half else []


def _html_figures(figures: tuple[tuple[str, str], ...]) -> str:
    row = [f"<div><dt>{escape(name)}</dt><dd>{escape(value)}</dd></div>" for name, value in figures]
    return f"<dl>{''.join(row)}</dl>"


def _html_slip(slip: Slip, roster: Roster) -> str:
    rulebook, wide = roster.rulebook, roster.single or bool(roster.listed)
    text = slip.words
    if roster.single and text.count(" · ") < LINES:
        text = text.replace(" · ", "\n")
    row = "<i></i> " * slip.boxes
    boxes = f'<div class="boxes" role="img" aria-label="{slip.boxes} boxes">{row}</div>' if row else ""
    return (
        f"<li><h2><span>{symbol(rulebook, slip.symbol, size='6.5mm') if slip.symbol else ''}{escape(slip.name or slip.title)}</span><span>{escape(slip.cost)}</span></h2>"
        + (f"<p class=quiet>{escape(slip.title)}</p>" if slip.name else "")
        + "".join([_html_figures(row) for row in _rows(slip.figures, wide)])
        + ("" if slip.sums else boxes)
        + f"<div class=text>{escape(text)}</div>"
        + (boxes if slip.sums else "")
        + "".join([_html_track(track) for track in slip.tracks])
        + (f"<div class=quiet>{escape(slip.why)}</div>" if slip.why else "")
        + (f"<div class=sum>{escape('; '.join(slip.sums))}</div>" if slip.sums else "")
        + "</li>"
    )


def _html_track(track: BoxRow) -> str:
    """A named row of boxes, in fives, or each box with its word."""
    if track.words:
        row = "".join([f"<span><i></i>{escape(word)}</span>" for word in track.words])
    else:
        fives = [min(GROUP, track.boxes - at) for at in range(0, track.boxes, GROUP)]
        row = "".join([f"<span>{'<i></i>' * five}</span>" for five in fives])
    return f'<div class="track"><b>{escape(track.name)}</b>{row}</div>'


def _html_script(script: ScriptSheet, slip: Slip, rulebook: str) -> str:
    """The page of a unit on which its orders are written ahead."""
    name = slip.name or slip.title
    picks = "".join([f"<li><i></i>{escape(choice)}</li>" for choice in script.choices])
    heads = "".join([f"<th scope=col>{escape(turn)}</th>" for turn in script.turns])
    blank = "<td></td>" * len(script.turns)
    rows = "".join([f"<tr><th scope=row>{escape(line)}</th>{blank}</tr>" for line in script.lines])
    block = (
        f'<table class="script"><thead><tr><th scope=col>{escape(script.block)}</th>{heads}</tr></thead>'
        f"<tbody><tr><th scope=row>Tick one</th>{f'<td><ul class=picks>{picks}</ul></td>' * len(script.turns)}</tr>{rows}</tbody></table>"
    )
    sign = symbol(rulebook, slip.symbol, size="7mm") if slip.symbol else ""
    return (
        f"<header><h1>{sign}{escape(script.title)}: {escape(name)}</h1><p class=quiet>{escape(script.note)}</p></header>"
        + block * BLOCKS
    )


def _html_foot(roster: Roster, number: int, last: int) -> str:
    return f"<footer>{escape(roster.title)}. {escape(roster.state)}. Page {number} of {last}.</footer>"
