"""Pass-through volleys that a unit divides among several targets, one of them the unit on the move, or that some skirmishers shoot.

Rules: battlesystem:2.8, battlesystem:2.9d, battlesystem:10.1m, battlesystem:10.6.

("split", unit, (target, figures), stop, (target, figures)...), with "over" after the stop over friends; the first target is the unit
on the move, the others are of its side. Of skirmishers some may shoot at the first alone while the others hold. When the part of a side
is over there is no stop. None of these orders is listed. The stop may stand anywhere after the unit, and the targets in any order.
"""

from __future__ import annotations

from typing import Final

from banneret.kernel.decision import Refusal
from banneret.kernel.order import Order
from banneret.rulebooks.battlesystem.missiles.shooting_orders import ONCE, Shooting, fewest_targets
from banneret.rulebooks.battlesystem.missiles.volleys import Volley
from banneret.rulebooks.battlesystem.state import State, is_mended, on_field
from banneret.rulebooks.battlesystem.unit import Unit

SPLIT: Final = "split"
RULE: Final = "battlesystem:10.6"


def is_split(order: Order) -> bool:
    """True if an order divides a unit's figures."""
    return len(order) > 2 and order[0] == SPLIT


def may_split(state: State, shooters: list[Unit], side: int) -> bool:
    """True if some of these units can divide its figures among units of a side; by versions 1 to 14 of the rules none could. Rule: battlesystem:10.1m.

    Skirmishers can where one target is there, for some may hold; by version 15 they needed two. Rules: battlesystem:2.9d, battlesystem:10.6.
    """
    if not is_mended(state, 15):
        return False
    targets = len(on_field(state, side))
    for unit in shooters:
        least = fewest_targets(state, unit) if is_mended(state, 16) else 2
        if unit.figures > 1 and targets >= least:
            return True
    return False


def spelled(state: State, order: Order, mover: int) -> Order:
    """An order to divide a volley at a stop as it is written above: the unit on the move first, then the stop; unchanged if it names none of them.

    By version 15 of the rules it was written so from the start. Rules: battlesystem:10.1m, battlesystem:10.6.
    """
    if not is_mended(state, 16):
        return order
    targets = [part for part in order[2:] if isinstance(part, tuple)]
    first = [part for part in targets if part and part[0] == mover]
    stops = [part for part in order[2:] if type(part) is int]
    if len(stops) != 1 or not first:
        return order
    rest = [part for part in order[2:] if part is not first[0] and type(part) is not int]
    return (*order[:2], first[0], stops[0], *rest)


def volleys(state: State, side: int, order: Order, has_stop: bool) -> list[Volley] | Refusal:
    """The volleys that an order of a side declares as all stand now, each of one shot, or the reason why it cannot be given. Rule: 10.1m."""
    words = order[:3] + order[4:] if has_stop else order
    return Shooting(state, side, RULE).volleys((*words, ONCE))


def refusal(
    state: State, side: int, order: Order, ready: list[Unit], moved: int, mover: int, has_stop: bool
) -> Refusal | None:
    """The reason why an order to divide a volley cannot be given as all stand now; None if it can. Rules: 10.1m, 10.2b, battlesystem:10.6.

    Args:
        state: the battle, with the mover at the stop.
        side: whose order it is.
        order: the order.
        ready: its units that may shoot.
        moved: the side that moves.
        mover: the unit on the move, which must be the first target; `NOBODY` at the end of the part.
        has_stop: the order names a stop.
    """
    if not any(unit.id == order[1] for unit in ready):
        return Refusal("That unit has no shot left at troops on the move.", "battlesystem:10.2b")
    found = volleys(state, side, order, has_stop)
    if isinstance(found, Refusal):
        return found
    if has_stop and found[0].target != mover:
        return Refusal("The first target is the unit on the move.", RULE)
    if any(state.units[one.target].side != moved for one in found):
        return Refusal("Only units of the side that moves are shot at then.", RULE)
    return None
