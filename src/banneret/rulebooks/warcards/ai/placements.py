"""Placements worth considering before the battle: which units stand in the first line, and where.

Rules: warcards:setup.placement-limits, warcards:setup.placement-heroes.
"""

from __future__ import annotations

from typing import Final

from banneret.kernel.order import Order
from banneret.rulebooks.warcards.ai.prospects import is_shooter
from banneret.rulebooks.warcards.attack.plans import Plan
from banneret.rulebooks.warcards.board.field import NAMES, OWN_LINE
from banneret.rulebooks.warcards.setup.placement import GROUPS, MIDDLE, line_value
from banneret.rulebooks.warcards.state import State, Unit

FLANKS: Final = (0, 4, 1, 3, 2)
"""The columns of a line in an order in which they may be filled, the flanks first; so the next two."""
ONE_WING: Final = (0, 1, 2, 3, 4)
OTHER_WING: Final = (4, 3, 2, 1, 0)


def placements(decision: Plan, state: State) -> list[Order]:
    """The preset placement, and others: strength elsewhere, shooters first or last, the weak first, few in the line."""
    units = [state.units[slot.subject] for slot in decision.slots if slot.subject < GROUPS]
    strong = sorted(units, key=lambda unit: (-line_value(state, unit.id), unit.id))
    shooters = [unit for unit in strong if is_shooter(state, unit)]
    fighters = [unit for unit in strong if not is_shooter(state, unit)]
    found: list[Order] = [decision.default()]
    for ranked, columns in (
        (strong, FLANKS),
        (shooters + fighters, MIDDLE),
        (fighters + shooters, MIDDLE),
        (strong[::-1], MIDDLE),
        (strong[:3], MIDDLE),
        (strong, ONE_WING),
        (strong, OTHER_WING),
    ):
        order = _placed(decision, ranked, columns)
        if order not in found and decision.check(order) is None:
            found.append(order)
    return found


def _placed(decision: Plan, ranked: list[Unit], columns: tuple[int, ...]) -> Order:
    """The order that puts the first five units in the columns of the own line, the others in the reserve, and heroes where they are preset."""
    line = OWN_LINE[decision.side]
    posts = {unit.id: NAMES[line[column]] for unit, column in zip(ranked, columns, strict=False)}
    words: list[str] = [decision.verb]
    for slot in decision.slots:
        if slot.subject in posts:
            words.append(f"u{slot.subject}-{posts[slot.subject]}")
        elif slot.subject >= GROUPS and slot.preset >= 0:
            words.append(slot.words[slot.preset])
    return tuple(words)
