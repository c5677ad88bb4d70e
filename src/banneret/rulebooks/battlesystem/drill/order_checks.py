"""Checks that orders to units have in common: the unit named, the reasons it takes no order, and numbers."""

from __future__ import annotations

from typing import Any

from banneret.geometry.plane import within
from banneret.kernel.decision import Refusal
from banneret.kernel.order import Order
from banneret.rulebooks.battlesystem.blocks.block import Block
from banneret.rulebooks.battlesystem.space import contacts
from banneret.rulebooks.battlesystem.state import State, name
from banneret.rulebooks.battlesystem.text.sentences import WAS_HELD, agree, says
from banneret.rulebooks.battlesystem.unit import FIELD, MOB, NOBODY, Unit
from banneret.rulebooks.battlesystem.worth.allowance import rate

_MOST = 1000.0  # inches or degrees: more than any table has


def unit_of(state: State, side: int, order: Order) -> Unit | Refusal:
    """The unit of a side that an order names, if it can still be given orders this round; else the reason it cannot.

    Rules: battlesystem:1.4, battlesystem:2.10, battlesystem:6.3, battlesystem:6.4, battlesystem:7.0, battlesystem:7.3d.
    """
    if len(order) < 2 or not isinstance(order[1], int) or order[1] not in state.units:
        return Refusal("Name one of your units by its number.", "battlesystem:7.0")
    unit = state.units[order[1]]
    if unit.side != side or unit.status != FIELD:
        return Refusal(
            says(state, unit, "is|are no unit of yours that stands on the table."), "battlesystem:7.0"
        )
    if unit.routed:
        return Refusal(
            says(state, unit, "is|are routed: it|they runs|run until it|they is|are rallied."),
            "battlesystem:6.4",
        )
    if unit.formation == MOB:
        return Refusal(
            says(state, unit, "is|are a mob: it|they obeys|obey only orders given in the Rally Phase."),
            "battlesystem:2.10",
        )
    if unit.finished and not unit.moved and within(rate(state, unit), unit.spent):
        label = name(state, unit)
        reason = f"Filling {agree(label, 'its|their')} gaps took all the movement of {label}: "
        reason += agree(label, "it|they stays|stay this round.")
        return Refusal(reason, "battlesystem:7.3d")
    if unit.finished:
        return Refusal(says(state, unit, "has|have ended its|their move of this round."), "battlesystem:1.4")
    if unit.quarry != NOBODY:
        return Refusal(
            says(
                state,
                unit,
                "is|are out of hand: it|they obeys|obey no order, but goes|go for its|their enemy.",
            ),
            "battlesystem:4.6g",
        )
    if unit.rallied:
        return Refusal(
            says(state, unit, "was|were rallied this round: it|they may change formation, no more."),
            "battlesystem:6.3",
        )
    return unit


def bound(state: State, unit: Unit) -> str:
    """Words for a unit that may not move away: it touches an enemy, or did as its side's part began; "" if it may. Rule: battlesystem:7.8d."""
    if contacts.is_engaged(state, unit):
        return agree(name(state, unit), "is|are in contact with an enemy")
    return WAS_HELD if unit.engaged else ""


def no_movement_left(label: str, shots: int, inches: float, rule: str) -> Refusal:
    """The refusal of a move to a unit, or a figure, without movement: its shots took all of its rate of `inches`, or it is used up. Rules: 7.0, 10.4."""
    if shots and within(inches, 0.0):
        return Refusal(
            f"{label} {agree(label, 'has|have shot: it|they does|do')} not move in this round.",
            "battlesystem:10.4",
        )
    return Refusal(f"{label} {agree(label, 'has|have')} no movement left.", rule)


def too_few_behind(block: Block, added: int) -> Refusal:
    """The refusal to move more figures up to the front rank than stand behind it. Rule: battlesystem:7.10d."""
    spare = block.figures - block.files
    reason = "There is no figure behind the front rank to move up."
    if spare:
        reason = f"{added} figures cannot be moved up: {spare} stand behind the front rank."
    return Refusal(reason, "battlesystem:7.10d")


def number(word: Any) -> float | None:
    """A word of an order as inches or degrees; None if it is not a number, or beyond 1000."""
    if isinstance(word, (int, float)) and -_MOST <= word <= _MOST:
        return float(word)
    return None


def plain(figure: float) -> float:
    """A number as it stands in orders: whole ones without a point.

    >>> plain(5.0), plain(2.5)
    (5, 2.5)
    """
    return int(figure) if figure == int(figure) else figure
