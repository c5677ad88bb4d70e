"""The roster of an army: a head with its validity and cost, then a card for each unit, ten to a page.

Where cards have sums behind their figures, or many words, they are sheets to play from: larger, six to a page, four where one of
them has very much on it. Nothing is smaller than 9 points. Cards to play with are of the usual size of playing cards, nine to a page to be cut out, behind a list of the army.

`laid_out` says what stands on which page, `as_html` draws that; `banneret.paper.pdf` makes PDF of it.
"""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Final

from banneret.paper.page import Size, page, symbol

if TYPE_CHECKING:
    from banneret.kernel.abilities.muster import Card
    from banneret.muster.appraisal import Appraisal, Priced

CARDS: Final = 10  # on a page
SHEETS: Final = 6  # on a page, of cards with boxes and sums
TALL: Final = 4  # on a page, of such cards with much on them
PLAYING: Final = 9  # on a page, of cards to play with
FEW: Final = 4  # cards on a page that may be as high as they need
LONG: Final = 120  # letters of words, and of what makes the cost, beyond which cards are the large ones
MUCH: Final = 320  # letters of words and sums beyond which a sheet is a tall one
FAULTS: Final = 5  # in the head of the first page; more follow on a page of their own


@dataclass(frozen=True, slots=True)
class Slip:
    """The card of one unit: its title and number, its own name, what it costs and why, figures, words; sums and boxes of a sheet."""

    title: str
    name: str
    cost: str
    why: str
    figures: tuple[tuple[str, str], ...]
    words: str
    sums: tuple[str, ...] = ()
    boxes: int = 0
    symbol: str = ""


