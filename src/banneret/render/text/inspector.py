"""The inspector of a piece as text: its ratings with their sums, its abilities and states, what it may do and why not more."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.render.ink import PLAIN, clean, wrap
from banneret.render.words import parts_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from banneret.kernel.scene import Inspector, Trait
    from banneret.render.ink import Ink


def inspector_lines(found: Inspector, width: int = 80, ink: Ink = PLAIN) -> list[str]:
    r"""A piece in full.

    >>> from banneret.kernel.scene import Deed, Inspector, Trait
    >>> elves = Inspector("u1", "Elves", 0, known="yours", deeds=(Deed("Move", False, "has moved", "stacks:move.order"),))
    >>> print(*inspector_lines(elves), sep="; ")
    Elves: yours; What it can do now;   no   Move: has moved [move.order]
    """
    known = f": {clean(found.known)}" if found.known else ""
    lines = wrap(f"{clean(found.name)}{known}", width)
    lines[0] = lines[0].replace(clean(found.name), ink.strong(clean(found.name)), 1)
    for figure in found.figures:
        made = parts_text(figure, rules=True) if len(figure.parts) > 1 else ""
        lines += wrap(f"{clean(figure.name)} {clean(figure.value)}{made}", width, "  ", "    ")
    lines += _traits("What it is", found.traits, width, ink)
    lines += _traits("As it stands", found.states, width, ink)
    if found.deeds:
        lines.append(ink.strong("What it can do now"))
        for deed in found.deeds:
            text = f"{deed.label}: {deed.text}" if deed.text else deed.label
            lines += wrap(
                f"{clean(text)}{_rule(deed.rule)}", width, f"  {'yes' if deed.may else 'no ':<3}  ", "       "
            )
    if found.glances:
        lines.append(ink.strong("Whom it sees"))
    for glance in found.glances:
        text = f"{glance.name}: {glance.seen}, {glance.text}"
        lines += wrap(f"{clean(text)}{_rule(glance.rule)}", width, "  ", "    ")
    if found.more:
        lines += wrap(found.more, width, "? ")
    return lines


def _traits(title: str, traits: Sequence[Trait], width: int, ink: Ink) -> list[str]:
    """Keywords, each with its sentence and its rule."""
    lines = [ink.strong(title)] if traits else []
    for trait in traits:
        text = f"{trait.keyword}. {trait.text}" if trait.text else trait.keyword
        lines += wrap(f"{clean(text)}{_rule(trait.rule)}", width, "  ", "    ")
    return lines


def _rule(rule: str) -> str:
    return f" [{rule.rpartition(':')[2]}]" if rule else ""
