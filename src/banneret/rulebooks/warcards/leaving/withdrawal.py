"""Surrender, withdrawal, and how a battle ends.

Rules: warcards:end.surrender, warcards:withdraw.declare, warcards:withdraw.forced, warcards:end.conditions.
"""

from __future__ import annotations

from typing import Final

from banneret.kernel.decision import Choice
from banneret.kernel.event import Event
from banneret.kernel.order import Order
from banneret.kernel.rulebook import Outcome
from banneret.kernel.table import Table
from banneret.rulebooks.warcards import state as st
from banneret.rulebooks.warcards.attack.plans import Reluctant
from banneret.rulebooks.warcards.board.field import AREAS
from banneret.rulebooks.warcards.board.people import group_with
from banneret.rulebooks.warcards.board.standing import in_battle, in_reserve, lift, on_field
from banneret.rulebooks.warcards.board.works import holds_works
from banneret.rulebooks.warcards.leaving.aftermath import judge_captives
from banneret.rulebooks.warcards.state import Figure, Group, State, Unit
from banneret.rulebooks.warcards.text.wording import label

TERMS: Final = ("captivity", "release", "exchange", "execution")
TERM_WORDS: Final[dict[str, str]] = {
    "captivity": "its units become prisoners",
    "release": "its units are disarmed and sent home",
    "exchange": "its units become prisoners until they are exchanged or ransomed",
    "execution": "its units are put to the sword",
    "unconditional": "the winner names the terms",
}


def finish(
    state: State,
    table: Table,
    winners: tuple[int, ...],
    reason: str,
    rule: str,
    spared: int = st.NOBODY,
) -> None:
    """The battle is over. Helpless ships fall to the other side unless their owner has won; `spared`: whose captives must live.

    Rules: warcards:naval.capture, warcards:hero.captives.
    """
    for unit in state.units:
        if unit.place == st.HELPLESS:
            unit.place = st.GONE if winners == (unit.side,) else st.CAPTIVE
    judge_captives(state, table, spared)
    state.outcome = Outcome(winners, reason, rule)
    if table.telling:
        table.tell(Event("end", reason, rule, side=winners[0] if winners else -1))


def check_end(state: State, table: Table, stayed: bool = False) -> bool:
    """Whether an army is no more; ends the battle then. `stayed`: the last of it could not leave the province.

    Rules: warcards:end.conditions, warcards:withdraw.lacking.
    """
    if state.outcome is not None:
        return True
    here = [in_battle(state, 0), in_battle(state, 1)]
    if here[0] and here[1]:
        return False
    names = state.setting.names
    rule = "warcards:end.conditions"
    if not here[0] and not here[1]:
        finish(state, table, (), "Neither army has a unit left: nobody wins.", rule)
        return True
    loser = 0 if not here[0] else 1
    gone = any(unit.side == loser and unit.place == st.GONE for unit in state.units)
    words = "has left the field" if gone else "could not leave the province" if stayed else "is destroyed"
    finish(state, table, (1 - loser,), f"The army of {names[loser]} {words}: {names[1 - loser]} won.", rule)
    return True


def leave_step(state: State, table: Table) -> None:
    """Forced withdrawals, then surrender or withdrawal of both sides, the first side first.

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
                text = f"{names[side]} has lost the field and must withdraw."
                table.tell(Event("withdraw", text, "warcards:withdraw.forced", side=side))
            depart(state, table, side)
        else:
            _ask_to_leave(state, table, side)


def _ask_to_leave(state: State, table: Table, side: int) -> None:
    """Fight on, withdraw, or make an offer; an army that withdraws goes on leaving whatever it offers.

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


def offer_surrender(state: State, table: Table, side: int, terms: str) -> None:
    """A side offers to surrender; the enemy answers, and names the terms of an unconditional offer.

    Rules: warcards:end.surrender, warcards:end.terms.
    """
    names = state.setting.names
    other = 1 - side
    if table.telling:
        text = f"{names[side]} offered to surrender: {TERM_WORDS[terms]}."
        table.tell(Event("offer", text, "warcards:end.surrender", side=side))
    if terms == "unconditional":
        order = table.ask(Choice("terms", other, "warcards:end.terms", [("terms", term) for term in TERMS]))
        surrender(state, table, side, order[1])
        return
    order = table.ask(Choice("accept", other, "warcards:end.surrender", [("accept",), ("refuse",)]))
    if order[0] == "accept":
        surrender(state, table, side, terms)
    elif table.telling:
        table.tell(Event("offer", f"{names[other]} refused.", "warcards:end.surrender", side=other))


