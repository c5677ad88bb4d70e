"""The attack phase: stationary missiles, charges, melee, moving missiles; simultaneous within a step.

Rules: warcards:attack.order, warcards:attack.simultaneous, warcards:attack.once, warcards:attack.optional, warcards:attack.declare.
"""

from __future__ import annotations

from banneret.kernel.event import Event
from banneret.kernel.order import Order
from banneret.kernel.table import Table
from banneret.rulebooks.warcards import stages
from banneret.rulebooks.warcards import state as st
from banneret.rulebooks.warcards.attack.boarding import boarders, boarding_slot, shooters_aboard, strike_flags
from banneret.rulebooks.warcards.attack.plans import Plan, Slot
from banneret.rulebooks.warcards.attack.strikes import Hit, settle, strike
from banneret.rulebooks.warcards.board.field import ADJACENT, AREAS, NAMES, NUMBERS
from banneret.rulebooks.warcards.board.standing import cargo, enemy_of, on_field
from banneret.rulebooks.warcards.board.works import is_fortified
from banneret.rulebooks.warcards.leaving.withdrawal import check_end
from banneret.rulebooks.warcards.ratings.abilities import may_charge, may_shoot, staggered
from banneret.rulebooks.warcards.ratings.allowance import unspent
from banneret.rulebooks.warcards.ratings.attacks import BOARDING, CHARGING, ON_THE_MOVE, STILL, STRIKE
from banneret.rulebooks.warcards.state import State, Unit
from banneret.rulebooks.warcards.tables.cards import NONE
from banneret.rulebooks.warcards.text.wording import label

RULES = {
    stages.STATIONARY: "warcards:missile.stationary-who",
    stages.CHARGE: "warcards:charge.who",
    stages.MELEE_STEP: "warcards:melee.who",
    stages.MOVING: "warcards:missile.moving-who",
}
VERBS = {
    stages.STATIONARY: "fire",
    stages.CHARGE: "charge",
    stages.MELEE_STEP: "melee",
    stages.MOVING: "fire",
}
KINDS = {
    stages.STATIONARY: "stationary",
    stages.CHARGE: "charge",
    stages.MELEE_STEP: "melee",
    stages.MOVING: "moving",
}


