"""The greedy player, which gives at once the order that looks best, and the candidate orders for tree search.

It considers the units of a side in the order of their numbers. Those that were left where they stand are considered once more when
all others have had their turn.
"""

from __future__ import annotations

from typing import Final

from banneret.geometry.plane import heading_of, length, turn_between
from banneret.geometry.rectangles import FRONT
from banneret.kernel.decision import Choice, Decision
from banneret.kernel.dice import Chance
from banneret.kernel.order import Order
from banneret.kernel.player import Player, Seat
from banneret.rulebooks.battlesystem.ai import duels, roles
from banneret.rulebooks.battlesystem.ai.alternatives import alternatives
from banneret.rulebooks.battlesystem.ai.artillery import firing
from banneret.rulebooks.battlesystem.ai.front import Front, may_act
from banneret.rulebooks.battlesystem.ai.lens import Lens
from banneret.rulebooks.battlesystem.ai.manoeuvres.champions import beset, champion_order, strike
from banneret.rulebooks.battlesystem.ai.manoeuvres.commanders import lead
from banneret.rulebooks.battlesystem.ai.manoeuvres.crews import serving
from banneret.rulebooks.battlesystem.ai.manoeuvres.rallied import facing, facings
from banneret.rulebooks.battlesystem.ai.manoeuvres.thoughts import thoughts
from banneret.rulebooks.battlesystem.ai.postures import OWN, Posture
from banneret.rulebooks.battlesystem.ai.prospects import prospect, rate
from banneret.rulebooks.battlesystem.ai.volleys import passing, shot_on_the_move, volley
from banneret.rulebooks.battlesystem.ai.worth import worth
from banneret.rulebooks.battlesystem.engines.firing import Firing
from banneret.rulebooks.battlesystem.march.passing_shots import PassingShot
from banneret.rulebooks.battlesystem.missiles.shooting_orders import Shooting
from banneret.rulebooks.battlesystem.movement.movement_orders import DONE, VERBS, MoveDecision
from banneret.rulebooks.battlesystem.rally.attempts import Attempt
from banneret.rulebooks.battlesystem.rally.facings import Facings, UnitFacing
from banneret.rulebooks.battlesystem.roles import changes
from banneret.rulebooks.battlesystem.space import contacts, distances
from banneret.rulebooks.battlesystem.state import State
from banneret.rulebooks.battlesystem.unit import NOBODY, Unit

LOST: Final = 10  # rounds without an attack after which some orders are random
WHIM: Final = 4  # one move order in this many is random then
POOR: Final = -2.0  # mark at or below which an order is not worth searching
SEARCHED: Final = ("move", "first", "follow", "rally")  # kinds of decision that are searched


class GreedyPlayer(Player):
    """The player that gives at once the order that looks best, in its posture."""

    def __init__(self, chance: Chance, posture: Posture = OWN) -> None:
        self.name = "greedy"
        self.imagines = False
        self.chance: Chance = chance
        self.posture: Posture = posture

    def choose(self, decision: Decision, seat: Seat) -> Order:
        """Return the order with the best mark; now and then a random one, if the armies no longer find each other."""
        if (
            isinstance(decision, MoveDecision)
            and seat.lens.battle.quiet >= LOST
            and self.chance.below(WHIM) == 0
        ):
            return decision.sample(self.chance)
        return best(decision, seat.lens, self.posture)


def best(decision: Decision, lens: Lens, posture: Posture = OWN) -> Order:
    """The order that looks best."""
    state = lens.battle
    if isinstance(decision, MoveDecision):
        return move(decision, state, posture)
    if isinstance(decision, PassingShot):
        return passing(decision, state)
    if isinstance(decision, Firing):
        return firing(decision, state)
    if isinstance(decision, Shooting):
        return volley(decision, state)
    if isinstance(decision, Attempt):
        return attempt(decision, state)
    if isinstance(decision, UnitFacing):
        return facing(state, decision)
    if isinstance(decision, Facings):
        return facings(state, decision)
    if isinstance(decision, Choice):
        return pick(decision, state, posture)
    return decision.default()


def candidates(decision: Decision, lens: Lens, most: int) -> list[Order]:
    """The orders worth thinking about, best first."""
    first = best(decision, lens)
    if decision.kind not in SEARCHED:
        return [first]
    if isinstance(decision, MoveDecision):
        return _moves(decision, lens.battle, first, most)
    orders = decision.orders() if decision.listed else [first]
    return [first, *[order for order in orders if order != first]][:most]


def _moves(decision: MoveDecision, state: State, first: Order, most: int) -> list[Order]:
    """The best orders of the unit whose turn it is, those of the next unit that has any, then other movements of the first.

    The end of the side's movement is always among them.
    """
    front = Front(state, decision.side)
    turns = waiting(state, decision.side)
    if first[0] in VERBS:
        turns = [state.units[first[1]], *[unit for unit in turns if unit.id > first[1]]]
    found: list[Order] = [first]
    for unit in turns:
        good = [order for mark, order in thoughts(front, unit) if mark > POOR]
        if _take(found, good, decision) and unit.id != turns[0].id:
            break
    if turns:
        _take(found, alternatives(front, turns[0]), decision)
    found = found[: most - 1]
    if DONE not in found:
        found.append(DONE)
    return found


def _take(found: list[Order], orders: list[Order], decision: MoveDecision) -> bool:
    """Add the orders that are new and legal; True if there were any."""
    before = len(found)
    for order in orders:
        if order not in found and decision.check(order) is None:
            found.append(order)
    return len(found) > before


# ---------------------------------------------------------------- movement


