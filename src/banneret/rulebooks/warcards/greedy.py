"""The greedy player: answers at once, from the worth of things; and what it lends to tree search."""

from __future__ import annotations

from banneret.kernel.decision import Choice, Decision
from banneret.kernel.dice import Chance
from banneret.kernel.order import Order
from banneret.kernel.player import Player, Seat
from banneret.rulebooks.warcards import state as st
from banneret.rulebooks.warcards.decisions import Plan
from banneret.rulebooks.warcards.field import ADJACENT, AREAS, LINE_OF, NUMBERS, OWN_LINE, RESERVES
from banneret.rulebooks.warcards.judgement import is_shooter, loss, match, nearest_enemy
from banneret.rulebooks.warcards.lens import Lens
from banneret.rulebooks.warcards.moving import MoveDecision, bars
from banneret.rulebooks.warcards.ratings import STILL, STRIKE, charge_rating, effective_move, may_shoot
from banneret.rulebooks.warcards.state import State, Unit


class GreedyPlayer(Player):
    """Takes the order that looks best at once."""

    def __init__(self, chance: Chance) -> None:
        self.name = "greedy"
        self.imagines = False
        self.chance: Chance = chance

    def choose(self, decision: Decision, seat: Seat) -> Order:
        """The best order by its own marks."""
        return best(decision, seat.lens)


def best(decision: Decision, lens: Lens) -> Order:
    """The order with the highest mark, the first of equals."""
    if isinstance(decision, Plan):
        return plan(decision, lens.battle)
    orders = decision.orders()
    if len(orders) == 1:
        return orders[0]
    marks = marked(decision, orders, lens)
    return orders[marks.index(max(marks))]


def candidates(decision: Decision, lens: Lens, most: int) -> list[Order]:
    """The orders worth thinking about, best first."""
    if isinstance(decision, Plan):
        first = plan(decision, lens.battle)
        return [first, *[order for order in decision.orders() if order != first]][:most]
    orders = decision.orders()
    marks = marked(decision, orders, lens)
    ranked = sorted(range(len(orders)), key=lambda index: -marks[index])
    return [orders[index] for index in ranked[:most]]


def marked(decision: Decision, orders: list[Order], lens: Lens) -> list[float]:
    """A mark for each order."""
    state = lens.battle
    if isinstance(decision, MoveDecision):
        return [mark_move(state, decision, order) for order in orders]
    if isinstance(decision, Choice):
        return [mark_choice(state, decision, order) for order in orders]
    return [0.0] * len(orders)


# ---------------------------------------------------------------- plans


def plan(decision: Plan, state: State) -> Order:
    """The best word for each unit."""
    if decision.kind == "place":
        return decision.default()
    words: list[str] = [decision.verb]
    for slot in decision.slots:
        unit = state.units[slot.subject]
        pick = slot.words[0]
        if decision.kind == "charge":
            target = state.units[st.enemy_of(state, unit)]
            pikes = state.setting.cards[target.id].pike and target.since == state.round
            if pikes and not target.routed and charge_rating(state, unit) < 4:
                continue
        elif decision.kind in ("stationary", "moving"):
            value, pick = best_aim(state, unit, slot.words)
            if value <= 0.0:
                continue
        words.append(pick)
    return tuple(words)


def best_aim(state: State, unit: Unit, words: list[str]) -> tuple[float, str]:
    """What to fire at, with the worth it costs the enemy less what it costs friends."""
    top = -1.0
    pick = words[0]
    for word in words:
        aim = word.partition("-")[2]
        if aim[0] == "x":
            return 1.0, words[0]
        area = NUMBERS[aim]
        value = loss(state, unit, state.units[state.at[(1 - unit.side) * AREAS + area]], STILL)
        friend = state.at[unit.side * AREAS + area]
        if friend >= 0 and friend != unit.id:
            value -= 1.2 * loss(state, unit, state.units[friend], STILL)
        if value > top:
            top, pick = value, word
    return top, pick


# ---------------------------------------------------------------- movement


def mark_move(state: State, decision: MoveDecision, order: Order) -> float:
    """How much a move gains over ending the step (0)."""
    if order[0] == "done":
        return 0.0
    if order[0] == "heroes":
        return mark_heroes(state, order)
    unit = state.units[order[1]]
    end = NUMBERS[order[-1]]
    if decision.forced:
        return float(len(order))
    if end >= AREAS:
        return 1.2 if _worn(state, unit) else -1.0
    enemy = state.at[(1 - unit.side) * AREAS + end]
    if enemy >= 0:
        return _mark_attack(state, unit, state.units[enemy], order)
    return _mark_position(state, unit, end, len(order) - 2)


def _worn(state: State, unit: Unit) -> bool:
    """Whether a unit is down to its last hit and others could take its place."""
    return (
        unit.place < AREAS
        and state.setting.cards[unit.id].hits - unit.lethal == 1
        and unit.lethal > 0
        and len(st.on_field(state, unit.side)) > 2
        and len(st.in_reserve(state, unit.side)) > 0
    )


def _mark_attack(state: State, unit: Unit, target: Unit, order: Order) -> float:
    if is_shooter(state, unit):
        return -1.0
    steps = len(order) - 2
    charges = charge_rating(state, unit) >= 0 and effective_move(state, unit) > steps
    value = match(state, unit, target, charges)
    if is_shooter(state, target):
        value += 1.0
    if target.routed:
        value += 0.5
    end = NUMBERS[order[-1]]
    if bars(state, unit.side, end):
        value += 0.5
    return value + 0.35 + impatience(state, unit.side)


