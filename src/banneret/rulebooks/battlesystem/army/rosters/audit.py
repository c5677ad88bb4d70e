"""The audit of a printed roster: where its figures differ from the formulas, and which is played. Rule: battlesystem:roster.printed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from banneret.kernel.fields import Fields
from banneret.rulebooks.battlesystem.tables.rosters import Difference

FIGURES: Final = {
    "ar": "attack rating",
    "ml": "morale",
    "dl": "discipline",
    "cr": "command radius",
    "size": "size",
    "saves": "saving throws",
    "commander's saves": "saving throws of its commander",
    "modifiers": "modifiers of the attack rating",
    "commander's name": "name of its commander",
}
DERIVED: Final = ("ar", "ml", "dl", "cr", "size", "saves")
MOST: Final = 12


def audit_of(fields: Fields, formulas: bool) -> tuple[Difference, ...]:
    """The audit of a roster from its row; raises `BadInput` if a figure played is not the one in the row.

    `formulas`: the battle plays what the formulas give, for the figures in `DERIVED`.
    """
    if not fields.has("audit"):
        return ()
    found: list[Difference] = []
    leader = fields.data.get("commander")
    row_figures = {**(leader if isinstance(leader, Mapping) else {}), **fields.data}
    for number, row in enumerate(fields.rows("audit", MOST)):
        one = Fields(row, f"{fields.where}: audit {number + 1}")
        figure = one.word("figure", tuple(FIGURES))
        printed, by_rule = _value(one, "printed"), _value(one, "by_rule")
        played = _value(one, "played") if one.has("played") else printed
        if figure in DERIVED and row_figures.get(figure) != played:
            has = row_figures.get(figure)
            raise one.wrong(f"{figure}: {played!r} is played by the audit, {has!r} stands in the roster")
        why = one.text("why", most=160)
        one.end()
        chosen = by_rule if formulas and figure in DERIVED else played
        found.append(Difference(FIGURES[figure], shown(printed), shown(by_rule), shown(chosen), why))
    return tuple(found)


def formula_figures(fields: Fields) -> Fields:
    """The figures that the formulas give in place of those of the row. Rule: battlesystem:roster.printed."""
    rows = fields.data.get("audit", ())
    found = {row["figure"]: row["by_rule"] for row in rows if row["figure"] in DERIVED}
    return Fields(found, f"{fields.where}: audit")


def shown(value: Any) -> str:
    """A figure in words: "15", "13, 14, 15, 16, 16"."""
    return ", ".join([str(one) for one in value]) if isinstance(value, list | tuple) else str(value)


def _value(fields: Fields, name: str) -> Any:
    found = fields.get(name, None)
    numbers = found if isinstance(found, list | tuple) else [found]
    if (
        not all(type(one) is int or (isinstance(one, str) and len(one) <= 80) for one in numbers)
        or not numbers
    ):
        raise fields.wrong(f"{name}: a number, a text or a list of numbers is expected")
    return found
