"""Individuals who shoot in the middle of their own move: mounted archers, and those with natural missiles.

Order: ("aim", individual, unit) or ("aim", individual, "man", individual): one shot; he goes on with what is left of his rate.
By versions 1 to 10 of the rules only units shot so. Rules: battlesystem:10.5, battlesystem:10.5a, battlesystem:10.5b, battlesystem:9.4c.
"""

from __future__ import annotations

from banneret.geometry.plane import within
from banneret.kernel.decision import Refusal
from banneret.kernel.dice import Chance
from banneret.kernel.order import Order
from banneret.kernel.table import Table
from banneret.rulebooks.battlesystem.individual import Individual
from banneret.rulebooks.battlesystem.missiles import by_champions
from banneret.rulebooks.battlesystem.state import State, is_mended
from banneret.rulebooks.battlesystem.worth.shooting_limits import BOWS

RULE = "battlesystem:10.5"
SHOTS = 3  # one in n random orders to an individual who can shoot so is to shoot


def may_split(state: State, one: Individual) -> bool:
    """True if he is one of those who may shoot in the middle of a move. Rules: battlesystem:10.5, battlesystem:10.5a."""
    missile = by_champions.missile_of(state, one)
    if missile is None or not is_mended(state, 11):
        return False
    champion = state.setting.sheets[one.id].champion
    rides = champion is not None and champion.rides
    return missile.natural or (rides and missile.mounted == BOWS)


def why_not(state: State, one: Individual) -> Refusal | None:
    """The reason he cannot shoot at anybody in his own move; None if he can. Rules: battlesystem:10.5, battlesystem:10.5b."""
    who = state.setting.sheets[one.id].name
    if not may_split(state, one):
        reason = f"{who} does not shoot on the move: archers in the saddle and some beasts do."
        return Refusal(reason, RULE)
    if one.split:
        return Refusal(f"{who} has shot in this move.", "battlesystem:10.5b")
    if one.done:
        return Refusal(f"{who} has made his whole move.", "battlesystem:10.5b")
    if not within(one.moved, state.setting.sheets[one.id].movement / 2.0):
        return Refusal(f"{who} has spent more than half of his movement rate.", "battlesystem:10.5b")
    return by_champions.why_not(state, one)


def refusal(state: State, side: int, order: Order) -> Refusal | None:
    """The reason he cannot shoot in his move as ordered; None if he can. Rules: battlesystem:10.5, battlesystem:10.5b."""
    known = len(order) > 1 and type(order[1]) is int and order[1] in state.individuals
    if known and state.individuals[order[1]].side == side:
        found = why_not(state, state.individuals[order[1]])
        if found is not None:
            return found
    return by_champions.refusal(state, side, order)


def offers(state: State, one: Individual) -> list[Order]:
    """All shots that he can make in the middle of his move. Rule: battlesystem:10.5b."""
    return [] if why_not(state, one) is not None else by_champions.offers(state, one)


def sample(state: State, one: Individual, chance: Chance) -> Order | None:
    """Once in `SHOTS` times, a random one of his shots; else None."""
    if not may_split(state, one) or chance.below(SHOTS):
        return None
    found = offers(state, one)
    return found[chance.below(len(found))] if found else None


def carry_out(state: State, table: Table, order: Order) -> None:
    """Make the one shot. Rule: battlesystem:10.5b."""
    state.individuals[order[1]].split = True
    by_champions.shoot(state, table, order, 1)
