"""Chances in words, as forecasts tell them."""

from __future__ import annotations

from fractions import Fraction

from banneret.kernel.abilities.odds import whole_percent
from banneret.kernel.scene import Chance
from banneret.rulebooks.warcards.odds.blows import Fate


def share(chance: Fraction) -> float:
    """A chance in percent, with one decimal."""
    return round(float(100 * chance), 1)


def struck(verb: str, found: Fate, passive: bool = False) -> str:
    """A fate in words."""
    words = [f"{verb} {whole_percent(found.hit)}"]
    if found.destroyed:
        words.append(f"{'destroyed' if passive else 'destroys'} {whole_percent(found.destroyed)}")
    if found.captured:
        words.append(f"{'captured' if passive else 'captures'} {whole_percent(found.captured)}")
    if found.routed:
        words.append(f"{'routed' if passive else 'routs'} {whole_percent(found.routed)}")
    return ", ".join(words)


def dealt(found: Fate) -> tuple[Chance, ...]:
    """The chances of the fate of an enemy."""
    ends = "captures" if found.captured and not found.destroyed else "destroys"
    return _chances(found, ("hits", ends, "routs"), False)


def suffered(found: Fate) -> tuple[Chance, ...]:
    """The chances of the fate of one's own."""
    ends = "is captured" if found.captured and not found.destroyed else "is destroyed"
    return _chances(found, ("is hit", ends, "is routed"), True)


def _chances(found: Fate, names: tuple[str, str, str], befalls: bool) -> tuple[Chance, ...]:
    shares = (share(found.hit), share(found.lost), share(found.routed))
    return tuple([Chance(name, one, befalls) for name, one in zip(names, shares, strict=True)])