@dataclass(frozen=True, slots=True)
class Roster:
    """A roster ready to be drawn. `more` are the faults that the head has no room for; `sheets`: its cards are the large ones, `tall` the largest.

    `listed` are the lines of its list, where the cards are to play with: how many, their names, what they cost.
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
    sheets: bool = False
    tall: bool = False
    rulebook: str = ""
    listed: tuple[tuple[str, str, str], ...] = ()


def laid_out(found: Appraisal) -> Roster:
    """The layout of the roster of an appraised army."""
    slips = [slip for one in found.entries for slip in _slips(one, found.points)]
    playing = any(one.card is not None and one.card.playing for one in found.entries)
    sheets = any(slip.sums or (len(slip.words + slip.why) > LONG and not playing) for slip in slips)
    tall = sheets and any(len(slip.words) + sum(map(len, slip.sums)) > MUCH for slip in slips)
    room = PLAYING if playing else TALL if tall else SHEETS if sheets else CARDS
    pages = [tuple(slips[at : at + room]) for at in range(0, len(slips), room)] or [()]
    faults = [_sentence(str(fault)) for fault in found.faults]
    number = len(faults)
    state = "Valid" if found.valid else f"Not valid: {number} {'error' if number == 1 else 'errors'}"
    sums = [("Spent", priced(found.spent, found.points))]
    if found.budget:
        sums += [("Budget", priced(found.budget, found.points)), _left(found)]
    sums += [(figure.name, figure.value) for figure in found.sums]
    head = FAULTS if number <= FAULTS else FAULTS - 1
    return Roster(
        found.name or "An army without a name",
        found.title,
        state,
        found.valid,
        tuple(sums),
        tuple(faults[:head]),
        tuple(faults[head:]),
        found.notes,
        tuple(pages),
        sheets,
        tall,
        found.rulebook,
        tuple([_line(one, found.points) for one in found.entries]) if playing else (),
    )


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
    why = " + ".join([f"{amount} {cause}" for amount, cause, _ in card.parts]).replace("+ -", "− ")
    figures = tuple([(figure.name, figure.value if figure.value != "-" else "–") for figure in card.figures])
    return [
        Slip(
            *_named(one, card, number),
            "" if card.playing else priced(card.cost, points),
            why if len(card.parts) > 1 else "",
            figures,
            ("\n" if card.playing else ", ").join(card.words),
            _sums(card) if card.boxes else (),
            card.boxes,
            card.symbol,
        )
        for number in range(1, one.count + 1)
    ]


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


HIGH: Final[dict[Size, tuple[int, int, int, int, int]]] = {
    "A4": (266, 36, 63, 96, 88),
    "letter": (249, 34, 59, 88, 82),
}
"""For each paper how high its pages, cards, sheets, tall sheets and cards to play with are, in mm."""
STYLE: Final = """
body{max-width:182mm}
.page{position:relative;height:var(--page);overflow:hidden;break-after:page}.page:last-child{break-after:auto}
header{overflow:hidden}h1{font-size:20pt;font-weight:800}.quiet{font-size:9pt}
.verdict{display:flex;gap:6mm;align-items:center;margin:1.5mm 0}.state{font:800 12pt Alegreya,Georgia,serif;border:.6mm solid var(--ink);padding:.3mm 3mm;border-radius:1mm;white-space:nowrap}
.state.wrong{border-style:dashed}
.sums{flex:1;display:flex;flex-wrap:wrap;gap:0 6mm}.sums b{font:800 12pt Alegreya,Georgia,serif}
.faults li{padding-left:4mm;text-indent:-3mm;font-size:9pt;line-height:1.25}.faults li::before{content:"\\2022  "}
.notes{white-space:pre-line;font-size:9pt;line-height:1.25;max-height:11.5mm;overflow:hidden}
.cards{display:grid;grid-template-columns:1fr 1fr;gap:2.5mm 3mm;margin-top:2.5mm}
.cards>li{border:.45mm solid var(--ink);border-radius:1mm 1mm 3mm 3mm;padding:1.6mm 3mm;height:var(--card);overflow:hidden;break-inside:avoid}
.sheets>li{height:var(--sheet)}.few>li{height:auto;min-height:var(--card)}.few.sheets>li{min-height:var(--sheet)}.tall>li{height:var(--tall)}
h2{font-size:12.5pt;display:flex;justify-content:space-between;gap:3mm;align-items:center;border-bottom:.25mm solid var(--line-2);padding-bottom:.8mm}
h2 span:first-child{flex:1;display:flex;gap:2mm;align-items:center}h2 span:last-child{white-space:nowrap}
.symbol{flex:none}
dl{display:flex;flex-wrap:wrap;gap:0 3mm;margin:.8mm 0}dl div{text-align:center}.sheets dl{gap:0 2mm}
dt{font-size:9pt;line-height:1.1;color:var(--ink-2)}dd{font:800 12pt/1.1 Alegreya,Georgia,serif}
.text{font-size:9pt;line-height:1.2}
.sum{font-size:9pt;line-height:1.15;color:var(--ink-2)}.boxes{margin:1.2mm 0;line-height:4.4mm}.boxes i{display:inline-block;width:3.4mm;height:3.4mm;border:.35mm solid var(--ink);margin-right:1mm;vertical-align:middle}
.cards:not(.sheets) .boxes{float:right;margin:0}
.listed{columns:2;column-gap:10mm;margin-top:4mm}.listed li{display:grid;grid-template-columns:7mm 1fr auto;padding:.7mm 0;border-bottom:.2mm solid var(--line);break-inside:avoid}
.playing{display:grid;grid-template-columns:repeat(3,60.6mm);grid-auto-rows:var(--playing);justify-content:center}
.playing>li{border:.25mm solid var(--ink);padding:3mm 3.5mm;overflow:hidden;break-inside:avoid;display:flex;flex-direction:column}
.playing h2{order:-2;font-size:12pt}.playing h2 span:last-child{font-size:9pt}.playing .symbol{width:13mm!important;height:13mm!important}.playing h2 span:first-child{flex-direction:column;align-items:flex-start}
.playing dl{justify-content:space-between;gap:0 1.5mm;margin:2mm 0}.playing .text{line-height:1.25;white-space:pre-line}
footer{position:absolute;bottom:0;left:0;right:0;font-size:9pt;color:var(--ink-2);border-top:.2mm solid var(--line);padding-top:.6mm}
@page{margin:13mm 14mm 14mm;@bottom-left{content:""}@bottom-right{content:""}}
@media screen{.page{margin:6mm 0;padding:0 2mm}}
"""


def as_html(roster: Roster, size: Size = "A4") -> str:
    """The roster as a web page that stands alone and prints one page per ten units."""
    first = 2 if roster.listed else 1  # the page of the first cards
    last = first - 1 + len(roster.pages) + bool(roster.more)
    parts: list[str] = []
    if roster.listed:
        parts.append(f"{_html_head(roster)}{_html_list(roster)}{_html_foot(roster, 1, last)}")
    for number, slips in enumerate(roster.pages, first):
        head = _html_head(roster) if number == 1 else f"<p class=quiet>{escape(roster.title)}, continued</p>"
        cards = "".join([_html_slip(slip, roster.rulebook) for slip in slips])
        if roster.listed:
            parts.append(f'<ul class="playing">{cards}</ul>')
        else:
            kind = f"cards{' sheets' if roster.sheets else ''}{' tall' if roster.tall else ''}{' few' if len(slips) <= FEW else ''}"
            parts.append(f'{head}<ul class="{kind}">{cards}</ul>{_html_foot(roster, number, last)}')
    if roster.more:
        rows = "".join([f"<li>{escape(fault)}</li>" for fault in roster.more])
        head = f"<p>{escape(roster.title)}: more of what is wrong</p>"
        parts.append(f'{head}<ul class="faults">{rows}</ul>{_html_foot(roster, last, last)}')
    body = "".join([f'<section class="page">{part}</section>' for part in parts])
    high, card, sheet, tall, playing = HIGH[size]
    measures = (
        f":root{{--page:{high}mm;--card:{card}mm;--sheet:{sheet}mm;--tall:{tall}mm;--playing:{playing}mm}}"
    )
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


def _html_slip(slip: Slip, rulebook: str) -> str:
    row = "<i></i> " * slip.boxes
    boxes = f'<div class="boxes" role="img" aria-label="{slip.boxes} boxes">{row}</div>' if row else ""
    figures = "".join(
        [f"<div><dt>{escape(name)}</dt><dd>{escape(value)}</dd></div>" for name, value in slip.figures]
    )
    return (
        f"<li><h2><span>{symbol(rulebook, slip.symbol, size='6.5mm') if slip.symbol else ''}{escape(slip.name or slip.title)}</span><span>{escape(slip.cost)}</span></h2>"
        + (f"<p class=quiet>{escape(slip.title)}</p>" if slip.name else "")
        + (f"<dl>{figures}</dl>" if figures else "")
        + ("" if slip.sums else boxes)
        + f"<div class=text>{escape(slip.words)}</div>"
        + (boxes if slip.sums else "")
        + (f"<div class=quiet>{escape(slip.why)}</div>" if slip.why else "")
        + (f"<div class=sum>{escape('; '.join(slip.sums))}</div>" if slip.sums else "")
        + "</li>"
    )


def _html_foot(roster: Roster, number: int, last: int) -> str:
    return f"<footer>{escape(roster.title)}. {escape(roster.state)}. Page {number} of {last}.</footer>"
