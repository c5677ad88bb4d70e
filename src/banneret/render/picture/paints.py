"""The colours, banners and shapes of pictures."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from banneret.render.words import letter, side_name

if TYPE_CHECKING:
    from banneret.kernel.scene import Scene


SANS = "'Source Sans 3',system-ui,sans-serif"


INK, INK_2, LINE, PAPER, PANEL = "#211d17", "#595144", "#d8d0c0", "#f5efdf", "#fcfaf5"


GOLD, POLE, HEX_LINE, MAP_INK = "#a86f00", "#2c2417", "#a99e86", "#4a4234"


# field, border, charge: heraldic counterchange, so that grey and print work by themselves
BANNERS = (
    ("#1f4e8c", "#1f4e8c", "#fdf8ec"),
    ("#fbf1dc", "#a5380f", "#8c2c08"),
    ("#17150f", "#fdf8ec", "#fdf8ec"),
    ("#79b59b", "#0c2f26", "#0c2f26"),
)


SHAPES = (
    "M-19-46H19V-2L0-12-19-2Z",  # swallowtail
    "M-17-44H17V-6H-17Z",  # square
    "M-20-46H20L0 2Z",  # pennon
    "M-18-46H18V-16C18-6 10-2 0-2-10-2-18-6-18-16Z",  # rounded foot
)


def colours(side: int) -> tuple[str, str, str]:
    """Field, border and charge of a side, or of what belongs to none."""
    return BANNERS[side % len(BANNERS)] if side >= 0 else ("#b9b4a8", "#595144", INK)


def number(value: float) -> str:
    """A length with one decimal at most."""
    return f"{value:.1f}".rstrip("0").rstrip(".")


def flag(scene: Scene, side: int, x: float, y: float) -> str:
    """The small flag of the side that holds a place."""
    field, border, charge = colours(side)
    return (
        f'<g transform="translate({x - 30:.1f} {y + 27:.1f})"><title>{escape(side_name(scene, side))} hold it</title>'
        f'<path d="M0-14V4" stroke="{POLE}" stroke-width="2" stroke-linecap="round"/>'
        f'<path d="M1-14H15L11-8.5 15-3H1Z" fill="{field}" stroke="{border}"/>'
        f'<text x="6" y="-5" font-size="8" font-weight="800" text-anchor="middle" fill="{charge}">'
        f"{escape(letter(scene, side))}</text></g>"
    )


def side_sign(scene: Scene, side: int) -> str:
    """A side's small sign in running text."""
    field, border, charge = colours(side)
    round_ = ("50%", "2px", "2px", "6px")[side % 4] if side >= 0 else "2px"
    return (
        f'<span style="display:inline-block;min-width:1.35em;padding:0 .15em;text-align:center;border-radius:{round_};'
        f'border:2px solid {border};background:{field};color:{charge};font-weight:800">{escape(letter(scene, side))}</span>'
    )
