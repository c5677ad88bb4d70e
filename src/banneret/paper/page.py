"""Pages in the table's own look: its letters, colours, banners and symbols, complete in one file, for the screen and for paper.

On paper everything is black on white: the first side full, the second in outline.
"""

from __future__ import annotations

import re
from base64 import b64encode
from functools import cache
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal

from banneret.render.looks import symbol as picture

if TYPE_CHECKING:
    from collections.abc import Sequence

    from banneret.kernel.scene import SideView

Size = Literal["A4", "letter"]
SIZES: Final[tuple[Size, ...]] = ("A4", "letter")
LETTERS: Final = Path(__file__).parent / "letters"
FACES: Final = (("Alegreya", "alegreya", "400 900"), ("Source Sans 3", "source-sans-3", "200 900"))

CLOTHS: Final = (
    "M-12 0H12V30L0 25-12 30Z",  # swallowtail
    "M-12 0H12V27H-12Z",  # square
    "M-12 0H12L0 30Z",  # pennon
    "M-12 0H12V18A12 11 0 0 1-12 18Z",  # rounded foot
)
TOKENS: Final = (
    "M-1 0A1 1 0 1 1 1 0A1 1 0 1 1-1 0Z",
    "M-.92-.92H.92V.92H-.92Z",
    "M-1.15-.9H1.15L0 1.1Z",
    "M-1 0L-.5-.9H.5L1 0L.5.9H-.5Z",
)

PRINT: Final = {
    "panel": "#fff", "panel-2": "#fff", "table": "#fff", "ink": "#000", "ink-2": "#222", "line": "#999", "line-2": "#555", "halo": "#fff",
    "s0": "#000", "s0-on": "#fff", "s0-edge": "#000", "s0-ink": "#000", "s0-tint": "#fff",
    "s1": "#fff", "s1-on": "#000", "s1-edge": "#000", "s1-ink": "#000", "s1-tint": "#fff",
    "s2": "#777", "s2-on": "#fff", "s2-edge": "#000", "s2-ink": "#000", "s2-tint": "#fff",
    "s3": "#ddd", "s3-on": "#000", "s3-edge": "#000", "s3-ink": "#000", "s3-tint": "#fff",
}  # fmt: skip
STYLE: Final = (
    """
:root{--panel:#fcfaf5;--panel-2:#f3eee4;--table:#e6e0d3;--ink:#211d17;--ink-2:#595144;--line:#d8d0c0;--line-2:#8b8272;--halo:#ffcf5a;
--s0:#1f4e8c;--s0-on:#fdf8ec;--s0-edge:#1f4e8c;--s0-ink:#1f4e8c;--s0-tint:#dfe8f4;--s1:#fbf1dc;--s1-on:#8c2c08;--s1-edge:#a5380f;--s1-ink:#a5380f;--s1-tint:#f8e6da;
--s2:#17150f;--s2-on:#fdf8ec;--s2-edge:#17150f;--s2-ink:#17150f;--s2-tint:#e4e0d6;--s3:#79b59b;--s3-on:#0c2f26;--s3-edge:#0c2f26;--s3-ink:#0c4a37;--s3-tint:#dcece2}
.side0{--field:var(--s0);--on:var(--s0-on);--edge:var(--s0-edge);--side-ink:var(--s0-ink);--tint:var(--s0-tint)}
.side1{--field:var(--s1);--on:var(--s1-on);--edge:var(--s1-edge);--side-ink:var(--s1-ink);--tint:var(--s1-tint)}
.side2{--field:var(--s2);--on:var(--s2-on);--edge:var(--s2-edge);--side-ink:var(--s2-ink);--tint:var(--s2-tint)}
.side3{--field:var(--s3);--on:var(--s3-on);--edge:var(--s3-edge);--side-ink:var(--s3-ink);--tint:var(--s3-tint)}
@media print{:root{"""
    + "".join([f"--{name}:{colour};" for name, colour in PRINT.items()])
    + """}
.ground{fill:#fff!important}}
*{box-sizing:border-box;font-feature-settings:"tnum","lnum"!important}
body{font:400 10.5pt/1.35 "Source Sans 3",system-ui,sans-serif;color:var(--ink);background:var(--panel);margin:0 auto}
h1,h2,h3{font-family:Alegreya,Georgia,serif;font-weight:700;line-height:1.12;margin:0}
p,ul,ol,dl,dd,figure{margin:0;padding:0}ul,ol{list-style:none}
svg{display:inline-block}svg text{font-family:"Source Sans 3",system-ui,sans-serif}
.quiet{color:var(--ink-2)}.rule{color:var(--ink-2);font-size:9pt}
"""
)


@cache
def _letters() -> str:
    """The faces of the table's letters, inside the page."""
    found = []
    for name, file, weights in FACES:
        data = b64encode((LETTERS / f"{file}.woff2").read_bytes()).decode()
        found.append(
            f'@font-face{{font-family:"{name}";font-weight:{weights};src:url(data:font/woff2;base64,{data}) format("woff2")}}'
        )
    return "".join(found)


def page(title: str, style: str, body: str, size: Size = "A4", foot: str = "") -> str:
    """A whole page. `foot` stands at the foot of every sheet, with its number."""
    words = foot.replace("\\", "").replace('"', "'").replace("<", "").replace("\n", " ")
    sheet = (
        f"@page{{size:{size};margin:13mm 14mm 16mm;@bottom-left{{content:\"{words}\";font:400 9pt 'Source Sans 3';width:80%}}"
        "@bottom-right{content:counter(page) \" / \" counter(pages);font:400 9pt 'Source Sans 3'}}"
    )
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<style>{_letters()}{STYLE}{sheet}{style}</style></head><body>{body}</body></html>\n"
    )


def side_class(side: int) -> str:
    """The class that gives the colours of a side."""
    return f"side{side % 4}" if side >= 0 else "siden"


def banner(sides: Sequence[SideView], side: int, high: str) -> str:
    """The banner of a side with its letter, `high` in a unit of CSS."""
    letter = escape(sides[side].letter)
    edge = 3 if side % 2 else 1
    return (
        f'<svg class="banner" style="height:{high}" viewBox="-14 -2 28 33.5" aria-hidden="true">'
        f'<path d="{CLOTHS[side % 4]}" {painted(side)} stroke-width="{edge}"/>'
        f'<text x="0" y="{13 if side % 4 == 2 else 18.5}" text-anchor="middle" font-family="Alegreya" font-size="17" font-weight="800" fill="var(--s{side % 4}-on)">{letter}</text></svg>'
    )


def painted(side: int) -> str:
    """The colours of a side, for a shape of a drawing."""
    return f'fill="var(--s{side % 4})" stroke="var(--s{side % 4}-edge)"'


def symbol(rulebook: str, name: str, colour: str = "var(--ink)", size: str = "22px") -> str:
    """A picture of a rulebook in a colour; nothing where it has none of that name."""
    return picture(
        rulebook, name, colour, f'class="symbol" style="width:{size};height:{size}" aria-hidden="true"'
    )


def for_print(page_: str) -> str:
    """The page as it is laid out for print: the colours of its drawings, which a layout engine takes from no style sheet, are those of paper."""
    head, body = page_.split("<body>", 1)
    body = re.sub(r"var\(--([a-z0-9-]+)\)", lambda found: PRINT.get(found[1], found[0]), body)
    body = re.sub(r'(class="ground"[^>]*? fill=")#[0-9a-f]{6}', r"\1#fff", body)
    return f"{head}<body>{body}"
