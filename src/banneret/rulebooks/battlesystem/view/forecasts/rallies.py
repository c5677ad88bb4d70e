"""Forecasts of a commander's attempts in the Rally Phase, exact. Rules: battlesystem:6.2, battlesystem:6.5, battlesystem:2.9c."""

from __future__ import annotations

from fractions import Fraction

from banneret.kernel.abilities.odds import whole_percent
from banneret.kernel.decision import Decision
from banneret.kernel.order import Order
from banneret.kernel.scene import Chance, Figure, Odds, Throw
from banneret.kernel.tally import Tally
from banneret.rulebooks.battlesystem.morale import current_morale
from banneret.rulebooks.battlesystem.morale.causes import RALLY as CAUSE
from banneret.rulebooks.battlesystem.morale.causes import Cause
from banneret.rulebooks.battlesystem.rally.attempts import (
    DONE,
    Attempt,
    commander_named,
    routed_figures,
    within_reach,
)
from banneret.rulebooks.battlesystem.state import State, name
from banneret.rulebooks.battlesystem.tables.dice import passing_ways
from banneret.rulebooks.battlesystem.unit import NOBODY

WHOLE = 100  # throws of two ten-sided dice


def rally_forecast(state: State, decision: Decision, order: Order) -> Odds | None:
    """The odds that an attempt succeeds, for skirmishers those of each figure; None for any other order. Rules: 4.3, battlesystem:6.2."""
    if not isinstance(decision, Attempt) or order == DONE:
        return None
    unit, commander = state.units[order[1]], commander_named(order[2])
    tally = Tally(f"current morale of {name(state, unit)}")
    singly = bool(routed_figures(unit))
    figure = within_reach(state, unit, commander)[0] if singly else NOBODY
    needed = current_morale.current(state, unit, Cause(CAUSE), tally, commander, figure)
    share = Fraction(passing_ways(needed), WHOLE)
    word = {"rally": "rallies", "order": "obeys"}[str(order[0])]
    if order[0] == "rally" and not unit.routed and not singly:
        word = "is in hand again"
    text = f"{'each figure ' if singly else ''}{word} {whole_percent(share)}"
    percent = round(float(100 * share), 1)
    sum_ = Figure("current morale", str(needed), tuple(tally.parts), "battlesystem:6.2")
    throw = Throw(
        name(state, unit), unit.side, (sum_,), f"{needed} or less on 2d10", percent, "battlesystem:4.3"
    )
    return Odds(text, "", (Chance(word, percent),), throws=(throw,))