def surrender(state: State, table: Table, side: int, terms: str) -> None:
    """The army lays down its arms, and whoever is with it shares its lot.

    Rules: warcards:end.surrender, warcards:end.terms, warcards:hero.captives.
    """
    names = state.setting.names
    where = {"release": st.GONE, "execution": st.DESTROYED}.get(terms, st.CAPTIVE)
    for unit in state.units:
        if unit.side == side and (unit.place >= 0 or unit.place == st.ABOARD):
            lift(state, unit)
            unit.place = where
            unit.aboard = st.NOBODY
    for figure in state.figures:
        if figure.side == side and figure.status == st.ACTIVE:
            _go_with(figure, where)
    for group in state.groups:
        if group.side == side:
            _dissolve(group)
    reason = f"{names[side]} surrendered: {TERM_WORDS[terms]}. {names[1 - side]} won."
    spared = side if terms == "exchange" else st.NOBODY
    finish(state, table, (1 - side,), reason, "warcards:end.surrender", spared)


def _offer_stop(state: State, table: Table, side: int) -> None:
    """Both may agree to stop. Rule: warcards:end.stalemate."""
    names = state.setting.names
    if table.telling:
        text = f"{names[side]} offered to stop the battle."
        table.tell(Event("offer", text, "warcards:end.stalemate", side=side))
    order = table.ask(
        Choice("stop", 1 - side, "warcards:end.stalemate", [("accept",), ("refuse",)], preset=1)
    )
    if order[0] == "accept":
        finish(state, table, (), "Both sides agree to stop: nobody wins.", "warcards:end.stalemate")


def may_leave(state: State, side: int) -> bool:
    """Whether a withdrawing army has anywhere to go; else withdrawing is surrendering. Rule: warcards:withdraw.province."""
    return state.setting.flags.free_withdrawal or state.setting.exits[side] > 0


def depart(state: State, table: Table, side: int) -> None:
    """A withdrawing army: every unit in its reserve leaves.

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
                how = "gives out on the march and is captured" if setting.flags.march else "surrenders"
                text = f"{label(state, unit)} cannot leave the province: it {how}."
                data: dict[str, object] = {"unit": unit.id}
                table.tell(Event("removed", text, "warcards:withdraw.lacking", side=side, data=data))
        _take_people(state, unit)
        for cargo in state.units:
            if cargo.aboard == unit.id and cargo.place == st.ABOARD:
                cargo.place = unit.place
                cargo.aboard = st.NOBODY
                _take_people(state, cargo)
    check_end(state, table, stayed)


def _departs(state: State, unit: Unit) -> int:
    """Where a unit ends that is to leave: gone, or a captive where it lacks the movement points.

    Rules: warcards:withdraw.cost, warcards:withdraw.lacking.
    """
    setting = state.setting
    points = setting.points[unit.id]
    missing = setting.march_cost - points if points >= 0 else 0
    if missing <= 0:
        return st.GONE
    if not setting.flags.march:
        return st.CAPTIVE
    unit.subdual += missing
    return st.CAPTIVE if unit.subdual > setting.cards[unit.id].hits - unit.lethal else st.GONE


def _take_people(state: State, unit: Unit) -> None:
    """Characters and heroes share the way of a unit that left or surrendered. Rule: warcards:field.two-sides."""
    group = group_with(state, unit.id)
    for figure in state.figures:
        if figure.host == unit.id or (group is not None and figure.group == group.id):
            _go_with(figure, unit.place)
    if group is not None:
        _dissolve(group)


def _go_with(figure: Figure, where: int) -> None:
    """A character goes where his unit is now: home, or into the enemy's hands."""
    if figure.status == st.ACTIVE:
        figure.status = st.LEFT if where == st.GONE else st.CAPTURED
    figure.host = st.NOBODY
    figure.group = st.NOBODY


def _dissolve(group: Group) -> None:
    """A Heroes unit is no more."""
    group.host = st.NOBODY
    group.dissolved = True


def value_left(state: State, side: int) -> int:
    """Muster value of a side's units that are still in the battle, in GB."""
    cards = state.setting.cards
    return sum(
        cards[unit.id].muster
        for unit in state.units
        if unit.side == side and (0 <= unit.place < AREAS + 2 or unit.place == st.ABOARD)
    )
