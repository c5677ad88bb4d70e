"""The rules card of a rulebook: how one wins, the turn, what a piece says and what is often missed, on one sheet to lay on the table."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any, Final

from banneret.kernel.errors import BadInput
from banneret.paper.page import page, symbol

if TYPE_CHECKING:
    from collections.abc import Sequence

    from banneret.kernel.primer import Saying
    from banneret.kernel.rulebook import Rulebook
    from banneret.paper.page import Size

STYLE: Final = """
body{max-width:182mm;padding:4mm;font-size:9.8pt}@media print{body{padding:0;max-width:none}}@page{margin:11mm 14mm 14mm}
h1{font-size:24pt;font-weight:800}.lead{font-size:11.5pt;margin:1mm 0 3mm}
.two{display:grid;grid-template-columns:1fr 1fr;gap:4mm}
section{border:.35mm solid var(--line-2);border-radius:2mm;padding:2mm 3.5mm;break-inside:avoid}
section+section,.two+section{margin-top:3.5mm}.two section{margin-top:0}
h2{font-size:14pt;margin-bottom:1mm}h2 svg{vertical-align:middle;margin:-1mm 1mm -1mm 0}.heart+p{margin-top:1mm}
ol.turn{counter-reset:phase}ol.turn li{counter-increment:phase;display:grid;grid-template-columns:7mm 1fr;gap:2mm;padding:.9mm 0;border-top:.2mm solid var(--line)}
ol.turn li:first-child{border:0}ol.turn li::before{align-self:start;justify-self:start;content:counter(phase);font:800 11pt Alegreya;width:6mm;height:6mm;line-height:5.6mm;border-radius:50%;background:var(--ink);color:var(--panel);text-align:center}
ol.turn .seldom::before{background:none;color:var(--ink);border:.3mm dashed var(--ink-2);line-height:5mm}
ul li{padding:.7mm 0;border-top:.2mm solid var(--line)}ul li:first-child{border:0}
ul .box{display:inline-block;width:3.2mm;height:3.2mm;border:.35mm solid var(--ink);margin-right:2mm;vertical-align:-.3mm}
b{font-weight:650}.rule{white-space:nowrap}
.heart{display:grid;grid-template-columns:repeat(4,1fr);gap:3mm}.heart b{display:block;font:700 11.5pt Alegreya}
"""


def rules_html(book: Rulebook[Any], size: Size = "A4") -> str:
    """The rules card as a page. Raises `BadInput` where the rulebook has no page on how it works."""
    primer = book.primer
    if primer is None:
        raise BadInput(f"{book.id} has no rules card: it has no page on how it works", where="rules")
    picture = symbol(book.id, primer.piece.symbol, size="9mm") if primer.piece.symbol else ""
    heart = "".join(
        [
            f"<div><b>{n}. {escape(one.title)}</b>{escape(one.text)}</div>"
            for n, one in enumerate(primer.pictures, 1)
        ]
    )
    turn = "".join(
        [
            f"<li{' class=seldom' if one.seldom else ''}><span><b>{escape(one.name)}.</b> {escape(one.text)}</span></li>"
            for one in primer.turn
        ]
    )
    seldom = (
        "<p class=quiet>Dashed: not in the first battle.</p>"
        if any(one.seldom for one in primer.turn)
        else ""
    )
    parts = [
        f"<h1>{escape(book.name)}</h1><p class=lead>{escape(primer.sentence)}</p>",
        f"<section><h2>{escape(primer.heart)}</h2><div class=heart>{heart}</div><p class=quiet>{escape(primer.when)}</p></section>",
        '<div class=two style="margin-top:4mm">',
        f"<section><h2>{escape(primer.turn_title)}</h2><ol class=turn>{turn}</ol>{seldom}</section>",
        f"<div><section><h2>How to win</h2>{_sayings([primer.win])}</section>",
        f'<section style="margin-top:4mm"><h2>{picture} {escape(primer.piece_title)}</h2>{_sayings(primer.says)}</section></div></div>',
        f"<section><h2>Often missed</h2>{_sayings(primer.missed, True)}</section>",
    ]
    foot = f"{book.title}. Rule names are those of 'banneret rules {book.id}'."
    return page(f"{book.name}: rules card", STYLE, f"<main>{''.join(parts)}</main>", size, foot)


def _sayings(sayings: Sequence[Saying], boxes: bool = False) -> str:
    box = "<span class=box></span>" if boxes else ""
    rows = [
        f"<li>{box}{_term(one)}{escape(one.text)} <span class=rule>{escape(one.rule)}</span></li>"
        for one in sayings
    ]
    return f"<ul>{''.join(rows)}</ul>"


def _term(saying: Saying) -> str:
    """The term of a saying, which begins its sentence or stands before it."""
    begins = saying.text[:1].islower()
    return f"<b>{escape(saying.term)}{'' if begins else '.'}</b> " if saying.term else ""
