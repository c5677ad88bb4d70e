"""Withdrawal of an army, forced or chosen; offers to surrender or to stop are made in the same step.

Rules: warcards:withdraw.declare, warcards:withdraw.forced, warcards:end.surrender, warcards:end.stalemate.
"""

from __future__ import annotations

from banneret.kernel.decision import Choice
from banneret.kernel.dice import Chance
from banneret.kernel.event import Event
from banneret.kernel.order import Order
from banneret.kernel.table import Table
from banneret.rulebooks.warcards import state as st
from banneret.rulebooks.warcards.board.people import group_with
from banneret.rulebooks.warcards.board.standing import in_reserve, on_field
from banneret.rulebooks.warcards.board.works import holds_works
from banneret.rulebooks.warcards.leaving.ending import check_end, finish
from banneret.rulebooks.warcards.leaving.surrender import TERMS, dissolve, go_with, offer_surrender, surrender
from banneret.rulebooks.warcards.state import State, Unit
from banneret.rulebooks.warcards.text.wording import agree, label


class Reluctant(Choice):
    """A choice whose default is by far the most likely at random, lest random players surrender at every second question."""

    def sample(self, chance: Chance) -> Order:
        """The default in about fifteen of sixteen cases, else any option."""
        if chance.below(16):
            return self.options[self.preset]
        return self.options[chance.below(len(self.options))]


def leave_step(state: State, table: Table) -> None:
    """Declare forced withdrawals, then ask both sides to fight on, withdraw or surrender, the first side first.

    Rules: warcards:withdraw.forced, warcards:fort.no-forced-withdrawal, warcards:end.surrender, warcards:withdraw.declare,
    warcards:init.order-elsewhere.
    """
    lost = [not on_field(state, side) and not holds_works(state, side) for side in (0, 1)]
    names = state.setting.names
    if lost[0] and lost[1]:
        who = (
            "Both armies withdrew"
            if state.attacker not in (0, 1)
            else f"{names[state.attacker]}, who attacked, withdrew"
        )
        reason = f"No army has a unit on the field. {who}: nobody wins."
        finish(state, table, (), reason, "warcards:withdraw.forced")
        return
    for side in (state.first, 1 - state.first):
        if state.outcome is not None:
            return
        if lost[side]:
            if table.telling:
                text = f"{names[side]} lost the field and must withdraw."
                table.tell(Event("field-lost", text, "warcards:withdraw.forced", side=side))
            depart(state, table, side)
        else:
            _ask_to_leave(state, table, side)


def _ask_to_leave(state: State, table: Table, side: int) -> None:
    """Ask a side to fight on, to withdraw, or to make an offer; a withdrawing army goes on leaving whatever it offers.

    Rules: warcards:end.surrender, warcards:end.stalemate, warcards:withdraw.declare.
    """
    options: list[Order] = [("fight",)]
    if not state.withdrawing >> side & 1:
        options.append(("withdraw",))
    options.extend(("surrender", term) for term in (*TERMS, "unconditional"))
    options.append(("stop",))
    order = table.ask(Reluctant("leave", side, "warcards:end.surrender", options))
    if order[0] == "withdraw":
        if table.telling and may_leave(state, side):
            text = f"{state.setting.names[side]} withdrew from the field."
            table.tell(Event("withdraw", text, "warcards:withdraw.declare", side=side))
    elif order[0] == "surrender":
        offer_surrender(state, table, side, order[1])
    elif order[0] == "stop":
        _offer_stop(state, table, side)
    leaves = order[0] == "withdraw" or state.withdrawing >> side & 1
    if leaves and state.outcome is None:
        depart(state, table, side)


def _offer_stop(state: State, table: Table, side: int) -> None:
    """Put a side's offer to stop to the enemy. Rule: warcards:end.stalemate."""
    names = state.setting.names
    if table.telling:
        text = f"{names[side]} offered to stop the battle."
        table.tell(Event("stop-offer", text, "warcards:end.stalemate", side=side))
    order = table.ask(
        Choice("stop", 1 - side, "warcards:end.stalemate", [("accept",), ("refuse",)], preset=1)
    )
    if order[0] == "accept":
        finish(state, table, (), "Both sides agree to stop: nobody wins.", "warcards:end.stalemate")


def may_leave(state: State, side: int) -> bool:
    """True if a withdrawing army has anywhere to go; else withdrawing is surrendering. Rule: warcards:withdraw.province."""
    return state.setting.flags.free_withdrawal or state.setting.exits[side] > 0


def depart(state: State, table: Table, side: int) -> None:
    """Let every unit in the reserve of a withdrawing army leave.

    Rules: warcards:withdraw.declare, warcards:withdraw.province, warcards:withdraw.cost, warcards:withdraw.lacking.
    """
    setting = state.setting
    state.withdrawing |= 1 << side
    if not may_leave(state, side):
        surrender(state, table, side, "captivity")
        return
    stayed = False
    for unit in in_reserve(state, side):
        unit.place = _departs(state, unit)
        if unit.place == st.CAPTIVE:
            stayed = True
            if table.telling:
                how = (
                    "gives|give out on the march and is|are captured"
                    if setting.flags.march
                    else "surrenders|surrender"
                )
                text = agree(label(state, unit), f"cannot leave the province: it|they {how}.")
                data: dict[str, object] = {"unit": unit.id}
                table.tell(Event("stranded", text, "warcards:withdraw.lacking", side=side, data=data))
        _take_people(state, unit)
        for cargo in state.units:
            if cargo.aboard == unit.id and cargo.place == st.ABOARD:
                cargo.place = unit.place
                cargo.aboard = st.NOBODY
                _take_people(state, cargo)
    check_end(state, table, stayed)


def _departs(state: State, unit: Unit) -> int:
    """The place of a unit that is to leave: gone, or captured if it lacks the movement points.

    Rules: warcards:withdraw.cost, warcards:withdraw.lacking.
    """
    where = st.CAPTIVE if is_stranded(state, unit) else st.GONE
    if state.setting.flags.march:
        unit.subdual += _missing(state, unit)
    return where


def is_stranded(state: State, unit: Unit) -> bool:
    """True if a unit cannot leave the province: it lacks movement points, or gives out on the march. Rule: warcards:withdraw.lacking."""
    missing = _missing(state, unit)
    if not state.setting.flags.march:
        return missing > 0
    return missing > 0 and unit.subdual + missing > state.setting.cards[unit.id].hits - unit.lethal


def _missing(state: State, unit: Unit) -> int:
    """The movement points that a unit lacks to leave the province. Rule: warcards:withdraw.cost."""
    points = state.setting.points[unit.id]
    return max(0, state.setting.march_cost - points) if points >= 0 else 0


def _take_people(state: State, unit: Unit) -> None:
    """Send the characters and heroes with a unit that left or surrendered after it. Rule: warcards:field.two-sides."""
    group = group_with(state, unit.id)
    for figure in state.figures:
        if figure.host == unit.id or (group is not None and figure.group == group.id):
            go_with(figure, unit.place)
    if group is not None:
        dissolve(group)
