"""Getting away from an enemy in contact: Fighting Withdrawal, which may be followed, and flight, which is struck at.

Orders: ("withdraw", unit) and ("flee", unit, turn), the turn in degrees to the right of straight away, at most 45 either way.
Skirmishers name figures: ("withdraw", unit, (0, 3)), ("flee", unit, turn, (0, 3)).

Rules: battlesystem:7.12 to battlesystem:7.12d, battlesystem:8.8 to battlesystem:8.8e, battlesystem:4.6d, battlesystem:2.9f.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from banneret.geometry.plane import TOLERANCE, snap_heading, within
from banneret.geometry.sweeps import ground_way
from banneret.kernel.decision import Refusal
from banneret.kernel.dice import Chance
from banneret.kernel.order import Order
from banneret.kernel.table import Table
from banneret.rulebooks.battlesystem.drill.order_checks import bound, no_movement_left, number, unit_of
from banneret.rulebooks.battlesystem.movement.disengaging.fleeing import flee, flight
from banneret.rulebooks.battlesystem.movement.disengaging.skirmishers_away import (
    flee_singly,
    refusal_of_singles,
    withdraw_singles,
)
from banneret.rulebooks.battlesystem.movement.disengaging.ways_away import (
    WITHDRAWAL,
    away_heading,
    figures_touched,
    free_way,
    least_way,
    price_of_withdrawal,
    turned_about,
)
from banneret.rulebooks.battlesystem.movement.disengaging.withdrawals import withdraw
from banneret.rulebooks.battlesystem.space import contacts, formations, standing
from banneret.rulebooks.battlesystem.state import State, is_mended, name
from banneret.rulebooks.battlesystem.text.sentences import agree, says
from banneret.rulebooks.battlesystem.unit import CLOSED, MOB, Unit
from banneret.rulebooks.battlesystem.worth.allowance import rate_of_parting

SIDEWAYS: Final = 45.0
"""Degrees to either side of straight away that one may flee. Rule: battlesystem:8.8c."""


def offers(state: State, unit: Unit) -> list[Order]:
    """Withdrawal and flight where they are possible, flight also as far aside as may be."""
    return list(_possible(state, unit, True))


def can_leave(state: State, unit: Unit) -> bool:
    """True if there is any offer."""
    return next(_possible(state, unit), None) is not None


def _possible(state: State, unit: Unit, aside_too: bool = False) -> Iterator[Order]:
    """The offers one by one: flight aside only where withdrawal or flight straight away is not possible, unless `aside_too`."""
    if unit.finished or unit.routed or unit.formation == MOB:
        return
    orders: list[Order] = [("withdraw", unit.id), ("flee", unit.id, 0)]
    if unit.singles is not None:
        figures = tuple(figure for figure in figures_touched(state, unit) if not unit.singles[figure].done)
        orders = [(*order, figures) for order in orders] if figures else []
    elif not unit.engaged:
        return
    count = 0
    for order in orders:
        if refusal(state, unit.side, order) is None:
            count += 1
            yield order
    if (count < 2 or aside_too) and unit.singles is None:
        for turn in (-45, 45):
            aside: Order = ("flee", unit.id, turn)
            if refusal(state, unit.side, aside) is None:
                yield aside


def sample(state: State, unit: Unit, chance: Chance) -> Order | None:
    """A withdrawal or a flight, aside only where one of them is not possible straight away; None if there is neither."""
    found = list(_possible(state, unit))
    return found[chance.below(len(found))] if found else None


def refusal(state: State, side: int, order: Order) -> Refusal | None:
    """The reason a unit cannot get away as ordered; None when it can try.

    Where nothing may be measured, enemies farther off are found out when it goes. By versions 1 to 17 of the rules it could try to go
    through those in contact, and lost its move; by versions 1 to 16 a unit that an option leaves closed out of command could flee.
    Rules: battlesystem:7.12, battlesystem:7.12a, battlesystem:8.8c, battlesystem:4.7a, battlesystem:7.3d, battlesystem:3.5.
    """
    unit = unit_of(state, side, order)
    if isinstance(unit, Refusal):
        return unit
    flees = order[0] == "flee"
    rule = "battlesystem:8.8c" if flees else "battlesystem:7.12"
    figures, turn = _read(unit, order)
    if turn is None:
        shown = ("flee", unit.id, 0) if flees else ("withdraw", unit.id)
        nearest: Order = shown if unit.singles is None else (*shown, tuple(figures_touched(state, unit)))
        return Refusal("That is not how such an order is given.", rule, nearest)
    if abs(turn) > SIDEWAYS:
        reason = (
            f"{turn:g} degrees are too many: a unit flees straight away or up to 45 degrees to either side."
        )
        return Refusal(reason, rule, (*order[:2], 45 if turn > 0 else -45, *order[3:]))
    if unit.singles is not None:
        return refusal_of_singles(state, unit, figures, flees, turn, rule)
    touched = contacts.touched_sides(state, unit) if unit.engaged else set()
    if not touched:
        label = name(state, unit)
        reason = f"{label} did not begin this phase in contact with an enemy."
        if unit.engaged:
            reason = f"{label} {bound(state, unit)}: there is nobody to get away from."
        return Refusal(reason, rule)
    left = max(0.0, rate_of_parting(state, unit) - unit.spent)
    if unit.formation == CLOSED and not unit.in_command and is_mended(state, 17):
        reason = says(state, unit, "is|are closed and out of command: it|they cannot move.")
        return Refusal(reason, "battlesystem:4.7a")
    if not flees and not unit.in_command:
        reason = says(state, unit, "is|are out of command and cannot withdraw; it|they may flee.")
        return Refusal(reason, "battlesystem:4.7a", ("flee", unit.id, 0))
    if not flees and not within(WITHDRAWAL, left):
        reason = f"A withdrawal takes 3 in; {says(state, unit, 'has|have')} {left:g} in left."
        return Refusal(reason, rule)
    block = unit.block
    away = None if block is None else away_heading(block.heading, touched)
    if away is None:
        reason = agree(name(state, unit), "Enemies on opposite sides leave it|them no way to go.")
        return Refusal(reason, "battlesystem:7.12a")
    price = WITHDRAWAL if flees or block is None else price_of_withdrawal(state, unit, block, away)
    if not flees and not within(price, left):
        reason = f"On this ground a withdrawal takes {price:.4g} in; {says(state, unit, 'has|have')} {left:g} in left."
        return Refusal(reason, rule)
    if flees and left <= 0.0:
        return no_movement_left(name(state, unit), unit.shots, rate_of_parting(state, unit), rule)
    if flees:
        heading = snap_heading(away + turn)
        if free_way(state, unit, turned_about(state, unit, heading).area(), heading, left, False) < least_way(
            left
        ):
            return Refusal("There is not 1 in of free ground that way.", rule)
        if is_mended(state, 18) and flight(state, unit, heading, foes=_known(state, unit)) is None:
            return Refusal("The enemy is in the way there: there is not 1 in of free ground.", rule)
    elif free_way(state, unit, standing.ground(unit), away, WITHDRAWAL, False) < WITHDRAWAL - TOLERANCE:
        return Refusal("Friends, ground that nobody may enter or the edge of the table are in the way.", rule)
    elif is_mended(state, 18) and _is_barred(state, unit, away):
        return Refusal("An enemy bars the way.", rule)
    return None


def _known(state: State, unit: Unit) -> list[Unit] | None:
    """The enemies who are known to be in the way before a unit goes: those in contact; None for all, where one may measure. Rule: 3.5."""
    if state.setting.flags.premeasure:
        return None
    return [state.units[enemy] for enemy in contacts.enemies_touching(state, unit)]


def _is_barred(state: State, unit: Unit, away: float) -> bool:
    """True if an enemy who is known to be there bars the way of a withdrawal. Rules: battlesystem:7.12, battlesystem:3.5."""
    known = _known(state, unit)
    area = standing.ground(unit)
    if known is None:
        return free_way(state, unit, area, away, WITHDRAWAL, True) < WITHDRAWAL - TOLERANCE
    bars = [ground for enemy in known for ground in standing.ground(enemy)]
    return ground_way(area, away, WITHDRAWAL, bars) < WITHDRAWAL - TOLERANCE


def carry_out(state: State, table: Table, side: int, order: Order) -> None:
    """Withdraw or flee. Rules: battlesystem:7.12, battlesystem:8.8c."""
    unit = state.units[order[1]]
    figures, turn = _read(unit, order)
    assert turn is not None
    if order[0] == "withdraw":
        if unit.singles is None:
            withdraw(state, table, unit)
        else:
            withdraw_singles(state, table, unit, figures)
    elif unit.singles is None:
        flee(state, table, unit, turn)
    else:
        flee_singly(state, table, unit, figures, turn)
    formations.unwrap(state, table)


def _read(unit: Unit, order: Order) -> tuple[list[int], float | None]:
    """The figures an order names and the turn of a flight; no turn: the order makes no sense."""
    words = list(order[2:])
    turn: float | None = 0.0
    figures: list[int] = []
    if order[0] == "flee" and words:
        turn = number(words.pop(0))
    if unit.singles is not None and words and isinstance(words[0], tuple):
        for figure in words.pop(0):
            if type(figure) is not int or not 0 <= figure < len(unit.singles) or figure in figures:
                return [], None
            figures.append(figure)
    return (figures, None) if words or (unit.singles is not None and not figures) else (figures, turn)
