"""Units of more than one sort of creature: they fight with the averages of their figures, rounded against them.

Rules: battlesystem:3.1a, battlesystem:3.1b.
"""

from __future__ import annotations

from fractions import Fraction
from math import ceil, floor
from typing import Any

from banneret.rulebooks.battlesystem.army.unit_builder import Enlisted, order_of, spirit_of
from banneret.rulebooks.battlesystem.tables.combat_results import DICE, LAST, Damage
from banneret.rulebooks.battlesystem.tables.ratings import HitDice, Troops, dullest, total, wildest


def average(amounts: list[tuple[int, Fraction]]) -> Fraction:
    """The mean of amounts, each counted for its number of figures: pairs of figures and amount.

    >>> average([(6, Fraction(4)), (5, Fraction(7))])
    Fraction(59, 11)
    """
    figures = sum([number for number, _ in amounts])
    return sum([number * amount for number, amount in amounts], Fraction(0)) / figures


def mixed(
    main: Enlisted, others: list[Enlisted], row: dict[str, Any], rows: list[dict[str, Any]]
) -> dict[str, Any]:
    """The roster of a unit into which others are mixed, made of `row` of the main part and `rows` of the others.

    Armour class, attack rating, hit dice per figure and damage are means rounded to the worse; movement is that of the slowest. Morale
    and discipline are those of the unit as a whole. Rules: battlesystem:3.1a, battlesystem:4.1, battlesystem:4.6, battlesystem:10.1,
    battlesystem:11.6.
    """
    parts = [main, *others]
    all_rows = [row, *rows]
    numbers = [part.recruit.figures for part in parts]

    def mean(key: str) -> Fraction:
        return average([(number, Fraction(one[key])) for number, one in zip(numbers, all_rows, strict=True)])

    found = dict(row)
    found["figures"] = sum(numbers)
    found["ac"] = ceil(mean("ac"))
    found["ar"] = ceil(mean("ar"))
    found["hd_per_figure"] = float(floor(mean("hd_per_figure")))
    found["mv"] = min([one["mv"] for one in all_rows])
    together = _together(parts, found["ac"])
    found["ml"] = total(spirit_of(together, main.recruit.kind))
    found["dl"] = total(order_of(together, main.recruit.kind))
    found["intelligence"], found["alignment"] = together.intelligence, together.alignment
    found["low_or_chaotic"] = any(one["low_or_chaotic"] for one in all_rows)
    found["weak"] = any(one["weak"] for one in all_rows)
    found["never_checks"] = all(one["never_checks"] for one in all_rows)
    found["base"] = [max([one["base"][at] for one in all_rows]) for at in (0, 1)]
    found["saves"] = [max(saves) for saves in zip(*[one["saves"] for one in all_rows], strict=True)]
    found["weapons"] = [_weapon(numbers, [one["weapons"][0] for one in all_rows])]
    # what only some of them can do, the unit cannot
    found["modifiers"] = [one for one in row["modifiers"] if all(one in other["modifiers"] for other in rows)]
    for key in ("missile", "large_shields"):
        if any(other.get(key) != row.get(key) for other in rows):
            found.pop(key, None)
    return found


def _together(parts: list[Enlisted], armour_class: int) -> Troops:
    """The facts on which morale and discipline of a mixed unit depend: all its figures, their mean hit dice, the traits that all share.

    Rules: battlesystem:3.1a, battlesystem:4.1 to battlesystem:4.1g, battlesystem:4.6.
    """
    troops = [part.troops for part in parts]
    dice = average([(one.figures, one.hit_dice.row) for one in troops])
    return Troops(
        HitDice(dice, 0),
        troops[0].thac0,
        armour_class,
        sum([one.figures for one in troops]),
        demihuman=all(one.demihuman for one in troops),
        special=all(one.special for one in troops),
        exceptional=all(one.exceptional for one in troops),
        mounted=all(one.mounted for one in troops),
        regular=troops[0].regular,
        intelligence=dullest([one.intelligence for one in troops]),
        alignment=wildest([one.alignment for one in troops]),
    )


def _weapon(numbers: list[int], weapons: list[dict[str, Any]]) -> dict[str, Any]:
    """The weapon of a mixed unit: the attacks that all parts have, each in the mean damage column, and the shortest reach."""
    found = dict(weapons[0])
    for key in ("sm", "l"):
        attacks = min([len(weapon[key]) for weapon in weapons])
        found[key] = [_dice(numbers, [weapon[key][at] for weapon in weapons]) for at in range(attacks)]
    found["reach"] = min([weapon["reach"] for weapon in weapons])
    return found


def _dice(numbers: list[int], texts: list[str]) -> str:
    """The dice of the mean damage column, rounded down; dice that are all the same stay as they are."""
    if len(set(texts)) == 1:
        return texts[0]
    damages = [Damage.of(text) for text in texts]
    places = [
        Fraction(damage.times * sum([column + 1 for column in damage.columns]) - 1) for damage in damages
    ]
    place = floor(average(list(zip(numbers, places, strict=True))))
    return f"1d{DICE[min(place, LAST)]}" if place <= LAST else f"1d20+{place - LAST}"
