"""The greedy player: tries every order as if nobody answered, reckons with those who can strike back, and takes the best."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from banneret.kernel.decision import Decision
from banneret.kernel.dice import Chance
from banneret.kernel.player import Player, Seat
from banneret.rulebooks.skirmish.actions.foresight import answered, fork, settle_all, unanswered
from banneret.rulebooks.skirmish.actions.window import PASS
from banneret.rulebooks.skirmish.ai.judgement import READY, worth
from banneret.rulebooks.skirmish.ai.positions import Ground, blow
from banneret.rulebooks.skirmish.ai.postures import OWN, Posture
from banneret.rulebooks.skirmish.board.homes import away_from_enemies
from banneret.rulebooks.skirmish.board.standing import are_adjacent
from banneret.rulebooks.skirmish.board.traits import hit_points, is_nimble, printed
from banneret.rulebooks.skirmish.movement.reach import reach, speed_left
from banneret.rulebooks.skirmish.state import Chain, State, are_foes
from banneret.rulebooks.skirmish.tables.creatures import creature_card
from banneret.rulebooks.skirmish.turn.activation import declared

if TYPE_CHECKING:
    from banneret.kernel.order import Order
    from banneret.rulebooks.skirmish.hidden.lens import Lens

NOISE: Final = 0.02
"""Added to the gain of each order by chance, in gold, so that not always the same of equal ones is given."""
WORTHWHILE: Final = 0.05
"""The gold that an order must gain to be given."""
MOST_TRIED: Final = 60
"""The orders of a long question that are all tried; of those after them every third."""
HOPEFUL: Final = 0.4
"""An order that seems to lose no more gold than this is still a candidate for tree search."""
YES: Final = {"ready": ("ready",), "reward": ("draw",), "assist": ("assist",)}
"""The kinds of question that are always answered alike."""


class GreedyPlayer(Player):
    """A player that decides at once, in a posture."""

    def __init__(self, chance: Chance, posture: Posture = OWN) -> None:
        self.name = "greedy"
        self.posture: Posture = posture
        self.imagines = False
        self.chance: Chance = chance

    def choose(self, decision: Decision, seat: Seat) -> Order:
        """The best order by its own judgement."""
        if decision.kind in YES:
            return YES[decision.kind]
        if not decision.listed or decision.kind == "pay":
            return decision.default()
        orders = decision.orders()
        if len(orders) == 1:
            return orders[0]
        weighed = weigh(decision, orders, seat.lens, self.posture)
        best, score = orders[0], -1e9
        for order, one in zip(orders, weighed, strict=True):
            noisy = one + NOISE * self.chance.random()
            if noisy > score:
                best, score = order, noisy
        return best


def candidates(decision: Decision, lens: Lens, most: int) -> list[Order]:
    """The orders worth thinking about, best first."""
    orders = decision.orders()
    if not decision.listed or len(orders) == 1:
        return orders[:most]
    weighed = weigh(decision, orders, lens)
    places = sorted(range(len(orders)), key=lambda place: -weighed[place])
    if decision.kind in ("answer", "window"):  # to pass, and what may be worth its card and its tap
        least = weighed[places[0]] - HOPEFUL
        places = [place for place in places if weighed[place] >= least or orders[place] == PASS]
    elif decision.kind in ("act", "activate"):  # cards that seem to do nothing stay in the hand
        places = [place for place in places if weighed[place] >= -HOPEFUL or orders[place][0] != "play"]
    ranked = [orders[place] for place in places]
    return (_each_first(ranked) if decision.kind == "deploy" else ranked)[:most]


def _each_first(ranked: list[Order]) -> list[Order]:
    """Deployments with the best place of each creature, and the order to deploy none, before all other places."""
    firsts: list[Order] = []
    seen: list[object] = []
    for order in ranked:
        card = order[1] if len(order) > 1 else order[0]
        if card not in seen:
            seen.append(card)
            firsts.append(order)
    return [*firsts, *[order for order in ranked if order not in firsts]]


def weigh(decision: Decision, orders: list[Order], lens: Lens, posture: Posture = OWN) -> list[float]:
    """The gain of each order in gold, compared with passing or ending."""
    state = lens.battle
    kind = decision.kind
    if kind == "go":
        return _places(state, decision.side, orders, posture)
    if kind == "deploy":
        return _deployments(state, decision.side, orders)
    if kind == "activate":
        return _activations(state, decision.side, orders, posture)
    if kind in ("act", "answer", "window"):
        return _actions(state, decision, orders, posture)
    if kind == "choose":
        return _targets(state, decision.side, orders)
    return [0.0] * len(orders)


def _actions(state: State, decision: Decision, orders: list[Order], posture: Posture) -> list[float]:
    """The gains of actions and answers, tried on copies."""
    side = decision.side
    base = worth(unanswered(state), side)
    may_answer = decision.kind == "act" and _is_useful_untapped(state)
    found: list[float] = []
    for place, order in enumerate(orders):
        verb = order[0]
        if verb == "pass":
            found.append(WORTHWHILE if len(order) == 1 else -1.0)
        elif verb in ("end", "done"):
            found.append(WORTHWHILE)
        elif verb == "ask":
            found.append(-1.0)
        elif verb == "spend":
            found.append(0.3 if state.active == side else 0.0)
        elif verb == "move":
            found.append(_moving(state, posture))
        elif place > MOST_TRIED and len(orders) > 3 * MOST_TRIED and place % 3:
            found.append(-1.0)
        elif decision.kind == "act":
            found.append(_act(state, side, order, base, posture, may_answer))
        else:
            cost = posture.card if verb == "play" else posture.answer
            found.append(worth(answered(state, order), side) - base - cost)
    return found


def _act(state: State, side: int, order: Order, base: float, posture: Posture, may_answer: bool) -> float:
    """The gain of an action of the activated creature, less the blows with which untapped enemies beside it can answer its tap.

    `may_answer`: it is useful untapped, for it may soon have something to answer.
    """
    world = fork(state)
    actor = world.creature(world.acting)
    assert actor is not None
    was_tapped = actor.tapped
    world.chain = Chain()
    entry = declared(world, world.chain, actor, order)
    strikers = [
        (foe, one)
        for one in entry.taps
        for foe in world.creatures
        if are_foes(foe.side, one.side) and not foe.tapped and are_adjacent(world, foe, one)
    ]
    threat = sum([blow(foe, one, world) for foe, one in strikers])
    settle_all(world)
    gain = worth(world, side) - base
    if actor.tapped and not was_tapped:
        idle = not may_answer or is_nimble(world, actor)
        gain += (posture.ready if idle else posture.bold) * READY
    survivors = [foe for foe, _ in strikers if world.creature(foe.id) is not None]
    return gain - posture.risk * threat * (0.4 + 0.6 * len(survivors) / max(1, len(strikers)))


def _is_useful_untapped(state: State) -> bool:
    """True if an enemy is so near that the activated creature may soon have something to answer."""
    actor = state.creature(state.acting)
    assert actor is not None
    grid = state.setting.board.grid
    return any(
        are_foes(foe.side, actor.side)
        and grid.gap(actor.place, printed(actor).across, foe.place, printed(foe).across) <= 2
        for foe in state.creatures
    )


def _moving(state: State, posture: Posture) -> float:
    """The gain of moving the activated creature to its best place."""
    actor = state.creature(state.acting)
    assert actor is not None
    ground = Ground(state, actor, posture)
    here = ground.worth(actor.place)
    ends = reach(state, actor, speed_left(state, actor)).ends
    return max([ground.worth(place) for place in ends]) - here


def _places(state: State, side: int, orders: list[Order], posture: Posture) -> list[float]:
    """The worths of the places where a creature may go, to the side that decides."""
    creature = state.creature(int(orders[0][1]))
    if creature is None:
        return [0.0] * len(orders)
    ground = Ground(state, creature, posture)
    sign = -1.0 if are_foes(creature.side, side) else 1.0
    named = state.setting.board.grid.named
    return [sign * ground.worth(named(str(order[2]))) if order[0] == "go" else -1.0 for order in orders]


def _deployments(state: State, side: int, orders: list[Order]) -> list[float]:
    """The worths of deployments: the dearer the creature the better, then the nearer to the enemy."""
    away: dict[str, float] = {}
    grid = state.setting.board.grid
    distances = away_from_enemies(state, side)
    for square, name in enumerate(grid.names):
        away[name] = -0.01 * min(distances[square], 50)
    found = []
    for order in orders:
        if order[0] != "deploy":
            found.append(0.0)
        else:
            found.append(float(creature_card(str(order[1])).level) + away[str(order[2])])
    return found


def _activations(state: State, side: int, orders: list[Order], posture: Posture) -> list[float]:
    """The worths of activating each creature: first those that can strike where they stand, then the nearest to the enemy."""
    found = []
    for order in orders:
        if order[0] == "activate":
            creature = state.creature(int(order[1]))
            assert creature is not None
            found.append(1.0 + 0.1 * Ground(state, creature, posture).worth(creature.place))
        elif order[0] == "done":
            found.append(0.0)
        else:
            found.append(-HOPEFUL)
    return found


def _targets(state: State, side: int, orders: list[Order]) -> list[float]:
    """The worths of targets of a later step: the levels of an enemy for each hit point it has left."""
    found = []
    for order in orders:
        if order[0] in ("decline", "spend"):
            found.append(0.0)
            continue
        value = 0.0
        for number in order[1:]:
            target = state.creature(int(number))
            if target is not None:
                sign = 1.0 if are_foes(target.side, side) else -1.0
                value += sign * printed(target).level / max(5, hit_points(target) - target.damage)
        found.append(value + 0.01)
    return found
