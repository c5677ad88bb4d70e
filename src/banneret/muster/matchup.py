"""Armies brought to battle: into a scenario in place of its own, or against one another."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from banneret.kernel.errors import BadInput, shown
from banneret.kernel.rulebook import muster_of, odds_of
from banneret.muster.appraisal import appraise
from banneret.muster.army import is_army, near, read_army

if TYPE_CHECKING:
    from banneret.kernel.abilities.muster import ArmyList
    from banneret.kernel.rulebook import Rulebook
    from banneret.kernel.scenario import Scenario


def army_from(book: Rulebook[Any], text: str, where: str = "army") -> ArmyList:
    """The army of a text: that of a file, or a short list. Raises `BadInput`."""
    if is_army(text):
        army = read_army(text, where)
        if army.rulebook != book.id:
            hint = f"the battle is one of {book.id}"
            raise BadInput(f"is an army of {shown(army.rulebook)}", where=where, hint=hint)
        return army
    return muster_of(book).listed(text, where)


def fit(book: Rulebook[Any], scenario: Scenario, armies: Mapping[str, ArmyList]) -> Scenario:
    """The scenario with these armies, by side, in place of its own; raises `BadInput` where one may not fight in it."""
    if not armies:
        return scenario
    muster = muster_of(book)
    sides = muster.takes(scenario)
    for side, army in armies.items():
        if side not in scenario.sides:
            raise BadInput(
                f"{scenario.id} has no side {shown(side)}",
                where="armies",
                hint=near(side, list(scenario.sides)),
            )
        if side not in sides:
            raise BadInput(
                f"{scenario.id} takes no armies: they belong to it",
                where="armies",
                hint=near(scenario.id, list(muster.tables.scenarios)),
            )
        appraisal = appraise(book, army)
        if appraisal.faults:
            more = (
                f" ({len(appraisal.faults) - 1} more: 'banneret muster check' lists them)"
                if len(appraisal.faults) > 1
                else ""
            )
            first = appraisal.faults[0]
            where = f"army of {side}" + (f", {first.where}" if first.where else "")
            raise BadInput(first.text, where=where, hint=first.fix + more)
    return muster.fill(scenario, armies)


def matchup(
    book: Rulebook[Any], first: str, second: str, where: tuple[str, str] = ("army", "army")
) -> Scenario:
    """The single battle of two armies, the first attacking, each a short list or the text of an army's file.

    What comes from a file must be valid, and brings all that it holds; raises `BadInput` naming `where` of a file.
    """
    told = zip((first, second), where, strict=True)
    files = [army_from(book, text, name) if is_army(text) else None for text, name in told]
    if files == [None, None]:
        return odds_of(book).matchup(first, second)
    scenario = odds_of(book).matchup(shortened(book, first), shortened(book, second))
    return fit(
        book,
        scenario,
        {side: army for side, army in zip(scenario.sides, files, strict=True) if army is not None},
    )


def shortened(book: Rulebook[Any], text: str, where: str = "army") -> str:
    """The short list of a text: that of an army's file where it is one, else as it stands. Raises `BadInput`."""
    return muster_of(book).short(army_from(book, text, where)) if is_army(text) else text


def fields_of(book: Rulebook[Any], army: ArmyList) -> tuple[str, ...]:
    """The scenarios that come with the rulebook in which an army may fight, on any side that takes one; none while it has errors."""
    if appraise(book, army).faults:
        return ()
    muster = muster_of(book)
    scenarios = book.scenarios()
    found: list[str] = []
    for name, sides in muster.tables.scenarios.items():
        try:
            muster.fill(scenarios[name], {sides[0]: army})
        except BadInput:
            continue
        found.append(name)
    return tuple(found)
