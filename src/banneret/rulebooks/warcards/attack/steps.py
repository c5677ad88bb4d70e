"""The four steps of the attack phase: missiles, charges, melee, moving missiles; simultaneous within a step.

Rules: warcards:attack.order, warcards:attack.simultaneous, warcards:attack.once, warcards:attack.optional, warcards:attack.declare.
"""

from __future__ import annotations

from typing import Final

from banneret.kernel.event import Event
from banneret.kernel.order import Order
from banneret.kernel.table import Table
from banneret.rulebooks.warcards import stages
from banneret.rulebooks.warcards.attack.boarding import boarders, boarding_slot, shooters_aboard
from banneret.rulebooks.warcards.attack.charges import charge, charge_slot
from banneret.rulebooks.warcards.attack.declared import in_words
from banneret.rulebooks.warcards.attack.melee import fight, melee_slot
from banneret.rulebooks.warcards.attack.missiles import fire, moving_slot, still_slot
from banneret.rulebooks.warcards.attack.plans import Plan, Slot
from banneret.rulebooks.warcards.attack.prizes import strike_flags
from banneret.rulebooks.warcards.board.standing import on_field
from banneret.rulebooks.warcards.ratings.abilities import staggered
from banneret.rulebooks.warcards.state import State

RULES: Final[dict[int, str]] = {
    stages.STATIONARY: "warcards:missile.stationary-who",
    stages.CHARGE: "warcards:charge.who",
    stages.MELEE_STEP: "warcards:melee.who",
    stages.MOVING: "warcards:missile.moving-who",
}
VERBS: Final[dict[int, str]] = {
    stages.STATIONARY: "fire",
    stages.CHARGE: "charge",
    stages.MELEE_STEP: "melee",
    stages.MOVING: "fire",
}
KINDS: Final[dict[int, str]] = {
    stages.STATIONARY: "stationary",
    stages.CHARGE: "charge",
    stages.MELEE_STEP: "melee",
    stages.MOVING: "moving",
}


def attack_step(state: State, table: Table) -> None:
    """Play a step of the attack phase: both sides declare, then all dice are rolled, all damage is done, all saves are made.

    Rules: warcards:attack.declare, warcards:attack.simultaneous, warcards:attack.order.
    """
    stage = state.stage
    plans: list[Plan] = []
    for side in (state.first, 1 - state.first):
        slots = slots_of(state, side, stage)
        if slots:
            plans.append(plan_of(side, stage, slots))
    orders: list[Order] = []
    if state.setting.flags.secret and len(plans) > 1:
        orders = table.ask_all(list(plans))
    else:
        for plan in plans:
            if orders and table.telling:
                _tell_declared(state, table, plans[0], orders[0])
            orders.append(table.ask(plan))
    if stage == stages.CHARGE:
        charge(state, table, [word for order in orders for word in order[1:]])
    elif stage == stages.MELEE_STEP:
        fight(state, table, [word for order in orders for word in order[1:]])
    else:
        fire(state, table, [word for order in orders for word in order[1:]], stage)
    if state.setting.sea:
        strike_flags(state, table)


def plan_of(side: int, stage: int, slots: list[Slot]) -> Plan:
    """The question of an attack step. Rule: warcards:attack.declare."""
    rule = RULES[stage]
    if stage == stages.CHARGE and all(slot.words[0][0] == "p" for slot in slots):
        rule = "warcards:pike.first-round"
    return Plan(KINDS[stage], side, rule, VERBS[stage], slots)


def _tell_declared(state: State, table: Table, plan: Plan, order: Order) -> None:
    """Tell what a side has declared; the second side knows it when it declares itself. Rule: warcards:attack.declare."""
    words = [in_words(state, plan.verb, word) for word in order[1:]]
    what = f": {'; '.join(words)}" if words else " no attack"
    text = f"{state.setting.names[plan.side]} declared{what}."
    table.tell(Event("declared", text, "warcards:attack.declare", side=plan.side))


def slots_of(state: State, side: int, stage: int) -> list[Slot]:
    """The attacks open to a side in a step: a slot for each unit that qualifies.

    Rules: warcards:missile.stationary-who, warcards:charge.who, warcards:melee.who, warcards:missile.moving-who,
    warcards:attack.once, warcards:combat.staggered.
    """
    found: list[Slot] = []
    for unit in on_field(state, side):
        slot = None
        if unit.attacked or unit.left or (unit.spent and staggered(state, unit)):
            pass
        elif stage == stages.STATIONARY:
            slot = still_slot(state, unit)
        elif stage == stages.CHARGE:
            slot = charge_slot(state, unit)
        elif stage == stages.MELEE_STEP:
            slot = melee_slot(state, unit)
        else:
            slot = moving_slot(state, unit)
        if slot is not None:
            found.append(slot)
    if state.setting.sea:
        if stage == stages.MELEE_STEP:
            for unit in boarders(state, side):
                slot = boarding_slot(state, unit)
                if slot is not None:
                    found.append(slot)
        elif stage == stages.STATIONARY and state.setting.flags.embarked_missiles:
            found.extend(shooters_aboard(state, side))
    return found
