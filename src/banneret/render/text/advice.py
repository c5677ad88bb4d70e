"""Advice as text: the order, its reasons, what it fears, and what was tried besides."""

from __future__ import annotations

from typing import TYPE_CHECKING

from banneret.kernel.abilities.odds import whole_percent
from banneret.render.ink import PLAIN, clean, wrap

if TYPE_CHECKING:
    from banneret.players.advice import Advice
    from banneret.render.ink import Ink


def advice_lines(advice: Advice, width: int, ink: Ink = PLAIN) -> list[str]:
    """The lines of a piece of advice."""
    found = [ink.strong(line) for line in wrap(f"The computer would choose: {clean(advice.label)}", width)]
    if clean(advice.label) != advice.order:
        found += wrap(f"Order: {advice.order}", width)
    found += wrap(advice.sentence, width)
    if advice.line:
        found += ["It goes on, for example:", *_listed(advice.line, width)]
    if advice.fear is not None:
        found += wrap(f"{advice.fear.sentence}{' For example:' if advice.fear.lines else ''}", width)
        found += _listed(advice.fear.lines, width)
    if advice.others:
        tried = "; ".join([f"{one.label.rstrip('.')}, {whole_percent(one.chance)}" for one in advice.others])
        found += wrap(f"Tried too: {tried}.", width)
    return found


def _listed(sentences: tuple[str, ...], width: int) -> list[str]:
    return [line for sentence in sentences for line in wrap(clean(sentence), width, "- ")]
