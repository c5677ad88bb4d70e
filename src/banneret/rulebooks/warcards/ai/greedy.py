"""The greedy player, which answers at once by simple marks, and the candidates that tree search takes from it."""

from __future__ import annotations

from typing import Final

from banneret.kernel.decision import Choice, Decision
from banneret.kernel.dice import Chance
from banneret.kernel.order import Order
from banneret.kernel.player import Player, Seat
from banneret.rulebooks.warcards.ai.judgement import judge
from banneret.rulebooks.warcards.ai.lens import Lens
from banneret.rulebooks.warcards.ai.manoeuvres import firepower, mark_heroes, mark_home, mark_moves, presses
from banneret.rulebooks.warcards.ai.placements import placements
from banneret.rulebooks.warcards.ai.postures import OWN, Posture
from banneret.rulebooks.warcards.ai.prospects import is_shooter, prospect, volley
from banneret.rulebooks.warcards.attack.plans import Plan
from banneret.rulebooks.warcards.board.field import ADJACENT, AREAS, NUMBERS
from banneret.rulebooks.warcards.board.standing import enemy_of, in_reserve
from banneret.rulebooks.warcards.leaving.withdrawal import may_leave
from banneret.rulebooks.warcards.movement.moves import DONE, MoveDecision
from banneret.rulebooks.warcards.ratings.abilities import may_shoot
from banneret.rulebooks.warcards.ratings.attacks import charge_rating
from banneret.rulebooks.warcards.ratings.morale import safe_behind_walls
from banneret.rulebooks.warcards.ratings.surroundings import sees_at_night
from banneret.rulebooks.warcards.state import State, Unit
from banneret.rulebooks.warcards.tables.conditions import FOREST, INCLEMENT, JUNGLE, MOUNTAIN

HOPELESS: Final = 0.02
"""An army with a smaller chance than this withdraws with what is left."""
EVEN: Final = 0.25
"""A side with a smaller chance than this accepts an offer to stop."""
PLAIN: Final = ("leave", "accept", "stop", "terms", "captive", "encounter")
"""The kinds of questions that need no search."""


class GreedyPlayer(Player):
    """Takes the order that looks best at once, in its posture."""

    def __init__(self, chance: Chance, posture: Posture = OWN) -> None:
        self.name = "greedy"
        self.imagines = False
        self.chance: Chance = chance
        self.posture: Posture = posture

    def choose(self, decision: Decision, seat: Seat) -> Order:
        """The best order by its own marks."""
        return best(decision, seat.lens, self.posture)


def best(decision: Decision, lens: Lens, posture: Posture = OWN) -> Order:
    """The order with the highest mark, the first of equals."""
    if isinstance(decision, Plan):
        return plan(decision, lens.battle)
    orders = decision.orders()
    if len(orders) == 1:
        return orders[0]
    marks = marked(decision, orders, lens, posture)
    return orders[marks.index(max(marks))]


def candidates(decision: Decision, lens: Lens, most: int) -> list[Order]:
    """The orders worth thinking about, best first."""
    if isinstance(decision, Plan):
        if decision.kind == "place":
            return placements(decision, lens.battle)[:most]
        first = plan(decision, lens.battle)
        if decision.kind != "charge":
            return [first]
        return _charges(decision, first)[:most]
    orders = decision.orders()
    if isinstance(decision, Choice) and decision.kind in PLAIN:
        return [best(decision, lens)]
    marks = marked(decision, orders, lens)
    ranked = sorted(range(len(orders)), key=lambda index: -marks[index])
    if isinstance(decision, MoveDecision) and not decision.forced:
        return _varied(lens.battle, orders, ranked, most)
    return [orders[index] for index in ranked[:most]]


def _charges(decision: Plan, first: Order) -> list[Order]:
    """The charges worth thinking about; pikes that only strike or hold always strike."""
    pikes = [slot.words[0] for slot in decision.slots if slot.words[0][0] == "p"]
    found = [first]
    for order in decision.orders():
        if order not in found and all(word in order for word in pikes):
            found.append(order)
    return found


def _varied(state: State, orders: list[Order], ranked: list[int], most: int) -> list[Order]:
    """At most `most` orders: the best attack and the best other move of each unit and the end of the step, best first; then the rest.

    The end of the step is always among them.
    """
    found: list[Order] = []
    rest: list[Order] = []
    seen: list[int] = []
    for index in ranked:
        order = orders[index]
        if order != DONE:
            who = 2 * order[1] if order[0] == "move" else -1 - 2 * order[1] - (order[0] == "person")
            if order[0] == "move":
                end = NUMBERS[order[len(order) - 1]]
                if end < AREAS and state.at[(1 - state.units[order[1]].side) * AREAS + end] >= 0:
                    who += 1
            if who in seen:
                rest.append(order)
                continue
            seen.append(who)
        found.append(order)
    if len(found) < most:
        return found + rest[: most - len(found)]
    kept = found[:most]
    if DONE not in kept:
        kept[most - 1] = DONE
    return kept


