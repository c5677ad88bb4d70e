"""Effects that change the ratings of a unit for some rounds. `present.renew` adds them to its roster.

An effect is a rating, the amount added to it, and the last round in which it holds. So far only a referee lays effects; spells and
weather would be effects too. Rules: battlesystem:intro.referee, battlesystem:3.1.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from banneret.rulebooks.battlesystem.tables.rosters import Roster

FIGURES: Final = ("attack rating", "armor class", "morale", "discipline", "movement")
"""The ratings that an effect may change, as people read them; movement is in inches."""


def with_effects(roster: Roster, effects: tuple[tuple[str, int, int], ...]) -> Roster:
    """The roster with all that effects add; movement does not fall below 0. Rule: battlesystem:3.1."""
    sums = dict.fromkeys(FIGURES, 0)
    for figure, amount, _ in effects:
        sums[figure] += amount
    return replace(
        roster,
        attack_rating=roster.attack_rating + sums["attack rating"],
        armour_class=roster.armour_class + sums["armor class"],
        morale=roster.morale + sums["morale"],
        discipline=roster.discipline + sums["discipline"],
        movement=max(0.0, roster.movement + sums["movement"]),
    )


def lasting(effects: tuple[tuple[str, int, int], ...], round_: int) -> tuple[tuple[str, int, int], ...]:
    """The effects that still hold after the end of a round."""
    return tuple([one for one in effects if one[2] > round_])


def effect_text(effect: tuple[str, int, int]) -> str:
    """An effect as people read it: "morale +2, to the end of round 4"."""
    figure, amount, last = effect
    return f"{figure} {amount:+d}, to the end of round {last}"
