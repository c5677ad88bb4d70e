"""The opening of the Movement Phase: the sides declare changes of role, in the order in which they will move.

Rules: battlesystem:9.0a, battlesystem:9.3f.
"""

from __future__ import annotations

from banneret.kernel.decision import Choice
from banneret.kernel.event import Event
from banneret.kernel.order import Order
from banneret.kernel.table import Table
from banneret.rulebooks.battlesystem.command import in_command
from banneret.rulebooks.battlesystem.individual import ARMY, BRIGADE, HERO, MEMBER, UNIT_COMMANDER, Individual
from banneret.rulebooks.battlesystem.individuals import roles
from banneret.rulebooks.battlesystem.roles import changes, succession
from banneret.rulebooks.battlesystem.stages import ROLES
from banneret.rulebooks.battlesystem.state import State, go_on, side_acting

RANKS = {
    UNIT_COMMANDER: "Unit Commander",
    BRIGADE: "Brigade Commander",
    ARMY: "Army Commander",
    HERO: "a Hero",
    MEMBER: "a member",
}
"""The roles in words."""


def role_step(state: State, table: Table) -> None:
    """Ask the side whose turn it is for one change of role, or go on to the next side; changes by its chart come first.

    It is asked only if a command can be taken over, or troops that move by themselves would take an individual along.

    Rules: battlesystem:9.0a, battlesystem:9.3f.
    """
    side = side_acting(state)
    chiefs = _chiefs(state, table)
    moved_up = succession.by_chart(state, side)
    for one, first in moved_up:
        _tell(
            state, table, one, f", on the chart after {state.setting.sheets[first].name}", "battlesystem:9.3f"
        )
        _tell_replaced(state, table, one, chiefs)
    if moved_up:
        changes.forget_reviews(state, side)
        in_command.review(state, table)
    if not changes.can_take_over(state, side) and not changes.is_carried_off(state, side):
        go_on(state, ROLES)  # whatever else may change is among the orders of the movement
        return
    options = [changes.KEEP, *changes.options(state, side)]
    order = table.ask(Choice(changes.ROLE, side, "battlesystem:9.0a", options))
    if order == changes.KEEP:
        go_on(state, ROLES)
        return
    declare(state, table, order)


def declare(state: State, table: Table, order: Order) -> None:
    """Carry out a change of role, and tell it. Rule: battlesystem:9.0a."""
    chiefs = _chiefs(state, table)
    if changes.take(state, order):
        one = state.individuals[order[1]]
        _tell(state, table, one, _beside(state, order), "battlesystem:9.0a")
        _tell_replaced(state, table, one, chiefs)
    in_command.review(state, table)


def _chiefs(state: State, table: Table) -> dict[int, int]:
    """The Unit Commanders who are individuals, by unit; empty if nobody listens, since only the news needs them."""
    return {unit.id: unit.chief for unit in state.units.values() if unit.chief >= 0} if table.telling else {}


def _tell_replaced(state: State, table: Table, one: Individual, chiefs: dict[int, int]) -> None:
    """Tell that a living Unit Commander whose place an individual has taken is a Hero now. Rule: battlesystem:9.3c."""
    if roles.rank_of(state, one) != UNIT_COMMANDER or one.post not in chiefs:
        return
    old = state.individuals[chiefs[one.post]]
    if old.id != one.id and roles.is_in_battle(old):
        _tell(state, table, old, "", "battlesystem:9.3c")


def _beside(state: State, order: Order) -> str:
    """The words after the new role: the unit or the place that it is of."""
    sheet = state.setting.sheets[order[1]]
    if order[2] == changes.DEPUTY:
        if sheet.deputy_unit >= 0:
            return f" of {state.units[sheet.deputy_unit].now.name}, as deputy"
        return f" in the place of {state.setting.sheets[sheet.deputy_leader].name}"
    return f" of {state.units[order[3]].now.name}" if len(order) > 3 else ""


def _tell(state: State, table: Table, one: Individual, more: str, rule: str) -> None:
    """Tell the new role of an individual."""
    if not table.telling:
        return
    rank = roles.rank_of(state, one)
    text = f"{state.setting.sheets[one.id].name} is {RANKS[rank]}{more}."
    data: dict[str, object] = {
        "leader": f"l{one.id}",
        "role": rank,
        "unit": f"u{one.unit}" if one.unit >= 0 else "",
    }
    table.tell(Event("role", text, rule, side=one.side, data=data))