def marked(decision: Decision, orders: list[Order], lens: Lens, posture: Posture = OWN) -> list[float]:
    """A mark for each order."""
    state = lens.battle
    if isinstance(decision, MoveDecision):
        return mark_moves(state, decision, orders, posture)
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
            target = state.units[enemy_of(state, unit)]
            pikes = state.setting.cards[target.id].pike and target.since == state.round
            if pick[0] == "u" and pikes and not target.routed and charge_rating(state, unit) < 4:
                if len(slot.words) == 1:
                    continue
                pick = slot.words[1]  # pikes against pikes
        elif decision.kind in ("stationary", "moving"):
            value, pick = best_aim(state, unit, slot.words)
            if value <= 0.0:
                continue
        words.append(pick)
    return tuple(words)


def best_aim(state: State, unit: Unit, words: list[str]) -> tuple[float, str]:
    """The best shot of a unit.

    Returns its value, the worth it costs the enemy less what it costs friends, and its word.
    """
    top = -1.0
    pick = words[0]
    for word in words:
        aim = word.partition("-")[2]
        if aim[0] == "x":
            return 1.0, words[0]
        area = NUMBERS[aim]
        friend = state.at[unit.side * AREAS + area]
        penalty = -2 if friend >= 0 and friend != unit.id else 0
        value = volley(state, unit, state.units[state.at[(1 - unit.side) * AREAS + area]], penalty)
        if penalty:
            value -= 1.2 * volley(state, unit, state.units[friend], penalty)
        if value > top:
            top, pick = value, word
    return top, pick


# ---------------------------------------------------------------- listed questions


def mark_choice(state: State, decision: Choice, order: Order) -> float:
    """A mark for an option of a listed question."""
    kind = decision.kind
    if kind == "first":  # the side that moves second picks the matches
        return 1.0 if order[1] == "other" else 0.0
    if kind == "retreat":
        return _mark_retreat(state, order)
    if kind == "opportunity":
        if order[0] == "decline":
            return -1.0
        return 1.0 if order[0] == "melee" else 0.5
    if kind == "leave":
        return _mark_leaving(state, decision.side, order)
    if kind == "stop":
        return 1.0 if (order[0] == "accept") == (judge(state, decision.side) < EVEN) else 0.0
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


def _mark_leaving(state: State, side: int, order: Order) -> float:
    """The mark of an answer to leaving: fight on, unless the battle is lost and a withdrawal can save units in the reserve."""
    if order[0] == "fight":
        return 0.0
    if order[0] != "withdraw" or not in_reserve(state, side):
        return -1.0
    return 1.0 if may_leave(state, side) and judge(state, side) < HOPELESS else -1.0


def _mark_terrain(state: State, side: int, ground: str) -> float:
    """The mark of a terrain: open ground for the side with more riders and archers, broken ground for the other."""
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
        return mark_home(state, order) + (5.0 if order[0] == "evade" else 0.0)
    other = state.units[enemy_of(state, unit)]
    if order[0] == "evade" and is_shooter(state, unit) and not presses(state, unit.side):
        return -prospect(state, unit, other) - 0.05
    return -1.0


def _mark_spell(state: State, order: Order) -> float:
    """The mark of a spell: best for units that fight this round, nothing where it finds nothing to change.

    Rules: warcards:full.morale, warcards:missile.capability.
    """
    if order == ("done",):
        return 0.1
    target = state.units[order[4]]
    helps = target.side == state.figures[order[1]].side
    fights = target.since > 0 and not target.left
    rating = order[3]
    if rating == "melee":
        return 1.0 if fights else 0.0
    if rating == "morale":
        return 0.9 if fights and not safe_behind_walls(state, target) else 0.0
    if rating == "defense":
        return 0.6 if fights else 0.0
    shoots = not fights and not target.spent and 0 <= target.place < AREAS
    if shoots and not target.began:
        for area in ADJACENT[target.place]:
            if state.at[(1 - target.side) * AREAS + area] >= 0 and (
                may_shoot(state, target, area, True) or (helps and _spell_shoots(state, target))
            ):
                return 0.8
    return 0.0


def _spell_shoots(state: State, unit: Unit) -> bool:
    """True if nothing but its own lack of missiles keeps a unit from firing at the next area. Rule: warcards:magic.missile-grant."""
    fair = state.terrain not in (FOREST, JUNGLE, MOUNTAIN) and state.weather < INCLEMENT
    return fair and sees_at_night(state, unit, True)


def _better_shots(state: State, side: int) -> bool:
    return firepower(state, side) > firepower(state, 1 - side)
