"""The free attacks of individuals on troops that flee from them.

Rules: battlesystem:8.8d, battlesystem:9.4a.hero-attacks.
"""

from __future__ import annotations

from collections.abc import Collection

from banneret.kernel.decision import Choice
from banneret.kernel.order import Order
from banneret.kernel.table import Table
from banneret.rulebooks.battlesystem.combat.champions import blows, clashes, sums
from banneret.rulebooks.battlesystem.command import in_command
from banneret.rulebooks.battlesystem.individual import Individual
from banneret.rulebooks.battlesystem.individuals import footprints
from banneret.rulebooks.battlesystem.state import State, is_mended
from banneret.rulebooks.battlesystem.unit import FIELD, Unit

Entitled = dict[int, list[int]]
"""The figures that each individual may strike, by the individual's number."""


def entitled(state: State, unit: Unit, only: Collection[int] | None = None) -> Entitled:
    """The individuals with a free attack on a unit that turns to flee, each with the figures that he touches.

    One who has no attack this round has none. `only`: of skirmishers, the figures that flee. By versions 1 to 14 of the rules who had shot
    in the round had none either, and by versions 1 to 9 no individual. Rules: battlesystem:8.8d, 10.2d, 8.6a.
    """
    found: Entitled = {}
    if not state.individuals or not is_mended(state, 10):
        return found
    for one in state.individuals.values():
        if (
            one.side == unit.side
            or footprints.champion(state, one) is None
            or not sums.strikes(state, one, unit)
        ):
            continue
        if one.shots_in(state.round) and not is_mended(state, 15):
            continue
        figures = _touched(state, one, unit)
        if only is not None:
            figures = [figure for figure in figures if figure in only]
        if figures:
            found[one.id] = figures
    return found


def _touched(state: State, one: Individual, unit: Unit) -> list[int]:
    """The figures of a unit that an individual touches."""
    return footprints.figures_touched(unit, one.x, one.y, footprints.half_of(state, one) + footprints.TOUCH)


def strike(state: State, table: Table, one: Individual, unit: Unit, figures: list[int]) -> None:
    """Make the free attack of an individual on a unit that flees, with the losses and the check that follow. Rules: 8.8d, 9.4a.units.

    Others may have struck before him: of the skirmishers he touched he strikes whom he likes of those who are left (by versions 1 to 17 of
    the rules the first), of a block a figure that he touches now, or else the nearest. Rule: battlesystem:9.4a.hero-attacks.
    """
    singles = unit.singles
    if singles is None:
        figures = _touched(state, one, unit) or [sums.aim_at(state, one, unit)]
    else:
        figures = [
            number for number in figures if singles[number].gone == FIELD and not singles[number].routed
        ]
        if not figures:
            return
    figure = figures[0]
    if singles is not None and len(figures) > 1 and is_mended(state, 18):
        options: list[Order] = [("strike", one.id, unit.id, number) for number in figures]
        figure = int(table.ask(Choice("strike", one.side, "battlesystem:9.4a.hero-attacks", options))[3])
    tenths = blows.of_champion(state, table, one, unit, figure, True)
    one.attacked = True  # so that he does not rest this round. Rule: battlesystem:9.0d
    if tenths:
        clashes.suffer(state, table, one, unit, figures, figure, tenths)
        in_command.review(state, table)