def _mark_position(state: State, unit: Unit, end: int, steps: int) -> float:
    side = unit.side
    far = nearest_enemy(state, side, end)
    start = unit.place
    owner = state.fort > 0 and state.setting.owner == side
    if start == RESERVES[side]:
        gap = 0.8 + 0.05 * (5 - far)
        held = sum(1 for area in OWN_LINE[side] if state.at[side * AREAS + area] >= 0)
        return gap if held < 5 else 0.1
    if owner and not _outnumbers(state, side):
        return -0.5
    before = nearest_enemy(state, side, start)
    if bars(state, side, end):
        return 0.6
    if is_shooter(state, unit):
        if before == 1:
            return -0.5
        value = 0.25 * (before - far) if far >= 1 else -0.5
        return value if far != 1 or effective_move(state, unit) > steps else value - 0.3
    if state.attacker == 1 - side and state.quiet < 2 and _better_shots(state, side):
        return -0.1
    if far <= 0:
        return -0.1
    value = (0.15 + impatience(state, side)) * (before - far)
    if state.fortified >> end & 1 and state.setting.owner != side:
        value += 0.6
    if before == 9 and far == 9:
        value = 0.01 * (LINE_OF[end] - LINE_OF[start]) * (1 if side == 0 else -1)
    return value


def impatience(state: State, side: int) -> float:
    """What an attack is worth beyond its figures when nothing happens: a stalemate helps nobody, and the attacker least."""
    if state.quiet < 1:
        return 0.0
    return state.quiet * (0.8 if state.attacker == side else 0.3)


def _outnumbers(state: State, side: int) -> bool:
    mine = sum(1 for unit in state.units if unit.side == side and unit.place >= 0)
    theirs = sum(1 for unit in state.units if unit.side != side and unit.place >= 0)
    return mine > 2 * theirs


def _better_shots(state: State, side: int) -> bool:
    shots = [0, 0]
    for unit in state.units:
        if unit.place >= 0 and is_shooter(state, unit):
            shots[unit.side] += 1
    return shots[side] > shots[1 - side]


def mark_heroes(state: State, order: Order) -> float:
    """Heroes go to an engaged unit when theirs is not."""
    group = state.groups[order[1]]
    if group.host >= 0 and state.units[group.host].since:
        return -0.5
    if order[2] == "with" or NUMBERS[order[2]] >= AREAS:
        return -0.2 if order[2] != "with" else 0.05
    host = state.units[state.at[group.side * AREAS + NUMBERS[order[2]]]]
    if host.since:
        return 0.6 + 0.01 * state.setting.cards[host.id].melee
    return 0.05 if group.host < 0 else -0.1


# ---------------------------------------------------------------- listed questions


def mark_choice(state: State, decision: Choice, order: Order) -> float:
    """A mark for an option of a listed question."""
    kind = decision.kind
    if kind == "first":
        return 1.0 if (order[1] == "other") == _better_shots(state, decision.side) else 0.0
    if kind == "retreat":
        return _mark_retreat(state, order)
    if kind == "opportunity":
        if order[0] == "decline":
            return -1.0
        return 1.0 if order[0] == "melee" else 0.5
    if kind == "left":
        return mark_heroes(state, order)
    if kind == "magic":
        return _mark_spell(state, order)
    if kind == "terrain":
        return _mark_terrain(state, decision.side, order[1])
    if kind == "visibility":
        shots = _better_shots(state, decision.side)
        return 1.0 if (order[1] == "full") == shots else 0.5 if order[1] == "night" else 0.0
    return 1.0 if order == decision.default() else 0.0


def _mark_terrain(state: State, side: int, ground: str) -> float:
    """Open ground for riders and archers, broken ground for those who have fewer."""
    swift = [0, 0]
    for unit in state.units:
        if is_shooter(state, unit) or state.setting.cards[unit.id].mounted:
            swift[unit.side] += 1
    open_ = ground in ("open", "deep-water")
    return 1.0 if open_ == (swift[side] >= swift[1 - side]) else 0.0


def _mark_retreat(state: State, order: Order) -> float:
    if order[0] == "stay":
        return 0.0
    unit = state.units[order[1]]
    if unit.routed:
        return float(len(order)) + (5.0 if order[0] == "evade" else 0.0)
    other = state.units[st.enemy_of(state, unit)]
    balance = loss(state, unit, other, STRIKE) - loss(state, other, unit, STRIKE)
    if order[0] == "evade" and is_shooter(state, unit):
        return -balance - 0.3
    return -1.0


def _mark_spell(state: State, order: Order) -> float:
    """Spells for units that fight this round."""
    if order == ("done",):
        return 0.1
    target = state.units[order[4]]
    fights = target.since > 0 and not target.left
    rating = order[3]
    if rating == "melee":
        return 1.0 if fights else 0.0
    if rating == "morale":
        return 0.9 if fights else 0.0
    if rating == "defense":
        return 0.6 if fights else 0.0
    shoots = not fights and not target.spent and 0 <= target.place < AREAS
    if shoots and not target.began:
        for area in ADJACENT[target.place]:
            if state.at[(1 - target.side) * AREAS + area] >= 0 and (
                may_shoot(state, target, area, True) or state.terrain == st.OPEN
            ):
                return 0.8
    return 0.0