def attack_step(state: State, table: Table) -> None:
    """One step of the attack phase: both declare, all dice are rolled, all damage is done, all saves are made.

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
        _charges(state, table, [word for order in orders for word in order[1:]])
    elif stage == stages.MELEE_STEP:
        _melee(state, table, [word for order in orders for word in order[1:]])
    else:
        _fire(state, table, [word for order in orders for word in order[1:]], stage)
    if state.setting.sea:
        strike_flags(state, table)
    check_end(state, table)


def plan_of(side: int, stage: int, slots: list[Slot]) -> Plan:
    """The question of an attack step. Rule: warcards:attack.declare."""
    rule = RULES[stage]
    if stage == stages.CHARGE and all(slot.words[0][0] == "p" for slot in slots):
        rule = "warcards:pike.first-round"
    return Plan(KINDS[stage], side, rule, VERBS[stage], slots)


def _tell_declared(state: State, table: Table, plan: Plan, order: Order) -> None:
    """The second side knows what the first has declared when it declares itself. Rule: warcards:attack.declare."""
    words = [in_words(state, plan.verb, word) for word in order[1:]]
    what = f": {'; '.join(words)}" if words else " no attack"
    text = f"{state.setting.names[plan.side]} declared{what}."
    table.tell(Event("declared", text, "warcards:attack.declare", side=plan.side))


def in_words(state: State, verb: str, word: str) -> str:
    """What a word of a plan of attacks means, as people say it."""
    labels = state.setting.labels
    who, _, aim = word[1:].partition("-")
    name = labels[int(who)]
    if verb == "fire":
        return f"{name} fires at {labels[int(aim[1:])] if aim[0] == 'x' else aim}"
    if verb == "charge":
        return f"{name} strikes with pikes" if word[0] == "p" else f"{name} charges"
    if word[0] == "t":
        return f"{name} takes the fortification"
    whom = f" {labels[int(aim)]}" if aim else ""
    return f"{name} attacks{whom}" + (" to subdue" if word[0] == "s" else "")


def slots_of(state: State, side: int, stage: int) -> list[Slot]:
    """What a side may do in a step: a slot for each unit that qualifies.

    Rules: warcards:missile.stationary-who, warcards:charge.who, warcards:melee.who, warcards:missile.moving-who,
    warcards:attack.once, warcards:combat.staggered.
    """
    found: list[Slot] = []
    for unit in on_field(state, side):
        slot = None
        if unit.attacked or unit.left or (unit.spent and staggered(state, unit)):
            pass
        elif stage == stages.STATIONARY:
            slot = _still_slot(state, unit)
        elif stage == stages.CHARGE:
            slot = _charge_slot(state, unit)
        elif stage == stages.MELEE_STEP:
            slot = _melee_slot(state, unit)
        else:
            slot = _moving_slot(state, unit)
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


# ---------------------------------------------------------------- missiles


def _could_shoot(state: State, unit: Unit) -> bool:
    """Whether a unit has missiles at all. Rule: warcards:missile.capability."""
    return state.setting.cards[unit.id].missile != NONE or len(state.effects) > 0


def _still_slot(state: State, unit: Unit) -> Slot | None:
    """Stationary fire and the last shot.

    Rules: warcards:missile.stationary-who, warcards:missile.stationary-target, warcards:missile.last-shot,
    warcards:field.reserve-not-area.
    """
    if unit.began or unit.spent or not _could_shoot(state, unit):
        return None
    words: list[str] = []
    place = unit.place
    if unit.since and may_shoot(state, unit, place, True):
        words.append(f"u{unit.id}-{NAMES[place]}")
    if not (unit.since and state.setting.flags.fire_at_engager):
        words.extend(_fields_of_fire(state, unit, True))
    return Slot(unit.id, words, 0) if words else None


def _moving_slot(state: State, unit: Unit) -> Slot | None:
    """Fire of a unit that moved. Rule: warcards:missile.moving-who."""
    if not unit.spent or unit.since or not _could_shoot(state, unit) or unspent(state, unit) < 1:
        return None
    words = _fields_of_fire(state, unit, False)
    return Slot(unit.id, words, 0) if words else None


def _fields_of_fire(state: State, unit: Unit, still: bool) -> list[str]:
    """The adjacent areas a unit may fire at, those without friends first. Rule: warcards:missile.stationary-target."""
    clear: list[str] = []
    mixed: list[str] = []
    for area in ADJACENT[unit.place]:
        if state.at[(1 - unit.side) * AREAS + area] >= 0 and may_shoot(state, unit, area, still):
            word = f"u{unit.id}-{NAMES[area]}"
            if state.at[unit.side * AREAS + area] >= 0:
                mixed.append(word)
            else:
                clear.append(word)
    return clear + mixed


def _fire(state: State, table: Table, words: list[str], stage: int) -> None:
    """All volleys of a missile step.

    Rules: warcards:missile.engaged-area, warcards:missile.friendly-fire, warcards:missile.moving-engaged,
    warcards:missile.last-shot, warcards:attack.once.
    """
    hits: list[Hit] = []
    kind = STILL if stage == stages.STATIONARY else ON_THE_MOVE
    for word in words:
        shooter, _, aim = word.partition("-")
        unit = state.units[int(shooter[1:])]
        unit.attacked = True
        if unit.aboard >= 0:
            _add(hits, strike(state, table, unit, state.units[int(aim[1:])], kind))
            continue
        area = NUMBERS[aim]
        enemy = state.units[state.at[(1 - unit.side) * AREAS + area]]
        friend = state.at[unit.side * AREAS + area]
        if friend == unit.id or friend < 0:
            _add(hits, strike(state, table, unit, enemy, kind))
            continue
        penalty = -2 if kind == STILL else state.setting.flags.moving_penalty
        _add(hits, strike(state, table, unit, enemy, kind, penalty=penalty))
        _add(hits, strike(state, table, unit, state.units[friend], kind, penalty=penalty))
    settle(state, table, hits)


def _add(hits: list[Hit], hit: Hit | None) -> None:
    if hit is not None:
        hits.append(hit)


# ---------------------------------------------------------------- charges and pikes


def levels_pikes(state: State, unit: Unit) -> bool:
    """Whether a unit attacks with its pikes in the charge step. Rule: warcards:pike.first-round."""
    return (
        state.setting.cards[unit.id].pike
        and unit.since == state.round
        and not (unit.routed or unit.left or unit.attacked)
        and not (unit.spent and staggered(state, unit))
    )


def _charge_slot(state: State, unit: Unit) -> Slot | None:
    """A charge, or the pikes' attack; a berserk unit with pikes has both.

    Rules: warcards:charge.who, warcards:pike.first-round, warcards:attack.optional.
    """
    words: list[str] = []
    if may_charge(state, unit):
        words.append(f"u{unit.id}")
    if levels_pikes(state, unit):
        words.append(f"p{unit.id}")
    return Slot(unit.id, words, 0) if words else None


def _charges(state: State, table: Table, words: list[str]) -> None:
    """The charge step. Rules: warcards:charge.rating, warcards:pike.first-round, warcards:pike.double."""
    horses = [int(word[1:]) for word in words if word[0] == "u"]
    hits: list[Hit] = []
    for word in words:
        if word[0] == "p":
            unit = state.units[int(word[1:])]
            target = enemy_of(state, unit)
            unit.attacked = True
            _add(hits, strike(state, table, unit, state.units[target], STRIKE, doubled=target in horses))
    if state.setting.flags.pikes_first:
        settle(state, table, hits)
        hits = []
    for number in horses:
        unit = state.units[number]
        target = enemy_of(state, unit)
        if target < 0 or unit.routed:
            continue
        unit.attacked = True
        _add(hits, strike(state, table, unit, state.units[target], CHARGING))
    settle(state, table, hits)


# ---------------------------------------------------------------- melee


def _melee_slot(state: State, unit: Unit) -> Slot | None:
    """A melee attack, to kill or to subdue, or the taking of an undefended fortified area; pikes had their turn before.

    Rules: warcards:melee.who, warcards:combat.subdual, warcards:fort.take, warcards:naval.ship-attack,
    warcards:pike.first-round.
    """
    number = unit.id
    enemy = enemy_of(state, unit)
    if levels_pikes(state, unit):
        return None
    if enemy >= 0:
        words = [f"u{number}", f"s{number}"]
        if state.setting.sea and unit.since < state.round:
            for other in cargo(state, enemy):
                words.extend((f"u{number}-{other.id}", f"s{number}-{other.id}"))
        return Slot(number, words, 0)
    if unit.side != state.setting.owner and is_fortified(state, unit.place) and not unit.routed:
        return Slot(number, [f"t{number}"], 0)
    return None


def _melee(state: State, table: Table, words: list[str]) -> None:
    """The melee step. Rules: warcards:melee.who, warcards:fort.take, warcards:naval.board-target, warcards:naval.subdue."""
    hits: list[Hit] = []
    taken: list[int] = []
    for word in words:
        who, _, aim = word[1:].partition("-")
        unit = state.units[int(who)]
        unit.attacked = True
        if word[0] == "t":
            taken.append(unit.place)
            continue
        aboard = unit.place == st.ABOARD
        target = state.units[int(aim) if aim else enemy_of(state, unit)]
        kind = BOARDING if aboard or target.place == st.ABOARD else STRIKE
        _add(hits, strike(state, table, unit, target, kind, subdue=word[0] == "s"))
    settle(state, table, hits)
    for area in taken:
        state.fortified &= ~(1 << area)
        state.stirred = True
        if table.telling:
            unit = state.units[state.at[(1 - state.setting.owner) * AREAS + area]]
            text = f"{label(state, unit)} takes the fortification of {NAMES[area]}."
            table.tell(Event("taken", text, "warcards:fort.take", side=unit.side, data={"area": NAMES[area]}))