def waiting(state: State, side: int) -> list[Unit]:
    """The units of a side that have not had their turn in this movement: those after the last that moved."""
    last = NOBODY
    for unit in state.units.values():
        if unit.side == side and unit.moved and not unit.routed and unit.quarry == NOBODY:
            last = unit.id
    return [unit for unit in state.units.values() if unit.side == side and unit.id > last and may_act(unit)]


def move(decision: MoveDecision, state: State, posture: Posture = OWN) -> Order:
    """The best order of the next unit or leader for which one is better than staying; else the end of the side's movement.

    Units left where they stand are considered once more when all others have had their turn: their way may be free now.
    """
    if decision.compelled:
        return decision.compelled[0]
    side = decision.side
    if decision.roles:
        change = roles.change(state, side, decision.roles)
        if change is not None:
            return change
    front: Front | None = None
    ahead = waiting(state, side)
    behind = [
        unit
        for unit in state.units.values()
        if unit.side == side and may_act(unit) and not unit.moved and unit not in ahead
    ]
    for unit in [*ahead, *behind]:
        if front is None:
            front = Front(state, side, posture)
        shot = shot_on_the_move(state, unit)
        if shot is not None:
            return shot
        for mark, order in thoughts(front, unit):
            if mark > 0.0 and decision.check(order) is None:
                return order
    for leader in state.individuals.values():
        if leader.side == side and leader.on_table and leader.moved == 0.0:
            if front is None:
                front = Front(state, side, posture)
            fights = state.setting.sheets[leader.id].champion is not None
            way = champion_order(front, leader) if fights else lead(front, leader)
            if way is not None:
                return way
    return DONE


# ---------------------------------------------------------------- rallying


def attempt(decision: Attempt, state: State) -> Order:
    """Rally the unit that is worth most, or give a mob the order with the best mark; else end."""
    top, found = 0.0, DONE
    for order in decision.orders():
        if order[0] == "rally":
            value = worth(state, state.units[order[1]]) + 1.0
        elif order[0] == "order":
            value = _mark_order(state, state.units[order[1]], order)
        else:
            continue
        if value > top:
            top, found = value, order
    return found


def _mark_order(state: State, unit: Unit, order: Order) -> float:
    """The mark of an order to a mob: to charge if the nearest enemy is ahead, to wheel to him if not."""
    block = unit.block
    if block is None:
        return 0.0
    near, turn = 1e9, 0.0
    for foe in state.units.values():
        if foe.side == unit.side or foe.block is None or foe.routed:
            continue
        east, north = foe.block.middle_x - block.x, foe.block.middle_y - block.y
        far = length(east, north)
        if far < near:
            near, turn = far, turn_between(block.heading, heading_of(east, north))
    if near > 1e8:
        return 0.0
    if order[3] == "wheel":
        hand = 1.0 if order[4] == "right" else -1.0
        return 0.5 if abs(turn) > 40.0 and hand * turn > 0.0 and abs(abs(turn) - order[5]) <= 30.0 else 0.0
    if abs(turn) > 45.0:
        return 0.1 if order[3] == "forward" else 0.0
    if order[3] == "charge":
        return 0.9
    return 0.0


# ---------------------------------------------------------------- listed decisions


def pick(decision: Choice, state: State, posture: Posture = OWN) -> Order:
    """The best option of a decision whose options are listed."""
    options = decision.options
    if len(options) == 1:
        return options[0]
    if decision.kind == "first":
        return _sequence(decision, state, posture)
    if decision.kind == "follow":
        unit, foe = state.units[options[0][1]], state.units[options[0][2]]
        word = "follow" if prospect(state, unit, foe) > 0.0 else "stay"
        return next((option for option in options if option[0] == word), options[0])
    if decision.kind == "strike":
        return strike(decision, state)
    if decision.kind == "beset":
        return beset(decision, state)
    if decision.kind == changes.ROLE:
        return roles.answer(decision, state)
    if decision.kind == "step":
        return roles.stepping_out(decision, state)
    if decision.kind == "aid":
        return roles.aiding(decision, state)
    if decision.kind == "duel":
        return duels.answer(decision, state)
    if decision.kind == "weapon":
        return _weapon(decision, state)
    if decision.kind == "face":
        return facing(state, decision)
    if decision.kind == "serve":
        return serving(state, decision)
    return decision.default()


def _sequence(decision: Choice, state: State, posture: Posture) -> Order:
    """Move first if a unit can strike to advantage; else last, to see what the others do."""
    side = decision.side
    front = Front(state, side, posture)
    eager = 0.0
    for unit in front.mine:
        if unit.block is None or unit.routed or front.is_busy(unit):
            continue
        reach = 1.5 * unit.now.movement
        for foe in front.foes:
            if distances.may_meet(unit, foe, reach):
                eager = max(eager, prospect(state, unit, foe, FRONT, FRONT))
    at = 1 if eager > 0.0 else len(decision.options[0]) - 1
    return next((option for option in decision.options if option[at] == side), decision.default())


def _weapon(decision: Choice, state: State) -> Order:
    """The weapon that does most to the enemies in contact."""
    unit = state.units[decision.options[0][1]]
    foes = [state.units[number] for number in contacts.enemies_touching(state, unit)]
    if not foes:
        return decision.default()
    weapons = unit.now.weapons
    best_at, top = 0, -1.0
    for at in range(len(weapons)):
        value = sum([rate(state, unit, foe, FRONT, at) for foe in foes]) * (0.8 + 0.2 * weapons[at].reach)
        if value > top:
            best_at, top = at, value
    return decision.options[best_at]
