"""The facings of rallied troops: each body of them, and each skirmisher, looks at the nearest enemy as nearly as it can."""

from __future__ import annotations

from typing import Final

from banneret.geometry.plane import heading_of, length, turn_between
from banneret.kernel.decision import Choice
from banneret.kernel.order import Order
from banneret.rulebooks.battlesystem.rally.facings import KEEP, WAYS, Facings, UnitFacing
from banneret.rulebooks.battlesystem.space import standing
from banneret.rulebooks.battlesystem.space.figures import figure_place
from banneret.rulebooks.battlesystem.space.formations import TURNS
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.unit import FIELD, Unit

UNSEEN: Final = 1e300


def facing(state: State, decision: Choice | UnitFacing) -> Order:
    """The facing of a whole unit, or of its only skirmisher who was rallied."""
    whole = [order for order in decision.orders() if isinstance(order[2], str)]
    unit = state.units[whole[0][1]]
    block, singles = unit.block, unit.singles
    if block is not None:
        place, heading = standing.centre(unit), block.heading
    else:
        assert singles is not None, "a unit on the table stands somewhere"
        rallied = [figure for figure, one in enumerate(singles) if one.rallied and one.gone == FIELD]
        if len(rallied) != 1:
            return decision.default()
        place, heading = figure_place(unit, rallied[0]), singles[rallied[0]].heading
    word = _toward(state, unit, place, heading, [order[2] for order in whole])
    return decision.default() if word is None else ("face", unit.id, word)


def facings(state: State, decision: Facings) -> Order:
    """The facing of each of several skirmishers who were rallied."""
    unit = state.units[decision.unit]
    singles = unit.singles
    assert singles is not None, "only skirmishers are rallied one by one"
    groups: dict[str, list[int]] = {}
    for figure, ways in decision.room.items():
        word = _toward(state, unit, figure_place(unit, figure), singles[figure].heading, [KEEP, *ways])
        if word is None:
            return decision.default()
        groups.setdefault(word, []).append(figure)
    return ("face", unit.id, *[(word, *groups[word]) for word in WAYS if word in groups])


def _toward(
    state: State, unit: Unit, place: tuple[float, float], heading: float, words: list[str]
) -> str | None:
    """The legal word by which a figure at a place looks most nearly at the nearest enemy; None if there is no enemy."""
    x, y = place
    least, bearing = UNSEEN, 0.0
    for foe in state.units.values():
        if foe.side == unit.side or foe.status != FIELD or foe.routed:
            continue
        to_x, to_y = standing.nearest_figure(foe, x, y)
        far = length(to_x - x, to_y - y)
        if far < least:
            least, bearing = far, heading_of(to_x - x, to_y - y)
    if least == UNSEEN:
        return None
    turns = {word: 0.0 if word == KEEP else TURNS[WAYS[word]] for word in words}
    return min(words, key=lambda word: abs(turn_between(heading + turns[word], bearing)))
