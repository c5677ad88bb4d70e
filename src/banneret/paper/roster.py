"""The roster of an army: a head with its validity and cost, then a card for each unit, ten to a page.

Where cards have boxes to strike off, they are sheets to play from: larger, six to a page, with the sums of their figures.

`laid_out` says what stands on which page; `as_html` and `banneret.paper.pdf` only draw that.
"""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from banneret.kernel.abilities.muster import Card
    from banneret.muster.appraisal import Appraisal, Priced

CARDS: Final = 10  # on a page
SHEETS: Final = 6  # on a page, of cards with boxes
FAULTS: Final = 6  # in the head of the first page; more follow on a page of their own


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


@dataclass(frozen=True, slots=True)
class Roster:
    """A roster ready to be drawn. `more` are the faults that the head has no room for; `sheets`: its cards are the large ones."""

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


def laid_out(found: Appraisal) -> Roster:
    """The layout of the roster of an appraised army."""
    slips = [slip for one in found.entries for slip in _slips(one, found.points)]
    sheets = any(slip.boxes for slip in slips)
    room = SHEETS if sheets else CARDS
    pages = [tuple(slips[at : at + room]) for at in range(0, len(slips), room)] or [()]
    faults = [_sentence(str(fault)) for fault in found.faults]
    number = len(faults)
    state = "Valid" if found.valid else f"Not valid: {number} {'error' if number == 1 else 'errors'}"
    sums = [("Spent", f"{found.spent} {found.points}")]
    if found.budget:
        sums += [("Budget", f"{found.budget} {found.points}"), _left(found)]
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
    )


def _left(found: Appraisal) -> tuple[str, str]:
    """The rest of the budget, or the sum by which it is overspent."""
    name = "Left" if found.left >= 0 else "Too much by"
    return name, f"{abs(found.left)} {found.points}"


def _slips(one: Priced, points: str) -> list[Slip]:
    """A card for each unit of an entry; an entry that cannot be read has one, which says so."""
    card = one.card
    if card is None:
        title = f"{one.count} {one.title}" if one.count > 1 else one.title
        return [Slip(title, one.name, "?", "", (), "This entry cannot be read; the errors say why.")]
    why = " + ".join([f"{amount} {cause}" for amount, cause, _ in card.parts]).replace("+ -", "− ")
    figures = tuple([(figure.name, figure.value) for figure in card.figures])
    return [
        Slip(
            card.title if one.count == 1 else f"{card.title} {number}",
            one.name,
            f"{card.cost} {points}",
            why if len(card.parts) > 1 else "",
            figures,
            ", ".join(card.words),
            _sums(card) if card.boxes else (),
            card.boxes,
        )
        for number in range(1, one.count + 1)
    ]


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


BOX: Final = "\u2610 "  # with a space, so that a row of them can be broken
STYLE: Final = """
@page { size: A4; margin: 14mm 15mm; }
* { box-sizing: border-box; }
body { font: 10pt/1.35 "Source Sans 3", system-ui, sans-serif; color: #000; background: #fff; margin: 0 auto; max-width: 180mm; }
h1 { font: 700 21pt/1.1 Alegreya, Georgia, serif; margin: 0; }
.page { break-after: page; padding: 4mm 0; } .page:last-child { break-after: auto; }
header p, footer { margin: 1mm 0; } .quiet, footer { color: #444; font-size: 9pt; }
.state { font-weight: 700; border: .4mm solid #000; padding: 0 2mm; display: inline-block; }
.sums { display: flex; flex-wrap: wrap; gap: 1mm 6mm; margin: 2mm 0; padding: 0; list-style: none; }
.faults { margin: 1mm 0; padding-left: 5mm; } .notes { white-space: pre-line; }
.cards { display: grid; grid-template-columns: 1fr 1fr; gap: 3mm; margin: 3mm 0 0; padding: 0; list-style: none; }
.cards > li { border: .3mm solid #000; border-radius: 1.5mm; padding: 2mm 3mm; min-height: 36mm; break-inside: avoid; }
h2 { font: 700 13pt/1.15 Alegreya, Georgia, serif; margin: 0; display: flex; justify-content: space-between; gap: 3mm; }
dl { display: flex; flex-wrap: wrap; gap: 0 3.5mm; margin: 1.5mm 0; } dl div { text-align: center; }
.sheets > li { min-height: 74mm; } .sheets dl { gap: 0 2.2mm; }
.boxes { font-size: 13pt; line-height: 1.05; letter-spacing: .6mm; margin-top: 1.5mm; }
dt { font-size: 7.5pt; color: #444; } dd { margin: 0; font-weight: 700; font-size: 12pt; }
"""


def as_html(roster: Roster) -> str:
    """The roster as a web page that stands alone and prints one page per ten units."""
    last = len(roster.pages) + bool(roster.more)
    parts: list[str] = []
    for number, page in enumerate(roster.pages, 1):
        head = _html_head(roster) if number == 1 else f"<p class=quiet>{escape(roster.title)}, continued</p>"
        cards = "".join([_html_slip(slip) for slip in page])
        kind = "cards sheets" if roster.sheets else "cards"
        parts.append(f'{head}<ul class="{kind}">{cards}</ul>{_html_foot(roster, number, last)}')
    if roster.more:
        rows = "".join([f"<li>{escape(fault)}</li>" for fault in roster.more])
        head = f"<p>{escape(roster.title)}: more of what is wrong</p>"
        parts.append(f'{head}<ul class="faults">{rows}</ul>{_html_foot(roster, last, last)}')
    body = "".join([f'<section class="page">{part}</section>' for part in parts])
    return (
        f'<!doctype html>\n<html lang="en"><meta charset="utf-8"><title>{escape(roster.title)}</title>'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><style>{STYLE}</style>'
        f"<body><main>{body}</main></body></html>\n"
    )


def _html_head(roster: Roster) -> str:
    sums = "".join([f"<li>{escape(name)} <b>{escape(value)}</b></li>" for name, value in roster.sums])
    faults = "".join([f"<li>{escape(fault)}</li>" for fault in roster.faults])
    more = f"<li>and {len(roster.more)} more, on the last page</li>" if roster.more else ""
    return (
        f"<header><h1>{escape(roster.title)}</h1><p class=quiet>{escape(roster.book)}</p>"
        f'<p><span class="state">{escape(roster.state)}</span></p><ul class="sums">{sums}</ul>'
        + (f'<ul class="faults">{faults}{more}</ul>' if faults else "")
        + (f'<p class="notes">{escape(roster.notes)}</p>' if roster.notes else "")
        + "</header>"
    )


def _html_slip(slip: Slip) -> str:
    figures = "".join(
        [f"<div><dt>{escape(name)}</dt><dd>{escape(value)}</dd></div>" for name, value in slip.figures]
    )
    return (
        f"<li><h2><span>{escape(slip.title)}</span><span>{escape(slip.cost)}</span></h2>"
        + (f"<p class=quiet>{escape(slip.name)}</p>" if slip.name else "")
        + (f"<dl>{figures}</dl>" if figures else "")
        + f"<div>{escape(slip.words)}</div>"
        + (f"<div class=quiet>{escape(slip.why)}</div>" if slip.why else "")
        + "".join([f"<div class=quiet>{escape(line)}</div>" for line in slip.sums])
        + (
            f'<div class="boxes" aria-label="{slip.boxes} boxes">{BOX * slip.boxes}</div>'
            if slip.boxes
            else ""
        )
        + "</li>"
    )


def _html_foot(roster: Roster, number: int, last: int) -> str:
    return f"<footer>{escape(roster.title)}. {escape(roster.state)}. Page {number} of {last}.</footer>"
